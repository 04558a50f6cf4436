# SPDX-License-Identifier: Apache-2.0
"""Invitations of a trainer."""

DAY = 86_400


def status(world, token):
    return [client["invitation"]["status"] for client in world.run("list-clients", {}, token).json["clients"]]
