# SPDX-License-Identifier: Apache-2.0
"""`vestibule migrate`, and functions whose database role has the least privilege."""

import subprocess
import uuid
from urllib.parse import urlsplit, urlunsplit

import older_schema
import psycopg
import pytest
from people import granted
from worlds import BIN, ENGINE, person

pytestmark = pytest.mark.postgresql
on_server = pytest.mark.skipif(ENGINE == "sqlite", reason="needs scripts/with-postgresql and TEST_ENGINE=postgresql")


def migrate(world, *arguments, **env):
    return subprocess.run(
        [BIN / "vestibule", "migrate", *arguments], env={**world.env, **env}, cwd=world.folder, capture_output=True, timeout=60)


def test_the_dry_run_prints_the_sql_and_creates_nothing(world):
    world.without_tables()
    dry = migrate(world, "--dry-run")
    assert dry.returncode == 0 and dry.stderr == b""
    assert dry.stdout.count(b"CREATE TABLE") > 15 and dry.stdout.count(b"CREATE INDEX") > 15
    assert b"CREATE" in migrate(world, "--dry-run").stdout
    first = migrate(world)
    assert first.stdout == b'{"statements":%d}\n' % dry.stdout.count(b";\n")
    assert migrate(world).stdout == b'{"statements":0}\n'
    assert migrate(world, "--dry-run").stdout == b"\n"
    assert "account" in world.sign_in("ada")


@on_server
@pytest.mark.parametrize("schema", [0, 2])
@pytest.mark.parametrize("attributes", [{}, {"source": "app", "id": "first"}])
@pytest.mark.parametrize("function, data", [("preview-invitation", {"code": 32 * "A"}), ("list-clients", {})])
def test_any_event_can_be_the_first_one_after_an_upgrade(world, schema, attributes, function, data):
    world.without_tables()
    token = None
    if schema:
        token = world.inviter()
        for statement in older_schema.statements(schema):
            world.rows(statement)
        world.rows("UPDATE schema_versions SET version = 2" if ENGINE != "sqlite" else "PRAGMA user_version = 2")
    answer = world.run(function, data, token, **attributes)
    known = {"preview-invitation": "invitation/not-found", "list-clients": None if schema else "auth/unauthenticated"}
    assert answer.code == known[function], answer.stderr


@on_server
def test_psql_accepts_the_printed_sql(world):
    sql = migrate(world, "--dry-run").stdout
    done = subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", world.store.direct], input=sql, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
    tables = {row["tablename"] for row in world.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")}
    assert {"accounts", "schema_versions"} < tables
    assert migrate(world).stdout == b'{"statements":0}\n'
    assert "account" in world.sign_in("ada")


@pytest.fixture
def least(world):
    """A role with the privileges that Sources/Storage/README.md lists, in the world's database."""
    name, parts = "least_" + uuid.uuid4().hex, urlsplit(world.store.direct)
    world.rows(f"CREATE ROLE {name} LOGIN PASSWORD 'least'")
    url = urlunsplit(parts._replace(netloc=f"{name}:least@{parts.hostname}:{parts.port}"))
    yield name, url
    with psycopg.connect(world.store.direct, autocommit=True) as connection:
        connection.execute(f"DROP OWNED BY {name}")
        connection.execute(f"DROP ROLE {name}")


@on_server
def test_a_role_with_least_privilege_works_after_the_owner_migrates(world, least):
    name, url = least
    owner, world.env["DATABASE_URL"] = world.env["DATABASE_URL"], url
    before = world.run("sign-in", {"identity": person("ada")})
    assert before.status == 78 and before.code == "service/misconfigured"
    assert "vestibule migrate" in before.json["error"]["detail"]
    assert migrate(world, DATABASE_URL=owner).returncode == 0
    for statement in (
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {name}",
        f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {name}",
    ):
        world.rows(statement)
    token = world.inviter()
    accepted = world.accept(world.invite(token)["code"])
    assert "session" in accepted.json, accepted.json
    assert world.run("expire-invitations", {}).status == 0
    assert world.run("deliver-mail", {}).status == 0
    with pytest.raises(psycopg.errors.InsufficientPrivilege), psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE mine (id INT)")


@on_server
def test_without_a_secret_key_nothing_is_encrypted(world):
    answer = world.run("sign-in", {"identity": person("ada")}, env={"SECRET_KEY": None})
    assert answer.status == 78 and "SECRET_KEY" in answer.json["error"]["detail"]


@on_server
def test_an_invalid_database_url_is_named_without_its_password(world):
    answer = world.run("sign-in", {"identity": person("ada")}, env={"DATABASE_URL": "postgres://u:se/cret@h/d"})
    assert answer.status == 78 and "DATABASE_URL" in answer.json["error"]["detail"]
    assert "cret" not in answer.stdout.decode() + answer.stderr


@on_server
def test_libpq_is_opened_for_postgresql_only():
    linked = subprocess.run(["ldd", BIN / "accept-invitation"], capture_output=True, text=True).stdout
    assert "libpq" not in linked and "libc.so.6" in linked


def test_an_upgrade_repairs_what_earlier_versions_have_stored(world):
    ada = world.inviter()
    world.invite(ada)
    for table in ("clients", "invitations"):
        world.rows(f"UPDATE {table} SET inviter_id = NULL")
    world.rows("UPDATE accounts SET guardian = 'refused'")
    closed = world.sign_in("kim", **{"as": "admin"})["account"]["id"]
    world.rows("UPDATE accounts SET status = 'disabled', guardian = 'withdrawn' WHERE id = ?", (closed,))
    for statement in older_schema.statements(17):
        world.rows(statement)
    world.rows("UPDATE schema_versions SET version = 17" if ENGINE != "sqlite" else "PRAGMA user_version = 17")
    assert migrate(world).returncode == 0
    [account] = world.rows("SELECT id, guardian FROM accounts WHERE id <> ?", (closed,))
    assert account["guardian"] is None
    assert world.rows("SELECT closed_for FROM accounts WHERE id = ?", (closed,)) == [{"closed_for": "guardian"}]
    assert world.rows("SELECT inviter_id FROM clients UNION SELECT inviter_id FROM invitations") == [{"inviter_id": account["id"]}]
    world.age("invitations", "expires_at", 40 * 86_400)
    assert granted(world.run("expire-invitations"))["expired"] == 1
