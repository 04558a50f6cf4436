# SPDX-License-Identifier: Apache-2.0
"""Queued mail: retries, cancellation, and erasure of its content."""

import shutil
import time

import pytest
from faulty import clock
from smtp_servers import (
    UNREACHABLE,
    Recorder,
    deliver,
    delivery,
    killed_while,
    outbox,
    seconds_until_due,
    send,
    started_with_input,
    wait_until,
)
from worlds import POLICY, code_of

pytestmark = [pytest.mark.postgresql, pytest.mark.unpooled]


def queued(world, token, **client):
    """An invitation with a queued mail."""
    answer = send(world, token, env=UNREACHABLE, **client)
    assert answer.status == 0 and answer.json["invitation"]["delivery"] == "queued", answer
    return answer.json["invitation"]


def test_a_mail_that_no_relay_accepts_is_sent_later_with_its_code(world):
    token = world.inviter()
    answer = send(world, token, env=UNREACHABLE)
    assert answer.json["message"] == "Client added. The invitation to kim@example.com is on its way."
    [row] = outbox(world)
    assert row["state"] == "queued" and row["attempts"] == 0 and 50 < seconds_until_due(row) <= 60
    assert world.run("deliver-mail").json == {"sent": 0, "retried": 0, "failed": 0, "unknown": 0, "more": False}
    assert deliver(world) == {"sent": 1, "retried": 0, "failed": 0, "unknown": 0, "more": False}
    assert delivery(world, token) == ["sent"]
    assert world.accept(code_of(world.mails()[0])).status == 0


@pytest.mark.parametrize("become", ["revoked", "expired", "expired and swept"])
def test_the_queued_mail_of_an_invalid_invitation_is_not_sent(world, become):
    token = world.inviter()
    invitation = queued(world, token)
    if become == "revoked":
        assert world.run("revoke-invitation", {"invitationId": invitation["id"]}, token).status == 0
    else:
        world.age("invitations", "expires_at", 32 * 86_400)
        if become == "expired and swept":
            assert world.run("expire-invitations").json["expired"] == 1
    assert deliver(world) == {"sent": 0, "retried": 0, "failed": 0, "unknown": 0, "more": False}
    assert world.mails() == []
    assert outbox(world)[0]["state"] == "cancelled" and outbox(world)[0]["sealed_values"] is None


def test_the_queued_reminder_of_an_accepted_invitation_is_not_sent(world):
    world.policy({**POLICY, "invitation": {"remindDaysBefore": [3]}})
    send(world, world.inviter())
    for column in ("sent_at", "expires_at", "remind_at"):
        world.age("invitations", column, 28 * 86_400)
    assert world.run("expire-invitations").json["reminded"] == 1
    assert world.accept(code_of(world.mails()[0])).status == 0
    assert deliver(world, later=0)["sent"] == 1
    assert [mail["To"].addresses[0].addr_spec for mail in world.mails()] == ["kim@example.com", "ada@example.com"]
    assert {row["kind"]: row["state"] for row in outbox(world)} == {
        "invitation": "sent", "reminder": "cancelled", "invitation-accepted": "sent"}


def test_a_resent_invitation_replaces_the_queued_mail(world):
    token = world.inviter()
    invitation = queued(world, token)
    world.run("resend-invitation", {"invitationId": invitation["id"]}, token)
    assert deliver(world)["sent"] == 0
    [mail] = world.mails()
    assert world.accept(code_of(mail)).status == 0


@pytest.mark.parametrize("way", ["resent", "revoked and sent again"])
def test_a_mail_left_by_a_killed_process_is_not_sent_after_its_code_became_invalid(world, way):
    token = world.inviter()
    with Recorder(stall="MAIL") as server:
        killed_while(world, token, server, "MAIL")
    [invitation] = world.rows("SELECT id FROM invitations")
    assert outbox(world)[0]["state"] == "leased"
    if way == "resent":
        world.run("resend-invitation", {"invitationId": invitation["id"]}, token)
    else:
        world.run("revoke-invitation", {"invitationId": invitation["id"]}, token)
        send(world, token)
    deliver(world)
    codes = [code_of(mail) for mail in world.mails()]
    assert [world.run("preview-invitation", {"code": code}).code for code in codes] == [None]


