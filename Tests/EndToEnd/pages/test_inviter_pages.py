# SPDX-License-Identifier: Apache-2.0
"""What inviters do on their pages besides the list: corrected addresses, join links, requests, the team, and forms sent twice."""

import base64
import hashlib
import re

import pytest
from client_lists import RULES, check, clients, invite, link, links
from pages import page_policy
from people import granted, mails_to, verified
from worlds import code_of

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(RULES)]


def open_client(visitor, name="Kim"):
    visitor.get("/clients")
    [link] = [link for link, text in links(visitor.page) if text.startswith(name)]
    return visitor.get(link)


# The search


def test_the_filters_of_a_search_count_what_it_finds_and_keep_it(world, visitor):
    for name in ("Ann", "Kim", "Kimberley"):
        invite(visitor, name)
    world.rows("UPDATE invitations SET status = 'revoked' WHERE email = 'kimberley@example.com'")
    filters = lambda page: [(text, href.split("?")[-1]) for href, text in links(page) if text[-1:].isdigit() and "query" in href]
    expected = [("All 2", "query=Kim&sort=name"), ("Invitation sent 1", "query=Kim&status=pending&undelivered=no&sort=name"),
                ("Withdrawn 1", "query=Kim&status=revoked&sort=name")]
    assert filters(visitor.get("/clients?query=Kim&sort=name")) == filters(visitor.get("/clients?query=Kim&sort=name&status=revoked")) == expected
    assert [("Kimberley" in text, "Ann" in text) for text in [visitor.page.text]] == [(True, False)]


@pytest.mark.parametrize("language, words", [("en", "Nothing found for “nobody”"), ("de", "Nichts gefunden für „nobody“"),
                                             ("es", "No se ha encontrado nada para «nobody»")])
def test_a_search_without_a_result_names_what_was_typed(world, visitor, language, words):
    invite(visitor)
    visitor.language = language
    assert words in visitor.get("/clients?query=nobody").text


# Typing errors


def test_an_address_that_looks_mistyped_is_asked_about_before_anything_is_sent(world, visitor):
    page = invite(visitor, email="kim@gmial.com")
    assert page.heading == "Is the address right?" and "You entered kim@gmial.com. Did you mean kim@gmail.com?" in page.text
    assert clients(world) == [] and not [mail for mail in world.mails() if "invited" in mail["Subject"]]
    back = visitor.submit("change-invite")
    assert back.heading == "Invite client" and [field["value"] for field in back.parsed.all("input") if field.get("id") == "email"] == ["kim@gmial.com"]
    visitor.submit("invite", name="Kim", email="kim@gmial.com", deliver="mail")
    done = visitor.submit("invite", address="kim@gmail.com")
    assert done.heading == "Invitation sent" and [mail["To"] for mail in world.mails() if "invited" in mail["Subject"]] == ["Kim <kim@gmail.com>"]
    invite(visitor, "Lee", email="lee@gmial.com")
    assert visitor.submit("invite", address="lee@gmial.com").heading == "Invitation sent", "the inviter may be right"
    assert world.rows("SELECT email FROM clients ORDER BY email") == [{"email": "kim@gmail.com"}, {"email": "lee@gmial.com"}]


def test_an_answer_about_another_address_counts_for_nothing(world, visitor):
    invite(visitor, email="kim@gmial.com")
    page = visitor.submit("invite", email="lee@gmial.com", address="kim@gmail.com")
    assert page.heading == "Is the address right?" and "You entered lee@gmial.com." in page.text and clients(world) == []


def test_an_address_is_corrected_by_sending_again(world, visitor):
    invite(visitor)
    open_client(visitor)
    page = visitor.submit("resend", email="kim@gmial.com", deliver="mail")
    assert page.heading == "Is the address right?"
    page = visitor.submit("resend", address="kim@gmail.com")
    assert page.heading == "Invitation resent" and world.mails()[-1]["To"] == "Kim <kim@gmail.com>"
    assert world.rows("SELECT email FROM clients") == [{"email": "kim@gmail.com"}]
    open_client(visitor)
    wrong = visitor.submit("resend", email="kim", deliver="mail")
    assert wrong.status == 422 and "email-error" in wrong.html


def test_a_list_can_be_changed_after_the_check(world, visitor):
    text = "Kim,kim@gmial.com\nLee,lee@@example.com\n"
    check(visitor, text)
    page = visitor.submit("change-list")
    assert page.heading == "Invite several clients" and "Lee,lee@@example.com" in page.html
    check(visitor, text)
    done = visitor.submit("invite-many", corrects="yes")
    assert "1 client invited" in done.text and world.rows("SELECT email FROM clients") == [{"email": "kim@gmail.com"}]


