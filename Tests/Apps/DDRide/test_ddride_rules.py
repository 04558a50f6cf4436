# SPDX-License-Identifier: Apache-2.0
"""DD Ride: "Authentication System Documentation", security features, errors, the user model and the screens. The tests are in
the order of the document and have its names."""

import pytest
from ddride import PRESET, inline, message, recipients, token
from push_services import FCM
from visitors import Visitor

# Security Features


def test_email_validation_all_email_addresses(ride):
    """All email addresses are validated to ensure they end with `@ksu.edu`: a later one, too."""
    access = ride.member()
    answer = ride.run("update-account", {"email": "willie@gmail.com"}, access)
    assert answer.code == "auth/email-domain-not-allowed"
    assert ride.run("update-account", {"email": "wildcat@ksu.edu"}, access).json["pendingEmail"] == "wildcat@ksu.edu"


@pytest.mark.parametrize("password, wrong", [
    ("aB3", 1), ("abc", 3), ("Abcdefgh", 1), ("abcdefg1", 1), ("ABCDEFG1", 1), ("12345678", 2), ("Wildcat4", 0),
    ("Password1", 0)])
def test_password_requirements(ride, password, wrong):
    """Minimum 8 characters; at least one uppercase letter, one lowercase letter, one number: each is said by itself."""
    answer = ride.sign_up(password=password)
    assert answer.code == ("auth/weak-password" if wrong else None)
    assert not wrong or [name for name, _ in inline(answer)] == ["password"] * wrong


@pytest.mark.parametrize("phone", [
    "(555) 123-4567", "5551234567", "555-123-4567", "555.123.4567", "555 123 4567", "+1 555 123 4567", "1-555-123-4567"])
def test_phone_number_formatting(ride, phone):
    """Input: (555) 123-4567. Stored: +15551234567."""
    assert ride.sign_up(phone=phone).json["account"]["phone"] == "+15551234567"
    assert ride.rows("SELECT phone FROM accounts") == [{"phone": "+15551234567"}]


def test_phone_number_stays_in_its_format(ride):
    """Phone numbers are automatically formatted: when they are changed, too; and none is no number."""
    access = ride.member()
    assert ride.run("update-account", {"phone": "(785) 532-6011"}, access).json["account"]["phone"] == "+17855326011"
    for phone in (None, "532-6011"):
        assert ride.run("update-account", {"phone": phone}, access).code == "auth/invalid-phone-number"


@pytest.mark.parametrize("function, data", [
    ("authorize", {}), ("list-workouts", {}), ("list-clients", {}), ("unlink-identity", {"provider": "password"}),
    ("update-member", {"email": "willie@ksu.edu", "profile": {"chapterId": "beta"}})])
def test_email_verification_enforcement(ride, function, data):
    """Users cannot access the app until their email is verified. The Security Rules also enforce this. (Their own account
    stays open to them.)"""
    access = token(ride.sign_up())
    answer = ride.run(function, data, access)
    assert answer.code == "auth/email-not-verified" and answer.json["error"]["requiresAction"] == "verify_email"


# Error Handling


ERRORS = {
    "invalidEmail": ({"email": "willie@gmail.com"}, "auth/email-domain-not-allowed", "Please use your @ksu.edu email address."),
    "invalidName": ({"displayName": ""}, "auth/invalid-display-name", "Please enter your name."),
    "invalidPhoneNumber": ({"phone": "123"}, "auth/invalid-phone-number", "Phone number must be 10 digits."),
    "passwordTooShort": ({"password": "Wild4"}, "auth/weak-password", "Password needs at least 8 characters."),
    "passwordNeedsUppercase": ({"password": "wildcat4"}, "auth/weak-password", "Password needs an uppercase letter."),
    "passwordNeedsLowercase": ({"password": "WILDCAT4"}, "auth/weak-password", "Password needs a lowercase letter."),
    "passwordNeedsNumber": ({"password": "Wildcats"}, "auth/weak-password", "Password needs a number."),
}


@pytest.mark.parametrize("name", ERRORS)
def test_custom_auth_errors(ride, name):
    """enum AuthError: what the form says."""
    changes, code, text = ERRORS[name]
    answer = ride.sign_up(**changes)
    assert (answer.code, message(answer)) == (code, text)
    assert "account" not in answer.json


def test_custom_auth_error_email_not_verified(ride):
    """case emailNotVerified: Email not verified."""
    answer = ride.run("authorize", {}, token(ride.sign_up()))
    assert (answer.code, message(answer)) == ("auth/email-not-verified", "Please verify your email address first.")


