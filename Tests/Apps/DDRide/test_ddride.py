# SPDX-License-Identifier: Apache-2.0
"""DD Ride: "Authentication System Documentation". The tests stand in the document's order and under its names."""

import json
from datetime import datetime, timezone

import bcrypt
import pytest
from conftest import KEYS, ROOT, World, person

PRESET = json.loads((ROOT / "templates/policies/ddride.json").read_text())
DAY = 86_400


class DDRide(World):
    """The app's own policy, and what its screens send."""

    def __init__(self, folder):
        super().__init__(folder)
        self.policy(PRESET)

    def sign_up(self, event=None, env=None, **changes):
        """The sign-up form, well filled in; a field that is None is left out."""
        form = {
            "displayName": "Willie Wildcat", "email": "willie@ksu.edu", "phone": "(555) 123-4567",
            "password": "Wildcat4Life", "role": "member"}
        data = {k: v for k, v in {**form, **changes}.items() if v is not None}
        return self.run("sign-up", event={**(event or {}), "data": data}, env=env)

    def log_in(self, email="willie@ksu.edu", password="Wildcat4Life", **attributes):
        return self.run("sign-in", {"email": email, "password": password}, **attributes)

    def code(self, page="verify-email", to="willie@ksu.edu"):
        """What the newest mail brings somebody to a page with."""
        self.run("deliver-mail")
        texts = [mail.get_body(("plain",)).get_content() for mail in self.mails() if address(mail) == to]
        return [text.split(f"/{page}?code=")[1].split()[0] for text in texts if f"/{page}?code=" in text][-1]

    def verify(self, **who):
        return self.run("verify-email", {"code": self.code(**who)})

    def member(self, name="willie", **changes):
        """The session of somebody who has signed up and verified their address."""
        email = f"{name}@ksu.edu"
        assert self.sign_up(email=email, **changes).code is None
        assert self.verify(to=email).json["state"] == "signedIn"
        return token(self.log_in(email))

    def admin(self):
        """An admin, as the operator makes one: nobody signs up as that."""
        access = self.member("ada")
        self.rows("UPDATE accounts SET role = 'admin' WHERE email = 'ada@ksu.edu'")
        return access

    def later(self, seconds):
        """So much time goes by."""
        moments = {
            "sessions": ("created_at", "last_used_at", "rotated_at", "idle_ends_at", "ends_at"),
            "limit_hits": ("at", "expires_at"), "account_codes": ("expires_at",)}
        for table, columns in moments.items():
            for column in columns:
                self.age(table, column, seconds)


@pytest.fixture
def ride(tmp_path):
    return DDRide(tmp_path)


def token(answer):
    return answer.json["session"]["accessToken"]


def message(answer):
    return answer.json["error"]["userMessage"]


def inline(answer):
    """What stands under a field of the form, field by field."""
    return [(error["pointer"][1:], error["userMessage"]) for error in answer.json["error"]["errors"]]


def address(mail):
    return mail["To"].addresses[0].addr_spec


def recipients(ride, subject):
    """Whom mails with such a subject went to."""
    ride.run("deliver-mail")
    return [address(mail) for mail in ride.mails() if mail["Subject"].startswith(subject)]


# Authentication Flow


def test_sign_up_flow(ride):
    """Validate @ksu.edu email → Create user → Send verification email → Create document → Show EmailVerificationView."""
    answer = ride.sign_up(profile={"classYear": 2})
    assert answer.json["state"] == "emailNotVerified" and not answer.json["account"]["emailVerified"]
    assert recipients(ride, "Verify your email for DD Ride") == ["willie@ksu.edu"]
    assert ride.rows("SELECT email, display_name, phone, role, profile FROM accounts") == [{
        "email": "willie@ksu.edu", "display_name": "Willie Wildcat", "phone": "+15551234567", "role": "member",
        "profile": '{"classYear":2}'}]


@pytest.mark.parametrize("email, taken", [
    ("willie@ksu.edu", True), ("willie@KSU.EDU", True), ("first.last+ride@ksu.edu", True), ("willie@gmail.com", False),
    ("willie@notksu.edu", False), ("willie@ksu.edu.example", False), ("willie@mail.ksu.edu", False),
    ("ksu.edu@gmail.com", False)])
