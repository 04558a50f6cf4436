# SPDX-License-Identifier: Apache-2.0
"""Manajet: what was implemented, the flow, the endpoint and the table of "iOS Apple Sign In Implementation Guide". The
tests have the order and names of the document."""

import datetime
import sqlite3

import psycopg
import pytest
from manajet import (
    APPLE,
    BODY,
    ENTRY,
    PASSWORD,
    POLICY,
    PRESET,
    RELAY,
    USER,
    access,
    granted,
    identity_token,
    refused,
    timestamp,
    user_id,
)
from werkzeug.security import generate_password_hash

# What Was Implemented: Backend


def test_backend_has_the_api_auth_apple_endpoint():
    """Added `/api/auth/apple` endpoint for iOS native authentication."""
    assert ENTRY["trigger"] == {"type": "http", "method": "POST", "route": "/api/auth/apple"}
    assert ENTRY["access"] == "public"


def test_backend_validates_apple_identity_tokens(manajet):
    """Validates Apple identity tokens."""
    assert granted(manajet.first())
    assert refused(manajet.apple({"identity_token": "eyJraWQiOiJXNldjT0tC", "user_identifier": USER}))


def test_backend_creates_or_retrieves_users_based_on_apple_user_identifier(manajet):
    """Creates or retrieves users based on Apple user identifier."""
    created, retrieved, other = manajet.first(), manajet.first(), manajet.first("002.b", "other@example.com")
    assert user_id(created) == user_id(retrieved) != user_id(other)


def test_backend_automatically_creates_customer_accounts_for_new_users(manajet):
    """Automatically creates customer accounts for new users."""
    assert manajet.first().json["account"]["role"] == "customer"
    assert [user["role"] for user in manajet.users()] == ["customer"]


def test_backend_manages_session_creation(manajet):
    """Manages session creation."""
    session = manajet.first().json["session"]
    assert session["refreshToken"] and manajet.account(session["accessToken"]).json["state"] == "signedIn"


def test_backend_apple_user_id_has_a_unique_constraint(manajet):
    """Unique constraint to prevent duplicate Apple accounts."""
    manajet.first()
    with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError)):
        manajet.rows("INSERT INTO identities SELECT * FROM identities")


def test_backend_makes_no_duplicate_apple_accounts_concurrently(manajet):
    """Unique constraint to prevent duplicate Apple accounts."""
    body = {"identity_token": identity_token(), "user_identifier": USER}
    processes = [manajet.start("sign-in-with-apple", body) for _ in range(8)]
    for process in processes:
        process.stdin.write(process.event)
        process.stdin.close()
        process.stdin = None
    answers = [manajet.finish(process) for process in processes]
    assert all(granted(answer) for answer in answers) and len({user_id(answer) for answer in answers}) == 1


def test_backend_apple_user_id_is_indexed_for_fast_lookups(manajet):
    """Indexed for fast lookups."""
    manajet.first()
    lookup = f"SELECT account_id FROM identities WHERE issuer = '{APPLE}' AND subject = '{USER}'"
    assert manajet.uses_index(lookup)


# Authentication Flow


def test_authentication_flow_2_app_receives_token_identifier_email_and_name(manajet):
    """2. identity_token, user_identifier, email (first time), name (first time)."""
    account = manajet.first().json["account"]
    assert (account["email"], account["displayName"]) == ("user@example.com", "John Doe")


def test_authentication_flow_3_backend_validates_token_finds_user_and_creates_session(manajet):
    """3. POST to /api/auth/apple: validates token, creates/finds user, creates session."""
    assert granted(manajet.first())
    counts = "SELECT (SELECT count(*) FROM accounts) AS users, (SELECT count(*) FROM sessions) AS sessions"
    assert manajet.rows(counts) == [{"users": 1, "sessions": 1}]


def test_authentication_flow_4_returns_success_and_the_app_fetches_user_data(manajet):
    """4. Returns success. Fetches user data. Shows dashboard."""
    answer = manajet.first()
    assert granted(answer) and manajet.account(access(answer)).json["account"] == answer.json["account"]


# First Sign-In vs. Subsequent Sign-Ins


def test_first_sign_in_apple_provides_token_identifier_email_and_full_name(manajet):
    """Apple provides: identity_token, user_identifier, email, full_name."""
    answer = manajet.first(name=("Zoë", "Müller-Lüdenscheidt"))
    assert granted(answer) and answer.json["account"]["displayName"] == "Zoë Müller-Lüdenscheidt"


def test_first_sign_in_creates_new_customer_and_user_account(manajet):
    """Backend creates new customer account; Backend creates new user account."""
    account = manajet.first().json["account"]
    [user] = manajet.users()
    assert (user["id"], user["role"], user["email"]) == (account["id"], "customer", "user@example.com")


