# SPDX-License-Identifier: Apache-2.0
"""Input in the SMTP dialogue and in the message is data, never a command or a header field."""

import pytest
from smtp_servers import HEADER, Recorder, inviter_named, mailbox, parsed, send
from worlds import POLICY

CONTROLS = {
    "CR LF": "\r\n", "CR": "\r", "LF": "\n", "NUL": "\0", "escape": "\x1b[2J", "DEL": "\x7f", "NEL": "\x85",
    "line separator": "\u2028", "paragraph separator": "\u2029", "vertical tab": "\v", "form feed": "\f"}

#: Text that would be another command, header field or message after a real line break.
PAYLOADS = {
    "a recipient": "{}RCPT TO:<eve@example.com>", "a recipient behind a bracket": ">{}RCPT TO:<eve@example.com",
    "a header field": "{}Bcc: eve@example.com", "a folded field": "{} folded",
    "the end of the message": "{}.{}QUIT{}", "an empty line": "{}{}<h1>Eve</h1>", "nothing": "{}"}

LEGAL = {
    "a bracket": "Kim >", "brackets": "<eve>", "a command": "RCPT TO:<eve>",
    "percent-encoded": "Kim%0d%0aRCPT TO:<eve>", "escapes": r"Kim\r\nBcc: eve\0",
    "an encoded word": "=?utf-8?q?=0D=0ABcc:_eve?=", "an encoded word in Base64": "=?utf-8?B?RXZl?=",
    "backslashes": "Kim\\", "a quote behind a backslash": 'Kim \\" <eve>, "',
    "a script": "<script>x</script>", "a list": "Kim, eve; Lee", "a field": "Bcc: eve",
    "a comment": "(Kim) \\(", "a dot": ".", "quotes": '"Kim" \'Lee\'', "an open quote": '"Kim',
    "full-width": "Kim＜eve＞", "a dash": "--=_x", "SQL": "'; DROP TABLE outbox;--",
    "a symbol for a line break": "Kim␍␊Bcc: eve",
    "letters whose last byte is a line break": "Kim\u560d\u560aBcc: eve", "100 dots": "." * 100}

ADDRESSES = [
    "%0d%0aRCPT@example.com", "=?utf-8?q?eve=40example.com?=@example.com", "o'brien+'or'1'='1@example.com",
    "{{link}}@example.com", "kim=eve%evil.example@example.com", "!#$%&'*+/=?^_`{|}~-@example.com",
    "k@xn--exmple-cua.example", "-kim-@example.com"]

NO_ADDRESSES = [
    "kim@example.com>", "<kim@example.com>", "kim@example.com>\r\nRCPT TO:<eve@example.com", "kim@example.com\r\n",
    "kim\r@example.com", "kim@example.com\nRCPT TO:<eve@example.com>", "kim\0@example.com", "kim@example.com\0",
    "kim@exam\u2028ple.com", "kim\u2029@example.com", "kim@example.com,eve@example.com",
    "kim@example.com;eve@example.com", "kim@example.com eve@example.com", '"kim"@example.com',
    '"kim\r\n"@example.com', "kim(c)@example.com", "kim@[127.0.0.1]", "kim@example.com SIZE=1",
    "Kim <kim@example.com>", "kim@@example.com", "@a.example,@b.example:kim@example.com", "kim\\@example.com",
    "kim@example", "kim@.example.com", "kim..lee@example.com", "kim@ex_ample.com", "kim\u00a0@example.com",
    "kim\x85@example.com", "kim@example.com\r\n.\r\n", "kim:lee@example.com"]


def attacks(control):
    return [payload.replace("{}", CONTROLS[control]) for payload in PAYLOADS.values()]


def the_only_mail(server, address, sender="hello@pfa.example"):
    """The parsed message of a dialogue with one mail to one recipient and nothing else."""
    verbs = [line.split(b":")[0].strip().upper() for line in server.commands]
    assert verbs[1:4] == [b"MAIL FROM", b"RCPT TO", b"DATA"] and set(verbs[4:]) <= {b"QUIT"}, server.commands
    assert server.commands[1] == f"MAIL FROM:<{sender}>\r\n".encode()
    assert server.commands[2] == f"RCPT TO:<{address}>\r\n".encode()
    [content] = server.messages
    rest = content.replace(b"\r\n", b"")
    assert b"\r" not in rest and b"\n" not in rest and b"\0" not in rest and content.isascii()
    mail = parsed(content.replace(b"\r\n..", b"\r\n."))
    assert sorted(mail.keys()) == sorted(HEADER) and not mail.defects
    assert len(list(mail.iter_parts())) == 2 and mailbox(mail, "To")[1] == address
    return mail


