# SPDX-License-Identifier: Apache-2.0
"""Functions for tests of faults: an event with its own id that fails, and has exactly one outcome afterwards."""

import json
import os
import pathlib
import subprocess
import time

import pytest
from worlds import BIN, Answer, person


def invites(token, name="kim", **data):
    """The event that sends an invitation by mail."""
    client = {"name": name.capitalize(), "email": f"{name}@example.com"}
    return {
        "id": f"invite {name}", "source": "faults", "authorization": f"Bearer {token}",
        "data": {"client": client, **data}}


def accepts(code, name="kim"):
    """The event that accepts an invitation."""
    return {"id": f"accept {name}", "source": "faults", "data": {"code": code, "identity": person(name)}}


def run(world, function, event, wrapper=(), folder=None, **env):
    """Runs a function inside another command, with its own environment and limits."""
    process = subprocess.Popen(
        [*wrapper, BIN / function], env={**world.env, **env}, cwd=folder or world.folder, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    stdout, stderr = process.communicate(json.dumps(event).encode(), timeout=60)
    return Answer(process.returncode, json.loads(stdout) if stdout else {}, stderr.decode(), stdout)


def unanswered(answer, *details, late=False):
    """Asserts that an event was not answered, with the right status, and that the caller may try again; if it is
    late, the deadline may end first."""
    error = answer.json["error"]
    assert answer.status == 75 and error["retryable"], (answer.json, answer.stderr)
    assert answer.stdout.count(b"\n") == 1
    if late and error["code"] == "service/deadline":
        return
    assert error["code"] == "service/unavailable", (answer.json, answer.stderr)
    assert not details or error["detail"] in details, (error, answer.stderr)
    logged = [json.loads(line) for line in answer.stderr.splitlines()]
    assert all(line["level"] == "error" for line in logged)


def has_one_outcome(world, event, mails=1):
    """Asserts that repeating the event is granted and has one effect."""
    answer = world.run("send-invitation", event=event)
    assert answer.status == 0 and "client" in answer.json, (answer.json, answer.stderr)
    again = world.run("send-invitation", event=event)
    assert settled(again.json) == settled(answer.json)
    email = event["data"]["client"]["email"]
    counts = world.rows(
        """SELECT count(*) AS n, min(o.id) AS mail FROM clients c JOIN invitations i ON i.client_id = c.id
           JOIN invitation_codes k ON k.invitation_id = i.id JOIN outbox o ON o.invitation_id = i.id WHERE c.email = ?""",
        (email,))
    assert counts[0]["n"] == 1
    world.rows("UPDATE outbox SET due_at = 0 WHERE state IN ('queued', 'leased')")
    world.run("deliver-mail")
    assert len([mail for mail in world.mails() if mail["to"].addresses[0].addr_spec == email]) == mails
    return answer


def is_accepted_once(world, event, name="kim", **env):
    """Asserts that repeating an acceptance is granted with one answer, and that it has one account with one session."""
    answer = world.run("accept-invitation", event=event, env=env)
    assert answer.status == 0 and answer.json.get("isNewAccount"), (answer.json, answer.stderr)
    assert world.run("accept-invitation", event=event, env=env).json == answer.json
    accounts = world.rows(
        """SELECT count(DISTINCT a.id) AS accounts, count(s.id) AS sessions FROM accounts a
           LEFT JOIN sessions s ON s.account_id = a.id WHERE a.email = ?""", (f"{name}@example.com",))
    assert accounts == [{"accounts": 1, "sessions": 1}]
    return answer


def unanswered_in_time(answer):
    """Asserts that an event was not answered because the database was away until the deadline, and that the caller is
    told when to try again."""
    unanswered(answer)
    assert answer.json["error"]["retryAfter"] >= 1, answer.json


def settled(answer):
    """An answer without the delivery of its mail."""
    rest = {name: value for name, value in answer.items() if name != "message"}
    return {**rest, "invitation": {**answer["invitation"], "delivery": None}}


def nothing_is_half_done(world):
    assert world.rows(
        "SELECT c.id FROM clients c LEFT JOIN invitations i ON i.client_id = c.id WHERE i.id IS NULL") == []
    assert world.rows("SELECT i.id FROM invitations i LEFT JOIN outbox o ON o.invitation_id = i.id WHERE o.id IS NULL") == []


def until(holds, seconds=20):
    """Waits for a condition."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.005)  # The interval of the polling.


def feed(process):
    """Writes the event to a process and closes its stdin."""
    process.stdin.write(process.event)
    process.stdin.close()
    process.stdin = None


def is_listening_to_signals(process):
    """Whether a process has installed its SIGTERM handler."""
    for line in open(f"/proc/{process.pid}/status"):
        if line.startswith("SigCgt:"):
            return bool(int(line.split()[1], 16) >> 14 & 1)
    return False


def is_root():
    return os.geteuid() == 0


FAKETIME = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)


def clock(when):
    """The variables of a process with another wall clock, such as `+1h` or `+11m` (libfaketime; `min` is misread at random). The
    monotonic clock is unchanged."""
    if not FAKETIME:
        pytest.skip("Debian's package is faketime")
    return {"LD_PRELOAD": str(FAKETIME), "FAKETIME": when, "DONT_FAKE_MONOTONIC": "1", "FAKETIME_NO_CACHE": "1",
            # Its shared memory outlives a process that ends without cleaning up, and is taken by the next one with its
            # id.
            "FAKETIME_DISABLE_SHM": "1"}


def is_blocked_writing(process):
    """Whether a process waits for a reader of its pipe."""
    return pathlib.Path(f"/proc/{process.pid}/wchan").read_text().startswith(("pipe", "anon_pipe"))
