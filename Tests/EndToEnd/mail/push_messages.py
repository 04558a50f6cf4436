# SPDX-License-Identifier: Apache-2.0
"""Push messages."""

from people import granted

APPLE = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"
GOOGLE = "bk3RNwTe3H0:CI2k_HHwgIpoDKCIZvvDMExUdFQ3P1"


def device(token=APPLE, service="apns", **members):
    return {"id": f"device {token[:4]}", **members, "pushService": service, "pushToken": token}


def deliver(world, **env):
    return granted(world.run("deliver-mail", env=env))


def made_due(world):
    world.age("outbox", "due_at", 7200)


def messages(world):
    return world.rows("SELECT state, trouble FROM outbox WHERE kind = 'push' ORDER BY id")


def tokens(world):
    return world.rows("SELECT push_service, push_token_hash FROM sessions WHERE push_token_hash IS NOT NULL")


def invited(world, token, name="kim", **data):
    """A client who accepted an invitation: the answer to the acceptance."""
    return granted(world.accept(world.invite(token, name)["code"], name, **data))
