# SPDX-License-Identifier: Apache-2.0
"""`vestibule serve` and single connections: what is not HTTP, what could be read as two requests, slow clients, and many clients."""

import contextlib
import json
import os
import re
import resource
import selectors
import signal
import socket
import struct
import subprocess
import time

import pytest
from faulty import until
from ports import free_port
from runners import Web, process, process_ids_of, served_environment, vestibule_serve, wait_for
from worlds import BIN, person

POST = "POST /preview-invitation HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
#: A request that would be read as a second one if the first one ended where a proxy does not expect it.
SMUGGLED = "GET /jwks HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture
def port(world):
    with vestibule_serve(world) as web:
        yield web.port


def connected(port, timeout=30):
    return socket.create_connection(("127.0.0.1", port), timeout)


def sent(port, data, timeout=30):
    """Everything that the server answers to these bytes until it closes the connection."""
    with connected(port, timeout) as connection:
        connection.sendall(data if isinstance(data, bytes) else data.encode())
        return everything(connection)


def everything(connection):
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := connection.recv(65_536):
            received += piece
    return received


def statuses(answer):
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+) ", answer)]


# Requests that could be read in two ways


SMUGGLING = {
    "both lengths": f"{POST}Content-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{SMUGGLED}",
    "both lengths, the other order": f"{POST}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n{SMUGGLED}",
    "two lengths": f"{POST}Content-Length: 0\r\nContent-Length: 40\r\n\r\n{SMUGGLED}",
    "two lengths in one line": f"{POST}Content-Length: 0, 40\r\n\r\n{SMUGGLED}",
    "a signed length": f"{POST}Content-Length: +0\r\n\r\n{SMUGGLED}",
    "a hexadecimal length": f"{POST}Content-Length: 0x0\r\n\r\n{SMUGGLED}",
    "an endless length": f"{POST}Content-Length: 99999999999999999999\r\n\r\n{SMUGGLED}",
    "a space before the colon": f"{POST}Content-Length : 0\r\n\r\n{SMUGGLED}",
    "a folded length": f"{POST}Content-Length:\r\n 0\r\n\r\n{SMUGGLED}",
    "another coding last": f"{POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n{SMUGGLED}",
    "an unknown coding": f"{POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n{SMUGGLED}",
    "two codings": f"{POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{SMUGGLED}",
    "a chunk without a size": f"{POST}Transfer-Encoding: chunked\r\n\r\n\r\n\r\n{SMUGGLED}",
    "a signed chunk": f"{POST}Transfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n{SMUGGLED}",
    "an endless chunk": f"{POST}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nx\r\n0\r\n\r\n{SMUGGLED}",
    "a chunk that is longer than its size": f"{POST}Transfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n0\r\n\r\n{SMUGGLED}",
    "a null byte": f"{POST}X: \0\r\n\r\n{SMUGGLED}",
    "a bare line feed": f"{POST}X: y\nContent-Length: 0\r\n\r\n{SMUGGLED}",
    "a bare carriage return": f"{POST}X: y\rContent-Length: 40\r\n\r\n{SMUGGLED}",
}


@pytest.mark.parametrize("name", SMUGGLING)
def test_what_could_be_read_as_two_requests_is_refused_and_closes_the_connection(port, name):
    answer = sent(port, SMUGGLING[name])
    assert statuses(answer) and statuses(answer)[0] in (400, 413) and len(statuses(answer)) == 1, answer
    assert b'"code":"event/' in answer and b"Connection: close" in answer and b'"keys"' not in answer


