# SPDX-License-Identifier: Apache-2.0
"""A world before one event of the story, which is set back for each trial."""

import collections
import hashlib
import json
import shutil

from worlds import ENGINE, World
from story import FIXTURES, play

#: What says how often something was tried, how it went in between and how long it took, instead of what became of it.
OF_ATTEMPTS = {
    ("audit", "duration"), ("outbox", "attempts"), ("outbox", "doubts"), ("outbox", "trouble"), ("outbox", "traceparent")}


class Reached(Exception):
    """The story has come to the event that is tried."""


class Undelivered(Exception):
    """Messages stay in the queue."""


class Scene:
    """The world before the event of one fixture."""

    def __init__(self, folder, number):
        self.fixture = FIXTURES[number]
        (folder / "world").mkdir()
        self.world = World(folder / "world")
        self.copy = folder / "before"
        played = iter(range(number + 1))

        def run(fixture, event):
            if next(played) == number:
                self.event = event
                raise Reached
            return self.world.run(fixture["function"], event=event)

        try:
            play(self.world, run)
        except Reached:
            pass
        if isinstance(self.event.get("data"), dict):
            self.event = {"id": "tried", "source": "every-call", **self.event}
        self.line = json.dumps(self.event).encode()
        self.world.maildir.mkdir(exist_ok=True)
        shutil.copytree(self.world.folder, self.copy)
        self.rows = None if ENGINE == "sqlite" else KeptDatabase(self.world.store)

    def end(self):
        shutil.rmtree(self.world.folder)
        shutil.rmtree(self.copy)
        if self.rows:
            self.rows.drop()

    @property
    def function(self):
        return self.fixture["function"]

    def set_back(self):
        shutil.rmtree(self.world.folder)
        shutil.copytree(self.copy, self.world.folder)
        if self.rows:
            self.rows.set_back()

    def fingerprint(self):
        """What all files contain, without the index of SQLite's log, which the next process makes anew; None on a server."""
        if self.rows:
            return None
        files = (path for path in self.world.folder.rglob("*") if path.is_file() and not path.name.endswith("-shm"))
        return tuple(sorted((str(path), hashlib.sha256(path.read_bytes()).digest()) for path in files))

    def answer(self):
        return self.world.run(self.function, event=self.event)

    def deliver(self):
        """Delivers everything as if leases, reminders and the pauses of relays were over."""
        for _ in range(20):
            if not self.world.rows("SELECT 1 FROM outbox WHERE state IN ('queued', 'leased') LIMIT 1"):
                return
            self.world.rows("UPDATE outbox SET due_at = 0 WHERE state IN ('queued', 'leased')")
            self.world.rows("DELETE FROM relays")
            answer = self.world.run("deliver-mail")
        left = self.world.rows("SELECT kind, state, attempts, trouble FROM outbox WHERE state IN ('queued', 'leased')")
        raise Undelivered(f"20 runs of deliver-mail leave {left}; the last one: {answer.json}")

    def state(self):
        """Every table as columns: the values of each, counted; and the number of mails that have arrived."""
        columns = {}
        for table, rows in self.world.store.every_row().items():
            columns[table, "rows"] = len(rows)
            for name in rows[0] if rows else ():
                if (table, name) not in OF_ATTEMPTS:
                    columns[table, name] = collections.Counter(str(row[name]) for row in rows)
        columns["maildir", "mails"] = len(self.world.mails())
        return columns

    def outcome(self, times=1):
        """What the event leads to without a fault: its answers, and the state after everything was delivered."""
        self.set_back()
        answers = [self.answer() for _ in range(times)]
        self.deliver()
        return answers, self.state()


class KeptDatabase:
    """A database on a server, and the copy from which it is made again."""

    def __init__(self, store):
        self.store, self.copy = store, f"{store.name}_before"
        store.connection.close()
        store.on_server(f"CREATE DATABASE {self.copy} TEMPLATE {store.name}")
        store.connect()

    def set_back(self):
        self.store.connection.close()
        self.store.on_server(f"DROP DATABASE {self.store.name} WITH (FORCE)")
        self.store.on_server(f"CREATE DATABASE {self.store.name} TEMPLATE {self.copy}")
        self.store.connect()

    def drop(self):
        self.store.drop()
        self.store.on_server(f"DROP DATABASE {self.copy}")
