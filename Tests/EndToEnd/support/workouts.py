# SPDX-License-Identifier: Apache-2.0
"""Workouts that an inviter assigns."""

from people import granted


def assign(world, token, client, title="Legs", **data):
    return granted(world.run("assign-workout", {"clientId": client["id"], "title": title, **data}, token))["workout"]
