# SPDX-License-Identifier: Apache-2.0
"""`vestibule serve`: its processes, its end, and its settings."""

import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest
from faulty import until
from people import policy
from ports import free_port
from runners import Web, process, process_ids_of, route, served_environment, vestibule_serve
from worlds import BIN, POLICY, person


def at_once(calls, threads=16):
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]


# Processes


def test_processes_are_kept_and_end_without_requests(world):
    with vestibule_serve(world, "--idle", "1") as web:
        assert not process_ids_of(web.supervisor)
        first = (web.request("GET", "/jwks").status, process_ids_of(web.supervisor, "jwks"))
        assert first == (web.request("GET", "/jwks").status, process_ids_of(web.supervisor, "jwks"))
        until(lambda: not process_ids_of(web.supervisor))


def test_all_functions_together_have_a_maximum(world):
    with vestibule_serve(world, "--workers", "2", processes=2) as web:
        names = ["preview-invitation", "list-clients", "get-account", "accept-invitation", "sign-in"]
        answers = at_once([lambda name=name: web.post(name, {"code": "A"}).status for name in names * 20])
        assert set(answers) <= {400, 401, 404} and len(process_ids_of(web.supervisor)) <= 2


def test_a_killed_idle_process_costs_no_request(world):
    with vestibule_serve(world, processes=1) as web:
        for _ in range(30):
            assert web.post("preview-invitation", {"code": "A"}).code == "invitation/not-found"
            for number in process_ids_of(web.supervisor, "preview-invitation"):
                os.kill(number, signal.SIGKILL)
                # Until then it could still read a request.
                until(lambda: has_ended(number))


def has_ended(number):
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    return True


