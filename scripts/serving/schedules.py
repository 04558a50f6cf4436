# SPDX-License-Identifier: Apache-2.0
"""Runs the schedules, as cron does on a server, but delivers mails every second."""

import contextlib
import subprocess
import threading

#: Each function with its interval in seconds.
SCHEDULES = {"deliver-mail": 1, "expire-invitations": 900}


@contextlib.contextmanager
def running(executables):
    ended = threading.Event()
    threads = [
        threading.Thread(target=run, args=[executables / name, seconds, ended])
        for name, seconds in SCHEDULES.items() if (executables / name).exists()]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def run(executable, seconds, ended):
    while not ended.wait(seconds):
        # In its own group, so that Ctrl-C does not interrupt the delivery of a mail.
        subprocess.run([executable], input=b"{}", stdout=subprocess.DEVNULL, start_new_session=True)
