# SPDX-License-Identifier: Apache-2.0
"""PFA: core entities and the workflows of the admin of "Authentication & Client Invitations". The tests are in the order of the document and have its names."""

import re

import pytest
from pfa import DAY, STORE, end_of_term, google_and_apple, html_of, text_of, timestamp, token, user_message
from worlds import code_of

pytestmark = pytest.mark.postgresql


# Core Entities


@google_and_apple
def test_entity_user(pfa, provider):
    """ID (Auth provider UID), Email, Display name, Role, Auth provider (google or apple), Created at, Last login at."""
    answer = pfa.open_admin_app(provider=provider, sub="uid-1")
    account = answer.json["account"]
    assert [account[name] for name in ("email", "displayName", "role")] == ["ada@example.com", "Ada", "admin"]
    assert account["createdAt"].endswith("Z") and account["lastSignInAt"].endswith("Z")
    assert pfa.run("get-account", {}, token(answer)).json["providers"] == [provider]
    assert pfa.rows("SELECT subject, account_id FROM identities") == [{"subject": "uid-1", "account_id": account["id"]}]


def test_entity_user_profile_photo_url(pfa):
    """Profile photo URL (optional, from OAuth provider)."""
    photo = "https://lh3.googleusercontent.com/a/ada"
    assert pfa.open_admin_app("ada", picture=photo).json["account"]["photoURL"] == photo
    assert "photoURL" not in pfa.open_admin_app("bob").json["account"]


def test_entity_user_last_login_at(pfa, trainer):
    """Last login at."""
    before = pfa.run("get-account", {}, trainer).json["account"]["lastSignInAt"]
    assert timestamp(pfa.open_admin_app().json["account"]["lastSignInAt"]) > timestamp(before)


def test_entity_client_invitation(pfa, trainer):
    """ID, Client ID, Email, Invitation code, Status, Sent at, Accepted at, Expires at, Resend count."""
    sent = pfa.invited(trainer)
    invitation = sent["invitation"]
    assert invitation["id"] and invitation["clientId"] == sent["client"]["id"]
    assert invitation["email"] == "kim@example.com"
    assert (invitation["status"], invitation["resendCount"], invitation.get("acceptedAt")) == ("pending", 0, None)
    assert timestamp(invitation["expiresAt"]) == end_of_term(invitation, 30)
    assert sent["code"] and pfa.rows("SELECT count(*) AS codes FROM invitation_codes") == [{"codes": 1}]


def test_entity_client_invitation_status_pending_accepted_expired(pfa, trainer):
    """Status (pending, accepted, expired)."""
    sent = pfa.invited(trainer)
    assert pfa.invitation(trainer)["status"] == "pending"
    pfa.expire()
    assert pfa.invitation(trainer)["status"] == "expired"
    pfa.resend(trainer, sent)
    pfa.accept_with(code_of(pfa.mails()[-1]))
    assert pfa.invitation(trainer)["status"] == "accepted"


# Admin: Sign In with Google, Admin: Sign In with Apple


@google_and_apple
def test_admin_sign_in_5_system_receives_oauth_token_and_user_info(pfa, provider):
    """5. System receives OAuth token and user info."""
    account = pfa.open_admin_app(provider=provider).json["account"]
    assert (account["email"], account["displayName"]) == ("ada@example.com", "Ada") and account["emailVerified"]


@google_and_apple
def test_admin_sign_in_6_exists_and_role_is_admin_logs_in_successfully(pfa, provider):
    """If exists and role is 'admin': Log in successfully."""
    first, second = (pfa.open_admin_app(provider=provider) for _ in range(2))
    assert token(second) and second.json["account"]["id"] == first.json["account"]["id"]
    assert pfa.rows("SELECT count(*) AS users FROM accounts") == [{"users": 1}]


@google_and_apple
def test_admin_sign_in_6_exists_and_role_is_client_shows_error(pfa, trainer, provider):
    """If exists and role is 'client': Show error "This account is registered as a client"."""
    pfa.client(trainer, provider=provider)
    answer = pfa.open_admin_app("kim", provider)
    assert user_message(answer) == "This account is registered as a client" and "session" not in answer.json


@google_and_apple
def test_admin_sign_in_6_not_exists_creates_new_user_with_role_admin(pfa, provider):
    """If not exists: Create new user with role 'admin'."""
    answer = pfa.open_admin_app(provider=provider)
    assert answer.json["account"]["role"] == "admin"
    assert pfa.rows("SELECT role FROM accounts") == [{"role": "admin"}]


