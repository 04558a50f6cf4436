# SPDX-License-Identifier: Apache-2.0
"""Valid ID tokens: addresses, nonces, issuers, audiences and names. The key sets are in the policy."""

import hashlib
import time

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from worlds import EC_KEY, KEYS, POLICY, RSA_KEY, id_token, jwk

OTHER_KEYS = [rsa.generate_private_key(public_exponent=65537, key_size=2048), ec.generate_private_key(ec.SECP256R1())]
EC = {"key": EC_KEY, "kid": "ec"}
NO_KID = {"kid": None}
APPLE = {"iss": "https://appleid.apple.com", "aud": "io.example.app", **EC}


def show(world, function="sign-in", provider="google", beside=None, code=None, **claims):
    """Calls a function with kim's ID token; `beside` are further members of the identity."""
    text = id_token(**{"sub": "kim", "email": "kim@example.com", "email_verified": True, **claims})
    identity = {"provider": provider, "idToken": text, **(beside or {})}
    # Only a proven address makes an inviter, unless the event asks for the role.
    role = {"as": "admin"} if function == "sign-in" and claims.get("email", "") is None else {}
    return world.run(function, {"identity": identity, **({"code": code} if code else {}), **role})


def soon(seconds=30):
    return int(time.time()) + seconds


@pytest.mark.parametrize("claims", [
    EC, NO_KID, {**EC, **NO_KID}, {"aud": ["other", "app"]}, {"aud": ["app", "other"], "azp": "app"},
    {"iat": soon, "nbf": soon}, {"exp": lambda: soon() + 0.5}, {"headers": {"x5t": "AA", "unknown": {"deep": [1]}}},
], ids=["ES256", "RS256 without kid", "ES256 without kid", "several audiences", "several audiences and this party",
        "a clock a little ahead", "fractions of a second", "unknown headers"])
def test_a_token_that_the_specifications_allow_is_accepted(world, claims):
    claims = {name: value() if callable(value) else value for name, value in claims.items()}
    assert show(world, **claims).json["account"]["email"] == "kim@example.com"


def test_a_token_without_a_key_id_is_checked_with_every_key(world):
    keys = [jwk(OTHER_KEYS[0], "x"), jwk(OTHER_KEYS[1]), {"kty": "RSA", "n": "AQAB", "e": "AQAB"}, {"kty": "?"}]
    for last in (jwk(RSA_KEY), jwk(RSA_KEY, "rsa")):
        world.policy({"providers": {"google": {"audiences": ["app"], "jwks": {"keys": [*keys, last]}}}})
        assert "session" in show(world, **NO_KID).json
        assert "session" in show(world).json


@pytest.mark.parametrize("said, verified", [
    (True, True), ("true", True), (False, False), ("false", False), (None, False), ("yes", False), (1, False)])
def test_only_a_verified_address_accepts_an_invitation_at_once(world, said, verified):
    code = world.invite(world.inviter())["code"]
    answer = show(world, "accept-invitation", code=code, email_verified=said)
    assert answer.code is None and ("client" in answer.json) == verified and ("waiting" in answer.json) != verified, answer.json
    assert verified or "inviter" in world.run("preview-invitation", {"code": code}).json


@pytest.mark.parametrize("email", [None, "eve@example.com", "kim@example.com.attacker.example", "not an address", 7])
def test_another_address_cannot_accept_and_the_invited_one_can_afterwards(world, email):
    code = world.invite(world.inviter())["code"]
    assert show(world, "accept-invitation", code=code, email=email).code == "invitation/email-mismatch"
    assert show(world, "accept-invitation", code=code, email="Kim@EXAMPLE.com").json["isNewAccount"]


@pytest.mark.parametrize("email, rule, accepts", [
    ("x7@privaterelay.appleid.com", "relay", True), ("x7@privaterelay.appleid.com", "strict", False),
    ("kim@example.com", "strict", True), ("eve@example.com", "any", True), ("eve@example.com", "relay", False),
    ("x7@private.icloud.com", "relay", True), ("x7@icloud.com", "relay", False),
    ("x7@evil.privaterelay.appleid.com", "relay", False), ("x7@privaterelay.appleid.com.evil.example", "relay", False)])
