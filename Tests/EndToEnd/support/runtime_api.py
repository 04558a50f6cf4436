# SPDX-License-Identifier: Apache-2.0
"""The server side of AWS Lambda's runtime API, for the tests and scripts/bench."""

import contextlib
import http.server
import json
import queue
import select
import threading
import time
import uuid


class RuntimeAPI:
    """The server side of AWS Lambda's runtime API (2018-06-01): hands out events and accepts the answers."""

    def __init__(self):
        self.events, self.replies = queue.Queue(), queue.Queue()
        #: The maximum size of a response in bytes.
        self.limit = 6 * 1024 * 1024
        #: The newest invocation's id.
        self.last = None
        #: Whether the process has asked for an event.
        self.is_waiting = False
        api = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # A response is sent at once.
            wbufsize, disable_nagle_algorithm = -1, True

            def do_GET(self):
                assert self.path == "/2018-06-01/runtime/invocation/next"
                api.is_waiting = True
                while True:
                    # A client that gave up gets no event.
                    if select.select([self.connection], [], [], 0)[0]:
                        self.close_connection = True
                        return
                    with contextlib.suppress(queue.Empty):
                        headers, body = api.events.get(timeout=0.002)
                        return self.send(200, body, headers)

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                _, _, _, *rest = self.path.split("/")
                is_too_large = rest[-1] == "response" and len(body) > api.limit
                if not is_too_large:
                    api.replies.put((rest, json.loads(body), self.headers))
                self.send(413 if is_too_large else 202, b'{"status":"OK"}')

            def send(self, status, body, headers=()):
                self.send_response(status)
                for name, value in {**dict(headers), "Content-Type": "application/json", "Content-Length": len(body)}.items():
                    self.send_header(name, str(value))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"127.0.0.1:{self.server.server_address[1]}"

    def put(self, event, seconds=10, trace=None):
        request = self.last = str(uuid.uuid4())
        headers = {
            "Lambda-Runtime-Aws-Request-Id": request, "Lambda-Runtime-Deadline-Ms": int((time.time() + seconds) * 1000),
            "Lambda-Runtime-Invoked-Function-Arn": "arn:aws:lambda:eu-central-1:123456789012:function:f",
            **({"Lambda-Runtime-Trace-Id": trace} if trace else {}),
        }
        self.events.put((headers, event if isinstance(event, bytes) else json.dumps(event).encode()))
        return request
