# SPDX-License-Identifier: Apache-2.0
"""Signing up and signing in with a password: the rules, what is kept of it, and what is told of it."""

import datetime

import pytest
from conftest import person
from people import PASSWORD, at_once, code_for, granted, mails_to, policy, sign_in, sign_up, signed_up


@pytest.fixture
def world(world):
    world.policy(policy())
    return world


def weak(answer):
    """What is wrong with a password, where nothing else is wrong."""
    assert answer.code == "auth/weak-password", answer.json
    errors = answer.json["error"]["errors"]
    assert {(error["pointer"], error["code"]) for error in errors} == {("/password", "auth/weak-password")}
    return [error["userMessage"] for error in errors]


def accounts(world):
    return world.rows("SELECT * FROM accounts") if world.is_made else []


def hash_of(world, name="kim"):
    return world.rows(f"SELECT hash FROM passwords WHERE email_key = '{name}@example.com'")[0]["hash"]


# Signing up


def test_a_person_signs_up_and_signs_in_with_the_address_in_any_case(world):
    made = granted(sign_up(world, "Kim", device={"id": "d1"}, locale="de", phone="(555) 123-4567"))
    account = made["account"]
    assert made["state"] == "signedIn" and account["role"] == "client" and account["lastSignInAt"]
    assert not account["emailVerified"] and account["locale"] == "de" and account["phone"] == "+15551234567"
    for spelling in ("Kim", "kim", "KIM@EXAMPLE.COM", "kim@Example.Com"):
        assert granted(sign_in(world, spelling))["account"]["id"] == account["id"]
    assert [mail["subject"] for mail in mails_to(world, "Kim")] == ["Bestätige deine E-Mail-Adresse für PFA"]


def test_an_address_has_one_account(world):
    signed_up(world)
    again = sign_up(world, "KIM", "another good password")
    assert again.code == "auth/email-already-in-use"
    assert again.json["error"]["userMessage"] == "This email is already in use"
    assert sign_in(world, password="another good password").code == "auth/invalid-credential"
    world.policy(policy(roles={"signUp": ["client", "admin"]}))
    world.sign_in("ada", **{"as": "admin"})
    assert sign_up(world, "ada").code == "auth/email-already-in-use"
    assert len(accounts(world)) == 2


def test_sixty_sign_ups_at_once_with_one_address_make_one_account(world):
    data = {"email": "kim@example.com", "displayName": "Kim", "role": "client"}
    answers = at_once(world, "sign-up", [{**data, "password": f"{PASSWORD} {number}"} for number in range(60)])
    assert [answer.status for answer in answers] == [0] * 60
    assert [answer.code for answer in answers].count("auth/email-already-in-use") == 59
    assert len(world.rows("SELECT * FROM accounts")) == len(world.rows("SELECT * FROM sessions")) == 1
    winner, made = next((number, answer.json) for number, answer in enumerate(answers) if answer.code is None)
    assert granted(sign_in(world, password=f"{PASSWORD} {winner}"))["account"]["id"] == made["account"]["id"]


def test_a_sign_up_that_comes_again_gets_the_same_tokens_and_sends_no_second_mail(world):
    named = {"id": "1", "source": "app"}
    first, second = sign_up(world, event=named), sign_up(world, event=named)
    assert granted(first) == second.json and len(world.mails()) == 1
    assert sign_up(world, "lee", event=named).code == "event/id-conflict"


def test_bad_fields_come_all_at_once_and_the_first_ones_code_stands_at_the_top(world):
    world.policy(policy(profile={"fields": {"classYear": {"type": "integer"}}}))
    answer = sign_up(world, "nobody@", "short", displayName=" ", role="admin", phone="123")
    errors = {error["pointer"]: error["code"] for error in answer.json["error"]["errors"]}
    assert errors == {
        "/email": "auth/invalid-email", "/password": "auth/weak-password", "/displayName": "auth/invalid-display-name",
        "/role": "auth/invalid-role", "/phone": "auth/invalid-phone-number"}
    assert answer.code == answer.json["error"]["errors"][0]["code"]
    also_a_profile = sign_up(world, password="short", profile={"classYear": "x", "shoeSize": 9})
    assert also_a_profile.code == "event/invalid"
    assert {error["pointer"] for error in also_a_profile.json["error"]["errors"]} == {
        "/password", "/profile/classYear", "/profile/shoeSize"}
    assert accounts(world) == []


