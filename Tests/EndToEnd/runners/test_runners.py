# SPDX-License-Identifier: Apache-2.0
"""The invitation loop, and the life of an account, on every runner."""

import contextlib

import pyotp
import pytest
from factors import Authenticator, code, with_factors
from pages import Parsed
from runners import FunctionURL, Lambda, Pipe, Watchdog, closing
from web_servers import SERVERS
from worlds import code_of, person

#: How to start each runner in a world.
RUNNERS = {
    "stdin": lambda world: contextlib.nullcontext(Pipe(world)),
    **SERVERS,
    "openfaas": lambda world: contextlib.nullcontext(Watchdog(world)),
    "lambda": lambda world: closing(Lambda(world)),
    "function URL": lambda world: closing(FunctionURL(world)),
}


@pytest.mark.parametrize("name", RUNNERS)
def test_the_invitation_loop_is_the_same_on_every_runner(world, name):
    with RUNNERS[name](world) as runner:
        trainer = runner.run("sign-in", {"identity": person("ada"), "as": "admin"})
        assert "session" in trainer, trainer
        token = trainer["session"]["accessToken"]
        assert trainer["account"]["role"] == "admin" and trainer["state"] == "signedIn"

        sent = runner.run("send-invitation", {"client": {"name": "Kim Müller", "email": "kim@example.com"}}, token)
        assert sent["message"] == "Client added and invitation sent to kim@example.com"
        assert sent["invitation"]["status"] == "pending" and sent["invitation"]["delivery"] == "sent"
        [mail] = world.mails()
        assert mail["to"].addresses[0].addr_spec == "kim@example.com"

        # A scanner opens the link, and then the person.
        for _ in range(2):
            page = Parsed(runner.open("invite-page", {"code": code_of(mail)}))
            assert page.text("h1") == "Ada has invited you"
            assert any(code_of(mail) in link for link in page.links)
        unknown = Parsed(runner.open("invite-page", {"code": "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U"}))
        assert unknown.text("h1") == "We couldn’t find this invitation"

        accepted = runner.run("accept-invitation", {"code": code_of(mail), "identity": person("kim")})
        assert accepted["isNewAccount"] and accepted["client"]["accountId"] == accepted["account"]["id"]
        again = runner.run("accept-invitation", {"code": code_of(mail), "identity": person("eve")})
        assert again["error"]["code"] == "invitation/already-accepted" and again["error"]["status"] == 409

        accepted_page = Parsed(runner.open("invite-page", {"code": code_of(mail)}))
        assert accepted_page.text("h1") == "This invitation has been accepted"

        refreshed = runner.run("refresh-session", {"refreshToken": accepted["session"]["refreshToken"]})
        own = runner.run("list-sessions", {}, refreshed["session"]["accessToken"])
        assert [session["current"] for session in own["sessions"]] == [True]

        [listed] = runner.run("list-clients", {"status": "accepted", "limit": 20}, token)["clients"]
        assert listed["name"] == "Kim Müller" and listed["invitation"]["status"] == "accepted"
        nobody = runner.run("list-clients", {})
        assert nobody["error"]["code"] == "auth/unauthenticated"


@pytest.mark.parametrize("name", RUNNERS)
def test_the_life_of_an_account_is_the_same_on_every_runner(world, name):
    rules = with_factors(roles={"signUp": ["admin"]}, deletion={"graceDays": 30})
    world.policy({**rules, "providers": {**rules["providers"], "email": {}}})
    ada = {"identity": person("ada"), "as": "admin"}
    with RUNNERS[name](world) as runner:
        token = runner.run("sign-in", ada)["session"]["accessToken"]
        # An authenticator app, and a passkey.
        begun = runner.run("enroll-factor", {"type": "totp", "name": "Phone"}, token)
        app = pyotp.parse_uri(begun["uri"])
        confirmed = runner.run("confirm-factor", {"factorId": begun["factor"]["id"], "code": app.now()}, token)
        assert len(confirmed["recoveryCodes"]) == 10
        authenticator, made = Authenticator(), runner.run("enroll-factor", {"type": "passkey"}, token)
        credential = authenticator.make(made["options"])
        runner.run("confirm-factor", {"factorId": made["factor"]["id"], "credential": credential}, token)
        assert [factor["type"] for factor in runner.run("list-factors", {}, token)["factors"]] == ["totp", "passkey"]

        stopped = runner.run("sign-in", ada)
        assert stopped["state"] == "factorRequired" and "session" not in stopped
        answer = {"challenge": stopped["challenge"], "factorId": begun["factor"]["id"], "code": code(world, app)}
        assert runner.run("answer-challenge", answer)["state"] == "signedIn"
        assert runner.run("answer-challenge", answer)["error"]["code"] == "auth/code-expired"
        asked = runner.run("passkey-options", {})
        passkey = {"challenge": asked["challenge"], "credential": authenticator.get(asked["options"])}
        token = runner.run("sign-in", {"passkey": passkey})["session"]["accessToken"]

        factor = {"factorId": begun["factor"]["id"], "code": code(world, app)}
        token = runner.run("reauthenticate", {"factor": factor}, token)["session"]["accessToken"]
        assert "error" not in runner.run("authorize", {"maxAge": 60, "factor": True}, token)
        assert len(runner.run("renew-recovery-codes", {}, token)["recoveryCodes"]) == 10
        removed = runner.run("remove-factor", {"factorId": made["factor"]["id"]}, token)
        assert [factor["type"] for factor in removed["factors"]] == ["totp"]
        runner.run("request-sign-in", {"email": "ada@example.com"})
        assert [row["purpose"] for row in world.rows("SELECT purpose FROM account_codes WHERE purpose <> 'not-me'")] == ["sign-in"]

        exported = runner.run("export-account", {}, token)
        assert exported["account"]["email"] == "ada@example.com" and [it["type"] for it in exported["factors"]] == ["totp"]
        assert runner.run("delete-account", {}, token)["account"]["status"] == "deleting"
        stopped = runner.run("restore-account", {"identity": person("ada")})
        answer = {"challenge": stopped["challenge"], "code": code(world, app)}
        assert runner.run("answer-challenge", answer)["account"]["status"] == "active"
