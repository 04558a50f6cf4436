# SPDX-License-Identifier: Apache-2.0
"""Relays that take their time: every mail is sent once, and one slow answer delays nothing else."""

import contextlib
import socket
import time

import pytest
from http_receiver import Receiver
from http_vendors import PATHS, VENDORS, Vendor
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


@pytest.mark.parametrize("vendor", VENDORS)
def test_somebody_who_waits_gets_the_mail_once_from_a_vendor_that_needs_seven_seconds(world, vendor):
    def choose(*_):
        server.over.wait(7)

    with Vendor(choose) as server:
        answer = world.run(
            "send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, world.inviter(), env=server.env(vendor))
        assert answer.json["invitation"]["delivery"] == "sent"
        assert deliver(world, server.env(vendor))["sent"] == 0 and len(server.requests) == 1


def test_a_vendor_that_does_not_answer_before_the_deadline_is_asked_once_more_with_the_same_key(world):
    with Vendor(lambda _, number: "stall" if number == 1 else None) as server:
        env = server.env("resend: postmark:")
        answer = world.run(
            "send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, world.inviter(),
            env={**env, "DEADLINE_SECONDS": "4"})
        assert answer.json["invitation"]["delivery"] == "queued"
        server.over.set()
        assert deliver(world, env)["sent"] == 1
    assert [request.path for request in server.requests] == [PATHS["resend:"]] * 2
    assert len({request.headers["Idempotency-Key"] for request in server.requests}) == 1


def test_a_vendor_that_takes_no_connection_leaves_time_for_the_next_one(world):
    with socket.create_server(("127.0.0.1", 0), backlog=0) as silent, contextlib.ExitStack() as stack, Vendor() as server:
        # The queue of connections is full.
        for _ in range(3):
            full = stack.enter_context(socket.socket())
            full.setblocking(False)
            full.connect_ex(silent.getsockname())
        env = {
            **server.env(f"postmark: maildir:{world.maildir}"), "MAIL_API_URL": f"http://127.0.0.1:{silent.getsockname()[1]}"}
        answer = world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, world.inviter(), env=env)
        assert answer.json["invitation"]["delivery"] == "sent" and len(world.mails()) == 1


@pytest.mark.parametrize("function", ["send-invitation", "deliver-mail"])
def test_a_relay_that_has_the_mail_is_not_hurried_because_there_is_another_one(world, function):
    with Recorder(delays={"DOT": 7}) as server:
        env = {"MAIL_URL": f"{server.url()} maildir:{world.maildir}"}
        token = world.inviter()
        world.run(
            "send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token,
            env=env if function == "send-invitation" else UNREACHABLE)
        deliver(world, env)
        assert [row["state"] for row in outbox(world)] == ["sent"]
        assert len(server.messages) == 1 and world.mails() == []


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
        for _ in range(7):
            deliver(world, env)
        assert len(receiver.requests) == 6 and [row["state"] for row in outbox(world)] == ["unknown"]


def test_a_request_that_resend_is_still_handling_does_not_go_to_the_next_relay(world):
    queued(world, 1)
    busy = (409, {"Content-Type": "application/json"}, b'{"name":"concurrent_idempotent_requests","message":"in progress"}')
    with Receiver(busy) as receiver, Recorder() as server:
        relays = f"resend: {server.url()}"
        deliver(world, {"MAIL_URL": relays, "MAIL_API_URL": receiver.url, "MAIL_API_KEY": "key"})
        assert server.messages == [] and [row["state"] for row in outbox(world)] == ["queued"]
        assert world.rows("SELECT * FROM relays WHERE name NOT LIKE '%:1'") == []
