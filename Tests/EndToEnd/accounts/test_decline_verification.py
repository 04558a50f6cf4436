# SPDX-License-Identifier: Apache-2.0
"""The owner of an address declines a sign-up that somebody else made with it."""

import pytest
from account_codes import RULES
from people import age_limits, at_once, code_in, granted, mails_to, sign_in, signed_up, verified

pytestmark = pytest.mark.policy(RULES)


# Refusing


def actions(world):
    return [row["action"] for row in world.rows("SELECT action FROM audit WHERE action LIKE 'account.%' ORDER BY at, id")]


def test_declining_the_verification_deletes_the_account(world):
    made = signed_up(world)
    code = code_in(mails_to(world, "kim")[-1])
    answer = granted(world.run("verify-email", {"code": code, "decision": "refuse"}))
    assert answer == {"deleted": made["account"]["id"]}
    assert world.rows("SELECT * FROM accounts") == world.rows("SELECT * FROM passwords") == []
    assert world.run("get-account", token=made["accessToken"]).code == "auth/session-revoked"
    assert actions(world) == ["account.created", "account.address-refused", "account.deleted"]
    for decision in ("refuse", "confirm"):
        assert world.run("verify-email", {"code": code, "decision": decision}).code == "auth/code-invalid"
    signed_up(world)


def test_confirming_with_the_accounts_own_code_keeps_its_sessions(world):
    made = signed_up(world)
    code = code_in(mails_to(world, "kim")[-1])
    granted(world.run("verify-email", {"code": code, "decision": "confirm"}))
    granted(world.run("get-account", token=made["accessToken"]))
    granted(sign_in(world))
    assert "account.address-proven" not in actions(world)
    for decision in ("refuse", "confirm"):
        assert world.run("verify-email", {"code": code, "decision": decision}).code == "auth/code-invalid"
    assert len(world.rows("SELECT id FROM accounts")) == 1


def test_a_code_cannot_decline_an_account_that_is_already_verified(world):
    signed_up(world)
    code = code_in(mails_to(world, "kim")[-1])
    world.rows("UPDATE accounts SET email_verified = 1, email_key = 'kim@example.com'")
    for decision in ("refuse", "confirm"):
        assert world.run("verify-email", {"code": code, "decision": decision}).code == "auth/code-invalid"
    assert len(world.rows("SELECT id FROM accounts")) == 1


def test_declining_a_change_of_address_keeps_the_old_address(world):
    kim = verified(world)
    age_limits(world)
    granted(world.run("update-account", {"email": "new@example.com"}, kim["accessToken"]))
    code = code_in(mails_to(world, "new")[-1])
    answer = granted(world.run("verify-email", {"code": code, "decision": "refuse"}))
    assert (answer["account"]["email"], answer["state"], answer["missing"]) == ("kim@example.com", "signedIn", [])
    assert actions(world)[-1] == "account.address-refused"
    assert world.run("verify-email", {"code": code}).code == "auth/code-invalid"
    granted(world.run("get-account", token=kim["accessToken"]))
    granted(sign_in(world))


def test_twenty_concurrent_declines_and_confirmations_have_one_effect(world):
    signed_up(world)
    code = code_in(mails_to(world, "kim")[-1])
    answers = at_once(world, "verify-email", [{"code": code, "decision": each} for each in ["confirm", "refuse"] * 10])
    assert len([answer for answer in answers if answer.code is None]) == 1
    assert {answer.code for answer in answers} <= {None, "auth/code-invalid", "auth/too-many-requests"}
