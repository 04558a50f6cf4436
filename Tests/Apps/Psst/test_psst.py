# SPDX-License-Identifier: Apache-2.0
"""Psst: "PRD: User Roles & Required Name". The tests stand in the document's order and under its names."""

import json
import time

import jwt
import pytest
from conftest import KEYS, ROOT, World, id_token

PRESET = json.loads((ROOT / "templates/policies/psst.json").read_text())


class Psst(World):
    """The app's own policy, and what its screens send."""

    def __init__(self, folder):
        super().__init__(folder)
        self.policy(PRESET)

    def sign_up(self, **changes):
        """The sign-up form of the document's happy path; a field that is None is left out."""
        form = {"displayName": "John Trainer", "email": "john@example.com", "password": "password123", "role": "trainer"}
        return self.run("sign-up", {k: v for k, v in {**form, **changes}.items() if v is not None})

    def log_in(self, email="john@example.com", password="password123"):
        return self.run("sign-in", {"email": email, "password": password})

    def stored_roles(self):
        """The role in each user's document."""
        if not self.is_made:
            return {}
        return {row["email"]: row["role"] for row in self.rows("SELECT email, role FROM accounts")}

    def code(self, page):
        """What the newest mail brings somebody to a page with."""
        self.run("deliver-mail")
        return self.mails()[-1].get_body(("plain",)).get_content().split(f"/{page}?code=")[1].split()[0]

    def choose_password(self, password="password123", email="john@example.com"):
        """Somebody chooses a password by the mailed code of a reset."""
        self.run("reset-password", {"email": email})
        assert self.run("reset-password", {"code": self.code("reset-password"), "newPassword": password}).code is None


def firebase_user(**fields):
    """A user in an export of Firebase Auth; it has no role, as custom claims are not used."""
    user = {
        "localId": "uid1", "email": "john@example.com", "emailVerified": True, "displayName": "John Trainer",
        "passwordHash": "aGFzaA==", "salt": "c2FsdA==", "createdAt": "1714557600000",
        "providerUserInfo": [{"providerId": "password", "rawId": "john@example.com", "email": "john@example.com"}]}
    return {"users": [{**user, **fields}]}


def social(psst):
    """The policy of an app that has Google as well."""
    psst.policy({**PRESET, "providers": {**PRESET["providers"], "google": {"audiences": ["app"], "jwks": KEYS}}})


@pytest.fixture
def psst(tmp_path):
    return Psst(tmp_path)


def token(answer):
    return answer.json["session"]["accessToken"]


def inline(answer):
    """What stands under each field of the form."""
    return {error["pointer"][1:]: error["userMessage"] for error in answer.json["error"]["errors"]}


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
    """0 users with auto-generated displayNames: whoever comes without a name is asked for one before anything else."""
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
    """… so it can automatically build profiles for my clients: not in the name of an address that is somebody else's."""
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
        "userMessage"] == "This account is registered as a client"


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


# 7. Functional Requirements


@pytest.mark.parametrize("role", ["trainer", "client"])
def test_r1_role_is_stored(psst, role):
    """MUST store role in Firestore /users/{uid} document."""
    account = psst.sign_up(role=role).json["account"]
    assert psst.rows(f"SELECT role FROM accounts WHERE id = '{account['id']}'") == [{"role": role}]


@pytest.mark.parametrize("role", ["admin", "Trainer", "CLIENT", "trainer,client", "trainer client", "personal trainer", "null"])
def test_r1_role_is_either_trainer_or_client(psst, role):
    """MUST validate role is either "trainer" or "client"."""
    answer = psst.sign_up(role=role)
    assert answer.code == "auth/invalid-role" and inline(answer) == {"role": "Please select your role"}


@pytest.mark.parametrize("role", ["trainer", "client"])
def test_gate_sign_up_receives_selected_role(psst, role):
    """[Gate] When user selects role → SignUpView receives selected role and enables form."""
    answer = psst.sign_up(role=role)
    assert answer.json["account"]["role"] == role and answer.json["state"] == "signedIn"


