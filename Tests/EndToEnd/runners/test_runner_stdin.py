# SPDX-License-Identifier: Apache-2.0
"""The stdin runner: stdin, stdout, exit status, flags, deadline and signals."""

import json
import os
import signal
import subprocess
import time

import pytest
from deployment.catalogue import Catalogue
from faulty import is_blocked_writing, is_listening_to_signals, until
from worlds import BIN, POLICY, ROOT, person

FUNCTIONS = sorted(Catalogue(ROOT / "functions.json").entries)


def test_plain_data_and_an_envelope_are_equivalent(world):
    bare = world.run("preview-invitation", event={"code": "A"})
    wrapped = world.run("preview-invitation", event={"data": {"code": "A"}})
    assert bare.json == wrapped.json and bare.code == "invitation/not-found" and bare.status == 0


@pytest.mark.parametrize(
    "event",
    [
        b"", b" ", b"{", b'{"code":"A"}x', b'{"code":"A"} {}', b'{"code":"A","code":"B"}', b'{"data":{"code":"A","code":"A"}}',
        b'\xef\xbb\xbf{"code":"A"}', b'{"code":"\xff"}', b'{"code":"\\ud800"}', b'{"code":"\\udc00\\ud800"}', b"{'code':'A'}",
        b'{"code":01}', b'{"code":"A",}', b"[1,2", b'{"code":NaN}', b'{"code":"a\x01"}', b'{"a":' + b"[" * 70 + b"]" * 70 + b"}",
    ],
)
def test_lenient_json_is_refused(world, event):
    answer = world.run("preview-invitation", event=event)
    assert (answer.status, answer.code) == (0, "event/not-json"), answer.json


def test_nesting_of_64_is_accepted_and_of_65_refused(world):
    deep = lambda depth: b"[" * depth + b"]" * depth
    assert world.run("preview-invitation", event=deep(64)).code == "event/invalid"
    assert world.run("preview-invitation", event=deep(65)).code == "event/not-json"


def test_an_event_of_more_than_6_mib_is_too_large(world):
    limit = 6 * 1024 * 1024
    fitting = b'{"code":"' + b"a" * (limit - 11) + b'"}'
    assert len(fitting) == limit
    assert world.run("preview-invitation", event=fitting).code == "event/invalid"
    assert world.run("preview-invitation", event=fitting + b" ").code == "event/too-large"


@pytest.mark.parametrize("event", [b"[]", b'"x"', b"null", b"1", b"true"])
def test_an_event_must_be_an_object(world, event):
    assert world.run("preview-invitation", event=event).code == "event/invalid"


def test_unknown_members_are_refused_by_name(world):
    answer = world.run("preview-invitation", {"code": "A", "cod/e~": 1})
    [error] = answer.json["error"]["errors"]
    assert answer.code == "event/invalid" and error["pointer"] == "/cod~1e~0"


@pytest.mark.parametrize(
    "attributes, pointer",
    [
        ({"specversion": "0.3", "id": "1", "source": "/a", "type": "t"}, "/specversion"),
        ({"specversion": "1.0", "source": "/a", "type": "t"}, "/id"),
        ({"specversion": "1.0", "id": "1", "type": "t"}, "/source"),
        ({"specversion": "1.0", "id": "1", "source": "/a"}, "/type"),
        ({"specversion": "1.0", "id": "1", "source": "/a b", "type": "t"}, "/source"),
        ({"specversion": "1.0", "id": "1", "source": "/a", "type": "t", "time": "today"}, "/time"),
        ({"specversion": "1.0", "id": "1", "source": "/a", "type": "t", "datacontenttype": "text/xml"}, "/datacontenttype"),
        ({"specversion": "1.0", "id": "1", "source": "/a", "type": "t", "Big": 1}, "/Big"),
        ({"specversion": "1.0", "id": "1", "source": "/a", "type": "t", "ext": {}}, "/ext"),
        ({"id": 7, "source": "/a"}, "/id"),
        ({"clientip": "nowhere"}, "/clientip"),
        *[({"specversion": "1.0", "id": "1", "source": "/s", "type": "t", "myext": number}, "/myext") for number in (1.5, 2**31, -2**31 - 1)],
    ],
)
def test_an_envelope_that_breaks_its_rules_is_refused_by_attribute(world, attributes, pointer):
    answer = world.run("preview-invitation", event={**attributes, "data": {"code": "A"}})
    assert answer.code == "event/invalid"
    assert pointer in [error["pointer"] for error in answer.json["error"]["errors"]]


