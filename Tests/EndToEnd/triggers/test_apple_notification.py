# SPDX-License-Identifier: Apache-2.0
"""`on-apple-notification`: what Apple says about the people who sign in with Apple."""

import json
import time

import jwt
import pytest
from apple import BUNDLE, OTHER_KEY, RELAY, SERVICE, Apple, apple_policy, deliver, identity, notice, notify, signed_in, token
from factors import FACTORS, enrol_passkey
from people import at_once, granted, mails_to, verified
from runners import FunctionURL, Watchdog, closing, lighttpd, nginx
from worlds import KEYS, person

pytestmark = pytest.mark.policy(apple_policy())


def member(world, subject="001.kim", email="kim@example.com"):
    """Signs in with Apple: the access token."""
    return granted(world.run("sign-in", {"identity": identity(subject=subject, email=email)}))["session"]["accessToken"]


def told(world, *arguments, **claims):
    """The result of a notice."""
    return granted(notify(world, *arguments, **claims))["result"]


def suppressions(world):
    return {row["address_key"]: row["reason"] for row in world.rows("SELECT * FROM suppressions")}


def actions(world):
    return [row["action"] for row in world.rows("SELECT action FROM audit WHERE function = 'on-apple-notification' ORDER BY at, id")]


def mail_event():
    return {"event": {"email": RELAY, "is_private_email": "true"}}


# Mail


def test_a_disabled_address_is_suppressed_until_it_is_enabled(world):
    member(world, email=RELAY)
    assert told(world, "email-disabled", **mail_event()) == "processed"
    assert suppressions(world) == {RELAY: "disabled"}
    assert told(world, "email-enabled", **mail_event()) == "processed"
    assert suppressions(world) == {}
    assert told(world, "email-enabled", **mail_event()) == "ignored"
    assert actions(world) == ["apple.email-disabled", "apple.email-enabled", "apple.email-enabled"]


def test_a_disabled_address_gets_only_what_it_asks_for(world):
    token = member(world, email=RELAY)
    told(world, "email-disabled", **mail_event())
    granted(world.run("link-identity", {"identity": person("kim")}, token))
    granted(world.run("reset-password", {"email": RELAY}))
    world.run("deliver-mail")
    states = {row["kind"]: (row["state"], row["trouble"]) for row in world.rows("SELECT kind, state, trouble FROM outbox")}
    assert states["provider-added"] == ("failed", "suppressed: disabled") and states["reset-password"][0] == "sent"


@pytest.mark.parametrize("other", ["unsubscribed", "bounced", "complained"])
@pytest.mark.parametrize("order", ["before", "after"])
def test_another_suppression_of_the_address_stays(world, other, order):
    member(world, email=RELAY)

    def suppress():
        conflict = "ON CONFLICT (address_key) DO UPDATE SET reason = excluded.reason"
        world.rows(f"INSERT INTO suppressions (address_key, reason, at) VALUES (?, ?, 1) {conflict}", (RELAY, other))

    if order == "before":
        suppress()
    told(world, "email-disabled", **mail_event())
    if order == "after":
        suppress()
    assert told(world, "email-enabled", **mail_event()) == "processed"
    assert suppressions(world) == {RELAY: other}


def test_unsubscribing_from_a_disabled_address_is_remembered(world):
    world.policy(apple_policy(roles={"signUp": ["admin", "client"]}))
    member_role = granted(world.run("sign-in", {"identity": identity(email=RELAY), "as": "client"}))
    assert member_role["account"]["role"] == "client"
    inviter = granted(world.run("sign-in", {"identity": person("ada"), "as": "admin"}))["session"]["accessToken"]
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": RELAY}}, inviter))
    link = world.mails()[-1]["List-Unsubscribe"].split(">")[0]
    told(world, "email-disabled", **mail_event())
    granted(world.run("unsubscribe", {"token": link.split("token=")[1]}))
    told(world, "email-enabled", **mail_event())
    assert suppressions(world) == {RELAY: "unsubscribed"}


