# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL servers that replicate to each other: a primary and a standby, which are crashed, started and promoted."""

import contextlib
import os
import pathlib
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time

import psycopg
from ports import free_port

PROGRAMS = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), default=None, key=lambda folder: int(folder.parent.name))
NAME = "vestibule"
#: As in scripts/with-postgresql. Processes are killed here, not the machine, so nothing is lost without fsync.
FAST = "fsync = off\nfull_page_writes = off\n"


class Server:
    """One server with a port and a folder of its own. It runs as a child of this process."""

    def __init__(self, folder, name, password):
        self.data, self.log, self.name = folder / name, folder / f"{name}.log", name
        self.folder, self.password = folder, password
        self.port = free_port()
        self.process = None

    @property
    def place(self):
        return f"127.0.0.1:{self.port}"

    def url(self, database="postgres"):
        return f"postgres://{NAME}:{self.password}@{self.place}/{database}"

    def command(self, program, *arguments):
        """A program of PostgreSQL, run as a user who may: the server refuses to run as root."""
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        return [*user, PROGRAMS / program, *arguments]

    def call(self, program, *arguments):
        done = subprocess.run(
            self.command(program, *arguments), capture_output=True, text=True, cwd=self.folder,
            env={**os.environ, "PGPASSWORD": self.password})
        assert done.returncode == 0, done.stdout + done.stderr

    def create(self, settings):
        """Makes an empty primary. Every standby copies its settings."""
        (self.folder / "password").write_text(self.password + "\n")
        (self.folder / "password").chmod(0o644)
        self.call(
            "initdb", "-D", self.data, "-U", NAME, f"--pwfile={self.folder / 'password'}", "-A", "scram-sha-256", "-E", "UTF8",
            "--locale=C.UTF-8", "--no-sync")
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(settings)

    def copy_of(self, primary):
        """Makes this server a standby of another, with an empty folder at first."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.call(
            "pg_basebackup", "-D", self.data, "-d", f"{primary.url()}?application_name={self.name}", "-R", "-X", "stream", "-c",
            "fast", "--no-sync")

    def launch(self):
        """Starts the server and does not wait for it."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command("postgres", "-D", self.data, "-p", str(self.port)), stdout=log, stderr=log, cwd=self.folder,
                # A signal to the group of this process must not shut the server down.
                start_new_session=True)

    def start(self):
        self.launch()
        self.wait_until_ready()

    def wait_until_ready(self, seconds=60):
        end = time.monotonic() + seconds
        while True:
            assert self.process.poll() is None and time.monotonic() < end, self.log.read_text()[-2000:]
            with contextlib.suppress(psycopg.OperationalError), self.connection():
                return
            time.sleep(0.02)  # The interval of the polling.

    def stop(self):
        """Ends the server; its sessions are terminated."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=60)

    def crash(self):
        """Kills every process of the server with SIGKILL, as if its machine lost power. The postmaster is stopped
        first, so that it starts no other process meanwhile."""
        self.process.send_signal(signal.SIGSTOP)
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        self.process.kill()
        for child in map(int, children):
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        self.process.wait()
        # Until then they may hold the port.
        wait_for(lambda: not any(map(is_alive, children)), "the processes of the server have ended")

    def promote(self):
        """Makes the standby a primary, and waits until it can be written to."""
        self.call("pg_ctl", "promote", "-w", "-s", "-D", self.data)

    def connection(self, database="postgres"):
        return psycopg.connect(self.url(database), autocommit=True, connect_timeout=5, target_session_attrs="any")

    def sql(self, statement, database="postgres"):
        with self.connection(database) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def configure(self, name, value):
        """Changes a setting while the server runs."""
        self.sql(f"ALTER SYSTEM SET {name} = '{value}'")
        self.sql("SELECT pg_reload_conf()")
        wait_for(lambda: self.sql(f"SHOW {name}") == [(value,)], f"{name} = {value}")

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None


class Pair:
    """A primary and its standby.

    `synchronous`: a commit is answered when the standby has it on disk. This is a setting of both, so a promoted
    standby waits for another one too.
    """

    def __init__(self, synchronous=True, settings=FAST):
        self.synchronous, self.settings = synchronous, settings

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vestibule-pair-", dir="/tmp"))
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        password = secrets.token_hex(12)
        self.primary, self.standby = (Server(self.folder, name, password) for name in ("one", "two"))
        self.hosts = (self.primary, self.standby)
        try:
            self.primary.create(
                f"listen_addresses = '127.0.0.1'\nunix_socket_directories = '{self.folder}'\nmax_connections = 200\n"
                "shared_buffers = '64MB'\nwal_keep_size = '256MB'\nwal_retrieve_retry_interval = '200ms'\n"
                "wal_receiver_status_interval = '1s'\n" + self.settings)
            self.primary.start()
            self.standby.copy_of(self.primary)
            self.standby.start()
            if self.synchronous:
                for server in self.hosts:
                    with (server.data / "postgresql.conf").open("a") as file:
                        file.write("synchronous_standby_names = '*'\n")
                    server.sql("SELECT pg_reload_conf()")
            self.wait_until_replicating()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for server in self.hosts:
            if server.is_running:
                server.crash()
        shutil.rmtree(self.folder, ignore_errors=True)

    def wait_until_replicating(self):
        """Waits until the standby receives what the primary commits, and is waited for if replication is synchronous."""
        state = "sync_state = 'sync'" if self.synchronous else "true"
        ask = f"SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND {state}"
        wait_for(lambda: self.primary.sql(ask) == [(1,)], "the standby streams")

    def fail_over(self):
        """Promotes the standby. The former primary, which must be down, stays away until `replace_standby`."""
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def replace_standby(self):
        """Makes a new standby of the primary in the place of the one that is down."""
        self.standby.copy_of(self.primary)
        self.standby.start()
        self.wait_until_replicating()

    @property
    def server(self):
        """The URL of both hosts, without a database. Only the primary can be written to."""
        one, two = self.hosts
        return f"postgres://{NAME}:{one.password}@{one.place},{two.place}"


class SilentHost:
    """A host whose packets get no answer: a port of this machine whose queue of connections is full, so the kernel
    drops further ones."""

    def __init__(self, port=0):
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(("127.0.0.1", port))
        self.listener.listen(0)
        self.port = self.listener.getsockname()[1]
        self.waiting = []

    def __enter__(self):
        for _ in range(16):
            connection = socket.socket()
            connection.setblocking(False)
            connection.connect_ex(("127.0.0.1", self.port))
            self.waiting.append(connection)
        return self

    def __exit__(self, *_):
        for connection in [*self.waiting, self.listener]:
            connection.close()


def is_alive(process):
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def wait_for(holds, what, seconds=60):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"not so within {seconds} s: {what}"
        time.sleep(0.02)  # The interval of the polling.
