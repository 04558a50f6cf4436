# SPDX-License-Identifier: Apache-2.0
"""Relays that are a vendor's interface over HTTP: Resend, SendGrid, Mailgun, Postmark and Amazon SES.

What goes out is held against the vendors' own descriptions of their calls, where those are at hand, and for SES against
moto, which checks signatures as AWS does."""

import base64
import datetime
import email
import email.message
import email.policy
import email.utils
import json
import os
import pathlib
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time
import urllib.request
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import boto3
import jsonschema
import pytest
from botocore.config import Config
from conftest import POLICY, ROOT, code_of
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from smtp_servers import (
    UNREACHABLE, deliver, delivery, free_port, inviter_named, mailbox, outbox, parsed, seconds_until_due, send, wait_until)

NOTHING = {"sent": 0, "retried": 0, "failed": 0, "unknown": 0, "more": False}
KEYS = {
    "RESEND_API_KEY": "re_5ecret", "SENDGRID_API_KEY": "SG.5ecret", "MAILGUN_API_KEY": "key-5ecret",
    "POSTMARK_API_KEY": "5ecret-token", "AWS_ACCESS_KEY_ID": "AKIAIOSFODNN7EXAMPLE",
    "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI/K7MDENG+5ecret"}
PATHS = {
    "resend:": "/emails", "sendgrid:": "/v3/mail/send", "mailgun:mg.pfa.example": "/v3/mg.pfa.example/messages",
    "postmark:": "/email", "ses:eu-west-1": "/v2/email/outbound-emails"}
VENDORS = list(PATHS)
#: What each says to a mail that it takes, and the id that is in there.
YES = {
    "resend:": (200, {}, {"id": "49a3999c-0ce1"}, "49a3999c-0ce1"),
    "sendgrid:": (202, {"X-Message-Id": "14c5d75ce93"}, b"", "14c5d75ce93"),
    "mailgun:mg.pfa.example": (
        200, {}, {"id": "<2026.1@mg.pfa.example>", "message": "Queued. Thank you."}, "<2026.1@mg.pfa.example>"),
    "postmark:": (
        200, {}, {"To": "kim@example.com", "SubmittedAt": "2026-11-21T13:37:00Z", "MessageID": "0a129aee-e1cd",
                  "ErrorCode": 0, "Message": "OK"}, "0a129aee-e1cd"),
    "ses:eu-west-1": (200, {}, {"MessageId": "010201-5c6e"}, "010201-5c6e")}


def no(vendor, status, words="No"):
    """A refusal in the shape of the vendor."""
    return {
        "resend:": (status, {}, {"statusCode": status, "name": "validation_error", "message": words}),
        "sendgrid:": (status, {}, {"errors": [{"message": words, "field": "from.email", "help": None}]}),
        "mailgun:mg.pfa.example": (status, {}, {"message": words}),
        "postmark:": (status, {}, {"ErrorCode": 300, "Message": words}),
        "ses:eu-west-1": (status, {"x-amzn-ErrorType": "BadRequestException:http://a.example/"}, {"message": words}),
    }[vendor]


class Vendor(ThreadingHTTPServer):
    """Takes every mail, on the path of any vendor, and writes down what it is asked.

    `answer` gives another answer to a request (which is counted from 1): status, headers and body, or `drop` to hang up,
    `reset` to do so harshly, `cut` to stop amid the answer, and `stall` to say nothing for 30 s."""

    block_on_close = True
    daemon_threads = False

    def __init__(self, answer=None, certificate=None):
        super().__init__(("127.0.0.1", 0), Connection)
        self.answer, self.asked, self.connections, self.over = answer, [], 0, threading.Event()
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
        """Clients that give up are what is tested."""

    def __enter__(self):
        self.thread = threading.Thread(target=self.serve_forever, args=(0.02,))
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.shutdown()
        self.thread.join()
        self.server_close()


@dataclass
class Asked:
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
        asked = Asked(self.command, self.path, self.headers, body)
        self.server.asked.append(asked)
        vendor = next((vendor for vendor, path in PATHS.items() if self.path.endswith(path)), None)
        answer = self.server.answer(asked, len(self.server.asked)) if self.server.answer else None
        if answer == "stall":
            self.server.over.wait(30)
        if answer == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if answer in ("stall", "drop", "reset"):
            self.close_connection = True
            self.connection.close()
            return
        status, headers, body, *_ = answer if isinstance(answer, tuple) else YES[vendor]
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


def says(*answer):
    return lambda *_: answer


def sent(world, vendor, policy=None, name="Kim", inviter="Ada", **env):
    """What a vendor is asked when a client is invited."""
    world.policy({**POLICY, **(policy or {})})
    with Vendor() as server:
        answer = send(world, inviter_named(world, inviter), name=name, env=server.env(vendor, **env))
        assert answer.status == 0 and answer.json["invitation"]["delivery"] == "sent", (answer, outbox(world))
        [asked] = server.asked
    return asked


def tried(world, vendor, answer, later=None, **env):
    """The row of a mail that a vendor gives such an answer to."""
    with Vendor(answer if callable(answer) or answer is None else says(*answer)) as server:
        result = send(world, world.inviter(), env=server.env(vendor, **env))
    assert result.status == 0, result
    [row] = outbox(world)
    for key in KEYS.values():
        assert key not in result.stderr and key not in (row["trouble"] or "")
    return row


