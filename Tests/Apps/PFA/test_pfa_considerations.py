# SPDX-License-Identifier: Apache-2.0
"""PFA: technical considerations of "Authentication & Client Invitations". The tests are in the order of the document and have its names."""

import re
import urllib.parse

import pytest
from deployment.catalogue import Catalogue
from pfa import POLICY, google_and_apple, html_of, identity, text_of, token, user_message
from worlds import KEYS, ROOT, id_token

pytestmark = pytest.mark.postgresql
FUNCTIONS = Catalogue(ROOT / "functions.json").entries


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
        files = {file.name for file in (folder / kind).iterdir()}
        assert files == {"structure.mustache"} | {f"words.{locale}.json" for locale in POLICY["app"]["locales"]}


def test_email_service_includes_unsubscribe_option_in_emails(pfa, trainer):
    """Include unsubscribe option in emails (legal requirement)."""
    pfa.resend(trainer, pfa.invited(trainer))
    for mail in pfa.mails():
        link = mail["List-Unsubscribe"].strip("<>")
        assert link.startswith("https://pfa.example/unsubscribe?token=") and mail["List-Unsubscribe-Post"]
        assert link in text_of(mail) and f'href="{link}"' in html_of(mail)


def test_email_service_unsubscribe_option_is_answered(pfa, trainer):
    """Include unsubscribe option in emails (legal requirement). (An unsubscribed address gets no more invitations.)"""
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
    [button] = re.findall(r'<a href="(https:[^"]+)"[^>]*>Get Started</a>', html_of(pfa.mails()[0]))
    link = urllib.parse.urlsplit(button)
    assert (link.netloc, link.query) == ("pfa.example", f"code={code}")
    assert {"/": link.path, "?": {"code": "*"}} in details["components"]
    assert FUNCTIONS["apple-app-site-association"]["trigger"]["route"] == "/.well-known/apple-app-site-association"


def test_deep_linking_url_scheme(pfa, trainer):
    """URL scheme: `pfa://invite?code={invitationCode}`."""
    code = pfa.invited(trainer)["code"]
    assert pfa.deep_link(pfa.mails()[0]) == f"pfa://invite?code={code}"


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
        assert (answer.status, user_message(answer)) == (0, "We couldn't find this invitation. Please check the link or code and try again.")
    pfa.expire()
    expired = "This invitation has expired. Please ask the person who invited you for a new one."
    assert user_message(ask(sent["code"])) == expired


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


def test_security_prevents_concurrent_invitation_code_reuse(pfa, trainer):
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
    assert answer.status == 78 and "/providers/google/jwksURL: http://www.googleapis.com" in answer.json["error"]["detail"]


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
    """Implement role-based access control for all API endpoints. (Without a session, access is refused. The tests
    of "prevents clients from accessing admin features" cover the rest.)"""
    event = {**FUNCTIONS[function]["example"], **({"profile": {}} if function == "update-member" else {})}
    is_page = FUNCTIONS[function].get("produces") == "text/html"
    for unusable in (None, "eyJhbGciOiJub25lIn0.e30."):
        answer = pfa.run(function, event, unusable)
        if is_page:  # It leads to the page that signs in.
            assert answer.json["status"] == 303 and "/account/sign-in?return=" in answer.json["location"]
        else:
            assert answer.code == "auth/unauthenticated"
