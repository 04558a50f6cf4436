# SPDX-License-Identifier: Apache-2.0
"""PFA: the workflows of the client of "Authentication & Client Invitations". The tests are in the order of the document and have its names."""

import re

import pytest
from pages import see
from pfa import STORE, google_and_apple, html_of, identity, text_of, timestamp, token, user_message
from visitors import Visitor
from worlds import code_of

pytestmark = pytest.mark.postgresql


def parts(pfa, trainer):
    """Both alternatives of the invitation's mail, with its code."""
    pfa.save_client(trainer)
    [mail] = pfa.mails()
    return (text_of(mail), html_of(mail)), code_of(mail)


# Client: Receive and Accept Invitation


def test_accept_1_client_receives_email_with_invitation(pfa, trainer):
    """1. Client receives email with invitation."""
    pfa.save_client(trainer)
    [mail] = pfa.mails()
    assert str(mail["to"]) == "Kim <kim@example.com>" and "invited" in mail["subject"]


def test_accept_2_client_clicks_get_started_button_in_email(pfa, trainer):
    """2. Client clicks "Get Started" button in email."""
    (_, html), code = parts(pfa, trainer)
    [link] = re.findall(r'<a href="([^"]+)"[^>]*>Get Started</a>', html)
    assert link == f"https://pfa.example/invite?code={code}"


def test_accept_3_link_opens_app_or_app_store(pfa, trainer):
    """3. Link opens: If app installed: Deep link opens app directly; If not installed: App Store."""
    app = pfa.run("preview-invitation", {"code": pfa.invited(trainer)["code"]}).json["app"]
    assert app["urlScheme"] == "pfa" and app["appStoreURL"] == STORE


@google_and_apple
def test_accept_4_client_who_lost_the_link_sees_the_invitation(pfa, trainer, provider):
    """4. Client downloads and opens app. (The link is lost in the App Store: the sign-in shows the invitation.)"""
    sent = pfa.invited(trainer)
    opened = pfa.open_client_app(provider=provider).json
    [waiting] = opened["invitations"]
    assert opened["account"]["role"] == "client" and waiting["inviter"]["displayName"] == "Ada"
    accepted = pfa.run("accept-invitation", {"invitationId": waiting["id"]}, opened["session"]["accessToken"])
    assert accepted.json["client"]["id"] == sent["client"]["id"] and pfa.invitation(trainer)["status"] == "accepted"


@google_and_apple
def test_accept_4_client_who_lost_the_link_does_not_become_a_trainer(pfa, trainer, provider):
    """4. Client downloads and opens app. (Also where the app does not say which role it is for.)"""
    pfa.invited(trainer)
    answer = pfa.run("sign-in", {"identity": identity(provider, "kim")})
    assert answer.json["account"]["role"] == "client" and len(answer.json["invitations"]) == 1
    assert pfa.run("list-clients", {}, token(answer)).code == "auth/permission-denied"


def test_accept_5_app_shows_welcome_screen(pfa, trainer):
    """5. App shows welcome screen: "You've been invited by [Trainer Name]". (And the pages, for who has no app.)"""
    code = pfa.invited(trainer)["code"]
    assert pfa.run("preview-invitation", {"code": code}).json["inviter"]["displayName"] == "Ada"
    for language, words in (("en", "You've been invited by Ada"), ("de", "Ada hat dich eingeladen"), ("es", "Ada te ha invitado")):
        assert see(pfa, "invite-page", language, code=code).heading == words
        assert Visitor(pfa, language).get(f"/invite/accept?code={code}").heading == words


def test_accept_6_client_sees_two_sign_in_options(pfa, trainer):
    """6. Client sees two sign-in options: "Continue with Google", "Continue with Apple"."""
    code = pfa.invited(trainer)["code"]
    assert set(pfa.run("preview-invitation", {"code": code}).json["providers"]) == {"google", "apple"}
    pfa.env["CLIENT_SECRETS"] = "google=x apple=x"
    page = Visitor(pfa).get(f"/invite/accept?code={code}")
    assert "Continue with Google" in page.text and "Continue with Apple" in page.text


@google_and_apple
def test_accept_9_system_receives_oauth_token_and_user_info(pfa, trainer, provider):
    """9. System receives OAuth token and user info."""
    account = pfa.accept_with(pfa.invited(trainer)["code"], provider=provider).json["account"]
    assert (account["email"], account["displayName"]) == ("kim@example.com", "Kim") and account["emailVerified"]


def test_accept_10_system_checks_invitation_code_from_deep_link(pfa, trainer):
    """10. System checks invitation code from deep link."""
    pfa.invited(trainer)
    code = pfa.deep_link(pfa.mails()[0]).removeprefix("pfa://invite?code=")
    assert pfa.accept_with(code).json["isNewAccount"]


def test_accept_11_invitation_exists(pfa, trainer):
    """Invitation exists."""
    pfa.invited(trainer)
    assert pfa.accept_with("ABC123").code == "invitation/not-found"
    assert pfa.invitation(trainer)["status"] == "pending"


