# SPDX-License-Identifier: Apache-2.0
"""StatLocker: "User Interface Design" of its design document, as far as the screens' words and rules come from the
server, and "Monitoring and Analytics"."""

import json
import subprocess

import pytest
from pages import Seen
from statlocker import DAY, HOUR, MINUTE, PASSWORD, PRESET, PROVIDERS, access, born, identity, inline, message
from visitors import Visitor
from worlds import BIN, person

# 1. Sign In Screen


@pytest.mark.parametrize("language, words", [
    ("en", ["Stat tracking made easy. Progress made visible.", "Sign in to your Locker.", "New here? Create account", "Forgot password?",
            "Continue with Apple", "Continue with Google", "By continuing, you agree to the Terms & Privacy."]),
    ("de", ["Statistik leicht gemacht. Fortschritt, den du siehst.", "Melde dich in deinem Locker an.", "Neu hier? Konto anlegen"]),
    ("es", ["Tus estadísticas, fáciles. Tu progreso, a la vista.", "Entra en tu Locker.", "¿No tienes cuenta? Crea una"])])
def test_sign_in_screen_words(locker, language, words):
    """Headline, subtext, buttons, secondary row, legal microcopy. (That where the app names its terms and privacy policy.)"""
    locker.env["CLIENT_SECRETS"] = "google=x apple=x"
    page = Visitor(locker, language).get("/account/sign-in")
    assert page.heading == words[0] and [word for word in words[:6] if word not in page.text] == []
    assert "By continuing" not in page.text
    urls = {"termsURL": "https://pfa.example/terms", "privacyURL": "https://pfa.example/privacy"}
    locker.use(app={**PRESET["app"], **urls})
    page = Visitor(locker, language).get("/account/sign-in")
    assert [word for word in words if word not in page.text] == [] and set(urls.values()) <= set(page.parsed.links)


def test_error_mapping_wrong_password(locker):
    """wrong-password → "That password didn't match. Try again or reset it."."""
    locker.sign_up()
    answer = locker.log_in(password="wrong1234")
    assert answer.code == "auth/wrong-password"
    assert message(answer) == "That password didn't match. Try again or reset it."


def test_error_mapping_user_not_found(locker):
    """user-not-found → "No account with that email yet. Create one?"."""
    answer = locker.log_in()
    assert (answer.code, message(answer)) == ("auth/user-not-found", "No account with that email yet. Create one?")


def test_error_mapping_too_many_requests(locker):
    """too-many-requests → (as "Error Handling & Feedback" has it) "Too many tries. Please wait {mm:ss}."."""
    for _ in range(5):
        locker.log_in()
    answer = locker.log_in()
    assert answer.code == "auth/too-many-requests"
    minutes, seconds = divmod(answer.json["error"]["retryAfter"], 60)
    assert message(answer) == f"Too many tries. Please wait {minutes}:{seconds:02}." and 14 <= minutes <= 15


# 2. Create Account Screen


@pytest.mark.parametrize("language, words", [
    ("en", ["Create your Locker", "It takes less than a minute.", "I agree to Terms & Privacy", "Create account",
            "Already have an account? Sign in"]),
    ("de", ["Leg deinen Locker an", "Das dauert keine Minute.", "Ich stimme den Nutzungsbedingungen und der Datenschutzerklärung zu"]),
    ("es", ["Crea tu Locker", "Tardarás menos de un minuto.", "Acepto las condiciones y la política de privacidad"])])
def test_create_account_screen_words(locker, language, words):
    """Headline, subtext, checkbox, primary CTA, secondary; and what the checkboxes of the privacy settings are called."""
    page = Visitor(locker, language).get("/account/sign-up")
    assert page.heading == words[0] and [word for word in words if word not in page.text] == []
    assert "dataProcessing" not in page.text and "Marketing" in page.text


def test_create_account_screen_fields_email_password_and_confirm_password(locker):
    """Fields: Email, Password, Confirm Password. (No name is asked for: displayName is optional in both data models.)"""
    answer = locker.sign_up(displayName=None)
    assert answer.code is None, answer.json
    assert answer.json["account"]["email"] == "kim@example.com"


