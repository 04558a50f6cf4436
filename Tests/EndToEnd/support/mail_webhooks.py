# SPDX-License-Identifier: Apache-2.0
"""Mails that were sent by a vendor, and webhooks about them."""


from smtp_servers import send

NOTHING = {"processed": 0, "ignored": 0, "unknown": 0}


def sent(world, vendor, **client):
    """The access token of an inviter whose invitation that vendor has accepted."""
    token = world.inviter()
    assert send(world, token, **client).json["invitation"]["delivery"] == "sent"
    world.rows(f"UPDATE outbox SET vendor_id = '{vendor.vendor_id}'")
    return token


def receive(world, vendor, event, **env):
    return world.run("on-mail-event", event=event, env={**vendor.env, **env})


def suppressions(world):
    return {row["address_key"]: row["reason"] for row in world.rows("SELECT * FROM suppressions")}
