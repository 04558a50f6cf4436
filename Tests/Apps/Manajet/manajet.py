# SPDX-License-Identifier: Apache-2.0
"""Manajet's own policy, and what the app posts: for the tests of "iOS Apple Sign In Implementation Guide"."""

import datetime
import json
import time

from deployment.catalogue import Catalogue
from worlds import KEYS, ROOT, World, id_token

DAY = 86_400
PRESET = json.loads((ROOT / "templates/policies/manajet.json").read_text())
ENTRY = Catalogue(ROOT / "functions.json").entries["sign-in-with-apple"]

#: The preset with Apple's keys, which are the tests' own.
POLICY = {**PRESET, "providers": {**PRESET["providers"], "apple": {"jwks": KEYS}}}

APPLE = "https://appleid.apple.com"
BUNDLE = "io.manajet.ManajetPR"
USER = "001234.abcd1234efgh5678.9012"
RELAY = "dpdcnf87nu@privaterelay.appleid.com"
PASSWORD = "correct horse battery"

#: The document's request, without its token.
BODY = {
    "user_identifier": USER, "email": "user@example.com", "full_name": {"given_name": "John", "family_name": "Doe"}}


def identity_token(user=USER, **claims):
    """An identity token as Apple makes it, with the address at the first sign-in."""
    now = int(time.time())
    merged = {
        "iss": APPLE, "aud": BUNDLE, "sub": user, "email": "user@example.com", "email_verified": "true",
        "auth_time": now, "nonce_supported": True, **claims}
    return id_token(**merged)


class Manajet(World):
    """The app's own policy, and what it posts."""

    def __init__(self, folder):
        super().__init__(folder)
        self.policy(POLICY)

    def apple(self, data, **attributes):
        """POST /api/auth/apple."""
        return self.run("sign-in-with-apple", data, **attributes)

    def first(self, user=USER, email="user@example.com", name=("John", "Doe"), claims=None, **data):
        """What the app posts at the first sign-in."""
        return self.apple({
            "identity_token": identity_token(user, email=email, **(claims or {})), "user_identifier": user,
            "email": email, "full_name": {"given_name": name[0], "family_name": name[1]}, **data})

    def again(self, user=USER, **data):
        """What it posts at every other one: no email, no name."""
        token = identity_token(user, email=None, email_verified=None)
        return self.apple({"identity_token": token, "user_identifier": user, **data})

    def sign_up(self, email="user@example.com"):
        """A person with a password and a verified address: the access token."""
        answer = self.run("sign-up", {"email": email, "password": PASSWORD, "role": "customer"})
        text = self.mails()[-1].get_body(("plain",)).get_content()
        code = text.split("/verify-email?code=")[1].split()[0]
        assert self.run("verify-email", {"code": code}).json["account"]["emailVerified"]
        return access(answer)

    def log_in(self, email="user@example.com", password=PASSWORD):
        return self.run("sign-in", {"email": email, "password": password})

    def account(self, token):
        return self.run("get-account", {}, token)

    def users(self):
        return self.rows("SELECT * FROM accounts")


def access(answer):
    assert answer.code is None and answer.status == 0, answer.json
    return answer.json["session"]["accessToken"]


def user_id(answer):
    return answer.json["account"]["id"]


def granted(answer):
    return answer.status == 0 and answer.json["success"] is True and answer.json["message"] == "Login successful"


def refused(answer, status=401):
    """In the shape of the document's error response."""
    assert answer.json["success"] is False and answer.json["message"], answer.json
    return answer.json["error"]["status"] == status and "session" not in answer.json


def timestamp(text):
    return datetime.datetime.fromisoformat(text)


def later(manajet, seconds):
    """Makes every session older, as if that much time had passed."""
    for column in ("idle_ends_at", "ends_at", "rotated_at", "last_used_at", "created_at"):
        manajet.age("sessions", column, seconds)
