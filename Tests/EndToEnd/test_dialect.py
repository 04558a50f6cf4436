# SPDX-License-Identifier: Apache-2.0
"""One SQL for both engines, but for lists of parameters, the rows that others have locked, and how migrations compare texts."""

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


def test_only_what_opens_a_database_knows_which_engine_it_is():
    assert set(lines_with("SQLite|PostgreSQL")) == {"Store.swift"}
