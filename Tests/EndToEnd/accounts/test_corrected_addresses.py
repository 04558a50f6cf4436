# SPDX-License-Identifier: Apache-2.0
"""An address that a provider had mistyped, and what the stranger gets who owns it: nothing."""

import pytest
from people import addressed, granted, mails_to, policy
from worlds import person

pytestmark = pytest.mark.postgresql


def open_to_both(**sections):
    return policy(roles={"signUp": ["client", "admin"]}, **sections)


def bob(world, email, is_proven):
    return granted(world.run("sign-in", {"identity": person("bob", email=f"{email}@example.com", email_verified=is_proven)}))


def addresses(account):
    return [(each["email"].split("@")[0], each["primary"], "provenAt" in each) for each in account["addresses"]]


def test_an_address_that_a_provider_has_corrected_is_claimed_no_more(world):
    """Bob's provider first had a mistyped address, which belongs to a stranger."""
    world.policy(open_to_both(email={"verification": "required"}))
    assert bob(world, "typo", False)["state"] == "emailNotVerified"
    corrected = bob(world, "bob", True)
    assert corrected["state"] == "signedIn" and addresses(corrected["account"]) == [("bob", True, True)]
    for function in ("request-sign-in", "reset-password"):
        granted(world.run(function, {"email": "typo@example.com"}))
    world.run("deliver-mail")
    assert mails_to(world, "typo") == []
    stranger = granted(world.run("sign-in", {"identity": person("typo")}))
    assert stranger["account"]["id"] != corrected["account"]["id"]
    assert granted(world.run("get-account", {}, corrected["session"]["accessToken"]))["account"]["id"] == corrected["account"]["id"]


def test_an_account_with_a_proven_address_loses_only_the_one_that_it_claims(world):
    """Earlier releases kept a corrected address in addition to the one that was only claimed."""
    world.policy(open_to_both())
    before = bob(world, "typo", False)
    world.rows("INSERT INTO account_addresses (email_key, account_id, email, proven_at) SELECT 'bob@example.com', id, 'bob@example.com', 1 FROM accounts")
    world.rows("UPDATE accounts SET has_more_addresses = 1")
    stranger = granted(world.run("sign-in", {"identity": person("typo")}))["account"]
    assert stranger["id"] != before["account"]["id"]
    assert world.run("get-account", {}, before["session"]["accessToken"]).code == "auth/session-revoked"
    world.run("purge-records")
    back = bob(world, "bob", True)["account"]
    assert back["id"] == before["account"]["id"] and addresses(back) == [("bob", True, True)]
    world.run("deliver-mail")
    assert "bob@example.com" in [addressed(mail) for mail in world.mails()], "Bob is told"