def test_the_content_of_a_mail_is_erased_when_it_ends(world):
    token = world.inviter()
    send(world, token)
    queued(world, token, address="lee@example.com")
    with Recorder({"RCPT": "550 5.1.1 No such user"}) as server:
        send(world, token, address="max@example.com", env=server.env)
    rows = {row["recipient"].split("@")[0]: row for row in outbox(world)}
    assert {name: row["state"] for name, row in rows.items()} == {"kim": "sent", "lee": "queued", "max": "failed"}
    # A mail that bounced can be sent again while its invitation can be accepted.
    assert rows["kim"]["sealed_values"] is None and rows["max"]["sealed_values"]
    assert rows["lee"]["sealed_values"] and rows["kim"]["ended_at"] and rows["max"]["ended_at"]
    world.age("outbox", "expires_at", 40 * 86_400)
    world.age("invitations", "expires_at", 40 * 86_400)
    deliver(world)
    world.run("purge-records")
    assert all(row["sealed_values"] is None for row in outbox(world))


def test_a_mail_that_is_delivered_again_after_a_crash_replaces_itself_in_the_maildir(world):
    token = world.inviter()
    queued(world, token)
    world.age("outbox", "due_at", 60)
    [before] = outbox(world)
    assert world.run("deliver-mail").json["sent"] == 1
    # As if the process had been killed after the file was written and before the row was.
    world.rows(f"UPDATE outbox SET {', '.join(f'{column} = ?' for column in before)}", tuple(before.values()))
    assert world.run("deliver-mail", env=clock("+2s")).json["sent"] == 1
    assert len(world.mails()) == 1


@pytest.mark.slow
def test_two_concurrent_runs_of_deliver_mail_never_send_a_mail_twice(world):
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(26)]
    world.run("send-invitation", {"clients": clients}, world.inviter(), env=UNREACHABLE)
    world.age("outbox", "due_at", 60)

    def slow_down(line):
        """Delays the first batch of 20 mails for most of the 10-second deadline."""
        if line == b"DATA\r\n":
            until = {9: 4, 19: 7.7, 20: 8.5}.get(len(slow.messages), 0)
            # The delay is the slow server that the test is about.
            time.sleep(max(0, start + until - time.monotonic()))

    with Recorder(choose=slow_down) as slow, Recorder() as fast:
        start = time.monotonic()
        first = started_with_input(world.start("deliver-mail", {}, **slow.env))
        wait_until(lambda: len(slow.said("DATA")) >= 21, 20)
        second = world.run("deliver-mail", env=fast.env).json
        assert world.finish(first).json["sent"] >= 21
    assert second["sent"] == 0
    deliver(world)
    assert len(slow.messages) + len(world.mails()) == 26


@pytest.fixture
def broken_spanish(world):
    """Templates of which one language cannot be read."""
    folder = world.folder / "templates"
    shutil.copytree(world.env["TEMPLATES_DIR"], folder)
    (folder / "mail/invitation/words.es.json").write_text('{"greeting": "{{#client}}{{name}}"}')
    return {"TEMPLATES_DIR": str(folder)}


def test_one_mail_that_cannot_be_rendered_does_not_block_the_others(world, broken_spanish):
    token = world.inviter()
    queued(world, token, locale="es")
    queued(world, token, address="lee@example.com")
    for _ in range(2):
        world.age("outbox", "due_at", 10**6, "state IN ('queued', 'leased')")
        world.run("deliver-mail", env=broken_spanish)
    assert [mail["To"].addresses[0].addr_spec for mail in world.mails()] == ["lee@example.com"]
    deliver(world)
    assert len(world.mails()) == 2


def test_an_unanswered_call_adds_no_client(world, broken_spanish):
    answer = send(world, world.inviter(), locale="es", env=broken_spanish)
    added = world.rows("SELECT id FROM clients")
    assert answer.status == 78 and not added, answer


