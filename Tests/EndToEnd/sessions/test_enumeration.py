# SPDX-License-Identifier: Apache-2.0
"""Enumeration: neither an answer nor the written rows reveal whether an address has an account."""

import collections

import pytest
from people import UNLIMITED, address, granted, policy, signed_up, verified
from worlds import person

pytestmark = pytest.mark.postgresql
TRIES = 60
FUNCTIONS = ("sign-in", "verify-email", "reset-password", "request-sign-in")
LIMITS = {name: UNLIMITED for name in (
    "signIn", "signInAccount", "signUp", "verifyEmail", "verifyEmailPause", "resetPassword", "mailRequests",
    "public")}


@pytest.fixture(autouse=True)
def accounts(world):
    """An account of each state, by its address."""
    world.policy(policy(limits=LIMITS, roles={"signUp": ["client"]}))
    signed_up(world, "unverified")
    verified(world, "verified")
    granted(world.run("sign-in", {"identity": person("google")}))
    signed_up(world, "disabled")
    world.rows("UPDATE accounts SET status = 'disabled' WHERE email = 'disabled@example.com'")


def ask(world, function, name, number, client="192.0.2.1"):
    data = {"email": address(name), **({"password": f"wrong {number}"} if function == "sign-in" else {})}
    return world.run(function, data, clientip=client, acceptlanguage="de")


def counts(world):
    # `client_windows` has one row for the client, whatever it asks for.
    return collections.Counter({
        table: world.rows(f"SELECT count(*) AS n FROM {table}")[0]["n"]
        for table in world.tables() if table != "client_windows"})


def answer_without_name(answer, name):
    assert answer.status == 0 and answer.stderr == ""
    return answer.stdout.replace(name.encode(), b"name")


@pytest.mark.parametrize("function", FUNCTIONS)
def test_an_address_with_an_account_and_one_without_get_the_same_answer_and_rows(world, function):
    written = {True: collections.Counter(), False: collections.Counter()}
    answers = set()
    for number in range(TRIES):
        known = "verified" if number % 2 else "unverified"
        for name in sorted([known, "nobody"], reverse=number % 4 < 2):
            before = counts(world) if number % 15 == 0 else None
            answers.add(answer_without_name(ask(world, function, name, number), name))
            if before is not None:
                written[name == known] += counts(world) - before
    # Refusals of one client about one address are one row of the log.
    assert written[True] == written[False] and written[True]["audit"] == (1 if function == "sign-in" else 4)
    assert len(answers) == 1


@pytest.mark.parametrize("function", FUNCTIONS)
def test_accounts_of_every_kind_are_answered_like_no_account(world, function):
    kinds = ["unverified", "verified", "google", "disabled", "nobody", "UNVERIFIED", "nobody.else"]
    answers, changes = set(), []
    for number, name in enumerate(kinds):
        # A second code for the same address replaces the first one.
        world.rows("DELETE FROM account_codes")
        before = counts(world)
        # Refusals of one client about one account are one row.
        answers.add(answer_without_name(ask(world, function, name, number, f"192.0.2.{number}"), name))
        changes.append(counts(world) - before)
    assert len(answers) == 1 and all(change == changes[0] for change in changes)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_rows_have_one_shape_except_for_the_mail_of_the_known_address(world, function):
    columns = {
        # Only the log names the known account; the client address is erased together with it.
        "audit": "function, action, team_id, subject_id, code, address",
        "limit_hits": "weight, expires_at - at AS term",
        "account_codes": "purpose, tries_left, length(selector), length(code_hash)",
        "outbox": "kind, attempts, invitation_id"}
    rows = {}
    for name in ("unverified", "nobody"):
        for table in columns:
            world.rows(f"DELETE FROM {table}")
        ask(world, function, name, 1)
        rows[name] = {table: world.rows(f"SELECT {shape} FROM {table}") for table, shape in columns.items()}
    assert rows["unverified"] == rows["nobody"]


def test_the_rate_limits_of_both_addresses_end_at_the_same_attempt(world):
    world.policy(policy())
    for function in FUNCTIONS:
        world.rows("DELETE FROM limit_hits")
        names = ("verified", "nobody")
        codes = [[ask(world, function, name, number, client="").code for number in range(7)] for name in names]
        assert codes[0] == codes[1] and "auth/too-many-requests" in codes[0]
