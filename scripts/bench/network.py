# SPDX-License-Identifier: Apache-2.0
"""Nodes on one machine: a network namespace for each, joined by a bridge, with a server some time away."""

import contextlib
import os
import pathlib
import subprocess
import time

from deployment import poolers
from programs import build_tool

SERVER_ADDRESS, SERVER_PORT = "10.77.0.254", 5432


def ip(*arguments):
    done = subprocess.run(["ip", *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        command = " ".join(map(str, arguments))
        raise SystemExit(f"ip {command}: {done.stderr.strip()}\nNodes are network namespaces, which need root.")


def wait_for(holds):
    end = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < end, "it did not start"
        time.sleep(0.02)  # The interval of the polling.


class Network:
    """A hub with a bridge, at which the server can be reached after a delay, and nodes 1 to `count`."""

    def __init__(self, count, socket, milliseconds):
        self.count, self.socket, self.milliseconds = count, socket, milliseconds
        self.hub = f"vestibule-{os.getpid()}-hub"
        self.processes = contextlib.ExitStack()

    def namespace(self, node):
        return f"vestibule-{os.getpid()}-{node}"

    def __enter__(self):
        proxy = build_tool("delay")
        ip("netns", "add", self.hub)
        self.processes.callback(ip, "netns", "del", self.hub)
        ip("-n", self.hub, "link", "add", "hub", "type", "bridge")
        ip("-n", self.hub, "addr", "add", f"{SERVER_ADDRESS}/24", "dev", "hub")
        for link in ("lo", "hub"):
            ip("-n", self.hub, "link", "set", link, "up")
        for node in range(1, self.count + 1):
            self.add(node)
        self.delay = self.start(self.hub, proxy, SERVER_ADDRESS, SERVER_PORT, self.socket, int(self.milliseconds * 1000))
        return self

    def __exit__(self, *_):
        self.processes.close()

    def add(self, node):
        name = self.namespace(node)
        ip("netns", "add", name)
        self.processes.callback(ip, "netns", "del", name)
        ip("-n", self.hub, "link", "add", f"node{node}", "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("-n", self.hub, "link", "set", f"node{node}", "master", "hub", "up")
        ip("-n", name, "addr", "add", f"10.77.0.{node}/24", "dev", "eth0")
        for link in ("lo", "eth0"):
            ip("-n", name, "link", "set", link, "up")

    def start(self, namespace, *command, **options):
        """Starts a process in a namespace; it ends with the network."""
        process = subprocess.Popen(["ip", "netns", "exec", namespace, *map(str, command)], **options)

        def end():
            process.terminate()
            process.wait()

        self.processes.callback(end)
        return process

    def pooler(self, node, folder, login, database):
        """A PgBouncer on a node: its process, and DATABASE_URL."""
        command, url = pooler(folder, SERVER_ADDRESS, SERVER_PORT, login, database)
        process = self.start(self.namespace(node), *command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for((folder / f".s.PGSQL.{poolers.PORT}").exists)
        return process, url


def pooler(folder, host, port, login, database):
    """Writes the packaged configuration of PgBouncer for this server into a new folder: the command, and DATABASE_URL."""
    folder.mkdir()
    folder.chmod(0o777)
    (folder / "pgbouncer-users").write_text('"{}" "{}"\n'.format(*login))
    changes = {
        f"host=db.example.com port=5432 dbname={poolers.USER}": f"host={host} port={port} dbname={database}",
        poolers.SOCKETS: str(folder), "verify-full": "disable", "unix_socket_mode = 0700": "unix_socket_mode = 0777"}
    text = poolers.configuration(folder)
    for name, value in changes.items():
        text = text.replace(name, value)
    (folder / "pgbouncer.ini").write_text(text)
    user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
    return [*user, "pgbouncer", "-q", folder / "pgbouncer.ini"], poolers.URL.replace(poolers.SOCKETS, str(folder))


TICKS = os.sysconf("SC_CLK_TCK")


def cpu(pid, with_children=False):
    """The CPU seconds of a process; with those of its children, which may have ended."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = sum(map(int, fields[11:15 if with_children else 13]))
    if with_children:
        for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                ticks += cpu(child) * TICKS
    return ticks / TICKS


def machine():
    """The CPU seconds of the machine since it started: busy, and all."""
    user, nice, system, idle, wait, *rest = map(int, pathlib.Path("/proc/stat").read_text().splitlines()[0].split()[1:9])
    busy = user + nice + system + sum(rest)
    return busy / TICKS, (busy + idle + wait) / TICKS
