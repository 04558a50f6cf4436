# SPDX-License-Identifier: Apache-2.0
"""Codes that a mail brings: who gets one, what it is good for, how often and how long."""


import pytest
from conftest import POLICY, id_token, person
from people import (
    DAY, HOUR, MINUTE, PASSWORD, address, addressed, assert_waits, at_once, calm, code_for, code_in, granted,
    mails_to, policy, sign_in, signed_up, verified)

NEW = "another good one"
REQUESTS = ("verify-email", "reset-password")


@pytest.fixture
def world(world):
    world.policy(policy(roles={"signUp": ["client", "admin"]}))
    return world


def confirm(world, function, code, **more):
    """Uses a code for what the function is for."""
    password = {"newPassword": NEW} if function == "reset-password" else {}
    return world.run(function, {"code": code, **password, **more})


def wrong_end(code):
    return code[:-4] + ("AAAA" if not code.endswith("AAAA") else "BBBB")


def account_code(world, function):
    """A new account's code of that kind."""
    signed_up(world)
    calm(world)
    return code_for(world, function)


def google(world, name="kim", **data):
    return granted(world.run("sign-in", {"identity": person(name), "as": "client", **data}))


# Asking for one


@pytest.mark.parametrize("function, told", [("verify-email", ["kim"]), ("reset-password", ["kim", "lee", "max"])])
def test_every_address_gets_the_same_answer_and_only_who_has_something_to_do_gets_a_mail(world, function, told):
    signed_up(world, "kim")
    verified(world, "lee")
    google(world, "max")
    signed_up(world, "off")
    world.rows("UPDATE accounts SET status = 'disabled' WHERE email = 'off@example.com'")
    calm(world)
    before = len(world.mails())
    answers = []
    for name in ("kim", "lee", "max", "off", "nobody"):
        answer = world.run(function, {"email": address(name)})
        answers.append(answer.stdout.replace(name.encode(), b"name"))
    assert len(set(answers)) == 1 and b"message" in answers[0]
    assert len(world.mails()) == before, "nothing is sent while somebody measures the time"
    world.run("deliver-mail")
    assert sorted(addressed(mail) for mail in world.mails()[before:]) == [address(name) for name in told]


def test_a_mail_says_what_it_is_for_and_how_long_it_works(world):
    signed_up(world)
    calm(world)
    for function, subject, term in (
            ("verify-email", "Verify your email for PFA", "24 hours"),
            ("reset-password", "Reset your password for PFA", "1 hour.")):
        code = code_for(world, function)
        text = mails_to(world, "kim", subject)[-1].get_body(("plain",)).get_content()
        assert f"https://pfa.example/{function}?code={code}" in text and f"pfa://{function}?code={code}" in text
        assert f"This link works for {term}" in text


@pytest.mark.parametrize("function", REQUESTS)
def test_a_code_goes_to_the_address_that_the_account_has_not_to_another_spelling_of_it(world, function):
    signed_up(world, "kim")
    calm(world)
    granted(world.run(function, {"email": "KIM@example.com"}))
    world.run("deliver-mail")
    assert {addressed(mail) for mail in world.mails()} == {"kim@example.com"}


def test_a_signed_in_account_that_asks_for_its_own_address_gets_the_mail_at_once(world):
    kim = signed_up(world, "kim")
    signed_up(world, "lee")
    calm(world)
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
    calm(world, 47)
    assert assert_waits(world, ask, MINUTE) <= 13
    calm(world, 13)
    granted(ask())
    calm(world, MINUTE)
    granted(ask())
    calm(world, MINUTE)
    hour = assert_waits(world, ask, HOUR)
    assert HOUR - 4 * MINUTE <= hour <= HOUR - 3 * MINUTE
    calm(world, hour)
    granted(ask())


def test_the_mail_of_the_sign_up_counts_for_the_account_itself_and_tells_strangers_nothing(world):
    kim = signed_up(world)["accessToken"]
    stranger = lambda name: world.run("verify-email", {"email": address(name)})
    own = lambda: world.run("verify-email", {"email": "KIM@example.com"}, kim)
    assert assert_waits(world, own, MINUTE) > 40
    for expected in (None, "auth/too-many-requests"):
        assert stranger("kim").code == stranger("nobody").code == expected
    assert own().code == "auth/too-many-requests"
    calm(world)
    granted(own())
    granted(stranger("kim"))


