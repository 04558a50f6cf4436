# SPDX-License-Identifier: Apache-2.0
"""How the scripts begin that break or measure executables, and what several of them do.

Such a script begins like this, and then imports what it needs of the tests:

    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
    from harness import begin  # noqa: E402

    OPTIONS = begin(__doc__, codes=500)
"""

import argparse
import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[1]
PYTHON = ROOT / ".venv/bin/python"
#: The number of invitations in one event.
BATCH = 500
#: As the limit of a policy.
UNLIMITED = {"max": 1_000_000, "seconds": 3600}


@dataclass(frozen=True)
class Argument:
    """A word without a name; `count` is one of argparse's (`?` or `*`)."""

    kind: type = str
    count: str | None = None
    default: str | None = None


@dataclass(frozen=True)
class OneOf:
    """An option whose values are listed; it may be repeated if it `repeats`."""

    choices: tuple
    default: str | None = None
    repeats: bool = False


def options(documentation, **expected):
    """The values of `--name VALUE` by name. An unknown option ends the script.

    `expected` has the default of each, a type if there is no default, False for a flag, or an `Argument` or `OneOf`."""
    parser = argparse.ArgumentParser(
        usage=argparse.SUPPRESS, description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    for name, value in expected.items():
        option = "--" + name.replace("_", "-")
        match value:
            case Argument(kind, count, default):
                parser.add_argument(name, type=kind, nargs=count, default=default)
            case OneOf(choices, default, repeats):
                parser.add_argument(option, choices=choices, default=default, action="append" if repeats else "store")
            case False:
                parser.add_argument(option, action="store_true")
            case type():
                parser.add_argument(option, type=value)
            case _:
                parser.add_argument(option, type=type(value), default=value)
    return parser.parse_args()


def begin(documentation, *, is_release=True, installs=False, **expected):
    """The script's options. It goes on with the Python of `scripts/install --tests`, the modules of the tests can be imported,
    and `VESTIBULE_BIN` is set.

    `is_release`: without that variable, release executables are used if they are built.
    `installs`: the tests' packages are installed first."""
    release = ", .build/bundle/bin or .build/debug" if is_release else " or .build/debug"
    used = f"Uses the executables of $VESTIBULE_BIN{release}, and the packages of scripts/install --tests."
    values = options(f"{documentation.rstrip()}\n\n{used}\n", **expected)
    restart_with_packages(installs)
    import_tests()
    bundle = ROOT / ".build/bundle/bin"
    default = bundle if is_release and (bundle / "accept-invitation").exists() else ROOT / ".build/debug"
    os.environ.setdefault("VESTIBULE_BIN", str(default))
    return values


def restart_with_packages(installs):
    if pathlib.Path(sys.prefix) == ROOT / ".venv":
        return
    if installs:
        subprocess.run([ROOT / "scripts/install", "--tests"], check=True)
    if not PYTHON.exists():
        sys.exit("the tests' packages are missing: scripts/install --tests")
    os.execv(PYTHON, [PYTHON, *sys.argv])


def import_tests():
    """The modules of the tests, and the packages of `scripts`, can be imported from now on."""
    sys.path[:0] = [str(ROOT / name) for name in ("Tests", "Tests/EndToEnd/support", "scripts")]


@contextlib.contextmanager
def temporary_world(name):
    """A world of the engine TEST_ENGINE in a temporary folder with that name."""
    from worlds import World
    with tempfile.TemporaryDirectory(prefix=f"vestibule-{name}-") as folder:
        world = World(pathlib.Path(folder))
        try:
            yield world
        finally:
            world.store.drop()


def in_batches(clients):
    """The data of events that invite these clients by link."""
    for first in range(0, len(clients), BATCH):
        yield {"clients": clients[first:first + BATCH], "deliver": "link"}


def invited(world, token, clients):
    """The results of inviting these clients by link."""
    return [
        result for data in in_batches(clients)
        for result in world.run("send-invitation", data, token, env={"DEADLINE_SECONDS": "60"}).json["results"]]


def code_of(invitation):
    """The code in the link of an invitation."""
    return invitation["link"].split("code=")[1]


def rollbacks(world):
    """The transactions of a world that were rolled back so far; 0 on SQLite, where nobody loses a race."""
    from worlds import ENGINE
    if ENGINE == "sqlite":
        return 0
    time.sleep(1.5)  # A server process reports its counters after a second of idling; nothing announces it.
    return world.rows("SELECT xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()")[0]["n"]
