# SPDX-License-Identifier: Apache-2.0
"""The script of the documents that passes bounces of Postfix to `on-mail-event`: it starts without variables."""

import os
import re
import shlex
import subprocess

import pytest
from worlds import BIN, ROOT

REPLY = b"From: kim@example.com\r\nTo: hello@example.com\r\nSubject: Thanks\r\n\r\nSee you.\r\n"


def text():
    page = (ROOT / "Sources/Functions/Triggers/README.md").read_text()
    [script] = [it for it in re.findall("```sh\n(.*?)```", page, re.DOTALL) if "Postfix" in it]
    return script


@pytest.fixture
def script(world):
    """The script with the places of this machine, and a `sendmail` that writes what it gets to a file."""
    programs = world.folder / "programs"
    programs.mkdir()
    (programs / "sendmail").write_text(f"#!/bin/sh\ncat > {world.folder}/forwarded\n")
    (programs / "sendmail").chmod(0o755)
    (world.folder / "env").write_text("".join(f"{name}={shlex.quote(value)}\n" for name, value in world.env.items() if name != "PATH"))
    file = world.folder / "bounce"
    file.write_text(
        text().replace("/opt/vestibule/bin", f"{programs}:{BIN}").replace("/etc/vestibule/env", f"{world.folder}/env")
        .replace("/var/lib/vestibule", str(world.folder)))
    return file


def run(*command, message=REPLY):
    return subprocess.run(["env", "-i", *command], input=message, capture_output=True, timeout=60)


def test_the_script_needs_no_variables_and_forwards_what_is_no_report(world, script):
    done = run("/bin/sh", script)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (world.folder / "forwarded").read_bytes() == REPLY


@pytest.mark.parametrize("wrong", ["POLICY_FILE=/nope/policy.json", "DATABASE_URL=pigeon:", "PATH=/nope"])
def test_postfix_keeps_the_mail_while_the_configuration_is_wrong(world, script, wrong):
    with open(world.folder / "env", "a") as file:
        file.write(wrong + "\n")
    assert run("/bin/sh", script).returncode == 75
    assert not (world.folder / "forwarded").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_a_user_who_cannot_read_the_variables_loses_no_mail(script, tmp_path):
    nobody = ["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    assert run(*nobody, "/bin/sh", "-c", text()).returncode == 75
