# SPDX-License-Identifier: Apache-2.0
"""A person proves again who they are on the same session."""

import datetime

import pytest
from people import MINUTE, PASSWORD, address, age_limits, at_once, granted, policy, sign_in, signed_up, verified
from sessions import claims, ended, look, make_old, refresh, refreshed, sessions
from worlds import person

pytestmark = pytest.mark.policy(policy())


def reauthenticate(world, session, password=PASSWORD, **attributes):
    return world.run("reauthenticate", {"password": password}, session["accessToken"], **attributes)


def content(world):
    """Every row that a refusal leaves as it is."""
    kept = [table for table in world.tables() if table not in ("audit", "limit_hits", "seen_events", "hash_keys")]
    return {table: sorted(map(str, world.rows(f"SELECT * FROM {table}"))) for table in kept}


# The session


def test_the_same_session_gets_new_tokens_and_other_devices_stay_signed_in(world):
    here = signed_up(world, device={"id": "phone"})
    there = granted(sign_in(world, device={"id": "tablet"}))["session"]
    make_old(world)
    renewed = granted(reauthenticate(world, here))["session"]
    assert claims(renewed)["sid"] == claims(here)["sid"] and len(sessions(world, renewed)) == 2
    assert look(world, here).code == "auth/token-expired", "the old access token has ended"
    granted(look(world, there))
    granted(look(world, renewed))
    latest = refreshed(world, renewed["refreshToken"])
    granted(look(world, latest))
    assert ended(refresh(world, here["refreshToken"]), "token-reused")


def test_the_sessions_are_listed_with_their_last_authentication(world):
    session = signed_up(world)
    make_old(world)
    [before] = sessions(world, session)
    assert before["authenticatedAt"] == before["createdAt"]
    renewed = granted(reauthenticate(world, session))["session"]
    [after] = sessions(world, renewed)
    assert after["authenticatedAt"] == renewed["authenticatedAt"] and after["createdAt"] == before["createdAt"]
    at = datetime.datetime.fromisoformat(renewed["authenticatedAt"])
    assert at - datetime.datetime.fromisoformat(after["createdAt"]) >= datetime.timedelta(minutes=16)


@pytest.mark.parametrize("function, data", [
    ("delete-account", {}), ("link-identity", {"identity": "google"}), ("unlink-identity", {"provider": "google"}),
    ("update-account", {"email": "new@example.com"})])
def test_what_needs_a_recent_sign_in_works_after_it(world, function, data):
    session = verified(world)
    make_old(world)
    data = {name: person("kim") if value == "google" and name == "identity" else value for name, value in data.items()}
    assert world.run(function, data, session["accessToken"]).code == "auth/requires-recent-login"
    renewed = granted(reauthenticate(world, session))["session"]
    granted(world.run(function, data, renewed["accessToken"]))


def test_the_policy_says_how_long_a_sign_in_is_recent(world):
    world.policy(policy(session={"recentMinutes": 60}))
    session = signed_up(world)
    make_old(world, 59 * MINUTE)
    granted(world.run("update-account", {"email": "new@example.com"}, session["accessToken"]))
    make_old(world, 2 * MINUTE)
    answer = world.run("update-account", {"email": "newer@example.com"}, session["accessToken"])
    assert answer.code == "auth/requires-recent-login" and "60 minutes" in answer.json["error"]["detail"]


def test_a_gateway_can_require_a_recent_authentication(world):
    session = signed_up(world)
    make_old(world, 100)
    ask = lambda age: world.run("authorize", {"maxAge": age}, session["accessToken"])
    granted(ask(31_536_000))
    granted(ask(160))
    answer = ask(60)
    assert answer.code == "auth/requires-recent-login" and answer.json["error"]["requiresAction"] == "reauthenticate"
    assert ask(0).code == "auth/requires-recent-login"
    session = granted(reauthenticate(world, session))["session"]
    granted(ask(60))
    for wrong in (-1, 31_536_001, 1.5, "60", None):
        assert ask(wrong).code == "event/invalid"


# The proof


def test_a_linked_identity_proves_the_person(world):
    session = world.sign_in("kim", **{"as": "client"})["session"]
    make_old(world)
    answer = world.run("reauthenticate", {"identity": person("kim")}, session["accessToken"])
    renewed = granted(answer)["session"]
    assert claims(renewed)["sid"] == claims(session)["sid"]
    [row] = world.rows("SELECT provider FROM audit WHERE action = 'session.reauthenticated'")
    assert row["provider"] == "google"


@pytest.mark.parametrize("other", ["lee", "nobody"])
def test_another_persons_identity_does_not(world, other):
    session = world.sign_in("kim", **{"as": "client"})["session"]
    world.sign_in("lee", **{"as": "client"})
    before = content(world)
    answer = world.run("reauthenticate", {"identity": person(other)}, session["accessToken"])
    assert answer.code == "auth/invalid-credential" and content(world) == before
    granted(look(world, session))


