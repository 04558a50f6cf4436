# SPDX-License-Identifier: Apache-2.0
"""What the links of mails lead to: pages that tell, ask, and use a code only when somebody presses the button."""

import base64
import contextlib
import gc
import hashlib
import json
import re
import shutil
import sqlite3
import subprocess

import pytest
from conftest import BIN, ROOT, id_token, person
from pages import (
    APP, CONSENT, FUNCTIONS, LANGUAGES, PAGES, ROUTES, STRICT, Seen, calm, child, gallery, guardian_code, mailed_invitation,
    page_policy, see, site)
from people import HOUR, PASSWORD, address, at_once, code_for, code_in, granted, mails_to, sign_in, signed_up, verified

NEW = "another good one"
DAY = 86_400


@pytest.fixture
def world(world):
    world.policy(page_policy())
    return world


def inviter(world, name="Ada Byron"):
    token = id_token(sub="ada", email="ada@example.com", email_verified=True, name=name)
    return world.run("sign-in", {"identity": {"provider": "google", "idToken": token}, "as": "admin"}).json["session"]["accessToken"]


def invited(world, **data):
    token = inviter(world)
    return token, *mailed_invitation(world, token, **data)


def code_of_account(world, function, name="kim"):
    signed_up(world, name)
    calm(world)
    return code_for(world, function, name)


def content(world):
    """All that the database holds."""
    with sqlite3.connect(world.database) as rows:
        return list(rows.iterdump())


# Invitations


def test_an_invitation_says_who_invites_whom_to_what_and_until_when(world):
    _, invitation, code, _ = invited(world)
    page = see(world, "invite-page", code=code)
    assert (page.status, page.exit, page.heading) == (200, 0, "You're invited!")
    day = world.rows("SELECT strftime('%Y-%m-%d', expires_at / 1000, 'unixepoch') AS day FROM invitations")[0]["day"]
    year, _, date = day.split("-")
    assert "Hi Kim," in page.text and "Ada Byron has invited you to join PFA." in page.text
    assert re.search(rf"open until {int(date)} [A-Z][a-z]+ {year}\.", page.text)
    assert page.parsed.links == [f"pfa://invite?code={code}", APP["appStoreURL"], APP["playStoreURL"], "mailto:support@pfa.example"]
    [banner] = [meta for meta in page.parsed.all("meta") if meta.get("name") == "apple-itunes-app"]
    assert banner["content"] == f"app-id=123456789, app-argument=pfa://invite?code={code}"
    assert "PFA - Personal Fitness App" in page.parsed.text("footer")


def test_what_the_policy_does_not_name_is_left_out(world):
    _, _, code, _ = invited(world)
    world.policy(page_policy(app={"name": "Bare", "urlScheme": "bare"}))
    page = see(world, "invite-page", code=code)
    assert page.parsed.links == [f"bare://invite?code={code}"]
    assert "apple-itunes-app" not in page.html and "support" not in page.parsed.text("footer")
    assert page.parsed.text("footer") == "Bare"


@pytest.mark.parametrize("url, banner", [
    ("https://apps.apple.com/app/id42", "app-id=42,"), ("https://apps.apple.com/us/app/idea/id7?mt=8", "app-id=7,"),
    ("https://apps.apple.com/app/pfa", None), ("https://id42.example.com/app", None)])
def test_the_banner_needs_the_apps_number(world, url, banner):
    _, _, code, _ = invited(world)
    world.policy(page_policy(app={**APP, "appStoreURL": url}))
    page = see(world, "invite-page", code=code)
    assert (banner in page.html) if banner else ("apple-itunes-app" not in page.html)


def test_a_code_may_be_in_lower_case_and_a_link_may_have_picked_up_more(world):
    _, _, code, _ = invited(world)
    page = see(world, "invite-page", code=code.lower(), utm_source="mail", fbclid="x" * 5000, amount="")
    assert page.status == 200 and f"pfa://invite?code={code}" in page.parsed.links


def expire(world, token, invitation):
    world.age("invitations", "expires_at", 31 * DAY)


def revoke(world, token, invitation):
    granted(world.run("revoke-invitation", {"invitationId": invitation["id"]}, token))


def resend(world, token, invitation):
    granted(world.run("resend-invitation", {"invitationId": invitation["id"]}, token))


