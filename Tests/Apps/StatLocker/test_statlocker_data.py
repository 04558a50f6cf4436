# SPDX-License-Identifier: Apache-2.0
"""StatLocker: the data models of its design document."""

import json
import time
from datetime import datetime

from operators import account
from push_services import FCM
from statlocker import GUARDED, MINUTE, access, born, grown_up


def timestamp(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


# Data Models: User Profile Schema


def test_user_profile_core_identity(locker):
    """uid, email, emailVerified, displayName?, photoURL?."""
    signed_up = locker.sign_up(displayName="Kim", verify=False)
    locker.run("update-account", {"photoURL": "https://example.com/k.jpg"}, access(signed_up))
    assert locker.rows("SELECT id, email, email_verified, display_name, photo_url FROM accounts") == [{
        "id": signed_up.json["account"]["id"], "email": "kim@example.com", "email_verified": 0, "display_name": "Kim",
        "photo_url": "https://example.com/k.jpg"}]


def test_user_profile_authentication_metadata(locker):
    """providers, createdAt, lastSignIn, lastActivity."""
    signed_up = locker.sign_up()
    before = signed_up.json["account"]
    locker.run("refresh-session", {"refreshToken": signed_up.json["session"]["refreshToken"]})
    after = locker.log_in().json["account"]
    assert after["createdAt"] == before["createdAt"] and after["lastSignInAt"] > before["lastSignInAt"]
    seen = locker.run("list-sessions", {}, access(signed_up)).json["sessions"]
    assert [session["lastUsedAt"] > before["lastSignInAt"] for session in seen] == [True, True]


def test_user_profile_security_and_compliance(locker):
    """consentVersion, consentTimestamp, parentalConsent?: `consent` of the account; ageVerified."""
    grown_up = locker.run("get-account", {}, access(locker.sign_up("lee"))).json
    child = locker.run("get-account", {}, access(locker.sign_up(birthDate=born(15), consent=GUARDED))).json
    unasked = locker.continue_with("google", "max").json
    agreed = [seen["account"]["consent"].pop("agreedAt") for seen in (grown_up, child, unasked)]
    assert [seen["account"]["consent"] for seen in (grown_up, child, unasked)] == [
        {"version": "1", "guardian": "none"}, {"version": "1", "guardian": "pending"}, {"version": None, "guardian": "none"}]
    assert all(abs(timestamp(text).timestamp() - time.time()) < 60 for text in agreed[:2]) and agreed[2] is None
    assert [seen["account"]["ageVerified"] for seen in (grown_up, child, unasked)] == [True, True, False]
    assert [seen["missing"] for seen in (grown_up, child, unasked)] == [[], [], ["birthDate", "consent"]]
    locker.guardian("agree")
    seen = locker.log_in().json
    assert (seen["state"], seen["account"]["consent"]) == (
        "signedIn", {"version": "1", "agreedAt": agreed[1], "guardian": "agreed"})


def test_user_profile_account_status(locker):
    """accountStatus: 'active' | 'suspended' | 'pending_verification' — `disabled` once an operator has suspended the account."""
    pending = locker.sign_up(verify=False)
    assert pending.json["state"] == "emailNotVerified"
    assert locker.run("authorize", {}, access(pending)).code == "auth/email-not-verified"
    locker.run("verify-email", {"code": locker.code()})
    active = locker.run("get-account", {}, access(pending)).json
    assert active["state"] == "signedIn" and active["account"]["status"] == "active"
    assert account(locker, "suspend", "kim@example.com")["status"] == "disabled"
    assert locker.run("get-account", {}, access(pending)).code == locker.log_in().code == "auth/user-disabled"
    assert account(locker, "restore", "kim@example.com")["status"] == "active"
    assert locker.run("get-account", {}, access(pending)).code == "auth/session-revoked"
    assert locker.log_in().json["state"] == "signedIn"


def test_user_profile_device_management(locker):
    """activeDevices: DeviceInfo[] — deviceId, platform, lastAccess, and each device once."""
    phone, tablet = {"id": "d1", "platform": "ios"}, {"id": "d2", "platform": "android"}
    signed_up = locker.sign_up(device=phone)
    for _ in range(2):
        locker.log_in(device=tablet)
    seen = locker.run("list-sessions", {}, access(signed_up)).json["sessions"]
    assert [(session["device"], session["current"]) for session in seen] == [
        ({"platform": "android"}, False), ({"platform": "ios"}, True)]
    assert seen[0]["lastUsedAt"] >= seen[1]["lastUsedAt"]


def test_user_profile_push_token(locker):
    """DeviceInfo.pushToken?: string."""
    with FCM() as fcm:
        locker.use(push=fcm.policy)
        phone = {"id": "d1", "platform": "android", "pushService": "fcm", "pushToken": "token-of-kim"}
        signed_up = locker.sign_up(device=phone)
        [session] = locker.run("list-sessions", {}, access(signed_up)).json["sessions"]
        assert session["device"] == {"platform": "android", "pushService": "fcm"}
        locker.log_in(device={"id": "d2"})
        locker.run("deliver-mail", env=fcm.env)
    (device, _, message), = fcm.requests
    assert device == "token-of-kim" and message["data"]["type"] == "security.new-device"


def test_user_profile_privacy_settings(locker):
    """privacySettings: dataProcessing, marketing, analytics: boolean."""
    settings = {"dataProcessing": True, "marketing": False, "analytics": False}
    token = access(locker.sign_up())
    changed = locker.run("update-account", {"profile": {"privacySettings": settings}}, token)
    assert changed.code is None, changed.json
    assert locker.run("get-account", {}, token).json["account"]["profile"]["privacySettings"] == settings


# Security Event Schema


def test_security_event_schema(locker):
    """id, userId?, eventType, timestamp, ipAddress, userAgent, success (no errorCode), errorCode?, and an event that
    stands for several says how many."""
    account = locker.sign_up().json["account"]
    where = {"clientip": "192.0.2.1", "useragent": "StatLocker/1.0 (iPhone)"}
    locker.log_in(event=where)
    locker.log_in(password="wrong1234", event=where)
    log = locker.events("account_id, action, code, address, user_agent")
    assert log[-2:] == [
        (account["id"], "account.signed-in", None, *where.values()),
        (account["id"], "refused", "auth/wrong-password", *where.values())]
    ids, moments = zip(*locker.events("id, at"))
    assert len(set(ids)) == 5 and list(moments) == sorted(moments)
    assert {count for count, in locker.events("count")} <= {None, 1}
    for _ in range(6):
        locker.log_in(password="wrong1234", event=where)
    assert locker.events("action, code, count, address, user_agent")[-1] == (
        "refused", "auth/too-many-requests", 2, *where.values())
    # Refusals of one kind are one row with their number.
    assert len(set(locker.events("id"))) == 5 + 1


def test_security_event_metadata_device_info(locker):
    """metadata: deviceInfo?."""
    locker.member()
    phone = {"id": "d1", "platform": "ios", "name": "Kim's phone"}
    for password in ("Locker2026", "wrong1234"):
        locker.log_in(password=password, device=phone)
    assert [json.loads(device) for device, in locker.events("device")[-2:]] == [phone, phone]


def test_user_profile_email_verification_sent(locker):
    """emailVerificationSent?: Timestamp. (The last one; a new person is sent one at once.)"""
    token = locker.sign_up(verify=False).json["session"]["accessToken"]
    sent = lambda: locker.run("get-account", {}, token).json["emailVerificationSentAt"]
    first = sent()
    locker.later(MINUTE)
    assert locker.run("verify-email", {"email": "kim@example.com"}, token).code is None
    assert sent() > first and "emailVerificationSentAt" not in locker.run(
        "get-account", {}, locker.continue_with("google", "lee", grown_up()).json["session"]["accessToken"]).json


def test_security_event_metadata(locker):
    """metadata: provider?, attemptCount?."""
    locker.member()
    locker.continue_with("google")
    for _ in range(7):
        locker.log_in(password="wrong1234")
    assert locker.events("action, code, provider, count")[-7:] == [
        ("account.signed-in", None, "google", None),
        *[("refused", "auth/wrong-password", "password", None)] * 5,
        ("refused", "auth/too-many-requests", "password", 2)]
