# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL connections that are lost in or around a transaction."""

import contextlib
import os

import psycopg
import pytest
from cutting_proxy import CUTS, CuttingProxy
from faulty import feed, has_one_outcome, invites, nothing_is_half_done, unanswered, until
from smtp_servers import Recorder
from worlds import person

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.xdist_group("faults_transaction"),
    pytest.mark.skipif(
    "VESTIBULE_POSTGRESQL" not in os.environ, reason="needs a server: scripts/with-postgresql runs one"),
    pytest.mark.usefixtures("own_server")]
LOST = "the connection to the database was lost"
NOT_KNOWN = "the connection to the database was lost while it committed: it may have done so or not"
LATE = "the database did not answer in time"


# Locks, cancelled statements and server processes that end


def test_a_lock_beyond_the_deadline_leaves_the_event_unanswered(world, token):
    event = invites(token)
    with psycopg.connect(world.store.direct) as other:
        other.execute("LOCK TABLE clients IN ACCESS EXCLUSIVE MODE")
        answer = world.run("send-invitation", event=event, env={"DEADLINE_SECONDS": "4"})
    unanswered(answer, LATE)
    assert "lock timeout" in answer.stderr, "the server's reason"
    nothing_is_half_done(world)
    has_one_outcome(world, event)


@contextlib.contextmanager
def waiting(world, event, table):
    """A process whose statement waits for a table lock, with the id of its server process."""
    with psycopg.connect(world.store.direct) as other:
        other.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        process = world.start("send-invitation", event)
        feed(process)
        ask = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        until(lambda: world.rows(ask))
        yield process, world.rows(ask)[0]["pid"]


@pytest.mark.parametrize("table", ["seen_events", "sessions", "clients", "audit", "outbox"])
def test_a_cancelled_statement_leaves_the_event_unanswered(world, token, table):
    event = invites(token)
    with waiting(world, event, table) as (process, backend):
        world.rows("SELECT pg_cancel_backend(?)", (backend,))
        unanswered(world.finish(process), LATE)
    nothing_is_half_done(world)
    assert world.rows("SELECT * FROM clients") == []
    has_one_outcome(world, event)


@pytest.mark.parametrize("table", ["seen_events", "sessions", "clients", "audit", "outbox"])
def test_a_server_process_that_is_terminated_before_the_commit_is_replaced(world, token, table):
    event = invites(token)
    with waiting(world, event, table) as (process, backend):
        world.rows("SELECT pg_terminate_backend(?)", (backend,))
    # Nothing was written, so it is repeated on a new connection.
    assert "client" in world.finish(process).json
    has_one_outcome(world, event)


def test_a_server_process_that_is_always_terminated_leaves_the_event_unanswered_at_its_deadline(world, token):
    event = invites(token)
    with psycopg.connect(world.store.direct) as other:
        other.execute("LOCK TABLE clients IN ACCESS EXCLUSIVE MODE")
        process = world.start("send-invitation", event, DEADLINE_SECONDS="2")
        feed(process)
        while process.poll() is None:
            world.rows(
                """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE datname = current_database() AND wait_event_type = 'Lock'""")
        unanswered(world.finish(process), LOST, late=True)
    nothing_is_half_done(world)
    has_one_outcome(world, event)


def test_a_server_process_that_is_terminated_during_a_delivery_sends_no_mail_twice(world, token):
    """The invitation is stored, and the delivery of the mail is written over a new connection."""
    event = invites(token)
    with Recorder(stall="DATA") as relay:
        process = world.start("send-invitation", event, DEADLINE_SECONDS="4", **relay.env)
        feed(process)
        until(lambda: relay.said("MAIL"))
        assert world.rows("SELECT count(*) AS n FROM clients") == [{"n": 1}]
        world.rows(
            """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE datname = current_database() AND application_name = 'vestibule'""")
        answer = world.finish(process)
        relay.over.set()
    assert answer.status == 0 and answer.json["invitation"]["delivery"] == "queued", (answer.json, answer.stderr)
    has_one_outcome(world, event)


