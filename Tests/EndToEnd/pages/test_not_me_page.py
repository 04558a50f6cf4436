# SPDX-License-Identifier: Apache-2.0
"""The page behind the link of a mail about an account's security: its button shuts everybody out and starts a reset."""

import re

import pytest
from factors import answer, challenged, confirm_totp
from factors import code as totp
from page_codes import NEW
from pages import page_policy, see
from people import at_once, code_in, granted, mails_to, sign_in, verified
from worlds import POLICY, person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(page_policy())]
DAY = 86_400


def told(world, subject="New sign-in", name="kim"):
    """The code in the last mail about the account's security."""
    world.run("deliver-mail")
    return code_in(mails_to(world, name, subject)[-1])


def attacked(world):
    """Kim's account, into which somebody signs in on another device: Kim's session, the other one, and the code in the mail."""
    kim = verified(world)
    other = granted(sign_in(world, device={"id": "evil", "name": "Eve's phone"}))["session"]
    return kim, other, told(world)


def is_in(world, session):
    answer = world.run("get-account", {}, session["accessToken"])
    assert answer.code in (None, "auth/session-revoked"), answer.json
    return answer.code is None


def test_opening_the_link_changes_nothing(world):
    kim, other, code = attacked(world)
    before = world.rows("SELECT count(*) AS n FROM account_codes")
    for _ in range(3):
        page = see(world, "not-me-page", code=code)
        assert page.status == 200 and page.heading == "Wasn’t that you?" and "kim@example.com" in page.text
    assert see(world, "not-me-page", code=code.lower()).status == 200
    assert is_in(world, kim) and is_in(world, other) and world.rows("SELECT count(*) AS n FROM account_codes") == before
    assert page.parsed.all("form") == [{"method": "post", "action": "not-me"}]


def test_the_button_ends_all_sessions_and_the_password_and_mails_a_reset(world):
    kim, other, code = attacked(world)
    page = see(world, "not-me-form", code=code)
    assert page.status == 200 and page.heading == "You’re signed out everywhere" and "We’ve sent you an email" in page.text
    assert page.parsed.primary == ["Sign in"]
    assert not is_in(world, kim) and not is_in(world, other)
    assert world.run("refresh-session", {"refreshToken": other["refreshToken"]}).code == "auth/session-revoked"
    assert sign_in(world).code == "auth/invalid-credential", "whoever was in knows the password"
    reset = told(world, "Reset your password")
    granted(world.run("reset-password", {"code": reset, "newPassword": NEW}))
    granted(sign_in(world, password=NEW))
    actions = [row["action"] for row in world.rows("SELECT action FROM audit WHERE function = 'not-me-page' ORDER BY id")]
    assert actions == ["account.sessions-ended", "password.reset-requested"]


def test_the_link_works_once(world):
    _, _, code = attacked(world)
    answers = at_once(world, "not-me-page", [{"code": code}, {"code": code}], httpmethod="POST")
    assert [answer.json["status"] for answer in answers] == [200, 200], "a form that is sent twice has one effect"
    world.run("deliver-mail")
    assert len(mails_to(world, "kim", "Reset your password")) == 1
    used = see(world, "not-me-page", code=code)
    assert used.status == 422 and used.heading == "This link doesn’t work"


def test_a_link_expires_after_seven_days(world):
    kim, _, code = attacked(world)
    [row] = world.rows("SELECT expires_at FROM account_codes WHERE purpose = 'not-me'")
    [mail] = world.rows("SELECT created_at FROM outbox WHERE kind = 'new-device'")
    assert row["expires_at"] - mail["created_at"] == 7 * DAY * 1000
    world.age("account_codes", "expires_at", 7 * DAY, "purpose = 'not-me'")
    for function in ("not-me-page", "not-me-form"):
        page = see(world, function, code=code)
        assert page.status == 410 and page.heading == "This link has expired"
    assert is_in(world, kim)


def test_a_wrong_code_ends_nothing_and_is_counted(world):
    kim, _, code = attacked(world)
    for end in [letter for letter in "ABCDEF" if letter != code[-1]][:5]:
        assert see(world, "not-me-form", code=code[:-1] + end).heading == "This link doesn’t work"
    assert see(world, "not-me-form", code=code).heading == "This link doesn’t work", "five wrong ends, and the code is invalid"
    assert is_in(world, kim)
    assert see(world, "not-me-page").heading == "This link isn’t complete"


def test_an_account_without_a_password_is_signed_out_too(world):
    session, other = (world.sign_in("kim", device={"id": device}, **{"as": "client"})["session"] for device in "ab")
    code = told(world)
    page = see(world, "not-me-form", code=code)
    assert page.status == 200 and "Your account has no password" in page.text
    assert not is_in(world, session) and not is_in(world, other)
    world.run("deliver-mail")
    assert mails_to(world, "kim", "Reset your password") == []
    assert world.run("sign-in", {"identity": person("kim")}).status == 0


def test_an_app_without_passwords_has_the_link(world):
    world.policy({**POLICY, "roles": {"signUp": ["client"]}})
    session = world.sign_in("kim", device={"id": "a"})["session"]
    world.sign_in("kim", device={"id": "b"})
    page = see(world, "not-me-page", code=told(world))
    assert page.status == 200 and "password" not in page.text
    assert see(world, "not-me-form", code=told(world)).status == 200 and not is_in(world, session)


