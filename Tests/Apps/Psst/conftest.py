# SPDX-License-Identifier: Apache-2.0
"""The app that these tests are about."""

import pytest
from psst import Psst, firebase_user


@pytest.fixture
def psst(tmp_path):
    return Psst(tmp_path)


@pytest.fixture
def existing(psst):
    """A person who signed up before there were roles: imported from Firebase's export, with their password."""
    line, = psst.import_export(firebase_user())
    assert (line["result"], line.get("reason")) == ("created", None)
    assert psst.stored_roles() == {"john@example.com": None}
    return psst
