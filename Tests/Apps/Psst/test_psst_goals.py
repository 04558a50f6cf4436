# SPDX-License-Identifier: Apache-2.0
"""Psst: "PRD: User Roles & Required Name", chapters 2 to 6. The tests are in the order of the document and have its names."""

import time

import jwt
import pytest
from psst import PRESET, firebase_user, token
from worlds import KEYS, id_token


def social(psst):
    """The policy of an app that has Google as well."""
    psst.policy({**PRESET, "providers": {**PRESET["providers"], "google": {"audiences": ["app"], "jwks": KEYS}}})


# 2. Problem & Goals


def test_goal_1_every_new_user_has_an_explicit_role_stored(psst):
    """G1 — Every new user has an explicit role (trainer or client) stored in Firestore."""
    psst.sign_up()
    psst.sign_up(email="kim@example.com", role="client")
    assert psst.stored_roles() == {"john@example.com": "trainer", "kim@example.com": "client"}


def test_goal_2_every_new_user_provides_a_meaningful_display_name(psst):
    """G2 — … (no more auto-generated names)."""
    assert psst.sign_up(displayName=None).code == "auth/invalid-display-name"
    assert psst.sign_up(displayName="John Trainer").json["account"]["displayName"] == "John Trainer"


def test_goal_3_existing_authentication_flow_is_not_broken(psst):
    """G3 — Existing authentication flow updated without breaking current features."""
    psst.sign_up()
    session = psst.log_in().json["session"]
    session = psst.run("refresh-session", {"refreshToken": session["refreshToken"]}).json["session"]
    assert psst.run("sign-out", {}, session["accessToken"]).json == {"ended": 1}
    assert psst.log_in().json["state"] == "signedIn"


def test_goal_4_role_is_accessible_throughout_the_app(psst):
    """G4 — Role field accessible throughout app for future feature logic."""
    signed_up = psst.sign_up(role="client")
    access = token(signed_up)
    roles = [
        signed_up.json["account"]["role"], psst.log_in().json["account"]["role"],
        psst.run("get-account", {}, access).json["account"]["role"], psst.run("authorize", {}, access).json["role"],
        jwt.decode(access, options={"verify_signature": False})["role"]]
    assert roles == ["client"] * 5


# 3. Non-Goals


def test_non_goal_users_do_not_change_roles_after_signup(psst):
    """Not allowing users to change roles after signup (roles are permanent)."""
    access = token(psst.sign_up(role="client"))
    assert psst.run("update-account", {"role": "trainer"}, access).code == "auth/role-immutable"


# 4. Success Metrics


def test_success_metric_100_percent_of_new_users_have_an_explicit_role(psst):
    """Role field present in 100% of new user documents. (Nothing but a sign-up makes one.)"""
    for role in (None, "", " ", "admin"):
        assert psst.sign_up(role=role).code == "auth/invalid-role"
    unasked = {"provider": "firebase", "subject": "uid1", "email": "eve@example.com", "displayName": "Eve"}
    assert psst.run("on-user-create", unasked).code == "auth/provider-not-enabled"
    psst.sign_up()
    assert psst.stored_roles() == {"john@example.com": "trainer"}


def test_success_metric_0_users_with_auto_generated_display_names(psst):
    """0 users with auto-generated displayNames (all must provide real names)."""
    for name in (None, "", "   "):
        psst.sign_up(displayName=name)
    assert psst.stored_roles() == {}
    psst.sign_up(displayName="  Jo  ")
    assert psst.rows("SELECT display_name FROM accounts") == [{"display_name": "Jo"}]


def by_sign_in(psst):
    nameless = id_token(sub="john", email="john@example.com", email_verified=True)
    return psst.run("sign-in", {"identity": {"provider": "google", "idToken": nameless}, "as": "client"})


def by_trigger(psst):
    user = {"provider": "google", "subject": "john", "email": "john@example.com", "emailVerified": True, "role": "client"}
    assert psst.run("on-user-create", user).json["account"]["displayName"] == ""
    return by_sign_in(psst)


def by_import(psst):
    export = firebase_user(displayName=None, customAttributes='{"role":"client"}')
    assert [line["result"] for line in psst.import_users(export)] == ["created"]
    return by_sign_in(psst)


@pytest.mark.parametrize("come", [by_sign_in, by_trigger, by_import])
def test_success_metric_no_way_in_makes_up_a_name(psst, come):
    """0 users with auto-generated displayNames: a person without a name must give one first."""
    social(psst)
    answer = come(psst)
    access = token(answer)
    assert (answer.json["state"], answer.json["missing"]) == ("incomplete", ["displayName"])
    assert psst.rows("SELECT display_name FROM accounts") == [{"display_name": ""}]
    assert psst.run("authorize", {}, access).code == "auth/account-incomplete"
    for name in ("", "   "):
        assert psst.run("complete-account", {"displayName": name}, access).code == "auth/invalid-display-name"
    named = psst.run("complete-account", {"displayName": "John"}, access).json
    assert (named["state"], named["missing"], named["account"]["displayName"]) == ("signedIn", [], "John")
    assert psst.run("authorize", {}, access).code is None


