# SPDX-License-Identifier: Apache-2.0
"""`decline-invitation`: by its code or by a session; what the inviter is told; and what is possible afterwards."""

import json

import pytest
from app_webhooks import deliver, hooked
from http_receiver import Receiver
from invitations import DAY, status
from operators import account as operate
from people import granted, mails_to
from worlds import POLICY, code_of, person

pytestmark = pytest.mark.postgresql


def decline(world, data, token=None, **attributes):
    return world.run("decline-invitation", data, token, **attributes)


def listed(world, token, **data):
    return granted(world.run("list-clients", data, token))["clients"]


def test_whoever_has_the_code_declines_with_a_reason(world, trainer):
    sent = world.invite(trainer)
    declined = granted(decline(world, {"code": sent["code"].lower(), "reason": "I train with Max."}))["invitation"]
    assert declined["status"] == "declined" and declined["declineReason"] == "I train with Max."
    assert declined["id"] == sent["invitation"]["id"] and declined["declinedAt"]
    [client] = listed(world, trainer, status="declined")
    assert client["invitation"]["declineReason"] == "I train with Max." and listed(world, trainer, status="pending") == []
    for function, data in [("accept-invitation", {"identity": person("kim")}), ("preview-invitation", {})]:
        answer = world.run(function, {"code": sent["code"], **data})
        assert (answer.code, answer.json["error"]["status"]) == ("invitation/declined", 410)
    assert world.run("revoke-invitation", {"invitationId": declined["id"]}, trainer).json["invitation"]["status"] == "revoked"
    assert decline(world, {"code": sent["code"]}).code == "invitation/revoked"


def test_declining_again_is_granted_and_changes_nothing(world, trainer):
    sent = world.invite(trainer)
    first = granted(decline(world, {"code": sent["code"], "reason": "No time."}))
    assert granted(decline(world, {"code": sent["code"], "reason": "Another one."})) == first
    assert len(world.rows("SELECT id FROM audit WHERE action = 'invitation.declined'")) == 1
    assert len(world.rows("SELECT id FROM outbox WHERE kind = 'invitation-declined'")) == 1


def test_a_signed_in_person_declines_without_the_code(world, trainer):
    sent = world.invite(trainer)
    kim, lee = (world.sign_in(name)["session"]["accessToken"] for name in ("kim", "lee"))
    by_id = {"invitationId": sent["invitation"]["id"]}
    assert decline(world, by_id).code == "auth/unauthenticated"
    assert decline(world, by_id, lee).code == "invitation/not-found", "it does not wait for that person"
    assert granted(decline(world, by_id, kim))["invitation"]["status"] == "declined"
    assert granted(world.run("get-account", {}, kim))["invitations"] == []
    assert world.run("accept-invitation", by_id, kim).code == "invitation/declined"
    account = granted(world.run("get-account", {}, kim))["account"]["id"]
    [entry] = world.rows("SELECT account_id FROM audit WHERE action = 'invitation.declined'")
    assert entry["account_id"] == account


@pytest.mark.parametrize("data", [
    {}, {"code": "A", "invitationId": "b"}, {"code": "A", "reason": ""}, {"code": "A", "reason": "x" * 201},
    {"code": "A", "reason": "a\nb"}])
def test_an_event_has_a_code_or_an_id_and_a_short_reason(world, data):
    assert decline(world, data).code == "event/invalid"


def test_an_invitation_that_has_ended_is_not_declined(world, trainer):
    codes = {name: world.invite(trainer, name) for name in ("kim", "lee", "max", "eve")}
    world.accept(codes["kim"]["code"])
    world.run("revoke-invitation", {"invitationId": codes["lee"]["invitation"]["id"]}, trainer)
    world.run("resend-invitation", {"invitationId": codes["eve"]["invitation"]["id"]}, trainer)
    world.age("invitations", "expires_at", 40 * DAY, f"id = '{codes['max']['invitation']['id']}'")
    refused = {name: decline(world, {"code": sent["code"]}).code for name, sent in codes.items()}
    assert refused == {"kim": "invitation/already-accepted", "lee": "invitation/revoked", "max": "invitation/expired",
                       "eve": "invitation/superseded"}
    assert decline(world, {"code": "NONE"}).code == "invitation/not-found"


