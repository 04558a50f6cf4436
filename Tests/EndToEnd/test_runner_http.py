# SPDX-License-Identifier: Apache-2.0
"""Functions as HTTP requests, over the CGI of two real web servers: what is refused, and how answers become responses."""

import json
import re
import subprocess
import sys
import time
import urllib.parse

import pytest
from conftest import BIN, POLICY, ROOT, person
from people import policy
from runners import lighttpd, nginx, route

SERVERS = {"lighttpd": lighttpd, "nginx": nginx}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(params=SERVERS)
def serve(request):
    """Begins the server: `with serve(world) as web`."""
    return SERVERS[request.param]


@pytest.fixture(params=SERVERS)
def web(request, world):
    with SERVERS[request.param](world) as web:
        yield web


# Methods


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "PATCH"])
def test_another_method_is_405_and_the_right_ones_are_named(web, method):
    response = web.request(method, "/preview-invitation?code=A")
    assert response.status == 405 and response.headers["Allow"] == "POST, OPTIONS"
    assert response.body == b"" if method == "HEAD" else response.code == "http/method-not-allowed"


def test_head_is_get_without_its_body(web):
    get, head = web.request("GET", "/jwks"), web.request("HEAD", "/jwks")
    assert (get.status, head.status, head.body) == (200, 200, b"") and get.json == {"keys": []}
    for name in ("Content-Type", "Cache-Control", "X-Content-Type-Options"):
        assert get.headers[name] == head.headers[name]
    assert web.request("POST", "/jwks").headers["Allow"] == "GET, HEAD, OPTIONS"


def test_options_runs_nothing(web):
    response = web.request("OPTIONS", "/send-invitation")
    assert (response.status, response.body, response.headers["Allow"]) == (204, b"", "POST, OPTIONS")
    assert not web.world.database.exists()


def test_a_preflight_is_answered_by_the_policy(serve, world):
    asks = {"Origin": "https://app.example.com", "Access-Control-Request-Method": "POST"}
    with serve(world) as web:
        assert not [name for name in web.request("OPTIONS", "/sign-in", headers=asks).headers if "Access-Control" in name]
        world.policy({**POLICY, "cors": {"origins": ["https://app.example.com"]}})
        allowed = web.request("OPTIONS", "/sign-in", headers=asks)
        assert allowed.status == 204 and allowed.headers["Access-Control-Allow-Origin"] == "https://app.example.com"
        assert allowed.headers["Access-Control-Allow-Methods"] == "POST, OPTIONS" and allowed.headers["Vary"] == "Origin"
        assert {"authorization", "content-type", "idempotency-key"} <= set(
            allowed.headers["Access-Control-Allow-Headers"].lower().split(", "))
        other = web.request("OPTIONS", "/sign-in", headers={**asks, "Origin": "https://evil.example.com"})
        assert other.headers["Access-Control-Allow-Origin"] is None and other.headers["Vary"] == "Origin"
        refused = web.post("preview-invitation", {"code": "A"}, Origin="https://app.example.com")
        assert (refused.status, refused.headers["Access-Control-Allow-Origin"]) == (404, "https://app.example.com")
        assert refused.headers["Access-Control-Expose-Headers"] == "Retry-After, WWW-Authenticate"
        world.policy({**POLICY, "cors": {"origins": ["*"]}})
        assert web.request("GET", "/jwks", headers={"Origin": "null"}).headers["Access-Control-Allow-Origin"] == "*"


# Bodies


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "text/plain"}, {"Content-Type": "application/xml"}, {"Content-Type": "text/json"},
        {"Content-Type": "application/json; charset=iso-8859-1"}, {"Content-Type": ""},
        {"Content-Type": "application/json", "Content-Encoding": "gzip"},
    ],
    ids=lambda headers: "; ".join(headers.values()),
)
def test_another_content_type_is_415(web, headers):
    response = web.request("POST", "/preview-invitation", b'{"code":"A"}', headers)
    assert (response.status, response.code) == (415, "http/unsupported-media-type")


