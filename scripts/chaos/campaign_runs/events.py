# SPDX-License-Identifier: Apache-2.0
"""Events that run with faults, and are repeated until they are answered."""

import collections
import json
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from worlds import BIN

from .faults import COMMON, NoFault, fault, database_fault

#: Members that may differ in the answer to a repeated event: whether its mail has been sent.
AMENDED = ("delivery", "message")


class Violated(AssertionError):
    """A guarantee was broken."""


def must(holds, guarantee, *facts):
    if not holds:
        raise Violated(f"{guarantee}: {facts}")


class Event:
    """One event with its own id, and all answers to it."""

    def __init__(self, function, data, token=None, name=None):
        self.function = function
        authorization = {"authorization": f"Bearer {token}"} if token else {}
        self.line = json.dumps({"source": "campaign", "id": name, **authorization, "data": data}).encode()
        self.answers = []

    @property
    def answer(self):
        return self.answers[-1]

    @property
    def code(self):
        return self.answer.get("error", {}).get("code")

    @property
    def is_granted(self):
        return self.code is None

    def take(self, answer):
        for earlier in self.answers:
            must(
                settled(earlier) == settled(answer), "the same event gets the same answer", self.function, earlier,
                answer)
        self.answers.append(answer)


def settled(answer):
    """An answer without the members that may differ."""
    if isinstance(answer, dict):
        return {name: settled(value) for name, value in answer.items() if name not in AMENDED}
    return [settled(item) for item in answer] if isinstance(answer, list) else answer


class Statistics:
    def __init__(self):
        self.lock = threading.Lock()
        self.outcomes = collections.Counter()
        self.functions = collections.Counter()
        self.repeated = collections.Counter()
        self.usual = {}

    def note(self, function, fault_kind, outcome, seconds):
        with self.lock:
            self.functions[function] += 1
            self.outcomes[fault_kind, outcome] += 1
            if outcome in ("granted", "refused"):
                self.usual[function] = 0.8 * self.usual.get(function, seconds) + 0.2 * seconds


class Stage:
    """Runs all events of a phase at the same time, until each is answered."""

    def __init__(self, world, statistics):
        self.world, self.statistics = world, statistics
        self.secrets = set()

    def play(self, events, kind=None, rng=None):
        """Runs events at the same time with faults of that kind, or without faults if `kind` is None."""
        if not events:
            return
        faults = [
            fault(kind, rng, self.statistics.usual.get(event.function, 0.1)) if kind else NoFault() for event in events]
        with database_fault(kind, rng, self.world), ThreadPoolExecutor(len(events)) as pool:
            for done in [pool.submit(self.answer, event, first, kind) for event, first in zip(events, faults)]:
                done.result()

    def answer(self, event, first, kind):
        self.attempt(event, first, kind or "none")
        tries = 0
        while not event.answers:
            tries += 1
            must(tries <= 40, "an event is answered after the faults have ended", event.function)
            time.sleep(0.02 * tries)  # Backoff: a client waits before it repeats an event.
            self.statistics.repeated[kind or "none"] += 1
            self.attempt(event, NoFault(), "repeated")

    def attempt(self, event, fault, kind):
        begun = time.monotonic()
        with fault.prepare(self.world) as (env, wrapper):
            process = subprocess.Popen(
                [*wrapper, BIN / event.function], env={**env, "LOG_LEVEL": "debug"}, cwd=self.world.folder,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            striking = threading.Thread(target=fault.strike, args=(process,))
            striking.start()
            stdout, stderr = process.communicate(event.line, timeout=60)
            striking.join()
        for secret in list(self.secrets):
            must(secret not in stderr.decode(), "no log contains a secret", event.function, stderr)
        answer = json.loads(stdout) if stdout.endswith(b"\n") else None
        code = (answer or {}).get("error", {}).get("code", "")
        is_answer = answer is not None and not code.startswith("service/")
        status = process.returncode
        must(status in (0, 75) or status < 0 and kind.startswith("SIG"), "the exit status is 0 or 75", event.function,
             kind, status, stdout, stderr)
        must(status != 75 or not is_answer or kind == "SIGTERM", "the exit status is 75 only without an answer", event.function, stdout)
        must(status != 0 or is_answer, "the exit status is 0 only with an answer", event.function, stdout)
        outcome = {0: "refused" if code else "granted", 75: "75"}.get(status, f"signal {-status}")
        has_no_own_fault = type(fault) is NoFault and kind not in COMMON | {"none", "repeated"}
        self.statistics.note(
            event.function, f"{kind}, no own fault" if has_no_own_fault else kind, outcome, time.monotonic() - begun)
        if is_answer:
            event.take(answer)