def test_sign_up_validation_email_must_end_with_ksu_edu(ride, email, taken):
    """Email must end with `@ksu.edu`."""
    answer = ride.sign_up(email=email)
    assert answer.code == (None if taken else "auth/email-domain-not-allowed")
    assert taken or message(answer) == "Please use your @ksu.edu email address."


def test_sign_up_validation_password_must_be_8_characters(ride):
    """Password must be 8+ characters."""
    assert inline(ride.sign_up(password="Wild4Li")) == [("password", "Password must be at least 8 characters")]
    assert ride.sign_up(password="Wild4Lif").code is None


@pytest.mark.parametrize("password, missing", [
    ("wildcat4life", "Password needs an uppercase letter."), ("WILDCAT4LIFE", "Password needs a lowercase letter."),
    ("WildcatForLife", "Password needs a number.")])
def test_sign_up_validation_password_must_contain_uppercase_lowercase_and_number(ride, password, missing):
    """Password must contain uppercase, lowercase, and number."""
    answer = ride.sign_up(password=password)
    assert answer.code == "auth/weak-password" and inline(answer) == [("password", missing)]


@pytest.mark.parametrize("phone", [
    "555 123-456", "(555) 123-45678", "1234567", "+1 555 123 456", "555-CAT-RIDE", "", "+49 30 90182000"])
def test_sign_up_validation_phone_number_must_be_10_digits(ride, phone):
    """Phone number must be 10 digits (formatted as E.164: +1XXXXXXXXXX)."""
    answer = ride.sign_up(phone=phone)
    assert answer.code == "auth/invalid-phone-number" and [name for name, _ in inline(answer)] == ["phone"]
    assert not phone or message(answer) == "Phone number must be 10 digits."


def test_sign_in_flow(ride):
    """Check email verified → Fetch user document → Update auth state → Navigate to app."""
    ride.member()
    answer = ride.log_in()
    assert answer.json["state"] == "signedIn" and answer.json["account"]["displayName"] == "Willie Wildcat"
    assert ride.run("authorize", {}, token(answer)).json["emailVerified"]


def test_sign_in_flow_shows_email_verification_view_if_not_verified(ride):
    """If email not verified, user is shown EmailVerificationView."""
    ride.sign_up()
    assert ride.log_in().json["state"] == "emailNotVerified"


def test_email_verification_flow(ride):
    """Clicks verification link → "I've Verified My Email" → Check isEmailVerified → Update document → Grant access."""
    access = token(ride.sign_up())
    assert ride.run("get-account", {}, access).json["state"] == "emailNotVerified"
    assert ride.verify().json["account"]["emailVerified"]
    seen = ride.run("get-account", {}, access).json
    assert seen["state"] == "signedIn" and seen["account"]["emailVerified"]
    assert ride.run("authorize", {}, access).code is None


def test_password_reset_flow(ride):
    """Send reset email → User clicks link → Resets password → Returns to login."""
    ride.member()
    ride.run("reset-password", {"email": "willie@ksu.edu"})
    reset = ride.run("reset-password", {"code": ride.code("reset-password"), "newPassword": "Powercat5"})
    assert reset.json == {"message": "Your password was changed. Please sign in with the new one."}
    assert ride.log_in().code == "auth/wrong-password" and ride.log_in(password="Powercat5").json["state"] == "signedIn"


def test_password_reset_flow_validates_ksu_email(ride):
    """User enters email → Validate @ksu.edu → Send reset email."""
    answer = ride.run("reset-password", {"email": "willie@gmail.com"})
    assert answer.code == "auth/email-domain-not-allowed"
    assert message(answer) == "Please use your @ksu.edu email address."


# Authentication Flow: ways in beside the sign-up form


PHONE_MISSING = ("incomplete", ["phone"])


def social(ride):
    """The policy of an app that has social sign-in (a future enhancement)."""
    ride.policy({**PRESET, "providers": {**PRESET["providers"], "google": {"audiences": ["app"], "jwks": KEYS}}})


def invited_member(ride):
    """A member whom an admin invites by mail, with the number that the admin has noted."""
    client = {"name": "Willie Wildcat", "email": "willie@ksu.edu", "phone": "(555) 765-4321"}
    assert ride.run("send-invitation", {"client": client}, ride.admin()).code is None
    return ride.run("accept-invitation", {"code": ride.code("invite"), "newPassword": "Wildcat4Life"})


