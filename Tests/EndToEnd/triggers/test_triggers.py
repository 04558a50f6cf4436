# SPDX-License-Identifier: Apache-2.0
"""Triggers of identity providers: the examples of their documentation, and hooks signed by the
library that Standard Webhooks publishes."""

import base64
import copy
import datetime
import json
import time

import pytest
from standardwebhooks.webhooks import Webhook
from trigger_events import EVERY_PROVIDER, OTHER, POOL, PRE_SIGN_UP, SECRET, SUPABASE
from worlds import id_token

pytestmark = pytest.mark.policy(EVERY_PROVIDER)

POST_CONFIRMATION = {
    **PRE_SIGN_UP, "triggerSource": "PostConfirmation_ConfirmSignUp", "response": {},
    "request": {
        "userAttributes": {
            "sub": "2f1c", "email_verified": "true", "cognito:user_status": "CONFIRMED", "email": "john@example.com",
            "name": "John Doe",
        }
    },
}

# cloud.google.com/functions/1stgendocs/calling/firebase-auth
FIREBASE = {"email": "me@example.com", "metadata": {"createdAt": "2018-10-19T19:29:16Z"}, "uid": "XXXXX"}


def accounts(world):
    if not world.exists:
        return []
    return world.rows("SELECT email, email_verified, display_name, role, phone FROM accounts ORDER BY created_at")


def signed(payload, secret=SECRET, timestamp=None, separator=" ", extra=()):
    body = json.dumps(payload)
    timestamp = timestamp or datetime.datetime.now(datetime.timezone.utc)
    signature = Webhook(secret).sign("msg_1", timestamp, body)
    headers = {
        "Webhook-Id": "msg_1", "webhook-timestamp": str(int(timestamp.timestamp())),
        "webhook-signature": separator.join([*extra, signature]),
    }
    return {"headers": headers, "body": body}


def supabase(world, event, secret="v1,whsec_" + SECRET):
    return world.run("on-user-create", event=event, env={"WEBHOOK_SECRET": secret}).json


def test_a_supabase_hook_signed_by_its_own_library_creates_the_account(world):
    assert supabase(world, signed(SUPABASE)) == {}
    assert accounts(world) == [
        {"email": "valid.email@supabase.com", "email_verified": 0, "display_name": "", "role": "client", "phone": None}
    ]
    assert world.rows("SELECT issuer, subject FROM identities") == [
        {"issuer": "https://abc.supabase.co/auth/v1", "subject": "ff7fc9ae-3b1b-4642-9241-64adb9848a03"}
    ]


@pytest.mark.parametrize("separator", [" ", ", "])
def test_several_signatures_may_be_separated_by_space_or_comma(world, separator):
    other = "v1," + base64.b64encode(bytes(32)).decode()
    assert supabase(world, signed(SUPABASE, separator=separator, extra=[other, "v1a,xyz"])) == {}
    assert len(accounts(world)) == 1


@pytest.mark.parametrize("given", ["v1,whsec_{}", "whsec_{}", "{}", "v1,whsec_" + OTHER + "|v1,whsec_{}", "v1,whsec_" + OTHER + " v1,whsec_{}"])
def test_the_secret_is_accepted_as_supabase_shows_it_and_with_the_previous_one(world, given):
    assert supabase(world, signed(SUPABASE), given.format(SECRET)) == {}


def test_repeated_triggers_create_one_account(world):
    for _ in range(3):
        assert supabase(world, signed(SUPABASE)) == {}
    assert len(accounts(world)) == 1


@pytest.mark.parametrize("fault", ["secret", "body", "old", "future", "no id", "no signature", "unsigned"])
def test_an_unsigned_hook_is_refused_in_the_format_of_supabase(world, fault):
    now = datetime.datetime.now(datetime.timezone.utc)
    event = signed(SUPABASE)
    match fault:
        case "secret": event = signed(SUPABASE, secret=base64.b64encode(b"x" * 32).decode())
        case "body": event["body"] = event["body"].replace("valid", "other")
        case "old": event = signed(SUPABASE, timestamp=now - datetime.timedelta(minutes=6))
        case "future": event = signed(SUPABASE, timestamp=now + datetime.timedelta(minutes=6))
        case "no id": del event["headers"]["Webhook-Id"]
        case "no signature": event["headers"]["webhook-signature"] = "v1,"
        case "unsigned": event = SUPABASE
    answer = supabase(world, event)
    assert list(answer["error"]) == ["http_code", "message"] and answer["error"]["http_code"] == 401
    assert answer["error"]["message"] and accounts(world) == []


def test_a_signed_hook_without_a_secret_is_a_wrong_setting(world):
    answer = world.run("on-user-create", event=signed(SUPABASE))
    assert answer.status == 78 and "WEBHOOK_SECRET" in answer.json["error"]["detail"]


def test_a_body_in_base64_is_verified_as_it_was_sent(world):
    event = signed(SUPABASE)
    event = {**event, "body": base64.b64encode(event["body"].encode()).decode(), "isBase64Encoded": True}
    assert supabase(world, event) == {}


