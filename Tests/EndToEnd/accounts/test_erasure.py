# SPDX-License-Identifier: Apache-2.0
"""Erasure: what is left of a person in the database after the deletion."""

import pytest
from deletions import GRACE, pass_grace
from mail_vendors import VENDORS
from mail_webhooks import receive, sent
from pages import CONSENT
from people import DAY, age_limits, code_for, granted, mails_to, policy, sign_in, sign_up
from worlds import code_of, id_token

pytestmark = pytest.mark.postgresql
#: Every text that the person, or somebody about the person, gives to the service.
NAME, CLIENT_NAME, OTHER_CLIENT_NAME = "Kimberly Quillfeather", "Quilly from the gym", "Feather, K."
ADDRESS, LOCAL = "Kim.Quill@example.com", "kim.quill"
NEW_ADDRESS = "KimQuill@example.org"
PHONE, PHONE_DIGITS = "+15558675309", "5558675309"
NOTES = "Broken quill, sleeps badly."
DEVICE, DEVICE_NAME = "quill-device-77", "Quilly's phone"
CLIENT = {"clientip": "203.0.113.77", "useragent": "QuillBrowser/7.7"}
CAFE = {"clientip": "198.51.100.88", "useragent": "QuillTablet/8.8"}
BIRTH_DATE, GUARDIAN = "2010-03-17", "mother.quill@example.net"
SUBJECT = "quill-subject-4711"
SOURCE_ID = "quill-row-0815"
PICTURE = "https://pictures.example/quill.png"
PROFILE = "plays the quillophone"
STRINGS = [
    NAME, CLIENT_NAME, OTHER_CLIENT_NAME, ADDRESS, LOCAL, "kimquill", PHONE, PHONE_DIGITS, NOTES, "quill", DEVICE, "203.0.113.77",
    "QuillBrowser", "198.51.100.88", "QuillTablet", BIRTH_DATE, GUARDIAN, SUBJECT, SOURCE_ID, PICTURE, PROFILE,
]


def found(world, strings=STRINGS):
    """The strings that any column of any table contains, in any case, with their tables."""
    rows = [line.lower() for line in world.dump().splitlines()]
    return {text: sorted({row.split()[0] for row in rows if text.lower() in row}) for text in strings
            if any(text.lower() in row for row in rows)}


def policy_of(**sections):
    return policy(
        roles={"signUp": ["client", "admin"]}, profile={"fields": {"hobby": {"type": "string"}}},
        consent={**CONSENT, "version": "1"}, **sections)


def identity(**claims):
    merged = {"sub": SUBJECT, "email": ADDRESS, "email_verified": True, "name": NAME, "picture": PICTURE, **claims}
    return {"provider": "google", "idToken": id_token(**merged)}


