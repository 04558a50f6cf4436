# SPDX-License-Identifier: Apache-2.0
"""What is left of somebody who has left a team, is suspended or erased: what they see, who is told, and who owns the team."""

import pytest
from operators import account, refused
from people import PASSWORD, code_in, granted, mails_to, verified
from studio import Inviter, inviter, teams_on
from visitors import Visitor
from worlds import person

pytestmark = pytest.mark.postgresql
MONTH = 33 * 86_400


def remove(studio, who, by=None):
    return studio.run("remove-team-member", {"accountId": who.id}, by or studio.ada)


def suspend(studio, who):
    studio.world.rows("UPDATE accounts SET status = 'disabled' WHERE id = ?", (who.id,))


def erase(studio, who):
    granted(studio.world.run("delete-account", {"confirm": True}, who.token))


def code(studio, who, name="kim", **data):
    return studio.world.invite(who.token, name, teamId=studio.id, **data)["code"]


# What they see


def test_the_export_has_what_the_person_made_as_long_as_they_are_in_the_team(studio):
    kim = granted(studio.world.accept(code(studio, studio.bob)))
    granted(studio.run("create-join-link", {"name": "Door"}, studio.bob))
    granted(studio.run("assign-workout", {"clientId": kim["client"]["id"], "title": "Legs"}, studio.bob))
    parts = ("ownClients", "workouts", "joinLinks")
    event = {"id": "e1", "source": "app", "authorization": f"Bearer {studio.bob.token}", "data": {}}
    before = granted(studio.world.run("export-account", event=event))
    assert [len(before[part]) for part in parts] == [1, 1, 1]
    granted(remove(studio, studio.bob))
    assert studio.world.run("export-account", event=event).code == "team/not-found", "the remembered answer shows the team"
    after = granted(studio.world.run("export-account", {}, studio.bob.token))
    assert [after[part] for part in parts] == [[], [], []]


@pytest.mark.parametrize("function, data", [("list-teams", {}), ("create-team", {"name": "Evening"})])
def test_remembered_teams_are_not_shown_to_who_has_left_them(studio, function, data):
    event = {"id": "e1", "source": "app", "authorization": f"Bearer {studio.bob.token}", "data": data}
    answer = granted(studio.world.run(function, event=event))
    left = answer["team"]["id"] if function == "create-team" else studio.id
    if function == "create-team":
        granted(studio.world.run("send-invitation", {"teamId": left, "client": {"name": "Eve", "email": "eve@example.com"},
                                                     "role": "admin", "teamRole": "owner", "deliver": "link"}, studio.bob.token))
        [invited] = studio.world.rows("SELECT id FROM invitations WHERE team_id = ?", (left,))
        granted(studio.world.run("accept-invitation", {"invitationId": invited["id"]}, studio.eve.token))
        granted(studio.world.run("remove-team-member", {"teamId": left, "accountId": studio.bob.id}, studio.bob.token))
    else:
        granted(remove(studio, studio.bob))
    assert studio.world.run(function, event=event).code == "team/not-found"


def test_the_colleagues_remembered_answers_do_not_show_who_is_erased(studio):
    event = {"id": "e1", "source": "app", "authorization": f"Bearer {studio.bob.token}", "data": {"teamId": studio.id}}
    granted(studio.world.run("get-team", event=event))
    erase(studio, studio.ada)
    assert "ada@example.com" not in studio.world.run("get-team", event=event).stdout.decode()


def test_who_is_in_no_team_sees_and_changes_no_members(studio):
    """Kim has signed up, and is nobody's client."""
    world = studio.world
    world.policy(teams_on(members={"visibility": "all"}))
    kim = granted(world.run("sign-in", {"identity": person("kim"), "as": "client"}))["account"]["id"]
    granted(world.accept(studio.invite("zoe"), "zoe"))
    zoe = inviter(world, "zoe")
    granted(remove(studio, zoe))
    for function, data in (("list-members", {}), ("get-member", {"accountId": kim}), ("update-member", {
            "email": "kim@example.com", "profile": {"chapterId": "x"}})):
        assert world.run(function, data, zoe.token).code == "team/not-found", function


# Who is told


