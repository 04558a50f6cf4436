# SPDX-License-Identifier: Apache-2.0
"""`purge-records`: each kind of record is removed after its retention, and not before."""

import pytest
from people import granted
from worlds import POLICY, code_of

DAY = 86_400
KINDS = (
    "deletedAccounts", "accountsClosedByGuardian", "events", "limitHits", "underageRefusals", "accountCodes", "challenges", "factors",
    "usedTokens", "sessions", "mailSecrets", "mails", "invitationCodes", "auditEntries")
RETENTION = {"auditDays": 10, "sessionDays": 20, "mailDays": 30}
pytestmark = [pytest.mark.postgresql, pytest.mark.policy({**POLICY, "retention": RETENTION})]


def purge(world, **data):
    return granted(world.run("purge-records", data))


def removed(world, **data):
    """How many records of each kind were removed, without the zeros."""
    answer = purge(world, **data)
    assert set(answer) == {*KINDS, "more"}
    return {name: count for name, count in answer.items() if count}


def tables(world):
    return {name: world.rows(f"SELECT * FROM {name} ORDER BY 1") for name in world.tables()}


def test_new_records_are_kept(world):
    token = world.inviter()
    world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token)
    world.accept(code_of(world.mails()[0]))
    world.invite(token, "lee")
    before = tables(world)
    assert removed(world) == {} and tables(world) == before


def test_each_kind_of_record_is_kept_as_long_as_the_policy_says(world):
    token = world.inviter()
    world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token)
    entries = len(world.rows("SELECT id FROM audit"))
    for table, column, days, kind, count in (
        ("audit", "at", 10, "auditEntries", entries), ("outbox", "ended_at", 30, "mails", 1),
    ):
        world.age(table, column, days * DAY - 3600)
        assert removed(world) == {}
        world.age(table, column, 3600)
        assert removed(world) == {kind: count} and removed(world) == {}
        assert world.rows(f"SELECT * FROM {table}") == []


def test_a_queued_mail_is_kept_at_any_age(world):
    nowhere = {"MAIL_URL": "smtp://127.0.0.1:1?tls=none"}
    world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, world.inviter(), env=nowhere)
    for column in ("created_at", "due_at"):
        world.age("outbox", column, 9999 * DAY)
    assert removed(world) == {}
    assert [row["state"] for row in world.rows("SELECT state FROM outbox")] == ["queued"]


@pytest.mark.parametrize("end", ["signed out", "idle", "absolute"])
def test_a_session_is_kept_for_the_retention_after_its_end(world, end):
    first, other = world.sign_in("ada", device={"id": "d1"}), world.sign_in("ada", device={"id": "d2"})
    if end == "signed out":
        granted(world.run("sign-out", {}, first["session"]["accessToken"]))
        age = lambda seconds: world.age("sessions", "revoked_at", seconds)
    else:
        # It has ended since then.
        columns = ("idle_ends_at",) if end == "idle" else ("idle_ends_at", "ends_at")
        age = lambda seconds: [world.age("sessions", column, seconds, "device_id = 'd1'") for column in columns]
        age((30 if end == "idle" else 90) * DAY)
        if end == "absolute":
            world.rows("UPDATE sessions SET idle_ends_at = ends_at WHERE device_id = 'd1'")
    age(20 * DAY - 3600)
    assert removed(world) == {}
    age(3600)
    assert removed(world) == {"sessions": 1}
    assert world.run("refresh-session", {"refreshToken": first["session"]["refreshToken"]}).code == "auth/session-revoked"
    assert world.run("list-clients", {}, first["session"]["accessToken"]).code == "auth/session-revoked"
    assert granted(world.run("list-clients", {}, other["session"]["accessToken"]))["clients"] == []


def test_the_lifetime_of_a_session_ends_it_before_a_longer_idle_time(world):
    world.policy({**POLICY, "retention": RETENTION, "session": {"idleDays": 40, "absoluteDays": 30}})
    world.sign_in("ada")
    for column in ("idle_ends_at", "ends_at"):
        world.age("sessions", column, 50 * DAY - 3600)
    assert removed(world) == {}
    for column in ("idle_ends_at", "ends_at"):
        world.age("sessions", column, 3600)
    assert removed(world) == {"sessions": 1}


def test_a_device_is_new_again_after_its_last_session_is_purged(world):
    notices = lambda: len(world.rows("SELECT id FROM outbox WHERE kind = 'new-device'"))
    for device in ("phone", "tablet"):
        world.sign_in("ada", device={"id": device})
    notices_before = notices()
    world.age("sessions", "idle_ends_at", (30 + 19) * DAY, "device_id = 'tablet'")
    purge(world)
    world.sign_in("ada", device={"id": "tablet"})
    assert notices() == notices_before
    for column in ("idle_ends_at", "ends_at", "revoked_at"):
        world.age("sessions", column, (30 + 21) * DAY, "device_id = 'tablet'")
    assert removed(world)["sessions"] == 2
    world.sign_in("ada", device={"id": "phone"})
    assert notices() == notices_before
    world.sign_in("ada", device={"id": "tablet"})
    assert notices() == notices_before + 1


