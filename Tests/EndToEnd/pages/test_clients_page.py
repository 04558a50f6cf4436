# SPDX-License-Identifier: Apache-2.0
"""The pages of inviters: the list of clients, invitations to one or many, and the page of a client."""

import re

import pytest
from client_lists import RULES, clients, every_state, invite, link, links
from pages import LANGUAGES, page_policy
from people import granted, verified
from visitors import Visitor

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(RULES)]


def open_client(visitor, name="Kim"):
    visitor.get("/clients")
    [link] = [link for link, text in links(visitor.page) if text.startswith(name)]
    return visitor.get(link)


# The list


def test_a_person_without_a_session_signs_in_first(world, token):
    visitor = Visitor(world)
    for path in ("/clients", "/client?id=1"):
        assert visitor.get(path).heading == "Sign in"
        assert visitor.fields("password")["as"] == "admin", "a new person becomes an inviter"
    assert visitor.sign_in("ada", to="/clients").heading == "Your clients"


def test_the_pages_are_for_inviters_only(world, visitor, token):
    verified(world, "kim")
    other = Visitor(world)
    other.sign_in("kim", to="/clients")
    assert other.page.status == 403 and "Your clients" not in other.page.text and other.page.parsed.primary == ["Go to your account"]
    invite(visitor)
    foreign = link(visitor.page, "View client")
    verified(world, "eve", role="admin", displayName="Eve")
    eve = Visitor(world)
    eve.sign_in("eve", to="/clients")
    assert eve.get(foreign).status == 404 == eve.get("/client?id=none").status


def test_one_client_is_invited_and_listed_with_the_state(world, visitor, token):
    page = invite(visitor, phone="+1 555 123 4567", notes="Knee.\r\nMornings.")
    assert page.heading == "Invitation sent" and "invitation sent to kim@example.com" in page.text
    assert 'class="tick"' in page.html and "You’ll get an email when it’s accepted or declined." in page.text
    [mail] = [mail for mail in world.mails() if "invited" in mail["Subject"]]
    assert mail["To"] == "Kim <kim@example.com>"
    listed = visitor.get("/clients").text
    assert "Kim kim@example.com Invitation sent" in listed
    [client] = granted(world.run("list-clients", {}, token))["clients"]
    assert (client["phone"], client["notes"]) == ("+15551234567", "Knee.\r\nMornings.")


@pytest.mark.parametrize("language, mail, link", [
    ("en", "Send invitation", "Get a link to share"), ("de", "Einladung verschicken", "Link zum Teilen erstellen"),
    ("es", "Enviar la invitación", "Crear un enlace para compartir")])
def test_a_button_says_what_it_sends_unless_the_policy_says_otherwise(world, visitor, language, mail, link):
    visitor.language = language
    form = visitor.get("/clients?view=invite")
    buttons = {button["value"]: button.get("class") for button in form.parsed.all("button") if button.get("name") == "deliver"}
    assert buttons == {"mail": None, "link": "plain"} and f">{mail}</button>" in form.html and f">{link}</button>" in form.html
    world.policy({**page_policy(), "texts": {language: {"clients": {"sendButton": "Add & send <now>"}}}})
    form = visitor.get("/clients?view=invite")
    assert ">Add &amp; send &lt;now&gt;</button>" in form.html and mail not in form.html and form.heading != "Add & send <now>"


def test_a_link_is_shown_once(world, visitor):
    page = invite(visitor, deliver="link")
    [href] = [href for href, text in links(page) if "/invite?code=" in href]
    assert href in page.text and "/invite?code=" not in visitor.get("/clients").html


@pytest.mark.parametrize("email", ["kim@example.com", ""])
def test_a_link_that_the_inviter_passes_on_is_shown_when_it_is_made_again(world, visitor, email):
    first = invite(visitor, deliver="link", email=email)
    [old] = [href for href, text in links(first) if "/invite?code=" in href]
    [invitation] = world.rows("SELECT id FROM invitations")
    visitor.get("/clients")
    page = visitor.submit("resend", invitation=invitation["id"])
    [new] = [href for href, text in links(page) if "/invite?code=" in href]
    assert new != old and page.status == 200
    assert Visitor(world).get(new.removeprefix("https://pfa.example")).status == 200


