# SPDX-License-Identifier: Apache-2.0
"""A person with a second factor."""

import pytest
from conftest import EC_KEY, KEYS, id_token
from factors import confirm_totp, with_factors
from people import verified

PROVIDERS = {
    "google": {"audiences": ["app"], "jwks": KEYS}, "apple": {"audiences": ["io.example.app"], "jwks": KEYS}, "password": {}}


@pytest.fixture
def world(world):
    world.policy({**with_factors(roles={"signUp": ["admin", "client"]}), "providers": PROVIDERS})
    return world


@pytest.fixture
def kim(world):
    """A client with a password and an app: the app and the recovery codes."""
    token = verified(world, "kim")["accessToken"]
    _, app, confirmed = confirm_totp(world, token)
    return token, app, confirmed["recoveryCodes"]


def apple(name="kim"):
    claims = {"iss": "https://appleid.apple.com", "aud": "io.example.app", "sub": name, "email": f"{name}@example.com", "email_verified": True}
    return id_token(key=EC_KEY, kid="ec", **claims)


def invitation(world, name="kim", deliver="link"):
    world.trainer = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
    return world.invite(world.trainer, name, deliver=deliver)["code"]


def sessions(world):
    return world.rows("SELECT * FROM sessions ORDER BY created_at, id")