@pytest.mark.parametrize(
    "type, body",
    [
        ("application/json", b'{"code":"A"}'), ("Application/JSON;charset=UTF-8", b' {"code":"A"}\n'),
        ("application/vnd.example+json", b'{"code":"A"}'), ("application/x-www-form-urlencoded", b"code=A"),
        ("application/x-www-form-urlencoded; charset=utf-8", b"&%63o%64e=%41&"),
        ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="code"\r\n\r\nA\r\n--x--\r\n'),
        ('multipart/form-data; boundary="a b"', b'pre\r\n--a b\r\ncontent-disposition: form-data; name=code\r\n\r\nA\r\n--a b--'),
    ],
)
def test_json_and_forms_are_taken(web, type, body):
    response = web.request("POST", "/preview-invitation", body, {"Content-Type": type})
    assert (response.status, response.code) == (404, "invitation/not-found"), response.json


def test_a_post_without_a_body_has_no_data(web):
    response = web.request("POST", "/preview-invitation")
    assert (response.status, [error["pointer"] for error in response.json["error"]["errors"]]) == (400, ["/code"])


@pytest.mark.parametrize(
    "body, code", [(b"{", "event/not-json"), (b'{"code":"A"}x', "event/not-json"), (b"[]", "event/invalid"), (b"null", "event/invalid")])
def test_what_is_not_an_object_is_400(web, body, code):
    response = web.post("preview-invitation", body)
    assert (response.status, response.code) == (400, code)


@pytest.mark.parametrize(
    "body",
    [b"code=%4", b"code=%", b"code=%zz", b"code=%+1", b"code=%ff", b"code=\xff", b"code=A&code=B", b"code=A&cod%65=A", b"&".join(b"f%d=1" % n for n in range(300))],
    ids=lambda body: body[:12].decode("latin1"),
)
def test_a_form_that_is_not_encoded_like_one_is_400(web, body):
    response = web.request("POST", "/preview-invitation", body, FORM)
    assert (response.status, response.code) == (400, "event/invalid"), response.json


@pytest.mark.parametrize(
    "body",
    [
        b"", b"--x", b"--x\r\n\r\nA", b"--x\r\n\r\nA\r\n--x--", b'--x\r\nContent-Disposition: form-data; name="code"\r\n\r\nA',
        b'--x\r\nContent-Disposition: form-data; name="code"; filename="a"\r\n\r\nA\r\n--x--',
        b'--x\r\nContent-Disposition: form-data; name="code"\r\n\r\nA\r\n--x\r\nContent-Disposition: form-data; name="code"\r\n\r\nA\r\n--x--',
    ],
)
def test_a_multipart_form_that_is_none_is_400(web, body):
    response = web.request("POST", "/preview-invitation", body, {"Content-Type": "multipart/form-data; boundary=x"})
    assert (response.status, response.code) == (400, "event/invalid"), response.json


def test_a_form_has_numbers_where_the_schema_says_so(web):
    token = web.world.inviter()
    bearer = {"Authorization": f"Bearer {token}", **FORM}
    assert web.request("POST", "/list-clients", b"limit=5&status=pending", bearer).json == {"clients": [], "nextCursor": None}
    for limit in (b"5x", b"", b"0", b"true"):
        bad = web.request("POST", "/list-clients", b"limit=" + limit, bearer)
        assert [error["pointer"] for error in bad.json["error"]["errors"]] == ["/limit"]


def test_a_body_cannot_say_what_only_the_request_says(web):
    response = web.post("preview-invitation", {"data": {"code": "A"}, "clientip": "192.0.2.1", "authorization": "Bearer x"})
    assert response.status == 400
    assert {error["pointer"] for error in response.json["error"]["errors"]} >= {"/data", "/clientip", "/authorization"}


def test_a_body_of_more_than_6_mib_is_413(web):
    limit = 6 * 1024 * 1024
    fitting = b'{"code":"' + b"a" * (limit - 11) + b'"}'
    assert web.post("preview-invitation", fitting).code == "event/invalid"
    response = web.post("preview-invitation", fitting + b" ")
    assert (response.status, response.code) == (413, "event/too-large")


def test_a_body_may_come_in_chunks(web):
    text = b"POST /preview-invitation HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
    answer = web.raw(text + b'Transfer-Encoding: chunked\r\n\r\n5\r\n{"cod\r\n7\r\ne":"A"}\r\n0\r\n\r\n')
    assert answer.startswith(b"HTTP/1.1 404") and b"invitation/not-found" in answer


# Paths and queries


