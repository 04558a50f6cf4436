# SPDX-License-Identifier: Apache-2.0
"""The files with which Apple and Google associate an app with the domain."""

import pytest
from pages import APP, page_policy

pytestmark = pytest.mark.policy(page_policy())


# What app stores' systems look for at a domain


def test_no_app_is_associated_without_the_policy(world):
    assert world.run("apple-app-site-association").json == {"applinks": {"details": []}, "webcredentials": {"apps": []}}
    assert world.run("assetlinks").json == []


@pytest.mark.parametrize("base, path", [("https://pfa.example", ""), ("https://pfa.example/v/", "/v"), ("https://pfa.example/a/b", "/a/b")])
def test_apps_of_the_policy_are_associated_with_their_pages(world, base, path):
    world.policy(page_policy(app={**APP, "appleAppIDs": ["A1B2C3D4E5.com.example.pfa"], "androidApps": [
        {"package": "com.example.pfa", "fingerprints": ["AB:CD", "12:34"]}]}))
    apple = world.run("apple-app-site-association", env={"PUBLIC_URL": base}).json
    [details] = apple["applinks"]["details"]
    assert details["appIDs"] == apple["webcredentials"]["apps"] == ["A1B2C3D4E5.com.example.pfa"]
    assert details["components"] == [{"/": f"{path}/{page}", "?": {"code": "*"}} for page in ("invite", "join", "verify-email",
        "reset-password", "sign-in-code")]
    [statement] = world.run("assetlinks").json
    assert statement["target"] == {
        "namespace": "android_app", "package_name": "com.example.pfa", "sha256_cert_fingerprints": ["AB:CD", "12:34"]}


@pytest.mark.parametrize("app, pointer", [
    ({"appleAppIDs": "x"}, "/app/appleAppIDs"), ({"androidApps": [{"package": "x"}]}, "/app/androidApps/0/fingerprints"),
    ({"androidApps": [{"package": "x", "fingerprints": []}]}, "/app/androidApps/0/fingerprints")])
def test_a_wrong_association_is_a_wrong_policy(world, app, pointer):
    world.policy(page_policy(app={**APP, **app}))
    answer = world.run("assetlinks")
    assert answer.status == 78 and pointer in answer.json["error"]["detail"]
