# SPDX-License-Identifier: Apache-2.0
"""An inviter's branding, and the logo and color of the app, in mails, text messages and pages."""

import re
import urllib.parse

import pytest
from http_receiver import Receiver
from members import errors
from page_codes import inviter
from page_gallery import gallery
from pages import APP, page_policy, see
from people import granted
from smtp_servers import deliver, send
from text_messages import SENT, invite
from text_messages import env as sms
from worlds import POLICY, code_of

STUDIO = {"name": "Byron Strength", "color": "#0b6e4f", "logoURL": "https://ada.example/logo.png"}
APP_LOGO = "https://pfa.example/logo.svg"
BRANDED = {**POLICY, "app": {"logoURL": APP_LOGO, "accentColor": "#7a1fa2"},
           "invitation": {"branding": True, "remindDaysBefore": [3]}}


@pytest.fixture
def ada(world):
    """An inviter in an app whose policy allows brandings."""
    world.policy(BRANDED)
    return world.inviter()


def update(world, token, branding):
    return world.run("update-account", {"branding": branding}, token)


def account(world, token):
    return granted(world.run("get-account", {}, token))["account"]


def parts(mail):
    return [mail.get_body((kind,)).get_content() for kind in ("plain", "html")]


def test_an_inviter_sets_replaces_and_removes_the_branding(world, ada):
    assert "branding" not in account(world, ada)
    assert granted(update(world, ada, STUDIO))["account"]["branding"] == STUDIO
    assert account(world, ada)["branding"] == STUDIO
    assert granted(update(world, ada, {"color": "#AA00cc"}))["account"]["branding"] == {"color": "#AA00cc"}
    assert "branding" not in granted(update(world, ada, None))["account"]
    assert world.rows("SELECT branding FROM accounts") == [{"branding": None}]
    actions = [row["action"] for row in world.rows("SELECT action FROM audit ORDER BY id") if row["action"] == "account.updated"]
    assert len(actions) == 3


def test_an_empty_branding_is_none(world, ada):
    granted(update(world, ada, STUDIO))
    assert "branding" not in granted(update(world, ada, {}))["account"]


def test_other_changes_keep_the_branding(world, ada):
    granted(update(world, ada, STUDIO))
    granted(world.run("update-account", {"displayName": "Ada B."}, ada))
    assert account(world, ada)["branding"] == STUDIO


def test_an_export_contains_the_branding(world, ada):
    granted(update(world, ada, STUDIO))
    assert granted(world.run("export-account", {}, ada))["account"]["branding"] == STUDIO


@pytest.mark.parametrize("branding", [STUDIO, None])
def test_only_inviters_may_have_a_branding(world, ada, branding):
    kim = world.accept(world.invite(ada)["code"]).json["session"]["accessToken"]
    refused = world.run("update-account", {"branding": branding, "displayName": "K."}, kim)
    assert refused.code == "auth/permission-denied" and refused.json["error"]["status"] == 403
    assert account(world, kim)["displayName"] == "Kim" and "branding" not in account(world, kim)


def test_no_branding_without_the_policy(world):
    token = world.inviter()
    assert update(world, token, STUDIO).code == update(world, token, None).code == "auth/permission-denied"
    assert "branding" not in account(world, token)


@pytest.mark.parametrize("member, value", [
    ("name", "www.evil.example"), ("name", "evil.com"), ("name", "a@b"), ("name", "https://x"), ("name", " "),
    ("name", "two\nlines"), ("name", "x" * 101), ("name", None), ("color", "red"), ("color", "#12345"),
    ("color", "#1234567"), ("color", "#12345g"), ("color", "123456"), ("color", 7), ("logoURL", "http://ada.example/l.png"),
    ("logoURL", "javascript:alert(1)"), ("logoURL", "data:image/png;base64,AA"), ("logoURL", "https://ada.example/a b"),
    ("logoURL", "https://" + "x" * 2048), ("url", "https://ada.example")])
def test_a_branding_that_breaks_a_rule_is_refused_by_name(world, ada, member, value):
    granted(update(world, ada, STUDIO))
    refused = update(world, ada, {**STUDIO, member: value})
    assert list(errors(refused)) == [f"/branding/{member}"], refused.json
    if member == "name" and value:
        assert refused.code == errors(refused)["/branding/name"] == "auth/invalid-display-name"
    assert account(world, ada)["branding"] == STUDIO


def is_branded(mail):
    text, html = parts(mail)
    assert "Ada (Byron Strength) " in text and "<bdi>Byron Strength</bdi>" in html
    assert f'<img src="{STUDIO["logoURL"]}"' in html and APP_LOGO not in html
    assert "background-color:#0b6e4f" in html and "#7a1fa2" not in html
    return True


