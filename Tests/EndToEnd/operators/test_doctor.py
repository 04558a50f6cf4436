# SPDX-License-Identifier: Apache-2.0
"""`vestibule doctor`: its findings and advice. It changes and sends nothing."""

import email.utils
import os
import shutil
import subprocess
import time

import pytest
from doctor import findings, run
from http_receiver import Receiver
from issuers import Issuer
from runners import Watchdog
from smtp_servers import Recorder
from worlds import BIN, ENGINE, KEYS, POLICY, ROOT


def failure(world, subject, **env):
    """The message and advice of the only failure."""
    found = [(name, *finding[1:]) for name, of_one in findings(world, **env).items() for finding in of_one if finding[0] == "trouble"]
    assert [name for name, *_ in found] == [subject], found
    assert found[0][2]
    return found[0][1]


def test_a_correct_installation_has_no_findings(world):
    world.sign_in("ada")
    world.policy({**POLICY, "roles": {"signUp": []}})
    with Recorder() as server:
        found = findings(world, **server.env)
        text = run(world, **server.env).stdout.splitlines()
    assert set(found) >= {"policy", "PUBLIC_URL", "variables", "templates", "database", "secret key", "relay", "clock", "schedules", "proxies"}
    assert {state for name, of_one in found.items() if name != "clock" for state, _, _ in of_one} == {"ok"}, found
    assert [line.split()[0] for line in text if "→" not in line][:2] == ["ok", "ok"]


def test_doctor_changes_nothing(world):
    world.sign_in("ada")
    before = world.dump()
    findings(world)
    assert world.dump() == before


@pytest.mark.skipif(ENGINE != "sqlite", reason="a server has the database before anybody asks")
def test_doctor_creates_nothing_before_the_first_event(world, tmp_path):
    world.without_tables()
    before, found = sorted(tmp_path.rglob("*")), findings(world)
    assert "first event creates it" in found["database"][0][1] and "secret key" not in found
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("env, subject", [
    ({"PUBLIC_URL": None}, "PUBLIC_URL"), ({"PUBLIC_URL": "http://pfa.example"}, "PUBLIC_URL"),
    ({"DEADLINE_SECONDS": "soon"}, "variables"), ({"LOG_LEVEL": "loud"}, "variables"), ({"RUNNER": "horse"}, "variables"),
    ({"TRUSTED_PROXIES": "somebody"}, "variables"), ({"TRUSTED_PROXY_HEADER": "X_Real_IP"}, "variables"),
    ({"WEBHOOK_SECRET": "guess"}, "variables"),
    ({"MAIL_FROM": None}, "relay"), ({"MAIL_URL": "pigeon:"}, "relay"),
    ({"MAIL_RATE": "abc"}, "delivery"), ({"MAIL_CONNECTIONS": "0"}, "delivery"), ({"MAIL_RETRY_HOURS": "0"}, "delivery"),
    ({"WEBHOOK_SIGNING_SECRET": "foo"}, "delivery"), ({"SMS_URL": "foo"}, "delivery"), ({"RESEND_WEBHOOK_SECRET": "foo"}, "delivery"),
    ({"SENDGRID_WEBHOOK_KEY": "foo"}, "delivery"), ({"POSTMARK_WEBHOOK_LOGIN": "foo"}, "delivery"),
    ({"CLIENT_SECRETS": "foo"}, "variables"),
])
def test_a_wrong_variable_is_named(world, env, subject):
    world.sign_in("ada")
    assert next(iter(env)) in failure(world, subject, **env)


def test_a_policy_with_webhooks_needs_their_secret(world):
    world.sign_in("ada")
    world.policy({**POLICY, "webhooks": [{"url": "https://api.example.com/hook"}]})
    assert "WEBHOOK_SIGNING_SECRET" in failure(world, "delivery")
    secret = "whsec_" + "QUJD" * 10
    sound = {"WEBHOOK_SIGNING_SECRET": secret, "CLIENT_SECRETS": "google=x", "POSTMARK_WEBHOOK_LOGIN": "user:password"}
    assert findings(world, **sound)["delivery"][0][0] == "ok"


