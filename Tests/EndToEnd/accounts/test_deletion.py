# SPDX-License-Identifier: Apache-2.0
"""`delete-account` with a way back: until `deletesAt` the account is there, and nobody can use it."""

import calendar
import time

import pytest
from deletions import (
    GRACE,
    RULES,
    actions,
    delete,
    deleted,
    invited,
    inviter,
    is_offered_restoration,
    mailed_code,
    pass_grace,
    restore,
)
from guardians import decide
from pages import CONSENT, page_policy
from people import DAY, PASSWORD, code_for, granted, mails_to, policy, sign_in, sign_up, signed_up, verified
from worlds import POLICY, person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(RULES)]


def seconds(timestamp):
    return calendar.timegm(time.strptime(timestamp[:19], "%Y-%m-%dT%H:%M:%S"))


def test_the_answer_shows_the_account_and_its_end(world):
    kim = verified(world)
    answer = deleted(world, kim)
    assert set(answer) == {"account", "deletesAt"} and answer["account"]["status"] == "deleting"
    assert abs(seconds(answer["deletesAt"]) - time.time() - 30 * DAY) < 60
    assert world.rows("SELECT status FROM accounts") == [{"status": "deleting"}]
    assert actions(world)[-1] == "account.deletion-requested"


def test_without_grace_the_account_is_erased_at_once(world):
    world.policy(policy())
    kim = verified(world)
    assert deleted(world, kim) == {"deleted": kim["account"]["id"]}
    assert world.rows("SELECT id FROM accounts") == []
    assert mails_to(world, "kim", "deleted") == []


def test_all_sessions_end(world):
    first = verified(world)
    second = granted(sign_in(world))["session"]
    deleted(world, second)
    for session in (first, second):
        assert is_offered_restoration(world.run("get-account", {}, session["accessToken"]))
        assert world.run("refresh-session", {"refreshToken": session["refreshToken"]}).code == "auth/session-revoked"


@pytest.mark.parametrize("language, subject", [
    ("en", "Your PFA account will be deleted"), ("de", "Dein Konto bei PFA wird gelöscht"),
    ("es", "Tu cuenta de PFA se eliminará"),
])
def test_the_mail_contains_the_way_back(world, language, subject):
    kim = verified(world)
    granted(world.run("update-account", {"locale": language}, kim["accessToken"]))
    answer = deleted(world, kim)
    mail = world.mails()[-1]
    assert mail["subject"] == subject
    for part in ("plain", "html"):
        text = mail.get_body((part,)).get_content()
        assert "https://pfa.example/restore-account?code=" in text and "pfa://" not in text
        assert answer["deletesAt"][:4] in text


def test_an_unverified_address_gets_no_code(world):
    kim = signed_up(world)
    deleted(world, kim)
    assert mails_to(world, "kim", "deleted") == []
    assert world.rows("SELECT selector FROM account_codes WHERE purpose = 'restore-account'") == []
    assert granted(restore(world, email="kim@example.com", password="correct horse battery"))["account"]["status"] == "active"


def test_a_right_sign_in_is_offered_the_restoration_and_a_wrong_one_is_not(world):
    deleted(world, verified(world))
    assert is_offered_restoration(sign_in(world))
    assert sign_in(world, password="something else").code == "auth/invalid-credential"
    assert is_offered_restoration(world.run("sign-in", {"identity": person("kim")}))
    german = sign_in(world, event={"acceptlanguage": "de"})
    assert german.json["error"]["userMessage"].startswith("Du hast dieses Konto gelöscht")


def test_the_address_stays_taken(world):
    deleted(world, verified(world))
    before = world.rows("SELECT id FROM accounts")
    assert sign_up(world).code == "auth/email-already-in-use"
    assert sign_up(world, "KIM@Example.com").code == "auth/email-already-in-use"
    for function, data in (
        ("sign-in", {"identity": person("kim"), "as": "client"}),
        ("on-user-create", {"provider": "google", "subject": "kim", "email": "kim@example.com", "emailVerified": True}),
    ):
        assert world.run(function, data).code == "auth/user-disabled", function
    lee = verified(world, "lee")
    world.run("update-account", {"email": "kim@example.com"}, lee["accessToken"])
    assert [row["email"] for row in world.rows("SELECT email FROM accounts WHERE email_verified = 1 AND status = 'active'")] \
        == ["lee@example.com"]
    assert len(world.rows("SELECT id FROM accounts")) == len(before) + 1


