# SPDX-License-Identifier: Apache-2.0
"""What scripts/serve is for: somebody who has just started it invites themselves and accepts, in one browser, by clicking."""

import pytest
from newcomers import accept, click, invite, open_mail, serving, sign_in
from worlds import BIN, ROOT

pytest.importorskip("playwright", reason="playwright is not installed: scripts/install --tests")
from browsers import faults  # noqa: E402


def bar(tab):
    """Which step comes next, in the bar above the page, and which are done."""
    box = tab.locator("#development").bounding_box()
    assert box["y"] == 0 and box["height"] < 48, "one thin line"
    left, right = tab.locator("#development").evaluate(
        "bar => [bar.firstElementChild.getBoundingClientRect().left, innerWidth - bar.lastElementChild.getBoundingClientRect().right]")
    assert abs(left - right) < 2, "in the middle of the window"
    assert tab.locator("#development > a").all_inner_texts() == ["Inbox", "Overview"]
    [step] = tab.locator("#development [aria-current=step]").all()
    assert step.locator("a, button").is_visible(), "the step leads to where it is done"
    return step.text_content().strip(), tab.locator("#development [aria-label=Done]").count()


@pytest.mark.parametrize("width", [390, 1280])
def test_a_newcomer_invites_themselves_and_accepts(tmp_path, browser, width):
    with serving(ROOT, BIN, tmp_path) as (url, admin):
        tab = browser.tab(width)
        tab.goto(url)
        assert bar(tab) == ("1 Be the trainer", 0)
        sign_in(tab, url, admin)
        assert bar(tab) == ("2 Invite somebody", 1)
        tab.goto(url)
        assert bar(tab) == ("2 Invite somebody", 1) and tab.locator(".steps .button:visible").all_inner_texts() == ["Invite client"]
        tab.goto(url + "/clients")
        invite(tab, "Robin", "robin@example.com")
        assert bar(tab) == ("3 Open the email", 2)
        page = open_mail(tab, url, "Robin")
        assert bar(page) == ("4 Accept the invitation", 3)
        accept(page, "Robin", "a better password")
        click(page, "link", "Your account")
        page.get_by_role("heading", name="Your account").wait_for()
        assert "robin@example.com" in page.get_by_role("main").inner_text()

        # One click signs in as the trainer, from any page, also one of the functions.
        assert bar(page) == ("5 See the result", 4)
        page.locator("#development button").click()
        page.get_by_role("heading", name="Your clients").wait_for()
        tab.goto(url)
        assert tab.locator(".steps > .done").count() == 4 and bar(tab) == ("5 See the result", 4)
        assert tab.locator(".steps .button:visible").all_inner_texts() == ["Sign in as the trainer"]
        sign_in(tab, url, admin)
        assert bar(tab) == ("Put it in your app", 5)
        invite(tab, "Alex", "alex@example.com")
        assert bar(tab) == ("Put it in your app", 5), "a second invitation does not begin the steps anew"
        tab.goto(url + "/clients")
        assert "Accepted" in tab.locator("tr").filter(has_text="robin@example.com").inner_text()
        assert [text for text in tab.complaints if "Clear-Site-Data" not in text] == []
        tab.context.close()


def test_the_button_works_from_the_other_name_of_this_machine(tmp_path, browser):
    with serving(ROOT, BIN, tmp_path) as (url, admin):
        tab = browser.tab(1280)
        sign_in(tab, url.replace("127.0.0.1", "localhost"), admin)
        assert tab.url.startswith(url), "the cookie is of the address of the pages"
        tab.context.close()


@pytest.mark.parametrize("path", ["", "inbox", "theme"])
def test_the_pages_for_development_have_no_accessibility_or_layout_fault(tmp_path, browser, path):
    with serving(ROOT, BIN, tmp_path) as (url, _):
        for width in (320, 1280):
            tab = browser.tab(width)
            tab.goto(f"{url}/{path}")
            # Frames show pages and mails, which have tests of their own. Their sandbox keeps axe out.
            tab.evaluate("document.querySelectorAll('iframe').forEach(frame => frame.remove())")
            for scheme in ("light", "dark"):
                # Links in running text are lower than a finger.
                assert [fault for fault in faults(tab, scheme) if "too low" not in fault] == [], (path, width, scheme)
            tab.context.close()


def test_the_overview_copies_what_is_typed_elsewhere(tmp_path, browser):
    with serving(ROOT, BIN, tmp_path) as (url, admin):
        tab = browser.tab(1280)
        tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
        tab.goto(url)
        tab.get_by_text("Or type the email and the password").click()
        tab.get_by_role("button", name="Copy: Password").click()
        tab.get_by_role("button", name="Copied: Password").wait_for()
        assert tab.evaluate("navigator.clipboard.readText()") == admin["password"]
        tab.get_by_role("button", name="Copy: Commands").click()
        tab.get_by_role("button", name="Copied: Commands").wait_for()
        assert tab.evaluate("navigator.clipboard.readText()").startswith(f"url={url}\n") and tab.complaints == []
        tab.context.close()
        tab = browser.tab(1280, java_script_enabled=False)
        tab.goto(url)
        tab.get_by_text("Or type the email and the password").click()
        assert not tab.locator(".copy").count() and admin["password"] in tab.locator(".steps").inner_text(), "nothing needs it"
        tab.context.close()