def test_first_sign_in_stores_apple_user_id_for_future_logins(manajet):
    """Stores apple_user_id for future logins."""
    account = manajet.first().json["account"]
    [stored] = manajet.rows("SELECT provider, issuer, subject, account_id FROM identities")
    assert stored == {"provider": "apple", "issuer": APPLE, "subject": USER, "account_id": account["id"]}


@pytest.mark.parametrize("nulls", [
    {}, {"email": None, "full_name": None}, {"full_name": {"given_name": None, "family_name": None}}])
def test_subsequent_sign_ins_need_no_email_or_name(manajet, nulls):
    """Apple provides: identity_token, user_identifier (no email/name)."""
    manajet.first()
    account = manajet.again(**nulls).json["account"]
    assert (account["email"], account["displayName"]) == ("user@example.com", "John Doe")


def test_subsequent_sign_ins_look_up_user_by_apple_user_id(manajet):
    """Backend looks up user by apple_user_id. (Whatever the address is by now.)"""
    first = manajet.first()
    moved = manajet.apple({"identity_token": identity_token(email="moved@example.com"), "user_identifier": USER})
    assert user_id(manajet.again()) == user_id(moved) == user_id(first) and len(manajet.users()) == 1


def test_subsequent_sign_ins_create_a_session_and_authenticate_the_user(manajet):
    """Backend creates session; User is authenticated."""
    first, second = access(manajet.first()), access(manajet.again())
    assert first != second and manajet.account(second).json["account"]["email"] == "user@example.com"


# POST /api/auth/apple


def test_request_body(manajet):
    """identity_token, user_identifier, email, full_name {given_name, family_name}. (As it is, or in an envelope.)"""
    body = {"identity_token": identity_token(), **BODY}
    assert granted(manajet.run("sign-in-with-apple", event=body)) and granted(manajet.apple(body))


def test_success_response(manajet):
    """{"success": true, "message": "Login successful"}."""
    answer = manajet.first()
    assert {"success": True, "message": "Login successful"}.items() <= answer.json.items()
    assert answer.status == 0 and "error" not in answer.json


@pytest.mark.parametrize("data, status", [
    ({"identity_token": "a.b.c", "user_identifier": USER}, 401),
    ({"user_identifier": USER}, 400),
    ({"identity_token": "", "user_identifier": USER}, 400),
    ({"identity_token": 7, "user_identifier": USER}, 400),
    ({"identity_token": "a.b.c", "username": "john"}, 400),
    ({}, 400),
], ids=["invalid token", "no token", "empty token", "number for a token", "unknown field", "empty body"])
def test_error_response(manajet, data, status):
    """(401/400/500): {"success": false, "message": "Error description"}."""
    assert refused(manajet.apple(data), status)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"identity_token=eyJ"])
def test_error_response_to_invalid_json(manajet, body):
    """(401/400/500): {"success": false, "message": "Error description"}."""
    assert refused(manajet.run("sign-in-with-apple", event=body), 400)


def test_error_response_of_a_server_that_cannot_answer(manajet):
    """(401/400/500): {"success": false, "message": "Error description"}. (It has no database.)"""
    manajet.env["DATABASE_URL"] = "nowhere"
    answer = manajet.first()
    assert answer.status != 0 and answer.json["error"]["status"] == 500
    assert answer.json.get("success") is False and answer.json["message"] == answer.json["error"]["userMessage"]


def test_error_response_while_apple_is_out_of_reach(manajet):
    """(401/400/500): {"success": false, "message": "Error description"}. (Its keys cannot be had.)"""
    manajet.policy({**PRESET, "providers": {"apple": {"jwksURL": "http://127.0.0.1:1/auth/keys"}}})
    manajet.env["ALLOW_INSECURE"] = "1"
    answer = manajet.first()
    assert answer.status == 75 and answer.json["error"]["status"] == 503
    assert answer.json.get("success") is False and answer.json["message"] == answer.json["error"]["userMessage"]


# Database Schema: users Table


def test_users_table_user_id_is_the_primary_key(manajet):
    """user_id PRIMARY KEY."""
    answer = manajet.first()
    assert manajet.primary_key("accounts") == ["id"]
    assert [user["id"] for user in manajet.users()] == [user_id(answer)]


def test_users_table_username_is_unique(manajet):
    """username UNIQUE. (In any case; an account of Apple has none until the person takes one.)"""
    john, jane = access(manajet.first()), access(manajet.first("002.a", "jane@example.com"))
    taken = manajet.run("update-account", {"username": "John.Doe"}, john)
    assert taken.json["account"]["username"] == "john.doe"
    assert manajet.run("update-account", {"username": "JOHN.DOE"}, jane).code == "auth/username-already-in-use"
    manajet.sign_up("lee@example.com")
    data = {"email": "kim@example.com", "password": PASSWORD, "role": "customer", "username": "john.doe"}
    assert manajet.run("sign-up", data).code == "auth/username-already-in-use"
    made = manajet.run("sign-up", {**data, "username": "kim"})
    signed_in = manajet.run("sign-in", {"username": "Kim", "password": PASSWORD})
    assert user_id(signed_in) == user_id(made)