def test_only_a_mail_needs_an_address(world, visitor):
    [address] = [field for field in visitor.get("/clients?view=invite").parsed.all("input") if field.get("name") == "email"]
    assert "required" not in address
    page = invite(visitor, deliver="mail", email="")
    assert page.status == 422 and "Please enter an email address." in page.text and world.rows("SELECT id FROM clients") == []


def test_an_invalid_field_has_its_message_and_the_form_keeps_the_values(world, visitor):
    page = invite(visitor, email="kim")
    assert page.status == 422 and page.parsed.text("title").startswith("Error: ")
    fields = {field.get("id"): field for field in page.parsed.all("input")}
    assert fields["name"]["value"] == "Kim" and fields["email"]["aria-invalid"] == "true"
    assert fields["email"]["aria-describedby"] == "email-error" and "an email address, such as name@example.com." in page.text
    assert clients(world) == []
    again = visitor.submit("invite", name="Kim", email="kim@example.com", deliver="mail")
    assert again.heading == "Invitation sent"
    twice = invite(visitor)
    assert twice.status == 409 and len(clients(world)) == 1
    [email] = [field for field in twice.parsed.all("input") if field.get("id") == "email"]
    assert email["aria-invalid"] == "true" and "autofocus" in email
    assert link(twice, "View client").endswith(f"/client?id={world.rows('SELECT id FROM clients')[0]['id'].replace('-', '%2D')}")


def test_a_form_that_is_sent_twice_invites_once(world, visitor):
    visitor.get("/clients?view=invite")
    fields = {**visitor.fields("invite"), "name": "Kim", "email": "kim@example.com", "deliver": "mail"}
    first, second = (visitor.send("POST", "/clients", fields) for _ in range(2))
    assert first.heading == second.heading == "Invitation sent"
    assert len(clients(world)) == 1 and len([mail for mail in world.mails() if "invited" in mail["Subject"]]) == 1


def test_the_list_is_searched_and_paged(world, visitor, token):
    entries = [{"name": f"Client {index:03}", "email": f"c{index}@example.com"} for index in range(60)]
    granted(world.run("send-invitation", {"clients": entries, "deliver": "link"}, token))
    page, seen = visitor.get("/clients"), []
    for shown in ("1–25 of 60", "26–50 of 60", "51–60 of 60"):
        seen += re.findall(r"Client \d\d\d", page.text)
        assert shown in page.text, page.text
        assert ("Previous" in page.text, "Next" in page.text) == (shown != "1–25 of 60", shown != "51–60 of 60")
        before, page = page, visitor.get(link(page, "Next page")) if "Next" in page.text else page
    assert len(seen) == len(set(seen)) == 60
    assert "26–50 of 60" in visitor.get(link(before, "Previous page")).text
    assert [text for text in ("1–25 of 30", "Next") if text in visitor.get("/clients?query=client+02&status=pending").text] == []
    assert re.search("Previous.*51–60 of 60|51–60 of 60.*Previous", visitor.get("/clients?query=client+0&sort=name&page=3").text)
    found = visitor.get("/clients?query=client+007&status=pending")
    assert re.findall(r"Client \d\d\d", found.text) == ["Client 007"]
    assert {field["value"] for field in found.parsed.all("input") if field.get("name") == "query"} == {"client 007"}
    missed = visitor.get("/clients?query=nobody").html
    assert re.findall('type="search" id|Nothing found for|class="filters"|sort=', missed)[-2:] == ['type="search" id', "Nothing found for"], "below the search"
    assert "Client 0" not in visitor.get("/clients?status=accepted").text


@pytest.mark.parametrize("language, words", [
    ("en", "an email in your name, with a link that works for 30 days. Language: English"),
    ("de", "per E\u2011Mail in deinem Namen. Der Link darin gilt 30 Tage. Sprache: English"),
    ("es", "un correo en tu nombre, con un enlace válido durante 30 días. Idioma: English")])
