# SPDX-License-Identifier: Apache-2.0
"""An SQLite file that is locked, damaged or gone, or on a full or read-only disk: the event is not answered, nothing
is half done, and the same event has exactly one outcome after the repair."""

import concurrent.futures
import contextlib
import json
import shutil
import sqlite3
import subprocess

import pytest
from faulty import feed, has_one_outcome, invites, is_root, nothing_is_half_done, run, unanswered, until
from people import PASSWORD, granted, policy
from smtp_servers import Recorder
from worlds import BIN, ENGINE, person

pytestmark = pytest.mark.skipif(ENGINE != "sqlite", reason="these are about SQLite's file")

FULL = "the database's disk is full"
UNUSABLE = "the database cannot be read or written"
UNOPENED = "the database cannot be opened"
DAMAGED = "the database file is damaged"


def is_sound(world):
    assert world.rows("PRAGMA integrity_check") == [{"integrity_check": "ok"}]
    assert world.rows("PRAGMA foreign_key_check") == []
    nothing_is_half_done(world)


@pytest.fixture
def mounts():
    """A separate mount namespace: runs commands in it, and mounts file systems that only it sees."""
    if not is_root() or subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode:
        pytest.skip("mounting needs root and a mount namespace")
    holder = subprocess.Popen(["unshare", "-m", "sh", "-c", "echo; read end"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    holder.stdout.readline()
    inside = ["nsenter", "-m", f"-t{holder.pid}"]
    yield inside
    holder.stdin.close()
    holder.wait()
    holder.stdout.close()


def mount(inside, *arguments):
    subprocess.run([*inside, "mount", *arguments], check=True)


def on_a_disk(world, inside, size):
    """Moves the database to a disk of this size, which only the namespace sees. Returns its folder, and one with a copy."""
    data = world.database.parent
    kept = data.with_name("kept")
    shutil.copytree(data, kept)
    mount(inside, "-t", "tmpfs", "-o", f"size={size}", "none", str(data))
    subprocess.run([*inside, "cp", "-a", f"{kept}/.", str(data)], check=True)
    return data, kept


def test_a_full_disk_leaves_the_event_unanswered(world, mounts, token):
    data, kept = on_a_disk(world, mounts, "896k")
    for number in range(300):
        event = invites(token, f"kim{number}")
        answer = run(world, "send-invitation", event, mounts, MAIL_URL="smtp://127.0.0.1:1?tls=none")
        if answer.status:
            break
    unanswered(answer, FULL, UNUSABLE)
    unanswered(run(world, "send-invitation", invites(token, "lee"), mounts, MAIL_URL="smtp://127.0.0.1:1?tls=none"), FULL, UNUSABLE)
    mount(mounts, "-o", "remount,size=64m", str(data))
    assert run(world, "send-invitation", event, mounts).json["invitation"]["email"] == f"kim{number}@example.com"
    # Outside the namespace, for the checks.
    subprocess.run([*mounts, "sh", "-c", f"rm {kept}/*; cp -a {data}/. {kept}"], check=True)
    shutil.copytree(kept, data, dirs_exist_ok=True)
    is_sound(world)
    assert world.rows("SELECT count(*) AS n FROM clients") == [{"n": number + 1}]
    has_one_outcome(world, event)


@pytest.mark.parametrize("room", [0, 1000, 5000, 20_000])
def test_a_file_size_limit_leaves_the_event_unanswered(world, token, room):
    size = world.database.with_name("vestibule.db-wal").stat().st_size
    event = invites(token)
    unanswered(run(world, "send-invitation", event, ["prlimit", f"--fsize={size + room}"]), FULL, UNUSABLE)
    is_sound(world)
    assert world.rows("SELECT * FROM clients") == []
    has_one_outcome(world, event)


def doctor(world, wrapper):
    """The state and the message of the finding about the database."""
    done = subprocess.run(
        [*wrapper, BIN / "vestibule", "doctor", "--json"], env=world.env, cwd=world.folder, capture_output=True, timeout=60)
    [found] = [each for each in json.loads(done.stdout)["findings"] if each["subject"] == "database"]
    assert found["state"] == "ok" or done.returncode == 1
    return found["state"], found["message"]


def test_doctor_finds_a_full_disk(world, mounts, token):
    data, _ = on_a_disk(world, mounts, "2m")
    assert doctor(world, mounts)[0] == "ok"
    subprocess.run([*mounts, "sh", "-c", f"cat /dev/zero > {data}/large"], stderr=subprocess.DEVNULL)
    state, message = doctor(world, mounts)
    assert state == "trouble" and any(reason in message for reason in (FULL, UNUSABLE))
    subprocess.run([*mounts, "rm", f"{data}/large"], check=True)
    assert doctor(world, mounts)[0] == "ok"


def test_doctor_finds_a_file_size_limit(world, token):
    in_one_file(world)
    state, message = doctor(world, ["prlimit", "--fsize=20000"])
    assert state == "trouble" and any(reason in message for reason in (FULL, UNUSABLE))
    is_sound(world)


def test_a_read_only_disk_leaves_the_event_unanswered(world, mounts, token):
    data = str(world.database.parent)
    mount(mounts, "--bind", data, data)
    mount(mounts, "-o", "remount,ro,bind", data)
    event = invites(token)
    unanswered(run(world, "send-invitation", event, mounts), UNUSABLE, UNOPENED)
    unanswered(run(world, "list-clients", {**event, "data": {}}, mounts), UNUSABLE, UNOPENED)
    is_sound(world)
    has_one_outcome(world, event)


@pytest.fixture
def nobody(world):
    """A process of another user, with access to everything of the world except the database."""
    if not is_root():
        pytest.skip("becoming another user needs root")
    world.database.exists() or world.inviter()
    for folder in (world.folder, *world.folder.parents[:-2]):
        folder.chmod(folder.stat().st_mode | 0o711)
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


@pytest.mark.parametrize("mode, path", [(0o700, "."), (0o600, "vestibule.db"), (0o600, "vestibule.db-wal")])
def test_missing_file_permissions_leave_the_event_unanswered(world, token, nobody, mode, path):
    data = world.database.parent
    data.chmod(0o777)
    for file in data.iterdir():
        file.chmod(0o666)
    (data / path).chmod(mode)
    event = invites(token)
    key = (data / "vestibule.db.key").read_text()
    unanswered(run(world, "send-invitation", event, nobody, SECRET_KEY=key), UNUSABLE, UNOPENED)
    is_sound(world)
    assert world.rows("SELECT * FROM clients") == []
    has_one_outcome(world, event)


def test_a_key_that_cannot_be_read_is_a_wrong_setting(world, token, nobody):
    world.database.parent.chmod(0o777)
    for file in world.database.parent.iterdir():
        file.chmod(0o600 if file.name.endswith(".key") else 0o666)
    answer = run(world, "send-invitation", invites(token), nobody)
    assert (answer.status, answer.code) == (78, "service/misconfigured")
    assert answer.json["error"]["detail"].startswith("SECRET_KEY")


def test_a_lock_for_longer_than_the_deadline_leaves_the_event_unanswered(world, token):
    event = invites(token)
    with contextlib.closing(sqlite3.connect(world.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        unanswered(
            world.run("send-invitation", event=event, env={"DEADLINE_SECONDS": "1"}),
            "the database is locked for too long", late=True)
        # A reader does not wait for a writer.
        assert world.run("list-clients", {}, token, env={"DEADLINE_SECONDS": "5"}).json["clients"] == []
        other.execute("ROLLBACK")
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        unanswered(world.run("list-clients", {}, token, env={"DEADLINE_SECONDS": "1"}), late=True)
    is_sound(world)
    assert world.rows("SELECT * FROM clients") == []
    has_one_outcome(world, event)


def damaged(world, offset, length, path=None):
    """Overwrites a part of the file, and returns the earlier bytes."""
    path = path or world.database
    before = path.read_bytes()
    path.write_bytes(before[:offset] + b"\xA5" * length + before[offset + length:])
    return before


def in_one_file(world):
    """Checkpoints the write-ahead log into the file."""
    world.rows("PRAGMA wal_checkpoint(TRUNCATE)")


def test_a_damaged_file_header_leaves_the_event_unanswered(world, token):
    in_one_file(world)
    before = damaged(world, 0, 64)
    event = invites(token)
    unanswered(world.run("send-invitation", event=event), DAMAGED)
    world.database.write_bytes(before)
    is_sound(world)
    has_one_outcome(world, event)


@pytest.mark.parametrize("table", ["sessions", "seen_events", "clients", "limit_hits", "outbox"])
def test_a_damaged_page_leaves_the_event_unanswered(world, token, table):
    world.run("send-invitation", event=invites(token, "lee"))
    in_one_file(world)
    page = world.rows("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))[0]["rootpage"]
    size = world.rows("PRAGMA page_size")[0]["page_size"]
    before = damaged(world, (page - 1) * size, size)
    event = invites(token)
    unanswered(world.run("send-invitation", event=event), DAMAGED)
    (world.database.parent / "vestibule.db-wal").unlink()
    world.database.write_bytes(before)
    is_sound(world)
    has_one_outcome(world, event)


@pytest.mark.parametrize("place", ["its last frame", "all of it"])
def test_a_damaged_write_ahead_log_is_ignored(world, token, place):
    in_one_file(world)
    event = invites(token)
    granted = world.run("send-invitation", event=event)
    log = world.database.with_name("vestibule.db-wal")
    size = log.stat().st_size
    damaged(world, *((size - 4000, 4000) if place == "its last frame" else (0, size)), log)
    assert world.run("list-clients", {}, token).status == 0
    is_sound(world)
    answer = has_one_outcome(world, event, mails=len(world.mails()) if place == "its last frame" else 2)
    assert place == "all of it" or answer.json["client"] == granted.json["client"]


def test_the_write_ahead_log_does_not_grow_with_the_events(world, token):
    log, sizes = world.database.with_name("vestibule.db-wal"), [0]
    for number in range(40):
        client = {"name": "Kim", "email": f"kim{number}@example.com"}
        assert "link" in world.run("send-invitation", {"client": client, "deliver": "link"}, token).json
        sizes.append(log.stat().st_size)
    # A process that exits truncates it at 200 pages (of 4,096 bytes, with 24 before each), and one event adds a few.
    assert max(sizes) < 240 * 4120
    written = sum(max(0, after - before) for before, after in zip(sizes, sizes[1:]))
    assert written > 300 * 4120, "so much that it would have been longer if nobody had cut it"


def test_a_file_that_is_not_a_database_leaves_the_event_unanswered(world):
    world.database.write_text("Dear diary, nothing of this is SQL.\n" * 100)
    unanswered(world.run("preview-invitation", {"code": "A"}), DAMAGED)
    world.database.unlink()
    assert world.run("preview-invitation", {"code": "A"}).code == "invitation/not-found"


def test_a_folder_in_place_of_the_file_leaves_the_event_unanswered(world):
    world.without_tables()
    world.database.mkdir(parents=True)
    answer = world.run("preview-invitation", {"code": "A"})
    assert (answer.status, answer.code) == (78, "service/misconfigured")
    assert answer.json["error"]["detail"].startswith("DATABASE_URL")


def test_a_file_removed_under_a_running_process_leaves_the_event_unanswered(world, token):
    event = invites(token)
    with Recorder(stall="DATA") as relay:
        process = world.start("send-invitation", event, DEADLINE_SECONDS="3", **relay.env)
        feed(process)
        until(lambda: relay.said("MAIL"))
        gone = world.database.with_name("gone")
        gone.mkdir()
        for file in list(world.database.parent.glob("vestibule.db*")):
            file.rename(gone / file.name)
        unanswered(world.finish(process), UNUSABLE)
        relay.over.set()
    assert list(world.database.parent.glob("vestibule.db")) == []
    for file in gone.iterdir():
        file.rename(world.database.parent / file.name)
    is_sound(world)
    has_one_outcome(world, event)


def test_a_file_that_is_deleted_between_two_events_is_a_new_database(world, token):
    for file in world.database.parent.iterdir():
        file.unlink()
    assert world.run("list-clients", {}, token).code in ("auth/unauthenticated", "auth/session-revoked")
    assert world.run("sign-in", {"identity": person("ada")}).json["account"]


def test_a_decision_is_on_disk_before_it_is_answered(world, token):
    """Its last page is written to the log, then the log is synchronised, then the answer is written."""
    if not shutil.which("strace"):
        pytest.skip("strace is not installed")
    trace = world.folder / "trace"
    event = json.dumps({"authorization": f"Bearer {token}", "data": {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": "link"}})
    done = subprocess.run(
        ["strace", "-f", "-qq", "-y", "-e", "trace=pwrite64,fdatasync,fsync,write", "-o", trace, BIN / "send-invitation"],
        env=world.env, cwd=world.folder, input=event, capture_output=True, text=True)
    assert done.returncode == 0 and "link" in json.loads(done.stdout)
    calls = [line.split(maxsplit=1)[1] for line in trace.read_text().splitlines()]
    log = f"<{world.database}-wal>"
    written = max(number for number, call in enumerate(calls) if call.startswith("pwrite64") and log in call)
    synchronised = max(number for number, call in enumerate(calls) if call.startswith(("fdatasync", "fsync")) and log in call)
    answered = next(number for number, call in enumerate(calls) if call.startswith("write(1<"))
    assert written < synchronised < answered


@pytest.mark.parametrize("name", [{}, {"source": "app", "id": "e1"}])
def test_a_sign_up_whose_database_fails_after_the_commit_is_answered_or_can_be_repeated(world, name):
    world.policy(policy())
    data = {"email": "kim@example.com", "password": PASSWORD, "displayName": "Kim", "role": "client"}
    with Recorder(delays={"DOT": 0.7}) as relay, concurrent.futures.ThreadPoolExecutor() as pool:
        answer = pool.submit(lambda: world.run("sign-up", data, env={**relay.env, "DEADLINE_SECONDS": "4"}, **name))
        until(lambda: relay.said("DATA"))
        with contextlib.closing(sqlite3.connect(world.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            first = answer.result(30)
    if name:
        unanswered(first, late=True)
        first = world.run("sign-up", data, **name)
    made = granted(first)
    assert granted(world.run("get-account", {}, made["session"]["accessToken"]))["account"]["id"] == made["account"]["id"]
    assert len(world.rows("SELECT id FROM accounts")) == 1
    is_sound(world)
