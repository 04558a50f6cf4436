# SPDX-License-Identifier: Apache-2.0
"""The rules of invitations and of who may do what."""

import pytest
from conftest import POLICY, code_of, person

DAY = 86_400


@pytest.fixture
def trainer(world):
    return world.inviter()


def status(world, token):
    return [client["invitation"]["status"] for client in world.run("list-clients", {}, token).json["clients"]]


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


def test_a_client_signs_in_again_as_a_client(world, trainer):
    world.accept(world.invite(trainer)["code"])
    answer = world.run("sign-in", {"identity": person("kim"), "as": "client"}).json
    assert answer["account"]["role"] == "client" and answer["state"] == "signedIn"


def test_an_identity_nobody_has_cannot_sign_in_as_a_client(world):
    assert world.run("sign-in", {"identity": person("kim"), "as": "client"}).code == "auth/invalid-role"
    world.policy({**POLICY, "revealAccounts": True})
    assert world.run("sign-in", {"identity": person("kim"), "as": "client"}).code == "auth/invalid-role"


def test_another_email_is_refused_and_leaves_the_invitation_pending(world, trainer):
    code = world.invite(trainer)["code"]
    assert world.accept(code, "eve").code == "invitation/email-mismatch"
    unverified = {"code": code, "identity": person("kim", email_verified=False)}
    assert world.run("accept-invitation", unverified).code == "invitation/email-mismatch"
    assert status(world, trainer) == ["pending"] and world.accept(code).code is None


@pytest.mark.parametrize("rule", ["policy", "invitation"])
def test_another_email_is_taken_where_the_policy_or_the_inviter_allows_it(world, trainer, rule):
    if rule == "policy":
        world.policy({**POLICY, "invitation": {"emailMatch": "any"}})
    code = world.invite(trainer, **({"allowOtherEmail": True} if rule == "invitation" else {}))["code"]
    assert world.accept(code, "eve").json["account"]["email"] == "eve@example.com"


def test_resending_makes_a_new_code_and_kills_the_old_one(world, trainer):
    sent = world.invite(trainer)
    again = {"invitationId": sent["invitation"]["id"], "deliver": "mail"}
    resent = world.run("resend-invitation", again, trainer).json
    assert resent["message"] == "Invitation resent to kim@example.com"
    assert resent["invitation"]["resendCount"] == 1
    assert world.accept(sent["code"]).code == "invitation/superseded"
    assert world.run("preview-invitation", {"code": sent["code"]}).code == "invitation/superseded"
    assert world.accept(code_of(world.mails()[0])).code is None
    again = world.run("resend-invitation", {"invitationId": sent["invitation"]["id"]}, trainer)
    assert again.code == "invitation/not-pending"


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


def test_an_invitation_expires_before_the_sweep_has_seen_it(world, trainer):
    sent = world.invite(trainer, days=1)
    world.age("invitations", "expires_at", DAY)
    assert world.accept(sent["code"]).code == "invitation/expired"
    assert status(world, trainer) == ["expired"]
    assert len(world.run("list-clients", {"status": "expired"}, trainer).json["clients"]) == 1
    assert world.run("list-clients", {"status": "pending"}, trainer).json["clients"] == []
    assert world.run("expire-invitations").json == {"expired": 1, "reminded": 0, "more": False}
    assert world.run("expire-invitations").json == {"expired": 0, "reminded": 0, "more": False}
    resent = world.run("resend-invitation", {"invitationId": sent["invitation"]["id"]}, trainer).json
    assert resent["invitation"]["status"] == "pending"


def test_revoking_twice_is_granted_and_an_accepted_one_is_not_pending(world, trainer):
    sent = world.invite(trainer)
    for _ in range(2):
        revoked = world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, trainer).json
        assert revoked["invitation"]["status"] == "revoked"
    assert world.accept(sent["code"]).code == "invitation/revoked"
    lee = world.invite(trainer, "lee")
    world.accept(lee["code"], "lee")
    answer = world.run("revoke-invitation", {"invitationId": lee["invitation"]["id"]}, trainer)
    assert answer.code == "invitation/not-pending"


