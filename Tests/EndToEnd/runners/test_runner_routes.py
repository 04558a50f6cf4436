# SPDX-License-Identifier: Apache-2.0
"""Public routes: schedules and triggers are not reachable, except signed webhooks."""

import base64
import contextlib
import copy
import datetime
import json
import subprocess

import pytest
from apache_servers import apache
from runners import FUNCTIONS, FunctionURL, Watchdog, closing, lighttpd, nginx, vestibule_serve
from standardwebhooks.webhooks import Webhook
from trigger_events import OTHER, SECRET, SUPABASE
from worlds import BIN, KEYS, POLICY

KEPT = [name for name, entry in FUNCTIONS.items() if entry["access"] in ("trigger", "schedule")]
WEBHOOKS = [name for name, entry in FUNCTIONS.items() if "webhook" in entry["trigger"]]
SUPABASE_POLICY = {**POLICY, "roles": {"signUp": ["client"]}, "providers": {"supabase": {"url": "https://abc.supabase.co", "jwks": KEYS}}}


def signed(body, secret=SECRET, timestamp=None):
    now = timestamp or datetime.datetime.now(datetime.timezone.utc)
    return {
        "webhook-id": "msg_1", "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret).sign("msg_1", now, body.decode()), "Content-Type": "application/json",
    }


def test_schedules_and_triggers_have_a_route_only_as_webhooks():
    assert sorted(WEBHOOKS) == ["on-apple-notification", "on-mail-event", "on-user-create"] and set(WEBHOOKS) < set(KEPT)
    for name in WEBHOOKS:
        webhook = FUNCTIONS[name]["trigger"]["webhook"]
        assert bool(webhook["secrets"]) != ("provider" in webhook) and set(webhook["secrets"]) <= set(FUNCTIONS[name]["variables"])


def test_the_operators_command_refuses_to_run_as_cgi(world):
    """A web server passes a query on as arguments (RFC 3875, section 4.4)."""
    world.inviter()
    environment = {**world.env, "GATEWAY_INTERFACE": "CGI/1.1", "REQUEST_METHOD": "GET", "QUERY_STRING": "mail+list"}
    for arguments in ([], ["mail", "list"], ["--help"]):
        answer = subprocess.run([BIN / "vestibule", *arguments], env=environment, cwd=world.folder, capture_output=True)
        assert (answer.returncode, answer.stdout) == (77, b"Status: 404\nContent-Type: text/plain\n\n")


def test_no_two_functions_answer_the_same_request():
    for method in ("GET", "POST"):
        routes = [
            (entry["trigger"]["route"], entry.get("produces")) for entry in FUNCTIONS.values()
            if method in (entry["trigger"].get("methods") or entry.get("methods") or [entry["trigger"].get("method")])
        ]
        assert len(routes) == len(set(routes))


@pytest.mark.parametrize("serve", [lighttpd, nginx, apache, vestibule_serve])
def test_no_web_server_serves_schedules_and_triggers(world, serve):
    world.without_tables()
    with serve(world) as web:
        for name in KEPT:
            for method in ("GET", "POST", "OPTIONS"):
                body = b"{}" if method == "POST" else None
                response = web.request(method, f"/{name}", body, {"Content-Type": "application/json"})
                assert response.status == 404, name
    # `vestibule serve` creates the database at its start.
    assert serve is vestibule_serve or not world.database.exists()


def test_no_openfaas_gateway_serves_schedules_and_triggers(world):
    world.without_tables()
    for name in KEPT:
        status, stdout, _ = Watchdog(world).request(name, b"{}")
        assert status == 0 and json.loads(stdout)["error"]["code"] == "http/not-found"
    assert not world.database.exists()


def test_no_function_url_serves_schedules_and_triggers(world):
    with closing(FunctionURL(world, MAIL_FROM="a@b.co")) as url:
        for name in KEPT:
            response = url.request(name, body="{}")
            assert response["statusCode"] == 404 and json.loads(response["body"])["error"]["code"] == "http/not-found"
            assert "sent" not in response["body"] and url.request(name, path="/", body="{}")["statusCode"] == 404


