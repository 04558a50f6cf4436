# SPDX-License-Identifier: Apache-2.0
"""The channel of an invitation (mail, text message or link), and what a code of each channel proves."""

import urllib.parse

import pytest
from http_receiver import Receiver
from people import PASSWORD, age_limits, granted, policy, verified
from text_messages import SENT, env
from worlds import POLICY, code_of, person

HOUR = 3600
CLIENT = {"name": "Kim", "email": "kim@example.com", "phone": "(555) 123-4567"}
NUMBER = "+15551234567"
CHANNELS = ("mail", "link", "sms")


@pytest.fixture
def gateway(world):
    """Accepts every text message; `texts` are their forms."""
    with Receiver(*[SENT] * 40) as receiver:
        world.env.update(env(receiver))
        yield receiver


def texts(gateway):
    return [dict(urllib.parse.parse_qsl(body.decode())) for _, _, body in gateway.requests]


def send(world, token, channel, **data):
    return granted(world.run("send-invitation", {"client": CLIENT, "deliver": channel, **data}, token))


def resend(world, token, sent, **data):
    return world.run("resend-invitation", {"invitationId": sent["invitation"]["id"], **data}, token)


def newest_code(world, gateway, answer):
    """The code of the channel in an answer."""
    channel = answer["invitation"]["channel"]
    if channel == "link":
        return answer["link"].split("code=")[1]
    return texts(gateway)[-1]["Body"].split("code=")[1] if channel == "sms" else code_of(world.mails()[-1])


def listed(world, token):
    [client] = granted(world.run("list-clients", {}, token))["clients"]
    return client["invitation"]


@pytest.mark.parametrize("first", CHANNELS)
@pytest.mark.parametrize("deliver", [None, *CHANNELS])
def test_a_resend_uses_the_same_channel_unless_another_one_is_given(world, gateway, first, deliver):
    token = world.inviter()
    sent = send(world, token, first)
    assert sent["invitation"]["channel"] == first == listed(world, token)["channel"]
    mails, messages, old = len(world.mails()), len(texts(gateway)), newest_code(world, gateway, sent)
    then = deliver or first
    for _ in range(2):
        age_limits(world, HOUR)
        resent = granted(resend(world, token, sent, **({"deliver": deliver} if deliver else {})))
        deliver = None
        shown = {key: value for key, value in listed(world, token).items() if key != "lastSignInAt"}
        assert resent["invitation"]["channel"] == then and shown == resent["invitation"]
        assert resent["invitation"].get("delivery") == (None if then == "link" else "sent")
        assert ("link" in resent) == (then == "link")
    assert (len(world.mails()) - mails, len(texts(gateway)) - messages) == (2 * (then == "mail"), 2 * (then == "sms"))
    assert world.accept(old).code == "invitation/superseded"
    assert world.accept(newest_code(world, gateway, resent)).code is None


@pytest.mark.parametrize("channel, place", [("mail", "kim@example.com"), ("link", "kim@example.com"), ("sms", NUMBER)])
@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_the_message_names_the_recipient(world, gateway, channel, place, language):
    token = world.inviter()
    data = {"client": CLIENT, "deliver": channel}
    sent = granted(world.run("send-invitation", data, token, acceptlanguage=language))
    resent = granted(world.run(
        "resend-invitation", {"invitationId": sent["invitation"]["id"]}, token, acceptlanguage=language))
    assert place in sent["message"] and place in resent["message"] and sent["message"] != resent["message"]
    assert "{" not in sent["message"] + resent["message"]


@pytest.mark.parametrize("reply, words", [((503, {}, b"{}"), "on its way"), ((400, {}, b"{}"), "If the number is right")])
def test_the_message_about_a_text_message_names_its_result(world, reply, words):
    token = world.inviter()
    with Receiver(reply, reply) as receiver:
        world.env.update(env(receiver))
        sent = send(world, token, "sms")
        resent = granted(resend(world, token, sent))
    for answer in (sent, resent):
        assert words in answer["message"] and NUMBER in answer["message"]


@pytest.mark.parametrize("phone", [None, "555"])
@pytest.mark.parametrize("deliver, pointer", [("sms", "/deliver"), (None, "/invitationId")])
def test_a_resend_as_a_text_message_needs_a_number(world, gateway, phone, deliver, pointer):
    token = world.inviter()
    sent = send(world, token, "mail" if deliver else "sms")
    granted(world.run("update-client", {"clientId": sent["client"]["id"], "phone": phone}, token))
    code = newest_code(world, gateway, sent)
    answer = resend(world, token, sent, **({"deliver": deliver} if deliver else {}))
    assert answer.code == "event/invalid"
    [error] = answer.json["error"]["errors"]
    assert (error["pointer"], error["code"]) == (pointer, "auth/invalid-phone-number")
    assert world.run("preview-invitation", {"code": code}).code is None and listed(world, token)["resendCount"] == 0