def test_a_change_of_the_address_that_waits_ends(world):
    kim, other, _ = attacked(world)
    granted(world.run("update-account", {"email": "eve@example.com"}, other["accessToken"]))
    code = told(world, "wants to change the email address")
    change = code_in(mails_to(world, "eve")[-1])
    assert see(world, "not-me-form", code=code).status == 200
    assert world.run("verify-email", {"code": change}).code == "auth/code-invalid"


def addresses(world, name="kim"):
    return [row["email"] for row in world.rows("SELECT email FROM accounts WHERE email IS NOT NULL")]


def test_an_address_that_somebody_else_replaced_gets_no_reset(world):
    """The account no longer has the address of the code: its owner may have changed it because the mailbox is lost."""
    _, other, _ = attacked(world)
    granted(world.run("update-account", {"email": "eve@example.com"}, other["accessToken"]))
    code = told(world, "wants to change the email address")
    granted(world.run("verify-email", {"code": code_in(mails_to(world, "eve")[-1])}))
    page = see(world, "not-me-form", code=code)
    assert "different email address" in page.text and not is_in(world, other)
    world.run("deliver-mail")
    assert mails_to(world, "eve", "Reset your password") == mails_to(world, "kim", "Reset your password") == []
    assert addresses(world) == ["eve@example.com"]


def test_an_address_that_is_still_the_accounts_becomes_the_primary_one_again(world):
    """Otherwise an intruder who has made their own address the primary one would get the mail that sets a new password."""
    _, other, code = attacked(world)
    granted(world.run("link-identity", {"identity": person("eve")}, other["accessToken"]))
    granted(world.run("update-account", {"email": "eve@example.com"}, other["accessToken"]))
    assert addresses(world) == ["eve@example.com"]
    page = see(world, "not-me-page", code=code)
    assert "kim@example.com" in page.text and "eve@example.com" not in page.html, "the page names the address of the mail"
    page = see(world, "not-me-form", code=code)
    world.run("deliver-mail")
    assert "We’ve sent you an email" in page.text and addresses(world) == ["kim@example.com"]
    assert len(mails_to(world, "kim", "Reset your password")) == 1 and mails_to(world, "eve", "Reset your password") == []


def test_the_link_of_somebody_who_put_their_own_address_first_ends_with_the_owners(world):
    _, other, code = attacked(world)
    granted(world.run("link-identity", {"identity": person("eve")}, other["accessToken"]))
    granted(world.run("update-account", {"email": "eve@example.com"}, other["accessToken"]))
    granted(sign_in(world, device={"id": "third", "name": "Another phone"}))
    theirs = told(world, name="eve")
    assert "We’ve sent you an email" in see(world, "not-me-form", code=code).text
    assert see(world, "not-me-form", code=theirs).status == 422 and addresses(world) == ["kim@example.com"]


def test_their_link_leaves_the_owners_link_to_work(world):
    _, other, code = attacked(world)
    granted(world.run("link-identity", {"identity": person("eve")}, other["accessToken"]))
    granted(world.run("update-account", {"email": "eve@example.com"}, other["accessToken"]))
    granted(sign_in(world, device={"id": "third", "name": "Another phone"}))
    assert see(world, "not-me-form", code=told(world, name="eve")).status == 200
    assert "We’ve sent you an email" in see(world, "not-me-form", code=code).text or addresses(world) == ["kim@example.com"]


def test_the_links_of_two_mails_are_one(world):
    """The second would end the reset that the first has begun."""
    _, _, first = attacked(world)
    granted(sign_in(world, device={"id": "third", "name": "Another phone"}))
    second = told(world)
    assert see(world, "not-me-form", code=first).status == 200 and see(world, "not-me-form", code=second).status == 422
    world.run("deliver-mail")
    granted(world.run("reset-password", {"code": code_in(mails_to(world, "kim", "Reset your password")[-1]), "newPassword": NEW}))


def test_a_sign_in_that_waits_for_a_factor_ends(world):
    world.policy(page_policy(factors={"totp": True}))
    kim = verified(world)
    _, app, _ = confirm_totp(world, kim["accessToken"])
    waiting = challenged(sign_in(world, device={"id": "evil"}))
    code = told(world, "A second step for signing in was added")
    assert see(world, "not-me-form", code=code).status == 200
    assert answer(world, waiting, code=totp(world, app)).code == "auth/code-expired"


def test_the_code_is_stored_as_a_hash(world):
    _, _, code = attacked(world)
    rows = world.rows("SELECT * FROM account_codes WHERE purpose = 'not-me'")
    assert len(rows) == 1 and code not in str(rows) and code not in str(world.rows("SELECT * FROM outbox"))


def test_each_mail_about_security_has_one_link_to_the_page(world):
    attacked(world)
    html = mails_to(world, "kim", "New sign-in")[-1].get_body(("html",)).get_content()
    assert set(re.findall(r'href="(https://[^"?]*)', html)) == {"https://pfa.example/not-me"}
