# SPDX-License-Identifier: Apache-2.0
"""The runners that start functions, each like the real one: web servers from Debian, the variables of OpenFaaS's
watchdogs, and the server side of AWS Lambda's runtime API."""

import contextlib
import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import time
import urllib.parse

from deployment import webservers
from deployment.catalogue import Catalogue
from faulty import until
from ports import free_port, listens
from responses import Response
from runtime_api import RuntimeAPI
from worlds import BIN, ROOT

CATALOGUE = Catalogue(ROOT / "functions.json")
FUNCTIONS = CATALOGUE.entries


def route(function):
    trigger = FUNCTIONS[function]["trigger"]
    return trigger.get("route") or trigger.get("webhook", {}).get("route") or f"/{function}"


def wait_for(port, process):
    until(lambda: listens(port) or process.poll() is not None)
    assert process.poll() is None, "the server does not start"


class Web:
    """Functions behind a web server."""

    def __init__(self, world, port, supervisor=None):
        self.world, self.port, self.supervisor = world, port, supervisor

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        response = Response(answer.status, answer.headers, answer.read())
        connection.close()
        return response

    def without_tables(self):
        """Deletes the database, once `vestibule serve` has opened it: it makes one that does not exist when it starts."""
        until(lambda: self.request("GET", "/readyz").status != 503)
        self.world.without_tables()

    def raw(self, text):
        """The raw answer to these bytes."""
        with socket.create_connection(("127.0.0.1", self.port), 60) as connection:
            connection.sendall(text)
            return b"".join(iter(lambda: connection.recv(65_536), b""))

    def policy(self, policy):
        """Changes the policy. Processes that are kept read it when they start."""
        self.world.policy(policy)
        ended = process_ids_of(self.supervisor) if self.supervisor else []
        for number in ended:
            with contextlib.suppress(ProcessLookupError):  # It ends by itself after an answer of 500.
                os.kill(number, signal.SIGTERM)
        until(lambda: not any(os.path.exists(f"/proc/{number}") for number in ended))

    def post(self, function, data, token=None, **headers):
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        body = data if isinstance(data, bytes) else json.dumps(data).encode()
        return self.request("POST", route(function), body, {"Content-Type": "application/json", **bearer, **named})

    def run(self, function, data, token=None):
        return self.post(function, data, token).json

    def open(self, function, data):
        """The HTML of the page that a browser gets."""
        response = self.request("GET", f"{route(function)}?{urllib.parse.urlencode(data)}")
        assert response.headers["Content-Type"] == "text/html; charset=utf-8"
        return response.body.decode()


@contextlib.contextmanager
def process(*arguments, **options):
    running = subprocess.Popen(arguments, **options)
    try:
        yield running
    finally:
        running.terminate()
        running.wait(20)


@contextlib.contextmanager
def lighttpd(world, **env):
    """lighttpd, which starts a process for each request (CGI), with the world's variables."""
    with tempfile.TemporaryDirectory() as folder:
        port, folder = free_port(), pathlib.Path(folder)
        environment = served_environment(world, port, env)
        webservers.link_served(CATALOGUE, folder / "functions", BIN)
        known = [name for name in environment if name not in ("PATH", "TMPDIR")]
        (folder / "lighttpd.conf").write_text(webservers.lighttpd(
            CATALOGUE, webservers.Site(
                folder / "functions", folder, settings={name: f"env.{name}" for name in known}, listen=f"127.0.0.1:{port}"),
            uploads=folder))
        with open(world.folder / "lighttpd.log", "wb") as log:
            with process(
                "/usr/sbin/lighttpd", "-D", "-f", folder / "lighttpd.conf", cwd=world.folder, env=environment, stdout=log, stderr=log
            ) as server:
                wait_for(port, server)
                yield Web(world, port)


def served_environment(world, port, env):
    """The variables of a server. Paths become absolute, because a web server starts functions in another folder. PUBLIC_URL=None
    stands for the server itself."""
    environment = {**world.env, "PUBLIC_URL": "https://pfa.example", **env}
    if environment["PUBLIC_URL"] is None:
        environment |= {"PUBLIC_URL": f"http://127.0.0.1:{port}", "ALLOW_INSECURE": "1"}
    return {name: value for name, value in environment.items() if value is not None}


