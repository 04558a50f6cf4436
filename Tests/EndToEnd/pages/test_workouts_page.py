# SPDX-License-Identifier: Apache-2.0
"""`workouts-page`: the invitations that wait for an invitee, and the workouts of each inviter."""

import pytest
from members import trainer
from pages import page_policy
from people import granted, verified
from visitors import Visitor
from workouts import assign

pytestmark = pytest.mark.policy(page_policy())


@pytest.fixture
def ada(world):
    return trainer(world)


@pytest.fixture
def visitor(world):
    verified(world)
    return Visitor(world)


def shown(visitor, language="en"):
    visitor.language = language
    return visitor.sign_in(to="/account/workouts")


def client_of(world, token):
    return granted(world.run("list-clients", {}, token))["clients"][0]


def test_a_waiting_invitation_is_accepted(world, ada, visitor):
    world.invite(ada)
    page = shown(visitor)
    assert page.heading == "Workouts" and "Invitations Ada has invited you. Valid until" in page.text
    page = visitor.submit("accept")
    assert "You’ve accepted the invitation." in page.text and "No workouts yet. When one is assigned to you, you’ll see it here." in page.text
    assert client_of(world, ada)["invitation"]["status"] == "accepted"


def test_an_invitation_that_was_withdrawn_is_refused_with_its_message(world, ada, visitor):
    invitation = world.invite(ada)["invitation"]["id"]
    shown(visitor)
    granted(world.run("revoke-invitation", {"invitationId": invitation}, ada))
    page = visitor.submit("accept")
    assert page.status == 410 and "This invitation was withdrawn." in page.text and "Ada" not in page.text


def test_a_day_is_a_day_in_every_time_zone_and_a_time_is_local(world, ada, visitor):
    world.invite(ada)
    shown(visitor)
    visitor.submit("accept")
    client = client_of(world, ada)
    assign(world, ada, client, "Day", scheduledOn="2026-12-03")
    assign(world, ada, client, "Both", scheduledOn="2026-12-05", scheduledFor="2026-12-05T00:00:00Z")
    assign(world, ada, client, "Time", scheduledFor="2026-12-03T02:30:00Z")
    world.rows("UPDATE accounts SET time_zone = 'America/New_York' WHERE email = 'kim@example.com'")
    text = visitor.get("/account/workouts").text
    assert "Day Planned for December 3, 2026 " in text and "Both Planned for December 5, 2026 " in text
    assert "December 2, 2026 at 9:30 PM EST" in text and "America/New York" not in text
    assert "December 3, 2026, " not in text


def test_workouts_are_grouped_by_inviter_and_completed_once(world, ada, visitor):
    bob = trainer(world, "bob")
    for token in (ada, bob):
        world.invite(token)
    shown(visitor)
    visitor.submit("accept")
    visitor.submit("accept")
    assign(world, ada, client_of(world, ada), "Legs", scheduledFor="2026-12-01T06:00:00Z", details={"sets": 3, "x": [1]})
    assign(world, bob, client_of(world, bob), "Arms")
    page = visitor.get("/account/workouts")
    text = page.text
    assert "December 1, 2026 at 6:00 AM UTC" in text and "Time zone" not in text and "sets 3" in text
    groups = sorted([text.index("Ada"), text.index("Bob"), text.index("Legs"), text.index("Arms")])
    assert groups in ([text.index(name) for name in names] for names in (("Ada", "Legs", "Bob", "Arms"), ("Bob", "Arms", "Ada", "Legs")))
    fields = visitor.fields("complete")
    page = visitor.submit("complete")
    assert "Workout completed." in page.text and page.text.count("Completed:") == 1
    [first] = world.rows("SELECT completed_at FROM workouts WHERE completed_at IS NOT NULL")
    visitor.send("POST", "/account/workouts", fields)
    assert world.rows("SELECT completed_at FROM workouts WHERE completed_at IS NOT NULL") == [first]


def test_a_day_is_a_day_and_a_text_keeps_its_lines(world, ada, visitor):
    """What an inviter's form sends: the beginning of a day, and a description. West of Greenwich it was the day before."""
    world.invite(ada)
    shown(visitor)
    visitor.submit("accept")
    assign(world, ada, client_of(world, ada), "Legs", scheduledFor="2026-12-03T00:00:00Z", details={
        "description": "Warm up\n3 sets", "sets": 3})
    page = visitor.get("/account/workouts")
    assert "Planned for December 3, 2026 " in page.text and "00:00" not in page.text
    assert "description" not in page.text and '<dd class="text" dir="auto">Warm up\n3 sets</dd>' in page.html
    assert [text for path, text in page.parsed.texts if "dt" in path] == ["sets"]


def test_many_workouts_are_in_pages(world, ada, visitor):
    world.invite(ada)
    shown(visitor)
    visitor.submit("accept")
    client = client_of(world, ada)
    for number in range(52):
        assign(world, ada, client, f"Set {number:02}")
    def here(page):
        return [number for number in range(52) if f"Set {number:02}" in page.text]

    page, pages = visitor.get("/account/workouts"), []
    while True:
        pages.append(here(page))
        older = [link for link in page.parsed.links if "cursor=" in link]
        if not older:
            break
        page = visitor.get(older[0])
    assert sorted(sum(pages, [])) == list(range(52)) and [len(each) for each in pages] == [20, 20, 12]
    page = visitor.submit("complete")
    assert "Workout completed." in page.text and here(page) == pages[-1]


def test_a_workout_of_somebody_else_is_not_found(world, ada, visitor):
    world.invite(ada)
    shown(visitor)
    visitor.submit("accept")
    workout = assign(world, ada, client_of(world, ada))["id"]
    verified(world, "lee")
    other = Visitor(world)
    other.sign_in("lee", to="/account/workouts")
    fields = {"formToken": Visitor.fields(visitor_with_form(world, other))["formToken"], "action": "complete", "workoutId": workout}
    page = other.send("POST", "/account/workouts", fields)
    assert page.status == 404 and "We couldn't find this workout." in page.text
    assert not world.rows("SELECT id FROM workouts WHERE completed_at IS NOT NULL")


def visitor_with_form(world, visitor):
    """A page of the session that has a form: its token is that of all forms of the session."""
    visitor.get("/account/security")
    return visitor


def test_a_person_leaves_an_inviter_after_a_question(world, ada, visitor):
    world.invite(ada)
    shown(visitor)
    visitor.submit("accept")
    [question] = [link for link in visitor.page.parsed.links if "step=leave" in link]
    page = visitor.get(question)
    assert 'class="danger">End the connection' in page.html, "it is not the recommended way"
    assert page.heading == "End the connection with Ada?" and client_of(world, ada).get("accountId")
    page = visitor.submit("leave")
    assert "You’ve ended the connection." in page.text and "Ada" not in page.text
    assert "accountId" not in client_of(world, ada)
    assert visitor.get(question).heading == "Workouts"


def test_an_inviter_has_no_workouts(world, visitor):
    verified(world, "bob", role="admin")
    visitor.sign_in("bob", to="/account/workouts")
    assert visitor.page.status == 200 and "No workouts yet." in visitor.page.text


@pytest.mark.parametrize("language, heading", [("de", "Trainings"), ("es", "Entrenamientos")])
def test_the_page_is_in_the_language_of_the_browser(world, visitor, language, heading):
    assert shown(visitor, language).heading in (heading, "Sign in")
    assert visitor.get("/account/workouts").heading == heading
