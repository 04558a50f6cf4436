# SPDX-License-Identifier: Apache-2.0
"""`vestibule import`: passwords of Firebase, Werkzeug, Django, Keycloak and passlib."""

import json
import resource
import signal
import subprocess
import time

import bcrypt
import passlib.hash
import password_systems as systems
import pytest
from imports import counts, results, row, run_import, sign_in, table
from key_rotation import change_key, drop_previous, new_key, rotate
from password_systems import address, password
from worlds import BIN

#: Of each system: the name of the file, its content for some users, and the arguments of the import.
SYSTEMS = {
    "firebase": (
        "users.json", lambda numbers: systems.firebase(numbers, memory_cost=8),
        ["--default-role", "customer", "--firebase-hash-parameters", "parameters.txt"]),
    "flask": (
        "users.csv", lambda numbers: systems.flask(
            numbers, lambda number: ["scrypt:1024:8:1", "pbkdf2:sha256:1000", "pbkdf2:sha512:1000"][number % 3]), []),
    "django": ("auth_user.csv", systems.django_table, ["--default-role", "customer", "--emails-verified"]),
    "keycloak": ("realm.json", systems.keycloak, ["--format", "keycloak", "--role", "buyer=customer"]),
}


@pytest.fixture(params=SYSTEMS)
def system(request, app):
    (app.folder / "parameters.txt").write_text(systems.hash_config(memory_cost=8))
    return SYSTEMS[request.param]


def hashes(world):
    return {r["email"]: r["hash"] for r in world.rows(
        "SELECT accounts.email, hash FROM passwords JOIN accounts ON accounts.id = account_id")}


def costs(world):
    return [r["imported_cost"] for r in world.rows("SELECT imported_cost FROM passwords ORDER BY email_key")]


def test_users_sign_in_with_their_old_passwords_and_each_hash_is_renewed(app, system):
    name, users, arguments = system
    text, numbers = users(range(6)), range(6)
    dry = run_import(app, text, *arguments, "--dry-run", name=name)
    assert dry.status == 0 and counts(dry) == {"created": 6}, dry.stderr
    assert not any(app.rows(f"SELECT * FROM {name}") for name in app.tables() if name in ("accounts", "hash_keys"))
    first = run_import(app, text, *arguments, name=name)
    assert results(first) == [("created", None)] * 6
    before, stored = app.dump(), hashes(app)
    assert counts(run_import(app, text, *arguments, name=name)) == {"unchanged": 6} and app.dump() == before
    assert not any(hash.startswith("$argon2id$v=19$m=7168,t=1,p=1$") for hash in stored.values()) and all(costs(app))
    for number in numbers:
        assert sign_in(app, address(number), password(number) + "x").code == "auth/invalid-credential"
        assert sign_in(app, address(number), password(number + 1)).code == "auth/invalid-credential"
        assert hashes(app)[address(number)] == stored[address(number)]
        answer = sign_in(app, address(number), password(number)).json
        assert answer["account"]["id"] == first.rows[number]["accountId"] and answer["account"]["role"] == "customer"
        assert answer["account"]["displayName"] in (f"User {number}", f"user{number}")
        assert answer["account"]["createdAt"].startswith("2024-05-01T10:00:00")
    assert all(hash.startswith("$argon2id$v=19$m=7168,t=1,p=1$") for hash in hashes(app).values())
    assert costs(app) == [None] * 6
    assert counts(run_import(app, text, *arguments, name=name)) == {"unchanged": 6}
    for number in numbers:
        assert sign_in(app, address(number), password(number)).status == 0
        assert sign_in(app, address(number), password(number + 1)).code == "auth/invalid-credential"


def test_an_import_that_is_killed_is_completed_and_nothing_is_doubled(app, system):
    name, users, arguments = system
    # Users share a few hashes, because each takes time.
    text = users(range(8))
    records = 800
    if name.endswith(".csv"):
        header, *lines = text.splitlines()
        rows = [lines[n % 8].replace(address(n % 8), address(n)) for n in range(records)]
        rows = [f"{n}x,{line.split(',', 1)[1]}" for n, line in enumerate(rows)]
        text = "\n".join([header, *rows]) + "\n"
    else:
        document = json.loads(text)
        key = "localId" if "localId" in document["users"][0] else "id"
        document["users"] = [
            {**document["users"][n % 8], key: f"id{n}", "email": address(n)} for n in range(records)]
        text = json.dumps(document)
    (app.folder / name).write_text(text)

    def imported():
        return app.rows("SELECT COUNT(*) AS n FROM imports")[0]["n"] if app.tables() else 0

    kills = []
    for goal in (1, 250, 500):
        process = subprocess.Popen(
            [BIN / "vestibule", "import", name, *arguments], env=app.env, cwd=app.folder, stdout=subprocess.PIPE)
        while imported() < goal and process.poll() is None:
            time.sleep(0.002)  # The interval of the polling.
        process.send_signal(signal.SIGKILL)
        process.communicate()
        kills.append(imported())
        assert kills[-1] == app.rows("SELECT COUNT(*) AS n FROM accounts")[0]["n"]
    assert 0 < kills[0] < records, kills
    last = run_import(app, text, *arguments, name=name, timeout=600)
    assert last.summary["created"] + last.summary["unchanged"] == records and last.summary["skipped"] == 0
    assert app.rows(
        "SELECT COUNT(*) AS n, COUNT(DISTINCT email) AS m FROM accounts") == [{"n": records, "m": records}]
    assert app.rows("SELECT COUNT(*) AS n FROM passwords WHERE imported_cost IS NOT NULL") == [{"n": records}]
    assert counts(run_import(app, text, *arguments, name=name)) == {"unchanged": records}
    assert "session" in sign_in(app, address(records - 1), password((records - 1) % 8)).json


