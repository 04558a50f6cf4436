# SPDX-License-Identifier: Apache-2.0
"""Processes that are killed."""

import json
import time


def killed(world, function, event, rng, longest):
    """Runs a function and kills it at a random time: its answer, or None if there is none."""
    process = world.start(function, event)
    process.stdin.write(process.event)
    process.stdin.close()
    time.sleep(rng.uniform(0, longest))  # The random time of the kill is the test.
    process.kill()
    line = process.stdout.read()
    process.wait()
    process.stdout.close()
    process.stderr.close()
    world.store.wait_for_killed_processes()
    return json.loads(line) if line.endswith(b"\n") else None


def usual_time(world, function, event):
    begun = time.monotonic()
    world.run(function, event=event)
    return time.monotonic() - begun
