# SPDX-License-Identifier: Apache-2.0
"""Invitations without their link: who sees them at a sign-in, who becomes an invitee, and `accept-invitation` with an
`invitationId`."""

import pytest
from factors import answer, challenged, code, confirm_totp, with_factors
from invitations import DAY, status
from operators import account
from people import PASSWORD, at_once, code_in, granted, mails_to, policy, sign_in, sign_up, verified
from worlds import POLICY, id_token, person

pytestmark = pytest.mark.postgresql


def token(answer):
    return answer["session"]["accessToken"]


def account_of(world, session):
    return granted(world.run("get-account", {}, session))


def accept(world, invitation, session, **attributes):
    return world.run("accept-invitation", {"invitationId": invitation}, session, **attributes)


def invited_id(world, trainer, name="kim", **data):
    return world.invite(trainer, name, **data)["invitation"]["id"]


# Must show: the app is installed, and the link is lost.


def test_somebody_invited_who_signs_in_without_the_link_sees_the_invitation(world, trainer):
    sent = world.invite(trainer)
    kim = world.sign_in("kim")
    ada = world.rows("SELECT id FROM accounts WHERE email = 'ada@example.com'")[0]["id"]
    assert kim["account"]["role"] == "client" and kim["state"] == "signedIn"
    assert kim["invitations"] == [{
        "id": sent["invitation"]["id"], "inviter": {"id": ada, "displayName": "Ada"}, "client": {"name": "Kim"},
        "expiresAt": sent["invitation"]["expiresAt"]}]
    assert account_of(world, token(kim))["invitations"] == kim["invitations"]
    assert status(world, trainer) == ["pending"], "a sign-in accepts nothing"


def test_an_invitation_without_its_link_is_accepted_by_its_id(world, trainer):
    sent = world.invite(trainer)
    workout = granted(world.run("assign-workout", {"clientId": sent["client"]["id"], "title": "Legs"}, trainer))["workout"]
    kim = world.sign_in("kim")
    accepted = granted(accept(world, sent["invitation"]["id"], token(kim)))
    assert accepted["isNewAccount"] is False and "session" not in accepted and accepted["state"] == "signedIn"
    assert accepted["account"]["id"] == kim["account"]["id"] == accepted["client"]["accountId"]
    assert accepted["workouts"] == [workout] and "notes" not in accepted["client"]
    assert status(world, trainer) == ["accepted"]
    seen = account_of(world, token(kim))
    assert seen["invitations"] == [] and [client["id"] for client in seen["clients"]] == [sent["client"]["id"]]
    assert len(world.run("list-sessions", {}, token(kim)).json["sessions"]) == 1, "the session stays"


def test_an_acceptance_without_the_link_is_audited_and_the_inviter_is_told(world, trainer):
    sent = world.invite(trainer)
    kim = world.sign_in("kim")
    granted(accept(world, sent["invitation"]["id"], token(kim)))
    audited = world.rows("SELECT function, account_id, subject_id FROM audit WHERE action = 'invitation.accepted'")
    assert audited == [{"function": "accept-invitation", "account_id": kim["account"]["id"], "subject_id": sent["invitation"]["id"]}]
    world.run("deliver-mail")
    assert world.mails()[-1]["to"] == "Ada <ada@example.com>"


def test_nobody_becomes_an_inviter_by_accident(world, trainer):
    """The policy's only role for sign-up is the inviter's."""
    invited_id(world, trainer)
    assert world.sign_in("kim")["account"]["role"] == "client"
    assert world.sign_in("eve")["account"]["role"] == "admin", "nobody has invited her"


@pytest.mark.parametrize("end", ["overdue", "marked", "suspended"])
def test_a_person_whose_invitation_has_ended_does_not_become_an_inviter(world, trainer, end):
    sent = invited_id(world, trainer)
    if end == "suspended":
        account(world, "suspend", "ada@example.com")
    else:
        world.age("invitations", "expires_at", 99 * DAY)
    if end == "marked":
        world.run("expire-invitations")
    kim = world.sign_in("kim")
    # An inviter who may not invite any more has invited nobody.
    assert kim["account"]["role"] == ("admin" if end == "suspended" else "client") and kim["invitations"] == []
    assert accept(world, sent, token(kim)).code in ("invitation/expired", "invitation/not-found")
    assert account_of(world, token(kim))["clients"] == []


