# SPDX-License-Identifier: Apache-2.0
"""The databases of the end-to-end tests: a SQLite file, or a database on a PostgreSQL server."""

import atexit
import base64
import collections
import contextlib
import functools
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import time
import uuid

import psycopg

ROOT = pathlib.Path(__file__).resolve().parents[1]
#: The executables that the tests run.
BIN = pathlib.Path(os.environ.get("VESTIBULE_BIN", ROOT / ".build/debug")).resolve()
#: The sample app of the client kit, which no release contains.
TRAINER = ROOT / ".build/debug/trainer-cli"
ENGINE = os.environ.get("TEST_ENGINE", "sqlite")


class SQLiteDatabase:
    """A file with tables and no rows; the first event that needs a key creates it next to the file."""

    def __init__(self, folder):
        self.path = folder / "data" / "vestibule.db"
        self.env = {"DATABASE_URL": f"sqlite:{self.path}"}
        if not self.exists:
            self.path.parent.mkdir(mode=0o700)
            shutil.copy(self.with_tables(), self.path)

    @staticmethod
    @functools.cache
    def with_tables():
        """A file to copy: that takes a millisecond, and making the tables a tenth of a second of a processor."""
        file = pathlib.Path(tempfile.mkdtemp(prefix="vestibule-tables-")) / "vestibule.db"
        atexit.register(shutil.rmtree, file.parent)
        subprocess.run([BIN / "vestibule", "migrate"], env={"DATABASE_URL": f"sqlite:{file}"}, check=True, capture_output=True)
        with contextlib.closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return file

    @property
    def exists(self):
        return self.path.exists()

    @property
    def secret_key(self):
        return self.path.with_suffix(".db.key").read_text()

    def run(self, sql, parameters=()):
        with contextlib.closing(sqlite3.connect(self.path)) as connection, connection:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(sql, parameters)]

    def tables(self):
        found = self.run("SELECT name FROM sqlite_schema WHERE type = 'table'") if self.exists else []
        return sorted(row["name"] for row in found)

    def every_row(self):
        """The rows of each table, by its name."""
        with contextlib.closing(sqlite3.connect(self.path)) as connection:
            connection.row_factory = sqlite3.Row
            return {table: [dict(row) for row in connection.execute(f"SELECT * FROM {table}")] for table in self.tables()}

    def primary_key(self, table):
        return self.run("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", (table,))

    def uses_index(self, query):
        return all(
            row["detail"].startswith("SEARCH") and "INDEX" in row["detail"] for row in self.run(f"EXPLAIN QUERY PLAN {query}"))

    def files(self):
        return b"".join(file.read_bytes() for file in self.path.parent.iterdir() if file.suffix != ".key")

    @contextlib.contextmanager
    def locked(self):
        with contextlib.closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            yield connection
            connection.execute("COMMIT")

    def wait_for_killed_processes(self):
        """A killed process has ended all that it did to the file."""

    def remove(self):
        """Removes the file, so that the next event is the first one."""
        shutil.rmtree(self.path.parent)

    def drop(self):
        """Its folder goes with it."""


class ServerDatabase:
    """A database on the server that `scripts/with-postgresql` has started, directly or through the pooler."""

    #: Databases with tables and no rows, by server. Emptying one takes milliseconds, creating another a tenth of a
    #: second and more.
    free = collections.defaultdict(list)
    #: The databases of the running test.
    used = []

    @classmethod
    def taken(cls, engine):
        free = cls.free[cls.front_of(engine)]
        database = free.pop() if free else cls(engine, with_tables=True)
        cls.used.append(database)
        return database

    @staticmethod
    def front_of(engine):
        return os.environ["VESTIBULE_PGBOUNCER" if engine == "pgbouncer" else "VESTIBULE_POSTGRESQL"]

    def __init__(self, engine, with_tables):
        self.name = "e2e_" + uuid.uuid4().hex
        self.with_tables = with_tables
        server, front = os.environ["VESTIBULE_POSTGRESQL"], self.front_of(engine)
        self.front = front
        self.direct, self.server = f"{server}/{self.name}", f"{server}/postgres"
        self.secret_key = base64.b64encode(os.urandom(32)).decode()
        self.env = {"DATABASE_URL": f"{front}/{self.name}", "SECRET_KEY": self.secret_key}
        self.on_server(f"CREATE DATABASE {self.name}")
        if with_tables:
            environment = {**self.env, "DATABASE_URL": self.direct}
            subprocess.run([BIN / "vestibule", "migrate"], env=environment, check=True, capture_output=True)
        self.connect()

    def connect(self):
        """Connects again after a restart of the server."""
        self.connection = psycopg.connect(
            self.direct, autocommit=True, prepare_threshold=None, row_factory=psycopg.rows.dict_row)

    @property
    def exists(self):
        return self.tables() != []

    def run(self, sql, parameters=()):
        cursor = self.connection.execute(sql.replace("%", "%%").replace("?", "%s"), parameters)
        return cursor.fetchall() if cursor.description else []

    def tables(self):
        found = self.run("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return sorted(row["tablename"] for row in found if row["tablename"] != "schema_versions")

    def every_row(self):
        """The rows of each table, by its name."""
        return {table: self.run(f"SELECT * FROM {table}") for table in self.tables()}

    def primary_key(self, table):
        return self.run(
            "SELECT column_name AS name FROM information_schema.key_column_usage "
            "WHERE table_name = ? AND constraint_name = table_name || '_pkey' ORDER BY ordinal_position", (table,))

    def uses_index(self, query):
        # As functions set it: PostgreSQL scans so few rows sequentially otherwise.
        self.run("SET enable_seqscan = off")
        return "Index" in str(self.run(f"EXPLAIN {query}"))

    def files(self):
        return b""

    @contextlib.contextmanager
    def locked(self):
        with psycopg.connect(self.direct) as connection:
            connection.execute(f"LOCK TABLE {', '.join(self.tables())} IN EXCLUSIVE MODE")
            yield connection

    def wait_for_killed_processes(self):
        """Waits until the server has ended what it was asked for: it completes a commit whose sender is dead."""
        others = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        while self.run(others):
            time.sleep(0.01)  # The interval of the polling.

    def on_server(self, sql):
        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute(sql)

    def give_back(self):
        self.used.remove(self)
        if not self.with_tables:
            return self.drop()
        # A process that a test left running must not write into the database of the next test.
        self.run(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'")
        self.connection.execute("; ".join(
            ["SET session_replication_role = replica", *(f"DELETE FROM {table}" for table in self.tables())]))
        self.run("DISCARD ALL")
        self.free[self.front].append(self)

    def drop(self):
        self.connection.close()
        self.on_server(f"DROP DATABASE {self.name} WITH (FORCE)")