def is_due_after(row, least, most):
    return least - 5 < seconds_until_due(row) <= most


# What goes out


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_mail_goes_out_and_the_vendors_id_is_kept(world, vendor):
    token = world.inviter()
    with Vendor() as server:
        answer = send(world, token, env=server.env(vendor))
    assert answer.json["invitation"]["delivery"] == "sent" and delivery(world, token) == ["sent"]
    [asked] = server.asked
    assert asked.command == "POST" and asked.path == PATHS[vendor]
    assert asked.headers["User-Agent"].startswith("vestibule/") and not asked.headers["Expect"]
    [row] = outbox(world)
    assert (row["state"], row["vendor_id"], row["trouble"]) == ("sent", YES[vendor][3], None)
    assert row["sealed_values"] is None


@pytest.mark.parametrize("vendor", VENDORS)
def test_deliver_mail_sends_side_by_side_over_connections_that_are_kept(world, vendor):
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(20)]
    world.run("send-invitation", {"clients": clients}, world.inviter(), env=UNREACHABLE)
    with Vendor() as server:
        assert deliver(world, server.env(vendor, MAIL_CONNECTIONS="4"))["sent"] == 20
    assert len(server.asked) == 20 and server.connections <= 4
    bodies = [asked.body.decode() for asked in server.asked]
    if vendor.startswith("ses:"):
        bodies = [base64.b64decode(asked.json["Content"]["Raw"]["Data"]).decode() for asked in server.asked]
    assert sorted(number for body in bodies for number in range(20) if f"kim{number}@example.com" in body) == [*range(20)]
    assert {row["vendor_id"] for row in outbox(world)} == {YES[vendor][3]}


def description_of(call):
    folder = pathlib.Path(os.environ.get("VESTIBULE_TESTDATA") or ROOT / "../shared/testdata")
    file = folder / f"{call}.openapi.json"
    if not file.exists():
        pytest.skip(f"the vendor's description is not at hand: VESTIBULE_TESTDATA should name the folder of {file.name}")
    return json.loads(file.read_text())


def validate(value, schema, description):
    """Holds a value against a schema of a description, which says no to members that it does not name."""
    whole = {**schema, "components": description["components"]}
    jsonschema.Draft202012Validator(whole, format_checker=jsonschema.FormatChecker(["email"])).validate(value)
    while "$ref" in schema:
        schema = description
        for step in whole["$ref"].split("/")[1:]:
            schema = schema[step]
        whole = schema
    assert not isinstance(value, dict) or schema.get("additionalProperties") or set(value) <= set(schema["properties"])


#: As hard as names and subjects get.
HARD = 'Zoë "Z" O\'Neil, Dr.\\'


@pytest.mark.parametrize("name", ["Kim", HARD, "=?utf-8?Q?Evil?=", "김 선생님 " * 10])
def test_resend_is_asked_as_its_own_description_says(world, name):
    description = description_of("resend-emails")
    call = description["paths"]["/emails"]["post"]
    asked = sent(world, "resend:", name=name, inviter=name)
    validate(asked.json, call["requestBody"]["content"]["application/json"]["schema"], description)
    [parameter] = call["parameters"]
    validate(asked.headers[parameter["name"]], parameter["schema"], description)
    validate(YES["resend:"][2], call["responses"]["200"]["content"]["application/json"]["schema"], description)


@pytest.mark.parametrize("name", ["Kim", HARD, "=?utf-8?Q?Evil?=", "김 선생님 " * 10])
def test_sendgrid_is_asked_as_its_own_description_says(world, name):
    description = description_of("sendgrid-mail-send")
    call = description["paths"]["/mail/send"]["post"]
    asked = sent(world, "sendgrid:", name=name, inviter=name)
    assert asked.path == "/v3/mail/send" and description["servers"][0]["url"].endswith("api.sendgrid.com/v3")
    validate(asked.json, call["requestBody"]["content"]["application/json"]["schema"], description)


