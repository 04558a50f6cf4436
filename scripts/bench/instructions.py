# SPDX-License-Identifier: Apache-2.0
"""How many instructions an event executes from start to exit, compared with instructions.json: `recorded` for each function, and
the `most` that it may ever execute, which no --update raises. Whoever raises it says in the commit what the instructions are for.

Counted by callgrind, with the same environment, a copy of the same database and paths of the same length. Only keys and ids
are random. expire-invitations changes a few hundred rows.
"""

import json
import pathlib
import re
import statistics
import subprocess

from sweep import seed
from world import BIN, copy, sink

FUNCTIONS = ["accept-invitation", "preview-invitation", "refresh-session", "send-invitation", "expire-invitations"]
FILE = pathlib.Path(__file__).with_name("instructions.json")
#: The allowed change, and the number of events of each function that are counted.
TOLERANCE, COUNTS = 0.05, 3
OVERDUE = 300


def present():
    return [function for function in FUNCTIONS if (BIN / function).exists()]


def callgrind(world, function, number, *options, executable=None):
    """Runs one event and returns callgrind's output. The counts are in callgrind.out."""
    database = "overdue.db" if function == "expire-invitations" else "template.db"
    copy(world.folder / database, world.folder / "counted.db")
    event = "expire" if function == "expire-invitations" else f"{function}-{number}"
    with sink() as port, open(world.folder / f"events/{event}.json") as file:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=callgrind.out", *options, executable or f"bin/{function}"],
            cwd=world.folder, stdin=file, capture_output=True, text=True,
            env={**world.env, "SWIFT_DETERMINISTIC_HASHING": "1", "DATABASE_URL": "sqlite:counted.db", "DEADLINE_SECONDS": "600",
                 "MAIL_URL": f"smtp://127.0.0.1:{port}?tls=none"})
    assert done.returncode == 0 and done.stdout and "error" not in json.loads(done.stdout), (done.stdout, done.stderr)
    return done.stderr


def count(world, function, number):
    """The instructions of one event."""
    return int(re.search(r"refs:\s+([\d,]+)", callgrind(world, function, number))[1].replace(",", ""))


def prepare(world, functions):
    if "expire-invitations" in functions:
        seed(world, 5 * OVERDUE)
        (world.folder / "events/expire.json").write_text("{}")


def measure(world, functions):
    """The median of each function, and the spread of its counts."""
    prepare(world, functions)
    for function in functions:
        counts = [count(world, function, number) for number in range(COUNTS)]
        yield function, round(statistics.median(counts)), (max(counts) - min(counts)) / statistics.median(counts)


def compare(world, functions, updates):
    """Whether all counts are within the allowed change and at most the greatest ones. `updates`: writes them to instructions.json."""
    known, is_good = json.loads(FILE.read_text()), True
    for function, found, spread in measure(world, functions):
        before, most = known["recorded"][function], known["most"][function]
        change = found / before - 1
        # Much fewer ones would let as many more pass unseen: they are recorded.
        is_good = is_good and found <= most and (updates or abs(change) <= TOLERANCE)
        print(
            f"{function:20} {found:13,} instructions, {before:,} before: {change:+.2%}, spread {spread:.2%}, at most {most:,}",
            flush=True)
        if updates:
            known["recorded"][function] = found
    if updates:
        FILE.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n")
    return is_good
