# SPDX-License-Identifier: Apache-2.0
"""The documents: README is short, links have targets, and statements about variables and scripts match the code."""

import re
import subprocess

import pytest
from deployment.catalogue import Catalogue
from worlds import ROOT

TRACKED = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
DOCUMENTS = sorted(name for name in TRACKED if name.endswith(".md") and (ROOT / name).exists())
FOLDERS = ("Sources/", "Tests/", "scripts/", "templates/", ".github/")

#: Questions of a newcomer, and the heading with the answer.
QUESTIONS = {
    "own policy": "templates/README.md#policy",
    "own text of a mail": "templates/README.md#your-own-texts",
    "own server": "scripts/deployment/server.md",
    "failed mails": "Sources/vestibule/Mail/README.md",
    "first admin": "Sources/vestibule/Account/README.md#create-the-first-admin",
    "upgrade": "scripts/deployment/README.md#upgrade",
    "reading the code": "Sources/README.md",
    "contributing": ".github/CONTRIBUTING.md",
    "security": ".github/SECURITY.md",
}


def prose(name):
    """A document without its fenced examples."""
    return re.sub(r"^ *```.*?^ *```", "", (ROOT / name).read_text(), flags=re.MULTILINE | re.DOTALL)


def anchors(name):
    """The anchors that GitHub gives to a document's headings."""
    headings = re.findall(r"^#+ (.*)$", prose(name), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(name):
    return re.findall(r"\]\((?!https?://)([^)\s]+)\)", prose(name))


def test_the_readme_has_at_most_250_lines():
    assert len((ROOT / "README.md").read_text().splitlines()) <= 250


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_to_a_file_and_to_a_heading_of_it(name):
    for link in links(name):
        path, _, anchor = link.partition("#")
        target = ((ROOT / name).parent / path).resolve() if path else ROOT / name
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.relative_to(ROOT)), link


def test_every_document_is_reached_from_the_readme():
    reached, waiting = set(), ["README.md"]
    while waiting:
        name = waiting.pop()
        reached.add(name)
        targets = [((ROOT / name).parent / link.partition("#")[0]).resolve() for link in links(name) if link[0] != "#"]
        found = {str(target.relative_to(ROOT)) for target in targets if target.suffix == ".md"}
        waiting += found - reached - set(waiting)
    assert set(DOCUMENTS) - reached == set()


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_readme_links_to_the_answer_of_a_newcomers_question(question):
    assert QUESTIONS[question] in links("README.md")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_path_that_a_document_names_exists(name):
    """Names of examples (acme, nickname, things) are made up; braces and globs stand for several."""
    for path in re.findall(r"`([^`\s]+)`", prose(name)):
        if path.startswith(FOLDERS) and not re.search(r"[{*…]|(?i:thing|acme)", path):
            assert (ROOT / path).exists(), path


def test_every_variable_of_the_functions_is_described():
    described = prose("scripts/deployment/README.md")
    for variable in Catalogue(ROOT / "functions.json").variables:
        assert f"`{variable}`" in described, variable


def test_every_script_is_described():
    """In scripts/README.md by its path, or in the README of its own folder by its name."""
    for script in (name for name in TRACKED if re.fullmatch(r"scripts/([\w-]+/)?[\w-]+", name) and (ROOT / name).exists()):
        path = (ROOT / script).relative_to(ROOT / "scripts")
        own = f"scripts/{path.parent}/README.md"
        found = f"`{path}`" in prose("scripts/README.md") or (ROOT / own).exists() and f"`{path.name}`" in prose(own)
        assert found, script
