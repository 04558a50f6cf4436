# SPDX-License-Identifier: Apache-2.0
"""`vestibule rotate-key`: everything works with the new key, and the old key opens nothing."""

import base64
import hmac
import subprocess

import jwt
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from key_rotation import change_key, drop_previous, in_use, new_key, opened, published, refresh, rotate
from people import HOUR, MINUTE, PASSWORD, at_once, code_in, granted, mails_to, policy, sign_in, signed_up
from worlds import BIN, ENGINE

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(policy()), pytest.mark.usefixtures("secret_key")]
REFUSED, LIMITED = "auth/invalid-credential", "auth/too-many-requests"


def kid(session):
    return jwt.get_unverified_header(session["accessToken"])["kid"]


def test_everything_works_before_anything_is_encrypted_again(world):
    kim, _, event, answer = in_use(world)
    change_key(world)
    assert world.run("send-invitation", event=event).json == answer.json
    kim = granted(refresh(world, kim))["session"]
    assert sign_in(world, "nobody", "a wrong one").code == REFUSED
    assert kid(kim) in published(world) and kid(granted(sign_in(world))["session"]) == kid(kim)


def test_after_the_rotation_the_old_key_decrypts_nothing(world):
    in_use(world)
    old, new = change_key(world)
    before = opened(world, old)
    assert all(count == number > 0 for count, number in before.values()), before
    assert rotate(world) == {
        "resealed": sum(number for table, (_, number) in opened(world, new).items()) - 1, "remaining": 0,
        "previousCanGo": True}
    assert {table: count for table, (count, _) in opened(world, old).items()} == dict.fromkeys(before, 0)
    assert all(count == number > 0 for count, number in opened(world, new).values())


def test_everything_works_with_the_new_key_alone(world):
    kim, token, event, answer = in_use(world)
    for _ in range(4):
        assert sign_in(world, "nobody", "a wrong one").code == REFUSED
    change_key(world)
    rotate(world)
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


def test_if_the_old_key_is_compromised_every_session_ends(world):
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


def test_without_a_previous_key_nothing_changes(world):
    world.without_tables()
    nothing = {"resealed": 0, "remaining": 0, "previousCanGo": True}
    assert rotate(world) == nothing and not (world.folder / "data").exists()
    kim = signed_up(world)
    before = world.dump()
    for arguments in ((), ("--compromised",)):
        assert rotate(world, *arguments) == nothing
    assert world.dump() == before
    granted(world.run("get-account", {}, kim["accessToken"]))


def test_a_second_rotation_run_changes_nothing(world):
    in_use(world)
    change_key(world)
    assert rotate(world)["resealed"] > 0
    before = world.dump()
    assert rotate(world) == {"resealed": 0, "remaining": 0, "previousCanGo": True}
    assert world.dump() == before


@pytest.mark.skipif(ENGINE != "sqlite", reason="the key file is SQLite's")
def test_the_key_file_is_rotated_by_a_rename(world):
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
def test_a_variable_takes_precedence_over_the_key_file(world):
    del world.env["SECRET_KEY"]
    kim = signed_up(world)
    key = world.database.with_suffix(".db.key")
    world.env.update(SECRET_KEY=new_key(), SECRET_KEY_PREVIOUS_FILE=str(key))
    assert rotate(world)["resealed"] > 0
    del world.env["SECRET_KEY_PREVIOUS_FILE"]
    key.unlink()
    granted(refresh(world, kim))


def test_concurrent_first_events_use_the_same_keys(world):
    world.without_tables()
    every = [{"email": f"p{number}@example.com", "password": PASSWORD, "displayName": "P", "role": "client"}
             for number in range(8)]
    sessions = [granted(answer)["session"] for answer in at_once(world, "sign-up", every)]
    assert len(world.rows("SELECT * FROM hash_keys")) == 2
    for session in sessions:
        granted(refresh(world, session))


def test_a_refresh_token_from_before_schema_2_works_while_its_key_is_given(world):
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


def test_an_invalid_key_is_named(world):
    signed_up(world)
    done = subprocess.run(
        [BIN / "vestibule", "rotate-key"], env={**world.env, "SECRET_KEY_PREVIOUS": "short"}, capture_output=True)
    assert done.returncode == 78 and b"SECRET_KEY_PREVIOUS" in done.stderr and done.stdout == b""
