# SPDX-License-Identifier: Apache-2.0
"""One-click unsubscribe (RFC 8058) ends the invitations to an address."""

import re

import pytest
from people import policy, sign_up
from smtp_servers import UNREACHABLE, deliver, delivery, outbox, send
from unsubscribing import suppressions, token_of
from worlds import POLICY


def invited(world, name="ada"):
    """An inviter's access token, and the token of the link in the client's mail."""
    inviter = world.inviter(name)
    send(world, inviter)
    return inviter, token_of(world.mails()[-1])


@pytest.mark.parametrize("form", [{}, {"List-Unsubscribe": "One-Click"}], ids=["token", "one click"])
def test_one_click_ends_the_invitations_to_the_address(world, form):
    _, token = invited(world)
    answer = world.run("unsubscribe", {"token": token, **form})
    assert answer.json == {"message": "kim@example.com will no longer get invitations from us by email."}
    assert suppressions(world) == {"kim@example.com": "unsubscribed"}
    bob = world.inviter("bob")
    later = send(world, bob, address="Kim@EXAMPLE.com").json
    assert later["invitation"]["delivery"] == "failed" and delivery(world, bob) == ["failed"]
    assert later["message"] == "Client added, but Kim@example.com has asked not to get emails from us. Share a link instead."
    assert outbox(world)[1]["trouble"] == "suppressed: unsubscribed" and len(world.mails()) == 1


def test_the_received_invitation_stays_pending(world):
    inviter = world.inviter()
    send(world, inviter)
    mail = world.mails()[0]
    world.run("unsubscribe", {"token": token_of(mail)})
    code = re.search(r"/invite\?code=(\w+)", mail.get_body(("plain",)).get_content())[1]
    assert world.accept(code).status == 0 and delivery(world, inviter) == ["sent"]


def test_the_link_in_the_received_mail_works_after_a_resend_that_cannot_arrive(world):
    inviter = world.inviter()
    sent = send(world, inviter).json
    mail = world.mails()[0]
    world.run("unsubscribe", {"token": token_of(mail)})
    again = world.run("resend-invitation", {"invitationId": sent["invitation"]["id"]}, inviter)
    assert again.json["invitation"]["delivery"] == "failed" and len(world.mails()) == 1
    code = re.search(r"/invite\?code=(\w+)", mail.get_body(("plain",)).get_content())[1]
    assert world.accept(code).status == 0


def test_nobody_is_reminded_who_gets_no_mail_and_nothing_is_counted(world):
    world.policy({**POLICY, "invitation": {"remindDaysBefore": [7]}})
    inviter, token = invited(world)
    send(world, inviter, address="max@example.com")
    world.run("unsubscribe", {"token": token})
    for column in ("remind_at", "sent_at", "expires_at"):
        world.age("invitations", column, 25 * 86_400)
    assert world.run("expire-invitations").json["reminded"] == 1
    deliver(world)
    assert [row["state"] for row in outbox(world) if row["kind"] == "reminder"] == ["sent"]