def test_the_policy_decides_which_addresses_may_accept(world, email, rule, accepts):
    world.policy({**POLICY, "invitation": {"emailMatch": rule}})
    code = world.invite(world.inviter())["code"]
    answer = show(world, "accept-invitation", "apple", code=code, **APPLE, email=email)
    assert answer.code == (None if accepts else "invitation/email-mismatch"), answer.json


@pytest.mark.parametrize("said, accepts", [(True, True), ("true", True), (False, False), ("yes", False), (None, False)])
def test_apple_says_that_an_address_is_of_its_relay(world, said, accepts):
    code = world.invite(world.inviter())["code"]
    answer = show(world, "accept-invitation", "apple", code=code, **APPLE, email="x7@relay.example", is_private_email=said)
    assert answer.code == (None if accepts else "invitation/email-mismatch"), answer.json


@pytest.mark.parametrize("email", ["x7@privaterelay.appleid.com", "x7@private.icloud.com", "x7@relay.example"])
def test_only_apples_own_token_makes_an_address_one_of_its_relay(world, email):
    code = world.invite(world.inviter())["code"]
    answer = show(world, "accept-invitation", code=code, email=email, is_private_email=True)
    assert answer.code == "invitation/email-mismatch", answer.json


def test_an_unverified_private_relay_address_cannot_accept(world):
    code = world.invite(world.inviter())["code"]
    relay = {"email": "x7@privaterelay.appleid.com", "email_verified": "false"}
    assert show(world, "accept-invitation", "apple", code=code, **APPLE, **relay).code == "invitation/email-mismatch"


def digest(nonce):
    return hashlib.sha256(nonce.encode()).hexdigest()


@pytest.mark.parametrize("rule", ["required", "optional"])
@pytest.mark.parametrize("form", ["plain", "sha256"])
@pytest.mark.parametrize("claimed, shown, right", [
    ("n-1", "n-1", "plain"), (digest("n-1"), "n-1", "sha256"), (digest("n-1"), digest("n-1"), "plain"),
    (digest("n-1").upper(), "n-1", None), ("n-2", "n-1", None), (digest("n-2"), "n-1", None), (None, "n-1", None),
    ("n-1", digest("n-1"), None), ("n-1", "N-1", None)])
def test_each_provider_has_one_form_of_the_nonce(world, claimed, shown, right, form, rule):
    world.policy({"providers": {"google": {**POLICY["providers"]["google"], "nonce": rule, "nonceForm": form}}})
    answer = show(world, beside={"nonce": shown}, nonce=claimed)
    assert answer.code == (None if form == right else "auth/nonce-mismatch"), answer.json


@pytest.mark.parametrize("claimed", ["n-1", None])
@pytest.mark.parametrize("rule, refusal", [("required", "auth/nonce-mismatch"), ("optional", None)])
def test_a_missing_nonce_is_refused_if_the_policy_requires_it(world, claimed, rule, refusal):
    world.policy({"providers": {"google": {**POLICY["providers"]["google"], "nonce": rule}}})
    assert show(world, nonce=claimed).code == refusal


@pytest.mark.parametrize("provider, right", [("google", "plain"), ("apple", "sha256")])
def test_apple_tokens_contain_the_hash_of_the_nonce_and_others_the_nonce(world, provider, right):
    claims = {"aud": ["app", "io.example.app"], **({"iss": APPLE["iss"]} if provider == "apple" else {})}
    for form, claimed in (("plain", "n-1"), ("sha256", digest("n-1"))):
        answer = show(world, provider=provider, beside={"nonce": "n-1"}, nonce=claimed, **claims)
        assert answer.code == (None if form == right else "auth/nonce-mismatch"), answer.json


def test_another_nonce_leaves_the_invitation_pending(world):
    code = world.invite(world.inviter())["code"]
    for shown, refusal in (("n-1", "auth/nonce-mismatch"), ("n-2", None)):
        answer = show(world, "accept-invitation", beside={"nonce": shown}, code=code, nonce="n-2")
        assert answer.code == refusal


@pytest.mark.parametrize("provider, issuers", [
    ("google", ["https://accounts.google.com", "accounts.google.com"]),
    ("apple", ["https://appleid.apple.com", "https://account.apple.com"])])
def test_both_issuers_of_a_provider_lead_to_the_same_account(world, provider, issuers):
    claims = {"aud": ["app", "io.example.app"], "email": None}
    ids = {show(world, provider=provider, iss=issuer, **claims).json["account"]["id"] for issuer in issuers}
    assert len(ids) == 1


