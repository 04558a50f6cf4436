# SPDX-License-Identifier: Apache-2.0
"""The page of an error that is not a refusal: a web server's own error, a locked database, a broken template."""

import contextlib
import gc
import sqlite3

import pytest
from page_codes import NEW, code_of_account, invited, own
from page_gallery import gallery, resend_code
from pages import CONSENT, PAGES, Seen, child, guardian_code, page_policy, see
from people import code_in, granted, mails_to, sign_in, verified

pytestmark = pytest.mark.policy(page_policy())


@pytest.mark.parametrize("data, status, heading", [
    ({}, 404, "This page doesn’t exist"), ({"status": "404"}, 404, "This page doesn’t exist"),
    ({"status": "503"}, 503, "This isn’t available right now"), ({"status": "429"}, 429, "Too many attempts"),
    ({"status": "500"}, 500, "That didn’t work"), ({"status": "200"}, 404, "This page doesn’t exist"),
    ({"status": "x" * 33}, 400, "That didn’t work")])
def test_a_web_server_has_a_page_for_its_own_errors(world, data, status, heading):
    page = see(world, "error-page", **data)
    assert (page.status, page.exit, page.heading) == (status, 0, heading)
    assert page.parsed.primary == ["Sign in" if status == 404 else "Try again"]
    [button] = [link["href"] for link in page.parsed.all("a") if link.get("class") == "button"]
    assert button == ("https://pfa.example/account/sign-in" if status == 404 else ""), "the same page once more"


@contextlib.contextmanager
def locked(world):
    """A database that no other process can read."""
    with contextlib.closing(sqlite3.connect(world.database, isolation_level=None)) as rows:
        rows.execute("PRAGMA locking_mode = EXCLUSIVE")
        # SQLite does not wait for this lock, and Python closes connections in its garbage collection.
        gc.collect()
        rows.execute("BEGIN EXCLUSIVE")
        yield


#: The forms of pages with one function.
FORMS = {"decline-form", "not-me-form", "request-form", "resend-form", "reset-password-form", "restore-account-form", "unsubscribe-form", "verify-email-form"}


def led_to(world, page):
    """The data with which the link of a mail, or of an inviter, leads to a page."""
    match page:
        case "sign":
            return {"code": "K7QW-2MZ4"}
        case "verify":
            return {"code": code_of_account(world, "verify-email", "lee")}
        case "reset":
            return {"code": code_of_account(world, "reset-password", "max")}
        case "restore":
            world.policy(page_policy(deletion={"graceDays": 30}))
            world.run("delete-account", {}, verified(world, "eve")["accessToken"])
            return {"code": code_in(mails_to(world, "eve")[-1])}
        case "not":
            verified(world, "joe")
            granted(sign_in(world, "joe", device={"id": "other"}))
            world.run("deliver-mail")
            return {"code": code_in(mails_to(world, "joe")[-1])}
        case "guardian":
            world.policy(page_policy(consent=CONSENT))
            child(world)
            return {"code": guardian_code(world)}
    inviter, _, code, token = invited(world)
    match page:
        case "resend":
            return {"code": resend_code(world, inviter)}
        case "join":
            return {"code": world.run("create-join-link", {}, inviter).json["joinLink"]["link"].split("code=")[1]}
        case "unsubscribe":
            return {"token": token}
    return {"code": code}


@pytest.mark.parametrize("function", sorted((PAGES | FORMS) - {"error-page"}))
def test_a_locked_database_is_answered_with_a_page(world, function):
    data = led_to(world, function.split("-")[0])
    answers = {"reset-password-form": {"newPassword": NEW}, "guardian-confirm": {"decision": "agree"}}
    data = {**data, **answers.get(function, {})}
    with locked(world):
        answer = None
        # On a busy machine the deadline may end before the page is rendered. Then there is no page.
        while answer is None or answer.code == "service/deadline":
            method = {"httpmethod": "POST"} if function in FORMS else {}
            answer = world.run(
                function.replace("-form", "-page"), data, env={"DEADLINE_SECONDS": "2"}, acceptlanguage="de", **method)
        page = Seen(answer)
    if function not in ("unsubscribe-page", "sign-in-code-page", "request-page"):  # which do not use the database
        assert page.exit == 75 and page.status in (503, 504) and page.heading == "Das geht gerade nicht"
        assert "Bitte versuch es in einer Minute noch einmal." in page.text
    assert see(world, function, **data).status == 200