@pytest.mark.parametrize("name", ["Kim", HARD, "=?utf-8?Q?Evil?=", "김 선생님 " * 10])
def test_mailgun_is_asked_as_its_own_description_says(world, name):
    description = description_of("mailgun-messages")
    [(path, methods)] = description["paths"].items()
    asked = sent(world, "mailgun:mg.pfa.example", name=name, inviter=name)
    assert asked.path == path.replace("{domain_name}", "mg.pfa.example")
    schema = methods["post"]["requestBody"]["content"]["multipart/form-data"]["schema"]
    fields = description["components"]["schemas"][schema["$ref"].split("/")[-1]]["properties"]
    form = {
        name: values if fields.get(name, {}).get("type") == "array" else values[0] for name, values in asked.form.items()}
    assert all(len(values) == 1 for values in asked.form.values())
    validate(form, schema, description)
    named = {field for field in form if not field.startswith(("h:", "v:"))}
    assert named <= set(fields)
    answer = methods["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    validate(YES["mailgun:mg.pfa.example"][2], answer, description)


def test_postmark_is_asked_with_documented_fields_alone(world):
    asked = sent(world, "postmark:")
    assert {name: type(value) for name, value in asked.json.items()} == {
        "From": str, "To": str, "ReplyTo": str, "Subject": str, "TextBody": str, "HtmlBody": str, "Headers": list,
        "MessageStream": str, "Metadata": dict, "TrackOpens": bool, "TrackLinks": str}
    assert all(set(header) == {"Name", "Value"} for header in asked.json["Headers"])
    assert asked.headers["Content-Type"] == asked.headers["Accept"] == "application/json"
    assert asked.json["TrackLinks"] in ("None", "HtmlAndText", "HtmlOnly", "TextOnly")


@pytest.mark.parametrize("vendor, header, value", [
    ("resend:", "Authorization", "Bearer re_5ecret"), ("sendgrid:", "Authorization", "Bearer SG.5ecret"),
    ("mailgun:mg.pfa.example", "Authorization", "Basic " + base64.b64encode(b"api:key-5ecret").decode()),
    ("postmark:", "X-Postmark-Server-Token", "5ecret-token")])
def test_each_vendor_gets_its_own_key_and_no_other(world, vendor, header, value):
    asked = sent(world, vendor, MAIL_API_KEY="another")
    assert asked.headers[header] == value
    assert not any(key in other for name, other in asked.headers.items() for key in KEYS.values() if name != header)


@pytest.mark.parametrize("vendor", ["resend:", "sendgrid:", "mailgun:mg.pfa.example", "postmark:"])
def test_one_key_serves_where_there_is_one_relay(world, vendor, tmp_path):
    (tmp_path / "key").write_text("common-key\n")
    asked = sent(world, vendor, **{name: "" for name in KEYS}, MAIL_API_KEY_FILE=str(tmp_path / "key"))
    headers = " ".join(asked.headers.values())
    assert "common-key" in headers or base64.b64encode(b"api:common-key").decode() in headers


def read(vendor, asked):
    """From, To, Reply-To, subject, text, HTML and further headers, wherever the vendor has them."""
    def address(text):
        name, address = email.utils.parseaddr(text)
        return str(email.header.make_header(email.header.decode_header(name))), address

    if vendor == "resend:":
        body = asked.json
        return (address(body["from"]), address(*body["to"]), address(body["reply_to"]), body["subject"], body["text"],
                body["html"], body["headers"])
    if vendor == "sendgrid:":
        body = asked.json
        [personal] = body["personalizations"]
        people = [(person.get("name", ""), person["email"]) for person in (body["from"], *personal["to"], body["reply_to"])]
        assert [part["type"] for part in body["content"]] == ["text/plain", "text/html"]
        return (*people, body["subject"], *[part["value"] for part in body["content"]], body["headers"])
    if vendor == "postmark:":
        body = asked.json
        return (*[address(body[name]) for name in ("From", "To", "ReplyTo")], body["Subject"], body["TextBody"],
                body["HtmlBody"], {header["Name"]: header["Value"] for header in body["Headers"]})
    if vendor.startswith("mailgun:"):
        form = {name: values[0] for name, values in asked.form.items()}
        return (*[address(form[name]) for name in ("from", "to", "h:Reply-To")], form["subject"], form["text"],
                form["html"], {name[2:]: value for name, value in form.items() if name.startswith("h:")})
    mail = parsed(base64.b64decode(asked.json["Content"]["Raw"]["Data"]))
    return (*[mailbox(mail, name) for name in ("From", "To", "Reply-To")], mail["Subject"],
            *[mail.get_body((kind,)).get_content().replace("\r\n", "\n") for kind in ("plain", "html")], dict(mail.items()))


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("name", ["Kim Lee", "Zoë", "Lee, Kim", 'Kim "K" Lee', "back\\slash\\", "김 선생님", "Kim. (Lee) <x>"])
def test_everything_of_a_mail_gets_to_every_vendor_whatever_the_names_are(world, vendor, name):
    asked = sent(world, vendor, name=name, inviter=name + " II")
    [row] = outbox(world)
    sender, to, reply_to, subject, text, html, headers = read(vendor, asked)
    assert sender == ("PFA", "hello@pfa.example") and to == (name, "kim@example.com")
    assert reply_to == (name + " II", "ada@example.com")
    assert name in text and name + " II" in subject and "\n" not in subject and "<html" in html
    assert text.count("https://pfa.example/invite?code=") == 1
    unsubscribe = headers["List-Unsubscribe"]
    assert unsubscribe.startswith("<https://pfa.example/unsubscribe?token=") and unsubscribe.endswith(">")
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert headers["Auto-Submitted"] == "auto-generated"
    ours = {name.lower(): value for name, value in headers.items()}.get("message-id")
    assert ours == (None if vendor == "resend:" else f"<{row['id']}@pfa.example>")
    if vendor == "postmark:":
        assert headers["X-PM-KeepID"] == "true"


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_name_that_readers_would_take_for_an_encoded_word_stays_what_it_is(world, vendor):
    name = "=?utf-8?Q?Ada_=3Cevil=40x.example=3E?="
    asked = sent(world, vendor, name=name)
    to = read(vendor, asked)[1]
    decoded = str(email.header.make_header(email.header.decode_header(to[0]))) if vendor == "sendgrid:" else to[0]
    assert (decoded, to[1]) == (name, "kim@example.com")


@pytest.mark.parametrize("vendor", VENDORS)
def test_the_mail_of_a_person_without_a_name_has_an_address_alone(world, vendor):
    world.policy({**POLICY, "providers": {**POLICY["providers"], "password": {}},
                  "roles": {"inviter": "admin", "invitee": "client", "signUp": ["client"]},
                  "app": {"supportEmail": "help@pfa.example"}})
    with Vendor() as server:
        data = {"email": "kim@example.com", "password": "correct horse battery", "displayName": "Kim", "role": "client"}
        assert world.run("sign-up", data, env=server.env(vendor)).status == 0
        wait_until(lambda: server.asked)
    _, to, reply_to, _, text, _, headers = read(vendor, server.asked[0])
    assert to == ("", "kim@example.com") and reply_to == ("PFA", "help@pfa.example") and "verify-email" in text
    assert "List-Unsubscribe" not in headers and headers["Auto-Submitted"] == "auto-generated"


def test_vendors_are_told_the_mails_own_id_and_not_to_track(world):
    asked = {vendor: sent_again(world, vendor) for vendor in VENDORS}
    ids = {vendor: id for vendor, (_, id) in asked.items()}
    body = {vendor: request.json for vendor, (request, _) in asked.items() if "mailgun" not in vendor}
    form = asked["mailgun:mg.pfa.example"][0].form
    assert asked["resend:"][0].headers["Idempotency-Key"] == ids["resend:"]
    assert body["sendgrid:"]["personalizations"][0]["custom_args"] == {"vestibule_id": ids["sendgrid:"]}
    tracking = body["sendgrid:"]["tracking_settings"]
    assert {name: setting["enable"] for name, setting in tracking.items()} == {
        "click_tracking": False, "open_tracking": False, "subscription_tracking": False}
    assert form["v:vestibule_id"] == [ids["mailgun:mg.pfa.example"]] and form["o:tracking"] == ["no"]
    assert body["postmark:"]["Metadata"] == {"vestibule_id": ids["postmark:"]}
    assert (body["postmark:"]["TrackOpens"], body["postmark:"]["TrackLinks"]) == (False, "None")
    assert body["postmark:"]["MessageStream"] == "outbound"


def sent_again(world, vendor):
    token = world.inviter()
    with Vendor() as server:
        answer = send(world, token, address=f"{vendor.split(':')[0]}@example.com", env=server.env(vendor))
        assert answer.json["invitation"]["delivery"] == "sent"
    [row] = world.rows(f"SELECT id FROM outbox WHERE recipient = '{vendor.split(':')[0]}@example.com'")
    return server.asked[0], row["id"]


def test_an_address_beyond_ascii_reaches_the_vendor_by_its_ascii_domain(world):
    token = world.inviter()
    with Vendor() as server:
        send(world, token, address="kim@exämple.de", env=server.env("postmark:", MAIL_FROM="PFA <hello@büro.example>"))
    assert server.asked[0].json["To"] == "Kim <kim@xn--exmple-cua.de>"
    assert server.asked[0].json["From"] == "PFA <hello@xn--bro-hoa.example>"


def test_a_path_of_the_interface_may_have_something_before_it(world):
    with Vendor() as server:
        env = server.env("resend:", MAIL_API_URL=server.url + "/mail/proxy/")
        assert send(world, world.inviter(), env=env).json["invitation"]["delivery"] == "sent"
    assert server.asked[0].path == "/mail/proxy/emails"


# What answers mean


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504])
def test_a_vendor_that_cannot_now_is_asked_again_later(world, vendor, status):
    row = tried(world, vendor, no(vendor, status))
    assert (row["state"], row["attempts"], row["doubts"]) == ("queued", 1, 0) and f"HTTP {status}: " in row["trouble"]
    assert is_due_after(row, 20, 25) and row["sealed_values"]
    assert deliver(world)["sent"] == 1


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("status", [400, 413, 415, 422, 451])
def test_a_vendor_that_never_will_ends_the_mail_and_its_words_are_kept(world, vendor, status):
    row = tried(world, vendor, no(vendor, status, "The subject " + "is too long " * 100))
    assert row["state"] == "failed" and row["sealed_values"] is None and row["vendor_id"] is None
    assert f"HTTP {status}: " in row["trouble"] and "The subject is too long" in row["trouble"]
    assert len(row["trouble"]) < 350 and deliver(world) == NOTHING


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("status", [401, 402, 403, 404, 405])
def test_a_vendor_that_does_not_want_the_operator_makes_the_mail_wait_without_using_it_up(world, vendor, status):
    row = tried(world, vendor, no(vendor, status))
    if vendor == "postmark:" and status == 401:
        assert "error 300" in row["trouble"]
    assert (row["state"], row["attempts"], row["doubts"]) == ("queued", 0, 0) and is_due_after(row, 60, 61)
    assert row["sealed_values"] and deliver(world)["sent"] == 1


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_redirect_is_not_followed(world, vendor):
    with Vendor() as other:
        row = tried(world, vendor, (307, {"Location": other.url + "/emails"}, b""))
    assert other.asked == [] and (row["state"], row["attempts"]) == ("queued", 0)


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_web_server_that_says_yes_to_everything_is_not_believed(world, vendor):
    row = tried(world, vendor, (200, {}, b"<html>It works!</html>"))
    assert row["state"] == "queued" and row["doubts"] == (0 if vendor == "resend:" else 1)


