# SPDX-License-Identifier: Apache-2.0
"""The secret key is changed while everybody goes on; afterwards the old one opens nothing."""

import base64
import hmac
import json
import os
import signal
import subprocess
import threading
import time

import jwt
import pytest
from conftest import BIN, ENGINE, POLICY
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from people import HOUR, MINUTE, PASSWORD, PATIENT, at_once, code_in, granted, mails_to, policy, sign_in, signed_up

REFUSED, LIMITED = "auth/invalid-credential", "auth/too-many-requests"


def inviter(world):
    """Somebody who signed up while that was open to inviters."""
    world.policy(POLICY)
    token = world.inviter()
    world.policy(policy(session={"maxPerAccount": 100}))
    return token


def new_key():
    return base64.b64encode(os.urandom(32)).decode()


@pytest.fixture
def world(world):
    world.policy(policy())
    world.env["SECRET_KEY"] = new_key()
    return world


def change_key(world):
    """The new key for everybody, the old one beside it: both."""
    old, new = world.env["SECRET_KEY"], new_key()
    world.env.update(SECRET_KEY=new, SECRET_KEY_PREVIOUS=old)
    return old, new


def rotate(world, *arguments, **env):
    environment = {**world.env, **env}
    done = subprocess.run([BIN / "vestibule", "rotate-key", *arguments], env=environment, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def drop_previous(world):
    del world.env["SECRET_KEY_PREVIOUS"]


def opened(world, key):
    """How many of the database's sealed values a key opens, and how many there are, by table."""
    def opens(purpose, place, sealed):
        derived = HKDF(hashes.SHA256(), 32, None, f"vestibule {purpose}".encode()).derive(base64.b64decode(key))
        box = base64.urlsafe_b64decode(sealed + "=" * (-len(sealed) % 4))
        try:
            return bool(ChaCha20Poly1305(derived).decrypt(box[:12], box[12:], place.encode()))
        except InvalidTag:
            return False

    place = lambda row: json.dumps(
        [row[name] for name in ("function", "caller", "source", "id")], separators=(",", ":"), ensure_ascii=False)
    kept = {
        "outbox": ("mail values", "sealed_values", lambda row: row["id"]),
        "seen_events": ("answers", "sealed_answer", place),
        "signing_keys": ("signing keys", "sealed_private_key", lambda row: row["id"]),
        "hash_keys": ("hash keys", "sealed_key", lambda row: row["name"]),
    }
    counts = {}
    for table, (purpose, column, at) in kept.items():
        rows = [row for row in world.rows(f"SELECT * FROM {table}") if row[column]]
        counts[table] = sum(opens(purpose, at(row), row[column]) for row in rows), len(rows)
    return counts


def kid(session):
    return jwt.get_unverified_header(session["accessToken"])["kid"]


def published(world):
    return {key["kid"] for key in world.run("jwks", {}).json["keys"]}


def refresh(world, session):
    return world.run("refresh-session", {"refreshToken": session["refreshToken"]})


def in_use(world):
    """A database that has something of everything that is sealed: a session of each sort, a queued mail, an answer."""
    kim, token = signed_up(world), inviter(world)
    event = {"id": "1", "source": "s", "authorization": f"Bearer {token}", "data": {
        "client": {"name": "Lee", "email": "lee@example.com"}}}
    world.env["MAIL_URL"] = "smtp://127.0.0.1:1?tls=none"
    answer = world.run("send-invitation", event=event)
    assert answer.json["invitation"]["delivery"] == "queued"
    world.env["MAIL_URL"] = f"maildir:{world.maildir}"
    return kim, token, event, answer


def test_everything_goes_on_under_the_new_key_alone_and_the_old_one_opens_nothing(world):
    kim, token, event, answer = in_use(world)
    for _ in range(3):
        assert sign_in(world, "nobody", "a wrong one").code == REFUSED
    old, new = change_key(world)
    before = opened(world, old)
    assert all(count == number > 0 for count, number in before.values()), before

    # Before anything is sealed anew, everything goes on as well.
    assert world.run("send-invitation", event=event).json == answer.json
    kim = granted(refresh(world, kim))["session"]
    assert sign_in(world, "nobody", "a wrong one").code == REFUSED
    assert kid(kim) in published(world) and kid(granted(sign_in(world))["session"]) == kid(kim)

    assert rotate(world) == {
        "resealed": sum(number for table, (_, number) in opened(world, new).items()) - 1, "remaining": 0,
        "previousCanGo": True}
    assert {table: count for table, (count, _) in opened(world, old).items()} == dict.fromkeys(before, 0)
    assert all(count == number > 0 for count, number in opened(world, new).values())

    drop_previous(world)
    assert world.run("send-invitation", event=event).json == answer.json
    assert world.run("send-invitation", event={**event, "data": {}}).code == "event/invalid"
    changed = {**event, "data": {"client": {"name": "Max", "email": "lee@example.com"}}}
    assert world.run("send-invitation", event=changed).code == "event/id-conflict"
    granted(world.run("get-account", {}, kim["accessToken"]))
    granted(world.run("list-clients", {}, token))
    kim = granted(refresh(world, kim))["session"]
    granted(world.run("get-account", {}, kim["accessToken"]))
    assert [sign_in(world, "nobody", "a wrong one").code for _ in range(2)] == [REFUSED, LIMITED], "the fifth and the sixth"
    world.age("outbox", "due_at", HOUR)
    assert granted(world.run("deliver-mail"))["sent"] >= 1
    code = code_in(mails_to(world, "kim")[0])
    granted(world.run("verify-email", {"code": code}))


def test_the_new_signing_key_signs_at_once_and_the_old_one_is_published_while_its_tokens_live(world):
    kim = signed_up(world)
    change_key(world)
    old = kid(kim)
    assert published(world) == {old}
    rotate(world)
    lee = signed_up(world, "lee")
    assert kid(lee) != old and published(world) == {old, kid(lee)}
    assert world.rows("SELECT sealed_private_key FROM signing_keys WHERE id = ?", (old,))[0]["sealed_private_key"] == ""
    granted(world.run("get-account", {}, kim["accessToken"]))
    world.age("signing_keys", "retired_at", 59 * MINUTE, "retired_at IS NOT NULL")
    assert published(world) == {old, kid(lee)}
    world.age("signing_keys", "retired_at", MINUTE, "retired_at IS NOT NULL")
    assert published(world) == {kid(lee)}
    assert world.run("get-account", {}, kim["accessToken"]).code == "auth/unauthenticated"
    granted(world.run("get-account", {}, granted(refresh(world, kim))["session"]["accessToken"]))


def test_where_others_may_know_the_old_key_everybody_signs_in_anew(world):
    kim, token, event, answer = in_use(world)
    change_key(world)
    rotate(world)
    lee = granted(sign_in(world))["session"]
    assert rotate(world, "--compromised")["previousCanGo"]
    for session in (kim, lee):
        assert world.run("get-account", {}, session["accessToken"]).code == "auth/unauthenticated"
        assert refresh(world, session).code == "auth/session-revoked"
        assert kid(session) not in published(world)
    assert {row["end_reason"] for row in world.rows("SELECT end_reason FROM sessions")} == {"keys-compromised"}
    again = granted(sign_in(world))["session"]
    granted(world.run("get-account", {}, again["accessToken"]))
    granted(refresh(world, again))
    drop_previous(world)
    granted(sign_in(world))
    granted(world.run("verify-email", {"code": code_in(mails_to(world, "kim")[0])}))


def test_without_a_previous_key_nothing_happens(world):
    nothing = {"resealed": 0, "remaining": 0, "previousCanGo": True}
    assert rotate(world) == nothing and not (world.folder / "data").exists()
    kim = signed_up(world)
    before = world.dump()
    for arguments in ((), ("--compromised",)):
        assert rotate(world, *arguments) == nothing
    assert world.dump() == before
    granted(world.run("get-account", {}, kim["accessToken"]))


def test_it_may_be_run_again(world):
    in_use(world)
    change_key(world)
    assert rotate(world)["resealed"] > 0
    before = world.dump()
    assert rotate(world) == {"resealed": 0, "remaining": 0, "previousCanGo": True}
    assert world.dump() == before


def test_what_a_process_with_the_keys_in_their_old_places_seals_is_sealed_anew_by_the_next_run(world):
    kim, token, event, _ = in_use(world)
    old, new = change_key(world)
    rotate(world)
    event = {**event, "id": "2", "data": {"client": {"name": "Max", "email": "max@example.com"}, "deliver": "link"}}
    answer = world.run("send-invitation", event=event, env={"SECRET_KEY": old, "SECRET_KEY_PREVIOUS": new})
    assert "link" in answer.json and opened(world, old)["seen_events"][0] == 1
    assert rotate(world) == {"resealed": 1, "remaining": 0, "previousCanGo": True}
    drop_previous(world)
    assert world.run("send-invitation", event=event).json == answer.json


def test_a_value_that_came_under_the_old_key_meanwhile_keeps_the_old_key_here(world):
    _, token, event, _ = in_use(world)
    old, new = change_key(world)
    stop = threading.Event()

    def seal():
        number = 0
        while not stop.is_set():
            number += 1
            world.run("list-clients", event={
                "id": f"n{number}", "source": "s", "authorization": f"Bearer {token}", "data": {}},
                env={"SECRET_KEY": old, "SECRET_KEY_PREVIOUS": new})

    thread = threading.Thread(target=seal)
    thread.start()
    try:
        counts = [rotate(world) for _ in range(6)]
    finally:
        stop.set()
        thread.join()
    for each in counts:
        assert each["previousCanGo"] == (each["remaining"] == 0)
    assert rotate(world)["previousCanGo"] and opened(world, old)["seen_events"][0] == 0


def test_one_that_is_killed_leaves_everything_usable_and_the_next_does_the_rest(world):
    kim, token, event, answer = in_use(world)
    for number in range(60):
        world.run("list-clients", event={
            "id": f"n{number}", "source": "s", "authorization": f"Bearer {token}", "data": {}})
    old, new = change_key(world)
    for milliseconds in (5, 10, 15, 20, 30, 50):
        process = subprocess.Popen([BIN / "vestibule", "rotate-key"], env=world.env, stdout=subprocess.DEVNULL)
        time.sleep(milliseconds / 1000)
        process.send_signal(signal.SIGKILL)
        process.wait()
        granted(world.run("get-account", {}, kim["accessToken"]))
        assert world.run("send-invitation", event=event).json == answer.json
    assert rotate(world)["previousCanGo"]
    assert all(count == 0 for count, _ in opened(world, old).values())
    drop_previous(world)
    kim = granted(refresh(world, kim))["session"]
    assert len(published(world)) == 2
    assert world.run("send-invitation", event=event).json == answer.json


def test_nobody_is_refused_while_the_key_is_changed(world):
    """Sign-ins, refreshes and calls go on before, during and after; each is granted."""
    world.env.update(PATIENT)
    names = ["kim", "lee", "max"]
    sessions = {name: signed_up(world, name) for name in names}
    token = inviter(world)
    change_key(world)
    stop, answers = threading.Event(), []

    def wait_for(more):
        enough, end = len(answers) + more, time.monotonic() + 60
        while len(answers) < enough and time.monotonic() < end:
            time.sleep(0.01)

    def go_on(name):
        session, number = sessions[name], 0
        while not stop.is_set():
            number += 1
            answers.append(world.run("get-account", {}, session["accessToken"]))
            answers.append(refresh(world, session))
            session = answers[-1].json.get("session", session)
            answers.append(sign_in(world, name))
            event = {"id": f"{name}{number}", "source": "s", "authorization": f"Bearer {token}", "data": {}}
            answers.extend(world.run("list-clients", event=event) for _ in range(2))
        sessions[name] = session

    threads = [threading.Thread(target=go_on, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    try:
        wait_for(15)
        first = rotate(world)
        second = rotate(world)
        wait_for(15)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    refused = [(answer.status, answer.json, answer.stderr) for answer in answers if answer.status or answer.code]
    assert refused == [] and len(answers) >= 30
    assert first["resealed"] > 0 and first["previousCanGo"] and second["previousCanGo"]
    drop_previous(world)
    for name, session in sessions.items():
        granted(world.run("get-account", {}, session["accessToken"]))
        granted(refresh(world, session))
        granted(sign_in(world, name))


@pytest.mark.skipif(ENGINE != "sqlite", reason="the key file is SQLite's")
def test_the_key_file_is_changed_by_giving_it_another_name(world):
    del world.env["SECRET_KEY"]
    kim = signed_up(world)
    key = world.database.with_suffix(".db.key")
    old = key.read_text()
    key.rename(key.with_name("vestibule.db.key.previous"))
    granted(refresh(world, kim))
    assert key.read_text() != old and (key.stat().st_mode & 0o777) == 0o600
    assert rotate(world)["previousCanGo"]
    assert all(count == 0 for count, _ in opened(world, old).values())
    key.with_name("vestibule.db.key.previous").unlink()
    granted(sign_in(world))


@pytest.mark.skipif(ENGINE != "sqlite", reason="the key file is SQLite's")
def test_the_key_file_gives_way_to_a_variable(world):
    del world.env["SECRET_KEY"]
    kim = signed_up(world)
    key = world.database.with_suffix(".db.key")
    world.env.update(SECRET_KEY=new_key(), SECRET_KEY_PREVIOUS_FILE=str(key))
    assert rotate(world)["resealed"] > 0
    del world.env["SECRET_KEY_PREVIOUS_FILE"]
    key.unlink()
    granted(refresh(world, kim))


def test_of_many_first_events_at_once_all_use_the_same_keys(world):
    every = [{"email": f"p{number}@example.com", "password": PASSWORD, "displayName": "P", "role": "client"}
             for number in range(8)]
    sessions = [granted(answer)["session"] for answer in at_once(world, "sign-up", every)]
    assert len(world.rows("SELECT * FROM hash_keys")) == 2
    for session in sessions:
        granted(refresh(world, session))


def test_a_refresh_token_from_before_schema_2_is_good_for_sessions_of_that_time_while_its_key_is_given(world):
    kim = signed_up(world)
    session = kim["refreshToken"].split(".")[0]
    derived = HKDF(hashes.SHA256(), 32, None, b"vestibule refresh tokens").derive(base64.b64decode(world.env["SECRET_KEY"]))
    code = hmac.digest(derived, f"{session}.0".encode(), "sha256")
    old = {"refreshToken": f"{session}.0." + base64.urlsafe_b64encode(code).decode().rstrip("=")}
    change_key(world)
    assert refresh(world, old).code == "auth/session-revoked", "there were no such tokens any more when it began"
    world.age("sessions", "created_at", MINUTE)
    granted(refresh(world, granted(refresh(world, old))["session"]))
    rotate(world)
    drop_previous(world)
    assert refresh(world, old).code == "auth/session-revoked"


def test_a_key_that_is_no_key_is_named(world):
    signed_up(world)
    done = subprocess.run(
        [BIN / "vestibule", "rotate-key"], env={**world.env, "SECRET_KEY_PREVIOUS": "short"}, capture_output=True)
    assert done.returncode == 78 and b"SECRET_KEY_PREVIOUS" in done.stderr and done.stdout == b""
