# SPDX-License-Identifier: Apache-2.0
"""What is checked again when a challenge is answered, and what a challenge has in common with other states."""

import pytest
from challenges import PROVIDERS, RULES, invitation, sessions
from factors import (
    FACTORS,
    Authenticator,
    answer,
    challenged,
    code,
    confirm_totp,
    enrol_passkey,
    sign_in_to_challenge,
    sign_in_with_passkey,
    with_factors,
)
from key_rotation import change_key, drop_previous, new_key, rotate
from members import trainer
from people import PASSWORD, code_for, granted, sign_in, verified
from worlds import KEYS, code_of, id_token, person

pytestmark = pytest.mark.policy(RULES)


def test_a_password_that_was_changed_meanwhile_is_wrong(world, kim):
    _, app, _ = kim
    stopped = challenged(sign_in(world))
    world.rows("UPDATE passwords SET changed_at = changed_at + 1")
    before = len(sessions(world))
    assert answer(world, stopped, code=code(world, app)).code == "auth/invalid-credential"
    assert len(sessions(world)) == before


def test_an_account_that_was_disabled_meanwhile_stays_out(world, kim):
    _, app, _ = kim
    stopped = challenged(sign_in(world))
    world.rows("UPDATE accounts SET status = 'disabled' WHERE email = 'kim@example.com'")
    assert answer(world, stopped, code=code(world, app)).code == "auth/user-disabled"


def test_a_role_that_was_changed_meanwhile_is_checked(world, kim):
    _, app, _ = kim
    stopped = challenged(sign_in(world, **{"as": "client"}))
    world.rows("UPDATE accounts SET role = 'admin' WHERE email = 'kim@example.com'")
    assert answer(world, stopped, code=code(world, app)).code == "auth/role-mismatch"


def test_an_invitation_that_was_withdrawn_meanwhile_is_not_accepted(world, kim):
    _, app, _ = kim
    link = invitation(world)
    stopped = challenged(world.accept(link))
    invited = world.rows("SELECT * FROM invitations")[0]
    assert (invited["status"], invited["accepted_at"]) == ("pending", None)
    granted(world.run("revoke-invitation", {"invitationId": invited["id"]}, world.trainer))
    assert answer(world, stopped, code=code(world, app)).code == "invitation/revoked"


def test_refusals_come_before_the_challenge(world, kim):
    assert sign_in(world, password="a wrong one").code == "auth/invalid-credential"
    assert sign_in(world, **{"as": "admin"}).code == "auth/role-mismatch"
    link = invitation(world, "lee")
    assert world.accept(link).code == "invitation/email-mismatch"
    assert world.rows("SELECT * FROM challenges") == []


def test_a_single_use_token_is_used_by_the_answer_and_not_by_the_challenge(world, kim):
    _, app, codes = kim
    world.policy({**with_factors(), "providers": {
        "google": {"audiences": ["app"], "jwks": KEYS, "nonce": "required"}, "password": {}}})
    claims = {"sub": "kim", "email": "kim@example.com", "email_verified": True}
    identity = {"provider": "google", "idToken": id_token(nonce="n", **claims), "nonce": "n"}
    first, second = (challenged(world.run("sign-in", {"identity": identity})) for _ in range(2))
    assert world.rows("SELECT * FROM used_tokens") == []
    granted(answer(world, first, code=code(world, app)))
    assert answer(world, second, recoveryCode=codes[0]).code == "auth/id-token-used"
    assert world.run("sign-in", {"identity": identity}).code == "auth/id-token-used"


def test_a_new_identity_is_linked_only_when_the_challenge_is_answered(world, kim):
    _, app, _ = kim
    before = len(world.rows("SELECT * FROM identities"))
    stopped = sign_in_to_challenge(world, "kim")
    assert len(world.rows("SELECT * FROM identities")) == before
    granted(answer(world, stopped, code=code(world, app)))
    assert len(world.rows("SELECT * FROM identities")) == before + 1


def test_a_new_consent_is_stored_only_when_the_challenge_is_answered(world, kim):
    _, app, _ = kim
    world.policy({**with_factors(consent={"version": "2"}), "providers": PROVIDERS})
    stopped = challenged(sign_in(world, consent={"version": "2"}))
    assert world.rows("SELECT * FROM consents") == []
    result = granted(answer(world, stopped, code=code(world, app)))
    assert result["state"] == "signedIn" and result["account"]["consent"]["version"] == "2"


