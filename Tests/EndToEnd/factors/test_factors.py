# SPDX-License-Identifier: Apache-2.0
"""Second factors: enrollment, the list, removal, recovery codes, and roles that need one."""

import re

import pyotp
import pytest
from factors import (
    FACTORS,
    Authenticator,
    answer,
    audited,
    challenged,
    code,
    confirm_totp,
    enrol_passkey,
    enrol_totp,
    sign_in_to_challenge,
    sign_in_with_passkey,
    unchanged,
    unknown_id,
    with_factors,
    wrong_code,
)
from people import at_once, granted, verified
from worlds import person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(with_factors())]
CODES = re.compile(r"[0-9A-Z]{5}-[0-9A-Z]{5}")


@pytest.fixture
def ada(world):
    return world.inviter()


def listed(world, token):
    return granted(world.run("list-factors", {}, token))


# Enrollment


def test_an_app_is_enrolled_and_confirmed_with_its_code(world, ada):
    begun, app = enrol_totp(world, ada, "My phone")
    assert begun["secret"] == app.secret and len(begun["secret"]) == 32
    assert (app.issuer, app.name, app.digits, app.interval) == ("PFA", "ada@example.com", 6, 30)
    assert begun["factor"]["type"] == "totp" and begun["factor"]["name"] == "My phone" and "lastUsedAt" not in begun["factor"]
    assert listed(world, ada) == {"factors": [], "recoveryCodesLeft": 0}
    confirmed = granted(world.run("confirm-factor", {"factorId": begun["factor"]["id"], "code": app.now()}, ada))
    assert confirmed["factors"] == [begun["factor"]]
    assert len(set(confirmed["recoveryCodes"])) == 10 and all(map(CODES.fullmatch, confirmed["recoveryCodes"]))
    assert listed(world, ada) == {"factors": [begun["factor"]], "recoveryCodesLeft": 10}
    assert len(audited(world, "account.factor-added")) == 1


def test_only_the_first_factor_makes_recovery_codes(world, ada):
    confirm_totp(world, ada)
    identifier, _, second = enrol_passkey(world, ada, name="Key")
    assert "recoveryCodes" not in second and [factor["type"] for factor in second["factors"]] == ["totp", "passkey"]
    assert second["factors"][1]["id"] == identifier and listed(world, ada)["recoveryCodesLeft"] == 10


def test_secrets_are_neither_in_the_database_nor_in_the_log(world, ada):
    begun, app = enrol_totp(world, ada)
    confirmed = world.run(
        "confirm-factor", {"factorId": begun["factor"]["id"], "code": app.now()}, ada, env={"LOG_LEVEL": "trace"})
    stored = world.stored()
    for secret in [begun["secret"], pyotp.TOTP(begun["secret"]).byte_secret().hex(), *confirmed.json["recoveryCodes"]]:
        assert secret.encode() not in stored and secret not in confirmed.stderr
        assert secret.replace("-", "").encode() not in stored


def test_a_wrong_code_confirms_nothing(world, ada):
    begun, app = enrol_totp(world, ada)
    before = unchanged(world)
    assert world.run("confirm-factor", {"factorId": begun["factor"]["id"], "code": wrong_code(app)}, ada).code == "auth/code-invalid"
    assert unchanged(world) == before and listed(world, ada)["factors"] == []


@pytest.mark.parametrize("data", [{}, {"code": "1", "credential": {}}, {"credential": {}}, {"recoveryCode": "A"}])
def test_a_factor_is_confirmed_with_what_its_type_needs(world, ada, data):
    begun, _ = enrol_totp(world, ada)
    refused = world.run("confirm-factor", {"factorId": begun["factor"]["id"], **data}, ada)
    assert refused.code == "event/invalid"


def test_an_enrollment_ends_after_10_minutes(world, ada):
    begun, app = enrol_totp(world, ada)
    world.age("factors", "expires_at", 601)
    assert world.run("confirm-factor", {"factorId": begun["factor"]["id"], "code": app.now()}, ada).code == "auth/code-expired"
    assert granted(world.run("purge-records"))["factors"] == 1 and world.rows("SELECT * FROM factors") == []


