# SPDX-License-Identifier: Apache-2.0
"""`vestibule import`: passwords, identities, roles and fields of imported users."""

import re

import pytest
from imports import APP, COLUMNS, HASH, ROLES, apple, counts, results, row, run_import, sign_in, table
from worlds import ENGINE

pytestmark = pytest.mark.postgresql
ARGON2 = "$argon2id$v=19${}$AAAAAAAAAAAAAAAAAAAAAA$" + "A" * 43


def hash_of(world, number):
    return world.rows(
        f"SELECT hash FROM passwords JOIN imports USING (account_id) WHERE external_id = 'USR{number}'")[0]["hash"]


# Sign-in after the import


@pytest.mark.parametrize("prefix", ["2a", "2b", "2y"])
def test_a_user_with_a_bcrypt_password_signs_in_and_the_hash_becomes_argon2id(app, prefix):
    done = run_import(app, table([row(1, password_hash=HASH.replace("$2b$", f"${prefix}$"))]))
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
    run_import(app, table([row(1, password_hash=stored)]))
    assert "session" in sign_in(app, "user1@example.com", "correct horse battery").json


def test_a_user_of_apple_signs_in_with_an_id_token_and_has_no_password(app):
    done = run_import(app, table([row(1, password_hash="apple_oauth", apple_user_id="001.apple", email="")]))
    assert results(done) == [("created", None)]
    answer = app.run("sign-in", apple("001.apple")).json
    assert answer["account"]["id"] == done.rows[0]["accountId"] and answer["account"]["displayName"] == "user1"
    assert app.rows("SELECT * FROM passwords") == []
    assert app.rows("SELECT issuer, provider FROM identities") == [
        {"issuer": "https://appleid.apple.com", "provider": "apple"}]


def test_the_first_sign_in_after_an_import_sends_no_new_device_mail(app):
    run_import(app, table([row(1)]), "--emails-verified")
    sign_in(app, "user1@example.com", "old password")
    assert app.rows("SELECT * FROM outbox") == []


@pytest.mark.parametrize("stored, reason", [
    ("scrypt:32768:8:1$abc$def", "password-format-unknown"), ("$2b$04$short", "password-format-unknown"),
    ("$2z$04$REST", "password-format-unknown"), ("$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA", "password-format-unknown"),
    ("$2b$99$REST", "password-format-unknown"), ("$2b$31$REST", "password-too-costly"),
    ("$2y$17$REST", "password-too-costly"), (ARGON2.format("m=262145,t=1,p=1"), "password-too-costly"),
    (ARGON2.format("m=4096,t=999999,p=1"), "password-too-costly"), ("", None), ("NULL", None)])
def test_a_user_without_a_usable_password_sets_one_by_mail(app, stored, reason):
    stored = stored.replace("REST", HASH[7:])
    done = run_import(app, table([row(1, password_hash=stored)]))
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
def test_an_expensive_stored_hash_neither_signs_in_nor_delays(app, stored):
    """A row as an earlier release imported it."""
    run_import(app, table([row(1)]))
    app.rows("UPDATE passwords SET hash = ?", (stored,))
    answer = sign_in(app, "user1@example.com", "old password")
    assert (answer.status, answer.code) == (0, "auth/invalid-credential")


def test_a_disabled_user_stays_disabled(app):
    columns = [*COLUMNS, "disabled"]
    run_import(app, table([row(1, disabled="true"), row(2, disabled="0")], columns))
    assert sign_in(app, "user1@example.com", "old password").code == "auth/user-disabled"
    assert "session" in sign_in(app, "user2@example.com", "old password").json


# Roles


def test_roles_are_mapped_or_must_exist_in_the_policy(app):
    rows = [row(1, role="client"), row(2, role="admin"), row(3, role="cook"), row(4, role="")]
    done = run_import(app, table(rows), "--role", "client=customer")
    assert results(done) == [("created", None), ("created", None), ("skipped", "role-unknown"), ("skipped", "role-missing")]
    assert [r["role"] for r in app.rows("SELECT role FROM accounts ORDER BY email")] == ["customer", "admin"]
    again = run_import(app, table(rows), "--role", "client=customer", "--role", "cook=customer", "--default-role", "customer")
    assert counts(again) == {"created": 2, "unchanged": 2}
    assert sign_in(app, "user4@example.com", "old password").json["account"]["role"] == "customer"


def test_a_user_without_a_role_gets_the_policys_legacy_role(app):
    app.policy({**APP, "roles": {**ROLES, "legacy": "customer"}})
    run_import(app, table([row(1, role="")]))
    assert app.rows("SELECT role FROM accounts") == [{"role": None}]
    assert sign_in(app, "user1@example.com", "old password").json["account"]["role"] == "customer"


@pytest.mark.parametrize("arguments", [
    ["--role", "a=b"], ["--default-role", "b"], ["--role", "customer"], ["--role", "=customer"], ["--provider", "nobody"],
    ["--format", "xml"], ["--table", "users"]])
def test_a_role_or_provider_that_the_policy_lacks_is_a_usage_error(app, arguments):
    app.without_tables()
    assert run_import(app, table([row(1)]), *arguments).status == 64
    assert not app.exists


# Names


def test_fields_are_imported_and_invalid_ones_are_left_out_and_reported(app):
    columns = [*COLUMNS, "display_name", "phone", "locale", "photo_url", "email_verified"]
    done = run_import(app, table([
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
    done = run_import(app, table([{
        "userId": "1", "passwordHash": HASH, "role": "customer", "email": "a@example.com", "appleUserId": "001.a",
        "createdAt": "1714557600", "displayName": "A", "emailVerified": "2024-05-01T10:00:00Z", "photoURL": "https://x.example/",
    }], columns))
    assert results(done) == [("created", None)]
    account = app.run("sign-in", apple("001.a")).json["account"]
    assert account["email"] == "a@example.com" and account["emailVerified"] and account["displayName"] == "A"
    assert account["createdAt"] == "2024-05-01T10:00:00Z" and account["photoURL"] == "https://x.example/"


def test_a_user_who_is_disabled_later_has_no_session_any_more(app):
    columns = [*COLUMNS, "disabled"]
    run_import(app, table([row(1, disabled="false")], columns))
    token = sign_in(app, "user1@example.com", "old password").json["session"]["accessToken"]
    run_import(app, table([row(1, disabled="true")], columns))
    run_import(app, table([row(1, disabled="false")], columns))
    assert app.run("get-account", {}, token).code == "auth/session-revoked"


# Poolers


@pytest.mark.skipif(ENGINE != "pgbouncer", reason="only a pooler gives a connection to the next process")
def test_a_dry_run_through_a_pooler_is_refused_and_others_keep_their_tables(app):
    """The copies of the tables would stay in the connection, and take precedence over the tables."""
    run_import(app, table([row(1)]))
    dry = run_import(app, table([row(1), row(2)]), "--dry-run")
    assert dry.status == 78 and dry.stderr.startswith("vestibule: DATABASE_URL: a dry run needs a connection that nobody else gets")
    for _ in range(10):  # One for each connection of the pooler, and two more.
        assert "session" in sign_in(app, "user1@example.com", "old password").json
