# SPDX-License-Identifier: Apache-2.0
"""User names: signing up and in with one, changing it, its spellings, its limits, and that it is unique."""

import pytest
from admission import ENTRIES, GOOD, STRICT, WITH_TRAINERS
from admission_outcomes import outcome, prepare
from people import PASSWORD, age_limits, at_once, code_for, granted, mails_to, policy, sign_up, signed_up, verified
from worlds import person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(policy())]
WRONG = "wrong battery horse"


def named(presence="optional", **sections):
    return policy(profile={"username": presence}, **sections)


def sign_in(world, username, password=PASSWORD, **attributes):
    return world.run("sign-in", {"username": username, "password": password}, **attributes)


def update(world, made, **data):
    return world.run("update-account", data, made["accessToken"])


def fields(answer):
    return [(error["pointer"], error["code"]) for error in answer.json["error"]["errors"]]


@pytest.fixture
def named_world(world):
    world.policy(named())
    return world


# Signing up and in


def test_a_person_signs_up_with_a_user_name_and_signs_in_with_it_in_any_spelling(named_world):
    world = named_world
    account = signed_up(world, username=" Kim_Lee ")["account"]
    assert account["username"] == "kim_lee"
    for spelling in ("kim_lee", "KIM_LEE", "Ｋｉｍ＿Ｌｅｅ", " Kim_Lee"):
        found = granted(sign_in(world, spelling))["account"]
        assert found["id"] == account["id"] and found["username"] == "kim_lee"
    granted(world.run("sign-in", {"email": "kim@example.com", "password": PASSWORD}))


@pytest.mark.parametrize("typed, stored", [
    ("STRASSE", "strasse"), ("Straße", "strasse"), ("ΣΊΣΥΦΟΣ", "σίσυφοσ"), ("ﬁona", "fiona"), ("Zoe\u0308", "zoë"),
    ("１２３", "123"), ("李小龍", "李小龍"), ("a" * 64, "a" * 64)])
def test_a_user_name_is_stored_in_its_folded_form(named_world, typed, stored):
    assert signed_up(named_world, username=typed)["account"]["username"] == stored
    granted(sign_in(named_world, stored))
    assert sign_up(named_world, "lee", username=stored).code == "auth/username-already-in-use"


@pytest.mark.parametrize("name", [
    "", "ki", " ki ", "a" * 65, "kim@example.com", "kim＠lee", "kim lee", "kim\u00a0lee", "kim\tlee", "kim\u0000lee", "kim\u200blee",
    "kim\u202elee", "kim\u034flee", "kim\ufe0flee", "\u0301\u0301\u0301", "\u2800\u2800\u2800", "kim\u00a8lee", "ﷺ" * 10, "kim\ue000lee", 7, ["kim"]])
def test_what_is_no_user_name_is_refused(named_world, name):
    world = named_world
    assert sign_up(world, username=name).code == "event/invalid"
    assert [place for place, _ in fields(sign_up(world, username=name))] == ["/username"]
    assert sign_in(world, name).code == "event/invalid"
    made = signed_up(world)
    assert update(world, made, username=name).code == "event/invalid"
    assert world.rows("SELECT username FROM accounts") == [{"username": None}]


def test_an_address_and_a_user_name_do_not_go_together(named_world):
    signed_up(named_world, username="kim")
    answer = named_world.run("sign-in", {"email": "kim@example.com", "username": "kim", "password": PASSWORD})
    assert answer.code == "event/invalid"
    assert named_world.run("sign-in", {"username": "kim", "code": "ABCD-EFGH"}).code == "event/invalid"


def test_without_user_names_in_the_policy_the_member_is_refused(world):
    made = signed_up(world)
    for answer in (
        sign_up(world, "lee", username="lee"), sign_in(world, "kim"), update(world, made, username="kim"),
        world.run("complete-account", {"username": "kim"}, made["accessToken"])):
        assert answer.code == "event/invalid" and fields(answer) == [("/username", "event/invalid")]
    assert world.rows("SELECT username FROM accounts") == [{"username": None}]


# Required


def test_a_required_user_name_is_missing_after_the_display_name(world):
    world.policy(named("required"))
    refused = sign_up(world, displayName=None)
    assert [place for place, _ in fields(refused)] == ["/displayName", "/username"]
    assert refused.code == "auth/invalid-display-name" and sign_up(world).code == "event/invalid"
    made = world.run("sign-in", {"identity": person("lee"), "as": "client"}).json
    assert made["state"] == "incomplete" and made["missing"] == ["username"]
    token = made["session"]["accessToken"]
    signed_up(world, username="kim")
    assert world.run("complete-account", {"username": "Kim"}, token).code == "auth/username-already-in-use"
    done = granted(world.run("complete-account", {"username": "Lee"}, token))
    assert done["state"] == "signedIn" and done["missing"] == [] and done["account"]["username"] == "lee"
    assert world.run("update-account", {"username": None}, token).code == "event/invalid"


