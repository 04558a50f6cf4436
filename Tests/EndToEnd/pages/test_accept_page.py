# SPDX-License-Identifier: Apache-2.0
"""The page that accepts an invitation in the browser, with every sign-in method."""

import re

import pytest
from code_providers import CodeProvider
from factors import FACTORS, confirm_totp, wait
from pages import age_limits, page_policy, see
from people import PASSWORD, code_in, granted, mails_to, sign_in, verified
from visitors import Visitor
from worlds import person

pytestmark = pytest.mark.policy(page_policy())

COOKIE = "__Host-session"


@pytest.fixture
def code(world):
    """The code of a mail, which proves the address."""
    inviter = granted(world.run("sign-in", {"identity": person("ada"), "as": "admin"}))["session"]["accessToken"]
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, inviter))
    return code_in(mails_to(world, "kim")[-1])


@pytest.fixture
def visitor(world):
    return Visitor(world)


def accepted(world):
    return [row["status"] for row in world.rows("SELECT status FROM invitations")] == ["accepted"]


def test_the_page_of_the_invitation_leads_to_it(world, visitor, code):
    page = see(world, "invite-page", code=code)
    assert f"invite/accept?code={code}" in page.parsed.links
    page = visitor.get(f"/invite/accept?code={code}")
    assert page.heading == "Accept the invitation" and "Ada has invited you to join PFA." in page.text
    assert not accepted(world)


def test_a_new_person_accepts_with_a_password(world, visitor, code):
    visitor.get(f"/invite/accept?code={code}")
    page = visitor.submit("new", newPassword=PASSWORD, displayName="Kim")
    assert page.heading == "You’re in!" and COOKIE in visitor.cookies and accepted(world)
    assert "You’re now connected with Ada." in page.text and "https://pfa.example/account/workouts" in page.parsed.links
    assert granted(sign_in(world))["account"]["emailVerified"]


def test_the_page_says_for_whom_it_is_and_leads_with_one_way(world, visitor, code):
    """The name that the inviter typed is filled in. "Already have an account?" is closed until it is used."""
    page = visitor.get(f"/invite/accept?code={code}")
    assert "The invitation is for k…@example.com" in page.text and "kim@example.com" not in page.html
    [name] = [field for field in page.parsed.all("input") if field["name"] == "displayName"]
    assert name["value"] == "Kim"
    assert [button.get("class") for button in page.parsed.all("button")].count(None) == 1
    assert "open" not in page.parsed.all("details")[0]
    page = visitor.submit("password", email="kim@example.com", password="wrong horse")
    assert "open" in page.parsed.all("details")[0]


def test_a_second_factor_comes_before_the_acceptance(world, visitor, code):
    world.policy(page_policy(factors=FACTORS))
    app = confirm_totp(world, verified(world)["accessToken"])[1]
    visitor.get(f"/invite/accept?code={code}")
    page = visitor.submit("password", email="kim@example.com", password=PASSWORD)
    assert page.heading == "Confirm it's you" and not accepted(world)
    wait(world)
    visitor.page.path = "/account/sign-in"
    page = visitor.submit("factor", code=app.now())
    assert page.heading == "You’re in!" and accepted(world)


def test_a_weak_password_is_asked_for_again(world, visitor, code):
    visitor.get(f"/invite/accept?code={code}")
    page = visitor.submit("new", newPassword="weak", displayName="Kim")
    assert page.status == 422 and page.heading == "Accept the invitation" and not accepted(world)
    [field] = [field for field in page.parsed.all("input") if field.get("aria-invalid")]
    assert field["name"] == "newPassword"
    assert visitor.submit("new", newPassword=PASSWORD).heading == "You’re in!"


