# SPDX-License-Identifier: Apache-2.0
"""`scripts/package`: PgBouncer for your own server and for Kubernetes, run in front of a PostgreSQL that restarts."""

import contextlib
import os
import pathlib
import subprocess
import tempfile
import threading
import time

import pytest
import yaml
from deployment import poolers
from faulty import accepts, is_accepted_once, until
from packages import tool
from postgresql_hosts import control, pgbouncer, port_of, reachable
from worlds import ROOT

#: One worker makes the release that these tests read.
pytestmark = [pytest.mark.postgresql, pytest.mark.xdist_group("package"), pytest.mark.usefixtures("own_server")]
needs_server = pytest.mark.skipif(
    "VESTIBULE_POSTGRESQL" not in os.environ, reason="needs a server: scripts/with-postgresql runs one")


@pytest.fixture
def folder():
    """A folder with a short path, which the path of a socket needs, and that PgBouncer's user can enter."""
    with tempfile.TemporaryDirectory(prefix="vestibule-pool-", dir="/tmp") as name:
        pathlib.Path(name).chmod(0o777)
        yield pathlib.Path(name)


@contextlib.contextmanager
def as_packaged(text, folder, world):
    """PgBouncer with a packaged configuration, whose server and folders are those of the test; yields DATABASE_URL."""
    login = world.env["DATABASE_URL"].removeprefix("postgres://").split("@")[0].split(":")
    (folder / "pgbouncer-users").write_text('"{}" "{}"\n'.format(*login))
    changes = {
        f"host=db.example.com port=5432 dbname={poolers.USER}":
            f"host=127.0.0.1 port={port_of(world.env['DATABASE_URL'])} dbname={world.store.name}",
        poolers.SOCKETS: str(folder), "server_tls_sslmode = verify-full": "server_tls_sslmode = disable",
        # The tests' user is another than that of PgBouncer, which must not be root.
        "unix_socket_mode = 0700": "unix_socket_mode = 0777",
    }
    for name, value in changes.items():
        assert name in text
        text = text.replace(name, value)
    [users] = [line for line in text.splitlines() if line.startswith("auth_file")]
    (folder / "pgbouncer.ini").write_text(text.replace(users, f"auth_file = {folder}/pgbouncer-users"))
    url = poolers.URL.replace(poolers.SOCKETS, str(folder))
    with pgbouncer(folder / "pgbouncer.ini"):
        until(lambda: reachable(url))
        yield url


def packaged_for_kubernetes(made):
    return yaml.safe_load((made / "kubernetes/pgbouncer.yaml").read_text())["data"]["pgbouncer.ini"]


@needs_server
@pytest.mark.parametrize("read", [lambda made: (made / "pgbouncer/pgbouncer.ini").read_text(), packaged_for_kubernetes])
def test_functions_run_behind_the_packaged_pooler(made, world, token, folder, read):
    event = accepts(world.invite(token)["code"])
    with as_packaged(read(made), folder, world) as url:
        answer = world.run("accept-invitation", event=event, env={"DATABASE_URL": url})
        assert answer.status == 0, (answer.json, answer.stderr)
        assert is_accepted_once(world, event, DATABASE_URL=url).json == answer.json


@needs_server
@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_restart_behind_the_packaged_pooler_fails_no_event(made, world, token, folder, mode):
    events = {f"kim{number}": accepts(world.invite(token, f"kim{number}")["code"], f"kim{number}") for number in range(24)}
    answers = {}

    def load(names, url):
        for name in names:
            answers[name] = world.run(
                "accept-invitation", event=events[name], env={"DATABASE_URL": url, "DEADLINE_SECONDS": "15"})

    with as_packaged((made / "pgbouncer/pgbouncer.ini").read_text(), folder, world) as url:
        threads = [threading.Thread(target=load, args=(sorted(events)[first::4], url)) for first in range(4)]
        for thread in threads:
            thread.start()
        until(lambda: len(answers) > 4)
        control("stop", "-m", mode)
        time.sleep(0.5)  # Events begin while the server is away.
        control("start")
        for thread in threads:
            thread.join()
        world.store.connect()
        assert {name: answer.stderr for name, answer in answers.items() if answer.status} == {}
        for name, event in events.items():
            assert is_accepted_once(world, event, name, DATABASE_URL=url).json == answers[name].json


def test_the_unit_of_the_pooler_is_valid(made):
    unit = made / "pgbouncer/vestibule-pgbouncer.service"
    checked = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")
    reviewed = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=15", unit], capture_output=True, text=True)
    assert reviewed.returncode == 0, reviewed.stdout


def test_the_patch_adds_the_sidecar_to_a_deployment(made, tmp_path):
    config_map = made / "kubernetes/pgbouncer.yaml"
    assert "passed for resource configmap/vestibule-pgbouncer" in tool("kubernetes-validate", "--strict", str(config_map))
    documents = yaml.safe_load_all((made / "kubernetes/server.yaml").read_text())
    [deployment] = [document for document in documents if document["kind"] == "Deployment"]
    name = deployment["metadata"]["name"]
    assert f"kubectl patch deployment {name} " in (ROOT / "scripts/deployment/README.md").read_text()
    for operation in yaml.safe_load((made / "kubernetes/pgbouncer-patch.yaml").read_text()):
        add(deployment, **operation)
    patched = tmp_path / "deployment.yaml"
    patched.write_text(yaml.safe_dump(deployment))
    assert f"passed for resource deployment/{name}" in tool("kubernetes-validate", "--strict", str(patched))
    pod = deployment["spec"]["template"]["spec"]
    [functions], [pooler] = pod["containers"], pod["initContainers"]
    sockets = {"name": "pgbouncer-socket", "mountPath": poolers.SOCKETS}
    assert sockets in functions["volumeMounts"] and sockets in pooler["volumeMounts"]
    assert functions["env"][-1] == {"name": "DATABASE_URL", "value": poolers.URL}
    assert {mount["name"] for mount in pooler["volumeMounts"]} <= {volume["name"] for volume in pod["volumes"]}


def add(document, op, path, value):
    """Applies one operation of RFC 6902."""
    assert op == "add"
    *parents, last = path.removeprefix("/").split("/")
    for name in parents:
        document = document[int(name) if isinstance(document, list) else name]
    if last == "-":
        document.append(value)
    else:
        document[last] = value
