# SPDX-License-Identifier: Apache-2.0
"""Sign-ins, deliveries, unlinkings and deletions that are killed at a random time: every code is exchanged once, and every token of
a person who has left is revoked."""

import os
import random

import pytest
from apple import Apple, apple_policy, deliver, identity, kept, requests_of, wait
from crashes import killed, usual_time
from people import granted, verified

pytestmark = [pytest.mark.slow, pytest.mark.policy(apple_policy(session={"maxPerAccount": 100}))]
RUNS = int(os.environ.get("CRASH_RUNS", "160")) // 16


@pytest.fixture
def apple(world):
    with Apple() as apple:
        world.env.update(apple.env)
        yield apple


def event(function, number, token=None, **data):
    return {"id": f"{function} {number}", "source": "crash", **({"authorization": f"Bearer {token}"} if token else {}), "data": data}


def deliver_all(world, apple):
    wait(world, 60)
    deliver(world, apple)


def test_killed_processes_exchange_and_revoke_once(world, apple):
    """Whatever is killed is repeated. A run of deliver-mail that is killed between Apple's answer and the commit has lost the answer:
    then the request is sent again, and only then."""
    rng = random.Random(20261126)
    longest = 1.3 * usual_time(world, "purge-records", {"data": {}})
    repeated = 0
    for number in range(RUNS):
        person, code = f"{number:03}.kim", apple.code(f"{number:03}.kim")
        sign_in = event("sign-in", number, identity=identity(code, person, email=f"kim{number}@example.com"))
        killed(world, "sign-in", sign_in, rng, longest)
        session = granted(world.run("sign-in", event=sign_in))["session"]
        sent = len(apple.requests)
        killed(world, "deliver-mail", {"data": {}}, rng, 2 * longest)
        deliver_all(world, apple)
        assert apple.codes[code]["used"] == 1, "Apple has given one token for the code"
        repeated += len(apple.requests) - sent - 1
        # The answer of a killed run is lost with its token, and the code is sent again; every other token is stored.
        exchanges = sum(form.get("code") == code for _, form in apple.requests)
        assert kept(world) == [person] or exchanges > 1
        if kept(world) != [person]:
            for token in [token for token, known in apple.tokens.items() if known["subject"] == person]:
                apple.tokens[token]["lost"] = True

        deletion = event("delete-account", number, session["accessToken"])
        killed(world, "delete-account", deletion, rng, longest)
        world.run("delete-account", event=deletion)
        assert world.rows("SELECT * FROM accounts") == []
        sent = len(apple.requests)
        killed(world, "deliver-mail", {"data": {}}, rng, 2 * longest)
        deliver_all(world, apple)
        assert {token for token in apple.living if "lost" not in apple.tokens[token]} == set()
        repeated += max(0, len(apple.requests) - sent - 1)
    for known in apple.tokens.values():
        assert "lost" in known or 1 <= known["revoked"] <= 2, known
    lost = sum("lost" in known for known in apple.tokens.values())
    assert repeated <= 2 * RUNS and lost <= RUNS // 2, (repeated, lost)
    assert {row["state"] for row in requests_of(world)} <= {"sent", "failed"}
    assert world.rows("SELECT * FROM outbox WHERE kind LIKE 'apple-%' AND sealed_values IS NOT NULL") == []


def test_killed_unlinkings_revoke_once(world, apple):
    rng = random.Random(20261127)
    longest = 1.3 * usual_time(world, "purge-records", {"data": {}})
    session = verified(world)
    for number in range(RUNS // 2):
        granted(world.run("link-identity", {"identity": identity(apple.code())}, session["accessToken"]))
        deliver(world, apple)
        unlinking = event("unlink-identity", number, session["accessToken"], provider="apple")
        killed(world, "unlink-identity", unlinking, rng, longest)
        assert granted(world.run("unlink-identity", event=unlinking)) == {"providers": ["password"]}
        deliver(world, apple)
        assert apple.living == set()
        # An identity has at most five exchanges in the lifetime of a code.
        world.rows("DELETE FROM limit_hits")
    assert len(apple.revoked) == len(set(apple.revoked)) == RUNS // 2
    assert apple.paths().count("/auth/token") == RUNS // 2


def test_killed_purges_revoke_every_token(world, apple):
    world.policy(apple_policy(deletion={"graceDays": 30}))
    rng = random.Random(20261128)
    longest = 1.5 * usual_time(world, "purge-records", {"data": {}})
    for number in range(RUNS // 4):
        for name in ("kim", "lee", "max"):
            person = f"{number}.{name}"
            answer = granted(world.run("sign-in", {"identity": identity(apple.code(person), person, email=f"{name}{number}@example.com")}))
            deliver(world, apple)
            granted(world.run("delete-account", {}, answer["session"]["accessToken"]))
        world.age("accounts", "deletes_at", 31 * 86_400)
        killed(world, "purge-records", {"data": {}}, rng, longest)
        granted(world.run("purge-records"))
        assert world.rows("SELECT * FROM accounts") == []
        deliver(world, apple)
    assert apple.living == set() and len(apple.revoked) == len(apple.tokens) == 3 * (RUNS // 4)
