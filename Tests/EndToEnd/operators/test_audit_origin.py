# SPDX-License-Identifier: Apache-2.0
"""What the audit log says about the client of an event, its report by country and role, and how long events take."""

import json

import pytest
from app_webhooks import ENV
from http_receiver import Receiver
from operators import numbers, report, vestibule
from people import code_in, granted, mails_to, policy, sign_in, signed_up, verified
from worlds import person

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(policy())]
PHONE = {"id": "d1", "platform": "ios", "name": "Kim's phone"}
HERE = {"clientip": "192.0.2.1", "clientcountry": "de"}


def inviter(world):
    """The access token of a trainer."""
    return world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]


def entries(world):
    return [json.loads(line) for line in vestibule(world, "audit", "--json").stdout.splitlines()]


# Device and country


def test_an_entry_has_the_device_and_the_country_of_the_client(world):
    signed_up(world)
    sign_in(world, event=HERE, device=PHONE)
    sign_in(world, password="wrong", event=HERE, device={**PHONE, "pushService": "apns", "pushToken": "a" * 64})
    for entry in entries(world)[:2]:
        assert entry["device"] == PHONE and entry["country"] == "DE"
    assert "a" * 64 not in json.dumps(world.rows("SELECT * FROM audit"))


def test_an_entry_of_a_signed_in_person_has_the_device_of_the_session(world):
    session = signed_up(world, device=PHONE)
    granted(world.run("update-account", {"displayName": "K"}, session["accessToken"]))
    assert entries(world)[0]["action"] == "account.updated" and entries(world)[0]["device"] == PHONE


def test_the_export_has_the_device_and_the_country_of_the_person_only(world):
    session = signed_up(world, event=HERE, device=PHONE)
    sign_in(world, password="wrong", event={"clientip": "192.0.2.66", "clientcountry": "FR"}, device={"id": "d2"})
    audit = granted(world.run("export-account", {}, session["accessToken"]))["audit"]
    created, = [entry for entry in audit if entry["action"] == "account.created"]
    assert created["device"] == PHONE and created["country"] == "DE"
    refused, = [entry for entry in audit if entry["action"] == "refused"]
    assert not {"address", "device", "country"} & set(refused)


def test_erasure_removes_device_and_country(world):
    session = signed_up(world, event=HERE, device=PHONE)
    granted(world.run("delete-account", {}, session["accessToken"]))
    assert {(row["device"], row["country"]) for row in world.rows("SELECT device, country FROM audit")} == {(None, None)}


def test_an_inviter_does_not_see_the_device_of_a_client(world):
    world.policy(policy(roles={"signUp": ["admin", "client"]}))
    ada = inviter(world)
    code = world.invite(ada)["code"]
    granted(world.accept(code, "kim", device=PHONE))
    assert not {"device", "country", "address"} & {name for entry in world.run("list-audit", {}, ada).json["entries"] for name in entry}


# A known device at a new address


@pytest.fixture
def hook():
    with Receiver() as receiver:
        yield receiver


def announced(world, hook, event="security.new-address"):
    world.run("deliver-mail", env=ENV)
    return [body["data"] for body in (json.loads(body) for _, _, body in hook.requests) if body["type"] == event]


def test_a_known_device_at_a_new_address_is_a_webhook_that_names_it(world, hook):
    world.policy(policy(webhooks=[{"url": hook.url, "events": ["security.new-address"]}]))
    kim = verified(world, device=PHONE)["account"]["id"]
    mails = len(mails_to(world, "kim"))
    for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.1", "2001:db8::1", "2001:db8::2"):
        granted(sign_in(world, device=PHONE, event={"clientip": address}))
    assert sorted(announced(world, hook), key=lambda data: data["address"]) == [
        {"accountId": kim, "address": address, "device": {"name": "Kim's phone", "platform": "ios"}}
        for address in ("192.0.2.2", "2001:db8::1")]
    assert len(mails_to(world, "kim")) == mails, "the owner gets no mail"


def test_a_webhook_without_events_gets_no_new_addresses(world, hook):
    world.policy(policy(webhooks=[{"url": hook.url}]))
    signed_up(world, device=PHONE, event={"clientip": "192.0.2.1"})
    granted(sign_in(world, device=PHONE, event={"clientip": "192.0.2.2"}))
    assert announced(world, hook) == []


def test_a_new_device_is_no_known_device_at_a_new_address(world, hook):
    world.policy(policy(webhooks=[{"url": hook.url, "events": ["security.new-address", "security.new-device"]}]))
    signed_up(world, device=PHONE, event={"clientip": "192.0.2.1"})
    granted(sign_in(world, device={"id": "d2"}, event={"clientip": "192.0.2.2"}))
    assert announced(world, hook) == [] and len(announced(world, hook, "security.new-device")) == 1


# The report


