# SPDX-License-Identifier: Apache-2.0
"""Teams: who owns what, who is in them, and what is left when somebody goes."""

import pytest
from app_webhooks import deliver
from http_receiver import Receiver
from members import clients, errors
from people import granted
from studio import teams_on

pytestmark = pytest.mark.postgresql

FUNCTIONS = {"create-team": {"name": "Studio"}, "list-teams": {}, "get-team": {}, "update-team": {"name": "Studio"},
             "update-team-member": {"accountId": "a", "role": "owner"}, "remove-team-member": {"accountId": "a"}}


# Without teams


@pytest.mark.parametrize("function", FUNCTIONS)
def test_without_teams_in_the_policy_nobody_may_call_the_functions(world, function):
    assert world.run(function, FUNCTIONS[function], world.inviter()).code == "auth/permission-denied"


@pytest.mark.parametrize("function, data, pointer", [
    ("list-clients", {"teamId": "t"}, "/teamId"), ("list-clients", {"coachId": "c"}, "/coachId"),
    ("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}, "role": "admin", "teamRole": "member"}, "/teamRole"),
    ("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com", "coachId": "c"}}, "/client/coachId"),
])
def test_without_teams_the_members_of_events_are_unknown(world, function, data, pointer):
    answer = world.run(function, data, world.inviter())
    assert answer.code == "event/invalid" and pointer in errors(answer)


def test_without_teams_the_clients_of_a_list_have_no_coach(world):
    entries = [{"name": "Kim", "email": "kim@example.com", "coachId": "c"}, {"name": "Lee", "email": "lee@example.com"}]
    first, second = granted(world.run("send-invitation", {"clients": entries, "deliver": "link"}, world.inviter()))["results"]
    assert [error["pointer"] for error in first["error"]["errors"]] == ["/clients/0/coachId"] and "link" in second


def test_without_teams_nothing_is_shown_of_them(world):
    ada = world.inviter()
    code = world.invite(ada)["code"]
    assert "team" not in granted(world.run("preview-invitation", {"code": code}))
    kim = granted(world.accept(code))
    account = granted(world.run("get-account", {}, kim["session"]["accessToken"]))
    assert "team" not in account["clients"][0] and "inviter" in account["clients"][0]


# A team of one


def test_every_inviter_begins_in_a_team_of_its_own_that_has_its_name(studio):
    shown = granted(studio.world.run("get-team", {}, studio.eve.token))
    assert shown["team"]["name"] == "Eve" and shown["invited"] == []
    [eve] = shown["members"]
    assert (eve["accountId"], eve["role"], eve["email"]) == (studio.eve.id, "owner", "eve@example.com")


def test_a_team_gets_a_name_and_clients_see_it(studio):
    named = granted(studio.run("update-team", {"name": "Morning studio"}, studio.ada))["team"]
    assert named["name"] == "Morning studio" and named["id"] == studio.id
    code = studio.world.invite(studio.ada.token)["code"]
    assert granted(studio.world.run("preview-invitation", {"code": code}))["team"] == {"id": studio.id, "name": "Morning studio"}
    kim = granted(studio.world.accept(code))["session"]["accessToken"]
    [record] = granted(studio.world.run("get-account", {}, kim))["clients"]
    assert record["team"]["name"] == "Morning studio" and record["inviter"]["displayName"] == "Ada"


def test_an_account_is_in_at_most_ten_teams(studio):
    for number in range(9):
        granted(studio.world.run("create-team", {"name": f"Team {number}"}, studio.eve.token))
    assert studio.world.run("create-team", {"name": "One more"}, studio.eve.token).code == "auth/too-many-requests"
    assert len(granted(studio.world.run("list-teams", {}, studio.eve.token))["teams"]) == 10
    code = studio.invite("eve")
    assert studio.world.run("accept-invitation", {"code": code}, studio.eve.token).code == "auth/too-many-requests"


# Who sees and does what


def test_every_member_sees_and_changes_what_another_has_made(studio):
    kim = studio.world.invite(studio.ada.token, teamId=studio.id)
    [record] = clients(studio.world, studio.bob.token, teamId=studio.id)
    assert record["id"] == kim["client"]["id"]
    granted(studio.run("update-client", {"clientId": record["id"], "notes": "by Bob"}, studio.bob))
    assert granted(studio.world.run("get-client", {"clientId": record["id"]}, studio.ada.token))["client"]["notes"] == "by Bob"
    granted(studio.world.run("revoke-invitation", {"invitationId": kim["invitation"]["id"]}, studio.bob.token))
    entries = granted(studio.run("list-audit", {}, studio.ada))["entries"]
    assert {"client.updated", "invitation.revoked", "team.joined"} <= {entry["action"] for entry in entries}


def test_what_a_member_does_with_the_own_account_is_not_in_the_log_of_the_team(studio):
    granted(studio.world.run("update-account", {"displayName": "Robert"}, studio.bob.token))
    entries = granted(studio.run("list-audit", {}, studio.ada))["entries"]
    assert not [entry for entry in entries if entry["action"].startswith("account.") and entry["accountId"] == studio.bob.id]


