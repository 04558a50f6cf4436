# SPDX-License-Identifier: Apache-2.0
"""Bringing users along: whatever they come from, they sign in as before, and running it again changes nothing."""

import csv
import io
import json
import os
import pty
import random
import re
import signal
import sqlite3
import subprocess
import time
from types import SimpleNamespace

import bcrypt
import pytest
from conftest import BIN, KEYS, POLICY, ROOT, id_token, person

ROLES = {"inviter": "admin", "invitee": "customer", "signUp": ["customer"]}
APP = {
    **POLICY, "roles": ROLES, "providers": {**POLICY["providers"], "password": {"argon2": {"memoryKiB": 7168, "iterations": 1}}},
    "profile": {"displayName": "optional"},
}
FIREBASE = {"projectID": "demo", "jwks": KEYS}
SUPABASE = {"url": "https://demo.supabase.co", "jwks": KEYS}
COLUMNS = "user_id,username,password_hash,role,related_id,email,apple_user_id,created_at,updated_at".split(",")


def hashed(password):
    return bcrypt.hashpw(password.encode(), bcrypt.gensalt(4)).decode()


HASH = hashed("old password")
ARGON2 = "$argon2id$v=19${}$AAAAAAAAAAAAAAAAAAAAAA$" + "A" * 43


def row(number, **fields):
    """A row of the table of an app, whose user signs in with a password."""
    row = {
        "user_id": f"USR{number}", "username": f"user{number}", "password_hash": HASH, "role": "customer",
        "related_id": f"CUST{number}", "email": f"user{number}@example.com", "apple_user_id": "",
        "created_at": "2024-05-01 10:00:00", "updated_at": "2024-05-02 10:00:00"}
    return {**row, **fields}


def table(rows, columns=COLUMNS, **options):
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", **options)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


@pytest.fixture
def app(world):
    world.policy(APP)
    return world


def bring(world, source, *arguments, name="users.csv", stdin=None, report=True):
    """Imports a text as a file of that name (or a source that there is), and gives the summary with the report's rows."""
    if stdin is None and not name.startswith("sqlite:"):
        content = source if isinstance(source, bytes) else source.encode()
        (world.folder / name).write_bytes(content)
    place = "-" if stdin is not None else name
    more = ["--report", "report.jsonl"] if report else []
    done = subprocess.run(
        [BIN / "vestibule", "import", place, *more, *arguments], env=world.env, cwd=world.folder, capture_output=True,
        input=stdin, timeout=120)
    file = world.folder / "report.jsonl"
    rows = [json.loads(line) for line in file.read_text().splitlines()] if report and file.exists() else []
    summary = json.loads(done.stdout) if done.stdout else None
    return SimpleNamespace(status=done.returncode, summary=summary, rows=rows, stderr=done.stderr.decode())


def counts(done):
    return {name: count for name, count in done.summary.items() if count and name not in ("read", "dryRun")}


def results(done):
    return [(row["result"], row.get("reason")) for row in done.rows]


def sign_in(world, email, password):
    return world.run("sign-in", {"email": email, "password": password})


def apple(subject, **claims):
    token = id_token(iss="https://appleid.apple.com", aud="io.example.app", sub=subject, **claims)
    return {"identity": {"provider": "apple", "idToken": token}}


def hash_of(world, number):
    return world.rows(
        f"SELECT hash FROM passwords JOIN imports USING (account_id) WHERE external_id = 'USR{number}'")[0]["hash"]


# Signing in as before


@pytest.mark.parametrize("prefix", ["2a", "2b", "2y"])
def test_a_user_with_a_bcrypt_password_signs_in_and_the_hash_becomes_argon2id(app, prefix):
    done = bring(app, table([row(1, password_hash=HASH.replace("$2b$", f"${prefix}$"))]))
    assert done.status == 0 and done.stderr == ""
    assert done.summary == {
        "read": 1, "created": 1, "linked": 0, "updated": 0, "unchanged": 0, "skipped": 0, "dryRun": False}
    assert hash_of(app, 1).startswith(f"${prefix}$")
    assert sign_in(app, "user1@example.com", "wrong").code == "auth/invalid-credential"
    answer = sign_in(app, "USER1@example.com", "old password").json
    assert answer["account"]["id"] == done.rows[0]["accountId"]
    assert answer["account"]["displayName"] == "user1" and answer["account"]["role"] == "customer"
    assert answer["account"]["createdAt"] == "2024-05-01T10:00:00Z" and not answer["account"]["emailVerified"]
    assert hash_of(app, 1).startswith("$argon2id$")
    assert "session" in sign_in(app, "user1@example.com", "old password").json


