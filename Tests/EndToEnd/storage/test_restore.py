# SPDX-License-Identifier: Apache-2.0
"""`vestibule restore`: it replaces the database with a copy that it has checked, and keeps what it replaces."""

import contextlib
import json
import os
import shutil
import sqlite3
import stat
import subprocess
from types import SimpleNamespace

import older_schema
import pytest
from key_rotation import new_key
from people import granted
from worlds import BIN, ENGINE, person

pytestmark = pytest.mark.skipif(ENGINE != "sqlite", reason="these are about SQLite's file")


def vestibule(world, *arguments, **env):
    environment = {name: value for name, value in {**world.env, **env}.items() if value is not None}
    done = subprocess.run(
        [BIN / "vestibule", *map(str, arguments)], env=environment, cwd=world.folder, capture_output=True, text=True,
        timeout=60)
    return SimpleNamespace(
        status=done.returncode, stderr=done.stderr, json=json.loads(done.stdout) if done.stdout else None)


def restore(world, *arguments, **env):
    """Restores a copy with its sessions, so that the inviter of the tests stays signed in."""
    return vestibule(world, "restore", "--keep-sessions", *arguments, **env)


@pytest.fixture
def copy(world):
    """A backup with one client, of a database that got a second client later."""
    world.trainer = world.inviter()
    world.invite(world.trainer, "kim")
    (world.folder / "backups").mkdir()
    path = world.folder / "backups" / "monday.db"
    assert vestibule(world, "backup", path, "--with-key").status == 0
    world.invite(world.trainer, "lee")
    return path


def clients(world):
    return sorted(client["name"] for client in granted(world.run("list-clients", {}, world.trainer))["clients"])


def names(folder):
    """The names of the files, with an asterisk for the time."""
    return sorted(file.name.split(".replaced-")[0] + (".replaced-*" if ".replaced-" in file.name else "") for file in folder.iterdir())


def tables(path):
    with contextlib.closing(sqlite3.connect(path)) as database:
        return sorted(row[0] for row in database.execute("SELECT name FROM clients"))


def test_a_backup_is_restored_and_the_replaced_database_is_kept(world, copy):
    before = copy.read_bytes()
    done = restore(world, copy, "--force")
    assert done.status == 0, done.stderr
    assert clients(world) == ["Kim"] and copy.read_bytes() == before
    assert stat.S_IMODE(world.database.stat().st_mode) == 0o600
    kept = done.json["replaced"]
    assert kept in done.stderr and tables(kept) == ["Kim", "Lee"], "with everything that was in its log"
    assert {**done.json, "replaced": 1} == {
        "restored": str(world.database), "bytes": len(before), "schema": 21, "withLog": False, "endedSessions": 0,
        "waitingMessages": 0, "replaced": 1, "key": None}
    assert world.rows("PRAGMA integrity_check") == [{"integrity_check": "ok"}]
    world.invite(world.trainer, "max")
    assert restore(world, kept, "--force").status == 0 and clients(world) == ["Kim", "Lee"]


def test_a_database_with_content_is_not_replaced_without_force(world, copy):
    done = restore(world, copy)
    assert done.status == 64 and "--force" in done.stderr
    assert clients(world) == ["Kim", "Lee"] and names(world.database.parent) == [
        "vestibule.db", "vestibule.db-shm", "vestibule.db-wal", "vestibule.db.key"]


@pytest.mark.parametrize("present", ["nothing", "an empty file", "a new database"])
def test_a_database_without_content_is_replaced_without_force(world, copy, present):
    key = world.database.with_name("vestibule.db.key")
    for file in world.database.parent.iterdir():
        if file != key:
            file.unlink()
    if present == "an empty file":
        world.database.write_bytes(b"")
    if present == "a new database":
        world.run("expire-invitations")
    done = restore(world, copy)
    assert done.status == 0, done.stderr
    assert clients(world) == ["Kim"] and (done.json["replaced"] is None) == (present == "nothing")


