# SPDX-License-Identifier: Apache-2.0
"""`invitation-report`: counts of an inviter's invitations, and what counts as opening one."""

import datetime

import pytest
from invitations import DAY
from members import accepted, rules
from people import granted

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(rules())]
NOTHING = {
    "byStatus": {"pending": 0, "accepted": 0, "expired": 0, "revoked": 0, "declined": 0}, "days": [], "opened": 0, "accepted": 0,
    "bounced": 0, "medianSecondsToAccept": None}


def report(world, token, **data):
    return granted(world.run("invitation-report", data, token))


def test_an_inviter_without_invitations_gets_zeros(world, ada, bob):
    accepted(world, bob)
    assert report(world, ada) == NOTHING


def test_invitations_are_counted_by_status_and_by_day(world, ada, bob):
    accepted(world, bob, "eve")
    for name in ("kim", "lee"):
        accepted(world, ada, name)
    for name in ("max", "pat", "sam", "tom"):
        world.invite(ada, name)
    invitations = {each["email"].split("@")[0]: each for each in world.rows("SELECT * FROM invitations")}
    granted(world.run("revoke-invitation", {"invitationId": invitations["max"]["id"]}, ada))
    world.rows("UPDATE invitations SET expires_at = 1 WHERE email = 'pat@example.com'")
    world.rows("UPDATE invitations SET delivery = 'bounced' WHERE email = 'sam@example.com'")
    noon = int(datetime.datetime.now(datetime.UTC).replace(hour=12, minute=0, second=0).timestamp()) // DAY * DAY + DAY // 2
    for name, days, seconds in (("kim", 1, 100), ("lee", 2, 201), ("max", 2, 0), ("pat", 400, 0), ("sam", 1, 0), ("tom", 1, 0)):
        sent = (noon - days * DAY) * 1000
        world.rows(
            "UPDATE invitations SET sent_at = ?, accepted_at = CASE WHEN status = 'accepted' THEN ? END WHERE email = ?",
            (sent, sent + seconds * 1000, f"{name}@example.com"))
    day = lambda days: datetime.datetime.fromtimestamp(noon - days * DAY, datetime.UTC).date().isoformat()
    found = report(world, ada)
    assert found == {
        "byStatus": {"pending": 2, "accepted": 2, "expired": 1, "revoked": 1, "declined": 0},
        "days": [
            {"day": day(2), "sent": 2, "accepted": 1, "bounced": 0},
            {"day": day(1), "sent": 3, "accepted": 1, "bounced": 1}],
        "opened": 2, "accepted": 2, "bounced": 1, "medianSecondsToAccept": 150}
    since = datetime.datetime.fromtimestamp(noon - DAY, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    recent = report(world, ada, since=since)
    assert recent["byStatus"] == {"pending": 2, "accepted": 1, "expired": 0, "revoked": 0, "declined": 0}
    assert recent["days"] == found["days"][1:] and recent["medianSecondsToAccept"] == 100
    assert report(world, ada, since="2100-01-01T00:00:00Z") == NOTHING
    assert world.run("invitation-report", {"since": "yesterday"}, ada).code == "event/invalid"


@pytest.mark.parametrize("function", ["preview-invitation", "invite-page"])
def test_the_first_look_opens_an_invitation_and_later_ones_write_nothing(world, ada, function):
    code = world.invite(ada)["code"]
    world.invite(ada, "lee")
    assert report(world, ada)["opened"] == 0
    world.run(function, {"code": code})
    [first] = world.rows("SELECT opened_at FROM invitations WHERE opened_at IS NOT NULL")
    before = world.dump()
    for again in ("preview-invitation", "invite-page"):
        world.run(again, {"code": code.lower()})
    assert world.dump() == before and first["opened_at"] > 0
    assert report(world, ada)["opened"] == 1
    granted(world.accept(code))
    assert report(world, ada)["opened"] == 1


def test_20_looks_at_once_are_one_opening(world, ada):
    code = world.invite(ada)["code"]
    processes = [world.start("preview-invitation", {"code": code}) for _ in range(20)]
    for process in processes:
        granted(world.finish(process))
    assert report(world, ada)["opened"] == 1


def test_a_refused_look_opens_nothing(world, ada):
    sent = world.invite(ada)
    granted(world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, ada))
    assert world.run("preview-invitation", {"code": sent["code"]}).code == "invitation/revoked"
    world.run("invite-page", {"code": sent["code"]})
    assert report(world, ada)["opened"] == 0


def test_an_accepted_invitation_was_opened(world, ada):
    accepted(world, ada)
    assert world.rows("SELECT opened_at FROM invitations") == [{"opened_at": None}]
    assert report(world, ada)["opened"] == 1


def test_a_resent_invitation_stays_opened(world, ada):
    sent = world.invite(ada)
    granted(world.run("preview-invitation", {"code": sent["code"]}))
    granted(world.run("resend-invitation", {"invitationId": sent["invitation"]["id"]}, ada))
    assert report(world, ada)["opened"] == 1


def test_a_database_that_another_process_writes_to_still_answers_a_first_look(world, ada):
    code = world.invite(ada)["code"]
    with world.locked():
        granted(world.run("preview-invitation", {"code": code}))
        assert world.run("invite-page", {"code": code}).status == 0
    assert report(world, ada)["opened"] == 0
    granted(world.run("preview-invitation", {"code": code}))
    assert report(world, ada)["opened"] == 1
