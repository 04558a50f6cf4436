# SPDX-License-Identifier: Apache-2.0
"""Sessions: how long they live, how many an account has, `list-sessions` and `sign-out`."""

import datetime

import pytest
from people import DAY, MINUTE, PASSWORD, at_once, granted, policy, sign_in, signed_up
from sessions import claims, ended, look, refresh, refreshed, sessions

pytestmark = [pytest.mark.postgresql, pytest.mark.unpooled, pytest.mark.policy(policy())]


# The end


def test_a_session_ends_after_a_month_without_use(world):
    session = signed_up(world)
    world.age("sessions", "idle_ends_at", 30 * DAY - MINUTE)
    session = refreshed(world, session["refreshToken"])
    world.age("sessions", "idle_ends_at", 30 * DAY - MINUTE)
    granted(look(world, session))
    world.age("sessions", "idle_ends_at", MINUTE)
    for answer in (look(world, session), refresh(world, session["refreshToken"])):
        assert answer.code == "auth/session-expired" and answer.json["error"]["requiresAction"] == "reauthenticate"


def test_a_session_ends_after_three_months_of_use(world):
    session = signed_up(world)
    world.age("sessions", "ends_at", 90 * DAY - 10 * MINUTE)
    session = refreshed(world, session["refreshToken"])
    [row] = world.rows("SELECT * FROM sessions")
    end = datetime.datetime.fromtimestamp(row["ends_at"] // 1000, datetime.UTC)
    assert row["idle_ends_at"] == row["ends_at"]
    assert datetime.datetime.fromisoformat(session["accessTokenExpiresAt"]) == end
    assert claims(session)["exp"] == row["ends_at"] // 1000
    world.age("sessions", "ends_at", 10 * MINUTE)
    assert look(world, session).code == refresh(world, session["refreshToken"]).code == "auth/session-expired"


def test_a_sixth_session_ends_the_least_recently_used_one(world):
    kept = [signed_up(world)]
    for _ in range(4):
        world.age("sessions", "last_used_at", MINUTE)
        kept.append(granted(sign_in(world))["session"])
    world.age("sessions", "last_used_at", MINUTE)
    kept[0] = refreshed(world, kept[0]["refreshToken"])
    kept.append(granted(sign_in(world))["session"])
    gone = kept.pop(1)
    for answer in (look(world, gone), refresh(world, gone["refreshToken"])):
        assert ended(answer, "too-many-sessions")
        assert answer.json["error"]["userMessage"].startswith("You signed in on more devices than allowed")
    for session in kept:
        granted(look(world, session))
    assert len(sessions(world, kept[0])) == 5


def test_an_ended_session_does_not_count(world):
    over = signed_up(world)
    live = [granted(sign_in(world))["session"] for _ in range(4)]
    world.age("sessions", "last_used_at", MINUTE)
    refreshed(world, over["refreshToken"])
    world.age("sessions", "ends_at", 91 * DAY, f"id = '{claims(over)['sid']}'")
    live.append(granted(sign_in(world))["session"])
    for session in live:
        granted(look(world, session))


def test_twenty_concurrent_sign_ins_leave_five_sessions(world):
    signed_up(world)
    data = {"email": "kim@example.com", "password": PASSWORD}
    answers = at_once(world, "sign-in", [data] * 20)
    assert [answer.code for answer in answers] == [None] * 20
    assert [look(world, answer.json["session"]).code for answer in answers].count(None) == 5


# list-sessions and sign-out


def test_sessions_are_listed_with_their_devices_most_recently_used_first(world):
    phone = {"id": "d1", "platform": "ios", "name": "Kim's phone"}
    first = signed_up(world, device=phone)
    world.age("sessions", "last_used_at", MINUTE)
    second = granted(sign_in(world, device={"id": "d2"}, event={"clientip": "192.0.2.1"}))["session"]
    signed_up(world, "lee")
    listed = sessions(world, first)
    assert [session["current"] for session in listed] == [False, True]
    assert [session.get("device") for session in listed] == [{}, {"platform": "ios", "name": "Kim's phone"}]
    assert [session.get("address") for session in listed] == ["192.0.2.1", None]
    assert [session["id"] for session in listed] == [claims(second)["sid"], claims(first)["sid"]]
    granted(refresh(world, first["refreshToken"], clientip="2001:db8::1"))
    latest = sessions(world, second)[0]
    assert latest["id"] == claims(first)["sid"] and latest["address"] == "2001:db8::1"
    used = datetime.datetime.fromisoformat(latest["lastUsedAt"])
    assert datetime.datetime.fromisoformat(latest["expiresAt"]) - used == datetime.timedelta(days=30)


def test_signing_out_ends_the_calling_session_at_once(world):
    kept = signed_up(world)
    session = granted(sign_in(world))["session"]
    assert granted(world.run("sign-out", {}, session["accessToken"])) == {"ended": 1}
    for answer in (
            look(world, session), refresh(world, session["refreshToken"]),
            world.run("sign-out", {}, session["accessToken"]), world.run("authorize", {}, session["accessToken"])):
        assert ended(answer, "signed-out")
    assert len(sessions(world, kept)) == 1


def test_signing_out_ends_another_session_by_its_id(world):
    here = signed_up(world)
    there = granted(sign_in(world))["session"]
    data = {"sessionId": claims(there)["sid"]}
    assert granted(world.run("sign-out", data, here["accessToken"])) == {"ended": 1}
    assert granted(world.run("sign-out", data, here["accessToken"])) == {"ended": 0}
    answer = look(world, there)
    assert ended(answer, "signed-out-elsewhere")
    assert answer.json["error"]["userMessage"] == "You were signed out from another device. Please sign in again."
    granted(look(world, here))


def test_signing_out_everywhere_ends_all_of_them(world):
    every = [signed_up(world), *(granted(sign_in(world))["session"] for _ in range(2))]
    lee = signed_up(world, "lee")
    assert granted(world.run("sign-out", {"everywhere": True}, every[1]["accessToken"])) == {"ended": 3}
    for session in every:
        assert look(world, session).code == refresh(world, session["refreshToken"]).code == "auth/session-revoked"
    granted(look(world, lee))


@pytest.mark.policy(policy(session={"maxPerAccount": 1000}))
def test_signing_out_everywhere_ends_more_than_a_thousand(world):
    kim = signed_up(world)
    [row] = world.rows("SELECT * FROM sessions")
    columns = [name for name in row.keys() if name != "id"]
    world.rows(
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1500) "
        f"INSERT INTO sessions (id, {', '.join(columns)}) SELECT 'copy-' || n, {', '.join(columns)} FROM sessions, numbers")
    granted(world.run("sign-out", {"everywhere": True}, kim["accessToken"]))
    assert world.rows("SELECT COUNT(*) AS count FROM sessions WHERE revoked_at IS NULL")[0]["count"] == 0


def test_another_accounts_session_is_answered_like_an_unknown_one(world):
    kim, lee = signed_up(world, "kim"), signed_up(world, "lee")
    answers = [
        granted(world.run("sign-out", {"sessionId": session}, kim["accessToken"]))
        for session in (claims(lee)["sid"], "nobody's")]
    assert answers == [{"ended": 0}] * 2
    granted(look(world, lee))
    granted(refresh(world, lee["refreshToken"]))


def test_an_unverified_account_may_sign_out(world):
    world.policy(policy(email={"verification": "required"}))
    session = signed_up(world)
    assert granted(world.run("sign-out", {"everywhere": True}, session["accessToken"])) == {"ended": 1}
