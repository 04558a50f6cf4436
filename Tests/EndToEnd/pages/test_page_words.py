# SPDX-License-Identifier: Apache-2.0
"""The structure of a page stands once, and each language has its words."""

import json
import re

import pytest
from worlds import ROOT

FOLDER = ROOT / "templates/pages"
LANGUAGES = sorted(file.name.split(".")[1] for file in FOLDER.glob("words.*.json"))
NAMES = sorted(file.parent.name for file in FOLDER.glob("*/structure.html"))
#: The blocks that structures fill: they are not words.
FILLED = {"back", "class", "content", "copyIt", "fields", "further", "labels", "legal", "mark", "onProfile", "onSecurity", "onData", "style"}


def words(folder, language):
    return json.loads((folder / f"words.{language}.json").read_text())


def needed(page):
    """The words in a page's structure and in all that it includes."""
    found, open_files, seen = set(), [FOLDER / page / "structure.html"], set()
    while open_files:
        file = open_files.pop()
        seen.add(file)
        text = file.read_text()
        found |= set(re.findall(r"\{\{\$(\w+)\}\}", text))
        for name in re.findall(r"\{\{[<>]([\w-]+)", text):
            other = FOLDER / ("layout.html" if name == "layout" else f"partials/{name}.html")
            open_files += [other] if other not in seen else []
    return found - FILLED


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", NAMES)
def test_each_language_has_the_words_of_a_page_and_no_others(page, language):
    own, shared = set(words(FOLDER / page, language)), set(words(FOLDER, language))
    assert own == set(words(FOLDER / page, "en"))
    assert own <= needed(page), "words that no template uses"
    # `use` of a passkey's partial is another word in some pages.
    assert needed(page) - own - shared <= {"use"}, "words that are missing"


def test_all_languages_share_the_same_words_and_each_is_used():
    names = {language: set(words(FOLDER, language)) for language in LANGUAGES}
    used = set.union(*map(needed, NAMES))
    assert all(own == names["en"] and own <= used for own in names.values()), names


def test_words_contain_no_markup_but_emphasis():
    for file in FOLDER.rglob("words.*.json"):
        assert re.findall(r"<(?!/?strong>)|&#?\w+;|\bstyle=", file.read_text()) == [], file


def test_a_page_has_one_structure_and_one_list_of_words_for_each_language():
    for page in NAMES:
        files = {file.name for file in (FOLDER / page).iterdir()}
        assert files == {"structure.html", "examples.json"} | {f"words.{language}.json" for language in LANGUAGES}


def test_german_pages_do_not_break_the_word_for_email():
    """U+2011 keeps "E-Mail" on one line. The messages stand on pages too, but not the texts of notifications."""
    messages = json.loads((ROOT / "templates/messages/de.json").read_text())
    texts = [file.read_text() for file in FOLDER.rglob("words.de.json")] + [str(messages[part]) for part in ("errors", "results")]
    assert [text for text in texts if "E-Mail" in text] == []
    assert "E\u2011Mail" not in str(messages["push"]), "a phone's notification may have no such character"
