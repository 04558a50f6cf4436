# SPDX-License-Identifier: Apache-2.0
"""`vestibule deliver --watch`: what somebody waits for is in the mailbox within two seconds."""

import signal
import subprocess
import time

import pytest
from conftest import BIN
from people import mails_to, policy, signed_up
from smtp_servers import wait_until


def watcher(world):
    return subprocess.Popen(
        [BIN / "vestibule", "deliver", "--watch"], env=world.env, cwd=world.folder, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)


def code_arrives(world):
    """Requests a code, and returns the seconds until it is in the mailbox."""
    before = len(mails_to(world, "kim"))
    world.rows("DELETE FROM limit_hits")
    assert world.run("reset-password", {"email": "kim@example.com"}).status == 0
    start = time.monotonic()
    wait_until(lambda: len(mails_to(world, "kim")) > before, 10)
    return time.monotonic() - start


@pytest.fixture
def member(world):
    world.policy(policy())
    signed_up(world, "kim")
    world.rows("UPDATE accounts SET email_verified = 1")
    world.run("deliver-mail")
    return world


def test_a_code_is_in_the_mailbox_within_two_seconds_also_after_a_restart(member):
    for _ in range(2):
        process = watcher(member)
        try:
            assert code_arrives(member) < 2 and code_arrives(member) < 2
        finally:
            process.kill()
            process.communicate()


def test_it_ends_with_sigterm(member):
    process = watcher(member)
    code_arrives(member)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=10)
    assert process.returncode == 0 and errors == b""
