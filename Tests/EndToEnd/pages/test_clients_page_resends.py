# SPDX-License-Identifier: Apache-2.0
"""Inviters resend from their list: one invitation, all that were not delivered, or all that have expired."""

import re

import pytest
from client_lists import RULES, invite, link, links
from people import UNLIMITED, granted

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(RULES)]


def test_the_filters_count_and_undelivered_invitations_are_sent_again_together(world, visitor, token):
    for name in ("Ann", "Kim", "Lee", "Max"):
        invite(visitor, name)
    world.rows("UPDATE invitations SET delivery = 'bounced' WHERE email IN ('kim@example.com', 'lee@example.com')")
    world.rows("UPDATE invitations SET status = 'revoked' WHERE email = 'max@example.com'")
    page = visitor.get("/clients")
    assert {text: href.split("?")[-1] for href, text in links(page) if text[-1:].isdigit() and "clients" in href} == {
        "All 4": visitor.base + "/clients", "Invitation sent 1": "status=pending&undelivered=no",
        "Not delivered 2": "undelivered=yes", "Withdrawn 1": "status=revoked"}, "each client is counted once"
    assert "ann@example.com" in visitor.get("/clients?status=pending&undelivered=no").text and "kim@example.com" not in visitor.page.text
    assert "2 invitations weren’t delivered." in page.text and link(page, "2 invitations weren’t delivered.").endswith("clients?undelivered=yes")
    assert [href.split("#")[1] for href, text in links(page) if text == "Correct the address"] == ["email", "email"]
    undelivered = visitor.get("/clients?undelivered=yes")
    assert re.search(r"Kim kim@example.com Not delivered .* Correct the address", undelivered.text) and "ann@example.com" not in undelivered.text
    named = [({"undelivered": True}, ["Kim", "Lee"]), ({"undelivered": False}, ["Ann", "Kim", "Lee", "Max"]),
             ({"undelivered": False, "status": "pending"}, ["Ann"]), ({"status": "pending"}, ["Ann", "Kim", "Lee"])]
    for event, names in named:
        assert [client["name"] for client in granted(world.run("list-clients", event, token))["clients"]] == names, event
    before = len(world.mails())
    done = visitor.submit("resend-undelivered")
    assert done.heading == "Invitations resent" and "2 invitations resent." in done.text
    assert sorted(mail["To"] for mail in world.mails()[before:]) == ["Kim <kim@example.com>", "Lee <lee@example.com>"]


def test_expired_invitations_are_resent_together_by_mail(world, visitor):
    for name in ("Ann", "Kim", "Lee"):
        invite(visitor, name)
    world.rows("UPDATE invitations SET expires_at = 1 WHERE email <> 'ann@example.com'")
    world.rows("UPDATE invitations SET channel = 'link' WHERE email = 'lee@example.com'")
    assert "Resend all" not in visitor.get("/clients").text
    page = visitor.get("/clients?status=expired")
    assert "Everyone gets a new email with a new link." in page.text and "Resend all 2" in page.text
    assert "Resend all" not in visitor.get("/clients?status=expired&query=kim").text, "the button is for all, and the list is not"
    visitor.get("/clients?status=expired")
    before = len(world.mails())
    done = visitor.submit("resend-expired")
    assert done.heading == "Invitations resent" and "2 invitations resent." in done.text
    assert sorted(mail["To"] for mail in world.mails()[before:]) == ["Kim <kim@example.com>", "Lee <lee@example.com>"]
    assert visitor.get("/clients?status=expired").text.count("@example.com") == 0


def test_who_was_not_resent_to_is_named_with_the_reason(world, visitor, token):
    for name in ("Ann", "Kim"):
        invite(visitor, name)
    client = granted(world.run("send-invitation", {"client": {"name": "Lee"}, "deliver": "link"}, token))["client"]
    world.rows("UPDATE invitations SET expires_at = 1 WHERE client_id <> ?",
               (world.rows("SELECT id FROM clients WHERE name = 'Ann'")[0]["id"],))
    visitor.get("/clients?status=expired")
    done = visitor.submit("resend-expired")
    assert "1 invitation resent." in done.text and "Not resent (1)" in done.text
    assert re.search(r"Lee No email address is stored\. Add it on the client’s page\.", done.text), done.text
    assert link(done, "Lee ").endswith(f"client?id={client['id']}")


def test_a_refused_client_has_the_address_and_the_limit_as_the_reason(world, visitor):
    for name in ("Ann", "Kim"):
        invite(visitor, name)
    world.rows("UPDATE invitations SET delivery = 'bounced'")
    world.policy({**RULES, "limits": {"invite": UNLIMITED, "inviteRecipient": {"max": 1, "seconds": 900}}})
    visitor.get("/clients?undelivered=yes")
    done = visitor.submit("resend-undelivered")
    assert "Not resent (2)" in done.text and re.search(r"Ann ann@example.com \w.* Kim kim@example.com \w", done.text), done.text


def test_a_row_resends_its_invitation_and_the_list_stays_as_it_was(world, visitor):
    for name in ("Ann", "Kim"):
        invite(visitor, name)
    page = visitor.get("/clients?query=kim&sort=name")
    [invitation] = [button["value"] for button in page.parsed.all("button") if button.get("name") == "invitation"]
    before = len(world.mails())
    done = visitor.submit("resend", invitation=invitation)
    assert "The invitation was resent." in done.text and {field["value"] for field in done.parsed.all("input") if field.get("name") == "query"} == {"kim"}
    assert [mail["To"] for mail in world.mails()[before:]] == ["Kim <kim@example.com>"]
    assert "ann@example.com" not in done.text


def test_a_row_of_somebody_else_is_not_resent(world, visitor):
    invite(visitor)
    visitor.get("/clients")
    before = len(world.mails())
    assert visitor.submit("resend", invitation="01a21e31-129c-7064-b669-bce00edf4a00").status == 404
    assert len(world.mails()) == before
