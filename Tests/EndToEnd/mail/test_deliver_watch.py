# SPDX-License-Identifier: Apache-2.0
"""`vestibule deliver --watch`: what somebody waits for is in the mailbox within two seconds."""

import os
import pathlib
import signal
import subprocess
import time

import pytest
from people import granted, mails_to, policy, signed_up
from smtp_servers import UNREACHABLE, wait_until
from worlds import BIN, ENGINE, POLICY

pytestmark = pytest.mark.postgresql


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


OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


@pytest.mark.unpooled
@pytest.mark.skipif(ENGINE != "postgresql", reason="SQLite has no connections to keep, and PgBouncer has its own")
def test_it_keeps_its_connection_to_postgresql_and_makes_another_when_it_is_gone(member):
    process = watcher(member)
    try:
        assert code_arrives(member) < 2
        # The process that has sent the code ends.
        wait_until(lambda: len(member.rows(f"SELECT pid {OTHERS}")) == 1, 10)
        kept = [row["pid"] for row in member.rows(f"SELECT pid {OTHERS}")]
        time.sleep(2.5)  # It looks for due mails twice.
        assert [row["pid"] for row in member.rows(f"SELECT pid {OTHERS}")] == kept
        member.rows(f"SELECT pg_terminate_backend(pid, 5000) {OTHERS}")
        assert code_arrives(member) < 3 and code_arrives(member) < 2
    finally:
        process.kill()
        process.communicate()


def opened(process):
    """The files that a process has open."""
    return [os.readlink(file) for file in pathlib.Path(f"/proc/{process.pid}/fd").iterdir()]


@pytest.mark.skipif(ENGINE != "sqlite", reason="this is about SQLite's file")
def test_it_keeps_sqlites_file_open_and_follows_the_file_that_replaces_it(member):
    copy = member.folder / "copy.db"

    def vestibule(*arguments):
        return subprocess.run([BIN / "vestibule", *arguments], env=member.env, cwd=member.folder, capture_output=True, text=True)

    assert vestibule("backup", copy).returncode == 0
    process = watcher(member)
    try:
        assert code_arrives(member) < 2
        time.sleep(2.5)  # It looks for due mails twice.
        assert str(member.database) in opened(process)
        done = vestibule("restore", "--keep-sessions", "--force", copy)
        assert done.returncode == 75 and "vestibule deliver --watch" in done.stderr
        copy.replace(member.database)  # By hand, as nobody should.
        for suffix in ("-wal", "-shm"):
            pathlib.Path(f"{member.database}{suffix}").unlink()
        assert code_arrives(member) < 3
        assert str(member.database) in opened(process)
        assert not [file for file in opened(process) if "(deleted)" in file]
    finally:
        process.kill()
        process.communicate()


def test_a_healthy_backlog_is_sent_without_pauses(member):
    """Each run ends at its deadline and leaves mails due."""
    member.policy(POLICY)
    clients = [{"name": "Lee", "email": f"lee{number}@example.com"} for number in range(60)]
    granted(member.run("send-invitation", {"clients": clients}, member.inviter(), env=UNREACHABLE))
    member.rows("UPDATE outbox SET due_at = 0")
    member.rows("DELETE FROM relays")
    member.env.update({"MAIL_RATE": "5", "DEADLINE_SECONDS": "3"})
    process = watcher(member)
    start = time.monotonic()
    try:
        wait_until(lambda: not member.rows("SELECT id FROM outbox WHERE state IN ('queued', 'leased')"), 60)
    finally:
        process.kill()
        process.communicate()
    # 60 mails at 5 a second. With pauses of ten seconds after the third run it was 41 seconds or more.
    assert 11 < time.monotonic() - start < 36
