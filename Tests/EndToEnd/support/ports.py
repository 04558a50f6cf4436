# SPDX-License-Identifier: Apache-2.0
"""Ports for servers that are programs of their own, and so learn their port before they listen at it."""

import errno
import itertools
import os
import random
import re
import socket

#: All lower than the ports that Linux itself gives to sockets (`ip_local_port_range`): nothing else takes one
#: meanwhile.
FIRST, LAST = 10_000, 31_999
#: Each process of pytest-xdist has its own part of them.
PARTS = 20
SIZE = (LAST + 1 - FIRST) // PARTS


def own_ports():
    number = int(re.sub(r"\D", "", os.environ.get("PYTEST_XDIST_WORKER", "")) or PARTS - 1) % PARTS
    ports = range(FIRST + number * SIZE, FIRST + (number + 1) * SIZE)
    start = random.randrange(SIZE)
    return itertools.cycle([*ports[start:], *ports[:start]])


PORTS = own_ports()


def free_port():
    """A port of this machine that nothing uses. The socket of the check never listens."""
    for port in itertools.islice(PORTS, SIZE):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
    raise OSError(errno.EADDRINUSE, "no port is free")


def listens(place):
    """Whether a process accepts connections at a port of this machine, or at a socket file, which exists before that."""
    is_port = isinstance(place, int)
    with socket.socket(socket.AF_INET if is_port else socket.AF_UNIX) as connection:
        return connection.connect_ex(("127.0.0.1", place) if is_port else str(place)) == 0
