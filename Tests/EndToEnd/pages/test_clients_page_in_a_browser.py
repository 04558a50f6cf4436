# SPDX-License-Identifier: Apache-2.0
"""The pages of inviters in Chromium: accessibility, width, and the upload of a file by the keyboard."""

import pytest
from browsers import Browser, faults_of
from client_lists import LIST, clients, every_state, token, world  # noqa: F401 (fixtures)
from people import verified
from runners import lighttpd


@pytest.fixture(scope="module")
def browser():
    with Browser() as browser:
        yield browser


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_no_page_has_a_fault(world, token, browser, language):
    for name, page in every_state(world, language).items():
        assert faults_of(browser, page, language) == [], name


def test_a_trainer_uploads_a_list_by_the_keyboard_without_scripts(world, browser, tmp_path):
    verified(world, "ada", role="admin", displayName="Ada")
    file = tmp_path / "clients.csv"
    file.write_bytes(LIST.encode("utf-16"))
    with lighttpd(world, PUBLIC_URL=None) as web:
        tab = browser.tab(390, java_script_enabled=False)
        tab.goto(f"http://127.0.0.1:{web.port}/clients")
        tab.locator("#email").fill("ada@example.com")
        tab.get_by_label("Password").fill("correct horse battery")
        tab.keyboard.press("Enter")
        tab.get_by_role("link", name="Invite several").focus()
        tab.keyboard.press("Enter")
        tab.get_by_label("File").set_input_files(file)
        tab.get_by_role("button", name="Check the list").focus()
        tab.keyboard.press("Enter")
        tab.get_by_role("heading", name="Lines with errors (4)").wait_for()
        assert clients(world) == []
        tab.get_by_role("button", name="Invite these clients (2)").focus()
        tab.keyboard.press("Enter")
        tab.get_by_text("Invited clients: 2").wait_for()
        assert [row["name"] for row in clients(world)] == ["Ann", "Kim Müller"]
        tab.get_by_role("link", name="Back to your clients").focus()
        tab.keyboard.press("Enter")
        tab.get_by_role("link", name="Kim Müller").wait_for()
        tab.close()
