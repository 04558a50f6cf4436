# SPDX-License-Identifier: Apache-2.0
"""Sessions of a person who signed up with a password."""

import jwt
from people import MINUTE, granted


def refresh(world, token, **attributes):
    return world.run("refresh-session", {"refreshToken": token}, **attributes)


def refreshed(world, token):
    return granted(refresh(world, token))["session"]


def look(world, session):
    """Calls `get-account` with the session's access token."""
    return world.run("get-account", {}, session["accessToken"])


def ended(answer, why):
    return answer.code == "auth/session-revoked" and answer.json["error"]["detail"].endswith(f": {why}")


def sessions(world, session):
    return granted(world.run("list-sessions", {}, session["accessToken"]))["sessions"]


def claims(session):
    return jwt.decode(session["accessToken"], options={"verify_signature": False})


def keys(world):
    return granted(world.run("jwks"))["keys"]


def make_old(world, seconds=16 * MINUTE):
    """Makes every sign-in older than what counts as recent."""
    world.age("sessions", "created_at", seconds)
    world.age("sessions", "authenticated_at", seconds)
