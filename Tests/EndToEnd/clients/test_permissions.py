# SPDX-License-Identifier: Apache-2.0
"""Who may call which function: inviters, clients, ended sessions and disabled accounts."""

from invitations import DAY
from worlds import person


def test_an_inviter_cannot_read_another_inviters_clients(world, trainer):
    sent, eve = world.invite(trainer), world.inviter("eve")
    invitation, client = {"invitationId": sent["invitation"]["id"]}, {"clientId": sent["client"]["id"]}
    assert world.run("resend-invitation", invitation, eve).code == "invitation/not-found"
    assert world.run("revoke-invitation", invitation, eve).code == "invitation/not-found"
    assert world.run("assign-workout", {**client, "title": "X"}, eve).code == "client/not-found"
    assert world.run("list-workouts", client, eve).code == "client/not-found"
    assert world.run("get-client", client, eve).code == "client/not-found"
    assert world.run("list-clients", {}, eve).json["clients"] == []


def test_clients_have_no_admin_features(world, trainer):
    sent = world.invite(trainer)
    token = world.accept(sent["code"]).json["session"]["accessToken"]
    for function, data in [
        ("send-invitation", {"client": {"name": "A", "email": "a@b.co"}}), ("list-clients", {}),
        ("resend-invitation", {"invitationId": "x"}), ("revoke-invitation", {"invitationId": "x"}),
        ("assign-workout", {"clientId": sent["client"]["id"], "title": "X"}),
        ("get-client", {"clientId": sent["client"]["id"]}), ("list-members", {}), ("get-member", {"accountId": "x"}),
        ("update-workout", {"workoutId": "x"}), ("remove-workout", {"workoutId": "x"}), ("invitation-report", {}),
    ]:
        assert world.run(function, data, token).code == "auth/permission-denied", function


def test_the_notes_of_an_inviter_are_not_shown_to_the_client(world, trainer):
    client = {"name": "Kim", "email": "kim@example.com", "notes": "line one\nline two"}
    sent = world.run("send-invitation", {"client": client, "deliver": "link"}, trainer).json
    accepted = world.accept(sent["link"].split("code=")[1]).json
    assert sent["client"]["notes"] == "line one\nline two" and "notes" not in accepted["client"]


def test_pages_of_a_list_skip_and_repeat_nothing(world, trainer):
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


def test_access_ends_when_the_token_session_or_account_ends(world, trainer):
    assert world.run("list-clients", {}, "nonsense").code == "auth/unauthenticated"
    assert world.run("list-clients", {}, trainer[:-4] + "AAAA").code == "auth/unauthenticated"
    assert world.run("list-clients", {}, trainer).code is None
    world.age("sessions", "ends_at", 91 * DAY)
    assert world.run("list-clients", {}, trainer).code == "auth/session-expired"
    again = world.inviter()
    world.rows("UPDATE accounts SET status = 'disabled'")
    assert world.run("list-clients", {}, again).code == "auth/user-disabled"
    assert world.run("sign-in", {"identity": person("ada")}).code == "auth/user-disabled"


def test_the_role_is_read_from_the_database(world, trainer):
    world.rows("UPDATE accounts SET role = 'client'")
    assert world.run("list-clients", {}, trainer).code == "auth/permission-denied"
