# SPDX-License-Identifier: Apache-2.0
"""Webhooks of mail vendors, in the shapes of their documentation and with their signatures."""

import base64
import datetime
import hashlib
import hmac
import json
import secrets
import time

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from issuers import Issuer
from standardwebhooks.webhooks import Webhook

#: The kinds of events.
KINDS = ("delivered", "bounced", "delayed", "complained", "opened")


def request(body, **headers):
    return {"headers": {"Content-Type": "application/json", **headers}, "body": body}


class Vendor:
    """A vendor with its secret; `vendor_id` is the vendor's id of the mail."""

    vendor_id = secret = other_secret = variable = None

    @property
    def env(self):
        return {self.variable: self.secret}

    def webhook(self, kind, seconds_ago=0, secret=None, **about):
        """The request with this event."""
        return self.signed(json.dumps(self.event(kind, **about)), time.time() - seconds_ago, secret or self.secret)


class Resend(Vendor):
    variable = "RESEND_WEBHOOK_SECRET"
    secret = "whsec_" + base64.b64encode(b"0123456789abcdef01234567").decode()
    other_secret = "whsec_" + base64.b64encode(b"x" * 24).decode()
    vendor_id = "56761188-7520-42d8-8898-ff6fc54ce618"
    prefix = "svix"

    def event(self, kind, own=None, vendor_id=None):
        kinds = {"delayed": "delivery_delayed"}
        data = {
            "created_at": "2024-11-22T23:41:11.894719+00:00", "email_id": vendor_id or ("0" if own else self.vendor_id),
            "from": "PFA <hello@pfa.example>", "to": ["kim@example.com"], "subject": "Ada invites you",
            **({"tags": {"vestibule_id": own}} if own else {}),
        }
        if kind == "bounced":
            data["bounce"] = {
                "message": "The recipient's email server rejected it.", "subType": "General", "type": "Permanent"}
        return {"type": "email." + kinds.get(kind, kind), "created_at": "2024-02-22T23:41:12.126Z", "data": data}

    def signed(self, body, timestamp, secret):
        sent = datetime.datetime.fromtimestamp(int(timestamp), datetime.timezone.utc)
        signature = Webhook(secret).sign("msg_p5jXN8AQM9LWM0D4loKWxJek", sent, body)
        headers = {"id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "timestamp": str(int(timestamp)), "signature": signature}
        return request(body, **{f"{self.prefix}-{name}": value for name, value in headers.items()})


class SendGrid(Vendor):
    variable = "SENDGRID_WEBHOOK_KEY"
    vendor_id = "14c5d75ce93.dfd.64b469"

    def __init__(self):
        self.secret, self.other_secret = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())

    @property
    def env(self):
        form = (serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
        return {self.variable: base64.b64encode(self.secret.public_key().public_bytes(*form)).decode()}

    def event(self, kind, own=None, vendor_id=None):
        vendor_id = vendor_id or ("other" if own else self.vendor_id)
        names = {"delayed": "deferred", "bounced": "bounce", "complained": "spamreport", "opened": "open"}
        return [{
            "email": "kim@example.com", "timestamp": 1513299569, "smtp-id": f"<{vendor_id}@ismtpd-555>",
            "event": names.get(kind, kind), "category": ["cat facts"], "sg_event_id": "sg_event_id",
            "sg_message_id": vendor_id + ".filter0001.16648.5515E0B88.0",
            **({"vestibule_id": own} if own else {}),
            **({"type": "bounce", "status": "5.0.0", "reason": "500 unknown recipient"} if kind == "bounced" else {}),
            **({"response": "421 try later", "attempt": "5"} if kind == "delayed" else {}),
        }]

    def signed(self, body, timestamp, secret):
        # SendGrid's bodies end with a line break.
        body += "\r\n"
        stamp = str(int(timestamp))
        signature = secret.sign((stamp + body).encode(), ec.ECDSA(hashes.SHA256()))
        return request(body, **{
            "X-Twilio-Email-Event-Webhook-Signature": base64.b64encode(signature).decode(),
            "X-Twilio-Email-Event-Webhook-Timestamp": stamp})


class Mailgun(Vendor):
    variable = "MAILGUN_WEBHOOK_KEY"
    secret, other_secret = "key-3ax6xnjp29jd6fds4gc373sgvjxteol0", "key-other"
    vendor_id = "<20130503192659.13651.20287@mg.pfa.example>"

    def event(self, kind, own=None, vendor_id=None):
        names = {"delayed": "failed", "bounced": "failed"}
        message_id = vendor_id or ("other@x" if own else self.vendor_id.strip("<>"))
        event = {
            "id": "G9Bn5sl1TC6nu79C8C0bwg", "timestamp": 1521233195.375624, "log-level": "error",
            "event": names.get(kind, kind), "recipient": "kim@example.com", "recipient-domain": "example.com",
            "user-variables": {"vestibule_id": own} if own else {}, "tags": [],
            "message": {"headers": {"to": "Kim <kim@example.com>", "message-id": message_id}, "size": 111},
        }
        if kind in ("bounced", "delayed"):
            event |= {
                "severity": "permanent" if kind == "bounced" else "temporary",
                "reason": "bounce" if kind == "bounced" else "generic",
                "delivery-status": {"attempt-no": 1, "code": 550, "description": "", "message": "No such mailbox"},
            }
        return {"signature": {}, "event-data": event}

    def signed(self, body, timestamp, secret):
        stamp, token = str(int(timestamp)), secrets.token_hex(25)
        signature = hmac.new(secret.encode(), (stamp + token).encode(), hashlib.sha256).hexdigest()
        return request(json.dumps(
            {**json.loads(body), "signature": {"timestamp": stamp, "token": token, "signature": signature}}))


class Postmark(Vendor):
    variable = "POSTMARK_WEBHOOK_LOGIN"
    secret, other_secret = "vestibule:correct horse:battery".replace(" ", "-"), "vestibule:other"
    vendor_id = "883953f4-6105-42a2-a16a-77a8eac79483"

    def event(self, kind, own=None, vendor_id=None):
        types = {"delivered": "Delivery", "complained": "SpamComplaint", "opened": "Open"}
        event = {
            "RecordType": types.get(kind, "Bounce"), "MessageStream": "outbound", "ServerID": 23, "Tag": "Test",
            "MessageID": vendor_id or ("other" if own else self.vendor_id), "Email": "kim@example.com",
            "Metadata": {"vestibule_id": own} if own else {},
        }
        if kind in ("bounced", "delayed", "complained"):
            kinds = {"bounced": ("HardBounce", 1), "delayed": ("Transient", 2), "complained": ("SpamComplaint", 512)}
            event |= {
                "ID": 4323372036854775807, "Type": kinds[kind][0], "TypeCode": kinds[kind][1], "Details": "Test bounce details",
                "Description": "The server was unable to deliver your message (ex: unknown user, mailbox not found).",
                "BouncedAt": "2019-11-05T16:33:54.9070259Z", "Inactive": kind == "bounced", "CanActivate": True,
            }
        return event

    def signed(self, body, timestamp, secret):
        return request(body, Authorization="Basic " + base64.b64encode(secret.encode()).decode())


class SES(Vendor):
    """Amazon SES over a topic of SNS, whose certificate is served on loopback."""

    variable = "SES_TOPIC_ARN"
    topic = "arn:aws:sns:us-east-1:123456789012:mail-events"
    vendor_id = "01000190a1b2c3d4-0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0-000000"
    path = "/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem"
    version = "1"

    def __init__(self, size=2048):
        self.secret = rsa.generate_private_key(public_exponent=65537, key_size=size)
        self.other_secret = rsa.generate_private_key(public_exponent=65537, key_size=size)
        self.certificates = Issuer()
        self.certificates.put(self.path, certificate(self.secret))

    @property
    def env(self):
        return {self.variable: self.topic, "ALLOW_INSECURE": "1"}

    def event(self, kind, own=None, vendor_id=None):
        names = {"delivered": "Delivery", "bounced": "Bounce", "delayed": "DeliveryDelay", "complained": "Complaint", "opened": "Open"}
        event = {
            "eventType": names[kind],
            "mail": {
                "timestamp": "2016-10-14T05:02:16.645Z", "source": "hello@pfa.example", "sendingAccountId": "123456789012",
                "messageId": vendor_id or ("other" if own else self.vendor_id), "destination": ["kim@example.com"],
                "tags": {"ses:configuration-set": ["vestibule"], **({"vestibule_id": [own]} if own else {})},
            },
        }
        if kind == "delayed":
            event["deliveryDelay"] = {
                "delayType": "MailboxFull", "delayedRecipients": [{
                    "emailAddress": "kim@example.com", "status": "4.2.2", "diagnosticCode": "smtp; 452 4.2.2 full"}]}
        if kind == "bounced":
            event["bounce"] = {
                "feedbackId": "01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000000", "bounceSubType": "General",
                "bounceType": "Permanent", "reportingMTA": "dsn; mta.example.com",
                "bouncedRecipients": [{
                    "emailAddress": "kim@example.com", "action": "failed", "status": "5.1.1",
                    "diagnosticCode": "smtp; 550 5.1.1 user unknown"}],
            }
        if kind == "complained":
            event["complaint"] = {
                "complainedRecipients": [{"emailAddress": "kim@example.com"}], "complaintFeedbackType": "abuse",
                "userAgent": "Amazon SES Mailbox Simulator"}
        return event

    def signed(self, body, timestamp, secret, **changed):
        stamp = datetime.datetime.fromtimestamp(timestamp, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.123Z")
        message = {
            "Type": "Notification", "MessageId": secrets.token_hex(16), "TopicArn": self.topic,
            "Subject": "Amazon SES Email Event Notification", "Message": body, "Timestamp": stamp,
            "SignatureVersion": self.version, "SigningCertURL": self.certificates.url + self.path,
            "UnsubscribeURL": "https://sns.us-east-1.amazonaws.com/?Action=Unsubscribe", **changed}
        names = ["Message", "MessageId", "Subject", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"]
        text = "".join(f"{name}\n{message[name]}\n" for name in names if message.get(name) is not None)
        algorithm = {"1": hashes.SHA1, "2": hashes.SHA256}[message["SignatureVersion"]]()
        signature = secret.sign(text.encode(), padding.PKCS1v15(), algorithm)
        message["Signature"] = base64.b64encode(signature).decode()
        return request(json.dumps({k: v for k, v in message.items() if v is not None}, indent=2), **{
            "x-amz-sns-message-type": message["Type"], "x-amz-sns-topic-arn": message["TopicArn"]})


def certificate(key):
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "sns.amazonaws.com")])
    now = datetime.datetime.now(datetime.timezone.utc)
    built = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    built = built.serial_number(1).not_valid_before(now).not_valid_after(now + datetime.timedelta(days=30))
    return built.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


VENDORS = {"resend": Resend, "sendgrid": SendGrid, "mailgun": Mailgun, "postmark": Postmark, "ses": SES}
