# SPDX-License-Identifier: Apache-2.0
"""The pages of a browser's session in a real browser: accessibility, layout, and whole flows without scripts."""

import pytest
from pages import site
from people import PASSWORD, verified
from session_gallery import invitation, sign_in_states, use

pytest.importorskip("playwright", reason="playwright is not installed: scripts/install --tests")
from browsers import faults_of  # noqa: E402
from playwright.sync_api import expect  # noqa: E402


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_no_page_has_an_accessibility_or_layout_fault(world, browser, provider, language):
    for state, page in sign_in_states(world, provider, language):
        if state == "leaving":
            # The browser would leave the page while it is looked at.
            page.html = page.html.replace('http-equiv="refresh"', 'name="x"')
        assert faults_of(browser, page, language) == [], state


def test_a_person_signs_in_by_keyboard_without_scripts_and_the_back_button_shows_nothing(world, browser, provider):
    use(world, provider)
    verified(world)
    with site(world) as running:
        tab = browser.tab(java_script_enabled=False)
        tab.goto(running.url + "/account/sign-in?return=/account/sign-out")
        tab.locator("#email").fill("kim@example.com")
        tab.keyboard.press("Tab")
        tab.keyboard.type(PASSWORD)
        tab.keyboard.press("Enter")
        expect(tab.get_by_role("heading", level=1)).to_have_text("Sign out")
        [cookie] = [cookie for cookie in tab.context.cookies() if cookie["name"] == "session"]
        assert cookie["httpOnly"] and cookie["sameSite"] == "Lax" and cookie["path"] == "/"
        tab.get_by_role("button", name="Sign out").press("Enter")
        expect(tab.get_by_role("heading", level=1)).to_have_text("You’re signed out")
        assert not [cookie for cookie in tab.context.cookies() if cookie["name"] == "session"]
        tab.go_back()
        expect(tab.get_by_role("heading", level=1)).to_have_text("You’re signed out")
        assert [text for text in tab.complaints if not text.startswith("Clear-Site-Data")] == []


def test_a_person_accepts_an_invitation_at_a_provider(world, browser, provider):
    use(world, provider)
    with site(world) as running:
        code = invitation(world)
        tab = browser.tab(java_script_enabled=False)
        tab.goto(f"{running.url}/invite?code={code}")
        tab.get_by_role("link", name="Use a password or another account").click()
        tab.get_by_role("button", name="Continue with Company").click()
        expect(tab.get_by_role("heading", level=1)).to_have_text("You’re in!")
        assert [row["status"] for row in world.rows("SELECT status FROM invitations")] == ["accepted"]
        assert tab.complaints == []


def test_a_form_on_another_site_does_nothing(world, browser, provider):
    use(world, provider)
    verified(world)
    with site(world) as running:
        tab = browser.tab()
        tab.goto(running.url + "/account/sign-in?return=/account/sign-out")
        tab.locator("#email").fill("kim@example.com")
        tab.get_by_label("Password", exact=True).fill(PASSWORD)
        tab.keyboard.press("Enter")
        expect(tab.get_by_role("heading", level=1)).to_have_text("Sign out")
        form = f"<form method=post action='{running.url}/account/sign-out'><button>Win</button></form>"
        tab.route("https://evil.example/**", lambda route: route.fulfill(body=form, content_type="text/html"))
        tab.goto("https://evil.example/")
        tab.get_by_role("button", name="Win").click()
        tab.goto(running.url + "/account/sign-out")
        expect(tab.get_by_role("heading", level=1)).to_have_text("Sign out")


def test_a_password_can_be_shown_and_is_sent_as_a_password(world, browser, provider):
    use(world, provider)
    verified(world)
    with site(world) as running:
        for scripts in (True, False):
            tab = browser.tab(java_script_enabled=scripts)
            tab.goto(f"{running.url}/account/sign-in")
            field = tab.locator("#password")
            assert tab.get_by_label("Show password").count() == scripts, "the offer is the script's"
            field.fill("not my password")
            if scripts:
                tab.get_by_label("Show password").check()
                expect(field).to_have_attribute("type", "text")
                tab.get_by_label("Show password").uncheck()
                expect(field).to_have_attribute("type", "password")
                tab.get_by_label("Show password").check()
                tab.evaluate(
                    "document.querySelector('#password').form.addEventListener("
                    "'submit', () => sessionStorage.sent = document.querySelector('#password').type)")
            tab.locator("#email").fill("kim@example.com")
            tab.get_by_role("button", name="Sign in", exact=True).click()
            expect(tab.locator("#email")).to_have_value("kim@example.com")
            expect(field).to_be_focused()
            if scripts:
                assert tab.evaluate("sessionStorage.sent") == "password", "as password managers expect it"
            assert [text for text in tab.complaints if "401" not in text] == []


def test_enter_signs_in_with_the_password(world, browser, provider):
    use(world, provider)
    verified(world)
    with site(world) as running:
        tab = browser.tab(java_script_enabled=False)
        tab.goto(f"{running.url}/account/sign-in")
        tab.get_by_label("Email", exact=True).fill("kim@example.com")
        tab.get_by_label("Password", exact=True).fill(PASSWORD)
        tab.keyboard.press("Enter")
        expect(tab.get_by_role("heading", level=1)).to_have_text("You’re signed in")
