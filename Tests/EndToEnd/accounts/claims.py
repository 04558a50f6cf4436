# SPDX-License-Identifier: Apache-2.0
"""People who claim an address, and people who prove it."""

from people import code_for, granted, mails_to, policy
from worlds import code_of, id_token

NEW = "another long password"


def both(**sections):
    """A policy with which people sign up in both roles."""
    return policy(roles={"signUp": ["client", "admin"]}, **sections)


def google(subject="kim", verified=True):
    return {"identity": {"provider": "google", "idToken": id_token(sub=subject, email="kim@example.com", email_verified=verified)}}


def reset(world, name="kim"):
    """Proves the address by a mailed code, and sets a new password."""
    code = code_for(world, "reset-password", name)
    granted(world.run("reset-password", {"code": code, "newPassword": NEW}))


def invite(world, inviter, email="kim@example.com", **data):
    """Sends an invitation by mail and returns its code."""
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": email}, **data}, inviter))
    return code_of(mails_to(world, email)[-1])