def test_an_unlinked_identity_with_the_same_address_does_not(world):
    session = verified(world)
    answer = world.run("reauthenticate", {"identity": person("kim")}, session["accessToken"])
    assert answer.code == "auth/invalid-credential"
    assert world.rows("SELECT * FROM identities") == []


def test_an_account_without_a_password_cannot_use_one(world):
    session = world.sign_in("kim", **{"as": "client"})["session"]
    assert reauthenticate(world, session).code == "auth/invalid-credential"


def test_the_password_of_another_account_with_the_same_address_does_not(world):
    signed_up(world, "kim")
    google = person("kim", email_verified=False)
    session = granted(world.run("sign-in", {"identity": google, "as": "client"}))["session"]
    assert reauthenticate(world, session).code == "auth/invalid-credential"


def test_a_token_that_started_a_session_proves_nothing_again_where_a_nonce_is_required(world):
    rules = policy()
    rules["providers"]["google"] = {**rules["providers"]["google"], "nonce": "required"}
    world.policy(rules)
    identity = lambda: {**person("kim", nonce="n"), "nonce": "n"}
    first = identity()
    session = granted(world.run("sign-in", {"identity": first, "as": "client"}))["session"]
    assert world.run("reauthenticate", {"identity": first}, session["accessToken"]).code == "auth/id-token-used"
    second = {**person("kim", nonce="n", jti="2"), "nonce": "n"}
    granted(world.run("reauthenticate", {"identity": second}, session["accessToken"]))
    assert world.run("sign-in", {"identity": second}).code == "auth/id-token-used"


@pytest.mark.parametrize("data", [{}, {"password": PASSWORD, "identity": 1}, {"password": ""}, {"email": "kim@example.com", "password": PASSWORD}])
def test_exactly_one_proof_is_required(world, data):
    session = signed_up(world)
    assert world.run("reauthenticate", data, session["accessToken"]).code == "event/invalid"


def test_it_needs_a_session_of_a_complete_account(world):
    assert world.run("reauthenticate", {"password": PASSWORD}).code == "auth/unauthenticated"
    world.policy(policy(email={"verification": "required"}))
    session = signed_up(world)
    assert reauthenticate(world, session).code == "auth/email-not-verified"


# Failures


def test_wrong_passwords_change_nothing_and_have_their_own_count(world):
    session = signed_up(world)
    for _ in range(5):
        assert sign_in(world, password="wrong").code == "auth/invalid-credential"
    assert sign_in(world).code == "auth/too-many-requests"
    before = content(world)
    for _ in range(4):
        assert reauthenticate(world, session, "wrong").code == "auth/invalid-credential"
    assert content(world) == before
    assert reauthenticate(world, session, "wrong").code == "auth/invalid-credential"
    assert reauthenticate(world, session).code == "auth/too-many-requests"
    age_limits(world, 901)
    granted(reauthenticate(world, session))


def test_failures_with_identities_count_too(world):
    session = world.sign_in("kim", **{"as": "client"})["session"]
    for _ in range(5):
        answer = world.run("reauthenticate", {"identity": person("lee")}, session["accessToken"])
        assert answer.code == "auth/invalid-credential"
    answer = world.run("reauthenticate", {"identity": person("kim")}, session["accessToken"])
    assert answer.code == "auth/too-many-requests"


# Repetition and races


def test_the_same_event_gets_the_same_answer_also_with_the_replaced_token(world):
    session = signed_up(world)
    event = {"id": "1", "source": "test"}
    first = granted(reauthenticate(world, session, **event))
    assert granted(reauthenticate(world, session, **event)) == first
    assert reauthenticate(world, session, "other", **event).code == "event/id-conflict"
    assert reauthenticate(world, session, id="2", source="test").code == "auth/token-expired"
    assert world.run("authorize", {}, session["accessToken"], **event).code == "auth/token-expired"
    granted(look(world, first["session"]))


def test_of_thirty_at_once_one_is_granted(world):
    session = signed_up(world)
    answers = at_once(
        world, "reauthenticate", [{"password": PASSWORD}] * 30, authorization=f"Bearer {session['accessToken']}")
    codes = [answer.code for answer in answers]
    assert codes.count(None) == 1 and set(codes) == {None, "auth/token-expired"}
    [renewed] = [answer.json["session"] for answer in answers if answer.code is None]
    granted(look(world, renewed))
    [row] = world.rows("SELECT generation, access_generation FROM sessions")
    assert (row["generation"], row["access_generation"]) == (2, 1), "the refresh token of before is not the preceding one"


def test_a_session_that_has_ended_is_not_revived(world):
    session = signed_up(world)
    granted(world.run("sign-out", {}, session["accessToken"]))
    assert ended(reauthenticate(world, session), "signed-out")


def test_a_password_is_hashed_anew_when_the_policy_requires_more(world):
    session = signed_up(world)
    world.policy(policy({"argon2": {"iterations": 3}}))
    granted(reauthenticate(world, session))
    [row] = world.rows("SELECT hash FROM passwords")
    assert "t=3" in row["hash"] and address("kim") == "kim@example.com"
