# SPDX-License-Identifier: Apache-2.0
"""What the tests of accounts share."""

import pytest
from apple import Apple


@pytest.fixture
def apple():
    with Apple() as apple:
        yield apple


@pytest.fixture
def earlier_trainer(world):
    """A trainer with a verified address, created before the rules applied."""
    world.trainer = world.inviter()