@pytest.mark.parametrize("missing, code", [
    ("email", "auth/invalid-email"), ("password", "auth/weak-password"), ("role", "auth/invalid-role"),
    ("displayName", "auth/invalid-display-name")])
def test_a_missing_field_is_named(world, missing, code):
    data = {"email": "kim@example.com", "password": PASSWORD, "displayName": "Kim", "role": "client"}
    answer = world.run("sign-up", {name: value for name, value in data.items() if name != missing})
    assert answer.code == code
    assert [error["pointer"] for error in answer.json["error"]["errors"]] == [f"/{missing}"]


def test_an_address_of_another_domain_is_refused(world):
    world.policy(policy(email={"allowedDomains": ["KSU.edu"]}))
    assert sign_up(world).code == "auth/email-domain-not-allowed"
    granted(sign_up(world, "kim@ksu.edu"))


def test_a_policy_without_passwords_has_none(world):
    world.policy({**policy(), "providers": {"google": policy()["providers"]["google"]}})
    reset = world.run("reset-password", {"email": "kim@example.com"})
    for answer in (sign_up(world), sign_in(world), reset):
        assert answer.code == "auth/provider-not-enabled" and answer.status == 0
    assert accounts(world) == []


# What a password has to be


RULES = [
    ("upper", "all lower case 1!", "An Upper case 1!", "Password needs an uppercase letter."),
    ("lower", "ALL UPPER CASE 1!", "a LOWER CASE 1!", "Password needs a lowercase letter."),
    ("digit", "No digits at all!", "One digit: 7 of them", "Password needs a number."),
    ("letter", "1234 5678 90 !?", "1234 5678 90 x", "Password needs a letter."),
    ("symbol", "No symbol in 12 words", "One symbol in 12 words!", "Password needs a symbol."),
]


@pytest.mark.parametrize("rule, bad, good, message", RULES)
def test_each_class_of_characters_that_the_policy_asks_for_is_needed(world, rule, bad, good, message):
    world.policy(policy(password={"require": [rule]}))
    assert weak(sign_up(world, password=bad)) == [message]
    granted(sign_up(world, password=good))
    granted(sign_in(world, password=good))


def test_letters_and_digits_of_every_script_count_as_such(world):
    world.policy(policy(password={"require": ["upper", "lower", "digit"]}))
    granted(sign_up(world, password="ЖИВИ ярко ٣"))


def test_every_rule_that_a_password_breaks_is_named_at_once(world):
    world.policy(policy(password={"minLength": 12, "require": ["upper", "lower", "digit", "symbol"]}))
    assert weak(sign_up(world, password="   ")) == [
        "Password must be at least 12 characters", "Password needs an uppercase letter.",
        "Password needs a lowercase letter.", "Password needs a number.", "Password needs a symbol."]
    assert weak(sign_up(world, password="longer than twelve")) == [
        "Password needs an uppercase letter.", "Password needs a number.", "Password needs a symbol."]


def test_the_least_length_is_in_characters_not_bytes(world):
    assert weak(sign_up(world, password="é" * 7)) == ["Password must be at least 8 characters"]
    assert weak(sign_up(world, password="e\u0301" * 7)) == ["Password must be at least 8 characters"]
    granted(sign_up(world, password="é" * 8))


def test_a_password_that_is_tried_first_is_refused_in_any_case(world):
    too_easy = "That password is too easy to guess. Please choose another one."
    for common in ("password1", "PassWord1", "qwertyuiop"):
        assert weak(sign_up(world, password=common)) == [too_easy]
    world.policy(policy(password={"denyCommon": False}))
    granted(sign_up(world, password="password1"))


