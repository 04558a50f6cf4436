# SPDX-License-Identifier: Apache-2.0
"""The page that sets a new password."""

import pytest
from page_codes import NEW, code_of_account
from page_codes import world  # noqa: F401 (a fixture)
from pages import STRICT, age_limits, page_policy, see
from people import PASSWORD, at_once, code_for, granted, sign_in, signed_up


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
    ("en", ["Password must be at least 10 characters", "Password needs an uppercase letter.", "Password needs a number.",
            "Password needs a symbol."], "Error"),
    ("de", ["Das Passwort braucht mindestens 10 Zeichen", "Das Passwort braucht einen Großbuchstaben.",
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
    assert rules(see(world, "reset-password-page", code=code)) == ["at least 8 characters", "hard to guess"]
    world.policy(page_policy({**STRICT, "denyCommon": False}))
    assert rules(see(world, "reset-password-page", code=code)) == [
        "at least 10 characters", "an uppercase letter", "a lowercase letter", "a number", "a symbol, such as ! or %"]
    world.policy(page_policy({"require": ["letter"]}))
    assert rules(see(world, "reset-password-page", code=code))[1] == "a letter"


def test_without_passwords_in_the_policy_there_is_no_form(world):
    code = code_of_account(world, "reset-password")
    policy = page_policy()
    del policy["providers"]["password"]
    world.policy(policy)
    page = see(world, "reset-password-page", code=code)
    assert (page.status, page.exit, page.heading) == (403, 0, "That didn't work") and not page.parsed.all("form")
