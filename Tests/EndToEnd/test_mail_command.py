# SPDX-License-Identifier: Apache-2.0
"""What operators do with mails: look at them, put waiting ones forward, and see what templates make."""

import base64
import email
import email.policy
import json
import re
import subprocess
from types import SimpleNamespace

import pytest
from conftest import BIN, POLICY, ROOT, code_of

KINDS = sorted(folder.name for folder in (ROOT / "templates/mail").iterdir() if (folder / "en").is_dir())
LETTERS = [kind for kind in KINDS if kind != "invitation-sms"]
# A port where nobody listens.
AWAY = "smtp://127.0.0.1:9?tls=none"


def command(world, *arguments, **env):
    environment = {k: v for k, v in {**world.env, **env}.items() if v is not None}
    done = subprocess.run(
        [BIN / "vestibule", "mail", *arguments], env=environment, cwd=world.folder, capture_output=True, timeout=60)
    return SimpleNamespace(status=done.returncode, stdout=done.stdout.decode(), stderr=done.stderr.decode())


def listed(world, *arguments):
    done = command(world, "list", "--json", *arguments)
    assert done.status == 0 and done.stderr == "", done
    return [json.loads(line) for line in done.stdout.splitlines()]


def shown(world, id):
    done = command(world, "show", id, "--json")
    assert done.status == 0, done
    return json.loads(done.stdout)


def send(world, token, name="kim", **env):
    client = {"name": name.capitalize(), "email": f"{name}@example.com"}
    return world.run("send-invitation", {"client": client}, token, env=env).json["invitation"]


@pytest.fixture
def waiting(world):
    """A world with one mail that waits for its relay, and the mail."""
    send(world, world.inviter(), MAIL_URL=AWAY)
    [mail] = world.rows("SELECT * FROM outbox")
    assert mail["state"] == "queued" and mail["attempts"] == 1 and mail["trouble"]
    world.mail = mail
    return world


# Looking


def test_the_list_has_the_newest_first_and_what_became_of_each(world):
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


def test_the_story_of_a_mail_has_its_invitation_and_the_audit_log_and_no_secret(waiting):
    sealed = waiting.mail["sealed_values"]
    story = shown(waiting, waiting.mail["id"])
    assert story["state"] == "queued" and story["attempts"] == 1 and story["doubts"] == 0
    assert story["invitation"]["status"] == "pending" and story["invitation"]["id"] == story["invitationId"]
    assert [entry["action"] for entry in story["audit"]] == ["invitation.sent"]
    text = command(waiting, "show", waiting.mail["id"]).stdout
    assert "kim@example.com" in text and "invitation.sent" in text
    for told in (text, json.dumps(story)):
        assert sealed not in told and "sealed" not in told.lower() and "code" not in story


def test_the_story_has_what_came_back_and_who_is_kept_from_mail(world):
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


def test_what_a_relay_says_cannot_move_the_terminals_cursor(waiting):
    waiting.rows("UPDATE outbox SET trouble = ?", ("no\x1b[2J\nway\u202e",))
    for arguments in (["list"], ["show", waiting.mail["id"]]):
        text = command(waiting, *arguments).stdout
        assert "\x1b" not in text and "\u202e" not in text and "way" in text


@pytest.mark.parametrize("arguments", [["list"], ["show", "x"], ["requeue", "x"]])
def test_a_database_that_there_is_not_is_not_made(world, arguments):
    world.without_tables()
    done = command(world, *arguments)
    assert done.status == 78 and re.search("DATABASE_URL: (there is no database|the database has no tables)", done.stderr), done.stderr
    assert not world.is_made


def test_a_mail_that_there_is_not_exits_with_65(world):
    world.inviter()
    done = command(world, "show", "nothing")
    assert done.status == 65 and "there is no mail nothing" in done.stderr and done.stdout == ""


# Putting forward


def requeue(world, *arguments):
    done = command(world, "requeue", *arguments)
    return done.status, json.loads(done.stdout) if done.stdout else None, done.stderr


