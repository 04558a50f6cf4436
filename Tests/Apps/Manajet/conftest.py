# SPDX-License-Identifier: Apache-2.0
"""The app that these tests are about."""

import pytest
from manajet import Manajet


@pytest.fixture
def manajet(tmp_path):
    return Manajet(tmp_path)
