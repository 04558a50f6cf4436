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
