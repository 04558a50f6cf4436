# SPDX-License-Identifier: Apache-2.0
"""Codes and links of mails, by Supabase's own client."""

import pytest
from supabase_auth.errors import AuthApiError
from supabase_clients import PASSWORD, SUPABASE, client_of, served, sign_up
from supabase_mails import code, code_in, link, press

pytestmark = pytest.mark.postgresql
REQUIRED = {**SUPABASE, "email": {"verification": "required"}}
KIM = "kim@example.com"
WITHOUT_PAUSE = {**SUPABASE["limits"], "verifyEmailPause": {"max": 100, "seconds": 60}, "verifyEmail": {"max": 100, "seconds": 60},
                 "resetPassword": {"max": 100, "seconds": 60}, "signIn": {"max": 100, "seconds": 60}}


def refusal(call, *arguments):
    with pytest.raises(AuthApiError) as refused:
        call(*arguments)
    return refused.value.code


@pytest.mark.parametrize("by", ["code", "link"])
def test_a_sign_up_is_confirmed_by_code_or_link(world, by):
    with served(world, REQUIRED) as web:
        client = client_of(web)
        sign_up(client)
        proof = {"email": KIM, "token": code(world)} if by == "code" else {"token_hash": link(world)[1]["token_hash"]}
        assert refusal(client.verify_otp, {"email": KIM, "token": "AAAA-AAAA", "type": "signup"}) == "otp_expired"
        confirmed = client.verify_otp({**proof, "type": "signup"})
        assert confirmed.session and confirmed.user.email_confirmed_at
        assert refusal(client.verify_otp, {**proof, "type": "signup"}) == "otp_expired"
        assert client.sign_in_with_password({"email": KIM, "password": PASSWORD}).session


def test_opening_the_link_consumes_nothing_and_its_button_confirms(world):
    with served(world, {**REQUIRED, "app": {"returnURLs": ["https://app.example/welcome"]}}) as web:
        client = client_of(web)
        sign_up(client, email_redirect_to="https://app.example/welcome?a=1")
        path, fields = link(world)
        assert fields["type"] == "signup"
        for _ in range(3):
            assert web.request("GET", path).status == 200
        assert refusal(client.sign_in_with_password, {"email": KIM, "password": PASSWORD}) == "email_not_confirmed"
        assert press(web, path, fields) == ("https://app.example/welcome", {"a": "1"})
        assert client.sign_in_with_password({"email": KIM, "password": PASSWORD}).session
        where, what = press(web, path, fields)
        assert where == "https://app.example/welcome" and what["error_code"] == "otp_expired"


@pytest.mark.parametrize("wanted", ["https://evil.example/", "pfa://open", "https://pfa.example.evil.example/", "//evil.example", "javascript:alert(1)"])
def test_a_link_leads_only_to_places_that_the_policy_lists(world, wanted):
    with served(world, REQUIRED) as web:
        sign_up(client_of(web), email_redirect_to=wanted)
        path, fields = link(world)
        assert "redirect_to" not in fields
        path += f"&redirect_to={wanted}"
        assert press(web, path, fields) == ("https://pfa.example", {})


def test_a_link_brings_a_code_that_its_client_exchanges_once(world):
    with served(world, REQUIRED) as web:
        client = client_of(web, flow="pkce")
        sign_up(client, email_redirect_to="pfa://welcome")
        where, what = press(web, *link(world))
        assert where == "pfa://welcome" and set(what) == {"code"}
        other = client_of(web, flow="pkce")
        assert refusal(other.exchange_code_for_session, {"auth_code": what["code"], "code_verifier": "x" * 43}) == "bad_code_verifier"
        verifier = client._storage.get_item(f"{client._storage_key}-code-verifier")
        session = client.exchange_code_for_session({"auth_code": what["code"]}).session
        assert session.user.email_confirmed_at
        assert refusal(other.exchange_code_for_session, {"auth_code": what["code"], "code_verifier": verifier}) == "flow_state_not_found"


def test_the_method_plain_is_refused(world):
    with served(world) as web:
        body = f'{{"email":"{KIM}","code_challenge":"x","code_challenge_method":"plain"}}'
        answer = web.request("POST", "/auth/v1/otp", body, {"Content-Type": "application/json"})
        assert (answer.status, answer.json["error_code"]) == (400, "validation_failed")