def accept(world, token, invitation):
    granted(world.accept(re.search(r"invite\?code=(\w+)", world.mails()[0].get_body(("plain",)).get_content())[1]))


@pytest.mark.parametrize("change, status, heading, says", [
    (expire, 410, "This invitation has expired", "Ask Ada Byron to send it again."),
    (revoke, 410, "This invitation was withdrawn", "ask Ada Byron."),
    (resend, 410, "There's a newer invitation for you", "the latest email"),
    (accept, 409, "This invitation has been accepted", "open the app and sign in")])
def test_an_invitation_that_is_over_says_why_and_what_helps(world, change, status, heading, says):
    token, invitation, code, _ = invited(world)
    change(world, token, invitation)
    page = see(world, "invite-page", code=code)
    assert (page.status, page.exit, page.heading) == (status, 0, heading) and says in page.text
    assert code not in page.html, "a code that is worth nothing leads nowhere"
    assert world.run("preview-invitation", {"code": code}).json["error"]["status"] == status


@pytest.mark.parametrize("data, status", [
    ({"code": "NONE"}, 404), ({}, 400), ({"code": ""}, 400), ({"code": "A B"}, 400), ({"code": "A" * 129}, 400),
    ({"code": "<script>"}, 404)])
def test_a_link_that_was_cut_off_says_so(world, data, status):
    page = see(world, "invite-page", **data)
    assert (page.status, page.exit, page.heading) == (status, 0, "We couldn't find this invitation")
    assert "cut off" in page.text


@pytest.mark.parametrize("language, heading, name", [
    ("de-AT,de;q=0.9", "Du bist eingeladen!", "de"), ("es", "¡Tienes una invitación!", "es"), ("fr", "You're invited!", "en"),
    ("fr,de;q=0.5", "Du bist eingeladen!", "de"), (None, "You're invited!", "en")])
def test_the_page_speaks_the_language_of_the_browser(world, language, heading, name):
    _, _, code, _ = invited(world)
    page = see(world, "invite-page", language, code=code)
    assert page.heading == heading and page.parsed.all("html") == [{"lang": name, "dir": "ltr"}]


# What every page is


def test_the_gallery_shows_every_section_of_every_page(world):
    shown = {}
    for function, data in gallery(world).values():
        page = function.removesuffix("-page").removesuffix("-confirm")
        shown.setdefault(page, set()).add(see(world, function, **data).heading)
    for page, headings in shown.items():
        for language in LANGUAGES:
            heading = re.search(r"{{\$heading}}(.*){{/heading}}", (ROOT / f"templates/pages/{page}/{language}.html").read_text())[1]
            assert len(re.findall(r"[^{}]+{{/", heading)) == len(headings), (page, language, headings)


def test_every_state_of_every_page_in_every_language_is_whole(world):
    for state, (function, data) in gallery(world).items():
        is_good = state.split(".")[1] in (
            "pending", "asked", "done", "new-address", "deleted", "dropped", "agreed", "agreed-before", "refused",
            "withdrawn", "not-needed")
        done = is_good and function.endswith("-confirm")
        titles = set()
        for language in LANGUAGES:
            page = see(world, function, language, **data)
            parsed = page.parsed
            assert page.exit == 0 and (page.status == 200) == is_good, (state, page.status)
            assert [root["lang"] for root in parsed.all("html")] == [language]
            for landmark in ("header", "main", "footer", "h1"):
                assert len(parsed.all(landmark)) == 1, (state, landmark)
            assert page.heading and page.text.replace(page.heading, "").strip(), f"{state} says nothing in {language}"
            title = parsed.text("title")
            assert title.endswith(f"{page.heading} - PFA"), title
            titles.add(page.heading)
            metas = {meta.get("name"): meta.get("content") for meta in parsed.all("meta")}
            assert metas["referrer"] == "no-referrer" and metas["robots"] == "noindex" and "{{" not in page.html
            assert ("M15 25l6 6 12-14" in page.html) == done
        assert len(titles) == 3, (state, titles)


def test_a_page_brings_its_style_and_nothing_else(world):
    for function, data in gallery(world).values():
        page = see(world, function, **data)
        [style] = re.findall(r"<style>(.*?)</style>", page.html, re.S)
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        assert page.csp == (f"default-src 'none'; style-src 'sha256-{digest}'; form-action 'self'; base-uri 'none'; "
                            "frame-ancestors 'none'")
        assert not {tag for tag, _ in page.parsed.elements} & {"script", "link", "img", "iframe", "object", "base"}
        for _, attributes in page.parsed.elements:
            assert not [name for name in attributes if name.startswith("on") or name in ("style", "src", "srcset")]
        assert "url(" not in style and "@import" not in style


