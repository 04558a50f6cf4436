# SPDX-License-Identifier: Apache-2.0
"""A change of the address of an account."""

import pytest
from account_codes import RULES, confirm
from people import MINUTE, age_limits, assert_waits, code_for, code_in, granted, mails_to, policy, sign_in, signed_up, verified
from worlds import id_token, person

pytestmark = pytest.mark.policy(RULES)


# Another address


def test_a_new_address_replaces_the_old_one_once_it_is_confirmed(world):
    kim = verified(world)
    answer = granted(world.run("update-account", {"email": "Kim@New.example"}, kim["accessToken"]))
    assert answer["pendingEmail"] == "Kim@new.example" and answer["account"]["email"] == "kim@example.com"
    [mail] = mails_to(world, "Kim@new.example")
    assert mail["subject"] == "Verify your new email address for PFA"
    world.run("deliver-mail")
    [notice] = mails_to(world, "kim", "wants to change the email address")
    assert "Kim@new.example" in notice.get_body(("plain",)).get_content()
    granted(sign_in(world, "kim"))
    changed = granted(confirm(world, "verify-email", code_in(mail)))
    assert changed["account"]["email"] == "Kim@new.example" and changed["account"]["emailVerified"]
    assert granted(sign_in(world, "kim@NEW.example"))["account"]["id"] == kim["account"]["id"]
    assert sign_in(world, "kim").code == "auth/invalid-credential"
    assert signed_up(world, "kim")["account"]["id"] != kim["account"]["id"]


def test_a_former_address_that_a_linked_identity_has_stays_the_accounts(world):
    """Otherwise another provider's identity with that address would open a second account."""
    kim = granted(world.run("sign-in", {"identity": person("kim"), "as": "client"}))
    token = kim["session"]["accessToken"]
    granted(world.run("update-account", {"email": "kim@new.example"}, token))
    changed = granted(confirm(world, "verify-email", code_in(mails_to(world, "kim@new.example")[-1])))
    assert [(each["email"], each["primary"]) for each in changed["account"]["addresses"]] == [
        ("kim@new.example", True), ("kim@example.com", False)]
    claims = {"sub": "k", "iss": "https://appleid.apple.com", "aud": "io.example.app", "email": "kim@example.com"}
    apple = {"provider": "apple", "idToken": id_token(**claims, email_verified=True)}
    again = granted(world.run("sign-in", {"identity": apple, "as": "client"}))
    assert again["account"]["id"] == kim["account"]["id"]
    world.run("deliver-mail")
    mails = len(mails_to(world, "kim"))
    granted(world.run("reset-password", {"email": "kim@example.com"}))
    world.run("deliver-mail")
    assert len(mails_to(world, "kim")) == mails, "mails go to the primary address"
    left = granted(world.run("update-account", {"removeEmail": "kim@example.com"}, token))
    assert [each["email"] for each in left["account"]["addresses"]] == ["kim@new.example"]


@pytest.mark.parametrize("claims", [{"email": "other@example.com"}, {"email_verified": False}], ids=str)
def test_a_former_address_that_no_identity_proves_is_dropped(world, claims):
    kim = verified(world)
    granted(world.run("link-identity", {"identity": person("kim", **claims)}, kim["accessToken"]))
    granted(world.run("update-account", {"email": "kim@new.example"}, kim["accessToken"]))
    changed = granted(confirm(world, "verify-email", code_in(mails_to(world, "kim@new.example")[-1])))
    assert "kim@example.com" not in [each["email"] for each in changed["account"]["addresses"]]


def test_the_same_address_in_another_case_is_not_a_new_address(world):
    kim = verified(world)
    answer = granted(world.run("update-account", {"email": "KIM@example.com"}, kim["accessToken"]))
    assert "pendingEmail" not in answer