def test_a_revoked_invitation_gives_no_role(world, trainer):
    granted(world.run("revoke-invitation", {"invitationId": invited_id(world, trainer)}, trainer))
    assert world.sign_in("kim")["account"]["role"] == "admin"


def test_an_explicit_role_stands(world, trainer):
    for name in ("kim", "lee", "max"):
        invited_id(world, trainer, name)
    made = world.sign_in("kim", **{"as": "admin"})
    assert made["account"]["role"] == "admin" and made["invitations"] == [], "the role does not fit the invitation"
    assert world.sign_in("lee", **{"as": "client"})["account"]["role"] == "client"
    assert world.run("sign-in", {"identity": person("max"), "as": "driver"}).code == "auth/invalid-role"
    assert world.run("sign-in", {"identity": person("eve"), "as": "client"}).code == "auth/invalid-role"


def test_an_invited_person_may_sign_in_where_nobody_may_sign_up(world, trainer):
    world.policy({**POLICY, "roles": {"signUp": []}})
    invited_id(world, trainer)
    assert world.sign_in("kim")["account"]["role"] == "client"
    assert world.run("sign-in", {"identity": person("eve")}).code == "auth/invalid-role"


def test_sign_in_with_apple_treats_invited_people_alike(world, trainer):
    invited_id(world, trainer)
    apple = id_token(iss="https://appleid.apple.com", aud="io.example.app", sub="1", email="kim@example.com", email_verified="true")
    made = granted(world.run("sign-in-with-apple", {"identity_token": apple}))
    assert made["account"]["role"] == "client" and len(made["invitations"]) == 1
    assert made["account"]["displayName"] == "Kim", "Apple gave no name, the inviter did"


# Which invitations wait for an account.


def test_only_invitations_that_the_account_can_accept_wait_for_it(world, trainer):
    kim = token(world.accept(world.invite(world.inviter("bob"))["code"]).json)
    waiting = lambda: [one["inviter"]["displayName"] for one in account_of(world, kim)["invitations"]]
    assert waiting() == []
    sent = world.invite(trainer)
    assert waiting() == ["Ada"]
    world.age("invitations", "expires_at", 32 * DAY, "status = 'pending'")
    assert waiting() == []
    granted(world.run("resend-invitation", {"invitationId": sent["invitation"]["id"]}, trainer))
    assert waiting() == ["Ada"]
    world.rows("UPDATE accounts SET status = 'disabled' WHERE email = 'ada@example.com'")
    assert waiting() == []
    assert accept(world, sent["invitation"]["id"], kim).code == "invitation/not-found"
    world.rows("UPDATE accounts SET status = 'active' WHERE email = 'ada@example.com'")
    granted(world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, trainer))
    assert waiting() == []
    assert invited_id(world, trainer) == sent["invitation"]["id"] and waiting() == ["Ada"]
    world.rows("UPDATE accounts SET status = 'deleting', deletes_at = ? WHERE email = 'ada@example.com'", (2**45,))
    assert waiting() == []
    assert accept(world, sent["invitation"]["id"], kim).code == "invitation/not-found"


def test_an_address_waits_in_every_spelling_once_it_is_verified(world):
    world.policy(policy(roles={"signUp": ["client", "admin"]}))
    trainer = token(world.sign_in("ada", **{"as": "admin"}))
    client = {"name": "Kim", "email": "KIM@Example.COM"}
    sent = granted(world.run("send-invitation", {"client": client, "deliver": "link"}, trainer))
    made = granted(sign_up(world))
    assert made["invitations"] == [] == account_of(world, token(made))["invitations"], "the address is not verified"
    assert accept(world, sent["invitation"]["id"], token(made)).code == "invitation/not-found"
    granted(world.run("verify-email", {"code": code_in(mails_to(world, "kim")[-1])}))
    assert [one["id"] for one in account_of(world, token(made))["invitations"]] == [sent["invitation"]["id"]]
    assert [one["id"] for one in granted(sign_in(world))["invitations"]] == [sent["invitation"]["id"]]
    granted(accept(world, sent["invitation"]["id"], token(made)))


