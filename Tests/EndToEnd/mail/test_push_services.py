# SPDX-License-Identifier: Apache-2.0
"""What push services answer."""

import time

import pytest
from faulty import until
from people import granted
from push_messages import APPLE, GOOGLE, deliver, device, invited, made_due, messages, tokens
from push_services import fcm_error

pytestmark = [pytest.mark.postgresql, pytest.mark.usefixtures("push")]


UNREGISTERED = fcm_error(404, "NOT_FOUND", "UNREGISTERED")


@pytest.mark.parametrize("reply", [(410, "Unregistered"), (410, "ExpiredToken")])
def test_apns_forgets_a_dead_token(world, apns, reply):
    apns.answers[APPLE] = [reply]
    token = world.sign_in("ada", device=device())["session"]["accessToken"]
    invited(world, token)
    assert deliver(world)["failed"] == 1
    assert tokens(world) == [] and messages(world) == [{"state": "failed", "trouble": f"apns: HTTP status {reply[0]} {reply[1]}"}]
    invited(world, token, "lee")
    deliver(world)
    assert len(apns.requests) == 1


def test_a_token_of_apples_other_environment_is_kept(world, apns):
    apns.answers[APPLE] = [(400, "BadDeviceToken")]
    invited(world, world.sign_in("ada", device=device())["session"]["accessToken"])
    assert deliver(world)["failed"] == 1
    assert len(tokens(world)) == 1 and messages(world) == [{"state": "failed", "trouble": "apns: HTTP status 400 BadDeviceToken"}]


INVALID = fcm_error(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT")


@pytest.mark.parametrize("reply, is_dead", [
    (UNREGISTERED, True), (INVALID, True),
    ((400, {"error": {"code": 400, "status": "INVALID_ARGUMENT", "details": [
        {"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [{"field": "message.token"}]}]}}), True),
    ((400, {"error": {"code": 400, "status": "INVALID_ARGUMENT", "details": [
        {"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [{"field": "message.data[0].value"}]}]}}), False)])
def test_fcm_forgets_a_dead_token(world, fcm, reply, is_dead):
    fcm.answers[GOOGLE] = [reply]
    invited(world, world.sign_in("ada", device=device(GOOGLE, "fcm"))["session"]["accessToken"])
    assert deliver(world)["failed"] == 1 and [row["state"] for row in messages(world)] == ["failed"]
    assert (tokens(world) == []) == is_dead


def test_a_token_that_was_renewed_meanwhile_is_kept(world, apns):
    ada = world.sign_in("ada", device={**device("a" * 64), "id": "d"})["session"]
    invited(world, ada["accessToken"])
    apns.answers["a" * 64], apns.delay = [(410, "Unregistered")], 2
    delivery = world.start("deliver-mail", {})
    delivery.stdin.write(delivery.event)
    delivery.stdin.close()
    delivery.stdin = None
    until(lambda: world.rows("SELECT id FROM outbox WHERE kind = 'push' AND state = 'leased'"))
    # Time for the request, whose answer takes two seconds.
    time.sleep(0.7)
    granted(world.run("refresh-session", {
        "refreshToken": ada["refreshToken"], "device": {**device("c" * 64), "id": "d"}}))
    world.finish(delivery)
    assert len(tokens(world)) == 1


@pytest.mark.parametrize("reply", [(403, "InvalidProviderToken"), (400, "TopicDisallowed"), (404, "NotFound")])
def test_messages_wait_for_the_operator(world, apns, reply):
    apns.answers[APPLE] = [reply]
    invited(world, world.sign_in("ada", device=device())["session"]["accessToken"])
    assert deliver(world)["retried"] == 1
    assert world.rows("SELECT attempts, state FROM outbox WHERE kind = 'push'") == [{"attempts": 0, "state": "queued"}]
    apns.answers.clear()
    made_due(world)
    assert deliver(world)["sent"] == 1 and len(tokens(world)) == 1


@pytest.mark.parametrize("reply", [(429, "TooManyRequests"), (503, "ServiceUnavailable"), (500, "InternalServerError"), (None, None)])
def test_messages_are_retried_with_the_same_id(world, apns, reply):
    apns.answers[APPLE] = [reply, (200, None)]
    invited(world, world.sign_in("ada", device=device())["session"]["accessToken"])
    deliver(world)
    made_due(world)
    deliver(world)
    assert [row["state"] for row in messages(world)] == ["sent"]
    assert len({headers["apns-id"] for _, headers, _ in apns.requests}) == 1


def test_a_service_says_when_to_try_again(world, apns):
    apns.answers[APPLE], apns.retry_after = [(429, "TooManyRequests")], 900
    invited(world, world.sign_in("ada", device=device())["session"]["accessToken"])
    deliver(world)
    row, = world.rows("SELECT due_at, created_at FROM outbox WHERE kind = 'push'")
    assert row["due_at"] - row["created_at"] >= 900_000


def test_all_processes_use_one_token(world, apns, fcm):
    token = world.sign_in("ada", device=device())["session"]["accessToken"]
    world.sign_in("ada", device=device(GOOGLE, "fcm"))
    for name in ("kim", "lee", "max"):
        invited(world, token, name)
        deliver(world)
    assert len(apns.requests) == 4 and len(apns.tokens) == 1 and apns.refusals == []
    assert len(fcm.requests) == 3 and len(fcm.assertions) == 1
    assert b"ya29.access" not in world.stored() and not any(used.encode() in world.stored() for used in apns.tokens)
    world.age("service_tokens", "expires_at", 3600)
    apns.tokens.clear()
    invited(world, token, "new")
    deliver(world)
    assert len(apns.tokens) == 1 and len(fcm.assertions) == 2


def test_an_access_token_that_is_refused_is_replaced(world, fcm):
    token = world.sign_in("ada", device=device(GOOGLE, "fcm"))["session"]["accessToken"]
    invited(world, token)
    deliver(world)
    fcm.token = "ya29.newer"
    invited(world, token, "lee")
    assert deliver(world)["sent"] == 1
    made_due(world)
    assert deliver(world)["sent"] == 1
    assert [headers["authorization"] for _, headers, _ in fcm.requests] == [
        "Bearer ya29.access", "Bearer ya29.access", "Bearer ya29.newer"]


def test_without_an_access_token_messages_wait(world, fcm):
    fcm.token_status = 503
    token = world.sign_in("ada", device=device(GOOGLE, "fcm"))["session"]["accessToken"]
    for name in ("kim", "lee"):
        invited(world, token, name)
    assert deliver(world) == {"sent": 2, "retried": 2, "failed": 0, "unknown": 0, "more": False}
    assert len(fcm.assertions) == 1, "the exchange is tried once per run"
    fcm.token_status = 200
    made_due(world)
    assert deliver(world)["sent"] == 2
