# SPDX-License-Identifier: Apache-2.0
"""A stranger who claims somebody's address, has an account imported for it, deletes one, or is an inviter of it, gets no hold
on the person, and keeps nothing from them."""

import json

import pytest
from admission import birthday
from imports import results, run_import
from operators import vestibule
from pages import page_policy
from people import DAY, PASSWORD, addressed, code_for, code_in, granted, mails_to, policy, sign_in, sign_up, signed_up, verified
from visitors import Visitor
from worlds import ENGINE, KEYS, POLICY, code_of, id_token, person

pytestmark = pytest.mark.postgresql
NEW = "another long password"


def evil():
    return {"identity": person("evil", email="kim@example.com", email_verified=False)}


def both(**sections):
    return policy(roles={"signUp": ["client", "admin"]}, **sections)


def reset(world, name="kim"):
    code = code_for(world, "reset-password", name)
    granted(world.run("reset-password", {"code": code, "newPassword": NEW}))


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


# Deleted and closed claims


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


# Imports


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


# What a first proof forgets


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


# Tokens, counts and rules


def test_a_used_token_closes_no_account_for_age(world):
    google = {**POLICY["providers"]["google"], "nonce": "required"}
    sections = policy(consent={"minimumAge": 13})
    sections["providers"]["google"] = google
    world.policy(sections)
    token = id_token(sub="kim", email="kim@example.com", email_verified=True, nonce="n")
    data = {"identity": {"provider": "google", "idToken": token, "nonce": "n"}, "as": "client"}
    granted(world.run("sign-in", data))
    for birth in ({}, {"birthDate": birthday(5)}):
        assert world.run("sign-in", {**data, **birth}).code == "auth/id-token-used"
    assert world.rows("SELECT status FROM accounts") == [{"status": "active"}]


def test_failures_at_all_addresses_of_an_account_count_together_and_are_forgotten_together(world):
    world.policy(policy(limits={"signInAccount": {"max": 3, "seconds": 900}}))
    token = verified(world)["accessToken"]
    granted(world.run("link-identity", {"identity": person("k2", email="k2@example.com")}, token))
    for name in ("k2", "k2", "kim"):
        assert sign_in(world, name, "wrong").code == "auth/invalid-credential"
    assert sign_in(world).code == "auth/invalid-credential"
    reset(world)
    for name in ("k2", "kim"):
        granted(sign_in(world, name, NEW))


def test_a_right_password_of_a_disabled_account_is_not_shown_after_too_many_failures(world):
    world.policy(policy(limits={"signInAccount": {"max": 3, "seconds": 900}}, profile={"username": "optional"}))
    verified(world, username="kimmy")
    vestibule(world, "account", "suspend", "kim@example.com")
    for _ in range(3):
        assert world.run("sign-in", {"username": "kimmy", "password": "wrong"}).code == "auth/invalid-credential"
    assert sign_in(world).code == sign_in(world, password="wrong").code == "auth/invalid-credential"


def test_a_linked_address_becomes_primary_by_the_rules_of_a_change(world):
    world.policy(policy())
    token = verified(world)["accessToken"]
    granted(world.run("link-identity", {"identity": person("k2", email="kim@gmail.example")}, token))
    world.policy(policy(email={"allowedDomains": ["example.com"]}))
    assert world.run("update-account", {"email": "kim@gmail.example"}, token).code == "auth/email-domain-not-allowed"


def test_an_address_that_was_given_up_does_not_come_back_by_itself(world):
    world.policy(policy())
    token = verified(world)["accessToken"]
    google = {"identity": person("k2", email="k2@example.com")}
    granted(world.run("link-identity", google, token))
    granted(world.run("update-account", {"removeEmail": "k2@example.com"}, token))
    addresses = granted(world.run("sign-in", google))["account"]["addresses"]
    assert [each["email"] for each in addresses] == ["kim@example.com"]
    changed = granted(world.run("sign-in", {"identity": person("k2", email="k3@example.com")}))["account"]["addresses"]
    assert [each["email"] for each in changed] == ["kim@example.com", "k3@example.com"]


def test_trust_in_a_providers_addresses_does_not_contradict_its_tokens(world):
    world.policy(policy())
    verified(world)
    sections = policy()
    sections["providers"]["supabase"] = {"issuer": "https://x.supabase.co/auth/v1", "audiences": ["app"], "jwks": KEYS, "trustEmail": True}
    world.policy(sections)

    def supabase(**claims):
        text = id_token(iss="https://x.supabase.co/auth/v1", sub="s", email="kim@example.com", **claims)
        return world.run("sign-in", {"identity": {"provider": "supabase", "idToken": text}, "as": "client"})

    assert not granted(supabase(email_verified=False))["account"]["emailVerified"]


def test_an_identity_that_ended_at_its_provider_can_be_replaced(world):
    world.policy(policy())
    token = verified(world)["accessToken"]
    granted(world.run("link-identity", {"identity": person("k2", email="k2@example.com")}, token))
    world.rows("UPDATE identities SET ended_at = 1")
    granted(world.run("unlink-identity", {"provider": "google"}, token))
    granted(world.run("link-identity", {"identity": person("k3", email="k3@example.com")}, token))


