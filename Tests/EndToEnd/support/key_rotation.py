# SPDX-License-Identifier: Apache-2.0
"""A world whose secret key is rotated."""

import base64
import json
import os
import subprocess

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from people import policy, signed_up
from worlds import BIN, POLICY


def inviter(world):
    """An inviter who signed up while the policy allowed it."""
    world.policy(POLICY)
    token = world.inviter()
    world.policy(policy(session={"maxPerAccount": 100}))
    return token


def new_key():
    return base64.b64encode(os.urandom(32)).decode()


def change_key(world):
    """Sets the new key with the old one as the previous key, and returns both."""
    old, new = world.env["SECRET_KEY"], new_key()
    world.env.update(SECRET_KEY=new, SECRET_KEY_PREVIOUS=old)
    return old, new


def rotate(world, *arguments, **env):
    environment = {**world.env, **env}
    done = subprocess.run([BIN / "vestibule", "rotate-key", *arguments], env=environment, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def drop_previous(world):
    del world.env["SECRET_KEY_PREVIOUS"]


def opened(world, key):
    """How many encrypted values a key decrypts, and how many there are, by table."""
    def opens(purpose, place, sealed):
        derived = HKDF(hashes.SHA256(), 32, None, f"vestibule {purpose}".encode()).derive(base64.b64decode(key))
        box = base64.urlsafe_b64decode(sealed + "=" * (-len(sealed) % 4))
        try:
            return bool(ChaCha20Poly1305(derived).decrypt(box[:12], box[12:], place.encode()))
        except InvalidTag:
            return False

    place = lambda row: json.dumps(
        [row[name] for name in ("function", "caller", "source", "id")], separators=(",", ":"), ensure_ascii=False)
    kept = {
        "outbox": ("mail values", "sealed_values", lambda row: row["id"]),
        "seen_events": ("answers", "sealed_answer", place),
        "signing_keys": ("signing keys", "sealed_private_key", lambda row: row["id"]),
        "hash_keys": ("hash keys", "sealed_key", lambda row: row["name"]),
    }
    counts = {}
    for table, (purpose, column, at) in kept.items():
        rows = [row for row in world.rows(f"SELECT * FROM {table}") if row[column]]
        counts[table] = sum(opens(purpose, at(row), row[column]) for row in rows), len(rows)
    return counts


def published(world):
    return {key["kid"] for key in world.run("jwks", {}).json["keys"]}


def refresh(world, session):
    return world.run("refresh-session", {"refreshToken": session["refreshToken"]})


def in_use(world):
    """A database with every kind of encrypted value: sessions, a queued mail, a remembered answer."""
    kim, token = signed_up(world), inviter(world)
    event = {"id": "1", "source": "s", "authorization": f"Bearer {token}", "data": {
        "client": {"name": "Lee", "email": "lee@example.com"}}}
    world.env["MAIL_URL"] = "smtp://127.0.0.1:1?tls=none"
    answer = world.run("send-invitation", event=event)
    assert answer.json["invitation"]["delivery"] == "queued"
    world.env["MAIL_URL"] = f"maildir:{world.maildir}"
    return kim, token, event, answer
