# SPDX-License-Identifier: Apache-2.0
"""The first proof of an address: whoever claimed it, imported an account for it, deleted one or invited it, keeps no hold on the
person, and nothing from them."""

import json

import pytest
from admission import OPEN, birthday
from claims import NEW, both, google, reset
from operators import vestibule
from pages import page_policy
from people import DAY, PASSWORD, addressed, at_once, code_for, code_in, granted, mails_to, policy, sign_in, sign_up, signed_up, verified
from visitors import Visitor
from worlds import ENGINE, KEYS, code_of, id_token, person

pytestmark = pytest.mark.postgresql
def evil():
    return {"identity": person("evil", email="kim@example.com", email_verified=False)}


def mails_after(world, act):
    known = len(world.mails())
    act()
    world.run("deliver-mail")
    return [(addressed(mail), mail["subject"]) for mail in world.mails()[known:]]


# Several accounts that claim an address


@pytest.mark.parametrize("function", ["verify-email", "reset-password"])
def test_a_later_claim_does_not_come_between_a_person_and_their_account(world, function):
    world.policy(both())
    made = signed_up(world)
    granted(world.run("sign-in", {**evil(), "as": "client"}))
    world.age("limit_hits", "at", DAY)
    code = code_for(world, function)
    granted(world.run(function, {"code": code, **({"newPassword": NEW} if function == "reset-password" else {})}))
    answer = granted(sign_in(world, password=NEW if function == "reset-password" else PASSWORD))
    assert answer["account"]["id"] == made["account"]["id"] and answer["account"]["emailVerified"]
    again = world.run("sign-in", {**evil(), "as": "client"})
    assert again.code or again.json["account"]["id"] != made["account"]["id"]


def test_a_deleted_later_claim_does_not_keep_mails_from_the_person(world):
    world.policy(both(deletion={"graceDays": 30}))
    signed_up(world)
    token = granted(world.run("sign-in", {**evil(), "as": "client"}))["session"]["accessToken"]
    granted(world.run("delete-account", {}, token))
    reset(world)
    granted(sign_in(world, password=NEW))


def test_more_claims_than_one_query_reads_all_end(world):
    world.policy(both())
    signed_up(world)
    columns = [row["name"] for row in columns_of(world, "accounts")]
    for number in range(103):
        values = ", ".join(
            f"'fake{number:03}'" if name == "id" else f"created_at + {number + 1}" if name == "created_at" else name for name in columns)
        world.rows(f"INSERT INTO accounts ({', '.join(columns)}) SELECT {values} FROM accounts WHERE email = 'kim@example.com' AND id NOT LIKE 'fake%'")
    ada = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, ada))
    code = code_of(mails_to(world, "kim")[-1])
    granted(world.run("accept-invitation", {"code": code, "newPassword": NEW}))
    assert world.rows("SELECT COUNT(*) AS n FROM accounts WHERE claimed_key IS NOT NULL") == [{"n": 0}]
    assert sign_in(world).code == "auth/invalid-credential"
    granted(sign_in(world, password=NEW))


def columns_of(world, table):
    if ENGINE == "sqlite":
        return world.rows(f"SELECT name FROM pragma_table_info('{table}')")
    return world.rows(f"SELECT column_name AS name FROM information_schema.columns WHERE table_name = '{table}' AND table_schema = current_schema()")


def test_a_refusing_guardian_does_not_reserve_a_further_address_of_somebody_else(world):
    world.policy(policy())
    token = verified(world)["accessToken"]
    granted(world.run("link-identity", {"identity": person("k2", email="k2@example.com")}, token))
    world.policy(policy(consent={"minimumAge": 13, "parentalUnder": 18, "version": "1"}))
    world.run("sign-in", {
        "identity": person("evil", email="k2@example.com", email_verified=False), "birthDate": birthday(15), "as": "client",
        "consent": {"version": "1", "guardianEmail": "mum@example.com"}})
    world.run("deliver-mail")
    granted(world.run("guardian-confirm", {"code": code_in(mails_to(world, "mum")[-1]), "decision": "refuse"}))
    world.policy(policy())
    assert mails_after(world, lambda: world.run("reset-password", {"email": "k2@example.com"}))[0][0] == "kim@example.com"
    assert world.rows("SELECT COUNT(*) AS n FROM accounts WHERE email_key = 'k2@example.com'") == [{"n": 0}]


@pytest.mark.policy(OPEN)
def test_forty_proofs_of_one_address_at_once_leave_one_owner(world):
    signed_up(world, role="client")
    code = code_for(world, "verify-email")
    answers = at_once(world, "sign-in", [{**google(), "as": "client"}] * 30)
    answers += at_once(world, "verify-email", [{"code": code}] * 10)
    assert {answer.code for answer in answers} <= {None, "auth/code-invalid", "auth/email-already-in-use", "service/unavailable"}
    owners = world.rows("SELECT id FROM accounts WHERE email_key = 'kim@example.com'")
    assert len(owners) == 1 and world.rows("SELECT id FROM accounts WHERE claimed_key = 'kim@example.com'") == []
    granted_ids = {answer.json["account"]["id"] for answer in answers[:30] if answer.code is None}
    assert granted_ids == {owners[0]["id"]}


# What is forgotten


