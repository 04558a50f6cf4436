# SPDX-License-Identifier: Apache-2.0
"""The session of a browser: its cookie, the tokens of its forms, and where it leads."""

import pytest
from pages import page_policy
from people import PASSWORD, granted, sign_in, verified
from visitors import Visitor

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(page_policy())]
COOKIE = "__Host-session"


@pytest.fixture
def visitor(world):
    verified(world)
    return Visitor(world)


def test_a_person_signs_in_and_out(world, visitor):
    asked = visitor.get("/account/sign-out")
    assert asked.heading == "You’re signed out"
    page = visitor.sign_in()
    assert page.heading == "Sign out", page.text
    assert page.csp.endswith("form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
    left = visitor.submit(follows=False)
    assert (left.status, left.location, left.json["clearsCache"]) == (303, "https://pfa.example/account/sign-out", True)
    assert COOKIE not in visitor.cookies
    assert visitor.get("/account/sign-out").heading == "You’re signed out"


def test_the_cookie_is_opaque_and_only_for_this_host(world, visitor):
    visitor.get("/account/sign-in")
    page = visitor.submit("password", follows=False, email="kim@example.com", password=PASSWORD)
    [session] = [line for line in page.cookies if line.startswith(COOKIE)]
    value, *attributes = session.split("; ")
    assert sorted(attributes) == ["HttpOnly", "Max-Age=7776000", "Path=/", "SameSite=Lax", "Secure"]
    identifier, secret = value.split("=")[1].split(".")
    assert len(secret) == 43 and secret not in world.dump()
    [row] = world.rows("SELECT cookie_hash FROM sessions WHERE id = ?", (identifier,))
    assert len(row["cookie_hash"]) == 43
    world.env.update(PUBLIC_URL="http://pfa.example", ALLOW_INSECURE="1")
    plain = Visitor(world)
    plain.get("/account/sign-in")
    page = plain.submit("password", follows=False, email="kim@example.com", password=PASSWORD)
    [session] = [line for line in page.cookies if line.startswith("session=")]
    assert "Secure" not in session and "__Host-" not in session


def test_a_cookie_is_no_access_token_and_an_access_token_is_no_cookie(world, visitor):
    visitor.sign_in()
    cookie = visitor.cookies[COOKIE]
    for token in (cookie, cookie.split(".")[0], cookie.split(".")[1]):
        assert world.run("get-account", token=token).code == "auth/unauthenticated"
        assert world.run("refresh-session", {"refreshToken": token}).code == "auth/session-revoked"
    app = granted(sign_in(world))["session"]
    for value in (app["accessToken"], app["refreshToken"], app["refreshToken"].split(".")[0] + "." + cookie.split(".")[1],
                  cookie + "x", cookie.split(".")[0] + ".", "." + cookie.split(".")[1], "x"):
        other = Visitor(world)
        other.cookies[COOKIE] = value
        assert other.get("/account/sign-out").heading == "You’re signed out", value


def test_a_browser_is_listed_and_ended_like_a_device(world, visitor):
    app = granted(sign_in(world))["session"]["accessToken"]
    visitor.sign_in()
    listed = granted(world.run("list-sessions", token=app))["sessions"]
    [browser] = [session for session in listed if session.get("browser")]
    assert not browser["current"]
    assert granted(world.run("sign-out", {"sessionId": browser["id"]}, app)) == {"ended": 1}
    assert visitor.get("/account/sign-out").heading == "You’re signed out"


def test_a_suspended_account_has_no_session_in_the_browser(world, visitor):
    visitor.sign_in()
    world.rows("UPDATE accounts SET status = 'disabled'")
    assert visitor.get("/account/sign-out").heading == "You’re signed out"


def test_a_session_ends_when_it_is_idle_and_stays_when_it_is_used(world, visitor):
    visitor.sign_in()
    world.age("sessions", "last_used_at", 600, "cookie_hash IS NOT NULL")
    world.age("sessions", "idle_ends_at", 600, "cookie_hash IS NOT NULL")
    ends = lambda: world.rows("SELECT idle_ends_at FROM sessions WHERE cookie_hash IS NOT NULL")[0]["idle_ends_at"]
    before = ends()
    assert visitor.get("/account/sign-out").heading == "Sign out"
    assert ends() > before
    world.age("sessions", "idle_ends_at", 365 * 86_400, "cookie_hash IS NOT NULL")
    assert visitor.get("/account/sign-out").heading == "You’re signed out"


def test_a_form_whose_session_has_ended_says_that_nothing_was_done(world, visitor):
    visitor.sign_in(to="/account")
    visitor.get("/account")
    world.rows("UPDATE sessions SET revoked_at = 1, end_reason = 'signed-out'")
    page = visitor.submit("profile", displayName="Other")
    assert page.heading == "Sign in" and "You were signed out, so nothing was sent or changed." in page.text
    assert world.rows("SELECT display_name FROM accounts") != [{"display_name": "Other"}]
    assert "signed out" not in Visitor(world).get("/account").text, "nothing was sent"


def test_every_sign_in_has_a_new_session_and_ends_the_one_before(world, visitor):
    visitor.sign_in()
    first = visitor.cookies[COOKIE]
    visitor.sign_in()
    assert visitor.cookies[COOKIE] != first
    earlier = Visitor(world)
    earlier.cookies[COOKIE] = first
    assert earlier.get("/account/sign-out").heading == "You’re signed out"


@pytest.mark.parametrize("change", [
    {"formToken": ""}, {"formToken": "a.b"}, {"formToken": None},
])
def test_a_form_without_its_token_is_refused(world, visitor, change):
    visitor.get("/account/sign-in")
    fields = {**visitor.fields("password"), "email": "kim@example.com", "password": PASSWORD, **change}
    refused = visitor.send("POST", "/account/sign-in", {name: value for name, value in fields.items() if value is not None})
    assert refused.status == 403 and "Please try again." in refused.text
    assert 'value="kim@example.com"' not in refused.html, "what another site fills in is not shown"
    assert not world.rows("SELECT id FROM sessions WHERE cookie_hash IS NOT NULL")


def test_a_token_of_another_browser_is_refused(world, visitor):
    """Login CSRF: an attacker's own form, sent by another browser."""
    attacker = Visitor(world)
    attacker.get("/account/sign-in")
    fields = {**attacker.fields("password"), "email": "kim@example.com", "password": PASSWORD}
    assert visitor.send("POST", "/account/sign-in", fields).status == 403
    visitor.get("/account/sign-in")
    assert visitor.send("POST", "/account/sign-in", fields).status == 403
    visitor.sign_in()
    other = Visitor(world)
    other.sign_in()
    fields = other.fields()
    assert visitor.send("POST", "/account/sign-out", fields).status == 403
    assert visitor.get("/account/sign-out").heading == "Sign out"


@pytest.mark.parametrize("headers, status", [
    ({"origin": "https://evil.example"}, 403), ({"origin": "https://pfa.example.evil.example"}, 403),
    ({"origin": "http://pfa.example"}, 403), ({"fetchsite": "cross-site"}, 403), ({"fetchsite": "same-site"}, 403),
    ({"origin": "null", "fetchsite": "cross-site"}, 403), ({"origin": "https://pfa.example"}, 303),
    ({"origin": "null", "fetchsite": "same-origin"}, 303), ({"origin": "null"}, 303), ({}, 303),
])
def test_a_form_of_another_site_is_refused(world, visitor, headers, status):
    visitor.sign_in()
    assert visitor.send("POST", "/account/sign-out", visitor.fields(), **headers).status == status


def test_a_form_that_is_sent_twice_has_one_effect(world, visitor):
    visitor.get("/account/sign-in")
    fields = {**visitor.fields("password"), "email": "kim@example.com", "password": PASSWORD}
    cookies = dict(visitor.cookies)
    first = visitor.send("POST", "/account/sign-in", fields)
    visitor.cookies = cookies
    second = visitor.send("POST", "/account/sign-in", fields)
    assert first.location == second.location and first.cookies == second.cookies
    assert len(world.rows("SELECT id FROM sessions WHERE cookie_hash IS NOT NULL")) == 1


def test_a_sign_in_again_that_is_sent_twice_has_one_effect(world, visitor):
    """The first of the two ends the session to which the form is bound."""
    visitor.sign_in()
    visitor.get("/account/sign-in")
    fields = {**visitor.fields("password"), "email": "kim@example.com", "password": PASSWORD}
    cookies = dict(visitor.cookies)
    first = visitor.send("POST", "/account/sign-in", fields)
    visitor.cookies = cookies
    second = visitor.send("POST", "/account/sign-in", fields)
    assert (first.status, first.location, first.cookies) == (second.status, second.location, second.cookies)
    assert visitor.get("/account/sign-out").heading == "Sign out"
    assert len(world.rows("SELECT id FROM sessions WHERE cookie_hash IS NOT NULL AND revoked_at IS NULL")) == 1


def test_the_id_of_a_session_is_not_enough_for_the_token_of_a_form(world, visitor):
    visitor.sign_in()
    fields = visitor.fields()
    attacker = Visitor(world)
    attacker.cookies[COOKIE] = visitor.cookies[COOKIE].split(".")[0] + ".x"
    attacker.get("/account/sign-in")
    forged = {**fields, "formToken": attacker.fields("password")["formToken"]}
    assert visitor.send("POST", "/account/sign-out", forged).status == 403


def test_a_sign_in_again_takes_the_place_of_the_session_before(world, visitor):
    """The limit of sessions ends no other device."""
    world.policy({**page_policy(), "session": {"maxPerAccount": 2}})
    granted(sign_in(world))
    for _ in range(3):
        visitor.sign_in()
    [app, browser] = world.rows("SELECT cookie_hash FROM sessions WHERE revoked_at IS NULL ORDER BY created_at")
    assert app["cookie_hash"] is None and browser["cookie_hash"]


@pytest.mark.parametrize("address, field", [
    ("/account/sign-in?email=evil@example.com", "evil@example.com"),
    ("/account/sign-up?email=evil@example.com&displayName=Evil&consent=1&birthDate=1990-01-01&profile.x=Evil", "1990-01-01"),
    ("/account?email=evil@example.com&displayName=Evil", "evil@example.com"),
    ("/clients?view=invite&name=Evil&email=evil@example.com&notes=Evil", "evil@example.com"),
])
def test_a_link_fills_in_no_form(world, visitor, address, field):
    if address.startswith("/account/sign"):
        world.policy({**page_policy(), "consent": {"version": "1", "minimumAge": 13}})
    else:
        verified(world, "ada", role="admin", displayName="Ada")
        visitor.sign_in("ada")
    page = visitor.get(address)
    assert page.status == 200 and "<form" in page.html, page.text
    assert field not in page.html.replace(address.replace("&", "&amp;"), "") and "Evil" not in page.html
    assert not [box for box in page.parsed.all("input") if box.get("type") == "checkbox" and "checked" in box]


BASE = "https://pfa.example/account/next"


@pytest.mark.parametrize("place", [
    "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "https://evil.example",
    "https:evil.example", "https:/evil.example", "HTTPS://EVIL.EXAMPLE/", "//evil.example/https://pfa.example",
    "https://pfa.example@evil.example/", "https://pfa.example:pw@evil.example/", "https://pfa.example.evil.example/",
    "https://evil.example/pfa.example", "https://pfa.example:8443/", "http://pfa.example/", "/%2f/evil.example",
    "/%5cevil.example", "/..//evil.example", "/%2e%2e/x", "/../evil", "/./x", "/a//b", " //evil.example",
    "/x y", "javascript:alert(1)", "data:text/html,x", "https://app.example.org", "https://app.example.org/homes",
    "https://app.example.org/home/../x", "https://app.example.org.evil.example/home", "https://app.example.org%2eevil/home",
    "https://pfa%2eexample/", "clients", "?x", "#x", "https://pfa.example\\@evil.example/", "https://[::1]/", "x://pfa.example/",
])
def test_return_does_not_lead_elsewhere(world, visitor, place):
    world.policy({**page_policy(), "app": {**page_policy()["app"], "returnURLs": ["https://app.example.org/home"]}})
    visitor.page = visitor.send("GET", "/account/sign-in", {"return": place})
    assert visitor.page.status == 200
    page = visitor.submit("password", follows=False, email="kim@example.com", password=PASSWORD)
    assert page.status == 303 and page.location.split("?")[0] == BASE, page.location


@pytest.mark.parametrize("place, target", [
    ("/clients", "https://pfa.example/clients"), ("/client?id=1&x=%2F", "https://pfa.example/client?id=1&x=%2F"),
    ("https://pfa.example/clients", "https://pfa.example/clients"), ("https://PFA.example:443/x", "https://PFA.example:443/x"),
])
def test_return_leads_to_a_page_of_this_service(world, visitor, place, target):
    visitor.page = visitor.send("GET", "/account/sign-in", {"return": place})
    page = visitor.submit("password", follows=False, email="kim@example.com", password=PASSWORD)
    assert (page.status, page.location) == (303, target)


@pytest.mark.parametrize("place", ["https://app.example.org/home", "https://app.example.org/home/x?y=1#z"])
def test_return_leads_to_a_url_of_the_policy(world, visitor, place):
    """By a page: browsers apply the policy for forms to the redirections of a form too."""
    world.policy({**page_policy(), "app": {**page_policy()["app"], "returnURLs": ["https://app.example.org/home"]}})
    visitor.page = visitor.send("GET", "/account/sign-in", {"return": place})
    page = visitor.submit("password", email="kim@example.com", password=PASSWORD)
    assert page.status == 200 and page.parsed.links[0] == place and COOKIE in visitor.cookies
    assert [meta["content"] for meta in page.parsed.all("meta") if meta.get("http-equiv")] == [f"0;url={place}"]


def test_a_wrong_password_is_reported_in_the_page(world, visitor):
    visitor.get("/account/sign-in")
    page = visitor.submit("password", email="kim@example.com", password="wrong horse battery")
    api = sign_in(world, password="wrong horse battery").json["error"]
    assert page.status == api["status"] == 401 and api["userMessage"] in page.text
    [email] = [field for field in page.parsed.all("input") if field.get("id") == "email"]
    assert email["value"] == "kim@example.com" and "wrong horse" not in page.html
    assert page.parsed.text("title").startswith("Error: ")
