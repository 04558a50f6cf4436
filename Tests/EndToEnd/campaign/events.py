# SPDX-License-Identifier: Apache-2.0
"""Events that are run with faults, and again until they are answered."""

import collections
import json
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from conftest import BIN

from .faults import COMMON, Calm, fault, weather

#: What may change in the answer to the same event: whether the mail that it promised has gone out by now.
AMENDED = ("delivery", "message")


class Violated(AssertionError):
    """A promise was broken."""


def must(holds, promise, *facts):
    if not holds:
        raise Violated(f"{promise}: {facts}")


class Event:
    """One event with a name of its own, and all that was answered to it."""

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
    """An answer without what may be amended in it."""
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
    """Runs events in a world, all of a phase at once, until each is answered."""

    def __init__(self, world, statistics):
        self.world, self.statistics = world, statistics
        self.secrets = set()

    def play(self, events, kind=None, rng=None):
        """Runs events side by side with what goes wrong in a run of that kind; none where it is None."""
        if not events:
            return
        faults = [
            fault(kind, rng, self.statistics.usual.get(event.function, 0.1)) if kind else Calm() for event in events]
        with weather(kind, rng, self.world), ThreadPoolExecutor(len(events)) as pool:
            for done in [pool.submit(self.answer, event, first, kind) for event, first in zip(events, faults)]:
                done.result()

    def answer(self, event, first, kind):
        self.attempt(event, first, kind or "none")
        tries = 0
        while not event.answers:
            tries += 1
            must(tries <= 40, "an event is answered once nothing goes wrong any more", event.function)
            time.sleep(0.02 * tries)
            self.statistics.repeated[kind or "none"] += 1
            self.attempt(event, Calm(), "repeated")

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
            must(secret not in stderr.decode(), "no secret stands in a log", event.function, stderr)
        answer = json.loads(stdout) if stdout.endswith(b"\n") else None
        code = (answer or {}).get("error", {}).get("code", "")
        is_answer = answer is not None and not code.startswith("service/")
        status = process.returncode
        must(status in (0, 75) or status < 0 and kind.startswith("SIG"), "the exit status is 0 or 75", event.function,
             kind, status, stdout, stderr)
        must(status != 75 or not is_answer or kind == "SIGTERM", "75 is said of what is not answered", event.function, stdout)
        must(status != 0 or is_answer, "0 is said of what is answered", event.function, stdout)
        outcome = {0: "refused" if code else "granted", 75: "75"}.get(status, f"signal {-status}")
        is_spared = type(fault) is Calm and kind not in COMMON | {"none", "repeated"}
        self.statistics.note(
            event.function, f"{kind}, spared" if is_spared else kind, outcome, time.monotonic() - begun)
        if is_answer:
            event.take(answer)
