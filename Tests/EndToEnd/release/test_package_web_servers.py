# SPDX-License-Identifier: Apache-2.0
"""`scripts/package`: the example of variables, and the configurations of lighttpd, nginx and Apache."""

import shlex
import shutil
import subprocess
import time

import pytest
import yaml
from apache_servers import apache_with_workers
from deployment import webservers
from deployment.yaml_text import yaml_text
from packages import apache_as_made, lighttpd_as_made, nginx_as_made
from runners import CATALOGUE, lighttpd_with_workers, nginx_with_workers, vestibule_serve
from worlds import BIN

#: One worker makes the release that these tests read.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("package")]


def test_a_shell_can_read_the_example_of_variables(made):
    shown = subprocess.run(["sh", "-c", f"set -a; . {shlex.quote(str(made / 'env'))}; env"], env={}, capture_output=True, text=True).stdout
    assert "MAIL_FROM=PFA <hello@example.com>" in shown and "POLICY_FILE=/etc/vestibule/policy.json" in shown


@pytest.mark.parametrize("serving", [lighttpd_as_made, nginx_as_made, apache_as_made])
def test_a_web_server_accepts_its_configuration_and_serves(made, world, serving):
    webservers.link_served(CATALOGUE, world.folder / "public", BIN)
    (world.folder / "openapi.json").write_text('{"openapi": "3.1.1"}')
    environment = {name: world.env[name] for name in ("DATABASE_URL", "MAIL_URL", "MAIL_FROM", "PUBLIC_URL", "POLICY_FILE")}
    with serving(made, world.folder, environment, world) as web:
        document = web.request("GET", "/openapi.json")
        assert document.json == {"openapi": "3.1.1"} and document.headers["Content-Type"] == "application/json"
        assert web.request("GET", "/jwks").json == {"keys": []}
        assert web.post("preview-invitation", {"code": "A"}).code == "invitation/not-found"
        assert web.request("GET", "/invite?code=A").headers["Content-Type"] == "text/html; charset=utf-8"
        for function in CATALOGUE.scheduled:
            assert web.request("POST", f"/{function.name}", b"{}").status == 404


@pytest.mark.parametrize("serving", [lighttpd_as_made, nginx_as_made, apache_as_made])
def test_a_web_server_says_whether_it_runs_and_whether_functions_can_work(made, bundle, world, serving):
    webservers.link_served(CATALOGUE, world.folder / "public", BIN)
    shutil.copy(bundle / "healthz", world.folder)
    world.without_tables()
    environment = {name: world.env[name] for name in ("DATABASE_URL", "MAIL_URL", "MAIL_FROM", "PUBLIC_URL", "POLICY_FILE")}
    with serving(made, world.folder, environment, world) as web:
        check_health(web)


@pytest.mark.parametrize("serving", [lighttpd_with_workers, nginx_with_workers, apache_with_workers, vestibule_serve])
def test_a_server_with_warm_processes_says_so_too(world, serving):
    world.without_tables()
    with serving(world) as web:
        check_health(web, has_file=serving is vestibule_serve, creates=serving is vestibule_serve)


def check_health(web, has_file=True, creates=False):
    """A database that no event has created is not ready, unless the server creates it."""
    if has_file:
        alive = web.request("GET", "/healthz")
        assert (alive.status, alive.body, alive.headers["Content-Type"]) == (200, b"ok\n", "text/plain; charset=utf-8")
    if not creates:
        missing = web.request("GET", "/readyz")
        assert missing.status == 503 and missing.body in (b"service/misconfigured\n", b"service/unavailable\n")
    assert web.request("GET", "/jwks").status == 200
    deadline = time.monotonic() + 10
    while (ready := web.request("GET", "/readyz")).status == 503:
        assert time.monotonic() < deadline, ready
        time.sleep(0.2)  # With warm processes an answer counts for a second.
    assert (ready.status, ready.body, ready.headers["Content-Type"]) == (200, b"ready\n", "text/plain; charset=utf-8")
    assert ready.headers["Cache-Control"] == "no-store"


# MARK: Texts


def test_yaml_texts_are_read_back_unchanged():
    nasty = ["yes", "No", "null", "~", "1e3", "0x1f", "12:30", "a: b", "- a", "#", "", " x", "x ", "'", '"', "ä\n\u2028", "*", "&a", "%",
        "@", "!t", "1.0", "a/b", "2010-09-09", "<<", "="]
    value = {"texts": nasty, "names": {text: text for text in nasty}, "empty": [{}, [], None, True, 1, 1.5], "deep": [[["x"], {"y": [1]}]]}
    assert yaml.safe_load(yaml_text(value)) == value
