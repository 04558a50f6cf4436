# SPDX-License-Identifier: Apache-2.0
"""The page of an invitation link."""

import re
from urllib.parse import quote

import pytest
from page_codes import invited
from pages import APP, Parsed, page_policy, see
from people import granted

pytestmark = pytest.mark.policy(page_policy())

DAY = 86_400


# Invitations


def test_the_page_shows_inviter_app_and_expiry(world):
    _, invitation, code, _ = invited(world)
    page = see(world, "invite-page", code=code)
    assert (page.status, page.exit, page.heading) == (200, 0, "Ada Byron has invited you")
    day = world.rows("SELECT strftime('%Y-%m-%d', expires_at / 1000 - 36 * 3600, 'unixepoch') AS day FROM invitations")[0]["day"]
    year, _, date = day.split("-")
    assert "Hi Kim," in page.text and page.text.count("has invited you") == 1, "the heading says who invites"
    assert re.search('<span class="face" aria-hidden="true">A</span>', page.html)
    # Enough to recognise it. The address of the inviter is in the mail only.
    assert "The invitation is for k…@example.com" in page.text and "kim@example.com" not in page.html and "ada@" not in page.html
    assert re.search(rf"Valid until [A-Z][a-z]+ {int(date)}, {year}\.", page.text)
    assert page.parsed.links == [f"pfa://invite?code={code}", f"invite/accept?code={code}", APP["appStoreURL"], APP["playStoreURL"],
                                 f"decline-invitation?code={code}",
                                 "mailto:support@pfa.example"]
    [banner] = [meta for meta in page.parsed.all("meta") if meta.get("name") == "apple-itunes-app"]
    assert banner["content"] == f"app-id=123456789, app-argument=pfa://invite?code={code}"
    assert "PFA · Personal Fitness App" in page.parsed.text("footer")


PHONE = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"
IPAD = "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1"
DESKTOP = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"
#: What a browser says of its device, and what the page shows first.
DEVICES = [
    ({"useragent": PHONE}, "android"), ({"useragent": IPHONE}, "iPhone"), ({"useragent": IPAD}, "iPhone"), ({"useragent": DESKTOP}, "desktop"),
    ({"useragent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"}, "desktop"),
    ({"useragent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64)"}, "desktop"), ({"useragent": "KaiOS Mobile"}, "phone"), ({}, "phone"),
    # Hints take precedence over a user agent, which may be reduced or asked for as that of a desktop.
    ({"useragent": DESKTOP, "uamobile": "?1", "uaplatform": '"Android"'}, "android"),
    ({"useragent": DESKTOP, "uamobile": "?0", "uaplatform": '"Android"'}, "android"),
    ({"useragent": DESKTOP, "uamobile": "?1", "uaplatform": '"Other"'}, "phone"),
    ({"useragent": "x", "uamobile": "?0", "uaplatform": '"Windows"'}, "desktop"),
    ({"useragent": IPHONE, "uamobile": "?0", "uaplatform": '"Something new"'}, "iPhone"),
]


@pytest.mark.parametrize("headers, device", DEVICES)
def test_a_phone_leads_to_the_app_and_a_desktop_to_the_browser(world, headers, device):
    _, _, code, _ = invited(world)
    answer = world.run("invite-page", {"code": code}, **headers).json
    page = Parsed(answer["html"])
    app, browser = f"pfa://invite?code={code}", f"invite/accept?code={code}"
    store = APP["playStoreURL"] + f"&referrer=code%3D{code}"
    decline = [f"decline-invitation?code={code}", "mailto:support@pfa.example"]
    fallback = quote(store, safe="").replace(".", "%2E")
    links = {
        "desktop": [browser, app],
        "android": [f"intent://invite?code={code}#Intent;scheme=pfa;S.browser_fallback_url={fallback};end", browser, store],
        "iPhone": [app, browser, APP["appStoreURL"]], "phone": [app, browser, APP["appStoreURL"], APP["playStoreURL"]],
    }
    assert page.links == links[device] + decline
    assert [svg["aria-label"] for svg in page.all("svg")] == (["QR code of the link"] if device == "desktop" else [])
    assert len(answer["html"]) < 12 * 1024


def test_a_browser_on_android_without_the_app_goes_on_in_the_browser(world):
    _, _, code, _ = invited(world)
    world.policy(page_policy(app={"name": "Bare", "urlScheme": "bare", "androidApps": [{"package": "com.example.bare",
        "fingerprints": [":".join(["AB"] * 32)]}]}))
    page = Parsed(world.run("invite-page", {"code": code}, useragent=PHONE).json["html"])
    fallback = quote(f"{world.env['PUBLIC_URL']}/invite/accept?code={code}", safe="").replace(".", "%2E").replace("-", "%2D")
    assert page.links[0] == (
        f"intent://invite?code={code}#Intent;scheme=bare;package=com.example.bare;S.browser_fallback_url={fallback};end")


@pytest.mark.parametrize("headers", [{"useragent": PHONE}, {"useragent": IPHONE}, {"useragent": DESKTOP}, {}])
@pytest.mark.parametrize("by_mail", [True, False])
@pytest.mark.parametrize("language, here, in_app", [
    ("en", "Accept invitation", "Accept in the app"), ("de", "Einladung annehmen", "In der App annehmen"),
    ("es", "Aceptar la invitación", "Aceptar en la app")])