def test_a_page_that_cannot_be_rendered_is_replaced_by_a_plain_one(world):
    _, _, code, _ = invited(world)
    (world.folder / "policy.json").write_text("{")
    page = see(world, "invite-page", code=code)
    assert (page.status, page.exit) == (500, 78) and page.heading == "Something isn’t right on our side"
    assert "policy.json" not in page.html and "policy.json" in page.stderr and "style-src 'sha256-" in page.csp


def test_a_refusal_on_a_page_has_the_exit_status_of_a_refusal(world):
    assert see(world, "invite-page", env={"EXIT_ON_ERROR": "1"}, code="NONE").exit == 65
    _, _, code, _ = invited(world)
    assert see(world, "invite-page", env={"EXIT_ON_ERROR": "1"}, code=code).exit == 0


@pytest.mark.parametrize("path, text, place", [
    ("pages/verify-email/structure.html", "Hi\n{{clent.name}}\n", "pages/verify-email/structure.html:2: {{clent.name}} is not a variable of this page"),
    ("pages/verify-email/structure.html", "{{inviter.displayName}}",
    "pages/verify-email/structure.html:1: {{inviter.displayName}} is not a variable of this page"),
    ("pages/verify-email/structure.html", "{{#isDone}}\n", "pages/verify-email/structure.html:1: {{#isDone}} has no end"),
    ("pages/verify-email/structure.html", "{{{email}}}", "pages/verify-email/structure.html:1: {{email}} should have two braces"),
    ("pages/verify-email/structure.html", "\n{{&email}}", "pages/verify-email/structure.html:2: {{email}} should have two braces"),
    ("pages/verify-email/structure.html", "{{>nothing}}", "pages/partials/nothing.html"),
    ("pages/verify-email/structure.html", "{{$nothing}}{{/nothing}}", "pages/verify-email/words.en.json: nothing: is missing here"),
    ("pages/verify-email/words.en.json", '{"openApp": "{{clent.name}}"}', "pages/verify-email/words.en.json: openApp: {{clent.name}}"),
    ("pages/verify-email/words.en.json", '{"opnApp": "Open"}', "pages/verify-email/words.en.json: opnApp: is in no template"),
    ("pages/verify-email/en.html", "Hi", "write the changed words to pages/verify-email/words.en.json"),
    ("pages/partials/verify-email.html", "Hi", "move it to pages/verify-email/structure.html"),
    ("pages/layout.html", "<p>\n{{nothing}}</p>", "pages/layout.html:2"),
    ("pages/error/structure.html", "{{nothing}}", "pages/error/structure.html:1")])
def test_an_error_in_a_template_is_reported_before_a_code_is_used(world, path, text, place):
    code = code_of_account(world, "verify-email")
    page = see(world, "verify-email-form", env=own(world, **{path: text}), code=code)
    assert (page.status, page.exit) == (500, 78) and place in page.stderr and place not in page.html
    assert page.heading == ("That didn’t work" if "verify" in path else "Something isn’t right on our side")
    assert see(world, "verify-email-form", code=code).status == 200


#: The states in which only somebody else can help.
WITHOUT_A_WAY_ON = {
    "invite.revoked", "invite.unknown", "join.full", "join.expired", "join.closed", "decline.unknown", "request.unknown", "guardian.used", "guardian.closed",
    "guardian.incomplete", "not-me.closed", "restore-account.expired", "restore-account.closed", "unsubscribe.incomplete", "resend.refused"}


@pytest.mark.slow
def test_a_page_of_an_error_has_one_button_that_leads_on(world):
    for state, (function, data) in gallery(world).items():
        page = see(world, function, **data)
        if page.status >= 400 and not page.parsed.all("form"):
            assert len(page.parsed.primary) == (state not in WITHOUT_A_WAY_ON), (state, page.text, page.parsed.primary)