def test_a_wrong_policy_is_the_only_finding(world):
    world.policy({"app": {"nmae": "PFA"}})
    assert "/app/nmae" in failure(world, "configuration")


@pytest.mark.parametrize("file", ["mail/invitation/structure.mustache", "pages/invite/structure.html"])
def test_a_wrong_template_is_named_with_file_and_line(world, file):
    own = world.folder / "own" / file
    own.parent.mkdir(parents=True)
    own.write_text("Hallo\n{{#unclosed}}\n")
    assert f"{file}:2" in failure(world, "templates", TEMPLATES_DIR=str(world.folder / "own"))


def test_messages_that_are_not_json_are_named(world):
    own = world.folder / "own"
    shutil.copytree(ROOT / "templates/messages", own / "messages")
    german = own / "messages/de.json"
    german.write_text(german.read_text().replace('"roles": {', '"roles": {"coach" = "Coach",', 1))
    assert "has no messages in de, or they are not JSON" in failure(world, "templates", TEMPLATES_DIR=str(own))


def test_a_templates_folder_that_does_not_exist_is_named(world):
    assert "TEMPLATES_DIR: /nope" in failure(world, "templates", TEMPLATES_DIR="/nope")


def test_plain_http_is_a_warning(world):
    assert ("warning", "ALLOW_INSECURE=1 allows plain http for links and keys", "Unset it in production.") in findings(
        world, ALLOW_INSECURE="1")["variables"]


def test_a_provider_without_an_audience_is_a_warning(world):
    world.policy({"providers": {"google": {"jwks": KEYS}}, "roles": {"signUp": []}})
    assert [state for state, *_ in findings(world)["policy"]] == ["ok", "warning"]


def test_an_app_in_which_strangers_become_inviters_is_a_warning(world):
    def warnings():
        return [message for state, message, _ in findings(world)["policy"] if state == "warning"]

    assert any("strangers become inviters" in message and '"admin"' in message for message in warnings())
    world.policy({**POLICY, "roles": {"signUp": []}})
    assert not any("strangers" in message for message in warnings())
    world.policy({**POLICY, "roles": {"signUp": ["client"]}})
    assert not any("strangers" in message for message in warnings())
    world.policy({**POLICY, "email": {"allowedDomains": ["ksu.edu"]}})
    assert not any("strangers" in message for message in warnings())


# The database


@pytest.mark.skipif(ENGINE != "sqlite", reason="files are SQLite's")
def test_files_that_others_can_read_are_a_warning(world):
    world.sign_in("ada")
    for file in (world.database, f"{world.database}.key"):
        os.chmod(file, 0o644)
    assert [(state, advice) for state, _, advice in findings(world)["files"]] == [
        ("warning", f"chmod 600 {world.database}"), ("warning", f"chmod 600 {world.database}.key")]


@pytest.mark.skipif(ENGINE != "sqlite", reason="this writes into SQLite's file")
def test_a_damaged_database_is_found(world):
    world.sign_in("ada")
    for suffix in ("-wal", "-shm"):
        world.database.with_name(world.database.name + suffix).unlink(missing_ok=True)
    world.database.write_bytes(b"this is no database" * 1000)
    assert "damaged" in failure(world, "database")


@pytest.mark.skipif(ENGINE != "sqlite", reason="a server is locked otherwise")
def test_a_locked_database_is_found(world):
    world.sign_in("ada")
    with world.locked():
        done = run(world, "--json", "--timeout", "1")
    assert done.returncode == 1 and "locked" in done.stdout


def test_a_wrong_secret_key_is_found(world):
    world.sign_in("ada")
    other = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
    message = failure(world, "secret key", SECRET_KEY=other)
    assert "does not decrypt" in message and other not in message
    assert findings(world, SECRET_KEY=other, SECRET_KEY_PREVIOUS=world.secret_key)["secret key"][0][0] == "ok"


def test_a_missing_secret_key_is_found(world):
    world.sign_in("ada")
    if ENGINE == "sqlite":
        world.database.with_name("vestibule.db.key").unlink()
    assert "SECRET_KEY" in failure(world, "secret key", SECRET_KEY=None)


