# SPDX-License-Identifier: Apache-2.0
"""`vestibule suppression`: operators read the suppression list and remove an address from it."""

import pytest
from mail_vendors import VENDORS
from mail_webhooks import receive, sent
from operators import USER, audited, lines, refused, vestibule
from smtp_servers import delivery, send


@pytest.fixture
def bounced(world):
    """A world in which a mail to kim@example.com has bounced."""
    vendor = VENDORS["postmark"]()
    world.ada = sent(world, vendor)
    receive(world, vendor, vendor.webhook("bounced"))
    return world


def test_the_list_shows_address_reason_and_time(bounced):
    [entry] = lines(bounced, "suppression", "list")
    assert entry["address"] == "kim@example.com" and entry["reason"] == "bounced" and entry["at"].endswith("Z")
    head, line = vestibule(bounced, "suppression", "list").stdout.splitlines()
    assert head.split() == ["ADDRESS", "REASON", "AT", "DETAIL"] and line.startswith("kim@example.com  bounced")
    assert lines(bounced, "suppression", "list", "--reason", "complained") == []
    assert len(lines(bounced, "suppression", "list", "--reason", "bounced", "--limit", "1")) == 1


def test_a_removed_address_gets_mail_again(bounced):
    [removed] = lines(bounced, "suppression", "remove", "KIM@Example.com")
    assert removed == {"address": "kim@example.com", "reason": "bounced", "removed": True}
    assert lines(bounced, "suppression", "list") == [] and audited(bounced, "suppression.removed") == [USER]
    bob = bounced.inviter("bob")
    send(bounced, bob)
    assert delivery(bounced, bob) == ["sent"]


def test_the_audit_log_has_the_account_but_not_the_address(bounced):
    kim = bounced.sign_in("kim")["account"]["id"]
    lines(bounced, "suppression", "remove", "kim@example.com")
    [entry] = lines(bounced, "audit", "--action", "suppression.removed")
    assert entry["accountId"] == kim and "kim@example.com" not in str(entry)


def test_an_address_that_is_not_suppressed_is_refused(bounced):
    refused(bounced, "suppression", "remove", "lee@example.com", words="is not suppressed")
    lines(bounced, "suppression", "remove", "kim@example.com")
    refused(bounced, "suppression", "remove", "kim@example.com", words="is not suppressed")


@pytest.mark.parametrize("arguments", [["remove"], ["remove", "kim"], ["list", "--reason", "rude"], ["list", "--limit", "0"]])
def test_a_wrong_argument_exits_with_64(bounced, arguments):
    refused(bounced, "suppression", *arguments, status=64)


def test_the_address_of_an_erased_account_is_found_by_its_hash(bounced):
    bounced.sign_in("kim")
    lines(bounced, "account", "delete", "kim@example.com", "--now")
    [listed] = lines(bounced, "suppression", "list")
    assert listed["address"].startswith("erased:") and "kim" not in listed["address"]
    lines(bounced, "suppression", "remove", "kim@example.com")
    assert lines(bounced, "suppression", "list") == []
