# SPDX-License-Identifier: Apache-2.0
"""`account-data-page`: the export and the deletion of an account."""

import json

import pytest
from members import accepted, trainer
from pages import page_policy
from people import PASSWORD, code_in, mails_to, verified
from sessions import make_old
from visitors import Visitor

pytestmark = pytest.mark.policy(page_policy(deletion={"graceDays": 30}))


@pytest.fixture
def visitor(world):
    verified(world)
    visitor = Visitor(world)
    visitor.sign_in(to="/account/data")
    assert visitor.page.heading == "Your data"
    return visitor


def status(world, name="kim"):
    return [row["status"] for row in world.rows("SELECT status FROM accounts WHERE email = ?", (f"{name}@example.com",))]


def test_the_export_is_a_file(world, visitor):
    shown = visitor.send("POST", "/account/data", visitor.fields("export"))
    assert (shown.status, shown.html) == (200, "")
    file = shown.json["download"]
    assert (file["name"], file["type"]) == ("account.json", "application/json")
    data = json.loads(file["text"])
    assert data["account"]["email"] == "kim@example.com" and PASSWORD not in file["text"]
    assert mails_to(world, "kim") and "account.exported" in [row["action"] for row in world.rows("SELECT action FROM audit")]


@pytest.mark.parametrize("action", ["export", "delete"])
def test_both_need_a_recent_sign_in(world, visitor, action):
    visitor.get("/account/data" + ("?step=delete" if action == "delete" else ""))
    make_old(world)
    page = visitor.submit(action)
    assert page.heading == "Sign in" and status(world) == ["active"]
    assert "Please confirm that it’s you: sign in again." in page.text
    page = visitor.submit("password", email="kim@example.com", password=PASSWORD)
    assert page.heading == "Your data"


def test_a_deletion_is_asked_for_says_what_goes_and_can_be_undone(world, visitor):
    page = visitor.get("/account/data?step=delete")
    assert page.heading == "Delete your account?" and "For 30 days, you can restore the account." in page.text
    assert status(world) == ["active"], "asking deletes nothing"
    page = visitor.submit("delete")
    assert page.heading == "Your account will be deleted" and "kim@example.com" in page.text and page.json["clearsCache"]
    assert status(world) == ["deleting"] and "__Host-session" not in visitor.cookies
    assert visitor.get("/account/data").heading == "Sign in"
    restored = world.run("restore-account", {"code": code_in(mails_to(world, "kim")[-1])})
    assert restored.json["account"]["status"] == "active"
    assert visitor.sign_in(to="/account/data").heading == "Your data"


def test_a_deleted_account_is_restored_by_a_sign_in(world, visitor):
    visitor.get("/account/data?step=delete")
    visitor.submit("delete")
    page = visitor.sign_in(to="/account/data")
    assert page.status == 403 and "You've deleted this account." in page.text and status(world) == ["deleting"]
    page = visitor.submit("password", password="wrong", restore="true")
    assert page.status == 401 and status(world) == ["deleting"]
    visitor.sign_in(to="/account/data")
    page = visitor.submit("password", email="kim@example.com", password=PASSWORD, restore="true")
    assert page.heading == "Your data" and status(world) == ["active"]


def test_without_a_grace_period_the_page_says_so(world, visitor):
    world.policy(page_policy())
    page = visitor.get("/account/data?step=delete")
    assert "You can’t restore it." in page.text
    page = visitor.submit("delete")
    assert page.heading == "Your account is deleted" and status(world) == []


def test_an_inviter_confirms_that_the_clients_go_too(world):
    ada = trainer(world)
    accepted(world, ada, "kim")
    world.rows("UPDATE limit_hits SET at = 0")
    visitor = Visitor(world)
    verified(world, "bob", role="admin")
    visitor.sign_in("bob", to="/account/data?step=delete")
    deleted = "your clients, their invitations and their workouts"
    assert deleted not in visitor.get("/account/data?step=delete").text, "Bob has none"
    [bob] = world.rows("SELECT id FROM accounts WHERE email = 'bob@example.com'")
    [team] = world.rows("SELECT id FROM teams")
    world.rows("UPDATE team_members SET account_id = ? WHERE team_id = ?", (bob["id"], team["id"]))
    world.rows("UPDATE accounts SET team_id = CASE WHEN id = ? THEN ? END", (bob["id"], team["id"]))
    assert deleted in visitor.get("/account/data?step=delete").text
    page = visitor.submit("delete")
    assert page.status == 409 and "Your client records (1) will be deleted too." in page.text and status(world, "bob") == ["active"]
    page = visitor.submit("delete", confirm="true")
    assert page.heading == "Your account will be deleted" and status(world, "bob") == ["deleting"]


@pytest.mark.parametrize("language, heading", [("de", "Dein Konto löschen?"), ("es", "¿Eliminar tu cuenta?")])
def test_the_page_is_in_the_language_of_the_browser(world, visitor, language, heading):
    visitor.language = language
    assert visitor.get("/account/data?step=delete").heading == heading
