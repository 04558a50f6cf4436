# SPDX-License-Identifier: Apache-2.0
"""The OpenFaaS runner, with the variables that its watchdogs set: body on stdin, answer on stdout, exit status."""

import json

import pytest
from deployment import containers
from people import policy
from runners import CATALOGUE, Watchdog, route
from worlds import person


def test_a_refusal_is_an_answer(world):
    status, stdout, stderr = Watchdog(world).request("preview-invitation", b'{"code":"A"}')
    assert (status, stderr) == (0, b"") and stdout.endswith(b"}\n") and stdout.count(b"\n") == 1
    assert json.loads(stdout)["error"]["code"] == "invitation/not-found"


def test_an_unanswered_event_fails(world):
    """The caller gets 500, and a queue tries again."""
    assert Watchdog(world, POLICY_FILE="/nowhere").request("preview-invitation", b'{"code":"A"}')[0] == 78
    unreachable = {"google": {"audiences": ["app"], "jwksURL": "http://127.0.0.1:9/keys"}}
    world.policy({"providers": unreachable})
    status, stdout, _ = Watchdog(world, ALLOW_INSECURE="1").request("sign-in", json.dumps({"identity": person("ada")}).encode())
    assert status == 75 and json.loads(stdout)["error"]["retryable"]


@pytest.mark.parametrize("path", ["/", "", "/preview-invitation", "/function/preview-invitation", "/v1/preview-invitation/"])
def test_the_gateway_may_strip_the_path_or_not(world, path):
    stdout = Watchdog(world).request("preview-invitation", b'{"code":"A"}', path=path)[1]
    assert json.loads(stdout)["error"]["code"] == "invitation/not-found"
    elsewhere = Watchdog(world).request("preview-invitation", b'{"code":"A"}', path="/sign-in")[1]
    assert json.loads(elsewhere)["error"]["code"] == "http/not-found"


def test_method_query_and_body_are_those_of_the_request(world):
    watchdog = Watchdog(world)
    assert json.loads(watchdog.request("jwks", method="GET", path=route("jwks"), query="a=b")[1]) == {"keys": []}
    assert json.loads(watchdog.request("jwks", b"{}")[1])["error"]["code"] == "http/method-not-allowed"
    form = watchdog.request("preview-invitation", b"code=A", Content_Type="application/x-www-form-urlencoded")[1]
    assert json.loads(form)["error"]["code"] == "invitation/not-found"
    large = watchdog.request("preview-invitation", b" " * (6 * 1024 * 1024 + 1))[1]
    assert json.loads(large)["error"]["code"] == "event/too-large"


def test_a_client_address_is_accepted_only_from_trusted_proxies(world):
    ask = json.dumps({"identity": person("ada"), "as": "client"}).encode()
    for trusted, forwarded, seen in [
        (None, "203.0.113.7", None), ("10.0.0.0/8", "198.51.100.1, 203.0.113.7, 10.1.2.3", "203.0.113.7"),
        ("10.0.0.0/8", "203.0.113.7:4711", "203.0.113.7"), ("10.0.0.0/8", None, None), ("10.0.0.0/8", "unknown", None),
    ]:
        Watchdog(world, TRUSTED_PROXIES=trusted).request("sign-in", ask, X_Forwarded_For=forwarded)
        assert world.rows("SELECT address FROM audit ORDER BY at, id")[-1]["address"] == seen


def guesses(watchdog, *requests):
    """The codes of wrong passwords, each for another account."""
    codes = []
    for number, headers in enumerate(requests):
        body = json.dumps({"email": f"nobody{number}@example.com", "password": "wrong horse battery"}).encode()
        codes.append(json.loads(watchdog.request("sign-in", body, **headers)[1])["error"]["code"])
    return codes


WRONG, LIMITED = "auth/invalid-credential", "auth/too-many-requests"
#: As in the packaged stack.yml.
PACKAGED = containers.stack(CATALOGUE.served)["functions"]["sign-in"]["environment"]
BEHIND_THE_GATEWAY = {name: value for name, value in PACKAGED.items() if name.startswith("TRUSTED_")}


@pytest.fixture
def two_guesses(world):
    world.policy(policy(limits={"signIn": {"max": 2, "seconds": 900}}))
    return world


@pytest.mark.parametrize("spoofed", [
    "Forwarded", "X_forwarded_for", "X_forwarded_For", "X_Forwarded_for", "X_Real_Ip", "Client_Ip", "Cf_Connecting_Ip"])
def test_no_other_header_turns_limits_off(two_guesses, spoofed):
    """Go spells a client's `X_Forwarded_For` differently from the gateway's `X-Forwarded-For`."""
    watchdog = Watchdog(two_guesses, **BEHIND_THE_GATEWAY)
    own = [{"X_Forwarded_For": "203.0.113.7", spoofed: f"{'for=' if spoofed == 'Forwarded' else ''}198.51.100.{number}"} for number in range(3)]
    assert guesses(watchdog, *own) == [WRONG, WRONG, LIMITED]
    assert guesses(watchdog, {"X_Forwarded_For": "198.51.100.0"}) == [WRONG]
    assert {row["address"] for row in two_guesses.rows("SELECT address FROM audit")} == {"203.0.113.7", "198.51.100.0"}


def test_a_client_with_an_invalid_header_counts_as_the_gateway(two_guesses):
    watchdog = Watchdog(two_guesses, **BEHIND_THE_GATEWAY)
    spoiled = [{"X_Forwarded_For": "me"}, {"X_Forwarded_For": "203.0.113.7", "X_FORWARDED_FOR": "198.51.100.1"}]
    assert guesses(watchdog, *spoiled, {"X_Forwarded_For": "203.0.113.7, unknown"}, {}) == [WRONG, WRONG, LIMITED, LIMITED]
    assert guesses(watchdog, {"X_Forwarded_For": "203.0.113.7"}) == [WRONG]
    assert {row["address"] for row in two_guesses.rows("SELECT address FROM audit")} == {None, "203.0.113.7"}


def test_without_a_known_address_one_client_cannot_lock_out_others(two_guesses):
    assert guesses(Watchdog(two_guesses), *[{"X_Forwarded_For": "203.0.113.7"}] * 3, {}, {}, {}) == [WRONG] * 6


def test_the_header_of_the_gateway_can_be_configured(two_guesses):
    watchdog = Watchdog(two_guesses, **BEHIND_THE_GATEWAY, TRUSTED_PROXY_HEADER="CF-Connecting-IP")
    own = [{"Cf_Connecting_Ip": "203.0.113.7", "X_Forwarded_For": f"198.51.100.{number}"} for number in range(3)]
    assert guesses(watchdog, *own, {"Cf_Connecting_Ip": "203.0.113.8"}) == [WRONG, WRONG, LIMITED, WRONG]


def test_an_operator_can_run_a_schedule_on_stdin(world):
    status, stdout, _ = Watchdog(world, RUNNER="stdin").request("expire-invitations", b"{}")
    assert status == 0 and json.loads(stdout) == {"expired": 0, "reminded": 0, "more": False}