def test_a_mailed_code_signs_in_and_makes_an_account_where_people_may_sign_up(world):
    with served(world, {**SUPABASE, "limits": WITHOUT_PAUSE}) as web:
        client = client_of(web)
        client.sign_in_with_otp({"email": KIM})
        created = client.verify_otp({"email": KIM, "token": code(world), "type": "email"})
        assert created.user.email_confirmed_at and created.user.app_metadata["role"] == "client"
        client.sign_in_with_otp({"email": KIM})
        again = client.verify_otp({"token_hash": link(world)[1]["token_hash"], "type": "magiclink"})
        assert again.user.id == created.user.id

        client.sign_in_with_otp({"email": "zoe@example.com", "options": {"should_create_user": False}})
        world.run("deliver-mail")
        assert not [mail for mail in world.mails() if "zoe" in mail["To"]]


@pytest.mark.parametrize("by", ["code", "link"])
def test_the_data_of_a_request_for_a_code_are_those_of_the_account_that_it_makes(world, by):
    data = {"full_name": "Kim Stone", "plan": "pro", "phone": "+4930123456"}
    with served(world, {**SUPABASE, "profile": {"phone": "optional"}, "limits": WITHOUT_PAUSE}) as web:
        client = client_of(web)
        client.sign_in_with_otp({"email": KIM, "options": {"data": data}})
        proof = {"email": KIM, "token": code(world), "type": "email"} if by == "code" else {
            "token_hash": link(world)[1]["token_hash"], "type": "magiclink"}
        created = client.verify_otp(proof)
        assert created.user.user_metadata == data
        account = world.run("get-account", {}, created.session.access_token).json["account"]
        assert (account["displayName"], account["phone"]) == ("Kim Stone", "+4930123456")
        client.sign_in_with_otp({"email": KIM, "options": {"data": {"plan": "free"}}})
        assert client.verify_otp({"email": KIM, "token": code(world), "type": "email"}).user.user_metadata == data
    assert "Stone" not in str(world.rows("SELECT sealed_event FROM challenges"))


def test_the_data_are_those_of_the_request_whose_code_is_typed(world):
    with served(world, {**SUPABASE, "limits": WITHOUT_PAUSE}) as web:
        client = client_of(web)
        client.sign_in_with_otp({"email": KIM, "options": {"data": {"full_name": "Eve"}}})
        client.sign_in_with_otp({"email": KIM})
        assert client.verify_otp({"email": KIM, "token": code(world), "type": "email"}).user.user_metadata == {}
        assert refusal(client.sign_in_with_otp, {"email": KIM, "options": {"data": {"big": "x" * 5000}}}) == "validation_failed"


def test_nobody_gets_an_account_by_a_code_without_sign_up(world):
    with served(world, {**SUPABASE, "roles": {**SUPABASE["roles"], "signUp": []}}) as web:
        client_of(web).sign_in_with_otp({"email": KIM})
        world.run("deliver-mail")
        assert not world.mails()


def test_a_code_has_five_tries(world):
    with served(world, {**SUPABASE, "limits": WITHOUT_PAUSE}) as web:
        client = client_of(web)
        client.sign_in_with_otp({"email": KIM})
        right = code(world)
        for _ in range(5):
            assert refusal(client.verify_otp, {"email": KIM, "token": "AAAA-AAAA", "type": "email"}) == "otp_expired"
        assert refusal(client.verify_otp, {"email": KIM, "token": right, "type": "email"}) == "otp_expired"


@pytest.mark.parametrize("by", ["token_hash", "button"])
def test_wrong_codes_of_a_stranger_do_not_end_the_link(world, by):
    with served(world, REQUIRED) as web:
        client = client_of(web)
        sign_up(client)
        path, fields = link(world)
        for _ in range(6):
            assert refusal(client_of(web).verify_otp, {"email": KIM, "token": "AAAA-AAAA", "type": "signup"}) == "otp_expired"
        assert refusal(client.verify_otp, {"email": KIM, "token": code(world), "type": "signup"}) == "otp_expired"
        if by == "button":
            assert press(web, path, fields) == ("https://pfa.example", {})
        else:
            assert client.verify_otp({"token_hash": fields["token_hash"], "type": "signup"}).session
        assert client.sign_in_with_password({"email": KIM, "password": PASSWORD}).session


def test_mails_have_limits(world):
    with served(world) as web:
        client = client_of(web)
        client.sign_in_with_otp({"email": KIM})
        assert refusal(client.sign_in_with_otp, {"email": KIM}) == "over_email_send_rate_limit"


