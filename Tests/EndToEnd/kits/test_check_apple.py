# SPDX-License-Identifier: Apache-2.0
"""`scripts/check-apple`: the client kit as Apple's systems see it, and the sample app and examples of its documents."""

import re
import shutil
import subprocess

import pytest
from worlds import ROOT

pytestmark = pytest.mark.slow
KIT = ROOT / "Sources/VestibuleClient"


@pytest.fixture
def copy(tmp_path):
    """The files that the script reads, to change them."""
    for folder in ("Sources/VestibuleJSON", "Sources/VestibuleRules", "Sources/Bindings", "Sources/VestibuleClient", "Tests/VestibuleClientTests"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/check-apple", tmp_path / "scripts")
    return tmp_path


def check(folder):
    return subprocess.run([folder / "scripts/check-apple"], capture_output=True, text=True, timeout=600)


def test_the_parts_for_apples_systems_the_sample_app_and_the_examples_fit_the_documented_interfaces():
    done = check(ROOT)
    assert done.returncode == 0 and "fit the documented interfaces" in done.stdout, done.stderr


def change(copy, file, right, wrong):
    path = copy / "Sources/VestibuleClient" / file
    text = path.read_text()
    assert right in text
    path.write_text(text.replace(right, wrong, 1))


def test_what_does_not_fit_is_found_in_the_kit(copy):
    change(
        copy, "Apple/KeychainTokenStore.swift", "SecItemDelete(query(account) as CFDictionary)", "SecItemDelete(query(account) as CFDictionary, nil)")
    done = check(copy)
    assert done.returncode != 0 and re.search(r"KeychainTokenStore.swift:\d+:\d+: error:", done.stderr), done.stderr


def test_what_does_not_fit_is_found_in_the_sample_app_and_in_each_document(copy):
    """One run for all of them, because it reads the whole kit first."""
    places = {
        "VestibuleClient.docc/SampleApp.md": (".accept(.newPassword(password))", ".accept(.newPassword(email, password))", r"sample-\d+"),
        "VestibuleClient.docc/FromInvitationToSignedIn.md": ("preview.client?.name", "preview.client.name", "example-frominvitationtosignedin"),
        "VestibuleClient.docc/RequestsAndResults.md": (
            ".code(code, to: challenge)", ".code(code, for: challenge)", "example-requestsandresults"),
        "README.md": ("workouts.isCurrent", "workouts.isNow", "example-readme"),
    }
    for file, (right, wrong, _) in places.items():
        change(copy, file, right, wrong)
    done = check(copy)
    assert done.returncode != 0
    for _, _, name in places.values():
        assert re.search(rf"{name}.swift:\d+:\d+: error:", done.stderr), (name, done.stderr)


def test_every_condition_for_apples_systems_has_a_module():
    """A module without a stand-in would leave its lines unseen."""
    known = {path.stem for path in (ROOT / "Tests/VestibuleClientTests/AppleModules").glob("*.swift")}
    named = {name for folder in (KIT, ROOT / "Sources/VestibuleRules", ROOT / "Sources/VestibuleJSON") for path in folder.rglob("*.swift")
             for name in re.findall(r"canImport\((\w+)\)", path.read_text())}
    assert named - {"FoundationNetworking"} <= known and {"Darwin", "Security", "AuthenticationServices"} <= named
