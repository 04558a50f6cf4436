"""scripts/serve: the bundle behind lighttpd on loopback, until Ctrl-C."""

import http.client
import json
import os
import re
import signal
import subprocess

import pytest
from conftest import BIN, ROOT

SERVE = ROOT / "scripts/serve"


@pytest.fixture
def served(tmp_path):
    """The script with nothing set but where executables are: its process and its port."""
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


def test_it_picks_a_port_and_ends_with_ctrl_c(served, tmp_path):
    process, port = served
    assert get(port, "/jwks") == (200, b'{"keys":[]}\n') and (tmp_path / "data/vestibule.db").exists()
    [server] = subprocess.run(["pgrep", "-P", str(process.pid), "lighttpd"], capture_output=True, text=True).stdout.split()
    # As a terminal does it: to every process of the group.
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(20) == 0 and not os.path.exists(f"/proc/{server}")
    assert not list(tmp_path.glob("vestibule-serve.*"))
    with pytest.raises(ConnectionRefusedError):
        get(port, "/jwks")


def test_its_links_lead_to_itself_and_people_of_its_development_key_can_sign_in(served, tmp_path):
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


def test_it_listens_on_loopback_alone(served):
    _, port = served
    listening = subprocess.run(["ss", "-Htln", f"sport = :{port}"], capture_output=True, text=True)
    if listening.returncode == 0 and listening.stdout:
        assert [line.split()[3] for line in listening.stdout.splitlines()] == [f"127.0.0.1:{port}"]


def test_it_says_what_it_takes():
    helped = subprocess.run([SERVE, "--help"], capture_output=True, text=True)
    assert helped.returncode == 0 and "--port" in helped.stdout and "--bin" in helped.stdout
    assert subprocess.run([SERVE, "--nonsense"], capture_output=True).returncode == 64
