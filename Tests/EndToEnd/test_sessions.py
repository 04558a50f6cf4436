# SPDX-License-Identifier: Apache-2.0
"""Sessions: how their tokens rotate, when they end, and what may be done with them."""

import datetime

import jwt
import pytest
from conftest import id_token, person
from people import (
    DAY, HOUR, MINUTE, PASSWORD, at_once, calm, code_in, granted, mails_to, policy, sign_in, signed_up, verified)


@pytest.fixture
def world(world):
    world.policy(policy())
    return world


def refresh(world, token, **attributes):
    return world.run("refresh-session", {"refreshToken": token}, **attributes)


def refreshed(world, token):
    return granted(refresh(world, token))["session"]


def look(world, session):
    """What a session's access token is worth."""
    return world.run("get-account", {}, session["accessToken"])


def ended(answer, why):
    return answer.code == "auth/session-revoked" and answer.json["error"]["detail"].endswith(f": {why}")


def sessions(world, session):
    return granted(world.run("list-sessions", {}, session["accessToken"]))["sessions"]


def claims(session):
    return jwt.decode(session["accessToken"], options={"verify_signature": False})


def kid(session):
    return jwt.get_unverified_header(session["accessToken"])["kid"]


# Rotation


def test_a_refresh_token_is_exchanged_for_the_next_one(world):
    first = signed_up(world)
    tokens = [first["refreshToken"]]
    for _ in range(4):
        session = refreshed(world, tokens[-1])
        granted(look(world, session))
        assert claims(session)["sid"] == claims(first)["sid"]
        tokens.append(session["refreshToken"])
    assert len(set(tokens)) == 5 and len(world.rows("SELECT * FROM sessions")) == 1
    granted(look(world, first))


def test_who_lost_the_answer_gets_the_same_successor_for_half_a_minute(world):
    first = signed_up(world)["refreshToken"]
    second = refreshed(world, first)["refreshToken"]
    world.age("sessions", "rotated_at", 20)
    assert [refreshed(world, first)["refreshToken"] for _ in range(3)] == [second] * 3
    third = refreshed(world, second)["refreshToken"]
    assert third not in (first, second) and refreshed(world, third)


def test_the_current_token_works_however_long_ago_it_was_made(world):
    first = signed_up(world)["refreshToken"]
    second = refreshed(world, first)["refreshToken"]
    world.age("sessions", "rotated_at", 20 * DAY)
    granted(refresh(world, second))


@pytest.mark.parametrize("stolen", ["an older one", "the one before, too late"])
def test_a_token_that_was_replaced_ends_the_session_for_everybody(world, stolen):
    other = signed_up(world)
    session = granted(sign_in(world))["session"]
    tokens = [session["refreshToken"]]
    for _ in range(2 if stolen == "an older one" else 1):
        session = refreshed(world, tokens[-1])
        tokens.append(session["refreshToken"])
    if stolen != "an older one":
        world.age("sessions", "rotated_at", 31)
    answer = refresh(world, tokens[0], clientip="192.0.2.66")
    assert ended(answer, "token-reused")
    assert answer.json["error"]["userMessage"].startswith("To protect your account, you've been signed out.")
    for token in tokens:
        assert ended(refresh(world, token), "token-reused")
    assert ended(look(world, session), "token-reused") and granted(look(world, other))
    [entry] = world.rows("SELECT * FROM audit WHERE action = 'session.token-reused'")
    assert entry["account_id"] == other["account"]["id"] and entry["subject_id"] == claims(session)["sid"]
    assert entry["address"] == "192.0.2.66"


def test_thirty_processes_with_one_token_get_one_successor(world):
    session = signed_up(world)
    answers = at_once(world, "refresh-session", [{"refreshToken": session["refreshToken"]}] * 30)
    assert [answer.code for answer in answers] == [None] * 30
    [successor] = {answer.json["session"]["refreshToken"] for answer in answers}
    [row] = world.rows("SELECT * FROM sessions")
    assert row["revoked_at"] is None and row["generation"] == 1
    for answer in answers:
        granted(look(world, answer.json["session"]))
    assert refreshed(world, successor)["refreshToken"] != successor
    assert world.rows("SELECT * FROM audit WHERE action = 'session.token-reused'") == []