def test_what_a_session_asks_for_its_own_address_counts_towards_no_strangers_limit(world):
    kim = signed_up(world)["accessToken"]
    for _ in range(2):
        calm(world)
        granted(world.run("verify-email", {"email": "kim@example.com"}, kim))
    calm(world)
    assert world.run("verify-email", {"email": "kim@example.com"}, kim).code == "auth/too-many-requests"
    answers = [[world.run("verify-email", {"email": address(name)}).code for _ in range(2)] for name in ("kim", "nobody")]
    assert answers == [[None, "auth/too-many-requests"]] * 2


def test_strangers_who_ask_for_an_address_do_not_keep_anybody_from_signing_up_with_it(world):
    for _ in range(3):
        granted(world.run("verify-email", {"email": "kim@example.com"}))
        calm(world)
    assert world.run("verify-email", {"email": "kim@example.com"}).code == "auth/too-many-requests"
    kim = signed_up(world)["accessToken"]
    calm(world)
    granted(world.run("verify-email", {"email": "kim@example.com"}, kim))


def test_the_mail_of_somebody_who_is_invited_counts_for_the_account_too(world):
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
        calm(world, 10 * MINUTE)
    hour = assert_waits(world, ask, HOUR)
    assert HOUR - 31 * MINUTE <= hour <= HOUR - 30 * MINUTE
    assert granted(world.run("reset-password", {"email": "somebody@else.example"}))
    calm(world, hour)
    granted(ask())


# Using it


@pytest.mark.parametrize("function", REQUESTS)
def test_a_code_can_be_used_once_in_either_case_of_letters(world, function):
    code = account_code(world, function)
    granted(confirm(world, function, code.lower()))
    assert confirm(world, function, code).code == "auth/code-invalid"


@pytest.mark.parametrize("function, lifetime", [("verify-email", DAY), ("reset-password", HOUR)])
def test_a_code_works_until_its_term_is_over(world, function, lifetime):
    code = account_code(world, function)
    world.age("account_codes", "expires_at", lifetime)
    late = confirm(world, function, code)
    assert late.code == "auth/code-expired" and late.json["error"]["status"] == 410
    assert confirm(world, function, wrong_end(code)).code == "auth/code-invalid", "only who has all of it is told so"
    world.age("account_codes", "expires_at", -MINUTE)
    granted(confirm(world, function, code))


@pytest.mark.parametrize("function", REQUESTS)
@pytest.mark.parametrize("tries, code", [(4, None), (5, "auth/code-invalid")])
def test_five_tries_with_a_wrong_end_make_a_code_worthless_and_four_do_not(world, function, tries, code):
    right = account_code(world, function)
    for _ in range(tries):
        assert confirm(world, function, wrong_end(right)).code == "auth/code-invalid"
    assert confirm(world, function, "A" * 32).code == "auth/code-invalid", "another beginning is another code"
    assert confirm(world, function, right).code == code


def test_forty_wrong_ends_at_once_do_not_outrun_the_count(world):
    code = account_code(world, "verify-email")
    answers = at_once(world, "verify-email", [{"code": wrong_end(code)}] * 40)
    assert {answer.code for answer in answers} == {"auth/code-invalid"}
    assert confirm(world, "verify-email", code).code == "auth/code-invalid"


@pytest.mark.parametrize("function, other", [REQUESTS, REQUESTS[::-1]])
def test_a_code_for_one_thing_is_no_use_for_another(world, function, other):
    code = account_code(world, function)
    assert confirm(world, other, code).code == "auth/code-invalid"
    granted(confirm(world, function, code))


def test_looking_at_a_code_elsewhere_uses_up_nothing(world):
    code = account_code(world, "verify-email")
    for _ in range(6):
        assert world.run("preview-invitation", {"code": code}).code == "invitation/not-found"
    assert world.accept(code).code == "invitation/not-found"
    granted(confirm(world, "verify-email", code))


def test_a_password_that_breaks_the_rules_does_not_use_up_the_code(world):
    code = account_code(world, "reset-password")
    weak = confirm(world, "reset-password", code, newPassword="short")
    assert weak.code == "auth/weak-password"
    assert [error["pointer"] for error in weak.json["error"]["errors"]] == ["/newPassword"]
    granted(sign_in(world))
    granted(confirm(world, "reset-password", code))


@pytest.mark.parametrize("function", REQUESTS)
def test_the_first_of_several_codes_that_is_used_ends_the_others(world, function):
    first = account_code(world, function)
    calm(world)
    second = code_for(world, function)
    granted(confirm(world, function, first))
    assert confirm(world, function, second).code == "auth/code-invalid"


