# SPDX-License-Identifier: Apache-2.0
"""`request-invitation`: the same answer for every code, and one mail to the inviter for an invitation that has ended."""

import json

import pytest
from app_webhooks import deliver, hooked
from http_receiver import Receiver
from invitations import DAY
from people import age_limits, at_once, granted, mails_to
from worlds import POLICY

pytestmark = pytest.mark.postgresql
MESSAGE = {"message": "If the invitation can be sent again, we've asked the person who invited you for a new one. "
                      "You'll get it as a new email or link."}


def ask(world, code, **attributes):
    return world.run("request-invitation", {"code": code}, **attributes)


def ended(world, trainer, how="expired", name="kim"):
    """An invitation that has ended."""
    sent = world.invite(trainer, name)
    one = {"invitationId": sent["invitation"]["id"]}
    match how:
        case "expired": world.age("invitations", "expires_at", 40 * DAY, f"id = '{one['invitationId']}'")
        case "declined": granted(world.run("decline-invitation", {"code": sent["code"]}))
        case "revoked": granted(world.run("revoke-invitation", one, trainer))
        case "accepted": granted(world.accept(sent["code"], name))
    return sent


def requests(world):
    world.run("deliver-mail")
    return mails_to(world, "ada", "is asking for a new invitation")


@pytest.mark.parametrize("how, is_asked", [
    ("expired", True), ("declined", True), ("revoked", False), ("accepted", False), ("pending", False), (None, False)])
def test_every_code_has_the_same_answer_and_only_an_end_is_asked_about(world, trainer, how, is_asked):
    code = ended(world, trainer, how)["code"] if how else "NONE"
    assert granted(ask(world, code)) == MESSAGE
    assert len(requests(world)) == is_asked


def test_a_superseded_code_is_asked_with_after_the_invitation_has_ended(world, trainer):
    sent = world.invite(trainer)
    granted(world.run("resend-invitation", {"invitationId": sent["invitation"]["id"]}, trainer))
    assert granted(ask(world, sent["code"])) == MESSAGE and requests(world) == []
    world.age("invitations", "expires_at", 40 * DAY)
    assert granted(ask(world, sent["code"].lower())) == MESSAGE and len(requests(world)) == 1


def test_an_invitation_is_asked_about_once_a_day(world, trainer):
    kim, lee = ended(world, trainer), ended(world, trainer, name="lee")
    for _ in range(3):
        granted(ask(world, kim["code"]))
    assert len(requests(world)) == 1
    granted(ask(world, lee["code"]))
    assert len(requests(world)) == 2
    age_limits(world, DAY + 1)
    granted(ask(world, kim["code"]))
    assert len(requests(world)) == 3


def test_asking_before_the_end_does_not_use_the_day_up(world, trainer):
    sent = world.invite(trainer)
    granted(ask(world, sent["code"]))
    world.age("invitations", "expires_at", 40 * DAY)
    granted(ask(world, sent["code"]))
    assert len(requests(world)) == 1


def test_one_client_address_asks_20_times_an_hour_whatever_the_codes(world, trainer):
    code, here = ended(world, trainer)["code"], {"clientip": "192.0.2.7"}
    for number in range(20):
        granted(ask(world, f"NONE{number}", **here))
    assert {ask(world, each, **here).code for each in (code, "NONE")} == {"auth/too-many-requests"}
    assert granted(ask(world, code, clientip="192.0.2.8")) == MESSAGE


def test_the_app_gets_a_webhook_and_the_audit_log_an_entry(world, trainer):
    with Receiver() as receiver:
        hooked(world, receiver.url, events=["invitation.requested"])
        sent = ended(world, trainer)
        for code in (sent["code"], "NONE"):
            granted(ask(world, code))
        deliver(world)
    (_, _, body), = receiver.requests
    hook = json.loads(body)
    assert hook["type"] == "invitation.requested" and hook["data"]["invitationId"] == sent["invitation"]["id"]
    entries = granted(world.run("list-audit", {"action": "invitation.requested"}, trainer))["entries"]
    assert [entry["subjectId"] for entry in entries] == [sent["invitation"]["id"]]


def test_a_request_that_asks_nobody_writes_the_same_rows(world, trainer):
    world.policy({**POLICY, "webhooks": [{"url": "https://hooks.example.com"}]})
    sent = ended(world, trainer)
    tables = ("outbox", "account_codes", "limit_hits", "audit")

    def added(code):
        before = {table: len(world.rows(f"SELECT * FROM {table}")) for table in tables}
        granted(ask(world, code, clientip="192.0.2.7"))
        return {table: len(world.rows(f"SELECT * FROM {table}")) - before[table] for table in tables}
    assert added("NONE") == added(sent["code"]) == added(sent["code"])
    rows = world.rows("SELECT state, recipient, sealed_values FROM outbox WHERE kind = 'invitation-requested'")
    assert sorted(row["state"] for row in rows) == ["cancelled", "cancelled", "queued"]
    assert all(not row["recipient"] and not row["sealed_values"] for row in rows if row["state"] == "cancelled")


def test_an_inviter_who_may_not_invite_is_not_asked(world, trainer):
    sent = ended(world, trainer)
    world.rows("UPDATE accounts SET role = 'client' WHERE email = 'ada@example.com'")
    assert granted(ask(world, sent["code"])) == MESSAGE and requests(world) == []
    world.rows("UPDATE accounts SET role = 'admin', status = 'suspended' WHERE email = 'ada@example.com'")
    assert granted(ask(world, sent["code"])) == MESSAGE and requests(world) == []


def test_of_forty_requests_at_once_one_asks(world, trainer):
    code = ended(world, trainer)["code"]
    answers = at_once(world, "request-invitation", [{"code": code}] * 40)
    assert {json.dumps(granted(answer)) for answer in answers} == {json.dumps(MESSAGE)}
    assert len(requests(world)) == 1
