# SPDX-License-Identifier: Apache-2.0
"""What the tests of the operator commands share."""

import pytest
from imports import APP


@pytest.fixture
def app(world):
    world.policy(APP)
    return world
