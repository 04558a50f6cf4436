# SPDX-License-Identifier: Apache-2.0
"""Rate limits of guesses, sign-ins and sign-ups: the exact number, also with concurrent attempts."""

import time

import pytest
from people import HOUR, MINUTE, PASSWORD, age_limits, assert_waits, at_once, granted, policy, sign_in, sign_up, signed_up
from rate_limits import LIMITED, QUARTER, REFUSED, WRONG, guess, inviter, ip
from worlds import id_token, person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(policy())]


def waits(answer):
    return answer.json["error"]["retryAfter"]


# Signing in


def test_five_failures_from_one_client_address_reach_the_limit(world):
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


def test_five_failures_for_one_account_reach_the_limit_from_any_client_address(world):
    signed_up(world)
    signed_up(world, "lee")
    for number, spelling in enumerate(("kim", "Kim", "KIM", "kim@EXAMPLE.com", "kiM")):
        assert guess(world, spelling, address=number + 1).code == REFUSED
    for address in (1, 99, None):
        assert guess(world, "kim", PASSWORD, address).code == LIMITED
    granted(guess(world, "lee", PASSWORD, 1))


def test_an_address_without_an_account_has_the_same_limit(world):
    signed_up(world)
    codes = {name: [guess(world, name).code for _ in range(7)] for name in ("kim", "nobody")}
    assert codes["kim"] == codes["nobody"] == [REFUSED] * 5 + [LIMITED] * 2


def test_successes_and_refusals_by_the_limit_do_not_count(world):
    signed_up(world)
    for _ in range(8):
        granted(guess(world, "kim", PASSWORD, address=1))
    for _ in range(4):
        guess(world, address=1)
    granted(guess(world, "kim", PASSWORD, address=1))
    assert guess(world, address=1).code == REFUSED
    first = waits(guess(world, address=1))
    age_limits(world, 100)
    assert first - 130 <= waits(guess(world, address=1)) <= first - 100


def test_a_wrong_role_or_an_invalid_field_does_not_count(world):
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
def test_retry_after_is_exact_and_the_next_attempt_works(world, address):
    signed_up(world)
    world.rows("DELETE FROM limit_hits")
    started = time.monotonic()
    for _ in range(5):
        guess(world, address=address)
        age_limits(world, 10)
    ask = lambda: guess(world, "kim", PASSWORD, address)
    assert QUARTER - 80 <= assert_waits(world, ask, QUARTER) <= QUARTER - 50
    age_limits(world, 333)
    wait = assert_waits(world, ask, QUARTER)
    age_limits(world, wait - 5)
    assert assert_waits(world, ask, QUARTER) <= 5
    age_limits(world, 5)
    granted(ask())
    assert guess(world, address=address).code == REFUSED, "the first of the five is over"
    assert assert_waits(world, ask, QUARTER) <= 10 + time.monotonic() - started


def test_the_window_slides(world):
    world.policy(policy(limits={"signInAccount": {"max": 3, "seconds": 600}}))
    signed_up(world)
    codes = []
    for _ in range(20):
        codes.append(guess(world).code)
        age_limits(world, 120)
    assert codes == ([REFUSED] * 3 + [LIMITED] * 2) * 4


def test_of_two_reached_limits_the_longer_wait_is_reported(world):
    signed_up(world)
    for number in range(5):
        guess(world, f"nobody{number}", address=1)
    age_limits(world, 600)
    for number in range(5):
        guess(world, "kim", address=number + 10)
    answer = guess(world, "kim", PASSWORD, address=1)
    assert answer.code == LIMITED
    age_limits(world, waits(answer))
    granted(guess(world, "kim", PASSWORD, address=1))


def test_the_longer_wait_is_reported_for_mails(world):
    ask = lambda: world.run("verify-email", {"email": "kim@example.com"})
    for pause in (30 * MINUTE, 29 * MINUTE + 30):
        granted(ask())
        age_limits(world, pause)
    granted(ask())
    age_limits(world, 10)
    age_limits(world, waits(ask()))
    granted(ask())


