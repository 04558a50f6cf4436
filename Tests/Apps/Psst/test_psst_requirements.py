# SPDX-License-Identifier: Apache-2.0
"""Psst: "PRD: User Roles & Required Name", chapters 7 to 9. The tests are in the order of the document and have its names."""

import pytest
from operators import vestibule
from psst import PRESET, inline, token
from push_services import FCM
from visitors import Visitor

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


@pytest.mark.parametrize("language, title, subtitle, trainer, client", [
    ("en", "I am a...", "This helps us personalize your experience", "Personal Trainer", "Client"),
    ("de", "Ich bin …", "So können wir die App besser auf dich abstimmen", "Personal Trainerin oder Personal Trainer", "Kundin oder Kunde"),
    ("es", "Soy…", "Así podemos personalizar tu experiencia", "Entrenador o entrenadora personal", "Cliente")])
def test_r1_role_selection_in_words(psst, language, title, subtitle, trainer, client):
    """Title: "I am a..."; "Personal Trainer", "Client"; subtitle: "This helps us personalize your experience"."""
    page = Visitor(psst, language).get("/account/sign-up")
    assert page.heading == title and subtitle in page.text
    assert f">{trainer}</option>" in page.html and f">{client}</option>" in page.html
    shown = psst.run("app-configuration", {"locale": language}).json["roleNames"]
    assert (shown["trainer"], shown["client"]) == (trainer, client)


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
    """MUST preserve all existing auth functionality: signing in with the old password and out, and a new password."""
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


def test_r5_a_role_that_something_else_wrote_is_reported(psst):
    """SHOULD enforce role values: `vestibule doctor` names roles in the database that the policy does not have."""
    psst.sign_up()
    assert "the policy does not have" not in vestibule(psst, "doctor").stdout
    psst.rows("UPDATE accounts SET role = 'coach'")
    assert 'have the role "coach", which the policy does not have' in vestibule(psst, "doctor").stdout


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


def test_user_model_fcm_token(psst):
    """var fcmToken: String?"""
    with FCM() as fcm:
        psst.policy({**PRESET, "push": fcm.policy})
        phone = {"id": "phone", "pushService": "fcm", "pushToken": "token-of-john"}
        psst.sign_up(device=phone)
        login = {"email": "john@example.com", "password": "password123"}
        assert psst.run("sign-in", {**login, "device": {"id": "tablet"}}).code is None
        psst.run("deliver-mail", env=fcm.env)
    (device, _, message), = fcm.requests
    assert device == "token-of-john" and message["data"]["type"] == "security.new-device"


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
    with psst.locked():
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
