# SPDX-License-Identifier: Apache-2.0
"""One line on stderr for each request."""

import contextlib
import os
import sys
import threading

#: In lighttpd's syntax: the client, the time, the request line, the status, and the microseconds.
FORMAT = "%h\t%{%H:%M:%S}t\t%m\t%r\t%s\t%D"
#: The User-Agent of the requests of scripts/serve itself, which are not shown.
AGENT = "scripts/serve"


@contextlib.contextmanager
def shown():
    """A descriptor to which lighttpd writes lines in that format."""
    read, write = os.pipe()
    thread = threading.Thread(target=show, args=[read], daemon=True)
    thread.start()
    try:
        yield write
    finally:
        os.close(write)
        thread.join(5)


def show(descriptor):
    with open(descriptor, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            with contextlib.suppress(ValueError, IndexError):
                print(written(line), file=sys.stderr, flush=True)


def written(line):
    """The line without the query, which may contain a code."""
    client, time, method, request, status, duration = line.rstrip("\n").split("\t")
    path = request.split(" ")[1].split("?")[0]
    return f"{time.strip('[]')}  {status}  {method:<7} {path}  {int(duration) / 1000:.0f} ms  {client}"
