# SPDX-License-Identifier: Apache-2.0
"""`scripts/package`: the example of variables, and the configurations of lighttpd, nginx and Apache."""

import shlex
import subprocess

import pytest
import yaml
from conftest import BIN
from deployment.yaml_text import yaml_text
from packages import apache_as_made, lighttpd_as_made, nginx_as_made
from packages import made  # noqa: F401 (a fixture)
from runners import CATALOGUE

#: One worker makes the release that these tests read.
pytestmark = pytest.mark.xdist_group("package")


def test_a_shell_can_read_the_example_of_variables(made):
    shown = subprocess.run(["sh", "-c", f"set -a; . {shlex.quote(str(made / 'env'))}; env"], env={}, capture_output=True, text=True).stdout
    assert "MAIL_FROM=PFA <hello@example.com>" in shown and "POLICY_FILE=/etc/vestibule/policy.json" in shown


@pytest.mark.parametrize("serving", [lighttpd_as_made, nginx_as_made, apache_as_made])
def test_a_web_server_accepts_its_configuration_and_serves(made, world, serving):
    (world.folder / "public").mkdir()
    for function in CATALOGUE.served:
        (world.folder / "public" / function.name).symlink_to(BIN / function.name)
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


# MARK: Texts


def test_yaml_texts_are_read_back_unchanged():
    nasty = ["yes", "No", "null", "~", "1e3", "0x1f", "12:30", "a: b", "- a", "#", "", " x", "x ", "'", '"', "ä\n\u2028", "*", "&a", "%", "@", "!t", "1.0", "a/b", "2010-09-09", "<<", "="]
    value = {"texts": nasty, "names": {text: text for text in nasty}, "empty": [{}, [], None, True, 1, 1.5], "deep": [[["x"], {"y": [1]}]]}
    assert yaml.safe_load(yaml_text(value)) == value
