# SPDX-License-Identifier: Apache-2.0
"""`send-invitation` to a client whose invitation has ended: it is sent again, and what is given changes."""

import json

import pytest
from app_webhooks import deliver, hooked
from http_receiver import Receiver
from invitations import DAY
from people import UNLIMITED, granted, mails_to
from worlds import POLICY

pytestmark = pytest.mark.postgresql
MANY = {**POLICY, "limits": {"invite": UNLIMITED, "inviteRecipient": UNLIMITED}}
FIELDS = {"fields": {"chapterId": {"type": "string", "maxLength": 8, "x-setBy": "inviter"}, "year": {"type": "integer"}}}


def send(world, trainer, name="kim", client=None, **data):
    client = {"name": name.title(), "email": f"{name}@example.com", **(client or {})}
    return world.run("send-invitation", {"client": client, "deliver": "link", **data}, trainer)


def code_in(answer):
    return answer["link"].split("code=")[1]


def end(world, trainer, sent, how):
    one = sent["invitation"]["id"]
    match how:
        case "expired": world.age("invitations", "expires_at", 40 * DAY, f"id = '{one}'")
        case "declined": granted(world.run("decline-invitation", {"code": code_in(sent)}))
        case "revoked": granted(world.run("revoke-invitation", {"invitationId": one}, trainer))
        case "accepted": granted(world.accept(code_in(sent)))
        case "bounced": world.rows("UPDATE invitations SET delivery = 'bounced' WHERE id = ?", (one,))


@pytest.mark.parametrize("how", ["expired", "declined", "revoked", "bounced"])
def test_an_invitation_that_has_ended_is_sent_again(world, trainer, how):
    first = granted(send(world, trainer, allowOtherEmail=True, data=[1], client={"notes": "Knee.", "locale": "de"}))
    assert "resent" not in first
    end(world, trainer, first, how)
    again = granted(send(world, trainer, client={"name": "Kim Lee"}))
    assert again["resent"] is True and again["invitation"]["status"] == "pending"
    assert again["invitation"]["id"] == first["invitation"]["id"] and again["client"]["id"] == first["client"]["id"]
    assert again["invitation"]["resendCount"] == 1
    assert (again["client"]["name"], again["client"]["notes"], again["client"]["locale"]) == ("Kim Lee", "Knee.", "de")
    assert world.run("preview-invitation", {"code": code_in(first)}).code == "invitation/superseded"
    assert granted(world.accept(code_in(again), "somebody"))["data"] == [1], "what is not given stays"
    assert [entry["action"] for entry in world.rows(
        "SELECT action FROM audit WHERE action LIKE 'invitation.%sent' ORDER BY at, id")] == ["invitation.sent", "invitation.resent"]


@pytest.mark.parametrize("how", [None, "accepted"])
def test_a_pending_or_accepted_one_is_a_duplicate_that_names_both_ids(world, trainer, how):
    first = granted(send(world, trainer))
    end(world, trainer, first, how)
    ids = (first["client"]["id"], first["invitation"]["id"])
    refused = send(world, trainer, client={"email": "KIM@Example.com"})
    listed = world.run("send-invitation", {"clients": [{"name": "K", "email": "kim@example.com"}], "deliver": "link"}, trainer)
    for error in (refused.json["error"], granted(listed)["results"][0]["error"]):
        assert error["code"] == "client/duplicate" and (error["clientId"], error["invitationId"]) == ids


def test_a_list_sends_again_too_and_the_second_of_two_names_the_first(world, trainer):
    world.policy(MANY)
    first = granted(send(world, trainer))
    end(world, trainer, first, "expired")
    clients = [{"name": "Kim", "email": "kim@example.com"}, {"name": "Lee", "email": "lee@example.com"},
               {"name": "Lee", "email": "LEE@example.com"}]
    kim, lee, twice = granted(world.run("send-invitation", {"clients": clients, "deliver": "link"}, trainer))["results"]
    assert kim["resent"] and "resent" not in lee
    assert (twice["error"]["clientId"], twice["error"]["invitationId"]) == (lee["client"]["id"], lee["invitation"]["id"])


def test_the_mail_says_that_it_replaces_the_earlier_one(world, trainer):
    sent = granted(send(world, trainer, deliver="mail"))
    end(world, trainer, sent, "expired")
    again = granted(send(world, trainer, deliver="mail"))
    assert again["message"] == "Invitation resent to kim@example.com" and again["invitation"]["delivery"] == "sent"
    assert [mail["subject"].split()[0] for mail in mails_to(world, "kim")] == ["You're", "Your"]