def test_accept_11_invitation_not_expired(pfa, trainer):
    """Invitation not expired."""
    code = pfa.invited(trainer)["code"]
    pfa.expire()
    assert pfa.accept_with(code).code == "invitation/expired"
    assert "accountId" not in pfa.clients(trainer)[0]


def test_accept_11_invitation_not_already_accepted(pfa, trainer):
    """Invitation not already accepted."""
    code = pfa.invited(trainer)["code"]
    accepted = pfa.accept_with(code).json
    for name in ("kim", "eve"):
        assert pfa.accept_with(code, name).code == "invitation/already-accepted"
    assert pfa.clients(trainer)[0]["accountId"] == accepted["account"]["id"]


@google_and_apple
def test_accept_11_email_from_oauth_matches_invitation_email(pfa, trainer, provider):
    """Email from OAuth matches invitation email."""
    code = pfa.invited(trainer)["code"]
    assert pfa.accept_with(code, "eve", provider).code == "invitation/email-mismatch"
    assert pfa.invitation(trainer)["status"] == "pending"
    assert pfa.accept_with(code, "kim", provider, email="KIM@Example.com").code is None


@google_and_apple
def test_accept_11_or_allows_override(pfa, trainer, provider):
    """… (or allows override)."""
    code = pfa.invited(trainer, allowOtherEmail=True)["code"]
    accepted = pfa.accept_with(code, "kimberly", provider).json
    assert accepted["account"]["email"] == "kimberly@example.com" and accepted["client"]["email"] == "kim@example.com"


@google_and_apple
def test_accept_12_system_creates_user_record_with_role_client(pfa, trainer, provider):
    """12. System creates User record with role 'client'."""
    accepted = pfa.client(trainer, provider=provider)
    assert accepted["isNewAccount"] and accepted["account"]["role"] == "client"
    assert pfa.rows("SELECT role FROM accounts WHERE email = 'kim@example.com'") == [{"role": "client"}]


def test_accept_13_system_links_user_id_to_client_record(pfa, trainer):
    """13. System links User ID to Client record."""
    accepted = pfa.client(trainer)
    assert accepted["client"]["accountId"] == accepted["account"]["id"]
    [client] = pfa.clients(trainer)
    assert (client["id"], client["accountId"]) == (accepted["client"]["id"], accepted["account"]["id"])


def test_accept_14_system_updates_client_invitation_status_to_accepted(pfa, trainer):
    """14. System updates ClientInvitation status to 'accepted'."""
    pfa.client(trainer)
    invitation = pfa.invitation(trainer)
    assert invitation["status"] == "accepted" and timestamp(invitation["acceptedAt"]) >= timestamp(invitation["sentAt"])


@google_and_apple
def test_accept_15_client_is_logged_in_and_sees_their_assigned_workouts(pfa, trainer, provider):
    """15. Client is logged in and sees their assigned workouts."""
    sent = pfa.invited(trainer)
    workout = {"clientId": sent["client"]["id"], "title": "Legs", "details": {"sets": 3}}
    assigned = pfa.run("assign-workout", workout, trainer).json["workout"]
    accepted = pfa.accept_with(sent["code"], provider=provider)
    assert accepted.json["workouts"] == [assigned]
    assert pfa.run("list-workouts", {}, token(accepted)).json["workouts"] == [assigned]


# Client: Sign In (Subsequent Logins)


@google_and_apple
def test_subsequent_sign_in_3_completes_the_oauth_flow(pfa, trainer, provider):
    """3. System completes OAuth flow. (No invitation code is needed any more.)"""
    pfa.client(trainer, provider=provider)
    assert token(pfa.open_client_app(provider=provider))


@google_and_apple
def test_subsequent_sign_in_4_system_looks_up_user_by_oauth_uid(pfa, trainer, provider):
    """4. System looks up user by OAuth UID. (Not by the address, which may change.)"""
    first = pfa.client(trainer, provider=provider)
    for email in ("kim.l@example.com", None):
        again = pfa.open_client_app(provider=provider, email=email)
        assert again.json["account"]["id"] == first["account"]["id"]


@google_and_apple
def test_subsequent_sign_in_5_system_verifies_role_is_client(pfa, trainer, provider):
    """5. System verifies role is 'client'."""
    pfa.client(trainer, provider=provider)
    assert pfa.open_client_app(provider=provider).json["account"]["role"] == "client"
    pfa.open_admin_app("bob", provider)
    assert user_message(pfa.open_client_app("bob", provider)) == "This account is registered as an admin"


@google_and_apple
def test_subsequent_sign_in_6_client_is_logged_in_and_sees_their_workouts(pfa, trainer, provider):
    """6. Client is logged in and sees their workouts."""
    client = pfa.client(trainer, provider=provider)["client"]["id"]
    for title in ("Legs", "Arms"):
        pfa.run("assign-workout", {"clientId": client, "title": title}, trainer)
    workouts = pfa.run("list-workouts", {}, token(pfa.open_client_app(provider=provider))).json["workouts"]
    assert {workout["title"] for workout in workouts} == {"Legs", "Arms"}
