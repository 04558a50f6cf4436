# SPDX-License-Identifier: Apache-2.0
"""Who comes into a team, what they may do there, and how they leave."""

import json

import pytest
from imports import run_import
from members import clients
from operators import vestibule
from people import PASSWORD, UNLIMITED, code_in, granted, mails_to
from sign_in_codes import code_for, use
from studio import Studio, teams_on
from worlds import POLICY

pytestmark = pytest.mark.postgresql

# Invitations into the team


def test_an_invited_inviter_is_shown_as_invited_and_not_as_a_client(studio):
    studio.invite("zoe", teamRole="owner")
    assert clients(studio.world, studio.ada.token) == []
    [zoe] = granted(studio.run("get-team", {}, studio.bob))["invited"]
    assert (zoe["name"], zoe["email"], zoe["role"]) == ("Zoe", "zoe@example.com", "owner")


def test_a_new_inviter_joins_the_team_and_gets_no_other(studio):
    code = studio.invite("zoe")
    zoe = granted(studio.world.accept(code, "zoe"))
    assert zoe["account"]["role"] == "admin" and studio.roles()["zoe"] == "member"
    teams = granted(studio.world.run("list-teams", {}, zoe["session"]["accessToken"]))["teams"]
    assert teams == [{"id": studio.id, "name": "Ada", "role": "member"}]


def test_only_owners_invite_owners(studio):
    event = {"client": {"name": "Zoe", "email": "zoe@example.com"}, "deliver": "link", "role": "admin", "teamRole": "owner"}
    assert studio.run("send-invitation", event, studio.bob).code == "auth/permission-denied"
    assert studio.run("send-invitation", {**event, "role": "client"}, studio.ada).code == "event/invalid"
    granted(studio.world.accept(studio.invite("zoe", teamRole="owner"), "zoe"))
    assert studio.roles()["zoe"] == "owner"


def test_the_invitation_of_a_former_owner_makes_a_member(studio):
    granted(studio.run("update-team-member", {"accountId": studio.bob.id, "role": "owner"}, studio.ada))
    code = studio.invite("zoe", by=studio.bob, teamRole="owner")
    granted(studio.run("update-team-member", {"accountId": studio.bob.id, "role": "member"}, studio.ada))
    granted(studio.world.accept(code, "zoe"))
    assert studio.roles()["zoe"] == "member"


def test_an_invitation_can_be_taken_while_somebody_of_the_team_is_active(studio):
    code = studio.world.invite(studio.bob.token, teamId=studio.id)["code"]
    studio.world.rows("UPDATE accounts SET status = 'disabled' WHERE id = ?", (studio.bob.id,))
    assert granted(studio.world.run("preview-invitation", {"code": code}))["inviter"]["displayName"] == "Bob"
    granted(studio.world.accept(code))
    lee = studio.world.invite(studio.eve.token, "lee")["code"]
    studio.world.rows("UPDATE accounts SET status = 'disabled' WHERE id = ?", (studio.eve.id,))
    assert studio.world.accept(lee, "lee").code == "invitation/not-found"


def test_a_trigger_puts_an_inviter_into_no_more_teams_than_an_account_may_be_in(studio):
    studio.world.policy(teams_on(limits={"inviteRecipient": UNLIMITED}))
    teams = [studio.id, studio.of_eve]
    for number in range(8):
        teams.append(granted(studio.world.run("create-team", {"name": f"Studio {number}"}, studio.ada.token))["team"]["id"])
    zoe = studio.world.sign_in("zoe", **{"as": "admin"})["session"]["accessToken"]
    for team in teams:
        studio.invite("zoe", by=studio.eve if team == studio.of_eve else studio.ada, teamId=team)
    trigger = {"provider": "google", "subject": "zoe", "email": "zoe@example.com", "emailVerified": True}
    assert granted(studio.world.run("on-user-create", trigger))["account"]["role"] == "admin"
    joined = granted(studio.world.run("list-teams", {}, zoe))["teams"]
    assert len(joined) == 10 and [team["role"] for team in joined].count("owner") == 1, "one is her own"
    assert studio.world.rows("SELECT count(*) AS waiting FROM invitations WHERE status = 'pending'") == [{"waiting": 1}]


