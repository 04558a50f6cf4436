# SPDX-License-Identifier: Apache-2.0
"""Locks, new devices and new countries are rows of the audit log."""

import pytest
from people import granted, policy, sign_in, signed_up, verified

pytestmark = pytest.mark.policy(policy())


def rows(world, action):
    return world.rows("SELECT account_id, address, country, function FROM audit WHERE action = ?", (action,))


def test_a_lock_is_a_row_of_the_log(world):
    made = verified(world)
    for number in range(6):
        sign_in(world, password="wrong", event={"clientip": f"192.0.2.{number}"})
    assert rows(world, "security.locked") == [
        {"account_id": made["account"]["id"], "address": "192.0.2.4", "country": None, "function": "sign-in"}]


def test_an_address_without_an_account_has_the_same_row_without_an_account(world):
    for number in range(6):
        sign_in(world, "nobody", "wrong", event={"clientip": f"192.0.2.{number}"})
    assert rows(world, "security.locked") == [
        {"account_id": None, "address": "192.0.2.4", "country": None, "function": "sign-in"}]


def test_new_devices_and_countries_are_rows_of_the_log(world):
    here, there = {"clientcountry": "DE"}, {"clientcountry": "ES"}
    made = signed_up(world, event=here, device={"id": "d1"})
    granted(sign_in(world, event=here, device={"id": "d1"}))
    assert rows(world, "security.new-device") == rows(world, "security.new-country") == []
    granted(sign_in(world, event=here, device={"id": "d2"}))
    granted(sign_in(world, event=there, device={"id": "d2"}))
    [device], [country] = rows(world, "security.new-device"), rows(world, "security.new-country")
    assert device["account_id"] == country["account_id"] == made["account"]["id"] and country["country"] == "ES"


def test_a_new_address_is_a_row_where_a_webhook_asks_for_it(world):
    world.policy(policy(webhooks=[{"url": "https://app.example/hook", "events": ["security.new-address"]}]))
    signed_up(world, event={"clientip": "192.0.2.1"}, device={"id": "d1"})
    granted(sign_in(world, event={"clientip": "192.0.2.2"}, device={"id": "d1"}))
    assert len(rows(world, "security.new-address")) == 1