def test_a_person_with_an_account_accepts_with_its_password(world, visitor, code):
    verified(world)
    visitor.get(f"/invite/accept?code={code}")
    page = visitor.submit("password", email="kim@example.com", password="wrong horse")
    assert page.status == 401 and not accepted(world)
    assert page.parsed.primary == ["Sign in and accept"] and "Choose a password" not in page.text, "who has an account is not offered another"
    assert "Choose a password" in Visitor(world).get("/invite/" + [link for link in page.parsed.links if link.startswith("accept?")][0]).text
    page = visitor.submit("password", email="kim@example.com", password=PASSWORD)
    assert page.heading == "You’re in!" and accepted(world)


def test_a_signed_in_person_accepts_with_a_button(world, visitor, code):
    verified(world)
    visitor.get(f"/invite/accept?code={code}")
    [other] = [link for link in visitor.page.parsed.links if "sign-in" in link]
    visitor.get(other)
    page = visitor.submit("password", email="kim@example.com", password=PASSWORD)
    assert page.heading == "Accept the invitation" and "You’re signed in as kim@example.com." in page.text
    page = visitor.submit("accept")
    assert page.heading == "You’re in!" and accepted(world)


def test_an_invitation_to_another_address_is_refused(world, visitor, code):
    verified(world, "lee")
    visitor.sign_in("lee")
    visitor.get(f"/invite/accept?code={code}")
    page = visitor.submit("accept")
    assert page.status >= 400 and not accepted(world)
    assert "This invitation is for another email address." in page.text and "lee@example.com" in page.text
    [button] = [a for a in page.parsed.all("a") if a.get("class") == "button"]
    assert "account=other" in button["href"] and not page.parsed.all("form"), "the page leads with another account"


def test_a_signed_in_person_makes_another_account_for_the_invitation(world, visitor, code):
    verified(world, "lee")
    visitor.sign_in("lee")
    session = visitor.cookies[COOKIE]
    visitor.get(f"/invite/accept?code={code}")
    [other] = [link for link in visitor.page.parsed.links if "account=other" in link]
    page = visitor.get("/invite/" + other)
    assert page.heading == "Accept the invitation" and "You’re signed in" not in page.text
    page = visitor.submit("new", newPassword="weak", displayName="Kim")
    assert page.status == 422 and "You’re signed in" not in page.text and visitor.cookies[COOKIE] == session
    page = visitor.submit("new", newPassword=PASSWORD)
    assert page.heading == "You’re in!" and accepted(world) and visitor.cookies[COOKIE] != session
    visitor.cookies[COOKIE] = session
    assert visitor.get("/account").heading == "Sign in", "the earlier session has ended"


def test_a_person_accepts_at_a_provider(world, visitor, code):
    with CodeProvider() as provider:
        world.env["ALLOW_INSECURE"] = "1"
        policy = page_policy()
        world.policy({**policy, "providers": {**policy["providers"], "company": provider.policy}})
        visitor.get(f"/invite/accept?code={code}")
        address = visitor.submit("provider").parsed.links[0]
        page = visitor.send("GET", "/oauth/callback", provider.authorize(address))
        assert page.status == 303 and COOKIE in visitor.cookies and accepted(world)


def by_link(world, **data):
    """The code of an invitation that the inviter hands out as a link, which proves no address."""
    inviter = granted(world.run("sign-in", {"identity": person("ada"), "as": "admin"}))["session"]["accessToken"]
    sent = granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": "link"}, inviter))
    return inviter, sent["invitation"]["id"], sent["link"].split("code=")[1]


@pytest.mark.parametrize("verification", ["optional", "required"])
def test_the_next_page_says_that_an_acceptance_waits_for_the_address(world, visitor, verification):
    world.policy(page_policy(email={"verification": verification}))
    _, _, code = by_link(world)
    visitor.get(f"/invite/accept?code={code}")
    page = visitor.submit("new", newPassword=PASSWORD, displayName="Kim")
    assert page.heading == "Verify your email" and "You’ll be connected with Ada once you’ve verified your email." in page.text
    assert ("https://pfa.example/account/workouts" in page.parsed.links) == (verification == "optional")
    assert visitor.get("/account/next").heading == "Verify your email" and not accepted(world)
    age_limits(world)
    page = visitor.submit("verify")
    assert "A new email is on its way." in page.text and "connected with Ada" in page.text
    world.run("deliver-mail")
    granted(world.run("verify-email", {"code": code_in(mails_to(world, "kim")[-1])}))
    page = visitor.get("/account/next")
    assert page.heading == "You’re signed in" and "once you’ve verified" not in page.text and accepted(world)


