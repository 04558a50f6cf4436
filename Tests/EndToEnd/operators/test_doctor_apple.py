# SPDX-License-Identifier: Apache-2.0
"""`vestibule doctor`: the settings of Sign in with Apple."""

import pytest
from apple import BUNDLE, PROVIDER, SERVICE, Apple, apple_policy, identity
from cryptography.hazmat.primitives.asymmetric import ec
from doctor import findings
from people import granted
from worlds import POLICY


@pytest.fixture(autouse=True)
def account(world):
    """An account that Apple knows."""
    world.policy(apple_policy())
    granted(world.run("sign-in", {"identity": identity()}))


def of_apple(world, **env):
    return [(state, message) for state, message, _ in findings(world, **env).get("apple", [])]


def test_settings_that_apple_accepts(world):
    with Apple() as apple:
        found = of_apple(world, **apple.env)
    assert found == [("ok", f"{client}: Apple accepts the key") for client in (BUNDLE, SERVICE)]
    assert [(path, form["grant_type"]) for path, form in apple.requests] == [("/auth/token", "refresh_token")] * 2
    assert {form["client_id"] for _, form in apple.requests} == {BUNDLE, SERVICE}


def test_settings_that_apple_refuses(world):
    with Apple(key=ec.generate_private_key(ec.SECP256R1())) as apple:
        assert of_apple(world, **apple.env) == [
            ("trouble", f"{client}: HTTP status 400: invalid_client") for client in (BUNDLE, SERVICE)]


@pytest.mark.parametrize("env, words", [
    ({"APPLE_PRIVATE_KEY": None}, "APPLE_PRIVATE_KEY is unset"),
    ({"APPLE_PRIVATE_KEY": "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"}, "APPLE_PRIVATE_KEY should be"),
    ({"APPLE_API_URL": "http://apple.example"}, "APPLE_API_URL should be"),
])
def test_settings_that_cannot_be_used(world, env, words):
    with Apple() as apple:
        [(state, message)] = of_apple(world, **{**apple.env, **env})
    assert state == "trouble" and words in message.replace(": ", " ") and apple.requests == []


def test_an_apple_that_is_out_of_reach_is_a_warning(world):
    with Apple() as apple:
        pass
    assert [state for state, _ in of_apple(world, **apple.env)] == ["warning", "warning"]


def test_an_audience_without_a_client_id_is_a_warning(world):
    world.policy(apple_policy(providers={"apple": {**PROVIDER, "audiences": [BUNDLE, "com.example.other"]}}))
    with Apple() as apple:
        found = of_apple(world, **apple.env)
    assert [message.split()[0] for state, message in found if state == "warning"] == ["com.example.other"]


def test_without_the_ids_nothing_is_checked(world):
    world.policy(POLICY)
    assert of_apple(world) == []
