# SPDX-License-Identifier: Apache-2.0
"""StatLocker on a temporary database."""

import pytest
from statlocker import StatLocker


@pytest.fixture
def locker(tmp_path):
    return StatLocker(tmp_path)
