# SPDX-License-Identifier: Apache-2.0
"""Mails about a sign-in from a new device or in a new way."""

import pytest
from people import granted, mails_to, policy, sign_in, signed_up, verified
from worlds import person

pytestmark = pytest.mark.policy(policy())


# Notices


def new_devices(world, name="kim"):
    world.run("deliver-mail")
    return mails_to(world, name, "New sign-in")


def test_a_new_device_sends_one_mail_to_a_verified_address(world):
    phone, tablet = {"id": "d1", "name": "Phone"}, {"id": "d2", "name": "Tablet", "platform": "android"}
    verified(world, device=phone)
    granted(sign_in(world, device=phone, event={"clientip": "192.0.2.9"}))
    assert new_devices(world) == []
    for _ in range(2):
        granted(sign_in(world, device=tablet, event={"clientip": "192.0.2.1"}))
    [mail] = new_devices(world)
    text = mail.get_body(("plain",)).get_content()
    assert "Device: Tablet (Android)" in text and "IP address: 192.0.2.1" in text


def test_without_a_device_id_a_new_client_address_sends_the_mail(world):
    verified(world)
    for client in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
        granted(sign_in(world, event={"clientip": client}))
    assert len(new_devices(world)) == 2


def test_an_unverified_address_gets_no_notice(world):
    signed_up(world, device={"id": "d1"})
    granted(sign_in(world, device={"id": "d2"}))
    assert new_devices(world) == []


def test_a_new_sign_in_method_sends_one_mail(world):
    verified(world, device={"id": "d1"})
    for _ in range(2):
        granted(world.run("sign-in", {"identity": person("kim"), "device": {"id": "d1"}}))
    world.run("deliver-mail")
    [mail] = mails_to(world, "kim", "A sign-in method was added")
    assert "with Google" in mail.get_body(("plain",)).get_content()
    assert len(world.rows("SELECT * FROM accounts")) == 1 and new_devices(world) == []
