# SPDX-License-Identifier: Apache-2.0
"""The code that the functions share: events, the database, sealed values, and the session's tokens."""
import base64
import hashlib
import hmac
import json
import os
import pathlib
import sqlite3
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / ".build/bench/build"))
import statements as sql  # noqa: E402

DAY = 86_400_000
NOW = int(time.time() * 1000)
URL = os.environ["PUBLIC_URL"]
PATH = os.environ["DATABASE_URL"].removeprefix("sqlite:")


def read_policy():
    with open(os.environ["POLICY_FILE"]) as file:
        return json.load(file)


def text(data, name, limit):
    value = data[name]
    if not isinstance(value, str) or not 0 < len(value) <= limit or not value.isprintable():
        raise ValueError(name)
    return value


def only(data, *names):
    if set(data) - set(names):
        raise ValueError(f"unknown members: {set(data) - set(names)}")


def rfc3339(milliseconds):
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(milliseconds // 1000)) + f".{milliseconds % 1000:03}Z"


_count = 0


def new_id():
    """A UUID of version 7."""
    global _count
    rest = bytearray(os.urandom(8))
    rest[0] = rest[0] & 0x3F | 0x80
    digits = f"{NOW:012x}7{_count:03x}{rest.hex()}"
    _count += 1
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def code_hash(code):
    return base64url(hashlib.sha256(code.upper().encode()).digest())


def derived(secret, purpose):
    """HKDF-SHA256 of 32 bytes without a salt: two HMACs."""
    extracted = hmac.digest(bytes(32), secret, "sha256")
    return hmac.digest(extracted, f"vestibule {purpose}\x01".encode(), "sha256")


def secret_key(purpose):
    return derived(base64.b64decode(os.environ["SECRET_KEY"]), purpose)


def authentication_code(text, key):
    return base64url(hmac.digest(key, text.encode(), "sha256"))


def seal(text, key, place):
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
    nonce = os.urandom(12)
    return base64url(nonce + ChaCha20Poly1305(key).encrypt(nonce, text.encode(), place.encode()))


def open_sealed(sealed, purpose, place):
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
    box = from_base64url(sealed)
    return ChaCha20Poly1305(secret_key(purpose)).decrypt(box[:12], box[12:], place.encode()).decode()


def open_database():
    database = sqlite3.connect(PATH, timeout=10, isolation_level=None)
    database.row_factory = sqlite3.Row
    database.execute("PRAGMA synchronous = FULL")
    database.execute("PRAGMA foreign_keys = ON")
    database.execute("PRAGMA user_version").fetchone()
    return database


database = open_database()


def run(statement, *values):
    return database.execute(statement, values).fetchall()


def row(statement, *values):
    """The only row; there must be exactly one."""
    found, = run(statement, *values)
    return found


def audit(function, action, account, team, subject, provider=None):
    run(
        sql.INSERT_AUDIT, new_id(), NOW, function, action, account, team, subject, None, provider, None, None, None, None,
        None, None, None, None, None, None, int(time.time() * 1000) - NOW, None)


def leave():
    """Checkpoints the log like the functions. Does not close the database, because that would checkpoint again."""
    if os.path.exists(PATH + "-wal") and os.path.getsize(PATH + "-wal") > 200 * 4096:
        database.execute("PRAGMA busy_timeout = 0")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    os._exit(0)


def hash_key(name, sealed):
    return from_base64url(open_sealed(sealed, "hash keys", name))


def hash_keys():
    return {key["name"]: hash_key(key["name"], key["sealed_key"]) for key in run(sql.HASH_KEYS)}


def token_keys():
    """The newest signing key, and the hash keys by name."""
    return max(run(sql.SIGNING_KEYS), key=lambda key: (key["created_at"], key["id"])), hash_keys()


def refresh_token(session, generation, keys):
    return f"{session}.{generation}." + authentication_code(f"{session}.{generation}", keys["refresh-tokens"])


def access_token(account, session, role, ends_at, key):
    import jwt
    from cryptography.hazmat.primitives.asymmetric import ec
    scalar = from_base64url(open_sealed(key["sealed_private_key"], "signing keys", key["id"]))
    claims = {
        "iss": URL, "aud": "PFA", "sub": account, "sid": session, "role": role, "iat": NOW // 1000, "exp": ends_at // 1000, "gen": 0}
    private = ec.derive_private_key(int.from_bytes(scalar, "big"), ec.SECP256R1())
    return jwt.encode(claims, private, "ES256", {"typ": "at+jwt", "kid": key["id"]})


def tokens(session, generation, account, role, policy, ends_at, keys):
    signing_key, macs = keys
    end = min(NOW + policy.get("session", {}).get("accessMinutes", 60) * 60_000, ends_at)
    return {
        "accessToken": access_token(account, session, role, end, signing_key),
        "accessTokenExpiresAt": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(end // 1000)),
        "refreshToken": refresh_token(session, generation, macs)}


def open_invitation(code):
    invitation = row(sql.INVITATION_BY_CODE, code_hash(code))
    if invitation["i_status"] != "pending" or invitation["i_expires_at"] <= NOW or invitation["superseded_at"]:
        raise ValueError("the invitation cannot be accepted")
    return invitation
