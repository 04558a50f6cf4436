# SPDX-License-Identifier: Apache-2.0
"""Functions as HTTP requests, over the CGI and the FastCGI of lighttpd, nginx and Apache: methods, content types, bodies, paths and queries."""

import re

import pytest
from runners import route
from web_servers import FORM
from worlds import POLICY

# Methods


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "PATCH"])
def test_another_method_is_405_and_the_right_ones_are_named(web, method):
    response = web.request(method, "/preview-invitation?code=A")
    assert response.status == 405 and response.headers["Allow"] == "POST, OPTIONS"
    assert response.body == b"" if method == "HEAD" else response.code == "http/method-not-allowed"


def test_head_is_answered_like_get_without_a_body(web):
    get, head = web.request("GET", "/jwks"), web.request("HEAD", "/jwks")
    assert (get.status, head.status, head.body) == (200, 200, b"") and get.json == {"keys": []}
    for name in ("Content-Type", "Cache-Control", "X-Content-Type-Options"):
        assert get.headers[name] == head.headers[name]
    assert web.request("POST", "/jwks").headers["Allow"] == "GET, HEAD, OPTIONS"


def test_options_runs_no_function(web):
    web.without_tables()
    response = web.request("OPTIONS", "/send-invitation")
    assert (response.status, response.body, response.headers["Allow"]) == (204, b"", "POST, OPTIONS")
    assert not web.world.database.exists()


def test_a_preflight_is_answered_by_the_policy(serve, world):
    asks = {"Origin": "https://app.example.com", "Access-Control-Request-Method": "POST"}
    with serve(world) as web:
        assert not [name for name in web.request("OPTIONS", "/sign-in", headers=asks).headers if "Access-Control" in name]
        web.policy({**POLICY, "cors": {"origins": ["https://app.example.com"]}})
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
        web.policy({**POLICY, "cors": {"origins": ["*"]}})
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
def test_json_and_forms_are_accepted(web, type, body):
    response = web.request("POST", "/preview-invitation", body, {"Content-Type": type})
    assert (response.status, response.code) == (404, "invitation/not-found"), response.json


def test_a_post_without_a_body_has_no_data(web):
    response = web.request("POST", "/preview-invitation")
    assert (response.status, [error["pointer"] for error in response.json["error"]["errors"]]) == (400, ["/code"])


@pytest.mark.parametrize(
    "body, code", [(b"{", "event/not-json"), (b'{"code":"A"}x', "event/not-json"), (b"[]", "event/invalid"), (b"null", "event/invalid")])
def test_a_body_that_is_not_an_object_is_400(web, body, code):
    response = web.post("preview-invitation", body)
    assert (response.status, response.code) == (400, code)


@pytest.mark.parametrize(
    "body",
    [b"code=%4", b"code=%", b"code=%zz", b"code=%+1", b"code=%ff", b"code=\xff", b"code=A&code=B", b"code=A&cod%65=A",
     b"&".join(b"f%d=1" % n for n in range(300))],
    ids=lambda body: body[:12].decode("latin1"),
)
def test_an_invalid_form_encoding_is_400(web, body):
    response = web.request("POST", "/preview-invitation", body, FORM)
    assert (response.status, response.code) == (400, "event/invalid"), response.json


@pytest.mark.parametrize(
    "body",
    [
        b"", b"--x", b"--x\r\n\r\nA", b"--x\r\n\r\nA\r\n--x--", b'--x\r\nContent-Disposition: form-data; name="code"\r\n\r\nA',
        b'--x\r\nContent-Disposition: form-data; name="code"; filename="a"\r\n\r\nA\r\n--x--',
        b'--x\r\nContent-Disposition: form-data; name="shoe"; filename="a"\r\n\r\nA\r\n--x--',
        b'--x\r\nContent-Disposition: form-data; name="code"; filename*=UTF-8\'\'a\r\n\r\nA\r\n--x--',
        b'--x\r\nContent-Disposition: form-data; name="code"\r\n\r\nA\r\n--x\r\nContent-Disposition: form-data; name="code"\r\n\r\nA\r\n--x--',
        # Comparing such names takes quadratic time.
        b'--x\r\nContent-Disposition: form-data; name="a' + ("\u0301\u0323" * 200_000).encode() + b'"; filename=a\r\n\r\nA\r\n--x--',
        b'--x\r\nContent-Disposition: form-data; name="a\xff"\r\n\r\nA\r\n--x--',
    ],
    ids=range(11),
)
def test_an_invalid_multipart_form_is_400(web, body):
    response = web.request("POST", "/preview-invitation", body, {"Content-Type": "multipart/form-data; boundary=x"})
    assert (response.status, response.code) == (400, "event/invalid"), response.json


