# SPDX-License-Identifier: Apache-2.0
"""Invitations to many clients: a list that is pasted or uploaded, looked over, and sent."""

import pytest
from client_lists import LIST, RULES, check, clients, invite
from pages import page_policy
from people import granted
from visitors import Visitor

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(RULES)]


@pytest.mark.parametrize("encoding", ["pasted", "utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_list_is_looked_over_before_anything_is_sent(world, visitor, encoding):
    page = check(visitor, LIST) if encoding == "pasted" else check(visitor, file=LIST.encode(encoding))
    assert page.heading == "Check the list" and page.status == 200, page.text
    assert clients(world) == [] and not [mail for mail in world.mails() if "invited" in mail["Subject"]]
    for wrong in ("Line 3 Lee lee@@example.com Email “lee@@example.com” · Please enter an email address, such as name@example.com.",
        "Line 4 A quotation mark is missing",
                  "Line 5 max@example.com Name · ", "Line 7 Ann again ann@example.com "):
        assert wrong in page.text, page.text
    assert "Lines with errors (4)" in page.text and "Will be invited (2)" in page.text and "Kim Müller kim@example.com" in page.text
    done = visitor.submit("invite-many")
    assert done.heading == "Invitations sent" and "2 clients invited." in done.text
    assert [row["name"] for row in clients(world)] == ["Ann", "Kim Müller"]
    assert len([mail for mail in world.mails() if "invited" in mail["Subject"]]) == 2


def test_the_check_shows_what_the_api_decides(world, visitor, token):
    world.policy({**page_policy(), "email": {"allowedDomains": ["example.com"]}, "limits": {"invite": {"max": 2, "seconds": 3600}}})
    invite(visitor, "Kim")
    text = "Kim,kim@example.com\nLee,lee@elsewhere.example\nAnn,ann@example.com\nMax,max@example.com\n"
    page = check(visitor, text)
    entries = [{"name": name, "email": email} for name, email in (line.split(",") for line in text.split())]
    assert "Will be invited (1)" in page.text and "Ann ann@example.com" in page.text
    for result, entry in zip(granted(world.run("send-invitation", {"clients": entries, "deliver": "link"}, token))["results"], entries):
        if "error" in result:
            messages = [field["userMessage"] for field in result["error"].get("errors", [])] or [result["error"]["userMessage"]]
            assert all(message in page.text for message in messages), (result, page.text)
        else:
            assert entry["name"] == "Ann"


def test_what_changed_after_the_check_is_decided_again(world, visitor):
    check(visitor, "Kim,kim@example.com\nLee,lee@example.com\n")
    other = Visitor(world)
    other.cookies = dict(visitor.cookies)
    assert invite(other, "Kim").heading == "Invitation sent"
    page = visitor.submit("invite-many")
    assert page.heading == "Invitation sent" and "1 client invited." in page.text and "Not invited (1)" in page.text and "Kim kim@example.com" in page.text
    assert len(clients(world)) == 2


def test_a_suggestion_is_shown_and_is_no_error(world, visitor):
    page = check(visitor, "Kim,kim@gmial.com\n")
    assert "Did you mean kim@gmail.com?" in page.text and "Will be invited (1)" in page.text


def test_a_thousand_clients_are_looked_over(world, visitor):
    page = check(visitor, "".join(f"C{index},c{index}@example.com\n" for index in range(1002)))
    assert "Will be invited (1000)" in page.text and "Line 1001 A list can have up to 1,000 clients." in page.text
    assert "c999@example.com" in page.text and "c1000@example.com" not in page.text


@pytest.mark.parametrize("file", [b"PK\x03\x04\x00\x00", b"\x00"])
def test_a_file_that_is_no_text_is_reported(visitor, file):
    assert "This file can’t be read as text." in check(visitor, file=file).text


def test_an_empty_list_is_reported(visitor):
    for page in (check(visitor, ""), check(visitor, "\n\n"), check(visitor, "name,email\n")):
        assert page.status == 422 and page.heading == "Invite several clients" and "Please choose a file or paste a list." in page.text


def test_texts_of_a_list_are_shown_as_text(visitor):
    page = check(visitor, "<script>x</script> & \"\n\"<b>Bo</b>, \"\"B\"\"\",bo@example.com\n'';!--\",x@y\n")
    assert "<script" not in page.html and "<b>Bo" not in page.html
    assert visitor.fields("invite-many")["list"].splitlines()[0] == "name,email,phone,notes,locale"
