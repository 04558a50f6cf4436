# SPDX-License-Identifier: Apache-2.0
"""A database has one secret key: a process with another one, or without one, answers no event and changes nothing."""

import base64
import subprocess

import pytest
from key_rotation import new_key, rotate
from people import granted
from worlds import BIN, ENGINE, person

pytestmark = pytest.mark.usefixtures("secret_key")

#: An event of each kind of function: those that read, that write, that send mail and that are called by a scheduler.
EVENTS = {
    "accept-invitation": {"code": "A"}, "deliver-mail": {}, "expire-invitations": {}, "jwks": {}, "preview-invitation": {"code": "A"},
    "purge-records": {}, "refresh-session": {"refreshToken": "s.0.t"}, "sign-in": {}, "unsubscribe": {"token": "x"},
}


def event(function):
    """An event with an ID token of this test: one of the file may have expired when the test runs."""
    identity = {"identity": person("ada")} if function in ("accept-invitation", "sign-in") else {}
    return {**EVENTS[function], **identity}


def vestibule(world, *arguments, **env):
    environment = {name: value for name, value in {**world.env, **env}.items() if value is not None}
    return subprocess.run(
        [BIN / "vestibule", *map(str, arguments)], env=environment, cwd=world.folder, capture_output=True, text=True, timeout=60)


def is_wrong_key(answer):
    error = answer.json["error"]
    assert (answer.status, error["code"]) == (78, "service/misconfigured"), (answer.json, answer.stderr)
    assert error["detail"].startswith("SECRET_KEY: ")
    return error["detail"]


@pytest.mark.skipif(ENGINE == "sqlite", reason="a key is made next to a SQLite file")
def test_without_a_key_nothing_waits_for_a_server_that_is_away(world):
    answer = world.run("preview-invitation", {"code": "A"}, env={
        "DATABASE_URL": "postgres://u:p@127.0.0.1:1/d", "SECRET_KEY": None, "DEADLINE_SECONDS": "5"})
    assert "is unset" in is_wrong_key(answer)


@pytest.mark.parametrize("function", EVENTS)
def test_a_process_with_another_key_answers_nothing_and_changes_nothing(world, function):
    world.invite(world.inviter())
    before = world.dump()
    is_wrong_key(world.run(function, event(function), env={"SECRET_KEY": new_key()}))
    # Without a variable the key of SQLite is in a file, which is not created.
    is_wrong_key(world.run(function, event(function), env={"SECRET_KEY": None}))
    assert world.dump() == before and list(world.folder.rglob("*.key")) == []
    assert world.run(function, event(function)).status == 0


@pytest.mark.parametrize("command", [["rotate-key"], ["import", "users.csv"], ["import", "users.csv", "--dry-run"], ["doctor"]])
def test_a_command_with_another_key_changes_nothing(world, command):
    world.inviter()
    (world.folder / "users.csv").write_text("user_id,email,display_name\n1,kim@example.com,Kim\n")
    before = world.dump()
    other = {"SECRET_KEY": new_key()}
    # `rotate-key` does nothing without a previous key.
    done = vestibule(world, *command, **other, **({"SECRET_KEY_PREVIOUS": new_key()} if command == ["rotate-key"] else {}))
    assert done.returncode == (1 if command == ["doctor"] else 78) and "SECRET_KEY" in done.stderr + done.stdout
    assert world.dump() == before


@pytest.mark.parametrize("command", [["report"], ["mail", "list"], ["migrate"]])
def test_a_command_that_needs_no_key_works_without_one(world, command):
    world.inviter()
    done = vestibule(world, *command, SECRET_KEY=None)
    assert done.returncode == 0, done.stderr
    assert list(world.folder.rglob("*.key")) == []


def test_the_mails_of_a_node_are_sent_by_every_node(world):
    """A node with another key would queue mails that no other node can send."""
    token = world.inviter()
    event = {"client": {"name": "Kim", "email": "kim@example.com"}}
    is_wrong_key(world.run("send-invitation", event, token, env={"SECRET_KEY": new_key()}))
    granted(world.run("send-invitation", event, token, env={"MAIL_URL": "smtp://127.0.0.1:1?tls=none"}))
    world.age("outbox", "due_at", 3600)
    is_wrong_key(world.run("deliver-mail", env={"SECRET_KEY": new_key()}))
    assert granted(world.run("deliver-mail"))["sent"] == 1


def test_of_first_processes_with_different_keys_one_key_wins(world):
    world.without_tables()
    keys = [new_key() for _ in range(6)]
    processes = [world.start("expire-invitations", {}, SECRET_KEY=key) for key in keys]
    answers = [world.finish(process) for process in processes]
    right = [key for key, answer in zip(keys, answers) if answer.status == 0]
    assert len(right) == 1 and len(world.rows("SELECT * FROM secret_keys")) == 1, [answer.json for answer in answers]
    for key, answer in zip(keys, answers):
        if key not in right:
            is_wrong_key(answer)
    assert [key for key in keys if world.run("expire-invitations", env={"SECRET_KEY": key}).status == 0] == right


