# SPDX-License-Identifier: Apache-2.0
"""`resend-invitation` and `revoke-invitation`."""

import pytest
from worlds import code_of

pytestmark = pytest.mark.postgresql


def test_a_resend_creates_a_new_code_and_invalidates_the_old_one(world, trainer):
    sent = world.invite(trainer)
    again = {"invitationId": sent["invitation"]["id"], "deliver": "mail"}
    resent = world.run("resend-invitation", again, trainer).json
    assert resent["message"] == "Invitation resent to kim@example.com"
    assert resent["invitation"]["resendCount"] == 1
    assert world.accept(sent["code"]).code == "invitation/superseded"
    assert world.run("preview-invitation", {"code": sent["code"]}).code == "invitation/superseded"
    assert world.accept(code_of(world.mails()[0])).code is None
    again = world.run("resend-invitation", {"invitationId": sent["invitation"]["id"]}, trainer)
    assert again.code == "invitation/not-pending"


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
