# SPDX-License-Identifier: Apache-2.0
"""The scripts of one server: install.sh, backup.sh and the operators' command. test_server_page.py runs them on whole machines."""

import os
import re
import shutil
import subprocess

import pytest
from worlds import BIN, ENGINE, ROOT

SCRIPTS = ROOT / "scripts/deployment/server"


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not installed")
def test_shellcheck_has_no_complaints():
    checked = subprocess.run(["shellcheck", *sorted(SCRIPTS.glob("*.sh"))], capture_output=True, text=True)
    assert (checked.returncode, checked.stdout) == (0, "")


@pytest.mark.parametrize("script", sorted(path.name for path in SCRIPTS.glob("*.sh")))
def test_a_script_needs_no_bash(script):
    assert (SCRIPTS / script).read_text().startswith("#!/bin/sh\n")
    assert subprocess.run(["dash", "-n", SCRIPTS / script]).returncode == 0


def test_help_names_every_option():
    text = (SCRIPTS / "install.sh").read_text()
    shown = subprocess.run(["sh", SCRIPTS / "install.sh", "--help"], capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"--[a-z]+", re.search(r"^ +(--url \|.*)\) \[", text, re.MULTILINE)[1])) <= set(re.findall(r"--[a-z]+", shown))


@pytest.fixture
def opt(tmp_path):
    """A release with the script where it is in the bundle."""
    (tmp_path / "opt/server").mkdir(parents=True)
    (tmp_path / "opt/bin").symlink_to(BIN)
    shutil.copy(SCRIPTS / "backup.sh", tmp_path / "opt/server")
    (tmp_path / "copies").mkdir()
    return tmp_path / "opt"


def back_up(opt, *arguments, path="", **env):
    return subprocess.run(
        ["sh", opt / "server/backup.sh", opt.parent / "copies", *arguments], capture_output=True, text=True,
        env={"PATH": f"{path}:{os.environ['PATH']}", **env})


@pytest.mark.skipif(ENGINE != "sqlite", reason="copies a file")
def test_the_newest_copies_of_sqlite_are_kept(world, opt):
    world.run("jwks", {})
    old = [opt.parent / f"copies/vestibule-2026010{day}T000000Z.db" for day in range(1, 6)]
    other = opt.parent / "copies/mine.db"
    for file in (*old, other):
        file.write_text("x")
    done = back_up(opt, "3", DATABASE_URL=world.env["DATABASE_URL"])
    assert (done.returncode, done.stderr) == (0, "")
    copy = done.stdout.strip()
    assert {str(path) for path in (opt.parent / "copies").iterdir()} == {copy, str(old[4]), str(old[3]), str(other)}
    assert os.stat(copy).st_mode & 0o777 == 0o600 and open(copy, "rb").read(6) == b"SQLite"


@pytest.mark.skipif(ENGINE != "sqlite", reason="copies a file")
def test_a_copy_that_fails_removes_none(opt):
    kept = opt.parent / "copies/vestibule-20260101T000000Z.db"
    kept.write_text("x")
    done = back_up(opt, "1", DATABASE_URL=f"sqlite:{opt.parent}/none.db")
    assert done.returncode == 78 and "none.db" in done.stderr and kept.exists()


def test_pg_dump_gets_the_password_in_a_variable(opt):
    (opt.parent / "bin").mkdir()
    fake = opt.parent / "bin/pg_dump"
    fake.write_text("#!/bin/sh\nfor it; do case $it in --file=*) echo \"$PGPASSWORD $*\" > \"${it#--file=}\" ;; esac; done\n")
    fake.chmod(0o755)
    (opt.parent / "url").write_text("postgresql://someone:a%40b%2Fc%25%c3%a4@one.example.com:5432,two.example.com/v?sslmode=require\n")
    done = back_up(opt, path=opt.parent / "bin", DATABASE_URL_FILE=str(opt.parent / "url"))
    assert (done.returncode, done.stderr) == (0, "")
    told = open(done.stdout.strip()).read()
    assert told.startswith("a@b/c%\u00e4 --format=custom --no-password --file=")
    assert told.rstrip().endswith("--dbname=postgresql://someone@one.example.com:5432,two.example.com/v?sslmode=require")
