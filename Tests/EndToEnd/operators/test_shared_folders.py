# SPDX-License-Identifier: Apache-2.0
"""Files that operators write into folders where other users can write."""

import contextlib
import json
import os
import re
import stat
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from worlds import BIN, person


def vestibule(world, *arguments, **popen):
    done = subprocess.run(
        [BIN / "vestibule", *map(str, arguments)], env=world.env, cwd=world.folder, capture_output=True, timeout=60, **popen)
    return SimpleNamespace(status=done.returncode, stdout=done.stdout.decode(), stderr=done.stderr.decode())


@pytest.fixture
def shared(world):
    """A folder like /tmp, and a file elsewhere that an attacker wants to overwrite."""
    world.trainer = world.inviter()
    world.victim = world.folder / "victim"
    world.victim.write_text("precious")
    folder = world.folder / "shared"
    folder.mkdir()
    folder.chmod(0o1777)
    (world.folder / "users.csv").write_text("user_id,email\n1,kim@example.com\n")
    return folder


#: Which command writes which files, and how their names begin.
COMMANDS = {
    "backup": (["backup", "{}", "--force"], "file", "SQLite format 3"),
    "key": (["backup", "{}.db", "--with-key", "--force"], "file.db.key", ""),
    "report": (["report", "--prometheus", "{}"], "file", "# HELP"),
    "import": (["import", "users.csv", "--default-role", "client", "--report", "{}"], "file", '{"line":'),
    "preview": (["mail", "preview", "invitation", "--locale", "en", "--out", "{}"], "file/invitation.en.txt", ""),
}


def arguments(command, path):
    return [argument.format(path) for argument in COMMANDS[command][0]]


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("dangling", [False, True])
def test_a_planted_symbolic_link_is_replaced_and_never_followed(world, shared, command, dangling):
    _, name, beginning = COMMANDS[command]
    place = shared / name
    place.parent.mkdir(exist_ok=True)
    if dangling:
        world.victim.unlink()
    place.symlink_to(world.victim)
    done = vestibule(world, *arguments(command, shared / "file"))
    assert done.status == 0, done.stderr
    assert not place.is_symlink() and place.read_bytes().startswith(beginning.encode())
    assert not world.victim.exists() if dangling else world.victim.read_text() == "precious"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_planted_file_is_replaced_and_never_written_to(world, shared, command):
    _, name, beginning = COMMANDS[command]
    place = shared / name
    place.parent.mkdir(exist_ok=True)
    place.write_text("theirs")
    place.chmod(0o666)
    os.link(place, shared / "kept")
    with open(place, "r+") as foreign:
        done = vestibule(world, *arguments(command, shared / "file"))
        assert done.status == 0, done.stderr
        assert foreign.read() == "theirs" and (shared / "kept").read_text() == "theirs"
    assert place.read_bytes().startswith(beginning.encode()) and not place.stat().st_mode & stat.S_IWOTH
    assert not [file for file in files(shared) if "partial" in file]


@pytest.mark.parametrize("command", COMMANDS)
def test_temporary_files_have_unguessable_names(world, shared, command):
    """Every file that the process opens for writing in the folder has a new name, is created by it, and is not a link."""
    if not os.path.exists("/usr/bin/strace"):
        pytest.skip("strace is not installed")
    names = set()
    for _ in range(2):
        trace = world.folder / "trace"
        subprocess.run(
            ["strace", "-f", "-qq", "-e", "trace=open,openat,mkdir", "-o", trace, BIN / "vestibule",
             *arguments(command, shared / "file")], env=world.env, cwd=world.folder, capture_output=True, timeout=120)
        opened = re.findall(rf'"({re.escape(str(shared))}/[^"]*partial-[^"]*)", (\S+)', trace.read_text())
        made = [(name, flags) for name, flags in opened if "O_CREAT" in flags and not re.search("-(wal|shm|journal)$", name)]
        assert made and "O_EXCL" in made[0][1] and "O_NOFOLLOW" in made[0][1]
        assert names.isdisjoint(name for name, _ in made)
        names |= {name for name, _ in made}
    assert all(re.search("partial-[0-9a-z]{20,26}", name) for name in names)


