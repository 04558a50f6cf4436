# SPDX-License-Identifier: Apache-2.0
"""Passkeys: registered and used by PyPI's fido2, forgeries, and Chromium with a virtual authenticator."""

import os

import pytest
from factors import (
    FLAG,
    RP_ID,
    Authenticator,
    answer,
    audited,
    challenged,
    enrol_passkey,
    sign_in_with_passkey,
    unchanged,
    unknown_id,
    with_factors,
)
from fido2.server import Fido2Server
from fido2.webauthn import (
    PublicKeyCredentialCreationOptions,
    PublicKeyCredentialRequestOptions,
    PublicKeyCredentialRpEntity,
    UserVerificationRequirement,
)
from passkeys import RULES, begun, confirm
from people import at_once, granted
from worlds import person

pytestmark = pytest.mark.policy(RULES)

ALGORITHMS = ["ES256", "EdDSA", "RS256"]
BACKED_UP = FLAG.BE | FLAG.BS


def refused(answered, reason):
    return answered.code == "auth/invalid-credential" and answered.json["error"]["detail"].endswith(f": {reason}")


# What is right


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_passkey_is_registered_and_signs_in_without_a_password(world, ada, algorithm):
    identifier, authenticator, confirmed = enrol_passkey(world, ada, Authenticator(algorithm), name="My key")
    assert confirmed["factors"][0] == {**confirmed["factors"][0], "id": identifier, "type": "passkey", "name": "My key"}
    assert len(confirmed["recoveryCodes"]) == 10
    result = granted(sign_in_with_passkey(world, authenticator, {"as": "admin", "device": {"id": "d1"}}))
    assert result["state"] == "signedIn" and result["account"]["email"] == "ada@example.com"
    granted(world.run("authorize", {"factor": True}, result["session"]["accessToken"]))
    listed = granted(world.run("list-factors", {}, ada))["factors"][0]
    assert listed["lastUsedAt"] >= listed["createdAt"]
    assert audited(world, "account.signed-in")[-1]["provider"] == "passkey"


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_passkey_is_a_second_factor(world, ada, algorithm):
    _, authenticator, _ = enrol_passkey(world, ada, Authenticator(algorithm))
    stopped = challenged(world.run("sign-in", {"identity": person("ada")}))
    assert granted(answer(world, stopped, credential=authenticator.get(stopped["options"])))["state"] == "signedIn"
    # An authenticator need not repeat the user handle where the request names its credential.
    stopped = challenged(world.run("sign-in", {"identity": person("ada")}))
    credential = authenticator.get(stopped["options"])
    del credential["response"]["userHandle"]
    assert granted(answer(world, stopped, credential=credential))["state"] == "signedIn"