@pytest.mark.parametrize("vendor, answer, became", [
    ("resend:", (409, {}, {"name": "concurrent_idempotent_requests", "message": "Wait"}), "later"),
    ("resend:", (409, {}, {"name": "invalid_idempotent_request", "message": "Other payload"}), "sent"),
    ("resend:", (429, {}, {"name": "daily_quota_exceeded", "message": "Enough"}), "later"),
    ("resend:", (403, {}, {"name": "validation_error", "message": "The domain is not verified"}), "held"),
    ("postmark:", (422, {}, {"ErrorCode": 406, "Message": "Inactive recipient"}), "refused"),
    ("postmark:", (422, {}, {"ErrorCode": 10, "Message": "Bad token"}), "held"),
    ("postmark:", (422, {}, {"ErrorCode": 405, "Message": "No credit"}), "held"),
    ("postmark:", (422, {}, {"ErrorCode": 400, "Message": "No such sender"}), "held"),
    ("postmark:", (422, {}, {"ErrorCode": 412, "Message": "Not approved"}), "held"),
    ("postmark:", (422, {}, {"ErrorCode": 100, "Message": "Maintenance"}), "later"),
    ("postmark:", (200, {}, {"ErrorCode": 406, "Message": "Inactive recipient"}), "refused"),
    ("postmark:", (200, {}, {"ErrorCode": 10, "Message": "Bad token"}), "held"),
    ("postmark:", (200, {}, {"Message": "Accepted, may be delayed", "MessageID": "1"}), "sent"),
    ("ses:eu-west-1", (400, {"x-amzn-ErrorType": "MessageRejected"}, {"message": "Bad content"}), "refused"),
    ("ses:eu-west-1", (400, {}, {"__type": "com.amazonaws.sesv2#BadRequestException", "message": "No"}), "refused"),
    ("ses:eu-west-1", (400, {"x-amzn-ErrorType": "MessageRejected"},
                       {"message": "Email address is not verified. The following identities failed"}), "held"),
    ("ses:eu-west-1", (400, {"x-amzn-ErrorType": "InvalidSignatureException"}, {"message": "No match"}), "held"),
    ("ses:eu-west-1", (403, {"x-amzn-ErrorType": "ExpiredTokenException"}, {"message": "Expired"}), "held"),
    ("ses:eu-west-1", (400, {"x-amzn-ErrorType": "SendingPausedException"}, {"message": "Paused"}), "held"),
    ("ses:eu-west-1", (400, {"x-amzn-ErrorType": "MailFromDomainNotVerifiedException"}, {"message": "No"}), "held"),
    ("ses:eu-west-1", (400, {"x-amzn-ErrorType": "LimitExceededException"}, {"message": "Too many"}), "later"),
    ("ses:eu-west-1", (429, {"x-amzn-ErrorType": "TooManyRequestsException"}, {"message": "Slow"}), "later"),
    ("sendgrid:", (403, {}, {"errors": [{"message": "The from address does not match a verified Sender"}]}), "held"),
    ("mailgun:mg.pfa.example", (404, {}, {"message": "Domain not found: mg.pfa.example"}), "held"),
    ("mailgun:mg.pfa.example", (401, {}, b"Forbidden"), "held"),
])
def test_what_a_vendor_means_by_its_own_codes(world, vendor, answer, became):
    row = tried(world, vendor, answer)
    assert {"later": ("queued", 1), "held": ("queued", 0), "refused": ("failed", 1), "sent": ("sent", 1)}[became] == (
        row["state"], row["attempts"]), row["trouble"]