def test_no_code_goes_to_anybody_elses_site(world):
    for state, (function, data) in gallery(world).items():
        page = see(world, function, **data)
        secrets = [value for name, value in data.items() if name in ("code", "token", "newPassword")]
        for link in page.parsed.links:
            if not link.startswith("pfa://"):
                assert not [secret for secret in secrets if secret in link], (state, link)
        assert not [form for form in page.parsed.all("form") if "//" in form["action"] or form["method"] != "post"]


def test_opening_pages_changes_nothing_however_often(world):
    states = {state: opened for state, opened in gallery(world).items() if opened[0].endswith("-page")}
    before = content(world)
    for function, data in [*states.values()] * 3:
        see(world, function, **data)
        world.run(function, data, id="1", source="/server")
    assert content(world) == before


HOSTILE = ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' autofocus onfocus='alert(1)", "{{code}}{{{message}}}",
           "\u0600<b>bold</b>", "</title><h1>hi</h1>", "</style><style>*{display:none}</style>", "&lt;b&gt;", "\u202eevil", "ا" * 50]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_from_outside_are_text(world, name):
    world.policy(page_policy(app={**APP, "name": name, "tagline": name}))
    token = inviter(world, name)
    code = world.run("send-invitation", {"client": {"name": name, "email": "kim@example.com"}, "deliver": "link"}, token).json["link"]
    page = see(world, "invite-page", code=code.split("code=")[1])
    assert page.status == 200
    assert re.sub(r"\s+", " ", name).strip() in page.text and page.parsed.text("header") == re.sub(r"\s+", " ", name).strip()
    assert {tag for tag, _ in page.parsed.elements} <= {
        "html", "head", "meta", "title", "style", "body", "header", "main", "footer", "h1", "h2", "p", "a", "bdi", "strong"}
    assert len(page.csp.split("sha256-")) == 2
    assert [text for path, text in page.parsed.texts if text == name and "bdi" in path], "a name stands by itself"


@pytest.mark.parametrize("value", HOSTILE[:7])
def test_what_a_form_says_again_is_text(world, value):
    page = see(world, "reset-password-confirm", code="".join(value.split()).replace("\u0600", ""), email=value, newPassword="x")
    assert page.status == 422 and page.parsed.fields["email"] == value
    assert {name for field in page.parsed.all("input") for name in field} <= {
        "type", "name", "value", "autocomplete", "hidden", "id", "required", "maxlength", "aria-describedby", "aria-invalid", "autofocus"}
    assert len(page.parsed.all("h1")) == 1 and not page.parsed.all("img") and not page.parsed.all("script")


# Verifying an address


def test_the_button_verifies_and_opening_does_not(world):
    code = code_of_account(world, "verify-email")
    for _ in range(3):
        page = see(world, "verify-email-page", code=code)
        assert page.heading == "Confirm your email address" and "Is kim@example.com your email address for PFA?" in page.text
    assert world.rows("SELECT email_verified FROM accounts") == [{"email_verified": 0}]
    assert page.parsed.all("form") == [{"method": "post", "action": "verify-email/confirm"}]
    done = see(world, "verify-email-confirm", **page.parsed.fields)
    assert (done.status, done.heading) == (200, "Email address confirmed") and "kim@example.com is confirmed." in done.text
    assert world.rows("SELECT email_verified FROM accounts") == [{"email_verified": 1}]
    assert [row["function"] for row in world.rows("SELECT function FROM audit WHERE action = 'account.email-verified'")] == ["verify-email-confirm"]


