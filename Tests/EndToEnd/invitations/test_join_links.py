# SPDX-License-Identifier: Apache-2.0
"""Links by which any number of people become clients of one inviter."""

import re

import pytest
from invitations import DAY
from join_links import clients, code, create, join, joins, links, update
from key_rotation import change_key, drop_previous, rotate
from members import errors
from operators import account as operate
from people import LONG_DEADLINE, PASSWORD, UNLIMITED, code_in, granted, mails_to, policy, verified
from pictures import scanned
from worlds import person

pytestmark = pytest.mark.postgresql


def test_an_inviter_makes_lists_and_changes_links(world, club):
    made = create(world, club, name="Morning course", maxUses=20, note="for the poster")
    assert made["status"] == "open" and made["uses"] == 0 and made["maxUses"] == 20 and made["approval"] is False
    assert made["link"].startswith("https://pfa.example/join?code=") and made["note"] == "for the poster"
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}", made["shortCode"])
    assert scanned(made["qr"]) == made["link"]
    assert links(world, club) == [made]
    renamed = update(world, club, made, name="Evening course", maxUses=5, days=3)
    assert renamed["name"] == "Evening course" and renamed["maxUses"] == 5
    assert renamed["expiresAt"] < made["expiresAt"] and renamed["link"] == made["link"]
    assert update(world, club, made, closed=True)["status"] == "closed"
    assert update(world, club, made, closed=False)["status"] == "open"


def test_a_link_belongs_to_its_inviter(world, club):
    made = create(world, club)
    other = world.bob
    assert links(world, other) == []
    assert world.run("update-join-link", {"joinLinkId": made["id"]}, other).code == "invitation/not-found"
    assert world.run("update-join-link", {"joinLinkId": "nothing"}, club).code == "invitation/not-found"
    kim = granted(join(world, made, "kim"))["session"]["accessToken"]
    assert world.run("create-join-link", {}, kim).code == "auth/permission-denied"


def test_the_preview_of_a_link_uses_nothing_up(world, club):
    made = create(world, club, name="Morning course", maxUses=1)
    for given in (code(made), made["shortCode"], made["shortCode"].lower().replace("-", "")):
        shown = granted(world.run("preview-invitation", {"code": given}))
        assert shown["joinLink"] == {"name": "Morning course", "approval": False, "isFull": False}
        assert shown["inviter"]["displayName"] and "client" not in shown and "password" in shown["providers"]
        assert "email" not in shown["providers"]
    assert links(world, club)[0]["uses"] == 0
    granted(join(world, made, "kim"))
    assert granted(world.run("preview-invitation", {"code": code(made)}))["joinLink"]["isFull"] is True


def test_people_join_with_any_credential(world, club):
    made = create(world, club)
    by_password = granted(join(world, made, "kim"))
    assert by_password["client"]["name"] == "Kim" and by_password["isNewAccount"] and "session" in by_password
    by_google = granted(world.run("accept-invitation", {"code": made["shortCode"], "identity": person("lee")}))
    assert by_google["client"]["email"] == "lee@example.com" and by_google["state"] == "signedIn"
    max_ = verified(world, "max")
    granted(joins(world, made, max_["accessToken"]))
    assert [client["name"] for client in clients(world, club)] == ["Kim", "Lee", "Kim"]
    assert {client["joinLinkId"] for client in clients(world, club)} == {made["id"]}
    assert links(world, club)[0]["uses"] == 3


def test_an_address_that_is_not_proven_is_not_the_records(world, club):
    made = create(world, club)
    assert "email" not in granted(join(world, made, "kim"))["client"]
    # So nobody can keep an inviter from inviting the owner of the address.
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, club))


def test_a_new_account_needs_an_address(world, club):
    made = create(world, club)
    answer = world.run("accept-invitation", {"code": code(made), "newPassword": PASSWORD, "displayName": "Kim"})
    assert [field["pointer"] for field in answer.json["error"]["errors"]] == ["/email"]
    assert world.rows("SELECT id FROM accounts WHERE role = 'client'") == []


