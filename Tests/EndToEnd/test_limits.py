# SPDX-License-Identifier: Apache-2.0
"""How often somebody may guess, and sign up: exactly so often, however many try at once."""

import json
import subprocess

import pytest
from conftest import BIN, POLICY, id_token, person
from people import HOUR, MINUTE, PASSWORD, assert_waits, at_once, calm, granted, policy, sign_in, sign_up, signed_up

QUARTER = 15 * MINUTE
WRONG = "a wrong one"
LIMITED, REFUSED = "auth/too-many-requests", "auth/invalid-credential"


@pytest.fixture
def world(world):
    world.policy(policy())
    return world


def inviter(world, name="ada", **sections):
    """Somebody who signed up while that was open to inviters."""
    world.policy(POLICY)
    token = world.inviter(name)
    world.policy(policy(**sections))
    return token


def ip(number):
    return {"clientip": f"192.0.2.{number}"}


def guess(world, name="kim", password=WRONG, address=None):
    return sign_in(world, name, password, event=ip(address) if address else None)


def waits(answer):
    return answer.json["error"]["retryAfter"]


# Signing in


def test_five_failures_from_one_client_address_are_enough(world):
    signed_up(world)
    for number in range(5):
        assert guess(world, f"nobody{number}", address=1).code == REFUSED
    for name, password in (("kim", PASSWORD), ("kim", WRONG), ("lee", WRONG)):
        answer = guess(world, name, password, address=1)
        assert answer.code == LIMITED and answer.status == 0 and answer.json["error"]["status"] == 429
    wait = waits(answer)
    assert answer.json["error"]["userMessage"] == f"Too many tries. Please wait {wait // 60}:{wait % 60:02}."
    granted(guess(world, "kim", PASSWORD, address=2))
    granted(guess(world, "kim", PASSWORD))


def test_five_failures_at_one_account_are_enough_from_wherever_they_come(world):
    signed_up(world)
    signed_up(world, "lee")
    for number, spelling in enumerate(("kim", "Kim", "KIM", "kim@EXAMPLE.com", "kiM")):
        assert guess(world, spelling, address=number + 1).code == REFUSED
    for address in (1, 99, None):
        assert guess(world, "kim", PASSWORD, address).code == LIMITED
    granted(guess(world, "lee", PASSWORD, 1))


def test_an_address_without_an_account_is_limited_alike(world):
    signed_up(world)
    codes = {name: [guess(world, name).code for _ in range(7)] for name in ("kim", "nobody")}
    assert codes["kim"] == codes["nobody"] == [REFUSED] * 5 + [LIMITED] * 2


def test_what_is_right_does_not_count_nor_what_is_refused_for_the_limit(world):
    signed_up(world)
    for _ in range(8):
        granted(guess(world, "kim", PASSWORD, address=1))
    for _ in range(4):
        guess(world, address=1)
    granted(guess(world, "kim", PASSWORD, address=1))
    assert guess(world, address=1).code == REFUSED
    first = waits(guess(world, address=1))
    calm(world, 100)
    assert first - 130 <= waits(guess(world, address=1)) <= first - 100


def test_a_wrong_role_or_a_field_that_is_wrong_does_not_count(world):
    signed_up(world)
    for _ in range(6):
        assert sign_in(world, event=ip(1), **{"as": "admin"}).code == "auth/role-mismatch"
        assert sign_in(world, event=ip(1), device={}).code == "event/invalid"
    granted(guess(world, "kim", PASSWORD, address=1))


def test_identities_that_are_refused_count_for_the_client_address(world):
    signed_up(world)
    forged = {"provider": "google", "idToken": id_token(sub="ada")[:-4] + "AAAA"}
    codes = [world.run("sign-in", {"identity": forged}, **ip(1)).code for _ in range(6)]
    assert codes == ["auth/invalid-id-token"] * 5 + [LIMITED]
    assert guess(world, "kim", PASSWORD, address=1).code == LIMITED
    assert world.run("sign-in", {"identity": person("kim")}, **ip(1)).code == LIMITED
    granted(world.run("sign-in", {"identity": person("kim")}, **ip(2)))


