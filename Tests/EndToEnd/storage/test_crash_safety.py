# SPDX-License-Identifier: Apache-2.0
"""Processes killed at a random time: every answer holds, every change is complete or absent, and the mail is sent."""

import os
import random

import pytest
from crashes import killed, usual_time
from worlds import ENGINE, POLICY, code_of, person

pytestmark = [pytest.mark.slow, pytest.mark.unpooled]
RUNS = int(os.environ.get("CRASH_RUNS", "160"))


def test_a_killed_invitation_or_acceptance_is_complete_or_absent(world):
    rng = random.Random(20261121)
    token = world.inviter()
    send = lambda name: {
        "id": name, "source": "crash", "authorization": f"Bearer {token}",
        "data": {"client": {"name": name, "email": f"{name}@example.com"}},
    }
    accept = lambda name, code: {"id": name, "source": "crash", "data": {"code": code, "identity": person(name)}}
    longest = 1.3 * usual_time(world, "send-invitation", send("warmup"))
    answered_before_kill = 0

    for number in range(RUNS // 2):
        name = f"c{number}"
        first = killed(world, "send-invitation", send(name), rng, longest)
        again = world.run("send-invitation", event=send(name)).json
        assert "client" in again, again
        if first:
            answered_before_kill += 1
            assert first == again
    assert len(world.rows("SELECT * FROM clients")) == RUNS // 2 + 1
    assert world.rows("SELECT count(*) AS n FROM clients c LEFT JOIN invitations i ON i.client_id = c.id WHERE i.id IS NULL") == [{"n": 0}]

    world.age("outbox", "due_at", 60)
    while world.run("deliver-mail").json["more"]:
        pass
    assert {row["state"] for row in world.rows("SELECT state FROM outbox")} == {"sent"}
    assert world.rows("SELECT * FROM outbox WHERE sealed_values IS NOT NULL") == []
    codes = {str(mail["to"]).split()[0]: code_of(mail) for mail in world.mails()}
    assert len(world.mails()) == len({mail["message-id"] for mail in world.mails()}) == RUNS // 2 + 1

    for number in range(RUNS // 2):
        name = f"c{number}"
        event = accept(name, codes[name])
        first = killed(world, "accept-invitation", event, rng, longest)
        again = world.run("accept-invitation", event=event).json
        assert "session" in again, again
        if first:
            answered_before_kill += 1
            assert first == again
    accepted = world.rows("SELECT * FROM invitations WHERE status = 'accepted'")
    linked = world.rows("SELECT * FROM clients WHERE account_id IS NOT NULL")
    accounts = world.rows("SELECT * FROM accounts WHERE role = 'client'")
    sessions = world.rows("SELECT s.* FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE a.role = 'client'")
    assert len(accepted) == len(linked) == len(accounts) == len(sessions) == RUNS // 2
    if ENGINE == "sqlite":
        assert world.rows("PRAGMA integrity_check") == [{"integrity_check": "ok"}]
    assert 0 < answered_before_kill < RUNS, "the kills came all too early or all too late"


def answered(world, function, events, rng):
    """What each event is granted in the end: it is killed at a random time and then repeated."""
    longest = 1.3 * usual_time(world, function, events[0])
    answers, kept = [], 0
    for event in events:
        first = killed(world, function, event, rng, longest)
        again = world.run(function, event=event).json
        assert "error" not in again, again
        if first:
            kept += 1
            assert first == again
        answers.append(again)
    assert kept < len(events), "the kills came all too late"
    return answers


def test_killed_joins_requests_and_answers_are_complete_or_absent(world):
    """Each join takes one place and makes one record; each request and answer has one mail."""
    rng, count = random.Random(20261127), RUNS // 8
    world.policy({**POLICY, "limits": {"signUp": {"max": 1000, "seconds": 60}, "joinNotice": {"max": 1000, "seconds": 60}}})
    token = world.inviter()

    def link(**data):
        return world.run("create-join-link", data, token).json["joinLink"]

    def joining(link, names):
        data = {"code": link["link"].split("code=")[1]}
        return [{"id": name, "source": "crash", "data": {**data, "identity": person(name)}} for name in names]

    def event(name, authorization, **data):
        return {"id": name, "source": "crash", "authorization": f"Bearer {authorization}", "data": data}

    opened, asked = link(maxUses=count), link(approval=True)
    joined = answered(world, "accept-invitation", joining(opened, [f"j{number}" for number in range(count)]), rng)
    assert len({answer["client"]["id"] for answer in joined}) == count
    assert world.rows("SELECT uses FROM join_links WHERE id = ?", (opened["id"],)) == [{"uses": count}]
    assert len(world.rows("SELECT id FROM clients WHERE join_link_id = ?", (opened["id"],))) == count
    assert world.accept(opened["link"].split("code=")[1], "late").code == "invitation/full"

    requested = answered(world, "accept-invitation", joining(asked, [f"r{number}" for number in range(count)]), rng)
    requests = [answer["joinRequest"]["id"] for answer in requested]
    assert len(set(requests)) == len(world.rows("SELECT id FROM join_requests")) == count
    approvals = [event(f"a{number}", token, joinRequestId=id, approve=True) for number, id in enumerate(requests)]
    approved = answered(world, "answer-join-request", approvals, rng)
    assert len({answer["client"]["id"] for answer in approved}) == count
    assert world.rows("SELECT uses FROM join_links WHERE id = ?", (asked["id"],)) == [{"uses": count}]
    assert len(world.rows("SELECT id FROM clients WHERE account_id IS NOT NULL")) == 2 * count

    kinds = world.rows("SELECT kind, count(*) AS n FROM outbox WHERE kind LIKE 'join%' GROUP BY kind ORDER BY kind")
    assert kinds == [{"kind": "join-answer", "n": count}, {"kind": "join-request", "n": count}], kinds
    assert_mails_arrive_once(world)


def test_killed_declines_questions_and_corrections_are_complete_or_absent(world):
    """The inviter hears of each once, and the old address of none."""
    rng, count = random.Random(20261128), RUNS // 8
    world.policy({**POLICY, "limits": {"invite": {"max": 1000, "seconds": 60}}})
    token = world.inviter()
    invited = {kind: [world.invite(token, f"{kind}{number}") for number in range(count)] for kind in "dqc"}

    def events(kind, **data):
        return [{"id": f"{kind}{number}", "source": "crash", "data": {"code": answer["code"], **data}}
                for number, answer in enumerate(invited[kind])]

    declined = answered(world, "decline-invitation", events("d", reason="No time"), rng)
    assert {answer["invitation"]["status"] for answer in declined} == {"declined"}
    assert world.rows("SELECT count(*) AS n FROM invitations WHERE status = 'declined'") == [{"n": count}]

    world.age("invitations", "expires_at", 60 * 86400, f"client_id IN ({ids(invited['q'])})")
    answered(world, "request-invitation", events("q"), rng)

    corrections = [
        {"id": f"c{number}", "source": "crash", "authorization": f"Bearer {token}",
         "data": {"invitationId": answer["invitation"]["id"], "email": f"right{number}@example.com", "deliver": "mail"}}
        for number, answer in enumerate(invited["c"])]
    answered(world, "resend-invitation", corrections, rng)
    corrected = world.rows(f"SELECT email FROM clients WHERE id IN ({ids(invited['c'])})")
    assert {row["email"] for row in corrected} == {f"right{number}@example.com" for number in range(count)}

    assert_mails_arrive_once(world)
    subjects = [mail["subject"] for mail in world.mails() if "ada@" in str(mail["to"])]
    assert len(subjects) == 2 * count, subjects
    assert not [mail for mail in world.mails() if str(mail["to"]).startswith("c")], "the wrong address gets nothing"


def ids(answers):
    return ", ".join(f"'{answer['client']['id']}'" for answer in answers)


def assert_mails_arrive_once(world):
    world.age("outbox", "due_at", 60)
    while world.run("deliver-mail").json["more"]:
        pass
    mailed = world.rows("SELECT state FROM outbox WHERE kind <> 'push' AND recipient <> ''")
    assert {row["state"] for row in mailed} == {"sent"}, mailed
    assert len(world.mails()) == len({mail["message-id"] for mail in world.mails()}) == len(mailed)
