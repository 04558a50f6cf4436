# SPDX-License-Identifier: Apache-2.0
"""StatLocker: privacy and compliance, from "Security Implementation" of its design document."""

import bcrypt
import pytest
from pages import see
from statlocker import DAY, GUARDED, MINUTE, PASSWORD, access, born, grown_up, identity

# Privacy & Compliance


def test_data_minimization(locker):
    """Data Minimization: Collect only necessary user data."""
    assert locker.sign_up(address="1 Main Street").code == "event/invalid"
    answer = locker.sign_up()
    assert {"phone", "photoURL", "birthDate"} & set(answer.json["account"]) == set()
    assert answer.json["account"]["profile"] == {}


VERSION_2 = {"version": "2", "minimumAge": 13, "parentalUnder": 18}


def agrees(locker, token, version="2"):
    return locker.run("complete-account", {"consent": {"version": version}}, token)


def test_consent_management_version_tracked(locker):
    """Consent Management: Version-tracked consent: a new version is asked of everybody before anything else."""
    token = access(locker.sign_up())
    locker.use(consent=VERSION_2)
    for answer in (locker.run("get-account", {}, token), locker.log_in(), locker.continue_with("google")):
        assert (answer.json["state"], answer.json["missing"]) == ("incomplete", ["consent"])
        assert answer.json["account"]["consent"]["version"] == "1"
    refused = locker.run("authorize", {}, token)
    assert (refused.code, refused.json["error"]["requiresAction"]) == ("auth/account-incomplete", "complete_account")
    assert agrees(locker, token, "1").code == "auth/consent-required"
    assert agrees(locker, token, "3").code == "auth/consent-required"
    agreed = agrees(locker, token).json
    assert (agreed["state"], agreed["missing"], agreed["account"]["consent"]["version"]) == ("signedIn", [], "2")
    assert locker.run("authorize", {}, token).code is None


def test_consent_management_a_new_version_is_agreed_to_at_the_sign_in(locker):
    """Consent Management: … and may be agreed to with any way of signing in."""
    for name in ("kim", "lee"):
        locker.sign_up(name)
    locker.use(consent=VERSION_2)
    assert locker.sign_up("max").code == "auth/consent-required"
    consent = {"consent": {"version": "2"}}
    assert locker.log_in("kim", **consent).json["state"] == "signedIn"
    assert locker.continue_with("google", "lee", said=consent).json["state"] == "signedIn"


def test_consent_management_audit_trail(locker):
    """Consent Management: … with audit trail: each version with its timestamp, and each agreement in the audit log."""
    account = locker.sign_up().json["account"]["id"]
    locker.use(consent=VERSION_2)
    agrees(locker, access(locker.log_in()))
    kept = locker.rows("SELECT account_id, version FROM consents ORDER BY given_at")
    assert kept == [{"account_id": account, "version": "1"}, {"account_id": account, "version": "2"}]
    log = [(action, who) for action, who in locker.events("action, account_id") if action == "account.consented"]
    assert log == [("account.consented", account)] * 2


def triggered(locker):
    """An account from the provider's trigger: the data of its sign-in."""
    user = {"provider": "google", "subject": "kim", "email": "kim@example.com", "emailVerified": True, "role": "athlete"}
    assert locker.run("on-user-create", {**user, "displayName": "Kim"}).code is None
    return lambda **said: locker.continue_with("google", said=said)


def imported(locker):
    """An imported account with a password: the data of its sign-in."""
    row, = locker.import_users([{
        "user_id": "1", "email": "kim@example.com", "email_verified": "true", "role": "athlete",
        "password_hash": bcrypt.hashpw(PASSWORD.encode(), bcrypt.gensalt(4)).decode()}])
    assert row["result"] == "created"
    return locker.log_in


def invited(locker):
    """An account that accepted a coach's invitation with a new password: the data of its sign-in."""
    client = {"name": "Kim", "email": "kim@example.com"}
    assert locker.run("send-invitation", {"client": client}, locker.member("ada", role="coach")["accessToken"]).code is None
    accepted = locker.run("accept-invitation", {"code": locker.code("invite"), "newPassword": PASSWORD})
    assert (accepted.json["state"], accepted.json["missing"]) == ("incomplete", ["birthDate", "consent"])
    return locker.log_in


other_ways_in = pytest.mark.parametrize("come", [triggered, imported, invited])


