# SPDX-License-Identifier: Apache-2.0
"""Requests to guardians and their answers."""

from pages import CONSENT, Seen, page_policy
from people import granted

#: The policy of these tests.
RULES = page_policy(consent=CONSENT)


def decide(world, code, decision, **attributes):
    return Seen(world.run("guardian-confirm", {"code": code, "decision": decision}, **attributes))


def standing(world, made):
    answer = granted(world.run("get-account", token=made["accessToken"]))
    return answer["state"], answer["missing"], answer["account"]["consent"]["guardian"]


def asked(world, made, **data):
    return granted(world.run("complete-account", data, made["accessToken"]))


def audited(world):
    """The audit actions about guardians, oldest first."""
    rows = world.rows("SELECT action FROM audit WHERE action LIKE 'account.guardian%' ORDER BY at, id")
    return [row["action"].removeprefix("account.guardian-") for row in rows]
