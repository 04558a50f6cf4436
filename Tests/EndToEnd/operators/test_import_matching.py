# SPDX-License-Identifier: Apache-2.0
"""`vestibule import`: which rows become new accounts, and which are linked to an account or skipped."""

import json

import pytest
from imports import APP, FIREBASE, HASH, apple, counts, results, row, run_import, sign_in, table

pytestmark = pytest.mark.postgresql


# Matching


def test_rows_without_a_way_to_sign_in_are_skipped(app):
    done = run_import(app, table([
        row(1, email="", password_hash=HASH), row(2, email="not an address"), row(3, email="NULL", apple_user_id="NULL"),
        row(4, email="", apple_user_id="has spaces")]))
    assert results(done) == [
        ("skipped", "nothing-to-sign-in-with"), ("skipped", "email-invalid"), ("skipped", "nothing-to-sign-in-with"),
        ("skipped", "nothing-to-sign-in-with")]
    assert app.rows("SELECT * FROM accounts") == []


def test_an_address_verified_on_both_sides_links_and_any_other_is_skipped(app):
    kim = app.sign_in("kim", **{"as": "customer"})["account"]["id"]
    assert results(run_import(app, table([row(1, email="kim@example.com")]))) == [("skipped", "email-in-use")]
    done = run_import(app, table([row(1, email="KIM@example.com", username="other")]), "--emails-verified")
    assert results(done) == [("linked", None)] and done.rows[0]["accountId"] == kim
    answer = sign_in(app, "kim@example.com", "old password").json
    assert answer["account"]["id"] == kim and answer["account"]["displayName"] == "Kim"
    assert {r["action"] for r in app.rows("SELECT action FROM audit WHERE function = 'import'")} == {"account.password-imported"}


def test_an_unverified_address_is_lost_to_a_row_that_proves_it(app):
    made = app.run("sign-up", {"email": "kim@example.com", "password": "correct horse battery", "role": "customer"}).json
    assert results(run_import(app, table([row(1, email="kim@example.com")]))) == [("skipped", "email-in-use")]
    assert "session" in sign_in(app, "kim@example.com", "correct horse battery").json
    done = run_import(app, table([row(1, email="kim@example.com")]), "--emails-verified")
    assert results(done) == [("created", None)] and done.rows[0]["accountId"] != made["account"]["id"]
    assert sign_in(app, "kim@example.com", "correct horse battery").code == "auth/invalid-credential"
    assert app.run("get-account", {}, made["session"]["accessToken"]).code == "auth/session-revoked"
    assert sign_in(app, "kim@example.com", "old password").json["account"]["id"] == done.rows[0]["accountId"]
    assert len(app.rows("SELECT * FROM outbox WHERE kind = 'address-proven'")) == 1


def test_a_known_apple_identity_links(app):
    known = app.run("sign-in", {**apple("001.a"), "as": "customer"}).json["account"]["id"]
    done = run_import(app, table([row(1, apple_user_id="001.a", role="admin")]))
    assert results(done) == [("linked", "role-kept, email-kept")] and done.rows[0]["accountId"] == known
    assert app.run("sign-in", apple("001.a")).json["account"]["role"] == "customer"


def test_an_existing_password_is_kept(app):
    app.run("sign-up", {"email": "kim@example.com", "password": "correct horse battery", "role": "customer"})
    app.rows("UPDATE accounts SET email_key = email, email_verified = 1")
    done = run_import(app, table([row(1, email="kim@example.com")]), "--emails-verified")
    assert results(done) == [("linked", "password-kept")]
    assert sign_in(app, "kim@example.com", "old password").code == "auth/invalid-credential"
    assert "session" in sign_in(app, "kim@example.com", "correct horse battery").json


def test_a_row_with_identities_of_two_accounts_is_skipped(app):
    app.policy({**APP, "providers": {**APP["providers"], "firebase": FIREBASE}})
    app.run("sign-in", {**apple("001.a"), "as": "customer"})
    app.sign_in("kim", **{"as": "customer"})
    export = {"users": [{"localId": "u1", "email": "kim@example.com", "providerUserInfo": [
        {"providerId": "google.com", "rawId": "kim"}, {"providerId": "apple.com", "rawId": "001.a"}]}]}
    done = run_import(app, json.dumps(export), "--default-role", "customer", name="users.json")
    assert results(done) == [("skipped", "accounts-differ")]