def test_who_is_in_several_teams_says_which_is_meant(studio):
    answer = studio.world.run("list-clients", {}, studio.bob.token)
    assert answer.code == "event/invalid" and errors(answer) == {"/teamId": "event/invalid"}
    assert clients(studio.world, studio.bob.token, teamId=studio.of_bob) == []
    assert studio.world.run("list-clients", {"teamId": studio.of_eve}, studio.bob.token).code == "team/not-found"


def test_an_address_is_one_client_of_a_team_and_may_be_one_of_another(studio):
    studio.world.invite(studio.ada.token)
    again = studio.run("send-invitation", {"client": {"name": "Kim", "email": "KIM@example.com"}, "deliver": "link"}, studio.bob)
    assert again.code == "client/duplicate"
    studio.world.invite(studio.bob.token, teamId=studio.of_bob)
    studio.world.invite(studio.eve.token)


def test_the_person_who_invites_is_named_not_the_owner(studio):
    code = studio.world.invite(studio.bob.token, teamId=studio.id)["code"]
    shown = granted(studio.world.run("preview-invitation", {"code": code}))
    assert shown["inviter"]["displayName"] == "Bob" and shown["team"]["id"] == studio.id


def test_a_client_of_a_team_is_a_member_that_all_of_the_team_see(studio):
    studio.world.policy(teams_on(members={"visibility": "own"}))
    kim = granted(studio.world.accept(studio.world.invite(studio.ada.token)["code"]))["account"]["id"]
    assert granted(studio.world.run("get-member", {"accountId": kim}, studio.bob.token))["member"]["id"] == kim
    assert [m["id"] for m in granted(studio.run("list-members", {}, studio.bob))["members"]] == [kim]
    assert studio.world.run("get-member", {"accountId": kim}, studio.eve.token).code == "auth/user-not-found"
    assert studio.world.run("update-member", {"accountId": kim, "profile": {"chapterId": "c"}}, studio.eve.token).code == \
        "auth/user-not-found"


# Coaches


def test_a_client_has_a_coach_of_the_team(studio):
    client = {"name": "Kim", "email": "kim@example.com", "coachId": studio.bob.id}
    sent = granted(studio.run("send-invitation", {"client": client, "deliver": "link"}, studio.ada))
    assert sent["client"]["coachId"] == studio.bob.id
    studio.world.invite(studio.ada.token, "lee")
    assert [c["name"] for c in clients(studio.world, studio.ada.token, coachId=studio.bob.id)] == ["Kim"]
    granted(studio.world.run("update-client", {"clientId": sent["client"]["id"], "coachId": None}, studio.ada.token))
    assert clients(studio.world, studio.ada.token, coachId=studio.bob.id) == []


def test_somebody_from_elsewhere_is_no_coach(studio):
    client = {"name": "Kim", "email": "kim@example.com", "coachId": studio.eve.id}
    answer = studio.run("send-invitation", {"client": client, "deliver": "link"}, studio.ada)
    assert answer.code == "event/invalid" and errors(answer) == {"/client/coachId": "event/invalid"}
    record = studio.world.invite(studio.ada.token, "lee")["client"]["id"]
    answer = studio.world.run("update-client", {"clientId": record, "coachId": studio.eve.id}, studio.ada.token)
    assert answer.code == "event/invalid" and errors(answer) == {"/coachId": "event/invalid"}


def test_the_coach_goes_with_the_person(studio):
    client = {"name": "Kim", "email": "kim@example.com", "coachId": studio.bob.id}
    granted(studio.run("send-invitation", {"client": client, "deliver": "link"}, studio.ada))
    granted(studio.run("remove-team-member", {"accountId": studio.bob.id}, studio.ada))
    assert "coachId" not in clients(studio.world, studio.ada.token)[0]


# Erasure and export


def test_a_team_lives_on_when_its_owner_is_erased_and_the_longest_member_owns_it(studio):
    zoe = granted(studio.world.accept(studio.invite("zoe"), "zoe"))
    studio.world.invite(studio.ada.token, "kim")
    code = studio.world.invite(studio.ada.token, "lee")["code"]
    granted(studio.world.run("delete-account", {}, studio.ada.token))
    shown = granted(studio.run("get-team", {}, studio.bob))
    assert [(m["displayName"], m["role"]) for m in shown["members"]] == [("Bob", "owner"), ("Zoe", "member")]
    assert {c["name"] for c in clients(studio.world, studio.bob.token, teamId=studio.id)} == {"Kim", "Lee"}
    assert granted(studio.world.run("preview-invitation", {"code": code}))["inviter"]["displayName"] == "Bob"
    granted(studio.world.accept(code, "lee"))
    seen = [granted(studio.run(f, {}, studio.bob)) for f in ("list-clients", "get-team", "list-audit", "list-join-links")]
    assert "Ada" not in str(seen) and "ada@example.com" not in str(seen)
    assert zoe["account"]["id"] in str(seen)


