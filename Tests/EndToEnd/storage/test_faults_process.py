# SPDX-License-Identifier: Apache-2.0
"""Faults of a process: standard streams that are closed or full, signals in every phase, clocks that jump, and many
processes that start at the same time."""

import contextlib
import json
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from faulty import (
    clock,
    feed,
    has_one_outcome,
    invites,
    is_blocked_writing,
    is_listening_to_signals,
    nothing_is_half_done,
    run,
    settled,
    until,
)
from people import policy, sign_in, signed_up
from smtp_servers import Recorder
from worlds import BIN, ENGINE, POLICY, person

STOPPED = "the process was stopped"


# Standard streams


def shell(world, function, redirection, event, **env):
    """Runs a function with streams as a shell redirects them."""
    return subprocess.run(
        ["sh", "-c", f'exec "$0" {redirection}', BIN / function], env={**world.env, **env}, cwd=world.folder,
        input=json.dumps(event).encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)


@pytest.mark.parametrize("redirection", ["</dev/null", "<&-", "</"])
def test_empty_input_is_answered_as_an_error(world, redirection):
    done = shell(world, "preview-invitation", redirection, {})
    error = json.loads(done.stdout)["error"]
    expected = (0, "event/not-json") if redirection == "</dev/null" else (75, "service/unavailable")
    assert (done.returncode, error["code"]) == expected


def test_a_truncated_event_is_refused(world, token):
    event = json.dumps(invites(token)).encode()
    process = world.start("send-invitation", event[:-20])
    assert world.finish(process).code == "event/not-json"
    has_one_outcome(world, invites(token))


@pytest.mark.parametrize("redirection", [">&-", ">/dev/full", ">&- 2>&-", ">/dev/full 2>/dev/full", "<&0 >&- 2>/dev/full"])
def test_an_answer_that_cannot_be_written_exits_with_75(world, token, redirection):
    event = invites(token)
    done = shell(world, "send-invitation", redirection, event)
    assert (done.returncode, done.stdout) == (75, b"")
    if "2>" not in redirection:
        assert "the answer cannot be written" in json.loads(done.stderr)["message"]
    assert world.rows("SELECT count(*) AS n FROM clients") == [{"n": 1}]
    answer = has_one_outcome(world, event)
    assert answer.json["invitation"]["delivery"] == "sent"


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
@pytest.mark.parametrize("level", ["trace", "error"])
def test_a_log_that_cannot_be_written_changes_nothing(world, token, redirection, level):
    event = invites(token)
    done = shell(world, "send-invitation", redirection, event, LOG_LEVEL=level)
    assert done.returncode == 0 and settled(json.loads(done.stdout)) == settled(has_one_outcome(world, event).json)
    broken = shell(world, "list-clients", redirection, {"data": {}}, LOG_LEVEL=level, DATABASE_URL="nonsense:")
    assert broken.returncode == 78 and "error" in json.loads(broken.stdout)


@pytest.mark.parametrize("streams", ["<&- >&- 2>&-", ">&- 2>&-", "2>&-"])
def test_no_other_file_takes_the_number_of_a_closed_stream(world, token, streams):
    """Otherwise the database or the connection to the relay would get that number, and receive the answer or the log."""
    event = invites(token)
    path = world.folder / "event.json"
    path.write_text(json.dumps(event))
    with Recorder() as relay:
        streams = streams if streams.startswith("<") else f"<{path} {streams}"
        shell(world, "send-invitation", streams, {}, LOG_LEVEL="trace", **relay.env)
        assert not [command for command in relay.commands if command.lstrip().startswith(b"{")]
    if ENGINE == "sqlite":
        assert world.rows("PRAGMA integrity_check") == [{"integrity_check": "ok"}]
    answer = world.run("send-invitation", event=event)
    assert "client" in answer.json and world.rows("SELECT count(*) AS n FROM clients") == [{"n": 1}]


# Signals


@contextlib.contextmanager
def reading(world, event):
    """A process that waits for its event."""
    process = world.start("send-invitation", event)
    until(lambda: is_listening_to_signals(process))
    yield process
    process.stdin.close()
    process.stdin = None


