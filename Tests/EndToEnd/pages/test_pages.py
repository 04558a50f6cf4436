# SPDX-License-Identifier: Apache-2.0
"""Properties of every page: languages, escaping, content security, and that opening a page changes nothing."""

import base64
import hashlib
import json
import re
import sqlite3
import subprocess
from urllib.parse import urlsplit

import pytest
from page_codes import NEW, code_of_account, invited, inviter
from page_gallery import gallery
from pages import APP, FUNCTIONS, LANGUAGES, PAGES, ROUTES, page_policy, see, site
from people import granted
from worlds import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.policy(page_policy())]


def content(world):
    """Everything in the database."""
    with sqlite3.connect(world.database) as rows:
        return list(rows.iterdump())


@pytest.mark.parametrize("language, heading, name", [
    ("de-AT,de;q=0.9", "Ada Byron hat dich eingeladen", "de"), ("es", "Ada Byron te ha invitado", "es"), ("fr", "Ada Byron has invited you", "en"),
    ("fr,de;q=0.5", "Ada Byron hat dich eingeladen", "de"), (None, "Ada Byron has invited you", "en")])
def test_the_page_is_in_the_language_of_the_browser(world, language, heading, name):
    _, _, code, _ = invited(world)
    page = see(world, "invite-page", language, code=code)
    assert page.heading == heading and page.parsed.all("html") == [{"lang": name, "dir": "ltr"}]


# Every page


def test_the_gallery_shows_every_section_of_every_page(world):
    shown, states = {}, gallery(world)
    missing = PAGES - {function for function, _ in states.values()}
    assert not missing, f"pages.py: gallery has no state of {missing}"
    for function, data in states.values():
        page = re.sub("-(page|form|confirm)$", "", function)
        shown.setdefault(page, set()).add(see(world, function, **data).heading)
    for page, headings in shown.items():
        for language in LANGUAGES:
            heading = json.loads((ROOT / f"templates/pages/{page}/words.{language}.json").read_text())["heading"]
            assert len(re.findall(r"[^{}]+{{/", heading)) == len(headings), (page, language, headings)


def test_every_state_of_every_page_is_complete_in_every_language(world):
    for state, (function, data) in gallery(world).items():
        is_good = state.split(".")[1] in (
            "pending", "asked", "done", "shown", "new-address", "deleted", "dropped", "agreed", "agreed-before", "refused",
            "address-asked", "sent", "withdrawn", "not-needed", "asked-by-link", "done-by-link", "open", "approval", "done-without-password",
            "done-unreachable")
        done = is_good and function.endswith(("-form", "-confirm")) and state not in (
            "reset-password.sent", "guardian.refused", "not-me.done-unreachable", "decline.done")
        titles = set()
        for language in LANGUAGES:
            page = see(world, function, language, **data)
            parsed = page.parsed
            assert page.exit == 0 and (page.status == 200) == is_good, (state, page.status, "is_good names the states with status 200")
            assert [root["lang"] for root in parsed.all("html")] == [language]
            for landmark in ("header", "main", "footer", "h1"):
                assert len(parsed.all(landmark)) == 1, (state, landmark)
            assert page.heading and page.text.replace(page.heading, "").strip(), f"{state} says nothing in {language}"
            title = parsed.text("title")
            assert title.endswith(f"{page.heading} - PFA"), title
            titles.add(page.heading)
            metas = {meta.get("name"): meta.get("content") for meta in parsed.all("meta")}
            assert metas["referrer"] == "no-referrer" and metas["robots"] == "noindex" and "{{" not in page.html
            assert ('class="tick"' in page.html) == done
            has_ended = page.status != 200 and state not in ("reset-password.weak", "restore-account.in-app") or state in (
                "guardian.refused", "guardian.withdrawn", "guardian.not-needed", "not-me.done-unreachable", "decline.done")
            assert ('class="mark' in page.html) == has_ended, (state, "what has ended, or needs attention, has a mark of its own")
        assert len(titles) == 3, (state, titles)


def sentences(text):
    """The sentences of a page: what stands between its tags."""
    html = text.split("<main>")[1].split("</main>")[0]
    return {line.strip() for line in re.sub(r"<(style|script)>.*?</\1>|<[^>]*>", "\n", html, flags=re.S).split("\n")
            if len(line.split()) > 3}


def test_no_page_has_a_sentence_of_another_language(world):
    """Also where the same form was sent in another language before, so its answer is remembered."""
    for state, (function, data) in gallery(world).items():
        english = sentences(see(world, function, "en", **data).html)
        for language in ("de", "es"):
            shared = english & sentences(see(world, function, language, **data).html)
            assert shared == set(), (state, language)


SCRIPT, COPY = (re.findall(r"<script>(.*?)</script>", (ROOT / f"templates/pages/partials/{name}.html").read_text(), re.S)
                for name in ("show-password", "copy"))


