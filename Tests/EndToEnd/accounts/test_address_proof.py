# SPDX-License-Identifier: Apache-2.0
"""Proof of an address: sessions, identities and passwords added before the proof stop working."""

import urllib.parse

import pytest
from http_receiver import Receiver
from people import PASSWORD, code_for, code_in, granted, mails_to, policy, sign_in, signed_up
from worlds import id_token, person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(policy(roles={"signUp": ["client", "admin"]}))]
NEW = "another good password"
TEXT = (201, {"Content-Type": "application/json"}, b'{"sid":"SM1","status":"queued"}')


def trainer(world):
    return granted(world.run("sign-in", {"identity": person("ada"), "as": "admin"}))["session"]["accessToken"]


def text_message(world):
    """The code of an invitation to the victim's address, sent to the attacker's telephone."""
    client = {"name": "Kim", "email": "kim@example.com", "phone": "+15551234567"}
    with Receiver(TEXT) as receiver:
        env = {"SMS_URL": "twilio:AC123", "SMS_API_KEY": "t", "SMS_FROM": "+15550001111", "SMS_API_URL": receiver.url}
        granted(world.run("send-invitation", {"client": client, "deliver": "sms"}, trainer(world), env=env))
    return dict(urllib.parse.parse_qsl(receiver.requests[0][2].decode()))["Body"].split("code=")[1].split()[0]


def proven(world):
    return [row["account_id"] for row in world.rows("SELECT account_id FROM audit WHERE action = 'account.address-proven' ORDER BY at")]


def test_a_code_from_a_text_message_proves_no_address(world):
    code = text_message(world)
    answer = granted(world.run("accept-invitation", {"code": code, "newPassword": PASSWORD}))
    assert answer["account"]["emailVerified"] is False and "waiting" in answer and "client" not in answer
    assert world.rows("SELECT status FROM invitations") == [{"status": "pending"}]


def test_an_acceptance_that_waits_for_the_address_of_an_identity_sends_the_mail_that_proves_it(world):
    code = text_message(world)
    identity = person("kim", email_verified=False)
    answer = granted(world.run("accept-invitation", {"code": code, "identity": identity}, clientip="192.0.2.7"))
    assert answer["account"]["emailVerified"] is False and "waiting" in answer
    world.run("deliver-mail")
    [mail] = mails_to(world, "kim", "Verify your email")
    proof = granted(world.run("verify-email", {"code": code_in(mail)}))
    assert proof["account"]["emailVerified"] and proof["client"]["name"] == "Kim"
    assert world.rows("SELECT status FROM invitations") == [{"status": "accepted"}]


def test_the_mails_of_waiting_acceptances_to_one_address_are_limited(world):
    for number in range(4):
        code = world.invite(granted(world.run("sign-in", {"identity": person(f"ada{number}"), "as": "admin"}))["session"]["accessToken"])["code"]
        identity = person(f"k{number}", email="kim@example.com", email_verified=False)
        answer = world.run("accept-invitation", {"code": code, "identity": identity})
        assert answer.code == ("auth/too-many-requests" if number == 3 else None), answer.json


@pytest.mark.parametrize("channel", ["sms", "link"])
def test_if_any_address_may_accept_a_code_by_text_message_or_link_creates_an_unverified_account(world, channel):
    world.policy(policy(roles={"signUp": ["client", "admin"]}, invitation={"emailMatch": "any"}))
    code = text_message(world) if channel == "sms" else world.invite(trainer(world))["code"]
    attacker = granted(world.run("accept-invitation", {"code": code, "newPassword": PASSWORD}))
    assert not attacker["account"]["emailVerified"]
    victim = granted(world.run("sign-in", {"identity": person("kim"), "as": "client"}))
    assert victim["account"]["emailVerified"] and victim["account"]["id"] != attacker["account"]["id"]
    assert sign_in(world, password=PASSWORD).code == "auth/invalid-credential"
    assert world.run("get-account", {}, attacker["session"]["accessToken"]).code == "auth/session-revoked"
    assert proven(world) == [victim["account"]["id"]]


def linked_by_attacker(world):
    """An account with the victim's address, the attacker's password and an identity of the attacker's."""
    world.policy({**policy(roles={"signUp": ["client", "admin"]}), "invitation": {"emailMatch": "any"}})
    made = signed_up(world)
    world.rows("INSERT INTO identities (issuer, subject, provider, account_id, created_at) VALUES "
               f"('https://accounts.google.com', 'eve', 'google', '{made['account']['id']}', 0)")
    return made


def eve(world):
    return world.run("sign-in", {"identity": {"provider": "google", "idToken": id_token(
        sub="eve", email="eve@example.com", email_verified=True)}, "as": "client"})


