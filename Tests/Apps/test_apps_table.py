# SPDX-License-Identifier: Apache-2.0
"""The tables of criteria in the apps' documents and the suites name the same tests."""

import re

import pytest
from worlds import ROOT

NAME = r"\btest_[a-z0-9_]+\b"
APPS = sorted(folder for folder in (ROOT / "Tests/Apps").iterdir() if folder.is_dir() and list(folder.glob("test_*.py")))


#: The number of criteria of each app that work, or that work partly. A change that makes a number fall is a step back.
LEAST = {"DDRide": (76, 0), "Manajet": (67, 0), "PFA": (137, 0), "Psst": (82, 0), "StatLocker": (133, 0)}


def rows(app):
    """The table of criteria."""
    tables = (app / "README.md").read_text().split("\n## ", 1)[1]
    return [line for line in tables.splitlines() if line.startswith("| ")]


def test_every_app_has_a_table():
    assert [app.name for app in APPS] == ["DDRide", "Manajet", "PFA", "Psst", "StatLocker"]
    assert min(len(rows(app)) for app in APPS) > 20


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_every_test_of_the_table_exists_and_every_test_of_the_suite_is_in_the_table(app):
    text = "\n".join(file.read_text() for file in app.glob("*.py"))
    suite = set(re.findall(rf"^def ({NAME})", text, re.MULTILINE))
    modules = {file.stem for file in (ROOT / "Tests").rglob("test_*.py")}
    groups = {"test_gate", "test_regression", "test_import"}
    named = set(re.findall(NAME, "\n".join(rows(app)))) - modules - groups
    assert named - suite == set()
    assert suite - named == set()


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_every_file_of_tests_is_listed(app):
    listed = (app / "README.md").read_text()
    files = [file.name for file in app.glob("*.py") if file.name != "conftest.py"]
    assert [name for name in files if f"| `{name}` |" not in listed] == [] and len(files) > 1


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_a_row_without_a_test_says_why(app):
    cells = [line.strip("|").rsplit(" | ", 1) for line in rows(app)]
    reasons = ("out of reach", "not yet", "see Tests/", "the tests of", "the rows above", "all that begin")
    bare = [row for row in cells if row[0].strip() not in ("criterion", "---") and not re.search(NAME, row[1])]
    assert [row for row in bare if not row[1].strip().startswith(reasons)] == []


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_every_test_of_the_client_kit_in_the_table_exists(app):
    tests = "\n".join(file.read_text() for file in (ROOT / "Tests/VestibuleClientTests").glob("*.swift"))
    for row in rows(app):
        for named in re.findall(r"see Tests/VestibuleClientTests: ((?:`[^`]+`(?:, )?)+)", row):
            assert [name for name in re.findall("`([^`]+)`", named) if f"func `{name}`" not in tests] == []


def counts(app):
    """How many criteria work, work partly, do not work yet, and are out of reach of a server."""
    cells = [line.strip("| ").rsplit(" | ", 1) for line in rows(app) if not line.startswith(("| criterion |", "| --- |"))]
    results = [result for _, result in cells]
    beyond = sum(result.startswith("out of reach") for result in results)
    lacking = sum(result.startswith("not yet") for result in results)
    partly = sum("not yet" in result for result in results if not result.startswith(("out of reach", "not yet")))
    return len(cells) - partly - lacking - beyond, partly, lacking, beyond


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_no_fewer_criteria_work_than_before(app):
    works, partly, lacking, beyond = counts(app)
    least = LEAST[app.name]
    assert works >= least[0] and works + partly >= sum(least)
    stated = f"{works + partly + lacking + beyond} criteria: {works} work, {partly} partly, {lacking} not yet, {beyond} are out of reach."
    assert stated in (app / "README.md").read_text(), stated
