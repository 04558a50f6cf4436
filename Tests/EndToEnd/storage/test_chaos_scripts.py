# SPDX-License-Identifier: Apache-2.0
"""Small runs of `scripts/chaos/campaign` and `scripts/chaos/race`."""

import os
import subprocess
import sys

import pytest
from conftest import BIN, ENGINE, ROOT


def script(name, *arguments, beside=()):
    done = subprocess.run(
        [*beside, sys.executable, ROOT / "scripts" / name, *map(str, arguments)],
        env={**os.environ, "VESTIBULE_BIN": str(BIN), "SAFE": "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.skipif(ENGINE == "pgbouncer", reason="the campaign on PostgreSQL has its share of PgBouncer")
def test_a_small_campaign_breaks_no_guarantee(tmp_path):
    # It restarts the server, so it has one of its own.
    beside = [ROOT / "scripts/with-postgresql"] if ENGINE == "postgresql" else []
    script("chaos/campaign", "--engine", ENGINE, "--runs", 20, "--at-once", 2, tmp_path / "report.md", beside=beside)
    assert "| 20 |" in (tmp_path / "report.md").read_text()


def test_of_two_people_who_race_for_a_code_one_gets_it():
    assert f"{ENGINE}: 100 racers for 50 codes" in script("chaos/race", "--codes", 50, "--at-once", 16)
