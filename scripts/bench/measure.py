# SPDX-License-Identifier: Apache-2.0
"""Runs a program and computes statistics over many runs."""

import json
import os
import statistics
import subprocess
from dataclasses import asdict, dataclass

from programs import BUILD, FLOOR_NAME


@dataclass
class Run:
    seconds: float
    cpu: float
    peak: float
    answer: bytes
    #: Page faults that needed no disk; 0 where they are not counted.
    faults: int = 0


def run(world, command, event, database, **env):
    """Runs a program with an event on stdin until it exits."""
    output = world.folder / "answer"
    done = subprocess.run(
        [BUILD / "stopwatch", event, output, *command], cwd=world.folder, capture_output=True, text=True, check=True,
        env={**world.env, "DATABASE_URL": f"sqlite:{database}", **env})
    wall, user, system, kilobytes, faults, status = map(int, done.stdout.split())
    answer = output.read_bytes()
    assert status == 0 and not answer.startswith(b'{"error"'), (command, status, answer, done.stderr)
    return Run(wall / 1e9, (user + system) / 1e6, kilobytes / 1024, answer, faults)


@dataclass
class Result:
    job: str
    program: str
    runs: int
    median: float
    p95: float
    cpu: float
    peak: float
    ratio: float
    #: Events, rows or mails per second.
    rate: float


def results(job, runs_of, floor=FLOOR_NAME, count=1):
    """A line for each program. `runs_of` has its runs by its name, each run with `count` events, rows or mails."""
    base = statistics.median(run.seconds for run in runs_of[floor])
    for name, runs in runs_of.items():
        times = sorted(run.seconds for run in runs)
        median = statistics.median(times)
        yield Result(
            job, name, len(runs), median, times[min(len(times) - 1, int(len(times) * 0.95))],
            statistics.median(run.cpu for run in runs), max(run.peak for run in runs), median / base,
            count / median)


def show(lines):
    job = None
    for line in lines:
        if line.job != job:
            job = line.job
            print(f"\n{job}\n  {'':26}{'median ms':>12}{'p95 ms':>12}{'CPU ms':>12}{'peak MB':>10}{'ratio':>8}"
                  f"{'a second':>10}{'runs':>6}")
        print(f"  {line.program:26}{line.median * 1000:12.2f}{line.p95 * 1000:12.2f}{line.cpu * 1000:12.2f}{line.peak:10.1f}"
              f"{line.ratio:8.2f}{line.rate:10,.0f}{line.runs:6}", flush=True)


def save(path, about, lines):
    with open(path, "w") as file:
        json.dump({**about, "results": [asdict(line) for line in lines]}, file, indent=2)
        file.write("\n")


def load():
    return [round(value, 2) for value in os.getloadavg()]
