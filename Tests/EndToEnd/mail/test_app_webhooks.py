# SPDX-License-Identifier: Apache-2.0
"""Webhooks to the app's own server: signed, sent after the commit, and retried until they are accepted."""

import json

import pytest
from app_webhooks import SECRET, deliver, hooked
from http_receiver import Receiver
from standardwebhooks.webhooks import Webhook, WebhookVerificationError


def types(receiver):
    return [json.loads(body)["type"] for _, _, body in receiver.requests]


def test_an_app_gets_webhooks_about_accounts_and_invitations(world):
    with Receiver() as receiver:
        hooked(world, receiver.url + "/hook")
        token = world.inviter()
        client = {"name": "Kim", "email": "kim@example.com"}
        invitation = world.run("send-invitation", {"client": client}, token).json["invitation"]
        code = world.invite(token, "lee")["code"]
        world.accept(code, "lee")
        world.age("invitations", "expires_at", 40 * 86_400, "status = 'pending'")
        world.run("expire-invitations")
        deliver(world)
    assert sorted(types(receiver)) == [
        "account.created", "account.created", "invitation.accepted", "invitation.expired", "invitation.sent"]
    received = {payload["type"]: payload["data"] for payload in (json.loads(body) for _, _, body in receiver.requests)}
    assert received["invitation.sent"] == {
        "invitationId": invitation["id"], "clientId": invitation["clientId"], "inviterId": received["invitation.sent"]["inviterId"],
        "email": "kim@example.com"}
    assert received["invitation.accepted"]["accountId"] and received["invitation.accepted"]["email"] == "lee@example.com"


def test_the_library_of_standard_webhooks_accepts_the_signature(world):
    with Receiver() as receiver:
        hooked(world, receiver.url)
        world.inviter()
        deliver(world)
    (_, headers, body), = receiver.requests
    assert Webhook(SECRET).verify(body, headers)["type"] == "account.created"
    with pytest.raises(WebhookVerificationError):
        Webhook(SECRET).verify(body.replace(b"admin", b"other"), headers)


def test_a_failed_webhook_is_retried_with_the_same_id(world):
    with Receiver(500, None, 200) as receiver:
        hooked(world, receiver.url)
        world.inviter()
        for _ in range(3):
            deliver(world)
            world.age("outbox", "due_at", 3600)
    assert len(receiver.requests) == 3
    assert len({headers["webhook-id"] for _, headers, _ in receiver.requests}) == 1
    assert world.rows("SELECT state, sealed_values FROM outbox") == [{"state": "sent", "sealed_values": None}]


def test_a_webhook_to_a_receiver_that_is_gone_is_not_retried(world):
    with Receiver(410) as receiver:
        hooked(world, receiver.url)
        world.inviter()
        assert deliver(world)["failed"] == 1
    assert world.rows("SELECT state FROM outbox") == [{"state": "failed"}]


def test_only_the_configured_types_are_sent(world):
    with Receiver() as receiver:
        hooked(world, receiver.url, events=["invitation.accepted"])
        token = world.inviter()
        world.accept(world.invite(token)["code"])
        deliver(world)
    assert types(receiver) == ["invitation.accepted"]


def test_refused_events_send_no_webhook(world):
    with Receiver() as receiver:
        hooked(world, receiver.url)
        assert world.accept("NONE").code == "invitation/not-found"
        deliver(world)
    assert receiver.requests == []


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "10.0.0.1", "192.168.1.1", "169.254.169.254",
    "[::ffff:127.0.0.1]", "[fd00::1]"])
def test_private_addresses_are_not_called(world, host):
    with Receiver() as receiver:
        hooked(world, f"https://{host}:{receiver.server_port}/")
        world.inviter()
        assert deliver(world, ALLOW_INSECURE=None)["retried"] == 1
        failure = world.rows("SELECT trouble FROM outbox")[0]["trouble"]
    assert receiver.requests == [] and "not public" in failure


def test_plain_http_is_not_used_unless_it_is_allowed(world):
    with Receiver() as receiver:
        hooked(world, receiver.url)
        world.inviter()
        deliver(world, ALLOW_INSECURE=None)
    assert receiver.requests == []


def test_without_a_secret_the_webhook_waits_for_the_operator(world):
    with Receiver() as receiver:
        hooked(world, receiver.url)
        world.inviter()
        deliver(world, WEBHOOK_SIGNING_SECRET=None)
        assert "WEBHOOK_SIGNING_SECRET" in world.rows("SELECT trouble FROM outbox")[0]["trouble"]
        world.age("outbox", "due_at", 3600)
        deliver(world)
    assert types(receiver) == ["account.created"]


def test_redirects_are_not_followed(world):
    with Receiver() as elsewhere, Receiver((302, {"Location": elsewhere.url}, b"")) as receiver:
        hooked(world, receiver.url)
        world.inviter()
        assert deliver(world)["retried"] == 1
        assert elsewhere.requests == []