@pytest.fixture
def lived(world):
    """A world in which the person has used the whole product; the person's session."""
    world.policy(policy_of(deletion=GRACE, webhooks=[{"url": "https://hooks.example/events"}]))
    for inviter, name in (("ada", CLIENT_NAME), ("eve", OTHER_CLIENT_NAME)):
        token = world.sign_in(inviter, birthDate="1980-01-01", consent={"version": "1"}, **{"as": "admin"})["session"]["accessToken"]
        client = {"name": name, "email": ADDRESS.upper().replace("EXAMPLE.COM", "example.com"), "phone": PHONE, "notes": NOTES,
                  "locale": "es"}
        sent = granted(world.run("send-invitation", {"client": client}, token))
        if inviter == "ada":
            code = code_of(mails_to(world, client["email"])[-1])
            granted(world.run("assign-workout", {"clientId": sent["client"]["id"], "title": "Legs"}, token))
    # Failed attempts, from where the person never signs in.
    for _ in range(2):
        sign_in(world, ADDRESS, "wrong quill", event=CAFE, device={"id": DEVICE, "name": DEVICE_NAME})
    world.run("reset-password", {"email": ADDRESS.lower()}, **CAFE)
    world.run("verify-email", {"email": ADDRESS.upper()}, **CAFE)
    world.run("accept-invitation", {"code": "WRONG", "identity": identity()}, **CLIENT)
    world.run("verify-email", {"code": "WRONG" * 6}, **CLIENT)
    event = {"id": "accept", "source": "app", **CLIENT, "data": {
        "code": code, "identity": identity(), "device": {"id": DEVICE, "platform": "ios", "name": DEVICE_NAME},
        "birthDate": BIRTH_DATE, "consent": {"version": "1", "guardianEmail": GUARDIAN}}}
    made = granted(world.run("accept-invitation", event=event))
    world.run("deliver-mail")
    guardian = mails_to(world, GUARDIAN)[-1].get_body(("plain",)).get_content().split("?code=")[1].split()[0]
    world.run("guardian-confirm", {"code": guardian, "decision": "agree"}, clientip="203.0.113.77", useragent="QuillBrowser/7.7")
    token = made["session"]["accessToken"]
    granted(world.run("update-account", {"phone": PHONE, "profile": {"hobby": PROFILE}}, token, **CLIENT))
    code = code_for(world, "reset-password", ADDRESS)
    granted(world.run("reset-password", {"code": code, "newPassword": "correct horse battery"}, **CLIENT))
    made = granted(sign_in(world, ADDRESS, event=CLIENT, device={"id": DEVICE, "name": DEVICE_NAME}))
    token = made["session"]["accessToken"]
    world.import_users([{"user_id": SOURCE_ID, "email": ADDRESS, "display_name": NAME, "phone": PHONE}], "--emails-verified",
                       "--default-role", "client")
    world.rows("INSERT INTO suppressions (address_key, reason, detail, at) VALUES (?, 'complained', ?, 1)",
               (ADDRESS.lower(), f"550 <{ADDRESS}> does not exist"))
    granted(world.run("update-account", {"email": NEW_ADDRESS}, token, **CLIENT))
    granted(world.run("export-account", {}, token, **CLIENT))
    before = found(world)
    assert set(before) == set(STRINGS), set(STRINGS) - set(before)
    return {"token": token, "account": made["account"]}


def erased(world, lived):
    granted(world.run("delete-account", {}, lived["token"], **CLIENT))
    world.run("sign-in", {"email": ADDRESS, "password": "correct horse battery"}, **CLIENT)
    pass_grace(world)
    assert granted(world.run("purge-records"))["deletedAccounts"] == 1


def test_nothing_is_found_after_the_grace_period(world, lived):
    erased(world, lived)
    assert found(world) == {}


def test_nothing_is_found_without_a_grace_period(world, lived):
    world.policy(policy_of(webhooks=[{"url": "https://hooks.example/events"}]))
    granted(world.run("delete-account", {}, lived["token"], **CLIENT))
    assert found(world) == {}


def test_nothing_is_found_in_the_file(world, lived):
    erased(world, lived)
    path = world.database
    for file in path.parent.glob(path.name + "*"):
        content = file.read_bytes().lower()
        left = [text for text in STRINGS if text.lower().encode() in content and len(text) > 4]
        assert left == [], file


def test_inviters_keep_counts_and_workouts(world, lived):
    erased(world, lived)
    tokens = [world.sign_in(name)["session"]["accessToken"] for name in ("ada", "eve")]
    for token, status in zip(tokens, ("accepted", "revoked")):
        [client] = granted(world.run("list-clients", {}, token))["clients"]
        assert client["name"] == "" and client["email"].endswith("@deleted.invalid")
        assert not {"phone", "notes", "locale", "accountId"} & set(client)
        assert ("leftAt" in client) == (status == "accepted")
        assert client["invitation"]["status"] == status
        assert world.run("resend-invitation", {"invitationId": client["invitation"]["id"]}, token).code == "invitation/not-pending"
    [client] = granted(world.run("list-clients", {}, tokens[0]))["clients"]
    [workout] = granted(world.run("list-workouts", {"clientId": client["id"]}, tokens[0]))["workouts"]
    assert workout["title"] == "Legs"
    granted(world.run("send-invitation", {"client": {"name": "New", "email": ADDRESS}}, tokens[0]))
    assert len(granted(world.run("list-clients", {}, tokens[0]))["clients"]) == 2