# Join links, requests and the team


def test_a_join_link_is_made_shown_and_closed(world, visitor, token):
    page = visitor.get(link(visitor.get("/clients"), "Links"))
    assert page.heading == "Join links"
    wrong = visitor.submit("create-link", linkName="Course", maxUses="many")
    assert wrong.status == 422 and "maxUses-error" in wrong.html and "Course" in wrong.html
    page = visitor.submit("create-link", linkName="Course", maxUses="20")
    [made] = granted(world.run("list-join-links", {}, token))["joinLinks"]
    assert page.heading == "Course" and made["link"] in page.text and made["shortCode"] in page.text and "Joined: 0 of 20." in page.text
    assert [svg["aria-label"] for svg in page.parsed.all("svg")] == ["QR code of the link"]
    [script] = re.findall(r"<script>(.*?)</script>", page.html, re.DOTALL)
    assert base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() in page.csp
    page = visitor.submit("close-link")
    assert page.heading == "Join links" and "Turned off" in page.text
    assert granted(world.run("list-join-links", {}, token))["joinLinks"][0]["status"] == "closed"
    visitor.get(link(page, "Course"))
    visitor.submit("open-link")
    assert granted(world.run("list-join-links", {}, token))["joinLinks"][0]["status"] == "open"
    assert visitor.get("/clients?view=link&id=none").status == 404


TEAMS = {"teams": "on", "invitation": {"roles": ["admin", "client"], "allowNote": True}}


def test_a_colleague_is_invited_into_the_team(world, visitor, token):
    world.policy(page_policy(**TEAMS))
    visitor.get("/clients?view=team")
    page = visitor.submit("invite-colleague", name="Bob", email="bob@gmial.com")
    assert page.heading == "Is the address right?", (page.json, page.text)
    assert not world.rows("SELECT id FROM clients")
    page = visitor.submit("invite-colleague", address="bob@gmail.com")
    assert "The invitation was sent." in page.text and "Bob bob@gmail.com Invitation sent" in page.text
    [bob] = granted(world.run("get-team", {}, token))["invited"]
    assert (bob["email"], bob["role"]) == ("bob@gmail.com", "member")
    wrong = visitor.submit("invite-colleague", name="Cleo", email="cleo")
    assert wrong.status == 422 and visitor.fields("invite-colleague")["name"] == "Cleo"


def test_a_notice_about_a_colleague_leads_to_the_team(world, visitor, token):
    world.policy(page_policy(**TEAMS))
    event = {"client": {"name": "Bob", "email": "bob@example.com"}, "role": "admin", "teamRole": "member"}
    granted(world.run("send-invitation", event, token))
    granted(world.accept(code_of(mails_to(world, "bob")[-1]), "bob"))
    world.run("deliver-mail")
    [told] = mails_to(world, "ada", "Bob accepted your invitation")
    text = told.get_body(("plain",)).get_content()
    assert "https://pfa.example/clients?view=team" in text and "/client?id=" not in text


@pytest.mark.parametrize("language, heading", [("en", "Your team"), ("de", "Dein Team"), ("es", "Tu equipo")])
def test_a_team_without_a_name_is_your_team(world, visitor, token, language, heading):
    world.policy(page_policy(**TEAMS))
    visitor.language = language
    assert visitor.get("/clients?view=team").heading == heading
    granted(world.run("update-team", {"name": "Morning Studio"}, token))
    assert visitor.get("/clients?view=team").heading == "Morning Studio"


def test_a_colleague_is_invited_again_and_the_invitation_withdrawn_after_a_question(world, visitor, token):
    world.policy(page_policy(**TEAMS))
    visitor.get("/clients?view=team")
    visitor.submit("invite-colleague", name="Bob", email="bob@example.com")
    before = len(world.mails())
    assert "The invitation was resent." in visitor.submit("resend-colleague").text
    assert [mail["To"] for mail in world.mails()[before:]] == ["Bob <bob@example.com>"]
    question = visitor.submit("withdraw-colleague")
    assert question.heading == "Withdraw the invitation for Bob?" and link(question, "Cancel").endswith("/clients?view=team")
    assert granted(world.run("get-team", {}, token))["invited"], "nothing has happened yet"
    page = visitor.submit("withdraw-colleague")
    assert "The invitation was withdrawn." in page.text and "Bob" not in page.text
    assert granted(world.run("get-team", {}, token))["invited"] == []


