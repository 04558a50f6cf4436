# SPDX-License-Identifier: Apache-2.0
"""What comes back after a mail went out: vendors' webhooks as they document and sign them, and what follows from them."""

import base64
import contextlib
import copy
import json
import time

import pytest
from conftest import POLICY, id_token
from mail_vendors import KINDS, SES, VENDORS, Resend, SendGrid
from people import PASSWORD, policy, sign_up
from smtp_servers import UNREACHABLE, deliver, delivery, outbox, send

NOTHING = {"processed": 0, "ignored": 0, "unknown": 0}


@pytest.fixture(params=sorted(VENDORS))
def vendor(request):
    with contextlib.ExitStack() as stack:
        vendor = VENDORS[request.param]()
        if isinstance(vendor, SES):
            stack.enter_context(vendor.certificates)
        yield vendor


@pytest.fixture
def ses():
    vendor = SES()
    with vendor.certificates:
        yield vendor


def sent(world, vendor, **client):
    """The access token of an inviter whose invitation that vendor has taken."""
    token = world.inviter()
    assert send(world, token, **client).json["invitation"]["delivery"] == "sent"
    world.rows(f"UPDATE outbox SET vendor_id = '{vendor.vendor_id}'")
    return token


def hear(world, vendor, event, **env):
    return world.run("on-mail-event", event=event, env={**vendor.env, **env})


def suppressions(world):
    return {row["address_key"]: row["reason"] for row in world.rows("SELECT * FROM suppressions")}


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
def test_what_a_vendor_tells_is_verified_and_written(world, vendor, kind):
    token = sent(world, vendor)
    shown, outcome, list_, count = EFFECTS[kind]
    assert hear(world, vendor, vendor.tell(kind)).json == {**NOTHING, count: 1}
    assert delivery(world, token) == [shown]
    assert (outbox(world)[0]["outcome"], outbox(world)[0]["outcome_at"] is not None) == (outcome, outcome is not None)
    assert suppressions(world) == list_
    assert audited(world) == ([f"mail.{outcome}"] if outcome else [])


def test_the_inviter_finds_it_in_the_audit_log(world, vendor):
    token = sent(world, vendor)
    hear(world, vendor, vendor.tell("bounced"))
    [entry] = world.run("list-audit", {"action": "mail.bounced"}, token).json["entries"]
    assert entry["subjectId"] == world.rows("SELECT id FROM invitations")[0]["id"]


def test_a_mail_is_found_by_the_id_that_went_with_it(world, vendor):
    token = sent(world, vendor)
    world.rows("UPDATE outbox SET vendor_id = NULL")
    event = vendor.tell("delivered", own=outbox(world)[0]["id"])
    assert hear(world, vendor, event).json == {**NOTHING, "processed": 1}
    assert delivery(world, token) == ["delivered"]


def test_a_mail_of_somebody_else_is_unknown(world, vendor):
    sent(world, vendor)
    for kind in ("delivered", "bounced", "complained", "delayed"):
        assert hear(world, vendor, vendor.tell(kind, vendor_id="nobody")).json == {**NOTHING, "unknown": 1}
    assert suppressions(world) == {} and audited(world) == []


@pytest.mark.parametrize("forgery", ["secret", "body", "old", "ahead", "unsigned", "bare"])
def test_what_the_vendor_did_not_sign_is_refused(world, vendor, forgery):
    sent(world, vendor)
    event = vendor.tell("bounced")
    match forgery:
        case "secret": event = vendor.tell("bounced", secret=vendor.other_secret)
        case "body":
            if vendor.variable in ("MAILGUN_WEBHOOK_KEY", "POSTMARK_WEBHOOK_LOGIN"):
                pytest.skip("the vendor does not sign the body")
            event["body"] = event["body"].replace("kim@", "lee@")
        case "old" | "ahead":
            if vendor.variable == "POSTMARK_WEBHOOK_LOGIN":
                pytest.skip("the vendor says no time")
            event = vendor.tell("bounced", seconds_ago=25 * 3600 if forgery == "old" else -600)
        case "unsigned":
            event["headers"] = {}
            event["body"] = event["body"].replace('"Signature"', '"Nothing"').replace('"token"', '"nothing"')
        case "bare": event["body"] = "{}"
    answer = hear(world, vendor, event)
    assert (answer.status, answer.code, answer.json["error"]["status"]) == (0, "auth/unauthenticated", 401)
    assert suppressions(world) == {} and outbox(world)[0]["outcome"] is None