def test_a_user_with_an_argon2id_password_signs_in(app):
    app.run("sign-up", {"email": "a@example.com", "password": "correct horse battery", "role": "customer"})
    stored = app.rows("SELECT hash FROM passwords")[0]["hash"]
    bring(app, table([row(1, password_hash=stored)]))
    assert "session" in sign_in(app, "user1@example.com", "correct horse battery").json


def test_a_user_of_apple_signs_in_with_an_id_token_and_has_no_password(app):
    done = bring(app, table([row(1, password_hash="apple_oauth", apple_user_id="001.apple", email="")]))
    assert results(done) == [("created", None)]
    answer = app.run("sign-in", apple("001.apple")).json
    assert answer["account"]["id"] == done.rows[0]["accountId"] and answer["account"]["displayName"] == "user1"
    assert app.rows("SELECT * FROM passwords") == []
    assert app.rows("SELECT issuer, provider FROM identities") == [
        {"issuer": "https://appleid.apple.com", "provider": "apple"}]


def test_the_first_sign_in_here_is_not_told_as_one_from_a_new_device(app):
    bring(app, table([row(1)]), "--emails-verified")
    sign_in(app, "user1@example.com", "old password")
    assert app.rows("SELECT * FROM outbox") == []


@pytest.mark.parametrize("stored, reason", [
    ("scrypt:32768:8:1$abc$def", "password-format-unknown"), ("$2b$04$short", "password-format-unknown"),
    ("$2x$04$REST", "password-format-unknown"), ("$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA", "password-format-unknown"),
    ("$2b$99$REST", "password-format-unknown"), ("$2b$31$REST", "password-too-costly"),
    ("$2y$17$REST", "password-too-costly"), (ARGON2.format("m=262145,t=1,p=1"), "password-too-costly"),
    (ARGON2.format("m=4096,t=999999,p=1"), "password-too-costly"), ("", None), ("NULL", None)])
def test_whoever_brings_no_usable_password_gets_one_by_mail(app, stored, reason):
    stored = stored.replace("REST", HASH[7:])
    done = bring(app, table([row(1, password_hash=stored)]))
    assert results(done) == [("created", reason)]
    assert sign_in(app, "user1@example.com", stored or "x").code == "auth/invalid-credential"
    app.run("reset-password", {"email": "user1@example.com"})
    app.run("deliver-mail")
    text = app.mails()[0].get_body(("plain",)).get_content()
    code = re.search(r"code=(\w+)", text)[1]
    app.run("reset-password", {"code": code, "newPassword": "another good one"})
    answer = sign_in(app, "user1@example.com", "another good one").json
    assert answer["account"]["id"] == done.rows[0]["accountId"] and answer["account"]["emailVerified"]


@pytest.mark.parametrize("stored", ["$2b$31$" + HASH[7:], ARGON2.format("m=4194304,t=3,p=1")], ids=["bcrypt", "argon2id"])
def test_a_costly_hash_that_is_there_already_lets_nobody_in_and_keeps_nobody_waiting(app, stored):
    """As an earlier release has imported it."""
    bring(app, table([row(1)]))
    app.rows("UPDATE passwords SET hash = ?", (stored,))
    answer = sign_in(app, "user1@example.com", "old password")
    assert (answer.status, answer.code) == (0, "auth/invalid-credential")


def test_a_disabled_user_stays_disabled(app):
    columns = [*COLUMNS, "disabled"]
    bring(app, table([row(1, disabled="true"), row(2, disabled="0")], columns))
    assert sign_in(app, "user1@example.com", "old password").code == "auth/user-disabled"
    assert "session" in sign_in(app, "user2@example.com", "old password").json


# Roles


def test_roles_are_mapped_or_must_be_the_policys(app):
    rows = [row(1, role="client"), row(2, role="admin"), row(3, role="cook"), row(4, role="")]
    done = bring(app, table(rows), "--role", "client=customer")
    assert results(done) == [("created", None), ("created", None), ("skipped", "role-unknown"), ("skipped", "role-missing")]
    assert [r["role"] for r in app.rows("SELECT role FROM accounts ORDER BY email")] == ["customer", "admin"]
    again = bring(app, table(rows), "--role", "client=customer", "--role", "cook=customer", "--default-role", "customer")
    assert counts(again) == {"created": 2, "unchanged": 2}
    assert sign_in(app, "user4@example.com", "old password").json["account"]["role"] == "customer"


def test_whoever_has_no_role_gets_the_policys_legacy_role(app):
    app.policy({**APP, "roles": {**ROLES, "legacy": "customer"}})
    bring(app, table([row(1, role="")]))
    assert app.rows("SELECT role FROM accounts") == [{"role": None}]
    assert sign_in(app, "user1@example.com", "old password").json["account"]["role"] == "customer"