def test_an_import_leaves_the_account_alone(world):
    deleted(world, verified(world))
    rows = world.import_users([{"user_id": "1", "email": "kim@example.com", "display_name": "Other"}], "--emails-verified",
                              "--default-role", "client")
    assert [(row["result"], row["reason"]) for row in rows] == [("skipped", "deleted")]


def test_reset_password_and_verify_email_send_nothing(world):
    verified(world, "lee")
    deleted(world, verified(world))
    count = len(world.mails())
    for function in ("reset-password", "verify-email"):
        of_deleted = granted(world.run(function, {"email": "kim@example.com"}))
        of_unknown = granted(world.run(function, {"email": "new@example.com"}))
        assert of_deleted["message"].replace("kim@", "new@") == of_unknown["message"]
    world.run("deliver-mail")
    assert len(world.mails()) == count


def test_earlier_codes_do_not_work(world):
    kim = verified(world)
    code = code_for(world, "reset-password")
    deleted(world, kim)
    answer = world.run("reset-password", {"code": code, "newPassword": "another good one"})
    assert is_offered_restoration(answer)


def test_invitations_to_the_address_are_not_found(world):
    before = invited(world)
    kim = verified(world)
    deleted(world, kim)
    after = invited(world, by="eve")
    for code in (before, after):
        for function in ("preview-invitation", "accept-invitation"):
            data = {"code": code} if function.startswith("preview") else {"code": code, "identity": person("kim")}
            assert world.run(function, data).code == "invitation/not-found"
    granted(restore(world, code=mailed_code(world)))
    assert granted(world.run("preview-invitation", {"code": before}))["client"]["name"] == "Kim"


def test_an_accepted_invitation_is_not_found_either(world):
    code = invited(world)
    deleted(world, granted(world.accept(code))["session"])
    assert world.accept(code).code == "invitation/not-found"


def test_invitations_of_a_deleted_inviter_are_not_found(world):
    ada = inviter(world)
    code = world.invite(ada["accessToken"])["code"]
    deleted(world, ada, confirm=True)
    assert world.run("preview-invitation", {"code": code}).code == "invitation/not-found"
    assert world.accept(code).code == "invitation/not-found"
    granted(restore(world, identity=person("ada")))
    assert world.accept(code).json["isNewAccount"]


def test_invitations_and_reminders_are_not_sent(world):
    nowhere = {"MAIL_URL": "smtp://127.0.0.1:1?tls=none"}
    ada = inviter(world)["accessToken"]
    world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, ada, env=nowhere)
    kim = verified(world)
    deleted(world, kim)
    world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, inviter(world, "eve")["accessToken"])
    world.age("outbox", "due_at", DAY)
    world.run("deliver-mail")
    assert mails_to(world, "kim", "invited") == []
    states = {row["state"] for row in world.rows("SELECT state FROM outbox WHERE kind = 'invitation'")}
    assert states == {"queued"}, "the account can be restored"


def test_invitations_go_out_after_the_account_is_restored(world):
    ada = inviter(world)["accessToken"]
    kim = verified(world)
    deleted(world, kim)
    sent = granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, ada))
    assert sent["invitation"]["delivery"] == "queued"
    granted(restore(world, email="kim@example.com", password=PASSWORD))
    world.age("outbox", "due_at", 3600)
    granted(world.run("deliver-mail"))
    assert len(mails_to(world, "kim", "invited")) == 1


def test_invitations_of_a_suspended_inviter_go_out_after_the_end_of_the_suspension(world):
    nowhere = {"MAIL_URL": "smtp://127.0.0.1:1?tls=none"}
    ada = inviter(world)["accessToken"]
    world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, ada, env=nowhere)
    for status, count in (("disabled", 0), ("active", 1)):
        world.rows("UPDATE accounts SET status = ?", (status,))
        world.age("outbox", "due_at", DAY)
        granted(world.run("deliver-mail"))
        assert len(mails_to(world, "kim", "invited")) == count