def test_a_mailed_code_and_a_second_factor_show_the_invitations_too(world):
    world.policy({**with_factors(), "roles": {"signUp": ["client", "admin"]}})
    kim = verified(world)
    invited = invited_id(world, token(world.sign_in("ada", **{"as": "admin"})))
    world.run("request-sign-in", {"email": "kim@example.com"})
    world.run("deliver-mail")
    text = mails_to(world, "kim")[-1].get_body(("plain",)).get_content()
    by_mail = granted(world.run("sign-in", {"email": "kim@example.com", "code": text.split("code=")[1].split()[0]}))
    assert [one["id"] for one in by_mail["invitations"]] == [invited]
    _, app, _ = confirm_totp(world, kim["accessToken"])
    stopped = challenged(sign_in(world))
    assert "invitations" not in stopped
    assert [one["id"] for one in granted(answer(world, stopped, code=code(world, app)))["invitations"]] == [invited]


def test_the_newest_twenty_are_listed(world):
    world.policy({**POLICY, "limits": {"signIn": {"max": 1000, "seconds": 900}}})
    ids = [invited_id(world, world.inviter(f"trainer{number}")) for number in range(22)]
    assert [one["id"] for one in world.sign_in("kim")["invitations"]] == ids[:1:-1]


# `accept-invitation` with an `invitationId`.


def test_one_that_has_ended_is_answered_as_its_code_would_be(world, trainer):
    bob = world.inviter("bob")
    kim = token(world.accept(world.invite(bob)["code"]).json)
    sent = world.invite(trainer)

    def agree(expected):
        assert accept(world, sent["invitation"]["id"], kim).code == expected
        assert world.accept(sent["code"]).code == expected
    granted(world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, trainer))
    agree("invitation/revoked")
    sent = world.invite(trainer)
    world.age("invitations", "expires_at", 32 * DAY, "status = 'pending'")
    agree("invitation/expired")
    world.run("expire-invitations")
    agree("invitation/expired")
    granted(world.run("resend-invitation", {"invitationId": sent["invitation"]["id"]}, trainer))
    granted(accept(world, sent["invitation"]["id"], kim))
    assert accept(world, sent["invitation"]["id"], kim).code == "invitation/already-accepted"


def test_foreign_ids_are_not_found_and_change_nothing(world, trainer):
    sent = world.invite(trainer)
    eve = token(world.sign_in("eve"))
    before = {table: world.rows(f"SELECT * FROM {table}") for table in ("clients", "invitations", "accounts", "sessions")}
    for one in (sent["invitation"]["id"], sent["client"]["id"], "x", "01a2048a-8c42-7001-a929-f73939d920cc"):
        for session in (eve, trainer):
            assert accept(world, one, session).code == "invitation/not-found"
    assert before == {table: world.rows(f"SELECT * FROM {table}") for table in before}
    refused = world.rows("SELECT action, code FROM audit WHERE function = 'accept-invitation'")
    assert {(row["action"], row["code"]) for row in refused} == {("refused", "invitation/not-found")}


def test_an_id_needs_a_session_and_goes_with_nothing_else(world, trainer):
    sent = world.invite(trainer)
    kim, one = token(world.sign_in("kim")), {"invitationId": sent["invitation"]["id"]}
    assert world.run("accept-invitation", one).code == "auth/unauthenticated"
    assert world.run("accept-invitation", one, "nonsense").code == "auth/unauthenticated"
    for name, value in [
        ("code", sent["code"]), ("identity", person("kim")), ("email", "kim@example.com"), ("password", PASSWORD),
        ("newPassword", PASSWORD), ("displayName", "Kim"), ("birthDate", "1990-01-01"), ("consent", {"version": "1"}),
        ("device", {"id": "d"}),
    ]:
        answer = world.run("accept-invitation", {**one, name: value}, kim)
        assert answer.code == "event/invalid", name
        # A password also needs its address.
        assert {error["pointer"] for error in answer.json["error"]["errors"]} - {"/email"} == {f"/{name}"} - {"/email"}
    both = world.run("accept-invitation", {**one, "code": sent["code"], "identity": person("kim")}, kim)
    assert both.code == "event/invalid"
    neither = world.run("accept-invitation", {"identity": person("kim")}, kim)
    assert "/code" in [error["pointer"] for error in neither.json["error"]["errors"]]
    assert world.run("accept-invitation", {}, kim).code == "event/invalid"
    assert status(world, trainer) == ["pending"]
    world.age("sessions", "ends_at", 91 * DAY)
    assert accept(world, sent["invitation"]["id"], kim).code == "auth/session-expired"


