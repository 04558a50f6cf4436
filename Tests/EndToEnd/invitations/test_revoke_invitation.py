# SPDX-License-Identifier: Apache-2.0
"""`revoke-invitation`."""

import pytest

pytestmark = pytest.mark.postgresql


def test_revoking_twice_is_granted_and_an_accepted_one_is_not_pending(world, trainer):
    sent = world.invite(trainer)
    for _ in range(2):
        revoked = world.run("revoke-invitation", {"invitationId": sent["invitation"]["id"]}, trainer).json
        assert revoked["invitation"]["status"] == "revoked"
    assert world.accept(sent["code"]).code == "invitation/revoked"
    lee = world.invite(trainer, "lee")
    world.accept(lee["code"], "lee")
    answer = world.run("revoke-invitation", {"invitationId": lee["invitation"]["id"]}, trainer)
    assert answer.code == "invitation/not-pending"
