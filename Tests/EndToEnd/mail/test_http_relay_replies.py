# SPDX-License-Identifier: Apache-2.0
"""The replies of a mail vendor's HTTP interface, and the delivery that follows from each."""

import email
import email.message
import email.policy
import email.utils
import time

import pytest
from http_vendors import KEYS, NOTHING, VENDORS, Vendor, refusal, reply, tried
from smtp_servers import deliver, outbox, seconds_until_due, send


def is_due_after(row, least, most):
    return least - 5 < seconds_until_due(row) <= most


# Answers


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504])
def test_a_temporary_failure_of_a_vendor_is_retried_later(world, vendor, status):
    row = tried(world, vendor, refusal(vendor, status))
    # Behind a gateway the vendor may have accepted the mail. Resend recognises a repeated one.
    is_in_doubt = vendor != "resend:" and status in (502, 504)
    assert (row["state"], row["attempts"], row["doubts"]) == ("queued", 0, int(is_in_doubt))
    assert f"HTTP {status}: " in row["trouble"]
    assert is_due_after(row, 60, 61) and row["sealed_values"] and world.rows("SELECT * FROM relays")
    assert deliver(world)["sent"] == 1


@pytest.mark.parametrize("vendor", ["sendgrid:", "resend:"])
def test_a_mail_that_a_failing_gateway_may_have_accepted_is_tried_six_times_unless_the_vendor_recognises_it(world, vendor):
    token = world.inviter()
    with Vendor(reply(*refusal(vendor, 504))) as server:
        send(world, token, env=server.env(vendor))
        for attempt in range(5):
            [row] = outbox(world)
            assert (row["state"], row["attempts"], row["doubts"]) == ("queued", 0, attempt + 1 if vendor == "sendgrid:" else 0)
            deliver(world, env=server.env(vendor))
    assert outbox(world)[0]["state"] == ("unknown" if vendor == "sendgrid:" else "queued")


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("status", [400, 413, 415, 422, 451])
def test_a_permanent_refusal_of_a_vendor_ends_the_mail_and_its_reason_is_stored(world, vendor, status):
    row = tried(world, vendor, refusal(vendor, status, "The subject " + "is too long " * 100))
    assert (row["state"], row["outcome"]) == ("failed", "bounced") and row["sealed_values"] and row["vendor_id"] is None
    assert f"HTTP {status}: " in row["trouble"] and "The subject is too long" in row["trouble"]
    assert len(row["trouble"]) < 350 and deliver(world) == NOTHING


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("status", [401, 402, 403, 404, 405])
def test_a_refusal_of_the_operators_account_keeps_the_mail_queued_without_an_attempt(world, vendor, status):
    row = tried(world, vendor, refusal(vendor, status))
    if vendor == "postmark:" and status == 401:
        assert "error 300" in row["trouble"]
    assert (row["state"], row["attempts"], row["doubts"]) == ("queued", 0, 0) and is_due_after(row, 60, 61)
    assert row["sealed_values"] and deliver(world)["sent"] == 1


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_redirect_is_not_followed(world, vendor):
    with Vendor() as other:
        row = tried(world, vendor, (307, {"Location": other.url + "/emails"}, b""))
    assert other.requests == [] and (row["state"], row["attempts"]) == ("queued", 0)


@pytest.mark.parametrize("vendor", VENDORS)
def test_an_answer_that_is_not_the_vendors_is_not_a_success(world, vendor):
    row = tried(world, vendor, (200, {}, b"<html>It works!</html>"))
    assert row["state"] == "queued" and row["doubts"] == (0 if vendor == "resend:" else 1)


@pytest.mark.parametrize("vendor, answer, became", [
    ("resend:", (409, {}, {"name": "concurrent_idempotent_requests", "message": "Wait"}), "asked again"),
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
    ("sendgrid:", (400, {}, {"errors": [{"message": "The from email does not contain a valid address.", "field": "from.email"}]}), "held"),
    ("sendgrid:", (400, {}, {"errors": [{"message": "No", "field": "from.email"}, {"message": "No", "field": "subject"}]}), "refused"),
    ("sendgrid:", (400, {}, {"errors": [{"message": "Does not contain a valid address.", "field": "personalizations.0.to.0.email"}]}),
     "refused"),
    ("sendgrid:", (400, {}, {"errors": [{"message": "daily quota exceeded"}]}), "held"),
    ("resend:", (422, {}, {"name": "invalid_from_address", "message": "Invalid `from` field."}), "held"),
    ("postmark:", (422, {}, {"ErrorCode": 300, "Message": "Invalid 'From' address: 'x'."}), "held"),
    ("postmark:", (422, {}, {"ErrorCode": 300, "Message": "Invalid 'To' address: 'x'."}), "refused"),
    ("postmark:", (422, {}, {"ErrorCode": 300, "Message": "Account disabled"}), "held"),
    ("mailgun:mg.pfa.example", (400, {}, {"message": "'from' parameter is not a valid address. please check documentation"}), "held"),
    ("mailgun:mg.pfa.example", (400, {}, {"message": "'to' parameter is not a valid address. please check documentation"}), "refused"),
    ("mailgun:mg.pfa.example", (400, {}, {"message": "Domain mg.pfa.example is not allowed to send: Please activate"}), "held"),
    ("mailgun:mg.pfa.example", (400, {}, {"message": "Account disabled"}), "held"),
    ("mailgun:mg.pfa.example", (404, {}, {"message": "Domain not found: mg.pfa.example"}), "held"),
    ("mailgun:mg.pfa.example", (401, {}, b"Forbidden"), "held"),
])
def test_each_error_code_of_a_vendor_has_its_meaning(world, vendor, answer, became):
    row = tried(world, vendor, answer)
    assert {"later": ("queued", 0), "asked again": ("queued", 1), "held": ("queued", 0), "refused": ("failed", 1), "sent": ("sent", 1)}[became] == (
        row["state"], row["attempts"]), row["trouble"]


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_mail_that_is_too_large_for_a_vendor_is_refused_for_its_content(world, vendor):
    row = tried(world, vendor, refusal(vendor, 413, "Account limit: too large"))
    assert (row["state"], row["outcome_reason"]) == ("failed", "content")


