# SPDX-License-Identifier: Apache-2.0
"""`vestibule account delete` and `export`, and commands that run at the same time."""

import subprocess

import pytest
from deletions import mailed_code
from operated_accounts import CREATE, column, names
from operators import USER, account, audited, lines, refused
from people import PASSWORD, granted, mails_to, policy, sign_in, verified
from sessions import look
from worlds import BIN

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(policy())]


DAY = 86_400


def test_a_deletion_can_be_cancelled_until_its_time(world):
    made = verified(world)
    deleted = account(world, "delete", "kim@example.com", "--grace-days", "3")
    assert deleted["status"] == "deleting" and deleted["endedSessions"] == 1
    id = made["account"]["id"]
    assert abs(column(world, "deletes_at", id) - column(world, "created_at", id) - 3 * DAY * 1000) < 600_000
    assert look(world, made).code is not None and sign_in(world).code == "auth/user-disabled"
    refused(world, "account", "delete", "kim@example.com", words="already")
    refused(world, "account", "suspend", "kim@example.com", words="restore it first")
    restored = account(world, "restore", "kim@example.com")
    assert restored["status"] == "active" and "deletesAt" not in restored and column(world, "deletes_at", id) is None
    granted(sign_in(world))
    world.run("deliver-mail")
    assert len(mails_to(world, "kim", "won't be deleted")) == 1
    assert audited(world, "account.deletion-requested") == audited(world, "account.restored") == [USER]


def test_after_its_time_a_deleted_account_cannot_be_restored(world):
    verified(world)
    account(world, "delete", "kim@example.com")
    world.age("accounts", "deletes_at", 30 * DAY)
    refused(world, "account", "restore", "kim@example.com", words="has ended")


def test_an_account_is_erased_at_once(world):
    made = verified(world)
    id = made["account"]["id"]
    assert account(world, "delete", "kim@example.com", "--now") == {"id": id, "deleted": True}
    assert world.rows("SELECT * FROM accounts") == [] and look(world, made).code == "auth/session-revoked"
    assert audited(world, "account.deleted") == [USER]
    assert [entry["action"] for entry in lines(world, "audit", "--account", id)][0] == "account.deleted"


def test_a_deletion_with_grace_can_be_made_final(world):
    verified(world)
    account(world, "delete", "kim@example.com")
    account(world, "delete", "kim@example.com", "--now")
    assert world.rows("SELECT * FROM accounts") == []


def together(world, *commands):
    """Runs operators' commands and events at the same time: the exit statuses of the commands, and the answers of the events."""
    started = [
        world.start(*command) if isinstance(command[1], dict)
        else subprocess.Popen(
            [BIN / "vestibule", *command], env=world.env, cwd=world.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for command in commands]
    for process in started:
        if hasattr(process, "event"):
            process.stdin.write(process.event)
            process.stdin.close()
            process.stdin = None
    return [world.finish(process) if hasattr(process, "event") else process.wait(60) for process in started]


def test_an_address_is_created_once(world):
    account(world, "create", "bob@example.com", "--role", "client", "--name", "Bob")
    assert sorted(together(world, *[CREATE] * 6)) == [0, 65, 65, 65, 65, 65]
    assert names(world) == ["ada", "bob"]


def test_no_sign_in_survives_a_suspension(world):
    verified(world)
    event = {"data": {"email": "kim@example.com", "password": PASSWORD}}
    sign_ins = [("sign-in", event)] * 8
    *answers, status = together(world, *sign_ins, ("account", "suspend", "kim@example.com"))
    assert status == 0 and {answer.code for answer in answers} <= {None, "auth/user-disabled"}
    assert world.rows("SELECT id FROM sessions WHERE revoked_at IS NULL") == []
    assert audited(world, "account.suspended") == [USER]


def test_a_suspension_happens_once(world):
    verified(world)
    assert together(world, *[("account", "suspend", "kim@example.com")] * 6) == [0] * 6
    assert audited(world, "account.suspended") == [USER]


def test_an_export_is_that_of_the_function_and_names_the_operator(world):
    kim = verified(world)
    exported = account(world, "export", "kim@example.com")
    shown = granted(world.run("export-account", {}, kim["accessToken"]))
    assert exported["account"] == shown["account"] and exported.keys() == shown.keys()
    assert [list(exported[name]) == list(shown[name]) for name in ("identities", "consents", "clients", "workouts")] == [True] * 4
    assert audited(world, "account.exported") == [USER, None]


def test_the_grace_is_that_of_the_policy_and_the_owner_gets_the_way_back(world):
    world.policy(policy(deletion={"graceDays": 7}))
    verified(world)
    deleted = account(world, "delete", "kim@example.com")
    assert deleted["status"] == "deleting"
    [row] = world.rows("SELECT deletes_at - updated_at AS grace FROM accounts")
    assert row["grace"] == 7 * DAY * 1000
    world.run("deliver-mail")
    code = mailed_code(world)
    assert granted(world.run("restore-account", {"code": code}))["account"]["status"] == "active"


def test_a_suspended_account_is_not_deleted_with_a_grace_in_which_its_owner_could_restore_it(world):
    verified(world)
    account(world, "suspend", "kim@example.com")
    refused(world, "account", "delete", "kim@example.com", words="is suspended")
    account(world, "delete", "kim@example.com", "--now")
    assert world.rows("SELECT id FROM accounts") == []


def test_the_owner_is_notified_of_an_operators_export(world):
    verified(world)
    account(world, "export", "kim@example.com")
    world.run("deliver-mail")
    assert len(mails_to(world, "kim", "exported")) == 1
