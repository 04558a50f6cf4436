# SPDX-License-Identifier: Apache-2.0
"""The test data of every job: a folder with a policy, templates, events, and a database with people and invitations."""

import base64
import contextlib
import email
import email.policy
import hmac
import json
import os
import pathlib
import re
import shutil
import socket
import sqlite3
import subprocess
import time

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from harness import ROOT, code_of, in_batches
from ports import free_port

#: The release executables.
BIN = ROOT / ".build/bundle/bin"
SECRET = b"0123456789" * 3 + b"01"
KEYS_URL = "https://keys.example/jwks"
SUFFIXES = ("", "-wal", "-shm")


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def hash_key(name, sealed):
    """A hash key of the database, decrypted with a key that is derived by HKDF-SHA256."""
    extracted = hmac.digest(bytes(32), SECRET, "sha256")
    key, box = hmac.digest(extracted, b"vestibule hash keys\x01", "sha256"), from_base64url(sealed)
    return from_base64url(ChaCha20Poly1305(key).decrypt(box[:12], box[12:], name.encode()).decode())


def refresh_token(session, key):
    """The first refresh token of a session: its id, its generation and a MAC of both."""
    return f"{session}.0." + base64url(hmac.digest(key, f"{session}.0".encode(), "sha256"))


def copy(database, target):
    for suffix in SUFFIXES:
        pathlib.Path(f"{target}{suffix}").unlink(missing_ok=True)
        if os.path.exists(f"{database}{suffix}"):
            subprocess.run(["cp", "--reflink=auto", f"{database}{suffix}", f"{target}{suffix}"], check=True)


@contextlib.contextmanager
def sink(*options):
    """Postfix's smtp-sink on a free port; it discards every mail."""
    port = free_port()
    user = ["-u", "nobody"] if os.geteuid() == 0 else []
    running = subprocess.Popen(["/usr/sbin/smtp-sink", *user, *options, f"127.0.0.1:{port}", "1000"], stdout=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.02)
        yield port
    finally:
        running.terminate()
        running.wait()


