# SPDX-License-Identifier: Apache-2.0
"""A PostgreSQL server of its own, with the messages of its failures."""

import os
import subprocess

import pytest
from conftest import ROOT, ServerDatabase, World


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
