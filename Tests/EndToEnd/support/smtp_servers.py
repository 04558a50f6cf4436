# SPDX-License-Identifier: Apache-2.0
"""An SMTP server on loopback that records every byte and fails on demand, and functions that read mails
and the outbox."""

import base64
import datetime
import email
import email.header
import email.policy
import email.utils
import ipaddress
import socketserver
import ssl
import threading
import time
import zlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from loopback_servers import RunningServer
from worlds import id_token

#: Nothing listens at this port, so a mail stays queued.
UNREACHABLE = {"MAIL_URL": "smtp://127.0.0.1:1?tls=none"}

#: The complete header of an invitation mail.
HEADER = {
    "Date", "From", "To", "Reply-To", "Message-ID", "Subject", "List-Unsubscribe", "List-Unsubscribe-Post",
    "Auto-Submitted", "MIME-Version", "Content-Type"}

GRANTED = {
    "GREETING": b"220 recorder ESMTP", "EHLO": b"250 recorder", "HELO": b"250 recorder", "MAIL": b"250 2.1.0 Ok",
    "RCPT": b"250 2.1.5 Ok", "DATA": b"354 Go ahead", "DOT": b"250 2.0.0 Ok: queued", "RSET": b"250 2.0.0 Ok",
    "NOOP": b"250 2.0.0 Ok", "QUIT": b"221 2.0.0 Bye"}


class Recorder(RunningServer, socketserver.ThreadingTCPServer):
    """Accepts every mail and records the dialogue.

    `connections` is the number of sessions that it takes at once: further ones are refused with 421. `logins` are the
    mechanisms that it offers, and `granted` says which login it accepts: `(mechanism, user, password or token)`.

    `delays` are the seconds before the reply of a stage. `replies` gives a stage (GREETING, EHLO, MAIL, RCPT, DATA, DOT …) another
    reply, `choose` a command; at the stage `stall` it sends nothing for 30 s; at the stage `drop` it closes the connection instead of
    replying."""

    # With the default backlog of 5, concurrent connections would wait for seconds.
    request_queue_size = 128

    def __init__(
            self, replies=None, stall=None, drop=None, offers=(), choose=None, connections=None, logins=(), granted=None,
            port=0, delays=None):
        self.allow_reuse_address = bool(port)
        super().__init__(("127.0.0.1", port), Session)
        self.connections, self.logins, self.granted = connections, logins, granted
        self.lock, self.open, self.refused, self.most = threading.Lock(), 0, 0, 0
        self.authenticated, self.delays = [], delays or {}
        self.replies = {stage: reply.encode() for stage, reply in (replies or {}).items()}
        self.stall, self.drop, self.offers, self.choose = stall, drop, offers, choose
        self.sessions, self.messages = [], []

    @property
    def env(self):
        return {"MAIL_URL": self.url()}

    def url(self, login="", **options):
        query = "".join(f"&{name}={value}" for name, value in options.items())
        return f"smtp://{login}{'@' if login else ''}127.0.0.1:{self.server_address[1]}?tls=none{query}"

    @property
    def commands(self):
        return [line for session in self.sessions for line in session]

    def said(self, verb):
        return [line for line in self.commands if line.upper().startswith(verb.encode())]


class Session(socketserver.StreamRequestHandler):
    timeout = 60

    def handle(self):
        server = self.server
        with server.lock:
            has_room = server.connections is None or server.open < server.connections
            server.open += has_room
            server.refused += not has_room
            server.most = max(server.most, server.open)
        if not has_room:
            self.wfile.write(b"421 4.7.0 Too many connections\r\n")
            return
        try:
            self.converse()
        finally:
            with server.lock:
                server.open -= 1

    def converse(self):
        heard = []
        self.server.sessions.append(heard)
        try:
            self.say("GREETING")
            for line in self.rfile:
                heard.append(line)
                stage = line.split()[0].decode("latin-1").upper() if line.split() else ""
                if stage == "AUTH" and self.server.logins:
                    self.log_in(line)
                    continue
                reply = self.say(stage, line)
                if stage == "DATA" and reply.startswith(b"354"):
                    self.server.messages.append(self.message())
                    self.say("DOT")
                if stage == "QUIT":
                    return
        except (ConnectionError, TimeoutError):
            pass

    def ask(self, prompt=b""):
        self.wfile.write(b"334 " + base64.b64encode(prompt) + b"\r\n")
        return base64.b64decode(self.rfile.readline())

    def log_in(self, line):
        """AUTH PLAIN (RFC 4616), LOGIN, and XOAUTH2 as Google and Microsoft document it."""
        _, mechanism, *initial = line.split()
        mechanism = mechanism.decode().upper()
        if mechanism == "LOGIN":
            user = base64.b64decode(initial[0]) if initial else self.ask(b"Username:")
            login = (mechanism, user.decode(), self.ask(b"Password:").decode())
        else:
            said = base64.b64decode(initial[0]) if initial else self.ask()
            if mechanism == "PLAIN":
                _, user, secret = said.split(b"\0")
                login = (mechanism, user.decode(), secret.decode())
            else:
                user, bearer = said.split(b"\1")[:2]
                login = (mechanism, user.decode().removeprefix("user="), bearer.decode().removeprefix("auth=Bearer "))
        self.server.authenticated.append(login)
        if self.server.granted is None or self.server.granted(login):
            self.wfile.write(b"235 2.7.0 Accepted\r\n")
            return
        if mechanism == "XOAUTH2":
            # The reason, which the client answers with an empty line.
            self.wfile.write(b"334 eyJzdGF0dXMiOiI0MDEifQ==\r\n")
            self.rfile.readline()
        self.wfile.write(b"535 5.7.8 Username and token are not accepted\r\n")

    def message(self):
        """The bytes before the line with the final dot."""
        lines = []
        for line in self.rfile:
            if line == b".\r\n":
                break
            lines.append(line)
        return b"".join(lines)

    def say(self, stage, line=b""):
        server = self.server
        server.over.wait(server.delays.get(stage, 0))
        if stage == server.stall:
            server.over.wait(30)
        if stage == server.drop:
            raise ConnectionResetError
        chosen = server.choose(line) if server.choose else None
        reply = chosen or server.replies.get(stage) or GRANTED.get(stage, b"502 5.5.2 Unknown")
        if stage == "EHLO" and reply.startswith(b"250"):
            extensions = [offer.encode() for offer in server.offers]
            if server.logins:
                extensions.append(("AUTH " + " ".join(server.logins)).encode())
            lines = [reply[4:], *extensions]
            reply = b"\r\n".join(b"250-" + line for line in lines[:-1]) + (b"\r\n" if extensions else b"")
            reply += b"250 " + lines[-1]
        self.wfile.write(reply + b"\r\n")
        return reply


