# SPDX-License-Identifier: Apache-2.0
"""The manifests for Kubernetes and Knative: their pods run an invitation from sign-in to acceptance, and end as asked."""

import json
import shutil

import image as images
import pytest
from pods import Node
from ports import free_port
from runners import Web
from smtp_servers import Recorder, parsed, wait_until
from worlds import ENGINE, code_of, person

pytestmark = [
    *images.needs_tools, pytest.mark.unpooled, pytest.mark.xdist_group("image"),
    pytest.mark.skipif(not shutil.which("podman"), reason="podman is not installed"),
    pytest.mark.skipif(ENGINE != "postgresql", reason="pods share a server: scripts/with-postgresql runs one"),
]


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The package, whose images are in the store."""
    folder = tmp_path_factory.mktemp("pods")
    images.build(folder)
    images.build_target(folder, "localhost/vestibule")
    # Building leaves containers of its stages.
    images.buildah("rm", "--all")
    yield folder / "package"
    images.buildah("rmi", "--prune")


def server_of_kubernetes(node):
    return node.manifest("kubernetes/server.yaml", "Deployment", "vestibule-http")["spec"]["template"]["spec"]


def server_of_knative(node):
    specification = node.manifest("knative/service.yaml", "Service", "vestibule-http")["spec"]["template"]["spec"]
    # These two are Knative's own.
    return {name: value for name, value in specification.items() if name not in ("containerConcurrency", "timeoutSeconds")}


def schedule(node, function):
    job = node.manifest("kubernetes/cronjobs.yaml", "CronJob", f"vestibule-{function}")
    return job["spec"]["jobTemplate"]["spec"]["template"]["spec"]


@pytest.fixture
def smtp():
    with Recorder() as recorder:
        yield recorder


@pytest.fixture
def node(world, package, smtp):
    settings = {name: world.env[name] for name in ("DATABASE_URL", "SECRET_KEY", "MAIL_FROM", "PUBLIC_URL")}
    settings |= {**smtp.env, "POLICY_FILE": "/etc/vestibule/policy.json"}
    with Node(world.folder, package, settings, {"policy.json": (world.folder / "policy.json").read_text()}) as node:
        yield node


@pytest.mark.parametrize("server", [server_of_kubernetes, server_of_knative])
def test_an_invitation_through_the_pods_of_the_manifests(world, node, smtp, server):
    port = free_port()
    with node.running(server(node), PORT=port) as container:
        web = Web(world, port)
        images.wait_until_ready(web)
        token = web.run("sign-in", {"identity": person("ada"), "as": "admin"})["session"]["accessToken"]
        sent = web.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token)
        assert sent["invitation"]["delivery"] == "sent", sent
        accepted = web.run("accept-invitation", {"code": code_of(parsed(smtp.messages[0])), "identity": person("kim")})
        assert accepted["state"] == "signedIn", accepted
        with node.running(schedule(node, "deliver-mail")) as job:
            status, log = node.wait(job)
        # The watcher in the server's pod may have been first.
        assert status == 0 and json.loads(log.splitlines()[0])["sent"] <= 1, log
        wait_until(lambda: len(smtp.messages) > 1, 20)
        assert parsed(smtp.messages[1])["To"].endswith("<ada@example.com>")
        assert node.stop(container, 20) == 0