def social_member(ride):
    social(ride)
    return ride.run("sign-in", {"identity": person("willie", email="willie@ksu.edu")})


def triggered_member(ride):
    social(ride)
    user = {"provider": "google", "subject": "willie", "email": "willie@ksu.edu", "emailVerified": True}
    assert ride.run("on-user-create", {**user, "displayName": "Willie"}).code is None
    return social_member(ride)


def row(number, **fields):
    """A row of a table of users who have their passwords from elsewhere."""
    hashed = bcrypt.hashpw(b"Wildcat4Life", bcrypt.gensalt(4)).decode()
    return {
        "user_id": str(number), "email": "willie@ksu.edu", "email_verified": "true", "role": "member",
        "display_name": "Willie", "password_hash": hashed, **fields}


def imported_member(ride):
    assert [line["result"] for line in ride.import_users([row(1)])] == ["created"]
    return ride.log_in()


@pytest.mark.parametrize("come", [invited_member, social_member, triggered_member, imported_member])
def test_phone_number_is_required_for_every_way_in(ride, come):
    """Phone number must be 10 digits: of members who are invited, sign in with a provider, or are made by a trigger or
    an import, it is asked before anything else."""
    answer = come(ride)
    access = token(answer)
    assert (answer.json["state"], answer.json["missing"]) == PHONE_MISSING and "phone" not in answer.json["account"]
    refused = ride.run("authorize", {}, access)
    assert (refused.code, refused.json["error"]["requiresAction"]) == ("auth/account-incomplete", "complete_account")
    wrong = ride.run("complete-account", {"phone": "532-6011"}, access)
    assert wrong.code == "auth/invalid-phone-number" and message(wrong) == "Phone number must be 10 digits."
    done = ride.run("complete-account", {"phone": "(785) 532-6011"}, access).json
    assert (done["state"], done["missing"], done["account"]["phone"]) == ("signedIn", [], "+17855326011")
    assert ride.run("authorize", {}, access).code is None


def test_email_must_end_with_ksu_edu_for_every_way_in(ride):
    """Email must end with `@ksu.edu`: whoever is invited, accepts an invitation, signs in with a provider, or is made by a
    trigger or an import, too."""
    admin = ride.admin()
    client = {"name": "Willie", "email": "willie@ksu.edu"}
    others = [{"name": "Eve", "email": email} for email in ("eve@gmail.com", "willie@mail.ksu.edu", "willie@ksu.edu.example")]
    refused = [ride.run("send-invitation", {"client": other, "allowOtherEmail": True}, admin) for other in others]
    assert [(answer.code, message(answer)) for answer in refused] == [
        ("auth/email-domain-not-allowed", "Please use your @ksu.edu email address.")] * 3
    results = ride.run("send-invitation", {"clients": [*others, {**client, "email": "wanda@ksu.edu"}]}, admin).json["results"]
    assert [result.get("error", {}).get("code") for result in results] == ["auth/email-domain-not-allowed"] * 3 + [None]
    assert recipients(ride, "")[1:] == ["wanda@ksu.edu"]
    ride.run("send-invitation", {"client": client, "allowOtherEmail": True}, admin)
    code = ride.code("invite")
    social(ride)
    eve = person("eve", email="eve@gmail.com")
    user = {"provider": "google", "subject": "eve", "email": "eve@gmail.com", "emailVerified": True, "displayName": "Eve"}
    answers = [
        ride.run("accept-invitation", {"code": code, "email": "eve@gmail.com", "newPassword": "Wildcat4Life"}),
        ride.run("accept-invitation", {"code": code, "identity": eve}), ride.run("sign-in", {"identity": eve}),
        ride.run("on-user-create", user), ride.run("sign-in", {"identity": person("eve", email=None)})]
    assert [answer.code for answer in answers] == ["auth/email-domain-not-allowed"] * 5
    rows = [row(1, email="eve@gmail.com"), row(2, email="willie@mail.ksu.edu"), row(3, email="willie@ksu.edu.example")]
    results = [(line["result"], line.get("reason")) for line in ride.import_users(rows)]
    assert results == [("skipped", "domain-not-allowed")] * 3
    assert ride.rows("SELECT email FROM accounts") == [{"email": "ada@ksu.edu"}]
    assert ride.run("accept-invitation", {"code": code, "newPassword": "Wildcat4Life"}).code is None


