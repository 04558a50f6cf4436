# SPDX-License-Identifier: Apache-2.0
"""One run: invitations, sign-ups, acceptances and refusals at the same time, with addresses of this run only."""

import email
import email.policy

from worlds import POLICY, person
from people import code_in

from .events import Event

UNLIMITED = {"max": 1_000_000, "seconds": 3600}
POLICY = {
    **POLICY,
    "roles": {"signUp": ["admin", "client"]},
    "providers": {
        **POLICY["providers"], "password": {"argon2": {"memoryKiB": 7168, "iterations": 1, "parallelism": 1}}},
    "limits": {
        name: UNLIMITED for name in (
            "signIn", "signInAccount", "verifyEmail", "verifyEmailPause", "resetPassword", "signUp", "invite",
            "inviteRecipient")},
}


class Run:
    """The events of one run, in phases."""

    def __init__(self, stage, number, kind, rng, token):
        self.stage, self.number, self.kind, self.rng, self.token = stage, number, kind, rng, token
        self.races = []
        self.sent = self.listed = self.joined = self.entered = self.reset = None
        self.refreshed, self.confirmed = [], []

    def play(self):
        self.invite_and_join()
        self.deliver()
        self.accept_and_withdraw()
        self.deliver()
        self.change_password()
        self.deliver()

    # Names

    def address(self, name):
        return f"r{self.number}-{name}@example.com"

    def event(self, function, data, name="", token=None):
        return Event(function, data, token, f"{self.number} {function} {name}")

    def wants(self, probability=0.6):
        return self.rng.random() < probability

    # Phases

    def invite_and_join(self):
        events = []
        if self.wants():
            self.sent = self.event(
                "send-invitation", {"client": self.client("mail")}, "mail", self.token)
            # The runner delivers an event twice.
            events += [self.sent] * self.rng.choice([1, 1, 2])
        clients = [self.client(name) for name in ("a", "b", "c", "d")]
        self.listed = self.event("send-invitation", {"clients": clients, "deliver": "link"}, "list", self.token)
        events.append(self.listed)
        if self.wants():
            password = self.secret(f"pass {self.rng.getrandbits(64):x}")
            self.joined = self.event(
                "sign-up", {"email": self.address("joins"), "password": password, "displayName": "Jo", "role": "client"})
            events += [self.joined] * self.rng.choice([1, 1, 2])
        if self.wants(0.3):
            identity = self.identity("coach")
            self.entered = self.event("sign-in", {"identity": identity, "as": "admin"})
            events.append(self.entered)
        self.at_once(events)
        for event in (self.joined, self.entered):
            if event:
                self.keep_tokens(event)

    def accept_and_withdraw(self):
        links = [result["link"].split("code=")[1] for result in self.listed.answer["results"]]
        ids = [result["invitation"]["id"] for result in self.listed.answer["results"]]
        for code in links:
            self.secret(code)
        events = []
        for name, code, invitation in zip("abc", links, ids):
            rivals = {"a": None, "b": "revoke-invitation", "c": "resend-invitation"}[name]
            if name == "a" or self.wants(0.4):
                events += self.race(name, code, invitation, rivals)
        if self.wants(0.4):
            self.stage.world.rows(
                "UPDATE invitations SET expires_at = 1 WHERE id = ? AND status = 'pending'", (ids[3],))
            events += self.race("d", links[3], ids[3], None, overdue=True)
            events.append(self.event("expire-invitations", {}))
        if self.sent and self.wants():
            code = self.code_of("invitation", "mail")
            events += self.race("mail", code, self.sent.answer["invitation"]["id"], None)
        if self.joined:
            token = self.joined.answer["session"]["refreshToken"]
            self.refreshed = [
                self.event("refresh-session", {"refreshToken": token}, n) for n in range(self.rng.choice([1, 2, 3]))]
            self.reset = self.event("reset-password", {"email": self.address("joins")})
            events += [*self.refreshed, self.reset]
        if self.wants(0.3):
            events.append(self.event("deliver-mail", {}, "meanwhile"))
        self.at_once(events)
        for race in self.races:
            for event in race["accepts"]:
                if event.is_granted:
                    self.keep_tokens(event)
        for event in self.refreshed:
            self.keep_tokens(event)

    def race(self, name, code, invitation, rival, overdue=False):
        """Several people accept one invitation, and its inviter may revoke or resend it."""
        accepts = [
            self.event("accept-invitation", {"code": code, "identity": self.identity(name, racer)}, f"{name} {racer}")
            for racer in range(self.rng.choice([2, 2, 3]))]
        rivals = [self.event(rival, {"invitationId": invitation}, name, self.token)] if rival else []
        self.races.append({
            "name": name, "invitation": invitation, "accepts": accepts, "rival": rivals[0] if rivals else None,
            "overdue": overdue})
        return accepts + rivals

    def change_password(self):
        if not self.reset:
            return
        code = self.code_of("reset-password", "joins")
        for number in range(2):
            password = self.secret(f"next {self.rng.getrandbits(64):x}")
            event = self.event("reset-password", {"code": code, "newPassword": password}, f"confirms {number}")
            event.password = password
            self.confirmed.append(event)
        self.at_once(self.confirmed)

    def deliver(self):
        """Delivers the queue with several processes, with faults and then without, as if leases and delays were over."""
        world = self.stage.world
        self.at_once([self.event("deliver-mail", {}, f"{self.rng.random()}") for _ in range(self.rng.randint(0, 2))])
        while world.rows("SELECT 1 FROM outbox WHERE state IN ('queued', 'leased') LIMIT 1"):
            world.rows("UPDATE outbox SET due_at = 0 WHERE state IN ('queued', 'leased')")
            self.stage.play([self.event("deliver-mail", {}, f"{self.rng.random()}")])

    # Pieces

    def client(self, name):
        return {"name": "Kim", "email": self.address(name)}

    def code_of(self, kind, name):
        """The code in the only mail of a kind to an address. The file is named after the mail."""
        world = self.stage.world
        mail, = world.rows("SELECT id FROM outbox WHERE kind = ? AND recipient = ?", (kind, self.address(name)))
        content = (world.maildir / "new" / f"{mail['id']}.vestibule").read_bytes()
        return self.secret(code_in(email.message_from_bytes(content, policy=email.policy.default)))

    def identity(self, name, racer=0):
        identity = person(f"r{self.number}-{name}-{racer}", email=self.address(name))
        self.secret(identity["idToken"])
        return identity

    def at_once(self, events):
        self.rng.shuffle(events)
        self.stage.play(events, self.kind, self.rng)

    def secret(self, text):
        self.stage.secrets.add(text)
        return text

    def keep_tokens(self, event):
        if event.is_granted:
            self.secret(event.answer["session"]["accessToken"])
            self.secret(event.answer["session"]["refreshToken"])
