# SPDX-License-Identifier: Apache-2.0
"""A relay that hangs leaves time for the next one, and one recipient is one recipient at every vendor."""

import email.utils
import json

import pytest
from http_receiver import Receiver
from smtp_servers import Recorder

NAME = '"\u0301 <evil.attacker>, "\u0301 Kim'


@pytest.mark.parametrize("relay", ["resend:", "mailgun:example.com", "postmark:"])
def test_a_quote_with_a_combining_mark_makes_no_second_recipient(world, relay):
    with Receiver((200, {"Content-Type": "application/json"}, b'{"id":"1","MessageID":"1","ErrorCode":0}')) as receiver:
        env = {"MAIL_URL": relay, "MAIL_API_URL": receiver.url, "MAIL_API_KEY": "key"}
        client = {"name": NAME, "email": "kim@example.com"}
        world.run("send-invitation", {"client": client}, world.inviter(), env=env)
    (_, headers, body), = receiver.requests
    if relay.startswith("mailgun"):
        to = body.decode().split('name="to"')[1].split("\r\n\r\n", 1)[1].split("\r\n")[0]
    else:
        sent = json.loads(body)
        to = sent["To"] if "To" in sent else sent["to"][0]
    assert [address for _, address in email.utils.getaddresses([to])] == ["kim@example.com"]


def test_a_silent_relay_leaves_time_for_the_next_one(world):
    with Recorder(stall="GREETING") as silent:
        relays = f"{silent.env['MAIL_URL']} maildir:{world.maildir}"
        client = {"name": "Kim", "email": "kim@example.com"}
        answer = world.run("send-invitation", {"client": client}, world.inviter(), env={"MAIL_URL": relays})
    assert answer.json["invitation"]["delivery"] == "sent" and len(world.mails()) == 1


@pytest.mark.parametrize("stage", ["GREETING", "EHLO"])
def test_a_server_that_refuses_the_connection_keeps_no_mail(world, stage):
    with Recorder(replies={stage: "554 5.7.1 Your address is on a list", "HELO": "554 5.7.1 Your address is on a list"}) as sick:
        client = {"name": "Kim", "email": "kim@example.com"}
        answer = world.run("send-invitation", {"client": client}, world.inviter(), env=sick.env)
        assert answer.json["invitation"]["delivery"] == "queued"
    world.age("outbox", "due_at", 3600)
    assert world.run("deliver-mail").json["sent"] == 1
