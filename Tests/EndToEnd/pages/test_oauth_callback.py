# SPDX-License-Identifier: Apache-2.0
"""Sign-in at a provider in the browser: the authorization code flow with PKCE, state and nonce."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from code_providers import SECRET, CodeProvider
from faulty import clock
from pages import page_policy
from visitors import Visitor

CALLBACK = "/oauth/callback"
COOKIE = "__Host-session"


@pytest.fixture(autouse=True)
def company(world, provider):
    """The provider is in the policy."""
    world.env["ALLOW_INSECURE"] = "1"
    use(world, company=provider.policy)


def use(world, **providers):
    policy = page_policy(roles={"signUp": ["client"]})
    world.policy({**policy, "providers": {**policy["providers"], **providers}})


@pytest.fixture
def visitor(world):
    return Visitor(world)


def begin(visitor, place="/clients", provider="company"):
    """Begins a sign-in: the address at the provider."""
    visitor.get(f"/account/sign-in?return={place}")
    page = visitor.submit("provider", provider=provider)
    assert page.status == 200 and page.location is None, page.text
    [target] = [meta["content"] for meta in page.parsed.all("meta") if meta.get("http-equiv")]
    assert page.parsed.links[0] == target.removeprefix("0;url=")
    return target.removeprefix("0;url=")


def back(visitor, fields, method="GET", **attributes):
    return visitor.send(method, CALLBACK, fields, **attributes)


def test_a_person_signs_in_at_a_provider_and_comes_back(world, visitor, provider):
    page = back(visitor, provider.authorize(begin(visitor)), fetchsite="cross-site")
    assert (page.status, page.location) == (303, "https://pfa.example/clients") and COOKIE in visitor.cookies
    assert "__Host-provider" not in visitor.cookies
    [request] = provider.requests
    assert request["client_id"] == "app" and request["client_secret"] == SECRET and not request["authorization"]
    assert request["redirect_uri"] == "https://pfa.example/oauth/callback" and len(request["code_verifier"]) == 64
    assert [row["provider"] for row in world.rows("SELECT provider FROM identities")] == ["company"]


def test_a_provider_that_wants_the_secret_in_the_header_gets_it_there(world, visitor):
    with CodeProvider(methods=["client_secret_basic"]) as provider:
        use(world, company=provider.policy)
        assert back(visitor, provider.authorize(begin(visitor))).status == 303
        assert "client_secret" not in provider.requests[0]


def test_the_secret_can_be_in_a_variable(world, visitor, provider):
    without = {key: value for key, value in provider.policy.items() if key != "clientSecret"}
    use(world, company=without)
    visitor.get("/account/sign-in")
    assert "Company" not in visitor.page.text
    secret = "secret-without-spaces"
    world.env["CLIENT_SECRETS"] = f"google=x company={secret}"
    visitor.get("/account/sign-in")
    assert "Continue with Company" in visitor.page.text and "Continue with Google" in visitor.page.text


def test_what_the_provider_answers_is_used_once(world, visitor, provider):
    answer = provider.authorize(begin(visitor))
    cookies = dict(visitor.cookies)
    assert back(visitor, answer).status == 303
    assert back(visitor, answer).location == "https://pfa.example/account/next", "the page was loaded again"
    stolen = Visitor(world)
    stolen.cookies = cookies
    page = back(stolen, answer)
    assert page.status == 401 and COOKIE not in stolen.cookies and not page.location


def test_the_answer_to_another_browser_is_refused(world, visitor, provider):
    """Login CSRF: an attacker's own answer in the victim's browser."""
    attacker = Visitor(world)
    answer = provider.authorize(begin(attacker), "mallory")
    page = back(visitor, answer)
    assert page.heading == "This sign-in has expired" and COOKIE not in visitor.cookies and not provider.requests
    begin(visitor)
    page = back(visitor, answer)
    assert page.heading == "This sign-in has expired" and COOKIE not in visitor.cookies and not provider.requests


@pytest.mark.parametrize("change", [
    {"state": "x"}, {"state": ""}, {"state": None}, {"code": None}, {"code": ""}, {"error": "access_denied"}, {"iss": "https://evil.example"},
])
def test_an_answer_that_is_changed_signs_nobody_in(world, visitor, provider, change):
    answer = {**provider.authorize(begin(visitor)), **change}
    page = back(visitor, {key: value for key, value in answer.items() if value is not None})
    assert page.heading in ("This sign-in has expired", "Sign-in canceled") and COOKIE not in visitor.cookies
    assert not provider.requests and "/account/sign-in" in page.parsed.links[0]


@pytest.mark.parametrize("claims", [{"nonce": "x"}, {"nonce": None}, {"aud": "other"}, {"iss": "https://evil.example"}, {"exp": 1}])
def test_an_id_token_of_another_sign_in_is_refused(world, visitor, provider, claims):
    answer = provider.authorize(begin(visitor))
    original = provider.token

    def forged(form, authorization):
        begun = provider.codes[form["code"]]
        begun["nonce"] = claims.get("nonce", begun["nonce"])
        provider.claims = {name: value for name, value in claims.items() if name != "nonce"}
        return original(form, authorization)
    provider.token = forged
    page = back(visitor, answer)
    assert page.status == 401 and COOKIE not in visitor.cookies


def test_an_id_token_needs_the_verifier_of_this_sign_in(world, visitor, provider):
    answer = provider.authorize(begin(visitor))
    provider.codes[answer["code"]]["code_challenge"] = "A" * 43
    page = back(visitor, answer)
    assert page.status == 401 and COOKIE not in visitor.cookies


@pytest.mark.parametrize("answer, status", [
    (({"error": "server_error"}, 503), 503), (({"error": "invalid_client"}, 401), 500), (({"error": "invalid_grant"}, 400), 401),
    (({}, 200), 401), (([], 200), 401),
])
def test_a_provider_that_fails_is_a_page(world, visitor, provider, answer, status):
    fields = provider.authorize(begin(visitor))
    provider.answer = answer
    page = back(visitor, fields)
    assert page.status == status and COOKIE not in visitor.cookies
    assert SECRET not in page.html


def test_the_cookie_of_a_sign_in_ends_after_ten_minutes(world, visitor, provider):
    answer = provider.authorize(begin(visitor))
    world.env.update(clock("+11m"))
    assert back(visitor, answer).heading == "This sign-in has expired"
    assert not provider.requests and COOKIE not in visitor.cookies


def test_the_cookie_shows_neither_nonce_nor_verifier(world, visitor, provider):
    address = begin(visitor)
    sealed = visitor.cookies["__Host-provider"]
    back(visitor, provider.authorize(address))
    assert provider.requests[0]["code_verifier"] not in sealed and "company" not in sealed
    assert sealed not in world.dump()


@pytest.mark.parametrize("name", ["google", "nobody", "password", ""])
def test_a_provider_without_a_secret_is_not_offered(world, visitor, name):
    visitor.get("/account/sign-in")
    page = visitor.submit("provider", provider=name)
    assert page.status == 403 and "__Host-provider" not in visitor.cookies


def test_apples_form_is_taken_without_cookies_and_leads_back_to_them(world, visitor, provider):
    use(world, apple={"issuer": provider.url, "audiences": ["app"], "clientSecret": SECRET, "nonceForm": "plain",
                      "authorizationURL": provider.url + "/authorize?x=y", "tokenURL": provider.url + "/token",
                      "jwksURL": provider.url + "/keys"})
    visitor.get("/account/sign-in")
    page = visitor.submit("provider", provider="apple")
    address = page.parsed.links[0]
    asked = dict(parse_qsl(urlsplit(address).query))
    assert (asked["response_mode"], asked["scope"], asked["x"]) == ("form_post", "name email", "y")
    answer = provider.authorize(address.replace("name%20email", "openid"), "eve")
    provider.claims = {"name": None}
    user = '{"name":{"firstName":"Eve","lastName":"Lang"},"email":"x@evil.example"}'
    cookies, visitor.cookies = visitor.cookies, {}
    page = back(visitor, {**answer, "user": user}, "POST", origin="https://appleid.apple.com", fetchsite="cross-site")
    assert page.status == 303 and not page.cookies
    visitor.cookies = cookies
    page = visitor.get(page.location, fetchsite="cross-site")
    assert COOKIE in visitor.cookies
    [account] = world.rows("SELECT display_name, email FROM accounts")
    assert (account["display_name"], account["email"]) == ("Eve Lang", "eve@example.com")
