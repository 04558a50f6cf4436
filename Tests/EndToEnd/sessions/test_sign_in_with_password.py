# SPDX-License-Identifier: Apache-2.0
"""`sign-in` with a password, and its refusals."""

import pytest
from people import PASSWORD, granted, policy, sign_in, sign_up, signed_up
from worlds import person

pytestmark = pytest.mark.policy(policy())


# Refusals


def test_an_unknown_address_and_a_wrong_password_get_the_same_refusal(world):
    signed_up(world)
    wrong, unknown = sign_in(world, "kim", "a wrong one"), sign_in(world, "lee", "a wrong one")
    assert wrong.code == "auth/invalid-credential" and wrong.stdout == unknown.stdout
    assert "requiresAction" not in wrong.json["error"]


def test_a_policy_may_distinguish_unknown_address_and_wrong_password(world):
    signed_up(world)
    world.policy(policy(revealAccounts=True))
    wrong, unknown = sign_in(world, "kim", "a wrong one"), sign_in(world, "lee", "a wrong one")
    assert wrong.code == "auth/wrong-password" and wrong.json["error"]["requiresAction"] == "reset_password"
    assert unknown.code == "auth/user-not-found"


def test_an_account_without_a_password_is_like_a_wrong_password(world):
    world.policy(policy(roles={"signUp": ["admin"]}))
    world.sign_in("ada")
    assert sign_in(world, "ada").stdout == sign_in(world, "nobody").stdout
    world.policy(policy(roles={"signUp": ["admin"]}, revealAccounts=True))
    assert sign_in(world, "ada").code == "auth/wrong-password"


def test_a_disabled_account_is_reported_only_with_the_correct_password(world):
    made = signed_up(world)
    world.rows("UPDATE accounts SET status = 'disabled'")
    assert sign_in(world, password="a wrong one").code == "auth/invalid-credential"
    refused = sign_in(world)
    assert refused.code == "auth/user-disabled" and refused.json["error"]["requiresAction"] == "contact_support"
    assert world.run("get-account", {}, made["accessToken"]).code == "auth/user-disabled"
    assert world.run("refresh-session", {"refreshToken": made["refreshToken"]}).code == "auth/user-disabled"
    assert sign_up(world).code == "auth/email-already-in-use"
    granted(world.run("reset-password", {"email": "kim@example.com"}))
    assert world.run("deliver-mail").json["sent"] == 0


def test_an_app_for_another_role_refuses_the_account_and_names_its_role(world):
    signed_up(world)
    assert granted(sign_in(world, **{"as": "client"}))["account"]["role"] == "client"
    refused = sign_in(world, **{"as": "admin"})
    assert refused.code == "auth/role-mismatch"
    assert refused.json["error"]["userMessage"] == "This account is registered as a client"
    assert sign_in(world, password="a wrong one", **{"as": "admin"}).code == "auth/invalid-credential"
    assert len(world.rows("SELECT * FROM sessions")) == 2


def test_a_sign_in_has_either_an_identity_or_a_password(world):
    signed_up(world)
    both = {"identity": person("kim"), "email": "kim@example.com", "password": PASSWORD}
    for data in (both, {}, {"email": "kim@example.com"}, {"password": PASSWORD}):
        assert world.run("sign-in", data).code in ("event/invalid", "auth/invalid-email", "auth/weak-password")