def test_a_new_address_needs_a_sign_in_within_the_last_15_minutes(world):
    kim = verified(world)
    world.age("sessions", "created_at", 15 * MINUTE - 60)
    granted(world.run("update-account", {"email": "kim@new.example"}, kim["accessToken"]))
    world.age("sessions", "created_at", 60)
    refreshed = granted(world.run("refresh-session", {"refreshToken": kim["refreshToken"]}))["session"]
    changes = {"email": "kim@other.example", "displayName": "K."}
    for session in (kim, refreshed):
        refused = world.run("update-account", changes, session["accessToken"])
        assert refused.code == "auth/requires-recent-login"
        assert refused.json["error"]["requiresAction"] == "reauthenticate"
    assert granted(world.run("get-account", {}, kim["accessToken"]))["account"]["displayName"] == "Kim"
    assert granted(world.run("update-account", {"displayName": "K."}, kim["accessToken"]))
    fresh = granted(sign_in(world))["session"]
    granted(world.run("update-account", {"email": "kim@other.example"}, fresh["accessToken"]))


def test_a_new_address_that_another_account_has_proven_is_refused_on_confirmation(world):
    verified(world, "lee")
    kim = verified(world, "kim")
    age_limits(world)
    free = granted(world.run("update-account", {"email": "free@example.com"}, kim["accessToken"]))
    taken = granted(world.run("update-account", {"email": "lee@example.com"}, kim["accessToken"]))
    assert {**free, "pendingEmail": ""} == {**taken, "pendingEmail": ""}, "asking does not tell"
    code = code_in(mails_to(world, "lee", "Verify")[-1])
    assert confirm(world, "verify-email", code).code == "auth/email-already-in-use"
    assert granted(sign_in(world, "kim")) and granted(sign_in(world, "lee"))


def test_an_unverified_address_of_another_account_goes_to_the_account_that_confirms_it(world):
    squatter = signed_up(world, "kim@new.example", "the squatter's own")
    age_limits(world)
    kim = verified(world)
    granted(world.run("update-account", {"email": "kim@new.example"}, kim["accessToken"]))
    granted(confirm(world, "verify-email", code_in(mails_to(world, "kim@new.example", "Verify")[-1])))
    assert sign_in(world, "kim@new.example", "the squatter's own").code == "auth/invalid-credential"
    assert world.run("get-account", {}, squatter["accessToken"]).code == "auth/session-revoked"
    granted(sign_in(world, "kim@new.example"))


def test_codes_for_the_old_address_are_invalid_after_the_change(world):
    kim = verified(world)
    reset = code_for(world, "reset-password")
    granted(world.run("update-account", {"email": "kim@new.example"}, kim["accessToken"]))
    granted(confirm(world, "verify-email", code_in(mails_to(world, "kim@new.example")[-1])))
    assert confirm(world, "reset-password", reset).code == "auth/code-invalid"
    granted(sign_in(world, "kim@new.example"))


def test_mails_to_a_new_address_are_rate_limited(world):
    kim = verified(world)
    ask = lambda: world.run("update-account", {"email": "kim@new.example"}, kim["accessToken"])
    world.rows("DELETE FROM limit_hits")
    granted(ask())
    assert assert_waits(world, ask, MINUTE) > 40
    granted(world.run("verify-email", {"email": "kim@new.example"}))


def test_mails_to_new_addresses_are_limited_per_account_and_per_address(world):
    kim, lee = verified(world)["accessToken"], verified(world, "lee")["accessToken"]
    change = lambda token, name: world.run("update-account", {"email": f"{name}@new.example"}, token).code
    world.rows("DELETE FROM limit_hits")
    assert [change(kim, name) for name in "abcd"] == [None] * 3 + ["auth/too-many-requests"]
    assert change(lee, "a") == "auth/too-many-requests", "somebody else has just had a mail sent there"
    assert [change(lee, name) for name in "def"] == [None] * 3


def test_a_new_address_must_have_a_domain_that_the_policy_allows(world):
    world.policy(policy(email={"allowedDomains": ["example.com"]}))
    kim = verified(world)
    assert world.run("update-account", {"email": "kim@new.example"}, kim["accessToken"]).code == (
        "auth/email-domain-not-allowed")


def test_a_new_address_is_checked_against_the_policy_again_on_confirmation(world):
    kim = verified(world)
    granted(world.run("update-account", {"email": "new@example.com"}, kim["accessToken"]))
    code = code_in(mails_to(world, "new")[-1])
    world.policy(policy(email={"allowedDomains": ["ksu.edu"]}))
    assert world.run("verify-email", {"code": code}).code == "auth/email-domain-not-allowed"
    assert world.rows("SELECT email FROM accounts") == [{"email": "kim@example.com"}]
