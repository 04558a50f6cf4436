# SPDX-License-Identifier: Apache-2.0
"""Events of Amazon SES on AWS Lambda."""

import json
import uuid

import pytest
from lambda_runner import message
from runners import Lambda, closing

TOPIC = "arn:aws:sns:eu-central-1:123456789012:mail"


def ses_bounce(mail):
    """The event that Amazon SES publishes about a mail to an address that does not exist."""
    return {
        "eventType": "Bounce", "mail": {
            "messageId": "ses-1", "tags": {}, "headers": [{"name": "Message-ID", "value": mail["Message-ID"]}]},
        "bounce": {
            "bounceType": "Permanent", "bounceSubType": "General",
            "bouncedRecipients": [{"emailAddress": "kim@example.com", "diagnosticCode": "smtp; 550 5.1.1 no such user"}]}}


def of_sns(event, topic=TOPIC):
    return {"Records": [{
        "EventSource": "aws:sns", "EventVersion": "1.0", "EventSubscriptionArn": f"{topic}:x", "Sns": {
            "Type": "Notification", "MessageId": str(uuid.uuid4()), "TopicArn": topic, "Subject": None,
            "Message": json.dumps(event), "Timestamp": "2019-01-02T12:45:07.000Z", "SignatureVersion": "1",
            "Signature": "EXAMPLE", "SigningCertUrl": "EXAMPLE", "UnsubscribeUrl": "EXAMPLE", "MessageAttributes": {}}}]}


def of_event_bridge(event):
    return {
        "version": "0", "id": str(uuid.uuid4()), "detail-type": "Email Bounced", "source": "aws.ses", "account": "123456789012",
        "time": "2026-11-25T12:00:00Z", "region": "eu-central-1", "resources": ["arn:x"], "detail": event}


@pytest.mark.parametrize("wrapped", [of_sns, of_event_bridge])
def test_an_event_of_amazon_ses_reaches_on_mail_event(world, aws, wrapped):
    token = world.inviter()
    world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token)
    [mail] = world.mails()
    event = wrapped(ses_bounce(mail))
    kind, body, _ = aws.invoke("on-mail-event", event)
    assert (kind, body["processed"]) == ("response", 1), body
    assert world.rows("SELECT count(*) AS n FROM suppressions") == [{"n": 1}]
    assert aws.invoke("on-mail-event", event)[1] == body, "Lambda may invoke a function twice"


def test_only_the_topics_of_the_variable_reach_on_mail_event(world):
    with closing(Lambda(world, SES_TOPIC_ARN=TOPIC)) as aws:
        event = {"eventType": "Send", "mail": {}}
        assert aws.invoke("on-mail-event", of_sns(event))[1]["ignored"] == 1
        refused = aws.invoke("on-mail-event", of_sns(event, TOPIC + "2"))[1]
        assert refused["error"]["code"] == "auth/unauthenticated"
    # The same text over HTTP is not vouched for.
    notification = of_sns(event)["Records"][0]["Sns"]
    answer = world.run("on-mail-event", {"headers": {}, "body": json.dumps(notification)}, env={"SES_TOPIC_ARN": TOPIC})
    assert answer.code == "auth/unauthenticated"


def test_a_message_that_is_refused_for_good_fails_only_if_the_queue_wants_it(world):
    refused, retried = message({"code": "A"}), message("{")
    with closing(Lambda(world, SQS_FAIL_REFUSED="1")) as aws:
        failures = aws.invoke("preview-invitation", {"Records": [refused, retried]})[1]["batchItemFailures"]
        assert failures == [{"itemIdentifier": refused["messageId"]}, {"itemIdentifier": retried["messageId"]}]
    with closing(Lambda(world)) as aws:
        assert aws.invoke("preview-invitation", {"Records": [refused]})[1] == {"batchItemFailures": []}
