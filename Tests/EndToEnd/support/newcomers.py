# SPDX-License-Identifier: Apache-2.0
"""Somebody who sees Vestibule for the first time: a browser at the pages of scripts/serve, with the mouse."""

import contextlib
import json
import os
import pathlib
import re
import subprocess


@contextlib.contextmanager
def serving(root, executables, folder):
    """scripts/serve in a new folder, with no variable set: its URL, and the address and the password of the first admin."""
    environment = {"PATH": os.environ["PATH"], "TMPDIR": str(folder)}
    with open(folder / "log", "wb") as log:
        server = subprocess.Popen(
            [root / "scripts/serve", "--bin", executables], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            url = re.match(r"(http://127\.0\.0\.1:\d+) serves", server.stdout.readline())[1]
            yield url, json.loads((pathlib.Path(folder) / "data/first-admin.json").read_text())
        finally:
            server.terminate()
            server.communicate(timeout=20)


def click(tab, role, name):
    tab.get_by_role(role, name=name, exact=True).first.click()


def follow(tab, url, name):
    """Opens a link of the steps, which is for a new tab, in this one."""
    tab.goto(url)
    link = tab.locator(".steps").get_by_role("link", name=name, exact=True)
    assert link.get_attribute("target") == "_blank", "the steps stay open"
    tab.goto(f"{url}/{link.get_attribute('href')}")


def sign_in(tab, url, admin):
    """From the overview to the clients of the first admin."""
    tab.goto(url)
    assert admin["email"] in tab.locator(".steps").text_content()
    page = popup(tab, "Sign in as the trainer")
    page.get_by_role("heading", name="Your clients").wait_for()
    tab.goto(page.url)
    page.close()


def popup(tab, button):
    """Presses a button that opens a new tab."""
    with tab.expect_popup() as opened:
        click(tab, "button", button)
    return opened.value


def invite(tab, name, email):
    click(tab, "link", "Invite client")
    tab.get_by_label("Name").fill(name)
    tab.get_by_label("Email", exact=True).fill(email)
    click(tab, "button", "Send invitation")
    tab.get_by_role("heading", name="Invitation sent").wait_for()


def open_mail(tab, url, name):
    """Opens the newest mail to a person in the inbox, and the link in it: the tab that the link opens."""
    follow(tab, url, "Open the inbox")
    row = tab.get_by_role("link").filter(has_text=f"{name} · ").first
    while not row.count():
        tab.wait_for_timeout(200)  # The interval of the polling: queued mails are sent every second.
        tab.reload()
    row.click()
    links = tab.frame_locator("iframe").get_by_role("link", name=re.compile("invit|Accept|Get started", re.IGNORECASE))
    page = popup(tab, "Open as the recipient")
    page.get_by_role("main").get_by_role("button").first.wait_for()
    assert links.first.get_attribute("href").split("?")[0] == page.url.split("?")[0], "the button of the mail leads there too"
    return page


def accept(tab, name, password):
    """Accepts with a new account, on the page that the link of the mail opens."""
    click(tab, "link", "Use a password or another account")
    tab.get_by_label("Choose a password").fill(password)
    tab.get_by_label("Your name").fill(name)
    click(tab, "button", "Create account and accept")
    tab.get_by_role("heading", name="You’re in!").wait_for()
