# SPDX-License-Identifier: Apache-2.0
"""What the tests of clients share."""

import pytest
from members import PHONE
from people import signed_up


@pytest.fixture
def kim(world):
    return signed_up(world, phone=PHONE, locale="de", profile={"classYear": 1, "tags": ["a"]})
