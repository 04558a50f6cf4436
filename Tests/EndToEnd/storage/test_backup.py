# SPDX-License-Identifier: Apache-2.0
"""`vestibule backup` of a database in use, and the restore of a backup."""

import base64
import json
import signal
import sqlite3
import stat
import subprocess
import threading
import time
from types import SimpleNamespace

import pytest
from people import granted
from worlds import BIN, World, person


def backup(world, *arguments, **env):
    environment = {k: v for k, v in {**world.env, **env}.items() if v is not None}
    done = subprocess.run(
        [BIN / "vestibule", "backup", *map(str, arguments)], env=environment, cwd=world.folder, capture_output=True,
        timeout=120)
    return SimpleNamespace(status=done.returncode, stdout=done.stdout.decode(), stderr=done.stderr.decode())


@pytest.fixture
def target(world):
    world.trainer = world.inviter()
    (world.folder / "backups").mkdir()
    return world.folder / "backups" / "monday.db"


def grow(world, rows=100_000):
    """A database that has been used for a while."""
    with sqlite3.connect(world.database) as database:
        database.execute(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
            " INSERT INTO audit (id, at, function, action, user_agent) SELECT 'x' || i, i, 'f', 'a', hex(randomblob(90)) FROM n",
            (rows,))


def restored(world, target, tmp_path_factory):
    """Another world whose database is the backup."""
    other = World(tmp_path_factory.mktemp("restored"))
    other.store.path = other.folder / "vestibule.db"
    other.env["DATABASE_URL"] = f"sqlite:{other.store.path}"
    for suffix in ("", ".key"):
        file = target.with_name(target.name + suffix)
        if file.exists():
            (other.folder / ("vestibule.db" + suffix)).write_bytes(file.read_bytes())
    return other


def test_a_backup_during_writes_contains_every_earlier_answer(world, target, tmp_path_factory):
    grow(world)
    answered, stop = [], threading.Event()

    def work(number):
        count = 0
        while not stop.is_set():
            name = f"p{number}x{count}"
            sent = world.invite(world.trainer, name)
            answered.append((name, granted(world.accept(sent["code"], name))))
            count += 1

    world.policy({**json.loads((world.folder / "policy.json").read_text()), "limits": {"invite": {"max": 100_000, "seconds": 60}}})
    writers = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for writer in writers:
        writer.start()
    try:
        for round in range(20):
            while len(answered) < 2 * (round + 1):
                time.sleep(0.01)  # The interval of the polling.
            before, at_start = list(answered), len(answered)
            done = backup(world, target, "--with-key", "--force", "--progress")
            assert done.status == 0, done.stderr
            if len(answered) > at_start:
                break
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    assert len(answered) > at_start, "nobody wrote meanwhile"
    assert " MB of " in done.stderr

    other = restored(world, target, tmp_path_factory)
    names = set()
    cursor = None
    while cursor != "end":
        page = granted(other.run("list-clients", {"limit": 100, **({"cursor": cursor} if cursor else {})}, world.trainer))
        names |= {client["name"] for client in page["clients"]}
        cursor = page["nextCursor"] or "end"
    assert {name.capitalize() for name, _ in before} <= names
    for _, answer in before:
        token = answer["session"]["accessToken"]
        assert granted(other.run("get-account", {}, token))["account"] == answer["account"]
        granted(other.run("refresh-session", {"refreshToken": answer["session"]["refreshToken"]}))
    assert other.sign_in("ada")["account"]["role"] == "admin"
    other.invite(world.trainer, "somebody")
    granted(other.run("deliver-mail"))
    assert other.rows("PRAGMA integrity_check") == [{"integrity_check": "ok"}]


def test_a_backup_prints_its_path_and_only_its_owner_can_read_it(world, target):
    done = backup(world, target)
    assert done.status == 0
    size = target.stat().st_size
    assert json.loads(done.stdout) == {"backup": str(target), "bytes": size, "key": None}
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert [file.name for file in target.parent.iterdir()] == ["monday.db"]
    for answer in (done.stdout, done.stderr):
        assert "\r" not in answer


def test_a_backup_contains_the_key_only_on_request(world, target, tmp_path_factory):
    key = world.database.with_name("vestibule.db.key")
    done = backup(world, target)
    assert str(key) in done.stderr and "--with-key" in done.stderr
    assert key.read_text() not in done.stderr and not target.with_name("monday.db.key").exists()
    other = restored(world, target, tmp_path_factory)
    assert other.run("sign-in", {"identity": person("ada")}).status == 78, "without its key nothing that is sealed opens"

    done = backup(world, target, "--with-key", "--force")
    copied = target.with_name("monday.db.key")
    assert json.loads(done.stdout)["key"] == str(copied) and done.stderr == ""
    assert copied.read_bytes() == key.read_bytes() and stat.S_IMODE(copied.stat().st_mode) == 0o600
    other = restored(world, target, tmp_path_factory)
    assert other.sign_in("ada")["account"]["role"] == "admin"


