# SPDX-License-Identifier: Apache-2.0
"""Sign-in at a provider by authorization code with PKCE, by Supabase's own client and oidc-provider-mock."""

import json
import urllib.parse

import oidc_provider_mock
import pytest
from issuers import ask
from people import granted
from supabase_auth.errors import AuthApiError
from supabase_clients import SUPABASE, client_of, served, sign_up
from supabase_mails import code

pytestmark = pytest.mark.postgresql


@pytest.fixture
def policy(world):
    with oidc_provider_mock.run_server_in_thread() as server:
        url = f"http://localhost:{server.server_port}"
        for name in ("kim", "zoe"):
            claims = {"email": f"{name}@example.com", "email_verified": True, "name": name.capitalize()}
            ask(f"{url}/users/{name}", json.dumps(claims).encode(), "PUT", **{"Content-Type": "application/json"})
        club = {"issuer": url, "audiences": ["app"], "clientSecret": "secret"}
        world.env["ALLOW_INSECURE"] = "1"
        yield {**SUPABASE, "providers": {**SUPABASE["providers"], "keycloak": club}}


def at(web, path):
    """The path of a URL of this service, at the port of the test."""
    return web.request("GET", path.removeprefix("https://pfa.example"))


def lead(web, url, name="kim"):
    """A browser that signs in at the provider: where it is led then, with which query."""
    if url.startswith("http://127"):
        url = web.request("GET", url.split(str(web.port), 1)[1]).headers["Location"]
    back, _ = ask(url, {"sub": name})
    answer = at(web, back["Location"])
    assert answer.status == 303, answer.body
    location = urllib.parse.urlsplit(answer.headers["Location"])
    return location._replace(query="").geturl(), dict(urllib.parse.parse_qsl(location.query))


def test_a_person_signs_in_at_a_provider(world, policy):
    with served(world, policy, ALLOW_INSECURE="1") as web:
        client = client_of(web, flow="pkce")
        begun = client.sign_in_with_oauth({"provider": "keycloak", "options": {"redirect_to": "pfa://signed-in"}})
        where, what = lead(web, begun.url)
        assert where == "pfa://signed-in" and set(what) == {"code"}
        session = client.exchange_code_for_session({"auth_code": what["code"]}).session
        assert session.user.email == "kim@example.com" and session.user.app_metadata["providers"] == ["keycloak"]


def test_the_implicit_flow_is_off(world, policy):
    with served(world, policy, ALLOW_INSECURE="1") as web:
        url = client_of(web).sign_in_with_oauth({"provider": "keycloak"}).url
        answer = web.request("GET", url.split(str(web.port), 1)[1])
        assert (answer.status, answer.json["error_code"]) == (400, "validation_failed")


def test_a_forged_state_leads_to_the_site(world, policy):
    with served(world, policy, ALLOW_INSECURE="1") as web:
        answer = web.request("GET", "/auth/v1/callback?code=x&state=forged")
        assert answer.status == 303 and answer.headers["Location"].startswith("https://pfa.example?error=")


def test_a_signed_in_person_adds_a_provider_and_removes_it(world, policy):
    with served(world, policy, ALLOW_INSECURE="1") as web:
        client = client_of(web, flow="pkce")
        sign_up(client)
        client.verify_otp({"email": "kim@example.com", "token": code(world), "type": "signup"})
        begun = client.link_identity({"provider": "keycloak"})
        _, what = lead(web, begun.url, "zoe")
        client.exchange_code_for_session({"auth_code": what["code"]})
        identities = {each.provider: each for each in client.get_user_identities().identities}
        assert set(identities) == {"email", "keycloak"}
        client.unlink_identity(identities["keycloak"])
        assert [each.provider for each in client.get_user_identities().identities] == ["email"]
        with pytest.raises(AuthApiError) as refused:
            client.unlink_identity(identities["keycloak"])
        assert refused.value.code == "identity_not_found"


def test_a_code_that_was_used_does_not_add_the_provider_again(world, policy):
    with served(world, policy, ALLOW_INSECURE="1") as web:
        client = client_of(web, flow="pkce")
        sign_up(client)
        client.verify_otp({"email": "kim@example.com", "token": code(world), "type": "signup"})
        _, what = lead(web, client.link_identity({"provider": "keycloak"}).url, "zoe")
        [(key, verifier)] = [item for item in client._storage.storage.items() if item[0].endswith("code-verifier")]
        client.exchange_code_for_session({"auth_code": what["code"]})
        client.unlink_identity(next(each for each in client.get_user_identities().identities if each.provider == "keycloak"))
        client._storage.set_item(key, verifier)
        assert ended(client, what["code"])
        assert [each.provider for each in client.get_user_identities().identities] == ["email"]


def begun(web, name):
    """A code that would begin a session, of a person whose address the provider has not verified."""
    client = client_of(web, flow="pkce")
    _, what = lead(web, client.sign_in_with_oauth({"provider": "keycloak", "options": {"redirect_to": "pfa://signed-in"}}).url, name)
    return client, what["code"]


def ended(client, code):
    with pytest.raises(AuthApiError) as refused:
        client.exchange_code_for_session({"auth_code": code})
    return refused.value.code == "flow_state_not_found"


@pytest.fixture
def thief(policy):
    """A person at the provider who claims Kim's address."""
    issuer = policy["providers"]["keycloak"]["issuer"]
    claims = {"email": "kim@example.com", "email_verified": False, "name": "Kim"}
    ask(f"{issuer}/users/thief", json.dumps(claims).encode(), "PUT", **{"Content-Type": "application/json"})
    return "thief"


def test_a_code_of_a_flow_ends_with_the_first_proof_of_the_address(world, policy, thief):
    with served(world, policy, ALLOW_INSECURE="1") as web:
        client, stolen = begun(web, thief)
        owner = client_of(web)
        owner.sign_in_with_otp({"email": "kim@example.com"})
        assert owner.verify_otp({"email": "kim@example.com", "token": code(world), "type": "email"}).session
        assert ended(client, stolen)


def test_a_first_proof_by_a_flow_gives_a_code_that_works(world, policy, thief):
    with served(world, policy, ALLOW_INSECURE="1") as web:
        begun(web, thief)
        client, own = begun(web, "kim")
        assert client.exchange_code_for_session({"auth_code": own}).session.user.email_confirmed_at


def test_a_code_of_a_flow_ends_with_its_provider(world, policy):
    with served(world, policy, ALLOW_INSECURE="1") as web:
        client = client_of(web, flow="pkce")
        sign_up(client)
        session = client.verify_otp({"email": "kim@example.com", "token": code(world), "type": "signup"}).session
        other, stolen = begun(web, "kim")
        granted(world.run("unlink-identity", {"provider": "keycloak"}, session.access_token))
        assert ended(other, stolen)