def test_a_bulk_call_answers_in_order_and_sends_every_mail_that_it_granted(world):
    token = world.inviter()
    send(world, token, address="client7@example.com")
    clients = [{"name": f"Client {number}", "email": f"client{number}@example.com"} for number in range(25)]
    clients[13] = {**clients[12], "email": "CLIENT12@example.com"}
    results = world.run("send-invitation", {"clients": clients}, token).json["results"]
    assert len(results) == 25
    for number, result in enumerate(results):
        if number in (7, 13):
            assert result["error"]["code"] == "client/duplicate" and result["error"]["userMessage"]
        else:
            assert result["client"]["email"] == f"client{number}@example.com"
            assert result["client"]["name"] == f"Client {number}" and result["invitation"]["delivery"] == "sent"
            assert result["message"] == f"Client added and invitation sent to client{number}@example.com"
    assert len(world.mails()) == 24 and len({code_of(mail) for mail in world.mails()}) == 24
    assert len({mail["Message-ID"] for mail in world.mails()}) == 24
    assert {row["state"] for row in outbox(world)} == {"sent"}
    assert len(world.run("list-clients", {"limit": 100}, token).json["clients"]) == 24


def test_entries_of_a_bulk_call_with_an_invalid_address_get_no_mail(world):
    clients = [{"name": "Kim", "email": "kim@example.com"}, {"name": "Lee", "email": "lee@"}, {"name": "Max", "email": "max@example.com"}]
    results = world.run("send-invitation", {"clients": clients}, world.inviter()).json["results"]
    assert [result.get("error", {}).get("code") for result in results] == [None, "event/invalid", None]
    assert [mail["to"].addresses[0].username for mail in world.mails()] == ["kim", "max"]


def test_deliver_mail_stops_at_its_limit_and_reports_more(world):
    token = world.inviter()
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(5)]
    world.run("send-invitation", {"clients": clients}, token, env=UNREACHABLE)
    world.age("outbox", "due_at", 60)
    first = world.run("deliver-mail", {"limit": 3})
    assert first.status == 0, first.stderr
    assert first.json == {
        "sent": 3, "retried": 0, "failed": 0, "unknown": 0, "more": True}
    assert world.run("deliver-mail", {"limit": 3}).json == {
        "sent": 2, "retried": 0, "failed": 0, "unknown": 0, "more": False}
    assert len(world.mails()) == 5


def test_a_mail_that_was_not_tried_has_no_attempt(world):
    token = world.inviter()
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(6)]
    with Recorder(stall="GREETING") as server:
        world.run("send-invitation", {"clients": clients}, token, env={**server.env, "DEADLINE_SECONDS": "2"})
        for _ in range(3):
            world.age("outbox", "due_at", 3600)
            world.run("deliver-mail", env={**server.env, "DEADLINE_SECONDS": "2", "MAIL_CONNECTIONS": "1"})
    assert sum(row["attempts"] for row in world.rows("SELECT attempts FROM outbox")) <= 4
    world.age("outbox", "due_at", 3600)
    assert world.run("deliver-mail").json["sent"] == 6


def test_an_invitation_that_is_revoked_while_a_bulk_call_sends_gets_no_mail(world):
    token = world.inviter()
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(150)]
    event = {"authorization": f"Bearer {token}", "data": {"clients": clients}}
    process = started_with_input(world.start("send-invitation", event))
    wait_until(lambda: world.rows("SELECT count(*) AS n FROM invitations")[0]["n"] == 150, 20)
    last = world.rows("SELECT id FROM invitations WHERE email = 'kim149@example.com'")[0]["id"]
    assert world.run("revoke-invitation", {"invitationId": last}, token).code is None
    world.finish(process)
    assert world.rows("SELECT state FROM outbox ORDER BY id DESC LIMIT 1") == [{"state": "cancelled"}]
    assert not any("kim149@" in str(mail["to"]) for mail in world.mails())