def test_foreign_unknown_and_confirmed_factors_cannot_be_confirmed(world, ada):
    begun, app = enrol_totp(world, ada)
    bob = world.inviter("bob")
    for token, identifier in [(bob, begun["factor"]["id"]), (ada, unknown_id())]:
        refused = world.run("confirm-factor", {"factorId": identifier, "code": app.now()}, token)
        assert refused.code == "auth/code-expired" and refused.json["error"]["status"] == 410
    event = {"factorId": begun["factor"]["id"], "code": app.now()}
    granted(world.run("confirm-factor", event, ada))
    assert world.run("confirm-factor", {**event, "code": code(world, app)}, ada).code == "auth/code-expired"


@pytest.mark.parametrize("factors", [None, {}, {"totp": False}])
def test_a_kind_that_is_off_is_refused(world, ada, factors):
    world.policy(with_factors(**{"factors": factors or {}}))
    for kind in ("totp", "passkey"):
        assert world.run("enroll-factor", {"type": kind}, ada).code == "auth/provider-not-enabled"
    assert world.run("passkey-options").code == "auth/provider-not-enabled"
    assert world.run("sign-in", {"passkey": {"challenge": "AA", "credential": {}}}).code == "auth/provider-not-enabled"


def test_enrollment_removal_and_new_codes_need_a_recent_sign_in(world, ada):
    identifier, *_ = confirm_totp(world, ada)
    world.age("sessions", "created_at", 901)
    for function, data in [
            ("enroll-factor", {"type": "totp"}), ("remove-factor", {"factorId": identifier}), ("renew-recovery-codes", {})]:
        refused = world.run(function, data, ada)
        assert refused.code == "auth/requires-recent-login", function
    assert len(listed(world, ada)["factors"]) == 1


def test_an_account_has_at_most_10_factors_also_with_40_at_once(world, ada):
    answers = at_once(world, "enroll-factor", [{"type": "totp"}] * 40, authorization=f"Bearer {ada}")
    begun = [each.json for each in answers if each.code is None]
    assert len(begun) == 10 and {each.code for each in answers} == {None, "event/invalid"}
    for each in begun:
        app = pyotp.parse_uri(each["uri"])
        granted(world.run("confirm-factor", {"factorId": each["factor"]["id"], "code": app.now()}, ada))
    assert len(listed(world, ada)["factors"]) == 10
    assert world.run("enroll-factor", {"type": "passkey"}, ada).code == "event/invalid"


def test_40_confirmations_at_once_count_once(world, ada):
    begun, app = enrol_totp(world, ada)
    event = {"factorId": begun["factor"]["id"], "code": app.now()}
    answers = at_once(world, "confirm-factor", [event] * 40, authorization=f"Bearer {ada}")
    assert len([each for each in answers if each.code is None]) == 1
    assert {each.code for each in answers} == {None, "auth/code-expired"}
    assert len(world.rows("SELECT * FROM recovery_codes")) == 10


# Removal


def test_the_last_removal_ends_the_recovery_codes_and_the_challenge(world, ada):
    first, app, _ = confirm_totp(world, ada)
    second, *_ = enrol_passkey(world, ada)
    challenge = sign_in_to_challenge(world)
    assert [factor["id"] for factor in granted(world.run("remove-factor", {"factorId": second}, ada))["factors"]] == [first]
    assert listed(world, ada)["recoveryCodesLeft"] == 10
    assert granted(world.run("remove-factor", {"factorId": first}, ada)) == {"factors": []}
    assert listed(world, ada) == {"factors": [], "recoveryCodesLeft": 0}
    assert answer(world, challenge, code=app.now()).code == "auth/code-expired"
    assert world.sign_in("ada")["state"] == "signedIn"
    assert len(audited(world, "account.factor-removed")) == 2


