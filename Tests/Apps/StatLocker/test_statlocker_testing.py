# SPDX-License-Identifier: Apache-2.0
"""StatLocker: "Testing Strategy" of its design document."""

import base64
import json
import time

import jwt
import pytest
from statlocker import DAY, GUARDED, MINUTE, PASSWORD, access, born, grown_up, identity, message
from worlds import EC_KEY

LIMITED = "auth/too-many-requests"


# Unit Testing


@pytest.mark.parametrize("email, taken", [
    ("kim@example.com", True), ("kim+locker@mail.example.com", True), ("KIM@EXAMPLE.COM", True), (" kim@example.com ", True),
    ("kim@example", False), ("kim..k@example.com", False), ("kim@-example.com", False), ("kim@example.com\n", False),
    ("<kim@example.com>", False), ("kim@example.com,lee@example.com", False)])
def test_validation_logic_email_format(locker, email, taken):
    """Validation Logic: Email format."""
    assert locker.sign_up(email=email).code == (None if taken else "auth/invalid-email")


@pytest.mark.parametrize("password, taken", [
    ("Gxkqmzw1", True), ("motdepasse9é", True), ("пароль-номер-1", True), ("9283746k", True), (" spaced 1 out ", True),
    ("Abcdef1", False), ("abcdefgh", False), ("12345678", False), ("!!!!!!!!", False), ("", False)])
def test_validation_logic_password_strength(locker, password, taken):
    """Validation Logic: password strength: 8+ chars, 1 number, 1 letter."""
    assert locker.sign_up(password=password).code == (None if taken else "auth/weak-password")
    assert not taken or locker.log_in(password=password).code is None


def test_rate_limiting_attempt_counting(locker):
    """Rate Limiting: Attempt counting: failures count, what is refused for the limit does not prolong it."""
    locker.sign_up()
    for _ in range(5):
        assert locker.log_in(password="wrong1234").code == "auth/wrong-password"
        locker.later(MINUTE)
    assert {locker.log_in(password="wrong1234").code for _ in range(3)} == {LIMITED}
    assert 9 * MINUTE < locker.log_in().json["error"]["retryAfter"] <= 10 * MINUTE


def test_rate_limiting_reset_logic(locker):
    """Rate Limiting: … reset logic: the window slides, and gives one try back after the other."""
    locker.sign_up()
    for _ in range(5):
        locker.log_in(password="wrong1234")
        locker.later(MINUTE)
    locker.later(10 * MINUTE)
    assert [locker.log_in(password="wrong1234").code for _ in range(2)] == ["auth/wrong-password", LIMITED]
    locker.later(MINUTE)
    assert locker.log_in().code is None


# Integration Testing


@pytest.mark.parametrize("provider", ["apple", "google"])
def test_provider_flows(locker, provider):
    """Provider Flows: End-to-end sign-in with test accounts."""
    locker.member()
    session = locker.continue_with(provider).json["session"]
    session = locker.run("refresh-session", {"refreshToken": session["refreshToken"]}).json["session"]
    assert locker.run("get-account", {}, session["accessToken"]).json["account"]["email"] == "kim@example.com"
    assert locker.run("sign-out", {}, session["accessToken"]).json == {"ended": 1}


def test_session_persistence_app_restart_scenarios(locker):
    """Session Persistence: App restart scenarios: what the app kept yesterday is good today."""
    session = locker.sign_up().json["session"]
    for _ in range(3):
        locker.later(DAY)
        session = locker.run("refresh-session", {"refreshToken": session["refreshToken"]}).json["session"]
        assert locker.run("authorize", {}, session["accessToken"]).code is None
    assert len(locker.run("list-sessions", {}, session["accessToken"]).json["sessions"]) == 1


