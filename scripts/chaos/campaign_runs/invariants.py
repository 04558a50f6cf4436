# SPDX-License-Identifier: Apache-2.0
"""The guarantees: checks of answers, rows and mails."""

import os
import subprocess
from urllib.parse import urlsplit

from worlds import ENGINE

from .events import must
from .faults import SERVER, NoFault

#: For each guarantee a query that must find no row.
NOTHING_HALF_DONE = {
    "a client has its invitation": "SELECT c.id FROM clients c LEFT JOIN invitations i ON i.client_id = c.id WHERE i.id IS NULL",
    "an invitation has its code": """SELECT i.id FROM invitations i LEFT JOIN invitation_codes c
        ON c.invitation_id = i.id AND c.superseded_at IS NULL WHERE c.code_hash IS NULL""",
    "an account has an identity or a password": """SELECT a.id FROM accounts a LEFT JOIN identities i ON i.account_id = a.id
        LEFT JOIN passwords p ON p.account_id = a.id WHERE i.subject IS NULL AND p.hash IS NULL""",
    "an account was created once": """SELECT a.id FROM accounts a LEFT JOIN audit u
        ON u.account_id = a.id AND u.action = 'account.created' GROUP BY a.id HAVING count(u.id) <> 1""",
    "an accepted invitation has its client linked": """SELECT i.id FROM invitations i JOIN clients c ON c.id = i.client_id
        WHERE (i.status = 'accepted') <> (c.account_id IS NOT NULL)""",
    "an invitation is accepted once": """SELECT i.id FROM invitations i LEFT JOIN audit u
        ON u.subject_id = i.id AND u.action = 'invitation.accepted'
        GROUP BY i.id, i.status HAVING count(u.id) <> CASE WHEN i.status = 'accepted' THEN 1 ELSE 0 END""",
    "each acceptance has a session": """SELECT c.id FROM clients c LEFT JOIN sessions s ON s.account_id = c.account_id
        WHERE c.account_id IS NOT NULL AND s.id IS NULL""",
    "the inviter gets one mail per acceptance": """SELECT i.id FROM invitations i LEFT JOIN outbox o
        ON o.invitation_id = i.id AND o.kind = 'invitation-accepted'
        GROUP BY i.id, i.status HAVING count(o.id) <> CASE WHEN i.status = 'accepted' THEN 1 ELSE 0 END""",
    "a mail ends in a visible state, and its secrets are erased": """SELECT id FROM outbox
        WHERE state NOT IN ('sent', 'failed', 'unknown', 'cancelled') OR sealed_values IS NOT NULL
        OR state = 'failed' AND trouble IS NULL""",
}
PER_RUN = {
    "an invitation is accepted at most once; of several concurrent acceptances one is granted": 0,
    "every granted result is in the database": 0,
    "a repeated event gets the same answer": 0,
    "concurrent refreshes with one token get one successor": 0,
    "one of two concurrent password resets is granted, and ends the sessions": 0,
    "a queued mail arrives or ends in a visible state; a cancelled mail that was never tried does not arrive": 0,
}
REFUSALS = {"invitation/revoked", "invitation/superseded", "invitation/expired", "invitation/already-accepted"}


def check(run):
    """Checks everything that one run did."""
    rows = run.stage.world.rows
    for race in run.races:
        check_race(race, rows)
    check_invited(run, rows)
    check_joined(run, rows)
    check_mails(run, rows)
    for event in run.rng.sample(run_events(run), 2):
        run.stage.attempt(event, NoFault(), "repeated")
    for guarantee, statement in NOTHING_HALF_DONE.items():
        found = rows(statement)
        must(not found, guarantee, found)
    for guarantee in PER_RUN:
        PER_RUN[guarantee] += 1


def run_events(run):
    events = [event for race in run.races for event in race["accepts"] + ([race["rival"]] if race["rival"] else [])]
    return events + [run.listed] + [e for e in (run.sent, run.joined, run.entered, run.reset) if e] + run.confirmed


def check_race(race, rows):
    granted = [event for event in race["accepts"] if event.is_granted]
    refusals = {event.code for event in race["accepts"]} - {None}
    rival = race["rival"]
    stored, = rows(
        """SELECT i.status, i.client_id, c.account_id FROM invitations i JOIN clients c ON c.id = i.client_id
           WHERE i.id = ?""", (race["invitation"],))
    must(refusals <= REFUSALS, "a refusal has an expected code", race["name"], refusals)
    must(len(granted) <= 1, "an invitation is accepted at most once", race)
    if race["overdue"]:
        must(not granted and refusals == {"invitation/expired"} and stored["status"] == "expired",
             "an overdue invitation is not accepted", race, stored)
    elif granted:
        answer = granted[0].answer
        must(refusals <= {"invitation/already-accepted"}, "one acceptance is granted, the others are refused", refusals)
        must(stored["status"] == "accepted" and stored["account_id"] == answer["account"]["id"]
             and stored["client_id"] == answer["client"]["id"], "every granted result is in the database", stored, answer)
        must(rival is None or rival.code == "invitation/not-pending", "an accepted invitation cannot be revoked or resent", rival and rival.answer)
        session = answer["session"]["refreshToken"].split(".")[0]
        must(rows("SELECT 1 FROM sessions WHERE id = ?", (session,)), "the session is in the database", session)
        must(rows("SELECT 1 FROM identities WHERE account_id = ?", (stored["account_id"],)), "the identity is in the database")
    else:
        must(rival is not None and rival.is_granted, "one of the concurrent events is granted", [event.answer for event in race["accepts"]])
        revoked = rival.function == "revoke-invitation"
        must(stored["status"] == ("revoked" if revoked else "pending")
             and refusals == {"invitation/revoked" if revoked else "invitation/superseded"},
             "a revoked or superseded code cannot be accepted", stored, refusals)


