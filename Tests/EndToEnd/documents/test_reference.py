# SPDX-License-Identifier: Apache-2.0
"""`scripts/reference`: the page and the manual pages contain exactly what functions.json contains."""

import html.parser
import json
import re
import shutil
import subprocess

import pytest
from deployment.catalogue import Catalogue
from worlds import BIN, ROOT

CATALOGUE = Catalogue(ROOT / "functions.json")
VARIABLES = set(CATALOGUE.variables)
CODES = CATALOGUE.definitions["errorCode"]["enum"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reference")
    subprocess.run([ROOT / "scripts/reference", folder], check=True, stdout=subprocess.DEVNULL)
    return folder


class Page(html.parser.HTMLParser):
    """The ids, links and elements of a page, and whether every element is closed."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.open, self.tags = [], [], [], set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.add(tag)
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.links += [attributes["href"]] if "href" in attributes else []
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def page(made):
    return Page((made / "reference.html").read_text())


def policy_keys(schema, prefix=""):
    """Every key of the policy, read from the schema without the code under test."""
    if "$ref" in schema:
        schema = {**CATALOGUE.definitions[schema["$ref"].removeprefix("#/$defs/")], **schema}
    for name, inner in schema.get("properties", {}).items():
        yield prefix + name
        yield from policy_keys(inner, f"{prefix}{name}.")
    if isinstance(schema.get("items"), dict):
        yield from policy_keys(schema["items"], prefix[:-1] + "[].")


def test_the_page_is_well_formed_is_self_contained_and_its_links_lead_to_it(page):
    assert page.open == [] and len(page.ids) == len(set(page.ids))
    assert page.links and all(link[0] == "#" and link[1:] in page.ids for link in page.links)
    assert not page.tags & {"script", "link", "img", "iframe"}


def test_the_page_has_every_function_error_policy_key_and_variable(page):
    keys = set(policy_keys(CATALOGUE.definitions["policy"]))
    assert len(keys) > 60
    wanted = {*CATALOGUE.entries, *(f"error-{code}" for code in CODES),
              *(f"policy-{key}" for key in keys), *(f"variable-{name}" for name in VARIABLES)}
    assert wanted - set(page.ids) == set()


def test_every_error_has_a_status_and_a_message_and_every_variable_a_description(made):
    text = (made / "reference.html").read_text()
    for identifier in [f"error-{code}" for code in CODES] + [f"variable-{name}" for name in VARIABLES]:
        row = re.search(rf'<tr><td><code id="{re.escape(identifier)}">.*?</tr>', text)[0]
        assert "<td></td>" not in row, row


def test_every_function_has_a_manual_page_with_its_fields_and_variables(made):
    assert {file.stem for file in (made / "man/man1").iterdir()} == set(CATALOGUE.entries)
    for name, entry in CATALOGUE.entries.items():
        text = (made / f"man/man1/{name}.1").read_text().replace("\\-", "-")
        for field in entry["event"].get("properties", {}):
            assert f".B {field}\n" in text, (name, field)
        for variable in entry["variables"]:
            assert variable in text, (name, variable)


def test_every_operators_command_has_a_manual_page_with_its_options(made):
    pages = {file.stem: file.read_text().replace("\\-", "-") for file in (made / "man/man8").iterdir()}
    dumped = subprocess.run([BIN / "vestibule", "--experimental-dump-help"], check=True, capture_output=True).stdout
    commands = [it for it in json.loads(dumped)["command"]["subcommands"] if it["commandName"] != "help"]
    assert set(pages) == {"vestibule", *(f"vestibule-{command['commandName']}" for command in commands)}
    for command in commands:
        text = pages[f"vestibule-{command['commandName']}"]
        assert f".B {command['commandName']}\n" in pages["vestibule"]
        for part in [command, *command.get("subcommands", [])]:
            named = " ".join([*part["superCommands"], part["commandName"]])
            assert part is command or part["commandName"] == "help" or f"\\fB{named}\\fR" in text, named
            shown = [it for it in part.get("arguments", []) if it["kind"] != "positional" and it.get("shouldDisplay", True)]
            for name in (it["preferredName"]["name"] for it in shown):
                assert name in ("version", "help") or f".B --{name}" in text, (named, name)


def test_the_manual_has_every_error_policy_key_and_variable(made):
    manual = {file.name: file.read_text().replace("\\-", "-") for file in (made / "man").glob("*/vestibule-*")}
    for code in CODES:
        assert f".B {code}\n" in manual["vestibule-errors.7"]
    for key in policy_keys(CATALOGUE.definitions["policy"]):
        assert f".B {key}\n" in manual["vestibule-policy.5"]
    for name in VARIABLES:
        assert f".B {name}\n" in manual["vestibule-variables.7"]


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_groff_reports_nothing_about_the_manual(made):
    for file in (made / "man").glob("*/*"):
        said = subprocess.run(["groff", "-k", "-Tutf8", "-man", "-ww", "-z", file], capture_output=True, text=True)
        assert (said.returncode, said.stderr) == (0, ""), file
