# SPDX-License-Identifier: Apache-2.0
"""`vestibule mail`: operators list mails, show one, and send waiting ones."""

import base64
import json
import re

import pytest
from mail_commands import command, listed
from worlds import code_of

pytestmark = pytest.mark.postgresql

# Nothing listens at this port.
AWAY = "smtp://127.0.0.1:9?tls=none"


def shown(world, id):
    done = command(world, "show", id, "--json")
    assert done.status == 0, done
    return json.loads(done.stdout)


def send(world, token, name="kim", **env):
    client = {"name": name.capitalize(), "email": f"{name}@example.com"}
    return world.run("send-invitation", {"client": client}, token, env=env).json["invitation"]


@pytest.fixture
def waiting(world):
    """A world with one queued mail, and the mail."""
    send(world, world.inviter(), MAIL_URL=AWAY)
    [mail] = world.rows("SELECT * FROM outbox")
    assert mail["state"] == "queued" and mail["attempts"] == 0 and mail["trouble"]
    world.mail = mail
    return world


# list and show


def test_the_list_shows_the_newest_mail_first_with_its_state(world):
    token = world.inviter()
    send(world, token, "kim")
    send(world, token, "lee", MAIL_URL=AWAY)
    lee, kim = listed(world)
    assert (kim["recipient"], kim["kind"], kim["state"], kim["attempts"]) == ("kim@example.com", "invitation", "sent", 1)
    assert "dueAt" not in kim and "trouble" not in kim and "outcome" not in kim
    assert lee["state"] == "queued" and lee["trouble"] and lee["dueAt"] > lee["createdAt"]


def test_the_list_is_a_table_for_people(waiting):
    done = command(waiting, "list")
    head, line = done.stdout.splitlines()
    assert head.split() == ["ID", "KIND", "STATE", "OUTCOME", "ATTEMPTS", "DUE", "TO", "TROUBLE"]
    assert line.startswith(waiting.mail["id"]) and "kim@example.com" in line
    assert line.index("kim@example.com") == head.index("TO")
    assert len(line) <= head.index("TROUBLE") + 60


def test_the_list_can_be_narrowed(world):
    token = world.inviter()
    for name in ("kim", "lee", "max"):
        send(world, token, name, **({"MAIL_URL": AWAY} if name == "lee" else {}))
    world.accept(code_of(world.mails()[0]))

    def names(*arguments):
        return [mail["recipient"].split("@")[0] for mail in listed(world, *arguments)]

    assert names() == ["ada", "max", "lee", "kim"]
    assert names("--state", "sent") == ["max", "kim"] and names("--kind", "invitation-accepted") == ["ada"]
    assert names("--to", "LEE@example.com") == ["lee"] and names("--to", "nobody@example.com") == []
    assert names("--limit", "2") == ["ada", "max"] and names("--state", "queued", "--kind", "invitation") == ["lee"]


@pytest.mark.parametrize("arguments", [
    ["list", "--state", "lost"], ["list", "--kind", "letter"], ["list", "--limit", "0"], ["requeue"], ["show"],
    ["requeue", "x", "--state", "failed"], ["requeue", "--state", "failed", "--since", "soon"],
    ["requeue", "x", "--since", "1h"], ["preview", "webhook"], ["preview", "letter"],
    ["preview", "all", "--locale", "../en"], ["preview", "all", "--variant", "short"]])
def test_a_wrong_argument_exits_with_64(world, arguments):
    done = command(world, *arguments)
    assert done.status == 64 and done.stderr


def test_show_prints_the_invitation_and_the_audit_log_and_no_secret(waiting):
    sealed = waiting.mail["sealed_values"]
    story = shown(waiting, waiting.mail["id"])
    assert story["state"] == "queued" and story["attempts"] == 0 and story["doubts"] == 0
    assert story["invitation"]["status"] == "pending" and story["invitation"]["id"] == story["invitationId"]
    assert [entry["action"] for entry in story["audit"]] == ["invitation.sent"]
    text = command(waiting, "show", waiting.mail["id"]).stdout
    assert "kim@example.com" in text and "invitation.sent" in text
    for output in (text, json.dumps(story)):
        assert sealed not in output and "sealed" not in output.lower() and "code" not in story


def test_show_prints_bounces_and_suppression(world):
    send(world, world.inviter())
    [mail] = world.rows("SELECT * FROM outbox")
    bounce = (
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n"
        "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n"
        "Final-Recipient: rfc822; kim@example.com\nAction: failed\nStatus: 5.1.1\n\n--b\n"
        f"Content-Type: text/rfc822-headers\n\nMessage-ID: <{mail['id']}@pfa.example>\n\n--b--\n")
    answer = world.run("on-mail-event", event={"message": base64.b64encode(bounce.encode()).decode(), "isBase64Encoded": True})
    assert answer.json["processed"] == 1, answer
    story = shown(world, mail["id"])
    assert story["outcome"] == "bounced" and story["outcomeAt"] and "5.1.1" in story["outcomeDetail"]
    assert story["suppression"] == "bounced" and story["invitation"]["delivery"] == "bounced"
    assert "mail.bounced" in [entry["action"] for entry in story["audit"]]
    assert listed(world)[0]["outcome"] == "bounced"


def test_a_relays_reply_cannot_control_the_terminal(waiting):
    waiting.rows("UPDATE outbox SET trouble = ?", ("no\x1b[2J\nway\u202e",))
    for arguments in (["list"], ["show", waiting.mail["id"]]):
        text = command(waiting, *arguments).stdout
        assert "\x1b" not in text and "\u202e" not in text and "way" in text


