# SPDX-License-Identifier: Apache-2.0
"""What the tests of pages share."""

import pytest
from code_providers import CodeProvider
from people import verified
from visitors import Visitor


@pytest.fixture
def provider():
    with CodeProvider() as running:
        yield running


@pytest.fixture
def token(world):
    """The access token of an app of the same inviter."""
    return verified(world, "ada", role="admin", displayName="Ada")["accessToken"]


@pytest.fixture
def visitor(world, token):
    visitor = Visitor(world)
    visitor.sign_in("ada", to="/clients")
    assert visitor.page.heading == "Your clients", visitor.page.text
    return visitor


@pytest.fixture
def kims_token(world):
    return verified(world)["accessToken"]


@pytest.fixture
def kim(world, kims_token):
    """Kim's browser, on the page of sign-in and devices."""
    kim = Visitor(world)
    kim.sign_in(to="/account/security")
    assert kim.page.heading == "Sign-in and devices"
    return kim