def test_of_forty_concurrent_guesses_exactly_five_are_checked(world):
    signed_up(world)
    data = [{"email": "kim@example.com", "password": f"{WRONG} {number}"} for number in range(40)]
    answers = at_once(world, "sign-in", data)
    assert [answer.status for answer in answers] == [0] * 40
    codes = [answer.code for answer in answers]
    assert (codes.count(REFUSED), codes.count(LIMITED)) == (5, 35)
    assert guess(world, "kim", PASSWORD).code == LIMITED


def test_a_correct_password_after_five_wrong_ones_is_refused_among_forty_concurrent_attempts(world):
    signed_up(world)
    for _ in range(5):
        guess(world)
    data = [{"email": "kim@example.com", "password": password} for password in [WRONG, PASSWORD] * 20]
    assert {answer.code for answer in at_once(world, "sign-in", data)} == {LIMITED}
    assert len(world.rows("SELECT * FROM sessions")) == 1


def test_five_failures_of_one_device_reach_the_limit_from_any_client_address(world):
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


def test_a_reached_limit_blocks_for_as_long_as_the_policy_says(world):
    world.policy(policy(limits={"signInAccount": {"max": 3, "seconds": 60, "blockSeconds": 3600}}))
    signed_up(world)
    for _ in range(3):
        guess(world)
        age_limits(world, 10)
    answer = guess(world, "kim", PASSWORD)
    assert answer.code == LIMITED and HOUR - 20 <= waits(answer) <= HOUR - 10
    age_limits(world, HOUR - 60)
    world.run("expire-invitations")
    assert guess(world, "kim", PASSWORD).code == LIMITED
    age_limits(world, 60)
    granted(guess(world, "kim", PASSWORD))


def test_a_policy_may_raise_a_limit_or_set_it_to_zero(world):
    world.policy(policy(limits={"signInAccount": {"max": 7, "seconds": 60}}))
    signed_up(world)
    assert [guess(world).code for _ in range(8)] == [REFUSED] * 7 + [LIMITED]
    world.policy(policy(limits={"signUp": {"max": 0, "seconds": 60}}))
    assert sign_up(world, "lee", event=ip(1)).code == LIMITED
    granted(sign_up(world, "lee"))


# Codes


def test_wrong_codes_and_wrong_passwords_share_one_limit_per_client_address(world):
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


def test_one_client_address_gets_three_sign_ups_an_hour(world):
    ask = lambda name, address=1: sign_up(world, name, event=ip(address) if address else None)
    names = [f"p{number}" for number in range(3)]
    for name in names:
        granted(ask(name))
        age_limits(world, MINUTE)
    assert HOUR - 4 * MINUTE <= assert_waits(world, lambda: ask("lee"), HOUR) <= HOUR - 3 * MINUTE
    granted(ask("lee", 2))
    granted(ask("max", None))
    wait = waits(ask("tim"))
    age_limits(world, wait)
    granted(ask("tim"))
    assert ask("tom").code == LIMITED


def test_a_refused_sign_up_counts_and_one_with_invalid_fields_does_not(world):
    signed_up(world)
    for _ in range(3):
        assert sign_up(world, "lee", "short", event=ip(1)).code == "auth/weak-password"
    for _ in range(3):
        assert sign_up(world, "kim", event=ip(1)).code == "auth/email-already-in-use"
    assert sign_up(world, "lee", event=ip(1)).code == LIMITED
    granted(sign_up(world, "lee", event=ip(2)))


def test_of_twenty_concurrent_sign_ups_from_one_client_address_three_are_granted(world):
    kim = {"password": PASSWORD, "displayName": "Kim", "role": "client"}
    every = [{**kim, "email": f"p{number}@example.com"} for number in range(20)]
    codes = [answer.code for answer in at_once(world, "sign-up", every, **ip(1))]
    assert (codes.count(None), codes.count(LIMITED)) == (3, 17)
    assert len(world.rows("SELECT * FROM accounts")) == 3
