# SPDX-License-Identifier: Apache-2.0
"""The SMTP relay: encryption, certificates, logins and internationalised addresses."""

from contextlib import contextmanager
from urllib.parse import quote

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from ports import free_port
from smtp_servers import UNREACHABLE, Recorder, certificate, deliver, delivery, mailbox, outbox, parsed, seconds_until_due, send
from worlds import code_of

# aiosmtpd also warns with implicit TLS.
pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")
LOGIN = ("hello@pfa.example", "p@ss:w/rd?#%&+ \"ü;AUTH=PLAIN")


class Inbox:
    """Keeps the mails that aiosmtpd accepts; as its authenticator, accepts one login."""

    def __init__(self, login):
        self.login, self.envelopes, self.logins, self.secure = login, [], [], []

    def __call__(self, server, session, envelope, mechanism, data):
        assert isinstance(data, LoginPassword)
        given = (data.login.decode(), data.password.decode())
        self.logins.append(given)
        return AuthResult(success=given == self.login, handled=False)

    async def handle_DATA(self, server, session, envelope):
        self.envelopes.append(envelope)
        self.secure.append(session.ssl is not None)
        return "250 2.0.0 Ok"

    @property
    def mails(self):
        return [parsed(envelope.content) for envelope in self.envelopes]


@contextmanager
def aiosmtpd(login=None, **options):
    """An aiosmtpd server; the options are its own."""
    inbox = Inbox(login)
    if login:
        options |= {"authenticator": inbox, "auth_required": True}
    controller = Controller(inbox, hostname="127.0.0.1", port=free_port(), **options)
    controller.start()
    inbox.address = f"127.0.0.1:{controller.port}"
    try:
        yield inbox
    finally:
        controller.stop()


def mail_url(address, login=None, scheme="smtp", ca=None):
    user = "".join(quote(part, safe="") + end for part, end in zip(login or (), ":@"))
    return {"MAIL_URL": f"{scheme}://{user}{address}" + (f"?ca={quote(str(ca))}" if ca else "")}


def waits(world, answer):
    """Asserts that the mail is still queued without a used attempt."""
    assert answer.status == 0 and answer.json["invitation"]["delivery"] == "queued", answer
    [row] = outbox(world)
    assert row["state"] == "queued" and row["attempts"] == 0 and row["sealed_values"], dict(row)
    assert 30 < seconds_until_due(row) <= 61
    return row["trouble"]


def test_nothing_is_sent_to_a_server_without_starttls_and_the_mail_waits(world):
    token = world.inviter()
    with Recorder() as server:
        url = mail_url(f"127.0.0.1:{server.server_address[1]}", LOGIN)
        waits(world, send(world, token, env=url))
        for _ in range(9):
            assert deliver(world, url)["retried"] == 1
        assert outbox(world)[0]["attempts"] == 0
    assert {line.split()[0].upper() for line in server.commands} <= {b"EHLO", b"QUIT"} and not server.messages
    assert deliver(world)["sent"] == 1 and delivery(world, token) == ["sent"]


def test_nothing_is_sent_to_a_server_that_offers_starttls_and_refuses_it(world):
    with Recorder({"STARTTLS": "454 4.7.0 TLS not available"}, offers=["STARTTLS", "AUTH PLAIN LOGIN"]) as server:
        waits(world, send(world, world.inviter(), env=mail_url(f"127.0.0.1:{server.server_address[1]}", LOGIN)))
    assert {line.split()[0].upper() for line in server.commands} <= {b"EHLO", b"STARTTLS", b"QUIT"}


def test_a_mail_is_sent_with_starttls_login_and_an_own_certificate_authority(world):
    ca, context = certificate(world.folder)
    with aiosmtpd(LOGIN, tls_context=context, require_starttls=True) as server:
        answer = send(world, world.inviter(), name='Jörg "Lift" Öz', env=mail_url(server.address, LOGIN, ca=ca))
    assert answer.json["invitation"]["delivery"] == "sent", (answer, outbox(world))
    assert server.logins == [LOGIN] and server.secure == [True]
    [envelope], [mail] = server.envelopes, server.mails
    assert envelope.mail_from == "hello@pfa.example" and envelope.rcpt_tos == ["kim@example.com"]
    assert mailbox(mail, "To") == ('Jörg "Lift" Öz', "kim@example.com") and not mail.defects
    assert world.accept(code_of(mail)).status == 0


