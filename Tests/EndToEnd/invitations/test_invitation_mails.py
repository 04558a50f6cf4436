# SPDX-License-Identifier: Apache-2.0
"""The mails of the invitation loop, as files in the Maildir."""

import datetime
import re
import shutil
import stat
import time

import pytest
from smtp_servers import HEADER, deliver, mailbox, outbox, send
from worlds import POLICY, code_of, person

MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"}
DAY = {"en": "{1} {0.day}, {0.year}", "de": "{0.day}. {1} {0.year}", "es": "{0.day} de {1} de {0.year}"}


def day(timestamp, language):
    # An invitation that ends at noon UTC is valid until the day before has ended everywhere.
    date = datetime.datetime.fromisoformat(timestamp) - datetime.timedelta(hours=36)
    return DAY[language].format(date, MONTHS[language].split()[date.month - 1])


def unbroken(day):
    """A day in HTML, which stays on the line of its month."""
    return re.sub(r"(?<=^\d) |(?<=^\d\d) |(?<=\d\.) |(?<=\bde) | (?=\d+,)", "\u00a0", day)


def parts(mail):
    """The two alternatives as a mail program shows them: the lines of the text, and the HTML without tags."""
    text, html = [mail.get_body((kind,)).get_content() for kind in ("plain", "html")]
    return text, html


def invitation(world):
    send(world, world.inviter())
    [mail] = world.mails()
    return mail


def test_an_invitation_is_a_text_and_an_html_part(world):
    mail = invitation(world)
    assert mail.get_content_type() == "multipart/alternative" and mail["MIME-Version"] == "1.0"
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    assert [part.get_content_charset() for part in mail.iter_parts()] == ["utf-8", "utf-8"]


def test_an_invitation_has_each_header_once(world):
    mail = invitation(world)
    assert not mail.defects and set(mail.keys()) == HEADER and len(mail.keys()) == len(HEADER)
    assert abs(mail["Date"].datetime.timestamp() - time.time()) < 60 and mail["Date"].endswith("+0000")
    assert re.fullmatch(r"<[0-9a-f-]{36}@pfa\.example>", mail["Message-ID"])
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Subject"] == "You're invited to join Ada on PFA!"


def test_an_invitation_is_from_the_app_and_answers_go_to_the_inviter(world):
    mail = invitation(world)
    assert mailbox(mail, "From") == ("Ada via PFA", "hello@pfa.example")
    assert mailbox(mail, "To") == ("Kim", "kim@example.com")
    assert mailbox(mail, "Reply-To") == ("Ada", "ada@example.com")


def test_a_mail_program_can_unsubscribe_with_one_click(world):
    mail = invitation(world)
    assert re.fullmatch(r"<https://pfa\.example/unsubscribe\?token=[\w-]+>", mail["List-Unsubscribe"])
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_an_invitation_has_both_links_and_its_last_day_in_both_parts(world):
    answer = send(world, world.inviter()).json
    [mail] = world.mails()
    code, until = code_of(mail), day(answer["invitation"]["expiresAt"], "en")
    assert re.fullmatch("[A-Z2-7]{32}", code)
    for part in parts(mail):
        assert f"https://pfa.example/invite?code={code}" in part
        assert f"This invitation expires in 30 days. After {until}, you can ask for a new one." in part.replace("\u00a0", " ")
        assert "https://pfa.example/unsubscribe?token=" in part
    assert f'href="https://pfa.example/invite?code={code}"' in parts(mail)[1]
    assert f">{code}<" not in parts(mail)[1], "the link has the code, and nobody types it"
    assert not [part for part in parts(mail) if "pfa://" in part], "Gmail removes such links: the page behind the link has it"


def test_an_invitation_has_one_button(world):
    """The stores are a quiet line below it."""
    world.policy({**POLICY, "app": {"name": "PFA", "urlScheme": "pfa", "appStoreURL": "https://apps.example/pfa", "playStoreURL": "https://play.example/pfa"}})
    send(world, world.inviter())
    html = parts(world.mails()[0])[1]
    assert len(re.findall(r'<td class="fill"', html)) == len(re.findall(r"<a [^>]*font-weight:600", html)) == 1
    for store in ("https://apps.example/pfa", "https://play.example/pfa"):
        assert re.search(rf'<p class="muted"[^>]*>((?!</p>).)*<a href="{store}" class="link"', html, re.DOTALL)


def test_a_validity_of_one_day_is_written_in_the_singular(world):
    token = world.inviter()
    for locale in ("en", "de", "es"):
        data = {"client": {"name": "K", "email": f"{locale}@example.com", "locale": locale}, "days": 1}
        world.run("send-invitation", data, token)
    texts = [parts(mail)[0] for mail in world.mails()]
    assert "in 1 day." in texts[0]
    # The others name the day only.
    assert "Du kannst sie bis zum" in texts[1] and "Puedes aceptarla hasta el" in texts[2]


