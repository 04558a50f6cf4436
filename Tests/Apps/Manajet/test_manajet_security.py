# SPDX-License-Identifier: Apache-2.0
"""Manajet: security considerations and troubleshooting of "iOS Apple Sign In Implementation Guide". The tests have
the order and names of the document."""

import base64
import json
import socketserver
import time

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from loopback_servers import RunningServer
from manajet import (
    BODY,
    DAY,
    PASSWORD,
    POLICY,
    PRESET,
    RELAY,
    USER,
    access,
    granted,
    identity_token,
    later,
    refused,
    timestamp,
    user_id,
)
from visitors import Visitor
from worlds import EC_KEY, KEYS, RSA_KEY

# Security Considerations: Token Validation


class Keys(RunningServer, socketserver.ThreadingTCPServer):
    """A page with Apple's keys, which records the requests; or a proxy, which only records the destinations."""

    def __init__(self, keys=None):
        super().__init__(("127.0.0.1", 0), Page)
        self.keys, self.requests = keys, []
        self.url = f"http://127.0.0.1:{self.server_address[1]}"


class Page(socketserver.StreamRequestHandler):
    def handle(self):
        self.server.requests.append(self.rfile.readline().decode().strip())
        while self.rfile.readline().strip():
            pass
        body = json.dumps(self.server.keys).encode()
        status = "200 OK" if self.server.keys else "502 Bad Gateway"
        fields = ["Content-Type: application/json", f"Content-Length: {len(body)}", "Connection: close"]
        self.wfile.write("\r\n".join([f"HTTP/1.1 {status}", *fields, "", ""]).encode() + body)


def test_token_validation_fetches_apples_public_keys(manajet):
    """1. Fetch Apple's public keys: https://appleid.apple.com/auth/keys."""
    manajet.policy(PRESET)
    with Keys() as proxy:
        answer = manajet.run("sign-in-with-apple", {"identity_token": identity_token()}, env={"https_proxy": proxy.url})
    assert proxy.requests == ["CONNECT appleid.apple.com:443 HTTP/1.1"]
    assert answer.json["error"]["detail"] == "https://appleid.apple.com/auth/keys cannot be reached"
    assert "session" not in answer.json


def test_token_validation_verifies_with_the_fetched_keys(manajet):
    """2. Verify the token signature: get_signing_key_from_jwt. (Fetched once, for many sign-ins.)"""
    manajet.env["ALLOW_INSECURE"] = "1"
    with Keys(KEYS) as apple:
        manajet.policy({**PRESET, "providers": {"apple": {"jwksURL": f"{apple.url}/auth/keys"}}})
        assert granted(manajet.first()) and granted(manajet.again())
    assert apple.requests == ["GET /auth/keys HTTP/1.1"]


