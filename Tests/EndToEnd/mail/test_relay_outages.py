# SPDX-License-Identifier: Apache-2.0
"""A relay that is out of service for minutes, hours or days: no mail is lost, and none is sent after what it carries has
ended. The clock is moved by making rows older."""

import json
from types import SimpleNamespace

import pytest
from mail_commands import command
from people import policy, sign_up, signed_up
from ports import free_port
from smtp_servers import Recorder, deliver, delivery, outbox, parsed, pass_time, send
from worlds import POLICY

MINUTE, HOUR, DAY = 60, 3600, 86_400


@pytest.fixture
def away(world):
    """A relay at which nothing listens yet, and mails of eight kinds that wait for it."""
    token = world.inviter()
    world.policy(policy(roles={**POLICY.get("roles", {}), "signUp": ["client"]}))
    port = free_port()
    env = {"MAIL_URL": f"smtp://127.0.0.1:{port}?tls=none"}
    world.env.update(env)
    for number in range(4):
        answer = send(world, token, "Kim", f"kim{number}@example.com")
        assert answer.code is None and answer.json["invitation"]["delivery"] == "queued", answer
    [first, *_] = world.rows("SELECT id FROM invitations ORDER BY sent_at")
    world.run("resend-invitation", {"invitationId": first["id"]}, token)
    session = signed_up(world, "lee")["accessToken"]
    world.rows("UPDATE accounts SET email_verified = 1")
    world.run("reset-password", {"email": "lee@example.com"})
    world.run("request-sign-in", {"email": "lee@example.com"})
    world.run("update-account", {"email": "lee@new.example"}, session)
    world.run("export-account", {}, session)
    world.run("deliver-mail")
    return SimpleNamespace(world=world, env=env, port=port, token=token)


def waits(world):
    return world.rows("SELECT * FROM outbox WHERE state IN ('queued', 'leased')")


def test_a_mail_that_has_waited_names_the_time_that_is_left(away):
    world = away.world
    pass_time(world, 3 * HOUR + 50 * MINUTE)
    with Recorder(port=away.port) as server:
        world.run("deliver-mail")
        texts = [parsed(message).get_body(("plain",)).get_content() for message in server.messages]
    assert [text for text in texts if "This link works for 20 hours" in text]
    assert not [text for text in texts if "works for 24 hours" in text]


@pytest.mark.parametrize("steps", [[5 * MINUTE] * 9, [30 * MINUTE] * 12, [8 * HOUR] * 12], ids=["45 minutes", "6 hours", "4 days"])
def test_no_mail_is_lost_while_the_relay_is_away(away, steps):
    world = away.world
    queued = waits(world)
    assert len({row["kind"] for row in queued}) >= 7, {row["kind"] for row in queued}
    for seconds in steps:
        pass_time(world, seconds)
        assert world.run("deliver-mail").status == 0
    valid = {row["id"] for row in queued if row["expires_at"] - row["created_at"] > sum(steps) * 1000 + HOUR * 1000}
    assert valid and {row["id"] for row in waits(world)} >= valid
    ended = world.rows("SELECT * FROM outbox WHERE state = 'failed'")
    assert {row["outcome_reason"] for row in ended} <= {"expired"} and not {row["id"] for row in ended} & valid
    assert all(row["attempts"] == 0 and row["sealed_values"] for row in waits(world))
    with Recorder(port=away.port) as server:
        pass_time(world, 16 * MINUTE)
        while world.run("deliver-mail").json["more"]:
            pass
        ids = [parsed(message)["Message-ID"].strip("<>").split("@")[0] for message in server.messages]
    assert len(ids) == len(set(ids)) and set(ids) >= valid
    assert waits(world) == [] and world.rows("SELECT * FROM relays") == []
    assert {row["id"] for row in world.rows("SELECT id FROM outbox WHERE state = 'sent'")} == set(ids)


def test_after_a_week_a_mail_is_given_up_and_can_be_requeued(away):
    world = away.world
    invitations = {row["id"] for row in waits(world) if row["kind"] in ("invitation", "resent-invitation")}
    for _ in range(14):
        pass_time(world, 12 * HOUR)
        world.run("deliver-mail")
    rows = {row["id"]: row for row in outbox(world)}
    assert waits(world) == [] and {rows[id_]["state"] for id_ in invitations} == {"failed"}
    assert {(rows[id_]["outcome_reason"], rows[id_]["sealed_values"] is None) for id_ in invitations} == {("expired", False)}
    assert {row["sealed_values"] for row in rows.values() if row["kind"] == "reset-password"} == {None}
    assert delivery(world, away.token) == ["failed"] * 4
    clients = world.run("list-clients", {}, away.token).json["clients"]
    seen = world.run("get-client", {"clientId": clients[-1]["id"]}, away.token).json["deliveries"][-1]
    assert (seen["status"], seen["reason"]) == ("failed", "expired")
    with Recorder(port=away.port) as server:
        done = command(world, "requeue", "--state", "failed")
        counts = json.loads(done.stdout)
        assert done.status == 0 and counts["requeued"] >= len(invitations) and "reset-password" in done.stderr
        assert set(delivery(world, away.token)) == {"queued"}
        world.run("deliver-mail")
        assert len(server.messages) == counts["requeued"]
    assert set(delivery(world, away.token)) == {"sent"}


