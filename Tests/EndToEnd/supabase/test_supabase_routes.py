# SPDX-License-Identifier: Apache-2.0
"""The routes for clients of Supabase Auth, behind every web server, and the form of errors."""

import json
import re

import pytest
from supabase_clients import PASSWORD, SUPABASE, served
from worlds import ROOT

JSON = {"Content-Type": "application/json;charset=UTF-8"}
VERSION = {"X-Supabase-Api-Version": "2024-01-01"}
#: The names of errors that Supabase documents, and three for what it answers without a name.
DOCUMENTED = set("""
anonymous_provider_disabled bad_code_verifier bad_json bad_jwt bad_oauth_state captcha_failed conflict email_address_invalid
email_address_not_authorized email_exists email_not_confirmed email_provider_disabled flow_state_not_found identity_already_exists
identity_not_found insufficient_aal invalid_credentials invite_not_found mfa_challenge_expired mfa_factor_name_conflict mfa_factor_not_found
mfa_phone_enroll_not_enabled mfa_totp_enroll_not_enabled mfa_verification_failed no_authorization not_admin
oauth_provider_not_supported otp_disabled otp_expired over_email_send_rate_limit over_request_rate_limit phone_provider_disabled
provider_disabled reauthentication_needed reauthentication_not_valid refresh_token_already_used refresh_token_not_found
request_timeout same_password saml_provider_disabled session_not_found signup_disabled single_identity_not_deletable
too_many_enrolled_mfa_factors unexpected_failure user_already_exists user_banned user_not_found validation_failed weak_password
mfa_webauthn_enroll_not_enabled web3_provider_disabled
""".split()) | {"not_found", "not_implemented"}
SIGN_UP = json.dumps({"email": "kim@example.com", "password": PASSWORD, "data": {"name": "Kim"}, "unknown": [1]})
NOT_OFFERED = [
    ("POST", "signup", {}, "anonymous_provider_disabled"), ("POST", "signup", {"phone": "+1", "password": "x"}, "phone_provider_disabled"),
    ("POST", "otp", {"phone": "+1"}, "phone_provider_disabled"), ("POST", "resend", {"type": "sms", "phone": "+1"}, "phone_provider_disabled"),
    ("POST", "token?grant_type=web3", {"chain": "solana"}, "web3_provider_disabled"), ("POST", "sso", {"domain": "x"}, "saml_provider_disabled"),
    ("POST", "signup", {"email": None, "phone": None}, "anonymous_provider_disabled"),
    ("GET", "admin/users/01a1fe8b-e557-7000-9732-2d67b10f3acf/factors", {}, "not_implemented"),
    ("POST", "oauth/token", {}, "not_implemented"), ("POST", "passkeys/authentication/options", {}, "not_implemented"),
]


def test_the_names_of_errors_are_those_that_supabase_documents():
    source = (ROOT / "Sources/Functions/Supabase/SupabaseErrorCode.swift").read_text()
    listed = source.split("enum SupabaseErrorCode")[1].split("\n}")[0]
    names = {text or name for name, text in re.findall(r"case (\w+)(?: = \"(\w+)\")?", listed)}
    assert names <= DOCUMENTED


def test_a_sign_up_works_behind_every_web_server(world, serve):  # noqa: F811
    world.policy(SUPABASE)
    with serve(world) as web:
        assert web.request("GET", "/auth/v1/health").json["name"] == "GoTrue"
        created = web.request("POST", "/auth/v1/signup?redirect_to=https%3A%2F%2Fpfa.example", SIGN_UP, JSON)
        assert created.status == 200, created.body
        token = {"Authorization": f"Bearer {created.json['access_token']}"}
        changed = web.request("PUT", "/auth/v1/user", '{"data":{"a":1}}', {**JSON, **token})
        assert changed.json["user_metadata"] == {"name": "Kim", "a": 1}
        gone = web.request("DELETE", "/auth/v1/factors/01a1fe8b-e557-7000-9732-2d67b10f3acf", headers=token)
        assert (gone.status, gone.json["error_code"]) == (404, "mfa_factor_not_found")
        out = web.request("POST", "/auth/v1/logout?scope=global", "", token)
        assert (out.status, out.body) == (204, b"")
        assert web.request("GET", "/auth/v1/user", headers=token).status == 403
        assert web.request("GET", "/auth/v1/nothing").status == 404


@pytest.mark.parametrize("method, path, body, code", NOT_OFFERED)
def test_what_is_not_offered_answers_501(world, method, path, body, code):
    event = {"method": method, "path": path.split("?")[0], "body": body, "headers": {"x-supabase-api-version": "2024-01-01"},
             "query": dict(pair.split("=") for pair in path.split("?")[1:])}
    world.policy(SUPABASE)
    answer = world.run("supabase-auth", event).json
    assert (answer["status"], answer["body"]["code"]) == (501, code)


@pytest.mark.parametrize("body, code", [
    ({"email": 5}, ("validation_failed", "email_address_invalid")), ({"email": ""}, ("email_address_invalid",)),
    ({"email": ["kim@example.com"]}, ("validation_failed", "email_address_invalid")), ({"phone": 5}, ("phone_provider_disabled",)),
])
def test_a_value_of_another_type_is_not_an_anonymous_sign_up(world, body, code):
    world.policy(SUPABASE)
    answer = world.run("supabase-auth", {"method": "POST", "path": "signup", "body": {**body, "password": PASSWORD}}).json
    assert answer["body"]["error_code"] in code


