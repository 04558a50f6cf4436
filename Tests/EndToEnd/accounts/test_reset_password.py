# SPDX-License-Identifier: Apache-2.0
"""`reset-password`: what a new password changes, and who owns an address that someone else signed up with."""

import pytest
from account_codes import NEW, REQUESTS, RULES, confirm, google
from people import age_limits, code_for, code_in, granted, mails_to, policy, sign_in, signed_up, verified
from worlds import id_token, person

pytestmark = pytest.mark.policy(RULES)


# A new password


def test_a_new_password_ends_every_session_and_sends_a_mail(world):
    sessions = [verified(world), granted(sign_in(world))["session"]]
    granted(confirm(world, "reset-password", code_for(world, "reset-password")))
    for session in sessions:
        by_access = world.run("get-account", {}, session["accessToken"])
        by_refresh = world.run("refresh-session", {"refreshToken": session["refreshToken"]})
        for ended in (by_access, by_refresh):
            assert ended.code == "auth/session-revoked" and "password-changed" in ended.json["error"]["detail"]
            assert ended.json["error"]["userMessage"] == "Your password was changed. Please sign in with the new one."
    assert sign_in(world).code == "auth/invalid-credential"
    granted(sign_in(world, password=NEW))
    world.run("deliver-mail")
    [mail] = mails_to(world, "kim", "Your password for PFA was changed")
    assert NEW not in mail.as_string()


def test_a_new_password_verifies_the_address(world):
    world.policy(policy(email={"verification": "required"}))
    signed_up(world)
    granted(confirm(world, "reset-password", code_for(world, "reset-password")))
    signed_in = granted(sign_in(world, password=NEW))
    assert signed_in["account"]["emailVerified"] and signed_in["state"] == "signedIn"
    assert confirm(world, "verify-email", code_in(mails_to(world, "kim", "Verify")[0])).code == "auth/code-invalid"


def test_an_account_of_a_google_identity_can_get_a_password(world):
    account = google(world)["account"]
    granted(confirm(world, "reset-password", code_for(world, "reset-password")))
    assert granted(sign_in(world, password=NEW))["account"]["id"] == account["id"] == google(world)["account"]["id"]


# An address of another person


def test_a_sign_up_with_anothers_address_loses_it_to_the_person_who_proves_it(world):
    squatter = signed_up(world, "kim", "the squatter's own")
    granted(sign_in(world, "kim", "the squatter's own"))
    age_limits(world)
    codes = {function: code_for(world, function) for function in REQUESTS}
    owner = google(world)
    assert owner["account"]["id"] != squatter["account"]["id"] and owner["account"]["emailVerified"]
    assert sign_in(world, "kim", "the squatter's own").code == "auth/invalid-credential"
    for answer in (
            world.run("get-account", {}, squatter["accessToken"]),
            world.run("refresh-session", {"refreshToken": squatter["refreshToken"]})):
        assert answer.code == "auth/session-revoked" and "address-claimed" in answer.json["error"]["detail"]
    for function, code in codes.items():
        assert confirm(world, function, code).code in ("auth/code-invalid", "auth/email-already-in-use")
    [entry] = world.rows("SELECT * FROM audit WHERE action = 'account.password-superseded'")
    assert entry["account_id"] == squatter["account"]["id"]
    assert world.rows("SELECT * FROM sessions WHERE revoked_at IS NULL") == world.rows(
        f"SELECT * FROM sessions WHERE account_id = '{owner['account']['id']}'")
    granted(confirm(world, "reset-password", code_for(world, "reset-password")))
    assert granted(sign_in(world, password=NEW))["account"]["id"] == owner["account"]["id"]


def test_accepting_a_mailed_invitation_takes_the_address_from_a_squatter(world):
    squatter = signed_up(world, "kim", "the squatter's own")
    trainer = granted(world.run("sign-in", {"identity": person("ada"), "as": "admin"}))["session"]["accessToken"]
    accepted = granted(world.accept(world.invite(trainer)["code"]))
    assert accepted["account"]["id"] != squatter["account"]["id"]
    assert sign_in(world, "kim", "the squatter's own").code == "auth/invalid-credential"
    assert world.run("get-account", {}, squatter["accessToken"]).code == "auth/session-revoked"


def test_a_password_reset_removes_the_squatter_from_the_account(world):
    squatter = signed_up(world, "kim", "the squatter's own")
    world.run("update-account", {"email": "squatter@example.com"}, squatter["accessToken"])
    [change] = mails_to(world, "squatter")
    granted(confirm(world, "reset-password", code_for(world, "reset-password")))
    assert world.run("get-account", {}, squatter["accessToken"]).code == "auth/session-revoked"
    assert confirm(world, "verify-email", code_in(change)).code == "auth/code-invalid"
    assert granted(sign_in(world, password=NEW))["account"]["email"] == "kim@example.com"


def test_an_unverified_identity_does_not_take_over_a_password_account(world):
    kim = signed_up(world)
    eve = {"provider": "google", "idToken": id_token(sub="eve", email="kim@example.com", email_verified=False)}
    granted(world.run("sign-in", {"identity": eve, "as": "client"}))
    assert granted(sign_in(world))["account"]["id"] == kim["account"]["id"]
    granted(world.run("get-account", {}, kim["accessToken"]))
