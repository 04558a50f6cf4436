# SPDX-License-Identifier: Apache-2.0
"""The second factor with mailed codes, restorations and repeated authentication."""

import re
import threading
import time

import pyotp
import pytest
from deletions import deleted, mailed_code
from factors import (
    answer,
    challenged,
    code,
    confirm_totp,
    enrol_passkey,
    enrol_totp,
    sign_in_with_passkey,
    unchanged,
    with_factors,
    wrong_code,
)
from pages import see
from people import PASSWORD, UNLIMITED, age_limits, at_once, code_for, granted, mails_to, sign_in, sign_up, signed_up, verified
from worlds import KEYS, person

PROVIDERS = {"google": {"audiences": ["app"], "jwks": KEYS}, "password": {}, "email": {}}
pytestmark = [
    pytest.mark.policy({**with_factors(roles={"signUp": ["admin", "client"]}, deletion={"graceDays": 30}), "providers": PROVIDERS})]
#: What a challenge may change.
BUT = ("challenges", "seen_events")
KIM = {"email": "kim@example.com", "password": PASSWORD}


@pytest.fixture
def kim(world):
    """A client with a password and an app: the session, the app and the recovery codes."""
    session = verified(world, "kim")
    _, app, confirmed = confirm_totp(world, session["accessToken"])
    return session, app, confirmed["recoveryCodes"]


def sign_in_code(world):
    granted(world.run("request-sign-in", {"email": "kim@example.com"}))
    age_limits(world)
    world.run("deliver-mail")
    text = mails_to(world, "kim", "Your code")[-1].get_body(("plain",)).get_content()
    return {"email": "kim@example.com", "code": re.search(r"^([0-9A-Z]{4}-[0-9A-Z]{4})$", text, re.M)[1]}


# Mailed codes


def test_a_mailed_code_waits_for_the_factor_and_is_then_used(world, kim):
    _, app, _ = kim
    mailed = sign_in_code(world)
    before = unchanged(world, *BUT)
    stopped = challenged(world.run("sign-in", mailed))
    assert unchanged(world, *BUT) == before, "a challenge changes nothing else"
    assert granted(answer(world, stopped, code=code(world, app)))["state"] == "signedIn"
    assert world.run("sign-in", mailed).code == "auth/code-invalid"


def test_a_sign_in_that_waits_for_the_factor_ends_when_the_account_signs_out_everywhere(world, kim):
    session, app, _ = kim
    stopped = challenged(world.run("sign-in", sign_in_code(world)))
    granted(world.run("sign-out", {"everywhere": True}, session["accessToken"]))
    assert answer(world, stopped, code=code(world, app)).code == "auth/code-expired"
    assert world.rows("SELECT selector FROM challenges") == []


def test_a_code_that_was_shown_in_time_is_valid_until_the_challenge_ends(world, kim):
    _, app, _ = kim
    mailed = sign_in_code(world)
    stopped = challenged(world.run("sign-in", mailed))
    world.age("account_codes", "expires_at", 601)
    assert world.run("sign-in", mailed).code == "auth/code-expired"
    assert granted(answer(world, stopped, code=code(world, app)))["state"] == "signedIn"


def test_one_mailed_code_signs_in_once_with_two_challenges(world, kim):
    _, app, recovery = kim
    mailed = sign_in_code(world)
    first, second = (challenged(world.run("sign-in", mailed)) for _ in range(2))
    granted(answer(world, first, code=code(world, app)))
    assert answer(world, second, recoveryCode=recovery[0]).code == "auth/code-invalid"


def test_a_mailed_code_that_proves_the_address_ends_the_factors_of_the_person_who_only_claimed_it(world):
    squatter = signed_up(world)
    confirm_totp(world, squatter["accessToken"])
    owner = granted(world.run("sign-in", sign_in_code(world)))
    # The role is asked anew where people may sign up in another one.
    assert owner["account"]["emailVerified"] and set(owner["missing"]) <= {"role"}
    assert world.rows("SELECT id FROM factors") == [] and world.rows("SELECT factors FROM accounts") == [{"factors": 0}]


# Restorations