@google_and_apple
def test_admin_sign_in_7_navigate_to_admin_dashboard(pfa, provider):
    """7. Navigate to admin dashboard."""
    answer = pfa.open_admin_app(provider=provider)
    assert answer.json["state"] == "signedIn"
    assert pfa.run("list-clients", {}, token(answer)).json["clients"] == []


# Admin: Create Client and Send Invitation


@pytest.mark.parametrize("language, name, button, status, detail, resend", [
    ("en", "Add Client", "Save", "Invitation Sent", "Invitation Sent (not accepted)", "Resend Invitation"),
    ("de", "Person einladen", "Speichern", "Eingeladen", "Eingeladen", "Einladung noch einmal schicken"),
    ("es", "Invitar a un cliente", "Guardar", "Invitación enviada", "Invitación enviada", "Reenviar la invitación")])
def test_create_client_1_admin_navigates_to_add_client(pfa, language, name, button, status, detail, resend):
    """1. … "Add Client". 4. "Save". 11. "Invitation Sent". (And resending: "Invitation Sent (not accepted)", "Resend Invitation".)"""
    browser = pfa.trainer_in_a_browser(language)
    assert f">{name}</a>" in browser.page.html
    form = browser.get("/clients?view=invite")
    assert form.heading == name and f">{button}</button>" in form.html
    browser.submit("invite", name="Kim", email="kim@example.com", deliver="mail")
    listed = browser.get("/clients")
    assert f">{status}</span>" in listed.html
    [client] = [link for link in listed.parsed.links if link.startswith("client?id=")]
    page = browser.get(f"/{client}")
    assert f">{detail}</span>" in page.html and f">{resend}</button>" in page.html


def test_create_client_2_form_with_everything(pfa, trainer):
    """2. Admin fills out form: Name, Email, Phone, Notes."""
    form = {"phone": "+1 555 123 4567", "notes": "Knee.\nMornings only."}
    client = pfa.save_client(trainer, form=form).json["client"]
    assert {"name": "Kim", "email": "kim@example.com", **form, "phone": "+15551234567"}.items() <= client.items()


@pytest.mark.parametrize("field", ["name", "email"])
@pytest.mark.parametrize("value", [None, "", "  "], ids=["missing", "empty", "blank"])
def test_create_client_2_name_and_email_are_required(pfa, trainer, field, value):
    """Name (required), Email (required)."""
    answer = pfa.save_client(trainer, form={field: value})
    assert [error["pointer"] for error in answer.json["error"]["errors"]] == [f"/client/{field}"]
    assert pfa.clients(trainer) == [] and pfa.mails() == []


def test_create_client_2_phone_and_notes_are_optional(pfa, trainer):
    """Phone (optional), Notes (optional)."""
    client = pfa.save_client(trainer).json["client"]
    assert "phone" not in client and "notes" not in client


@pytest.mark.parametrize(
    "email", ["kim", "kim@", "@example.com", "kim@example", "kim example@example.com", "kim@@example.com"])
def test_create_client_4_system_validates_email_format(pfa, trainer, email):
    """4. System validates email format."""
    answer = pfa.save_client(trainer, form={"email": email})
    [error] = answer.json["error"]["errors"]
    assert (error["pointer"], error["userMessage"]) == ("/client/email", "Invalid email format")
    assert pfa.clients(trainer) == [] and pfa.mails() == []


def test_create_client_5_system_creates_client_record_in_database(pfa, trainer):
    """5. System creates Client record in database."""
    client = pfa.save_client(trainer).json["client"]
    rows = pfa.rows("SELECT id, name, email, account_id FROM clients")
    assert rows == [{"id": client["id"], "name": "Kim", "email": "kim@example.com", "account_id": None}]


def test_create_client_6_system_generates_unique_invitation_code(pfa, trainer):
    """6. System generates unique invitation code."""
    codes = {pfa.invited(trainer, name)["code"] for name in ("kim", "lee", "max")}
    assert len(codes) == 3


def test_create_client_7_system_creates_client_invitation_record(pfa, trainer):
    """7. System creates ClientInvitation record."""
    sent = pfa.save_client(trainer).json
    rows = pfa.rows("SELECT id, client_id, status FROM invitations")
    assert rows == [{"id": sent["invitation"]["id"], "client_id": sent["client"]["id"], "status": "pending"}]


def test_create_client_8_system_triggers_sending_the_invitation_email(pfa, trainer):
    """8. System triggers cloud function to send invitation email. (At once; what waits is `deliver-mail`'s.)"""
    assert pfa.save_client(trainer).json["invitation"]["delivery"] == "sent"
    assert [mail["to"].addresses[0].addr_spec for mail in pfa.mails()] == ["kim@example.com"]
    assert pfa.run("deliver-mail").json["sent"] == 0


