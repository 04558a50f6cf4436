# SPDX-License-Identifier: Apache-2.0
"""The release that these tests are about."""

import pytest
from packages import RELEASES, release


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A release of functions.json with three more functions. It is made once for all files of tests."""
    if "package" not in RELEASES:
        RELEASES["package"] = release(tmp_path_factory)
    return RELEASES["package"]


@pytest.fixture(scope="module")
def bundle(made):
    [folder] = [path for path in made.glob("vestibule-*") if path.is_dir()]
    return folder
