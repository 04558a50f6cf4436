# SPDX-License-Identifier: Apache-2.0
"""Several PostgreSQL hosts of which some do not answer, and servers that are away for some seconds."""

import contextlib
import os
import socket
import time

import psycopg
import pytest
from faulty import accepts, feed, is_accepted_once, unanswered_in_time
from ports import free_port
from postgresql_hosts import control, pgbouncer, port_of, reachable
from replicated_postgresql import SilentHost, wait_for

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.xdist_group("faults_hosts"),
    pytest.mark.skipif(
    "VESTIBULE_POSTGRESQL" not in os.environ, reason="needs a server: scripts/with-postgresql runs one"),
    pytest.mark.usefixtures("own_server")]


@contextlib.contextmanager
def mute():
    """A host that accepts connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@contextlib.contextmanager
def silent():
    """A host that drops packets."""
    with SilentHost() as host:
        yield host.port


def at_hosts(url, ports, query=""):
    """The URL with these ports of 127.0.0.1 as its hosts."""
    login, place = url.removeprefix("postgres://").split("@")
    return f"postgres://{login}@{','.join(f'127.0.0.1:{port}' for port in ports)}/{place.split('/')[1].split('?')[0]}{query}"


@contextlib.contextmanager
def stopped(world, mode):
    """The server is away until the end of the block."""
    control("stop", "-m", mode)
    try:
        yield
    finally:
        control("start")
    world.store.connect()


def still_waits(process):
    # Nothing outside shows that the process waits for the server.
    time.sleep(0.7)
    return process.poll() is None


# Hosts that do not answer


@pytest.mark.parametrize("query", ["", "?connect_timeout=2"])
@pytest.mark.parametrize("host", [silent, mute])
def test_the_next_host_is_used_if_the_first_does_not_answer(world, token, host, query):
    event = accepts(world.invite(token)["code"])
    with host() as port:
        url = at_hosts(world.env["DATABASE_URL"], [port, port_of(world.env["DATABASE_URL"])], query)
        answer = world.run("accept-invitation", event=event, env={"DATABASE_URL": url})
    assert answer.status == 0, (answer.json, answer.stderr)
    assert is_accepted_once(world, event).json == answer.json


def test_each_host_has_the_time_of_the_url(world, token):
    event = accepts(world.invite(token)["code"])
    with silent() as first, mute() as second, silent() as third:
        hosts = [first, second, third, port_of(world.env["DATABASE_URL"])]
        url = at_hosts(world.env["DATABASE_URL"], hosts, "?connect_timeout=2")
        # libpq's least timeout is 2 seconds: three of them, and an accept.
        answer = world.run("accept-invitation", event=event, env={"DATABASE_URL": url, "DEADLINE_SECONDS": "12"})
    assert answer.status == 0, (answer.json, answer.stderr)
    is_accepted_once(world, event)


@pytest.mark.parametrize("host", [silent, mute])
def test_no_host_that_answers_leaves_the_event_unanswered(world, token, host):
    event = accepts(world.invite(token)["code"])
    with host() as first, host() as second:
        url = at_hosts(world.env["DATABASE_URL"], [first, second])
        unanswered_in_time(
            world.run("accept-invitation", event=event, env={"DATABASE_URL": url, "DEADLINE_SECONDS": "3"}))
    is_accepted_once(world, event)


# Servers that are away for some seconds


def test_a_refused_connection_is_tried_again_until_the_server_runs(world, token):
    event = accepts(world.invite(token)["code"])
    with stopped(world, "fast"):
        process = world.start("accept-invitation", event)
        feed(process)
        waits = still_waits(process)
    answer = world.finish(process)
    assert waits and answer.status == 0, (answer.json, answer.stderr)
    is_accepted_once(world, event)


def test_a_refused_connection_leaves_the_event_unanswered_at_the_deadline(world, token):
    event = accepts(world.invite(token)["code"])
    url = at_hosts(world.env["DATABASE_URL"], [free_port(), free_port()])
    unanswered_in_time(world.run("accept-invitation", event=event, env={"DATABASE_URL": url, "DEADLINE_SECONDS": "2"}))
    is_accepted_once(world, event)


@pytest.mark.parametrize("query", ["", "?target_session_attrs=read-write"])
def test_a_standby_is_tried_again_until_it_is_promoted(pair, paired, query):
    event = accepts(paired.invite(paired.inviter())["code"])
    replicated(pair)
    pair.primary.crash()
    url = at_hosts(paired.env["DATABASE_URL"], [pair.primary.port, pair.standby.port], query)
    # The promoted standby has no standby of its own.
    unreplicated(pair.standby)
    process = paired.start("accept-invitation", event, DATABASE_URL=url)
    feed(process)
    waits = still_waits(process)
    pair.fail_over()
    answer = paired.finish(process)
    assert waits and answer.status == 0, (answer.json, answer.stderr)
    paired.store.connect()
    is_accepted_once(paired, event)


@pytest.mark.parametrize("query", ["", "?target_session_attrs=read-write"])
def test_a_standby_leaves_the_event_unanswered_at_the_deadline(pair, paired, query):
    event = accepts(paired.invite(paired.inviter())["code"])
    replicated(pair)
    url = at_hosts(paired.env["DATABASE_URL"], [pair.standby.port], query)
    unanswered_in_time(paired.run("accept-invitation", event=event, env={"DATABASE_URL": url, "DEADLINE_SECONDS": "2"}))
    is_accepted_once(paired, event)


def replicated(pair):
    """Waits until the standby has replayed what the primary has committed."""
    [(position,)] = pair.primary.sql("SELECT pg_current_wal_lsn()")
    wait_for(lambda: pair.standby.sql(f"SELECT pg_last_wal_replay_lsn() >= '{position}'") == [(True,)], "it is replayed")


def unreplicated(standby):
    """A standby cannot run ALTER SYSTEM: the last line of the file counts."""
    with (standby.data / "postgresql.conf").open("a") as file:
        file.write("synchronous_standby_names = ''\n")
    standby.sql("SELECT pg_reload_conf()")


# A server behind the pooler


@pytest.fixture
def pooler(world, tmp_path):
    """A PgBouncer that tries a server that was away again after a second."""
    port, backend = free_port(), port_of(world.env["DATABASE_URL"])
    login = world.env["DATABASE_URL"].removeprefix("postgres://").split("@")[0].split(":")
    (tmp_path / "users").write_text('"{}" "{}"\n'.format(*login))
    (tmp_path / "pgbouncer.ini").write_text(
        f"[databases]\n* = host=127.0.0.1 port={backend}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n"
        f"unix_socket_dir =\nauth_type = scram-sha-256\nauth_file = {tmp_path / 'users'}\npool_mode = transaction\n"
        "server_login_retry = 1\n")
    with pgbouncer(tmp_path / "pgbouncer.ini"):
        url = at_hosts(world.env["DATABASE_URL"], [port])
        wait_for(lambda: reachable(url), "PgBouncer runs")
        yield url


def needed(url):
    """Makes PgBouncer need the server: after its first failure to connect, it answers 08P01 to others."""
    with contextlib.closing(psycopg.connect(url, connect_timeout=2)) as connection:
        connection.pgconn.send_query(b"SELECT 1")
        time.sleep(0.3)  # Nothing announces that PgBouncer has tried.


def test_a_server_away_behind_the_pooler_is_tried_again_until_it_runs(world, token, pooler):
    event = accepts(world.invite(token)["code"])
    with stopped(world, "immediate"):
        needed(pooler)
        process = world.start("accept-invitation", event, DATABASE_URL=pooler)
        feed(process)
        waits = still_waits(process)
    answer = world.finish(process)
    assert waits and answer.status == 0, (answer.json, answer.stderr)
    is_accepted_once(world, event)


def test_a_server_away_behind_the_pooler_leaves_the_event_unanswered_at_the_deadline(world, token, pooler):
    event = accepts(world.invite(token)["code"])
    with stopped(world, "immediate"):
        needed(pooler)
        answer = world.run("accept-invitation", event=event, env={"DATABASE_URL": pooler, "DEADLINE_SECONDS": "2"})
        unanswered_in_time(answer)
    is_accepted_once(world, event)


@pytest.mark.parametrize("table", ["seen_events", "invitations", "sessions"])
def test_a_server_process_that_ends_behind_the_pooler_is_replaced(world, token, pooler, table):
    """PgBouncer passes the server's 57P01 on as the result of the statement, before it closes the connection."""
    event = accepts(world.invite(token)["code"])
    ask = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with psycopg.connect(world.store.direct) as other:
        other.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        process = world.start("accept-invitation", event, DATABASE_URL=pooler)
        feed(process)
        wait_for(lambda: world.rows(ask), "a statement waits for the lock")
        world.rows(f"SELECT pg_terminate_backend(pid) FROM ({ask}) AS waiting")
    answer = world.finish(process)
    assert answer.status == 0, (answer.json, answer.stderr)
    is_accepted_once(world, event)
