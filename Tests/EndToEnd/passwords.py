# SPDX-License-Identifier: Apache-2.0
"""The rules of passwords, and the stored hash."""

import pytest
from people import policy


@pytest.fixture
def world(world):
    world.policy(policy())
    return world
