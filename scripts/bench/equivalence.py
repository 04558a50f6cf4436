# SPDX-License-Identifier: Apache-2.0
"""Compares the answers, rows and mails of each program with those of the function."""

import email
import email.policy
import json
import re
import time

import jwt

from measure import run
from programs import programs
from world import copy, sink

ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
CODE, SEALED = re.compile(r"[A-Z2-7]{32}"), re.compile(r"(?<=token=)[\w-]+")
DIGEST = re.compile(r"[\w-]{43}")
TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


def rows(world, path):
    """Every row of every table, as a list of pairs of column and value."""
    with world.database(path) as database:
        sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        tables = [name for name, in database.execute(sql)]
        return {table: [tuple(dict(row).items()) for row in database.execute(f"SELECT * FROM {table}")] for table in tables}


def known_texts(tables):
    return {value for found in tables.values() for row in found for _, value in row if isinstance(value, str)}


def without_random_value(column, value, known):
    """The value, or a placeholder for a timestamp, a duration or a random value. `known` are the texts that existed before."""
    if column == "duration" and isinstance(value, int):
        return "milliseconds"
    if isinstance(value, int) and value > 1_000_000_000_000:
        return f"timestamp {round((value - time.time() * 1000) / 60_000)}"
    if not isinstance(value, str) or value in known:
        return value
    if ID.fullmatch(value):
        return "id"
    if column in ("sealed_values", "sealed_private_key"):
        return f"{len(value)} sealed"
    return "digest" if column == "code_hash" and DIGEST.fullmatch(value) else value


def changed_rows(world, path, before):
    """The rows that are new or changed, without ids, timestamps and durations."""
    known = known_texts(before)
    masked = lambda row: str([(column, without_random_value(column, value, known)) for column, value in row])
    return {table: sorted(map(masked, set(found) - set(before[table]))) for table, found in rows(world, path).items()}


def without_random_values(value, keys):
    """An answer with placeholders for ids, MACs and timestamps. Its access token is verified and replaced by its claims."""
    if isinstance(value, dict):
        return {
            name: claims(item, keys) if name == "accessToken" else without_random_values(item, keys)
            for name, item in value.items()}
    if isinstance(value, list):
        return [without_random_values(item, keys) for item in value]
    if isinstance(value, str):
        value = re.sub(r"(id\.\d+\.)[\w-]{43}", r"\1mac", ID.sub("id", value))
        return TIMESTAMP.sub("timestamp", value)
    return value


def claims(token, keys):
    key = jwt.PyJWK(keys[jwt.get_unverified_header(token)["kid"]])
    read = jwt.decode(token, key, ["ES256"], audience="PFA")
    return {name: read[name] for name in ("iss", "aud", "role")} | {"life": read["exp"] - read["iat"], "names": sorted(read)}


def mail(path):
    """The headers and parts of the mail that smtp-sink has written, without tokens and codes."""
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    masked = lambda text: SEALED.sub("token", CODE.sub("code", text.replace("\r\n", "\n").strip()))
    headers = {name: masked(str(message[name])) for name in (
        "From", "To", "Reply-To", "Subject", "List-Unsubscribe", "List-Unsubscribe-Post", "Auto-Submitted", "Content-Type")}
    headers["Content-Type"] = message.get_content_type()
    return headers, [(part.get_content_type(), masked(part.get_content())) for part in message.iter_parts()]


def signing_keys(world):
    with world.database("template.db") as database:
        return {row["id"]: json.loads(row["public_key"]) for row in database.execute("SELECT * FROM signing_keys")}


def check(world, functions):
    """Raises AssertionError if the result of a program differs from that of the function."""
    before, keys = rows(world, "template.db"), signing_keys(world)
    for function in functions:
        outcomes = {}
        for program in programs(function):
            copy(world.folder / "template.db", world.folder / "equivalence.db")
            mails = world.folder / "mails"
            mails.mkdir(exist_ok=True)
            mails.chmod(0o777)
            dump = mails / "mail"
            dump.unlink(missing_ok=True)
            with sink("-D", str(dump)) as port:
                done = run(
                    world, program.command, f"events/{function}-0.json", "equivalence.db", MAIL_URL=f"smtp://127.0.0.1:{port}?tls=none")
            outcome = {
                "answer": without_random_values(json.loads(done.answer), keys),
                "rows": changed_rows(world, "equivalence.db", before),
                "mail": mail(dump) if function == "send-invitation" else None}
            outcomes[program.name] = outcome
        expected = outcomes["Vestibule"]
        for name, outcome in outcomes.items():
            for what in outcome:
                assert outcome[what] == expected[what], difference(function, name, what, outcome[what], expected[what])
        changed = {table: len(found) for table, found in expected["rows"].items() if found}
        print(f"{function}: {', '.join(outcomes)} do the same: {changed or 'no row is written'}", flush=True)


def difference(function, name, what, found, expected):
    if what == "rows":
        tables = [table for table in expected if found[table] != expected[table]]
        found, expected = ({table: rows[table] for table in tables} for rows in (found, expected))
    return f"{function}: {name}'s {what} differ:\n{json.dumps(found, indent=1)}\ninstead of\n{json.dumps(expected, indent=1)}"
