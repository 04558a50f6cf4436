# SPDX-License-Identifier: Apache-2.0
"""Codes by mail that sign in: `request-sign-in` and `sign-in` with `email` and `code`."""

import re

import pytest
from pages import see
from people import MINUTE, PASSWORD, UNLIMITED, age_limits, at_once, granted, mails_to, policy, sign_in, signed_up, verified
from sessions import claims, ended, look
from sign_in_codes import RULES, ask, code_for, mailed, use
from worlds import POLICY, person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(RULES)]
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


def wrong(code):
    """Another code."""
    return code[:-1] + LETTERS[(LETTERS.index(code[-1]) + 1) % len(LETTERS)]


# Signing in


def test_a_mailed_code_signs_in(world):
    verified(world)
    answer = granted(use(world, code_for(world), device={"id": "d1"}))
    assert answer["account"]["email"] == "kim@example.com" and answer["state"] == "signedIn"
    granted(look(world, answer["session"]))
    [entry] = world.rows("SELECT provider FROM audit WHERE action = 'account.signed-in'")
    assert entry["provider"] == "email"


def test_the_mail_has_the_code_and_a_link_with_it(world):
    verified(world)
    code = code_for(world)
    text = mailed(world)
    assert f"https://pfa.example/sign-in-code?code={code}" in text and "pfa://" not in text
    assert "works once and expires after 10 minutes" in text
    html = mails_to(world, "kim", "Your code")[-1].get_body(("html",)).get_content()
    assert f">{code}<" in html and f">{code} signs you in to PFA. It works once and expires after 10 minutes.</div>" in html
    assert mails_to(world, "kim", "Your code")[-1]["subject"] == f"Your code {code} for PFA"


def test_codes_have_eight_characters_that_do_not_look_alike(world):
    world.policy(policy(limits={"verifyEmail": UNLIMITED, "verifyEmailPause": UNLIMITED}))
    verified(world)
    codes = {code_for(world) for _ in range(6)}
    assert len(codes) == 6 and all(set(code) <= set(LETTERS + "-") for code in codes)


@pytest.mark.parametrize("spelling", [
    str.lower, str.upper, lambda code: code.replace("-", ""), lambda code: "-".join(code.replace("-", "").lower()),
    lambda code: f"\u00a0{code}\n"])
def test_case_hyphens_and_white_space_around_it_do_not_matter(world, spelling):
    verified(world)
    granted(use(world, spelling(code_for(world))))


def test_the_spelling_of_the_address_does_not_matter(world):
    verified(world)
    granted(ask(world, "KIM@EXAMPLE.COM"))
    world.run("deliver-mail")
    [mail] = mails_to(world, "kim", "Your code")
    code = re.search(r"code=(\S+)", mail.get_body(("plain",)).get_content())[1]
    granted(world.run("sign-in", {"email": "Kim@Example.com", "code": code}))


def test_a_person_without_a_password_can_sign_in(world):
    first = world.sign_in("kim", **{"as": "client"})
    second = granted(use(world, code_for(world)))
    assert second["account"]["id"] == first["account"]["id"]


def test_a_sign_in_may_require_a_role(world):
    verified(world)
    code = code_for(world)
    assert use(world, code, **{"as": "admin"}).code == "auth/role-mismatch"
    granted(use(world, code, **{"as": "client"}))


def test_an_unknown_address_gets_no_account(world):
    granted(ask(world, "nobody"))
    assert use(world, "AAAA-AAAA", "nobody").code == "auth/code-invalid"
    assert world.rows("SELECT * FROM accounts") == []


def test_codes_must_be_enabled(world):
    providers = {name: rules for name, rules in policy()["providers"].items() if name != "email"}
    world.policy({**POLICY, "providers": providers})
    assert ask(world).code == use(world, "AAAA-AAAA").code == "auth/provider-not-enabled"
    assert world.run("sign-up", {
        "email": "kim@example.com", "password": PASSWORD, "displayName": "Kim", "role": "admin"}).code is None


@pytest.mark.parametrize("data", [
    {"code": "AAAA-AAAA"}, {"email": "kim@example.com"}, {"email": "kim@example.com", "code": ""},
    {"email": "kim@example.com", "code": "AAAA AAAA"}, {"email": "kim@example.com", "code": "A" * 129},
    {"email": "kim@example.com", "code": "AAAA-AAAA", "password": PASSWORD}])
def test_a_sign_in_has_exactly_one_credential(world, data):
    assert world.run("sign-in", data).code == "event/invalid"