def test_an_owner_takes_a_member_out_of_the_team_after_a_question(world, visitor, token):
    world.policy(page_policy(**TEAMS))
    bob = verified(world, "bob", role="admin", displayName="Bob")
    [own] = granted(world.run("get-team", {}, token))["members"]
    assert '"remove-member"' not in visitor.get("/clients?view=team").html, "nobody removes themselves here"
    event = {"client": {"name": "Bob", "email": "bob@example.com"}, "role": "admin", "teamRole": "member", "deliver": "link"}
    code = granted(world.run("send-invitation", event, token))["link"].split("code=")[1]
    granted(world.run("accept-invitation", {"code": code}, bob["accessToken"]))
    assert "Bob bob@example.com Colleague" in visitor.get("/clients?view=team").text
    question = visitor.submit("remove-member")
    assert question.heading == "Remove Bob from the team?"
    page = visitor.submit("remove-member")
    assert "The person is no longer in the team." in page.text and "Bob" not in page.text
    assert granted(world.run("get-team", {}, token))["members"] == [own]


def test_only_a_policy_that_lets_inviters_be_invited_has_the_form_for_colleagues(world, visitor, token):
    world.policy(page_policy(**{**TEAMS, "invitation": {}}))
    assert "Invite a colleague" not in visitor.get("/clients?view=team").text


def test_an_invitation_has_a_message_where_the_policy_allows_it(world, visitor, token):
    assert "note" not in visitor.get("/clients?view=invite").parsed.fields
    world.policy(page_policy(**TEAMS))
    visitor.get("/clients?view=invite")
    visitor.submit("invite", name="Kim", email="kim@example.com", note="See you on Monday!", deliver="mail")
    world.run("deliver-mail")
    [mail] = [mail for mail in world.mails() if "kim@example.com" in mail["To"]]
    assert "See you on Monday!" in mail.get_body(("plain",)).get_content()


def test_a_link_that_is_sent_again_after_a_way_back_is_made_once(world, visitor, token):
    visitor.get("/clients?view=links")
    event = visitor.fields("create-link")["event"]
    for _ in range(2):
        visitor.get(f"/clients?view=links&event={event}")
        assert visitor.submit("create-link", linkName="Course").heading == "Course"
    assert len(granted(world.run("list-join-links", {}, token))["joinLinks"]) == 1
    visitor.get("/clients?view=links")
    visitor.submit("create-link", linkName="Course")
    assert len(granted(world.run("list-join-links", {}, token))["joinLinks"]) == 2, "another form is another link"


def test_each_of_many_links_and_requests_is_reached(world, visitor, token):
    links_made = [granted(world.run("create-join-link", {"name": f"L{index:03}", "approval": True}, token))["joinLink"] for index in range(52)]
    page = visitor.get("/clients?view=links")
    assert "L049" in page.text and "L050" not in page.text
    page = visitor.get(link(page, "More links"))
    assert re.findall(r"L\d\d\d", page.text) == ["L050", "L051"]
    assert visitor.get(link(page, "L051")).heading == "L051"
    kim = verified(world, "kim", displayName="Kim")
    granted(world.run("accept-invitation", {"code": links_made[0]["link"].split("code=")[1]}, kim["accessToken"]))
    for index in range(100):
        world.rows(
            "INSERT INTO join_requests (id, join_link_id, account_id, status, created_at, team_id) SELECT "
            f"'r{index:03}', join_link_id, account_id, status, created_at + {index + 1}, team_id FROM join_requests WHERE id NOT LIKE 'r%'")
    page = visitor.get(link(visitor.get("/clients"), "Requests 100+"))
    page = visitor.get(link(page, "More requests"))
    page = visitor.get(link(page, "More requests"))
    assert page.text.count("kim@example.com") == 1 and "More requests" not in page.text


def test_a_person_without_an_address_is_not_called_unconfirmed(world, visitor, token):
    made = granted(world.run("create-join-link", {"approval": True}, token))["joinLink"]
    kim = verified(world, "kim", displayName="Kim")
    granted(world.run("accept-invitation", {"code": made["link"].split("code=")[1]}, kim["accessToken"]))
    assert "(not verified)" not in visitor.get("/clients?view=requests").text
    world.rows("UPDATE accounts SET email_verified = 0 WHERE display_name = 'Kim'")
    assert "Kim kim@example.com (not verified)" in visitor.get("/clients?view=requests").text
    world.rows("UPDATE accounts SET email = NULL WHERE display_name = 'Kim'")
    page = visitor.get("/clients?view=requests")
    assert page.text.count("Kim") == 1 and "(not verified)" not in page.text


