# SPDX-License-Identifier: Apache-2.0
"""PFA: acceptance criteria that the app should or could have, of "Authentication & Client Invitations". The tests are in the
order of the document and have its names."""

import contextlib
import datetime
import json
import shutil
import urllib.parse

import pytest
from http_receiver import Receiver
from pfa import POLICY, end_of_term, google_and_apple, identity, text_of, timestamp, user_message
from push_services import APNs
from worlds import ROOT, code_of

pytestmark = pytest.mark.postgresql


# Should Have


def test_should_have_invitation_expiration_30_days(pfa, trainer):
    """Invitation expiration (30 days)."""
    sent = pfa.invited(trainer)
    end = timestamp(sent["invitation"]["expiresAt"])
    assert end == end_of_term(sent["invitation"], 30)
    left = int((end - datetime.datetime.now(datetime.timezone.utc)).total_seconds())
    pfa.expire(left - 60)
    assert "inviter" in pfa.run("preview-invitation", {"code": sent["code"]}).json
    pfa.expire(61)
    assert pfa.accept_with(sent["code"]).code == "invitation/expired"
    assert pfa.invitation(trainer)["status"] == "expired"


def test_should_have_expired_invitations_are_marked_by_the_sweep(pfa, trainer):
    """Invitation expiration (30 days)."""
    pfa.invited(trainer)
    pfa.expire()
    assert pfa.run("expire-invitations").json["expired"] == 1
    assert pfa.rows("SELECT status FROM invitations") == [{"status": "expired"}]


def test_should_have_admin_can_resend_invitation_email(pfa, trainer):
    """Admin can resend invitation email."""
    sent = pfa.invited(trainer)
    assert pfa.resend(trainer, sent).json["invitation"]["resendCount"] == 1
    assert len(pfa.mails()) == 2 and pfa.accept_with(code_of(pfa.mails()[1])).code is None


def test_should_have_admin_can_resend_an_expired_invitation(pfa, trainer):
    """Admin can resend invitation email."""
    sent = pfa.invited(trainer)
    pfa.expire()
    assert pfa.resend(trainer, sent).json["invitation"]["status"] == "pending"
    assert pfa.accept_with(code_of(pfa.mails()[1])).code is None


def test_should_have_deep_linking_to_open_app_with_invitation_code(pfa, trainer):
    """Deep linking to open app with invitation code."""
    pfa.save_client(trainer)
    code = pfa.deep_link(pfa.mails()[0]).removeprefix("pfa://invite?code=")
    assert pfa.run("preview-invitation", {"code": code}).json["client"] == {"name": "Kim"}


@pytest.mark.parametrize("email", [
    "kim.example.com", "kim@example", "kim@example..com", "kim@.com", "kim,lee@example.com", "kim@exam ple.com",
    "kim@example.com."])
def test_should_have_email_validation_to_prevent_typos(pfa, trainer, email):
    """Email validation to prevent typos."""
    [error] = pfa.save_client(trainer, form={"email": email}).json["error"]["errors"]
    assert error["userMessage"] == "Invalid email format" and pfa.mails() == []


def test_should_have_email_validation_suggests_the_domain_that_was_meant(pfa, trainer):
    """Email validation to prevent typos. (The invitation is sent: the trainer decides.)"""
    sent = pfa.save_client(trainer, form={"email": "kim@gmial.com"}).json
    assert sent["suggestion"] == "kim@gmail.com" and sent["client"]["email"] == "kim@gmial.com"
    assert "suggestion" not in pfa.save_client(trainer, form={"email": "kim@gmail.com"}).json


@google_and_apple
def test_should_have_handle_case_where_client_email_does_not_match_oauth_email(pfa, trainer, provider):
    """Handle case where client email doesn't match OAuth email."""
    sent = pfa.invited(trainer)
    answer = pfa.accept_with(sent["code"], "kimberly", provider)
    assert user_message(answer) == "This invitation is for another email address. Please sign in with the one it was sent to."
    assert pfa.invitation(trainer)["status"] == "pending" and pfa.accept_with(sent["code"]).code is None


def test_should_have_hidden_apple_email_does_not_have_to_match(pfa, trainer):
    """Handle case where client email doesn't match OAuth email. (Apple hides it behind a relay.)"""
    relay = "x7z9@privaterelay.appleid.com"
    accepted = pfa.accept_with(pfa.invited(trainer)["code"], provider="apple", email=relay).json
    assert accepted["account"]["email"] == relay and accepted["client"]["email"] == "kim@example.com"


