# SPDX-License-Identifier: Apache-2.0
"""`accessToken` of the policy: the audience and the claims of access tokens, and `openid-configuration`."""

import jwt
import pytest
from members import rules, trainer
from people import code_in, granted, mails_to, policy, sign_in, signed_up, verified
from sessions import claims, keys, look, refreshed
from studio import teams_on
from worlds import person

pytestmark = pytest.mark.postgresql
OWN = {"iss", "sub", "aud", "exp", "iat", "sid", "gen", "role"}


def with_claims(claims, **sections):
    return rules(accessToken={"claims": claims}, **sections)


def token_of(answer):
    return claims(granted(answer)["session"])


def test_without_the_policy_tokens_have_their_own_claims(world):
    world.policy(policy())
    found = claims(signed_up(world))
    assert set(found) == OWN and (found["aud"], found["role"]) == ("PFA", "client")


def test_claims_are_texts_and_what_the_account_has(world):
    world.policy(with_claims({
        "tenant": "gym-1", "role": "app_user", "app_role": "$account.role", "id": "$account.id", "email": "$account.email",
        "https://app.example/year": "$account.profile.classYear", "place": "$account.profile.address"}))
    made = signed_up(world, profile={"classYear": 2, "address": {"city": "Graz"}})
    found = claims(made)
    assert (found["tenant"], found["role"], found["app_role"], found["id"]) == ("gym-1", "app_user", "client", found["sub"])
    assert (found["https://app.example/year"], found["place"]) == (2, {"city": "Graz"})
    assert "email" not in found, "it is not proven yet"
    granted(world.run("verify-email", {"code": code_in(mails_to(world, "kim")[-1])}))
    assert claims(refreshed(world, made["refreshToken"]))["email"] == "kim@example.com"


def test_a_claim_without_a_value_is_left_out(world):
    world.policy(with_claims({"year": "$account.profile.classYear", "team": "$account.team", "clients": "$account.clients"}))
    assert set(claims(signed_up(world))) == OWN


def test_the_clients_of_an_invitee_are_its_own_records(world):
    world.policy(with_claims({"clients": "$account.clients"}))
    ada, bob = trainer(world), trainer(world, "bob")
    world.invite(ada, "lee")
    first = world.invite(ada)
    joined = granted(world.accept(first["code"]))
    second = world.invite(bob)
    granted(world.accept(second["code"]))
    assert claims(joined["session"])["clients"] == [first["client"]["id"]]
    both = {first["client"]["id"], second["client"]["id"]}
    assert set(token_of(world.run("sign-in", {"identity": person("kim")}))["clients"]) == both
    granted(world.run("leave-inviter", {"clientId": first["client"]["id"]}, joined["session"]["accessToken"]))
    assert token_of(world.run("sign-in", {"identity": person("kim")}))["clients"] == [second["client"]["id"]]


def test_the_clients_of_an_inviter_are_those_of_its_team_the_newest_fifty(world):
    world.policy(with_claims({"clients": "$account.clients"}))
    ada = trainer(world)
    people = [{"name": f"P{number}", "email": f"p{number}@example.com"} for number in range(55)]
    results = granted(world.run("send-invitation", {"clients": people, "deliver": "link"}, ada))["results"]
    ids = [result["client"]["id"] for result in results]
    found = token_of(world.run("sign-in", {"identity": person("ada")}))["clients"]
    assert len(found) == 50 and set(found) <= set(ids)
    trainer(world, "bob")
    assert "clients" not in token_of(world.run("sign-in", {"identity": person("bob")}))


def test_the_team_of_an_inviter_is_the_first_that_it_joined(studio):
    studio.world.policy({**teams_on(), "accessToken": {"claims": {"team": "$account.team", "clients": "$account.clients"}}})
    kim = studio.world.invite(studio.ada.token)["client"]["id"]
    found = {name: token_of(studio.world.run("sign-in", {"identity": person(name)})) for name in ("ada", "bob", "eve")}
    assert (found["ada"]["team"], found["bob"]["team"], found["eve"]["team"]) == (studio.id, studio.of_bob, studio.of_eve)
    assert found["ada"]["clients"] == found["bob"]["clients"] == [kim] and "clients" not in found["eve"]


def test_claims_that_would_make_a_token_too_long_are_left_out(world):
    fields = {name: {"type": "string", "maxLength": 3000} for name in ("a", "b")}
    world.policy(policy(
        profile={"fields": fields}, accessToken={"claims": {"a": "$account.profile.a", "b": "$account.profile.b", "c": "short"}}))
    found = claims(signed_up(world, profile={"a": "a" * 3000, "b": "b" * 3000}))
    assert found["a"] == "a" * 3000 and "b" not in found and found["c"] == "short"


def test_the_audience_is_that_of_the_policy_and_earlier_tokens_stay_valid(world):
    world.policy(policy())
    before = signed_up(world)
    world.policy(policy(accessToken={"audience": "data"}))
    after = refreshed(world, before["refreshToken"])
    assert claims(after)["aud"] == "data"
    for session in (before, after):
        granted(look(world, session))
    world.policy(policy(accessToken={"audience": "elsewhere"}))
    assert look(world, after).code == "auth/unauthenticated"


def test_a_claim_of_role_gives_nobody_a_role_here(world):
    world.policy(with_claims({"role": "admin"}))
    made = signed_up(world)
    assert claims(made)["role"] == "admin"
    assert world.run("list-clients", {}, made["accessToken"]).code == "auth/permission-denied"


@pytest.mark.parametrize("claims, words", [
    *(({name: "x"}, f"/accessToken/claims/{name}") for name in ("iss", "sub", "aud", "exp", "iat", "sid", "gen")),
    ({"a": "$account.phone"}, "/accessToken/claims/a"), ({"a": "$account.profile.nothing"}, "/accessToken/claims/a"),
    ({"a": "$account.profile."}, "/accessToken/claims/a"), ({"a": "$account"}, "/accessToken/claims/a"),
    ({"a": "$ACCOUNT.id"}, "/accessToken/claims/a"), ({"a": 1}, "/accessToken/claims/a"), ({"a": ""}, "/accessToken/claims/a"),
])
def test_a_wrong_claim_is_a_wrong_configuration(world, claims, words):
    world.policy(with_claims(claims))
    answer = world.run("jwks")
    assert answer.status == 78 and words in answer.json["error"]["detail"]


def test_a_service_finds_issuer_and_keys_by_discovery(world):
    world.policy(policy(accessToken={"audience": "data", "claims": {"tenant": "gym-1"}}))
    token = signed_up(world)["accessToken"]
    found = granted(world.run("openid-configuration"))
    assert found["issuer"] == "https://pfa.example" and found["jwks_uri"] == "https://pfa.example/jwks"
    [key] = [key for key in keys(world) if key["kid"] == jwt.get_unverified_header(token)["kid"]]
    checked = jwt.decode(
        token, jwt.PyJWK(key).key, found["id_token_signing_alg_values_supported"], audience="data", issuer=found["issuer"])
    assert checked["tenant"] == "gym-1" and {"tenant", "role", "sub"} <= set(found["claims_supported"])


def test_tokens_of_a_second_sign_in_have_the_claims_too(world):
    world.policy(with_claims({"tenant": "gym-1"}))
    verified(world)
    assert token_of(sign_in(world))["tenant"] == "gym-1"