def test_a_request_to_join_is_answered_on_the_page(world, visitor, token):
    made = granted(world.run("create-join-link", {"name": "Course", "approval": True}, token))["joinLink"]
    code = made["link"].split("code=")[1]
    for name in ("kim", "lee"):
        session = verified(world, name, displayName=name.title())
        granted(world.run("accept-invitation", {"code": code}, session["accessToken"]))
    page = visitor.get("/clients")
    page = visitor.get(link(page, "Requests 2"))
    assert page.heading == "Requests to join" and "Kim kim@example.com Through Course ·" in page.text
    page = visitor.submit("answer", answer="approve")
    assert "The person is now your client." in page.text and "Kim" not in page.text
    page = visitor.submit("answer", answer="refuse")
    assert "The request was declined." in page.text and "No open requests." in page.text
    assert [client["name"] for client in granted(world.run("list-clients", {}, token))["clients"]] == ["Kim"]


def test_the_team_is_shown_where_the_policy_has_teams(world, visitor):
    assert "Team" not in [text for _, text in links(visitor.get("/clients"))]
    world.policy({**page_policy(), "teams": "on"})
    page = visitor.get(link(visitor.get("/clients"), "Team"))
    assert "Ada ada@example.com Owner" in page.text


def test_a_form_that_is_sent_again_after_a_way_back_assigns_nothing_twice(world, visitor, token):
    invite(visitor)
    visitor.get(link(open_client(visitor), "Assign a workout"))
    fields = visitor.fields("assign")
    assert len(fields["event"]) == 22
    for _ in range(2):
        # The form is opened again, with a new token, by its address.
        visitor.get(f"/client?id={fields['id']}&view=assign&event={fields['event']}")
        visitor.submit("assign", title="Leg day", day="2026-12-24", details="")
    [client] = granted(world.run("list-clients", {}, token))["clients"]
    [workout] = granted(world.run("list-workouts", {"clientId": client["id"]}, token))["workouts"]
    assert workout["scheduledOn"] == "2026-12-24" and workout["scheduledFor"] == "2026-12-24T00:00:00Z"
    visitor.get(link(open_client(visitor), "Assign a workout"))
    visitor.submit("assign", title="Leg day", day="2026-12-24", details="")
    assert len(granted(world.run("list-workouts", {"clientId": client["id"]}, token))["workouts"]) == 2, "another form is another workout"


def test_a_workout_beyond_the_fiftieth_keeps_its_details_and_its_time(world, visitor, token):
    invite(visitor)
    [client] = granted(world.run("list-clients", {}, token))["clients"]
    planned = {"clientId": client["id"], "title": "Leg day", "scheduledFor": "2027-01-04T18:30:00Z", "details": {"sets": 3}}
    for _ in range(52):
        last = granted(world.run("assign-workout", planned, token))["workout"]
    visitor.get(f"/client?id={client['id']}&view=workout&workout={last['id']}")
    visitor.submit("update-workout", title="Arm day")
    workouts = granted(world.run("list-workouts", {"clientId": client["id"], "limit": 100}, token))["workouts"]
    [changed] = [workout for workout in workouts if workout["title"] == "Arm day"]
    assert changed["id"] == last["id"] and changed["details"] == {"sets": 3} and changed["scheduledFor"] == "2027-01-04T18:30:00Z"


def test_the_form_of_a_workout_has_the_day_that_the_page_shows(world, visitor, token):
    invite(visitor)
    [client] = granted(world.run("list-clients", {}, token))["clients"]
    granted(world.run("update-account", {"timeZone": "America/Los_Angeles"}, token))
    planned = {"clientId": client["id"], "title": "Leg day", "scheduledFor": "2027-01-06T02:00:00Z"}
    workout = granted(world.run("assign-workout", planned, token))["workout"]
    assert "January 5, 2027 at 6:00 PM PST" in visitor.get(f"/client?id={client['id']}").text
    visitor.get(f"/client?id={client['id']}&view=workout&workout={workout['id']}")
    assert visitor.fields("update-workout")["day"] == "2027-01-05"
    visitor.submit("update-workout", title="Arm day")
    [kept] = granted(world.run("list-workouts", {"clientId": client["id"]}, token))["workouts"]
    assert (kept["title"], kept["scheduledFor"]) == ("Arm day", "2027-01-06T02:00:00Z") and "scheduledOn" not in kept
