# SPDX-License-Identifier: Apache-2.0
"""PyPI's `supabase-auth` signs up, signs in, refreshes and signs out."""

import jwt
import pytest
from supabase_auth.errors import AuthApiError, AuthWeakPasswordError
from supabase_clients import PASSWORD, SUPABASE, client_of, served, sign_up

pytestmark = pytest.mark.postgresql


def claims(session):
    return jwt.decode(session.access_token, options={"verify_signature": False})


def test_a_person_signs_up_and_in_and_out(world):
    with served(world) as web:
        client = client_of(web)
        created = sign_up(client)
        assert created.user.email == "kim@example.com" and created.user.user_metadata == {"full_name": "Kim"}
        assert [each.provider for each in created.user.identities] == ["email"] and created.user.email_confirmed_at is None
        assert created.user.app_metadata == {"provider": "email", "providers": ["email"], "role": "client"}

        phone = client_of(web)
        session = phone.sign_in_with_password({"email": "kim@example.com", "password": PASSWORD}).session
        assert claims(session)["aud"] == claims(session)["role"] == "authenticated"
        assert claims(session)["aal"] == "aal1" and claims(session)["amr"][0]["method"] == "password"
        assert claims(session)["session_id"] == claims(session)["sid"] and claims(session)["email"] == ""
        assert claims(session)["sub"] == session.user.id == created.user.id
        assert phone.get_user().user.id == created.user.id
        assert phone.get_claims()["claims"]["sub"] == created.user.id

        refreshed = phone.refresh_session().session
        assert refreshed.refresh_token != session.refresh_token and refreshed.user.id == session.user.id
        phone.sign_out()
        for ended in (refreshed, created.session):
            with pytest.raises(AuthApiError) as refused:
                client_of(web).get_user(ended.access_token)
            assert (refused.value.code, refused.value.status) == ("session_not_found", 403)


def test_our_functions_take_its_tokens(world):
    with served(world) as web:
        session = sign_up(client_of(web)).session
    account = world.run("get-account", {}, session.access_token).json["account"]
    assert account["displayName"] == "Kim" and account["role"] == "client"
    assert len(world.run("list-sessions", {}, session.access_token).json["sessions"]) == 1


def test_without_the_policy_there_are_no_routes(world):
    with served(world, {name: value for name, value in SUPABASE.items() if name != "supabase"}) as web:
        assert web.request("GET", "/auth/v1/health").status == 404
        assert web.request("POST", "/auth/v1/signup", "{}", {"Content-Type": "application/json"}).status == 404


def test_a_required_proof_of_the_address_comes_before_a_session(world):
    with served(world, {**SUPABASE, "email": {"verification": "required"}}) as web:
        client = client_of(web)
        created = sign_up(client)
        assert created.session is None and created.user.identities
        with pytest.raises(AuthApiError) as refused:
            client.sign_in_with_password({"email": "kim@example.com", "password": PASSWORD})
        assert refused.value.code == "email_not_confirmed"


def test_errors_are_those_that_its_users_catch(world):
    with served(world) as web:
        client = client_of(web)
        sign_up(client)
        with pytest.raises(AuthApiError) as refused:
            sign_up(client_of(web))
        assert refused.value.code == "user_already_exists"
        with pytest.raises(AuthApiError) as refused:
            client.sign_in_with_password({"email": "kim@example.com", "password": "wrong password"})
        assert (refused.value.code, refused.value.status) == ("invalid_credentials", 400)
        with pytest.raises(AuthWeakPasswordError) as weak:
            client.sign_up({"email": "zoe@example.com", "password": "short"})
        assert weak.value.reasons == ["length"]
        with pytest.raises(AuthApiError) as refused:
            client.sign_up({"email": "zoe", "password": PASSWORD, "options": {"data": {"name": "Zoe"}}})
        assert refused.value.code == "email_address_invalid"
        with pytest.raises(AuthApiError) as refused:
            client.sign_in_anonymously()
        assert (refused.value.code, refused.value.status) == ("anonymous_provider_disabled", 501)


def test_a_session_survives_a_hundred_lost_answers(world):
    with served(world) as web:
        client = client_of(web)
        first = sign_up(client).session
        token = first.refresh_token
        for _ in range(100):
            lost = client._refresh_access_token(token).session.refresh_token
            assert client._refresh_access_token(token).session.refresh_token == lost != token
            token = lost


def test_an_older_refresh_token_ends_the_session(world):
    with served(world) as web:
        client = client_of(web)
        first = sign_up(client).session
        second = client._refresh_access_token(first.refresh_token).session
        third = client._refresh_access_token(second.refresh_token).session
        with pytest.raises(AuthApiError) as refused:
            client._refresh_access_token(first.refresh_token)
        assert refused.value.code == "refresh_token_already_used"
        with pytest.raises(AuthApiError) as refused:
            client._refresh_access_token(third.refresh_token)
        assert refused.value.code == "refresh_token_already_used"
        with pytest.raises(AuthApiError) as refused:
            client.get_user(third.access_token)
        assert refused.value.code == "session_not_found"
        with pytest.raises(AuthApiError) as refused:
            client._refresh_access_token("nonsense")
        assert refused.value.code == "refresh_token_not_found"