def test_the_domain_rule_refuses_in_the_format_of_supabase(world):
    world.policy({**EVERY_PROVIDER, "email": {"allowedDomains": ["ksu.edu"]}})
    answer = supabase(world, signed(SUPABASE))
    assert answer["error"]["http_code"] == 403 and "email" in answer["error"]["message"]
    assert accounts(world) == []


def test_a_supabase_payload_needs_no_signature_on_a_trusted_runner(world):
    payload = copy.deepcopy(SUPABASE)
    payload["user"] |= {
        "app_metadata": {"provider": "google"},
        "user_metadata": {"full_name": "Val", "email_verified": True, "avatar_url": "https://example.com/v.png"},
    }
    assert world.run("on-user-create", event=payload).json == {}
    assert accounts(world)[0]["email_verified"] == 1 and accounts(world)[0]["display_name"] == "Val"


def test_cognito_gets_its_event_back_and_nothing_is_written_before_the_confirmation(world):
    assert world.run("on-user-create", event=PRE_SIGN_UP).json == PRE_SIGN_UP
    assert accounts(world) == []
    for _ in range(2):
        assert world.run("on-user-create", event=POST_CONFIRMATION).json == POST_CONFIRMATION
    assert accounts(world) == [
        {"email": "john@example.com", "email_verified": 1, "display_name": "John Doe", "role": "client", "phone": None}
    ]
    assert world.rows("SELECT issuer, subject FROM identities") == [{"issuer": POOL, "subject": "2f1c"}]


def test_a_confirmed_new_password_creates_no_user(world):
    event = {**POST_CONFIRMATION, "triggerSource": "PostConfirmation_ConfirmForgotPassword"}
    assert world.run("on-user-create", event=event).json == event
    assert accounts(world) == []


@pytest.mark.parametrize("event", [PRE_SIGN_UP, POST_CONFIRMATION])
def test_cognito_gets_the_reason_as_a_function_error(world, event):
    world.policy({**EVERY_PROVIDER, "email": {"allowedDomains": ["ksu.edu"]}})
    answer = world.run("on-user-create", event=event)
    assert answer.status == 0 and answer.json["errorType"] == "auth/email-domain-not-allowed"
    assert set(answer.json) == {"errorType", "errorMessage"} and accounts(world) == []


def test_a_user_pool_that_the_policy_does_not_name_is_refused(world):
    answer = world.run("on-user-create", event={**PRE_SIGN_UP, "userPoolId": "us-east-1_OTHER"})
    assert answer.json["errorType"] == "auth/provider-not-enabled"


@pytest.mark.parametrize("shape", ["background", "cloud event", "cloud event v2", "legacy event"])
def test_a_firebase_user_gets_a_profile_once(world, shape):
    cloud = {
        "specversion": "1.0", "id": "e1", "source": "//firebaseauth.googleapis.com/projects/my-project",
        "type": "google.firebase.auth.user.v1.created", "time": "2018-10-19T19:29:16Z", "datacontenttype": "application/json",
    }
    event = {
        "background": FIREBASE, "cloud event": {**cloud, "data": FIREBASE},
        "cloud event v2": {**cloud, "type": "google.firebase.auth.user.v2.created", "data": {"value": FIREBASE}},
        "legacy event": {
            "data": FIREBASE, "eventId": "1", "eventType": "providers/firebase.auth/eventTypes/user.create",
            "resource": "projects/my-project", "timestamp": "2018-10-19T19:29:16Z",
        },
    }[shape]
    for _ in range(2):
        account = world.run("on-user-create", event=event).json["account"]
    assert (account["email"], account["displayName"], account["role"]) == ("me@example.com", "", "client")
    assert world.rows("SELECT issuer, subject FROM identities") == [
        {"issuer": "https://securetoken.google.com/my-project", "subject": "XXXXX"}
    ]


def blocking(**claims):
    user = {"uid": "u1", "email": "me@example.com", "email_verified": True, "display_name": "Me"}
    token = {
        "iss": "https://securetoken.google.com/my-project", "aud": "https://us-central1-my-project.cloudfunctions.net/x",
        "event_id": "e1", "event_type": "beforeCreate", "user_record": user, **claims,
    }
    return {"data": {"jwt": id_token(**token)}}


def test_a_firebase_blocking_function_gets_name_and_role(world):
    answer = world.run("on-user-create", event=blocking()).json
    record = answer["userRecord"]
    assert record["updateMask"] == "displayName,customClaims" and record["displayName"] == "Me"
    assert record["customClaims"]["role"] == "client"
    assert [account["email"] for account in accounts(world)] == ["me@example.com"]


@pytest.mark.parametrize(
    "claims", [{"iss": "https://securetoken.google.com/other"}, {"exp": int(time.time()) - 1}, {"key": None}])
def test_a_blocking_function_that_the_project_did_not_sign_is_refused(world, claims):
    from cryptography.hazmat.primitives.asymmetric import rsa

    if "key" in claims:
        claims = {"key": rsa.generate_private_key(public_exponent=65537, key_size=2048)}
    answer = world.run("on-user-create", event=blocking(**claims)).json
    assert answer["error"]["status"] == "UNAUTHENTICATED" and accounts(world) == []