def digest(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_a_page_contains_its_style_and_loads_nothing(world):
    for function, data in gallery(world).values():
        page = see(world, function, **data)
        [style] = re.findall(r"<style>(.*?)</style>", page.html, re.S)
        # Only a field for a password, which can be shown, and a link, which can be copied, have a script.
        scripts = SCRIPT if 'type="password"' in page.html else COPY if "data-copied" in page.html else []
        assert re.findall(r"<script>(.*?)</script>", page.html, re.S) == scripts and len(page.parsed.all("script")) == len(scripts)
        allowed = "".join(f" script-src 'sha256-{digest(script)}';" for script in scripts)
        assert page.csp == (f"default-src 'none'; style-src 'sha256-{digest(style)}';{allowed} img-src data:; form-action 'self'; "
                            "base-uri 'none'; frame-ancestors 'none'")
        assert not {tag for tag, _ in page.parsed.elements} & {"img", "iframe", "object", "base"}
        [icon] = page.parsed.all("link")
        assert icon["rel"] == "icon" and icon["href"].startswith("data:image/svg+xml,")
        for _, attributes in page.parsed.elements:
            assert not [name for name in attributes if name.startswith("on") or name in ("style", "src", "srcset")]
        assert re.findall(r"url\((.{12})", style) == ['"data:image/'] and "@import" not in style, "only the icon, which it contains"


def test_a_page_sends_no_code_to_another_site(world):
    for state, (function, data) in gallery(world).items():
        page = see(world, function, **data)
        secrets = [value for name, value in data.items() if name in ("code", "token", "newPassword")]
        for link in page.parsed.links:
            url = urlsplit(link)
            if url.scheme != "pfa" and (url.scheme or url.netloc):
                assert not [secret for secret in secrets if secret in link], (state, link)
        forms = [form for form in page.parsed.all("form") if form != {"action": "invite", "method": "get"}]
        assert not [form for form in forms if "//" in form["action"] or form["method"] != "post"]


def test_opening_pages_repeatedly_changes_nothing(world):
    states = {state: opened for state, opened in gallery(world).items() if opened[0].endswith("-page")}
    # The first look at an invitation is counted.
    for function, data in states.values():
        see(world, function, **data)
    before = content(world)
    for function, data in [*states.values()] * 3:
        see(world, function, **data)
        world.run(function, data, id="1", source="/server")
    assert content(world) == before


HOSTILE = ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' autofocus onfocus='alert(1)", "{{code}}{{{message}}}",
           "\u0600<b>bold</b>", "</title><h1>hi</h1>", "</style><style>*{display:none}</style>", "&lt;b&gt;", "ا" * 50]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_escaped(world, name):
    world.policy(page_policy(app={**APP, "name": name, "tagline": name}))
    token = inviter(world, name)
    code = world.run("send-invitation", {"client": {"name": name, "email": "kim@example.com"}, "deliver": "link"}, token).json["link"]
    page = see(world, "invite-page", code=code.split("code=")[1])
    assert page.status == 200
    assert re.sub(r"\s+", " ", name).strip() in page.text and page.parsed.text("header") == re.sub(r"\s+", " ", name).strip()
    assert {tag for tag, _ in page.parsed.elements} <= {
        "html", "head", "meta", "link", "title", "style", "body", "header", "main", "footer", "h1", "h2", "p", "a", "bdi", "span", "strong"}
    assert len(page.csp.split("sha256-")) == 2
    assert [text for path, text in page.parsed.texts if text == name and "bdi" in path], "a name stands by itself"


@pytest.mark.parametrize("value", HOSTILE[:7])
def test_repeated_form_input_is_escaped(world, value):
    page = see(world, "reset-password-form", code="".join(value.split()).replace("\u0600", ""), email=value, newPassword="x")
    assert page.status == 422 and page.parsed.fields["email"] == value
    assert {name for field in page.parsed.all("input") for name in field} <= {
        "type", "name", "value", "autocomplete", "hidden", "id", "required", "maxlength", "aria-describedby", "aria-invalid", "autofocus",
        "enterkeyhint", "data-show"}
    assert len(page.parsed.all("h1")) == 1 and not page.parsed.all("img")
    assert page.parsed.all("script") == [{}] and re.findall(r"<script>(.*?)</script>", page.html, re.S) == SCRIPT


def test_no_page_database_or_log_contains_a_password_or_code(world):
    code = code_of_account(world, "reset-password")
    weak = "Zw3-kim"
    answers = [world.run("reset-password-page", {"code": code, "newPassword": password}, env={"LOG_LEVEL": "trace"}, httpmethod="POST")
               for password in (weak, NEW)]
    seen = "".join(answer.stdout.decode() + answer.stderr for answer in answers) + "".join(content(world))
    assert [answer.json["status"] for answer in answers] == [422, 200]
    assert weak not in seen and NEW not in seen and seen.count(code) == 1, "in the hidden field of the form that is shown again"


# Servers and failures


def test_every_link_of_every_mail_leads_to_a_page(world):
    gallery(world)
    world.run("deliver-mail")
    links = {link for mail in world.mails() for link in re.findall(r"https://pfa\.example(/[\w/-]*)", mail.as_string().replace("=\n", ""))}
    assert links == {"/invite", "/verify-email", "/reset-password", "/unsubscribe", "/guardian", "/restore-account", "/resend",
                     "/not-me", "/client"}
    for link in links:
        assert FUNCTIONS[ROUTES["GET", link]]["produces"] == "text/html"
    for page in PAGES:
        assert FUNCTIONS[page]["access"] == "public"


def test_link_scanners_consume_nothing(world):
    with site(world) as server:
        _, _, code, token = invited(world)
        verify = code_of_account(world, "verify-email", "lee")
        for link in (f"/invite?code={code}", f"/verify-email?code={verify}", f"/unsubscribe?token={token}", "/nothing"):
            for arguments in ([], ["-I"], ["-A", "Googlebot/2.1"], ["-H", "Sec-Purpose: prefetch"]):
                done = subprocess.run(["curl", "-s", "-i", *arguments, server.url + link], capture_output=True, check=True).stdout
                assert (b" 404 " if link == "/nothing" else b" 200 ") in done.splitlines()[0]
                assert (b"<h1>" in done) == (arguments != ["-I"])
        assert granted(world.accept(code)) and granted(world.run("verify-email", {"code": verify}))
        assert world.rows("SELECT * FROM suppressions") == []
