# SPDX-License-Identifier: Apache-2.0
"""Roles of a PostgreSQL server."""

import contextlib
from urllib.parse import urlsplit, urlunsplit


def at(url, **changes):
    """The URL with another user, password, host, port or query."""
    parts = urlsplit(url)
    known = {"user": parts.username, "password": parts.password, "host": parts.hostname, "port": parts.port, **changes}
    place = "{user}:{password}@{host}:{port}".format(**known)
    return urlunsplit(parts._replace(netloc=place, query=known.get("query", "")))


@contextlib.contextmanager
def role(world, options=""):
    """A role that may connect, and nothing else."""
    world.store.on_server(f"CREATE ROLE least LOGIN PASSWORD 'least' {options}")
    try:
        yield at(world.env["DATABASE_URL"], user="least", password="least")
    finally:
        world.rows("DROP OWNED BY least")
        world.store.on_server("DROP ROLE least")