def test_a_complete_cloud_event_is_accepted(world):
    event = {
        "specversion": "1.0", "id": "1", "source": "https://app.example/x?y#z", "type": "com.example.preview",
        "time": "2026-11-21T12:00:00+01:00", "datacontenttype": "application/json; charset=utf-8", "subject": "s",
        "myextension": 5, "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "clientip": "2001:db8::1", "tracestate": "x", "useragent": "App/1", "acceptlanguage": "de-AT,de;q=0.9", "data": {"code": "A"},
    }
    answer = world.run("preview-invitation", event=event)
    assert answer.code == "invitation/not-found"
    german = json.loads((ROOT / "templates/messages/de.json").read_text())["errors"]["invitation/not-found"]
    assert answer.json["error"]["userMessage"] == german


@pytest.mark.parametrize("change, pointer", [
    ({"roles": {"inviter": "client", "invitee": "client"}}, "/roles/invitee"), ({"app": {"appStoreURL": "javascript:alert(1)"}}, "/app/appStoreURL"),
    ({"app": {"playStoreURL": "http://play.example"}}, "/app/playStoreURL"),
    ({"providers": {"x": {"issuer": "https://x.example", "jwksURL": "http://x.example/k"}}}, "/providers/x/jwksURL"),
    ({"providers": {"x": {"issuer": "https://x.example", "tokenURL": "http://x.example/t"}}}, "/providers/x/tokenURL"),
    ({"factors": {"totp": True, "requiredFor": ["nobody"]}}, "/factors/requiredFor")], ids=lambda value: value if isinstance(value, str) else "")
def test_a_policy_that_cannot_work_is_named_by_its_place(world, change, pointer):
    world.policy({**POLICY, **change})
    answer = world.run("preview-invitation", {"code": "A"})
    assert answer.status == 78 and answer.code == "service/misconfigured" and pointer in answer.stderr


