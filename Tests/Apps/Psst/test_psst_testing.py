# SPDX-License-Identifier: Apache-2.0
"""Psst: "PRD: User Roles & Required Name", chapters 12 to 16. The tests are in the order of the document and have its names."""

import json
import time

import pytest
from psst import PRESET, firebase_user, inline, token

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
    with psst.locked():
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


def test_regression_email_password_login_works_for_existing_users(existing):
    """Email/password login still works, with a password of Firebase, which is hashed anew."""
    assert existing.log_in(password="password124").code == "auth/invalid-credential"
    for _ in range(2):
        assert existing.log_in().json["account"]["email"] == "john@example.com"
        assert existing.rows("SELECT hash FROM passwords")[0]["hash"].startswith("$argon2id$")


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


def test_risk_1_existing_users_with_an_incomplete_document_can_log_in(psst):
    """Impact: Existing users cannot log in. (One without a name can, and is asked for it.)"""
    psst.import_export(firebase_user(displayName=None))
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
    assert answer.json["error"]["userMessage"] == "Your role can't be changed anymore."


def test_question_4_existing_users_are_not_migrated(existing):
    """Q4: Should we migrate existing users? Not required. Default to .trainer for existing users."""
    assert existing.log_in().json["account"]["role"] == "trainer"
    assert existing.stored_roles() == {"john@example.com": None}
