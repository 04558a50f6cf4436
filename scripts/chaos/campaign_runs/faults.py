# SPDX-License-Identifier: Apache-2.0
"""The faults of a run: of single processes, or of the database while all processes run."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import threading
import time

import psycopg
from worlds import ENGINE
from cutting_proxy import CUTS, CuttingProxy

#: The share of runs with each fault, in percent.
SHARES = {
    "sqlite": {"SIGKILL": 55, "SIGTERM": 15, "full disk": 15, "locked database": 15},
    "postgresql": {
        "SIGKILL": 30, "SIGTERM": 10, "SIGKILL behind PgBouncer": 10, "cut connection": 30, "terminated backends": 14,
        "cancelled statements": 3, "server restarted, immediate": 2, "server restarted, fast": 1,
    },
}[ENGINE if ENGINE == "sqlite" else "postgresql"]

#: Held during a restart of the server, and by code that needs the server.
SERVER = threading.Lock()
#: Faults of the database, which affect every process of the run.
COMMON = {
    "locked database", "terminated backends", "cancelled statements", "server restarted, immediate",
    "server restarted, fast"}


def choose(rng):
    return rng.choices(list(SHARES), SHARES.values())[0]


class NoFault:
    """No fault."""

    def prepare(self, world):
        return contextlib.nullcontext((world.env, []))

    def strike(self, process):
        pass


class Signal(NoFault):
    """The process gets a signal after a delay in seconds."""

    def __init__(self, number, delay, through=None):
        self.number, self.delay, self.through = number, delay, through

    def prepare(self, world):
        url = {"DATABASE_URL": f"{self.through}/{world.store.name}"} if self.through else {}
        return contextlib.nullcontext(({**world.env, **url}, []))

    def strike(self, process):
        time.sleep(self.delay)  # The random time of the signal is the fault.
        process.send_signal(self.number)


class FullDisk(NoFault):
    """Files can grow only `room` bytes beyond the size of the database."""

    def __init__(self, room):
        self.room = room

    def prepare(self, world):
        sizes = [file.stat().st_size for file in world.store.path.parent.iterdir()]
        return contextlib.nullcontext((world.env, ["prlimit", f"--fsize={max(sizes) + self.room}"]))


class Cut(NoFault):
    """The connection to the server is cut at a COMMIT, or after a number of bytes."""

    def __init__(self, cut, marker, limit):
        self.cut, self.marker, self.limit = cut, marker, limit

    @contextlib.contextmanager
    def prepare(self, world):
        with CuttingProxy(world.env["DATABASE_URL"], self.cut, self.marker, self.limit) as proxy:
            deadline = {"DEADLINE_SECONDS": "2"} if self.cut == "hang" else {}
            yield {**world.env, "DATABASE_URL": proxy.url, **deadline}, []


def fault(kind, rng, usual):
    """The fault of one process, or none; `usual` is the usual time of its function."""
    if rng.random() < 0.4:
        return NoFault()
    if kind.startswith("SIGKILL") or kind == "SIGTERM":
        number = signal.SIGTERM if kind == "SIGTERM" else signal.SIGKILL
        through = os.environ["VESTIBULE_PGBOUNCER"] if "PgBouncer" in kind else None
        return Signal(number, rng.uniform(0, 1.3 * usual), through)
    if kind == "full disk":
        return FullDisk(rng.randrange(0, 65_536))
    if kind == "cut connection":
        cut = rng.choice([*CUTS, "bytes"])
        marker = rng.choice([b"", b"seen_events", b"INSERT INTO", b"INSERT INTO seen_events", b"UPDATE "])
        return Cut(cut, marker, rng.randrange(200, 20_000))
    return NoFault()


@contextlib.contextmanager
def database_fault(kind, rng, world):
    """The fault of the database during a phase."""
    act = {
        "locked database": locked, "terminated backends": terminated, "cancelled statements": cancelled,
        "server restarted, immediate": restarted("immediate"), "server restarted, fast": restarted("fast"),
    }.get(kind)
    if not act:
        yield
        return
    over = threading.Event()
    thread = threading.Thread(target=act, args=(world, rng, over))
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def locked(world, rng, over):
    with contextlib.closing(sqlite3.connect(world.store.path, timeout=20, isolation_level=None)) as connection:
        for _ in range(3):
            connection.execute("BEGIN IMMEDIATE")
            time.sleep(rng.uniform(0.02, 0.3))
            connection.execute("ROLLBACK")
            time.sleep(rng.uniform(0, 0.1))


def on_backends(function, world, rng, over):
    """Calls a function on one server process after another, for at most one second."""
    end = time.monotonic() + 1
    # Another run may restart the server.
    with contextlib.suppress(psycopg.OperationalError), psycopg.connect(world.store.server, autocommit=True) as connection:
        while not over.is_set() and time.monotonic() < end:
            connection.execute(
                f"""SELECT {function}(pid) FROM pg_stat_activity WHERE datname = %s AND application_name = 'vestibule'
                    ORDER BY random() LIMIT 1""", (world.store.name,))
            time.sleep(rng.uniform(0, 0.03))


def terminated(world, rng, over):
    on_backends("pg_terminate_backend", world, rng, over)


def cancelled(world, rng, over):
    on_backends("pg_cancel_backend", world, rng, over)


def restarted(mode):
    def act(world, rng, over):
        time.sleep(rng.uniform(0, 0.3))
        with SERVER:
            subprocess.run(
                [os.environ["VESTIBULE_PGCTL"], "restart", "-m", mode], check=True, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
    return act
