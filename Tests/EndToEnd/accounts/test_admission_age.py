# SPDX-License-Identifier: Apache-2.0
"""The age rule: a refusal is remembered for a day, without personal data."""

import pytest
from admission import DOMAIN_RULE, ENTRIES, GOOD, OPEN, STRICT, WITH_TRAINERS, birthday, invited, sign_in, sign_up
from people import PASSWORD, granted, signed_up

pytestmark = [pytest.mark.policy(WITH_TRAINERS), pytest.mark.usefixtures("earlier_trainer")]

# A second attempt with another birth date


@pytest.mark.parametrize("first, second", [("sign-up", "sign-up"), ("sign-in", "sign-in"), ("sign-in", "sign-up"), ("sign-in", "accept newPassword")])
def test_a_refused_minor_stays_refused_for_a_day_with_another_birth_date(world, first, second):
    world.policy(STRICT)
    assert ENTRIES[first](world, {**GOOD, "birthDate": birthday(12)}).code == "auth/underage-user"
    assert ENTRIES[second](world, GOOD).code == "auth/underage-user"
    world.age("underage_refusals", "expires_at", 24 * 3600 + 60)
    if not second.startswith("accept"):
        assert ENTRIES[second](world, GOOD).code is None


@pytest.mark.parametrize("second", ["sign-in", "sign-in-with-apple", "accept newPassword", "accept identity", "trigger"])
def test_a_birth_date_for_an_address_that_was_only_claimed_does_not_bind_who_proves_it(world, second):
    world.policy(STRICT)
    assert sign_up(world, {**GOOD, "birthDate": birthday(12)}).code == "auth/underage-user"
    assert ENTRIES[second](world, GOOD).code is None


def test_the_day_starts_with_the_first_refusal_and_ends_if_the_policy_lowers_its_age(world):
    world.policy(STRICT)
    sign_up(world, {**GOOD, "birthDate": birthday(12)})
    first = world.rows("SELECT * FROM underage_refusals")
    sign_up(world, {**GOOD, "birthDate": birthday(11)})
    assert world.rows("SELECT * FROM underage_refusals") == first
    world.policy({**STRICT, "consent": {**STRICT["consent"], "minimumAge": 10}})
    assert sign_up(world, {**GOOD, "birthDate": birthday(12), "consent": {"version": "2", "guardianEmail": "mum@example.com"}}).code is None


def test_a_refused_device_or_identity_is_recognised(world):
    world.policy(STRICT)
    device = {"device": {"id": "phone-1"}}
    assert sign_up(world, {**GOOD, "birthDate": birthday(12), **device}).code == "auth/underage-user"
    other = {**GOOD, "email": "lee@ksu.edu"}
    assert sign_up(world, {**other, **device}).code == "auth/underage-user"
    assert sign_up(world, other).code is None
    assert sign_in(world, {**GOOD, "email": "new@ksu.edu", "birthDate": birthday(12)}).code == "auth/underage-user"
    assert sign_in(world, {**GOOD, "email": "newer@ksu.edu"}).code == "auth/underage-user"


def test_the_memory_of_refused_minors_contains_no_personal_data(world):
    world.policy(STRICT)
    sign_up(world, {**GOOD, "birthDate": birthday(12), "device": {"id": "phone-1"}})
    assert len(world.rows("SELECT * FROM underage_refusals")) == 2
    assert "kim@ksu.edu" not in str(world.rows("SELECT * FROM underage_refusals")) and "phone-1" not in world.dump()


def test_an_account_that_is_too_young_is_closed_and_erased_after_the_grace_period(world):
    world.policy(STRICT)
    accepted = granted(ENTRIES["accept newPassword"](world, {**GOOD, "birthDate": None}))
    token = accepted["session"]["accessToken"]
    assert world.run("complete-account", {"birthDate": birthday(12)}, token).code == "auth/underage-user"
    assert world.rows("SELECT status, closed_for FROM accounts WHERE id = ?", (accepted["account"]["id"],)) == [
        {"status": "deleting", "closed_for": "age"}]
    assert world.run("get-account", {}, token).code == "auth/underage-user"
    assert sign_up(world, GOOD).code == "auth/underage-user"
    world.age("accounts", "deletes_at", 31 * 24 * 3600)
    granted(world.run("purge-records"))
    assert world.rows("SELECT * FROM accounts WHERE id = ?", (accepted["account"]["id"],)) == []
    assert world.rows("SELECT account_id FROM clients") == [{"account_id": None}]


def test_a_trigger_without_an_address_names_its_own_field(world):
    world.policy({**OPEN, "email": DOMAIN_RULE})
    answer = world.run("on-user-create", {"provider": "google", "subject": "kim", "role": "client"})
    assert [error["pointer"] for error in answer.json["error"]["errors"]] == ["/email"]


def test_accepting_with_any_address_cannot_enumerate_accounts(world):
    world.policy({**OPEN, "limits": {"signIn": {"max": 3, "seconds": 900}}})
    signed_up(world, "lee@ksu.edu")
    code = invited(world, {"allowOtherEmail": True}, "link")
    world.policy({**OPEN, "limits": {"signIn": {"max": 3, "seconds": 900}}})
    ask = lambda address, ip: world.run(
        "accept-invitation", {"code": code, "newPassword": PASSWORD, "email": address}, clientip=ip).code
    assert [ask("lee@ksu.edu", "192.0.2.1") for _ in range(4)] == 3 * ["auth/email-already-in-use"] + ["auth/too-many-requests"]
    assert ask("other@ksu.edu", "192.0.2.1") == "auth/too-many-requests"
    assert ask("other@ksu.edu", "192.0.2.2") is None
