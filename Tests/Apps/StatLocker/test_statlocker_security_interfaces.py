# SPDX-License-Identifier: Apache-2.0
"""StatLocker: the security interfaces of "Authentication System Design Document", in its order and with its names."""

import time

from statlocker import HOUR, MINUTE, access


def test_rate_limit_config(locker):
    """maxAttempts, windowMs, blockDurationMs: number — `max`, `seconds` and `blockSeconds` of the policy's limits."""
    locker.use(limits={"signInAccount": {"max": 2, "seconds": 100}})
    locker.sign_up()
    codes = [locker.log_in(password="wrong1234").code for _ in range(3)]
    assert codes == ["auth/wrong-password"] * 2 + ["auth/too-many-requests"]
    locker.later(100)
    assert locker.log_in().code is None


def test_rate_limit_config_block_duration(locker):
    """blockDurationMs: number — a reached limit blocks for `blockSeconds`, also with a shorter window."""
    locker.use(limits={"signInAccount": {"max": 2, "seconds": 100, "blockSeconds": HOUR}})
    locker.sign_up()
    assert [locker.log_in(password="wrong1234").code for _ in range(2)] == ["auth/wrong-password"] * 2
    held = locker.log_in()
    assert held.code == "auth/too-many-requests" and HOUR - 60 < held.json["error"]["retryAfter"] <= HOUR
    locker.later(HOUR - 60)
    assert locker.log_in().code == "auth/too-many-requests"
    locker.later(60)
    assert locker.log_in().code is None


def test_security_event_auth_failed(locker):
    """type: 'auth_failed'; ip, timestamp."""
    locker.log_in(password="wrong1234", event={"clientip": "192.0.2.1"})
    (code, address, at), = locker.events("code, address, at")
    assert (code, address) == ("auth/user-not-found", "192.0.2.1") and abs(at / 1000 - time.time()) < 60


def test_security_event_auth_failed_of_a_known_account(locker):
    """type: 'auth_failed'; userId: the account whose password was not right."""
    account = locker.sign_up().json["account"]["id"]
    assert locker.log_in(password="wrong1234").code == "auth/wrong-password"
    assert locker.events("account_id, action, code")[-1] == (account, "refused", "auth/wrong-password")


def test_security_event_rate_limit(locker):
    """type: 'rate_limit'; ip, timestamp; metadata: those of one limit, caller and window are one event with their number."""
    for address, tries in (("192.0.2.1", 8), ("192.0.2.2", 6)):
        for number in range(tries):
            locker.log_in(f"nobody{address}{number}", event={"clientip": address})
    limited = [event for event in locker.events("code, address, count, at, last_at") if event[0] == "auth/too-many-requests"]
    assert [event[1:3] for event in limited] == [("192.0.2.1", 3), ("192.0.2.2", 1)]
    assert limited[0][3] < limited[0][4] and limited[1][3] == limited[1][4] and abs(limited[1][4] / 1000 - time.time()) < 60


def test_security_event_permission_denied(locker):
    """type: 'auth_failed'; userId: the signed-in account of a refused call."""
    unverified, athlete = locker.sign_up(verify=False), locker.sign_up("lee")
    for signed_up, function in ((unverified, "list-workouts"), (athlete, "list-clients")):
        locker.run(function, {}, access(signed_up), clientip="192.0.2.1")
    assert locker.events("account_id, action, function, code, address")[-2:] == [
        (unverified.json["account"]["id"], "refused", "list-workouts", "auth/email-not-verified", "192.0.2.1"),
        (athlete.json["account"]["id"], "refused", "list-clients", "auth/permission-denied", "192.0.2.1")]


def test_security_event_suspicious_ip(locker, webhooks):
    """type: 'suspicious_ip'; userId, ip: a sign-in from an address that was never used before is a webhook and a mail to the
    owner. Where the app names the device, a new device is the event, and another address of a known one is none."""
    account = locker.sign_up(event={"clientip": "192.0.2.1"}).json["account"]["id"]
    tablet = {"id": "d1", "platform": "android"}
    locker.log_in(event={"clientip": "192.0.2.1"})
    assert webhooks.about("security.new-device") == locker.mails_to("kim@example.com", "New sign-in") == []
    locker.log_in(event={"clientip": "192.0.2.66"})
    assert webhooks.about("security.new-device") == [{"accountId": account, "address": "192.0.2.66"}]
    mail, = locker.mails_to("kim@example.com", "New sign-in to your StatLocker account")
    assert "192.0.2.66" in mail.get_body(("plain",)).get_content()
    for address in ("192.0.2.66", "192.0.2.67"):
        locker.log_in(event={"clientip": address}, device=tablet)
    assert webhooks.about("security.new-device")[1:] == [
        {"accountId": account, "address": "192.0.2.66", "device": {"platform": "android"}}]


def test_security_event_suspicious_ip_of_a_known_device(locker, webhooks):
    """type: 'suspicious_ip'; userId, ip: a known device at an address that was never used before is a webhook."""
    locker.use(webhooks=[{"url": webhooks.receiver.url, "events": ["security.new-address"]}])
    phone = {"id": "d1", "platform": "ios"}
    account = locker.sign_up(event={"clientip": "192.0.2.1"}, device=phone).json["account"]["id"]
    for address in ("192.0.2.1", "192.0.2.66", "192.0.2.66"):
        locker.log_in(event={"clientip": address}, device=phone)
    assert webhooks.about("security.new-address") == [
        {"accountId": account, "address": "192.0.2.66", "device": {"platform": "ios"}}]


def test_security_event_account_locked(locker, webhooks):
    """type: 'account_locked'; userId, ip of the last failure: five failures lock an account, whatever addresses they come from. It is a webhook and
    a mail to the owner."""
    account = locker.sign_up("kim").json["account"]["id"]
    locker.sign_up("lee")
    wrong = [locker.log_in(password="wrong1234", event={"clientip": f"192.0.2.{number}"}).code for number in range(4)]
    assert webhooks.about("security.locked") == []
    wrong.append(locker.log_in(password="wrong1234", event={"clientip": "192.0.2.4"}).code)
    assert wrong == ["auth/wrong-password"] * 5
    locked = locker.log_in(event={"clientip": "192.0.2.99"})
    assert locked.code == "auth/too-many-requests" and "session" not in locked.json
    assert webhooks.about("security.locked") == [{"accountId": account, "address": "192.0.2.4"}]
    assert len(locker.mails_to("kim@example.com", "Too many failed sign-ins to your StatLocker account")) == 1
    assert locker.log_in("lee", event={"clientip": "192.0.2.99"}).json["state"] == "signedIn"
    locker.later(15 * MINUTE)
    assert locker.log_in(event={"clientip": "192.0.2.99"}).json["state"] == "signedIn"
