# SPDX-License-Identifier: Apache-2.0
"""The report of an inviter: its picture, its numbers, and where they lead."""

import re

import pytest
from client_lists import RULES, invite
from people import granted

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(RULES)]


def test_the_report_is_a_picture_with_the_same_numbers_as_text(world, visitor, token):
    assert "You haven’t sent any invitations yet." in visitor.get("/clients?view=report").text
    for name in ("Kim", "Lee", "Ann"):
        invite(visitor, name)
    page = visitor.get("/clients?view=report")
    report = granted(world.run("invitation-report", {}, token))
    [day] = report["days"]
    [svg] = [element for element in page.parsed.all("svg") if element.get("role") == "img"]
    assert svg["aria-labelledby"] == "picture-title picture-description"
    cells = re.findall(r'<td class="number">(\d+)</td>', page.html)
    assert cells == [str(day[name]) for name in ("sent", "accepted", "bounced")] == ["3", "0", "0"]
    assert "0 of 3 invitations accepted." in page.text and "Invitation sent 3" in page.text and "0 opened (virus scanners may be counted)" in page.text


def test_each_number_of_the_report_leads_to_that_many_clients(world, visitor, token):
    for name in ("Kim", "Lee", "Ann", "Max"):
        invite(visitor, name)
    assert "Not delivered" not in visitor.get("/clients?view=report").text, "nothing failed yet"
    world.rows("UPDATE invitations SET delivery = 'bounced' WHERE email = 'kim@example.com'")
    world.rows("UPDATE invitations SET status = 'declined' WHERE email = 'max@example.com'")
    page = visitor.get("/clients?view=report")
    # The whole tile is the link, and says what its number is.
    found = re.findall(r'<li><a (?:class="undelivered" )?href="([^"]*)">([^<]*) <b>(\d+)</b></a></li>', page.html)
    tiles, counts = {title: address for address, title, _ in found}, {title: count for _, title, count in found}
    assert counts == {"Invitation sent": "2", "Not delivered": "1", "Declined": "1"}
    none = re.findall(r"<li><span>([^<]*) <b>(\d+)</b></span></li>", page.html)
    assert none == [("Accepted", "0"), ("Expired", "0")], "an empty list is not linked to"
    assert "0 of 4 invitations accepted." in page.text
    for title, address in tiles.items():
        listed = visitor.get(address.replace("&amp;", "&"))
        assert len(re.findall(r'<th scope="row"', listed.html)) == int(counts[title]), title
        chip = re.search(r'<a[^>]*aria-current="true"[^>]*>([^<]*)<b>(\d+)</b>', listed.html)
        assert chip and chip[2] == counts[title], title
    assert visitor.get("/clients?status=pending").text == visitor.get("/clients?status=pending&undelivered=no").text


def test_the_report_says_how_fast_clients_accept(world, visitor):
    for name in ("Kim", "Lee", "Ann"):
        invite(visitor, name)
    accepted = "UPDATE invitations SET status = 'accepted', accepted_at = sent_at"
    world.rows(f"{accepted} WHERE email = 'kim@example.com'")
    assert "1 of 3 invitations accepted. The answer came within 1 hour." in visitor.get("/clients?view=report").text
    world.rows(accepted)
    assert "3 of 3 invitations accepted. Half of the people who accepted did so within 1 hour." in visitor.get("/clients?view=report").text


def test_the_bars_of_the_report_grow_with_the_page_and_its_letters_do_not(world, visitor):
    invite(visitor)
    page = visitor.get("/clients?view=report")
    [svg] = [element for element in page.parsed.all("svg") if element.get("role") == "img"]
    assert svg["width"] == "100%" and "viewbox" not in {name.lower() for name in svg}
    assert '<rect x="0" y="20.5" width="100.0%"' in page.html


def test_a_closed_link_says_nothing_about_its_term(world, visitor):
    visitor.get("/clients?view=links")
    page = visitor.submit("create-link", linkName="Course")
    assert "Valid until" in page.text
    page = visitor.submit("close-link")
    assert "Turned off" in page.text and "Valid until" not in page.text