def test_resends_requests_are_of_the_last_five_minutes(world):
    sent(world, Resend())
    assert hear(world, Resend(), Resend().tell("bounced", seconds_ago=240)).json["processed"] == 1
    assert hear(world, Resend(), Resend().tell("bounced", seconds_ago=360)).code == "auth/unauthenticated"


def test_a_request_of_a_vendor_that_is_not_set_up_is_a_strangers_and_the_log_says_why(world, vendor):
    sent(world, vendor)
    before = world.dump()
    answer = world.run("on-mail-event", event=vendor.tell("bounced"), env={"LOG_LEVEL": "debug"})
    assert (answer.status, answer.code, answer.json["error"]["status"]) == (0, "auth/unauthenticated", 401)
    assert f"{vendor.variable} is unset" in answer.stderr
    assert world.dump() == before
    assert world.run("on-mail-event", event=vendor.tell("bounced")).stderr == ""


@pytest.mark.parametrize("variable, value", [
    ("RESEND_WEBHOOK_SECRET", "whsec_!"), ("SENDGRID_WEBHOOK_KEY", "MFkw"), ("POSTMARK_WEBHOOK_LOGIN", "vestibule")])
def test_a_secret_that_is_none_is_a_fault_of_the_configuration(world, variable, value):
    [vendor] = [kind() for kind in VENDORS.values() if kind.variable == variable]
    answer = hear(world, vendor, vendor.tell("delivered"), **{variable: value})
    assert answer.status == 78 and answer.json["error"]["detail"].startswith(variable)


def test_the_secret_may_have_its_predecessor_beside_it(world, vendor):
    sent(world, vendor)
    [(variable, value)] = [(k, v) for k, v in vendor.env.items() if k == vendor.variable]
    other = {"RESEND_WEBHOOK_SECRET": "whsec_" + "A" * 32, "SENDGRID_WEBHOOK_KEY": SendGrid().env["SENDGRID_WEBHOOK_KEY"]}
    answer = hear(world, vendor, vendor.tell("delivered"), **{variable: other.get(variable, "a:b") + "  " + value})
    assert answer.json == {**NOTHING, "processed": 1}


def test_headers_are_known_in_any_case_and_a_body_in_base64_is_verified_as_it_was_sent(world, vendor):
    sent(world, vendor)
    event = vendor.tell("delivered")
    event = {
        "version": "2.0", "requestContext": {"http": {"method": "POST"}}, "isBase64Encoded": True,
        "headers": {name.upper(): value for name, value in event["headers"].items()},
        "body": base64.b64encode(event["body"].encode()).decode()}
    assert hear(world, vendor, event).json == {**NOTHING, "processed": 1}


def test_a_replayed_event_does_nothing_more(world, vendor):
    token = sent(world, vendor)
    event = vendor.tell("bounced")
    first = hear(world, vendor, event).json
    world.rows("DELETE FROM suppressions")
    second = hear(world, vendor, event).json
    assert first["processed"] == 1 and second in (first, {**NOTHING, "ignored": 1})
    assert suppressions(world) == {} and audited(world) == ["mail.bounced"] and delivery(world, token) == ["bounced"]


def test_a_delayed_event_is_noted_once(world, vendor):
    sent(world, vendor)
    assert hear(world, vendor, vendor.tell("delayed")).json == {**NOTHING, "processed": 1}
    assert hear(world, vendor, vendor.tell("delayed")).json == {**NOTHING, "ignored": 1}
    assert outbox(world)[0]["outcome_detail"]


def test_a_token_of_mailgun_counts_for_one_event(world):
    vendor = VENDORS["mailgun"]()
    sent(world, vendor)
    event = vendor.tell("delivered")
    assert hear(world, vendor, event).json == {**NOTHING, "processed": 1}
    body = json.loads(vendor.tell("bounced")["body"])
    body["signature"] = json.loads(event["body"])["signature"]
    forged = hear(world, vendor, {**event, "body": json.dumps(body)})
    assert forged.code == "event/id-conflict" and suppressions(world) == {}
    assert outbox(world)[0]["outcome"] == "delivered"


