# SPDX-License-Identifier: Apache-2.0
"""The page that creates an account."""

import pytest
from pages import CONSENT, STRICT, birthday, guardian_code, page_policy, see
from people import PASSWORD, granted, mails_to, sign_in, signed_up
from visitors import Visitor

COOKIE = "__Host-session"
PERSON = {"email": "kim@example.com", "password": PASSWORD, "displayName": "Kim Lee"}


def use(world, password=None, **sections):
    world.policy(page_policy(password, **{"roles": {"signUp": ["client"]}, **sections}))


@pytest.fixture
def visitor(world):
    use(world)
    return Visitor(world)


def test_a_person_creates_an_account_and_is_signed_in(world, visitor):
    visitor.get("/account/sign-up?return=/account/sign-out")
    page = visitor.submit("sign-up", **PERSON)
    assert page.heading == "Sign out" and COOKIE in visitor.cookies
    account = granted(sign_in(world))["account"]
    assert (account["displayName"], account["role"]) == ("Kim Lee", "client")
    assert len(mails_to(world, "kim")) == 1, "the mail of the verification is sent at once"


def test_every_rule_of_the_policy_is_a_message_at_its_field(world, visitor):
    use(world, STRICT, profile={"phone": "required"}, consent={"version": "1", "minimumAge": 13})
    visitor.get("/account/sign-up")
    page = visitor.submit("sign-up", email="kim", password="weak", displayName="", phone="x", birthDate="2026-02-31", consent="1")
    assert page.status == 422 and "weak" not in page.html
    invalid = {field["name"] for field in page.parsed.all("input") if field.get("aria-invalid")}
    assert {"email"} <= invalid
    page = visitor.submit("sign-up", email="kim@example.com", password="weak", displayName="Kim", phone="x", birthDate="1999-05-31", consent="1")
    invalid = {field["name"] for field in page.parsed.all("input") if field.get("aria-invalid")}
    assert page.status == 422 and invalid == {"password", "phone"}, page.text
    assert "Password needs a number." in page.text and "Password needs a symbol." in page.text
    assert visitor.fields("sign-up")["displayName"] == "Kim" and visitor.fields("sign-up")["consent"] == "1"
    page = visitor.submit("sign-up", password="Correct-Horse-7", phone="+1 555 123 4567")
    assert page.heading == "You’re signed in", page.text


def test_a_refused_form_names_the_terms_that_are_not_ticked_too(world, visitor):
    use(world, consent={"version": "1"})
    visitor.get("/account/sign-up")
    page = visitor.submit("sign-up", email="kim", password=PASSWORD, displayName="Kim")
    assert {field["name"] for field in page.parsed.all("input") if field.get("aria-invalid")} == {"email", "consent"}
    assert page.status == 422 and "Please accept the terms to continue." in page.text
    page = visitor.submit("sign-up", email="kim", password=PASSWORD, displayName="Kim", consent="1")
    assert page.status == 422 and "Please accept the terms" not in page.text


def test_the_fields_of_the_app_are_those_of_the_account_page(world, visitor):
    height = {"type": "number", "title": "Height in meters", "minimum": 1, "maximum": 3, "x-required": True}
    tags = {"type": "array", "items": {"type": "string", "maxLength": 9}, "maxItems": 3}
    use(world, profile={"fields": {"height": height, "nick": {"type": "string"}, "tags": tags}})
    visitor.get("/account/sign-up")
    assert [name for name in visitor.fields("sign-up") if name.startswith("profile.")] == ["profile.height", "profile.nick"]
    assert "Please fill in this field." in visitor.submit("sign-up", **PERSON).text
    page = visitor.submit("sign-up", **PERSON, **{"profile.height": "4,5"})
    assert "Please enter a number of 3 or less." in page.text
    [wrong] = [field["name"] for field in page.parsed.all("input") if field.get("aria-invalid")]
    assert page.status == 422 and wrong == "profile.height" and visitor.fields("sign-up")["profile.height"] == "4,5"
    visitor.submit("sign-up", **PERSON, **{"profile.height": "1,75"})
    assert granted(sign_in(world))["account"]["profile"] == {"height": 1.75}


def test_only_what_the_policy_requires_is_asked(world, visitor):
    use(world, profile={"username": "optional", "phone": "optional", "displayName": "optional"}, consent={"version": "1", "parentalUnder": 16})
    visitor.get("/account/sign-up")
    asked = [field["name"] for field in visitor.page.parsed.all("input") if field.get("type") != "hidden"]
    assert asked == ["email", "password", "displayName", "birthDate", "consent"]


