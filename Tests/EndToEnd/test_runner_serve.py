# SPDX-License-Identifier: Apache-2.0
"""scripts/serve: the bundle behind lighttpd on loopback, until Ctrl-C."""

import http.client
import json
import os
import re
import shutil
import signal
import subprocess

import pytest
from conftest import BIN, ROOT
from packages import COMMON
from runners import free_port, process, wait_for

SERVE = ROOT / "scripts/serve"


@pytest.fixture
def served(tmp_path):
    """The script with only the folder of the executables set: its process and its port."""
    environment = {"PATH": os.environ["PATH"], "TMPDIR": str(tmp_path)}
    with open(tmp_path / "log", "wb") as log:
        process = subprocess.Popen(
            [SERVE, "--bin", BIN], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=log, text=True,
            start_new_session=True)
        port = int(re.match(r"http://127\.0\.0\.1:(\d+) serves", process.stdout.readline())[1])
        try:
            yield process, port
        finally:
            if process.poll() is None:
                process.terminate()
            process.communicate(timeout=20)


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
        name: {**COMMON, "access": "schedule" if name == "sweep" else "public", "variables": [], **entry} for name, entry in functions.items()}
    (tmp_path / "bin").mkdir()
    shutil.copytree(ROOT / "Sources/Domain", tmp_path / "Sources/Domain")
    shutil.copytree(ROOT / "scripts/deployment", tmp_path / "scripts/deployment")
    (tmp_path / "scripts/serve").write_bytes(SERVE.read_bytes())
    (tmp_path / "scripts/serve").chmod(0o755)
    known = {name: json.loads((ROOT / "functions.json").read_text())[name] for name in ("$defs", "patterns")}
    document = {"defaults": {"timeoutSeconds": 10, "variables": [], "result": {}, "refusal": None}, "variables": {}, "functions": functions, **known}
    (tmp_path / "functions.json").write_text(json.dumps(document))
    for name in [*functions, "vestibule"]:
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\nprintf 'Content-Type: text/plain\\n\\n{name} %s' \"$QUERY_STRING\"\n")
        (tmp_path / "bin" / name).chmod(0o755)
    port, form = free_port(), {"Content-Type": "application/x-www-form-urlencoded; charset=utf-8"}
    environment = {"PATH": os.environ["PATH"], "POLICY_FILE": "/dev/null", "TMPDIR": str(tmp_path)}
    with process(tmp_path / "scripts/serve", "--bin", tmp_path / "bin", "--port", str(port), env=environment, stdout=subprocess.DEVNULL) as server:
        wait_for(port, server)
        ask = lambda *request: get(port, *request)[1].decode()
        assert ask("/code?a=b") == "page a=b" and ask("/code", "POST", "{}", {"Content-Type": "application/json"}) == "api "
        assert ask("/code", "POST", "a=b", form) == "api ", "what a mail client posts with one click"
        assert ask("/code/confirm", "POST", "a=b", form) == "page-confirm " and ask("/code", "OPTIONS") == "api "
        assert ask("/both") == "both " and ask("/both", "POST", "a=b", {"Content-Type": "Application/X-WWW-Form-urlencoded"}) == "both "
        assert ask("/both", "POST", "{}", {"Content-Type": "application/json"}) == "both-api "
        for path in ("/sweep", "/vestibule", "/vestibule?mail+list", "/code/other", "/", "/lighttpd.conf", "/../lighttpd.conf"):
            assert get(port, path)[0] in (400, 403, 404), path


def test_serve_listens_on_loopback_only(served):
    _, port = served
    rows = [line.split() for table in ("tcp", "tcp6") for line in open(f"/proc/net/{table}").readlines()[1:]]
    # In the kernel's format: the address in reversed bytes, and 0A for listening.
    assert [row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{port:04X}")] == [f"0100007F:{port:04X}"]


def test_serve_describes_its_arguments():
    helped = subprocess.run([SERVE, "--help"], capture_output=True, text=True)
    assert helped.returncode == 0 and "--port" in helped.stdout and "--bin" in helped.stdout
    assert subprocess.run([SERVE, "--nonsense"], capture_output=True).returncode == 64