def test_an_inviter_with_clients_is_asked(world):
    ada = inviter(world)
    world.invite(ada["accessToken"], "kim")
    world.invite(ada["accessToken"], "lee")
    before = world.dump().count("\n")
    answer = delete(world, ada)
    assert (answer.code, answer.json["error"]["status"]) == ("auth/confirmation-required", 409)
    assert "2 clients" in answer.json["error"]["detail"]
    assert delete(world, ada, confirm=False).code == "auth/confirmation-required"
    assert world.rows("SELECT status FROM accounts") == [{"status": "active"}]
    assert world.dump().count("\n") == before + 2, "a refusal adds its audit entry and nothing else"
    assert deleted(world, ada, confirm=True)["account"]["status"] == "deleting"


def test_an_inviter_without_clients_and_a_client_are_not_asked(world):
    deleted(world, inviter(world))
    deleted(world, granted(world.accept(invited(world, by="eve")))["session"])


def test_an_old_session_cannot_delete(world):
    kim = verified(world)
    world.age("sessions", "created_at", 16 * 60)
    assert delete(world, kim).code == "auth/requires-recent-login"
    assert world.rows("SELECT status FROM accounts") == [{"status": "active"}]


def test_a_repeated_deletion_has_one_effect(world):
    kim = verified(world)
    event = {"id": "1", "source": "s", "authorization": f"Bearer {kim['accessToken']}", "data": {}}
    first = granted(world.run("delete-account", event=event))
    assert granted(world.run("delete-account", event=event)) == first
    assert len(mails_to(world, "kim", "deleted")) == 1 and first["account"]["status"] == "deleting"


def test_the_guardian_can_still_withdraw_and_the_child_cannot_undo_it(world):
    world.policy(page_policy(consent=CONSENT, deletion=GRACE))
    child = signed_up(world, birthDate="2011-01-01", consent={"version": "1", "guardianEmail": "guardian@example.com"})
    world.run("deliver-mail")
    code = mails_to(world, "guardian")[-1].get_body(("plain",)).get_content().split("?code=")[1].split()[0]
    assert decide(world, code, "agree").status == 200
    deleted(world, child)
    assert decide(world, code, "withdraw").status == 200
    assert world.rows("SELECT status FROM accounts") == [{"status": "disabled"}]
    for answer in (restore(world, email="kim@example.com", password="correct horse battery"), sign_in(world, restore=True)):
        assert answer.code == "auth/user-disabled" and answer.json["error"]["requiresAction"] == "contact_support"
    pass_grace(world)
    assert granted(world.run("purge-records"))["deletedAccounts"] == 1
    assert world.rows("SELECT id FROM accounts") == []


def test_deletion_races_with_acceptance(world):
    world.policy({**POLICY, "deletion": GRACE})
    ada = world.inviter()
    kim = granted(world.accept(world.invite(ada)["code"]))
    code = world.invite(world.inviter("eve"))["code"]
    token = kim["session"]["accessToken"]
    runs = [world.start("accept-invitation", {"data": {"code": code, "identity": person("kim")}}, DEADLINE_SECONDS="55"),
            world.start("delete-account", {"authorization": f"Bearer {token}", "data": {}}, DEADLINE_SECONDS="55")]
    accepted, removed = [world.finish(run) for run in runs]
    assert removed.code is None
    assert accepted.code in (None, "invitation/not-found", "auth/user-disabled"), accepted.json
    linked = len(world.rows("SELECT id FROM clients WHERE account_id IS NOT NULL"))
    assert linked == (2 if accepted.code is None else 1)
    assert world.rows("SELECT id FROM sessions WHERE revoked_at IS NULL AND account_id = ?", (kim["account"]["id"],)) == []


def test_a_closed_account_is_disabled_for_its_access_token_and_revoked_for_its_refresh_token(world):
    world.policy(policy(deletion=GRACE))
    kim = verified(world)
    granted(delete(world, kim))
    assert world.run("get-account", {}, kim["accessToken"]).code == "auth/user-disabled"
    assert world.run("refresh-session", {"refreshToken": kim["refreshToken"]}).code == "auth/session-revoked"


@pytest.mark.parametrize("proves", [True, False])
def test_only_a_proven_address_gets_the_mail_of_a_deletion_and_everybody_restores_by_signing_in(world, proves):
    world.policy(policy(deletion=GRACE, email={"verification": "optional"}))
    kim = (verified if proves else signed_up)(world)
    granted(delete(world, kim))
    world.run("deliver-mail")
    assert len(mails_to(world, "kim", "deleted")) == proves
    assert sign_in(world, restore=True).json["account"]["status"] == "active"
