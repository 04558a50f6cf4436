# SPDX-License-Identifier: Apache-2.0
"""`on-mail-event`: the shapes of the vendors' events and lists."""

import contextlib
import json
import time

import pytest
from mail_vendors import VENDORS, Resend, SendGrid
from mail_webhooks import NOTHING, receive, sent, suppressions
from smtp_servers import outbox, send


def test_invalid_json_is_refused(world, vendor):
    for body in ("", "{", "[1,]", "\x00", "é"):
        answer = receive(world, vendor, {"headers": {}, "body": body})
        assert (answer.status, answer.code) == (0, "event/invalid")
    assert receive(world, vendor, {"headers": {}, "body": "!", "isBase64Encoded": True}).code == "event/invalid"


@pytest.mark.parametrize("body", ["[]", "null", "1", '"x"', "{}", "[null]", '{"signature":1,"event-data":2}', '{"TopicArn":{}}',
                                  '{"RecordType":[]}', '{"signature":{"token":"","timestamp":"-9223372036854775808"},"event-data":{}}'])
def test_json_of_another_shape_is_refused(world, body):
    env = {}
    for kind in VENDORS.values():
        env |= kind().env
    stamps = {"svix-id": "1", "svix-timestamp": "-9223372036854775808", "svix-signature": "v1,x"}
    for headers in ({}, stamps):
        answer = world.run("on-mail-event", event={"headers": headers, "body": body}, env=env)
        assert (answer.status, answer.code) == (0, "auth/unauthenticated"), answer


def test_a_signed_event_of_another_shape_is_ignored_or_unknown(world, vendor):
    for change in ({}, [], "x", None, 1):
        body = json.dumps(change)
        if vendor.variable in ("MAILGUN_WEBHOOK_KEY", "POSTMARK_WEBHOOK_LOGIN"):
            body = json.dumps({"event-data": {"event": change, "message": change}, "RecordType": "Bounce", "Type": change})
            if vendor.variable == "POSTMARK_WEBHOOK_LOGIN":
                body = json.dumps({"RecordType": "Bounce", "Type": change, "Metadata": change, "MessageID": change})
        answer = receive(world, vendor, vendor.signed(body, time.time(), vendor.secret))
        assert answer.status == 0 and set(answer.json) == set(NOTHING), (change, answer)


# Single vendors


def test_the_header_names_of_standard_webhooks_are_accepted(world):
    vendor = Resend()
    vendor.prefix = "webhook"
    sent(world, vendor)
    assert receive(world, vendor, vendor.webhook("delivered")).json == {**NOTHING, "processed": 1}


@pytest.mark.parametrize("id_", ["{}.filter0001.16648.5515E0B88.0", "{}.filterdrecv-5645d9c87f-78xrv-1-5515E0B88-0.0",
                                 "{}.recvd-84d5ccb8f-xyz-1-5515E0B88-0.0", "{}"])
@pytest.mark.parametrize("own", ["Zeq5mxTIQyCGk_oGyLmGXQ", "14c5d75ce93.dfd.64b469"])
def test_the_suffix_of_a_sendgrid_id_is_ignored(world, own, id_):
    vendor = SendGrid()
    vendor.vendor_id = own
    sent(world, vendor)
    [event] = vendor.event("delivered")
    body = json.dumps([{**event, "sg_message_id": id_.format(own)}])
    assert receive(world, vendor, vendor.signed(body, time.time(), vendor.secret)).json["processed"] == 1


def test_a_list_of_sendgrid_events_is_processed_completely(world):
    vendor = SendGrid()
    token = world.inviter()
    for number in range(5):
        send(world, token, address=f"kim{number}@example.com")
    ids = [row["id"] for row in outbox(world)]
    kinds = ["delivered", "bounced", "complained", "opened", "delayed"]
    events = [vendor.event(kind, own=id_)[0] for kind, id_ in zip(kinds, ids)]
    events += [vendor.event("delivered", vendor_id="nobody")[0], {"event": "processed"}, {"event": "deferred"}]
    answer = receive(world, vendor, vendor.signed(json.dumps(events), time.time(), vendor.secret))
    assert answer.json == {"processed": 4, "ignored": 2, "unknown": 2}
    shown = dict(zip([f"kim{number}@example.com" for number in range(5)],
                     ["delivered", "bounced", "delivered", "sent", "sent"]))
    clients = world.run("list-clients", {}, token).json["clients"]
    assert {client["email"]: client["invitation"]["delivery"] for client in clients} == shown
    assert suppressions(world) == {"kim1@example.com": "bounced", "kim2@example.com": "complained"}


