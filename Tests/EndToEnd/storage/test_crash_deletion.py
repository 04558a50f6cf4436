# SPDX-License-Identifier: Apache-2.0
"""Deletions, restorations and purges that are killed at a random time: an account is there as a whole, or erased."""

import os
import random

import pytest
from crashes import killed, usual_time
from deletions import RULES, mailed_code, pass_grace
from people import granted, sign_in, verified

pytestmark = [pytest.mark.slow, pytest.mark.unpooled, pytest.mark.policy(RULES)]
RUNS = int(os.environ.get("CRASH_RUNS", "160")) // 8


def event(function, number, token=None, **data):
    return {"id": f"{function} {number}", "source": "crash", **({"authorization": f"Bearer {token}"} if token else {}), "data": data}


def test_a_killed_deletion_or_restoration_is_complete_or_absent(world):
    rng = random.Random(20261123)
    verified(world)
    longest = 1.3 * usual_time(world, "purge-records", {"data": {}})
    for number in range(RUNS):
        token = granted(sign_in(world))["session"]["accessToken"]
        before = len(world.mails())
        killed(world, "delete-account", event("delete-account", number, token), rng, 2 * longest)
        world.run("delete-account", event=event("delete-account", number, token))
        [account] = world.rows("SELECT status, deletes_at FROM accounts")
        assert account["status"] == "deleting" and account["deletes_at"]
        assert world.rows("SELECT id FROM sessions WHERE revoked_at IS NULL") == []
        world.age("outbox", "due_at", 60, "state = 'leased'")
        world.run("deliver-mail")
        assert len(world.mails()) > before
        restoration = event("restore-account", number, code=mailed_code(world))
        first = killed(world, "restore-account", restoration, rng, 2 * longest)
        again = world.run("restore-account", event=restoration).json
        assert again["account"]["status"] == "active" and (first is None or first == again)
        assert world.rows("SELECT status, deletes_at FROM accounts") == [{"status": "active", "deletes_at": None}]
        assert world.rows("SELECT selector FROM account_codes WHERE purpose = 'restore-account'") == []


def test_a_killed_purge_erases_accounts_as_a_whole(world):
    rng = random.Random(20261124)
    longest = 1.5 * usual_time(world, "purge-records", {"data": {}})
    for number in range(RUNS // 4):
        for name in ("kim", "lee", "max"):
            made = verified(world, f"{name}{number}")
            granted(world.run("delete-account", {}, made["accessToken"]))
            world.age("limit_hits", "at", 86_400)
        pass_grace(world)
        killed(world, "purge-records", {"data": {}}, rng, longest)
        left = [row["id"] for row in world.rows("SELECT id FROM accounts ORDER BY id")]
        for table in ("sessions", "passwords"):
            owners = {row["account_id"] for row in world.rows(f"SELECT account_id FROM {table}")}
            assert owners == set(left), table
        erased = len(world.rows("SELECT id FROM audit WHERE action = 'account.deleted'"))
        assert erased == 3 * (number + 1) - len(left)
        granted(world.run("purge-records"))
        assert world.rows("SELECT id FROM accounts") == []
