# SPDX-License-Identifier: Apache-2.0
"""What a caller may do is judged in the transaction that decides, after it has waited for others."""

import contextlib
import json
import sqlite3
import time

import pytest
from factors import with_factors
from people import age_limits, policy, signed_up
from worlds import ENGINE

pytestmark = pytest.mark.skipif(
    ENGINE != "sqlite", reason="on PostgreSQL a decision that began before a change and ends after it is ordered before it")


def decided_after(world, function, data, token, change):
    """The answer of an event that is authenticated before a change and decides after it."""
    event = {"authorization": f"Bearer {token}", "data": data}
    with world.held_for(change):
        process = world.start(function, event)
        process.stdin.write(process.event)
        process.stdin.close()
        time.sleep(1)  # The event waits for the held database.
    stdout = process.stdout.read()
    process.wait()
    return json.loads(stdout).get("error", {}).get("code")


@pytest.fixture(autouse=True)
def held_for(world):
    """The database can be held by a transaction with an uncommitted change."""
    @contextlib.contextmanager
    def held_for(change):
        with contextlib.closing(sqlite3.connect(world.store.path, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(change)
            yield
            connection.execute("COMMIT")

    world.held_for = held_for


def test_an_inviter_who_is_demoted_meanwhile_invites_nobody(world):
    token = world.inviter()
    data = {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": "link"}
    code = decided_after(world, "send-invitation", data, token, "UPDATE accounts SET role = 'client'")
    assert code == "auth/permission-denied" and world.rows("SELECT id FROM invitations") == []


def test_an_account_that_got_a_factor_meanwhile_needs_it(world):
    world.policy(with_factors(roles={"signUp": ["client"]}))
    token = signed_up(world)["accessToken"]
    code = decided_after(world, "enroll-factor", {"type": "totp"}, token, "UPDATE accounts SET factors = 1")
    assert code == "auth/factor-required"


def test_an_address_that_was_verified_meanwhile_gets_no_mail_about_it(world):
    world.policy(policy())
    token = signed_up(world)["accessToken"]
    before = len(world.mails())
    age_limits(world)
    code = decided_after(world, "verify-email", {"email": "kim@example.com"}, token, "UPDATE accounts SET email_verified = 1")
    assert code is None and len(world.mails()) == before