def test_the_time_of_the_attempts_can_be_set(world):
    token = world.inviter()
    with Recorder({"RCPT": "451 4.3.0 Later"}) as server:
        env = server.env | {"MAIL_RETRY_HOURS": "2"}
        send(world, token, env=env)
        pass_time(world, HOUR)
        assert deliver(world, env, later=0)["retried"] == 1
        pass_time(world, HOUR)
        assert deliver(world, env, later=0)["failed"] == 1
    [row] = outbox(world)
    assert row["outcome_reason"] == "expired" and row["sealed_values"] and "4.3.0 Later" in row["trouble"]


def test_the_secrets_of_a_failed_mail_are_erased_when_its_content_has_ended(world):
    token = world.inviter()
    with Recorder({"RCPT": "550 5.2.2 Full"}) as server:
        for name in ("kim", "lee", "max"):
            send(world, token, name, f"{name}@example.com", env=server.env)
    kim, lee, max_ = outbox(world)
    world.rows("UPDATE outbox SET expires_at = 1000 WHERE id = ?", (kim["id"],))
    world.run("revoke-invitation", {"invitationId": lee["invitation_id"]}, token)
    counts = world.run("purge-records").json
    assert counts["mailSecrets"] == 2, counts
    assert [row["sealed_values"] is None for row in outbox(world)] == [True, True, False]


def test_a_requeued_mail_tries_the_relay_at_once(world):
    token = world.inviter()
    with Recorder({"MAIL": "535 5.7.8 Wrong password"}) as server:
        send(world, token, env=server.env)
        assert deliver(world, server.env, later=0)["sent"] == 0
        server.replies = {}
        assert command(world, "requeue", "--state", "queued").status == 0
        assert deliver(world, server.env, later=0)["sent"] == 1


def test_other_messages_are_sent_while_mails_wait(world):
    world.policy({**POLICY, "webhooks": [{"url": "http://127.0.0.1:9/hook"}]})
    token = world.inviter()
    with Recorder({"MAIL": "451 4.3.0 Not now"}) as server:
        send(world, token, env=server.env)
        world.rows("DELETE FROM outbox WHERE kind = 'webhook'")
        world.rows("UPDATE outbox SET due_at = 0")
        assert deliver(world, server.env, later=0)["more"] is False


def test_the_second_relay_is_used_while_the_first_is_away(world):
    token = world.inviter()
    with Recorder({"MAIL": "451 4.3.0 Not now"}) as first, Recorder() as second:
        env = {"MAIL_URL": f"{first.env['MAIL_URL']} {second.env['MAIL_URL']}"}
        assert send(world, token, env=env).json["invitation"]["delivery"] == "sent"
        [relay] = world.rows("SELECT * FROM relays")
        assert relay["name"] in first.env["MAIL_URL"]
        assert send(world, token, address="lee@example.com", env=env).json["invitation"]["delivery"] == "sent"
        assert len(first.said("MAIL")) == 1 and len(second.messages) == 2
        first.replies = {}
        world.age("relays", "next_try_at", 61)
        assert send(world, token, address="max@example.com", env=env).json["invitation"]["delivery"] == "sent"
        assert len(first.messages) == 1 and world.rows("SELECT * FROM relays") == []


def test_a_configured_login_that_the_server_does_not_offer_is_a_failure_of_the_relay(world):
    token = world.inviter()
    with Recorder() as server:
        env = {"MAIL_URL": server.url("user:password")}
        assert send(world, token, env=env).json["invitation"]["delivery"] == "queued"
        assert server.said("MAIL") == [] and "offers no login" in outbox(world)[0]["trouble"]
        server.logins = ("PLAIN",)
        assert deliver(world, env)["sent"] == 1
    assert server.authenticated == [("PLAIN", "user", "password")]


def test_a_quota_of_the_vendor_makes_mails_wait_as_long_as_it_says(world):
    from http_receiver import Receiver
    token = world.inviter()
    with Receiver((429, {"Retry-After": "7200"}, b'{"name": "daily_quota_exceeded", "message": "quota"}')) as vendor:
        env = {"MAIL_URL": "resend:", "RESEND_API_KEY": "re_key", "MAIL_API_URL": vendor.url}
        send(world, token, env=env)
    [relay] = world.rows("SELECT next_try_at - since AS pause FROM relays")
    assert 7190_000 < relay["pause"] <= 7200_000 and sign_up(world).status == 0