@pytest.mark.parametrize("ways", [("password", "google"), ("password", "apple"), ("password", "google", "apple")])
def test_account_linking_multiple_provider_combinations(locker, ways):
    """Account Linking: Multiple provider combinations: one verified address is one account, and its owner gets a mail."""
    account = locker.member() and locker.log_in().json["account"]["id"]
    assert {locker.continue_with(way).json["account"]["id"] for way in ways[1:]} == {account}
    assert locker.log_in().json["account"]["id"] == account
    locker.run("deliver-mail")
    notices = [mail.get_body(("plain",)).get_content() for mail in locker.mails_to("kim@example.com")]
    for way in ways[1:]:
        assert any(way.capitalize() in text for text in notices)


def test_account_linking_needs_both_addresses_verified(locker):
    """Account Linking: an unverified address links nothing; the first person to verify it has it."""
    squatter = locker.sign_up(verify=False).json
    owner = locker.continue_with("google", said=grown_up()).json
    assert owner["account"]["email"] == squatter["account"]["email"] == "kim@example.com"
    assert owner["account"]["id"] != squatter["account"]["id"] and owner["account"]["emailVerified"]
    assert locker.run("get-account", {}, owner["session"]["accessToken"]).json["providers"] == ["google"]
    assert "session" not in locker.log_in().json
    assert locker.run("get-account", {}, squatter["session"]["accessToken"]).code == "auth/session-revoked"


def test_account_linking_ignores_an_address_that_the_provider_has_not_verified(locker):
    """Account Linking: … nor does an address that the provider has not verified."""
    owner = locker.member() and locker.log_in().json["account"]
    claimed = locker.continue_with("google", said=grown_up(), email_verified=False)
    assert claimed.json["account"]["id"] != owner["id"] and claimed.json["state"] == "emailNotVerified"
    assert locker.log_in().json["account"]["id"] == owner["id"]


def test_security_events_audit_log_generation(locker):
    """Security Events: Audit log generation."""
    session = locker.member()
    locker.continue_with("google")
    locker.run("reset-password", {"email": "kim@example.com"})
    locker.log_in(password="wrong1234")
    stolen = session["refreshToken"]
    for token in (stolen, locker.run("refresh-session", {"refreshToken": stolen}).json["session"]["refreshToken"], stolen):
        locker.run("refresh-session", {"refreshToken": token})
    locker.run("reset-password", {"code": locker.code("reset-password"), "newPassword": "NewLocker1"})
    locker.run("sign-out", {}, access(locker.log_in(password="NewLocker1")))
    assert [action for action, _ in locker.events()] == [
        "account.created", "account.consented", "account.email-verified", "account.provider-added", "account.signed-in",
        "password.reset-requested", "refused", "session.token-reused", "refused", "password.changed", "account.signed-in",
        "account.signed-out"]


def test_security_events_audit_log_of_a_guardians_answers(locker):
    """Security Events: Audit log generation: what a guardian was asked and said."""
    locker.member(birthDate=born(15), consent=GUARDED)
    for decision in ("agree", "withdraw"):
        locker.guardian(decision)
    guardians = [action for action, _ in locker.events() if action.startswith("account.guardian")]
    assert guardians == ["account.guardian-asked", "account.guardian-agreed", "account.guardian-withdrawn"]


def test_security_events_audit_log_of_refusals(locker):
    """Security Events: Audit log generation: each refused action is an event; attempts beyond a limit are one
    event with their number."""
    token = locker.member()["accessToken"]
    for _ in range(2):
        assert locker.run("list-clients", {}, token).code == "auth/permission-denied"
    for _ in range(9):
        locker.log_in(password="wrong1234")
    assert locker.events("action, code, count")[-8:] == [
        *[("refused", "auth/permission-denied", None)] * 2, *[("refused", "auth/wrong-password", None)] * 5,
        ("refused", LIMITED, 4)]


# Security Testing


def test_penetration_rate_limiting_bypass_all_at_once(locker):
    """Penetration Testing: Rate limiting bypass attempts: twelve at the same time."""
    locker.sign_up()
    data = {"email": "kim@example.com", "password": "wrong1234"}
    processes = [locker.start("sign-in", {"clientip": "192.0.2.1", "data": data}) for _ in range(12)]
    for process in processes:
        process.stdin.write(process.event)
        process.stdin.close()
        process.stdin = None
    codes = [locker.finish(process).code for process in processes]
    assert sorted(codes) == [LIMITED] * 7 + ["auth/wrong-password"] * 5


