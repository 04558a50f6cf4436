# SPDX-License-Identifier: Apache-2.0
"""The time of an event grows at most linearly with its size."""

import json
import resource

import pytest

N = 15_000
MARKS = "\u0301\u0323"


def many(count, value=1):
    return {f"m{number}": value for number in range(count)}


CLOUD_EVENT = {"specversion": "1.0", "id": "1", "source": "/s", "type": "t"}
IDENTITY = {"provider": "google", "idToken": "a.b.c"}
SIGN_UP = {"email": "kim@example.com", "password": "correct horse", "displayName": "Kim", "role": "admin"}
EVENTS = {
    "members of the envelope": ("preview-invitation", lambda n: {**many(n), "data": {"code": "A"}}),
    "members of a CloudEvent": ("preview-invitation", lambda n: {**CLOUD_EVENT, **many(n), "data": {"code": "A"}}),
    "bad members of a CloudEvent": (
        "preview-invitation", lambda n: {**CLOUD_EVENT, **{f"M-{i}": [] for i in range(n)}, "data": {"code": "A"}}),
    "members of the data": ("preview-invitation", lambda n: {"data": {"code": "A", **many(n)}}),
    "members of two objects": ("sign-in", lambda n: {"data": {"identity": {**IDENTITY, **many(n)}, "device": many(n)}}),
    "fields of the profile": ("sign-up", lambda n: {"data": {**SIGN_UP, "profile": many(n)}}),
    "headers of a webhook": ("on-mail-event", lambda n: {"headers": many(n, "x"), "body": '{"RecordType":"Bounce"}'}),
    "members of a webhook": (
        "on-mail-event", lambda n: {"headers": {}, "body": json.dumps({"RecordType": "Bounce", **many(n)})}),
    "members of a user": ("on-user-create", lambda n: {"provider": "google", "subject": "1", **many(n)}),
    "combining marks": (
        "sign-up", lambda n: {"data": {**SIGN_UP, "displayName": ("x" + MARKS * 120) * (n // 100)}}),
    "names of combining marks": (
        "preview-invitation", lambda n: {"data": {"code": "A", **{f"{i}{MARKS * 120}": 1 for i in range(n // 100)}}}),
}


def cost(world, function, event):
    """The CPU time of an event, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    answer = world.run(function, event=event, env={"DEADLINE_SECONDS": "60"})
    assert answer.status == 0 and answer.code, answer
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


@pytest.mark.parametrize("what", EVENTS)
def test_the_time_grows_linearly_with_the_input(world, what):
    function, event = EVENTS[what]
    one = min(cost(world, function, event(N)) for _ in range(2))
    assert cost(world, function, event(4 * N)) < 8 * max(one, 0.02)


def test_a_character_with_very_many_combining_marks_is_refused_before_comparison(world):
    text = "x" + MARKS * 400_000
    for data in ({"code": text}, {"code": "A", text: 1}, {"code": {text: 1}}):
        answer = world.run("preview-invitation", data)
        assert (answer.status, answer.code) == (0, "event/not-json")
    assert world.run("preview-invitation", {"code": "A", "x" + MARKS * 120: 1}).code == "event/invalid"


def test_an_envelope_is_recognised_among_many_other_members(world):
    token = world.inviter()
    event = {**many(N), "authorization": f"Bearer {token}", **{f"n{i}": None for i in range(N)}, "data": {}}
    assert "account" in world.run("get-account", event=event).json
    answer = world.run("preview-invitation", event={**CLOUD_EVENT, "data": {"code": "A"}, **{f"M-{i}": 1 for i in range(99)}})
    assert answer.code == "event/invalid" and len(answer.json["error"]["errors"]) == 50
