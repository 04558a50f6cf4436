# SPDX-License-Identifier: Apache-2.0
"""What inviters may change of their clients and members, what they may look up, and what a person may change."""

import pytest
from conftest import code_of, person
from people import at_once, calm, code_for, granted, mails_to, policy, sign_in, signed_up, verified

FIELDS = {
    "classYear": {"type": "integer", "minimum": 1, "maximum": 4},
    "tags": {"type": "array", "items": {"type": "string", "maxLength": 5}},
    "address": {"type": "object", "required": ["city"], "properties": {"city": {"type": "string"}}},
    "chapterId": {"type": "string", "maxLength": 64, "x-setBy": "inviter"},
}
PHONE = "+1 555 123 4567"
KIM = {"name": "Kim", "email": "kim@example.com"}


def rules(**sections):
    return policy(**{"roles": {"signUp": ["admin", "client"]}, "profile": {"fields": FIELDS}, **sections})


@pytest.fixture
def world(world):
    world.policy(rules())
    return world


def trainer(world, name="ada"):
    return granted(world.run("sign-in", {"identity": person(name), "as": "admin"}))["session"]["accessToken"]


@pytest.fixture
def ada(world):
    return trainer(world)


@pytest.fixture
def bob(world):
    return trainer(world, "bob")


def clients(world, token, **data):
    return granted(world.run("list-clients", data, token))["clients"]


def accepted(world, token, name="kim", **event):
    """A client of an inviter: the answer to the acceptance."""
    code = world.invite(token, name)["code"]
    return granted(world.run("accept-invitation", {"code": code, "identity": person(name)}, **event))


def errors(answer):
    return {error["pointer"]: error["code"] for error in answer.json["error"]["errors"]}


# update-client


def test_an_inviter_corrects_what_it_keeps_about_a_client(world, ada):
    client = world.invite(ada)["client"]
    changes = {"name": " Kim L. ", "phone": PHONE, "notes": "Knee.\nFine again.", "locale": "de-AT"}
    changed = granted(world.run("update-client", {"clientId": client["id"], **changes}, ada))["client"]
    assert changed == {**client, **changes, "name": "Kim L."}
    cleared = {"phone": None, "notes": None, "locale": None}
    assert granted(world.run("update-client", {"clientId": client["id"], **cleared}, ada))["client"] == {
        **client, "name": "Kim L."}
    assert [entry["name"] for entry in clients(world, ada, query="kim l")] == ["Kim L."]
    assert clients(world, ada, query="knee") == []


def test_what_is_not_said_stays(world, ada):
    client = world.invite(ada, client={**KIM, "phone": PHONE, "notes": "Knee."})["client"]
    assert granted(world.run("update-client", {"clientId": client["id"], "name": "K."}, ada))["client"] == {
        **client, "name": "K."}


@pytest.mark.parametrize("field, value", [
    ("name", None), ("name", "  "), ("email", "lee@example.com"), ("phone", "call me"), ("notes", "x" * 4001),
    ("locale", "klingon!"), ("accountId", "1")])
def test_what_an_inviter_may_not_change_is_named(world, ada, field, value):
    client = world.invite(ada)["client"]
    answer = world.run("update-client", {"clientId": client["id"], field: value}, ada)
    assert answer.code == "event/invalid" and list(errors(answer)) == [f"/{field}"]
    assert clients(world, ada)[0]["name"] == "Kim"


def test_a_reminder_greets_by_the_corrected_name_and_the_client_never_sees_notes(world, ada):
    session = accepted(world, ada)["session"]["accessToken"]
    [client] = clients(world, ada)
    granted(world.run("update-client", {"clientId": client["id"], "name": "K.", "notes": "Lazy."}, ada))
    [own] = granted(world.run("get-account", {}, session))["clients"]
    assert own["name"] == "K." and "notes" not in own


# remove-client