@other_ways_in
def test_consent_management_for_every_way_in(locker, come):
    """Consent Management: an account from a trigger, an import or an invitation is asked at its first sign-in, and again
    for version 2."""
    sign_in = come(locker)
    asked = sign_in()
    assert (asked.json["state"], asked.json["missing"]) == ("incomplete", ["birthDate", "consent"])
    assert locker.run("authorize", {}, access(asked)).code == "auth/account-incomplete"
    assert locker.run("complete-account", grown_up(), access(asked)).json["state"] == "signedIn"
    locker.use(consent=VERSION_2)
    again = sign_in()
    assert (again.json["state"], again.json["missing"]) == ("incomplete", ["consent"])
    assert sign_in(consent={"version": "2"}).json["state"] == "signedIn"


@other_ways_in
def test_age_verification_for_every_way_in(locker, come):
    """Age Verification: an account from a trigger, an import or an invitation is deleted when it turns out to be of
    somebody too young, and another date does not get them in."""
    sign_in = come(locker)
    token = access(sign_in())
    young = locker.run("complete-account", {**grown_up(), "birthDate": born(12)}, token)
    assert young.code == "auth/underage-user"
    assert locker.rows("SELECT status, closed_for FROM accounts WHERE role = 'athlete'") == [
        {"status": "deleting", "closed_for": "age"}]
    assert locker.run("get-account", {}, token).code == "auth/underage-user"
    assert sign_in().code in ("auth/underage-user", "auth/user-not-found")
    assert locker.sign_up().code == "auth/underage-user"


@pytest.mark.parametrize("birth, guardian, code", [
    ((12,), True, "auth/underage-user"), ((13, 1), True, "auth/underage-user"), ((13,), True, None),
    ((13,), False, "auth/parental-consent-required"), ((18, 1), False, "auth/parental-consent-required"),
    ((18,), False, None), (None, True, "event/invalid"), ((0, 2), True, "event/invalid"),
    ("2010-02-30", True, "event/invalid"),
], ids=["12", "13 tomorrow", "13 today", "13 alone", "18 tomorrow", "18 today", "unsaid", "not born yet", "no day"])
def test_age_verification_coppa_compliant_age_gates(locker, birth, guardian, code):
    """Age Verification: COPPA-compliant age gates."""
    consent = {"version": "1", **({"guardianEmail": "parent@example.com"} if guardian else {})}
    answer = locker.sign_up(birthDate=born(*birth) if isinstance(birth, tuple) else birth, consent=consent)
    assert answer.code == code and ("account" in answer.json) == (code is None)


def minor(locker):
    """A 15-year-old has signed up and verified their address: their token, and the code of the guardian's mail."""
    return locker.member(birthDate=born(15), consent=GUARDED)["accessToken"], locker.code("guardian", to="parent@example.com")


def consent(locker, token):
    answer = locker.run("get-account", {}, token).json
    return answer["state"], answer["account"]["consent"]["guardian"], locker.run("authorize", {}, token).code


def test_age_verification_a_guardian_agrees(locker):
    """Age Verification: … (parentalConsent): nothing goes on without it, and it can be withdrawn."""
    token, code = minor(locker)
    assert consent(locker, token) == ("guardianPending", "pending", "auth/guardian-pending")
    locker.guardian("agree")
    assert consent(locker, token) == ("signedIn", "agreed", None)
    locker.run("guardian-confirm", {"code": code, "decision": "withdraw"})
    assert locker.run("authorize", {}, token).code == locker.log_in().code == "auth/user-disabled"


def test_age_verification_a_guardian_refuses(locker):
    """Age Verification: … (parentalConsent): who refuses closes the account, which is deleted after 30 days."""
    token, _ = minor(locker)
    locker.guardian("refuse")
    assert locker.run("authorize", {}, token).code == locker.log_in().code == "auth/user-disabled"
    locker.age("accounts", "guardian_at", 31 * DAY)
    locker.run("purge-records")
    assert locker.rows("SELECT * FROM accounts") == []


@pytest.mark.parametrize("birth", [1800, 1895], ids=str)
def test_age_verification_refuses_implausible_birth_dates(locker, birth):
    """Age Verification: … more than 130 years ago is no birth date."""
    answer = locker.sign_up(birthDate=f"{birth}-01-01")
    assert answer.code == "event/invalid" and [error["pointer"] for error in answer.json["error"]["errors"]] == ["/birthDate"]


