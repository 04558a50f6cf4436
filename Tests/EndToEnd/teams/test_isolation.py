# SPDX-License-Identifier: Apache-2.0
"""Who reaches what of a team: every function of inviters, for its owner, a member, somebody else's team, a former member and a
suspended one."""

import json

import pytest
from people import granted
from studio import inviter, teams_on
from worlds import ROOT, person

pytestmark = pytest.mark.postgresql

FUNCTIONS = {name: entry for name, entry in json.loads((ROOT / "functions.json").read_text())["functions"].items()
             if entry["access"] == "inviter"}
#: Pages call the functions of the API, in the team in which the account works.
PAGES = {"client-page", "clients-page", "members-page"}
PAT = {"name": "Pat", "email": "pat@example.com"}
#: What each function is asked about Ada's team; None for what concerns no existing team.
CALLS = {
    "answer-join-request": lambda made: {"joinRequestId": made["request"], "approve": True},
    "assign-workout": lambda made: {"clientId": made["client"], "title": "Arms"},
    "create-join-link": lambda made: {"name": "Door"},
    "create-team": None,
    "get-client": lambda made: {"clientId": made["client"]},
    "get-member": lambda made: {"accountId": made["account"]},
    "get-team": lambda made: {},
    "invitation-report": lambda made: {},
    "list-audit": lambda made: {},
    "list-clients": lambda made: {},
    "list-join-links": lambda made: {},
    "list-join-requests": lambda made: {},
    "list-members": lambda made: {},
    "list-teams": None,
    "list-workouts": lambda made: {"clientId": made["client"]},
    "remove-client": lambda made: {"clientId": made["client"]},
    "remove-team-member": lambda made: {"accountId": made["member"]},
    "remove-workout": lambda made: {"workoutId": made["workout"]},
    "resend-invitation": lambda made: {"invitationId": made["invitation"], "deliver": "link"},
    "revoke-invitation": lambda made: {"invitationId": made["invitation"]},
    "send-invitation": lambda made: {"client": PAT, "deliver": "link"},
    "update-client": lambda made: {"clientId": made["client"], "notes": "changed"},
    "update-join-link": lambda made: {"joinLinkId": made["link"], "name": "Changed"},
    "update-member": lambda made: {"accountId": made["account"], "profile": {"chapterId": "x"}},
    "update-team": lambda made: {"name": "Changed"},
    "update-team-member": lambda made: {"accountId": made["member"], "role": "owner"},
    "update-workout": lambda made: {"workoutId": made["workout"], "title": "Changed"},
}
ABOUT_TEAMS = sorted(name for name, call in CALLS.items() if call)
#: What only owners do. A person may leave, which another test shows.
OF_OWNERS = {"update-team", "update-team-member", "remove-team-member"}
#: What nobody learns of: a team, or what belongs to one.
NOT_FOUND = {"team/not-found", "client/not-found", "invitation/not-found", "workout/not-found", "auth/user-not-found"}
TABLES = ("clients", "invitations", "join_links", "join_requests", "workouts", "teams", "team_members")


def test_every_function_of_inviters_has_a_row():
    assert set(CALLS) | PAGES == set(FUNCTIONS) | {"list-workouts"}


@pytest.fixture
def made(studio):
    """One of everything that a team can have, made by its owner."""
    studio.world.policy(teams_on(members={"visibility": "own"}))
    world, ada = studio.world, studio.ada.token
    kim = granted(world.accept(world.invite(ada)["code"]))
    workout = granted(world.run("assign-workout", {"clientId": kim["client"]["id"], "title": "Legs"}, ada))["workout"]["id"]
    link = granted(world.run("create-join-link", {"approval": True}, ada))["joinLink"]
    request = granted(world.accept(link["link"].split("code=")[1], "lee"))["joinRequest"]["id"]
    return {"client": kim["client"]["id"], "account": kim["account"]["id"], "workout": workout, "link": link["id"],
            "request": request, "member": studio.bob.id,
            "invitation": world.invite(ada, "max")["invitation"]["id"]}


def ask(studio, function, data, who):
    return studio.world.run(function, data, who.token)


@pytest.mark.parametrize("function", ABOUT_TEAMS)
def test_nobody_else_reaches_the_team(studio, made, function):
    zoe = inviter(studio.world, "zoe")
    studio.join("zoe", zoe)
    granted(studio.run("remove-team-member", {"accountId": zoe.id}, studio.ada))
    data = CALLS[function](made)
    before = {table: studio.world.rows(f"SELECT * FROM {table}") for table in TABLES}
    for who in (studio.eve, zoe):
        assert ask(studio, function, {**data, "teamId": studio.id}, who).code in NOT_FOUND
        if any(name.endswith("Id") for name in data) and function not in OF_OWNERS:
            assert ask(studio, function, data, who).code in NOT_FOUND, "also without the team"
    studio.world.rows("UPDATE accounts SET status = 'disabled' WHERE id = ?", (studio.bob.id,))
    assert ask(studio, function, {**data, "teamId": studio.id}, studio.bob).code == "auth/user-disabled"
    assert before == {table: studio.world.rows(f"SELECT * FROM {table}") for table in TABLES}


