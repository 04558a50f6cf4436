# SPDX-License-Identifier: Apache-2.0
"""Remembered answers: kept under a new key, kept for lists and sweeps, and removed later."""

import base64

import pytest

pytestmark = pytest.mark.postgresql
DAY = 86_400


def test_remembered_answers_survive_a_change_of_the_secret_key(world):
    token = world.inviter()
    old = world.secret_key
    event = {"id": "1", "source": "s", "authorization": f"Bearer {token}", "data": {
        "client": {"name": "Kim", "email": "kim@example.com"}}}
    first = world.run("send-invitation", event=event)
    keys = {"SECRET_KEY": base64.b64encode(bytes(32)).decode(), "SECRET_KEY_PREVIOUS": old}
    assert world.run("send-invitation", event=event, env=keys).json == first.json


def test_answers_to_lists_and_sweeps_are_remembered(world):
    token = world.inviter()
    listed = {"id": "1", "source": "s", "authorization": f"Bearer {token}", "data": {}}
    before = world.run("list-clients", event=listed).json
    world.invite(token, days=1)
    assert world.run("list-clients", event=listed).json == before
    assert world.run("list-clients", event={**listed, "data": {"limit": 1}}).code == "event/id-conflict"
    world.age("invitations", "expires_at", 3 * DAY)
    sweep = {"id": "1", "source": "s", "data": {}}
    assert world.run("expire-invitations", event=sweep).json["expired"] == 1
    assert world.run("expire-invitations", event=sweep).json["expired"] == 1
    assert world.run("expire-invitations", {}).json["expired"] == 0


def test_the_sweep_removes_remembered_answers_that_expired(world):
    token = world.inviter()
    for number in range(3):
        world.run("list-clients", event={"id": str(number), "source": "s", "authorization": f"Bearer {token}", "data": {}})
    world.age("seen_events", "expires_at", 2 * DAY)
    world.run("expire-invitations", {})
    assert world.rows("SELECT * FROM seen_events") == []
