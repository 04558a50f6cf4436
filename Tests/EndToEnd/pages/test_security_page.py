# SPDX-License-Identifier: Apache-2.0
"""`security-page`: the password, the sign-in methods, second factors, and the devices."""


import pyotp
import pytest
from account_forms import message_of
from code_providers import CodeProvider
from factors import FACTORS, enrol_passkey, wrong_code
from pages import APP, page_policy
from passkey_forms import RULES
from people import PASSWORD, code_in, granted, mails_to, sign_in, verified
from pictures import scanned
from sessions import make_old
from visitors import Visitor
from worlds import person

pytestmark = pytest.mark.policy(RULES)


def enrolled(kim, name=""):
    """Adds an authenticator app by the pages: the app, and the page with the recovery codes."""
    page = kim.submit("enroll", name=name)
    assert page.heading == "Add an authenticator app" and page.status == 200
    [uri] = [link for link in page.parsed.links if link.startswith("otpauth:")]
    app = pyotp.parse_uri(uri)
    spaced = " ".join(app.secret[index:index + 4] for index in range(0, len(app.secret), 4))
    assert spaced in page.text
    return app, kim.submit("confirm", code=app.now())


@pytest.mark.parametrize("name", ["A", "Psst!", "Fitness", "Personal Fitness Assistant", "Ä" * 20, "B" * 60, "é" * 40, "漢" * 30])
def test_a_phone_reads_the_key_from_the_picture(world, name):
    world.policy(page_policy(factors=FACTORS, app={**APP, "name": name}))
    verified(world)
    visitor = Visitor(world)
    visitor.sign_in(to="/account/security")
    page = visitor.submit("enroll")
    [uri] = [link for link in page.parsed.links if link.startswith("otpauth:")]
    assert scanned(page.html) == uri and pyotp.parse_uri(uri).issuer == name


def test_an_authenticator_app_is_added_used_and_removed(world, kim):
    app, page = enrolled(kim, "My phone")
    assert page.heading == "Your recovery codes"
    codes = [text for path, text in page.parsed.texts if "ul" in path and "nav" not in path and text.strip()]
    assert len(codes) == 10
    page = kim.get("/account/security")
    assert "Authenticator app My phone" in page.text and "Recovery codes left: 10" in page.text
    assert all(text not in page.html for text in codes)

    other = Visitor(world)
    page = other.sign_in(to="/account/security")
    assert page.heading == "Confirm it's you"
    page = other.submit("factor", code=codes[3])
    assert page.heading == "Sign-in and devices" and "Recovery codes left: 9" in page.text

    page = other.submit("renew")
    assert page.heading == "Create new recovery codes?"
    page = other.submit("renew")
    assert page.heading == "Your recovery codes" and codes[4] not in page.html
    page = other.get("/account/security")
    assert "Recovery codes left: 10" in page.text
    page = other.submit("remove")
    assert page.heading == "Remove “My phone”?" and len(world.rows("SELECT id FROM factors")) == 1
    page = other.submit("remove")
    assert "The second step was removed." in page.text and "Recovery codes left" not in page.text


def test_a_wrong_code_is_reported_beside_its_field(world, kim):
    kim.submit("enroll")
    [uri] = [link for link in kim.page.parsed.links if link.startswith("otpauth:")]
    app = pyotp.parse_uri(uri)
    page = kim.submit("confirm", code=wrong_code(app))
    assert page.status == 422 and message_of(page, "code")
    assert [link for link in page.parsed.links if link.startswith("otpauth:")] == [uri] and scanned(page.html) == uri
    page = kim.submit("confirm", code="abc")
    assert page.status == 422 and message_of(page, "code") and uri in page.parsed.links
    assert not world.rows("SELECT id FROM factors WHERE confirmed_at IS NOT NULL")
    page = kim.submit("confirm", code=app.now())
    assert page.heading == "Your recovery codes"


def test_the_key_is_not_shown_again_when_the_sign_in_is_old(world, kim):
    page = kim.submit("enroll")
    [uri] = [link for link in page.parsed.links if link.startswith("otpauth:")]
    make_old(world)
    page = kim.submit("confirm", code=wrong_code(pyotp.parse_uri(uri)))
    assert page.status == 422 and not [link for link in page.parsed.links if link.startswith("otpauth:")]
    assert pyotp.parse_uri(uri).secret not in page.html.replace(" ", "")


def test_a_second_app_shows_no_new_recovery_codes(world, kim):
    enrolled(kim, "first")
    kim.get("/account/security")
    _, page = enrolled(kim, "second")
    assert "The second step was added." in page.text and "Authenticator app second" in page.text


def test_a_factor_that_an_app_has_added_needs_a_new_sign_in(world, kims_token, kim):
    enrol_passkey(world, kims_token, name="Laptop")
    page = kim.get("/account/security")
    assert "Passkey Laptop" in page.text and "Recovery codes left: 10" in page.text
    page = kim.submit("remove")
    assert page.heading == "Sign in" and world.rows("SELECT id FROM factors")


def test_an_account_whose_role_needs_a_factor_adds_it_here(world, kims_token):
    world.policy(page_policy(factors={**FACTORS, "requiredFor": ["client"]}))
    visitor = Visitor(world)
    visitor.sign_in(to="/account/security")
    visitor.get("/account/security")
    assert enrolled(visitor)[1].heading == "Your recovery codes"
    assert visitor.get("/account/security").heading == "Sign-in and devices"