def test_a_waiting_mail_is_due_now_and_goes_with_the_next_run(waiting):
    assert waiting.run("deliver-mail").json["sent"] == 0
    assert requeue(waiting, waiting.mail["id"]) == (0, {"requeued": 1, "refused": 0}, "")
    assert waiting.rows("SELECT state, attempts FROM outbox") == [{"state": "queued", "attempts": 0}]
    assert waiting.rows("SELECT function, subject_id FROM audit WHERE action = 'mail.requeued'") == [
        {"function": "mail", "subject_id": waiting.mail["invitation_id"]}]
    assert waiting.run("deliver-mail").json["sent"] == 1
    assert waiting.mails()[0]["To"] == "Kim <kim@example.com>" or "kim@example.com" in waiting.mails()[0]["To"]


def test_all_waiting_mails_at_once(world):
    token = world.inviter()
    for number in range(5):
        send(world, token, f"kim{number}", MAIL_URL=AWAY)
    assert requeue(world, "--state", "queued", "--since", "1h")[:2] == (0, {"requeued": 5, "refused": 0})
    assert world.run("deliver-mail").json["sent"] == 5


def test_a_doubt_stays(waiting):
    waiting.rows("UPDATE outbox SET doubts = 1")
    assert requeue(waiting, waiting.mail["id"])[0] == 0
    assert waiting.rows("SELECT doubts FROM outbox") == [{"doubts": 1}]


@pytest.mark.parametrize("state", ["sent", "failed", "unknown", "cancelled"])
def test_what_has_ended_cannot_be_sent_again_and_what_helps_is_said(waiting, state):
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
def test_what_helps_depends_on_the_kind(waiting, kind, advice):
    waiting.rows("UPDATE outbox SET state = 'failed', kind = ?, sealed_values = NULL, ended_at = 0", (kind,))
    status, _, stderr = requeue(waiting, waiting.mail["id"])
    assert status == 65 and advice in stderr
    assert requeue(waiting, "--state", "failed", "--since", "24h") == (
        65, {"requeued": 0, "refused": 0}, "vestibule: there is no such mail\n")


def test_what_is_on_its_way_is_left_alone(waiting):
    waiting.rows("UPDATE outbox SET state = 'leased', due_at = due_at + 1000000")
    before = waiting.rows("SELECT * FROM outbox")
    status, counts, stderr = requeue(waiting, waiting.mail["id"])
    assert status == 65 and "is being sent" in stderr and waiting.rows("SELECT * FROM outbox") == before


def test_what_nobody_would_get_is_not_put_forward(waiting):
    id = waiting.mail["id"]
    waiting.rows("INSERT INTO suppressions VALUES ('kim@example.com', 'complained', NULL, 0)")
    assert "complained" in requeue(waiting, id)[2]
    waiting.rows("DELETE FROM suppressions")
    waiting.rows("UPDATE invitations SET status = 'revoked'")
    assert "an invitation that is revoked" in requeue(waiting, id)[2]
    waiting.rows("UPDATE outbox SET expires_at = 1000")
    assert "expired at 1970" in requeue(waiting, id)[2]
    assert waiting.rows("SELECT attempts FROM outbox") == [{"attempts": 1}]


def test_one_of_several_is_enough(waiting):
    status, counts, stderr = requeue(waiting, "nothing", waiting.mail["id"])
    assert status == 0 and counts == {"requeued": 1, "refused": 1} and "nothing is not a mail's id" in stderr


# Seeing what templates make


def preview(world, *arguments, files=None, **env):
    """Previews with a templates folder of one's own that holds these files, over the bundle's."""
    if files is not None:
        own = world.folder / "own"
        for path, text in files.items():
            (own / path).parent.mkdir(parents=True, exist_ok=True)
            (own / path).write_text(text)
        env["TEMPLATES_DIR"] = str(own)
    alone = {"DATABASE_URL": None, "MAIL_URL": None, "MAIL_FROM": None, "PUBLIC_URL": None, "TEMPLATES_DIR": None}
    done = command(world, "preview", *arguments, "--out", "out", **{**alone, **env})
    done.files = {file.name: file.read_bytes() for file in (world.folder / "out").glob("*")}
    return done