def test_there_is_one_primary_button_and_no_address_to_read(world, headers, by_mail, language, here, in_app):
    """A phone without the app has quiet lines: the browser, and the store."""
    _, _, code, _ = invited(world)
    world.policy(page_policy(providers={**page_policy()["providers"], **({"email": {}} if by_mail else {})}))
    page = Parsed(world.run("invite-page", {"code": code}, acceptlanguage=language, **headers).json["html"])
    assert page.primary == [here if headers.get("useragent") == DESKTOP else in_app]
    assert "://" not in page.text("main") and code not in page.text("main")


def test_the_page_omits_what_the_policy_does_not_name(world):
    _, _, code, _ = invited(world)
    world.policy(page_policy(app={"name": "Bare", "urlScheme": "bare"}))
    page = see(world, "invite-page", code=code)
    assert page.parsed.links == [f"bare://invite?code={code}", f"invite/accept?code={code}", f"decline-invitation?code={code}"]
    assert "apple-itunes-app" not in page.html and "support" not in page.parsed.text("footer")
    assert page.parsed.text("footer") == "", "the header already names the app"
    assert "Don’t have the app yet?" not in page.text, "there is no store to install it from"


@pytest.mark.parametrize("store, agent", [("appStoreURL", PHONE), ("playStoreURL", IPHONE)])
def test_a_phone_without_its_store_is_not_told_to_install_the_app(world, store, agent):
    _, _, code, _ = invited(world)
    for stores, has in (({}, False), (APP, True)):
        world.policy(page_policy(app={"name": "Bare", "urlScheme": "bare", store: APP[store], **stores}))
        page = Parsed(world.run("invite-page", {"code": code}, useragent=agent).json["html"])
        assert ("Install it" in page.text()) == has


@pytest.mark.parametrize("url, banner", [
    ("https://apps.apple.com/app/id42", "app-id=42,"), ("https://apps.apple.com/us/app/idea/id7?mt=8", "app-id=7,"),
    ("https://apps.apple.com/app/pfa", None), ("https://id42.example.com/app", None)])
def test_the_banner_needs_the_apps_number(world, url, banner):
    _, _, code, _ = invited(world)
    world.policy(page_policy(app={**APP, "appStoreURL": url}))
    page = see(world, "invite-page", code=code)
    assert (banner in page.html) if banner else ("apple-itunes-app" not in page.html)


def test_a_code_may_be_in_lower_case_and_a_link_may_have_more_parameters(world):
    _, _, code, _ = invited(world)
    page = see(world, "invite-page", code=code.lower(), utm_source="mail", fbclid="x" * 5000, amount="")
    assert page.status == 200 and f"pfa://invite?code={code}" in page.parsed.links


def expire(world, token, invitation):
    world.age("invitations", "expires_at", 32 * DAY)


def revoke(world, token, invitation):
    granted(world.run("revoke-invitation", {"invitationId": invitation["id"]}, token))


def resend(world, token, invitation):
    granted(world.run("resend-invitation", {"invitationId": invitation["id"]}, token))


def decline(world, token, invitation):
    code = re.search(r"invite\?code=(\w+)", world.mails()[0].get_body(("plain",)).get_content())[1]
    granted(world.run("decline-invitation", {"code": code}))


def accept(world, token, invitation):
    granted(world.accept(re.search(r"invite\?code=(\w+)", world.mails()[0].get_body(("plain",)).get_content())[1]))


@pytest.mark.parametrize("change, status, heading, says", [
    (expire, 410, "This invitation has expired", "We can ask Ada Byron to resend it."),
    (decline, 410, "You’ve declined this invitation", "Ask Ada Byron for a new link."),
    (revoke, 410, "This invitation was withdrawn", "ask Ada Byron."),
    (resend, 410, "There’s a newer invitation for you", "the latest email"),
    (accept, 409, "This invitation has been accepted", "open the app and sign in")])
def test_the_page_of_an_invalid_invitation_states_the_reason_and_a_remedy(world, change, status, heading, says):
    token, invitation, code, _ = invited(world)
    change(world, token, invitation)
    page = see(world, "invite-page", code=code)
    assert (page.status, page.exit, page.heading) == (status, 0, heading) and says in page.text
    asks = f"request-invitation?code={code}" in page.parsed.links
    assert asks == (change in (expire, decline, resend)), "an invitation that may be sent again can be asked for"
    assert asks or code not in page.html, "a code that is worth nothing leads nowhere"
    assert world.run("preview-invitation", {"code": code}).json["error"]["status"] == status


@pytest.mark.parametrize("data, status", [
    ({"code": "NONE"}, 404), ({}, 400), ({"code": ""}, 400), ({"code": "A B"}, 400), ({"code": "A" * 129}, 400),
    ({"code": "<script>"}, 404)])
def test_the_page_of_a_truncated_link_says_so(world, data, status):
    page = see(world, "invite-page", **data)
    assert (page.status, page.exit, page.heading) == (status, 0, "We couldn’t find this invitation")
    assert "cut off" in page.text