def test_rows_without_an_id_are_matched_by_apple_subject_or_address(app):
    rows = [row(1, user_id=""), row(2, user_id="", apple_user_id="001.b")]
    assert [r["id"] for r in run_import(app, table(rows)).rows] == ["email/user1@example.com", "apple/001.b"]
    assert counts(run_import(app, table(rows))) == {"unchanged": 2}


def test_a_duplicate_id_is_imported_once(app):
    done = run_import(app, table([row(1), row(1, email="other@example.com")]))
    assert results(done) == [("created", None), ("skipped", "id-repeated")]


def test_two_sources_of_the_same_people_are_linked(app):
    run_import(app, table([row(1)]), "--emails-verified")
    done = run_import(app, table([row(1)]), "--emails-verified", "--source", "second")
    assert results(done) == [("linked", None)]
    assert len(app.rows("SELECT * FROM accounts")) == 1
    assert app.rows("SELECT source FROM imports ORDER BY source") == [{"source": "second"}, {"source": "table"}]


# Two systems with the same ids

PEOPLE = "id,email,email_verified,name,role,apple_user_id".split(",")
TRAINERS = [
    {"id": 1, "email": "ada@example.com", "email_verified": "true", "name": "Ada", "role": "admin"},
    {"id": 2, "email": "bob@example.com", "email_verified": "true", "name": "Bob", "role": "admin"}]
CLIENTS = [
    {"id": 1, "email": "lee@example.com", "email_verified": "true", "name": "Lee", "role": "customer", "apple_user_id": "apple-lee"},
    {"id": 2, "email": "kim@example.com", "email_verified": "true", "name": "Kim", "role": "customer", "apple_user_id": "apple-kim"}]


def test_a_row_with_the_id_of_another_system_does_not_get_its_account(app):
    run_import(app, table(TRAINERS, PEOPLE))
    before = app.dump()
    done = run_import(app, table(CLIENTS, PEOPLE))
    assert results(done) == [("skipped", "id-of-another")] * 2 and done.summary["id-of-another"] == 2
    assert "2 rows were skipped (id-of-another)" in done.stderr and "--source" in done.stderr
    assert app.dump() == before and app.rows("SELECT * FROM identities") == []
    # Under a name of their own they are people of their own.
    assert counts(run_import(app, table(CLIENTS, PEOPLE), "--source", "clients")) == {"created": 2}
    assert app.run("sign-in", apple("apple-kim")).json["account"]["displayName"] == "Kim"


def test_a_row_without_an_address_adds_no_identity_to_the_account_of_its_id(app):
    run_import(app, table(TRAINERS, PEOPLE))
    done = run_import(app, table([{**row, "email": ""} for row in CLIENTS], PEOPLE))
    assert results(done) == [("skipped", "id-of-another")] * 2
    assert app.rows("SELECT * FROM identities") == []


def test_a_person_with_a_new_address_is_recognized_by_an_identity(app):
    run_import(app, table(CLIENTS, PEOPLE))
    moved = [{**CLIENTS[0], "email": "lee@new.example", "name": "Lee Ann"}, CLIENTS[1]]
    done = run_import(app, table(moved, PEOPLE))
    assert results(done) == [("updated", "email-kept"), ("unchanged", None)]
    assert {it["display_name"] for it in app.rows("SELECT display_name FROM accounts")} == {"Lee Ann", "Kim"}


def test_a_row_whose_person_has_changed_the_address_here_is_still_theirs(app):
    run_import(app, table(TRAINERS, PEOPLE))
    app.rows("UPDATE accounts SET email = 'ada@new.example', email_key = 'ada@new.example' WHERE email = 'ada@example.com'")
    done = run_import(app, table([{**TRAINERS[0], "name": "Ada Lovelace"}], PEOPLE))
    assert results(done) == [("updated", "email-kept")]


# Whether an address is verified


def test_a_verification_that_cannot_be_read_is_named(app):
    columns = "id,email,confirmed_at,role".split(",")
    times = ["2024-05-01 10:00:00 UTC", "2024-05-01 10:00:00 +0000", "2024-05-01 10:00:00", "1. Mai 2024", "", "false"]
    rows = [{"id": n, "email": f"user{n}@example.com", "confirmed_at": time, "role": "customer"} for n, time in enumerate(times)]
    done = run_import(app, table(rows, columns))
    assert results(done) == [("created", None)] * 3 + [("created", "email-verified-invalid")] + [("created", None)] * 2
    verified = app.rows("SELECT email_verified FROM accounts ORDER BY email")
    assert [bool(it["email_verified"]) for it in verified] == [True] * 3 + [False] * 3