def test_a_mail_is_sent_over_smtps(world):
    ca, context = certificate(world.folder)
    with aiosmtpd(LOGIN, ssl_context=context, auth_require_tls=False) as server:
        answer = send(world, world.inviter(), env=mail_url(server.address, LOGIN, "smtps", ca))
    assert answer.json["invitation"]["delivery"] == "sent", (answer, outbox(world))
    assert server.logins == [LOGIN] and len(server.mails) == 1


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
@pytest.mark.parametrize("fault", ["an unknown authority", "another host"])
def test_a_mail_waits_while_the_certificate_cannot_be_trusted(world, fault, scheme):
    ca, context = certificate(world.folder, "127.0.0.1" if fault == "an unknown authority" else "127.0.0.9")
    options = {"tls_context": context} if scheme == "smtp" else {"ssl_context": context, "auth_require_tls": False}
    token = world.inviter()
    with aiosmtpd(LOGIN, **options) as server:
        untrusted = mail_url(server.address, LOGIN, scheme, None if fault == "an unknown authority" else ca)
        waits(world, send(world, token, env=untrusted))
        assert deliver(world, untrusted) == {"sent": 0, "retried": 1, "failed": 0, "unknown": 0, "more": False}
    assert server.logins == [] and server.envelopes == [] and outbox(world)[0]["attempts"] == 0


def test_a_mail_waits_while_the_file_of_authorities_is_missing(world):
    ca, context = certificate(world.folder)
    with aiosmtpd(LOGIN, tls_context=context) as server:
        waits(world, send(world, world.inviter(), env=mail_url(server.address, LOGIN, ca=world.folder / "none.pem")))
    assert server.logins == [] and server.envelopes == []


def test_a_mail_waits_while_the_login_is_refused_and_no_error_shows_the_password(world):
    ca, context = certificate(world.folder)
    token, wrong = world.inviter(), (LOGIN[0], "wrong-password-42")
    with aiosmtpd(LOGIN, tls_context=context) as server:
        answer = send(world, token, env=mail_url(server.address, wrong, ca=ca) | {"LOG_LEVEL": "debug"})
        failure = waits(world, answer)
        assert wrong[1] not in answer.stderr + failure and wrong in server.logins and server.envelopes == []
        assert deliver(world, mail_url(server.address, LOGIN, ca=ca))["sent"] == 1
    assert len(server.mails) == 1


def test_a_mail_waits_while_the_server_wants_a_login_and_none_is_set(world):
    ca, context = certificate(world.folder)
    with aiosmtpd(LOGIN, tls_context=context) as server:
        waits(world, send(world, world.inviter(), env=mail_url(server.address, ca=ca)))
    assert server.envelopes == []


@pytest.mark.parametrize("address", ["jörg@exämple.de", "jörg@example.com", "用户@例子.广告"])
def test_an_internationalised_address_is_sent_to_a_server_with_smtputf8(world, address):
    with aiosmtpd(enable_SMTPUTF8=True) as server:
        answer = send(world, world.inviter(), address=address, env={"MAIL_URL": f"smtp://{server.address}?tls=none"})
    assert answer.json["invitation"]["delivery"] == "sent", outbox(world)
    local, domain = address.split("@")
    [envelope] = server.envelopes
    assert envelope.smtp_utf8 and envelope.rcpt_tos[0] in (address, f"{local}@{domain.encode('idna').decode()}")
    assert mailbox(server.mails[0], "To") == ("Kim", address)


def test_an_internationalised_address_fails_visibly_at_a_server_without_smtputf8(world):
    token = world.inviter()
    with aiosmtpd(enable_SMTPUTF8=False) as server:
        send(world, token, address="jörg@exämple.de", env={"MAIL_URL": f"smtp://{server.address}?tls=none"})
    assert server.envelopes == [] and delivery(world, token) == ["bounced"]


@pytest.mark.parametrize("address", ["jörg@exämple.de", "jörg@example.com", "kim@exämple.de"])
def test_only_ascii_is_sent_to_a_server_without_smtputf8(world, address):
    token = world.inviter()
    with Recorder(offers=["8BITMIME"]) as server:
        send(world, token, address=address, env=server.env)
    assert b"".join(server.commands + server.messages).isascii()
    # A domain has an ASCII form (RFC 5891), a local part has none.
    assert delivery(world, token) == ["sent" if address.startswith("kim") else "bounced"]