def test_the_app_may_word_its_rules_itself(world):
    world.policy(policy(messages={"en": {"auth/weak-password/too-short": "{min}+ chars"}}))
    answer = sign_up(world, password="short")
    assert weak(answer) == ["8+ chars"] and answer.json["error"]["userMessage"] == "8+ chars"


# It is the password that was given, all of it


def test_one_text_in_two_spellings_of_unicode_is_one_password(world):
    composed, decomposed = "Crème brûlée", "Cre\u0300me bru\u0302le\u0301e"
    signed_up(world, "kim", composed)
    signed_up(world, "lee", decomposed)
    granted(sign_in(world, "kim", decomposed))
    granted(sign_in(world, "lee", composed))
    assert sign_in(world, "kim", "Creme brulee").code == "auth/invalid-credential"


def test_a_passphrase_of_256_characters_counts_to_its_end(world):
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


# What is kept


def test_what_is_kept_is_an_argon2id_hash_with_a_salt_of_its_own(world):
    signed_up(world, "kim")
    signed_up(world, "lee")
    hashes = [hash_of(world, name).split("$") for name in ("kim", "lee")]
    for _, algorithm, version, cost, salt, output in hashes:
        assert (algorithm, version, cost) == ("argon2id", "v=19", "m=19456,t=2,p=1")
        assert len(salt) == 22 and len(output) == 43
    assert hashes[0][4:] != hashes[1][4:]


@pytest.mark.parametrize("raised", [{"memoryKiB": 24576}, {"iterations": 3}, {"memoryKiB": 32768, "iterations": 4}])
def test_a_sign_in_hashes_anew_where_the_policy_asks_for_more(world, raised):
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


def test_right_passwords_at_once_are_right_while_the_hash_is_made_anew(world):
    signed_up(world)
    world.policy(policy(password={"argon2": {"iterations": 3}}))
    answers = at_once(world, "sign-in", [{"email": "kim@example.com", "password": PASSWORD}] * 12)
    assert [answer.code for answer in answers] == [None] * 12
    assert ",t=3," in hash_of(world)


def test_no_password_stands_in_the_database_a_log_or_a_mail(world):
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


# What is told


def test_an_unknown_address_and_a_wrong_password_are_refused_in_the_same_words(world):
    signed_up(world)
    wrong, unknown = sign_in(world, "kim", "a wrong one"), sign_in(world, "lee", "a wrong one")
    assert wrong.code == "auth/invalid-credential" and wrong.stdout == unknown.stdout
    assert "requiresAction" not in wrong.json["error"]


def test_a_policy_may_reveal_which_it_is(world):
    signed_up(world)
    world.policy(policy(revealAccounts=True))
    wrong, unknown = sign_in(world, "kim", "a wrong one"), sign_in(world, "lee", "a wrong one")
    assert wrong.code == "auth/wrong-password" and wrong.json["error"]["requiresAction"] == "reset_password"
    assert unknown.code == "auth/user-not-found"


def test_an_account_without_a_password_is_like_a_wrong_password(world):
    world.policy(policy(roles={"signUp": ["admin"]}))
    world.sign_in("ada")
    assert sign_in(world, "ada").stdout == sign_in(world, "nobody").stdout
    world.policy(policy(roles={"signUp": ["admin"]}, revealAccounts=True))
    assert sign_in(world, "ada").code == "auth/wrong-password"


def test_a_disabled_account_is_told_only_to_who_has_its_password(world):
    made = signed_up(world)
    world.rows("UPDATE accounts SET status = 'disabled'")
    assert sign_in(world, password="a wrong one").code == "auth/invalid-credential"
    refused = sign_in(world)
    assert refused.code == "auth/user-disabled" and refused.json["error"]["requiresAction"] == "contact_support"
    assert world.run("get-account", {}, made["accessToken"]).code == "auth/user-disabled"
    assert world.run("refresh-session", {"refreshToken": made["refreshToken"]}).code == "auth/user-disabled"
    assert sign_up(world).code == "auth/email-already-in-use"
    granted(world.run("reset-password", {"email": "kim@example.com"}))
    assert world.run("deliver-mail").json["sent"] == 0


