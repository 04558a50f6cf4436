# SPDX-License-Identifier: Apache-2.0
"""Neither the database nor a log contains a usable code, token or key."""

import base64

import pytest
from worlds import code_of, person

pytestmark = pytest.mark.postgresql


def test_neither_database_nor_trace_log_contains_a_usable_secret(world):
    logs, secrets = [], []
    world.env["LOG_LEVEL"] = "trace"

    def run(function, data=None, token=None, **more):
        event = {"id": f"{function}{len(logs)}", "source": "s", "data": data or {}, **more}
        answer = world.run(function, event={**event, **({"authorization": f"Bearer {token}"} if token else {})})
        logs.append(answer.stderr)
        session = answer.json.get("session", {})
        secrets.extend(session[name] for name in ("accessToken", "refreshToken") if name in session)
        return answer.json

    ada, kim = person("ada"), person("kim", nonce="the nonce of kim")
    secrets += [ada["idToken"], kim["idToken"]]
    trainer = run("sign-in", {"identity": ada})["session"]["accessToken"]
    sent = run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, trainer)
    linked = run("send-invitation", {"client": {"name": "Lee", "email": "lee@example.com"}, "deliver": "link"}, trainer)
    world.env["MAIL_URL"] = "smtp://user:relay-password@127.0.0.1:1?tls=none"
    queued = run("send-invitation", {"client": {"name": "Max", "email": "max@example.com"}}, trainer)
    assert queued["invitation"]["delivery"] == "queued"
    code = code_of(world.mails()[0])
    secrets += [code, linked["link"].split("code=")[1], "relay-password"]
    run("accept-invitation", {"code": "WRONG" + code, "identity": kim})
    run("sign-in", {"identity": {"provider": "google", "idToken": ada["idToken"][:-2] + "xx"}})
    run("accept-invitation", {"code": code, "identity": kim, "device": {"id": "d"}})
    run("accept-invitation", {"code": code, "identity": kim})
    run("resend-invitation", {"invitationId": sent["invitation"]["id"]}, trainer)
    run("deliver-mail")
    run("expire-invitations")
    assert any(logs), "at trace there is a log"

    key = world.secret_key
    raw = base64.b64decode(key)
    for place in (world.stored(), "".join(logs).encode()):
        for secret in [*secrets, key, key.rstrip("="), raw.hex()]:
            parts = [secret, *secret.split(".")[2:]]
            assert not any(part.encode() in place for part in parts), secret[:12]
        assert raw not in place and b"PRIVATE KEY" not in place and b'"d":' not in place


def test_files_are_readable_by_their_owner_only(world):
    world.inviter()
    for file in world.database.parent.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file


def test_a_given_key_is_not_replaced_by_a_key_file(world):
    world.env["SECRET_KEY"] = base64.b64encode(bytes(range(32))).decode()
    token = world.inviter()
    assert list(world.folder.rglob("*.key")) == []
    old, new = world.env["SECRET_KEY"], base64.b64encode(bytes(32)).decode()
    world.env["SECRET_KEY"] = new
    assert world.run("sign-in", {"identity": person("ada")}).json["error"]["detail"].startswith("SECRET_KEY")
    world.env["SECRET_KEY_PREVIOUS"] = old
    assert "session" in world.run("sign-in", {"identity": person("ada")}).json
    assert world.run("list-clients", {}, token).code is None
