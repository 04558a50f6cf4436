# SPDX-License-Identifier: Apache-2.0
"""DD Ride beyond its document: a chapter's link."""


def test_joining_a_chapters_link_needs_an_address_of_the_university_and_the_admins_approval(ride):
    """The link admits people of ksu.edu, once they have proven the address, and each of them after the admin has agreed."""
    admin = ride.admin()
    link = ride.run("create-join-link", {
        "name": "Beta chapter", "approval": True, "allowedDomains": ["ksu.edu"], "profile": {"chapterId": "beta"}}, admin).json["joinLink"]
    code = link["link"].split("?code=")[1]
    join = lambda email: ride.run("accept-invitation", {
        "code": code, "newPassword": "Wildcat4Life", "email": email, "displayName": "Willie Wildcat"})
    assert join("willie@gmail.com").code == "auth/email-domain-not-allowed"
    assert join("willie@ksu.edu").json["waiting"] == {"joinLinkId": link["id"]}
    assert ride.verify().json["joinRequest"]["status"] == "pending"
    [asked] = ride.run("list-join-requests", {}, admin).json["joinRequests"]
    assert asked["account"] == {"displayName": "Willie Wildcat", "email": "willie@ksu.edu", "emailVerified": True}
    answer = ride.run("answer-join-request", {"joinRequestId": asked["id"], "approve": True}, admin).json
    assert answer["joinRequest"]["status"] == "approved"
    profile = ride.run("get-member", {"accountId": answer["client"]["accountId"]}, admin).json["member"]["profile"]
    assert profile["chapterId"] == "beta"
