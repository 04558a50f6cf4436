# SPDX-License-Identifier: Apache-2.0
"""`suggestion` of `send-invitation`: the address that was probably meant."""

import pytest
from people import granted
from worlds import POLICY


def invite(world, trainer, email):
    return granted(world.run("send-invitation", {"client": {"name": "Kim", "email": email}, "deliver": "link"}, trainer))


@pytest.mark.parametrize("email, meant", [
    ("kim@gmial.com", "kim@gmail.com"), ("kim@gmail.con", "kim@gmail.com"), ("Kim.Lee+pfa@GMAI.com", "Kim.Lee+pfa@gmail.com"),
    ("kim@hotmial.com", "kim@hotmail.com"), ("kim@firma.con", "kim@firma.com"), ("kim@gmail.com", None),
    ("kim@example.com", None), ("kim@ymail.com", None), ("kim@pfa.example", None),
])
def test_an_address_that_looks_mistyped_is_invited_with_a_suggestion(world, trainer, email, meant):
    sent = invite(world, trainer, email)
    assert sent.get("suggestion") == meant
    assert sent["client"]["email"] == sent["invitation"]["email"] and sent["invitation"]["status"] == "pending"


def test_each_entry_of_a_list_has_its_own(world, trainer):
    clients = [{"name": "A", "email": "a@gmial.com"}, {"name": "B", "email": "b@gmail.com"}, {"name": "C", "email": "c"},
               {"name": "A", "email": "a@gmial.com"}]
    results = granted(world.run("send-invitation", {"clients": clients, "deliver": "link"}, trainer))["results"]
    assert [result.get("suggestion") for result in results] == ["a@gmail.com", None, None, None]
    assert [result.get("error", {}).get("code") for result in results] == [None, None, "event/invalid", "client/duplicate"]


def test_a_domain_of_the_policy_is_not_mistyped(world, trainer):
    world.policy({**POLICY, "email": {"allowedDomains": ["gmial.com", "example.com"]}})
    assert "suggestion" not in invite(world, trainer, "kim@gmial.com")
    refused = world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@gmal.com"}}, trainer)
    assert refused.code == "auth/email-domain-not-allowed"
