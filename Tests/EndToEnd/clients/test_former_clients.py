# SPDX-License-Identifier: Apache-2.0
"""Records of people who have left an inviter, and invitations of inviters who may no longer invite."""

import pytest
from members import accepted, leave, rules
from operators import account
from people import granted
from sign_in_codes import code_for, use
from worlds import POLICY, person

pytestmark = pytest.mark.policy(rules())


@pytest.mark.parametrize("how", ["identity", "known", "password"])
def test_nobody_else_gets_the_record_of_somebody_who_has_left(world, ada, how):
    world.policy(rules(providers={**POLICY["providers"], "password": {}}))
    kim = accepted(world, ada)
    granted(world.run("assign-workout", {"clientId": kim["client"]["id"], "title": "Secret"}, ada))
    granted(leave(world, kim))
    code = world.invite(ada, allowOtherEmail=True)["code"]
    if how == "known":
        granted(world.run("sign-in", {"identity": person("eve"), "as": "client"}))
    data = {"newPassword": "correct horse battery", "email": "eve@example.com"} if how == "password" else {"identity": person("eve")}
    accounts = world.rows("SELECT id FROM accounts ORDER BY id")
    answer = world.run("accept-invitation", {"code": code, **data})
    assert answer.code == "invitation/email-mismatch" and "Secret" not in answer.stdout.decode()
    assert [row for row in world.rows("SELECT account_id FROM clients") if row["account_id"]] == []
    assert world.rows("SELECT id FROM accounts ORDER BY id") == accounts
    assert granted(world.run("accept-invitation", {"code": code, "identity": person("kim")}))["account"]["id"] == kim["account"]["id"]


@pytest.mark.parametrize("has_left", [True, False])
def test_nobody_else_gets_the_kept_record_of_an_erased_person(world, ada, has_left):
    world.policy(rules(deletion={"clientRecords": "keep"}))
    kim = accepted(world, ada)
    granted(world.run("assign-workout", {"clientId": kim["client"]["id"], "title": "Secret"}, ada))
    if has_left:
        granted(leave(world, kim))
    granted(world.run("delete-account", {}, kim["session"]["accessToken"]))
    [record] = world.rows("SELECT name, account_id, left_at FROM clients")
    assert record["name"] == "Kim" and record["account_id"] is None and record["left_at"]
    code = world.invite(ada, allowOtherEmail=True)["code"]
    answer = granted(world.run("accept-invitation", {"code": code, "identity": person("eve")}))
    assert answer["client"]["id"] != kim["client"]["id"] and "Secret" not in str(answer)
    [kept] = world.rows(f"SELECT account_id, email FROM clients WHERE id = '{kim['client']['id']}'")
    assert kept == {"account_id": None, "email": ""}


def test_the_owner_of_an_address_that_another_account_claimed_can_be_invited(world, ada):
    world.policy(rules(providers={**POLICY["providers"], "password": {}}, invitation={"emailMatch": "any"}))
    claim = {"newPassword": "correct horse battery", "email": "kim@example.com", "displayName": "Kim"}
    first = granted(world.run("accept-invitation", {"code": world.invite(ada)["code"], **claim}))["client"]
    granted(world.run("update-client", {"clientId": first["id"], "notes": "knee"}, ada))
    kim = granted(world.run("sign-in", {"identity": person("kim"), "as": "client"}))
    granted(world.run("purge-records"))
    sent = world.invite(ada)
    again = granted(world.run("accept-invitation", {"code": sent["code"]}, kim["session"]["accessToken"]))
    assert again["client"]["id"] == sent["client"]["id"] != first["id"]
    rows = world.rows("SELECT id, email, notes FROM clients ORDER BY created_at, id")
    assert [(row["email"], row["notes"]) for row in rows] == [("", "knee"), ("kim@example.com", None)]


@pytest.mark.parametrize("has_left", [True, False])
def test_erasure_finds_the_record_of_an_inviter_whom_the_person_left(world, ada, has_left):
    code = world.invite(ada, "kimwork", allowOtherEmail=True)["code"]
    kim = granted(world.accept(code, "kim"))
    if has_left:
        granted(leave(world, kim))
    granted(world.run("delete-account", {}, kim["session"]["accessToken"]))
    [record] = world.rows("SELECT name, email, account_id, former_account_id FROM clients")
    assert record["name"] == "" and record["email"].endswith("@deleted.invalid")
    assert record["account_id"] is None and record["former_account_id"] is None


@pytest.mark.parametrize("change", [("suspend",), ("role", "client")])
def test_an_inviter_who_is_suspended_or_loses_the_role_makes_no_accounts(world, ada, change):
    world.policy(rules(invitation={"roles": ["client", "admin"]}))
    codes = [world.invite(ada, name, **data)["code"] for name, data in (("kim", {}), ("bob", {"role": "admin"}))]
    account(world, change[0], "ada@example.com", *change[1:])
    accounts = len(world.rows("SELECT id FROM accounts"))
    for code, name in zip(codes, ("kim", "bob")):
        assert world.run("accept-invitation", {"code": code, "identity": person(name)}).code == "invitation/not-found"
    assert len(world.rows("SELECT id FROM accounts")) == accounts


def test_the_first_proof_of_an_address_removes_branding_and_user_name(world):
    world.policy(rules(providers={**POLICY["providers"], "password": {}, "email": {}}, profile={"username": "optional"}, invitation={"branding": True}))
    stranger = granted(world.run("sign-up", {
        "email": "kim@example.com", "password": "correct horse battery", "displayName": "Eve", "role": "admin", "username": "eve"}))
    token = stranger["session"]["accessToken"]
    granted(world.run("update-account", {"branding": {"name": "Eve's", "logoURL": "https://eve.example/logo.png"}}, token))
    kim = granted(use(world, code_for(world)))
    shown = granted(world.run("get-account", {}, kim["session"]["accessToken"]))["account"]
    assert shown["id"] == stranger["account"]["id"] and "branding" not in shown and "username" not in shown


@pytest.mark.parametrize("select", ["invitationId", "status"])
def test_resending_to_the_record_of_an_erased_person_makes_a_new_record(world, ada, select):
    world.policy(rules(deletion={"clientRecords": "keep"}))
    kim = accepted(world, ada)
    granted(world.run("update-client", {"clientId": kim["client"]["id"], "notes": "knee"}, ada))
    granted(leave(world, kim))
    pending = world.invite(ada)
    granted(world.run("delete-account", {}, kim["session"]["accessToken"]))
    which = {"invitationId": pending["invitation"]["id"]} if select == "invitationId" else {"status": "pending"}
    answer = granted(world.run("resend-invitation", {**which, "deliver": "link"}, ada))
    again = answer if select == "invitationId" else answer["results"][0]
    assert again["invitation"]["clientId"] != kim["client"]["id"] and again["invitation"]["status"] == "pending"
    joined = granted(world.run("accept-invitation", {"code": again["link"].split("code=")[1], "identity": person("kim", sub="new")}))
    assert joined["client"]["id"] == again["invitation"]["clientId"] and joined["client"]["name"] == "Kim"
    old, new = world.rows("SELECT email, notes, account_id FROM clients ORDER BY created_at, left_at DESC")
    assert (old["email"], old["notes"], new["notes"]) == ("", "knee", None) and new["account_id"] == joined["account"]["id"]
    assert world.run("resend-invitation", {"invitationId": pending["invitation"]["id"]}, ada).code == "invitation/not-pending"
