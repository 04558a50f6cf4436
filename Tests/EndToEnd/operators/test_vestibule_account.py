# SPDX-License-Identifier: Apache-2.0
"""`vestibule account`: operators create, find, change and delete accounts."""

import json
import uuid

import pytest
from factors import confirm_totp
from operated_accounts import CREATE, column, names
from operators import USER, account, audited, refused, vestibule
from people import PASSWORD, code_for, granted, mails_to, policy, sign_in, signed_up, verified
from rate_limits import LIMITED, guess
from sessions import ended, look, refresh
from worlds import POLICY, person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(policy())]


# create


def test_the_first_admin_is_created_on_an_empty_database_and_sets_a_password(world):
    world.without_tables()
    made = account(world, *CREATE[1:])
    assert made["role"] == "admin" and made["status"] == "active" and made["emailVerified"]
    assert (made["email"], made["displayName"]) == ("ada@example.com", "Ada Lovelace")
    code = code_for(world, "reset-password", "ada")
    granted(world.run("reset-password", {"code": code, "newPassword": PASSWORD}))
    admin = granted(sign_in(world, "ada"))
    assert admin["account"]["id"] == made["id"] and admin["state"] == "signedIn"
    granted(world.run("list-clients", {}, admin["session"]["accessToken"]))
    assert audited(world, "account.created") == [USER]


def test_a_created_account_is_found_by_a_provider_that_verified_the_address(world):
    made = account(world, *CREATE[1:])
    assert world.sign_in("ada")["account"]["id"] == made["id"]


def test_a_created_client_accepts_the_invitations_that_wait(world):
    world.policy(POLICY)
    token = world.inviter("bob")
    world.invite(token, "kim")
    made = account(world, "create", "kim@example.com", "--role", "client", "--name", "Kim")
    [client] = granted(world.run("list-clients", {}, token))["clients"]
    assert client["accountId"] == made["id"] and client["invitation"]["status"] == "accepted"


def test_an_address_that_was_never_verified_is_taken_from_its_account(world):
    signed_up(world)
    made = account(world, "create", "kim@example.com", "--role", "client", "--name", "Kim")
    assert sign_in(world).code == "auth/invalid-credential"
    assert account(world, "show", "kim@example.com")["id"] == made["id"]


@pytest.mark.parametrize("arguments, status, words", [
    (["KIM@Example.com", "--role", "client", "--name", "Kim"], 65, "belongs to the account"),
    (["kim", "--role", "client", "--name", "Kim"], 64, "not a mail address"),
    (["lee@example.com", "--role", "boss", "--name", "Lee"], 64, "admin, client"),
    (["lee@example.com", "--role", "client", "--name", "www.example.com"], 64, "not a name"),
    (["lee@example.com", "--role", "client", "--name", " "], 64, "not a name"),
    (["lee@example.com", "--role", "client"], 64, "--name"), ([], 64, "email")])
def test_an_account_that_cannot_be_created_is_refused(world, arguments, status, words):
    verified(world)
    refused(world, "account", "create", *arguments, status=status, words=words)


def test_the_policy_decides_about_the_domain(world):
    world.policy(policy(email={"allowedDomains": ["ksu.edu"]}))
    world.run("list-sessions")
    account(world, "create", "ada@ksu.edu", "--role", "admin", "--name", "Ada")
    refused(world, *CREATE, words="domain")


# list and show


@pytest.fixture
def three(world):
    """A world with three accounts, oldest first."""
    world.people = [verified(world, "kim"), signed_up(world, "lee")]
    account(world, *CREATE[1:])
    return world


def test_accounts_are_listed_newest_first_by_role_status_and_search(three):
    assert names(three) == ["ada", "lee", "kim"]
    assert names(three, "--role", "client") == ["lee", "kim"] and names(three, "--role", "admin") == ["ada"]
    account(three, "suspend", "kim@example.com")
    assert names(three, "--status", "disabled") == ["kim"] and names(three, "--status", "active") == ["ada", "lee"]
    assert names(three, "--search", "LOVE") == ["ada"] and names(three, "--search", "lee@") == ["lee"]
    assert names(three, "--search", "%") == [] and names(three, "--search", "kim", "--role", "admin") == []