def test_a_recovery_sets_a_new_password(world):
    with served(world) as web:
        first = sign_up(client_of(web)).session
        client = client_of(web)
        client.reset_password_for_email(KIM)
        recovered = client.verify_otp({"email": KIM, "token": code(world), "type": "recovery"})
        assert recovered.session
        client.update_user({"password": "another good password"})
        assert refusal(client_of(web).get_user, first.access_token) == "session_not_found"
        assert client_of(web).sign_in_with_password({"email": KIM, "password": "another good password"}).session
        assert refusal(client_of(web).sign_in_with_password, {"email": KIM, "password": PASSWORD}) == "invalid_credentials"


def test_an_old_session_needs_a_mailed_nonce_for_a_new_password(world):
    with served(world, {**SUPABASE, "session": {**SUPABASE["session"], "recentMinutes": 1}}) as web:
        client = client_of(web)
        sign_up(client)
        world.rows("UPDATE sessions SET created_at = created_at - 120000")
        assert refusal(client.update_user, {"password": "another good password"}) == "reauthentication_needed"
        client.reauthenticate()
        wrong = {"password": "another good password", "nonce": "AAAA-AAAA"}
        assert refusal(client.update_user, wrong) == "reauthentication_not_valid"
        # Whether it is the present one is said only to whom may change it.
        assert refusal(client.update_user, {**wrong, "password": PASSWORD}) == "reauthentication_not_valid"
        client.update_user({"password": "another good password", "nonce": code(world)})
        assert client_of(web).sign_in_with_password({"email": KIM, "password": "another good password"}).session


def test_the_present_password_is_no_new_one(world):
    with served(world) as web:
        client = client_of(web)
        session = sign_up(client).session
        assert refusal(client.update_user, {"password": PASSWORD}) == "same_password"
        assert client.get_user(session.access_token).user


def test_a_new_password_ends_the_lock_by_failed_guesses(world):
    limited = {**SUPABASE["limits"], "signInAccount": {"max": 3, "seconds": 900}}
    with served(world, {**SUPABASE, "limits": limited}) as web:
        client = client_of(web)
        sign_up(client)
        for number in range(4):
            wrong = {"email": KIM, "password": f"a wrong password {number}"}
            refused = refusal(client_of(web).sign_in_with_password, wrong)
        assert refused == "over_request_rate_limit"
        client.update_user({"password": "another good password"})
        assert client_of(web).sign_in_with_password({"email": KIM, "password": "another good password"}).session


def test_a_new_address_is_confirmed(world):
    with served(world) as web:
        client = client_of(web)
        sign_up(client)
        assert client.update_user({"email": "kim@new.example.com"}).user.email == KIM
        world.run("deliver-mail")
        [mail] = [mail for mail in world.mails() if mail["To"].endswith("kim@new.example.com")]
        assert "email_change" in mail.get_body(("plain",)).get_content()
        changed = client.verify_otp({"email": "kim@new.example.com", "token": code_in(mail), "type": "email_change"})
        assert changed.user.email == "kim@new.example.com"


def test_the_code_of_a_new_address_is_sent_again_to_that_address_only(world):
    with served(world, {**SUPABASE, "limits": WITHOUT_PAUSE}) as web:
        client = client_of(web)
        sign_up(client)
        assert client.update_user({"email": "new@example.com"}).user.new_email == "new@example.com"
        first = code(world, "new")
        sent = len(world.mails())
        for address in (KIM, "new@example.com", "nobody@example.com"):
            client_of(web).resend({"type": "email_change", "email": address})
        second = code(world, "new")
        assert len(world.mails()) == sent + 1
        assert refusal(client.verify_otp, {"email": "new@example.com", "token": first, "type": "email_change"}) == "otp_expired"
        assert client.get_user().user.new_email == "new@example.com"
        changed = client.verify_otp({"email": "new@example.com", "token": second, "type": "email_change"})
        assert (changed.user.email, changed.user.new_email) == ("new@example.com", None)


def test_a_code_that_is_sent_again_has_limits(world):
    with served(world) as web:
        client_of(web).resend({"type": "email_change", "email": KIM})
        again = {"type": "email_change", "email": KIM}
        assert refusal(client_of(web).resend, again) == "over_email_send_rate_limit"


def test_metadata_is_merged_and_stands_in_the_export(world):
    with served(world) as web:
        client = client_of(web)
        session = sign_up(client).session
        changed = client.update_user({"data": {"color": "red", "full_name": None}}).user
        assert changed.user_metadata == {"color": "red"}
        assert refusal(client.update_user, {"data": {"big": "x" * 5000}}) == "validation_failed"
        assert client.get_user().user.user_metadata == {"color": "red"}
    export = world.run("export-account", {}, session.access_token).json
    assert export["account"]["userMetadata"] == {"color": "red"}
