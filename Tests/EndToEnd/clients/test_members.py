# SPDX-License-Identifier: Apache-2.0
"""`list-members` and `get-member`: which accounts an inviter sees, and that `update-member` changes the same ones."""

import older_schema
import pytest
from members import accepted, rules, update_member
from people import code_in, granted, mails_to, sign_up, signed_up, verified
from worlds import ENGINE, POLICY

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(rules())]
ALL = {"members": {"visibility": "all"}}


def members(world, token, **data):
    return granted(world.run("list-members", data, token))["members"]


def names(world, token, **data):
    return [member["displayName"] for member in members(world, token, **data)]


def get_member(world, token, account_id):
    return world.run("get-member", {"accountId": account_id}, token)


def test_by_default_an_inviter_sees_the_accounts_of_its_own_clients(world, ada, bob):
    kim, lee = accepted(world, ada), accepted(world, bob, "lee")
    world.invite(ada, "max")
    verified(world, "eve")
    [member] = members(world, ada)
    own = granted(world.run("get-account", {}, kim["session"]["accessToken"]))
    # An inviter does not see the further addresses of a client.
    addresses = own["account"].pop("addresses")
    assert member == own["account"] and addresses[0]["email"] == member["email"]
    assert granted(get_member(world, ada, member["id"])) == {"member": member, "state": "signedIn", "missing": []}
    assert names(world, bob) == ["Lee"]
    unknown = get_member(world, ada, "nobody")
    assert unknown.code == "auth/user-not-found"
    for foreign in (lee["account"]["id"], own["clients"][0]["inviter"]["id"]):
        assert get_member(world, ada, foreign).stdout == unknown.stdout
    granted(update_member(world, ada, {"chapterId": "beta"}, accountId=member["id"]))
    assert members(world, ada)[0]["profile"] == {"chapterId": "beta"}


@pytest.mark.parametrize("sign_up_roles", [["client"], ["admin", "client"]])
def test_with_the_visibility_all_an_inviter_sees_and_changes_every_invitee(world, ada, bob, sign_up_roles):
    accepted(world, bob, "kim")
    lee, unverified = verified(world, "lee", displayName="Lee")["account"], signed_up(world, "max", displayName="Max")
    world.policy(rules(roles={"signUp": sign_up_roles}, **ALL))
    assert names(world, ada) == names(world, bob) == ["Kim", "Lee", "Max"]
    for member in members(world, ada):
        assert granted(get_member(world, ada, member["id"]))["member"] == member
        granted(update_member(world, ada, {"chapterId": "beta"}, accountId=member["id"]))
    assert granted(get_member(world, ada, lee["id"]))["member"]["profile"] == {"chapterId": "beta"}
    assert not granted(get_member(world, ada, unverified["account"]["id"]))["member"]["emailVerified"]


@pytest.mark.parametrize("sign_up_roles", [["client"], ["admin", "client"]])
def test_with_the_visibility_own_an_inviter_changes_only_its_own_clients(world, ada, bob, sign_up_roles):
    world.policy(rules(roles={"signUp": sign_up_roles}, members={"visibility": "own"}))
    kim, lee = accepted(world, ada), verified(world, "lee")["account"]
    granted(update_member(world, ada, {"chapterId": "beta"}, accountId=kim["account"]["id"]))
    assert update_member(world, bob, {"chapterId": "x"}, accountId=kim["account"]["id"]).code == "auth/user-not-found"
    assert update_member(world, ada, {"chapterId": "x"}, accountId=lee["id"]).code == "auth/user-not-found"
    assert names(world, ada) == ["Kim"] and names(world, bob) == []


@pytest.mark.parametrize("visibility", ["own", "all"])
def test_members_are_found_by_name_address_role_and_status(world, ada, visibility):
    for name in ("kim", "lee"):
        accepted(world, ada, name)
    granted(world.run("update-account", {"displayName": "Élodie 100%_"}, accepted(world, ada, "max")["session"]["accessToken"]))
    world.policy(rules(members={"visibility": visibility}))
    world.rows("UPDATE accounts SET status = 'disabled' WHERE email = 'lee@example.com'")
    assert names(world, ada, query="KI") == names(world, ada, query="KIM@EX") == ["Kim"]
    assert names(world, ada, query="éLO") == names(world, ada, query="0%_") == ["Élodie 100%_"]
    for query in ("è", "%", "_", "\\", "kim\\", "élodie kim"):
        assert names(world, ada, query=query) == (["Élodie 100%_"] if query in "%_" else []), query
    assert names(world, ada, role="client") == ["Kim", "Lee", "Élodie 100%_"]
    assert names(world, ada, role="admin") == names(world, ada, role="nobody") == []
    assert names(world, ada, status="disabled") == ["Lee"] and names(world, ada, status="deleting") == []
    assert names(world, ada, status="active", query="e") == ["Kim", "Élodie 100%_"]


def test_members_are_found_by_a_new_address_and_after_an_upgrade_of_the_database(world, ada):
    world.policy(rules(members={"visibility": "all"}, providers={**POLICY["providers"], "email": {}}))
    token = accepted(world, ada, "kim")["session"]["accessToken"]
    granted(world.run("update-account", {"displayName": "ÉLODIE", "email": "zoe@example.com"}, token))
    world.run("deliver-mail")
    granted(world.run("verify-email", {"code": code_in(mails_to(world, "zoe")[-1])}))
    found = lambda: [len(names(world, ada, query=query)) for query in ("kim@", "ZOE@", "élo")]
    assert found() == [0, 1, 1]
    for statement in older_schema.statements(5):
        world.rows(statement)
    world.rows("UPDATE schema_versions SET version = 5" if ENGINE != "sqlite" else "PRAGMA user_version = 5")
    assert found() == [0, 1, 1]


@pytest.mark.parametrize("visibility", ["own", "all"])
def test_pages_of_members_skip_and_repeat_nothing(world, ada, visibility):
    for number in range(5):
        accepted(world, ada, f"kim{number}")
    world.policy(rules(members={"visibility": visibility}))
    for query in ({}, {"query": "kim"}):
        found, cursor = [], None
        while cursor or not found:
            page = granted(world.run("list-members", {"limit": 2, **query, **({"cursor": cursor} if cursor else {})}, ada))
            found += [member["displayName"] for member in page["members"]]
            cursor = page["nextCursor"]
        assert found == [f"Kim{number}" for number in range(5)]
    assert world.run("list-members", {"cursor": "nonsense"}, ada).code == "event/invalid"


def test_a_person_with_two_records_of_one_inviter_is_one_member(world, ada):
    code = world.invite(ada, "kim-work", allowOtherEmail=True)["code"]
    accepted(world, ada)
    granted(world.accept(code, "kim"))
    assert names(world, ada) == ["Kim"]


def test_members_are_for_inviters(world, ada):
    kim = accepted(world, ada)
    token = kim["session"]["accessToken"]
    assert world.run("list-members", {}, token).code == "auth/permission-denied"
    assert get_member(world, token, kim["account"]["id"]).code == "auth/permission-denied"


def test_the_state_of_a_member_says_what_is_missing(world, ada):
    world.policy(rules(email={"verification": "required"}, **ALL))
    answer = sign_up(world, "lee")
    found = granted(get_member(world, ada, answer.json["account"]["id"]))
    assert found["state"] == "emailNotVerified" and found["missing"] == []
