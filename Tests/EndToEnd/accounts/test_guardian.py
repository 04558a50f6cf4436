# SPDX-License-Identifier: Apache-2.0
"""A guardian agrees or refuses: the request, the answer and the state of the account."""

import re

import pytest
from guardians import RULES, audited, decide, standing
from operators import vestibule
from pages import CONSENT, birthday, child, guardian_code, page_policy, see
from people import DAY, MINUTE, age_limits, at_once, code_in, granted, mails_to, policy, sign_in, sign_up, signed_up
from worlds import id_token, person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(RULES)]
MINORS = policy(consent={"version": "1", "minimumAge": 8, "parentalUnder": 16})


def is_shut(world, made):
    """Whether the account is closed, its sessions are ended, and its address is not available to others."""
    age_limits(world, DAY)
    again = sign_up(world, birthDate=birthday(30), consent={"version": "1"})
    answers = [world.run("get-account", token=made["accessToken"]), sign_in(world), again,
               world.run("refresh-session", {"refreshToken": made["refreshToken"]})]
    [row] = world.rows("SELECT status FROM accounts")
    return row["status"], [answer.code for answer in answers]


SHUT = ("disabled", ["auth/user-disabled", "auth/user-disabled", "auth/email-already-in-use", "auth/session-revoked"])


# The request


def test_the_mail_names_the_child_and_links_to_the_page(world):
    child(world)
    world.run("deliver-mail")
    [mail] = mails_to(world, "mum")
    text = mail.get_body(("plain",)).get_content()
    assert mail["subject"] == "Kim needs your permission for PFA"
    assert "Kim (kim@example.com) signed up for PFA on" in text and "Until you agree, no one can use the account." in text
    assert "you can withdraw your permission later with the same link" in text
    assert re.search(r"^https://pfa\.example/guardian\?code=[A-Z2-7]{32}$", text, re.M)
    assert "pfa://" not in mail.as_string(), "a guardian does not have the app"
    assert audited(world) == ["asked"]


def test_the_mail_speaks_the_childs_language(world):
    child(world, locale="de-AT")
    world.run("deliver-mail")
    assert mails_to(world, "mum")[-1]["subject"] == "Kim braucht deine Zustimmung für PFA"


@pytest.mark.parametrize("own", ["kim@example.com", "KIM@example.com", "kim+mum@example.com", "Kim+1@EXAMPLE.com"])
def test_a_person_cannot_be_their_own_guardian(world, own):
    answer = sign_up(world, birthDate=birthday(15), consent={"version": "1", "guardianEmail": own})
    assert answer.code == "auth/parental-consent-required"
    assert [error["pointer"] for error in answer.json["error"]["errors"]] == ["/consent/guardianEmail"]
    assert world.rows("SELECT * FROM accounts") == []


def test_an_adult_needs_no_guardian_and_no_mail_is_sent(world):
    made = child(world, age=18)
    world.run("deliver-mail")
    assert standing(world, made) == ("signedIn", [], "none") and mails_to(world, "mum") == []


def test_one_guardian_gets_at_most_three_mails_a_day(world):
    for number in range(3):
        child(world, f"kim{number}", ["mum", "MUM@example.com", "mum@Example.com"][number])
    consent = {"version": "1", "guardianEmail": "mum@example.com"}
    answer = sign_up(world, "kim3", birthDate=birthday(15), consent=consent)
    assert answer.code == "auth/too-many-requests" and 0 < answer.json["error"]["retryAfter"] <= DAY
    assert len(world.rows("SELECT id FROM accounts")) == 3 and audited(world) == ["asked"] * 3
    age_limits(world, DAY - MINUTE)
    assert sign_up(world, "kim3", birthDate=birthday(15), consent=consent).code == "auth/too-many-requests"
    age_limits(world, 2 * MINUTE)
    child(world, "kim3")


def test_mails_to_a_guardian_do_not_count_for_the_guardians_own_limits(world):
    for number in range(3):
        child(world, f"kim{number}")
    world.policy(page_policy())
    signed_up(world, "mum")
    age_limits(world)
    for _ in range(2):
        granted(world.run("verify-email", {"email": "mum@example.com"}))
        age_limits(world)
    for _ in range(3):
        granted(world.run("reset-password", {"email": "mum@example.com"}))