def test_an_unsubscribed_person_who_accepts_still_gets_account_mail(world):
    world.policy(policy(roles={"signUp": ["admin", "client"]}))
    sign_up(world)
    world.rows("UPDATE accounts SET email_verified = 1")
    send(world, world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"])
    world.run("unsubscribe", {"token": token_of(world.mails()[-1])})
    world.run("reset-password", {"email": "kim@example.com"})
    assert deliver(world, later=0)["sent"] == 1
    code = re.search(r"reset-password\?code=(\w+)", world.mails()[-1].get_body(("plain",)).get_content())[1]
    assert world.run("reset-password", {"code": code, "newPassword": "another good one"}).status == 0
    assert deliver(world, later=0)["sent"] == 1
    assert outbox(world)[-1]["kind"] == "password-changed"


@pytest.mark.parametrize("language, message", [
    ("en", "kim@example.com will no longer get invitations from us by email."),
    ("de", "kim@example.com bekommt von uns keine Einladungen per E\u2011Mail mehr."),
    ("es", "kim@example.com ya no recibirá invitaciones nuestras por correo.")])
def test_the_answer_exists_in_three_languages(world, language, message):
    _, token = invited(world)
    assert world.run("unsubscribe", {"token": token}, acceptlanguage=language).json == {"message": message}


def test_a_second_click_gets_the_same_answer_and_changes_nothing(world):
    ada, token = invited(world)
    first = world.run("unsubscribe", {"token": token}).json
    rows = world.rows("SELECT * FROM suppressions")
    assert world.run("unsubscribe", {"token": token}).json == first
    assert world.rows("SELECT * FROM suppressions") == rows
    [entry] = world.run("list-audit", {"action": "mail.unsubscribed"}, ada).json["entries"]
    assert entry["subjectId"] == world.rows("SELECT id FROM invitations")[0]["id"]


def test_unsubscribing_is_audited_without_a_pending_invitation(world):
    ada, token = invited(world)
    world.run("revoke-invitation", {"invitationId": world.rows("SELECT id FROM invitations")[0]["id"]}, ada)
    world.run("unsubscribe", {"token": token})
    assert len(world.rows("SELECT * FROM audit WHERE action = 'mail.unsubscribed'")) == 1


def test_queued_mail_to_the_address_is_cancelled(world):
    ada, token = invited(world)
    bob = world.inviter("bob")
    send(world, bob, env=UNREACHABLE, address="KIM@example.com")
    send(world, bob, env=UNREACHABLE, address="lee@example.com")
    world.run("unsubscribe", {"token": token})
    rows = {row["recipient"]: row for row in outbox(world)[1:]}
    assert {address: row["state"] for address, row in rows.items()} == {"KIM@example.com": "cancelled", "lee@example.com": "queued"}
    assert rows["KIM@example.com"]["sealed_values"] is None and rows["KIM@example.com"]["trouble"] == "suppressed: unsubscribed"
    assert deliver(world)["sent"] == 1
    assert sorted(delivery(world, bob)) == ["failed", "sent"] and delivery(world, ada) == ["sent"]


def test_an_unsubscribed_address_gets_no_reminder(world):
    world.policy({**POLICY, "invitation": {"remindDaysBefore": [3]}})
    ada, token = invited(world)
    for column in ("sent_at", "expires_at", "remind_at"):
        world.age("invitations", column, 28 * 86_400)
    world.run("expire-invitations")
    world.run("unsubscribe", {"token": token})
    assert deliver(world, later=0)["sent"] == 0 and len(world.mails()) == 1
    assert {row["kind"]: row["state"] for row in outbox(world)} == {"invitation": "sent", "reminder": "cancelled"}
    assert delivery(world, ada) == ["sent"]


def test_an_inviter_can_still_invite_by_link(world):
    ada, token = invited(world)
    world.run("unsubscribe", {"token": token})
    world.run("revoke-invitation", {"invitationId": world.rows("SELECT id FROM invitations")[0]["id"]}, ada)
    assert world.accept(world.invite(ada)["code"]).status == 0


def test_a_bounce_replaces_an_unsubscription_but_not_vice_versa(world):
    _, token = invited(world)
    world.rows("INSERT INTO suppressions (address_key, reason, at) VALUES ('kim@example.com', 'bounced', 0)")
    assert world.run("unsubscribe", {"token": token}).json["message"]
    assert suppressions(world) == {"kim@example.com": "bounced"}


def test_mails_without_an_invitation_have_no_unsubscribe_link(world):
    world.policy(policy())
    sign_up(world)
    assert "List-Unsubscribe" not in world.mails()[0]


@pytest.mark.parametrize("change", [
    lambda token: token[:-1] + ("A" if token[-1] != "A" else "Q"), lambda token: token[4:], lambda token: token + "AAAA",
    lambda _: "x", lambda _: "AAAA", lambda _: "!", lambda _: "A" * 2048, lambda token: token[::-1]])
def test_a_modified_or_invented_token_unsubscribes_nothing(world, change):
    _, token = invited(world)
    answer = world.run("unsubscribe", {"token": change(token)})
    assert (answer.status, answer.code, answer.json["error"]["status"]) == (0, "auth/code-invalid", 422)
    assert suppressions(world) == {}


def test_a_value_encrypted_for_another_purpose_is_not_a_token(world):
    invited(world)
    send(world, world.inviter("bob"), env=UNREACHABLE)
    sealed = outbox(world)[-1]["sealed_values"]
    assert world.run("unsubscribe", {"token": sealed}).code == "auth/code-invalid"


def test_a_token_of_the_previous_key_is_valid(world):
    _, token = invited(world)
    old = world.secret_key
    new = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
    assert world.run("unsubscribe", {"token": token}, env={"SECRET_KEY": new}).status == 78
    assert world.run("unsubscribe", {"token": token}, env={"SECRET_KEY": new, "SECRET_KEY_PREVIOUS": old}).json["message"]


@pytest.mark.parametrize("data", [{}, {"token": ""}, {"token": "a b"}, {"token": "é"}, {"token": "a" * 2049}, {"token": 1},
                                  {"token": "AAAA", "List-Unsubscribe": "Yes"}, {"token": "AAAA", "email": "kim@example.com"}])
def test_the_form_is_that_of_rfc_8058(world, data):
    assert world.run("unsubscribe", data).code == "event/invalid"
