# SPDX-License-Identifier: Apache-2.0
"""`vestibule import`: its sources (Firebase, Supabase, CSV, JSON, SQLite) and its report."""

import csv
import json
import os
import pty
import random
import re
import sqlite3
import subprocess

import pytest
from imports import APP, FIREBASE, HASH, apple, counts, results, row, run_import, sign_in, table
from worlds import BIN, KEYS, ROOT, id_token

SUPABASE = {"url": "https://demo.supabase.co", "jwks": KEYS}
# Firebase


FIREBASE_EXPORT = {"users": [
    {
        "localId": "fb-1", "email": "kim@example.com", "emailVerified": True, "passwordHash": "bGlrZSBzY3J5cHQ=", "salt": "c2FsdA==",
        "displayName": "Kim", "photoUrl": "https://x.example/kim.jpg", "lastSignedInAt": "1486324170000", "createdAt": "1486324170123",
        "phoneNumber": "+15551234567", "providerUserInfo": [
            {"providerId": "password", "rawId": "kim@example.com", "email": "kim@example.com"},
            {"providerId": "google.com", "rawId": "g-1", "email": "kim@example.com", "displayName": "Kim", "photoUrl": ""}],
        "customAttributes": "{\"role\":\"admin\"}",
    },
    {
        "localId": "fb-2", "email": "lee@privaterelay.appleid.com", "emailVerified": True, "disabled": False, "createdAt": "1486324170000",
        "providerUserInfo": [{"providerId": "apple.com", "rawId": "002.lee", "displayName": "Lee \"L\" [}"}],
    },
    {"localId": "fb-3", "phoneNumber": "+15557654321", "disabled": True, "providerUserInfo": [{"providerId": "phone", "rawId": "+15557654321"}]},
    {"localId": "fb-4", "email": "bo@example.com", "providerUserInfo": [{"providerId": "facebook.com", "rawId": "f"}]},
]}


def test_a_firebase_export_is_imported(app):
    done = run_import(app, json.dumps(FIREBASE_EXPORT, indent=2), "--default-role", "customer", name="users.json")
    assert results(done) == [
        ("created", "password-needs-reset"), ("created", None), ("skipped", "nothing-to-sign-in-with"), ("created", "provider-unsupported")]
    assert [r["id"] for r in done.rows] == ["fb-1", "fb-2", "fb-3", "fb-4"] and done.rows[0]["line"] == 3
    kim = app.run("sign-in", {"identity": {"provider": "google", "idToken": id_token(sub="g-1")}}).json["account"]
    assert (kim["id"], kim["role"], kim["phone"], kim["displayName"], kim["createdAt"], kim["emailVerified"], kim["photoURL"]) == (
        done.rows[0]["accountId"], "admin", "+15551234567", "Kim", "2017-02-05T19:49:30.123Z", True, "https://x.example/kim.jpg")
    lee = app.run("sign-in", apple("002.lee")).json["account"]
    assert lee["id"] == done.rows[1]["accountId"] and lee["displayName"] == 'Lee "L" [}'
    assert app.rows("SELECT account_id, hash FROM passwords") == [{"account_id": done.rows[3]["accountId"], "hash": "!"}]


def test_firebase_ids_become_identities_if_the_policy_has_firebase(app):
    app.policy({**APP, "providers": {**APP["providers"], "firebase": FIREBASE}})
    done = run_import(app, json.dumps(FIREBASE_EXPORT), "--default-role", "customer", name="users.json")
    assert [r["result"] for r in done.rows] == ["created"] * 4
    token = id_token(iss="https://securetoken.google.com/demo", aud="demo", sub="fb-1")
    answer = app.run("sign-in", {"identity": {"provider": "firebase", "idToken": token}}).json
    assert answer["account"]["id"] == done.rows[0]["accountId"]
    token = id_token(iss="https://securetoken.google.com/demo", aud="demo", sub="fb-3")
    assert app.run("sign-in", {"identity": {"provider": "firebase", "idToken": token}}).code == "auth/user-disabled"


def test_a_provider_can_be_named_for_the_rows_ids(app):
    app.policy({**APP, "providers": {**APP["providers"], "corp": {"issuer": "https://id.corp.example", "audiences": ["app"], "jwks": KEYS}}})
    done = run_import(app, table([row(1)]), "--provider", "corp")
    token = id_token(iss="https://id.corp.example", sub="USR1")
    answer = app.run("sign-in", {"identity": {"provider": "corp", "idToken": token}}).json
    assert answer["account"]["id"] == done.rows[0]["accountId"]


