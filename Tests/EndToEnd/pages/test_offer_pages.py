# SPDX-License-Identifier: Apache-2.0
"""The pages on which an invitation is declined, asked for anew, and sent again."""

import pytest
from page_codes import invited
from page_gallery import resend_code
from pages import APP, age_limits, page_policy, see
from people import UNLIMITED, granted, mails_to
from visitors import Visitor
from worlds import code_of

pytestmark = pytest.mark.policy(page_policy())

DAY = 86_400


def status(world):
    return world.rows("SELECT status FROM invitations")[0]["status"]


# Declining


def test_both_pages_of_an_invitation_lead_to_it(world):
    _, _, code, _ = invited(world)
    for links in (see(world, "invite-page", code=code).parsed.links,
                  Visitor(world).get(f"/invite/accept?code={code}").parsed.links):
        assert any(link.endswith(f"decline-invitation?code={code}") for link in links)


def test_the_button_declines_and_opening_does_not(world):
    _, _, code, _ = invited(world)
    for _ in range(3):
        page = see(world, "decline-page", code=code)
    assert page.heading == "Decline the invitation?" and "Ada Byron has invited you to join PFA." in page.text
    assert status(world) == "pending" and page.parsed.all("form") == [{"method": "post", "action": "decline-invitation"}]
    for _ in range(2):
        done = see(world, "decline-form", **{**page.parsed.fields, "reason": ""})
        assert (done.status, done.heading) == (200, "You’ve declined the invitation")
        assert "https://pfa.example/account/sign-in" in done.parsed.links and 'class="tick"' not in done.html
    assert status(world) == "declined"


@pytest.mark.parametrize("reason, stored", [("  My knee hurts. ", "My knee hurts."), ("", None), (" ", None)])
def test_the_person_may_say_why(world, reason, stored):
    _, _, code, _ = invited(world)
    assert see(world, "decline-form", code=code, reason=reason).status == 200
    assert world.rows("SELECT decline_reason FROM invitations") == [{"decline_reason": stored}]


def test_what_cannot_be_declined_leads_to_the_page_that_says_why(world):
    _, _, code, _ = invited(world)
    granted(world.accept(code))
    page = see(world, "decline-page", code=code)
    assert (page.status, page.heading) == (409, "This invitation is no longer open")
    assert f"invite?code={code}" in page.parsed.links
    assert see(world, "decline-page", code="NONE").heading == "We couldn’t find this invitation"
    assert see(world, "decline-form").status == 400


def test_who_has_declined_sees_that_again(world):
    _, _, code, _ = invited(world)
    see(world, "decline-form", code=code)
    assert see(world, "decline-page", code=code).heading == "You’ve declined the invitation"


# Asking for a new link


def test_the_button_asks_and_opening_does_not(world):
    _, _, code, _ = invited(world)
    world.age("invitations", "expires_at", 40 * DAY)
    page = see(world, "request-page", code=code)
    assert page.heading == "Ask for a new link?"
    assert world.rows("SELECT id FROM outbox WHERE kind = 'invitation-requested'") == []
    for _ in range(2):
        done = see(world, "request-form", **page.parsed.fields)
        assert (done.status, done.heading) == (200, "Request received") and "asked the person who invited you for a new one" in done.text
        assert "https://pfa.example/account/sign-in" in done.parsed.links
    world.run("deliver-mail")
    assert len(mails_to(world, "ada", "is asking for a new invitation")) == 1


def test_the_page_is_the_same_for_every_code(world):
    _, _, code, _ = invited(world)
    for function in ("request-page", "request-form"):
        shown = [see(world, function, code=each).html.replace(each, "") for each in (code, "N" * len(code))]
        assert shown[0] == shown[1]


# Sending again


