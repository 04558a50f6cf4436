# SPDX-License-Identifier: Apache-2.0
"""`accept-invitation`: who may accept, and in which role."""

import pytest
from invitations import DAY, status
from people import PASSWORD, granted, mails_to, policy, verified
from worlds import POLICY, code_of, id_token, person

pytestmark = pytest.mark.postgresql


def test_a_clients_account_is_refused_in_the_admin_app(world, trainer):
    world.accept(world.invite(trainer)["code"])
    answer = world.run("sign-in", {"identity": person("kim"), "as": "admin"})
    assert answer.code == "auth/role-mismatch"
    assert answer.json["error"]["userMessage"] == "This account is registered as a client"


def test_an_admins_account_is_refused_in_the_client_app_and_cannot_accept(world, trainer):
    answer = world.run("sign-in", {"identity": person("ada"), "as": "client"})
    assert answer.json["error"]["userMessage"] == "This account is registered as an admin"
    invited = world.invite(trainer, "ada")
    assert world.accept(invited["code"], "ada").code == "auth/role-mismatch"
    assert world.run("preview-invitation", {"code": invited["code"]}).code is None


def test_another_email_is_refused_and_leaves_the_invitation_pending(world, trainer):
    code = world.invite(trainer)["code"]
    assert world.accept(code, "eve").code == "invitation/email-mismatch"
    unverified = {"code": code, "identity": person("eve", email_verified=False)}
    assert world.run("accept-invitation", unverified).code == "invitation/email-mismatch"
    assert status(world, trainer) == ["pending"] and world.accept(code).code is None


def test_a_mailed_code_that_was_passed_on_opens_nobodys_account(world, trainer):
    apple = {"iss": "https://appleid.apple.com", "aud": "io.example.app", "sub": "kim"}
    identity = {"provider": "apple", "idToken": id_token(**apple, email="kim@example.com", email_verified=True)}
    first = world.invite(trainer)["code"]
    kim = world.run("accept-invitation", {"code": first, "identity": identity}).json["account"]["id"]
    world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, world.inviter("bob"))
    code = code_of(world.mails()[-1])
    stranger = person("eve", email="kim@example.com", email_verified=False)
    assert world.run("accept-invitation", {"code": code, "identity": stranger}).code == "auth/email-already-in-use"
    assert len(world.rows("SELECT 1 FROM identities WHERE account_id = ?", (kim,))) == 1
    assert world.run("accept-invitation", {"code": code, "identity": person("kim")}).json["account"]["id"] == kim


@pytest.mark.parametrize("rule", ["policy", "invitation"])
def test_another_email_is_accepted_if_the_policy_or_the_inviter_allows_it(world, trainer, rule):
    if rule == "policy":
        world.policy({**POLICY, "invitation": {"emailMatch": "any"}})
    code = world.invite(trainer, **({"allowOtherEmail": True} if rule == "invitation" else {}))["code"]
    assert world.accept(code, "eve").json["account"]["email"] == "eve@example.com"


def test_an_account_that_is_a_client_accepts_a_second_inviter(world, trainer):
    first = world.accept(world.invite(trainer)["code"]).json
    other = world.inviter("bob")
    second = world.accept(world.invite(other)["code"]).json
    assert second["account"]["id"] == first["account"]["id"] and not second["isNewAccount"]
    assert second["client"]["id"] != first["client"]["id"]
    world.run("assign-workout", {"clientId": first["client"]["id"], "title": "A"}, trainer)
    world.run("assign-workout", {"clientId": second["client"]["id"], "title": "B"}, other)
    workouts = world.run("list-workouts", {}, second["session"]["accessToken"]).json["workouts"]
    assert {workout["title"] for workout in workouts} == {"A", "B"}


def test_an_invitation_expires_without_the_sweep(world, trainer):
    sent = world.invite(trainer, days=1)
    world.age("invitations", "expires_at", 3 * DAY)
    assert world.accept(sent["code"]).code == "invitation/expired"
    assert status(world, trainer) == ["expired"]
    assert len(world.run("list-clients", {"status": "expired"}, trainer).json["clients"]) == 1
    assert world.run("list-clients", {"status": "pending"}, trainer).json["clients"] == []
    assert world.run("expire-invitations").json == {"expired": 1, "reminded": 0, "more": False}
    assert world.run("expire-invitations").json == {"expired": 0, "reminded": 0, "more": False}
    resent = world.run("resend-invitation", {"invitationId": sent["invitation"]["id"]}, trainer).json
    assert resent["invitation"]["status"] == "pending"


@pytest.mark.parametrize("role", ["client", "admin"])
def test_a_new_password_at_an_address_with_an_account_is_refused_whatever_its_role(world, role):
    world.policy(policy(roles={"signUp": ["client", "admin"]}))
    verified(world, "kim", role=role)
    token = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token))
    code = code_of(mails_to(world, "kim", "invite")[-1])
    answer = world.run("accept-invitation", {"code": code, "email": "kim@example.com", "newPassword": PASSWORD})
    assert answer.code == "auth/email-already-in-use", answer.json