@pytest.mark.parametrize("text, line", [
    ("", 1), ('{"kind": 1}', 1), ('{"users": {}}', 1), ('{\n"users": [\n{"localId": "1"},\n{"localId": }]}', 4),
    ('{"users": [\n{"localId": "1"}', 2), ('{"users": [\n{"localId": "1"},\n]}', 3), ('{"users": [{}]}\nmore', 2), ('{"users": [{}] "a": 1}', 1),
    ('{"users": [\n1]}', 2), ('{"users": [{"localId": "1", "localId": "2"}]}', 1)])
def test_invalid_json_is_reported_with_its_line(app, text, line):
    done = run_import(app, text, name="users.json")
    assert done.status == 65 and f"users.json, line {line}: " in done.stderr, done.stderr


def test_other_members_of_an_export_are_ignored(app):
    text = json.dumps({"kind": "a[{\\\"", "n": [1, {"users": []}], "f": -1.5e3, "users": FIREBASE_EXPORT["users"], "next": None})
    assert run_import(app, text, "--default-role", "customer", name="users.json").summary["read"] == 4


# Supabase


SUPABASE_COLUMNS = (
    "instance_id,id,aud,role,email,encrypted_password,email_confirmed_at,invited_at,last_sign_in_at,raw_app_meta_data,raw_user_meta_data,"
    "is_super_admin,created_at,updated_at,phone,phone_confirmed_at,confirmed_at,banned_until,is_sso_user,deleted_at,is_anonymous").split(",")


def supabase_row(number, user=None, app=None, **fields):
    return {
        "instance_id": "00000000-0000-0000-0000-000000000000", "id": f"5f0c2e0a-0000-4000-8000-{number:012}", "aud": "authenticated",
        "role": "authenticated", "email": f"user{number}@example.com", "encrypted_password": HASH.replace("$2b$", "$2a$"),
        "email_confirmed_at": "2024-05-01 10:00:00.123456+00", "created_at": "2024-05-01 12:00:00.123456+02",
        "last_sign_in_at": "2024-06-01 10:00:00+00", "is_super_admin": "", "is_sso_user": "f", "is_anonymous": "f",
        "raw_app_meta_data": json.dumps(app or {"provider": "email", "providers": ["email"]}),
        "raw_user_meta_data": json.dumps(user or {}), **fields}


def test_users_of_supabase_are_imported(app):
    rows = [
        supabase_row(1, user={"full_name": "Kim", "avatar_url": "https://x.example/a", "role": "customer"}, phone="15551234567"),
        supabase_row(2, app={"provider": "google", "providers": ["google"], "role": "admin"}, user={"name": "Lee", "picture": "https://x.example/b"},
            encrypted_password=""),
        supabase_row(3, deleted_at="2024-06-01 10:00:00+00"),
        supabase_row(4, is_anonymous="t", email=""),
        supabase_row(5, user={"role": "customer"}, banned_until="2999-01-01 00:00:00+00", email_confirmed_at=""),
        supabase_row(6, user={"role": "customer"}, banned_until="2020-01-01 00:00:00+00"),
        supabase_row(7, user={"role": "admin"}),
    ]
    text = table(rows, SUPABASE_COLUMNS)
    done = run_import(app, text, "--format", "supabase")
    assert results(done) == [
        ("created", None), ("created", "provider-unsupported"), ("skipped", "deleted"), ("skipped", "anonymous"), ("created", None),
        ("created", None), ("skipped", "role-self-assigned")]
    kim = sign_in(app, "user1@example.com", "old password").json["account"]
    assert (kim["displayName"], kim["photoURL"], kim["phone"], kim["emailVerified"], kim["role"], kim["createdAt"]) == (
        "Kim", "https://x.example/a", "+15551234567", True, "customer", "2024-05-01T10:00:00.123Z")
    assert [(r["status"], r["email_verified"]) for r in app.rows("SELECT * FROM accounts WHERE email LIKE 'user5%' OR email LIKE 'user6%' ORDER BY email")] == [
        ("disabled", 0), ("active", 1)]
    # An operator may trust the role in the export.
    assert results(run_import(app, text, "--format", "supabase", "--role", "admin=admin"))[6] == ("created", None)


@pytest.mark.parametrize("end, result", [
    ("Infinity", ("created", None)), ("294276-12-31 23:59:59+00", ("skipped", "unclear-status")), ("forever", ("skipped", "unclear-status")),
    ("01/05/2124 00:00:00", ("skipped", "unclear-status"))])
