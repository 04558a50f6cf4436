# SPDX-License-Identifier: Apache-2.0
"""Links by which people join with the agreement of the inviter."""

import re

import pytest
from app_webhooks import deliver
from http_receiver import Receiver
from invitations import DAY
from join_links import answer, clients, code, create, join, joins, links, requests, update
from people import PASSWORD, UNLIMITED, granted, mails_to, policy, verified

pytestmark = pytest.mark.postgresql


def test_with_approval_the_inviter_decides(world, club):
    made = create(world, club, name="Team", approval=True, maxUses=1)
    kim, _ = granted(join(world, made, "kim")), granted(join(world, made, "lee"))
    assert kim["joinRequest"]["status"] == "pending" and "client" not in kim
    asked = requests(world, club)
    assert [entry["account"] for entry in asked] == [
        {"displayName": name.title(), "email": f"{name}@example.com", "emailVerified": False} for name in ("kim", "lee")]
    assert asked[0]["joinLink"] == {"id": made["id"], "name": "Team"} and links(world, club)[0]["uses"] == 0
    # The approval takes the place.
    admitted = granted(answer(world, club, asked[0], True))
    assert admitted["joinRequest"]["status"] == "approved" and admitted["client"]["accountId"] == kim["account"]["id"]
    assert answer(world, club, asked[1], True).code == "invitation/full"
    assert granted(answer(world, club, asked[1], False))["joinRequest"]["status"] == "refused"
    assert requests(world, club) == [] and len(clients(world, club)) == 1


def test_the_same_answer_again_changes_nothing_and_another_is_refused(world, club):
    made = create(world, club, approval=True)
    granted(join(world, made, "kim"))
    [asked] = requests(world, club)
    first = granted(answer(world, club, asked, True))
    assert granted(answer(world, club, asked, True))["client"]["id"] == first["client"]["id"]
    assert answer(world, club, asked, False).code == "invitation/not-pending"
    assert links(world, club)[0]["uses"] == 1


def test_a_request_is_answered_after_the_link_was_closed(world, club):
    made = create(world, club, approval=True)
    granted(join(world, made, "kim"))
    update(world, club, made, closed=True)
    granted(answer(world, club, requests(world, club)[0], True))
    assert len(clients(world, club)) == 1


@pytest.mark.parametrize("change", ["status = 'disabled'", "role = 'admin'"])
def test_somebody_who_cannot_join_any_more_can_be_refused(world, club, change):
    made = create(world, club, approval=True)
    kim = granted(join(world, made, "kim"))["account"]["id"]
    [asked] = requests(world, club)
    world.rows(f"UPDATE accounts SET {change} WHERE id = ?", (kim,))
    assert answer(world, club, asked, True).code in ("invitation/not-found", "auth/role-mismatch")
    assert granted(answer(world, club, asked, False))["joinRequest"]["status"] == "refused"
    assert requests(world, club) == []


def test_a_request_belongs_to_its_inviter(world, club):
    made = create(world, club, approval=True)
    granted(join(world, made, "kim"))
    [asked] = requests(world, club)
    bob = world.bob
    assert requests(world, bob) == [] and answer(world, bob, asked, True).code == "invitation/not-found"


def test_a_refused_person_may_ask_again_after_a_day(world, club):
    made = create(world, club, approval=True)
    kim = granted(join(world, made, "kim"))["session"]["accessToken"]
    assert granted(joins(world, made, kim))["joinRequest"]["id"] == requests(world, club)[0]["id"], "asking again"
    granted(answer(world, club, requests(world, club)[0], False))
    early = joins(world, made, kim)
    assert early.code == "auth/too-many-requests" and 86_000 < early.json["error"]["retryAfter"] <= 86_400
    world.age("join_requests", "answered_at", DAY + 1)
    assert granted(joins(world, made, kim))["joinRequest"]["status"] == "pending"


def test_an_unanswered_request_ends_after_thirty_days(world, club):
    made = create(world, club, approval=True)
    granted(join(world, made, "kim"))
    [asked] = requests(world, club)
    world.age("join_requests", "created_at", 30 * DAY + 1)
    assert requests(world, club) == [] and answer(world, club, asked, True).code == "invitation/not-pending"
    granted(world.run("expire-invitations", {}))
    assert world.rows("SELECT status FROM join_requests") == [{"status": "expired"}]


def test_both_sides_get_mail_and_the_app_gets_webhooks(world, club):
    with Receiver() as receiver:
        world.policy(policy(webhooks=[{"url": receiver.url, "events": ["join-request.created", "join-request.answered"]}]))
        made = create(world, club, name="Team", approval=True)
        kim = verified(world, "kim")
        granted(joins(world, made, kim["accessToken"]))
        granted(answer(world, club, requests(world, club)[0], True))
        deliver(world)
    [asks] = mails_to(world, "ada", "wants to join through your link")
    text = asks.get_body(("plain",)).get_content()
    assert asks["Subject"].startswith("Kim ") and "Kim (kim@example.com) wants to join" in text and "“Team”" in text
    assert "https://pfa.example/clients?view=requests" in text.split()
    [answered] = mails_to(world, "kim", "has accepted your request")
    assert "https://pfa.example/account/workouts" in answered.get_body(("plain",)).get_content().split()
    assert answered["from"].addresses[0].display_name == "Ada via PFA"
    assert sorted(re.search(rb'"type":"([^"]+)"', body)[1] for _, _, body in receiver.requests) == [
        b"join-request.answered", b"join-request.created"]


def test_a_person_without_a_name_is_somebody(world, club):
    """The inviter reads neither an empty name nor an address that nobody has proven."""
    nameless = {"newPassword": PASSWORD, "email": "kim@example.com"}
    granted(world.run("accept-invitation", {"code": code(create(world, club)), **nameless}))
    asking = {"code": code(create(world, club, approval=True)), **nameless, "email": "lee@example.com"}
    granted(world.run("accept-invitation", asking))
    granted(world.run("deliver-mail"))
    [mail] = mails_to(world, "ada", "wants to join through your link")
    assert mail["subject"] == "Someone wants to join through your link" and "lee@" not in mail.get_body(("plain",)).get_content()
    assert [client["name"] for client in clients(world, club)] == ["Someone"]


def test_a_crowd_does_not_fill_the_inviters_mailbox(world, club):
    world.policy(policy(limits={"signUp": UNLIMITED, "public": UNLIMITED, "joinNotice": {"max": 2, "seconds": 86400}}))
    made = create(world, club)
    for number in range(4):
        granted(join(world, made, f"kim{number}"))
    world.run("deliver-mail")
    assert len(mails_to(world, "ada", "accepted your invitation")) == 2


def test_the_mail_about_a_request_goes_with_the_inviter(world, club):
    granted(join(world, create(world, club, approval=True), "kim"))
    assert world.rows("SELECT state FROM outbox WHERE kind = 'join-request'") == [{"state": "queued"}]
    granted(world.run("delete-account", {"confirm": True}, club))
    granted(world.run("deliver-mail"))
    assert mails_to(world, "ada") == []
    assert world.rows("SELECT state, recipient FROM outbox WHERE kind = 'join-request'") == [{"state": "cancelled", "recipient": ""}]