@pytest.mark.parametrize("vendor", ["resend:", "sendgrid:"])
@pytest.mark.parametrize("wait, least, most", [
    (lambda: "300", 300, 301), (lambda: email.utils.formatdate(time.time() + 600, usegmt=True), 600, 601),
    (lambda: "1", 20, 25), (lambda: "-5", 20, 25), (lambda: "soon", 20, 25), (lambda: "9" * 30, 20, 25),
    (lambda: str(2**62), 86_400, 86_401), (lambda: email.utils.formatdate(time.time() - 600, usegmt=True), 20, 25),
    (lambda: email.utils.formatdate(2**31 + 10**9, usegmt=True), 86_400, 86_401)])
def test_a_vendor_says_how_long_to_wait(world, vendor, wait, least, most):
    row = tried(world, vendor, (429, {"Retry-After": wait()}, b"{}"))
    assert row["attempts"] == 1 and is_due_after(row, least, most), row


@pytest.mark.parametrize("reset, least, most", [
    (lambda: time.time() + 900, 900, 901), (lambda: time.time() - 900, 20, 25), (lambda: 10**18, 86_400, 86_401)])
def test_sendgrid_says_when_its_limit_is_over(world, reset, least, most):
    row = tried(world, "sendgrid:", (429, {"X-RateLimit-Reset": str(int(reset()))}, {"errors": [{"message": "too many"}]}))
    assert is_due_after(row, least, most) and "too many" in row["trouble"]


def test_addresses_and_keys_in_a_vendors_words_are_not_kept(world):
    words = f"\r\nAddress <kim@example.com> is inactive;\n\u2028 token {KEYS['POSTMARK_API_KEY']}\0 of ada@example.com"
    row = tried(world, "postmark:", (422, {}, {"ErrorCode": 406, "Message": words}))
    assert row["trouble"] == "postmark: HTTP 422: error 406: Address [address] is inactive; token [key] of [address]"


def test_words_that_are_no_json_and_no_utf8_do_no_harm(world):
    row = tried(world, "mailgun:mg.pfa.example", (400, {}, b"\xff\xfe<b>Bad</b>" * 10**4))
    assert row["state"] == "failed" and "<b>Bad</b>" in row["trouble"] and len(row["trouble"]) < 400


