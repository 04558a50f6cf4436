# SPDX-License-Identifier: Apache-2.0
"""Lists of clients: each entry is validated and answered separately."""

import time

import pytest
from http_receiver import Receiver
from people import LONG_DEADLINE, UNLIMITED, granted
from text_messages import SENT, env
from worlds import POLICY

pytestmark = pytest.mark.postgresql


def client(name, **more):
    return {"name": name.capitalize(), "email": f"{name}@example.com", **more}


def invite(world, token, clients, **data):
    return world.run("send-invitation", {"clients": clients, "deliver": "link", **data}, token)


def codes(answer):
    return [result.get("error", {}).get("code") for result in granted(answer)["results"]]


BAD = [
    (7, "/clients/1", "event/invalid"), (None, "/clients/1", "event/invalid"), ([], "/clients/1", "event/invalid"),
    ({}, "/clients/1/name", "event/invalid"),
    ({"name": "K", "email": "kim"}, "/clients/1/email", "auth/invalid-email"),
    ({"name": " ", "email": "k@x.example"}, "/clients/1/name", "event/invalid"),
    ({"name": "K", "email": "k@x.example", "shoe": 42}, "/clients/1/shoe", "event/invalid"),
    ({"name": "K", "email": "k@x.example", "notes": "a\u0000"}, "/clients/1/notes", "event/invalid"),
]


@pytest.mark.parametrize("bad, pointer, code", BAD)
def test_an_invalid_entry_has_its_error_and_the_others_are_invited(world, token, bad, pointer, code):
    answer = granted(invite(world, token, [client("kim"), bad, client("lee")]))["results"]
    assert "link" in answer[0] and "link" in answer[2] and set(answer[1]) == {"error"}
    error = answer[1]["error"]
    assert error["code"] == "event/invalid" and error["status"] == 400 and error["userMessage"]
    assert pointer in [place["pointer"] for place in error["errors"]]
    assert code in [place["code"] for place in error["errors"] if place["pointer"] == pointer]
    assert all(place["userMessage"] for place in error["errors"])
    assert len(world.rows("SELECT id FROM clients")) == 2


def test_an_invalid_entry_counts_for_no_limit_and_is_no_duplicate(world, token):
    world.policy({**POLICY, "limits": {"invite": {"max": 2, "seconds": 3600}}})
    kim = client("kim")
    entries = [*[{**kim, "shoe": 42}] * 5, 7, kim, {"name": "", "email": "kim@example.com"}, kim, client("lee"), client("max")]
    assert codes(invite(world, token, entries)) == [
        *["event/invalid"] * 6, None, "event/invalid", "client/duplicate", None, "auth/too-many-requests"]


def test_a_list_of_invalid_entries_has_an_error_for_each(world, token):
    assert codes(invite(world, token, [None, 7, {}], deliver="mail")) == ["event/invalid"] * 3
    assert world.rows("SELECT id FROM invitations") == [] and world.mails() == []


@pytest.mark.parametrize("clients", [[], [client(f"c{index}") for index in range(1001)], {}, "kim", None])
def test_a_value_that_is_not_a_list_is_refused(world, token, clients):
    answer = invite(world, token, clients)
    assert answer.code == "event/invalid"
    assert [place["pointer"] for place in answer.json["error"]["errors"]] == ["/clients"]


def test_one_invalid_client_is_refused(world, token):
    answer = world.run("send-invitation", {"client": {"name": "K", "email": "kim"}}, token)
    assert answer.code == "event/invalid"
    assert [place["pointer"] for place in answer.json["error"]["errors"]] == ["/client/email"]


def test_an_entry_is_normalised(world, token):
    [result] = granted(invite(world, token, [{"name": "  Kim ", "email": " Kim@EXAMPLE.com "}]))["results"]
    assert (result["client"]["name"], result["client"]["email"]) == ("Kim", "Kim@example.com")


def test_text_messages_are_sent_to_entries_with_a_number(world, token):
    entries = [client("a", phone="555 123 4567"), client("b"), client("c", phone="555"), client("d", phone="+15557654321")]
    with Receiver(SENT, SENT) as receiver:
        answer = world.run("send-invitation", {"clients": entries, "deliver": "sms"}, token, env=env(receiver))
    assert codes(answer) == [None, "event/invalid", "event/invalid", None] and len(receiver.requests) == 2
    for index in (1, 2):
        [error] = answer.json["results"][index]["error"]["errors"]
        assert (error["pointer"], error["code"]) == (f"/clients/{index}/phone", "auth/invalid-phone-number")


def test_an_address_of_another_domain_is_not_invited(world, token):
    world.policy({**POLICY, "email": {"allowedDomains": ["ksu.edu", "example.com"]}})
    outside = {"name": "K", "email": "kim@ksu.edu.attacker.example"}
    assert codes(invite(world, token, [client("kim"), outside, {"name": "L", "email": "lee@KSU.edu"}])) == [
        None, "auth/email-domain-not-allowed", None]
    for deliver in ("mail", "link"):
        alone = world.run("send-invitation", {"client": outside, "deliver": deliver}, token)
        assert alone.code == "auth/email-domain-not-allowed" and alone.json["error"]["status"] == 403
        assert [place["pointer"] for place in alone.json["error"]["errors"]] == ["/client/email"]
    assert len(world.rows("SELECT id FROM clients")) == 2 and world.mails() == []


def test_the_same_list_again_is_the_same_event(world, token):
    event = {"id": "l", "source": "app", "authorization": f"Bearer {token}",
             "data": {"clients": [client("kim"), 7], "deliver": "link"}}
    first = granted(world.run("send-invitation", event=event))
    assert world.run("send-invitation", event=event).json == first
    other = {**event, "data": {"clients": [client("kim"), 8], "deliver": "link"}}
    assert world.run("send-invitation", event=other).code == "event/id-conflict"


@pytest.mark.parametrize("bad", [{"name": "", "email": ""}, {f"m{index}": index for index in range(500)}])
def test_a_thousand_entries_take_linear_time(world, token, bad):
    world.policy({**POLICY, "limits": {"invite": UNLIMITED}})

    def seconds(count):
        entries = [bad if index % 2 else client(f"c{count}x{index}") for index in range(count)]
        start = time.monotonic()
        answer = world.run("send-invitation", {"clients": entries, "deliver": "link"}, token, env=LONG_DEADLINE)
        assert codes(answer) == [None, "event/invalid"] * (count // 2)
        return time.monotonic() - start

    few, many = seconds(50), seconds(500)
    assert many < 20 * few + 1, (few, many)
