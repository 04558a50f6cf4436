# SPDX-License-Identifier: Apache-2.0
"""PFA: technical considerations, email template, navigation and future considerations of "Authentication & Client
Invitations". The tests stand in the document's order and under its names."""

import re
import socket
import urllib.parse

import pytest
from aiosmtpd.controller import Controller
from conftest import KEYS, ROOT, code_of, id_token
from cryptography.hazmat.primitives.asymmetric import rsa
from deployment.catalogue import Catalogue
from pfa import POLICY, STORE, Pfa, google_and_apple, html_of, identity, said, text_of, token

FUNCTIONS = Catalogue(ROOT / "functions.json").entries


@pytest.fixture
def pfa(tmp_path):
    return Pfa(tmp_path)


@pytest.fixture
def trainer(pfa):
    return pfa.trainer()


# Authentication Provider


SERVICES = {
    "firebase": ({"projectID": "pfa-1", "jwks": KEYS}, {"iss": "https://securetoken.google.com/pfa-1", "aud": "pfa-1"}),
    "supabase": (
        {"url": "https://pfa.supabase.co", "jwks": KEYS, "trustEmail": True},
        {"iss": "https://pfa.supabase.co/auth/v1", "aud": "authenticated", "email_verified": None}),
}


@pytest.mark.parametrize("service", SERVICES)
def test_authentication_provider_firebase_or_supabase(pfa, service):
    """Use Firebase Authentication or Supabase Auth for OAuth providers. (Their tokens may have no name: a trainer is
    asked for one, a client has the one that the trainer gave.)"""
    settings, claims = SERVICES[service]
    pfa.policy({**POLICY, "providers": {service: settings}})

    def signed_in(name):
        merged = {"sub": f"uid-{name}", "email": f"{name}@example.com", "email_verified": True, **claims}
        return {"provider": service, "idToken": id_token(**merged)}

    opened = pfa.run("sign-in", {"identity": signed_in("ada"), "as": "admin"})
    assert (opened.json["state"], opened.json["missing"]) == ("incomplete", ["displayName"])
    trainer = token(opened)
    assert pfa.run("complete-account", {"displayName": "Ada"}, trainer).json["state"] == "signedIn"
    code = pfa.invited(trainer)["code"]
    accepted = pfa.run("accept-invitation", {"code": code, "identity": signed_in("kim")}).json
    account = accepted["account"]
    assert (account["role"], account["email"], account["displayName"]) == ("client", "kim@example.com", "Kim")
    assert accepted["state"] == "signedIn"


@google_and_apple
def test_authentication_provider_supports_google_and_apple_out_of_the_box(pfa, trainer, provider):
    """Both support Google and Apple sign-in out of the box."""
    accepted = pfa.client(trainer, provider=provider)
    assert pfa.run("get-account", {}, accepted["session"]["accessToken"]).json["providers"] == [provider]


def test_authentication_provider_handles_token_refresh_automatically(pfa, trainer):
    """Handle token refresh automatically."""
    session = pfa.client(trainer)["session"]
    for _ in range(3):
        session = pfa.run("refresh-session", {"refreshToken": session["refreshToken"]}).json["session"]
        assert pfa.run("list-workouts", {}, session["accessToken"]).code is None


# Email Service


def test_email_service_templates_are_stored_with_the_functions(pfa):
    """Email templates stored in cloud functions."""
    folder = ROOT / "templates/mail"
    for kind in ("invitation", "resent-invitation", "invitation-accepted"):
        for locale in POLICY["app"]["locales"]:
            files = {file.name for file in (folder / kind / locale).iterdir()}
            assert files == {"subject.txt", "body.txt", "body.html"}


def test_email_service_includes_unsubscribe_option_in_emails(pfa, trainer):
    """Include unsubscribe option in emails (legal requirement)."""
    pfa.resend(trainer, pfa.invited(trainer))
    for mail in pfa.mails():
        link = mail["List-Unsubscribe"].strip("<>")
        assert link.startswith("https://pfa.example/unsubscribe?token=") and mail["List-Unsubscribe-Post"]
        assert link in text_of(mail) and f'href="{link}"' in html_of(mail)


