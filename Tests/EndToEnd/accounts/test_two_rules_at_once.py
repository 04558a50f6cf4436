# SPDX-License-Identifier: Apache-2.0
"""Accounts to which two rules apply at the same time."""

import threading
import time

import pytest
from apple import apple_policy, identity, notify
from factors import answer, challenged, code, confirm_totp, enrol_totp, with_factors
from members import rules, trainer
from operators import vestibule
from people import code_in, granted, mails_to, policy, sign_in, sign_up, signed_up, verified
from service_keys import key
from supabase_clients import PASSWORD
from visitors import Visitor
from worlds import POLICY, code_of, person

MINORS = policy(consent={"version": "1", "minimumAge": 8, "parentalUnder": 16})
SUPABASE = {
    **POLICY, "supabase": {}, "roles": {"inviter": "admin", "invitee": "client", "signUp": ["admin", "client"]},
    "providers": {**POLICY["providers"], "password": {}, "email": {}}, "factors": {"totp": True}}
WITH_MAIL = rules(providers={**POLICY["providers"], "password": {}, "email": {}})


def through_supabase(world, method, path, body, token=None, **query):
    return world.run("supabase-auth", {"method": method, "path": path, "body": body, "query": query}, token).json


# Ways in: mailed codes are one


def test_apples_account_that_reads_its_mail_is_not_deleted_with_the_sign_in_by_apple(world):
    rules_of_app = apple_policy()
    rules_of_app["providers"]["email"] = {}
    world.policy(rules_of_app)
    granted(world.run("sign-in", {"identity": identity()}))
    granted(notify(world, "account-delete"))
    assert world.rows("SELECT status FROM accounts") == [{"status": "active"}]


# Guardians


@pytest.mark.policy(MINORS)
def test_an_account_that_an_operator_opened_and_suspended_is_not_deleted_for_the_guardians_refusal(world):
    signed_up(world, "kim", birthDate="2013-01-01", consent={"version": "1", "guardianEmail": "mum@example.com"})
    world.run("deliver-mail")
    granted(world.run("guardian-confirm", {"code": code_in(mails_to(world, "mum")[-1]), "decision": "refuse"}))
    for command in ("restore", "suspend"):
        assert vestibule(world, "account", command, "kim@example.com").status == 0
    world.age("accounts", "guardian_at", 31 * 86_400, "guardian_at IS NOT NULL")
    granted(world.run("purge-records"))
    assert world.rows("SELECT status, guardian FROM accounts") == [{"status": "disabled", "guardian": None}]


@pytest.mark.policy(MINORS)
def test_an_account_asks_only_a_few_guardians(world):
    made = signed_up(world, "kim", birthDate="2013-01-01", consent={"version": "1", "guardianEmail": "g@example.com"})
    answers = [
        world.run("complete-account", {"consent": {"version": "1", "guardianEmail": f"stranger{number}@example.org"}}, made["accessToken"])
        for number in range(6)]
    assert answers[0].code is None and answers[-1].code == "auth/too-many-requests"


# Second factors


@pytest.mark.policy(SUPABASE)
def test_a_password_without_its_second_factor_ends_no_session(world):
    kim = verified(world, "kim")
    _, app, _ = confirm_totp(world, kim["accessToken"])
    full = [kim["accessToken"]]
    for number in range(4):
        challenge = challenged(sign_in(world, device={"id": f"d{number}"}))["challenge"]
        signed = granted(world.run("answer-challenge", {"challenge": challenge, "code": code(world, app)}))
        full.append(signed["session"]["accessToken"])
    for _ in range(6):
        credentials = {"email": "kim@example.com", "password": PASSWORD}
        assert through_supabase(world, "POST", "token", credentials, grant_type="password")["status"] == 200
    assert [world.run("get-account", {}, token).code for token in full] == [None] * 5
    waiting = world.rows("SELECT count(*) AS n FROM sessions WHERE awaits_factor = 1 AND revoked_at IS NULL")
    assert waiting[0]["n"] <= 5


