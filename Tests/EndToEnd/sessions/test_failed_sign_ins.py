# SPDX-License-Identifier: Apache-2.0
"""Failed sign-ins with a password: whose they are in the audit log, what the answers tell, and what erasure removes."""

import pytest
from factors import code, confirm_totp, with_factors
from operators import vestibule
from people import PASSWORD, granted, policy, sign_in, signed_up, verified
from worlds import person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(policy(profile={"username": "optional"}))]
WRONG = "wrong battery horse"


def refused(world, columns="account_id, code"):
    rows = world.rows(f"SELECT {columns} FROM audit WHERE action = 'refused' ORDER BY at, id")
    return [tuple(row.values()) for row in rows]


def error(answer):
    return answer.json["error"]


@pytest.mark.parametrize("login", [{"email": "kim@example.com"}, {"username": "kim"}])
def test_the_audit_entry_of_a_wrong_password_names_the_account(world, login):
    kim = verified(world, username="kim")["account"]["id"]
    assert world.run("sign-in", {**login, "password": WRONG}).code == "auth/invalid-credential"
    assert refused(world) == [(kim, "auth/invalid-credential")]


def test_the_entry_names_an_account_without_a_password_too(world):
    kim = granted(world.run("sign-in", {"identity": person("kim"), "as": "client"}))["account"]["id"]
    assert sign_in(world, password=WRONG).code == "auth/invalid-credential"
    assert refused(world) == [(kim, "auth/invalid-credential")]


def test_an_unknown_address_names_nobody(world):
    assert sign_in(world, "nobody").code == "auth/invalid-credential"
    assert refused(world) == [(None, "auth/invalid-credential")]


def test_the_answer_does_not_tell_whether_there_is_an_account(world):
    verified(world)
    granted(world.run("sign-in", {"identity": person("lee"), "as": "client"}))
    answers = [error(sign_in(world, name, WRONG)) for name in ("kim", "lee", "nobody")]
    assert answers[0] == answers[1] == answers[2] and "providers" not in answers[0]


def test_erasure_does_not_remove_the_address_of_somebody_who_guessed(world):
    kim = verified(world)
    for address, password in (("192.0.2.1", PASSWORD), ("192.0.2.66", WRONG)):
        world.run("sign-in", {"email": "kim@example.com", "password": password}, clientip=address)
    for address in ("192.0.2.1", "192.0.2.66"):
        sign_in(world, "nobody", event={"clientip": address})
    granted(world.run("delete-account", {}, granted(sign_in(world))["session"]["accessToken"]))
    left = world.rows("SELECT account_id, address FROM audit WHERE address IS NOT NULL")
    assert left == [{"account_id": None, "address": "192.0.2.66"}], "the attempt at another account stays"
    assert kim["account"]["id"] in {row["account_id"] for row in world.rows("SELECT account_id FROM audit")}


# The sign-in methods, where the policy lets people know


@pytest.fixture
def open_world(world):
    world.policy(policy(revealAccounts=True))
    return world


def test_a_wrong_password_names_the_ways_to_sign_in(open_world):
    world = open_world
    verified(world)
    assert error(sign_in(world, password=WRONG))["providers"] == ["password"]
    granted(world.run("sign-in", {"identity": person("kim")}))
    assert error(sign_in(world, password=WRONG))["providers"] == ["google", "password"]


def test_an_account_without_a_password_names_its_provider(open_world):
    granted(open_world.run("sign-in", {"identity": person("kim"), "as": "client"}))
    answer = sign_in(open_world, password=WRONG)
    assert answer.code == "auth/wrong-password" and error(answer)["providers"] == ["google"]


def test_a_caller_beyond_the_limit_learns_no_more_ways(open_world):
    verified(open_world)
    for _ in range(5):
        sign_in(open_world, password=WRONG)
    assert "providers" not in error(sign_in(open_world, password=WRONG))
    assert "providers" not in error(sign_in(open_world, "nobody", WRONG))


# The account of a verified password


def test_a_password_is_verified_for_its_account_only(world):
    """A user name moves to another account, whose password was set at the same time, before the second factor is given."""
    world.policy(with_factors(roles={"signUp": ["client"]}, profile={"username": "optional"}))
    _, app, _ = confirm_totp(world, verified(world, username="kim")["accessToken"])
    signed_up(world, "lee")
    challenge = granted(world.run("sign-in", {"username": "kim", "password": PASSWORD}))["challenge"]
    world.rows("UPDATE accounts SET username = 'kim2' WHERE email = 'kim@example.com'")
    world.rows("UPDATE accounts SET username = 'kim' WHERE email = 'lee@example.com'")
    kims = "SELECT passwords.changed_at FROM passwords WHERE email_key = 'kim@example.com'"
    world.rows(f"UPDATE passwords SET changed_at = ({kims}) WHERE email_key = 'lee@example.com'")
    answer = world.run("answer-challenge", {"challenge": challenge, "code": code(world, app)})
    assert answer.code == "auth/invalid-credential", answer.json


def test_a_right_password_of_a_disabled_account_is_not_shown_after_too_many_failures(world):
    world.policy(policy(limits={"signInAccount": {"max": 3, "seconds": 900}}, profile={"username": "optional"}))
    verified(world, username="kimmy")
    vestibule(world, "account", "suspend", "kim@example.com")
    for _ in range(3):
        assert world.run("sign-in", {"username": "kimmy", "password": "wrong"}).code == "auth/invalid-credential"
    assert sign_in(world).code == sign_in(world, password="wrong").code == "auth/invalid-credential"