def test_an_old_log_beside_the_database_is_not_applied_to_the_restored_file(world, copy):
    """A log that is left next to another file would be applied to it."""
    granted(world.run("expire-invitations"))
    world.invite(world.trainer, "max")
    assert world.database.with_name("vestibule.db-wal").stat().st_size > 0
    kept = {file.name: file.read_bytes() for file in world.database.parent.iterdir()}
    world.database.write_bytes(b"damaged" * 10_000)
    done = restore(world, copy, "--force")
    assert done.status == 0, done.stderr
    assert clients(world) == ["Kim"] and world.rows("PRAGMA integrity_check") == [{"integrity_check": "ok"}]
    # The damaged database is kept with its log.
    replaced = world.folder / done.json["replaced"]
    assert replaced.read_bytes() == b"damaged" * 10_000
    assert replaced.with_name(replaced.name + "-wal").read_bytes() == kept["vestibule.db-wal"]


def test_a_database_that_was_deleted_without_its_log_is_restored(world, copy):
    world.database.unlink()
    done = restore(world, copy)
    assert done.status == 0, done.stderr
    assert clients(world) == ["Kim"] and world.rows("PRAGMA integrity_check") == [{"integrity_check": "ok"}]


def test_a_log_beside_the_copy_belongs_to_it(world, copy):
    """A copy by `cp` when nothing ran: the file alone lacks what is in the log."""
    granted(world.run("expire-invitations"))
    world.invite(world.trainer, "jo")
    plain = world.folder / "backups" / "plain.db"
    for suffix in ("", "-wal"):
        shutil.copy(f"{world.database}{suffix}", f"{plain}{suffix}")
    world.invite(world.trainer, "max")
    done = restore(world, plain, "--force")
    assert done.status == 0 and done.json["withLog"], done.stderr
    assert clients(world) == ["Jo", "Kim", "Lee"]


def test_a_log_of_another_time_beside_the_copy_is_refused(world, copy):
    """A copy that was replaced by a newer one, while its old log stayed."""
    granted(world.run("expire-invitations"))
    world.invite(world.trainer, "max")
    shutil.copy(world.database.with_name("vestibule.db-wal"), f"{copy}-wal")
    for number in range(30):
        world.invite(world.trainer, f"p{number}")
    granted(world.run("expire-invitations"))
    shutil.copy(world.database, copy)
    done = restore(world, copy, "--force")
    assert done.status == 65 and "damaged" in done.stderr and "-wal" in done.stderr, done.stderr
    os.unlink(f"{copy}-wal")
    assert restore(world, copy, "--force").status == 0
    assert len(world.rows("SELECT * FROM clients")) == 33


def test_a_restored_database_has_no_sessions(world, copy):
    granted(world.run("sign-out", {}, world.trainer))
    done = vestibule(world, "restore", copy, "--force")
    assert done.status == 0 and done.json["endedSessions"] == 1, done.stderr
    assert world.run("list-clients", {}, world.trainer).code == "auth/session-revoked"
    assert granted(world.run("sign-in", {"identity": person("ada")}))["session"]
    assert names(world.database.parent)[0] == "vestibule.db"


@pytest.mark.parametrize("statement, name", [
    ("CREATE TRIGGER steal AFTER INSERT ON sessions BEGIN DELETE FROM limit_hits; END", "trigger steal"),
    ("CREATE VIEW steal AS SELECT * FROM accounts", "view steal"), ("CREATE TABLE steal (id TEXT)", "table steal"),
    ("DROP INDEX limit_hits_by_end", "index limit_hits_by_end"),
    ("ALTER TABLE accounts ADD COLUMN steal TEXT", "table accounts")])
def test_a_copy_with_another_schema_than_that_of_the_migrations_is_refused(world, copy, statement, name):
    with contextlib.closing(sqlite3.connect(copy)) as database, database:
        database.execute(statement)
    for suffix in ("-wal", "-shm"):
        copy.with_name(copy.name + suffix).unlink(missing_ok=True)
    done = restore(world, copy, "--force")
    assert done.status == 65 and name in done.stderr, done.stderr
    assert clients(world) == ["Kim", "Lee"]


