# SPDX-License-Identifier: Apache-2.0
"""`vestibule serve`: its schedules, and mails as soon as they are due."""

import contextlib
import datetime
import os
import pathlib
import subprocess
import time

from faulty import clock, until
from ports import free_port
from runners import process, served_environment, wait_for
from worlds import BIN


@contextlib.contextmanager
def serving(world, variables=None):
    port = free_port()
    command = [BIN / "vestibule", "serve", "--data", world.folder, "--port", str(port)]
    environment = served_environment(world, port, variables or {})
    with process(*command, cwd=world.folder, env=environment, stdin=subprocess.DEVNULL) as server:
        wait_for(port, server)
        yield server


def test_a_mail_is_sent_as_soon_as_it_is_due(world):
    code = world.invite(world.inviter())["code"]
    with serving(world) as server:
        world.accept(code)
        until(world.mails)
    assert not [name for name in os.listdir("/proc") if name.isdigit() and is_child_of(server.pid, name)]


def is_child_of(parent, number):
    with contextlib.suppress(OSError):
        return f"PPid:\t{parent}\n" in pathlib.Path(f"/proc/{number}/status").read_text()
    return False


def status(world):
    [row] = world.rows("SELECT status FROM invitations")
    return row["status"]


def test_schedules_run_in_time(world):
    world.invite(world.inviter())
    # Years after the invitation's end, just before a quarter of an hour is over.
    with serving(world, {**clock("@2030-01-01 11:14:56"), "TZ": "UTC"}):
        assert status(world) == "pending"
        until(lambda: status(world) == "expired")


def test_schedules_go_on_after_the_clock_has_been_set_back(world):
    world.invite(world.inviter())
    file = world.folder / "clock"

    def set_clock(text):
        moment = datetime.datetime.fromisoformat(text).replace(tzinfo=datetime.UTC).timestamp()
        (world.folder / "clock.new").write_text(f"+{moment - time.time():.0f}")
        os.replace(world.folder / "clock.new", file)

    set_clock("2031-01-01 12:01:02")
    variables = {**clock(""), "FAKETIME_TIMESTAMP_FILE": str(file), "TZ": "UTC"}
    del variables["FAKETIME"]
    with serving(world, variables):
        time.sleep(2)  # The server looks at the clock once a second.
        assert status(world) == "pending"
        set_clock("2030-01-01 11:14:56")
        until(lambda: status(world) == "expired")
