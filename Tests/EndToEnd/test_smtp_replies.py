# SPDX-License-Identifier: Apache-2.0
"""Replies of an SMTP server, missing replies, and the delivery that follows."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from conftest import code_of
from smtp_servers import (
    UNREACHABLE, Recorder, deliver, delivery, killed_while, outbox, parsed, seconds_until_due, send)

NOTHING = {"sent": 0, "retried": 0, "failed": 0, "unknown": 0, "more": False}


def fresh(world, server, number=1):
    """An invitation whose first attempt is at this server."""
    token = world.inviter()
    answer = send(world, token, address=f"kim{number}@example.com", env=server.env)
    assert answer.status == 0, answer
    return token


@pytest.mark.parametrize("stage", ["GREETING", "EHLO", "MAIL", "RCPT", "DATA", "DOT"])
@pytest.mark.parametrize("reply", [
    "421 4.3.2 Shutting down", "450 4.2.0 Greylisted", "451 4.3.0 Local error", "452 4.3.1 Full"])
def test_a_temporary_reply_is_retried_later(world, stage, reply):
    if stage == "EHLO":
        refusals = {"EHLO": reply, "HELO": reply}
    else:
        refusals = {stage: reply}
    with Recorder(refusals) as server:
        token = fresh(world, server)
    [row] = outbox(world)
    assert (row["state"], row["attempts"], row["doubts"]) == ("queued", 1, 0) and reply[:3] in row["trouble"]
    assert 18 < seconds_until_due(row) <= 25 and row["sealed_values"] and delivery(world, token) == ["queued"]
    assert deliver(world)["sent"] == 1 and delivery(world, token) == ["sent"]


def test_the_delays_grow_and_the_eighth_attempt_is_the_last(world):
    with Recorder({"RCPT": "451 4.3.0 Later"}) as server:
        token = fresh(world, server)
        for attempt in range(1, 8):
            [row] = outbox(world)
            pause = 20 * 2 ** (attempt - 1)
            assert row["state"] == "queued" and row["attempts"] == attempt
            assert pause - 3 < seconds_until_due(row) <= 1.25 * pause
            assert world.run("deliver-mail", env=server.env).json == NOTHING
            counts = deliver(world, server.env)
            assert counts == {**NOTHING, **({"retried": 1} if attempt < 7 else {"failed": 1})}
        assert len(server.said("RCPT")) == 8
    [row] = outbox(world)
    assert row["state"] == "failed" and row["sealed_values"] is None and delivery(world, token) == ["failed"]
    assert deliver(world) == NOTHING and world.mails() == []


def test_the_delays_are_random_so_that_mails_are_not_retried_together(world):
    token = world.inviter()
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(12)]
    world.run("send-invitation", {"clients": clients}, token, env=UNREACHABLE)
    pauses = [row["due_at"] - row["created_at"] for row in outbox(world)]
    assert len(set(pauses)) > 6 and max(pauses) - min(pauses) > 500


@pytest.mark.parametrize("stage", ["MAIL", "RCPT", "DATA", "DOT"])
@pytest.mark.parametrize("reply", ["550 5.1.1 No such user", "552 5.3.4 Too big", "554 5.7.1 Spam"])
def test_a_permanent_reply_ends_the_mail_as_failed(world, stage, reply):
    with Recorder({stage: reply}) as server:
        token = fresh(world, server)
    [row] = outbox(world)
    assert row["state"] == "failed" and reply[:3] in row["trouble"] and row["sealed_values"] is None
    assert delivery(world, token) == ["failed"] and deliver(world) == NOTHING


def test_a_refused_mail_is_not_reported_as_sent(world):
    with Recorder({"RCPT": "550 5.1.1 No such user"}) as server:
        answer = send(world, world.inviter(), env=server.env).json
    assert answer["invitation"]["delivery"] == "failed" and answer["invitation"]["status"] == "pending"
    assert "sent" not in answer["message"] and "on its way" not in answer["message"]


@pytest.mark.parametrize("reply", ["530 5.7.0 Log in first", "535 5.7.8 Wrong", "538 5.7.11 Encrypt"])
def test_a_server_that_refuses_the_client_keeps_the_mail_queued(world, reply):
    with Recorder({"MAIL": reply}) as server:
        fresh(world, server)
    [row] = outbox(world)
    assert row["state"] == "queued" and row["attempts"] == 0
    assert deliver(world)["sent"] == 1


@pytest.mark.parametrize("stage", ["GREETING", "EHLO", "MAIL", "RCPT", "DATA"])
def test_a_connection_that_breaks_before_the_mail_is_sent_is_retried(world, stage):
    with Recorder(drop=stage) as server:
        fresh(world, server)
    [row] = outbox(world)
    assert (row["state"], row["attempts"], row["doubts"]) == ("queued", 1, 0)
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
    assert became == {"a": "sent", "b": "failed", "c": "queued", "d": "sent", "e": "failed"}
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
