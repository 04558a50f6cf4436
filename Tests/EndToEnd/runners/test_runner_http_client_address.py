# SPDX-License-Identifier: Apache-2.0
"""The client's address of an HTTP request, behind trusted proxies and without them."""

import json
import subprocess
import sys

import pytest
from web_servers import cgi, run_cgi
from worlds import BIN, person

# The client address


def addresses(world):
    return [row["address"] for row in world.rows("SELECT address FROM audit ORDER BY COALESCE(last_at, at), id")]


SPOOFS = [
    ({}, "127.0.0.1"), ({"X-Forwarded-For": "203.0.113.7"}, "127.0.0.1"), ({"Forwarded": "for=203.0.113.7"}, "127.0.0.1"),
    ({"X-Real-IP": "203.0.113.7", "Client-IP": "203.0.113.7"}, "127.0.0.1"),
]


@pytest.mark.parametrize("headers, seen", SPOOFS)
def test_only_a_trusted_proxy_can_name_the_client_address(web, headers, seen):
    web.post("sign-in", {"identity": person("ada"), "as": "client"}, **headers)
    assert addresses(web.world) == [seen]


BEHIND = [
    ({"X-Forwarded-For": "203.0.113.7"}, "203.0.113.7"),
    ({"X-Forwarded-For": "198.51.100.1, 203.0.113.7"}, "203.0.113.7"),
    ({"X-Forwarded-For": "198.51.100.1, 203.0.113.7, 10.1.2.3, 10.4.5.6"}, "203.0.113.7"),
    ({"X-Forwarded-For": "10.9.9.9, 10.1.2.3"}, "10.9.9.9"),
    ({"X-Forwarded-For": "203.0.113.7, unknown"}, "127.0.0.1"),
    ({"X-Forwarded-For": "203.0.113.7, unknown, 10.1.2.3"}, "10.1.2.3"),
    ({"X-Forwarded-For": "203.0.113.7:4711"}, "203.0.113.7"),
    ({"X-Forwarded-For": "[2001:db8::1]:4711"}, "2001:db8::1"),
    ({"X-Forwarded-For": "::ffff:10.1.2.3"}, "10.1.2.3"),
    ({"X-Forwarded-For": "203.0.113.7", "Forwarded": "for=198.51.100.1", "X-Real-IP": "198.51.100.1"}, "203.0.113.7"),
    ({"Forwarded": "for=198.51.100.1"}, "127.0.0.1"), ({"X-Forwarded-For": ""}, "127.0.0.1"),
]
#: The same for headers that TRUSTED_PROXY_HEADER names instead of `X-Forwarded-For`.
NAMED = {
    "Forwarded": [
        ({"Forwarded": 'for=198.51.100.1;proto=https, For="[2001:DB8::17]:4711";by=10.1.2.3, for=10.1.2.3'}, "2001:db8::17"),
        ({"Forwarded": "for=_hidden"}, "127.0.0.1"), ({"Forwarded": "for=203.0.113.7, by=10.1.2.3"}, "127.0.0.1"),
        ({"Forwarded": "for=203.0.113.7", "X-Forwarded-For": "198.51.100.1"}, "203.0.113.7"),
        ({"X-Forwarded-For": "198.51.100.1"}, "127.0.0.1"),
    ],
    "cf-Connecting-IP": [
        ({"CF-Connecting-IP": "203.0.113.7", "X-Forwarded-For": "198.51.100.1, 198.51.100.2"}, "203.0.113.7"),
        ({"CF-Connecting-IP": "2001:DB8::17"}, "2001:db8::17"), ({"CF-Connecting-IP": "somebody"}, "127.0.0.1"),
        ({"X-Forwarded-For": "198.51.100.1", "Forwarded": "for=198.51.100.1"}, "127.0.0.1"),
    ],
}
CLIENT = {"identity": {"provider": "google", "idToken": "a.b.c"}, "as": "client"}


def raw_request(*headers):
    """A refused sign-in with these header lines."""
    body = json.dumps(CLIENT).encode()
    lines = ["POST /sign-in HTTP/1.1", "Host: x", "Connection: close", "Content-Type: application/json", f"Content-Length: {len(body)}", *headers]
    return "".join(f"{line}\r\n" for line in lines).encode() + b"\r\n" + body


