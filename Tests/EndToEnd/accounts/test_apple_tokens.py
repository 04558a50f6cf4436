# SPDX-License-Identifier: Apache-2.0
"""Apple's authorization codes are exchanged through the outbox, and the refresh tokens are revoked with their identity."""

import pytest
from apple import (
    BUNDLE,
    CLIENT_KEY,
    PROVIDER,
    SERVICE,
    Apple,
    apple_policy,
    deliver,
    identity,
    kept,
    requests_of,
    signed_in,
    token,
    wait,
)
from cryptography.hazmat.primitives.asymmetric import ec
from operators import vestibule
from people import granted, verified

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(apple_policy())]


# The exchange


def test_a_sign_in_has_its_code_exchanged_once(world, apple):
    code = apple.code()
    granted(world.run("sign-in", {"identity": identity(code)}))
    assert apple.requests == [], "the sign-in does not wait for Apple"
    assert deliver(world, apple)["sent"] == 1
    [(path, form)] = apple.requests
    assert path == "/auth/token" and form.pop("client_secret")
    assert form == {"client_id": BUNDLE, "grant_type": "authorization_code", "code": code}
    assert kept(world) == ["001.kim"]
    deliver(world, apple)
    assert len(apple.requests) == 1
    [refresh] = apple.tokens
    assert refresh not in world.dump() and code not in world.dump(), "both are stored encrypted only"


def test_made_up_codes_of_one_person_do_not_fill_the_outbox(world, apple):
    shown = identity("made-up")
    for number in range(7):
        granted(world.run("sign-in", {"identity": {**shown, "authorizationCode": f"made-up-{number}"}}))
    granted(world.run("sign-in", {"identity": identity(apple.code("001.lee"), subject="001.lee", email="lee@example.com")}))
    assert len(world.rows("SELECT id FROM outbox WHERE kind = 'apple-exchange'")) == 5 + 1
    world.age("limit_hits", "at", 301)
    granted(world.run("sign-in", {"identity": identity(apple.code())}))
    deliver(world, apple)
    assert kept(world) == ["001.kim", "001.lee"]


def test_the_audience_of_the_id_token_selects_the_client(world, apple):
    granted(world.run("sign-in", {"identity": identity(apple.code(client=SERVICE), client=SERVICE)}))
    deliver(world, apple)
    assert [form["client_id"] for _, form in apple.requests] == [SERVICE] and kept(world) == ["001.kim"]