def test_inviters_keep_their_records_if_the_policy_says_so(world, lived):
    world.policy(policy_of(deletion={**GRACE, "clientRecords": "keep"}))
    erased(world, lived)
    for name, status in (("ada", "accepted"), ("eve", "pending")):
        token = world.sign_in(name)["session"]["accessToken"]
        [client] = granted(world.run("list-clients", {}, token))["clients"]
        assert client["notes"] == NOTES and "accountId" not in client and client["invitation"]["status"] == status
    assert set(sum(found(world).values(), [])) <= {"clients", "invitations", "outbox"}


def test_the_suppression_stays_effective(world, lived):
    erased(world, lived)
    [row] = world.rows("SELECT * FROM suppressions")
    assert row["address_key"].startswith("erased:") and row["detail"] is None
    token = world.sign_in("ada")["session"]["accessToken"]
    age_limits(world, DAY)
    answer = granted(world.run("send-invitation", {"client": {"name": "New", "email": ADDRESS.lower()}}, token))
    assert answer["invitation"]["delivery"] == "failed"
    world.run("deliver-mail")
    assert [mail for mail in mails_to(world, ADDRESS.lower()) if "invited" in mail["subject"]] == []


def test_the_audit_log_keeps_what_happened(world, lived):
    actions = lambda: sorted(row["action"] for row in world.rows("SELECT action FROM audit"))
    before = actions()
    erased(world, lived)
    assert set(before) <= set(actions())
    assert len(actions()) == len(before) + 3, "the request, the refused sign-in and the erasure"


def test_other_people_keep_their_entries(world, lived):
    world.run("sign-in", {"email": "lee@example.com", "password": "wrong quill"}, clientip="192.0.2.9", useragent="Other")
    erased(world, lived)
    [row] = world.rows("SELECT user_agent FROM audit WHERE address = '192.0.2.9'")
    assert row["user_agent"] == "Other"


def test_who_never_proved_an_address_erases_nothing_of_its_owner(world):
    world.policy(policy(roles={"signUp": ["client", "admin"]}))
    token = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com", "notes": NOTES}}, token))
    made = granted(sign_up(world))
    granted(world.run("delete-account", {}, made["session"]["accessToken"]))
    [client] = granted(world.run("list-clients", {}, token))["clients"]
    assert (client["name"], client["notes"], client["invitation"]["status"]) == ("Kim", NOTES, "pending")


def test_a_late_bounce_stores_no_address(world):
    vendor = VENDORS["postmark"]()
    token = sent(world, vendor)
    granted(world.run("delete-account", {"confirm": True}, token))
    assert receive(world, vendor, vendor.webhook("bounced")).json["processed"] == 1
    assert world.rows("SELECT outcome_detail FROM outbox WHERE outcome IS NOT NULL") == [{"outcome_detail": None}]


def test_the_purge_is_bounded_and_continues(world):
    world.policy(policy(deletion=GRACE))
    world.run("purge-records")
    for number in range(25):
        world.rows(
            "INSERT INTO accounts (id, email_verified, display_name, status, profile, created_at, updated_at, deletes_at)"
            " VALUES (?, 0, 'Kim', 'deleting', '{}', 1, 1, ?)", (f"a{number:02}", number + 1))
    first = granted(world.run("purge-records", {"limit": 10}))
    assert first["deletedAccounts"] == 10 and first["more"]
    assert [row["id"] for row in world.rows("SELECT id FROM accounts ORDER BY id")] == [f"a{n:02}" for n in range(10, 25)]
    assert granted(world.run("purge-records"))["deletedAccounts"] == 15


def test_two_purges_at_once_erase_each_account_once(world):
    world.policy(policy(deletion=GRACE))
    world.run("purge-records")
    for number in range(60):
        world.rows(
            "INSERT INTO accounts (id, email_verified, display_name, status, profile, created_at, updated_at, deletes_at)"
            " VALUES (?, 0, 'Kim', 'deleting', '{}', 1, 1, 1)", (f"a{number:02}",))
    runs = [world.start("purge-records", {"data": {}}, DEADLINE_SECONDS="55") for _ in range(4)]
    answers = [granted(world.finish(run)) for run in runs]
    assert world.rows("SELECT id FROM accounts") == []
    assert len(world.rows("SELECT id FROM audit WHERE action = 'account.deleted'")) == 60
    assert sum(answer["deletedAccounts"] for answer in answers) == 60