def test_a_person_who_left_is_invited_anew(world, trainer):
    sent = granted(send(world, trainer, data={"a": 1}))
    accepted = granted(world.accept(code_in(sent)))
    granted(world.run("leave-inviter", {"clientId": sent["client"]["id"]}, accepted["session"]["accessToken"]))
    again = granted(send(world, trainer))
    assert "resent" not in again and "data" not in again and again["invitation"]["resendCount"] == 0


def test_the_role_and_the_channel_are_always_those_of_the_event(world, trainer):
    world.policy({**POLICY, "invitation": {"roles": ["client", "admin"]}})
    sent = granted(send(world, trainer, role="admin"))
    end(world, trainer, sent, "revoked")
    again = granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, trainer))
    assert "role" not in again["invitation"] and again["invitation"]["channel"] == "mail"


# What an invitation gives.

def test_profile_fields_of_inviters_are_given_to_the_account(world, trainer):
    world.policy({**POLICY, "profile": FIELDS})
    sent = granted(send(world, trainer, client={"profile": {"chapterId": "KS1"}}))
    assert sent["client"]["profile"] == {"chapterId": "KS1"}
    [listed] = granted(world.run("list-clients", {}, trainer))["clients"]
    assert listed["profile"] == {"chapterId": "KS1"}
    accepted = granted(world.accept(code_in(sent)))
    assert accepted["account"]["profile"] == {"chapterId": "KS1"} and "profile" not in accepted["client"]
    kim = accepted["session"]["accessToken"]
    assert granted(world.run("get-account", {}, kim))["account"]["profile"] == {"chapterId": "KS1"}
    assert "profile" not in granted(world.run("get-client", {"clientId": sent["client"]["id"]}, trainer))["client"]


@pytest.mark.parametrize("profile, pointer", [
    ({"year": 1}, "/client/profile/year"), ({"chapterId": 7}, "/client/profile/chapterId"),
    ({"chapterId": "x" * 9}, "/client/profile/chapterId"), ({"unknown": 1}, "/client/profile/unknown"), ([], "/client/profile")])
def test_other_profile_fields_are_refused(world, trainer, profile, pointer):
    world.policy({**POLICY, "profile": FIELDS})
    refused = send(world, trainer, client={"profile": profile})
    assert refused.json["error"]["errors"][0]["pointer"] == pointer
    listed = world.run("send-invitation", {"clients": [{"name": "K", "email": "k@example.com", "profile": profile}]}, trainer)
    error = granted(listed)["results"][0]["error"]
    assert error["errors"][0]["pointer"] == pointer.replace("/client", "/clients/0")


def test_sending_again_changes_single_fields_and_a_trigger_and_a_session_give_them_too(world, trainer):
    world.policy({**MANY, "profile": {"fields": {
        name: {"type": "string", "x-setBy": "inviter"} for name in ("team", "number")}}})
    sent = granted(send(world, trainer, client={"profile": {"team": "A", "number": "7"}}))
    end(world, trainer, sent, "revoked")
    again = granted(send(world, trainer, client={"profile": {"number": "8"}}))
    assert again["client"]["profile"] == {"team": "A", "number": "8"}
    end(world, trainer, again, "revoked")
    again = granted(send(world, trainer, client={"profile": {"team": None}}))
    assert again["client"]["profile"] == {"number": "8"}
    kim = world.sign_in("kim")["session"]["accessToken"]
    accepted = granted(world.run("accept-invitation", {"invitationId": sent["invitation"]["id"]}, kim))
    assert accepted["account"]["profile"] == {"number": "8"}


def test_a_trigger_gives_the_fields_of_every_inviter_whose_invitation_it_accepts(world, trainer):
    world.policy({**MANY, "profile": {"fields": {
        name: {"type": "string", "x-setBy": "inviter"} for name in ("team", "number")}}})
    granted(send(world, trainer, client={"profile": {"team": "A"}}))
    granted(send(world, world.inviter("bob"), client={"profile": {"number": "7"}}))
    trigger = {"provider": "google", "subject": "kim", "email": "kim@example.com", "emailVerified": True}
    account = granted(world.run("on-user-create", trigger))["account"]
    assert account["profile"] == {"team": "A", "number": "7"}
    kim = world.sign_in("kim")["session"]["accessToken"]
    assert granted(world.run("get-account", {}, kim))["account"]["profile"] == account["profile"]


