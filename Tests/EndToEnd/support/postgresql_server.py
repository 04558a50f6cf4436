# SPDX-License-Identifier: Apache-2.0
"""A world in a database of a primary and a standby."""

import contextlib

from worlds import ServerDatabase, World


@contextlib.contextmanager
def world_of(pair, folder, patch):
    """A world in a new database of the pair."""
    patch.setenv("VESTIBULE_POSTGRESQL", pair.server)
    # For the statements of the test itself, in whichever server is the primary.
    patch.setenv("PGTARGETSESSIONATTRS", "read-write")
    world = World(folder, "postgresql")
    world.env["DATABASE_URL"] += "?target_session_attrs=read-write"
    yield world
    # The database ends with its servers.
    ServerDatabase.used.remove(world.store)
    world.store.connection.close()
