# SPDX-License-Identifier: Apache-2.0
"""Tokens of Apple with second factors, keys, operators and exports."""

import pytest
from apple import BUNDLE, PEM, PROVIDER, apple_policy, deliver, identity, kept, requests_of, signed_in
from factors import FACTORS, code, confirm_totp
from key_rotation import change_key, drop_previous, new_key, rotate
from operators import vestibule
from people import granted

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(apple_policy())]


def test_a_code_waits_for_the_second_factor(world, apple):
    world.policy(apple_policy(factors=FACTORS))
    session = granted(world.run("sign-in", {"identity": identity()}))["session"]
    _, app, _ = confirm_totp(world, session["accessToken"])
    challenge = granted(world.run("sign-in", {"identity": identity(apple.code())}))["challenge"]
    assert requests_of(world) == []
    granted(world.run("answer-challenge", {"challenge": challenge, "code": code(world, app)}))
    deliver(world, apple)
    assert kept(world) == ["001.kim"]


def test_rotated_keys_open_the_token(world, apple):
    world.env["SECRET_KEY"] = new_key()
    session = signed_in(world, apple)
    change_key(world)
    printed = rotate(world)
    assert printed["remaining"] == 0 and printed["previousCanGo"]
    drop_previous(world)
    granted(world.run("delete-account", {}, session["accessToken"]))
    deliver(world, apple)
    assert apple.living == set()


def test_operators_see_the_requests(world, apple):
    session = signed_in(world, apple)
    granted(world.run("delete-account", {}, session["accessToken"]))
    listed = vestibule(world, "mail", "list").stdout
    assert "apple-exchange" in listed and "apple-revocation" in listed
    [row] = world.rows("SELECT id FROM outbox WHERE state = 'queued'")
    assert vestibule(world, "mail", "requeue", row["id"]).status == 0
    [done] = world.rows("SELECT id FROM outbox WHERE state = 'sent' AND kind = 'apple-exchange'")
    assert "next sign-in with Apple" in vestibule(world, "mail", "requeue", done["id"]).stderr


def test_an_export_contains_no_token(world, apple):
    session = signed_in(world, apple)
    export = granted(world.run("export-account", {}, session["accessToken"]))
    assert [it["provider"] for it in export["identities"]] == ["apple"]
    assert next(iter(apple.tokens)) not in str(export) and "efreshToken" not in str(export)


@pytest.mark.parametrize("settings", [
    {"teamID": "T"}, {"teamID": "T", "keyID": "K"}, {"clientIDs": [BUNDLE]}, {"teamID": "T", "keyID": "K", "clientIDs": []}])
def test_settings_that_are_not_complete_are_refused(world, settings):
    world.policy(apple_policy(providers={"apple": {"jwks": PROVIDER["jwks"], **settings}}))
    answer = world.run("sign-in", {"identity": identity()})
    assert answer.status == 78 and "/providers/apple" in answer.json["error"]["detail"]


def test_the_key_may_be_one_line_or_a_file(world, apple):
    (world.folder / "key.p8").write_text(PEM)
    for env in ({"APPLE_PRIVATE_KEY": PEM.replace("\n", "\\n")},
                {"APPLE_PRIVATE_KEY": None, "APPLE_PRIVATE_KEY_FILE": str(world.folder / "key.p8")}):
        granted(world.run("sign-in", {"identity": identity(apple.code())}))
        assert deliver(world, apple, **env)["sent"] == 1
