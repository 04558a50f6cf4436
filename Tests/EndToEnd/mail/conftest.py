# SPDX-License-Identifier: Apache-2.0
"""What the tests of mails and other messages share."""

import pytest
from push_services import FCM, APNs
from worlds import POLICY


@pytest.fixture
def apns():
    with APNs() as server:
        yield server


@pytest.fixture
def fcm():
    with FCM() as server:
        yield server


@pytest.fixture
def push(world, apns, fcm):
    """Both services are in the policy."""
    world.env.update(apns.env | fcm.env)
    world.policy({**POLICY, "push": {**apns.policy, **fcm.policy}})
