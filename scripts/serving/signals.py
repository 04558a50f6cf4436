# SPDX-License-Identifier: Apache-2.0
"""Signals as bytes of a pipe: nothing is interrupted half-way, and none is lost between a check and a wait."""

import os
import select
import signal

ENDING = {signal.SIGINT, signal.SIGTERM}


def received():
    """A descriptor that can be read after SIGINT, SIGTERM and the end of a child."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write)
    for number in (*ENDING, signal.SIGCHLD):
        signal.signal(number, lambda *_: None)
    return read


def ask_to_end(signals, seconds=None):
    """Waits for signals: whether one of them asks to end."""
    ready, _, _ = select.select([signals], [], [], seconds)
    return bool(ready) and not ENDING.isdisjoint(os.read(signals, 4096))