def test_email_service_unsubscribe_option_is_answered(pfa, trainer):
    """Include unsubscribe option in emails (legal requirement). (Whoever takes it gets no more invitations.)"""
    sent = pfa.invited(trainer)
    link = urllib.parse.urlsplit(pfa.mails()[0]["List-Unsubscribe"].strip("<>"))
    assert link.path in [entry["trigger"].get("route") for entry in FUNCTIONS.values()]
    answer = pfa.run("unsubscribe", {"token": urllib.parse.parse_qs(link.query)["token"][0]})
    assert answer.code is None and "kim@example.com" in answer.json["message"]
    pfa.resend(trainer, sent)
    pfa.run("deliver-mail")
    assert len(pfa.mails()) == 1 and pfa.invitation(trainer)["delivery"] == "failed"


# Deep Linking


def test_deep_linking_ios_universal_links(pfa, trainer):
    """Configure iOS Universal Links for deep linking: iOS finds at the domain of the button's link that it is the app's."""
    app = "A1B2C3D4E5.com.example.pfa"
    assert pfa.run("apple-app-site-association").json["applinks"]["details"] == []
    pfa.policy({**POLICY, "app": {**POLICY["app"], "appleAppIDs": [app]}})
    association = pfa.run("apple-app-site-association").json
    [details] = association["applinks"]["details"]
    assert details["appIDs"] == association["webcredentials"]["apps"] == [app]
    code = pfa.invited(trainer)["code"]
    [button] = re.findall(r'<a href="(https:[^"]+)"[^>]*>Get started</a>', html_of(pfa.mails()[0]), re.IGNORECASE)
    link = urllib.parse.urlsplit(button)
    assert (link.netloc, link.query) == ("pfa.example", f"code={code}")
    assert {"/": link.path, "?": {"code": "*"}} in details["components"]
    assert FUNCTIONS["apple-app-site-association"]["trigger"]["route"] == "/.well-known/apple-app-site-association"


def test_deep_linking_url_scheme(pfa, trainer):
    """URL scheme: `pfa://invite?code={invitationCode}`."""
    code = pfa.invited(trainer)["code"]
    assert f"pfa://invite?code={code}" in text_of(pfa.mails()[0]).split()


def test_deep_linking_parse_invitation_code_from_url(pfa, trainer):
    """Parse invitation code from URL. (It needs no escaping there, and no case.)"""
    code = pfa.invited(trainer)["code"]
    assert re.fullmatch("[A-Z0-9]+", code)
    assert pfa.accept_with(code.lower()).json["isNewAccount"]


def test_deep_linking_gracefully_handles_expired_or_invalid_codes(pfa, trainer):
    """Gracefully handle expired or invalid codes."""
    sent = pfa.invited(trainer)
    ask = lambda code: pfa.run("preview-invitation", {"code": code})
    for code in ("ABC123", "x", sent["code"][:-1], "../../etc/passwd", "';DROP/**/TABLE/**/invitations;--"):
        answer = ask(code)
        assert (answer.status, said(answer)) == (0, "We couldn't find this invitation. Please check it and try again.")
    pfa.expire()
    expired = "This invitation has expired. Please ask the person who invited you for a new one."
    assert said(ask(sent["code"])) == expired


# Security


def test_security_invitation_codes_are_cryptographically_random(pfa, trainer):
    """Invitation codes should be cryptographically random (UUID v4 or similar). (160 bits; a UUID v4 has 122.)"""
    clients = [{"name": f"C{number}", "email": f"c{number}@example.com"} for number in range(100)]
    results = pfa.run("send-invitation", {"clients": clients, "deliver": "link"}, trainer).json["results"]
    codes = [result["link"].split("?code=")[1] for result in results]
    assert len(set(codes)) == 100 and all(re.fullmatch("[A-Z2-7]{32}", code) for code in codes)
    # No place in the code is the same, or counts up, from one to the next.
    assert all(len({code[place] for code in codes}) > 16 for place in range(32))


def test_security_invitation_codes_are_not_in_the_database(pfa, trainer):
    """Invitation codes should be cryptographically random."""
    code = pfa.invited(trainer)["code"]
    assert code.encode() not in pfa.stored()


def test_security_validates_invitation_code_server_side_before_linking_account(pfa, trainer):
    """Validate invitation code server-side before linking account."""
    pfa.save_client(trainer)
    assert pfa.accept_with("A" * 32).code == "invitation/not-found"
    assert "accountId" not in pfa.clients(trainer)[0]
    assert pfa.rows("SELECT role FROM accounts") == [{"role": "admin"}]


def test_security_prevents_invitation_code_reuse(pfa, trainer):
    """Prevent invitation code reuse."""
    sent = pfa.invited(trainer, allowOtherEmail=True)
    kim = pfa.accept_with(sent["code"]).json
    again = pfa.accept_with(sent["code"], "eve")
    assert again.code == "invitation/already-accepted" and "session" not in again.json
    assert pfa.clients(trainer)[0]["accountId"] == kim["account"]["id"]


