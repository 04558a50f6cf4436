# SPDX-License-Identifier: Apache-2.0
"""The rules about persons hold for clients of Supabase Auth as for everybody who signs in."""

import concurrent.futures

import pytest
from supabase_auth.errors import AuthApiError
from supabase_clients import PASSWORD, SUPABASE, client_of, served, sign_up
from supabase_mails import code
from worlds import id_token

pytestmark = pytest.mark.postgresql
KIM = {"email": "kim@example.com", "password": PASSWORD}
OPEN = {**SUPABASE, "roles": {**SUPABASE["roles"], "signUp": ["admin", "client"]}}


def refusal(call, *arguments):
    with pytest.raises(AuthApiError) as refused:
        call(*arguments)
    return refused.value.code


def google(client, subject="kim", verified=True):
    token = id_token(sub=subject, email="kim@example.com", email_verified=verified, name="Kim")
    return client.sign_in_with_id_token({"provider": "google", "token": token})


def test_another_subject_with_the_same_verified_address_does_not_come_in(world):
    with served(world) as web:
        google(client_of(web), "first")
        assert refusal(google, client_of(web), "other") == "identity_already_exists"


@pytest.mark.parametrize("way", ["password", "identity"])
def test_an_invited_person_becomes_an_invitee_and_accepts_afterwards(world, way):
    with served(world, OPEN) as web:
        invitation = world.invite(world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"])
        came = sign_up(client_of(web)) if way == "password" else google(client_of(web), verified=False)
        assert came.user.app_metadata["role"] == "client"
        assert world.accept(invitation["code"]).json["client"]["name"] == "Kim"


def test_data_never_decides_the_role(world):
    with served(world, OPEN) as web:
        data = {"name": "Kim", "role": "admin", "app_metadata": {"role": "admin"}}
        user = client_of(web).sign_up({**KIM, "options": {"data": data}}).user
        assert user.app_metadata["role"] == "client"
        assert world.rows("SELECT role FROM accounts") == [{"role": "client"}]


def test_the_owner_of_an_address_gets_the_account_and_whoever_claimed_it_loses_it(world):
    with served(world) as web:
        thief = sign_up(client_of(web)).session
        world.rows("UPDATE accounts SET user_metadata = '{\"a\":1}'")
        owner = client_of(web)
        owner.sign_in_with_otp({"email": "kim@example.com"})
        session = owner.verify_otp({"email": "kim@example.com", "token": code(world), "type": "email"})
        assert session.user.id == thief.user.id and session.user.user_metadata == {}
        assert refusal(client_of(web).get_user, thief.access_token) == "session_not_found"
        assert refusal(client_of(web).sign_in_with_password, KIM) == "invalid_credentials"


def test_twenty_clients_refresh_at_once_with_one_token(world):
    with served(world) as web:
        first = sign_up(client_of(web)).session
        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            refreshed = list(pool.map(lambda _: client_of(web)._refresh_access_token(first.refresh_token).session, range(20)))
        assert len({session.refresh_token for session in refreshed}) == 1
        assert client_of(web)._refresh_access_token(refreshed[0].refresh_token).session


def test_twenty_uses_of_one_code_begin_one_session(world):
    with served(world) as web:
        client_of(web).sign_in_with_otp({"email": "kim@example.com"})
        typed = {"email": "kim@example.com", "token": code(world), "type": "email"}

        def use(_):
            try:
                return client_of(web).verify_otp(typed).session is not None
            except AuthApiError as refused:
                assert refused.code == "otp_expired"
                return False

        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            assert sum(pool.map(use, range(20))) == 1
        assert len(world.rows("SELECT id FROM accounts")) == 1


def test_its_sessions_are_ours(world):
    with served(world) as web:
        client = client_of(web)
        token = google(client).session.access_token
        assert {"account", "identities"} <= set(world.run("get-account", {}, token).json)
        ours = world.sign_in("kim")["session"]["accessToken"]
        assert len(world.run("list-sessions", {}, ours).json["sessions"]) == 2
        world.run("sign-out", {"everywhere": True}, ours)
        assert refusal(client.get_user) == "session_not_found"


def test_an_unproven_address_is_refused_before_anything_is_written(world):
    with served(world, {**OPEN, "email": {"verification": "required"}}) as web:
        for _ in range(2):
            assert refusal(google, client_of(web), "kim", False) == "email_not_confirmed"
        assert world.rows("SELECT id FROM accounts") == world.rows("SELECT subject FROM identities") == []


@pytest.mark.parametrize("data, kept", [
    ({"full_name": "", "name": "Kim"}, {"displayName": "Kim", "phone": None}),
    ({"name": "Kim", "phone": "", "profile": "free text", "consent": True}, {"displayName": "Kim", "phone": None}),
    ({"name": "Kim", "phone": "no number", "birthDate": "soon", "profile": {"bio": "x"}, "consent": {"version": 1}},
     {"displayName": "Kim", "phone": None}),
    ({"name": ["Kim"], "phone": "+4930123456", "profile": {"goal": "run"}}, {"phone": "+4930123456", "profile": {"goal": "run"}}),
])
def test_data_of_an_app_that_the_rules_cannot_use_is_only_metadata(world, data, kept):
    rules = {**SUPABASE, "consent": {"version": "2"},
             "profile": {"displayName": "required", "phone": "optional", "fields": {"goal": {"type": "string"}}}}
    with served(world, rules) as web:
        signed_up = client_of(web).sign_up({**KIM, "options": {"data": data}})
        assert signed_up.user.user_metadata == data
        account = world.run("get-account", {}, signed_up.session.access_token).json["account"]
        assert {name: account.get(name) for name in kept} == kept


@pytest.mark.parametrize("before", [{"email": None}, {"email": "typo@example.com", "email_verified": False}], ids=["none", "claimed"])
def test_an_address_that_is_proven_with_the_sign_in_is_enough(world, before):
    with served(world, {**OPEN, "email": {"verification": "required"}}) as web:
        claims = {name: value for name, value in before.items() if value is not None}
        earlier = world.run("sign-in", {"identity": {"provider": "google", "idToken": id_token(sub="kim", name="Kim", **claims)}})
        assert earlier.json["state"] == "emailNotVerified", earlier
        user = google(client_of(web)).user
        assert user.email == "kim@example.com" and user.id == earlier.json["account"]["id"]