def test_only_a_minor_is_asked_for_a_guardian_and_keeps_what_was_typed(world, visitor):
    use(world, consent={"version": "1", "parentalUnder": 16})
    visitor.get("/account/sign-up")
    page = visitor.submit("sign-up", **PERSON, birthDate=birthday(14), consent="1")
    [wrong] = [field for field in page.parsed.all("input") if field.get("aria-invalid")]
    assert wrong["name"] == "guardianEmail" and "autofocus" in wrong and "You’re under 16" in page.text
    assert visitor.fields("sign-up")["displayName"] == "Kim Lee" and not world.rows("SELECT id FROM accounts")
    page = visitor.submit("sign-up", password=PASSWORD, guardianEmail="eve@example.com")
    assert page.heading == "A parent or guardian has to agree", page.text


def test_an_address_that_has_an_account_is_refused_as_by_the_api(world, visitor):
    signed_up(world)
    visitor.get("/account/sign-up")
    page = visitor.submit("sign-up", **PERSON)
    assert page.status == 409 and COOKIE not in visitor.cookies
    [email] = [field for field in page.parsed.all("input") if field.get("id") == "email"]
    assert email["aria-invalid"] == "true" and "autofocus" in email and "Sign in" in page.text
    assert len(world.rows("SELECT id FROM accounts")) == 1


def test_a_form_that_is_sent_twice_makes_one_account_and_both_are_signed_in(world, visitor):
    visitor.get("/account/sign-up")
    fields, cookies = {**visitor.fields("sign-up"), **PERSON}, dict(visitor.cookies)
    first = visitor.send("POST", "/account/sign-up", fields)
    visitor.cookies = cookies
    second = visitor.send("POST", "/account/sign-up", fields)
    assert (first.status, first.cookies) == (second.status, second.cookies) == (303, first.cookies)
    assert len(world.rows("SELECT id FROM accounts")) == 1 == len(world.rows("SELECT id FROM sessions"))


def test_a_role_is_chosen_if_there_are_several(world, visitor):
    use(world, roles={"signUp": ["client", "admin"]})
    visitor.get("/account/sign-up?as=admin")
    assert not visitor.page.parsed.all("select")
    visitor.get("/account/sign-up")
    assert [option["value"] for option in visitor.page.parsed.all("option")] == ["", "client", "admin"]
    visitor.submit("sign-up", **PERSON, role="admin")
    assert granted(sign_in(world))["account"]["role"] == "admin"
    other = Visitor(world)
    other.get("/account/sign-up")
    assert other.submit("sign-up", **{**PERSON, "email": "lee@example.com"}, role="owner").status == 422


@pytest.mark.parametrize("language, words", [("en", "Please choose"), ("de", "Bitte wählen"), ("es", "Elige una opción")])
def test_nobody_gets_a_role_that_they_did_not_choose(world, language, words):
    use(world, roles={"signUp": ["admin", "client"]})
    visitor = Visitor(world, language)
    page = visitor.get("/account/sign-up?role=admin")
    [select] = page.parsed.all("select")
    assert "required" in select and page.parsed.text("select").startswith(words) and visitor.fields("sign-up")["role"] == ""
    page = visitor.submit("sign-up", **PERSON)
    [select] = page.parsed.all("select")
    assert page.status == 422 and select["aria-invalid"] == "true" and "autofocus" in select and not world.rows("SELECT id FROM accounts")
    page = visitor.submit("sign-up", **{**PERSON, "email": "kim"}, role="client")
    assert page.status == 422 and visitor.fields("sign-up")["role"] == "client", "the choice is kept"
    visitor.submit("sign-up", **PERSON)
    assert [row["role"] for row in world.rows("SELECT role FROM accounts")] == ["client"]


@pytest.mark.parametrize("presence", ["required", "optional"])
def test_a_name_of_blanks_is_refused_as_by_the_api(world, presence):
    """Where no name is required, blanks are none."""
    use(world, profile={"displayName": presence}, messages={"en": {
        "auth/invalid-display-name": "Display name is required", "auth/invalid-display-name/blank": "Display name cannot be empty"}})
    visitor = Visitor(world)
    visitor.get("/account/sign-up")
    page = visitor.submit("sign-up", **{**PERSON, "displayName": "   "})
    if presence == "optional":
        assert page.heading == "You’re signed in" and not granted(sign_in(world))["account"].get("displayName")
        return
    assert page.status == 422 and page.parsed.element("displayName-error") == "Display name cannot be empty"
    page = visitor.submit("sign-up", **{**PERSON, "displayName": ""})
    assert page.parsed.element("displayName-error") == "Display name is required"


def test_a_person_who_is_too_young_is_refused(world, visitor):
    use(world, consent={"minimumAge": 13, "parentalUnder": 16})
    visitor.get("/account/sign-up")
    page = visitor.submit("sign-up", **PERSON, birthDate="2020-05-31")
    assert page.status == 403 and not world.rows("SELECT id FROM accounts")
    assert "guardianEmail" not in visitor.fields("sign-up"), "no guardian's permission would help"


