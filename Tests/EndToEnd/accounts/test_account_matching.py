# SPDX-License-Identifier: Apache-2.0
"""Which account an identity belongs to: by issuer and subject, and by a verified address."""

import pytest
from worlds import KEYS, POLICY, id_token, person

pytestmark = pytest.mark.postgresql


def test_the_account_takes_an_address_that_is_verified_later(world):
    world.policy({**POLICY, "email": {"verification": "required"}})
    user = {"provider": "google", "subject": "kim", "email": "kim@example.com", "displayName": "Kim"}
    world.run("on-user-create", {**user, "role": "admin"})
    waiting = world.sign_in("kim", identity=person("kim", email_verified=False))
    assert waiting["state"] == "emailNotVerified"
    assert world.run("list-clients", {}, waiting["session"]["accessToken"]).code == "auth/email-not-verified"
    verified = world.sign_in("kim")
    assert verified["state"] == "signedIn" and verified["account"]["id"] == waiting["account"]["id"]


def test_an_unverified_address_stays_available_to_others(world):
    squatter = world.sign_in("eve", identity=person("eve", email="kim@example.com", email_verified=False), **{"as": "admin"})
    code = world.invite(world.inviter())["code"]
    accepted = world.accept(code).json
    assert accepted["isNewAccount"] and accepted["account"]["id"] != squatter["account"]["id"]
    assert world.run("get-account", {}, squatter["session"]["accessToken"]).code == "auth/session-revoked"
    again = world.sign_in("eve", identity=person("eve", email="kim@example.com", email_verified=False))
    assert again["account"]["id"] not in (squatter["account"]["id"], accepted["account"]["id"])


def test_an_identity_without_a_verified_address_is_not_linked_to_an_account(world):
    world.inviter("kim")
    world.policy({**POLICY, "roles": {"signUp": []}})
    known, unknown = (
        world.run("sign-in", {"identity": person(f"eve-{name}", email=f"{name}@example.com", email_verified=False)})
        for name in ("kim", "nobody"))
    assert known.json == unknown.json and known.code == "auth/invalid-role"


def test_two_providers_with_one_verified_address_share_one_account(world):
    apple = {"provider": "apple", "idToken": id_token(
        iss="https://appleid.apple.com", aud="io.example.app", sub="001.a", email="ada@example.com", email_verified="true")}
    first = world.sign_in("ada")
    assert world.run("sign-in", {"identity": apple}).json["account"]["id"] == first["account"]["id"]


def test_equal_subjects_of_two_issuers_are_two_people_but_two_names_of_one_issuer_are_one(world):
    issuers = ["https://a.example", "https://b.example"]
    world.policy({"providers": {**POLICY["providers"], "corp": {"issuer": issuers, "audiences": ["app"], "jwks": KEYS}}})
    accounts = [
        world.run("sign-in", {"identity": {"provider": "corp", "idToken": id_token(iss=issuer, sub="1")}, "as": "admin"}).json["account"]["id"]
        for issuer in issuers]
    assert accounts[0] != accounts[1]
    aliases = [world.sign_in("ada", identity=person("ada", iss=iss)) for iss in ("https://accounts.google.com", "accounts.google.com")]
    assert aliases[0]["account"]["id"] == aliases[1]["account"]["id"]


def test_a_sixth_sign_in_ends_the_least_recently_used_session(world):
    tokens = []
    for _ in range(6):
        tokens.append(world.inviter())
        world.age("sessions", "last_used_at", 60)
    codes = [world.run("list-clients", {}, token).code for token in tokens]
    assert codes == ["auth/session-revoked"] + [None] * 5


def test_thirty_concurrent_first_sign_ins_create_one_account(world):
    world.without_tables()
    processes = [world.start("sign-in", {"identity": person("ada")}) for _ in range(30)]
    for process in processes:
        process.stdin.write(process.event)
        process.stdin.close()
        process.stdin = None
    answers = [world.finish(process) for process in processes]
    assert {answer.status for answer in answers} == {0}
    assert len({answer.json["account"]["id"] for answer in answers}) == 1
