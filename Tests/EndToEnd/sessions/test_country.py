# SPDX-License-Identifier: Apache-2.0
"""The country of a request, and sign-ins from a new country."""

import json

import pytest
from http_receiver import Receiver
from people import granted, policy, sign_in, signed_up
from runners import FunctionURL, Watchdog, closing
from sessions import refresh, sessions
from web_servers import cgi, run_cgi
from worlds import person

HEADER = {"CLIENT_COUNTRY_HEADER": "CF-IPCountry"}
TRUSTED = {**HEADER, "TRUSTED_PROXIES": "127.0.0.0/8, 10.0.0.0/8"}


def client():
    """The event of a sign-in. Its token is valid for ten minutes."""
    return {"identity": person("kim"), "as": "client"}


@pytest.fixture
def hook():
    with Receiver() as receiver:
        yield receiver


@pytest.fixture(autouse=True)
def hooked(world, hook):
    """The world's webhooks go to `hook`."""
    world.policy(policy(webhooks=[{"url": hook.url}]))
    world.env.update(ALLOW_INSECURE="1", WEBHOOK_SIGNING_SECRET="whsec_" + "A" * 43 + "=")


def from_country(country):
    return {"event": {"clientcountry": country}} if country is not None else {}


def announced(world, hook):
    """The webhooks about a new country."""
    world.run("deliver-mail")
    bodies = [json.loads(body) for _, _, body in hook.requests]
    return [body for body in bodies if body["type"] == "security.new-country"]


def countries(world):
    return [row["country"] for row in world.rows("SELECT country FROM sessions ORDER BY created_at, id")]


# A new country


def test_a_sign_in_from_a_new_country_is_announced_once(world, hook):
    session = signed_up(world, **from_country("DE"))
    for country in ("DE", "FR", "FR", "de", "fr"):
        granted(sign_in(world, **from_country(country)))
    [event] = announced(world, hook)
    assert event["data"]["accountId"] == session["account"]["id"]
    assert countries(world) == ["DE", "DE", "FR", "FR", "DE", "FR"]


def test_a_country_of_an_ended_session_is_known(world, hook):
    session = signed_up(world, **from_country("DE"))
    granted(world.run("sign-out", {}, session["accessToken"]))
    granted(sign_in(world, **from_country("DE")))
    assert announced(world, hook) == []


@pytest.mark.parametrize("country", [None, "", "XX"])
def test_an_unknown_country_is_neither_stored_nor_announced(world, hook, country):
    signed_up(world, **from_country("DE"))
    granted(sign_in(world, **from_country(country)))
    assert announced(world, hook) == [] and countries(world) == ["DE", None]


def test_an_account_without_any_country_has_no_new_one(world, hook):
    signed_up(world)
    granted(sign_in(world, **from_country("DE")))
    assert announced(world, hook) == []
    granted(sign_in(world, **from_country("FR")))
    assert len(announced(world, hook)) == 1


def test_a_refresh_gives_a_session_without_a_country_its_country(world, hook):
    session = signed_up(world)
    session = granted(refresh(world, session["refreshToken"], clientcountry="DE"))["session"]
    session = granted(refresh(world, session["refreshToken"], clientcountry="FR"))["session"]
    assert [one["country"] for one in sessions(world, session)] == ["DE"]
    granted(sign_in(world, **from_country("FR")))
    assert len(announced(world, hook)) == 1


@pytest.mark.parametrize("country", ["DEU", "D", "D1", "T1", "ÄÖ", "\t\t"])
def test_a_country_of_the_envelope_has_two_letters(world, country):
    answer = sign_in(world, **from_country(country))
    assert answer.code == "event/invalid" and answer.json["error"]["errors"][0]["pointer"] == "/clientcountry"


# Over HTTP


def signed_in_over_cgi(world, **variables):
    body = json.dumps(client()).encode()
    done = run_cgi(world, "sign-in", body, **cgi("sign-in", body=body, **variables))
    assert b"Status: 200" in done.stdout, done
    return countries(world)[-1]


@pytest.mark.parametrize("variables, country", [
    ({**TRUSTED, "REMOTE_ADDR": "10.1.2.3", "HTTP_CF_IPCOUNTRY": "de"}, "DE"),
    ({**TRUSTED, "REMOTE_ADDR": "192.0.2.1", "HTTP_CF_IPCOUNTRY": "DE"}, None),
    ({**HEADER, "REMOTE_ADDR": "10.1.2.3", "HTTP_CF_IPCOUNTRY": "DE"}, None),
    ({"TRUSTED_PROXIES": "10.0.0.0/8", "REMOTE_ADDR": "10.1.2.3", "HTTP_CF_IPCOUNTRY": "DE"}, None),
    ({**TRUSTED, "REMOTE_ADDR": "10.1.2.3", "HTTP_CLOUDFRONT_VIEWER_COUNTRY": "DE"}, None),
    ({**TRUSTED, "CLIENT_COUNTRY_HEADER": "CloudFront-Viewer-Country", "REMOTE_ADDR": "10.1.2.3",
      "HTTP_CLOUDFRONT_VIEWER_COUNTRY": "FR"}, "FR"),
    ({**TRUSTED, "REMOTE_ADDR": "10.1.2.3", "HTTP_CF_IPCOUNTRY": "T1"}, None),
    ({**TRUSTED, "REMOTE_ADDR": "10.1.2.3", "HTTP_CF_IPCOUNTRY": "XX"}, None),
    ({**TRUSTED, "REMOTE_ADDR": "10.1.2.3", "HTTP_CF_IPCOUNTRY": "FR, DE"}, None),
    ({**TRUSTED, "REMOTE_ADDR": "10.1.2.3", "HTTP_CF_IPCOUNTRY": ""}, None)])
def test_only_a_trusted_proxy_names_the_country_in_the_named_header(world, variables, country):
    assert signed_in_over_cgi(world, **variables) == country


@pytest.mark.parametrize("header", ["CF_IPCountry", "CF-IPCountry, X", "X Y"])
def test_an_invalid_header_name_is_named(world, header):
    answer = run_cgi(world, "jwks", **cgi("jwks", "GET", CLIENT_COUNTRY_HEADER=header))
    assert b"Status: 500" in answer.stdout and b"CLIENT_COUNTRY_HEADER: should be" in answer.stdout


@pytest.mark.parametrize("source, country", [("10.1.2.3", "DE"), ("192.0.2.1", None)])
def test_lambda_reads_the_header_from_trusted_proxies(world, source, country):
    with closing(FunctionURL(world, **TRUSTED)) as aws:
        aws.request("sign-in", body=json.dumps(client()), source=source, CF_IPCountry="DE")
    assert countries(world) == [country]


@pytest.mark.parametrize("env, country", [(TRUSTED, "DE"), (HEADER, None)])
def test_openfaas_reads_the_header_if_proxies_are_trusted(world, env, country):
    watchdog = Watchdog(world, **env)
    watchdog.request("sign-in", json.dumps(client()).encode(), Cf_Ipcountry="DE")
    assert countries(world) == [country]
