# SPDX-License-Identifier: Apache-2.0
"""An HTTP proxy that loses answers: it passes every request on, but cuts the connection instead of answering some."""

import contextlib
import http.client
import http.server
import threading
import time


class LossyProxy(http.server.ThreadingHTTPServer):
    """Loses the answer to every `lost`-th request and delays every `delayed`-th one. The first request is answered.

    With the TLS context `tls` it is a server with TLS. While `kept` is a path, answers to it are not sent."""

    daemon_threads = True

    def __init__(self, port, lost, delayed, tls=None):
        super().__init__(("127.0.0.1", 0), Passing)
        self.scheme = "https" if tls else "http"
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_side=True)
        self.target, self.lost, self.delayed = port, lost, delayed
        self.lock = threading.Lock()
        self.count = 0
        self.kept, self.has_kept = None, threading.Event()
        #: (path, Idempotency-Key, status of the server, whether the client got the answer)
        self.requests = []

    @property
    def url(self):
        return f"{self.scheme}://127.0.0.1:{self.server_port}"

    def number(self):
        with self.lock:
            self.count += 1
            return self.count

    def to(self, path):
        """The requests to a path."""
        return [request for request in self.requests if request[0] == path]

    def handle_error(self, *_):
        """Clients that are killed are part of the tests."""


class Passing(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        connection = http.client.HTTPConnection("127.0.0.1", self.server.target, timeout=60)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection", "content-length")}
        connection.request(self.command, self.path, body or None, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        number = self.server.number()
        is_kept = self.server.kept == self.path
        is_lost = is_kept or number % self.server.lost == 0
        self.server.requests.append((self.path, self.headers.get("Idempotency-Key"), answer.status, not is_lost))
        if is_kept:
            self.server.has_kept.set()
            self.rfile.read(1)  # Until the client has closed the connection.
        if is_lost:
            self.close_connection = True
            return
        if number % self.server.delayed == 0:
            time.sleep(0.2)  # The delay that the test is about.
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "connection", "content-length", "server", "date"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def lossy_proxy(port, lost=10, delayed=7, tls=None):
    with LossyProxy(port, lost, delayed, tls) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
