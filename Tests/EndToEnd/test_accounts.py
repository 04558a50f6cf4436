# SPDX-License-Identifier: Apache-2.0
"""Whose account it is: identities, addresses, sessions."""

import base64

from conftest import KEYS, POLICY, id_token, person

DAY = 86_400


def test_an_address_that_is_verified_later_becomes_the_accounts(world):
    world.policy({**POLICY, "email": {"verification": "required"}})
    user = {"provider": "google", "subject": "kim", "email": "kim@example.com", "displayName": "Kim"}
    world.run("on-user-create", user)
    waiting = world.sign_in("kim", identity=person("kim", email_verified=False))
    assert waiting["state"] == "emailNotVerified"
    assert world.run("list-clients", {}, waiting["session"]["accessToken"]).code == "auth/email-not-verified"
    verified = world.sign_in("kim")
    assert verified["state"] == "signedIn" and verified["account"]["id"] == waiting["account"]["id"]


def test_who_has_not_verified_an_address_keeps_it_from_nobody(world):
    squatter = world.sign_in("eve", identity=person("eve", email="kim@example.com", email_verified=False))
    code = world.invite(world.inviter())["code"]
    accepted = world.accept(code).json
    assert accepted["isNewAccount"] and accepted["account"]["id"] != squatter["account"]["id"]
    again = world.sign_in("eve", identity=person("eve", email="kim@example.com"))
    assert again["account"]["id"] == squatter["account"]["id"] and not again["account"]["emailVerified"]


def test_an_identity_without_a_verified_address_learns_of_no_account(world):
    world.inviter("kim")
    world.policy({**POLICY, "roles": {"signUp": []}})
    known, unknown = (
        world.run("sign-in", {"identity": person(f"eve-{name}", email=f"{name}@example.com", email_verified=False)})
        for name in ("kim", "nobody"))
    assert known.json == unknown.json and known.code == "auth/invalid-role"


def test_two_providers_with_one_verified_address_are_one_account(world):
    apple = {"provider": "apple", "idToken": id_token(
        iss="https://appleid.apple.com", aud="io.example.app", sub="001.a", email="ada@example.com", email_verified="true")}
    first = world.sign_in("ada")
    assert world.run("sign-in", {"identity": apple}).json["account"]["id"] == first["account"]["id"]


def test_subjects_of_two_issuers_are_two_people_and_of_two_names_of_one_issuer_are_one(world):
    issuers = ["https://a.example", "https://b.example"]
    world.policy({"providers": {**POLICY["providers"], "corp": {"issuer": issuers, "audiences": ["app"], "jwks": KEYS}}})
    accounts = [
        world.run("sign-in", {"identity": {"provider": "corp", "idToken": id_token(iss=issuer, sub="1")}}).json["account"]["id"]
        for issuer in issuers]
    assert accounts[0] != accounts[1]
    aliases = [world.sign_in("ada", identity=person("ada", iss=iss)) for iss in ("https://accounts.google.com", "accounts.google.com")]
    assert aliases[0]["account"]["id"] == aliases[1]["account"]["id"]


def test_at_most_five_sessions_live_and_the_one_unused_for_longest_ends(world):
    tokens = []
    for _ in range(6):
        tokens.append(world.inviter())
        world.age("sessions", "last_used_at", 60)
    codes = [world.run("list-clients", {}, token).code for token in tokens]
    assert codes == ["auth/session-revoked"] + [None] * 5


def test_thirty_first_sign_ins_of_one_person_make_one_account(world):
    world.without_tables()
    processes = [world.start("sign-in", {"identity": person("ada")}) for _ in range(30)]
    for process in processes:
        process.stdin.write(process.event)
        process.stdin.close()
        process.stdin = None
    answers = [world.finish(process) for process in processes]
    assert {answer.status for answer in answers} == {0}
    assert len({answer.json["account"]["id"] for answer in answers}) == 1


def test_a_changed_key_still_knows_the_events_of_the_one_before(world):
    token = world.inviter()
    old = world.secret_key
    event = {"id": "1", "source": "s", "authorization": f"Bearer {token}", "data": {
        "client": {"name": "Kim", "email": "kim@example.com"}}}
    first = world.run("send-invitation", event=event)
    keys = {"SECRET_KEY": base64.b64encode(bytes(32)).decode(), "SECRET_KEY_PREVIOUS": old}
    assert world.run("send-invitation", event=event, env=keys).json == first.json


def test_a_list_and_a_sweep_are_remembered_too(world):
    token = world.inviter()
    listed = {"id": "1", "source": "s", "authorization": f"Bearer {token}", "data": {}}
    before = world.run("list-clients", event=listed).json
    world.invite(token, days=1)
    assert world.run("list-clients", event=listed).json == before
    assert world.run("list-clients", event={**listed, "data": {"limit": 1}}).code == "event/id-conflict"
    world.age("invitations", "expires_at", 2 * DAY)
    sweep = {"id": "1", "source": "s", "data": {}}
    assert world.run("expire-invitations", event=sweep).json["expired"] == 1
    assert world.run("expire-invitations", event=sweep).json["expired"] == 1
    assert world.run("expire-invitations", {}).json["expired"] == 0


def test_the_sweep_forgets_what_nobody_asks_for_any_more(world):
    token = world.inviter()
    for number in range(3):
        world.run("list-clients", event={"id": str(number), "source": "s", "authorization": f"Bearer {token}", "data": {}})
    world.age("seen_events", "expires_at", 2 * DAY)
    world.run("expire-invitations", {})
    assert world.rows("SELECT * FROM seen_events") == []
