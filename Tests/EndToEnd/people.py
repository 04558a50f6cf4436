# SPDX-License-Identifier: Apache-2.0
"""Accounts with passwords: a policy that has them, people who sign up, and the codes that their mails bring."""

import math
import time

from conftest import POLICY

PASSWORD = "correct horse battery"
MINUTE, HOUR, DAY = 60, 3600, 86_400

#: For so many at once that a busy machine may need more than the usual time for all of them.
PATIENT = {"DEADLINE_SECONDS": "55"}
#: So much that no test reaches it.
PLENTY = {"max": 100_000, "seconds": 900}


def policy(password=None, **sections):
    """The policy of the tests with passwords, where clients may sign up."""
    providers = {**POLICY["providers"], "password": password or {}}
    return {"roles": {"signUp": ["client"]}, **sections, "providers": providers}


def address(name):
    return name if "@" in name else f"{name}@example.com"


def sign_up(world, name="kim", password=PASSWORD, *, event=None, **data):
    """Asks for an account; `event` are attributes beside the data."""
    fields = {"email": address(name), "password": password, "displayName": "Kim", "role": "client", **data}
    return world.run("sign-up", {key: value for key, value in fields.items() if value is not None}, **(event or {}))


def sign_in(world, name="kim", password=PASSWORD, *, event=None, **data):
    return world.run("sign-in", {"email": address(name), "password": password, **data}, **(event or {}))


def signed_up(world, name="kim", password=PASSWORD, **data):
    """Makes an account: its first session's tokens and the account."""
    answer = sign_up(world, name, password, **data)
    assert "session" in answer.json, answer.json
    return {**answer.json["session"], "account": answer.json["account"]}


def verified(world, name="kim", password=PASSWORD, **data):
    """Makes an account whose address is verified, with the code of the mail."""
    made = signed_up(world, name, password, **data)
    answer = world.run("verify-email", {"code": code_in(mails_to(world, name)[-1])})
    assert answer.json["account"]["emailVerified"], answer.json
    return made


def granted(answer):
    assert answer.code is None and answer.status == 0, answer.json
    return answer.json


def mails_to(world, name, subject=""):
    """The mails to somebody, oldest first, whose subject has these words."""
    return [mail for mail in world.mails() if addressed(mail) == address(name) and subject in mail["subject"]]


def addressed(mail):
    return mail["to"].addresses[0].addr_spec


def code_in(mail):
    """The code of a mail's link."""
    return mail.get_body(("plain",)).get_content().split("?code=")[1].split()[0]


def code_for(world, function, name="kim"):
    """Asks for a code and takes it from the mail."""
    granted(world.run(function, {"email": address(name)}))
    world.run("deliver-mail")
    return code_in(mails_to(world, name)[-1])


def calm(world, seconds=61):
    """Lets so much time go by for everything that is limited."""
    world.age("limit_hits", "at", seconds)
    world.age("limit_hits", "expires_at", seconds)


def at_once(world, function, every, **attributes):
    """Runs a function for each data at the same time: the answers in order."""
    processes = [world.start(function, {**attributes, "data": data}, **PATIENT) for data in every]
    for process in processes:
        process.stdin.write(process.event)
        process.stdin.close()
        process.stdin = None
    return [world.finish(process) for process in processes]


def assert_waits(world, ask, window):
    """Holds the wait of a refusal against the moment at which the oldest hit leaves the window, to the second."""
    at = world.rows("SELECT min(at) AS at FROM limit_hits")[0]["at"]
    wait = lambda moment: max(1, math.ceil((at + window * 1000 - int(moment * 1000)) / 1000))
    longest = wait(time.time())
    answer = ask()
    shortest = wait(time.time())
    assert answer.code == "auth/too-many-requests" and answer.json["error"]["retryable"], answer.json
    assert shortest <= answer.json["error"]["retryAfter"] <= longest
    return answer.json["error"]["retryAfter"]
