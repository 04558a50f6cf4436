"""What the end-to-end tests share: a world of its own for each test, and the built executables run in it."""

import base64
import email
import email.policy
import json
import os
import pathlib
import subprocess
import time
import uuid
from dataclasses import dataclass

import jwt
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
        return self.json.get("error", {}).get("code") if isinstance(self.json, dict) else None


class World:
    """A folder with a database, a Maildir and a policy, and the functions run in it."""

    def __init__(self, folder):
        self.folder = folder
        self.database = folder / "data" / "vestibule.db"
        self.maildir = folder / "mail"
        self.env = {
            "PATH": "/usr/bin:/bin",
            "DATABASE_URL": f"sqlite:{self.database}",
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
        import sqlite3

        with sqlite3.connect(self.database) as rows:
            rows.execute(f"UPDATE {table} SET {column} = {column} - ? WHERE {where}", (seconds * 1000,))

    def rows(self, sql):
        import sqlite3

        with sqlite3.connect(self.database) as rows:
            rows.row_factory = sqlite3.Row
            return [dict(row) for row in rows.execute(sql)]


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


def code_of(mail):
    """The invitation's code in a mail's text part."""
    text = mail.get_body(("plain",)).get_content()
    return text.split("/invite?code=")[1].split()[0]
