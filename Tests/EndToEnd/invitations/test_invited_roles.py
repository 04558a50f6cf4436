# SPDX-License-Identifier: Apache-2.0
"""`send-invitation` with a `role` of the policy's `invitation.roles`."""

import re

import pytest
from people import PASSWORD, at_once, code_in, granted, mails_to, policy
from worlds import POLICY, code_of, person

pytestmark = pytest.mark.postgresql
REFERRALS = {**POLICY, "roles": {"signUp": []}, "invitation": {"roles": ["client", "admin"]}}


@pytest.fixture
def trainer(world):
    """The only trainer of an app in which nobody signs up."""
    token = world.inviter()
    world.policy(REFERRALS)
    return token


def refer(world, trainer, name="bob", **data):
    return world.invite(trainer, name, role="admin", **data)


def test_an_invited_inviter_gets_an_account_of_that_role_and_becomes_nobodys_client(world, trainer):
    sent = refer(world, trainer)
    assert sent["invitation"]["role"] == "admin"
    accepted = granted(world.accept(sent["code"], "bob"))
    assert accepted["account"]["role"] == "admin" and accepted["isNewAccount"]
    assert "client" not in accepted and accepted["workouts"] == []
    bob = accepted["session"]["accessToken"]
    assert granted(world.run("get-account", {}, bob))["clients"] == []
    [listed] = granted(world.run("list-clients", {}, trainer))["clients"]
    assert listed["invitation"]["role"] == "admin" and listed["invitation"]["status"] == "accepted"
    assert "accountId" not in listed and listed["invitation"]["lastSignInAt"] is None
    assert world.invite(bob, "kim")["invitation"]["status"] == "pending", "he invites clients of his own"
    assert granted(world.run("list-clients", {}, trainer))["clients"] == [listed]


def test_an_invitation_to_the_invitees_role_names_no_role(world, trainer):
    sent = [world.invite(trainer, "kim"), world.invite(trainer, "lee", role="client")]
    assert all("role" not in one["invitation"] for one in sent)
    assert granted(world.accept(sent[1]["code"], "lee"))["client"]["accountId"]


def test_only_roles_of_the_policy_are_invited(world, trainer):
    def invite(role, rules):
        world.policy({**REFERRALS, "invitation": rules})
        return world.run("send-invitation", {"client": {"name": "B", "email": "b@example.com"}, "role": role}, trainer)
    for role, rules in [("admin", {}), ("admin", {"roles": ["client"]}), ("driver", {"roles": ["client", "admin"]}),
                         ("client", {"roles": ["admin"]})]:
        answer = invite(role, rules)
        assert answer.code == "auth/invalid-role" and answer.json["error"]["errors"][0]["pointer"] == "/role"
    assert world.rows("SELECT id FROM clients") == [] and world.mails() == []
    world.policy({**REFERRALS, "invitation": {"roles": ["admin"]}})
    without = world.run("send-invitation", {"client": {"name": "B", "email": "b@example.com"}}, trainer)
    assert without.code == "auth/invalid-role"
    assert invite("admin", {"roles": ["driver"]}).status == 78, "the policy has no such role"


def test_a_list_of_people_is_invited_to_one_role(world, trainer):
    clients = [{"name": name, "email": f"{name}@example.com"} for name in ("bob", "cy")]
    results = granted(world.run("send-invitation", {"clients": clients, "role": "admin"}, trainer))["results"]
    assert [result["invitation"]["role"] for result in results] == ["admin", "admin"]
    assert granted(world.accept(code_of(world.mails()[-1]), "cy"))["account"]["role"] == "admin"


def test_an_accounts_role_stays(world, trainer):
    kim = granted(world.accept(world.invite(trainer, "kim")["code"]))["session"]["accessToken"]
    other = granted(world.accept(refer(world, trainer)["code"], "bob"))["session"]["accessToken"]
    sent = refer(world, other, "kim")
    assert world.accept(sent["code"]).code == "auth/role-mismatch"
    assert world.run("accept-invitation", {"invitationId": sent["invitation"]["id"]}, kim).code == "auth/role-mismatch"
    assert granted(world.run("get-account", {}, kim))["invitations"] == []
    assert world.run("preview-invitation", {"code": sent["code"]}).code is None, "it is still pending"


def test_an_inviter_accepts_an_invitation_to_the_inviters_role(world, trainer):
    bob = granted(world.accept(refer(world, trainer)["code"], "bob"))
    sent = refer(world, granted(world.accept(refer(world, trainer, "cy")["code"], "cy"))["session"]["accessToken"])
    session = bob["session"]["accessToken"]
    assert [one["id"] for one in granted(world.run("get-account", {}, session))["invitations"]] == [sent["invitation"]["id"]]
    accepted = granted(world.run("accept-invitation", {"invitationId": sent["invitation"]["id"]}, session))
    assert "client" not in accepted and "session" not in accepted and not accepted["isNewAccount"]