@pytest.mark.parametrize("place", ["session", "generation", "code", "end", "nothing"])
def test_a_token_that_was_tampered_with_is_refused_and_touches_nothing(world, place):
    session = signed_up(world)
    refreshed(world, session["refreshToken"])
    current = refreshed(world, session["refreshToken"])["refreshToken"]
    sid, generation, code = current.split(".")
    flip = lambda text, index: text[:index] + ("A" if text[index] != "A" else "B") + text[index + 1:]
    turn = lambda text, index: text[:index] + ("0" if text[index] != "0" else "1") + text[index + 1:]
    other = sid[:-1] + ("0" if sid[-1] != "0" else "1")
    bad = {
        "session": [f"{turn(sid, index)}.{generation}.{code}" for index in (0, 14, 35)],
        "generation": [f"{sid}.{number}.{code}" for number in ("0", "2", "-1", "01", "+1", "1e0", "9" * 30, "")],
        "code": [f"{sid}.{generation}.{flip(code, index)}" for index in (0, 1, 21, 42)],
        "end": [current + "A", current[:-1], current + "=", current + ".", f"{sid}.{generation}"],
        "nothing": ["x", "..", f"{other}.0.", f".{generation}.{code}", code, current.upper(), session["accessToken"]],
    }[place]
    before = world.rows("SELECT * FROM sessions")
    for token in bad:
        answer = refresh(world, token)
        assert answer.code == "auth/session-revoked" and answer.status == 0, token
    assert world.rows("SELECT * FROM sessions") == before
    granted(refresh(world, current))


def test_refresh_tokens_outlive_a_change_of_the_secret_key(world):
    token = signed_up(world)["refreshToken"]
    old = world.secret_key
    keys = {"SECRET_KEY": "A" * 43 + "=", "SECRET_KEY_PREVIOUS": old}
    assert world.run("refresh-session", {"refreshToken": token}, env={**keys, "SECRET_KEY_PREVIOUS": None}).status == 78
    second = granted(world.run("refresh-session", {"refreshToken": token}, env=keys))["session"]["refreshToken"]
    granted(world.run("refresh-session", {"refreshToken": second}, env=keys))


# The end


def test_a_session_ends_when_it_is_not_used_for_a_month(world):
    session = signed_up(world)
    world.age("sessions", "idle_ends_at", 30 * DAY - MINUTE)
    session = refreshed(world, session["refreshToken"])
    world.age("sessions", "idle_ends_at", 30 * DAY - MINUTE)
    granted(look(world, session))
    world.age("sessions", "idle_ends_at", MINUTE)
    for answer in (look(world, session), refresh(world, session["refreshToken"])):
        assert answer.code == "auth/session-expired" and answer.json["error"]["requiresAction"] == "reauthenticate"