def test_a_missing_secret_key_is_found_before_the_first_event(world):
    world.without_tables()
    env = {"SECRET_KEY": "short"} if ENGINE == "sqlite" else {"SECRET_KEY": None}
    assert "SECRET_KEY" in failure(world, "secret key", **env)


def test_an_unreachable_database_server_is_found(world):
    url = "postgres://somebody:secret@127.0.0.1:1/nothing"
    message = failure(world, "database", DATABASE_URL=url, SECRET_KEY="MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=")
    assert "out of reach" in message and "secret" not in message


def test_overdue_rows_are_found(world):
    world.invite(world.inviter(), "kim")
    nowhere = {"MAIL_URL": "smtp://127.0.0.1:1?tls=none"}
    world.run("send-invitation", {"client": {"name": "Lee", "email": "lee@example.com"}}, world.inviter(), env=nowhere)
    world.age("outbox", "due_at", 3600)
    [(state, message, advice)] = findings(world)["schedules"]
    assert state == "warning" and "due for" in message and "deliver-mail" in advice


# Proxies


def request(world, address="192.0.2.1", **variables):
    """A request to `jwks` from that address through a web server."""
    cgi = {
        "GATEWAY_INTERFACE": "CGI/1.1", "REQUEST_METHOD": "GET", "SCRIPT_NAME": "/jwks", "HTTP_HOST": "localhost",
        "REMOTE_ADDR": address, **variables}
    done = subprocess.run([BIN / "jwks"], env={**world.env, **cgi}, cwd=world.folder, capture_output=True, timeout=60)
    assert done.stdout.startswith(b"Status: 200\n"), done


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Client"])
def test_a_proxy_that_is_not_trusted_is_a_finding(world, header):
    request(world, **{f"HTTP_{header.upper().replace('-', '_')}": "198.51.100.7"}, TRUSTED_PROXY_HEADER="X-Client")
    request(world, "192.0.2.9")
    request(world, "192.0.2.8", HTTP_X_FORWARDED_FOR="198.51.100.7", TRUSTED_PROXIES="192.0.2.8")
    message = failure(world, "proxies")
    assert "192.0.2.1" in message and header in message and "198.51.100.7" not in message
    assert "192.0.2.1" in failure(world, "proxies", TRUSTED_PROXIES="192.0.2.8")
    assert findings(world, TRUSTED_PROXIES="192.0.2.0/24")["proxies"][0][0] == "ok"
    request(world, "192.0.2.2", HTTP_X_FORWARDED_FOR="198.51.100.7")
    assert "192.0.2.2" in failure(world, "proxies")
    world.age("notices", "at", 8 * 86_400)
    assert findings(world)["proxies"][0][0] == "ok"


def test_a_gateway_without_trusted_proxies_is_a_finding(world):
    Watchdog(world).request("jwks", method="GET", path="/jwks", X_Forwarded_For="198.51.100.7")
    assert "gateway" in failure(world, "proxies")
    assert findings(world, TRUSTED_PROXIES="10.0.0.0/8")["proxies"][0][0] == "ok"


def test_an_untrusted_proxy_is_recorded_once_a_minute(world):
    headers = {"HTTP_X_FORWARDED_FOR": "198.51.100.7"}
    request(world, **headers)
    [first] = world.rows("SELECT * FROM notices")
    request(world, **headers)
    assert world.rows("SELECT * FROM notices") == [first]
    world.age("notices", "at", 61)
    request(world, **headers)
    [again] = world.rows("SELECT * FROM notices")
    assert again["at"] > first["at"] and again["detail"] == first["detail"]


def test_a_request_succeeds_when_its_proxy_cannot_be_recorded(world):
    request(world)
    with world.locked():
        began = time.monotonic()
        request(world, HTTP_X_FORWARDED_FOR="198.51.100.7")
        assert time.monotonic() - began < 5
    assert world.rows("SELECT * FROM notices") == []


# The relay


