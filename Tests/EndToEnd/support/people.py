# SPDX-License-Identifier: Apache-2.0
"""Accounts with passwords: their policy, sign-ups, and the codes in their mails."""

import datetime
import math
import time

from worlds import POLICY

PASSWORD = "correct horse battery"
MINUTE, HOUR, DAY = 60, 3600, 86_400

#: A longer deadline for tests with many processes.
LONG_DEADLINE = {"DEADLINE_SECONDS": "55"}
#: A limit that no test reaches.
UNLIMITED = {"max": 100_000, "seconds": 900}


def policy(password=None, **sections):
    """The policy of the tests with passwords and mailed codes, where clients may sign up."""
    providers = {**POLICY["providers"], "password": password or {}, "email": {}}
    return {"roles": {"signUp": ["client"]}, **sections, "providers": providers}


def newest_first(entries):
    """Entries of a log in its order. A time whose milliseconds are 0 is written without them, so texts compare wrongly."""
    return sorted(entries, key=lambda entry: (datetime.datetime.fromisoformat(entry["at"]), entry["id"]), reverse=True)


def address(name):
    return name if "@" in name else f"{name}@example.com"


def sign_up(world, name="kim", password=PASSWORD, *, event=None, **data):
    """Calls `sign-up`; `event` are attributes of the envelope."""
    fields = {"email": address(name), "password": password, "displayName": "Kim", "role": "client", **data}
    return world.run("sign-up", {key: value for key, value in fields.items() if value is not None}, **(event or {}))


def sign_in(world, name="kim", password=PASSWORD, *, event=None, **data):
    return world.run("sign-in", {"email": address(name), "password": password, **data}, **(event or {}))


def signed_up(world, name="kim", password=PASSWORD, **data):
    """Creates an account: the tokens of its first session, and the account."""
    answer = sign_up(world, name, password, **data)
    assert "session" in answer.json, answer.json
    return {**answer.json["session"], "account": answer.json["account"]}


def verified(world, name="kim", password=PASSWORD, **data):
    """Creates an account and verifies its address with the mailed code."""
    made = signed_up(world, name, password, **data)
    answer = world.run("verify-email", {"code": code_in(mails_to(world, name)[-1])})
    assert answer.json["account"]["emailVerified"], answer.json
    return made


def granted(answer):
    assert answer.code is None and answer.status == 0, answer.json
    return answer.json


def mails_to(world, name, subject=""):
    """The mails to a person, oldest first, whose subject contains this text."""
    return [mail for mail in world.mails() if addressed(mail) == address(name) and subject in mail["subject"]]


def addressed(mail):
    return mail["to"].addresses[0].addr_spec


def code_in(mail):
    """The code in the link of a mail."""
    return mail.get_body(("plain",)).get_content().split("?code=")[1].split()[0]


def code_for(world, function, name="kim"):
    """Requests a code and reads it from the mail."""
    granted(world.run(function, {"email": address(name)}))
    world.run("deliver-mail")
    return code_in(mails_to(world, name)[-1])


def age_limits(world, seconds=61):
    """Makes all limit rows older, as if that many seconds had passed."""
    world.age("limit_hits", "at", seconds)
    world.age("limit_hits", "expires_at", seconds)


def at_once(world, function, every, **attributes):
    """Runs a function for each data concurrently, and returns the answers in order."""
    processes = [world.start(function, {**attributes, "data": data}, **LONG_DEADLINE) for data in every]
    for process in processes:
        process.stdin.write(process.event)
        process.stdin.close()
        process.stdin = None
    return [world.finish(process) for process in processes]


def assert_waits(world, ask, window):
    """Compares the wait of a refusal with the time at which the oldest hit leaves the window, to the second."""
    at = world.rows("SELECT min(at) AS at FROM limit_hits")[0]["at"]
    wait = lambda now: max(1, math.ceil((at + window * 1000 - int(now * 1000)) / 1000))
    longest = wait(time.time())
    answer = ask()
    shortest = wait(time.time())
    assert answer.code == "auth/too-many-requests" and answer.json["error"]["retryable"], answer.json
    assert shortest <= answer.json["error"]["retryAfter"] <= longest
    return answer.json["error"]["retryAfter"]
