# SPDX-License-Identifier: Apache-2.0
"""`complete-account`: the state of an account, what is missing, and what an incomplete account may do."""


import pytest
from admission import birthday
from people import granted, policy, sign_in, sign_up, signed_up
from worlds import POLICY, id_token, person

RULES = {
    "profile": {"displayName": "required", "phone": "required", "fields": {
        "classYear": {"type": "integer", "minimum": 1, "maximum": 4, "x-required": True},
        "chapterId": {"type": "string", "x-required": True, "x-setBy": "inviter"}}},
    "consent": {"version": "2", "minimumAge": 13, "parentalUnder": 18},
}
pytestmark = [pytest.mark.postgresql, pytest.mark.policy(policy(**RULES))]
ALL = {
    "displayName": "Kim", "phone": "(555) 123-4567", "birthDate": birthday(30), "consent": {"version": "2"},
    "profile": {"classYear": 2}}
REACHED = {
    "get-account": {}, "complete-account": {}, "update-account": {}, "verify-email": {"email": "kim@example.com"},
    "list-sessions": {}}
REFUSED = {
    "authorize": {}, "list-workouts": {}, "link-identity": {"identity": person("other")},
    "unlink-identity": {"provider": "google"}}


def newcomer(world, **data):
    identity = {"provider": "google", "idToken": id_token(sub="kim", email="kim@example.com", email_verified=True)}
    return granted(world.run("sign-in", {"identity": identity, "as": "client", **data}))


def test_an_incomplete_account_names_what_is_missing_and_becomes_active_when_it_is_given(world):
    kim = newcomer(world)
    token = kim["session"]["accessToken"]
    assert (kim["state"], kim["missing"]) == ("incomplete", ["displayName", "phone", "birthDate", "consent", "profile/classYear"])
    for name, value in ALL.items():
        answer = granted(world.run("complete-account", {name: value}, token))
        assert name not in answer["missing"] and f"{name}/classYear" not in answer["missing"]
    assert (answer["state"], answer["missing"]) == ("signedIn", [])
    assert answer["account"]["phone"] == "+15551234567" and answer["account"]["consent"]["version"] == "2"
    granted(world.run("authorize", {}, token))
    assert granted(world.run("complete-account", {}, token))["state"] == "signedIn"


def test_a_sign_in_passes_over_a_version_that_was_agreed_to_before(world):
    agree = lambda version: {"consent": {"version": version}}
    terms = lambda version: world.policy(policy(consent={"version": version}))
    terms("1")
    newcomer(world, **agree("1"))
    terms("2")
    kim = newcomer(world, **agree("1"))
    assert "consent" in kim["missing"]
    token = kim["session"]["accessToken"]
    granted(world.run("complete-account", agree("2"), token))
    assert "consent" not in newcomer(world, **agree("1"))["missing"]
    identity = {"provider": "google", "idToken": id_token(sub="kim", email="kim@example.com", email_verified=True)}
    assert world.run("sign-in", {"identity": identity, **agree("0")}).code == "auth/consent-required"
    for function in ("complete-account", "update-account"):
        assert world.run(function, agree("1"), token).code == "auth/consent-required", function
    assert [row["version"] for row in world.rows("SELECT version FROM consents ORDER BY given_at, version")] == ["1", "2"]


def test_an_incomplete_account_may_call_only_the_functions_that_complete_it(world):
    token = newcomer(world)["session"]["accessToken"]
    for function, data in REACHED.items():
        assert world.run(function, data, token).code in (None, "auth/too-many-requests"), function
    for function, data in REFUSED.items():
        answer = world.run(function, data, token)
        assert answer.code == "auth/account-incomplete", (function, answer.json)
        assert answer.json["error"]["requiresAction"] == "complete_account" and answer.json["error"]["status"] == 403
    granted(world.run("sign-out", {}, token))
    granted(world.run("delete-account", {}, newcomer(world)["session"]["accessToken"]))


def test_the_first_state_that_applies_is_reported(world):
    world.policy(policy(**RULES, email={"verification": "required"}))
    identity = {"provider": "google", "idToken": id_token(sub="kim", email="kim@example.com", email_verified=False)}
    kim = granted(world.run("sign-in", {"identity": identity, "as": "client"}))
    assert kim["state"] == "emailNotVerified" and "consent" in kim["missing"]
    assert world.run("authorize", {}, kim["session"]["accessToken"]).code == "auth/email-not-verified"


def test_where_there_are_no_terms_a_minor_adds_the_guardian_later(world):
    world.policy(policy(consent={"parentalUnder": 18}))
    kim = newcomer(world, birthDate=birthday(15))
    token = kim["session"]["accessToken"]
    assert (kim["state"], kim["missing"]) == ("incomplete", ["displayName", "consent"])
    consent = {"guardianEmail": "mum@example.com"}
    answer = granted(world.run("complete-account", {"displayName": "Kim", "consent": consent}, token))
    assert (answer["state"], answer["missing"]) == ("guardianPending", [])
    assert answer["account"]["consent"]["version"] is None


def test_an_invalid_value_is_refused_and_changes_nothing(world):
    kim = newcomer(world)
    token = kim["session"]["accessToken"]
    for data, code in (
            ({"phone": "555"}, "auth/invalid-phone-number"), ({"consent": {"version": "1"}}, "auth/consent-required"),
            ({"birthDate": "1800-01-01"}, "event/invalid"), ({"birthDate": "2999-01-01"}, "event/invalid"),
            ({"profile": {"classYear": 9}}, "event/invalid"), ({"profile": {"chapterId": "x"}}, "auth/permission-denied")):
        assert world.run("complete-account", {"displayName": "Kim", **data}, token).code == code, data
    assert granted(world.run("get-account", {}, token))["missing"] == kim["missing"]


