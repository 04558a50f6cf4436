# SPDX-License-Identifier: Apache-2.0
"""The page of the accounts that the policy shows to an inviter."""

import pytest
from client_lists import RULES, link, links
from people import verified
from visitors import Visitor

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(RULES)]


def test_members_are_listed_searched_and_filtered(world, visitor, token):
    empty = visitor.get("/members").text
    assert "People with an account appear here once they accept your invitation." in empty and "Search" not in empty, "there is nobody to search for"
    for name in ("kim", "lee"):
        world.accept(world.invite(token, name)["code"], name)
    page = visitor.get(link(visitor.get("/clients"), "Members"))
    assert page.heading == "Members" and "kim@example.com Active" in page.text and "lee@example.com Active" in page.text
    assert [text for href, text in links(page) if href.endswith("/account/sign-out")] == ["Sign out"]
    found = visitor.get("/members?query=kim")
    assert "kim@example.com" in found.text and "lee@example.com" not in found.text
    world.rows("UPDATE accounts SET status = 'disabled' WHERE email = 'lee@example.com'")
    disabled = visitor.get("/members?status=disabled")
    assert "lee@example.com Disabled" in disabled.text and "kim@example.com" not in disabled.text
    missed = visitor.get("/members?query=nobody").text
    assert "No members match your search." in missed and "Search" in missed


def test_members_are_for_inviters_only(world, token):
    verified(world, "kim")
    other = Visitor(world)
    assert other.get("/members").heading == "Sign in"
    other.sign_in("kim", to="/members")
    assert other.page.status == 403
