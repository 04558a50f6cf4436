# SPDX-License-Identifier: Apache-2.0
"""What the end-to-end tests share: a world of its own for each test, and the built executables run in it."""

import base64
import collections
import contextlib
import csv
import email
import email.policy
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import time
import uuid
from dataclasses import dataclass

import jwt
import psycopg
import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "scripts"), str(ROOT / "Tests/EndToEnd")]
BIN = pathlib.Path(os.environ.get("VESTIBULE_BIN", ROOT / ".build/debug")).resolve()

RSA_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
EC_KEY = ec.generate_private_key(ec.SECP256R1())


def jwk(key, kid=None):
    """The public half of a key as a JWK."""
    algorithm = jwt.algorithms.RSAAlgorithm if isinstance(key, rsa.RSAPrivateKey) else jwt.algorithms.ECAlgorithm
    fields = json.loads(algorithm.to_jwk(key.public_key()))
    fields.pop("key_ops", None)
    return {**fields, **({"kid": kid} if kid else {})}


def id_token(key=RSA_KEY, kid="rsa", algorithm=None, headers=None, **claims):
    """An ID token of the provider `google` of `POLICY`; a claim that is None is left out."""
    now = int(time.time())
    merged = {"iss": "https://accounts.google.com", "aud": "app", "iat": now, "exp": now + 600, **claims}
    algorithm = algorithm or ("ES256" if isinstance(key, ec.EllipticCurvePrivateKey) else "RS256")
    headers = {**({"kid": kid} if kid else {}), **(headers or {})}
    return jwt.encode({k: v for k, v in merged.items() if v is not None}, key, algorithm, headers)


def person(name, **claims):
    """An identity with a verified address."""
    merged = {"sub": name, "email": f"{name}@example.com", "email_verified": True, "name": name.capitalize(), **claims}
    return {"provider": "google", "idToken": id_token(**merged)}


KEYS = {"keys": [jwk(RSA_KEY, "rsa"), jwk(EC_KEY, "ec")]}
POLICY = {
    "providers": {
        "google": {"audiences": ["app"], "jwks": KEYS},
        "apple": {"audiences": ["io.example.app"], "jwks": KEYS},
    }
}


@dataclass
class Answer:
    status: int
    json: dict
    stderr: str
    stdout: bytes

    @property
    def code(self):
        return self.json.get("error", {}).get("code") if isinstance(self.json, dict) else None


ENGINE = os.environ.get("TEST_ENGINE", "sqlite")


class SQLiteDatabase:
    """A file that the first function creates, with a key beside it."""

    def __init__(self, folder):
        self.path = folder / "data" / "vestibule.db"
        self.env = {"DATABASE_URL": f"sqlite:{self.path}"}

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
            yield
            connection.execute("ROLLBACK")

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
            yield

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


