# SPDX-License-Identifier: Apache-2.0
"""`sign-up`: accounts with a password, age, terms and guardians."""

import datetime

import pytest
from people import PASSWORD, at_once, granted, mails_to, policy, sign_in, sign_up, signed_up

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(policy())]


def accounts(world):
    return world.rows("SELECT * FROM accounts") if world.exists else []


# Signing up


def test_a_person_signs_up_and_signs_in_with_the_address_in_any_case(world):
    made = granted(sign_up(world, "Kim", device={"id": "d1"}, locale="de", phone="(555) 123-4567"))
    account = made["account"]
    assert made["state"] == "signedIn" and account["role"] == "client" and account["lastSignInAt"]
    assert not account["emailVerified"] and account["locale"] == "de" and account["phone"] == "+15551234567"
    for spelling in ("Kim", "kim", "KIM@EXAMPLE.COM", "kim@Example.Com"):
        assert granted(sign_in(world, spelling))["account"]["id"] == account["id"]
    assert [mail["subject"] for mail in mails_to(world, "Kim")] == ["Bestätige deine E-Mail-Adresse für PFA"]


def test_an_address_has_one_account(world):
    signed_up(world)
    again = sign_up(world, "KIM", "another good password")
    assert again.code == "auth/email-already-in-use"
    assert again.json["error"]["userMessage"] == "There's already an account with this email. Sign in, or use another email."
    assert sign_in(world, password="another good password").code == "auth/invalid-credential"
    world.policy(policy(roles={"signUp": ["client", "admin"]}))
    world.sign_in("ada", **{"as": "admin"})
    assert sign_up(world, "ada").code == "auth/email-already-in-use"
    assert len(accounts(world)) == 2


def test_sixty_concurrent_sign_ups_with_one_address_create_one_account(world):
    data = {"email": "kim@example.com", "displayName": "Kim", "role": "client"}
    answers = at_once(world, "sign-up", [{**data, "password": f"{PASSWORD} {number}"} for number in range(60)])
    assert [answer.status for answer in answers] == [0] * 60
    assert [answer.code for answer in answers].count("auth/email-already-in-use") == 59
    assert len(world.rows("SELECT * FROM accounts")) == len(world.rows("SELECT * FROM sessions")) == 1
    winner, made = next((number, answer.json) for number, answer in enumerate(answers) if answer.code is None)
    assert granted(sign_in(world, password=f"{PASSWORD} {winner}"))["account"]["id"] == made["account"]["id"]


def test_a_repeated_sign_up_gets_the_same_tokens_and_sends_no_second_mail(world):
    named = {"id": "1", "source": "app"}
    first, second = sign_up(world, event=named), sign_up(world, event=named)
    assert granted(first) == second.json and len(world.mails()) == 1
    assert sign_up(world, "lee", event=named).code == "event/id-conflict"


def test_without_a_usable_relay_nobody_signs_up(world):
    refused = sign_up(world, event={"env": {"MAIL_URL": "ftp:x"}})
    assert refused.code == "service/misconfigured" and "MAIL_URL" in refused.stderr and accounts(world) == []
    signed_up(world)


def test_all_invalid_fields_are_reported_and_the_first_one_gives_the_code(world):
    world.policy(policy(profile={"fields": {"classYear": {"type": "integer"}}}))
    answer = sign_up(world, "nobody@", "short", displayName=" ", role="admin", phone="123")
    errors = {error["pointer"]: error["code"] for error in answer.json["error"]["errors"]}
    assert errors == {
        "/email": "auth/invalid-email", "/password": "auth/weak-password", "/displayName": "auth/invalid-display-name",
        "/role": "auth/invalid-role", "/phone": "auth/invalid-phone-number"}
    assert answer.code == answer.json["error"]["errors"][0]["code"]
    also_a_profile = sign_up(world, password="short", profile={"classYear": "x", "shoeSize": 9})
    assert also_a_profile.code == "event/invalid"
    assert {error["pointer"] for error in also_a_profile.json["error"]["errors"]} == {
        "/password", "/profile/classYear", "/profile/shoeSize"}
    assert accounts(world) == []


@pytest.mark.parametrize("missing, code", [
    ("email", "auth/invalid-email"), ("password", "auth/weak-password"),
    ("displayName", "auth/invalid-display-name")])
def test_a_missing_field_is_named(world, missing, code):
    data = {"email": "kim@example.com", "password": PASSWORD, "displayName": "Kim", "role": "client"}
    answer = world.run("sign-up", {name: value for name, value in data.items() if name != missing})
    assert answer.code == code
    assert [error["pointer"] for error in answer.json["error"]["errors"]] == [f"/{missing}"]


