# SPDX-License-Identifier: Apache-2.0
"""If the policy requires a nonce, an ID token is accepted once, by any function."""

import base64
import hashlib
import time

import pytest
from people import at_once, granted
from worlds import EC_KEY, KEYS, RSA_KEY, id_token

pytestmark = pytest.mark.postgresql
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
USED = "auth/id-token-used"


def digest(nonce):
    return hashlib.sha256(nonce.encode()).hexdigest()


def providers(rule):
    return {
        "google": {"audiences": ["app"], "jwks": KEYS, "nonce": rule},
        "apple": {"audiences": ["io.example.app"], "jwks": KEYS, "nonce": rule},
    }


@pytest.fixture(autouse=True)
def inviters(world):
    """Two inviters, from before the policy asked for nonces."""
    trainer, bob = world.inviter(), world.inviter("bob")
    world.policy({"roles": {"signUp": ["admin"]}, "providers": providers("required")})
    world.trainer, world.bob = trainer, bob


def identity(name="kim", provider="google", nonce="n-1", key=RSA_KEY, kid="rsa", **claims):
    own = {
        "google": {"nonce": nonce}, "apple": {"iss": "https://appleid.apple.com", "aud": "io.example.app", "nonce": digest(nonce)},
    }[provider]
    merged = {"sub": name, "email": f"{name}@example.com", "email_verified": True, "name": name, **own, **claims}
    return {"provider": provider, "idToken": id_token(key=key, kid=kid, **merged), "nonce": nonce}


def sign_in(world, shown, **attributes):
    return world.run("sign-in", {"identity": shown}, **attributes)


def sessions(world):
    return len(world.rows("SELECT id FROM sessions")) - 2


@pytest.mark.parametrize("provider", ["google", "apple"])
def test_a_token_signs_in_once(world, provider):
    shown = identity(provider=provider)
    assert sign_in(world, shown).code is None
    again = sign_in(world, shown)
    error = again.json["error"]
    assert (error["code"], error["status"], error["retryable"], error["requiresAction"]) == (USED, 401, False, "reauthenticate")
    assert sign_in(world, identity(provider=provider, iat=int(time.time()) - 1)).code is None and sessions(world) == 2


def test_the_hash_of_the_nonce_is_not_accepted_as_the_nonce(world):
    """The holder of a token can read its claims."""
    shown = identity(provider="apple")
    assert sign_in(world, {**shown, "nonce": digest("n-1")}).code == "auth/nonce-mismatch"
    assert sign_in(world, shown).code is None


def test_a_token_cannot_both_sign_in_and_accept(world):
    first, second = world.invite(world.trainer, "kim"), world.invite(world.bob, "kim")
    shown = identity()
    granted(world.run("accept-invitation", {"code": first["code"], "identity": shown}))
    assert sign_in(world, shown).code == USED
    refused = world.run("accept-invitation", {"code": second["code"], "identity": shown})
    assert refused.code == USED
    fresh = identity(iat=int(time.time()) - 1)
    assert sign_in(world, fresh).code is None
    assert world.run("accept-invitation", {"code": second["code"], "identity": fresh}).code == USED
    assert world.run("preview-invitation", {"code": second["code"]}).code is None
    granted(world.run("accept-invitation", {"code": second["code"], "identity": identity(iat=int(time.time()) - 2)}))


def test_sign_in_with_apple_and_sign_in_share_used_tokens(world):
    shown = identity(provider="apple")
    foreign = {"identity_token": shown["idToken"], "nonce": "n-1", "user_identifier": "kim"}
    granted(world.run("sign-in-with-apple", foreign))
    assert sign_in(world, shown).code == USED
    assert world.run("sign-in-with-apple", foreign).code == USED


@pytest.mark.parametrize("refused", [
    {"as": "client"}, {"as": "nobody"}, {"identity.nonce": "n-2"}, {"identity.provider": "apple"}, {"device": {}}])
def test_a_refusal_does_not_consume_the_token(world, refused):
    shown = identity()
    data = {"identity": dict(shown)}
    for name, value in refused.items():
        if name.startswith("identity."):
            data["identity"][name.removeprefix("identity.")] = value
        else:
            data[name] = value
    assert world.run("sign-in", data).code is not None
    assert world.rows("SELECT * FROM used_tokens") == []
    assert sign_in(world, shown).code is None


