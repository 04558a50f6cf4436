# SPDX-License-Identifier: Apache-2.0
"""Mails that are requested for unknown addresses: their rows name nobody and end, and one client requests few."""

import pytest
from operators import json_of
from people import UNLIMITED, granted, policy, signed_up

pytestmark = pytest.mark.policy(policy())

REQUESTS = ("reset-password", "verify-email", "request-sign-in")


@pytest.mark.parametrize("function", REQUESTS)
def test_a_message_to_an_unknown_address_names_nobody_and_has_ended(world, function):
    granted(world.run(function, {"email": "quill.stranger@example.com"}))
    [row] = world.rows("SELECT * FROM outbox")
    assert row["state"] == "cancelled" and row["ended_at"] == row["created_at"] and not row["sealed_values"]
    assert b"quill.stranger" not in world.stored().replace(b"quill.stranger%", b"")


@pytest.mark.parametrize("function", REQUESTS)
def test_a_message_to_an_unknown_address_is_swept(world, function):
    granted(world.run(function, {"email": "nobody@example.com"}))
    world.age("outbox", "ended_at", 400 * 86_400)
    granted(world.run("purge-records"))
    assert world.rows("SELECT id FROM outbox") == []


def test_a_report_does_not_count_messages_that_nobody_was_to_get(world):
    granted(world.run("reset-password", {"email": "nobody@example.com"}))
    assert json_of(world, "report")["mails"]["ended"] == {}


def test_one_client_address_requests_20_mails_an_hour_whoever_they_are_for(world):
    world.policy(policy(limits={"verifyEmailPause": UNLIMITED}))
    signed_up(world)
    here = {"clientip": "192.0.2.7"}
    for number in range(20):
        granted(world.run(REQUESTS[number % 3], {"email": f"nobody{number}@example.com"}, **here))
    for function in REQUESTS:
        for name in ("kim", "nobody"):
            refused = world.run(function, {"email": f"{name}@example.com"}, **here)
            assert refused.code == "auth/too-many-requests" and 0 < refused.json["error"]["retryAfter"] <= 3600
    granted(world.run("reset-password", {"email": "kim@example.com"}, clientip="192.0.2.8"))
    granted(world.run("request-sign-in", {"email": "kim@example.com"}))


def test_a_session_requests_its_own_mail_from_a_client_address_that_has_used_its_limit_up(world):
    world.policy(policy(limits={"mailRequests": {"max": 1, "seconds": 3600}}))
    token = signed_up(world)["accessToken"]
    here = {"clientip": "192.0.2.7"}
    granted(world.run("reset-password", {"email": "nobody@example.com"}, **here))
    assert world.run("verify-email", {"email": "nobody@example.com"}, **here).code == "auth/too-many-requests"
    world.age("limit_hits", "at", 61)
    granted(world.run("verify-email", {"email": "kim@example.com"}, token, **here))


@pytest.mark.parametrize("one, other, is_same", [
    ("2001:db8:1:2200::1", "2001:db8:1:22ff::1", True), ("2001:db8:1:2200::1", "2001:db8:1:2300::1", False),
    ("::ffff:192.0.2.1", "192.0.2.1", True), ("2001:db8::1", "2001:db8:0:ff:1::", True), ("2001:db8::1", "2001:db8:0:100::", False)])
def test_ipv6_clients_are_counted_by_their_56_network_and_mapped_ipv4_as_ipv4(world, one, other, is_same):
    world.policy(policy(limits={"mailRequests": {"max": 1, "seconds": 3600}}))
    granted(world.run("reset-password", {"email": "a@example.com"}, clientip=one))
    assert (world.run("reset-password", {"email": "b@example.com"}, clientip=other).code == "auth/too-many-requests") == is_same