def parsed(content):
    """A mail as Python's parser reads it; its bytes are UTF-8 (RFC 6532)."""
    return email.message_from_string(content.decode(), policy=email.policy.default)


def mailbox(mail, field):
    """Name and address of a header field, decoded by RFC 2047. (Python's newer parser puts a
    space between two encoded words that are next to each other in a name.)"""
    raw = dict(mail.raw_items())[field]
    name, address = email.utils.parseaddr("".join(raw.splitlines()))
    return str(email.header.make_header(email.header.decode_header(name))), address


def outbox(world):
    return world.rows("SELECT * FROM outbox ORDER BY created_at, id")


def seconds_until_due(row):
    return row["due_at"] / 1000 - time.time()


def deliver(world, env=None, later=10**6):
    """Runs `deliver-mail` as if that many seconds had passed since the last attempt."""
    world.age("outbox", "due_at", later, "state IN ('queued', 'leased')")
    world.age("relays", "next_try_at", later)
    answer = world.run("deliver-mail", env=env)
    assert answer.status == 0, answer
    return answer.json


def pass_time(world, seconds):
    """As if that much time had passed for the mails, for what they carry and for the relays."""
    for column in ("due_at", "created_at", "expires_at", "requeued_at", "ended_at"):
        world.age("outbox", column, seconds)
    for column in ("since", "next_try_at", "limited_at"):
        world.age("relays", column, seconds)


def send(world, token, name="Kim", address="kim@example.com", env=None, **client):
    return world.run("send-invitation", {"client": {"name": name, "email": address, **client}}, token, env=env)


def inviter_named(world, name, address="ada@example.com"):
    """The access token of an inviter with that name."""
    token = id_token(sub=str(zlib.crc32(address.encode())), email=address, email_verified=True, name=name)
    answer = world.run("sign-in", {"identity": {"provider": "google", "idToken": token}, "as": "admin"})
    assert answer.status == 0 and "session" in answer.json, answer
    return answer.json["session"]["accessToken"]


def delivery(world, token):
    """The delivery of each client's invitation."""
    return [client["invitation"]["delivery"] for client in world.run("list-clients", {}, token).json["clients"]]


def started_with_input(process):
    """A process of `World.start` that has received its whole event."""
    process.stdin.write(process.event)
    process.stdin.close()
    process.stdin = None
    return process


def killed_while(world, token, server, stage):
    """Starts `send-invitation` and kills it when the server has received the command at which it stalls."""
    data = {"client": {"name": "Kim", "email": "kim@example.com"}}
    event = {"authorization": f"Bearer {token}", "data": data}
    with started_with_input(world.start("send-invitation", event, **server.env)) as process:
        wait_until(lambda: server.said(stage))
        process.kill()


def wait_until(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)  # The interval of the polling.


def certificate(folder, host="127.0.0.1"):
    """A test CA and its certificate for `host`: the file of the CA, and the TLS context of the server."""
    now, day = datetime.datetime.now(datetime.timezone.utc), datetime.timedelta(days=1)

    def build(name, key, issuer, signer, *extensions):
        serial = x509.random_serial_number()
        builder = x509.CertificateBuilder(issuer, name, key.public_key(), serial, now - day, now + day)
        for extension in extensions:
            builder = builder.add_extension(extension, critical=isinstance(extension, x509.BasicConstraints))
        return builder.sign(signer, hashes.SHA256())

    def named(text):
        return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])

    ca_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    ca = build(named("Test CA"), ca_key, named("Test CA"), ca_key, x509.BasicConstraints(True, None))
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(host))])
    leaf = build(named("server"), key, named("Test CA"), ca_key, x509.BasicConstraints(False, None), names)
    pem = serialization.Encoding.PEM
    (folder / "ca.pem").write_bytes(ca.public_bytes(pem))
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "server.pem").write_bytes(private + leaf.public_bytes(pem))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "server.pem")
    return folder / "ca.pem", context
