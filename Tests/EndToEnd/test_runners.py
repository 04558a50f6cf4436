# SPDX-License-Identifier: Apache-2.0
"""The invitation loop on every runner."""

import contextlib

import pytest
from conftest import code_of, person
from pages import Parsed
from runners import FunctionURL, Lambda, Pipe, Watchdog, closing
from web_servers import SERVERS

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
            assert page.text("h1") == "You're invited!" and "Ada" in page.text("main")
            assert any(code_of(mail) in link for link in page.links)
        unknown = Parsed(runner.open("invite-page", {"code": "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U"}))
        assert unknown.text("h1") == "We couldn't find this invitation"

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
