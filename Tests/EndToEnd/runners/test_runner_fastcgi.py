# SPDX-License-Identifier: Apache-2.0
"""FastCGI: one process answers requests one after the other, and none of them leaves anything for the next."""

import concurrent.futures
import json
import signal
import socket
import subprocess
import time

import pytest
from fastcgi_peer import ABORT, GET_VALUES, GET_VALUES_RESULT, STDIN, Pool, memory, pair, pool
from runners import files
from worlds import BIN, ENGINE, POLICY, ROOT, person

pytestmark = pytest.mark.postgresql
CODE = {"code": "A"}


@pytest.fixture
def preview(world):
    with pool(world, "preview-invitation") as preview:
        yield preview


@pytest.fixture
def sign_in(world):
    with pool(world, "sign-in") as sign_in:
        yield sign_in


# Warm


def test_one_process_keeps_its_database_connection_between_requests(world, sign_in):
    assert sign_in.post({"identity": person("ada")}).status == 200
    before = connections(world, sign_in.process)
    for name in ("bob", "eve"):
        assert sign_in.post({"identity": person(name)}).status == 200
    assert connections(world, sign_in.process) == before and len(before) == 1
    assert sign_in.process.poll() is None and len(world.rows("SELECT id FROM accounts")) == 3


def connections(world, process):
    """What the process has open of the database."""
    if ENGINE == "sqlite":
        return [number for name, number in files(process).items() if name == str(world.database)]
    return [row["pid"] for row in world.rows(f"SELECT pid {OTHERS}")]


#: The connections of functions.
OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


def test_a_request_leaves_nothing_for_the_next(world, preview):
    messages = {name: json.loads((ROOT / f"templates/messages/{name}.json").read_text())["errors"] for name in ("de", "en")}
    german = preview.post(CODE, HTTP_ACCEPT_LANGUAGE="de")
    assert german.json["error"]["userMessage"] == messages["de"]["invitation/not-found"]
    assert preview.post(CODE).json["error"]["userMessage"] == messages["en"]["invitation/not-found"]

    token = world.inviter()
    with pool(world, "list-clients") as clients:
        assert clients.post({}, token, REQUEST_METHOD="POST").json == {"clients": [], "nextCursor": None}
        assert clients.post({}).code == "auth/unauthenticated"

    with pool(world, "sign-in") as sign_in:
        known = {"HTTP_USER_AGENT": "App/1", "HTTP_TRACEPARENT": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}
        ask = {"identity": person("bob"), "as": "client"}
        assert sign_in.post(ask, REMOTE_ADDR="203.0.113.7", **known).status == 422
        assert sign_in.post(ask, REMOTE_ADDR=None).status == 422
    rows = world.rows("SELECT id, at, address, user_agent, trace_id FROM audit WHERE action = 'refused' AND function = 'sign-in' ORDER BY at, id")
    assert [row["address"] for row in rows] == ["203.0.113.7", None] and rows[1]["user_agent"] is None
    assert rows[0]["trace_id"] == "4bf92f3577b34da6a3ce929d0e0e4736" and rows[1]["trace_id"] is None
    assert rows[0]["at"] < rows[1]["at"] and rows[0]["id"] < rows[1]["id"]


def test_variables_of_a_request_configure_nothing(world, preview):
    configuration = {
        "DATABASE_URL": "sqlite:/nowhere/x.db", "POLICY_FILE": "/nowhere", "SECRET_KEY": "x", "RUNNER": "stdin", "LOG_LEVEL": "loud",
        "TRUSTED_PROXIES": "192.0.2.1", "DEADLINE_SECONDS": "soon",
    }
    assert preview.post(CODE, **configuration).code == "invitation/not-found"
    with open(f"/proc/{preview.process.pid}/environ", "rb") as file:
        assert b"/nowhere" not in file.read()


def test_the_first_request_may_come_long_after_the_start(world, sign_in):
    world.inviter()
    for name in ("bob", "eve"):
        time.sleep(2)  # Longer than any deadline that the start or the request before might have set.
        with concurrent.futures.ThreadPoolExecutor() as threads:
            with world.locked():
                answer = threads.submit(sign_in.post, {"identity": person(name)})
                time.sleep(0.3)  # The request has to wait for the lock.
        assert answer.result().status == 200


def test_a_lost_database_connection_is_opened_again(world, sign_in):
    if ENGINE == "sqlite":
        pytest.skip("SQLite has no connection that others can end")
    assert sign_in.post({"identity": person("ada")}).status == 200
    for name in ("bob", "eve"):
        world.rows(f"SELECT pg_terminate_backend(pid, 5000) {OTHERS}")
        assert sign_in.post({"identity": person(name)}).status == 200
    assert sign_in.process.poll() is None


