# SPDX-License-Identifier: Apache-2.0
"""`account-page`: the profile, the address and its change, and the consent to newer terms."""

import re

import pytest
from account_forms import FIELDS, field, message_of
from pages import page_policy
from people import address, age_limits, code_in, mails_to, signed_up, verified
from sessions import make_old
from visitors import Visitor

pytestmark = pytest.mark.policy(page_policy(profile={"fields": FIELDS, "username": "optional"}))


@pytest.fixture
def visitor(world):
    verified(world)
    visitor = Visitor(world)
    visitor.sign_in(to="/account")
    return visitor


def account(world, email="kim@example.com"):
    [row] = world.rows("SELECT * FROM accounts WHERE email = ?", (email,))
    return row


def test_a_person_without_a_session_signs_in_and_comes_back(world, visitor):
    other = Visitor(world)
    assert other.get("/account").heading == "Sign in"
    assert other.sign_in(to="/account").heading == "Your account"


def test_a_person_changes_the_profile(world, visitor):
    page = visitor.submit("profile", **{
        "displayName": "Kim Lee", "username": "Kim.Lee", "phone": "(555) 123-4567", "locale": "de", "profile.classYear": "3",
        "profile.plan": "team", "profile.nickname": "kl", "profile.privacy.marketing": "true"})
    assert "Your profile was saved." in page.text and page.path == "/account"
    shown = {name: visitor.fields("profile").get(name) for name in visitor.fields("profile") if name != "formToken"}
    assert shown == {
        "action": "profile", "displayName": "Kim Lee", "username": "kim.lee", "phone": "+15551234567", "locale": "de", "timeZone": "",
        "profile.classYear": "3", "profile.plan": "team", "profile.nickname": "kl", "profile.privacy.marketing": "true"}
    stored = world.run("sign-in", {"email": "kim@example.com", "password": "correct horse battery"}).json["account"]
    assert stored["profile"] == {"classYear": 3, "plan": "team", "nickname": "kl", "privacy": {"marketing": True}}

    assert "profile.tags" not in page.html, "a list has no field"
    fields = {**visitor.fields("profile"), "phone": "", "profile.classYear": "", "profile.plan": ""}
    del fields["profile.privacy.marketing"]
    visitor.page = visitor.send("POST", "/account", fields)
    assert visitor.follow().status == 200
    stored = world.run("sign-in", {"email": "kim@example.com", "password": "correct horse battery"}).json["account"]
    assert "phone" not in stored and stored["profile"] == {"nickname": "kl", "privacy": {"marketing": False}}


def test_times_are_in_the_chosen_time_zone_and_name_it(world, visitor):
    at = visitor.get("/account/security").text
    assert "Time zone: UTC" in at and "today at " in at
    visitor.get("/account")
    page = visitor.submit("profile", displayName="Kim", timeZone="Asia/Tokyo")
    assert page.heading == "Your account" and account(world)["time_zone"] == "Asia/Tokyo"
    assert "Asia/Tokyo" in [option["value"] for option in page.parsed.all("option") if "selected" in option]
    tokyo = visitor.get("/account/security").text
    assert "Time zone: Asia/Tokyo" in tokyo and "UTC" not in tokyo
    time = r"today at (\d+):\d\d ([AP]M)"
    assert re.search(time, tokyo).groups() != re.search(time, at).groups()
    visitor.get("/account")
    visitor.submit("profile", displayName="Kim", timeZone="Mars/Olympus")
    assert "Time zone: UTC" in visitor.get("/account/security").text, "an unknown zone is not guessed"
    visitor.get("/account")
    visitor.submit("profile", displayName="Kim", timeZone="")
    assert account(world)["time_zone"] is None


def test_countries_and_devices_have_names(world, visitor):
    world.rows("UPDATE sessions SET country = 'DE'")
    page = visitor.get("/account/security")
    assert ", Germany" in page.text and ", DE" not in page.text
    visitor.language = "es"
    assert ", Alemania" in visitor.get("/account/security").text
    world.rows("UPDATE sessions SET country = 'QQ'")
    assert ", QQ" in visitor.get("/account/security").text


