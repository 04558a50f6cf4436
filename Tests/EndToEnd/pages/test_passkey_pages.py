# SPDX-License-Identifier: Apache-2.0
"""Passkeys on the pages: the forms whose script passes options to a browser, and credentials to the functions."""

import base64
import hashlib
import json

import pytest
from factors import FACTORS, Authenticator, code, confirm_totp, enrol_passkey, enrol_totp, wrong_code
from pages import page_policy
from passkey_forms import RULES, enroll, form
from people import granted, sign_in
from visitors import Visitor

pytestmark = pytest.mark.policy(RULES)

PASSKEY = "Sign in with a passkey"


def challenged(world):
    """A browser that has signed in with the password, and has to pass a factor."""
    other = Visitor(world)
    assert other.sign_in(to="/account/security").heading == "Confirm it's you"
    return other


def test_a_passkey_is_added_used_and_removed(world, kim):
    authenticator, page = enroll(kim, "Laptop")
    assert page.heading == "Your recovery codes" and "Two-step verification is on." in page.text
    page = kim.get("/account/security")
    assert "Passkey Laptop" in page.text and "Recovery codes left: 10" in page.text

    other = Visitor(world)
    other.get("/account/sign-in?return=/account/security")
    page = other.submit("passkey")
    found, options = form(page)
    assert page.heading == PASSKEY and found["data-passkey"] == "get" and "data-start" in found
    page = other.submit("use-passkey", credential=json.dumps(authenticator.get(options)))
    assert page.heading == "Sign-in and devices" and "Last used:" in page.text
    other.submit("remove")
    page = other.submit("remove")
    assert "The second step was removed." in page.text and "Passkey Laptop" not in page.text and "Added on" not in page.text


def test_a_refused_challenge_leaves_the_other_methods_and_a_failed_database_is_an_error(world):
    assert "data-passkey" in Visitor(world).get("/account/sign-in").html
    world.policy(page_policy(factors=FACTORS, limits={"public": {"max": 2, "seconds": 60}}))
    pages = [Visitor(world).get("/account/sign-in") for _ in range(3)]
    assert [page.status for page in pages] == [200] * 3 and "data-passkey" not in pages[-1].html
    world.policy(page_policy(factors=FACTORS))
    world.rows("ALTER TABLE challenges RENAME TO lost")
    assert Visitor(world).get("/account/sign-in").status >= 500


