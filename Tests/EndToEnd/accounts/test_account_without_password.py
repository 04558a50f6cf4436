# SPDX-License-Identifier: Apache-2.0
"""With `revealAccounts`, a person whose account has no password is told how they sign in."""

import pytest
from people import policy, sign_in, verified
from worlds import person


@pytest.mark.parametrize("language, message", [
    ("en", "This account has no password. Sign in with Google."),
    ("de", "Dieses Konto hat kein Passwort. Melde dich mit Google an."),
    ("es", "Esta cuenta no tiene contraseña. Inicia sesión con Google.")])
def test_a_password_of_an_account_that_has_none(world, language, message):
    world.policy(policy(revealAccounts=True, roles={"signUp": ["client"]}))
    world.run("sign-in", {"identity": person("kim"), "as": "client"})
    error = sign_in(world, "kim", "any password", event={"acceptlanguage": language}).json["error"]
    assert error["code"] == "auth/wrong-password" and error["providers"] == ["google"]
    assert error["detail"] == "the account has no password" and error["userMessage"] == message
    assert "requiresAction" not in error


def test_a_wrong_password_of_an_account_that_has_one(world):
    world.policy(policy(revealAccounts=True))
    verified(world)
    error = sign_in(world, "kim", "another password").json["error"]
    assert error["detail"] == "the account has another password" and error["requiresAction"] == "reset_password"


def test_without_revealing_accounts_nothing_is_told(world):
    world.policy(policy(roles={"signUp": ["client"]}))
    world.run("sign-in", {"identity": person("kim"), "as": "client"})
    assert sign_in(world, "kim", "any password").code == "auth/invalid-credential"
