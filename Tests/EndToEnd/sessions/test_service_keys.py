# SPDX-License-Identifier: Apache-2.0
"""Service keys: a backend calls the functions that its key names, as an inviter or as a team, and nothing else."""

import json
import threading

import pytest
from members import rules, trainer
from operators import account, lines, vestibule
from people import at_once, granted
from service_keys import BAD, DENIED, key, listed, rotated, sent, services
from studio import teams_on
from worlds import ROOT

pytestmark = pytest.mark.postgresql
ENTRIES = json.loads((ROOT / "functions.json").read_text())["functions"]
#: Functions that take a credential of an account.
TAKING = {name: entry for name, entry in ENTRIES.items() if entry["access"] in ("session", "inviter") and "produces" not in entry}
#: Valid data of those that need some.
EVENTS = {
    "answer-join-request": {"joinRequestId": "x", "approve": True}, "assign-workout": {"clientId": "x", "title": "Arms"},
    "complete-workout": {"workoutId": "x"}, "confirm-factor": {"factorId": "x", "code": "123456"}, "create-team": {"name": "T"},
    "enroll-factor": {"type": "totp"}, "get-client": {"clientId": "x"}, "get-member": {"accountId": "x"},
    "leave-inviter": {"clientId": "x"}, "link-identity": {"identity": {"provider": "google", "idToken": "x"}},
    "reauthenticate": {"password": "x"}, "remove-client": {"clientId": "x"}, "remove-factor": {"factorId": "x"},
    "remove-team-member": {"accountId": "x"}, "remove-workout": {"workoutId": "x"}, "revoke-invitation": {"invitationId": "x"},
    "unlink-identity": {"provider": "google"}, "update-client": {"clientId": "x"}, "update-join-link": {"joinLinkId": "x", "name": "D"},
    "update-member": {"accountId": "x", "profile": {"chapterId": "x"}}, "update-team": {"name": "T"},
    "update-team-member": {"accountId": "x", "role": "owner"}, "update-workout": {"workoutId": "x", "title": "Legs"},
}
LIMITED = "auth/too-many-requests"
INVITING = ("send-invitation", "resend-invitation", "list-clients")


@pytest.fixture
def ada(world):
    """Ada's access token, in a policy without teams."""
    world.policy(rules())
    return trainer(world)


@pytest.fixture
def secret(world, ada):
    return key(world, "crm", *INVITING, inviter="ada@example.com")


# What a key does


def test_a_backend_invites_as_the_inviter(world, ada, secret):
    made = granted(sent(world, secret))
    assert listed(world, ada) == listed(world, secret) == ["Kim"]
    shown = granted(world.run("preview-invitation", {"code": made["link"].split("code=")[1]}))
    assert shown["inviter"]["displayName"] == "Ada"


def test_what_a_backend_does_is_audited_as_the_service(world, ada, secret):
    granted(sent(world, secret))
    assert services(world, "invitation.sent") == ["crm"]
    [entry] = [entry for entry in granted(world.run("list-audit", {}, ada))["entries"] if entry["action"] == "invitation.sent"]
    assert entry["service"] == "crm"
    world.invite(ada, "lee")
    assert services(world, "invitation.sent") == [None, "crm"]
    assert "crm" in vestibule(world, "audit").stdout
    exported = granted(world.run("export-account", {}, ada))["audit"]
    assert "crm" in {entry.get("service") for entry in exported}