def test_the_report_counts_by_country_and_role(world):
    world.policy(policy(roles={"signUp": ["admin", "client"]}))
    inviter(world)
    signed_up(world, event=HERE)
    for country in ("FR", "FR", "DE"):
        sign_in(world, event={"clientcountry": country})
    sign_in(world, password="wrong", event={"clientcountry": "FR"})
    sign_in(world, "nobody", event={"clientcountry": "RU"})
    made = numbers(world)
    shares = lambda name: {key: (value["succeeded"], value["refused"]) for key, value in made["signIns"][name].items()}
    assert shares("byCountry") == {"DE": (1, 0), "FR": (2, 1), "RU": (0, 1), "unknown": (1, 0)}
    assert shares("byRole") == {"admin": (1, 0), "client": (3, 1), "unknown": (0, 1)}
    assert made["newAccounts"] == {"admin": 1, "client": 1}


def test_the_report_says_how_long_events_take(world):
    signed_up(world)
    for _ in range(19):
        granted(sign_in(world))
    durations = [10 * number for number in range(1, 20)]
    for row, duration in zip(world.rows("SELECT id FROM audit WHERE function = 'sign-in' ORDER BY id"), durations):
        world.rows(f"UPDATE audit SET duration = {duration} WHERE id = '{row['id']}'")
    world.rows("UPDATE audit SET duration = 5000 WHERE function = 'sign-up'")
    made = numbers(world)["durations"]
    assert made["byFunction"]["sign-in"] == {"count": 19, "medianMs": 100, "p95Ms": 190, "maxMs": 190}
    assert made["all"]["maxMs"] == 5000 and made["all"]["count"] == 19 + made["byFunction"]["sign-up"]["count"]


@pytest.mark.parametrize("arguments, is_slow", [
    ([], True), (["--max-duration", "4000"], False), (["--min-events", "100"], False)])
def test_slow_events_raise_an_alert(world, arguments, is_slow):
    signed_up(world)
    for _ in range(19):
        granted(sign_in(world))
    world.rows("UPDATE audit SET duration = 3500 WHERE function = 'sign-in'")
    status, made, stderr = report(world, "--min-events", "19", *arguments)
    assert [alert["name"] for alert in made["alerts"]] == (["slow-events"] if is_slow else []) and status == is_slow
    assert ("sign-in took 3500 ms or more (bound: 3000 ms)" in stderr) == is_slow


def test_a_duration_is_that_of_the_event_until_the_decision(world):
    signed_up(world)
    durations = [row["duration"] for row in world.rows("SELECT duration FROM audit")]
    assert durations and all(0 <= duration < 60_000 for duration in durations)


def test_schedules_and_operators_are_not_measured(world):
    world.policy(policy(roles={"signUp": ["admin", "client"]}))
    world.invite(inviter(world))
    world.age("invitations", "expires_at", 99 * 86_400)
    world.run("expire-invitations")
    vestibule(world, "account", "suspend", "ada@example.com")
    rows = world.rows("SELECT function, duration FROM audit WHERE function IN ('expire-invitations', 'vestibule')")
    assert rows and {row["duration"] for row in rows} == {None}


# What one person's log says about another

BOTH = policy(roles={"signUp": ["client", "admin"]})


def test_the_log_of_an_inviter_says_nothing_about_where_an_invited_person_is(world):
    world.policy({**BOTH, "profile": {"fields": {"squad": {"type": "string", "x-setBy": "inviter"}}}})
    ada = inviter(world)
    sent = granted(world.run("send-invitation", {
        "client": {"name": "Kim", "email": "kim@example.com", "profile": {"squad": "A"}}, "deliver": "link"}, ada))
    granted(world.run("accept-invitation", {
        "code": sent["link"].split("code=")[1], "identity": person("kim"), "device": PHONE}, **HERE))
    own = granted(world.run("export-account", {}, ada))["audit"]
    [updated] = [entry for entry in own if entry["action"] == "member.updated"]
    assert not {"address", "userAgent", "device", "country"} & set(updated)


def test_the_log_of_a_person_says_nothing_about_where_the_inviter_is_who_answers(world):
    world.policy(BOTH)
    ada = inviter(world)
    link = granted(world.run("create-join-link", {"approval": True}, ada))["joinLink"]["link"]
    kim = verified(world)["accessToken"]
    granted(world.run("accept-invitation", {"code": link.split("code=")[1]}, kim, clientip="192.0.2.1"))
    [request] = granted(world.run("list-join-requests", {}, ada))["joinRequests"]
    granted(world.run("answer-join-request", {"joinRequestId": request["id"], "approve": True}, ada, clientip="192.0.2.99"))
    own = granted(world.run("export-account", {}, kim))["audit"]
    assert {"join-request.answered", "invitation.accepted"} <= {entry["action"] for entry in own}
    assert "192.0.2.99" not in json.dumps(own)


def test_the_log_of_a_person_says_nothing_about_who_takes_over_an_address(world):
    kim, lee = verified(world), verified(world, "lee")
    granted(world.run("link-identity", {"identity": person("kim", email="kim2@example.com")}, kim["accessToken"]))
    granted(world.run("update-account", {"email": "kim2@example.com"}, lee["accessToken"], clientip="192.0.2.99"))
    world.run("deliver-mail")
    granted(world.run("verify-email", {"code": code_in(mails_to(world, "kim2")[-1])}, clientip="192.0.2.99"))
    own = granted(world.run("export-account", {}, kim["accessToken"]))["audit"]
    assert "account.address-lost" in {entry["action"] for entry in own} and "192.0.2.99" not in json.dumps(own)
