# SPDX-License-Identifier: Apache-2.0
"""One event, one process: what it costs from start to exit."""

from measure import results, run
from programs import programs
from world import copy, sink

FUNCTIONS = ["accept-invitation", "preview-invitation", "refresh-session", "send-invitation"]
#: The number of consecutive runs before the next program, and of first runs that are not counted.
TURN, WARM_UP = 5, 3


def measure(world, runs, functions=FUNCTIONS):
    """Each program has a separate database. The events and their order are the same."""
    for function in functions:
        contestants = programs(function)
        runs_of = {program.name: [] for program in contestants}
        with sink() as port:
            for program in contestants:
                copy(world.folder / "template.db", world.folder / f"{program.name}.db")
            for first in range(0, runs + WARM_UP, TURN):
                for program in contestants:
                    for number in range(first, min(first + TURN, runs + WARM_UP)):
                        done = run(
                            world, program.command, f"events/{function}-{number}.json", f"{program.name}.db",
                            MAIL_URL=f"smtp://127.0.0.1:{port}?tls=none")
                        if number >= WARM_UP:
                            runs_of[program.name].append(done)
        yield from results(f"{function}, cold", runs_of)
