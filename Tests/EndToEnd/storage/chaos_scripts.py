# SPDX-License-Identifier: Apache-2.0
"""The scripts of `scripts/chaos`."""

import os
import subprocess
import sys

from worlds import BIN, ROOT


def script(name, *arguments, beside=()):
    done = subprocess.run(
        [*beside, sys.executable, ROOT / "scripts" / name, *map(str, arguments)],
        env={**os.environ, "VESTIBULE_BIN": str(BIN), "SAFE": "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