def test_the_same_address_is_a_duplicate_until_its_invitation_is_revoked(world, trainer):
    sent = world.invite(trainer)
    client = {"client": {"name": "K", "email": "KIM@Example.com"}, "deliver": "link"}
    assert world.run("send-invitation", client, trainer).code == "client/duplicate"
    world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, trainer)
    again = world.run("send-invitation", client, trainer).json
    assert again["client"]["id"] == sent["client"]["id"] and again["client"]["name"] == "K"
    world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, trainer)
    twice = world.run("send-invitation", {"clients": [client["client"]] * 2, "deliver": "link"}, trainer).json["results"]
    assert "link" in twice[0] and twice[1]["error"]["code"] == "client/duplicate"


def test_previews_consume_nothing(world, trainer):
    code = world.invite(trainer)["code"]
    answers = {world.run("preview-invitation", {"code": code}).stdout for _ in range(20)}
    assert len(answers) == 1 and world.accept(code.lower()).code is None


def test_nobody_reaches_another_inviters_clients(world, trainer):
    sent, eve = world.invite(trainer), world.inviter("eve")
    invitation, client = {"invitationId": sent["invitation"]["id"]}, {"clientId": sent["client"]["id"]}
    assert world.run("resend-invitation", invitation, eve).code == "invitation/not-found"
    assert world.run("revoke-invitation", invitation, eve).code == "invitation/not-found"
    assert world.run("assign-workout", {**client, "title": "X"}, eve).code == "client/not-found"
    assert world.run("list-workouts", client, eve).code == "client/not-found"
    assert world.run("list-clients", {}, eve).json["clients"] == []


def test_clients_have_no_admin_features(world, trainer):
    sent = world.invite(trainer)
    token = world.accept(sent["code"]).json["session"]["accessToken"]
    for function, data in [
        ("send-invitation", {"client": {"name": "A", "email": "a@b.co"}}), ("list-clients", {}),
        ("resend-invitation", {"invitationId": "x"}), ("revoke-invitation", {"invitationId": "x"}),
        ("assign-workout", {"clientId": sent["client"]["id"], "title": "X"}),
    ]:
        assert world.run(function, data, token).code == "auth/permission-denied", function


def test_the_notes_of_an_inviter_are_not_shown_to_the_client(world, trainer):
    client = {"name": "Kim", "email": "kim@example.com", "notes": "line one\nline two"}
    sent = world.run("send-invitation", {"client": client, "deliver": "link"}, trainer).json
    accepted = world.accept(sent["link"].split("code=")[1]).json
    assert sent["client"]["notes"] == "line one\nline two" and "notes" not in accepted["client"]


def test_a_bulk_call_answers_for_each_in_order_and_its_recipients_count(world, trainer):
    world.policy({**POLICY, "limits": {"invite": {"max": 3, "seconds": 3600}}})
    names = ["a", "b", "a", "c", "d"]
    clients = [{"name": name, "email": f"{name}@example.com"} for name in names]
    results = world.run("send-invitation", {"clients": clients}, trainer).json["results"]
    codes = [result.get("error", {}).get("code") for result in results]
    assert codes == [None, None, "client/duplicate", None, "auth/too-many-requests"]
    assert [mail["to"].addresses[0].username for mail in world.mails()] == ["a", "b", "c"]