@pytest.mark.parametrize("content, reason", [
    (b"no database" * 1000, "damaged"), (b"", "not a database of Vestibule"), ("another", "not a database of Vestibule"),
    ("page", "damaged"), ("row", "foreign_key_check"), ("newer", "newer release"),
])
def test_a_file_that_is_no_sound_database_is_refused(world, copy, content, reason):
    if isinstance(content, bytes):
        copy.write_bytes(content)
    elif content == "another":
        copy.unlink()
        with contextlib.closing(sqlite3.connect(copy)) as database:
            database.execute("CREATE TABLE users (id TEXT)")
    elif content == "page":
        with contextlib.closing(sqlite3.connect(copy)) as database:
            [(page,)] = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'clients'").fetchall()
        data = copy.read_bytes()
        copy.write_bytes(data[:(page - 1) * 4096] + b"\xA5" * 4096 + data[page * 4096:])
    else:
        with contextlib.closing(sqlite3.connect(copy)) as database, database:
            database.execute("PRAGMA user_version = 99" if content == "newer" else "DELETE FROM accounts")
    for suffix in ("-wal", "-shm"):
        copy.with_name(copy.name + suffix).unlink(missing_ok=True)
    before = copy.read_bytes()
    done = restore(world, copy, "--force")
    assert done.status == (78 if content == "newer" else 65) and reason in done.stderr, done.stderr
    assert clients(world) == ["Kim", "Lee"] and copy.read_bytes() == before
    assert names(world.database.parent) == ["vestibule.db", "vestibule.db-shm", "vestibule.db-wal", "vestibule.db.key"]


def test_a_database_behind_a_symbolic_link_is_replaced_where_it_is(world, copy):
    disk = world.folder / "disk"
    disk.mkdir()
    for suffix in ("", "-wal"):
        shutil.move(f"{world.database}{suffix}", f"{disk / 'real.db'}{suffix}")
    os.unlink(f"{world.database}-shm")
    world.database.symlink_to(disk / "real.db")
    done = restore(world, copy, "--force")
    assert done.status == 0, done.stderr
    assert world.database.is_symlink() and clients(world) == ["Kim"] and tables(done.json["replaced"]) == ["Kim", "Lee"]


def test_a_database_in_use_is_not_replaced(world, copy):
    with contextlib.closing(sqlite3.connect(world.database)) as other:
        other.execute("SELECT count(*) FROM accounts").fetchall()
        done = restore(world, copy, "--force")
    assert done.status == 75 and "stop the web server" in done.stderr
    assert clients(world) == ["Kim", "Lee"]


def test_a_copy_in_use_is_refused(world, copy):
    with contextlib.closing(sqlite3.connect(copy)) as other:
        other.execute("SELECT count(*) FROM accounts").fetchall()
        done = restore(world, copy, "--force")
    assert done.status == 75 and "vestibule backup" in done.stderr


def test_the_database_itself_a_folder_and_a_missing_file_are_refused(world, copy):
    for path, reason in [(world.database, "is the database itself"), ("nowhere.db", "there is no file"), ("backups", "is not a file")]:
        done = restore(world, path, "--force")
        assert done.status == 64 and reason in done.stderr
    assert clients(world) == ["Kim", "Lee"]


# The key


def test_a_copy_of_another_key_is_refused(world, copy):
    key = world.database.with_name("vestibule.db.key")
    ours = key.read_text()
    for file in world.database.parent.glob("vestibule.db*"):
        file.unlink()
    assert world.run("expire-invitations").status == 0
    other = key.read_text()
    done = restore(world, copy)
    assert done.status == 78 and "SECRET_KEY" in done.stderr and "--with-key" in done.stderr
    assert key.read_text() == other != ours
    done = restore(world, copy, "--with-key")
    assert done.status == 0, done.stderr
    assert done.json["key"] == str(key) and key.read_text() == ours and stat.S_IMODE(key.stat().st_mode) == 0o600
    kept = [file.read_text() for file in key.parent.glob("*.key.replaced-*")]
    assert kept == [other] and clients(world) == ["Kim"]