@pytest.mark.parametrize("arguments", [
    ["--role", "a=b"], ["--default-role", "b"], ["--role", "customer"], ["--role", "=customer"], ["--provider", "nobody"],
    ["--format", "xml"], ["--table", "users"]])
def test_what_the_policy_does_not_have_is_a_usage_error(app, arguments):
    app.without_tables()
    assert bring(app, table([row(1)]), *arguments).status == 64
    assert not app.is_made


# What people are called


def test_names_and_the_rest_come_along_and_what_is_bad_is_left_out_and_said(app):
    columns = [*COLUMNS, "display_name", "phone", "locale", "photo_url", "email_verified"]
    done = bring(app, table([
        row(1, display_name="  Kim Müller ", phone="(555) 123-4567", locale="de_AT", photo_url="https://x.example/a.jpg", email_verified="t"),
        row(2, display_name="a\u0000b", phone="12", locale="!", photo_url="javascript:alert(1)", created_at="yesterday"),
        row(3, username=""),
    ], columns))
    assert results(done) == [
        ("created", None),
        ("created", "display-name-invalid, phone-invalid, photo-url-invalid, locale-invalid, created-at-invalid"),
        ("created", None)]
    one, two, three = app.rows("SELECT * FROM accounts ORDER BY email")
    assert (one["display_name"], one["phone"], one["locale"], one["photo_url"], one["email_verified"]) == (
        "Kim Müller", "+15551234567", "de-AT", "https://x.example/a.jpg", 1)
    assert (two["display_name"], two["phone"], two["locale"], two["photo_url"]) == ("user2", None, None, None)
    assert three["display_name"] == "", "nobody makes up a name"


def test_columns_may_be_in_camel_case(app):
    columns = ["userId", "passwordHash", "role", "email", "appleUserId", "createdAt", "displayName", "emailVerified", "photoURL"]
    done = bring(app, table([{
        "userId": "1", "passwordHash": HASH, "role": "customer", "email": "a@example.com", "appleUserId": "001.a",
        "createdAt": "1714557600", "displayName": "A", "emailVerified": "2024-05-01T10:00:00Z", "photoURL": "https://x.example/",
    }], columns))
    assert results(done) == [("created", None)]
    account = app.run("sign-in", apple("001.a")).json["account"]
    assert account["email"] == "a@example.com" and account["emailVerified"] and account["displayName"] == "A"
    assert account["createdAt"] == "2024-05-01T10:00:00Z" and account["photoURL"] == "https://x.example/"


# Whose account it is


def test_rows_that_nobody_could_sign_in_with_are_skipped(app):
    done = bring(app, table([
        row(1, email="", password_hash=HASH), row(2, email="not an address"), row(3, email="NULL", apple_user_id="NULL"),
        row(4, email="", apple_user_id="has spaces")]))
    assert results(done) == [
        ("skipped", "nothing-to-sign-in-with"), ("skipped", "email-invalid"), ("skipped", "nothing-to-sign-in-with"),
        ("skipped", "nothing-to-sign-in-with")]
    assert app.rows("SELECT * FROM accounts") == []


def test_an_address_that_is_proven_on_both_sides_links_and_any_other_is_skipped(app):
    kim = app.sign_in("kim", **{"as": "customer"})["account"]["id"]
    assert results(bring(app, table([row(1, email="kim@example.com")]))) == [("skipped", "email-in-use")]
    done = bring(app, table([row(1, email="KIM@example.com", username="other")]), "--emails-verified")
    assert results(done) == [("linked", None)] and done.rows[0]["accountId"] == kim
    answer = sign_in(app, "kim@example.com", "old password").json
    assert answer["account"]["id"] == kim and answer["account"]["displayName"] == "Kim"
    assert {r["action"] for r in app.rows("SELECT action FROM audit WHERE function = 'import'")} == {"account.password-imported"}


def test_an_address_that_somebody_only_says_is_theirs_is_theirs_until_a_row_proves_it(app):
    made = app.run("sign-up", {"email": "kim@example.com", "password": "correct horse battery", "role": "customer"}).json
    assert results(bring(app, table([row(1, email="kim@example.com")]))) == [("skipped", "email-in-use")]
    assert "session" in sign_in(app, "kim@example.com", "correct horse battery").json
    done = bring(app, table([row(1, email="kim@example.com")]), "--emails-verified")
    assert results(done) == [("created", None)] and done.rows[0]["accountId"] != made["account"]["id"]
    assert sign_in(app, "kim@example.com", "correct horse battery").code == "auth/invalid-credential"
    assert app.run("get-account", {}, made["session"]["accessToken"]).code == "auth/session-revoked"
    assert sign_in(app, "kim@example.com", "old password").json["account"]["id"] == done.rows[0]["accountId"]
    assert len(app.rows("SELECT * FROM outbox WHERE kind = 'address-proven'")) == 1