def test_the_mail_of_a_request_leads_to_one_button_that_sends_again(world):
    token = invited(world)[0]
    code = resend_code(world, token)
    for _ in range(3):
        page = see(world, "resend-page", code=code)
    assert page.heading == "Resend the invitation?" and "Eve will get a new invitation" in page.text
    assert "eve@example.com" in page.text and len(mails_to(world, "eve")) == 1
    [form] = page.parsed.all("form")
    assert form == {"method": "post", "action": "resend"} and len(page.parsed.all("button")) == 1
    for _ in range(2):
        done = see(world, "resend-form", **page.parsed.fields)
        assert done.status == 200 and "a new invitation to eve@example.com" in done.text
    assert len(mails_to(world, "eve")) == 2, "the same form twice sends once"
    granted(world.accept(code_of(mails_to(world, "eve")[-1]), "eve"))
    assert see(world, "resend-page", code=code).heading == "This link no longer works"


def test_a_form_that_is_sent_twice_shows_the_inviter_the_same_link(world):
    code = resend_code(world, invited(world)[0], deliver="link")
    assert "a new link for Eve" in see(world, "resend-page", code=code).text
    shown = [see(world, "resend-form", language, code=code) for language in ("en", "en", "de")]
    for page, words in zip(shown, ("Copy this link", "Copy this link", "Kopiere diesen Link")):
        assert words in page.text and "{{" not in page.html, "a form that is sent twice shows the same"
    [[link]] = {tuple(link for link in page.parsed.links if "/invite?code=" in link) for page in shown}
    assert "script-src 'sha256-" in shown[0].csp, "a button copies the link"
    granted(world.accept(link.split("code=")[1], "eve"))


@pytest.mark.parametrize("change, heading", [
    ("UPDATE invitations SET status = 'revoked'", "This invitation is no longer open"),
    ("UPDATE invitations SET status = 'accepted'", "This invitation is no longer open"),
    ("UPDATE accounts SET role = 'client'", "This link no longer works"),
    ("UPDATE accounts SET status = 'disabled'", None),
    ("UPDATE account_codes SET expires_at = 1", "This link no longer works"),
    ("UPDATE account_codes SET email = 'old@example.com'", "This link no longer works")])
def test_a_link_that_may_send_no_more_says_so(world, change, heading):
    code = resend_code(world, invited(world)[0])
    world.rows(change)
    for function in ("resend-page", "resend-form"):
        page = see(world, function, code=code)
        assert page.status >= 400 and (heading is None or page.heading == heading)
    assert len(mails_to(world, "eve")) == 1


def test_wrong_codes_are_counted(world):
    code = resend_code(world, invited(world)[0])
    for letter in "ABCDE":
        assert see(world, "resend-form", code=code[:16] + letter * 16).heading == "This link no longer works"
    assert see(world, "resend-page", code=code).heading == "This link no longer works", "after five tries with a wrong end"


def test_a_removed_client_is_not_invited_again(world):
    token = invited(world)[0]
    code = resend_code(world, token)
    [client] = world.rows("SELECT id FROM clients WHERE email = 'eve@example.com'")
    granted(world.run("remove-client", {"clientId": client["id"]}, token))
    assert see(world, "resend-form", code=code).heading == "This invitation is no longer open"


# In the browser


@pytest.mark.parametrize("url", ["https://pfa.example/welcome", "https://app.example.org/home"])
def test_an_acceptance_in_the_browser_leads_to_the_apps_url(world, url):
    world.policy(page_policy(app={**APP, "returnURLs": [url]}, limits={"invite": UNLIMITED}))
    token = invited(world)[0]
    age_limits(world)
    sent = world.run("send-invitation", {
        "client": {"name": "Eve", "email": "eve@example.com"}, "returnURL": url}, token).json
    assert sent["returnURL"] == url
    visitor = Visitor(world)
    visitor.get(f"/invite/accept?code={code_of(mails_to(world, 'eve')[-1])}")
    page = visitor.submit("new", newPassword="Correct-Horse-7", displayName="Eve")
    if url.startswith("https://pfa.example/"):
        assert page.location == url
    else:  # A form leads to another site by a page, which says with whom the person is connected.
        assert f'content="0;url={url}"' in page.html and "You’re now connected with Ada Byron." in page.text