def test_joining_twice_is_one_record(world, club):
    made, other = create(world, club, maxUses=1), create(world, club)
    kim = granted(join(world, made, "kim"))
    token = kim["session"]["accessToken"]
    for link in (made, other):
        again = granted(joins(world, link, token))
        assert again["client"]["id"] == kim["client"]["id"] and "session" not in again
    assert [link["uses"] for link in links(world, club)] == [1, 0]
    assert len(clients(world, club)) == 1


def test_joining_accepts_the_invitation_of_the_same_inviter(world, club):
    sent = granted(world.run("send-invitation", {"client": {"name": "Kimmy", "email": "kim@example.com"}}, club))
    made = create(world, club)
    kim = verified(world, "kim")
    joined = granted(joins(world, made, kim["accessToken"]))
    assert joined["client"]["id"] == sent["client"]["id"]
    [record] = clients(world, club)
    assert record["invitation"]["status"] == "accepted" and record["name"] == "Kimmy"


def test_joining_gives_what_the_invitation_gives_to_the_app(world, club):
    world.invite(club, "kim", data={"course": 7})
    assert granted(world.run("accept-invitation", {"code": code(create(world, club)), "identity": person("kim")}))["data"] == {"course": 7}


def test_who_has_joined_and_accepts_an_invitation_later_has_one_record(world, club):
    made, sent = create(world, club), world.invite(club, "kim")
    joined = granted(join(world, made, "kim"))
    token = joined["session"]["accessToken"]
    world.run("deliver-mail")
    granted(world.run("verify-email", {"code": code_in(mails_to(world, "kim")[-1])}))
    workout = {"clientId": joined["client"]["id"], "title": "Squats", "scheduledFor": "2027-01-01T00:00:00Z"}
    granted(world.run("assign-workout", workout, club))
    accepted = granted(world.run("accept-invitation", {"invitationId": sent["invitation"]["id"]}, token))
    [record] = clients(world, club)
    assert record["id"] == accepted["client"]["id"] == sent["client"]["id"] and record["invitation"]["status"] == "accepted"
    assert [workout["title"] for workout in granted(world.run("list-workouts", {}, token))["workouts"]] == ["Squats"]
    assert granted(joins(world, made, token))["client"]["id"] == record["id"]
    assert links(world, club)[0]["uses"] == 1


def test_somebody_who_says_a_name_later_has_it_in_the_record(world, club):
    made = create(world, club)
    nameless = granted(world.run("accept-invitation", {"code": code(made), "newPassword": PASSWORD, "email": "noa@example.com"}))
    token = nameless["session"]["accessToken"]
    granted(world.run("update-account", {"displayName": "Nora"}, token))
    assert [record["name"] for record in clients(world, club)] == ["Nora"]
    granted(world.run("update-account", {"displayName": "Norah"}, token))
    assert [record["name"] for record in clients(world, club)] == ["Nora"], "the inviter's name for the person stays"


def test_every_spelling_of_a_domain_is_one(world, club):
    made = create(world, club, allowedDomains=["KSU.edu.", "B\u00fccher.DE"])
    assert made["allowedDomains"] == ["ksu.edu", "xn--bcher-kva.de"]


def test_a_full_link_is_not_an_open_one(world, club):
    full = create(world, club, maxUses=1)
    granted(join(world, full, "kim"))
    for _ in range(100):
        create(world, club)
    refused = world.run("create-join-link", {}, club)
    assert refused.code == "auth/too-many-requests"
    assert refused.json["error"]["userMessage"] == "You have as many open links as possible. Please close one first."


def test_a_full_link_admits_nobody_more(world, club):
    made = create(world, club, maxUses=2)
    granted(join(world, made, "kim")), granted(join(world, made, "lee"))
    refused = join(world, made, "max")
    assert refused.code == "invitation/full" and refused.json["error"]["status"] == 409
    assert world.rows("SELECT id FROM accounts WHERE email LIKE 'max%'") == []
    assert links(world, club)[0]["status"] == "full"
    assert update(world, club, made, maxUses=1)["status"] == "full"
    update(world, club, made, maxUses=3)
    granted(join(world, made, "max"))