def test_the_inviter_is_told_by_mail_and_webhook(world, trainer):
    with Receiver() as receiver:
        hooked(world, receiver.url, events=["invitation.declined"])
        sent = world.invite(trainer)
        decline(world, {"code": sent["code"], "reason": "Moved to <b>Rome</b>."})
        deliver(world)
    [mail] = mails_to(world, "ada", "declined")
    assert mail["subject"] == "Kim declined your invitation"
    text, html = (mail.get_body((kind,)).get_content() for kind in ("plain", "html"))
    assert "Moved to <b>Rome</b>." in text and "Moved to &lt;b&gt;Rome&lt;/b&gt;." in html and "kim@example.com" in text
    (_, _, body), = receiver.requests
    hook = json.loads(body)
    assert hook["type"] == "invitation.declined" and hook["data"]["reason"] == "Moved to <b>Rome</b>."
    assert hook["data"]["invitationId"] == sent["invitation"]["id"] and "accountId" not in hook["data"]


def test_nothing_more_is_sent_to_who_has_declined(world, trainer):
    world.policy({**POLICY, "invitation": {"remindDaysBefore": [7]}})
    client = {"client": {"name": "Kim", "email": "kim@example.com"}}
    granted(world.run("send-invitation", client, trainer))
    code = code_of(world.mails()[0])
    granted(decline(world, {"code": code}))
    assert world.rows("SELECT remind_at FROM invitations") == [{"remind_at": None}]
    world.age("invitations", "expires_at", 25 * DAY)
    world.run("expire-invitations")
    world.run("deliver-mail")
    assert [mail["subject"] for mail in mails_to(world, "kim")] == [world.mails()[0]["subject"]]
    assert status(world, trainer) == ["declined"]


def test_a_declined_invitation_can_be_sent_again_by_both_functions(world, trainer):
    sent = world.invite(trainer)
    decline(world, {"code": sent["code"], "reason": "No."})
    again = granted(world.run("resend-invitation", {"invitationId": sent["invitation"]["id"]}, trainer))
    assert again["invitation"]["status"] == "pending" and "declineReason" not in again["invitation"]
    code = again["link"].split("code=")[1]
    decline(world, {"code": code})
    third = granted(world.run(
        "send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": "link"}, trainer))
    assert third["resent"] and third["invitation"]["id"] == sent["invitation"]["id"]
    assert granted(world.accept(third["link"].split("code=")[1]))["client"]["id"] == sent["client"]["id"]


def test_the_report_counts_declined_ones(world, trainer):
    decline(world, {"code": world.invite(trainer)["code"]})
    assert granted(world.run("invitation-report", {}, trainer))["byStatus"] == {
        "pending": 0, "accepted": 0, "expired": 0, "revoked": 0, "declined": 1}


def test_the_person_exports_that_they_declined_and_erasure_removes_the_reason(world, trainer):
    sent = world.invite(trainer, data={"plan": "gold"})
    kim = world.sign_in("kim")["session"]["accessToken"]
    decline(world, {"code": sent["code"], "reason": "My knee hurts."})
    [exported] = granted(world.run("export-account", {}, kim))["invitations"]
    assert exported["declineReason"] == "My knee hurts." and exported["declinedAt"] and exported["data"] == {"plan": "gold"}
    granted(world.run("delete-account", {}, kim))
    assert world.rows("SELECT decline_reason, data FROM invitations") == [{"decline_reason": None, "data": None}]
    assert b"My knee hurts" not in world.stored()


