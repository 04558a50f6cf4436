# SPDX-License-Identifier: Apache-2.0
"""Replies of an SMTP server, missing replies, and the delivery that follows."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from smtp_servers import UNREACHABLE, Recorder, deliver, delivery, killed_while, outbox, parsed, seconds_until_due, send
from worlds import POLICY, code_of

NOTHING = {"sent": 0, "retried": 0, "failed": 0, "unknown": 0, "more": False}


def fresh(world, server, number=1):
    """An invitation whose first attempt is at this server."""
    token = world.inviter()
    answer = send(world, token, address=f"kim{number}@example.com", env=server.env)
    assert answer.status == 0, answer
    return token


@pytest.mark.parametrize("stage", ["RCPT", "DATA", "DOT"])
@pytest.mark.parametrize("reply", ["450 4.2.0 Greylisted", "451 4.3.0 Local error", "452 4.3.1 Full"])
def test_a_temporary_reply_is_retried_later(world, stage, reply):
    with Recorder({stage: reply}) as server:
        token = fresh(world, server)
    [row] = outbox(world)
    assert (row["state"], row["attempts"], row["doubts"]) == ("queued", 1, 0) and reply in row["trouble"]
    assert 18 < seconds_until_due(row) <= 25 and row["sealed_values"] and delivery(world, token) == ["queued"]
    assert world.rows("SELECT * FROM relays") == []
    assert deliver(world)["sent"] == 1 and delivery(world, token) == ["sent"]


def test_the_delays_grow_to_an_hour_and_have_no_number(world):
    with Recorder({"RCPT": "451 4.3.0 Later"}) as server:
        token = fresh(world, server)
        for attempt in range(1, 15):
            [row] = outbox(world)
            pause = min(20 * 2 ** (attempt - 1), 3600)
            assert row["state"] == "queued" and row["attempts"] == attempt
            assert pause - 3 < seconds_until_due(row) <= 1.25 * pause
            assert world.run("deliver-mail", env=server.env).json == NOTHING
            assert deliver(world, server.env) == {**NOTHING, "retried": 1}
    assert deliver(world)["sent"] == 1 and delivery(world, token) == ["sent"]


def test_the_delays_are_random_so_that_mails_are_not_retried_together(world):
    token = world.inviter()
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(12)]
    with Recorder({"RCPT": "451 4.3.0 Later"}) as server:
        world.run("send-invitation", {"clients": clients}, token, env=server.env)
    pauses = [row["due_at"] - row["created_at"] for row in outbox(world)]
    assert len(set(pauses)) > 6 and max(pauses) - min(pauses) > 500


@pytest.mark.parametrize("stage, reply, reason", [
    *[(stage, reply, reason) for stage in ("RCPT", "DATA", "DOT") for reply, reason in (
        ("550 5.1.1 No such user", "address"), ("552 5.3.4 Too big", "content"), ("554 5.7.1 Spam", "policy"),
        ("552 5.2.2 Over quota", "mailbox-full"), ("550 no", "other"))],
    ("MAIL", "552 5.3.4 Too big", "content"), ("DOT", "550 Account suspended", "other"), ("DOT", "550 5.1.1 No such user", "address"),
    *[("RCPT", reply, "policy") for reply in (
        "550 5.7.1 Recipient address rejected: You are not authorized to send to this list", "550 recipient blacklisted",
        "550 5.7.1 The recipient has blocked your sender domain")],
    ("DOT", "554 5.7.1 Message contains a URL listed in the SURBL blocklist", "policy")])
def test_a_permanent_reply_ends_the_mail_as_bounced(world, stage, reply, reason):
    world.policy({**POLICY, "webhooks": [{"url": "https://app.example/hook", "events": ["invitation.bounced"]}]})
    with Recorder({stage: reply}) as server:
        token = fresh(world, server)
    row, *hooks = outbox(world)
    assert (row["state"], row["outcome"], row["outcome_reason"], row["outcome_detail"]) == ("failed", "bounced", reason, reply)
    assert delivery(world, token) == ["bounced"] and [hook["kind"] for hook in hooks] == ["webhook"]
    assert len(world.rows("SELECT * FROM suppressions")) == (reason == "address")
    assert world.rows("SELECT * FROM relays") == [] and deliver(world)["sent"] == 0


def test_a_refused_mail_is_not_reported_as_sent(world):
    with Recorder({"RCPT": "550 5.1.1 No such user"}) as server:
        answer = send(world, world.inviter(), env=server.env).json
    assert answer["invitation"]["delivery"] == "bounced" and answer["invitation"]["status"] == "pending"
    assert "sent" not in answer["message"] and "on its way" not in answer["message"]


#: What relays say about themselves, or about the account or the host that sends, and never about a mail.
ABOUT_THE_RELAY = [
    *[(stage, reply) for stage in ("GREETING", "EHLO", "MAIL") for reply in (
        "450 4.2.0 Not now", "451 4.3.0 Local error", "452 4.3.1 Full", "550 5.7.1 Refused", "554 5.7.1 No")],
    *[(stage, reply) for stage in ("EHLO", "MAIL", "RCPT", "DATA", "DOT") for reply in (
        "421 4.3.2 Shutting down", "432 4.3.2 Too many at once")],
    *[("MAIL", reply) for reply in (
        "530 5.7.0 Log in first", "535 5.7.8 Wrong", "538 5.7.11 Encrypt", "550 5.7.60 Client does not have permissions",
        "550 5.4.5 Daily user sending limit exceeded", "550 5.1.1 No such user", "553 5.1.8 Unknown sender")],
    *[("RCPT", reply) for reply in (
        "553 5.7.1 Sender address rejected: not owned by user", "554 5.7.1 Relay access denied", "550 relaying denied",
        "454 4.7.1 Relay access denied", "554 5.7.1 Client host rejected: Access denied",
        "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.example",
        "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org; Error: open resolver",
        "550 5.7.1 Authentication required", "550 smtp auth required", "550 5.7.1 Relaying not permitted",
        "503 This mail server requires authentication when attempting to send to a non-local address.",
        "502 5.7.0 Command not available", "550 5.4.6 Unusual sending activity detected", "550 Sender account has been suspended",
        "550 Outgoing mail from the account has been suspended.", "550 5.7.1 Your account has been suspended")],
    *[("DOT", reply) for reply in (
        "554 Message rejected: Email address is not verified", "554 5.2.252 SendAsDenied; not allowed to send as",
        "550 The from address does not match a verified Sender Identity", "550 Daily sending quota exceeded",
        "552 Your account has been suspended. Please contact us to reactivate", "550 SMTP account disabled",
        "502 5.7.0 Your SMTP account is not yet activated.")]]


@pytest.mark.parametrize("stage, reply", ABOUT_THE_RELAY, ids=str)
def test_a_refusal_that_is_not_about_the_mail_makes_it_wait(world, stage, reply):
    refusals = {"EHLO": reply, "HELO": reply} if stage == "EHLO" else {stage: reply}
    with Recorder(refusals) as server:
        token = fresh(world, server)
        [row], [relay] = outbox(world), world.rows("SELECT * FROM relays")
        assert (row["state"], row["attempts"], row["sealed_values"] is None) == ("queued", 0, False)
        assert reply in row["trouble"] and reply in relay["reason"]
        assert relay["name"] in server.env["MAIL_URL"] and 50 < relay["next_try_at"] / 1000 - time.time() <= 61
        said = len(server.sessions)
        # Neither deliver-mail nor an invitation asks the relay meanwhile.
        assert deliver(world, server.env, later=0) == NOTHING
        assert send(world, token, address="lee@example.com", env=server.env).json["invitation"]["delivery"] == "queued"
        assert len(server.sessions) == said
        server.replies = {}
        assert deliver(world, server.env)["sent"] == 2
    assert delivery(world, token) == ["sent", "sent"] and world.rows("SELECT * FROM relays") == []


def test_a_relay_that_is_out_of_service_is_asked_every_15_minutes_at_last(world):
    with Recorder({"MAIL": "451 4.3.0 Not now"}) as server:
        fresh(world, server)
        for minutes in (1, 2, 4, 8, 15, 15):
            [relay] = world.rows("SELECT * FROM relays")
            assert minutes * 60 - 5 < relay["next_try_at"] / 1000 - time.time() <= minutes * 60
            deliver(world, server.env)
    assert outbox(world)[0]["state"] == "queued" and outbox(world)[0]["attempts"] == 0


def test_a_relay_that_takes_two_connections_gets_two_and_no_mail_is_lost(world):
    token = world.inviter()
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(60)]
    world.run("send-invitation", {"clients": clients}, token, env=UNREACHABLE)
    with Recorder(connections=2) as server:
        assert deliver(world, server.env) == {**NOTHING, "sent": 60}
        assert server.most == 2 and server.refused > 0 and len(server.messages) == 60
        [relay] = [relay for relay in world.rows("SELECT * FROM relays") if relay["connections"]]
        assert relay["connections"] <= 2 and relay["since"] is None
        refused = server.refused
        world.run("send-invitation", {"clients": [{**client, "email": "x" + client["email"]} for client in clients]},
                  token, env=UNREACHABLE)
        assert deliver(world, server.env) == {**NOTHING, "sent": 60} and server.refused == refused


def test_a_mail_that_is_refused_for_the_sender_does_not_block_the_others(world):
    """A server that says so about one recipient only."""
    token = world.inviter()
    clients = [{"name": "Kim", "email": f"{name}@example.com"} for name in ("a", "b", "c")]
    world.run("send-invitation", {"clients": clients}, token, env=UNREACHABLE)
    with Recorder(choose=lambda line: b"554 Relay access denied" if line.startswith(b"RCPT TO:<a@") else None) as server:
        for _ in range(3):
            deliver(world, server.env)
    assert sorted(delivery(world, token)) == ["queued", "sent", "sent"]


@pytest.mark.parametrize("stage", ["GREETING", "EHLO", "MAIL", "RCPT", "DATA"])
def test_a_connection_that_breaks_before_the_mail_is_sent_is_retried(world, stage):
    with Recorder(drop=stage) as server:
        fresh(world, server)
    [row] = outbox(world)
    assert (row["state"], row["attempts"], row["doubts"]) == ("queued", 0, 0)
    assert deliver(world)["sent"] == 1


def test_a_mail_with_an_unknown_outcome_is_retried_once_and_then_ends_as_unknown(world):
    with Recorder(drop="DOT") as server:
        token = fresh(world, server)
        [row] = outbox(world)
        assert (row["state"], row["attempts"], row["doubts"]) == ("queued", 1, 1)
        assert delivery(world, token) == ["queued"] and seconds_until_due(row) > 18
        assert deliver(world, server.env) == {**NOTHING, "unknown": 1}
        assert deliver(world, server.env) == NOTHING
    [row] = outbox(world)
    assert row["state"] == "unknown" and row["sealed_values"] is None and delivery(world, token) == ["unknown"]
    first, second = [parsed(message) for message in server.messages]
    assert first["Message-ID"] == second["Message-ID"] == f"<{row['id']}@pfa.example>"
    assert code_of(first) == code_of(second) and world.accept(code_of(first)).status == 0


def test_a_mail_with_an_unknown_outcome_may_still_be_sent(world):
    with Recorder(drop="DOT") as server:
        token = fresh(world, server)
    assert deliver(world)["sent"] == 1 and delivery(world, token) == ["sent"]


def test_deliver_mail_counts_each_outcome(world):
    token = world.inviter()
    clients = [{"name": "Kim", "email": f"{name}@example.com"} for name in ("a", "b", "c", "d", "e")]
    world.run("send-invitation", {"clients": clients}, token, env=UNREACHABLE)

    def reply(line):
        return {b"<b@": b"550 5.1.1 No", b"<c@": b"451 4.3.0 Later", b"<e@": b"550 5.1.1 No"}.get(line[8:11])

    with Recorder(choose=reply) as server:
        assert deliver(world, server.env) == {"sent": 2, "retried": 1, "failed": 2, "unknown": 0, "more": False}
    became = {client["email"][0]: client["invitation"]["delivery"] for client in
              world.run("list-clients", {}, token).json["clients"]}
    assert became == {"a": "sent", "b": "bounced", "c": "queued", "d": "sent", "e": "bounced"}
    assert {parsed(message)["To"].addresses[0].username for message in server.messages} == {"a", "d"}


@pytest.mark.parametrize("connections", [1, 4])
def test_several_mails_share_connections(world, connections):
    token = world.inviter()
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(30)]
    world.run("send-invitation", {"clients": clients}, token, env=UNREACHABLE)
    with Recorder() as server:
        assert deliver(world, {**server.env, "MAIL_CONNECTIONS": str(connections)})["sent"] == 30
    assert len(server.sessions) == connections and len(server.messages) == 30 and len(server.said("MAIL")) == 30
    recipients = {line for line in server.said("RCPT")}
    assert recipients == {f"RCPT TO:<kim{number}@example.com>\r\n".encode() for number in range(30)}
    for message in server.messages:
        to = parsed(message)["To"].addresses[0].addr_spec
        assert message.count(b"\r\nTo: ") == 1 and to.endswith("@example.com")


STAGES = ("GREETING", "EHLO", "MAIL", "RCPT", "DATA", "DOT")


def test_a_slow_server_never_costs_the_inviter_the_answer(world):
    token = world.inviter()
    with ExitStack() as stack:
        servers = [stack.enter_context(Recorder(stall=stage)) for stage in STAGES]
        start = time.monotonic()

        def invite(stage, server):
            env = server.env | {"DEADLINE_SECONDS": "8"}
            return send(world, token, stage, f"{stage.lower()}@example.com", env=env)

        with ThreadPoolExecutor(len(STAGES)) as pool:
            answers = list(pool.map(invite, STAGES, servers))
        assert time.monotonic() - start < 8
    for stage, answer in zip(STAGES, answers):
        assert answer.status == 0 and answer.json["invitation"]["delivery"] == "queued", (stage, answer)
    assert {row["state"] for row in outbox(world)} == {"queued"}
    deliver(world)
    assert delivery(world, token) == ["sent"] * 6


def test_a_bulk_call_answers_in_time_with_a_slow_server(world):
    token = world.inviter()
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(10)]
    with Recorder(stall="EHLO") as server:
        answer = world.run("send-invitation", {"clients": clients}, token, env=server.env | {"DEADLINE_SECONDS": "3"})
    assert answer.status == 0, answer
    assert [result["invitation"]["delivery"] for result in answer.json["results"]] == ["queued"] * 10
    assert deliver(world)["sent"] == 10


@pytest.mark.parametrize("stage, became", [("DOT", "queued"), ("QUIT", "sent")])
def test_a_process_ends_before_its_deadline_without_an_answer_to_quit(world, stage, became):
    token, start = world.inviter(), time.monotonic()
    with Recorder(stall=stage) as server:
        answer = send(world, token, env=server.env | {"DEADLINE_SECONDS": "3"})
        assert time.monotonic() - start < 3
    assert answer.status == 0 and answer.json["invitation"]["delivery"] == became, answer


def test_deliver_mail_takes_over_from_a_killed_process_after_its_lease_expired(world):
    token = world.inviter()
    with Recorder(stall="RCPT") as server:
        killed_while(world, token, server, "RCPT")
    [row] = outbox(world)
    assert row["state"] == "leased" and row["sealed_values"] and 0 < seconds_until_due(row) <= 16
    assert world.run("deliver-mail").json == {"sent": 0, "retried": 0, "failed": 0, "unknown": 0, "more": False}
    assert deliver(world, later=16)["sent"] == 1 and delivery(world, token) == ["sent"]
    assert world.accept(code_of(world.mails()[0])).status == 0


def test_a_bounce_keeps_its_class_when_the_relays_answer_comes_later(world):
    token = world.inviter()
    with Recorder() as server:
        world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token, env=UNREACHABLE)
        world.rows("UPDATE outbox SET due_at = 0, outcome = 'bounced', outcome_at = 1, outcome_reason = 'address'")
        world.rows("DELETE FROM relays")
        world.run("deliver-mail", env=server.env)
    assert world.rows("SELECT state, outcome, outcome_reason FROM outbox") == [{"state": "sent", "outcome": "bounced", "outcome_reason": "address"}]
