# SPDX-License-Identifier: Apache-2.0
"""A TCP proxy before PostgreSQL that understands enough of the protocol to cut a connection at a chosen COMMIT."""

import select
import socket
import struct
import threading
from urllib.parse import urlsplit, urlunsplit

#: The faults of a COMMIT: it never reaches the server; it does, and both ends lose the connection at once; the
#: server answers it, but the answer is lost because the connection is cut or hangs.
CUTS = ("before", "after", "unheard", "hang")


class CuttingProxy:
    """Forwards everything, but cuts the first COMMIT after a statement that contains `marker`, in the way of `cut`.

    `cut="bytes"` closes the connection after `limit` bytes from the client instead; None forwards everything.
    """

    def __init__(self, url, cut=None, marker=b"", limit=0):
        parts = urlsplit(url)
        self.server = (parts.hostname, parts.port)
        self.cut, self.marker, self.limit = cut, marker, limit
        self.has_cut = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        login = parts.netloc.rsplit("@", 1)[0]
        place = f"{login}@127.0.0.1:{self.listener.getsockname()[1]}"
        self.url = urlunsplit(parts._replace(netloc=place))

    def __enter__(self):
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        # A thread that waits in accept() keeps the port.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.pump, args=(client,), daemon=True).start()

    def pump(self, client):
        try:
            server = socket.create_connection(self.server)
        except OSError:
            client.close()
            return
        with client, server:
            try:
                self.pass_on(client, server)
            except OSError:
                pass

    def pass_on(self, client, server):
        messages = Messages()
        is_marked, is_deaf, sent = False, False, 0
        while True:
            for source in select.select([client, server], [], [])[0]:
                data = source.recv(65_536)
                if not data:
                    return
                if source is server:
                    if is_deaf:
                        if self.cut == "hang":
                            client.recv(1)
                        return
                    client.sendall(data)
                    continue
                sent += len(data)
                if self.cut == "bytes" and sent > self.limit and self.decides():
                    return
                for kind, body in messages.of(data):
                    is_marked = is_marked or self.marker in body
                    if not is_commit(kind, body) or not is_marked or self.cut in (None, "bytes"):
                        continue
                    if not self.decides():
                        continue
                    if self.cut == "before":
                        return
                    if self.cut == "after":
                        server.sendall(data)
                        return
                    is_deaf = True
                server.sendall(data)

    def decides(self):
        """Whether to cut now; this happens once."""
        if self.has_cut.is_set():
            return False
        self.has_cut.set()
        return True


def is_commit(kind, body):
    """Whether a message of a client contains the statement: a simple query, or a Parse with its statement's name first."""
    statement = body if kind == b"Q" else body.partition(b"\0")[2] if kind == b"P" else b""
    return statement.startswith(b"COMMIT")


class Messages:
    """The messages of a client (postgresql.org/docs/15/protocol-message-formats.html)."""

    def __init__(self):
        self.rest = b""
        self.has_started = False

    def of(self, data):
        self.rest += data
        while True:
            head = 1 if self.has_started else 0
            if len(self.rest) < head + 4:
                return
            length = head + struct.unpack("!I", self.rest[head:head + 4])[0]
            if len(self.rest) < length:
                return
            message, self.rest = self.rest[:length], self.rest[length:]
            if head:
                yield message[:1], message[5:]
            else:
                # Requests for encryption, which are refused here, precede the start-up message of version 3.0.
                self.has_started = message[4:8] == struct.pack("!I", 196_608)