def test_the_page_and_the_mail_let_whoever_did_not_sign_up_refuse(world):
    code = code_of_account(world, "verify-email")
    [*_, mail] = mails_to(world, "kim")
    text = mail.get_body(("plain",)).get_content()
    assert re.search(r"^Kim \(kim@example\.com\) signed up for PFA on \d+ \w+ \d{4}, \d\d:\d\d UTC\.$", text, re.M), text
    assert 'If you didn\'t sign up, open the link and choose "This wasn\'t me": the account is then deleted.' in text
    page = see(world, "verify-email-page", code=code)
    buttons = [(button["name"], button["value"]) for button in page.parsed.all("button")]
    assert buttons == [("decision", "confirm"), ("decision", "refuse")]
    done = see(world, "verify-email-confirm", **page.parsed.fields, decision="refuse")
    assert (done.status, done.heading) == (200, "Account deleted")
    assert world.rows("SELECT * FROM accounts") == world.rows("SELECT * FROM account_codes") == []
    assert see(world, "verify-email-page", code=code).heading == "This link doesn't work any more"


def test_a_button_that_is_pressed_twice_says_the_same_twice(world):
    code = code_of_account(world, "verify-email")
    first, *others = at_once(world, "verify-email-confirm", [{"code": code}] * 4)
    assert first.json["status"] == 200 and {answer.stdout for answer in others} == {first.stdout}
    assert see(world, "verify-email-confirm", code=code).heading == "Email address confirmed"
    assert len(world.rows("SELECT id FROM audit WHERE action = 'account.email-verified'")) == 1


def test_a_used_link_and_an_old_one_say_so_at_once(world):
    code = code_of_account(world, "verify-email")
    granted(world.run("verify-email", {"code": code}))
    for function in ("verify-email-page", "verify-email-confirm"):
        page = see(world, function, code=code)
        assert (page.status, page.heading) == (422, "This link doesn't work any more")
        assert "Perhaps you have confirmed your address already: then everything is fine." in page.text
    late = code_of_account(world, "verify-email", "lee")
    world.age("account_codes", "expires_at", 25 * HOUR)
    for function in ("verify-email-page", "verify-email-confirm"):
        page = see(world, function, code=late)
        assert (page.status, page.heading) == (410, "This link has expired")


def test_an_address_that_its_owner_has_proven_meanwhile_has_no_use_for_an_older_code(world):
    code = code_of_account(world, "verify-email")
    world.run("sign-in", {"identity": person("kim"), "as": "client"})
    pages = [see(world, function, code=code) for function in ("verify-email-page", "verify-email-confirm")]
    api = world.run("verify-email", {"code": code})
    assert {page.status for page in pages} == {api.json["error"]["status"]} == {422}
    assert {page.heading for page in pages} == {"This link doesn't work any more"}


def test_a_new_address_that_somebody_else_has_proven_meanwhile_is_theirs(world):
    kim = verified(world)
    calm(world)
    granted(world.run("update-account", {"email": "new@example.com"}, kim["accessToken"]))
    code = code_in(mails_to(world, "new")[-1])
    world.run("sign-in", {"identity": person("new"), "as": "client"})
    pages = [see(world, function, code=code) for function in ("verify-email-page", "verify-email-confirm")]
    api = world.run("verify-email", {"code": code})
    assert {page.status for page in pages} == {api.json["error"]["status"]} == {409}
    assert {page.heading for page in pages} == {"This address belongs to another account"}


@pytest.mark.parametrize("function", ["verify-email-confirm", "reset-password-confirm"])
def test_too_many_tries_are_told_with_the_wait(world, function):
    code = code_of_account(world, function.removesuffix("-confirm"))
    password = {"newPassword": NEW} if function.startswith("reset") else {}
    for number in range(5):
        answer = world.run(function, {"code": f"{code[:-1]}{number + 2}" if code[-1] != str(number + 2) else code[:-1] + "A", **password},
                           clientip="192.0.2.1")
        assert answer.json["status"] == 422
    answer = world.run(function, {"code": "WRONG", **password}, clientip="192.0.2.1")
    assert answer.status == 0 and answer.json["status"] == 429
    assert "That was too often" in answer.json["html"] and re.search(r"Please wait 1[45]:\d\d\.", answer.json["html"])
    # The code itself is worth nothing any more, for anybody.
    assert see(world, function, code=code, **password).status == 422


def test_guesses_by_page_and_by_api_count_together(world):
    code_of_account(world, "verify-email")
    for number in range(5):
        world.run(["verify-email", "verify-email-confirm"][number % 2], {"code": f"WRONG{number}"}, clientip="192.0.2.1")
    assert world.run("verify-email", {"code": "WRONG"}, clientip="192.0.2.1").code == "auth/too-many-requests"


