# SPDX-License-Identifier: Apache-2.0
"""A PostgreSQL server of its own, and a primary with a standby, each with a world in a database of it.

A file that imports `server` is an `xdist_group`, so that one worker starts one server for it."""

import contextlib
import os
import subprocess

import pytest
from conftest import ROOT, ServerDatabase, World
from replicated_postgresql import Pair


@pytest.fixture(scope="module", autouse=True)
def server():
    """A separate server for these tests, because they stop and break it."""
    ask = "env | grep ^VESTIBULE_; echo; read end"
    holder = subprocess.Popen(
        [ROOT / "scripts/with-postgresql", "sh", "-c", ask], env={**os.environ, "SAFE": "1"}, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    with pytest.MonkeyPatch.context() as patch:
        for line in iter(holder.stdout.readline, "\n"):
            patch.setenv(*line.rstrip("\n").split("=", 1))
        yield
    holder.stdin.close()
    holder.wait()
    holder.stdout.close()


@pytest.fixture
def world(tmp_path):
    world = World(tmp_path, "postgresql")
    yield world
    # Other tests must not get this database.
    ServerDatabase.used.remove(world.store)
    world.store.drop()


@pytest.fixture
def token(world):
    return world.inviter()


@pytest.fixture
def pair():
    """A primary and a synchronous standby."""
    with Pair() as pair:
        yield pair


@pytest.fixture
def paired(tmp_path, pair, monkeypatch):
    """A world in a database of the pair, whose functions know both hosts."""
    with world_of(pair, tmp_path, monkeypatch) as world:
        yield world


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
