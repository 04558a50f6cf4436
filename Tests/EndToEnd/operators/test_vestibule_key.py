# SPDX-License-Identifier: Apache-2.0
"""`vestibule key`: operators make, see, rotate and revoke the keys of backends."""

import json
import re

import pytest
from operators import USER, account, audited, json_of, lines, refused, vestibule
from people import granted
from service_keys import BAD, create, key, listed, rotated, schema_allows_keys, sent, states
from worlds import ROOT

pytestmark = pytest.mark.postgresql
ENTRIES = json.loads((ROOT / "functions.json").read_text())["functions"]
NAMED = sorted(name for name, entry in ENTRIES.items() if schema_allows_keys(entry))


@pytest.fixture(autouse=True)
def ada(world):
    return world.inviter()


def test_a_key_is_shown_once_and_stored_as_a_hash(world):
    secret = key(world, "crm", "send-invitation", "list-clients", inviter="ada@example.com")
    assert re.fullmatch(r"vsk_[\w-]{43}", secret)
    assert secret.encode() not in world.stored() and secret.removeprefix("vsk_").encode() not in world.stored()
    [shown] = lines(world, "key", "list")
    assert (shown["name"], shown["state"], shown["functions"]) == ("crm", "active", ["list-clients", "send-invitation"])
    assert "key" not in shown and "expiresAt" not in shown and secret not in vestibule(world, "key", "list").stdout
    assert vestibule(world, "key", "list").stdout.splitlines()[1].split() == [
        "crm", "active", "ada@example.com", "list-clients", "send-invitation"]


def test_json_has_the_key_and_its_end(world):
    made = json_of(world, "key", "create", "crm", "--function", "list-clients", "--inviter", "ada@example.com", "--days", "30", "--json")
    assert made["key"].startswith("vsk_") and made["state"] == "active" and made["functions"] == ["list-clients"]
    assert made["expiresAt"][:10] > made["createdAt"][:10] and "rotatedAt" not in made


def test_each_change_names_the_operator_and_the_inviter_sees_it(world):
    ada = world.inviter()
    key(world, "crm", "list-clients", inviter="ada@example.com")
    rotated(world, "crm")
    assert vestibule(world, "key", "revoke", "crm").stdout == "the key crm is revoked\n"
    for action in ("key.created", "key.rotated", "key.revoked"):
        assert audited(world, action) == [USER]
    seen = {entry["action"] for entry in granted(world.run("list-audit", {}, ada))["entries"]}
    assert {"key.created", "key.rotated", "key.revoked"} <= seen


def test_a_team_sees_what_becomes_of_its_keys(studio):
    key(studio.world, "crm", "list-clients", team=studio.id)
    seen = {entry["action"] for entry in granted(studio.run("list-audit", {}, studio.bob))["entries"]}
    assert "key.created" in seen


def test_names_are_unique_until_a_key_is_revoked(world):
    key(world, "crm", "list-clients", inviter="ada@example.com")
    refused(world, "key", "create", "crm", "--function", "list-clients", "--inviter", "ada@example.com", words="already")
    assert vestibule(world, "key", "revoke", "crm").status == 0
    refused(world, "key", "revoke", "crm", words="no key")
    refused(world, "key", "rotate", "crm", words="no key")
    key(world, "crm", "list-clients", inviter="ada@example.com")


@pytest.mark.parametrize("options, words", [
    (("--function", "list-clients"), "--inviter or --team"),
    (("--function", "list-clients", "--inviter", "ada@example.com", "--team", "t"), "--inviter or --team"),
    (("--inviter", "ada@example.com"), "--function"),
    (("--function", "list-clients", "--inviter", "ada@example.com", "--days", "0"), "--days"),
])
def test_a_wrong_argument_exits_with_64(world, options, words):
    refused(world, "key", "create", "crm", *options, status=64, words=words)


@pytest.mark.parametrize("whom, words", [
    (("--inviter", "max@example.com"), "max@example.com"), (("--inviter", "kim@example.com"), "admin"), (("--team", "t"), "no teams"),
])
def test_only_inviters_and_teams_have_keys(world, whom, words):
    granted(world.accept(world.invite(world.inviter())["code"]))
    refused(world, "key", "create", "crm", "--function", "list-clients", *whom, words=words)


def test_a_suspended_inviter_gets_no_key(world):
    account(world, "suspend", "ada@example.com")
    done = create(world, "crm", "list-clients", inviter="ada@example.com")
    assert done.status == 65 and states(world) == {}


@pytest.mark.parametrize("function", sorted(ENTRIES))
def test_keys_name_functions_of_sessions_and_inviters_without_a_recent_sign_in(world, function):
    done = create(world, "crm", function, inviter="ada@example.com")
    assert (done.status == 0) == (function in NAMED), done.stderr


def test_the_functions_that_a_key_cannot_name_are_those_that_need_a_session_or_a_recent_sign_in():
    """`serviceKey: false` is said where the source asks for either."""
    sources = {path.stem: path.read_text() for path in (ROOT / "Sources/Functions").rglob("*.swift")}

    def asks(name):
        source = sources["".join(word.capitalize() for word in name.split("-"))]
        return "needsRecentSignIn = true" in source or "requireSession()" in source or "sessionAtEntry()" in source
    of_accounts = [name for name, entry in ENTRIES.items() if entry["access"] in ("session", "inviter") and "produces" not in entry]
    assert [name for name in of_accounts if asks(name)] == [name for name in of_accounts if name not in NAMED]
    assert "list-clients" in NAMED and "delete-account" not in NAMED