def test_a_warning_of_the_server_changes_no_answer(world, token):
    world.rows("""CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS
                  $$ BEGIN RAISE WARNING 'database "x" must be vacuumed'; RETURN NEW; END $$""")
    world.rows("CREATE TRIGGER warns BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION warn()")
    before = world.rows("SELECT count(*) AS n FROM sessions")[0]["n"]
    try:
        assert "session" in world.run("sign-in", {"identity": person("ada")}).json
        assert world.rows("SELECT count(*) AS n FROM sessions") == [{"n": before + 1}]
    finally:
        world.rows("DROP FUNCTION warn() CASCADE")


# Connections that are cut

DECISION = b"INSERT INTO seen_events"


@pytest.mark.parametrize("cut", CUTS)
def test_a_commit_whose_answer_is_lost_has_one_outcome(world, token, cut):
    event = invites(token)
    with CuttingProxy(world.env["DATABASE_URL"], cut, DECISION) as proxy:
        answer = world.run("send-invitation", event=event, env={"DEADLINE_SECONDS": "5", "DATABASE_URL": proxy.url})
        assert proxy.has_cut.is_set()
    if cut == "hang":
        unanswered(answer, NOT_KNOWN, late=True)
    else:
        # It is repeated on a new connection, which finds the event remembered if the first one had committed.
        assert answer.status == 0 and "client" in answer.json, (answer.json, answer.stderr)
    assert len(world.rows("SELECT * FROM clients")) == 1
    nothing_is_half_done(world)
    has_one_outcome(world, event)


@pytest.mark.parametrize("cut", CUTS)
def test_an_acceptance_whose_commit_answer_is_lost_has_one_outcome(world, token, cut):
    code = world.invite(token)["code"]
    event = {"id": "accept", "source": "faults", "data": {"code": code, "identity": person("kim")}}
    with CuttingProxy(world.env["DATABASE_URL"], cut, DECISION) as proxy:
        answer = world.run("accept-invitation", event=event, env={"DEADLINE_SECONDS": "5", "DATABASE_URL": proxy.url})
        assert proxy.has_cut.is_set()
    if cut == "hang":
        unanswered(answer, NOT_KNOWN, late=True)
    else:
        assert answer.status == 0 and answer.json["isNewAccount"], (answer.json, answer.stderr)
    first, second = (world.run("accept-invitation", event=event) for _ in range(2))
    assert first.json == second.json and first.json["isNewAccount"]
    assert cut == "hang" or answer.json == first.json
    assert world.accept(code, "kim").code == "invitation/already-accepted"
    assert world.rows("SELECT count(*) AS n FROM accounts WHERE role = 'client'") == [{"n": 1}]
    assert world.rows("SELECT count(*) AS n FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE role = 'client'") == [{"n": 1}]


@pytest.mark.parametrize("cut", ["before", "after", "unheard"])
def test_a_read_whose_connection_is_cut_is_repeated(world, token, cut):
    with CuttingProxy(world.env["DATABASE_URL"], cut, b"SELECT") as proxy:
        answer = world.run("list-clients", {}, token, env={"DATABASE_URL": proxy.url})
        assert proxy.has_cut.is_set()
    assert answer.json["clients"] == []


@pytest.mark.parametrize("limit", [1, 9, 100, 400, 900, 1500, 2500, 3500, 5000, 7000, 9000, 12_000])
def test_a_connection_that_breaks_after_any_number_of_bytes_has_one_outcome(world, token, limit):
    event = invites(token)
    with CuttingProxy(world.env["DATABASE_URL"], "bytes", limit=limit) as proxy:
        answer = world.run("send-invitation", event=event, env={"DATABASE_URL": proxy.url})
    if answer.status:
        unanswered(answer)
    nothing_is_half_done(world)
    has_one_outcome(world, event)