@contextlib.contextmanager
def vestibule_serve(world, *arguments, processes=4, **env):
    """`vestibule serve`, with the world's variables. Nothing runs in time."""
    port = free_port()
    command = [BIN / "vestibule", "serve", "--data", world.folder, "--port", str(port), "--processes", str(processes), "--no-schedules"]
    with open(world.folder / "serve.log", "ab") as log:
        with process(
            *command, *arguments, cwd=world.folder, env=served_environment(world, port, env), stdin=subprocess.DEVNULL, stdout=log, stderr=log
        ) as server:
            wait_for(port, server)
            yield Web(world, port, server)


@contextlib.contextmanager
def nginx(world, **env):
    """nginx with fcgiwrap, configured by scripts/package."""
    with tempfile.TemporaryDirectory() as folder:
        port, folder = free_port(), pathlib.Path(folder)
        socket, function_file = folder / "fcgi.sock", folder / "function.conf"
        settings = {name: value for name, value in {**world.env, **env}.items() if value is not None and name != "PATH"}
        webservers.link_served(CATALOGUE, folder / "public", BIN)
        function_file.write_text(webservers.nginx_function(folder=folder / "public", settings=settings, socket=socket))
        server = webservers.nginx(CATALOGUE, function_file=function_file, document=world.folder, listen=f"127.0.0.1:{port}")
        with nginx_serving(server, folder, socket) as running:
            wait_for(port, running)
            yield Web(world, port)