def test_a_known_birth_date_cannot_be_changed(world):
    token = newcomer(world, birthDate=birthday(30))["session"]["accessToken"]
    granted(world.run("complete-account", {"birthDate": birthday(30)}, token))
    answer = world.run("complete-account", {"birthDate": birthday(40)}, token)
    assert answer.code == "event/invalid" and answer.json["error"]["errors"][0]["pointer"] == "/birthDate"


def test_update_account_can_complete_an_account_and_removes_no_required_field(world):
    token = newcomer(world, birthDate=birthday(30), consent={"version": "2"})["session"]["accessToken"]
    done = granted(world.run("update-account", {k: ALL[k] for k in ("displayName", "phone", "profile")}, token))
    assert (done["state"], done["missing"]) == ("signedIn", [])
    for change, code in (
            ({"displayName": None}, "auth/invalid-display-name"), ({"phone": None}, "auth/invalid-phone-number"),
            ({"profile": {"classYear": None}}, "event/invalid")):
        assert world.run("update-account", change, token).code == code
    assert granted(world.run("get-account", {}, token))["missing"] == []


def test_new_terms_and_new_rules_make_everybody_incomplete(world):
    world.policy(policy(consent={"version": "1"}))
    kim = signed_up(world, consent={"version": "1"})
    world.policy(policy(consent={"version": "2"}))
    assert world.run("authorize", {}, kim["accessToken"]).code == "auth/account-incomplete"
    assert granted(sign_in(world))["missing"] == ["consent"]
    agreed = granted(sign_in(world, consent={"version": "2"}))
    assert (agreed["state"], agreed["account"]["consent"]["version"]) == ("signedIn", "2")
    granted(world.run("authorize", {}, kim["accessToken"]))
    world.policy(policy(consent={"version": "2"}, profile={"phone": "required"}))
    assert granted(sign_in(world))["missing"] == ["phone"]
    assert granted(sign_in(world, consent={"version": "1"}))["missing"] == ["phone"]
    assert sign_in(world, consent={"version": "0"}).code == "auth/consent-required"


def test_consent_is_kept_with_its_history_and_audited(world):
    world.policy(policy(consent={"version": "1"}))
    kim = signed_up(world, consent={"version": "1"})
    world.policy(policy(consent={"version": "2"}))
    granted(world.run("complete-account", {"consent": {"version": "2"}}, kim["accessToken"]))
    assert [row["version"] for row in world.rows("SELECT version FROM consents ORDER BY given_at")] == ["1", "2"]
    assert len(world.rows("SELECT id FROM audit WHERE action = 'account.consented'")) == 2


def test_accounts_from_a_trigger_or_an_import_are_completed_later(world):
    user = {"provider": "google", "subject": "kim", "email": "kim@example.com", "emailVerified": True, "role": "client"}
    granted(world.run("on-user-create", user))
    assert newcomer(world)["missing"] == ["displayName", "phone", "birthDate", "consent", "profile/classYear"]


def test_an_incomplete_inviter_cannot_invite(world):
    world.policy({**POLICY, **RULES})
    answer = granted(world.run("sign-in", {"identity": person("ada")}))
    client = {"name": "Lee", "email": "lee@example.com"}
    refused = world.run("send-invitation", {"client": client}, answer["session"]["accessToken"])
    assert refused.code == "auth/account-incomplete"


def test_concurrent_completions_lose_nothing(world):
    token = newcomer(world)["session"]["accessToken"]
    processes = [world.start("complete-account", {"authorization": f"Bearer {token}", "data": {name: value}}) for name, value in ALL.items()]
    for process in processes:
        process.stdin.write(process.event)
        process.stdin.close()
        process.stdin = None
    for process in processes:
        granted(world.finish(process))
    assert granted(world.run("get-account", {}, token))["missing"] == []


@pytest.mark.parametrize("function", ["complete-account", "update-account"])
def test_every_broken_rule_is_named_and_the_first_one_gives_the_code(world, function):
    token = newcomer(world)["session"]["accessToken"]
    said = {"phone": "555", "birthDate": "1800-01-01", "consent": {"version": "9"}, "profile": {"classYear": 9}}
    answer = world.run(function, said, token)
    assert answer.code == "auth/invalid-phone-number"
    assert [error["pointer"] for error in answer.json["error"]["errors"]] == [
        "/phone", "/profile/classYear", "/birthDate", "/consent/version"]


def test_an_invalid_date_is_refused_even_without_an_age_rule(world):
    world.policy(policy())
    answer = sign_up(world, birthDate="2010-02-30")
    assert (answer.code, answer.json["error"]["errors"][0]["pointer"]) == ("event/invalid", "/birthDate")


def test_a_minor_cannot_return_with_the_same_identity_or_device(world):
    world.policy(policy(consent={"minimumAge": 13}))
    identity = lambda name: {"provider": "google", "idToken": id_token(sub=name, name="Kim")}
    kim = granted(world.run("sign-in", {"identity": identity("kim"), "as": "client", "device": {"id": "tablet"}}))
    answer = world.run("complete-account", {"birthDate": birthday(10)}, kim["session"]["accessToken"])
    assert answer.code == "auth/underage-user"
    for other in ({"identity": identity("kim")}, {"identity": identity("lee"), "device": {"id": "tablet"}}):
        assert world.run("sign-in", {"as": "client", "birthDate": birthday(30), **other}).code == "auth/underage-user"
    granted(world.run("sign-in", {"as": "client", "birthDate": birthday(30), "identity": identity("lee")}))
