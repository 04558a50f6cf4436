# SPDX-License-Identifier: Apache-2.0
"""`on-mail-event`: webhooks of mail vendors, their signatures, and the delivery that they report."""

import base64
import json

import pytest
from mail_vendors import KINDS, VENDORS, Resend, SendGrid
from mail_webhooks import NOTHING, receive, sent, suppressions
from people import granted
from smtp_servers import UNREACHABLE, deliver, delivery, outbox, send


def audited(world):
    return [row["action"] for row in world.rows("SELECT action FROM audit WHERE action LIKE 'mail.%' ORDER BY at, id")]


EFFECTS = {
    "delivered": ("delivered", "delivered", {}, "processed"),
    "bounced": ("bounced", "bounced", {"kim@example.com": "bounced"}, "processed"),
    "delayed": ("sent", None, {}, "processed"),
    "complained": ("delivered", "complained", {"kim@example.com": "complained"}, "processed"),
    "opened": ("sent", None, {}, "ignored"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_vendors_event_is_verified_and_stored(world, vendor, kind):
    token = sent(world, vendor)
    shown, outcome, list_, count = EFFECTS[kind]
    assert receive(world, vendor, vendor.webhook(kind)).json == {**NOTHING, count: 1}
    assert delivery(world, token) == [shown]
    assert (outbox(world)[0]["outcome"], outbox(world)[0]["outcome_at"] is not None) == (outcome, outcome is not None)
    assert suppressions(world) == list_
    assert audited(world) == ([f"mail.{outcome}"] if outcome else [])


def test_the_inviter_reads_the_event_in_the_audit_log(world, vendor):
    token = sent(world, vendor)
    receive(world, vendor, vendor.webhook("bounced"))
    [entry] = world.run("list-audit", {"action": "mail.bounced"}, token).json["entries"]
    assert entry["subjectId"] == world.rows("SELECT id FROM invitations")[0]["id"]


def test_a_mail_is_found_by_the_id_that_went_with_it(world, vendor):
    token = sent(world, vendor)
    world.rows("UPDATE outbox SET vendor_id = NULL")
    event = vendor.webhook("delivered", own=outbox(world)[0]["id"])
    assert receive(world, vendor, event).json == {**NOTHING, "processed": 1}
    assert delivery(world, token) == ["delivered"]


def test_a_mail_of_another_sender_is_unknown(world, vendor):
    sent(world, vendor)
    for kind in ("delivered", "bounced", "complained", "delayed"):
        assert receive(world, vendor, vendor.webhook(kind, vendor_id="nobody")).json == {**NOTHING, "unknown": 1}
    assert suppressions(world) == {} and audited(world) == []


@pytest.mark.parametrize("forgery", ["secret", "body", "old", "ahead", "unsigned", "bare"])
def test_a_request_without_a_valid_signature_is_refused(world, vendor, forgery):
    sent(world, vendor)
    event = vendor.webhook("bounced")
    match forgery:
        case "secret": event = vendor.webhook("bounced", secret=vendor.other_secret)
        case "body":
            if vendor.variable in ("MAILGUN_WEBHOOK_KEY", "POSTMARK_WEBHOOK_LOGIN"):
                pytest.skip("the vendor does not sign the body")
            event["body"] = event["body"].replace("kim@", "lee@")
        case "old" | "ahead":
            if vendor.variable == "POSTMARK_WEBHOOK_LOGIN":
                pytest.skip("the vendor says no time")
            event = vendor.webhook("bounced", seconds_ago=25 * 3600 if forgery == "old" else -600)
        case "unsigned":
            event["headers"] = {}
            event["body"] = event["body"].replace('"Signature"', '"Nothing"').replace('"token"', '"nothing"')
        case "bare": event["body"] = "{}"
    answer = receive(world, vendor, event)
    assert (answer.status, answer.code, answer.json["error"]["status"]) == (0, "auth/unauthenticated", 401)
    assert suppressions(world) == {} and outbox(world)[0]["outcome"] is None


def test_a_request_of_resend_is_valid_for_five_minutes(world):
    sent(world, Resend())
    assert receive(world, Resend(), Resend().webhook("bounced", seconds_ago=240)).json["processed"] == 1
    assert receive(world, Resend(), Resend().webhook("bounced", seconds_ago=360)).code == "auth/unauthenticated"


def test_a_request_of_a_vendor_that_is_not_configured_is_refused_and_logged(world, vendor):
    sent(world, vendor)
    before = world.dump()
    answer = world.run("on-mail-event", event=vendor.webhook("bounced"), env={"LOG_LEVEL": "debug"})
    assert (answer.status, answer.code, answer.json["error"]["status"]) == (0, "auth/unauthenticated", 401)
    assert f"{vendor.variable} is unset" in answer.stderr
    assert world.dump() == before
    assert world.run("on-mail-event", event=vendor.webhook("bounced")).stderr == ""


@pytest.mark.parametrize("variable, value", [
    ("RESEND_WEBHOOK_SECRET", "whsec_!"), ("SENDGRID_WEBHOOK_KEY", "MFkw"), ("POSTMARK_WEBHOOK_LOGIN", "vestibule")])
def test_an_invalid_secret_is_a_wrong_setting(world, variable, value):
    [vendor] = [kind() for kind in VENDORS.values() if kind.variable == variable]
    answer = receive(world, vendor, vendor.webhook("delivered"), **{variable: value})
    assert answer.status == 78 and answer.json["error"]["detail"].startswith(variable)


def test_the_previous_secret_may_be_set_as_well(world, vendor):
    sent(world, vendor)
    [(variable, value)] = [(k, v) for k, v in vendor.env.items() if k == vendor.variable]
    other = {"RESEND_WEBHOOK_SECRET": "whsec_" + "A" * 32, "SENDGRID_WEBHOOK_KEY": SendGrid().env["SENDGRID_WEBHOOK_KEY"]}
    answer = receive(world, vendor, vendor.webhook("delivered"), **{variable: other.get(variable, "a:b") + "  " + value})
    assert answer.json == {**NOTHING, "processed": 1}


def test_header_names_may_have_any_case_and_a_base64_body_is_verified_as_sent(world, vendor):
    sent(world, vendor)
    event = vendor.webhook("delivered")
    event = {
        "version": "2.0", "requestContext": {"http": {"method": "POST"}}, "isBase64Encoded": True,
        "headers": {name.upper(): value for name, value in event["headers"].items()},
        "body": base64.b64encode(event["body"].encode()).decode()}
    assert receive(world, vendor, event).json == {**NOTHING, "processed": 1}


def test_a_replayed_event_has_no_second_effect(world, vendor):
    token = sent(world, vendor)
    event = vendor.webhook("bounced")
    first = receive(world, vendor, event).json
    world.rows("DELETE FROM suppressions")
    second = receive(world, vendor, event).json
    assert first["processed"] == 1 and second in (first, {**NOTHING, "ignored": 1})
    assert suppressions(world) == {} and audited(world) == ["mail.bounced"] and delivery(world, token) == ["bounced"]


def test_a_delayed_event_is_recorded_once(world, vendor):
    sent(world, vendor)
    assert receive(world, vendor, vendor.webhook("delayed")).json == {**NOTHING, "processed": 1}
    assert receive(world, vendor, vendor.webhook("delayed")).json == {**NOTHING, "ignored": 1}
    assert outbox(world)[0]["outcome_detail"]


def test_a_token_of_mailgun_counts_for_one_event(world):
    vendor = VENDORS["mailgun"]()
    sent(world, vendor)
    event = vendor.webhook("delivered")
    assert receive(world, vendor, event).json == {**NOTHING, "processed": 1}
    body = json.loads(vendor.webhook("bounced")["body"])
    body["signature"] = json.loads(event["body"])["signature"]
    forged = receive(world, vendor, {**event, "body": json.dumps(body)})
    assert forged.code == "event/id-conflict" and suppressions(world) == {}
    assert outbox(world)[0]["outcome"] == "delivered"


@pytest.mark.parametrize("order, outcome, shown", [
    (["delivered", "bounced"], "bounced", "bounced"), (["bounced", "delivered"], "bounced", "bounced"),
    (["delivered", "complained"], "complained", "delivered"), (["complained", "delivered"], "complained", "delivered"),
    (["bounced", "complained"], "complained", "bounced"), (["complained", "bounced"], "complained", "delivered"),
    (["delivered", "delayed"], "delivered", "delivered"), (["delayed", "delivered"], "delivered", "delivered"),
], ids=" then ".join)
def test_events_in_any_order_have_the_same_result(world, order, outcome, shown):
    vendor = VENDORS["postmark"]()
    token = sent(world, vendor)
    for kind in order:
        receive(world, vendor, vendor.webhook(kind))
    assert outbox(world)[0]["outcome"] == outcome and delivery(world, token) == [shown]


def test_an_event_about_an_earlier_mail_does_not_change_the_invitation(world):
    vendor = VENDORS["postmark"]()
    token = sent(world, vendor)
    [invitation] = world.rows("SELECT id FROM invitations")
    assert world.run("resend-invitation", {"invitationId": invitation["id"]}, token).json["invitation"]["delivery"] == "sent"
    assert receive(world, vendor, vendor.webhook("delivered")).json == {**NOTHING, "processed": 1}
    assert delivery(world, token) == ["sent"] and [row["outcome"] for row in outbox(world)] == ["delivered", None]


def test_a_delivered_mail_is_not_retried_although_the_connection_broke(world):
    vendor = VENDORS["postmark"]()
    token = world.inviter()
    send(world, token, env=UNREACHABLE)
    assert receive(world, vendor, vendor.webhook("delivered", own=outbox(world)[0]["id"])).json["processed"] == 1
    assert deliver(world)["sent"] == 0 and world.mails() == []
    assert outbox(world)[0]["state"] == "sent" and outbox(world)[0]["sealed_values"] is None
    assert delivery(world, token) == ["delivered"]


def test_the_mail_of_a_deleted_account_has_a_delivery_and_no_address(world):
    vendor = VENDORS["postmark"]()
    token = sent(world, vendor)
    granted(world.run("delete-account", {"confirm": True}, token))
    world.rows("UPDATE outbox SET recipient = ''")
    assert receive(world, vendor, vendor.webhook("bounced")).json == {**NOTHING, "processed": 1}
    assert suppressions(world) == {}
