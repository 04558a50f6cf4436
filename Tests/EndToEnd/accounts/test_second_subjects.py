# SPDX-License-Identifier: Apache-2.0
"""A second subject of a provider with the same verified address is refused, until the first one has ended."""

import pytest
from admission import OPEN
from claims import google, invite
from imports import results, run_import
from operators import vestibule
from people import at_once, granted, policy, verified
from worlds import id_token, person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(OPEN)]


def apple(subject, **claims):
    return id_token(iss="https://appleid.apple.com", aud="io.example.app", sub=subject, email="kim@example.com", email_verified=True, **claims)


SECOND = {
    "sign-in": lambda world, ada: world.run("sign-in", {**google("other"), "as": "client"}).code,
    "accept-invitation": lambda world, ada: world.run("accept-invitation", {"code": invite(world, ada), **google("other")}).code,
    "trigger": lambda world, ada: world.run("on-user-create", {
        "provider": "google", "subject": "other", "email": "kim@example.com", "emailVerified": True, "role": "client"}).code,
}


@pytest.mark.parametrize("way", SECOND)
def test_another_subject_with_the_same_verified_address_does_not_come_in(world, ada, way):
    granted(world.run("sign-in", {**google("first"), "as": "client"}))
    assert SECOND[way](world, ada).removeprefix("auth/") == "provider-already-linked"
    assert world.rows("SELECT subject FROM identities WHERE subject <> 'ada'") == [{"subject": "first"}]


def test_another_subject_of_apple_does_not_come_in(world, ada):
    granted(world.run("sign-in-with-apple", {"identity_token": apple("a1"), "as": "client"}))
    assert world.run("sign-in-with-apple", {"identity_token": apple("a2"), "as": "client"}).code == "auth/provider-already-linked"
    row = "id,email,apple_user_id\n1,kim@example.com,a2\n"
    done = run_import(world, row, "--emails-verified", "--default-role", "client")
    assert results(done) == [("skipped", "provider-already-linked")]


def test_forty_sign_ins_with_two_subjects_of_one_issuer_leave_one_subject(world, ada):
    answers = at_once(world, "sign-in", [{**google(f"s{number % 2}"), "as": "client"} for number in range(40)])
    [identity] = world.rows("SELECT subject FROM identities WHERE subject LIKE 's%'")
    for number, answer in enumerate(answers):
        expected = None if identity["subject"] == f"s{number % 2}" else "auth/provider-already-linked"
        assert answer.code == expected
    assert len(world.rows("SELECT id FROM accounts WHERE email_key = 'kim@example.com'")) == 1


def test_an_identity_that_ended_at_its_provider_can_be_replaced(world):
    world.policy(policy())
    token = verified(world)["accessToken"]
    granted(world.run("link-identity", {"identity": person("k2", email="k2@example.com")}, token))
    world.rows("UPDATE identities SET ended_at = 1")
    granted(world.run("unlink-identity", {"provider": "google"}, token))
    granted(world.run("link-identity", {"identity": person("k3", email="k3@example.com")}, token))


def test_an_operator_lets_another_subject_of_a_provider_in(world):
    world.policy(policy())
    known = granted(world.run("sign-in", {"identity": person("kim"), "as": "client"}))
    other = {"identity": person("another", email="kim@example.com")}
    assert world.run("sign-in", other).code == "auth/provider-already-linked"
    assert vestibule(world, "account", "unlink", "kim@example.com", "--provider", "apple").status == 65
    done = vestibule(world, "account", "unlink", "kim@example.com", "--provider", "google")
    assert done.status == 0, done
    assert granted(world.run("sign-in", other))["account"]["id"] == known["account"]["id"]
    assert world.run("get-account", {}, known["session"]["accessToken"]).code == "auth/session-revoked"
