# SPDX-License-Identifier: Apache-2.0
"""Remembered answers and the session that asked: ended sessions get theirs, other sessions do not."""

import pytest
from factors import with_factors
from people import PASSWORD, granted, policy, sign_in, signed_up, verified

pytestmark = pytest.mark.policy(policy())

EVENT = {"id": "1", "source": "app"}


@pytest.mark.parametrize("grace", [0, 30])
def test_a_deletion_whose_answer_was_lost_is_answered_again(world, grace):
    world.policy(policy(deletion={"graceDays": grace}))
    token, other = verified(world)["accessToken"], granted(sign_in(world))["session"]["accessToken"]
    first = granted(world.run("delete-account", {}, token, **EVENT))
    assert granted(world.run("delete-account", {}, token, **EVENT)) == first
    # Another session of the account, another event and other data are not this event.
    for changed in ({"token": other}, {"id": "2"}, {"data": {"confirm": True}}, {"token": token[:-4] + "AAAA"}):
        event = {"data": {}, "token": token, **EVENT, **changed}
        refused = world.run("delete-account", event.pop("data"), event.pop("token"), **event)
        assert refused.code in (
            "auth/session-revoked", "auth/user-disabled", "event/id-conflict", "auth/unauthenticated"), refused.json


@pytest.mark.parametrize("data", [{}, {"everywhere": True}])
def test_a_sign_out_whose_answer_was_lost_is_answered_again(world, data):
    token, other = signed_up(world)["accessToken"], granted(sign_in(world))["session"]["accessToken"]
    first = granted(world.run("sign-out", data, token, **EVENT))
    assert granted(world.run("sign-out", data, token, **EVENT)) == first
    assert world.run("sign-out", data, token, id="2", source="app").code == "auth/session-revoked"
    assert world.run("get-account", {}, token, **EVENT).code == "auth/session-revoked"
    repeated = world.run("sign-out", data, other, **EVENT)
    assert repeated.code == "auth/session-revoked" if data else repeated.json == {"ended": 1}


def test_a_repeated_enrollment_gives_another_session_no_secret(world):
    world.policy(with_factors(roles={"signUp": ["client"]}))
    old = signed_up(world)["accessToken"]
    world.age("sessions", "created_at", 3600)
    new = granted(sign_in(world))["session"]["accessToken"]
    first = granted(world.run("enroll-factor", {"type": "totp"}, new, **EVENT))
    assert granted(world.run("enroll-factor", {"type": "totp"}, new, **EVENT)) == first
    assert world.run("enroll-factor", {"type": "totp"}, old, **EVENT).code == "auth/requires-recent-login"


def test_a_repeated_export_gives_another_session_nothing(world):
    old = signed_up(world)["accessToken"]
    world.age("sessions", "created_at", 3600)
    new = granted(sign_in(world))["session"]["accessToken"]
    granted(world.run("export-account", {}, new, **EVENT))
    assert world.run("export-account", {}, old, **EVENT).code == "auth/requires-recent-login"


def test_a_repeated_reauthentication_gives_another_session_no_tokens(world):
    one, other = signed_up(world)["accessToken"], granted(sign_in(world))["session"]["accessToken"]
    first = granted(world.run("reauthenticate", {"password": PASSWORD}, one, **EVENT))
    assert granted(world.run("reauthenticate", {"password": PASSWORD}, one, **EVENT)) == first
    own = granted(world.run("reauthenticate", {"password": PASSWORD}, other, **EVENT))
    assert own["session"]["refreshToken"].split(".")[0] != first["session"]["refreshToken"].split(".")[0]


def test_sessions_are_listed_without_the_ids_of_their_devices(world):
    token = signed_up(world, device={"id": "secret-device", "platform": "ios", "name": "Kim's phone"})["accessToken"]
    [session] = granted(world.run("list-sessions", {}, token))["sessions"]
    assert session["device"] == {"platform": "ios", "name": "Kim's phone"}


@pytest.mark.parametrize("column, words", [("idle_ends_at", "not used"), ("ends_at", "maximum age")])
def test_an_expired_session_says_which_of_its_times_is_over(world, column, words):
    token = signed_up(world)
    world.age("sessions", column, 400 * 86_400)
    for refused in (
            world.run("get-account", {}, token["accessToken"], acceptlanguage="en"),
            world.run("refresh-session", {"refreshToken": token["refreshToken"]}, acceptlanguage="en")):
        assert refused.code == "auth/session-expired" and words in refused.json["error"]["detail"]
        is_idle = "haven't used" in refused.json["error"]["userMessage"]
        assert is_idle == (column == "idle_ends_at")


@pytest.mark.parametrize("seconds", [None, 3600])
def test_the_token_before_the_current_one_is_accepted_as_long_as_the_policy_says(world, seconds):
    grace = seconds or 30
    world.policy(policy(session={"refreshGraceSeconds": seconds} if seconds else {}))
    first = signed_up(world)["refreshToken"]
    refresh = lambda: world.run("refresh-session", {"refreshToken": first})
    successor = granted(refresh())["session"]["refreshToken"]
    world.age("sessions", "rotated_at", grace - 5)
    assert granted(refresh())["session"]["refreshToken"] == successor
    world.age("sessions", "rotated_at", 10)
    assert refresh().code == "auth/session-revoked"


@pytest.mark.parametrize("seconds", [29, 86_401])
def test_the_grace_of_refreshes_is_bounded(world, seconds):
    world.policy(policy(session={"refreshGraceSeconds": seconds}))
    refused = world.run("refresh-session", {"refreshToken": "a"})
    assert refused.status == 78 and "/session/refreshGraceSeconds" in refused.json["error"]["detail"]
