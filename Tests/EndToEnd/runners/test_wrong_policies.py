# SPDX-License-Identifier: Apache-2.0
"""Values of the policy that no schema can judge: every function names the place of a wrong one."""

import json

import pytest
from worlds import KEYS, POLICY

HTTP = "http://127.0.0.1:1/x"


def detail(world, policy, **env):
    """What a function that needs neither links nor providers says about a policy; nothing if it can be used."""
    world.policy({**POLICY, **policy})
    answer = world.run("preview-invitation", {"code": "A"}, env=env)
    if answer.code == "invitation/not-found":
        return None
    assert (answer.status, answer.code) == (78, "service/misconfigured"), answer.json
    return answer.json["error"]["detail"]


@pytest.mark.parametrize("scheme", ["1a", ":", "-", "a/b", "a:b", "ü", "a_b"])
def test_a_scheme_of_links_has_the_form_of_one(world, scheme):
    assert "/app/urlScheme" in detail(world, {"app": {"urlScheme": scheme}})


@pytest.mark.parametrize("scheme", ["http", "HTTPS", "javascript", "data", "file", "mailto"])
def test_a_scheme_that_opens_something_other_than_the_app_is_refused(world, scheme):
    assert detail(world, {"app": {"urlScheme": scheme}}) == (
        f"POLICY_FILE: /app/urlScheme should be the app's own scheme, and not {scheme}")


@pytest.mark.parametrize("scheme", ["pfa", "com.example.pfa", "PFA2", "a+b-c"])
def test_a_scheme_of_an_app_can_be_used(world, scheme):
    assert detail(world, {"app": {"urlScheme": scheme}}) is None


@pytest.mark.parametrize("name, settings, key", [
    ("supabase", {"url": HTTP}, "url"), ("acme", {"issuer": HTTP, "audiences": ["x"]}, "issuer"),
    ("acme", {"issuer": [HTTP], "audiences": ["x"]}, "issuer")])
def test_keys_that_would_be_fetched_without_tls_are_refused_with_the_setting_that_names_them(world, name, settings, key):
    policy = {"providers": {name: settings}}
    assert detail(world, policy).startswith(f"POLICY_FILE: /providers/{name}/{key}: {HTTP}")
    assert detail(world, policy, ALLOW_INSECURE="1") is None
    assert detail(world, {"providers": {name: {**settings, "jwks": KEYS}}}) is None
    assert detail(world, {"providers": {name: {**settings, "jwksURL": "https://keys.example/"}}}) is None


@pytest.mark.parametrize("name, key", [("firebase", "projectID"), ("supabase", "url"), ("microsoft", "tenants"), ("acme", "issuer")])
def test_a_provider_without_the_setting_of_its_preset_names_that_setting(world, name, key):
    assert detail(world, {"providers": {name: {}}}).startswith(f"POLICY_FILE: /providers/{name}/{key}: ")


def test_a_file_may_begin_with_the_mark_that_windows_writes(world):
    world.policy(POLICY)
    (world.folder / "policy.json").write_text(json.dumps(POLICY), encoding="utf-8-sig")
    assert world.run("preview-invitation", {"code": "A"}).code == "invitation/not-found"