def test_a_file_is_taken_only_by_a_field_for_files(web):
    """A field for a file without one is left out. The page is shown only with a session, so a granted form leads to the sign-in."""
    def upload(part):
        body = b"--x\r\nContent-Disposition: form-data; " + part + b"\r\n--x--\r\n"
        return web.request("POST", "/clients", body, {"Content-Type": "multipart/form-data; boundary=x"}).status

    assert upload(b'name="file"; filename="clients.csv"\r\nContent-Type: text/csv\r\n\r\n\xff\xfeK\x00') == 303
    assert upload(b'name="file"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n') == 303
    assert upload(b'name="list"\r\n\r\nKim,kim@example.com') == 303
    assert upload(b'name="list"; filename="clients.csv"\r\n\r\nKim') == 400
    assert upload(b'name="file"\r\n\r\nKim') == 400
    assert upload(b'name="file"; filename="clients.csv"\r\n\r\n' + b"a" * 5_000_000) == 303
    assert upload(b'name="file"; filename="clients.csv"\r\n\r\n' + b"a" * 6_400_000) == 413


def test_form_fields_become_numbers_if_the_schema_says_so(web):
    token = web.world.inviter()
    bearer = {"Authorization": f"Bearer {token}", **FORM}
    assert web.request("POST", "/list-clients", b"limit=5&status=pending", bearer).json == {"clients": [], "nextCursor": None}
    for limit in (b"5x", b"", b"0", b"true"):
        bad = web.request("POST", "/list-clients", b"limit=" + limit, bearer)
        assert [error["pointer"] for error in bad.json["error"]["errors"]] == ["/limit"]


def test_a_body_cannot_set_attributes_of_the_request(web):
    response = web.post("preview-invitation", {"data": {"code": "A"}, "clientip": "192.0.2.1", "authorization": "Bearer x"})
    assert response.status == 400
    assert {error["pointer"] for error in response.json["error"]["errors"]} >= {"/data", "/clientip", "/authorization"}


def test_a_body_of_more_than_6_mib_is_413(web):
    limit = 6 * 1024 * 1024
    fitting = b'{"code":"' + b"a" * (limit - 11) + b'"}'
    assert web.post("preview-invitation", fitting).code == "event/invalid"
    response = web.post("preview-invitation", fitting + b" ")
    assert (response.status, response.code) == (413, "event/too-large")


def test_a_body_may_come_in_chunks(serve, world):
    text = b"POST /preview-invitation HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
    with serve(world) as web:
        answer = web.raw(text + b'Transfer-Encoding: chunked\r\n\r\n5\r\n{"cod\r\n7\r\ne":"A"}\r\n0\r\n\r\n')
    if serve.__name__.startswith("apache"):
        assert answer.startswith(b"HTTP/1.1 411 "), "the function would not get its length"
    else:
        assert answer.startswith(b"HTTP/1.1 404") and b"invitation/not-found" in answer


# Paths and queries


@pytest.mark.parametrize("path", ["/preview-invitation?code=B", "/%70review-invitation", "/preview%2Dinvitation?", "/./preview-invitation",
    "//preview-invitation"])
def test_equivalent_spellings_of_a_path_are_equal(web, path):
    response = web.request("POST", path, b'{"code":"A"}', {"Content-Type": "application/json"})
    assert (response.status, response.code) == (404, "invitation/not-found")


@pytest.mark.parametrize("path", ["/preview-invitation/x", "/preview-invitation%2fx", "/preview-invitation%00", "/preview-invitationx",
    "/sign-in/../deliver-mail", "/etc/passwd", "/%2e%2e/bin/deliver-mail"])
def test_an_unknown_path_is_404(web, path):
    response = web.request("POST", path, b'{"code":"A"}', {"Content-Type": "application/json"})
    assert response.status in (400, 403, 404) and b"invitation/not-found" not in response.body and b'"sent"' not in response.body


def test_a_route_may_have_several_parts(web):
    response = web.post("sign-in-with-apple", {"identity_token": "a.b.c", "user_identifier": "1"})
    assert route("sign-in-with-apple") == "/api/auth/apple"
    assert (response.status, response.json["success"], response.code) == (401, False, "auth/invalid-id-token")


def test_unknown_query_parameters_are_ignored(web):
    assert web.request("GET", "/jwks?utm_source=mail&x=%41").json == {"keys": []}
    assert web.request("GET", "/jwks?utm=1&utm=2").json == {"keys": []}
    assert web.request("GET", "/app-configuration?locale=en&locale=de").status == 400, "a field of the function"
    token = "A" * 20
    response = web.request("POST", f"/unsubscribe?token={token}&utm_source=x", b"List-Unsubscribe=One-Click", FORM)
    assert (response.status, response.code) == (422, "auth/code-invalid")
    page = web.request("POST", f"/unsubscribe?token={token}", f"token={token}".encode(), FORM)
    assert page.status == 422 and "This link isn’t complete" in page.body.decode(), "the form goes before the query"


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
    assert response.json == {"message": "kim@example.com will no longer get invitations from us by email."}
    assert web.world.rows("SELECT reason FROM suppressions") == [{"reason": "unsubscribed"}]