@pytest.mark.slow
def test_planted_files_with_names_of_earlier_releases_have_no_effect(world, shared):
    """They ended with the process id."""
    for number in range(1, 1 << 15):
        (shared / f"file.partial-{number}").symlink_to(world.victim)
    for command in ("backup", "report"):
        assert vestibule(world, *arguments(command, shared / "file")).status == 0
    assert world.victim.read_text() == "precious" and (shared / "file").read_text().startswith("# HELP")


def test_only_files_are_replaced(world, shared):
    os.mkfifo(shared / "pipe")
    (shared / "null").symlink_to("/dev/null")
    (shared / "stdout").symlink_to("/proc/self/fd/1")
    for name in ("pipe", "null", "stdout"):
        for command in ("report", "import"):
            done = vestibule(world, *arguments(command, shared / name))
            assert done.status in (64, 75) and "is not a file" in done.stderr
    assert stat.S_ISFIFO((shared / "pipe").stat().st_mode)
    assert files(shared) == ["null", "pipe", "stdout"]


def test_a_planted_write_ahead_log_beside_a_copy_is_never_read(world, shared):
    """An attacker who sees a new file in the folder puts a write-ahead log next to it."""
    planted, modes, stop = [], set(), threading.Event()

    def plant():
        while not stop.is_set():
            for path in list(shared.iterdir()):
                if ".partial-" in path.name and not path.name.endswith(("-wal", "-journal")):
                    # The command may have renamed or removed the file since it was listed.
                    with contextlib.suppress(FileNotFoundError):
                        modes.add(stat.S_IMODE(path.lstat().st_mode))
                    for suffix in ("-wal", "-journal"):
                        path.with_name(path.name + suffix).write_bytes(b"theirs" * 1000)
                    planted.append(path.name)

    thread = threading.Thread(target=plant)
    thread.start()
    try:
        for _ in range(10):
            assert vestibule(world, "backup", shared / "file", "--force").status == 0
    finally:
        stop.set()
        thread.join()
    check = subprocess.run(
        ["python3", "-c", f"import sqlite3; print(sqlite3.connect('{shared}/file').execute('PRAGMA integrity_check').fetchone()[0])"],
        capture_output=True, text=True)
    assert check.stdout == "ok\n" and planted and modes and modes <= {0o700, 0o600}


@pytest.mark.skipif(os.geteuid() != 0, reason="needs a file of somebody else")
@pytest.mark.parametrize("is_link", [False, True])
def test_a_planted_secret_key_is_not_used(world, shared, is_link):
    database = shared / "app.db"
    key = shared / "app.db.key"
    foreign = world.folder / "theirs"
    foreign.write_text("A" * 43 + "=")
    key.symlink_to(foreign) if is_link else key.write_bytes(foreign.read_bytes())
    os.chown(key, 12345, 12345, follow_symlinks=False)
    world.env["DATABASE_URL"] = f"sqlite:{database}"
    answer = world.run("sign-in", {"identity": person("ada")})
    assert answer.status == 78 and "belongs to another user" in answer.json["error"]["detail"]
    shared.chmod(0o755)
    assert "session" in world.run("sign-in", {"identity": person("ada")}).json


def test_the_secret_key_is_created_once_by_the_first_process(world):
    world.without_tables()
    world.env["DATABASE_URL"] = f"sqlite:{world.folder}/data/app.db"
    (world.folder / "data").mkdir()
    (world.folder / "data" / "app.db.key").symlink_to(world.folder / "victim")
    assert world.run("sign-in", {"identity": person("ada")}).status == 78
    assert not (world.folder / "victim").exists()
    (world.folder / "data" / "app.db.key").unlink()
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda name: world.run("sign-in", {"identity": person(name)}), ["ada", "eve", "kim", "lee"]))
    assert all("session" in answer.json for answer in answers)
    assert [file for file in files(world.folder / "data") if "partial" in file] == []


def test_the_report_of_an_import_has_its_final_name_from_the_start(world, shared):
    """The report of an interrupted run lists what was done."""
    process = subprocess.Popen(
        [BIN / "vestibule", "import", "-", "--format", "table", "--default-role", "client", "--report", shared / "file"],
        env=world.env, cwd=world.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(b'{"user_id":"1","email":"kim@example.com"}\n')
    process.stdin.flush()
    while not (shared / "file").exists():
        assert process.poll() is None
    process.communicate()
    assert [json.loads(line)["line"] for line in (shared / "file").read_text().splitlines()] == [1]
    assert files(shared) == ["file"]
