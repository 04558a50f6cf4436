# SPDX-License-Identifier: Apache-2.0
"""The example of each function's --help, copied into a shell in a new folder, without any variable: a sensible first result."""

import json
import os
import subprocess

import pytest
from deployment.catalogue import Catalogue
from deployment.reference import example
from worlds import BIN, ROOT

FUNCTIONS = Catalogue(ROOT / "functions.json").functions
#: An example answers none of these: its reader would have to find out first what is missing.
CONFUSING = {"auth/unauthenticated", "event/not-json", "event/invalid", "service/misconfigured", "service/internal"}


def shown(function):
    """The lines of the example in --help."""
    text = subprocess.run([BIN / function, "--help"], capture_output=True, text=True, check=True).stdout
    return [line.strip() for line in text.splitlines() if line.startswith("  ")]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda it: it.name)
def test_the_example_works_as_it_stands(function, tmp_path):
    lines = shown(function.name)
    environment = {"HOME": os.environ["HOME"], "PATH": f"{BIN}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-euc", "\n".join(lines)], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (lines, done.stdout, done.stderr)
    answer = json.loads(done.stdout.splitlines()[-1])
    if isinstance(answer, dict):
        assert answer.get("error", {}).get("code") not in CONFUSING, (lines, answer)
        assert answer.get("status", 200) < 500, (lines, answer)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda it: it.name)
def test_the_reference_has_the_same_example(function):
    assert example(function).splitlines() == shown(function.name)
