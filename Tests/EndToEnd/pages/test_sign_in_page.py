# SPDX-License-Identifier: Apache-2.0
"""The page that signs in, and the page after it."""

import re

import pyotp
import pytest
from factors import FACTORS
from pages import page_policy
from people import PASSWORD, code_in, granted, mails_to, sign_in, signed_up, verified
from visitors import Visitor

COOKIE = "__Host-session"
READY = "/account/next"


@pytest.fixture(autouse=True)
def providers(world):
    use(world)


def use(world, **sections):
    world.policy(page_policy(**{"roles": {"signUp": ["client"]}, **sections}))


@pytest.fixture
def visitor(world):
    return Visitor(world)


def test_a_person_signs_in_with_a_mailed_code(world, visitor):
    verified(world)
    visitor.get("/account/sign-in?return=/account/sign-out")
    page = visitor.submit("code", email="kim@example.com")
    assert page.status == 200 and page.heading == "Enter the code"
    world.run("deliver-mail")
    mail = mails_to(world, "kim")[-1]
    code = code_in(mail)
    wrong = visitor.submit("use-code", code="AAAA-AAAA")
    assert wrong.status == 422 and wrong.heading == "Enter the code"
    page = visitor.submit("use-code", code=code)
    assert page.heading == "Sign out" and COOKIE in visitor.cookies


def test_one_way_to_sign_in_is_filled_and_the_others_are_quieter(world, visitor):
    """A passkey comes first, with the providers; then the password; and the mailed code is a quieter button below it."""
    world.policy(page_policy(factors=FACTORS))
    page = visitor.get("/account/sign-in")
    buttons = re.findall(r'<button type="submit"(?: class="([^"]*)")?[^>]*>(?:<svg.*?</svg>)?([^<]*)</button>', page.html)
    kinds = {text: (kind or "filled").split()[0] for kind, text in buttons}
    assert list(kinds)[0] == "Sign in with a passkey" and list(kinds)[-2:] == ["Sign in", "Email me a code"]
    assert set(list(kinds.values())[:-2]) == {"provider"} and list(kinds.values())[-2:] == ["filled", "plain"]
    assert len(re.findall('class="or"', page.html)) == 1
    world.policy({**page_policy(), "providers": {"email": {}}})
    assert re.findall(r'<button type="submit" ([^>]*)>', visitor.get("/account/sign-in").html) == ['name="action" value="code"']
    assert 'class="or"' not in visitor.page.html


def test_an_unknown_address_is_not_told_apart(world, visitor):
    verified(world)
    visitor.get("/account/sign-in")
    known = visitor.submit("code", email="kim@example.com")
    visitor.get("/account/sign-in")
    unknown = visitor.submit("code", email="lee@example.com")
    assert (known.status, known.text) == (unknown.status, unknown.text.replace("lee@", "kim@"))


def test_nobodys_form_is_answered_with_that_of_somebody_else(world, visitor):
    """Before a sign-in an id of a form, which a link could plant, is no key: the second browser has an event of its own."""
    verified(world)
    statuses = []
    for browser in (visitor, Visitor(world)):
        browser.get("/account/sign-in")
        statuses.append(browser.submit("code", email="kim@example.com", event="A" * 22).status)
    assert statuses == [200, 429], "the second waits for its pause, and is not shown the first's answer"


def test_a_wrong_password_and_a_broken_address_are_messages(world, visitor):
    verified(world)
    for email, password, status in [("kim@example.com", "wrong", 401), ("kim@", "x", 422), ("", "", 422)]:
        visitor.get("/account/sign-in")
        page = visitor.submit("password", email=email, password=password)
        assert page.status == status and page.heading == "Sign in", page.text
        alerts = [one for one in page.parsed.all("p") if one.get("role") == "alert"]
        assert len(alerts) == (0 if email else 1), "a message that stands at its fields stands only there"
    [field] = [field for field in page.parsed.all("input") if field.get("id") == "email"]
    assert "required" in field and "autofocus" in field


def test_one_address_is_for_the_password_and_for_the_code(world, visitor):
    page = visitor.get("/account/sign-in")
    [email] = [field for field in page.parsed.all("input") if field.get("name") == "email"]
    assert email["autocomplete"] == "username" and email["type"] == "email"
    assert page.parsed.primary == ["Sign in"], "what the Enter key does"
    buttons = [button for button in page.parsed.all("button") if button.get("name") == "action"]
    assert [(button["value"], "formnovalidate" in button) for button in buttons] == [("password", False), ("code", True)]
    world.policy({**page_policy(), "providers": {"email": {}}})
    page = visitor.get("/account/sign-in")
    assert page.parsed.primary == ["Email me a code"] and "Password" not in page.text


