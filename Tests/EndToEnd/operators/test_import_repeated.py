# SPDX-License-Identifier: Apache-2.0
"""`vestibule import` that runs again, is killed, runs twice at once, or runs dry."""

import contextlib
import json
import random
import signal
import subprocess
import time

import pytest
from imports import COLUMNS, counts, hashed, results, row, run_import, sign_in, table
from worlds import BIN, person

pytestmark = pytest.mark.unpooled


# Repeated runs


def test_a_second_run_changes_nothing(app):
    rows = [row(n, apple_user_id=f"00{n}.a" if n % 3 == 0 else "", role="customer" if n % 7 else "cook") for n in range(700)]
    first = run_import(app, table(rows))
    assert first.summary["created"] == 600 and first.summary["skipped"] == 100
    before = app.dump()
    second = run_import(app, table(rows))
    assert counts(second) == {"unchanged": 600, "skipped": 100}
    assert app.dump() == before
    assert [r.get("accountId") for r in second.rows] == [r.get("accountId") for r in first.rows]


def test_a_changed_row_updates_imported_fields_but_not_those_changed_here(app):
    columns = [*COLUMNS, "display_name", "phone", "disabled"]
    run_import(app, table([row(1, display_name="Kim", phone="+1 555 123 4567")], columns))
    token = sign_in(app, "user1@example.com", "old password").json["session"]["accessToken"]
    app.run("update-account", {"displayName": "Kim of here"}, token)
    changed = row(1, display_name="Kim", phone="+1 555 765 4321", role="admin", password_hash=hashed("newer"))
    done = run_import(app, table([changed], columns))
    assert results(done) == [("updated", "role-kept, password-kept")]
    account = sign_in(app, "user1@example.com", "old password").json["account"]
    assert account["displayName"] == "Kim of here" and account["phone"] == "+15557654321"
    assert account["role"] == "customer" and account["email"] == "user1@example.com"
    before = app.dump()
    assert counts(run_import(app, table([changed], columns))) == {"unchanged": 1}
    assert app.dump() == before
    done = run_import(app, table([{**changed, "display_name": "Kim of there", "disabled": "1"}], columns))
    assert results(done) == [("updated", "changed-here, role-kept")]
    assert app.rows("SELECT display_name, status FROM accounts") == [{"display_name": "Kim of here", "status": "disabled"}]


def test_a_row_opens_only_an_account_that_a_row_has_closed(app):
    columns = [*COLUMNS, "disabled"]
    states = lambda: [it["status"] for it in app.rows("SELECT status FROM accounts ORDER BY email")]
    rows = lambda disabled: table([row(1, disabled=disabled), row(2, disabled=disabled)], columns)
    run_import(app, rows("0"))
    assert subprocess.run([BIN / "vestibule", "account", "suspend", "user1@example.com"], env=app.env, cwd=app.folder).returncode == 0
    run_import(app, rows("1"))
    assert states() == ["disabled", "disabled"]
    assert results(run_import(app, rows("0"))) == [("unchanged", None), ("updated", None)]
    assert states() == ["disabled", "active"], "the operator's lock stays"


def test_a_password_changed_at_the_source_applies_until_it_is_used_or_changed_here(app):
    run_import(app, table([row(1), row(2)]))
    sign_in(app, "user2@example.com", "old password")
    done = run_import(app, table([row(n, password_hash=hashed("newer")) for n in (1, 2)]))
    assert results(done) == [("updated", None), ("unchanged", "password-kept")]
    assert "session" in sign_in(app, "user1@example.com", "newer").json
    assert "session" in sign_in(app, "user2@example.com", "old password").json


def test_a_field_that_the_source_no_longer_has_is_kept(app):
    columns = [*COLUMNS, "phone"]
    run_import(app, table([row(1, phone="+1 555 123 4567")], columns))
    assert counts(run_import(app, table([row(1)], columns))) == {"unchanged": 1}
    assert app.rows("SELECT phone FROM accounts") == [{"phone": "+15551234567"}]


def test_addresses_that_are_verified_later_become_verified(app):
    rows = table([row(1), row(2)])
    run_import(app, rows)
    app.sign_in("kim", identity=person("kim", email="user2@example.com"), **{"as": "customer"})
    done = run_import(app, rows, "--emails-verified")
    assert results(done) == [("updated", None), ("skipped", "deleted")]
    assert sign_in(app, "user1@example.com", "old password").json["account"]["emailVerified"]


