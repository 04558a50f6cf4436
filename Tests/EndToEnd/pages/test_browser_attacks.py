# SPDX-License-Identifier: Apache-2.0
"""Attacks on the pages of a browser's session that hold for every page: foreign forms, planted cookies, framing, caches.

`test_browser_sessions.py` has those on one form and on `return`, `test_oauth_callback.py` those on sign-ins at providers.
"""

import pytest
from pages import BROWSER_PAGES, FUNCTIONS, PAGES, page_policy, site
from people import PASSWORD, granted, verified
from runners import lighttpd
from visitors import Visitor

pytestmark = pytest.mark.policy(page_policy(deletion={"graceDays": 30}))

COOKIE, FORM_COOKIE = "__Host-session", "__Host-form"
ROUTES = {name: FUNCTIONS[name]["trigger"]["route"] for name in PAGES | BROWSER_PAGES}
#: Each form of each page. The provider's form has no token: its state protects it.
FORMS = sorted(
    (name, action) for name in BROWSER_PAGES - {"oauth-callback", "change-password-page"}
    for action in FUNCTIONS[name]["event"]["properties"].get("action", {"enum": [""]})["enum"])
CLIENT = {"name": "Kim", "email": "kim@example.com"}


@pytest.fixture
def ada(world):
    """The access token of an inviter with an account for the pages."""
    return verified(world, "ada", role="admin", displayName="Ada")["accessToken"]


def signed_in(world, name="ada"):
    visitor = Visitor(world)
    visitor.sign_in(name)
    assert visitor.page.heading == "Sign out", visitor.page.text
    return visitor


@pytest.mark.parametrize("page, action", FORMS)
def test_every_form_needs_its_token_and_its_own_site(world, ada, page, action):
    invited = world.invite(ada)
    visitor = signed_in(world)
    own = visitor.fields()["formToken"]
    foreign = signed_in(world).fields()["formToken"]
    fields = {
        "action": action, "id": invited["client"]["id"], "code": invited["code"], **CLIENT, "password": PASSWORD, "displayName": "Eve",
        "newPassword": PASSWORD + "!", "title": "Legs", "list": "Lee,lee@example.com", "confirm": "true", "decision": "agree"}
    fields = {name: fields[name] for name in FUNCTIONS[page]["event"]["properties"] if name in fields}
    world.run("preview-invitation", {"code": invited["code"]})  # The first look at it is recorded.
    # Refused requests are counted by client.
    counted = ["client_windows"]
    before = world.dump(without=counted)
    for token, attributes in (
            (None, {}), ("", {}), (foreign, {}), (own[:-1], {}), (own, {"origin": "https://evil.example"}), (own, {"fetchsite": "cross-site"}),
            (own, {"fetchsite": "same-site"})):
        sent = {**fields, **({} if token is None else {"formToken": token})}
        refused = visitor.send("POST", ROUTES[page], sent, **attributes)
        assert (refused.status, refused.location, refused.cookies) == (403, None, []), (token, attributes, refused.text)
        assert 'value="Eve"' not in refused.html and "lee@example.com" not in refused.html, "what another site fills in is not shown"
    assert world.dump(without=counted) == before


@pytest.mark.parametrize("planted", ["", "x", "x.y", "attacker's"])
def test_a_planted_session_does_not_become_the_victims(world, ada, planted):
    """Session fixation: the attacker knows the cookies that the browser has before the sign-in."""
    verified(world, "eve")
    attacker, victim = signed_in(world, "eve"), Visitor(world)
    known = attacker.cookies[COOKIE] if planted == "attacker's" else planted
    victim.cookies[COOKIE] = known
    victim.sign_in("ada", to="/account")
    assert victim.page.heading == "Your account" and victim.cookies[COOKIE] != known
    thief = Visitor(world)
    thief.cookies[COOKIE] = known
    assert thief.get("/account").heading == "Sign in", "also the planted session has ended"


def test_a_planted_form_cookie_gives_no_form_of_the_session(world, ada):
    attacker, victim = Visitor(world), Visitor(world)
    attacker.get("/account/sign-in")
    fields = attacker.fields("password")
    victim.cookies[FORM_COOKIE] = attacker.cookies[FORM_COOKIE]
    victim.sign_in("ada")
    assert FORM_COOKIE not in victim.cookies
    victim.cookies[FORM_COOKIE] = attacker.cookies[FORM_COOKIE]
    assert victim.send("POST", "/account/sign-out", {"formToken": fields["formToken"]}).status == 403
    assert victim.get("/account/sign-out").heading == "Sign out"


def test_with_https_a_cookie_that_plain_http_can_set_is_not_read(world, ada):
    """Only names that begin with __Host- are safe from other hosts and from http."""
    visitor = signed_in(world)
    session = visitor.cookies[COOKIE]
    for name in ("session", "__Secure-session", "__host-session", "__Host-sessio"):
        other = Visitor(world)
        other.cookies[name] = session
        assert other.get("/account").heading == "Sign in", name


def test_the_first_of_several_cookies_of_a_name_is_not_mixed_with_others(world, ada):
    visitor, other = signed_in(world), Visitor(world)
    value = visitor.cookies[COOKIE]
    for cookies in (f"{COOKIE}=x; {COOKIE}={value}", f"{COOKIE}={value}; {COOKIE}=x"):
        page = other.send("GET", "/account", {}, cookie=cookies)
        assert page.status in (200, 303) and (page.status == 303 or "ada@example.com" in page.html), cookies