def test_accounts_from_before_the_policy_asks_are_incomplete(world):
    signed_up(world)
    world.policy(named("required"))
    again = granted(world.run("sign-in", {"email": "kim@example.com", "password": PASSWORD}))
    assert again["state"] == "incomplete" and again["missing"] == ["username"]


# Changes


def test_a_user_name_is_changed_removed_and_free_again(named_world):
    world = named_world
    kim, lee = signed_up(world, username="kim"), signed_up(world, "lee")
    assert update(world, lee, username="KIM").code == "auth/username-already-in-use"
    assert update(world, lee, username="KIM", displayName="Lee").json["error"]["status"] == 409
    assert granted(update(world, kim, username="Kim"))["account"]["username"] == "kim"
    assert granted(update(world, kim, username="kim2"))["account"]["username"] == "kim2"
    assert sign_in(world, "kim").code == "auth/invalid-credential"
    assert granted(update(world, lee, username="kim"))["account"]["username"] == "kim"
    assert "username" not in granted(update(world, kim, username=None))["account"]
    assert sign_in(world, "kim2").code == "auth/invalid-credential"
    assert granted(sign_in(world, "kim"))["account"]["id"] == lee["account"]["id"]
    assert granted(world.run("get-account", {}, lee["accessToken"]))["account"]["username"] == "kim"


def test_a_refused_user_name_changes_nothing(named_world):
    signed_up(named_world, username="kim")
    before = named_world.rows("SELECT * FROM accounts")
    answer = sign_up(named_world, "lee", username="Kim")
    assert answer.code == "auth/username-already-in-use" and answer.status == 0
    assert answer.json["error"]["userMessage"]
    assert named_world.rows("SELECT * FROM accounts") == before
    assert named_world.rows("SELECT code FROM audit WHERE action = 'refused'") == [{"code": "auth/username-already-in-use"}]


def test_many_processes_give_one_account_the_user_name(named_world):
    world = named_world
    data = [{"email": f"kim{n}@example.com", "password": PASSWORD, "displayName": "Kim", "role": "client",
             "username": "Kim" if n % 2 else "kim"} for n in range(12)]
    answers = at_once(world, "sign-up", data)
    codes = [answer.code for answer in answers]
    assert [answer.status for answer in answers] == [0] * 12
    assert codes.count(None) == 1 and codes.count("auth/username-already-in-use") == 11
    assert [row["username"] for row in world.rows("SELECT username FROM accounts")] == ["kim"]


# Limits


def test_failures_by_user_name_and_by_address_count_together(named_world):
    world = named_world
    verified(world, username="kim")
    for number in range(5):
        login = {"username": "Kim"} if number % 2 else {"email": "kim@example.com"}
        assert world.run("sign-in", {**login, "password": WRONG}, clientip=f"192.0.2.{number}").code == "auth/invalid-credential"
    # The address has failed three times: a right password is answered like a wrong one, and counts like one.
    for code in ["auth/invalid-credential"] * 2 + ["auth/too-many-requests"]:
        assert world.run("sign-in", {"email": "kim@example.com", "password": PASSWORD}).code == code
    world.run("deliver-mail")
    assert len(mails_to(world, "kim")) == 2, "the verification and the notice about the attempts"


def test_failures_at_a_user_name_do_not_show_whose_it_is(named_world):
    world = named_world
    verified(world, username="kim")
    verified(world, "lee")
    for number in range(5):
        assert sign_in(world, "kim", WRONG, clientip=f"192.0.2.{number}").code == "auth/invalid-credential"
    codes = [
        [world.run("sign-in", {"email": f"{name}@example.com", "password": WRONG}).code for _ in range(6)]
        for name in ("kim", "lee", "nobody")]
    assert codes == [["auth/invalid-credential"] * 5 + ["auth/too-many-requests"]] * 3
    assert sign_in(world, "kim").code == "auth/too-many-requests"


def test_a_reset_password_ends_the_wait_for_both_logins(named_world):
    world = named_world
    verified(world, username="kim")
    for number in range(10):
        login = {"username": "kim"} if number % 2 else {"email": "kim@example.com"}
        world.run("sign-in", {**login, "password": WRONG}, clientip=f"192.0.2.{number}")
    code = code_for(world, "reset-password")
    granted(world.run("reset-password", {"code": code, "newPassword": "another horse battery"}))
    granted(sign_in(world, "kim", "another horse battery"))


@pytest.mark.parametrize("function", ["update-account", "complete-account"])
def test_a_signed_in_person_cannot_try_many_user_names(named_world, function):
    world = named_world
    signed_up(world, username="kim")
    lee = signed_up(world, "lee")
    codes = [world.run(function, {"username": "kim"}, lee["accessToken"]).code for _ in range(4)]
    assert codes == ["auth/username-already-in-use"] * 3 + ["auth/too-many-requests"]
    assert update(world, lee, username="free").code == "auth/too-many-requests"
    assert granted(update(world, lee, displayName="Lee"))["account"]["displayName"] == "Lee"
    age_limits(world, 3600)
    assert granted(update(world, lee, username="free"))["account"]["username"] == "free"


