# SPDX-License-Identifier: Apache-2.0
"""`scripts/serve`."""

import os
import re
import subprocess

import pytest
from conftest import BIN, ROOT

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
