# SPDX-License-Identifier: Apache-2.0
"""The gate of second factors: every way in gives a challenge, and does what it would have done when it is answered."""

import time

import jsonschema
import pytest
from challenges import PROVIDERS, RULES, apple, invitation, sessions
from factors import (
    FACTORS,
    answer,
    audited,
    challenged,
    code,
    confirm_totp,
    enrol_passkey,
    unchanged,
    wait,
    with_factors,
    wrong_code,
)
from faulty import clock
from people import PASSWORD, UNLIMITED, at_once, granted, sign_in, verified
from runners import CATALOGUE
from worlds import person

pytestmark = pytest.mark.policy(RULES)

#: What a challenge may change.
BUT = ("challenges", "seen_events")


# The gate


def ways(world):
    """Every way in to the account of Kim: its function and data."""
    link = invitation(world)
    device = {"device": {"id": "d9", "platform": "ios"}}
    return {
        "identity": ("sign-in", {"identity": person("kim"), **device}),
        "password": ("sign-in", {"email": "kim@example.com", "password": PASSWORD, **device}),
        "apple": ("sign-in-with-apple", {"identity_token": apple(), **device}),
        "accept with an identity": ("accept-invitation", {"code": link, "identity": person("kim"), **device}),
        "accept with a password": ("accept-invitation", {"code": link, "email": "kim@example.com", "password": PASSWORD, **device}),
    }


@pytest.mark.parametrize("way", ["identity", "password", "apple", "accept with an identity", "accept with a password"])
def test_every_way_in_waits_for_the_factor_and_then_does_the_same(world, kim, way):
    _, app, _ = kim
    function, data = ways(world)[way]
    before = unchanged(world, *BUT)
    stopped = challenged(world.run(function, data))
    assert unchanged(world, *BUT) == before, "a challenge changes nothing else"
    assert set(stopped) <= {"state", "missing", "challenge", "factors", "success", "message"}
    assert [factor["type"] for factor in stopped["factors"]] == ["totp"]
    result = granted(answer(world, stopped, code=code(world, app)))
    assert result["state"] == "signedIn" and result["account"]["email"] == "kim@example.com"
    assert result["account"]["lastSignInAt"] is not None
    new = sessions(world)[-1]
    assert (new["device_id"], new["factor_at"]) == ("d9", new["created_at"])
    granted(world.run("authorize", {"factor": True}, result["session"]["accessToken"]))
    if function == "accept-invitation":
        assert result["client"]["accountId"] == result["account"]["id"] and result["isNewAccount"] is False
        assert world.rows("SELECT status FROM invitations")[0]["status"] == "accepted"
    if function == "sign-in-with-apple":
        assert result["success"] is True and result["message"] == "Login successful"
        assert stopped["message"] == "Second factor required"
    row = audited(world, "invitation.accepted" if function == "accept-invitation" else "account.signed-in")[-1]
    expected = {"identity": "google", "password": "password", "apple": "apple"}
    assert row["function"] == "answer-challenge" and row["provider"] == expected.get(way, "password" if "password" in way else "google")


@pytest.mark.parametrize("factors", ["none", "begun", "required", "totp", "passkey", "both"])
@pytest.mark.parametrize("way", ["identity", "password", "apple", "accept with an identity", "accept with a password"])
def test_every_way_in_in_every_state_of_factors(world, way, factors):
    token = verified(world, "kim")["accessToken"]
    if factors == "begun":
        world.run("enroll-factor", {"type": "totp"}, token)
    if factors in ("totp", "both"):
        confirm_totp(world, token)
    if factors in ("passkey", "both"):
        enrol_passkey(world, token)
    function, data = ways(world)[way]
    if factors == "required":
        world.policy({**with_factors(factors={**FACTORS, "requiredFor": ["client"]}), "providers": PROVIDERS})
    result = granted(world.run(function, data))
    if factors == "required":
        assert result["state"] == "factorRequired" and "session" in result and "challenge" not in result
        return
    if factors in ("none", "begun"):
        assert result["state"] == "signedIn" and "session" in result and "challenge" not in result
        return
    assert result["state"] == "factorRequired" and "session" not in result and "account" not in result
    assert [factor["type"] for factor in result["factors"]] == {"both": ["totp", "passkey"]}.get(factors, [factors])
    assert ("options" in result) == (factors != "totp")


def test_a_passkey_answers_a_challenge(world, kim):
    token, *_ = kim
    identifier, authenticator, _ = enrol_passkey(world, token)
    stopped = challenged(sign_in(world))
    assert stopped["options"]["challenge"] == stopped["challenge"] and stopped["options"]["rpId"] == "pfa.example"
    assert [one["id"] for one in stopped["options"]["allowCredentials"]] == [authenticator.get(stopped["options"])["id"]]
    credential = authenticator.get(stopped["options"])
    assert answer(world, stopped, credential=credential).code == "event/invalid", "there are two factors"
    result = granted(answer(world, stopped, credential=credential, factorId=identifier))
    assert result["state"] == "signedIn"


