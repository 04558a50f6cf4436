# SPDX-License-Identifier: Apache-2.0
"""Invitations as text messages, through a gateway of Twilio's shape."""

import base64
import urllib.parse

import pytest
from http_receiver import Receiver
from mail_commands import command
from text_messages import CLIENT, SENT, env, invite


def test_an_invitation_goes_out_as_a_text_message_and_is_accepted_by_its_link(world):
    with Receiver(SENT) as receiver:
        answer = invite(world, receiver)
    assert answer["invitation"]["delivery"] == "sent" and world.mails() == []
    (path, headers, body), = receiver.requests
    assert path == "/2010-04-01/Accounts/AC123/Messages.json"
    assert base64.b64decode(headers["authorization"].removeprefix("Basic ")) == b"AC123:token"
    form = dict(urllib.parse.parse_qsl(body.decode()))
    assert form["To"] == "+15551234567" and form["From"] == "+15550001111"
    assert form["Body"].startswith("Ada invites you to PFA: https://pfa.example/invite?code=")
    assert world.rows("SELECT vendor_id, sealed_values FROM outbox") == [{"vendor_id": "SM1", "sealed_values": None}]
    assert world.accept(form["Body"].split("code=")[1]).code is None


@pytest.mark.parametrize("phone", [None, "555", "+1 555"])
def test_without_a_number_nothing_is_sent(world, phone):
    client = {k: v for k, v in {**CLIENT, "phone": phone}.items() if v}
    with Receiver(SENT) as receiver:
        token = world.inviter()
        answer = invite(world, receiver, token, client=client)
        assert answer["error"]["errors"][0]["pointer"] == "/client/phone"
        assert answer["error"]["errors"][0]["code"] == "auth/invalid-phone-number"
        assert receiver.requests == [] and world.run("list-clients", {}, token).json["clients"] == []


@pytest.mark.parametrize(
    "answer, state, delivery",
    [((400, {}, b'{"code":21211,"message":"Invalid To"}'), "failed", "failed"), ((429, {}, b"{}"), "queued", "queued"),
     ((400, {}, b'{"code":21606,"message":"The From number is not a valid sender"}'), "queued", "queued"),
     ((503, {}, b"{}"), "queued", "queued"), ((401, {}, b"{}"), "queued", "queued"), (None, "queued", "queued")])
def test_the_reply_of_the_gateway_decides_the_delivery(world, answer, state, delivery):
    with Receiver(answer) as receiver:
        assert invite(world, receiver)["invitation"]["delivery"] == delivery
    assert world.rows("SELECT state FROM outbox") == [{"state": state}]


@pytest.mark.parametrize("deliver", [None, "mail", "link"])
def test_only_a_text_message_is_sent_by_mail_too(world, deliver):
    client = {"name": "Kim", "email": "kim@example.com", "phone": "+43 664 1234567"}
    data = {"client": client, "alsoByMail": True, **({"deliver": deliver} if deliver else {})}
    answer = world.run("send-invitation", data, world.inviter())
    assert answer.code == "event/invalid" and answer.json["error"]["errors"][0]["pointer"] == "/alsoByMail"
    assert world.rows("SELECT id FROM clients") == [] == world.rows("SELECT id FROM outbox")


@pytest.mark.parametrize("also_by_mail", [True, False])
def test_a_text_message_does_not_wait_for_a_mail_relay(world, also_by_mail):
    token, gone = world.inviter(), {"MAIL_URL": "smtp://127.0.0.1:1?tls=none"}
    world.run("send-invitation", {"client": {"name": "Eve", "email": "eve@example.com"}}, token, env=gone)
    assert world.rows("SELECT reason FROM relays WHERE reason IS NOT NULL"), "the relay is not known to fail"
    with Receiver(SENT) as receiver:
        data = {"client": CLIENT, "deliver": "sms", "alsoByMail": also_by_mail}
        answer = world.run("send-invitation", data, token, env={**env(receiver), **gone})
    assert answer.json["invitation"]["delivery"] == "sent" and len(receiver.requests) == 1, answer.json
    kinds = world.rows("SELECT kind, trouble FROM outbox WHERE state = 'queued' AND recipient != 'eve@example.com'")
    assert [row["kind"] for row in kinds] == ["invitation"] * also_by_mail
    assert all("no time" not in row["trouble"] for row in kinds), kinds


def test_a_refused_text_message_can_be_sent_again_by_an_operator(world):
    with Receiver((400, {}, b'{"code":99999,"message":"?"}'), SENT) as receiver:
        assert invite(world, receiver)["invitation"]["delivery"] == "failed"
        [message] = world.rows("SELECT id FROM outbox")
        done = command(world, "requeue", message["id"])
        assert done.status == 0, done.stderr
        assert world.run("deliver-mail", env=env(receiver)).json["sent"] == 1
def test_a_revoked_invitation_sends_no_text_message(world):
    token = world.inviter()
    with Receiver((503, {}, b"{}"), SENT) as receiver:
        answer = invite(world, receiver, token)
        world.run("revoke-invitation", {"invitationId": answer["invitation"]["id"]}, token)
        world.age("outbox", "due_at", 3600)
        world.run("deliver-mail", env=env(receiver))
    assert len(receiver.requests) == 1


def test_a_number_is_limited_in_every_spelling_and_with_every_address(world):
    spellings = ["(555) 123-4567", "+1 555 123 4567", "555.123.4567", "15551234567"]
    clients = [
        {"name": f"Kim {number}", "email": f"kim{number}@example.com", "phone": spellings[number % 4]}
        for number in range(12)]
    token = world.inviter()
    with Receiver(*[SENT] * 12) as receiver:
        results = world.run(
            "send-invitation", {"clients": clients, "deliver": "sms"}, token, env=env(receiver)).json["results"]
        codes = [result.get("error", {}).get("code") for result in results]
        assert codes == [None] * 3 + ["auth/too-many-requests"] * 9 and len(receiver.requests) == 3
        assert 3595 <= results[3]["error"]["retryAfter"] <= 3600
        later = {**clients[11], "email": "later@example.com"}
        assert invite(world, receiver, token, client=later)["error"]["code"] == "auth/too-many-requests"
        assert "invitation" in invite(world, receiver, token, client={**later, "phone": "555 987 6543"})
        other = world.inviter("max")
        assert "invitation" in invite(world, receiver, other, client=later), "another inviter has a limit of their own"