def test_an_apple_identity_that_is_here_links(app):
    known = app.run("sign-in", {**apple("001.a"), "as": "customer"}).json["account"]["id"]
    done = bring(app, table([row(1, apple_user_id="001.a", role="admin")]))
    assert results(done) == [("linked", "role-kept, email-kept")] and done.rows[0]["accountId"] == known
    assert app.run("sign-in", apple("001.a")).json["account"]["role"] == "customer"


def test_a_password_that_an_account_has_here_stays(app):
    app.run("sign-up", {"email": "kim@example.com", "password": "correct horse battery", "role": "customer"})
    app.rows("UPDATE accounts SET email_key = email, email_verified = 1")
    done = bring(app, table([row(1, email="kim@example.com")]), "--emails-verified")
    assert results(done) == [("linked", "password-kept")]
    assert sign_in(app, "kim@example.com", "old password").code == "auth/invalid-credential"
    assert "session" in sign_in(app, "kim@example.com", "correct horse battery").json


def test_identities_of_two_accounts_are_nobodys(app):
    app.policy({**APP, "providers": {**APP["providers"], "firebase": FIREBASE}})
    app.run("sign-in", {**apple("001.a"), "as": "customer"})
    app.sign_in("kim", **{"as": "customer"})
    export = {"users": [{"localId": "u1", "email": "kim@example.com", "providerUserInfo": [
        {"providerId": "google.com", "rawId": "kim"}, {"providerId": "apple.com", "rawId": "001.a"}]}]}
    done = bring(app, json.dumps(export), "--default-role", "customer", name="users.json")
    assert results(done) == [("skipped", "accounts-differ")]


def test_rows_without_an_id_are_known_by_apple_or_email(app):
    rows = [row(1, user_id=""), row(2, user_id="", apple_user_id="001.b")]
    assert [r["id"] for r in bring(app, table(rows)).rows] == ["email/user1@example.com", "apple/001.b"]
    assert counts(bring(app, table(rows))) == {"unchanged": 2}


def test_an_id_that_stands_twice_is_taken_once(app):
    done = bring(app, table([row(1), row(1, email="other@example.com")]))
    assert results(done) == [("created", None), ("skipped", "id-repeated")]


def test_two_sources_of_the_same_people_are_linked(app):
    bring(app, table([row(1)]), "--emails-verified")
    done = bring(app, table([row(1)]), "--emails-verified", "--source", "second")
    assert results(done) == [("linked", None)]
    assert len(app.rows("SELECT * FROM accounts")) == 1
    assert app.rows("SELECT source FROM imports ORDER BY source") == [{"source": "second"}, {"source": "table"}]


# Once more


def test_running_it_twice_changes_nothing(app):
    rows = [row(n, apple_user_id=f"00{n}.a" if n % 3 == 0 else "", role="customer" if n % 7 else "cook") for n in range(700)]
    first = bring(app, table(rows))
    assert first.summary["created"] == 600 and first.summary["skipped"] == 100
    before = app.dump()
    second = bring(app, table(rows))
    assert counts(second) == {"unchanged": 600, "skipped": 100}
    assert app.dump() == before
    assert [r.get("accountId") for r in second.rows] == [r.get("accountId") for r in first.rows]


def test_a_changed_row_changes_what_came_with_it_and_nothing_that_was_changed_here(app):
    columns = [*COLUMNS, "display_name", "phone", "disabled"]
    bring(app, table([row(1, display_name="Kim", phone="+1 555 123 4567")], columns))
    token = sign_in(app, "user1@example.com", "old password").json["session"]["accessToken"]
    app.run("update-account", {"displayName": "Kim of here"}, token)
    changed = row(
        1, display_name="Kim", phone="+1 555 765 4321", role="admin", email="new@example.com", password_hash=hashed("newer"))
    done = bring(app, table([changed], columns))
    assert results(done) == [("updated", "role-kept, email-kept")]
    account = sign_in(app, "user1@example.com", "old password").json["account"]
    assert account["displayName"] == "Kim of here" and account["phone"] == "+15557654321"
    assert account["role"] == "customer" and account["email"] == "user1@example.com"
    before = app.dump()
    assert counts(bring(app, table([changed], columns))) == {"unchanged": 1}
    assert app.dump() == before
    assert results(bring(app, table([{**changed, "display_name": "Kim of there", "disabled": "1"}], columns)))[0][0] == "updated"
    assert app.rows("SELECT display_name, status FROM accounts") == [{"display_name": "Kim of there", "status": "disabled"}]