@contextlib.contextmanager
def deciding(world, event):
    """A process that waits for the database."""
    if ENGINE == "sqlite":
        import sqlite3

        lock = contextlib.closing(sqlite3.connect(world.database, isolation_level=None))
        take = "BEGIN IMMEDIATE"
    else:
        lock, take = psycopg.connect(world.store.direct), "LOCK TABLE clients IN ACCESS EXCLUSIVE MODE"
    with lock as other:
        other.execute(take)
        process = world.start("send-invitation", event)
        feed(process)
        # Nothing outside shows that the process waits for the lock.
        time.sleep(0.7)
        assert process.poll() is None
        yield process


@contextlib.contextmanager
def sending(world, event):
    """A process that sends a mail to a silent relay."""
    with Recorder(stall="DATA") as relay:
        process = world.start("send-invitation", event, **relay.env)
        feed(process)
        until(lambda: relay.said("DATA"))
        yield process
        relay.over.set()


@contextlib.contextmanager
def answering(world, event):
    """A process whose answer is larger than a pipe and is not read."""
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(200)]
    event["data"] = {"clients": clients, "deliver": "link"}
    process = world.start("send-invitation", event)
    feed(process)
    until(lambda: world.rows("SELECT 1 FROM clients LIMIT 1"))
    until(lambda: is_blocked_writing(process))
    yield process


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("phase", [reading, deciding, sending, answering])
def test_a_signal_in_any_phase_has_one_outcome(world, token, phase, number):
    event = invites(token)
    with phase(world, event) as process:
        process.send_signal(number)
        status = process.wait(10)
    output = process.stdout.read()
    process.stdout.close()
    process.stderr.close()
    if number == signal.SIGKILL:
        assert status == -signal.SIGKILL
    else:
        assert status == 75
    if number == signal.SIGKILL or phase is answering:
        assert not output.endswith(b"\n")
    else:
        error = json.loads(output)["error"]
        assert (error["code"], error["detail"], error["retryable"]) == ("service/unavailable", STOPPED, True)
    if phase in (reading, deciding):
        assert world.rows("SELECT * FROM clients") == []
    if phase is answering:
        first = world.run("send-invitation", event=event)
        assert len(first.json["results"]) == 200 and all("link" in result for result in first.json["results"])
        assert world.run("send-invitation", event=event).json == first.json
        assert world.rows("SELECT count(*) AS n FROM clients") == [{"n": 200}]
    else:
        nothing_is_half_done(world)
        has_one_outcome(world, event)


# Clocks


def at(world, when, function, event):
    """Runs a function with another wall clock. The monotonic clock of deadlines is unchanged."""
    return run(world, function, event, **clock(when))


DAY = 86_400
CLOCKS = {"-20y": -20 * 365 * DAY, "-1d": -DAY, "-90s": -90, "+90s": 90, "+1d": DAY, "+20y": 20 * 365 * DAY}


def person_at(when, name):
    """An identity whose provider has the same clock."""
    issued = int(time.time()) + CLOCKS[when]
    return person(name, iat=issued, exp=issued + 600)


@pytest.mark.parametrize("when", CLOCKS)
def test_an_invitation_sent_with_a_wrong_clock_keeps_its_own_expiry(world, token, when):
    """Its expiry is as wrong as the clock. Everything else works, and it can be resent with a correct clock."""
    session = at(world, when, "sign-in", {"identity": person_at(when, "bea"), "as": "admin"})
    assert session.code is None, session.json
    bearer = session.json["session"]["accessToken"]
    sent = at(world, when, "send-invitation", invites(bearer))
    assert "client" in sent.json and sent.json["invitation"]["delivery"] == "sent", sent.json
    listed = world.run("list-clients", {}, bearer)
    if listed.code:
        assert listed.code in ("auth/token-expired", "auth/session-expired", "auth/unauthenticated"), listed.json
        bearer = world.inviter("bea")
        listed = world.run("list-clients", {}, bearer)
    [client] = listed.json["clients"]
    assert client["invitation"]["status"] == ("expired" if when == "-20y" else "pending")
    again = world.run("resend-invitation", {"invitationId": client["invitation"]["id"]}, bearer)
    assert again.json["invitation"]["status"] == "pending", again.json


@pytest.mark.parametrize("when", CLOCKS)
def test_a_repeated_event_under_another_clock_gets_the_same_answer(world, token, when):
    event = invites(token)
    first = world.run("send-invitation", event=event)
    again = at(world, when, "send-invitation", event)
    if again.code is None:
        assert settled(again.json) == settled(first.json)
    else:
        # Answers are remembered for a day, and a token is valid for an hour.
        assert again.code in ("auth/token-expired", "auth/session-expired", "auth/unauthenticated", "client/duplicate"), again.json
    assert len(world.rows("SELECT * FROM clients")) == 1
    assert settled(world.run("send-invitation", event=event).json) == settled(first.json)


