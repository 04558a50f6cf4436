# SPDX-License-Identifier: Apache-2.0
"""A PostgreSQL server that flushes its commits to the disk, and a world with invitations in a database of it."""

import json
import os
import pathlib
import pwd
import random
import secrets
import tempfile
import time

import pytest
from harness import code_of
from replicated_postgresql import Server
from worlds import BIN, KEYS, World, person  # noqa: F401 (the executables that are measured)

KEYS_URL = "https://keys.example/jwks"
SETTINGS = """\
listen_addresses = '127.0.0.1'
max_connections = 400
shared_buffers = '512MB'
max_wal_size = '4GB'
track_wal_io_timing = on
"""


class ServerWorld:
    """`world` has a policy whose key set is in the database, and inviters. Everything ends with `stack`."""

    def __init__(self, stack):
        self.folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="vestibule-bench-", dir="/tmp")))
        # PostgreSQL refuses to run as root.
        self.folder.chmod(0o755)
        (self.folder / "events").mkdir()
        (self.folder / "world").mkdir()
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        self.server = Server(self.folder, "server", secrets.token_hex(12))
        self.server.create(SETTINGS + f"unix_socket_directories = '{self.folder}'\n")
        self.server.start()
        stack.callback(self.server.stop)
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("VESTIBULE_POSTGRESQL", self.server.url("").rstrip("/"))
        self.world = World(self.folder / "world", "postgresql")
        stack.callback(self.world.store.connection.close)
        self.rng = random.Random(20261122)
        self.inviters = [self.world.inviter(f"inviter{number}") for number in range(20)]
        self.cache_keys()

    def cache_keys(self):
        providers = {"google": {"audiences": ["app"], "jwksURL": KEYS_URL}}
        self.world.policy({"providers": providers, "limits": {"invite": {"max": 1_000_000, "seconds": 3600}}})
        now = int(time.time() * 1000)
        self.world.rows(
            "INSERT INTO key_sets (url, keys, fetched_at, fresh_until, attempted_at) VALUES (?, ?, ?, ?, ?)",
            (KEYS_URL, json.dumps(KEYS), now - 3_600_000, now + 82_800_000, now - 3_600_000))

    def events(self, count):
        """New invitations of many inviters, in random order: a file with the event that accepts each."""
        files = []
        while len(files) < count:
            size = min(100, count - len(files))
            # Between the rows of rows.py, everywhere in an index: neighbours would conflict more often than people do.
            numbers = [f"{self.rng.randrange(10_000_000)}x{self.rng.randrange(1000)}" for _ in range(size)]
            clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in numbers]
            token = self.inviters[len(files) // 100 % len(self.inviters)]
            answer = self.world.run(
                "send-invitation", {"clients": clients, "deliver": "link"}, token, env={"DEADLINE_SECONDS": "60"})
            assert "results" in answer.json, (answer.json, answer.stderr)
            for number, result in zip(numbers, answer.json["results"]):
                data = {"code": code_of(result), "identity": person(f"kim{number}", sub=f"s{number}")}
                file = self.folder / f"events/{number}.json"
                file.write_text(json.dumps({"id": f"event {number}", "source": "bench", "data": data}))
                files.append(str(file))
        self.rng.shuffle(files)
        return files