STRANGER = rsa.generate_private_key(public_exponent=65537, key_size=2048)
PUBLIC_PEM = RSA_KEY.public_key().public_bytes(
    serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def test_token_validation_verifies_the_signature(manajet):
    """2. Verify the token signature."""
    head, _, signature = identity_token().split(".")
    claims = jwt.decode(identity_token(), options={"verify_signature": False})
    for token in (
            identity_token(key=STRANGER), f"{head}.{part({**claims, 'sub': 'somebody else'})}.{signature}",
            identity_token()[:-8] + "AAAAAAAA", identity_token().rsplit(".", 1)[0] + "."):
        assert refused(manajet.apple({"identity_token": token}))
    assert not manajet.exists or manajet.users() == []


def test_token_validation_algorithms_are_the_keys_own(manajet):
    """algorithms=["RS256"]. (No token says itself how it is to be verified.)"""
    claims = jwt.decode(identity_token(), options={"verify_signature": False})
    unsigned = f"{part({'alg': 'none', 'kid': 'rsa'})}.{part(claims)}."
    head = f"{part({'alg': 'HS256', 'kid': 'rsa'})}.{part(claims)}"
    mac = jwt.algorithms.HMACAlgorithm(jwt.algorithms.HMACAlgorithm.SHA256).sign(head.encode(), PUBLIC_PEM)
    symmetric = f"{head}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"
    for token in (unsigned, symmetric, identity_token(key=EC_KEY, kid="rsa"), identity_token(algorithm="RS512")):
        assert refused(manajet.apple({"identity_token": token}))


@pytest.mark.parametrize("audience", ["io.manajet.Other", "io.manajet", "com.example.pfa", "", None])
def test_token_validation_audience_is_the_apple_client_id(manajet, audience):
    """audience=APPLE_CLIENT_ID."""
    assert refused(manajet.first(claims={"aud": audience}))


@pytest.mark.parametrize("issuer", [
    "https://appleid.apple.com.evil.example", "http://appleid.apple.com", "https://accounts.google.com", None])
def test_token_validation_issuer_is_apple(manajet, issuer):
    """issuer="https://appleid.apple.com"."""
    assert refused(manajet.first(claims={"iss": issuer}))


def test_token_validation_user_identifier_is_the_tokens_subject(manajet):
    """The identifier with the token is ignored."""
    manajet.first("001.victim", "victim@example.com")
    mallory = identity_token("002.mallory", email="mallory@example.com")
    assert refused(manajet.apple({"identity_token": mallory, "user_identifier": "001.victim"}))
    own = {"identity_token": mallory, "user_identifier": "002.mallory"}
    claimed = manajet.apple({**own, "email": "victim@example.com"})
    assert claimed.json["account"]["email"] == "mallory@example.com"


# Security Considerations: Session Security


def test_session_security_sessions_are_permanent(manajet):
    """Sessions are marked as permanent for persistence. (A month between two uses.)"""
    session = manajet.first().json["session"]
    for _ in range(2):
        later(manajet, 29 * DAY)
        answer = manajet.run("refresh-session", {"refreshToken": session["refreshToken"]})
        session = answer.json["session"]
        assert manajet.account(access(answer)).code is None
    later(manajet, 31 * DAY)
    assert manajet.run("refresh-session", {"refreshToken": session["refreshToken"]}).code == "auth/session-expired"


def test_session_security_cookies_are_secure_in_production(manajet):
    """Sessions use secure cookies in production (HTTPS required). (The pages in a browser; the app has tokens.)"""
    manajet.sign_up()
    visitor = Visitor(manajet)
    visitor.get("/account/sign-in?return=/account")
    page = visitor.submit("password", follows=False, email="user@example.com", password=PASSWORD)
    [cookie] = [line for line in page.cookies if line.startswith("__Host-session=")]
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert visitor.get("/account").heading == "Your account"
    manajet.env["PUBLIC_URL"] = "http://manajet.example"
    answer = manajet.run("sign-in-page", {}, httpmethod="GET")
    assert answer.status == 78 and "cookies" not in answer.json


def test_session_security_https_is_required(manajet):
    """Sessions use secure cookies in production (HTTPS required). (Keys that came over plain http are refused.)"""
    manajet.policy({**PRESET, "providers": {"apple": {"jwksURL": "http://appleid.apple.com/auth/keys"}}})
    answer = manajet.first()
    assert answer.status == 78 and "is not https" in answer.json["error"]["detail"]


def lifetime(answer):
    session = answer.json["session"]
    claims = jwt.decode(session["accessToken"], options={"verify_signature": False})
    assert timestamp(session["accessTokenExpiresAt"]).timestamp() == claims["exp"]
    return claims["exp"] - claims["iat"]


def test_session_security_sessions_expire_after_configured_lifetime(manajet):
    """Sessions expire after configured lifetime (default: 1 hour)."""
    assert lifetime(manajet.first()) == 3600
    manajet.policy({**POLICY, "session": {"accessMinutes": 15}})
    assert lifetime(manajet.again()) == 900


def test_session_security_an_expired_session_opens_nothing(manajet):
    """Sessions expire after configured lifetime."""
    manajet.policy({**POLICY, "session": {"idleDays": 1, "absoluteDays": 1}})
    token = access(manajet.first())
    later(manajet, DAY)
    assert manajet.account(token).code == "auth/session-expired"


# Security Considerations: User Privacy


def test_user_privacy_respects_hide_my_email(manajet):
    """Respects "Hide My Email" feature (stores relay email)."""
    manajet.first(email=RELAY, claims={"is_private_email": "true"})
    [user] = manajet.users()
    assert user["email"] == RELAY


def test_user_privacy_only_receives_email_and_name_on_first_sign_in(manajet):
    """Only receives email/name on first sign-in. (What comes later changes nothing.)"""
    manajet.first()
    later_name = {"given_name": "Jane", "family_name": "Roe"}
    for answer in (manajet.again(), manajet.again(email="jane@example.com", full_name=later_name)):
        account = answer.json["account"]
        assert (account["email"], account["displayName"]) == ("user@example.com", "John Doe")


def test_user_privacy_stores_minimal_user_information(manajet):
    """Stores minimal user information."""
    body = {"identity_token": identity_token(), **BODY}
    manajet.apple(body)
    [user] = manajet.users()
    assert {name for name in ("photo_url", "phone") if user[name]} == set() and json.loads(user["profile"]) == {}
    dump = manajet.dump()
    assert body["identity_token"] not in dump and body["identity_token"].split(".")[1] not in dump


# Troubleshooting


@pytest.mark.parametrize("token", ["x", "a.b.c", "eyJhbGciOiJSUzI1NiJ9.e30.AAAA", "....", "null"])
def test_troubleshooting_invalid_token_malformed(manajet, token):
    """"Invalid token" error: Identity token is malformed …"""
    answer = manajet.apple({"identity_token": token, "user_identifier": USER})
    assert refused(answer) and answer.json["message"] == "We couldn't confirm your sign-in. Please try again."


def test_troubleshooting_invalid_token_expired(manajet):
    """… or expired: Tokens expire after 10 minutes."""
    now = int(time.time())
    assert granted(manajet.first(claims={"iat": now - 590, "exp": now + 10}))
    assert refused(manajet.first(claims={"iat": now - 601, "exp": now - 1}))


def test_troubleshooting_user_not_created_username_conflict(manajet):
    """User not created: username conflict. (There is none: many people have one name.)"""
    answers = [manajet.first(f"00{number}.a", f"john{number}@example.com") for number in range(3)]
    assert [answer.json["account"]["displayName"] for answer in answers] == ["John Doe"] * 3
    assert len(manajet.users()) == 3


def test_troubleshooting_user_not_created_address_conflict(manajet):
    """User not created: … conflict. (Another account has the address unverified.)"""
    squatter = manajet.run("sign-up", {"email": "user@example.com", "password": PASSWORD, "role": "customer"})
    answer = manajet.first()
    assert granted(answer) and answer.json["account"]["emailVerified"]
    assert user_id(answer) != user_id(squatter) and manajet.account(access(squatter)).code == "auth/session-revoked"
    assert manajet.log_in().code == "auth/invalid-credential"


def test_troubleshooting_database_migration_not_run(manajet):
    """User not created: Database migration not run. (The first event makes the tables, and the next leaves them.)"""
    manajet.without_tables()
    assert not manajet.exists
    first = manajet.first()
    assert granted(first) and user_id(manajet.again()) == user_id(first)


def test_troubleshooting_column_apple_user_id_exists(manajet):
    """"Column 'apple_user_id' doesn't exist"."""
    manajet.first()
    assert manajet.primary_key("identities") == ["issuer", "subject"]
    assert manajet.rows("SELECT subject FROM identities") == [{"subject": USER}]


def test_troubleshooting_check_backend_logs_for_specific_error(manajet):
    """Check backend logs for specific error. (The logs do not contain the token.)"""
    token = identity_token(aud="io.manajet.Other")
    answer = manajet.run("sign-in-with-apple", {"identity_token": token}, env={"LOG_LEVEL": "debug"})
    messages = [json.loads(line)["message"] for line in answer.stderr.splitlines()]
    assert "auth/invalid-id-token: the ID token is for another audience" in messages and token not in answer.stderr