# Auth States


def test_auth_state_signed_out(ride):
    """signedOut: No user signed in."""
    access = ride.member()
    ride.run("sign-out", {}, access)
    assert ride.run("get-account", {}).code == "auth/unauthenticated"
    assert ride.run("get-account", {}, access).code == "auth/session-revoked"


def test_auth_state_email_not_verified(ride):
    """emailNotVerified(User): Signed in but email not verified."""
    seen = ride.run("get-account", {}, token(ride.sign_up())).json
    assert seen["state"] == "emailNotVerified" and seen["account"]["email"] == "willie@ksu.edu"


def test_auth_state_signed_in(ride):
    """signedIn(User): Signed in with verified email."""
    seen = ride.run("get-account", {}, ride.member()).json
    assert seen["state"] == "signedIn" and seen["account"]["emailVerified"]


# Usage


def test_sign_up_automatically_sends_verification_email(ride):
    """Automatically sends verification email and shows EmailVerificationView."""
    assert ride.sign_up().json["state"] == "emailNotVerified"
    assert [mail["Subject"] for mail in ride.mails()] == ["Verify your email for DD Ride"]


def test_check_email_verification(ride):
    """let isVerified = await viewModel.checkVerification()."""
    access = token(ride.sign_up())
    assert not ride.run("get-account", {}, access).json["account"]["emailVerified"]
    ride.verify()
    assert ride.run("get-account", {}, access).json["account"]["emailVerified"]


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
    "invalidName": ({"displayName": ""}, "auth/invalid-display-name", "Display name is required"),
    "invalidPhoneNumber": ({"phone": "123"}, "auth/invalid-phone-number", "Phone number must be 10 digits."),
    "passwordTooShort": ({"password": "Wild4"}, "auth/weak-password", "Password must be at least 8 characters"),
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
    assert (answer.code, message(answer)) == ("auth/email-not-verified", "Please confirm your email address first.")


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


def test_user_model_role_is_admin_or_member(ride):
    """var role: UserRole // admin or member. (Nobody makes themselves an admin.)"""
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


def test_user_model_updated_at(ride):
    """var updatedAt: Date."""
    access = ride.member()
    before = ride.run("get-account", {}, access).json["updatedAt"]
    ride.run("update-account", {"displayName": "W"}, access)
    assert before < ride.run("get-account", {}, access).json["updatedAt"]


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
        "Password must be at least 8 characters", "Password needs an uppercase letter.",
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


# Testing: Manual Test Checklist


def test_sign_up_with_non_ksu_email_should_fail(ride):
    """Sign up with non-KSU email (should fail)."""
    assert ride.sign_up(email="willie@gmail.com").code == "auth/email-domain-not-allowed"
    assert ride.rows("SELECT * FROM accounts") == [] and ride.mails() == []


@pytest.mark.parametrize("password", ["Wild4", "wildcat4life", "WILDCAT4LIFE", "WildcatLife", ""])
def test_sign_up_with_weak_password_should_fail(ride, password):
    """Sign up with weak password (should fail)."""
    assert ride.sign_up(password=password).code == "auth/weak-password"


def test_sign_up_with_valid_credentials_should_succeed(ride):
    """Sign up with valid credentials (should succeed)."""
    answer = ride.sign_up()
    assert answer.status == 0 and answer.json["account"]["email"] == "willie@ksu.edu"


def test_receive_verification_email(ride):
    """Receive verification email."""
    ride.sign_up()
    mail, = ride.mails()
    assert address(mail) == "willie@ksu.edu" and mail["Subject"] == "Verify your email for DD Ride"
    text = mail.get_body(("plain",)).get_content()
    assert "Hi Willie Wildcat," in text and "ddride://verify-email?code=" in text
    assert ride.verify().json["state"] == "signedIn"


def test_try_to_sign_in_before_verification_should_show_email_verification_view(ride):
    """Try to sign in before verification (should show EmailVerificationView)."""
    ride.sign_up()
    answer = ride.log_in()
    assert answer.json["state"] == "emailNotVerified"
    assert ride.run("authorize", {}, token(answer)).code == "auth/email-not-verified"


