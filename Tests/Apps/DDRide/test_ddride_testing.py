# SPDX-License-Identifier: Apache-2.0
"""DD Ride: "Authentication System Documentation", testing, future enhancements and troubleshooting. The tests are in the order
of the document and have its names."""

from datetime import datetime, timezone

import pytest
from ddride import PHONE_MISSING, PRESET, address, inline, message, recipients, social, token
from factors import ORIGIN, RP_ID, answer, challenged, code, confirm_totp, enrol_passkey, sign_in_with_passkey, wrong_code
from fido2.webauthn import AuthenticatorData
from operators import account
from worlds import person

DAY = 86_400


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
    assert "Hi Willie Wildcat," in text and "https://pfa.example/verify-email?code=" in text
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
    """Network error during sign up: a repeated request gets the lost answer."""
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


def test_biometric_authentication(ride):
    """Add biometric authentication (Face ID / Touch ID): off in this app. Where the policy turns it on, a passkey signs in
    without a password, and only if the device has verified the person."""
    access = ride.member()
    assert ride.run("enroll-factor", {"type": "passkey"}, access).code == "auth/provider-not-enabled"
    ride.policy({**PRESET, "factors": {"passkey": {"rpID": RP_ID, "origins": [ORIGIN]}}})
    _, phone, _ = enrol_passkey(ride, access)
    signed_in = sign_in_with_passkey(ride, phone)
    assert signed_in.json["state"] == "signedIn" and signed_in.json["account"]["email"] == "willie@ksu.edu"
    unverified = sign_in_with_passkey(ride, phone, flags=AuthenticatorData.FLAG.UP)
    assert unverified.code == "auth/invalid-credential" and "session" not in unverified.json


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
    shown = {name: value for name, value in phone.items() if name != "id"}
    assert newest["device"] == shown and newest["address"] == "192.0.2.9" and not newest["current"]
    assert recipients(ride, "New sign-in to your DD Ride account") == ["willie@ksu.edu"]


def test_two_factor_authentication(ride):
    """Add two-factor authentication: off in this app. Where the policy turns it on, a member with an authenticator app gives
    its code after the password."""
    access = ride.member()
    assert ride.run("enroll-factor", {"type": "totp"}, access).code == "auth/provider-not-enabled"
    ride.policy({**PRESET, "factors": {"totp": True}})
    _, app, confirmed = confirm_totp(ride, access)
    assert len(confirmed["recoveryCodes"]) == 10
    asked = challenged(ride.log_in())
    assert answer(ride, asked, code=wrong_code(app)).code == "auth/code-invalid"
    assert answer(ride, asked, code=code(ride, app)).json["state"] == "signedIn"
    lost = challenged(ride.log_in())
    assert answer(ride, lost, recoveryCode=confirmed["recoveryCodes"][0]).json["state"] == "signedIn"
    assert challenged(ride.log_in()) and ride.log_in(password="Wildcat5Life").code == "auth/wrong-password"


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
    own = ride.run("get-account", {}, ride.member()).json["account"]
    for shown in (own, account(ride, "show", own["email"])):
        assert shown["status"] == "active" and shown["emailVerified"]
        signed_in = datetime.fromisoformat(shown["lastSignInAt"].replace("Z", "+00:00"))
        assert 0 <= (datetime.now(timezone.utc) - signed_in).total_seconds() < 60
