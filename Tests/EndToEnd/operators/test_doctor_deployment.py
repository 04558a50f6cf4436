# SPDX-License-Identifier: Apache-2.0
"""`vestibule doctor`: what is forgotten between a laptop and an installation."""

import pytest
from doctor import findings
from http_receiver import Receiver
from smtp_servers import Recorder
from worlds import POLICY


def warnings(world, subject, **env):
    return [message for state, message, _ in findings(world, **env).get(subject, []) if state == "warning"]


def test_mails_in_a_folder_are_a_warning_where_links_lead_to_a_public_server(world):
    world.inviter()
    [message] = warnings(world, "mail")
    assert "MAIL_URL" in message
    assert warnings(world, "mail", PUBLIC_URL="http://127.0.0.1:8080") == []
    with Recorder() as server:
        assert warnings(world, "mail", **server.env) == []


@pytest.mark.parametrize("app, words", [
    ({"bundleIDs": ["io.example.app"]}, "appleAppIDs is empty"), ({"appStoreURL": "https://apps.apple.com/app/id1"}, "appleAppIDs is empty"),
    ({"bundleIDs": ["io.example.app"], "appleAppIDs": ["ABCDE12345.io.example.other"]}, "ends with .io.example.app"),
    ({"playStoreURL": "https://play.google.com/store/apps/details?id=x"}, "androidApps is empty"),
    ({"appleAppIDs": ["ABCDE12345"]}, "ABCDE12345 in /app/appleAppIDs has no team id, or no bundle id"),
    ({"appleAppIDs": ["io.example.app"]}, "has no team id"), ({"appleAppIDs": ["ABCDE12345."]}, "no bundle id"),
    ({"androidApps": [{"package": "com.example.pfa", "fingerprints": ["AB:CD"]}]}, "com.example.pfa is not a SHA-256"),
    ({"androidApps": [{"package": "com.example.pfa", "fingerprints": [":".join(["AB"] * 32)]}]}, None),
    ({"bundleIDs": ["io.example.app"], "appleAppIDs": ["ABCDE12345.io.example.app"]}, None)])
def test_app_links_that_are_configured_by_half_are_a_warning(world, app, words):
    world.policy({"app": {"name": "PFA", **app}, "providers": POLICY["providers"]})
    found = warnings(world, "app links")
    assert [words in message for message in found] == ([True] if words else [])


def test_a_team_at_apple_without_apps_is_a_warning(world):
    apple = {**POLICY["providers"]["apple"], "teamID": "ABCDE12345", "keyID": "KEY1234567", "clientIDs": ["io.example.app"]}
    world.policy({"providers": {**POLICY["providers"], "apple": apple}})
    [message] = warnings(world, "app links", APPLE_PRIVATE_KEY=None)
    assert "appleAppIDs is empty" in message


@pytest.mark.parametrize("policy, origins", [
    ({"app": {"name": "PFA", "returnURLs": ["https://web.example/app/", "https://web.example/x"]}}, ["https://web.example (/app/returnURLs)"]),
    ({"app": {"name": "PFA", "returnURLs": ["https://web.example/"]}, "cors": {"origins": ["https://web.example"]}}, []),
    ({"app": {"name": "PFA", "returnURLs": ["https://pfa.example/app"]}}, []),
    ({"factors": {"passkey": {"rpID": "pfa.example", "origins": ["https://web.pfa.example", "android:apk-key-hash:x", "https://pfa.example"]}}},
     ["https://web.pfa.example (/factors/passkey/origins)"])])
def test_pages_of_the_app_on_another_server_are_a_warning_without_cors(world, policy, origins):
    world.policy({"providers": POLICY["providers"], **policy})
    messages = warnings(world, "cors")
    assert len(messages) == len(origins) and all(origin in message for origin, message in zip(origins, messages))


@pytest.mark.parametrize("password, env, found", [(None, {}, 1), ({}, {}, 0), (None, {"PUBLIC_URL": None}, 0)])
def test_a_policy_without_a_sign_in_method_for_browsers_is_named(world, password, env, found):
    """For an app whose people sign in only there nothing is wrong with it."""
    world.policy({"providers": {**POLICY["providers"], **({} if password is None else {"password": password})}})
    pages = findings(world, **env).get("pages", [])
    assert len(pages) == found and all(state == "ok" and "pages lead to the app" in message for state, message, _ in pages)


@pytest.mark.parametrize("status, state", [(200, "ok"), (404, "warning"), (503, "warning")])
def test_the_doctor_asks_whether_the_public_server_answers(world, status, state):
    world.inviter()
    with Receiver((status, {}, b"{}")) as server:
        found = findings(world, PUBLIC_URL=server.url, ALLOW_INSECURE="1")["PUBLIC_URL"]
    assert [each[0] for each in found] == ["ok", state]
    found = findings(world, PUBLIC_URL="http://127.0.0.1:1", ALLOW_INSECURE="1")["PUBLIC_URL"]
    assert found[-1][0] == "warning" and "cannot be reached" in found[-1][1]