def test_the_same_subject_of_two_providers_is_two_people(world):
    google = show(world, email=None).json["account"]
    assert show(world, provider="apple", **APPLE, email=None).json["account"]["id"] != google["id"]


def test_the_name_that_apple_sends_once_names_a_new_account_and_is_ignored_later(world):
    def name(**full):
        answer = show(world, provider="apple", beside={"fullName": full}, **APPLE, email=None)
        return answer.json["account"]["displayName"]

    assert name(givenName=" Kim", familyName="Mu\u0308ller") == "Kim Müller"
    assert name(givenName="Mallory", familyName=None) == "Kim Müller"


def test_a_name_of_the_greatest_length_is_kept(world):
    full = {"givenName": "G" * 99, "familyName": "F" * 99}
    answer = show(world, provider="apple", beside={"fullName": full}, **APPLE)
    assert answer.json["account"]["displayName"] == "G" * 99 + " " + "F" * 99


def test_a_name_with_a_line_break_is_refused(world):
    answer = show(world, provider="apple", beside={"fullName": {"givenName": "Kim\nBcc: eve"}}, **APPLE)
    assert answer.code == "event/invalid", answer.json


@pytest.mark.parametrize("provider, settings", [
    ("github", None), ("Google", None), ("google", {}), ("google", {"audiences": []}), ("apple", {"jwks": KEYS}),
    ("password", None)])
def test_a_provider_that_is_not_enabled_cannot_be_used(world, provider, settings):
    world.policy({"providers": {**POLICY["providers"], **({provider: settings} if settings is not None else {})}})
    answer = show(world, provider=provider)
    assert answer.code == "auth/provider-not-enabled", answer.json


def test_the_bundle_ids_are_the_default_audiences_of_apple(world):
    world.policy({"app": {"bundleIDs": ["io.example.app"]}, "providers": {"apple": {"jwks": KEYS}}})
    assert "session" in show(world, provider="apple", **APPLE).json
    assert show(world, provider="apple", **{**APPLE, "aud": "io.example.other"}).code == "auth/invalid-id-token"


PRESETS = {
    "firebase": ({"projectID": "pfa-1"}, "https://securetoken.google.com/pfa-1", "pfa-1"),
    "supabase": ({"url": "https://pfa.supabase.co/"}, "https://pfa.supabase.co/auth/v1", "authenticated"),
}


@pytest.mark.parametrize("provider", PRESETS)
def test_a_preset_accepts_its_own_issuer_and_audience_only(world, provider):
    settings, issuer, audience = PRESETS[provider]
    world.policy({"providers": {provider: {**settings, "jwks": KEYS}}})
    for iss, aud, granted in [
        (issuer, audience, True), (issuer + "/", audience, False), (issuer.replace("pfa", "other"), audience, False),
        ("https://accounts.google.com", audience, False), (issuer, "app", False), (issuer, issuer, False),
    ]:
        answer = show(world, provider=provider, iss=iss, aud=aud)
        assert answer.code == (None if granted else "auth/invalid-id-token"), (iss, aud, answer.json)


@pytest.mark.parametrize("provider, settings", [
    ("firebase", {}), ("supabase", {"jwks": KEYS}), ("okta", {"audiences": ["app"]})])
def test_a_provider_without_an_issuer_is_a_wrong_policy(world, provider, settings):
    world.policy({"providers": {provider: settings}})
    answer = show(world, provider=provider)
    assert answer.status == 78 and f"/providers/{provider}" in answer.json["error"]["detail"], answer.json


# Names


NAMES = [
    ({"name": "Kim Lee", "given_name": "K"}, "Kim Lee"), ({"given_name": "Kim", "family_name": "Lee"}, "Kim Lee"), ({"given_name": "Kim"}, "Kim"),
    ({"name": "", "given_name": " Kim ", "family_name": "\u3000"}, "Kim"), ({"name": "evil.com", "given_name": "Kim"}, "Kim"),
    ({"user_metadata": {"full_name": "Kim Lee"}}, "Kim Lee"), ({"user_metadata": {"name": "Kim Lee"}}, "Kim Lee"),
    ({"user_metadata": {"full_name": "www.evil.com", "name": "Kim"}}, "Kim"), ({"user_metadata": "Kim"}, ""), ({"name": 7}, "")]