def test_of_many_that_accept_decline_revoke_resend_and_correct_one_at_a_time_wins(world, trainer):
    sent = world.invite(trainer)
    world.policy({**POLICY, "limits": {name: {"max": 1000, "seconds": 60} for name in ("invite", "inviteRecipient")}})
    kim = world.sign_in("kim")["session"]["accessToken"]
    one = sent["invitation"]["id"]
    mine, theirs = {"authorization": f"Bearer {trainer}"}, {"authorization": f"Bearer {kim}"}
    events = [
        ("accept-invitation", {**theirs, "data": {"invitationId": one}}),
        ("decline-invitation", {"data": {"code": sent["code"]}}),
        ("revoke-invitation", {**mine, "data": {"invitationId": one}}),
        ("resend-invitation", {**mine, "data": {"invitationId": one, "deliver": "link"}}),
        ("resend-invitation", {**mine, "data": {"invitationId": one, "email": "kim.lee@example.com", "deliver": "link"}}),
    ] * 8
    processes = [world.start(function, event, DEADLINE_SECONDS="55") for function, event in events]
    answers = [world.finish(process) for process in processes]
    allowed = {None, "invitation/already-accepted", "invitation/declined", "invitation/revoked", "invitation/not-pending",
               "invitation/superseded", "invitation/not-found"}
    assert {answer.code for answer in answers} <= allowed
    accepted = [answer for (function, _), answer in zip(events, answers) if function == "accept-invitation" and answer.code is None]
    [row] = world.rows("SELECT status, accepted_at, declined_at, email, client_id FROM invitations")
    [client] = world.rows("SELECT account_id, email FROM clients")
    assert client["email"] == row["email"], "both addresses change together"
    assert (len(accepted) == 1) == (row["status"] == "accepted") == (client["account_id"] is not None) and len(accepted) <= 1
    assert (row["accepted_at"] is not None) == (row["status"] == "accepted")
    assert (row["declined_at"] is not None) == (row["status"] == "declined")
    assert len(world.rows("SELECT code_hash FROM invitation_codes WHERE superseded_at IS NULL")) == 2, "the link's and the short one"
    assert len(world.rows("SELECT id FROM outbox WHERE kind = 'invitation-accepted'")) == len(accepted)


def test_of_forty_that_accept_or_decline_at_once_one_wins(world, trainer):
    for number in range(2):
        other = world.inviter(f"trainer{number}")
        sent = world.invite(other)
        kim = world.sign_in("kim")["session"]["accessToken"]
        by_id = {"invitationId": sent["invitation"]["id"]}
        starts = [world.start(function, {"authorization": f"Bearer {kim}", "data": by_id}, DEADLINE_SECONDS="55")
                  for function in ("accept-invitation", "decline-invitation") * 20]
        codes = [world.finish(process).code for process in starts]
        [end] = status(world, other)
        if end == "accepted":
            assert sorted(set(codes), key=str) == [None, "invitation/already-accepted"] and codes.count(None) == 1
        else:
            assert end == "declined" and set(codes) == {None, "invitation/declined"} and codes.count(None) == 20


@pytest.mark.parametrize("change", ["suspend", "role"])
@pytest.mark.parametrize("status", ["pending", "expired", "revoked"])
def test_a_code_of_somebody_who_may_no_longer_invite_is_unknown(world, trainer, change, status):
    sent = world.invite(trainer)
    kim = granted(world.run("sign-in", {"identity": person("kim")}))["session"]["accessToken"]
    if status == "expired":
        world.age("invitations", "expires_at", 99 * DAY)
    if status == "revoked":
        granted(world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, trainer))
    operate(world, change, "ada@example.com", *(["client"] if change == "role" else []))
    for data, token in [({"code": sent["code"]}, None), ({"invitationId": sent["invitation"]["id"]}, kim)]:
        assert decline(world, data, token).code == "invitation/not-found"
    for function in ("preview-invitation", "accept-invitation"):
        assert world.run(function, {"code": sent["code"], **({"identity": person("kim")} if "accept" in function else {})}).code == "invitation/not-found"