def check_invited(run, rows):
    results = [*run.listed.answer["results"], *([run.sent.answer] if run.sent else [])]
    for result in results:
        stored = rows(
            "SELECT i.client_id FROM invitations i JOIN clients c ON c.id = i.client_id WHERE i.id = ?",
            (result["invitation"]["id"],))
        must(stored == [{"client_id": result["client"]["id"]}], "a granted invitation is in the database", result)
    emails = [run.address(name) for name in ("mail", "a", "b", "c", "d")]
    count, = rows("SELECT count(*) AS n FROM clients WHERE email_key IN (?, ?, ?, ?, ?)", tuple(emails))
    must(count["n"] == len(results), "each client was added once", count)


def check_joined(run, rows):
    if not run.joined:
        return
    session = run.joined.answer["session"]["refreshToken"].split(".")[0]
    accounts = rows("SELECT id, email_verified FROM accounts WHERE email = ?", (run.address("joins"),))
    must([account["id"] for account in accounts] == [run.joined.answer["account"]["id"]], "there is one account", accounts)
    must(all(event.is_granted for event in run.refreshed), "a valid refresh token is accepted", [e.answer for e in run.refreshed])
    tokens = {event.answer["session"]["refreshToken"] for event in run.refreshed}
    must(len(tokens) == 1, "concurrent refreshes with one token get one successor", tokens)
    stored, = rows("SELECT generation, revoked_at IS NOT NULL AS ended FROM sessions WHERE id = ?", (session,))
    must(stored["generation"] == 1, "the token was replaced once", stored)
    winners = [event for event in run.confirmed if event.is_granted]
    must(len(winners) == 1, "a code is used once", [event.answer for event in run.confirmed])
    must(bool(stored["ended"]), "a new password ends the sessions", stored)
    must([event.code for event in run.confirmed if not event.is_granted] == ["auth/code-invalid"], "a used code is invalid")
    signed_in = run.event("sign-in", {"email": run.address("joins"), "password": winners[0].password}, "afterwards")
    run.stage.play([signed_in])
    must(signed_in.is_granted, "the new password signs in", signed_in.answer)
    run.keep_tokens(signed_in)


def check_mails(run, rows):
    """Compares every mail of this world with the Maildir, in which the file name is the id of the mail."""
    world = run.stage.world
    arrived = {file.name.split(".")[0] for file in (world.maildir / "new").glob("*")}
    for mail in rows("SELECT id, state, attempts, kind FROM outbox"):
        must(mail["state"] != "sent" or mail["id"] in arrived, "a mail in the state sent arrives", mail)
        must(mail["state"] != "cancelled" or mail["attempts"] > 0 or mail["id"] not in arrived,
             "a cancelled mail that was never tried is not sent", mail)


def check_world(stage):
    """Checks the integrity of a database, and that it contains no readable secret."""
    world = stage.world
    if ENGINE == "sqlite":
        must(world.rows("PRAGMA integrity_check") == [{"integrity_check": "ok"}], "the database is intact")
        must(world.rows("PRAGMA foreign_key_check") == [], "every foreign key refers to a row")
        content = b"".join(file.read_bytes() for file in world.store.path.parent.glob("vestibule.db*"))
    else:
        with SERVER:
            amcheck(world)
        tables = world.rows("SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()")
        content = "\n".join(
            str(row["row"]) for table in tables for row in world.rows(f"SELECT t::text AS row FROM {table['name']} t")
        ).encode()
    found = [secret[:12] for secret in stage.secrets if secret.encode() in content]
    must(not found, "the database contains no readable secret", found)


def amcheck(world):
    programs = sorted(path for path in os.scandir("/usr/lib/postgresql") if path.is_dir())[-1].path
    server = urlsplit(world.store.direct)
    world.rows("CREATE EXTENSION IF NOT EXISTS amcheck")
    done = subprocess.run(
        [f"{programs}/bin/pg_amcheck", "--heapallindexed", "--rootdescend", "-h", server.hostname, "-p", str(server.port),
         "-U", server.username, world.store.name], env={"PGPASSWORD": server.password}, capture_output=True, text=True)
    must(done.returncode == 0, "the database is intact", done.stdout, done.stderr)