def test_exactly_as_many_get_in_as_there_are_places(world, club):
    made = create(world, club, maxUses=5)
    people = [verified(world, f"kim{number}") for number in range(12)]
    event = lambda kim: {"data": {"code": code(made)}, "authorization": f"Bearer {kim['accessToken']}"}
    processes = [world.start("accept-invitation", event(kim), **LONG_DEADLINE) for kim in people]
    for process in processes:
        process.stdin.write(process.event)
        process.stdin.close()
        process.stdin = None
    codes = sorted(str(world.finish(process).code) for process in processes)
    assert codes == ["None"] * 5 + ["invitation/full"] * 7
    assert len(clients(world, club)) == 5 and links(world, club)[0]["uses"] == 5


def test_of_forty_that_join_close_open_reset_and_limit_each_place_is_one_record(world, club):
    made = create(world, club, maxUses=6)
    people = [verified(world, f"kim{number}")["accessToken"] for number in range(12)]
    mine = lambda **data: ("update-join-link", {"data": {"joinLinkId": made["id"], **data}, "authorization": f"Bearer {club}"})
    events = [("accept-invitation", {"data": {"code": code(made)}, "authorization": f"Bearer {kim}"}) for kim in people * 2]
    events += [mine(closed=True), mine(closed=False), mine(reset=True), mine(maxUses=4)] * 4
    events = [event for pair in zip(events[:20], events[20:]) for event in pair]
    processes = [world.start(function, event, **LONG_DEADLINE) for function, event in events]
    for process in processes:
        process.stdin.write(process.event)
        process.stdin.close()
        process.stdin = None
    codes = {world.finish(process).code for process in processes}
    assert codes <= {None, "invitation/full", "invitation/revoked", "invitation/superseded"}
    joined = [row["account_id"] for row in world.rows("SELECT account_id FROM clients")]
    assert len(joined) == len(set(joined)) == world.rows("SELECT uses FROM join_links")[0]["uses"] <= 6
    assert len(world.rows("SELECT code_hash FROM join_codes WHERE superseded_at IS NULL")) == 2


def test_a_closed_or_ended_link_and_an_old_code_admit_nobody(world, club):
    made = create(world, club)
    new = update(world, club, made, reset=True)
    assert code(new) != code(made) and new["shortCode"] != made["shortCode"]
    assert join(world, made, "kim").code == "invitation/superseded"
    assert world.run("preview-invitation", {"code": made["shortCode"]}).code == "invitation/superseded"
    update(world, club, made, closed=True)
    assert join(world, new, "kim").code == "invitation/revoked"
    update(world, club, made, closed=False)
    world.age("join_links", "expires_at", 40 * DAY)
    assert join(world, new, "kim").code == "invitation/expired"
    assert links(world, club)[0]["status"] == "expired"


def test_the_links_of_a_suspended_inviter_are_unknown(world, club):
    made = create(world, club)
    operate(world, "suspend", "ada@example.com")
    assert join(world, made, "kim").code == "invitation/not-found"


@pytest.mark.parametrize("name", ["www.evil.example", "see http://evil.example/x", "a\u202eb"])
def test_a_name_that_mails_and_pages_would_turn_into_a_link_is_refused(world, club, name):
    made = create(world, club, name="Morning course")
    for function, data in [("create-join-link", {}), ("update-join-link", {"joinLinkId": made["id"]})]:
        answer = world.run(function, {**data, "name": name}, club)
        assert errors(answer) == {"/name": "auth/invalid-display-name"}
    assert links(world, club) == [made]
def test_an_inviter_has_at_most_a_hundred_open_links(world, club):
    first = create(world, club)
    columns = "team_id, inviter_id, allowed_domains, needs_approval, uses, sealed_codes, created_at, expires_at"
    for number in range(99):
        world.rows(f"INSERT INTO join_links (id, {columns}) SELECT 'copy-{number}', {columns} FROM join_links LIMIT 1")
    assert world.run("create-join-link", {}, club).code == "auth/too-many-requests"
    update(world, club, first, closed=True)
    create(world, club)
    assert world.run("update-join-link", {"joinLinkId": first["id"], "closed": False}, club).code == "auth/too-many-requests"


