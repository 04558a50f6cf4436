# SPDX-License-Identifier: Apache-2.0
"""Key sets of identity providers: fetching, caching, rotation, and issuers that are unreachable."""

import json
import secrets
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from issuers import Issuer
from worlds import KEYS, RSA_KEY, jwk, person

NEW_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
NEW_KEYS = {"keys": [jwk(NEW_KEY, "new")]}


@pytest.fixture
def issuer(world):
    """An issuer whose keys are those of `google`."""
    with Issuer() as issuer:
        world.env["ALLOW_INSECURE"] = "1"
        world.policy({"providers": {"google": {"audiences": ["app"], "jwksURL": issuer.url + "/keys"}}})
        yield issuer


def sign_in(world, key=RSA_KEY, kid="rsa", **claims):
    return world.run("sign-in", {"identity": person("kim", key=key, kid=kid, **claims)})


def age_key_sets(world, seconds):
    """Makes the key sets older, as if that much time had passed."""
    for column in ("fetched_at", "fresh_until", "attempted_at"):
        world.age("key_sets", column, seconds)
    world.age("issuer_failures", "failed_at", seconds)


def assert_unavailable(answer):
    assert (answer.status, answer.code) == (75, "service/unavailable"), answer.json
    assert answer.json["error"]["retryable"]


def test_keys_are_fetched_once_for_many_processes(world, issuer):
    for _ in range(3):
        assert "session" in sign_in(world).json
    assert issuer.paths == ["/keys"]


def test_the_trace_is_passed_on(world, issuer):
    trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    assert "session" in world.run("sign-in", {"identity": person("kim")}, traceparent=trace).json
    assert trace.split("-")[1] in issuer.requests[0][1]["traceparent"]


@pytest.mark.parametrize("headers, seconds", [
    ({"Cache-Control": "public, max-age=3600, must-revalidate"}, 3600), ({"Cache-Control": "MAX-AGE=3600"}, 3600),
    ({"Cache-Control": "max-age=3600", "Age": "600"}, 3000), ({"Cache-Control": 'max-age="900"'}, 900), ({"Cache-Control": "max-age=1"}, 300),
    ({"Cache-Control": "max-age=999999"}, 86400), ({"Cache-Control": "no-store, max-age=3600"}, 300), ({}, 300),
    ({"Cache-Control": "max-age=soon"}, 300), ({"Cache-Control": "max-age=9223372036854775807", "Age": "-1"}, 86400),
    ({"Cache-Control": "max-age=-9223372036854775808", "Age": "1"}, 300),
    ({"Cache-Control": "max-age=99999999999999999999"}, 86400),
], ids=str)
def test_keys_are_fresh_for_their_cache_lifetime_within_5_minutes_and_24_hours(world, issuer, headers, seconds):
    issuer.put("/keys", KEYS, **headers)
    assert "session" in sign_in(world).json
    [row] = world.rows("SELECT fresh_until - fetched_at AS lifetime FROM key_sets")
    assert row["lifetime"] == seconds * 1000


def test_keys_are_fetched_again_when_they_are_no_longer_fresh(world, issuer):
    sign_in(world)
    age_key_sets(world, 3590)
    assert "session" in sign_in(world).json and len(issuer.requests) == 1
    age_key_sets(world, 20)
    assert "session" in sign_in(world).json and len(issuer.requests) == 2


def test_an_unknown_key_id_causes_at_most_one_fetch_a_minute(world, issuer):
    sign_in(world)
    for count in (1, 2, 2, 2):
        assert sign_in(world, NEW_KEY, secrets.token_hex(4)).code == "auth/invalid-id-token"
        assert len(issuer.requests) == count
        world.age("key_sets", "attempted_at", 61 if count == 1 else 15)


def test_a_good_token_of_a_key_that_is_not_known_yet_is_refused_for_a_while_only(world, issuer):
    """Its key was published after the keys were fetched, less than a minute ago."""
    sign_in(world)
    issuer.put("/keys", NEW_KEYS)
    event = {
        "specversion": "1.0", "type": "t", "id": "1", "source": "/app",
        "data": {"identity": person("kim", key=NEW_KEY, kid="new")}}
    age_key_sets(world, 20)
    refused = world.run("sign-in", event=event)
    assert (refused.status, refused.code) == (0, "auth/invalid-id-token")
    assert refused.json["error"]["retryable"] and 30 <= refused.json["error"]["retryAfter"] <= 40
    age_key_sets(world, refused.json["error"]["retryAfter"])
    assert "session" in world.run("sign-in", event=event).json
    wrong = sign_in(world, RSA_KEY, "new")
    assert wrong.code == "auth/invalid-id-token" and not wrong.json["error"]["retryable"]