def test_an_app_for_another_role_refuses_the_account_and_says_which_it_has(world):
    signed_up(world)
    assert granted(sign_in(world, **{"as": "client"}))["account"]["role"] == "client"
    refused = sign_in(world, **{"as": "admin"})
    assert refused.code == "auth/role-mismatch"
    assert refused.json["error"]["userMessage"] == "This account is registered as a client"
    assert sign_in(world, password="a wrong one", **{"as": "admin"}).code == "auth/invalid-credential"
    assert len(world.rows("SELECT * FROM sessions")) == 2


def test_a_sign_in_is_either_an_identity_or_a_password(world):
    signed_up(world)
    both = {"identity": person("kim"), "email": "kim@example.com", "password": PASSWORD}
    for data in (both, {}, {"email": "kim@example.com"}, {"password": PASSWORD}):
        assert world.run("sign-in", data).code in ("event/invalid", "auth/invalid-email", "auth/weak-password")


# Consent and age


def birthday(years, days=0):
    """The day on which somebody was born who is so many years old in so many days."""
    day = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=days)
    while True:
        try:
            return day.replace(year=day.year - years).isoformat()
        except ValueError:
            day += datetime.timedelta(days=1)


def test_the_terms_version_has_to_be_agreed_to(world):
    world.policy(policy(consent={"version": "2"}))
    for consent in (None, {"version": "1"}):
        assert sign_up(world, consent=consent).code == "auth/consent-required"
    account = signed_up(world, consent={"version": "2"})["account"]
    [row] = world.rows("SELECT * FROM consents")
    assert (row["account_id"], row["version"], row["birth_date"]) == (account["id"], "2", None)


@pytest.mark.parametrize("born, guardian, code", [
    (None, None, "event/invalid"),
    ("2010-02-30", None, "event/invalid"),
    (birthday(0, days=2), None, "event/invalid"),
    (birthday(12), "mum@example.com", "auth/underage-user"),
    (birthday(13, days=1), "mum@example.com", "auth/underage-user"),
    (birthday(13), None, "auth/parental-consent-required"),
    (birthday(18, days=1), None, "auth/parental-consent-required"),
])
def test_somebody_too_young_for_the_policy_gets_no_account(world, born, guardian, code):
    world.policy(policy(consent={"version": "1", "minimumAge": 13, "parentalUnder": 18}))
    consent = {"version": "1", **({"guardianEmail": guardian} if guardian else {})}
    answer = sign_up(world, birthDate=born, consent=consent)
    assert answer.code == code
    if code == "event/invalid":
        assert [error["pointer"] for error in answer.json["error"]["errors"]] == ["/birthDate"]
    assert accounts(world) == []


def test_a_guardian_is_asked(world):
    world.policy(policy(consent={"version": "1", "minimumAge": 13, "parentalUnder": 18}))
    born = birthday(13)
    signed_up(world, birthDate=born, consent={"version": "1", "guardianEmail": "mum@example.com"})
    world.run("deliver-mail")
    [mail] = mails_to(world, "mum")
    assert mail["subject"] == "Your permission is needed for an account on PFA"
    assert "Kim (kim@example.com)" in mail.get_body(("plain",)).get_content()
    [row] = world.rows("SELECT * FROM consents")
    assert (row["birth_date"], row["guardian_email"]) == (born, "mum@example.com")


def test_a_grown_up_needs_no_guardian(world):
    world.policy(policy(consent={"minimumAge": 13, "parentalUnder": 18}))
    granted(sign_up(world, birthDate=birthday(18)))
    world.run("deliver-mail")
    assert len(world.mails()) == 1
