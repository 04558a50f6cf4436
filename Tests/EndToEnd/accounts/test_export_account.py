# SPDX-License-Identifier: Apache-2.0
"""`export-account`: everything that the service knows about a person, and nothing that opens anything."""

import json

import pytest
from deletions import RULES, invited, inviter
from people import PASSWORD, granted, mails_to, policy, sign_in, signed_up, verified
from worlds import code_of, person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(RULES)]
PARTS = {
    "account", "identities", "sessions", "factors", "consents", "clients", "workouts", "invitations", "joinRequests", "messages", "devices",
    "audit", "truncated"}
PHONE = {"id": "phone-1", "platform": "ios", "name": "Kim's phone"}


def export(world, session, **attributes):
    return granted(world.run("export-account", {}, session["accessToken"], **attributes))


@pytest.fixture
def kim(world):
    """The session of a client of two inviters, with a password and an identity."""
    token = inviter(world)["accessToken"]
    client = {"name": "Kim", "email": "kim@example.com", "notes": "Knee."}
    sent = granted(world.run("send-invitation", {"client": client}, token))
    made = granted(world.accept(code_of(mails_to(world, "kim")[-1]), device=PHONE))
    granted(world.run("assign-workout", {"clientId": sent["client"]["id"], "title": "Legs"}, token))
    invited(world, by="eve")
    return made["session"]


def test_an_export_has_every_part(world, kim):
    found = export(world, kim, clientip="192.0.2.1", useragent="App/1")
    assert set(found) == PARTS and found["truncated"] == []
    shown = granted(world.run("get-account", {}, kim["accessToken"]))["account"]
    assert {name: found["account"][name] for name in shown if name != "lastSignInAt"} \
        == {name: value for name, value in shown.items() if name != "lastSignInAt"}
    assert [(each["provider"], each["subject"]) for each in found["identities"]] == [("google", "kim")]
    assert [each["device"] for each in found["sessions"]] == [PHONE]
    assert [each["id"] for each in found["devices"]] == ["phone-1"]
    assert [each["title"] for each in found["workouts"]] == ["Legs"]
    assert sorted(each["status"] for each in found["invitations"]) == ["accepted", "pending"]
    assert [each["name"] for each in found["clients"]] == ["Kim"]
    assert {each["kind"] for each in found["messages"]} == {"invitation"}
    assert {each["action"] for each in found["audit"]} >= {"account.created", "invitation.accepted"}


def test_notes_are_only_in_the_inviters_export(world, kim):
    assert "Knee" not in json.dumps(export(world, kim))
    ada = export(world, inviter(world))
    assert set(ada) == PARTS | {"ownClients", "joinLinks"}
    assert [(each["name"], each["notes"]) for each in ada["ownClients"]] == [("Kim", "Knee.")]
    assert [each["title"] for each in ada["workouts"]] == ["Legs"]
    assert ada["clients"] == []


def test_no_secret_is_exported(world, kim):
    text = json.dumps(export(world, kim))
    stored = world.rows("SELECT hash FROM passwords") + world.rows("SELECT code_hash AS hash FROM account_codes") \
        + world.rows("SELECT code_hash AS hash FROM invitation_codes")
    assert stored and all(row["hash"] not in text for row in stored)
    assert kim["refreshToken"] not in text and kim["accessToken"] not in text


def test_other_people_are_not_exported(world, kim):
    lee = granted(world.accept(invited(world, "lee"), "lee"))["session"]
    for session, other in ((kim, "lee@"), (lee, "kim@")):
        assert other not in json.dumps(export(world, session))
        assert "ada@" not in json.dumps(export(world, session))


def test_a_session_must_be_recent(world, kim):
    world.age("sessions", "created_at", 16 * 60)
    assert world.run("export-account", {}, kim["accessToken"]).code == "auth/requires-recent-login"
    assert world.rows("SELECT id FROM audit WHERE action = 'account.exported'") == []


