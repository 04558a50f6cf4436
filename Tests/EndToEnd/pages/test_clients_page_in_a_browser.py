# SPDX-License-Identifier: Apache-2.0
"""The pages of inviters in Chromium: accessibility, width, and the upload of a file by the keyboard."""

import pytest
from browsers import faults, faults_of
from client_lists import LIST, RULES, clients, every_state, invite
from people import verified
from runners import lighttpd

pytestmark = pytest.mark.policy(RULES)


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_no_page_has_a_fault(world, token, browser, language):
    for name, page in every_state(world, language).items():
        assert faults_of(browser, page, language) == [], name


def test_a_phone_shows_each_column_and_says_what_it_is(world, visitor, browser):
    invite(visitor)
    tab = browser.show(visitor.get("/clients"), 320)
    row = tab.get_by_role("row").filter(has=tab.get_by_role("rowheader", name="Kim"))
    sent = row.get_by_role("cell").nth(3)
    assert sent.is_visible() and str(sent.inner_text()).strip()
    assert "Sent: " in sent.evaluate("cell => getComputedStyle(cell, '::before').content")
    assert tab.get_by_role("columnheader").all_inner_texts() == ["Name", "Email", "Status", "Last sign-in", "Sent", "Actions"]
    tab = browser.show(visitor.page, 1280)
    assert tab.get_by_role("cell").nth(3).evaluate("cell => getComputedStyle(cell, '::before').content") == "none"
    assert tab.get_by_role("columnheader", name="Sent", exact=True).is_visible()


#: Names as long as real ones.
PEOPLE = [("Maximilian Schneider-Hoffmann", "maximilian.schneider@example.com"), ("María Fernanda Castellanos", "maria.castellanos@example.org"),
          ("Christopher Montgomery", "christopher@example.com"), ("Anna-Katharina Müller", "anna@example.com")]
ON_ONE_LINE = """() => [...document.querySelectorAll(".badge, .people .action, .people button")].filter(shown => {
  const range = document.createRange();
  range.selectNodeContents(shown);
  return new Set([...range.getClientRects()].map(({top}) => Math.round(top / 4))).size > 1;
}).map(shown => shown.textContent)"""
#: Whether each state stands next to its name, which may have several lines.
NEXT_TO_THE_NAME = """() => [...document.querySelectorAll(".people tbody tr")].every(
  ({cells: [name, , state]}) => Math.abs(name.getBoundingClientRect().top - state.getBoundingClientRect().top) < 24)"""


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_states_and_buttons_stay_on_one_line_of_a_phone(world, visitor, browser, language):
    visitor.language = language
    for name, address in PEOPLE:
        invite(visitor, name, email=address)
    world.rows("UPDATE invitations SET delivery = 'bounced' WHERE email LIKE 'maria%'")
    world.rows("UPDATE invitations SET status = 'accepted', accepted_at = sent_at WHERE email LIKE 'chris%'")
    world.age("invitations", "expires_at", 60 * 86_400, "email LIKE 'anna%'")
    for address in ("/clients", "/clients?undelivered=yes", "/clients?view=report", "/clients?view=requests", "/clients?view=links"):
        tab = browser.show(visitor.get(address), 360)
        assert faults(tab) == [] and tab.evaluate(ON_ONE_LINE) == [] and tab.evaluate(NEXT_TO_THE_NAME), address
        assert len({round(one.bounding_box()["y"]) for one in tab.locator(".tabs a").all()}) == 1, "the tabs are one line"


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_five_tabs_and_the_menu_are_one_line_each(world, visitor, browser, language):
    visitor.language = language
    world.policy({**RULES, "teams": "on", "invitation": {"roles": ["client", "admin"]}})
    tab = browser.show(visitor.get("/clients?view=team"), 360)
    for place, count in ((".tabs a", 5), (".top nav a", 4)):
        links = tab.locator(place).all()
        assert len(links) == count and len({round(one.bounding_box()["y"]) for one in links}) == 1, place
    assert faults(tab) == []


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_the_tabs_of_a_small_phone_are_as_high_as_a_finger_and_legible(world, visitor, browser, language):
    visitor.language = language
    world.policy({**RULES, "teams": "on", "invitation": {"roles": ["client", "admin"]}})
    tab = browser.show(visitor.get("/clients?view=report"), 320)
    boxes = [(one.bounding_box(), one.evaluate("tab => parseFloat(getComputedStyle(tab).fontSize)")) for one in tab.locator(".tabs a").all()]
    assert len(boxes) == 5 and len({round(box["y"]) for box, _ in boxes}) == 1, "one row, which scrolls sideways"
    for box, size in boxes:
        assert box["height"] >= 44 and box["width"] >= 44 and size >= 14, box
    current = tab.locator(".tabs [aria-current]")
    current.focus()
    box = current.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 320, "the focus is seen"
    menu = [one.evaluate("link => parseFloat(getComputedStyle(link).fontSize)") for one in tab.locator(".top nav a, .picture text").all()]
    assert menu and min(menu) >= 14
    assert faults(tab) == []