def test_lists_page_without_skipping_or_repeating(world, trainer):
    clients = [{"name": f"Client {number:02}", "email": f"c{number}@example.com"} for number in range(25)]
    world.run("send-invitation", {"clients": clients, "deliver": "link"}, trainer)
    names, cursor = [], None
    while True:
        page = world.run("list-clients", {"limit": 10, **({"cursor": cursor} if cursor else {})}, trainer).json
        names += [client["name"] for client in page["clients"]]
        cursor = page["nextCursor"]
        if not cursor:
            break
    assert names == [client["name"] for client in clients]
    found = world.run("list-clients", {"query": "client 1"}, trainer).json["clients"]
    assert len(found) == 10
    assert world.run("list-clients", {"query": "%"}, trainer).json["clients"] == []
    assert world.run("list-clients", {"cursor": "nonsense"}, trainer).code == "event/invalid"


def test_access_ends_with_token_session_and_account(world, trainer):
    assert world.run("list-clients", {}, "nonsense").code == "auth/unauthenticated"
    assert world.run("list-clients", {}, trainer[:-4] + "AAAA").code == "auth/unauthenticated"
    assert world.run("list-clients", {}, trainer).code is None
    world.age("sessions", "ends_at", 91 * DAY)
    assert world.run("list-clients", {}, trainer).code == "auth/session-expired"
    again = world.inviter()
    world.rows("UPDATE accounts SET status = 'disabled'")
    assert world.run("list-clients", {}, again).code == "auth/user-disabled"
    assert world.run("sign-in", {"identity": person("ada")}).code == "auth/user-disabled"


def test_the_role_is_the_databases_to_say(world, trainer):
    world.rows("UPDATE accounts SET role = 'client'")
    assert world.run("list-clients", {}, trainer).code == "auth/permission-denied"


def test_five_failed_sign_ins_from_one_address_are_the_limit(world):
    bad = {"identity": {"provider": "google", "idToken": "a.b.c"}}
    codes = [world.run("sign-in", bad, clientip="192.0.2.1").code for _ in range(6)]
    assert codes == ["auth/invalid-id-token"] * 5 + ["auth/too-many-requests"]
    limited = world.run("sign-in", {"identity": person("ada")}, clientip="192.0.2.1")
    assert limited.code == "auth/too-many-requests" and 890 <= limited.json["error"]["retryAfter"] <= 900
    assert world.run("sign-in", {"identity": person("ada")}, clientip="192.0.2.2").code is None
    world.age("limit_hits", "at", 900)
    assert world.run("sign-in", {"identity": person("ada")}, clientip="192.0.2.1").code is None


def test_three_mails_an_hour_reach_one_recipient(world, trainer):
    sent = world.invite(trainer)
    again = {"invitationId": sent["invitation"]["id"]}
    codes = [world.run("resend-invitation", again, trainer).code for _ in range(3)]
    assert codes == [None, None, "auth/too-many-requests"]


def test_a_new_user_of_a_provider_is_linked_to_waiting_invitations_once(world, trainer):
    sent = world.invite(trainer)
    user = {"provider": "google", "subject": "kim", "email": "kim@example.com", "emailVerified": True, "displayName": "Kim"}
    made = [world.run("on-user-create", user).json["account"] for _ in range(3)]
    assert made[0] == made[1] == made[2] and made[0]["role"] == "client"
    assert status(world, trainer) == ["accepted"]
    assert world.accept(sent["code"]).code == "invitation/already-accepted"
    assert world.run("sign-in", {"identity": person("kim")}).json["account"]["id"] == made[0]["id"]


def test_a_new_user_who_is_not_invited_signs_up_where_the_policy_allows_it(world):
    user = {"provider": "google", "subject": "x", "email": "x@example.com", "displayName": "X"}
    assert world.run("on-user-create", user).json["account"]["role"] == "admin"
    refused = world.run("on-user-create", {**user, "subject": "y", "email": "y@example.com", "role": "client"})
    assert refused.code == "auth/invalid-role"
    world.policy({**POLICY, "email": {"allowedDomains": ["ksu.edu"]}})
    outside = world.run("on-user-create", {**user, "subject": "z", "email": "z@example.com"})
    assert outside.code == "auth/email-domain-not-allowed"