# Hashes in a table


@pytest.mark.parametrize("stored", [
    passlib.hash.pbkdf2_sha256.using(rounds=1000).hash("old"), passlib.hash.pbkdf2_sha512.using(rounds=1000).hash("old"),
    passlib.hash.pbkdf2_sha1.using(rounds=1000).hash("old"), passlib.hash.scrypt.using(rounds=8).hash("old"),
    passlib.hash.argon2.using(type="I", memory_cost=64, rounds=1).hash("old"),
    passlib.hash.argon2.using(type="ID", memory_cost=65536, rounds=3).hash("old"),
    *(bcrypt.hashpw(b"old", bcrypt.gensalt(4)).decode().replace("$2b$", f"$2{letter}$") for letter in "abxy"),
], ids=lambda stored: stored.split("$")[1])
def test_other_hashes_are_renewed_too_with_the_cost_of_the_policy(app, stored):
    assert results(run_import(app, table([row(1, password_hash=stored)]))) == [("created", None)]
    assert sign_in(app, address(1), "new").code == "auth/invalid-credential"
    assert "session" in sign_in(app, address(1), "old").json
    renewed = app.rows("SELECT hash, imported_cost FROM passwords")
    assert renewed[0]["hash"].startswith("$argon2id$v=19$m=7168,t=1,p=1$") and renewed[0]["imported_cost"] is None
    assert "session" in sign_in(app, address(1), "old").json


HEX, BASE64 = "00112233445566778899aabbccddeeff", "ABEiM0RVZneImaq7zN3u/w=="


@pytest.mark.parametrize("stored, reason", [
    ("scrypt:131072:8:1$salt$salt$", "password-format-unknown"), (f"scrypt:131072:8:1$salt${HEX}", None),
    (f"scrypt:262144:8:1$salt${HEX}", "password-too-costly"), (f"scrypt$262144$salt$8$1${BASE64}", "password-too-costly"),
    (f"scrypt$131072$salt$8$5${BASE64}", None), (f"pbkdf2:sha256:5000000$salt${HEX}", None),
    (f"pbkdf2:sha256:5000001$salt${HEX}", "password-too-costly"), (f"pbkdf2_sha256$5000001$salt${BASE64}", "password-too-costly"),
    (f"$pbkdf2-sha512$i=5000001$AAAAAAAAAAA${BASE64[:-2]}", "password-too-costly"),
    (f"argon2$argon2id$v=19$m=262145,t=1,p=1$AAAAAAAAAAA${BASE64[:-2]}", "password-too-costly"),
    ("bcrypt_sha256$$2b$17$" + "a" * 53, "password-too-costly"), ("$2x$17$" + "a" * 53, "password-too-costly"),
    (f"md5$salt${HEX}", "password-format-unknown"), ("!Is6OxCebMFcICn3XxaXEfW4ELvMHHtpfVHtgTl6G", None)])
def test_a_hash_beyond_the_bounds_is_left_out_and_its_person_comes_along(app, stored, reason):
    done = run_import(app, table([row(1, password_hash=stored)]))
    assert results(done) == [("created", reason)]
    usable = reason is None and not stored.startswith("!")
    assert app.rows("SELECT hash FROM passwords") == [{"hash": stored if usable else "!"}]


# Firebase


def test_the_signer_key_of_firebase_is_stored_encrypted(app):
    (app.folder / "parameters.txt").write_text(systems.hash_config(memory_cost=4))
    arguments = ["--default-role", "customer", "--firebase-hash-parameters", "parameters.txt"]
    run_import(app, systems.firebase([1, 2], memory_cost=4), *arguments, name="users.json")
    (app.folder / "parameters.txt").unlink()
    dump = app.dump()
    for secret in (systems.SIGNER_KEY, systems.SIGNER_KEY.rstrip("="), systems.SIGNER_KEY[:20]):
        assert secret not in dump
    assert "session" in sign_in(app, address(1), password(1)).json
    # Another encryption of the key, as another secret key would write it.
    app.rows("UPDATE hash_keys SET sealed_key = (SELECT sealed_key FROM hash_keys WHERE name = 'comparisons') WHERE name LIKE 'firebase%'")
    assert sign_in(app, address(2), password(2)).status == 78