def test_an_answer_without_an_end_is_not_taken_in(world):
    row = tried(world, "sendgrid:", (500, {}, b"x" * (8 << 20)))
    assert row["state"] == "queued" and len(row["trouble"]) < 350


# What breaks


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_vendor_out_of_reach_is_asked_again_later(world, vendor):
    listener = socket.create_server(("127.0.0.1", 0))
    closed = f"http://127.0.0.1:{listener.getsockname()[1]}"
    listener.close()
    for number, url in enumerate((closed, "https://nowhere.invalid")):
        address = f"kim{number}@example.com"
        env = {"MAIL_URL": vendor, "MAIL_API_URL": url, **KEYS}
        assert send(world, world.inviter(), address=address, env=env).json["invitation"]["delivery"] == "queued"
        [row] = world.rows(f"SELECT * FROM outbox WHERE recipient = '{address}'")
        assert (row["state"], row["attempts"], row["doubts"]) == ("queued", 1, 0) and "curl" in row["trouble"]
    assert deliver(world)["sent"] == 2


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_connection_that_breaks_before_the_request_is_tried_again(world, vendor):
    """Nothing is sent before TLS is there."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def hang_up():
            while True:
                try:
                    listener.accept()[0].close()
                except OSError:
                    return

        thread = threading.Thread(target=hang_up, daemon=True)
        thread.start()
        url = f"https://127.0.0.1:{listener.getsockname()[1]}"
        send(world, world.inviter(), env={"MAIL_URL": vendor, "MAIL_API_URL": url, **KEYS})
    [row] = outbox(world)
    assert (row["state"], row["attempts"], row["doubts"]) == ("queued", 1, 0), row
    assert deliver(world)["sent"] == 1


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("end", ["drop", "reset"])
def test_a_connection_that_breaks_behind_the_request_leaves_a_doubt_unless_the_vendor_knows_repeats(world, vendor, end):
    token = world.inviter()
    with Vendor(lambda *_: end) as server:
        assert send(world, token, env=server.env(vendor)).json["invitation"]["delivery"] == "queued"
        [row] = outbox(world)
        assert (row["state"], row["attempts"], row["doubts"]) == ("queued", 1, 0 if vendor == "resend:" else 1), row
        again = deliver(world, server.env(vendor))
        assert len(server.asked) == 2
    if vendor == "resend:":
        assert again == {**NOTHING, "retried": 1}
        one, two = server.asked
        assert one.headers["Idempotency-Key"] == two.headers["Idempotency-Key"] == row["id"]
    else:
        assert again == {**NOTHING, "unknown": 1} and delivery(world, token) == ["unknown"]


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_vendor_that_says_nothing_costs_an_inviter_no_answer(world, vendor):
    start = time.monotonic()
    with Vendor(lambda *_: "stall") as server:
        answer = send(world, world.inviter(), env=server.env(vendor, DEADLINE_SECONDS="2"))
        assert answer.status == 0 and answer.json["invitation"]["delivery"] == "queued"
        assert time.monotonic() - start < 4
    [row] = outbox(world)
    assert "curl 28" in row["trouble"] and row["doubts"] == (0 if vendor == "resend:" else 1)


def test_a_vendor_that_nobody_connects_to_costs_half_of_the_time(world):
    """The listener's queue is full: connecting takes for ever, and another relay gets its turn."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listener:
        fillers = []
        for _ in range(4):
            filler = socket.socket()
            filler.setblocking(False)
            filler.connect_ex(listener.getsockname())
            fillers.append(filler)
        env = {"MAIL_URL": f"resend: maildir:{world.maildir}", **KEYS, "DEADLINE_SECONDS": "4",
               "MAIL_API_URL": f"http://127.0.0.1:{listener.getsockname()[1]}"}
        token, start = world.inviter(), time.monotonic()
        answer = send(world, token, env=env)
        assert 0.5 < time.monotonic() - start < 3.5
        for filler in fillers:
            filler.close()
    assert answer.json["invitation"]["delivery"] == "sent" and len(world.mails()) == 1


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_yes_whose_rest_is_lost_is_a_yes(world, vendor):
    row = tried(world, vendor, lambda *_: "cut")
    assert row["state"] == "sent" and len(world.mails()) == 0


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_kept_connection_that_breaks_makes_nobody_send_a_second_time_unseen(world, vendor):
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(2)]
    world.run("send-invitation", {"clients": clients}, world.inviter(), env=UNREACHABLE)
    with Vendor(lambda _, count: "drop" if count == 2 else None) as server:
        counts = deliver(world, server.env(vendor, MAIL_CONNECTIONS="1"))
    if vendor == "resend:":
        assert counts["sent"] == 2 and len(server.asked) == 3
    else:
        assert counts == {**NOTHING, "sent": 1, "retried": 1} and len(server.asked) == 2
        assert sorted(row["doubts"] for row in outbox(world)) == [0, 1]


@pytest.fixture(scope="module")
def self_signed(tmp_path_factory):
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1)).sign(key, hashes.SHA256()))
    file = tmp_path_factory.mktemp("tls") / "both.pem"
    file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + certificate.public_bytes(serialization.Encoding.PEM))
    return file


