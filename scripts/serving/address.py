# SPDX-License-Identifier: Apache-2.0
"""The address at which scripts/serve listens."""

import os
import socket
import sys


class Unusable(Exception):
    """An address at which nothing can listen now."""


def usable_port(host, port):
    """The port, or a free one. `port` is a text, and may be empty.

    The socket of the check never listens, so that no client takes it for the server.
    """
    try:
        with socket.socket(family(host)) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, int(port or 0)))
            return probe.getsockname()[1]
    except ValueError:
        raise Unusable(f"the port {port} is not a number") from None
    except OverflowError:
        raise Unusable(f"the port {port} is above 65535") from None
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error
        raise Unusable(f"nothing can listen at {host}{f', port {port}' if port else ''}: {reason}") from None


def free_port():
    """A port of this machine at which nothing listens."""
    return usable_port("127.0.0.1", "")


def family(host):
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def is_loopback(host):
    """Whether only this machine reaches the address."""
    return host == "localhost" or host == "::1" or host.startswith("127.")


def in_url(host):
    """The address of this machine in URLs."""
    if host in ("0.0.0.0", "::"):
        host = of_this_machine() or "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def of_this_machine():
    """The address that other machines of the network use. Nothing is sent: the route to TEST-NET-1 is looked up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return probe.getsockname()[0]
        except OSError:
            return None


if __name__ == "__main__":
    try:
        usable_port(*sys.argv[1:3])
    except Unusable as error:
        print(f"scripts/serve: {error}", file=sys.stderr)
        sys.exit(69)
