# SPDX-License-Identifier: Apache-2.0
"""The backup of an upgrade on PostgreSQL is restored with the commands of the page for one server."""

import base64
import os
import pathlib
import re
import subprocess

import older_schema
import psycopg
import pytest
from worlds import BIN, ROOT

pytestmark = [
    pytest.mark.skipif("VESTIBULE_POSTGRESQL" not in os.environ, reason="needs a server: scripts/with-postgresql runs one"),
    pytest.mark.usefixtures("own_server"), pytest.mark.xdist_group("restore-postgresql")]

PROGRAMS = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), default=pathlib.Path("/usr/bin"))
OLDER = 14


def documented(backups):
    """The commands of the page, with another folder, and as this user."""
    page = (ROOT / "scripts/deployment/server.md").read_text()
    [block] = [it for it in re.findall("```sh\n(.*?)```", page, re.DOTALL) if "pg_restore" in it]
    lines = [line for line in block.splitlines() if not line.startswith("systemctl")]
    return "set -e\n" + "\n".join(re.sub("^runuser -u [a-z]+ -- ", "", line) for line in lines).replace("/var/backups/vestibule", str(backups))


def test_a_backup_from_before_an_upgrade_is_restored(tmp_path):
    server = os.environ["VESTIBULE_POSTGRESQL"]
    url = server + "/vestibule"
    user, password, host, port = re.fullmatch("postgres(?:ql)?://([^:]+):([^@]+)@([^:/]+):(\\d+)", server).groups()
    environment = {
        "PATH": f"{BIN}:{PROGRAMS}:/usr/bin:/bin", "DATABASE_URL": url, "SECRET_KEY": base64.b64encode(bytes(32)).decode(),
        "MAIL_FROM": "PFA <hello@pfa.example>", "PUBLIC_URL": "https://pfa.example"}

    def run(*command, **more):
        done = subprocess.run(command, env={**environment, **more}, cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, (command[0], done.stdout, done.stderr)
        return done

    def rows(*statements):
        with psycopg.connect(url, autocommit=True) as connection:
            return [connection.execute(statement) for statement in statements][-1].fetchall()

    with psycopg.connect(server + "/postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE vestibule")
    run(BIN / "vestibule", "migrate")
    newest = rows("SELECT version FROM schema_versions")
    run(BIN / "vestibule", "account", "create", "ada@example.com", "--role", "admin", "--name", "Ada")
    rows(*older_schema.statements(OLDER), f"UPDATE schema_versions SET version = {OLDER} RETURNING version")
    rows(
        "INSERT INTO sessions (id, account_id, generation, rotated_at, created_at, last_used_at, idle_ends_at, ends_at)"
        " SELECT 's', id, 1, 1, 1, 1, 1, 1 FROM accounts RETURNING id")
    (tmp_path / "backups").mkdir()
    run(ROOT / "scripts/deployment/server/backup.sh", tmp_path / "backups")
    # The upgrade, and what happens with the new release.
    run(BIN / "vestibule", "migrate")
    run(BIN / "vestibule", "account", "create", "bob@example.com", "--role", "admin", "--name", "Bob")

    run("sh", "-c", documented(tmp_path / "backups"), PGHOST=host, PGPORT=port, PGUSER=user, PGPASSWORD=password)
    assert rows("SELECT email FROM accounts") == [("ada@example.com",)]
    assert rows("SELECT version FROM schema_versions") == newest
    assert rows("SELECT id, end_reason FROM sessions WHERE revoked_at IS NOT NULL") == [("s", "ended-by-operator")]
    assert "ada@example.com" in run(BIN / "vestibule", "account", "list").stdout
