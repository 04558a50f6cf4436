# SPDX-License-Identifier: Apache-2.0
"""Parents and guardians: who has to be asked, what the mail asks, and what follows from the answer."""

import json
import re

import bcrypt
import pytest
from conftest import KEYS, ROOT, id_token, person
from pages import CONSENT, Seen, birthday, child, guardian_code, page_policy, see
from people import DAY, HOUR, MINUTE, PASSWORD, at_once, calm, granted, mails_to, sign_in, sign_up, signed_up
from test_codes import wrong_end


@pytest.fixture
def world(world):
    world.policy(page_policy(consent=CONSENT))
    return world


def decide(world, code, decision, **attributes):
    return Seen(world.run("guardian-confirm", {"code": code, "decision": decision}, **attributes))


def standing(world, made):
    answer = granted(world.run("get-account", token=made["accessToken"]))
    return answer["state"], answer["missing"], answer["account"]["consent"]["guardian"]


def asked(world, made, **data):
    return granted(world.run("complete-account", data, made["accessToken"]))


def audited(world):
    """What was audited about guardians, oldest first."""
    rows = world.rows("SELECT action FROM audit WHERE action LIKE 'account.guardian%' ORDER BY at, id")
    return [row["action"].removeprefix("account.guardian-") for row in rows]


def is_shut(world, made):
    """Whether the account is closed, its sessions are over, and nobody else gets its address."""
    calm(world, DAY)
    again = sign_up(world, birthDate=birthday(30), consent={"version": "1"})
    answers = [world.run("get-account", token=made["accessToken"]), sign_in(world), again,
               world.run("refresh-session", {"refreshToken": made["refreshToken"]})]
    [row] = world.rows("SELECT status FROM accounts")
    return row["status"], [answer.code for answer in answers]


SHUT = ("disabled", ["auth/user-disabled", "auth/user-disabled", "auth/email-already-in-use", "auth/session-revoked"])


# What is asked


def test_the_mail_says_who_asks_for_what_and_leads_to_the_page(world):
    child(world)
    world.run("deliver-mail")
    [mail] = mails_to(world, "mum")
    text = mail.get_body(("plain",)).get_content()
    assert mail["subject"] == "Your permission is needed for an account on PFA"
    assert "Kim (kim@example.com) signed up for PFA on" in text and "nothing happens without you" in text
    assert "you can withdraw your permission later with the same link" in text
    assert re.search(r"^https://pfa\.example/guardian\?code=[A-Z2-7]{32}$", text, re.M)
    assert "pfa://" not in mail.as_string(), "a guardian does not have the app"
    assert audited(world) == ["asked"]


def test_the_mail_speaks_the_childs_language(world):
    child(world, locale="de-AT")
    world.run("deliver-mail")
    assert mails_to(world, "mum")[-1]["subject"] == "Deine Zustimmung zu einem Konto bei PFA ist gefragt"


@pytest.mark.parametrize("own", ["kim@example.com", "KIM@example.com", "kim+mum@example.com", "Kim+1@EXAMPLE.com"])
def test_nobody_is_their_own_guardian(world, own):
    answer = sign_up(world, birthDate=birthday(15), consent={"version": "1", "guardianEmail": own})
    assert answer.code == "auth/parental-consent-required"
    assert [error["pointer"] for error in answer.json["error"]["errors"]] == ["/consent/guardianEmail"]
    assert world.rows("SELECT * FROM accounts") == []


def test_whoever_is_of_age_needs_nobody_and_nobody_is_asked(world):
    made = child(world, age=18)
    world.run("deliver-mail")
    assert standing(world, made) == ("signedIn", [], "none") and mails_to(world, "mum") == []


def test_three_mails_a_day_go_to_one_guardian_whoever_asks(world):
    for number in range(3):
        child(world, f"kim{number}", ["mum", "MUM@example.com", "mum@Example.com"][number])
    consent = {"version": "1", "guardianEmail": "mum@example.com"}
    answer = sign_up(world, "kim3", birthDate=birthday(15), consent=consent)
    assert answer.code == "auth/too-many-requests" and 0 < answer.json["error"]["retryAfter"] <= DAY
    assert len(world.rows("SELECT id FROM accounts")) == 3 and audited(world) == ["asked"] * 3
    calm(world, DAY - MINUTE)
    assert sign_up(world, "kim3", birthDate=birthday(15), consent=consent).code == "auth/too-many-requests"
    calm(world, 2 * MINUTE)
    child(world, "kim3")


