# SPDX-License-Identifier: Apache-2.0
"""Responses over CGI: status, headers, language and retries."""

import json
import urllib.parse

from people import policy
from web_servers import FORM
from worlds import ROOT, person

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


def test_a_401_has_a_challenge(web):
    token = web.world.inviter()
    assert web.post("list-clients", {}, token).status == 200
    missing, wrong, basic = web.post("list-clients", {}), web.post("list-clients", {}, "x.y.z"), web.post("list-clients", {}, Authorization="Basic eDp5")
    assert (missing.status, missing.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert (wrong.status, wrong.headers["WWW-Authenticate"]) == (401, 'Bearer error="invalid_token"')
    assert (basic.status, basic.headers["WWW-Authenticate"]) == (401, 'Bearer error="invalid_token"')
    identity = web.post("sign-in", {"identity": {"provider": "google", "idToken": "a.b.c"}}, token)
    assert (identity.status, identity.headers["WWW-Authenticate"]) == (401, "Bearer"), "it is not the token that is wrong"


def test_a_refusal_has_a_retry_after_header(web):
    web.world.policy(policy(limits={"signIn": {"max": 1, "seconds": 900}}))
    wrong = {"email": "kim@example.com", "password": "wrong horse battery"}
    assert web.post("sign-in", wrong).status == 401
    refused = web.post("sign-in", wrong)
    assert (refused.status, refused.code) == (429, "auth/too-many-requests")
    assert refused.headers["Retry-After"] == str(refused.json["error"]["retryAfter"])


def test_an_unanswered_event_is_503_and_a_wrong_setting_500(serve, world):
    unreachable = {"google": {"audiences": ["app"], "jwksURL": "http://127.0.0.1:9/keys"}}
    world.policy({"providers": unreachable})
    with serve(world, ALLOW_INSECURE="1") as web:
        response = web.post("sign-in", {"identity": person("ada")})
        assert (response.status, response.code, response.headers["Retry-After"]) == (503, "service/unavailable", "1")
        web.policy({"providers": "none"})
        response = web.post("sign-in", {"identity": person("ada")})
        assert (response.status, response.code) == (500, "service/misconfigured")
        assert web.request("OPTIONS", "/sign-in").status == 500


def test_every_refusal_is_in_the_language_of_the_request(web):
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