@pytest.mark.parametrize("data", [{"plan": "gold", "sets": [1, 2.50]}, [1, "a"], "text", 7, True, {}])
def test_data_is_given_with_the_acceptance_and_to_webhooks_and_not_before(world, trainer, data):
    with Receiver() as receiver:
        hooked(world, receiver.url, events=["invitation.accepted"])
        sent = granted(send(world, trainer, data=data))
        assert sent["data"] == data and "data" not in granted(world.run("preview-invitation", {"code": code_in(sent)}))
        assert granted(world.accept(code_in(sent)))["data"] == data
        deliver(world)
    (_, _, body), = receiver.requests
    assert json.loads(body)["data"]["data"] == data


def test_data_has_at_most_4_kb_and_null_removes_it(world, trainer):
    most = "x" * 4094
    sent = granted(send(world, trainer, data=most))
    assert sent["data"] == most
    end(world, trainer, sent, "revoked")
    again = granted(send(world, trainer, data=None))
    assert "data" not in again
    assert "data" not in granted(world.accept(code_in(again)))
    for large in (most + "x", [most], {"a": most}):
        refused = send(world, trainer, "lee", data=large)
        assert refused.json["error"]["errors"][0]["pointer"] == "/data"


def test_a_return_url_of_the_policy_is_given_with_the_acceptance(world, trainer):
    world.policy({**POLICY, "app": {"returnURLs": ["https://pfa.example/welcome"]}})
    for url in ("https://elsewhere.example/", "https://pfa.example/other", "/clients", "https://pfa.example/welcome/../x"):
        assert send(world, trainer, returnURL=url).json["error"]["errors"][0]["pointer"] == "/returnURL"
    sent = granted(send(world, trainer, returnURL="https://pfa.example/welcome?plan=gold"))
    accepted = granted(world.accept(code_in(sent)))
    assert sent["returnURL"] == accepted["returnURL"] == "https://pfa.example/welcome?plan=gold"
    lee = granted(send(world, trainer, "lee", returnURL="https://pfa.example/welcome"))
    world.policy(POLICY)
    assert "returnURL" not in granted(world.accept(code_in(lee), "lee")), "the policy does not list it any more"


# An address that looks mistyped.

def test_a_mistyped_address_is_asked_about_and_nothing_is_stored_or_counted(world, trainer):
    world.policy({**POLICY, "limits": {"invite": {"max": 1, "seconds": 3600}}})
    client = {"email": "kim@gmial.com"}
    for _ in range(3):
        asked = granted(send(world, trainer, client=client, confirmAddress=True))
        assert asked == {"status": "unsent", "suggestion": "kim@gmail.com",
                         "message": "Did you mean kim@gmail.com? Nothing has been sent yet."}
    assert world.rows("SELECT id FROM clients") == [] and world.mails() == []
    assert granted(send(world, trainer, client=client, confirmAddress=False))["suggestion"] == "kim@gmail.com"


def test_the_other_entries_of_a_list_are_sent(world, trainer):
    clients = [{"name": "A", "email": "a@gmial.com"}, {"name": "B", "email": "b@gmail.com"}, {"name": "C", "email": "c"}]
    results = granted(world.run(
        "send-invitation", {"clients": clients, "deliver": "link", "confirmAddress": True}, trainer))["results"]
    assert results[0]["status"] == "unsent" and "link" in results[1] and results[2]["error"]["code"] == "event/invalid"
    assert len(world.rows("SELECT id FROM clients")) == 1


def test_sending_again_keeps_every_column_of_the_record(world, trainer):
    sent = world.invite(trainer, client={"name": "Kim", "email": "kim@example.com", "phone": "+15551234567", "notes": "knee", "locale": "de"})
    granted(world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, trainer))
    world.rows("UPDATE clients SET join_link_id = 'link', left_at = 1, former_account_id = inviter_id, coach_id = inviter_id")
    before = world.rows("SELECT * FROM clients")
    again = granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": "link"}, trainer))
    assert again["resent"] is True and world.rows("SELECT * FROM clients") == before
    assert None not in {value for name, value in before[0].items() if name not in ("account_id", "waiting_account_id", "profile")}