def test_the_form_says_what_the_invited_person_gets(world, visitor, language, words):
    visitor.get("/account")
    visitor.submit("profile", displayName="Ada", locale="en")
    visitor.language = language
    assert words in visitor.get("/clients?view=invite").text


def test_the_list_is_sorted_and_its_pages_keep_the_order(world, visitor, token):
    names = [f"Client {(index * 37) % 60:02}" for index in range(60)]
    entries = [{"name": name, "email": f"{name[-2:]}@example.com"} for name in names]
    granted(world.run("send-invitation", {"clients": entries, "deliver": "link"}, token))
    page = visitor.get("/clients?sort=name")
    shown = re.findall(r"Client \d\d", page.text)
    assert shown == sorted(names)[:25]
    assert re.findall(r'sort=(\w+)" aria-current="true">([^<]*)<', page.html.split('class="order"')[1].split("</nav>")[0]) == [("name", "Name")]
    for first in (25, 50):
        page = visitor.get(link(page, "Next page"))
        assert re.findall(r"Client \d\d", page.text) == sorted(names)[first:first + 25]
    for sort in ("created", "name", "signedIn", "sent"):
        first = granted(world.run("list-clients", {"sort": sort, "limit": 7}, token))
        found = first["clients"]
        while first["nextCursor"]:
            first = granted(world.run("list-clients", {"sort": sort, "limit": 7, "cursor": first["nextCursor"]}, token))
            found += first["clients"]
        assert sorted(client["name"] for client in found) == sorted(names), sort
        later = granted(world.run("list-clients", {"sort": sort, "skip": 50, "limit": 7}, token))["clients"]
        assert later == found[50:57], sort
    first = granted(world.run("list-clients", {"sort": "name", "limit": 1}, token))
    granted(world.run("remove-client", {"clientId": first["clients"][0]["id"]}, token))
    gone = world.run("list-clients", {"sort": "name", "limit": 1, "cursor": first["nextCursor"]}, token)
    assert gone.code == "event/invalid", "the list does not end early"
    assert visitor.get("/clients?sort=size").status == 400


def test_a_trainer_without_clients_has_one_thing_to_do(world, visitor):
    assert "You don’t have any clients yet. Invite the first one" in visitor.page.text
    assert re.findall(r'class="button[^"]*" href="[^"]*">([^<]*)<', visitor.page.html) == ["Invite client"]
    assert "Search" not in visitor.page.text and "<table" not in visitor.page.html
    invite(visitor)
    listed = visitor.get("/clients")
    assert listed.html.count(">Invite client</a>") == 1 and "You don’t have any clients" not in listed.text


def test_a_search_says_what_it_shows_and_how_to_leave_it(world, visitor):
    for name in ("Ann", "Kim"):
        invite(visitor, name)
    found = visitor.get("/clients?query=Kim&status=pending")
    assert "“Kim” · Invitation sent Show all clients" in found.text and "ann@example.com" not in found.text
    only = visitor.get("/clients?status=pending")
    assert "Invitation sent 2" in [text for href, text in links(only) if "status=pending" in href] and "Show all" not in only.text
    assert "ann@example.com" in visitor.get(link(found, "Show all clients")).text and "Show all" not in visitor.page.text


# A client


def test_an_invitation_is_sent_again_and_withdrawn(world, visitor):
    invite(visitor)
    page = open_client(visitor)
    assert page.heading == "Kim" and "Status Invitation sent Email kim@example.com" in page.text
    again = visitor.submit("resend", deliver="mail")
    assert again.heading == "Invitation resent" and "Invitation resent to kim@example.com" in again.text
    assert len([mail for mail in world.mails() if mail["To"] == "Kim <kim@example.com>"]) == 2
    open_client(visitor)
    by_link = visitor.submit("resend", deliver="link")
    assert "/invite?code=" in by_link.text
    page = open_client(visitor)
    asked = visitor.get(link(page, "Withdraw invitation"))
    assert asked.heading == "Withdraw the invitation for Kim?"
    withdrawn = visitor.submit("revoke")
    assert "The invitation was withdrawn." in withdrawn.text and "Status Withdrawn" in withdrawn.text
    assert [row["status"] for row in world.rows("SELECT status FROM invitations")] == ["revoked"]