def test_a_code_that_twenty_use_at_once_sets_one_password(world):
    code = account_code(world, "reset-password")
    passwords = [f"{NEW} {number}" for number in range(20)]
    answers = at_once(world, "reset-password", [{"code": code, "newPassword": password} for password in passwords])
    assert [answer.code for answer in answers].count("auth/code-invalid") == 19
    winner = next(number for number, answer in enumerate(answers) if answer.code is None)
    granted(sign_in(world, password=passwords[winner]))
    assert sign_in(world, password=passwords[winner - 1]).code == "auth/invalid-credential"


def test_a_disabled_account_can_use_none(world):
    code = account_code(world, "reset-password")
    world.rows("UPDATE accounts SET status = 'disabled'")
    assert confirm(world, "reset-password", code).code == "auth/user-disabled"


def test_a_code_stands_nowhere_in_a_form_that_is_of_use(world):
    world.env["LOG_LEVEL"] = "trace"
    signed_up(world)
    calm(world)
    codes = [code_for(world, function) for function in REQUESTS]
    logs = [world.run("verify-email", {"code": wrong_end(code)}).stderr for code in codes]
    for place in (world.stored().upper(), "".join(logs).encode().upper()):
        for code in codes:
            assert code[:16].encode() not in place and code[16:].encode() not in place


def test_the_sweep_forgets_codes_that_have_expired(world):
    account_code(world, "reset-password")
    world.run("reset-password", {"email": "nobody@example.com"})
    world.age("account_codes", "expires_at", 9 * 24 * HOUR, "purpose = 'reset-password'")
    world.run("expire-invitations")
    assert {row["purpose"] for row in world.rows("SELECT * FROM account_codes")} == {"verify-email"}


# A new password


def test_a_new_password_ends_every_session_and_is_told(world):
    sessions = [verified(world), granted(sign_in(world))["session"]]
    granted(confirm(world, "reset-password", code_for(world, "reset-password")))
    for session in sessions:
        by_access = world.run("get-account", {}, session["accessToken"])
        by_refresh = world.run("refresh-session", {"refreshToken": session["refreshToken"]})
        for ended in (by_access, by_refresh):
            assert ended.code == "auth/session-revoked" and "password-changed" in ended.json["error"]["detail"]
            assert ended.json["error"]["userMessage"] == "Your password was changed. Please sign in with the new one."
    assert sign_in(world).code == "auth/invalid-credential"
    granted(sign_in(world, password=NEW))
    world.run("deliver-mail")
    [mail] = mails_to(world, "kim", "Your password for PFA was changed")
    assert NEW not in mail.as_string()


def test_a_new_password_verifies_the_address(world):
    world.policy(policy(email={"verification": "required"}))
    signed_up(world)
    granted(confirm(world, "reset-password", code_for(world, "reset-password")))
    signed_in = granted(sign_in(world, password=NEW))
    assert signed_in["account"]["emailVerified"] and signed_in["state"] == "signedIn"
    assert confirm(world, "verify-email", code_in(mails_to(world, "kim", "Verify")[0])).code == "auth/code-invalid"


def test_an_account_from_google_gets_a_password(world):
    account = google(world)["account"]
    granted(confirm(world, "reset-password", code_for(world, "reset-password")))
    assert granted(sign_in(world, password=NEW))["account"]["id"] == account["id"] == google(world)["account"]["id"]


# Somebody else's address


def test_who_signs_up_with_anothers_address_loses_it_to_who_proves_it(world):
    squatter = signed_up(world, "kim", "the squatter's own")
    granted(sign_in(world, "kim", "the squatter's own"))
    calm(world)
    codes = {function: code_for(world, function) for function in REQUESTS}
    owner = google(world)
    assert owner["account"]["id"] != squatter["account"]["id"] and owner["account"]["emailVerified"]
    assert sign_in(world, "kim", "the squatter's own").code == "auth/invalid-credential"
    for answer in (
            world.run("get-account", {}, squatter["accessToken"]),
            world.run("refresh-session", {"refreshToken": squatter["refreshToken"]})):
        assert answer.code == "auth/session-revoked" and "address-claimed" in answer.json["error"]["detail"]
    for function, code in codes.items():
        assert confirm(world, function, code).code in ("auth/code-invalid", "auth/email-already-in-use")
    [entry] = world.rows("SELECT * FROM audit WHERE action = 'account.password-superseded'")
    assert entry["account_id"] == squatter["account"]["id"]
    assert world.rows("SELECT * FROM sessions WHERE revoked_at IS NULL") == world.rows(
        f"SELECT * FROM sessions WHERE account_id = '{owner['account']['id']}'")
    granted(confirm(world, "reset-password", code_for(world, "reset-password")))
    assert granted(sign_in(world, password=NEW))["account"]["id"] == owner["account"]["id"]


