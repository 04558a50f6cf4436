# SPDX-License-Identifier: Apache-2.0
"""`resend-invitation`: the new code, what it corrects, and many invitations at once."""

import pytest
from http_receiver import Receiver
from invitations import DAY
from people import UNLIMITED, age_limits, at_once, granted, mails_to
from text_messages import SENT, env
from worlds import POLICY, code_of, person

pytestmark = pytest.mark.postgresql
MANY = {**POLICY, "limits": {"invite": UNLIMITED, "inviteRecipient": UNLIMITED}}


def send(world, trainer, name="kim", **data):
    return granted(world.run("send-invitation", {"client": {"name": name.title(), "email": f"{name}@example.com"}, **data}, trainer))


def resend(world, trainer, sent, **data):
    return world.run("resend-invitation", {"invitationId": sent["invitation"]["id"], **data}, trainer)


def client_of(world, trainer, sent):
    return granted(world.run("get-client", {"clientId": sent["client"]["id"]}, trainer))


def test_a_resend_creates_a_new_code_and_invalidates_the_old_one(world, trainer):
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


# A correction.

def test_a_wrong_address_is_corrected_and_the_old_one_gets_nothing_more(world, trainer):
    sent = send(world, trainer, "kmi")
    old = code_of(world.mails()[0])
    granted(world.run("preview-invitation", {"code": old}))
    again = granted(resend(world, trainer, sent, email="Kim@example.com"))
    assert again["message"] == "Invitation resent to Kim@example.com" and again["invitation"]["email"] == "Kim@example.com"
    shown = client_of(world, trainer, sent)
    assert shown["client"]["email"] == shown["invitation"]["email"] == "Kim@example.com"
    assert shown["invitation"]["resendCount"] == 1
    [mail] = [mail for mail in world.mails() if mail["to"].addresses[0].addr_spec == "Kim@example.com"]
    assert mail["subject"].startswith("You're invited"), "it is the first mail to this person"
    assert world.run("preview-invitation", {"code": old}).code == "invitation/superseded"
    assert world.run("accept-invitation", {"code": code_of(mail), "identity": person("kmi")}).code == "invitation/email-mismatch"
    assert granted(world.run("accept-invitation", {"code": code_of(mail), "identity": person("kim")}))["client"]["name"] == "Kmi"
    [found] = granted(world.run("list-clients", {"query": "kim@"}, trainer))["clients"]
    assert found["id"] == sent["client"]["id"] and len(mails_to(world, "kmi")) == 1


def test_a_queued_mail_to_the_old_address_is_cancelled(world, trainer):
    folder, world.env["MAIL_URL"] = world.env["MAIL_URL"], "smtp://127.0.0.1:1"
    sent = send(world, trainer, "kmi")
    assert sent["invitation"]["delivery"] == "queued"
    world.env["MAIL_URL"] = folder
    granted(resend(world, trainer, sent, email="kim@example.com"))
    world.age("outbox", "due_at", DAY, "state = 'queued'")
    world.run("deliver-mail")
    assert mails_to(world, "kmi") == [] and len(mails_to(world, "kim")) == 1


def test_a_waiting_person_sees_the_invitation_only_at_the_new_address(world, trainer):
    sent = world.invite(trainer, "kmi")
    kmi = world.sign_in("kmi")["session"]["accessToken"]
    granted(resend(world, trainer, sent, email="kim@example.com"))
    kim = world.sign_in("kim")["session"]["accessToken"]
    waiting = [granted(world.run("get-account", {}, token))["invitations"] for token in (kmi, kim)]
    assert [len(each) for each in waiting] == [0, 1]
    assert world.run("accept-invitation", {"invitationId": sent["invitation"]["id"]}, kmi).code == "invitation/not-found"


def test_the_address_of_another_client_is_a_duplicate_that_is_named(world, trainer):
    kim, lee = world.invite(trainer, "kim"), world.invite(trainer, "lee")
    refused = resend(world, trainer, lee, email="KIM@example.com")
    assert refused.code == "client/duplicate"
    error = refused.json["error"]
    assert (error["clientId"], error["invitationId"]) == (kim["client"]["id"], kim["invitation"]["id"])
    assert client_of(world, trainer, lee)["client"]["email"] == "lee@example.com"
    assert granted(resend(world, trainer, kim, email="KIM@example.com"))["invitation"]["email"] == "KIM@example.com"


