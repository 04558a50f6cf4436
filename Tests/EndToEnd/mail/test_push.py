# SPDX-License-Identifier: Apache-2.0
"""Push messages: the tokens of devices, the messages about events, and what the push services answer."""

import json
import os
import subprocess
import time

import pytest
from conftest import BIN, POLICY, person
from factors import answer, code, confirm_totp, sign_in_to_challenge, with_factors
from http_receiver import Receiver
from key_rotation import change_key, drop_previous, new_key, rotate
from people import at_once, granted
from push_services import APNS_KEY, FCM_KEY, TOPIC, APNs, FCM, fcm_error, pem

pytestmark = pytest.mark.postgresql
APPLE = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"
GOOGLE = "bk3RNwTe3H0:CI2k_HHwgIpoDKCIZvvDMExUdFQ3P1"
UNREGISTERED = fcm_error(404, "NOT_FOUND", "UNREGISTERED")


def device(token=APPLE, service="apns", **members):
    return {"id": f"device {token[:4]}", **members, "pushService": service, "pushToken": token}


@pytest.fixture
def apns():
    with APNs() as server:
        yield server


@pytest.fixture
def fcm():
    with FCM() as server:
        yield server


@pytest.fixture
def world(world, apns, fcm):
    """A world whose policy has both services."""
    world.env.update(apns.env | fcm.env)
    world.policy({**POLICY, "push": {**apns.policy, **fcm.policy}})
    return world


def deliver(world, **env):
    return granted(world.run("deliver-mail", env=env))


def made_due(world):
    world.age("outbox", "due_at", 7200)


def messages(world):
    return world.rows("SELECT state, trouble FROM outbox WHERE kind = 'push' ORDER BY id")


def tokens(world):
    return world.rows("SELECT push_service, push_token_hash FROM sessions WHERE push_token_hash IS NOT NULL")


def invited(world, token, name="kim", **data):
    """A client who accepted an invitation: the answer to the acceptance."""
    return granted(world.accept(world.invite(token, name)["code"], name, **data))


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


@pytest.mark.parametrize("wrong", [
    {"pushService": "apns"}, {"pushToken": APPLE}, {"pushService": "mpns", "pushToken": APPLE},
    {"pushService": "apns", "pushToken": ""}, {"pushService": "fcm", "pushToken": "x" * 4097},
    {"pushService": "fcm", "pushToken": "a b"}])
@pytest.mark.parametrize("function", ["sign-in", "refresh-session"])
def test_a_device_has_both_or_neither(world, wrong, function):
    ada = world.sign_in("ada")
    data = {"refreshToken": ada["session"]["refreshToken"]} if function == "refresh-session" else {"identity": person("ada")}
    before = world.dump()
    answer = world.run(function, {**data, "device": {"id": "d", **wrong}})
    assert answer.code == "event/invalid" and answer.json["error"]["errors"][0]["pointer"].startswith("/device/push")
    assert world.dump() == before and tokens(world) == []


def test_a_token_is_never_stored_in_usable_form_nor_shown(world):
    token = world.sign_in("ada", device={**device(), "id": "d"})["session"]["accessToken"]
    invited(world, token)
    assert APPLE.encode() not in world.stored()
    session, = granted(world.run("list-sessions", {}, token))["sessions"]
    assert session["device"] == {"pushService": "apns"}


def test_an_export_names_the_service_and_no_token(world):
    token = world.sign_in("ada", device=device())["session"]["accessToken"]
    exported = granted(world.run("export-account", {}, token))
    assert exported["sessions"][0]["device"]["pushService"] == "apns" and "pushToken" not in json.dumps(exported)


@pytest.mark.parametrize("ending", ["sign-out", "suspend", "expire", "signed in again"])
def test_a_token_ends_with_its_session(world, apns, ending):
    ada = world.sign_in("ada", device={**device(), "id": "d"})
    token = ada["session"]["accessToken"]
    code = world.invite(token)["code"]
    granted(world.accept(code))
    assert [row["state"] for row in messages(world)] == ["queued"]
    if ending == "sign-out":
        granted(world.run("sign-out", {}, token))
    elif ending == "suspend":
        operator(world, "account", "suspend", ada["account"]["id"])
    elif ending == "expire":
        world.age("sessions", "ends_at", 400 * 86_400)
        world.age("sessions", "idle_ends_at", 400 * 86_400)
    else:
        world.sign_in("ada", device={"id": "d"})
    deliver(world)
    assert apns.requests == [] and [row["state"] for row in messages(world)] == ["cancelled"]
    if ending != "expire":
        assert tokens(world) == [] and world.rows("SELECT sealed_push_token FROM sessions WHERE sealed_push_token IS NOT NULL") == []