def test_the_memory_of_a_process_stays_the_same(world):
    """At most 2 MiB more after 5,000 further requests."""
    world.policy({**POLICY, "limits": {"public": {"max": 10_000, "seconds": 60}}})
    with pool(world, "preview-invitation", FASTCGI_MAX_EVENTS="0") as preview:
        ask = lambda: preview.post(CODE, HTTP_ACCEPT_LANGUAGE="de", HTTP_X="x" * 4096).code
        for _ in range(500):
            ask()
        before = memory(preview.process)
        assert {ask() for _ in range(5000)} == {ask()}
        assert memory(preview.process) < before + 2048


# The protocol


def test_connections_are_kept_if_the_web_server_wants_it(preview):
    with preview.connect() as first, preview.connect() as second:
        for connection in (first, second, first, second):
            assert connection.post(CODE, keep=True).code == "invitation/not-found"
        assert preview.post(CODE).status == 404, "a connection that is kept keeps no other from being answered"
        assert first.post(CODE, request=300, keep=False).status == 404 and first.is_closed
        assert second.post(CODE, keep=True).status == 404


def test_a_request_that_is_aborted_is_not_executed(world, sign_in):
    body = json.dumps({"identity": person("ada")}).encode()
    with sign_in.connect() as connection:
        connection.begin(CONTENT_LENGTH=str(len(body)))
        connection.send(STDIN, body[:10])
        connection.send(ABORT, b"")
        connection.response()
        assert connection.is_closed
    with sign_in.connect() as connection:
        connection.begin(CONTENT_LENGTH=str(len(body)))
    assert sign_in.post({"identity": person("bob")}).status == 200
    assert [row["email"] for row in world.rows("SELECT email FROM accounts")] == ["bob@example.com"]


def test_an_abort_after_the_body_changes_nothing_for_the_next_request(preview):
    with preview.connect() as connection:
        connection.begin(keep=True, CONTENT_LENGTH="0")
        connection.body(b"")
        connection.send(ABORT, b"")
        assert connection.response().status in (400, 404)
        assert connection.post(CODE, keep=True, request=2).code == "invitation/not-found"


def test_a_body_that_is_too_large_is_413_and_the_connection_goes_on(preview):
    with preview.connect() as connection:
        assert connection.post(b"x" * (6 * 1024 * 1024 + 1), keep=True).status == 413
        assert connection.post(CODE, keep=True).status == 404
    before = memory(preview.process)
    for _ in range(20):
        assert preview.post(b"x" * (8 * 1024 * 1024)).status == 413
    assert memory(preview.process) < before + 2048


def test_a_body_is_read_up_to_its_length_and_a_shorter_one_is_refused(preview):
    with preview.connect() as connection:
        connection.begin(keep=True, CONTENT_LENGTH="5")
        connection.body(b"{}")
        assert connection.response().status == 400
        connection.begin(keep=True, CONTENT_LENGTH="2")
        connection.body(b"{} and more")
        assert connection.response().code == "event/invalid"
        assert connection.post(CODE, keep=True).status == 404


def test_a_preflight_is_answered(preview):
    with preview.connect() as connection:
        answer = connection.post(b"", keep=True, REQUEST_METHOD="OPTIONS")
        assert (answer.status, answer.headers["Allow"]) == (204, "POST, OPTIONS")
        assert connection.post(CODE, keep=True).status == 404


def test_a_response_of_many_records_arrives_whole(world):
    token = world.inviter()
    clients = [{"name": f"{number:03} {'x' * 90}", "email": f"c{number}@example.com", "notes": "ü" * 900} for number in range(80)]
    assert world.run("send-invitation", {"clients": clients, "deliver": "link"}, token).status == 0
    with pool(world, "list-clients") as pooled:
        response = pooled.post({"limit": 80}, token)
        assert len(response.body) == int(response.headers["Content-Length"]) > 130_000
        assert {client["name"] for client in response.json["clients"]} == {client["name"] for client in clients}


def test_the_web_server_may_ask_for_values(preview):
    with preview.connect() as connection:
        connection.send(GET_VALUES, pair(b"FCGI_MPXS_CONNS", b""), request=0)
        kind, _, content = next(connection.records())
        assert kind == GET_VALUES_RESULT and b"FCGI_MPXS_CONNS0" in content
        assert connection.post(CODE).status == 404


@pytest.mark.parametrize("noise", [b"GET / HTTP/1.1\r\n\r\n" * 2, b"\x02" + bytes(15), b"\x01\x01\x00\x01\x00\x04\x00\x00abcd", b""])
def test_a_peer_that_does_not_speak_fastcgi_harms_no_other(preview, noise):
    with preview.connect() as connection:
        connection.socket.sendall(noise)
        connection.socket.shutdown(socket.SHUT_WR)
        assert connection.is_closed
    assert preview.post(CODE).status == 404 and preview.process.poll() is None