def test_penetration_rate_limiting_bypass_by_other_spellings(locker):
    """Penetration Testing: Rate limiting bypass attempts: an account by any other spelling."""
    locker.sign_up()
    spellings = [
        "kim@example.com", "KIM@example.com", "kim@EXAMPLE.com", " kim@example.com ", "Kim@Example.Com", "kIM@example.com"]
    codes = [locker.run("sign-in", {"email": spelling, "password": "wrong1234"}).code for spelling in spellings]
    assert codes == ["auth/wrong-password"] * 5 + [LIMITED]


@pytest.mark.parametrize("spellings", [
    ["2001:db8::1", "2001:DB8::1", "2001:db8:0::1", "2001:db8:0:0:0:0:0:1", "2001:0db8::0001", "2001:db8::0:1"],
    ["192.0.2.1", "::ffff:192.0.2.1", "::FFFF:192.0.2.1", "::ffff:c000:201", "192.0.2.1", "192.0.2.1"]],
    ids=["IPv6", "IPv4 in IPv6"])
def test_penetration_rate_limiting_bypass_by_other_spellings_of_an_ip(locker, spellings):
    """Penetration Testing: Rate limiting bypass attempts: one IP, written otherwise each time."""
    codes = [locker.log_in(f"kim{number}", event={"clientip": ip}).code for number, ip in enumerate(spellings)]
    assert codes == ["auth/user-not-found"] * 5 + [LIMITED]


def test_penetration_rate_limiting_bypass_by_a_success_between(locker):
    """Penetration Testing: Rate limiting bypass attempts: a sign-in to an account of one's own gives no tries back."""
    locker.sign_up("kim")
    locker.sign_up("eve")
    here = {"clientip": "192.0.2.1"}
    for _ in range(5):
        assert locker.log_in("kim", "wrong1234", here).code == "auth/wrong-password"
        locker.log_in("eve", event=here)
    assert locker.log_in("kim", "wrong1234", here).code == LIMITED


def test_token_validation_jwt_signature_verification(locker):
    """Token Validation: JWT signature verification."""
    token = access(locker.sign_up())
    keys = {key["kid"]: jwt.PyJWK(key) for key in locker.run("jwks").json["keys"]}
    header = jwt.get_unverified_header(token)
    claims = jwt.decode(token, keys[header["kid"]], ["ES256"], audience="StatLocker", issuer="https://pfa.example")
    head, body, signature = token.split(".")
    coach = base64.urlsafe_b64encode(json.dumps({**claims, "role": "coach"}).encode()).rstrip(b"=").decode()
    none = base64.urlsafe_b64encode(json.dumps({**header, "alg": "none"}).encode()).rstrip(b"=").decode()
    forged = [
        f"{head}.{coach}.{signature}", f"{none}.{body}.", f"{head}.{body}.", f"{head}.{body}.{signature[::-1]}",
        jwt.encode(claims, EC_KEY, "ES256", {"kid": header["kid"], "typ": header["typ"]}),
        jwt.encode({**claims, "aud": "app"}, "secret" * 8, "HS256", {"kid": header["kid"], "typ": header["typ"]})]
    assert {locker.run("authorize", {}, other).code for other in forged} == {"auth/unauthenticated"}
    assert locker.run("authorize", {}, token).json["accountId"] == claims["sub"]


def test_session_hijacking_token_theft_scenarios(locker):
    """Session Hijacking: Token theft scenarios: once both have used a token, it is worth nothing to either."""
    session = locker.sign_up().json["session"]
    thief = locker.run("refresh-session", {"refreshToken": session["refreshToken"]}).json["session"]
    locker.later(31)
    owner = locker.run("refresh-session", {"refreshToken": session["refreshToken"]})
    assert owner.code == "auth/session-revoked"
    assert message(owner) == "To protect your account, you've been signed out. Please sign in again."
    assert locker.run("refresh-session", {"refreshToken": thief["refreshToken"]}).code == "auth/session-revoked"
    for token in (thief["accessToken"], session["accessToken"]):
        assert locker.run("authorize", {}, token).code == "auth/session-revoked"
    assert locker.log_in().code is None


