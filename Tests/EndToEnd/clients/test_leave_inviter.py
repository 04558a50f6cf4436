# SPDX-License-Identifier: Apache-2.0
"""`leave-inviter`: the inviter's record stays without the account, and the inviter may invite the person again."""

import json

import pytest
from app_webhooks import deliver
from http_receiver import Receiver
from members import KIM, accepted, clients, leave, rules
from people import LONG_DEADLINE, granted, mails_to

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(rules())]


def test_the_record_stays_without_the_account(world, ada):
    kim = accepted(world, ada)
    client, token = kim["client"], kim["session"]["accessToken"]
    workout = granted(world.run("assign-workout", {"clientId": client["id"], "title": "Legs"}, ada))["workout"]
    assert granted(leave(world, kim)) == {"left": client["id"]}
    [record] = clients(world, ada)
    assert "accountId" not in record and record["name"] == "Kim" and record["leftAt"]
    assert record["invitation"]["status"] == "accepted" and record["invitation"]["lastSignInAt"] is None
    assert granted(world.run("list-workouts", {"clientId": client["id"]}, ada))["workouts"] == [workout]
    assert granted(world.run("get-account", {}, token))["clients"] == []
    assert granted(world.run("list-workouts", {}, token))["workouts"] == []
    assert world.run("list-workouts", {"clientId": client["id"]}, token).code == "client/not-found"
    assert world.run("complete-workout", {"workoutId": workout["id"]}, token).code == "workout/not-found"
    assert granted(world.run("list-members", {}, ada))["members"] == []
    assert leave(world, kim).code == "client/not-found"
    [entry] = granted(world.run("list-audit", {"action": "client.left"}, ada))["entries"]
    assert entry["accountId"] == kim["account"]["id"] and entry["subjectId"] == client["id"]


def test_the_inviter_gets_a_mail_and_the_app_a_webhook(world, ada):
    with Receiver() as receiver:
        hook = [{"url": receiver.url, "events": ["client.left"]}]
        world.policy(rules(webhooks=hook))
        kim = accepted(world, ada)
        granted(leave(world, kim))
        deliver(world)
    [mail] = mails_to(world, "ada", "no longer connected")
    text = mail.get_body(("plain",)).get_content()
    assert str(mail["subject"]) == "Kim is no longer connected with you" and "kim@example.com" in text
    [(_, _, body)] = receiver.requests
    invitation = clients(world, ada)[0]["invitation"]
    inviter = world.rows("SELECT inviter_id FROM clients")[0]["inviter_id"]
    assert json.loads(body)["type"] == "client.left" and json.loads(body)["data"] == {
        "invitationId": invitation["id"], "clientId": kim["client"]["id"], "inviterId": inviter,
        "email": "kim@example.com", "accountId": kim["account"]["id"]}


def test_somebody_who_has_left_can_be_invited_again(world, ada):
    kim = accepted(world, ada)
    workout = granted(world.run("assign-workout", {"clientId": kim["client"]["id"], "title": "Legs"}, ada))["workout"]
    duplicate = world.run("send-invitation", {"client": KIM, "deliver": "link"}, ada)
    assert duplicate.code == "client/duplicate"
    granted(leave(world, kim))
    again = world.invite(ada)
    assert again["invitation"]["status"] == "pending" and "acceptedAt" not in again["invitation"]
    [record] = clients(world, ada, status="pending")
    assert record["id"] == kim["client"]["id"] and "acceptedAt" not in record["invitation"]
    assert granted(world.run("invitation-report", {}, ada))["opened"] == 0
    back = granted(world.accept(again["code"]))
    assert back["account"]["id"] == kim["account"]["id"] and not back["isNewAccount"]
    [record] = clients(world, ada)
    assert record["accountId"] == kim["account"]["id"] and "leftAt" not in record
    assert granted(world.run("list-workouts", {}, kim["session"]["accessToken"]))["workouts"] == [workout]


def test_only_the_persons_own_record_can_be_left(world, ada, bob):
    kim, lee = accepted(world, ada), accepted(world, bob, "lee")
    pending = world.invite(ada, "max")
    unknown = world.run("leave-inviter", {"clientId": "nothing"}, kim["session"]["accessToken"])
    assert unknown.code == "client/not-found"
    before = world.rows("SELECT * FROM clients ORDER BY id")
    for foreign in (lee, pending):
        assert leave(world, foreign, kim["session"]["accessToken"]).stdout == unknown.stdout
    assert leave(world, kim, ada).code == leave(world, kim, bob).code == "client/not-found"
    assert world.rows("SELECT * FROM clients ORDER BY id") == before
    assert world.rows("SELECT id FROM outbox WHERE kind = 'client-left'") == []


def test_of_20_at_once_one_leaves(world, ada):
    kim = accepted(world, ada)
    event = {
        "authorization": f"Bearer {kim['session']['accessToken']}", "data": {"clientId": kim["client"]["id"]}}
    processes = [world.start("leave-inviter", event, **LONG_DEADLINE) for _ in range(20)]
    codes = [world.finish(process).code for process in processes]
    assert codes.count(None) == 1 and codes.count("client/not-found") == 19
    assert len(world.rows("SELECT id FROM outbox WHERE kind = 'client-left'")) == 1


def test_leaving_while_workouts_are_assigned_loses_no_workout(world, ada):
    kim = accepted(world, ada)
    client = {"clientId": kim["client"]["id"]}
    assigns = [{"authorization": f"Bearer {ada}", "data": {**client, "title": f"Legs {number}"}} for number in range(8)]
    leaves = {"authorization": f"Bearer {kim['session']['accessToken']}", "data": client}
    processes = [world.start("assign-workout", event, **LONG_DEADLINE) for event in assigns]
    processes.insert(4, world.start("leave-inviter", leaves, **LONG_DEADLINE))
    for process in processes:
        granted(world.finish(process))
    assert len(granted(world.run("list-workouts", client, ada))["workouts"]) == 8
    assert granted(world.run("list-workouts", {}, kim["session"]["accessToken"]))["workouts"] == []


def test_leaving_one_inviter_keeps_the_other(world, ada, bob):
    kim = accepted(world, ada)
    granted(world.accept(world.invite(bob)["code"]))
    granted(leave(world, kim))
    [left] = granted(world.run("get-account", {}, kim["session"]["accessToken"]))["clients"]
    assert left["inviter"]["displayName"] == "Bob"
    assert "accountId" in clients(world, bob)[0] and "accountId" not in clients(world, ada)[0]