@pytest.mark.parametrize("claims", [{"iss": "https://elsewhere.example"}, {"exp": 1}, {"iss": None}], ids=str)
def test_a_token_that_no_key_could_make_valid_does_not_use_up_the_fetch(world, issuer, claims):
    sign_in(world)
    issuer.put("/keys", NEW_KEYS)
    age_key_sets(world, 61)
    junk = sign_in(world, NEW_KEY, "junk", **claims)
    assert junk.code == "auth/invalid-id-token" and not junk.json["error"]["retryable"]
    assert "session" in sign_in(world, NEW_KEY, "new").json
    assert len(issuer.requests) == 2


def test_of_many_processes_with_an_unknown_key_id_one_fetches_the_keys(world, issuer):
    sign_in(world)
    age_key_sets(world, 61)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: sign_in(world, NEW_KEY, "new"), range(8)))
    # Processes that arrive during the fetch get a retryable error.
    assert {answer.code for answer in answers} <= {"auth/invalid-id-token", "service/unavailable"}
    assert len(issuer.requests) == 2


def test_a_rotated_key_is_fetched_and_the_old_one_is_dropped(world, issuer):
    sign_in(world)
    issuer.put("/keys", NEW_KEYS)
    age_key_sets(world, 61)
    assert "session" in sign_in(world, NEW_KEY, "new").json
    age_key_sets(world, 61)
    assert sign_in(world).code == "auth/invalid-id-token"


def test_the_key_url_of_a_token_is_ignored(world, issuer):
    issuer.put("/attacker", NEW_KEYS)
    sign_in(world)
    for kid in ("rsa", "new", None):
        age_key_sets(world, 61)
        place = issuer.url + "/attacker"
        answer = sign_in(world, NEW_KEY, kid, headers={"jku": place, "x5u": place})
        assert answer.code == "auth/invalid-id-token"
    assert set(issuer.paths) == {"/keys"}


def test_old_keys_serve_for_24_hours_while_the_issuer_is_out_of_reach(world, issuer):
    sign_in(world)
    issuer.stop()
    for seconds in (3600 + 10, 86400 - 60):
        age_key_sets(world, seconds)
        assert "session" in sign_in(world).json
    age_key_sets(world, 120)
    for _ in range(2):
        assert_unavailable(sign_in(world))


@pytest.mark.parametrize("answer", [
    {"body": b"<html>"}, {"body": {}}, {"body": {"keys": []}}, {"body": {"keys": "rsa"}}, {"body": KEYS, "status": 500},
    {"body": {**NEW_KEYS, "padding": "x" * (2 << 20)}}, {"body": json.dumps(NEW_KEYS).encode()[:-1]},
    {"body": b"", "status": 302, "Location": "/elsewhere"}, {"body": b"", "status": 301, "Location": "/elsewhere"},
], ids=["html", "no set", "no keys", "not a list", "500", "huge", "cut short", "302", "301"])
def test_an_invalid_key_set_keeps_the_old_keys(world, issuer, answer):
    issuer.put("/elsewhere", NEW_KEYS)
    issuer.put("/keys", **answer)
    assert_unavailable(sign_in(world))
    issuer.put("/keys", KEYS)
    age_key_sets(world, 30)
    assert "session" in sign_in(world).json
    issuer.put("/keys", **answer)
    age_key_sets(world, 3600)
    assert "session" in sign_in(world).json
    assert_unavailable(sign_in(world, NEW_KEY, "new"))
    assert issuer.paths == ["/keys"] * 3


def test_without_keys_the_event_is_unanswered_and_can_be_repeated(world, issuer):
    ada = sign_in(world).json["session"]["accessToken"]
    code = world.invite(ada, "eve")["code"]
    world.rows("DELETE FROM key_sets")
    issuer.put("/keys", b"", 503)
    event = {"specversion": "1.0", "type": "t", "id": "1", "source": "/app",
             "data": {"code": code, "identity": person("eve")}}
    assert_unavailable(world.run("accept-invitation", event=event))
    assert "inviter" in world.run("preview-invitation", {"code": code}).json
    issuer.put("/keys", KEYS)
    age_key_sets(world, 30)
    assert world.run("accept-invitation", event=event).json["isNewAccount"]