def test_a_form_that_changes_nothing_adds_no_field(world, visitor):
    before = account(world)
    visitor.submit("profile")
    assert account(world)["profile"] == before["profile"] and account(world)["phone"] is None


def test_what_inviters_set_is_shown_and_cannot_be_sent(world, visitor):
    assert "Chapter" not in visitor.page.text
    world.rows("UPDATE accounts SET profile = '{\"chapterId\":\"beta\"}'")
    page = visitor.get("/account")
    assert "Chapter beta" in page.text
    page = visitor.submit("profile", **{"profile.chapterId": "gamma"})
    assert "Chapter beta" in page.text and "Your profile was saved." in page.text


@pytest.mark.parametrize("changed, message", [
    ({"displayName": ""}, "Please enter your name."), ({"displayName": "see https://evil.example"}, "without links"),
    ({"phone": "12"}, "a phone number, such as +1 555 123 4567."), ({"username": "a b"}, "without spaces and without @."),
    ({"profile.classYear": "9"}, "a number of"), ({"profile.classYear": "many"}, "Please enter a number."),
    ({"profile.classYear": "2,030"}, "Please enter a number."), ({"profile.classYear": "2.030"}, "Please enter a number."),
    ({"profile.plan": "gold"}, "choose one of the options."), ({"profile.nickname": "longer"}, "at most"),
])
def test_a_refused_field_has_its_message_and_keeps_what_was_typed(world, visitor, changed, message):
    before = account(world)
    page = visitor.submit("profile", **{"phone": "555 123 4567", **changed})
    [(name, value)] = changed.items()
    assert page.status == 422 and message in message_of(page, name)
    assert page.parsed.text("title").startswith("Error: ")
    if field(page, name=name).get("type") == "text":
        assert field(page, name=name).get("value") == value
    if name != "phone":
        assert field(page, name="phone")["value"] == "555 123 4567"
    assert account(world) == before


def test_several_refused_fields_are_listed_with_links_to_them(world, visitor):
    page = visitor.submit("profile", displayName="see https://evil.example", phone="12", **{"profile.classYear": "9", "profile.nickname": "longer"})
    listed = [a["href"][1:] for a in page.parsed.all("a") if a["href"].startswith("#")]
    assert page.status == 422 and sorted(listed) == ["displayName", "phone", "profile.classYear", "profile.nickname"]
    assert {one.get("id") for one in page.parsed.all("input")} >= set(listed)


def test_a_user_name_of_somebody_else_is_refused(world, visitor):
    signed_up(world, "lee", username="taken")
    page = visitor.submit("profile", username="taken")
    assert page.status == 409 and "This username is taken." in page.text


def test_a_new_address_is_confirmed_with_the_mailed_code(world, visitor):
    page = visitor.submit("email", email="new@example.com")
    assert "We sent an email to new@example.com." in page.text and "kim@example.com" in page.text and account(world)["email_verified"] == 1
    code = code_in(mails_to(world, "new")[-1])
    wrong = visitor.submit("code", code="MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U")
    assert wrong.status == 400 or wrong.status == 422, wrong.status
    assert message_of(wrong, "code").startswith("That code isn")
    page = visitor.submit("code", code=code)
    assert "Your email address is verified." in page.text and "new@example.com" in page.text
    assert account(world, "new@example.com")["email_verified"] == 1


def test_the_answer_to_a_new_address_can_be_loaded_again(world, visitor):
    sent = visitor.submit("email", follows=False, email="new@example.com")
    assert sent.location.endswith("/account?done=email%2Dsent"), "the query does not name the address"
    again = visitor.get(sent.location)
    assert "We sent an email to new@example.com." in again.text and visitor.fields("code")
    assert len(mails_to(world, "new")) == 1
    visitor.submit("code", code=code_in(mails_to(world, "new")[-1]))
    assert "We sent an email" not in visitor.get("/account?done=email-sent").text, "nothing waits any more"


