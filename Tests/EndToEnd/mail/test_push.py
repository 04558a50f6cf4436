# SPDX-License-Identifier: Apache-2.0
"""Push messages: the tokens of devices, the messages about events, and what the push services answer."""

import json
import os
import subprocess
import time

import pytest
from http_receiver import Receiver
from key_rotation import change_key, drop_previous, new_key, rotate
from operated_push import operator
from people import granted
from push_messages import APPLE, GOOGLE, deliver, device, invited, made_due, messages
from push_services import APNS_KEY, FCM_KEY, TOPIC, APNs, pem
from worlds import BIN, POLICY, person

pytestmark = [pytest.mark.postgresql, pytest.mark.usefixtures("push")]


def assigned(world, token, answer, title="Legs"):
    return granted(world.run("assign-workout", {"clientId": answer["client"]["id"], "title": title}, token))["workout"]


# The messages


def test_an_inviter_gets_a_message_about_an_acceptance(world, apns):
    token = world.sign_in("ada", **{"as": "admin", "device": device()})["session"]["accessToken"]
    kim = invited(world, token)
    assert deliver(world)["sent"] == 2
    (to, headers, body), = apns.requests
    assert to == APPLE and headers["apns-topic"] == TOPIC and headers["apns-priority"] == "10"
    assert body == {
        "aps": {
            "alert": {"title": "Invitation accepted", "body": "Kim has accepted your invitation."}, "sound": "default"},
        "type": "invitation.accepted", "clientId": kim["client"]["id"],
        "invitationId": world.rows("SELECT id FROM invitations")[0]["id"]}
    row, = world.rows("SELECT id, state, sealed_values, expires_at, created_at FROM outbox WHERE kind = 'push'")
    assert headers["apns-id"] == headers["apns-collapse-id"] == row["id"]
    assert row["state"] == "sent" and row["sealed_values"] is None
    assert row["expires_at"] - row["created_at"] == 86_400_000
    assert headers["apns-expiration"] == str(row["expires_at"] // 1000)


def test_a_client_gets_a_message_about_a_workout_in_their_language(world, fcm):
    token = world.inviter()
    code = world.invite(token)["code"]
    kim = granted(world.run(
        "accept-invitation", {"code": code, "identity": person("kim"), "device": device(GOOGLE, "fcm")}, acceptlanguage="de"))
    workout = assigned(world, token, kim)
    deliver(world)
    (to, headers, message), = fcm.requests
    assert to == GOOGLE and message["notification"] == {
        "title": "Neues Training", "body": "Ada hat dir ein Training zugewiesen."}
    assert message["data"] == {
        "type": "workout.assigned", "workoutId": workout["id"], "clientId": kim["client"]["id"],
        "inviterId": world.rows("SELECT inviter_id FROM clients")[0]["inviter_id"]}
    tag = world.rows("SELECT id FROM outbox WHERE kind = 'push'")[0]["id"]
    assert message["android"]["notification"]["tag"] == message["apns"]["headers"]["apns-collapse-id"] == tag
    assert 86_000 < int(message["android"]["ttl"].removesuffix("s")) <= 86_400
    assert len(fcm.assertions) == 1


def test_an_app_gets_a_webhook_about_a_workout(world):
    with Receiver() as receiver:
        world.policy({**POLICY, "webhooks": [{"url": receiver.url, "events": ["workout.assigned"]}]})
        token = world.inviter()
        kim = invited(world, token)
        workout = assigned(world, token, kim)
        deliver(world, WEBHOOK_SIGNING_SECRET="whsec_" + "AAAA" * 8, ALLOW_INSECURE="1")
    (_, _, body), = receiver.requests
    assert json.loads(body)["type"] == "workout.assigned" and json.loads(body)["data"] == {
        "workoutId": workout["id"], "clientId": kim["client"]["id"], "accountId": kim["account"]["id"],
        "inviterId": world.rows("SELECT inviter_id FROM clients")[0]["inviter_id"]}


def test_every_device_gets_a_message_about_a_security_event(world, apns, fcm):
    for name, service in [(APPLE, "apns"), ("b" * 64, "apns"), (GOOGLE, "fcm")]:
        world.sign_in("ada", device=device(name, service))
    deliver(world)
    apns.requests.clear()
    fcm.requests.clear()
    world.sign_in("ada", device={"id": "another"})
    deliver(world)
    assert {to for to, *_ in apns.requests} == {APPLE, "b" * 64} and [to for to, *_ in fcm.requests] == [GOOGLE]
    assert {body["type"] for *_, body in apns.requests} == {"security.new-device"}
    account = world.rows("SELECT id FROM accounts")[0]["id"]
    assert apns.requests[0][2]["accountId"] == account


def test_only_the_events_of_the_policy_are_sent(world, apns, fcm):
    world.policy({**POLICY, "push": {**apns.policy, "events": ["invitation.accepted"]}})
    token = world.sign_in("ada", device=device())["session"]["accessToken"]
    kim = invited(world, token, device=device(GOOGLE, "fcm"))
    assigned(world, token, kim)
    world.sign_in("ada", device={"id": "another"})
    deliver(world)
    assert [body["type"] for *_, body in apns.requests] == ["invitation.accepted"] and fcm.requests == []


def test_without_the_policy_nothing_is_queued(world):
    world.policy(POLICY)
    invited(world, world.sign_in("ada", device=device())["session"]["accessToken"])
    assert messages(world) == []


def test_the_app_writes_its_own_texts(world, apns):
    texts = {"en": {"push/invitation.accepted/title": "{app}", "push/invitation.accepted/body": "Yes! {client}"}}
    world.policy({**POLICY, "push": apns.policy, "messages": texts})
    invited(world, world.sign_in("ada", device=device())["session"]["accessToken"])
    deliver(world)
    assert apns.requests[0][2]["aps"]["alert"] == {"title": "PFA", "body": "Yes! Kim"}


def test_a_message_fits_into_the_limit_of_the_services(world, apns):
    name = "Kim" + "e\u0301\u0302" * 60
    texts = {"en": {"push/invitation.accepted/body": "{client}" * 50}}
    world.policy({**POLICY, "push": apns.policy, "messages": texts})
    token = world.sign_in("ada", device=device())["session"]["accessToken"]
    client = {"name": name, "email": "kim@example.com"}
    sent = granted(world.run("send-invitation", {"client": client, "deliver": "link"}, token))
    granted(world.accept(sent["link"].split("code=")[1]))
    deliver(world)
    body = apns.requests[0][2]
    assert len(json.dumps(body, ensure_ascii=False).encode()) < 4096 and body["aps"]["alert"]["body"].endswith("…")


# The tokens


# What the services answer


@pytest.mark.parametrize("variable", ["APNS_PRIVATE_KEY", "FCM_SERVICE_ACCOUNT"])
def test_a_missing_key_stops_no_mail_and_is_named(world, variable):
    token = world.sign_in("ada", device=device())["session"]["accessToken"]
    invited(world, token)
    assert deliver(world, **{variable: None})["sent"] == 1
    assert variable in messages(world)[0]["trouble"]
    finding, = [each for each in doctor(world, **{variable: None}) if each["subject"] == "push"]
    assert finding["state"] == "trouble" and variable in json.dumps(finding)
    made_due(world)
    assert deliver(world)["sent"] == 1


@pytest.mark.parametrize("env", [
    {"APNS_PRIVATE_KEY": "x"}, {"APNS_PRIVATE_KEY": pem(FCM_KEY)}, {"APNS_API_URL": "http://example.com"},
    {"FCM_SERVICE_ACCOUNT": "{}"}, {"FCM_API_URL": "http://192.0.2.1"},
    {"FCM_SERVICE_ACCOUNT": json.dumps({
        "type": "service_account", "client_email": "a@b.c", "private_key": pem(APNS_KEY), "token_uri": "https://b.c"})}])
def test_doctor_names_a_wrong_variable(world, env):
    finding, = [each for each in doctor(world, **env) if each["subject"] == "push"]
    name = next(iter(env))
    assert finding["state"] == "trouble" and name in json.dumps(finding) and "BEGIN" not in json.dumps(finding)
    finding, = [each for each in doctor(world) if each["subject"] == "push"]
    assert finding["state"] == "ok"


def test_operators_see_push_messages(world, apns):
    apns.answers[APPLE] = [(503, "ServiceUnavailable")]
    invited(world, world.sign_in("ada", device=device())["session"]["accessToken"])
    deliver(world)
    listed = operator(world, "mail", "list", "--kind", "push", "--json")
    assert "push" in listed and APPLE not in listed
    id = world.rows("SELECT id FROM outbox WHERE kind = 'push'")[0]["id"]
    assert "ServiceUnavailable" in operator(world, "mail", "show", id)
    apns.answers.clear()
    operator(world, "mail", "requeue", id)
    assert deliver(world)["sent"] == 1
    operator(world, "report")


def test_a_change_of_the_secret_key_keeps_the_tokens(world, apns):
    world.env["SECRET_KEY"] = new_key()
    token = world.sign_in("ada", device=device())["session"]["accessToken"]
    invited(world, token)
    deliver(world)
    change_key(world)
    assert rotate(world)["remaining"] == 0 and world.rows("SELECT * FROM service_tokens") == []
    drop_previous(world)
    apns.tokens.clear()
    invited(world, token, "lee")
    assert deliver(world)["sent"] == 2 and len(apns.requests) == 2


# Kills and many messages


def test_a_killed_run_sends_a_message_at_most_once_more(world, apns):
    apns.delay = 0.05
    token = world.sign_in("ada", device=device())["session"]["accessToken"]
    for number in range(12):
        invited(world, token, f"client{number}")
    kills = 3
    for _ in range(kills):
        delivery = world.start("deliver-mail", {})
        delivery.stdin.write(delivery.event)
        delivery.stdin.close()
        delivery.stdin = None
        before = len(apns.requests)
        deadline = time.time() + 20
        while len(apns.requests) == before and delivery.poll() is None and time.time() < deadline:
            time.sleep(0.01)  # The interval of the polling.
        delivery.kill()
        world.finish(delivery)
        made_due(world)
    deliver(world, DEADLINE_SECONDS="50")
    assert {row["state"] for row in messages(world)} == {"sent"} and len(messages(world)) == 12
    counts = {}
    for _, headers, _ in apns.requests:
        counts[headers["apns-id"]] = counts.get(headers["apns-id"], 0) + 1
    assert len(counts) == 12 and max(counts.values()) <= 1 + kills


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a process other certificates to trust")
def test_the_messages_of_a_run_share_its_connections(world, tmp_path):
    """Over TLS, as at Apple."""
    with APNs(tls=tmp_path / "trusted.pem") as apns:
        world.env.update(apns.env)
        token = world.sign_in("ada", device=device())["session"]["accessToken"]
        for number in range(24):
            invited(world, token, f"client{number}")
        command = f"mount --bind {tmp_path}/trusted.pem /etc/ssl/certs/ca-certificates.crt && exec {BIN}/deliver-mail"
        done = subprocess.run(
            ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", command], env={**world.env, "DEADLINE_SECONDS": "50"},
            cwd=world.folder, input=b"{}", capture_output=True, timeout=60)
    assert json.loads(done.stdout)["sent"] == 48, (done.stdout, done.stderr, messages(world))
    assert len(apns.requests) == 24 and apns.connections <= 8


def doctor(world, **env):
    environment = {name: value for name, value in {**world.env, **env}.items() if value is not None}
    done = subprocess.run(
        [BIN / "vestibule", "doctor", "--json"], env=environment, cwd=world.folder, capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout)["findings"]
