# SPDX-License-Identifier: Apache-2.0
"""An account with several addresses: which one is primary, which ones are given up, and what counts for all of them."""

import pytest
from claims import NEW, both, reset
from members import rules, trainer
from people import granted, mails_to, policy, sign_in, verified
from visitors import Visitor
from worlds import KEYS, POLICY, code_of, id_token, person

pytestmark = pytest.mark.postgresql
WITH_MAIL = rules(providers={**POLICY["providers"], "password": {}, "email": {}})


def test_failures_at_all_addresses_of_an_account_count_together_and_are_forgotten_together(world):
    world.policy(policy(limits={"signInAccount": {"max": 3, "seconds": 900}}))
    token = verified(world)["accessToken"]
    granted(world.run("link-identity", {"identity": person("k2", email="k2@example.com")}, token))
    for name in ("k2", "k2", "kim"):
        assert sign_in(world, name, "wrong").code == "auth/invalid-credential"
    assert sign_in(world).code == "auth/invalid-credential"
    reset(world)
    for name in ("k2", "kim"):
        granted(sign_in(world, name, NEW))


def test_a_linked_address_becomes_primary_by_the_rules_of_a_change(world):
    world.policy(policy())
    token = verified(world)["accessToken"]
    granted(world.run("link-identity", {"identity": person("k2", email="kim@gmail.example")}, token))
    world.policy(policy(email={"allowedDomains": ["example.com"]}))
    assert world.run("update-account", {"email": "kim@gmail.example"}, token).code == "auth/email-domain-not-allowed"


def test_an_address_that_was_given_up_does_not_come_back_by_itself(world):
    world.policy(policy())
    token = verified(world)["accessToken"]
    google = {"identity": person("k2", email="k2@example.com")}
    granted(world.run("link-identity", google, token))
    granted(world.run("update-account", {"removeEmail": "k2@example.com"}, token))
    addresses = granted(world.run("sign-in", google))["account"]["addresses"]
    assert [each["email"] for each in addresses] == ["kim@example.com"]
    changed = granted(world.run("sign-in", {"identity": person("k2", email="k3@example.com")}))["account"]["addresses"]
    assert [each["email"] for each in changed] == ["kim@example.com", "k3@example.com"]


def test_trust_in_a_providers_addresses_does_not_contradict_its_tokens(world):
    world.policy(policy())
    verified(world)
    sections = policy()
    sections["providers"]["supabase"] = {"issuer": "https://x.supabase.co/auth/v1", "audiences": ["app"], "jwks": KEYS, "trustEmail": True}
    world.policy(sections)

    def supabase(**claims):
        text = id_token(iss="https://x.supabase.co/auth/v1", sub="s", email="kim@example.com", **claims)
        return world.run("sign-in", {"identity": {"provider": "supabase", "idToken": text}, "as": "client"})

    assert not granted(supabase(email_verified=False))["account"]["emailVerified"]


def test_the_account_of_a_deletion_is_the_one_of_its_transaction(world):
    world.policy(both())
    token = verified(world)["accessToken"]
    granted(world.run("link-identity", {"identity": person("k2", email="k2@example.com")}, token))
    exported = granted(world.run("export-account", {}, token))["account"]["addresses"]
    assert [each["email"] for each in exported] == ["kim@example.com", "k2@example.com"]
    ada = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
    world.invite(ada, "k2")
    granted(world.run("delete-account", {}, token))
    [client] = world.rows("SELECT email FROM clients")
    assert client["email"].endswith("@deleted.invalid")


@pytest.mark.policy(WITH_MAIL)
def test_an_invitation_to_ones_second_address_is_ones_own(world):
    ada, kim = trainer(world), verified(world, "kim")
    granted(world.run("link-identity", {"identity": person("kim2")}, kim["accessToken"]))
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim2@example.com"}}, ada))
    visitor = Visitor(world)
    visitor.sign_in("kim", to="/account")
    page = visitor.get(f"/invite/accept?code={code_of(mails_to(world, 'kim2')[-1])}")
    assert page.status == 200 and "Use another account" not in page.text.split("Accept")[0]
