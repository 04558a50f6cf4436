# SPDX-License-Identifier: Apache-2.0
"""The stages of scripts/test: which ones there are, and which of them a run has."""

import re
import subprocess

import pytest
from worlds import ROOT

TEXT = (ROOT / "scripts/test").read_text()
WHOLE, FAST = (re.search(rf"^{name}=\((.*)\)$", TEXT, re.MULTILINE)[1].split() for name in ("whole", "fast"))


def call(*arguments):
    return subprocess.run(["scripts/test", *arguments], cwd=ROOT, capture_output=True, text=True)


def test_help_describes_each_stage_and_no_other():
    described = re.findall(r"^  ([a-z-]+)  +\w", call("--help").stdout, re.MULTILINE)
    assert described == list(dict.fromkeys(WHOLE + [stage for stage in FAST if stage not in WHOLE]))


def test_each_stage_is_a_function():
    functions = re.findall(r"^stage_(\w+)\(\)", TEXT, re.MULTILINE)
    assert sorted(functions) == sorted(stage.replace("-", "_") for stage in {*WHOLE, *FAST})


@pytest.mark.parametrize("arguments, words", [
    (["--stage", "formatting", "nothing"], "there is no stage 'nothing' to run alone; scripts/test --help lists them"),
    (["--stage"], "scripts/test --stage NAME..."),
    (["--slow"], "scripts/test --stage NAME..."),
])
def test_what_is_no_stage_is_refused_before_anything_runs(arguments, words):
    answer = call(*arguments)
    assert answer.returncode == 64 and answer.stdout == ""
    assert words in answer.stderr and "scripts/test: " not in answer.stderr


def test_the_release_is_built_before_its_executables_are_tested():
    order = [WHOLE.index(stage) for stage in ("release-begin", "build", "swift", "release", "linkage", "end-to-end", "instructions")]
    assert order == sorted(order) and WHOLE[-1] == "instructions"