@contextlib.contextmanager
def nginx_serving(server, folder, socket=None):
    """nginx, and fcgiwrap on a socket, with this configuration, independent of the machine's."""
    temporary = "".join(f"{kind}_temp_path {folder}/{kind}; " for kind in ("client_body", "fastcgi", "proxy", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(f"""
        daemon off; pid {folder}/pid; error_log {folder}/error.log; {"user root;" if os.geteuid() == 0 else ""}
        events {{}}
        http {{ access_log off; {temporary}
        {server} }}""")
    log = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    wrapper = process("/usr/sbin/fcgiwrap", "-f", "-s", f"unix:{socket}", **log) if socket else contextlib.nullcontext()
    with wrapper, process("/usr/sbin/nginx", "-c", folder / "nginx.conf", "-e", folder / "error.log", **log) as running:
        if socket:
            until(lambda: listens(socket))
        yield running


@contextlib.contextmanager
def workers(world, processes=4, *arguments, **env):
    """`vestibule workers`: the folder of its sockets, and the process."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "sockets").mkdir()
        webservers.link_served(CATALOGUE, folder / "functions", BIN)
        environment = {name: value for name, value in {**world.env, **env}.items() if value is not None}
        command = [BIN / "vestibule", "workers", folder / "functions", folder / "sockets", "--no-deliver", "--processes", str(processes), *arguments]
        with open(world.folder / "workers.log", "ab") as log:
            with process(*command, cwd=world.folder, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log) as running:
                while not (folder / "sockets/readyz").exists():
                    assert running.poll() is None, (world.folder / "workers.log").read_text()
                    time.sleep(0.02)  # The interval of the polling.
                yield folder / "sockets", running


@contextlib.contextmanager
def lighttpd_with_workers(world, processes=4, **env):
    """lighttpd before `vestibule workers`."""
    port = free_port()
    with workers(world, processes, **env) as (sockets, supervisor):
        file, log = sockets.parent / "lighttpd.conf", world.folder / "lighttpd.log"
        file.write_text(webservers.lighttpd(
            CATALOGUE, webservers.Site(sockets, sockets.parent, sockets=sockets, listen=f"127.0.0.1:{port}"),
            uploads=sockets.parent, errors=f">> {log}"))
        with process("/usr/sbin/lighttpd", "-D", "-f", file, stdout=log.open("wb"), stderr=subprocess.STDOUT) as server:
            wait_for(port, server)
            yield Web(world, port, supervisor)


@contextlib.contextmanager
def nginx_with_workers(world, processes=4, **env):
    """nginx before `vestibule workers`."""
    port = free_port()
    with workers(world, processes, **env) as (sockets, supervisor), tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "function.conf").write_text(webservers.nginx_workers(sockets=sockets))
        server = webservers.nginx(CATALOGUE, function_file=folder / "function.conf", document=folder, listen=f"127.0.0.1:{port}")
        with nginx_serving(server, folder) as running:
            wait_for(port, running)
            yield Web(world, port, supervisor)


def process_ids_of(supervisor, function=""):
    """The processes that `vestibule workers` has started, of one function or all."""
    with open(f"/proc/{supervisor.pid}/task/{supervisor.pid}/children") as file:
        children = [int(number) for number in file.read().split()]
    found = []
    for child in children:
        with contextlib.suppress(OSError), open(f"/proc/{child}/cmdline", "rb") as file:
            if file.read().split(b"\0")[0].decode().endswith(f"/{function}" if function else ""):
                found.append(child)
    return found


class Bare:
    """A runner without HTTP: the caller makes a response from the answer."""

    def open(self, function, data):
        return self.run(function, data)["html"]


class Pipe(Bare):
    """One event on stdin."""

    def __init__(self, world):
        self.world = world

    def run(self, function, data, token=None):
        return self.world.run(function, data, token).json


class Watchdog:
    """The variables that OpenFaaS's watchdogs set for each request."""

    def __init__(self, world, **env):
        self.world, self.env = world, env

    def request(self, function, body=b"", method="POST", path="/", query="", **headers):
        named = {f"Http_{name}": value for name, value in {"Content_Type": "application/json", **headers}.items() if value}
        variables = {"Http_Method": method, "Http_Path": path, **({"Http_Query": query} if query else {}), **named}
        running = self.world.start(function, body, **self.env, **variables)
        stdout, stderr = running.communicate(running.event, 60)
        return running.returncode, stdout, stderr

    def run(self, function, data, token=None):
        status, stdout, stderr = self.request(
            function, json.dumps(data).encode(), Authorization=f"Bearer {token}" if token else None)
        assert status == 0 and stderr == b""
        return json.loads(stdout)

    def open(self, function, data):
        status, stdout, stderr = self.request(function, method="GET", path=route(function), query=urllib.parse.urlencode(data))
        assert status == 0 and stderr == b""
        return stdout.decode()


class Lambda(Bare):
    """Functions on Lambda: one warm process for each."""

    def __init__(self, world, **env):
        self.world, self.env, self.warm = world, env, {}

    def start(self, function):
        if function in self.warm:
            return self.warm[function]
        api = RuntimeAPI()
        environment = {**self.world.env, **self.env, "AWS_LAMBDA_RUNTIME_API": api.address}
        environment = {name: value for name, value in environment.items() if value is not None}
        log = open(self.world.folder / f"{function}.log", "ab")
        running = subprocess.Popen(
            [BIN / function], env=environment, cwd=self.world.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.warm[function] = (api, running)
        return api, running

    def invoke(self, function, event, **options):
        """Invokes a function: what it posted, its path and its headers."""
        api, running = self.start(function)
        request = api.put(event, **options)
        path, body, headers = api.replies.get(timeout=60)
        assert path[:2] == ["invocation", request], path
        return path[2], body, headers

    def run(self, function, data, token=None):
        kind, body, _ = self.invoke(function, {**({"authorization": f"Bearer {token}"} if token else {}), "data": data})
        assert kind == "response"
        return body

    def close(self):
        for api, running in self.warm.values():
            running.terminate()
            assert running.wait(20) == 0, "an idle process stops in peace"
            api.server.shutdown()
            api.server.server_close()


class FunctionURL(Lambda):
    """The same, behind a function URL or API Gateway with payload format 2.0."""

    def request(self, function, method="POST", path=None, body="", query="", source="192.0.2.1", **headers):
        """The response that API Gateway makes from the answer."""
        event = {
            "version": "2.0", "routeKey": "$default", "rawPath": path or route(function), "rawQueryString": query,
            "headers": {"content-type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}},
            "requestContext": {"http": {"method": method, "path": path or route(function), "sourceIp": source}, "stage": "$default"},
            "body": body, "isBase64Encoded": False,
        }
        kind, response, _ = self.invoke(function, event)
        assert kind == "response" and response["isBase64Encoded"] is False
        assert all(isinstance(value, str) for value in response["headers"].values())
        return response

    def run(self, function, data, token=None):
        bearer = {"authorization": f"Bearer {token}"} if token else {}
        return json.loads(self.request(function, body=json.dumps(data), **bearer)["body"])

    def open(self, function, data):
        response = self.request(function, method="GET", query=urllib.parse.urlencode(data))
        assert response["headers"]["Content-Type"] == "text/html; charset=utf-8"
        return response["body"]


@contextlib.contextmanager
def closing(runner):
    try:
        yield runner
    finally:
        runner.close()


def files(running):
    """The numbers of the open files. One that is closed in the meantime is not among them."""
    folder, found = f"/proc/{running.pid}/fd", {}
    for name in os.listdir(folder):
        with contextlib.suppress(FileNotFoundError):
            found[os.readlink(f"{folder}/{name}")] = name
    return found
