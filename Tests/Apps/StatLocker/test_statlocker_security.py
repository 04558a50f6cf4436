# SPDX-License-Identifier: Apache-2.0
"""StatLocker: rate limits and sessions, from "Security Implementation" of its design document."""

import pytest
from bot_vendors import BotVendor
from statlocker import DAY, HOUR, MINUTE, access, grown_up, identity, message

HERE, THERE = {"clientip": "192.0.2.1"}, {"clientip": "192.0.2.2"}
LIMITED = "auth/too-many-requests"


# Rate Limiting Strategy


def test_failed_sign_ins_5_attempts_per_15_minutes_per_ip(locker):
    """Failed Sign-ins: 5 attempts per 15 minutes per IP."""
    locker.sign_up("kim")
    locker.sign_up("lee")
    codes = [locker.log_in(name, "wrong1234", HERE).code for name in ("kim", "lee", "kim", "lee", "eve")]
    assert codes == ["auth/wrong-password"] * 4 + ["auth/user-not-found"]
    assert locker.log_in("kim", event=HERE).code == locker.log_in("lee", event=HERE).code == LIMITED
    assert locker.log_in("kim", event=THERE).code is None
    locker.later(15 * MINUTE - 30)
    assert locker.log_in("kim", event=HERE).code == LIMITED
    locker.later(30)
    assert locker.log_in("kim", event=HERE).code is None


def test_failed_sign_ins_5_attempts_per_15_minutes_per_account(locker):
    """Failed Sign-ins: … and per account, from any address and any device."""
    locker.sign_up()
    tries = [({"id": f"d{n}"}, {"clientip": f"192.0.2.{n}"}) for n in range(6)]
    codes = [locker.log_in(password="wrong1234", device=device, event=where).code for device, where in tries]
    assert codes == ["auth/wrong-password"] * 5 + [LIMITED]
    locker.later(15 * MINUTE)
    assert locker.log_in(device={"id": "d9"}).code is None


def test_failed_sign_ins_5_attempts_per_15_minutes_per_device(locker):
    """Failed Sign-ins: … per device: five tries at several accounts, from any address."""
    names = ("kim", "lee", "max")
    for name in names:
        locker.sign_up(name)
    phone, other = {"id": "d1", "platform": "android"}, {"id": "d2", "platform": "android"}
    tries = [(names[n % 3], {"clientip": f"192.0.2.{n}"}) for n in range(6)]
    codes = [locker.log_in(name, "wrong1234", where, device=phone).code for name, where in tries]
    assert codes == ["auth/wrong-password"] * 5 + [LIMITED]
    assert {locker.log_in(name, event={"clientip": "192.0.2.99"}, device=phone).code for name in names} == {LIMITED}
    assert {locker.log_in(name, event={"clientip": "192.0.2.99"}, device=other).code for name in names} == {None}
    locker.later(15 * MINUTE)
    assert locker.log_in(device=phone).code is None


def test_failed_sign_ins_successful_ones_do_not_count(locker):
    """Failed Sign-ins."""
    locker.sign_up()
    assert {locker.log_in(event=HERE).code for _ in range(7)} == {None}


def test_email_verification_3_sends_per_hour_per_user(locker):
    """Email Verification: 3 sends per hour per user. (That of the sign-up is the first.)"""
    token = access(locker.sign_up(verify=False))
    codes = []
    for _ in range(3):
        locker.later(MINUTE)
        codes.append(locker.run("verify-email", {"email": "kim@example.com"}, token).code)
    assert codes == [None, None, LIMITED]
    assert len(locker.mails_to("kim@example.com", "Verify your email")) == 3
    locker.later(HOUR - 3 * MINUTE)
    assert locker.run("verify-email", {"email": "kim@example.com"}, token).code is None


