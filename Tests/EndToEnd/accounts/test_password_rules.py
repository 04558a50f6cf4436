# SPDX-License-Identifier: Apache-2.0
"""The rules of passwords, and the hash that is stored."""

import pytest
from people import PASSWORD, at_once, code_for, granted, policy, sign_in, sign_up, signed_up

pytestmark = pytest.mark.policy(policy())


def weak(answer):
    """The errors of a password in an otherwise valid event."""
    assert answer.code == "auth/weak-password", answer.json
    errors = answer.json["error"]["errors"]
    assert {(error["pointer"], error["code"]) for error in errors} == {("/password", "auth/weak-password")}
    return [error["userMessage"] for error in errors]


def hash_of(world, name="kim"):
    return world.rows(f"SELECT hash FROM passwords WHERE email_key = '{name}@example.com'")[0]["hash"]


# Rules


RULES = [
    ("upper", "all lower case 1!", "An Upper case 1!", "Password needs an uppercase letter."),
    ("lower", "ALL UPPER CASE 1!", "a LOWER CASE 1!", "Password needs a lowercase letter."),
    ("digit", "No digits at all!", "One digit: 7 of them", "Password needs a number."),
    ("letter", "1234 5678 90 !?", "1234 5678 90 x", "Password needs a letter."),
    ("symbol", "No symbol in 12 words", "One symbol in 12 words!", "Password needs a symbol."),
]


@pytest.mark.parametrize("rule, bad, good, message", RULES)
def test_each_required_class_of_characters_is_needed(world, rule, bad, good, message):
    world.policy(policy(password={"require": [rule]}))
    assert weak(sign_up(world, password=bad)) == [message]
    granted(sign_up(world, password=good))
    granted(sign_in(world, password=good))


def test_letters_and_digits_of_every_script_count(world):
    world.policy(policy(password={"require": ["upper", "lower", "digit"]}))
    granted(sign_up(world, password="ЖИВИ ярко ٣"))


def test_every_rule_that_a_password_breaks_is_named_at_once(world):
    world.policy(policy(password={"minLength": 12, "require": ["upper", "lower", "digit", "symbol"]}))
    assert weak(sign_up(world, password="   ")) == [
        "Password needs at least 12 characters.", "Password needs an uppercase letter.",
        "Password needs a lowercase letter.", "Password needs a number.", "Password needs a symbol."]
    assert weak(sign_up(world, password="longer than twelve")) == [
        "Password needs an uppercase letter.", "Password needs a number.", "Password needs a symbol."]


def test_the_minimum_length_counts_characters_not_bytes(world):
    assert weak(sign_up(world, password="é" * 7)) == ["Password needs at least 8 characters."]
    assert weak(sign_up(world, password="e\u0301" * 7)) == ["Password needs at least 8 characters."]
    granted(sign_up(world, password="é" * 8))


def test_a_common_password_is_refused_in_any_case(world):
    too_easy = "That password is too easy to guess. Please choose another one."
    for common in ("password1", "PassWord1", "qwertyuiop"):
        assert weak(sign_up(world, password=common)) == [too_easy]
    world.policy(policy(password={"denyCommon": False}))
    granted(sign_up(world, password="password1"))


def test_an_app_may_have_its_own_text_of_the_rules(world):
    world.policy(policy(messages={"en": {"auth/weak-password/too-short": "{min}+ chars"}}))
    answer = sign_up(world, password="short")
    assert weak(answer) == ["8+ chars"] and answer.json["error"]["userMessage"] == "8+ chars"


# Exact comparison


def test_two_unicode_forms_of_one_text_are_one_password(world):
    composed, decomposed = "Crème brûlée", "Cre\u0300me bru\u0302le\u0301e"
    signed_up(world, "kim", composed)
    signed_up(world, "lee", decomposed)
    granted(sign_in(world, "kim", decomposed))
    granted(sign_in(world, "lee", composed))
    assert sign_in(world, "kim", "Creme brulee").code == "auth/invalid-credential"


def test_all_256_characters_of_a_passphrase_count(world):
    long = "correct horse battery staple " * 9
    long = long[:256]
    signed_up(world, password=long)
    granted(sign_in(world, password=long))
    for place in (72, 200, 255):
        assert sign_in(world, password=long[:place] + "#" + long[place + 1:]).code == "auth/invalid-credential"
    assert sign_in(world, password=long[:255]).code == "auth/invalid-credential"
    assert weak(sign_up(world, "lee", long + "x")) and sign_in(world, password=long + "x").code == "event/invalid"


