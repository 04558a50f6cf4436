# SPDX-License-Identifier: Apache-2.0
"""The invitation loop: a trainer invites, a client accepts and sees the workouts."""

from worlds import code_of, person


def test_a_client_accepts_the_mailed_invitation_and_sees_the_workouts(world):
    trainer = world.sign_in("ada", **{"as": "admin"})
    token = trainer["session"]["accessToken"]
    assert trainer["account"]["role"] == "admin" and trainer["state"] == "signedIn"

    sent = world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token).json
    assert sent["message"] == "Client added and invitation sent to kim@example.com"
    assert sent["invitation"]["status"] == "pending" and sent["invitation"]["delivery"] == "sent"
    workout = world.run("assign-workout", {"clientId": sent["client"]["id"], "title": "Legs"}, token).json["workout"]

    [mail] = world.mails()
    code = code_of(mail)
    preview = world.run("preview-invitation", {"code": code}).json
    assert preview["inviter"] == {"displayName": "Ada"} and preview["client"] == {"name": "Kim"}
    assert preview["app"]["name"] == "PFA" and preview["providers"] == ["apple", "google"]

    accepted = world.run("accept-invitation", {"code": code, "identity": person("kim")}).json
    assert accepted["isNewAccount"] and accepted["account"]["role"] == "client"
    assert accepted["client"]["accountId"] == accepted["account"]["id"]
    assert accepted["workouts"] == [workout]
    own = world.run("list-workouts", {}, accepted["session"]["accessToken"]).json
    assert own == {"workouts": [workout], "nextCursor": None}

    [listed] = world.run("list-clients", {}, token).json["clients"]
    assert listed["invitation"]["status"] == "accepted" and listed["invitation"]["lastSignInAt"]
    delivered = world.run("deliver-mail", {}).json
    assert delivered == {"sent": 1, "retried": 0, "failed": 0, "unknown": 0, "more": False}
    assert world.mails()[1]["to"] == "Ada <ada@example.com>"
