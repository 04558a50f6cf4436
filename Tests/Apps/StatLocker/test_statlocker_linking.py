# SPDX-License-Identifier: Apache-2.0
"""StatLocker: account linking, deletion and data export, as its AuthService interface, its privacy section and its phases name them."""

import json
import time
from datetime import datetime

from statlocker import DAY, HOUR, PASSWORD, access, grown_up, identity


def test_link_provider(locker):
    """linkProvider(provider): Promise<void>: both ways lead to the same account, and its owner gets a mail."""
    session = locker.member()
    answer = locker.run("link-identity", {"identity": identity("apple", "kims-apple")}, session["accessToken"])
    assert answer.json["providers"] == ["apple", "password"]
    account = locker.log_in().json["account"]
    assert locker.continue_with("apple", "kims-apple").json["account"]["id"] == account["id"]
    locker.run("deliver-mail")
    notice, = [
        mail for mail in locker.mails_to("kim@example.com") if mail["Subject"].startswith("A sign-in method was added")]
    assert "Apple" in notice.get_body(("plain",)).get_content()


def test_unlink_provider(locker):
    """unlinkProvider(providerId): what is unlinked signs in no more by itself; the address that it has proven stays the
    account's; the last way in stays."""
    token = locker.member()["accessToken"]
    locker.run("link-identity", {"identity": identity("google", "kims-google")}, token)
    assert locker.run("unlink-identity", {"provider": "google"}, token).json == {"providers": ["password"]}
    assert locker.run("unlink-identity", {"provider": "google"}, token).json == {"providers": ["password"]}
    assert locker.run("unlink-identity", {"provider": "password"}, token).code == "auth/last-sign-in-method"
    assert locker.run("get-account", {}, token).json["providers"] == ["password"]
    own = locker.log_in().json["account"]["id"]
    assert locker.continue_with("google", "kims-google").json["account"]["id"] == own


def test_error_provider_already_linked(locker):
    """PROVIDER_ALREADY_LINKED = 'auth/provider-already-linked'."""
    google = {"identity": identity("google", "shared")}
    assert "providers" in locker.run("link-identity", google, locker.member("kim")["accessToken"]).json
    assert locker.run("link-identity", google, locker.member("lee")["accessToken"]).code == "auth/provider-already-linked"


def test_linking_requires_a_recent_login(locker):
    """requireRecentAuth(maxAge): a phone that lies about is not enough."""
    token = locker.member()["accessToken"]
    locker.age("sessions", "created_at", 16 * 60)
    for function, data in [
        ("link-identity", {"identity": identity("google", "x")}), ("unlink-identity", {"provider": "password"}),
        ("delete-account", {}),
    ]:
        answer = locker.run(function, data, token)
        assert answer.code == "auth/requires-recent-login"
        assert answer.json["error"]["requiresAction"] == "reauthenticate"


def purge(locker):
    """Runs the purge 28 days later. It runs every day, so nothing stays longer than 30 days."""
    locker.age("accounts", "deletes_at", 28 * DAY)
    assert locker.run("purge-records").json["deletedAccounts"] == 1


def test_delete_account(locker):
    """deleteAccount(): the session is over at once, the account can be restored for 28 days, and then the address is free."""
    session = locker.member()
    assert locker.run("delete-account", {}, session["accessToken"]).json["account"]["status"] == "deleting"
    assert locker.run("get-account", {}, session["accessToken"]).code == "auth/user-disabled"
    assert locker.run("refresh-session", {"refreshToken": session["refreshToken"]}).code == "auth/session-revoked"
    answer = locker.log_in()
    assert answer.code == "auth/user-disabled" and answer.json["error"]["requiresAction"] == "restore_account"
    assert locker.log_in(restore=True).json["account"]["status"] == "active"
    locker.run("delete-account", {}, locker.log_in().json["session"]["accessToken"])
    purge(locker)
    assert locker.log_in().code == "auth/user-not-found"
    assert locker.sign_up().code is None


def test_right_to_deletion(locker):
    """Complete data purge within 30 days: nothing of the person is left but what tells nothing."""
    token = locker.member(birthDate="2012-01-01", consent={"version": "1", "guardianEmail": "mum@example.com"})["accessToken"]
    locker.run("update-account", {"phone": "+15551234567", "locale": "es"}, token, clientip="192.0.2.77")
    locker.run("delete-account", {}, token, clientip="192.0.2.77")
    purge(locker)
    dump = locker.dump()
    for trace in ["kim@example.com", "Kim", "mum@example.com", "+15551234567", "2012-01-01", "192.0.2.77"]:
        assert trace not in dump, trace
    assert "account.deleted" in dump