def test_an_smtp_login_is_tried_without_sending_mail(world):
    with Recorder() as relay:
        [(state, message, _)] = findings(world, **relay.env)["relay"]
    assert state == "ok" and "not encrypted, without a login" in message
    verbs = [command.split()[0].upper() for command in relay.commands]
    assert b"MAIL" in verbs and not {b"RCPT", b"DATA"} & set(verbs) and relay.messages == []


@pytest.mark.parametrize("settings, words", [
    ({"replies": {"GREETING": "554 your address is on a list"}}, "554"), ({"drop": "GREETING"}, "curl"),
    ({"replies": {"MAIL": "421 later"}}, "421"),
])
def test_an_smtp_server_that_refuses_is_found(world, settings, words):
    with Recorder(**settings) as relay:
        assert words in failure(world, "relay", **relay.env)


def test_an_unreachable_relay_is_found(world):
    assert "127.0.0.1:1" in failure(world, "relay", MAIL_URL="smtp://127.0.0.1:1?tls=none")


def test_a_relay_without_encryption_gets_no_login(world):
    with Recorder() as relay:
        message = failure(world, "relay", MAIL_URL=relay.env["MAIL_URL"].replace("//", "//me:secret@").split("?")[0])
    assert "secret" not in message


@pytest.mark.parametrize("status, state", [(200, "ok"), (405, "ok"), (401, "trouble"), (403, "trouble"), (503, "trouble")])
def test_a_vendor_is_queried_and_nothing_is_posted(world, status, state):
    with Receiver((status, {}, b'{"message": "the key is key-of-ours"}')) as vendor:
        found = findings(world, MAIL_URL="resend:", RESEND_API_KEY="key-of-ours", MAIL_API_URL=vendor.url)["relay"]
    assert [finding[0] for finding in found] == [state] and "key-of-ours" not in str(found)
    assert vendor.methods == ["GET"]


def test_a_maildir_that_cannot_be_written_is_found(world):
    assert "cannot be written" in failure(world, "relay", MAIL_URL=f"maildir:{world.folder}/policy.json/mail")


# Identity providers and the clock


def test_the_keys_of_a_provider_are_fetched_and_not_kept(world):
    with Issuer() as issuer:
        issuer.put("/keys", KEYS)
        world.policy({"providers": {"club": {"audiences": ["app"], "jwksURL": issuer.url + "/keys", "issuer": "https://club.example"}}})
        found = findings(world, ALLOW_INSECURE="1")
    assert found["provider"] == [("ok", f"club: {len(KEYS['keys'])} keys", None)]
    assert not world.exists or world.rows("SELECT * FROM key_sets") == []


@pytest.mark.parametrize("body, status", [({"keys": []}, 200), ({}, 404), ("<html>", 200)])
def test_a_provider_without_keys_is_found(world, body, status):
    with Issuer() as issuer:
        issuer.put("/keys", body, status=status)
        world.policy({"providers": {"club": {"audiences": ["app"], "jwksURL": issuer.url + "/keys", "issuer": "https://club.example"}}})
        assert "club" in failure(world, "provider", ALLOW_INSECURE="1")


@pytest.mark.parametrize("offset, words", [(-3600, "ahead of the clock of club"), (3600, "behind the clock of club"), (0, None)])
def test_the_clock_is_compared_with_the_providers(world, offset, words):
    with Issuer() as issuer:
        issuer.put("/keys", KEYS, Date=email.utils.formatdate(time.time() + offset, usegmt=True))
        world.policy({"providers": {"club": {"audiences": ["app"], "jwksURL": issuer.url + "/keys", "issuer": "https://club.example"}}})
        if words:
            assert words in failure(world, "clock", ALLOW_INSECURE="1")
        else:
            assert {state for state, *_ in findings(world, ALLOW_INSECURE="1")["clock"]} <= {"ok", "warning"}


def test_a_clock_that_was_ahead_is_found(world):
    world.sign_in("ada")
    world.age("audit", "at", -3600)
    assert "in the future" in failure(world, "clock")


@pytest.mark.parametrize("arguments", [["--timeout", "0"], ["--patience", "0"], ["--now"]])
def test_an_unknown_argument_is_refused(world, arguments):
    assert run(world, *arguments).returncode == 64