@pytest.mark.parametrize("when", CLOCKS)
def test_sessions_work_under_another_clock(world, when):
    first = world.sign_in("ada")["session"]
    other = at(world, when, "refresh-session", {"refreshToken": first["refreshToken"]})
    if when == "+20y":
        assert other.code == "auth/session-expired"
        successor = first
    else:
        assert other.code is None, other.json
        successor = other.json["session"]
    assert "session" in world.run("refresh-session", {"refreshToken": successor["refreshToken"]}).json


@pytest.mark.parametrize("when", ["+1d", "+20y"])
def test_limits_used_up_by_a_clock_ahead_recover(world, when):
    world.policy(policy())
    signed_up(world)
    for _ in range(6):
        wrong = {"email": "kim@example.com", "password": "wrong but long enough"}
        assert at(world, when, "sign-in", wrong).code in ("auth/invalid-credential", "auth/too-many-requests")
    assert sign_in(world).code is None


def test_mail_leased_by_a_clock_ahead_is_sent_later(world):
    bearer = at(world, "+20y", "sign-in", {"identity": person_at("+20y", "ada")}).json["session"]["accessToken"]
    event = invites(bearer)
    at(world, "+20y", "send-invitation", {**event, "data": {**event["data"], "deliver": "link"}})
    world.run("send-invitation", event=invites(world.inviter("bea")), env={"MAIL_URL": "smtp://127.0.0.1:1?tls=none"})
    world.rows("UPDATE outbox SET due_at = due_at + 600000000000, state = 'leased'")
    assert world.run("deliver-mail").json["sent"] == 0
    world.run("expire-invitations")
    assert world.run("deliver-mail").json["sent"] == 1


def test_signing_keys_created_by_a_clock_ahead_sign_and_verify(world):
    ahead = at(world, "+20y", "sign-in", {"identity": person_at("+20y", "ada")})
    assert ahead.code is None, ahead.json
    token = world.inviter("bea")
    assert world.run("list-clients", {}, token).json["clients"] == []
    assert world.run("jwks", {}).json["keys"]


# Concurrency


def test_processes_that_start_together_create_distinct_ids_codes_and_tokens(world, token):
    world.policy({**POLICY, "limits": {"invite": {"max": 10_000, "seconds": 60}}})
    clients = lambda number: [{"name": "Kim", "email": f"kim{number}-{n}@example.com"} for n in range(5)]
    events = [{"data": {"clients": clients(number), "deliver": "link"}} for number in range(40)]
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(
            lambda event: world.run("send-invitation", event["data"], token, env={"DEADLINE_SECONDS": "50"}), events))
        sessions = list(pool.map(
            lambda n: world.run("sign-in", {"identity": person("ada")}, env={"DEADLINE_SECONDS": "50"}), range(40)))
    results = [result for answer in answers for result in answer.json["results"]]
    for values in (
        [result["link"] for result in results], [result["client"]["id"] for result in results],
        [result["invitation"]["id"] for result in results],
        [answer.json["session"]["refreshToken"] for answer in sessions],
        [answer.json["session"]["accessToken"] for answer in sessions],
        # An encrypted value begins with its nonce.
        [row["sealed_values"] for row in world.rows("SELECT sealed_values FROM outbox WHERE sealed_values IS NOT NULL")],
    ):
        assert len(set(values)) == len(values)
    assert len(results) == 200


def test_each_process_encrypts_the_same_event_with_its_own_nonce(world, token):
    """The remembered answers of equal events with different ids are encrypted and share no prefix."""
    events = [{"id": str(n), "source": "x", "authorization": f"Bearer {token}", "data": {}} for n in range(40)]
    with ThreadPoolExecutor(20) as pool:
        list(pool.map(lambda event: world.run("list-clients", event=event, env={"DEADLINE_SECONDS": "50"}), events))
    sealed = [row["sealed_answer"] for row in world.rows("SELECT sealed_answer FROM seen_events WHERE function = 'list-clients'")]
    assert len(sealed) == 40 and len({text[:20] for text in sealed}) == 40
