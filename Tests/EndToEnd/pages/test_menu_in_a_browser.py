# SPDX-License-Identifier: Apache-2.0
"""The menu of signed-in pages in Chromium: one line above the heading, which says where one is."""

import pytest
from client_lists import RULES, invite
from people import verified
from visitors import Visitor

pytestmark = pytest.mark.policy(RULES)

INVITERS = ["Clients", "Members", "Account", "Sign out"]


def assert_menu(tab, width, entries, current, aria):
    """The menu has these entries, marks this one, stands above the heading and inside of the window."""
    menu = tab.get_by_role("navigation", name="Main menu")
    links = menu.get_by_role("link")
    assert links.all_inner_texts() == entries
    marked = menu.locator("[aria-current]")
    assert marked.all_inner_texts() == [current] and marked.get_attribute("aria-current") == aria
    box, heading = menu.bounding_box(), tab.get_by_role("heading", level=1).bounding_box()
    assert box["y"] + box["height"] <= heading["y"]
    for link in links.all():
        at = link.bounding_box()
        assert link.is_visible() and 0 <= at["x"] and at["x"] + at["width"] <= width, link.inner_text()
    return {link.bounding_box()["y"] for link in links.all()}


def test_a_trainers_pages_have_one_menu_and_their_forms_one_width_and_one_edge(world, visitor, browser):
    invite(visitor)
    [client] = world.rows("SELECT id FROM clients")
    pages = {
        "/clients": ("Clients", "page"), "/clients?view=links": ("Clients", "true"), "/clients?view=invite": ("Clients", "true"),
        "/clients?view=report": ("Clients", "true"), f"/client?id={client['id']}": ("Clients", "true"), "/members": ("Members", "page"),
        "/account": ("Account", "true"), "/account/security": ("Account", "true"), "/account/data": ("Account", "true")}
    forms = ("/clients?view=invite", f"/client?id={client['id']}&view=edit", f"/client?id={client['id']}&view=assign")
    pages |= {address: ("Clients", "true") for address in forms}
    menus, edges, widths = set(), set(), {True: set(), False: set()}
    for address, (current, aria) in pages.items():
        page = visitor.get(address)
        assert len(assert_menu(browser.show(page, 360), 360, INVITERS, current, aria)) == 1, "a phone has it in one line"
        tab = browser.show(page, 1280)
        assert_menu(tab, 1280, INVITERS, current, aria)
        menu = tab.get_by_role("navigation", name="Main menu").bounding_box()
        menus.add((round(menu["x"] + menu["width"]), menu["y"]))
        card = tab.get_by_role("main").bounding_box()
        widths[address in forms].add(card["width"])
        edges.add(card["x"])
        if address in forms:
            fields = tab.locator("input:visible, select:visible, textarea:visible").evaluate_all("all => all.map(one => one.offsetWidth)")
            assert len(set(fields)) == 1, fields
    assert len(menus) == len(edges) == 1, "both stay where they are"
    assert (widths[False], widths[True]) == ({1024}, {640}), "a form is no wider than its fields need"


def test_a_clients_menu_leads_to_the_workouts(world, browser):
    verified(world, "kim")
    kim = Visitor(world)
    kim.sign_in("kim", to="/account/workouts")
    entries = ["Workouts", "Account", "Sign out"]
    assert_menu(browser.show(kim.page, 360), 360, entries, "Workouts", "page")
    assert_menu(browser.show(kim.get("/account"), 360), 360, entries, "Account", "true")


def test_who_is_not_signed_in_has_no_menu(world):
    assert "Main menu" not in Visitor(world).get("/account/sign-in").html
