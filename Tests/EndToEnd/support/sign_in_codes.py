# SPDX-License-Identifier: Apache-2.0
"""Codes with which people sign in."""

import re

from people import age_limits, granted, mails_to, policy

#: The policy of these tests.
RULES = policy(roles={"signUp": ["client", "admin"]})


def ask(world, name="kim", **attributes):
    return world.run("request-sign-in", {"email": name if "@" in name else f"{name}@example.com"}, **attributes)


def mailed(world, name="kim"):
    """The text of the newest mail with a code."""
    world.run("deliver-mail")
    return mails_to(world, name, "Your code")[-1].get_body(("plain",)).get_content()


def code_for(world, name="kim"):
    """Requests a code and reads it from the mail."""
    granted(ask(world, name))
    age_limits(world)
    return re.search(r"^([0-9A-Z]{4}-[0-9A-Z]{4})$", mailed(world, name), re.M)[1]


def use(world, code, name="kim", **data):
    return world.run("sign-in", {"email": f"{name}@example.com", "code": code, **data})