class World:
    """A folder with a database, a Maildir and a policy, in which functions run."""

    def __init__(self, folder, engine=ENGINE):
        self.folder = folder
        self.store = SQLiteDatabase(folder) if engine == "sqlite" else ServerDatabase.taken(engine)
        self.maildir = folder / "mail"
        self.env = {
            "PATH": "/usr/bin:/bin",
            **self.store.env,
            "MAIL_URL": f"maildir:{self.maildir}",
            "MAIL_FROM": "PFA <hello@pfa.example>",
            "PUBLIC_URL": "https://pfa.example",
            "TEMPLATES_DIR": str(ROOT / "templates"),
            "POLICY_FILE": str(folder / "policy.json"),
        }
        self.policy(POLICY)

    def policy(self, policy):
        (self.folder / "policy.json").write_text(json.dumps(policy))

    def start(self, function, event, **env):
        environment = {k: v for k, v in {**self.env, **env}.items() if v is not None}
        process = subprocess.Popen(
            [str(BIN / function)], env=environment, cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        process.event = event if isinstance(event, bytes) else json.dumps(event).encode()
        return process

    def finish(self, process, timeout=60):
        stdout, stderr = process.communicate(process.event, timeout=timeout)
        return Answer(process.returncode, json.loads(stdout) if stdout else {}, stderr.decode(), stdout)

    def run(self, function, data=None, token=None, event=None, env=None, **attributes):
        """Runs a function with data, or with a whole event."""
        if event is None:
            event = {**({"authorization": f"Bearer {token}"} if token else {}), **attributes, "data": data or {}}
        return self.finish(self.start(function, event, **(env or {})))

    def sign_in(self, name, **data):
        answer = self.run("sign-in", {"identity": person(name), **data})
        assert "session" in answer.json, answer.json
        return answer.json

    def inviter(self, name="ada"):
        return self.sign_in(name)["session"]["accessToken"]

    def invite(self, token, name="kim", **data):
        """Sends an invitation by link: the answer and the code."""
        client = {"name": name.capitalize(), "email": f"{name}@example.com"}
        answer = self.run("send-invitation", {"client": client, "deliver": "link", **data}, token).json
        assert "link" in answer, answer
        return {**answer, "code": answer["link"].split("code=")[1]}

    def accept(self, code, name="kim", **data):
        return self.run("accept-invitation", {"code": code, "identity": person(name), **data})

    def import_users(self, users, *arguments):
        """Imports users, a list as CSV and anything else as JSON, and returns the rows of the report."""
        source = self.folder / ("users.csv" if isinstance(users, list) else "users.json")
        with source.open("w", newline="") as file:
            if isinstance(users, list):
                writer = csv.DictWriter(file, dict.fromkeys(name for user in users for name in user), restval="")
                writer.writeheader()
                writer.writerows(users)
            else:
                json.dump(users, file)
        report = self.folder / "report.jsonl"
        command = [BIN / "vestibule", "import", source.name, "--report", report, *arguments]
        done = subprocess.run(command, env=self.env, cwd=self.folder, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in report.read_text().splitlines()]

    def mails(self):
        """The mails of the Maildir, oldest first (by id if two files have the same time), as a standard
        parser reads them."""
        files = sorted((self.maildir / "new").glob("*"), key=lambda file: (file.stat().st_mtime_ns, file.name))
        return [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in files]

    def age(self, table, column, seconds, where="1=1"):
        """Makes rows older, as if that many seconds had passed."""
        self.rows(f"UPDATE {table} SET {column} = {column} - ? WHERE {where}", (seconds * 1000,))

    def rows(self, sql, parameters=()):
        """Runs a statement and returns its rows."""
        return self.store.run(sql, parameters)

    def tables(self):
        """The names of the tables."""
        return self.store.tables()

    def primary_key(self, table):
        """The columns of a table's primary key, in their order."""
        return [column["name"] for column in self.store.primary_key(table)]

    def uses_index(self, query):
        """Whether a query uses an index."""
        return self.store.uses_index(query)

    def dump(self):
        """Every row of every table, as text."""
        return "\n".join(f"{table} {row}" for table in self.tables() for row in self.rows(f"SELECT * FROM {table}"))

    def stored(self):
        """Everything in the database: its rows, and the bytes of its file if it is one."""
        return self.dump().encode() + self.store.files()

    def locked(self):
        """Locks the database: other processes cannot write to it."""
        return self.store.locked()

    def without_tables(self):
        """Uses a database without tables. (On a server they normally exist already, to save time.)"""
        if ENGINE != "sqlite":
            self.store = ServerDatabase(ENGINE, with_tables=False)
            ServerDatabase.used.append(self.store)
            self.env.update(self.store.env)

    @property
    def exists(self):
        """Whether the database exists."""
        return self.store.exists

    @property
    def secret_key(self):
        """The secret key."""
        return self.store.secret_key

    @property
    def database(self):
        """The file of the database; skips the test on a server."""
        if ENGINE != "sqlite":
            pytest.skip("this looks into SQLite's file")
        return self.store.path


@pytest.fixture(autouse=True)
def databases():
    """Returns the databases of the test's worlds."""
    yield
    for database in list(ServerDatabase.used):
        database.give_back()


def pytest_sessionfinish():
    for databases in ServerDatabase.free.values():
        for database in databases:
            database.drop()


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


def code_of(mail):
    """The invitation's code in a mail's text part."""
    text = mail.get_body(("plain",)).get_content()
    return text.split("/invite?code=")[1].split()[0]
