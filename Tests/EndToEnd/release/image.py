# SPDX-License-Identifier: Apache-2.0
"""The image that serves $PORT, really built (buildah, from a base that debootstrap makes) and really run (runc)."""

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

import pytest
from ports import free_port
from runners import Web, wait_for
from worlds import ROOT

BUNDLE = ROOT / ".build/bundle"
#: Kept between runs, because debootstrap takes most of the time.
STORE = ROOT / ".build/image"
NAME = "localhost/vestibule-http"
MIRROR = "http://deb.debian.org/debian"

needs_tools = [
    pytest.mark.release,
    pytest.mark.skipif(not (BUNDLE / "contents.json").exists(), reason="scripts/build --release has not run"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may build and run images here"),
    *(pytest.mark.skipif(not shutil.which(tool, path=os.environ["PATH"] + ":/usr/sbin"), reason=f"{tool} is not installed")
      for tool in ("buildah", "debootstrap", "runc")),
]


def buildah(*arguments, **options):
    command = ["buildah", "--root", STORE / "store", "--runroot", STORE / "run", "--storage-driver", "vfs", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, **options)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout.strip()


def make_base():
    """Debian without anything else, under the name that the Dockerfile uses."""
    base = "docker.io/library/debian:12-slim"
    if base in buildah("images", "--format", "{{.Name}}:{{.Tag}}"):
        return
    root = STORE / "debian"
    shutil.rmtree(root, ignore_errors=True)
    done = subprocess.run(
        ["debootstrap", "--variant=minbase", "bookworm", root, MIRROR], capture_output=True, text=True, timeout=600,
        env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"})
    if done.returncode:
        pytest.skip(f"debootstrap fails: {done.stdout[-300:]}")
    container = buildah("from", "scratch")
    buildah("add", container, root, "/")
    buildah("commit", container, base)
    buildah("rm", container)
    shutil.rmtree(root)


def build(folder):
    """Builds the image from a package of the release bundle, and returns the folder of its files."""
    STORE.mkdir(parents=True, exist_ok=True)
    make_base()
    subprocess.run(
        [sys.executable, ROOT / "scripts/package", "--bin", BUNDLE / "bin", folder / "package"], check=True, capture_output=True)
    build_target(folder, NAME, "--target", "http")
    container = buildah("from", NAME)
    configuration = json.loads(buildah("inspect", "--type", "image", NAME))["OCIv1"]["config"]
    return container, pathlib.Path(buildah("mount", container)), configuration


def build_target(folder, name, *target):
    """Builds an image of the package in the folder: that of a target, or the last one of the Dockerfile."""
    buildah(
        "bud", "--isolation", "chroot", *target, "--pull-never", "--layers=false", "-t", name, "-f", "container/Dockerfile", ".",
        cwd=folder / "package")


class Container:
    """A container of the image: read-only, without privileges, with a tmpfs for /tmp and the folder /data."""

    def __init__(self, image, world, port=None, **env):
        _, self.root, self.configuration = image
        self.world, self.port = world, port or free_port()
        self.folder = world.folder / "oci"
        self.folder.mkdir(exist_ok=True)
        self.name = f"vestibule-{os.getpid()}-{self.port}"
        known = dict(pair.split("=", 1) for pair in self.configuration["Env"] if "=" in pair)
        own = {name: value for name, value in {**world.env, **env}.items() if value is not None and name not in ("PATH", "TEMPLATES_DIR")}
        self.env = {**known, **own, "PORT": str(self.port)}
        self.write()

    def write(self):
        (self.folder / "config.json").unlink(missing_ok=True)
        subprocess.run(["runc", "spec"], cwd=self.folder, check=True)
        spec = json.loads((self.folder / "config.json").read_text())
        spec["root"] = {"path": str(self.root), "readonly": True}
        user, group = self.configuration["User"].split(":")
        spec["process"] |= {
            "terminal": False, "user": {"uid": int(user), "gid": int(group)}, "cwd": self.configuration["WorkingDir"],
            "args": self.configuration["Entrypoint"], "env": [f"{name}={value}" for name, value in self.env.items()],
            "noNewPrivileges": True, "capabilities": {kind: [] for kind in spec["process"]["capabilities"]},
        }
        # The network of the machine, so that the tests reach it on loopback.
        spec["linux"]["namespaces"] = [it for it in spec["linux"]["namespaces"] if it["type"] != "network"]
        spec["mounts"] = [it for it in spec["mounts"] if not it["destination"].startswith("/sys")] + [
            {"destination": "/tmp", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "nodev", "mode=1777", "size=64m"]},
            {"destination": str(self.world.folder), "type": "bind", "source": str(self.world.folder), "options": ["bind", "rw"]},
        ]
        (self.folder / "config.json").write_text(json.dumps(spec))

    def runc(self, *arguments):
        return subprocess.run(["runc", "--root", STORE / "runc", *map(str, arguments)], cwd=self.folder, capture_output=True, text=True)

    def start(self):
        self.log = self.folder / "log"
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                ["runc", "--root", STORE / "runc", "run", self.name], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            wait_for(self.port, self.process)
        except AssertionError:
            pytest.skip(f"runc cannot run containers here: {self.log.read_text()[-300:]}") if "runc" in self.log.read_text() else None
            raise
        return Web(self.world, self.port)

    def stop(self):
        """Stops it as a platform does, and returns its exit status."""
        self.runc("kill", self.name, "TERM")
        try:
            return self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.runc("delete", "--force", self.name)
            return self.process.wait(10)

    def processes(self):
        """The ids of its processes on this machine."""
        return json.loads(self.runc("ps", "--format", "json", self.name).stdout or "null") or []


@contextlib.contextmanager
def running(image, world, **env):
    # The user of the image owns the data.
    container = Container(image, world, **env)
    for path in [world.folder, *world.folder.parents][:3]:
        os.chmod(path, 0o755)
    for path in world.folder.rglob("*"):
        os.chown(path, 65532, 65532)
    os.chown(world.folder, 65532, 65532)
    try:
        yield container, container.start()
    finally:
        if container.process.poll() is None:
            container.stop()


def wait_until_ready(web):
    deadline = time.monotonic() + 20
    while not is_ready(web):
        assert time.monotonic() < deadline, "the server is not ready"
        time.sleep(0.05)  # The interval of the polling.


def is_ready(web):
    with contextlib.suppress(ConnectionRefusedError):
        return web.request("GET", "/readyz").status == 200
    return False