def test_a_passkey_answers_neither_another_challenge_nor_one_of_its_own_sign_in(world, kim):
    token, *_ = kim
    identifier, authenticator, _ = enrol_passkey(world, token)
    first, second = challenged(sign_in(world)), challenged(sign_in(world))
    begun = granted(world.run("passkey-options"))
    for options in (first["options"], begun["options"]):
        refused = answer(world, second, credential=authenticator.get(options), factorId=identifier)
        assert refused.code == "auth/invalid-credential" and refused.json["error"]["detail"].endswith("otherChallenge")
    crossed = world.run("sign-in", {"passkey": {"challenge": first["challenge"], "credential": authenticator.get(first["options"])}})
    assert crossed.code == "auth/code-expired"
    crossed = answer(world, begun, credential=authenticator.get(begun["options"]), factorId=identifier)
    assert crossed.code == "auth/code-expired"


def test_a_recovery_code_passes_once_whatever_its_spelling(world, kim):
    _, _, codes = kim
    spelled = codes[0].lower().replace("-", "")
    assert granted(answer(world, challenged(sign_in(world)), recoveryCode=spelled))["state"] == "signedIn"
    assert answer(world, challenged(sign_in(world)), recoveryCode=codes[0]).code == "auth/code-invalid"
    assert granted(answer(world, challenged(sign_in(world)), recoveryCode=codes[1]))["state"] == "signedIn"
    assert len(world.rows("SELECT * FROM recovery_codes")) == 8 and len(audited(world, "account.recovery-code-used")) == 2


def test_another_accounts_factor_opens_nothing(world, kim):
    _, app, _ = kim
    lee = verified(world, "lee")["accessToken"]
    identifier, other, confirmed = confirm_totp(world, lee)
    stopped = challenged(sign_in(world))
    assert answer(world, stopped, code=code(world, other)).code == "auth/code-invalid"
    assert answer(world, stopped, code=code(world, other), factorId=identifier).code == "event/invalid"
    assert answer(world, stopped, recoveryCode=confirmed["recoveryCodes"][0]).code == "auth/code-invalid"
    granted(answer(world, stopped, code=code(world, app)))


# How long, how often


def test_a_challenge_is_answered_once(world, kim):
    _, app, codes = kim
    stopped = challenged(sign_in(world))
    granted(answer(world, stopped, code=code(world, app)))
    again = answer(world, stopped, recoveryCode=codes[0])
    assert again.code == "auth/code-expired" and again.json["error"]["status"] == 410


def test_a_challenge_ends_after_10_minutes(world, kim):
    _, app, _ = kim
    stopped = challenged(sign_in(world))
    world.age("challenges", "expires_at", 601)
    assert answer(world, stopped, code=code(world, app)).code == "auth/code-expired"
    assert granted(world.run("purge-records"))["challenges"] == 1


@pytest.mark.parametrize("text", ["AAAA", "!", "x" * 128, "ÄÖ"])
def test_a_challenge_that_is_none_has_ended(world, kim, text):
    refused = world.run("answer-challenge", {"challenge": text, "code": "123456"})
    assert refused.code in ("auth/code-expired", "event/invalid")


def test_a_challenge_has_five_tries(world, kim):
    world.policy({**with_factors(limits={"signIn": UNLIMITED, "signInAccount": UNLIMITED}), "providers": PROVIDERS})
    _, app, _ = kim
    stopped = challenged(sign_in(world))
    wait(world)
    for _ in range(5):
        assert answer(world, stopped, code=wrong_code(app)).code == "auth/code-invalid"
    assert answer(world, stopped, code=app.now()).code == "auth/code-expired"
    granted(answer(world, challenged(sign_in(world)), code=app.now()))


def test_failures_count_for_the_account_whatever_the_address_and_a_right_password_clears_nothing(world, kim):
    _, app, codes = kim
    wait(world)
    challenges = [challenged(sign_in(world)) for _ in range(6)]
    for number, stopped in enumerate(challenges[:5]):
        answered = world.run(
            "answer-challenge", {"challenge": stopped["challenge"], "code": wrong_code(app)}, clientip=f"192.0.2.{number}")
        assert answered.code == "auth/code-invalid"
    assert answer(world, challenges[5], code=app.now()).code == "auth/too-many-requests"
    assert sign_in(world).code == "auth/too-many-requests"
    assert answer(world, challenges[5], recoveryCode=codes[0]).code == "auth/too-many-requests"