def test_an_unknown_user_name_is_answered_and_limited_like_one_with_an_account(named_world):
    world = named_world
    signed_up(world, username="kim")
    granted(world.run("sign-in", {"identity": person("lee"), "as": "client"}))

    def shape(name):
        answers = []
        for number in range(7):
            error = sign_in(world, name, WRONG, clientip=f"192.0.2.{number}").json["error"]
            error.pop("retryAfter", None)
            answers.append({**error, "userMessage": error["code"]})
        return answers

    known, unknown = shape("kim"), shape("nobody")
    assert known == unknown
    assert [error["code"] for error in known] == ["auth/invalid-credential"] * 5 + ["auth/too-many-requests"] * 2


def test_an_unknown_user_name_writes_the_same_number_of_rows(named_world):
    world = named_world
    verified(world, username="kim")

    def written(name, network):
        tables = ("audit", "outbox", "limit_hits")
        before = [len(world.rows(f"SELECT 1 AS one FROM {table}")) for table in tables]
        for number in range(6):
            sign_in(world, name, WRONG, clientip=f"{network}.{number}")
        return [len(world.rows(f"SELECT 1 AS one FROM {table}")) - count for table, count in zip(tables, before)]

    known = written("kim", "192.0.2")
    assert known == written("nobody", "198.51.100")


def test_failures_of_one_client_with_many_user_names_reach_its_limit(named_world):
    codes = [sign_in(named_world, f"nobody{n}", clientip="192.0.2.1").code for n in range(6)]
    assert codes == ["auth/invalid-credential"] * 5 + ["auth/too-many-requests"]


def test_with_reveal_accounts_an_unknown_user_name_is_named(world):
    world.policy(named(revealAccounts=True))
    signed_up(world, username="kim")
    assert sign_in(world, "nobody").code == "auth/user-not-found"
    assert sign_in(world, "kim", WRONG).code == "auth/wrong-password"


# Deletion


def test_a_deleted_account_frees_its_user_name_and_one_in_grace_keeps_it(world):
    world.policy(named(deletion={"graceDays": 7}))
    kim = signed_up(world, username="kim")
    granted(world.run("delete-account", {}, kim["accessToken"]))
    assert sign_up(world, "lee", username="kim").code == "auth/username-already-in-use"
    assert sign_in(world, "kim").json["error"]["requiresAction"] == "restore_account"
    restored = granted(world.run("sign-in", {"username": "kim", "password": PASSWORD, "restore": True}))
    world.policy(named())
    granted(world.run("delete-account", {}, restored["session"]["accessToken"]))
    assert signed_up(world, "lee", username="kim")["account"]["username"] == "kim"


def test_the_export_has_the_user_name(named_world):
    kim = signed_up(named_world, username="Kim")
    exported = granted(named_world.run("export-account", {}, kim["accessToken"]))
    assert exported["account"]["username"] == "kim"


# Every way in


@pytest.mark.policy(WITH_TRAINERS)
@pytest.mark.usefixtures("earlier_trainer")
@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry != "trigger cognito before"])
def test_a_required_user_name_is_asked_for_at_every_way_in(world, entry):
    prepare(world, entry, {})
    world.policy({**STRICT, "profile": {**STRICT["profile"], "username": "required"}})
    answer = ENTRIES[entry](world, GOOD)
    if entry == "sign-up":
        assert answer.code == "event/invalid" and fields(answer) == [("/username", "event/invalid")]
    else:
        # A mailed code brings no name with it.
        assert [it for it in outcome(world, entry, answer)["missing"] if it != "displayName"][0] == "username"


def test_a_deleted_account_is_restored_by_its_user_name(world):
    world.policy(named(deletion={"graceDays": 30}))
    kim = signed_up(world, username="kim")
    granted(world.run("delete-account", {}, kim["accessToken"]))
    restored = granted(world.run("restore-account", {"username": "Kim", "password": PASSWORD}))
    assert restored["account"]["username"] == "kim" and restored["account"]["status"] == "active"


@pytest.mark.policy(policy(profile={"username": "optional"}, roles={"signUp": ["client"]}))
def test_a_user_name_is_free_again_when_its_own_claim_has_ended(world):
    signed_up(world, "kim", username="kimmy")
    kim = granted(world.run("sign-in", {"identity": person("kim"), "as": "client"}))["session"]["accessToken"]
    assert granted(world.run("update-account", {"username": "kimmy"}, kim))["account"]["username"] == "kimmy"


def test_the_user_name_of_an_account_is_in_its_folded_form(world):
    world.policy(policy(profile={"username": "optional"}))
    assert signed_up(world, username="Kim_Lee")["account"]["username"] == "kim_lee"
    world.run("sign-in", {"username": "KIM_LEE", "password": PASSWORD})
