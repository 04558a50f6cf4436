# SPDX-License-Identifier: Apache-2.0
"""Addresses that bounced or complained get no further invitations."""

import pytest
from mail_vendors import VENDORS
from mail_webhooks import receive, sent, suppressions
from people import policy, sign_up
from smtp_servers import UNREACHABLE, deliver, delivery, outbox, send
from worlds import POLICY

pytestmark = pytest.mark.postgresql

# Effects


BOUNCED = "Client added, but earlier emails to kim@example.com couldn't be delivered. Check the address, or share a link instead."
REFUSED = "Client added, but kim@example.com has asked not to get emails from us. Share a link instead."


@pytest.mark.parametrize("kind, shown, message, resent", [
    ("bounced", "bounced", BOUNCED, "Earlier emails to kim@example.com couldn't be delivered. Check the address, or share a link instead."),
    ("complained", "failed", REFUSED, "kim@example.com has asked not to get emails from us. Share a link instead.")])
def test_a_further_invitation_to_a_suppressed_address_is_refused(world, kind, shown, message, resent):
    vendor = VENDORS["postmark"]()
    ada = sent(world, vendor)
    receive(world, vendor, vendor.webhook(kind))
    bob = world.inviter("bob")
    answer = send(world, bob, address="KIM@Example.com").json
    assert answer["invitation"]["delivery"] == shown and answer["message"] == message.replace("kim@", "KIM@")
    assert delivery(world, bob) == [shown]
    [invitation] = world.rows("SELECT id FROM invitations ORDER BY sent_at LIMIT 1")
    again = world.run("resend-invitation", {"invitationId": invitation["id"]}, ada).json
    assert again["invitation"]["delivery"] == shown and again["message"] == resent
    rows = outbox(world)[1:]
    assert [row["state"] for row in rows] == ["failed"] * 2 and {row["trouble"] for row in rows} == {f"suppressed: {kind}"}
    assert all(row["sealed_values"] for row in rows) and len(world.mails()) == 1


@pytest.mark.parametrize("language, words", [("de-AT", "konnten nicht zugestellt werden"), ("es", "no se pudieron entregar")])
def test_the_refusal_exists_in_three_languages(world, language, words):
    vendor = VENDORS["postmark"]()
    sent(world, vendor)
    receive(world, vendor, vendor.webhook("bounced"))
    data = {"client": {"name": "Kim", "email": "kim@example.com"}}
    answer = world.run("send-invitation", data, world.inviter("bob"), acceptlanguage=language).json
    assert words in answer["message"]


def test_entries_of_a_list_with_suppressed_addresses_get_no_mail(world):
    vendor = VENDORS["postmark"]()
    sent(world, vendor)
    receive(world, vendor, vendor.webhook("bounced"))
    clients = [{"name": name, "email": f"{name}@example.com"} for name in ("lee", "kim", "max")]
    results = world.run("send-invitation", {"clients": clients}, world.inviter("bob")).json["results"]
    assert [result["invitation"]["delivery"] for result in results] == ["sent", "bounced", "sent"]
    results = world.run("send-invitation", {"clients": clients}, world.inviter("eve")).json["results"]
    assert [result["message"].startswith("Client added, but") for result in results] == [False, True, False]
    only = world.run("send-invitation", {"clients": clients[1:2]}, world.inviter("joe")).json["results"]
    assert only[0]["invitation"]["delivery"] == "bounced"


def test_the_app_gets_one_webhook_per_bounce(world):
    world.policy({**POLICY, "webhooks": [{"url": "https://app.example/hook", "events": ["invitation.bounced"]}]})
    vendor = VENDORS["postmark"]()
    sent(world, vendor)
    for kind in ("delivered", "bounced", "bounced"):
        receive(world, vendor, vendor.webhook(kind))
    assert [row["recipient"] for row in outbox(world) if row["kind"] == "webhook"] == ["https://app.example/hook"]


def test_an_invitation_by_link_is_still_possible(world):
    vendor = VENDORS["postmark"]()
    sent(world, vendor)
    receive(world, vendor, vendor.webhook("bounced"))
    assert world.accept(world.invite(world.inviter("bob"))["code"]).status == 0


def test_queued_mail_to_a_suppressed_address_is_cancelled(world):
    vendor = VENDORS["postmark"]()
    sent(world, vendor)
    bob = world.inviter("bob")
    send(world, bob, env=UNREACHABLE)
    receive(world, vendor, vendor.webhook("bounced"))
    assert deliver(world)["sent"] == 0 and len(world.mails()) == 1
    assert delivery(world, bob) == ["bounced"] and outbox(world)[1]["trouble"] == "suppressed: bounced"


def test_an_address_that_bounced_gets_no_reminder(world):
    world.policy({**POLICY, "invitation": {"remindDaysBefore": [3]}})
    vendor = VENDORS["postmark"]()
    sent(world, vendor)
    receive(world, vendor, vendor.webhook("bounced"))
    for column in ("sent_at", "expires_at", "remind_at"):
        world.age("invitations", column, 28 * 86_400)
    world.run("expire-invitations")
    assert deliver(world, later=0)["sent"] == 0 and len(world.mails()) == 1


@pytest.mark.parametrize("reason, is_sent", [("bounced", True), ("complained", False), ("unsubscribed", True)])
def test_requested_mail_is_sent_and_other_account_mail_depends_on_the_reason(world, reason, is_sent):
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
    assert kinds["email-change-notice"] == ("sent" if is_sent else "failed")
    assert len(world.mails()) - before == (3 if is_sent else 2)


def test_a_worse_reason_replaces_a_lesser_one_but_not_vice_versa(world):
    vendor = VENDORS["postmark"]()
    sent(world, vendor)
    send(world, world.inviter("bob"))
    ids = [row["id"] for row in outbox(world)]
    receive(world, vendor, vendor.webhook("complained", own=ids[0]))
    receive(world, vendor, vendor.webhook("bounced", own=ids[1]))
    assert suppressions(world) == {"kim@example.com": "complained"}
