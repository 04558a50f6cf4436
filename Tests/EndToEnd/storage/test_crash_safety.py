# SPDX-License-Identifier: Apache-2.0
"""Processes killed at a random time: every answer holds, every change is complete or absent, and the mail is sent."""

import json
import os
import random
import time

import pytest
from conftest import ENGINE, code_of, person

pytestmark = pytest.mark.postgresql
RUNS = int(os.environ.get("CRASH_RUNS", "160"))


def killed(world, function, event, rng, longest):
    """Runs a function and kills it at a random time: its answer, or None if there is none."""
    process = world.start(function, event)
    process.stdin.write(process.event)
    process.stdin.close()
    time.sleep(rng.uniform(0, longest))  # The random time of the kill is the test.
    process.kill()
    line = process.stdout.read()
    process.wait()
    process.stdout.close()
    process.stderr.close()
    world.store.wait_for_killed_processes()
    return json.loads(line) if line.endswith(b"\n") else None


def usual_time(world, function, event):
    begun = time.monotonic()
    world.run(function, event=event)
    return time.monotonic() - begun


def test_a_killed_invitation_or_acceptance_is_complete_or_absent(world):
    rng = random.Random(20261121)
    token = world.inviter()
    send = lambda name: {
        "id": name, "source": "crash", "authorization": f"Bearer {token}",
        "data": {"client": {"name": name, "email": f"{name}@example.com"}},
    }
    accept = lambda name, code: {"id": name, "source": "crash", "data": {"code": code, "identity": person(name)}}
    longest = 1.3 * usual_time(world, "send-invitation", send("warmup"))
    answered_before_kill = 0

    for number in range(RUNS // 2):
        name = f"c{number}"
        first = killed(world, "send-invitation", send(name), rng, longest)
        again = world.run("send-invitation", event=send(name)).json
        assert "client" in again, again
        if first:
            answered_before_kill += 1
            assert first == again
    assert len(world.rows("SELECT * FROM clients")) == RUNS // 2 + 1
    assert world.rows("SELECT count(*) AS n FROM clients c LEFT JOIN invitations i ON i.client_id = c.id WHERE i.id IS NULL") == [{"n": 0}]

    world.age("outbox", "due_at", 60)
    while world.run("deliver-mail").json["more"]:
        pass
    assert {row["state"] for row in world.rows("SELECT state FROM outbox")} == {"sent"}
    assert world.rows("SELECT * FROM outbox WHERE sealed_values IS NOT NULL") == []
    codes = {str(mail["to"]).split()[0]: code_of(mail) for mail in world.mails()}
    assert len(world.mails()) == len({mail["message-id"] for mail in world.mails()}) == RUNS // 2 + 1

    for number in range(RUNS // 2):
        name = f"c{number}"
        event = accept(name, codes[name])
        first = killed(world, "accept-invitation", event, rng, longest)
        again = world.run("accept-invitation", event=event).json
        assert "session" in again, again
        if first:
            answered_before_kill += 1
            assert first == again
    accepted = world.rows("SELECT * FROM invitations WHERE status = 'accepted'")
    linked = world.rows("SELECT * FROM clients WHERE account_id IS NOT NULL")
    accounts = world.rows("SELECT * FROM accounts WHERE role = 'client'")
    sessions = world.rows("SELECT s.* FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE a.role = 'client'")
    assert len(accepted) == len(linked) == len(accounts) == len(sessions) == RUNS // 2
    if ENGINE == "sqlite":
        assert world.rows("PRAGMA integrity_check") == [{"integrity_check": "ok"}]
    assert 0 < answered_before_kill < RUNS, "the kills came all too early or all too late"