def test_an_invitation_for_another_person_does_not_consume_the_token(world):
    code = world.invite(world.trainer, "lee")["code"]
    shown = identity()
    assert world.run("accept-invitation", {"code": code, "identity": shown}).code == "invitation/email-mismatch"
    assert sign_in(world, shown).code is None


def test_the_same_event_gets_its_answer_again(world):
    event = {"id": "s", "source": "app", "data": {"identity": identity()}}
    first = granted(world.run("sign-in", event=event))
    assert world.run("sign-in", event=event).json == first and sessions(world) == 1
    assert world.run("sign-in", event={**event, "id": "t"}).code == USED


def test_an_accepted_invitation_is_reported_before_a_used_token(world):
    code, shown = world.invite(world.trainer)["code"], identity()
    granted(world.run("accept-invitation", {"code": code, "identity": shown}))
    again = world.run("accept-invitation", {"code": code, "identity": shown})
    assert again.code == "invitation/already-accepted"


def other_signature(token):
    """Another signature by the same key of the same text: (r, s) and (r, n - s) are both valid (FIPS 186-5)."""
    head, _, signature = token.rpartition(".")
    raw = base64.urlsafe_b64decode(signature + "==")
    turned = raw[:32] + (ORDER - int.from_bytes(raw[32:], "big")).to_bytes(32, "big")
    return head + "." + base64.urlsafe_b64encode(turned).rstrip(b"=").decode()


def test_a_token_with_another_signature_is_the_same_token(world):
    shown = identity(key=EC_KEY, kid="ec")
    turned = {**shown, "idToken": other_signature(shown["idToken"])}
    assert turned != shown and sign_in(world, turned).code is None
    assert sign_in(world, shown).code == USED


def test_of_thirty_concurrent_sign_ins_one_gets_a_session(world):
    shown = identity()
    answers = at_once(world, "sign-in", [{"identity": shown}] * 30)
    assert sorted(str(answer.code) for answer in answers) == sorted(["None"] + [USED] * 29)
    assert sessions(world) == 1 and len(world.rows("SELECT id FROM accounts")) == 3


def test_of_concurrent_sign_ins_and_acceptances_with_one_token_one_gets_a_session(world):
    code, shown = world.invite(world.trainer)["code"], identity()
    processes = []
    for index in range(12):
        data = {"identity": shown, **({"code": code} if index % 2 else {})}
        processes.append(world.start("accept-invitation" if index % 2 else "sign-in", {"data": data}, DEADLINE_SECONDS="55"))
    answers = [world.finish(process) for process in processes]
    assert [answer.code for answer in answers].count(None) == 1 and sessions(world) == 1


def test_a_used_token_does_not_count_as_a_failure(world):
    shown = identity()
    assert sign_in(world, shown, clientip="192.0.2.1").code is None
    assert [sign_in(world, shown, clientip="192.0.2.1").code for _ in range(7)] == [USED] * 7


def test_without_a_required_nonce_a_token_may_be_reused_and_is_not_stored(world):
    world.policy({"providers": providers("optional")})
    shown = identity()
    assert [sign_in(world, shown).code for _ in range(2)] == [None, None]
    assert world.rows("SELECT * FROM used_tokens") == []


def test_a_hash_of_the_token_is_stored_until_it_expires(world):
    shown = identity(exp=int(time.time()) + 600)
    granted(sign_in(world, shown))
    signed = shown["idToken"].rpartition(".")[0]
    [row] = world.rows("SELECT * FROM used_tokens")
    assert row["token_hash"] == digest(signed) and abs(row["expires_at"] / 1000 - time.time() - 600) < 20
    assert granted(world.run("purge-records"))["usedTokens"] == 0
    world.age("used_tokens", "expires_at", 600 + 3600)
    assert granted(world.run("purge-records"))["usedTokens"] == 1 and world.rows("SELECT * FROM used_tokens") == []
    shown = identity(iat=int(time.time()) - 1)
    granted(sign_in(world, shown))
    world.age("used_tokens", "expires_at", 600 + 3600)
    world.run("expire-invitations")
    assert world.rows("SELECT * FROM used_tokens") == []
