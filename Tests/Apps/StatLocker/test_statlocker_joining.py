# SPDX-License-Identifier: Apache-2.0
"""StatLocker beyond its document: a team's code."""

from statlocker import PASSWORD, born


def test_joining_athletes_type_the_code_of_their_team(locker):
    """The coach says the code at the first training; an athlete who has an account, and one who has none, type it."""
    coach = locker.member("casey", role="coach")["accessToken"]
    link = locker.run("create-join-link", {"name": "U19", "maxUses": 2}, coach).json["joinLink"]
    typed = link["shortCode"].lower().replace("-", "")
    kim = locker.member("kim")["accessToken"]
    assert locker.run("accept-invitation", {"code": typed}, kim).json["client"]["email"] == "kim@example.com"
    lee = locker.run("accept-invitation", {
        "code": typed, "newPassword": PASSWORD, "email": "lee@example.com", "displayName": "Lee", "birthDate": born(30),
        "consent": {"version": "1"}})
    assert lee.json["isNewAccount"] and lee.json["client"]["name"] == "Lee"
    max_ = locker.run("accept-invitation", {"code": typed, "newPassword": PASSWORD, "email": "max@example.com"})
    assert max_.code == "invitation/full"
