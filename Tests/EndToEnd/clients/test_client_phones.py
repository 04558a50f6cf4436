# SPDX-License-Identifier: Apache-2.0
"""A client's telephone number is stored in E.164 if it can be read, and otherwise as the inviter typed it."""

import pytest
from operators import account, refused
from smtp_servers import send


@pytest.mark.parametrize("typed, stored", [
    ("(555) 123-4567", "+15551234567"), ("+49 30 901820", "+4930901820"), ("0049 30 901820", "+4930901820"),
    ("+15551234567", "+15551234567"), ("555", "555")])
def test_a_client_has_the_number_that_was_read(world, typed, stored):
    token = world.inviter()
    client = send(world, token, phone=typed).json["client"]
    assert client["phone"] == stored
    changed = world.run("update-client", {"clientId": client["id"], "phone": "555 765 4321"}, token).json["client"]
    assert changed["phone"] == "+15557654321"
    assert world.run("update-client", {"clientId": client["id"], "phone": typed}, token).json["client"]["phone"] == stored
    assert "phone" not in world.run("update-client", {"clientId": client["id"], "phone": None}, token).json["client"]


def test_an_operator_creates_an_account_with_a_number(world):
    made = account(world, "create", "ada@example.com", "--role", "admin", "--name", "Ada", "--phone", "(555) 123-4567")
    assert made["phone"] == "+15551234567"
    refused(world, "account", "create", "bob@example.com", "--role", "admin", "--name", "Bob", "--phone", "555", status=64,
            words="is not a telephone number")
