# SPDX-License-Identifier: Apache-2.0
"""Security events: what an attacker would hide is told by mail and by webhook."""

import json
import re

import pytest
from app_webhooks import ENV
from http_receiver import Receiver
from people import PASSWORD, age_limits, code_for, code_in, granted, mails_to, policy, sign_in, signed_up, verified
from rate_limits import guess
from worlds import POLICY, ROOT, person

pytestmark = pytest.mark.postgresql
EVENTS = [
    "security.new-device", "security.new-country", "security.new-address", "security.locked", "security.factor-added",
    "security.factor-removed",
    "security.provider-added", "security.provider-removed", "security.password-changed", "security.email-changed",
    "security.exported", "security.deletion-requested", "security.restored",
    "security.underage"]


@pytest.fixture
def receiver():
    with Receiver() as receiver:
        yield receiver


@pytest.fixture(autouse=True)
def webhook(world, receiver):
    world.receiver = receiver
    world.policy(policy(webhooks=[{"url": receiver.url, "events": EVENTS}]))


def told(world):
    """The security webhooks so far, and the subjects of all mails but those with codes."""
    granted(world.run("deliver-mail", env=ENV))
    return [json.loads(body) for _, _, body in world.receiver.requests]


def events(world):
    return [webhook["type"].removeprefix("security.") for webhook in told(world)]


def data(world, event):
    """The data of the only webhook about an event."""
    [found] = [webhook["data"] for webhook in told(world) if webhook["type"] == f"security.{event}"]
    return found


def mails(world, subject, name="kim"):
    world.run("deliver-mail", env=ENV)
    return [mail.get_body(("plain",)).get_content() for mail in mails_to(world, name, subject)]


def test_code_policy_and_documents_have_the_same_events():
    policy = json.loads((ROOT / "functions.json").read_text())["$defs"]["policy"]
    choices = policy["properties"]["webhooks"]["items"]["properties"]["events"]["items"]["enum"]
    code = (ROOT / "Sources/Functions/Outbox/SecurityEvent.swift").read_text()
    documented = (ROOT / "Sources/Delivery/README.md").read_text().partition("### Security events")[2]
    named = lambda text: re.findall(r"security\.[a-z-]+", text)
    assert EVENTS == [choice for choice in choices if choice.startswith("security.")] == named(code)
    assert sorted(EVENTS) == sorted(named(documented))


# The events that existed as mails


def test_a_new_device(world):
    made = verified(world, device={"id": "d1"})
    granted(sign_in(world, device={"id": "d2", "name": "Tablet", "platform": "android"}, event={"clientip": "192.0.2.1"}))
    assert data(world, "new-device") == {
        "accountId": made["account"]["id"], "address": "192.0.2.1", "device": {"name": "Tablet", "platform": "android"}}
    assert len(mails(world, "New sign-in")) == 1 and events(world) == ["new-device"]


def test_a_changed_password(world):
    made = verified(world)
    granted(world.run("reset-password", {"code": code_for(world, "reset-password"), "newPassword": PASSWORD + "2"}))
    assert data(world, "password-changed") == {"accountId": made["account"]["id"]}
    assert len(mails(world, "was changed")) == 1


def test_a_new_address_is_told_by_mail_when_it_is_asked_for_and_by_webhook_when_it_is_the_accounts(world):
    made = verified(world)
    granted(world.run("update-account", {"email": "new@example.com"}, made["accessToken"]))
    [text] = mails(world, "wants to change the email address")
    assert "asked to change its email address to new@example.com" in text and "Nothing changes until" in text
    assert events(world) == []
    granted(world.run("verify-email", {"code": code_in(mails_to(world, "new", "Verify")[-1])}))
    assert data(world, "email-changed") == {"accountId": made["account"]["id"], "newEmail": "new@example.com"}
    assert len(mails_to(world, "kim", "email address")) == 1


@pytest.mark.parametrize("language, subject, words", [
    ("en", "has a new email address", "changed its email address to kim@icloud.com"),
    ("de", "hat eine neue E-Mail-Adresse", "die E-Mail-Adresse des Kontos in kim@icloud.com geändert"),
    ("es", "tiene una nueva dirección", "cambió la dirección de correo de la cuenta a kim@icloud.com")])
def test_an_address_that_is_proven_changes_at_once_and_the_mail_says_so(world, language, subject, words):
    made = verified(world, locale=language)
    granted(world.run("link-identity", {"identity": person("kim", email="kim@icloud.com")}, made["accessToken"]))
    changed = granted(world.run("update-account", {"email": "kim@icloud.com"}, made["accessToken"]))
    assert changed["account"]["email"] == "kim@icloud.com"
    [text] = mails(world, subject)
    assert words in text and "kim@icloud.com" in text
    assert data(world, "email-changed") == {
        "accountId": made["account"]["id"], "newEmail": "kim@icloud.com"}


def test_a_sign_in_method_is_added_and_removed(world):
    made = verified(world, device={"id": "d1", "name": "Phone"})
    token = made["accessToken"]
    granted(world.run("link-identity", {"identity": person("kim")}, token, clientip="192.0.2.1"))
    shown = {"accountId": made["account"]["id"], "provider": "google", "device": {"name": "Phone"}, "address": "192.0.2.1"}
    assert data(world, "provider-added") == shown
    [text] = mails(world, "A sign-in method was added")
    assert "with Google" in text
    granted(world.run("unlink-identity", {"provider": "google"}, token, clientip="192.0.2.1"))
    assert data(world, "provider-removed") == shown
    [text] = mails(world, "was removed")
    assert "with Google" in text and "Device: Phone" in text and "IP address: 192.0.2.1" in text


