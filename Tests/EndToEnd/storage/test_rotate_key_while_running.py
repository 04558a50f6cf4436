# SPDX-License-Identifier: Apache-2.0
"""`vestibule rotate-key` while functions run, with the old key in use, and killed at random."""

import signal
import subprocess
import threading
import time

import pytest
from key_rotation import change_key, drop_previous, in_use, inviter, opened, published, refresh, rotate
from people import LONG_DEADLINE, granted, policy, sign_in, signed_up
from worlds import BIN

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(policy()), pytest.mark.usefixtures("secret_key")]


def test_values_encrypted_with_the_old_settings_are_reencrypted_by_the_next_run(world):
    kim, token, event, _ = in_use(world)
    old, new = change_key(world)
    rotate(world)
    event = {**event, "id": "2", "data": {"client": {"name": "Max", "email": "max@example.com"}, "deliver": "link"}}
    answer = world.run("send-invitation", event=event, env={"SECRET_KEY": old, "SECRET_KEY_PREVIOUS": new})
    assert "link" in answer.json and opened(world, old)["seen_events"][0] == 1
    assert rotate(world) == {"resealed": 1, "remaining": 0, "previousCanGo": True}
    drop_previous(world)
    assert world.run("send-invitation", event=event).json == answer.json


def test_a_value_encrypted_with_the_old_key_meanwhile_keeps_the_old_key(world):
    _, token, event, _ = in_use(world)
    old, new = change_key(world)
    stop = threading.Event()

    def seal():
        number = 0
        while not stop.is_set():
            number += 1
            world.run("list-clients", event={
                "id": f"n{number}", "source": "s", "authorization": f"Bearer {token}", "data": {}},
                env={"SECRET_KEY": old, "SECRET_KEY_PREVIOUS": new})

    thread = threading.Thread(target=seal)
    thread.start()
    try:
        counts = [rotate(world) for _ in range(6)]
    finally:
        stop.set()
        thread.join()
    for each in counts:
        assert each["previousCanGo"] == (each["remaining"] == 0)
    assert rotate(world)["previousCanGo"] and opened(world, old)["seen_events"][0] == 0


def test_a_killed_run_leaves_everything_usable_and_the_next_one_completes(world):
    kim, token, event, answer = in_use(world)
    for number in range(60):
        world.run("list-clients", event={
            "id": f"n{number}", "source": "s", "authorization": f"Bearer {token}", "data": {}})
    old, new = change_key(world)
    for milliseconds in (5, 10, 15, 20, 30, 50):
        process = subprocess.Popen([BIN / "vestibule", "rotate-key"], env=world.env, stdout=subprocess.DEVNULL)
        time.sleep(milliseconds / 1000)  # The time of the kill is the test.
        process.send_signal(signal.SIGKILL)
        process.wait()
        granted(world.run("get-account", {}, kim["accessToken"]))
        assert world.run("send-invitation", event=event).json == answer.json
    assert rotate(world)["previousCanGo"]
    assert all(count == 0 for count, _ in opened(world, old).values())
    drop_previous(world)
    kim = granted(refresh(world, kim))["session"]
    assert len(published(world)) == 2
    assert world.run("send-invitation", event=event).json == answer.json


def test_no_event_is_refused_during_a_rotation(world):
    """Sign-ins, refreshes and calls before, during and after the rotation are all granted."""
    world.env.update(LONG_DEADLINE)
    names = ["kim", "lee", "max"]
    sessions = {name: signed_up(world, name) for name in names}
    token = inviter(world)
    change_key(world)
    stop, answers = threading.Event(), []

    def wait_for(more):
        enough, end = len(answers) + more, time.monotonic() + 60
        while len(answers) < enough and time.monotonic() < end:
            time.sleep(0.01)  # The interval of the polling.

    def go_on(name):
        session, number = sessions[name], 0
        while not stop.is_set():
            number += 1
            answers.append(world.run("get-account", {}, session["accessToken"]))
            answers.append(refresh(world, session))
            session = answers[-1].json.get("session", session)
            answers.append(sign_in(world, name))
            event = {"id": f"{name}{number}", "source": "s", "authorization": f"Bearer {token}", "data": {}}
            answers.extend(world.run("list-clients", event=event) for _ in range(2))
        sessions[name] = session

    threads = [threading.Thread(target=go_on, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    try:
        wait_for(15)
        first = rotate(world)
        second = rotate(world)
        wait_for(15)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    refused = [(answer.status, answer.json, answer.stderr) for answer in answers if answer.status or answer.code]
    assert refused == [] and len(answers) >= 30
    assert first["resealed"] > 0 and first["previousCanGo"] and second["previousCanGo"]
    drop_previous(world)
    for name, session in sessions.items():
        granted(world.run("get-account", {}, session["accessToken"]))
        granted(refresh(world, session))
        granted(sign_in(world, name))
