# SPDX-License-Identifier: Apache-2.0
"""StatLocker: account linking and deletion, as its AuthService interface and its privacy section name them."""

import pytest
from statlocker import StatLocker, identity


@pytest.fixture
def locker(tmp_path):
    return StatLocker(tmp_path)


def test_link_provider(locker):
    """linkProvider(provider): Promise<void>: both ways lead to the same account, and its owner gets a mail."""
    session = locker.member()
    answer = locker.run("link-identity", {"identity": identity("apple", "kims-apple")}, session["accessToken"])
    assert answer.json["providers"] == ["apple", "password"]
    account = locker.log_in().json["account"]
    assert locker.continue_with("apple", "kims-apple").json["account"]["id"] == account["id"]
    locker.run("deliver-mail")
    notice, = [
        mail for mail in locker.mails_to("kim@example.com") if mail["Subject"].startswith("A new way of signing in")]
    assert "Apple" in notice.get_body(("plain",)).get_content()


def test_unlink_provider(locker):
    """unlinkProvider(providerId): what is unlinked leads to that account no more; the last way in stays."""
    token = locker.member()["accessToken"]
    locker.run("link-identity", {"identity": identity("google", "kims-google")}, token)
    assert locker.run("unlink-identity", {"provider": "google"}, token).json == {"providers": ["password"]}
    assert locker.run("unlink-identity", {"provider": "google"}, token).json == {"providers": ["password"]}
    assert locker.run("unlink-identity", {"provider": "password"}, token).code == "auth/last-sign-in-method"
    assert locker.run("get-account", {}, token).json["providers"] == ["password"]
    own = locker.log_in().json["account"]["id"]
    assert locker.continue_with("google", "kims-google").json["account"]["id"] != own


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
    """Runs the purge 30 days later."""
    locker.age("accounts", "deletes_at", 30 * 86_400)
    assert locker.run("purge-records").json["deletedAccounts"] == 1


def test_delete_account(locker):
    """deleteAccount(): the session is over at once, the account can be restored for 30 days, and then the address is free."""
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