def test_a_repeated_event_is_decided_once_also_with_a_new_secret(world, secret):
    event = {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": "link"}
    invite = lambda secret: world.run("send-invitation", event, secret, source="/crm", id="1")
    first = granted(invite(secret))
    new = rotated(world, "crm")
    assert granted(invite(new)) == first and invite(secret).code == BAD


def test_two_backends_of_one_inviter_may_number_their_events_alike(world, secret):
    other = key(world, "shop", "send-invitation", inviter="ada@example.com")
    for who, name in ((secret, "kim"), (other, "lee")):
        client = {"name": name.capitalize(), "email": f"{name}@example.com"}
        granted(world.run("send-invitation", {"client": client, "deliver": "link"}, who, source="/app", id="1"))
    assert listed(world, secret) == ["Kim", "Lee"]


# What it does not


@pytest.mark.parametrize("function", sorted(set(TAKING) - set(INVITING)))
def test_a_key_calls_nothing_but_the_functions_that_it_names(world, secret, function):
    before = world.dump(without=("audit", "hash_keys"))
    assert world.run(function, EVENTS.get(function, {}), secret).code == DENIED
    assert world.dump(without=("audit", "hash_keys")) == before
    assert services(world, "refused") == ["crm"]


@pytest.mark.parametrize("function", ["accept-invitation", "decline-invitation"])
def test_a_key_is_no_session_for_public_functions(world, secret, function):
    invited = world.invite(trainer(world, "bob"), "ada")
    data = {"invitationId": invited["invitation"]["id"]}
    assert world.run(function, data, secret).code == DENIED


def test_refusals_of_a_key_are_one_entry_of_the_log(world, secret):
    for _ in range(3):
        world.run("list-audit", {}, secret)
    [entry] = lines(world, "audit", "--action", "refused")
    assert (entry["count"], entry["service"], entry["function"]) == (3, "crm", "list-audit")


@pytest.mark.parametrize("made", ["vsk_", "vsk_x", "vsk_" + "A" * 43, "vsk_" + "A" * 5000, "VSK_x"])
def test_a_bad_key_is_unauthenticated(world, secret, made):
    assert world.run("list-clients", {}, made).code == BAD
    assert world.run("list-clients", {}, secret[:-1]).code == BAD
    assert world.run("list-clients", {}, secret + "A").code == BAD


def test_a_key_opens_no_page_and_is_no_cookie(world, secret):
    for page in ("account-page", "clients-page"):
        event = {"authorization": f"Bearer {secret}", "cookie": f"__Host-session={secret}", "data": {}}
        assert world.run(page, event=event).json["status"] == 303


def test_an_own_address_is_not_changed_by_a_key(world, ada):
    secret = key(world, "crm", "update-account", "get-account", "list-sessions", inviter="ada@example.com")
    assert granted(world.run("update-account", {"displayName": "Ada L."}, secret))["account"]["displayName"] == "Ada L."
    assert world.run("update-account", {"email": "new@example.com"}, secret).code == "auth/requires-recent-login"
    assert granted(world.run("get-account", {}, secret))["account"]["email"] == "ada@example.com"
    [session] = granted(world.run("list-sessions", {}, secret))["sessions"]
    assert session["current"] is False


# What counts


def test_a_key_has_a_limit_of_its_own(world, ada, secret):
    world.policy(rules(limits={"serviceKey": {"max": 3, "seconds": 60}}))
    other = key(world, "shop", "list-clients", inviter="ada@example.com")
    calls = [("list-clients", {}), ("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": "link"}),
             ("resend-invitation", {"invitationId": "unknown"})]
    assert [world.run(function, data, secret).code for function, data in calls] == [None, None, "invitation/not-found"]
    for function, data in calls:
        answer = world.run(function, data, secret)
        assert answer.code == LIMITED and 0 < answer.json["error"]["retryAfter"] <= 60
    assert listed(world, other) == listed(world, ada) == ["Kim"]
    world.age("client_windows", "ends_at", 60)
    assert listed(world, secret) == ["Kim"]


def test_the_limits_of_inviting_count_as_well(world, ada, secret):
    world.policy(rules(limits={"invite": {"max": 2, "seconds": 3600}, "inviteRecipient": {"max": 1, "seconds": 3600}}))
    made = granted(sent(world, secret))
    again = world.run("resend-invitation", {"invitationId": made["invitation"]["id"], "deliver": "link"}, secret)
    assert again.code == LIMITED
    granted(sent(world, secret, "lee"))
    assert sent(world, secret, "max").code == LIMITED
    assert world.run("send-invitation", {"client": {"name": "M", "email": "m@example.com"}, "deliver": "link"}, ada).code == LIMITED


def test_a_required_second_factor_does_not_end_a_key(world, ada, secret):
    world.policy(rules(factors={"totp": True, "requiredFor": ["admin"]}))
    assert world.run("list-clients", {}, ada).code == "auth/factor-required"
    granted(sent(world, secret))


# Load