@pytest.mark.parametrize("url, allowed", [
    (None, None), ("http://keys.example/keys", "1"), ("http://127.0.0.1.keys.example/", "1"),
    ("http://127.0.0.1@keys.example/", "1"), ("file:///etc/passwd", "1"), ("ftp://127.0.0.1/keys", "1")])
def test_plain_http_is_for_loopback_and_only_where_it_is_allowed(world, issuer, url, allowed):
    world.policy({"providers": {"google": {"audiences": ["app"], "jwksURL": url or issuer.url + "/keys"}}})
    world.env["ALLOW_INSECURE"] = allowed
    answer = sign_in(world)
    assert answer.status == 78 and answer.json["error"]["detail"].startswith("POLICY_FILE: /providers/google")
    assert issuer.requests == []


# An issuer that does not answer


def asked_for_keys(answer):
    """Whether the issuer was asked; otherwise the answer says when it will be asked again."""
    assert_unavailable(answer)
    return "retryAfter" not in answer.json["error"]


def test_an_unknown_issuer_that_hangs_is_tried_once_in_30_seconds(world):
    with socket.create_server(("127.0.0.1", 0), backlog=16) as hanging:
        url = f"http://127.0.0.1:{hanging.getsockname()[1]}/keys"
        world.env["ALLOW_INSECURE"] = "1"
        world.policy({"providers": {"google": {"audiences": ["app"], "jwksURL": url}}})
        assert asked_for_keys(sign_in(world))
        start = time.monotonic()
        for _ in range(3):
            answer = sign_in(world)
            assert not asked_for_keys(answer) and 20 <= answer.json["error"]["retryAfter"] <= 30
        assert time.monotonic() - start < 5
        world.age("issuer_failures", "failed_at", 25)
        assert sign_in(world).json["error"]["retryAfter"] <= 5
        world.age("issuer_failures", "failed_at", 5)
        assert asked_for_keys(sign_in(world))


def test_an_issuer_that_fails_is_not_asked_again_until_its_pause_ends(world, issuer):
    issuer.put("/keys", b"", 502)
    assert asked_for_keys(sign_in(world)) and not asked_for_keys(sign_in(world))
    assert issuer.paths == ["/keys"]
    issuer.put("/keys", KEYS)
    age_key_sets(world, 30)
    assert "session" in sign_in(world).json
    assert world.rows("SELECT * FROM issuer_failures") == []
    world.rows("DELETE FROM key_sets")
    issuer.stop()
    assert asked_for_keys(sign_in(world)) and not asked_for_keys(sign_in(world))


def test_an_issuer_with_an_invalid_answer_is_asked_again(world, issuer):
    for status in (404, 200):
        issuer.put("/keys", b"<html>", status)
        assert asked_for_keys(sign_in(world)) and asked_for_keys(sign_in(world))
    assert len(issuer.requests) == 4


def test_a_clock_that_was_ahead_does_not_block_the_issuer(world, issuer):
    issuer.put("/keys", b"", 503)
    assert asked_for_keys(sign_in(world))
    world.age("issuer_failures", "failed_at", -3600)
    issuer.put("/keys", KEYS)
    assert "session" in sign_in(world).json


def test_a_pause_for_one_issuer_does_not_affect_another(world, issuer):
    issuer.put("/others", b"", 503)
    world.policy({"providers": {
        "google": {"audiences": ["app"], "jwksURL": issuer.url + "/keys"},
        "club": {"issuer": "https://club.example", "audiences": ["app"], "jwksURL": issuer.url + "/others"}}})
    ask = {"identity": {**person("kim", iss="https://club.example"), "provider": "club"}}
    assert asked_for_keys(world.run("sign-in", ask)) and not asked_for_keys(world.run("sign-in", ask))
    assert "session" in sign_in(world).json


def test_a_short_deadline_is_not_counted_as_a_failure_of_the_issuer(world):
    with socket.create_server(("127.0.0.1", 0), backlog=16) as hanging:
        url = f"http://127.0.0.1:{hanging.getsockname()[1]}/keys"
        world.env["ALLOW_INSECURE"] = "1"
        world.policy({"providers": {"google": {"audiences": ["app"], "jwksURL": url}}})
        world.run("sign-in", {"identity": person("kim")}, env={"DEADLINE_SECONDS": "2"})
        assert world.rows("SELECT * FROM issuer_failures") == []


def test_old_keys_are_used_while_the_issuer_is_not_asked(world, issuer):
    sign_in(world)
    issuer.put("/keys", b"", 503)
    age_key_sets(world, 3600)
    for _ in range(2):
        assert "session" in sign_in(world).json
    assert len(issuer.requests) == 2
