# SPDX-License-Identifier: Apache-2.0
"""Details of closed accounts, factors and names that apps rely on."""

import pytest
from deletions import GRACE, delete
from factors import confirm_totp, with_factors
from people import PASSWORD, granted, mails_to, policy, sign_in, signed_up, verified
from worlds import code_of


def test_a_closed_account_is_disabled_for_its_access_token_and_revoked_for_its_refresh_token(world):
    world.policy(policy(deletion=GRACE))
    kim = verified(world)
    granted(delete(world, kim))
    assert world.run("get-account", {}, kim["accessToken"]).code == "auth/user-disabled"
    assert world.run("refresh-session", {"refreshToken": kim["refreshToken"]}).code == "auth/session-revoked"


@pytest.mark.parametrize("proves", [True, False])
def test_only_a_proven_address_gets_the_mail_of_a_deletion_and_everybody_restores_by_signing_in(world, proves):
    world.policy(policy(deletion=GRACE, email={"verification": "optional"}))
    kim = (verified if proves else signed_up)(world)
    granted(delete(world, kim))
    world.run("deliver-mail")
    assert len(mails_to(world, "kim", "deleted")) == proves
    assert sign_in(world, restore=True).json["account"]["status"] == "active"


def test_list_factors_is_closed_until_a_required_factor_is_enrolled(world):
    world.policy(with_factors(roles={"signUp": ["client"]}, factors={"totp": True, "requiredFor": ["client"]}))
    kim = verified(world)
    assert world.run("get-account", {}, kim["accessToken"]).json["state"] == "factorRequired"
    assert world.run("list-factors", {}, kim["accessToken"]).code == "auth/factor-required"


def test_removing_a_factor_of_somebody_else_or_twice_gives_ones_own_list(world):
    world.policy(with_factors(roles={"signUp": ["client"]}))
    kim, lee = verified(world), verified(world, "lee")
    mine, _, answer = confirm_totp(world, kim["accessToken"])
    theirs, *_ = confirm_totp(world, lee["accessToken"])
    for factor in (theirs, "01990000-0000-7000-8000-000000000000"):
        [left] = granted(world.run("remove-factor", {"factorId": factor}, kim["accessToken"]))["factors"]
        assert left["id"] == mine
    for _ in range(2):
        assert granted(world.run("remove-factor", {"factorId": mine}, kim["accessToken"]))["factors"] == []
    assert len(world.rows("SELECT * FROM factors WHERE confirmed_at IS NOT NULL")) == 1


def test_the_factor_of_somebody_else_in_a_challenge_is_invalid_and_uses_no_try(world):
    world.policy(with_factors(roles={"signUp": ["client"]}))
    kim, lee = verified(world), verified(world, "lee")
    _, app, _ = confirm_totp(world, kim["accessToken"])
    theirs, other, _ = confirm_totp(world, lee["accessToken"])
    challenge = sign_in(world).json["challenge"]
    world.rows("UPDATE factors SET last_step = last_step - 60")
    for _ in range(7):
        answer = world.run("answer-challenge", {"challenge": challenge, "factorId": theirs, "code": other.now()})
        assert answer.code == "event/invalid", answer.json
    assert "session" in world.run("answer-challenge", {"challenge": challenge, "code": app.now()}).json


def test_what_needs_a_factor_again_says_to_reauthenticate(world):
    world.policy(with_factors(roles={"signUp": ["client"]}))
    kim = verified(world)
    other = sign_in(world).json["session"]["accessToken"]
    factor, *_ = confirm_totp(world, kim["accessToken"])
    for function, data in (("reauthenticate", {"password": PASSWORD}), ("remove-factor", {"factorId": factor})):
        error = world.run(function, data, other).json["error"]
        assert (error["code"], error.get("requiresAction")) == ("auth/factor-required", "reauthenticate"), function


def test_the_user_name_of_an_account_is_in_its_folded_form(world):
    world.policy(policy(profile={"username": "optional"}))
    assert signed_up(world, username="Kim_Lee")["account"]["username"] == "kim_lee"
    world.run("sign-in", {"username": "KIM_LEE", "password": PASSWORD})


@pytest.mark.parametrize("role", ["client", "admin"])
def test_a_new_password_at_an_address_with_an_account_is_refused_whatever_its_role(world, role):
    world.policy(policy(roles={"signUp": ["client", "admin"]}))
    verified(world, "kim", role=role)
    token = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token))
    code = code_of(mails_to(world, "kim", "invite")[-1])
    answer = world.run("accept-invitation", {"code": code, "email": "kim@example.com", "newPassword": PASSWORD})
    assert answer.code == "auth/email-already-in-use", answer.json