def test_mails_to_a_guardian_count_towards_nothing_of_their_own(world):
    for number in range(3):
        child(world, f"kim{number}")
    world.policy(page_policy())
    signed_up(world, "mum")
    calm(world)
    for _ in range(2):
        granted(world.run("verify-email", {"email": "mum@example.com"}))
        calm(world)
    for _ in range(3):
        granted(world.run("reset-password", {"email": "mum@example.com"}))


# What the guardian says


def test_nothing_goes_on_until_the_guardian_agrees(world):
    made = child(world)
    assert standing(world, made) == ("guardianPending", [], "pending")
    refused = world.run("authorize", token=made["accessToken"])
    assert refused.code == "auth/guardian-pending" and refused.json["error"]["status"] == 403
    code = guardian_code(world)
    for _ in range(3):
        page = see(world, "guardian-page", code=code)
        assert (page.status, page.heading) == (200, "Do you agree to this account?")
        assert "Kim (kim@example.com) would like to use PFA" in page.text
    assert page.parsed.all("form") == [{"method": "post", "action": "guardian/confirm"}]
    assert [button["value"] for button in page.parsed.all("button")] == ["agree", "refuse"]
    assert standing(world, made)[0] == "guardianPending", "looking decides nothing"

    done = decide(world, page.parsed.fields["code"], "agree")
    assert (done.status, done.heading) == (200, "You have agreed") and "Kim (kim@example.com) may use PFA." in done.text
    assert done.parsed.all("form") == [{"method": "post", "action": "confirm"}]
    assert [button["value"] for button in done.parsed.all("button")] == ["withdraw"]
    assert standing(world, made) == ("signedIn", [], "agreed")
    granted(world.run("authorize", token=made["accessToken"]))
    assert audited(world) == ["asked", "agreed"]


@pytest.mark.parametrize("before, decision, guardian, heading", [
    ([], "refuse", "refused", "You have refused"), ([], "withdraw", "refused", "You have refused"),
    (["agree"], "withdraw", "withdrawn", "You have withdrawn your permission"),
    (["agree"], "refuse", "withdrawn", "You have withdrawn your permission")])
def test_a_guardian_who_does_not_want_the_account_closes_it(world, before, decision, guardian, heading):
    made = child(world)
    code = guardian_code(world)
    for each in before:
        decide(world, code, each)
    for _ in range(2):
        done = decide(world, code, decision)
        assert (done.status, done.heading) == (200, heading) and not done.parsed.all("form")
        assert re.search(r"will be deleted on \d+ [A-Z][a-z]+ \d{4}\.", done.text)
    assert see(world, "guardian-page", code=code).heading == heading
    assert is_shut(world, made) == SHUT
    [row] = world.rows("SELECT guardian, guardian_at, email_verified FROM accounts")
    assert row["guardian"] == guardian and audited(world)[-1] == guardian
    assert audited(world).count(guardian) == 1, "the second time has no effect"
    ended = world.run("refresh-session", {"refreshToken": made["refreshToken"]}).json["error"]
    assert ended["userMessage"] == "Your account was closed, so you were signed out."


@pytest.mark.parametrize("before", [["refuse"], ["agree", "withdraw"]])
def test_whoever_has_refused_cannot_agree_any_more(world, before):
    made = child(world)
    code = guardian_code(world)
    for each in before:
        decide(world, code, each)
    late = decide(world, code, "agree")
    assert (late.status, late.heading) == (403, "This account is closed") and not late.parsed.all("form")
    assert is_shut(world, made) == SHUT and "agreed" not in audited(world)[len(before):]


def test_an_answer_is_never_an_older_one(world):
    """The same form, sent once more after the opposite one: nothing that was remembered is shown."""
    child(world)
    code = guardian_code(world)
    assert decide(world, code, "agree").heading == "You have agreed"
    assert decide(world, code, "withdraw").heading == "You have withdrawn your permission"
    assert decide(world, code, "agree").heading == "This account is closed"


def test_nobody_but_an_operator_opens_a_closed_account(world):
    made = child(world)
    code = guardian_code(world)
    decide(world, code, "refuse")
    calm(world, DAY)
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
    assert see(world, "guardian-page", code=code).heading == "Do you agree to this account?"
    assert decide(world, code, "agree").heading == "You have agreed"
    assert standing(world, opened["session"])[0] == "signedIn"
    assert made["account"]["id"] == opened["account"]["id"]


