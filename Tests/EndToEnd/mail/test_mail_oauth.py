# SPDX-License-Identifier: Apache-2.0
"""SMTP servers that take access tokens (auth=xoauth2), and `vestibule mail test`."""

import concurrent.futures
import json
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl

import pytest
from key_rotation import change_key, new_key, rotate
from loopback_servers import RunningServer
from operators import vestibule
from smtp_servers import Recorder, deliver, outbox, send


class TokenEndpoint(RunningServer, ThreadingHTTPServer):
    """Issues access tokens `t1`, `t2` … and records the requests. `refresh` is the next refresh token, `status` a refusal,
    `delay` the seconds before an answer."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.requests, self.refresh, self.status, self.delay = [], None, None, 0

    def client(self, **members):
        url = f"http://127.0.0.1:{self.server_address[1]}/token"
        return json.dumps({"tokenURL": url, "clientID": "app", "clientSecret": "s", "refreshToken": "r0", "scope": "mail", **members})

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            server = self.server
            form = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
            server.requests.append(form)
            time.sleep(server.delay)
            answer = {"access_token": f"t{len(server.requests)}", "expires_in": 3600, "token_type": "Bearer"}
            if server.refresh:
                answer["refresh_token"] = server.refresh
            if server.status:
                answer = {"error": "invalid_grant"}
            body = json.dumps(answer).encode()
            self.send_response(server.status or 200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass


@pytest.fixture
def tokens():
    with TokenEndpoint() as tokens:
        yield tokens


def using(server, tokens, **members):
    return {"MAIL_URL": server.url("hello%40example.com", auth="xoauth2"), "MAIL_OAUTH": tokens.client(**members)}


def test_a_mail_is_sent_with_an_access_token_that_all_processes_use(world, tokens):
    token = world.inviter()
    with Recorder(logins=("PLAIN", "XOAUTH2")) as server:
        env = using(server, tokens)
        assert send(world, token, env=env).json["invitation"]["delivery"] == "sent"
        assert send(world, token, address="lee@example.com", env=env).json["invitation"]["delivery"] == "sent"
    assert server.authenticated == [("XOAUTH2", "hello@example.com", "t1")] * 2
    assert tokens.requests == [{
        "grant_type": "refresh_token", "refresh_token": "r0", "client_id": "app", "client_secret": "s", "scope": "mail"}]
    [stored] = world.rows("SELECT * FROM service_tokens")
    assert stored["sealed_token"] != "t1" and len(stored["sealed_token"]) > 20


def test_client_credentials_need_no_refresh_token(world, tokens):
    with Recorder(logins=("XOAUTH2",)) as server:
        send(world, world.inviter(), env=using(server, tokens, refreshToken=None))
    assert [request["grant_type"] for request in tokens.requests] == ["client_credentials"]
    assert len(server.messages) == 1


def test_a_refused_token_is_replaced_and_the_mail_waits(world, tokens):
    with Recorder(logins=("XOAUTH2",), granted=lambda login: login[2] != "t1") as server:
        env = using(server, tokens)
        send(world, world.inviter(), env=env)
        [row] = outbox(world)
        assert (row["state"], row["attempts"]) == ("queued", 0)
        deliver(world, env)
    assert [login[2] for login in server.authenticated][0] == "t1" and server.authenticated[-1][2] == "t2"
    assert outbox(world)[0]["state"] == "sent"


@pytest.mark.parametrize("status", [400, 401, 503])
def test_a_mail_waits_while_there_is_no_access_token(world, tokens, status):
    tokens.status = status
    with Recorder(logins=("XOAUTH2",)) as server:
        env = using(server, tokens)
        send(world, world.inviter(), env=env)
        [row] = outbox(world)
        assert (row["state"], row["attempts"]) == ("queued", 0) and f"HTTP status {status}" in row["trouble"]
        assert server.sessions == []
        tokens.status = None
        deliver(world, env)
        assert outbox(world)[0]["state"] == "sent"


def test_a_refresh_token_that_replaces_the_old_one_is_kept_through_a_new_secret_key(world, tokens):
    world.env["SECRET_KEY"] = new_key()
    tokens.refresh = "r1"
    token = world.inviter()
    with Recorder(logins=("XOAUTH2",)) as server:
        env = using(server, tokens)
        send(world, token, env=env)
        world.rows("DELETE FROM service_tokens WHERE name NOT LIKE 'refresh %'")
        send(world, token, address="lee@example.com", env=env)
        change_key(world)
        rotate(world)
        send(world, token, address="max@example.com", env=env)
    assert [request["refresh_token"] for request in tokens.requests] == ["r0", "r1", "r1"]
    assert all("r1" != row["sealed_token"] for row in world.rows("SELECT * FROM service_tokens"))


@pytest.mark.parametrize("client, named", [
    (None, "is unset"), ("x", "should be JSON"), ("{}", "tokenURL"), ('{"tokenURL":"http://login.example/t"}', "tokenURL"),
    ('{"tokenURL":"https://login.example/t"}', "clientID"), ('{"tokenURL":"https://login.example/t","clientID":"a"}', "refreshToken"),
    ('{"tokenURL":"https://login.example/t","clientID":7}', "clientID")])
def test_a_wrong_client_is_named_before_a_mail_is_queued(world, client, named):
    env = {"MAIL_URL": "smtp://hello@127.0.0.1:1?tls=none&auth=xoauth2", "MAIL_OAUTH": client}
    answer = send(world, world.inviter(), env={name: value for name, value in env.items() if value is not None})
    assert answer.status == 78 and "MAIL_OAUTH" in answer.json["error"]["detail"] and named in answer.json["error"]["detail"]


def test_the_doctor_says_whether_the_token_is_accepted(world, tokens):
    world.inviter()
    with Recorder(logins=("XOAUTH2",)) as server:
        done = vestibule(world, "doctor", **using(server, tokens))
        assert "the login is valid" in done.stdout
        tokens.status = 400
        world.rows("DELETE FROM service_tokens")
        assert "invalid_grant" in vestibule(world, "doctor", **using(server, tokens)).stdout


# vestibule mail test


def test_a_test_mail_is_sent_and_the_conversation_is_printed_without_secrets(world):
    world.inviter()
    with Recorder(logins=("PLAIN",)) as server:
        done = vestibule(world, "mail", "test", "kim@example.com", MAIL_URL=server.url("ada:s3cret"))
    assert done.status == 0, done
    lines = done.stdout.splitlines()
    assert "> AUTH PLAIN (secret)" in lines or "> AUTH PLAIN" in lines and "> (secret)" in lines
    assert "< 220 recorder ESMTP" in lines and any(line.startswith("> MAIL FROM:<") for line in lines)
    assert lines[-1].endswith(": accepted") and "s3cret" not in done.stdout
    [mail] = server.messages
    assert b"kim@example.com" in mail and outbox(world) == []


def test_a_refused_test_mail_says_why(world):
    world.inviter()
    with Recorder({"RCPT": "550 5.1.1 No such user"}) as server:
        done = vestibule(world, "mail", "test", "kim@example.com", MAIL_URL=server.url())
    assert done.status == 75 and "refused (address)" in done.stdout and "5.1.1" in done.stdout


def test_a_test_mail_tries_the_next_relay(world):
    world.inviter()
    with Recorder() as server:
        done = vestibule(world, "mail", "test", "kim@example.com", MAIL_URL=f"smtp://127.0.0.1:1?tls=none {server.url()}")
    assert done.status == 0 and "the mail would wait" in done.stdout and len(server.messages) == 1


def test_an_address_to_test_is_checked(world):
    assert vestibule(world, "mail", "test", "kim").status == 64


def test_a_refresh_token_is_used_by_one_of_two_processes(world, tokens):
    token = world.inviter()
    tokens.refresh, tokens.delay = "r1", 0.7
    with Recorder(logins=("XOAUTH2",)) as server, concurrent.futures.ThreadPoolExecutor() as pool:
        env = using(server, tokens)
        sent = list(pool.map(lambda name: send(world, token, address=f"{name}@example.com", env=env), ("kim", "lee")))
    assert [answer.json["invitation"]["delivery"] for answer in sent] == ["sent", "sent"]
    assert [request["refresh_token"] for request in tokens.requests] == ["r0"]
    assert server.authenticated == [("XOAUTH2", "hello@example.com", "t1")] * 2


def test_a_process_that_ends_while_it_asks_holds_the_others_up_for_a_moment(world, tokens):
    token = world.inviter()
    with Recorder(logins=("XOAUTH2",)) as server:
        env = using(server, tokens)
        send(world, token, env=env)
        [row] = world.rows("SELECT name FROM service_tokens")
        world.rows("UPDATE service_tokens SET name = ?, expires_at = 1", (f"making {row['name']}",))
        assert send(world, token, address="lee@example.com", env=env).json["invitation"]["delivery"] == "sent"
    assert len(tokens.requests) == 2
