# SPDX-License-Identifier: Apache-2.0
"""The requests to a mail vendor's HTTP interface: Resend, SendGrid, Mailgun and Postmark, compared with their own descriptions."""

import base64
import email
import email.utils
import json
import os
import pathlib

import jsonschema
import pytest
from http_vendors import ACCEPTED, HARD, KEYS, PATHS, VENDORS, Vendor
from smtp_servers import UNREACHABLE, deliver, delivery, inviter_named, mailbox, outbox, parsed, send, wait_until
from worlds import POLICY, ROOT


def sent(world, vendor, policy=None, name="Kim", inviter="Ada", **env):
    """The request to a vendor when a client is invited."""
    world.policy({**POLICY, **(policy or {})})
    with Vendor() as server:
        answer = send(world, inviter_named(world, inviter), name=name, env=server.env(vendor, **env))
        assert answer.status == 0 and answer.json["invitation"]["delivery"] == "sent", (answer, outbox(world))
        [request] = server.requests
    return request


# Requests


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_mail_goes_out_and_the_vendors_id_is_kept(world, vendor):
    token = world.inviter()
    with Vendor() as server:
        answer = send(world, token, env=server.env(vendor))
    assert answer.json["invitation"]["delivery"] == "sent" and delivery(world, token) == ["sent"]
    [request] = server.requests
    assert request.command == "POST" and request.path == PATHS[vendor]
    assert request.headers["User-Agent"].startswith("vestibule/") and not request.headers["Expect"]
    [row] = outbox(world)
    assert (row["state"], row["vendor_id"], row["trouble"]) == ("sent", ACCEPTED[vendor][3], None)
    assert row["sealed_values"] is None


@pytest.mark.parametrize("vendor", VENDORS)
def test_deliver_mail_sends_concurrently_over_kept_connections(world, vendor):
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(20)]
    world.run("send-invitation", {"clients": clients}, world.inviter(), env=UNREACHABLE)
    with Vendor() as server:
        assert deliver(world, server.env(vendor, MAIL_CONNECTIONS="4"))["sent"] == 20
    assert len(server.requests) == 20 and server.connections <= 4
    bodies = [request.body.decode() for request in server.requests]
    if vendor.startswith("ses:"):
        bodies = [base64.b64decode(request.json["Content"]["Raw"]["Data"]).decode() for request in server.requests]
    assert sorted(number for body in bodies for number in range(20) if f"kim{number}@example.com" in body) == [*range(20)]
    assert {row["vendor_id"] for row in outbox(world)} == {ACCEPTED[vendor][3]}


def description_of(call):
    folder = pathlib.Path(os.environ.get("VESTIBULE_TESTDATA") or ROOT / "../shared/testdata")
    file = folder / f"{call}.openapi.json"
    if not file.exists():
        pytest.skip(f"the vendor's description is not at hand: VESTIBULE_TESTDATA should name the folder of {file.name}")
    return json.loads(file.read_text())


def validate(value, schema, description):
    """Validates a value with a schema of a description, which refuses members that it does not name."""
    whole = {**schema, "components": description["components"]}
    jsonschema.Draft202012Validator(whole, format_checker=jsonschema.FormatChecker(["email"])).validate(value)
    while "$ref" in schema:
        schema = description
        for step in whole["$ref"].split("/")[1:]:
            schema = schema[step]
        whole = schema
    assert not isinstance(value, dict) or schema.get("additionalProperties") or set(value) <= set(schema["properties"])


@pytest.mark.parametrize("name", ["Kim", HARD, "=?utf-8?Q?Evil?=", "김 선생님 " * 10])
def test_requests_to_resend_satisfy_its_own_openapi_document(world, name):
    description = description_of("resend-emails")
    call = description["paths"]["/emails"]["post"]
    request = sent(world, "resend:", name=name, inviter=name)
    validate(request.json, call["requestBody"]["content"]["application/json"]["schema"], description)
    [parameter] = call["parameters"]
    validate(request.headers[parameter["name"]], parameter["schema"], description)
    validate(ACCEPTED["resend:"][2], call["responses"]["200"]["content"]["application/json"]["schema"], description)


