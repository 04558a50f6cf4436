# SPDX-License-Identifier: Apache-2.0
"""The policy of Psst, and the events that the app sends."""

import json

from password_systems import firebase_hash, hash_config
from worlds import ROOT, World

#: The password of the existing person, as Firebase stores it.
STORED, SALT = firebase_hash("password123")
PRESET = json.loads((ROOT / "templates/policies/psst.json").read_text())


class Psst(World):
    """The app's own policy, and what its screens send."""

    def __init__(self, folder):
        super().__init__(folder)
        self.policy(PRESET)

    def sign_up(self, **changes):
        """The sign-up form of the document's happy path; a field that is None is left out."""
        form = {"displayName": "John Trainer", "email": "john@example.com", "password": "password123", "role": "trainer"}
        return self.run("sign-up", {k: v for k, v in {**form, **changes}.items() if v is not None})

    def log_in(self, email="john@example.com", password="password123"):
        return self.run("sign-in", {"email": email, "password": password})

    def stored_roles(self):
        """The role in each user's document."""
        if not self.exists:
            return {}
        return {row["email"]: row["role"] for row in self.rows("SELECT email, role FROM accounts")}

    def code(self, page):
        """The parameters of the link in the newest mail."""
        self.run("deliver-mail")
        return self.mails()[-1].get_body(("plain",)).get_content().split(f"/{page}?code=")[1].split()[0]

    def import_export(self, export):
        """Imports Firebase's export with its hash parameters."""
        (self.folder / "parameters.txt").write_text(hash_config())
        return self.import_users(export, "--firebase-hash-parameters", "parameters.txt")

    def choose_password(self, password="password123", email="john@example.com"):
        """Sets a password with the mailed code of a reset."""
        self.run("reset-password", {"email": email})
        assert self.run("reset-password", {"code": self.code("reset-password"), "newPassword": password}).code is None


def firebase_user(**fields):
    """A user in an export of Firebase Auth; it has no role, as custom claims are not used."""
    user = {
        "localId": "uid1", "email": "john@example.com", "emailVerified": True, "displayName": "John Trainer",
        "passwordHash": STORED, "salt": SALT, "createdAt": "1714557600000",
        "providerUserInfo": [{"providerId": "password", "rawId": "john@example.com", "email": "john@example.com"}]}
    return {"users": [{**user, **fields}]}


def token(answer):
    return answer.json["session"]["accessToken"]


def inline(answer):
    """The errors of each form field."""
    return {error["pointer"][1:]: error["userMessage"] for error in answer.json["error"]["errors"]}