def test_who_accepts_an_invitation_takes_the_address_from_a_squatter(world):
    squatter = signed_up(world, "kim", "the squatter's own")
    trainer = granted(world.run("sign-in", {"identity": person("ada"), "as": "admin"}))["session"]["accessToken"]
    accepted = granted(world.accept(world.invite(trainer)["code"]))
    assert accepted["account"]["id"] != squatter["account"]["id"]
    assert sign_in(world, "kim", "the squatter's own").code == "auth/invalid-credential"
    assert world.run("get-account", {}, squatter["accessToken"]).code == "auth/session-revoked"


def test_who_resets_the_password_of_a_squatted_address_has_the_account_alone(world):
    squatter = signed_up(world, "kim", "the squatter's own")
    world.run("update-account", {"email": "squatter@example.com"}, squatter["accessToken"])
    [change] = mails_to(world, "squatter")
    granted(confirm(world, "reset-password", code_for(world, "reset-password")))
    assert world.run("get-account", {}, squatter["accessToken"]).code == "auth/session-revoked"
    assert confirm(world, "verify-email", code_in(change)).code == "auth/code-invalid"
    assert granted(sign_in(world, password=NEW))["account"]["email"] == "kim@example.com"


def test_an_unverified_identity_takes_nothing_from_a_password(world):
    kim = signed_up(world)
    eve = {"provider": "google", "idToken": id_token(sub="eve", email="kim@example.com", email_verified=False)}
    granted(world.run("sign-in", {"identity": eve, "as": "client"}))
    assert granted(sign_in(world))["account"]["id"] == kim["account"]["id"]
    granted(world.run("get-account", {}, kim["accessToken"]))


# Another address


def test_another_address_is_the_accounts_once_it_has_confirmed(world):
    kim = verified(world)
    answer = granted(world.run("update-account", {"email": "Kim@New.example"}, kim["accessToken"]))
    assert answer["pendingEmail"] == "Kim@new.example" and answer["account"]["email"] == "kim@example.com"
    [mail] = mails_to(world, "Kim@new.example")
    assert mail["subject"] == "Confirm your new email address for PFA"
    world.run("deliver-mail")
    [notice] = mails_to(world, "kim", "A new email address")
    assert "Kim@new.example" in notice.get_body(("plain",)).get_content()
    granted(sign_in(world, "kim"))
    changed = granted(confirm(world, "verify-email", code_in(mail)))
    assert changed["account"]["email"] == "Kim@new.example" and changed["account"]["emailVerified"]
    assert granted(sign_in(world, "kim@NEW.example"))["account"]["id"] == kim["account"]["id"]
    assert sign_in(world, "kim").code == "auth/invalid-credential"
    assert signed_up(world, "kim")["account"]["id"] != kim["account"]["id"]


def test_the_same_address_in_another_case_is_no_other_address(world):
    kim = verified(world)
    answer = granted(world.run("update-account", {"email": "KIM@example.com"}, kim["accessToken"]))
    assert "pendingEmail" not in answer


def test_another_address_needs_a_sign_in_of_the_last_quarter_of_an_hour(world):
    kim = verified(world)
    world.age("sessions", "created_at", 15 * MINUTE - 60)
    granted(world.run("update-account", {"email": "kim@new.example"}, kim["accessToken"]))
    world.age("sessions", "created_at", 60)
    refreshed = granted(world.run("refresh-session", {"refreshToken": kim["refreshToken"]}))["session"]
    changes = {"email": "kim@other.example", "displayName": "K."}
    for session in (kim, refreshed):
        refused = world.run("update-account", changes, session["accessToken"])
        assert refused.code == "auth/requires-recent-login"
        assert refused.json["error"]["requiresAction"] == "reauthenticate"
    assert granted(world.run("get-account", {}, kim["accessToken"]))["account"]["displayName"] == "Kim"
    assert granted(world.run("update-account", {"displayName": "K."}, kim["accessToken"]))
    fresh = granted(sign_in(world))["session"]
    granted(world.run("update-account", {"email": "kim@other.example"}, fresh["accessToken"]))


