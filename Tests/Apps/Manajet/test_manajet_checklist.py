# SPDX-License-Identifier: Apache-2.0
"""Manajet: testing checklist, additional features and deployment notes of "iOS Apple Sign In Implementation Guide". The
tests have the order and names of the document."""

import pytest
from apple import KEY_ID, TEAM, Apple, deliver, notice
from manajet import BUNDLE, DAY, ENTRY, POLICY, RELAY, USER, access, granted, identity_token, later, user_id
from operators import lines


def notified(manajet, kind):
    """A notice of Apple about the user."""
    return manajet.run("on-apple-notification", {"payload": notice(kind, USER, aud=BUNDLE)})


# Testing Checklist


def test_checklist_successful_authentication_creates_new_user(manajet):
    """Successful authentication creates new user."""
    assert granted(manajet.first()) and len(manajet.users()) == 1


def test_checklist_user_data_is_correctly_stored_in_database(manajet):
    """User data is correctly stored in database."""
    account = manajet.first().json["account"]
    [user] = manajet.users()
    stored = (user["id"], user["email"], user["email_verified"], user["display_name"], user["role"], user["status"])
    assert stored == (account["id"], "user@example.com", 1, "John Doe", "customer", "active")
    [identity] = manajet.rows("SELECT subject, account_id FROM identities")
    assert identity == {"subject": USER, "account_id": account["id"]}


def test_checklist_session_is_created_and_persists(manajet):
    """Session is created and persists."""
    session = manajet.first().json["session"]
    for _ in range(3):
        assert manajet.account(session["accessToken"]).code is None
    later(manajet, 7 * DAY)
    assert manajet.run("refresh-session", {"refreshToken": session["refreshToken"]}).code is None


def test_checklist_dashboard_loads_after_authentication(manajet):
    """Dashboard loads after authentication. (What it asks for.)"""
    token = access(manajet.first())
    own = manajet.account(token).json
    assert own["state"] == "signedIn" and own["account"]["displayName"] == "John Doe" and own["providers"] == ["apple"]
    assert manajet.run("authorize", {"role": "customer"}, token).json["accountId"] == own["account"]["id"]


def test_checklist_logout_works_correctly(manajet):
    """Logout works correctly."""
    session = manajet.first().json["session"]
    assert manajet.run("sign-out", {}, session["accessToken"]).json == {"ended": 1}
    assert manajet.account(session["accessToken"]).code == "auth/session-revoked"
    assert manajet.run("refresh-session", {"refreshToken": session["refreshToken"]}).code == "auth/session-revoked"
    assert granted(manajet.again())


def test_checklist_subsequent_sign_ins_work_without_re_entering_info(manajet):
    """Subsequent sign-ins work without re-entering info."""
    first = manajet.first()
    for _ in range(3):
        account = manajet.again().json["account"]
        assert {**account, "lastSignInAt": None} == {**first.json["account"], "lastSignInAt": None}


@pytest.mark.parametrize("name", [("John", "Doe"), (None, None)], ids=["named", "nameless"])
def test_checklist_hide_my_email_feature_works(manajet, name):
    """"Hide My Email" feature works. (And does not make a name of a relay address.)"""
    account = manajet.first(email=RELAY, name=name, claims={"is_private_email": "true"}).json["account"]
    assert account["email"] == RELAY and account["displayName"] == " ".join(filter(None, name))
    assert user_id(manajet.again()) == account["id"]


# Additional Features to Consider: Account Linking


def link(manajet, token, user=USER, **claims):
    identity = {"provider": "apple", "idToken": identity_token(user, **claims)}
    return manajet.run("link-identity", {"identity": identity}, token)


def test_account_linking_of_an_existing_password_account_with_apple_id(manajet):
    """Allow users to link existing username/password accounts with Apple ID."""
    token = manajet.sign_up("john@work.example")
    assert link(manajet, token, email=RELAY).json == {"providers": ["apple", "password"]}
    by_apple, by_password = manajet.again(), manajet.log_in("john@work.example")
    assert user_id(by_apple) == user_id(by_password) and by_apple.json["account"]["email"] == "john@work.example"
    assert len(manajet.users()) == 1


def test_account_linking_sends_a_mail(manajet):
    """Allow users to link … (The owner of the account gets a mail.)"""
    token = manajet.sign_up()
    link(manajet, token)
    manajet.run("deliver-mail")
    mail = manajet.mails()[-1]
    assert mail["to"].addresses[0].addr_spec == "user@example.com"
    assert "Apple" in mail.get_body(("plain",)).get_content()


