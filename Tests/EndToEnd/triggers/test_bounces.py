# SPDX-License-Identifier: Apache-2.0
"""Bounces that a mail server pipes in: delivery status notifications of mail servers (RFC 3464), and any other
message that may arrive there."""

import base64
import email.message
import email.mime.message
import email.mime.multipart
import email.mime.text
import email.policy
import email.utils
import json

import pytest
from bounces import NOTHING, POSTFIX, invited, receive
from http_receiver import Receiver
from smtp_servers import deliver, delivery, outbox
from worlds import POLICY

HOOK_SECRET = "whsec_" + "A" * 43 + "="


def notification(returned, fields=None, kind="headers", **more):
    """A notification as Python's email package builds it; `returned` is the mail, or its header, or nothing."""
    group = {
        "Final-Recipient": "rfc822; kim@example.com", "Original-Recipient": "rfc822;kim@example.com", "Action": "failed",
        "Status": "5.1.1", "Remote-MTA": "dns; mx.example.com",
        "Diagnostic-Code": "smtp; 550 5.1.1 <kim@example.com>: Recipient address rejected: User unknown",
        **(fields or {}), **more}
    report = email.mime.multipart.MIMEMultipart("report", **{"report-type": "delivery-status"})
    report["From"], report["To"] = "MAILER-DAEMON@mail.pfa.example (Mail Delivery System)", "hello@pfa.example"
    report["Subject"], report["Auto-Submitted"] = "Undelivered Mail Returned to Sender", "auto-replied"
    report["Message-Id"], report["Date"] = "<20260101120000.4D2F1@mail.pfa.example>", email.utils.formatdate()
    report.attach(email.mime.text.MIMEText("This is the mail system at host mail.pfa.example.\n\nI'm sorry.\n", "plain", "us-ascii"))
    status = email.message.Message()
    status["Content-Type"] = "message/delivery-status"
    parts = []
    for block in ({"Reporting-MTA": "dns; mail.pfa.example", "Arrival-Date": email.utils.formatdate()}, group):
        part = email.message.Message()
        for name, value in block.items():
            if value is not None:
                part[name] = value
        parts.append(part)
    status.set_payload(parts)
    report.attach(status)
    if returned is not None and kind == "message":
        report.attach(email.mime.message.MIMEMessage(returned))
    elif returned is not None:
        header = email.mime.text.MIMEText("", "rfc822-headers", "us-ascii")
        header.set_payload("".join(f"{name}: {value}\n" for name, value in returned.raw_items()))
        report.attach(header)
    return report


def message_id(value):
    mail = email.message.Message()
    mail["Message-ID"] = value
    return mail


