# SPDX-License-Identifier: Apache-2.0
"""HASHING_PROCESSES: how many processes of a machine hash a password at the same time."""

import fcntl
import json
import os
import pathlib
import struct
import subprocess
import time

import pytest
from worlds import BIN

EMAIL, PASSWORD = "kim@example.com", "a long enough one"


@pytest.fixture(autouse=True)
def account(world, tmp_path):
    """An account that has a password, and an own folder for temporary files."""
    world.policy({"providers": {"password": {}}, "limits": {"signIn": {"max": 1000, "seconds": 60}}})
    world.env |= {"TMPDIR": str(tmp_path), "HASHING_PROCESSES": "2"}
    signed_up = world.run("sign-up", {"email": EMAIL, "password": PASSWORD, "displayName": "Kim", "role": "admin"})
    assert "account" in signed_up.json, signed_up.json


@pytest.fixture
def file(world):
    return world.folder / f"vestibule-hashing-{os.geteuid()}"


class Slot:
    """Takes a slot, as a process that hashes does."""

    def __init__(self, file, number):
        self.file = open(file, "r+b")
        lock = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, number, 1, 0)
        fcntl.fcntl(self.file, 37, lock)  # F_OFD_SETLK

    def free(self):
        self.file.close()


def taken(file):
    """The slots that are taken. (The list changes while it is read, so a slot may appear twice.)"""
    number = os.stat(file).st_ino
    with open("/proc/locks") as locks:
        return {int(line.split()[-2]) for line in locks if f":{number} " in line and "OFDLCK" in line}


def sign_in(world, **env):
    return world.start("sign-in", {"data": {"email": EMAIL, "password": PASSWORD}}, **env)


def test_no_more_processes_hash_than_there_are_slots(world, file):
    processes = [sign_in(world, DEADLINE_SECONDS="60") for _ in range(50)]
    for process in processes:
        process.stdin.write(process.event)
        process.stdin.close()
    used = set()
    while any(process.poll() is None for process in processes):
        used |= taken(file)
        time.sleep(0.001)  # The interval of the observation.
    assert used == {0, 1}
    assert [process.returncode for process in processes] == [0] * 50
    assert all(b'"signedIn"' in process.stdout.read() for process in processes)
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_process_without_a_slot_answers_that_it_may_be_tried_again(world, file):
    slots = [Slot(file, number) for number in range(2)]
    answer = world.finish(sign_in(world, DEADLINE_SECONDS="1"))
    error = answer.json["error"]
    assert (answer.status, error["code"], error["retryable"], error["retryAfter"]) == (75, "service/unavailable", True, 1)
    for slot in slots:
        slot.free()
    assert world.finish(sign_in(world)).json["state"] == "signedIn"


def test_a_free_slot_is_found_beside_taken_ones(world, file):
    for number in range(2):
        slot = Slot(file, number)
        assert world.finish(sign_in(world)).json["state"] == "signedIn"
        slot.free()


def test_a_process_that_is_killed_leaves_its_slot(world, file):
    slots = [Slot(file, number) for number in range(2)]
    waiting = sign_in(world, DEADLINE_SECONDS="30")
    waiting.stdin.write(waiting.event)
    waiting.stdin.close()
    slots[1].free()
    while len(taken(file)) < 2 and waiting.poll() is None:
        pass
    waiting.kill()
    waiting.wait(20)
    assert world.finish(sign_in(world)).json["state"] == "signedIn"


def test_nothing_is_written_without_a_limit(world, file):
    file.unlink()
    preview = world.run("preview-invitation", {"code": "A"})
    assert preview.code == "invitation/not-found" and not file.exists()


@pytest.mark.parametrize("env, name", [({"HASHING_PROCESSES": "0"}, "HASHING_PROCESSES"), ({"TMPDIR": "/nowhere"}, "TMPDIR")])
def test_a_wrong_setting_is_78(world, env, name):
    answer = world.finish(sign_in(world, **env))
    assert answer.status == 78 and answer.json["error"]["detail"].startswith(name)


def test_a_file_of_another_user_is_not_followed(world, file):
    file.unlink()
    file.symlink_to("/etc/passwd")
    assert world.finish(sign_in(world)).status == 78


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_is_not_used(world, file):
    os.chmod(world.folder, 0o1777)
    os.chown(world.folder, 65532, 65532)
    os.chown(file, 65533, 65533)
    answer = world.finish(sign_in(world))
    assert answer.status == 78 and "belongs to another user" in answer.json["error"]["detail"]


# In a container


GROUPS = pathlib.Path("/sys/fs/cgroup")


@pytest.fixture
def container():
    """A control group with 256 MiB of memory: its folder, and what a shell does to enter it."""
    is_version_2 = (GROUPS / "cgroup.controllers").exists()
    group = (GROUPS if is_version_2 else GROUPS / "memory") / f"vestibule-{os.getpid()}"
    try:
        group.mkdir()
        (group / ("memory.max" if is_version_2 else "memory.limit_in_bytes")).write_text(str(256 << 20))
    except OSError as error:
        pytest.skip(f"control groups cannot be created here: {error}")
    yield group
    while group.exists():
        try:
            group.rmdir()
        except OSError:
            time.sleep(0.05)  # The interval of the polling: until the last process has left.


def test_50_sign_ins_at_once_fit_into_256_mib(world, container):
    enter = f'echo $$ > {container}/cgroup.procs; exec "$@"'
    environment = {**world.env, "DEADLINE_SECONDS": "60", "HASHING_PROCESSES": ""}
    event = json.dumps({"data": {"email": EMAIL, "password": PASSWORD}}).encode()
    processes = [
        subprocess.Popen(
            ["/bin/sh", "-c", enter, "sh", BIN / "sign-in"], env=environment, cwd=world.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(50)]
    for process in processes:
        process.stdin.write(event)
        process.stdin.close()
    answers = [process.stdout.read() for process in processes]
    assert [process.wait(60) for process in processes] == [0] * 50, "a process was killed"
    assert all(b'"signedIn"' in answer for answer in answers)
