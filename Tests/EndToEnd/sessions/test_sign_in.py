# SPDX-License-Identifier: Apache-2.0
"""`sign-in` with an ID token: roles, the limit of failures, and new users of a provider."""

import pytest
from invitations import status
from worlds import POLICY, person

pytestmark = pytest.mark.postgresql


def test_a_client_signs_in_again_as_a_client(world, trainer):
    world.accept(world.invite(trainer)["code"])
    answer = world.run("sign-in", {"identity": person("kim"), "as": "client"}).json
    assert answer["account"]["role"] == "client" and answer["state"] == "signedIn"


def test_an_unknown_identity_cannot_sign_in_as_a_client(world):
    assert world.run("sign-in", {"identity": person("kim"), "as": "client"}).code == "auth/invalid-role"
    world.policy({**POLICY, "revealAccounts": True})
    assert world.run("sign-in", {"identity": person("kim"), "as": "client"}).code == "auth/invalid-role"


PASSKEY = {"challenge": "AAAA", "credential": {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {}}}
OTHERS = {"email": "nobody@example.com", "username": "zzzz", "password": "wrong", "code": "ABCDEFGH", "passkey": PASSKEY}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("function", ["sign-in", "restore-account"])
def test_what_does_not_go_with_an_identity_is_named_and_signs_nobody_in(world, function, name):
    world.sign_in("ada")
    refused = world.run(function, {"identity": person("ada"), name: OTHERS[name]})
    assert refused.code == "event/invalid"
    [field] = [each for each in refused.json["error"]["errors"] if each["pointer"] == f"/{name}"]
    # The schema of `restore-account` allows either of the two, and says so itself.
    is_of_schema = (function, name) == ("restore-account", "code")
    assert ("give either code, or identity" if is_of_schema else "does not go with identity") in field["detail"]
    assert len(world.rows("SELECT id FROM sessions")) == 1


@pytest.mark.parametrize("name", ["email", "username", "password"])
def test_what_does_not_go_with_a_passkey_is_named(world, name):
    refused = world.run("sign-in", {"passkey": PASSKEY, name: OTHERS[name]})
    assert refused.code == "event/invalid"
    assert f"/{name}" in [each["pointer"] for each in refused.json["error"]["errors"]]


def test_a_user_name_does_not_go_with_a_mailed_code(world):
    refused = world.run("sign-in", {"email": "ada@example.com", "code": "ABCDEFGH", "username": "zzzz"})
    assert [each["pointer"] for each in refused.json["error"]["errors"]] == ["/username"]


def test_five_failed_sign_ins_from_one_address_are_the_limit(world):
    bad = {"identity": {"provider": "google", "idToken": "a.b.c"}}
    codes = [world.run("sign-in", bad, clientip="192.0.2.1").code for _ in range(6)]
    assert codes == ["auth/invalid-id-token"] * 5 + ["auth/too-many-requests"]
    limited = world.run("sign-in", {"identity": person("ada")}, clientip="192.0.2.1")
    assert limited.code == "auth/too-many-requests" and 890 <= limited.json["error"]["retryAfter"] <= 900
    assert world.run("sign-in", {"identity": person("ada")}, clientip="192.0.2.2").code is None
    world.age("limit_hits", "at", 900)
    assert world.run("sign-in", {"identity": person("ada")}, clientip="192.0.2.1").code is None


def test_a_new_user_is_linked_to_pending_invitations_once(world, trainer):
    sent = world.invite(trainer)
    user = {"provider": "google", "subject": "kim", "email": "kim@example.com", "emailVerified": True, "displayName": "Kim"}
    made = [world.run("on-user-create", user).json["account"] for _ in range(3)]
    assert made[0] == made[1] == made[2] and made[0]["role"] == "client"
    assert status(world, trainer) == ["accepted"]
    assert world.accept(sent["code"]).code == "invitation/already-accepted"
    assert world.run("sign-in", {"identity": person("kim")}).json["account"]["id"] == made[0]["id"]


def test_a_new_user_without_an_invitation_signs_up_if_the_policy_allows_it(world):
    user = {"provider": "google", "subject": "x", "email": "x@example.com", "emailVerified": True, "displayName": "X"}
    assert world.run("on-user-create", user).json["account"]["role"] == "admin"
    refused = world.run("on-user-create", {**user, "subject": "y", "email": "y@example.com", "role": "client"})
    assert refused.code == "auth/invalid-role"
    world.policy({**POLICY, "email": {"allowedDomains": ["ksu.edu"]}})
    outside = world.run("on-user-create", {**user, "subject": "z", "email": "z@example.com"})
    assert outside.code == "auth/email-domain-not-allowed"


@pytest.mark.parametrize("roles, proven, unproven", [
    (["admin", "client"], "admin", "client"), (["admin"], "admin", None), (["client"], "client", "client"), ([], None, None)])
def test_without_a_role_only_a_proven_address_makes_an_inviter(world, roles, proven, unproven):
    world.policy({**POLICY, "roles": {"signUp": roles}})
    for name, is_proven, role in [("kim", True, proven), ("lee", False, unproven)]:
        answer = world.run("sign-in", {"identity": person(name, email_verified=is_proven)})
        assert answer.code == (None if role else "auth/invalid-role"), (name, answer)
        assert role is None or answer.json["account"]["role"] == role
    user = {"provider": "google", "subject": "m", "email": "max@example.com", "emailVerified": True, "displayName": "Max"}
    answer = world.run("on-user-create", user)
    assert answer.code == "auth/invalid-role" if proven is None else answer.json["account"]["role"] == proven