# Once, for ten minutes, five attempts


def test_a_code_signs_in_once(world):
    verified(world)
    code = code_for(world)
    granted(use(world, code))
    assert use(world, code).code == "auth/code-invalid"


def test_of_thirty_at_once_one_signs_in(world):
    verified(world)
    data = {"email": "kim@example.com", "code": code_for(world)}
    answers = at_once(world, "sign-in", [data] * 30)
    assert sorted(answer.code or "" for answer in answers) == [""] + ["auth/code-invalid"] * 29
    assert len(world.rows("SELECT * FROM sessions")) == 2


def test_a_code_works_for_ten_minutes(world):
    verified(world)
    code = code_for(world)
    world.age("account_codes", "expires_at", 10 * MINUTE)
    assert use(world, code).code == "auth/code-expired"
    assert use(world, wrong(code)).code == "auth/code-invalid", "only the right code gets the precise error"
    world.age("account_codes", "expires_at", -MINUTE)
    granted(use(world, code))


def test_a_new_code_ends_the_old_one(world):
    verified(world)
    old, new = code_for(world), code_for(world)
    assert use(world, old).code == "auth/code-invalid"
    granted(use(world, new))


@pytest.mark.parametrize("tries, code", [(4, None), (5, "auth/code-invalid")])
def test_a_code_is_invalid_after_five_wrong_attempts_and_the_password_still_works(world, tries, code):
    verified(world)
    right = code_for(world)
    for _ in range(tries):
        answer = world.run("sign-in", {"email": "kim@example.com", "code": wrong(right), "device": {"id": "d1"}}, clientip="192.0.2.1")
        assert answer.code == "auth/code-invalid"
    assert use(world, right).code == code
    granted(sign_in(world, device={"id": "d1"}, event={"clientip": "192.0.2.1"}))


def test_forty_wrong_attempts_at_once_are_all_counted(world):
    verified(world)
    code = code_for(world)
    answers = at_once(world, "sign-in", [{"email": "kim@example.com", "code": wrong(code)}] * 40)
    assert {answer.code for answer in answers} == {"auth/code-invalid"}
    assert use(world, code).code == "auth/code-invalid"


def test_wrong_passwords_do_not_stop_a_code(world):
    verified(world)
    for _ in range(5):
        assert sign_in(world, password="wrong").code == "auth/invalid-credential"
    assert sign_in(world).code == "auth/too-many-requests"
    granted(ask(world))
    code = re.search(r"code=(\S+)", mailed(world))[1]
    granted(use(world, code))


def test_a_code_is_only_for_its_address_and_its_function(world):
    verified(world)
    verified(world, "lee")
    code = code_for(world)
    assert use(world, code, "lee").code == "auth/code-invalid"
    for function in ("verify-email", "preview-invitation"):
        assert world.run(function, {"code": code}).code in ("auth/code-invalid", "invitation/not-found")
    assert world.run("reset-password", {"code": code, "newPassword": PASSWORD}).code == "auth/code-invalid"
    granted(use(world, code))


def test_opening_the_link_uses_nothing_up(world):
    verified(world)
    code = code_for(world)
    for _ in range(7):
        page = see(world, "sign-in-code-page", code=code.lower())
        assert page.status == 200 and code in page.text and f"pfa://sign-in-code?code={code}" in page.parsed.links
    for bad in ("AAAA-AAA", "AAAA-AAAO", "<b>Hi</b>!", "A" * 32):
        page = see(world, "sign-in-code-page", code=bad)
        assert page.status == 422 and bad not in page.html
    granted(use(world, code))


def test_a_new_password_ends_the_code(world):
    verified(world)
    code = code_for(world)
    granted(world.run("reset-password", {"email": "kim@example.com"}))
    world.run("deliver-mail")
    reset = mails_to(world, "kim", "Reset")[-1].get_body(("plain",)).get_content().split("?code=")[1].split()[0]
    granted(world.run("reset-password", {"code": reset, "newPassword": "another good one"}))
    assert use(world, code).code == "auth/code-invalid"


def test_an_address_that_the_account_gave_up_does_not_sign_in(world):
    session = verified(world)
    code = code_for(world)
    world.rows("UPDATE accounts SET email = 'new@example.com', email_key = 'new@example.com'")
    assert use(world, code).code == "auth/code-invalid"
    granted(look(world, session))