def test_an_address_that_another_account_has_proven_is_refused_when_it_confirms(world):
    verified(world, "lee")
    kim = verified(world, "kim")
    calm(world)
    free = granted(world.run("update-account", {"email": "free@example.com"}, kim["accessToken"]))
    taken = granted(world.run("update-account", {"email": "lee@example.com"}, kim["accessToken"]))
    assert {**free, "pendingEmail": ""} == {**taken, "pendingEmail": ""}, "asking does not tell"
    code = code_in(mails_to(world, "lee", "Confirm")[-1])
    assert confirm(world, "verify-email", code).code == "auth/email-already-in-use"
    assert granted(sign_in(world, "kim")) and granted(sign_in(world, "lee"))


def test_an_address_that_somebody_only_signed_up_with_goes_to_who_confirms_it(world):
    squatter = signed_up(world, "kim@new.example", "the squatter's own")
    calm(world)
    kim = verified(world)
    granted(world.run("update-account", {"email": "kim@new.example"}, kim["accessToken"]))
    granted(confirm(world, "verify-email", code_in(mails_to(world, "kim@new.example", "Confirm")[-1])))
    assert sign_in(world, "kim@new.example", "the squatter's own").code == "auth/invalid-credential"
    assert world.run("get-account", {}, squatter["accessToken"]).code == "auth/session-revoked"
    granted(sign_in(world, "kim@new.example"))


def test_codes_for_the_old_address_end_with_it(world):
    kim = verified(world)
    reset = code_for(world, "reset-password")
    granted(world.run("update-account", {"email": "kim@new.example"}, kim["accessToken"]))
    granted(confirm(world, "verify-email", code_in(mails_to(world, "kim@new.example")[-1])))
    assert confirm(world, "reset-password", reset).code == "auth/code-invalid"
    granted(sign_in(world, "kim@new.example"))


def test_mails_to_a_new_address_are_limited_like_others(world):
    kim = verified(world)
    ask = lambda: world.run("update-account", {"email": "kim@new.example"}, kim["accessToken"])
    world.rows("DELETE FROM limit_hits")
    granted(ask())
    assert assert_waits(world, ask, MINUTE) > 40
    granted(world.run("verify-email", {"email": "kim@new.example"}))


def test_mails_to_new_addresses_are_limited_for_the_account_and_for_the_address(world):
    kim, lee = verified(world)["accessToken"], verified(world, "lee")["accessToken"]
    change = lambda token, name: world.run("update-account", {"email": f"{name}@new.example"}, token).code
    world.rows("DELETE FROM limit_hits")
    assert [change(kim, name) for name in "abcd"] == [None] * 3 + ["auth/too-many-requests"]
    assert change(lee, "a") == "auth/too-many-requests", "somebody else has just had a mail sent there"
    assert [change(lee, name) for name in "def"] == [None] * 3


def test_another_address_is_of_a_domain_that_the_policy_allows(world):
    world.policy(policy(email={"allowedDomains": ["example.com"]}))
    kim = verified(world)
    assert world.run("update-account", {"email": "kim@new.example"}, kim["accessToken"]).code == (
        "auth/email-domain-not-allowed")


# White space around a code

SPACES = [
    " {} ", "\t{}\n", "\r\n{}\r\n", "\u00a0{}\u3000", "\u2003{}\u2009", "\u0085{}\u1680", "\u2028{}\u2029", "\u202f{}\u205f"]


@pytest.mark.parametrize("spaces", SPACES, ids=ascii)
def test_a_code_of_an_account_loses_the_white_space_around_it(world, spaces):
    code = account_code(world, "reset-password")
    assert confirm(world, "reset-password", spaces.format(code)).code is None
    assert "session" in sign_in(world, password=NEW).json


