# SPDX-License-Identifier: Apache-2.0
"""A mistyped subcommand of `vestibule` is answered with the one that was probably meant."""

import pytest
from operators import vestibule


@pytest.mark.parametrize("words, meant", [
    (["acount", "list"], "account"), (["account", "lst"], "list"), (["mial"], "mail"), (["docter"], "doctor"),
    (["suppression", "remve", "kim@example.com"], "remove"), (["migrat"], "migrate")])
def test_a_similar_command_is_suggested(world, words, meant):
    done = vestibule(world, *words)
    assert done.status == 64 and f"Did you mean {meant} instead of " in done.stderr and done.stdout == ""


@pytest.mark.parametrize("words", [["frobnicate"], ["account", "show"]])
def test_nothing_is_suggested_for_other_mistakes(world, words):
    done = vestibule(world, *words)
    assert done.status == 64 and "Did you mean" not in done.stderr