def test_notices_about_what_a_removed_member_made_go_to_the_owner(studio):
    """Somebody accepts, declines, asks to join, and asks for a new invitation."""
    world = studio.world
    codes = {name: code(studio, studio.bob, name) for name in ("kim", "lee", "max")}
    link = granted(studio.run("create-join-link", {"approval": True}, studio.bob))["joinLink"]["link"].split("code=")[1]
    granted(remove(studio, studio.bob))
    world.run("deliver-mail")
    before = len(world.mails())
    kim = granted(world.accept(codes["kim"]))
    granted(world.run("decline-invitation", {"code": codes["lee"], "reason": "no time"}))
    granted(world.accept(link, "pat"))
    world.age("invitations", "expires_at", MONTH, "email = 'max@example.com'")
    granted(world.run("request-invitation", {"code": codes["max"]}))
    granted(world.run("leave-inviter", {"clientId": kim["client"]["id"]}, kim["session"]["accessToken"]))
    world.run("deliver-mail")
    told = [mail for mail in world.mails()[before:] if mail["to"].addresses[0].addr_spec in ("ada@example.com", "bob@example.com")]
    assert {mail["to"].addresses[0].addr_spec for mail in told} == {"ada@example.com"} and len(told) == 5
    asked = [mail for mail in told if "/resend?code=" in mail.get_body(("plain",)).get_content()]
    page = world.run("resend-page", {"code": code_in(asked[0])}).json
    assert page["status"] == 200, "the owner can send it again"


# Who may be invited


def test_an_invitation_ends_when_nobody_of_the_team_may_invite(studio):
    """Bob has made it and is out; Ada, who is the only one left, is suspended."""
    world = studio.world
    kim = code(studio, studio.bob)
    link = granted(studio.run("create-join-link", {}, studio.bob))["joinLink"]["link"].split("code=")[1]
    granted(remove(studio, studio.bob))
    assert granted(world.run("preview-invitation", {"code": kim}))["inviter"]["displayName"] == "Bob"
    suspend(studio, studio.ada)
    assert {world.accept(each, "kim").code for each in (kim, link)} == {"invitation/not-found"}


def test_an_invitation_of_somebody_who_invites_no_more_can_be_taken(studio):
    """Bob's role has changed, which takes him out of the team."""
    kim = code(studio, studio.bob)
    account(studio.world, "role", "bob@example.com", "client")
    assert studio.roles() == {"ada": "owner"}
    granted(studio.world.accept(kim))


def test_what_waits_for_a_proof_is_taken_though_the_inviter_is_suspended(studio):
    world = studio.world
    world.policy({**teams_on(), "providers": {**teams_on()["providers"], "password": {}}})
    link = granted(studio.run("create-join-link", {"allowedDomains": ["example.com"]}, studio.bob))["joinLink"]
    lee = {"code": link["link"].split("code=")[1], "newPassword": PASSWORD, "email": "lee@example.com", "displayName": "Lee"}
    assert granted(world.run("accept-invitation", lee))["waiting"] == {"joinLinkId": link["id"]}
    suspend(studio, studio.bob)
    world.run("deliver-mail")
    assert granted(world.run("verify-email", {"code": code_in(mails_to(world, "lee")[-1])}))["client"]["name"] == "Lee"


def test_reminders_and_the_role_of_the_invited_follow_the_team(studio):
    world = studio.world
    sections = {"invitation": {"remindDaysBefore": [3], "days": 14}, "roles": {"signUp": ["admin"]}}
    world.policy(teams_on(**sections))
    sent = granted(studio.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, studio.bob))
    suspend(studio, studio.bob)
    world.rows("UPDATE invitations SET remind_at = 1 WHERE id = ?", (sent["invitation"]["id"],))
    assert world.run("expire-invitations", {}).json["reminded"] == 1
    world.age("invitations", "expires_at", MONTH)
    assert granted(world.run("sign-in", {"identity": person("kim")}))["account"]["role"] == "client"


# Owners


def test_the_offer_of_ownership_ends_with_that_of_who_made_it(studio):
    """Bob was an owner, is one no more, and erases his account."""
    granted(studio.run("update-team-member", {"accountId": studio.bob.id, "role": "owner"}, studio.ada))
    offered = studio.invite("zoe", by=studio.bob, teamRole="owner")
    granted(studio.run("update-team-member", {"accountId": studio.bob.id, "role": "member"}, studio.ada))
    [invited] = granted(studio.run("get-team", {}, studio.ada))["invited"]
    assert invited["role"] == "member"
    erase(studio, studio.bob)
    granted(studio.world.accept(offered, "zoe"))
    assert studio.roles() == {"ada": "owner", "zoe": "member"}


