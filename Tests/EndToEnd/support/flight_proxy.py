# SPDX-License-Identifier: Apache-2.0
"""A TCP proxy before PostgreSQL that sees flights: what a client sends before it waits for an answer, and the answer.

It counts round trips, delays both directions, cuts a connection at a chosen flight, and records statements.
"""

import contextlib
import queue
import socket
import struct
import threading
import time

from cutting_proxy import CuttingProxy, Messages

#: The places at which a connection is cut around a flight: the flight is lost; it arrives, but the connection ends
#: before the answer; the answer is lost.
FLIGHT_CUTS = ("request", "server", "answer")
#: How long nothing must arrive from the client until its flight is complete. Each direction is delayed by more.
GAP = 0.004


class FlightProxy(CuttingProxy):
    """`delay` is how many seconds every byte takes in each direction; any number of bytes can be on their way.

    `cut` is one of FLIGHT_CUTS, which happens at the flight with the number `at`, counted from 0 over all connections.
    """

    def __init__(self, url, delay=2 * GAP, cut=None, at=0):
        super().__init__(url)
        self.delay, self.cut, self.at = delay, cut, at
        self.connections = []
        self.lock = threading.Lock()

    @property
    def round_trips(self):
        """The round trips of each connection, after it was set up."""
        return [connection.round_trips for connection in self.connections]

    @property
    def flights(self):
        """How many flights there were, those that set connections up included."""
        return sum(len(connection.flights) for connection in self.connections)

    def pass_on(self, client, server):
        connection = Connection(self, client, server)
        with self.lock:
            self.connections.append(connection)
        connection.run()

    def recorded(self):
        """The flights with statements: a list for each, of their statements with parameters (None, or text)."""
        return [flight for connection in self.connections for flight in connection.statements()]


class Connection:
    """One connection through the proxy, from the client's side."""

    def __init__(self, proxy, client, server):
        self.proxy, self.client, self.server = proxy, client, server
        self.messages, self.answers = Messages(), Answers()
        #: The messages of each flight, and whether it belongs to the set-up.
        self.flights = []
        self.has_answer = True
        self.is_cut = False
        self.round_trips = 0

    def run(self):
        threads = [
            threading.Thread(target=self.carry, args=(self.client, self.server, self.of_client), daemon=True),
            threading.Thread(target=self.carry, args=(self.server, self.client, self.of_server), daemon=True)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def carry(self, source, target, read):
        """Passes bytes on, each after the delay."""
        moving = queue.Queue()
        writer = threading.Thread(target=self.write, args=(moving, target, read == self.of_server), daemon=True)
        writer.start()
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                if read == self.of_client and not self.of_client(data):
                    break
                moving.put((time.monotonic() + self.proxy.delay, data))
        moving.put((time.monotonic() + self.proxy.delay, b""))
        writer.join()

    def write(self, moving, target, is_answer):
        while True:
            due, data = moving.get()
            if (left := due - time.monotonic()) > 0:
                time.sleep(left)  # The delay is what the proxy is for.
            with contextlib.suppress(OSError):
                if not data or self.is_cut or is_answer and not self.of_server(data):
                    target.shutdown(socket.SHUT_WR)
                    return
                target.sendall(data)
                if not is_answer and self.cuts("server"):
                    return self.end()

    def of_client(self, data):
        """Counts what the client sends; whether it is passed on."""
        messages = list(self.messages.of(data))
        with self.proxy.lock:
            if self.has_answer:
                self.flights.append([])
                self.has_answer = False
                self.number = self.proxy.flights - 1
            self.flights[-1] += messages
        if self.cuts("request"):
            self.end()
        return not self.is_cut

    def of_server(self, data):
        """Counts what the client receives; whether it is passed on."""
        if self.cuts("answer"):
            self.end()
            return False
        with self.proxy.lock:
            if not self.has_answer and self.answers.is_set_up:
                self.round_trips += 1
            self.has_answer = True
            self.answers.read(data)
        return True

    def cuts(self, place):
        return self.proxy.cut == place and self.number == self.proxy.at and self.proxy.decides()

    def end(self):
        self.is_cut = True
        for end in (self.client, self.server):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def statements(self):
        """The statements of each flight: their text and parameters (null, or text)."""
        prepared = {}
        for flight in self.flights:
            found = []
            for kind, body in flight:
                if kind == b"Q":
                    found.append({"query": text(body)})
                elif kind == b"P":
                    name, statement, _ = body.split(b"\0", 2)
                    prepared[name] = statement.decode()
                elif kind == b"B":
                    found.append(bound(body, prepared))
            if found:
                yield found


def bound(body, prepared):
    """The statement of a Bind, with its parameters (postgresql.org/docs/15/protocol-message-formats.html)."""
    _, name, rest = body.split(b"\0", 2)
    formats, at = struct.unpack("!H", rest[:2])[0], 2
    at += 2 * formats
    count = struct.unpack("!H", rest[at:at + 2])[0]
    at, values = at + 2, []
    for _ in range(count):
        length = struct.unpack("!i", rest[at:at + 4])[0]
        at += 4
        values.append(None if length < 0 else rest[at:at + length].decode())
        at += max(0, length)
    return {"statement": prepared[name], "parameters": values}


def text(body):
    return body.partition(b"\0")[0].decode()


class Answers:
    """The messages of a server, up to the first ReadyForQuery, which ends the set-up of a connection."""

    def __init__(self):
        self.rest = b""
        self.is_set_up = False

    def read(self, data):
        if self.is_set_up:
            return
        # A refused request for encryption is answered by one letter without a length.
        self.rest += data[1:] if not self.rest and data[:1] in b"NG" else data
        while len(self.rest) >= 5:
            length = 1 + struct.unpack("!I", self.rest[1:5])[0]
            if len(self.rest) < length:
                return
            kind, self.rest = self.rest[:1], self.rest[length:]
            if kind == b"Z":
                self.is_set_up = True
                return