def test_a_backup_during_a_key_change_has_both_keys(world, target, tmp_path_factory):
    key = world.database.with_name("vestibule.db.key")
    trainer = world.inviter()
    key.rename(key.with_name("vestibule.db.key.previous"))
    granted(world.run("list-clients", {}, trainer))
    assert backup(world, target, "--with-key").status == 0
    other = World(tmp_path_factory.mktemp("other"))
    done = subprocess.run([BIN / "vestibule", "restore", target, "--with-key"], env=other.env, cwd=other.folder, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert other.sign_in("ada")["account"]["role"] == "admin"


def test_a_previous_key_that_cannot_be_read_is_named(world, target):
    world.database.with_name("vestibule.db.key.previous").mkdir()
    done = backup(world, target, "--with-key")
    assert done.status == 65 and "vestibule.db.key.previous" in done.stderr and not target.exists()


def test_a_key_of_the_environment_is_not_in_a_file(world, target):
    given = {"SECRET_KEY": base64.b64encode(bytes(range(32))).decode()}
    done = backup(world, target, **given)
    assert done.status == 0 and "SECRET_KEY" in done.stderr and given["SECRET_KEY"] not in done.stderr
    done = backup(world, target, "--force", "--with-key", **given)
    assert done.status == 65 and "SECRET_KEY" in done.stderr


def test_a_backup_does_not_overwrite_a_file_without_force(world, target):
    target.write_text("something else")
    done = backup(world, target)
    assert done.status == 64 and "--force" in done.stderr and target.read_text() == "something else"
    assert backup(world, target, "--force").status == 0 and target.read_bytes().startswith(b"SQLite format 3")
    target.with_name("monday.db.key").write_text("somebody's key")
    (target.parent / "tuesday.db.key").write_text("somebody's key")
    done = backup(world, target.parent / "tuesday.db", "--with-key")
    assert done.status == 64 and "tuesday.db.key" in done.stderr
    assert not (target.parent / "tuesday.db").exists()
    assert (target.parent / "tuesday.db.key").read_text() == "somebody's key"


@pytest.mark.parametrize("name", ["vestibule.db", "vestibule.db.key", "link.db"])
def test_a_backup_never_replaces_its_own_database(world, target, name):
    path = world.database.with_name(name)
    if name == "link.db":
        path.symlink_to(world.database)
    before = path.read_bytes()
    done = backup(world, path, "--force")
    assert done.status == 64 and "is the database itself" in done.stderr and path.read_bytes() == before
    granted(world.run("list-clients", {}, world.trainer))


def test_a_backup_does_not_replace_a_database_in_use(world, target):
    target.write_bytes(b"")
    target.with_name("monday.db-wal").write_bytes(b"frames")
    done = backup(world, target, "--force")
    assert done.status == 64 and "monday.db-wal" in done.stderr


@pytest.mark.parametrize("path, reason", [("nowhere/x.db", "there is no folder nowhere"), ("backups", "is a folder")])
def test_a_destination_that_cannot_be_written_is_named(world, target, path, reason):
    done = backup(world, path)
    assert done.status == 64 and reason in done.stderr
    assert not (world.folder / "nowhere").exists()


def test_a_missing_database_is_not_created(world):
    world.without_tables()
    done = backup(world, "x.db")
    assert done.status == 78 and "DATABASE_URL" in done.stderr
    assert not world.database.exists() and not (world.folder / "x.db").exists()


def test_a_file_that_is_not_a_database_is_refused_and_leaves_no_copy(world, target):
    world.database.write_bytes(b"no database" * 999)
    for suffix in ("-wal", "-shm"):
        world.database.with_name("vestibule.db" + suffix).unlink(missing_ok=True)
    done = backup(world, target)
    assert done.status == 75 and done.stdout == "" and list(target.parent.iterdir()) == []


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_a_backup_of_postgresql_refers_to_pg_dump(world, scheme):
    done = backup(world, "x.dump", DATABASE_URL=f"{scheme}://user:hidden@db.example/app")
    assert done.status == 65 and "pg_dump --format=custom --file=x.dump --dbname=URL" in done.stderr
    assert "PGPASSWORD" in done.stderr and "DATABASE_URL" not in done.stderr
    assert "hidden" not in done.stderr and done.stdout == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_sigterm_removes_the_partial_backup(world, target, number):
    grow(world, 400_000)
    process = subprocess.Popen(
        [BIN / "vestibule", "backup", target, "--progress"], env=world.env, cwd=world.folder, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)
    process.stderr.readline()
    process.send_signal(number)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 75 and b"the backup was stopped" in stderr
    assert list(target.parent.iterdir()) == []


def test_a_full_disk_leaves_the_earlier_file_and_no_partial_backup(world, target):
    grow(world, 20_000)
    target.write_text("yesterday's")
    limited = f"ulimit -f 1000; exec {BIN / 'vestibule'} backup {target} --force"
    done = subprocess.run(
        ["bash", "-c", f"trap '' XFSZ; {limited}"], env=world.env, cwd=world.folder, capture_output=True, timeout=60)
    assert done.returncode == 75 and done.stdout == b"", done
    assert target.read_text() == "yesterday's" and [file.name for file in target.parent.iterdir()] == ["monday.db"]
