# SPDX-License-Identifier: Apache-2.0
"""Several relays in one MAIL_URL: the next relay is tried when one fails, and wrong settings are named."""

import pytest
from http_vendors import ACCEPTED, PATHS, VENDORS, Vendor, refusal, reply
from smtp_servers import UNREACHABLE, deliver, outbox, send
from worlds import code_of

# Several relays


@pytest.mark.parametrize("function", ["send-invitation", "deliver-mail"])
@pytest.mark.parametrize("answer, became", [
    ((503, {}, b""), "sent"), ((401, {}, b""), "sent"), ((429, {"Retry-After": "600"}, b""), "sent"),
    ((422, {}, b"{}"), "failed"), ("drop", "queued")])
def test_a_failure_of_one_relay_tries_the_next_and_a_refusal_does_not(world, function, answer, became):
    def choose(request, _):
        return answer if request.path == PATHS["sendgrid:"] else None

    token = world.inviter()
    with Vendor(choose) as server:
        env = server.env("sendgrid: postmark:")
        send(world, token, env=env if function == "send-invitation" else UNREACHABLE)
        if function == "deliver-mail":
            deliver(world, env)
    [row] = outbox(world)
    assert row["state"] == became
    paths = [request.path for request in server.requests]
    assert paths == [PATHS["sendgrid:"]] + ([PATHS["postmark:"]] if became == "sent" else [])
    assert row["vendor_id"] == (ACCEPTED["postmark:"][3] if became == "sent" else None)


def test_a_mail_waits_while_every_relay_fails(world):
    with Vendor(reply(503, {}, b"")) as server:
        send(world, world.inviter(), env=server.env(" ".join(VENDORS)))
    assert [request.path for request in server.requests] == list(PATHS.values())
    [row] = outbox(world)
    assert (row["state"], row["attempts"]) == ("queued", 0) and row["trouble"] == "ses:eu-west-1: HTTP 503"


def test_a_folder_takes_the_mail_when_the_vendor_fails(world):
    with Vendor(reply(500, {}, b"")) as server:
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
def test_a_wrong_setting_is_named_before_anything_is_written(world, env, named):
    answer = send(world, world.inviter(), env=env)
    assert answer.status == 78 and named in answer.json["error"]["detail"], answer
    assert outbox(world) == [] and "5ecret" not in answer.stdout.decode() + answer.stderr


def test_plain_http_to_another_machine_must_be_allowed(world):
    env = {"MAIL_URL": "resend:", "MAIL_API_KEY": "a", "MAIL_API_URL": "http://api.invalid", "ALLOW_INSECURE": "1"}
    assert send(world, world.inviter(), env=env).json["invitation"]["delivery"] == "queued"


def test_no_key_is_logged_at_any_level(world):
    for vendor in VENDORS:
        for status in (200, 401, 500):
            with Vendor(reply(*refusal(vendor, status))) as server:
                env = server.env(vendor, LOG_LEVEL="trace", AWS_SESSION_TOKEN="5ecret-session")
                answer = send(world, world.inviter(), env=env, address=f"{vendor.split(':')[0]}{status}@example.com")
            assert answer.status == 0 and "5ecret" not in answer.stderr
