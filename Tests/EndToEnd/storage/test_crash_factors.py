# SPDX-License-Identifier: Apache-2.0
"""Enrollments and answers to challenges that are killed at a random time: they are complete or absent, and repeated events agree."""

import os
import random

import pytest
from crashes import killed, usual_time
from factors import challenged, code, confirm_totp, enrol_totp, with_factors
from people import granted
from worlds import person

pytestmark = [pytest.mark.slow, pytest.mark.policy({**with_factors(), "session": {"maxPerAccount": 1000}})]
RUNS = int(os.environ.get("CRASH_RUNS", "160")) // 8


def event(function, number, token=None, **data):
    return {"id": f"{function} {number}", "source": "crash", **({"authorization": f"Bearer {token}"} if token else {}), "data": data}


def test_a_killed_answer_gives_one_session_or_none(world):
    rng = random.Random(20261125)
    token = world.sign_in("ada")["session"]["accessToken"]
    _, app, _ = confirm_totp(world, token)
    sign_in = {"data": {"identity": person("ada")}}
    longest = 1.5 * usual_time(world, "sign-in", sign_in)
    for number in range(RUNS):
        first = killed(world, "sign-in", {"id": f"sign-in {number}", "source": "crash", "data": {"identity": person("ada", n=number)}}, rng, longest)
        stopped = first or challenged(world.run("sign-in", {"identity": person("ada")}))
        before = len(world.rows("SELECT id FROM sessions"))
        answer = event("answer-challenge", number, challenge=stopped["challenge"], code=code(world, app))
        early = killed(world, "answer-challenge", answer, rng, longest)
        again = granted(world.run("answer-challenge", event=answer))
        assert early is None or early == again
        assert len(world.rows("SELECT id FROM sessions")) == before + 1, "one session for one answer"
        # The code is used up, and so is the challenge.
        assert world.run("answer-challenge", answer["data"]).code == "auth/code-expired"


def test_a_killed_confirmation_makes_a_factor_with_its_recovery_codes_or_none(world):
    rng = random.Random(20261126)
    world.sign_in("p")
    longest = 1.5 * usual_time(world, "sign-in", {"data": {"identity": person("p")}})
    for number in range(RUNS):
        made = world.sign_in(f"p{number}")
        token, account = made["session"]["accessToken"], made["account"]["id"]
        begun, app = enrol_totp(world, token)
        confirmation = event("confirm-factor", number, token, factorId=begun["factor"]["id"], code=app.now())
        first = killed(world, "confirm-factor", confirmation, rng, longest)
        [row] = world.rows("SELECT factors FROM accounts WHERE id = ?", (account,))
        codes = world.rows("SELECT code_hash FROM recovery_codes WHERE account_id = ?", (account,))
        confirmed = world.rows("SELECT id FROM factors WHERE account_id = ? AND confirmed_at IS NOT NULL", (account,))
        assert (row["factors"], len(codes), len(confirmed)) in ((0, 0, 0), (1, 10, 1))
        again = granted(world.run("confirm-factor", event=confirmation))
        assert len(again["recoveryCodes"]) == 10 and (first is None or first == again)