def test_a_repeated_removal_and_a_foreign_factor_change_nothing(world, ada):
    identifier, *_ = confirm_totp(world, ada)
    bob = world.inviter("bob")
    before = unchanged(world)
    assert granted(world.run("remove-factor", {"factorId": identifier}, bob)) == {"factors": []}
    assert unchanged(world) == before and len(listed(world, ada)["factors"]) == 1


def test_a_passkey_is_a_way_of_signing_in_and_the_last_one_stays(world, ada):
    identifier, authenticator, _ = enrol_passkey(world, ada)
    granted(world.run("unlink-identity", {"provider": "google"}, ada))
    assert world.run("remove-factor", {"factorId": identifier}, ada).code == "auth/last-sign-in-method"
    assert granted(sign_in_with_passkey(world, authenticator))["state"] == "signedIn"


def test_an_app_is_no_way_of_signing_in(world, ada):
    confirm_totp(world, ada)
    assert world.run("unlink-identity", {"provider": "google"}, ada).code == "auth/last-sign-in-method"


def test_one_of_two_ways_of_signing_in_stays_when_both_are_removed_at_once(world, ada):
    identifier, authenticator, _ = enrol_passkey(world, ada)
    removals = [("unlink-identity", {"provider": "google"}), ("remove-factor", {"factorId": identifier})] * 5
    processes = [world.start(function, {"authorization": f"Bearer {ada}", "data": data}) for function, data in removals]
    answers = [world.finish(process) for process in processes]
    assert {each.code for each in answers} == {None, "auth/last-sign-in-method"}
    assert len(world.rows("SELECT * FROM identities") + world.rows("SELECT * FROM factors")) == 1


# Recovery codes


def test_new_recovery_codes_end_the_old_ones(world, ada):
    _, _, confirmed = confirm_totp(world, ada)
    renewed = granted(world.run("renew-recovery-codes", {}, ada))["recoveryCodes"]
    assert len(set(renewed) | set(confirmed["recoveryCodes"])) == 20
    challenge = sign_in_to_challenge(world)
    assert answer(world, challenge, recoveryCode=confirmed["recoveryCodes"][0]).code == "auth/code-invalid"
    assert granted(answer(world, challenge, recoveryCode=renewed[0]))["state"] == "signedIn"


def test_an_account_without_factors_has_no_recovery_codes(world, ada):
    refused = world.run("renew-recovery-codes", {}, ada)
    assert refused.code == "auth/factor-required" and refused.json["error"]["requiresAction"] == "enroll_factor"


# Roles that need a factor


REQUIRED = {**FACTORS, "requiredFor": ["admin"]}


def test_a_role_that_needs_a_factor_reaches_only_enrollment_without_one(world):
    world.policy(with_factors(factors=REQUIRED))
    made = world.sign_in("ada", **{"as": "admin"})
    token = made["session"]["accessToken"]
    assert made["state"] == "factorRequired" and "challenge" not in made
    refused = world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token)
    assert refused.code == "auth/factor-required" and refused.json["error"]["requiresAction"] == "enroll_factor"
    assert world.run("authorize", {}, token).code == "auth/factor-required"
    for function in ("get-account", "list-sessions", "complete-account"):
        granted(world.run(function, {}, token))
    identifier, app, _ = confirm_totp(world, token)
    assert granted(world.run("get-account", {}, token))["state"] == "signedIn"
    granted(world.run("authorize", {"factor": True}, token))
    granted(world.run("remove-factor", {"factorId": identifier}, token))
    assert world.run("authorize", {}, token).code == "auth/factor-required"


def test_other_roles_need_none_and_every_way_leads_there(world):
    world.policy(with_factors(factors=REQUIRED, roles={"signUp": ["admin", "client"]}))
    assert world.sign_in("kim", **{"as": "client"})["state"] == "signedIn"
    world.import_users([{"email": "eve@example.com", "email_verified": "true", "role": "admin", "display_name": "Eve"}])
    granted(world.run("on-user-create", {
        "provider": "google", "subject": "max", "email": "max@example.com", "emailVerified": True, "displayName": "Max", "role": "admin"}))
    for name in ("eve", "max"):
        assert world.sign_in(name)["state"] == "factorRequired", name
    world.rows("UPDATE accounts SET role = 'admin' WHERE email = 'kim@example.com'")
    assert world.sign_in("kim")["state"] == "factorRequired"