@pytest.mark.parametrize("variant", ["plain", "long", "rtl", "emoji"])
def test_every_mail_in_every_language(world, variant):
    done = preview(world, "all", "--variant", variant)
    assert done.status == 0 and done.stderr == "", done.stderr
    expected = {f"{kind}.{locale}.{ending}" for kind in LETTERS for locale in ("en", "de", "es")
                for ending in ("txt", "html", "eml")}
    assert set(done.files) == expected | {f"invitation-sms.{locale}.txt" for locale in ("en", "de", "es")}
    for name, content in done.files.items():
        text = content.decode()
        assert "{{" not in text and "}}" not in text, name
        if name.endswith(".eml"):
            mail = email.message_from_bytes(content, policy=email.policy.default)
            assert mail["Date"] == "Sat, 21 Nov 2026 13:37:00 +0000" and mail["Subject"] and not mail.defects
            for kind, ending in (("plain", "txt"), ("html", "html")):
                part = mail.get_body((kind,)).get_content()
                assert part.split() == done.files[name[:-3] + ending].decode().split()
    assert not (world.folder / "data").exists(), "a preview needs no database"


def test_a_preview_is_the_same_each_time(world):
    first = preview(world, "all").files
    assert preview(world, "all").files == first


def test_the_variables_of_a_deployment_are_used(world):
    mail = email.message_from_bytes(preview(
        world, "invitation", "--locale", "en", MAIL_FROM="Coach <coach@pfa.example>",
        PUBLIC_URL="https://pfa.example").files["invitation.en.eml"], policy=email.policy.default)
    assert mail["From"] == "Coach <coach@pfa.example>" and code_of(mail)
    assert "https://pfa.example/invite?code=" in mail.get_body(("plain",)).get_content()


def test_the_policy_of_a_deployment_is_used(world):
    world.policy({**POLICY, "app": {"name": "Öpp \"X\" <y>", "supportEmail": "help@pfa.example", "locales": ["de"]}})
    done = preview(world, "verify-email")
    assert set(done.files) == {f"verify-email.de.{ending}" for ending in ("txt", "html", "eml")}
    mail = email.message_from_bytes(done.files["verify-email.de.eml"], policy=email.policy.default)
    assert mail["From"].addresses[0].display_name == "Öpp \"X\" <y>"
    assert mail["Reply-To"].addresses[0].addr_spec == "help@pfa.example"


def test_a_note_is_in_the_preview_where_the_policy_lets_inviters_write_one(world):
    assert "Bring water" not in preview(world, "invitation").files["invitation.en.txt"].decode()
    world.policy({**POLICY, "invitation": {"allowNote": True}})
    assert "Bring water" in preview(world, "invitation").files["invitation.en.txt"].decode()


def test_a_wrong_variable_exits_with_78(world):
    assert preview(world, "all", MAIL_FROM="nobody").status == 78
    assert preview(world, "all", PUBLIC_URL="ftp://pfa.example").status == 78
    assert preview(world, "all", POLICY_FILE="nowhere.json").status == 78


def test_a_fixture_is_laid_over_the_example(world):
    (world.folder / "fixture.json").write_text(json.dumps(
        {"inviter": {"displayName": "Bo <b>", "email": None}, "days": 1, "expiresAt": "2027-01-02T00:00:00Z"}))
    files = preview(world, "invitation", "--fixture", "fixture.json", "--locale", "en").files
    text = files["invitation.en.txt"].decode()
    assert "Hi Kim Lee," in text and "Bo <b> has invited you" in text and "expires in 1 day, on 2 January 2027" in text
    assert "Reply to this email" not in text and b"Bo &lt;b&gt;" in files["invitation.en.html"]
    assert b"Reply-To" not in files["invitation.en.eml"]


@pytest.mark.parametrize("content, words", [
    ("{", "is not JSON"), ("[]", "is not a JSON object"), ('{"client": {"nmae": "Kim"}}', "/client/nmae"), (None, "cannot be read")])
def test_a_fixture_that_is_none_exits_with_65(world, content, words):
    if content is not None:
        (world.folder / "fixture.json").write_text(content)
    done = preview(world, "all", "--fixture", "fixture.json")
    assert done.status == 65 and words in done.stderr and done.files == {}