def test_without_a_gateway_the_error_names_the_requested_channel(world):
    token = world.inviter()
    sent = send(world, token, "link")
    answer = resend(world, token, sent, deliver="sms")
    assert answer.status == 78 and "SMS_URL" in answer.json["error"]["detail"]
    answer = world.run(
        "resend-invitation", {"invitationId": sent["invitation"]["id"]}, token, env={"MAIL_FROM": None, "MAIL_URL": "x:"})
    assert answer.code is None, "a link needs no relay"


def test_a_queued_mail_is_cancelled_by_a_resend_as_a_link(world):
    token = world.inviter()
    sent = granted(world.run(
        "send-invitation", {"client": CLIENT}, token, env={"MAIL_URL": "smtp://127.0.0.1:1?tls=none"}))
    granted(resend(world, token, sent, deliver="link"))
    world.age("outbox", "due_at", HOUR)
    world.run("deliver-mail")
    assert world.mails() == [] and "delivery" not in listed(world, token)


@pytest.mark.parametrize("channel", CHANNELS)
@pytest.mark.parametrize("later", [None, *CHANNELS])
def test_only_invitations_by_mail_get_reminders(world, gateway, channel, later):
    world.policy({**POLICY, "invitation": {"remindDaysBefore": [7]}})
    token = world.inviter()
    sent = send(world, token, channel)
    if later:
        granted(resend(world, token, sent, deliver=later))
    before = len(world.mails())
    for column in ("remind_at", "sent_at", "expires_at"):
        world.age("invitations", column, 24 * 86_400)
    by_mail = (later or channel) == "mail"
    assert world.run("expire-invitations").json["reminded"] == by_mail
    world.run("deliver-mail")
    assert len(world.mails()) == before + by_mail


def test_a_repeated_event_gets_the_same_new_link(world):
    token = world.inviter()
    sent = send(world, token, "link")
    event = {
        "id": "r", "source": "app", "authorization": f"Bearer {token}", "data": {"invitationId": sent["invitation"]["id"]}}
    first = granted(world.run("resend-invitation", event=event))
    assert world.run("resend-invitation", event=event).json == first
    [seen] = world.rows("SELECT amendable_for FROM seen_events WHERE function = 'resend-invitation'")
    assert seen["amendable_for"] == 0, "nobody waits for a mail that there is not"


# What a code proves


@pytest.mark.parametrize("channel, proves", [("mail", True), ("link", False), ("sms", False)])
def test_only_a_code_from_a_mail_proves_the_address(world, gateway, channel, proves):
    """An attempted takeover: a text message to the inviter's own phone, and an account with another person's address."""
    world.policy(policy(roles={"signUp": ["admin"]}))
    token = world.inviter()
    code = newest_code(world, gateway, send(world, token, channel))
    answer = granted(world.run("accept-invitation", {"code": code, "newPassword": PASSWORD}))
    assert answer["account"]["emailVerified"] == proves and ("waiting" in answer) != proves
    assert ("client" in answer) == proves


@pytest.mark.parametrize("first, then, proves", [
    ("mail", "sms", False), ("mail", "link", False), ("sms", "mail", True), ("link", "mail", True)])
def test_a_code_proves_its_own_channel_and_not_an_earlier_one(world, gateway, first, then, proves):
    world.policy(policy(roles={"signUp": ["admin"]}))
    token = world.inviter()
    sent = send(world, token, first)
    code = newest_code(world, gateway, granted(resend(world, token, sent, deliver=then)))
    answer = granted(world.run("accept-invitation", {"code": code, "newPassword": PASSWORD}))
    assert answer["account"]["emailVerified"] == proves and ("waiting" in answer) != proves


@pytest.mark.parametrize("channel, proves", [("mail", True), ("link", False), ("sms", False)])
def test_with_any_address_a_code_by_link_or_text_message_creates_an_unverified_account(world, gateway, channel, proves):
    world.policy({**policy(roles={"signUp": ["admin"]}), "invitation": {"emailMatch": "any"}})
    code = newest_code(world, gateway, send(world, world.inviter(), channel))
    answer = granted(world.run("accept-invitation", {"code": code, "newPassword": PASSWORD}))
    assert answer["account"]["emailVerified"] == proves


# Limits by number