DEVICE = {"id": "d1", "platform": "ios"}


@pytest.mark.parametrize("again", [
    lambda locker: locker.sign_up(),
    lambda locker: locker.sign_up(email="KIM@Example.com"),
    lambda locker: locker.sign_up("lee", device=DEVICE),
    lambda locker: locker.continue_with("apple", "lee", said=grown_up(device=DEVICE)),
], ids=["address", "its other spelling", "device", "device with Apple"])
def test_age_verification_another_birth_date_is_refused_for_24_hours(locker, again):
    """Age Verification: COPPA-compliant age gates: a minor is refused for 24 h with any other date."""
    assert locker.sign_up(birthDate=born(12), device=DEVICE).code == "auth/underage-user"
    assert again(locker).code == "auth/underage-user" and locker.rows("SELECT * FROM accounts") == []
    assert locker.sign_up("max").code is None
    locker.age("underage_refusals", "expires_at", DAY - MINUTE)
    assert again(locker).code == "auth/underage-user"
    locker.age("underage_refusals", "expires_at", MINUTE)
    assert again(locker).code is None


def test_age_verification_another_birth_date_of_the_same_identity_is_refused(locker):
    """Age Verification: … the same identity, with another address on another device."""
    young = {**grown_up(), "birthDate": born(12)}
    assert locker.continue_with("apple", said=young).code == "auth/underage-user"
    relay = {"email": "x7z9@privaterelay.appleid.com"}
    assert locker.continue_with("apple", said=grown_up(device=DEVICE), **relay).code == "auth/underage-user"
    assert locker.continue_with("apple", "lee", said=grown_up(device=DEVICE)).json["state"] == "signedIn"


@pytest.mark.parametrize("guardian", ["kim@example.com", "KIM@Example.COM", "kim+mum@example.com"])
def test_age_verification_a_person_cannot_be_their_own_guardian(locker, guardian):
    """Age Verification: … (parentalConsent): the child's own address is refused, however it is written."""
    answer = locker.sign_up(birthDate=born(15), consent={"version": "1", "guardianEmail": guardian})
    assert answer.code == "auth/parental-consent-required" and locker.rows("SELECT * FROM accounts") == []


def test_age_verification_a_guardian_gets_a_mail(locker):
    """Age Verification: … (parentalConsent): a guardian is asked by mail, whose link leads to a page with the two answers;
    nothing opens before they have agreed, whatever the child signs in with."""
    token, code = minor(locker)
    mail, = locker.mails_to("parent@example.com")
    assert mail["Subject"] == "Kim needs your permission for StatLocker"
    assert "Kim (kim@example.com) signed up" in mail.get_body(("plain",)).get_content()
    page = see(locker, "guardian-page", code=code)
    assert page.status == 200 and "Kim (kim@example.com) would like to use StatLocker" in page.text
    assert [button["value"] for button in page.parsed.all("button")] == ["agree", "refuse"]
    assert consent(locker, token) == ("guardianPending", "pending", "auth/guardian-pending")
    assert locker.log_in().json["state"] == locker.continue_with("google").json["state"] == "guardianPending"
    assert locker.run("guardian-confirm", {"code": code, "decision": "agree"}).json["status"] == 200
    assert {answer.json["state"] for answer in (locker.log_in(), locker.continue_with("google"))} == {"signedIn"}


@pytest.mark.parametrize("provider", ["apple", "google"])
def test_age_verification_with_apple_and_with_google(locker, provider):
    """Age Verification: COPPA-compliant age gates: every sign-in method checks the age."""
    unasked = locker.continue_with(provider)
    assert (unasked.json["state"], unasked.json["missing"]) == ("incomplete", ["birthDate", "consent"])
    assert locker.run("authorize", {}, access(unasked)).code == "auth/account-incomplete"
    assert locker.run("link-identity", {"identity": identity(provider, "x")}, access(unasked)).code == "auth/account-incomplete"
    assert locker.continue_with(provider, said=grown_up()).json["state"] == "signedIn"
    assert locker.continue_with(provider).json["state"] == "signedIn"
    young = locker.continue_with(provider, "lee", said={**grown_up(), "birthDate": born(12)})
    assert young.code == "auth/underage-user" and len(locker.rows("SELECT * FROM accounts")) == 1
