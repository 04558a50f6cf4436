# SPDX-License-Identifier: Apache-2.0
"""An authenticator app that is added on a phone, and the recovery codes, which can be copied and saved."""

import re

import pyotp
import pytest
from pages import page_policy, site
from people import PASSWORD, verified

pytest.importorskip("playwright", reason="playwright is not installed: scripts/install --tests")

CLIPBOARD = "navigator.clipboard.writeText = async text => { window.copied = text }"


@pytest.fixture
def tab(world, browser):
    """A phone whose owner adds an authenticator app."""
    world.policy(page_policy(factors={"totp": True}))
    verified(world)
    with site(world) as server:
        tab = browser.tab(390)
        tab.goto(f"{server.url}/account/sign-in?return=/account/security")
        tab.locator("#email").fill("kim@example.com")
        tab.get_by_label("Password", exact=True).fill(PASSWORD)
        tab.keyboard.press("Enter")
        tab.get_by_role("button", name="Add an authenticator app").click()
        tab.get_by_role("heading", name="Add an authenticator app").wait_for()
        tab.evaluate(f"() => {{ {CLIPBOARD} }}")
        yield tab
        tab.context.close()


def secret(tab):
    return re.search(r"secret=(\w+)", tab.locator("a[href^='otpauth:']").get_attribute("href"))[1]


def test_a_phone_opens_the_app_and_shows_no_code_that_it_cannot_scan(tab, browser):
    link, code = tab.get_by_role("link", name="Open the authenticator app"), tab.locator(".qr")
    assert link.is_visible() and not code.is_visible() and "scan" not in tab.get_by_role("main").inner_text()
    desk = browser.tab(1280)
    desk.set_content(tab.content())
    assert desk.get_by_role("img", name="QR code with the key").is_visible()
    assert desk.get_by_text("Scan the QR code with your authenticator app, or enter the key.").is_visible()
    desk.context.close()


def test_the_key_is_copied(tab):
    tab.get_by_role("button", name="Copy the key").click()
    tab.get_by_role("status").filter(has_text="Copied.").wait_for()
    assert tab.evaluate("() => window.copied").replace(" ", "") == secret(tab) and tab.complaints == []


def test_the_recovery_codes_are_copied_and_saved(tab):
    tab.get_by_label("Code from the app").fill(pyotp.TOTP(secret(tab)).now())
    tab.keyboard.press("Enter")
    tab.get_by_role("heading", name="Your recovery codes").wait_for()
    codes = [item.inner_text() for item in tab.locator(".codes li").all()]
    tab.evaluate(f"() => {{ {CLIPBOARD} }}")
    tab.get_by_role("button", name="Copy the codes").click()
    tab.get_by_role("status").filter(has_text="Copied.").wait_for()
    assert tab.evaluate("() => window.copied").split() == codes and len(codes) == 10
    with tab.expect_download() as saved:
        tab.get_by_role("link", name="Save as a file").click()
    assert saved.value.suggested_filename == "PFA recovery codes.txt"
    with open(saved.value.path()) as file:
        assert file.read().split("\n") == [*codes, ""]
    assert tab.complaints == []
