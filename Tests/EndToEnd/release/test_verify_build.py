# SPDX-License-Identifier: Apache-2.0
"""`scripts/verify-build`, on a small project whose build takes no time: the script, the record and the archive are the real ones."""

import json
import os
import shutil
import subprocess

import pytest
from worlds import ROOT

#: Builds one file, which also contains what `leak` says.
BUILD = """#!/bin/bash
set -e
mkdir -p .build/bundle/bin
(cat source; eval "$(cat leak)") > .build/bundle/bin/program
PYTHONPATH=scripts python3 -m deployment.origin .build/bundle
"""
PACKAGE = """#!/bin/bash
set -e
folder=${3:-.build/package}
mkdir -p $folder && rm -rf $folder/release-1 && cp -r .build/bundle $folder/release-1
PYTHONPATH=scripts python3 -c '
import pathlib, sys
from deployment import archives
archives.tar(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[1] + ".tar.xz"))' $folder/release-1
"""


def run(*command, cwd, **options):
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(cwd), "PYTHONDONTWRITEBYTECODE": "1", "GIT_CONFIG_NOSYSTEM": "1"}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, **options)


@pytest.fixture
def project(tmp_path):
    """A repository with a release in .build/package."""
    root = tmp_path / "project"
    (root / "scripts/deployment").mkdir(parents=True)
    for name in ("verify-build", "deployment/__init__.py", "deployment/origin.py", "deployment/archives.py"):
        shutil.copy(ROOT / "scripts" / name, root / "scripts" / name)
    for name, text in (("scripts/build", BUILD), ("scripts/package", PACKAGE), ("source", "1"), ("leak", "true"), (".gitignore", ".build/")):
        (root / name).write_text(text)
    for name in ("build", "package"):
        os.chmod(root / "scripts" / name, 0o755)
    run("git", "init", "-q", cwd=root, check=True)
    commit(root)
    return root


def commit(root):
    run("git", "add", "-A", cwd=root, check=True)
    run("git", "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-qm", "Change", cwd=root, check=True)


def release(root):
    for command in (["scripts/build", "--release"], ["scripts/package", "--bin", ".build/bundle/bin"]):
        run(*command, cwd=root, check=True)
    [archive] = (root / ".build/package").glob("*.tar.xz")
    return archive


def verified(root, archive):
    return run("scripts/verify-build", archive, cwd=root)


def test_the_same_files_are_built_again_from_the_commit_of_the_release(project):
    archive = release(project)
    (project / "source").write_text("2")
    commit(project)
    done = verified(project, archive)
    assert (done.returncode, done.stdout) == (0, "2 files of the release, 0 differ; the archive is the same\n"), done.stderr


@pytest.mark.parametrize("leak", ["pwd", "date +%N"])
def test_a_build_that_depends_on_its_folder_or_the_time_is_reported(project, leak):
    (project / "leak").write_text(leak)
    commit(project)
    done = verified(project, release(project))
    assert (done.returncode, done.stdout) == (
        1, "differs: bin/program\n2 files of the release, 1 differ; the archive differs\n"), done.stderr


def test_a_release_of_files_that_are_not_committed_is_refused(project):
    (project / "source").write_text("2")
    done = verified(project, release(project))
    assert done.returncode == 1 and "not committed" in done.stderr and done.stdout == ""


def test_the_record_of_a_build_has_its_commit_and_what_changes_the_bundle(project):
    release(project)
    record = json.loads((project / ".build/bundle/build/origin.json").read_text())
    head = run("git", "rev-parse", "HEAD", cwd=project).stdout.strip()
    assert record == {"commit": head, "variables": {}}
