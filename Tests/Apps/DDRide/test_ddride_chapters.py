# SPDX-License-Identifier: Apache-2.0
"""DD Ride beyond its document: each chapter is a team, whose admins see nothing of another one."""

import pytest
from ddride import message, token
from operators import account, team


class Chapters:
    """Two chapters, made by the operator: each has an admin, and a member who joined by its link."""

    def __init__(self, ride):
        self.ride, self.admin, self.id, self.member = ride, {}, {}, {}
        for name, admin in (("alpha", "ada"), ("beta", "bob")):
            access = ride.member(admin, displayName=admin.capitalize())
            account(ride, "role", f"{admin}@ksu.edu", "admin")
            [own] = ride.run("list-teams", {}, access).json["teams"]
            team(ride, "rename", own["id"], name.capitalize())
            link = ride.run("create-join-link", {"profile": {"chapterId": name}}, access).json["joinLink"]["link"]
            member = ride.member(f"kim.{name}", displayName=f"Kim {name.capitalize()}")
            joined = ride.run("accept-invitation", {"code": link.split("?code=")[1]}, member)
            assert joined.code is None, joined.json
            self.admin[name], self.id[name], self.member[name] = access, own["id"], member

    def names(self, of):
        return [each["displayName"] for each in self.ride.run("list-members", {}, self.admin[of]).json["members"]]


@pytest.fixture
def chapters(ride):
    return Chapters(ride)


def test_chapters_an_admin_sees_the_own_chapter_and_who_is_in_none(ride, chapters):
    """Whoever has signed up and is in no chapter yet is found by both admins, and by one of them once they have joined."""
    willie = ride.member()
    assert chapters.names("alpha") == ["Kim Alpha", "Willie Wildcat"] and chapters.names("beta") == ["Kim Beta", "Willie Wildcat"]
    invited = ride.run("send-invitation", {
        "client": {"name": "Willie", "email": "willie@ksu.edu"}, "deliver": "link"}, chapters.admin["beta"]).json
    assert ride.run("accept-invitation", {"invitationId": invited["invitation"]["id"]}, willie).code is None
    assert chapters.names("alpha") == ["Kim Alpha"] and chapters.names("beta") == ["Kim Beta", "Willie Wildcat"]


def test_chapters_an_admin_reaches_nothing_of_another_one(ride, chapters):
    """Not its members, clients, links, log or team, by any id that the admin may know."""
    [theirs] = ride.run("list-clients", {}, chapters.admin["beta"]).json["clients"]
    [link] = ride.run("list-join-links", {}, chapters.admin["beta"]).json["joinLinks"]
    ask = lambda function, data: ride.run(function, data, chapters.admin["alpha"])
    for function, data, code in (
            ("get-member", {"accountId": theirs["accountId"]}, "auth/user-not-found"),
            ("update-member", {"accountId": theirs["accountId"], "profile": {"chapterId": "alpha"}}, "auth/user-not-found"),
            ("update-member", {"email": "kim.beta@ksu.edu", "profile": {"chapterId": "alpha"}}, "auth/user-not-found"),
            ("get-client", {"clientId": theirs["id"]}, "client/not-found"),
            ("remove-client", {"clientId": theirs["id"]}, "client/not-found"),
            ("update-join-link", {"joinLinkId": link["id"], "name": "Ours"}, "invitation/not-found"),
            ("get-team", {"teamId": chapters.id["beta"]}, "team/not-found"),
            ("list-audit", {"teamId": chapters.id["beta"]}, "team/not-found"),
            ("list-members", {"teamId": chapters.id["beta"]}, "team/not-found")):
        assert ask(function, data).code == code, function
    assert [each["id"] for each in ask("list-join-links", {}).json["joinLinks"]] != [link["id"]]
    assert "beta" not in ride.run("list-audit", {}, chapters.admin["alpha"]).stdout.decode().lower()
    profile = ride.run("get-account", {}, chapters.member["beta"]).json["account"]["profile"]
    assert profile == {"chapterId": "beta"}


def test_chapters_a_second_admin_is_invited_into_the_chapter(ride, chapters):
    """A member's account keeps its role: the new admin signs up by the invitation, and is in this chapter only."""
    invitation = {"client": {"name": "Zoe", "email": "zoe@ksu.edu"}, "deliver": "link", "role": "admin"}
    code = ride.run("send-invitation", invitation, chapters.admin["beta"]).json["link"].split("?code=")[1]
    accepted = ride.run("accept-invitation", {"code": code, "newPassword": "Wildcat4Life", "displayName": "Zoe"})
    assert accepted.code is None, message(accepted)
    ride.verify(to="zoe@ksu.edu")
    zoe = token(ride.log_in("zoe@ksu.edu"))
    assert ride.run("complete-account", {"phone": "(555) 123-4567"}, zoe).json["state"] == "signedIn"
    assert [(each["name"], each["role"]) for each in ride.run("list-teams", {}, zoe).json["teams"]] == [("Beta", "member")]
    assert [each["displayName"] for each in ride.run("list-members", {}, zoe).json["members"]] == chapters.names("beta")
    assert ride.run("update-team", {"name": "Gamma"}, zoe).code == "auth/permission-denied"