def test_a_member_does_not_send_an_owners_offer_of_ownership_again(studio):
    studio.invite("zoe", teamRole="owner")
    [invited] = granted(studio.run("get-team", {}, studio.bob))["invited"]
    event = {"invitationId": invited["invitationId"], "deliver": "link"}
    assert studio.run("resend-invitation", event, studio.bob).code == "auth/permission-denied"
    again = granted(studio.run("resend-invitation", event, studio.ada))["link"].split("code=")[1]
    granted(studio.world.accept(again, "zoe"))
    assert studio.roles()["zoe"] == "owner"


def test_colleagues_who_all_delete_their_accounts_confirm_what_is_deleted(studio):
    world = studio.world
    world.policy(teams_on(deletion={"graceDays": 30}))
    code(studio, studio.ada)
    granted(world.run("delete-account", {}, studio.bob.token))
    assert world.run("delete-account", {}, studio.ada.token).code == "auth/confirmation-required"


def test_the_last_who_stays_owns_the_team_and_does_not_leave_it_to_be_deleted(studio):
    world = studio.world
    world.policy(teams_on(deletion={"graceDays": 30}))
    code(studio, studio.ada)
    granted(world.run("delete-account", {}, studio.ada.token))
    assert remove(studio, studio.bob, by=studio.bob).code == "team/last-owner"
    world.age("accounts", "deletes_at", MONTH, "deletes_at IS NOT NULL")
    granted(world.run("purge-records"))
    assert [client["name"] for client in granted(studio.run("list-clients", {}, studio.bob))["clients"]] == ["Kim"]


def test_a_suspended_owner_does_not_count_and_a_suspended_member_inherits_last(studio):
    granted(studio.world.accept(studio.invite("zoe"), "zoe"))
    zoe = inviter(studio.world, "zoe")
    granted(studio.run("update-team-member", {"accountId": zoe.id, "role": "owner"}, studio.ada))
    suspend(studio, zoe)
    assert remove(studio, studio.ada).code == "team/last-owner"
    granted(studio.run("update-team-member", {"accountId": zoe.id, "role": "member"}, studio.ada))
    suspend(studio, studio.bob)
    studio.world.rows("UPDATE accounts SET status = 'active' WHERE id = ?", (zoe.id,))
    erase(studio, studio.ada)
    assert {each["displayName"]: each["role"] for each in granted(studio.run("get-team", {}, zoe))["members"]} == {
        "Bob": "member", "Zoe": "owner"}


def test_an_operator_does_not_take_the_role_of_the_last_owner(studio):
    refused(studio.world, "account", "role", "ada@example.com", "client", words="keeps an owner")


# What is left


def test_a_queued_mail_does_not_name_who_is_erased(studio):
    world = studio.world
    world.env["MAIL_URL"] = "smtp://127.0.0.1:1?tls=none"
    event = {"client": {"name": "Kim", "email": "kim@example.com"}}
    sent = granted(studio.run("send-invitation", event, studio.ada))
    erase(studio, studio.ada)
    world.env["MAIL_URL"] = f"maildir:{world.maildir}"
    world.age("outbox", "due_at", MONTH)
    world.run("deliver-mail")
    assert mails_to(world, "kim") == []
    [kim] = granted(studio.run("list-clients", {}, studio.bob))["clients"]
    assert kim["invitation"]["delivery"] == "failed"
    granted(studio.run("resend-invitation", {"invitationId": sent["invitation"]["id"]}, studio.bob))
    assert "Bob" in mails_to(world, "kim")[0].get_body(("plain",)).get_content()


@pytest.mark.parametrize("change", ["state = 'leased'", "doubts = 1"])
def test_it_is_unknown_whether_a_mail_of_somebody_erased_arrives_that_a_relay_may_have_taken(studio, change):
    world = studio.world
    world.env["MAIL_URL"] = "smtp://127.0.0.1:1?tls=none"
    granted(studio.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, studio.ada))
    world.rows(f"UPDATE outbox SET {change} WHERE invitation_id IS NOT NULL")
    erase(studio, studio.ada)
    [kim] = granted(studio.run("list-clients", {}, studio.bob))["clients"]
    assert kim["invitation"]["delivery"] == "unknown"
    assert world.rows("SELECT state FROM outbox WHERE recipient = 'kim@example.com'") == [{"state": "unknown"}]