def test_a_code_is_accepted_once_also_by_40_processes_at_once(world, kim):
    world.policy({**with_factors(limits={"signIn": UNLIMITED, "signInAccount": UNLIMITED}), "providers": PROVIDERS})
    _, app, _ = kim
    challenges = [challenged(each) for each in at_once(world, "sign-in", [{"identity": person("kim")}] * 40)]
    text = code(world, app)
    answers = at_once(world, "answer-challenge", [{"challenge": one["challenge"], "code": text} for one in challenges])
    assert sorted(str(each.code) for each in answers) == ["None"] + ["auth/code-invalid"] * 39


def test_a_recovery_code_is_accepted_once_also_by_20_processes_at_once(world, kim):
    world.policy({**with_factors(limits={"signIn": UNLIMITED, "signInAccount": UNLIMITED}), "providers": PROVIDERS})
    _, _, codes = kim
    challenges = [challenged(sign_in(world)) for _ in range(20)]
    answers = at_once(world, "answer-challenge", [{"challenge": one["challenge"], "recoveryCode": codes[0]} for one in challenges])
    assert sorted(str(each.code) for each in answers) == ["None"] + ["auth/code-invalid"] * 19


@pytest.mark.postgresql
def test_a_challenge_is_answered_once_also_by_ten_codes_at_once(world, kim):
    _, _, codes = kim
    stopped = challenged(sign_in(world))
    before = len(sessions(world))
    answers = at_once(world, "answer-challenge", [{"challenge": stopped["challenge"], "recoveryCode": one} for one in codes])
    assert sorted(str(each.code) for each in answers) == ["None"] + ["auth/code-expired"] * 9
    assert len(world.rows("SELECT * FROM recovery_codes")) == 9 and len(sessions(world)) == before + 1


def test_the_answer_has_what_an_acceptance_has(world, kim):
    _, app, _ = kim
    ada, bob = (world.sign_in(name, **{"as": "admin"})["session"]["accessToken"] for name in ("ada", "bob"))
    given = world.invite(ada, "kim", data={"course": 7})
    link = granted(world.run("create-join-link", {"approval": True}, bob))["joinLink"]["link"]
    schema = {"$defs": CATALOGUE.definitions, **CATALOGUE.entries["answer-challenge"]["result"]}
    results = []
    for offer in (given["code"], link.split("code=")[1]):
        wait(world)
        stopped = challenged(world.run("accept-invitation", {"code": offer, "identity": person("kim")}))
        results.append(granted(answer(world, stopped, code=code(world, app))))
        jsonschema.Draft202012Validator(schema).validate(results[-1])
    assert results[0]["data"] == {"course": 7} and results[1]["joinRequest"]["status"] == "pending"


def test_one_step_either_way_is_accepted_and_two_are_not(world, kim):
    _, app, _ = kim
    # The clock of the functions is in the middle of a step, so that the step does not end during the test.
    seconds = int(45 - time.time() % 30) % 30
    world.env.update(clock(f"+{seconds}s"))
    for step, outcome in [(-2, "auth/code-invalid"), (2, "auth/code-invalid"), (-1, None), (1, None)]:
        wait(world)
        shown = app.at(int(time.time()) + seconds + 30 * step)
        assert answer(world, challenged(sign_in(world)), code=shown).code == outcome, step


def test_a_repeated_event_gets_the_same_challenge_and_a_repeated_answer_the_same_session(world, kim):
    _, app, _ = kim
    event = {"identity": person("kim")}
    first = challenged(world.run("sign-in", event, id="1", source="s"))
    assert challenged(world.run("sign-in", event, id="1", source="s")) == first
    answered = {"challenge": first["challenge"], "code": code(world, app)}
    result = granted(world.run("answer-challenge", answered, id="2", source="s"))
    assert granted(world.run("answer-challenge", answered, id="2", source="s")) == result
    assert len(world.rows("SELECT * FROM challenges")) == 0


def test_the_factor_of_somebody_else_in_a_challenge_is_invalid_and_uses_no_try(world):
    world.policy(with_factors(roles={"signUp": ["client"]}))
    kim, lee = verified(world), verified(world, "lee")
    _, app, _ = confirm_totp(world, kim["accessToken"])
    theirs, other, _ = confirm_totp(world, lee["accessToken"])
    challenge = sign_in(world).json["challenge"]
    world.rows("UPDATE factors SET last_step = last_step - 60")
    for _ in range(7):
        answer = world.run("answer-challenge", {"challenge": challenge, "factorId": theirs, "code": other.now()})
        assert answer.code == "event/invalid", answer.json
    assert "session" in world.run("answer-challenge", {"challenge": challenge, "code": app.now()}).json