def test_only_people_of_the_domains_join(world, club):
    made = create(world, club, allowedDomains=["ksu.edu"])
    refused = join(world, made, "kim")
    assert refused.code == "auth/email-domain-not-allowed"
    waits = granted(join(world, made, "lee", email="lee@KSU.edu"))
    assert waits["state"] == "emailNotVerified" and waits["waiting"] == {"joinLinkId": made["id"]}
    assert "client" not in waits and clients(world, club) == [] and links(world, club)[0]["uses"] == 0
    world.run("deliver-mail")
    done = granted(world.run("verify-email", {"code": code_in(mails_to(world, "lee@ksu.edu")[-1])}))
    assert done["client"]["email"] == "lee@ksu.edu" and links(world, club)[0]["uses"] == 1
    [record] = clients(world, club)
    assert record["accountId"] == done["account"]["id"]


def test_a_wrong_domain_names_its_field(world, club):
    answer = world.run("create-join-link", {"allowedDomains": ["ksu.edu", "not a domain"]}, club)
    assert [field["pointer"] for field in answer.json["error"]["errors"]] == ["/allowedDomains/1"]


def test_a_link_gives_the_fields_that_inviters_set(world, club):
    fields = {"chapter": {"type": "string", "x-setBy": "inviter"}}
    world.policy(policy(limits={"signUp": UNLIMITED}, profile={"fields": fields}))
    made = create(world, club, profile={"chapter": "Beta"})
    kim = granted(join(world, made, "kim"))
    assert kim["account"]["profile"] == {"chapter": "Beta"}
    wrong = world.run("create-join-link", {"profile": {"other": 1}}, club)
    assert [field["pointer"] for field in wrong.json["error"]["errors"]] == ["/profile/other"]


def test_an_inviter_cannot_join(world, club):
    made = create(world, club)
    assert joins(world, made, world.bob).code == "auth/role-mismatch"


# Approval


# What strangers try


def test_one_client_cannot_mail_strangers_without_end(world, club):
    world.policy(policy(limits={"signIn": UNLIMITED, "mailRequests": {"max": 3, "seconds": 3600}}))
    made = create(world, club)
    codes = [join(world, made, f"kim{number}").code for number in range(2)]
    events = [{"data": {"code": code(made), "newPassword": PASSWORD, "email": f"lee{number}@example.com"}} for number in range(5)]
    codes += [world.run("accept-invitation", event={**event, "clientip": "203.0.113.9"}).code for event in events]
    assert codes == [None] * 5 + ["auth/too-many-requests"] * 2


def test_one_mailbox_gets_few_mails(world, club):
    made = create(world, club)
    codes = [join(world, made, "kim", email=f"kim.lee+{number}@gmail.com").code for number in range(4)]
    assert codes == [None] * 3 + ["auth/too-many-requests"]


# Erasure and export


def test_erasing_an_inviter_erases_links_and_requests(world, club):
    made = create(world, club, approval=True)
    granted(join(world, made, "kim"))
    granted(world.run("delete-account", {"confirm": True}, club))
    world.age("accounts", "deletes_at", 31 * DAY, "deletes_at IS NOT NULL")
    granted(world.run("purge-records"))
    for table in ("join_links", "join_codes", "join_requests", "waiting_acceptances"):
        assert world.rows(f"SELECT * FROM {table}") == [], table


def test_the_export_has_requests_and_links(world, club):
    made = create(world, club, name="Team", approval=True)
    kim = granted(join(world, made, "kim"))["session"]["accessToken"]
    [request] = granted(world.run("export-account", {}, kim))["joinRequests"]
    assert request["joinLinkId"] == made["id"] and request["status"] == "pending"
    [link] = granted(world.run("export-account", {}, club))["joinLinks"]
    assert link["name"] == "Team" and "sealed" not in str(link)


def test_rotating_the_secret_key_keeps_the_links(world, club):
    made = create(world, club)
    assert code(made) not in world.dump() and made["shortCode"].replace("-", "") not in world.dump()
    world.env["SECRET_KEY"] = world.secret_key
    change_key(world)
    rotate(world)
    drop_previous(world)
    assert links(world, club)[0]["link"] == made["link"]
