# SPDX-License-Identifier: Apache-2.0
"""One SQL for both engines, but for the migrations, which are written out for each."""

import re

from conftest import ROOT

STORAGE = ROOT / "Sources/Storage"


def lines_with(pattern):
    """Where the sources of Storage that are no engine's own have that, comments aside: a file's name for each line."""
    return [
        file.name for file in sorted(STORAGE.glob("*.swift")) if file.name != "Dialect.swift"
        for line in file.read_text().splitlines() if re.search(pattern, line.split("//")[0])]


def test_few_lines_of_sql_depend_on_the_engine():
    # Before this grows: what both engines understand alike can nearly always be found.
    assert lines_with(r"\bdialect\.") == ["InvitationRows.swift"] * 2 + ["OutboxRows.swift"] * 2


def test_only_the_code_that_opens_a_database_depends_on_the_engine():
    assert set(lines_with("SQLite|PostgreSQL")) == {"Store.swift"}