@pytest.mark.parametrize("password, hints", [
    ("Abcdef1", ["8+ chars"]), ("abcdefgh", ["1 number"]), ("12345678", ["1 letter"]),
    ("1234567", ["8+ chars", "1 letter"]), ("abcdefg", ["8+ chars", "1 number"]),
    ("....", ["8+ chars", "1 number", "1 letter"])])
def test_create_account_screen_password_strength_checklist(locker, password, hints):
    """Password strength meter + checklist: "8+ chars", "1 number", "1 letter"."""
    answer = locker.sign_up(password=password)
    assert answer.code == "auth/weak-password"
    assert sorted(inline(answer)) == sorted(("password", hint) for hint in hints)


@pytest.mark.parametrize("language, rules", [
    ("en", ["8+ chars", "1 letter", "1 number"]), ("de", ["Mindestens 8 Zeichen", "1 Buchstabe", "1 Ziffer"]),
    ("es", ["8 caracteres o más", "1 letra", "1 número"])])
def test_create_account_screen_checklist_of_the_page(locker, language, rules):
    """Checklist: "8+ chars", "1 number", "1 letter"."""
    page = Visitor(locker, language).get("/account/sign-up")
    assert page.parsed.text("ul").startswith(" ".join(rules))


@pytest.mark.parametrize("consent", [None, {"version": "0"}])
def test_create_account_screen_agree_to_terms_and_privacy(locker, consent):
    """Checkbox: "I agree to Terms & Privacy"."""
    answer = locker.sign_up(consent=consent)
    assert (answer.code, message(answer)) == ("auth/consent-required", "Please accept the terms to continue.")


# 3. Forgot Password Screen


def test_forgot_password_screen_words(locker):
    """Headline: "Reset your password". Subtext: "Enter your email and we'll send a link.". CTA: "Send reset link"."""
    page = Seen(locker.run("reset-password-page", {}, acceptlanguage="en"))
    assert page.heading == "Reset your password" and "Enter your email and we'll send a link." in page.text
    assert ">Send reset link</button>" in page.html


def test_forgot_password_screen_sends_a_link(locker):
    """Subtext: "Enter your email and we'll send a link."."""
    locker.sign_up()
    locker.run("reset-password", {"email": "kim@example.com"})
    locker.run("deliver-mail")
    mail, = locker.mails_to("kim@example.com", "Reset your password for StatLocker")
    text = mail.get_body(("plain",)).get_content()
    assert "https://pfa.example/reset-password?code=" in text


@pytest.mark.parametrize("name", ["kim", "nobody"])
def test_forgot_password_screen_success_message(locker, name):
    """Success message: "Reset link sent. Check your inbox."."""
    locker.sign_up()
    answer = locker.run("reset-password", {"email": f"{name}@example.com"})
    assert answer.json == {"message": "Reset link sent. Check your inbox."}
    page = Seen(locker.run("reset-password-page", {"email": f"{name}@example.com"}, httpmethod="POST", acceptlanguage="en"))
    assert "Reset link sent. Check your inbox." in page.text


def test_forgot_password_screen_resend_throttle_with_countdown(locker):
    """Resend throttle UI with countdown."""
    locker.sign_up()
    for _ in range(3):
        locker.run("reset-password", {"email": "kim@example.com"})
    locker.later(HOUR - 20 * MINUTE)
    error = locker.run("reset-password", {"email": "kim@example.com"}).json["error"]
    assert 19 * MINUTE < error["retryAfter"] <= 20 * MINUTE
    assert error["userMessage"].startswith(("Too many tries. Please wait 20:00", "Too many tries. Please wait 19:5"))


# 4. Email Verification Screen


def test_email_verification_screen_words(locker):
    """Headline: "Verify your email". Body: "We sent a link to {email}. Tap it to continue.". "Resend link", "Change email"."""
    locker.sign_up(verify=False)
    visitor = Visitor(locker)
    visitor.get("/account/sign-in")
    page = visitor.submit("password", email="kim@example.com", password=PASSWORD)
    assert page.heading == "Verify your email" and "We sent a link to kim@example.com. Tap it to continue." in page.text
    assert ">Resend link</button>" in page.html and ">Change email</a>" in page.html
    account = visitor.get("/account")
    assert account.heading == "Your account" and 'name="email"' in account.html, "the link leads to the field"


