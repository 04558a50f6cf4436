# SPDX-License-Identifier: Apache-2.0
"""The client kit: what is generated is what is checked in, and the terminal client walks the loop over a bad network."""

import json
import os
import re
import subprocess

import pytest
from http_proxy import lossy_proxy
from openapi_documents import FOR_APPS
from runners import CATALOGUE, lighttpd
from smtp_servers import certificate
from worlds import POLICY, ROOT, TRAINER

KIT = ROOT / "Sources/VestibuleClient"


def test_the_generated_files_are_those_of_functions_json(tmp_path):
    subprocess.run([ROOT / "scripts/client-kit", "--folder", tmp_path / "Generated"], check=True, cwd=ROOT)
    made = {path.relative_to(tmp_path / "Generated"): path.read_text() for path in (tmp_path / "Generated").rglob("*.swift")}
    kept = {path.relative_to(KIT / "Generated"): path.read_text() for path in (KIT / "Generated").rglob("*.swift")}
    assert made == kept, "scripts/client-kit writes them"


def test_the_kit_calls_every_function_that_an_app_calls():
    text = "".join(path.read_text() for path in (KIT / "Generated").glob("*/*.swift"))
    calls = set(re.findall(r'FunctionCall\("([\w-]+)", at: "([^"]+)"', text))
    assert {route for _, route in calls} == set(FOR_APPS["paths"])
    assert all(CATALOGUE.entries[name]["trigger"]["route"] == route for name, route in calls)


def test_files_are_short_and_every_public_declaration_is_described():
    for path in [*KIT.rglob("*.swift"), *(ROOT / "Sources/trainer-cli").glob("*.swift")]:
        lines = path.read_text().splitlines()
        assert len(lines) <= 350 or "Generated" in path.parts, path
        for number, line in enumerate(lines):
            if not re.match(
                    r" *(@\w+ )*public (static |private\(set\) |nonisolated |final |indirect )*"
                    r"(var|let|func|init|struct|enum|actor|class|protocol|subscript)\b", line):
                continue
            before = lines[number - 1].strip()
            while before.startswith("@"):
                number -= 1
                before = lines[number - 1].strip()
            assert before.startswith("///"), f"{path}:{number + 1} {line}"


def test_generated_types_are_plain_and_their_comments_say_more_than_a_name():
    for path in (KIT / "Generated").glob("*/*.swift"):
        text = path.read_text()
        code = re.sub(r" *///.*|func encode\(to encoder: any Encoder\)|public static func ", "", text)
        assert not re.search(r"@\w|func |extension |unsafe", code), path
        for comment, name in re.findall(r"((?:^ *///.*\n)+) *public var `?(\w+)", text, re.MULTILINE):
            words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
            said = " ".join(re.findall(r"\w+", comment)).lower()
            # `The email.` says nothing about `email`.
            assert said not in (words, f"the {words}"), f"{path}: {name}"


POLICY_OF_THE_WALK = {
    **POLICY, "providers": {**POLICY["providers"], "password": {}}, "invitation": {"emailMatch": "any"},
    "limits": {name: {"max": 1000, "seconds": 60} for name in ("signUp", "invite", "inviteRecipient")},
}


def walk(world, url, clients, trusted=None):
    """The steps that the terminal client prints, as pairs. `trusted` is the file of the only CA that it trusts."""
    command = [TRAINER, url, str(clients)]
    if trusted:
        script = f'mount --bind {trusted} /etc/ssl/certs/ca-certificates.crt && exec "$0" "$@"'
        command = ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, *command]
    client = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    steps = []
    for line in client.stdout:
        [step] = json.loads(line).items()
        steps.append(step)
        if step == ("code", "verification"):
            world.run("deliver-mail")
            [mail] = [it for it in world.mails() if it["To"].addresses[0].addr_spec == "trainer@example.com"]
            code = re.search(r"/verify-email\?code=([A-Z2-7]+)", mail.get_body(("plain",)).get_content()).group(1)
            client.stdin.write(f"{code}\n")
            client.stdin.flush()
    client.stdin.close()
    assert client.wait(60) == 0
    return steps


def test_the_terminal_client_walks_the_loop(world):
    world.policy(POLICY_OF_THE_WALK)
    with lighttpd(world) as web:
        steps = walk(world, f"http://127.0.0.1:{web.port}", 1)
    assert ("client", "Client 1, pending") in steps and ("resent", "client1@example.com") in steps
    assert ("signed up", "trainer@example.com") in steps and ("completed", "Leg day") in steps
    assert steps[-3:] == [("clients", "1"), ("accepted", "1"), ("signed out", "trainer")]


@pytest.mark.slow
def test_with_lost_and_delayed_answers_nothing_is_done_twice_and_nothing_is_lost(world, tmp_path):
    world.policy(POLICY_OF_THE_WALK)
    # Only root can give a process other certificates to trust.
    trusted, tls = certificate(tmp_path) if os.geteuid() == 0 else (None, None)
    with lighttpd(world) as web, lossy_proxy(web.port, tls=tls) as proxy:
        steps = walk(world, proxy.url, 6, trusted)
    assert steps[-3:] == [("clients", "6"), ("accepted", "6"), ("signed out", "trainer")]
    lost = [(path, key) for path, key, _, is_heard in proxy.requests if not is_heard]
    assert len(lost) >= 5
    # Each lost answer was asked for again, with the same key.
    for path, key in lost:
        assert [each for each in proxy.requests if each[:2] == (path, key) and each[3]], (path, key)
    counts = {"accounts": 7, "clients": 6, "invitations": 6, "sessions": 7, "workouts": 6}
    assert {table: len(world.rows(f"SELECT * FROM {table}")) for table in counts} == counts
    assert len(world.rows("SELECT * FROM workouts WHERE completed_at IS NOT NULL")) == 6
    assert len(world.rows("SELECT * FROM sessions WHERE revoked_at IS NULL")) == 0