@pytest.mark.parametrize("path", ["/preview-invitation?code=B", "/%70review-invitation", "/preview%2Dinvitation?", "/./preview-invitation", "//preview-invitation"])
def test_a_path_is_the_same_however_it_is_written(web, path):
    response = web.request("POST", path, b'{"code":"A"}', {"Content-Type": "application/json"})
    assert (response.status, response.code) == (404, "invitation/not-found")


@pytest.mark.parametrize("path", ["/preview-invitation/x", "/preview-invitation%2fx", "/preview-invitation%00", "/preview-invitationx", "/sign-in/../deliver-mail", "/etc/passwd", "/%2e%2e/bin/deliver-mail"])
def test_another_path_leads_nowhere(web, path):
    response = web.request("POST", path, b'{"code":"A"}', {"Content-Type": "application/json"})
    assert response.status in (400, 403, 404) and b"invitation/not-found" not in response.body and b"sent" not in response.body


def test_a_route_may_have_several_parts(web):
    response = web.post("sign-in-with-apple", {"identity_token": "a.b.c", "user_identifier": "1"})
    assert route("sign-in-with-apple") == "/api/auth/apple"
    assert (response.status, response.json["success"], response.code) == (401, False, "auth/invalid-id-token")


def test_of_a_query_only_what_the_schema_knows_is_taken(web):
    assert web.request("GET", "/jwks?utm_source=mail&x=%41").json == {"keys": []}
    token = "A" * 20
    response = web.request("POST", f"/unsubscribe?token={token}&utm_source=x", b"List-Unsubscribe=One-Click", FORM)
    assert (response.status, response.code) == (422, "auth/code-invalid")
    twice = web.request("POST", f"/unsubscribe?token={token}", f"token={token}".encode(), FORM)
    assert twice.code == "auth/code-invalid", "the form goes before the query"


@pytest.mark.parametrize("form", ["urlencoded", "multipart"])
def test_one_click_unsubscribes(web, form):
    """RFC 8058, sections 3.2 and 8: the token is in the URL, and the form in either encoding."""
    web.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, web.world.inviter())
    url = re.fullmatch(r"<https://pfa\.example(/unsubscribe\?token=\S+)>", web.world.mails()[0]["List-Unsubscribe"])[1]
    multipart = b'--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    body, type = {
        "urlencoded": (b"List-Unsubscribe=One-Click", FORM["Content-Type"]),
        "multipart": (multipart, "multipart/form-data; boundary=b"),
    }[form]
    response = web.request("POST", url, body, {"Content-Type": type})
    assert response.json == {"message": "kim@example.com will get no more invitations from us by email."}
    assert web.world.rows("SELECT reason FROM suppressions") == [{"reason": "unsubscribed"}]


# Responses


