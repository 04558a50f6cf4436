# SPDX-License-Identifier: Apache-2.0
"""StatLocker: "Authentication System Design Document", from its overview to the interface of its methods. The tests are in the
order of the document and have its names."""

import time
from datetime import datetime

import pytest
from bot_vendors import BotVendor
from statlocker import DAY, GUARDED, HOUR, MINUTE, PASSWORD, access, born, identity, message


def timestamp(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


# Overview


def test_overview_apple_google_and_email_password_sign_in(locker):
    """The system supports Apple Sign-In, Google Sign-In, and Email/Password authentication."""
    locker.member()
    answers = [locker.log_in(), locker.continue_with("google"), locker.continue_with("apple")]
    assert [answer.code for answer in answers] == [None] * 3
    assert len({answer.json["account"]["id"] for answer in answers}) == 1


# Architecture


@pytest.mark.parametrize("method", ["apple", "google", "email"])
def test_authentication_flow(locker, method):
    """Validate credentials → Create session → Navigate to protected route → Show main app."""
    locker.member()
    signed_in = locker.log_in() if method == "email" else locker.continue_with(method)
    assert locker.run("authorize", {}).code == "auth/unauthenticated"
    assert locker.run("authorize", {}, access(signed_in)).json["email"] == "kim@example.com"
    assert locker.run("get-account", {}, access(signed_in)).json["state"] == "signedIn"


# Components and Interfaces: Core Components


def test_security_components_rate_limiter(locker):
    """RateLimiter: Prevents brute force attacks."""
    locker.sign_up()
    assert {locker.log_in(password=f"guess{number}").code for number in range(5)} == {"auth/wrong-password"}
    assert locker.log_in().code == "auth/too-many-requests"


def test_security_components_bot_protection(locker):
    """BotProtection: Detects and blocks automated attacks."""
    locker.use(botCheck={"provider": "recaptcha", "functions": ["sign-up", "sign-in"]})
    with BotVendor("recaptcha") as vendor:
        locker.env.update(vendor.env)
        answer = locker.sign_up()
        assert answer.code == "auth/bot-suspected" and message(answer) == "We couldn't confirm that you're a person. Please try again."
        made = locker.sign_up(event={"botToken": vendor.issue("person")}, verify=False)
        assert "session" in made.json
        # An attacker who guesses is refused without counting for the account.
        for _ in range(6):
            assert locker.log_in(password="wrong1234").code == "auth/bot-suspected"
        token = vendor.issue("again", action="sign_in")
        assert "session" in locker.log_in(event={"botToken": token}).json


def test_security_components_audit_logger(locker):
    """AuditLogger: Security event logging."""
    locker.sign_up()
    locker.log_in()
    locker.log_in(password="wrong1234")
    assert locker.events() == [
        ("account.created", None), ("account.consented", None), ("account.email-verified", None),
        ("account.signed-in", None), ("refused", "auth/wrong-password")]


def test_session_manager(locker):
    """SessionManager: Handles session persistence and validation."""
    session = locker.sign_up().json["session"]
    locker.later(DAY)
    again = locker.run("refresh-session", {"refreshToken": session["refreshToken"]})
    assert locker.run("authorize", {}, access(again)).code is None
    assert locker.run("refresh-session", {"refreshToken": session["refreshToken"][:-4] + "AAAA"}).code == "auth/session-revoked"


def test_auth_guard(locker):
    """AuthGuard: Route protection component."""
    token = access(locker.sign_up())
    assert locker.run("authorize", {"role": "athlete"}, token).json["role"] == "athlete"
    assert locker.run("authorize", {"role": "coach"}, token).code == "auth/permission-denied"
    assert locker.run("authorize", {}, "x.y.z").code == "auth/unauthenticated"


def test_reauth_modal(locker):
    """ReauthModal: Re-authentication for sensitive actions."""
    token = access(locker.sign_up())
    locker.later(15 * MINUTE)
    answer = locker.run("update-account", {"email": "kim@new.example"}, token)
    assert answer.code == "auth/requires-recent-login" and answer.json["error"]["requiresAction"] == "reauthenticate"


# Interface Definitions: Core Auth Types


def test_user_interface(locker):
    """uid, email, emailVerified, displayName, photoURL, createdAt, lastSignIn."""
    token = locker.member()["accessToken"]
    photo = "https://example.com/kim.jpg"
    locker.run("update-account", {"photoURL": photo}, token)
    account = locker.run("get-account", {}, token).json["account"]
    assert [account[name] for name in ("email", "emailVerified", "displayName", "photoURL")] == [
        "kim@example.com", True, "Kim", photo]
    timestamps = [timestamp(account[name]).timestamp() for name in ("createdAt", "lastSignInAt")]
    assert account["id"] and all(abs(when - time.time()) < 60 for when in timestamps)


def test_user_interface_providers(locker):
    """providers: AuthProvider[] — 'apple.com' | 'google.com' | 'password'."""
    token = locker.member()["accessToken"]
    locker.continue_with("google")
    locker.continue_with("apple")
    assert sorted(locker.run("get-account", {}, token).json["providers"]) == ["apple", "google", "password"]


def test_user_interface_consent_version_and_parental_consent(locker):
    """consentVersion: string; parentalConsent?: boolean — `guardian` of the account's `consent`."""
    grown_up, child = access(locker.sign_up("lee")), access(locker.sign_up(birthDate=born(15), consent=GUARDED))

    def consent(token):
        said = locker.run("get-account", {}, token).json["account"]["consent"]
        return said["version"], said["guardian"]

    assert [consent(token) for token in (grown_up, child)] == [("1", "none"), ("1", "pending")]
    locker.guardian("agree")
    assert [consent(token) for token in (grown_up, child)] == [("1", "none"), ("1", "agreed")]


def test_auth_state_interface(locker):
    """user: User | null; isAuthenticated; sessionValid."""
    token = access(locker.sign_up())
    assert locker.run("get-account", {}, token).json["account"]["email"] == "kim@example.com"
    locker.run("sign-out", {}, token)
    assert locker.run("get-account", {}, token).code == "auth/session-revoked"
    assert locker.run("get-account", {}).code == "auth/unauthenticated"


# Auth Methods Interface


@pytest.mark.parametrize("provider", ["apple", "google"])
def test_sign_in_with_apple_and_with_google(locker, provider):
    """signInWithApple(), signInWithGoogle()."""
    account = locker.member() and locker.log_in().json["account"]
    answer = locker.continue_with(provider)
    assert answer.json["account"]["id"] == account["id"] and answer.json["state"] == "signedIn"
    forged = identity(provider)["idToken"].rsplit(".", 1)[0] + ".AAAA"
    assert locker.run("sign-in", {"identity": {"provider": provider, "idToken": forged}}).code == "auth/invalid-id-token"


def test_sign_in_with_email(locker):
    """signInWithEmail(email: string, password: string)."""
    account = locker.sign_up().json["account"]
    for email in ("kim@example.com", " KIM@Example.com "):
        answer = locker.run("sign-in", {"email": email, "password": PASSWORD})
        assert answer.json["account"]["id"] == account["id"]


def test_create_user_with_email(locker):
    """createUserWithEmail(email: string, password: string)."""
    answer = locker.sign_up(verify=False)
    assert answer.json["account"]["email"] == "kim@example.com" and answer.json["state"] == "emailNotVerified"
    assert locker.log_in().json["account"]["id"] == answer.json["account"]["id"]


def test_sign_out(locker):
    """signOut(): the session that calls, and its tokens, at once."""
    here, there = access(locker.sign_up()), access(locker.log_in())
    assert locker.run("sign-out", {}, here).json == {"ended": 1}
    assert [locker.run("authorize", {}, token).code for token in (here, there)] == ["auth/session-revoked", None]


def test_sign_out_all_devices(locker):
    """signOutAllDevices()."""
    sessions = [locker.sign_up().json["session"], locker.log_in().json["session"], locker.log_in().json["session"]]
    assert locker.run("sign-out", {"everywhere": True}, sessions[0]["accessToken"]).json == {"ended": 3}
    for session in sessions:
        assert locker.run("authorize", {}, session["accessToken"]).code == "auth/session-revoked"
        assert locker.run("refresh-session", {"refreshToken": session["refreshToken"]}).code == "auth/session-revoked"


def test_get_current_user(locker):
    """getCurrentUser(): User | null."""
    signed_in = locker.member() and locker.log_in()
    assert locker.run("get-account", {}, access(signed_in)).json["account"] == signed_in.json["account"]
    assert locker.run("get-account", {}).code == "auth/unauthenticated"


def test_send_email_verification(locker):
    """sendEmailVerification()."""
    token = access(locker.sign_up(verify=False))
    locker.later(MINUTE)
    assert locker.run("verify-email", {"email": "kim@example.com"}, token).code is None
    assert len(locker.mails_to("kim@example.com", "Verify your email for StatLocker")) == 2
    assert locker.run("verify-email", {"code": locker.code()}).json["account"]["emailVerified"]


def test_send_password_reset(locker):
    """sendPasswordReset(email: string)."""
    locker.sign_up()
    locker.run("reset-password", {"email": "kim@example.com"})
    code = locker.code("reset-password")
    assert locker.run("reset-password", {"code": code, "newPassword": "NewLocker1"}).code is None
    assert locker.log_in().code == "auth/wrong-password" and locker.log_in(password="NewLocker1").code is None


@pytest.mark.parametrize("method", ["apple", "google", "email"])
def test_reauthenticate(locker, method):
    """reauthenticate(credential: AuthCredential): in the same session, and the tablet stays signed in."""
    session = locker.member()
    tablet = access(locker.log_in() if method == "email" else locker.continue_with(method))
    locker.later(HOUR // 2)
    credential = {"password": PASSWORD} if method == "email" else {"identity": identity(method)}
    renewed = locker.run("reauthenticate", credential, session["accessToken"]).json["session"]
    answer = locker.run("update-account", {"email": "kim@new.example"}, renewed["accessToken"])
    assert answer.json["pendingEmail"] == "kim@new.example"
    sessions = locker.run("list-sessions", {}, tablet).json["sessions"]
    assert len(sessions) == 2 and len({one["authenticatedAt"] for one in sessions}) == 2


def test_require_recent_auth(locker):
    """requireRecentAuth(maxAge: number): a quarter of an hour unless the policy says otherwise; a gateway names its own `maxAge`. Using the
    session does not make it younger."""
    session = locker.sign_up().json["session"]
    locker.later(15 * MINUTE - 30)
    assert locker.run("update-account", {"email": "kim@a.example"}, session["accessToken"]).code is None
    locker.later(31)
    session = locker.run("refresh-session", {"refreshToken": session["refreshToken"]}).json["session"]
    assert locker.run("update-account", {"email": "kim@b.example"}, session["accessToken"]).code == "auth/requires-recent-login"
    assert locker.run("authorize", {"maxAge": HOUR}, session["accessToken"]).code is None
    assert locker.run("authorize", {"maxAge": MINUTE}, session["accessToken"]).code == "auth/requires-recent-login"


# Security Interfaces
