# SPDX-License-Identifier: Apache-2.0
"""The tokens of devices: who has one, and when it ends."""

import json

import pytest
from factors import answer, code, confirm_totp, sign_in_to_challenge, with_factors
from operated_push import operator
from people import at_once, granted
from push_messages import APPLE, deliver, device, invited, messages, tokens
from worlds import person

pytestmark = [pytest.mark.postgresql, pytest.mark.usefixtures("push")]


@pytest.mark.parametrize("wrong", [
    {"pushService": "apns"}, {"pushToken": APPLE}, {"pushService": "mpns", "pushToken": APPLE},
    {"pushService": "apns", "pushToken": ""}, {"pushService": "fcm", "pushToken": "x" * 4097},
    {"pushService": "fcm", "pushToken": "a b"}])
@pytest.mark.parametrize("function", ["sign-in", "refresh-session"])
def test_a_device_has_both_or_neither(world, wrong, function):
    ada = world.sign_in("ada")
    data = {"refreshToken": ada["session"]["refreshToken"]} if function == "refresh-session" else {"identity": person("ada")}
    before = world.dump()
    answer = world.run(function, {**data, "device": {"id": "d", **wrong}})
    assert answer.code == "event/invalid" and answer.json["error"]["errors"][0]["pointer"].startswith("/device/push")
    assert world.dump() == before and tokens(world) == []


def test_a_token_is_never_stored_in_usable_form_nor_shown(world):
    token = world.sign_in("ada", device={**device(), "id": "d"})["session"]["accessToken"]
    invited(world, token)
    assert APPLE.encode() not in world.stored()
    session, = granted(world.run("list-sessions", {}, token))["sessions"]
    assert session["device"] == {"pushService": "apns"}


def test_an_export_names_the_service_and_no_token(world):
    token = world.sign_in("ada", device=device())["session"]["accessToken"]
    exported = granted(world.run("export-account", {}, token))
    assert exported["sessions"][0]["device"]["pushService"] == "apns" and "pushToken" not in json.dumps(exported)


@pytest.mark.parametrize("ending", ["sign-out", "suspend", "expire", "signed in again"])
def test_a_token_ends_with_its_session(world, apns, ending):
    ada = world.sign_in("ada", device={**device(), "id": "d"})
    token = ada["session"]["accessToken"]
    code = world.invite(token)["code"]
    granted(world.accept(code))
    assert [row["state"] for row in messages(world)] == ["queued"]
    if ending == "sign-out":
        granted(world.run("sign-out", {}, token))
    elif ending == "suspend":
        operator(world, "account", "suspend", ada["account"]["id"])
    elif ending == "expire":
        world.age("sessions", "ends_at", 400 * 86_400)
        world.age("sessions", "idle_ends_at", 400 * 86_400)
    else:
        world.sign_in("ada", device={"id": "d"})
    deliver(world)
    assert apns.requests == [] and [row["state"] for row in messages(world)] == ["cancelled"]
    if ending != "expire":
        assert tokens(world) == [] and world.rows("SELECT sealed_push_token FROM sessions WHERE sealed_push_token IS NOT NULL") == []


def test_the_newest_session_takes_a_token_over(world, apns):
    """Two people use one phone: the second one gets no messages of the first."""
    first = world.sign_in("ada", device=device())["session"]["accessToken"]
    world.sign_in("bob", device={**device(), "id": "the same phone"})
    assert len(tokens(world)) == 1
    invited(world, first)
    deliver(world)
    assert apns.requests == [] and messages(world) == []


def test_of_several_sign_ins_at_once_one_has_the_token(world):
    for name in ("ada", "bob", "eve"):
        world.sign_in(name)
    answers = at_once(world, "sign-in", [
        {"identity": person(name), "device": {**device(), "id": name}} for name in ("ada", "bob", "eve") * 2])
    assert [answer.code for answer in answers] == [None] * 6
    assert len(tokens(world)) == 1


def test_refreshing_a_session_renews_its_token(world, apns):
    ada = world.sign_in("ada", device={**device("a" * 64), "id": "d"})["session"]
    invited(world, ada["accessToken"])
    renewed = granted(world.run("refresh-session", {
        "refreshToken": ada["refreshToken"], "device": {**device("c" * 64), "id": "d"}}))
    deliver(world)
    assert [to for to, *_ in apns.requests] == ["c" * 64], "a queued message goes to the new token"
    granted(world.run("refresh-session", {"refreshToken": renewed["session"]["refreshToken"], "device": {"id": "d"}}))
    assert len(tokens(world)) == 1, "a refresh without a token keeps it"


def test_a_second_factor_does_not_lose_the_token(world, apns):
    world.policy(with_factors(push=apns.policy))
    _, app, _ = confirm_totp(world, world.inviter())
    challenge = sign_in_to_challenge(world, device=device())
    assert tokens(world) == [] and APPLE.encode() not in world.stored()
    granted(answer(world, challenge, code=code(world, app)))
    assert len(tokens(world)) == 1
