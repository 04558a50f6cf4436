# SPDX-License-Identifier: Apache-2.0
"""Postfix's smtp-sink fails at every stage. The stage and the reply decide whether a mail is retried, fails, or is
unknown. A retried mail arrives exactly once when the server recovers."""

import os
import shutil
import socket
import subprocess
import time

import pytest
from ports import free_port

SINK = shutil.which("smtp-sink", path="/usr/sbin:/usr/bin")


class Sink:
    """smtp-sink on loopback, with options that make it fail; it writes accepted mails into a folder."""

    def __init__(self, folder, *options):
        self.port = free_port()
        self.folder = folder
        self.folder.mkdir(exist_ok=True)
        self.folder.chmod(0o777)
        user = ["-u", "nobody"] if os.geteuid() == 0 else []
        self.command = [SINK, *user, *options, "-d", f"{self.folder}/%H%M%S.", f"127.0.0.1:{self.port}", "100"]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                break
            except OSError:
                time.sleep(0.02)  # The interval of the polling.
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    @property
    def env(self):
        return {"MAIL_URL": f"smtp://127.0.0.1:{self.port}?tls=none"}

    def taken(self):
        return sum(b"\nMessage-ID:" in file.read_bytes() for file in self.folder.iterdir())


@pytest.fixture
def drop(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sink")
    for parent in (folder, *folder.parents[:3]):
        parent.chmod(parent.stat().st_mode | 0o711)
    return folder / "mail"


def state(world):
    row, = world.rows("SELECT state, attempts, doubts, sealed_values IS NULL AS erased FROM outbox")
    return row


def send(world, env):
    client = {"name": "Kim", "email": "kim@example.com"}
    return world.run("send-invitation", {"client": client}, world.inviter(), env=env).json["invitation"]["delivery"]


def again(world, env):
    world.age("outbox", "due_at", 7 * 86_400)
    world.age("relays", "next_try_at", 7 * 86_400)
    return world.run("deliver-mail", env=env).json


@pytest.mark.parametrize("stage", ["connect", "mail", "rcpt", "data", "."])
def test_after_a_temporary_error_the_mail_is_sent_when_the_server_recovers(world, drop, stage):
    with Sink(drop, "-r", stage) as sick:
        assert send(world, sick.env) == "queued"
        assert again(world, sick.env)["retried"] == 1
    counted = 0 if stage in ("connect", "mail") else 2
    assert state(world) == {"state": "queued", "attempts": counted, "doubts": 0, "erased": 0}
    with Sink(drop.with_name("well")) as well:
        assert again(world, well.env)["sent"] == 1
        assert again(world, well.env)["sent"] == 0
        assert well.taken() == 1
    assert state(world)["state"] == "sent" and state(world)["erased"] == 1


@pytest.mark.parametrize("stage", ["rcpt", "data", "."])
def test_a_permanent_error_ends_the_mail(world, drop, stage):
    with Sink(drop, "-f", stage) as sick:
        assert send(world, sick.env) == "bounced"
        assert again(world, sick.env) == {"sent": 0, "retried": 0, "failed": 0, "unknown": 0, "more": False}
        # It has already written the messages that it refuses after the dot.
        assert sick.taken() == (stage == ".")
    assert state(world) == {"state": "failed", "attempts": 1, "doubts": 0, "erased": 0}


@pytest.mark.parametrize("stage", ["connect", "helo", "mail", "rcpt", "data"])
def test_a_mail_waits_if_the_server_hangs_up_before_the_message(world, drop, stage):
    options = ("-q", "ehlo,helo") if stage == "helo" else ("-q", stage)
    with Sink(drop, *options) as sick:
        assert send(world, sick.env) == "queued"
    assert state(world) == {"state": "queued", "attempts": 0, "doubts": 0, "erased": 0}
    with Sink(drop) as well:
        assert again(world, well.env)["sent"] == 1 and well.taken() == 1


def test_a_hang_up_after_the_final_dot_makes_the_mail_unknown_and_retried_once(world, drop):
    with Sink(drop, "-q", ".") as sick:
        assert send(world, sick.env) == "queued"
        assert state(world)["doubts"] == 1
        assert again(world, sick.env)["unknown"] == 1
        assert again(world, sick.env) == {"sent": 0, "retried": 0, "failed": 0, "unknown": 0, "more": False}
    assert state(world)["state"] == "unknown" and state(world)["erased"] == 1


def test_a_slow_server_delays_the_answer_by_no_more_than_its_own_delay(world, drop):
    with Sink(drop, "-w", "30") as slow:
        start = time.monotonic()
        assert send(world, slow.env) == "queued"
        assert time.monotonic() - start < 9
    with Sink(drop) as well:
        assert again(world, well.env)["sent"] == 1
