# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL databases that are set up wrongly, or unusually: functions, `vestibule doctor` and `vestibule migrate` agree."""

import contextlib
import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from postgresql_roles import at, role
from worlds import BIN, ServerDatabase, person

pytestmark = [
    pytest.mark.skipif(
    "VESTIBULE_POSTGRESQL" not in os.environ, reason="needs a server: scripts/with-postgresql runs one"),
    pytest.mark.usefixtures("own_server")]


def vestibule(world, *arguments, **env):
    return subprocess.run(
        [BIN / "vestibule", *arguments], env={**world.env, **env}, cwd=world.folder, capture_output=True, text=True,
        timeout=60)


def of_doctor(world, **env):
    """The state and the message of doctor's finding about the database."""
    done = vestibule(world, "doctor", "--json", "--timeout", "5", **env)
    [found] = [each for each in json.loads(done.stdout)["findings"] if each["subject"] == "database"]
    return found["state"], found["message"]


def assert_refused(world, *words, **env):
    """A function and `migrate` exit with 78, and doctor finds the failure, in the same words."""
    answer = world.run("sign-in", {"identity": person("ada")}, env=env)
    assert (answer.status, answer.code) == (78, "service/misconfigured"), (answer.json, answer.stderr)
    detail = answer.json["error"]["detail"]
    migrated = vestibule(world, "migrate", **env)
    assert migrated.returncode == 78, migrated.stderr
    state, message = of_doctor(world, **env)
    assert state == "trouble"
    for text in (detail, migrated.stderr, message):
        assert all(word in text for word in words), (words, text)
    return detail


def url_of(world, query):
    return world.env["DATABASE_URL"] + "?" + query


@contextlib.contextmanager
def without_tables(world):
    """The world with a database without tables."""
    first, store = world.store, ServerDatabase("postgresql", with_tables=False)
    world.store = store
    try:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in store.env.items():
                patch.setitem(world.env, name, value)
            yield world
    finally:
        store.drop()
        world.store = first


@pytest.fixture
def empty(world):
    with without_tables(world):
        yield world


@pytest.fixture
def statement(world):
    """Runs a statement in a database of the server, by default the one of the world."""
    def run(sql, name=None):
        url = os.environ["VESTIBULE_POSTGRESQL"] + "/" + (name or world.store.name)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(sql)

    return run


def test_another_encoding_is_refused_by_name(world, statement):
    statement("CREATE DATABASE narrow ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0", "postgres")
    try:
        url = os.environ["VESTIBULE_POSTGRESQL"] + "/narrow"
        assert_refused(world, "LATIN1", "should be UTF8", DATABASE_URL=url)
    finally:
        statement("DROP DATABASE narrow", "postgres")


def test_a_table_of_another_program_under_our_name_is_named_and_not_changed(empty, world, statement):
    statement("CREATE TABLE accounts (number BIGINT)")
    assert_refused(world, "accounts", "another program", "public")
    assert world.rows("SELECT relname FROM pg_class WHERE relname = 'sessions'") == []


def test_versions_of_another_program_are_named(empty, world, statement):
    statement("CREATE TABLE schema_versions (version TEXT)")
    assert_refused(world, "schema_versions", "another program")
    statement("DROP TABLE schema_versions")
    statement("CREATE TABLE schema_versions (number BIGINT)")
    assert_refused(world, "schema_versions", "another program")


def test_tables_of_another_schema_do_not_matter(empty, world, statement):
    for sql in ("CREATE TABLE accounts (number BIGINT)", "CREATE TABLE schema_versions (version TEXT)", "CREATE SCHEMA own"):
        statement(sql)
    env = {"DATABASE_URL": url_of(world, "options=-csearch_path%3Down,public")}
    answer = world.run("sign-in", {"identity": person("ada")}, env=env)
    assert answer.status == 0 and "account" in answer.json, (answer.json, answer.stderr)
    assert of_doctor(world, **env)[0] == "ok"
    assert world.rows("SELECT count(*) AS n FROM own.accounts") == [{"n": 1}]
    assert world.rows("SELECT * FROM public.accounts") == []


