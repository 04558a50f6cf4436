# SPDX-License-Identifier: Apache-2.0
"""A PostgreSQL server that is down, restarted, full of connections or silent, and connections that are cut at every
moment: nothing is claimed that is not known, and the same event has its one outcome afterwards."""

import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import threading
import time
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from conftest import ROOT, ServerDatabase, World, person
from cutting_proxy import CUTS, CuttingProxy
from faulty import feed, has_one_outcome, invites, nothing_is_half_done, unanswered, until
from smtp_servers import Recorder

pytestmark = pytest.mark.skipif(
    "VESTIBULE_POSTGRESQL" not in os.environ, reason="needs a server: scripts/with-postgresql runs one")

OUT_OF_REACH = "the database is out of reach"
LOST = "the connection to the database was lost"
NOT_KNOWN = "the connection to the database was lost while it committed: it may have done so or not"
LATE = "the database did not answer in time"
SHORT = {"DEADLINE_SECONDS": "1.5"}


@pytest.fixture(scope="module", autouse=True)
def server():
    """A server of these tests' own, since others would not like what befalls it."""
    ask = "env | grep ^VESTIBULE_; echo; read end"
    holder = subprocess.Popen(
        [ROOT / "scripts/with-postgresql", "sh", "-c", ask], env={**os.environ, "SAFE": "1"}, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    with pytest.MonkeyPatch.context() as patch:
        for line in iter(holder.stdout.readline, "\n"):
            patch.setenv(*line.rstrip("\n").split("=", 1))
        yield
    holder.stdin.close()
    holder.wait()
    holder.stdout.close()


@pytest.fixture
def world(tmp_path):
    world = World(tmp_path, "postgresql")
    yield world
    # Nobody else is to have it after what befell it.
    ServerDatabase.used.remove(world.store)
    world.store.drop()


@pytest.fixture
def token(world):
    return world.inviter()


def control(*arguments):
    subprocess.run(
        [os.environ["VESTIBULE_PGCTL"], *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def at(url, **changes):
    """The URL with another user, password, host, port or query."""
    parts = urlsplit(url)
    known = {"user": parts.username, "password": parts.password, "host": parts.hostname, "port": parts.port, **changes}
    place = "{user}:{password}@{host}:{port}".format(**known)
    return urlunsplit(parts._replace(netloc=place, query=known.get("query", "")))


# The server


@pytest.mark.parametrize("mode", ["immediate", "fast"])
def test_a_server_that_is_restarted_under_a_load_of_events(world, token, mode):
    events = [invites(token, f"kim{number}") for number in range(24)]
    answers = {}

    def load(events):
        for event in events:
            answers[event["id"]] = world.run("send-invitation", event=event)

    threads = [threading.Thread(target=load, args=(events[first::4],)) for first in range(4)]
    for thread in threads:
        thread.start()
    until(lambda: len(answers) > 4)
    control("restart", "-m", mode)
    world.store.connect()
    for thread in threads:
        thread.join()
    assert {answer.status for answer in answers.values()} <= {0, 75}
    for event in events:
        if answers[event["id"]].status == 75:
            unanswered(answers[event["id"]])
            assert "client" in world.run("send-invitation", event=event).json
    nothing_is_half_done(world)
    assert world.rows("SELECT count(*) AS n FROM clients") == [{"n": 24}]
    has_one_outcome(world, events[-1])


def test_a_server_that_is_down(world, token):
    event = invites(token)
    control("stop", "-m", "fast")
    try:
        unanswered(world.run("send-invitation", event=event), OUT_OF_REACH)
    finally:
        control("start")
    world.store.connect()
    has_one_outcome(world, event)


def test_a_server_that_is_starting_is_waited_for(world, token):
    """It refuses connections with 57P03 then; the postmaster that is stopped says nothing at all until it goes on."""
    event = invites(token)
    postmaster = int((pathlib.Path(os.environ["VESTIBULE_PGDATA"]) / "postmaster.pid").read_text().split()[0])
    os.kill(postmaster, signal.SIGSTOP)
    try:
        process = world.start("send-invitation", event)
        feed(process)
        time.sleep(0.5)
        assert process.poll() is None
        unanswered(world.run("list-clients", {}, token, env=SHORT), OUT_OF_REACH, late=True)
    finally:
        os.kill(postmaster, signal.SIGCONT)
    assert "client" in world.finish(process).json
    has_one_outcome(world, event)


def test_too_many_connections_are_waited_for_within_the_deadline(world, token):
    event = invites(token)
    with role(world, "CONNECTION LIMIT 1") as url:
        world.rows("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO least")
        with psycopg.connect(url):
            unanswered(
                world.run("send-invitation", event=event, env={**SHORT, "DATABASE_URL": url}), OUT_OF_REACH, late=True)
            process = world.start("send-invitation", event, DATABASE_URL=url)
            feed(process)
            time.sleep(0.5)
            assert process.poll() is None
        assert "client" in world.finish(process).json
    has_one_outcome(world, event)


def test_a_server_that_accepts_and_never_answers(world, token):
    event = invites(token)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = at(world.env["DATABASE_URL"], port=silent.getsockname()[1])
        answer = world.run("send-invitation", event=event, env={**SHORT, "DATABASE_URL": url})
    unanswered(answer, OUT_OF_REACH, late=True)
    has_one_outcome(world, event)


def test_a_server_that_says_something_else(world, token):
    event = invites(token)
    with Recorder() as other:
        url = at(world.env["DATABASE_URL"], port=other.server_address[1])
        unanswered(world.run("send-invitation", event=event, env={"DATABASE_URL": url}), OUT_OF_REACH)
    has_one_outcome(world, event)


def test_a_host_that_has_no_address(world, token):
    url = at(world.env["DATABASE_URL"], host="nowhere.invalid")
    unanswered(
        world.run("list-clients", {}, token, env={"DATABASE_URL": url, "DEADLINE_SECONDS": "3"}), OUT_OF_REACH,
        late=True)


# What is configured wrongly


@pytest.mark.parametrize("changes", [{"password": "wrong"}, {"user": "nobody"}])
def test_a_login_that_is_refused_is_a_wrong_setting(world, token, changes):
    answer = world.run("list-clients", {}, token, env={"DATABASE_URL": at(world.env["DATABASE_URL"], **changes)})
    assert_misconfigured(answer, world)


def test_a_database_that_is_not_there_is_a_wrong_setting(world, token):
    assert_misconfigured(world.run("list-clients", {}, token, env={"DATABASE_URL": world.env["DATABASE_URL"] + "x"}), world)


def assert_misconfigured(answer, world):
    assert (answer.status, answer.code) == (78, "service/misconfigured"), (answer.json, answer.stderr)
    assert answer.json["error"]["detail"].startswith("DATABASE_URL: ")
    assert urlsplit(world.env["DATABASE_URL"]).password not in answer.stdout.decode() + answer.stderr


def test_a_url_that_libpq_does_not_understand_is_a_wrong_setting(world):
    answer = world.run(
        "preview-invitation", {"code": "A"}, env={"DATABASE_URL": "postgres://u:secret@h/db?nonsense=1"})
    assert (answer.status, answer.code) == (78, "service/misconfigured")
    assert "secret" not in answer.stdout.decode() + answer.stderr


def test_a_role_without_the_right_to_make_tables_says_what_to_do(world):
    with role(world) as url:
        answer = world.run("sign-in", {"identity": person("ada")}, env={"DATABASE_URL": url})
        assert_misconfigured(answer, world)
        assert "vestibule migrate" in answer.json["error"]["detail"]
        # Once the owner has made them, rights to the rows are enough.
        world.inviter()
        assert_misconfigured(world.run("sign-in", {"identity": person("bea")}, env={"DATABASE_URL": url}), world)
        world.rows("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO least")
        answer = world.run("sign-in", {"identity": person("bea")}, env={"DATABASE_URL": url})
        assert answer.json["account"]["displayName"] == "Bea", answer.json


@contextlib.contextmanager
def role(world, options=""):
    """A role that may connect, and nothing else."""
    world.store.on_server(f"CREATE ROLE least LOGIN PASSWORD 'least' {options}")
    try:
        yield at(world.env["DATABASE_URL"], user="least", password="least")
    finally:
        world.rows("DROP OWNED BY least")
        world.store.on_server("DROP ROLE least")


def test_a_server_that_can_only_be_read(world, token):
    event = invites(token)
    world.store.on_server(f"ALTER DATABASE {world.store.name} SET default_transaction_read_only = on")
    unanswered(world.run("send-invitation", event=event), "the database can only be read")
    assert world.run("list-clients", {}, token).json["clients"] == []
    world.store.on_server(f"ALTER DATABASE {world.store.name} RESET default_transaction_read_only")
    has_one_outcome(world, event)


# Encryption


def test_encryption_that_is_demanded_and_not_offered(world, token):
    event = invites(token)
    url = at(world.env["DATABASE_URL"], query="sslmode=require")
    unanswered(world.run("send-invitation", event=event, env={"DATABASE_URL": url}), OUT_OF_REACH)
    has_one_outcome(world, event)


@pytest.fixture
def encrypted(world, tmp_path):
    """Two certificates for 127.0.0.1; the server has the first one."""
    data = pathlib.Path(os.environ["VESTIBULE_PGDATA"])
    for name in ("server", "other"):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", tmp_path / f"{name}.key",
             "-out", tmp_path / f"{name}.crt"], check=True, capture_output=True)
    for name in ("server.key", "server.crt"):
        (data / name).write_bytes((tmp_path / name).read_bytes())
        (data / name).chmod(0o600)
        os.chown(data / name, data.stat().st_uid, data.stat().st_gid)
    switch(world, "on")
    yield tmp_path
    switch(world, "off")


def switch(world, state):
    world.store.on_server(f"ALTER SYSTEM SET ssl = {state}")
    world.store.on_server("SELECT pg_reload_conf()")
    until(lambda: world.rows("SHOW ssl") == [{"ssl": state}])


@pytest.mark.parametrize("root, host, is_trusted", [
    ("server.crt", "127.0.0.1", True), ("other.crt", "127.0.0.1", False), ("server.crt", "localhost", False)])
def test_a_server_is_who_its_certificate_says(world, token, encrypted, root, host, is_trusted):
    event = invites(token)
    url = at(world.env["DATABASE_URL"], host=host, query=f"sslmode=verify-full&sslrootcert={encrypted / root}")
    answer = world.run("send-invitation", event=event, env={"DATABASE_URL": url})
    if is_trusted:
        assert "client" in answer.json, (answer.json, answer.stderr)
    else:
        unanswered(answer, OUT_OF_REACH)
        assert world.rows("SELECT * FROM clients") == []
    has_one_outcome(world, event)


# Locks, cancelled statements and server processes that end


def test_a_lock_that_is_held_for_longer_than_the_deadline(world, token):
    event = invites(token)
    with psycopg.connect(world.store.direct) as other:
        other.execute("LOCK TABLE clients IN ACCESS EXCLUSIVE MODE")
        unanswered(world.run("send-invitation", event=event, env={"DEADLINE_SECONDS": "4"}), LATE, late=True)
    nothing_is_half_done(world)
    has_one_outcome(world, event)


@contextlib.contextmanager
def waiting(world, event, table):
    """A process whose statement waits for a table, with the number of its server process."""
    with psycopg.connect(world.store.direct) as other:
        other.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        process = world.start("send-invitation", event)
        feed(process)
        ask = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        until(lambda: world.rows(ask))
        yield process, world.rows(ask)[0]["pid"]


@pytest.mark.parametrize("table", ["seen_events", "sessions", "clients", "audit", "outbox"])
def test_a_statement_that_is_cancelled(world, token, table):
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
    # Nothing can have happened, so it is made again on a new connection.
    assert "client" in world.finish(process).json
    has_one_outcome(world, event)


def test_a_server_process_that_is_terminated_again_and_again(world, token):
    event = invites(token)
    with psycopg.connect(world.store.direct) as other:
        other.execute("LOCK TABLE clients IN ACCESS EXCLUSIVE MODE")
        process = world.start("send-invitation", event)
        feed(process)
        while process.poll() is None:
            world.rows(
                """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE datname = current_database() AND wait_event_type = 'Lock'""")
        unanswered(world.finish(process), LOST)
    nothing_is_half_done(world)
    has_one_outcome(world, event)


def test_a_server_process_that_is_terminated_while_a_mail_is_on_its_way(world, token):
    """The invitation holds, and what became of the mail is written over a new connection."""
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


# Connections that are cut

DECISION = b"INSERT INTO seen_events"


@pytest.mark.parametrize("cut", CUTS)
def test_a_commit_whose_answer_nobody_hears(world, token, cut):
    event = invites(token)
    with CuttingProxy(world.env["DATABASE_URL"], cut, DECISION) as proxy:
        answer = world.run("send-invitation", event=event, env={"DEADLINE_SECONDS": "5", "DATABASE_URL": proxy.url})
        assert proxy.has_cut.is_set()
    unanswered(answer, NOT_KNOWN, late=cut == "hang")
    if cut != "after":
        until(lambda: len(world.rows("SELECT * FROM clients")) == (cut != "before"))
    nothing_is_half_done(world)
    assert world.mails() == []
    # Where the decision was made, its mail is this process's until its lease is over, and then goes out.
    has_one_outcome(world, event)


@pytest.mark.parametrize("cut", CUTS)
def test_an_acceptance_whose_commit_nobody_hears(world, token, cut):
    code = world.invite(token)["code"]
    event = {"id": "accept", "source": "faults", "data": {"code": code, "identity": person("kim")}}
    with CuttingProxy(world.env["DATABASE_URL"], cut, DECISION) as proxy:
        answer = world.run("accept-invitation", event=event, env={"DEADLINE_SECONDS": "5", "DATABASE_URL": proxy.url})
        assert proxy.has_cut.is_set()
    unanswered(answer, NOT_KNOWN, late=cut == "hang")
    first, second = (world.run("accept-invitation", event=event) for _ in range(2))
    assert first.json == second.json and first.json["isNewAccount"]
    assert world.accept(code, "kim").code == "invitation/already-accepted"
    assert world.rows("SELECT count(*) AS n FROM accounts WHERE role = 'client'") == [{"n": 1}]
    assert world.rows("SELECT count(*) AS n FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE role = 'client'") == [{"n": 1}]


@pytest.mark.parametrize("cut", ["before", "after", "unheard"])
def test_a_reading_that_is_cut_is_made_again(world, token, cut):
    with CuttingProxy(world.env["DATABASE_URL"], cut, b"SELECT") as proxy:
        answer = world.run("list-clients", {}, token, env={"DATABASE_URL": proxy.url})
        assert proxy.has_cut.is_set()
    assert answer.json["clients"] == []


@pytest.mark.parametrize("limit", [1, 9, 100, 400, 900, 1500, 2500, 3500, 5000, 7000, 9000, 12_000])
def test_a_connection_that_breaks_off_behind_so_many_bytes(world, token, limit):
    event = invites(token)
    with CuttingProxy(world.env["DATABASE_URL"], "bytes", limit=limit) as proxy:
        answer = world.run("send-invitation", event=event, env={"DATABASE_URL": proxy.url})
    if answer.status:
        unanswered(answer)
    nothing_is_half_done(world)
    has_one_outcome(world, event)