@pytest.mark.policy(with_factors(roles={"signUp": ["admin", "client"]}))
def test_of_two_sessions_that_confirm_the_first_factor_at_once_one_is_asked_for_the_others(world):
    kim, thief = verified(world, "kim")["accessToken"], granted(sign_in(world))["session"]["accessToken"]
    enrolled = [(token, *enrol_totp(world, token, name)) for token, name in ((kim, "own"), (thief, "thief"))]
    answers = []

    def confirm(token, begun, app):
        event = {"factorId": begun["factor"]["id"], "code": app.now()}
        answers.append(world.run("confirm-factor", event, token, env={"DEADLINE_SECONDS": "30"}).code)
    with world.locked():
        threads = [threading.Thread(target=confirm, args=arguments) for arguments in enrolled]
        for thread in threads:
            thread.start()
        time.sleep(1.5)
    for thread in threads:
        thread.join()
    assert sorted(map(str, answers)) == ["None", "auth/factor-required"]


@pytest.mark.policy(with_factors(roles={"signUp": ["admin", "client"]}))
def test_a_code_of_an_app_is_used_up_by_an_answer_that_is_refused_for_something_else(world):
    ada = trainer(world)
    kim = verified(world, "kim")
    _, app, _ = confirm_totp(world, kim["accessToken"])
    sent = world.invite(ada, "kim")
    first = challenged(world.run("accept-invitation", {"code": sent["code"], "email": "kim@example.com", "password": PASSWORD}))
    granted(world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, ada))
    used = code(world, app)
    assert answer(world, first, code=used).code == "invitation/revoked"
    assert answer(world, challenged(sign_in(world)), code=used).code == "auth/code-invalid"


# Names, addresses and numbers


@pytest.mark.policy(SUPABASE)
@pytest.mark.parametrize("address, name", [("wei.li@example.com", "wei li"), ("anna.de@example.com", "anna de"), ("kim@example.com", "kim")])
def test_supabase_invites_an_address_whose_name_looks_like_a_domain(world, address, name):
    world.sign_in("ada", **{"as": "admin"})
    token = key(world, "backend", "supabase-auth", inviter="ada@example.com")
    assert through_supabase(world, "POST", "invite", {"email": address}, token)["status"] == 200
    assert world.rows("SELECT name FROM clients") == [{"name": name}]


@pytest.mark.policy(policy(profile={"username": "optional"}, roles={"signUp": ["client"]}))
def test_a_user_name_is_free_again_when_its_own_claim_has_ended(world):
    signed_up(world, "kim", username="kimmy")
    kim = granted(world.run("sign-in", {"identity": person("kim"), "as": "client"}))["session"]["accessToken"]
    assert granted(world.run("update-account", {"username": "kimmy"}, kim))["account"]["username"] == "kimmy"


@pytest.mark.parametrize("calling_code, typed, number", [
    ("7", "8 912 345-67-89", "+79123456789"), ("7", "912 345-67-89", "+79123456789"), ("36", "06 20 123 4567", "+36201234567"),
    ("39", "06 698 83462", "+390669883462"), ("49", "030 901820", "+4930901820")])
def test_a_national_number_loses_only_the_prefix_of_its_country(world, calling_code, typed, number):
    world.policy(policy(profile={"phone": "optional", "callingCode": calling_code}))
    assert granted(sign_up(world, "kim", phone=typed))["account"]["phone"] == number


# Pages


@pytest.mark.policy(WITH_MAIL)
def test_an_invitation_to_ones_second_address_is_ones_own(world):
    ada, kim = trainer(world), verified(world, "kim")
    granted(world.run("link-identity", {"identity": person("kim2")}, kim["accessToken"]))
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim2@example.com"}}, ada))
    visitor = Visitor(world)
    visitor.sign_in("kim", to="/account")
    page = visitor.get(f"/invite/accept?code={code_of(mails_to(world, 'kim2')[-1])}")
    assert page.status == 200 and "Use another account" not in page.text.split("Accept")[0]


@pytest.mark.policy(WITH_MAIL)
def test_the_page_of_a_client_shows_the_latest_of_many_workouts(world):
    tess = verified(world, "tess", role="admin")["accessToken"]
    client = world.invite(tess)["client"]["id"]
    ids = [granted(world.run("assign-workout", {"clientId": client, "title": f"Workout {number}"}, tess))["workout"]["id"] for number in range(51)]
    visitor = Visitor(world)
    visitor.sign_in("tess", to="/clients")
    assert "Workout 50" in visitor.get(f"/client?id={client}").text
    for workout in (ids[0], ids[50]):
        assert visitor.get(f"/client?id={client}&view=workout&workout={workout}").status == 200