def test_256_characters_are_counted_after_they_are_composed(world):
    signed_up(world, password="é" * 256)
    granted(sign_in(world, password="e\u0301" * 256))
    assert weak(sign_up(world, "lee", "é" * 257))


def test_spaces_are_part_of_a_password(world):
    for name, password in (("kim", " good pass phrase "), ("lee", "        ")):
        signed_up(world, name, password)
        granted(sign_in(world, name, password))
        for other in (password.strip() or " ", password + " ", password[1:]):
            assert sign_in(world, name, other).code == "auth/invalid-credential"


def test_a_control_character_is_refused_not_dropped(world):
    assert weak(sign_up(world, password="good pass\tphrase"))
    assert weak(sign_up(world, password="good pass\x00phrase"))


# The stored hash


@pytest.mark.policy(policy(password={"argon2": {}}))
def test_an_argon2id_hash_with_its_own_salt_is_stored(world):
    signed_up(world, "kim")
    signed_up(world, "lee")
    hashes = [hash_of(world, name).split("$") for name in ("kim", "lee")]
    for _, algorithm, version, cost, salt, output in hashes:
        assert (algorithm, version, cost) == ("argon2id", "v=19", "m=19456,t=2,p=1")
        assert len(salt) == 22 and len(output) == 43
    assert hashes[0][4:] != hashes[1][4:]


@pytest.mark.parametrize("raised", [{"memoryKiB": 24576}, {"iterations": 3}, {"memoryKiB": 32768, "iterations": 4}])
def test_a_sign_in_rehashes_if_the_policy_has_higher_parameters(world, raised):
    world.policy(policy(password={"argon2": {}}))
    signed_up(world)
    old = hash_of(world)
    world.policy(policy(password={"argon2": raised}))
    assert sign_in(world, password="a wrong one").code == "auth/invalid-credential" and hash_of(world) == old
    granted(sign_in(world))
    cost = {"memoryKiB": 19456, "iterations": 2, **raised}
    new = hash_of(world)
    assert f"$m={cost['memoryKiB']},t={cost['iterations']},p=1$" in new and new.split("$")[4] != old.split("$")[4]
    granted(sign_in(world))
    assert hash_of(world) == new
    world.policy(policy())
    granted(sign_in(world))
    assert hash_of(world) == new, "a dearer hash stays"


def test_concurrent_sign_ins_succeed_while_the_hash_is_replaced(world):
    signed_up(world)
    world.policy(policy(password={"argon2": {"iterations": 3}}))
    answers = at_once(world, "sign-in", [{"email": "kim@example.com", "password": PASSWORD}] * 12)
    assert [answer.code for answer in answers] == [None] * 12
    assert ",t=3," in hash_of(world)


def test_no_database_log_or_mail_contains_a_password(world):
    world.env["LOG_LEVEL"] = "trace"
    first, second, wrong, weak_one = "first secret phrase", "second secret phrase", "a mistaken phrase", "w34kOne"
    logs = []

    def run(function, **data):
        answer = world.run(function, data, id=str(len(logs)), source="app", clientip="192.0.2.1")
        logs.append(answer.stderr)
        return answer

    person_of = {"email": "kim@example.com", "displayName": "Kim", "role": "client"}
    assert run("sign-up", **person_of, password=weak_one).code == "auth/weak-password"
    granted(run("sign-up", **person_of, password=first))
    assert run("sign-in", email="kim@example.com", password=wrong).code == "auth/invalid-credential"
    granted(run("sign-in", email="kim@example.com", password=first))
    code = code_for(world, "reset-password")
    granted(run("reset-password", code=code, newPassword=second))
    run("deliver-mail")
    granted(run("sign-in", email="kim@example.com", password=second))
    assert len(world.mails()) == 3 and all(logs), "at trace there is a log"
    files = [file.read_bytes() for file in world.folder.rglob("*") if file.is_file()]
    for place in (*files, "".join(logs).encode()):
        for secret in (first, second, wrong, weak_one):
            assert secret.encode() not in place
