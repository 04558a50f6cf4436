# SPDX-License-Identifier: Apache-2.0
"""`vestibule team`: operators see teams, make them, and change who is in them."""

import json
import subprocess

import pytest
from members import clients
from people import granted
from studio import teams_on
from worlds import BIN

pytestmark = pytest.mark.postgresql


def team(world, *arguments):
    return subprocess.run([BIN / "vestibule", "team", *arguments], env=world.env, cwd=world.folder, capture_output=True, text=True, timeout=60)


def done(world, *arguments):
    answer = team(world, *arguments, "--json")
    assert answer.returncode == 0, answer.stderr
    return [json.loads(line) for line in answer.stdout.splitlines()]


def roles(shown):
    return {member["email"]: member["role"] for member in shown["members"]}


def test_without_teams_in_the_policy_the_commands_say_so(world):
    world.inviter()
    for arguments in (["list"], ["show", "x"], ["create", "Studio", "ada@example.com"]):
        answer = team(world, *arguments)
        assert answer.returncode == 65 and "no teams" in answer.stderr


def test_teams_are_listed_and_shown(studio):
    assert {(each["name"], each["members"]) for each in done(studio.world, "list")} == {("Ada", 2), ("Bob", 1), ("Eve", 1)}
    assert [each["id"] for each in done(studio.world, "list", "bob@example.com")] == [studio.of_bob, studio.id]
    [shown] = done(studio.world, "show", studio.id)
    assert roles(shown) == {"ada@example.com": "owner", "bob@example.com": "member"}
    assert "member  bob@example.com  Bob" in team(studio.world, "show", studio.id).stdout


def test_a_team_is_made_named_and_filled(studio):
    [made] = done(studio.world, "create", "Evening studio", "eve@example.com")
    [named] = done(studio.world, "rename", made["id"], "Night studio")
    assert named["name"] == "Night studio" and roles(named) == {"eve@example.com": "owner"}
    [filled] = done(studio.world, "add", made["id"], "bob@example.com", "--owner")
    assert roles(filled) == {"eve@example.com": "owner", "bob@example.com": "owner"}
    [smaller] = done(studio.world, "remove", made["id"], "eve@example.com")
    assert roles(smaller) == {"bob@example.com": "owner"}
    actions = {row["action"] for row in studio.world.rows("SELECT action FROM audit WHERE operator IS NOT NULL")}
    assert {"team.created", "team.updated", "team.joined", "team.member-removed"} <= actions


def test_operators_leave_a_team_its_owner_too(studio):
    for arguments in (["remove", studio.id, "ada@example.com"], ["add", studio.id, "ada@example.com"]):
        answer = team(studio.world, *arguments)
        assert answer.returncode == 65 and "keeps an owner" in answer.stderr
    assert roles(done(studio.world, "show", studio.id)[0])["ada@example.com"] == "owner"


def test_only_inviters_are_put_into_teams(studio):
    granted(studio.world.accept(studio.world.invite(studio.ada.token)["code"]))
    answer = team(studio.world, "add", studio.id, "kim@example.com")
    assert answer.returncode == 65 and "admin" in answer.stderr


def test_a_team_is_deleted_with_its_clients_after_a_confirmation(studio):
    code = studio.world.invite(studio.ada.token)["code"]
    assert team(studio.world, "delete", studio.id).returncode == 65
    assert done(studio.world, "delete", studio.id, "--confirm") == [{}]
    assert studio.world.run("preview-invitation", {"code": code}).code == "invitation/not-found"
    assert team(studio.world, "show", studio.id).returncode == 65
    # Bob has another team; Ada has none.
    assert clients(studio.world, studio.bob.token) == []
    assert studio.world.run("list-clients", {}, studio.ada.token).code == "team/not-found"


def test_whoever_has_left_the_last_team_has_one_again_without_teams_in_the_policy(studio):
    done(studio.world, "delete", studio.id)
    studio.world.policy({**teams_on(), "teams": "off"})
    assert clients(studio.world, studio.ada.token) == []
    studio.world.invite(studio.ada.token)
    assert [client["name"] for client in clients(studio.world, studio.ada.token)] == ["Kim"]
