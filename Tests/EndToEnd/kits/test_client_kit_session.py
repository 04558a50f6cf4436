# SPDX-License-Identifier: Apache-2.0
"""The client kit keeps a person signed in, against a real server: many calls at once, a killed app, a stolen token."""

import json
import subprocess

import pytest
from http_proxy import lossy_proxy
from runners import lighttpd
from worlds import TRAINER

NEVER = 10**9


@pytest.fixture
def app(world):
    """The file of an app whose access token has expired, the terminal client's steps with it, and the proxy before the server."""
    with lighttpd(world) as web, lossy_proxy(web.port, lost=NEVER, delayed=NEVER) as proxy:
        yield App(world, proxy)


class App:
    def __init__(self, world, proxy):
        self.proxy, self.file = proxy, world.folder / "session.json"
        self.session = world.sign_in("ada")["session"]
        self.store({**self.session, "accessTokenExpiresAt": "2026-01-01T00:00:00Z"})

    def store(self, tokens):
        self.file.write_text(json.dumps({"tokens": tokens}))

    @property
    def stored(self):
        return json.loads(self.file.read_text())

    def start(self, calls):
        command = [TRAINER, self.proxy.url, "--session", self.file, str(calls)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def steps(self, calls=1):
        client = self.start(calls)
        output, _ = client.communicate(timeout=60)
        assert client.returncode == 0
        return [step for line in output.splitlines() for step in json.loads(line).items()]


def test_fifty_calls_at_once_with_an_expired_token_refresh_once(app):
    assert app.steps(50) == [("answered", "50"), ("signed in", "yes")]
    assert len(app.proxy.to("/refresh-session")) == 1
    assert [status for _, _, status, _ in app.proxy.to("/get-account")] == [200] * 50
    assert app.stored["tokens"]["refreshToken"] != app.session["refreshToken"] and "refreshKey" not in app.stored


def test_the_answer_to_the_refresh_is_lost_and_asked_for_again_with_the_same_key(app):
    app.proxy.lost = 2
    app.proxy.number()  # So that the first request is the second.
    assert app.steps(1) == [("answered", "1"), ("signed in", "yes")]
    refreshes = app.proxy.to("/refresh-session")
    assert [is_heard for _, _, _, is_heard in refreshes][:2] == [False, True] and len({key for _, key, _, _ in refreshes}) == 1


def test_killed_between_the_refresh_and_the_store_the_person_is_still_signed_in(world, app):
    app.proxy.kept = "/refresh-session"
    client = app.start(1)
    assert app.proxy.has_kept.wait(30)
    client.kill()
    client.wait()
    client.stdout.close()
    left = app.stored
    assert left["tokens"]["refreshToken"] == app.session["refreshToken"] and left["refreshKey"]
    # The server has exchanged the token. It is later than the time in which an old token is accepted again.
    [session] = world.rows("SELECT * FROM sessions")
    assert session["generation"] == 1
    world.age("sessions", "rotated_at", 3600)
    app.proxy.kept = None

    assert app.steps(1) == [("answered", "1"), ("signed in", "yes")]
    assert len({key for _, key, _, _ in app.proxy.to("/refresh-session")}) == 1
    assert [row["generation"] for row in world.rows("SELECT * FROM sessions")] == [1]


def test_if_the_refresh_token_was_stolen_everybody_in_the_app_hears_that_the_session_has_ended(world, app):
    stolen = app.session["refreshToken"]
    for _ in range(2):
        stolen = world.run("refresh-session", {"refreshToken": stolen}).json["session"]["refreshToken"]
    ended = ("ended", "auth/session-revoked")
    steps = app.steps(10)
    assert steps[0] == ("answered", "0") and steps[-4:] == [ended, ended, ended, ("signed in", "no")]
    assert not app.file.exists()
    # The thief's tokens are of no use either.
    assert world.run("refresh-session", {"refreshToken": stolen}).code == "auth/session-revoked"
    assert app.steps(1) == [("signed in", "no")]