def test_a_role_that_the_policy_no_longer_invites_to_admits_nobody(world, trainer):
    sent = refer(world, trainer)
    world.policy(POLICY)
    assert world.accept(sent["code"], "bob").code == "auth/invalid-role"
    bob = world.sign_in("bob")
    assert bob["account"]["role"] == "admin" and bob["invitations"] == []
    world.policy(REFERRALS)
    granted(world.accept(sent["code"], "bob"))


def test_an_inviters_invitation_makes_nobody_an_invitee_or_an_inviter_without_its_acceptance(world, trainer):
    refer(world, trainer)
    assert world.run("sign-in", {"identity": person("bob")}).code == "auth/invalid-role"
    trigger = {"provider": "google", "subject": "bob", "email": "bob@example.com", "emailVerified": True}
    assert world.run("on-user-create", trigger).code == "auth/invalid-role"
    assert world.rows("SELECT status FROM invitations") == [{"status": "pending"}]


def test_a_new_user_of_a_provider_accepts_only_invitations_to_the_own_role(world, trainer):
    refer(world, trainer, "kim")
    other = granted(world.accept(refer(world, trainer)["code"], "bob"))["session"]["accessToken"]
    world.invite(other, "kim")
    trigger = {"provider": "google", "subject": "kim", "email": "kim@example.com", "emailVerified": True}
    assert granted(world.run("on-user-create", trigger))["account"]["role"] == "client"
    states = world.rows("SELECT role, status FROM invitations WHERE email = 'kim@example.com' ORDER BY sent_at, id")
    assert [(row["role"], row["status"]) for row in states] == [("admin", "pending"), (None, "accepted")]


def test_the_role_stays_when_it_is_resent_and_changes_when_somebody_is_invited_anew(world, trainer):
    sent = refer(world, trainer)
    one = {"invitationId": sent["invitation"]["id"]}
    assert granted(world.run("resend-invitation", one, trainer))["invitation"]["role"] == "admin"
    granted(world.run("revoke-invitation", one, trainer))
    again = world.invite(trainer, "bob")
    assert again["invitation"]["id"] == one["invitationId"] and "role" not in again["invitation"]
    assert granted(world.accept(again["code"], "bob"))["account"]["role"] == "client"


def test_of_many_processes_one_accepts(world, trainer):
    code = refer(world, trainer)["code"]
    answers = at_once(world, "accept-invitation", [{"code": code, "identity": person("bob")}] * 8)
    assert sorted(answer.code or "" for answer in answers) == ["", *["invitation/already-accepted"] * 7]
    assert len(world.rows("SELECT id FROM accounts WHERE role = 'admin'")) == 2


def test_the_deletion_of_an_invited_inviter_anonymises_the_record(world, trainer):
    bob = granted(world.accept(refer(world, trainer)["code"], "bob"))["session"]["accessToken"]
    exported = granted(world.run("export-account", {}, bob))
    assert [one["role"] for one in exported["invitations"]] == ["admin"]
    granted(world.run("delete-account", {}, bob))
    [left] = granted(world.run("list-clients", {}, trainer))["clients"]
    assert left["name"] == "" and not re.search(r"\bbob\b", world.dump())


# A link that was passed on


def waiting(world, trainer):
    """Somebody who has a link to the inviter's role has accepted it with the invited address, which is not proven."""
    world.policy(policy(roles={"signUp": []}, invitation={"roles": ["admin", "client"], "emailMatch": "strict"}))
    sent = refer(world, trainer, "kim")
    made = granted(world.run("accept-invitation", {"code": sent["code"], "newPassword": PASSWORD, "displayName": "Eve"}))
    assert made["state"] == "emailNotVerified" and made["waiting"] == {"invitationId": sent["invitation"]["id"]}
    world.run("deliver-mail")
    return sent, made


def test_a_link_to_the_inviters_role_gives_it_only_with_the_acceptance(world, trainer):
    _, made = waiting(world, trainer)
    assert made["account"]["role"] == "client"
    invites = world.run("send-invitation", {"client": {"name": "Max", "email": "max@example.com"}}, made["session"]["accessToken"])
    assert invites.code == "auth/permission-denied"
    proven = granted(world.run("verify-email", {"code": code_in(mails_to(world, "kim")[-1])}))
    assert proven["account"]["role"] == "admin", "the owner of the invited address has accepted"
    assert world.rows("SELECT status FROM invitations") == [{"status": "accepted"}]


def test_an_invitation_that_is_withdrawn_while_it_waits_makes_no_inviter(world, trainer):
    sent, _ = waiting(world, trainer)
    granted(world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, trainer))
    assert granted(world.run("verify-email", {"code": code_in(mails_to(world, "kim")[-1])}))["account"]["role"] == "client"


def test_a_person_with_another_role_gets_no_workouts(world, trainer):
    sent = refer(world, trainer)
    assert world.run("assign-workout", {"clientId": sent["client"]["id"], "title": "Legs"}, trainer).code == "client/not-found"
