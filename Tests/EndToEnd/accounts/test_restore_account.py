# SPDX-License-Identifier: Apache-2.0
"""`restore-account`: the way back, by the mailed code or by signing in, until the account is due to be erased."""

import pytest
from deletions import RULES, actions, deleted, mailed_code, pass_grace, restore
from faulty import clock
from people import LONG_DEADLINE, PASSWORD, at_once, granted, mails_to, sign_in, signed_up, verified
from worlds import person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(RULES)]
KIM = {"email": "kim@example.com", "password": PASSWORD}


def purge(world):
    return granted(world.run("purge-records"))["deletedAccounts"]


@pytest.mark.parametrize("way", ["code", "lower-case code", "password", "identity", "sign-in"])
def test_each_way_back_restores_the_account(world, way):
    kim = verified(world)
    granted(world.run("link-identity", {"identity": person("kim")}, kim["accessToken"]))
    before = granted(world.run("get-account", {}, kim["accessToken"]))["account"]
    deleted(world, kim)
    code = mailed_code(world)
    answer = {
        "code": lambda: restore(world, code=code),
        "lower-case code": lambda: restore(world, code=code.lower(), device={"id": "d1"}),
        "password": lambda: restore(world, **KIM),
        "identity": lambda: restore(world, identity=person("kim")),
        "sign-in": lambda: sign_in(world, restore=True),
    }[way]()
    restored = granted(answer)
    assert restored["state"] == "signedIn" and restored["account"]["status"] == "active"
    now = granted(world.run("get-account", {}, restored["session"]["accessToken"]))["account"]
    assert {**now, "lastSignInAt": None} == {**before, "lastSignInAt": None}
    assert world.rows("SELECT deletes_at FROM accounts") == [{"deletes_at": None}]
    assert "account.restored" in actions(world)
    assert restore(world, code=code).code == "auth/code-invalid"
    pass_grace(world)
    assert purge(world) == 0 and "session" in sign_in(world).json


def test_the_old_sessions_stay_ended(world):
    kim = verified(world)
    deleted(world, kim)
    granted(restore(world, code=mailed_code(world)))
    assert world.run("get-account", {}, kim["accessToken"]).code == "auth/session-revoked"


def test_an_active_account_signs_in(world):
    verified(world)
    assert granted(restore(world, **KIM))["account"]["status"] == "active"
    assert granted(sign_in(world, restore=True))["state"] == "signedIn"
    assert "account.restored" not in actions(world)


@pytest.mark.parametrize("swept", [False, True])
def test_nothing_restores_after_the_end(world, swept):
    kim = verified(world)
    granted(world.run("link-identity", {"identity": person("kim")}, kim["accessToken"]))
    deleted(world, kim)
    code = mailed_code(world)
    pass_grace(world)
    if swept:
        assert purge(world) == 1
    assert restore(world, code=code).code == "auth/code-expired"
    for answer in (
        restore(world, **KIM), sign_in(world, restore=True), sign_in(world), restore(world, identity=person("kim")),
        world.run("sign-in", {"identity": person("kim"), "restore": True, "as": "client"}),
    ):
        assert answer.code == "auth/invalid-credential", answer.json
    assert world.rows("SELECT id FROM accounts WHERE status = 'active'") == []


def test_the_end_is_that_of_the_clock(world):
    deleted(world, verified(world))
    code = mailed_code(world)
    assert restore(world, code=code).code is None
    deleted(world, granted(sign_in(world))["session"])
    code = mailed_code(world)
    late = {**clock("+31d"), "TZ": "UTC"}
    assert world.run("restore-account", {"code": code}, env=late).code == "auth/code-expired"
    assert granted(world.run("purge-records", env=late))["deletedAccounts"] == 1
    assert world.rows("SELECT id FROM accounts") == []


def test_an_unknown_identity_creates_no_account(world):
    assert restore(world, identity=person("kim")).code == "auth/invalid-credential"
    assert restore(world, **KIM).code == "auth/invalid-credential"
    assert world.rows("SELECT id FROM accounts") == []


def test_wrong_codes_are_refused_and_counted(world):
    deleted(world, verified(world))
    code = mailed_code(world)
    wrong = code[:-4] + ("AAAA" if not code.endswith("AAAA") else "BBBB")
    for _ in range(5):
        assert restore(world, code=wrong).code == "auth/code-invalid"
    assert restore(world, code=code).code == "auth/code-invalid", "five attempts end a code"
    assert granted(restore(world, **KIM))["account"]["status"] == "active"


def test_a_code_goes_with_no_password(world):
    answer = restore(world, code="NONE", password=PASSWORD)
    assert answer.code == "event/invalid" and answer.json["error"]["errors"][0]["pointer"] == "/password"


def test_codes_of_other_mails_do_not_restore(world):
    signed_up(world)
    code = mails_to(world, "kim")[-1].get_body(("plain",)).get_content().split("?code=")[1].split()[0]
    assert restore(world, code=code).code == "auth/code-invalid"


def test_another_role_is_refused_and_nothing_is_restored(world):
    deleted(world, verified(world))
    answer = restore(world, **KIM, **{"as": "admin"})
    assert answer.code == "auth/role-mismatch"
    assert world.rows("SELECT status FROM accounts") == [{"status": "deleting"}]


def test_a_new_deletion_ends_the_first_code(world):
    deleted(world, verified(world))
    first = mailed_code(world)
    deleted(world, granted(restore(world, **KIM))["session"])
    assert restore(world, code=first).code == "auth/code-invalid"
    granted(restore(world, code=mailed_code(world)))


def test_of_many_uses_of_a_code_one_restores(world):
    deleted(world, verified(world))
    code = mailed_code(world)
    codes = [answer.code for answer in at_once(world, "restore-account", [{"code": code}] * 8)]
    assert sorted(codes, key=str) == sorted([None] + ["auth/code-invalid"] * 7, key=str)
    assert actions(world).count("account.restored") == 1


def test_a_race_with_the_purge_has_one_winner(world):
    deleted(world, verified(world))
    code = mailed_code(world)
    late = clock("+31d")
    runs = [world.start("restore-account", {"data": {"code": code}}, **LONG_DEADLINE)]
    runs += [world.start("purge-records", {"data": {}}, **{**late, **LONG_DEADLINE})]
    restored, purged = [world.finish(run) for run in runs]
    left = world.rows("SELECT status FROM accounts")
    if restored.code is None:
        assert left == [{"status": "active"}] and granted(purged)["deletedAccounts"] == 0
    else:
        assert restored.code in ("auth/code-invalid", "auth/code-expired") and left == []


def test_the_page_asks_and_its_button_restores(world):
    deleted(world, verified(world))
    code = mailed_code(world)
    for _ in range(2):
        shown = world.run("restore-account-page", {"code": code}).json
        assert shown["status"] == 200 and "kim@example.com" in shown["html"]
    assert world.rows("SELECT status FROM accounts") == [{"status": "deleting"}]
    for _ in range(2):
        assert world.run("restore-account-page", {"code": code}, httpmethod="POST").json["status"] == 200
    assert world.rows("SELECT status FROM accounts") == [{"status": "active"}]
    assert world.rows("SELECT id FROM sessions WHERE revoked_at IS NULL") == []
    assert world.run("restore-account-page", {"code": code}).json["status"] == 422