def test_a_ban_that_cannot_be_read_keeps_a_user_of_supabase_out(app, end, result):
    done = run_import(app, table([supabase_row(1, banned_until=end)], SUPABASE_COLUMNS), "--format", "supabase", "--default-role", "customer")
    assert results(done) == [result]
    assert [row["status"] for row in app.rows("SELECT status FROM accounts")] == (["disabled"] if result[0] == "created" else [])
def test_supabase_ids_become_identities_if_the_policy_has_supabase(app):
    app.policy({**APP, "providers": {**APP["providers"], "supabase": SUPABASE}})
    done = run_import(app, table([supabase_row(1, encrypted_password="")], SUPABASE_COLUMNS), "--format", "supabase", "--default-role", "customer")
    token = id_token(iss="https://demo.supabase.co/auth/v1", aud="authenticated", sub=supabase_row(1)["id"])
    answer = app.run("sign-in", {"identity": {"provider": "supabase", "idToken": token}}).json
    assert answer["account"]["id"] == done.rows[0]["accountId"]


def test_a_supabase_source_needs_its_option(app):
    done = run_import(app, table([supabase_row(1)], SUPABASE_COLUMNS))
    assert done.status == 65 and "--format supabase" in done.stderr


# Files


def test_json_lines_are_read_from_a_file_and_from_stdin(app):
    lines = "\n".join(json.dumps(row(n)) for n in range(3)) + "\n\n"
    assert counts(run_import(app, lines, name="users.ndjson")) == {"created": 3}
    assert counts(run_import(app, None, "--format", "table", stdin=lines.encode())) == {"unchanged": 3}
    assert counts(run_import(app, None, "--format", "table", stdin=table([row(n) for n in range(4)]).encode())) == {"created": 1, "unchanged": 3}
    done = run_import(app, None, "--format", "firebase", "--default-role", "customer", stdin=json.dumps(FIREBASE_EXPORT).encode())
    assert done.summary["read"] == 4
    assert run_import(app, None, stdin=b"x").status == 64


@pytest.mark.parametrize("text, line, why", [
    ('{"email": "a@example.com"}\n{"email": \n', 2, "not JSON"), ("[]\n", 1, "object"), ("\n\nnull", 3, "object")])
def test_an_invalid_json_line_is_reported_with_its_number(app, text, line, why):
    done = run_import(app, text, "--default-role", "customer", name="users.jsonl")
    assert done.status == 65 and f"users.jsonl, line {line}: " in done.stderr and why in done.stderr


def test_a_table_of_an_sqlite_database_is_imported(app):
    with sqlite3.connect(app.folder / "old.db") as old:
        old.execute('CREATE TABLE "the users" (user_id INTEGER PRIMARY KEY, username, password_hash BLOB, role, email, apple_user_id)')
        old.execute("INSERT INTO \"the users\" VALUES (7, 'kim', ?, 'customer', 'kim@example.com', NULL)", [HASH.encode()])
        old.execute("INSERT INTO \"the users\" VALUES (8, 'lee', NULL, 'customer', NULL, '001.lee')")
    before = (app.folder / "old.db").read_bytes()
    done = run_import(app, None, "--table", "the users", name="sqlite:old.db")
    assert results(done) == [("created", None), ("created", None)] and [r["id"] for r in done.rows] == ["7", "8"]
    assert "session" in sign_in(app, "kim@example.com", "old password").json
    assert app.rows("SELECT DISTINCT source FROM imports") == [{"source": "table:the users"}]
    assert (app.folder / "old.db").read_bytes() == before
    for name, arguments in [("sqlite:old.db", []), ("sqlite:missing.db", []), ("sqlite:users.csv", [])]:
        (app.folder / "users.csv").write_text("no database, and long enough to be none\n" * 100)
        assert run_import(app, None, *arguments, name=name).status == 65
    assert not (app.folder / "missing.db").exists()


GOOD = "user_id,email,role\n"


@pytest.mark.parametrize("text, line", [
    ("", 1), ("a,b\n1,2\n", 1), ("email,email\n", 1), (GOOD + '1,"a@example.com,customer\n2,b@example.com,customer\n', 2),
    (GOOD + "1,a@example.com,customer\n2,b@example.com\n", 3), (GOOD + "1,a@example.com,customer,\n", 2), (GOOD + '1,"a@example.com"x,customer\n', 2),
    (GOOD + '1,a"@example.com,customer\n', 2), (GOOD + '"1\n2\n",a@example.com,customer\n3,"x', 5), (GOOD.encode() + b"1,\xfc@example.com,customer\n", 2),
    (GOOD.encode("utf-16"), 1), (GOOD.replace("\n", "\r") + "1\r2", 2), (GOOD.replace("\n", "\r\n") + "\r\n1\r\n", 3)])
