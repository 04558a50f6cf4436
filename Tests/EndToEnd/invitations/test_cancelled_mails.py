# SPDX-License-Identifier: Apache-2.0
"""Invitations that end before their mail has left the queue."""

import pytest
from members import KIM, clients, rules
from people import granted

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(rules())]
AWAY = {"MAIL_URL": "smtp://127.0.0.1:1?tls=none"}


def queued(world, token):
    """An invitation whose mail waits, because the relay is out of reach."""
    sent = granted(world.run("send-invitation", {"client": KIM}, token, env=AWAY))
    assert sent["invitation"]["delivery"] == "queued"
    return sent["invitation"]["id"]


def revoke(world, token, invitation):
    granted(world.run("revoke-invitation", {"invitationId": invitation}, token))


def expire(world, token, invitation):
    world.rows("UPDATE invitations SET expires_at = 1")
    granted(world.run("expire-invitations"))


def accept(world, token, invitation):
    kim = world.sign_in("kim", **{"as": "client"})["session"]["accessToken"]
    granted(world.run("accept-invitation", {"invitationId": invitation}, kim))


def let_the_mail_find_its_end(world, token, invitation):
    world.rows("UPDATE invitations SET expires_at = 1")
    world.rows("UPDATE outbox SET due_at = 0, expires_at = 1")
    granted(world.run("deliver-mail"))


@pytest.mark.parametrize("end, status, sent", [
    (revoke, "revoked", 0), (expire, "expired", 0), (accept, "accepted", 1), (let_the_mail_find_its_end, "expired", 0)])
def test_the_delivery_of_an_invitation_whose_mail_was_cancelled_is_not_queued_for_ever(world, ada, end, status, sent):
    invitation = queued(world, ada)
    end(world, ada, invitation)
    assert granted(world.run("deliver-mail"))["sent"] <= (status == "accepted"), "at most the notice to the inviter"
    [client] = clients(world, ada)
    assert (client["invitation"]["status"], client["invitation"]["delivery"]) == (status, "cancelled")
    found = granted(world.run("get-client", {"clientId": client["id"]}, ada))
    assert found["invitation"]["delivery"] == "cancelled"
    assert [delivery["status"] for delivery in found["deliveries"]] == ["cancelled"]
    days = granted(world.run("invitation-report", {}, ada))["days"]
    assert sum(day["sent"] for day in days) == sent == sum(day["accepted"] for day in days)


def test_an_invitation_whose_mail_has_gone_keeps_its_delivery(world, ada):
    sent = granted(world.run("send-invitation", {"client": KIM}, ada))
    revoke(world, ada, sent["invitation"]["id"])
    [client] = clients(world, ada)
    assert client["invitation"]["delivery"] == "sent"
    assert granted(world.run("invitation-report", {}, ada))["days"][0]["sent"] == 1


def test_an_invitation_that_is_sent_again_has_the_delivery_of_the_new_mail(world, ada):
    invitation = queued(world, ada)
    granted(world.run("resend-invitation", {"invitationId": invitation}, ada))
    [client] = clients(world, ada)
    assert client["invitation"]["delivery"] == "sent"