def at(seconds, **event):
    """A notice about something that happened so many seconds ago."""
    return {"event": {**event, "event_time": int((time.time() - seconds) * 1000)}}


def test_a_late_notice_about_the_address_changes_nothing(world):
    member(world, email=RELAY)
    mail = mail_event()["event"]
    assert told(world, "email-enabled", **at(60, **mail)) == "ignored", "it was never off"
    assert told(world, "email-disabled", **at(120, **mail)) == "ignored" and suppressions(world) == {}
    assert told(world, "email-disabled", **at(30, **mail)) == "processed"
    assert told(world, "email-enabled", **at(45, **mail)) == "ignored" and suppressions(world) == {RELAY: "disabled"}
    assert told(world, "email-enabled", **at(15, **mail)) == "processed" and suppressions(world) == {}


def test_a_late_notice_about_an_erased_account_lifts_no_later_suppression(world):
    token = member(world, email=RELAY)
    mail = mail_event()["event"]
    told(world, "email-disabled", **at(30, **mail))
    granted(world.run("delete-account", {}, token))
    assert told(world, "email-enabled", **at(60, **mail)) == "unknown" and len(suppressions(world)) == 1
    assert told(world, "email-enabled", **at(10, **mail)) == "processed" and suppressions(world) == {}


@pytest.mark.parametrize("kind", ["consent-revoked", "account-delete"])
def test_a_person_who_has_signed_in_again_keeps_the_identity(world, kind):
    token = member(world)
    world.age("identities", "created_at", 7200)
    world.age("identities", "used_at", 7200)
    assert member(world)
    assert told(world, kind, **at(3600)) == "ignored"
    granted(world.run("get-account", {}, token))
    assert world.rows("SELECT subject FROM identities") == [{"subject": "001.kim"}]
    assert told(world, kind, **at(0)) == "processed"
    assert world.rows("SELECT subject FROM identities WHERE ended_at IS NULL") == []


def test_a_time_that_cannot_be_right_is_that_of_the_issue(world):
    member(world)
    assert told(world, "consent-revoked", event={"event_time": 1508184845}) == "processed"


# The end of the access


def test_revoked_consent_removes_the_identity_and_ends_the_sessions(world):
    with Apple() as apple:
        session = signed_in(world, apple)
        granted(world.run("link-identity", {"identity": person("kim")}, session["accessToken"]))
        other = granted(world.run("sign-in", {"identity": person("kim")}))["session"]
        assert told(world, "consent-revoked") == "processed"
        for token in (session, other):
            answer = world.run("get-account", {}, token["accessToken"])
            assert answer.code == "auth/session-revoked" and "access" in answer.json["error"]["userMessage"]
        assert world.rows("SELECT provider FROM identities WHERE ended_at IS NULL") == [{"provider": "google"}]
        assert actions(world) == ["apple.consent-revoked", "account.provider-removed"]
        deliver(world, apple)
        assert apple.revoked == [], "Apple has revoked its tokens"
    assert mails_to(world, "kim", "removed")
    granted(world.run("sign-in", {"identity": person("kim")}))


def test_a_person_comes_back_after_revoked_consent(world):
    account = granted(world.run("sign-in", {"identity": identity()}))["account"]
    told(world, "consent-revoked")
    assert world.rows("SELECT status FROM accounts") == [{"status": "active"}]
    assert granted(world.run("sign-in", {"identity": identity()}))["account"]["id"] == account["id"]


@pytest.mark.parametrize("kind", ["account-delete", "account-deleted"])
@pytest.mark.parametrize("grace", [0, 30])
def test_a_deleted_apple_account_starts_the_deletion(world, kind, grace):
    world.policy(apple_policy(deletion={"graceDays": grace}))
    token = member(world)
    assert told(world, kind) == "processed"
    if grace:
        assert world.rows("SELECT status FROM accounts") == [{"status": "deleting"}]
        world.run("deliver-mail")
        assert mails_to(world, "kim", "will be deleted")
        assert actions(world)[-1] == "account.deletion-requested"
    else:
        assert world.rows("SELECT * FROM accounts") == [] and actions(world)[-1] == "account.deleted"
    assert world.rows("SELECT * FROM identities WHERE ended_at IS NULL") == []
    assert world.run("get-account", {}, token).code in ("auth/user-disabled", "auth/session-revoked", "auth/unauthenticated")