def test_a_new_address_is_confirmed_by_the_same_page(world):
    kim = verified(world)
    calm(world)
    granted(world.run("update-account", {"email": "new@example.com"}, kim["accessToken"]))
    code = re.search(r"verify-email\?code=(\w+)", mails_to(world, "new")[-1].get_body(("plain",)).get_content())[1]
    page = see(world, "verify-email-page", code=code)
    assert page.heading == "Confirm your new email address" and "Should new@example.com be the new email address" in page.text
    assert world.rows("SELECT email FROM accounts") == [{"email": "kim@example.com"}]
    assert "new@example.com is confirmed." in see(world, "verify-email-confirm", **page.parsed.fields).text
    assert world.rows("SELECT email FROM accounts") == [{"email": "new@example.com"}]


# A new password


def test_a_form_sets_a_new_password_once(world):
    code = code_of_account(world, "reset-password")
    for _ in range(3):
        page = see(world, "reset-password-page", code=code)
    assert page.heading == "Choose a new password" and "It's for kim@example.com at PFA." in page.text
    assert page.parsed.all("form") == [{"method": "post", "action": "reset-password/confirm"}]
    [field] = [field for field in page.parsed.all("input") if field["type"] == "password"]
    assert field["autocomplete"] == "new-password" and field["aria-describedby"] == "rules" and "aria-invalid" not in field
    assert page.parsed.all("label") == [{"for": field["id"]}]
    before = granted(sign_in(world))["session"]["accessToken"]
    form = {**page.parsed.fields, "newPassword": NEW}
    answers = at_once(world, "reset-password-confirm", [form, form])
    assert [answer.json["status"] for answer in answers] == [200, 200] and "Password changed" in answers[0].json["html"]
    assert granted(sign_in(world, password=NEW)) and sign_in(world, password=PASSWORD).code == "auth/invalid-credential"
    assert world.run("get-account", token=before).code == "auth/session-revoked"
    assert len(world.rows("SELECT id FROM audit WHERE action = 'password.changed'")) == 1
    used = see(world, "reset-password-confirm", code=code, newPassword=NEW + "!")
    assert (used.status, used.heading) == (422, "This link doesn't work any more")
    assert sign_in(world, password=NEW + "!").code == "auth/invalid-credential"


@pytest.mark.parametrize("language, messages, word", [
    ("en", ["Password must be at least 10 characters", "Password needs an uppercase letter.", "Password needs a number.",
            "Password needs a symbol."], "Error"),
    ("de", ["Das Passwort braucht mindestens 10 Zeichen", "Das Passwort braucht einen Großbuchstaben.",
            "Das Passwort braucht eine Ziffer.", "Das Passwort braucht ein Sonderzeichen."], "Fehler"),
    ("es", None, "Error")])
def test_a_weak_password_is_told_at_its_field_in_the_persons_language(world, language, messages, word):
    world.policy(page_policy(STRICT))
    signed_up(world, password="Correct-Horse-7")
    calm(world)
    code = code_for(world, "reset-password")
    page = see(world, "reset-password-confirm", language, code=code, email="kim@example.com", newPassword="weak")
    api = world.run("reset-password", {"code": code, "newPassword": "weak"}, acceptlanguage=language).json["error"]
    messages = messages or [error["userMessage"] for error in api["errors"]]
    assert page.status == api["status"] == 422 and [text for path, text in page.parsed.texts if "span" in path] == messages
    [field] = [field for field in page.parsed.all("input") if field["type"] == "password"]
    assert field["aria-describedby"] == "errors rules" and field["aria-invalid"] == "true" and "autofocus" in field
    [error] = [one for one in page.parsed.all("p") if one.get("role") == "alert"]
    assert error["id"] == "errors" and page.parsed.text("title").startswith(f"{word}: ")
    assert page.parsed.all("form") == [{"method": "post", "action": "confirm"}], "seen from the form's own address"
    assert "value" not in field and "weak" not in page.html, "a password is not sent back"
    done = see(world, "reset-password-confirm", language, **page.parsed.fields | {"newPassword": "Correct-Horse-8"})
    assert done.status == 200, "the code stayed good"


@pytest.mark.parametrize("bad, message", [
    ("", "Please enter a password."), ("x" * 257, "Please choose a stronger password."), ("a\tb", "Please choose a stronger password."),
    ("password1", "That password is too easy to guess. Please choose another one.")])
