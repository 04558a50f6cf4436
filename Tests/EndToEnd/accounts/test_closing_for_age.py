# SPDX-License-Identifier: Apache-2.0
"""An account whose person turns out to be too young is closed, and only after every proof."""

import pytest
from admission import OPEN, birthday
from claims import google, invite
from people import PASSWORD, granted, mails_to, policy, sign_in, verified
from worlds import POLICY, id_token, person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(OPEN)]


def closing(world, code, token):
    birth = {"birthDate": birthday(12)}
    return {
        "identity": lambda: world.run("sign-in", {**google(), **birth}),
        "password": lambda: sign_in(world, **birth),
        "mailed code": lambda: world.run("sign-in", {"email": "kim@example.com", "code": typed(world), **birth}),
        "accept identity": lambda: world.run("accept-invitation", {"code": code, **google(), **birth}),
        "accept password": lambda: world.run("accept-invitation", {
            "code": code, "email": "kim@example.com", "password": PASSWORD, **birth}),
        "session": lambda: world.run("complete-account", birth, token),
    }


def typed(world):
    """The code that a mail shows to be typed."""
    granted(world.run("request-sign-in", {"email": "kim@example.com"}))
    world.run("deliver-mail")
    text = mails_to(world, "kim")[-1].get_body(("plain",)).get_content()
    return next(word for word in text.split() if len(word) == 9 and word[4] == "-")


@pytest.mark.parametrize("factor", [False, True])
@pytest.mark.parametrize("way", ["identity", "password", "mailed code", "accept identity", "accept password", "session"])
def test_an_account_is_closed_for_age_only_after_every_factor(world, ada, way, factor):
    token = verified(world, role="client")["accessToken"]
    granted(world.run("link-identity", google(), token))
    invitation = invite(world, ada)
    world.policy({**OPEN, "consent": {"minimumAge": 13}, "factors": {"totp": True}})
    if factor and way == "session":
        pytest.skip("a session of an account with a factor has passed it, or began before it")
    if factor:
        world.rows("UPDATE accounts SET factors = 1 WHERE email = 'kim@example.com'")
    code = closing(world, invitation, token)[way]().json.get("error", {}).get("code")
    [account] = world.rows("SELECT status, closed_for FROM accounts WHERE email = 'kim@example.com'")
    if factor:
        assert code != "auth/underage-user" and account == {"status": "active", "closed_for": None}
        return
    assert code == "auth/underage-user" and account == {"status": "deleting", "closed_for": "age"}
    assert any("closed" in mail["subject"].lower() for mail in mails_after_delivery(world))
    assert sign_in(world).code == "auth/underage-user"
    assert world.run("get-account", {}, token).code == "auth/underage-user"


def mails_after_delivery(world):
    world.run("deliver-mail")
    return mails_to(world, "kim")


def test_a_used_token_closes_no_account_for_age(world):
    google = {**POLICY["providers"]["google"], "nonce": "required"}
    sections = policy(consent={"minimumAge": 13})
    sections["providers"]["google"] = google
    world.policy(sections)
    token = id_token(sub="kim", email="kim@example.com", email_verified=True, nonce="n")
    data = {"identity": {"provider": "google", "idToken": token, "nonce": "n"}, "as": "client"}
    granted(world.run("sign-in", data))
    for birth in ({}, {"birthDate": birthday(5)}):
        assert world.run("sign-in", {**data, **birth}).code == "auth/id-token-used"
    assert world.rows("SELECT status FROM accounts") == [{"status": "active"}]


def test_a_refresh_of_an_account_closed_for_age_says_so(world):
    world.policy(policy(consent={"minimumAge": 13, "version": "1"}))
    session = granted(world.run("sign-in", {"identity": person("kim"), "as": "client"}))["session"]
    assert world.run("complete-account", {"birthDate": birthday(10)}, session["accessToken"]).code == "auth/underage-user"
    assert world.run("refresh-session", {"refreshToken": session["refreshToken"]}).code == "auth/underage-user"