def test_verify_email_and_sign_in_should_succeed(ride):
    """Verify email and sign in (should succeed)."""
    ride.sign_up()
    ride.verify()
    answer = ride.log_in()
    assert answer.json["state"] == "signedIn" and ride.run("authorize", {}, token(answer)).code is None


def test_request_password_reset(ride):
    """Request password reset."""
    ride.member()
    assert ride.run("reset-password", {"email": "willie@ksu.edu"}).json["message"] == "Reset link sent. Check your inbox."
    assert recipients(ride, "Reset your password for DD Ride") == ["willie@ksu.edu"]
    weak = ride.run("reset-password", {"code": ride.code("reset-password"), "newPassword": "wildcat4life"})
    assert weak.code == "auth/weak-password" and inline(weak) == [("newPassword", "Password needs an uppercase letter.")]
    assert ride.run("reset-password", {"code": ride.code("reset-password"), "newPassword": "Powercat5"}).code is None
    assert ride.log_in(password="Powercat5").json["state"] == "signedIn"


def test_sign_out(ride):
    """Sign out."""
    access = ride.member()
    assert ride.run("sign-out", {}, access).json == {"ended": 1}
    assert ride.run("authorize", {}, access).code == "auth/session-revoked"
    assert ride.log_in().json["state"] == "signedIn"


# Testing: Edge Cases


EVENT = {"id": "9c3b", "source": "/app"}


def test_network_error_during_sign_up(ride):
    """Network error during sign up: whoever lost the answer asks again, and gets it."""
    first, again = ride.sign_up(event=EVENT), ride.sign_up(event=EVENT)
    assert again.json == first.json
    assert len(ride.rows("SELECT * FROM accounts")) == 1 and len(ride.mails()) == 1