@pytest.mark.parametrize("address", [None, 1])
def test_the_wait_is_right_to_the_second_and_then_it_works_again(world, address):
    signed_up(world)
    world.rows("DELETE FROM limit_hits")
    for _ in range(5):
        guess(world, address=address)
        calm(world, 10)
    ask = lambda: guess(world, "kim", PASSWORD, address)
    assert QUARTER - 80 <= assert_waits(world, ask, QUARTER) <= QUARTER - 50
    calm(world, 333)
    wait = assert_waits(world, ask, QUARTER)
    calm(world, wait - 5)
    assert assert_waits(world, ask, QUARTER) <= 5
    calm(world, 5)
    granted(ask())
    assert guess(world, address=address).code == REFUSED, "the first of the five is over"
    assert assert_waits(world, ask, QUARTER) <= 10


def test_the_window_slides(world):
    world.policy(policy(limits={"signInAccount": {"max": 3, "seconds": 600}}))
    signed_up(world)
    codes = []
    for _ in range(20):
        codes.append(guess(world).code)
        calm(world, 120)
    assert codes == ([REFUSED] * 3 + [LIMITED] * 2) * 4


def test_where_two_limits_are_used_up_the_longer_wait_is_said(world):
    signed_up(world)
    for number in range(5):
        guess(world, f"nobody{number}", address=1)
    calm(world, 600)
    for number in range(5):
        guess(world, "kim", address=number + 10)
    answer = guess(world, "kim", PASSWORD, address=1)
    assert answer.code == LIMITED
    calm(world, waits(answer))
    granted(guess(world, "kim", PASSWORD, address=1))


def test_the_longer_wait_is_said_for_mails_too(world):
    ask = lambda: world.run("verify-email", {"email": "kim@example.com"})
    for pause in (30 * MINUTE, 29 * MINUTE + 30):
        granted(ask())
        calm(world, pause)
    granted(ask())
    calm(world, 10)
    calm(world, waits(ask()))
    granted(ask())


def test_of_forty_wrong_guesses_at_once_exactly_five_are_looked_at(world):
    signed_up(world)
    data = [{"email": "kim@example.com", "password": f"{WRONG} {number}"} for number in range(40)]
    answers = at_once(world, "sign-in", data)
    assert [answer.status for answer in answers] == [0] * 40
    codes = [answer.code for answer in answers]
    assert (codes.count(REFUSED), codes.count(LIMITED)) == (5, 35)
    assert guess(world, "kim", PASSWORD).code == LIMITED


def test_the_right_one_among_forty_at_once_is_worth_nothing_behind_five_wrong_ones(world):
    signed_up(world)
    for _ in range(5):
        guess(world)
    data = [{"email": "kim@example.com", "password": password} for password in [WRONG, PASSWORD] * 20]
    assert {answer.code for answer in at_once(world, "sign-in", data)} == {LIMITED}
    assert len(world.rows("SELECT * FROM sessions")) == 1


def test_five_failures_of_one_device_are_enough_wherever_it_is(world):
    signed_up(world)
    phone = {"device": {"id": "phone"}}
    for number in range(5):
        assert sign_in(world, f"nobody{number}", WRONG, event=ip(number), **phone).code == REFUSED
    assert sign_in(world, event=ip(9), **phone).code == LIMITED
    assert sign_in(world, **phone).code == LIMITED
    granted(sign_in(world, event=ip(9), device={"id": "another phone"}))
    identity = {"identity": person("kim"), **phone}
    assert world.run("sign-in", identity).code == LIMITED
    code = world.invite(inviter(world))["code"]
    data = {"code": code, "email": "kim@example.com", "password": PASSWORD}
    assert world.run("accept-invitation", {**data, **phone}).code == LIMITED
    assert world.run("sign-in-with-apple", {"identity_token": "x", **phone}).code == LIMITED


def test_failures_to_accept_count_for_the_device(world):
    signed_up(world)
    code = world.invite(inviter(world))["code"]
    data = {"code": code, "password": WRONG, "device": {"id": "phone"}}
    for number in range(5):
        assert world.run("accept-invitation", {**data, "email": f"nobody{number}@example.com"}).code == REFUSED
    assert sign_in(world, device={"id": "phone"}).code == LIMITED


def test_a_key_that_used_its_limit_up_is_held_for_as_long_as_the_policy_says(world):
    world.policy(policy(limits={"signInAccount": {"max": 3, "seconds": 60, "blockSeconds": 3600}}))
    signed_up(world)
    for _ in range(3):
        guess(world)
        calm(world, 10)
    answer = guess(world, "kim", PASSWORD)
    assert answer.code == LIMITED and HOUR - 20 <= waits(answer) <= HOUR - 10
    calm(world, HOUR - 60)
    world.run("expire-invitations")
    assert guess(world, "kim", PASSWORD).code == LIMITED
    calm(world, 60)
    granted(guess(world, "kim", PASSWORD))


