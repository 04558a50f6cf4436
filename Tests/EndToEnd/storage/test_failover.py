# SPDX-License-Identifier: Apache-2.0
"""Synchronous replication: what is answered is on the standby too, before and after a failover."""

import os

import pytest
from chaos_scripts import script
from faulty import accepts, feed, is_accepted_once, unanswered
from replicated_postgresql import wait_for

pytestmark = [pytest.mark.postgresql, pytest.mark.xdist_group("failover"), pytest.mark.skipif(
    "VESTIBULE_POSTGRESQL" not in os.environ, reason="needs a server: scripts/with-postgresql runs one")]
SHORT = {"DEADLINE_SECONDS": "4"}
#: The primary waits for the standby to confirm a commit.
WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'vestibule'"


@pytest.fixture
def event(paired):
    return accepts(paired.invite(paired.inviter())["code"])


def test_an_answer_that_is_not_replicated_is_not_given_after_a_restart(pair, paired, event):
    pair.standby.stop()
    unanswered(paired.run("accept-invitation", event=event, env=SHORT), late=True)
    pair.primary.crash()
    pair.primary.start()
    # After the restart the commit is visible, but the standby lacks it.
    unanswered(paired.run("accept-invitation", event=event, env=SHORT), late=True)
    pair.standby.start()
    pair.wait_until_replicating()
    paired.store.connect()
    answer = is_accepted_once(paired, event)

    pair.primary.crash()
    pair.fail_over()
    paired.store.connect()
    assert paired.rows("SELECT count(*) AS n FROM accounts WHERE email = 'kim@example.com'") == [{"n": 1}]
    pair.replace_standby()
    assert is_accepted_once(paired, event).json == answer.json


def test_an_answer_that_waits_for_the_standby_is_given_when_it_is_back(pair, paired, event):
    pair.standby.stop()
    process = paired.start("accept-invitation", event)
    feed(process)
    wait_for(lambda: pair.primary.sql(WAITING), "the commit waits for the standby")
    pair.standby.start()
    answer = paired.finish(process)
    assert answer.status == 0, (answer.json, answer.stderr)
    assert is_accepted_once(paired, event).json == answer.json


def test_repeated_events_leave_no_server_process_that_waits(pair, paired, event):
    pair.standby.stop()
    for _ in range(4):
        unanswered(paired.run("accept-invitation", event=event, env=SHORT), late=True)
    wait_for(lambda: not pair.primary.sql(WAITING), "no commit waits for the standby")
    pair.standby.start()


@pytest.mark.parametrize("function", ["pg_cancel_backend", "pg_terminate_backend"])
def test_a_commit_that_no_longer_waits_for_the_standby_is_not_answered(pair, paired, event, function):
    """The server reports such a commit as successful, with a warning."""
    pair.standby.stop()
    process = paired.start("accept-invitation", event, **SHORT)
    feed(process)
    wait_for(lambda: pair.primary.sql(WAITING), "the commit waits for the standby")
    [(backend,)] = pair.primary.sql(WAITING)
    pair.primary.sql(f"SELECT {function}({backend})")
    unanswered(paired.finish(process), late=True)
    pair.standby.start()
    pair.wait_until_replicating()
    is_accepted_once(paired, event)


def test_what_was_answered_is_there_after_a_failover(pair, paired, event):
    answer = paired.run("accept-invitation", event=event)
    assert answer.status == 0, (answer.json, answer.stderr)
    pair.primary.crash()
    pair.fail_over()
    pair.replace_standby()
    paired.store.connect()
    assert is_accepted_once(paired, event).json == answer.json


@pytest.mark.parametrize("mode", [[], ["--asynchronous"]])
def test_two_failovers_under_load(tmp_path, mode):
    report = tmp_path / "report.md"
    script("chaos/failovers", "--failovers", 2, *mode, report)
    assert "| 2 |" in report.read_text()
