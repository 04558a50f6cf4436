"""What the end-to-end tests share: a world of its own for each test, and the built executables run in it."""

import base64
import contextlib
import email
import email.policy
import json
import os
import pathlib
import sqlite3
import subprocess
import time
import uuid
from dataclasses import dataclass

import jwt
import psycopg
import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

ROOT = pathlib.Path(__file__).resolve().parents[1]
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
    """The identity of somebody with a verified address."""
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
        return self.json.get("error", {}).get("code")


ENGINE = os.environ.get("TEST_ENGINE", "sqlite")


class SQLiteDatabase:
    """A file that the first function makes."""

    def __init__(self, folder):
        self.path = folder / "data" / "vestibule.db"
        self.url = f"sqlite:{self.path}"

    def run(self, sql, parameters=()):
        with contextlib.closing(sqlite3.connect(self.path)) as connection, connection:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(sql, parameters)]

    def drop(self):
        pass


class ServerDatabase:
    """A new database on the server that `scripts/with-postgresql` has started, with or without the pooler before it."""

    def __init__(self, engine):
        self.name = "e2e_" + uuid.uuid4().hex
        server = os.environ["VESTIBULE_POSTGRESQL"]
        self.server, self.direct = f"{server}/postgres", f"{server}/{self.name}"
        self.url = f"{os.environ['VESTIBULE_PGBOUNCER' if engine == 'pgbouncer' else 'VESTIBULE_POSTGRESQL']}/{self.name}"
        self.on_server(f"CREATE DATABASE {self.name}")

    def run(self, sql, parameters=()):
        sql = sql.replace("%", "%%").replace("?", "%s")
        with psycopg.connect(self.direct, row_factory=psycopg.rows.dict_row) as connection:
            cursor = connection.execute(sql, parameters)
            return cursor.fetchall() if cursor.description else []

    def on_server(self, sql):
        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute(sql)

    def drop(self):
        self.on_server(f"DROP DATABASE {self.name} WITH (FORCE)")


class World:
    """A folder with a database, a Maildir and a policy, and the functions run in it."""

    def __init__(self, folder, engine=ENGINE):
        self.folder = folder
        self.store = SQLiteDatabase(folder) if engine == "sqlite" else ServerDatabase(engine)
        self.maildir = folder / "mail"
        self.env = {
            "PATH": "/usr/bin:/bin",
            "DATABASE_URL": self.store.url,
            **({} if engine == "sqlite" else {"SECRET_KEY": base64.b64encode(os.urandom(32)).decode()}),
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
        """Invites somebody by link: the answer with the code beside it."""
        client = {"name": name.capitalize(), "email": f"{name}@example.com"}
        answer = self.run("send-invitation", {"client": client, "deliver": "link", **data}, token).json
        assert "link" in answer, answer
        return {**answer, "code": answer["link"].split("code=")[1]}

    def accept(self, code, name="kim", **data):
        return self.run("accept-invitation", {"code": code, "identity": person(name), **data})

    def mails(self):
        """The mails of the Maildir, oldest first, as a standard parser reads them."""
        files = sorted((self.maildir / "new").glob("*"), key=lambda file: file.stat().st_mtime_ns)
        return [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in files]

    def age(self, table, column, seconds, where="1=1"):
        """Makes rows older, as if so much time had gone by."""
        self.rows(f"UPDATE {table} SET {column} = {column} - ? WHERE {where}", (seconds * 1000,))

    def rows(self, sql, parameters=()):
        """Runs a statement beside the functions, and gives its rows."""
        return self.store.run(sql, parameters)

    @property
    def database(self):
        """The database's file, where it is one."""
        if ENGINE != "sqlite":
            pytest.skip("this looks into SQLite's file")
        return self.store.path


@pytest.fixture
def world(tmp_path):
    world = World(tmp_path)
    yield world
    world.store.drop()


def code_of(mail):
    """The invitation's code in a mail's text part."""
    text = mail.get_body(("plain",)).get_content()
    return text.split("/invite?code=")[1].split()[0]
