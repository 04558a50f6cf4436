# SPDX-License-Identifier: Apache-2.0
"""scripts/serve: the bundle behind lighttpd on loopback, until Ctrl-C."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time

import pytest
from conftest import ROOT
from packages import COMMON
from ports import free_port
from runners import process, wait_for
from serving import SERVE, served  # noqa: F401 (fixtures)
from web_servers import web  # noqa: F401 (a fixture)


def get(port, path, method="GET", body=None, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    return answer.status, answer.read()


def test_serve_picks_a_port_and_ends_with_ctrl_c(served, tmp_path):
    process, port = served
    assert get(port, "/jwks") == (200, b'{"keys":[]}\n') and (tmp_path / "data/vestibule.db").exists()
    [server] = subprocess.run(["pgrep", "-P", str(process.pid), "lighttpd"], capture_output=True, text=True).stdout.split()
    # Like a terminal: to every process of the group.
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(20) == 0 and not os.path.exists(f"/proc/{server}")
    assert not list(tmp_path.glob("vestibule-serve.*"))
    with pytest.raises(ConnectionRefusedError):
        get(port, "/jwks")


def test_serve_links_to_itself_and_accepts_its_development_key(served, tmp_path):
    _, port = served
    token = lambda claims: subprocess.run(
        [ROOT / "scripts/id-token", "token", json.dumps(claims)], cwd=tmp_path, capture_output=True, text=True, check=True).stdout.strip()
    identity = {"provider": "google", "idToken": token({"sub": "1", "email": "ada@example.com", "email_verified": True, "name": "Ada"})}
    json_body = {"Content-Type": "application/json"}
    signed_in = json.loads(get(port, "/sign-in", "POST", json.dumps({"identity": identity, "as": "admin"}), json_body)[1])
    bearer = {**json_body, "Authorization": f"Bearer {signed_in['session']['accessToken']}"}
    client = {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": "link"}
    link = json.loads(get(port, "/send-invitation", "POST", json.dumps(client), bearer)[1])["link"]
    assert link.startswith(f"http://127.0.0.1:{port}/invite?code=")


def test_a_page_and_a_function_of_the_api_may_share_a_route(tmp_path):
    """GET requests of browsers and forms go to pages, all others to the API; a route may continue below another one."""
    functions = {
        "api": {"trigger": {"type": "http", "method": "POST", "route": "/code"}},
        "page": {"trigger": {"type": "http", "method": "GET", "route": "/code"}, "produces": "text/html"},
        "page-confirm": {"trigger": {"type": "http", "method": "POST", "route": "/code/confirm"}, "produces": "text/html"},
        "both": {"trigger": {"type": "http", "method": "GET", "route": "/both"}, "methods": ["GET", "POST"], "produces": "text/html"},
        "both-api": {"trigger": {"type": "http", "method": "POST", "route": "/both"}},
        "sweep": {"trigger": {"type": "schedule", "cron": "* * * * *"}},
    }
    functions = {
        name: {**COMMON, "area": "pages", "access": "schedule" if name == "sweep" else "public", "variables": [], **entry} for name, entry in functions.items()}
    (tmp_path / "bin").mkdir()
    for module in ("Domain", "Rules"):
        shutil.copytree(ROOT / "Sources" / module, tmp_path / "Sources" / module)
    for name in ("deployment", "serving"):
        shutil.copytree(ROOT / "scripts" / name, tmp_path / "scripts" / name)
    (tmp_path / "scripts/serve").write_bytes(SERVE.read_bytes())
    (tmp_path / "scripts/serve").chmod(0o755)
    known = {name: json.loads((ROOT / "functions.json").read_text())[name] for name in ("$defs", "patterns", "trial")}
    document = {"defaults": {"timeoutSeconds": 10, "variables": [], "result": {}, "refusal": None}, "variables": {}, "areas": {"pages": "Pages."}, "functions": functions, **known}
    (tmp_path / "functions.json").write_text(json.dumps(document))
    for name in [*functions, "vestibule"]:
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\nprintf 'Content-Type: text/plain\\n\\n{name} %s' \"$QUERY_STRING\"\n")
        (tmp_path / "bin" / name).chmod(0o755)
    port, form = free_port(), {"Content-Type": "application/x-www-form-urlencoded; charset=utf-8"}
    (tmp_path / "policy.json").write_text("{}")
    environment = {
        "PATH": os.environ["PATH"], "POLICY_FILE": str(tmp_path / "policy.json"), "TMPDIR": str(tmp_path), "DATABASE_URL": "sqlite:none.db"}
    with process(tmp_path / "scripts/serve", "--bin", tmp_path / "bin", "--port", str(port), env=environment, stdout=subprocess.DEVNULL) as server:
        wait_for(port, server)
        ask = lambda *request: get(port, *request)[1].decode()
        assert ask("/code?a=b") == "page a=b" and ask("/code", "POST", "{}", {"Content-Type": "application/json"}) == "api "
        assert ask("/code", "POST", "a=b", form) == "api ", "what a mail client posts with one click"
        assert ask("/code/confirm", "POST", "a=b", form) == "page-confirm " and ask("/code", "OPTIONS") == "api "
        assert ask("/both") == "both " and ask("/both", "POST", "a=b", {"Content-Type": "Application/X-WWW-Form-urlencoded"}) == "both "
        assert ask("/both", "POST", "{}", {"Content-Type": "application/json"}) == "both-api "
        for path in ("/sweep", "/vestibule", "/vestibule?mail+list", "/code/other", "/lighttpd.conf", "/../lighttpd.conf", "/home", "/inbox/x"):
            assert get(port, path)[0] in (400, 403, 404), path


def test_serve_listens_on_loopback_only(served):
    _, port = served
    rows = [line.split() for table in ("tcp", "tcp6") for line in open(f"/proc/net/{table}").readlines()[1:]]
    # In the kernel's format: the address in reversed bytes, and 0A for listening.
    assert [row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{port:04X}")] == [f"0100007F:{port:04X}"]


def test_serve_describes_its_arguments():
    helped = subprocess.run([SERVE, "--help"], capture_output=True, text=True)
    assert helped.returncode == 0 and all(option in helped.stdout for option in ("--host", "--port", "--bin"))
    assert subprocess.run([SERVE, "--nonsense"], capture_output=True).returncode == 64


@pytest.mark.parametrize("arguments, said", [
    (["--port", "{taken}"], "Address already in use"), (["--port", "99999"], "65535"), (["--port", "web"], "not a number"),
    (["--host", "203.0.113.77"], "203.0.113.77")])
def test_an_address_that_cannot_be_used_is_reported_before_anything_is_built(tmp_path, arguments, said):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        arguments = [argument.format(taken=taken.getsockname()[1]) for argument in arguments]
        # Without --bin it would build, and without a PATH to swift that would fail otherwise.
        answer = subprocess.run([SERVE, *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=20)
    assert answer.returncode == 69 and said in answer.stderr and answer.stdout == "" and not list(tmp_path.iterdir())


# What a newcomer sees


def admin_of(folder):
    return json.loads((folder / "data/first-admin.json").read_text())


def call(port, function, data, token=None):
    bearer = {"Authorization": f"Bearer {token}"} if token else {}
    status, body = get(port, f"/{function}", "POST", json.dumps(data), {"Content-Type": "application/json", **bearer})
    return status, json.loads(body)


def signed_in(port, folder):
    status, answer = call(port, "sign-in", admin_of(folder))
    assert status == 200 and answer["state"] == "signedIn" and answer["account"]["role"] == "admin"
    return answer["session"]["accessToken"]


def mails(folder):
    return sorted((folder / "data/mail/new").glob("*"))


def wait_until(holds):
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)  # The interval of the polling.


def test_the_first_admin_of_a_new_database_can_sign_in(served, tmp_path):
    _, port = served
    signed_in(port, tmp_path)
    assert (tmp_path / "data/first-admin.json").stat().st_mode & 0o77 == 0
    assert not mails(tmp_path), "its mails are not for the inbox"
    page = get(port, "/")[1].decode()
    assert "sam@example.com" in page and admin_of(tmp_path)["password"] not in page


def test_the_inbox_shows_mails_as_people_see_them(served, tmp_path):
    _, port = served
    assert "There is no mail yet." in get(port, "/inbox")[1].decode()
    name = "<script>alert(1)</script> & \"Kim\""
    call(port, "send-invitation", {"client": {"name": name, "email": "kim@example.com"}}, signed_in(port, tmp_path))
    [mail] = mails(tmp_path)
    listed = get(port, "/inbox")[1].decode()
    assert f'href="?mail={mail.name}"' in listed and "Sam Carter" in listed
    shown = get(port, f"/inbox?mail={mail.name}")[1].decode()
    assert f'<a href="http://127.0.0.1:{port}/invite?code=' in shown, "links in the plain text can be clicked"
    [frame] = re.findall('<iframe [^>]*>', shown)
    assert 'sandbox="allow-popups allow-popups-to-escape-sandbox"' in frame and "allow-scripts" not in frame
    assert "&lt;base target=" in frame and "<script" not in shown
    assert get(port, "/inbox?mail=../../first-admin.json")[0] == 404 == get(port, "/inbox?mail=x")[0]


def test_queued_mails_are_delivered_without_a_scheduler(served, tmp_path):
    _, port = served
    assert call(port, "reset-password", {"email": "sam@example.com"})[0] == 200
    wait_until(lambda: mails(tmp_path))


@pytest.mark.parametrize("path", ["/", "/inbox"])
def test_pages_for_development_have_no_scripts_and_answer_their_own_name_only(served, path):
    _, port = served
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.status == 200 and "<script" not in answer.read().decode()
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'; style-src") and answer.headers["Cache-Control"] == "no-store"
    assert get(port, path, headers={"Host": "attacker.example"})[0] == 403
    assert get(port, path, headers={"Host": f"localhost:{port}"})[0] == 200
    assert get(port, path, "POST", "a=b")[0] == 405


def test_each_request_is_one_line_without_its_query(served, tmp_path):
    _, port = served
    get(port, "/jwks?code=SECRET")
    get(port, "/no/such/path?token=SECRET")
    lines = lambda: [line for line in (tmp_path / "log").read_text().splitlines() if " ms  127.0.0.1" in line]
    wait_until(lambda: len(lines()) == 2)
    assert re.fullmatch(r"\d\d:\d\d:\d\d  200  GET     /jwks  \d+ ms  127\.0\.0\.1", lines()[0]) and "  404  GET     /no/such/path  " in lines()[1]
    assert "SECRET" not in (tmp_path / "log").read_text()


def test_pages_of_other_origins_may_call_functions(served):
    _, port = served
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("OPTIONS", "/sign-in", headers={"Origin": "http://localhost:3000", "Access-Control-Request-Method": "POST"})
    assert connection.getresponse().headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("variables, status", [
    ({"MAIL_URL": "smtp://127.0.0.1:1"}, 403), ({"MAIL_URL": ""}, 403), ({"PUBLIC_URL": "https://pfa.example"}, 403),
    ({"PUBLIC_URL": "https://pfa.example", "ALLOW_INSECURE": "1"}, 200), ({}, 200)])
def test_the_inbox_is_for_development_only(tmp_path, variables, status):
    program = "from serving import html, inbox; html.write(inbox.answer, '{\"url\":\"http://127.0.0.1:1\",\"host\":\"127.0.0.1\",\"admin\":null}')"
    environment = {
        "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "scripts"), "PYTHONDONTWRITEBYTECODE": "1", "REQUEST_METHOD": "GET",
        "HTTP_HOST": "127.0.0.1:1", "PUBLIC_URL": "http://127.0.0.1:1", "MAIL_URL": f"maildir:{tmp_path}", **variables}
    said = subprocess.run(["python3", "-c", program], env=environment, capture_output=True, text=True, check=True).stdout
    assert said.startswith(f"Status: {status} ")


# Unknown paths


JSON_TYPES = [None, "*/*", "application/json", "application/json, text/html;q=0.9", "text/html;q=0", "text/plain"]
PAGE_TYPES = ["text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json;q=0.8, text/html"]


def test_unknown_paths_are_answered_in_the_form_of_the_caller(web):
    web.world.without_tables()
    for method in ("GET", "POST", "DELETE", "PUT", "OPTIONS"):
        for path in ("/sing-in", "/a/b/c?status=500&code=A"):
            body = b'{"a":1}' if method in ("POST", "PUT") else None
            for accept in JSON_TYPES if method == "GET" else JSON_TYPES[:1]:
                answer = web.request(method, path, body, {"Accept": accept} if accept else {})
                assert (answer.status, answer.code) == (404, "http/not-found"), (method, path, accept)
                assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
            for accept in PAGE_TYPES if method == "GET" else PAGE_TYPES[:1]:
                answer = web.request(method, path, body, {"Accept": accept})
                assert answer.status == 404 and answer.headers["Content-Type"] == "text/html; charset=utf-8", (method, path, accept)
                assert b"<h1>This page doesn't exist</h1>" in answer.body.replace(b"&#39;", b"'")
    head = web.request("HEAD", "/sing-in")
    assert (head.status, head.body) == (404, b"") and not web.world.database.exists()