@pytest.mark.parametrize("decision", ["agree", "refuse"])
def test_twenty_answers_at_once_are_one(world, decision):
    made = child(world)
    code = guardian_code(world)
    answers = at_once(world, "guardian-confirm", [{"code": code, "decision": decision}] * 20)
    assert {answer.json["status"] for answer in answers} == {200} and len({answer.json["html"] for answer in answers}) == 1
    assert audited(world) == ["asked", {"agree": "agreed", "refuse": "refused"}[decision]]
    if decision == "agree":
        assert standing(world, made)[0] == "signedIn"


def test_opposite_answers_at_once_leave_the_account_closed(world):
    made = child(world)
    code = guardian_code(world)
    answers = at_once(world, "guardian-confirm", [{"code": code, "decision": each} for each in ["agree", "refuse"] * 6])
    assert {answer.json["status"] for answer in answers} <= {200, 403}
    assert is_shut(world, made) == SHUT and len(audited(world)) <= 3


def test_an_account_that_an_operator_has_disabled_says_so(world):
    child(world)
    code = guardian_code(world)
    world.rows("UPDATE accounts SET status = 'disabled'")
    for page in (see(world, "guardian-page", code=code), decide(world, code, "agree"), decide(world, code, "refuse")):
        assert (page.status, page.heading) == (403, "This account is closed")
    assert audited(world) == ["asked"]


# Which code


def test_a_code_lasts_as_long_as_the_account(world):
    made = child(world)
    code = guardian_code(world)
    decide(world, code, "agree")
    world.age("account_codes", "expires_at", 4 * 365 * DAY)
    granted(world.run("purge-records"))
    assert see(world, "guardian-page", code=code.lower()).heading == "You have agreed"
    granted(world.run("delete-account", token=granted(sign_in(world))["session"]["accessToken"]))
    page = see(world, "guardian-page", code=code)
    assert (page.status, page.heading) == (422, "This link doesn't work any more")
    assert made["account"]["id"] not in str(world.rows("SELECT account_id FROM account_codes"))


def test_five_tries_with_a_wrong_end_make_a_code_worthless(world):
    child(world)
    code = guardian_code(world)
    for number in range(5):
        page = decide(world, wrong_end(code), "agree", clientip=f"192.0.2.{number}")
        assert (page.status, page.heading) == (422, "This link doesn't work any more")
    assert decide(world, code, "agree").status == 422 and see(world, "guardian-page", code=code).status == 422
    for number in range(5):
        decide(world, f"WRONG{number}", "agree", clientip="192.0.2.77")
    assert decide(world, "WRONG", "agree", clientip="192.0.2.77").status == 429


@pytest.mark.parametrize("data", [{}, {"code": "A B", "decision": "agree"}, {"decision": "agree"}, {"code": "X"},
                                  {"code": "X", "decision": "perhaps"}])
def test_a_form_that_is_none_is_no_answer(world, data):
    page = see(world, "guardian-confirm", **data)
    assert (page.status, page.heading) == (400, "This link isn't complete")


def test_a_code_for_something_else_decides_nothing(world):
    child(world)
    world.run("deliver-mail")
    [mail] = mails_to(world, "kim")
    code = mail.get_body(("plain",)).get_content().split("/verify-email?code=")[1].split()[0]
    assert decide(world, code, "agree").status == 422
    assert world.run("verify-email", {"code": guardian_code(world)}).code == "auth/code-invalid"
    assert world.run("verify-email", {"code": guardian_code(world), "decision": "refuse"}).code == "auth/code-invalid"


def test_another_guardian_kills_the_first_ones_code(world):
    made = child(world)
    first = guardian_code(world)
    decide(world, first, "agree")
    answer = asked(world, made, consent={"version": "1", "guardianEmail": "dad@example.com"})
    assert answer["state"] == "guardianPending" and answer["account"]["consent"]["guardian"] == "pending"
    assert decide(world, first, "withdraw").status == see(world, "guardian-page", code=first).status == 422
    decide(world, guardian_code(world, "dad"), "agree")
    assert standing(world, made)[0] == "signedIn" and audited(world) == ["asked", "agreed", "asked", "agreed"]


@pytest.mark.parametrize("before", [[], ["agree"]])
def test_a_new_version_of_the_terms_asks_the_known_guardian_anew(world, before):
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


# When it is over


@pytest.mark.parametrize("before", [[], ["agree"]])
def test_from_eighteen_on_nobody_else_decides(world, before):
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
    calm(world, DAY)
    assert child(world)["account"]["id"] != made["account"]["id"], "the address is free again"


