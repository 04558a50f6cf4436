# SPDX-License-Identifier: Apache-2.0
"""Apple: its token endpoints on loopback, its ID tokens, and its notices."""

import http.server
import json
import secrets
import threading
import time
import urllib.parse

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from loopback_servers import LoopbackServer
from people import granted
from worlds import EC_KEY, KEYS, POLICY, id_token, jwk

ISSUER = "https://appleid.apple.com"
BUNDLE, SERVICE = "com.example.pfa", "com.example.pfa.web"
TEAM, KEY_ID = "A1B2C3D4E5", "F6G7H8I9J0"
CLIENT_KEY = ec.generate_private_key(ec.SECP256R1())
PEM = CLIENT_KEY.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
RELAY = "dpdcnf87nu@privaterelay.appleid.com"

PROVIDER = {"jwks": KEYS, "teamID": TEAM, "keyID": KEY_ID, "clientIDs": [BUNDLE, SERVICE]}


def apple_policy(**sections):
    """The policy of the tests with passwords and Apple's endpoints."""
    return {
        "roles": {"signUp": ["client"]}, **sections,
        "providers": {**POLICY["providers"], "apple": PROVIDER, "password": {}, **sections.get("providers", {})}}


def token(subject="001.kim", client=BUNDLE, email="kim@example.com", **claims):
    """An ID token as Apple makes it."""
    return id_token(**{"iss": ISSUER, "aud": client, "sub": subject, "email": email, "email_verified": "true", **claims})


def identity(code=None, subject="001.kim", **claims):
    """`identity` of an event."""
    name = {"givenName": "Kim", "familyName": "Lee"}
    return {"provider": "apple", "idToken": token(subject, **claims), "fullName": name, **({"authorizationCode": code} if code else {})}


class Apple(LoopbackServer):
    """Apple's token endpoints: each checks the client secret, answers with Apple's errors, and records its requests.

    `answers` are sent first: a status, or a status with a body. `None` hangs up."""

    def __init__(self, *answers, key=CLIENT_KEY):
        super().__init__(Endpoints)
        self.key = key.public_key()
        self.answers, self.requests = list(answers), []
        self.codes, self.tokens = {}, {}
        self.lock = threading.Lock()

    @property
    def env(self):
        return {"APPLE_PRIVATE_KEY": PEM, "APPLE_API_URL": self.url}

    def code(self, subject="001.kim", client=BUNDLE):
        """A new authorization code."""
        code = f"c{secrets.token_hex(8)}.0.{secrets.token_urlsafe(12)}"
        self.codes[code] = {"subject": subject, "client": client, "used": 0}
        return code

    def paths(self, grant=None):
        """The paths of the requests, in order."""
        return [path for path, form in self.requests if grant is None or form.get("grant_type") == grant]

    @property
    def revoked(self):
        """The tokens that were revoked, in order, as often as they were."""
        return [form["token"] for path, form in self.requests if path == "/auth/revoke"]

    @property
    def living(self):
        return {token for token, kept in self.tokens.items() if not kept["revoked"]}

    def answer(self, path, form):
        """The status and the JSON of the answer."""
        if not self.knows(form):
            return 400, {"error": "invalid_client"}
        if path == "/auth/revoke":
            if form.get("token") in self.tokens:
                self.tokens[form["token"]]["revoked"] += 1
            return 200, None
        if path != "/auth/token":
            return 404, None
        if form.get("grant_type") == "authorization_code":
            code = self.codes.get(form.get("code"))
            if code is None or code["client"] != form["client_id"] or code["used"]:
                return 400, {"error": "invalid_grant", "error_description": "The code has expired or has been revoked."}
            code["used"] += 1
            refresh = f"r.{secrets.token_urlsafe(24)}"
            self.tokens[refresh] = {**code, "revoked": 0}
            return 200, {**self.tokens_of(code), "refresh_token": refresh}
        if form.get("grant_type") == "refresh_token":
            kept = self.tokens.get(form.get("refresh_token"))
            if kept is None or kept["revoked"] or kept["client"] != form["client_id"]:
                return 400, {"error": "invalid_grant"}
            return 200, self.tokens_of(kept)
        return 400, {"error": "unsupported_grant_type"}

    def tokens_of(self, grant):
        return {
            "access_token": secrets.token_urlsafe(), "token_type": "Bearer", "expires_in": 3600,
            "id_token": token(grant["subject"], grant["client"])}

    def knows(self, form):
        """Whether the client secret is one of the team's key, for this client ("Creating a client secret")."""
        try:
            secret = form["client_secret"]
            claims = jwt.decode(
                secret, self.key, ["ES256"], audience=ISSUER, issuer=TEAM, options={"require": ["iss", "iat", "exp", "aud", "sub"]})
        except (KeyError, jwt.PyJWTError):
            return False
        return (
            jwt.get_unverified_header(secret)["kid"] == KEY_ID and claims["sub"] == form.get("client_id")
            and claims["exp"] - claims["iat"] <= 15_777_000)


class Endpoints(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        assert self.headers["Content-Type"] == "application/x-www-form-urlencoded"
        form = dict(urllib.parse.parse_qsl(body.decode()))
        with self.server.lock:
            self.server.requests.append((self.path, form))
            answer = self.server.answers.pop(0) if self.server.answers else self.server.answer(self.path, form)
        if answer is None:
            self.close_connection = True
            return
        status, answer = answer if isinstance(answer, tuple) else (answer, None)
        content = b"" if answer is None else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json;charset=UTF-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def deliver(world, apple, **env):
    return granted(world.run("deliver-mail", env={**apple.env, **env}))


def wait(world, seconds=3600):
    """Makes every queued message due, also one whose lease a killed process has."""
    world.age("outbox", "due_at", seconds, "state IN ('queued', 'leased')")


def signed_in(world, apple, subject="001.kim", email="kim@example.com", **data):
    """Signs in with a code, and has it exchanged: the session."""
    answer = granted(world.run("sign-in", {"identity": identity(apple.code(subject), subject, email=email), **data}))
    deliver(world, apple)
    return answer["session"]


def requests_of(world, kind="apple-%"):
    """The outbox's requests to Apple."""
    return world.rows("SELECT kind, state, account_id, recipient, trouble, sealed_values FROM outbox WHERE kind LIKE ? ORDER BY id", (kind,))


def kept(world):
    """The subjects of the identities that have a token."""
    return [row["subject"] for row in world.rows("SELECT subject FROM identities WHERE sealed_refresh_token IS NOT NULL ORDER BY subject")]


def notice(kind, subject="001.kim", key=EC_KEY, kid="ec", event=None, as_text=True, **claims):
    """The payload of a notice, as Apple signs it ("Processing changes for Sign in with Apple accounts")."""
    now = int(time.time())
    described = {"type": kind, "sub": subject, "event_time": now * 1000, **(event or {})}
    merged = {
        "iss": ISSUER, "aud": BUNDLE, "iat": now, "exp": now + 86_400, "jti": secrets.token_urlsafe(),
        "events": json.dumps(described) if as_text else described, **claims}
    return jwt.encode(
        {name: value for name, value in merged.items() if value is not None}, key, "ES256", {"kid": kid} if kid else None)


def notify(world, *arguments, **claims):
    return world.run("on-apple-notification", {"payload": notice(*arguments, **claims)})


#: A key that no policy has.
OTHER_KEY = ec.generate_private_key(ec.SECP256R1())
OTHER_KEYS = {"keys": [jwk(OTHER_KEY, "other")]}
