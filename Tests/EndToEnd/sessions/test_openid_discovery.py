# SPDX-License-Identifier: Apache-2.0
"""OpenID Connect Discovery: the policy names only the issuer of a provider."""

import secrets

import jwt
import oidc_provider_mock
import pytest
from issuers import Issuer, OpenIDProvider
from worlds import person

DISCOVERY = "/.well-known/openid-configuration"


@pytest.fixture
def issuer(world):
    with Issuer() as issuer:
        world.env["ALLOW_INSECURE"] = "1"
        yield issuer


def sign_in(world, issuer, document, name="", **answer):
    """Signs kim in with a provider of which the policy names only the issuer."""
    issuer.put(DISCOVERY, document, **answer)
    iss = issuer.url + name
    world.policy({"providers": {"club": {"audiences": ["app"], "issuer": [iss, "https://else.example"]}}})
    return world.run("sign-in", {"identity": {**person("kim", iss=iss), "provider": "club"}})


@pytest.mark.parametrize("name", ["", "/"])
def test_the_discovery_document_of_an_issuer_names_its_key_set(world, issuer, name):
    document = {"issuer": issuer.url + name, "jwks_uri": issuer.url + "/keys"}
    for _ in range(2):
        assert "session" in sign_in(world, issuer, document, name=name).json
    assert issuer.paths == [DISCOVERY, "/keys"]


@pytest.mark.parametrize("document", [
    {"issuer": "https://attacker.example"}, {"issuer": None}, {"jwks_uri": None}, {"jwks_uri": ["/keys"]},
    {"jwks_uri": "/keys"}, {"jwks_uri": "file:///etc/passwd"}, {"jwks_uri": "http://keys.example/keys"},
], ids=str)
def test_an_unusable_discovery_document_leaves_the_event_unanswered(world, issuer, document):
    answer = sign_in(world, issuer, {"issuer": issuer.url, "jwks_uri": issuer.url + "/keys", **document})
    assert (answer.status, answer.code) == (75, "service/unavailable"), answer.json
    assert issuer.paths == [DISCOVERY]


def test_a_discovery_document_on_another_host_is_not_followed(world, issuer):
    issuer.put("/moved", {"issuer": issuer.url, "jwks_uri": issuer.url + "/keys"})
    assert sign_in(world, issuer, b"", status=302, Location="/moved").status == 75
    assert issuer.paths == [DISCOVERY]


@pytest.fixture
def provider(world):
    with oidc_provider_mock.run_server_in_thread() as server:
        url = f"http://localhost:{server.server_port}"
        world.env["ALLOW_INSECURE"] = "1"
        world.policy({"providers": {"club": {"issuer": url, "audiences": ["app"], "nonce": "required"}}})
        yield OpenIDProvider(url)


def identity(provider, name, **beside):
    nonce = secrets.token_urlsafe()
    return {"provider": "club", "idToken": provider.id_token(name, nonce), "nonce": nonce, **beside}


def test_a_trainer_signs_in_and_a_client_accepts_by_a_provider_known_by_its_issuer_alone(world, provider):
    shown = identity(provider, "ada")
    assert "kid" not in jwt.get_unverified_header(shown["idToken"])
    assert jwt.decode(shown["idToken"], options={"verify_signature": False})["aud"] == ["app"]
    trainer = world.run("sign-in", {"identity": shown}).json
    assert trainer["account"]["displayName"] == "Ada" and trainer["account"]["emailVerified"]

    code = world.invite(trainer["session"]["accessToken"])["code"]
    assert world.run("preview-invitation", {"code": code}).json["providers"] == ["club"]
    refused = world.run("accept-invitation", {"code": code, "identity": identity(provider, "eve")})
    assert refused.code == "invitation/email-mismatch"
    accepted = world.run("accept-invitation", {"code": code, "identity": identity(provider, "kim")}).json
    assert accepted["isNewAccount"] and accepted["account"]["email"] == "kim@example.com"
    again = world.run("sign-in", {"identity": identity(provider, "kim")}).json
    assert again["account"]["id"] == accepted["account"]["id"]


def test_a_token_of_the_provider_is_refused_with_another_s_nonce_or_for_another_app(world, provider):
    other = identity(provider, "kim", nonce="another")
    assert world.run("sign-in", {"identity": other}).code == "auth/nonce-mismatch"
    world.policy({"providers": {"club": {"issuer": provider.url, "audiences": ["another-app"]}}})
    assert world.run("sign-in", {"identity": identity(provider, "kim")}).code == "auth/invalid-id-token"
