# SPDX-License-Identifier: Apache-2.0
"""What only Apache needs: its graceful stop, its own errors, and a body that a function does not use."""

import concurrent.futures
import contextlib
import http.client
import json
import signal
import socket
import subprocess
import threading
import time

import pytest
from apache_servers import apache, apache_with_workers
from runners import process_ids_of
from worlds import POLICY, person

SERVERS = {"CGI": apache, "workers": apache_with_workers}


@pytest.fixture(params=SERVERS)
def web(request, world):
    with SERVERS[request.param](world) as web:
        yield web


def graceful_stop(web):
    """What `apachectl graceful-stop` does."""
    web.server.send_signal(signal.SIGWINCH)


@contextlib.contextmanager
def signing_in(web):
    """Sign-ins in four threads until the end of the block: the addresses of those that were granted, and all other answers."""
    web.policy({**POLICY, "limits": {"public": {"max": 1_000_000, "seconds": 60}}})
    stop, answered, failures = threading.Event(), [], []

    def ask(thread):
        number = 0
        while not stop.is_set():
            number += 1
            body = json.dumps({"identity": person(f"p{thread}x{number}")})
            connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=60)
            try:
                connection.connect()
                connection.request("POST", "/sign-in", body, {"Content-Type": "application/json"})
                answer = connection.getresponse()
                content = answer.read()
            except ConnectionError:
                time.sleep(0.02)  # The server does not listen, or has not accepted the request.
                continue
            except (OSError, http.client.HTTPException) as error:
                failures.append(error)
                continue
            finally:
                connection.close()
            if answer.status == 200:
                answered.append(json.loads(content)["account"]["email"])
            else:
                failures.append((answer.status, content))

    with concurrent.futures.ThreadPoolExecutor(4) as threads:
        running = [threads.submit(ask, thread) for thread in range(4)]
        try:
            yield answered, failures
        finally:
            stop.set()
            [future.result() for future in running]


@pytest.mark.parametrize("by_systemd", [False, True])
def test_a_graceful_stop_answers_what_has_begun(web, by_systemd):
    web.world.inviter()
    body = json.dumps({"identity": person("ada")})
    with concurrent.futures.ThreadPoolExecutor(1) as thread:
        with web.world.locked():
            answer = thread.submit(web.request, "POST", "/sign-in", body, {"Content-Type": "application/json"})
            time.sleep(0.5)  # The event waits for the database.
            graceful_stop(web)
            if by_systemd:
                time.sleep(0.05)  # systemd sends SIGTERM when the command of Debian's apache2.service has ended.
                web.server.terminate()
            time.sleep(0.5)  # The server closes its listening socket.
            with pytest.raises(ConnectionRefusedError):
                web.request("GET", "/jwks")
            assert not answer.done()
        assert answer.result().json["state"] == "signedIn"
    assert web.server.wait(20) == 0


def test_a_graceful_stop_under_load_loses_no_answer(web):
    with signing_in(web) as (answered, failures):
        time.sleep(1)  # Requests arrive meanwhile.
        graceful_stop(web)
        assert web.server.wait(20) == 0
    assert failures == [] and answered
    assert sorted(answered) == [row["email"] for row in web.world.rows("SELECT email FROM accounts ORDER BY email")]


def test_new_log_files_lose_no_answer(web):
    """`apachectl graceful`, which Debian's logrotate calls every day. mod_cgid cannot start processes meanwhile."""
    with signing_in(web) as (answered, failures):
        for _ in range(3):
            time.sleep(0.7)  # Requests arrive meanwhile.
            web.server.send_signal(signal.SIGUSR1)
        time.sleep(0.7)  # The same.
    assert [failure for failure in failures if web.supervisor or failure[0] != 503] == [] and answered
    assert sorted(answered) == [row["email"] for row in web.world.rows("SELECT email FROM accounts ORDER BY email")]


def test_the_error_log_contains_no_query_of_an_invalid_request(web):
    for path in ("/%2e%2e/invite", "/invite%00", "/invite%2f", "/invite%zz", "/../invite", "/nowhere", "/in vite"):
        request = f"GET {path}?code=CODE-OF-A-LINK HTTP/1.1\r\nHost: x\r\nReferer: https://x/?code=CODE-OF-A-LINK\r\nConnection: close\r\n\r\n"
        assert web.raw(request.encode()).split()[1] in (b"400", b"404"), path
    assert "resuming normal operations" in (web.world.folder / "apache.log").read_text()
    assert "CODE-OF-A-LINK" not in (web.world.folder / "apache.log").read_text()


def test_trace_is_not_answered_and_a_larger_body_is_413(web):
    assert web.request("TRACE", "/sign-in").status == 405
    head = b"POST /sign-in HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
    for length in (b"10000000", b"4294967297", b"99999999999999999999"):
        assert web.raw(head + b"Content-Length: " + length + b"\r\n\r\n").split()[1] in (b"400", b"413"), length


def test_a_slow_body_occupies_no_worker(world):
    head = b"POST /preview-invitation HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
    with apache_with_workers(world, processes=1) as web, socket.create_connection(("127.0.0.1", web.port), 60) as slow:
        slow.sendall(head + b"Content-Length: 12\r\n\r\n{")
        time.sleep(0.3)  # The server has got the beginning.
        assert not process_ids_of(web.supervisor, "preview-invitation")
        assert web.post("preview-invitation", {"code": "A"}).code == "invitation/not-found"
        slow.sendall(b'"code":"A"}')
        assert b"invitation/not-found" in b"".join(iter(lambda: slow.recv(65_536), b""))


def test_an_answer_has_a_length(web):
    """So that a client notices an incomplete answer."""
    for response in (web.request("GET", "/jwks"), web.post("preview-invitation", {"code": "A"}), web.request("GET", "/invite?code=A")):
        assert int(response.headers["Content-Length"]) == len(response.body)


def test_no_answer_is_lost_if_the_policy_is_invalid(web):
    """mod_cgid may lose the answer of a function that does not read the body."""
    web.policy({"providers": "none"})
    for _ in range(20):
        response = web.post("sign-in", {"identity": person("ada")})
        assert (response.status, response.code) == (500, "service/misconfigured")


def test_apache_accepts_both_configurations(web):
    [file] = [argument for argument in web.server.args if str(argument).endswith(".conf")]
    checked = subprocess.run(["/usr/sbin/apache2", "-t", "-f", file], capture_output=True, text=True)
    assert checked.stderr == "Syntax OK\n"