def test_custom_auth_error_not_authenticated(ride):
    """case notAuthenticated: No user signed in."""
    answer = ride.run("update-account", {"displayName": "W"})
    assert (answer.code, message(answer)) == ("auth/unauthenticated", "Please sign in to continue.")


def test_friendly_message_email_already_in_use(ride):
    """case .emailAlreadyInUse: "This email is already registered."."""
    ride.sign_up()
    answer = ride.sign_up()
    assert (answer.code, message(answer)) == ("auth/email-already-in-use", "This email is already registered.")


def test_friendly_message_wrong_password(ride):
    """case .wrongPassword: "Incorrect password."."""
    ride.sign_up()
    answer = ride.log_in(password="Wildcat5Life")
    assert (answer.code, message(answer)) == ("auth/wrong-password", "Incorrect password.")


# User Model


def test_user_model(ride):
    """id, name, email, phoneNumber, role (admin or member), classYear, isEmailVerified, createdAt."""
    account = ride.run("get-account", {}, ride.member(profile={"classYear": 4})).json["account"]
    assert account["id"] and account["createdAt"].endswith("Z")
    assert [account[name] for name in ("displayName", "email", "phone", "role", "profile", "emailVerified")] == [
        "Willie Wildcat", "willie@ksu.edu", "+15551234567", "member", {"classYear": 4}, True]


def test_user_model_chapter_id_is_set_by_admin(ride):
    """var chapterId: String // Set by admin."""
    admin, member = ride.admin(), ride.member()
    for answer in (ride.run("update-account", {"profile": {"chapterId": "beta"}}, member),
                   ride.sign_up(email="eve@ksu.edu", profile={"chapterId": "beta"})):
        assert [error["code"] for error in answer.json["error"]["errors"]] == ["auth/permission-denied"]
        assert [name for name, _ in inline(answer)] == ["profile/chapterId"]
    by_member = ride.run("update-member", {"email": "willie@ksu.edu", "profile": {"chapterId": "beta"}}, member)
    assert by_member.code == "auth/permission-denied"
    assert ride.run("update-member", {"email": "willie@ksu.edu", "profile": {"chapterId": "beta"}}, admin).code is None
    assert ride.run("get-account", {}, member).json["account"]["profile"] == {"chapterId": "beta"}


def test_user_model_an_admin_lists_filters_and_looks_at_members(ride):
    """var chapterId: String // Set by admin. (The admin finds the member first.)"""
    admin, member = ride.admin(), ride.member()
    ride.member("caroline", displayName="Caroline Cat")
    listed = lambda **data: [each["displayName"] for each in ride.run("list-members", data, admin).json["members"]]
    assert listed() == ["Willie Wildcat", "Caroline Cat"] and listed(query="WILLIE@") == ["Willie Wildcat"]
    [willie] = ride.run("list-members", {"query": "wildcat", "role": "member"}, admin).json["members"]
    found = ride.run("get-member", {"accountId": willie["id"]}, admin).json
    assert found["member"] == willie and found["state"] == "signedIn"
    assert ride.run("update-member", {"accountId": willie["id"], "profile": {"chapterId": "beta"}}, admin).code is None
    assert ride.run("list-members", {}, member).code == "auth/permission-denied"


def test_user_model_role_is_admin_or_member(ride):
    """var role: UserRole // admin or member. (A member cannot become an admin alone.)"""
    for role in ("admin", "driver"):
        assert ride.sign_up(role=role).code == "auth/invalid-role"
    member = ride.member()
    assert ride.run("update-account", {"role": "admin"}, member).code == "auth/role-immutable"
    assert ride.run("authorize", {}, member).json["role"] == "member"
    assert ride.run("authorize", {"role": "admin"}, ride.admin()).json["role"] == "admin"


@pytest.mark.parametrize("year, taken", [(1, True), (4, True), (0, False), (5, False), (1.5, False), ("senior", False)])
def test_user_model_class_year(ride, year, taken):
    """var classYear: Int // 1-4 (1=freshman, 4=senior)."""
    answer = ride.sign_up(profile={"classYear": year})
    assert (answer.code is None) == taken
    assert taken or [name for name, _ in inline(answer)] == ["profile/classYear"]


@pytest.mark.parametrize("language, words", [
    ("en", ["Class year", "1 = freshman, 4 = senior"]), ("de", ["Studienjahr", "1 = erstes Jahr (freshman), 4 = letztes Jahr (senior)"]),
    ("es", ["Año de estudios", "1 = primer año (freshman), 4 = último año (senior)"])])
def test_user_model_class_year_in_words(ride, language, words):
    """1-4 (1=freshman, 4=senior), on the page that signs up."""
    page = Visitor(ride, language).get("/account/sign-up")
    assert all(word in page.text for word in words) and "classYear" not in page.text


