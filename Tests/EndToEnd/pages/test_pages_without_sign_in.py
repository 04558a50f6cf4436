# SPDX-License-Identifier: Apache-2.0
"""Pages under a policy with which nobody can sign in in a browser: they lead to the app."""

from urllib.parse import quote

import pytest
from page_codes import invited
from pages import APP, Parsed, page_policy, see
from people import granted
from visitors import Visitor
from worlds import POLICY

#: The policy's identity providers are those of a native app.
NATIVE = {"app": APP, "roles": {"signUp": ["client", "admin"]}, "providers": POLICY["providers"]}
#: Pages have no check for bots.
PROTECTED = {**NATIVE, "providers": {**POLICY["providers"], "password": {}},
             "botCheck": {"provider": "turnstile", "functions": ["sign-in", "sign-up", "accept-invitation"]}}
pytestmark = pytest.mark.policy(NATIVE)

ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"
DESKTOP = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"
STORES = ("https://apps.apple.com", "https://play.google.com")


def shown(world, agent, language="en", **data):
    return Parsed(world.run("invite-page", data, useragent=agent, acceptlanguage=language).json["html"])


@pytest.mark.parametrize("agent, scheme, stores", [(ANDROID, "intent:", STORES[1:]), (IPHONE, "pfa:", STORES[:1]), (DESKTOP, "pfa:", STORES)])
@pytest.mark.parametrize("language, words", [
    ("en", "This works only in the PFA app."), ("de", "Das geht nur in der App PFA."), ("es", "Esto solo funciona en la app PFA.")])
def test_an_invitation_leads_to_the_app_and_its_stores(world, agent, scheme, stores, language, words):
    _, _, code, _ = invited(world)
    page = shown(world, agent, language, code=code)
    assert words in page.text() and not page.all("form")
    app, *found, _, _ = page.links
    assert app.startswith(scheme) and [link.startswith(store) for link, store in zip(found, stores, strict=True)] == [True] * len(stores)
    assert len(page.all("svg")) == (agent == DESKTOP), "the QR code of the link"


def test_a_join_link_leads_to_the_app_too(world):
    token, _, _, _ = invited(world)
    code = granted(world.run("create-join-link", {}, token))["joinLink"]["link"].split("code=")[1]
    page = see(world, "join-page", code=code)
    assert "This works only in the PFA app." in page.text and page.parsed.links[0] == f"pfa://join?code={code}"
    assert not [link for link in page.parsed.links if "invite/accept" in link]


def test_android_without_the_app_and_without_its_store_stays_on_the_page(world):
    _, _, code, _ = invited(world)
    world.policy({**NATIVE, "app": {"name": "Bare", "urlScheme": "bare"}})
    fallback = quote(f"{world.env['PUBLIC_URL']}/invite?code={code}", safe="").replace(".", "%2E").replace("-", "%2D")
    assert f"browser_fallback_url={fallback};" in shown(world, ANDROID, code=code).links[0]


@pytest.mark.parametrize("policy", [NATIVE, PROTECTED])
def test_the_page_that_accepts_leads_back_to_the_invitation(world, policy):
    _, _, code, _ = invited(world)
    world.policy(policy)
    page = Visitor(world).get(f"/invite/accept?code={code}")
    assert page.path == "/invite" and page.heading == "Ada Byron has invited you" and "This works only in the PFA app." in page.text


@pytest.mark.parametrize("agent", [ANDROID, IPHONE, DESKTOP])
def test_an_accepted_invitation_leads_to_no_sign_in_of_the_browser(world, agent):
    _, _, code, _ = invited(world)
    granted(world.accept(code))
    page = shown(world, agent, code=code)
    assert "open the app and sign in" in page.text() and not [link for link in page.links if "sign-in" in link]
    world.policy(page_policy())
    assert "account/sign-in" in shown(world, agent, code=code).links


@pytest.mark.parametrize("policy", [NATIVE, PROTECTED])
@pytest.mark.parametrize("language, sign_in, sign_up", [
    ("en", "To sign in, open the PFA app.", "To create an account, open the PFA app."),
    ("de", "Zum Anmelden öffne die App PFA.", "Um ein Konto anzulegen, öffne die App PFA."),
    ("es", "Para iniciar sesión, abre la app PFA.", "Para crear una cuenta, abre la app PFA.")])
def test_people_are_told_to_sign_in_in_the_app(world, policy, language, sign_in, sign_up):
    world.policy(policy)
    visitor = Visitor(world, language)
    for path, words in (("/account/sign-in", sign_in), ("/account/sign-up", sign_up)):
        page = visitor.get(path)
        assert words in page.text and not page.parsed.all("form")
        assert page.parsed.links[:3] == ["pfa://", APP["appStoreURL"], APP["playStoreURL"]]
        assert not [link for link in page.parsed.links if "sign-up" in link or "sign-in" in link], "they don't lead to each other"


def test_people_who_sign_in_with_a_code_create_their_account_in_the_app(world):
    world.policy({**NATIVE, "providers": {**POLICY["providers"], "email": {}}})
    visitor = Visitor(world)
    assert not [link for link in visitor.get("/account/sign-in").parsed.links if "sign-up" in link]
    page = visitor.get("/account/sign-up")
    assert "To create an account, open the PFA app." in page.text and "https://pfa.example/account/sign-in" in page.parsed.links
