# SPDX-License-Identifier: Apache-2.0
"""A backend with a service key, by Supabase's own client."""

import json

import pytest
from imports import run_import
from people import code_in, mails_to
from service_keys import key
from supabase_auth.errors import AuthApiError
from supabase_clients import PASSWORD, SUPABASE, SyncGoTrueClient, client_of, served, sign_up, through_supabase
from supabase_mails import newest
from worlds import person

pytestmark = pytest.mark.postgresql
POLICY = {**SUPABASE, "roles": {**SUPABASE["roles"], "signUp": ["admin", "client"]}}


def admin(web, secret):
    url = f"http://127.0.0.1:{web.port}/auth/v1"
    return SyncGoTrueClient(url=url, headers={"apikey": secret, "Authorization": f"Bearer {secret}"}).admin


def refusal(call, *arguments):
    with pytest.raises(AuthApiError) as refused:
        call(*arguments)
    return refused.value.code


def test_a_backend_reaches_the_people_of_its_inviter_and_nobody_else(world):
    with served(world, POLICY) as web:
        trainer = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
        secret = key(world, "backend", "supabase-auth", inviter="ada@example.com")
        backend = admin(web, secret)
        kim = world.accept(world.invite(trainer)["code"]).json["account"]["id"]
        stranger = sign_up(client_of(web), "zoe").user.id

        assert [user.id for user in backend.list_users()] == [kim]
        assert backend.get_user_by_id(kim).user.email == "kim@example.com"
        assert refusal(backend.get_user_by_id, stranger) == "user_not_found"
        changed = backend.update_user_by_id(kim, {"user_metadata": {"plan": "gold"}}).user
        assert changed.user_metadata == {"plan": "gold"}
        for attributes in ({"password": "another good password"}, {"email": "x@example.com"}, {"email_confirm": True}):
            assert refusal(backend.update_user_by_id, kim, attributes) == "not_implemented"
        assert refusal(backend.update_user_by_id, stranger, {"user_metadata": {"plan": "x"}}) == "user_not_found"
        assert refusal(backend.delete_user, stranger) == "user_not_found"
        backend.delete_user(kim)
        assert list(backend.list_users()) == []
        assert "account" in world.run("sign-in", {"identity": person("kim")}).json


def test_a_backend_invites(world):
    with served(world, POLICY) as web:
        world.sign_in("ada", **{"as": "admin"})
        backend = admin(web, key(world, "backend", "supabase-auth", inviter="ada@example.com"))
        assert backend.invite_user_by_email("kim@example.com").user.email == "kim@example.com"
        assert newest(world)["Subject"]
        link = backend.generate_link({"type": "invite", "email": "lee@example.com"})
        assert link.properties.action_link.startswith("https://pfa.example/invite?code=")
        assert refusal(backend.generate_link, {"type": "magiclink", "email": "lee@example.com"}) == "not_implemented"


def test_who_was_invited_is_a_user_by_the_id_of_the_answer(world):
    """Before there is an account, and as the account's user after it."""
    with served(world, POLICY) as web:
        trainer = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
        backend = admin(web, key(world, "backend", "supabase-auth", inviter="ada@example.com"))
        kim, lee = (backend.create_user({"email": f"{name}@example.com"}).user.id for name in ("kim", "lee"))
        assert backend.get_user_by_id(lee).user.email == "lee@example.com"
        backend.delete_user(lee)
        assert refusal(backend.get_user_by_id, lee) == refusal(backend.delete_user, lee) == "user_not_found"
        clients = world.run("list-clients", {}, trainer).json["clients"]
        assert [client["id"] for client in clients] == [kim]
        account = world.accept(code_in(mails_to(world, "kim")[-1])).json["account"]["id"]
        assert backend.get_user_by_id(kim).user.id == backend.get_user_by_id(account).user.id == account
        backend.delete_user(kim)
        assert refusal(backend.get_user_by_id, account) == "user_not_found"


def test_a_key_for_something_else_and_a_session_open_nothing_here(world):
    with served(world, POLICY) as web:
        trainer = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
        other = key(world, "other", "list-clients", inviter="ada@example.com")
        assert refusal(admin(web, other).list_users) == "not_admin"
        assert refusal(admin(web, trainer).list_users) == "not_admin"
        assert refusal(admin(web, sign_up(client_of(web), "zoe").session.access_token).invite_user_by_email, "x@example.com") == "not_admin"
        assert refusal(admin(web, trainer + "x").list_users) == "bad_jwt"
        assert refusal(admin(web, "vsk_unknown").list_users) == "bad_jwt"


def test_a_page_of_users_is_read_by_its_number(world):
    with served(world, POLICY) as web:
        trainer = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
        backend = admin(web, key(world, "backend", "supabase-auth", inviter="ada@example.com"))
        people = [world.accept(world.invite(trainer, name)["code"], name).json["account"]["id"]
                  for name in ("kim", "lee", "zoe")]
        pages = [[user.id for user in backend.list_users(page, 2)] for page in (1, 2, 3, 1000)]
        assert pages == [people[:2], people[2:], [], []]