def test_the_script_is_allowed_by_its_hash_and_only_where_it_is_needed(world, kim):
    page = kim.get("/account/security")
    assert "<script" not in page.html and "script-src" not in page.csp
    page = kim.submit("enroll-passkey")
    script = page.html.split("<script>")[1].split("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert page.html.count("<script") == 1 and f" script-src 'sha256-{digest}';" in page.csp
    assert "connect-src" not in page.csp and "default-src 'none'" in page.csp


def test_a_browser_offers_passkeys_in_the_field_of_the_name(world, kim):
    authenticator, _ = enroll(kim, "Laptop")
    other = Visitor(world)
    page = other.get("/account/sign-in?return=/account/security")
    [name] = [field for field in page.parsed.all("input") if field.get("id") == "email"]
    assert name["autocomplete"] == "username webauthn"
    found, options = form(page)
    assert "data-conditional" in found and "hidden" in found and "data-start" not in found
    # One uses the passkey, one names the time zone, and one shows a typed password.
    assert page.html.count("<script") == 3 == page.csp.split(" script-src ")[1].split(";")[0].count("'sha256-")
    page = other.submit("use-passkey", credential=json.dumps(authenticator.get(options)))
    assert page.heading == "Sign-in and devices"


def test_without_scripts_the_page_says_what_is_missing_and_leads_back(world, kim):
    page = kim.submit("enroll-passkey")
    assert "Passkeys need JavaScript" in page.text and "https://pfa.example/account/security" in page.parsed.links
    page = kim.submit("confirm-passkey")
    assert page.status == 422 and page.heading == "Sign-in and devices"
    other = Visitor(world)
    other.get("/account/sign-in")
    page = other.submit("passkey")
    assert "Passkeys need JavaScript" in page.text
    page = other.submit("use-passkey")
    assert page.status == 422 and page.heading == "Sign in"


@pytest.mark.parametrize("credential, status", [("", 422), ("x", 422), ("[]", 422), ("{}", 401), ("{\"id\":1}", 401), ("{" * 100, 422)])
def test_what_is_no_credential_is_refused(world, kim, credential, status):
    kim.submit("enroll-passkey")
    page = kim.submit("confirm-passkey", credential=credential)
    assert page.status == status and page.heading == "Sign-in and devices"
    assert not world.rows("SELECT id FROM factors WHERE confirmed_at IS NOT NULL")
    other = Visitor(world)
    other.get("/account/sign-in")
    other.submit("passkey")
    page = other.submit("use-passkey", credential=credential)
    assert page.status == status and page.heading == "Sign in" and "__Host-session" not in other.cookies


@pytest.mark.parametrize("wrong", [{"origin": "https://evil.example"}, {"rp_id": "evil.example"}, {"challenge": "AAAA"}])
def test_a_passkey_of_another_site_is_refused(world, kim, wrong):
    page = kim.submit("enroll-passkey")
    page = kim.submit("confirm-passkey", credential=json.dumps(Authenticator().make(form(page)[1], **wrong)))
    assert page.status == 401 and page.parsed.all("p")[0].get("role") == "alert"
    assert not world.rows("SELECT id FROM factors WHERE confirmed_at IS NOT NULL")


def test_a_passkey_answers_the_challenge_of_a_password(world, kims_token, kim):
    authenticator = enrol_passkey(world, kims_token)[1]
    other = challenged(world)
    assert "Enter one of your recovery codes." in other.page.text
    found, options = form(other.page)
    assert "data-start" not in found and options["allowCredentials"]
    wrong = authenticator.get(options, origin="https://evil.example")
    page = other.send("POST", "/account/sign-in", {**other.fields("factor"), "credential": json.dumps(wrong)})
    assert page.status == 401 and page.heading == "Confirm it's you" and form(page)[1] == options
    page = other.submit("factor", credential=json.dumps(authenticator.get(options)))
    assert page.heading == "Sign-in and devices"


def test_one_of_several_factors_is_named_by_the_page(world, kims_token, kim):
    app = confirm_totp(world, kims_token)[1]
    fresh = challenged(world)
    fresh.submit("factor", code=code(world, app))
    assert enroll(fresh, "Phone")[1].heading == "Sign-in and devices"
    authenticator, page = enroll(fresh, "Laptop")
    assert "The second step was added." in page.text

    other = challenged(world)
    page = other.submit("factor", credential=json.dumps(authenticator.get(form(other.page)[1])))
    assert page.heading == "Sign-in and devices"
    other = challenged(world)
    fields = [field for field in other.page.parsed.all("input") if field["name"] == "factorId"]
    page = other.send("POST", "/account/sign-in", {
        **other.fields("factor"), "credential": "", "factorId": fields[0]["value"], "code": code(world, app)})
    assert page.status == 303 and "__Host-session" in other.cookies


def test_a_person_chooses_one_of_several_apps(world, kims_token, kim):
    app = confirm_totp(world, kims_token)[1]
    fresh = challenged(world)
    fresh.submit("factor", code=code(world, app))
    passed = granted(sign_in(world))
    passed = granted(world.run("answer-challenge", {"challenge": passed["challenge"], "code": code(world, app)}))["session"]
    begun, tablet = enrol_totp(world, passed["accessToken"], "Tablet")
    granted(world.run("confirm-factor", {"factorId": begun["factor"]["id"], "code": tablet.now()}, passed["accessToken"]))

    other = challenged(world)
    [choice] = other.page.parsed.all("select")
    assert choice["name"] == "factorId" and "Authenticator app Tablet" in other.page.text
    page = other.submit("factor", factorId=begun["factor"]["id"], code=wrong_code(tablet))
    assert page.status == 422 and other.fields("factor")["factorId"] == begun["factor"]["id"]
    page = other.submit("factor", code=code(world, tablet))
    assert page.heading == "Sign-in and devices"


def test_after_five_failed_attempts_the_sign_in_begins_again(world, kims_token, kim):
    app = confirm_totp(world, kims_token)[1]
    other = challenged(world)
    for _ in range(4):
        page = other.submit("factor", code=wrong_code(app))
        assert page.heading == "Confirm it's you" and page.status >= 400
    page = other.submit("factor", code=wrong_code(app))
    assert page.heading == "Sign in" and page.parsed.all("p")[0].get("role") == "alert"


@pytest.mark.parametrize("sections", [
    {}, {"factors": {"totp": True}}, {"factors": {"passkey": {"rpID": "pfa.example", "origins": ["https://app.pfa.example"]}}},
    {"factors": FACTORS, "botCheck": {"provider": "turnstile", "functions": ["sign-in"]}},
])
def test_passkeys_are_offered_only_where_they_work(world, kim, sections):
    world.env["BOT_CHECK_SECRET"] = "x"
    world.policy(page_policy(**sections))
    assert PASSKEY not in Visitor(world).get("/account/sign-in").text
    if "botCheck" not in sections:
        assert "Add a passkey" not in kim.get("/account/security").text


@pytest.mark.parametrize("language, heading, added", [
    ("de", "Mit einem Passkey anmelden", "Passkey hinzufügen"), ("es", "Iniciar sesión con una llave de acceso", "Añadir una llave de acceso")])
def test_the_forms_are_in_the_language_of_the_browser(world, kim, language, heading, added):
    kim.language = language
    kim.get("/account/security")
    assert kim.submit("enroll-passkey").heading == added
    other = Visitor(world, language)
    other.get("/account/sign-in")
    assert other.submit("passkey").heading == heading