def failed(reason, text="", code=550, severity="permanent", **status):
    delivery_status = {"code": code, "message": text, "description": "", **status}
    return {"event": "failed", "severity": severity, "reason": reason, "delivery-status": delivery_status}


def ses(type_, subtype, diagnostic=None, status=None):
    recipient = {"emailAddress": "kim@example.com", "diagnosticCode": diagnostic, "status": status}
    return {"eventType": "Bounce", "bounce": {"bounceType": type_, "bounceSubType": subtype, "bouncedRecipients": [recipient]}}


def resend(type_, subtype, message="The server said no."):
    return {"type": "email.bounced", "data": {"bounce": {"type": type_, "subType": subtype, "message": message}}}


def postmark(type_, details=""):
    return {"RecordType": "Bounce", "Type": type_, "Details": details}


def sendgrid(type_, reason, status="5.0.0", **more):
    return {"event": "bounce", "type": type_, "reason": reason, "status": status, **more}


@pytest.mark.parametrize("vendor, change, outcome, reason, listed", [
    # The vendor did not try: only a bounced or invalid address is suppressed.
    ("sendgrid", {"event": "dropped", "reason": "Bounced Address"}, "bounced", "dropped", "bounced"),
    ("sendgrid", {"event": "dropped", "reason": "Invalid"}, "bounced", "dropped", "bounced"),
    ("sendgrid", {"event": "dropped", "reason": "Spam Reporting Address"}, "bounced", "dropped", None),
    ("sendgrid", {"event": "dropped", "reason": "Unsubscribed Address"}, "bounced", "dropped", None),
    ("sendgrid", {"event": "dropped", "reason": "Spam Content (if spam checker app enabled)"}, "bounced", "dropped", None),
    ("mailgun", failed("suppress-bounce", code=605), "bounced", "dropped", "bounced"),
    ("mailgun", failed("suppress-complaint", code=607), "bounced", "dropped", None),
    ("mailgun", failed("suppress-unsubscribe", code=606), "bounced", "dropped", None),
    ("mailgun", {"event": "rejected", "reject": {"reason": "Sandbox"}}, "bounced", "dropped", None),
    ("ses", ses("Permanent", "Suppressed"), "bounced", "dropped", "bounced"),
    ("ses", ses("Permanent", "OnAccountSuppressionList"), "bounced", "dropped", None),
    ("postmark", postmark("ManuallyDeactivated"), "bounced", "dropped", None),
    ("resend", {"type": "email.suppressed"}, "bounced", "dropped", None),
    ("resend", resend("Permanent", "Suppressed"), "bounced", "dropped", "bounced"),
    # The text or the code of the server is more precise than the vendor's type.
    ("mailgun", failed("generic", "5.7.1 refused by the policy", 550), "bounced", "policy", None),
    ("mailgun", failed("generic", "5.2.2 no room", 552), "bounced", "mailbox-full", None),
    ("mailgun", failed("bounce", "5.1.1 nobody here", 550), "bounced", "address", "bounced"),
    ("mailgun", failed("bounce", "no", 550, **{"enhanced-code": "5.1.1"}), "bounced", "address", "bounced"),
    ("mailgun", failed("bounce", "no", 550), "bounced", "other", None),
    ("mailgun", failed("espblock", "blocked", 554), "bounced", "policy", None),
    ("mailgun", failed("old", "Too old", 602), "bounced", "expired", None),
    ("mailgun", failed("old", "Too old", 602, severity="temporary"), "bounced", "expired", None),
    ("mailgun", failed("generic", "later", 451, severity="temporary"), None, None, None),
    ("mailgun", {"event": "unsubscribed"}, None, None, "unsubscribed"),
    ("sendgrid", sendgrid("bounce", "550 5.7.1 refused", "5.7.1"), "bounced", "policy", None),
    ("sendgrid", sendgrid("bounce", "552 5.2.2 no room", "5.2.2"), "bounced", "mailbox-full", None),
    ("sendgrid", sendgrid("bounce", "550 no", bounce_classification="Invalid Address"), "bounced", "address", "bounced"),
    ("sendgrid", sendgrid("bounce", "550 no"), "bounced", "other", None),
    ("sendgrid", sendgrid("blocked", "554 no such user"), "bounced", "other", None),
    ("sendgrid", sendgrid("blocked", "554 a bad reputation", bounce_classification="Reputation"), "bounced", "policy", None),
    ("sendgrid", {"event": "deferred", "response": "451 later"}, None, None, None),
    ("sendgrid", {"event": "unsubscribe"}, None, None, "unsubscribed"),
    ("sendgrid", {"event": "group_unsubscribe", "asm_group_id": 10}, None, None, "unsubscribed"),
    ("ses", ses("Permanent", "General", "smtp; 550 5.7.1 refused"), "bounced", "policy", None),
    ("ses", ses("Permanent", "General"), "bounced", "address", "bounced"),
    ("ses", ses("Permanent", "NoEmail"), "bounced", "address", "bounced"),
    ("ses", ses("Transient", "General", "smtp; 554 4.4.7 too old"), "bounced", "expired", None),
    ("ses", ses("Transient", "MailboxFull"), "bounced", "mailbox-full", None),
    ("ses", ses("Transient", "ContentRejected"), "bounced", "content", None),
    ("ses", ses("Undetermined", "Undetermined", "smtp; 550 5.1.1 unknown"), "bounced", "other", None),
    ("ses", {"eventType": "Reject", "reject": {"reason": "Bad content"}}, "bounced", "content", None),
    ("ses", {"eventType": "Complaint", "complaint": {"complaintFeedbackType": "not-spam"}}, None, None, None),
    ("postmark", postmark("HardBounce", "smtp;550 5.7.1 refused"), "bounced", "policy", None),
    ("postmark", postmark("HardBounce"), "bounced", "address", "bounced"),
    ("postmark", postmark("BadEmailAddress"), "bounced", "address", "bounced"),
    ("postmark", postmark("SoftBounce", "smtp;552 5.2.2 full"), "bounced", "mailbox-full", None),
    ("postmark", postmark("SoftBounce", "no such user"), "bounced", "other", None),
    ("postmark", postmark("SpamNotification"), "bounced", "content", None), ("postmark", postmark("Blocked"), "bounced", "policy", None),
    ("postmark", postmark("DMARCPolicy"), "bounced", "policy", None), ("postmark", postmark("DnsError"), "bounced", "other", None),
    ("postmark", postmark("Transient"), None, None, None), ("postmark", postmark("AutoResponder"), None, None, None),
    ("postmark", {"RecordType": "SubscriptionChange", "SuppressSending": True, "SuppressionReason": "HardBounce"},
     "bounced", "address", "bounced"),
    ("postmark", {"RecordType": "SubscriptionChange", "SuppressSending": True, "SuppressionReason": "ManualSuppression",
                  "Origin": "Recipient"}, None, None, "unsubscribed"),
    ("postmark", {"RecordType": "SubscriptionChange", "SuppressSending": False, "SuppressionReason": None}, None, None, None),
    ("resend", resend("Permanent", "General", "550 5.7.1 refused"), "bounced", "policy", None),
    ("resend", resend("Transient", "General"), "bounced", "other", None),
    ("resend", resend("Transient", "MailboxFull"), "bounced", "mailbox-full", None),
    ("resend", resend("Undetermined", "Undetermined"), "bounced", "other", None),
    ("resend", {"type": "email.failed", "data": {"failed": {"reason": "reached_daily_quota"}}}, "bounced", "sender", None),
    ("resend", {"type": "email.delivery_delayed"}, None, None, None),
], ids=str)
def test_the_events_of_vendors_have_the_classes_of_all_failures(world, vendor, change, outcome, reason, listed):
    vendor = VENDORS[vendor]()
    sent(world, vendor)
    event = vendor.event("delivered")
    if isinstance(event, list):
        event[0] |= change
    elif "event-data" in event:
        event["event-data"] |= change
    else:
        event |= {**change, **({"data": event["data"] | change["data"]} if "data" in change else {})}
    with getattr(vendor, "certificates", contextlib.nullcontext()):
        answer = receive(world, vendor, vendor.signed(json.dumps(event), time.time(), vendor.secret))
    assert answer.status == 0 and answer.json["unknown"] == 0
    [row] = outbox(world)
    assert (row["outcome"], row["outcome_reason"]) == (outcome, reason)
    assert suppressions(world) == ({"kim@example.com": listed} if listed else {})