def test_an_unknown_function_is_refused(world):
    refused(world, "key", "create", "crm", "--function", "invite", "--inviter", "ada@example.com", words="no function invite")


def test_the_key_of_a_team_names_what_concerns_the_team(studio):
    for name in NAMED:
        done = create(studio.world, name, name, team=studio.id)
        concerns = ENTRIES[name]["access"] != "session" or "teamId" in ENTRIES[name]["event"]["properties"]
        assert (done.status == 0) == concerns, (name, done.stderr)
    assert create(studio.world, "other", "list-clients", team="nothing").status == 65


# The end of a key


def test_a_rotated_key_has_another_secret_and_the_old_one_ends_at_once(world):
    old = key(world, "crm", "send-invitation", "list-clients", inviter="ada@example.com")
    granted(sent(world, old))
    new = rotated(world, "crm")
    assert new != old and sent(world, old, "lee").code == BAD and listed(world, new) == ["Kim"]
    assert lines(world, "key", "list")[0]["rotatedAt"]


def test_a_revoked_key_opens_nothing(world):
    secret = key(world, "crm", "list-clients", inviter="ada@example.com")
    vestibule(world, "key", "revoke", "crm")
    answer = world.run("list-clients", {}, secret)
    assert answer.code == BAD and secret not in answer.stdout.decode() and states(world) == {}


def test_a_key_expires_after_its_days_and_lives_again_when_rotated(world):
    secret = key(world, "crm", "list-clients", inviter="ada@example.com", days=2)
    world.age("service_keys", "expires_at", 2 * 86_400 - 60)
    assert listed(world, secret) == [] and states(world) == {"crm": "active"}
    world.age("service_keys", "expires_at", 60)
    assert world.run("list-clients", {}, secret).code == BAD and states(world) == {"crm": "expired"}
    assert listed(world, rotated(world, "crm")) == [] and "expiresAt" not in lines(world, "key", "list")[0]
    rotated(world, "crm", "--days", "1")
    assert lines(world, "key", "list")[0]["expiresAt"]


def test_rotating_keeps_the_end_of_a_key(world):
    key(world, "crm", "list-clients", inviter="ada@example.com", days=2)
    [before] = lines(world, "key", "list")
    rotated(world, "crm")
    assert lines(world, "key", "list")[0]["expiresAt"] == before["expiresAt"]


def test_suspending_the_inviter_ends_the_key_for_good(world):
    secret = key(world, "crm", "list-clients", inviter="ada@example.com")
    account(world, "suspend", "ada@example.com")
    assert world.run("list-clients", {}, secret).code == BAD and states(world) == {"crm": "ended"}
    refused(world, "key", "rotate", "crm")
    account(world, "restore", "ada@example.com")
    assert world.run("list-clients", {}, secret).code == BAD
    assert listed(world, rotated(world, "crm")) == [] and states(world) == {"crm": "active"}


def test_deleting_the_account_ends_the_key_at_once_and_erasing_it_removes_the_key(world):
    secret = key(world, "crm", "list-clients", inviter="ada@example.com")
    account(world, "delete", "ada@example.com", "--grace-days", "7")
    assert world.run("list-clients", {}, secret).code == BAD and states(world) == {"crm": "ended"}
    account(world, "delete", "ada@example.com", "--now")
    assert states(world) == {}


def test_a_changed_role_leaves_the_key_nothing(world):
    secret = key(world, "crm", "list-clients", "get-account", inviter="ada@example.com")
    account(world, "role", "ada@example.com", "client")
    for function in ("list-clients", "get-account"):
        assert world.run(function, {}, secret).code == "auth/permission-denied"


def test_a_deleted_team_takes_its_keys_along(studio):
    secret = key(studio.world, "crm", "list-clients", team=studio.id)
    assert vestibule(studio.world, "team", "delete", studio.id, "--confirm").status == 0
    assert studio.world.run("list-clients", {}, secret).code == BAD and states(studio.world) == {}


def test_a_restored_database_has_no_key_that_opens_anything(world, tmp_path):
    world.database
    secret = key(world, "crm", "list-clients", inviter="ada@example.com")
    copy = tmp_path / "copy.db"
    assert vestibule(world, "backup", str(copy)).status == 0
    vestibule(world, "key", "revoke", "crm")
    assert vestibule(world, "restore", str(copy), "--force", "--keep-sessions").status == 0
    assert listed(world, secret) == []
    assert vestibule(world, "restore", str(copy), "--force").status == 0
    assert world.run("list-clients", {}, secret).code == BAD and states(world) == {"crm": "ended"}


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[31mb", "x" * 201, " ", "\u200b", "www.evil.com"], ids=range(6))
@pytest.mark.parametrize("before, after", [
    (["key", "create"], ["--function", "list-clients", "--inviter", "ada@example.com"]), (["team", "create"], ["ada@example.com"]),
    (["team", "rename", "t"], [])], ids=["key", "team", "rename"])
def test_a_name_is_one_short_line(world, name, before, after):
    refused(world, *before, name, *after, status=64, words="one line of 1 to 200 characters")
