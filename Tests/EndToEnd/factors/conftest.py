# SPDX-License-Identifier: Apache-2.0
"""What the tests of factors share."""

import pytest
from factors import confirm_totp
from people import verified


@pytest.fixture
def ada(world):
    return world.inviter()


@pytest.fixture
def kim(world):
    """A client with a password and an app: the app and the recovery codes."""
    token = verified(world, "kim")["accessToken"]
    _, app, confirmed = confirm_totp(world, token)
    return token, app, confirmed["recoveryCodes"]
