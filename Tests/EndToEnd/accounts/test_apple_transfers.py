# SPDX-License-Identifier: Apache-2.0
"""A transfer of an app at Apple: a person's new subject leads to the known account."""

import pytest
from imports import results, run_import
from people import granted
from worlds import id_token

pytestmark = pytest.mark.postgresql


def test_a_subject_that_apple_transfers_is_stored_with_a_known_identity(world):
    def apple(subject, **claims):
        text = id_token(iss="https://appleid.apple.com", aud="io.example.app", sub=subject, email="kim@example.com", email_verified=True, **claims)
        return granted(world.run("sign-in", {"identity": {"provider": "apple", "idToken": text}, "as": "admin"}))["account"]["id"]

    first = apple("a1")
    assert apple("a1", transfer_sub="T") == apple("b1", transfer_sub="T") == apple("b1") == apple("a1") == first


def test_the_subjects_of_a_transfer_are_imported(world):
    def apple(subject):
        text = id_token(iss="https://appleid.apple.com", aud="io.example.app", sub=subject, email="kim@example.com", email_verified=True)
        return granted(world.run("sign-in", {"identity": {"provider": "apple", "idToken": text}, "as": "admin"}))["account"]["id"]

    first = apple("a1")
    rows = "sub,transfer_sub\na1,T1\nunknown,T2\n,T3\n"
    done = run_import(world, rows, "--format", "apple-transfer")
    assert results(done) == [("updated", None), ("skipped", "identity-unknown"), ("skipped", "identity-invalid")], done.stderr
    assert results(run_import(world, rows, "--format", "apple-transfer"))[0] == ("unchanged", None)
    text = id_token(iss="https://appleid.apple.com", aud="io.example.app", sub="b1", transfer_sub="T1", email_verified=True, email="kim@example.com")
    answer = granted(world.run("sign-in", {"identity": {"provider": "apple", "idToken": text}}))
    assert answer["account"]["id"] == apple("a1") == apple("b1") == first


def test_linking_an_identity_stores_its_subject_after_a_transfer(world):
    def apple(subject, **claims):
        text = id_token(iss="https://appleid.apple.com", aud="io.example.app", sub=subject, email="kim@example.com", email_verified=True, **claims)
        return {"identity": {"provider": "apple", "idToken": text}}

    first = granted(world.run("sign-in", {**apple("a1", transfer_sub="T", name="Kim"), "as": "admin"}))
    token = first["session"]["accessToken"]
    granted(world.run("link-identity", apple("b1", transfer_sub="T"), token))
    granted(world.run("link-identity", apple("b1", transfer_sub="T"), token))
    assert granted(world.run("sign-in", apple("b1")))["account"]["id"] == first["account"]["id"]
    linked = granted(world.run("get-account", {}, token))["identities"]
    assert sorted(identity["subject"] for identity in linked) == ["a1", "b1"]