def test_a_removed_client_goes_with_invitation_and_workouts_and_the_account_stays(world, ada):
    kim = accepted(world, ada)
    token, client = kim["session"]["accessToken"], kim["client"]["id"]
    granted(world.run("assign-workout", {"clientId": client, "title": "Legs"}, ada))
    assert granted(world.run("remove-client", {"clientId": client}, ada)) == {"removed": client}
    assert clients(world, ada) == []
    assert granted(world.run("get-account", {}, token))["clients"] == []
    assert granted(world.run("list-workouts", {}, token))["workouts"] == []
    for table in ("clients", "invitations", "invitation_codes", "workouts"):
        assert world.rows(f"SELECT * FROM {table}") == []
    assert granted(world.run("sign-in", {"identity": person("kim")}))["account"]["id"] == kim["account"]["id"]
    for function in ("remove-client", "update-client"):
        assert world.run(function, {"clientId": client}, ada).code == "client/not-found"
    assert accepted(world, ada)["isNewAccount"] is False, "a removed client can be invited anew"


def test_the_mail_of_a_removed_client_is_not_sent_and_its_code_is_dead(world, ada):
    sent = granted(world.run("send-invitation", {"client": {"name": "Lee", "email": "lee@example.com"}}, ada))
    code = code_of(mails_to(world, "lee")[0])
    nowhere = {"MAIL_URL": "smtp://127.0.0.1:1?tls=none"}
    queued = granted(world.run("send-invitation", {"client": KIM}, ada, env=nowhere))
    for client in (sent["client"], queued["client"]):
        granted(world.run("remove-client", {"clientId": client["id"]}, ada))
    world.age("outbox", "due_at", 60)
    assert granted(world.run("deliver-mail"))["sent"] == 0 and mails_to(world, "kim") == []
    assert {row["state"]: row["sealed_values"] for row in world.rows("SELECT * FROM outbox")} == {
        "sent": None, "cancelled": None}
    assert world.accept(code, "lee").code == "invitation/not-found"
    assert world.run("preview-invitation", {"code": code}).code == "invitation/not-found"
    gone = {"invitationId": queued["invitation"]["id"]}
    assert world.run("resend-invitation", gone, ada).code == "invitation/not-found"
    assert granted(world.run("expire-invitations"))["expired"] == 0


def test_a_client_of_two_stays_the_others(world, ada, bob):
    kim = accepted(world, ada)
    other = accepted(world, bob)
    granted(world.run("assign-workout", {"clientId": other["client"]["id"], "title": "Arms"}, bob))
    granted(world.run("remove-client", {"clientId": kim["client"]["id"]}, ada))
    token = kim["session"]["accessToken"]
    [left] = granted(world.run("get-account", {}, token))["clients"]
    assert left["id"] == other["client"]["id"]
    assert [workout["title"] for workout in granted(world.run("list-workouts", {}, token))["workouts"]] == ["Arms"]


@pytest.mark.parametrize("function", ["update-client", "remove-client"])
def test_another_inviters_client_is_not_found_like_none(world, ada, bob, function):
    client = world.invite(ada)["client"]
    theirs, none = (world.run(function, {"clientId": id}, bob) for id in (client["id"], "nobody"))
    assert theirs.code == "client/not-found" and theirs.stdout == none.stdout
    token = accepted(world, ada, "lee")["session"]["accessToken"]
    assert world.run(function, {"clientId": client["id"]}, token).code == "auth/permission-denied"
    assert world.run(function, {"clientId": client["id"]}).code == "auth/unauthenticated"
    assert [entry["id"] for entry in clients(world, ada)][0] == client["id"]


# update-member


def update_member(world, token, profile, **whom):
    return world.run("update-member", {"profile": profile, **whom}, token)


def test_an_inviter_sets_what_is_kept_for_inviters_and_the_member_does_not(world, ada):
    kim = accepted(world, ada)
    token, account = kim["session"]["accessToken"], kim["account"]
    set_by_id = granted(update_member(world, ada, {"chapterId": "beta"}, accountId=account["id"]))["member"]
    assert set_by_id == {
        "accountId": account["id"], "email": "kim@example.com", "displayName": "Kim", "profile": {"chapterId": "beta"}}
    granted(world.run("update-account", {"profile": {"classYear": 2}}, token))
    for value in ("alpha", "beta", None):
        refused = world.run("update-account", {"profile": {"chapterId": value, "classYear": 3}}, token)
        assert refused.code == "auth/permission-denied"
        assert errors(refused) == {"/profile/chapterId": "auth/permission-denied"}
    by_email = granted(update_member(world, ada, {"chapterId": "gamma"}, email="KIM@example.com"))["member"]
    assert by_email["profile"] == {"chapterId": "gamma", "classYear": 2}
    cleared = granted(update_member(world, ada, {"chapterId": None}, accountId=account["id"]))["member"]
    assert cleared["profile"] == {"classYear": 2}
    assert granted(world.run("get-account", {}, token))["account"]["profile"] == {"classYear": 2}


