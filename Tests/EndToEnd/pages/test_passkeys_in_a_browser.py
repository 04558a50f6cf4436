# SPDX-License-Identifier: Apache-2.0
"""Passkeys in Chromium with a virtual authenticator: the only script of the pages."""

import pytest
from pages import page_policy, site
from people import PASSWORD, verified

pytest.importorskip("playwright", reason="playwright is not installed: scripts/install --tests")
from browsers import faults  # noqa: E402
from playwright.sync_api import expect  # noqa: E402


@pytest.fixture
def server(world):
    """The pages at localhost, where browsers allow passkeys without TLS."""
    with site(world) as running:
        running.url = running.url.replace("127.0.0.1", "localhost")
        world.env["PUBLIC_URL"] = running.url
        world.policy(page_policy(factors={"totp": True, "passkey": {"rpID": "localhost", "origins": [running.url]}}))
        verified(world)
        yield running


class Key:
    """A virtual authenticator of a tab (the domain WebAuthn of the DevTools protocol)."""

    def __init__(self, tab):
        self.session = tab.context.new_cdp_session(tab)
        self.session.send("WebAuthn.enable")
        self.id = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": True, "automaticPresenceSimulation": True}})["authenticatorId"]

    def set(self, **properties):
        self.session.send("WebAuthn.setUserVerified", {"authenticatorId": self.id, **properties})

    def touch(self, is_touched):
        """Whether somebody touches the authenticator whenever it asks: also when the sign-in page only offers passkeys."""
        self.session.send("WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": self.id, "enabled": is_touched})

    @property
    def credentials(self):
        return self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]


def heading(tab, text):
    expect(tab.get_by_role("heading", level=1)).to_have_text(text)


def press(tab, name):
    tab.get_by_role("button", name=name, exact=True).press("Enter")


def sign_in(tab, server, to="/account/security"):
    tab.goto(f"{server.url}/account/sign-in?return={to}")
    tab.locator("#email").fill("kim@example.com")
    tab.get_by_label("Password", exact=True).fill(PASSWORD)
    tab.keyboard.press("Enter")


def enrolled(browser, server, **options):
    """A tab with a passkey, and its authenticator."""
    tab = browser.tab(**options)
    sign_in(tab, server)
    heading(tab, "Sign-in and devices")
    key = Key(tab)
    tab.get_by_label("Name, such as").fill("Laptop")
    press(tab, "Add a passkey")
    heading(tab, "Your recovery codes")
    assert len(key.credentials) == 1
    key.touch(False)
    return tab, key


def test_a_person_adds_a_passkey_signs_out_and_signs_in_with_it_by_the_keyboard(world, browser, server):
    tab, key = enrolled(browser, server)
    tab.get_by_role("link", name="I’ve saved the codes").press("Enter")
    expect(tab.get_by_role("main")).to_contain_text("Passkey Laptop")
    tab.get_by_role("link", name="Sign out").press("Enter")
    press(tab, "Sign out")
    heading(tab, "You’re signed out")

    # A browser that offers no passkeys on its own: an offer could be answered before the button is pressed.
    tab.add_init_script("PublicKeyCredential.isConditionalMediationAvailable = async () => false")
    tab.goto(server.url + "/account/sign-in?return=/account/security")
    key.touch(True)
    press(tab, "Sign in with a passkey")
    heading(tab, "Sign-in and devices")
    expect(tab.get_by_role("main")).to_contain_text("Last used:")
    assert [row["type"] for row in world.rows("SELECT type FROM factors WHERE last_used_at IS NOT NULL")] == ["passkey"]
    assert [text for text in tab.complaints if not text.startswith("Clear-Site-Data")] == []
    tab.context.close()


def test_a_browser_offers_the_passkey_before_anything_is_typed(world, browser, server):
    tab, key = enrolled(browser, server)
    tab.context.clear_cookies()
    key.touch(True)
    tab.goto(server.url + "/account/sign-in?return=/account/security")
    heading(tab, "Sign-in and devices")
    tab.context.close()


def test_a_passkey_is_the_second_factor_of_a_password(world, browser, server):
    tab, key = enrolled(browser, server)
    tab.context.clear_cookies()
    sign_in(tab, server)
    heading(tab, "Confirm it's you")
    key.touch(True)
    assert faults(tab, "light") == [] and faults(tab, "dark") == []
    press(tab, "Use your passkey")
    heading(tab, "Sign-in and devices")
    tab.context.close()


def test_a_browser_that_refuses_may_ask_again(world, browser, server):
    tab, key = enrolled(browser, server)
    tab.context.clear_cookies()
    key.set(isUserVerified=False)
    tab.goto(server.url + "/account/sign-in?return=/account/security")
    key.touch(True)
    press(tab, "Sign in with a passkey")
    heading(tab, "Sign in with a passkey")
    expect(tab.get_by_role("button", name="Use passkey")).to_be_visible()
    press(tab, "Use passkey")
    expect(tab.get_by_role("alert")).to_have_text("That didn’t work. Please try again.")
    assert faults(tab, "light") == [] and faults(tab, "dark") == []
    key.set(isUserVerified=True)
    press(tab, "Use passkey")
    heading(tab, "Sign-in and devices")
    tab.context.close()


def test_an_authenticator_that_has_a_passkey_of_the_account_makes_no_second_one(world, browser, server):
    tab, key = enrolled(browser, server)
    key.touch(True)
    tab.goto(server.url + "/account/security")
    tab.locator("summary", has_text="Add a passkey").click()
    press(tab, "Add a passkey")
    heading(tab, "Add a passkey")
    press(tab, "Create passkey")
    expect(tab.get_by_role("alert")).to_have_text("That didn’t work. Please try again.")
    assert len(key.credentials) == 1
    tab.context.close()


def test_without_scripts_the_pages_say_that_passkeys_need_them(world, browser, server):
    tab = browser.tab(320, java_script_enabled=False)
    sign_in(tab, server)
    press(tab, "Add a passkey")
    heading(tab, "Add a passkey")
    expect(tab.get_by_role("main")).to_contain_text("Passkeys need JavaScript")
    expect(tab.get_by_role("button")).to_have_count(0)
    tab.get_by_role("link", name="Cancel").press("Enter")
    heading(tab, "Sign-in and devices")
    tab.goto(server.url + "/account/sign-in")
    press(tab, "Sign in with a passkey")
    expect(tab.get_by_role("main")).to_contain_text("Passkeys need JavaScript")
    tab.get_by_role("link", name="Sign in another way").press("Enter")
    heading(tab, "Sign in")
    tab.context.close()
