# SPDX-License-Identifier: Apache-2.0
"""`update-client` and `remove-client`."""

import pytest
from members import KIM, PHONE, accepted, clients, errors, rules
from people import granted, mails_to
from worlds import code_of, person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(rules())]


# update-client


def test_an_inviter_updates_a_client(world, ada):
    client = world.invite(ada)["client"]
    changes = {"name": " Kim L. ", "phone": PHONE, "notes": "Knee.\nFine again.", "locale": "de-AT"}
    changed = granted(world.run("update-client", {"clientId": client["id"], **changes}, ada))["client"]
    assert changed == {**client, **changes, "name": "Kim L.", "phone": "".join(c for c in PHONE if c in "+0123456789")}
    cleared = {"phone": None, "notes": None, "locale": None}
    assert granted(world.run("update-client", {"clientId": client["id"], **cleared}, ada))["client"] == {
        **client, "name": "Kim L."}
    assert [entry["name"] for entry in clients(world, ada, query="kim l")] == ["Kim L."]
    assert clients(world, ada, query="knee") == []


def test_absent_fields_stay_unchanged(world, ada):
    client = world.invite(ada, client={**KIM, "phone": PHONE, "notes": "Knee."})["client"]
    assert granted(world.run("update-client", {"clientId": client["id"], "name": "K."}, ada))["client"] == {
        **client, "name": "K."}


@pytest.mark.parametrize("field, value", [
    ("name", None), ("name", "  "), ("email", "lee@example.com"), ("phone", "call me"), ("notes", "x" * 4001),
    ("locale", "klingon!"), ("accountId", "1")])
def test_a_field_that_an_inviter_may_not_change_is_named(world, ada, field, value):
    client = world.invite(ada)["client"]
    answer = world.run("update-client", {"clientId": client["id"], field: value}, ada)
    assert answer.code == "event/invalid" and list(errors(answer)) == [f"/{field}"]
    assert clients(world, ada)[0]["name"] == "Kim"


def test_a_reminder_greets_by_the_corrected_name_and_the_client_never_sees_notes(world, ada):
    session = accepted(world, ada)["session"]["accessToken"]
    [client] = clients(world, ada)
    granted(world.run("update-client", {"clientId": client["id"], "name": "K.", "notes": "Lazy."}, ada))
    [own] = granted(world.run("get-account", {}, session))["clients"]
    assert own["name"] == "K." and "notes" not in own


# remove-client


def test_removing_a_client_deletes_its_invitation_and_workouts_but_not_the_account(world, ada):
    kim = accepted(world, ada)
    token, client = kim["session"]["accessToken"], kim["client"]["id"]
    granted(world.run("assign-workout", {"clientId": client, "title": "Legs"}, ada))
    assert granted(world.run("remove-client", {"clientId": client}, ada)) == {"removed": client}
    assert clients(world, ada) == []
    assert granted(world.run("get-account", {}, token))["clients"] == []
    assert granted(world.run("list-workouts", {}, token))["workouts"] == []
    for table in ("clients", "invitations", "invitation_codes", "workouts"):
        assert world.rows(f"SELECT * FROM {table}") == []
    assert granted(world.run("sign-in", {"identity": person("kim")}))["account"]["id"] == kim["account"]["id"]
    for function in ("remove-client", "update-client"):
        assert world.run(function, {"clientId": client}, ada).code == "client/not-found"
    assert accepted(world, ada)["isNewAccount"] is False, "a removed client can be invited anew"


def test_the_queued_mail_of_a_removed_client_is_not_sent_and_its_code_is_invalid(world, ada):
    sent = granted(world.run("send-invitation", {"client": {"name": "Lee", "email": "lee@example.com"}}, ada))
    code = code_of(mails_to(world, "lee")[0])
    nowhere = {"MAIL_URL": "smtp://127.0.0.1:1?tls=none"}
    queued = granted(world.run("send-invitation", {"client": KIM}, ada, env=nowhere))
    for client in (sent["client"], queued["client"]):
        granted(world.run("remove-client", {"clientId": client["id"]}, ada))
    world.age("outbox", "due_at", 60)
    assert granted(world.run("deliver-mail"))["sent"] == 0 and mails_to(world, "kim") == []
    assert {row["state"]: row["sealed_values"] for row in world.rows("SELECT * FROM outbox")} == {
        "sent": None, "cancelled": None}
    assert world.accept(code, "lee").code == "invitation/not-found"
    assert world.run("preview-invitation", {"code": code}).code == "invitation/not-found"
    gone = {"invitationId": queued["invitation"]["id"]}
    assert world.run("resend-invitation", gone, ada).code == "invitation/not-found"
    assert granted(world.run("expire-invitations"))["expired"] == 0


def test_a_client_of_two_inviters_stays_a_client_of_the_other(world, ada, bob):
    kim = accepted(world, ada)
    other = accepted(world, bob)
    granted(world.run("assign-workout", {"clientId": other["client"]["id"], "title": "Arms"}, bob))
    granted(world.run("remove-client", {"clientId": kim["client"]["id"]}, ada))
    token = kim["session"]["accessToken"]
    [left] = granted(world.run("get-account", {}, token))["clients"]
    assert left["id"] == other["client"]["id"]
    assert [workout["title"] for workout in granted(world.run("list-workouts", {}, token))["workouts"]] == ["Arms"]


@pytest.mark.parametrize("function", ["update-client", "remove-client"])
def test_another_inviters_client_is_answered_like_an_unknown_one(world, ada, bob, function):
    client = world.invite(ada)["client"]
    foreign, none = (world.run(function, {"clientId": id}, bob) for id in (client["id"], "nobody"))
    assert foreign.code == "client/not-found" and foreign.stdout == none.stdout
    token = accepted(world, ada, "lee")["session"]["accessToken"]
    assert world.run(function, {"clientId": client["id"]}, token).code == "auth/permission-denied"
    assert world.run(function, {"clientId": client["id"]}).code == "auth/unauthenticated"
    assert [entry["id"] for entry in clients(world, ada)][0] == client["id"]
