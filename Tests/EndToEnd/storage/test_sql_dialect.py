# SPDX-License-Identifier: Apache-2.0
"""The SQL is the same for both engines, except lists of parameters, locked rows, and the collation of migrations."""

import re

from worlds import ROOT

STORAGE = ROOT / "Sources/Storage"


def lines_with(pattern):
    """Where the engine-independent sources of Storage contain this, comments aside: a file name for each line."""
    return [
        file.name for file in sorted([*STORAGE.glob("*.swift"), *STORAGE.glob("Tables/**/*.swift")]) if file.name != "Dialect.swift"
        for line in file.read_text().splitlines() if re.search(pattern, line.split("//")[0])]


def test_few_lines_of_sql_depend_on_the_engine():
    # Before raising this number: there is nearly always SQL that both engines accept.
    assert lines_with(r"\bdialect\.") == ["AccountDeletion.swift"] + ["InvitationTable.swift"] * 2 + ["OutboxTable.swift"] * 2


def test_only_the_code_that_opens_a_database_depends_on_the_engine():
    assert set(lines_with("SQLite|PostgreSQL")) == {"Store.swift"}
