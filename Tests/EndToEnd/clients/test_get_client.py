# SPDX-License-Identifier: Apache-2.0
"""`get-client`: one client with its invitation, the deliveries of its messages, and its workouts."""

import pytest
from members import KIM, accepted, clients, rules
from people import granted

pytestmark = pytest.mark.policy(rules())


def get_client(world, token, client_id):
    return world.run("get-client", {"clientId": client_id}, token)


def test_it_shows_what_the_list_shows_and_the_workouts(world, ada):
    kim = accepted(world, ada)
    workout = granted(
        world.run("assign-workout", {"clientId": kim["client"]["id"], "title": "Legs"}, ada))["workout"]
    [entry] = clients(world, ada)
    found = granted(get_client(world, ada, entry["id"]))
    assert found == {
        "client": {name: value for name, value in entry.items() if name != "invitation"},
        "invitation": entry["invitation"], "deliveries": [], "workouts": [workout]}
    assert found["invitation"]["lastSignInAt"] and found["client"]["accountId"] == kim["account"]["id"]


def test_it_shows_the_deliveries_of_the_invitations_messages(world, ada):
    client = granted(world.run("send-invitation", {"client": {**KIM, "notes": "Knee."}}, ada))
    delivery = lambda: granted(get_client(world, ada, client["client"]["id"]))["deliveries"]
    [first] = delivery()
    assert first["status"] == "sent" and list(first) == ["at", "status"]
    granted(world.run("resend-invitation", {"invitationId": client["invitation"]["id"]}, ada))
    mails = world.rows("SELECT id FROM outbox ORDER BY id")
    ended = {
        "outcome": "bounced", "outcome_at": 1_795_268_220_000, "outcome_detail": "550 no such user", "outcome_reason": "address"}
    world.rows(
        "UPDATE outbox SET outcome = ?, outcome_at = ?, outcome_detail = ?, outcome_reason = ? WHERE id = ?",
        (*ended.values(), mails[1]["id"]))
    assert delivery()[0] == first and delivery()[1] == {
        "at": "2026-11-21T13:37:00Z", "status": "bounced", "reason": "address", "text": "550 no such user"}
    for state, outcome, status in (
            ("failed", None, "failed"), ("queued", None, "queued"), ("leased", None, "queued"),
            ("unknown", None, "unknown"), ("cancelled", None, "cancelled"), ("sent", "delivered", "delivered"),
            ("sent", "complained", "delivered")):
        world.rows(
            "UPDATE outbox SET state = ?, outcome = ?, trouble = ? WHERE id = ?",
            (state, outcome, "smtp://10.0.0.9:25: SMTP reply 550 no such user", mails[1]["id"]))
        assert delivery()[1]["status"] == status and delivery()[1].get("text") == (
            "SMTP reply 550 no such user" if status == "failed" else None)
    for internal, shown in (("suppressed: complained", "suppressed"), ("smtp://10.0.0.9:25: curl 7", None)):
        world.rows("UPDATE outbox SET state = 'failed', outcome = NULL, trouble = ? WHERE id = ?", (internal, mails[1]["id"]))
        assert delivery()[1].get("text") == shown
    world.rows("DELETE FROM outbox")
    assert delivery() == []


def test_the_mail_to_the_inviter_is_no_delivery_of_the_invitation(world, ada):
    kim = accepted(world, ada)
    world.run("deliver-mail")
    assert granted(get_client(world, ada, kim["client"]["id"]))["deliveries"] == []


def test_another_inviters_client_is_not_found(world, ada, bob):
    kim = accepted(world, ada)
    unknown = get_client(world, bob, "nothing")
    assert unknown.code == "client/not-found"
    assert get_client(world, bob, kim["client"]["id"]).stdout == unknown.stdout
    assert get_client(world, kim["session"]["accessToken"], kim["client"]["id"]).code == "auth/permission-denied"