def test_email_verification_screen_link_to_email(locker):
    """Body: "We sent a link to {email}. Tap it to continue."."""
    locker.sign_up(verify=False)
    mail, = locker.mails_to("kim@example.com", "Verify your email for StatLocker")
    assert "https://pfa.example/verify-email?code=" in mail.get_body(("plain",)).get_content()
    assert locker.run("verify-email", {"code": locker.code()}).json["account"]["emailVerified"]


def test_email_verification_screen_resend_link(locker):
    """CTAs: "Resend link"."""
    token = access(locker.sign_up(verify=False))
    first = locker.code()
    assert locker.run("verify-email", {"email": "kim@example.com"}, token).code == "auth/too-many-requests"
    locker.later(MINUTE)
    assert locker.run("verify-email", {"email": "kim@example.com"}, token).code is None
    assert locker.code() != first and locker.run("verify-email", {"code": locker.code()}).code is None


def test_email_verification_screen_change_email(locker):
    """Link: "Change email". (The screen of a person with an unverified address.)"""
    token = access(locker.sign_up(verify=False))
    changed = locker.run("update-account", {"email": "kimberley@example.com"}, token).json
    assert changed["pendingEmail"] == "kimberley@example.com" and changed["account"]["email"] == "kim@example.com"
    account = locker.run("verify-email", {"code": locker.code(name="kimberley")}).json["account"]
    assert (account["email"], account["emailVerified"]) == ("kimberley@example.com", True)
    assert locker.log_in("kimberley").code is None and locker.log_in("kim").code == "auth/user-not-found"


# 5. Re-authentication Modal


@pytest.mark.parametrize("tab", ["apple", "google", "password"])
def test_re_authentication_modal(locker, tab):
    """Title: "Confirm it's you". Tabs: Provider (Apple/Google) · Password."""
    stale = locker.member()["accessToken"]
    credential = {"password": PASSWORD} if tab == "password" else {"identity": identity(tab)}
    if tab != "password":
        locker.continue_with(tab)
    locker.later(DAY)
    refused = locker.run("update-account", {"email": "kim@new.example"}, stale)
    assert refused.json["error"]["requiresAction"] == "reauthenticate"
    confirmed = locker.run("reauthenticate", credential, stale)
    assert locker.run("update-account", {"email": "kim@new.example"}, access(confirmed)).code is None


# Error Handling & Feedback


NETWORK = "We couldn't connect. Check your internet and try again."


def test_network_errors(locker):
    """Network errors: "We couldn't connect. Check your internet and try again."."""
    google = {"audiences": ["app"], "jwksURL": "http://127.0.0.1:9/keys"}
    locker.use(providers={**PROVIDERS, "google": google})
    answer = locker.run("sign-in", {"identity": person("kim")}, env={"ALLOW_INSECURE": "1"})
    assert (answer.status, message(answer)) == (75, NETWORK)


def test_network_errors_timeout(locker):
    """Network errors (NETWORK_ERROR and TIMEOUT): "We couldn't connect. Check your internet and try again."."""
    process = locker.start("sign-in", {}, DEADLINE_SECONDS="1.5")
    assert process.wait(timeout=10) == 75
    assert NETWORK in process.stdout.read().decode()
    process.communicate()


@pytest.mark.parametrize("gone, shown", [
    (0, "15:00"), (5 * MINUTE, "10:00"), (6 * MINUTE, "09:00"), (14 * MINUTE + 30, "00:30")])
def test_rate_limiting_too_many_tries_please_wait(locker, gone, shown):
    """Rate limiting: "Too many tries. Please wait {mm:ss}."."""
    locker.use(limits={"signInAccount": {"max": 1, "seconds": 15 * MINUTE}})
    locker.log_in()
    locker.later(gone)
    answer = locker.log_in()
    wait = answer.json["error"]["retryAfter"]
    assert message(answer) == f"Too many tries. Please wait {wait // 60:02}:{wait % 60:02}."
    assert 0 <= int(shown[:2]) * 60 + int(shown[3:]) - wait <= 5


def test_inline_errors(locker):
    """Inline errors: Show under fields."""
    answer = locker.sign_up(email="kim", password="abcdefgh", role="boss")
    assert dict(inline(answer)) == {"email": "Invalid email format", "password": "1 number", "role": "Please select your role"}


# Monitoring and Analytics