@pytest.mark.parametrize("action, email, focused", [
    ("password", "kim@example.com", "password"), ("password", "kim", "email"), ("code", "kim", "email"), ("code", "", "email")])
def test_a_refused_sign_in_keeps_the_address_and_leads_to_the_field(world, visitor, action, email, focused):
    verified(world)
    visitor.get("/account/sign-in?return=/account/sign-out")
    page = visitor.submit(action, email=email, password="wrong")
    fields = {field["id"]: field for field in page.parsed.all("input") if "id" in field}
    assert fields["email"]["value"] == email and "value" not in fields["password"]
    assert [name for name, field in fields.items() if "autofocus" in field] == [focused]
    invalid = {name: field["aria-describedby"] for name, field in fields.items() if "aria-invalid" in field}
    # A person without an account with this password does not learn which of the two is wrong.
    assert invalid == ({"email": "email-error"} if focused == "email" else {"email": "password-error", "password": "password-error"})
    assert page.html.count('class="error"') == 1 and page.parsed.text("title").startswith("Error: ")


def test_the_page_of_a_code_names_the_address_and_sends_again(world, visitor):
    verified(world)
    visitor.get("/account/sign-in?return=/account/sign-out")
    page = visitor.submit("code", email="kim@example.com")
    assert "an account for kim@example.com" in page.text and "valid for 10 minutes" in page.text
    world.run("deliver-mail")
    first = code_in(mails_to(world, "kim")[-1])
    world.age("limit_hits", "at", 3600)
    world.age("limit_hits", "expires_at", 3600)
    page = visitor.submit("send-again")
    assert page.heading == "Enter the code" and "sent a new code" in page.text, page.text
    world.run("deliver-mail")
    second = code_in(mails_to(world, "kim")[-1])
    assert visitor.submit("use-code", code=first).status == 422
    assert "/account/sign-out" in visitor.page.html and "Use another address" in visitor.page.text
    assert visitor.submit("use-code", code=second).heading == "Sign out"


def test_a_code_that_is_asked_for_too_early_leaves_the_form(world, visitor):
    verified(world)
    visitor.get("/account/sign-in")
    visitor.submit("code", email="kim@example.com")
    page = visitor.submit("send-again")
    assert page.status == 429 and page.heading == "Enter the code" and "Please wait" in page.text
    assert page.parsed.fields["email"] == "kim@example.com"


def test_too_many_wrong_passwords_are_refused_as_by_the_api(world, visitor):
    use(world, limits={"signIn": {"max": 2, "seconds": 60}})
    verified(world)
    visitor.get("/account/sign-in")
    statuses = [visitor.submit("password", email="kim@example.com", password="wrong").status for _ in range(3)]
    assert statuses == [401, 401, 429]


def test_the_second_factor_is_the_next_form(world, visitor):
    use(world, factors={"totp": True})
    token = verified(world)["accessToken"]
    made = granted(world.run("enroll-factor", {"type": "totp", "name": "x"}, token))
    totp = pyotp.parse_uri(made["uri"])
    recovery = granted(world.run("confirm-factor", {"factorId": made["factor"]["id"], "code": totp.now()}, token))["recoveryCodes"]
    visitor.get("/account/sign-in?return=/account/sign-out")
    page = visitor.submit("password", email="kim@example.com", password=PASSWORD)
    assert page.heading == "Confirm it's you" and COOKIE not in visitor.cookies
    page = visitor.submit("factor", code="000000")
    assert page.status == 422 and page.heading == "Confirm it's you" and COOKIE not in visitor.cookies
    for wrong in ("?", "12 34"):
        page = visitor.submit("factor", code=wrong)
        assert page.status == 422 and "That code isn't right." in page.text, "there is one field"
    page = visitor.submit("factor", code=recovery[0])
    assert page.heading == "Sign out" and COOKIE in visitor.cookies
    [row] = world.rows("SELECT factor_at FROM sessions WHERE cookie_hash IS NOT NULL")
    assert row["factor_at"]


def test_an_ended_challenge_begins_again(world, visitor):
    visitor.get("/account/sign-in")
    page = visitor.send("POST", "/account/sign-in", {**visitor.fields("password"), "action": "factor", "challenge": "AAAA", "code": "123456"})
    assert page.status == 410 and page.heading == "Sign in"


def test_a_person_without_a_session_signs_in_and_comes_back(world, visitor):
    verified(world)
    page = visitor.get("/account/next?return=/account/sign-out")
    assert page.heading == "Sign in"
    page = visitor.submit("password", email="kim@example.com", password=PASSWORD)
    assert page.heading == "Sign out"


