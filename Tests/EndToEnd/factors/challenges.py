# SPDX-License-Identifier: Apache-2.0
"""A person with a second factor."""

from factors import with_factors
from worlds import EC_KEY, KEYS, id_token

PROVIDERS = {
    "google": {"audiences": ["app"], "jwks": KEYS}, "apple": {"audiences": ["io.example.app"], "jwks": KEYS}, "password": {}}
#: The policy of these tests.
RULES = {**with_factors(roles={"signUp": ["admin", "client"]}), "providers": PROVIDERS}


def apple(name="kim"):
    claims = {"iss": "https://appleid.apple.com", "aud": "io.example.app", "sub": name, "email": f"{name}@example.com", "email_verified": True}
    return id_token(key=EC_KEY, kid="ec", **claims)


def invitation(world, name="kim", deliver="link"):
    world.trainer = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
    return world.invite(world.trainer, name, deliver=deliver)["code"]


def sessions(world):
    return world.rows("SELECT * FROM sessions ORDER BY created_at, id")
