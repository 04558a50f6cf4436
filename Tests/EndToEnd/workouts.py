# SPDX-License-Identifier: Apache-2.0
"""Workouts that an inviter assigns."""

import pytest
from members import accepted, ada, world  # noqa: F401 (fixtures)
from people import granted


def assign(world, token, client, title="Legs", **data):
    return granted(world.run("assign-workout", {"clientId": client["id"], "title": title, **data}, token))["workout"]


@pytest.fixture
def kim(world, ada):
    return accepted(world, ada)


@pytest.fixture
def client(kim):
    return kim["session"]["accessToken"]