def firebase(world, **user):
    (world.folder / "users.json").write_text(json.dumps({"users": [
        {"localId": "evil", "email": "kim@example.com", "emailVerified": False, "providerUserInfo": [], **user}]}))
    return vestibule(world, "import", "users.json", "--format", "firebase", "--default-role", "client")


def test_a_repeated_import_brings_back_nothing_that_a_first_proof_has_ended(world):
    sections = policy()
    sections["providers"]["firebase"] = {"projectID": "demo", "jwks": KEYS}
    world.policy(sections)
    theirs = {"identity": {"provider": "firebase", "idToken": id_token(
        iss="https://securetoken.google.com/demo", aud="demo", sub="evil", email="kim@example.com", email_verified=False)}}
    firebase(world, displayName="Evil", phoneNumber="+4930123456")
    reset(world)
    kim = granted(sign_in(world, password=NEW))["account"]["id"]
    firebase(world, displayName="Eve", phoneNumber="+4930123457")
    answer = world.run("sign-in", {**theirs, "as": "client"})
    assert answer.code or answer.json["account"]["id"] != kim
    [account] = world.rows("SELECT phone, display_name FROM accounts WHERE email_verified = 1")
    assert account["phone"] is None and account["display_name"] != "Eve"


def test_a_device_of_whoever_made_the_account_is_a_new_device_afterwards(world):
    world.policy(policy())
    signed_up(world, device={"id": "evils", "name": "Evil's phone", "platform": "ios"})
    reset(world)
    granted(sign_in(world, password=NEW, device={"id": "own"}))
    found = mails_after(world, lambda: granted(sign_in(world, password=NEW, device={"id": "evils"})))
    assert found and {to for to, _ in found} == {"kim@example.com"}
    assert mails_after(world, lambda: granted(sign_in(world, password=NEW, device={"id": "evils"}))) == []
    token = granted(sign_in(world, password=NEW))["session"]["accessToken"]
    assert "Evil" not in json.dumps(granted(world.run("export-account", {}, token))["sessions"])


def test_an_export_does_not_show_the_guardian_whom_somebody_else_has_named(world):
    world.policy(policy(consent={"minimumAge": 13, "parentalUnder": 18, "version": "1"}))
    sign_up(world, birthDate=birthday(15), consent={"version": "1", "guardianEmail": "mum@example.com"})
    reset(world)
    answer = granted(sign_in(world, password=NEW, birthDate=birthday(30), consent={"version": "1"}))
    assert "mum@" not in json.dumps(granted(world.run("export-account", {}, answer["session"]["accessToken"])))


# Inviters


def test_the_state_after_a_first_proof_by_the_own_identity_names_the_inviters(world):
    world.policy(both())
    ada = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
    code = world.run("send-invitation", {"client": {"name": "Kim", "email": "x@example.com"}, "deliver": "link", "allowOtherEmail": True}, ada)
    code = code.json["link"].split("code=")[1]
    kim = {"identity": person("kim", email_verified=False)}
    granted(world.run("accept-invitation", {"code": code, **kim}))
    answer = granted(world.run("sign-in", {"identity": person("kim")}))
    own = granted(world.run("get-account", {}, answer["session"]["accessToken"]))
    assert (answer["state"], answer["missing"]) == (own["state"], own["missing"]) == ("incomplete", ["inviters"])
    assert answer["account"]["waitingInviters"][0]["inviter"]["displayName"]


def test_the_record_of_an_inviter_survives_the_end_of_an_account_that_claimed_the_address(world):
    world.policy(both())
    ada = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
    sent = world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": "link", "allowOtherEmail": True}, ada)
    granted(world.run("accept-invitation", {"code": sent.json["link"].split("code=")[1], **evil()}))
    granted(world.run("sign-in", {"identity": person("kim"), "as": "client"}))
    world.run("purge-records")
    [client] = granted(world.run("list-clients", {}, ada))["clients"]
    assert (client["name"], client["email"]) == ("Kim", "kim@example.com") and "accountId" not in client


def test_the_page_after_a_sign_in_asks_for_the_role_and_the_inviters(world):
    world.policy(page_policy())
    tokens = {}
    kim = {"identity": person("kim", email_verified=False)}
    for name in ("ada", "bob"):
        inviter = granted(world.run("sign-in", {"identity": person(name), "as": "admin"}))["session"]["accessToken"]
        tokens[name] = inviter
        sent = granted(world.run("send-invitation", {
            "client": {"name": "Kim", "email": f"{name}s-kim@example.com"}, "deliver": "link", "allowOtherEmail": True}, inviter))
        granted(world.run("accept-invitation", {"code": sent["link"].split("code=")[1], **kim}))
    reset(world)
    visitor = Visitor(world)
    page = visitor.sign_in(password=NEW)
    assert page.heading == "Complete your account", page.text
    names = [field["name"] for field in page.parsed.all("input") if field["name"].startswith("keep-")]
    assert len(names) == 2 and "Ada" in page.text
    kept = world.rows("SELECT clients.id FROM clients JOIN accounts ON accounts.id = clients.inviter_id WHERE accounts.email = 'ada@example.com'")[0]["id"]
    page = visitor.submit("complete", **{f"keep-{kept}": "yes"})
    assert page.heading in ("Sign out", "You’re signed in"), page.text
    assert [len(granted(world.run("list-members", {}, tokens[name]))["members"]) for name in ("ada", "bob")] == [1, 0]
