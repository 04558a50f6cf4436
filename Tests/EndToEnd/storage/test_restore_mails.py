# SPDX-License-Identifier: Apache-2.0
"""`vestibule restore`: the mails that wait in the copy and were sent after it was made."""

import json
import subprocess

import pytest
from people import granted
from smtp_servers import UNREACHABLE
from worlds import BIN, ENGINE

pytestmark = pytest.mark.skipif(ENGINE != "sqlite", reason="these are about SQLite's file")


def vestibule(world, *arguments):
    done = subprocess.run([BIN / "vestibule", *arguments], env=world.env, cwd=world.folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1]), done.stderr


@pytest.fixture
def sent_since(world):
    """A copy with a mail that was sent after it was made."""
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, world.inviter(), env=UNREACHABLE))
    vestibule(world, "backup", "copy.db")
    vestibule(world, "mail", "requeue", "--state", "queued")
    assert world.run("deliver-mail").json["sent"] == 1
    return world


def make_due(world):
    world.rows("UPDATE outbox SET due_at = 0")
    world.rows("DELETE FROM relays")


def test_the_mails_that_are_sent_again_are_counted(sent_since):
    summary, stderr = vestibule(sent_since, "restore", "copy.db", "--force")
    assert summary["waitingMessages"] == 1 and "are sent next: 1" in stderr and "--hold-mails" in stderr
    make_due(sent_since)
    assert sent_since.run("deliver-mail").json["sent"] == 1


def test_held_mails_are_sent_only_if_an_operator_requeues_them(sent_since):
    summary, stderr = vestibule(sent_since, "restore", "copy.db", "--force", "--hold-mails")
    assert summary["waitingMessages"] == 1 and "mail requeue" in stderr
    make_due(sent_since)
    assert sent_since.run("deliver-mail").json["sent"] == 0
    [held] = sent_since.rows("SELECT id, state, trouble FROM outbox")
    assert held["state"] == "failed" and "may have been sent" in held["trouble"]
    assert vestibule(sent_since, "mail", "requeue", held["id"])[0] == {"requeued": 1, "refused": 0}
    assert sent_since.run("deliver-mail").json["sent"] == 1