def test_an_upgraded_database_accepts_only_the_key_that_decrypts_it(world):
    world.inviter()
    world.rows("DELETE FROM secret_keys")
    is_wrong_key(world.run("sign-in", event("sign-in"), env={"SECRET_KEY": new_key()}))
    assert world.rows("SELECT * FROM secret_keys") == []
    granted(world.run("sign-in", event("sign-in")))
    assert len(world.rows("SELECT * FROM secret_keys")) == 1


def test_the_database_does_not_contain_the_key(world):
    world.inviter()
    [row] = world.rows("SELECT fingerprint FROM secret_keys")
    raw = base64.b64decode(world.env["SECRET_KEY"])
    fingerprint = base64.urlsafe_b64decode(row["fingerprint"] + "==")
    assert len(fingerprint) == 16 and fingerprint not in raw


def test_after_a_rotation_only_the_new_key_is_accepted(world):
    token = world.inviter()
    old, new = world.env["SECRET_KEY"], new_key()
    # Nodes change one after the other: those with the old key get the new one as the previous one first.
    rolling = [{"SECRET_KEY": old, "SECRET_KEY_PREVIOUS": new}, {"SECRET_KEY": new, "SECRET_KEY_PREVIOUS": old}]
    for env in [*rolling, {"SECRET_KEY": old}, {"SECRET_KEY": new}]:
        assert world.run("list-clients", {}, token, env={**env}).status in (0, 78)
    assert len(world.rows("SELECT * FROM secret_keys")) == 2
    world.env.update(rolling[1])
    assert rotate(world)["previousCanGo"]
    assert len(world.rows("SELECT * FROM secret_keys")) == 1
    del world.env["SECRET_KEY_PREVIOUS"]
    granted(world.run("list-clients", {}, token))
    is_wrong_key(world.run("list-clients", {}, token, env={"SECRET_KEY": old}))


@pytest.mark.skipif(ENGINE != "sqlite", reason="the key file is SQLite's")
class TestKeyFile:
    @pytest.fixture
    def key(self, world):
        del world.env["SECRET_KEY"]
        world.inviter()
        return world.database.with_name("vestibule.db.key")

    def test_a_lost_key_file_is_named_and_not_replaced(self, world, key):
        content = key.read_text()
        key.unlink()
        assert str(key) in is_wrong_key(world.run("preview-invitation", {"code": "A"}))
        done = vestibule(world, "doctor")
        assert done.returncode == 1 and str(key) in done.stdout
        assert not key.exists()
        key.write_text(content)
        granted(world.run("sign-in", event("sign-in")))

    def test_concurrent_first_events_create_one_key_file(self, world, key):
        for file in world.database.parent.iterdir():
            file.unlink()
        processes = [world.start("sign-in", {"data": {"identity": person(f"p{number}")}}) for number in range(8)]
        for answer in [world.finish(process) for process in processes]:
            granted(answer)
        assert len(world.rows("SELECT * FROM secret_keys")) == 1

    def test_a_renamed_key_file_is_replaced_and_both_keys_are_accepted(self, world, key):
        previous = key.with_name("vestibule.db.key.previous")
        key.rename(previous)
        granted(world.run("sign-in", event("sign-in")))
        assert key.exists() and len(world.rows("SELECT * FROM secret_keys")) == 2
        assert rotate(world)["previousCanGo"]
        previous.unlink()
        granted(world.run("sign-in", event("sign-in")))
        assert len(world.rows("SELECT * FROM secret_keys")) == 1

    def test_another_key_file_is_refused(self, world, key):
        content = key.read_text()
        key.write_text(new_key())
        is_wrong_key(world.run("sign-in", event("sign-in")))
        key.write_text(content)
        granted(world.run("sign-in", event("sign-in")))

    def test_without_a_database_and_a_key_file_both_are_created(self, world, key):
        old = key.read_text()
        for file in world.database.parent.iterdir():
            file.unlink()
        granted(world.run("sign-in", event("sign-in")))
        assert key.read_text() != old

    def test_a_new_database_uses_an_existing_key_file(self, world, key):
        old = key.read_text()
        for file in world.database.parent.glob("vestibule.db*"):
            if file != key:
                file.unlink()
        granted(world.run("sign-in", event("sign-in")))
        assert key.read_text() == old

    def test_a_key_file_that_cannot_be_read_is_named_with_the_reason(self, world, key):
        world.sign_in("ada")
        content = key.read_bytes()
        key.unlink()
        key.mkdir()
        answer = world.run("sign-in", {"identity": person("ada")})
        key.rmdir()
        assert answer.status == 78 and f"{key} cannot be read: Is a directory" in answer.json["error"]["detail"]
        key.write_bytes(content)
        assert world.run("sign-in", {"identity": person("ada")}).status == 0