def test_a_sign_up_may_not_set_it_either(world):
    answer = world.run("sign-up", {
        "email": "kim@example.com", "password": "correct horse battery", "displayName": "Kim", "role": "client",
        "profile": {"chapterId": "beta"}})
    assert answer.code == "auth/permission-denied" and list(errors(answer)) == ["/profile/chapterId"]


@pytest.mark.parametrize("profile, pointer", [
    ({"classYear": 2}, "/profile/classYear"), ({"shoeSize": 9}, "/profile/shoeSize"),
    ({"chapterId": 7}, "/profile/chapterId"), ({"chapterId": "x" * 65}, "/profile/chapterId")])
def test_an_inviter_sets_nothing_else(world, ada, profile, pointer):
    account = accepted(world, ada)["account"]
    answer = update_member(world, ada, profile, accountId=account["id"])
    assert answer.status == 0 and list(errors(answer)) == [pointer]
    assert world.rows(f"SELECT profile FROM accounts WHERE id = '{account['id']}'") == [{"profile": "{}"}]


def test_where_people_sign_up_as_inviters_one_reaches_only_its_own_clients(world, ada, bob):
    account = accepted(world, ada)["account"]
    stranger = verified(world, "lee")["account"]
    pending = world.invite(ada, "max")["client"]
    granted(update_member(world, ada, {"chapterId": "beta"}, accountId=account["id"]))
    none = update_member(world, bob, {"chapterId": "x"}, accountId="nobody")
    assert none.code == "client/not-found"
    for whom in ({"accountId": account["id"]}, {"email": "kim@example.com"}, {"accountId": stranger["id"]},
                 {"email": "lee@example.com"}, {"email": pending["email"]}):
        answer = update_member(world, bob, {"chapterId": "x"}, **whom)
        assert answer.stdout == none.stdout, whom
    granted(world.run("remove-client", {"clientId": clients(world, ada)[0]["id"]}, ada))
    assert update_member(world, ada, {"chapterId": "x"}, accountId=account["id"]).code == "client/not-found"


def test_where_they_cannot_an_inviter_reaches_every_invitee_and_no_inviter(world, ada, bob):
    world.policy(rules(roles={"signUp": ["client"]}))
    lee, unverified = verified(world, "lee")["account"], signed_up(world, "max")["account"]
    for whom in ({"accountId": lee["id"]}, {"email": "lee@example.com"}, {"accountId": unverified["id"]}):
        granted(update_member(world, ada, {"chapterId": "beta"}, **whom))
    for whom in ({"email": "bob@example.com"}, {"email": "ada@example.com"}, {"accountId": "nobody"},
                 {"email": "max@example.com"}):
        assert update_member(world, ada, {"chapterId": "beta"}, **whom).code == "client/not-found"
    token = granted(sign_in(world, "lee"))["session"]["accessToken"]
    assert update_member(world, token, {"chapterId": "x"}, email="max@example.com").code == "auth/permission-denied"


def test_a_member_is_named_in_one_way(world, ada):
    account = accepted(world, ada)["account"]
    for whom in ({}, {"accountId": account["id"], "email": "kim@example.com"}):
        assert update_member(world, ada, {"chapterId": "x"}, **whom).code == "event/invalid"


# list-audit


def audit(world, token, **data):
    return granted(world.run("list-audit", data, token))


def actions(page):
    return [entry["action"] for entry in page["entries"]]


