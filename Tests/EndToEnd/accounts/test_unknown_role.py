# SPDX-License-Identifier: Apache-2.0
"""An account whose stored role the policy does not have cannot be used. Other accounts can."""

from doctor import findings
from operators import vestibule
from people import PASSWORD, policy, sign_in, verified


def test_an_account_with_an_unknown_role_is_misconfigured(world):
    world.policy(policy())
    kim, lee = verified(world), verified(world, "lee")
    world.rows("UPDATE accounts SET role = 'boss' WHERE email = 'kim@example.com'")
    answers = [
        sign_in(world), world.run("get-account", {}, kim["accessToken"]), world.run("authorize", {}, kim["accessToken"]),
        world.run("refresh-session", {"refreshToken": kim["refreshToken"]})]
    assert [(answer.code, answer.status) for answer in answers] == [("service/misconfigured", 78)] * 4
    assert '"boss"' in answers[0].json["error"]["detail"]
    assert sign_in(world, "lee", PASSWORD).json["account"]["role"] == "client"
    assert "session" in world.run("refresh-session", {"refreshToken": lee["refreshToken"]}).json
    [(state, message, _)] = findings(world)["roles"]
    assert state == "warning" and '"boss"' in message


def test_an_operator_gives_the_account_a_known_role(world):
    world.policy(policy())
    kim = verified(world)
    world.rows("UPDATE accounts SET role = 'boss'")
    assert vestibule(world, "account", "role", "kim@example.com", "client").status == 0
    assert world.run("get-account", {}, kim["accessToken"]).json["account"]["role"] == "client" or sign_in(world).code is None
