# SPDX-License-Identifier: Apache-2.0
"""`deliver-mail` is stopped in the middle of mails: each of them arrives once and is `sent`, and no other is begun."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import time

import pytest
from aiosmtpd.controller import Controller
from ports import free_port
from smtp_servers import UNREACHABLE, Recorder, deliver, outbox, wait_until
from worlds import BIN

DELIVERY = {"DEADLINE_SECONDS": "20"}


class SlowInbox:
    """Takes `seconds` to accept each mail."""

    def __init__(self, seconds):
        self.seconds, self.begun, self.accepted = seconds, [], []

    async def handle_DATA(self, _, __, envelope):
        [recipient] = envelope.rcpt_tos
        self.begun.append(recipient)
        await asyncio.sleep(self.seconds)
        self.accepted.append(recipient)
        return "250 2.0.0 Ok"


@contextlib.contextmanager
def slow_relay(seconds):
    inbox = SlowInbox(seconds)
    controller = Controller(inbox, hostname="127.0.0.1", port=free_port())
    controller.start()
    inbox.env = {"MAIL_URL": f"smtp://127.0.0.1:{controller.port}?tls=none", **DELIVERY}
    try:
        yield inbox
    finally:
        controller.stop()


def queued(world, count):
    clients = [{"name": "Kim", "email": f"kim{number:02}@example.com"} for number in range(count)]
    world.run("send-invitation", {"clients": clients}, world.inviter(), env=UNREACHABLE)
    world.age("outbox", "due_at", 3600)


def states(world):
    return [row["state"] for row in outbox(world)]


@contextlib.contextmanager
def started(world, env, *command):
    """A process that delivers, of a group of its own."""
    process = subprocess.Popen(
        command, env={**world.env, **env}, cwd=world.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, start_new_session=True)
    process.stdin.write(b"{}")
    process.stdin.close()
    process.stdin = None
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def everything_arrives_once(world, relay, count):
    """What is left is sent by the next run, and nothing again."""
    deliver(world, relay.env)
    assert states(world) == ["sent"] * count
    assert sorted(relay.accepted) == [f"kim{number:02}@example.com" for number in range(count)]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_run_lets_the_mails_that_a_relay_is_accepting_end_and_begins_no_other(world, number):
    queued(world, 20)
    with slow_relay(2) as relay:
        with started(world, relay.env, BIN / "deliver-mail") as process:
            wait_until(lambda: len(relay.begun) == 8)
            process.send_signal(number)
            output, errors = process.communicate(timeout=15)
        assert (process.returncode, errors) == (0, b"")
        assert json.loads(output) == {"sent": 8, "retried": 0, "failed": 0, "unknown": 0, "more": True}
        assert sorted(states(world)) == ["queued"] * 12 + ["sent"] * 8 and len(relay.begun) == 8
        assert {row["attempts"] for row in outbox(world) if row["state"] == "queued"} == {0}
        everything_arrives_once(world, relay, 20)


@pytest.mark.parametrize("reaches_all", [False, True], ids=["the command", "its whole group, as Ctrl-C does"])
def test_a_stopped_watch_waits_for_the_mails_that_a_relay_is_accepting(world, reaches_all):
    queued(world, 20)
    with slow_relay(2) as relay:
        with started(world, relay.env, BIN / "vestibule", "deliver", "--watch") as process:
            wait_until(lambda: len(relay.begun) == 8)
            if reaches_all:
                os.killpg(process.pid, signal.SIGINT)
            else:
                process.send_signal(signal.SIGTERM)
            output, errors = process.communicate(timeout=15)
        assert (process.returncode, errors) == (0, b"") and json.loads(output)["sent"] == 8
        assert len(relay.begun) == 8
        everything_arrives_once(world, relay, 20)


def test_a_stopped_server_waits_for_the_mails_that_a_relay_is_accepting(world):
    queued(world, 20)
    with slow_relay(2) as relay:
        command = [BIN / "vestibule", "serve", "--port", str(free_port())]
        with started(world, relay.env, *command) as process:
            wait_until(lambda: len(relay.begun) == 8)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=15)
        assert process.returncode == 0 and len(relay.begun) == 8
        everything_arrives_once(world, relay, 20)


def test_a_second_signal_ends_a_run_at_once(world):
    queued(world, 1)
    with Recorder(stall="DOT") as relay:
        with started(world, {**relay.env, **DELIVERY}, BIN / "deliver-mail") as process:
            wait_until(lambda: relay.said("DATA") and relay.messages)
            process.send_signal(signal.SIGTERM)
            time.sleep(1)  # Signals of one moment are one request.
            assert process.poll() is None
            process.send_signal(signal.SIGTERM)
            output, _ = process.communicate(timeout=2)
        assert process.returncode == 75 and json.loads(output)["error"]["detail"] == "the process was stopped"
        relay.over.set()


def test_a_run_that_waits_for_its_event_ends_at_once(world):
    with subprocess.Popen(
            [BIN / "deliver-mail"], env=world.env, cwd=world.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        time.sleep(1)  # Nothing outside shows that it reads.
        process.send_signal(signal.SIGTERM)
        assert process.wait(2) == 75
