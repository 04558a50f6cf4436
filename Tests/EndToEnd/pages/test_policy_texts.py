# SPDX-License-Identifier: Apache-2.0
"""The policy's own headlines, subtexts, names of roles and titles of fields."""

import pytest
from page_codes import code_of_account, invited
from pages import page_policy, see
from people import code_in, mails_to, signed_up, verified
from visitors import Visitor

pytestmark = pytest.mark.policy(page_policy())

TEXTS = {
    "en": {"invite": {"headline": "{inviter} wants to train with you", "subtext": "{app} is free."}, "sign-in": {"headline": "Hello <again>"}},
    "de": {"invite": {"headline": "{inviter} will mit dir trainieren"}}}


def test_a_page_begins_with_the_policys_texts(world):
    world.policy(page_policy(texts=TEXTS))
    _, _, code, _ = invited(world)
    page = see(world, "invite-page", code=code)
    assert page.heading == "Ada Byron wants to train with you" and "PFA is free." in page.text
    assert "<h1><bdi>Ada Byron</bdi> wants to train with you</h1>" in page.html
    assert page.parsed.text("title") == "Ada Byron wants to train with you - PFA"
    german = see(world, "invite-page", "de", code=code)
    assert german.heading == "Ada Byron will mit dir trainieren" and "PFA is free." not in german.text
    assert see(world, "invite-page", "es", code=code).heading == "Ada Byron te ha invitado"
    assert see(world, "invite-page", code="NONE").heading == "We couldn’t find this invitation", "other states keep theirs"
    visitor = Visitor(world)
    assert visitor.get("/account/sign-in").heading == "Hello <again>" and "<again>" not in visitor.page.html


def test_roles_and_fields_are_called_as_the_policy_says(world):
    fields = {"classYear": {"type": "integer", "title": {"en": "Class year", "de": "Jahrgang"}, "description": {"en": "1 to 4"}, "x-required": True}}
    world.policy(page_policy(roleDescriptions={"en": {"admin": "a coach"}, "de": {"admin": "eine Trainerin"}}, profile={"fields": fields}))
    visitor = Visitor(world)
    page = visitor.get("/account/sign-up")
    assert "a coach" in page.text and "a client" in page.text and "Class year" in page.text and "1 to 4" in page.text
    visitor.language = "de"
    page = visitor.get("/account/sign-up")
    assert "eine Trainerin" in page.text and "Jahrgang" in page.text and "classYear" not in page.text
    verified(world, "ada", role="admin", profile={"classYear": 1})
    refused = world.run("sign-in", {"email": "ada@example.com", "password": "correct horse battery", "as": "client"}).json["error"]
    assert refused["code"] == "auth/role-mismatch" and "a coach" in refused["userMessage"]


def test_the_role_is_asked_for_by_its_name_on_the_next_page_too(world):
    """A person who signs up does not prove an address: its owner chooses the role anew."""
    world.policy(page_policy(roleDescriptions={"en": {"admin": "a coach"}}))
    signed_up(world)
    visitor = Visitor(world)
    visitor.get("/account/sign-in")
    visitor.submit("code", email="kim@example.com")
    world.run("deliver-mail")
    page = visitor.submit("use-code", code=code_in(mails_to(world, "kim")[-1]))
    assert page.heading == "Complete your account" and page.parsed.text("select") == "a client a coach"
    visitor.submit("complete", role="admin")
    assert world.rows("SELECT role FROM accounts") == [{"role": "admin"}]


def test_the_rules_for_passwords_are_called_as_the_policy_says(world):
    own = {"lengthRule": "10+ chars", "digitRule": "1 number", "letterRule": "1 letter", "commonRule": "no common one"}
    _, _, invitation, _ = invited(world)
    code = code_of_account(world, "reset-password", "lee")
    world.policy(page_policy({"minLength": 10, "require": ["letter", "digit", "upper"]}, texts={"en": {"password": own}}))
    shown = [Visitor(world).get("/account/sign-up"), Visitor(world).get(f"/invite/accept?code={invitation}"),
             see(world, "reset-password-page", code=code)]
    for page in shown:
        assert page.parsed.text("ul") == "10+ chars An uppercase letter 1 letter 1 number no common one"
    assert Visitor(world, "de").get("/account/sign-up").parsed.text("ul").startswith("Mindestens 10 Zeichen ")


def test_a_reset_link_is_announced_as_the_policy_says(world):
    signed_up(world)
    world.policy(page_policy(texts={"en": {"reset-password": {"linkSent": "Sent to {email}."}}}))
    page = see(world, "reset-password-form", email="kim@example.com")
    assert "Sent to kim@example.com. The link is valid for 1 hour." in page.text and "If there’s an account" not in page.text
    world.policy(page_policy())
    assert "If there’s an account for kim@example.com" in see(world, "reset-password-form", email="kim@example.com").text


@pytest.mark.parametrize("policy, pointer", [
    ({"texts": {"en": {"welcome": {"headline": "x"}}}}, "/texts/en/welcome"), ({"texts": {"en": {"invite": {"title": "x"}}}}, "/texts/en/invite/title"),
    ({"roleDescriptions": {"en": {"admin": ""}}}, "/roleDescriptions/en/admin"),
    ({"profile": {"fields": {"a": {"type": "string", "title": 1}}}}, "/profile/fields/a/title"),
    ({"texts": {"en": {"invite": {"headline": "{ap} is here"}}}}, "/texts/en/invite/headline: {ap}"),
    ({"texts": {"en": {"accept": {"subtext": "{}"}}}}, "/texts/en/accept/subtext: {}"),
    ({"texts": {"en": {"password": {"length": "x"}}}}, "/texts/en/password/length"),
    ({"texts": {"en": {"password": {"lengthRule": "{minLength}"}}}}, "/texts/en/password/lengthRule: {minLength}"),
    ({"texts": {"de": {"sign-in": {"subtext": "{inviter}"}}}}, "/texts/de/sign-in/subtext: {inviter}")])
def test_a_wrong_text_is_named(world, policy, pointer):
    world.policy(page_policy(**policy))
    answer = world.run("preview-invitation", {"code": "A"})
    assert answer.status == 78 and pointer in answer.json["error"]["detail"]
