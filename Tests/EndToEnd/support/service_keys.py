# SPDX-License-Identifier: Apache-2.0
"""Service keys, and what backends do with them."""

from operators import lines, vestibule
from people import granted

BAD = "auth/unauthenticated"
DENIED = "auth/permission-denied"


def key(world, name, *functions, **whom):
    """Makes a key for `inviter` or `team`: its secret."""
    done = create(world, name, *functions, **whom)
    assert done.status == 0, done.stderr
    return done.stdout.strip()


def create(world, name, *functions, **whom):
    options = [each for option, value in whom.items() for each in (f"--{option}", str(value))]
    return vestibule(world, "key", "create", name, "--function", *functions, *options)


def rotated(world, name, *options):
    done = vestibule(world, "key", "rotate", name, *options)
    assert done.status == 0, done.stderr
    return done.stdout.strip()


def states(world):
    return {shown["name"]: shown["state"] for shown in lines(world, "key", "list")}


def sent(world, secret, name="kim", **data):
    """A backend invites somebody by link."""
    client = {"name": name.capitalize(), "email": f"{name}@example.com"}
    return world.run("send-invitation", {"client": client, "deliver": "link", **data}, secret)


def listed(world, secret, **data):
    return sorted(client["name"] for client in granted(world.run("list-clients", data, secret))["clients"])


def services(world, action):
    """The services of the entries of the audit log with an action."""
    return [entry.get("service") for entry in lines(world, "audit", "--action", action)]


def schema_allows_keys(entry):
    """Whether a key may name a function, by its entry in functions.json."""
    return entry.get("serviceKey", entry["access"] in ("session", "inviter")) and "produces" not in entry