def test_the_new_address_is_a_new_recipient_for_the_limit(world, trainer):
    world.policy({**POLICY, "limits": {"inviteRecipient": {"max": 1, "seconds": 3600}}})
    sent = world.invite(trainer, "kmi")
    assert resend(world, trainer, sent).code == "auth/too-many-requests"
    granted(resend(world, trainer, sent, email="kim@example.com"))
    assert resend(world, trainer, sent).code == "auth/too-many-requests"
    assert resend(world, trainer, sent, email="kim@example.com").code == "auth/too-many-requests"


def test_a_suppressed_new_address_is_not_mailed(world, trainer):
    other = send(world, trainer, "kim")
    token = world.mails()[0]["List-Unsubscribe"].split("token=")[1].split(">")[0]
    granted(world.run("unsubscribe", {"token": token}))
    granted(world.run("remove-client", {"clientId": other["client"]["id"]}, trainer))
    sent = send(world, trainer, "kmi")
    again = granted(resend(world, trainer, sent, email="kim@example.com"))
    assert again["invitation"]["delivery"] == "failed" and "asked not to get emails" in again["message"]
    assert len(mails_to(world, "kim")) == 1


def test_the_domain_of_a_correction_is_checked_and_a_mistyped_one_has_a_suggestion(world, trainer):
    sent = world.invite(trainer)
    assert granted(resend(world, trainer, sent, email="kim@gmial.com"))["suggestion"] == "kim@gmail.com"
    world.policy({**POLICY, "email": {"allowedDomains": ["example.com"]}})
    refused = resend(world, trainer, sent, email="kim@elsewhere.example")
    assert refused.code == "auth/email-domain-not-allowed" and refused.json["error"]["errors"][0]["pointer"] == "/email"


def test_a_number_and_allow_other_email_are_corrected(world, trainer):
    with Receiver(*[SENT] * 4) as gateway:
        world.env.update(env(gateway))
        sent = world.invite(trainer)
        missing = resend(world, trainer, sent, deliver="sms")
        assert missing.code == "event/invalid" and missing.json["error"]["errors"][0]["pointer"] == "/deliver"
        wrong = resend(world, trainer, sent, deliver="sms", phone="1")
        assert wrong.json["error"]["errors"][0]["pointer"] == "/phone"
        granted(resend(world, trainer, sent, deliver="sms", phone="(555) 123-4567"))
        assert client_of(world, trainer, sent)["client"]["phone"] == "+15551234567"
        assert b"15551234567" in gateway.requests[-1][2]
    code = granted(resend(world, trainer, sent, deliver="link", allowOtherEmail=True))["link"].split("code=")[1]
    age_limits(world, 3600)
    granted(world.accept(code, "somebody"))


@pytest.mark.parametrize("data", [
    {"invitationIds": ["a"], "email": "kim@example.com"}, {"status": "pending", "phone": "+15551234567"},
    {"status": "expired", "allowOtherEmail": True}, {"invitationId": "a", "status": "pending"}, {"status": "accepted"},
    {"invitationIds": []}, {"invitationIds": ["a"] * 1001}, {}])
def test_a_correction_is_of_one_invitation(world, trainer, data):
    assert world.run("resend-invitation", data, trainer).code == "event/invalid"


def test_of_many_corrections_to_one_address_one_succeeds(world, trainer):
    world.policy(MANY)
    sent = [world.invite(trainer, f"wrong{number}") for number in range(8)]
    events = [{"invitationId": one["invitation"]["id"], "email": "kim@example.com"} for one in sent] * 5
    answers = at_once(world, "resend-invitation", events, authorization=f"Bearer {trainer}")
    winners = {answer.json["invitation"]["id"] for answer in answers if answer.code is None}
    assert len(winners) == 1 and {answer.code for answer in answers} == {None, "client/duplicate"}
    assert len(world.rows("SELECT id FROM clients WHERE email_key = 'kim@example.com'")) == 1


# Many.