def test_users_table_username_is_not_null_where_the_policy_requires_it(manajet):
    """username NOT NULL."""
    manajet.policy({**POLICY, "profile": {**POLICY["profile"], "username": "required"}})
    data = {"email": "kim@example.com", "password": PASSWORD, "role": "customer"}
    assert manajet.run("sign-up", data).json["error"]["errors"][0]["pointer"] == "/username"
    answer = manajet.first()
    assert answer.json["state"] == "incomplete" and answer.json["missing"] == ["username"]
    done = manajet.run("complete-account", {"username": "john"}, access(answer))
    assert done.json["state"] == "signedIn" and done.json["account"]["username"] == "john"


def test_users_table_related_id_links_to_the_customer(manajet):
    """related_id (links to customer_id)."""
    users = [{"external_id": "CUST001", "apple_user_id": USER, "email": "user@example.com", "role": "customer"}]
    [row] = manajet.import_users(users, "--emails-verified")
    answer = manajet.again()
    assert user_id(answer) == row["accountId"] and answer.json["account"]["externalId"] == "CUST001"
    assert manajet.run("authorize", {}, access(answer)).json["externalId"] == "CUST001"


def test_users_table_no_password_opens_the_account_of_an_apple_user(manajet):
    """password_hash (set to "apple_oauth" for Apple users). (Here they have none.)"""
    manajet.first()
    assert manajet.rows("SELECT * FROM passwords") == []
    for password in ("apple_oauth", "", " "):
        answer = manajet.log_in(password=password)
        assert answer.code and "session" not in answer.json


@pytest.mark.parametrize("method", ["scrypt", "pbkdf2:sha256:600000"])
def test_users_table_password_hash_of_werkzeug_still_signs_in(manajet, method):
    """password_hash, as the existing server's werkzeug.security made it. Apple's people have none."""
    table = [
        {"user_id": "USR001", "username": "john", "password_hash": generate_password_hash(PASSWORD, method), "role": "customer",
            "email": "user@example.com", "apple_user_id": ""},
        {"user_id": "USR002", "username": "jane", "password_hash": "apple_oauth", "role": "customer", "email": RELAY,
            "apple_user_id": USER}]
    lines = manajet.import_users(table)
    assert [(line["result"], line.get("reason")) for line in lines] == [("created", None)] * 2
    assert manajet.log_in(password="wrong password").code == "auth/invalid-credential"
    assert manajet.log_in().json["account"]["id"] == lines[0]["accountId"]
    assert [row["hash"][:10] for row in manajet.rows("SELECT hash FROM passwords")] == ["$argon2id$"]
    assert user_id(manajet.again()) == lines[1]["accountId"]


def test_users_table_role_is_not_null(manajet):
    """role NOT NULL. (The database says it, not the token.)"""
    answer = manajet.first(claims={"role": "admin"})
    assert [user["role"] for user in manajet.users()] == ["customer"]
    assert manajet.run("authorize", {}, access(answer)).json["role"] == "customer"


@pytest.mark.parametrize("email, verified", [("user@example.com", True), (RELAY, True), (None, False)])
def test_users_table_email_may_be_null(manajet, email, verified):
    """email VARCHAR(200)."""
    account = manajet.first(email=email).json["account"]
    assert (account["email"], account["emailVerified"]) == (email, verified)


def test_users_table_apple_user_id_is_unique(manajet):
    """apple_user_id UNIQUE."""
    for user in ("001.a", "002.b"):
        manajet.first(user, f"{user}@example.com")
        manajet.first(user, f"{user}@example.com")
    subjects = [row["subject"] for row in manajet.rows("SELECT subject FROM identities ORDER BY subject")]
    assert subjects == ["001.a", "002.b"]


def test_users_table_created_at(manajet):
    """created_at TIMESTAMP."""
    created = manajet.first().json["account"]["createdAt"]
    assert manajet.again().json["account"]["createdAt"] == created
    assert abs((timestamp(created) - datetime.datetime.now(datetime.UTC)).total_seconds()) < 60


def test_users_table_updated_at(manajet):
    """updated_at TIMESTAMP."""
    token = access(manajet.first())
    before = manajet.run("get-account", {}, token).json["updatedAt"]
    manajet.run("update-account", {"displayName": "Jo"}, token)
    assert timestamp(before) < timestamp(manajet.run("get-account", {}, token).json["updatedAt"])
