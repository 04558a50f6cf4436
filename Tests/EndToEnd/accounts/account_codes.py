# SPDX-License-Identifier: Apache-2.0
"""Requests with the codes of mails about an account."""

from people import granted, policy
from worlds import person

#: The policy of these tests.
RULES = policy(roles={"signUp": ["client", "admin"]})

NEW = "another good one"
REQUESTS = ("verify-email", "reset-password")


def confirm(world, function, code, **more):
    """Uses a code with its function."""
    password = {"newPassword": NEW} if function == "reset-password" else {}
    return world.run(function, {"code": code, **password, **more})


def wrong_end(code):
    return code[:-4] + ("AAAA" if not code.endswith("AAAA") else "BBBB")


def google(world, name="kim", **data):
    return granted(world.run("sign-in", {"identity": person(name), "as": "client", **data}))