@pytest.mark.parametrize("vendor", VENDORS)
def test_nothing_is_said_to_somebody_whose_certificate_nobody_vouches_for(world, vendor, self_signed):
    with Vendor(certificate=self_signed) as server:
        send(world, world.inviter(), env=server.env(vendor))
    [row] = outbox(world)
    assert server.asked == [] and (row["state"], row["attempts"]) == ("queued", 0) and "curl 60" in row["trouble"]


# Several relays


@pytest.mark.parametrize("function", ["send-invitation", "deliver-mail"])
@pytest.mark.parametrize("answer, became", [
    ((503, {}, b""), "sent"), ((401, {}, b""), "sent"), ((429, {"Retry-After": "600"}, b""), "sent"),
    ((422, {}, b"{}"), "failed"), ("drop", "queued")])
def test_trouble_at_one_relay_makes_the_next_one_try_and_a_refusal_does_not(world, function, answer, became):
    def choose(asked, _):
        return answer if asked.path == PATHS["sendgrid:"] else None

    token = world.inviter()
    with Vendor(choose) as server:
        env = server.env("sendgrid: postmark:")
        send(world, token, env=env if function == "send-invitation" else UNREACHABLE)
        if function == "deliver-mail":
            deliver(world, env)
    [row] = outbox(world)
    assert row["state"] == became
    paths = [asked.path for asked in server.asked]
    assert paths == [PATHS["sendgrid:"]] + ([PATHS["postmark:"]] if became == "sent" else [])
    assert row["vendor_id"] == (YES["postmark:"][3] if became == "sent" else None)


def test_where_every_relay_is_in_trouble_the_mail_waits(world):
    with Vendor(says(503, {}, b"")) as server:
        send(world, world.inviter(), env=server.env(" ".join(VENDORS)))
    assert [asked.path for asked in server.asked] == list(PATHS.values())
    [row] = outbox(world)
    assert (row["state"], row["attempts"]) == ("queued", 1) and row["trouble"] == "ses:eu-west-1: HTTP 503"


def test_a_folder_takes_what_a_vendor_cannot(world):
    with Vendor(says(500, {}, b"")) as server:
        env = server.env(f"mailgun:mg.pfa.example maildir:{world.maildir}")
        assert send(world, world.inviter(), env=env).json["invitation"]["delivery"] == "sent"
    assert world.accept(code_of(world.mails()[0])).status == 0


# Configuration


@pytest.mark.parametrize("env, named", [
    ({"MAIL_URL": "resend:"}, "MAIL_API_KEY"), ({"MAIL_URL": "sendgrid:"}, "SENDGRID_API_KEY"),
    ({"MAIL_URL": "mailgun:mg.pfa.example"}, "MAILGUN_API_KEY"), ({"MAIL_URL": "postmark:"}, "POSTMARK_API_KEY"),
    ({"MAIL_URL": "ses:eu-west-1"}, "AWS_ACCESS_KEY_ID"),
    ({"MAIL_URL": "ses:eu-west-1", "AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": ""}, "AWS_SECRET_ACCESS_KEY"),
    ({"MAIL_URL": "resend: sendgrid:", "RESEND_API_KEY": "a"}, "SENDGRID_API_KEY"),
    ({"MAIL_URL": "resend:", "RESEND_API_KEY": "a\r\nX-Evil: 1"}, "RESEND_API_KEY"),
    ({"MAIL_URL": "resend:", "MAIL_API_KEY": "schlüssel"}, "MAIL_API_KEY"),
    ({"MAIL_URL": "ses:eu-west-1", "AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B", "AWS_SESSION_TOKEN": "a b"},
     "AWS_SESSION_TOKEN"),
    ({"MAIL_URL": "resend:re_5ecret"}, "MAIL_URL"), ({"MAIL_URL": "mailgun:"}, "MAIL_URL"),
    ({"MAIL_URL": "mailgun:a/../b"}, "MAIL_URL"), ({"MAIL_URL": "mailgun:mg.pfa.example?x"}, "MAIL_URL"),
    ({"MAIL_URL": "ses:"}, "MAIL_URL"), ({"MAIL_URL": "ses:eu/west"}, "MAIL_URL"), ({"MAIL_URL": "mandrill:"}, "MAIL_URL"),
    *[({"MAIL_URL": "resend:", "MAIL_API_KEY": "a", "MAIL_API_URL": url}, "MAIL_API_URL") for url in (
        "http://api.example.com", "ftp://127.0.0.1", "https://", "https://a.example?b", "https://u:p@a.example",
        "api.resend.com", "https://a.example/\r\nb")],
])
def test_a_wrong_configuration_is_named_before_anything_is_promised(world, env, named):
    answer = send(world, world.inviter(), env=env)
    assert answer.status == 78 and named in answer.json["error"]["detail"], answer
    assert outbox(world) == [] and "5ecret" not in answer.stdout.decode() + answer.stderr


def test_plain_http_beyond_this_machine_is_for_those_who_say_so(world):
    env = {"MAIL_URL": "resend:", "MAIL_API_KEY": "a", "MAIL_API_URL": "http://api.invalid", "ALLOW_INSECURE": "1"}
    assert send(world, world.inviter(), env=env).json["invitation"]["delivery"] == "queued"


def test_no_key_is_logged_at_any_level(world):
    for vendor in VENDORS:
        for status in (200, 401, 500):
            with Vendor(says(*no(vendor, status))) as server:
                env = server.env(vendor, LOG_LEVEL="trace", AWS_SESSION_TOKEN="5ecret-session")
                answer = send(world, world.inviter(), env=env, address=f"{vendor.split(':')[0]}{status}@example.com")
            assert answer.status == 0 and "5ecret" not in answer.stderr