def test_an_address_of_another_domain_is_refused(world):
    world.policy(policy(email={"allowedDomains": ["KSU.edu"]}))
    assert sign_up(world).code == "auth/email-domain-not-allowed"
    granted(sign_up(world, "kim@ksu.edu"))


def test_a_policy_without_passwords_refuses_them(world):
    world.policy({**policy(), "providers": {"google": policy()["providers"]["google"]}})
    reset = world.run("reset-password", {"email": "kim@example.com"})
    for answer in (sign_up(world), sign_in(world), reset):
        assert answer.code == "auth/provider-not-enabled" and answer.status == 0
    assert accounts(world) == []


# Consent and age


def birthday(years, days=0):
    """The birth date of a person who reaches that age in that many days."""
    day = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=days)
    while True:
        try:
            return day.replace(year=day.year - years).isoformat()
        except ValueError:
            day += datetime.timedelta(days=1)


def test_the_current_version_of_the_terms_must_be_accepted(world):
    world.policy(policy(consent={"version": "2"}))
    for consent in (None, {"version": "1"}):
        assert sign_up(world, consent=consent).code == "auth/consent-required"
    account = signed_up(world, consent={"version": "2"})["account"]
    [row] = world.rows("SELECT * FROM consents")
    assert (row["account_id"], row["version"], row["birth_date"]) == (account["id"], "2", None)


@pytest.mark.parametrize("born, guardian, code", [
    (None, None, "event/invalid"),
    ("2010-02-30", None, "event/invalid"),
    (birthday(0, days=2), None, "event/invalid"),
    (birthday(12), "mum@example.com", "auth/underage-user"),
    (birthday(13, days=1), "mum@example.com", "auth/underage-user"),
    (birthday(13), None, "auth/parental-consent-required"),
    (birthday(18, days=1), None, "auth/parental-consent-required"),
])
def test_a_person_below_the_policys_age_gets_no_account(world, born, guardian, code):
    world.policy(policy(consent={"version": "1", "minimumAge": 13, "parentalUnder": 18}))
    consent = {"version": "1", **({"guardianEmail": guardian} if guardian else {})}
    answer = sign_up(world, birthDate=born, consent=consent)
    assert answer.code == code
    if code == "event/invalid":
        assert [error["pointer"] for error in answer.json["error"]["errors"]] == ["/birthDate"]
    assert accounts(world) == []


def test_a_minor_needs_a_guardian(world):
    world.policy(policy(consent={"version": "1", "minimumAge": 13, "parentalUnder": 18}))
    born = birthday(13)
    signed_up(world, birthDate=born, consent={"version": "1", "guardianEmail": "mum@example.com"})
    world.run("deliver-mail")
    [mail] = mails_to(world, "mum")
    assert mail["subject"] == "Kim needs your permission for PFA"
    assert "Kim (kim@example.com)" in mail.get_body(("plain",)).get_content()
    [row] = world.rows("SELECT * FROM consents")
    assert (row["birth_date"], row["guardian_email"]) == (born, "mum@example.com")


def test_where_there_are_no_terms_a_minor_names_a_guardian_alone(world):
    world.policy(policy(consent={"minimumAge": 13, "parentalUnder": 18}))
    born = birthday(13)
    for consent in (None, {}):
        assert sign_up(world, birthDate=born, consent=consent).code == "auth/parental-consent-required"
    made = granted(sign_up(world, birthDate=born, consent={"guardianEmail": "mum@example.com"}))
    assert (made["state"], made["missing"]) == ("guardianPending", [])
    consent = made["account"]["consent"]
    assert (consent["version"], consent["agreedAt"], consent["guardian"]) == (None, None, "pending"), "nobody has agreed to terms"
    world.run("deliver-mail")
    assert len(mails_to(world, "mum")) == 1
    [row] = world.rows("SELECT * FROM consents")
    assert (row["version"], row["birth_date"], row["guardian_email"]) == ("", born, "mum@example.com")


def test_a_guardian_does_not_stand_in_for_the_terms(world):
    world.policy(policy(consent={"version": "1", "minimumAge": 13, "parentalUnder": 18}))
    answer = sign_up(world, birthDate=birthday(13), consent={"guardianEmail": "mum@example.com"})
    assert answer.code == "auth/consent-required" and accounts(world) == []
    assert [error["pointer"] for error in answer.json["error"]["errors"]] == ["/consent/version"]


def test_an_adult_needs_no_guardian(world):
    world.policy(policy(consent={"minimumAge": 13, "parentalUnder": 18}))
    granted(sign_up(world, birthDate=birthday(18)))
    world.run("deliver-mail")
    assert len(world.mails()) == 1