@pytest.mark.parametrize("way", ["password", "identity", "passkey"])
def test_an_account_with_another_way_in_stays(world, way):
    world.policy(apple_policy(factors=FACTORS))
    if way == "password":
        granted(world.run("link-identity", {"identity": identity()}, verified(world)["accessToken"]))
    else:
        token = member(world)
        if way == "identity":
            granted(world.run("link-identity", {"identity": person("kim")}, token))
        else:
            enrol_passkey(world, token)
    assert told(world, "account-delete") == "processed"
    assert world.rows("SELECT status FROM accounts") == [{"status": "active"}]
    assert "apple" not in [row["provider"] for row in world.rows("SELECT provider FROM identities WHERE ended_at IS NULL")]


def test_a_suspended_account_is_not_deleted(world):
    member(world)
    world.rows("UPDATE accounts SET status = 'disabled'")
    assert told(world, "account-delete") == "processed"
    assert world.rows("SELECT status FROM accounts") == [{"status": "disabled"}]


# What has no effect


@pytest.mark.parametrize("kind", ["email-disabled", "consent-revoked", "account-delete", "email-enabled"])
def test_an_unknown_person_is_granted(world, kind):
    member(world)
    before = (world.rows("SELECT * FROM accounts"), world.rows("SELECT * FROM identities"))
    assert told(world, kind, "009.nobody", **mail_event()) == "unknown"
    assert (world.rows("SELECT * FROM accounts"), world.rows("SELECT * FROM identities")) == before and suppressions(world) == {}


def test_an_unknown_type_is_granted(world):
    member(world)
    assert told(world, "moon-landed") == "ignored"
    assert actions(world) == ["apple.other"]


def test_events_may_be_an_object_and_exp_may_be_missing(world):
    member(world, email=RELAY)
    assert told(world, "email-disabled", as_text=False, exp=None, **mail_event()) == "processed"


# What is refused


def refused(world, answer, code="auth/invalid-id-token"):
    assert answer.code == code, answer.json
    assert len(world.rows("SELECT * FROM identities")) == 1 and world.rows("SELECT status FROM accounts") == [{"status": "active"}]
    # A forgery leaves no trace: anybody can send it.
    assert ("refused" in actions(world)) == (code != "auth/invalid-id-token")


def test_a_notice_is_processed_once(world):
    member(world)
    payload = notice("consent-revoked")
    assert granted(world.run("on-apple-notification", {"payload": payload}))["result"] == "processed"
    member(world)
    refused(world, world.run("on-apple-notification", {"payload": payload}), "auth/id-token-used")
    again = jwt.decode(payload, options={"verify_signature": False})
    refused(world, notify(world, "consent-revoked", jti=again["jti"]), "auth/id-token-used")


def test_concurrent_copies_of_a_notice_are_processed_once(world):
    member(world)
    answers = at_once(world, "on-apple-notification", [{"payload": notice("consent-revoked", jti="one")} for _ in range(6)])
    assert sorted(answer.code or "" for answer in answers) == [""] + ["auth/id-token-used"] * 5
    assert actions(world).count("account.provider-removed") == 1


@pytest.mark.parametrize("claims", [
    {"aud": "com.other.app"}, {"aud": ["com.other.app"]}, {"aud": None}, {"iss": "https://accounts.google.com"}, {"iss": None},
    {"exp": 1}, {"exp": "soon"}, {"iat": None}, {"iat": "now"}, {"iat": 4_000_000_000}, {"jti": None}, {"jti": ""}, {"jti": 1},
    {"exp": None, "iat": 1_700_000_000}, {"events": None}, {"events": "no JSON"}, {"events": "[]"}, {"events": "{}"},
    {"events": '{"type": "consent-revoked"}'}, {"events": '{"type": 1, "sub": "001.kim"}'}], ids=str)
