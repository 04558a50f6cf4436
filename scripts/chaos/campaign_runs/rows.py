# SPDX-License-Identifier: Apache-2.0
"""Reads a world's database over one connection, and reconnects after a restart of the server."""

import contextlib
import time

import psycopg
from worlds import ENGINE


class Rows:
    def __init__(self, world):
        self.store = world.store
        self.connection = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.connection:
            self.connection.close()

    def __call__(self, sql, parameters=()):
        if ENGINE == "sqlite":
            return self.store.run(sql, parameters)
        for _ in range(100):
            with contextlib.suppress(psycopg.OperationalError):
                return self.ask(sql.replace("%", "%%").replace("?", "%s"), parameters)
            self.connection = None
            time.sleep(0.1)  # The server is restarting.
        raise TimeoutError("the server does not come back")

    def ask(self, sql, parameters):
        if self.connection is None:
            self.connection = psycopg.connect(
                self.store.direct, autocommit=True, row_factory=psycopg.rows.dict_row)
        cursor = self.connection.execute(sql, parameters)
        return cursor.fetchall() if cursor.description else []