@pytest.mark.parametrize("function", ["sign-in-with-apple", "accept-invitation", "link-identity", "reauthenticate"])
def test_every_function_that_takes_an_identity_takes_the_code(world, apple, function):
    code = apple.code()
    if function == "sign-in-with-apple":
        answer = world.run(function, {"identity_token": token(), "authorization_code": code})
    elif function == "accept-invitation":
        world.policy(apple_policy(roles={"signUp": ["admin", "client"]}))
        invitation = world.invite(world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"])
        answer = world.run(function, {"code": invitation["code"], "identity": identity(code)})
    elif function == "link-identity":
        answer = world.run(function, {"identity": identity(code)}, verified(world)["accessToken"])
    else:
        session = granted(world.run("sign-in", {"identity": identity()}))["session"]
        answer = world.run(function, {"identity": identity(code)}, session["accessToken"])
    granted(answer)
    deliver(world, apple)
    assert [form.get("code") for _, form in apple.requests] == [code] and kept(world) == ["001.kim"]


def test_a_person_with_a_linked_identity_can_give_a_code_later(world, apple):
    session = granted(world.run("sign-in", {"identity": identity()}))["session"]
    assert granted(world.run("link-identity", {"identity": identity(apple.code())}, session["accessToken"])) == {"providers": ["apple"]}
    deliver(world, apple)
    assert kept(world) == ["001.kim"]


@pytest.mark.parametrize("without", ["settings", "audience"])
def test_a_code_that_cannot_be_exchanged_is_ignored(world, apple, without):
    provider = {"jwks": PROVIDER["jwks"], "audiences": [BUNDLE]} if without == "settings" else {
        **PROVIDER, "audiences": [BUNDLE], "clientIDs": [SERVICE]}
    world.policy(apple_policy(providers={"apple": provider}))
    granted(world.run("sign-in", {"identity": identity(apple.code())}))
    assert requests_of(world) == []


def test_a_refused_sign_in_queues_nothing(world, apple):
    assert world.run("sign-in", {"identity": identity(apple.code(), iss="https://other.example")}).code == "auth/invalid-id-token"
    assert world.run("sign-in", {"identity": identity(apple.code()), "as": "admin"}).code
    assert requests_of(world) == []


def test_a_repeated_event_queues_its_code_once(world, apple):
    event = {"id": "1", "source": "app", "data": {"identity": identity(apple.code())}}
    assert granted(world.run("sign-in", event=event)) == granted(world.run("sign-in", event=event))
    assert len(requests_of(world)) == 1


def test_a_code_of_another_person_gives_no_token(world, apple):
    granted(world.run("sign-in", {"identity": identity(apple.code("002.lee"))}))
    deliver(world, apple)
    assert apple.paths() == ["/auth/token"] and kept(world) == []


def test_a_later_code_replaces_the_token_without_a_revocation(world, apple):
    signed_in(world, apple)
    session = signed_in(world, apple)
    newest = list(apple.tokens)[-1]
    granted(world.run("delete-account", {}, session["accessToken"]))
    deliver(world, apple)
    assert apple.revoked == [newest]


def test_a_code_lasts_five_minutes(world, apple):
    granted(world.run("sign-in", {"identity": identity(apple.code())}))
    world.age("outbox", "expires_at", 301)
    assert deliver(world, apple)["sent"] == 0
    assert apple.requests == [] and [row["state"] for row in requests_of(world)] == ["failed"]
    [row] = requests_of(world)
    assert row["sealed_values"] is None


# Failures of Apple


@pytest.mark.parametrize("answer, state, trouble", [
    ((400, {"error": "invalid_grant"}), "failed", "apple: HTTP status 400: invalid_grant"),
    ((400, {"error": "invalid_request"}), "failed", "apple: HTTP status 400: invalid_request"),
    ((400, {"error": "invalid_client"}), "queued", "apple: HTTP status 400: invalid_client"),
    (500, "queued", "apple: HTTP status 500"),
    (429, "queued", "apple: HTTP status 429"),
    (404, "queued", "apple: HTTP status 404"),
    ((200, {"access_token": "a"}), "failed", "apple: the answer has no refresh token"),
])
def test_failures_of_an_exchange(world, apple, answer, state, trouble):
    granted(world.run("sign-in", {"identity": identity(apple.code())}))
    apple.answers = [answer]
    deliver(world, apple)
    [row] = requests_of(world)
    assert (row["state"], row["trouble"]) == (state, trouble)
    wait(world, 120)
    deliver(world, apple)
    assert kept(world) == (["001.kim"] if state == "queued" else []) and len(apple.requests) == (2 if state == "queued" else 1)


def test_an_exchange_waits_for_apple_and_for_the_operator(world, apple):
    granted(world.run("sign-in", {"identity": identity(apple.code())}))
    for env in ({"APPLE_API_URL": "http://127.0.0.1:9"}, {"APPLE_PRIVATE_KEY": None}, {"APPLE_PRIVATE_KEY": "nonsense"},
                {"APPLE_API_URL": "http://apple.example"}):
        assert deliver(world, apple, **env)["retried"] == 1
        wait(world, 120)
    assert apple.requests == []
    deliver(world, apple)
    assert kept(world) == ["001.kim"]


def test_a_key_that_apple_does_not_know_waits_and_uses_up_no_attempt(world):
    other = ec.generate_private_key(ec.SECP256R1())
    with Apple(key=other) as apple:
        session = granted(world.run("sign-in", {"identity": identity(apple.code())}))["session"]
        for _ in range(12):
            deliver(world, apple)
            wait(world, 120)
        assert world.rows("SELECT state, attempts FROM outbox WHERE kind = 'apple-exchange'") == [{"state": "queued", "attempts": 0}]
        assert set(apple.paths()) == {"/auth/token"} and session
        apple.key = CLIENT_KEY.public_key()
        deliver(world, apple)
    assert kept(world) == ["001.kim"]


# Revocation


def test_unlinking_revokes_the_token(world, apple):
    token = verified(world)["accessToken"]
    granted(world.run("link-identity", {"identity": identity(apple.code())}, token))
    deliver(world, apple)
    [refresh] = apple.tokens
    granted(world.run("unlink-identity", {"provider": "apple"}, token))
    [_, row] = requests_of(world)
    assert (row["kind"], row["account_id"], row["recipient"]) == ("apple-revocation", None, BUNDLE)
    deliver(world, apple)
    path, form = apple.requests[-1]
    assert path == "/auth/revoke" and form.pop("client_secret")
    assert form == {"client_id": BUNDLE, "token": refresh, "token_type_hint": "refresh_token"}
    deliver(world, apple)
    assert apple.revoked == [refresh] and requests_of(world)[-1]["sealed_values"] is None


def test_each_client_of_a_person_has_its_token_revoked(world, apple):
    for client in (BUNDLE, SERVICE):
        session = granted(world.run("sign-in", {"identity": identity(apple.code(client=client), client=client)}))["session"]
    deliver(world, apple)
    granted(world.run("delete-account", {}, session["accessToken"]))
    deliver(world, apple)
    assert sorted(form["client_id"] for path, form in apple.requests if path == "/auth/revoke") == [BUNDLE, SERVICE]
    assert apple.living == set()


def test_the_app_stores_rule_a_deleted_account_has_its_token_revoked(world, apple):
    """App Store Review Guideline 5.1.1(v): apps with Sign in with Apple revoke tokens when an account is deleted."""
    session = signed_in(world, apple)
    assert "deleted" in granted(world.run("delete-account", {}, session["accessToken"]))
    assert world.rows("SELECT * FROM accounts") == [] == world.rows("SELECT * FROM identities")
    [row] = [row for row in requests_of(world) if row["state"] == "queued"]
    assert row["kind"] == "apple-revocation" and row["account_id"] is None, "it survives the account"
    assert "001.kim" not in world.dump() and "kim@example.com" not in world.dump()
    deliver(world, apple)
    assert apple.paths() == ["/auth/token", "/auth/revoke"] and apple.living == set()


def test_with_grace_the_token_is_revoked_at_the_end(world, apple):
    world.policy(apple_policy(deletion={"graceDays": 30}))
    session = signed_in(world, apple)
    granted(world.run("delete-account", {}, session["accessToken"]))
    granted(world.run("purge-records"))
    deliver(world, apple)
    assert apple.revoked == [], "the account can still be restored"
    world.age("accounts", "deletes_at", 31 * 86_400)
    assert granted(world.run("purge-records"))["deletedAccounts"] == 1
    deliver(world, apple)
    assert apple.living == set() and len(apple.revoked) == 1


def test_a_restored_account_keeps_its_token(world, apple):
    world.policy(apple_policy(deletion={"graceDays": 30}))
    session = signed_in(world, apple)
    granted(world.run("delete-account", {}, session["accessToken"]))
    granted(world.run("restore-account", {"identity": identity()}))
    deliver(world, apple)
    assert apple.revoked == [] and kept(world) == ["001.kim"]


def test_an_operators_deletion_revokes(world, apple):
    signed_in(world, apple)
    assert vestibule(world, "account", "delete", "kim@example.com", "--now").status == 0
    deliver(world, apple)
    assert apple.living == set() and len(apple.revoked) == 1


def test_a_child_that_turns_out_to_be_too_young_has_its_token_revoked(world, apple):
    world.policy(apple_policy(consent={"minimumAge": 13}))
    session = signed_in(world, apple)
    answer = world.run("complete-account", {"birthDate": "2020-01-01"}, session["accessToken"])
    assert answer.code == "auth/underage-user"
    world.age("accounts", "deletes_at", 31 * 24 * 3600)
    granted(world.run("purge-records"))
    assert world.rows("SELECT * FROM accounts") == []
    deliver(world, apple)
    assert apple.living == set() and len(apple.revoked) == 1


def test_an_exchange_that_ends_after_the_account_is_revoked_at_once(world, apple):
    session = granted(world.run("sign-in", {"identity": identity(apple.code())}))["session"]
    granted(world.run("delete-account", {}, session["accessToken"]))
    deliver(world, apple)
    deliver(world, apple)
    assert apple.paths() == ["/auth/token", "/auth/revoke"] and apple.living == set()
    assert {row["state"] for row in requests_of(world)} == {"sent"}


@pytest.mark.parametrize("answer", [500, 503, 429, None, (400, {"error": "invalid_client"})])
def test_a_revocation_is_retried_until_apple_accepts_it(world, apple, answer):
    session = signed_in(world, apple)
    granted(world.run("delete-account", {}, session["accessToken"]))
    apple.answers = [answer] * 12
    for _ in range(13):
        deliver(world, apple)
        wait(world, 7 * 86_400)
        world.age("outbox", "expires_at", -7 * 86_400)
    assert apple.living == set() and len(apple.revoked) == 13
    assert requests_of(world)[-1]["state"] == "sent"


def test_a_revocation_of_a_revoked_token_is_done(world, apple):
    session = signed_in(world, apple)
    for known in apple.tokens.values():
        known["revoked"] = 1
    granted(world.run("delete-account", {}, session["accessToken"]))
    assert deliver(world, apple)["sent"] == 1 and requests_of(world)[-1]["state"] == "sent"


# With the rest
