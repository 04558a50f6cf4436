# SPDX-License-Identifier: Apache-2.0
"""`vestibule import`: exports of other systems in the forms that their documents describe, each imported twice."""

import hashlib
import json

import pytest
from imports import APP, HASH, counts, results, row, run_import, sign_in, table
from worlds import id_token

ROLE = ("--default-role", "customer")


def lines(*users):
    return "\n".join(json.dumps(user) for user in users) + "\n"


AUTH0 = lines(  # Bulk user exports: one object in each line, also in a .json
    {"user_id": "auth0|1", "email": "kim@example.com", "email_verified": True, "given_name": "Kim", "family_name": "Lee",
     "identities": [{"provider": "auth0", "user_id": "1", "connection": "db"}], "passwordHash": HASH, "last_ip": "192.0.2.1"},
    {"user_id": "google-oauth2|g-7", "email": "bo@example.com", "email_verified": True, "name": "Bo", "blocked": True})
CLERK = table(
    [{"id": "user_1", "first_name": "Kim", "last_name": "Lee", "primary_email_address": "kim@example.com",
      "verified_email_addresses": "kim@example.com", "password_digest": HASH, "password_hasher": "bcrypt"},
     {"id": "user_2", "first_name": "Bo", "primary_email_address": "bo@example.com", "unverified_email_addresses": "bo@example.com",
      "banned": "true"}],
    "id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,"
    "unverified_email_addresses,password_digest,password_hasher,banned".split(","))
COGNITO = json.dumps({"Users": [  # aws cognito-idp list-users
    {"Username": "u-1", "Enabled": True, "UserStatus": "CONFIRMED", "UserCreateDate": "2024-05-01T10:00:00.000Z", "Attributes": [
        {"Name": "sub", "Value": "u-1"}, {"Name": "email", "Value": "kim@example.com"}, {"Name": "email_verified", "Value": "true"},
        {"Name": "given_name", "Value": "Kim"}, {"Name": "family_name", "Value": "Lee"}]},
    {"Username": "u-2", "Enabled": False, "UserStatus": "CONFIRMED", "Attributes": [
        {"Name": "sub", "Value": "u-2"}, {"Name": "email", "Value": "bo@example.com"}, {"Name": "name", "Value": "Bo"}]}]})
DEVISE = table(
    [{"id": 1, "email": "kim@example.com", "encrypted_password": HASH.replace("$2b$", "$2a$"), "confirmed_at": "2024-05-01 10:00:00 UTC",
      "name": "Kim Lee", "sign_in_count": 3},
     {"id": 2, "email": "bo@example.com", "encrypted_password": HASH.replace("$2b$", "$2a$"), "locked_at": "2024-05-01 10:00:00 UTC", "name": "Bo"}],
    "id,email,encrypted_password,name,confirmed_at,locked_at,sign_in_count".split(","))
LARAVEL = table(
    [{"id": 1, "name": "Kim Lee", "email": "kim@example.com", "email_verified_at": "2024-05-01 10:00:00",
      "password": HASH.replace("$2b$", "$2y$"), "remember_token": "x"},
     {"id": 2, "name": "Bo", "email": "bo@example.com", "banned_at": "2024-05-01 10:00:00"}],
    "id,name,email,email_verified_at,password,remember_token,banned_at".split(","), delimiter=";")
DJANGO = json.dumps([  # manage.py dumpdata auth.user
    {"model": "auth.user", "pk": 1, "fields": {
        "password": "pbkdf2_sha256$1000$salt$" + "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVoxMjM0NTY=", "is_superuser": True, "first_name": "Kim",
        "last_name": "Lee", "email": "kim@example.com", "is_active": True, "date_joined": "2024-05-01T10:00:00Z", "groups": []}},
    {"model": "auth.user", "pk": 2, "fields": {"password": "!", "first_name": "Bo", "email": "bo@example.com", "is_active": False}}])
AUTHJS = table(
    [{"id": "a1", "name": "Kim Lee", "email": "kim@example.com", "emailVerified": "2024-05-01T10:00:00.000Z", "image": "https://x.example/k.png",
      "theme": "dark"},
     {"id": "a2", "name": "Bo", "email": "bo@example.com", "disabled": "true"}],
    "id,name,email,emailVerified,image,disabled,theme".split(","))