def test_who_comes_by_an_invitation_and_proves_the_address_later_is_in_that_team_only(studio):
    world = studio.world
    world.policy({**teams_on(), "providers": {**teams_on()["providers"], "password": {}}})
    event = {"code": studio.invite("zoe"), "newPassword": PASSWORD, "email": "zoe@example.com", "displayName": "Zoe"}
    assert "waiting" in granted(world.run("accept-invitation", event))
    world.run("deliver-mail")
    granted(world.run("verify-email", {"code": code_in(mails_to(world, "zoe")[-1])}))
    session = granted(world.run("sign-in", {"email": "zoe@example.com", "password": PASSWORD}))["session"]["accessToken"]
    assert [team["id"] for team in granted(world.run("list-teams", {}, session))["teams"]] == [studio.id]


def test_a_workout_names_who_assigned_it(studio):
    kim = granted(studio.world.accept(code(studio, studio.bob)))
    event = {"clientId": kim["client"]["id"], "title": "Legs"}
    assigned = granted(studio.run("assign-workout", event, studio.ada))["workout"]
    seen = lambda: granted(studio.world.run("list-workouts", {}, kim["session"]["accessToken"]))["workouts"]
    assert [workout["inviter"] for workout in seen()] == [assigned["inviter"]] == [{"id": studio.ada.id, "displayName": "Ada"}]
    erase(studio, studio.ada)
    assert [workout["inviter"]["displayName"] for workout in seen()] == ["Bob"]


def test_the_page_of_somebody_in_two_teams_looks_over_a_list(studio):
    world = studio.world
    world.policy({**teams_on(), "providers": {**teams_on()["providers"], "password": {}, "email": {}}})
    tess = verified(world, "tess", role="admin")
    studio.join("tess", Inviter("tess", tess["accessToken"], tess["account"]["id"]))
    visitor = Visitor(world)
    visitor.sign_in("tess", to="/clients")
    visitor.get("/clients?view=many")
    page = visitor.submit("check", list="Pat, pat@example.com")
    assert page.status == 200 and "Pat" in page.text, page.text


def test_a_team_whose_other_member_is_being_deleted_keeps_its_data_and_an_owner(studio):
    world = studio.world
    world.policy(teams_on(consent={"minimumAge": 13}))
    for who in (studio.ada, studio.eve):
        granted(world.run("complete-account", {"birthDate": "1980-01-01"}, who.token))
    granted(studio.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": "link"}, studio.ada))
    granted(world.run("send-invitation", {"client": {"name": "Lee", "email": "lee@example.com"}, "deliver": "link"}, studio.eve.token))
    assert world.run("complete-account", {"birthDate": "2020-01-01"}, studio.bob.token).code == "auth/underage-user"
    granted(world.run("delete-account", {"confirm": True}, studio.ada.token))
    assert all(row["inviter_id"] for row in world.rows("SELECT inviter_id FROM clients UNION ALL SELECT inviter_id FROM invitations"))
    world.age("invitations", "expires_at", MONTH + 7 * 86_400)
    assert granted(world.run("expire-invitations"))["expired"] == 2


# Who speaks for the team


def test_a_request_for_a_new_invitation_addresses_the_member_who_gets_it(studio):
    kim = code(studio, studio.bob)
    granted(remove(studio, studio.bob))
    studio.world.age("invitations", "expires_at", MONTH)
    granted(studio.world.run("request-invitation", {"code": kim}))
    granted(studio.world.run("deliver-mail"))
    [mail] = mails_to(studio.world, "ada", "is asking for a new invitation")
    assert mail["to"].addresses[0].display_name == "Ada" and "Bob" not in mail.get_body(("plain",)).get_content()


def test_a_reminder_is_from_somebody_who_is_in_the_team(studio):
    granted(studio.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, studio.bob))
    granted(remove(studio, studio.bob))
    studio.world.rows("UPDATE invitations SET remind_at = 0")
    assert granted(studio.world.run("expire-invitations"))["reminded"] == 1
    granted(studio.world.run("deliver-mail"))
    reminder = mails_to(studio.world, "kim")[-1]
    assert "bob@" not in str(reminder) and reminder["reply-to"].addresses[0].addr_spec == "ada@example.com"
