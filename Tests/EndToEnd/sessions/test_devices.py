# SPDX-License-Identifier: Apache-2.0
"""One session for each device of an account, and sessions that only their device can refresh."""

import pytest
from people import PASSWORD, at_once, granted, policy, sign_in, signed_up
from sessions import claims, ended, look, refresh, sessions

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(policy())]
PHONE, TABLET = {"id": "phone"}, {"id": "tablet"}


# One session for each device


def test_a_second_sign_in_on_a_device_ends_the_first_session_there(world):
    first = signed_up(world, device=PHONE)
    other = granted(sign_in(world, device=TABLET))["session"]
    none = granted(sign_in(world))["session"]
    second = granted(sign_in(world, device=PHONE))["session"]
    for answer in (look(world, first), refresh(world, first["refreshToken"])):
        assert ended(answer, "signed-in-again")
        assert answer.json["error"]["userMessage"] == "You signed in again on this device, which ended this sign-in."
    for session in (other, none, second):
        granted(look(world, session))


def test_sessions_without_a_device_do_not_end_each_other(world):
    every = [signed_up(world), *(granted(sign_in(world))["session"] for _ in range(2))]
    for session in every:
        granted(look(world, session))


def test_a_device_that_two_accounts_use_has_a_session_of_each(world):
    kim, lee = signed_up(world, "kim", device=PHONE), signed_up(world, "lee", device=PHONE)
    granted(look(world, kim))
    granted(look(world, lee))


def test_the_session_that_is_replaced_does_not_count_for_the_limit(world):
    every = [signed_up(world, device={"id": "0"})]
    every += [granted(sign_in(world, device={"id": str(number)}))["session"] for number in range(1, 5)]
    again = granted(sign_in(world, device={"id": "4"}))["session"]
    for session in [*every[:4], again]:
        granted(look(world, session))


def test_a_refused_sign_in_does_not_end_the_session_of_the_device(world):
    session = signed_up(world, device=PHONE)
    assert sign_in(world, password="wrong", device=PHONE).code == "auth/invalid-credential"
    assert sign_in(world, device=PHONE, **{"as": "admin"}).code == "auth/role-mismatch"
    granted(look(world, session))


def test_an_acceptance_ends_the_earlier_session_of_its_device(world):
    world.policy(policy(roles={"signUp": ["admin", "client"]}))
    invitation = world.invite(world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"])["code"]
    first = world.sign_in("kim", device=PHONE, **{"as": "client"})["session"]
    second = granted(world.accept(invitation, device=PHONE))["session"]
    assert ended(look(world, first), "signed-in-again")
    granted(look(world, second))


def test_thirty_sign_ins_at_once_on_a_device_leave_one_session(world):
    signed_up(world)
    data = {"email": "kim@example.com", "password": PASSWORD, "device": PHONE}
    answers = at_once(world, "sign-in", [data] * 30)
    assert [answer.code for answer in answers] == [None] * 30
    alive = [answer.json["session"] for answer in answers if look(world, answer.json["session"]).code is None]
    assert len(alive) == 1
    assert [one["device"] for one in sessions(world, alive[0]) if "device" in one] == [{}], "the id is not shown"


# Sessions that are bound to their device


@pytest.fixture
def bound(world):
    world.policy(policy(session={"bindDevice": True}))
    return world


def refresh_on(world, session, device=None):
    return world.run("refresh-session", {"refreshToken": session["refreshToken"], **({"device": device} if device else {})})


def test_the_device_of_a_bound_session_refreshes_it(bound):
    session = signed_up(bound, device=PHONE)
    for _ in range(2):
        session = granted(refresh_on(bound, session, {**PHONE, "name": "Kim's phone"}))["session"]
    granted(look(bound, session))


@pytest.mark.parametrize("device", [TABLET, None, {"id": "PHONE"}])
def test_another_device_or_none_ends_the_session(bound, device):
    session = signed_up(bound, device=PHONE)
    assert ended(refresh_on(bound, session, device), "other-device")
    assert ended(refresh_on(bound, session, PHONE), "other-device")
    assert ended(look(bound, session), "other-device")
    entries = bound.rows("SELECT subject_id FROM audit WHERE action = 'session.other-device'")
    assert entries == [{"subject_id": claims(session)["sid"]}]


def test_a_session_without_a_device_is_refreshed_from_anywhere(bound):
    session = signed_up(bound)
    for device in (None, PHONE, TABLET):
        session = granted(refresh_on(bound, session, device))["session"]


def test_without_the_policy_the_device_is_not_compared(world):
    session = signed_up(world, device=PHONE)
    for device in (None, TABLET, PHONE):
        session = granted(refresh_on(world, session, device))["session"]


def test_a_forged_token_ends_nothing(bound):
    session = signed_up(bound, device=PHONE)
    forged = {"refreshToken": session["refreshToken"][:-4] + "AAAA"}
    assert refresh_on(bound, forged, TABLET).code == "auth/session-revoked"
    granted(refresh_on(bound, session, PHONE))