@pytest.mark.parametrize("kind", ["headers", "message"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CR LF"])
@pytest.mark.parametrize("form", ["text", "base64"])
def test_a_bounce_sets_the_delivery_of_the_invitation_and_suppresses_the_address(world, kind, ends, form):
    token, mail = invited(world)
    raw = notification(mail, kind=kind).as_bytes(policy=email.policy.compat32.clone(linesep=ends))
    answer = receive(world, raw if form == "base64" else raw.decode())
    assert answer.json == {**NOTHING, "processed": 1}
    assert delivery(world, token) == ["bounced"]
    assert world.rows("SELECT address_key, reason FROM suppressions") == [
        {"address_key": "kim@example.com", "reason": "bounced"}]
    [row] = outbox(world)
    assert row["outcome"] == "bounced" and "User unknown" in row["outcome_detail"]
    assert receive(world, raw).json == {**NOTHING, "ignored": 1}


@pytest.mark.parametrize("fields, outcome, reason", [
    ({"Status": "5.1.1"}, "bounced", "address"), ({"Status": "5.0.0"}, "bounced", "address"), ({"Status": "5.1.10"}, "bounced", "address"),
    ({"Status": "5.2.1", "Diagnostic-Code": None}, "bounced", "address"), ({"Status": "5.4.4", "Diagnostic-Code": None}, "bounced", "address"),
    ({"Status": "5.1.1 (bad destination mailbox address)"}, "bounced", "address"), ({"Action": "Failed"}, "bounced", "address"),
    ({"Action": "failed (given up)"}, "bounced", "address"), ({"Action": None}, "bounced", "address"),
    ({"Status": None}, "bounced", "address"), ({"Status": None, "Diagnostic-Code": "smtp; 550 no"}, "bounced", "other"),
    # Codes that decide nothing.
    ({"Status": "5.0.0", "Diagnostic-Code": None}, "bounced", "other"), ({"Status": "5.1.0", "Diagnostic-Code": None}, "bounced", "other"),
    ({"Status": "5.5.0", "Diagnostic-Code": "smtp; 550 invalid recipient"}, "bounced", "address"),
    ({"Status": "5.0.0", "Diagnostic-Code": "smtp; 550 DMARC check failed"}, "bounced", "policy"),
    ({"Status": "5.0.0", "Diagnostic-Code": "smtp; 552 Mailbox full, over quota"}, "bounced", "mailbox-full"),
    ({"Status": "5.0.0", "Diagnostic-Code": "smtp; 554 a virus detected"}, "bounced", "content"),
    ({"Status": "5.0.0", "Diagnostic-Code": "smtp; 550 5.7.26 Unauthenticated"}, "bounced", "policy"),
    ({"Status": "5.1.0", "Diagnostic-Code": "smtp; 550 sender rejected"}, "bounced", "sender"),
    ({"Status": "5.2.1", "Diagnostic-Code": "smtp; 550 5.2.1 receiving mail at a rate"}, "bounced", "policy"),
    # The mail did not arrive, but the address may be valid.
    *[({"Status": status, "Diagnostic-Code": None}, "bounced", reason) for status, reason in {
        "5.2.2": "mailbox-full", "5.2.3": "content", "5.7.1": "policy", "5.6.0": "content", "5.3.4": "content",
        "5.1.8": "sender", "5.4.6": "other"}.items()],
    # The server has given up, whatever the code.
    *[({"Status": status, "Diagnostic-Code": None}, "bounced", reason) for status, reason in {
        "4.4.7": "expired", "4.4.1": "expired", "4.2.2": "mailbox-full", "4.1.1": "expired"}.items()],
    # Delays, and notifications that are not failures.
    ({"Status": "4.2.2", "Action": "delayed"}, None, None),
    ({"Action": "delivered", "Status": "2.0.0"}, "delivered", None), ({"Action": "relayed", "Status": "2.0.0"}, None, None),
    ({"Action": "expanded", "Status": "2.0.0"}, None, None), ({"Action": "x", "Status": "y"}, None, None),
], ids=str)
def test_action_and_status_of_a_notification_decide_the_delivery(world, fields, outcome, reason):
    _, mail = invited(world)
    answer = receive(world, notification(mail, fields).as_string())
    assert answer.status == 0 and answer.json["unknown"] == 0
    assert (outbox(world)[0]["outcome"], outbox(world)[0]["outcome_reason"]) == (outcome, reason)
    assert len(world.rows("SELECT * FROM suppressions")) == (reason == "address")


@pytest.mark.parametrize("first", ["5.0.0", "4.4.7"])
def test_a_later_report_says_why_a_mail_bounced(world, first):
    """The address is then suppressed, as if the report had been the only one."""
    _, mail = invited(world)
    vague = {"Status": first, "Diagnostic-Code": None}
    for fields, processed in ((vague, 1), ({}, 1), (vague, 0)):
        answer = receive(world, notification(mail, fields).as_bytes())
        assert answer.json == {**NOTHING, "processed": processed, "ignored": 1 - processed}
    [row] = world.rows("SELECT outcome, outcome_reason FROM outbox WHERE kind = 'invitation'")
    assert row == {"outcome": "bounced", "outcome_reason": "address"}
    assert world.rows("SELECT reason FROM suppressions") == [{"reason": "bounced"}]


def shown(world, token):
    """The deliveries of the only client, as its inviter sees them."""
    [client] = world.run("list-clients", {}, token).json["clients"]
    return world.run("get-client", {"clientId": client["id"]}, token).json["deliveries"]


def test_the_inviter_and_the_app_see_why_without_the_address(world):
    world.policy({**POLICY, "webhooks": [{"url": "https://app.example/hook", "events": ["invitation.bounced"]}]})
    token, mail = invited(world)
    said = "smtp; 552 5.2.2 <Kim@Example.com>: kim=example.com is over quota at mx.example.com"
    assert receive(world, notification(mail, {"Status": "5.2.2", "Diagnostic-Code": said}).as_string()).json["processed"] == 1
    text = "smtp; 552 5.2.2 <[address]>: [address] is over quota at mx.example.com"
    [seen] = shown(world, token)
    assert (seen["status"], seen["reason"], seen["text"]) == ("bounced", "mailbox-full", text)
    with Receiver() as receiver:
        hook = {"url": receiver.url, "events": ["invitation.bounced"]}
        world.rows(f"UPDATE outbox SET recipient = '{receiver.url}' WHERE kind = 'webhook'")
        world.policy({**POLICY, "webhooks": [hook]})
        deliver(world, {"WEBHOOK_SIGNING_SECRET": HOOK_SECRET, "ALLOW_INSECURE": "1"}, later=0)
        [(_, _, body)] = receiver.requests
    data = json.loads(body)["data"]
    assert (data["reason"], data["text"]) == ("mailbox-full", text) and world.rows("SELECT * FROM suppressions") == []


def test_a_delay_is_shown_until_the_mail_arrives(world):
    token, mail = invited(world)
    delayed = notification(mail, {"Action": "delayed", "Status": "4.2.2", "Diagnostic-Code": "smtp; 452 4.2.2 full"}).as_string()
    assert receive(world, delayed).json == {**NOTHING, "processed": 1}
    [seen] = shown(world, token)
    assert (seen["status"], seen["text"], delivery(world, token)) == ("delayed", "smtp; 452 4.2.2 full", ["sent"])
    receive(world, notification(mail, {"Action": "delivered", "Status": "2.0.0"}).as_string())
    assert [seen["status"] for seen in shown(world, token)] == ["delivered"]
    assert receive(world, delayed).json == {**NOTHING, "ignored": 1}
    assert [seen["status"] for seen in shown(world, token)] == ["delivered"]


@pytest.mark.parametrize("type_, outcome", [
    ("abuse", "complained"), ("fraud", "complained"), ("virus", "complained"), ("other", "complained"), ("opt-out", "complained"),
    ("Abuse", "complained"), ("miscategorized", "complained"), ("auth-failure", None), ("not-spam", None), ("Not-Spam", None)])
def test_a_feedback_report_is_a_complaint(world, type_, outcome):
    token, mail = invited(world)
    report = email.mime.multipart.MIMEMultipart("report", **{"report-type": "feedback-report"})
    report.attach(email.mime.text.MIMEText("This is a report about a mail.\n"))
    feedback = email.mime.text.MIMEText("", "plain")
    feedback.replace_header("Content-Type", "message/feedback-report")
    feedback.set_payload(f"Feedback-Type: {type_}\nUser-Agent: SomeProvider/1.0\nVersion: 1\n")
    report.attach(feedback)
    report.attach(email.mime.message.MIMEMessage(mail))
    assert receive(world, report.as_string()).json == {**NOTHING, "processed" if outcome else "ignored": 1}
    assert outbox(world)[0]["outcome"] == outcome
    reasons = [row["reason"] for row in world.rows("SELECT * FROM suppressions")]
    assert reasons == (["complained"] if outcome else [])


def test_the_worst_result_of_several_recipients_counts(world):
    _, mail = invited(world)
    text = notification(mail, {"Action": "relayed", "Status": "2.0.0"}).as_string()
    more = "\nFinal-Recipient: rfc822; kim@old.example\nAction: failed\nStatus: 5.1.1\n"
    at = text.index("User unknown\n") + len("User unknown\n")
    assert receive(world, text[:at] + more + text[at:]).json == {**NOTHING, "processed": 1}
    assert outbox(world)[0]["outcome"] == "bounced"


EXCHANGE = """\
Received: from mail.protection.outlook.com by mx.pfa.example; Thu, 1 Jan 2026 12:00:00 +0000\r
MIME-Version: 1.0\r
From: <postmaster@outlook.example>\r
To: <hello@pfa.example>\r
Date: Thu, 1 Jan 2026 12:00:00 +0000\r
Content-Type: multipart/mixed; boundary=outer\r
Subject: Undeliverable: Ada invites you\r
In-Reply-To: {id}\r
References: <other@x.example>\r
 {id}\r
Auto-Submitted: auto-replied\r
\r
--outer\r
Content-Type: multipart/report; boundary="_b3f1-4a5b_"; report-type="delivery-status"\r
\r
--_b3f1-4a5b_\r
Content-Type: multipart/alternative; boundary="_alt_"\r
\r
--_alt_\r
Content-Type: text/html; charset="utf-8"\r
Content-Transfer-Encoding: base64\r
\r
PGh0bWw+PC9odG1sPg==\r
--_alt_--\r
\r
--_b3f1-4a5b_   \r
Content-Type: Message/Delivery-Status\r
Content-Transfer-Encoding: BASE64\r
\r
{status}\r
\r
--_b3f1-4a5b_--\r
\r
--outer--\r
"""


@pytest.mark.parametrize("place", ["In-Reply-To", "References"])
def test_notifications_of_common_mail_servers_are_read(world, place):
    token, mail = invited(world)
    status = (
        "Reporting-MTA: dns;AM0PR01.prod.exchangelabs.com\r\n\r\nFinal-Recipient: rfc822;kim@example.com\r\nAction: failed\r\n"
        "Status: 5.1.10\r\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound\r\n")
    exchange = EXCHANGE.format(id=mail["Message-ID"], status="\r\n".join(base64.encodebytes(status.encode()).decode().split()))
    if place == "References":
        exchange = exchange.replace("In-Reply-To: ", "X-Nothing: ")
    assert receive(world, exchange).json == {**NOTHING, "processed": 1}
    assert delivery(world, token) == ["bounced"]


def test_a_notification_of_postfix_is_read(world):
    token, mail = invited(world)
    assert receive(world, POSTFIX.format(id=mail["Message-ID"])).json == {**NOTHING, "processed": 1}
    assert delivery(world, token) == ["bounced"]
    assert outbox(world)[0]["outcome_detail"].endswith("rejected: User unknown in virtual mailbox table")


def test_a_notification_may_contain_bytes_that_are_not_utf8(world):
    token, mail = invited(world)
    raw = POSTFIX.format(id=mail["Message-ID"]).encode().replace(b"I'm sorry", b"D\xe9sol\xe9").replace(b"Ada", b"\xc4da\x00")
    assert receive(world, raw.replace(b"unknown\n\n", b"\xff\xfe\n\n", 1)).json == {**NOTHING, "processed": 1}
    assert delivery(world, token) == ["bounced"]


@pytest.mark.parametrize("id_", [None, "<nobody@pfa.example>", "nonsense", "<>", "<@>", "<'; DROP TABLE outbox; --@x>"])
def test_a_bounce_of_another_senders_mail_is_unknown(world, id_):
    invited(world)
    returned = None if id_ is None else message_id(id_)
    assert receive(world, notification(returned).as_string()).json == {**NOTHING, "unknown": 1}
    assert outbox(world)[0]["outcome"] is None and world.rows("SELECT * FROM suppressions") == []


def test_the_outbox_and_not_the_notification_decides_which_address_is_suppressed(world):
    """Anyone can send one. The Message-ID decides which mail it is about, and only the recipient knows it."""
    _, mail = invited(world)
    forged = {"Final-Recipient": "rfc822; ada@example.com", "Original-Recipient": "rfc822; ada@example.com"}
    assert receive(world, notification(mail, forged).as_string()).json == {**NOTHING, "processed": 1}
    assert [row["address_key"] for row in world.rows("SELECT * FROM suppressions")] == ["kim@example.com"]


@pytest.mark.parametrize("address, is_dead", [("kim@elsewhere.test", False), ("kim@mail.example.com", True), ("KIM@Example.com", True), ("unreadable", True)])
def test_a_dead_address_to_which_the_mail_was_forwarded_is_not_the_recipients(world, address, is_dead):
    token, mail = invited(world)
    fields = {"Final-Recipient": f"rfc822; {address}", "Original-Recipient": "rfc822;kim@example.com"}
    assert receive(world, notification(mail, fields).as_string()).json == {**NOTHING, "processed": 1}
    assert delivery(world, token) == ["bounced"]
    assert [row["address_key"] for row in world.rows("SELECT * FROM suppressions")] == ["kim@example.com"] * is_dead
    assert outbox(world)[0]["outcome_reason"] == ("address" if is_dead else "other")


def test_a_message_id_of_amazon_finds_the_mail(world):
    token, _ = invited(world)
    world.rows("UPDATE outbox SET vendor_id = '01000190a1b2c3d4-000000'")
    returned = message_id("<01000190a1b2c3d4-000000@email.amazonses.com>")
    assert receive(world, notification(returned).as_string()).json == {**NOTHING, "processed": 1}
    assert delivery(world, token) == ["bounced"]