def test_right_to_deletion_within_30_days_the_account_can_be_restored(locker):
    """… within 30 days: the mail names a way back, which works until the last hour and not after it, purged or not."""
    token = locker.member()["accessToken"]
    for late in (False, True):
        deletes_at = locker.run("delete-account", {}, token).json["deletesAt"]
        left = datetime.fromisoformat(deletes_at.replace("Z", "+00:00")).timestamp() - time.time()
        assert 28 * DAY - 60 < left <= 28 * DAY
        code = locker.code("restore-account")
        for table, column in (("accounts", "deletes_at"), ("account_codes", "expires_at")):
            locker.age(table, column, 28 * DAY - (0 if late else HOUR))
        restored = locker.run("restore-account", {"code": code})
        if not late:
            assert restored.json["state"] == "signedIn" and restored.json["account"]["status"] == "active"
            token = access(restored)
    assert restored.code == "auth/code-expired" and locker.log_in(restore=True).code == "auth/invalid-credential"
    assert locker.run("purge-records").json["deletedAccounts"] == 1
    assert locker.rows("SELECT * FROM accounts") == []


def test_right_to_deletion_in_the_coachs_records(locker):
    """Complete data purge: the coach keeps the record of a client, without what says who it was."""
    coach = locker.member("ada", role="coach")["accessToken"]
    client = {"name": "Kimberley", "email": "kim@example.com", "phone": "+15551234567", "notes": "Knee."}
    assert locker.run("send-invitation", {"client": client}, coach).code is None
    accepted = locker.run("accept-invitation", {"code": locker.code("invite"), "newPassword": PASSWORD, **grown_up()})
    assert locker.run("delete-account", {}, access(accepted)).json["account"]["status"] == "deleting"
    purge(locker)
    dump = locker.dump()
    for trace in ["kim@example.com", "Kimberley", "+15551234567", "Knee."]:
        assert trace not in dump, trace
    record, = locker.run("list-clients", {}, coach).json["clients"]
    assert record["email"].endswith("@deleted.invalid")


def test_delete_account_of_a_coach_asks_for_confirmation(locker):
    """deleteAccount(): a coach is told how many clients go along, and confirms it."""
    coach = locker.member("ada", role="coach")["accessToken"]
    for name in ("kim", "lee"):
        locker.run("send-invitation", {"client": {"name": name, "email": f"{name}@example.com"}}, coach)
    refused = locker.run("delete-account", {}, coach)
    assert refused.code == "auth/confirmation-required" and "2 clients" in refused.json["error"]["detail"]
    assert locker.run("delete-account", {"confirm": True}, coach).json["account"]["status"] == "deleting"


def test_data_export(locker):
    """Account deletion and data export: all that is kept about a person, without secrets. The owner gets a mail."""
    phone = {"id": "d1", "platform": "ios"}
    session = locker.member(device=phone)
    token = session["accessToken"]
    locker.run("link-identity", {"identity": identity("google")}, token)
    locker.run("update-account", {"profile": {"privacySettings": {"marketing": False}}}, token)
    exported = locker.run("export-account", {}, token).json
    account = exported["account"]
    assert (account["email"], account["profile"]) == ("kim@example.com", {"privacySettings": {"marketing": False}})
    assert [kept["provider"] for kept in exported["identities"]] == ["google"]
    assert [kept["device"] for kept in exported["sessions"]] == [phone]
    assert [kept["version"] for kept in exported["consents"]] == ["1"]
    assert {"account.created", "account.consented", "account.provider-added"} <= {kept["action"] for kept in exported["audit"]}
    hashed, = locker.rows("SELECT hash FROM passwords")
    for secret in (PASSWORD, hashed["hash"], token, session["refreshToken"]):
        assert secret not in json.dumps(exported)
    locker.run("deliver-mail")
    assert len(locker.mails_to("kim@example.com", "Your StatLocker account data was exported")) == 1


def test_data_export_requires_a_recent_login(locker):
    """… data export: a phone that lies about is not enough."""
    token = locker.member()["accessToken"]
    locker.later(16 * 60)
    assert locker.run("export-account", {}, token).code == "auth/requires-recent-login"