def test_a_team_of_one_goes_with_its_owner_who_has_to_confirm(studio):
    studio.world.invite(studio.eve.token)
    assert studio.world.run("delete-account", {}, studio.eve.token).code == "auth/confirmation-required"
    granted(studio.world.run("delete-account", {"confirm": True}, studio.eve.token))
    assert studio.world.rows("SELECT id FROM teams WHERE id = ?", (studio.of_eve,)) == []
    assert studio.world.rows("SELECT id FROM clients WHERE team_id = ?", (studio.of_eve,)) == []


def test_a_member_is_erased_and_nothing_of_the_team_is(studio):
    studio.world.invite(studio.bob.token, teamId=studio.id)
    granted(studio.world.run("delete-account", {}, studio.bob.token))
    assert len(clients(studio.world, studio.ada.token)) == 1 and list(studio.roles()) == ["ada"]
    assert studio.world.rows("SELECT inviter_id FROM clients WHERE name = 'Kim'") == [{"inviter_id": studio.ada.id}]


def test_the_export_of_an_inviter_has_its_teams(studio):
    teams = granted(studio.world.run("export-account", {}, studio.bob.token))["teams"]
    # They may have begun in the same millisecond.
    assert {team["id"]: team["role"] for team in teams} == {studio.of_bob: "owner", studio.id: "member"}


# Webhooks and limits


def test_webhooks_carry_the_team(studio):
    with Receiver() as receiver:
        studio.world.policy(teams_on(webhooks=[{"url": receiver.url, "events": ["invitation.accepted"]}]))
        granted(studio.world.accept(studio.world.invite(studio.bob.token, teamId=studio.id)["code"]))
        deliver(studio.world)
    [(_, _, body)] = receiver.requests
    assert f'"team":{{"id":"{studio.id}","name":"Ada"}}' in body.decode()
    assert f'"inviterId":"{studio.bob.id}"' in body.decode()


def test_the_invitations_of_a_team_count_together(studio):
    studio.world.policy(teams_on(limits={"inviteTeam": {"max": 2, "seconds": 3600}}))
    studio.world.rows("DELETE FROM limit_hits")
    studio.world.invite(studio.ada.token, "kim")
    studio.world.invite(studio.bob.token, "lee", teamId=studio.id)
    more = {"client": {"name": "Pat", "email": "pat@example.com"}, "deliver": "link"}
    assert studio.run("send-invitation", more, studio.ada).code == "auth/too-many-requests"
    granted(studio.world.run("send-invitation", {**more, "teamId": studio.of_bob}, studio.bob.token))


def test_sending_again_counts_for_the_team_too(studio):
    sent = studio.world.invite(studio.ada.token, "kim")["invitation"]["id"]
    studio.world.policy(teams_on(limits={"inviteTeam": {"max": 1, "seconds": 3600}}))
    studio.world.rows("DELETE FROM limit_hits")
    again = {"invitationId": sent, "deliver": "link"}
    granted(studio.world.run("resend-invitation", again, studio.bob.token))
    assert studio.world.run("resend-invitation", again, studio.ada.token).code == "auth/too-many-requests"


def test_the_branding_of_a_team_is_shown(studio):
    studio.world.policy(teams_on(invitation={"branding": True}))
    granted(studio.run("update-team", {"branding": {"name": "Studio", "color": "#0a7d5a"}}, studio.ada))
    code = studio.world.invite(studio.bob.token, teamId=studio.id)["code"]
    assert granted(studio.world.run("preview-invitation", {"code": code}))["inviter"]["branding"]["name"] == "Studio"
    granted(studio.run("update-team", {"branding": None}, studio.ada))
    assert "branding" not in granted(studio.world.run("preview-invitation", {"code": code}))["inviter"]


@pytest.mark.parametrize("function", ["create-team", "update-team"])
@pytest.mark.parametrize("name", ["www.evil.example", "a\u202eb"])
def test_a_name_of_a_team_is_no_link(world, function, name):
    world.policy(teams_on())
    answer = world.run(function, {"name": name}, world.inviter())
    assert errors(answer) == {"/name": "auth/invalid-display-name"}


def test_a_person_whom_a_trigger_brings_into_a_team_has_no_other(world):
    world.policy(teams_on(roles={"signUp": ["admin"]}))
    ada = world.inviter()
    granted(world.run("send-invitation", {"client": {"name": "Max", "email": "max@example.com"}, "role": "admin"}, ada))
    user = {"provider": "google", "subject": "max", "email": "max@example.com", "emailVerified": True, "displayName": "Max", "role": "admin"}
    granted(world.run("on-user-create", user))
    token = world.sign_in("max")["session"]["accessToken"]
    [team] = granted(world.run("list-teams", {}, token))["teams"]
    assert team["role"] == "member" and granted(world.run("list-clients", {}, token))["clients"] == []