# Amazon's signatures


class Moto:
    """moto as a server, which checks signatures and permissions once it has been set up."""

    region = "eu-west-1"

    def __init__(self, log):
        self.url = f"http://127.0.0.1:{free_port()}"
        server = pathlib.Path(sys.executable).with_name("moto_server")
        self.process = subprocess.Popen(
            [server, "-H", "127.0.0.1", "-p", self.url.rsplit(":", 1)[1]], stdout=log, stderr=log)

    def client(self, service):
        return boto3.client(
            service, region_name=self.region, endpoint_url=self.url, aws_access_key_id="root",
            aws_secret_access_key="root", config=Config(retries={"total_max_attempts": 1}))

    def set_up(self):
        """A sender, a user who may send from it, and a role of which credentials are lent."""
        wait_until(self.is_up, 60)
        self.client("ses").verify_email_identity(EmailAddress="hello@pfa.example")
        allowed = json.dumps({
            "Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "ses:SendEmail", "Resource": "*"}]})
        iam = self.client("iam")
        iam.create_user(UserName="mailer")
        iam.put_user_policy(UserName="mailer", PolicyName="send", PolicyDocument=allowed)
        self.key = iam.create_access_key(UserName="mailer")["AccessKey"]
        iam.create_user(UserName="idler")
        self.idle = iam.create_access_key(UserName="idler")["AccessKey"]
        role = iam.create_role(RoleName="mailers", AssumeRolePolicyDocument="{}")["Role"]
        iam.put_role_policy(RoleName="mailers", PolicyName="send", PolicyDocument=allowed)
        self.lent = self.client("sts").assume_role(RoleArn=role["Arn"], RoleSessionName="mail")["Credentials"]
        # From here on as with INITIAL_NO_AUTH_ACTION_COUNT=0.
        reset = urllib.request.Request(f"{self.url}/moto-api/reset-auth", b"0", {"Content-Type": "text/plain"})
        urllib.request.urlopen(reset).close()

    def is_up(self):
        assert self.process.poll() is None, "moto_server has ended"
        try:
            urllib.request.urlopen(f"{self.url}/moto-api/data.json", timeout=2).close()
            return True
        except OSError:
            return False

    def mails(self):
        with urllib.request.urlopen(f"{self.url}/moto-api/data.json") as data:
            return json.load(data).get("ses", {}).get("RawMessage", [])

    def env(self, credentials, **more):
        return {
            "MAIL_URL": "ses:eu-west-1", "MAIL_API_URL": self.url, "AWS_ACCESS_KEY_ID": credentials["AccessKeyId"],
            "AWS_SECRET_ACCESS_KEY": credentials["SecretAccessKey"],
            "AWS_SESSION_TOKEN": credentials.get("SessionToken", ""), **more}


@pytest.fixture(scope="module")
def moto(tmp_path_factory):
    with open(tmp_path_factory.mktemp("moto") / "log", "wb") as log:
        moto = Moto(log)
        try:
            moto.set_up()
            yield moto
        finally:
            moto.process.terminate()
            moto.process.wait(20)


def test_amazon_takes_a_mail_that_is_signed_for_a_user(world, moto):
    before = len(moto.mails())
    token = world.inviter()
    assert send(world, token, name=HARD, env=moto.env(moto.key)).json["invitation"]["delivery"] == "sent"
    [row] = outbox(world)
    assert row["vendor_id"] and len(moto.mails()) == before + 1
    mail = moto.mails()[-1]
    assert mail["id"] == row["vendor_id"] and mail["source"] == "hello@pfa.example"
    assert mail["destinations"][0] == "kim@example.com"
    raw = parsed(mail["raw_data"].encode())
    assert mailbox(raw, "To") == (HARD, "kim@example.com") and raw["List-Unsubscribe-Post"]
    assert world.accept(code_of(raw)).status == 0


def test_amazon_takes_mails_side_by_side_that_are_signed_with_lent_credentials(world, moto):
    clients = [{"name": "Zoë", "email": f"kim{number}@example.com"} for number in range(10)]
    world.run("send-invitation", {"clients": clients}, world.inviter(), env=UNREACHABLE)
    before = len(moto.mails())
    assert deliver(world, moto.env(moto.lent, MAIL_CONNECTIONS="3"))["sent"] == 10
    assert len(moto.mails()) == before + 10


@pytest.mark.parametrize("wrong", ["secret", "id", "token", "permission"])
def test_a_wrong_signature_makes_the_mail_wait_until_it_is_mended(world, moto, wrong):
    env = moto.env(
        {"secret": {**moto.key, "SecretAccessKey": "x" * 40}, "id": {**moto.key, "AccessKeyId": "AKIAUNKNOWN"},
         "token": {**moto.lent, "SessionToken": "another"}, "permission": moto.idle}[wrong])
    before = len(moto.mails())
    assert send(world, world.inviter(), env=env).json["invitation"]["delivery"] == "queued"
    [row] = outbox(world)
    assert (row["state"], row["attempts"]) == ("queued", 0) and "HTTP 403" in row["trouble"], row
    assert len(moto.mails()) == before
    assert deliver(world, moto.env(moto.key))["sent"] == 1
