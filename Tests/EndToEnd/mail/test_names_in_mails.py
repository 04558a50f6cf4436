# SPDX-License-Identifier: Apache-2.0
"""Names and addresses in mails: the header is read back exactly, and the body never contains them as markup."""

import html.parser
import unicodedata

import pytest
from smtp_servers import inviter_named, mailbox, parsed, send
from worlds import code_of

NAMES = {
    "quotes": 'Kim "Lift" O\'Neil', "a backslash at the end": "Kim \\", "backslashes": 'a\\b \\" c',
    "non-ASCII with quotes": 'Jörg "der Große" Müller', "a comma": "Doe, Jane", "a group": "All: kim, lee;",
    "brackets": "Kim <evil>", "a comment": "Kim (the best)", "an encoded word": "=?utf-8?q?Eve?=",
    "an encoded line break": "=?utf-8?q?x=0D=0ABcc:_eve?=", "half an encoded word": "=?utf-8?b?",
    "markup": "<script>alert(1)</script>", "a template": "{{link}} {{{code}}} {{/link}} {{>mail}} {{=<% %>=}}",
    "an entity": "Tom &amp; Jerry & Co", "an attribute": '"><img src=x onerror=alert(1)>',
    "a format": "%s %n %0d%0a \\r\\n", "a place in a message": "{email} {days}", "Hebrew": "דנה כהן",
    "Arabic": "محمد «الأول»", "a joiner": "می\u200cخواهم",
    "emoji": "👩🏽‍🚀 Zoë 🏋️‍♀️ 🇩🇪", "dots": ". .. ...", "a dash and a dot": "-- .",
    "decomposed": "Zoe\u0308 N\u0303andu\u0301",
    "200 letters": "x" * 200, "200 words": "kim " * 49 + "kim!", "200 emoji": "🏋" * 200,
    "200 Hebrew letters": "ש" * 200, "200 quotes": '"' * 200, "59 quotes": '"' * 59, "60 letters": "x" * 60,
    "a Cyrillic phrase": "Кристина Владимировна " * 9,
    # Characters that combine with the one before or after them.
    "a tag behind a prefix": "\u0600<b\u0600>Kim\u0600</b\u0600>", "a mark on a quote": 'Kim "\u0301 \\\u0301 x',
    "a mark on a bracket": "Kim <\u0301b>\u0301 &\u0301lt;", "a joiner on a bracket": "Kim <\u200db\u200d>"}


class Reading(html.parser.HTMLParser):
    """The visible text of a page, and its tags."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.seen, self.tags = [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, sorted(name for name, _ in attributes)))

    def handle_data(self, data):
        self.seen.append(data)


def normal(text):
    return unicodedata.normalize("NFC", text.strip())


@pytest.fixture
def plain_tags(world):
    """The tags of an ordinary mail."""
    send(world, world.inviter("ben"), name="Kim", address="plain@example.com")
    page = world.mails()[-1].get_body(("html",)).get_content()
    for file in (world.maildir / "new").iterdir():
        file.unlink()
    return Reading(page).tags


def invitation_of(world, name):
    """The bytes of an invitation from and to people with that name."""
    answer = send(world, inviter_named(world, name), name=name)
    assert answer.status == 0 and answer.json.get("invitation", {}).get("delivery") == "sent", answer
    [file] = (world.maildir / "new").iterdir()
    return file.read_bytes()


@pytest.mark.parametrize("kind", NAMES)
def test_a_name_reads_back_exactly_and_is_text_in_the_page(world, plain_tags, kind):
    name = normal(NAMES[kind])
    mail = parsed(invitation_of(world, NAMES[kind]))
    assert len(mail.keys()) == len(set(mail.keys())) == 11 and mail["Bcc"] is None
    assert mailbox(mail, "To") == (name, "kim@example.com")
    assert mailbox(mail, "Reply-To") == (name, "ada@example.com")
    assert " ".join(mail["Subject"].split()) == " ".join(f"You're invited to join {name} on PFA!".split())
    text, page = [mail.get_body((part,)).get_content() for part in ("plain", "html")]
    assert text.startswith(f"Hi {name},\n\n{name} has invited you")
    reading = Reading(page)
    seen = "".join(reading.seen)
    assert reading.tags == plain_tags
    assert f"Hi {name}," in seen and f"{name} has invited you" in seen
    assert text.count(code_of(mail)) == 1


@pytest.mark.parametrize("address", [
    "jörg@exämple.de", "jörg@example.com", "kim@exämple.de", "用户@例子.广告", "o'brien+x=y@example.com",
    "!#$%&'*+/=?^_`{|}~-@example.com", "%0d%0abcc@example.com", "k" * 64 + "@" + "d" * 63 + ".example",
    "квіточка@пошта.укр", "a.b.c@sub.sub.example.com"])
def test_an_address_reads_back_exactly(world, address):
    answer = send(world, world.inviter(), name="Zoë", address=address)
    assert answer.json["client"]["email"] == address and answer.json["invitation"]["email"] == address
    [file] = (world.maildir / "new").iterdir()
    # An internationalised domain is sent in its ASCII form, which every server accepts.
    written = "kim@xn--exmple-cua.de" if address == "kim@exämple.de" else address
    assert mailbox(parsed(file.read_bytes()), "To") == ("Zoë", written)
    [row] = world.rows("SELECT recipient FROM outbox")
    assert row["recipient"] == address


def test_the_inviters_address_may_be_internationalised(world):
    send(world, inviter_named(world, 'Jürgen "Coach" Öz', "jürgen@exämple.de"))
    [file] = (world.maildir / "new").iterdir()
    assert mailbox(parsed(file.read_bytes()), "Reply-To") == ('Jürgen "Coach" Öz', "jürgen@exämple.de")


@pytest.mark.parametrize("given, name", [
    ("hello@pfa.example", ""), ("<hello@pfa.example>", ""), ("PFA <hello@pfa.example>", "Ada via PFA"),
    ('"PFA, Inc." <hello@pfa.example>', "PFA, Inc."), ("Jörg Öz <hello@pfa.example>", "Jörg Öz"),
    ('"Jörg \\"der Coach\\" Öz" <hello@pfa.example>', 'Jörg "der Coach" Öz'),
    ('"PFA \\"Fit\\" \\\\ Co" <hello@pfa.example>', 'PFA "Fit" \\ Co')])
def test_the_sender_is_mail_from(world, given, name):
    token = world.inviter()
    answer = world.run(
        "send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token, env={"MAIL_FROM": given})
    assert answer.status == 0, answer.json
    [mail] = world.mails()
    assert mailbox(mail, "From") == (name, "hello@pfa.example") and mail["Message-ID"].endswith("@pfa.example>")


@pytest.mark.parametrize("given", [
    "PFA", "PFA <hello@pfa.example", "PFA <hello>", "PFA\r\nBcc: <eve@example.com>",
    "PFA <hello@pfa.example>\r\nBcc: x <e@x.de>",
    "PFA <hello@pfa.example\r\nRCPT TO:<eve@example.com>", "a@x.de, b@x.de", "PFA <a@x.de>, Eve <b@x.de>"])
def test_a_wrong_sender_is_named_and_no_client_is_added(world, given):
    token = world.inviter()
    answer = world.run(
        "send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token, env={"MAIL_FROM": given})
    assert answer.status == 78 and "MAIL_FROM" in answer.json["error"]["detail"], answer
    assert world.rows("SELECT id FROM clients") == [] and world.mails() == []