def test_a_policy_that_requires_what_is_off_is_wrong(world):
    world.policy(with_factors(factors={"requiredFor": ["admin"]}))
    wrong = world.run("sign-in", {"identity": person("ada")})
    assert wrong.status == 78 and "/factors/requiredFor" in wrong.json["error"]["detail"]


@pytest.mark.parametrize("passkey", [
    {"rpID": "pfa.example", "origins": ["https://evil.example"]}, {"rpID": "pfa", "origins": ["https://pfa"]},
    {"rpID": "pfa.example", "origins": ["https://notpfa.example"]}, {"rpID": "pfa.example", "origins": []}, {"rpID": "pfa.example"}])
def test_a_policy_with_a_wrong_relying_party_is_wrong(world, passkey):
    world.policy(with_factors(factors={"passkey": passkey}))
    wrong = world.run("passkey-options")
    assert wrong.status == 78 and "/factors/passkey" in wrong.json["error"]["detail"]


# Gateways


def test_a_gateway_can_require_that_the_session_has_passed_a_factor(world, ada):
    refused = world.run("authorize", {"factor": True}, ada)
    assert refused.code == "auth/factor-required" and refused.json["error"]["requiresAction"] == "enroll_factor"
    other = world.sign_in("ada")["session"]["accessToken"]
    _, app, _ = confirm_totp(world, ada)
    granted(world.run("authorize", {"factor": True}, ada))
    refused = world.run("authorize", {"factor": True}, other)
    assert refused.code == "auth/factor-required" and refused.json["error"]["requiresAction"] == "reauthenticate"
    granted(world.run("authorize", {}, other))
    passed = granted(answer(world, sign_in_to_challenge(world), code=code(world, app)))["session"]
    granted(world.run("authorize", {"factor": True}, passed["accessToken"]))
    refreshed = granted(world.run("refresh-session", {"refreshToken": passed["refreshToken"]}))["session"]
    granted(world.run("authorize", {"factor": True}, refreshed["accessToken"]))


# Erasure


def test_a_deleted_account_leaves_no_factor(world, ada):
    confirm_totp(world, ada)
    enrol_passkey(world, ada, Authenticator())
    challenged(world.run("sign-in", {"identity": person("ada")}))
    granted(world.run("delete-account", {}, ada))
    for table in ("factors", "recovery_codes", "challenges"):
        assert world.rows(f"SELECT * FROM {table}") == [], table


def test_list_factors_is_closed_until_a_required_factor_is_enrolled(world):
    world.policy(with_factors(roles={"signUp": ["client"]}, factors={"totp": True, "requiredFor": ["client"]}))
    kim = verified(world)
    assert world.run("get-account", {}, kim["accessToken"]).json["state"] == "factorRequired"
    assert world.run("list-factors", {}, kim["accessToken"]).code == "auth/factor-required"


def test_removing_a_factor_of_somebody_else_or_twice_gives_ones_own_list(world):
    world.policy(with_factors(roles={"signUp": ["client"]}))
    kim, lee = verified(world), verified(world, "lee")
    mine, _, answer = confirm_totp(world, kim["accessToken"])
    theirs, *_ = confirm_totp(world, lee["accessToken"])
    for factor in (theirs, "01990000-0000-7000-8000-000000000000"):
        [left] = granted(world.run("remove-factor", {"factorId": factor}, kim["accessToken"]))["factors"]
        assert left["id"] == mine
    for _ in range(2):
        assert granted(world.run("remove-factor", {"factorId": mine}, kim["accessToken"]))["factors"] == []
    assert len(world.rows("SELECT * FROM factors WHERE confirmed_at IS NOT NULL")) == 1