def test_whatever_is_wrong_with_a_password_is_told_at_its_field(world, bad, message):
    code = code_of_account(world, "reset-password")
    page = see(world, "reset-password-confirm", code=code, newPassword=bad)
    assert page.status == 422 and [text for path, text in page.parsed.texts if "span" in path] == [message]
    assert page.parsed.fields["code"] == code


def test_the_policys_rules_are_said_before_they_are_broken(world):
    code = code_of_account(world, "reset-password")
    rules = lambda page: [text for path, text in page.parsed.texts if "li" in path]
    assert rules(see(world, "reset-password-page", code=code)) == ["at least 8 characters", "none that is easy to guess"]
    world.policy(page_policy({**STRICT, "denyCommon": False}))
    assert rules(see(world, "reset-password-page", code=code)) == [
        "at least 10 characters", "an uppercase letter", "a lowercase letter", "a number", "a symbol, such as ! or %"]
    world.policy(page_policy({"require": ["letter"]}))
    assert rules(see(world, "reset-password-page", code=code))[1] == "a letter"


def test_where_there_are_no_passwords_there_is_no_form(world):
    code = code_of_account(world, "reset-password")
    policy = page_policy()
    del policy["providers"]["password"]
    world.policy(policy)
    page = see(world, "reset-password-page", code=code)
    assert (page.status, page.exit, page.heading) == (403, 0, "That didn't work") and not page.parsed.all("form")


def test_no_password_and_no_code_stands_in_a_page_the_database_or_a_log(world):
    code = code_of_account(world, "reset-password")
    answers = [world.run("reset-password-confirm", {"code": code, "newPassword": password}, env={"LOG_LEVEL": "trace"})
               for password in ("Zw3", NEW)]
    seen = "".join(answer.stdout.decode() + answer.stderr for answer in answers) + "".join(content(world))
    assert "Zw3" not in seen and NEW not in seen and seen.count(code) == 1, "in the hidden field of the form that is shown again"


# Unsubscribing


def test_the_button_unsubscribes_and_opening_does_not(world):
    _, _, _, token = invited(world)
    for _ in range(3):
        page = see(world, "unsubscribe-page", token=token)
    assert page.heading == "No more invitations by email?" and "kim@example.com will get no more" in page.text
    assert world.rows("SELECT * FROM suppressions") == []
    assert page.parsed.all("form") == [{"method": "post", "action": "unsubscribe/confirm"}]
    for _ in range(2):
        done = see(world, "unsubscribe-confirm", **page.parsed.fields)
        assert done.status == 200 and "kim@example.com will get no more invitations from us by email." in done.text
    assert [row["reason"] for row in world.rows("SELECT * FROM suppressions")] == ["unsubscribed"]


@pytest.mark.parametrize("data, status", [({}, 400), ({"token": "AAAA"}, 422), ({"token": "é"}, 400)])
@pytest.mark.parametrize("function", ["unsubscribe-page", "unsubscribe-confirm"])
def test_a_token_that_is_none_ends_nothing(world, function, data, status):
    page = see(world, function, **data)
    assert (page.status, page.heading) == (status, "This link isn't complete")


def test_the_one_click_of_mail_programs_stays_what_it_was(world):
    with site(world) as server:
        _, _, _, token = invited(world)
        [header] = [mail["List-Unsubscribe"] for mail in world.mails()]
        url = header.strip("<>")
        assert url == f"{server.url}/unsubscribe?token={token}"
        done = subprocess.run(
            ["curl", "-s", "-d", "List-Unsubscribe=One-Click", url], capture_output=True, check=True)
        assert json.loads(done.stdout) == {"message": "kim@example.com will get no more invitations from us by email."}


# Servers, and what goes wrong


def test_every_link_of_every_mail_leads_to_a_page(world):
    gallery(world)
    world.run("deliver-mail")
    links = {link for mail in world.mails() for link in re.findall(r"https://pfa\.example(/[\w/-]*)", mail.as_string().replace("=\n", ""))}
    assert links == {"/invite", "/verify-email", "/reset-password", "/unsubscribe", "/guardian"}
    for link in links:
        assert FUNCTIONS[ROUTES["GET", link]]["produces"] == "text/html"
    for page in PAGES:
        assert FUNCTIONS[page]["access"] == "public"


def test_scanners_that_open_links_use_nothing_up(world):
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