def test_a_refresh_of_an_account_closed_for_age_says_so(world):
    world.policy(policy(consent={"minimumAge": 13, "version": "1"}))
    session = granted(world.run("sign-in", {"identity": person("kim"), "as": "client"}))["session"]
    assert world.run("complete-account", {"birthDate": birthday(10)}, session["accessToken"]).code == "auth/underage-user"
    assert world.run("refresh-session", {"refreshToken": session["refreshToken"]}).code == "auth/underage-user"


def test_a_subject_that_apple_transfers_is_stored_with_a_known_identity(world):
    def apple(subject, **claims):
        text = id_token(iss="https://appleid.apple.com", aud="io.example.app", sub=subject, email="kim@example.com", email_verified=True, **claims)
        return granted(world.run("sign-in", {"identity": {"provider": "apple", "idToken": text}, "as": "admin"}))["account"]["id"]

    first = apple("a1")
    assert apple("a1", transfer_sub="T") == apple("b1", transfer_sub="T") == apple("b1") == apple("a1") == first


def test_the_subjects_of_a_transfer_are_imported(world):
    def apple(subject):
        text = id_token(iss="https://appleid.apple.com", aud="io.example.app", sub=subject, email="kim@example.com", email_verified=True)
        return granted(world.run("sign-in", {"identity": {"provider": "apple", "idToken": text}, "as": "admin"}))["account"]["id"]

    first = apple("a1")
    rows = "sub,transfer_sub\na1,T1\nunknown,T2\n,T3\n"
    done = run_import(world, rows, "--format", "apple-transfer")
    assert results(done) == [("updated", None), ("skipped", "identity-unknown"), ("skipped", "identity-invalid")], done.stderr
    assert results(run_import(world, rows, "--format", "apple-transfer"))[0] == ("unchanged", None)
    text = id_token(iss="https://appleid.apple.com", aud="io.example.app", sub="b1", transfer_sub="T1", email_verified=True, email="kim@example.com")
    answer = granted(world.run("sign-in", {"identity": {"provider": "apple", "idToken": text}}))
    assert answer["account"]["id"] == apple("a1") == apple("b1") == first


def test_an_operator_lets_another_subject_of_a_provider_in(world):
    world.policy(policy())
    known = granted(world.run("sign-in", {"identity": person("kim"), "as": "client"}))
    other = {"identity": person("another", email="kim@example.com")}
    assert world.run("sign-in", other).code == "auth/provider-already-linked"
    assert vestibule(world, "account", "unlink", "kim@example.com", "--provider", "apple").status == 65
    done = vestibule(world, "account", "unlink", "kim@example.com", "--provider", "google")
    assert done.status == 0, done
    assert granted(world.run("sign-in", other))["account"]["id"] == known["account"]["id"]
    assert world.run("get-account", {}, known["session"]["accessToken"]).code == "auth/session-revoked"


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
    assert page.heading == "Complete your account", (page.text, world.run("get-account", {}, granted(sign_in(world, password=NEW))["session"]["accessToken"]).json)
    names = [field["name"] for field in page.parsed.all("input") if field["name"].startswith("keep-")]
    assert len(names) == 2 and "Ada" in page.text
    kept = world.rows("SELECT clients.id FROM clients JOIN accounts ON accounts.id = clients.inviter_id WHERE accounts.email = 'ada@example.com'")[0]["id"]
    page = visitor.submit("complete", **{f"keep-{kept}": "yes"})
    assert page.heading in ("Sign out", "You're signed in"), page.text
    assert [len(granted(world.run("list-members", {}, tokens[name]))["members"]) for name in ("ada", "bob")] == [1, 0]


def test_the_account_of_a_deletion_is_the_one_of_its_transaction(world):
    world.policy(both())
    token = verified(world)["accessToken"]
    granted(world.run("link-identity", {"identity": person("k2", email="k2@example.com")}, token))
    exported = granted(world.run("export-account", {}, token))["account"]["addresses"]
    assert [each["email"] for each in exported] == ["kim@example.com", "k2@example.com"]
    ada = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
    world.invite(ada, "k2")
    granted(world.run("delete-account", {}, token))
    [client] = world.rows("SELECT email FROM clients")
    assert client["email"].endswith("@deleted.invalid")


def test_linking_an_identity_stores_its_subject_after_a_transfer(world):
    def apple(subject, **claims):
        text = id_token(iss="https://appleid.apple.com", aud="io.example.app", sub=subject, email="kim@example.com", email_verified=True, **claims)
        return {"identity": {"provider": "apple", "idToken": text}}

    first = granted(world.run("sign-in", {**apple("a1", transfer_sub="T", name="Kim"), "as": "admin"}))
    token = first["session"]["accessToken"]
    granted(world.run("link-identity", apple("b1", transfer_sub="T"), token))
    granted(world.run("link-identity", apple("b1", transfer_sub="T"), token))
    assert granted(world.run("sign-in", apple("b1")))["account"]["id"] == first["account"]["id"]
    linked = granted(world.run("get-account", {}, token))["identities"]
    assert sorted(identity["subject"] for identity in linked) == ["a1", "b1"]
