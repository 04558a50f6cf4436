# SPDX-License-Identifier: Apache-2.0
"""The page that confirms an address: its button, its refusals and its rate limit."""

import re

import pytest
from page_codes import NEW, code_of_account
from pages import Parsed, age_limits, page_policy, see
from people import HOUR, at_once, code_in, granted, mails_to, verified
from worlds import person

pytestmark = pytest.mark.policy(page_policy())


# Verifying an address


def test_the_button_verifies_the_address_and_opening_does_not(world):
    code = code_of_account(world, "verify-email")
    for _ in range(3):
        page = see(world, "verify-email-page", code=code)
        assert page.heading == "Verify your email address" and "Did you create an account for PFA with kim@example.com?" in page.text
    assert world.rows("SELECT email_verified FROM accounts") == [{"email_verified": 0}]
    assert page.parsed.all("form") == [{"method": "post", "action": "verify-email"}]
    done = see(world, "verify-email-form", **page.parsed.fields)
    assert (done.status, done.heading) == (200, "Email address verified") and "kim@example.com is verified." in done.text
    assert world.rows("SELECT email_verified FROM accounts") == [{"email_verified": 1}]
    assert [row["function"] for row in world.rows("SELECT function FROM audit WHERE action = 'account.email-verified'")] == ["verify-email-page"]


@pytest.mark.parametrize("agent, links", [
    ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", ["pfa://", "https://pfa.example/account/sign-in"]),
    ("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", ["https://pfa.example/account/sign-in"])])
def test_only_a_phone_leads_to_the_app(world, agent, links):
    event = {"code": code_of_account(world, "verify-email"), "decision": "confirm"}
    page = Parsed(world.run("verify-email-page", event, httpmethod="POST", useragent=agent).json["html"])
    assert [link.split("verify")[0] for link in page.links][:len(links)] == links
    assert [button["href"].split("verify")[0] for button in page.all("a") if button.get("class") == "button"] == links[:1]


def test_the_page_and_the_mail_offer_to_decline_a_sign_up(world):
    code = code_of_account(world, "verify-email")
    [*_, mail] = mails_to(world, "kim")
    text = mail.get_body(("plain",)).get_content()
    assert re.search(r"^You got this email because Kim \(kim@example\.com\) signed up on \w+ \d+, \d{4} at \d+:\d\d [AP]M UTC\.$", text, re.M), text
    assert "If you didn’t sign up, open the link and choose “No, delete the account”." in text
    page = see(world, "verify-email-page", code=code)
    buttons = [(button["name"], button["value"]) for button in page.parsed.all("button")]
    assert buttons == [("decision", "confirm"), ("decision", "refuse")]
    done = see(world, "verify-email-form", **page.parsed.fields, decision="refuse")
    assert (done.status, done.heading) == (200, "Account deleted")
    assert world.rows("SELECT * FROM accounts") == world.rows("SELECT * FROM account_codes") == []
    assert see(world, "verify-email-page", code=code).heading == "This link no longer works"


def test_pressing_the_button_twice_shows_the_same_page(world):
    code = code_of_account(world, "verify-email")
    first, *others = at_once(world, "verify-email-page", [{"code": code}] * 4, httpmethod="POST")
    assert first.json["status"] == 200 and {answer.stdout for answer in others} == {first.stdout}
    assert see(world, "verify-email-form", code=code).heading == "Email address verified"
    assert len(world.rows("SELECT id FROM audit WHERE action = 'account.email-verified'")) == 1


def test_the_page_of_a_used_or_expired_link_says_so(world):
    code = code_of_account(world, "verify-email")
    granted(world.run("verify-email", {"code": code}))
    for function in ("verify-email-page", "verify-email-form"):
        page = see(world, function, code=code)
        assert (page.status, page.heading) == (422, "This link no longer works")
        assert "You may have verified your address already. In that case, you don’t need to do anything." in page.text
    late = code_of_account(world, "verify-email", "lee")
    world.age("account_codes", "expires_at", 25 * HOUR)
    for function in ("verify-email-page", "verify-email-form"):
        page = see(world, function, code=late)
        assert (page.status, page.heading) == (410, "This link has expired")