def test_account_linking_by_the_same_verified_address(manajet):
    """Allow users to link … (Where both sides have proven the address, the first sign-in with Apple is enough.)"""
    own = manajet.account(manajet.sign_up()).json["account"]["id"]
    assert user_id(manajet.first()) == own and user_id(manajet.log_in()) == own


def test_account_linking_refuses_an_apple_id_of_another_account(manajet):
    """Allow users to link … (An Apple ID belongs to one user.)"""
    foreign = user_id(manajet.first())
    token = manajet.sign_up("eve@example.com")
    assert link(manajet, token).code == "auth/provider-already-linked"
    assert user_id(manajet.again()) == foreign


def test_account_linking_can_be_undone_except_for_the_last_way(manajet):
    """Allow users to link …"""
    token = manajet.sign_up("john@work.example")
    link(manajet, token, email=RELAY)
    unlink = lambda provider: manajet.run("unlink-identity", {"provider": provider}, token)
    assert unlink("apple").json == {"providers": ["password"]}
    assert unlink("password").code == "auth/last-sign-in-method"
    # The address that Apple has proven stays the account's.
    assert user_id(manajet.first(email=RELAY)) == user_id(manajet.log_in("john@work.example"))


# Additional Features to Consider: Token Refresh


def test_token_refresh_for_long_lived_sessions(manajet):
    """Implement token refresh for long-lived sessions."""
    session = manajet.first().json["session"]
    for _ in range(3):
        later(manajet, 60)
        answer = manajet.run("refresh-session", {"refreshToken": session["refreshToken"]})
        assert answer.json["session"]["refreshToken"] != session["refreshToken"]
        session = answer.json["session"]
    assert manajet.account(session["accessToken"]).code is None and len(manajet.rows("SELECT * FROM sessions")) == 1


def test_token_refresh_does_not_serve_a_thief(manajet):
    """Implement token refresh … (A refresh token that was used long ago ends the session.)"""
    old = manajet.first().json["session"]["refreshToken"]
    new = manajet.run("refresh-session", {"refreshToken": old}).json["session"]
    later(manajet, 60)
    assert manajet.run("refresh-session", {"refreshToken": old}).code == "auth/session-revoked"
    assert manajet.account(new["accessToken"]).code == "auth/session-revoked"


# Additional Features to Consider: Revocation Handling: what the app can do that hears of one from iOS


def test_revocation_handling_apple_says_that_a_user_has_revoked_the_access(manajet):
    """Handle when users revoke Apple Sign In access. (Apple sends a notice.)"""
    first, second = manajet.first(), manajet.again()
    assert notified(manajet, "consent-revoked").json == {"result": "processed"}
    for answer in (first, second):
        assert manajet.account(access(answer)).code == "auth/session-revoked"
    assert [row["ended_at"] is None for row in manajet.rows("SELECT ended_at FROM identities")] == [False]
    back = manajet.first()
    assert user_id(back) == user_id(first)


def test_revocation_handling_apple_says_that_a_user_has_deleted_the_apple_account(manajet):
    """Handle when users revoke Apple Sign In access. (Nobody can sign in to the account any more.)"""
    manajet.first()
    assert notified(manajet, "account-delete").json == {"result": "processed"}
    assert manajet.rows("SELECT * FROM accounts") == []


def test_revocation_handling_a_deleted_account_revokes_apples_token(manajet):
    """Handle when users revoke Apple Sign In access. (Deleting the account ends the access at Apple, as the App Store requires.)"""
    ids = {"teamID": TEAM, "keyID": KEY_ID, "clientIDs": [BUNDLE]}
    manajet.policy({**POLICY, "providers": {**POLICY["providers"], "apple": {**POLICY["providers"]["apple"], **ids}}})
    with Apple() as apple:
        answer = manajet.first(authorization_code=apple.code(USER, BUNDLE))
        deliver(manajet, apple)
        assert manajet.run("delete-account", {}, access(answer)).json == {"deleted": user_id(answer)}
        deliver(manajet, apple)
        assert apple.paths() == ["/auth/token", "/auth/revoke"] and apple.living == set()


def test_revocation_handling_the_app_signs_out_everywhere(manajet):
    """Handle when users revoke Apple Sign In access. (iOS informs the app.)"""
    sessions = [manajet.first().json["session"], manajet.again().json["session"]]
    assert manajet.run("sign-out", {"everywhere": True}, sessions[0]["accessToken"]).json == {"ended": 2}
    for session in sessions:
        assert manajet.account(session["accessToken"]).code == "auth/session-revoked"
        assert manajet.run("refresh-session", {"refreshToken": session["refreshToken"]}).code == "auth/session-revoked"


