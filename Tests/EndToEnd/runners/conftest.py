# SPDX-License-Identifier: Apache-2.0
"""What the tests of runners share."""

from contextlib import closing

import pytest
from runners import Lambda


@pytest.fixture
def aws(world):
    with closing(Lambda(world)) as aws:
        yield aws
