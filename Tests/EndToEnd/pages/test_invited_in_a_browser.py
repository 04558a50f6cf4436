# SPDX-License-Identifier: Apache-2.0
"""What invited people meet on a phone without JavaScript: with nothing but the mail, and with nothing but a poster."""

import json
import re
import urllib.request

from newcomers import click, invite, serving, sign_in
from worlds import BIN, ROOT


def call(url, function, data, token=None):
    """Calls a function of the API."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(f"{url}/{function}", json.dumps(data).encode(), headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def link_in_mail(tab, url, name, words):
    """The link in the newest mail to a person in the inbox."""
    tab.goto(url)
    click(tab, "link", "inbox")
    row = tab.get_by_role("link").filter(has_text=re.compile(rf"{name} · ", re.IGNORECASE)).first
    while not row.count():
        tab.wait_for_timeout(200)  # The interval of the polling: queued mails are sent every second.
        click(tab, "link", "Refresh")
    row.click()
    found = tab.frame_locator("iframe").get_by_role("link", name=re.compile(words, re.IGNORECASE)).first
    return found.get_attribute("href")


def phone(browser):
    return browser.tab(390, java_script_enabled=False)


def test_with_nothing_but_the_mail_a_person_is_in_after_two_taps(tmp_path, browser):
    with serving(ROOT, BIN, tmp_path) as (url, admin):
        desk, hand = browser.tab(1280), phone(browser)
        sign_in(desk, url, admin)
        invite(desk, "Robin", "robin@example.com")
        hand.goto(link_in_mail(desk, url, "Robin", "invit|Accept|Get started"))
        click(hand, "button", "Accept invitation")
        hand.get_by_role("heading", name="You’re in!").wait_for()
        click(hand, "link", "Your account")
        assert "robin@example.com" in hand.get_by_role("main").inner_text()


def test_with_nothing_but_a_poster_a_person_is_in_after_one_form_and_one_mail(tmp_path, browser):
    with serving(ROOT, BIN, tmp_path) as (url, admin):
        desk, hand = browser.tab(1280), phone(browser)
        token = call(url, "sign-in", {"email": admin["email"], "password": admin["password"]})["session"]["accessToken"]
        link = call(url, "create-join-link", {"name": "Morning course"}, token)["joinLink"]
        hand.goto(f"{url}/join")
        hand.get_by_label("Code").fill(link["shortCode"].lower())
        click(hand, "button", "Continue")
        assert "Morning course" in hand.get_by_role("main").inner_text()
        click(hand, "link", "Join")
        hand.locator("#email").fill("max@example.com")
        hand.get_by_label("Choose a password").fill("a better password")
        hand.get_by_label("Your name").fill("Max")
        click(hand, "button", "Create account and accept")
        hand.get_by_role("heading", name="You’re in!").wait_for()
        hand.goto(link_in_mail(desk, url, "max@example.com", "Verify"))
        hand.get_by_role("main").get_by_role("button").first.click()
        hand.get_by_role("heading", name=re.compile("verified")).wait_for()
        [client] = call(url, "list-clients", {}, token)["clients"]
        assert client["name"] == "Max" and client["joinLinkId"] == link["id"]