def test_password_reset_3_requests_per_hour_per_email(locker):
    """Password Reset: 3 requests per hour per email. (With or without an account.)"""
    locker.sign_up()
    for email in ("kim@example.com", "nobody@example.com"):
        codes = [locker.run("reset-password", {"email": email}).code for _ in range(4)]
        assert codes == [None, None, None, LIMITED]
    locker.run("deliver-mail")
    assert len(locker.mails_to("kim@example.com", "Reset your password")) == 3
    assert locker.mails_to("nobody@example.com") == []
    locker.later(HOUR)
    assert locker.run("reset-password", {"email": "kim@example.com"}).code is None


def test_account_creation_3_attempts_per_hour_per_ip(locker):
    """Account Creation: 3 attempts per hour per IP. (One that is refused is an attempt, too.)"""
    codes = [locker.sign_up(name, HERE).code for name in ("a", "a", "b", "c")]
    assert codes == [None, "auth/email-already-in-use", None, LIMITED]
    assert locker.sign_up("c", THERE).code is None
    locker.later(HOUR)
    assert locker.sign_up("d", HERE).code is None


def test_account_creation_3_attempts_per_hour_per_ip_with_apple_and_google(locker):
    """Account Creation: … with every way to sign up. Signing in to an account counts for nothing."""
    assert locker.sign_up("a", HERE).code is None
    made = [
        locker.run("sign-in", {"identity": identity(provider, name), "as": "athlete", **grown_up()}, **HERE).code
        for provider, name in (("google", "b"), ("apple", "c"), ("google", "d"), ("apple", "e"))]
    assert made == [None, None, LIMITED, LIMITED] and locker.sign_up("f", HERE).code == LIMITED
    assert locker.run("sign-in", {"identity": identity("google", "b"), "as": "athlete"}, **HERE).code is None
    locker.later(HOUR)
    assert locker.run("sign-in", {"identity": identity("google", "d"), "as": "athlete", **grown_up()}, **HERE).code is None


@pytest.mark.parametrize("score, code", [(0.9, None), (0.5, None), (0.3, "auth/bot-suspected")])
def test_bot_protection_recaptcha_v3(locker, score, code):
    """Bot protection: reCAPTCHA v3 (web)."""
    locker.use(botCheck={"provider": "recaptcha", "functions": ["sign-up"], "minimumScore": 0.5})
    with BotVendor("recaptcha") as vendor:
        locker.env.update(vendor.env)
        token = vendor.issue("token", score=score)
        assert locker.sign_up(event={"botToken": token}, verify=False).code == code


# Session Security


def test_token_rotation(locker):
    """Token Rotation: Refresh tokens rotated on each use."""
    tokens = [locker.sign_up().json["session"]["refreshToken"]]
    for _ in range(3):
        tokens.append(locker.run("refresh-session", {"refreshToken": tokens[-1]}).json["session"]["refreshToken"])
    assert len(set(tokens)) == 4
    assert locker.run("refresh-session", {"refreshToken": tokens[0]}).code == "auth/session-revoked"
    assert locker.run("refresh-session", {"refreshToken": tokens[-1]}).code == "auth/session-revoked"


def test_token_rotation_for_a_client_that_lost_the_answer(locker):
    """Token Rotation: a repetition within half a minute gets the same successor."""
    first = locker.sign_up().json["session"]["refreshToken"]
    second, again = (locker.run("refresh-session", {"refreshToken": first}).json["session"] for _ in range(2))
    assert second["refreshToken"] == again["refreshToken"]
    locker.later(30)
    assert locker.run("refresh-session", {"refreshToken": first}).code == "auth/session-revoked"