def test_network_error_during_sign_up_keeps_the_verification_email(ride):
    """Network error during sign up: on the way to the mail server. The mail goes out later."""
    answer = ride.sign_up(env={"MAIL_URL": "smtp://127.0.0.1:9?tls=none"})
    assert answer.json["state"] == "emailNotVerified" and ride.mails() == []
    ride.age("outbox", "due_at", DAY // 24)
    assert ride.verify().json["state"] == "signedIn"


def test_network_error_during_sign_in(ride):
    """Network error during sign in: the same sign-in again is the same session."""
    ride.member()
    data = {"email": "willie@ksu.edu", "password": "Wildcat4Life"}
    first = ride.run("sign-in", event={**EVENT, "data": data})
    sessions = len(ride.rows("SELECT * FROM sessions"))
    assert ride.run("sign-in", event={**EVENT, "data": data}).json == first.json
    assert len(ride.rows("SELECT * FROM sessions")) == sessions


def test_email_already_registered(ride):
    """Email already registered: whether or not it has been verified."""
    ride.sign_up()
    assert message(ride.sign_up(email="Willie@ksu.edu", displayName="Eve")) == "This email is already registered."
    ride.verify()
    assert message(ride.sign_up(displayName="Eve")) == "This email is already registered."
    assert ride.log_in().json["account"]["displayName"] == "Willie Wildcat"


def test_user_tries_to_sign_in_immediately_after_signup(ride):
    """User tries to sign in immediately after signup."""
    signed_up = ride.sign_up().json
    signed_in = ride.log_in().json
    assert signed_in["account"]["id"] == signed_up["account"]["id"] and signed_in["state"] == "emailNotVerified"


def test_user_closes_app_during_verification(ride):
    """User closes app during verification: the session is still there, and the link still works."""
    session = ride.sign_up().json["session"]
    ride.later(DAY - 3600)
    resumed = ride.run("refresh-session", {"refreshToken": session["refreshToken"]})
    assert ride.run("get-account", {}, token(resumed)).json["state"] == "emailNotVerified"
    assert ride.verify().json["state"] == "signedIn"
    assert ride.run("get-account", {}, token(resumed)).json["state"] == "signedIn"


def test_user_closes_app_during_verification_until_the_link_has_expired(ride):
    """User closes app during verification, for longer: a new mail helps."""
    ride.sign_up()
    ride.later(DAY)
    answer = ride.verify()
    assert (answer.code, message(answer)) == ("auth/code-expired", "That code has expired. Please ask for a new one.")
    assert ride.run("verify-email", {"email": "willie@ksu.edu"}).code is None
    assert ride.verify().json["state"] == "signedIn"


def test_user_resends_verification_email_multiple_times(ride):
    """User resends verification email multiple times: each one's link works, and no more than three go out in an hour."""
    access = token(ride.sign_up())
    codes = [ride.code()]
    for _ in range(2):
        ride.later(60)
        assert ride.run("verify-email", {"email": "willie@ksu.edu"}, access).code is None
        codes.append(ride.code())
    ride.later(60)
    assert ride.run("verify-email", {"email": "willie@ksu.edu"}, access).code == "auth/too-many-requests"
    assert len(set(codes)) == 3 == len(recipients(ride, "Verify your email"))
    assert ride.run("verify-email", {"code": codes[1]}).json["state"] == "signedIn"
    assert [ride.run("verify-email", {"code": code}).code for code in codes] == ["auth/code-invalid"] * 3


# Future Enhancements


def test_rate_limiting_for_signup_attempts(ride):
    """Add rate limiting for signup attempts."""
    codes = [ride.sign_up(event={"clientip": "192.0.2.1"}, email=f"{number}@ksu.edu").code for number in range(4)]
    assert codes == [None] * 3 + ["auth/too-many-requests"]
    assert ride.sign_up(event={"clientip": "192.0.2.2"}).code is None


def test_social_sign_in(ride):
    """Add social sign-in (Google, Apple): off in this app, and held to `@ksu.edu` where the policy turns it on."""
    willie = {"identity": person("willie", email="willie@ksu.edu")}
    assert ride.run("sign-in", willie).code == "auth/provider-not-enabled"
    social(ride)
    first = ride.run("sign-in", willie)
    assert (first.json["state"], first.json["missing"]) == PHONE_MISSING
    assert ride.run("complete-account", {"phone": "5551234567"}, token(first)).json["state"] == "signedIn"
    assert ride.run("sign-in", willie).json["state"] == "signedIn"
    assert ride.run("sign-in", {"identity": person("eve", email="eve@gmail.com")}).code == "auth/email-domain-not-allowed"


def test_session_timeout(ride):
    """Add session timeout."""
    ride.member()
    session = ride.log_in().json["session"]
    ride.later(30 * DAY)
    answer = ride.run("refresh-session", {"refreshToken": session["refreshToken"]})
    assert answer.code == "auth/session-expired"
    assert ride.run("authorize", {}, session["accessToken"]).code == "auth/session-expired"


def test_device_tracking(ride):
    """Add device tracking."""
    access = ride.member()
    phone = {"id": "d1", "platform": "ios", "name": "Willie's iPhone"}
    ride.run("sign-in", {"email": "willie@ksu.edu", "password": "Wildcat4Life", "device": phone}, clientip="192.0.2.9")
    newest = ride.run("list-sessions", {}, access).json["sessions"][0]
    assert newest["device"] == phone and newest["address"] == "192.0.2.9" and not newest["current"]
    assert recipients(ride, "New sign-in to your DD Ride account") == ["willie@ksu.edu"]


# Troubleshooting


def test_user_cannot_receive_verification_email_resend(ride):
    """Use resend email button."""
    ride.sign_up()
    ride.later(60)
    ride.run("verify-email", {"email": "willie@ksu.edu"})
    assert recipients(ride, "Verify your email") == ["willie@ksu.edu"] * 2


def test_user_verified_email_but_still_sees_verification_screen(ride):
    """Ensure user clicks "I've Verified My Email" button. Try signing out and back in."""
    access = token(ride.sign_up())
    ride.verify()
    assert ride.run("get-account", {}, access).json["state"] == "signedIn"
    ride.run("sign-out", {}, access)
    assert ride.log_in().json["state"] == "signedIn"


def test_firebase_auth_errors_account_status_verification_status_and_last_sign_in(ride):
    """Check for: User account status, Email verification status, Last sign-in time."""
    account = ride.run("get-account", {}, ride.member()).json["account"]
    assert account["status"] == "active" and account["emailVerified"]
    signed_in = datetime.fromisoformat(account["lastSignInAt"].replace("Z", "+00:00"))
    assert 0 <= (datetime.now(timezone.utc) - signed_in).total_seconds() < 60
