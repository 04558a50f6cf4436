# SPDX-License-Identifier: Apache-2.0
"""The passkeys of the Swift tests are those that PyPI's fido2 makes."""

import subprocess
import sys

import pytest
from worlds import ROOT

pytest.importorskip("fido2", reason="fido2 of Tests/requirements.txt is not installed")

FOLDER = ROOT / "Tests" / "IdentityTests" / "Passkeys"


def test_the_fixture_is_what_its_generator_makes():
    made = subprocess.run([sys.executable, FOLDER / "make-fixture"], stdout=subprocess.PIPE, text=True, check=True)
    assert made.stdout == (FOLDER / "passkeys.json").read_text()