def firebase_csv():
    """`firebase auth:export users.csv`: 26 columns without names."""
    def user(uid, email, name, *more):
        line = [uid, email, "true", "", "", name, ""] + [""] * 16 + ["1714557600000", "", "", *more]
        return ",".join(line)

    return user("f-1", "kim@example.com", "Kim Lee", "", "") + "\n" + user("f-2", "bo@example.com", "Bo", "true", "") + "\n"


SUPABASE = table(
    [{"id": "s-1", "email": "kim@example.com", "email_confirmed_at": "2024-05-01 10:00:00+00", "encrypted_password": HASH,
      "raw_user_meta_data": '{"full_name":"Kim Lee"}', "raw_app_meta_data": "{}", "last_sign_in_at": "2024-05-02 10:00:00+00"},
     {"id": "s-2", "email": "bo@example.com", "encrypted_password": HASH, "raw_user_meta_data": '{"full_name":"Bo"}', "banned_until": "infinity"}],
    "id,email,email_confirmed_at,encrypted_password,raw_user_meta_data,raw_app_meta_data,banned_until,last_sign_in_at".split(","))
KEYCLOAK = json.dumps({"realm": "app", "users": [
    {"id": "k-1", "username": "kim", "email": "kim@example.com", "emailVerified": True, "firstName": "Kim", "lastName": "Lee", "enabled": True,
     "groups": ["/staff"]},
    {"id": "k-2", "username": "bo", "email": "bo@example.com", "firstName": "Bo", "enabled": False}]})

SYSTEMS = {  # the file's name, its text, further arguments, and what is left out
    "auth0": ("auth0.json", AUTH0, (), ["last_ip"]),
    "clerk": ("clerk.csv", CLERK, (), ["password_hasher"]),
    "cognito": ("cognito.json", COGNITO, (), ["UserStatus"]),
    "devise": ("devise.csv", DEVISE, (), ["sign_in_count"]),
    "laravel": ("laravel.csv", LARAVEL, (), ["remember_token"]),
    "django": ("django.json", DJANGO, (), ["is_superuser"]),
    "authjs": ("authjs.csv", AUTHJS, (), ["theme"]),
    "firebase": ("firebase.csv", firebase_csv(), ("--format", "firebase"), []),
    "supabase": ("supabase.csv", SUPABASE, ("--format", "supabase"), ["last_sign_in_at"]),
    "keycloak": ("realm.json", KEYCLOAK, ("--format", "keycloak"), ["groups"]),
}


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_export_is_imported_twice_and_says_what_it_left_out(app, system):
    name, text, arguments, left_out = SYSTEMS[system]
    done = run_import(app, text, *ROLE, *arguments, name=name)
    assert [row["result"] for row in done.rows] == ["created", "created"], (done.stderr, done.rows)
    assert done.rows[0].get("leftOut", []) == left_out
    accounts = app.rows("SELECT email, email_verified, display_name, status FROM accounts ORDER BY email")
    bo, kim = accounts
    assert (kim["email"], kim["display_name"], kim["status"]) == ("kim@example.com", "Kim Lee", "active")
    # Django does not know whether an address is verified.
    assert kim["email_verified"] == (system != "django")
    assert (bo["email"], bo["display_name"], bo["status"]) == ("bo@example.com", "Bo", "disabled")
    again = run_import(app, text, *ROLE, *arguments, name=name, report=False)
    assert counts(again) == {"unchanged": 2}
    assert all(column in again.stderr for column in left_out) and bool(again.stderr) == bool(left_out)


@pytest.mark.parametrize("system", ["auth0", "clerk", "devise", "laravel", "supabase"])
def test_a_password_of_the_export_signs_in(app, system):
    name, text, arguments, _ = SYSTEMS[system]
    run_import(app, text, *ROLE, *arguments, name=name)
    assert "session" in sign_in(app, "kim@example.com", "old password").json
    assert sign_in(app, "bo@example.com", "old password").code in ("auth/user-disabled", "auth/invalid-credential")


def test_a_user_of_auth0_signs_in_with_google(app):
    run_import(app, AUTH0.replace('"blocked": true', '"blocked": false'), *ROLE, name="auth0.json")
    answer = app.run("sign-in", {"identity": {"provider": "google", "idToken": id_token(sub="g-7")}}).json
    assert answer["account"]["email"] == "bo@example.com"