def test_a_session_ends_after_three_months_however_much_it_is_used(world):
    session = signed_up(world)
    world.age("sessions", "ends_at", 90 * DAY - 10 * MINUTE)
    session = refreshed(world, session["refreshToken"])
    [row] = world.rows("SELECT * FROM sessions")
    end = datetime.datetime.fromtimestamp(row["ends_at"] // 1000, datetime.UTC)
    assert row["idle_ends_at"] == row["ends_at"]
    assert datetime.datetime.fromisoformat(session["accessTokenExpiresAt"]) == end
    assert claims(session)["exp"] == row["ends_at"] // 1000
    world.age("sessions", "ends_at", 10 * MINUTE)
    assert look(world, session).code == refresh(world, session["refreshToken"]).code == "auth/session-expired"


def test_a_sixth_session_ends_the_one_that_was_not_used_for_longest(world):
    kept = [signed_up(world)]
    for _ in range(4):
        world.age("sessions", "last_used_at", MINUTE)
        kept.append(granted(sign_in(world))["session"])
    world.age("sessions", "last_used_at", MINUTE)
    kept[0] = refreshed(world, kept[0]["refreshToken"])
    kept.append(granted(sign_in(world))["session"])
    gone = kept.pop(1)
    for answer in (look(world, gone), refresh(world, gone["refreshToken"])):
        assert ended(answer, "too-many-sessions")
        assert answer.json["error"]["userMessage"].startswith("You signed in on more devices than allowed")
    for session in kept:
        granted(look(world, session))
    assert len(sessions(world, kept[0])) == 5


def test_a_session_that_is_over_takes_no_place(world):
    over = signed_up(world)
    live = [granted(sign_in(world))["session"] for _ in range(4)]
    world.age("sessions", "last_used_at", MINUTE)
    refreshed(world, over["refreshToken"])
    world.age("sessions", "ends_at", 91 * DAY, f"id = '{claims(over)['sid']}'")
    live.append(granted(sign_in(world))["session"])
    for session in live:
        granted(look(world, session))


def test_twenty_sign_ins_at_once_leave_five_sessions(world):
    signed_up(world)
    data = {"email": "kim@example.com", "password": PASSWORD}
    answers = at_once(world, "sign-in", [data] * 20)
    assert [answer.code for answer in answers] == [None] * 20
    assert [look(world, answer.json["session"]).code for answer in answers].count(None) == 5


# Seeing and ending them


def test_sessions_are_listed_with_their_devices_the_one_used_last_first(world):
    phone = {"id": "d1", "platform": "ios", "name": "Kim's phone"}
    first = signed_up(world, device=phone)
    world.age("sessions", "last_used_at", MINUTE)
    second = granted(sign_in(world, device={"id": "d2"}, event={"clientip": "192.0.2.1"}))["session"]
    signed_up(world, "lee")
    listed = sessions(world, first)
    assert [session["current"] for session in listed] == [False, True]
    assert [session.get("device") for session in listed] == [{"id": "d2"}, phone]
    assert [session.get("address") for session in listed] == ["192.0.2.1", None]
    assert [session["id"] for session in listed] == [claims(second)["sid"], claims(first)["sid"]]
    granted(refresh(world, first["refreshToken"], clientip="2001:db8::1"))
    latest = sessions(world, second)[0]
    assert latest["id"] == claims(first)["sid"] and latest["address"] == "2001:db8::1"
    used = datetime.datetime.fromisoformat(latest["lastUsedAt"])
    assert datetime.datetime.fromisoformat(latest["expiresAt"]) - used == datetime.timedelta(days=30)


def test_signing_out_ends_the_session_that_calls_at_once(world):
    kept = signed_up(world)
    session = granted(sign_in(world))["session"]
    assert granted(world.run("sign-out", {}, session["accessToken"])) == {"ended": 1}
    for answer in (
            look(world, session), refresh(world, session["refreshToken"]),
            world.run("sign-out", {}, session["accessToken"]), world.run("authorize", {}, session["accessToken"])):
        assert ended(answer, "signed-out")
    assert len(sessions(world, kept)) == 1


def test_signing_out_ends_another_session_by_its_id(world):
    here = signed_up(world)
    there = granted(sign_in(world))["session"]
    data = {"sessionId": claims(there)["sid"]}
    assert granted(world.run("sign-out", data, here["accessToken"])) == {"ended": 1}
    assert granted(world.run("sign-out", data, here["accessToken"])) == {"ended": 0}
    answer = look(world, there)
    assert ended(answer, "signed-out-elsewhere")
    assert answer.json["error"]["userMessage"] == "You were signed out from another device. Please sign in again."
    granted(look(world, here))


def test_signing_out_everywhere_ends_all_of_them(world):
    every = [signed_up(world), *(granted(sign_in(world))["session"] for _ in range(2))]
    lee = signed_up(world, "lee")
    assert granted(world.run("sign-out", {"everywhere": True}, every[1]["accessToken"])) == {"ended": 3}
    for session in every:
        assert look(world, session).code == refresh(world, session["refreshToken"]).code == "auth/session-revoked"
    granted(look(world, lee))


def test_another_accounts_session_is_like_none(world):
    kim, lee = signed_up(world, "kim"), signed_up(world, "lee")
    answers = [
        granted(world.run("sign-out", {"sessionId": session}, kim["accessToken"]))
        for session in (claims(lee)["sid"], "nobody's")]
    assert answers == [{"ended": 0}] * 2
    granted(look(world, lee))
    granted(refresh(world, lee["refreshToken"]))


# Access tokens


def keys(world):
    return granted(world.run("jwks"))["keys"]


def checked(session, published, **options):
    """The claims of an access token as a standard library checks them with the published keys."""
    [key] = [key for key in published if key["kid"] == kid(session)]
    return jwt.decode(
        session["accessToken"], jwt.PyJWK(key).key, ["ES256"], audience="PFA", issuer="https://pfa.example", **options)


def test_an_access_token_can_be_checked_with_the_published_keys(world):
    session = signed_up(world)
    published = keys(world)
    found = checked(session, published, options={"require": ["exp", "iat", "iss", "aud", "sub"]})
    assert jwt.get_unverified_header(session["accessToken"])["typ"] == "at+jwt"
    assert found["sub"] == session["account"]["id"] and found["role"] == "client"
    assert found["sid"] == sessions(world, session)[0]["id"] and found["exp"] - found["iat"] in (HOUR - 1, HOUR)
    assert [sorted(key) for key in published] == [["alg", "crv", "kid", "kty", "use", "x", "y"]]


def test_no_key_is_published_before_there_is_one(world):
    assert keys(world) == []


def test_a_token_that_was_changed_or_signed_by_another_is_worth_nothing(world):
    session = signed_up(world)
    head, body, signature = session["accessToken"].split(".")
    mine = jwt.encode(claims(session), "x" * 32, "HS256", {"kid": kid(session), "typ": "at+jwt"})
    unsigned = jwt.encode(claims(session), None, "none", {"kid": kid(session)})
    flip = lambda text: text[:10] + ("A" if text[10] != "A" else "B") + text[11:]
    forged = [
        f"{head}.{body}.{flip(signature)}", f"{head}.{flip(body)}.{signature}", f"{head}.{body}.", mine, unsigned,
        session["refreshToken"], id_token(sub="kim")]
    for token in forged:
        assert world.run("get-account", {}, token).code == "auth/unauthenticated"
    assert world.run("get-account").code == "auth/unauthenticated"


def test_a_token_for_another_app_is_none_of_this_ones(world):
    session = signed_up(world)
    world.policy(policy(app={"name": "Another"}))
    assert look(world, session).code == "auth/unauthenticated"


def test_the_next_key_is_published_for_a_day_before_it_signs_and_the_last_for_a_day_after(world):
    names = lambda: {key["kid"] for key in keys(world)}
    first = signed_up(world)
    world.age("signing_keys", "created_at", 31 * DAY)
    again = granted(sign_in(world))["session"]
    assert kid(again) == kid(first) and kid(first) in names() and len(names()) == 2
    [new] = names() - {kid(first)}
    world.age("signing_keys", "created_at", 23 * HOUR)
    assert kid(granted(sign_in(world))["session"]) == kid(first)
    world.age("signing_keys", "created_at", 2 * HOUR)
    later = granted(sign_in(world))["session"]
    assert kid(later) == new and names() == {kid(first), new}
    for session in (first, again, later):
        checked(session, keys(world))
        granted(look(world, session))
    world.age("signing_keys", "created_at", DAY)
    assert names() == {new}
    assert kid(granted(sign_in(world))["session"]) == new and len(world.rows("SELECT * FROM signing_keys")) == 2


def test_a_gateway_is_told_whose_token_it_is(world):
    session = verified(world)
    told = granted(world.run("authorize", {"role": "client"}, session["accessToken"]))
    assert told == {
        "accountId": session["account"]["id"], "role": "client", "sessionId": claims(session)["sid"],
        "email": "kim@example.com", "emailVerified": True}
    assert granted(world.run("authorize", {}, session["accessToken"])) == told
    assert world.run("authorize", {"role": "admin"}, session["accessToken"]).code == "auth/permission-denied"
    world.rows("UPDATE accounts SET role = 'admin'")
    assert world.run("authorize", {"role": "client"}, session["accessToken"]).code == "auth/permission-denied"
    assert granted(world.run("authorize", {"role": "admin"}, session["accessToken"]))["role"] == "admin"


# Accounts that have not verified their address


def test_where_the_policy_requires_a_verified_address_an_account_may_only_get_there(world):
    world.policy(policy(email={"verification": "required"}, roles={"signUp": ["client", "admin"]}))
    session = signed_up(world, role="admin")
    token = session["accessToken"]
    assert granted(look(world, session))["state"] == granted(sign_in(world))["state"] == "emailNotVerified"
    session = refreshed(world, session["refreshToken"])
    assert len(sessions(world, session)) == 2
    calm(world)
    granted(world.run("verify-email", {"email": "kim@example.com"}, token))
    refused = {
        "authorize": {}, "list-workouts": {}, "list-clients": {},
        "send-invitation": {"client": {"name": "Lee", "email": "lee@example.com"}}, "list-audit": {},
        "update-client": {"clientId": "1"}, "remove-client": {"clientId": "1"},
        "update-member": {"accountId": "1", "profile": {}}, "resend-invitation": {"invitationId": "1"},
        "revoke-invitation": {"invitationId": "1"}, "assign-workout": {"clientId": "1", "title": "Legs"}}
    for function, data in refused.items():
        answer = world.run(function, data, token)
        assert answer.code == "auth/email-not-verified", function
        assert answer.json["error"]["requiresAction"] == "verify_email"
    code = code_in(mails_to(world, "kim")[-1])
    assert granted(world.run("verify-email", {"code": code}))["state"] == "signedIn"
    granted(world.run("update-account", {"displayName": "K."}, token))
    granted(world.run("sign-out", {}, token))


def test_an_unverified_account_may_sign_out(world):
    world.policy(policy(email={"verification": "required"}))
    session = signed_up(world)
    assert granted(world.run("sign-out", {"everywhere": True}, session["accessToken"])) == {"ended": 1}


# What the owner is told


def new_devices(world, name="kim"):
    world.run("deliver-mail")
    return mails_to(world, name, "New sign-in")


def test_a_device_that_has_not_been_used_is_told_once_to_a_verified_address(world):
    phone, tablet = {"id": "d1", "name": "Phone"}, {"id": "d2", "name": "Tablet", "platform": "android"}
    verified(world, device=phone)
    granted(sign_in(world, device=phone, event={"clientip": "192.0.2.9"}))
    assert new_devices(world) == []
    for _ in range(2):
        granted(sign_in(world, device=tablet, event={"clientip": "192.0.2.1"}))
    [mail] = new_devices(world)
    text = mail.get_body(("plain",)).get_content()
    assert "Device: Tablet" in text and "Platform: android" in text and "IP address: 192.0.2.1" in text


def test_without_a_devices_id_it_is_the_client_address_that_is_new(world):
    verified(world)
    for client in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
        granted(sign_in(world, event={"clientip": client}))
    assert len(new_devices(world)) == 2


def test_an_address_that_is_not_verified_is_told_nothing(world):
    signed_up(world, device={"id": "d1"})
    granted(sign_in(world, device={"id": "d2"}))
    assert new_devices(world) == []


def test_a_new_way_of_signing_in_is_told_once(world):
    verified(world, device={"id": "d1"})
    for _ in range(2):
        granted(world.run("sign-in", {"identity": person("kim"), "device": {"id": "d1"}}))
    world.run("deliver-mail")
    [mail] = mails_to(world, "kim", "A new way of signing in")
    assert "(Google)" in mail.get_body(("plain",)).get_content()
    assert len(world.rows("SELECT * FROM accounts")) == 1 and new_devices(world) == []
