# SPDX-License-Identifier: Apache-2.0
"""PFA beyond its document: a studio with several trainers ("Support for multiple trainers per client"). The policy allows it with
two members more."""

import pytest
from pfa import POLICY, Pfa, token


@pytest.fixture
def pfa(tmp_path):
    pfa = Pfa(tmp_path)
    pfa.policy({**POLICY, "teams": "on", "invitation": {**POLICY["invitation"], "roles": ["admin", "client"]}})
    return pfa


@pytest.fixture
def trainer(pfa):
    return pfa.trainer()


def test_studio_two_trainers_share_their_clients_and_one_leaves(pfa, trainer):
    """The second trainer accepts with Google, assigns a workout to the first one's client, and leaves; the client keeps it."""
    pfa.run("update-team", {"name": "Studio Lovelace"}, trainer)
    kim = pfa.client(trainer)
    sent = pfa.invited(trainer, "bob", role="admin", teamRole="member")
    accepted = pfa.accept_with(sent["code"], "bob")
    bob, bobs_id = token(accepted), accepted.json["account"]["id"]
    assert accepted.json["account"]["role"] == "admin"
    assert [team["name"] for team in pfa.run("list-teams", {}, bob).json["teams"]] == ["Studio Lovelace"]
    assert [client["name"] for client in pfa.clients(bob)] == ["Kim"]

    assigned = pfa.run("assign-workout", {"clientId": kim["client"]["id"], "title": "Legs"}, bob).json["workout"]
    seen = pfa.run("list-workouts", {}, kim["session"]["accessToken"]).json["workouts"]
    assert [workout["title"] for workout in seen] == ["Legs"]

    assert pfa.run("remove-team-member", {"accountId": bobs_id}, bob).json == {"members": []}
    assert pfa.run("list-clients", {}, bob).code == "team/not-found"
    assert pfa.run("update-workout", {"workoutId": assigned["id"], "title": "Arms"}, bob).code == "workout/not-found"
    [workout] = pfa.run("list-workouts", {}, kim["session"]["accessToken"]).json["workouts"]
    assert workout["title"] == "Legs"


def test_studio_a_trainer_of_another_studio_sees_nothing_of_it(pfa, trainer):
    kim = pfa.client(trainer)
    eve = pfa.trainer("eve")
    [studio] = pfa.run("list-teams", {}, trainer).json["teams"]
    assert pfa.clients(eve) == []
    assert pfa.run("list-clients", {"teamId": studio["id"]}, eve).code == "team/not-found"
    assert pfa.run("get-client", {"clientId": kim["client"]["id"]}, eve).code == "client/not-found"
    assert pfa.run("get-member", {"accountId": kim["account"]["id"]}, eve).code == "auth/user-not-found"