def test_user_model_updated_at(ride):
    """var updatedAt: Date."""
    access = ride.member()
    before = ride.run("get-account", {}, access).json["updatedAt"]
    ride.run("update-account", {"displayName": "W"}, access)
    assert before < ride.run("get-account", {}, access).json["updatedAt"]


def test_user_model_fcm_token(ride):
    """var fcmToken: String?"""
    with FCM() as fcm:
        ride.policy({**PRESET, "push": fcm.policy})
        ride.member()
        phone = {"id": "phone", "pushService": "fcm", "pushToken": "token-of-willie"}
        login = {"email": "willie@ksu.edu", "password": "Wildcat4Life"}
        for device in (phone, {"id": "tablet"}):
            assert ride.run("sign-in", {**login, "device": device}).code is None
        ride.run("deliver-mail", env=fcm.env)
    (device, _, message), = fcm.requests
    assert device == "token-of-willie" and message["data"]["type"] == "security.new-device"


# Integration with Firebase


def test_document_creation(ride):
    """After successful signup, a Firestore document is created: isEmailVerified: false."""
    account = ride.sign_up().json["account"]
    assert ride.rows("SELECT id, email_verified FROM accounts") == [{"id": account["id"], "email_verified": 0}]


def test_email_verification_status_sync(ride):
    """When email is verified, the Firestore document is updated."""
    ride.sign_up()
    ride.verify()
    assert ride.rows("SELECT email_verified FROM accounts") == [{"email_verified": 1}]


# UI Components: what stands behind a screen


def test_sign_up_view_password_requirements_checklist(ride):
    """Real-time validation feedback. Password requirements checklist."""
    assert inline(ride.sign_up(password="....")) == [("password", text) for text in (
        "Password needs at least 8 characters.", "Password needs an uppercase letter.",
        "Password needs a lowercase letter.", "Password needs a number.")]


def test_email_verification_view_instructions_to_check_email(ride):
    """Instructions to check email."""
    ride.sign_up()
    ride.later(60)
    assert ride.run("verify-email", {"email": "willie@ksu.edu"}).json["message"].endswith("Check your inbox.")


def test_email_verification_view_resend_email_with_60_second_cooldown(ride):
    """Resend email button (with 60-second cooldown)."""
    access = token(ride.sign_up())
    answer = ride.run("verify-email", {"email": "willie@ksu.edu"}, access)
    assert answer.code == "auth/too-many-requests" and 55 <= answer.json["error"]["retryAfter"] <= 60
    ride.later(50)
    assert ride.run("verify-email", {"email": "willie@ksu.edu"}, access).json["error"]["retryAfter"] <= 10
    ride.later(10)
    assert ride.run("verify-email", {"email": "willie@ksu.edu"}, access).code is None
    assert recipients(ride, "Verify your email") == ["willie@ksu.edu"] * 2


def test_email_verification_view_sign_out_option(ride):
    """Sign out option."""
    access = token(ride.sign_up())
    assert ride.run("sign-out", {}, access).json == {"ended": 1}
    assert ride.run("get-account", {}, access).code == "auth/session-revoked"


def test_forgot_password_view_success_confirmation(ride):
    """Success confirmation."""
    ride.sign_up()
    assert ride.run("reset-password", {"email": "willie@ksu.edu"}).json == {"message": "Reset link sent. Check your inbox."}


# Best Practices


def test_best_practice_always_use_lowercase_emails(ride):
    """email.lowercased(): however it is written, it is one address."""
    account = ride.sign_up(email="Willie@KSU.edu").json["account"]
    for email in ("willie@ksu.edu", "WILLIE@ksu.EDU"):
        assert ride.log_in(email).json["account"]["id"] == account["id"]
    assert ride.sign_up(email="willie@ksu.edu").code == "auth/email-already-in-use"


def test_best_practice_validate_before_submission(ride):
    """guard validateKSUEmail(email) else throw: nothing is made or sent for what is not valid."""
    ride.sign_up(email="willie@gmail.com")
    assert ride.rows("SELECT * FROM accounts") == ride.rows("SELECT * FROM outbox") == []


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_best_practice_show_user_friendly_errors(ride, language):
    """Show User-Friendly Errors: in the person's language, and without the developer's detail."""
    ride.sign_up()
    messages = [
        ride.sign_up(event={"acceptlanguage": language}), ride.log_in(password="Wrong4You", acceptlanguage=language),
        ride.sign_up(event={"acceptlanguage": language}, email="a@gmail.com")]
    own = PRESET["messages"][language]
    assert [message(answer) for answer in messages] == [
        own[code] for code in ("auth/email-already-in-use", "auth/wrong-password", "auth/email-domain-not-allowed")]