def test_an_import_and_an_operator_put_an_invited_inviter_into_the_team_and_into_no_other(studio):
    for name in ("zoe", "yan"):
        studio.invite(name)
    csv = "id,email,name,role,email_verified\n1,zoe@example.com,Zoe,admin,true\n"
    assert [line["result"] for line in run_import(studio.world, csv).rows] == ["created"]
    done = vestibule(studio.world, "account", "create", "yan@example.com", "--role", "admin", "--name", "Yan")
    assert done.status == 0, done.stderr
    assert studio.roles()["zoe"] == studio.roles()["yan"] == "member"
    assert studio.world.rows("SELECT count(*) AS waiting FROM invitations WHERE status = 'pending'") == [{"waiting": 0}]
    of_them = """SELECT count(*) AS memberships FROM team_members JOIN accounts ON accounts.id = account_id
        WHERE email IN ('zoe@example.com', 'yan@example.com')"""
    assert studio.world.rows(of_them) == [{"memberships": 2}]
    for row in studio.world.rows("SELECT id FROM accounts WHERE email IN ('zoe@example.com', 'yan@example.com')"):
        assert studio.world.rows("SELECT id FROM teams WHERE id = ?", (row["id"],)) == []


# Owners and members


def test_two_owners_who_leave_at_once_leave_one(studio):
    for _ in range(5):
        granted(studio.run("update-team-member", {"accountId": studio.bob.id, "role": "owner"}, studio.ada))
        leaving = [studio.world.start("remove-team-member", {
            "authorization": f"Bearer {who.token}", "data": {"teamId": studio.id, "accountId": who.id}}) for who in (studio.ada, studio.bob)]
        for process in leaving:
            process.stdin.write(process.event)
            process.stdin.close()
            process.stdin = None
        answers = [json.loads(process.communicate(timeout=60)[0]) for process in leaving]
        codes = [answer.get("error", {}).get("code") for answer in answers]
        assert sorted(map(str, codes)) == ["None", "team/last-owner"], codes
        studio.ada, studio.bob = (studio.bob, studio.ada) if codes[0] is None else (studio.ada, studio.bob)
        studio.world.rows("DELETE FROM limit_hits")
        studio.join(studio.bob.name, studio.bob, teamRole="owner")


def test_a_team_keeps_an_owner(studio):
    assert studio.run("update-team-member", {"accountId": studio.ada.id, "role": "member"}, studio.ada).code == "team/last-owner"
    assert studio.run("remove-team-member", {"accountId": studio.ada.id}, studio.ada).code == "team/last-owner"
    granted(studio.run("update-team-member", {"accountId": studio.bob.id, "role": "owner"}, studio.ada))
    granted(studio.run("update-team-member", {"accountId": studio.ada.id, "role": "member"}, studio.ada))
    assert studio.roles() == {"ada": "member", "bob": "owner"}


@pytest.mark.parametrize("function, data", [
    ("update-team", {"name": "Bob's"}), ("update-team-member", {"role": "owner"}), ("remove-team-member", {}),
])
def test_a_member_does_not_change_the_team(studio, function, data):
    about = {} if function == "update-team" else {"accountId": studio.ada.id}
    assert studio.run(function, {**data, **about}, studio.bob).code == "auth/permission-denied"


def test_an_account_that_is_not_in_the_team_is_not_found(studio):
    for function, more in (("update-team-member", {"role": "owner"}), ("remove-team-member", {})):
        assert studio.run(function, {"accountId": studio.eve.id, **more}, studio.ada).code == "auth/user-not-found"


def test_who_leaves_sees_nothing_any_more_and_may_repeat_the_event(studio):
    record = studio.world.invite(studio.ada.token)["client"]["id"]
    event = {"id": "leaving", "source": "app"}
    assert granted(studio.run("remove-team-member", {"accountId": studio.bob.id}, studio.bob, **event)) == {"members": []}
    assert granted(studio.run("remove-team-member", {"accountId": studio.bob.id}, studio.bob, **event)) == {"members": []}
    assert studio.world.run("get-client", {"clientId": record}, studio.bob.token).code == "client/not-found"
    assert studio.run("list-clients", {}, studio.bob).code == "team/not-found"
    assert clients(studio.world, studio.bob.token) == []


