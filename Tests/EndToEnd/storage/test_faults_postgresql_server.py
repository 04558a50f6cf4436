# SPDX-License-Identifier: Apache-2.0
"""A PostgreSQL server that is down, restarted, full, silent, or that refuses the connection."""

import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import threading
import time
from urllib.parse import urlsplit

import psycopg
import pytest
from faulty import feed, has_one_outcome, invites, nothing_is_half_done, unanswered, until
from postgresql_roles import at, role
from smtp_servers import Recorder
from worlds import BIN, person

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.xdist_group("faults_server"),
    pytest.mark.skipif(
    "VESTIBULE_POSTGRESQL" not in os.environ, reason="needs a server: scripts/with-postgresql runs one"),
    pytest.mark.usefixtures("own_server")]
OUT_OF_REACH = "the database is out of reach"
SHORT = {"DEADLINE_SECONDS": "1.5"}


def control(*arguments):
    subprocess.run(
        [os.environ["VESTIBULE_PGCTL"], *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


# The server


@pytest.mark.parametrize("mode", ["immediate", "fast"])
def test_a_restart_of_the_server_loses_no_event(world, token, mode):
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


def test_a_server_that_is_down_leaves_the_event_unanswered(world, token):
    event = invites(token)
    control("stop", "-m", "fast")
    try:
        unanswered(world.run("send-invitation", event=event), OUT_OF_REACH)
    finally:
        control("start")
    world.store.connect()
    has_one_outcome(world, event)


def test_a_function_waits_for_a_server_that_is_starting(world, token):
    """A starting server refuses connections with 57P03; the stopped postmaster does not answer until it continues."""
    event = invites(token)
    postmaster = int((pathlib.Path(os.environ["VESTIBULE_PGDATA"]) / "postmaster.pid").read_text().split()[0])
    os.kill(postmaster, signal.SIGSTOP)
    try:
        process = world.start("send-invitation", event)
        feed(process)
        # Nothing outside shows that the process waits for the server.
        time.sleep(0.5)
        assert process.poll() is None
        unanswered(world.run("list-clients", {}, token, env=SHORT), OUT_OF_REACH, late=True)
    finally:
        os.kill(postmaster, signal.SIGCONT)
    assert "client" in world.finish(process).json
    has_one_outcome(world, event)


def test_a_function_waits_within_its_deadline_while_the_server_has_too_many_connections(world, token):
    event = invites(token)
    with role(world, "CONNECTION LIMIT 1") as url:
        world.rows("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO least")
        with psycopg.connect(url):
            unanswered(
                world.run("send-invitation", event=event, env={**SHORT, "DATABASE_URL": url}), OUT_OF_REACH, late=True)
            process = world.start("send-invitation", event, DATABASE_URL=url)
            feed(process)
            # Nothing outside shows that the process waits for a connection.
            time.sleep(0.5)
            assert process.poll() is None
        assert "client" in world.finish(process).json
    has_one_outcome(world, event)


def test_a_server_that_accepts_and_never_answers_leaves_the_event_unanswered(world, token):
    event = invites(token)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = at(world.env["DATABASE_URL"], port=silent.getsockname()[1])
        answer = world.run("send-invitation", event=event, env={**SHORT, "DATABASE_URL": url})
    unanswered(answer, OUT_OF_REACH, late=True)
    has_one_outcome(world, event)


def test_a_server_with_another_protocol_leaves_the_event_unanswered(world, token):
    event = invites(token)
    with Recorder() as other:
        url = at(world.env["DATABASE_URL"], port=other.server_address[1])
        unanswered(world.run("send-invitation", event=event, env={"DATABASE_URL": url}), OUT_OF_REACH)
    has_one_outcome(world, event)


def test_a_host_without_an_address_leaves_the_event_unanswered(world, token):
    url = at(world.env["DATABASE_URL"], host="nowhere.invalid")
    unanswered(
        world.run("list-clients", {}, token, env={"DATABASE_URL": url, "DEADLINE_SECONDS": "3"}), OUT_OF_REACH,
        late=True)


# Wrong settings


@pytest.mark.parametrize("changes", [{"password": "wrong"}, {"user": "nobody"}])
def test_a_login_that_is_refused_is_a_wrong_setting(world, token, changes):
    answer = world.run("list-clients", {}, token, env={"DATABASE_URL": at(world.env["DATABASE_URL"], **changes)})
    assert_misconfigured(answer, world)


def test_a_missing_database_is_a_wrong_setting(world, token):
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


def test_a_role_that_may_not_create_tables_gets_a_hint(world):
    with role(world) as url:
        answer = world.run("sign-in", {"identity": person("ada")}, env={"DATABASE_URL": url})
        assert_misconfigured(answer, world)
        assert "vestibule migrate" in answer.json["error"]["detail"]
        # After the owner created the tables, privileges on rows are enough.
        world.inviter()
        assert_misconfigured(world.run("sign-in", {"identity": person("bea")}, env={"DATABASE_URL": url}), world)
        world.rows("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO least")
        answer = world.run("sign-in", {"identity": person("bea")}, env={"DATABASE_URL": url})
        assert answer.json["account"]["displayName"] == "Bea", answer.json


def test_a_read_only_server_answers_a_first_look_at_an_invitation(world, token):
    code = world.invite(token)["code"]
    world.store.on_server(f"ALTER DATABASE {world.store.name} SET default_transaction_read_only = on")
    assert world.run("preview-invitation", {"code": code}).json["client"] == {"name": "Kim"}
    world.store.on_server(f"ALTER DATABASE {world.store.name} RESET default_transaction_read_only")
    assert world.rows("SELECT opened_at FROM invitations") == [{"opened_at": None}]
    assert world.run("preview-invitation", {"code": code}).code is None
    assert world.rows("SELECT opened_at FROM invitations")[0]["opened_at"]


def test_a_read_only_server_leaves_the_event_unanswered(world, token):
    event = invites(token)
    world.store.on_server(f"ALTER DATABASE {world.store.name} SET default_transaction_read_only = on")
    unanswered(world.run("send-invitation", event=event), "the database can only be read")
    assert world.run("list-clients", {}, token).json["clients"] == []
    world.store.on_server(f"ALTER DATABASE {world.store.name} RESET default_transaction_read_only")
    has_one_outcome(world, event)


# Encryption


def test_encryption_that_the_server_does_not_offer_is_a_wrong_setting(world, token):
    event = invites(token)
    url = at(world.env["DATABASE_URL"], query="sslmode=require")
    answer = world.run("send-invitation", event=event, env={"DATABASE_URL": url})
    assert_misconfigured(answer, world)
    assert "sslmode asks for TLS" in answer.json["error"]["detail"]
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
def test_the_certificate_of_the_server_is_verified(world, token, encrypted, root, host, is_trusted):
    event = invites(token)
    url = at(world.env["DATABASE_URL"], host=host, query=f"sslmode=verify-full&sslrootcert={encrypted / root}")
    answer = world.run("send-invitation", event=event, env={"DATABASE_URL": url})
    if is_trusted:
        assert "client" in answer.json, (answer.json, answer.stderr)
    else:
        unanswered(answer, OUT_OF_REACH)
        assert world.rows("SELECT * FROM clients") == []
    has_one_outcome(world, event)


def test_a_root_certificate_that_does_not_exist_is_a_wrong_setting(world, token, encrypted):
    url = at(world.env["DATABASE_URL"], query="sslmode=verify-full&sslrootcert=/nowhere/root.crt")
    answer = world.run("list-clients", {}, token, env={"DATABASE_URL": url})
    assert_misconfigured(answer, world)
    assert "sslrootcert" in answer.json["error"]["detail"]


# A missing standby


@contextlib.contextmanager
def absent_standby(world):
    """The server answers no commit, because it waits for a synchronous standby that does not exist."""
    def set_names(statement, names):
        world.rows(statement)
        world.rows("SELECT pg_reload_conf()")
        until(lambda: world.rows("SHOW synchronous_standby_names") == [{"synchronous_standby_names": names}])

    set_names("ALTER SYSTEM SET synchronous_standby_names = 'absent'", "absent")
    try:
        yield
    finally:
        set_names("ALTER SYSTEM RESET synchronous_standby_names", "")


def doctor(world):
    """The state and the message of the finding about the database."""
    done = subprocess.run(
        [BIN / "vestibule", "doctor", "--json", "--timeout", "2"], env=world.env, cwd=world.folder, capture_output=True, timeout=60)
    [found] = [each for each in json.loads(done.stdout)["findings"] if each["subject"] == "database"]
    return found["state"], found["message"]


def test_doctor_finds_a_server_without_its_synchronous_standby(world, token):
    assert doctor(world)[0] == "ok"
    before = world.dump()
    with absent_standby(world):
        for _ in range(2):
            state, message = doctor(world)
            assert state == "trouble" and "no answer before the deadline" in message
    assert doctor(world)[0] == "ok"
    assert world.dump() == before