def test_behind_trusted_proxies_the_rightmost_untrusted_hop_is_the_client(serve, world):
    with serve(world, TRUSTED_PROXIES="127.0.0.0/8, ::1 10.0.0.0/8") as web:
        for headers, seen in BEHIND:
            web.post("sign-in", {"identity": person("ada"), "as": "client"}, **headers)
            assert addresses(world)[-1] == seen, headers
        # Other headers that become the same variable are the client's.
        for separator in "_.!":
            spoofed = f"X{separator}Forwarded_For: 198.51.100.1"
            web.raw(raw_request(spoofed, "X-Forwarded-For: 203.0.113.7", spoofed))
            assert addresses(world)[-1] == "203.0.113.7", separator
            web.raw(raw_request(spoofed))
            assert addresses(world)[-1] == "127.0.0.1", separator
        # A repeated header counts as the proxy; lighttpd and Apache join both, and the last hop is the proxy's.
        web.raw(raw_request("X-Forwarded-For: 198.51.100.1", "X-Forwarded-For: 203.0.113.7"))
        assert addresses(world)[-1] == ("127.0.0.1" if serve.__name__.startswith(("nginx", "vestibule")) else "203.0.113.7")


@pytest.mark.parametrize("header", NAMED)
def test_the_client_address_header_can_be_configured(serve, world, header):
    with serve(world, TRUSTED_PROXIES="127.0.0.0/8, 10.0.0.0/8", TRUSTED_PROXY_HEADER=header) as web:
        for headers, seen in NAMED[header]:
            web.post("sign-in", CLIENT, **headers)
            assert addresses(world)[-1] == seen, headers


def test_two_headers_with_the_same_cgi_variable_count_as_the_proxy(world):
    """A server that passes both headers on: it is unknown which one is the proxy's."""
    body = json.dumps(CLIENT)
    variables = cgi("sign-in", body=body.encode(), REMOTE_ADDR="10.0.0.1", TRUSTED_PROXIES="10.0.0.0/8")
    environment = [f"{name}={value}" for name, value in {**world.env, **variables}.items()]
    twice = ["HTTP_X_FORWARDED_FOR=198.51.100.1", "HTTP_X_FORWARDED_FOR=203.0.113.7"]
    # env(1) and Python keep only one of two equal variables: this starts the function with both.
    start = "import ctypes, sys; strings = lambda texts: (ctypes.c_char_p * (len(texts) + 1))(*(text.encode() for text in texts), None); "
    start += "ctypes.CDLL(None).execve(sys.argv[1].encode(), strings([sys.argv[1]]), strings(sys.argv[2:]))"
    done = subprocess.run([sys.executable, "-c", start, BIN / "sign-in", *environment, *twice], input=body, capture_output=True, text=True)
    assert "auth/invalid-id-token" in done.stdout, done
    assert addresses(world) == ["10.0.0.1"]


@pytest.mark.parametrize("header", ["X_Forwarded_For", "X-Forwarded-For, Forwarded", "X Y", "X-Client:"])
def test_an_invalid_header_name_is_named(world, header):
    answer = run_cgi(world, "jwks", **cgi("jwks", "GET", TRUSTED_PROXY_HEADER=header))
    assert b"Status: 500" in answer.stdout and b"TRUSTED_PROXY_HEADER: should be" in answer.stdout


@pytest.mark.parametrize("networks", ["10.0.0.0/33", "10.0.0.0/-1", "proxy", "10.0.0", "::/129", "10.0.0.0/8/8"])
def test_an_invalid_network_is_named(world, networks):
    variables = {"TRUSTED_PROXIES": networks, **cgi("jwks", "GET")}
    answer = run_cgi(world, "jwks", **variables)
    assert b"Status: 500" in answer.stdout and b"TRUSTED_PROXIES: should be addresses" in answer.stdout


def test_the_request_provides_caller_and_client_attributes(web):
    trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    agent = "App/1 " + "x" * 600
    assert web.post("sign-in", {"identity": person("ada"), "as": "client"}, traceparent=trace, User_Agent=agent).status == 422
    [row] = web.world.rows("SELECT user_agent, trace_id FROM audit")
    assert row == {"user_agent": agent[:512], "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736"}
