# SPDX-License-Identifier: Apache-2.0
"""Sign-ins with wrong passwords."""

from people import MINUTE, policy, sign_in
from worlds import POLICY

QUARTER = 15 * MINUTE
WRONG = "a wrong one"
LIMITED, REFUSED = "auth/too-many-requests", "auth/invalid-credential"


def inviter(world, name="ada", **sections):
    """An inviter who signed up while the policy allowed it."""
    world.policy(POLICY)
    token = world.inviter(name)
    world.policy(policy(**sections))
    return token


def ip(number):
    return {"clientip": f"192.0.2.{number}"}


def guess(world, name="kim", password=WRONG, address=None):
    return sign_in(world, name, password, event=ip(address) if address else None)
