# SPDX-License-Identifier: Apache-2.0
"""Servers on loopback that run for the length of a block."""

import http.server
import threading


class RunningServer:
    """A server that runs in a thread until the end of a `with` block. `over` is set at the end, and stops its waits."""

    block_on_close = True

    def __enter__(self):
        self.over, self.thread = threading.Event(), threading.Thread(target=self.serve_forever, args=(0.02,))
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.shutdown()
        self.thread.join()
        self.server_close()


class LoopbackServer(http.server.ThreadingHTTPServer):
    daemon_threads = True
    # Same backlog as the SMTP server, for concurrent connections.
    request_queue_size = 128

    def __init__(self, handler):
        super().__init__(("127.0.0.1", 0), handler)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"

    def __enter__(self):
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()
