# SPDX-License-Identifier: Apache-2.0
"""The preview of the theme in `vestibule serve --inbox`: every page and mail, with the logo, colour and texts of the policy."""

import html
import json
import re
import urllib.parse

import pytest
from browsers import Browser
from runners import Web
from worlds import ROOT

PAGES = ROOT / "templates/pages"
#: Of what somebody does, and not of what the page is about.
BESIDES = {"isSignedIn", "isOfInviter", "isWide", "isInvitee", "isInviter", "isVerified", "isSearch", "isDesktop"}


@pytest.fixture
def web(served):
    return Web(None, served[1])


def frames(web, query=""):
    """The URLs of the frames of the overview."""
    shown = web.request("GET", f"/theme{query}")
    assert shown.status == 200, shown.body
    return [html.unescape(url) for url in re.findall(r'<iframe title="[^"]+" src="([^"]+)"', shown.body.decode())]


def test_every_page_has_examples_of_all_its_sections():
    for structure in PAGES.glob("*/structure.html"):
        examples = json.loads((structure.parent / "examples.json").read_text())
        text = re.sub(r"\{\{#(?!is)(\w[\w.]*)\}\}.*?\{\{/\1\}\}", "", structure.read_text(), flags=re.DOTALL)
        sections = set(re.findall(r"^\{\{#(is\w+)\}\}", text, re.MULTILINE)) - BESIDES
        shown = {name for example in examples.values() for name, value in example.items() if value is True}
        assert sections <= shown, f"{structure.parent.name}: no example has {sections - shown}"


def test_every_example_and_every_mail_is_shown_in_a_language(web):
    urls = frames(web, "?locale=de")
    examples = [(page.parent.name, state) for page in PAGES.glob("*/examples.json") for state in json.loads(page.read_text())]
    asked = [dict(urllib.parse.parse_qsl(url.split("?")[1])) for url in urls]
    pages = [(it["page"], it["state"]) for it in asked if "page" in it]
    assert pages[:2] == [("invite", "pending"), ("clients", "list")], "at a glance"
    assert sorted(pages[2:]) == sorted(examples)
    assert {it["mail"] for it in asked if "mail" in it} >= {"invitation", "reset-password", "account-locked", "join-request"}
    for url in urls:
        answer = web.request("GET", "/" + url)
        assert answer.status == 200 and b"{{" not in answer.body, (url, answer.body)
        assert "frame-ancestors 'self'" in answer.headers["content-security-policy"]
        if "page=" in url:
            assert b'lang="de"' in answer.body, url


def test_the_index_leads_to_every_page_and_mail_in_a_group(web):
    shown = web.request("GET", "/theme").body.decode()
    index = re.search('<nav aria-label="Pages and mails">.*?</nav>', shown, re.DOTALL)[0]
    groups = re.findall(r'<dt><a href="#([\w-]+)">([^<]+)</a></dt>', index)
    assert [title for _, title in groups] == [
        "Invitation", "Sign-in", "Account", "Client list", "Errors", "Mails: invitations", "Mails: notices to inviters",
        "Mails: sign-in and account", "Mails: security notices"], "a new page has its group in ThemeIndex.swift"
    for target in re.findall(r'href="#([^"]+)"', index):
        assert shown.count(f' id="{target}"') == 1, target
    pages = {structure.parent.name for structure in PAGES.glob("*/structure.html")}
    assert set(re.findall(r'href="#page-([\w-]+)"', index)) == pages
    kinds = {structure.parent.name for structure in (ROOT / "templates/mail").glob("*/structure.mustache")}
    assert set(re.findall(r'href="#mail-([\w-]+)">(?!Mails:)', index)) == kinds


def test_each_page_says_what_it_is_for_and_each_mail_has_its_subject(web):
    shown = html.unescape(web.request("GET", "/theme?locale=de").body.decode())
    groups = re.findall(r'<h3>[a-z-]*</h3> <span>[^<]{20,} \d+ states?\.</span></summary>\n<div class="[^"]*" id="page-', shown)
    assert len(groups) == len(list(PAGES.glob("*/structure.html")))
    assert re.search(r">new-device</a> Neue Anmeldung in deinem Konto", shown)


def test_every_class_of_a_page_has_its_rules_and_few_pages_have_more_than_12_kilobytes(web):
    pages, rules = {}, {}
    for query in frames(web, "?locale=en"):
        if "page=" in query:
            answer = web.request("GET", f"/{query}")
            assert answer.status == 200
            content = answer.body.decode()
            style = "".join(re.findall("<style>(.*?)</style>", content, re.DOTALL))
            pages[query] = {name for names in re.findall('class="([^"]*)"', content) for name in names.split()}, len(content)
            rules[query] = set(re.findall(r"\.([a-z][a-z-]*)(?=[^{}]*\{)", style))
    known = set().union(*rules.values())
    assert len(pages) > 150
    assert {query: names & known - rules[query] for query, (names, _) in pages.items() if names & known - rules[query]} == {}
    large = {re.search("page=([a-z-]+)", query)[1] for query, (_, size) in pages.items() if size > 12 * 1024}
    assert large <= {"clients", "client", "members", "security", "sign-in", "sign-up", "accept", "account"}


