# SPDX-License-Identifier: Apache-2.0
"""`on-mail-event`: notifications of Amazon SNS, their certificates and topics."""

import copy
import json
import time

import pytest
from doctor import findings
from mail_vendors import SES, VENDORS
from mail_webhooks import NOTHING, receive, sent
from smtp_servers import delivery
from worlds import id_token


@pytest.fixture
def ses():
    vendor = SES()
    with vendor.certificates:
        yield vendor


# Amazon SNS


@pytest.mark.parametrize("version", ["1", "2"])
def test_both_signature_versions_of_sns_are_verified_with_a_certificate_fetched_once(world, ses, version):
    ses.version = version
    sent(world, ses)
    for kind in ("delivered", "bounced", "complained"):
        assert receive(world, ses, ses.webhook(kind)).json["processed"] == 1
    assert ses.certificates.paths == [ses.path]
    world.age("key_sets", "fresh_until", 86_400)
    receive(world, ses, ses.webhook("opened"))
    assert ses.certificates.paths == [ses.path] * 2


def test_a_subscription_request_is_left_to_the_operator(world, ses):
    url = "https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn&Token=2336412f"
    changed = {"Type": "SubscriptionConfirmation", "SubscribeURL": url, "Token": "2336412f", "Subject": None}
    text = "You have chosen to subscribe to the topic."
    event = ses.signed(text, time.time(), ses.secret, **changed)
    assert receive(world, ses, event).json == {**NOTHING, "subscribeURL": url}
    [found] = findings(world, **ses.env)["mail events"]
    assert found[0] == "warning" and url in found[2]
    forged = copy.deepcopy(event)
    forged["body"] = forged["body"].replace("sns.us-east-1.amazonaws.com/?Action", "evil.example/?Action")
    assert receive(world, ses, forged).code == "auth/unauthenticated"


def test_the_older_notification_and_the_test_message_of_a_topic_are_read(world, ses):
    token = sent(world, ses)
    event = ses.event("bounced")
    event["notificationType"] = event.pop("eventType")
    now = time.time()
    assert receive(world, ses, ses.signed(json.dumps(event), now, ses.secret, Subject=None)).json["processed"] == 1
    assert delivery(world, token) == ["bounced"]
    greeting = "Successfully validated SNS topic for Amazon SES event publishing."
    assert receive(world, ses, ses.signed(greeting, now, ses.secret)).json == {**NOTHING, "ignored": 1}


def test_a_not_spam_complaint_is_not_a_complaint(world, ses):
    sent(world, ses)
    event = ses.event("complained")
    event["complaint"]["complaintFeedbackType"] = "not-spam"
    now = time.time()
    assert receive(world, ses, ses.signed(json.dumps(event), now, ses.secret)).json == {**NOTHING, "ignored": 1}


@pytest.mark.parametrize("url", [
    "{}/SimpleNotificationService-x.pem?x=.pem", "{}/other.pem", "{}/a/SimpleNotificationService-f3.pem",
    "http://evil.example/SimpleNotificationService-f3.pem", "https://evil.example/SimpleNotificationService-f3.pem",
    "https://sns.us-east-1.amazonaws.com.evil.example/SimpleNotificationService-f3.pem",
    "https://sns.us-east-1.amazonaws.com@127.0.0.1/SimpleNotificationService-f3.pem",
    "https://s3.us-east-1.amazonaws.com/SimpleNotificationService-f3.pem",
    "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-f3.pem",
    "https://sns.us-east-1.amazonaws.com:444/SimpleNotificationService-f3.pem",
    "http://sns.us-east-1.amazonaws.com/SimpleNotificationService-f3.pem", "file:///etc/passwd", "", None, 7])
def test_a_certificate_from_another_host_is_refused(world, ses, url):
    ses.certificates.put("/other.pem", ses.certificates.pages[ses.path][2])
    url = url.format(ses.certificates.url) if isinstance(url, str) else url
    event = ses.signed(json.dumps(ses.event("bounced")), time.time(), ses.secret, SigningCertURL=url)
    assert receive(world, ses, event).code == "auth/unauthenticated"
    assert ses.certificates.requests == []


def test_a_certificate_on_loopback_must_be_allowed(world, ses):
    assert receive(world, ses, ses.webhook("bounced"), ALLOW_INSECURE=None).code == "auth/unauthenticated"
    assert ses.certificates.requests == []


@pytest.mark.parametrize("body", [b"", b"<html>", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
def test_an_invalid_certificate_is_refused(world, ses, body):
    ses.certificates.put(ses.path, body)
    assert receive(world, ses, ses.webhook("bounced")).code == "auth/unauthenticated"


def test_without_a_certificate_the_event_is_unanswered(world, ses):
    sent(world, ses)
    ses.certificates.put(ses.path, b"", 503)
    answer = receive(world, ses, ses.webhook("bounced"))
    assert (answer.status, answer.code) == (75, "service/unavailable")


@pytest.mark.parametrize("topic", ["arn:aws:sns:us-east-1:123456789012:other", "arn:aws:sns:us-east-1:999999999999:mail-events", "x"])
def test_a_topic_of_another_owner_is_refused(world, ses, topic):
    event = ses.signed(json.dumps(ses.event("bounced")), time.time(), ses.secret, TopicArn=topic)
    assert receive(world, ses, event).code == "auth/unauthenticated" and ses.certificates.requests == []


def test_the_token_of_google_pub_sub_is_not_needed(world):
    """A runner calls it without a session, and ignores the token in the envelope."""
    vendor = VENDORS["postmark"]()
    sent(world, vendor)
    event = {"specversion": "1.0", "type": "mail", "source": "/postmark", "id": "1", "authorization": "Bearer " + id_token(),
             "data": vendor.webhook("delivered")}
    assert receive(world, vendor, event).json == {**NOTHING, "processed": 1}
    assert receive(world, vendor, event).json == {**NOTHING, "processed": 1}
