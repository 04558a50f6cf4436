"""Under the watchdogs of OpenFaaS, by the variables that they set: a body on stdin and stdout, and an exit status."""

import json

import pytest
from conftest import person
from runners import Watchdog, route


def test_a_refusal_is_an_answer(world):
    status, stdout, stderr = Watchdog(world).request("preview-invitation", b'{"code":"A"}')
    assert (status, stderr) == (0, b"") and stdout.endswith(b"}\n") and stdout.count(b"\n") == 1
    assert json.loads(stdout)["error"]["code"] == "invitation/not-found"


def test_what_is_not_answered_fails(world):
    """Whoever called is told 500 then, and a queue tries again."""
    assert Watchdog(world, POLICY_FILE="/nowhere").request("preview-invitation", b'{"code":"A"}')[0] == 78
    unreachable = {"google": {"audiences": ["app"], "jwksURL": "http://127.0.0.1:9/keys"}}
    world.policy({"providers": unreachable})
    status, stdout, _ = Watchdog(world, ALLOW_INSECURE="1").request("sign-in", json.dumps({"identity": person("ada")}).encode())
    assert status == 75 and json.loads(stdout)["error"]["retryable"]


@pytest.mark.parametrize("path", ["/", "", "/preview-invitation", "/function/preview-invitation", "/v1/preview-invitation/"])
def test_the_gateway_has_used_up_the_path_or_not(world, path):
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


def test_a_client_address_is_believed_only_of_trusted_proxies(world):
    ask = json.dumps({"identity": person("ada"), "as": "client"}).encode()
    for trusted, forwarded, seen in [
        (None, "203.0.113.7", None), ("10.0.0.0/8", "198.51.100.1, 203.0.113.7, 10.1.2.3", "203.0.113.7"),
        ("10.0.0.0/8", "203.0.113.7:4711", "203.0.113.7"), ("10.0.0.0/8", None, None), ("10.0.0.0/8", "unknown", None),
    ]:
        Watchdog(world, TRUSTED_PROXIES=trusted).request("sign-in", ask, X_Forwarded_For=forwarded)
        assert world.rows("SELECT address FROM audit ORDER BY at, id")[-1]["address"] == seen


def test_an_operator_may_let_a_schedule_run_on_stdin(world):
    status, stdout, _ = Watchdog(world, RUNNER="stdin").request("expire-invitations", b"{}")
    assert status == 0 and json.loads(stdout) == {"expired": 0, "reminded": 0, "more": False}
