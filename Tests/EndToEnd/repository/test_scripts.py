# SPDX-License-Identifier: Apache-2.0
"""What all scripts have in common: their help, and functions that fit a screen."""

import ast
import os
import subprocess

import pytest
from worlds import ROOT

TRACKED = subprocess.run(["git", "ls-files", "-s", "-z", "scripts", "Tests"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
FILES = {name: mode for mode, _, _, name in (entry.replace("\t", " ", 1).split(" ", 3) for entry in TRACKED.split("\0") if entry)
         if (ROOT / name).exists()}
#: On a server it is the operators' command, and so is its help.
WRAPPERS = {"scripts/deployment/server/vestibule.sh"}
SCRIPTS = sorted(name for name, mode in FILES.items() if mode == "100755" and name.startswith("scripts/") and name not in WRAPPERS)


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_script_has_help_and_changes_nothing_for_it(name, tmp_path):
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        [ROOT / name, "--help"], cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert name.rsplit("/")[-1] in done.stdout or len(done.stdout.splitlines()) > 2
    assert list(tmp_path.iterdir()) == []


def functions(text):
    """The functions of a Python file with their numbers of lines, without those inside of others."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node.end_lineno - node.lineno + 1


def test_a_function_in_python_fits_a_screen():
    python = [name for name, mode in FILES.items()
              if name.endswith(".py") or mode == "100755" and "python3" in (ROOT / name).read_text().splitlines()[0]]
    found = [(name, *each) for name in python for each in functions((ROOT / name).read_text())]
    assert len(found) > 3000
    assert [each for each in found if each[2] > 50] == []