def test_no_page_may_be_framed_cached_or_sniffed(world, ada):
    visitor = signed_in(world)
    invited = world.invite(ada)
    query = f"?code={invited['code']}&id={invited['client']['id']}&token=x&status=404"
    with lighttpd(world) as web:
        for name, route in sorted(ROUTES.items()):
            methods = FUNCTIONS[name]["trigger"].get("methods") or [FUNCTIONS[name]["trigger"]["method"]]
            for method in [*methods, "PUT", *(["HEAD"] if "GET" in methods else [])]:
                for cookie in ({}, {"Cookie": f"{COOKIE}={visitor.cookies[COOKIE]}"}):
                    form = {"Content-Type": "application/x-www-form-urlencoded"} if method == "POST" else {}
                    answer = web.request(method, route + query, b"code=x" if form else None, {"Accept": "text/html", **form, **cookie})
                    headers, where = answer.headers, (method, route, answer.status, dict(answer.headers))
                    assert headers["Cache-Control"] == "no-store" and headers["X-Content-Type-Options"] == "nosniff", where
                    assert headers["Referrer-Policy"] == "no-referrer", where
                    if method == "PUT" and headers["Content-Type"].startswith("application/json"):
                        continue
                    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"] and headers["X-Frame-Options"] == "DENY", where
                    assert headers["Cross-Origin-Opener-Policy"] == "same-origin" and "camera=()" in headers["Permissions-Policy"], where
                    assert headers.get("Access-Control-Allow-Credentials") is None, where


# In Chromium


def sign_in(tab, url, place):
    tab.goto(f"{url}/account/sign-in?return={place}")
    tab.locator("#email").fill("ada@example.com")
    tab.get_by_label("Password", exact=True).fill(PASSWORD)
    tab.keyboard.press("Enter")
    tab.wait_for_url(f"{url}{place}")


def shows(tab, url, html):
    """Opens a page of another site."""
    tab.route(f"{url}/**", lambda route: route.fulfill(body=html, content_type="text/html"))
    tab.goto(f"{url}/")


def form(url, path, **fields):
    inputs = "".join(f'<input type="hidden" name="{name}" value="{value}">' for name, value in fields.items())
    return f'<form method="post" action="{url}{path}">{inputs}<button>Win a prize</button></form>'


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:9"], ids=["another site", "another port of the same site"])
def test_a_form_elsewhere_invites_nobody(world, browser, ada, origin):
    """Another port is the same site, to which the browser sends the cookie."""
    with site(world) as running:
        tab = browser.tab(1280)
        sign_in(tab, running.url, "/clients")
        shows(tab, origin, form(running.url, "/clients", view="invite", action="invite", **CLIENT, deliver="mail"))
        tab.get_by_role("button").click()
        tab.wait_for_url(f"{running.url}/**")
        assert world.rows("SELECT id FROM clients") == []
        tab.goto(running.url + "/clients")
        assert tab.get_by_role("heading", level=1).inner_text() == "Your clients", "the person is still signed in"
        tab.context.close()


def test_no_page_is_shown_in_a_frame(world, browser, ada):
    with site(world) as running:
        tab = browser.tab(1280)
        sign_in(tab, running.url, "/account/data")
        paths = ("/account/data", "/account/sign-in", "/clients", "/invite?code=A", "/error?status=404")
        shows(tab, "http://127.0.0.1:9", "".join(f'<iframe src="{running.url}{path}"></iframe>' for path in paths))
        tab.wait_for_load_state("networkidle")
        framed = [frame for frame in tab.frames if frame.parent_frame]
        assert len(framed) == len(paths) and all("<form" not in frame.content() and "<main" not in frame.content() for frame in framed)
        tab.context.close()


def test_a_page_elsewhere_reads_nothing_even_with_cors_for_everybody(world, browser, ada):
    world.policy({**page_policy(), "cors": {"origins": ["*"]}})
    with lighttpd(world, PUBLIC_URL=None, ALLOW_INSECURE="1") as web:
        url = f"http://127.0.0.1:{web.port}"
        tab = browser.tab(1280)
        sign_in(tab, url, "/account/data")
        shows(tab, "http://127.0.0.1:9", "<p>Hi</p>")
        read = """async ([url, credentials]) => {
          try { return await (await fetch(url, {credentials})).text() } catch (error) { return "refused" }
        }"""
        assert tab.evaluate(read, [url + "/account/data", "include"]) == "refused"
        assert "ada@example.com" not in tab.evaluate(read, [url + "/account", "omit"])
        tab.context.close()


def test_after_the_sign_out_the_back_button_shows_no_client(world, browser, ada):
    granted(world.run("send-invitation", {"client": CLIENT}, ada))
    with lighttpd(world, PUBLIC_URL=None, ALLOW_INSECURE="1") as web:
        url = f"http://127.0.0.1:{web.port}"
        tab = browser.tab(1280, java_script_enabled=False)
        sign_in(tab, url, "/clients")
        assert "kim@example.com" in tab.content()
        tab.goto(url + "/account/sign-out")
        tab.get_by_role("button", name="Sign out").click()
        tab.get_by_role("heading", name="You’re signed out").wait_for()
        for _ in range(3):
            tab.go_back()
            assert "kim@example.com" not in tab.content(), tab.url
        tab.context.close()
