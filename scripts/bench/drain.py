# SPDX-License-Identifier: Apache-2.0
"""deliver-mail over a long queue, compared with the same steps in C with libcurl, and with Postfix's smtp-source, which
records nothing."""

import json

from measure import results, run
from programs import BIN, BUILD, Program
from world import copy, sink

CONNECTIONS = "8"
LEFT = ["SELECT state, attempts, count(*) FROM outbox GROUP BY 1, 2", "SELECT delivery, count(*) FROM invitations GROUP BY 1",
        "SELECT count(*) FROM outbox WHERE sealed_values IS NULL AND ended_at IS NOT NULL"]


def queue(world, count):
    """Queues mails that no relay accepted, due now."""
    copy(world.folder / "template.db", world.folder / "queued.db")
    for first in range(0, count, 1000):
        numbers = range(first, min(first + 1000, count))
        clients = [{"name": "Kim", "email": f"queued{number:06}@example.com"} for number in numbers]
        event = {"authorization": world.authorization, "data": {"clients": clients}}
        nobody = {"MAIL_URL": "smtp://127.0.0.1:1?tls=none", "DEADLINE_SECONDS": "600"}
        world.run("send-invitation", event, DATABASE_URL="sqlite:queued.db", **nobody)
    with world.database("queued.db") as rows, rows:
        rows.execute("UPDATE outbox SET due_at = 0, attempts = 0, trouble = NULL WHERE state = 'queued'")
        assert rows.execute("SELECT count(*) FROM outbox WHERE state = 'queued'").fetchone()[0] == count
    with world.database("queued.db") as rows:
        rows.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def left(world):
    with world.database("drain.db") as rows:
        return [[tuple(row) for row in rows.execute(sql)] for sql in LEFT]


def size(world):
    file, = (world.folder / "flat/new").iterdir()
    return len(file.read_bytes())


def measure(world, count, rounds):
    queue(world, count)
    (world.folder / "events/deliver.json").write_text(json.dumps({"limit": count}))
    programs = [Program("C, libcurl", [BUILD / "deliver"]), Program("Vestibule", [BIN / "deliver-mail"])]
    runs_of, lefts = {}, {}
    with sink() as port:
        source = [
            "/usr/sbin/smtp-source", "-s", CONNECTIONS, "-l", str(size(world)), "-m", str(count), "-f", "a@pfa.example",
            "-t", "b@example.com", f"127.0.0.1:{port}"]
        for _ in range(rounds):
            for program in programs:
                copy(world.folder / "queued.db", world.folder / "drain.db")
                done = run(
                    world, program.command, "events/deliver.json", "drain.db", MAIL_URL=f"smtp://127.0.0.1:{port}?tls=none",
                    MAIL_CONNECTIONS=CONNECTIONS, DEADLINE_SECONDS="600")
                assert json.loads(done.answer)["sent"] == count, done.answer
                runs_of.setdefault(program.name, []).append(done)
                lefts[program.name] = left(world)
            runs_of.setdefault("smtp-source", []).append(run(world, source, "/dev/null", "drain.db"))
    assert lefts["C, libcurl"] == lefts["Vestibule"], lefts
    yield from results(f"deliver-mail, {count:,} mails over {CONNECTIONS} connections", runs_of, "C, libcurl", count)