def test_an_account_that_was_opened_again_is_not_deleted(world):
    child(world)
    decide(world, guardian_code(world), "refuse")
    world.rows("UPDATE accounts SET status = 'active'")
    world.age("accounts", "guardian_at", 31 * DAY)
    assert granted(world.run("purge-records"))["accountsClosedByGuardian"] == 0
    assert len(world.rows("SELECT id FROM accounts")) == 1


# Whom a trigger or an import has brought


STATLOCKER = json.loads((ROOT / "templates/policies/statlocker.json").read_text())
LOCKER_PASSWORD = "Locker2026"


def statlocker(world, version="1"):
    """StatLocker's policy, with keys that tests can sign with."""
    google = {"audiences": ["app"], "jwks": KEYS}
    world.policy({
        **STATLOCKER, "providers": {**STATLOCKER["providers"], "google": google},
        "consent": {**STATLOCKER["consent"], "version": version}})


def by_trigger(world):
    """An account that the provider's trigger makes: how its owner signs in."""
    user = {"provider": "google", "subject": "kim", "email": "kim@example.com", "emailVerified": True, "role": "athlete"}
    assert granted(world.run("on-user-create", {**user, "displayName": "Kim"}))["account"]["email"] == "kim@example.com"
    return lambda **said: granted(world.run("sign-in", {"identity": person("kim"), **said}))


def by_import(world):
    """An account that comes with a table of users: how its owner signs in."""
    hashed = bcrypt.hashpw(LOCKER_PASSWORD.encode(), bcrypt.gensalt(4)).decode()
    [line] = world.import_users([{
        "user_id": "1", "email": "kim@example.com", "email_verified": "true", "role": "athlete", "display_name": "Kim",
        "password_hash": hashed}])
    assert line["result"] == "created"
    return lambda **said: granted(sign_in(world, password=LOCKER_PASSWORD, **said))


brought = pytest.mark.parametrize("come", [by_trigger, by_import])
MINOR = {"birthDate": birthday(15), "consent": {"version": "1", "guardianEmail": "mum@example.com"}}


@brought
def test_a_minor_whom_somebody_else_has_brought_needs_a_guardian_too(world, come):
    statlocker(world)
    sign_in_again = come(world)
    assert audited(world) == world.mails() == [], "nobody knows yet how old they are"
    first = sign_in_again()
    token = first["session"]["accessToken"]
    assert (first["state"], first["missing"]) == ("incomplete", ["birthDate", "consent"])
    assert world.run("authorize", {}, token).code == "auth/account-incomplete"

    alone = world.run("complete-account", {**MINOR, "consent": {"version": "1"}}, token)
    assert alone.code == "auth/parental-consent-required" and audited(world) == []
    answer = asked(world, first["session"], **MINOR)
    assert (answer["state"], answer["missing"]) == ("guardianPending", [])
    assert standing(world, first["session"]) == ("guardianPending", [], "pending")
    assert world.run("authorize", {}, token).code == "auth/guardian-pending"

    code = guardian_code(world)
    assert "Kim (kim@example.com) would like to use StatLocker" in see(world, "guardian-page", code=code).text
    assert decide(world, code, "agree").heading == "You have agreed"
    assert standing(world, first["session"]) == ("signedIn", [], "agreed")
    granted(world.run("authorize", {}, token))
    again = sign_in_again()
    assert (again["state"], again["account"]["id"]) == ("signedIn", first["account"]["id"])
    assert audited(world) == ["asked", "agreed"]


@brought
@pytest.mark.parametrize("decision, guardian", [("refuse", "refused"), ("withdraw", "withdrawn")])
def test_their_guardian_closes_the_account_as_well(world, come, decision, guardian):
    statlocker(world)
    session = come(world)(**MINOR)["session"]
    code = guardian_code(world)
    if decision == "withdraw":
        decide(world, code, "agree")
    assert decide(world, code, decision).status == 200
    assert world.run("get-account", {}, session["accessToken"]).code == "auth/user-disabled"
    assert [row["guardian"] for row in world.rows("SELECT guardian FROM accounts")] == [guardian] == audited(world)[-1:]


@brought
def test_new_terms_are_asked_of_them_and_of_their_guardian(world, come):
    statlocker(world)
    sign_in_again = come(world)
    session = sign_in_again(**MINOR)["session"]
    decide(world, guardian_code(world), "agree")
    statlocker(world, version="2")
    assert standing(world, session)[:2] == ("incomplete", ["consent"])
    again = sign_in_again()
    assert (again["state"], again["missing"]) == ("incomplete", ["consent"])
    assert world.run("authorize", {}, session["accessToken"]).code == "auth/account-incomplete"
    assert asked(world, session, consent={"version": "2"})["state"] == "guardianPending"
    decide(world, guardian_code(world), "agree")
    assert standing(world, session) == ("signedIn", [], "agreed") and sign_in_again()["state"] == "signedIn"


