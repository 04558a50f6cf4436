# SPDX-License-Identifier: Apache-2.0
"""Second factors and identities, by Supabase's own client."""

import concurrent.futures
import hashlib
import time

import jwt
import pyotp
import pytest
from factors import challenged, confirm_totp
from factors import code as typed_code
from faulty import clock
from people import granted, sign_in, verified
from supabase_auth.errors import AuthApiError
from supabase_clients import PASSWORD, SUPABASE, client_of, served, sign_up, through_supabase
from supabase_mails import code
from worlds import id_token

pytestmark = pytest.mark.postgresql
KIM = {"email": "kim@example.com", "password": PASSWORD}


def refusal(call, *arguments):
    with pytest.raises(AuthApiError) as refused:
        call(*arguments)
    return refused.value.code


def claims(session):
    return jwt.decode(session.access_token, options={"verify_signature": False})


def enrolled(client):
    """A client whose person has added an authenticator app: the app, and the id of the factor."""
    factor = client.mfa.enroll({"factor_type": "totp", "friendly_name": "Phone"})
    assert factor.totp.qr_code.startswith("data:image/svg+xml;utf-8,<svg") and factor.friendly_name == "Phone"
    app = pyotp.parse_uri(factor.totp.uri)
    client.mfa.challenge_and_verify({"factor_id": factor.id, "code": app.now()})
    return app, factor.id


def test_a_factor_raises_the_level_of_its_session(world):
    with served(world) as web:
        client = client_of(web)
        sign_up(client)
        enrolled(client)
        session = client.get_session()
        assert claims(session)["aal"] == "aal2" and claims(session)["amr"][0]["method"] == "totp"
        assert client.mfa.get_authenticator_assurance_level().current_level == "aal2"
        assert [factor.status for factor in client.mfa.list_factors().totp] == ["verified"]


@pytest.fixture
def waiting(world):
    """A phone whose session waits for the factor, with the authenticator app and the factor's id."""
    with served(world) as web:
        client = client_of(web)
        sign_up(client)
        app, factor = enrolled(client)
        phone = client_of(web)
        phone.sign_in_with_password(KIM)
        yield phone, app, factor


def test_a_session_that_waits_for_its_factor_opens_nothing_of_ours(world, waiting):
    phone, _, factor = waiting
    waiting = phone.get_session()
    assert claims(waiting)["aal"] == "aal1" and phone.get_user().user.id == waiting.user.id
    assert phone.mfa.get_authenticator_assurance_level().next_level == "aal2"
    for function in ("get-account", "list-sessions", "list-factors", "export-account", "sign-out"):
        assert world.run(function, {}, waiting.access_token).code == "auth/factor-required", function
    assert world.run("refresh-session", {"refreshToken": waiting.refresh_token}).code == "auth/factor-required"
    for change in ({"password": "another good password"}, {"data": {"a": 1}}, {"email": "new@example.com"}):
        assert refusal(phone.update_user, change) == "insufficient_aal"
    assert refusal(phone.mfa.unenroll, {"factor_id": factor}) == "insufficient_aal"
    waiting = phone.refresh_session().session
    assert world.run("get-account", {}, waiting.access_token).code == "auth/factor-required"


def test_a_code_of_the_factor_opens_the_session_and_ends_what_it_was_before(world, waiting):
    phone, app, factor = waiting
    before = phone.get_session()
    assert refusal(phone.mfa.challenge_and_verify, {"factor_id": factor, "code": "000000"}) == "mfa_verification_failed"
    world.rows("UPDATE factors SET last_step = NULL")
    phone.mfa.challenge_and_verify({"factor_id": factor, "code": app.now()})
    session = phone.get_session()
    assert claims(session)["aal"] == "aal2"
    assert "account" in world.run("get-account", {}, session.access_token).json
    assert refusal(phone.get_user, before.access_token) == "bad_jwt"