@pytest.mark.parametrize("claims, name", NAMES)
def test_a_name_is_read_from_each_claim_that_providers_have(world, claims, name):
    assert show(world, **claims).json["account"]["displayName"] == name


# Anonymous users


@pytest.mark.parametrize("claims", [
    {"firebase": {"sign_in_provider": "anonymous"}}, {"is_anonymous": True}, {"iss": "https://x.supabase.co/auth/v1", "role": "anon"},
    {"iss": "https://x.supabase.co/auth/v1", "role": "service_role"}])
@pytest.mark.parametrize("function", ["sign-in", "accept-invitation", "link-identity", "reauthenticate"])
def test_a_token_of_an_anonymous_user_is_invalid_everywhere(world, function, claims):
    supabase = {"issuer": "https://x.supabase.co/auth/v1", "audiences": ["app"], "jwks": KEYS}
    world.policy({**POLICY, "providers": {**POLICY["providers"], "supabase": supabase}})
    provider = "supabase" if "iss" in claims else "google"
    token = world.inviter()
    text = id_token(**{"sub": "anon", **claims})
    data = {"identity": {"provider": provider, "idToken": text}}
    if function == "accept-invitation":
        data["code"] = world.invite(token)["code"]
    before = world.rows("SELECT id FROM accounts")
    assert world.run(function, data, token if function in ("link-identity", "reauthenticate") else None).code == "auth/invalid-id-token"
    assert world.rows("SELECT id FROM accounts") == before


@pytest.mark.parametrize("role", ["authenticated", "", None])
def test_a_token_of_supabase_whose_role_marks_nothing_signs_in(world, role):
    supabase = {"issuer": "https://x.supabase.co/auth/v1", "audiences": ["app"], "jwks": KEYS}
    world.policy({"providers": {"supabase": supabase}})
    assert "session" in show(world, provider="supabase", iss=supabase["issuer"], role=role).json


# Microsoft


TENANT, CONSUMERS = "11111111-2222-3333-4444-55555555abcd", "9188040d-6c67-4c5b-b112-36a304b66dad"


def microsoft(world, tenants, tenant=TENANT, **claims):
    world.policy({"providers": {"microsoft": {"tenants": tenants, "audiences": ["app"], "jwks": KEYS}}})
    issuer = f"https://login.microsoftonline.com/{claims.pop('of', tenant)}/v2.0"
    text = id_token(**{"sub": "kim", "email": "kim@example.com", "iss": issuer, "tid": tenant, **claims})
    return world.run("sign-in", {"identity": {"provider": "microsoft", "idToken": text}, "as": "admin"})


@pytest.mark.parametrize("tenants, tenant, granted", [
    (["common"], TENANT, True), (["common"], CONSUMERS, True), (["organizations"], CONSUMERS, False), (["consumers"], TENANT, False),
    ([TENANT], TENANT, True), ([CONSUMERS], TENANT, False)])
def test_microsofts_users_are_of_the_tenants_of_the_policy(world, tenants, tenant, granted):
    answer = microsoft(world, tenants, tenant)
    assert answer.code == (None if granted else "auth/invalid-id-token")
    if granted:
        [identity] = world.rows("SELECT issuer FROM identities")
        assert identity["issuer"] == f"https://login.microsoftonline.com/{tenant}/v2.0"


def test_a_token_whose_issuer_is_not_its_tenant_is_invalid(world):
    assert microsoft(world, ["common"], TENANT, of=CONSUMERS).code == "auth/invalid-id-token"


@pytest.mark.parametrize("claims, verified", [
    ({}, False), ({"email_verified": True}, False), ({"xms_edov": False}, False), ({"xms_edov": "0"}, False),
    ({"xms_edov": True}, True), ({"xms_edov": 1}, True), ({"xms_edov": "1"}, True)])
def test_an_address_from_microsoft_is_verified_only_if_its_domain_is_the_tenants(world, claims, verified):
    claims = {"email_verified": None, **claims}
    answer = microsoft(world, ["common"], **claims)
    assert answer.json["account"]["emailVerified"] is verified


def test_names_of_tenants_are_checked_with_the_policy(world):
    answer = microsoft(world, ["contoso.com"])
    assert answer.status == 78 and "/providers/microsoft/tenants" in answer.json["error"]["detail"]