def test_the_link_of_the_mail_works_too(world, visitor):
    visitor.submit("email", email="new@example.com")
    world.run("verify-email-page", {"code": code_in(mails_to(world, "new")[-1])}, httpmethod="POST")
    assert "new@example.com" in visitor.get("/account").text


@pytest.mark.parametrize("email", ["", "x", "kim@"])
def test_an_invalid_address_has_its_message(world, visitor, email):
    page = visitor.submit("email", email=email)
    assert page.status == 422 and message_of(page, "email") and field(page, name="email").get("value", "") == email
    assert not mails_to(world, "new")


def test_a_change_of_the_address_needs_a_recent_sign_in(world, visitor):
    make_old(world)
    page = visitor.submit("email", email="new@example.com")
    assert page.heading == "Sign in"
    page = visitor.submit("password", email="kim@example.com", password="correct horse battery")
    assert page.heading == "Your account" and not mails_to(world, "new")
    assert "We sent an email to new@example.com." in visitor.submit("email", email="new@example.com").text


def test_the_address_of_a_sign_up_is_verified_from_the_page(world):
    signed_up(world)
    age_limits(world)
    visitor = Visitor(world)
    page = visitor.sign_in(to="/account")
    assert '<span class="badge">Not verified</span>' in page.html and visitor.fields("code"), "the mail of the sign-up has a code"
    page = visitor.submit("verify")
    assert "We’ve sent you an email" in page.text
    page = visitor.submit("code", code=code_in(mails_to(world, "kim")[-1]))
    assert "Your email address is verified." in page.text and '<span class="badge good">Verified</span>' in page.html
    assert "account.email-verified" in [row["action"] for row in world.rows("SELECT action FROM audit")]


def test_newer_terms_are_accepted(world):
    world.policy(page_policy(consent={"version": "1"}))
    verified(world, consent={"version": "1"})
    visitor = Visitor(world)
    assert "You’ve agreed to version 1 of the terms." in visitor.sign_in(to="/account").text
    world.policy(page_policy(consent={"version": "2"}))
    page = visitor.get("/account")
    assert "terms have changed (version 2)" in page.text
    page = visitor.submit("consent")
    assert "You’ve agreed to version 2 of the terms." in page.text and account(world)["consent_version"] == "2"


def test_a_minor_names_a_guardian_with_newer_terms(world):
    from pages import birthday
    rules = {"parentalUnder": 18}
    world.policy(page_policy(consent={"version": "1", **rules}))
    verified(world, birthDate=birthday(15), consent={"version": "1", "guardianEmail": address("mum")})
    world.policy(page_policy(consent={"version": "2", **rules}))
    visitor = Visitor(world)
    visitor.sign_in(to="/account")
    page = visitor.get("/account")
    page = visitor.submit("consent", guardianEmail="mum")
    assert page.status == 422 and message_of(page, "guardianEmail")
    assert field(page, name="guardianEmail")["value"] == "mum"
    page = visitor.submit("consent", guardianEmail="mum@example.com")
    assert "You’ve agreed to version 2 of the terms." in page.text


def test_a_form_without_its_token_changes_nothing(world, visitor):
    before = account(world)
    fields = {**visitor.fields("profile"), "displayName": "Evil", "formToken": "x.y"}
    page = visitor.send("POST", "/account", fields)
    assert page.status == 403 and 'value="Evil"' not in page.html and account(world) == before


@pytest.mark.parametrize("language, heading", [("de", "Dein Konto"), ("es", "Tu cuenta")])
def test_the_page_is_in_the_language_of_the_browser(world, visitor, language, heading):
    visitor.language = language
    page = visitor.get("/account")
    assert page.heading == heading and page.status == 200
