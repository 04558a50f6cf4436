# SPDX-License-Identifier: Apache-2.0
"""`send-invitation`: duplicates, lists and the limit per recipient; `preview-invitation`."""

import pytest
from worlds import POLICY

pytestmark = pytest.mark.postgresql


def test_the_same_address_is_a_duplicate_until_its_invitation_is_revoked(world, trainer):
    sent = world.invite(trainer)
    client = {"client": {"name": "K", "email": "KIM@Example.com"}, "deliver": "link"}
    assert world.run("send-invitation", client, trainer).code == "client/duplicate"
    world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, trainer)
    again = world.run("send-invitation", client, trainer).json
    assert again["client"]["id"] == sent["client"]["id"] and again["client"]["name"] == "K"
    world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, trainer)
    twice = world.run("send-invitation", {"clients": [client["client"]] * 2, "deliver": "link"}, trainer).json["results"]
    assert "link" in twice[0] and twice[1]["error"]["code"] == "client/duplicate"


def test_previews_consume_nothing(world, trainer):
    code = world.invite(trainer)["code"]
    answers = {world.run("preview-invitation", {"code": code}).stdout for _ in range(20)}
    assert len(answers) == 1 and world.accept(code.lower()).code is None


def test_a_bulk_call_answers_in_order_and_counts_each_recipient(world, trainer):
    world.policy({**POLICY, "limits": {"invite": {"max": 3, "seconds": 3600}}})
    names = ["a", "b", "a", "c", "d"]
    clients = [{"name": name, "email": f"{name}@example.com"} for name in names]
    results = world.run("send-invitation", {"clients": clients}, trainer).json["results"]
    codes = [result.get("error", {}).get("code") for result in results]
    assert codes == [None, None, "client/duplicate", None, "auth/too-many-requests"]
    assert [mail["to"].addresses[0].username for mail in world.mails()] == ["a", "b", "c"]


def test_an_address_that_was_refused_is_no_duplicate(world, trainer):
    world.policy({**POLICY, "limits": {"invite": {"max": 1, "seconds": 3600}}})
    clients = [{"name": "A", "email": email} for email in ("a@example.com", "a.b@gmail.com", "ab+x@googlemail.com")]
    results = world.run("send-invitation", {"clients": clients, "deliver": "link"}, trainer).json["results"]
    assert [result.get("error", {}).get("code") for result in results] == [None, *["auth/too-many-requests"] * 2]


def test_one_recipient_gets_at_most_three_mails_an_hour(world, trainer):
    sent = world.invite(trainer)
    again = {"invitationId": sent["invitation"]["id"]}
    codes = [world.run("resend-invitation", again, trainer).code for _ in range(3)]
    assert codes == [None, None, "auth/too-many-requests"]