def test_the_mails_of_an_invitation_show_the_branding_of_the_inviter(world, ada):
    granted(update(world, ada, STUDIO))
    sent = send(world, ada).json
    world.run("resend-invitation", {"invitationId": sent["invitation"]["id"]}, ada)
    for column in ("sent_at", "expires_at", "remind_at"):
        world.age("invitations", column, 28 * 86_400)
    assert world.run("expire-invitations").json["reminded"] == 1
    deliver(world, later=0)
    mails = world.mails()
    assert len(mails) == 3 and all(is_branded(mail) for mail in mails)


def test_the_mails_of_others_show_the_logo_and_color_of_the_app(world, ada):
    granted(update(world, ada, STUDIO))
    send(world, world.inviter("bob"))
    text, html = parts(world.mails()[-1])
    assert "Byron Strength" not in text + html and f'<img src="{APP_LOGO}"' in html and "background-color:#7a1fa2" in html
    assert world.accept(code_of(world.mails()[-1])).code is None
    deliver(world, later=0)
    accepted = parts(world.mails()[-1])[1]
    assert f'<img src="{APP_LOGO}"' in accepted


def test_a_branding_without_a_logo_or_color_shows_those_of_the_app(world, ada):
    granted(update(world, ada, {"name": "Byron Strength"}))
    send(world, ada)
    html = parts(world.mails()[-1])[1]
    assert "Byron Strength" in html and APP_LOGO in html and "background-color:#7a1fa2" in html


def test_a_policy_that_stops_brandings_hides_them(world, ada):
    granted(update(world, ada, STUDIO))
    world.policy({**BRANDED, "invitation": {}})
    send(world, ada)
    assert "Byron Strength" not in "".join(parts(world.mails()[-1]))
    assert world.run("preview-invitation", {"code": code_of(world.mails()[-1])}).json["inviter"] == {"displayName": "Ada"}


def test_a_preview_has_the_branding(world, ada):
    granted(update(world, ada, STUDIO))
    code = world.invite(ada)["code"]
    preview = world.run("preview-invitation", {"code": code}).json
    assert preview["inviter"] == {"displayName": "Ada", "branding": STUDIO}


def test_a_text_message_has_the_name_of_the_branding(world, ada):
    granted(update(world, ada, STUDIO))
    with Receiver(SENT) as receiver:
        invite(world, receiver, ada)
    form = dict(urllib.parse.parse_qsl(receiver.requests[0][2].decode()))
    assert form["Body"].startswith("Ada (Byron Strength) invites you to PFA: https://pfa.example/invite?code=")
    assert sms(receiver)


def images(page):
    """The source of images besides the icon."""
    return re.search(r"img-src (?:([^;]*) )?data:;", page.csp)


def test_the_page_of_an_invitation_shows_the_branding_also_when_it_has_ended(world):
    world.policy(page_policy(app={**APP, "logoURL": APP_LOGO}, invitation={"branding": True}))
    token = inviter(world)
    granted(update(world, token, STUDIO))
    sent = world.invite(token)
    for heading in ("Ada Byron has invited you", "This invitation was withdrawn"):
        page = see(world, "invite-page", code=sent["code"])
        assert page.heading == heading and page.parsed.text("header") == "Byron Strength"
        assert [image["src"] for image in page.parsed.all("img")] == [STUDIO["logoURL"]]
        assert images(page)[1] == STUDIO["logoURL"] and "--button: #0b6e4f" in page.html
        granted(world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, token))
    page = see(world, "error-page", status="404")
    assert page.parsed.text("header") == "PFA" and images(page)[1] == APP_LOGO


def test_a_page_may_load_its_logo_and_nothing_else(world):
    world.policy(page_policy())
    page = see(world, "error-page", status="404")
    assert images(page)[1] is None and page.parsed.all("img") == []
    world.policy(page_policy(app={**APP, "logoURL": "https://pfa.example/a;b,'c\"<d>.png?x=1;y#z"}))
    page = see(world, "error-page", status="404")
    assert images(page)[1] == "https://pfa.example/a%3Bb%2C%27c%22%3Cd%3E.png"
    assert [image["src"] for image in page.parsed.all("img")] == ["https://pfa.example/a;b,'c\"<d>.png?x=1;y#z"]


@pytest.mark.slow
def test_every_page_has_the_logo_and_color_of_the_app(world):
    states = gallery(world)
    world.policy(page_policy(app={**APP, "logoURL": APP_LOGO, "accentColor": "#7a1fa2"}))
    for state, (function, data) in states.items():
        page = see(world, function, **data)
        assert images(page)[1] == APP_LOGO and "--button: #7a1fa2" in page.html, state


@pytest.mark.parametrize("key, value, words", [
    ("logoURL", "http://pfa.example/l.png", "/app/logoURL"), ("accentColor", "blue", "/app/accentColor"),
    ("phrases", {"en": {"programme": "x"}}, "/app/phrases/en/programme")])
def test_a_policy_with_another_form_is_refused(world, key, value, words):
    world.policy({**POLICY, "app": {key: value}})
    answer = world.run("preview-invitation", {"code": "A"})
    assert answer.status == 78 and words in answer.json["error"]["detail"]