def test_an_incomplete_account_can_export(world):
    world.policy(policy(email={"verification": "required"}))
    made = signed_up(world)
    assert export(world, made)["account"]["email"] == "kim@example.com"


def test_an_export_shows_from_where_another_address_was_asked_for(world):
    world.policy(policy())
    made = verified(world)
    granted(world.run("update-account", {"email": "new@example.com"}, made["accessToken"], clientip="203.0.113.77"))
    [entry] = [row for row in export(world, made)["audit"] if row["action"] == "account.email-change-requested"]
    assert entry["address"] == "203.0.113.77"


def test_an_export_is_audited_and_announced(world):
    world.policy(policy(webhooks=[{"url": "https://hooks.example/events"}]))
    made = verified(world)
    before = len(world.rows("SELECT id FROM outbox WHERE kind = 'webhook'"))
    export(world, made)
    assert len(world.rows("SELECT id FROM audit WHERE action = 'account.exported'")) == 1
    assert len(world.rows("SELECT id FROM outbox WHERE kind = 'webhook'")) == before + 1


def test_a_repeated_event_gets_the_same_export(world, kim):
    attributes = {"id": "1", "source": "s"}
    first = export(world, kim, **attributes)
    assert export(world, kim, **attributes) == first
    assert len(world.rows("SELECT id FROM audit WHERE action = 'account.exported'")) == 1


def test_what_import_reads_can_be_imported_back(world):
    made = verified(world)
    granted(world.run("update-account", {"phone": "+1 555 123 4567", "locale": "de"}, made["accessToken"]))
    granted(world.run("link-identity", {"identity": person("kim")}, made["accessToken"]))
    account = export(world, made)["account"]
    granted(world.run("delete-account", {}, made["accessToken"]))
    world.age("accounts", "deletes_at", 31 * 86_400)
    granted(world.run("purge-records"))
    source = world.folder / "export.jsonl"
    source.write_text(json.dumps(account) + "\n")
    rows = imported(world, source)
    assert [row["result"] for row in rows] == ["created"], rows
    back = export(world, granted(world.run("sign-in", {"identity": person("kim"), "as": "client"}))["session"])["account"]
    for name in ("email", "emailVerified", "displayName", "phone", "locale", "role", "createdAt"):
        assert back[name] == account[name], name
    assert back["importedFrom"][0]["id"] == account["id"]


def imported(world, source):
    """Imports a file in the format `table`: the rows of the report."""
    import subprocess

    from worlds import BIN

    report = world.folder / "report.jsonl"
    done = subprocess.run(
        [BIN / "vestibule", "import", source, "--report", report], env=world.env, cwd=world.folder, capture_output=True,
        text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in report.read_text().splitlines()]


def test_a_person_without_anything_gets_empty_lists(world):
    made = signed_up(world)
    found = export(world, made)
    for part in ("identities", "factors", "clients", "workouts", "invitations", "consents"):
        assert found[part] == [], part


def test_of_an_account_that_is_being_deleted_nothing_is_exported(world):
    made = verified(world)
    granted(world.run("delete-account", {}, made["accessToken"]))
    answer = world.run("export-account", {}, made["accessToken"])
    assert answer.code == "auth/user-disabled"
    restored = granted(world.run("restore-account", {"email": "kim@example.com", "password": PASSWORD}))
    assert export(world, restored["session"])["account"]["status"] == "active"
    assert "session" in sign_in(world).json


def test_the_export_names_the_inviters_of_ties_and_workouts(world, kim):
    found = export(world, kim)
    ada = world.rows("SELECT id FROM accounts WHERE email = 'ada@example.com'")[0]["id"]
    for part in ("clients", "workouts"):
        assert [each["inviter"] for each in found[part]] == [{"id": ada, "displayName": "Ada"}], part
    own = export(world, inviter(world))
    assert all("inviter" not in each for each in own["ownClients"] + own["workouts"])