def test_a_list_of_users_says_how_many_there_are_and_where_the_next_page_is(world):
    """A backend that reads all users with 1000 a page gets all of them."""
    world.policy({**POLICY, "members": {"visibility": "all"}})
    world.sign_in("ada", **{"as": "admin"})
    secret = key(world, "backend", "supabase-auth", inviter="ada@example.com")
    rows = "".join(f"u{number}@example.com,Kim,client,true\n" for number in range(103))
    assert run_import(world, "email,name,role,email_verified\n" + rows).summary["created"] == 103

    def listed(**query):
        answer = world.run("supabase-auth", event={
            "authorization": f"Bearer {secret}", "data": {"method": "GET", "path": "admin/users", "query": query, "headers": {}}}).json
        return len(answer["body"]["users"]), answer["headers"]["X-Total-Count"], answer["headers"]["Link"]

    path = "</auth/v1/admin/users?page="
    assert listed(per_page="1000") == (103, "103", f'{path}1&per_page=1000>; rel="last"')
    assert listed() == (50, "103", f'{path}2&per_page=50>; rel="next", {path}3&per_page=50>; rel="last"')
    assert listed(page="3", per_page="50") == (3, "103", f'{path}3&per_page=50>; rel="last"')
    assert listed(page="1200", per_page="1") == (0, "103", f'{path}103&per_page=1>; rel="last"')
    assert listed(page="99999999999", per_page="5000")[0] == 0


@pytest.mark.policy(POLICY)
@pytest.mark.parametrize("address, name", [("wei.li@example.com", "wei li"), ("anna.de@example.com", "anna de"), ("kim@example.com", "kim")])
def test_supabase_invites_an_address_whose_name_looks_like_a_domain(world, address, name):
    world.sign_in("ada", **{"as": "admin"})
    token = key(world, "backend", "supabase-auth", inviter="ada@example.com")
    assert through_supabase(world, "POST", "invite", {"email": address}, token)["status"] == 200
    assert world.rows("SELECT name FROM clients") == [{"name": name}]


def asked(world, secret, method, path, body=None, **query):
    """The answer to a request of a backend."""
    data = {"method": method, "path": path, "query": query, "headers": {}, "body": body or {}}
    return world.run("supabase-auth", event={"authorization": f"Bearer {secret}", "data": data}).json


def test_a_key_has_one_limit_for_these_routes_and_for_ours(world):
    """Also where the address has a smaller limit: a backend shares its address with others."""
    limits = {"serviceKey": {"max": 4, "seconds": 60}, "public": {"max": 1, "seconds": 60}}
    world.policy({**POLICY, "limits": {**SUPABASE["limits"], **limits}})
    world.sign_in("ada", **{"as": "admin"})
    secret = key(world, "backend", "supabase-auth", "list-clients", inviter="ada@example.com")
    assert asked(world, secret, "GET", "admin/users")["status"] == 200
    assert asked(world, secret, "POST", "invite", {"email": "kim@example.com"})["status"] == 200
    assert asked(world, secret, "GET", "admin/users/01a1fe8b-e557-7000-9732-2d67b10f3acf")["status"] == 404
    assert len(world.run("list-clients", {}, secret).json["clients"]) == 1
    limited = asked(world, secret, "GET", "admin/users")
    assert (limited["status"], limited["body"]["error_code"]) == (429, "over_request_rate_limit") and limited["headers"]["Retry-After"]
    assert asked(world, secret, "POST", "invite", {"email": "lee@example.com"})["status"] == 429
    assert world.run("list-clients", {}, secret).code == "auth/too-many-requests"
    world.age("client_windows", "ends_at", 60)
    assert asked(world, secret, "GET", "admin/users")["status"] == 200


def test_what_a_backend_stores_with_an_invited_person_is_the_accounts_after_the_acceptance(world):
    with served(world, POLICY) as web:
        world.sign_in("ada", **{"as": "admin"})
        backend = admin(web, key(world, "backend", "supabase-auth", inviter="ada@example.com"))
        invited = backend.invite_user_by_email("kim@example.com", {"data": {"team": "red", "full_name": "Kim P"}}).user
        assert invited.user_metadata == {"team": "red", "full_name": "Kim P"}
        changed = backend.update_user_by_id(invited.id, {"user_metadata": {"plan": "gold", "team": None}}).user
        assert changed.user_metadata == backend.get_user_by_id(invited.id).user.user_metadata == {"full_name": "Kim P", "plan": "gold"}
        assert refusal(backend.update_user_by_id, invited.id, {"user_metadata": {"big": "x" * 5000}}) == "validation_failed"
        assert refusal(backend.update_user_by_id, invited.id, {"email_confirm": True}) == "not_implemented"
        accepted = world.accept(code_in(mails_to(world, "kim")[-1])).json
        assert accepted["account"]["displayName"] == "Kim" and "userMetadata" not in json.dumps(accepted)
        assert backend.get_user_by_id(invited.id).user.user_metadata == {"full_name": "Kim P", "plan": "gold"}
        exported = world.run("export-account", {}, accepted["session"]["accessToken"]).json
        assert exported["invitations"][0]["userMetadata"] == {"full_name": "Kim P", "plan": "gold"}


