# SPDX-License-Identifier: Apache-2.0
"""HTTP servers on loopback that run for the length of a block."""

import http.server
import threading


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
