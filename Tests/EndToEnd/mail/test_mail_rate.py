# SPDX-License-Identifier: Apache-2.0
"""The mail rate of a relay, and concurrent processes on one queue."""

import concurrent.futures
import time

import pytest
from app_webhooks import ENV, hooked
from http_receiver import Receiver
from people import granted, policy, verified
from smtp_servers import UNREACHABLE, Recorder, parsed, wait_until

pytestmark = pytest.mark.postgresql


def queue(world, count):
    token = world.inviter()
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(count)]
    world.run("send-invitation", {"clients": clients}, token, env=UNREACHABLE)
    world.age("outbox", "due_at", 3600)


def test_all_processes_together_respect_the_mail_rate(world):
    queue(world, 12)
    with Recorder() as server:
        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            answers = list(pool.map(
                lambda _: world.run("deliver-mail", env={**server.env, "MAIL_RATE": "5"}).json, range(3)))
        took = time.monotonic() - start
    assert sum(answer["sent"] for answer in answers) == 12 and len(server.messages) == 12
    # The first mail may go at once, each of the eleven others a fifth of a second later.
    assert took >= 11 / 5


def test_webhooks_do_not_wait_for_the_rate_of_the_mails(world):
    with Receiver() as receiver, Recorder() as server:
        hooked(world, receiver.url)
        queue(world, 12)
        for number in range(5):
            world.inviter(f"lee{number}")
        world.run("deliver-mail", env={**ENV, **server.env, "MAIL_RATE": "0.05"})
    created = [body for _, _, body in receiver.requests if b'"account.created"' in body]
    assert len(created) == 6 and len(server.messages) == 1


def test_concurrent_processes_send_nothing_twice(world):
    queue(world, 120)
    with Recorder() as server:
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(lambda _: world.run("deliver-mail", env=server.env).json, range(6)))
    assert sum(answer["sent"] for answer in answers) == 120
    assert len(server.messages) == len({line for line in server.said("RCPT")}) == 120


def test_a_code_goes_before_invitations_also_before_those_that_are_leased_already(world):
    queue(world, 12)
    world.policy(policy())
    verified(world)
    with Recorder() as server:
        delivery = world.start("deliver-mail", {}, **server.env, MAIL_RATE="2")
        delivery.stdin.write(delivery.event)
        delivery.stdin.close()
        delivery.stdin = None
        wait_until(lambda: server.messages, 10)
        granted(world.run("reset-password", {"email": "kim@example.com"}))
        world.finish(delivery)
        subjects = [str(parsed(message)["Subject"]) for message in server.messages]
    [place] = [index for index, subject in enumerate(subjects) if "password" in subject]
    # The code is queued after the first mail, and noticed within a second.
    assert len(subjects) == 13 and 1 <= place <= 5, subjects
def test_a_wrong_rate_or_number_of_connections_is_named(world):
    queue(world, 1)
    for name, value in [("MAIL_RATE", "0"), ("MAIL_RATE", "fast"), ("MAIL_CONNECTIONS", "0"), ("MAIL_CONNECTIONS", "101")]:
        answer = world.run("deliver-mail", env={name: value})
        assert answer.status == 78 and name in answer.json["error"]["detail"]
    assert world.run("deliver-mail").json["sent"] == 1
