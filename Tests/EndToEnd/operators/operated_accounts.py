# SPDX-License-Identifier: Apache-2.0
"""Accounts that operators change."""

from operators import lines

CREATE = ("account", "create", "ada@example.com", "--role", "admin", "--name", "Ada Lovelace")


def column(world, name, id):
    return world.rows(f"SELECT {name} AS value FROM accounts WHERE id = ?", (id,))[0]["value"]


def names(world, *arguments):
    return [made["email"].split("@")[0] for made in lines(world, "account", "list", *arguments)]