def test_the_options_are_those_that_fido2_reads(world, ada):
    enrol_passkey(world, ada)
    options = begun(world, ada)["options"]
    parsed = PublicKeyCredentialCreationOptions.from_dict(options)
    account = granted(world.run("get-account", {}, ada))["account"]
    assert (parsed.rp.id, parsed.user.id.decode(), parsed.user.name) == (RP_ID, account["id"], "ada@example.com")
    assert [one.alg for one in parsed.pub_key_cred_params] == [-7, -8, -257]
    assert parsed.authenticator_selection.user_verification == UserVerificationRequirement.REQUIRED
    assert options["authenticatorSelection"]["residentKey"] == "required" and len(parsed.exclude_credentials) == 1
    request = granted(world.run("passkey-options"))
    parsed = PublicKeyCredentialRequestOptions.from_dict(request["options"])
    assert parsed.rp_id == RP_ID and not parsed.allow_credentials and len(parsed.challenge) == 32
    assert request["challenge"] == request["options"]["challenge"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_answers_of_the_tests_are_those_that_fido2_accepts(world, ada, algorithm):
    authenticator = Authenticator(algorithm)
    options = begun(world, ada)["options"]
    server = Fido2Server(PublicKeyCredentialRpEntity(id=RP_ID, name="PFA"))
    state = {"challenge": options["challenge"], "user_verification": "required"}
    registered = server.register_complete(state, authenticator.make(options))
    server.authenticate_complete(state, [registered.credential_data], authenticator.get(options))


def test_an_authenticator_without_a_counter_signs_in_again_and_again(world, ada):
    _, authenticator, _ = enrol_passkey(world, ada, Authenticator(counter=0))
    for _ in range(2):
        granted(sign_in_with_passkey(world, authenticator, counter=0))


def test_a_backup_may_begin_and_end(world, ada):
    _, authenticator, _ = enrol_passkey(world, ada)
    for flags in (FLAG.BE, BACKED_UP):
        granted(sign_in_with_passkey(world, authenticator, backup=flags))


# Forgeries of a registration


REGISTRATIONS = {
    "another origin": ({"origin": "https://evil.example"}, "otherOrigin"),
    "a longer origin": ({"origin": "https://pfa.example.evil.example"}, "otherOrigin"),
    "an origin with a port": ({"origin": "https://pfa.example:8443"}, "otherOrigin"),
    "http": ({"origin": "http://pfa.example"}, "otherOrigin"),
    "another relying party": ({"rp_id": "evil.example"}, "otherRelyingParty"),
    "another challenge": ({"challenge": os.urandom(32)}, "otherChallenge"),
    "no challenge": ({"challenge": " "}, "otherChallenge"),
    "the type of an assertion": ({"type": "webauthn.get"}, "otherType"),
    "another type": ({"type": "payment.get"}, "otherType"),
    "a frame of another origin": ({"crossOrigin": True}, "crossOrigin"),
    "an unclear frame": ({"crossOrigin": "false"}, "crossOrigin"),
    "an outer page": ({"topOrigin": "https://evil.example"}, "topOrigin"),
    "nobody was present": ({"flags": FLAG.UV}, "userNotPresent"),
    "nobody was verified": ({"flags": FLAG.UP}, "userNotVerified"),
    "bytes after the attestation": ({"extra": b"\x00"}, "attestationNotCBOR"),
    "a statement of no format": ({"statement": {"sig": b"x"}}, "noneStatementNotEmpty"),
}


@pytest.mark.parametrize("name", REGISTRATIONS)
def test_a_forged_registration_is_refused(world, ada, name):
    attributes, reason = REGISTRATIONS[name]
    started, authenticator = begun(world, ada), Authenticator()
    before = unchanged(world)
    assert refused(confirm(world, ada, started, authenticator.make(started["options"], **attributes)), reason)
    assert unchanged(world) == before
    granted(confirm(world, ada, started, authenticator.make(started["options"])))


SHAPES = {
    "no type": (lambda credential: credential.pop("type"), "notPublicKeyCredential"),
    "another type": (lambda credential: credential.update(type="password"), "notPublicKeyCredential"),
    "no id": (lambda credential: credential.pop("id"), "invalidCredentialID"),
    "an id that is not base64url": (lambda credential: credential.update(id="a+b/"), "invalidCredentialID"),
    "an id that is too long": (lambda credential: credential.update(id="A" * 1368), "invalidCredentialID"),
    "another raw id": (lambda credential: credential.update(rawId="AAAA"), "rawIDDiffers"),
    "no response": (lambda credential: credential.pop("response"), "invalidResponse"),
    "no client data": (lambda credential: credential["response"].pop("clientDataJSON"), "invalidResponse"),
    "client data that are not JSON": (lambda credential: credential["response"].update(clientDataJSON="AAAA"), "clientDataNotJSON"),
    "no attestation": (lambda credential: credential["response"].pop("attestationObject"), "invalidResponse"),
    "an attestation that is not CBOR": (lambda credential: credential["response"].update(attestationObject="_w"), "attestationNotCBOR"),
    "an attestation that is not a map": (lambda credential: credential["response"].update(attestationObject="AA"), "invalidAttestationObject"),
    "the id of another credential": (lambda credential: credential.update(id="AAAA", rawId="AAAA"), "otherCredential"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_malformed_registration_is_refused(world, ada, name):
    change, reason = SHAPES[name]
    started, authenticator = begun(world, ada), Authenticator()
    credential = authenticator.make(started["options"])
    change(credential)
    assert refused(confirm(world, ada, started, credential), reason)


def test_a_registered_passkey_is_not_registered_again_also_by_another_account(world, ada):
    _, authenticator, _ = enrol_passkey(world, ada)
    for token in (ada, world.inviter("bob")):
        started = begun(world, token)
        answered = confirm(world, token, started, authenticator.make(started["options"]))
        assert answered.code == "auth/invalid-credential" and "registered already" in answered.json["error"]["detail"]
        assert answered.json["error"]["userMessage"].startswith("The passkey couldn’t be added.")


def test_two_accounts_register_one_passkey_at_once(world, ada):
    authenticator, tokens = Authenticator(), [ada, world.inviter("bob")]
    starts = [begun(world, token) for token in tokens]
    events = [
        {"authorization": f"Bearer {token}", "data": {"factorId": start["factor"]["id"], "credential": authenticator.make(start["options"])}}
        for token, start in zip(tokens, starts)]
    processes = [world.start("confirm-factor", event) for event in events]
    assert sorted(str(world.finish(process).code) for process in processes) == ["None", "auth/invalid-credential"]


# Forgeries of an assertion


ASSERTIONS = {
    "another origin": ({"origin": "https://evil.example"}, "otherOrigin"),
    "a subdomain": ({"origin": "https://a.pfa.example"}, "otherOrigin"),
    "another relying party": ({"rp_id": "evil.example"}, "otherRelyingParty"),
    "another challenge": ({"challenge": os.urandom(32)}, "otherChallenge"),
    "the type of a registration": ({"type": "webauthn.create"}, "otherType"),
    "a frame of another origin": ({"crossOrigin": True}, "crossOrigin"),
    "an outer page": ({"topOrigin": "https://pfa.example"}, "topOrigin"),
    "nobody was present": ({"flags": FLAG.UV}, "userNotPresent"),
    "nobody was verified": ({"flags": FLAG.UP}, "userNotVerified"),
    "no backup eligibility": ({"backup": FLAG(0)}, "backupEligibilityChanged"),
    "a backup without eligibility": ({"backup": FLAG.BS}, "backedUpButNotEligible"),
    "a counter that stays": ({"counter": 1}, "counter"),
    "a counter that falls": ({"counter": 0}, "counter"),
    "bytes after the data": ({"extra": b"\x00"}, "trailingBytes"),
    "the flag of extensions without them": ({"flags": FLAG.UP | FLAG.UV | FLAG.ED}, "authenticatorDataTooShort"),
    "extensions that are not a map": ({"flags": FLAG.UP | FLAG.UV | FLAG.ED, "extra": b"\x00"}, "invalidExtensions"),
    "a signature of something else": ({"signed": b"something else"}, "invalidSignature"),
    "the handle of another account": ({"user": unknown_id().encode()}, "otherUser"),
}


@pytest.mark.parametrize("way", ["sign-in", "answer-challenge"])
@pytest.mark.parametrize("name", ASSERTIONS)
def test_a_forged_assertion_is_refused(world, ada, name, way):
    attributes, reason = ASSERTIONS[name]
    identifier, authenticator, _ = enrol_passkey(world, ada)
    if way == "sign-in":
        options = granted(world.run("passkey-options"))
        present = lambda credential: world.run("sign-in", {"passkey": {"challenge": options["challenge"], "credential": credential}})
    else:
        options = challenged(world.run("sign-in", {"identity": person("ada")}))
        present = lambda credential: answer(world, options, credential=credential)
    before = unchanged(world, "challenges")
    assert refused(present(authenticator.get(options["options"], **attributes)), reason)
    assert unchanged(world, "challenges") == before
    rows = audited(world, "factor.counter")
    assert [row["subject_id"] for row in rows] == ([identifier] if reason == "counter" else [])
    granted(present(authenticator.get(options["options"])))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_signature_of_another_key_is_refused(world, ada, algorithm):
    _, authenticator, _ = enrol_passkey(world, ada, Authenticator(algorithm))
    for other in ALGORITHMS:
        thief = Authenticator(other)
        thief.id, thief.user, thief.counter = authenticator.id, authenticator.user, 10
        assert refused(sign_in_with_passkey(world, thief), "invalidSignature")


def test_a_request_without_a_known_account_needs_the_user_handle(world, ada):
    _, authenticator, _ = enrol_passkey(world, ada)
    options = granted(world.run("passkey-options"))
    credential = authenticator.get(options["options"])
    del credential["response"]["userHandle"]
    assert refused(world.run("sign-in", {"passkey": {"challenge": options["challenge"], "credential": credential}}), "userHandleMissing")


def test_an_unknown_passkey_is_refused(world, ada):
    authenticator = Authenticator()
    authenticator.user = b"unknown"
    unknown = sign_in_with_passkey(world, authenticator)
    assert unknown.code == "auth/invalid-credential" and unknown.json["error"]["status"] == 401
    assert unknown.json["error"]["userMessage"] == "That passkey wasn't accepted. Use another one, or sign in another way."


def test_a_passkey_that_is_not_confirmed_or_was_removed_signs_nobody_in(world, ada):
    started, authenticator = begun(world, ada), Authenticator()
    authenticator.make(started["options"])
    assert sign_in_with_passkey(world, authenticator).code == "auth/invalid-credential"
    identifier, authenticator, _ = enrol_passkey(world, ada)
    granted(world.run("remove-factor", {"factorId": identifier}, ada))
    assert sign_in_with_passkey(world, authenticator).code == "auth/invalid-credential"


# How long, how often


def test_a_challenge_of_a_passkey_is_answered_once_also_by_20_processes_at_once(world, ada):
    _, authenticator, _ = enrol_passkey(world, ada)
    options = granted(world.run("passkey-options"))
    every = [{"passkey": {"challenge": options["challenge"], "credential": authenticator.get(options["options"])}} for _ in range(20)]
    answers = at_once(world, "sign-in", every)
    assert sorted(str(each.code) for each in answers) == ["None"] + ["auth/code-expired"] * 19


def test_one_assertion_signs_in_once(world, ada):
    _, authenticator, _ = enrol_passkey(world, ada)
    options = granted(world.run("passkey-options"))
    event = {"passkey": {"challenge": options["challenge"], "credential": authenticator.get(options["options"])}}
    granted(world.run("sign-in", event))
    assert world.run("sign-in", event).code == "auth/code-expired"


def test_a_challenge_of_a_passkey_ends_after_10_minutes_and_after_five_tries(world, ada):
    _, authenticator, _ = enrol_passkey(world, ada)
    options = granted(world.run("passkey-options"))
    present = lambda **attributes: world.run("sign-in", {"passkey": {
        "challenge": options["challenge"], "credential": authenticator.get(options["options"], **attributes)}})
    for _ in range(5):
        assert refused(present(origin="https://evil.example"), "otherOrigin")
    assert present().code == "auth/code-expired"
    options = granted(world.run("passkey-options"))
    world.age("challenges", "expires_at", 601)
    assert present().code == "auth/code-expired"


def test_forgeries_count_for_their_client_address_and_not_for_the_account(world, ada):
    _, authenticator, _ = enrol_passkey(world, ada)
    world.policy(with_factors())
    for number in range(5):
        options = granted(world.run("passkey-options"))
        credential = authenticator.get(options["options"], origin="https://evil.example")
        event = {"data": {"passkey": {"challenge": options["challenge"], "credential": credential}}, "clientip": f"192.0.2.{number}"}
        assert refused(world.run("sign-in", event=event), "otherOrigin")
    granted(sign_in_with_passkey(world, authenticator))


def test_the_role_and_the_state_of_the_account_are_checked(world, ada):
    _, authenticator, _ = enrol_passkey(world, ada)
    assert sign_in_with_passkey(world, authenticator, {"as": "client"}).code == "auth/role-mismatch"
    world.rows("UPDATE accounts SET status = 'disabled'")
    assert sign_in_with_passkey(world, authenticator).code == "auth/user-disabled"


def test_a_passkey_passes_where_the_role_needs_a_factor(world, ada):
    world.policy(with_factors(factors={**with_factors()["factors"], "requiredFor": ["admin"]}))
    _, authenticator, _ = enrol_passkey(world, ada)
    assert granted(sign_in_with_passkey(world, authenticator))["state"] == "signedIn"


# A real browser
