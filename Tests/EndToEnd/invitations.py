# SPDX-License-Identifier: Apache-2.0
"""A trainer who invites."""

import pytest

DAY = 86_400


@pytest.fixture
def trainer(world):
    return world.inviter()


def status(world, token):
    return [client["invitation"]["status"] for client in world.run("list-clients", {}, token).json["clients"]]