def test_the_newest_session_takes_a_token_over(world, apns):
    """Two people use one phone: the second one gets no messages of the first."""
    first = world.sign_in("ada", device=device())["session"]["accessToken"]
    world.sign_in("bob", device={**device(), "id": "the same phone"})
    assert len(tokens(world)) == 1
    invited(world, first)
    deliver(world)
    assert apns.requests == [] and messages(world) == []


def test_of_several_sign_ins_at_once_one_has_the_token(world):
    for name in ("ada", "bob", "eve"):
        world.sign_in(name)
    answers = at_once(world, "sign-in", [
        {"identity": person(name), "device": {**device(), "id": name}} for name in ("ada", "bob", "eve") * 2])
    assert [answer.code for answer in answers] == [None] * 6
    assert len(tokens(world)) == 1


def test_refreshing_a_session_renews_its_token(world, apns):
    ada = world.sign_in("ada", device={**device("a" * 64), "id": "d"})["session"]
    invited(world, ada["accessToken"])
    renewed = granted(world.run("refresh-session", {
        "refreshToken": ada["refreshToken"], "device": {**device("c" * 64), "id": "d"}}))
    deliver(world)
    assert [to for to, *_ in apns.requests] == ["c" * 64], "a queued message goes to the new token"
    granted(world.run("refresh-session", {"refreshToken": renewed["session"]["refreshToken"], "device": {"id": "d"}}))
    assert len(tokens(world)) == 1, "a refresh without a token keeps it"


def test_a_second_factor_does_not_lose_the_token(world, apns):
    world.policy(with_factors(push=apns.policy))
    _, app, _ = confirm_totp(world, world.inviter())
    challenge = sign_in_to_challenge(world, device=device())
    assert tokens(world) == [] and APPLE.encode() not in world.stored()
    granted(answer(world, challenge, code=code(world, app)))
    assert len(tokens(world)) == 1


# What the services answer


@pytest.mark.parametrize("reply", [(410, "Unregistered"), (400, "BadDeviceToken"), (410, "ExpiredToken")])
def test_apns_forgets_a_dead_token(world, apns, reply):
    apns.answers[APPLE] = [reply]
    token = world.sign_in("ada", device=device())["session"]["accessToken"]
    invited(world, token)
    assert deliver(world)["failed"] == 1
    assert tokens(world) == [] and messages(world) == [{"state": "failed", "trouble": f"apns: HTTP status {reply[0]} {reply[1]}"}]
    invited(world, token, "lee")
    deliver(world)
    assert len(apns.requests) == 1