def test_a_way_of_signing_in_is_removed_but_not_the_last(world, kims_token, kim):
    assert "Google" not in kim.page.text
    assert '"unlink"' not in kim.page.html, "nobody removes the only one"
    assert "Password Change To change your password, we can email a link to kim@example.com." in kim.page.text
    assert "Add a method" not in kim.page.text
    fields = {**kim.fields("password"), "action": "unlink", "provider": "password", "sure": "yes"}
    page = kim.send("POST", "/account/security", fields)
    assert page.status == 409 and "This is your only sign-in method." in page.text
    granted(world.run("link-identity", {"identity": person("kim")}, kims_token))
    page = kim.get("/account/security")
    assert "Google" in page.text
    assert kim.submit("unlink", provider="google").heading == "Remove Google as a sign-in method?"
    page = kim.submit("unlink")
    assert "The sign-in method was removed." in page.text and "Google" not in page.text
    assert world.run("get-account", token=kims_token).code == "auth/session-revoked"


@pytest.fixture
def provider(world):
    with CodeProvider() as running:
        world.env["ALLOW_INSECURE"] = "1"
        policy = page_policy(factors=FACTORS)
        world.policy({**policy, "providers": {**policy["providers"], "company": running.policy}})
        yield running


def test_a_provider_is_added_at_its_own_page(world, provider, kim):
    assert "Add a method Link Company" in kim.get("/account/security").text
    page = kim.submit("link")
    assert page.status == 200 and "__Host-provider" in kim.cookies
    page = kim.send("GET", "/oauth/callback", provider.authorize(page.parsed.links[0], "lee"))
    assert page.location == "https://pfa.example/account/security?done=linked"
    page = kim.get(page.location)
    assert "The sign-in method was added." in page.text and "Company Remove" in page.text and "Add Company" not in page.text
    assert [row["provider"] for row in world.rows("SELECT provider FROM identities")] == ["company"]


def test_a_person_signs_in_again_before_the_providers_page(world, provider, kim):
    make_old(world)
    assert kim.submit("link").heading == "Sign in" and not provider.requests


def test_a_password_is_changed_by_mail(world, kim):
    page = kim.submit("password")
    assert "You’ll get an email with a link" in page.text
    world.run("deliver-mail")
    reset = code_in(mails_to(world, "kim")[-1])
    granted(world.run("reset-password", {"code": reset, "newPassword": "another good one"}))
    assert kim.get("/account/security").heading == "Sign in"


def test_devices_are_listed_and_ended(world, kim):
    for name in ("Phone", "Tablet"):
        granted(sign_in(world, device={"id": name, "name": name}))
    page = kim.get("/account/security")
    assert "Browser (this device)" in page.text and "Phone" in page.text and "Tablet" in page.text
    [phone] = world.rows("SELECT id FROM sessions WHERE device_id = 'Phone'")
    page = kim.submit("end", sessionId=phone["id"])
    assert page.heading == "Sign out “Phone”?" and page.parsed.fields["sessionId"] == phone["id"]
    page = kim.submit("end")
    assert "The device was signed out." in page.text and "Phone" not in page.text
    page = kim.submit("end-others")
    assert "All other devices were signed out." in page.text and "Tablet" not in page.text
    assert "Browser (this device)" in page.text and "Sign out all other devices" not in page.text


FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0"


@pytest.mark.postgresql
def test_browsers_have_names_in_the_list_the_answer_and_the_mail(world, kim):  # noqa: ARG001 (it has an account)
    other, session = Visitor(world), sign_in(world)
    other.get("/account/sign-in")
    fields = {**other.fields("password"), "action": "password", "email": "kim@example.com", "password": PASSWORD}
    other.send("POST", "/account/sign-in", fields, useragent=FIREFOX, clientip="198.51.100.7")
    listed = granted(world.run("list-sessions", {}, granted(session)["session"]["accessToken"]))["sessions"]
    assert [each["device"] for each in listed if each.get("browser") and "device" in each] == [{"name": "Firefox, Windows"}]
    world.run("deliver-mail")
    assert [mail for mail in mails_to(world, "kim") if "Firefox, Windows" in mail.get_body(("plain",)).get_content()]


def test_a_session_of_somebody_else_is_not_ended(world, kim):
    other = verified(world, "lee")
    kim.submit("end", sessionId=world.rows(
        "SELECT s.id FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE a.email = 'lee@example.com'")[0]["id"])
    kim.submit("end")
    assert granted(world.run("get-account", token=other["accessToken"]))


@pytest.mark.parametrize("action, fields", [
    ("unlink", {"provider": "password"}), ("enroll", {}), ("enroll-passkey", {}),
])
def test_what_an_attacker_would_do_needs_a_recent_sign_in(world, kims_token, kim, action, fields):
    granted(world.run("link-identity", {"identity": person("kim")}, kims_token))
    kim.get("/account/security")
    make_old(world)
    before = world.rows("SELECT id FROM factors")
    page = kim.submit(action, **fields)
    assert page.heading == "Sign in" and world.rows("SELECT id FROM factors") == before
    page = kim.submit("password", email="kim@example.com", password=PASSWORD)
    assert page.heading == "Sign-in and devices"


def test_an_enrollment_that_was_sent_twice_is_one(world, kim):
    fields = kim.fields("enroll")
    one = kim.send("POST", "/account/security", fields)
    two = kim.send("POST", "/account/security", fields)
    assert one.html.split("otpauth:")[1].split('"')[0] == two.html.split("otpauth:")[1].split('"')[0]
    assert len(world.rows("SELECT id FROM factors")) == 1


@pytest.mark.parametrize("language, heading", [("de", "Anmeldung und Geräte"), ("es", "Inicio de sesión y dispositivos")])
def test_the_page_is_in_the_language_of_the_browser(world, kim, language, heading):
    kim.language = language
    assert kim.get("/account/security").heading == heading