# The end of a process


def test_a_request_that_does_not_arrive_by_its_deadline_ends_only_its_own_process(world):
    with pool(world, "preview-invitation", count=2, DEADLINE_SECONDS="1") as preview:
        with preview.connect() as connection:
            connection.begin(CONTENT_LENGTH="5")
            late = connection.response()
            assert late.status == 504 and late.code == "service/deadline" and connection.is_closed
        ended, other = sorted(preview.processes, key=lambda process: wait_briefly(process) is None)
        assert ended.wait(20) == 75 and other.poll() is None
        assert preview.post(CODE).status == 404


def wait_briefly(process):
    try:
        return process.wait(0.5)
    except subprocess.TimeoutExpired:
        return None


def test_each_request_has_a_deadline_of_its_own(world):
    with pool(world, "sign-in", DEADLINE_SECONDS="2") as sign_in:
        assert sign_in.post({"identity": person("ada")}).status == 200
        with world.locked():
            locked = sign_in.post({"identity": person("bob")})
            assert locked.status in (503, 504) and locked.code in ("service/unavailable", "service/deadline")
        if sign_in.process.poll() is not None or locked.status == 504:
            sign_in.processes = [sign_in.start()]
        assert sign_in.post({"identity": person("bob")}).status == 200


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGUSR1])
def test_a_signal_ends_the_process_after_its_request(preview, number):
    body = json.dumps(CODE).encode()
    with preview.connect() as connection:
        connection.begin(CONTENT_LENGTH=str(len(body)))
        connection.send(STDIN, body[:3])
        while preview.process.pid and "socket" not in str([name for name in files(preview.process) if "socket" in name][1:]):
            time.sleep(0.01)  # The interval of the polling: until the connection is accepted.
        preview.process.send_signal(number)
        assert wait_briefly(preview.process) is None
        connection.send(STDIN, body[3:])
        connection.send(STDIN, b"")
        assert connection.response().code == "invitation/not-found"
    assert preview.process.wait(20) == 0


def test_an_idle_process_ends_at_once_on_sigterm(preview):
    with preview.connect() as connection:
        assert connection.post(CODE, keep=True).status == 404
        preview.process.terminate()
        assert preview.process.wait(20) == 0


def test_a_process_ends_after_its_number_of_events(world):
    with pool(world, "preview-invitation", FASTCGI_MAX_EVENTS="3") as preview:
        for _ in range(3):
            assert preview.post(CODE).status == 404
        assert preview.process.wait(20) == 0


def test_a_process_without_requests_ends_if_it_should(world):
    with pool(world, "preview-invitation", FASTCGI_IDLE_SECONDS="1") as preview:
        assert preview.post(CODE).status == 404
        assert preview.process.wait(20) == 0


def test_a_wrong_configuration_is_an_answer_and_the_next_process_reads_it_again(world):
    policy = (world.folder / "policy.json").read_text()
    (world.folder / "policy.json").write_text("{")
    with pool(world, "preview-invitation") as preview:
        refused = preview.post(CODE)
        assert refused.status == 500 and refused.code == "service/misconfigured"
        assert preview.process.wait(20) == 0
        (world.folder / "policy.json").write_text(policy)
        preview.processes = [preview.start()]
        assert preview.post(CODE).status == 404


@pytest.mark.parametrize("variable, value", [("FASTCGI_MAX_EVENTS", "-1"), ("FASTCGI_IDLE_SECONDS", "soon")])
def test_a_wrong_number_is_78(world, variable, value):
    pool = Pool(world, "jwks", **{variable: value})
    assert pool.process.wait(20) == 78 and variable in (world.folder / "jwks.log").read_text()


def test_the_runner_needs_a_listening_socket(world):
    answer = world.run("jwks", {}, env={"RUNNER": "fastcgi"})
    assert answer.status == 78 and answer.json["error"]["detail"].startswith("RUNNER: fastcgi needs a listening socket")


def test_an_answer_is_the_same_as_from_cgi(world, preview):
    variables = {
        "RUNNER": "cgi", "REQUEST_METHOD": "POST", "SCRIPT_NAME": "/preview-invitation", "CONTENT_TYPE": "application/json",
        "REMOTE_ADDR": "192.0.2.1", "HTTP_HOST": "localhost", "CONTENT_LENGTH": "12",
    }
    done = subprocess.run(
        [BIN / "preview-invitation"], env={**world.env, **variables}, input=b'{"code":"A"}', capture_output=True, cwd=world.folder)
    answer = preview.post(b'{"code":"A"}')
    head, body = done.stdout.split(b"\n\n", 1)
    assert answer.body == body
    assert answer.headers == dict(line.split(": ", 1) for line in head.decode().splitlines())
