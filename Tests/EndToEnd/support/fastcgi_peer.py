# SPDX-License-Identifier: Apache-2.0
"""The other side of FastCGI: starts processes on a listening socket, as web servers do, and speaks the protocol to them."""

import contextlib
import io
import json
import pathlib
import socket
import struct
import subprocess
import tempfile

from responses import Response
from worlds import BIN

BEGIN, ABORT, END, PARAMS, STDIN, STDOUT, GET_VALUES, GET_VALUES_RESULT = 1, 2, 3, 4, 5, 6, 9, 10


class Pool:
    """Processes of one function, which share a listening socket on file descriptor 0."""

    def __init__(self, world, function, count=1, folder=None, binaries=BIN, **env):
        self.world, self.function, self.binaries = world, function, binaries
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix="fcgi"))
        self.address = str(self.folder / function)
        self.env = {name: value for name, value in {**world.env, "RUNNER": "fastcgi", **env}.items() if value is not None}
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.address)
        self.listener.listen(512)
        self.processes = [self.start() for _ in range(count)]

    def start(self):
        log = open(self.world.folder / f"{self.function}.log", "ab")
        return subprocess.Popen(
            [self.binaries / self.function], env=self.env, cwd=self.world.folder, stdin=self.listener, stdout=log, stderr=log)

    @property
    def process(self):
        [process] = self.processes
        return process

    def connect(self):
        return Connection(self.address, self.function)

    def post(self, data, token=None, **variables):
        """The response to one request on its own connection."""
        bearer = {"HTTP_AUTHORIZATION": f"Bearer {token}"} if token else {}
        with self.connect() as connection:
            return connection.post(data, **bearer, **variables)

    def close(self):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(20)
        self.listener.close()


@contextlib.contextmanager
def pool(world, function, count=1, **env):
    with tempfile.TemporaryDirectory() as folder:
        running = Pool(world, function, count, folder, **env)
        try:
            yield running
        finally:
            running.close()


class Connection:
    """A connection of a web server."""

    def __init__(self, address, function):
        self.function = function
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(address)
        self.file = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        self.socket.close()

    def post(self, data, keep=False, request=1, **variables):
        body = data if isinstance(data, bytes) else json.dumps(data).encode()
        self.begin(keep, request, CONTENT_LENGTH=str(len(body)), **variables)
        self.body(body, request)
        return self.response(request)

    def begin(self, keep=False, request=1, **variables):
        known = {
            "REQUEST_METHOD": "POST", "SCRIPT_NAME": f"/{self.function}", "CONTENT_TYPE": "application/json",
            "REMOTE_ADDR": "192.0.2.1", "HTTP_HOST": "localhost", "GATEWAY_INTERFACE": "CGI/1.1", **variables,
        }
        pairs = b"".join(pair(name.encode(), value.encode()) for name, value in known.items() if value is not None)
        self.send(BEGIN, struct.pack(">HB5x", 1, int(keep)), request)
        for start in range(0, len(pairs), 60_000):
            self.send(PARAMS, pairs[start:start + 60_000], request)
        self.send(PARAMS, b"", request)

    def body(self, body, request=1):
        for start in range(0, len(body), 60_000):
            self.send(STDIN, body[start:start + 60_000], request)
        self.send(STDIN, b"", request)

    def send(self, kind, content, request=1):
        padding = -len(content) % 8
        self.socket.sendall(struct.pack(">BBHHBx", 1, kind, request, len(content), padding) + content + bytes(padding))

    def records(self):
        while header := self.file.read(8):
            _, kind, request, length, padding = struct.unpack(">BBHHBx", header)
            content = self.file.read(length)
            self.file.read(padding)
            yield kind, request, content

    def response(self, request=1):
        """The response to a request; None if the connection ends before it."""
        output = io.BytesIO()
        for kind, number, content in self.records():
            assert number == request, "a record of another request"
            if kind == STDOUT:
                output.write(content)
            if kind == END:
                assert content == bytes(8)
                return response(output.getvalue())
        return None

    @property
    def is_closed(self):
        return self.file.read(1) == b""


def pair(name, value):
    return b"".join(bytes([len(it)]) if len(it) < 128 else struct.pack(">I", len(it) | 1 << 31) for it in (name, value)) + name + value


def response(output):
    head, body = output.split(b"\n\n", 1)
    headers = dict(line.split(": ", 1) for line in head.decode().splitlines())
    return Response(int(headers["Status"]), headers, body)


def memory(process):
    """The memory of a process that is not of files, in KiB."""
    with open(f"/proc/{process.pid}/smaps_rollup") as file:
        [anonymous] = [int(line.split()[1]) for line in file if line.startswith("Anonymous:")]
    return anonymous