def test_a_language_that_there_is_not_falls_back(world):
    files = preview(world, "password-changed", "--locale", "de-AT", "--locale", "fr").files
    assert "Passwort" in files["password-changed.de-AT.txt"].decode()
    assert "password" in files["password-changed.fr.txt"].decode()


def test_a_folder_of_ones_own_takes_the_place_of_one_file_only(world):
    bundled = preview(world, "invitation", "--locale", "en").files
    files = preview(
        world, "invitation", "--locale", "en", files={"mail/invitation/en/subject.txt": "Come, {{client.name}}"}).files
    mail = email.message_from_bytes(files["invitation.en.eml"], policy=email.policy.default)
    assert mail["Subject"] == "Come, Kim Lee"
    for ending in ("txt", "html"):
        assert files[f"invitation.en.{ending}"] == bundled[f"invitation.en.{ending}"]


def test_partials_are_shared_and_may_want_others(world):
    files = preview(world, "verify-email", "--locale", "en", files={
        "mail/verify-email/en/body.txt": "{{>hello}}{{link}}\n",
        "mail/partials/hello.txt": "Hello {{account.displayName}}!\n{{>bye}}",
        "mail/partials/bye.txt": "Bye from {{app.name}}.\n"}).files
    assert files["verify-email.en.txt"].decode().startswith(
        "Hello Kim Lee!\nBye from PFA.\nhttps://example.com/verify-email?code=")


@pytest.mark.parametrize("path, text, place", [
    ("mail/invitation/en/body.txt", "Hi\n{{clent.name}}\n", "mail/invitation/en/body.txt:2: {{clent.name}}"),
    ("mail/invitation/en/subject.txt", "{{newEmail}}", "mail/invitation/en/subject.txt:1: {{newEmail}}"),
    ("mail/invitation/en/body.txt", "Hi\n\n{{#note}}\n{{note}}\n", "mail/invitation/en/body.txt:3: {{#note}} has no end"),
    ("mail/invitation/en/body.txt", "Hi\n{{#note}}\n{{/days}}\n", "mail/invitation/en/body.txt:3: {{/days}} should be {{/note}}"),
    ("mail/invitation/en/body.txt", "Hi\n{{/note}}\n", "mail/invitation/en/body.txt:2: {{/note}} ends nothing"),
    ("mail/invitation/en/body.txt", "Hi\n{{note\n", "mail/invitation/en/body.txt:2: {{note is not closed"),
    ("mail/layout.html", "<p>\n\n{{secret}}</p>", "mail/layout.html:3"),
    ("mail/invitation/en/body.txt", "{{>nothing}}", "mail/partials/nothing.txt")])
def test_a_broken_template_exits_with_78_naming_file_and_line(world, path, text, place):
    done = preview(world, "invitation", "--locale", "en", files={path: text})
    assert done.status == 78 and place in done.stderr, done.stderr
    assert done.files == {}


def test_a_comment_may_have_several_lines(world):
    text = "{{! one\ntwo\n}}Hi {{client.name}}{{! three }}\n"
    done = preview(world, "invitation", "--locale", "en", files={"mail/invitation/en/body.txt": text})
    assert done.status == 0 and done.files["invitation.en.txt"].decode().strip() == "Hi Kim Lee", done.stderr


def test_all_that_is_broken_is_told_at_once_and_the_rest_is_made(world):
    done = preview(world, "all", files={
        "mail/invitation/en/body.txt": "{{a}}", "mail/new-device/de/body.html": "\n{{b}}"})
    assert done.status == 78
    assert "mail/invitation/en/body.txt:1" in done.stderr and "mail/new-device/de/body.html:2" in done.stderr
    assert "invitation.de.html" in done.files and "invitation.en.html" not in done.files


def test_a_folder_that_cannot_be_written_exits_with_64(world):
    (world.folder / "file").write_text("")
    done = command(world, "preview", "all", "--out", "file/out")
    assert done.status == 64 and "file/out" in done.stderr
