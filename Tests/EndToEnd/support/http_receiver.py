# SPDX-License-Identifier: Apache-2.0
"""An HTTP server on loopback that records requests and sends given answers."""

import http.server
import threading

from loopback_servers import LoopbackServer


class Receiver(LoopbackServer):
    """`answers` are used one after the other, the last one repeatedly: a status, or a status with headers and body; `None`
    hangs up without an answer."""

    def __init__(self, *answers):
        super().__init__(Handler)
        self.answers = list(answers) or [200]
        self.requests = []
        self.methods = []
        self.lock = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        with self.server.lock:
            self.server.methods.append(self.command)
            self.server.requests.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            answers = self.server.answers
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if answer is None:
            self.close_connection = True
            return
        status, headers, body = answer if isinstance(answer, tuple) else (answer, {}, b"{}")
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST

    def log_message(self, *_):
        pass