def test_the_challenge_comes_before_every_other_state(world, kim):
    _, app, _ = kim
    world.policy({**with_factors(consent={"version": "2"}), "providers": PROVIDERS})
    result = granted(answer(world, challenged(sign_in(world)), code=code(world, app)))
    assert result["state"] == "incomplete" and result["missing"] == ["consent"]


def test_the_first_proof_of_the_address_ends_the_factors(world):
    token = world.run("sign-up", {"email": "kim@example.com", "password": PASSWORD, "displayName": "Kim", "role": "client"}).json
    confirm_totp(world, token["session"]["accessToken"])
    world.trainer = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
    world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, world.trainer)
    world.run("deliver-mail")
    link = code_of([mail for mail in world.mails() if "/invite?code=" in mail.get_body(("plain",)).get_content()][-1])
    result = granted(world.run("accept-invitation", {"code": link, "email": "kim@example.com", "password": PASSWORD}))
    assert result["state"] == "signedIn" and result["account"]["emailVerified"]
    for table in ("factors", "recovery_codes", "challenges"):
        assert world.rows(f"SELECT * FROM {table}") == []


def test_a_password_reset_gives_no_session_and_leaves_the_factors(world, kim):
    _, app, _ = kim
    link = code_for(world, "reset-password")
    changed = granted(world.run("reset-password", {"code": link, "newPassword": "another good one"}))
    assert set(changed) == {"message"}
    granted(answer(world, challenged(sign_in(world, password="another good one")), code=code(world, app)))


def test_a_factor_whose_kind_was_turned_off_still_gates_and_a_recovery_code_passes(world, kim):
    _, app, codes = kim
    world.policy({**with_factors(factors={"passkey": FACTORS["passkey"]}), "providers": PROVIDERS})
    stopped = challenged(sign_in(world))
    assert answer(world, stopped, code=code(world, app)).code == "auth/provider-not-enabled"
    granted(answer(world, stopped, recoveryCode=codes[0]))


def test_apps_challenges_and_enrollments_live_through_a_new_key(world):
    world.env["SECRET_KEY"] = new_key()
    token = verified(world, "kim")["accessToken"]
    _, app, confirmed = confirm_totp(world, token)
    authenticator, begun = Authenticator(), granted(world.run("enroll-factor", {"type": "passkey"}, token))
    stopped, second = challenged(sign_in(world)), challenged(sign_in(world))
    change_key(world)
    granted(answer(world, stopped, code=code(world, app)))
    rotated = rotate(world)
    assert rotated["previousCanGo"] and rotated["remaining"] == 0
    drop_previous(world)
    granted(answer(world, second, recoveryCode=confirmed["recoveryCodes"][0]))
    granted(answer(world, challenged(sign_in(world)), code=code(world, app)))
    credential = authenticator.make(begun["options"])
    granted(world.run("confirm-factor", {"factorId": begun["factor"]["id"], "credential": credential}, token))


def test_no_secret_is_in_a_challenge_or_in_the_log(world, kim):
    identity = person("kim")
    for data in ({"identity": identity}, {"email": "kim@example.com", "password": PASSWORD}):
        stopped = world.run("sign-in", data, env={"LOG_LEVEL": "trace"})
        stored = world.stored()
        for secret in (stopped.json["challenge"], PASSWORD, identity["idToken"]):
            assert secret.encode() not in stored and secret not in stopped.stderr


def test_a_way_in_with_a_passkey_needs_no_challenge(world, kim):
    token, *_ = kim
    _, authenticator, _ = enrol_passkey(world, token)
    result = granted(sign_in_with_passkey(world, authenticator))
    assert result["state"] == "signedIn" and sessions(world)[-1]["factor_at"] is not None


@pytest.mark.policy(with_factors(roles={"signUp": ["admin", "client"]}))
def test_a_code_of_an_app_is_used_up_by_an_answer_that_is_refused_for_something_else(world):
    ada = trainer(world)
    kim = verified(world, "kim")
    _, app, _ = confirm_totp(world, kim["accessToken"])
    sent = world.invite(ada, "kim")
    first = challenged(world.run("accept-invitation", {"code": sent["code"], "email": "kim@example.com", "password": PASSWORD}))
    granted(world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, ada))
    used = code(world, app)
    assert answer(world, first, code=used).code == "invitation/revoked"
    assert answer(world, challenged(sign_in(world)), code=used).code == "auth/code-invalid"