def test_should_have_show_last_login_timestamp_for_clients(pfa, trainer):
    """Show last login timestamp for clients."""
    sent = pfa.invited(trainer)
    assert pfa.invitation(trainer)["lastSignInAt"] is None
    accepted = pfa.accept_with(sent["code"]).json
    assert pfa.invitation(trainer)["lastSignInAt"] == accepted["account"]["lastSignInAt"]
    again = pfa.open_client_app().json
    assert pfa.invitation(trainer)["lastSignInAt"] == again["account"]["lastSignInAt"]


def test_should_have_show_invitation_sent_timestamp(pfa, trainer):
    """Show invitation sent timestamp."""
    sent = pfa.invited(trainer)["invitation"]["sentAt"]
    assert pfa.invitation(trainer)["sentAt"] == sent
    assert abs((timestamp(sent) - datetime.datetime.now(datetime.UTC)).total_seconds()) < 60


# Could Have (Future Enhancements)


PHONE = {"phone": "(555) 123-4567"}


@contextlib.contextmanager
def texts(pfa):
    """A gateway that takes every text message; what is yielded gives their forms."""
    reply = (201, {"Content-Type": "application/json"}, b'{"sid":"SM1","status":"queued"}')
    with Receiver(*[reply] * 5) as gateway:
        pfa.env.update(
            SMS_URL="twilio:AC123", SMS_API_KEY="token", SMS_FROM="+15550001111", SMS_API_URL=gateway.url)
        yield lambda: [dict(urllib.parse.parse_qsl(body.decode())) for _, _, body in gateway.requests]


def test_could_have_sms_invitation_option(pfa, trainer):
    """SMS invitation option (in addition to email): the trainer's name and the link, to the client's phone; it goes again
    as it went."""
    with texts(pfa) as messages:
        sent = pfa.save_client(trainer, form=PHONE, deliver="sms").json
        again = pfa.resend(trainer, sent).json
        assert [answer["invitation"]["delivery"] for answer in (sent, again)] == ["sent", "sent"]
    assert [message["To"] for message in messages()] == ["+15551234567"] * 2 and pfa.mails() == []
    assert all("+15551234567" in answer["message"] and "@" not in answer["message"] for answer in (sent, again))
    bodies = [message["Body"] for message in messages()]
    assert all(body.startswith("Ada invites you to PFA: https://pfa.example/invite?code=") for body in bodies)
    first, second = (body.split("?code=")[1] for body in bodies)
    assert pfa.accept_with(first).code == "invitation/superseded"
    assert pfa.accept_with(second).json["isNewAccount"] and pfa.invitation(trainer)["status"] == "accepted"


def test_could_have_sms_invitation_option_and_email(pfa, trainer):
    """SMS invitation option (in addition to email): who does not answer the one is sent the other."""
    with texts(pfa) as messages:
        sent = pfa.save_client(trainer, form=PHONE, deliver="sms").json
        mailed = pfa.resend(trainer, sent, deliver="mail").json
        assert mailed["message"] == "Invitation resent to kim@example.com" and mailed["invitation"]["channel"] == "mail"
        assert len(messages()) == 1 and len(pfa.mails()) == 1
        texted = pfa.resend(trainer, sent, deliver="sms").json
        assert texted["invitation"]["channel"] == pfa.invitation(trainer)["channel"] == "sms" and len(messages()) == 2
    assert pfa.accept_with(code_of(pfa.mails()[0])).code == "invitation/superseded"


@pytest.mark.parametrize("how", ["sent", "resent"])
def test_could_have_sms_invitation_option_and_email_at_once(pfa, trainer, how):
    """SMS invitation option (in addition to email): a text message and a mail with the same code."""
    with texts(pfa) as messages:
        if how == "sent":
            made = pfa.save_client(trainer, form=PHONE, deliver="sms", alsoByMail=True).json
        else:
            made = pfa.resend(trainer, pfa.save_client(trainer, form=PHONE, deliver="link").json, deliver="sms", alsoByMail=True).json
        assert made["invitation"]["channel"] == "sms" and made["invitation"]["delivery"] == "sent"
        text, = messages()
        mail, = pfa.mails()
    code = code_of(mail)
    assert text["Body"].split("?code=")[1] == code
    assert pfa.accept_with(code).json["isNewAccount"] and pfa.accept_with(code).code == "invitation/already-accepted"


def test_could_have_sms_invitation_option_proves_no_address(pfa, trainer):
    """SMS invitation option: a code that came to a phone proves no address, one that came by mail does."""
    with texts(pfa) as messages:
        sent = pfa.save_client(trainer, form=PHONE, deliver="sms").json
        code = messages()[0]["Body"].split("?code=")[1]
        waits = pfa.accept_with(code, email_verified=False).json
        assert waits["account"]["emailVerified"] is False and waits["waiting"]["invitationId"] == sent["invitation"]["id"]
        assert pfa.invitation(trainer)["status"] == "pending"
        pfa.resend(trainer, sent, deliver="mail")
    accepted = pfa.accept_with(code_of(pfa.mails()[-1]), email_verified=False).json
    assert accepted["account"]["emailVerified"] and accepted["account"]["email"] == "kim@example.com"