@pytest.mark.parametrize("arguments", [["list"], ["show", "x"], ["requeue", "x"]])
def test_a_missing_database_is_not_created(world, arguments):
    world.without_tables()
    done = command(world, *arguments)
    assert done.status == 78 and re.search("DATABASE_URL: (there is no database|the database has no tables)", done.stderr), done.stderr
    assert not world.exists


def test_an_unknown_mail_exits_with_65(world):
    world.inviter()
    done = command(world, "show", "nothing")
    assert done.status == 65 and "there is no mail nothing" in done.stderr and done.stdout == ""


# send


def requeue(world, *arguments):
    done = command(world, "requeue", *arguments)
    return done.status, json.loads(done.stdout) if done.stdout else None, done.stderr


def test_a_requeued_mail_is_due_now_and_sent_by_the_next_run(waiting):
    assert waiting.run("deliver-mail").json["sent"] == 0
    assert requeue(waiting, waiting.mail["id"]) == (0, {"requeued": 1, "refused": 0}, "")
    assert waiting.rows("SELECT state, attempts FROM outbox") == [{"state": "queued", "attempts": 0}]
    assert waiting.rows("SELECT function, subject_id FROM audit WHERE action = 'mail.requeued'") == [
        {"function": "mail", "subject_id": waiting.mail["invitation_id"]}]
    assert waiting.run("deliver-mail").json["sent"] == 1
    assert waiting.mails()[0]["To"] == "Kim <kim@example.com>" or "kim@example.com" in waiting.mails()[0]["To"]


def test_a_failed_mail_to_a_corrected_address_is_not_requeued(waiting):
    waiting.rows("UPDATE outbox SET state = 'failed', ended_at = created_at")
    waiting.rows("UPDATE invitations SET email = 'right@example.com', email_key = 'right@example.com'")
    status, counts, stderr = requeue(waiting, waiting.mail["id"])
    assert status == 65 and counts == {"requeued": 0, "refused": 1} and "whose address was corrected" in stderr


def test_all_waiting_mails_can_be_requeued_at_once(world):
    token = world.inviter()
    for number in range(5):
        send(world, token, f"kim{number}", MAIL_URL=AWAY)
    assert requeue(world, "--state", "queued", "--since", "1h")[:2] == (0, {"requeued": 5, "refused": 0})
    assert world.run("deliver-mail").json["sent"] == 5


def test_a_requeued_mail_keeps_its_unknown_outcome(waiting):
    waiting.rows("UPDATE outbox SET doubts = 1")
    assert requeue(waiting, waiting.mail["id"])[0] == 0
    assert waiting.rows("SELECT doubts FROM outbox") == [{"doubts": 1}]


@pytest.mark.parametrize("state", ["sent", "failed", "unknown", "cancelled"])
def test_a_finished_mail_cannot_be_requeued_and_a_hint_is_printed(waiting, state):
    waiting.rows("UPDATE outbox SET state = ?, sealed_values = NULL, ended_at = created_at", (state,))
    before = waiting.rows("SELECT * FROM outbox")
    for arguments in ([waiting.mail["id"]], ["--state", state], ["--state", state, "--since", "24h"]):
        status, counts, stderr = requeue(waiting, *arguments)
        assert status == 65 and counts == {"requeued": 0, "refused": 1}
        assert f"has ended as {state}" in stderr and "resend-invitation" in stderr
    assert waiting.rows("SELECT * FROM outbox") == before
    assert waiting.rows("SELECT * FROM audit WHERE action = 'mail.requeued'") == []


@pytest.mark.parametrize("kind, advice", [
    ("verify-email", "verify-email"), ("reset-password", "reset-password"), ("confirm-email-change", "update-account"),
    ("new-device", "another way"), ("invitation-accepted", "list-clients"), ("webhook", "another way")])
def test_the_hint_depends_on_the_kind_of_mail(waiting, kind, advice):
    waiting.rows("UPDATE outbox SET state = 'failed', kind = ?, sealed_values = NULL, ended_at = 0", (kind,))
    status, _, stderr = requeue(waiting, waiting.mail["id"])
    assert status == 65 and advice in stderr
    assert requeue(waiting, "--state", "failed", "--since", "24h") == (
        65, {"requeued": 0, "refused": 0}, "vestibule: there is no such mail\n")


def test_a_mail_that_is_being_sent_is_not_requeued(waiting):
    waiting.rows("UPDATE outbox SET state = 'leased', due_at = due_at + 1000000")
    before = waiting.rows("SELECT * FROM outbox")
    status, counts, stderr = requeue(waiting, waiting.mail["id"])
    assert status == 65 and "is being sent" in stderr and waiting.rows("SELECT * FROM outbox") == before


def test_a_mail_that_would_be_cancelled_is_not_requeued(waiting):
    id = waiting.mail["id"]
    waiting.rows("INSERT INTO suppressions (address_key, reason, detail, at) VALUES ('kim@example.com', 'complained', NULL, 0)")
    assert "complained" in requeue(waiting, id)[2]
    waiting.rows("DELETE FROM suppressions")
    waiting.rows("UPDATE invitations SET status = 'revoked'")
    assert "an invitation that is revoked" in requeue(waiting, id)[2]
    waiting.rows("UPDATE outbox SET expires_at = 1000")
    assert "expired at 1970" in requeue(waiting, id)[2]
    assert waiting.rows("SELECT attempts FROM outbox") == [{"attempts": 0}]


def test_one_requeued_mail_of_several_is_a_success(waiting):
    status, counts, stderr = requeue(waiting, "nothing", waiting.mail["id"])
    assert status == 0 and counts == {"requeued": 1, "refused": 1} and "nothing is not a mail's id" in stderr
