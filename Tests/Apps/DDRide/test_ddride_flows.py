# SPDX-License-Identifier: Apache-2.0
"""DD Ride: "Authentication System Documentation", authentication flow, states and usage. The tests are in the order of the document and have its names."""

import bcrypt
import pytest
from ddride import PHONE_MISSING, inline, message, recipients, social, token
from visitors import Visitor
from worlds import person

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
    assert inline(ride.sign_up(password="Wild4Li")) == [("password", "Password needs at least 8 characters.")]
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
    visitor = Visitor(ride)
    visitor.get("/account/sign-in")
    page = visitor.submit("password", email="willie@ksu.edu", password="Wildcat4Life")
    assert page.heading == "Verify your email" and ">I've Verified My Email</a>" in page.html.replace("&#39;", "'")
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
    """Email must end with `@ksu.edu`: also for invitations, acceptances, sign-ins with a provider, triggers
    and imports."""
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
