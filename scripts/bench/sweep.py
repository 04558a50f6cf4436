# SPDX-License-Identifier: Apache-2.0
"""expire-invitations over very many pending invitations, a fifth of them overdue, until none is overdue."""

import json
import subprocess

from measure import Run, results, run
from programs import BIN, BUILD, Program
from rows import PLAIN_EXPIRY, seeding
from world import copy

PROGRAMS = [
    Program("C", [BUILD / "peer", "expire-invitations"]), Program("Vestibule", [BIN / "expire-invitations"]),
    Program("sqlite3, one UPDATE", ["/usr/bin/sqlite3"])]
#: The default limit of an event.
LIMIT = 10_000
#: Queries of the state afterwards.
LEFT = [
    "SELECT status, count(*) FROM invitations GROUP BY status", "SELECT action, count(*) FROM audit GROUP BY action",
    "SELECT state, count(*) FROM outbox GROUP BY state",
    """SELECT count(*) FROM audit JOIN invitations
         ON invitations.id = audit.subject_id AND invitations.team_id = audit.team_id
       WHERE audit.action = 'invitation.expired' AND invitations.status = 'expired'"""]


def seed(world, count):
    copy(world.folder / "template.db", world.folder / "overdue.db")
    command = ["sqlite3", world.folder / "overdue.db"]
    subprocess.run(command, input=seeding("sqlite", count).encode(), check=True, capture_output=True)
    with world.database("overdue.db") as rows:
        rows.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (world.folder / "plain.sql").write_text(PLAIN_EXPIRY)


def added(one, other):
    return Run(one.seconds + other.seconds, one.cpu + other.cpu, max(one.peak, other.peak), other.answer)


def drain(world, program, limit):
    """Repeats one program until nothing is overdue. Returns the sum of its runs."""
    (world.folder / "events/expire.json").write_text(json.dumps({"limit": limit}))
    total = None
    while True:
        done = run(world, program.command, "events/expire.json", "sweep.db", DEADLINE_SECONDS="900")
        total = added(total, done) if total else done
        if not json.loads(done.answer)["more"]:
            return total


def plain(world, program):
    return run(world, [*program.command, "sweep.db"], "plain.sql", "sweep.db")


def left(world):
    with world.database("sweep.db") as rows:
        return [[tuple(row) for row in rows.execute(sql)] for sql in LEFT]


def measure(world, count, rounds):
    seed(world, count)
    runs_of, lefts = {program.name: [] for program in PROGRAMS}, {}
    for _ in range(rounds):
        for program in PROGRAMS:
            copy(world.folder / "overdue.db", world.folder / "sweep.db")
            is_plain = program.name.startswith("sqlite3")
            runs_of[program.name].append(plain(world, program) if is_plain else drain(world, program, count))
            lefts[program.name] = left(world)
        copy(world.folder / "overdue.db", world.folder / "sweep.db")
        runs_of.setdefault(f"Vestibule, by {LIMIT:,}", []).append(drain(world, PROGRAMS[1], LIMIT))
    assert lefts["Vestibule"] == lefts["C"] and lefts["Vestibule"][0] == lefts["sqlite3, one UPDATE"][0], lefts
    for name in ("overdue.db", "sweep.db"):
        for suffix in ("", "-wal", "-shm"):
            (world.folder / f"{name}{suffix}").unlink(missing_ok=True)
    yield from results(f"expire-invitations, {count // 5:,} of {count:,} overdue", runs_of, "C", count // 5)
