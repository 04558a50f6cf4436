# SPDX-License-Identifier: Apache-2.0
"""The operators' commands for accounts, the suppression list and the audit log."""

import json
import os
import pwd
import subprocess
from types import SimpleNamespace

from worlds import BIN

#: The user who runs the tests.
USER = pwd.getpwuid(os.getuid()).pw_name


def vestibule(world, *arguments, **env):
    """Runs the command: its status, its output, and its output as JSON lines."""
    environment = {k: v for k, v in {**world.env, **env}.items() if v is not None}
    done = subprocess.run(
        [BIN / "vestibule", *arguments], env=environment, cwd=world.folder, capture_output=True, timeout=60)
    return SimpleNamespace(status=done.returncode, stdout=done.stdout.decode(), stderr=done.stderr.decode())


def json_of(world, *arguments):
    """The JSON that a command prints, whatever its status."""
    return json.loads(vestibule(world, *arguments).stdout)


def lines(world, *arguments, **env):
    """The JSON objects that a granted command prints."""
    done = vestibule(world, *arguments, "--json", **env)
    assert done.status == 0, done
    return [json.loads(line) for line in done.stdout.splitlines()]


def account(world, *arguments, **env):
    """The JSON object that a granted `vestibule account` prints."""
    [made] = lines(world, "account", *arguments, **env)
    return made


def team(world, *arguments, **env):
    """The JSON object that a granted `vestibule team` prints."""
    [made] = lines(world, "team", *arguments, **env)
    return made


def refused(world, *arguments, status=65, words=""):
    """Runs a command that is refused and changes nothing."""
    before = world.dump()
    done = vestibule(world, *arguments)
    assert done.status == status and words in done.stderr and done.stdout == "", done
    assert world.dump() == before
    return done


def audited(world, action):
    """The operators of the audit entries with an action."""
    return [row["operator"] for row in world.rows("SELECT operator FROM audit WHERE action = ? ORDER BY at, id", (action,))]


def report(world, *arguments):
    done = subprocess.run(
        [BIN / "vestibule", "report", *arguments], env=world.env, cwd=world.folder, capture_output=True, text=True, timeout=60)
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr


def numbers(world, *arguments):
    status, numbers, stderr = report(world, *arguments)
    assert status == 0, stderr
    return numbers
