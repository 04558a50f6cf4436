# SPDX-License-Identifier: Apache-2.0
"""Users to import, as rows of an app's own table, and the results of `vestibule import`."""

import csv
import io
import json
import subprocess
from types import SimpleNamespace

import bcrypt
from worlds import BIN, KEYS, POLICY, id_token

ROLES = {"inviter": "admin", "invitee": "customer", "signUp": ["customer"]}
APP = {
    **POLICY, "roles": ROLES, "providers": {**POLICY["providers"], "password": {"argon2": {"memoryKiB": 7168, "iterations": 1}}},
    "profile": {"displayName": "optional"},
}
FIREBASE = {"projectID": "demo", "jwks": KEYS}
COLUMNS = "user_id,username,password_hash,role,related_id,email,apple_user_id,created_at,updated_at".split(",")


def hashed(password):
    return bcrypt.hashpw(password.encode(), bcrypt.gensalt(4)).decode()


HASH = hashed("old password")


def row(number, **fields):
    """A row of an app's table: a user with a password."""
    row = {
        "user_id": f"USR{number}", "username": f"user{number}", "password_hash": HASH, "role": "customer",
        "related_id": f"CUST{number}", "email": f"user{number}@example.com", "apple_user_id": "",
        "created_at": "2024-05-01 10:00:00", "updated_at": "2024-05-02 10:00:00"}
    return {**row, **fields}


def table(rows, columns=COLUMNS, **options):
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", **options)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def run_import(world, source, *arguments, name="users.csv", stdin=None, report=True, timeout=120):
    """Imports a text as a file with that name (or an existing source), and returns the summary and the rows of the report."""
    if stdin is None and not name.startswith("sqlite:"):
        content = source if isinstance(source, bytes) else source.encode()
        (world.folder / name).write_bytes(content)
    place = "-" if stdin is not None else name
    more = ["--report", "report.jsonl"] if report else []
    done = subprocess.run(
        [BIN / "vestibule", "import", place, *more, *arguments], env=world.env, cwd=world.folder, capture_output=True,
        input=stdin, timeout=timeout)
    file = world.folder / "report.jsonl"
    rows = [json.loads(line) for line in file.read_text().splitlines()] if report and file.exists() else []
    summary = json.loads(done.stdout) if done.stdout else None
    return SimpleNamespace(status=done.returncode, summary=summary, rows=rows, stderr=done.stderr.decode())


def counts(done):
    return {name: count for name, count in done.summary.items() if count and name not in ("read", "dryRun")}


def results(done):
    return [(row["result"], row.get("reason")) for row in done.rows]


def sign_in(world, email, password):
    return world.run("sign-in", {"email": email, "password": password})


def apple(subject, **claims):
    token = id_token(iss="https://appleid.apple.com", aud="io.example.app", sub=subject, **claims)
    return {"identity": {"provider": "apple", "idToken": token}}