@pytest.mark.parametrize("text, status", [
    ("GET /healthz HTTP/1.1\r\n\r\n", 400), ("GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
    ("GET /healthz HTTP/1.0\r\n\r\n", 200), ("/healthz\r\n\r\n", 400),
    ("GET /healthz HTTP/3.0\r\nHost: x\r\n\r\n", 400), ("GET /he\x01lthz HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    ("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400), ("GET /%4 HTTP/1.1\r\nHost: x\r\n\r\n", 400), ("GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    ("GET http://elsewhere/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 200),
    ("GET ///healthz?x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404),
    ("\x16\x03\x01\x02\x00\x01", 400)], ids=range(12))
def test_a_request_has_one_host_and_a_valid_line(port, text, status):
    assert statuses(sent(port, text.encode("latin1"))) == [status]


def test_a_header_is_at_most_64_kb(port):
    line = f"X-Long: {'a' * 60_000}\r\n"
    start = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
    assert statuses(sent(port, f"{start}{line}\r\n")) == [200]
    large = sent(port, f"{start}{line}X-More: {'b' * 10_000}\r\n\r\n")
    assert statuses(large) == [431] and b'"status":431' in large
    assert statuses(sent(port, start + "".join(f"X{number}: y\r\n" for number in range(300)) + "\r\n")) == [431]


# Bodies


@pytest.mark.parametrize("version, coding", [("1.1", "gzip, chunked"), ("1.1", "identity"), ("1.0", "chunked")])
def test_no_other_coding_wraps_a_body(port, version, coding):
    head = f"POST /preview-invitation HTTP/{version}\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: {coding}\r\n\r\n"
    assert statuses(sent(port, head + '2\r\n{}\r\n0\r\n\r\n')) == [400]


def test_chunks_are_one_body(port):
    body = "6;name=value\r\n{\"code\r\n6\r\n\":\"A\"}\r\n0\r\nX-Trailer: y\r\n\r\n"
    answer = sent(port, f"{POST}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n{body}")
    assert statuses(answer) == [404] and b"invitation/not-found" in answer


@pytest.mark.parametrize("request_line, header", [
    ("GET /jwks", "Connection: Upgrade\r\nUpgrade: h2c\r\n"), ("GET /jwks", "Connection: Upgrade\r\nUpgrade: websocket\r\n"),
    ("GET /jwks", "Upgrade: h2c\r\n"), ("CONNECT x:443", "")])
def test_a_connection_on_which_another_protocol_could_follow_is_closed(port, request_line, header):
    """A proxy gives a connection that stays open to the next client."""
    with connected(port, 10) as connection:
        connection.sendall(f"{request_line} HTTP/1.1\r\nHost: x\r\n{header}\r\n".encode())
        answer = everything(connection)
    assert len(statuses(answer)) == 1 and b"Connection: close" in answer


def test_a_client_that_waits_for_100_continue_is_asked_for_its_body(port):
    with connected(port) as connection:
        connection.sendall(f"{POST}Content-Length: 12\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n".encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 100 Continue\r\n")
        connection.sendall(b'{"code":"A"}')
        assert b"invitation/not-found" in everything(connection)
    # One that is too large is refused instead.
    answer = sent(port, f"{POST}Content-Length: 90000000\r\nExpect: 100-continue\r\n\r\n")
    assert statuses(answer) == [413] and b"event/too-large" in answer


@pytest.mark.parametrize("framing", ["chunks", "a length"])
def test_a_body_without_end_is_refused(port, framing):
    start = f"{POST}Transfer-Encoding: chunked\r\n\r\n" if framing == "chunks" else f"{POST}Connection: close\r\nContent-Length: 8388608\r\n\r\n"
    with connected(port) as connection:
        connection.sendall(start.encode())
        piece = b"10000\r\n" + b"a" * 65_536 + b"\r\n" if framing == "chunks" else b"a" * 65_536
        count = 0
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            while count < 200 * 65_536 and not (framing == "a length" and count >= 8 << 20):
                connection.sendall(piece)
                count += len(piece)
        answer = everything(connection)
    assert statuses(answer) in ([413], []) and count < 20 << 20
    if framing == "a length":
        assert b"event/too-large" in answer, "the function refuses it"
    assert statuses(sent(port, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")) == [200]


@pytest.mark.slow
def test_bodies_of_clients_that_have_gone_do_not_fill_the_memory(world):
    """They wait for a process that hangs. Their maximum is 256 MB."""
    size = 8_000_000
    request = f"{POST}Content-Length: {size}\r\n\r\n".encode() + b"a" * size
    with vestibule_serve(world, processes=1, DEADLINE_SECONDS="50") as web:
        assert web.post("preview-invitation", {"code": "A"}).code == "invitation/not-found"
        [number] = process_ids_of(web.supervisor, "preview-invitation")
        os.kill(number, signal.SIGSTOP)
        for _ in range(2):
            clients = [connected(web.port) for _ in range(40)]
            for client in clients:
                client.sendall(request)
            until(lambda: closed(clients) > 0)
            assert web.post("sign-in", b"a" * 7_000_000).code == "service/unavailable"
            for client in clients:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                client.close()
            time.sleep(2.5)  # The server tidies once a second.
            assert web.post("sign-in", b"a" * 7_000_000).code == "event/too-large", "there is room again"
        memory = open(f"/proc/{web.supervisor.pid}/status").read()
        assert int(memory.split("VmHWM:")[1].split()[0]) < 400_000, "kilobytes"


def test_memory_is_free_again_after_answers_and_refusals(port):
    """Twice as much as the maximum of all bodies."""
    for _ in range(35):
        assert b"event/too-large" in sent(port, f"{POST}Connection: close\r\nContent-Length: 7000000\r\n\r\n".encode() + b"a" * 7_000_000)
        with connected(port) as connection:
            connection.sendall(f"{POST}Content-Length: 8000000\r\n\r\n".encode() + b"a" * 7_900_000)


# Many requests on one connection


def test_requests_that_are_sent_at_once_are_answered_in_their_order(port):
    bodies = [json.dumps({"code": f"A{number}"}) for number in range(100)]
    requests = "".join(
        f"{POST}Content-Length: {len(body)}\r\n\r\n{body}GET /{'healthz' if number % 2 else 'jwks'} HTTP/1.1\r\nHost: x\r\n\r\n"
        for number, body in enumerate(bodies))
    answer = sent(port, requests + "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert statuses(answer) == [404, 200] * 100 + [200]
    contents = [piece.split(b"\r\n\r\n", 1)[1] for piece in answer.split(b"HTTP/1.1 ")[1:]]
    assert [b"keys" in content for content in contents[1:-1:2]] == [number % 2 == 0 for number in range(100)]


def test_a_client_that_does_not_read_its_answers_does_not_fill_the_memory(port):
    with connected(port) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(2)
        request = b"GET /invite HTTP/1.1\r\nHost: x\r\n\r\n" * 1000
        count = 0
        with contextlib.suppress(TimeoutError):
            while count < 100_000_000:
                count += connection.send(request)
        assert count < 20_000_000, "the server stops reading"
        assert statuses(sent(port, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")) == [200]


def test_head_has_the_length_of_get(port):
    for path in ("/jwks", "/healthz", "/no/such/path"):
        ask = lambda method: sent(port, f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        get, head = ask("GET"), ask("HEAD")
        assert head == get[:get.index(b"\r\n\r\n") + 4]


# Slow clients and many clients


@pytest.mark.slow
def test_slow_clients_keep_nobody_waiting_and_are_closed(port):
    with contextlib.ExitStack() as stack:
        slow = [stack.enter_context(connected(port)) for _ in range(200)]
        # A process that starts now gets none of these connections, and cannot keep them open.
        assert b'"keys"' in sent(port, "GET /jwks HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        start = time.monotonic()
        for connection in slow:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: ")
        for _ in range(10):
            before = time.monotonic()
            assert statuses(sent(port, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")) == [200]
            assert time.monotonic() - before < 1
            for connection in slow:
                with contextlib.suppress(OSError):
                    connection.sendall(b"x")
            time.sleep(0.2)  # A client that sends five bytes in a second.
        assert [everything(connection) for connection in slow] == [b""] * 200
        assert time.monotonic() - start < 25, "a header arrives within 15 seconds"


def opened(stack, port, count):
    """Connections that say nothing."""
    return [stack.enter_context(connected(port)) for _ in range(count)]


def test_ten_thousand_connections_keep_nobody_waiting(world):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 12_000:
        pytest.skip("the limit of open files is too low")
    resource.setrlimit(resource.RLIMIT_NOFILE, (12_000, hard))
    try:
        with vestibule_serve(world) as web, contextlib.ExitStack() as stack:
            for _ in range(100):
                opened(stack, web.port, 99)
                [speaking] = opened(stack, web.port, 1)
                speaking.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                assert speaking.recv(1000).startswith(b"HTTP/1.1 200")
            before = time.monotonic()
            assert web.run("sign-in", {"identity": person("ada")})["state"] == "signedIn"
            assert time.monotonic() - before < 2
            status = open(f"/proc/{web.supervisor.pid}/status").read()
            assert int(status.split("VmRSS:")[1].split()[0]) < 250_000, "kilobytes"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def closed(connections):
    """How many of them the server has closed."""
    with selectors.DefaultSelector() as selector:
        for connection in connections:
            selector.register(connection, selectors.EVENT_READ)
        return len(selector.select(1))


def files_of(number):
    names = os.listdir(f"/proc/{number}/fd")
    return [os.readlink(f"/proc/{number}/fd/{name}") for name in names if os.path.islink(f"/proc/{number}/fd/{name}")]


def test_a_new_client_takes_the_place_of_one_that_has_said_nothing(world):
    with vestibule_serve(world, "--connections", "20") as web, contextlib.ExitStack() as stack:
        silent = opened(stack, web.port, 20)
        assert web.request("GET", "/jwks").status == 200
        silent += opened(stack, web.port, 40)
        for _ in range(5):
            assert web.request("GET", "/healthz").status == 200
        assert closed(silent) >= 40 and len(files_of(web.supervisor.pid)) < 60


def test_a_new_client_takes_the_place_of_one_that_does_not_go_on_with_its_body(world):
    with vestibule_serve(world, "--connections", "20") as web, contextlib.ExitStack() as stack:
        stalled = opened(stack, web.port, 60)
        for connection in stalled:
            connection.sendall(f"{POST}Content-Length: 1000\r\n\r\n{{".encode())
        until(lambda: closed(stalled) >= 40)
        for _ in range(5):
            assert web.request("GET", "/healthz").status == 200
        assert closed(stalled) >= 41 and len(files_of(web.supervisor.pid)) < 60
        # The youngest of them has lost nothing.
        stalled[-1].sendall(b'"code":"A"}' + b" " * 988)
        assert b"invitation/not-found" in stalled[-1].recv(65_536)


def test_processes_have_no_connections_of_clients(world):
    with vestibule_serve(world) as web, contextlib.ExitStack() as stack:
        opened(stack, web.port, 30)
        assert web.request("GET", "/jwks").status == 200
        [number] = process_ids_of(web.supervisor, "jwks")
        sockets = [name for name in files_of(number) if name.startswith("socket:")]
        assert len(sockets) == 2, "the listening socket, and the connection to the server"


def test_the_limit_of_open_files_lowers_the_maximum_of_connections(world):
    port = free_port()
    command = [BIN / "vestibule", "serve", "--data", world.folder, "--port", str(port), "--workers", "4", "--no-schedules"]
    log = world.folder / "serve.log"
    with process(
        "prlimit", "--nofile=200:200", *command, cwd=world.folder, env=served_environment(world, port, {}), stdin=subprocess.DEVNULL,
        stderr=open(log, "wb")
    ) as server, contextlib.ExitStack() as stack:
        wait_for(port, server)
        until(lambda: log.read_text() == "vestibule: the limit of open files allows 128 connections instead of 10000\n")
        silent = opened(stack, port, 300)
        assert Web(world, port).request("GET", "/jwks").status == 200 and closed(silent) >= 172
