# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL servers and PgBouncer at several hosts."""

import contextlib
import os
import subprocess

import psycopg
from worlds import ROOT


def port_of(url):
    return url.rsplit(":", 1)[1].split("/")[0]


def control(*arguments):
    subprocess.run(
        [os.environ["VESTIBULE_PGCTL"], *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextlib.contextmanager
def pgbouncer(configuration):
    for path in [*configuration.parents][:-2]:
        if path.stat().st_uid == os.geteuid():
            path.chmod(path.stat().st_mode | 0o055)
    user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
    process = subprocess.Popen(
        [*user, "pgbouncer", "-q", configuration], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def reachable(url):
    with contextlib.suppress(psycopg.OperationalError), psycopg.connect(url, connect_timeout=2) as connection:
        connection.execute("SELECT 1")
        return True
    return False
