# SPDX-License-Identifier: Apache-2.0
"""StatLocker: "Error Handling" of its design document."""

import contextlib
import json
import socket

import pytest
from statlocker import DAY, PROVIDERS, access, born, identity, message
from worlds import ROOT


def words(language):
    """What the project says in a language where the app has no words of its own."""
    return json.loads((ROOT / f"templates/messages/{language}.json").read_text())["errors"]


def keys_at(locker, port):
    """Google's keys are to be fetched from somewhere else."""
    google = {"audiences": ["app"], "jwksURL": f"http://127.0.0.1:{port}/keys"}
    locker.use(providers={**PROVIDERS, "google": google})
    locker.env.update(ALLOW_INSECURE="1")


@contextlib.contextmanager
def silence():
    """The port of a server that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


# Error Classification System: network errors


def test_error_code_network_error(locker):
    """NETWORK_ERROR = 'auth/network-request-failed'."""
    keys_at(locker, 9)
    answer = locker.continue_with("google")
    assert answer.status == 75 and answer.code == "service/unavailable" and answer.json["error"]["retryable"]


def test_error_code_timeout(locker):
    """TIMEOUT = 'auth/timeout': of a server that is called, and of the caller."""
    with silence() as port:
        keys_at(locker, port)
        asked = locker.run("sign-in", {"identity": identity("google"), "as": "athlete"}, env={"DEADLINE_SECONDS": "1"})
    assert asked.status == 75 and asked.code in ("service/unavailable", "service/deadline")
    process = locker.start("sign-in", {}, DEADLINE_SECONDS="0.5")
    assert process.wait(timeout=10) == 75 and b'"service/deadline"' in process.stdout.read()
    process.communicate()


# Credential errors


@pytest.mark.parametrize("email", ["", "kim", "kim@", "@example.com", "kim@example", "kim@@example.com", "kim example.com"])
def test_error_code_invalid_email(locker, email):
    """INVALID_EMAIL = 'auth/invalid-email'."""
    assert locker.sign_up(email=email).code == "auth/invalid-email"
    assert locker.run("sign-in", {"email": email, "password": "x"}).code == "auth/invalid-email"


def test_error_code_invalid_password(locker):
    """INVALID_PASSWORD = 'auth/wrong-password'."""
    locker.sign_up()
    assert locker.log_in(password="wrong1234").code == "auth/wrong-password"


def test_error_code_user_not_found(locker):
    """USER_NOT_FOUND = 'auth/user-not-found'."""
    assert locker.log_in().code == "auth/user-not-found"


# Account state errors


def test_error_code_user_disabled(locker):
    """USER_DISABLED = 'auth/user-disabled'."""
    session = locker.member()
    locker.suspend()
    answers = [locker.log_in(), locker.continue_with("google"), locker.run("get-account", {}, session["accessToken"])]
    assert [answer.code for answer in answers] == ["auth/user-disabled"] * 3
    assert locker.run("refresh-session", {"refreshToken": session["refreshToken"]}).code == "auth/session-revoked"


def test_error_code_email_not_verified(locker):
    """EMAIL_NOT_VERIFIED = 'auth/email-not-verified'."""
    token = access(locker.sign_up(verify=False))
    refused = locker.run("authorize", {}, token)
    assert refused.code == "auth/email-not-verified" and refused.json["error"]["requiresAction"] == "verify_email"
    locker.run("verify-email", {"code": locker.code()})
    assert locker.run("authorize", {}, token).code is None


def test_error_code_account_exists(locker):
    """ACCOUNT_EXISTS = 'auth/email-already-in-use'."""
    locker.sign_up()
    assert locker.sign_up(email="Kim@Example.com").code == "auth/email-already-in-use"


# Security errors


def test_error_code_rate_limited(locker):
    """RATE_LIMITED = 'auth/too-many-requests'."""
    codes = [locker.log_in().code for _ in range(6)]
    assert codes == ["auth/user-not-found"] * 5 + ["auth/too-many-requests"]


@pytest.mark.parametrize("password", ["short1", "12345678", "abcdefgh", "password1", ""])
def test_error_code_weak_password(locker, password):
    """WEAK_PASSWORD = 'auth/weak-password'."""
    assert locker.sign_up(password=password).code == "auth/weak-password"


def test_error_code_requires_recent_login(locker):
    """REQUIRES_RECENT_LOGIN = 'auth/requires-recent-login'."""
    token = access(locker.sign_up())
    locker.later(DAY)
    assert locker.run("update-account", {"email": "kim@new.example"}, token).code == "auth/requires-recent-login"


# Age/consent errors


def test_error_code_underage_user(locker):
    """UNDERAGE_USER = 'auth/underage-user'."""
    answer = locker.sign_up(birthDate=born(12), consent={"version": "1", "guardianEmail": "parent@example.com"})
    assert answer.code == "auth/underage-user"


def test_error_code_parental_consent_required(locker):
    """PARENTAL_CONSENT_REQUIRED = 'auth/parental-consent-required'."""
    assert locker.sign_up(birthDate=born(15)).code == "auth/parental-consent-required"


# interface AuthError


def test_auth_error_interface(locker):
    """code, message, userMessage (localized, user-friendly), retryable, requiresAction?."""
    locker.sign_up()
    texts = {
        "en": "That password didn't match. Try again or reset it.",
        **{language: words(language)["auth/wrong-password"] for language in ("de", "es")}}
    for language, text in texts.items():
        error = locker.log_in(password="wrong1234", event={"acceptlanguage": language}).json["error"]
        assert error["code"] == "auth/wrong-password" and error["detail"] and error["retryable"] is False
        assert (error["userMessage"], error["requiresAction"]) == (text, "reset_password")
    assert len(set(texts.values())) == 3


# Error Recovery Strategies


def test_error_recovery_network_errors_automatic_retry(locker):
    """Network Errors: Automatic retry with exponential backoff. The same event again is safe, and has one effect."""
    locker.member()
    keys_at(locker, 9)
    event = {"id": "4d2a", "source": "/app", "data": {"identity": identity("google"), "as": "athlete"}}
    assert [locker.run("sign-in", event=event).status for _ in range(2)] == [75, 75]
    locker.use()
    answers = [locker.run("sign-in", event=event).json for _ in range(2)]
    assert answers[0] == answers[1] and "session" in answers[0]
    assert len(locker.rows("SELECT * FROM sessions")) == 2


def test_error_recovery_invalid_credentials_specific_error_message(locker):
    """Invalid Credentials: Clear form, show specific error message."""
    locker.sign_up()
    answers = [locker.log_in(password="wrong1234"), locker.log_in("eve"), locker.log_in("e..e")]
    assert [message(answer) for answer in answers] == [
        "That password didn't match. Try again or reset it.", "No account with that email yet. Create one?", "Invalid email format"]


def test_error_recovery_rate_limiting_countdown_timer(locker):
    """Rate Limiting: Show countdown timer."""
    for _ in range(5):
        locker.log_in()
    locker.later(600)
    error = locker.log_in().json["error"]
    assert error["retryable"] and 290 <= error["retryAfter"] <= 300


def test_error_recovery_rate_limiting_alternative_methods(locker):
    """Rate Limiting: … suggest alternative methods. Failed guesses do not block the other sign-in methods of the owner."""
    locker.member()
    assert locker.continue_with("google").code is None
    hints = [
        locker.log_in(password="wrong1234", event={"clientip": f"192.0.2.{number}"}).json["error"].get("providers")
        for number in range(6)]
    assert hints == [["google", "password"]] * 5 + [None]
    assert locker.log_in().code == "auth/too-many-requests"
    assert locker.continue_with("google").json["state"] == locker.continue_with("apple").json["state"] == "signedIn"
    assert locker.run("reset-password", {"email": "kim@example.com"}).code is None


@pytest.mark.parametrize("failure", ["an untrusted token", "an expired token", "keys out of reach"])
def test_error_recovery_provider_errors_fall_back_to_email_password(locker, failure):
    """Provider Errors: Fallback to email/password option."""
    locker.member()
    if failure == "keys out of reach":
        keys_at(locker, 9)
    claims = {"an untrusted token": {"aud": "other"}, "an expired token": {"exp": 1}}.get(failure, {})
    assert locker.continue_with("google", **claims).code in ("auth/invalid-id-token", "service/unavailable")
    assert locker.log_in().json["state"] == "signedIn"


def test_error_recovery_account_issues_direct_to_resolution(locker):
    """Account Issues: Direct to appropriate resolution flow — 'verify_email' | 'reset_password' | 'contact_support'."""
    token = access(locker.sign_up(verify=False))
    answers = [locker.run("authorize", {}, token), locker.log_in(password="wrong1234")]
    locker.suspend()
    actions = [answer.json["error"]["requiresAction"] for answer in (*answers, locker.log_in())]
    assert actions == ["verify_email", "reset_password", "contact_support"]
