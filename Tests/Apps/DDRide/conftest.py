# SPDX-License-Identifier: Apache-2.0
"""The app that these tests are about."""

import pytest
from ddride import DDRide


@pytest.fixture
def ride(tmp_path):
    return DDRide(tmp_path)