INVALID_RECIPIENT = [
    ("sendgrid:", (400, {}, {"errors": [{"message": "Does not contain a valid address.", "field": "personalizations.0.to.0.email"}]})),
    ("postmark:", (422, {}, {"ErrorCode": 300, "Message": "Invalid 'To' address: 'x'."})),
    ("mailgun:mg.pfa.example", (400, {}, {"message": "'to' parameter is not a valid address. please check documentation"}))]


@pytest.mark.parametrize("vendor, answer", INVALID_RECIPIENT)
def test_an_address_that_a_vendor_calls_invalid_is_not_written_to_again(world, vendor, answer):
    row = tried(world, vendor, answer)
    assert (row["state"], row["outcome"], row["outcome_reason"]) == ("failed", "bounced", "address")
    assert [row["reason"] for row in world.rows("SELECT reason FROM suppressions")] == ["bounced"]


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("words", ["Account disabled", "No such user", "The mailbox is full"])
def test_a_vendor_that_refuses_a_mail_suppresses_no_address(world, vendor, words):
    """It has asked no server of the recipient."""
    tried(world, vendor, refusal(vendor, 400, words))
    assert world.rows("SELECT * FROM suppressions") == []


@pytest.mark.parametrize("vendor", ["resend:", "sendgrid:"])
@pytest.mark.parametrize("wait, least, most", [
    (lambda: "300", 300, 301), (lambda: email.utils.formatdate(time.time() + 600, usegmt=True), 600, 601),
    (lambda: "1", 20, 25), (lambda: "-5", 20, 25), (lambda: "soon", 20, 25), (lambda: "9" * 30, 20, 25),
    (lambda: str(2**62), 86_400, 86_401), (lambda: email.utils.formatdate(time.time() - 600, usegmt=True), 20, 25),
    (lambda: email.utils.formatdate(2**31 + 10**9, usegmt=True), 86_400, 86_401)])
def test_a_vendors_retry_after_is_respected(world, vendor, wait, least, most):
    row = tried(world, vendor, (429, {"Retry-After": wait()}, b"{}"))
    assert row["attempts"] == 0 and is_due_after(row, max(60, least), max(61, most)), row
    [relay] = world.rows("SELECT next_try_at - since AS pause FROM relays")
    assert max(60, least) - 5 <= relay["pause"] / 1000 <= max(61, most)


@pytest.mark.parametrize("reset, least, most", [
    (lambda: time.time() + 900, 900, 901), (lambda: time.time() - 900, 20, 25), (lambda: 10**18, 86_400, 86_401)])
def test_the_rate_limit_reset_of_sendgrid_is_respected(world, reset, least, most):
    row = tried(world, "sendgrid:", (429, {"X-RateLimit-Reset": str(int(reset()))}, {"errors": [{"message": "too many"}]}))
    assert is_due_after(row, max(60, least), max(61, most)) and "too many" in row["trouble"]


def test_addresses_and_keys_in_a_vendors_error_are_not_stored(world):
    words = f"\r\nAddress <kim@example.com> is inactive;\n\u2028 token {KEYS['POSTMARK_API_KEY']}\0 of ada@example.com"
    row = tried(world, "postmark:", (422, {}, {"ErrorCode": 406, "Message": words}))
    assert row["trouble"] == "postmark: HTTP 422: error 406: Address [address] is inactive; token [key] of [address]"


def test_an_error_may_be_neither_json_nor_utf8(world):
    row = tried(world, "mailgun:mg.pfa.example", (400, {}, b"\xff\xfe<b>Bad</b>" * 10**4))
    assert row["state"] == "failed" and "<b>Bad</b>" in row["trouble"] and len(row["trouble"]) < 400


def test_an_endless_answer_is_not_read_to_its_end(world):
    row = tried(world, "sendgrid:", (500, {}, b"x" * (8 << 20)))
    assert row["state"] == "queued" and len(row["trouble"]) < 350