def test_wrong_codes_count_for_the_account_in_every_session(world):
    limits = {**SUPABASE["limits"], "signIn": {"max": 100, "seconds": 900}}
    with served(world, {**SUPABASE, "limits": limits}) as web:
        client = client_of(web)
        sign_up(client)
        app, factor = enrolled(client)
        world.rows("UPDATE factors SET last_step = NULL")
        for number in range(5):
            thief = client_of(web)
            thief.sign_in_with_password(KIM)
            wrong = {"factor_id": factor, "code": "000000"}
            assert refusal(thief.mfa.challenge_and_verify, wrong) == "mfa_verification_failed", number
        late = client_of(web)
        assert refusal(late.sign_in_with_password, KIM) in ("invalid_credentials", "over_request_rate_limit")
        assert refusal(thief.mfa.challenge_and_verify, {"factor_id": factor, "code": app.now()}) == "over_request_rate_limit"


def test_a_factor_that_is_confirmed_while_it_is_given_up_is_not_lost(world):
    with served(world) as web:
        client = client_of(web)
        sign_up(client)
        begun = client.mfa.enroll({"factor_type": "totp", "friendly_name": "Phone"})
        with concurrent.futures.ThreadPoolExecutor() as pool, world.locked() as database:
            removal = pool.submit(client.mfa.unenroll, {"factor_id": begun.id})
            time.sleep(1)  # Until it has read the factor and waits for the lock.
            database.execute("UPDATE factors SET confirmed_at = created_at")
            database.execute("UPDATE accounts SET factors = 1")
        with pytest.raises(AuthApiError) as refused:
            removal.result()
    assert refused.value.code == "insufficient_aal"
    [row] = world.rows("SELECT a.factors, f.confirmed_at FROM accounts a JOIN factors f ON f.account_id = a.id")
    assert row["factors"] == 1 and row["confirmed_at"]


def test_a_factor_is_removed_and_one_that_was_never_confirmed_too(world):
    with served(world) as web:
        client = client_of(web)
        sign_up(client)
        begun = client.mfa.enroll({"factor_type": "totp", "friendly_name": "Never"})
        assert client.mfa.unenroll({"factor_id": begun.id}).id == begun.id
        _, factor = enrolled(client)
        client.mfa.unenroll({"factor_id": factor})
        assert client.get_user().user.factors == []
        assert refusal(client.mfa.unenroll, {"factor_id": factor}) == "mfa_factor_not_found"
        assert refusal(client.mfa.enroll, {"factor_type": "phone", "phone": "+1", "friendly_name": "x"}) == "mfa_phone_enroll_not_enabled"


def test_a_challenge_is_one_of_its_factor_and_ends(world, waiting):
    phone, app, factor = waiting
    world.rows("UPDATE factors SET last_step = NULL")
    challenge = phone.mfa.challenge({"factor_id": factor}).id
    for wrong in ("00000000-0000-4000-8000-000000000000", "x", challenge[:-1] + ("0" if challenge[-1] != "0" else "1")):
        tried = {"factor_id": factor, "challenge_id": wrong, "code": app.now()}
        assert refusal(phone.mfa.verify, tried) == "mfa_challenge_expired", wrong
    data = {"method": "POST", "path": f"factors/{factor}/verify", "headers": {}, "body": {"challenge_id": challenge, "code": app.now()}}
    event = {"authorization": f"Bearer {phone.get_session().access_token}", "data": data}
    late = world.run("supabase-auth", event=event, env=clock("+6m")).json
    assert (late["status"], late["body"]["error_code"]) == (422, "mfa_challenge_expired")
    assert phone.mfa.verify({"factor_id": factor, "challenge_id": challenge, "code": app.now()})


def test_two_factors_have_two_names(world):
    with served(world) as web:
        client = client_of(web)
        sign_up(client)
        enrolled(client)
        assert refusal(client.mfa.enroll, {"factor_type": "totp", "friendly_name": "Phone"}) == "mfa_factor_name_conflict"
        assert client.mfa.enroll({"factor_type": "totp", "friendly_name": "Tablet"}).id
        for _ in range(2):
            assert client.mfa.enroll({"factor_type": "totp"}).id


def test_an_id_token_signs_in_and_its_identity_is_shown(world):
    with served(world) as web:
        client = client_of(web)
        token = id_token(sub="kim", email="kim@example.com", email_verified=True, name="Kim")
        session = client.sign_in_with_id_token({"provider": "google", "token": token}).session
        assert claims(session)["amr"][0]["method"] == "oauth" and claims(session)["email"] == "kim@example.com"
        [identity] = client.get_user_identities().identities
        assert (identity.provider, identity.id, identity.identity_data["email"]) == ("google", "kim", "kim@example.com")
        assert refusal(client.unlink_identity, identity) == "single_identity_not_deletable"
        wrong = {"provider": "google", "token": id_token(sub="kim", aud="other")}
        assert refusal(client.sign_in_with_id_token, wrong) == "bad_jwt"


