# SPDX-License-Identifier: Apache-2.0
"""The page of one client: why a message came back, and the client's language."""

import pytest
from client_lists import RULES, invite
from people import code_in, granted, mails_to, verified
from visitors import Visitor

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(RULES)]


WHY = {"address": "The address doesn’t exist.", "mailbox-full": "The mailbox is full.", "policy": "Their mail server refused it.",
       "content": "Their mail server treated it as spam.", "sender": "Their mail server doesn’t take emails from us.",
       "dropped": "Our mail service didn’t send it", "expired": "We couldn’t reach their mail server for days.", "other": None}


def test_the_page_says_why_a_message_came_back(world, visitor):
    invite(visitor)
    [client] = world.rows("SELECT id FROM clients")
    for reason, says in WHY.items():
        world.rows(f"UPDATE outbox SET outcome = 'bounced', outcome_at = 1, outcome_reason = '{reason}' WHERE kind = 'invitation'")
        text = visitor.get(f"/client?id={client['id']}").text.split("Message delivery")[1]
        assert "Not delivered" in text
        assert [each for each in WHY.values() if each and each in text] == ([says] if says else []), reason


def test_a_client_has_a_language_by_its_name_and_may_have_none(world, visitor):
    invite(visitor, locale="de")
    [client] = world.rows("SELECT id FROM clients")
    assert "Language Deutsch" in visitor.get(f"/client?id={client['id']}").text
    visitor.get(f"/client?id={client['id']}&view=edit")
    page = visitor.submit("update", name="", locale="")
    assert page.status == 422
    assert [option["value"] for option in page.parsed.all("option") if "selected" in option] == [], "the inviter has chosen none"
    visitor.submit("update", name="Kim", locale="")
    assert "Deutsch" not in visitor.get(f"/client?id={client['id']}").text


@pytest.mark.parametrize("language, words", [("en", "Deleted account"), ("de", "Gelöschtes Konto"), ("es", "Cuenta eliminada")])
def test_an_erased_account_has_no_address_and_no_new_workouts(world, visitor, language, words):
    invite(visitor)
    session = granted(world.accept(code_in(mails_to(world, "kim")[-1])))["session"]
    granted(world.run("delete-account", {}, session["accessToken"]))
    visitor.language = language
    [client] = world.rows("SELECT id FROM clients")
    [row] = [row for row in visitor.get("/clients").parsed.all("a") if client["id"] in row["href"]]
    assert words in visitor.page.text and "deleted.invalid" not in visitor.page.html
    page = visitor.get(f"/{row['href']}")
    assert page.heading == words and "deleted.invalid" not in page.html and "view=assign" not in page.html
    assert visitor.get(f"/{row['href']}&view=assign").heading == words, "a kept address of the form shows the client"
    assert words.split()[1].lower() in visitor.get(f"/{row['href']}&view=remove").heading.lower()
    visitor.get(f"/{row['href']}&view=edit")
    visitor.submit("update", name="Kim (left)")
    assert visitor.page.heading == "Kim (left)" and words in visitor.page.text and words in visitor.get("/clients").text


@pytest.mark.parametrize("change, main", [
    ("delivery = 'delivered'", "Assign a workout"), ("delivery = 'bounced'", "Resend invitation"), ("delivery = 'failed'", "Resend invitation"),
    ("expires_at = 1", "Resend invitation"), ("status = 'declined'", "Resend invitation"), ("status = 'revoked'", "Invite again"),
    ("status = 'accepted', accepted_at = sent_at", "Assign a workout")])
def test_what_fits_the_state_of_the_invitation_is_the_main_button(world, visitor, change, main):
    invite(visitor)
    world.rows(f"UPDATE invitations SET {change}")
    [client] = world.rows("SELECT id FROM clients")
    assert visitor.get(f"/client?id={client['id']}").parsed.primary == [main]


def test_a_client_whose_invitation_was_withdrawn_is_invited_again(world, visitor):
    invite(visitor)
    [client] = world.rows("SELECT id FROM clients")
    visitor.get(f"/client?id={client['id']}&view=revoke")
    visitor.submit("revoke")
    fields = visitor.fields("change-invite")
    visitor.page = visitor.send("POST", "/clients", fields)
    form = visitor.fields("invite")
    assert (form["name"], form["email"]) == ("Kim", "kim@example.com"), "the form has what is known"
    before = len(world.mails())
    assert visitor.submit("invite", deliver="mail").heading == "Invitation sent"
    assert [mail["To"] for mail in world.mails()[before:]] == ["Kim <kim@example.com>"]
    assert world.rows("SELECT id FROM clients") == [client], "it is the same client"


def test_the_page_of_a_client_shows_the_latest_of_many_workouts(world):
    tess = verified(world, "tess", role="admin")["accessToken"]
    client = world.invite(tess)["client"]["id"]
    ids = [granted(world.run("assign-workout", {"clientId": client, "title": f"Workout {number}"}, tess))["workout"]["id"] for number in range(51)]
    visitor = Visitor(world)
    visitor.sign_in("tess", to="/clients")
    assert "Workout 50" in visitor.get(f"/client?id={client}").text
    for workout in (ids[0], ids[50]):
        assert visitor.get(f"/client?id={client}&view=workout&workout={workout}").status == 200