@pytest.mark.parametrize("function", ["send-invitation", "deliver-mail"])
def test_an_internationalised_address_goes_to_the_next_relay_if_the_first_one_lacks_smtputf8(world, function):
    token = world.inviter()
    with Recorder() as old, Recorder(offers=["SMTPUTF8"]) as new:
        env = {"MAIL_URL": f"{old.url()} {new.url()}"}
        send(world, token, address="jörg@example.com", env=env if function == "send-invitation" else UNREACHABLE)
        if function == "deliver-mail":
            deliver(world, env)
        assert delivery(world, token) == ["sent"] and len(new.messages) == 1
        send(world, token, address="kim@example.com", env=env)
    assert old.said("RCPT") == [b"RCPT TO:<kim@example.com>\r\n"], "the first relay is not out of service"
    assert world.rows("SELECT * FROM relays WHERE name NOT LIKE '%:1'") == []


def test_an_internationalised_address_that_no_relay_takes_is_refused_for_that_reason(world):
    token = world.inviter()
    with Recorder() as first, Recorder() as second:
        send(world, token, address="jörg@example.com", env={"MAIL_URL": f"{first.url()} {second.url()}"})
    [row] = outbox(world)
    assert delivery(world, token) == ["bounced"] and "SMTPUTF8" in row["trouble"], dict(row)
    assert world.rows("SELECT * FROM relays") == []


@pytest.mark.parametrize("is_first", [True, False])
def test_an_internationalised_address_waits_for_a_relay_that_may_take_it(world, is_first):
    token = world.inviter()
    with Recorder() as old:
        urls = [old.url(), UNREACHABLE["MAIL_URL"]]
        env = {"MAIL_URL": " ".join(reversed(urls) if is_first else urls)}
        send(world, token, address="jörg@example.com", env=env)
        assert delivery(world, token) == ["queued"], [dict(row) for row in outbox(world)]
        # Also while that relay is known to be out of service.
        world.age("outbox", "due_at", 3600)
        world.run("deliver-mail", env=env)
        assert delivery(world, token) == ["queued"]
    assert old.said("MAIL") == []


def test_a_relay_that_refuses_an_internationalised_address_for_itself_is_not_the_last_one(world):
    token = world.inviter()
    refusal = "553 5.6.7 Non-ASCII addresses are not permitted"
    with Recorder(offers=["SMTPUTF8"], replies={"MAIL": refusal}) as old, Recorder(offers=["SMTPUTF8"]) as new:
        send(world, token, address="jörg@example.com", env={"MAIL_URL": f"{old.url()} {new.url()}"})
    assert delivery(world, token) == ["sent"] and len(new.messages) == 1
    assert world.rows("SELECT * FROM relays") == []


def test_an_smtp_session_ends_with_quit(world):
    with Recorder() as server:
        send(world, world.inviter(), env=server.env)
    assert [line.split()[0] for line in server.commands] == [b"EHLO", b"MAIL", b"RCPT", b"DATA", b"QUIT"]


@pytest.mark.parametrize("url", [
    "smtp://", "smtp://:25", "smtp:127.0.0.1", "smtp://127.0.0.1?tls=maybe", "smtp://127.0.0.1?tsl=none",
    "ftp://127.0.0.1", "smtp://u%0d%0aQUIT:p@127.0.0.1", "smtp://u:p%00@127.0.0.1", "smtp://%zz@127.0.0.1",
    "smtp://127.0.0.1\r\nx", "nothing", "smtp://127.0.0.1:port", "smtp://127.0.0.1:99999",
    "smtps://127.0.0.1?tls=none", "smtp://127.0.0.1/path", "smtp://user@127.0.0.1", "smtp://user@127.0.0.1?auth=plain"])
def test_a_wrong_mail_url_is_named_before_a_client_is_added(world, url):
    answer = send(world, world.inviter(), env={"MAIL_URL": url})
    assert answer.status == 78 and "MAIL_URL" in answer.json["error"]["detail"], answer
    assert world.rows("SELECT id FROM clients") == []