@pytest.mark.parametrize("function", ABOUT_TEAMS)
def test_with_a_foreign_team_nothing_tells_whether_something_exists(studio, made, function):
    nothing = {name: "nothing" for name in made}
    codes = {ask(studio, function, {**CALLS[function](names), "teamId": team}, studio.eve).code
             for names in (made, nothing) for team in (studio.id, "nothing")}
    assert codes == {"team/not-found"}


@pytest.mark.parametrize("function", ABOUT_TEAMS)
@pytest.mark.parametrize("role", ["owner", "member"])
def test_the_people_of_the_team_do(studio, made, function, role):
    who = studio.ada if role == "owner" else studio.bob
    answer = ask(studio, function, {**CALLS[function](made), "teamId": studio.id}, who)
    if role == "member" and function in OF_OWNERS - {"remove-team-member"}:
        assert answer.code == "auth/permission-denied"
    else:
        granted(answer)


def test_with_all_members_visible_another_team_is_unknown_too(studio, made):
    studio.world.policy(teams_on(members={"visibility": "all"}))
    for function in ("get-member", "update-member"):
        data = {**CALLS[function](made), "teamId": studio.id}
        assert ask(studio, function, data, studio.eve).code == "team/not-found"


def test_with_all_members_visible_a_team_sees_its_own_and_nobodys_clients(studio):
    """Kim is Ada's client, Lee Eve's, Max has accepted both, and Zoe has signed up and is nobody's."""
    world = studio.world
    world.policy(teams_on(members={"visibility": "all"}))
    ids = {}
    for name, inviters in (("kim", [studio.ada]), ("lee", [studio.eve]), ("max", [studio.ada, studio.eve])):
        for who in inviters:
            data = {"teamId": studio.id} if who is studio.ada else {}
            ids[name] = granted(world.accept(world.invite(who.token, name, **data)["code"], name))["account"]["id"]
    ids["zoe"] = granted(world.run("sign-in", {"identity": person("zoe"), "as": "client"}))["account"]["id"]
    for who, team, seen in ((studio.bob, studio.id, {"kim", "max", "zoe"}), (studio.eve, studio.of_eve, {"lee", "max", "zoe"})):
        listed = granted(world.run("list-members", {"teamId": team}, who.token))["members"]
        assert {member["displayName"].lower() for member in listed} == seen
        for name, account in ids.items():
            for function in ("get-member", "update-member"):
                code = world.run(function, CALLS[function]({"account": account}), who.token).code
                assert code == (None if name in seen else "auth/user-not-found"), (name, function)


@pytest.mark.parametrize("visibility", ["own", "all"])
def test_a_named_team_sees_the_members_that_its_list_shows(studio, visibility):
    """Kim is a client of the team, and Lee of Bob's own."""
    world = studio.world
    world.policy(teams_on(members={"visibility": visibility}))
    ids = {name: granted(world.accept(world.invite(studio.bob.token, name, teamId=team)["code"], name))["account"]["id"]
           for name, team in (("kim", studio.id), ("lee", studio.of_bob))}
    for team in (studio.id, studio.of_bob):
        listed = {member["id"] for member in granted(world.run("list-members", {"teamId": team}, studio.bob.token))["members"]}
        assert len(listed) == 1
        for account in ids.values():
            code = world.run("get-member", {"accountId": account, "teamId": team}, studio.bob.token).code
            assert code == (None if account in listed else "auth/user-not-found")


@pytest.mark.parametrize("function", ABOUT_TEAMS)
def test_an_object_of_another_own_team_does_not_fit(studio, made, function):
    """Bob is in the team and has one of his own: the team that he names must be that of the object."""
    data = CALLS[function](made)
    if not any(name.endswith("Id") for name in data):
        pytest.skip("it names no object")
    code = ask(studio, function, {**data, "teamId": studio.of_bob}, studio.bob).code
    assert code in NOT_FOUND | ({None, "team/last-owner"} if function in OF_OWNERS else set())


def test_an_address_does_not_say_which_of_two_teams_is_meant(studio):
    kim = granted(studio.world.accept(studio.world.invite(studio.bob.token, "kim", teamId=studio.id)["code"], "kim"))["account"]
    by_address = {"email": kim["email"], "profile": {}}
    answer = studio.world.run("update-member", by_address, studio.bob.token)
    assert answer.code == "event/invalid" and answer.json["error"]["errors"][0]["pointer"] == "/teamId"
    granted(studio.world.run("update-member", {**by_address, "teamId": studio.id}, studio.bob.token))
    granted(studio.world.run("update-member", {"accountId": kim["id"], "profile": {}}, studio.bob.token))
    granted(studio.world.run("update-member", by_address, studio.ada.token))
