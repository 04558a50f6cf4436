# SPDX-License-Identifier: Apache-2.0
"""What failed sign-ins close: passwords and factors after them, and nothing that cannot be guessed."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from factors import answer, challenged, code, confirm_totp, enrol_passkey, sign_in_with_passkey, wait, with_factors, wrong_code
from people import PASSWORD, age_limits, granted, mails_to, sign_in, signed_up, verified
from worlds import KEYS, person

PROVIDERS = {"google": {"audiences": ["app"], "jwks": KEYS}, "password": {}, "email": {}}
pytestmark = [
    pytest.mark.policy({**with_factors(roles={"signUp": ["admin", "client"]}, profile={"username": "optional"}), "providers": PROVIDERS})]
LIMITED, REFUSED = "auth/too-many-requests", "auth/invalid-credential"


def use_up(world, name="kim"):
    """Five wrong passwords from five addresses."""
    for number in range(5):
        assert sign_in(world, name, "wrong", event={"clientip": f"192.0.2.{number}"}).code == REFUSED
    assert sign_in(world, name).code == LIMITED


def test_wrong_passwords_do_not_close_identities(world):
    verified(world)
    granted(world.run("sign-in", {"identity": person("kim")}))
    use_up(world)
    granted(world.run("sign-in", {"identity": person("kim")}))


def test_wrong_passwords_do_not_close_mailed_codes(world):
    verified(world)
    use_up(world)
    granted(world.run("request-sign-in", {"email": "kim@example.com"}))
    world.run("deliver-mail")
    text = mails_to(world, "kim", "Your code")[-1].get_body(("plain",)).get_content()
    mailed = next(line for line in text.splitlines() if len(line) == 9 and line[4] == "-")
    granted(world.run("sign-in", {"email": "kim@example.com", "code": mailed}))


def test_wrong_passwords_do_not_close_passkeys_and_wrong_passkeys_close_nothing(world):
    token = verified(world)["accessToken"]
    passkey = enrol_passkey(world, token)[1]
    use_up(world)
    granted(sign_in_with_passkey(world, passkey))
    age_limits(world, 900)
    right, passkey.key = passkey.key, ec.generate_private_key(ec.SECP256R1())
    assert [sign_in_with_passkey(world, passkey).code for _ in range(6)] == [REFUSED] * 6
    passkey.key = right
    granted(sign_in_with_passkey(world, passkey))
    granted(sign_in(world))


def test_wrong_passwords_do_not_close_a_factor_after_an_id_token(world):
    token = verified(world)["accessToken"]
    granted(world.run("sign-in", {"identity": person("kim")}))
    _, app, _ = confirm_totp(world, token)
    use_up(world)
    stopped = challenged(world.run("sign-in", {"identity": person("kim")}))
    granted(answer(world, stopped, code=code(world, app)))


def test_factors_after_an_id_token_have_a_count_of_their_own(world):
    token = verified(world)["accessToken"]
    granted(world.run("sign-in", {"identity": person("kim")}))
    _, app, _ = confirm_totp(world, token)
    wait(world)
    for _ in range(5):
        stopped = challenged(world.run("sign-in", {"identity": person("kim")}))
        assert answer(world, stopped, code=wrong_code(app)).code == "auth/code-invalid"
    stopped = challenged(world.run("sign-in", {"identity": person("kim")}))
    assert answer(world, stopped, code=app.now()).code == LIMITED
    granted(answer(world, challenged(sign_in(world)), code=code(world, app)))


def test_a_live_session_reauthenticates_although_the_account_is_closed_for_guesses(world):
    token = verified(world)["accessToken"]
    use_up(world)
    granted(world.run("reauthenticate", {"password": PASSWORD}, token, clientip="192.0.2.1"))


def test_a_session_has_five_tries_to_reauthenticate_and_uses_up_no_others(world):
    token = verified(world)["accessToken"]
    other = granted(sign_in(world))["session"]["accessToken"]
    codes = [world.run("reauthenticate", {"password": "wrong"}, token).code for _ in range(6)]
    assert codes == [REFUSED] * 5 + [LIMITED]
    assert world.run("reauthenticate", {"password": PASSWORD}, token).code == LIMITED
    granted(world.run("reauthenticate", {"password": PASSWORD}, other))
    granted(sign_in(world))
    age_limits(world, 900)
    granted(world.run("reauthenticate", {"password": PASSWORD}, token))


def named(world, name, password):
    return world.run("sign-in", {"username": name, "password": password})


def test_a_right_password_is_answered_like_a_wrong_one_when_both_names_have_used_the_count_up(world):
    signed_up(world, username="kim.lee")
    for _ in range(3):
        sign_in(world, password="wrong")
    for _ in range(2):
        named(world, "kim.lee", "wrong")
    # The address has two tries of its own left, and the user name three.
    right, wrong = sign_in(world), sign_in(world, password="wrong")
    assert right.code == wrong.code == REFUSED
    assert {**right.json["error"]} == {**wrong.json["error"]}
    assert sign_in(world).code == sign_in(world, password="wrong").code == LIMITED
    codes = [named(world, "kim.lee", PASSWORD if number % 2 else "wrong").code for number in range(5)]
    assert codes == [REFUSED] * 3 + [LIMITED] * 2