def test_a_password_changed_there_counts_until_it_is_used_or_changed_here(app):
    bring(app, table([row(1), row(2)]))
    sign_in(app, "user2@example.com", "old password")
    done = bring(app, table([row(n, password_hash=hashed("newer")) for n in (1, 2)]))
    assert results(done) == [("updated", None), ("unchanged", "password-kept")]
    assert "session" in sign_in(app, "user1@example.com", "newer").json
    assert "session" in sign_in(app, "user2@example.com", "old password").json


def test_what_the_source_does_not_say_any_more_stays(app):
    columns = [*COLUMNS, "phone"]
    bring(app, table([row(1, phone="+1 555 123 4567")], columns))
    assert counts(bring(app, table([row(1)], columns))) == {"unchanged": 1}
    assert app.rows("SELECT phone FROM accounts") == [{"phone": "+15551234567"}]


def test_addresses_that_turn_out_to_be_verified_become_so(app):
    rows = table([row(1), row(2)])
    bring(app, rows)
    app.sign_in("kim", identity=person("kim", email="user2@example.com"), **{"as": "customer"})
    done = bring(app, rows, "--emails-verified")
    assert results(done) == [("updated", None), ("unchanged", "email-in-use")]
    assert sign_in(app, "user1@example.com", "old password").json["account"]["emailVerified"]


def test_killed_at_any_moment_a_second_run_finishes_the_job(app):
    app.without_tables()
    rows = table([row(n, apple_user_id=f"{n:05}.a" if n % 5 == 0 else "") for n in range(6000)])
    (app.folder / "users.csv").write_text(rows)
    rng, done_when_killed = random.Random(1), [0]

    def imported():
        return app.rows("SELECT count(*) AS n FROM imports")[0]["n"] if app.tables() else 0

    for number in range(12):
        process = subprocess.Popen([BIN / "vestibule", "import", "users.csv"], env=app.env, cwd=app.folder, stdout=subprocess.PIPE)
        # The first ones die while the tables are made or before, the others somewhere among the rows.
        goal = done_when_killed[-1] + rng.randrange(1, 600) if number > 2 else 0
        while imported() < goal and process.poll() is None:
            time.sleep(0.005)
        time.sleep(rng.uniform(0, 0.1))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        done_when_killed.append(imported())
        assert done_when_killed[-1] == (app.rows("SELECT count(*) AS n FROM accounts")[0]["n"] if app.tables() else 0)
    assert any(0 < count < 6000 for count in done_when_killed), done_when_killed
    last = bring(app, rows)
    assert last.summary["created"] + last.summary["unchanged"] == 6000
    assert app.rows("SELECT count(*) AS n, count(DISTINCT email) AS m FROM accounts") == [{"n": 6000, "m": 6000}]
    assert app.rows("SELECT count(*) AS n FROM audit WHERE action = 'account.imported' AND function = 'import'") == [{"n": 6000}]
    assert counts(bring(app, rows)) == {"unchanged": 6000}


def test_two_imports_at_once_make_each_account_once(app):
    (app.folder / "users.csv").write_text(table([row(n) for n in range(2000)]))
    processes = [
        subprocess.Popen([BIN / "vestibule", "import", "users.csv"], env=app.env, cwd=app.folder, stdout=subprocess.PIPE)
        for _ in range(3)]
    summaries = [json.loads(process.communicate()[0]) for process in processes]
    assert sum(summary["created"] for summary in summaries) == 2000
    assert sum(summary["unchanged"] for summary in summaries) == 4000
    assert len(app.rows("SELECT * FROM accounts")) == 2000


def test_whoever_writes_is_waited_for(app):
    bring(app, table([row(1)]))
    with app.held():
        (app.folder / "users.csv").write_text(table([row(2)]))
        process = subprocess.Popen([BIN / "vestibule", "import", "users.csv"], env=app.env, cwd=app.folder, stdout=subprocess.PIPE)
        time.sleep(1)
        assert process.poll() is None
    assert json.loads(process.communicate()[0])["created"] == 1


# Dry runs