def test_other_claims_are_refused(world, claims):
    member(world)
    refused(world, notify(world, "consent-revoked", **claims))


@pytest.mark.parametrize("signed", [{"key": OTHER_KEY, "kid": "other"}, {"key": OTHER_KEY}, {"key": OTHER_KEY, "kid": None}],
    ids=["its key id", "ours", "none"])
def test_foreign_signatures_are_refused(world, signed):
    member(world)
    refused(world, notify(world, "consent-revoked", **signed))


@pytest.mark.parametrize("payload", ["x", "a.b.c", "eyJhbGciOiJub25lIn0.e30.", "an ID token"])
def test_what_is_no_notice_is_refused(world, payload):
    member(world)
    refused(world, world.run("on-apple-notification", {"payload": token() if " " in payload else payload}))


def test_a_notice_is_no_id_token(world):
    member(world)
    answer = world.run("sign-in", {"identity": {"provider": "apple", "idToken": notice("consent-revoked")}})
    assert answer.code == "auth/invalid-id-token"


@pytest.mark.parametrize("data", [{}, {"payload": ""}, {"payload": 1}, {"payload": "x", "more": 1}])
def test_events_without_a_payload_are_invalid(world, data):
    assert world.run("on-apple-notification", data).code == "event/invalid"


def test_without_apple_in_the_policy_it_is_refused(world):
    world.policy(apple_policy(providers={"apple": {"jwks": KEYS, "audiences": []}}))
    assert notify(world, "consent-revoked").code == "auth/provider-not-enabled"


def test_service_ids_are_audiences_too(world):
    member(world)
    assert told(world, "consent-revoked", aud=SERVICE) == "processed"


# Over HTTP


@pytest.mark.parametrize("server", ["lighttpd", "nginx"])
def test_apple_posts_its_notices_to_a_public_route(world, server):
    member(world)
    with {"lighttpd": lighttpd, "nginx": nginx}[server](world) as web:
        body = json.dumps({"payload": notice("consent-revoked")}).encode()
        for headers in ({"Content-Type": "application/json"}, {}):
            answer = web.request("POST", "/on-apple-notification", body, {**headers, "Authorization": "Bearer x"})
            assert (answer.status, answer.json.get("result"), answer.code) in [
                (200, "processed", None), (401, None, "auth/id-token-used")], answer.json
        assert web.request("GET", "/on-apple-notification").status == 405
        assert web.request("POST", "/on-apple-notification", b"{}").code == "event/invalid"
        forged = json.dumps({"payload": notice("consent-revoked", key=OTHER_KEY)}).encode()
        assert web.request("POST", "/on-apple-notification", forged).status == 401
        # Without the settings there is no route.
        web.policy(apple_policy(providers={"apple": {"jwks": KEYS, "audiences": [BUNDLE]}}))
        assert web.request("POST", "/on-apple-notification", forged).status == 404
    assert world.rows("SELECT * FROM identities WHERE ended_at IS NULL") == []


def test_other_runners_take_notices(world):
    member(world)
    status, stdout, _ = Watchdog(world).request("on-apple-notification", json.dumps({"payload": notice("moon-landed")}).encode())
    assert status == 0 and json.loads(stdout) == {"result": "ignored"}
    with closing(FunctionURL(world)) as url:
        response = url.request("on-apple-notification", body=json.dumps({"payload": notice("consent-revoked")}))
        assert (response["statusCode"], json.loads(response["body"])) == (200, {"result": "processed"})


def test_apples_account_that_reads_its_mail_is_not_deleted_with_the_sign_in_by_apple(world):
    rules_of_app = apple_policy()
    rules_of_app["providers"]["email"] = {}
    world.policy(rules_of_app)
    granted(world.run("sign-in", {"identity": identity()}))
    granted(notify(world, "account-delete"))
    assert world.rows("SELECT status FROM accounts") == [{"status": "active"}]
