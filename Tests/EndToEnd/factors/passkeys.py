# SPDX-License-Identifier: Apache-2.0
"""A person who registers passkeys."""

import pytest
from factors import with_factors
from people import UNLIMITED, granted


@pytest.fixture
def world(world):
    world.policy(with_factors(limits={"signIn": UNLIMITED, "signInAccount": UNLIMITED}))
    return world


@pytest.fixture
def ada(world):
    return world.inviter()


def begun(world, token):
    return granted(world.run("enroll-factor", {"type": "passkey"}, token))


def confirm(world, token, started, credential):
    return world.run("confirm-factor", {"factorId": started["factor"]["id"], "credential": credential}, token)