def test_the_list_has_pages(three):
    first = vestibule(three, "account", "list", "--limit", "2", "--json")
    ids = [json.loads(line)["id"] for line in first.stdout.splitlines()]
    assert len(ids) == 2 and f"--before {ids[-1]}" in first.stderr
    rest = vestibule(three, "account", "list", "--limit", "2", "--before", ids[-1], "--json")
    assert [json.loads(line)["email"] for line in rest.stdout.splitlines()] == ["kim@example.com"] and rest.stderr == ""


def test_a_search_reads_as_many_pages_as_necessary(world):
    world.import_users([{"user_id": n, "email": f"p{n}@example.com", "role": "client"} for n in range(1100)])
    assert names(world, "--search", "P7@") == ["p7"] and len(names(world, "--limit", "1000")) == 1000


def test_the_list_is_a_table_for_people(three):
    head, *rows = vestibule(three, "account", "list").stdout.splitlines()
    assert head.split()[:6] == ["ID", "ADDRESS", "NAME", "ROLE", "STATUS", "CREATED"]
    assert "lee@example.com (unverified)" in rows[1] and rows[0].index("ada@example.com") == head.index("ADDRESS")


def test_an_account_is_shown_by_address_or_id_with_its_ways_to_sign_in(world):
    made = verified(world, device={"id": "d1", "name": "Phone", "platform": "ios"})
    granted(world.run("sign-in", {"identity": person("kim")}, clientip="192.0.2.1"))
    id = made["account"]["id"]
    shown = account(world, "show", "KIM@example.com")
    assert shown == account(world, "show", id.upper())
    assert shown["id"] == id and shown["providers"] == ["google", "password"] and shown["factors"] == []
    assert shown["state"] == "signedIn" and shown["isLocked"] is False
    assert {session.get("device") for session in shown["sessions"]} == {None, "Phone"}
    text = vestibule(world, "account", "show", id).stdout
    assert "kim@example.com" in text and "Phone" in text and "192.0.2.1" in text
    assert PASSWORD not in text and "$argon2" not in text


def test_an_unverified_account_is_found_by_its_password_or_its_id(world):
    made = signed_up(world)
    assert account(world, "show", "kim@example.com")["id"] == made["account"]["id"]
    account(world, "create", "kim@example.com", "--role", "client", "--name", "Kim")
    assert account(world, "show", made["account"]["id"])["emailVerified"] is False


COMMANDS = ["show", "role", "suspend", "restore", "session", "end-sessions", "reset-factors", "unlock", "delete"]


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_account_is_refused(world, command):
    verified(world)
    more = ["admin"] if command == "role" else []
    refused(world, "account", command, "lee@example.com", *more, words="lee@example.com")
    refused(world, "account", command, str(uuid.uuid4()), *more, words="there is no account")


@pytest.mark.parametrize("arguments", [
    ["show"], ["show", "kim@"], ["show", ""], ["list", "--status", "gone"], ["list", "--limit", "0"], ["list", "--role", "boss"],
    ["delete", "kim@example.com", "--grace-days", "0"], ["role", "kim@example.com"], ["promote", "kim@example.com"]])
def test_a_wrong_argument_exits_with_64(world, arguments):
    verified(world)
    refused(world, "account", *arguments, status=64)


def test_without_a_database_nothing_is_created(world):
    done = vestibule(world, "account", "list", DATABASE_URL="sqlite:nowhere/x.db")
    assert done.status == 78 and not (world.folder / "nowhere").exists()


# changes