def test_an_account_that_is_ready_is_led_on(world, visitor):
    verified(world)
    page = visitor.sign_in(to="")
    assert page.heading == "You’re signed in" and "Hi Kim" in page.text
    assert "https://pfa.example/account" in page.parsed.links


def test_an_unverified_address_waits_for_its_mail(world, visitor):
    use(world, email={"verification": "required"})
    signed_up(world)
    page = visitor.sign_in(to="/account/sign-out")
    assert page.heading == "Verify your email" and "kim@example.com" in page.text
    assert "The link works for 24 hours." in page.text and "Change email" in page.text
    world.age("limit_hits", "at", 3600)
    world.age("limit_hits", "expires_at", 3600)
    sent = len(mails_to(world, "kim"))
    page = visitor.submit("verify")
    assert "A new email is on its way." in page.text and len(mails_to(world, "kim")) == sent + 1
    granted(world.run("verify-email", {"code": code_in(mails_to(world, "kim")[-1])}))
    assert visitor.get("/account/next?return=/account/sign-out").heading == "Sign out"


def test_an_incomplete_account_is_completed(world, visitor):
    verified(world)
    use(world, consent={"version": "2", "minimumAge": 13}, profile={"phone": "required", "fields": {
        "year": {"type": "integer", "minimum": 2000, "maximum": 2100, "x-required": True, "title": "Class year"},
        "team": {"enum": ["red", "blue"], "x-required": True}, "note": {"type": "string"}}})
    page = visitor.sign_in(to="/account/sign-out")
    assert page.heading == "Complete your account" and "Class year" in page.text and "note" not in page.text
    given = {"phone": "+1 555 123 4567", "birthDate": "1999-05-31", "consent": "2", "profile.year": "1999", "profile.team": "red"}
    page = visitor.submit("complete", **given)
    assert page.status == 422 and page.heading == "Complete your account"
    year = next(field for field in page.parsed.all("input") if field.get("name") == "profile.year")
    assert year["value"] == "1999" and year["aria-invalid"] == "true" and year["aria-describedby"] == "profile.year-error"
    page = visitor.submit("complete", **{**given, "profile.year": "2027"})
    assert page.heading == "Sign out", page.text
    account = granted(sign_in(world))["account"]
    assert account["profile"] == {"year": 2027, "team": "red"} and account["consent"]["version"] == "2"


def test_a_suspended_account_is_told_so(world, visitor):
    verified(world)
    world.rows("UPDATE accounts SET status = 'disabled'")
    visitor.get("/account/sign-in")
    page = visitor.submit("password", email="kim@example.com", password=PASSWORD)
    assert page.status == 403 and COOKIE not in visitor.cookies


@pytest.mark.parametrize("language, heading", [("en", "Sign in"), ("de", "Anmelden"), ("es", "Iniciar sesión")])
def test_the_page_has_the_persons_language(world, language, heading):
    assert Visitor(world, language).get("/account/sign-in").heading == heading


def test_a_function_that_is_protected_against_bots_is_not_offered(world, visitor):
    visitor.get("/account/sign-in")
    fields = {**visitor.fields("password"), "email": "kim@example.com", "password": PASSWORD}
    use(world, botCheck={"provider": "turnstile", "functions": ["sign-in", "sign-up"]})
    world.env["BOT_CHECK_SECRET"] = "x"
    assert "<form" not in visitor.get("/account/sign-in").html
    assert visitor.send("POST", "/account/sign-in", fields).status == 403


@pytest.mark.parametrize("url", ["https://pfa.example:443", "https://PFA.example", "https://pfa.example"])
def test_browsers_leave_the_usual_port_out_of_the_origin(world, url):
    verified(world)
    world.env["PUBLIC_URL"] = url
    visitor = Visitor(world)
    visitor.get("/account/sign-in")
    page = visitor.send("POST", "/account/sign-in", {**visitor.fields("password"), "email": "kim@example.com", "password": PASSWORD}, origin="https://pfa.example")
    assert page.status == 303, page.text


def test_a_browser_without_cookies_is_told_of_them(world):
    verified(world)
    visitor = Visitor(world)
    visitor.get("/account/sign-in")
    fields, visitor.cookies = visitor.fields("password"), {}
    page = visitor.send("POST", "/account/sign-in", {**fields, "email": "kim@example.com", "password": PASSWORD})
    assert page.status == 403 and "This page needs cookies. Please allow them in your browser and try again." in page.text