@pytest.mark.parametrize("way", ["mail", "password", "identity", "code", "sign-in"])
def test_a_restoration_waits_for_the_factor(world, kim, way):
    session, app, _ = kim
    granted(world.run("link-identity", {"identity": person("kim")}, session["accessToken"]))
    deleted(world, session)
    function, data = {
        "mail": lambda: ("restore-account", {"code": mailed_code(world)}),
        "password": lambda: ("restore-account", KIM),
        "identity": lambda: ("restore-account", {"identity": person("kim")}),
        "code": lambda: ("restore-account", sign_in_code(world)),
        "sign-in": lambda: ("sign-in", {**KIM, "restore": True}),
    }[way]()
    before = unchanged(world, *BUT)
    stopped = challenged(world.run(function, data))
    assert unchanged(world, *BUT) == before and world.rows("SELECT status FROM accounts") == [{"status": "deleting"}]
    restored = granted(answer(world, stopped, code=code(world, app)))
    assert restored["state"] == "signedIn" and restored["account"]["status"] == "active"
    assert world.rows("SELECT status, deletes_at FROM accounts") == [{"status": "active", "deletes_at": None}]


def test_a_passkey_restores_alone_and_only_with_restore(world):
    session = verified(world, "kim")
    _, authenticator, _ = enrol_passkey(world, session["accessToken"])
    deleted(world, session)
    refused = sign_in_with_passkey(world, authenticator)
    assert (refused.code, refused.json["error"]["requiresAction"]) == ("auth/user-disabled", "restore_account")
    restored = granted(sign_in_with_passkey(world, authenticator, {"restore": True}))
    assert restored["account"]["status"] == "active"


# Repeated authentication


def reauthenticate(world, session, **data):
    return world.run("reauthenticate", data, session["accessToken"])


@pytest.mark.parametrize("beside", [{"password": PASSWORD}, {}])
def test_the_factor_is_needed_with_the_credential_or_alone(world, kim, beside):
    session, app, recovery = kim
    missing = reauthenticate(world, session, password=PASSWORD)
    assert (missing.code, missing.json["error"]["requiresAction"]) == ("auth/factor-required", "reauthenticate")
    assert reauthenticate(world, session, **beside, factor={"code": wrong_code(app)}).code == "auth/code-invalid"
    assert reauthenticate(world, session, **beside, factor={"recoveryCode": recovery[0]}).code == "event/invalid"
    shown = code(world, app)
    renewed = granted(reauthenticate(world, session, **beside, factor={"code": shown}))["session"]
    again = reauthenticate(world, renewed, **beside, factor={"code": shown})
    assert again.code == "auth/code-invalid", "a code is accepted once"
    granted(world.run("authorize", {"factor": True, "maxAge": 60}, renewed["accessToken"]))


def test_a_wrong_password_with_a_right_factor_uses_nothing_up(world, kim):
    session, app, _ = kim
    shown = code(world, app)
    wrong = reauthenticate(world, session, password="not this one", factor={"code": shown})
    assert wrong.code == "auth/invalid-credential"
    granted(reauthenticate(world, session, password=PASSWORD, factor={"code": shown}))


def test_a_passkey_signs_a_challenge_of_passkey_options_once(world):
    session = verified(world, "kim")
    _, authenticator, _ = enrol_passkey(world, session["accessToken"])
    begun = granted(world.run("passkey-options"))
    factor = {"credential": authenticator.get(begun["options"])}
    renewed = granted(reauthenticate(world, session, factor=factor))["session"]
    assert reauthenticate(world, renewed, factor=factor).code == "auth/code-expired"
    stranger = {"credential": authenticator.get({"challenge": "A" * 43})}
    assert reauthenticate(world, renewed, factor=stranger).code == "auth/code-expired"


def test_a_challenge_has_five_tries_here_too(world):
    limits = {"signIn": UNLIMITED, "signInAccount": UNLIMITED}
    world.policy({**with_factors(roles={"signUp": ["client"]}, limits=limits), "providers": PROVIDERS})
    session = verified(world, "kim")
    _, authenticator, _ = enrol_passkey(world, session["accessToken"])
    begun = granted(world.run("passkey-options"))
    for _ in range(5):
        forged = {"credential": authenticator.get(begun["options"], origin="https://evil.example")}
        assert reauthenticate(world, session, factor=forged).code == "auth/invalid-credential"
    right = {"credential": authenticator.get(begun["options"])}
    assert reauthenticate(world, session, factor=right).code == "auth/code-expired"


def test_an_account_without_a_factor_has_none_to_show(world):
    session = verified(world, "kim")
    assert reauthenticate(world, session, factor={"code": "123456"}).code == "event/invalid"