def test_the_domain_rule_blocks_at_firebase(world):
    world.policy({**EVERY_PROVIDER, "email": {"allowedDomains": ["ksu.edu"]}})
    answer = world.run("on-user-create", event=blocking()).json
    assert set(answer["error"]) == {"status", "message"} and answer["error"]["status"] == "PERMISSION_DENIED"


def test_a_before_sign_in_trigger_creates_nothing(world):
    assert world.run("on-user-create", event=blocking(event_type="beforeSignIn")).json == {}
    assert accounts(world) == []


@pytest.mark.parametrize("trigger", ["supabase", "cognito", "firebase"])
def test_an_invited_person_is_linked_by_the_verified_address(world, trigger):
    world.policy({**EVERY_PROVIDER, "roles": {"inviter": "admin", "invitee": "client", "signUp": ["admin"]}})
    token = world.inviter()
    world.invite(token, "kim")
    verified = {"email": "kim@example.com", "email_verified": True}
    event = {
        "supabase": {"user": {"id": "s1", "email": "kim@example.com", "app_metadata": {"provider": "google"}, "user_metadata": verified}},
        "cognito": {**POST_CONFIRMATION, "request": {"userAttributes": {"sub": "c1", "email": "kim@example.com", "email_verified": "true"}}},
        "firebase": {"uid": "f1", "email": "kim@example.com", "emailVerified": True},
    }[trigger]
    world.run("on-user-create", event=event)
    client = world.run("list-clients", {}, token).json["clients"][0]
    assert client["invitation"]["status"] == "accepted" and "accountId" in client
    assert accounts(world)[1]["role"] == "client" and accounts(world)[1]["display_name"] == "Kim"


def test_a_name_that_is_too_long_is_dropped_and_the_user_is_kept(world):
    account = world.run("on-user-create", event={**FIREBASE, "displayName": "x" * 300, "photoURL": "http://x"}).json["account"]
    assert account["displayName"] == "" and "photoURL" not in account


def test_an_address_that_cannot_be_used_is_dropped_and_the_user_is_kept(world):
    account = world.run("on-user-create", event={**FIREBASE, "email": "x@localhost"}).json["account"]
    assert (account["email"], account["emailVerified"]) == (None, False)


@pytest.mark.parametrize("name, value, empty", [
    ("email", "nope", None), ("phone", "abc", None), ("phone", "1" * 400, None), ("displayName", "x" * 300, ""),
    ("displayName", "\n", ""), ("photoURL", "http://x", None), ("locale", "?", None)])
def test_what_cannot_be_used_is_left_out_in_our_own_shape_too(world, name, value, empty):
    user = {"provider": "firebase", "subject": "u4", "email": "a4@example.com", "emailVerified": True, name: value}
    answer = world.run("on-user-create", user)
    assert answer.json["account"].get(name) == empty, answer.json


def test_what_names_nobody_is_refused_in_our_own_shape(world):
    answer = world.run("on-user-create", {"provider": "firebase", "subject": "", "phone": 5})
    assert answer.code == "event/invalid"
    assert [field["pointer"] for field in answer.json["error"]["errors"]] == ["/subject", "/phone"]


def test_an_event_of_an_unknown_shape_is_refused_and_the_shapes_are_named(world):
    answer = world.run("on-user-create", event={"email": "x@example.com"})
    assert answer.code == "event/invalid" and "triggerSource" in answer.json["error"]["detail"]


def anonymous(provider):
    if provider == "supabase":
        return {"user": {**SUPABASE["user"], "email": "", "is_anonymous": True}}
    if provider == "supabase role":
        return {"user": {**SUPABASE["user"], "email": "", "role": "anon"}}
    if provider == "blocking":
        return blocking(user_record={"uid": "u1"}, sign_in_method="anonymous")
    return {"uid": "XXXXX", "metadata": {"createdAt": "2018-10-19T19:29:16Z"}, "providerData": []}


@pytest.mark.parametrize("provider", ["supabase", "supabase role", "firebase", "blocking"])
def test_an_anonymous_user_of_a_provider_is_granted_and_makes_no_account(world, provider):
    answer = world.run("on-user-create", event=anonymous(provider))
    assert answer.status == 0 and answer.json == ({"account": None} if provider == "firebase" else {})
    assert accounts(world) == []


@pytest.mark.parametrize("claims, name", [
    ({"given_name": "Kim"}, "Kim"), ({"given_name": "Kim", "family_name": "Lee"}, "Kim Lee"), ({"name": "evil.com", "given_name": "Kim"}, "Kim")])
def test_a_trigger_reads_names_as_tokens_do(world, claims, name):
    attributes = {"sub": "2f1c", "email_verified": "true", "email": "john@example.com", **claims}
    world.run("on-user-create", event={**POST_CONFIRMATION, "request": {"userAttributes": attributes}})
    assert [account["display_name"] for account in accounts(world)] == [name]
