# SPDX-License-Identifier: Apache-2.0
"""What a refusal by a rate limit writes: rows, the audit log, and their removal."""

import json
import subprocess

import pytest
from people import HOUR, MINUTE, age_limits, granted, policy, signed_up
from rate_limits import LIMITED, QUARTER, guess, inviter
from worlds import BIN

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(policy())]


# Refusals in the audit log


def refusals(world):
    columns = "function, code, account_id, count, last_at - at AS term, address"
    return world.rows(f"SELECT {columns} FROM audit WHERE action = 'refused' ORDER BY at, id")


def test_refusals_of_one_limit_caller_and_window_are_one_row(world):
    signed_up(world)
    for number in range(5):
        guess(world, f"nobody{number}", address=1)
    for _ in range(7):
        assert guess(world, address=1).code == LIMITED
    limited = [row for row in refusals(world) if row["code"] == LIMITED]
    assert [(row["function"], row["count"]) for row in limited] == [("sign-in", 7)]
    assert limited[0]["term"] > 0 and limited[0]["address"] == "192.0.2.1"
    for number in range(5):
        guess(world, "lee", address=number + 10)
    for number in (2, 3):
        assert guess(world, "lee", address=number).code == LIMITED
    counts = [row["count"] for row in refusals(world) if row["code"] == LIMITED]
    assert counts == [7, 1, 1], "other callers, another limit"
    for table, columns in (("audit", ("at", "last_at")), ("limit_hits", ("at", "expires_at"))):
        for column in columns:
            world.age(table, column, QUARTER)
    for number in range(5):
        guess(world, f"nobody{number}", address=1)
    assert guess(world, address=1).code == LIMITED
    assert [row["count"] for row in refusals(world) if row["code"] == LIMITED] == [7, 1, 1, 1]
    report = subprocess.run([BIN / "vestibule", "report"], env=world.env, capture_output=True)
    counted = json.loads(report.stdout)
    assert sum(each["count"] for each in counted["refusals"] if each["code"] == LIMITED) == 10


def test_an_inviter_sees_how_often_a_limit_refused(world):
    token = inviter(world, limits={"invite": {"max": 1, "seconds": 3600}})
    for name in ("kim", "lee", "max"):
        world.run("send-invitation", {"client": {"name": name, "email": f"{name}@example.com"}, "deliver": "link"}, token)
    entry = world.run("list-audit", {"action": "refused"}, token).json["entries"]
    assert [(each["code"], each["count"]) for each in entry] == [(LIMITED, 2)]
    assert entry[0]["lastAt"] >= entry[0]["at"]


def test_refusals_for_missing_permission_are_in_the_audit_log(world):
    ada = inviter(world, email={"verification": "required"})
    kim = signed_up(world)
    lee = world.sign_in("lee", **{"as": "client"})
    codes = []
    for function, token in (("list-workouts", kim["accessToken"]), ("list-clients", lee["session"]["accessToken"])):
        codes.append(world.run(function, {}, token, clientip="192.0.2.7").code)
    world.rows("UPDATE accounts SET status = 'disabled' WHERE id = ?", (kim["account"]["id"],))
    codes.append(world.run("get-account", {}, kim["accessToken"]).code)
    assert codes == ["auth/email-not-verified", "auth/permission-denied", "auth/user-disabled"]
    rows = [(row["function"], row["code"], row["account_id"], row["address"]) for row in refusals(world)]
    assert rows == [
        ("list-workouts", codes[0], kim["account"]["id"], "192.0.2.7"),
        ("list-clients", codes[1], lee["account"]["id"], "192.0.2.7"),
        ("get-account", codes[2], kim["account"]["id"], None)]
    assert world.run("list-clients", {}, "no token").code == "auth/unauthenticated"
    assert len(refusals(world)) == 3, "nobody is known to have been refused"
    granted(world.run("list-clients", {}, ada))


def test_the_record_of_mail_requests_is_deleted_with_the_account(world):
    kim = signed_up(world)
    for function in ("verify-email", "reset-password"):
        for name in ("kim", "nobody"):
            granted(world.run(function, {"email": f"{name}@example.com"}, clientip="192.0.2.9", useragent="Spy 1.0"))
    asked = "SELECT address FROM audit WHERE action IN ('email.verification-requested', 'password.reset-requested')"
    assert [row["address"] for row in world.rows(asked)] == ["192.0.2.9"] * 4
    granted(world.run("delete-account", {}, kim["accessToken"]))
    assert sorted(row["address"] or "" for row in world.rows(asked)) == ["", "", "192.0.2.9", "192.0.2.9"]


# Stored rows


def test_a_limit_stores_no_address(world):
    signed_up(world)
    guess(world, address=77)
    kept = str(world.rows("SELECT * FROM limit_hits"))
    assert "192.0.2.77" not in kept and "kim@" not in kept


def test_the_sweep_removes_limit_rows_that_are_no_longer_needed(world):
    signed_up(world)
    guess(world, address=1)
    age_limits(world, HOUR + MINUTE)
    world.run("expire-invitations")
    assert world.rows("SELECT * FROM limit_hits") == []
