# SPDX-License-Identifier: Apache-2.0
"""What the tests of invitations share."""

import pytest
from people import UNLIMITED, policy


@pytest.fixture
def club(world, trainer):
    """A trainer in an app with passwords and mailed codes, who is not the only one."""
    world.bob = world.inviter("bob")
    world.policy(policy(limits={"signUp": UNLIMITED, "signIn": UNLIMITED, "public": UNLIMITED}))
    return trainer
