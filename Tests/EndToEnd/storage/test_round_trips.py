# SPDX-License-Identifier: Apache-2.0
"""How often a function waits for PostgreSQL, and that an acceptance has one outcome wherever its connection ends."""

import json
import os
import time

import pytest
from faulty import accepts, is_accepted_once, unanswered
from flight_proxy import FLIGHT_CUTS, FlightProxy
from imports import APP, run_import
from password_systems import address, firebase, hash_config, password
from worlds import KEYS, person

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.xdist_group("round_trips"),
    pytest.mark.skipif(
    "VESTIBULE_POSTGRESQL" not in os.environ, reason="needs a server: scripts/with-postgresql runs one"),
    pytest.mark.usefixtures("own_server")]
KEYS_URL = "https://keys.example/jwks"


@pytest.fixture
def cached_keys(world):
    """The provider's key set is in the database, and fresh."""
    world.policy({"providers": {"google": {"audiences": ["app"], "jwksURL": KEYS_URL}}})
    now = int(time.time() * 1000)
    values = (KEYS_URL, json.dumps(KEYS), now - 3_600_000, now + 82_800_000, now - 3_600_000)
    world.rows(
        "INSERT INTO key_sets (url, keys, fetched_at, fresh_until, attempted_at) VALUES (?, ?, ?, ?, ?)", values)


def round_trips(world, function, event):
    """The round trips of an event that is granted, over all its connections."""
    with FlightProxy(world.env["DATABASE_URL"]) as proxy:
        answer = world.run(function, event=event, env={"DATABASE_URL": proxy.url})
    assert answer.status == 0 and "error" not in answer.json, (answer.json, answer.stderr)
    print(f"{function}: {proxy.round_trips} round trips, {proxy.flights} with the set-up of connections")
    return sum(proxy.round_trips)


def named(function, data):
    return {"id": function, "source": "round trips", "data": data}


def test_an_acceptance_needs_at_most_5_round_trips(world, cached_keys):
    event = accepts(world.invite(world.inviter())["code"])
    assert round_trips(world, "accept-invitation", event) <= 5


def test_a_preview_needs_1_round_trip_and_at_most_3_with_an_event_id(world, cached_keys):
    code = world.invite(world.inviter())["code"]
    # The first look is recorded.
    assert round_trips(world, "preview-invitation", {"data": {"code": code}}) == 2
    assert round_trips(world, "preview-invitation", {"data": {"code": code}}) == 1
    assert round_trips(world, "preview-invitation", named("preview", {"code": code})) <= 3


def test_a_refresh_needs_at_most_3_round_trips(world, cached_keys):
    refresh_token = world.sign_in("kim")["session"]["refreshToken"]
    assert round_trips(world, "refresh-session", named("refresh", {"refreshToken": refresh_token})) <= 3


def test_a_sign_in_needs_at_most_4_round_trips(world, cached_keys):
    trainer = world.inviter()
    first = {"data": {"identity": person("eve"), "as": "admin"}}
    assert round_trips(world, "sign-in", first) <= 4
    assert round_trips(world, "sign-in", {"data": {"identity": person("eve")}}) <= 4
    world.invite(trainer)
    assert round_trips(world, "sign-in", {"data": {"identity": person("kim")}}) <= 4
    assert round_trips(world, "sign-in", {"data": {"identity": person("kim")}}) <= 4


def test_the_own_account_needs_at_most_3_round_trips(world, cached_keys):
    world.invite(world.inviter())
    session = world.sign_in("kim")["session"]["accessToken"]
    assert round_trips(world, "get-account", {"authorization": f"Bearer {session}", "data": {}}) <= 3


def test_an_acceptance_without_a_code_needs_at_most_5_round_trips(world, cached_keys):
    invited = world.invite(world.inviter())["invitation"]["id"]
    session = world.sign_in("kim")["session"]["accessToken"]
    event = {"authorization": f"Bearer {session}", "data": {"invitationId": invited}}
    assert round_trips(world, "accept-invitation", event) <= 5


def test_a_sign_in_needs_no_further_round_trip_while_there_are_imported_passwords(world):
    world.policy(APP)
    for name in ("kim", "lee"):
        world.run("sign-up", {"email": f"{name}@example.com", "password": "correct horse battery", "role": "customer"})
    before = round_trips(world, "sign-in", named("own", {"email": "kim@example.com", "password": "correct horse battery"}))
    (world.folder / "parameters.txt").write_text(hash_config(memory_cost=4))
    arguments = ["--default-role", "customer", "--firebase-hash-parameters", "parameters.txt"]
    run_import(world, firebase([1], memory_cost=4), *arguments, name="users.json")
    for data in (
            {"email": "lee@example.com", "password": "correct horse battery"}, {"email": address(1), "password": password(1)}):
        assert round_trips(world, "sign-in", named(data["email"], data)) <= before


@pytest.mark.parametrize("cut", FLIGHT_CUTS)
def test_an_acceptance_has_one_outcome_wherever_its_connection_ends(world, token, cut):
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(100)]
    sent = world.run("send-invitation", {"clients": clients, "deliver": "link"}, token, env={"DEADLINE_SECONDS": "55"}).json
    at, has_cut = 0, True
    while has_cut:
        name = f"kim{at}"
        event = accepts(sent["results"][at]["link"].split("code=")[1], name)
        with FlightProxy(world.env["DATABASE_URL"], delay=0, cut=cut, at=at) as proxy:
            answer = world.run("accept-invitation", event=event, env={"DATABASE_URL": proxy.url})
            has_cut = proxy.has_cut.is_set()
        if answer.status:
            unanswered(answer)
        again = is_accepted_once(world, event, name)
        assert answer.status or again.json == answer.json
        at += 1
    # The last acceptance was not cut, so every flight was.
    assert answer.status == 0 and at > 8