@pytest.mark.parametrize("name", [
    None, "", " ", "   ", "\u00a0\u2003", "\t\n", "\u200b", " \u200b\u200b ", "\u2800", "\u3164", "\u0301"], ids=ascii)
def test_r2_display_name_is_not_empty_string_or_whitespace_only(psst, name):
    """MUST validate displayName is not empty string or whitespace only."""
    answer = psst.sign_up(displayName=name)
    assert answer.code == "auth/invalid-display-name" and set(inline(answer)) == {"displayName"}


@pytest.mark.parametrize("name", ["Win at evil.com", "www.x", "a@b.co", "https://evil", "Kim evil。com"])
def test_r2_display_name_is_no_link(psst, name):
    """Meaningful display names: nothing that a mail program makes a link of, of a person or of a trainer's client."""
    answer = psst.sign_up(displayName=name)
    assert answer.code == "auth/invalid-display-name" and set(inline(answer)) == {"displayName"}
    assert psst.stored_roles() == {}
    trainer = token(psst.sign_up(displayName="St. John"))
    assert psst.run("verify-email", {"code": psst.code("verify-email")}).json["account"]["emailVerified"]
    profile = {"client": {"name": name, "email": "kim@example.com"}, "deliver": "link"}
    assert set(inline(psst.run("send-invitation", profile, trainer))) == {"client/name"}
    assert psst.run("update-account", {"displayName": name}, trainer).code == "auth/invalid-display-name"


def test_r2_no_auto_generation_fallback(psst):
    """MUST remove auto-generation fallback from AuthenticationService."""
    psst.sign_up(displayName=None)
    assert psst.stored_roles() == {}


def test_gate_empty_name_shows_display_name_is_required(psst):
    """[Gate] When user submits empty name → Shows validation error "Display name is required"."""
    for name in ("", None):
        answer = psst.sign_up(displayName=name)
        assert inline(answer) == {"displayName": "Display name is required"}
        assert answer.json["error"]["userMessage"] == "Display name is required"


@pytest.mark.parametrize("before, after", [("trainer", "client"), ("client", "trainer")])
def test_r3_role_is_immutable(psst, before, after):
    """MUST maintain role immutability (no changes after creation)."""
    access = token(psst.sign_up(role=before))
    answer = psst.run("update-account", {"role": after}, access)
    assert answer.code == "auth/role-immutable" and psst.stored_roles() == {"john@example.com": before}
    assert psst.run("update-account", {"profile": {"role": after}}, access).code == "event/invalid"
    assert psst.sign_up(role=after).code == "auth/email-already-in-use"
    assert psst.log_in().json["account"]["role"] == before


def test_gate_user_document_includes_role(psst):
    """[Gate] When user creates account → Firestore document includes role field with correct value."""
    psst.sign_up(email="t@example.com", role="trainer")
    psst.sign_up(email="c@example.com", role="client")
    assert psst.stored_roles() == {"t@example.com": "trainer", "c@example.com": "client"}


@pytest.fixture
def existing(psst):
    """Somebody who signed up before there were roles: brought along from Firebase's export, with a password that they
    had to choose anew."""
    line, = psst.import_users(firebase_user())
    assert (line["result"], line["reason"]) == ("created", "password-needs-reset")
    assert psst.stored_roles() == {"john@example.com": None}
    psst.choose_password()
    return psst