def test_after_a_kill_at_a_random_time_a_second_run_completes_the_import(app):
    app.without_tables()
    rows = table([row(n, apple_user_id=f"{n:05}.a" if n % 5 == 0 else "") for n in range(6000)])
    (app.folder / "users.csv").write_text(rows)
    rng, done_when_killed = random.Random(1), [0]

    def imported():
        return app.rows("SELECT count(*) AS n FROM imports")[0]["n"] if app.tables() else 0

    for number in range(12):
        process = subprocess.Popen([BIN / "vestibule", "import", "users.csv"], env=app.env, cwd=app.folder, stdout=subprocess.PIPE)
        # The first ones are killed before or during the creation of the tables, the others during the import of rows.
        goal = done_when_killed[-1] + rng.randrange(1, 600) if number > 2 else 0
        while imported() < goal and process.poll() is None:
            time.sleep(0.005)  # The interval of the polling.
        time.sleep(rng.uniform(0, 0.1))  # The random time of the kill is the test.
        process.send_signal(signal.SIGKILL)
        process.communicate()
        done_when_killed.append(imported())
        assert done_when_killed[-1] == (app.rows("SELECT count(*) AS n FROM accounts")[0]["n"] if app.tables() else 0)
    assert any(0 < count < 6000 for count in done_when_killed), done_when_killed
    last = run_import(app, rows)
    assert last.summary["created"] + last.summary["unchanged"] == 6000
    assert app.rows("SELECT count(*) AS n, count(DISTINCT email) AS m FROM accounts") == [{"n": 6000, "m": 6000}]
    assert app.rows("SELECT count(*) AS n FROM audit WHERE action = 'account.imported' AND function = 'import'") == [{"n": 6000}]
    assert counts(run_import(app, rows)) == {"unchanged": 6000}


def test_two_concurrent_imports_create_each_account_once(app):
    (app.folder / "users.csv").write_text(table([row(n) for n in range(2000)]))
    processes = [
        subprocess.Popen([BIN / "vestibule", "import", "users.csv"], env=app.env, cwd=app.folder, stdout=subprocess.PIPE)
        for _ in range(3)]
    summaries = [json.loads(process.communicate()[0]) for process in processes]
    assert sum(summary["created"] for summary in summaries) == 2000
    assert sum(summary["unchanged"] for summary in summaries) == 4000
    assert len(app.rows("SELECT * FROM accounts")) == 2000


def test_an_import_waits_for_other_writers(app):
    run_import(app, table([row(1)]))
    with app.locked():
        (app.folder / "users.csv").write_text(table([row(2)]))
        process = subprocess.Popen([BIN / "vestibule", "import", "users.csv"], env=app.env, cwd=app.folder, stdout=subprocess.PIPE)
        # Nothing outside shows that the process waits for the lock.
        time.sleep(1)
        assert process.poll() is None
    assert json.loads(process.communicate()[0])["created"] == 1


# Rows without an end


def test_a_row_without_an_end_is_refused_while_it_is_read(app):
    process = subprocess.Popen(
        [BIN / "vestibule", "import", "-", "--format", "table"], env=app.env, cwd=app.folder, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(b"email\n" + b"a" * (5 << 20))
        process.stdin.flush()
    # Its stdin is still open.
    assert process.wait(20) != 0 and b"too long" in process.stderr.read()


# Dry runs


def test_a_dry_run_reports_the_same_and_changes_nothing(app):
    app.without_tables()
    # More than one batch, with addresses that are repeated in a later one.
    rows = [row(n) for n in range(600)] + [row(1000 + n, email=f"user{n}@example.com") for n in range(50)]
    text = table(rows)
    dry = run_import(app, text, "--emails-verified", "--dry-run")
    assert dry.summary["dryRun"] and counts(dry) == {"created": 600, "linked": 50}
    assert not app.exists and not any("accountId" in r for r in dry.rows)
    app.sign_in("kim", identity=person("kim", email="user5@example.com"), **{"as": "customer"})
    before = app.dump()
    dry = run_import(app, text, "--emails-verified", "--dry-run")
    assert app.dump() == before and counts(dry) == {"created": 599, "linked": 51}
    wet = run_import(app, text, "--emails-verified")
    assert results(wet) == results(dry) and {**wet.summary, "dryRun": True} == dry.summary
    assert dry.rows[5]["accountId"] == wet.rows[5]["accountId"]


def test_a_dry_run_blocks_no_other_process(app):
    run_import(app, table([row(1)]))
    process = subprocess.Popen(
        [BIN / "vestibule", "import", "-", "--format", "table", "--dry-run"], env=app.env, cwd=app.folder,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(table([row(n) for n in range(2, 1000)]).encode())
    process.stdin.flush()
    assert "session" in sign_in(app, "user1@example.com", "old password").json
    assert json.loads(process.communicate()[0])["created"] == 998