def test_a_dry_run_says_the_same_and_changes_nothing(app):
    app.without_tables()
    # More than one batch, with addresses that come again in a later one.
    rows = [row(n) for n in range(600)] + [row(1000 + n, email=f"user{n}@example.com") for n in range(50)]
    text = table(rows)
    dry = bring(app, text, "--emails-verified", "--dry-run")
    assert dry.summary["dryRun"] and counts(dry) == {"created": 600, "linked": 50}
    assert not app.is_made and not any("accountId" in r for r in dry.rows)
    app.sign_in("kim", identity=person("kim", email="user5@example.com"), **{"as": "customer"})
    before = app.dump()
    dry = bring(app, text, "--emails-verified", "--dry-run")
    assert app.dump() == before and counts(dry) == {"created": 599, "linked": 51}
    wet = bring(app, text, "--emails-verified")
    assert results(wet) == results(dry) and {**wet.summary, "dryRun": True} == dry.summary
    assert dry.rows[5]["accountId"] == wet.rows[5]["accountId"]


def test_nobody_waits_for_a_dry_run(app):
    bring(app, table([row(1)]))
    process = subprocess.Popen(
        [BIN / "vestibule", "import", "-", "--format", "table", "--dry-run"], env=app.env, cwd=app.folder,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(table([row(n) for n in range(2, 1000)]).encode())
    process.stdin.flush()
    assert "session" in sign_in(app, "user1@example.com", "old password").json
    assert json.loads(process.communicate()[0])["created"] == 998


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


def test_a_firebase_export(app):
    done = bring(app, json.dumps(FIREBASE_EXPORT, indent=2), "--default-role", "customer", name="users.json")
    assert results(done) == [
        ("created", "password-needs-reset"), ("created", None), ("skipped", "nothing-to-sign-in-with"), ("created", "provider-unsupported")]
    assert [r["id"] for r in done.rows] == ["fb-1", "fb-2", "fb-3", "fb-4"] and done.rows[0]["line"] == 3
    kim = app.run("sign-in", {"identity": {"provider": "google", "idToken": id_token(sub="g-1")}}).json["account"]
    assert (kim["id"], kim["role"], kim["phone"], kim["displayName"], kim["createdAt"], kim["emailVerified"], kim["photoURL"]) == (
        done.rows[0]["accountId"], "admin", "+15551234567", "Kim", "2017-02-05T19:49:30.123Z", True, "https://x.example/kim.jpg")
    lee = app.run("sign-in", apple("002.lee")).json["account"]
    assert lee["id"] == done.rows[1]["accountId"] and lee["displayName"] == 'Lee "L" [}'
    assert app.rows("SELECT account_id, hash FROM passwords") == [{"account_id": done.rows[3]["accountId"], "hash": "!"}]


def test_firebases_own_ids_are_identities_where_the_policy_has_firebase(app):
    app.policy({**APP, "providers": {**APP["providers"], "firebase": FIREBASE}})
    done = bring(app, json.dumps(FIREBASE_EXPORT), "--default-role", "customer", name="users.json")
    assert [r["result"] for r in done.rows] == ["created"] * 4
    token = id_token(iss="https://securetoken.google.com/demo", aud="demo", sub="fb-1")
    answer = app.run("sign-in", {"identity": {"provider": "firebase", "idToken": token}}).json
    assert answer["account"]["id"] == done.rows[0]["accountId"]
    token = id_token(iss="https://securetoken.google.com/demo", aud="demo", sub="fb-3")
    assert app.run("sign-in", {"identity": {"provider": "firebase", "idToken": token}}).code == "auth/user-disabled"


def test_a_provider_can_be_named_for_the_rows_ids(app):
    app.policy({**APP, "providers": {**APP["providers"], "corp": {"issuer": "https://id.corp.example", "audiences": ["app"], "jwks": KEYS}}})
    done = bring(app, table([row(1)]), "--provider", "corp")
    token = id_token(iss="https://id.corp.example", sub="USR1")
    answer = app.run("sign-in", {"identity": {"provider": "corp", "idToken": token}}).json
    assert answer["account"]["id"] == done.rows[0]["accountId"]


@pytest.mark.parametrize("text, line", [
    ("[]", 1), ("", 1), ('{"kind": 1}', 1), ('{"users": {}}', 1), ('{\n"users": [\n{"localId": "1"},\n{"localId": }]}', 4),
    ('{"users": [\n{"localId": "1"}', 2), ('{"users": [\n{"localId": "1"},\n]}', 3), ('{"users": [{}]}\nmore', 2), ('{"users": [{}] "a": 1}', 1),
    ('{"users": [\n1]}', 2), ('{"users": [{"localId": "1", "localId": "2"}]}', 1)])
def test_json_that_is_no_export_names_its_line(app, text, line):
    done = bring(app, text, name="users.json")
    assert done.status == 65 and f"users.json, line {line}: " in done.stderr, done.stderr


def test_members_beside_the_users_are_passed_over(app):
    text = json.dumps({"kind": "a[{\\\"", "n": [1, {"users": []}], "f": -1.5e3, "users": FIREBASE_EXPORT["users"], "next": None})
    assert bring(app, text, "--default-role", "customer", name="users.json").summary["read"] == 4


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


def test_supabase_users(app):
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
    done = bring(app, text, "--format", "supabase")
    assert results(done) == [
        ("created", None), ("created", "provider-unsupported"), ("skipped", "deleted"), ("skipped", "anonymous"), ("created", None),
        ("created", None), ("skipped", "role-self-assigned")]
    kim = sign_in(app, "user1@example.com", "old password").json["account"]
    assert (kim["displayName"], kim["photoURL"], kim["phone"], kim["emailVerified"], kim["role"], kim["createdAt"]) == (
        "Kim", "https://x.example/a", "+15551234567", True, "customer", "2024-05-01T10:00:00.123Z")
    assert [(r["status"], r["email_verified"]) for r in app.rows("SELECT * FROM accounts WHERE email LIKE 'user5%' OR email LIKE 'user6%' ORDER BY email")] == [
        ("disabled", 0), ("active", 1)]
    # An operator may say that those who call themselves admins are.
    assert results(bring(app, text, "--format", "supabase", "--role", "admin=admin"))[6] == ("created", None)


def test_supabases_own_ids_are_identities_where_the_policy_has_supabase(app):
    app.policy({**APP, "providers": {**APP["providers"], "supabase": SUPABASE}})
    done = bring(app, table([supabase_row(1, encrypted_password="")], SUPABASE_COLUMNS), "--format", "supabase", "--default-role", "customer")
    token = id_token(iss="https://demo.supabase.co/auth/v1", aud="authenticated", sub=supabase_row(1)["id"])
    answer = app.run("sign-in", {"identity": {"provider": "supabase", "idToken": token}}).json
    assert answer["account"]["id"] == done.rows[0]["accountId"]


def test_supabase_without_being_told_so_is_refused(app):
    done = bring(app, table([supabase_row(1)], SUPABASE_COLUMNS))
    assert done.status == 65 and "--format supabase" in done.stderr


# Files


def test_json_lines_and_stdin(app):
    lines = "\n".join(json.dumps(row(n)) for n in range(3)) + "\n\n"
    assert counts(bring(app, lines, name="users.ndjson")) == {"created": 3}
    assert counts(bring(app, None, "--format", "table", stdin=lines.encode())) == {"unchanged": 3}
    assert counts(bring(app, None, "--format", "table", stdin=table([row(n) for n in range(4)]).encode())) == {"created": 1, "unchanged": 3}
    done = bring(app, None, "--format", "firebase", "--default-role", "customer", stdin=json.dumps(FIREBASE_EXPORT).encode())
    assert done.summary["read"] == 4
    assert bring(app, None, stdin=b"x").status == 64


@pytest.mark.parametrize("text, line, why", [
    ('{"email": "a@example.com"}\n{"email": \n', 2, "not JSON"), ("[]\n", 1, "object"), ("\n\nnull", 3, "object")])
def test_a_bad_json_line_is_named(app, text, line, why):
    done = bring(app, text, "--default-role", "customer", name="users.jsonl")
    assert done.status == 65 and f"users.jsonl, line {line}: " in done.stderr and why in done.stderr


def test_a_table_of_an_sqlite_database(app):
    with sqlite3.connect(app.folder / "old.db") as old:
        old.execute('CREATE TABLE "the users" (user_id INTEGER PRIMARY KEY, username, password_hash BLOB, role, email, apple_user_id)')
        old.execute("INSERT INTO \"the users\" VALUES (7, 'kim', ?, 'customer', 'kim@example.com', NULL)", [HASH.encode()])
        old.execute("INSERT INTO \"the users\" VALUES (8, 'lee', NULL, 'customer', NULL, '001.lee')")
    before = (app.folder / "old.db").read_bytes()
    done = bring(app, None, "--table", "the users", name="sqlite:old.db")
    assert results(done) == [("created", None), ("created", None)] and [r["id"] for r in done.rows] == ["7", "8"]
    assert "session" in sign_in(app, "kim@example.com", "old password").json
    assert app.rows("SELECT DISTINCT source FROM imports") == [{"source": "table:the users"}]
    assert (app.folder / "old.db").read_bytes() == before
    for name, arguments in [("sqlite:old.db", []), ("sqlite:missing.db", []), ("sqlite:users.csv", [])]:
        (app.folder / "users.csv").write_text("no database, and long enough to be none\n" * 100)
        assert bring(app, None, *arguments, name=name).status == 65
    assert not (app.folder / "missing.db").exists()


GOOD = "user_id,email,role\n"


@pytest.mark.parametrize("text, line", [
    ("", 1), ("a,b\n1,2\n", 1), ("email,email\n", 1), ("user_id;email;role\n", 1), (GOOD + '1,"a@example.com,customer\n2,b@example.com,customer\n', 2),
    (GOOD + "1,a@example.com,customer\n2,b@example.com\n", 3), (GOOD + "1,a@example.com,customer,\n", 2), (GOOD + '1,"a@example.com"x,customer\n', 2),
    (GOOD + '1,a"@example.com,customer\n', 2), (GOOD + '"1\n2\n",a@example.com,customer\n3,"x', 5), (GOOD.encode() + b"1,\xfc@example.com,customer\n", 2),
    (GOOD.encode("utf-16"), 1), (GOOD.replace("\n", "\r") + "1\r2", 2), (GOOD.replace("\n", "\r\n") + "\r\n1\r\n", 3)])
def test_a_malformed_csv_names_its_line(app, text, line):
    done = bring(app, text)
    assert done.status == 65 and f"users.csv, line {line}: " in done.stderr, done.stderr
    assert done.summary is None


def test_what_stands_before_a_malformed_line_is_imported_and_stays(app):
    good = table([row(n) for n in range(300)])
    done = bring(app, good + 'USR300,"')
    assert done.status == 65 and "line 302: " in done.stderr and "(rows: 300)" in done.stderr
    assert counts(bring(app, good + table([row(300)]).split("\r\n")[1])) == {"unchanged": 300, "created": 1}


def test_csv_is_read_as_another_reader_writes_it(app):
    rng = random.Random(7)
    names = ["".join(rng.choice('ab",\n\r \u00e9\u4e2d') for _ in range(rng.randrange(12))) for _ in range(400)]
    rows = [row(n, related_id=name, username="x" + name.replace("\n", "").replace("\r", "")) for n, name in enumerate(names)]
    for quoting, ending, mark in [(csv.QUOTE_MINIMAL, "\r\n", ""), (csv.QUOTE_ALL, "\n", "\ufeff"), (csv.QUOTE_NONNUMERIC, "\r", "")]:
        done = bring(app, mark + table(rows, quoting=quoting, lineterminator=ending))
        assert done.summary["read"] == 400 and done.summary["skipped"] == 0, done.stderr
    stored = {r["email"]: r["display_name"] for r in app.rows("SELECT email, display_name FROM accounts")}
    assert stored == {r["email"]: r["username"].strip() for r in rows}


def test_the_report_names_lines_and_holds_no_secret(app):
    done = bring(app, table([row(1, related_id="two\nlines"), row(2, role="cook")]))
    assert [(r["line"], r["id"], r["result"]) for r in done.rows] == [(2, "USR1", "created"), (4, "USR2", "skipped")]
    text = (app.folder / "report.jsonl").read_text()
    assert "$2" not in text and "@" not in text
    assert (app.folder / "report.jsonl").stat().st_mode & 0o777 == 0o600


# Statuses


def test_statuses(app):
    text = table([row(1)])
    assert bring(app, text, "--report", "no/such/folder.jsonl", report=False).status == 64
    assert bring(app, text, name="users.xlsx").status == 64
    done = bring(app, None, name="sqlite:")
    assert done.status == 64
    for url in ("postgres://localhost/old", "postgresql://localhost/old"):
        done = subprocess.run([BIN / "vestibule", "import", url], env=app.env, cwd=app.folder, capture_output=True, text=True)
        assert done.returncode == 64 and "PostgreSQL" in done.stderr and done.stdout == ""
    assert subprocess.run([BIN / "vestibule", "import", "missing.csv"], env=app.env, cwd=app.folder, capture_output=True).returncode == 65
    for name, value, status in [
        ("DATABASE_URL", "mysql:x", 78), ("POLICY_FILE", "missing.json", 78), ("DATABASE_URL", "sqlite:users.csv", 75)]:
        app.env, kept = {**app.env, name: value}, app.env
        done = bring(app, text * 50)
        assert done.status == status and done.summary is None and done.stderr.startswith("vestibule: "), done.stderr
        app.env = kept


def test_a_terminal_is_shown_how_far_it_is_and_nobody_else(app):
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
    readme = (ROOT / "Sources/vestibule/README.md").read_text()
    for name, value in re.findall(r'^  case (\w+)(?: = "([^"]+)")?$', source, re.MULTILINE):
        reason = value or name
        assert f"`{reason}`" in readme, reason