# The answer


def test_the_account_waits_for_the_guardian(world):
    made = child(world)
    assert standing(world, made) == ("guardianPending", [], "pending")
    refused = world.run("authorize", token=made["accessToken"])
    assert refused.code == "auth/guardian-pending" and refused.json["error"]["status"] == 403


def test_the_guardian_is_asked_and_looking_decides_nothing(world):
    made = child(world)
    code = guardian_code(world)
    for _ in range(3):
        page = see(world, "guardian-page", code=code)
        assert (page.status, page.heading) == (200, "Do you give your permission?")
        assert "Kim (kim@example.com) would like to use PFA" in page.text
    assert page.parsed.all("form") == [{"method": "post", "action": "guardian/confirm"}]
    assert [button["value"] for button in page.parsed.all("button")] == ["agree", "refuse"]
    assert page.parsed.fields["code"] == code
    assert standing(world, made)[0] == "guardianPending"


def test_the_account_opens_when_the_guardian_agrees(world):
    made = child(world)
    done = decide(world, guardian_code(world), "agree")
    assert (done.status, done.heading) == (200, "You’ve agreed") and "Kim (kim@example.com) may use PFA." in done.text
    assert done.parsed.all("form") == [{"method": "post", "action": "confirm"}]
    assert [button["value"] for button in done.parsed.all("button")] == ["withdraw"]
    assert standing(world, made) == ("signedIn", [], "agreed")
    granted(world.run("authorize", token=made["accessToken"]))
    assert audited(world) == ["asked", "agreed"]


@pytest.mark.parametrize("before, decision, guardian, heading", [
    ([], "refuse", "refused", "You’ve declined"), ([], "withdraw", "refused", "You’ve declined"),
    (["agree"], "withdraw", "withdrawn", "You’ve withdrawn your permission"),
    (["agree"], "refuse", "withdrawn", "You’ve withdrawn your permission")])
def test_a_guardian_who_refuses_closes_the_account(world, before, decision, guardian, heading):
    made = child(world)
    code = guardian_code(world)
    for each in before:
        decide(world, code, each)
    for _ in range(2):
        done = decide(world, code, decision)
        assert (done.status, done.heading) == (200, heading) and not done.parsed.all("form")
        assert re.search(r"will be deleted on [A-Z][a-z]+ \d+, \d{4}\.", done.text)
    assert see(world, "guardian-page", code=code).heading == heading
    assert is_shut(world, made) == SHUT
    [row] = world.rows("SELECT guardian, guardian_at, email_verified FROM accounts")
    assert row["guardian"] == guardian and audited(world)[-1] == guardian
    assert audited(world).count(guardian) == 1, "the second time has no effect"
    ended = world.run("refresh-session", {"refreshToken": made["refreshToken"]}).json["error"]
    assert ended["userMessage"] == "Your account was closed, so you were signed out."


@pytest.mark.parametrize("before", [["refuse"], ["agree", "withdraw"]])
def test_a_guardian_who_refused_cannot_agree_later(world, before):
    made = child(world)
    code = guardian_code(world)
    for each in before:
        decide(world, code, each)
    late = decide(world, code, "agree")
    assert (late.status, late.heading) == (403, "This account is closed") and not late.parsed.all("form")
    assert is_shut(world, made) == SHUT and "agreed" not in audited(world)[len(before):]


def test_each_answer_reports_the_current_state(world):
    """The same form after the opposite answer: no remembered answer is shown."""
    child(world)
    code = guardian_code(world)
    assert decide(world, code, "agree").heading == "You’ve agreed"
    assert decide(world, code, "withdraw").heading == "You’ve withdrawn your permission"
    assert decide(world, code, "agree").heading == "This account is closed"


