# SPDX-License-Identifier: Apache-2.0
"""A world for a test: a database, a Maildir and a policy, and the built executables run in it."""

import csv
import email
import email.policy
import json
import subprocess
import time
from dataclasses import dataclass

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from database_engines import BIN, ENGINE, ROOT, TRAINER, ServerDatabase, SQLiteDatabase

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


def with_quick_passwords(policy):
    """The policy with the cheapest hashes that it may ask for, unless it says what they cost: a default one takes longer than all
    else in a test."""
    match policy:
        case {"providers": {"password": {**password}} as providers} if "argon2" not in password:
            quick = {**password, "argon2": {"memoryKiB": 7168, "iterations": 1}}
            return {**policy, "providers": {**providers, "password": quick}}
    return policy


@dataclass
class Answer:
    status: int
    json: dict
    stderr: str
    stdout: bytes

    @property
    def code(self):
        return self.json.get("error", {}).get("code") if isinstance(self.json, dict) else None


class World:
    """A folder with a database, a Maildir and a policy, in which functions run."""

    def __init__(self, folder, engine=ENGINE):
        self.folder = folder
        self.store = SQLiteDatabase(folder) if engine == "sqlite" else ServerDatabase.taken(engine)
        self.maildir = folder / "mail"
        self.read_mails = {}
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
        (self.folder / "policy.json").write_text(json.dumps(with_quick_passwords(policy)))

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
        for file in files:
            if file not in self.read_mails:  # Parsing takes longer than the function that sends the mail.
                self.read_mails[file] = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
        return [self.read_mails[file] for file in files]

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

    def dump(self, without=()):
        """Every row of every table, as text.
        without: tables that are left out."""
        tables = self.store.every_row()
        return "\n".join(f"{table} {row}" for table, rows in tables.items() if table not in without for row in rows)

    def stored(self):
        """Everything in the database: its rows, and the bytes of its file if it is one."""
        return self.dump().encode() + self.store.files()

    def locked(self):
        """Locks the database: other processes cannot write to it, only the connection that is given."""
        return self.store.locked()

    def without_tables(self):
        """Uses a database without tables, or no file yet. (Normally the tables exist already, to save time.)"""
        if isinstance(self.store, SQLiteDatabase):
            return self.store.remove()
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


def code_of(mail):
    """The invitation's code in a mail's text part."""
    text = mail.get_body(("plain",)).get_content()
    return text.split("/invite?code=")[1].split()[0]