@pytest.mark.parametrize("order, outcome, shown", [
    (["delivered", "bounced"], "bounced", "bounced"), (["bounced", "delivered"], "bounced", "bounced"),
    (["delivered", "complained"], "complained", "delivered"), (["complained", "delivered"], "complained", "delivered"),
    (["bounced", "complained"], "complained", "bounced"), (["complained", "bounced"], "complained", "delivered"),
    (["delivered", "delayed"], "delivered", "delivered"), (["delayed", "delivered"], "delivered", "delivered"),
], ids=" then ".join)
def test_events_in_whatever_order_end_alike(world, order, outcome, shown):
    vendor = VENDORS["postmark"]()
    token = sent(world, vendor)
    for kind in order:
        hear(world, vendor, vendor.tell(kind))
    assert outbox(world)[0]["outcome"] == outcome and delivery(world, token) == [shown]


def test_an_event_about_an_earlier_mail_is_not_the_invitations_any_more(world):
    vendor = VENDORS["postmark"]()
    token = sent(world, vendor)
    [invitation] = world.rows("SELECT id FROM invitations")
    assert world.run("resend-invitation", {"invitationId": invitation["id"]}, token).json["invitation"]["delivery"] == "sent"
    assert hear(world, vendor, vendor.tell("delivered")).json == {**NOTHING, "processed": 1}
    assert delivery(world, token) == ["sent"] and [row["outcome"] for row in outbox(world)] == ["delivered", None]


def test_a_mail_that_was_delivered_is_not_sent_again_although_the_relay_broke_off(world):
    vendor = VENDORS["postmark"]()
    token = world.inviter()
    send(world, token, env=UNREACHABLE)
    assert hear(world, vendor, vendor.tell("delivered", own=outbox(world)[0]["id"])).json["processed"] == 1
    assert deliver(world)["sent"] == 0 and world.mails() == []
    assert outbox(world)[0]["state"] == "sent" and outbox(world)[0]["sealed_values"] is None
    assert delivery(world, token) == ["delivered"]


def test_the_mail_of_an_account_that_is_gone_has_an_outcome_and_no_address(world):
    vendor = VENDORS["postmark"]()
    token = sent(world, vendor)
    world.run("delete-account", {}, token)
    world.rows("UPDATE outbox SET recipient = ''")
    assert hear(world, vendor, vendor.tell("bounced")).json == {**NOTHING, "processed": 1}
    assert suppressions(world) == {}


def test_what_is_not_json_is_refused(world, vendor):
    for body in ("", "{", "[1,]", "\x00", "é"):
        answer = hear(world, vendor, {"headers": {}, "body": body})
        assert (answer.status, answer.code) == (0, "event/invalid")
    assert hear(world, vendor, {"headers": {}, "body": "!", "isBase64Encoded": True}).code == "event/invalid"


@pytest.mark.parametrize("body", ["[]", "null", "1", '"x"', "{}", "[null]", '{"signature":1,"event-data":2}', '{"TopicArn":{}}',
                                  '{"RecordType":[]}', '{"signature":{"token":"","timestamp":"-9223372036854775808"},"event-data":{}}'])
def test_json_of_another_shape_is_nobodys(world, body):
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
        answer = hear(world, vendor, vendor.signed(body, time.time(), vendor.secret))
        assert answer.status == 0 and set(answer.json) == set(NOTHING), (change, answer)


# One vendor's own ways


def test_standard_webhooks_own_names_are_taken_too(world):
    vendor = Resend()
    vendor.prefix = "webhook"
    sent(world, vendor)
    assert hear(world, vendor, vendor.tell("delivered")).json == {**NOTHING, "processed": 1}


@pytest.mark.parametrize("id_", ["{}.filter0001.16648.5515E0B88.0", "{}.filterdrecv-5645d9c87f-78xrv-1-5515E0B88-0.0",
                                 "{}.recvd-84d5ccb8f-xyz-1-5515E0B88-0.0", "{}"])
@pytest.mark.parametrize("own", ["Zeq5mxTIQyCGk_oGyLmGXQ", "14c5d75ce93.dfd.64b469"])
def test_what_sendgrid_puts_behind_its_id_is_passed_over(world, own, id_):
    vendor = SendGrid()
    vendor.vendor_id = own
    sent(world, vendor)
    [event] = vendor.event("delivered")
    body = json.dumps([{**event, "sg_message_id": id_.format(own)}])
    assert hear(world, vendor, vendor.signed(body, time.time(), vendor.secret)).json["processed"] == 1