def test_session_hijacking_a_new_password_ends_what_was_stolen(locker):
    """Session Hijacking: Token theft scenarios: a new password shuts the thief out."""
    stolen = locker.member()
    locker.run("reset-password", {"email": "kim@example.com"})
    locker.run("reset-password", {"code": locker.code("reset-password"), "newPassword": "NewLocker1"})
    assert locker.run("authorize", {}, stolen["accessToken"]).code == "auth/session-revoked"
    assert locker.run("refresh-session", {"refreshToken": stolen["refreshToken"]}).code == "auth/session-revoked"


def test_owasp_compliance_passwords_are_stored_as_argon2id(locker):
    """OWASP Compliance: Authentication security checklist: Password Storage."""
    locker.sign_up("kim")
    locker.sign_up("lee")
    hashes = [row["hash"] for row in locker.rows("SELECT hash FROM passwords")]
    assert len(set(hashes)) == 2 and all(text.startswith("$argon2id$") for text in hashes)


def test_owasp_compliance_no_secret_is_in_the_database(locker):
    """OWASP Compliance: … the database contains no usable passwords, tokens or codes."""
    session = locker.sign_up().json["session"]
    locker.run("reset-password", {"email": "kim@example.com"})
    codes = [locker.code("verify-email"), locker.code("reset-password")]
    stored = locker.stored()
    for secret in (PASSWORD, session["accessToken"], session["refreshToken"].split(".")[-1], *codes):
        assert secret.encode() not in stored


def test_owasp_compliance_common_passwords_are_refused(locker):
    """OWASP Compliance: … passwords that are tried first."""
    for password in ("password1", "Password1", "qwerty123"):
        assert locker.sign_up(password=password).code == "auth/weak-password"


def test_owasp_compliance_forgot_password_answers_alike(locker):
    """OWASP Compliance: … Forgot Password: the same answer with and without an account, and a code that works once."""
    locker.sign_up()
    answers = [locker.run("reset-password", {"email": f"{name}@example.com"}).json for name in ("kim", "nobody")]
    assert answers[0] == answers[1]
    code = locker.code("reset-password")
    codes = [locker.run("reset-password", {"code": code, "newPassword": f"NewLocker{n}"}).code for n in range(2)]
    assert codes == [None, "auth/code-invalid"]


# Performance Testing


def took(locker, function, *arguments):
    start = time.monotonic()
    answer = locker.run(function, *arguments)
    assert answer.status == 0, answer.json
    return time.monotonic() - start


def test_cold_start_initial_auth_state_resolution_time(locker):
    """Cold Start: Initial auth state resolution time. (Every event is one.)"""
    token = access(locker.sign_up())
    assert min(took(locker, "get-account", {}, token) for _ in range(3)) < 1


def test_sign_in_latency_provider_response_times(locker):
    """Sign-in Latency: Provider response times: what is added to them."""
    locker.member()
    ways = [{"email": "kim@example.com", "password": PASSWORD}, *({"identity": identity(way)} for way in ("google", "apple"))]
    for data in ways:
        assert min(took(locker, "sign-in", data) for _ in range(3)) < 1


def test_concurrent_users_session_management_under_load(locker):
    """Concurrent Users: Session management under load: twelve sign-ins at once, and five sessions."""
    locker.sign_up()
    data = {"email": "kim@example.com", "password": PASSWORD}
    processes = [locker.start("sign-in", {"data": data}) for _ in range(12)]
    for process in processes:
        process.stdin.write(process.event)
        process.stdin.close()
        process.stdin = None
    tokens = [access(locker.finish(process)) for process in processes]
    codes = [locker.run("authorize", {}, token).code for token in tokens]
    assert codes.count(None) == 5 and codes.count("auth/session-revoked") == 7