def test_r4_existing_users_without_role_are_not_broken(existing):
    """MUST not break existing users without role field."""
    signed_in = existing.log_in()
    assert (signed_in.json["state"], signed_in.json["missing"]) == ("signedIn", [])
    assert signed_in.json["account"]["createdAt"] == "2024-05-01T10:00:00Z"
    session = signed_in.json["session"]
    changed = existing.run("update-account", {"displayName": "John"}, session["accessToken"])
    assert (changed.json["account"]["displayName"], changed.json["account"]["role"]) == ("John", "trainer")
    profile = {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": "link"}
    assert existing.run("send-invitation", profile, session["accessToken"]).json["client"]["name"] == "Kim"
    renewed = existing.run("refresh-session", {"refreshToken": session["refreshToken"]}).json["session"]
    assert existing.run("authorize", {}, renewed["accessToken"]).json["role"] == "trainer"


def test_r4_existing_users_default_to_trainer_when_loaded(existing):
    """MUST default existing users to "trainer" role when loaded; the role that they do not have is not written."""
    access = token(existing.log_in())
    assert existing.run("get-account", {}, access).json["account"]["role"] == "trainer"
    assert existing.run("authorize", {"role": "trainer"}, access).json["role"] == "trainer"
    assert existing.run("authorize", {"role": "client"}, access).code == "auth/permission-denied"
    assert existing.stored_roles() == {"john@example.com": None}


def test_r4_all_existing_auth_functionality_is_preserved(existing):
    """MUST preserve all existing auth functionality: signing in and out, and a new password. (That of Firebase is not.)"""
    assert existing.log_in(password="the old one").code == "auth/invalid-credential"
    old = token(existing.log_in())
    existing.choose_password("another1")
    assert existing.run("get-account", {}, old).code == "auth/session-revoked"
    assert existing.log_in().code == "auth/invalid-credential"
    again = existing.log_in(password="another1")
    assert again.json["account"]["role"] == "trainer"
    assert existing.run("sign-out", {}, token(again)).json == {"ended": 1}
    assert existing.sign_up(email="JOHN@example.com").code == "auth/email-already-in-use"


def test_gate_existing_user_logs_in(existing):
    """[Gate] When existing user logs in → App loads successfully without crashes."""
    answer = existing.log_in()
    assert answer.status == 0 and answer.json["state"] == "signedIn" and answer.stderr == ""


def test_r5_security_rules_validate_role(psst):
    """SHOULD validate role field in security rules; SHOULD enforce role values are only "trainer" or "client"."""
    for role in ("admin", 1, None, ["trainer"], {"trainer": True}):
        assert psst.sign_up(role=role).code == "auth/invalid-role"


def test_r5_security_rules_prevent_role_changes(psst):
    """SHOULD prevent role changes after account creation. (The same role again is no change.)"""
    access = token(psst.sign_up(role="client"))
    assert psst.run("update-account", {"role": "client"}, access).code is None
    assert psst.run("update-account", {"role": "trainer", "displayName": "Eve"}, access).code == "auth/role-immutable"
    assert psst.run("get-account", {}, access).json["account"]["displayName"] == "John Trainer"


# 8. Data Model


def test_user_model(psst):
    """id, email, displayName, role, photoURL?, createdAt."""
    access = token(psst.sign_up())
    photo = "https://example.com/john.jpg"
    psst.run("update-account", {"photoURL": photo}, access)
    account = psst.run("get-account", {}, access).json["account"]
    assert account["id"] and account["createdAt"].endswith("Z")
    assert [account[name] for name in ("email", "displayName", "role", "photoURL")] == [
        "john@example.com", "John Trainer", "trainer", photo]


def test_user_model_updated_at(psst):
    """var updatedAt: Date // Last update."""
    access = token(psst.sign_up())
    before = psst.run("get-account", {}, access).json["updatedAt"]
    psst.run("update-account", {"displayName": "John"}, access)
    assert before < psst.run("get-account", {}, access).json["updatedAt"]


def test_user_model_defaults_to_trainer_for_existing_users_without_role(existing):
    """Default to trainer for existing users without role; a role that there is stays."""
    existing.sign_up(email="kim@example.com", role="client")
    assert existing.log_in().json["account"]["role"] == "trainer"
    assert existing.log_in("kim@example.com").json["account"]["role"] == "client"


def test_validation_rules(psst):
    """role MUST be present for new users, be "trainer" or "client" and NOT change; displayName MUST NOT be empty."""
    assert psst.sign_up(role=None).code == psst.sign_up(role="other").code == "auth/invalid-role"
    access = token(psst.sign_up(role="trainer"))
    assert psst.run("update-account", {"role": "client"}, access).code == "auth/role-immutable"
    for name in ("", "   ", None):
        answer = psst.run("update-account", {"displayName": name}, access)
        assert answer.code == "auth/invalid-display-name" and set(inline(answer)) == {"displayName"}
    assert psst.run("get-account", {}, access).json["account"]["displayName"] == "John Trainer"


# 9. API


def test_sign_up_pre_conditions(psst):
    """email is valid format; password is 6+ characters; displayName not empty/whitespace; role is .trainer or .client."""
    answer = psst.sign_up(email="john@example", password="12345", displayName=" ", role="both")
    assert set(inline(answer)) == {"email", "password", "displayName", "role"}
    assert psst.sign_up(email="j@x.co", password="123456", displayName="J", role="client").code is None


def test_sign_up_post_conditions(psst):
    """Firebase Auth user created; Firestore user document created with role; Returns User object with role."""
    account = psst.sign_up(role="client").json["account"]
    assert psst.log_in().json["account"]["id"] == account["id"]
    assert psst.stored_roles() == {"john@example.com": account["role"]} == {"john@example.com": "client"}


@pytest.mark.parametrize("changes, code", [
    ({}, "auth/email-already-in-use"), ({"password": "123"}, "auth/weak-password"),
    ({"email": "notanemail"}, "auth/invalid-email"), ({"displayName": ""}, "auth/invalid-display-name"),
    ({"role": "boss"}, "auth/invalid-role"),
], ids=["emailAlreadyInUse", "weakPassword", "invalidEmail", "emptyDisplayName", "invalidRole"])
def test_sign_up_error_cases(psst, changes, code):
    """emailAlreadyInUse, weakPassword, invalidEmail, emptyDisplayName (NEW), invalidRole (NEW)."""
    psst.sign_up()
    assert psst.sign_up(**changes).code == code
    assert len(psst.rows("SELECT * FROM accounts")) == 1


def test_create_user_error_case_firestore_error(psst):
    """firestoreError (network, permissions): the call is not answered, and nothing is created."""
    psst.sign_up()
    with psst.held():
        form = {"displayName": "Kim", "email": "kim@example.com", "password": "password123", "role": "client"}
        answer = psst.run("sign-up", form, env={"DEADLINE_SECONDS": "1"})
    assert answer.status == 75 and answer.json["error"]["retryable"]
    assert psst.stored_roles() == {"john@example.com": "trainer"}


def test_create_user_error_case_document_already_exists(psst):
    """documentAlreadyExists: two at once make one."""
    form = {"displayName": "John", "email": "john@example.com", "password": "password123", "role": "trainer"}
    processes = [psst.start("sign-up", form) for _ in range(6)]
    codes = sorted(str(psst.finish(process).code) for process in processes)
    assert codes == ["None"] + ["auth/email-already-in-use"] * 5
    assert len(psst.rows("SELECT * FROM accounts")) == 1


# 12. Testing Plan & Acceptance Gates: Happy Path


def test_happy_path_new_user_signs_up_with_role_and_display_name(psst):
    """Flow completes without errors, Firestore document contains correct role, user lands on ChatListView."""
    answer = psst.sign_up()
    assert answer.status == 0 and answer.json["state"] == "signedIn" and answer.stderr == ""
    assert psst.stored_roles() == {"john@example.com": "trainer"}


def test_gate_signup_form_submits_successfully_with_all_fields(psst):
    """Signup form submits successfully with all fields."""
    account = psst.sign_up().json["account"]
    assert (account["displayName"], account["email"], account["role"]) == ("John Trainer", "john@example.com", "trainer")


def test_gate_user_document_includes_role_trainer(psst):
    """User document in Firestore includes role: "trainer"."""
    psst.sign_up()
    assert psst.rows("SELECT display_name, role FROM accounts") == [{"display_name": "John Trainer", "role": "trainer"}]


def test_gate_user_is_logged_in_and_sees_main_app(psst):
    """User is logged in and sees main app."""
    answer = psst.sign_up()
    seen = psst.run("get-account", {}, token(answer)).json
    assert seen["account"] == answer.json["account"] and seen["state"] == "signedIn"


# Edge Cases


def test_edge_case_1_empty_display_name(psst):
    """Form does not submit. Error text: "Display name is required"."""
    answer = psst.sign_up(displayName="")
    assert inline(answer) == {"displayName": "Display name is required"} and "session" not in answer.json
    assert psst.sign_up().code is None


@pytest.mark.parametrize("role", [None, ""])
def test_edge_case_2_no_role_selected(psst, role):
    """Cannot create account without role. Form shows error "Please select your role"."""
    answer = psst.sign_up(role=role)
    assert answer.code == "auth/invalid-role" and inline(answer) == {"role": "Please select your role"}
    assert answer.json["error"]["userMessage"] == "Please select your role"
    assert psst.sign_up().code is None


def test_edge_case_3_existing_user_without_role_logs_in(existing):
    """User model defaults role to .trainer. No crashes or errors."""
    answer = existing.log_in()
    assert answer.status == 0 and answer.json["account"]["role"] == "trainer"


# Error Handling


def test_offline_mode_no_partial_account_and_retry_works(psst):
    """Clear error message, no partial account creation, retry works."""
    psst.sign_up(email="first@example.com")
    event = {"id": "5f9c", "source": "/app", "data": {
        "displayName": "John Trainer", "email": "john@example.com", "password": "password123", "role": "trainer"}}
    with psst.held():
        offline = psst.run("sign-up", event=event, env={"DEADLINE_SECONDS": "1"})
    assert offline.status == 75 and offline.json["error"]["retryable"] and offline.json["error"]["userMessage"]
    tables = {table: psst.rows(f"SELECT * FROM {table}") for table in ("accounts", "passwords", "sessions")}
    assert {table: len(rows) for table, rows in tables.items()} == {"accounts": 1, "passwords": 1, "sessions": 1}
    online = psst.run("sign-up", event=event)
    assert online.json["account"]["email"] == "john@example.com"
    assert psst.run("sign-up", event=event).json == online.json
    assert len(psst.rows("SELECT * FROM accounts")) == 2


def test_offline_mode_a_request_that_breaks_off_creates_nothing(psst):
    """Signup does not proceed."""
    whole = json.dumps({"displayName": "J", "email": "j@example.com", "password": "password123", "role": "trainer"}).encode()
    assert psst.run("sign-up", event=whole[:-20]).code == "event/not-json"
    assert psst.stored_roles() == {}


INVALID = {"displayName": "   ", "email": "notanemail", "password": "123"}


def test_invalid_input_each_field_inline(psst):
    """displayName: "Display name cannot be empty"; email: "Invalid email format"; password: "Password must be at least 6
    characters"."""
    assert inline(psst.sign_up(**INVALID)) == {
        "displayName": "Display name cannot be empty", "email": "Invalid email format",
        "password": "Password must be at least 6 characters"}


def test_invalid_input_all_validation_errors_caught(psst):
    """All validation errors caught: with no role and a bad telephone number, five in one answer."""
    errors = psst.sign_up(**INVALID, role=None, phone="abc").json["error"]["errors"]
    assert {(error["pointer"], error["code"], error["userMessage"]) for error in errors} == {
        ("/displayName", "auth/invalid-display-name", "Display name cannot be empty"),
        ("/email", "auth/invalid-email", "Invalid email format"),
        ("/password", "auth/weak-password", "Password must be at least 6 characters"),
        ("/role", "auth/invalid-role", "Please select your role"),
        ("/phone", "auth/invalid-phone-number", "Please enter a valid phone number."),
    } and len(errors) == 5


def test_invalid_input_user_can_correct_and_retry(psst):
    """User can correct and retry: one field after the other."""
    wrong = dict(INVALID)
    for name in ("displayName", "email", "password"):
        assert set(inline(psst.sign_up(**wrong))) == set(wrong)
        del wrong[name]
    assert psst.sign_up(**wrong).code is None


def test_firebase_error_email_already_exists(psst):
    """Alert: "This email is already in use". User can go back and try different email."""
    psst.sign_up()
    for email in ("john@example.com", "John@Example.COM"):
        answer = psst.sign_up(email=email, displayName="Somebody Else", role="client")
        assert answer.code == "auth/email-already-in-use"
        assert answer.json["error"]["userMessage"] == "This email is already in use"
    assert psst.sign_up(email="other@example.com").code is None


# Regression Testing


def test_regression_email_password_login_still_works(psst):
    """Email/password login still works (no changes to login flow)."""
    account = psst.sign_up().json["account"]
    assert psst.log_in().json["account"]["id"] == account["id"]
    assert psst.log_in("JOHN@example.com").json["account"]["id"] == account["id"]
    assert psst.log_in(password="password124").code == psst.log_in("eve@example.com").code == "auth/invalid-credential"


def test_regression_user_profile_loading_works_for_existing_users(existing):
    """User profile loading works for existing users."""
    account = existing.run("get-account", {}, token(existing.log_in())).json["account"]
    assert (account["displayName"], account["role"]) == ("John Trainer", "trainer")


def test_regression_profile_photo_upload_still_works(existing):
    """Profile photo upload still works. (The picture's address is the account's.)"""
    access = token(existing.log_in())
    for photo in ("https://example.com/1.jpg", None):
        changed = existing.run("update-account", {"photoURL": photo}, access).json["account"]
        assert changed.get("photoURL") == photo
        assert existing.run("get-account", {}, access).json["account"] == changed


# Performance Check


def test_performance_check_account_creation_below_3_seconds(psst):
    """Account creation < 3 seconds (same as before)."""
    for number in range(3):
        start = time.monotonic()
        psst.sign_up(email=f"{number}@example.com")
        assert time.monotonic() - start < 3


# 13. Definition of Done


def test_done_user_role_enum(psst):
    """UserRole enum created: trainer and client are the roles that there are."""
    assert PRESET["roles"]["signUp"] == ["trainer", "client"]
    assert {psst.sign_up(email=f"{role}@example.com", role=role).code for role in PRESET["roles"]["signUp"]} == {None}


def test_done_no_console_errors_during_signup_flow(psst):
    """No console errors during signup flow."""
    answers = [psst.sign_up(**changes) for changes in (INVALID, {"displayName": ""}, {"role": None}, {}, {})]
    assert [(answer.status, answer.stderr) for answer in answers] == [(0, "")] * 5


# 14. Risks & Mitigations


def test_risk_1_existing_users_can_log_in_whatever_their_document_lacks(psst):
    """Impact: Existing users cannot log in. (One without a name can, and is asked for it.)"""
    psst.import_users(firebase_user(displayName=None))
    psst.choose_password()
    answer = psst.log_in()
    assert (answer.json["state"], answer.json["missing"]) == ("incomplete", ["displayName"])
    assert answer.json["account"]["displayName"] == "" and answer.json["account"]["role"] == "trainer"
    assert psst.run("complete-account", {"displayName": "John"}, token(answer)).json["state"] == "signedIn"


def test_risk_3_invalid_roles_are_not_stored(psst):
    """Impact: Invalid roles stored in database."""
    for role in ("admin", "Trainer", ""):
        psst.sign_up(role=role)
    assert psst.stored_roles() == {}


# 15. Rollout


def test_manual_validation_5_new_accounts_all_include_role(psst):
    """Create 5 new accounts (mix of trainer/client). Verify all Firestore documents include role field."""
    roles = {f"{number}@example.com": role for number, role in enumerate(["trainer", "client", "client", "trainer", "client"])}
    for email, role in roles.items():
        assert psst.sign_up(email=email, role=role).code is None
    assert psst.stored_roles() == roles


# 16. Open Questions


def test_question_1_roles_are_immutable(psst):
    """Q1: Should we allow users to change roles after signup? No."""
    answer = psst.run("update-account", {"role": "client"}, token(psst.sign_up()))
    assert answer.code == "auth/role-immutable"
    assert answer.json["error"]["userMessage"] == "Your role can't be changed any more."


def test_question_4_existing_users_are_not_migrated(existing):
    """Q4: Should we migrate existing users? Not required. Default to .trainer for existing users."""
    assert existing.log_in().json["account"]["role"] == "trainer"
    assert existing.stored_roles() == {"john@example.com": None}
