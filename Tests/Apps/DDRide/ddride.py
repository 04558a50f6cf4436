# SPDX-License-Identifier: Apache-2.0
"""The policy of DD Ride, and the events that the app sends."""

import json

from operators import account
from worlds import KEYS, ROOT, World

PRESET = json.loads((ROOT / "templates/policies/ddride.json").read_text())


class DDRide(World):
    """The app's own policy, and what its screens send."""

    def __init__(self, folder):
        super().__init__(folder)
        self.policy(PRESET)

    def sign_up(self, event=None, env=None, **changes):
        """The sign-up form, well filled in; a field that is None is left out."""
        form = {
            "displayName": "Willie Wildcat", "email": "willie@ksu.edu", "phone": "(555) 123-4567",
            "password": "Wildcat4Life", "role": "member"}
        data = {k: v for k, v in {**form, **changes}.items() if v is not None}
        return self.run("sign-up", event={**(event or {}), "data": data}, env=env)

    def log_in(self, email="willie@ksu.edu", password="Wildcat4Life", **attributes):
        return self.run("sign-in", {"email": email, "password": password}, **attributes)

    def code(self, page="verify-email", to="willie@ksu.edu"):
        """The parameters of the link in the newest mail."""
        self.run("deliver-mail")
        texts = [mail.get_body(("plain",)).get_content() for mail in self.mails() if address(mail) == to]
        return [text.split(f"/{page}?code=")[1].split()[0] for text in texts if f"/{page}?code=" in text][-1]

    def verify(self, **who):
        return self.run("verify-email", {"code": self.code(**who)})

    def member(self, name="willie", **changes):
        """The session of a person with a verified address."""
        email = f"{name}@ksu.edu"
        assert self.sign_up(email=email, **changes).code is None
        assert self.verify(to=email).json["state"] == "signedIn"
        return token(self.log_in(email))

    def admin(self):
        """An admin, as the operator makes one: nobody signs up in that role."""
        access = self.member("ada")
        account(self, "role", "ada@ksu.edu", "admin")
        return access

    def later(self, seconds):
        """Makes rows older by this many seconds."""
        timestamps = {
            "sessions": ("created_at", "last_used_at", "rotated_at", "idle_ends_at", "ends_at"),
            "limit_hits": ("at", "expires_at"), "account_codes": ("expires_at",)}
        for table, columns in timestamps.items():
            for column in columns:
                self.age(table, column, seconds)


def token(answer):
    return answer.json["session"]["accessToken"]


def message(answer):
    return answer.json["error"]["userMessage"]


def inline(answer):
    """The errors of each form field, in order."""
    return [(error["pointer"][1:], error["userMessage"]) for error in answer.json["error"]["errors"]]


def address(mail):
    return mail["To"].addresses[0].addr_spec


def recipients(ride, subject):
    """The recipients of mails with such a subject."""
    ride.run("deliver-mail")
    return [address(mail) for mail in ride.mails() if mail["Subject"].startswith(subject)]


# Authentication Flow: how else people sign in than by the sign-up form


PHONE_MISSING = ("incomplete", ["phone"])


def social(ride):
    """The policy of an app that has social sign-in (a future enhancement)."""
    ride.policy({**PRESET, "providers": {**PRESET["providers"], "google": {"audiences": ["app"], "jwks": KEYS}}})