def test_a_role_takes_effect_at_once(world):
    made = verified(world)
    assert world.run("list-clients", {}, made["accessToken"]).code == "auth/permission-denied"
    assert account(world, "role", "kim@example.com", "admin")["role"] == "admin"
    granted(world.run("list-clients", {}, made["accessToken"]))
    account(world, "role", "kim@example.com", "admin")
    assert audited(world, "account.role-changed") == [USER]
    refused(world, "account", "role", "kim@example.com", "boss", words="admin, client")


@pytest.mark.policy(policy(roles={"signUp": ["client"], "legacy": "customer"}))
def test_the_role_of_old_accounts_is_one_of_the_policys_to_operators_too(world):
    made = verified(world)
    assert account(world, "role", "kim@example.com", "customer")["role"] == "customer"
    assert granted(world.run("get-account", {}, made["accessToken"]))["account"]["role"] == "customer"
    created = account(world, "create", "lee@example.com", "--role", "customer", "--name", "Lee")
    assert created["role"] == "customer"
    assert "customer" not in vestibule(world, "doctor").stdout
    refused(world, "account", "role", "kim@example.com", "boss", words="customer")


def test_a_suspended_account_has_no_session_and_gets_none(world):
    made = verified(world, device={"id": "d1"})
    granted(sign_in(world, device={"id": "d2"}))
    suspended = account(world, "suspend", "kim@example.com")
    assert suspended["status"] == "disabled" and suspended["endedSessions"] == 2
    assert look(world, made).code == "auth/user-disabled"
    assert ended(refresh(world, made["refreshToken"]), "ended-by-operator")
    assert sign_in(world).code == "auth/user-disabled"
    assert world.run("sign-in", {"identity": person("kim")}).code == "auth/user-disabled"
    assert world.run("authorize", {}, made["accessToken"]).code == "auth/user-disabled"
    assert account(world, "suspend", "kim@example.com")["endedSessions"] == 0
    assert audited(world, "account.suspended") == [USER]


def test_a_lifted_suspension_does_not_revive_sessions(world):
    made = verified(world)
    account(world, "suspend", "kim@example.com")
    assert account(world, "restore", made["account"]["id"])["status"] == "active"
    assert ended(look(world, made), "ended-by-operator")
    granted(sign_in(world))
    assert audited(world, "account.restored") == [USER]
    refused(world, "account", "restore", "kim@example.com", words="is active")


def test_an_operator_gets_a_session_of_an_account(world):
    made = account(world, *CREATE[1:])
    started = account(world, "session", "ada@example.com")
    assert started["id"] == made["id"]
    token = started["session"]["accessToken"]
    granted(world.run("list-clients", {}, token))
    assert audited(world, "account.signed-in") == [USER]
    assert len(granted(world.run("list-sessions", {}, token))["sessions"]) == 1
    printed = vestibule(world, "account", "session", "ada@example.com").stdout.strip()
    granted(world.run("list-clients", {}, printed))
    assert account(world, "end-sessions", "ada@example.com")["endedSessions"] == 2


def test_no_operator_gets_a_session_of_a_suspended_account(world):
    verified(world)
    account(world, "suspend", "kim@example.com")
    refused(world, "account", "session", "kim@example.com", words="the account is disabled")


def test_no_operator_gets_a_session_of_an_account_with_a_second_factor(world):
    world.policy(policy(factors={"totp": True}))
    confirm_totp(world, verified(world)["accessToken"])
    refused(world, "account", "session", "kim@example.com", words="the account has a second factor")


def test_sessions_end(world):
    made = verified(world)
    assert account(world, "end-sessions", "kim@example.com")["endedSessions"] == 1
    assert ended(look(world, made), "ended-by-operator") and ended(refresh(world, made["refreshToken"]), "ended-by-operator")
    granted(sign_in(world))
    assert audited(world, "account.sessions-ended") == [USER]