def test_sendgrids_lists_are_taken_whole(world):
    vendor = SendGrid()
    token = world.inviter()
    for number in range(5):
        send(world, token, address=f"kim{number}@example.com")
    ids = [row["id"] for row in outbox(world)]
    kinds = ["delivered", "bounced", "complained", "opened", "delayed"]
    events = [vendor.event(kind, own=id_)[0] for kind, id_ in zip(kinds, ids)]
    events += [vendor.event("delivered", vendor_id="nobody")[0], {"event": "processed"}, {"event": "deferred"}]
    answer = hear(world, vendor, vendor.signed(json.dumps(events), time.time(), vendor.secret))
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
def test_the_vendors_own_lists_are_taken_over(world, vendor, change, reason):
    vendor = VENDORS[vendor]()
    sent(world, vendor)
    event = vendor.event("delivered")
    if isinstance(event, list):
        event[0] |= change
    elif "event-data" in event:
        event["event-data"] |= change
    else:
        event |= change
    answer = hear(world, vendor, vendor.signed(json.dumps(event), time.time(), vendor.secret))
    assert answer.status == 0 and answer.json["unknown"] == 0
    assert suppressions(world) == ({"kim@example.com": reason} if reason else {})


# Amazon SNS


@pytest.mark.parametrize("version", ["1", "2"])
def test_both_versions_of_snss_signature_are_verified_with_a_certificate_that_is_fetched_once(world, ses, version):
    ses.version = version
    sent(world, ses)
    for kind in ("delivered", "bounced", "complained"):
        assert hear(world, ses, ses.tell(kind)).json["processed"] == 1
    assert ses.certificates.paths == [ses.path]
    world.age("key_sets", "fresh_until", 86_400)
    hear(world, ses, ses.tell("opened"))
    assert ses.certificates.paths == [ses.path] * 2


def test_a_subscription_is_for_the_operator_to_confirm(world, ses):
    url = "https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn&Token=2336412f"
    changed = {"Type": "SubscriptionConfirmation", "SubscribeURL": url, "Token": "2336412f", "Subject": None}
    text = "You have chosen to subscribe to the topic."
    event = ses.signed(text, time.time(), ses.secret, **changed)
    assert hear(world, ses, event).json == {**NOTHING, "subscribeURL": url}
    forged = copy.deepcopy(event)
    forged["body"] = forged["body"].replace("sns.us-east-1.amazonaws.com/?Action", "evil.example/?Action")
    assert hear(world, ses, forged).code == "auth/unauthenticated"


def test_the_older_kind_of_notification_and_a_topics_greeting_are_read(world, ses):
    token = sent(world, ses)
    event = ses.event("bounced")
    event["notificationType"] = event.pop("eventType")
    now = time.time()
    assert hear(world, ses, ses.signed(json.dumps(event), now, ses.secret, Subject=None)).json["processed"] == 1
    assert delivery(world, token) == ["bounced"]
    greeting = "Successfully validated SNS topic for Amazon SES event publishing."
    assert hear(world, ses, ses.signed(greeting, now, ses.secret)).json == {**NOTHING, "ignored": 1}


def test_a_complaint_that_says_it_is_no_spam_is_none(world, ses):
    sent(world, ses)
    event = ses.event("complained")
    event["complaint"]["complaintFeedbackType"] = "not-spam"
    now = time.time()
    assert hear(world, ses, ses.signed(json.dumps(event), now, ses.secret)).json == {**NOTHING, "ignored": 1}


@pytest.mark.parametrize("url", [
    "{}/SimpleNotificationService-x.pem?x=.pem", "{}/other.pem", "{}/a/SimpleNotificationService-f3.pem",
    "http://evil.example/SimpleNotificationService-f3.pem", "https://evil.example/SimpleNotificationService-f3.pem",
    "https://sns.us-east-1.amazonaws.com.evil.example/SimpleNotificationService-f3.pem",
    "https://sns.us-east-1.amazonaws.com@127.0.0.1/SimpleNotificationService-f3.pem",
    "https://s3.us-east-1.amazonaws.com/SimpleNotificationService-f3.pem",
    "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-f3.pem",
    "https://sns.us-east-1.amazonaws.com:444/SimpleNotificationService-f3.pem",
    "http://sns.us-east-1.amazonaws.com/SimpleNotificationService-f3.pem", "file:///etc/passwd", "", None, 7])