@brought
def test_new_terms_are_asked_of_grown_ups_and_of_who_was_never_asked(world, come):
    statlocker(world)
    sign_in_again = come(world)
    statlocker(world, version="2")
    first = sign_in_again()
    assert (first["state"], first["missing"]) == ("incomplete", ["birthDate", "consent"])
    old = world.run("complete-account", {"birthDate": birthday(30), "consent": {"version": "1"}}, first["session"]["accessToken"])
    assert old.code == "auth/consent-required"
    done = asked(world, first["session"], birthDate=birthday(30), consent={"version": "2"})
    assert (done["state"], done["missing"], done["account"]["consent"]["guardian"]) == ("signedIn", [], "none")
# Whose address is whose


def test_nobody_elses_guardian_is_looked_at(world):
    signed_up(world, birthDate=birthday(30), consent={"version": "1", "guardianEmail": "kim@example.com"})


def test_a_guardian_who_was_named_before_the_birth_date_is_not_the_person_either(world):
    identity = {"provider": "google", "idToken": id_token(sub="kim", email="kim@example.com", email_verified=True, name="Kim")}
    said = {"identity": identity, "as": "client", "consent": {"version": "1", "guardianEmail": "kim@example.com"}}
    kim = granted(world.run("sign-in", said))["session"]["accessToken"]
    answer = world.run("complete-account", {"birthDate": birthday(15)}, kim)
    assert answer.code == "auth/parental-consent-required"


def test_the_guardians_address_does_not_become_the_childs_own(world):
    made = child(world)
    for change in ({"email": "mum+1@example.com"},
                   {"email": "dad@example.com", "consent": {"version": "1", "guardianEmail": "dad@example.com"}}):
        answer = world.run("update-account", change, made["accessToken"])
        assert answer.code == "auth/parental-consent-required"
        assert [error["pointer"] for error in answer.json["error"]["errors"]] == ["/email"]
    granted(world.run("update-account", {"email": "dad@example.com"}, made["accessToken"]))
    asked(world, made, consent={"version": "1", "guardianEmail": "dad@example.com"})
    change = [mail for mail in mails_to(world, "dad") if "new email" in mail["subject"]][-1]
    code = change.get_body(("plain",)).get_content().split("?code=")[1].split()[0]
    assert world.run("verify-email", {"code": code}).code == "auth/parental-consent-required"
    assert world.run("verify-email-confirm", {"code": code, "decision": "confirm"}).json["status"] == 403


def test_an_address_that_a_closed_account_keeps_stays_with_it_whoever_proves_it_later(world):
    """Of three accounts that only said the address was theirs, one is closed; the others go on, without it."""
    world.policy(page_policy(consent=CONSENT, invitation={"emailMatch": "any"}))
    def sign_in_as(name, verified, **data):
        email = f"{name}@example.com" if name == "ada" else "kim@example.com"
        identity = {"provider": "google", "idToken": id_token(sub=name, email=email, email_verified=verified, name="Kim")}
        role = "admin" if name == "ada" else "client"
        return granted(world.run("sign-in", {"identity": identity, "as": role, "consent": {"version": "1"}, **data}))
    ada = sign_in_as("ada", True, birthDate=birthday(40))["session"]["accessToken"]
    signed_up(world, birthDate=birthday(30), consent={"version": "1"})
    lee = sign_in_as("lee", False, birthDate=birthday(30))
    sign_in_as("eve", False, birthDate=birthday(15), consent={"version": "1", "guardianEmail": "mum@example.com"})
    assert decide(world, guardian_code(world), "refuse").status == 200
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, ada))
    world.run("deliver-mail")
    code, *_ = re.findall(r"/invite\?code=(\w+)", "".join(
        mail.get_body(("plain",)).get_content() for mail in mails_to(world, "kim")))
    accepted = granted(world.run("accept-invitation", {"code": code, "email": "kim@example.com", "password": PASSWORD}))
    assert not accepted["account"]["emailVerified"]
    again = sign_in_as("lee", True)
    assert again["account"]["id"] == lee["account"]["id"] and not again["account"]["emailVerified"]
    user = {"provider": "google", "subject": "lee", "email": "kim@example.com", "emailVerified": True}
    assert not granted(world.run("on-user-create", user))["account"]["emailVerified"]