def test_security_prevents_invitation_code_reuse_at_the_same_moment(pfa, trainer):
    """Prevent invitation code reuse."""
    code = pfa.invited(trainer, allowOtherEmail=True)["code"]
    events = [{"data": {"code": code, "identity": identity("google", f"eve{number}")}} for number in range(8)]
    processes = [pfa.start("accept-invitation", event) for event in events]
    for process in processes:
        process.stdin.write(process.event)
        process.stdin.close()
        process.stdin = None
    codes = sorted((pfa.finish(process).code for process in processes), key=str)
    assert codes == [None] + ["invitation/already-accepted"] * 7


def test_security_rate_limits_invitation_email_sending(pfa, trainer):
    """Rate limit invitation email sending to prevent abuse. (200 an hour from one trainer.)"""
    clients = [{"name": f"C{number}", "email": f"c{number}@example.com"} for number in range(201)]
    results = pfa.run("send-invitation", {"clients": clients, "deliver": "link"}, trainer).json["results"]
    codes = [result.get("error", {}).get("code") for result in results]
    assert codes == [None] * 200 + ["auth/too-many-requests"]
    assert pfa.save_client(trainer).code == "auth/too-many-requests" and pfa.mails() == []
    assert pfa.save_client(pfa.trainer("bob")).code is None


def test_security_rate_limits_invitation_emails_to_one_recipient(pfa, trainer):
    """Rate limit invitation email sending to prevent abuse. (Three an hour to one client.)"""
    sent = pfa.invited(trainer)
    codes = [pfa.resend(trainer, sent).code for _ in range(3)]
    assert codes == [None, None, "auth/too-many-requests"] and len(pfa.mails()) == 3


def test_security_implements_https_for_all_api_calls(pfa, trainer):
    """Implement HTTPS for all API calls. (What is not https is no configuration.)"""
    answer = pfa.save_client(trainer, env={"PUBLIC_URL": "http://pfa.example"})
    assert answer.status == 78 and "PUBLIC_URL" in answer.json["error"]["detail"]
    insecure = {"google": {"audiences": ["app"], "jwksURL": "http://www.googleapis.com/oauth2/v3/certs"}}
    pfa.policy({**POLICY, "providers": insecure})
    answer = pfa.open_admin_app("bob")
    assert answer.status == 78 and "/providers/google: http://www.googleapis.com" in answer.json["error"]["detail"]


# User Role Management


def test_user_role_management_stores_user_role_in_database(pfa, trainer):
    """Store user role in database (not just in auth claims)."""
    client = pfa.client(trainer)["session"]["accessToken"]
    assert pfa.rows("SELECT role FROM accounts ORDER BY role") == [{"role": "admin"}, {"role": "client"}]
    pfa.rows("UPDATE accounts SET role = 'client'")
    assert pfa.run("list-clients", {}, trainer).code == "auth/permission-denied"
    assert pfa.open_client_app("kim", role="admin", roles=["admin"]).json["account"]["role"] == "client"
    assert pfa.run("list-clients", {}, client).code == "auth/permission-denied"


def test_user_role_management_checks_role_on_app_startup(pfa, trainer):
    """Check role on app startup and route to appropriate screens; Admin dashboard vs Client workout view."""
    client = pfa.client(trainer)["session"]["accessToken"]
    roles = [pfa.run("get-account", {}, access).json["account"]["role"] for access in (trainer, client)]
    assert roles == ["admin", "client"]


@pytest.mark.parametrize(
    "function", [name for name, entry in FUNCTIONS.items() if entry["access"] in ("session", "inviter")])
def test_user_role_management_role_based_access_control_for_all_api_endpoints(pfa, function):
    """Implement role-based access control for all API endpoints. (Nobody's is none; the rest stands at "prevents
    clients from accessing admin features".)"""
    event = {**FUNCTIONS[function]["example"], **({"profile": {}} if function == "update-member" else {})}
    assert pfa.run(function, event).code == "auth/unauthenticated"
    assert pfa.run(function, event, "eyJhbGciOiJub25lIn0.e30.").code == "auth/unauthenticated"


# Error Handling


def test_error_handling_invalid_invitation_codes(pfa):
    """Invalid invitation codes."""
    answer = pfa.accept_with("ABC123")
    assert said(answer) == "We couldn't find this invitation. Please check it and try again."


