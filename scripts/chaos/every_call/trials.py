# SPDX-License-Identifier: Apache-2.0
"""One trial: a fault, the same event again, and what the world looks like afterwards."""

import json
import time

from campaign_runs.events import settled
from worlds import ENGINE

from . import calls, flights
from .worlds import Scene, Undelivered

FAULTS = calls if ENGINE == "sqlite" else flights

#: The exit statuses that functions document: answered, and to be tried again.
STATUSES = (0, 75)


def unworded(answer):
    """An answer without its words for a person, which are general ones if the file of messages or templates cannot be read, and
    without the seconds that a limit still has: a refusal by a limit is made anew each time."""
    answer = settled(answer)
    if isinstance(answer, dict) and "error" in answer:
        return {**answer, "error": {**answer["error"], "userMessage": None, "title": None, "retryAfter": None}}
    return {**answer, "html": None} if isinstance(answer, dict) and "html" in answer else answer


class Step:
    """All trials of one event of the story."""

    #: The seconds after which the world is made again: limits of a minute would end in an old one.
    FRESH = 20

    def __init__(self, folder, number):
        self.folder, self.number = folder, number
        self.begin()

    def begin(self):
        self.begun = time.monotonic()
        #: What was broken after each state in which a fault left the world, with its answer. From the same files and
        #: the same answer the same follows, and most faults leave the world as it was.
        self.aftermaths = {}
        self.scene = Scene(self.folder, self.number)
        [self.answer], self.expected = self.scene.outcome()
        [other], second = self.scene.outcome()
        assert other.code == self.answer.code, (self.answer.json, other.json)
        #: What differs although nothing has failed: times, ids and secrets.
        self.volatile = {place for place in self.expected.keys() | second.keys() if self.expected.get(place) != second.get(place)}
        uncounted = [place for place in self.volatile if place[1] in ("rows", "mails")]
        assert not uncounted, f"the event has no fixed number of {uncounted}"
        # A refusal of what only reads is logged each time, and a sweep finds nothing more. An event without an id of
        # its own is another one when it is sent again.
        [first, latest], repeated = self.scene.outcome(times=2)
        self.is_remembered = unworded(first.json) == unworded(latest.json)
        #: An event without an id of its own may be known by its content, and then be refused.
        self.codes = {self.answer.code, latest.code}
        self.volatile |= {place for place in self.expected.keys() | repeated.keys() if self.expected.get(place) != repeated.get(place)}

    @property
    def writes(self):
        """Whether the event changes anything that would be missing."""
        self.scene.set_back()
        self.scene.deliver()
        before = self.scene.state()
        return any(before.get(place) != value for place, value in self.expected.items())

    def attempt(self, fault):
        """One trial.
        - Returns: the promises that were broken."""
        if time.monotonic() - self.begun > self.FRESH:
            self.scene.end()
            self.begin()
        self.scene.set_back()
        done = fault.run(self.scene)
        first = self.answered(done)
        left = self.scene.fingerprint(), json.dumps(first)
        if left[0] is None or left not in self.aftermaths:
            self.aftermaths[left] = list(self.aftermath(first))
        return [*self.of_the_fault(done, fault), *self.aftermaths[left]]

    def aftermath(self, first):
        """Sends the same event again and delivers everything.
        - Parameter first: The answer despite the fault, if there was one.
        - Returns: The promises that were broken."""
        again = self.scene.answer()
        if again.code not in self.codes:
            yield f"the same event again is answered {again.code or 'as granted'}: {again.json}"
        if first is not None and self.is_remembered and unworded(first) != unworded(again.json):
            yield f"the same event has two answers: {first} and {again.json}"
        try:
            self.scene.deliver()
        except Undelivered as problem:
            yield str(problem)
        else:
            yield from self.differences(self.scene.state())

    def of_the_fault(self, done, fault):
        if fault.kills:
            return
        if done.returncode not in STATUSES:
            yield f"the exit status is {done.returncode}: {done.stderr.decode()[-300:]}"
        if done.returncode == 0 and self.answered(done) is None:
            yield "the exit status is 0 without an answer"

    @staticmethod
    def answered(done):
        """The complete answer on stdout, unless it says that the service is in trouble."""
        if not done.stdout.endswith(b"\n"):
            return None
        answer = json.loads(done.stdout)
        if not isinstance(answer, dict):
            return answer
        code, status = answer.get("error", {}).get("code", ""), answer.get("status", 200)
        return None if code.startswith("service/") or status == 503 else answer

    def differences(self, state):
        for place in sorted(self.expected.keys() | state.keys()):
            if place in self.volatile:
                continue
            wanted, found = self.expected.get(place), state.get(place)
            if wanted != found:
                yield f"{'.'.join(place)} is {found} instead of {wanted}"
