# SPDX-License-Identifier: Apache-2.0
"""A world whose people sign in with Apple."""

import pytest
from apple import Apple, apple_policy


@pytest.fixture
def world(world):
    world.policy(apple_policy())
    return world


@pytest.fixture
def apple():
    with Apple() as apple:
        yield apple
