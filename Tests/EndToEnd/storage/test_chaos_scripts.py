# SPDX-License-Identifier: Apache-2.0
"""Small runs of `scripts/chaos/campaign`, `race`, `guesses`, `stadium`, `requests` and `every-call`."""


import pytest
from chaos_scripts import script
from worlds import ENGINE, ROOT

pytestmark = pytest.mark.slow


@pytest.mark.skipif(ENGINE == "pgbouncer", reason="the campaign on PostgreSQL has its share of PgBouncer")
def test_a_small_campaign_breaks_no_guarantee(tmp_path):
    # It restarts the server, so it has one of its own.
    beside = [ROOT / "scripts/with-postgresql"] if ENGINE == "postgresql" else []
    script("chaos/campaign", "--engine", ENGINE, "--runs", 20, "--at-once", 2, tmp_path / "report.md", beside=beside)
    assert "| 20 |" in (tmp_path / "report.md").read_text()


def test_of_two_people_who_race_for_a_code_one_gets_it():
    assert f"{ENGINE}: 100 racers for 50 codes" in script("chaos/race", "--codes", 50, "--at-once", 16)


@pytest.mark.skipif(ENGINE != "sqlite", reason="the limits of short codes are tested on both engines in test_anybody_invited.py")
def test_guesses_at_short_codes_are_stopped_by_the_limit_of_all():
    assert ": 1000 were looked up, " in script("chaos/guesses", "--guesses", 1200, "--codes", 20)


def test_a_crowd_at_one_link_fills_its_places_exactly():
    assert f"{ENGINE}: people at one link: 60 in" in script("chaos/stadium", "--people", 60, "--places", 30, "--processes", 4)


@pytest.mark.skipif(ENGINE != "sqlite", reason="the server reads requests in one way on every engine")
def test_what_is_almost_http_leaves_the_server_as_it_was(tmp_path):
    assert "sqlite: " in script("chaos/requests", "--seconds", 3, "--findings", tmp_path)


@pytest.mark.skipif(ENGINE == "pgbouncer", reason="its proxy would not see which messages belong together")
def test_no_promise_is_broken_at_some_of_all_calls():
    every = ("--every", 61, "--steps", 9) if ENGINE == "sqlite" else ("--every", 7, "--steps", 13)
    assert ", 0 broken promises, " in script("chaos/every-call", *every, "--at-once", 1)