def test_revocation_handling_a_user_with_a_password_keeps_the_account(manajet):
    """Handle when users revoke Apple Sign In access. (The app unlinks it: what Apple says leads to that account no more.)"""
    token = manajet.sign_up("john@work.example")
    own = manajet.account(token).json["account"]["id"]
    link(manajet, token, email=RELAY)
    assert manajet.run("unlink-identity", {"provider": "apple"}, token).json == {"providers": ["password"]}
    kept = manajet.log_in("john@work.example")
    assert user_id(kept) == own and manajet.account(access(kept)).json["providers"] == ["password"]
    assert user_id(manajet.again()) != own


def test_revocation_handling_a_returning_user_has_the_same_account(manajet):
    """Handle when users revoke Apple Sign In access. (Apple gives email and name anew, and the same identifier.)"""
    first = manajet.first()
    manajet.run("sign-out", {"everywhere": True}, access(first))
    back = manajet.first(email=RELAY, name=("Johnny", "D"))
    assert user_id(back) == user_id(first) and back.json["account"]["displayName"] == "John Doe"
    assert manajet.account(access(back)).json["state"] == "signedIn"


def test_revocation_handling_the_account_can_be_deleted(manajet):
    """Handle when users revoke Apple Sign In access. (Apple asks apps to let people delete the account.)"""
    first = manajet.first()
    token = access(first)
    assert manajet.run("delete-account", {}, token).json == {"deleted": user_id(first)}
    assert manajet.account(token).code == "auth/session-revoked"
    assert manajet.rows("SELECT * FROM accounts") == manajet.rows("SELECT * FROM identities") == []
    dump = manajet.dump()
    assert USER not in dump and "user@example.com" not in dump and "John" not in dump
    again = manajet.first()
    assert granted(again) and user_id(again) != user_id(first)


# Additional Features to Consider: Multi-device Support


PHONE = {"id": "d1", "platform": "ios", "name": "John's iPhone"}
TABLET = {"id": "d2", "platform": "ios", "name": "John's iPad"}


def test_multi_device_seamless_experience_across_devices(manajet):
    """Ensure seamless experience across devices."""
    phone, tablet = manajet.first(device=PHONE), manajet.again(device=TABLET)
    assert user_id(phone) == user_id(tablet)
    sessions = manajet.run("list-sessions", {}, access(phone)).json["sessions"]
    current = {session["device"]["name"]: session["current"] for session in sessions}
    assert current == {"John's iPhone": True, "John's iPad": False}


def test_multi_device_one_device_can_be_signed_out_from_another(manajet):
    """Ensure seamless experience across devices."""
    phone, tablet = access(manajet.first(device=PHONE)), access(manajet.again(device=TABLET))
    sessions = manajet.run("list-sessions", {}, phone).json["sessions"]
    [lost] = [session["id"] for session in sessions if not session["current"]]
    assert manajet.run("sign-out", {"sessionId": lost}, phone).json == {"ended": 1}
    assert manajet.account(tablet).code == "auth/session-revoked" and manajet.account(phone).code is None


def test_multi_device_a_new_device_sends_a_mail(manajet):
    """Ensure seamless experience across devices."""
    manajet.first(device=PHONE)
    manajet.again(device=PHONE)
    assert manajet.run("deliver-mail").json["sent"] == 0
    manajet.again(device=TABLET)
    manajet.run("deliver-mail")
    [mail] = manajet.mails()
    assert mail["to"].addresses[0].addr_spec == "user@example.com"
    assert "John's iPad" in mail.get_body(("plain",)).get_content()


# Deployment Notes


def test_production_deployment_monitor_for_authentication_errors(manajet):
    """5. Monitor logs for any authentication errors. (Each refusal is in the audit log, with its reason.)"""
    manajet.apple({"identity_token": "a.b.c"}, clientip="192.0.2.1")
    manajet.apple({"identity_token": identity_token("002.b"), "user_identifier": USER}, clientip="192.0.2.1")
    refusals = lines(manajet, "audit", "--action", "refused")
    assert [(entry["function"], entry["code"], entry["address"], entry["count"]) for entry in refusals] == [
        ("sign-in-with-apple", "auth/invalid-id-token", "192.0.2.1", 2)]


def test_environment_variables_none_are_needed(manajet):
    """No additional environment variables needed for iOS native authentication."""
    assert ENTRY["needs"] == []
    for variable in ("MAIL_URL", "MAIL_FROM", "PUBLIC_URL"):
        del manajet.env[variable]
    assert granted(manajet.first()) and granted(manajet.again())
