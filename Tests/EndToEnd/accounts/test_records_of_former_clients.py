# SPDX-License-Identifier: Apache-2.0
"""The record of a client who left is not given to another person with the same address."""

import pytest
from admission import OPEN, imported, own_trigger
from claims import google, invite
from people import granted, mails_to

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(OPEN)]
FACTS = {"email": "kim@example.com", "displayName": "Kim", "phone": None}


FORMER = {
    "accept code": lambda world, code: world.run("accept-invitation", {"code": code, **google("new")}).code == "invitation/email-mismatch",
    "trigger": lambda world, code: own_trigger(world, {**FACTS, "role": "client"}).code is None,
    "import": lambda world, code: imported(world, {**FACTS, "role": "client"})["result"] == "created",
    "sign-in": lambda world, code: granted(world.run("sign-in", {**google("new"), "as": "client"}))["invitations"] == [],
}


@pytest.mark.parametrize("way", FORMER)
def test_the_record_of_somebody_who_left_is_not_given_to_another_person(world, ada, way):
    code = invite(world, ada)
    granted(world.run("accept-invitation", {"code": code, **google("former")}))
    kim = granted(world.run("sign-in", google("former")))["session"]["accessToken"]
    client = world.rows("SELECT id FROM clients")[0]["id"]
    granted(world.run("leave-inviter", {"clientId": client}, kim))
    # The address gets another owner.
    granted(world.run("update-account", {"email": "kim.lee@example.com"}, kim))
    world.run("deliver-mail")
    granted(world.run("verify-email", {"code": mails_to(world, "kim.lee")[-1].get_body(("plain",)).get_content().split("?code=")[1].split()[0]}))
    granted(world.run("update-account", {"removeEmail": "kim@example.com"}, kim))
    world.rows("UPDATE invitations SET status = 'pending'")
    assert FORMER[way](world, code)
    assert world.rows("SELECT account_id FROM clients") == [{"account_id": None}]
