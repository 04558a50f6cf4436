# SPDX-License-Identifier: Apache-2.0
"""The page that sets a new password."""

import pytest
from page_codes import NEW, code_of_account
from pages import STRICT, Parsed, age_limits, page_policy, see
from people import PASSWORD, at_once, code_for, code_in, granted, mails_to, sign_in, signed_up, verified
from visitors import Visitor

pytestmark = pytest.mark.policy(page_policy())


# A new password


def test_a_form_sets_a_new_password_once(world):
    code = code_of_account(world, "reset-password")
    for _ in range(3):
        page = see(world, "reset-password-page", code=code)
    assert page.heading == "Choose a new password" and "The new password is for kim@example.com on PFA." in page.text
    assert page.parsed.all("form") == [{"method": "post", "action": "reset-password"}]
    [field] = [field for field in page.parsed.all("input") if field["type"] == "password"]
    assert field["autocomplete"] == "new-password" and field["aria-describedby"] == "rules" and "aria-invalid" not in field
    assert page.parsed.all("label") == [{"for": field["id"]}]
    before = granted(sign_in(world))["session"]["accessToken"]
    form = {**page.parsed.fields, "newPassword": NEW}
    answers = at_once(world, "reset-password-page", [form, form], httpmethod="POST")
    assert [answer.json["status"] for answer in answers] == [200, 200] and "Password changed" in answers[0].json["html"]
    assert granted(sign_in(world, password=NEW)) and sign_in(world, password=PASSWORD).code == "auth/invalid-credential"
    assert world.run("get-account", token=before).code == "auth/session-revoked"
    assert len(world.rows("SELECT id FROM audit WHERE action = 'password.changed'")) == 1
    used = see(world, "reset-password-form", code=code, newPassword=NEW + "!")
    assert (used.status, used.heading) == (422, "This link no longer works")
    assert sign_in(world, password=NEW + "!").code == "auth/invalid-credential"


@pytest.mark.parametrize("language, messages, word", [
    ("en", ["Password needs at least 10 characters.", "Password needs an uppercase letter.", "Password needs a number.",
            "Password needs a symbol."], "Error"),
    ("de", ["Das Passwort braucht mindestens 10 Zeichen.", "Das Passwort braucht einen Großbuchstaben.",
            "Das Passwort braucht eine Ziffer.", "Das Passwort braucht ein Sonderzeichen."], "Fehler"),
    ("es", None, "Error")])
def test_a_weak_password_is_reported_at_its_field_in_the_persons_language(world, language, messages, word):
    world.policy(page_policy(STRICT))
    signed_up(world, password="Correct-Horse-7")
    age_limits(world)
    code = code_for(world, "reset-password")
    page = see(world, "reset-password-form", language, code=code, email="kim@example.com", newPassword="weak")
    api = world.run("reset-password", {"code": code, "newPassword": "weak"}, acceptlanguage=language).json["error"]
    messages = messages or [error["userMessage"] for error in api["errors"]]
    assert page.status == api["status"] == 422 and [text for path, text in page.parsed.texts if "span" in path] == messages
    [field] = [field for field in page.parsed.all("input") if field["type"] == "password"]
    assert field["aria-describedby"] == "errors rules" and field["aria-invalid"] == "true" and "autofocus" in field
    [error] = [one for one in page.parsed.all("p") if one.get("role") == "alert"]
    assert error["id"] == "errors" and page.parsed.text("title").startswith(f"{word}: ")
    assert page.parsed.all("form") == [{"method": "post", "action": "reset-password"}]
    assert "value" not in field and "weak" not in page.html, "a password is not sent back"
    again = see(world, "reset-password-form", "de" if language == "en" else "en", code=code, email="kim@example.com", newPassword="weak")
    assert ("Das Passwort braucht" if language == "en" else "Password needs") in again.text, "the same form in another language"
    done = see(world, "reset-password-form", language, **page.parsed.fields | {"newPassword": "Correct-Horse-8"})
    assert done.status == 200, "the code stayed good"


@pytest.mark.parametrize("bad, message", [
    ("", "Please enter a password."), ("x" * 257, "Please choose a stronger password."), ("a\tb", "Please choose a stronger password."),
    ("password1", "That password is too easy to guess. Please choose another one.")])
def test_every_password_error_is_reported_at_its_field(world, bad, message):
    code = code_of_account(world, "reset-password")
    page = see(world, "reset-password-form", code=code, newPassword=bad)
    assert page.status == 422 and [text for path, text in page.parsed.texts if "span" in path] == [message]
    assert page.parsed.fields["code"] == code


