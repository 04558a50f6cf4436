"""How often somebody may guess, and sign up: exactly so often, however many try at once."""

import pytest
from conftest import id_token, person
from people import HOUR, MINUTE, PASSWORD, assert_waits, at_once, calm, granted, policy, sign_in, sign_up, signed_up

QUARTER = 15 * MINUTE
WRONG = "a wrong one"
LIMITED, REFUSED = "auth/too-many-requests", "auth/invalid-credential"


@pytest.fixture
def world(world):
    world.policy(policy())
    return world


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