def test_success_metric_an_invited_client_has_the_trainers_name_for_them(psst):
    """0 users with auto-generated displayNames: a trainer's client is called what the trainer wrote, until they say."""
    trainer = token(psst.sign_up())
    assert psst.run("verify-email", {"code": psst.code("verify-email")}).json["account"]["emailVerified"]
    psst.run("send-invitation", {"client": {"name": "Kim Client", "email": "kim@example.com"}}, trainer)
    accepted = psst.run("accept-invitation", {"code": psst.code("invite"), "newPassword": "password123"}).json
    assert (accepted["state"], accepted["account"]["displayName"]) == ("signedIn", "Kim Client")


# 5. Users & Stories


def test_story_a_new_trainer_signs_up_as_a_trainer(psst):
    """As a new trainer, I want to select "I'm a Trainer" during signup."""
    assert psst.sign_up(role="trainer").json["account"]["role"] == "trainer"


def test_story_a_new_client_signs_up_as_a_client(psst):
    """As a new client, I want to select "I'm a Client" during signup."""
    assert psst.sign_up(role="client").json["account"]["role"] == "client"


def test_story_the_system_knows_the_trainer_and_not_the_other_way_around(psst):
    """… so it can automatically build profiles for my clients (not the other way around)."""
    client = token(psst.sign_up(email="kim@example.com", role="client"))
    assert psst.run("verify-email", {"code": psst.code("verify-email")}).json["account"]["emailVerified"]
    trainer = token(psst.sign_up(role="trainer"))
    assert psst.run("verify-email", {"code": psst.code("verify-email")}).json["account"]["emailVerified"]
    profile = {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": "link"}
    assert psst.run("send-invitation", profile, trainer).json["client"]["name"] == "Kim"
    assert psst.run("send-invitation", profile, client).code == "auth/permission-denied"


@pytest.mark.parametrize("deliver", ["mail", "link"])
def test_story_a_trainer_builds_profiles_once_their_own_address_is_verified(psst, deliver):
    """… so it can automatically build profiles for my clients: not with an unverified address."""
    trainer = token(psst.sign_up(role="trainer", email="ceo@bank.example"))
    code, mails = psst.code("verify-email"), len(psst.mails())
    profile = {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": deliver}
    refused = psst.run("send-invitation", profile, trainer)
    assert refused.code == "auth/email-not-verified" and refused.json["error"]["requiresAction"] == "verify_email"
    assert psst.rows("SELECT * FROM clients") == [] and len(psst.mails()) == mails
    assert psst.run("verify-email", {"code": code}).json["account"]["emailVerified"]
    assert psst.run("send-invitation", profile, trainer).json["client"]["name"] == "Kim"
    assert [mail["reply-to"] for mail in psst.mails()[mails:]] == ["John Trainer <ceo@bank.example>"] * (deliver == "mail")


def test_story_a_developer_has_reliable_role_data(psst):
    """… so I can implement trainer-specific vs client-specific logic confidently."""
    access = token(psst.sign_up(role="client"))
    assert psst.run("authorize", {"role": "client"}, access).json["role"] == "client"
    assert psst.run("authorize", {"role": "trainer"}, access).code == "auth/permission-denied"
    assert psst.run("sign-in", {"email": "john@example.com", "password": "password123", "as": "trainer"}).json["error"][
        "userMessage"] == 'This account has the role "Client".'


# 6. Experience Specification


@pytest.mark.parametrize("changes, code, message", [
    ({"role": "boss"}, "auth/invalid-role", "Please select your role"),
    ({"displayName": ""}, "auth/invalid-display-name", "Display name is required"),
    ({}, "auth/email-already-in-use", "This email is already in use"),
    ({"password": "12345"}, "auth/weak-password", "Password must be at least 6 characters"),
], ids=["invalid role", "empty name", "existing email", "weak password"])
def test_error_states_alert(psst, changes, code, message):
    """Error: Alert for invalid role, empty name, existing email, weak password."""
    psst.sign_up()
    answer = psst.sign_up(**changes)
    assert (answer.code, answer.json["error"]["userMessage"]) == (code, message)


def test_performance_account_creation_below_2_seconds(psst):
    """Account creation: < 2 seconds."""
    start = time.monotonic()
    assert psst.sign_up().code is None
    assert time.monotonic() - start < 2