def test_an_older_code_is_useless_after_the_owner_proved_the_address(world):
    code = code_of_account(world, "verify-email")
    world.run("sign-in", {"identity": person("kim"), "as": "client"})
    pages = [see(world, function, code=code) for function in ("verify-email-page", "verify-email-form")]
    api = world.run("verify-email", {"code": code})
    assert {page.status for page in pages} == {api.json["error"]["status"]} == {422}
    assert {page.heading for page in pages} == {"This link no longer works"}


def test_a_new_address_that_another_account_proved_first_is_refused(world):
    kim = verified(world)
    age_limits(world)
    granted(world.run("update-account", {"email": "new@example.com"}, kim["accessToken"]))
    code = code_in(mails_to(world, "new")[-1])
    world.run("sign-in", {"identity": person("new"), "as": "client"})
    pages = [see(world, function, code=code) for function in ("verify-email-page", "verify-email-form")]
    api = world.run("verify-email", {"code": code})
    assert {page.status for page in pages} == {api.json["error"]["status"]} == {409}
    assert {page.heading for page in pages} == {"This address belongs to another account"}


@pytest.mark.parametrize("function", ["verify-email-form", "reset-password-form"])
def test_too_many_attempts_show_the_wait(world, function):
    code, page = code_of_account(world, function.removesuffix("-form")), function.replace("-form", "-page")
    password = {"newPassword": NEW} if function.startswith("reset") else {}
    for number in range(5):
        answer = world.run(page, {"code": f"{code[:-1]}{number + 2}" if code[-1] != str(number + 2) else code[:-1] + "A", **password},
                           clientip="192.0.2.1", httpmethod="POST")
        assert answer.json["status"] == 422
    answer = world.run(page, {"code": "WRONG", **password}, clientip="192.0.2.1", httpmethod="POST")
    assert answer.status == 0 and answer.json["status"] == 429
    heading = "Reset your password" if password else "Too many attempts"
    assert f"<h1>{heading}</h1>" in answer.json["html"]
    assert re.search(r"Please wait 1[45]:\d\d\.", answer.json["html"])
    # The code itself is invalid now.
    assert see(world, function, code=code, **password).status == 422


def test_guesses_by_page_and_by_api_share_one_limit(world):
    code_of_account(world, "verify-email")
    for number in range(5):
        world.run(["verify-email", "verify-email-page"][number % 2], {"code": f"WRONG{number}"}, clientip="192.0.2.1", httpmethod="POST")
    assert world.run("verify-email", {"code": "WRONG"}, clientip="192.0.2.1").code == "auth/too-many-requests"


def test_a_new_address_is_confirmed_by_the_same_page(world):
    kim = verified(world)
    age_limits(world)
    granted(world.run("update-account", {"email": "new@example.com"}, kim["accessToken"]))
    code = re.search(r"verify-email\?code=(\w+)", mails_to(world, "new")[-1].get_body(("plain",)).get_content())[1]
    page = see(world, "verify-email-page", code=code)
    assert page.heading == "Verify your new email address" and "Should new@example.com be the new email address" in page.text
    assert world.rows("SELECT email FROM accounts") == [{"email": "kim@example.com"}]
    assert "new@example.com is verified." in see(world, "verify-email-form", **page.parsed.fields).text
    assert world.rows("SELECT email FROM accounts") == [{"email": "new@example.com"}]


def test_a_refused_form_works_when_its_reason_has_gone(world):
    """The new address is that of another account, which its owner then deletes."""
    ada = verified(world, "ada")
    token = verified(world)["accessToken"]
    granted(world.run("update-account", {"email": "ada@example.com"}, token))
    code = code_in(mails_to(world, "ada")[-1])
    assert see(world, "verify-email-form", code=code).status == 409
    granted(world.run("delete-account", {}, ada["accessToken"]))
    assert see(world, "verify-email-form", code=code).heading == "Email address verified"
