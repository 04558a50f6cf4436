# SPDX-License-Identifier: Apache-2.0
"""The HTTP interfaces of mail vendors: their settings, their addresses and a connection to each."""

import email
import email.message
import email.policy
import email.utils
import json
import socket
import ssl
import struct
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from loopback_servers import RunningServer
from smtp_servers import outbox, send

NOTHING = {"sent": 0, "retried": 0, "failed": 0, "unknown": 0, "more": False}
KEYS = {
    "RESEND_API_KEY": "re_5ecret", "SENDGRID_API_KEY": "SG.5ecret", "MAILGUN_API_KEY": "key-5ecret",
    "POSTMARK_API_KEY": "5ecret-token", "AWS_ACCESS_KEY_ID": "AKIAIOSFODNN7EXAMPLE",
    "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI/K7MDENG+5ecret"}
PATHS = {
    "resend:": "/emails", "sendgrid:": "/v3/mail/send", "mailgun:mg.pfa.example": "/v3/mg.pfa.example/messages",
    "postmark:": "/email", "ses:eu-west-1": "/v2/email/outbound-emails"}
VENDORS = list(PATHS)
#: Each vendor's answer to an accepted mail, and the id in it.
ACCEPTED = {
    "resend:": (200, {}, {"id": "49a3999c-0ce1"}, "49a3999c-0ce1"),
    "sendgrid:": (202, {"X-Message-Id": "14c5d75ce93"}, b"", "14c5d75ce93"),
    "mailgun:mg.pfa.example": (
        200, {}, {"id": "<2026.1@mg.pfa.example>", "message": "Queued. Thank you."}, "<2026.1@mg.pfa.example>"),
    "postmark:": (
        200, {}, {"To": "kim@example.com", "SubmittedAt": "2026-11-21T13:37:00Z", "MessageID": "0a129aee-e1cd",
                  "ErrorCode": 0, "Message": "OK"}, "0a129aee-e1cd"),
    "ses:eu-west-1": (200, {}, {"MessageId": "010201-5c6e"}, "010201-5c6e")}


def refusal(vendor, status, words="No"):
    """A refusal in the shape of the vendor."""
    return {
        "resend:": (status, {}, {"statusCode": status, "name": "validation_error", "message": words}),
        "sendgrid:": (status, {}, {"errors": [{"message": words, "field": "content", "help": None}]}),
        "mailgun:mg.pfa.example": (status, {}, {"message": words}),
        "postmark:": (status, {}, {"ErrorCode": 300, "Message": words}),
        "ses:eu-west-1": (status, {"x-amzn-ErrorType": "BadRequestException:http://a.example/"}, {"message": words}),
    }[vendor]


class Vendor(RunningServer, ThreadingHTTPServer):
    """Accepts every mail on the path of any vendor, and records the requests.

    `answer` gives another answer to a request (which is counted from 1): status, headers and body, or `drop` to close
    the connection, `reset` to reset it, `cut` to close it in the middle of the answer, and `stall` to send nothing for
    30 s."""

    daemon_threads = False

    def __init__(self, answer=None, certificate=None):
        super().__init__(("127.0.0.1", 0), Connection)
        self.answer, self.requests, self.connections = answer, [], 0
        self.scheme = "https" if certificate else "http"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.socket = context.wrap_socket(self.socket, server_side=True)

    @property
    def url(self):
        return f"{self.scheme}://127.0.0.1:{self.server_address[1]}"

    def env(self, relays, **more):
        return {"MAIL_URL": relays, "MAIL_API_URL": self.url, **KEYS, **more}

    def handle_error(self, *_):
        """Clients that give up are part of the tests."""


@dataclass
class Request:
    command: str
    path: str
    headers: email.message.Message
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def form(self):
        """The fields of a multipart form, each with its values, as a standard parser reads them."""
        head = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
        fields = {}
        for part in email.message_from_bytes(head + self.body, policy=email.policy.HTTP).iter_parts():
            name = part.get_param("name", header="content-disposition")
            fields.setdefault(name, []).append(part.get_payload(decode=True).decode())
        return fields


class Connection(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60

    def setup(self):
        super().setup()
        self.server.connections += 1

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        request = Request(self.command, self.path, self.headers, body)
        self.server.requests.append(request)
        vendor = next((vendor for vendor, path in PATHS.items() if self.path.endswith(path)), None)
        answer = self.server.answer(request, len(self.server.requests)) if self.server.answer else None
        if answer == "stall":
            self.server.over.wait(30)
        if answer == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if answer in ("stall", "drop", "reset"):
            self.close_connection = True
            self.connection.close()
            return
        status, headers, body, *_ = answer if isinstance(answer, tuple) else ACCEPTED[vendor]
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) + (100 if answer == "cut" else 0)))
        self.end_headers()
        self.wfile.write(body)
        if answer == "cut":
            self.close_connection = True

    do_GET = do_POST

    def log_message(self, *_):
        pass


def reply(*answer):
    return lambda *_: answer


def tried(world, vendor, answer, later=None, **env):
    """The outbox row of a mail after this answer of the vendor."""
    with Vendor(answer if callable(answer) or answer is None else reply(*answer)) as server:
        result = send(world, world.inviter(), env=server.env(vendor, **env))
    assert result.status == 0, result
    [row] = outbox(world)
    for key in KEYS.values():
        assert key not in result.stderr and key not in (row["trouble"] or "")
    return row


#: Difficult names and subjects.
HARD = 'Zoë "Z" O\'Neil, Dr.\\'