def test_passwords_of_firebase_work_after_the_secret_key_has_changed(app):
    (app.folder / "parameters.txt").write_text(systems.hash_config(memory_cost=4))
    app.env["SECRET_KEY"] = new_key()
    run_import(
        app, systems.firebase([1], memory_cost=4), "--default-role", "customer", "--firebase-hash-parameters",
        "parameters.txt", name="users.json")
    change_key(app)
    assert rotate(app)["previousCanGo"]
    drop_previous(app)
    assert "session" in sign_in(app, address(1), password(1)).json


def test_a_second_import_with_the_parameters_adds_the_passwords(app):
    (app.folder / "parameters.txt").write_text(systems.hash_config(memory_cost=4))
    text = systems.firebase([1, 2], memory_cost=4)
    first = run_import(app, text, "--default-role", "customer", name="users.json")
    assert results(first) == [("created", "password-needs-reset")] * 2
    assert sign_in(app, address(1), password(1)).code == "auth/invalid-credential"
    again = run_import(
        app, text, "--default-role", "customer", "--firebase-hash-parameters", "parameters.txt", name="users.json")
    assert results(again) == [("updated", None)] * 2
    assert "session" in sign_in(app, address(1), password(1)).json


@pytest.mark.parametrize("text, arguments, status", [
    (None, [], 65), ("hash_config {}", [], 65), (systems.hash_config(signer_key="?"), [], 65), ("x" * (2 << 20), [], 65),
    (systems.hash_config(), ["--format", "table"], 64)])
def test_bad_parameters_of_firebase_import_nothing(app, text, arguments, status):
    app.without_tables()
    if text:
        (app.folder / "parameters.txt").write_text(text)
    done = run_import(
        app, '{"users": []}', "--firebase-hash-parameters", "parameters.txt", *arguments, name="users.json")
    assert done.status == status and done.stderr.startswith("vestibule: ") and systems.SIGNER_KEY[:8] not in done.stderr
    assert not app.exists


# Keycloak


def test_a_realm_of_keycloak_comes_with_its_fields(app):
    document = json.loads(systems.keycloak(range(6), lambda number: "pbkdf2"))
    kim, lee, client, no, disabled, extension = document["users"]
    kim["attributes"] = {"locale": ["de"], "phoneNumber": ["+4915112345678"]}
    kim["federatedIdentities"] = [{"identityProvider": "google", "userId": "g-kim", "userName": "kim"}]
    lee.update(realmRoles=["default-roles-app", "customer"], emailVerified=False)
    client["serviceAccountClientId"] = "backend"
    no["realmRoles"] = ["default-roles-app", "editor"]
    disabled.update(enabled=False, credentials=[])
    extension["credentials"][0]["credentialData"] = json.dumps({"hashIterations": 1, "algorithm": "sha1crypt"})
    done = run_import(app, json.dumps(document), "--format", "keycloak", "--role", "buyer=customer", name="realm.json")
    assert results(done) == [
        ("created", None), ("created", None), ("skipped", "nothing-to-sign-in-with"), ("skipped", "role-unknown"),
        ("created", None), ("created", "password-format-unknown")]
    account = sign_in(app, address(0), password(0)).json["account"]
    assert (account["displayName"], account["locale"], account["phone"], account["emailVerified"]) == (
        "User 0", "de", "+4915112345678", True)
    assert app.rows("SELECT subject FROM identities") == [{"subject": "g-kim"}]
    assert not sign_in(app, address(1), password(1)).json["account"]["emailVerified"]
    stored = {r["email"]: r["status"] for r in app.rows("SELECT email, status FROM accounts")}
    assert stored[address(4)] == "disabled"


def test_a_realm_is_read_from_stdin_and_from_no_table(app):
    arguments = ["--format", "keycloak", "--role", "buyer=customer"]
    text = systems.keycloak([1], lambda number: "pbkdf2").encode()
    assert counts(run_import(app, None, *arguments, stdin=text)) == {"created": 1}
    assert run_import(app, text.decode(), *arguments, name="users.csv").status == 64


def test_a_wrong_password_costs_as_much_as_an_unknown_address(app):
    """CPU time, the least of five rounds in turns: less than twice as much and more than half. Without the work that is added
    for imported passwords it is less than half, which the last line shows."""
    run_import(app, table([
        row(1, password_hash="pbkdf2:sha256:300000$salt$" + HEX), row(2, password_hash="pbkdf2:sha256:1000$salt$" + HEX),
        row(3, password_hash="$2b$09$" + "a" * 53)]))
    app.run("sign-up", {"email": "own@example.com", "password": "correct horse battery", "role": "customer"})

    def work(*emails):
        times = {email: [] for email in emails}
        for email in emails * 5:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            assert sign_in(app, email, "wrong password").code == "auth/invalid-credential"
            times[email].append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before.ru_utime)
            app.rows("DELETE FROM limit_hits")
        return [min(times[email]) for email in emails]

    addresses = (address(1), address(2), address(3), "own@example.com")
    unknown, *known = work("nobody@example.com", *addresses)
    for email, cost in zip(addresses, known, strict=True):
        assert 0.5 * unknown < cost < 2 * unknown, email
    app.rows("DELETE FROM passwords WHERE imported_cost IS NOT NULL")
    assert work("nobody@example.com")[0] < unknown / 2