def test_no_line_is_longer_than_998_bytes(world):
    token = world.inviter()
    send(world, token, name="Wilhelmina " * 18, address="w" * 60 + "@example.com")
    send(world, token, name="Åse 🏋️ " * 20, address="ase@example.com", locale="de")
    for file in (world.maildir / "new").iterdir():
        header, body = file.read_bytes().split(b"\n\n", 1)
        assert b"\r" not in header + body and all(byte < 0x80 for byte in header + body)
        for line in header.split(b"\n"):
            # Text without a space cannot be folded: an id, an address, a link.
            assert len(line) <= 78 or len(line.strip().split()) <= 2 and b"<" in line, line
        assert max(map(len, body.split(b"\n"))) <= 76


def test_templates_with_windows_line_ends_make_the_same_mail(world):
    folder = world.folder / "templates"
    shutil.copytree(world.env["TEMPLATES_DIR"], folder)
    for file in folder.glob("mail/**/*.*"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    token = world.inviter()
    send(world, token)
    send(world, token, address="lee@example.com", env={"TEMPLATES_DIR": str(folder)})
    first, second = world.mails()
    assert first["Subject"] == second["Subject"] and b"=0A" not in second.as_bytes() and b"=0D" not in second.as_bytes()
    assert parts(first)[0].count("\n") == parts(second)[0].count("\n")


def test_a_mail_in_the_maildir_is_readable_by_its_owner_only(world):
    send(world, world.inviter())
    [file] = (world.maildir / "new").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and ":" not in file.name and "/" not in file.name
    assert not list((world.maildir / "tmp").iterdir()) and not list((world.maildir / "cur").iterdir())


@pytest.mark.parametrize("path", ["box", "//{folder}/box", "{folder}/box"])
def test_a_maildir_may_be_a_relative_or_an_absolute_path(world, path):
    token = world.inviter()
    answer = send(world, token, env={"MAIL_URL": "maildir:" + path.format(folder=world.folder)})
    assert answer.json["invitation"]["delivery"] == "sent", answer
    assert len(list((world.folder / "box" / "new").iterdir())) == 1


@pytest.mark.parametrize("locale, language, subject", [
    ("de", "de", "Ada lädt dich zu PFA ein"),
    ("es", "es", "Ada te invita a PFA"),
    ("de-AT", "de", "Ada lädt dich zu PFA ein"),
    ("DE", "de", "Ada lädt dich zu PFA ein"),
    ("fr", "en", "You're invited to join Ada on PFA!"),
    (None, "en", "You're invited to join Ada on PFA!")])
def test_a_mail_is_in_the_nearest_language_of_the_client(world, locale, language, subject):
    client = {"locale": locale} if locale else {}
    answer = send(world, world.inviter(), **client).json
    [mail] = world.mails()
    assert mail["Subject"] == subject
    text, html = parts(mail)
    until = day(answer["invitation"]["expiresAt"], language)
    assert until in text and unbroken(until) in html and f'<html lang="{language}"' in html


def test_a_client_without_a_language_gets_mail_in_the_inviters_language(world):
    answer = world.run("sign-in", {"identity": person("ada")}, acceptlanguage="es-MX, en;q=0.5").json
    send(world, answer["session"]["accessToken"])
    assert world.mails()[0]["Subject"] == "Ada te invita a PFA"


def test_a_resent_invitation_says_so_and_has_the_only_code_that_works(world):
    token = world.inviter()
    sent = send(world, token).json
    resent = world.run("resend-invitation", {"invitationId": sent["invitation"]["id"]}, token).json
    assert resent["invitation"]["delivery"] == "sent" and resent["invitation"]["resendCount"] == 1
    first, second = world.mails()
    assert second["Subject"] == "Your new invitation to join Ada on PFA" and set(second.keys()) == HEADER
    assert first["Message-ID"] != second["Message-ID"] and code_of(first) != code_of(second)
    for part in parts(second):
        assert "The earlier one no longer works." in part
    assert world.run("preview-invitation", {"code": code_of(first)}).code == "invitation/superseded"
    assert world.run("preview-invitation", {"code": code_of(second)}).json["client"] == {"name": "Kim"}


@pytest.fixture
def reminded(world):
    """The answer to the invitation, its mail and the reminder."""
    world.policy({**POLICY, "invitation": {"remindDaysBefore": [3]}})
    sent = send(world, world.inviter(), locale="de").json
    assert world.run("expire-invitations").json == {"expired": 0, "reminded": 0, "more": False}
    for column in ("sent_at", "expires_at", "remind_at"):
        world.age("invitations", column, 28 * 86_400)
    assert world.run("expire-invitations").json == {"expired": 0, "reminded": 1, "more": False}
    assert world.run("expire-invitations").json["reminded"] == 0
    assert deliver(world, later=0)["sent"] == 1
    return sent, *world.mails()


def test_a_reminder_says_how_long_the_invitation_is_valid(world, reminded):
    _, first, reminder = reminded
    [row] = world.rows("SELECT expires_at FROM invitations")
    until = day(datetime.datetime.fromtimestamp(row["expires_at"] / 1000, datetime.timezone.utc).isoformat(), "de")
    assert reminder["Subject"] == f"Erinnerung: Die Einladung von Ada gilt noch bis zum {until}"
    assert set(reminder.keys()) == HEADER and code_of(reminder) != code_of(first)
    text, html = parts(reminder)
    assert until in text and unbroken(until) in html


def test_a_reminder_has_a_working_code_and_the_first_one_stays_valid(world, reminded):
    sent, first, reminder = reminded
    for mail in (first, reminder):
        assert world.run("preview-invitation", {"code": code_of(mail)}).json["client"] == {"name": "Kim"}
    assert world.accept(code_of(reminder)).json["client"]["id"] == sent["client"]["id"]
    assert world.accept(code_of(first), "lee").code == "invitation/already-accepted"


def test_an_invitation_is_valid_to_the_end_of_its_last_day_in_every_time_zone(world):
    for days in (1, 30):
        data = {"client": {"name": "Kim", "email": f"kim{days}@example.com"}, "days": days}
        invitation = world.run("send-invitation", data, world.inviter(f"ada{days}")).json["invitation"]
        sent, end = (datetime.datetime.fromisoformat(invitation[name]) for name in ("sentAt", "expiresAt"))
        assert end == sent.replace(hour=12, minute=0, second=0, microsecond=0) + datetime.timedelta(days=days + 1)
        last = day(invitation["expiresAt"], "en")
        assert last == day((sent + datetime.timedelta(days=days, hours=36)).isoformat(), "en")
        assert f"After {last}, you can" in parts(world.mails()[-1])[0]


def test_a_reminder_is_sent_on_a_later_day_than_the_invitation(world):
    world.policy({**POLICY, "invitation": {"remindDaysBefore": [1, 3]}})
    for days, name in ((3, "ada"), (1, "bob")):
        data = {"client": {"name": "Kim", "email": "kim@example.com"}, "days": days}
        assert world.run("send-invitation", data, world.inviter(name)).code is None
    early, late = (row["remind_at"] for row in world.rows("SELECT remind_at, expires_at FROM invitations ORDER BY id"))
    assert late is None and early == world.rows("SELECT MAX(expires_at) AS at FROM invitations")[0]["at"] - 2 * 86_400_000


def test_an_invitation_by_link_gets_no_reminder(world):
    world.policy({**POLICY, "invitation": {"remindDaysBefore": [3]}})
    world.invite(world.inviter())
    for column in ("sent_at", "expires_at", "remind_at"):
        world.age("invitations", column, 28 * 86_400)
    world.run("expire-invitations")
    assert outbox(world) == []


def test_the_inviter_gets_the_acceptance_mail_in_their_own_language(world):
    token = world.run("sign-in", {"identity": person("ada")}, acceptlanguage="de").json["session"]["accessToken"]
    send(world, token, locale="es")
    assert world.accept(code_of(world.mails()[0])).status == 0
    assert deliver(world, later=0)["sent"] == 1
    mail = world.mails()[1]
    assert mail["Subject"] == "Kim hat deine Einladung angenommen"
    assert mailbox(mail, "To") == ("Ada", "ada@example.com") and mailbox(mail, "From") == ("PFA", "hello@pfa.example")
    assert set(mail.keys()) == HEADER - {"Reply-To", "List-Unsubscribe", "List-Unsubscribe-Post"}
    for part in parts(mail):
        assert "kim@example.com" in part and "invite?code=" not in part and "unsubscribe" not in part.lower()


def test_mails_to_an_inviter_lead_to_the_client(world):
    token = world.inviter()
    for name in ("kim", "lee"):
        send(world, token, name.capitalize(), f"{name}@example.com")
    kim, lee = (code_of(mail) for mail in world.mails())
    accepted = world.accept(kim).json
    assert world.run("decline-invitation", {"code": lee}).code is None
    assert world.run("leave-inviter", {"clientId": accepted["client"]["id"]}, accepted["session"]["accessToken"]).code is None
    world.run("deliver-mail")
    clients = {row["name"].lower(): row["id"] for row in world.rows("SELECT id, name FROM clients")}
    for subject, name in (("accepted", "kim"), ("declined", "lee"), ("no longer connected", "kim")):
        [mail] = [mail for mail in world.mails() if subject in mail["Subject"]]
        link = f"https://pfa.example/client?id={clients[name]}"
        text, html = parts(mail)
        assert link in text.split() and html.count(f'href="{link}"') == 1, "an ordinary page needs no address under the button"
        assert mailbox(mail, "From") == ("PFA", "hello@pfa.example"), "the client is the cause, not the inviter"


@pytest.mark.parametrize("language, sender", [("en", "Ada via PFA"), ("de", "Ada via PFA"), ("es", "Ada vía PFA")])
def test_the_sender_is_called_after_the_inviter(world, language, sender):
    token = world.inviter()
    send(world, token, locale=language)
    world.run("resend-invitation", {"invitationId": world.rows("SELECT id FROM invitations")[0]["id"]}, token)
    assert {mailbox(mail, "From") for mail in world.mails()} == {(sender, "hello@pfa.example")}


def test_an_inviter_who_is_called_like_the_app_does_not_send_twice(world):
    token = world.inviter()
    world.rows("UPDATE accounts SET display_name = 'evil.com'")
    send(world, token)
    assert mailbox(world.mails()[0], "From") == ("PFA", "hello@pfa.example")
