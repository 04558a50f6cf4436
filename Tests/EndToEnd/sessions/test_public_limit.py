# SPDX-License-Identifier: Apache-2.0
"""`limits.public`: what one client may ask of all public functions together, and what refusals leave in the database."""

import pytest
from key_rotation import change_key, drop_previous, new_key, rotate
from people import at_once, granted, policy, sign_in, signed_up
from worlds import POLICY, person

LIMITED = "auth/too-many-requests"
HERE = {"clientip": "192.0.2.7"}
PASSKEYS = {"passkey": {"rpID": "pfa.example", "origins": ["https://pfa.example"]}}


def limited(most, seconds=60, **sections):
    return policy(limits={"public": {"max": most, "seconds": seconds}}, factors=PASSKEYS, **sections)


def calls(world):
    """One call of each kind, with how it is answered: granted or refused, and with and without a decision."""
    return [
        ("passkey-options", {}, None), ("refresh-session", {"refreshToken": "garbage"}, "auth/session-revoked"),
        ("accept-invitation", {"code": "A", "identity": person("kim")}, "invitation/not-found"),
        ("preview-invitation", {"code": "A"}, "invitation/not-found"), ("jwks", {}, None),
        ("sign-in", {"email": "nobody@example.com", "password": "wrong"}, "auth/invalid-credential")]


def test_all_public_functions_together_have_one_limit_per_client_address(world):
    world.policy(limited(6))
    for function, data, code in calls(world):
        assert world.run(function, data, **HERE).code == code, function
    for function, data, code in calls(world):
        answer = world.run(function, data, **HERE)
        assert answer.code == LIMITED and answer.stderr == "", function
        assert 0 < answer.json["error"]["retryAfter"] <= 60
        assert world.run(function, data).code == code, "without an address there is no limit"
    assert world.run("passkey-options", {}, clientip="192.0.2.8").code is None


@pytest.mark.parametrize("index", range(6))
def test_each_kind_of_call_counts_exactly_once(world, index):
    world.policy(limited(3))
    world.run("expire-invitations")
    function, data, code = calls(world)[index]
    assert [world.run(function, data, **HERE).code for _ in range(5)] == [code] * 3 + [LIMITED] * 2


def test_the_next_window_begins_after_the_wait(world):
    world.policy(limited(2))
    ask = lambda: world.run("passkey-options", {}, **HERE)
    assert [ask().code for _ in range(3)] == [None, None, LIMITED]
    wait = ask().json["error"]["retryAfter"]
    world.age("client_windows", "ends_at", wait)
    assert [ask().code for _ in range(3)] == [None, None, LIMITED]


def test_a_window_of_a_clock_that_was_ahead_blocks_nobody(world):
    world.policy(limited(1))
    ask = lambda: world.run("passkey-options", {}, **HERE)
    assert [ask().code, ask().code] == [None, LIMITED]
    world.age("client_windows", "ends_at", -7200)
    assert [ask().code, ask().code] == [None, LIMITED]


def test_a_block_holds_a_client_that_has_used_its_limit_up(world):
    world.policy(policy(limits={"public": {"max": 2, "seconds": 60, "blockSeconds": 600}}, factors=PASSKEYS))
    ask = lambda: world.run("passkey-options", {}, **HERE)
    assert [ask().code for _ in range(3)] == [None, None, LIMITED]
    assert 590 <= ask().json["error"]["retryAfter"] <= 600


def test_of_40_calls_at_once_exactly_as_many_are_granted_as_the_limit_says(world):
    world.policy(limited(10))
    world.run("passkey-options", {})
    answers = at_once(world, "passkey-options", [{}] * 40, **HERE)
    codes = [answer.code for answer in answers]
    assert (codes.count(None), codes.count(LIMITED)) == (10, 30)


def test_a_session_is_not_held_by_the_limit_of_public_functions(world):
    token = signed_up_under(world, limited(1))
    assert [world.run("passkey-options", {}, **HERE).code for _ in range(2)] == [None, LIMITED]
    granted(world.run("get-account", {}, token, **HERE))


def signed_up_under(world, rules):
    world.policy(rules)
    return signed_up(world)["accessToken"]


def test_a_challenge_and_a_repeated_event_count_once(world):
    world.policy(limited(2))
    named = {"id": "1", "source": "app"}
    first = world.run("passkey-options", {}, **HERE, **named)
    assert world.run("passkey-options", {}, **HERE, **named).json == granted(first)
    assert [world.run("passkey-options", {}, **HERE).code for _ in range(2)] == [None, LIMITED]
    assert world.run("passkey-options", {}, **HERE, **named).json == first.json, "a remembered answer is given again"


def test_windows_store_no_address_and_are_swept(world):
    world.policy(limited(5))
    granted(world.run("passkey-options", {}, **HERE))
    [row] = world.rows("SELECT * FROM client_windows")
    assert "192.0.2" not in str(row), "the window has a keyed hash of the address"
    world.age("client_windows", "ends_at", 61)
    granted(world.run("purge-records"))
    assert world.rows("SELECT * FROM client_windows") == []


# Refusals


def audited(world):
    return world.rows("SELECT function, code, count, at, last_at FROM audit WHERE action = 'refused' ORDER BY function, at")


@pytest.mark.parametrize("function, data", [
    ("accept-invitation", lambda number: {"code": f"CODE{number}", "identity": person("kim")}),
    ("refresh-session", lambda number: {"refreshToken": f"garbage{number}"})])
def test_refusals_without_a_session_are_one_row_for_each_function_code_client_and_window(world, function, data):
    world.policy(POLICY)
    for number in range(30):
        world.run(function, data(number), id=str(number), source="app", **HERE)
    [row] = audited(world)
    assert row["count"] == 30 and row["last_at"] > row["at"]
    # The answers to the first of them are remembered.
    assert world.rows("SELECT count(*) AS n FROM seen_events")[0]["n"] == 20
    world.run(function, data(99), clientip="192.0.2.8")
    assert len(audited(world)) == 2
    world.age("audit", "at", 61)
    world.run(function, data(98), **HERE)
    assert [each["count"] for each in audited(world)] == [30, 1, 1]


def test_refusals_of_one_client_about_two_accounts_are_two_rows(world):
    world.policy(policy())
    for name in ("kim", "lee"):
        signed_up(world, name)
        for _ in range(2):
            sign_in(world, name, "wrong", event=HERE)
    rows = world.rows("SELECT account_id, count FROM audit WHERE action = 'refused'")
    assert len({row["account_id"] for row in rows}) == 2 and [row["count"] for row in rows] == [2, 2]


def test_refused_readings_of_a_client_are_not_remembered(world):
    world.run("expire-invitations")
    for number in range(3):
        world.run("preview-invitation", {"code": f"CODE{number}"}, id=str(number), source="app", **HERE)
    assert world.rows("SELECT function FROM seen_events WHERE function = 'preview-invitation'") == []


def test_the_limit_lives_through_a_change_of_the_key(world):
    world.env["SECRET_KEY"] = world.env.get("SECRET_KEY") or new_key()
    world.policy(limited(3))
    ask = lambda: world.run("passkey-options", {}, **HERE)
    assert [ask().code for _ in range(4)] == [None] * 3 + [LIMITED]
    change_key(world)
    assert ask().code == LIMITED
    rotate(world)
    drop_previous(world)
    assert ask().code == LIMITED