INVALID = fcm_error(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT")


@pytest.mark.parametrize("reply, is_dead", [
    (UNREGISTERED, True), (INVALID, True),
    ((400, {"error": {"code": 400, "status": "INVALID_ARGUMENT", "details": [
        {"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [{"field": "message.token"}]}]}}), True),
    ((400, {"error": {"code": 400, "status": "INVALID_ARGUMENT", "details": [
        {"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [{"field": "message.data[0].value"}]}]}}), False)])
def test_fcm_forgets_a_dead_token(world, fcm, reply, is_dead):
    fcm.answers[GOOGLE] = [reply]
    invited(world, world.sign_in("ada", device=device(GOOGLE, "fcm"))["session"]["accessToken"])
    assert deliver(world)["failed"] == 1 and [row["state"] for row in messages(world)] == ["failed"]
    assert (tokens(world) == []) == is_dead


def test_a_token_that_was_renewed_meanwhile_is_kept(world, apns):
    ada = world.sign_in("ada", device={**device("a" * 64), "id": "d"})["session"]
    invited(world, ada["accessToken"])
    apns.answers["a" * 64], apns.delay = [(410, "Unregistered")], 2
    delivery = world.start("deliver-mail", {})
    delivery.stdin.write(delivery.event)
    delivery.stdin.close()
    delivery.stdin = None
    while not world.rows("SELECT id FROM outbox WHERE kind = 'push' AND state = 'leased'"):
        time.sleep(0.02)
    # Time for the request, whose answer takes two seconds.
    time.sleep(0.7)
    granted(world.run("refresh-session", {
        "refreshToken": ada["refreshToken"], "device": {**device("c" * 64), "id": "d"}}))
    world.finish(delivery)
    assert len(tokens(world)) == 1


@pytest.mark.parametrize("reply", [(403, "InvalidProviderToken"), (400, "TopicDisallowed"), (404, "NotFound")])
def test_messages_wait_for_the_operator(world, apns, reply):
    apns.answers[APPLE] = [reply]
    invited(world, world.sign_in("ada", device=device())["session"]["accessToken"])
    assert deliver(world)["retried"] == 1
    assert world.rows("SELECT attempts, state FROM outbox WHERE kind = 'push'") == [{"attempts": 0, "state": "queued"}]
    apns.answers.clear()
    made_due(world)
    assert deliver(world)["sent"] == 1 and len(tokens(world)) == 1


@pytest.mark.parametrize("reply", [(429, "TooManyRequests"), (503, "ServiceUnavailable"), (500, "InternalServerError"), (None, None)])
def test_messages_are_retried_with_the_same_id(world, apns, reply):
    apns.answers[APPLE] = [reply, (200, None)]
    invited(world, world.sign_in("ada", device=device())["session"]["accessToken"])
    deliver(world)
    made_due(world)
    deliver(world)
    assert [row["state"] for row in messages(world)] == ["sent"]
    assert len({headers["apns-id"] for _, headers, _ in apns.requests}) == 1


def test_a_service_says_when_to_try_again(world, apns):
    apns.answers[APPLE], apns.retry_after = [(429, "TooManyRequests")], 900
    invited(world, world.sign_in("ada", device=device())["session"]["accessToken"])
    deliver(world)
    row, = world.rows("SELECT due_at, created_at FROM outbox WHERE kind = 'push'")
    assert row["due_at"] - row["created_at"] >= 900_000


def test_all_processes_use_one_token(world, apns, fcm):
    token = world.sign_in("ada", device=device())["session"]["accessToken"]
    world.sign_in("ada", device=device(GOOGLE, "fcm"))
    for name in ("kim", "lee", "max"):
        invited(world, token, name)
        deliver(world)
    assert len(apns.requests) == 4 and len(apns.tokens) == 1 and apns.refusals == []
    assert len(fcm.requests) == 3 and len(fcm.assertions) == 1
    assert b"ya29.access" not in world.stored() and not any(used.encode() in world.stored() for used in apns.tokens)
    world.age("service_tokens", "expires_at", 3600)
    apns.tokens.clear()
    invited(world, token, "new")
    deliver(world)
    assert len(apns.tokens) == 1 and len(fcm.assertions) == 2


def test_an_access_token_that_is_refused_is_replaced(world, fcm):
    token = world.sign_in("ada", device=device(GOOGLE, "fcm"))["session"]["accessToken"]
    invited(world, token)
    deliver(world)
    fcm.token = "ya29.newer"
    invited(world, token, "lee")
    assert deliver(world)["sent"] == 1
    made_due(world)
    assert deliver(world)["sent"] == 1
    assert [headers["authorization"] for _, headers, _ in fcm.requests] == [
        "Bearer ya29.access", "Bearer ya29.access", "Bearer ya29.newer"]


def test_without_an_access_token_messages_wait(world, fcm):
    fcm.token_status = 503
    token = world.sign_in("ada", device=device(GOOGLE, "fcm"))["session"]["accessToken"]
    for name in ("kim", "lee"):
        invited(world, token, name)
    assert deliver(world) == {"sent": 2, "retried": 2, "failed": 0, "unknown": 0, "more": False}
    assert len(fcm.assertions) == 1, "the exchange is tried once per run"
    fcm.token_status = 200
    made_due(world)
    assert deliver(world)["sent"] == 2


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
    for number in range(kills):
        delivery = world.start("deliver-mail", {})
        delivery.stdin.write(delivery.event)
        delivery.stdin.close()
        delivery.stdin = None
        before = len(apns.requests)
        deadline = time.time() + 20
        while len(apns.requests) == before and delivery.poll() is None and time.time() < deadline:
            time.sleep(0.01)
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
def test_one_connection_carries_all_messages_of_a_run(world, tmp_path):
    """Over TLS, as at Apple."""
    with APNs(tls=tmp_path / "trusted.pem") as apns:
        world.env.update(apns.env)
        token = world.sign_in("ada", device=device())["session"]["accessToken"]
        for number in range(10):
            invited(world, token, f"client{number}")
        command = f"mount --bind {tmp_path}/trusted.pem /etc/ssl/certs/ca-certificates.crt && exec {BIN}/deliver-mail"
        done = subprocess.run(
            ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", command], env={**world.env, "DEADLINE_SECONDS": "50"},
            cwd=world.folder, input=b"{}", capture_output=True, timeout=60)
    assert json.loads(done.stdout)["sent"] == 20, (done.stdout, done.stderr, messages(world))
    assert len(apns.requests) == 10 and apns.connections == 1


def operator(world, *arguments):
    done = subprocess.run(
        [BIN / "vestibule", *arguments], env=world.env, cwd=world.folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, (done.stdout, done.stderr)
    return done.stdout


def doctor(world, **env):
    environment = {name: value for name, value in {**world.env, **env}.items() if value is not None}
    done = subprocess.run(
        [BIN / "vestibule", "doctor", "--json"], env=environment, cwd=world.folder, capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout)["findings"]
