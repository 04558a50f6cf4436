# SPDX-License-Identifier: Apache-2.0
"""What a page says about a form that was refused: a list with a link to each field, or one message at the only field."""

import re

import pytest
from pages import APP, CONSENT, page_policy
from people import verified
from visitors import Visitor

FIELDS = {"classYear": {"type": "integer", "minimum": 1, "x-required": True, "title": "Class year"}}


@pytest.fixture
def visitor(world):
    profile = {**page_policy().get("profile", {}), "fields": FIELDS}
    world.policy(page_policy(app=APP, consent=CONSENT, profile=profile))
    visitor = Visitor(world)
    visitor.get("/account/sign-up?as=client")
    return visitor


def problems(page):
    """The links of the list, each with the text of what it leads to."""
    inputs = {field.get("id") for field in page.parsed.all("input") + page.parsed.all("select")}
    hrefs = [a["href"][1:] for a in page.parsed.all("a") if a["href"].startswith("#")]
    assert set(hrefs) <= inputs, "each leads to a field"
    return hrefs


def alerts(page):
    return [one for one in page.parsed.all("p") if one.get("role") == "alert"]


def test_several_wrong_fields_are_listed_with_links_to_them(visitor):
    page = visitor.submit("sign-up", **{"email": "kim@", "password": "x", "profile.classYear": "x", "consent": "1", "displayName": "Kim",
        "birthDate": "1990-01-01"})
    assert page.status == 422 and len(alerts(page)) == 1
    assert problems(page) == ["email", "password", "profile.classYear"]


def test_a_role_that_was_not_chosen_is_the_first_field_of_the_list(visitor):
    visitor.get("/account/sign-up")
    page = visitor.submit("sign-up", **{"email": "kim@", "password": "a better password", "profile.classYear": "1", "consent": "1",
        "displayName": "Kim", "birthDate": "1990-01-01"})
    assert page.status == 422 and problems(page) == ["role", "email"]
    assert re.search(r"Please check these 2 fields: Your role\s+Email", page.text)


def test_one_wrong_field_says_it_itself_and_nothing_else_does(visitor):
    page = visitor.submit("sign-up", **{"email": "kim@", "password": "a better password", "profile.classYear": "1", "consent": "1",
        "displayName": "Kim", "birthDate": "1990-01-01"})
    assert page.status == 422 and alerts(page) == [] and problems(page) == []
    [field] = [field for field in page.parsed.all("input") if field.get("id") == "email"]
    assert field["aria-describedby"] == "email-error" and "autofocus" in field and field["aria-invalid"] == "true"
    assert page.text.count("email") >= 1 and len([one for one in page.parsed.all("p") if one.get("class") == "error"]) == 1


def test_terms_that_were_not_agreed_to_are_marked_at_their_box(visitor):
    page = visitor.submit("sign-up", **{"email": "kim@example.com", "password": "a better password", "profile.classYear": "1",
        "displayName": "Kim", "birthDate": "1990-01-01"})
    [box] = [field for field in page.parsed.all("input") if field.get("id") == "version"]
    assert box["type"] == "checkbox" and box["aria-invalid"] == "true" and box["aria-describedby"] == "version-error"


def test_what_is_about_no_field_is_said_above_the_form(world, visitor):
    other = Visitor(world)
    other.get("/account/sign-in")
    page = other.submit("password", email="lee@example.com", password="a wrong password", formToken="of another page")
    assert page.status == 403 and len(alerts(page)) == 1 and problems(page) == []


def test_what_is_wrong_with_a_field_that_the_page_does_not_have_is_said_above(world):
    world.policy(page_policy())
    verified(world, "ada", role="admin", displayName="Ada")
    ada = Visitor(world)
    ada.sign_in("ada", to="/clients")
    ada.get("/clients?view=invite")
    ada.submit("invite", name="Kim", email="kim@example.com", deliver="link")
    [client] = world.rows("SELECT id FROM clients")
    ada.get(f"/client?id={client['id']}")
    form = ada.fields("resend")
    # Meanwhile Kim has accepted, and the page has no form any more that sends the invitation again.
    world.rows("UPDATE invitations SET status = 'accepted', accepted_at = sent_at")
    page = ada.send("POST", "/client", {**form, "email": "kim@", "deliver": "mail"})
    assert page.status == 422 and len(alerts(page)) == 1 and problems(page) == []
    assert not [field for field in page.parsed.all("input") if field.get("id") == "email"]


def test_the_tabs_stay_where_they_are_above_what_is_wrong(world):
    world.policy(page_policy())
    verified(world, "ada", role="admin", displayName="Ada")
    ada = Visitor(world)
    ada.sign_in("ada", to="/account")
    wrong = [ada.submit("profile", displayName="", phone="1", timeZone="x")]
    ada.get("/account/security")
    fields = {**ada.fields("password"), "action": "unlink", "provider": "password", "sure": "yes"}
    wrong.append(ada.send("POST", "/account/security", fields))
    ada.get("/clients?view=links")
    wrong.append(ada.submit("create-link", linkName="x" * 201, maxUses="x"))
    for page in wrong:
        assert len(alerts(page)) == 1 and page.html.index('class="tabs"') < page.html.index('role="alert"'), page.text


def test_the_list_has_the_order_of_the_form(visitor):
    page = visitor.submit("sign-up", **{"email": "kim@", "password": "x", "profile.classYear": "x", "displayName": "", "birthDate": "1990-01-01"})
    listed = problems(page)
    fields = [field.get("id") for field in page.parsed.all("input") if field.get("id") in listed]
    assert listed == fields == ["email", "password", "displayName", "profile.classYear", "version"], "the terms are not ticked either"
