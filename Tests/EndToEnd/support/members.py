# SPDX-License-Identifier: Apache-2.0
"""Inviters with clients, and the rules of their policy."""

from people import granted, policy
from worlds import person

FIELDS = {
    "classYear": {"type": "integer", "minimum": 1, "maximum": 4},
    "tags": {"type": "array", "items": {"type": "string", "maxLength": 5}},
    "address": {"type": "object", "required": ["city"], "properties": {"city": {"type": "string"}}},
    "chapterId": {"type": "string", "maxLength": 64, "x-setBy": "inviter"},
}
PHONE = "+1 555 123 4567"
KIM = {"name": "Kim", "email": "kim@example.com"}


def rules(**sections):
    return policy(**{"roles": {"signUp": ["admin", "client"]}, "profile": {"fields": FIELDS}, **sections})


def trainer(world, name="ada"):
    return granted(world.run("sign-in", {"identity": person(name), "as": "admin"}))["session"]["accessToken"]


def clients(world, token, **data):
    return granted(world.run("list-clients", data, token))["clients"]


def accepted(world, token, name="kim", **event):
    """A client who accepted: the answer to the acceptance."""
    code = world.invite(token, name)["code"]
    return granted(world.run("accept-invitation", {"code": code, "identity": person(name)}, **event))


def errors(answer):
    return {error["pointer"]: error["code"] for error in answer.json["error"]["errors"]}


# update-member


def update_member(world, token, profile, **whom):
    return world.run("update-member", {"profile": profile, **whom}, token)


# update-account


def leave(world, kim, token=None):
    return world.run("leave-inviter", {"clientId": kim["client"]["id"]}, token or kim["session"]["accessToken"])