def test_metadata_of_an_invitation_replaces_nothing_of_the_person(world):
    """A person who has an account already, and accepts with its session."""
    with served(world, POLICY) as web:
        world.sign_in("ada", **{"as": "admin"})
        backend = admin(web, key(world, "backend", "supabase-auth", inviter="ada@example.com"))
        client = client_of(web)
        sign_up(client)
        own = {"full_name": "Kim", "big": "x" * 4000}
        client.update_user({"data": {"big": own["big"]}})
        given = {"full_name": "Other", "team": "red", "long": "y" * 100}
        backend.create_user({"email": "kim@example.com", "user_metadata": given})
        code = code_in(mails_to(world, "kim")[-1])
        assert world.run("accept-invitation", {"code": code}, client.get_session().access_token).code is None
        assert client.get_user().user.user_metadata == {**own, "team": "red"}


def test_metadata_waits_with_the_acceptance_and_goes_with_a_new_sending(world):
    with served(world, POLICY) as web:
        trainer = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
        backend = admin(web, key(world, "backend", "supabase-auth", inviter="ada@example.com"))
        link = backend.generate_link({"type": "invite", "email": "kim@example.com", "options": {"data": {"team": "red"}}})
        assert link.user.user_metadata == {"team": "red"}
        [row] = world.rows("SELECT id FROM invitations")
        assert world.run("resend-invitation", {"invitationId": row["id"]}, trainer).code is None
        assert backend.get_user_by_id(link.user.id).user.user_metadata == {"team": "red"}
        again = world.run("resend-invitation", {"invitationId": row["id"], "deliver": "link"}, trainer).json
        waits = world.run("accept-invitation", {"code": again["link"].split("=")[-1], "newPassword": PASSWORD}).json
        assert waits["waiting"] and world.rows("SELECT user_metadata FROM accounts WHERE role = 'client'") == [{"user_metadata": None}]
        assert world.run("verify-email", {"code": code_in(newest(world))}).code is None
        assert backend.get_user_by_id(link.user.id).user.user_metadata == {"team": "red"}


def test_an_invited_person_is_led_to_a_url_that_the_policy_lists(world):
    listed, other = "https://app.example/welcome", "https://evil.example/"
    with served(world, {**POLICY, "app": {"returnURLs": [listed]}}) as web:
        world.sign_in("ada", **{"as": "admin"})
        backend = admin(web, key(world, "backend", "supabase-auth", inviter="ada@example.com"))
        backend.invite_user_by_email("kim@example.com", {"redirect_to": f"{listed}?a=1"})
        assert world.accept(code_in(mails_to(world, "kim")[-1])).json["returnURL"] == f"{listed}?a=1"
        for name, wanted, shown in (("lee", listed, listed), ("zoe", other, "https://pfa.example")):
            link = backend.generate_link({"type": "invite", "email": f"{name}@example.com", "options": {"redirect_to": wanted}})
            assert link.properties.redirect_to == shown
        assert {row["return_url"] for row in world.rows("SELECT return_url FROM invitations")} == {f"{listed}?a=1", listed, None}


def test_what_a_backend_cannot_set_is_refused_alike_for_new_users_and_known_ones(world):
    with served(world, POLICY) as web:
        world.sign_in("ada", **{"as": "admin"})
        backend = admin(web, key(world, "backend", "supabase-auth", inviter="ada@example.com"))
        invited = backend.create_user({"email": "kim@example.com", "email_confirm": False, "app_metadata": {}}).user.id
        for more in ({"password": PASSWORD}, {"email_confirm": True}, {"app_metadata": {"role": "admin"}}, {"phone": "+491701234567"}):
            assert refusal(backend.create_user, {"email": "lee@example.com", **more}) == "not_implemented"
            assert refusal(backend.update_user_by_id, invited, more) == "not_implemented"


def test_the_message_for_a_backend_says_what_is_wrong(world):
    world.policy(POLICY)
    world.sign_in("ada", **{"as": "admin"})
    secret = key(world, "backend", "supabase-auth", inviter="ada@example.com")
    unknown = asked(world, secret, "GET", "admin/users/01a1fe8b-e557-7000-9732-2d67b10f3acf")["body"]
    assert unknown["error_code"] == "user_not_found" and "email" not in unknown["msg"]
    assert "/email" in asked(world, secret, "POST", "invite", {"email": "no address"})["body"]["msg"]
