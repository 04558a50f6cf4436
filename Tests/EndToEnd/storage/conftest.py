# SPDX-License-Identifier: Apache-2.0
"""What the tests of storage share."""

import pytest
from key_rotation import new_key
from postgresql_server import world_of
from replicated_postgresql import Pair


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


@pytest.fixture
def secret_key(world):
    """The key is a variable and not a file."""
    world.env["SECRET_KEY"] = new_key()
