# SPDX-License-Identifier: Apache-2.0
"""Requests for verification and password-reset mails: their answers, texts and rate limits."""

import pytest
from account_codes import REQUESTS, RULES, confirm, google
from people import (
    HOUR,
    MINUTE,
    PASSWORD,
    address,
    addressed,
    age_limits,
    assert_waits,
    code_for,
    code_in,
    granted,
    mails_to,
    policy,
    signed_up,
    verified,
)
from worlds import POLICY

pytestmark = pytest.mark.policy(RULES)


# Asking for one


@pytest.mark.parametrize("function, recipients", [("verify-email", ["kim"]), ("reset-password", ["kim", "lee", "max"])])
def test_every_address_gets_the_same_answer_and_only_an_account_that_needs_it_gets_a_mail(world, function, recipients):
    signed_up(world, "kim")
    verified(world, "lee")
    google(world, "max")
    signed_up(world, "off")
    world.rows("UPDATE accounts SET status = 'disabled' WHERE email = 'off@example.com'")
    age_limits(world)
    before = len(world.mails())
    answers = []
    for name in ("kim", "lee", "max", "off", "nobody"):
        answer = world.run(function, {"email": address(name)})
        answers.append(answer.stdout.replace(name.encode(), b"name"))
    assert len(set(answers)) == 1 and b"message" in answers[0]
    assert len(world.mails()) == before, "nothing is sent while somebody measures the time"
    world.run("deliver-mail")
    assert sorted(addressed(mail) for mail in world.mails()[before:]) == [address(name) for name in recipients]


def test_a_code_mail_states_its_purpose_and_validity(world):
    signed_up(world)
    age_limits(world)
    for function, subject, term in (
            ("verify-email", "Verify your email for PFA", "24 hours"),
            ("reset-password", "Reset your password for PFA", "1 hour.")):
        code = code_for(world, function)
        text = mails_to(world, "kim", subject)[-1].get_body(("plain",)).get_content()
        assert f"https://pfa.example/{function}?code={code}" in text and "pfa://" not in text
        assert f"This link works for {term}" in text


@pytest.mark.parametrize("function", REQUESTS)
def test_a_code_is_sent_to_the_stored_spelling_of_the_address(world, function):
    signed_up(world, "kim")
    age_limits(world)
    granted(world.run(function, {"email": "KIM@example.com"}))
    world.run("deliver-mail")
    assert {addressed(mail) for mail in world.mails()} == {"kim@example.com"}


def test_a_signed_in_account_gets_the_mail_for_its_own_address_at_once(world):
    kim = signed_up(world, "kim")
    signed_up(world, "lee")
    age_limits(world)
    before = len(world.mails())
    granted(world.run("verify-email", {"email": "lee@example.com"}, kim["accessToken"]))
    assert len(world.mails()) == before
    granted(world.run("verify-email", {"email": "KIM@example.com"}, kim["accessToken"]))
    [mail] = world.mails()[before:]
    assert granted(confirm(world, "verify-email", code_in(mail)))["account"]["id"] == kim["account"]["id"]
    assert world.run("verify-email", {"email": "kim@example.com"}, "not-a-token").code == "auth/unauthenticated"


@pytest.mark.parametrize("name", ["kim", "nobody"])
def test_verification_mails_are_a_minute_apart_and_three_an_hour(world, name):
    signed_up(world, "kim")
    world.rows("DELETE FROM limit_hits")
    ask = lambda: world.run("verify-email", {"email": address(name)})
    granted(ask())
    assert 40 <= assert_waits(world, ask, MINUTE) <= 60
    age_limits(world, 47)
    assert assert_waits(world, ask, MINUTE) <= 13
    age_limits(world, 13)
    granted(ask())
    age_limits(world, MINUTE)
    granted(ask())
    age_limits(world, MINUTE)
    hour = assert_waits(world, ask, HOUR)
    assert HOUR - 4 * MINUTE <= hour <= HOUR - 3 * MINUTE
    age_limits(world, hour)
    granted(ask())


def test_the_mail_of_the_sign_up_counts_for_the_account_but_is_not_visible_to_strangers(world):
    kim = signed_up(world)["accessToken"]
    stranger = lambda name: world.run("verify-email", {"email": address(name)})
    own = lambda: world.run("verify-email", {"email": "KIM@example.com"}, kim)
    assert assert_waits(world, own, MINUTE) > 40
    for expected in (None, "auth/too-many-requests"):
        assert stranger("kim").code == stranger("nobody").code == expected
    assert own().code == "auth/too-many-requests"
    age_limits(world)
    granted(own())
    granted(stranger("kim"))


def test_requests_with_a_session_do_not_count_for_the_limit_of_strangers(world):
    kim = signed_up(world)["accessToken"]
    for _ in range(2):
        age_limits(world)
        granted(world.run("verify-email", {"email": "kim@example.com"}, kim))
    age_limits(world)
    assert world.run("verify-email", {"email": "kim@example.com"}, kim).code == "auth/too-many-requests"
    answers = [[world.run("verify-email", {"email": address(name)}).code for _ in range(2)] for name in ("kim", "nobody")]
    assert answers == [[None, "auth/too-many-requests"]] * 2


def test_requests_by_strangers_do_not_block_a_sign_up_with_the_address(world):
    for _ in range(3):
        granted(world.run("verify-email", {"email": "kim@example.com"}))
        age_limits(world)
    assert world.run("verify-email", {"email": "kim@example.com"}).code == "auth/too-many-requests"
    kim = signed_up(world)["accessToken"]
    age_limits(world)
    granted(world.run("verify-email", {"email": "kim@example.com"}, kim))


def test_the_mail_of_an_invited_person_counts_for_the_account(world):
    world.policy(POLICY)
    code = world.invite(world.inviter())["code"]
    world.policy(policy(invitation={"emailMatch": "any"}))
    data = {"code": code, "newPassword": PASSWORD, "email": "kim@other.example"}
    kim = granted(world.run("accept-invitation", data))["session"]["accessToken"]
    granted(world.run("verify-email", {"email": "kim@other.example"}))
    assert world.run("verify-email", {"email": "kim@other.example"}, kim).code == "auth/too-many-requests"


@pytest.mark.parametrize("name", ["kim", "nobody"])
def test_reset_mails_are_three_an_hour(world, name):
    signed_up(world, "kim")
    world.rows("DELETE FROM limit_hits")
    ask = lambda: world.run("reset-password", {"email": address(name)})
    for _ in range(3):
        granted(ask())
        age_limits(world, 10 * MINUTE)
    hour = assert_waits(world, ask, HOUR)
    assert HOUR - 31 * MINUTE <= hour <= HOUR - 30 * MINUTE
    assert granted(world.run("reset-password", {"email": "somebody@else.example"}))
    age_limits(world, hour)
    granted(ask())