@pytest.mark.parametrize("name", ["Kim", HARD, "=?utf-8?Q?Evil?=", "김 선생님 " * 10])
def test_requests_to_sendgrid_satisfy_its_own_openapi_document(world, name):
    description = description_of("sendgrid-mail-send")
    call = description["paths"]["/mail/send"]["post"]
    request = sent(world, "sendgrid:", name=name, inviter=name)
    assert request.path == "/v3/mail/send" and description["servers"][0]["url"].endswith("api.sendgrid.com/v3")
    validate(request.json, call["requestBody"]["content"]["application/json"]["schema"], description)


@pytest.mark.parametrize("name", ["Kim", HARD, "=?utf-8?Q?Evil?=", "김 선생님 " * 10])
def test_requests_to_mailgun_satisfy_its_own_openapi_document(world, name):
    description = description_of("mailgun-messages")
    [(path, methods)] = description["paths"].items()
    request = sent(world, "mailgun:mg.pfa.example", name=name, inviter=name)
    assert request.path == path.replace("{domain_name}", "mg.pfa.example")
    schema = methods["post"]["requestBody"]["content"]["multipart/form-data"]["schema"]
    fields = description["components"]["schemas"][schema["$ref"].split("/")[-1]]["properties"]
    form = {
        name: values if fields.get(name, {}).get("type") == "array" else values[0] for name, values in request.form.items()}
    assert all(len(values) == 1 for values in request.form.values())
    validate(form, schema, description)
    named = {field for field in form if not field.startswith(("h:", "v:"))}
    assert named <= set(fields)
    answer = methods["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    validate(ACCEPTED["mailgun:mg.pfa.example"][2], answer, description)


def test_requests_to_postmark_have_documented_fields_only(world):
    request = sent(world, "postmark:")
    assert {name: type(value) for name, value in request.json.items()} == {
        "From": str, "To": str, "ReplyTo": str, "Subject": str, "TextBody": str, "HtmlBody": str, "Headers": list,
        "MessageStream": str, "Metadata": dict, "TrackOpens": bool, "TrackLinks": str}
    assert all(set(header) == {"Name", "Value"} for header in request.json["Headers"])
    assert request.headers["Content-Type"] == request.headers["Accept"] == "application/json"
    assert request.json["TrackLinks"] in ("None", "HtmlAndText", "HtmlOnly", "TextOnly")


@pytest.mark.parametrize("vendor, header, value", [
    ("resend:", "Authorization", "Bearer re_5ecret"), ("sendgrid:", "Authorization", "Bearer SG.5ecret"),
    ("mailgun:mg.pfa.example", "Authorization", "Basic " + base64.b64encode(b"api:key-5ecret").decode()),
    ("postmark:", "X-Postmark-Server-Token", "5ecret-token")])
def test_each_vendor_gets_its_own_key_and_no_other(world, vendor, header, value):
    request = sent(world, vendor, MAIL_API_KEY="another")
    assert request.headers[header] == value
    assert not any(key in other for name, other in request.headers.items() for key in KEYS.values() if name != header)


@pytest.mark.parametrize("vendor", ["resend:", "sendgrid:", "mailgun:mg.pfa.example", "postmark:"])
def test_one_relay_can_use_the_common_key(world, vendor, tmp_path):
    (tmp_path / "key").write_text("common-key\n")
    request = sent(world, vendor, **{name: "" for name in KEYS}, MAIL_API_KEY_FILE=str(tmp_path / "key"))
    headers = " ".join(request.headers.values())
    assert "common-key" in headers or base64.b64encode(b"api:common-key").decode() in headers


def read(vendor, request):
    """From, To, Reply-To, subject, text, HTML and further headers, at their places in the vendor's request."""
    def address(text):
        name, address = email.utils.parseaddr(text)
        return str(email.header.make_header(email.header.decode_header(name))), address

    if vendor == "resend:":
        body = request.json
        return (address(body["from"]), address(*body["to"]), address(body["reply_to"]), body["subject"], body["text"],
                body["html"], body["headers"])
    if vendor == "sendgrid:":
        body = request.json
        [personal] = body["personalizations"]
        people = [(person.get("name", ""), person["email"]) for person in (body["from"], *personal["to"], body["reply_to"])]
        assert [part["type"] for part in body["content"]] == ["text/plain", "text/html"]
        return (*people, body["subject"], *[part["value"] for part in body["content"]], body["headers"])
    if vendor == "postmark:":
        body = request.json
        return (*[address(body[name]) for name in ("From", "To", "ReplyTo")], body["Subject"], body["TextBody"],
                body["HtmlBody"], {header["Name"]: header["Value"] for header in body["Headers"]})
    if vendor.startswith("mailgun:"):
        form = {name: values[0] for name, values in request.form.items()}
        return (*[address(form[name]) for name in ("from", "to", "h:Reply-To")], form["subject"], form["text"],
                form["html"], {name[2:]: value for name, value in form.items() if name.startswith("h:")})
    mail = parsed(base64.b64decode(request.json["Content"]["Raw"]["Data"]))
    return (*[mailbox(mail, name) for name in ("From", "To", "Reply-To")], mail["Subject"],
            *[mail.get_body((kind,)).get_content().replace("\r\n", "\n") for kind in ("plain", "html")], dict(mail.items()))


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("name", ["Kim Lee", "Zoë", "Lee, Kim", 'Kim "K" Lee', "back\\slash\\", "김 선생님", "Kim. (Lee) <x>"])
def test_every_part_of_a_mail_reaches_every_vendor_with_any_names(world, vendor, name):
    request = sent(world, vendor, name=name, inviter=name + " II")
    [row] = outbox(world)
    sender, to, reply_to, subject, text, html, headers = read(vendor, request)
    assert sender == (f"{name} II via PFA", "hello@pfa.example") and to == (name, "kim@example.com")
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
def test_a_name_that_looks_like_an_encoded_word_stays_unchanged(world, vendor):
    name = "=?utf-8?Q?Ada_=3Cevil=40x.example=3E?="
    request = sent(world, vendor, name=name)
    to = read(vendor, request)[1]
    decoded = str(email.header.make_header(email.header.decode_header(to[0]))) if vendor == "sendgrid:" else to[0]
    assert (decoded, to[1]) == (name, "kim@example.com")


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_recipient_without_a_name_is_an_address_only(world, vendor):
    world.policy({**POLICY, "providers": {**POLICY["providers"], "password": {}},
                  "roles": {"inviter": "admin", "invitee": "client", "signUp": ["client"]},
                  "app": {"supportEmail": "help@pfa.example"}})
    with Vendor() as server:
        data = {"email": "kim@example.com", "password": "correct horse battery", "displayName": "Kim", "role": "client"}
        assert world.run("sign-up", data, env=server.env(vendor)).status == 0
        wait_until(lambda: server.requests)
    _, to, reply_to, _, text, _, headers = read(vendor, server.requests[0])
    assert to == ("", "kim@example.com") and reply_to == ("PFA", "help@pfa.example") and "verify-email" in text
    assert "List-Unsubscribe" not in headers and headers["Auto-Submitted"] == "auto-generated"


def test_requests_contain_the_mail_id_and_turn_tracking_off(world):
    requests = {vendor: sent_again(world, vendor) for vendor in VENDORS}
    ids = {vendor: id for vendor, (_, id) in requests.items()}
    body = {vendor: request.json for vendor, (request, _) in requests.items() if "mailgun" not in vendor}
    form = requests["mailgun:mg.pfa.example"][0].form
    assert requests["resend:"][0].headers["Idempotency-Key"] == ids["resend:"]
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
    return server.requests[0], row["id"]


def test_an_internationalised_address_reaches_the_vendor_with_its_ascii_domain(world):
    token = world.inviter()
    with Vendor() as server:
        send(world, token, address="kim@exämple.de", env=server.env("postmark:", MAIL_FROM="PFA <hello@büro.example>"))
    assert server.requests[0].json["To"] == "Kim <kim@xn--exmple-cua.de>"
    assert server.requests[0].json["From"] == "Ada via PFA <hello@xn--bro-hoa.example>"


def test_the_path_of_the_interface_may_have_a_prefix(world):
    with Vendor() as server:
        env = server.env("resend:", MAIL_API_URL=server.url + "/mail/proxy/")
        assert send(world, world.inviter(), env=env).json["invitation"]["delivery"] == "sent"
    assert server.requests[0].path == "/mail/proxy/emails"