def test_wrong_codes_count_for_the_session_and_not_with_wrong_passwords(world, kim):
    session, app, _ = kim
    for _ in range(5):
        assert reauthenticate(world, session, factor={"code": wrong_code(app)}).code == "auth/code-invalid"
    assert reauthenticate(world, session, factor={"code": code(world, app)}).code == "auth/too-many-requests"
    challenged(sign_in(world))


def test_a_code_renews_one_of_twenty_sessions_at_once(world, kim):
    session, app, _ = kim
    data = {"factor": {"code": code(world, app)}}
    answers = at_once(world, "reauthenticate", [data] * 20, authorization=f"Bearer {session['accessToken']}")
    assert [answer.status for answer in answers] == [0] * 20 and sum("session" in answer.json for answer in answers) == 1


def test_an_account_that_has_to_enrol_a_factor_reaches_it(world):
    world.policy({
        **with_factors(roles={"signUp": ["admin", "client"]}), "providers": PROVIDERS,
        "factors": {"totp": True, "requiredFor": ["client"]}})
    session = verified(world, "kim")
    world.age("sessions", "created_at", 3600)
    assert world.run("enroll-factor", {"type": "totp"}, session["accessToken"]).code == "auth/requires-recent-login"
    renewed = granted(reauthenticate(world, session, password=PASSWORD))["session"]
    granted(world.run("enroll-factor", {"type": "totp"}, renewed["accessToken"]))
    assert world.run("list-workouts", {}, renewed["accessToken"]).code == "auth/factor-required"


# Sessions that are older than the factor


@pytest.mark.parametrize("function", ["remove-factor", "renew-recovery-codes", "enroll-factor", "delete-account", "export-account"])
def test_a_session_that_began_before_the_factor_changes_nothing_until_it_passes_it(world, function):
    thief = verified(world, "kim")
    owner = granted(sign_in(world))["session"]
    factor, app, _ = confirm_totp(world, owner["accessToken"])
    data = {"remove-factor": {"factorId": factor}, "enroll-factor": {"type": "totp"}}.get(function, {})
    before = unchanged(world)
    refused = world.run(function, data, thief["accessToken"])
    assert (refused.code, refused.json["error"]["requiresAction"]) == ("auth/factor-required", "reauthenticate")
    assert unchanged(world) == before
    renewed = granted(reauthenticate(world, thief, password=PASSWORD, factor={"code": code(world, app)}))["session"]
    granted(world.run(function, data, renewed["accessToken"]))


def test_a_factor_that_was_begun_before_is_not_confirmed_without_the_other_one(world):
    thief = verified(world, "kim")
    begun = granted(world.run("enroll-factor", {"type": "totp"}, thief["accessToken"]))
    owner = granted(sign_in(world))["session"]
    confirm_totp(world, owner["accessToken"])
    own = pyotp.parse_uri(begun["uri"]).now()
    refused = world.run("confirm-factor", {"factorId": begun["factor"]["id"], "code": own}, thief["accessToken"])
    assert refused.code == "auth/factor-required"


def test_the_refresh_token_of_before_does_not_get_the_reauthenticated_session(world):
    session = verified(world, "kim")
    granted(reauthenticate(world, session, password=PASSWORD))
    assert world.run("refresh-session", {"refreshToken": session["refreshToken"]}).code == "auth/session-revoked"


def test_the_page_does_not_restore_an_account_with_a_factor(world, kim):
    session, _, _ = kim
    deleted(world, session)
    restoration = mailed_code(world)
    for function in ("restore-account-page", "restore-account-form"):
        page = see(world, function, code=restoration)
        assert page.heading == "Sign in to keep your account" and any(restoration in link for link in page.parsed.links)
    assert world.rows("SELECT status FROM accounts") == [{"status": "deleting"}]


def test_a_deletion_does_not_keep_an_address_that_was_only_claimed_from_its_owner(world):
    squatter = signed_up(world)
    deleted(world, squatter)
    assert sign_up(world).code == "auth/email-already-in-use"
    owner = granted(world.run("sign-in", {"identity": person("kim"), "as": "client"}))
    assert owner["account"]["emailVerified"] and owner["account"]["id"] != squatter["account"]["id"]
    assert sign_in(world, restore=True).code == "auth/invalid-credential", "the password that was only claimed has ended"