@pytest.mark.parametrize("spaces", SPACES, ids=ascii)
def test_a_code_of_an_invitation_loses_the_white_space_around_it(world, spaces):
    code = world.invite(world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"])["code"]
    assert "inviter" in world.run("preview-invitation", {"code": spaces.format(code)}).json
    page = world.run("invite-page", {"code": spaces.format(code)}).json
    assert page["status"] == 200 and code in page["html"]
    assert world.accept(spaces.format(code)).code is None


@pytest.mark.parametrize("code", ["A\u00a0B", "\u200bAB", "AB\ufeff", "A B", "\u3000", "\x1cAB"], ids=ascii)
def test_what_is_no_white_space_or_not_around_it_is_refused(world, code):
    for function in ("preview-invitation", "accept-invitation", "reset-password", "verify-email"):
        data = {"code": code, "identity": person("kim")} if "invitation" in function else {"code": code}
        if function == "reset-password":
            data["newPassword"] = NEW
        data = {k: v for k, v in data.items() if k != "identity" or function == "accept-invitation"}
        answer = world.run(function, data)
        assert [error["pointer"] for error in answer.json["error"]["errors"]] == ["/code"]


# Refusing


def actions(world):
    return [row["action"] for row in world.rows("SELECT action FROM audit WHERE action LIKE 'account.%' ORDER BY at, id")]


def test_whoever_did_not_sign_up_refuses_and_the_account_is_gone(world):
    made = signed_up(world)
    code = code_in(mails_to(world, "kim")[-1])
    answer = granted(world.run("verify-email", {"code": code, "decision": "refuse"}))
    assert answer == {"deleted": made["account"]["id"]}
    assert world.rows("SELECT * FROM accounts") == world.rows("SELECT * FROM passwords") == []
    assert world.run("get-account", token=made["accessToken"]).code == "auth/session-revoked"
    assert actions(world) == ["account.created", "account.address-refused", "account.deleted"]
    for decision in ("refuse", "confirm"):
        assert world.run("verify-email", {"code": code, "decision": decision}).code == "auth/code-invalid"
    signed_up(world)


def test_confirming_by_the_accounts_own_code_ends_nothing(world):
    made = signed_up(world)
    code = code_in(mails_to(world, "kim")[-1])
    granted(world.run("verify-email", {"code": code, "decision": "confirm"}))
    granted(world.run("get-account", token=made["accessToken"]))
    granted(sign_in(world))
    assert "account.address-proven" not in actions(world)
    for decision in ("refuse", "confirm"):
        assert world.run("verify-email", {"code": code, "decision": decision}).code == "auth/code-invalid"
    assert len(world.rows("SELECT id FROM accounts")) == 1


def test_a_code_of_an_account_that_was_verified_otherwise_refuses_nothing(world):
    signed_up(world)
    code = code_in(mails_to(world, "kim")[-1])
    world.rows("UPDATE accounts SET email_verified = 1, email_key = 'kim@example.com'")
    for decision in ("refuse", "confirm"):
        assert world.run("verify-email", {"code": code, "decision": decision}).code == "auth/code-invalid"
    assert len(world.rows("SELECT id FROM accounts")) == 1


def test_refusing_to_be_somebodys_new_address_leaves_them_the_old_one(world):
    kim = verified(world)
    calm(world)
    granted(world.run("update-account", {"email": "new@example.com"}, kim["accessToken"]))
    code = code_in(mails_to(world, "new")[-1])
    answer = granted(world.run("verify-email", {"code": code, "decision": "refuse"}))
    assert (answer["account"]["email"], answer["state"], answer["missing"]) == ("kim@example.com", "signedIn", [])
    assert actions(world)[-1] == "account.address-refused"
    assert world.run("verify-email", {"code": code}).code == "auth/code-invalid"
    granted(world.run("get-account", token=kim["accessToken"]))
    granted(sign_in(world))


def test_twenty_who_refuse_and_confirm_at_once_do_one_thing(world):
    signed_up(world)
    code = code_in(mails_to(world, "kim")[-1])
    answers = at_once(world, "verify-email", [{"code": code, "decision": each} for each in ["confirm", "refuse"] * 10])
    assert len([answer for answer in answers if answer.code is None]) == 1
    assert {answer.code for answer in answers} <= {None, "auth/code-invalid", "auth/too-many-requests"}


@pytest.mark.parametrize("data", [
    {"code": "X", "decision": "perhaps"}, {"email": "kim@example.com", "decision": "refuse"}, {"decision": "refuse"}])
def test_a_decision_goes_with_a_code(world, data):
    assert world.run("verify-email", data).code == "event/invalid"


def test_a_new_address_is_held_against_the_policy_again_when_it_confirms(world):
    kim = verified(world)
    granted(world.run("update-account", {"email": "new@example.com"}, kim["accessToken"]))
    code = code_in(mails_to(world, "new")[-1])
    world.policy(policy(email={"allowedDomains": ["ksu.edu"]}))
    assert world.run("verify-email", {"code": code}).code == "auth/email-domain-not-allowed"
    assert world.rows("SELECT email FROM accounts") == [{"email": "kim@example.com"}]
