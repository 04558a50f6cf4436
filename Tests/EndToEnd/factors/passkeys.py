# SPDX-License-Identifier: Apache-2.0
"""Registering passkeys."""

from factors import with_factors
from people import UNLIMITED, granted

#: The policy of these tests.
RULES = with_factors(limits={"signIn": UNLIMITED, "signInAccount": UNLIMITED})


def begun(world, token):
    return granted(world.run("enroll-factor", {"type": "passkey"}, token))


def confirm(world, token, started, credential):
    return world.run("confirm-factor", {"factorId": started["factor"]["id"], "credential": credential}, token)