def test_a_copy_is_not_restored_without_its_key(world, copy):
    copy.with_name("monday.db.key").unlink()
    for file in world.database.parent.glob("vestibule.db*"):
        file.unlink()
    done = restore(world, copy)
    assert done.status == 78 and "vestibule.db.key" in done.stderr
    assert list(world.database.parent.iterdir()) == []
    done = restore(world, copy, "--with-key")
    assert done.status == 65 and "monday.db.key" in done.stderr
    done = restore(world, copy, SECRET_KEY=new_key())
    assert done.status == 78 and "SECRET_KEY" in done.stderr
    assert restore(world, copy, "--with-key", SECRET_KEY=new_key()).status == 65


def test_a_copy_of_an_older_schema_is_restored_and_then_upgraded(world, copy):
    with contextlib.closing(sqlite3.connect(copy)) as database, database:
        for statement in [*older_schema.statements(2), *older_schema.KEYS_OF_SQLITE]:
            database.execute(statement)
        database.execute("PRAGMA user_version = 2")
    for suffix in ("-wal", "-shm"):
        copy.with_name(copy.name + suffix).unlink(missing_ok=True)
    done = restore(world, copy, "--force")
    assert done.status == 0 and done.json["schema"] == 2, done.stderr
    assert clients(world) == ["Kim"] and len(world.rows("SELECT * FROM secret_keys")) == 1
    assert restore(world, copy, "--force", SECRET_KEY=new_key()).status == 78


def test_a_copy_of_another_program_is_restored_with_a_write_ahead_log(world, copy):
    plain = world.folder / "backups" / "vacuumed.db"
    with contextlib.closing(sqlite3.connect(copy)) as database:
        database.execute(f"VACUUM INTO '{plain}'")
    assert restore(world, plain, "--force").status == 0
    assert world.rows("PRAGMA journal_mode") == [{"journal_mode": "wal"}] and clients(world) == ["Kim"]


def test_a_restore_on_a_full_disk_leaves_the_database(world, copy):
    limit = copy.stat().st_size // 2
    done = subprocess.run(
        ["prlimit", f"--fsize={limit}", BIN / "vestibule", "restore", copy, "--force"], env=world.env,
        cwd=world.folder, capture_output=True, timeout=60)
    assert done.returncode == 75, done
    assert clients(world) == ["Kim", "Lee"] and not [name for name in names(world.database.parent) if "partial" in name]


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_a_restore_to_postgresql_refers_to_pg_restore(world, scheme):
    done = restore(world, "x.dump", DATABASE_URL=f"{scheme}://user:hidden@db.example/app")
    assert done.status == 65 and "pg_restore --exit-on-error --single-transaction" in done.stderr
    assert "PGPASSWORD" in done.stderr and "hidden" not in done.stderr and "DATABASE_URL" not in done.stderr


# A copy of the file


@pytest.mark.parametrize("sweep", ["deliver-mail", "expire-invitations", "purge-records"])
def test_after_a_sweep_the_file_alone_is_complete(world, sweep, tmp_path):
    world.trainer = world.inviter()
    accepted = []
    for number in range(9):
        name = f"p{number}"
        accepted.append(granted(world.accept(world.invite(world.trainer, name)["code"], name))["account"]["id"])
    granted(world.run(sweep))
    plain = tmp_path / "plain.db"
    shutil.copy(world.database, plain)
    with contextlib.closing(sqlite3.connect(plain)) as database:
        found = {row[0] for row in database.execute("SELECT id FROM accounts")}
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert set(accepted) <= found
    assert restore(world, plain, "--force").status == 0
    assert world.run("sign-in", {"identity": person("p8")}).json["account"]["id"] == accepted[8]


def test_a_sweep_beside_a_reader_is_answered(world):
    world.inviter()
    with contextlib.closing(sqlite3.connect(world.database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM accounts").fetchall()
        granted(world.run("expire-invitations"))
        assert world.database.with_name("vestibule.db-wal").stat().st_size > 0
        reader.execute("ROLLBACK")
    granted(world.run("expire-invitations"))
    assert world.database.with_name("vestibule.db-wal").stat().st_size == 0