def test_an_inviter_sees_what_it_did_and_what_became_of_it_the_newest_first(world, ada, bob):
    accepted(world, bob, "max")
    invited = world.invite(ada)
    assert world.run("send-invitation", {"client": KIM}, ada).code == "client/duplicate"
    identity = {"code": invited["code"], "identity": person("kim")}
    kim = granted(world.run("accept-invitation", identity, clientip="192.0.2.7", useragent="Kim's phone"))
    notes = {"clientId": invited["client"]["id"], "notes": "Knee."}
    granted(world.run("update-client", notes, ada, clientip="192.0.2.1"))
    granted(update_member(world, ada, {"chapterId": "beta"}, accountId=kim["account"]["id"]))
    granted(world.run("remove-client", {"clientId": invited["client"]["id"]}, ada))
    page = audit(world, ada)
    assert actions(page) == [
        "client.removed", "member.updated", "client.updated", "invitation.accepted", "refused", "invitation.sent"]
    assert page["nextCursor"] is None
    removed, member, updated, acceptance, refused, _ = page["entries"]
    assert acceptance["accountId"] == kim["account"]["id"] and acceptance["subjectId"] == invited["invitation"]["id"]
    assert acceptance.keys() & {"address", "userAgent", "provider"} == set()
    assert updated["address"] == "192.0.2.1" and refused["code"] == "client/duplicate"
    assert removed["subjectId"] == invited["client"]["id"] and member["subjectId"] == kim["account"]["id"]
    assert "192.0.2.7" not in str(page) and "Knee" not in str(page)


def test_no_entry_is_another_inviters(world, ada, bob):
    accepted(world, ada)
    accepted(world, bob, "lee")
    pages = [{entry["id"] for entry in audit(world, token)["entries"]} for token in (ada, bob)]
    assert all(pages) and not pages[0] & pages[1]
    subject = audit(world, ada)["entries"][0]["subjectId"]
    assert audit(world, bob, subjectId=subject)["entries"] == []
    cursor = audit(world, ada, limit=1)["nextCursor"]
    assert {entry["id"] for entry in audit(world, bob, cursor=cursor)["entries"]} <= pages[1]


def test_the_log_is_read_in_pages_and_by_action_or_subject(world, ada):
    names = [f"p{number}" for number in range(7)]
    invited = [world.invite(ada, name) for name in names]
    granted(world.run("revoke-invitation", {"invitationId": invited[3]["invitation"]["id"]}, ada))
    whole, read, cursor = audit(world, ada)["entries"], [], None
    assert len(whole) == 8 and whole == sorted(whole, key=lambda entry: (entry["at"], entry["id"]), reverse=True)
    for size in (3, 3, 2):
        page = audit(world, ada, limit=3, **({"cursor": cursor} if cursor else {}))
        assert len(page["entries"]) == size
        read, cursor = read + page["entries"], page["nextCursor"]
    assert read == whole and cursor is None
    assert actions(audit(world, ada, action="invitation.revoked")) == ["invitation.revoked"]
    one = audit(world, ada, subjectId=invited[3]["invitation"]["id"])
    assert actions(one) == ["invitation.revoked", "invitation.sent"]
    assert audit(world, ada, action="nothing.such")["entries"] == []
    assert world.run("list-audit", {"cursor": "nonsense"}, ada).code == "event/invalid"


def test_a_client_may_not_read_it(world, ada):
    token = accepted(world, ada)["session"]["accessToken"]
    assert world.run("list-audit", {}, token).code == "auth/permission-denied"


# update-account


@pytest.fixture
def kim(world):
    return signed_up(world, phone=PHONE, locale="de", profile={"classYear": 1, "tags": ["a"]})


def update(world, session, **data):
    return world.run("update-account", data, session["accessToken"])


def test_a_person_changes_what_is_theirs(world, kim):
    changes = {"displayName": "Kim L.", "photoURL": "https://example.com/kim.jpg", "locale": "es",
               "profile": {"classYear": 2, "address": {"city": "Wien"}}}
    account = granted(update(world, kim, **changes))["account"]
    assert account == {
        **kim["account"], **changes, "profile": {"classYear": 2, "tags": ["a"], "address": {"city": "Wien"}}}
    seen = granted(world.run("get-account", {}, kim["accessToken"]))["account"]
    assert {**seen, **account} == seen
    assert granted(update(world, kim))["account"] == account


def test_null_takes_a_field_away(world, kim):
    granted(update(world, kim, photoURL="https://example.com/kim.jpg"))
    account = granted(update(world, kim, photoURL=None, phone=None, locale=None, profile={"tags": None}))["account"]
    assert not {"photoURL", "phone", "locale"} & set(account) and account["profile"] == {"classYear": 1}


def test_a_name_is_taken_away_where_the_policy_does_not_need_one(world, kim):
    assert errors(update(world, kim, displayName=None)) == {"/displayName": "auth/invalid-display-name"}
    world.policy(rules(profile={"fields": FIELDS, "displayName": "optional"}))
    assert granted(update(world, kim, displayName=None))["account"]["displayName"] == ""