class World:
    """A separate folder. Names have equal lengths in every folder."""

    def __init__(self, folder, count, preparing=BIN):
        self.folder, self.count, self.preparing = folder, count, preparing
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "events").mkdir(parents=True)
        (folder / "templates").symlink_to(ROOT / "templates")
        (folder / "bin").symlink_to(BIN)
        self.env = {
            "PATH": "/usr/bin:/bin", "SECRET_KEY": base64.b64encode(SECRET).decode(), "POLICY_FILE": "policy.json",
            "PUBLIC_URL": "https://pfa.example.com", "MAIL_FROM": "PFA <hello@pfa.example.com>", "TEMPLATES_DIR": "templates",
            "PEER_TEMPLATES": "peer-templates", "DATABASE_URL": "sqlite:template.db",
        }
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        jwk = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        self.keys = {"keys": [{"kty": "RSA", "kid": "bench", "alg": "RS256", "use": "sig", "n": jwk["n"], "e": jwk["e"]}]}
        policy = {
            "limits": {"invite": {"max": 1_000_000, "seconds": 3600}},
            "providers": {"google": {"audiences": ["bench"], "jwksURL": KEYS_URL}},
        }
        (folder / "policy.json").write_text(json.dumps(policy))
        self.seed()
        self.flatten_templates()

    def database(self, path):
        connection = sqlite3.connect(self.folder / path)
        connection.row_factory = sqlite3.Row
        return contextlib.closing(connection)

    def run(self, function, event, binaries=BIN, **env):
        done = subprocess.run(
            [binaries / function], input=json.dumps(event).encode(), env={**self.env, **env}, cwd=self.folder,
            capture_output=True)
        answer = json.loads(done.stdout)
        assert "error" not in answer, answer
        return answer

    def id_token(self, subject, **claims):
        now = int(time.time())
        claims = {
            "iss": "https://accounts.google.com", "aud": "bench", "sub": subject, "email": f"{subject}@example.com",
            "email_verified": True, "name": subject, "iat": now, "exp": now + 86_400, **claims}
        return jwt.encode(claims, self.key, "RS256", {"kid": "bench"})

    def write_event(self, name, event):
        (self.folder / f"events/{name}.json").write_text(json.dumps(event))

    def seed(self):
        """An inviter, invitations by link, other people with sessions, and the provider's keys, fetched an hour ago."""
        now = int(time.time() * 1000)
        self.run_with_inline_keys()
        self.authorization = f"Bearer {self.inviter['session']['accessToken']}"
        clients = [{"name": f"kim{number:06}", "email": f"kim{number:06}@example.com"} for number in range(self.count)]
        codes = [
            code_of(result) for data in in_batches(clients)
            for result in self.run("send-invitation", {"authorization": self.authorization, "data": data})["results"]]
        with self.database("template.db") as rows, rows:
            rows.execute("DELETE FROM limit_hits")
            sealed, = rows.execute("SELECT sealed_key FROM hash_keys WHERE name = 'refresh-tokens'").fetchone()
            key = hash_key("refresh-tokens", sealed)
            rows.execute(
                "INSERT INTO key_sets VALUES (?, ?, ?, ?, ?)",
                (KEYS_URL, json.dumps(self.keys), now - 3_600_000, now + 82_800_000, now - 3_600_000))
            for number in range(self.count):
                person, session = (f"01a1fe8b-e557-7000-9732-{kind}{number:011}" for kind in "12")
                rows.execute(
                    """INSERT INTO accounts (id, email, email_key, email_verified, display_name, locale, role, status, profile,
                         created_at, updated_at) VALUES (?, ?, ?, 1, 'Lou', 'en', 'client', 'active', '{}', ?, ?)""",
                    (person, f"lou{number}@example.com", f"lou{number}@example.com", now, now))
                rows.execute(
                    """INSERT INTO sessions (id, account_id, generation, rotated_at, created_at, last_used_at, idle_ends_at,
                         ends_at) VALUES (?, ?, 0, ?, ?, ?, ?, ?)""",
                    (session, person, now, now, now, now + 30 * 86_400_000, now + 90 * 86_400_000))
                self.write_event(f"refresh-session-{number}", {"refreshToken": refresh_token(session, key)})
                self.write_event(f"preview-invitation-{number}", {"code": codes[number]})
                token = self.id_token(f"kim{number:06}")
                self.write_event(
                    f"accept-invitation-{number}", {"code": codes[number], "identity": {"provider": "google", "idToken": token}})
                client = {"name": "Lee", "email": f"lee{number:06}@example.com"}
                self.write_event(f"send-invitation-{number}", {"authorization": self.authorization, "data": {"client": client}})
        with self.database("template.db") as rows:
            rows.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def run_with_inline_keys(self):
        """Signs the inviter in with a policy that contains the keys, so that nothing is fetched."""
        policy = json.loads((self.folder / "policy.json").read_text())
        policy["providers"]["google"] = {"audiences": ["bench"], "jwks": self.keys}
        (self.folder / "keys.json").write_text(json.dumps(policy))
        event = {"identity": {"provider": "google", "idToken": self.id_token("ada", name="Ada")}, "as": "admin"}
        self.inviter = self.run("sign-in", event, self.preparing, POLICY_FILE="keys.json")

    def flatten_templates(self):
        """The invitation's templates for the peers, with layout and sections expanded: a mail with names instead of values."""
        copy(self.folder / "template.db", self.folder / "flat.db")
        with self.database("flat.db") as rows, rows:
            rows.execute("UPDATE accounts SET display_name = '{{inviter}}' WHERE role = 'admin'")
        event = {"authorization": self.authorization, "data": {"client": {"name": "{{client}}", "email": "flat@example.com"}}}
        self.run("send-invitation", event, DATABASE_URL="sqlite:flat.db", MAIL_URL="maildir:flat")
        file, = (self.folder / "flat/new").iterdir()
        message = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
        plain, html = (part.get_content() for part in message.iter_parts())
        (self.folder / "peer-templates").mkdir()
        for name, text in (("subject.txt", message["Subject"]), ("body.txt", plain), ("body.html", html)):
            text = re.sub(r"https://pfa\.example\.com/invite\?code=[A-Z2-7]{32}", "{{link}}", text)
            text = re.sub(r"pfa://invite\?code=[A-Z2-7]{32}", "{{appLink}}", text)
            text = re.sub(r"\b[A-Z2-7]{32}\b", "{{code}}", text)
            text = re.sub(r"https://pfa\.example\.com/unsubscribe\?token=[\w-]+", "{{unsubscribeLink}}", text)
            text = re.sub(r"in 30 days, on \d+ \w+ \d+", "in {{days}} days, on {{expiresOn}}", text)
            (self.folder / "peer-templates" / name).write_text(text.replace("\r\n", "\n"))