@pytest.mark.parametrize("language, words", [
    ("en", "You’ll be connected with Ada once"), ("de", "bestätigt hast, bist du mit Ada verbunden."), ("es", "ya podrás empezar con Ada.")])
def test_only_an_acceptance_that_can_still_be_granted_is_waited_for(world, language, words):
    inviter, invitation, code = by_link(world)
    visitor = Visitor(world, language)
    visitor.get(f"/invite/accept?code={code}")
    assert words in visitor.submit("new", newPassword=PASSWORD, displayName="Kim").text
    granted(world.run("revoke-invitation", {"invitationId": invitation}, inviter))
    page = visitor.get("/account/next")
    assert "Ada" not in page.text and "https://pfa.example/account" in page.parsed.links


def test_a_request_to_join_that_waits_for_the_address_is_sent_then(world, visitor):
    inviter, _, _ = by_link(world)
    link = granted(world.run("create-join-link", {"approval": True, "allowedDomains": ["example.com"]}, inviter))["joinLink"]["link"]
    asked = visitor.get(f"/invite/accept?code={link.split('code=')[1]}")
    assert asked.heading == "Ask to join" and asked.parsed.primary == ["Create account and ask"]
    assert not [one for one in asked.parsed.links if "decline" in one], "a link for many is not declined"
    page = visitor.submit("new", newPassword=PASSWORD, displayName="Kim", email="lee@example.com")
    assert page.heading == "Verify your email" and "Ada gets your request once you’ve verified your email." in page.text


def without_codes(**sections):
    """The policy of these tests, without mailed codes."""
    policy = page_policy(**sections)
    return {**policy, "providers": {name: rules for name, rules in policy["providers"].items() if name != "email"}}


@pytest.mark.parametrize("policy, words", [
    (page_policy(), "Sign in another way, such as with a code"), (without_codes(), None),
    (without_codes(factors={"passkey": {"rpID": "pfa.example", "origins": ["https://pfa.example"]}}), "Sign in another way"),
    (without_codes(factors={"totp": True}), None), (without_codes(profile={"username": "optional"}), "Sign in another way"),
    (without_codes(botCheck={"provider": "turnstile", "functions": ["accept-invitation"]}), "Sign in another way")])
def test_another_sign_in_method_is_offered_where_the_sign_in_page_has_one(world, visitor, code, policy, words):
    world.policy(policy)
    page = visitor.get(f"/invite/accept?code={code}")
    assert any("/account/sign-in?" in link for link in page.parsed.links) == bool(words)
    assert re.findall("Sign in another way[^<]*", page.html) == ([words] if words else [])


def test_an_invitation_that_is_over_is_shown_as_such(world, visitor, code):
    visitor.get(f"/invite/accept?code={code}")
    fields = {**visitor.fields("new"), "newPassword": PASSWORD, "displayName": "Kim"}
    assert visitor.send("POST", "/invite/accept", fields).status == 303
    late = Visitor(world)
    page = late.get(f"/invite/accept?code={code}")
    assert page.status == 409 and page.heading == "This invitation has been accepted"


def test_two_browsers_accept_once(world, code):
    visitors = [Visitor(world), Visitor(world)]
    pages = []
    for visitor in visitors:
        visitor.get(f"/invite/accept?code={code}")
        pages.append({**visitor.fields("new"), "newPassword": PASSWORD, "displayName": "Kim"})
    answers = [visitor.send("POST", "/invite/accept", fields) for visitor, fields in zip(visitors, pages)]
    assert [COOKIE in visitor.cookies for visitor in visitors] == [True, False]
    assert answers[1].location and len(world.rows("SELECT id FROM accounts WHERE role = 'client'")) == 1
