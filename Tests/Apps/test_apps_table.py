"""The README's tables of criteria and the suites name the same tests."""

import re

from conftest import ROOT

NAME = r"\btest_[a-z0-9_]+\b"


def test_every_test_of_the_tables_exists_and_every_test_of_the_suites_is_in_a_table():
    tables = (ROOT / "README.md").read_text().split("## The five apps")[1].split("\n## ")[0]
    rows = [line for line in tables.splitlines() if line.startswith("|")]
    files = [file for file in (ROOT / "Tests/Apps").glob("*/*.py")]
    suites = {name for file in files for name in re.findall(rf"^def ({NAME})", file.read_text(), re.MULTILINE)}
    modules = {file.stem for file in (ROOT / "Tests").rglob("test_*.py")}
    groups = {"test_gate", "test_regression", "test_import"}
    named = set(re.findall(NAME, "\n".join(rows))) - modules - groups
    assert named - suites == set()
    assert suites - named == set()


def test_a_row_without_a_test_says_why():
    tables = (ROOT / "README.md").read_text().split("## The five apps")[1].split("\n## ")[0]
    rows = [line.strip("|").rsplit(" | ", 1) for line in tables.splitlines() if line.startswith("| ")]
    reasons = ("out of reach", "not yet", "see Tests/", "the tests of", "the rows above", "all that begin")
    bare = [row for row in rows if row[0].strip() not in ("criterion", "---") and not re.search(NAME, row[1])]
    assert [row for row in bare if not row[1].strip().startswith(reasons)] == []
