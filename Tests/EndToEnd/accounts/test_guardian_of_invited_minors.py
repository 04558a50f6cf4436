# SPDX-License-Identifier: Apache-2.0
"""Guardians of minors who came by an invitation, a trigger or an import."""

import json
import re

import bcrypt
import pytest
from guardians import RULES, asked, audited, decide, standing
from pages import CONSENT, birthday, child, guardian_code, page_policy, see
from people import PASSWORD, granted, mails_to, sign_in, signed_up
from worlds import KEYS, ROOT, id_token, person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(RULES)]

# Minors from a trigger or an import


STATLOCKER = json.loads((ROOT / "templates/policies/statlocker.json").read_text())
LOCKER_PASSWORD = "Locker2026"


def statlocker(world, version="1"):
    """StatLocker's policy, with keys that tests can sign with."""
    google = {"audiences": ["app"], "jwks": KEYS}
    world.policy({
        **STATLOCKER, "providers": {**STATLOCKER["providers"], "google": google},
        "consent": {**STATLOCKER["consent"], "version": version}})


def by_trigger(world):
    """An account created by the provider's trigger: the identity of its owner."""
    user = {"provider": "google", "subject": "kim", "email": "kim@example.com", "emailVerified": True, "role": "athlete"}
    assert granted(world.run("on-user-create", {**user, "displayName": "Kim"}))["account"]["email"] == "kim@example.com"
    return lambda **said: granted(world.run("sign-in", {"identity": person("kim"), **said}))


def by_import(world):
    """An account from an import: the sign-in of its owner."""
    hashed = bcrypt.hashpw(LOCKER_PASSWORD.encode(), bcrypt.gensalt(4)).decode()
    [line] = world.import_users([{
        "user_id": "1", "email": "kim@example.com", "email_verified": "true", "role": "athlete", "display_name": "Kim",
        "password_hash": hashed}])
    assert line["result"] == "created"
    return lambda **said: granted(sign_in(world, password=LOCKER_PASSWORD, **said))


brought = pytest.mark.parametrize("come", [by_trigger, by_import])
MINOR = {"birthDate": birthday(15), "consent": {"version": "1", "guardianEmail": "mum@example.com"}}


@brought
def test_a_minor_from_an_invitation_trigger_or_import_needs_a_guardian(world, come):
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


@brought
def test_the_account_of_such_a_minor_opens_when_the_guardian_agrees(world, come):
    statlocker(world)
    sign_in_again = come(world)
    first = sign_in_again()
    asked(world, first["session"], **MINOR)
    code = guardian_code(world)
    assert "Kim (kim@example.com) would like to use StatLocker" in see(world, "guardian-page", code=code).text
    assert decide(world, code, "agree").heading == "You’ve agreed"
    assert standing(world, first["session"]) == ("signedIn", [], "agreed")
    granted(world.run("authorize", {}, first["session"]["accessToken"]))
    again = sign_in_again()
    assert (again["state"], again["account"]["id"]) == ("signedIn", first["account"]["id"])
    assert audited(world) == ["asked", "agreed"]


@brought
@pytest.mark.parametrize("decision, guardian", [("refuse", "refused"), ("withdraw", "withdrawn")])
def test_the_guardian_of_such_a_minor_can_close_the_account(world, come, decision, guardian):
    statlocker(world)
    session = come(world)(**MINOR)["session"]
    code = guardian_code(world)
    if decision == "withdraw":
        decide(world, code, "agree")
    assert decide(world, code, decision).status == 200
    assert world.run("get-account", {}, session["accessToken"]).code == "auth/user-disabled"
    assert [row["guardian"] for row in world.rows("SELECT guardian FROM accounts")] == [guardian] == audited(world)[-1:]


@brought
def test_new_terms_need_consent_of_such_a_minor_and_of_the_guardian(world, come):
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
def test_new_terms_need_consent_of_adults_and_of_people_who_never_consented(world, come):
    statlocker(world)
    sign_in_again = come(world)
    statlocker(world, version="2")
    first = sign_in_again()
    assert (first["state"], first["missing"]) == ("incomplete", ["birthDate", "consent"])
    old = world.run("complete-account", {"birthDate": birthday(30), "consent": {"version": "1"}}, first["session"]["accessToken"])
    assert old.code == "auth/consent-required"
    done = asked(world, first["session"], birthDate=birthday(30), consent={"version": "2"})
    assert (done["state"], done["missing"], done["account"]["consent"]["guardian"]) == ("signedIn", [], "none")


# Addresses


def test_a_guardian_of_another_account_has_no_effect(world):
    made = signed_up(world, birthDate=birthday(30), consent={"version": "1", "guardianEmail": "kim@example.com"})
    assert standing(world, made) == ("signedIn", [], "none")
    assert world.rows("SELECT id FROM outbox WHERE kind = 'guardian-request'") == []


def test_a_guardian_named_before_the_birth_date_must_be_another_person(world):
    identity = {"provider": "google", "idToken": id_token(sub="kim", email="kim@example.com", email_verified=True, name="Kim")}
    said = {"identity": identity, "as": "client", "consent": {"version": "1", "guardianEmail": "kim@example.com"}}
    kim = granted(world.run("sign-in", said))["session"]["accessToken"]
    answer = world.run("complete-account", {"birthDate": birthday(15)}, kim)
    assert answer.code == "auth/parental-consent-required"


def test_the_guardians_address_does_not_become_the_childs(world):
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
    assert world.run("verify-email-page", {"code": code, "decision": "confirm"}, httpmethod="POST").json["status"] == 403


def test_the_address_of_a_closed_account_stays_with_it(world):
    """Of three accounts with the same unverified address one is closed; the others keep working without the address."""
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
