# SPDX-License-Identifier: Apache-2.0
"""The same event gets the same answer and has no second effect."""

import json

import pytest
from faulty import clock
from people import LONG_DEADLINE, age_limits
from worlds import POLICY, person

pytestmark = [pytest.mark.postgresql, pytest.mark.unpooled]


def named(world, token, event_id="e1", name="kim", **more):
    client = {"name": name.capitalize(), "email": f"{name}@example.com"}
    return {"id": event_id, "source": "app", "authorization": f"Bearer {token}", "data": {"client": client, **more}}


def test_a_repeated_event_gets_the_same_answer(world):
    token = world.inviter()
    first = world.run("send-invitation", event=named(world, token))
    second = world.run("send-invitation", event=named(world, token))
    assert first.json == second.json and first.json["invitation"]["delivery"] == "sent"
    assert len(world.mails()) == 1 and len(world.rows("SELECT * FROM clients")) == 1


def test_the_order_of_members_does_not_change_the_event(world):
    token = world.inviter()
    first = world.run("send-invitation", event=named(world, token))
    event = named(world, token)
    event["data"]["client"] = dict(reversed(event["data"]["client"].items()))
    assert world.run("send-invitation", event=event).json == first.json


def test_other_data_with_the_same_id_is_a_conflict(world):
    token = world.inviter()
    world.run("send-invitation", event=named(world, token))
    assert world.run("send-invitation", event=named(world, token, name="lee")).code == "event/id-conflict"


def test_the_same_id_of_another_caller_function_or_source_is_another_event(world):
    ada, bob = world.inviter("ada"), world.inviter("bob")
    for event in (named(world, ada), named(world, bob), {**named(world, ada, name="lee"), "source": "other"}):
        assert "client" in world.run("send-invitation", event=event).json
    listed = {"id": "e1", "source": "app", "authorization": f"Bearer {ada}", "data": {}}
    assert len(world.run("list-clients", event=listed).json["clients"]) == 2


def test_a_repeated_acceptance_gets_the_same_tokens_even_after_its_id_token_expired(world):
    code = world.invite(world.inviter())["code"]
    identity = person("kim")
    event = {"id": "a", "source": "app", "data": {"code": code, "identity": identity}}
    first = world.run("accept-invitation", event=event)
    assert first.json["isNewAccount"]
    assert world.run("accept-invitation", event=event, env=clock("+1h")).json == first.json


def test_a_refusal_is_remembered_unless_it_is_retryable(world):
    world.policy({**POLICY, "limits": {"invite": {"max": 1, "seconds": 3600}}})
    token = world.inviter()
    world.run("send-invitation", event=named(world, token, "e1", "kim"))
    limited = world.run("send-invitation", event=named(world, token, "e2", "lee"))
    assert limited.code == "auth/too-many-requests"
    age_limits(world, 3600)
    assert "client" in world.run("send-invitation", event=named(world, token, "e2", "lee")).json
    missing = {"id": "r", "source": "app", "data": {"code": "NOPE", "identity": person("kim")}}
    first = world.run("accept-invitation", event=missing)
    assert (first.code, first.status) == ("invitation/not-found", 0)
    # It is the first answer to the byte, in whatever language it is asked for again.
    for language, variables, status in (("en", {}, 0), ("de", {"EXIT_ON_ERROR": "1"}, 65)):
        again = world.run("accept-invitation", event={**missing, "acceptlanguage": language}, env=variables)
        assert (again.stdout, again.status) == (first.stdout, status)
    assert len(world.rows("SELECT * FROM audit WHERE code = 'invitation/not-found'")) == 1


def test_a_final_answer_of_a_machine_whose_clock_is_ahead_is_repeated_at_once(world):
    token = world.inviter()
    first = world.run("send-invitation", event=named(world, token), env=clock("+20m"))
    assert first.json["invitation"]["delivery"] == "sent"
    # If it waited for the other clock, it would wait until its own deadline, which is later than the test allows.
    again = world.start("send-invitation", named(world, token), DEADLINE_SECONDS="100")
    assert world.finish(again, timeout=50).json == first.json


def test_fifty_concurrent_repetitions_send_one_mail_and_get_one_answer(world):
    token = world.inviter()
    processes = [world.start("send-invitation", named(world, token), **LONG_DEADLINE) for _ in range(50)]
    for process in processes:
        process.stdin.write(process.event)
        process.stdin.close()
        process.stdin = None
    answers = [world.finish(process) for process in processes]
    assert [answer.status for answer in answers] == [0] * 50
    different = {answer.stdout for answer in answers}
    assert len(different) == 1, different
    [answer] = different
    assert json.loads(answer)["invitation"]["delivery"] == "sent"
    assert len(world.mails()) == 1


def test_of_a_hundred_concurrent_acceptances_one_is_granted(world):
    code = world.invite(world.inviter())["code"]
    people = [person(f"p{number}", email="kim@example.com") for number in range(100)]
    processes = [world.start("accept-invitation", {"code": code, "identity": identity}, **LONG_DEADLINE) for identity in people]
    for process in processes:
        process.stdin.write(process.event)
        process.stdin.close()
        process.stdin = None
    answers = [world.finish(process) for process in processes]
    assert [answer.status for answer in answers] == [0] * 100
    granted = [answer for answer in answers if answer.code is None]
    assert len(granted) == 1
    assert [answer.code for answer in answers].count("invitation/already-accepted") == 99
    assert len(world.rows("SELECT * FROM accounts WHERE role = 'client'")) == 1


def from_client(address, data):
    return {"id": "k", "source": "app", "clientip": address, "data": data}


def test_a_stranger_who_uses_the_same_id_neither_blocks_nor_gets_the_answer(world):
    sent = {name: {"identity": person(name), "as": "admin"} for name in ("ada", "eve", "lee")}
    ada = world.run("sign-in", event=from_client("192.0.2.1", sent["ada"]))
    eve = world.run("sign-in", event=from_client("198.51.100.1", sent["eve"]))
    assert ada.json["account"]["email"] == "ada@example.com" and eve.json["account"]["email"] == "eve@example.com"
    for address in ("192.0.2.1", "203.0.113.1"):
        assert world.run("sign-in", event=from_client(address, sent["ada"])).json == ada.json, "a person may change networks"
    for address in ("198.51.100.1", "203.0.113.1"):
        assert world.run("sign-in", event=from_client(address, sent["eve"])).json == eve.json
    assert len(world.rows("SELECT id FROM sessions")) == 2
    assert world.run("sign-in", event=from_client("192.0.2.1", sent["lee"])).code == "event/id-conflict"


def test_an_anonymous_event_without_data_is_that_of_one_client(world):
    passkey = {"rpID": "pfa.example", "origins": ["https://pfa.example"]}
    world.policy({**POLICY, "factors": {"passkey": passkey}})
    first, other = (world.run("passkey-options", event=from_client(address, {})).json for address in ("192.0.2.1", "198.51.100.1"))
    assert first["challenge"] != other["challenge"]
    assert world.run("passkey-options", event=from_client("192.0.2.1", {})).json == first
    assert world.run("passkey-options", event=from_client("198.51.100.1", {})).json == other