@pytest.mark.parametrize("field", ["name", "email", "phone", "locale", "notes"])
@pytest.mark.parametrize("control", CONTROLS)
def test_a_control_character_is_refused_and_its_field_named(world, control, field):
    token = world.inviter()
    good = {"name": "Kim", "email": "kim@example.com", "phone": "+1 555 123", "locale": "de", "notes": "Knee"}
    if field == "notes" and control in ("CR LF", "CR", "LF"):
        pytest.skip("notes may have lines")
    with Recorder() as server:
        values = [good[field] + attack for attack in attacks(control)]
        values += [CONTROLS[control] + good[field], good[field][:2] + CONTROLS[control] + good[field][2:]]
        for value in values:
            answer = world.run("send-invitation", {"client": {**good, field: value}}, token, env=server.env)
            assert answer.status == 0 and answer.code == "event/invalid", (value, answer)
            [error] = answer.json["error"]["errors"]
            assert error["pointer"] == f"/client/{field}" and error["userMessage"]
    assert server.sessions == [] and world.rows("SELECT id FROM clients") == []


@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_an_invalid_address_is_refused(world, address):
    with Recorder() as server:
        answer = send(world, world.inviter(), address=address, env=server.env)
    assert answer.status == 0 and answer.code == "event/invalid", answer
    [error] = answer.json["error"]["errors"]
    assert (error["pointer"], error["code"]) == ("/client/email", "auth/invalid-email")
    assert server.sessions == []


@pytest.mark.parametrize("address", [
    "kim@\u0301example.com", "kim\u0600@example.com", "kim@example\u0600.com", "kim@example.\u0301com",
    "kim@\u200dexample.com"])
def test_combining_marks_after_the_at_sign_or_a_dot_are_answered(world, address):
    with Recorder(offers=["SMTPUTF8"]) as server:
        answer = send(world, world.inviter(), address=address, env=server.env)
    assert answer.status == 0, answer
    assert answer.code == "event/invalid" or server.said("RCPT") == [f"RCPT TO:<{address}>\r\n".encode()]


@pytest.mark.parametrize("kind", LEGAL)
def test_valid_text_is_data_for_the_server_and_the_reader(world, kind):
    name = LEGAL[kind]
    token, notes = inviter_named(world, name), f"{name}\r\n.\r\nRCPT TO:<eve@example.com>\n{name}"
    with Recorder() as server:
        answer = send(world, token, name=name, notes=notes, env=server.env)
    assert answer.json.get("invitation", {}).get("delivery") == "sent", answer
    assert answer.json["client"]["name"] == name
    mail = the_only_mail(server, "kim@example.com")
    assert mailbox(mail, "To") == (name, "kim@example.com") and mailbox(mail, "Reply-To") == (name, "ada@example.com")
    assert mailbox(mail, "From") == (f"{name} via PFA", "hello@pfa.example")
    text = mail.get_body(("plain",)).get_content()
    assert text.startswith(f"Hi {name},\r\n") and ("RCPT TO" in text) == ("RCPT TO" in name)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_valid_address_is_the_only_recipient(world, address):
    with Recorder() as server:
        answer = send(world, world.inviter(), address=address, env=server.env)
    assert answer.json.get("invitation", {}).get("delivery") == "sent", answer
    the_only_mail(server, address)


@pytest.mark.parametrize("control", CONTROLS)
def test_a_name_with_a_control_character_from_a_provider_is_dropped(world, control):
    world.policy({**POLICY, "profile": {"displayName": "optional"}})
    # White space at both ends is trimmed.
    tokens = [inviter_named(world, f"Ada{attack}!", f"ada{n}@example.com") for n, attack in enumerate(attacks(control))]
    names = [account["display_name"] for account in world.rows("SELECT display_name FROM accounts ORDER BY email")]
    assert names == [""] * len(tokens)
    with Recorder() as server:
        assert send(world, tokens[2], env=server.env).json["invitation"]["delivery"] == "sent"
    mail = the_only_mail(server, "kim@example.com")
    assert mailbox(mail, "Reply-To") == ("PFA", "ada2@example.com")
    assert "eve@" not in "".join(part.get_content() for part in mail.iter_parts())


@pytest.mark.parametrize("attack", [
    "ada@example.com\r\nBcc: eve@example.com", "ada@example.com>\r\nRCPT TO:<eve@example.com"])
def test_an_invalid_address_from_a_provider_is_ignored(world, attack):
    token = inviter_named(world, "Ada", attack)
    assert world.rows("SELECT email, email_verified FROM accounts") == [{"email": None, "email_verified": 0}]
    with Recorder() as server:
        assert send(world, token, env=server.env).code == "auth/email-not-verified"
    assert not any(b"eve" in line for line in server.commands + server.messages)
    assert world.rows("SELECT email FROM accounts") == [{"email": None}]
