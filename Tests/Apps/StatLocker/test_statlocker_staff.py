# SPDX-License-Identifier: Apache-2.0
"""StatLocker beyond its document: the coaching staff of a team."""

from statlocker import PASSWORD, born


def test_staff_an_assistant_coach_works_with_the_head_coachs_athletes(locker):
    """The head coach invites the assistant, gives an athlete to them, and takes them out after the season."""
    head = locker.member("casey", role="coach")["accessToken"]
    locker.run("update-team", {"name": "Wildcats U19"}, head)
    invitation = {"client": {"name": "Sam", "email": "sam@example.com"}, "deliver": "link", "role": "coach", "teamRole": "member"}
    code = locker.run("send-invitation", invitation, head).json["link"].split("?code=")[1]
    accepted = locker.run("accept-invitation", {
        "code": code, "newPassword": PASSWORD, "displayName": "Sam", "birthDate": born(30), "consent": {"version": "1"}})
    assert accepted.code is None, accepted.json
    locker.run("verify-email", {"code": locker.code(name="sam")})
    sam = locker.log_in("sam").json
    assistant, sams_id = sam["session"]["accessToken"], sam["account"]["id"]

    link = locker.run("create-join-link", {}, head).json["joinLink"]
    kim = locker.run("accept-invitation", {"code": link["shortCode"]}, locker.member("kim")["accessToken"]).json["client"]
    assert locker.run("update-client", {"clientId": kim["id"], "coachId": sams_id}, head).code is None
    [athlete] = locker.run("list-clients", {"coachId": sams_id}, assistant).json["clients"]
    assert athlete["id"] == kim["id"]
    done = locker.run("assign-workout", {"clientId": kim["id"], "title": "Sprints"}, assistant).json
    assert done["workout"]["title"] == "Sprints"

    removed = locker.run("remove-team-member", {"accountId": sams_id}, head).json
    assert [each["displayName"] for each in removed["members"]] == ["Casey"]
    assert locker.run("get-client", {"clientId": kim["id"]}, assistant).code == "client/not-found"
    assert "coachId" not in locker.run("get-client", {"clientId": kim["id"]}, head).json["client"]
