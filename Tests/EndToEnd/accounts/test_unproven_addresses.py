# SPDX-License-Identifier: Apache-2.0
"""An invited person who is first seen with an address that nothing proves."""

import pytest
from admission import OPEN
from claims import google
from people import PASSWORD, granted, mails_to
from worlds import code_of

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(OPEN)]
UNPROVEN = {
    "sign-in": lambda world: world.run("sign-in", google(verified=False)),
    "sign-up": lambda world: world.run("sign-up", {"email": "kim@example.com", "password": PASSWORD, "displayName": "Kim"}),
    "trigger": lambda world: world.run("on-user-create", {
        "provider": "google", "subject": "kim", "email": "kim@example.com", "emailVerified": False, "displayName": "Kim"}),
    "trigger firebase": lambda world: world.run("on-user-create", event={"data": {
        "uid": "kim", "email": "kim@example.com", "emailVerified": False}}),
    "trigger supabase": lambda world: world.run("on-user-create", {"user": {
        "id": "kim", "email": "kim@example.com", "user_metadata": {"full_name": "Kim"}, "app_metadata": {"provider": "email"}}}),
}


@pytest.mark.parametrize("deliver", ["mail", "link"])
@pytest.mark.parametrize("way", UNPROVEN)
def test_an_invited_person_with_an_unproven_address_is_an_invitee_and_accepts_afterwards(world, ada, way, deliver):
    sent = granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": deliver}, ada))
    code = sent["link"].split("code=")[1] if deliver == "link" else code_of(mails_to(world, "kim")[-1])
    answer = UNPROVEN[way](world)
    assert answer.status == 0 and "error" not in answer.json, answer.json
    assert world.rows("SELECT role FROM accounts WHERE email = 'kim@example.com'") == [{"role": "client"}]
    assert granted(world.run("accept-invitation", {"code": code, **google()}))["client"]["name"] == "Kim"


@pytest.mark.parametrize("way", [way for way in UNPROVEN if way != "sign-up"])
def test_nobody_with_an_unproven_address_becomes_an_inviter_by_accident(world, ada, way):
    answer = UNPROVEN[way](world)
    assert answer.status == 0 and "error" not in answer.json, answer.json
    assert world.rows("SELECT role FROM accounts WHERE email = 'kim@example.com'") == [{"role": "client"}]