def test_a_certificate_from_anywhere_else_vouches_for_nothing(world, ses, url):
    ses.certificates.put("/other.pem", ses.certificates.pages[ses.path][2])
    url = url.format(ses.certificates.url) if isinstance(url, str) else url
    event = ses.signed(json.dumps(ses.event("bounced")), time.time(), ses.secret, SigningCertURL=url)
    assert hear(world, ses, event).code == "auth/unauthenticated"
    assert ses.certificates.asked == []


def test_a_certificate_on_this_machine_needs_to_be_allowed(world, ses):
    assert hear(world, ses, ses.tell("bounced"), ALLOW_INSECURE=None).code == "auth/unauthenticated"
    assert ses.certificates.asked == []


@pytest.mark.parametrize("body", [b"", b"<html>", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
def test_what_is_no_certificate_vouches_for_nothing(world, ses, body):
    ses.certificates.put(ses.path, body)
    assert hear(world, ses, ses.tell("bounced")).code == "auth/unauthenticated"


def test_while_no_certificate_can_be_had_the_event_is_not_answered(world, ses):
    sent(world, ses)
    ses.certificates.put(ses.path, b"", 503)
    answer = hear(world, ses, ses.tell("bounced"))
    assert (answer.status, answer.code) == (75, "service/unavailable")


@pytest.mark.parametrize("topic", ["arn:aws:sns:us-east-1:123456789012:other", "arn:aws:sns:us-east-1:999999999999:mail-events", "x"])
def test_a_topic_of_somebody_else_is_refused(world, ses, topic):
    event = ses.signed(json.dumps(ses.event("bounced")), time.time(), ses.secret, TopicArn=topic)
    assert hear(world, ses, event).code == "auth/unauthenticated" and ses.certificates.asked == []


# What follows


BOUNCED = "Client added, but mail to kim@example.com has come back before. Check the address, or pass the invitation on as a link."
REFUSED = "Client added, but kim@example.com has asked not to get mail from us. Pass the invitation on as a link."


@pytest.mark.parametrize("kind, shown, message, resent", [
    ("bounced", "bounced", BOUNCED, "Mail to kim@example.com has come back before. Check the address, or pass the invitation on as a link."),
    ("complained", "failed", REFUSED, "kim@example.com has asked not to get mail from us. Pass the invitation on as a link.")])
def test_another_invitation_to_the_address_is_not_sent_and_the_inviter_is_told(world, kind, shown, message, resent):
    vendor = VENDORS["postmark"]()
    ada = sent(world, vendor)
    hear(world, vendor, vendor.tell(kind))
    bob = world.inviter("bob")
    answer = send(world, bob, address="KIM@Example.com").json
    assert answer["invitation"]["delivery"] == shown and answer["message"] == message.replace("kim@", "KIM@")
    assert delivery(world, bob) == [shown]
    [invitation] = world.rows("SELECT id FROM invitations ORDER BY sent_at LIMIT 1")
    again = world.run("resend-invitation", {"invitationId": invitation["id"]}, ada).json
    assert again["invitation"]["delivery"] == shown and again["message"] == resent
    rows = outbox(world)[1:]
    assert [row["state"] for row in rows] == ["failed"] * 2 and {row["trouble"] for row in rows} == {f"suppressed: {kind}"}
    assert all(row["sealed_values"] is None for row in rows) and len(world.mails()) == 1


@pytest.mark.parametrize("language, words", [("de-AT", "kamen schon einmal zurück"), ("es", "ya se devolvieron")])
def test_the_inviter_is_told_in_three_languages(world, language, words):
    vendor = VENDORS["postmark"]()
    sent(world, vendor)
    hear(world, vendor, vendor.tell("bounced"))
    data = {"client": {"name": "Kim", "email": "kim@example.com"}}
    answer = world.run("send-invitation", data, world.inviter("bob"), acceptlanguage=language).json
    assert words in answer["message"]


def test_of_a_list_only_those_who_may_be_written_to_get_mail(world):
    vendor = VENDORS["postmark"]()
    sent(world, vendor)
    hear(world, vendor, vendor.tell("bounced"))
    clients = [{"name": name, "email": f"{name}@example.com"} for name in ("lee", "kim", "max")]
    results = world.run("send-invitation", {"clients": clients}, world.inviter("bob")).json["results"]
    assert [result["invitation"]["delivery"] for result in results] == ["sent", "bounced", "sent"]
    results = world.run("send-invitation", {"clients": clients}, world.inviter("eve")).json["results"]
    assert [result["message"].startswith("Client added, but") for result in results] == [False, True, False]
    only = world.run("send-invitation", {"clients": clients[1:2]}, world.inviter("joe")).json["results"]
    assert only[0]["invitation"]["delivery"] == "bounced"


def test_the_apps_own_server_hears_of_a_bounce_once(world):
    world.policy({**POLICY, "webhooks": [{"url": "https://app.example/hook", "events": ["invitation.bounced"]}]})
    vendor = VENDORS["postmark"]()
    sent(world, vendor)
    for kind in ("delivered", "bounced", "bounced"):
        hear(world, vendor, vendor.tell(kind))
    assert [row["recipient"] for row in outbox(world) if row["kind"] == "webhook"] == ["https://app.example/hook"]


def test_a_link_can_be_passed_on_all_the_same(world):
    vendor = VENDORS["postmark"]()
    sent(world, vendor)
    hear(world, vendor, vendor.tell("bounced"))
    assert world.accept(world.invite(world.inviter("bob"))["code"]).status == 0


def test_what_waits_in_the_queue_is_not_sent_either(world):
    vendor = VENDORS["postmark"]()
    sent(world, vendor)
    bob = world.inviter("bob")
    send(world, bob, env=UNREACHABLE)
    hear(world, vendor, vendor.tell("bounced"))
    assert deliver(world)["sent"] == 0 and len(world.mails()) == 1
    assert delivery(world, bob) == ["bounced"] and outbox(world)[1]["trouble"] == "suppressed: bounced"


def test_nobody_is_reminded_at_an_address_that_bounced(world):
    world.policy({**POLICY, "invitation": {"remindDaysBefore": [3]}})
    vendor = VENDORS["postmark"]()
    sent(world, vendor)
    hear(world, vendor, vendor.tell("bounced"))
    for column in ("sent_at", "expires_at", "remind_at"):
        world.age("invitations", column, 28 * 86_400)
    world.run("expire-invitations")
    assert deliver(world, later=0)["sent"] == 0 and len(world.mails()) == 1


@pytest.mark.parametrize("reason, told", [("bounced", True), ("complained", False), ("unsubscribed", True)])
def test_who_asks_for_a_mail_gets_it_and_other_mail_about_the_account_as_the_list_says(world, reason, told):
    world.policy(policy())
    answer = sign_up(world)
    session = answer.json["session"]["accessToken"]
    world.rows("UPDATE accounts SET email_verified = 1")
    world.rows(f"INSERT INTO suppressions (address_key, reason, at) VALUES ('kim@example.com', '{reason}', 0)")
    before = len(world.mails())
    world.run("reset-password", {"email": "kim@example.com"})
    assert deliver(world, later=0)["sent"] == 1
    assert world.run("update-account", {"email": "kim@new.example"}, session).json["account"], answer
    deliver(world, later=0)
    kinds = {row["kind"]: row["state"] for row in outbox(world)}
    assert kinds["reset-password"] == kinds["confirm-email-change"] == kinds["verify-email"] == "sent"
    assert kinds["email-change-notice"] == ("sent" if told else "failed")
    assert len(world.mails()) - before == (3 if told else 2)


def test_a_worse_reason_takes_the_place_of_a_lesser_one_and_not_the_other_way(world):
    vendor = VENDORS["postmark"]()
    sent(world, vendor)
    send(world, world.inviter("bob"))
    ids = [row["id"] for row in outbox(world)]
    hear(world, vendor, vendor.tell("complained", own=ids[0]))
    hear(world, vendor, vendor.tell("bounced", own=ids[1]))
    assert suppressions(world) == {"kim@example.com": "complained"}


def test_the_token_in_a_google_sign_in_is_not_needed(world):
    """A runner calls it without a session, whatever is in the envelope."""
    vendor = VENDORS["postmark"]()
    sent(world, vendor)
    event = {"specversion": "1.0", "type": "mail", "source": "/postmark", "id": "1", "authorization": "Bearer " + id_token(),
             "data": vendor.tell("delivered")}
    assert hear(world, vendor, event).json == {**NOTHING, "processed": 1}
    assert hear(world, vendor, event).json == {**NOTHING, "processed": 1}
