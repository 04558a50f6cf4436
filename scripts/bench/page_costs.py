# SPDX-License-Identifier: Apache-2.0
"""Pages of a browser's session compared with preview-invitation: one event, one process, on the same rows."""

import base64
import hashlib
import json
import secrets
import time

from measure import results, run
from world import BIN, copy

#: A JSON answer on the same rows, with which the pages are compared.
FLOOR = "preview-invitation"
PAGES = ["sign-in-page", "account-page", "clients-page"]
#: The number of consecutive runs before the next function, and of first runs that are not counted.
TURN, WARM_UP = 5, 3


def measure(world, runs):
    """The functions take turns. `ratio` is the cost compared with preview-invitation."""
    functions = [FLOOR, *PAGES]
    prepare(world)
    runs_of = {function: [] for function in functions}
    for function in functions:
        copy(world.folder / "template.db", world.folder / f"{function}.db")
    for first in range(0, runs + WARM_UP, TURN):
        for function in functions:
            for number in range(first, min(first + TURN, runs + WARM_UP)):
                event = f"{function}-{number}" if function == FLOOR else function
                done = run(world, [BIN / function], f"events/{event}.json", f"{function}.db", POLICY_FILE="pages.json")
                if function != FLOOR:
                    check(function, json.loads(done.answer))
                if number >= WARM_UP:
                    runs_of[function].append(done)
    yield from results("pages, cold", runs_of, floor=FLOOR)


def prepare(world):
    """A policy with every sign-in method, a browser's session of the inviter, and an event for each page."""
    policy = json.loads((world.folder / "policy.json").read_text())
    ways = {"google": {**policy["providers"]["google"], "clientSecret": "secret"}, "password": {}, "email": {}}
    (world.folder / "pages.json").write_text(json.dumps({**policy, "providers": ways}))
    now, secret = int(time.time() * 1000), secrets.token_urlsafe(32)
    digest = base64.urlsafe_b64encode(hashlib.sha256(secret.encode()).digest()).rstrip(b"=").decode()
    session = "01a1fe8b-e557-7000-9732-300000000000"
    with world.database("template.db") as rows, rows:
        rows.execute(
            """INSERT INTO sessions (id, account_id, generation, rotated_at, created_at, last_used_at, idle_ends_at, ends_at,
                 authenticated_at, cookie_hash) VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?)""",
            (session, world.inviter["account"]["id"], now, now, now, now + 30 * 86_400_000, now + 90 * 86_400_000, now, digest))
    with world.database("template.db") as rows:
        rows.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for page in PAGES:
        cookie = {} if page == "sign-in-page" else {"cookie": f"__Host-session={session}.{secret}"}
        world.write_event(page, {"httpmethod": "GET", "acceptlanguage": "en", **cookie, "data": {}})


def check(page, answer):
    """A redirection to the sign-in page would be measured instead of the page."""
    shown = {"sign-in-page": "<form", "account-page": "ada@example.com", "clients-page": "kim000001"}[page]
    assert "location" not in answer and shown in answer["html"], (page, answer.get("location"), answer["html"][-500:])
