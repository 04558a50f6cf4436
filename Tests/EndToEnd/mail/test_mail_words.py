# SPDX-License-Identifier: Apache-2.0
"""The structure of a mail stands once, and each language has its words."""

import json
import re

import pytest
from mail_commands import KINDS
from worlds import ROOT

FOLDER = ROOT / "templates/mail"
LANGUAGES = sorted(file.name.split(".")[1] for file in FOLDER.glob("words.*.json"))
#: The blocks that structures and partials fill: they are not words.
FILLED = {"content", "closing", "stores", "fallback", "legalLinks", "items", "words", "notice", "ifNotMe", "help", "tag", "label", "target"}
#: The mails that an inviter is the cause of: their sender has a word.
FROM_INVITERS = {"invitation", "resent-invitation", "reminder", "join-answer"}


def words(folder, language):
    return json.loads((folder / f"words.{language}.json").read_text())


def blocks(text):
    return set(re.findall(r"\{\{\$(\w+)\}\}", text)) | set(re.findall(r"\{\{>[\w-]+ (\w+)\}\}", text))


def included(text):
    return set(re.findall(r"\{\{[<>]([\w-]+)", text))


def needed(kind):
    """The words in a mail's structure and in all that it includes, in both formats."""
    found, open_files, seen = {"subject"} | ({"sender"} if kind in FROM_INVITERS else set()), [FOLDER / kind / "structure.mustache"], set()
    while open_files:
        file = open_files.pop()
        seen.add(file)
        found |= blocks(file.read_text())
        for name in included(file.read_text()):
            files = list(FOLDER.glob("layout.*")) if name == "layout" else list((FOLDER / "partials").glob(f"{name}.*"))
            assert files, f"{file}: {name}"
            open_files += [other for other in files if other not in seen]
    return (found if kind != "invitation-sms" else found - {"subject"}) - FILLED


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_each_language_has_the_words_of_a_mail_and_no_others(kind, language):
    own, shared = words(FOLDER / kind, language), words(FOLDER, language)
    others = {name for other in LANGUAGES for name in words(FOLDER / kind, other)} - set(shared)
    assert set(own) - set(shared) == others
    assert set(own) <= needed(kind), "words that no template uses"
    # The layout's parts for a link are not in mails without one, and mails about security share a reason.
    of_links = {"button", "fallback", "action", "actionText", "copy", "unsubscribe", "unsubscribeText", "reason"}
    assert needed(kind) - set(own) - set(shared) <= of_links, "words that are missing"


def test_all_languages_share_the_same_words_and_each_is_used():
    names = {language: set(words(FOLDER, language)) for language in LANGUAGES}
    used = set.union(*map(needed, KINDS))
    assert all(own == names["en"] and own <= used for own in names.values()), names


@pytest.mark.parametrize("kind", KINDS)
def test_a_mails_own_word_has_another_name_than_the_shared_ones(kind):
    """Otherwise a language without it would have the shared word. Only one language may word a shared one differently."""
    own = set.intersection(*(set(words(FOLDER / kind, language)) for language in LANGUAGES))
    assert own & set(words(FOLDER, "en")) == set()


def test_words_contain_no_markup():
    for file in FOLDER.rglob("words.*.json"):
        assert re.findall(r"</?[a-z]|&#?\w+;|\bstyle=", file.read_text()) == [], file


def test_the_style_of_paragraphs_and_lists_stands_once():
    everything = "".join(file.read_text() for file in sorted(FOLDER.rglob("*.*")))
    for name in ("paragraph", "item", "list"):
        style, = re.findall(r'style="[^"]*"', (FOLDER / f"partials/{name}.html").read_text())
        assert everything.count(style) == 1, f"{name}: {style}"
    for file in FOLDER.rglob("structure.mustache"):
        assert "<" not in file.read_text().replace("{{<", ""), f"{file} is for text and HTML"


def test_a_mail_has_one_structure_and_one_list_of_words_for_each_language():
    for kind in KINDS:
        files = {file.name for file in (FOLDER / kind).iterdir()}
        assert files == {"structure.mustache"} | {f"words.{language}.json" for language in LANGUAGES}