def test_a_disabled_account_gets_no_mail_and_cannot_use_a_code(world):
    verified(world)
    code = code_for(world)
    world.rows("UPDATE accounts SET status = 'disabled'")
    assert use(world, code).code == "auth/user-disabled"
    granted(ask(world))
    world.run("deliver-mail")
    assert len(mails_to(world, "kim", "Your code")) == 1


# The first proof of an address


def test_a_code_proves_the_address_and_ends_what_was_there_before(world):
    stranger = signed_up(world, "kim", "a stranger's password")
    answer = granted(use(world, code_for(world)))
    assert answer["account"]["emailVerified"] and answer["account"]["id"] == stranger["account"]["id"]
    assert ended(look(world, stranger), "address-proven")
    assert sign_in(world, password="a stranger's password").code == "auth/invalid-credential"
    assert granted(look(world, answer["session"]))["providers"] == []
    actions = [row["action"] for row in world.rows("SELECT action FROM audit ORDER BY at, id")]
    assert {"account.email-verified", "account.address-proven"} <= set(actions)
    assert world.rows("SELECT purpose FROM account_codes") == [{"purpose": "not-me"}], "of the mail that says so"


def test_a_code_for_a_verified_address_leaves_everything_else(world):
    session = verified(world)
    granted(use(world, code_for(world)))
    granted(look(world, session))
    granted(sign_in(world))


# Nothing reveals an account


def test_known_and_unknown_addresses_have_the_same_answer_and_the_same_attempts(world):
    verified(world, "kimmy")
    world.sign_in("gogle", **{"as": "client"})
    said, tried = set(), set()
    for name in ("kimmy", "nobdy", "gogle"):
        answer = ask(world, name)
        said.add(answer.stdout.replace(name.encode(), b"name"))
        tried.add(tuple((answer.code, answer.json["error"]["userMessage"]) for answer in (use(world, "AAAA-AAAA", name) for _ in range(7))))
        assert ask(world, name).code == "auth/too-many-requests"
    assert len(said) == len(tried) == 1
    rows = world.rows("SELECT tries_left, length(selector) AS s, length(code_hash) AS h FROM account_codes WHERE purpose = 'sign-in'")
    assert len(rows) == 3 and len({str(row) for row in rows}) == 1
    assert len(world.rows("SELECT * FROM outbox WHERE kind = 'sign-in-code'")) == 3


def test_the_limits_are_those_of_verification_mails(world):
    for _ in range(3):
        granted(ask(world))
        age_limits(world)
    answer = ask(world)
    assert answer.code == "auth/too-many-requests" and answer.json["error"]["retryAfter"] > 60
    assert world.run("verify-email", {"email": "kim@example.com"}).code is None, "they are counted separately"


def test_the_mail_is_sent_later_by_the_scheduler(world):
    verified(world)
    granted(ask(world))
    assert mails_to(world, "kim", "Your code") == []
    world.run("deliver-mail")
    assert len(mails_to(world, "kim", "Your code")) == 1


@pytest.mark.parametrize("language, subject", [
    ("en", r"Your code [0-9A-Z]{4}-[0-9A-Z]{4} for PFA"), ("de", r"Dein Code [0-9A-Z]{4}-[0-9A-Z]{4} für PFA"),
    ("es", r"Tu código [0-9A-Z]{4}-[0-9A-Z]{4} de PFA")])
def test_the_mail_is_in_the_language_of_the_person(world, language, subject):
    verified(world, locale=language)
    granted(ask(world))
    world.run("deliver-mail")
    assert re.fullmatch(subject, mails_to(world, "kim")[-1]["subject"])


def test_neither_database_nor_log_contains_a_usable_code(world):
    world.env["LOG_LEVEL"] = "trace"
    verified(world)
    code = code_for(world)
    log = use(world, wrong(code)).stderr.upper()
    stored = world.stored().upper()
    for spelling in (code, code.replace("-", "")):
        assert spelling.encode() not in stored and spelling not in log


def test_the_same_event_gets_the_same_session(world):
    verified(world)
    event = {"id": "1", "source": "test", "data": {"email": "kim@example.com", "code": code_for(world)}}
    first, again = (granted(world.run("sign-in", event=event)) for _ in range(2))
    assert first == again and claims(first["session"])["gen"] == 0


def test_a_session_of_an_identity_is_reauthenticated_with_it_and_not_with_a_code(world):
    session = world.sign_in("kim", **{"as": "client"})["session"]
    data = {"email": "kim@example.com", "code": code_for(world)}
    assert world.run("reauthenticate", data, session["accessToken"]).code == "event/invalid"
    granted(world.run("reauthenticate", {"identity": person("kim")}, session["accessToken"]))
