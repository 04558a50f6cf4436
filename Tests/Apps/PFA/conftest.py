# SPDX-License-Identifier: Apache-2.0
"""The app that these tests are about."""

import pytest
from pfa import Pfa


@pytest.fixture
def pfa(tmp_path):
    return Pfa(tmp_path)


@pytest.fixture
def trainer(pfa):
    return pfa.trainer()
