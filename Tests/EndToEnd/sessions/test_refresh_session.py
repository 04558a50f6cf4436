# SPDX-License-Identifier: Apache-2.0
"""`refresh-session`: rotation of refresh tokens, and the detection of a reused one."""

import pytest
from people import DAY, at_once, granted, policy, sign_in, signed_up
from sessions import claims, ended, look, refresh, refreshed

pytestmark = [pytest.mark.postgresql, pytest.mark.unpooled, pytest.mark.policy(policy())]


# Rotation


def test_a_refresh_token_is_exchanged_for_the_next_one(world):
    first = signed_up(world)
    tokens = [first["refreshToken"]]
    for _ in range(4):
        session = refreshed(world, tokens[-1])
        granted(look(world, session))
        assert claims(session)["sid"] == claims(first)["sid"]
        tokens.append(session["refreshToken"])
    assert len(set(tokens)) == 5 and len(world.rows("SELECT * FROM sessions")) == 1
    granted(look(world, first))


def test_a_repeated_refresh_gets_the_same_successor_for_30_seconds(world):
    first = signed_up(world)["refreshToken"]
    second = refreshed(world, first)["refreshToken"]
    world.age("sessions", "rotated_at", 20)
    assert [refreshed(world, first)["refreshToken"] for _ in range(3)] == [second] * 3
    third = refreshed(world, second)["refreshToken"]
    assert third not in (first, second) and refreshed(world, third)


def test_the_current_token_works_at_any_age_within_the_session(world):
    first = signed_up(world)["refreshToken"]
    second = refreshed(world, first)["refreshToken"]
    world.age("sessions", "rotated_at", 20 * DAY)
    granted(refresh(world, second))


@pytest.mark.parametrize("stolen", ["an older one", "the one before, too late"])
def test_reusing_a_replaced_token_ends_the_session(world, stolen):
    other = signed_up(world)
    session = granted(sign_in(world))["session"]
    tokens = [session["refreshToken"]]
    for _ in range(2 if stolen == "an older one" else 1):
        session = refreshed(world, tokens[-1])
        tokens.append(session["refreshToken"])
    if stolen != "an older one":
        world.age("sessions", "rotated_at", 31)
    answer = refresh(world, tokens[0], clientip="192.0.2.66")
    assert ended(answer, "token-reused")
    assert answer.json["error"]["userMessage"].startswith("To protect your account, you've been signed out.")
    for token in tokens:
        assert ended(refresh(world, token), "token-reused")
    assert ended(look(world, session), "token-reused") and granted(look(world, other))
    [entry] = world.rows("SELECT * FROM audit WHERE action = 'session.token-reused'")
    assert entry["account_id"] == other["account"]["id"] and entry["subject_id"] == claims(session)["sid"]
    assert entry["address"] == "192.0.2.66"


def test_thirty_concurrent_refreshes_with_one_token_get_one_successor(world):
    session = signed_up(world)
    answers = at_once(world, "refresh-session", [{"refreshToken": session["refreshToken"]}] * 30)
    assert [answer.code for answer in answers] == [None] * 30
    [successor] = {answer.json["session"]["refreshToken"] for answer in answers}
    [row] = world.rows("SELECT * FROM sessions")
    assert row["revoked_at"] is None and row["generation"] == 1
    for answer in answers:
        granted(look(world, answer.json["session"]))
    assert refreshed(world, successor)["refreshToken"] != successor
    assert world.rows("SELECT * FROM audit WHERE action = 'session.token-reused'") == []


@pytest.mark.parametrize("place", ["session", "generation", "code", "end", "nothing"])
def test_a_modified_token_is_refused_and_changes_nothing(world, place):
    session = signed_up(world)
    refreshed(world, session["refreshToken"])
    current = refreshed(world, session["refreshToken"])["refreshToken"]
    sid, generation, code = current.split(".")
    flip = lambda text, index: text[:index] + ("A" if text[index] != "A" else "B") + text[index + 1:]
    turn = lambda text, index: text[:index] + ("0" if text[index] != "0" else "1") + text[index + 1:]
    other = sid[:-1] + ("0" if sid[-1] != "0" else "1")
    bad = {
        "session": [f"{turn(sid, index)}.{generation}.{code}" for index in (0, 14, 35)],
        "generation": [f"{sid}.{number}.{code}" for number in ("0", "2", "-1", "01", "+1", "1e0", "9" * 30, "")],
        "code": [f"{sid}.{generation}.{flip(code, index)}" for index in (0, 1, 21, 42)],
        "end": [current + "A", current[:-1], current + "=", current + ".", f"{sid}.{generation}"],
        "nothing": ["x", "..", f"{other}.0.", f".{generation}.{code}", code, current.upper(), session["accessToken"]],
    }[place]
    before = world.rows("SELECT * FROM sessions")
    for token in bad:
        answer = refresh(world, token)
        assert answer.code == "auth/session-revoked" and answer.status == 0, token
    assert world.rows("SELECT * FROM sessions") == before
    granted(refresh(world, current))


def test_refresh_tokens_survive_a_change_of_the_secret_key(world):
    token = signed_up(world)["refreshToken"]
    old = world.secret_key
    keys = {"SECRET_KEY": "A" * 43 + "=", "SECRET_KEY_PREVIOUS": old}
    assert world.run("refresh-session", {"refreshToken": token}, env={**keys, "SECRET_KEY_PREVIOUS": None}).status == 78
    second = granted(world.run("refresh-session", {"refreshToken": token}, env=keys))["session"]["refreshToken"]
    granted(world.run("refresh-session", {"refreshToken": second}, env=keys))