def linking(client, token, **more):
    body = {"provider": "google", "id_token": token, "link_identity": True, **more}
    session = client.get_session()
    return client._request("POST", "token", query={"grant_type": "id_token"}, body=body, jwt=session and session.access_token).json()


def test_an_id_token_adds_its_identity_to_the_signed_in_account(world):
    with served(world) as web:
        client = client_of(web)
        client.sign_in_with_otp({"email": "kim@example.com", "options": {"data": {"full_name": "Kim"}}})
        client.verify_otp({"email": "kim@example.com", "token": code(world), "type": "email"})
        nonce = hashlib.sha256(b"raw").hexdigest()
        token = id_token(sub="kim", email="kim@other.example.com", email_verified=True, name="Kim", nonce=nonce)
        assert refusal(lambda: linking(client, token, nonce="other")) == "bad_jwt"
        linked = linking(client, token, nonce="raw")
        assert linked["user"]["id"] == client.get_user(linked["access_token"]).user.id
        assert [identity["provider"] for identity in linked["user"]["identities"]] == ["google"]
        read = jwt.decode(linked["access_token"], options={"verify_signature": False})
        assert read["session_id"] == claims(client.get_session())["session_id"]
        other = id_token(sub="other", email="kim@third.example.com", email_verified=True, name="Kim")
        assert refusal(linking, client, other) == "identity_already_exists"
        world.rows("UPDATE sessions SET created_at = created_at - 3600000")
        assert refusal(linking, client, other) == "reauthentication_needed"
        assert refusal(linking, client_of(web), other) in ("no_authorization", "bad_jwt")


def test_the_provider_has_the_hash_of_the_nonce(world):
    with served(world) as web:
        signed = lambda nonce: client_of(web).sign_in_with_id_token({
            "provider": "google", "nonce": "raw",
            "token": id_token(sub="kim", email="kim@example.com", email_verified=True, name="Kim", nonce=nonce)})
        assert signed(hashlib.sha256(b"raw").hexdigest()).session
        for wrong in ("raw", hashlib.sha256(b"other").hexdigest(), None):
            assert refusal(signed, wrong) == "bad_jwt"


def test_sessions_end_here_there_or_everywhere(world):
    with served(world) as web:
        clients = [client_of(web) for _ in range(3)]
        sign_up(clients[0])
        for client in clients[1:]:
            client.sign_in_with_password(KIM)
        tokens = [client.get_session().access_token for client in clients]
        clients[2].sign_out({"scope": "local"})
        assert refusal(client_of(web).get_user, tokens[2]) == "session_not_found"
        clients[0].sign_out({"scope": "others"})
        assert refusal(client_of(web).get_user, tokens[1]) == "session_not_found"
        assert client_of(web).get_user(tokens[0]).user.email == KIM["email"]


@pytest.mark.policy({**SUPABASE, "roles": {**SUPABASE["roles"], "signUp": ["admin", "client"]}, "session": {}})
def test_a_password_without_its_second_factor_ends_no_session(world):
    kim = verified(world, "kim")
    _, app, _ = confirm_totp(world, kim["accessToken"])
    full = [kim["accessToken"]]
    for number in range(4):
        challenge = challenged(sign_in(world, device={"id": f"d{number}"}))["challenge"]
        signed = granted(world.run("answer-challenge", {"challenge": challenge, "code": typed_code(world, app)}))
        full.append(signed["session"]["accessToken"])
    for _ in range(6):
        credentials = {"email": "kim@example.com", "password": PASSWORD}
        assert through_supabase(world, "POST", "token", credentials, grant_type="password")["status"] == 200
    assert [world.run("get-account", {}, token).code for token in full] == [None] * 5
    waiting = world.rows("SELECT count(*) AS n FROM sessions WHERE awaits_factor = 1 AND revoked_at IS NULL")
    assert waiting[0]["n"] <= 5