@pytest.mark.parametrize("function", FUNCTIONS)
def test_flags_print_and_exit(function):
    run = lambda flag: subprocess.run([BIN / function, flag], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    version = (ROOT / "Sources/Domain/Version.swift").read_text().split('"')[1]
    assert run("--version").stdout == f"{function} {version}\n"
    assert run("--help").stdout.startswith(f"{function}: ")
    assert set(json.loads(run("--schema").stdout)) == {"event", "result"}
    assert run("--nonsense").returncode == 78 and "error" in json.loads(run("--nonsense").stdout)


def test_an_answered_event_leaves_stderr_empty_and_one_line_on_stdout(world):
    answer = world.run("preview-invitation", {"code": "A"})
    assert answer.stderr == "" and answer.stdout.count(b"\n") == 1 and answer.stdout.endswith(b"}\n")


def test_exit_on_error_turns_a_refusal_into_65(world):
    assert world.run("preview-invitation", {"code": "A"}, env={"EXIT_ON_ERROR": "1"}).status == 65
    assert world.run("expire-invitations", {}, env={"EXIT_ON_ERROR": "1"}).status == 0


@pytest.mark.parametrize(
    "function, variable, value",
    [
        ("send-invitation", "PUBLIC_URL", None), ("send-invitation", "PUBLIC_URL", "http://pfa.example"),
        ("send-invitation", "PUBLIC_URL", "https://localhost"), ("send-invitation", "PUBLIC_URL", "https://127.0.0.1:8443"),
        ("send-invitation", "MAIL_FROM", None), ("send-invitation", "MAIL_FROM", "PFA <nobody>"),
        ("send-invitation", "MAIL_URL", "gopher://x"), ("send-invitation", "MAIL_URL", "smtp://"),
        ("list-clients", "DATABASE_URL", "mysql://x"), ("list-clients", "POLICY_FILE", "/nowhere.json"),
        ("list-clients", "LOG_LEVEL", "loud"), ("list-clients", "DEADLINE_SECONDS", "soon"),
        ("list-clients", "EXIT_ON_ERROR", "yes"), ("sign-in", "SECRET_KEY", "short"),
    ],
)
def test_a_wrong_setting_is_78_and_named(world, function, variable, value):
    token = world.inviter()
    data = {"client": {"name": "Kim", "email": "kim@example.com"}} if function == "send-invitation" else {}
    data = {"identity": person("ada")} if function == "sign-in" else data
    answer = world.run(function, data, token, env={variable: value})
    assert (answer.status, answer.code) == (78, "service/misconfigured")
    assert answer.json["error"]["detail"].startswith(variable), answer.json


@pytest.mark.parametrize(
    "policy, pointer",
    [
        ({"invitation": {"days": 0}}, "/invitation/days"), ({"invitation": {"dayz": 3}}, "/invitation/dayz"),
        ({"providers": {"acme": {}}}, "/providers/acme/issuer"), ({"roles": {"signUp": "admin"}}, "/roles/signUp"),
        ({"limits": {"invite": {"max": 1}}}, "/limits/invite/seconds"), ({"session": {"accessMinutes": 1.5}}, "/session/accessMinutes"),
    ],
)
def test_a_wrong_policy_is_78_and_named_by_its_pointer(world, policy, pointer):
    world.policy(policy)
    answer = world.run("preview-invitation", {"code": "A"})
    assert (answer.status, answer.code) == (78, "service/misconfigured")
    assert f"POLICY_FILE: {pointer}" in answer.json["error"]["detail"]


def test_a_file_may_contain_a_value(world):
    (world.folder / "from").write_text("PFA <files@pfa.example>\n")
    token = world.inviter()
    data = {"client": {"name": "Kim", "email": "kim@example.com"}}
    world.run("send-invitation", data, token, env={"MAIL_FROM": "", "MAIL_FROM_FILE": str(world.folder / "from")})
    assert world.mails()[0]["from"] == "Ada via PFA <files@pfa.example>"


def test_waiting_for_stdin_ends_before_the_deadline(world):
    begun = time.monotonic()
    process = world.start("preview-invitation", {}, DEADLINE_SECONDS="1")
    line = process.stdout.readline()
    assert process.wait(5) == 75 and time.monotonic() - begun < 1.5
    assert json.loads(line)["error"]["code"] == "service/deadline" and json.loads(line)["error"]["retryable"]
    process.stdin.close()


def test_sigterm_is_answered_with_75(world):
    process = world.start("preview-invitation", {})
    until(lambda: is_listening_to_signals(process))
    os.kill(process.pid, signal.SIGTERM)
    line = process.stdout.readline()
    assert process.wait(5) == 75 and json.loads(line)["error"]["retryable"]
    process.stdin.close()


def test_an_unread_result_does_not_keep_the_process_alive(world):
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(200)]
    event = {"authorization": f"Bearer {world.inviter()}", "data": {"clients": clients, "deliver": "link"}}
    process = world.start("send-invitation", event)
    process.stdin.write(process.event)
    process.stdin.close()
    # The result is larger than a pipe holds.
    until(lambda: is_blocked_writing(process))
    process.terminate()
    assert process.wait(5) == 75
    process.stdout.close()


def test_a_closed_stdout_is_not_a_success(world):
    process = world.start("preview-invitation", {"code": "A"})
    process.stdout.close()
    process.stdin.write(process.event)
    process.stdin.close()
    assert process.wait(10) == 75


@pytest.mark.parametrize("nothing", [b"", b"\n", b"\r\n"])
def test_no_event_is_the_empty_event_of_a_schedule(world, nothing):
    assert world.run("expire-invitations", event=nothing).json == {"expired": 0, "reminded": 0, "more": False}
    assert world.run("deliver-mail", event=nothing).json["sent"] == 0
    assert world.run("preview-invitation", event=nothing).code == "event/not-json"
    assert world.run("expire-invitations", event=b"\n\n{").code == "event/not-json"
