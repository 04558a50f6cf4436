# SPDX-License-Identifier: Apache-2.0
"""`on-mail-event`: the shapes of the vendors' events and lists."""

import json
import time

import pytest
from mail_vendors import VENDORS, Resend, SendGrid
from mail_webhooks import NOTHING, receive, sent, suppressions
from mail_webhooks import vendor  # noqa: F401 (a fixture)
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
    assert answer.json == {"processed": 4, "ignored": 3, "unknown": 1}
    shown = dict(zip([f"kim{number}@example.com" for number in range(5)],
                     ["delivered", "bounced", "delivered", "sent", "sent"]))
    clients = world.run("list-clients", {}, token).json["clients"]
    assert {client["email"]: client["invitation"]["delivery"] for client in clients} == shown
    assert suppressions(world) == {"kim1@example.com": "bounced", "kim2@example.com": "complained"}


@pytest.mark.parametrize("vendor, change, reason", [
    ("sendgrid", {"event": "dropped", "reason": "Bounced Address"}, "bounced"),
    ("sendgrid", {"event": "dropped", "reason": "Spam Reporting Address"}, "complained"),
    ("sendgrid", {"event": "dropped", "reason": "Unsubscribed Address"}, "unsubscribed"),
    ("sendgrid", {"event": "dropped", "reason": "Spam Content (if spam checker app enabled)"}, None),
    ("sendgrid", {"event": "unsubscribe"}, "unsubscribed"),
    ("sendgrid", {"event": "group_unsubscribe", "asm_group_id": 10}, "unsubscribed"),
    ("mailgun", {"event": "failed", "severity": "permanent", "reason": "suppress-bounce"}, "bounced"),
    ("mailgun", {"event": "failed", "severity": "permanent", "reason": "suppress-complaint"}, "complained"),
    ("mailgun", {"event": "failed", "severity": "permanent", "reason": "suppress-unsubscribe"}, "unsubscribed"),
    ("mailgun", {"event": "failed", "severity": "permanent", "reason": "old"}, None),
    ("mailgun", {"event": "unsubscribed"}, "unsubscribed"),
    ("postmark", {"RecordType": "Bounce", "Type": "BadEmailAddress"}, "bounced"),
    ("postmark", {"RecordType": "Bounce", "Type": "Transient"}, None),
    ("postmark", {"RecordType": "Bounce", "Type": "DnsError"}, None),
    ("postmark", {"RecordType": "SubscriptionChange", "SuppressSending": True, "SuppressionReason": "HardBounce"}, "bounced"),
    ("postmark", {"RecordType": "SubscriptionChange", "SuppressSending": True, "SuppressionReason": "ManualSuppression",
                  "Origin": "Recipient"}, "unsubscribed"),
    ("postmark", {"RecordType": "SubscriptionChange", "SuppressSending": False, "SuppressionReason": None}, None),
    ("resend", {"type": "email.suppressed"}, "bounced"),
    ("resend", {"type": "email.delivery_delayed"}, None),
], ids=str)
def test_suppressions_of_the_vendors_are_adopted(world, vendor, change, reason):
    vendor = VENDORS[vendor]()
    sent(world, vendor)
    event = vendor.event("delivered")
    if isinstance(event, list):
        event[0] |= change
    elif "event-data" in event:
        event["event-data"] |= change
    else:
        event |= change
    answer = receive(world, vendor, vendor.signed(json.dumps(event), time.time(), vendor.secret))
    assert answer.status == 0 and answer.json["unknown"] == 0
    assert suppressions(world) == ({"kim@example.com": reason} if reason else {})