@pytest.mark.parametrize("name", ["lighttpd", "nginx", "function URL"])
def test_a_signed_hook_creates_an_account(world, name):
    world.policy(SUPABASE_POLICY)
    user = copy.deepcopy(SUPABASE)
    user["user"] |= {"email": "kim@example.com", "email_confirmed_at": "2026-01-01T00:00:00Z", "user_metadata": {"name": "Kïm"}}
    # To the byte, with the signer's spaces and escapes.
    body = json.dumps(user, indent=3, ensure_ascii=False).replace("ï", "\\u00ef").encode() + b" \n"
    with hook(world, name, WEBHOOK_SECRET=f"v1,whsec_{SECRET}") as post:
        assert post(body, signed(body)) == (200, {})
        status, answer = post(body, signed(body, OTHER))
        assert status == 200 and answer["error"]["http_code"] == 401 and answer["error"]["message"]
        status, answer = post(body + b" ", signed(body))
        assert answer["error"]["http_code"] == 401
        old = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=6)
        assert post(body, signed(body, timestamp=old))[1]["error"]["http_code"] == 401
        assert post(b'{"user":{"id":"1"}}', {"Content-Type": "application/json"})[1]["error"]["http_code"] == 401
    assert [row["display_name"] for row in world.rows("SELECT display_name FROM accounts")] == ["Kïm"]


def hook(world, name, **env):
    """Posts to the webhook: the status and the body."""
    @contextlib.contextmanager
    def posting():
        if name == "function URL":
            with closing(FunctionURL(world, **env)) as url:
                def post(body, headers):
                    response = url.request("on-user-create", body=body.decode(), **headers)
                    return response["statusCode"], json.loads(response["body"])
                yield post
        else:
            with {"lighttpd": lighttpd, "nginx": nginx}[name](world, **env) as web:
                def post(body, headers):
                    response = web.request("POST", "/on-user-create", body, headers)
                    return response.status, response.json
                yield post

    return posting()


def test_a_hook_that_cannot_be_answered_now_gets_retry_after(world):
    world.policy(SUPABASE_POLICY)
    body = json.dumps(SUPABASE).encode()
    with lighttpd(world, WEBHOOK_SECRET=f"v1,whsec_{SECRET}", DATABASE_URL="sqlite:/proc/nowhere/v.db") as web:
        response = web.request("POST", "/on-user-create", body, signed(body))
        assert response.status in (500, 503) and "http_code" not in response.json["error"]
        assert response.status == 500 or response.headers["Retry-After"] == "1"


def test_mail_events_use_the_login_of_the_vendor(world):
    event = {"RecordType": "Delivery", "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483"}
    login = lambda text: {"Authorization": "Basic " + base64.b64encode(text.encode()).decode(), "Content-Type": "text/plain"}
    with lighttpd(world, POSTMARK_WEBHOOK_LOGIN="user:password") as web:
        good = web.request("POST", "/on-mail-event", json.dumps(event).encode(), login("user:password"))
        assert (good.status, good.json) == (200, {"processed": 0, "ignored": 0, "unknown": 1})
        bad = web.request("POST", "/on-mail-event", json.dumps(event).encode(), login("user:guess"))
        assert (bad.status, bad.code) == (401, "auth/unauthenticated")
        assert web.request("POST", "/on-mail-event", b"\xff\xfe", login("user:password")).status == 400
        assert web.request("GET", "/on-mail-event").status == 405
        bounce = web.request("POST", "/on-mail-event", b'{"message":"x"}', {"Content-Type": "application/json"})
        assert bounce.status == 401, "a bounce is piped in and does not come over HTTP"
        assert web.request("POST", "/on-user-create", b"{}").status == 404, "its secret is not set"
