# SPDX-License-Identifier: Apache-2.0
"""A person at a browser without scripts who uses only the keyboard."""

import contextlib

from playwright.sync_api import TimeoutError as NothingHappened
from playwright.sync_api import expect

#: No page of the tests has more links, buttons and fields.
MOST_TABS = 120


class KeyboardPerson:
    """One profile of a browser."""

    def __init__(self, browser, width, **options):
        self.tab = browser.tab(width, java_script_enabled=False, **options)
        # Only servers of the test: the provider's page refers to a style sheet elsewhere.
        self.tab.context.route("**/*", lambda route: route.continue_() if is_local(route.request.url) else route.abort())

    def open(self, address, heading):
        self.tab.goto(address)
        self.sees(heading)

    def sees(self, heading):
        expect(self.tab.get_by_role("heading", level=1)).to_have_text(heading)

    def reach(self, target):
        """Presses Tab until an element has the focus."""
        expect(target).to_be_visible()
        for _ in range(MOST_TABS):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.tab.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {target}")

    def write(self, label, text):
        self.reach(self.tab.get_by_label(label, exact=True))
        self.tab.keyboard.type(text)

    def press(self, role, name, heading=None, within=None):
        """Presses Enter at a link or a button, perhaps of one navigation, and waits for the page after it."""
        place = self.tab.get_by_role("navigation", name=within, exact=True) if within else self.tab
        self.reach(place.get_by_role(role, name=name, exact=isinstance(name, str)))
        self.tab.keyboard.press("Enter")
        if heading:
            self.sees(heading)

    def choose_file(self, label, file):
        self.reach(self.tab.get_by_label(label, exact=True))
        self.dialog_for_files().set_files(file)

    def dialog_for_files(self):
        """Presses Space until the dialog opens: on a busy machine, Chromium sometimes ignores the key."""
        for _ in range(3):
            with contextlib.suppress(NothingHappened):
                with self.tab.expect_file_chooser(timeout=5_000) as chooser:
                    self.tab.keyboard.press("Space")
                return chooser.value
        raise AssertionError("no dialog opens")

    def download(self, name):
        """Presses a button that downloads a file: the file."""
        self.reach(self.tab.get_by_role("button", name=name, exact=True))
        with self.tab.expect_download() as download:
            self.tab.keyboard.press("Enter")
        return download.value

    @property
    def text(self):
        return " ".join(self.tab.get_by_role("main").inner_text().split())


def is_local(url):
    return url.startswith(("http://127.0.0.1:", "http://localhost:", "data:", "blob:"))
