# SPDX-License-Identifier: Apache-2.0
"""`update-workout`, `remove-workout` and `complete-workout`, and whose workouts `list-workouts` shows."""

import pytest
from members import accepted, rules
from people import LONG_DEADLINE, granted
from workouts import assign

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(rules())]


@pytest.fixture
def member(world, ada):
    return accepted(world, ada)


@pytest.fixture
def client(member):
    return member["session"]["accessToken"]


def workouts(world, token, **data):
    return granted(world.run("list-workouts", data, token))["workouts"]


@pytest.fixture
def workout(world, ada, member):
    return assign(world, ada, member["client"], scheduledFor="2026-12-01T06:00:00Z", details={"sets": 3})


def test_a_workout_is_on_a_day_or_at_a_time(world, ada, workout):
    day = granted(world.run("update-workout", {"workoutId": workout["id"], "scheduledOn": "2026-12-03"}, ada))["workout"]
    assert day["scheduledOn"] == "2026-12-03" and "scheduledFor" not in day
    timed = granted(world.run("update-workout", {"workoutId": workout["id"], "scheduledFor": "2026-12-04T06:00:00Z"}, ada))["workout"]
    assert "scheduledOn" not in timed, "a new time is on another day"
    both = {"scheduledOn": "2026-12-04", "scheduledFor": "2026-12-04T06:00:00Z"}
    for name, other in (("scheduledFor", "scheduledOn"), ("scheduledOn", "scheduledFor")):
        granted(world.run("update-workout", {"workoutId": workout["id"], **both}, ada))
        left = granted(world.run("update-workout", {"workoutId": workout["id"], name: None}, ada))["workout"]
        assert name not in left and left[other] == both[other], "null removes its own"


def test_an_inviter_changes_a_workout(world, ada, member, client, workout):
    change = {"title": "Arms", "scheduledFor": "2026-12-02T07:00:00+01:00", "details": {"sets": 4}}
    changed = granted(world.run("update-workout", {"workoutId": workout["id"], **change}, ada))["workout"]
    assert changed == {**workout, **change, "scheduledFor": "2026-12-02T06:00:00Z"}
    assert workouts(world, client) == workouts(world, ada, clientId=member["client"]["id"]) == [changed]
    same = granted(world.run("update-workout", {"workoutId": workout["id"]}, ada))["workout"]
    assert same == changed
    free = granted(world.run("update-workout", {"workoutId": workout["id"], "scheduledFor": None}, ada))["workout"]
    assert "scheduledFor" not in free and free["title"] == "Arms"
    for wrong in ({"scheduledOn": "2026-02-30"}, {"scheduledOn": "tomorrow"}, {"title": ""}, {"title": None}, {"details": []},
        {"scheduledFor": "tomorrow"}, {"clientId": "1"}):
        assert world.run("update-workout", {"workoutId": workout["id"], **wrong}, ada).code == "event/invalid"
    assert workouts(world, client) == [free]


def test_an_inviter_removes_a_workout(world, ada, client, workout):
    assert granted(world.run("remove-workout", {"workoutId": workout["id"]}, ada))["workout"] == workout
    assert workouts(world, client) == []
    for function, token in (("remove-workout", ada), ("update-workout", ada), ("complete-workout", client)):
        assert world.run(function, {"workoutId": workout["id"]}, token).code == "workout/not-found"


def test_a_client_completes_a_workout_and_the_first_time_counts(world, ada, member, client, workout):
    first = granted(world.run("complete-workout", {"workoutId": workout["id"]}, client))["workout"]
    assert {**workout, "completedAt": first["completedAt"]} == first
    world.age("workouts", "completed_at", 60)
    [earlier] = workouts(world, client)
    assert earlier["completedAt"] < first["completedAt"]
    assert granted(world.run("complete-workout", {"workoutId": workout["id"]}, client))["workout"] == earlier
    changed = granted(world.run("update-workout", {"workoutId": workout["id"], "title": "Arms"}, ada))["workout"]
    assert changed == {**earlier, "title": "Arms"}
    assert workouts(world, ada, clientId=member["client"]["id"]) == [changed]
    actions = [entry["action"] for entry in granted(world.run("list-audit", {}, ada))["entries"]]
    assert actions[:3] == ["workout.updated", "workout.completed", "workout.assigned"]


def test_of_20_at_once_one_completes_it(world, client, workout):
    event = {"authorization": f"Bearer {client}", "data": {"workoutId": workout["id"]}}
    processes = [world.start("complete-workout", event, **LONG_DEADLINE) for _ in range(20)]
    answers = [granted(world.finish(process))["workout"] for process in processes]
    assert len({answer["completedAt"] for answer in answers}) == 1
    assert len(world.rows("SELECT id FROM audit WHERE action = 'workout.completed'")) == 1


def test_other_peoples_workouts_are_not_found(world, ada, bob, member, client, workout):
    lee = accepted(world, bob, "lee")
    other = lee["session"]["accessToken"]
    before = world.rows("SELECT * FROM workouts")
    for function, tokens in (
            ("update-workout", (bob,)), ("remove-workout", (bob,)), ("complete-workout", (other, ada, bob))):
        for token in tokens:
            foreign = world.run(function, {"workoutId": workout["id"]}, token)
            unknown = world.run(function, {"workoutId": "nothing"}, token)
            assert foreign.code == "workout/not-found" and foreign.stdout == unknown.stdout
    for function in ("update-workout", "remove-workout"):
        assert world.run(function, {"workoutId": workout["id"]}, client).code == "auth/permission-denied"
    assert world.rows("SELECT * FROM workouts") == before


def test_a_client_with_two_inviters_sees_whose_workout_is_whose(world, ada, bob, member, client, workout):
    code = world.invite(bob)["code"]
    second = granted(world.accept(code))
    assign(world, bob, second["client"], "Arms")
    assert [(each["title"], each["inviter"]["displayName"]) for each in workouts(world, client)] == [
        ("Legs", "Ada"), ("Arms", "Bob")]
    assert [each["inviter"]["displayName"] for each in second["workouts"]] == ["Ada"]
    own = granted(world.run("get-account", {}, client))["clients"]
    assert [each["inviter"] for each in own] == [each["inviter"] for each in workouts(world, client)]
    assert workout["inviter"] == own[0]["inviter"]