def test_the_data_of_a_client_is_changed(world, visitor, token):
    invite(visitor, phone="+1 555 123 4567")
    visitor.get(link(open_client(visitor), "Edit details"))
    wrong = visitor.submit("update", name="", phone="+1 555 123 4567", locale="", notes="")
    assert wrong.status == 422
    visitor.get(link(open_client(visitor), "Edit details"))
    page = visitor.submit("update", name="Kim Lee", phone="", locale="de", notes="Knie")
    assert page.heading == "Kim Lee" and "Your changes were saved." in page.text
    [client] = granted(world.run("list-clients", {}, token))["clients"]
    assert (client["name"], client.get("phone"), client["locale"], client["notes"]) == ("Kim Lee", None, "de", "Knie")
    visitor.get(link(page, "Edit details"))
    wrong = visitor.submit("update", name="Kim Lee", phone="x", locale="", notes="")
    assert wrong.status == 422 and [field["value"] for field in wrong.parsed.all("input") if field.get("id") == "phone"] == ["x"]


def test_a_client_is_removed_after_a_question(world, visitor):
    invite(visitor)
    page = visitor.get(link(open_client(visitor), "Remove client"))
    assert page.heading == "Remove Kim from your clients?" and len(clients(world)) == 1
    page = visitor.submit("remove")
    assert page.heading == "Your clients" and "The client was removed." in page.text and clients(world) == []


def test_workouts_are_assigned_changed_and_removed(world, visitor, token):
    invite(visitor)
    visitor.get(link(open_client(visitor), "Assign a workout"))
    page = visitor.submit("assign", title="Leg day", day="2026-12-24", details="Squats\r\n5 × 5")
    assert "The workout was assigned." in page.text and "Leg day December 24, 2026 Not completed yet" in page.text
    [client] = granted(world.run("list-clients", {}, token))["clients"]
    [workout] = granted(world.run("list-workouts", {"clientId": client["id"]}, token))["workouts"]
    assert workout["scheduledFor"] == "2026-12-24T00:00:00Z" and workout["details"]["description"] == "Squats\r\n5 × 5"
    granted(world.run("update-workout", {"workoutId": workout["id"], "details": {**workout["details"], "squats": {"sets": 5}}}, token))
    [href] = [href for href, text in links(open_client(visitor)) if text.startswith("Leg day")]
    form = visitor.get(href)
    assert [field["value"] for field in form.parsed.all("input") if field.get("type") == "date"] == ["2026-12-24"]
    timed = {"workoutId": workout["id"], "scheduledFor": "2026-12-24T06:30:00Z"}
    granted(world.run("update-workout", timed, token))
    visitor.submit("update-workout", title="Early leg day")
    [workout] = granted(world.run("list-workouts", {"clientId": client["id"]}, token))["workouts"]
    assert (workout["title"], workout["scheduledFor"]) == ("Early leg day", "2026-12-24T06:30:00Z"), "an unchanged day keeps its time"
    visitor.get(href)
    page = visitor.submit("update-workout", title="Arm day", day="", details="Rest")
    assert "The workout was changed." in page.text
    [workout] = granted(world.run("list-workouts", {"clientId": client["id"]}, token))["workouts"]
    assert (workout["title"], workout.get("scheduledFor"), workout["details"]) == ("Arm day", None, {"description": "Rest", "squats": {"sets": 5}})
    visitor.get(href)
    wrong = visitor.submit("update-workout", title="Arm day", day="tomorrow", details="")
    assert wrong.status == 422 and "scheduledFor-error" in wrong.html
    visitor.get(href)
    page = visitor.get(link(visitor.page, "Remove workout"))
    assert page.heading == "Remove “Arm day”?" and granted(world.run("list-workouts", {"clientId": client["id"]}, token))["workouts"]
    assert "The workout was removed." in visitor.submit("remove-workout").text
    assert granted(world.run("list-workouts", {"clientId": client["id"]}, token))["workouts"] == []
    assert visitor.get(href).status == 404


