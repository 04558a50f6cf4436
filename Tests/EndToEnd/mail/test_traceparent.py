# SPDX-License-Identifier: Apache-2.0
"""The traceparent of an event is forwarded with the requests that it queued."""

import pytest
from app_webhooks import ENV as HOOK
from http_receiver import Receiver
from http_vendors import ACCEPTED, KEYS, VENDORS
from mail_vendors import SES
from worlds import POLICY

TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
OTHER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"
CLIENT = {"name": "Kim", "email": "kim@example.com", "phone": "+15551234567"}


def traces(receiver):
    return [headers.get("traceparent") for _, headers, _ in receiver.requests]


def answer(vendor):
    import json
    status, headers, body, _ = ACCEPTED[vendor]
    return status, headers, body if isinstance(body, bytes) else json.dumps(body).encode()


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_mail_to_a_vendor_carries_the_trace(world, vendor):
    token = world.inviter()
    with Receiver(answer(vendor)) as receiver:
        env = {"MAIL_URL": vendor, "MAIL_API_URL": receiver.url, **KEYS}
        world.run("send-invitation", {"client": CLIENT}, token, env=env, traceparent=TRACE)
        world.run("send-invitation", {"client": {**CLIENT, "email": "lee@example.com"}}, token, env=env)
        assert traces(receiver) == [TRACE, None]
        world.run("reset-password", {"email": "ada@example.com"}, traceparent=TRACE)
        world.policy({**POLICY, "providers": {**POLICY["providers"], "password": {}}})
        assert world.run("reset-password", {"email": "ada@example.com"}, traceparent=TRACE).code is None
        world.run("deliver-mail", env=env, traceparent=OTHER)
    assert traces(receiver) == [TRACE, None, TRACE]


def test_a_retried_mail_carries_the_trace_of_the_event_that_queued_it(world):
    token = world.inviter()
    with Receiver((503, {}, b"{}"), answer("resend:")) as receiver:
        env = {"MAIL_URL": "resend:", "MAIL_API_URL": receiver.url, **KEYS}
        world.run("send-invitation", {"client": CLIENT}, token, env=env, traceparent=TRACE)
        world.age("outbox", "due_at", 3600)
        world.age("relays", "next_try_at", 3600)
        assert world.run("deliver-mail", env=env, traceparent=OTHER).json["sent"] == 1
    assert traces(receiver) == [TRACE, TRACE]
    assert world.rows("SELECT traceparent FROM outbox") == [{"traceparent": TRACE}]


def test_a_text_message_carries_the_trace(world):
    token = world.inviter()
    with Receiver((503, {}, b"{}"), (201, {}, b'{"sid":"SM1"}')) as receiver:
        env = {"SMS_URL": "twilio:AC1", "SMS_API_KEY": "t", "SMS_FROM": "+15550001111", "SMS_API_URL": receiver.url}
        world.run("send-invitation", {"client": CLIENT, "deliver": "sms"}, token, env=env, traceparent=TRACE)
        world.age("outbox", "due_at", 3600)
        world.run("deliver-mail", env=env, traceparent=OTHER)
    assert traces(receiver) == [TRACE, TRACE]


def test_a_webhook_carries_the_trace(world):
    with Receiver() as receiver:
        world.policy({**POLICY, "webhooks": [{"url": receiver.url}]})
        token = world.sign_in("ada")["session"]["accessToken"]
        world.run("deliver-mail", env=HOOK, traceparent=OTHER)
        assert traces(receiver) == [None]
        world.run("send-invitation", {"client": CLIENT}, token, env=HOOK, traceparent=TRACE)
        world.run("deliver-mail", env=HOOK, traceparent=OTHER)
    assert traces(receiver) == [None, TRACE]


def test_a_webhook_about_a_mail_carries_the_mails_trace_unless_deliver_mail_has_one(world):
    for own, expected in ((None, TRACE), (OTHER, OTHER)):
        with Receiver() as receiver:
            world.policy({**POLICY, "webhooks": [{"url": receiver.url, "events": ["invitation.sent"]}]})
            token = world.inviter("ada" if own else "eve")
            world.run(
                "send-invitation", {"client": CLIENT}, token, env={**HOOK, "MAIL_URL": "smtp://127.0.0.1:9?tls=none"},
                traceparent=TRACE)
            world.age("outbox", "due_at", 3600, "kind <> 'webhook'")
            attributes = {"traceparent": own} if own else {}
            for _ in range(2):
                world.run("deliver-mail", env=HOOK, **attributes)
        assert traces(receiver) == [expected]


def test_the_request_for_an_sns_certificate_carries_the_trace(world):
    vendor = SES()
    with vendor.certificates as certificates:
        world.run("on-mail-event", event={**vendor.webhook("delivered"), "traceparent": TRACE}, env=vendor.env)
        event = {"data": vendor.webhook("delivered"), "traceparent": TRACE}
        world.rows("DELETE FROM key_sets")
        world.run("on-mail-event", event=event, env=vendor.env)
    assert certificates.requests[-1][1]["traceparent"] == TRACE


def test_an_invalid_trace_is_not_forwarded(world):
    token = world.inviter()
    with Receiver(answer("resend:")) as receiver:
        env = {"MAIL_URL": "resend:", "MAIL_API_URL": receiver.url, **KEYS}
        world.run("send-invitation", {"client": CLIENT}, token, env=env, traceparent="00-x: y")
    assert traces(receiver) == [None]