def test_a_malformed_csv_names_its_line(app, text, line):
    done = run_import(app, text)
    assert done.status == 65 and f"users.csv, line {line}: " in done.stderr, done.stderr
    assert done.summary is None


def test_rows_before_a_malformed_line_are_imported_and_kept(app):
    good = table([row(n) for n in range(300)])
    done = run_import(app, good + 'USR300,"')
    assert done.status == 65 and "line 302: " in done.stderr and "(rows: 300)" in done.stderr
    assert counts(run_import(app, good + table([row(300)]).split("\r\n")[1])) == {"unchanged": 300, "created": 1}


def test_csv_written_by_python_is_read_back(app):
    rng = random.Random(7)
    names = ["".join(rng.choice('ab",\n\r \u00e9\u4e2d') for _ in range(rng.randrange(12))) for _ in range(400)]
    rows = [row(n, related_id=name, username="x" + name.replace("\n", "").replace("\r", "")) for n, name in enumerate(names)]
    for quoting, ending, mark in [(csv.QUOTE_MINIMAL, "\r\n", ""), (csv.QUOTE_ALL, "\n", "\ufeff"), (csv.QUOTE_NONNUMERIC, "\r", "")]:
        done = run_import(app, mark + table(rows, quoting=quoting, lineterminator=ending))
        assert done.summary["read"] == 400 and done.summary["skipped"] == 0, done.stderr
    stored = {r["email"]: r["display_name"] for r in app.rows("SELECT email, display_name FROM accounts")}
    assert stored == {r["email"]: r["username"].strip() for r in rows}


def test_the_report_names_lines_and_contains_no_secret(app):
    done = run_import(app, table([row(1, related_id="two\nlines"), row(2, role="cook")]))
    assert [(r["line"], r["id"], r["result"]) for r in done.rows] == [(2, "USR1", "created"), (4, "USR2", "skipped")]
    text = (app.folder / "report.jsonl").read_text()
    assert "$2" not in text and "@" not in text
    assert (app.folder / "report.jsonl").stat().st_mode & 0o777 == 0o600


# Statuses


def test_the_exit_status_tells_success_from_usage_errors(app):
    text = table([row(1)])
    assert run_import(app, text, "--report", "no/such/folder.jsonl", report=False).status == 64
    assert run_import(app, text, name="users.xlsx").status == 64
    done = run_import(app, None, name="sqlite:")
    assert done.status == 64
    for url in ("postgres://localhost/old", "postgresql://localhost/old"):
        done = subprocess.run([BIN / "vestibule", "import", url], env=app.env, cwd=app.folder, capture_output=True, text=True)
        assert done.returncode == 64 and "PostgreSQL" in done.stderr and done.stdout == ""
    assert subprocess.run([BIN / "vestibule", "import", "missing.csv"], env=app.env, cwd=app.folder, capture_output=True).returncode == 65
    for name, value, status in [
        ("DATABASE_URL", "mysql:x", 78), ("POLICY_FILE", "missing.json", 78), ("DATABASE_URL", "sqlite:users.csv", 75)]:
        app.env, kept = {**app.env, name: value}, app.env
        done = run_import(app, text * 50)
        assert done.status == status and done.summary is None and done.stderr.startswith("vestibule: "), done.stderr
        app.env = kept


def test_progress_is_shown_on_a_terminal_only(app):
    (app.folder / "users.csv").write_text(table([row(n) for n in range(3000)]))
    terminal, end = pty.openpty()
    process = subprocess.Popen(
        [BIN / "vestibule", "import", "users.csv", "--dry-run"], env=app.env, cwd=app.folder, stdout=subprocess.PIPE, stderr=end)
    os.close(end)
    shown = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    assert process.wait() == 0
    assert re.search(rb"\d+ %  \d+\.\d MB of \d+\.\d MB  \d+ rows, \d+ rows/s", shown)
    assert shown.endswith(b"\r\x1b[K")


def test_every_reason_is_in_the_readme_of_the_command():
    source = (ROOT / "Sources/vestibule/Import/Reason.swift").read_text()
    readme = (ROOT / "Sources/vestibule/Import/README.md").read_text()
    for name, value in re.findall(r'^  case (\w+)(?: = "([^"]+)")?$', source, re.MULTILINE):
        reason = value or name
        assert f"`{reason}`" in readme, reason
