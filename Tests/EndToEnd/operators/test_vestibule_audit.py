# SPDX-License-Identifier: Apache-2.0
"""`vestibule audit`: operators read the audit log."""

import pytest
from operators import USER, account, lines, refused, vestibule
from people import granted, newest_first, policy, sign_in, verified

pytestmark = pytest.mark.postgresql
WRONG = "a wrong one"


@pytest.fixture(autouse=True)
def history(world):
    """Two accounts and a refusal."""
    world.policy(policy())
    world.kim = verified(world, "kim")["account"]["id"]
    world.lee = verified(world, "lee")["account"]["id"]
    sign_in(world, password=WRONG, event={"clientip": "192.0.2.1", "useragent": "Phone"})
    granted(sign_in(world))


def actions(world, *arguments):
    return [entry["action"] for entry in lines(world, "audit", *arguments)]


def test_entries_are_newest_first(world):
    entries = lines(world, "audit")
    assert entries == newest_first(entries)
    assert entries[0]["action"] == "account.signed-in" and entries[0]["accountId"] == world.kim
    refusal = entries[1]
    assert (refusal["action"], refusal["code"], refusal["function"]) == ("refused", "auth/invalid-credential", "sign-in")
    assert (refusal["address"], refusal["userAgent"]) == ("192.0.2.1", "Phone") and "operator" not in refusal


def test_an_action_that_does_not_exist_is_a_wrong_argument(world):
    done = vestibule(world, "audit", "--action", "nope")
    assert (done.status, done.stdout) == (64, "") and "'nope' is not an action of the audit log" in done.stderr


def test_entries_are_selected_by_account_action_and_time(world):
    assert actions(world, "--account", world.lee) == actions(world, "--account", "lee@example.com")
    assert set(entry["accountId"] for entry in lines(world, "audit", "--account", "kim@example.com")) == {world.kim}
    assert actions(world, "--action", "refused") == ["refused"]
    assert actions(world, "--account", world.kim, "--action", "account.signed-in") == ["account.signed-in"]
    world.age("audit", "at", 7200, "action = 'refused'")
    assert "refused" not in actions(world, "--since", "1h") and "refused" in actions(world, "--since", "3h")
    assert len(actions(world, "--limit", "2")) == 2 and actions(world, "--action", "account.deleted") == []


def test_entries_about_an_account_belong_to_it_too(world):
    world.rows(
        "INSERT INTO audit (id, at, function, action, account_id, subject_id) VALUES ('x', 1, 'f', 'member.updated', ?, ?)",
        (world.lee, world.kim))
    assert "member.updated" in actions(world, "--account", world.kim) and "member.updated" in actions(world, "--account", world.lee)


def test_an_operators_entry_names_the_operator(world):
    account(world, "suspend", "kim@example.com")
    [entry] = lines(world, "audit", "--action", "account.suspended")
    assert (entry["operator"], entry["function"], entry["accountId"]) == (USER, "account", world.kim)


def test_the_log_is_a_table_for_people(world):
    head, first, *_ = vestibule(world, "audit").stdout.splitlines()
    assert head.split() == ["AT", "ACTION", "FUNCTION", "ACCOUNT", "SUBJECT", "CODE", "COUNT", "ADDRESS", "OPERATOR", "SERVICE"]
    assert "account.signed-in" in first and world.kim in first


def test_reading_the_log_changes_nothing(world):
    before = world.dump()
    actions(world)
    assert world.dump() == before


def test_an_unknown_address_is_refused(world):
    refused(world, "audit", "--account", "max@example.com", words="max@example.com")


@pytest.mark.parametrize("arguments", [["--since", "soon"], ["--limit", "0"], ["--account", "kim@"], ["extra"]])
def test_a_wrong_argument_exits_with_64(world, arguments):
    refused(world, "audit", *arguments, status=64)