def test_factors_are_reset_with_codes_and_challenges(world):
    id = verified(world)["account"]["id"]
    now = column(world, "created_at", id)
    for factor, confirmed in (("f1", now), ("f2", None)):
        world.rows(
            "INSERT INTO factors (id, account_id, type, name, created_at, expires_at, confirmed_at)"
            " VALUES (?, ?, 'totp', 'Phone', ?, ?, ?)", (factor, id, now, now, confirmed))
    world.rows("INSERT INTO recovery_codes (account_id, code_hash) VALUES (?, 'h')", (id,))
    world.rows(
        "INSERT INTO challenges (selector, purpose, account_id, function, tries_left, created_at, expires_at)"
        " VALUES ('s', 'factor', ?, 'sign-in', 5, ?, ?)", (id, now, now))
    assert [factor["id"] for factor in account(world, "show", id)["factors"]] == ["f1"]
    assert account(world, "reset-factors", "kim@example.com")["removedFactors"] == 1
    for table in ("factors", "recovery_codes", "challenges"):
        assert world.rows(f"SELECT * FROM {table}") == []
    world.run("deliver-mail")
    assert len(mails_to(world, "kim", "second step")) == 1
    assert account(world, "reset-factors", "kim@example.com")["removedFactors"] == 0
    world.run("deliver-mail")
    assert len(mails_to(world, "kim", "second step")) == 1
    assert audited(world, "account.factors-reset") == [USER, USER]


def test_a_locked_account_is_unlocked(world):
    verified(world)
    for number in range(5):
        guess(world, address=number)
    assert sign_in(world, event={"clientip": "198.51.100.1"}).code == LIMITED
    assert account(world, "show", "kim@example.com")["isLocked"]
    account(world, "unlock", "kim@example.com")
    assert not account(world, "show", "kim@example.com")["isLocked"]
    granted(sign_in(world, event={"clientip": "198.51.100.1"}))
    assert audited(world, "account.unlocked") == [USER]


def test_the_known_devices_of_an_account_are_unlocked_too(world):
    verified(world, device={"id": "d1"})
    for _ in range(5):
        sign_in(world, password="a wrong one", device={"id": "d1"})
    assert sign_in(world, device={"id": "d1"}).code == LIMITED
    account(world, "unlock", "kim@example.com")
    granted(sign_in(world, device={"id": "d1"}))


# delete


# At the same time


# operators


def test_the_audit_log_names_the_user_who_typed_sudo(world):
    verified(world)
    account(world, "end-sessions", "kim@example.com", SUDO_USER="grace")
    assert audited(world, "account.sessions-ended") == ["grace"]


def test_an_inviter_sees_what_operators_did_with_its_account(world):
    world.policy(POLICY)
    token = world.inviter()
    account(world, "unlock", "ada@example.com")
    [entry] = granted(world.run("list-audit", {}, token))["entries"]
    assert (entry["action"], entry["function"], entry["operator"]) == ("account.unlocked", "account", USER)


@pytest.mark.parametrize("command", ["create", "list", *COMMANDS])
def test_every_command_has_help_and_completion(world, command):
    assert vestibule(world, "account", command, "--help").stdout.startswith("OVERVIEW: ")
    for shell in ("bash", "zsh", "fish"):
        assert command in vestibule(world, "--generate-completion-script", shell).stdout


def test_devices_without_a_session_are_unlocked_by_their_id(world):
    verified(world)
    for number in range(5):
        sign_in(world, password="wrong one", device={"id": "d1"}, event={"clientip": f"192.0.2.{number}"})
    account(world, "unlock", "kim@example.com")
    assert sign_in(world, device={"id": "d1"}).code == LIMITED
    account(world, "unlock", "kim@example.com", "--device", "d1")
    granted(sign_in(world, device={"id": "d1"}))
    for number in range(5):
        sign_in(world, password="wrong one", device={"id": "d1"}, event={"clientip": f"192.0.2.{number}"})
    account(world, "end-sessions", "kim@example.com")
    account(world, "unlock", "kim@example.com")
    granted(sign_in(world, device={"id": "d1"}))


# export
