# SPDX-License-Identifier: Apache-2.0
"""The code of a request to a guardian, and when the request is repeated or ends."""

import pytest
from account_codes import wrong_end
from guardians import RULES, asked, audited, decide, standing
from operators import account
from pages import CONSENT, birthday, child, guardian_code, page_policy, see
from people import DAY, HOUR, age_limits, granted, mails_to, sign_in

pytestmark = pytest.mark.policy(RULES)


# Which code


def test_a_guardians_code_is_valid_as_long_as_the_account_exists(world):
    made = child(world)
    code = guardian_code(world)
    decide(world, code, "agree")
    world.age("account_codes", "expires_at", 4 * 365 * DAY)
    granted(world.run("purge-records"))
    assert see(world, "guardian-page", code=code.lower()).heading == "You’ve agreed"
    granted(world.run("delete-account", token=granted(sign_in(world))["session"]["accessToken"]))
    page = see(world, "guardian-page", code=code)
    assert (page.status, page.heading) == (422, "This link no longer works")
    assert made["account"]["id"] not in str(world.rows("SELECT account_id FROM account_codes"))


def test_a_guardians_code_is_invalid_after_five_attempts_with_a_wrong_end(world):
    child(world)
    code = guardian_code(world)
    for number in range(5):
        page = decide(world, wrong_end(code), "agree", clientip=f"192.0.2.{number}")
        assert (page.status, page.heading) == (422, "This link no longer works")
    assert decide(world, code, "agree").status == 422 and see(world, "guardian-page", code=code).status == 422
    for number in range(5):
        decide(world, f"WRONG{number}", "agree", clientip="192.0.2.77")
    assert decide(world, "WRONG", "agree", clientip="192.0.2.77").status == 429


@pytest.mark.parametrize("data", [{}, {"code": "A B", "decision": "agree"}, {"decision": "agree"}, {"code": "X"},
                                  {"code": "X", "decision": "perhaps"}])
def test_an_invalid_form_is_not_an_answer(world, data):
    page = see(world, "guardian-confirm", **data)
    assert (page.status, page.heading) == (400, "This link isn’t complete")


def test_a_code_for_another_purpose_decides_nothing(world):
    child(world)
    world.run("deliver-mail")
    [mail] = mails_to(world, "kim")
    code = mail.get_body(("plain",)).get_content().split("/verify-email?code=")[1].split()[0]
    assert decide(world, code, "agree").status == 422
    assert world.run("verify-email", {"code": guardian_code(world)}).code == "auth/code-invalid"
    assert world.run("verify-email", {"code": guardian_code(world), "decision": "refuse"}).code == "auth/code-invalid"


def test_naming_another_guardian_invalidates_the_first_code(world):
    made = child(world)
    first = guardian_code(world)
    decide(world, first, "agree")
    answer = asked(world, made, consent={"version": "1", "guardianEmail": "dad@example.com"})
    assert answer["state"] == "guardianPending" and answer["account"]["consent"]["guardian"] == "pending"
    assert decide(world, first, "withdraw").status == see(world, "guardian-page", code=first).status == 422
    decide(world, guardian_code(world, "dad"), "agree")
    assert standing(world, made)[0] == "signedIn" and audited(world) == ["asked", "agreed", "asked", "agreed"]


@pytest.mark.parametrize("before", [[], ["agree"]])
def test_a_new_version_of_the_terms_asks_the_known_guardian_again(world, before):
    made = child(world)
    first = guardian_code(world)
    for each in before:
        decide(world, first, each)
    world.policy(page_policy(consent={**CONSENT, "version": "2"}))
    assert standing(world, made)[:2] == ("incomplete", ["consent"])
    answer = asked(world, made, consent={"version": "2"})
    assert answer["state"] == "guardianPending"
    second = guardian_code(world)
    assert second != first and decide(world, first, "agree").status == 422
    decide(world, second, "agree")
    assert standing(world, made) == ("signedIn", [], "agreed")


# The end


@pytest.mark.parametrize("before", [[], ["agree"]])
def test_from_eighteen_on_the_person_decides_alone(world, before):
    made = child(world)
    code = guardian_code(world)
    for each in before:
        decide(world, code, each)
    world.rows("UPDATE accounts SET birth_date = ?", (birthday(18),))
    assert standing(world, made)[0] == "signedIn"
    for page in (see(world, "guardian-page", code=code), *(decide(world, code, each) for each in ("agree", "withdraw", "refuse"))):
        assert (page.status, page.heading) == (200, "Your permission is no longer needed") and not page.parsed.all("form")
    assert standing(world, made)[0] == "signedIn" and audited(world) == ["asked", *(["agreed"] if before else [])]
    world.rows("UPDATE accounts SET birth_date = ?", (birthday(18, days=1),))
    assert standing(world, made)[0] == ("signedIn" if before else "guardianPending"), "the day before"


def test_a_closed_account_is_kept_for_thirty_days(world):
    made = child(world)
    decide(world, guardian_code(world), "refuse")
    world.age("accounts", "guardian_at", 30 * DAY - HOUR)
    assert granted(world.run("purge-records"))["accountsClosedByGuardian"] == 0
    world.age("accounts", "guardian_at", 2 * HOUR)
    assert granted(world.run("purge-records"))["accountsClosedByGuardian"] == 1
    assert world.rows("SELECT * FROM accounts") == world.rows("SELECT * FROM account_codes") == []
    age_limits(world, DAY)
    assert child(world)["account"]["id"] != made["account"]["id"], "the address is free again"


def test_a_reopened_account_is_not_deleted(world):
    child(world)
    decide(world, guardian_code(world), "refuse")
    world.rows("UPDATE accounts SET status = 'active'")
    world.age("accounts", "guardian_at", 31 * DAY)
    assert granted(world.run("purge-records"))["accountsClosedByGuardian"] == 0
    assert len(world.rows("SELECT id FROM accounts")) == 1


def test_a_refusal_that_an_operator_undid_does_not_delete_an_account_that_is_suspended_later(world):
    made = child(world)
    decide(world, guardian_code(world), "refuse")
    account(world, "restore", "kim@example.com")
    # Earlier versions kept the decision.
    world.rows("UPDATE accounts SET guardian = 'refused'")
    account(world, "suspend", "kim@example.com")
    world.age("accounts", "guardian_at", 31 * DAY)
    assert granted(world.run("purge-records"))["accountsClosedByGuardian"] == 0
    assert world.rows("SELECT id FROM accounts") == [{"id": made["account"]["id"]}]


def test_a_refusal_that_an_operator_undid_does_not_forbid_to_restore_the_account(world):
    world.policy(page_policy(consent=CONSENT, deletion={"graceDays": 30}))
    child(world)
    decide(world, guardian_code(world), "refuse")
    account(world, "restore", "kim@example.com")
    world.rows("UPDATE accounts SET guardian = 'refused'")
    granted(world.run("delete-account", {}, granted(sign_in(world))["session"]["accessToken"]))
    assert granted(sign_in(world, restore=True))["account"]["status"] == "active"