def test_could_have_invitation_link_for_the_trainers_own_message(pfa, trainer):
    """SMS invitation option … (The link, which the trainer sends in a message of their own.)"""
    answer = pfa.save_client(trainer, deliver="link").json
    assert answer["message"] == "Client added. Send the link to kim@example.com yourself." and pfa.mails() == []
    assert pfa.accept_with(answer["link"].split("?code=")[1]).json["isNewAccount"]


def test_could_have_customizable_invitation_email_templates(pfa, trainer):
    """Customizable invitation email templates."""
    folder = pfa.folder / "templates"
    shutil.copytree(ROOT / "templates", folder)
    words = {"subject": "Train with {{inviter.displayName}}, {{client.name}}!", "comeIn": "Come in:"}
    (folder / "mail/invitation/words.en.json").write_text(json.dumps(words))
    (folder / "mail/invitation/structure.mustache").write_text("{{$comeIn}}{{/comeIn}} {{link}}\n")
    pfa.save_client(trainer, env={"TEMPLATES_DIR": str(folder)})
    [mail] = pfa.mails()
    assert mail["subject"] == "Train with Ada, Kim!"
    assert text_of(mail).strip() == f"Come in: https://pfa.example/invite?code={code_of(mail)}"


@pytest.mark.parametrize("locale, subject, button", [
    ("en", "You're invited to Ada's Fitness Program!", "Get Started"),
    ("de", "Ada lädt dich zum Fitnessprogramm ein", "Jetzt loslegen"),
    ("es", "Ada te invita a su programa de fitness", "Empezar")])
def test_could_have_multi_language_invitation_emails(pfa, trainer, locale, subject, button):
    """Multi-language invitation emails."""
    pfa.save_client(trainer, form={"locale": locale})
    [mail] = pfa.mails()
    html = mail.get_body(("html",)).get_content()
    assert mail["subject"] == subject and f'lang="{locale}"' in html and f">{button}</a>" in html


def test_could_have_admin_can_revoke_invitations(pfa, trainer):
    """Admin can revoke/cancel invitations."""
    sent = pfa.invited(trainer)
    revoked = pfa.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, trainer).json
    assert revoked["invitation"]["status"] == pfa.invitation(trainer)["status"] == "revoked"
    assert pfa.accept_with(sent["code"]).code == "invitation/revoked"


def test_could_have_client_onboarding_wizard_after_first_login(pfa, trainer):
    """Client onboarding wizard after first login. (The answer marks the first login.)"""
    assert pfa.client(trainer)["isNewAccount"]
    code = pfa.invited(pfa.trainer("bob"))["code"]
    assert not pfa.accept_with(code).json["isNewAccount"]


def test_could_have_notification_when_client_accepts_invitation(pfa, trainer):
    """Push notification when client accepts invitation, and a mail."""
    with APNs() as apns:
        pfa.policy({**POLICY, "push": apns.policy})
        phone = {"id": "phone", "pushService": "apns", "pushToken": "a" * 64}
        refreshed = pfa.run("sign-in", {"identity": identity("google", "ada"), "as": "admin", "device": phone})
        assert refreshed.code is None
        pfa.client(trainer)
        pfa.run("deliver-mail", env=apns.env)
    (device, _, body), = apns.requests
    assert device == "a" * 64 and body["type"] == "invitation.accepted"
    assert body["aps"]["alert"]["body"] == "Kim has accepted your invitation."
    mail = pfa.mails()[-1]
    assert str(mail["to"]) == "Ada <ada@example.com>" and mail["subject"] == "Kim accepted your invitation"


def test_could_have_invitation_acceptance_analytics(pfa, trainer):
    """Invitation acceptance analytics."""
    accepted = pfa.client(trainer, "kim")
    pfa.save_client(trainer, "lee")
    entries = lambda action: pfa.run("list-audit", {"action": action}, trainer).json["entries"]
    assert len(entries("invitation.sent")) == 2
    [entry] = entries("invitation.accepted")
    assert entry["accountId"] == accepted["account"]["id"]
    assert entry["subjectId"] == pfa.clients(trainer)[0]["invitation"]["id"]
    report = pfa.run("invitation-report", {}, trainer).json
    assert report["byStatus"] == {"pending": 1, "accepted": 1, "expired": 0, "revoked": 0, "declined": 0}
    assert report["opened"] == report["accepted"] == 1 and report["medianSecondsToAccept"] >= 0
    assert [(day["sent"], day["accepted"]) for day in report["days"]] == [(2, 1)]
