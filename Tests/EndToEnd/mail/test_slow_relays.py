# SPDX-License-Identifier: Apache-2.0
"""Relays that take their time: every mail is sent once, and one slow answer delays nothing else."""

import time

from http_receiver import Receiver
from smtp_servers import UNREACHABLE, Recorder, deliver, outbox


def queued(world, count):
    token = world.inviter()
    clients = [{"name": "Kim", "email": f"kim{number:02}@example.com"} for number in range(count)]
    world.run("send-invitation", {"clients": clients}, token, env=UNREACHABLE)


def accepted(server):
    """The recipients of the mails whose acceptance was awaited."""
    return sorted(line.decode().split("<")[1].split(">")[0] for line in server.said("RCPT"))


def test_connections_to_a_slow_relay_wait_at_the_same_time(world):
    queued(world, 16)
    with Recorder(delays={"DOT": 1}) as server:
        start = time.monotonic()
        assert deliver(world, server.env)["sent"] == 16
        took = time.monotonic() - start
        assert len(accepted(server)) == len(set(accepted(server))) == 16
        assert server.most == 8 and took < 8, "one after the other it would take 16 seconds"


def test_what_a_slow_relay_has_accepted_is_not_sent_again_in_the_next_runs(world):
    queued(world, 12)
    with Recorder(delays={"DOT": 2.5}) as server:
        for _ in range(3):
            deliver(world, {**server.env, "DEADLINE_SECONDS": "5"})
        assert [row["state"] for row in outbox(world)] == ["sent"] * 12
        assert len(accepted(server)) == len(set(accepted(server)))


def test_somebody_who_waits_gets_the_mail_once_from_a_relay_that_needs_six_seconds(world):
    with Recorder(delays={"DOT": 6}) as server:
        answer = world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, world.inviter(), env=server.env)
        assert answer.json["invitation"]["delivery"] == "sent"
        assert deliver(world, server.env)["sent"] == 0 and len(server.messages) == 1


def test_a_greeting_that_takes_longer_than_somebody_waits_is_no_failure_of_the_relay(world):
    with Recorder(delays={"GREETING": 5.5}) as server:
        token = world.inviter()
        answer = world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token, env=server.env)
        assert answer.json["invitation"]["delivery"] == "queued"
        assert world.rows("SELECT * FROM relays WHERE name NOT LIKE '%:1'") == []
        assert deliver(world, {**server.env, "DEADLINE_SECONDS": "20"})["sent"] == 1


def test_a_relay_that_does_not_answer_to_quit_does_not_delay_the_answer(world):
    queued(world, 3)
    with Recorder(stall="QUIT") as server:
        assert deliver(world, server.env)["sent"] == 3


def test_one_wrong_setting_is_named_before_a_mail_is_sent(world):
    queued(world, 3)
    with Recorder() as server:
        world.age("outbox", "due_at", 3600)
        answer = world.run("deliver-mail", env={**server.env, "MAIL_RETRY_HOURS": "0"})
        assert answer.status == 78 and "MAIL_RETRY_HOURS" in answer.json["error"]["detail"] and server.messages == []


def test_a_gateway_that_gives_up_waiting_may_have_accepted_the_mail(world):
    queued(world, 1)
    with Receiver(504) as receiver:
        env = {"MAIL_URL": "postmark:", "MAIL_API_URL": receiver.url, "MAIL_API_KEY": "key"}
        for _ in range(3):
            deliver(world, env)
        assert len(receiver.requests) == 2 and [row["state"] for row in outbox(world)] == ["unknown"]


def test_a_request_that_resend_is_still_handling_does_not_go_to_the_next_relay(world):
    queued(world, 1)
    busy = (409, {"Content-Type": "application/json"}, b'{"name":"concurrent_idempotent_requests","message":"in progress"}')
    with Receiver(busy) as receiver, Recorder() as server:
        relays = f"resend: {server.url()}"
        deliver(world, {"MAIL_URL": relays, "MAIL_API_URL": receiver.url, "MAIL_API_KEY": "key"})
        assert server.messages == [] and [row["state"] for row in outbox(world)] == ["queued"]
        assert world.rows("SELECT * FROM relays WHERE name NOT LIKE '%:1'") == []
