# SPDX-License-Identifier: Apache-2.0
"""Rules about persons at every way in: a second subject of a provider, an invited person who is seen first with an unproven
address, an account whose owner turns out to be too young, and the record of somebody who left."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from admission import OPEN, birthday, imported, own_trigger
from imports import results, run_import
from operators import vestibule
from people import PASSWORD, at_once, code_for, granted, mails_to, sign_in, signed_up, verified
from worlds import ENGINE, code_of, id_token, person

pytestmark = pytest.mark.postgresql
FACTS = {"email": "kim@example.com", "displayName": "Kim", "phone": None}


@pytest.fixture
def ada(world):
    world.policy({**OPEN, "providers": {**OPEN["providers"], "email": {}}})
    return granted(world.run("sign-in", {"identity": person("ada"), "as": "admin"}))["session"]["accessToken"]


def invite(world, ada, email="kim@example.com", **data):
    """Sends an invitation by mail and returns its code."""
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": email}, **data}, ada))
    return code_of(mails_to(world, email)[-1])


def google(subject="kim", verified=True):
    return {"identity": {"provider": "google", "idToken": id_token(sub=subject, email="kim@example.com", email_verified=verified)}}


def apple(subject, **claims):
    return id_token(iss="https://appleid.apple.com", aud="io.example.app", sub=subject, email="kim@example.com", email_verified=True, **claims)


# A second subject of a provider


SECOND = {
    "sign-in": lambda world, ada: world.run("sign-in", {**google("other"), "as": "client"}).code,
    "accept-invitation": lambda world, ada: world.run("accept-invitation", {"code": invite(world, ada), **google("other")}).code,
    "trigger": lambda world, ada: world.run("on-user-create", {
        "provider": "google", "subject": "other", "email": "kim@example.com", "emailVerified": True, "role": "client"}).code,
}


@pytest.mark.parametrize("way", SECOND)
def test_another_subject_with_the_same_verified_address_does_not_come_in(world, ada, way):
    granted(world.run("sign-in", {**google("first"), "as": "client"}))
    assert SECOND[way](world, ada).removeprefix("auth/") == "provider-already-linked"
    assert world.rows("SELECT subject FROM identities WHERE subject <> 'ada'") == [{"subject": "first"}]


def test_another_subject_of_apple_does_not_come_in(world, ada):
    granted(world.run("sign-in-with-apple", {"identity_token": apple("a1"), "as": "client"}))
    assert world.run("sign-in-with-apple", {"identity_token": apple("a2"), "as": "client"}).code == "auth/provider-already-linked"
    row = "id,email,apple_user_id\n1,kim@example.com,a2\n"
    done = run_import(world, row, "--emails-verified", "--default-role", "client")
    assert results(done) == [("skipped", "provider-already-linked")]


# Invited, and first seen with an address that nothing proves


UNPROVEN = {
    "sign-in": lambda world: world.run("sign-in", google(verified=False)),
    "sign-up": lambda world: world.run("sign-up", {"email": "kim@example.com", "password": PASSWORD, "displayName": "Kim"}),
    "trigger": lambda world: world.run("on-user-create", {
        "provider": "google", "subject": "kim", "email": "kim@example.com", "emailVerified": False, "displayName": "Kim"}),
    "trigger firebase": lambda world: world.run("on-user-create", event={"data": {
        "uid": "kim", "email": "kim@example.com", "emailVerified": False}}),
    "trigger supabase": lambda world: world.run("on-user-create", {"user": {
        "id": "kim", "email": "kim@example.com", "user_metadata": {"full_name": "Kim"}, "app_metadata": {"provider": "email"}}}),
}


@pytest.mark.parametrize("deliver", ["mail", "link"])
@pytest.mark.parametrize("way", UNPROVEN)
def test_an_invited_person_with_an_unproven_address_is_an_invitee_and_accepts_afterwards(world, ada, way, deliver):
    sent = granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": deliver}, ada))
    code = sent["link"].split("code=")[1] if deliver == "link" else code_of(mails_to(world, "kim")[-1])
    answer = UNPROVEN[way](world)
    assert answer.status == 0 and "error" not in answer.json, answer.json
    assert world.rows("SELECT role FROM accounts WHERE email = 'kim@example.com'") == [{"role": "client"}]
    assert granted(world.run("accept-invitation", {"code": code, **google()}))["client"]["name"] == "Kim"


@pytest.mark.parametrize("way", [way for way in UNPROVEN if way != "sign-up"])
def test_nobody_with_an_unproven_address_becomes_an_inviter_by_accident(world, ada, way):
    answer = UNPROVEN[way](world)
    assert answer.status == 0 and "error" not in answer.json, answer.json
    assert world.rows("SELECT role FROM accounts WHERE email = 'kim@example.com'") == [{"role": "client"}]


# A known person who is too young


def closing(world, code, token):
    birth = {"birthDate": birthday(12)}
    return {
        "identity": lambda: world.run("sign-in", {**google(), **birth}),
        "password": lambda: sign_in(world, **birth),
        "mailed code": lambda: world.run("sign-in", {"email": "kim@example.com", "code": typed(world), **birth}),
        "accept identity": lambda: world.run("accept-invitation", {"code": code, **google(), **birth}),
        "accept password": lambda: world.run("accept-invitation", {
            "code": code, "email": "kim@example.com", "password": PASSWORD, **birth}),
        "session": lambda: world.run("complete-account", birth, token),
    }


def typed(world):
    """The code that a mail shows to be typed."""
    granted(world.run("request-sign-in", {"email": "kim@example.com"}))
    world.run("deliver-mail")
    text = mails_to(world, "kim")[-1].get_body(("plain",)).get_content()
    return next(word for word in text.split() if len(word) == 9 and word[4] == "-")


@pytest.mark.parametrize("factor", [False, True])
@pytest.mark.parametrize("way", ["identity", "password", "mailed code", "accept identity", "accept password", "session"])
def test_an_account_is_closed_for_age_only_after_every_factor(world, ada, way, factor):
    token = verified(world, role="client")["accessToken"]
    granted(world.run("link-identity", google(), token))
    invitation = invite(world, ada)
    rules = {**OPEN, "providers": {**OPEN["providers"], "email": {}}, "consent": {"minimumAge": 13}, "factors": {"totp": True}}
    world.policy(rules)
    if factor and way == "session":
        pytest.skip("a session of an account with a factor has passed it, or began before it")
    if factor:
        world.rows("UPDATE accounts SET factors = 1 WHERE email = 'kim@example.com'")
    code = closing(world, invitation, token)[way]().json.get("error", {}).get("code")
    [account] = world.rows("SELECT status, closed_for FROM accounts WHERE email = 'kim@example.com'")
    if factor:
        assert code != "auth/underage-user" and account == {"status": "active", "closed_for": None}
        return
    assert code == "auth/underage-user" and account == {"status": "deleting", "closed_for": "age"}
    assert any("closed" in mail["subject"].lower() for mail in mails_after_delivery(world))
    assert sign_in(world).code == "auth/underage-user"
    assert world.run("get-account", {}, token).code == "auth/underage-user"


def mails_after_delivery(world):
    world.run("deliver-mail")
    return mails_to(world, "kim")


# The record of somebody who left


FORMER = {
    "accept code": lambda world, code: world.run("accept-invitation", {"code": code, **google("new")}).code == "invitation/email-mismatch",
    "trigger": lambda world, code: own_trigger(world, {**FACTS, "role": "client"}).code is None,
    "import": lambda world, code: imported(world, {**FACTS, "role": "client"})["result"] == "created",
    "sign-in": lambda world, code: granted(world.run("sign-in", {**google("new"), "as": "client"}))["invitations"] == [],
}


@pytest.mark.parametrize("way", FORMER)
def test_the_record_of_somebody_who_left_is_not_given_to_another_person(world, ada, way):
    code = invite(world, ada)
    granted(world.run("accept-invitation", {"code": code, **google("former")}))
    kim = granted(world.run("sign-in", google("former")))["session"]["accessToken"]
    client = world.rows("SELECT id FROM clients")[0]["id"]
    granted(world.run("leave-inviter", {"clientId": client}, kim))
    # The address gets another owner.
    granted(world.run("update-account", {"email": "kim.lee@example.com"}, kim))
    world.run("deliver-mail")
    granted(world.run("verify-email", {"code": mails_to(world, "kim.lee")[-1].get_body(("plain",)).get_content().split("?code=")[1].split()[0]}))
    world.rows("UPDATE invitations SET status = 'pending'")
    assert FORMER[way](world, code)
    assert world.rows("SELECT account_id FROM clients") == [{"account_id": None}]


# Races


def test_forty_proofs_of_one_address_at_once_leave_one_owner(world, ada):
    signed_up(world, role="client")
    code = code_for(world, "verify-email")
    answers = at_once(world, "sign-in", [{**google(), "as": "client"}] * 30)
    answers += at_once(world, "verify-email", [{"code": code}] * 10)
    assert {answer.code for answer in answers} <= {None, "auth/code-invalid", "auth/email-already-in-use", "service/unavailable"}
    owners = world.rows("SELECT id FROM accounts WHERE email_key = 'kim@example.com'")
    assert len(owners) == 1 and world.rows("SELECT id FROM accounts WHERE claimed_key = 'kim@example.com'") == []
    granted_ids = {answer.json["account"]["id"] for answer in answers[:30] if answer.code is None}
    assert granted_ids == {owners[0]["id"]}


def test_forty_sign_ins_with_two_subjects_of_one_issuer_leave_one_subject(world, ada):
    answers = at_once(world, "sign-in", [{**google(f"s{number % 2}"), "as": "client"} for number in range(40)])
    [identity] = world.rows("SELECT subject FROM identities WHERE subject LIKE 's%'")
    for number, answer in enumerate(answers):
        expected = None if identity["subject"] == f"s{number % 2}" else "auth/provider-already-linked"
        assert answer.code == expected
    assert len(world.rows("SELECT id FROM accounts WHERE email_key = 'kim@example.com'")) == 1


@pytest.mark.skipif(ENGINE != "sqlite", reason="PostgreSQL puts an invitation that has read its rows before the demotion")
def test_an_inviter_who_is_demoted_while_an_invitation_waits_for_the_database_sends_none(world, ada):
    with world.locked() as database:
        process = world.start("send-invitation", {
            "authorization": f"Bearer {ada}", "data": {"client": {"name": "Kim", "email": "kim@example.com"}}}, DEADLINE_SECONDS="55")
        process.stdin.write(process.event)
        process.stdin.close()
        process.stdin = None
        time.sleep(1)  # The event waits for the locked database.
        database.execute("UPDATE accounts SET role = 'client' WHERE email = 'ada@example.com'")
    answer = world.finish(process)
    assert answer.code == "auth/permission-denied", answer.json
    assert world.rows("SELECT id FROM invitations") == []


def test_a_demotion_among_invitations_at_once_lets_none_through_afterwards(world, ada):
    event = {"authorization": f"Bearer {ada}"}
    every = [{"client": {"name": "Kim", "email": f"kim{number}@example.com"}, "deliver": "link"} for number in range(20)]
    with ThreadPoolExecutor(1) as pool:
        demotion = pool.submit(vestibule, world, "account", "role", "ada@example.com", "client")
        answers = at_once(world, "send-invitation", every, **event)
        assert demotion.result().status == 0, demotion.result()
    # A token with the former role needs a new one; either refusal is one of the role.
    assert {answer.code for answer in answers} <= {None, "auth/permission-denied"}
    sent = len([answer for answer in answers if answer.code is None])
    assert len(world.rows("SELECT id FROM invitations")) == sent
    last = world.run("send-invitation", {"client": {"name": "Lee", "email": "lee@example.com"}, "deliver": "link"}, ada)
    assert last.code == "auth/permission-denied"