def test_the_list_says_in_short_why_an_invitation_did_not_arrive(world, visitor, token):
    reasons = {
        "Ann": ("address", "No such address"), "Bob": ("mailbox-full", "Mailbox full"),
        "Cem": ("policy", "Refused by their mail server"), "Dee": ("content", "Treated as spam"),
        "Eve": ("sender", "Our emails are refused"), "Fay": ("dropped", "Earlier emails came back"),
        "Gil": ("expired", "Mail server unreachable"), "Hal": ("other", None), "Ida": (None, "Opted out of emails")}
    for name, (reason, _) in reasons.items():
        invite(visitor, name)
        of = f"invitation_id IN (SELECT id FROM invitations WHERE email = '{name.lower()}@example.com')"
        if reason:
            world.rows(f"UPDATE outbox SET outcome = 'bounced', outcome_at = 1, outcome_reason = '{reason}' WHERE {of}")
        else:
            world.rows(f"UPDATE outbox SET state = 'failed', trouble = 'suppressed: complained' WHERE {of}")
    invite(visitor, "Jon")
    world.rows("UPDATE invitations SET delivery = 'bounced' WHERE email <> 'jon@example.com'")
    page = visitor.get("/clients?sort=name")
    said = {name: re.search(rf">{name}</bdi></a></th>.*?<bdi>[^<]*</bdi>(?: <span class=\"why\">([^<]*)</span>)?</td>", page.html)[1]
            for name in (*reasons, "Jon")}
    assert said == {**{name: words and words.replace("'", "&#39;") for name, (_, words) in reasons.items()}, "Jon": None}


def test_the_list_says_why_the_latest_message_failed(world, visitor, token):
    invite(visitor)
    world.rows("UPDATE outbox SET outcome = 'bounced', outcome_at = 1, outcome_reason = 'mailbox-full' WHERE kind = 'invitation'")
    [row] = world.rows("SELECT id FROM invitations")
    assert world.run("resend-invitation", {"invitationId": row["id"]}, token).status == 0
    world.rows("UPDATE outbox SET outcome = 'bounced', outcome_at = 1, outcome_reason = 'address' WHERE kind = 'resent-invitation'")
    world.rows("UPDATE invitations SET delivery = 'bounced'")
    text = visitor.get("/clients").text
    assert "No such address" in text and "Mailbox full" not in text


# Every state, in every language


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_is_in_the_language_and_has_one_heading(world, token, language):
    pages = every_state(world, language)
    for name, page in pages.items():
        assert page.parsed.all("html") == [{"lang": language, "dir": "ltr"}], name
        assert len(page.parsed.all("h1")) == 1 and page.heading, name
        ids = [attributes["id"] for _, attributes in page.parsed.elements if "id" in attributes]
        assert len(ids) == len(set(ids)), name
        labelled = {label["for"] for label in page.parsed.all("label")}
        fields = [field for tag in ("input", "select", "textarea") for field in page.parsed.all(tag) if field.get("type") != "hidden"]
        assert {field["id"] for field in fields} == labelled, name
        # A link has a button that copies it.
        assert "{{" not in page.html and ("<script" in page.html) == ("data-copy" in page.html), name
    if language != "en":
        texts = {page.text for page in pages.values()}
        assert not any("Your clients" in text or "Workouts" in text for text in texts)


def test_a_message_to_a_suppressed_address_is_said_in_the_language_of_the_page(world, visitor):
    invite(visitor)
    world.rows("UPDATE outbox SET state = 'failed', trouble = 'suppressed: complained' WHERE kind = 'invitation'")
    [client] = world.rows("SELECT id FROM clients")
    for language, said in (
            ("en", "this address doesn’t get emails from us"), ("de", "Diese Adresse bekommt keine E\u2011Mails von uns"),
            ("es", "esta dirección no recibe correos nuestros")):
        visitor.language = language
        text = visitor.get(f"/client?id={client['id']}").text
        assert said in text and "suppressed" not in text
