# SPDX-License-Identifier: Apache-2.0
"""What several areas of end-to-end tests share."""

import contextlib
import os
import re
import subprocess

import members
import pytest
from database_engines import BIN, ROOT
from mail_vendors import SES, VENDORS
from serving import SERVE
from studio import Studio, teams_on
from web_servers import SERVERS


@pytest.fixture
def trainer(world):
    return world.inviter()


@pytest.fixture
def ada(world):
    return members.trainer(world)


@pytest.fixture
def bob(world):
    return members.trainer(world, "bob")


@pytest.fixture
def studio(world):
    """Ada's team, in which Bob is a member. He has a team of his own, too."""
    world.policy(teams_on())
    return Studio(world)


@pytest.fixture(params=sorted(VENDORS))
def vendor(request):
    with contextlib.ExitStack() as stack:
        vendor = VENDORS[request.param]()
        if isinstance(vendor, SES):
            stack.enter_context(vendor.certificates)
        yield vendor


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


@pytest.fixture(params=SERVERS)
def serve(request):
    """Starts the server: `with serve(world) as web`."""
    return SERVERS[request.param]


@pytest.fixture(params=SERVERS)
def web(request, world):
    with SERVERS[request.param](world) as web:
        yield web


@pytest.fixture(scope="module")
def own_server():
    """A separate server for a file of tests, because they stop and break it. (Such a file is an `xdist_group`, so that one
    worker starts one server for it.)"""
    ask = "env | grep ^VESTIBULE_; echo; read end"
    holder = subprocess.Popen(
        [ROOT / "scripts/with-postgresql", "sh", "-c", ask], env={**os.environ, "SAFE": "1"}, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    with pytest.MonkeyPatch.context() as patch:
        for line in iter(holder.stdout.readline, "\n"):
            patch.setenv(*line.rstrip("\n").split("=", 1))
        yield
    holder.stdin.close()
    holder.wait()
    holder.stdout.close()


@pytest.fixture
def token(world):
    return world.inviter()
