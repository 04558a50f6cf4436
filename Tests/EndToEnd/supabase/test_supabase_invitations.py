# SPDX-License-Identifier: Apache-2.0
"""Invitations that are accepted with `verify`, by Supabase's own client."""

import pytest
from people import code_in, mails_to
from service_keys import key
from supabase_auth.errors import AuthApiError
from supabase_clients import SUPABASE, SyncGoTrueClient, client_of, served
from supabase_mails import code as typed

pytestmark = pytest.mark.postgresql
POLICY = {**SUPABASE, "roles": {**SUPABASE["roles"], "signUp": ["admin", "client"]}}
KIM = "kim@example.com"


def refusal(call, *arguments):
    with pytest.raises(AuthApiError) as refused:
        call(*arguments)
    return refused.value.code


def backend(world, web):
    world.sign_in("ada", **{"as": "admin"})
    secret = key(world, "backend", "supabase-auth", inviter="ada@example.com")
    url = f"http://127.0.0.1:{web.port}/auth/v1"
    return SyncGoTrueClient(url=url, headers={"apikey": secret, "Authorization": f"Bearer {secret}"}).admin


@pytest.mark.parametrize("form", ["typed", "hash"])
def test_the_code_of_an_invitations_mail_signs_in(world, form):
    with served(world, POLICY) as web:
        backend(world, web).invite_user_by_email(KIM, {"data": {"team": "red"}})
        code = code_in(mails_to(world, "kim")[-1])
        proof = {"token_hash": code} if form == "hash" else {"email": KIM, "token": code}
        client = client_of(web)
        accepted = client.verify_otp({**proof, "type": "invite"})
        assert accepted.user.email_confirmed_at and accepted.user.user_metadata == {"team": "red"}
        assert client.get_user().user.app_metadata["role"] == "client"
        assert world.rows("SELECT status FROM invitations") == [{"status": "accepted"}]
        assert refusal(client_of(web).verify_otp, {**proof, "type": "invite"}) == "otp_expired"


def test_the_code_of_a_link_proves_no_address(world):
    with served(world, POLICY) as web:
        link = backend(world, web).generate_link({"type": "invite", "email": KIM}).properties
        for proof in ({"token_hash": link.hashed_token}, {"email": KIM, "token": link.email_otp}):
            assert refusal(client_of(web).verify_otp, {**proof, "type": "invite"}) == "not_implemented"
        assert world.rows("SELECT status FROM invitations") == [{"status": "pending"}]


def test_codes_that_open_nothing_have_the_name_of_supabase(world):
    with served(world, POLICY) as web:
        backend(world, web).invite_user_by_email(KIM)
        code = code_in(mails_to(world, "kim")[-1])
        for proof in ({"token_hash": "A" * 32}, {"token_hash": "no code!"}, {"email": "lee@example.com", "token": code}):
            assert refusal(client_of(web).verify_otp, {**proof, "type": "invite"}) == "otp_expired", proof
        assert world.rows("SELECT status FROM invitations") == [{"status": "pending"}]


def test_an_address_with_an_account_signs_in_to_accept(world):
    with served(world, POLICY) as web:
        client = client_of(web)
        client.sign_in_with_otp({"email": KIM})
        client.verify_otp({"email": KIM, "token": typed(world), "type": "email"})
        backend(world, web).invite_user_by_email(KIM)
        code = code_in(mails_to(world, "kim")[-1])
        assert refusal(client_of(web).verify_otp, {"token_hash": code, "type": "invite"}) == "email_exists"
        assert world.run("accept-invitation", {"code": code}, client.get_session().access_token).code is None


def test_guesses_of_short_codes_count(world):
    limits = {**SUPABASE["limits"], "shortCode": {"max": 2, "seconds": 900}}
    with served(world, {**POLICY, "limits": limits}) as web:
        right = backend(world, web).generate_link({"type": "invite", "email": KIM}).properties.email_otp
        for _ in range(2):
            wrong = {"email": KIM, "token": "AAAA-AAAA", "type": "invite"}
            assert refusal(client_of(web).verify_otp, wrong) == "otp_expired"
        for token in ("AAAA-AAAA", right):
            assert refusal(client_of(web).verify_otp, {"email": KIM, "token": token, "type": "invite"}) == "over_request_rate_limit"


def test_a_policy_without_mailed_codes_says_so(world):
    providers = {name: value for name, value in SUPABASE["providers"].items() if name != "email"}
    with served(world, {**POLICY, "providers": providers}) as web:
        backend(world, web).invite_user_by_email(KIM)
        code = code_in(mails_to(world, "kim")[-1])
        assert refusal(client_of(web).verify_otp, {"token_hash": code, "type": "invite"}) == "otp_disabled"