@pytest.mark.parametrize("language, words", [("en", "with a password"), ("de", "mit einem Passwort"), ("es", "con una contraseña")])
def test_a_removed_password_is_named_in_the_language_of_the_account(world, language, words):
    made = verified(world, locale=language)
    granted(world.run("link-identity", {"identity": person("kim")}, made["accessToken"]))
    granted(world.run("unlink-identity", {"provider": "password"}, made["accessToken"]))
    assert data(world, "provider-removed")["provider"] == "password"
    world.run("deliver-mail", env=ENV)
    assert words in mails_to(world, "kim")[-1].get_body(("plain",)).get_content()


def test_a_provider_that_is_not_linked_causes_no_event(world):
    made = verified(world)
    granted(world.run("unlink-identity", {"provider": "google"}, made["accessToken"]))
    assert world.run("unlink-identity", {"provider": "password"}, made["accessToken"]).code == "auth/last-sign-in-method"
    assert told(world) == []


def test_an_imported_identity_of_an_existing_account_is_an_event(world):
    made = verified(world)
    rows = [{"user_id": "1", "email": "kim@example.com", "email_verified": "true", "apple_user_id": "kim", "role": "client"}]
    [row] = world.import_users(rows)
    assert row["result"] == "linked"
    world.import_users(rows)
    assert data(world, "provider-added") == {"accountId": made["account"]["id"], "provider": "apple"}


# locked


def locks(world, name="kim", count=5):
    for number in range(count):
        guess(world, name, address=number)


def test_the_last_allowed_guess_is_announced_once_per_window(world):
    made = verified(world)
    locks(world, count=4)
    assert told(world) == []
    locks(world, count=4)
    assert data(world, "locked") == {"accountId": made["account"]["id"]}
    assert len(mails(world, "Too many failed sign-ins")) == 1
    # One hit leaves the window, and the next guess reaches the limit again.
    world.rows("DELETE FROM limit_hits WHERE key = (SELECT key FROM limit_hits GROUP BY key ORDER BY COUNT(*) DESC LIMIT 1)")
    locks(world, count=5)
    assert events(world) == ["locked"]
    age_limits(world, 901)
    locks(world, count=5)
    assert events(world) == ["locked", "locked"] and len(mails(world, "Too many failed sign-ins")) == 2


def test_right_passwords_and_few_wrong_ones_are_no_event(world):
    verified(world)
    locks(world, count=4)
    granted(sign_in(world))
    assert told(world) == []


def test_an_address_without_an_account_causes_the_same_rows_and_no_message(world):
    verified(world)
    locks(world, "kim")
    kim = world.rows("SELECT kind, state FROM outbox WHERE kind IN ('account-locked', 'webhook') ORDER BY kind")
    assert kim == [{"kind": "account-locked", "state": "queued"}, {"kind": "webhook", "state": "queued"}]
    told(world)
    for number in range(5):
        guess(world, "nobody", address=100 + number)
    rest = world.rows("SELECT kind, state, sealed_values FROM outbox WHERE state = 'cancelled' ORDER BY kind")
    assert [(row["kind"], row["state"]) for row in rest] == [("account-locked", "cancelled"), ("webhook", "cancelled")]
    assert all(not row["sealed_values"] for row in rest)
    assert events(world) == ["locked"] and mails_to(world, "nobody") == []


def test_a_disabled_account_is_not_told(world):
    made = verified(world)
    world.rows("UPDATE accounts SET status = 'disabled' WHERE id = ?", (made["account"]["id"],))
    locks(world)
    assert told(world) == []


# Who is told


def test_an_unverified_address_gets_webhooks_but_no_mail(world):
    signed_up(world, device={"id": "d1"})
    granted(sign_in(world, device={"id": "d2"}))
    locks(world)
    assert sorted(events(world)) == ["locked", "new-device"]
    assert mails(world, "New sign-in") == mails(world, "Too many") == []


def test_an_app_gets_only_the_events_that_it_asks_for(world):
    world.policy(policy(webhooks=[{"url": world.receiver.url, "events": ["security.locked"]}]))
    verified(world, device={"id": "d1"})
    granted(sign_in(world, device={"id": "d2"}))
    assert told(world) == []


def test_every_event_can_be_chosen_and_others_are_refused(world):
    world.policy({**POLICY, "webhooks": [{"url": "https://app.example/hook", "events": EVENTS}]})
    assert world.run("sign-in", {"identity": person("ada")}).status == 0
    world.policy({**POLICY, "webhooks": [{"url": "https://app.example/hook", "events": ["security.unknown"]}]})
    assert world.run("sign-in", {"identity": person("ada")}).status == 78


def test_webhooks_contain_no_secret(world):
    made = verified(world)
    code = code_for(world, "reset-password")
    granted(world.run("reset-password", {"code": code, "newPassword": PASSWORD + "2"}))
    locks(world)
    sent = str(told(world))
    for secret in (code, PASSWORD, made["refreshToken"], made["accessToken"], "kim@example.com"):
        assert secret not in sent


def test_a_refused_event_is_not_told(world):
    made = verified(world)
    world.age("sessions", "created_at", 3600)
    assert world.run("update-account", {"email": "new@example.com"}, made["accessToken"]).code == "auth/requires-recent-login"
    assert world.run("link-identity", {"identity": person("kim")}, made["accessToken"]).code == "auth/requires-recent-login"
    assert told(world) == []
