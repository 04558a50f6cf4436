# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL: the connection is cut at one of the messages that the process sends before it waits, or at their answer."""

import json
import subprocess
from dataclasses import dataclass

from worlds import BIN
from flight_proxy import FLIGHT_CUTS, FlightProxy

#: What a report counts: the messages are lost; they arrive, and the connection ends at once; their answer is lost.
KINDS = FLIGHT_CUTS


@dataclass(frozen=True)
class FlightFault:
    """The connection is cut at the messages with a number, counted over all connections."""

    kind: str
    number: int
    kills = False

    @property
    def place(self):
        return f"flight {self.number}"

    def run(self, scene):
        """Runs the event with the fault. The server ends what has reached it."""
        with FlightProxy(scene.world.env["DATABASE_URL"], delay=0, cut=self.kind, at=self.number) as proxy:
            done = run_through(proxy, scene)
        scene.world.store.wait_for_killed_processes()
        return done


def run_through(proxy, scene):
    return subprocess.run(
        [BIN / scene.function], env={**scene.world.env, "DATABASE_URL": proxy.url}, cwd=scene.world.folder, input=scene.line,
        capture_output=True, timeout=120, check=False)


def faults(scene):
    """The faults at each flight, those that open the connection included."""
    scene.set_back()
    with FlightProxy(scene.world.env["DATABASE_URL"], delay=0) as proxy:
        done = run_through(proxy, scene)
    assert json.loads(done.stdout) is not None
    return [FlightFault(kind, number) for number in range(proxy.flights) for kind in KINDS]