def test_error_handling_expired_invitations(pfa, trainer):
    """Expired invitations."""
    code = pfa.invited(trainer)["code"]
    pfa.expire()
    answer = pfa.accept_with(code)
    assert said(answer) == "This invitation has expired. Please ask the person who invited you for a new one."


def test_error_handling_email_sending_failures_are_tried_again(pfa, trainer):
    """Email sending failures. (The mail server is out of reach: the mail waits, and the trainer is told so.)"""
    answer = pfa.save_client(trainer, env={"MAIL_URL": "smtp://127.0.0.1:1?tls=none"}).json
    assert answer["message"] == "Client added. The invitation to kim@example.com is on its way."
    assert pfa.invitation(trainer)["delivery"] == "queued"
    pfa.age("outbox", "due_at", 60)
    assert pfa.run("deliver-mail").json["sent"] == 1
    assert pfa.invitation(trainer)["delivery"] == "sent"
    assert pfa.accept_with(code_of(pfa.mails()[0])).json["isNewAccount"]


class NobodyHere:
    async def handle_RCPT(self, server, session, envelope, address, options):
        return "550 5.1.1 No such user"


def test_error_handling_email_sending_failures_end_visibly(pfa, trainer):
    """Email sending failures. (The mail server refuses the address: the trainer sees it.)"""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    server = Controller(NobodyHere(), hostname="127.0.0.1", port=port)
    server.start()
    try:
        answer = pfa.save_client(trainer, env={"MAIL_URL": f"smtp://127.0.0.1:{port}?tls=none"}).json
    finally:
        server.stop()
    told = "Client added, but the invitation to kim@example.com could not be delivered. Please check the address."
    assert answer["message"] == told and pfa.invitation(trainer)["delivery"] == "failed"


STRANGER = rsa.generate_private_key(public_exponent=65537, key_size=2048)


@google_and_apple
@pytest.mark.parametrize("trouble", [
    {"key": STRANGER}, {"exp": 1}, {"iss": "https://evil.example"}, {"aud": "another app"}, {"sub": None}],
    ids=["forged", "expired", "another issuer", "another app's", "nobody's"])
def test_error_handling_oauth_failures(pfa, trainer, provider, trouble):
    """OAuth failures."""
    code = pfa.invited(trainer)["code"]
    answer = pfa.accept_with(code, provider=provider, **trouble)
    assert said(answer) == "We couldn't confirm your sign-in. Please try again." and "session" not in answer.json
    assert said(pfa.open_admin_app(provider=provider, **trouble)) == said(answer)
    assert pfa.invitation(trainer)["status"] == "pending" and pfa.accept_with(code, provider=provider).code is None


@google_and_apple
def test_error_handling_network_errors_during_sign_in(pfa, trainer, provider):
    """Network errors during sign-in. (The provider is out of reach: the same event may be sent again.)"""
    code = pfa.invited(trainer)["code"]
    unreachable = {**POLICY["providers"][provider], "jwksURL": "http://127.0.0.1:1/keys"}
    del unreachable["jwks"]
    pfa.policy({**POLICY, "providers": {provider: unreachable}})
    pfa.env["ALLOW_INSECURE"] = "1"
    answer = pfa.accept_with(code, provider=provider)
    assert answer.status == 75 and answer.json["error"]["retryable"]
    assert said(answer) == "We couldn't connect. Please try again in a moment."
    pfa.policy(POLICY)
    assert pfa.accept_with(code, provider=provider).json["isNewAccount"]


@google_and_apple
def test_error_handling_email_already_registered_with_different_role(pfa, trainer, provider):
    """Email already registered with different role."""
    pfa.open_admin_app("kim", provider)
    answer = pfa.accept_with(pfa.invited(trainer)["code"], provider=provider)
    assert said(answer) == "This account is registered as an admin" and "session" not in answer.json
    pfa.client(trainer, "lee", provider)
    assert said(pfa.open_admin_app("lee", provider)) == "This account is registered as a client"


# Email Template Example


def test_email_template_subject(pfa, trainer):
    """Subject: You're invited to [Trainer Name]'s Fitness Program!"""
    pfa.save_client(trainer)
    assert pfa.mails()[0]["subject"] == "You're invited to Ada's Fitness Program!"


@pytest.mark.parametrize("line", [
    "Hi Kim,",
    "Ada has invited you to join their fitness program on PFA!",
    "Get started in 3 easy steps:",
    "1. Download the PFA app from the App Store",
    "2. Sign in with your Google or Apple account",
    "3. Start crushing your fitness goals!",
    "This invitation expires in 30 days",
    "Questions? Reply to this email to contact your trainer.",
    "PFA - Personal Fitness App",
])
def test_email_template_says(pfa, trainer, line):
    """The lines of the example, in the text part."""
    pfa.save_client(trainer)
    assert line in text_of(pfa.mails()[0])


