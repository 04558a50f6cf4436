# SPDX-License-Identifier: Apache-2.0
"""The pages of a person's account in Chromium: accessibility and width of every state, and a whole visit by the keyboard."""

import json

import pytest
from account_gallery import account_states, use
from pages import site
from people import PASSWORD, verified

pytest.importorskip("playwright", reason="playwright is not installed: scripts/install --tests")
from browsers import faults_of  # noqa: E402
from playwright.sync_api import expect  # noqa: E402

LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
RIGHT_TO_LEFT = ("نور الهدى عبد الرحمن (2) " * 3).strip()


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_no_page_has_a_fault(world, provider, browser, language):
    """In Spanish with names that are written from right to left."""
    text = RIGHT_TO_LEFT if language == "es" else LONG
    seen = set()
    for name, page in account_states(world, provider, language, text):
        assert page.html and page.parsed.all("html")[0]["lang"] == language, name
        seen.add(name)
        assert faults_of(browser, page, language) == [], name
    assert len(seen) > 35


def test_a_person_visits_the_account_by_the_keyboard_without_scripts(world, browser):
    use(world)
    with site(world) as server:
        verified(world)
        tab = browser.tab(320, java_script_enabled=False)

        def link(name):
            tab.get_by_role("link", name=name, exact=True).press("Enter")

        def press(name):
            tab.get_by_role("button", name=name, exact=True).press("Enter")

        tab.goto(server.url + "/account")
        tab.locator("#email").fill("kim@example.com")
        tab.get_by_label("Password", exact=True).fill(PASSWORD)
        tab.keyboard.press("Enter")
        tab.get_by_label("Your name", exact=True).fill("Kim Lee")
        tab.keyboard.press("Enter")
        expect(tab.get_by_role("status")).to_have_text("Your profile was saved.")
        link("Sign-in and devices")
        expect(tab.get_by_role("main")).to_contain_text("Browser (this device)")
        link("Your data")
        with tab.expect_download() as download:
            press("Download")
        assert json.loads(download.value.path().read_text())["account"]["email"] == "kim@example.com"
        link("Delete account…")
        link("Keep account")
        link("Sign out")
        press("Sign out")
        expect(tab.get_by_role("heading", level=1)).to_have_text("You’re signed out")
        assert world.rows("SELECT display_name FROM accounts") == [{"display_name": "Kim Lee"}]
        tab.context.close()
