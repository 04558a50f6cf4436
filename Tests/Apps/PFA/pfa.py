# SPDX-License-Identifier: Apache-2.0
"""PFA's own policy, and what the trainer's and the client's app send: for the tests of "Feature Specification:
Authentication & Client Invitations"."""

import datetime
import json
import re

import pytest
from people import code_in
from visitors import Visitor
from worlds import KEYS, ROOT, World, code_of, id_token, person

DAY = 86_400
PRESET = json.loads((ROOT / "templates/policies/pfa.json").read_text())
STORE = PRESET["app"]["appStoreURL"]
BUNDLE = "com.example.pfa"

#: The preset with what each deployment adds: whose tokens are its own.
POLICY = {
    **PRESET, "app": {**PRESET["app"], "bundleIDs": [BUNDLE]},
    "providers": {"google": {"audiences": ["app"], "jwks": KEYS}, "apple": {"jwks": KEYS}}}

google_and_apple = pytest.mark.parametrize("provider", ["google", "apple"])


def identity(provider, name, **claims):
    """The result of a provider's OAuth flow. Apple gives the name to the app once."""
    if provider == "google":
        return person(name, **claims)
    merged = {
        "iss": "https://appleid.apple.com", "aud": BUNDLE, "sub": f"001.{name}", "email": f"{name}@example.com",
        "email_verified": "true", **claims}
    return {"provider": "apple", "idToken": id_token(**merged), "fullName": {"givenName": name.capitalize()}}


class Pfa(World):
    """Ada is the trainer, Kim the client."""

    def __init__(self, folder):
        super().__init__(folder)
        self.policy(POLICY)

    def open_admin_app(self, name="ada", provider="google", **claims):
        return self.run("sign-in", {"identity": identity(provider, name, **claims), "as": "admin"})

    def open_client_app(self, name="kim", provider="google", **claims):
        return self.run("sign-in", {"identity": identity(provider, name, **claims), "as": "client"})

    def trainer(self, name="ada"):
        return token(self.open_admin_app(name))

    def save_client(self, trainer, name="kim", form=None, env=None, **data):
        """The form "Add Client"; a field that is None is left empty."""
        fields = {"name": name.capitalize(), "email": f"{name}@example.com", **(form or {})}
        fields = {field: value for field, value in fields.items() if value is not None}
        return self.run("send-invitation", {"client": fields, **data}, trainer, env=env)

    def invited(self, trainer, name="kim", **data):
        """Adds a client: the answer with the code of the mail next to it."""
        answer = self.save_client(trainer, name, **data)
        assert answer.code is None, answer.json
        return {**answer.json, "code": code_of(self.mails()[-1])}

    def accept_with(self, code, name="kim", provider="google", **claims):
        return self.run("accept-invitation", {"code": code, "identity": identity(provider, name, **claims)})

    def client(self, trainer, name="kim", provider="google"):
        """Adds a client who accepts: what the client's app got."""
        answer = self.accept_with(self.invited(trainer, name)["code"], name, provider)
        assert answer.code is None, answer.json
        return answer.json

    def clients(self, trainer):
        return self.run("list-clients", {}, trainer).json["clients"]

    def invitation(self, trainer):
        """The only client's invitation, as the trainer's list shows it."""
        [client] = self.clients(trainer)
        return client["invitation"]

    def resend(self, trainer, sent, **data):
        return self.run("resend-invitation", {"invitationId": sent["invitation"]["id"], **data}, trainer)

    def expire(self, seconds=32 * DAY):
        self.age("invitations", "expires_at", seconds)

    def deep_link(self, mail):
        """The link that opens the app, on the page that the mail's link opens on a phone. (Mail programs remove links with
        the scheme of an app.)"""
        [code] = set(re.findall(r"https://pfa\.example/invite\?code=(\w+)", text_of(mail) + html_of(mail)))
        html = self.run("invite-page", {"code": code}).json["html"]
        [link] = set(re.findall(r'href="(?!https?:|mailto:)(\w+://invite\?code=\w+)"', html))
        return link

    def trainer_in_a_browser(self, language="en"):
        """The trainer on the pages of this service. (With a password, as a browser has no provider here.)"""
        self.policy({**POLICY, "providers": {**POLICY["providers"], "password": {}}})
        secret = {"email": "ada@example.com", "password": "correct horse battery"}
        assert self.run("sign-up", {**secret, "displayName": "Ada", "role": "admin"}).code is None
        self.run("deliver-mail")
        assert self.run("verify-email", {"code": code_in(self.mails()[-1])}).code is None
        visitor = Visitor(self, language)
        visitor.sign_in("ada", secret["password"], to="/clients")
        return visitor


def timestamp(text):
    return datetime.datetime.fromisoformat(text)


def end_of_term(invitation, days):
    """When the last day of an invitation has ended in every time zone: at noon UTC of the next day."""
    sent = timestamp(invitation["sentAt"]).replace(hour=12, minute=0, second=0, microsecond=0)
    return sent + datetime.timedelta(days=days + 1)


def token(answer):
    assert answer.code is None and answer.status == 0, answer.json
    return answer.json["session"]["accessToken"]


def user_message(answer):
    """The message that the app shows."""
    return answer.json["error"]["userMessage"]


def text_of(mail):
    return mail.get_body(("plain",)).get_content()


def html_of(mail):
    return mail.get_body(("html",)).get_content()