def test_a_policy_without_a_logo_is_shown_with_a_sample(web):
    shown = web.request("GET", "/theme").body.decode()
    assert "The logo is a sample" in shown
    for query in ("page=invite&state=pending", "mail=invitation"):
        assert b'src="data:image/svg+xml,' in web.request("GET", f"/theme?{query}&locale=en").body
        assert b'src="data:image/svg' not in web.request("GET", f"/theme?{query}&locale=en&logo=none").body
    assert all("logo=none" in url for url in frames(web, "?logo=none"))


@pytest.fixture
def blue(tmp_path):
    """A policy with a theme, for the server that starts next."""
    policy = json.loads((ROOT / "templates/policies/pfa.json").read_text())
    policy["app"] |= {"name": "Blue Gym", "accentColor": "#123456", "logoURL": "https://blue.example/logo.png"}
    (tmp_path / "data").mkdir()
    (tmp_path / "data/policy.json").write_text(json.dumps(policy))


def test_the_theme_is_that_of_the_policy(blue, web):
    page = web.request("GET", "/theme?page=invite&state=pending&locale=en").body.decode()
    assert "Blue Gym" in page and "#123456" in page and "https://blue.example/logo.png" in page
    mail = web.request("GET", "/theme?mail=invitation&locale=en").body.decode()
    assert "Blue Gym" in mail and "https://blue.example/logo.png" in mail
    assert "sample" not in web.request("GET", "/theme").body.decode().lower().replace("a sample of", "")


def test_times_and_messages_of_examples_are_in_the_language(web):
    def shown(page, language):
        # A date stays on one line.
        return web.request("GET", f"/theme?page={page}&locale={language}").body.decode().replace("\u00a0", " ")

    for language, days in (("en", "3 days ago"), ("de", "vor 3 Tagen"), ("es", "hace 3 días")):
        assert days in shown("clients&state=list", language)
    german = shown("invite&state=pending", "de")
    assert "27. Dezember 2026" in german and "December" not in german
    refused = web.request("GET", "/theme?page=sign-in&state=asked.wrong&locale=de").body.decode()
    assert json.loads((ROOT / "templates/messages/de.json").read_text())["errors"]["auth/invalid-credential"] in html.unescape(refused)


def test_it_changes_nothing_and_refuses_what_is_not_there(web):
    assert web.request("POST", "/theme").status == 405
    for query in ("page=invite&state=other", "page=../mail&state=pending", "page=none&state=pending"):
        assert web.request("GET", f"/theme?{query}").status == 404
    assert frames(web, "?locale=xx&scheme=none&mail=none") == frames(web, "?locale=en")


def opened(tab, title):
    """Opens the group of a frame."""
    tab.locator(f"details:has(iframe[title='{title}'])").first.evaluate("group => { group.open = true; }")


def test_frames_are_dark_where_the_overview_says_so(served):  # noqa: F811
    with Browser() as browser:
        # Playwright gives every frame its own scheme, unless it is told not to.
        tab, colours = browser.tab(width=1280, color_scheme="null"), set()
        for scheme in ("light", "dark"):
            tab.goto(f"http://127.0.0.1:{served[1]}/theme?locale=en&scheme={scheme}")
            opened(tab, "asked")
            tab.locator("iframe[title='asked']").first.scroll_into_view_if_needed()
            frame = tab.frame_locator("iframe[title='asked']").first
            colours.add(frame.locator("body").evaluate("body => getComputedStyle(body).backgroundColor"))
    assert len(colours) == 2, colours


@pytest.mark.parametrize("chosen, width", [("Phone", 390), ("Desktop", 1280)])
def test_frames_are_as_wide_as_a_phone_or_a_desktop(served, chosen, width):  # noqa: F811
    with Browser() as browser:
        tab = browser.tab(width=1440)
        tab.goto(f"http://127.0.0.1:{served[1]}/theme?locale=de&scheme=dark")
        tab.get_by_role("link", name=chosen, exact=True).click()
        assert tab.locator("main [aria-current]").all_inner_texts() == ["de", "Dark", chosen, "Sample logo"]
        opened(tab, "pending")
        assert tab.locator("iframe[title='pending']").first.bounding_box()["width"] == width


def test_the_theme_is_short_and_the_index_opens_what_it_names(served):  # noqa: F811
    with Browser() as browser:
        tab = browser.tab(width=1280)
        tab.goto(f"http://127.0.0.1:{served[1]}/theme")
        assert tab.evaluate("document.documentElement.scrollHeight") < 8000 and tab.locator("details[open]").count() == 0
        for link in ("accept", "new-device", "Mails: invitations"):
            tab.get_by_role("navigation", name="Pages and mails").get_by_role("link", name=link, exact=True).click()
        assert tab.locator("details[open]").count() == 3 and tab.locator("#mail-new-device").is_visible()


def test_the_theme_shows_its_colors_with_their_contrast(blue, web):
    shown = web.request("GET", "/theme").body.decode()
    swatches = re.findall(r"<span>(\w+) <code>(#[0-9a-f]{6})</code></span><span>([\d.]+):1</span>", shown)
    assert [name for name, _, _ in swatches] == ["Button", "Pressed", "Link"] * 2 and swatches[0][1] == "#123456"
    assert all(float(contrast) >= 4.5 for _, _, contrast in swatches)