def test_a_response_has_its_headers(web):
    for response in (web.request("GET", "/jwks"), web.post("preview-invitation", {"code": "A"}), web.post("sign-in", b"{")):
        assert response.headers["Content-Type"] == "application/json; charset=utf-8"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert response.headers["Strict-Transport-Security"] is None, "plain HTTP on this machine"
        kept = "public, max-age=300" if response.status == 200 else "no-store"
        assert response.headers["Cache-Control"] == kept
    elsewhere = web.request("GET", "/jwks", headers={"Host": "api.example.com"})
    assert elsewhere.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_a_401_challenges(web):
    token = web.world.inviter()
    assert web.post("list-clients", {}, token).status == 200
    missing, wrong, basic = web.post("list-clients", {}), web.post("list-clients", {}, "x.y.z"), web.post("list-clients", {}, Authorization="Basic eDp5")
    assert (missing.status, missing.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert (wrong.status, wrong.headers["WWW-Authenticate"]) == (401, 'Bearer error="invalid_token"')
    assert (basic.status, basic.headers["WWW-Authenticate"]) == (401, 'Bearer error="invalid_token"')
    identity = web.post("sign-in", {"identity": {"provider": "google", "idToken": "a.b.c"}}, token)
    assert (identity.status, identity.headers["WWW-Authenticate"]) == (401, "Bearer"), "it is not the token that is wrong"


def test_a_refusal_says_when_to_come_again(web):
    web.world.policy(policy(limits={"signIn": {"max": 1, "seconds": 900}}))
    wrong = {"email": "kim@example.com", "password": "wrong horse battery"}
    assert web.post("sign-in", wrong).status == 401
    refused = web.post("sign-in", wrong)
    assert (refused.status, refused.code) == (429, "auth/too-many-requests")
    assert refused.headers["Retry-After"] == str(refused.json["error"]["retryAfter"])


def test_what_cannot_be_answered_is_503_and_what_is_set_up_wrongly_500(serve, world):
    unreachable = {"google": {"audiences": ["app"], "jwksURL": "http://127.0.0.1:9/keys"}}
    world.policy({"providers": unreachable})
    with serve(world, ALLOW_INSECURE="1") as web:
        response = web.post("sign-in", {"identity": person("ada")})
        assert (response.status, response.code, response.headers["Retry-After"]) == (503, "service/unavailable", "1")
        world.policy({"providers": "none"})
        response = web.post("sign-in", {"identity": person("ada")})
        assert (response.status, response.code) == (500, "service/misconfigured")
        assert web.request("OPTIONS", "/sign-in").status == 500


def test_people_are_told_in_their_language_from_the_first_refusal_on(web):
    german = json.loads((ROOT / "templates/messages/de.json").read_text())["errors"]
    ask = {"Accept-Language": "de-AT,de;q=0.9", "Content-Type": "text/plain"}
    assert web.request("POST", "/preview-invitation", b"x", ask).json["error"]["userMessage"] == german["http/unsupported-media-type"]
    answer = web.post("preview-invitation", {"code": "A"}, Accept_Language="de" + ",x" * 500)
    assert answer.json["error"]["userMessage"] == german["invitation/not-found"], "and a long header refuses nobody"


def test_nothing_of_a_request_becomes_a_header_or_markup(web):
    nasty = urllib.parse.quote("A\r\nSet-Cookie: a=b\r\n\r\n<script>")
    for response in (
        web.request("GET", f"/jwks?x={nasty}", headers={"Origin": "https://x Set-Cookie:"}),
        web.request("POST", "/preview-invitation", f"code={nasty}".encode(), FORM),
        web.post("preview-invitation", {"code": "A\r\nSet-Cookie: a=b"}),
    ):
        assert response.headers["Set-Cookie"] is None and "Access-Control-Allow-Origin" not in response.headers
        assert b"<script>" not in response.body


# Who calls


def addresses(world):
    return [row["address"] for row in world.rows("SELECT address FROM audit ORDER BY at, id")]


SPOOFS = [
    ({}, "127.0.0.1"), ({"X-Forwarded-For": "203.0.113.7"}, "127.0.0.1"), ({"Forwarded": "for=203.0.113.7"}, "127.0.0.1"),
    ({"X-Real-IP": "203.0.113.7", "Client-IP": "203.0.113.7"}, "127.0.0.1"),
]


@pytest.mark.parametrize("headers, seen", SPOOFS)
def test_nobody_but_a_trusted_proxy_says_whom_it_asks_for(web, headers, seen):
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
#: The same for other headers than `X-Forwarded-For`, by what TRUSTED_PROXY_HEADER says.
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
    """A sign-in that is refused, with header lines as they are."""
    body = json.dumps(CLIENT).encode()
    lines = ["POST /sign-in HTTP/1.1", "Host: x", "Connection: close", "Content-Type: application/json", f"Content-Length: {len(body)}", *headers]
    return "".join(f"{line}\r\n" for line in lines).encode() + b"\r\n" + body


def test_behind_trusted_proxies_the_rightmost_other_hop_is_the_client(serve, world):
    with serve(world, TRUSTED_PROXIES="127.0.0.0/8, ::1 10.0.0.0/8") as web:
        for headers, seen in BEHIND:
            web.post("sign-in", {"identity": person("ada"), "as": "client"}, **headers)
            assert addresses(world)[-1] == seen, headers
        # Other headers that would become the same variable are a client's own.
        for separator in "_.!":
            spoofed = f"X{separator}Forwarded_For: 198.51.100.1"
            web.raw(raw_request(spoofed, "X-Forwarded-For: 203.0.113.7", spoofed))
            assert addresses(world)[-1] == "203.0.113.7", separator
            web.raw(raw_request(spoofed))
            assert addresses(world)[-1] == "127.0.0.1", separator
        # One that came twice leaves the proxy; lighttpd makes one of both, whose last hop is the proxy's.
        web.raw(raw_request("X-Forwarded-For: 198.51.100.1", "X-Forwarded-For: 203.0.113.7"))
        assert addresses(world)[-1] == {"lighttpd": "203.0.113.7", "nginx": "127.0.0.1"}[serve.__name__]


@pytest.mark.parametrize("header", NAMED)
def test_the_header_that_counts_may_be_named(serve, world, header):
    with serve(world, TRUSTED_PROXIES="127.0.0.0/8, 10.0.0.0/8", TRUSTED_PROXY_HEADER=header) as web:
        for headers, seen in NAMED[header]:
            web.post("sign-in", CLIENT, **headers)
            assert addresses(world)[-1] == seen, headers


def test_two_headers_that_a_server_makes_one_variable_leave_the_proxy(world):
    """As a server does it that drops none of them: whose is which cannot be told."""
    body = json.dumps(CLIENT)
    variables = cgi("sign-in", body=body.encode(), REMOTE_ADDR="10.0.0.1", TRUSTED_PROXIES="10.0.0.0/8")
    environment = [f"{name}={value}" for name, value in {**world.env, **variables}.items()]
    twice = ["HTTP_X_FORWARDED_FOR=198.51.100.1", "HTTP_X_FORWARDED_FOR=203.0.113.7"]
    # env(1) makes one of two, and so does Python: this starts the function with both.
    start = "import ctypes, sys; strings = lambda texts: (ctypes.c_char_p * (len(texts) + 1))(*(text.encode() for text in texts), None); "
    start += "ctypes.CDLL(None).execve(sys.argv[1].encode(), strings([sys.argv[1]]), strings(sys.argv[2:]))"
    done = subprocess.run([sys.executable, "-c", start, BIN / "sign-in", *environment, *twice], input=body, capture_output=True, text=True)
    assert "auth/invalid-id-token" in done.stdout, done
    assert addresses(world) == ["10.0.0.1"]


@pytest.mark.parametrize("header", ["X_Forwarded_For", "X-Forwarded-For, Forwarded", "X Y", "X-Client:"])
def test_a_wrong_name_of_a_header_is_named(world, header):
    answer = run_cgi(world, "jwks", **cgi("jwks", "GET", TRUSTED_PROXY_HEADER=header))
    assert b"Status: 500" in answer.stdout and b"TRUSTED_PROXY_HEADER: should be" in answer.stdout


@pytest.mark.parametrize("networks", ["10.0.0.0/33", "10.0.0.0/-1", "proxy", "10.0.0", "::/129", "10.0.0.0/8/8"])
def test_a_wrong_network_is_named(world, networks):
    variables = {"TRUSTED_PROXIES": networks, **cgi("jwks", "GET")}
    answer = run_cgi(world, "jwks", **variables)
    assert b"Status: 500" in answer.stdout and b"TRUSTED_PROXIES: should be addresses" in answer.stdout


def test_the_request_says_who_and_with_what(web):
    trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    agent = "App/1 " + "x" * 600
    assert web.post("sign-in", {"identity": person("ada"), "as": "client"}, traceparent=trace, User_Agent=agent).status == 422
    [row] = web.world.rows("SELECT user_agent, trace_id FROM audit")
    assert row == {"user_agent": agent[:512], "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736"}


# Idempotency-Key


def test_a_retried_post_has_the_same_answer_and_no_second_effect(web):
    token = web.world.inviter()
    data = {"client": {"name": "Kim", "email": "kim@example.com"}}
    key = {"Idempotency_Key": "7f3c0a52-8f51-4a53-9a3e-8d9c8e0c1f10"}
    first, second = web.post("send-invitation", data, token, **key), web.post("send-invitation", data, token, **key)
    assert first.status == second.status == 200 and first.json == second.json and len(web.world.mails()) == 1
    without = web.post("send-invitation", data, token)
    assert (without.status, without.code) == (409, "client/duplicate")
    other = web.post("send-invitation", {"client": {"name": "Lee", "email": "lee@example.com"}}, token, **key)
    assert (other.status, other.code) == (409, "event/id-conflict")
    bob = web.world.inviter("bob")
    assert web.post("send-invitation", data, bob, **key).status == 200, "another caller's key is another key"
    long = web.post("send-invitation", data, token, Idempotency_Key="x" * 257)
    assert long.status == 400 and long.json["error"]["errors"][0]["pointer"] == "/id"


# The process


def cgi(function, method="POST", body=b"", **variables):
    named = {"CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": "application/json"} if body else {}
    return {
        "GATEWAY_INTERFACE": "CGI/1.1", "REQUEST_METHOD": method, "SCRIPT_NAME": route(function), "HTTP_HOST": "localhost",
        "REMOTE_ADDR": "192.0.2.1", **named, **variables,
    }


def run_cgi(world, function, body=b"", *arguments, **variables):
    return subprocess.run(
        [BIN / function, *arguments], env={**world.env, **variables}, cwd=world.folder, input=body, capture_output=True, timeout=60)


def test_a_query_that_is_not_encoded_like_one_is_400(world):
    for query in ("x=%4", "x=%", "a=1&a=2", "x=%ff"):
        assert run_cgi(world, "jwks", **cgi("jwks", "GET", QUERY_STRING=query)).stdout.startswith(b"Status: 400\n")


def test_an_answered_request_exits_with_0_whatever_the_status(world):
    for variables in ({}, {"EXIT_ON_ERROR": "1"}, {"POLICY_FILE": "/nowhere"}, {"REQUEST_METHOD": "PUT"}):
        body = b'{"code":"A"}'
        answer = run_cgi(world, "preview-invitation", body, **{**cgi("preview-invitation", body=body), **variables})
        assert answer.returncode == 0 and answer.stdout.startswith(b"Status: "), variables


def test_a_query_that_the_server_makes_an_argument_is_no_flag(world):
    answer = run_cgi(world, "jwks", b"", "--help", **cgi("jwks", "GET", QUERY_STRING="--help"))
    assert answer.stdout.startswith(b"Status: 200\n")


def test_no_more_is_read_than_the_length_says_and_less_is_refused(world):
    body = b'{"code":"A"}'
    longer = run_cgi(world, "preview-invitation", body + b" and more", **cgi("preview-invitation", body=body))
    assert b"invitation/not-found" in longer.stdout
    shorter = run_cgi(world, "preview-invitation", body[:5], **cgi("preview-invitation", body=body))
    assert shorter.stdout.startswith(b"Status: 400\n") and b"shorter" in shorter.stdout
    for length in ("x", "-1", "99999999999999999999"):
        answer = run_cgi(world, "preview-invitation", body, **{**cgi("preview-invitation", body=body), "CONTENT_LENGTH": length})
        assert answer.stdout.startswith(b"Status: 400\n"), length
    large = run_cgi(world, "preview-invitation", b"", **{**cgi("preview-invitation", body=body), "CONTENT_LENGTH": "6291457"})
    assert large.stdout.startswith(b"Status: 413\n")


def test_a_body_that_does_not_come_is_504(world):
    variables = {**cgi("preview-invitation", body=b"{}"), "DEADLINE_SECONDS": "1"}
    process = world.start("preview-invitation", b"", **variables)
    answer = process.stdout.read()
    assert process.wait(10) == 0 and answer.startswith(b"Status: 504\n") and b"service/deadline" in answer
    process.stdin.close()


def test_a_server_that_stops_a_function_gets_an_answer(world):
    process = world.start("preview-invitation", b"", **cgi("preview-invitation", body=b"{}"))
    while not reading(process):
        time.sleep(0.01)
    process.terminate()
    answer = process.stdout.read()
    assert process.wait(10) == 0 and answer.startswith(b"Status: 503\n") and b"Retry-After: 1\n" in answer
    process.stdin.close()


def reading(process):
    """Whether the process waits for its event, and has set its alarm before."""
    with open(f"/proc/{process.pid}/status") as status:
        caught = int(re.search(r"SigCgt:\s*(\w+)", status.read())[1], 16)
    return bool(caught & (1 << 14)) and bool(caught & (1 << 13))


def test_another_runner_than_those_that_there_are_is_78(world):
    answer = world.run("jwks", {}, env={"RUNNER": "cloud"})
    assert (answer.status, answer.code) == (78, "service/misconfigured")
    assert answer.json["error"]["detail"] == "RUNNER: should be one of stdin, cgi, openfaas, lambda"


def test_the_runner_may_be_said_outright(world):
    forced = world.run("jwks", {}, env={**cgi("jwks", "GET"), "RUNNER": "stdin"})
    assert (forced.status, forced.json) == (0, {"keys": []})
    answer = run_cgi(world, "jwks", RUNNER="cgi", **{**cgi("jwks", "GET"), "GATEWAY_INTERFACE": ""})
    assert answer.stdout.startswith(b"Status: 200\n")