@pytest.mark.parametrize("data, status, heading", [
    ({}, 404, "This page doesn't exist"), ({"status": "404"}, 404, "This page doesn't exist"),
    ({"status": "503"}, 503, "We can't answer right now"), ({"status": "429"}, 429, "That was too often"),
    ({"status": "500"}, 500, "That didn't work"), ({"status": "200"}, 404, "This page doesn't exist"),
    ({"status": "x" * 33}, 400, "That didn't work")])
def test_a_web_server_has_a_page_for_errors_of_its_own(world, data, status, heading):
    page = see(world, "error-page", **data)
    assert (page.status, page.exit, page.heading) == (status, 0, heading)


@contextlib.contextmanager
def locked(world):
    """A database that nobody else can even read."""
    with contextlib.closing(sqlite3.connect(world.database, isolation_level=None)) as rows:
        rows.execute("PRAGMA locking_mode = EXCLUSIVE")
        # SQLite does not wait for this lock, and Python closes connections when it collects its garbage.
        gc.collect()
        rows.execute("BEGIN EXCLUSIVE")
        yield


@pytest.mark.parametrize("function", sorted(PAGES - {"error-page"}))
def test_a_database_that_is_locked_is_told_as_a_page(world, function):
    _, _, code, token = invited(world)
    verify, reset = code_of_account(world, "verify-email", "lee"), code_of_account(world, "reset-password", "max")
    world.policy(page_policy(consent=CONSENT))
    child(world)
    data = {
        "guardian": {"code": guardian_code(world)}, "invite": {"code": code}, "verify": {"code": verify},
        "reset": {"code": reset}, "unsubscribe": {"token": token}}
    answers = {"reset-password-confirm": {"newPassword": NEW}, "guardian-confirm": {"decision": "agree"}}
    data = {**data[function.split("-")[0]], **answers.get(function, {})}
    with locked(world):
        answer = None
        # On a busy machine the alarm may go off before the page is made: there is no page then.
        while answer is None or answer.code == "service/deadline":
            answer = world.run(function, data, env={"DEADLINE_SECONDS": "2"}, acceptlanguage="de")
        page = Seen(answer)
    if function != "unsubscribe-page":  # which asks the database nothing
        assert page.exit == 75 and page.status in (503, 504) and page.heading == "Gerade geht es nicht"
        assert "Es ist nichts verloren" in page.text
    assert see(world, function, **data).status == 200


def test_where_no_page_can_be_made_there_is_a_plain_one(world):
    _, _, code, _ = invited(world)
    (world.folder / "policy.json").write_text("{")
    page = see(world, "invite-page", code=code)
    assert (page.status, page.exit) == (500, 78) and page.heading == "Something isn't right on our side"
    assert "policy.json" not in page.html and "policy.json" in page.stderr and "style-src 'none'" in page.csp


def test_a_refusal_exits_as_refusals_do(world):
    assert see(world, "invite-page", env={"EXIT_ON_ERROR": "1"}, code="NONE").exit == 65
    _, _, code, _ = invited(world)
    assert see(world, "invite-page", env={"EXIT_ON_ERROR": "1"}, code=code).exit == 0


# Templates of an app's own


def own(world, **files):
    folder = world.folder / "templates"
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return {"TEMPLATES_DIR": str(folder)}


def test_an_app_owns_one_page_and_takes_the_others_from_the_bundle(world):
    _, _, code, _ = invited(world)
    env = own(world, **{"pages/invite/en.html": "{{<layout}}{{$heading}}Come, {{client.name}}{{/heading}}{{/layout}}"})
    assert see(world, "invite-page", env=env, code=code).heading == "Come, Kim"
    assert see(world, "invite-page", "de", env=env, code=code).heading == "Du bist eingeladen!"
    assert see(world, "error-page", env=env).heading == "This page doesn't exist"


def test_an_apps_own_style_is_allowed_and_no_other(world):
    env = own(world, **{"pages/layout.html": "<!doctype html>\r\n<html lang=\"{{language}}\" dir=\"{{direction}}\"><head><style>\r\nh1 { color: red }\r\n"
                        "</style></head><body><h1>{{$heading}}{{/heading}}</h1></body></html>"})
    page = see(world, "error-page", env=env)
    digest = base64.b64encode(hashlib.sha256(b"\nh1 { color: red }\n").digest()).decode()
    assert f"style-src 'sha256-{digest}';" in page.csp and "\r" not in page.html