def test_replaced_codes_are_purged_after_the_invitation_ended(world):
    token = world.inviter()
    first = world.invite(token)
    world.age("invitations", "sent_at", 60 * 60)
    granted(world.run("resend-invitation", {"invitationId": first["invitation"]["id"], "deliver": "mail"}, token))
    second = code_of(world.mails()[0])
    for column in ("sent_at", "expires_at"):
        world.age("invitations", column, 99 * DAY)
    world.age("invitation_codes", "superseded_at", 99 * DAY)
    assert removed(world) == {}, "it is overdue, and pending until the sweep has seen it"
    world.run("expire-invitations")
    assert removed(world) == {"invitationCodes": 2}, "that of the link and the short one"
    assert world.run("preview-invitation", {"code": first["code"]}).code == "invitation/not-found"
    assert world.run("preview-invitation", {"code": second}).code == "invitation/expired"
    granted(world.run("resend-invitation", {"invitationId": first["invitation"]["id"]}, token))


def test_expired_records_are_purged(world):
    token = world.inviter()
    event = {"id": "1", "source": "s", "authorization": f"Bearer {token}", "data": {}}
    world.run("list-clients", event=event)
    world.invite(token)
    world.run("verify-email", {"email": "ada@example.com"})
    world.run("reset-password", {"email": "nobody@example.com"})
    assert removed(world) == {}
    codes, hits = len(world.rows("SELECT selector FROM account_codes")), len(world.rows("SELECT at FROM limit_hits"))
    for table in ("seen_events", "limit_hits", "account_codes"):
        world.age(table, "expires_at", 9 * DAY)
    expected = {"events": 1, "limitHits": hits, "accountCodes": codes}
    assert removed(world) == {name: count for name, count in expected.items() if count} and hits


def test_records_of_a_deleted_account_are_purged(world):
    kim = world.accept(world.invite(world.inviter())["code"]).json
    granted(world.run("delete-account", {}, kim["session"]["accessToken"]))
    of_kim = f"SELECT * FROM audit WHERE account_id = '{kim['account']['id']}'"
    left = world.rows(of_kim)
    assert left and all(row["address"] is None for row in left)
    world.age("audit", "at", 10 * DAY)
    purge(world)
    assert world.rows(of_kim) == []


@pytest.mark.parametrize("records, kept", [("anonymise", set()), ("keep", {"clients", "invitations"})])
def test_only_inviters_keep_the_address_of_a_deleted_account_if_at_all(world, records, kept):
    world.policy({**POLICY, "deletion": {"clientRecords": records}})
    token = world.inviter()
    world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token)
    kim = granted(world.accept(code_of(world.mails()[0])))["session"]["accessToken"]
    keeping = lambda: {line.split()[0] for line in world.dump().splitlines() if "kim@example.com" in line}
    assert {"accounts", "outbox"} <= keeping()
    granted(world.run("delete-account", {}, kim))
    assert keeping() == kept


def test_consent_and_invitations_are_never_purged(world):
    kim = world.accept(world.invite(world.inviter())["code"]).json
    for table, columns in {
        "audit": ["at"], "invitations": ["sent_at", "expires_at", "accepted_at"], "accounts": ["created_at"],
        "invitation_codes": ["superseded_at"], "sessions": ["idle_ends_at", "ends_at"],
    }.items():
        for column in columns:
            world.age(table, column, 9999 * DAY)
    kept = {name: rows for name, rows in tables(world).items() if name not in ("audit", "sessions", "limit_hits")}
    purge(world)
    after = tables(world)
    assert {name: after[name] for name in kept} == kept and after["sessions"] == []
    assert world.sign_in("kim")["account"]["id"] == kim["account"]["id"]


def test_the_purge_continues_until_nothing_is_left(world):
    world.inviter()
    for doubling in range(6):
        others = "at, function, action, account_id, team_id, subject_id, code, provider, address, user_agent, trace_id"
        world.rows(f"INSERT INTO audit (id, {others}) SELECT id || ?, {others} FROM audit", (str(doubling),))
    world.age("audit", "at", 11 * DAY)
    total, answers = len(world.rows("SELECT id FROM audit")), []
    while not answers or answers[-1]["more"]:
        answers.append(purge(world, limit=50))
    assert [answer["auditEntries"] for answer in answers[:-1]] == [50] * (total // 50)
    assert sum(answer["auditEntries"] for answer in answers) == total and len(answers) > 1


def test_a_repeated_purge_event_removes_once(world):
    world.inviter()
    world.age("audit", "at", 11 * DAY)
    event = {"id": "1", "source": "s", "data": {}}
    first = world.run("purge-records", event=event).json
    assert first["auditEntries"] and world.run("purge-records", event=event).json == first
    assert purge(world)["auditEntries"] == 0


@pytest.mark.parametrize("key, value", [("auditDays", 0), ("mailDays", 13), ("sessionDays", 36501), ("days", 1)])
def test_an_invalid_retention_is_named(world, key, value):
    world.policy({**POLICY, "retention": {key: value}})
    answer = world.run("purge-records")
    assert answer.status == 78 and f"/retention/{key}" in answer.json["error"]["detail"]
