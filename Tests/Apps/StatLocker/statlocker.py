# SPDX-License-Identifier: Apache-2.0
"""StatLocker: its own policy, with keys that tests can sign identities with, and what its screens send."""

import json
from datetime import datetime, timedelta, timezone

from app_webhooks import ENV
from operators import account
from worlds import KEYS, ROOT, World, id_token, person

PRESET = json.loads((ROOT / "templates/policies/statlocker.json").read_text())
PROVIDERS = {
    **PRESET["providers"],
    "google": {"audiences": ["app"], "jwks": KEYS},
    "apple": {"audiences": ["io.example.app"], "jwks": KEYS},
}
PASSWORD = "Locker2026"
MINUTE, HOUR, DAY = 60, 3600, 86_400


class StatLocker(World):
    def __init__(self, folder):
        super().__init__(folder)
        self.use()

    def use(self, **changes):
        self.policy({**PRESET, "providers": PROVIDERS, **changes})

    def sign_up(self, name="kim", event=None, verify=True, **changes):
        """The form of the Create Account screen, with the data of an adult; a field that is None is left out. The address
        is verified with the mailed code unless `verify` is false."""
        form = {
            "email": f"{name}@example.com", "password": PASSWORD, "displayName": name.capitalize(), "role": "athlete",
            "birthDate": born(30), "consent": {"version": "1"}}
        data = {k: v for k, v in {**form, **changes}.items() if v is not None}
        answer = self.run("sign-up", event={**(event or {}), "data": data})
        if verify and answer.code is None:
            code = self.code(to=answer.json["account"]["email"])
            assert self.run("verify-email", {"code": code}).json["account"]["emailVerified"]
        return answer

    def log_in(self, name="kim", password=PASSWORD, event=None, **data):
        """The email form of the Sign In screen."""
        return self.run("sign-in", {"email": f"{name}@example.com", "password": password, **data}, **(event or {}))

    def continue_with(self, provider, name="kim", said=None, **claims):
        """The provider buttons of the Sign In screen, with what the app says with the token."""
        return self.run("sign-in", {"identity": identity(provider, name, **claims), "as": "athlete", **(said or {})})

    def code(self, page="verify-email", name="kim", to=None):
        """The parameters of the link in the newest mail."""
        self.run("deliver-mail")
        texts = [mail.get_body(("plain",)).get_content() for mail in self.mails_to(to or f"{name}@example.com")]
        return [text.split(f"/{page}?code=")[1].split()[0] for text in texts if f"/{page}?code=" in text][-1]

    def guardian(self, decision, address="parent@example.com"):
        """The guardian opens the link of the newest mail and presses a button of its page."""
        code = self.code("guardian", to=address)
        assert self.run("guardian-page", {"code": code}).json["status"] == 200
        assert self.run("guardian-confirm", {"code": code, "decision": decision}).json["status"] == 200

    def mails_to(self, address, subject=""):
        mails = [mail for mail in self.mails() if mail["To"].addresses[0].addr_spec == address]
        return [mail for mail in mails if mail["Subject"].startswith(subject)]

    def member(self, name="kim", **changes):
        """The session of a person with a verified address."""
        return self.sign_up(name, **changes).json["session"]

    def suspend(self, name="kim"):
        """The account is turned off, as the operator does it."""
        account(self, "suspend", f"{name}@example.com")

    def later(self, seconds):
        """Makes rows older by this many seconds."""
        timestamps = {
            "sessions": ("created_at", "authenticated_at", "last_used_at", "rotated_at", "idle_ends_at", "ends_at"),
            "limit_hits": ("at", "expires_at"), "account_codes": ("expires_at",)}
        for table, columns in timestamps.items():
            for column in columns:
                self.age(table, column, seconds)

    def events(self, columns="action, code"):
        """The audit log, oldest first, without the rows of security events."""
        rows = self.rows(f"SELECT {columns} FROM audit WHERE action NOT LIKE 'security.%' ORDER BY at, id")
        return [tuple(row.values()) for row in rows]


class Webhooks:
    """The app's own server, which gets webhooks about security events."""

    def __init__(self, locker, receiver):
        self.locker, self.receiver = locker, receiver
        locker.use(webhooks=[{"url": receiver.url}])
        locker.env.update(ENV)

    def about(self, event):
        """The data of the webhooks about an event so far."""
        self.locker.run("deliver-mail")
        sent = [json.loads(body) for _, _, body in self.receiver.requests]
        return [webhook["data"] for webhook in sent if webhook["type"] == event]


def identity(provider, name="kim", **claims):
    """The identity that Google or Apple gives the app."""
    if provider == "google":
        return person(name, **claims)
    apple = {
        "iss": "https://appleid.apple.com", "aud": "io.example.app", "sub": f"001.{name}",
        "email": f"{name}@example.com", "email_verified": "true"}
    return {"provider": "apple", "idToken": id_token(**{**apple, **claims})}


def grown_up(**changes):
    """The app's data about age and consent."""
    return {"birthDate": born(30), "consent": {"version": "1"}, **changes}


def born(years, days=0):
    """The birth date of a person who reaches that age in that many days."""
    day = datetime.now(timezone.utc).date() + timedelta(days)
    try:
        return day.replace(year=day.year - years).isoformat()
    except ValueError:
        return day.replace(year=day.year - years, **({"month": 3, "day": 1} if days else {"day": 28})).isoformat()


#: A minor's consent.
GUARDED = {"version": "1", "guardianEmail": "parent@example.com"}


def access(answer):
    return answer.json["session"]["accessToken"]


def message(answer):
    return answer.json["error"]["userMessage"]


def inline(answer):
    """What stands under the fields of the form."""
    return [(error["pointer"][1:], error["userMessage"]) for error in answer.json["error"]["errors"]]