def test_a_language_of_an_apps_own_reads_from_its_side(world):
    folder = world.folder / "templates"
    shutil.copytree(ROOT / "templates", folder)
    (folder / "pages/error/ar.html").write_text("{{<layout}}{{$heading}}لا توجد{{/heading}}{{/layout}}")
    world.policy(page_policy(app={**APP, "locales": ["en", "ar", "fr"]}))
    env = {"TEMPLATES_DIR": str(folder)}
    assert see(world, "error-page", "ar", env).parsed.all("html") == [{"lang": "ar", "dir": "rtl"}]
    # A page that is not there in a language says which one it is in.
    assert see(world, "error-page", "fr", env).parsed.all("html") == [{"lang": "en", "dir": "ltr"}]


@pytest.mark.parametrize("path, text, place", [
    ("pages/verify-email/en.html", "Hi\n{{clent.name}}\n", "pages/verify-email/en.html:2: {{clent.name}} is not a variable of this page"),
    ("pages/verify-email/en.html", "{{inviter.displayName}}", "pages/verify-email/en.html:1: {{inviter.displayName}} is not a variable of this page"),
    ("pages/verify-email/en.html", "{{#isDone}}\n", "pages/verify-email/en.html:1: {{#isDone}} has no end"),
    ("pages/verify-email/en.html", "{{{email}}}", "pages/verify-email/en.html:1: {{email}} should have two braces"),
    ("pages/verify-email/en.html", "\n{{&email}}", "pages/verify-email/en.html:2: {{email}} should have two braces"),
    ("pages/verify-email/en.html", "{{>nothing}}", "pages/partials/nothing.html"),
    ("pages/layout.html", "<p>\n{{secret}}</p>", "pages/layout.html:2"),
    ("pages/error/en.html", "{{nothing}}", "pages/error/en.html:1")])
def test_what_is_wrong_with_a_template_is_said_before_a_code_is_used(world, path, text, place):
    code = code_of_account(world, "verify-email")
    page = see(world, "verify-email-confirm", env=own(world, **{path: text}), code=code)
    assert (page.status, page.exit) == (500, 78) and place in page.stderr and place not in page.html
    assert page.heading == ("That didn't work" if "verify" in path or "partials" in path else "Something isn't right on our side")
    assert see(world, "verify-email-confirm", code=code).status == 200


# What app stores' systems look for at a domain


def test_nothing_is_associated_until_the_policy_says_so(world):
    assert world.run("apple-app-site-association").json == {"applinks": {"details": []}, "webcredentials": {"apps": []}}
    assert world.run("assetlinks").json == []


@pytest.mark.parametrize("base, path", [("https://pfa.example", ""), ("https://pfa.example/v/", "/v"), ("https://pfa.example/a/b", "/a/b")])
def test_apps_of_the_policy_are_associated_with_the_pages_that_they_have_too(world, base, path):
    world.policy(page_policy(app={**APP, "appleAppIDs": ["A1B2C3D4E5.com.example.pfa"], "androidApps": [
        {"package": "com.example.pfa", "fingerprints": ["AB:CD", "12:34"]}]}))
    apple = world.run("apple-app-site-association", env={"PUBLIC_URL": base}).json
    [details] = apple["applinks"]["details"]
    assert details["appIDs"] == apple["webcredentials"]["apps"] == ["A1B2C3D4E5.com.example.pfa"]
    assert details["components"] == [{"/": f"{path}/{page}", "?": {"code": "*"}} for page in ("invite", "verify-email", "reset-password")]
    [statement] = world.run("assetlinks").json
    assert statement["target"] == {
        "namespace": "android_app", "package_name": "com.example.pfa", "sha256_cert_fingerprints": ["AB:CD", "12:34"]}


@pytest.mark.parametrize("app, pointer", [
    ({"appleAppIDs": "x"}, "/app/appleAppIDs"), ({"androidApps": [{"package": "x"}]}, "/app/androidApps/0/fingerprints"),
    ({"androidApps": [{"package": "x", "fingerprints": []}]}, "/app/androidApps/0/fingerprints")])
def test_a_wrong_association_is_a_wrong_policy(world, app, pointer):
    world.policy(page_policy(app={**APP, **app}))
    answer = world.run("assetlinks")
    assert answer.status == 78 and pointer in answer.json["error"]["detail"]