@pytest.mark.parametrize("column, value, result", [
    ("disabled", "WAHR", ("skipped", "unclear-status")), ("disabled", "x", ("skipped", "unclear-status")),
    ("is_active", "blocked", ("skipped", "unclear-status")), ("blocked", "2", ("skipped", "unclear-status")),
    ("deleted_at", "2024-05-01 10:00:00", ("skipped", "deleted")), ("locked_at", "soon", ("skipped", "unclear-status")),
    ("disabled", "false", ("created", None)), ("locked_at", "", ("created", None)), ("enabled", "1", ("created", None))])
def test_a_word_in_a_column_of_locks_is_known_or_keeps_the_row_out(app, column, value, result):
    done = run_import(app, table([row(1, **{column: value})], [*row(1), column]))
    assert results(done) == [result]
    assert app.rows("SELECT status FROM accounts") == ([{"status": "active"}] if result[0] == "created" else [])


@pytest.mark.parametrize("column, value", [
    ("blocked", "true"), ("banned", "1"), ("enabled", "false"), ("is_active", "0"), ("locked_at", "2024-05-01 10:00:00"), ("isActive", "no")])
def test_a_locked_person_is_disabled(app, column, value):
    done = run_import(app, table([row(1, **{column: value})], [*row(1), column]))
    assert results(done) == [("created", None)]
    assert app.rows("SELECT status FROM accounts") == [{"status": "disabled"}]


FIELDS = {
    "related_id": {"type": "string", "maxLength": 40, "x-setBy": "inviter"}, "shoeSize": {"type": "integer", "minimum": 1},
    "newsletter": {"type": "boolean"}}


def test_columns_go_into_the_profile_fields_of_their_name(app):
    app.policy({**APP, "profile": {**APP["profile"], "fields": FIELDS}})
    columns = [*row(1), "shoe_size", "newsletter"]
    done = run_import(app, table([row(1, shoe_size="42", newsletter="yes"), row(2, shoe_size="huge")], columns))
    assert results(done) == [("created", None), ("created", "profile-invalid")]
    stored = [json.loads(r["profile"]) for r in app.rows("SELECT profile FROM accounts ORDER BY email")]
    assert stored == [{"related_id": "CUST1", "shoeSize": 42, "newsletter": True}, {"related_id": "CUST2"}]
    again = run_import(app, table([row(1, shoe_size="43", newsletter="yes"), row(2, shoe_size="huge")], columns))
    assert [r["result"] for r in again.rows] == ["updated", "unchanged"]
    assert json.loads(app.rows("SELECT profile FROM accounts ORDER BY email")[0]["profile"])["shoeSize"] == 43
    fewer = run_import(app, table([row(1)], [*row(1)]))
    assert results(fewer) == [("unchanged", None)], "what the source no longer has stays"
    moved = run_import(app, table([row(1, related_id="CUST9")], [*row(1)]))
    assert results(moved) == [("updated", None)]
    assert json.loads(app.rows("SELECT profile FROM accounts ORDER BY email")[0]["profile"]) == {
        "related_id": "CUST9", "shoeSize": 43, "newsletter": True}


@pytest.mark.parametrize("text", ["[]", "[ ]\n"])
def test_an_array_without_users_imports_nothing(app, text):
    assert run_import(app, text, *ROLE, name="users.json").summary["read"] == 0


def test_tabs_and_semicolons_separate_columns(app):
    for number, delimiter in enumerate(";\t", 1):
        done = run_import(app, table([row(number)], delimiter=delimiter), name=f"users{number}.csv")
        assert results(done) == [("created", None)], done.stderr


def test_a_scrypt_hash_of_werkzeug_with_a_large_block_size_keeps_its_password(app):
    key = hashlib.scrypt(b"old password", salt=b"abcDEF123456789z", n=16384, r=32, p=1, maxmem=1 << 28, dklen=64).hex()
    done = run_import(app, table([row(1, password_hash=f"scrypt:16384:32:1$abcDEF123456789z${key}")]))
    assert results(done) == [("created", None)]
    env = {"DEADLINE_SECONDS": "30"}
    wrong = app.run("sign-in", {"email": "user1@example.com", "password": "old passwort"}, env=env)
    assert wrong.code == "auth/invalid-credential"
    assert "session" in app.run("sign-in", {"email": "user1@example.com", "password": "old password"}, env=env).json