def test_a_password_reset_removes_identities_and_sessions_added_before_it(world):
    attacker = linked_by_attacker(world)
    assert granted(eve(world))["account"]["id"] == attacker["account"]["id"]
    granted(world.run("reset-password", {"code": code_for(world, "reset-password"), "newPassword": NEW}))
    assert granted(sign_in(world, password=NEW))["account"]["id"] == attacker["account"]["id"]
    assert sign_in(world, password=PASSWORD).code == "auth/invalid-credential"
    assert granted(eve(world))["account"]["id"] != attacker["account"]["id"]
    assert proven(world) == [attacker["account"]["id"]]


def test_accepting_a_mailed_invitation_with_the_password_keeps_it_and_removes_the_rest(world):
    attacker = linked_by_attacker(world)
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, trainer(world)))
    code = code_in([mail for mail in mails_to(world, "kim") if "/invite?code=" in str(mail.get_body(("plain",)))][-1])
    accepted = granted(world.run("accept-invitation", {"code": code, "email": "kim@example.com", "password": PASSWORD}))
    assert accepted["account"]["id"] == attacker["account"]["id"] and accepted["account"]["emailVerified"]
    assert world.run("get-account", {}, attacker["accessToken"]).code == "auth/session-revoked"
    granted(sign_in(world))
    assert granted(eve(world))["account"]["id"] != attacker["account"]["id"]
    world.run("deliver-mail")
    assert proven(world) == [attacker["account"]["id"]]
    assert [row["kind"] for row in world.rows("SELECT kind FROM outbox WHERE kind = 'address-proven'")] == ["address-proven"]


def test_accepting_a_mailed_invitation_with_a_new_password_takes_the_address_from_a_squatter(world):
    squatter = signed_up(world, password="the squatter's own")
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, trainer(world)))
    code = code_in([mail for mail in mails_to(world, "kim") if "/invite?code=" in str(mail.get_body(("plain",)))][-1])
    accepted = granted(world.run("accept-invitation", {"code": code, "newPassword": NEW}))
    assert accepted["account"]["emailVerified"] and accepted["account"]["id"] != squatter["account"]["id"]
    assert len(world.rows("SELECT * FROM outbox WHERE kind = 'address-proven'")) == 1
    assert sign_in(world, password="the squatter's own").code == "auth/invalid-credential"
    assert world.run("get-account", {}, squatter["accessToken"]).code == "auth/session-revoked"
    granted(sign_in(world, password=NEW))


@pytest.mark.parametrize("verified", [False, True])
def test_a_mailed_code_proves_the_unverified_address_of_an_identity(world, verified):
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, trainer(world)))
    code = code_in(mails_to(world, "kim")[-1])
    accepted = granted(world.accept(code, identity=person("kim", email_verified=verified)))
    assert accepted["account"]["emailVerified"]


def test_an_identity_that_proves_the_address_ends_other_sessions_and_identities(world):
    waiting = granted(world.run("sign-in", {"identity": person("kim", email_verified=False), "as": "client"}))
    world.rows("INSERT INTO identities (issuer, subject, provider, account_id, created_at) VALUES "
               f"('https://appleid.apple.com', 'eve', 'apple', '{waiting['account']['id']}', 0)")
    now = granted(world.run("sign-in", {"identity": person("kim")}))
    assert now["account"]["id"] == waiting["account"]["id"] and now["account"]["emailVerified"]
    assert world.run("get-account", {}, waiting["session"]["accessToken"]).code == "auth/session-revoked"
    assert [row["provider"] for row in world.rows("SELECT provider FROM identities WHERE account_id = ?", (waiting["account"]["id"],))] == ["google"]
    assert proven(world) == [waiting["account"]["id"]]


def test_a_trigger_with_a_verified_address_proves_it(world):
    waiting = granted(world.run("sign-in", {"identity": person("kim", email_verified=False), "as": "client"}))
    user = {"provider": "google", "subject": "kim", "email": "kim@example.com", "emailVerified": True}
    assert granted(world.run("on-user-create", user))["account"]["emailVerified"]
    assert world.run("get-account", {}, waiting["session"]["accessToken"]).code == "auth/session-revoked"
    assert proven(world) == [waiting["account"]["id"]]


def test_the_accounts_own_code_ends_no_session(world):
    made = linked_by_attacker(world)
    granted(world.run("verify-email", {"code": code_in(mails_to(world, "kim")[-1])}))
    granted(world.run("get-account", {}, made["accessToken"]))
    granted(sign_in(world))
    assert granted(eve(world))["account"]["id"] == made["account"]["id"]
    assert proven(world) == []