def test_a_remembered_answer_is_not_given_to_who_has_left(studio):
    studio.world.invite(studio.ada.token)
    event = {"id": "list", "source": "app"}
    assert granted(studio.run("list-clients", {}, studio.bob, **event))["clients"]
    assert granted(studio.run("list-clients", {}, studio.bob, **event))["clients"]
    granted(studio.run("remove-team-member", {"accountId": studio.bob.id}, studio.ada))
    assert studio.run("list-clients", {}, studio.bob, **event).code == "team/not-found"


def test_who_has_left_the_last_team_has_none(studio):
    zoe = granted(studio.world.accept(studio.invite("zoe"), "zoe"))
    token = zoe["session"]["accessToken"]
    granted(studio.world.run("remove-team-member", {"accountId": zoe["account"]["id"]}, token))
    assert granted(studio.world.run("list-teams", {}, token))["teams"] == []
    for function in ("get-team", "list-clients", "list-join-links"):
        assert studio.world.run(function, {}, token).code == "team/not-found"


def test_the_links_and_invitations_of_a_removed_member_live_on(studio):
    code = studio.world.invite(studio.bob.token, teamId=studio.id)["code"]
    link = granted(studio.run("create-join-link", {"name": "Wall"}, studio.bob))["joinLink"]["link"].split("code=")[1]
    granted(studio.run("remove-team-member", {"accountId": studio.bob.id}, studio.ada))
    granted(studio.world.accept(code))
    granted(studio.world.accept(link, "lee"))
    assert {c["name"] for c in clients(studio.world, studio.ada.token)} == {"Kim", "Lee"}


# Who is in the team already


def test_a_member_is_not_invited_into_the_team_again(studio):
    granted(studio.world.accept(studio.invite("zoe"), "zoe"))
    for name in ("zoe", "ada"):
        event = {"client": {"name": "Somebody", "email": f"{name}@example.com"}, "deliver": "link", "role": "admin"}
        assert studio.run("send-invitation", event, studio.ada).code == "client/duplicate"
    assert granted(studio.run("get-team", {}, studio.ada))["invited"] == []


def test_an_offer_of_ownership_makes_a_member_an_owner(studio):
    code = studio.invite("bob", teamRole="owner")
    granted(studio.world.run("accept-invitation", {"code": code}, studio.bob.token))
    assert studio.roles()["bob"] == "owner"


def test_more_teams_of_one_inviter_send_no_more_mails_to_a_person(studio):
    world = studio.world
    others = [granted(world.run("create-team", {"name": f"Team {number}"}, studio.eve.token))["team"]["id"] for number in range(9)]
    answers = [
        world.run("send-invitation", {"teamId": team, "client": {"name": "Kim", "email": "kim@example.com"}}, studio.eve.token).code
        for team in (studio.of_eve, *others)]
    assert answers[0] is None and answers[-1] == "auth/too-many-requests"


@pytest.mark.parametrize("how", ["code", "reset"])
def test_a_place_that_a_stranger_took_with_somebody_elses_address_ends_at_the_first_proof(world, how):
    world.policy(teams_on(providers={**POLICY["providers"], "password": {}, "email": {}}, invitation={"emailMatch": "any"}))
    studio = Studio(world)
    taken = {"newPassword": PASSWORD, "email": "kim@example.com", "displayName": "Kim"}
    stranger = granted(world.run("accept-invitation", {"code": studio.invite("guest"), **taken}))
    assert studio.roles()["kim"] == "member"
    if how == "code":
        kim = granted(use(world, code_for(world)))
    else:
        granted(world.run("reset-password", {"email": "kim@example.com"}))
        world.run("deliver-mail")
        code = code_in(mails_to(world, "kim")[-1])
        granted(world.run("reset-password", {"code": code, "newPassword": "another horse battery"}))
        kim = granted(world.run("sign-in", {"email": "kim@example.com", "password": "another horse battery"}))
    assert kim["account"]["id"] == stranger["account"]["id"] and "kim" not in studio.roles()
    token = kim["session"]["accessToken"]
    granted(world.run("complete-account", {"role": "admin"}, token))
    assert granted(world.run("list-teams", {}, token)) == {"teams": []}
    assert world.run("list-clients", {"teamId": studio.id}, token).code == "team/not-found"
