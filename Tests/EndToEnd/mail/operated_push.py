# SPDX-License-Identifier: Apache-2.0
"""`vestibule` in a world with push services."""

import subprocess

from worlds import BIN


def operator(world, *arguments):
    done = subprocess.run(
        [BIN / "vestibule", *arguments], env=world.env, cwd=world.folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, (done.stdout, done.stderr)
    return done.stdout
