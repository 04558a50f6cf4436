# SPDX-License-Identifier: Apache-2.0
"""`update-member`: which inviter may change which fields of which member."""

import pytest
from members import accepted, clients, errors, rules, update_member
from people import granted, sign_in, signed_up, verified

pytestmark = pytest.mark.policy(rules())


def test_an_inviter_sets_the_fields_for_inviters_and_the_member_cannot(world, ada):
    kim = accepted(world, ada)
    token, account = kim["session"]["accessToken"], kim["account"]
    set_by_id = granted(update_member(world, ada, {"chapterId": "beta"}, accountId=account["id"]))["member"]
    assert set_by_id == {
        "accountId": account["id"], "email": "kim@example.com", "displayName": "Kim", "profile": {"chapterId": "beta"}}
    granted(world.run("update-account", {"profile": {"classYear": 2}}, token))
    for value in ("alpha", "beta", None):
        refused = world.run("update-account", {"profile": {"chapterId": value, "classYear": 3}}, token)
        assert refused.code == "auth/permission-denied"
        assert errors(refused) == {"/profile/chapterId": "auth/permission-denied"}
    by_email = granted(update_member(world, ada, {"chapterId": "gamma"}, email="KIM@example.com"))["member"]
    assert by_email["profile"] == {"chapterId": "gamma", "classYear": 2}
    cleared = granted(update_member(world, ada, {"chapterId": None}, accountId=account["id"]))["member"]
    assert cleared["profile"] == {"classYear": 2}
    assert granted(world.run("get-account", {}, token))["account"]["profile"] == {"classYear": 2}


def test_a_sign_up_cannot_set_the_fields_for_inviters(world):
    answer = world.run("sign-up", {
        "email": "kim@example.com", "password": "correct horse battery", "displayName": "Kim", "role": "client",
        "profile": {"chapterId": "beta"}})
    assert answer.code == "auth/permission-denied" and list(errors(answer)) == ["/profile/chapterId"]


@pytest.mark.parametrize("profile, pointer", [
    ({"classYear": 2}, "/profile/classYear"), ({"shoeSize": 9}, "/profile/shoeSize"),
    ({"chapterId": 7}, "/profile/chapterId"), ({"chapterId": "x" * 65}, "/profile/chapterId")])
def test_an_inviter_sets_nothing_else(world, ada, profile, pointer):
    account = accepted(world, ada)["account"]
    answer = update_member(world, ada, profile, accountId=account["id"])
    assert answer.status == 0 and list(errors(answer)) == [pointer]
    assert world.rows(f"SELECT profile FROM accounts WHERE id = '{account['id']}'") == [{"profile": "{}"}]


def test_if_people_can_sign_up_as_inviters_an_inviter_reaches_only_its_own_clients(world, ada, bob):
    account = accepted(world, ada)["account"]
    stranger = verified(world, "lee")["account"]
    pending = world.invite(ada, "max")["client"]
    granted(update_member(world, ada, {"chapterId": "beta"}, accountId=account["id"]))
    none = update_member(world, bob, {"chapterId": "x"}, accountId="nobody")
    assert none.code == "auth/user-not-found"
    for whom in ({"accountId": account["id"]}, {"email": "kim@example.com"}, {"accountId": stranger["id"]},
                 {"email": "lee@example.com"}, {"email": pending["email"]}):
        answer = update_member(world, bob, {"chapterId": "x"}, **whom)
        assert answer.stdout == none.stdout, whom
    granted(world.run("remove-client", {"clientId": clients(world, ada)[0]["id"]}, ada))
    assert update_member(world, ada, {"chapterId": "x"}, accountId=account["id"]).code == "auth/user-not-found"


def test_otherwise_an_inviter_reaches_every_invitee_and_no_inviter(world, ada, bob):
    world.policy(rules(roles={"signUp": ["client"]}))
    lee, unverified = verified(world, "lee")["account"], signed_up(world, "max")["account"]
    for whom in ({"accountId": lee["id"]}, {"email": "lee@example.com"}, {"accountId": unverified["id"]}):
        granted(update_member(world, ada, {"chapterId": "beta"}, **whom))
    for whom in ({"email": "bob@example.com"}, {"email": "ada@example.com"}, {"accountId": "nobody"},
                 {"email": "max@example.com"}):
        assert update_member(world, ada, {"chapterId": "beta"}, **whom).code == "auth/user-not-found"
    token = granted(sign_in(world, "lee"))["session"]["accessToken"]
    assert update_member(world, token, {"chapterId": "x"}, email="max@example.com").code == "auth/permission-denied"


def test_a_member_is_named_by_exactly_one_id(world, ada):
    account = accepted(world, ada)["account"]
    for whom in ({}, {"accountId": account["id"], "email": "kim@example.com"}):
        assert update_member(world, ada, {"chapterId": "x"}, **whom).code == "event/invalid"
