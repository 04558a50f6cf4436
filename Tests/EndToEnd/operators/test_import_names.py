# SPDX-License-Identifier: Apache-2.0
"""`vestibule import`: user names, and the ids that accounts had in the system before."""

import json

import pytest
from imports import APP, COLUMNS, FIREBASE, HASH, results, row, run_import, sign_in, table


@pytest.fixture
def named(app):
    app.policy({**APP, "profile": {**APP["profile"], "username": "optional"}})
    return app


def usernames(world):
    return [row["username"] for row in world.rows("SELECT username FROM accounts ORDER BY email")]


def test_an_imported_user_signs_in_with_the_user_name(named):
    done = run_import(named, table([row(1, username="User.One")]))
    assert results(done) == [("created", None)]
    answer = named.run("sign-in", {"username": "USER.ONE", "password": "old password"}).json
    assert answer["account"]["username"] == "user.one" and answer["account"]["externalId"] == "USR1"
    allowed = named.run("authorize", {}, answer["session"]["accessToken"]).json
    assert allowed["externalId"] == "USR1"


def test_an_account_without_an_earlier_system_has_no_external_id(named):
    made = named.run("sign-up", {"email": "a@example.com", "password": "correct horse battery", "role": "customer"}).json
    assert "externalId" not in made["account"]
    assert "externalId" not in named.run("authorize", {}, made["session"]["accessToken"]).json


def test_a_user_name_that_is_taken_or_invalid_is_left_out(named):
    rows = [row(1, username="kim"), row(2, username="Kim"), row(3, username="k@m"), row(4, username="")]
    done = run_import(named, table(rows))
    assert results(done) == [("created", None), ("created", "username-in-use"), ("created", "username-invalid"), ("created", None)]
    assert usernames(named) == ["kim", None, None, None]


def test_a_required_user_name_that_is_left_out_makes_an_incomplete_account(app):
    app.policy({**APP, "profile": {**APP["profile"], "username": "required"}})
    run_import(app, table([row(1, username="k m")]))
    answer = sign_in(app, "user1@example.com", "old password").json
    assert answer["state"] == "incomplete" and answer["missing"] == ["username"]


def test_without_user_names_in_the_policy_the_column_is_only_the_name(app):
    done = run_import(app, table([row(1, username="kim")]))
    assert results(done) == [("created", None)] and usernames(app) == [None]
    assert sign_in(app, "user1@example.com", "old password").json["account"]["displayName"] == "kim"


def test_a_user_name_that_changed_in_the_source_is_updated_and_a_change_here_stays(named):
    run_import(named, table([row(1, username="one"), row(2, username="two")]))
    made = sign_in(named, "user2@example.com", "old password").json
    named.run("update-account", {"username": "mine"}, made["session"]["accessToken"])
    done = run_import(named, table([row(1, username="uno"), row(2, username="two")]))
    assert results(done) == [("updated", None), ("unchanged", None)] and usernames(named) == ["uno", "mine"]


def test_the_external_id_column_is_unique_in_its_source(named):
    rows = [{**row(1), "external_id": "A-1"}, {**row(2), "external_id": "A-1"}, {**row(3), "external_id": "A-3"}]
    done = run_import(named, table(rows, [*COLUMNS, "external_id"]))
    assert results(done) == [("created", None), ("skipped", "id-repeated"), ("created", None)]
    found = [row["external_id"] for row in named.rows("SELECT external_id FROM accounts ORDER BY email")]
    assert found == ["A-1", "A-3"]
    again = run_import(named, table(rows, [*COLUMNS, "external_id"]))
    assert results(again) == [("unchanged", None), ("skipped", "id-repeated"), ("unchanged", None)]


def test_an_account_that_is_linked_gets_the_external_id_and_keeps_it(named):
    made = named.run("sign-up", {"email": "user1@example.com", "password": "correct horse battery", "role": "customer"}).json
    named.rows("UPDATE accounts SET email_verified = 1, email_key = 'user1@example.com'")
    done = run_import(named, table([row(1)]), "--emails-verified")
    assert [r["result"] for r in done.rows] == ["linked"]
    account = named.run("get-account", {}, made["session"]["accessToken"]).json["account"]
    assert account["externalId"] == "USR1" and account["username"] == "user1"
    run_import(named, table([row(9, email="user1@example.com")]), "--emails-verified", "--source", "other")
    account = named.run("get-account", {}, made["session"]["accessToken"]).json["account"]
    assert account["externalId"] == "USR1"


def test_a_row_that_is_recognised_by_its_address_has_no_external_id(named):
    done = run_import(named, table([row(1, user_id="")]))
    assert results(done) == [("created", None)]
    assert named.rows("SELECT external_id FROM accounts") == [{"external_id": None}]


def test_the_external_id_of_a_firebase_user_is_its_uid(named):
    named.policy({**APP, "providers": {**APP["providers"], "firebase": FIREBASE}})
    [done] = named.import_users(
        {"users": [{"localId": "uid-1", "email": "kim@example.com", "emailVerified": True}]},
        "--format", "firebase", "--default-role", "customer")
    assert done["result"] == "created"
    assert named.rows("SELECT external_id FROM accounts") == [{"external_id": "uid-1"}]


ADDRESS_AS_NAME = {
    "auth0.json": json.dumps({
        "user_id": "auth0|1", "email": "kim@example.com", "email_verified": True, "name": "kim@example.com", "given_name": "Kim",
        "family_name": "Lee", "identities": [{"provider": "auth0", "user_id": "1", "connection": "db"}], "passwordHash": HASH}),
    "supabase-name.csv": '{"full_name": "kim@example.com", "name": "Kim Lee"}',
    "supabase-parts.csv": '{"full_name": "", "given_name": "Kim", "family_name": "Lee"}',
}


@pytest.mark.parametrize("name", ADDRESS_AS_NAME)
def test_an_address_as_the_name_gives_way_to_the_next_name(app, name):
    source = ADDRESS_AS_NAME[name]
    if name.endswith(".csv"):
        columns = ["id", "email", "email_confirmed_at", "encrypted_password", "raw_user_meta_data"]
        source = table([dict(zip(columns, ["1", "kim@example.com", "2024-05-01 10:00:00+00", HASH, source], strict=True))], columns)
    format_ = ["--format", "supabase"] if name.endswith(".csv") else []
    done = run_import(app, source, "--default-role", "customer", *format_, name=name)
    assert [line["result"] for line in done.rows] == ["created"], (done.rows, done.stderr)
    assert "display-name-invalid" not in json.dumps(done.rows)
    assert app.rows("SELECT display_name FROM accounts") == [{"display_name": "Kim Lee"}]