#: Buttons that stand below each other and are not equally wide.
UNEQUAL = """() => [...document.querySelectorAll(".choices, .stack")].flatMap(row => {
  const boxes = [...row.querySelectorAll("button, .button")].map(one => one.getBoundingClientRect()).filter(box => box.width);
  const rows = new Set(boxes.map(box => Math.round(box.top)));
  return rows.size > 1 && new Set(boxes.map(box => Math.round(box.width))).size > 1 ? [row.innerText] : [];
})"""


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_buttons_below_each_other_are_equally_wide(world, token, browser, width):
    for name, page in every_state(world, "es").items():
        assert browser.show(page, width).evaluate(UNEQUAL) == [], name


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_a_word_that_is_longer_than_its_column_is_broken(world, visitor, browser, width):
    for letters in (42, 200):
        invite(visitor, "Kim", email=f"kim{letters}@example.com")
        world.rows("UPDATE clients SET name = ? WHERE email = ?", ("K" * letters, f"kim{letters}@example.com"))
    invite(visitor, "Ann", email=f"{'a' * 60}@{'b' * 60}.example.com")
    tab = browser.show(visitor.get("/clients"), width)
    assert faults(tab) == [] and tab.evaluate(ON_ONE_LINE) == []
    assert tab.evaluate("() => document.querySelector('.people').scrollWidth <= document.querySelector('main').clientWidth")
    if width == 1280:
        columns = [one.bounding_box()["width"] for one in tab.locator(".people thead th").all()]
        assert columns[0] > 150 and columns[1] > 150, columns


def test_a_wide_list_is_sorted_by_its_headings(world, visitor, browser):
    for name in ("Zoe", "Ann", "Kim"):
        invite(visitor, name)
    tab = browser.show(visitor.get("/clients"), 1280)
    assert tab.locator("[aria-sort]").count() == 0 and not tab.get_by_text("Sort by:").is_visible()
    address = tab.get_by_role("columnheader").get_by_role("link", name="Name").get_attribute("href")
    tab = browser.show(visitor.get(address), 1280)
    assert tab.get_by_role("rowheader").all_inner_texts() == ["Ann", "Kim", "Zoe"]
    assert tab.get_by_role("columnheader", name="Name").get_attribute("aria-sort") == "ascending"
    tab = browser.show(visitor.page, 360)
    assert not tab.get_by_role("columnheader").get_by_role("link").count(), "a phone has no headings to press"


@pytest.mark.parametrize("width", [360, 1280])
def test_buttons_next_to_each_other_have_one_height_and_filters_are_as_high_as_a_finger(visitor, browser, width):
    tab = browser.show(visitor.get("/clients?view=invite"), width)
    boxes = [(one.bounding_box()["height"], one.evaluate(
        "button => { const range = document.createRange(); range.selectNodeContents(button); "
        "return range.getBoundingClientRect().top - button.getBoundingClientRect().top; }")) for one in tab.locator(".choices > *").all()]
    assert len(boxes) == 2 and len(set(boxes)) == 1, boxes
    invite(visitor)
    tab = browser.show(visitor.get("/clients?query=Kim"), width)
    assert {one.bounding_box()["height"] for one in tab.locator(".filters a").all()} == {44}