def test_only_an_operator_can_reopen_a_closed_account(world):
    made = child(world)
    code = guardian_code(world)
    decide(world, code, "refuse")
    age_limits(world, DAY)
    consent = {"version": "1", "guardianEmail": "dad@example.com"}
    assert sign_in(world, consent=consent).code == "auth/user-disabled"
    identity = {"provider": "google", "idToken": id_token(sub="kim", email="kim@example.com", email_verified=True)}
    assert world.run("sign-in", {"identity": identity, "as": "client", "consent": consent}).code == "auth/user-disabled"
    world.run("reset-password", {"email": "kim@example.com"})
    world.run("deliver-mail")
    assert mails_to(world, "dad") == [] and mails_to(world, "kim", "password") == []

    world.rows("UPDATE accounts SET status = 'active'")
    opened = granted(sign_in(world))
    assert (opened["state"], opened["missing"]) == ("incomplete", ["consent"])
    assert see(world, "guardian-page", code=code).heading == "Do you give your permission?"
    assert decide(world, code, "agree").heading == "You’ve agreed"
    assert standing(world, opened["session"])[0] == "signedIn"
    assert made["account"]["id"] == opened["account"]["id"]


@pytest.mark.parametrize("decision", ["agree", "refuse"])
def test_twenty_concurrent_answers_have_one_effect(world, decision):
    made = child(world)
    code = guardian_code(world)
    answers = at_once(world, "guardian-confirm", [{"code": code, "decision": decision}] * 20)
    assert {answer.json["status"] for answer in answers} == {200} and len({answer.json["html"] for answer in answers}) == 1
    assert audited(world) == ["asked", {"agree": "agreed", "refuse": "refused"}[decision]]
    if decision == "agree":
        assert standing(world, made)[0] == "signedIn"


def test_concurrent_opposite_answers_leave_the_account_closed(world):
    made = child(world)
    code = guardian_code(world)
    answers = at_once(world, "guardian-confirm", [{"code": code, "decision": each} for each in ["agree", "refuse"] * 6])
    assert {answer.json["status"] for answer in answers} <= {200, 403}
    assert is_shut(world, made) == SHUT and len(audited(world)) <= 3


def test_an_account_disabled_by_an_operator_is_reported_as_disabled(world):
    child(world)
    code = guardian_code(world)
    world.rows("UPDATE accounts SET status = 'disabled'")
    for page in (see(world, "guardian-page", code=code), decide(world, code, "agree"), decide(world, code, "refuse")):
        assert (page.status, page.heading) == (403, "This account is closed")
    assert audited(world) == ["asked"]


def test_one_client_asks_a_limited_number_of_guardians(world):
    world.policy(page_policy(consent=CONSENT, limits={"mailRequests": {"max": 2, "seconds": 3600}}))

    def asks(number, address="192.0.2.1"):
        consent = {"version": "1", "guardianEmail": f"mum{number}@example.com"}
        data = {"identity": person(f"kid{number}"), "as": "client", "birthDate": birthday(15), "consent": consent}
        return world.run("sign-in", data, clientip=address)

    for number in range(2):
        granted(asks(number))
    refused = asks(2)
    assert refused.code == "auth/too-many-requests" and 0 < refused.json["error"]["retryAfter"] <= 3600
    granted(asks(3, "198.51.100.1"))
    assert len(world.rows("SELECT id FROM accounts")) == 3 and audited(world) == ["asked"] * 3
    granted(world.run("verify-email", {"email": "kim@example.com"}, clientip="192.0.2.1"))


@pytest.mark.policy(MINORS)
def test_an_account_that_an_operator_opened_and_suspended_is_not_deleted_for_the_guardians_refusal(world):
    signed_up(world, "kim", birthDate="2013-01-01", consent={"version": "1", "guardianEmail": "mum@example.com"})
    world.run("deliver-mail")
    granted(world.run("guardian-confirm", {"code": code_in(mails_to(world, "mum")[-1]), "decision": "refuse"}))
    for command in ("restore", "suspend"):
        assert vestibule(world, "account", command, "kim@example.com").status == 0
    world.age("accounts", "guardian_at", 31 * 86_400, "guardian_at IS NOT NULL")
    granted(world.run("purge-records"))
    assert world.rows("SELECT status, guardian FROM accounts") == [{"status": "disabled", "guardian": None}]


@pytest.mark.policy(MINORS)
def test_an_account_asks_only_a_few_guardians(world):
    made = signed_up(world, "kim", birthDate="2013-01-01", consent={"version": "1", "guardianEmail": "g@example.com"})
    answers = [
        world.run("complete-account", {"consent": {"version": "1", "guardianEmail": f"stranger{number}@example.org"}}, made["accessToken"])
        for number in range(6)]
    assert answers[0].code is None and answers[-1].code == "auth/too-many-requests"