@pytest.mark.parametrize("device", [{"id": "d2", "platform": "ios"}, None], ids=["another device", "no device"])
def test_device_binding(locker, device):
    """Device Binding: Sessions tied to device fingerprints: the refresh token of a session works on its device only, and
    anywhere else it ends the session. (The fingerprint is `device.id` of the app.)"""
    phone = {"id": "d1", "platform": "ios"}
    session = locker.member(device=phone)
    session = locker.run("refresh-session", {"refreshToken": session["refreshToken"], "device": phone}).json["session"]
    stolen = {"refreshToken": session["refreshToken"], **({"device": device} if device else {})}
    assert locker.run("refresh-session", stolen).code == "auth/session-revoked"
    assert locker.run("authorize", {}, session["accessToken"]).code == "auth/session-revoked"
    assert locker.events()[-2:] == [("session.other-device", None), ("refused", "auth/session-revoked")]


def test_device_binding_of_sessions_that_name_no_device(locker):
    """Device Binding: … a session without a device is tied to none."""
    session = locker.member()
    for device in ({"id": "d1"}, {"id": "d2"}):
        refreshed = locker.run("refresh-session", {"refreshToken": session["refreshToken"], "device": device})
        assert refreshed.code is None
        session = refreshed.json["session"]
    assert locker.run("authorize", {}, session["accessToken"]).code is None


def test_device_binding_sessions_are_listed_and_ended_by_device(locker):
    """Device Binding: … each session is listed with its device and can be ended from another one, and the owner gets a mail
    about a new device."""
    phone, tablet = {"id": "d1", "platform": "ios", "name": "Kim's phone"}, {"id": "d2", "platform": "android"}
    on_phone = locker.member(device=phone)
    on_tablet = locker.log_in(device=tablet).json["session"]
    seen = locker.run("list-sessions", {}, on_phone["accessToken"]).json["sessions"]
    assert {session["device"]["platform"]: session["current"] for session in seen} == {"ios": True, "android": False}
    lost = next(session["id"] for session in seen if session["device"]["platform"] == "android")
    assert locker.run("sign-out", {"sessionId": lost}, on_phone["accessToken"]).json == {"ended": 1}
    codes = [locker.run("authorize", {}, session["accessToken"]).code for session in (on_phone, on_tablet)]
    assert codes == [None, "auth/session-revoked"]
    locker.log_in(device=phone)
    locker.run("deliver-mail")
    mail, = locker.mails_to("kim@example.com", "New sign-in to your StatLocker account")
    assert "Device: Android" in mail.get_body(("plain",)).get_content()


def test_concurrent_sessions_maximum_5(locker):
    """Concurrent Sessions: Maximum 5 active sessions per user."""
    tokens = [access(locker.sign_up())]
    for _ in range(5):
        locker.later(MINUTE)
        tokens.append(access(locker.log_in()))
    answers = [locker.run("authorize", {}, token) for token in tokens]
    assert [answer.code for answer in answers] == ["auth/session-revoked"] + [None] * 5
    assert message(answers[0]) == "You signed in on more devices than allowed, so you were signed out here."
    assert len(locker.run("list-sessions", {}, tokens[-1]).json["sessions"]) == 5


def test_session_timeout_30_days_idle(locker):
    """Session Timeout: 30 days idle."""
    session = locker.sign_up().json["session"]
    locker.later(30 * DAY - HOUR)
    session = locker.run("refresh-session", {"refreshToken": session["refreshToken"]}).json["session"]
    locker.later(30 * DAY)
    assert locker.run("refresh-session", {"refreshToken": session["refreshToken"]}).code == "auth/session-expired"
    assert locker.run("authorize", {}, session["accessToken"]).code == "auth/session-expired"


def test_session_timeout_90_days_absolute(locker):
    """Session Timeout: … 90 days absolute, however often it is used."""
    session = locker.sign_up().json["session"]
    for _ in range(4):
        locker.later(22 * DAY)
        session = locker.run("refresh-session", {"refreshToken": session["refreshToken"]}).json["session"]
    locker.later(2 * DAY)
    assert locker.run("refresh-session", {"refreshToken": session["refreshToken"]}).code == "auth/session-expired"
    assert locker.log_in().code is None
