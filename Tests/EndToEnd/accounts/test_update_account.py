# SPDX-License-Identifier: Apache-2.0
"""`update-account`: what a person changes of the own account."""

import pytest
from members import FIELDS, PHONE, errors, rules
from people import age_limits, at_once, code_for, granted, mails_to, signed_up

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(rules())]


@pytest.fixture
def kim(world):
    return signed_up(world, phone=PHONE, locale="de", profile={"classYear": 1, "tags": ["a"]})


def update(world, session, **data):
    return world.run("update-account", data, session["accessToken"])


def test_a_person_updates_the_own_account(world, kim):
    changes = {"displayName": "Kim L.", "photoURL": "https://example.com/kim.jpg", "locale": "es",
               "profile": {"classYear": 2, "address": {"city": "Wien"}}}
    account = granted(update(world, kim, **changes))["account"]
    assert account == {
        **kim["account"], **changes, "profile": {"classYear": 2, "tags": ["a"], "address": {"city": "Wien"}}}
    seen = granted(world.run("get-account", {}, kim["accessToken"]))["account"]
    assert {**seen, **account} == seen
    assert granted(update(world, kim))["account"] == account


def test_null_removes_a_field(world, kim):
    granted(update(world, kim, photoURL="https://example.com/kim.jpg"))
    account = granted(update(world, kim, photoURL=None, phone=None, locale=None, profile={"tags": None}))["account"]
    assert not {"photoURL", "phone", "locale"} & set(account) and account["profile"] == {"classYear": 1}


def test_a_name_can_be_removed_if_the_policy_does_not_require_it(world, kim):
    assert errors(update(world, kim, displayName=None)) == {"/displayName": "auth/invalid-display-name"}
    world.policy(rules(profile={"fields": FIELDS, "displayName": "optional"}))
    assert granted(update(world, kim, displayName=None))["account"]["displayName"] == ""


def test_a_required_telephone_number_cannot_be_removed(world, kim):
    world.policy(rules(profile={"fields": FIELDS, "phone": "required"}))
    refused = update(world, kim, phone=None)
    assert refused.code == "auth/invalid-phone-number" and errors(refused) == {"/phone": "auth/invalid-phone-number"}
    granted(update(world, kim, displayName="K."))


@pytest.mark.parametrize("country, written, kept", [
    ("1", "(785) 555-0100", "+17855550100"), ("1", "1-785-555-0100", "+17855550100"),
    ("1", "+49 30 901820", "+4930901820"), ("1", "0049 30 901820", "+4930901820"), ("49", "030 901820", "+4930901820"),
    ("44", "+1 (785) 555.0100", "+17855550100"), ("1", "555-0100", None), ("1", "+0 12345678", None),
    ("1", "+1234567890123456", None), ("1", "785 555 0100 x7", None)])
def test_a_telephone_number_is_stored_in_international_form(world, kim, country, written, kept):
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


def test_a_role_cannot_be_changed(world, kim):
    refused = update(world, kim, role="admin", displayName="K.")
    assert refused.code == "auth/role-immutable" and refused.json["error"]["status"] == 409
    assert granted(update(world, kim, role="client"))["account"]["role"] == "client"
    assert granted(world.run("get-account", {}, kim["accessToken"]))["account"]["displayName"] == "Kim"


@pytest.mark.parametrize("field, value", [
    ("photoURL", "http://example.com/kim.jpg"), ("photoURL", "javascript:alert(1)"), ("locale", "not a language"),
    ("timeZone", "Europe/../x"), ("timeZone", "Berlin time"), ("timeZone", ""),
    ("displayName", "x" * 201), ("displayName", "two\nlines"), ("email", "nobody@"), ("status", "active"),
    ("emailVerified", True), ("id", "1")])
def test_a_field_that_cannot_be_set_here_is_named(world, kim, field, value):
    answer = update(world, kim, **{field: value})
    assert answer.status == 0 and list(errors(answer)) == [f"/{field}"]


def test_concurrent_changes_lose_nothing(world, kim):
    fields = {f"f{number}": {"type": "integer"} for number in range(20)}
    world.policy(rules(profile={"fields": fields}))
    every = [{"profile": {name: 1}} for name in fields]
    for answer in at_once(world, "update-account", every, authorization=f"Bearer {kim['accessToken']}"):
        granted(answer)
    profile = granted(world.run("get-account", {}, kim["accessToken"]))["account"]["profile"]
    assert {name: profile.get(name) for name in fields} == dict.fromkeys(fields, 1)


def test_mails_use_the_language_of_the_account(world, kim):
    granted(update(world, kim, locale="es-MX"))
    age_limits(world)
    code_for(world, "reset-password")
    assert "contraseña" in mails_to(world, "kim")[-1]["subject"]
