# SPDX-License-Identifier: Apache-2.0
"""The warm loop: one process answers all events of a Lambda runtime, compared with a process for each event."""

import subprocess
import time

from measure import Run, results, run
from programs import BIN
from runtime_api import RuntimeAPI
from world import copy


FUNCTIONS = ["accept-invitation", "preview-invitation", "refresh-session"]
#: The number of events, first warm, then cold, and of first events that are not counted.
TURN, WARM_UP = 20, 5


class Warm:
    """A process that answers several events."""

    def __init__(self, world, function):
        self.api = RuntimeAPI()
        copy(world.folder / "template.db", world.folder / "warm.db")
        environment = {
            **world.env, "RUNNER": "lambda", "DATABASE_URL": "sqlite:warm.db", "AWS_LAMBDA_RUNTIME_API": self.api.address}
        self.process = subprocess.Popen([BIN / function], cwd=world.folder, env=environment, stdin=subprocess.DEVNULL)

    def cpu(self):
        """The CPU time of all its threads in seconds, from the clock of that process (clock_getcpuclockid)."""
        return time.clock_gettime(~self.process.pid << 3 | 2)

    def peak(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024

    def answer(self, event):
        before, start = self.cpu(), time.perf_counter()
        self.api.put(event)
        path, body, _ = self.api.replies.get(timeout=60)
        seconds = time.perf_counter() - start
        assert path[-1] == "response" and "error" not in body, (path, body)
        return Run(seconds, self.cpu() - before, self.peak(), b"")

    def end(self):
        self.process.terminate()
        self.process.wait()


def measure(world, runs):
    for function in FUNCTIONS:
        warm = Warm(world, function)
        copy(world.folder / "template.db", world.folder / "cold.db")
        runs_of = {"cold": [], "warm": []}
        for first in range(0, runs + WARM_UP, TURN):
            numbers = range(first, min(first + TURN, runs + WARM_UP))
            events = [world.folder / f"events/{function}-{number}.json" for number in numbers]
            for name, once in (
                ("warm", lambda event: warm.answer(event.read_bytes())),
                ("cold", lambda event: run(world, [BIN / function], event, "cold.db")),
            ):
                for number, event in zip(numbers, events):
                    done = once(event)
                    if number >= WARM_UP:
                        runs_of[name].append(done)
        warm.end()
        yield from results(f"{function}, warm", runs_of, "cold")