def test_a_telephone_number_that_the_policy_needs_stays(world, kim):
    world.policy(rules(profile={"fields": FIELDS, "phone": "required"}))
    refused = update(world, kim, phone=None)
    assert refused.code == "auth/invalid-phone-number" and errors(refused) == {"/phone": "auth/invalid-phone-number"}
    granted(update(world, kim, displayName="K."))


@pytest.mark.parametrize("country, written, kept", [
    ("1", "(785) 555-0100", "+17855550100"), ("1", "1-785-555-0100", "+17855550100"),
    ("1", "+49 30 901820", "+4930901820"), ("1", "0049 30 901820", "+4930901820"), ("49", "030 901820", "+4930901820"),
    ("44", "+1 (785) 555.0100", "+17855550100"), ("1", "555-0100", None), ("1", "+0 12345678", None),
    ("1", "+1234567890123456", None), ("1", "785 555 0100 x7", None)])
def test_a_telephone_number_is_kept_as_the_world_dials_it(world, kim, country, written, kept):
    world.policy(rules(profile={"callingCode": country}))
    answer = update(world, kim, phone=written)
    if kept:
        assert granted(answer)["account"]["phone"] == kept
    else:
        assert answer.code == "auth/invalid-phone-number" and list(errors(answer)) == ["/phone"]


@pytest.mark.parametrize("profile, pointers", [
    ({"classYear": 5}, ["/profile/classYear"]), ({"classYear": "2"}, ["/profile/classYear"]),
    ({"classYear": 1.5}, ["/profile/classYear"]), ({"tags": ["ok", "much too long"]}, ["/profile/tags/1"]),
    ({"address": {}}, ["/profile/address/city"]), ({"shoe/size": 9}, ["/profile/shoe~1size"]),
    ({"shoeSize": None}, ["/profile/shoeSize"]),
    ({"classYear": 0, "tags": 1}, ["/profile/classYear", "/profile/tags"])])
def test_a_profile_that_breaks_its_schema_is_refused_by_name(world, kim, profile, pointers):
    answer = update(world, kim, displayName="K.", profile=profile)
    assert answer.code == "event/invalid" and sorted(errors(answer)) == sorted(pointers)
    account = granted(world.run("get-account", {}, kim["accessToken"]))["account"]
    assert account["displayName"] == "Kim" and account["profile"] == {"classYear": 1, "tags": ["a"]}


def test_a_role_stays(world, kim):
    refused = update(world, kim, role="admin", displayName="K.")
    assert refused.code == "auth/role-immutable" and refused.json["error"]["status"] == 409
    assert granted(update(world, kim, role="client"))["account"]["role"] == "client"
    assert granted(world.run("get-account", {}, kim["accessToken"]))["account"]["displayName"] == "Kim"


@pytest.mark.parametrize("field, value", [
    ("photoURL", "http://example.com/kim.jpg"), ("photoURL", "javascript:alert(1)"), ("locale", "not a language"),
    ("displayName", "x" * 201), ("displayName", "two\nlines"), ("email", "nobody@"), ("status", "active"),
    ("emailVerified", True), ("id", "1")])
def test_what_nobody_may_set_so_is_named(world, kim, field, value):
    answer = update(world, kim, **{field: value})
    assert answer.status == 0 and list(errors(answer)) == [f"/{field}"]


def test_changes_at_once_lose_nothing(world, kim):
    fields = {f"f{number}": {"type": "integer"} for number in range(20)}
    world.policy(rules(profile={"fields": fields}))
    every = [{"profile": {name: 1}} for name in fields]
    for answer in at_once(world, "update-account", every, authorization=f"Bearer {kim['accessToken']}"):
        granted(answer)
    profile = granted(world.run("get-account", {}, kim["accessToken"]))["account"]["profile"]
    assert {name: profile.get(name) for name in fields} == dict.fromkeys(fields, 1)


def test_mails_speak_the_language_that_the_account_chose(world, kim):
    granted(update(world, kim, locale="es-MX"))
    calm(world)
    code_for(world, "reset-password")
    assert "contraseña" in mails_to(world, "kim")[-1]["subject"]
