# SPDX-License-Identifier: Apache-2.0
"""Every way to get an account against every rule of the policy."""

import re

import pytest
from admission import (
    CELLS,
    ENTRIES,
    GOOD,
    MISSING_BY_DEFAULT,
    STRICT,
    TABLE,
    WITH_TRAINERS,
    accounts,
    birthday,
    sign_in,
    sign_in_with_apple,
    sign_up,
)
from admission_outcomes import outcome, prepare
from worlds import ROOT

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(WITH_TRAINERS), pytest.mark.usefixtures("earlier_trainer")]


@pytest.mark.parametrize("rule, entry", TABLE, ids=[f"{entry}: {rule}" for rule, entry in TABLE])
def test_each_admission_rule_applies_to_each_entry(world, rule, entry):
    facts, expected = CELLS[rule][0], CELLS[rule][1][entry](entry)
    prepare(world, entry, facts)
    if entry == "trigger cognito before" and "missing" in expected:
        expected = {"missing": MISSING_BY_DEFAULT[entry]}
    answer = ENTRIES[entry](world, {**GOOD, **facts})
    assert outcome(world, entry, answer) == expected, answer
    if "refused" in expected:
        known = [] if entry != "accept password" and not facts.get("isInviter") else accounts(world)[:1]
        assert accounts(world) == known
        assert all(row["status"] == "pending" for row in world.rows("SELECT status FROM invitations"))


def test_every_entry_has_a_row_in_the_table():
    """Every function that creates accounts uses the admission, and is in the table."""
    sources = {path: path.read_text() for path in (ROOT / "Sources").rglob("*.swift")}
    admitting = {path.stem for path, text in sources.items() if re.search(r"\badmission\.admitted\(|try admitted\(applicant", text)}
    # A code that was mailed to an address without an account makes one for clients whose terms say so: `RequestSignIn`
    # sends the mail only if `MailedCodeSignIn` would admit the address.
    assert admitting == {"SignUp", "SignInAccount", "InvitedAccount", "OnUserCreate", "RowDecision+New", "AccountCreation",
                         "RequestSignIn", "MailedCodeSignIn"}
    # The rules themselves are applied for these, and in the forms of the client kit.
    ruling = {path.stem for path, text in sources.items() if re.search(r"\.admit\(|(accounts|rules)\.admission\(of:", text)}
    assert ruling == {"Admission", "PolicyAccounts", "RuleBook"}
    writing = {path.stem for path, text in sources.items() if re.search(r"INSERT INTO accounts|accounts\.insert\(account\)", text)}
    assert writing == {"AccountTable", "Admission", "RowDecision+New"}
    triggers = {path.stem for path in (ROOT / "Sources/Functions/Triggers").glob("*.swift")
                if "func answer" not in path.read_text()} - {"Trigger", "WebhookRequest"}
    assert triggers == {"CognitoTrigger", "FirebaseTrigger", "SupabaseHook"}
    every = {entry for _, entries in CELLS.values() for entry in entries}
    assert every == set(ENTRIES)
    assert all(len([1 for _, entries in CELLS.values() if entry in entries]) >= 6 for entry in ENTRIES)


def test_an_error_names_the_field_of_the_event_that_broke_the_rule(world):
    world.policy(STRICT)
    facts = {**GOOD, "email": "kim@gmail.com"}
    for function, place in ((sign_in, "/identity/idToken"), (sign_in_with_apple, "/identity_token"), (sign_up, "/email")):
        assert [error["pointer"] for error in function(world, facts).json["error"]["errors"]] == [place]


def test_the_first_broken_rule_gives_the_code_and_each_one_has_its_field(world):
    world.policy(STRICT)
    answer = sign_up(world, {
        "email": "kim@gmail.com", "displayName": None, "phone": "555", "profile": {"classYear": 9}, "role": "king",
        "birthDate": birthday(12), "consent": {"version": "1"}})
    assert answer.code == "auth/invalid-role"
    assert [(error["pointer"], error["code"]) for error in answer.json["error"]["errors"]] == [
        ("/role", "auth/invalid-role"), ("/email", "auth/email-domain-not-allowed"),
        ("/displayName", "auth/invalid-display-name"), ("/phone", "auth/invalid-phone-number"),
        ("/profile/classYear", "event/invalid"), ("/birthDate", "auth/underage-user"),
        ("/consent/version", "auth/consent-required")]