@pytest.mark.parametrize("button, target", [
    ("Download[^<]*App[^<]*", re.escape(STORE)), ("Get Started", r"https://pfa\.example/invite\?code=\w+")])
def test_email_template_button(pfa, trainer, button, target):
    """[Download App Button - Links to App Store], [Get Started Button - Deep link with invitation code]."""
    pfa.save_client(trainer)
    assert re.search(f'<a href="{target}"[^>]*>{button}</a>', html_of(pfa.mails()[0]), re.IGNORECASE)


def test_email_template_reply_reaches_the_trainer(pfa, trainer):
    """Questions? Reply to this email to contact your trainer."""
    pfa.save_client(trainer)
    assert str(pfa.mails()[0]["reply-to"]) == "Ada <ada@example.com>"


# Navigation Structure, Future Considerations


@pytest.fixture
def with_passwords(pfa):
    pfa.policy({**POLICY, "providers": {**POLICY["providers"], "password": {}}})
    return pfa


def test_navigation_optional_sign_in_with_email_and_password(with_passwords, trainer):
    """(Optional) Sign in with Email/Password."""
    credential = {"email": "kim@example.com", "password": "correct horse battery"}
    code = with_passwords.invited(trainer)["code"]
    accepted = with_passwords.run("accept-invitation", {"code": code, "newPassword": credential["password"]}).json
    assert accepted["account"]["role"] == "client"
    again = with_passwords.run("sign-in", {**credential, "as": "client"}).json
    assert again["account"]["id"] == accepted["account"]["id"]


def test_future_password_based_authentication_as_fallback(with_passwords, trainer):
    """Add password-based authentication as fallback. (For somebody who signs in with Google.)"""
    kim = with_passwords.client(trainer)
    with_passwords.run("reset-password", {"email": "kim@example.com"})
    with_passwords.run("deliver-mail")
    code = re.search(r"/reset-password\?code=(\w+)", text_of(with_passwords.mails()[-1]))[1]
    assert with_passwords.run("reset-password", {"code": code, "newPassword": "correct horse battery"}).code is None
    answer = with_passwords.run("sign-in", {"email": "kim@example.com", "password": "correct horse battery"})
    assert answer.json["account"]["id"] == kim["account"]["id"]


def two_trainers(pfa):
    """Kim, who is Ada's client and then Bob's as well."""
    ada, bob = pfa.trainer("ada"), pfa.trainer("bob")
    clients = [pfa.client(trainer) for trainer in (ada, bob)]
    for trainer, title, kim in zip((ada, bob), ("Ada's", "Bob's"), clients):
        pfa.run("assign-workout", {"clientId": kim["client"]["id"], "title": title}, trainer)
    return clients


def test_future_multiple_trainers_per_client(pfa):
    """Support for multiple trainers per client."""
    first, second = two_trainers(pfa)
    assert first["account"]["id"] == second["account"]["id"] and first["client"]["id"] != second["client"]["id"]
    workouts = pfa.run("list-workouts", {}, second["session"]["accessToken"]).json["workouts"]
    assert {workout["title"] for workout in workouts} == {"Ada's", "Bob's"}


def test_future_white_label_app_for_individual_trainers(pfa, trainer):
    """White-label app for individual trainers."""
    app = {"name": "Ada Fit", "urlScheme": "adafit", "appStoreURL": "https://apps.apple.com/app/ada-fit"}
    pfa.policy({**POLICY, "app": {**POLICY["app"], **app}})
    trainer = pfa.trainer()
    pfa.save_client(trainer, env={"MAIL_FROM": "Ada Fit <hello@ada.example>"})
    [mail] = pfa.mails()
    assert str(mail["from"]) == "Ada Fit <hello@ada.example>"
    for part in (text_of(mail), html_of(mail)):
        assert "adafit://invite?code=" in part and app["appStoreURL"] in part and "PFA" not in part


def test_future_client_can_switch_between_multiple_trainers(pfa):
    """Client can switch between multiple trainers."""
    kim = two_trainers(pfa)[1]["session"]["accessToken"]
    own = pfa.run("get-account", {}, kim).json["clients"]
    titles = [
        [workout["title"] for workout in pfa.run("list-workouts", {"clientId": client["id"]}, kim).json["workouts"]]
        for client in own]
    assert sorted(titles) == [["Ada's"], ["Bob's"]]