def test_a_phone_shows_the_clients_first(world, visitor, browser):
    for name in ("Ann", "Kim"):
        invite(visitor, name)
    tab = browser.show(visitor.get("/clients"), 360)
    tools, field = tab.locator("summary"), field_of(tab)
    assert not field.is_visible() and not tab.get_by_role("link", name="Invite several").is_visible(), "what is used less often waits"
    first = tab.get_by_role("link", name="Ann").bounding_box()
    assert first["y"] + first["height"] < 480, "the first client is on the first screen of a phone, below the filters"
    tools.click()
    assert field.is_visible()
    assert tab.get_by_role("link", name="Invitation sent 2").is_visible() and tab.get_by_role("link", name="Last sign-in").is_visible()
    tab = browser.show(visitor.get("/clients?query=Ann"), 360)
    assert field_of(tab).is_visible(), "a search stays open"
    tab = browser.show(visitor.get("/clients"), 1280)
    assert field_of(tab).is_visible() and not tab.locator("summary").is_visible(), "a desk has room for the search"
    assert tab.get_by_role("link", name="Invite several").is_visible()
    assert "Invite several" in visitor.get("/clients?view=invite").text, "a phone finds it where one is invited"


def field_of(tab):
    return tab.get_by_label("Name or email")


def test_a_link_is_copied_or_selected(world, visitor, browser):
    visitor.get("/clients?view=links")
    tab = browser.show(visitor.submit("create-link", linkName="Course"), 390)
    status, button = tab.get_by_role("status"), tab.get_by_role("button", name="Copy link")
    assert status.inner_text() == ""
    tab.evaluate("() => { navigator.clipboard.writeText = async text => { window.copied = text } }")
    button.click()
    status.filter(has_text="Copied.").wait_for()
    link = tab.locator("[data-copied]").inner_text()
    assert tab.evaluate("() => window.copied") == link
    tab.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')) }")
    button.click()
    tab.wait_for_function("() => getSelection().toString() !== ''")
    assert tab.evaluate("() => getSelection().toString()") == link and status.inner_text() == "" and tab.complaints == []


def test_a_link_is_shared_where_the_browser_can_and_its_qr_code_is_there(world, visitor, browser):
    visitor.get("/clients?view=links")
    page = visitor.submit("create-link", linkName="Course")
    tab = browser.show(page, 390)
    copy, share = tab.get_by_role("button", name="Copy link"), tab.get_by_role("button", name="Share link")
    assert copy.is_visible() and not copy.get_attribute("class") and not share.is_visible(), "this Chromium shares nothing"
    assert tab.get_by_role("img", name="QR code of the link").is_visible() and faults(tab) == []
    tab.add_init_script("navigator.share = async data => { window.shared = data.url }")
    tab = browser.show(page, 390)
    tab.get_by_role("button", name="Share link").click()
    assert tab.evaluate("() => window.shared") == tab.locator("[data-copied]").inner_text() and tab.complaints == []
    browser.tabs.pop(390).context.close()


def test_without_scripts_a_link_is_there_to_be_selected(world, visitor, browser):
    visitor.get("/clients?view=links")
    page = visitor.submit("create-link", linkName="Course")
    tab = browser.tab(390, java_script_enabled=False)
    tab.set_content(page.html)
    link = tab.locator("[data-copied]")
    assert link.is_visible() and link.inner_text() in page.text and not tab.get_by_role("button", name="Copy link").is_visible()
    tab.context.close()


def test_a_trainer_uploads_a_list_by_the_keyboard_without_scripts(world, browser, tmp_path):
    verified(world, "ada", role="admin", displayName="Ada")
    file = tmp_path / "clients.csv"
    file.write_bytes(LIST.encode("utf-16"))
    with lighttpd(world, PUBLIC_URL=None) as web:
        tab = browser.tab(390, java_script_enabled=False)
        tab.goto(f"http://127.0.0.1:{web.port}/clients")
        tab.locator("#email").fill("ada@example.com")
        tab.get_by_label("Password", exact=True).fill("correct horse battery")
        tab.keyboard.press("Enter")
        tab.get_by_role("link", name="Invite several").focus()
        tab.keyboard.press("Enter")
        tab.get_by_label("File").set_input_files(file)
        tab.get_by_role("button", name="Check the list").focus()
        tab.keyboard.press("Enter")
        tab.get_by_role("heading", name="Lines with errors (4)").wait_for()
        assert clients(world) == []
        tab.get_by_role("button", name="Invite 2 clients").focus()
        tab.keyboard.press("Enter")
        tab.get_by_text("2 clients invited").wait_for()
        assert [row["name"] for row in clients(world)] == ["Ann", "Kim Müller"]
        tab.get_by_role("link", name="Back to your clients").focus()
        tab.keyboard.press("Enter")
        tab.get_by_role("link", name="Kim Müller").wait_for()
        tab.close()