def report(locker, *bounds):
    """What `vestibule report` prints, and its exit status."""
    done = subprocess.run(
        [BIN / "vestibule", "report", *bounds], env=locker.env, cwd=locker.folder, capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout), done.returncode


def test_key_metrics_authentication_success_and_error_rates(locker):
    """Authentication Success Rate: by provider and overall; Error Rates: by error type and provider; Security Events."""
    locker.sign_up()
    for password in ("wrong1234", None, "wrong1234"):
        locker.log_in(**({"password": password} if password else {}))
    counted, _ = report(locker)
    rate = {"succeeded": 1, "refused": 2, "refusedPercent": 66.6}
    assert counted["signUps"]["byProvider"] == {"password": {"succeeded": 1, "refused": 0, "refusedPercent": 0.0}}
    assert counted["signIns"]["byProvider"]["password"] == rate and rate.items() <= counted["signIns"].items()
    assert ("auth/wrong-password", "sign-in", "password", 2) in [
        (line["code"], line["function"], line["provider"], line["count"]) for line in counted["refusals"]]
    assert counted["securityEvents"]["wrongCredential"] == 2


def test_key_metrics_session_duration(locker):
    """Session Duration: average and median session lengths."""
    token = access(locker.sign_up())
    locker.run("sign-out", {}, token)
    locker.age("sessions", "created_at", 2 * HOUR)
    sessions = report(locker)[0]["sessions"]
    assert sessions["ended"] == 1 and 2 * HOUR <= sessions["averageSeconds"] == sessions["medianSeconds"] < 3 * HOUR


def test_alerting_threshold_high_error_rate(locker):
    """High Error Rate: >5% authentication failures."""
    locker.sign_up()
    for _ in range(4):
        locker.log_in(password="wrong1234")
    counted, status = report(locker, "--min-sign-ins", "5")
    assert status == 1 and [alert["name"] for alert in counted["alerts"]] == ["refused-sign-ins"]


def test_alerting_threshold_performance_degradation(locker):
    """Performance Degradation: >3s average response time. (5 % of a function's events, until they are decided.)"""
    locker.sign_up()
    locker.log_in()
    counted, status = report(locker, "--min-events", "1")
    assert status == 0 and counted["durations"]["byFunction"]["sign-in"]["p95Ms"] < 3000
    locker.rows("UPDATE audit SET duration = 3001 WHERE function = 'sign-in'")
    counted, status = report(locker, "--min-events", "1")
    assert status == 1 and [alert["name"] for alert in counted["alerts"]] == ["slow-events"]


def test_alerting_threshold_compliance_issues_underage_user_registrations(locker):
    """Compliance Issues: Underage user registrations: refused, no personal data stored, and each attempt in the audit log."""
    locker.sign_up(birthDate=born(12))
    locker.sign_up()
    assert locker.events() == [("refused", "auth/underage-user")] * 2
    counted = report(locker, "--max-underage", "1")[0]
    assert [alert["name"] for alert in counted["alerts"]] == ["underage"] and counted["securityEvents"]["underage"] == 2
    assert report(locker, "--max-underage", "2")[0]["alerts"] == []
    assert locker.rows("SELECT * FROM accounts") == locker.rows("SELECT * FROM consents") == []


def test_alerting_threshold_security_anomalies_unusual_geographic_patterns(locker, webhooks):
    """Security Anomalies: Unusual geographic patterns: a sign-in from a country that the account has not used before is a
    webhook, and a mail to the owner. (A proxy names the country of an address.)"""
    account = locker.sign_up(event={"clientcountry": "AT"}).json["account"]["id"]
    locker.log_in(event={"clientcountry": "AT"})
    assert webhooks.about("security.new-country") == []
    for _ in range(2):
        locker.log_in(event={"clientcountry": "BR", "clientip": "192.0.2.66"})
    assert webhooks.about("security.new-country") == [{"accountId": account, "address": "192.0.2.66", "country": "BR"}]
    assert len(locker.mails_to("kim@example.com", "Sign-in to your StatLocker account from another country")) == 1
    counted, _ = report(locker)
    assert {country: attempts["succeeded"] for country, attempts in counted["signIns"]["byCountry"].items()} == {"AT": 1, "BR": 2}
    assert counted["signUps"]["byCountry"]["AT"]["succeeded"] == 1 and counted["securityEvents"]["newCountry"] == 1