def parts(pfa, trainer):
    """Both alternatives of the invitation's mail, with its code."""
    pfa.save_client(trainer)
    [mail] = pfa.mails()
    return (text_of(mail), html_of(mail)), code_of(mail)


def test_create_client_9_email_has_welcome_message(pfa, trainer):
    """Welcome message."""
    for part in parts(pfa, trainer)[0]:
        plain = re.sub("<[^>]+>", "", part)
        assert "Hi Kim," in plain and "has invited you to join their fitness program on PFA!" in plain


def test_create_client_9_email_has_trainers_name(pfa, trainer):
    """Trainer's name."""
    for part in parts(pfa, trainer)[0]:
        assert "Ada has invited you" in re.sub("<[^>]+>", "", part)


def test_create_client_9_email_has_app_download_links(pfa, trainer):
    """App download links (App Store for iOS)."""
    text, html = parts(pfa, trainer)[0]
    assert STORE in text and f'href="{STORE}"' in html


def test_create_client_9_email_has_deep_link_with_invitation_code(pfa, trainer):
    """Deep link with invitation code (e.g., `pfa://invite?code=ABC123`). (A universal link, whose page has the other form.)"""
    (text, html), code = parts(pfa, trainer)
    assert f"https://pfa.example/invite?code={code}" in text.split() and f'href="https://pfa.example/invite?code={code}"' in html
    assert "pfa://" not in text + html, "Gmail removes such links"
    assert pfa.deep_link(pfa.mails()[0]) == f"pfa://invite?code={code}"


def test_create_client_9_email_has_expiration_notice(pfa, trainer):
    """Expiration notice (link expires in 30 days)."""
    for part in parts(pfa, trainer)[0]:
        assert "This invitation expires in 30 days." in part


def test_create_client_10_admin_sees_confirmation(pfa, trainer):
    """10. Admin sees confirmation: "Client added and invitation sent to [email]"."""
    assert pfa.save_client(trainer).json["message"] == "Client added and invitation sent to kim@example.com"


def test_create_client_11_client_list_shows_invitation_status(pfa, trainer):
    """11. Client list shows invitation status: "Invitation Sent"."""
    pfa.save_client(trainer)
    invitation = pfa.invitation(trainer)
    assert (invitation["status"], invitation["delivery"]) == ("pending", "sent")


# Admin: Resend Invitation


def test_resend_2_client_shows_status_invitation_sent_not_accepted(pfa, trainer):
    """2. Client shows status: "Invitation Sent (not accepted)"."""
    pfa.save_client(trainer)
    invitation = pfa.invitation(trainer)
    assert (invitation["status"], invitation["delivery"]) == ("pending", "sent") and "acceptedAt" not in invitation


def test_resend_4_system_creates_new_invitation_code(pfa, trainer):
    """4. System creates new invitation code. (The old one opens nothing any more.)"""
    sent = pfa.invited(trainer)
    pfa.resend(trainer, sent)
    code = code_of(pfa.mails()[1])
    assert code != sent["code"] and pfa.accept_with(sent["code"]).code == "invitation/superseded"
    assert pfa.accept_with(code).json["isNewAccount"]


def test_resend_5_system_updates_client_invitation_record(pfa, trainer):
    """5. System updates ClientInvitation record."""
    sent = pfa.invited(trainer)
    pfa.expire(10 * DAY)
    after = pfa.resend(trainer, sent).json["invitation"]
    assert after["id"] == sent["invitation"]["id"] and after["resendCount"] == 1
    assert timestamp(after["sentAt"]) > timestamp(sent["invitation"]["sentAt"])
    assert timestamp(after["expiresAt"]) == end_of_term(after, 30)
    assert pfa.invitation(trainer) == {**after, "lastSignInAt": None}


def test_resend_6_system_sends_new_invitation_email(pfa, trainer):
    """6. System sends new invitation email."""
    pfa.resend(trainer, pfa.invited(trainer))
    first, second = pfa.mails()
    assert first["to"] == second["to"] and STORE in text_of(second) and "30 days" in text_of(second)
    assert pfa.deep_link(second) == f"pfa://invite?code={code_of(second)}"


def test_resend_7_admin_sees_confirmation(pfa, trainer):
    """7. Admin sees confirmation: "Invitation resent to [email]"."""
    assert pfa.resend(trainer, pfa.invited(trainer)).json["message"] == "Invitation resent to kim@example.com"