def test_each_invitation_of_a_list_has_its_own_result(world, trainer):
    kim, lee, max = (world.invite(trainer, name) for name in ("kim", "lee", "max"))
    world.accept(lee["code"], "lee")
    ids = [one["invitation"]["id"] for one in (kim, lee, max)]
    answer = granted(world.run("resend-invitation", {"invitationIds": [*ids, "none", ids[0]]}, trainer))
    errors = [result.get("error", {}) for result in answer["results"]]
    assert [error.get("code") for error in errors] == [
        None, "invitation/not-pending", None, "invitation/not-found", "event/invalid"]
    assert [error.get("invitationId") for error in errors] == [None, ids[1], None, "none", ids[0]]
    assert [result.get("invitation", {}).get("resendCount") for result in answer["results"]] == [1, None, 1, None, None]
    assert answer["more"] is False
    granted(world.accept(answer["results"][2]["link"].split("code=")[1], "max"))
    assert world.accept(max["code"], "max").code == "invitation/superseded"


def test_an_entry_over_a_limit_is_that_entrys_error(world, trainer):
    world.policy(MANY)
    ids = [world.invite(trainer, name)["invitation"]["id"] for name in ("kim", "lee", "max")]
    world.policy({**POLICY, "limits": {"invite": {"max": 5, "seconds": 3600}, "inviteRecipient": UNLIMITED}})
    results = granted(world.run("resend-invitation", {"invitationIds": ids}, trainer))["results"]
    assert [result.get("error", {}).get("code") for result in results] == [None, None, "auth/too-many-requests"]
    assert results[2]["error"]["retryAfter"] > 0 and results[2]["error"]["invitationId"] == ids[2]


def test_all_pending_expired_or_undelivered_ones_are_sent_again(world, trainer):
    world.policy(MANY)
    pending, expired, bounced, accepted = (send(world, trainer, name) for name in ("kim", "lee", "max", "eve"))
    world.run("accept-invitation", {"code": code_of(mails_to(world, "eve")[0]), "identity": person("eve")})
    world.age("invitations", "expires_at", 40 * DAY, f"id = '{expired['invitation']['id']}'")
    world.rows("UPDATE invitations SET delivery = 'bounced' WHERE id = ?", (bounced["invitation"]["id"],))

    def again(status):
        answer = granted(world.run("resend-invitation", {"status": status, "deliver": "link"}, trainer))
        assert answer["more"] is False and all("link" in result for result in answer["results"])
        return [result["invitation"]["id"] for result in answer["results"]]
    ids = [one["invitation"]["id"] for one in (pending, expired, bounced)]
    assert again("undelivered") == [ids[2]] and again("undelivered") == []
    assert again("expired") == [ids[1]] and again("expired") == []
    assert again("pending") == [ids[0]], "those that were sent again within the hour come last"
    assert sorted(again("pending")) == sorted(ids), "and are reached when no others are left"
    assert world.run("resend-invitation", {"status": "pending"}, world.inviter("other")).json == {"results": [], "more": False}


def test_repeated_calls_reach_each_of_a_thousand_and_more_once(world, trainer):
    world.policy(MANY)
    for start in (0, 600):
        clients = [{"name": f"K{number}", "email": f"k{number}@example.com"} for number in range(start, start + 600)]
        granted(world.run("send-invitation", {"clients": clients, "deliver": "link"}, trainer, env={"DEADLINE_SECONDS": "55"}))
    ids, more = [], True
    while more:
        answer = granted(world.run("resend-invitation", {"status": "pending"}, trainer, env={"DEADLINE_SECONDS": "55"}))
        ids += [result["invitation"]["id"] for result in answer["results"]]
        more = answer["more"]
    assert len(ids) == len(set(ids)) == 1200


def test_a_repeated_event_has_the_same_results_and_sends_nothing(world, trainer):
    world.policy(MANY)
    ids = [send(world, trainer, name)["invitation"]["id"] for name in ("kim", "lee")]
    first, second = (
        world.run("resend-invitation", {"invitationIds": ids}, trainer, id="again", source="app") for _ in range(2))
    assert granted(first) == granted(second) and len(world.mails()) == 4
    assert [result["invitation"]["delivery"] for result in first.json["results"]] == ["sent", "sent"]