def test_two_installations_share_a_database_in_schemas_of_their_own(world, statement):
    assert "account" in world.sign_in("ada")
    statement("CREATE SCHEMA second")
    env = {"DATABASE_URL": url_of(world, "options=-csearch_path%3Dsecond,public")}
    assert world.run("sign-in", {"identity": person("bea")}, env=env).status == 0
    for schema in ("public", "second"):
        assert world.rows(f"SELECT count(*) AS n FROM {schema}.accounts") == [{"n": 1}]


@pytest.mark.parametrize("own", ["pg_temp", "pg_catalog"])
def test_a_search_path_that_begins_with_a_schema_of_postgresql_is_named(world, own):
    """In `pg_temp` each process would make tables of its own, which end with it."""
    env = {"DATABASE_URL": url_of(world, f"options=-csearch_path%3D{own},public")}
    assert_refused(world, "search_path begins with", own, **env)


def test_a_search_path_without_a_schema_is_named(world):
    assert_refused(world, "search_path", "absent", DATABASE_URL=url_of(world, "options=-csearch_path%3Dabsent"))


@pytest.mark.parametrize("parameter", ["pgbouncer=true", "schema=public"])
def test_a_parameter_that_libpq_does_not_know_is_named(world, parameter):
    assert_refused(world, parameter.split("=")[0], "libpq does not know", DATABASE_URL=url_of(world, parameter))


@pytest.mark.parametrize("query, words", [
    ("sslmode=require", "sslmode asks for TLS, which the server does not offer"),
    ("sslmode=often", "sslmode"), ("options=-cnonsense%3D1", "a parameter is not one that the server knows")])
def test_a_parameter_that_the_server_cannot_meet_is_named(world, query, words):
    assert_refused(world, words, DATABASE_URL=url_of(world, query))


def test_a_wrong_password_a_missing_role_and_a_missing_database_are_wrong_settings(world):
    url = world.env["DATABASE_URL"]
    assert_refused(world, "the password of the role", DATABASE_URL=at(url, password="wrong"))
    assert_refused(world, "the password of the role", DATABASE_URL=at(url, user="nobody"))
    assert_refused(world, "the database does not exist", DATABASE_URL=url + "x")


def test_a_role_that_may_not_create_tables_is_told_the_grant(empty, world):
    with role(world) as url:
        detail = assert_refused(
            world, "the role least may not create tables", "GRANT CREATE ON SCHEMA public TO least", DATABASE_URL=url)
        assert "vestibule migrate" in detail
        assert "vestibule migrate" not in vestibule(world, "migrate", DATABASE_URL=url).stderr


def test_doctor_says_that_an_empty_database_has_no_tables_yet(empty, world):
    state, message = of_doctor(world)
    assert state == "ok" and "no tables yet" in message


def test_a_host_without_an_address_and_a_starting_server_pass(world):
    """Only what passes by itself is answered with 75."""
    env = {"DATABASE_URL": at(world.env["DATABASE_URL"], host="nowhere.invalid"), "DEADLINE_SECONDS": "2"}
    assert world.run("sign-in", {"identity": person("ada")}, env=env).status == 75


@pytest.mark.parametrize("value", ["on", "off"])
def test_a_search_text_works_with_any_standard_conforming_strings(world, statement, value):
    statement(f"ALTER DATABASE {world.store.name} SET standard_conforming_strings = {value}")
    token = world.inviter()
    for name in ("kim", "lee"):
        world.invite(token, name)
    assert [c["name"] for c in world.run("list-clients", {"query": "ki"}, token).json["clients"]] == ["Kim"]
    assert world.run("list-clients", {"query": "50!%_\\"}, token).json["clients"] == []


def test_thirty_first_events_at_once_are_all_answered(world):
    """Each process finds no tables, and may find them complete a moment later."""
    for _ in range(int(os.environ.get("REPETITIONS", 2))):
        with without_tables(world):
            events = [{"data": {"identity": person(f"person{number}")}} for number in range(30)]
            processes = [world.start("sign-in", event, DEADLINE_SECONDS="100") for event in events]
            with ThreadPoolExecutor(30) as threads:
                answers = list(threads.map(world.finish, processes))
        assert [answer.status for answer in answers] == [0] * 30, [a.stderr for a in answers if a.status]