def test_the_page_shows_the_policys_password_rules(world):
    code = code_of_account(world, "reset-password")
    rules = lambda page: [text for path, text in page.parsed.texts if "li" in path]
    assert rules(see(world, "reset-password-page", code=code)) == ["At least 8 characters", "Hard to guess"]
    world.policy(page_policy({**STRICT, "denyCommon": False}))
    assert rules(see(world, "reset-password-page", code=code)) == [
        "At least 10 characters", "An uppercase letter", "A lowercase letter", "A number", "A symbol, such as ! or %"]
    world.policy(page_policy({"require": ["letter"]}))
    assert rules(see(world, "reset-password-page", code=code))[1] == "A letter"


def test_without_passwords_in_the_policy_there_is_no_form(world):
    code = code_of_account(world, "reset-password")
    policy = page_policy()
    del policy["providers"]["password"]
    world.policy(policy)
    page = see(world, "reset-password-page", code=code)
    assert (page.status, page.exit, page.heading) == (403, 0, "That didn’t work") and not page.parsed.all("form")


# Without a code


def test_who_has_forgotten_the_password_gets_a_link_without_the_app(world):
    """From the sign-in page to a new password; the page says the same for an address without an account."""
    signed_up(world)
    age_limits(world)
    sign_in_page = see(world, "sign-in-page")
    [link] = [a["href"] for a in sign_in_page.parsed.all("a") if a["href"].endswith("/reset-password")]
    assert link == "https://pfa.example/reset-password"
    asked = see(world, "reset-password-page")
    assert (asked.status, asked.heading) == (200, "Reset your password")
    assert asked.parsed.all("form") == [{"method": "post", "action": "reset-password"}]
    sent = [see(world, "reset-password-form", email=f"{name}@example.com") for name in ("kim", "nobody")]
    assert [page.status for page in sent] == [200, 200] and sent[0].html.replace("kim@", "nobody@") == sent[1].html
    assert "kim@example.com, you’ll get an email with a link. It’s valid for 1 hour." in sent[0].text
    assert sent[0].heading == "Check your inbox" and not sent[0].parsed.all("form")
    world.run("deliver-mail")
    [mail] = mails_to(world, "kim", "password")
    assert mails_to(world, "nobody") == []
    done = see(world, "reset-password-form", code=code_in(mail), newPassword=NEW)
    assert (done.status, done.heading) == (200, "Password changed")
    assert "https://pfa.example/account/sign-in" in [a["href"] for a in done.parsed.all("a")]
    assert granted(sign_in(world, password=NEW))
    age_limits(world)
    see(world, "reset-password-form", email="kim@example.com")
    world.run("deliver-mail")
    assert len(mails_to(world, "kim", "Reset")) == 2, "the same form sends a further mail later"


def test_who_asks_too_often_keeps_the_form_and_the_address(world):
    world.policy(page_policy(limits={"mailRequests": {"max": 1, "seconds": 3600}}))
    for email in ("lee@example.com", "kim@example.com"):
        answer = world.run("reset-password-page", {"email": email}, httpmethod="POST", clientip="192.0.2.7").json
    page = Parsed(answer["html"])
    assert answer["status"] == 429 and page.text("h1") == "Reset your password"
    [field] = [field for field in page.all("input") if field["name"] == "email"]
    assert field["value"] == "kim@example.com" and field["aria-describedby"] == "errors" and "aria-invalid" not in field
    assert [one["id"] for one in page.all("p") if one.get("role") == "alert"] == ["errors"]


@pytest.mark.parametrize("email, message", [("kim", "an email address, such as name@example.com."), ("kim@other.example", None)])
def test_a_wrong_address_is_reported_at_its_field(world, email, message):
    world.policy(page_policy(email={"allowedDomains": ["example.com"]}))
    page = see(world, "reset-password-form", email=email)
    assert page.status == (422 if message else 403) and page.heading == "Reset your password"
    [field] = [field for field in page.parsed.all("input") if field["name"] == "email"]
    assert field["value"] == email and field["aria-invalid"] == "true" and field["aria-describedby"] == "errors"
    [error] = [one for one in page.parsed.all("p") if one.get("role") == "alert"]
    assert error["id"] == "errors" and (message or "school or organization") in page.text


@pytest.mark.parametrize("state, status", [("used", 422), ("incomplete", 400)])
def test_a_link_that_does_not_work_leads_to_a_new_one(world, state, status):
    code = code_of_account(world, "reset-password")
    granted(world.run("reset-password", {"code": code, "newPassword": NEW}))
    page = see(world, "reset-password-page", code=code if state == "used" else "K" * 200)
    assert page.status == status and "reset-password" in [a["href"] for a in page.parsed.all("a")]


def test_password_managers_find_the_page(world):
    """w3c.github.io/webappsec-change-password-url"""
    verified(world)
    assert world.run("change-password-page").json["location"] == "https://pfa.example/reset-password"
    visitor = Visitor(world)
    visitor.sign_in("kim", to="/account/security")
    assert visitor.get("/.well-known/change-password").path == "/account/security"
