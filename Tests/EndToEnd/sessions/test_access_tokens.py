# SPDX-License-Identifier: Apache-2.0
"""Access tokens, the published keys, and `authorize`."""

import jwt
import pytest
from people import DAY, HOUR, age_limits, code_in, granted, mails_to, policy, sign_in, signed_up, verified
from sessions import claims, keys, look, refreshed, sessions
from worlds import id_token

pytestmark = [pytest.mark.unpooled, pytest.mark.policy(policy())]


def kid(session):
    return jwt.get_unverified_header(session["accessToken"])["kid"]


def checked(session, published, **options):
    """The claims of an access token, verified by PyJWT with the published keys."""
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


def test_a_modified_or_foreign_access_token_is_refused(world):
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


def test_a_token_for_another_app_is_refused(world):
    session = signed_up(world)
    world.policy(policy(app={"name": "Another"}))
    assert look(world, session).code == "auth/unauthenticated"


def test_the_next_key_is_published_a_day_before_it_signs_and_the_last_a_day_after(world):
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


def test_authorize_names_the_owner_of_a_token(world):
    session = verified(world)
    answer = granted(world.run("authorize", {"role": "client"}, session["accessToken"]))
    assert answer == {
        "accountId": session["account"]["id"], "role": "client", "sessionId": claims(session)["sid"],
        "email": "kim@example.com", "emailVerified": True}
    assert granted(world.run("authorize", {}, session["accessToken"])) == answer
    assert world.run("authorize", {"role": "admin"}, session["accessToken"]).code == "auth/permission-denied"
    world.rows("UPDATE accounts SET role = 'admin'")
    assert world.run("authorize", {"role": "client"}, session["accessToken"]).code == "auth/permission-denied"
    assert granted(world.run("authorize", {"role": "admin"}, session["accessToken"]))["role"] == "admin"


# Accounts that have not verified their address


def test_an_unverified_account_may_only_verify_if_the_policy_requires_a_verified_address(world):
    world.policy(policy(email={"verification": "required"}, roles={"signUp": ["client", "admin"]}))
    session = signed_up(world, role="admin")
    token = session["accessToken"]
    assert granted(look(world, session))["state"] == granted(sign_in(world))["state"] == "emailNotVerified"
    session = refreshed(world, session["refreshToken"])
    assert len(sessions(world, session)) == 2
    age_limits(world)
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
