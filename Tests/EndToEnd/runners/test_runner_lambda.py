# SPDX-License-Identifier: Apache-2.0
"""The Lambda runner, with AWS Lambda's documented runtime API: one warm process for many events."""

import base64
import json
import sqlite3
import time
import uuid

import pytest
from lambda_runner import message
from runners import FunctionURL, Lambda, closing, files
from trigger_events import EVERY_PROVIDER, PRE_SIGN_UP
from worlds import ROOT, person

TRACE = "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1"


@pytest.fixture
def url(world):
    with closing(FunctionURL(world)) as url:
        yield url


# Warm


def test_one_process_keeps_its_database_connection_between_events(world, aws):
    aws.run("sign-in", {"identity": person("ada")})
    _, running = aws.start("sign-in")
    before = files(running)[str(world.database)]
    for name in ("bob", "eve"):
        assert "session" in aws.run("sign-in", {"identity": person(name)})
    assert running.poll() is None and files(running)[str(world.database)] == before
    assert len(world.rows("SELECT id FROM accounts")) == 3


def test_an_event_leaves_no_state_for_the_next(world, aws):
    messages = {name: json.loads((ROOT / f"templates/messages/{name}.json").read_text())["errors"] for name in ("de", "en")}
    german = aws.invoke("preview-invitation", {"acceptlanguage": "de", "data": {"code": "A"}})[1]
    english = aws.invoke("preview-invitation", {"code": "A"})[1]
    assert german["error"]["userMessage"] == messages["de"]["invitation/not-found"]
    assert english["error"]["userMessage"] == messages["en"]["invitation/not-found"]

    token = world.inviter()
    assert aws.run("list-clients", {}, token) == {"clients": [], "nextCursor": None}
    assert aws.run("list-clients", {})["error"]["code"] == "auth/unauthenticated"

    where = {"clientip": "203.0.113.7", "useragent": "App/1", "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}
    aws.invoke("sign-in", {**where, "data": {"identity": person("bob"), "as": "client"}})
    aws.invoke("sign-in", {"data": {"identity": person("bob"), "as": "client"}})
    rows = world.rows("SELECT id, at, address, user_agent, trace_id FROM audit WHERE action = 'refused' AND function = 'sign-in' ORDER BY at, id")
    assert [row["address"] for row in rows] == ["203.0.113.7", None] and rows[1]["user_agent"] is None
    assert rows[1]["trace_id"] is None and rows[0]["at"] < rows[1]["at"] and rows[0]["id"] < rows[1]["id"]


def test_the_first_event_may_come_long_after_the_start(world, aws):
    """Provisioned concurrency starts processes in advance."""
    world.inviter()
    api, running = aws.start("sign-in")
    while not api.is_waiting:
        time.sleep(0.02)  # The interval of the polling.
    time.sleep(2)  # Longer than any deadline that the start might have set.
    with world.locked():
        request = api.put({"data": {"identity": person("ada")}})
        time.sleep(0.3)  # The first event has to wait for the lock.
    path, body, _ = api.replies.get(timeout=60)
    assert path == ["invocation", request, "response"] and "session" in body, body
    assert running.poll() is None


# Deadlines and failures


def test_an_event_that_is_not_answered_is_an_error_and_the_next_one_is_answered(world, aws):
    world.inviter()
    aws.run("sign-in", {"identity": person("ada")})
    event = {"data": {"identity": person("bob")}}
    with sqlite3.connect(world.database, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        kind, body, headers = aws.invoke("sign-in", event, seconds=2)
        other.execute("ROLLBACK")
    other.close()
    assert kind == "error" and body["errorType"] == "service/unavailable" and body["errorMessage"]
    assert headers["Lambda-Runtime-Function-Error-Type"] == "service/unavailable"
    kind, body, _ = aws.invoke("sign-in", event)
    assert kind == "response" and body["account"]["email"] == "bob@example.com"


def test_a_refusal_is_an_answer_even_for_shells(world):
    with closing(Lambda(world, EXIT_ON_ERROR="1")) as aws:
        kind, body, _ = aws.invoke("preview-invitation", {"code": "A"})
        assert (kind, body["error"]["code"]) == ("response", "invitation/not-found")


@pytest.mark.parametrize("event", [b"null", b"[]", b'"x"', b'{"code":"A","code":"B"}', b"{"])
def test_an_invalid_event_is_refused(aws, event):
    kind, body, _ = aws.invoke("preview-invitation", event)
    assert kind == "response" and body["error"]["code"] in ("event/invalid", "event/not-json")


def test_a_timed_out_event_ends_the_process(world):
    """Lambda notices it and starts another process."""
    aws = Lambda(world)
    api, running = aws.start("preview-invitation")
    api.put({"code": "A"}, seconds=-1)
    assert running.wait(20) == 75
    running.kill()


def test_an_answer_that_is_too_large_for_lambda_fails_the_invocation(world, aws):
    api, _ = aws.start("list-clients")
    api.limit = 10
    kind, body, _ = aws.invoke("list-clients", {"authorization": f"Bearer {world.inviter()}", "data": {}})
    assert (kind, body["errorType"]) == ("error", "event/too-large")


@pytest.mark.parametrize(
    "function, variable, value",
    [
        ("sign-in", "POLICY_FILE", "/nowhere"), ("sign-in", "LOG_LEVEL", "loud"), ("sign-in", "DATABASE_URL", "mysql://x"),
        ("sign-in", "DEADLINE_SECONDS", "soon"), ("sign-in", "TRUSTED_PROXIES", "all"), ("send-invitation", "MAIL_FROM", None),
    ],
)
def test_a_wrong_setting_is_reported_before_the_first_event(world, function, variable, value):
    aws = Lambda(world, **{variable: value})
    api, running = aws.start(function)
    path, body, headers = api.replies.get(timeout=20)
    assert path == ["init", "error"] and body["errorType"] == "service/misconfigured" == headers["Lambda-Runtime-Function-Error-Type"]
    assert body["errorMessage"].startswith(variable) and running.wait(20) == 78


def test_the_lambda_runner_needs_the_lambda_environment(world):
    answer = world.run("jwks", {}, env={"RUNNER": "lambda"})
    assert (answer.status, answer.json["error"]["detail"]) == (78, "AWS_LAMBDA_RUNTIME_API: is unset; Lambda sets it")
    gone = world.run("jwks", {}, env={"AWS_LAMBDA_RUNTIME_API": "127.0.0.1:9"})
    assert gone.status == 75


def test_the_runtime_api_is_called_without_a_proxy(world):
    with closing(Lambda(world, http_proxy="http://127.0.0.1:9", ALL_PROXY="http://127.0.0.1:9")) as aws:
        assert aws.run("preview-invitation", {"code": "A"})["error"]["code"] == "invitation/not-found"


def test_an_event_without_a_trace_gets_the_trace_of_lambda(world, aws):
    ask = {"identity": person("ada"), "as": "client"}
    aws.invoke("sign-in", {"data": ask}, trace=TRACE)
    aws.invoke("sign-in", {"traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "data": ask}, trace=TRACE)
    aws.invoke("sign-in", {"data": ask}, trace="Root=nonsense")
    rows = [row["trace_id"] for row in world.rows("SELECT trace_id FROM audit ORDER BY at, id")]
    assert rows == ["5759e988bd862e3fe1be46a994272793", "4bf92f3577b34da6a3ce929d0e0e4736", None]


def test_a_log_line_names_the_invocation(world):
    with closing(Lambda(world, LOG_LEVEL="debug")) as aws:
        request = aws.invoke("preview-invitation", {"code": "A"}) and aws.start("preview-invitation")[0].last
        [line] = [json.loads(line) for line in (world.folder / "preview-invitation.log").read_text().splitlines()]
        assert line["requestId"] == request and line["function"] == "preview-invitation"


def test_a_refusal_of_cognito_fails_the_invocation(world):
    world.policy({**EVERY_PROVIDER, "roles": {"inviter": "admin", "invitee": "client", "signUp": []}})
    with closing(Lambda(world)) as aws:
        kind, body, _ = aws.invoke("on-user-create", PRE_SIGN_UP)
        assert kind == "error" and body["errorType"] == "auth/invalid-role" and body["errorMessage"]
    world.policy(EVERY_PROVIDER)
    with closing(Lambda(world)) as aws:
        assert aws.invoke("on-user-create", PRE_SIGN_UP)[:2] == ("response", PRE_SIGN_UP)


# Schedules and queues


@pytest.mark.parametrize("source, detail", [("aws.events", {}), ("aws.scheduler", "{}")])
def test_a_schedule_of_eventbridge_runs(aws, source, detail):
    event = {
        "version": "0", "id": str(uuid.uuid4()), "detail-type": "Scheduled Event", "source": source, "account": "123456789012",
        "time": "2026-11-21T12:00:00Z", "region": "eu-central-1", "resources": ["arn:aws:events:eu-central-1:123456789012:rule/r"],
        "detail": detail,
    }
    assert aws.invoke("expire-invitations", event)[1] == {"expired": 0, "reminded": 0, "more": False}
    bad = aws.invoke("expire-invitations", {**event, "id": "2", "detail": {"limit": 0}})[1]
    assert bad["error"]["errors"][0]["pointer"] == "/limit"
    assert aws.invoke("deliver-mail", {"limit": 10})[1]["sent"] == 0, "the scheduler's own input is an event of ours"


def test_only_unanswered_messages_of_a_batch_are_redelivered(world, aws):
    token = world.inviter()
    invite = lambda name: {"authorization": f"Bearer {token}", "data": {"client": {"name": name, "email": f"{name}@example.com"}, "deliver": "link"}}
    good, refused, broken = message(invite("kim")), message({"data": {}}), message("{")
    assert aws.invoke("send-invitation", {"Records": [good, refused, broken]})[1] == {"batchItemFailures": []}
    aws.invoke("send-invitation", {"Records": [good]})
    assert [row["name"] for row in world.rows("SELECT name FROM clients")] == ["kim"], "a message may come twice"

    later, traced = message(invite("lee")), message(invite("mia"), attributes={"AWSTraceHeader": TRACE})
    with sqlite3.connect(world.database, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        failed = aws.invoke("send-invitation", {"Records": [good, later]}, seconds=2)[1]
        other.execute("ROLLBACK")
    other.close()
    assert failed == {"batchItemFailures": [{"itemIdentifier": later["messageId"]}]}
    assert aws.invoke("send-invitation", {"Records": [later, traced]})[1] == {"batchItemFailures": []}
    assert sorted(row["name"] for row in world.rows("SELECT name FROM clients")) == ["kim", "lee", "mia"]
    assert world.rows("SELECT trace_id FROM audit ORDER BY at, id")[-1]["trace_id"] == "5759e988bd862e3fe1be46a994272793"


@pytest.mark.parametrize("source", [{"EventSource": "aws:sns", "Sns": {"Message": "{}"}}, {"eventSource": "aws:s3"}, {}, "text"])
def test_records_of_other_services_fail_the_invocation(world, aws, source):
    """The answer to them would be discarded; a failure is repeated and reported."""
    kind, body, headers = aws.invoke("deliver-mail", {"Records": [message("{}"), source]})
    assert kind == "error" and body["errorType"] == "http/unsupported-media-type" == headers["Lambda-Runtime-Function-Error-Type"]
    assert aws.invoke("deliver-mail", {})[0] == "response"


def test_a_message_with_a_retryable_refusal_is_redelivered(world):
    world.policy({**EVERY_PROVIDER, "limits": {"invite": {"max": 0, "seconds": 60}}, "roles": {"signUp": ["admin"]}})
    token = world.inviter()
    with closing(Lambda(world)) as aws:
        record = message({"authorization": f"Bearer {token}", "data": {"client": {"name": "Kim", "email": "kim@example.com"}}})
        failures = aws.invoke("send-invitation", {"Records": [record]})[1]
        assert failures == {"batchItemFailures": [{"itemIdentifier": record["messageId"]}]}


def test_a_refused_message_is_noticed_and_not_logged(world, aws):
    record = message({"code": "A"})
    assert aws.invoke("preview-invitation", {"Records": [record]})[1] == {"batchItemFailures": []}
    assert (world.folder / "preview-invitation.log").read_text() == ""
    [notice] = world.rows("SELECT name, detail FROM notices")
    detail = json.loads(notice["detail"])
    assert notice["name"] == "refused-message" and detail["code"] == "invitation/not-found", detail
    assert detail["function"] == "preview-invitation"


# Requests


def test_a_request_becomes_a_response(world, url):
    ask = json.dumps({"identity": person("ada"), "as": "client"})
    response = url.request("sign-in", body=ask, x_forwarded_for="198.51.100.1")
    assert response["statusCode"] == 422 and json.loads(response["body"])["error"]["code"] == "auth/invalid-role"
    assert response["headers"]["Content-Type"] == "application/json; charset=utf-8"
    assert response["headers"]["Strict-Transport-Security"] and response["headers"]["Cache-Control"] == "no-store"
    assert world.rows("SELECT address FROM audit") == [{"address": "192.0.2.1"}]
    assert url.request("sign-in", path="/prod/sign-in", body="{}")["statusCode"] == 400
    assert url.request("sign-in", path="/other", body="{}")["statusCode"] == 404
    assert url.request("sign-in", method="GET")["headers"]["Allow"] == "POST, OPTIONS"
    assert url.request("sign-in", method="OPTIONS")["statusCode"] == 204
    assert url.request("jwks", method="GET", query="a=b")["headers"]["Cache-Control"] == "public, max-age=300"
    assert url.request("jwks", method="HEAD")["body"] == ""


def test_an_unanswered_request_becomes_a_response(world):
    world.policy({"providers": {"google": {"audiences": ["app"], "jwksURL": "http://127.0.0.1:9/keys"}}})
    with closing(FunctionURL(world, ALLOW_INSECURE="1")) as url:
        response = url.request("sign-in", body=json.dumps({"identity": person("ada")}))
        assert response["statusCode"] == 503 and response["headers"]["Retry-After"] == "1"


def test_a_body_may_be_in_base64(url):
    event = {
        "version": "2.0", "rawPath": "/preview-invitation", "rawQueryString": "", "isBase64Encoded": True,
        "headers": {"Content-Type": "application/json"}, "requestContext": {"http": {"method": "POST", "sourceIp": "192.0.2.1"}},
    }
    good = url.invoke("preview-invitation", {**event, "body": base64.b64encode(b'{"code":"A"}').decode()})[1]
    bad = url.invoke("preview-invitation", {**event, "body": "?"})[1]
    assert good["statusCode"] == 404 and bad["statusCode"] == 400


def of_api_gateway(function, body="", **more):
    """An event of API Gateway in payload format 1.0."""
    return {
        "version": "1.0", "httpMethod": "POST", "path": f"/{function}", "headers": {"Content-Type": "application/json"},
        "multiValueHeaders": {"Content-Type": ["application/json"]}, "queryStringParameters": None,
        "requestContext": {"stage": "prod", "identity": {"sourceIp": "192.0.2.7"}}, "body": body, "isBase64Encoded": False, **more}


def of_load_balancer(function, body="", headers=None, **more):
    """An event of an Application Load Balancer."""
    known = {"content-type": "application/json", "x-forwarded-for": "203.0.113.9, 192.0.2.8", "x-forwarded-proto": "https"}
    return {
        "httpMethod": "POST", "path": f"/{function}", "queryStringParameters": {}, "headers": {**known, **(headers or {})},
        "requestContext": {"elb": {"targetGroupArn": "arn:x"}}, "body": body, "isBase64Encoded": False, **more}


@pytest.mark.parametrize("event, address", [(of_api_gateway, "192.0.2.7"), (of_load_balancer, "192.0.2.8")])
def test_a_request_of_another_gateway_becomes_a_response(world, aws, event, address):
    ask = json.dumps({"identity": person("ada"), "as": "client"})
    kind, response, _ = aws.invoke("sign-in", event("sign-in", ask))
    assert kind == "response" and response["statusCode"] == 422 and response["isBase64Encoded"] is False
    assert json.loads(response["body"])["error"]["code"] == "auth/invalid-role"
    assert response["headers"]["Content-Type"] == "application/json; charset=utf-8"
    assert world.rows("SELECT address FROM audit") == [{"address": address}]
    encoded = event("sign-in", base64.b64encode(json.dumps({"identity": person("ada")}).encode()).decode(), isBase64Encoded=True)
    assert "session" in json.loads(aws.invoke("sign-in", encoded)[1]["body"])
    assert aws.invoke("sign-in", event("other", "{}"))[1]["statusCode"] == 404
    assert aws.invoke("sign-in", event("sign-in", httpMethod="GET"))[1]["statusCode"] == 405
    assert not aws.invoke("deliver-mail", event("deliver-mail", "{}"))[1]["statusCode"] == 200, "a schedule has no public route"


def test_the_parameters_of_a_page_come_decoded_from_api_gateway_and_encoded_from_a_load_balancer(world, aws):
    code = world.invite(world.inviter())["code"]
    once = aws.invoke("invite-page", of_api_gateway("invite", httpMethod="GET", queryStringParameters={"code": code, "x": "a b&c"}))[1]
    again = aws.invoke("invite-page", of_load_balancer("invite", httpMethod="GET", queryStringParameters={"code": code, "x": "a%20b"}))[1]
    assert (once["statusCode"], again["statusCode"]) == (200, 200)
    assert once["headers"]["Content-Type"] == "text/html; charset=utf-8"


def test_a_load_balancer_with_lists_of_headers_gets_lists(aws):
    event = of_load_balancer("preview-invitation", '{"code":"A"}')
    lists = {name: [value] for name, value in event.pop("headers").items()}
    response = aws.invoke("preview-invitation", {**event, "multiValueHeaders": lists})[1]
    assert response["statusCode"] == 404 and response["multiValueHeaders"]["Cache-Control"] == ["no-store"]
    assert "headers" not in response


def test_a_request_in_another_format_runs_no_function(world, aws):
    world.without_tables()
    event = {"requestContext": {"routeKey": "$connect", "connectionId": "x"}, "isBase64Encoded": False}
    kind, body, _ = aws.invoke("deliver-mail", event)
    assert kind == "response" and body["statusCode"] == 415 and json.loads(body["body"])["error"]["code"] == "http/unsupported-media-type"
    assert not world.database.exists()


# Events of Amazon SES