def test_a_key_that_is_rotated_under_load_ends_for_all_that_come_later(world, secret):
    """Calls before the rotation are granted, calls after it are refused, and nothing in between is half done."""
    people = [f"p{number}" for number in range(24)]
    event = lambda name: {"client": {"name": name, "email": f"{name}@example.com"}, "deliver": "link"}
    answers, made = {}, []

    def invite(name):
        answers[name] = world.run("send-invitation", event(name), secret, env={"DEADLINE_SECONDS": "55"})
    threads = [threading.Thread(target=invite, args=(name,)) for name in people]
    for index, thread in enumerate(threads):
        thread.start()
        if index == 12:
            made.append(rotated(world, "crm"))
    for thread in threads:
        thread.join()
    codes = {name: answer.code for name, answer in answers.items()}
    assert set(codes.values()) <= {None, BAD} and BAD in codes.values()
    invited = listed(world, made[0], limit=100)
    assert invited == sorted(name for name, code in codes.items() if code is None)
    assert sent(world, secret, "late").code == BAD and len(services(world, "invitation.sent")) == len(invited)


def test_calls_of_one_key_at_once_are_all_granted(world, secret):
    event = [{"client": {"name": f"P{number}", "email": f"p{number}@example.com"}, "deliver": "link"} for number in range(16)]
    answers = at_once(world, "send-invitation", event, authorization=f"Bearer {secret}")
    assert [answer.code for answer in answers] == [None] * 16
    assert world.rows("SELECT calls FROM client_windows") == [{"calls": 16}]


# Teams


def test_two_keys_never_see_each_others_team(studio):
    """Ada's team and one that Ada owns as well: the account that acts for both keys is the same."""
    world = studio.world
    other = granted(world.run("create-team", {"name": "Evening"}, studio.ada.token))["team"]["id"]
    here, there = (key(world, team, *INVITING, "list-teams", "get-team", "get-client", "list-audit", "create-team", team=team)
                   for team in (studio.id, other))
    kim, lee = granted(sent(world, here))["client"]["id"], granted(sent(world, there, "lee"))["client"]["id"]
    for secret, own, name, foreign, elsewhere in ((here, studio.id, "Kim", lee, other), (there, other, "Lee", kim, studio.id)):
        assert listed(world, secret) == listed(world, secret, teamId=own) == [name]
        assert [team["id"] for team in granted(world.run("list-teams", {}, secret))["teams"]] == [own]
        assert granted(world.run("get-team", {}, secret))["team"]["id"] == own
        assert world.run("get-client", {"clientId": foreign}, secret).code == "client/not-found"
        assert world.run("list-clients", {"teamId": elsewhere}, secret).code == "team/not-found"
        assert {entry["subjectId"] for entry in granted(world.run("list-audit", {}, secret))["entries"]}.isdisjoint({foreign})
        assert world.run("create-team", {"name": "More"}, secret).code == DENIED


def test_events_of_two_teams_keys_may_have_the_same_id(studio):
    world = studio.world
    other = granted(world.run("create-team", {"name": "Evening"}, studio.ada.token))["team"]["id"]
    event = {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": "link"}
    made = [granted(world.run("send-invitation", event, key(world, team, *INVITING, team=team), source="/app", id="1"))
            for team in (studio.id, other)]
    assert made[0]["client"]["id"] != made[1]["client"]["id"]


def test_a_teams_key_acts_for_the_owner_who_has_been_there_longest(studio):
    world = studio.world
    secret = key(world, "crm", *INVITING, team=studio.id)
    code = granted(sent(world, secret))["link"].split("code=")[1]
    shown = granted(world.run("preview-invitation", {"code": code}))
    assert shown["inviter"]["displayName"] == "Ada" and shown["team"]["id"] == studio.id
    account(world, "suspend", "ada@example.com")
    assert listed(world, secret) == ["Kim"], "Bob acts for it now"
    account(world, "suspend", "bob@example.com")
    assert world.run("list-clients", {}, secret).code == BAD
    account(world, "restore", "ada@example.com")
    assert listed(world, secret) == ["Kim"], "a team's key has not ended with its people"


def test_the_key_of_an_inviter_in_several_teams_says_which(studio):
    secret = key(studio.world, "crm", *INVITING, inviter="bob@example.com")
    assert studio.world.run("list-clients", {}, secret).code == "event/invalid"
    assert listed(studio.world, secret, teamId=studio.of_bob) == []
    assert studio.world.run("list-clients", {"teamId": studio.of_eve}, secret).code == "team/not-found"


def test_without_teams_in_the_policy_the_key_of_a_team_opens_nothing(studio):
    secret = key(studio.world, "crm", *INVITING, team=studio.id)
    studio.world.policy({**teams_on(), "teams": "off"})
    assert studio.world.run("list-clients", {}, secret).code == BAD
