# SPDX-License-Identifier: Apache-2.0
"""An inviter who is demoted while invitations are being sent."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from operators import vestibule
from people import at_once, policy
from worlds import ENGINE

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(policy(roles={"signUp": ["client", "admin"]}))]


@pytest.mark.skipif(ENGINE != "sqlite", reason="PostgreSQL puts an invitation that has read its rows before the demotion")
def test_an_inviter_who_is_demoted_while_an_invitation_waits_for_the_database_sends_none(world, ada):
    with world.locked() as database:
        process = world.start("send-invitation", {
            "authorization": f"Bearer {ada}", "data": {"client": {"name": "Kim", "email": "kim@example.com"}}}, DEADLINE_SECONDS="55")
        process.stdin.write(process.event)
        process.stdin.close()
        process.stdin = None
        time.sleep(1)  # The event waits for the locked database.
        database.execute("UPDATE accounts SET role = 'client' WHERE email = 'ada@example.com'")
    answer = world.finish(process)
    assert answer.code == "auth/permission-denied", answer.json
    assert world.rows("SELECT id FROM invitations") == []


def test_a_demotion_among_invitations_at_once_lets_none_through_afterwards(world, ada):
    event = {"authorization": f"Bearer {ada}"}
    every = [{"client": {"name": "Kim", "email": f"kim{number}@example.com"}, "deliver": "link"} for number in range(20)]
    with ThreadPoolExecutor(1) as pool:
        demotion = pool.submit(vestibule, world, "account", "role", "ada@example.com", "client")
        answers = at_once(world, "send-invitation", every, **event)
        assert demotion.result().status == 0, demotion.result()
    # A token with the former role needs a new one; either refusal is one of the role.
    assert {answer.code for answer in answers} <= {None, "auth/permission-denied"}
    sent = len([answer for answer in answers if answer.code is None])
    assert len(world.rows("SELECT id FROM invitations")) == sent
    last = world.run("send-invitation", {"client": {"name": "Lee", "email": "lee@example.com"}, "deliver": "link"}, ada)
    assert last.code == "auth/permission-denied"
