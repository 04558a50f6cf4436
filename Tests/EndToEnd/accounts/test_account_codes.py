# SPDX-License-Identifier: Apache-2.0
"""The validity of codes in mails about an account: attempts, expiry, white space and concurrency."""

import pytest
from account_codes import NEW, REQUESTS, RULES, confirm, wrong_end
from people import DAY, HOUR, MINUTE, age_limits, at_once, code_for, granted, sign_in, signed_up
from worlds import person

pytestmark = pytest.mark.policy(RULES)


def account_code(world, function):
    """A code of that kind for a new account."""
    signed_up(world)
    age_limits(world)
    return code_for(world, function)


# Using it


@pytest.mark.parametrize("function", REQUESTS)
def test_a_code_can_be_used_once_in_upper_or_lower_case(world, function):
    code = account_code(world, function)
    granted(confirm(world, function, code.lower()))
    assert confirm(world, function, code).code == "auth/code-invalid"


@pytest.mark.parametrize("function, lifetime", [("verify-email", DAY), ("reset-password", HOUR)])
def test_a_code_works_until_it_expires(world, function, lifetime):
    code = account_code(world, function)
    world.age("account_codes", "expires_at", lifetime)
    late = confirm(world, function, code)
    assert late.code == "auth/code-expired" and late.json["error"]["status"] == 410
    assert confirm(world, function, wrong_end(code)).code == "auth/code-invalid", "only a complete code gets the precise error"
    world.age("account_codes", "expires_at", -MINUTE)
    granted(confirm(world, function, code))


@pytest.mark.parametrize("function", REQUESTS)
@pytest.mark.parametrize("tries, code", [(4, None), (5, "auth/code-invalid")])
def test_a_code_is_invalid_after_five_attempts_with_a_wrong_end_but_not_after_four(world, function, tries, code):
    right = account_code(world, function)
    for _ in range(tries):
        assert confirm(world, function, wrong_end(right)).code == "auth/code-invalid"
    assert confirm(world, function, "A" * 32).code == "auth/code-invalid", "another beginning is another code"
    assert confirm(world, function, right).code == code


def test_forty_concurrent_wrong_ends_are_all_counted(world):
    code = account_code(world, "verify-email")
    answers = at_once(world, "verify-email", [{"code": wrong_end(code)}] * 40)
    assert {answer.code for answer in answers} == {"auth/code-invalid"}
    assert confirm(world, "verify-email", code).code == "auth/code-invalid"


@pytest.mark.parametrize("function, other", [REQUESTS, REQUESTS[::-1]])
def test_a_code_works_only_for_its_own_purpose(world, function, other):
    code = account_code(world, function)
    assert confirm(world, other, code).code == "auth/code-invalid"
    granted(confirm(world, function, code))


def test_using_a_code_with_another_function_does_not_consume_it(world):
    code = account_code(world, "verify-email")
    for _ in range(6):
        assert world.run("preview-invitation", {"code": code}).code == "invitation/not-found"
    assert world.accept(code).code == "invitation/not-found"
    granted(confirm(world, "verify-email", code))


def test_a_password_that_breaks_the_rules_does_not_consume_the_code(world):
    code = account_code(world, "reset-password")
    weak = confirm(world, "reset-password", code, newPassword="short")
    assert weak.code == "auth/weak-password"
    assert [error["pointer"] for error in weak.json["error"]["errors"]] == ["/newPassword"]
    granted(sign_in(world))
    granted(confirm(world, "reset-password", code))


@pytest.mark.parametrize("function", REQUESTS)
def test_using_one_of_several_codes_invalidates_the_others(world, function):
    first = account_code(world, function)
    age_limits(world)
    second = code_for(world, function)
    granted(confirm(world, function, first))
    assert confirm(world, function, second).code == "auth/code-invalid"


def test_twenty_concurrent_uses_of_a_code_set_one_password(world):
    code = account_code(world, "reset-password")
    passwords = [f"{NEW} {number}" for number in range(20)]
    answers = at_once(world, "reset-password", [{"code": code, "newPassword": password} for password in passwords])
    assert [answer.code for answer in answers].count("auth/code-invalid") == 19
    winner = next(number for number, answer in enumerate(answers) if answer.code is None)
    granted(sign_in(world, password=passwords[winner]))
    assert sign_in(world, password=passwords[winner - 1]).code == "auth/invalid-credential"


def test_a_disabled_account_cannot_use_a_code(world):
    code = account_code(world, "reset-password")
    world.rows("UPDATE accounts SET status = 'disabled'")
    assert confirm(world, "reset-password", code).code == "auth/user-disabled"


def test_neither_database_nor_log_contains_a_usable_code(world):
    world.env["LOG_LEVEL"] = "trace"
    signed_up(world)
    age_limits(world)
    codes = [code_for(world, function) for function in REQUESTS]
    logs = [world.run("verify-email", {"code": wrong_end(code)}).stderr for code in codes]
    for place in (world.stored().upper(), "".join(logs).encode().upper()):
        for code in codes:
            assert code[:16].encode() not in place and code[16:].encode() not in place


def test_the_sweep_removes_expired_codes(world):
    account_code(world, "reset-password")
    world.run("reset-password", {"email": "nobody@example.com"})
    world.age("account_codes", "expires_at", 9 * 24 * HOUR, "purpose = 'reset-password'")
    world.run("expire-invitations")
    assert {row["purpose"] for row in world.rows("SELECT * FROM account_codes")} == {"verify-email"}


# White space around a code

SPACES = [
    " {} ", "\t{}\n", "\r\n{}\r\n", "\u00a0{}\u3000", "\u2003{}\u2009", "\u0085{}\u1680", "\u2028{}\u2029", "\u202f{}\u205f"]


@pytest.mark.parametrize("spaces", SPACES, ids=ascii)
def test_white_space_around_a_code_of_an_account_is_ignored(world, spaces):
    code = account_code(world, "reset-password")
    assert confirm(world, "reset-password", spaces.format(code)).code is None
    assert "session" in sign_in(world, password=NEW).json


@pytest.mark.parametrize("spaces", SPACES, ids=ascii)
def test_white_space_around_a_code_of_an_invitation_is_ignored(world, spaces):
    code = world.invite(world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"])["code"]
    assert "inviter" in world.run("preview-invitation", {"code": spaces.format(code)}).json
    page = world.run("invite-page", {"code": spaces.format(code)}).json
    assert page["status"] == 200 and code in page["html"]
    assert world.accept(spaces.format(code)).code is None


@pytest.mark.parametrize("code", ["A\u00a0B", "A\u200bB", "A B", "\u3000", "\x1cAB"], ids=ascii)
def test_other_characters_and_inner_white_space_are_refused(world, code):
    for function in ("preview-invitation", "accept-invitation", "reset-password", "verify-email"):
        data = {"code": code, "identity": person("kim")} if "invitation" in function else {"code": code}
        if function == "reset-password":
            data["newPassword"] = NEW
        data = {k: v for k, v in data.items() if k != "identity" or function == "accept-invitation"}
        answer = world.run(function, data)
        assert [error["pointer"] for error in answer.json["error"]["errors"]] == ["/code"]


@pytest.mark.parametrize("data", [
    {"code": "X", "decision": "perhaps"}, {"email": "kim@example.com", "decision": "refuse"}, {"decision": "refuse"}])
def test_a_decision_needs_a_code(world, data):
    assert world.run("verify-email", data).code == "event/invalid"
