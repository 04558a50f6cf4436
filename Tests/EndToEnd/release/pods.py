# SPDX-License-Identifier: Apache-2.0
"""Pods of the packaged manifests, run by Podman in the place of a kubelet, in the network of this machine."""

import base64
import contextlib
import json
import subprocess

import image as images
import yaml
from deployment.catalogue import Catalogue
from worlds import ROOT

CONFIGURATION = """[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
runtime = "runc"
"""
CATALOGUE = Catalogue(ROOT / "functions.json")
REGISTRY = "registry.example.com/"


class Node:
    """Runs pods with the images of the tests' store, and with a Secret and ConfigMaps as the documents describe them."""

    def __init__(self, folder, package, settings, files):
        self.folder, self.package, self.settings, self.files = folder, package, settings, files
        (folder / "containers.conf").write_text(CONFIGURATION)

    def __enter__(self):
        # Not as a document: Podman 4.3 keeps a Secret as YAML, and reads it as JSON.
        data = {name: base64.b64encode(value.encode()).decode() for name, value in self.settings.items() if CATALOGUE.is_secret(name)}
        secret = self.folder / "secret.json"
        secret.write_text(json.dumps(data))
        # A test that was killed may have left one.
        if "vestibule" in self.podman("secret", "ls", "--format", "{{.Name}}").split():
            self.podman("secret", "rm", "vestibule")
        self.podman("secret", "create", "vestibule", secret)
        return self

    def __exit__(self, *_):
        self.podman("secret", "rm", "vestibule")

    def podman(self, *arguments):
        command = ["podman", "--root", images.STORE / "store", "--runroot", images.STORE / "run", "--storage-driver", "vfs"]
        done = subprocess.run(
            [*command, *map(str, arguments)], capture_output=True, text=True, timeout=120,
            env={"PATH": "/usr/bin:/usr/sbin:/bin:/sbin", "CONTAINERS_CONF": str(self.folder / "containers.conf")})
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
        return done.stdout.strip()

    def manifest(self, path, kind, name):
        documents = yaml.safe_load_all((self.package / path).read_text())
        [found] = [it for it in documents if (it["kind"], it["metadata"]["name"]) == (kind, name)]
        return found

    def config_maps(self):
        plain = {name: value for name, value in self.settings.items() if not CATALOGUE.is_secret(name)}
        for name, data in (("vestibule", plain), ("vestibule-files", self.files)):
            yield {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data}

    @contextlib.contextmanager
    def running(self, specification, **variables):
        """Runs a pod until the end of the block: the name of its container. `variables` are those that a platform sets."""
        [container] = specification["containers"]
        container["image"] = container["image"].replace(REGISTRY, "localhost/")
        # The network of the machine has no ports to map.
        container.pop("ports", None)
        container["env"] += [{"name": name, "value": str(value)} for name, value in variables.items()]
        name = f"pod-{container['name']}"
        pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": specification}
        manifest = self.folder / f"{name}.yaml"
        manifest.write_text(yaml.safe_dump_all([*self.config_maps(), pod]))
        try:
            self.podman("play", "kube", "--replace", "--network", "host", manifest)
            yield f"{name}-{container['name']}"
        finally:
            self.podman("pod", "rm", "--force", "--ignore", "--time", "20", name)

    def wait(self, container):
        """The exit status of a container that ends by itself, and its log."""
        return int(self.podman("wait", container)), self.podman("logs", container)

    def stop(self, container, seconds):
        """Stops a container as a kubelet does, and returns its exit status."""
        self.podman("stop", "--time", seconds, container)
        return json.loads(self.podman("inspect", container))[0]["State"]["ExitCode"]