def test_nothing_of_a_refused_factor_is_left_after_erasure(world, kim):
    session, app, _ = kim
    stopped = challenged(world.run("sign-in", KIM, clientip="203.0.113.201"))
    assert world.run(
        "answer-challenge", {"challenge": stopped["challenge"], "code": wrong_code(app)}, clientip="203.0.113.202").code \
        == "auth/code-invalid"
    world.policy({**with_factors(roles={"signUp": ["admin", "client"]}), "providers": PROVIDERS})
    granted(world.run("delete-account", {}, session["accessToken"]))
    assert "203.0.113.20" not in world.dump()


def test_a_reset_password_does_not_clear_the_failures_of_the_factor(world, kim):
    _, app, _ = kim
    stopped = challenged(world.run("sign-in", KIM))
    for _ in range(5):
        assert answer(world, stopped, code=wrong_code(app)).code == "auth/code-invalid"
    reset = code_for(world, "reset-password")
    granted(world.run("reset-password", {"code": reset, "newPassword": "another good one"}))
    assert sign_in(world, password="another good one").code == "auth/too-many-requests"


def test_a_remembered_challenge_is_erased_with_the_account(world, kim):
    session, app, _ = kim
    event = {"id": "one", "source": "app", "data": KIM}
    first = challenged(world.run("sign-in", event=event))
    assert granted(world.run("sign-in", event=event)) == first
    world.policy({**with_factors(roles={"signUp": ["admin", "client"]}), "providers": PROVIDERS})
    granted(world.run("delete-account", {}, session["accessToken"]))
    assert world.run("sign-in", event=event).code == "auth/invalid-credential"


def test_an_export_does_not_show_who_else_requested_a_mail(world, kim):
    session, _, _ = kim
    for function in ("request-sign-in", "reset-password"):
        world.run(function, {"email": "kim@example.com"}, clientip="203.0.113.77", clientua="Stranger/1.0")
    exported = granted(world.run("export-account", {}, session["accessToken"]))
    assert {"sign-in.code-requested", "password.reset-requested"} <= {row["action"] for row in exported["audit"]}
    assert "203.0.113.77" not in str(exported) and "Stranger" not in str(exported)


def test_an_export_does_not_show_who_else_guessed_the_second_factor(world, kim):
    session, _, _ = kim
    stopped = challenged(world.run("sign-in", sign_in_code(world)))
    wrong = {"challenge": stopped["challenge"], "code": "000000"}
    refused = world.run("answer-challenge", wrong, clientip="203.0.113.77", clientua="Stranger/1.0")
    assert refused.code == "auth/code-invalid"
    exported = granted(world.run("export-account", {}, session["accessToken"]))
    assert "auth/code-invalid" in {row.get("code") for row in exported["audit"]}
    assert "203.0.113.77" not in str(exported) and "Stranger" not in str(exported)


@pytest.mark.policy(with_factors(roles={"signUp": ["admin", "client"]}))
def test_of_two_sessions_that_confirm_the_first_factor_at_once_one_is_asked_for_the_others(world):
    kim, thief = verified(world, "kim")["accessToken"], granted(sign_in(world))["session"]["accessToken"]
    enrolled = [(token, *enrol_totp(world, token, name)) for token, name in ((kim, "own"), (thief, "thief"))]
    answers = []

    def confirm(token, begun, app):
        event = {"factorId": begun["factor"]["id"], "code": app.now()}
        answers.append(world.run("confirm-factor", event, token, env={"DEADLINE_SECONDS": "30"}).code)
    with world.locked():
        threads = [threading.Thread(target=confirm, args=arguments) for arguments in enrolled]
        for thread in threads:
            thread.start()
        time.sleep(1.5)  # Both processes started, and wait for the locked database.
    for thread in threads:
        thread.join()
    assert sorted(map(str, answers)) == ["None", "auth/factor-required"]


def test_what_needs_a_factor_again_says_to_reauthenticate(world):
    world.policy(with_factors(roles={"signUp": ["client"]}))
    kim = verified(world)
    other = sign_in(world).json["session"]["accessToken"]
    factor, *_ = confirm_totp(world, kim["accessToken"])
    for function, data in (("reauthenticate", {"password": PASSWORD}), ("remove-factor", {"factorId": factor})):
        error = world.run(function, data, other).json["error"]
        assert (error["code"], error.get("requiresAction")) == ("auth/factor-required", "reauthenticate"), function