def test_a_number_gets_three_text_messages_an_hour_with_any_address(world, gateway):
    token = world.inviter()
    clients = [
        {"name": "K", "email": f"k{index}@example.com", "phone": spelling}
        for index, spelling in enumerate(["(555) 123-4567", "+1 555 123 4567", "15551234567", "555.123.4567"] * 3)]
    results = granted(world.run("send-invitation", {"clients": clients, "deliver": "sms"}, token))["results"]
    codes = [result.get("error", {}).get("code") for result in results]
    assert codes == [None] * 3 + ["auth/too-many-requests"] * 9
    assert [form["To"] for form in texts(gateway)] == [NUMBER] * 3
    again = resend(world, token, results[0])
    assert again.code == "auth/too-many-requests" and again.json["error"]["retryAfter"] <= HOUR
    granted(resend(world, token, results[0], deliver="mail"))
    other = {"name": "L", "email": "l@example.com", "phone": "555 765 4321"}
    granted(world.run("send-invitation", {"client": other, "deliver": "sms"}, token))
    age_limits(world, HOUR)
    granted(resend(world, token, results[1]))


def test_resent_text_messages_count_for_their_number(world, gateway):
    token = world.inviter()
    sent = send(world, token, "sms")
    granted(resend(world, token, sent))
    granted(resend(world, token, sent))
    client = {"name": "Lee", "email": "lee@example.com", "phone": "15551234567"}
    assert world.run("send-invitation", {"client": client, "deliver": "sms"}, token).code == "auth/too-many-requests"
    granted(world.run("send-invitation", {"client": client}, token))


# Inviters


UNVERIFIED = {"roles": {"inviter": "trainer", "invitee": "client", "signUp": ["trainer"]}}


@pytest.fixture
def trainer(world):
    """An inviter with an unverified address, with an earlier client."""
    world.policy(policy(**UNVERIFIED))
    made = verified(world, "ceo@bank.example", role="trainer")
    sent = world.invite(made["accessToken"])
    world.rows("UPDATE accounts SET email_verified = 0")
    return {"token": made["accessToken"], "sent": sent}


@pytest.mark.parametrize("deliver", CHANNELS)
@pytest.mark.parametrize("function", ["one", "list", "resend"])
def test_an_inviter_whose_address_is_not_verified_sends_no_invitations(world, gateway, trainer, deliver, function):
    calls = {
        "one": ("send-invitation", {"client": {**CLIENT, "email": "lee@example.com"}}),
        "list": ("send-invitation", {"clients": [{**CLIENT, "email": "lee@example.com"}, 7]}),
        "resend": ("resend-invitation", {"invitationId": trainer["sent"]["invitation"]["id"]}),
    }
    before, mails = world.rows("SELECT * FROM invitations"), len(world.mails())
    name, data = calls[function]
    answer = world.run(name, {**data, "deliver": deliver}, trainer["token"])
    assert answer.code == "auth/email-not-verified" and answer.json["error"]["requiresAction"] == "verify_email"
    assert world.rows("SELECT * FROM invitations") == before and len(world.mails()) == mails
    assert texts(gateway) == [] and len(world.rows("SELECT id FROM clients")) == 1
    assert world.rows("SELECT code FROM audit WHERE action = 'refused'") == [{"code": "auth/email-not-verified"}]


def test_before_the_address_is_verified_unknown_and_known_invitations_get_the_same_answer(world, trainer):
    answer = world.run("resend-invitation", {"invitationId": "nothing"}, trainer["token"])
    assert answer.code == "auth/email-not-verified"


def test_an_inviter_without_an_address_sends_no_invitations(world):
    answer = world.run("sign-in", {"identity": person("ada", email=None), "as": "admin"})
    token = granted(answer)["session"]["accessToken"]
    refused = world.run("send-invitation", {"client": CLIENT, "deliver": "link"}, token)
    assert refused.code == "auth/email-not-verified"


def test_a_reminder_has_no_reply_address_if_the_inviters_new_address_is_unverified(world):
    world.policy({**POLICY, "invitation": {"remindDaysBefore": [7]}})
    token = world.inviter()
    send(world, token, "mail")
    assert world.mails()[0]["reply-to"].addresses[0].addr_spec == "ada@example.com"
    world.rows("UPDATE accounts SET email = 'ceo@bank.example', email_verified = 0")
    for column in ("remind_at", "sent_at", "expires_at"):
        world.age("invitations", column, 24 * 86_400)
    assert world.run("expire-invitations").json["reminded"] == 1
    world.run("deliver-mail")
    reminder = world.mails()[-1]
    assert len(world.mails()) == 2 and reminder["reply-to"] is None and "bank.example" not in reminder.as_string()


def test_an_invitation_has_no_reply_address_at_apples_relay(world):
    token = world.inviter()
    world.rows("UPDATE accounts SET email = 'x7k2@privaterelay.appleid.com', email_key = 'x7k2@privaterelay.appleid.com'")
    send(world, token, "mail")
    [mail] = world.mails()
    assert mail["reply-to"] is None and "privaterelay" not in mail.as_string()