def test_an_account_whose_guardian_has_not_agreed_waits(world, visitor):
    use(world, consent={"version": "1", "parentalUnder": 16})
    visitor.get("/account/sign-up")
    page = visitor.submit("sign-up", **PERSON, birthDate="2014-05-31", consent="1", guardianEmail="eve@example.com")
    assert page.heading == "A parent or guardian has to agree", page.text


def test_where_there_are_no_terms_a_minor_names_a_guardian(world, visitor):
    use(world, consent={"parentalUnder": 16})
    visitor.get("/account/sign-up")
    assert "consent" not in visitor.fields("sign-up")
    page = visitor.submit("sign-up", **PERSON, birthDate="2014-05-31")
    assert page.status == 403 or page.status == 422, page.text
    page = visitor.submit("sign-up", **PERSON, birthDate="2014-05-31", guardianEmail="eve@example.com")
    assert page.heading == "A parent or guardian has to agree", page.text


def test_without_sign_up_the_page_says_that_accounts_are_by_invitation(world, visitor):
    use(world, roles={"signUp": []})
    page = visitor.get("/account/sign-up")
    assert page.heading == "Accounts are by invitation only" and not page.parsed.all("form")


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("name, value, words", [
    ("email", "kim", {"en": "such as name@example.com.", "de": "zum Beispiel name@example.com.", "es": "por ejemplo nombre@example.com."}),
    ("phone", "x", {"en": "such as +1 555 123 4567.", "de": "zum Beispiel +49 151 23456789.", "es": "por ejemplo +34 612 345 678."}),
    ("birthDate", "31 May", {"en": "such as 2010-05-31.", "de": "zum Beispiel 2010-05-31.", "es": "por ejemplo 2010-05-31."}),
    ("birthDate", "2010-02-30", {"en": "such as 2010-05-31.", "de": "zum Beispiel 2010-05-31.", "es": "por ejemplo 2010-05-31."}),
    ("birthDate", "2999-05-31", {"en": "in the past.", "de": "in der Vergangenheit liegen.", "es": "una fecha pasada."}),
    ("username", "k m", {"en": "without spaces", "de": "ohne Leerzeichen", "es": "sin espacios"}),
    ("profile.year", "1999", {"en": "a number of 2000 or more.", "de": "eine Zahl ab 2000 ein.", "es": "un número a partir de 2000."}),
    ("profile.year", "soon", {"en": "Please enter a number.", "de": "Bitte gib eine Zahl ein.", "es": "Escribe un número."}),
    ("profile.nick", "far too long", {"en": "at most 5 characters.", "de": "höchstens 5 Zeichen ein.", "es": "como máximo 5 caracteres."}),
])
def test_a_message_says_what_to_enter(world, language, name, value, words):
    use(world, consent={"version": "1", "minimumAge": 13}, profile={"phone": "required", "username": "required", "fields": {
        "year": {"type": "integer", "minimum": 2000, "x-required": True}, "nick": {"type": "string", "maxLength": 5, "x-required": True}}})
    visitor = Visitor(world, language)
    visitor.get("/account/sign-up")
    page = visitor.submit("sign-up", **{
        **PERSON, "birthDate": "1999-05-31", "consent": "1", "phone": "+1 555 123 4567", "username": "kim", "profile.year": "2001", "profile.nick": "kl",
        name: value})
    wrong = {field["name"]: field["aria-describedby"] for field in page.parsed.all("input") if field.get("aria-invalid")}
    assert page.status == 422 and list(wrong) == [name], page.text
    assert words[language] in page.parsed.element(wrong[name])


def test_another_guardian_is_asked_in_place_of_the_first_one(world, visitor):
    use(world, consent=CONSENT)
    visitor.get("/account/sign-up")
    page = visitor.submit("sign-up", **PERSON, birthDate=birthday(15), consent="1", guardianEmail="eve@example.com")
    assert page.heading == "A parent or guardian has to agree" and "e…@example.com" in page.text
    assert "eve@" not in page.parsed.text("main"), "nobody has confirmed the account's address"
    first = guardian_code(world, "eve")
    for address, status in (("mum", 422), ("", 422), ("kim@example.com", 403)):
        page = visitor.submit("guardian", guardianEmail=address)
        [field] = [field for field in page.parsed.all("input") if field.get("aria-invalid")]
        assert page.status == status and field["name"] == "guardianEmail" and field["value"] == address
        assert "open" in page.parsed.all("details")[0]
    page = visitor.submit("guardian", guardianEmail="mum@example.com")
    assert "m…@example.com" in page.text and "sent an email to the new address" in page.text
    assert see(world, "guardian-page", code=first).heading == "This link no longer works"
    assert see(world, "guardian-page", code=guardian_code(world)).heading == "Do you give your permission?"
    visitor.submit("guardian", guardianEmail="MUM@example.com")
    assert "sent an email to the new address" not in visitor.page.text, "nobody is asked twice at the same address"