def test_an_error_has_the_form_that_the_client_reads(world):
    with served(world) as web:
        body = '{"email":"kim@example.com","password":"x"}'
        old = web.request("POST", "/auth/v1/token?grant_type=password", body, JSON)
        assert set(old.json) == {"code", "error_code", "msg"} and old.json["code"] == old.status == 400
        new = web.request("POST", "/auth/v1/token?grant_type=password", body, {**JSON, **VERSION})
        assert set(new.json) == {"code", "message"} and new.json["code"] == "invalid_credentials"
        assert new.headers["X-Supabase-Api-Version"] == "2024-01-01" and "X-Supabase-Api-Version" not in old.headers
        assert web.request("POST", "/auth/v1/token?grant_type=password", "{", {**JSON, **VERSION}).json["code"] == "bad_json"
        assert web.request("POST", "/auth/v1/token?grant_type=other", "{}", {**JSON, **VERSION}).json["code"] == "validation_failed"


def test_public_routes_ignore_the_authorization_and_others_need_it(world):
    with served(world) as web:
        key = {**JSON, "Authorization": "Bearer sb_publishable_x", "apikey": "sb_publishable_x"}
        assert web.request("POST", "/auth/v1/signup", SIGN_UP, key).status == 200
        refused = web.request("GET", "/auth/v1/user", headers=key)
        assert (refused.status, refused.json["error_code"]) == (401, "bad_jwt")
        assert web.request("GET", "/auth/v1/user").json["error_code"] == "no_authorization"


def test_pages_of_listed_origins_may_call_it(world):
    with served(world, {**SUPABASE, "cors": {"origins": ["https://app.example"]}}) as web:
        asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "PUT"}
        allowed = web.request("OPTIONS", "/auth/v1/user", headers=asked)
        assert allowed.status == 204
        names = allowed.headers["Access-Control-Allow-Headers"].split(", ")
        assert names == ["apikey", "authorization", "content-type", "x-client-info", "x-supabase-api-version"]
        assert {"PUT", "DELETE"} <= set(allowed.headers["Access-Control-Allow-Methods"].split(", "))
        answer = web.request("GET", "/auth/v1/health", headers={"Origin": "https://app.example"})
        assert "x-supabase-api-version" in answer.headers["Access-Control-Expose-Headers"]


def test_settings_say_what_the_policy_offers(world):
    world.policy(SUPABASE)
    settings = world.run("supabase-auth", {"method": "GET", "path": "settings"}).json["body"]
    assert settings["external"]["google"] and settings["external"]["email"] and not settings["external"]["phone"]
    assert settings["mailer_autoconfirm"] and not settings["disable_signup"]


def test_settings_have_no_provider_that_refuses_every_token(world):
    """One without audiences, as in the configuration of apps and in previews."""
    world.policy({**SUPABASE, "providers": {**SUPABASE["providers"], "google": {"audiences": []}}})
    external = world.run("supabase-auth", {"method": "GET", "path": "settings"}).json["body"]["external"]
    assert external["apple"] and not external["google"]
    offered = world.run("app-configuration", {}).json["signIn"]["providers"]
    assert [provider["name"] for provider in offered] == ["apple"]


def test_rules_of_age_consent_and_bots_hold(world):
    rules = {"consent": {"version": "1", "minimumAge": 13}}
    with served(world, {**SUPABASE, **rules}) as web:
        young = json.dumps({"email": "kid@example.com", "password": PASSWORD, "data": {
            "name": "Kid", "birthDate": "2020-01-01", "consent": {"version": "1"}}})
        refused = web.request("POST", "/auth/v1/signup", young, JSON)
        assert (refused.status, refused.json["error_code"]) == (403, "user_banned")
        session = web.request("POST", "/auth/v1/signup", SIGN_UP, JSON).json
        state = world.run("get-account", {}, session["access_token"]).json
        assert state["state"] == "incomplete" and {"birthDate", "consent"} <= set(state["missing"])
        assert world.run("list-workouts", {}, session["access_token"]).code == "auth/account-incomplete"
    guarded = {**SUPABASE, "botCheck": {"provider": "turnstile", "functions": ["sign-up", "request-sign-in"]}}
    with served(world, guarded, BOT_CHECK_SECRET="s") as web:
        for path in ("signup", "otp"):
            refused = web.request("POST", f"/auth/v1/{path}", SIGN_UP.replace("kim@", "zoe@"), JSON)
            assert (refused.status, refused.json["error_code"]) == (400, "captcha_failed"), path


def test_the_limit_of_sign_ups_holds(world):
    with served(world, {**SUPABASE, "limits": {"signUp": {"max": 2, "seconds": 3600}}}) as web:
        codes = [web.request("POST", "/auth/v1/signup", SIGN_UP.replace("kim@", f"kim{number}@"), JSON).status for number in range(3)]
        assert codes == [200, 200, 429]