def test_a_policy_may_allow_more_or_nothing(world):
    world.policy(policy(limits={"signInAccount": {"max": 7, "seconds": 60}}))
    signed_up(world)
    assert [guess(world).code for _ in range(8)] == [REFUSED] * 7 + [LIMITED]
    world.policy(policy(limits={"signUp": {"max": 0, "seconds": 60}}))
    assert sign_up(world, "lee", event=ip(1)).code == LIMITED
    granted(sign_up(world, "lee"))


# Codes


def test_guessing_codes_is_limited_for_the_client_address_together_with_passwords(world):
    signed_up(world)
    for number in range(3):
        assert world.run("verify-email", {"code": f"NO{number}"}, **ip(1)).code == "auth/code-invalid"
    for number in range(2):
        data = {"code": f"NO{number}", "newPassword": "another good one"}
        assert world.run("reset-password", data, **ip(1)).code == "auth/code-invalid"
    assert world.run("verify-email", {"code": "NO"}, **ip(1)).code == LIMITED
    assert guess(world, "kim", PASSWORD, address=1).code == LIMITED
    assert world.run("verify-email", {"code": "NO"}, **ip(2)).code == "auth/code-invalid"


# Signing up


def test_three_sign_ups_an_hour_from_one_client_address(world):
    ask = lambda name, address=1: sign_up(world, name, event=ip(address) if address else None)
    names = [f"p{number}" for number in range(3)]
    for name in names:
        granted(ask(name))
        calm(world, MINUTE)
    assert HOUR - 4 * MINUTE <= assert_waits(world, lambda: ask("lee"), HOUR) <= HOUR - 3 * MINUTE
    granted(ask("lee", 2))
    granted(ask("max", None))
    wait = waits(ask("tim"))
    calm(world, wait)
    granted(ask("tim"))
    assert ask("tom").code == LIMITED


def test_a_sign_up_that_is_refused_counts_and_one_with_bad_fields_does_not(world):
    signed_up(world)
    for _ in range(3):
        assert sign_up(world, "lee", "short", event=ip(1)).code == "auth/weak-password"
    for _ in range(3):
        assert sign_up(world, "kim", event=ip(1)).code == "auth/email-already-in-use"
    assert sign_up(world, "lee", event=ip(1)).code == LIMITED
    granted(sign_up(world, "lee", event=ip(2)))


def test_of_twenty_sign_ups_at_once_from_one_client_address_three_are_granted(world):
    kim = {"password": PASSWORD, "displayName": "Kim", "role": "client"}
    every = [{**kim, "email": f"p{number}@example.com"} for number in range(20)]
    codes = [answer.code for answer in at_once(world, "sign-up", every, **ip(1))]
    assert (codes.count(None), codes.count(LIMITED)) == (3, 17)
    assert len(world.rows("SELECT * FROM accounts")) == 3


# What the audit log says of refusals


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


def test_refusals_for_want_of_permission_are_in_the_audit_log(world):
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


def test_who_asked_for_an_accounts_mails_is_forgotten_with_it(world):
    kim = signed_up(world)
    for function in ("verify-email", "reset-password"):
        for name in ("kim", "nobody"):
            granted(world.run(function, {"email": f"{name}@example.com"}, clientip="192.0.2.9", useragent="Spy 1.0"))
    asked = "SELECT address FROM audit WHERE action IN ('email.verification-requested', 'password.reset-requested')"
    assert [row["address"] for row in world.rows(asked)] == ["192.0.2.9"] * 4
    granted(world.run("delete-account", {}, kim["accessToken"]))
    assert sorted(row["address"] or "" for row in world.rows(asked)) == ["", "", "192.0.2.9", "192.0.2.9"]


# What is kept for it


def test_a_limit_keeps_no_address(world):
    signed_up(world)
    guess(world, address=77)
    kept = str(world.rows("SELECT * FROM limit_hits"))
    assert "192.0.2.77" not in kept and "kim" not in kept


def test_the_sweep_forgets_what_no_limit_needs_any_more(world):
    signed_up(world)
    guess(world, address=1)
    calm(world, HOUR + MINUTE)
    world.run("expire-invitations")
    assert world.rows("SELECT * FROM limit_hits") == []