def held(world):
    """The database, locked for writers."""
    if "postgres" in world.env["DATABASE_URL"]:
        pytest.skip("the lock is SQLite's")
    import sqlite3
    connection = sqlite3.connect(world.database, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    return contextlib.closing(connection)


def test_a_process_that_is_killed_with_an_event_is_replaced_and_only_a_safe_event_is_repeated(world):
    world.inviter()
    with vestibule_serve(world, processes=1) as web, concurrent.futures.ThreadPoolExecutor() as pool:
        for headers, expected in [({}, [503]), ({"Idempotency-Key": "k1"}, [200])]:
            with held(world):
                answer = pool.submit(lambda: web.post("sign-in", {"identity": person("kim")}, **headers))
                until(lambda: process_ids_of(web.supervisor, "sign-in"))
                time.sleep(0.3)  # It waits for the lock.
                [number] = process_ids_of(web.supervisor, "sign-in")
                os.kill(number, signal.SIGKILL)
                until(lambda: process_ids_of(web.supervisor, "sign-in") != [number])
            response = answer.result(20)
            assert [response.status] == expected, response.json
            if response.status == 503:
                assert response.code == "service/unavailable" and response.headers["Retry-After"] == "1" and response.json["error"]["retryable"]
    assert world.rows("SELECT count(*) AS n FROM accounts WHERE email LIKE 'kim%'") == [{"n": 1}]


def function(folder, name, program):
    """A folder of functions with one that a test has written, in Python. Its listening socket is stdin."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!{sys.executable}\nimport os, socket, sys, time\n{program}\n")
    (folder / name).chmod(0o755)
    return folder


READING = """
listener = socket.socket(fileno=0)
listener.setblocking(True)
connection, _ = listener.accept()
connection.recv(65_536)
"""


@pytest.mark.parametrize("name, method, path, headers, times", [
    ("jwks", "GET", "/jwks", {}, 2),
    ("sign-in", "POST", "/sign-in", {}, 1),
    ("sign-in", "POST", "/sign-in", {"Idempotency-Key": "k"}, 2),
    ("sign-in", "POST", "/sign-in", {"Idempotency-Key": " "}, 1),
    ("sign-in", "PUT", "/sign-in", {"Idempotency-Key": "k"}, 1),
    ("sign-in", "OPTIONS", "/sign-in", {}, 2),
    ("accept-page", "POST", "/invite/accept", {"Idempotency-Key": "k", "Content-Type": "application/x-www-form-urlencoded"}, 1),
    ("accept-page", "GET", "/invite/accept", {}, 2),
    ("on-apple-notification", "POST", None, {"Idempotency-Key": "k"}, 1),
    ("oauth-callback", "GET", "/oauth/callback?code=A&state=B", {}, 1),
    ("supabase-auth", "POST", "/auth/v1/signup", {"Idempotency-Key": "k"}, 1),
    ("supabase-auth", "GET", "/auth/v1/verify", {}, 1)], ids=range(12))
def test_only_what_changes_nothing_or_is_remembered_is_executed_again(world, name, method, path, headers, times):
    """The process ends after it has read its request."""
    count = world.folder / "count"
    functions = function(world.folder / "functions", name, f'{READING}\nopen("{count}", "a").write("x")')
    with vestibule_serve(world, "--functions", functions) as web:
        answer = web.request(method, path or route(name), b"{}" if method != "GET" else None, headers)
        assert answer.status == 503 and len(count.read_text()) == times


def test_a_process_that_closes_its_connection_ends(world):
    functions = function(world.folder / "functions", "jwks", f"{READING}\nconnection.close()\ntime.sleep(600)")
    with vestibule_serve(world, "--functions", functions, processes=1) as web:
        assert web.request("GET", "/jwks").status == 503
        until(lambda: not process_ids_of(web.supervisor))


def test_a_process_that_hangs_is_killed_and_answered_for(world):
    with vestibule_serve(world, processes=1, DEADLINE_SECONDS="1") as web:
        web.request("GET", "/jwks")
        [number] = process_ids_of(web.supervisor, "jwks")
        os.kill(number, signal.SIGSTOP)
        start = time.monotonic()
        assert web.request("POST", "/preview-invitation", b"{}", {"Content-Type": "application/json"}).status == 400, "others go on"
        assert web.request("GET", "/jwks").status == 200 and time.monotonic() - start < 12, "another process executes it"
        assert web.request("GET", "/jwks").status == 200 and process_ids_of(web.supervisor, "jwks") != [number]


def test_one_slow_function_keeps_no_other_waiting(world):
    world.inviter()
    with vestibule_serve(world, "--workers", "4", processes=3) as web, concurrent.futures.ThreadPoolExecutor() as pool:
        with held(world):
            waiting = [pool.submit(lambda name=name: web.post("sign-in", {"identity": person(name)}).status) for name in "abcdefgh"]
            time.sleep(0.3)  # They wait for the lock.
            start = time.monotonic()
            assert web.request("GET", "/jwks").status == 200 and time.monotonic() - start < 2
        assert {answer.result(30) for answer in waiting} == {200}


def test_sighup_makes_processes_read_the_policy_again(world):
    with vestibule_serve(world) as web:
        ask = lambda: web.request("GET", "/app-configuration").json["app"]["name"]
        before = ask()
        world.policy({**POLICY, "app": {"name": "Other"}})
        assert ask() == before
        web.supervisor.send_signal(signal.SIGHUP)
        until(lambda: ask() == "Other")


@contextlib.contextmanager
def new_folder(folder, *options):
    """A server with nothing but a new folder: its process, and what asks it."""
    port = free_port()
    process = subprocess.Popen(
        [BIN / "vestibule", "serve", "--data", folder, "--port", str(port), *options], env={"PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        process.stdout.readline()
        yield process, Web(None, port)
    finally:
        # Killed, it would leave processes that hold its pipes until they have been idle for two minutes.
        process.terminate()
        process.said = process.communicate()[1].decode()


def test_a_new_folder_is_ready_before_the_first_event_and_what_is_missing_is_said_at_the_start(tmp_path):
    with new_folder(tmp_path, "--no-schedules") as (process, web):
        assert web.request("GET", "/readyz").status == 200
    assert "PUBLIC_URL: is unset" in process.said, process.said


def variables_of(number):
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{number}/environ").read_text()
    return ""


def test_sighup_finds_a_policy_that_came_later(tmp_path):
    with new_folder(tmp_path) as (process, web):
        ask = lambda: web.request("GET", "/app-configuration").json["app"]["name"]
        assert ask() == "PFA"
        (tmp_path / "policy.json").write_text(json.dumps({**POLICY, "app": {"name": "Other"}}))
        process.send_signal(signal.SIGHUP)
        until(lambda: ask() == "Other")
        # So does the command that sends mails.
        until(lambda: any(f"POLICY_FILE={tmp_path}" in variables_of(number) for number in process_ids_of(process)))


# The end


def test_sigterm_under_load_loses_nothing_that_is_answered(world):
    answered, failed, stop = [], [], threading.Event()

    def client(number):
        connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=30)
        for count in range(1000):
            if stop.is_set():
                return
            name = f"p{number}x{count}"
            try:
                connection.request("POST", "/sign-in", json.dumps({"identity": person(name)}), {"Content-Type": "application/json"})
            except OSError:
                return
            try:
                answer = connection.getresponse()
                body = answer.read()
            except (OSError, http.client.HTTPException) as error:
                # The server has closed the kept connection before it read the request.
                failed.append(error)
                return
            assert answer.status == 200 and len(body) == int(answer.headers["Content-Length"])
            answered.append(name)

    with vestibule_serve(world) as web:
        threads = [threading.Thread(target=client, args=[number]) for number in range(12)]
        for thread in threads:
            thread.start()
        until(lambda: len(answered) > 60)
        web.supervisor.terminate()
        assert web.supervisor.wait(20) == 0
        for thread in threads:
            thread.join()
        with pytest.raises(OSError):
            socket.create_connection(("127.0.0.1", web.port), 1)
    stored = {row["email"].split("@")[0] for row in world.rows("SELECT email FROM accounts")}
    assert set(answered) <= stored and stored - set(answered) == set(), "nothing was executed for nobody"


def test_a_request_that_has_begun_is_answered_after_sigterm(world):
    with vestibule_serve(world) as web, socket.create_connection(("127.0.0.1", web.port), 20) as connection:
        assert web.request("GET", "/healthz").status == 200, "it takes signals"
        connection.sendall(b"POST /preview-invitation HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{")
        time.sleep(0.2)  # The server has read it.
        web.supervisor.terminate()
        time.sleep(0.3)  # The server has begun to end.
        assert web.supervisor.poll() is None
        connection.sendall(b'"code":"A"}')
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
        assert b"invitation/not-found" in answer and b"Connection: close" in answer
        assert web.supervisor.wait(10) == 0


def test_half_a_body_does_not_hold_up_the_end(world):
    with vestibule_serve(world) as web, socket.create_connection(("127.0.0.1", web.port), 20) as connection:
        assert web.request("GET", "/healthz").status == 200, "it takes signals"
        connection.sendall(b"POST /preview-invitation HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\n{")
        time.sleep(0.2)  # The server has read it.
        start = time.monotonic()
        web.supervisor.terminate()
        assert web.supervisor.wait(20) == 0
        # Two seconds for the body, and one until the server looks; the grace is 12.
        assert time.monotonic() - start < 11


def test_what_does_not_end_is_killed_after_the_grace(world):
    with vestibule_serve(world, "--grace", "1") as web, socket.create_connection(("127.0.0.1", web.port), 20) as connection:
        connection.sendall(b"POST /preview-invitation HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\n{")
        web.request("GET", "/jwks")
        [number] = process_ids_of(web.supervisor, "jwks")
        os.kill(number, signal.SIGSTOP)
        web.supervisor.terminate()
        assert web.supervisor.wait(10) == 0
        until(lambda: not os.path.exists(f"/proc/{number}"))


# Settings


def run(*arguments, **options):
    return subprocess.run([BIN / "vestibule", "serve", *arguments], capture_output=True, text=True, timeout=20, **options)


@pytest.mark.parametrize("arguments, status, said", [
    (["--port", "{taken}"], 75, "Address already in use"), (["--port", "99999"], 64, "65535"), (["--port", "web"], 64, "web"),
    (["--host", "203.0.113.77"], 75, "203.0.113.77"), (["--workers", "0"], 64, "--workers"), (["--functions", "/tmp"], 78, "no executables"),
    (["--inbox", "--socket", "s"], 64, "--inbox"), (["--data", "/proc/nowhere"], 75, "/proc/nowhere")])
def test_what_cannot_be_used_is_named(tmp_path, arguments, status, said):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        arguments = ["--port", "0", *[argument.format(taken=taken.getsockname()[1]) for argument in arguments]]
        answer = run(*arguments, cwd=tmp_path)
    assert answer.returncode == status and said in answer.stderr and answer.stdout == ""


def test_everything_is_in_the_folder_of_the_data(tmp_path):
    port = free_port()
    (tmp_path / "own").mkdir()
    (tmp_path / "own/policy.json").write_text(json.dumps(policy(app={"name": "Own"})))
    environment = {"PATH": os.environ["PATH"], "PUBLIC_URL": "https://pfa.example", "MAIL_FROM": "PFA <hello@pfa.example>"}
    command = [BIN / "vestibule", "serve", "--data", "own", "--port", str(port)]
    with process(*command, cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout.readline().startswith(f"http://127.0.0.1:{port} serves")
        connection = http.client.HTTPConnection("127.0.0.1", port)
        ask = lambda *request: (connection.request(*request), connection.getresponse().read())[1]
        assert json.loads(ask("GET", "/app-configuration"))["app"]["name"] == "Own"
        ask("POST", "/sign-in", json.dumps({"identity": person("ada")}), {"Content-Type": "application/json"})
        assert b"invitation" not in ask("GET", "/inbox") and b"<h1>" not in ask("GET", "/"), "those pages are for development"
    assert {"vestibule.db", "vestibule.db.key", "policy.json"} <= {file.name for file in (tmp_path / "own").iterdir()}
    assert [file.name for file in tmp_path.iterdir()] == ["own"]


def test_a_unix_socket_is_for_a_proxy_on_this_machine(world):
    path = world.folder / "web.sock"
    command = [BIN / "vestibule", "serve", "--data", world.folder, "--no-schedules", "--socket", path]
    environment = served_environment(world, 0, {"TRUSTED_PROXIES": "127.0.0.1"})
    with process(*command, cwd=world.folder, env=environment, stdin=subprocess.DEVNULL) as server:
        until(path.exists)
        body = json.dumps({"identity": person("ada"), "as": "admin"})
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(path))
            lines = ["POST /sign-in HTTP/1.1", "Host: x", "Content-Type: application/json", "X-Forwarded-For: 203.0.113.9", "Connection: close"]
            connection.sendall("\r\n".join([*lines, f"Content-Length: {len(body)}", "", body]).encode())
            assert connection.makefile("rb").readline() == b"HTTP/1.1 200 OK\r\n"
        assert path.stat().st_mode & 0o777 == 0o660
        assert world.rows("SELECT DISTINCT address FROM audit") == [{"address": "203.0.113.9"}]
    assert server.returncode == 0 and not path.exists()


@pytest.mark.parametrize("path, function", [
    ("/decline-invitation", "decline"), ("//decline-invitation//", "decline"), ("/%64ecline-invitation", "decline")])
def test_a_page_and_a_function_of_the_api_may_share_a_route(world, path, function):
    """GET requests of browsers and forms go to pages, all others to the API."""
    form = {"Content-Type": "Application/X-WWW-Form-urlencoded; charset=utf-8"}
    with vestibule_serve(world) as web:
        is_page = lambda *request: web.request(*request).headers["Content-Type"].startswith("text/html")
        assert is_page("GET", path + "?code=A") and is_page("POST", path, b"code=A", form)
        assert not is_page("POST", path, b'{"code":"A"}', {"Content-Type": "application/json"})
        assert web.request("OPTIONS", path).headers["Allow"] == "POST, OPTIONS"
        for other in ("/deliver-mail", "/vestibule", "/vestibule?mail+list", path + "/other", "/../policy.json", "/inbox", "/"):
            assert web.request("GET", other).status == 404, other