def test_with_a_code_the_session_of_the_event_is_ignored(world, trainer):
    for name, other in (("kim", trainer), ("lee", "nonsense")):
        code = world.invite(trainer, name)["code"]
        accepted = granted(world.run("accept-invitation", {"code": code, "identity": person(name)}, other))
        assert accepted["account"]["email"] == f"{name}@example.com" and "session" in accepted


def test_the_state_of_the_account_decides_as_for_other_functions(world, trainer):
    sent = world.invite(trainer)
    kim = token(world.sign_in("kim"))
    world.policy({**POLICY, "profile": {"phone": "required"}})
    assert accept(world, sent["invitation"]["id"], kim).code == "auth/account-incomplete"
    assert accept(world, "x", kim).code == "auth/account-incomplete", "before anything is looked up"
    granted(world.run("complete-account", {"phone": "+15551234567"}, kim))
    granted(accept(world, sent["invitation"]["id"], kim))


def test_an_account_of_another_role_does_not_accept(world, trainer):
    bob = world.inviter("bob")
    assert accept(world, invited_id(world, trainer, "bob"), bob).code == "auth/role-mismatch"
    assert account_of(world, bob)["invitations"] == []


def test_a_repeated_event_has_one_effect_and_one_answer(world, trainer):
    one = invited_id(world, trainer)
    kim = token(world.sign_in("kim"))
    answers = [accept(world, one, kim, id="tap", source="app") for _ in range(2)]
    assert granted(answers[0]) == granted(answers[1])
    assert len(world.rows("SELECT id FROM audit WHERE action = 'invitation.accepted'")) == 1


@pytest.mark.parametrize("kinds", ["id", "both"])
def test_of_many_processes_that_accept_one_invitation_one_does(world, trainer, kinds):
    sent = world.invite(trainer)
    kim = token(world.sign_in("kim"))
    by_id, by_code = {"invitationId": sent["invitation"]["id"]}, {"code": sent["code"], "identity": person("kim")}
    every = [by_id, by_id if kinds == "id" else by_code] * 6
    answers = at_once(world, "accept-invitation", every, authorization=f"Bearer {kim}")
    assert sorted(answer.code or "" for answer in answers) == ["", *["invitation/already-accepted"] * 11]
    assert status(world, trainer) == ["accepted"]
    assert len(world.rows("SELECT id FROM audit WHERE action = 'invitation.accepted'")) == 1
    assert len(world.rows("SELECT id FROM outbox WHERE kind = 'invitation-accepted'")) == 1
    assert len(world.rows("SELECT id FROM clients WHERE account_id IS NOT NULL")) == 1


def test_of_an_acceptance_and_a_withdrawal_at_the_same_time_one_wins(world, trainer):
    kim = None
    for number in range(4):
        other = world.inviter(f"trainer{number}")
        one = invited_id(world, other)
        kim = kim or token(world.sign_in("kim"))
        accepting = world.start("accept-invitation", {"authorization": f"Bearer {kim}", "data": {"invitationId": one}})
        revoking = world.start("revoke-invitation", {"authorization": f"Bearer {other}", "data": {"invitationId": one}})
        accepted, revoked = world.finish(accepting), world.finish(revoking)
        assert (accepted.code, revoked.code) in [(None, "invitation/not-pending"), ("invitation/revoked", None)]
        assert status(world, other) == ["accepted" if accepted.code is None else "revoked"]


def test_many_first_sign_ins_of_an_invited_person_make_one_invitee(world, trainer):
    invited_id(world, trainer)
    answers = at_once(world, "sign-in", [{"identity": person("kim")}] * 8)
    assert {granted(answer)["account"]["role"] for answer in answers} == {"client"}
    assert len({answer.json["account"]["id"] for answer in answers}) == 1
    assert all(len(answer.json["invitations"]) == 1 for answer in answers)
