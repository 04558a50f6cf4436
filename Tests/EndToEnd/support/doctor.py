# SPDX-License-Identifier: Apache-2.0
"""`vestibule doctor` and its findings."""

import json
import subprocess

from worlds import BIN


def run(world, *arguments, **env):
    environment = {name: value for name, value in {**world.env, **env}.items() if value is not None}
    return subprocess.run(
        [BIN / "vestibule", "doctor", *arguments], env=environment, cwd=world.folder, capture_output=True, text=True,
        timeout=60)


def findings(world, **env):
    """The findings by subject, as (state, message, advice)."""
    done = run(world, "--json", **env)
    answer = json.loads(done.stdout)
    found = {}
    for finding in answer["findings"]:
        found.setdefault(finding["subject"], []).append((finding["state"], finding["message"], finding.get("advice")))
    # The machine's clock may be wrong.
    states = {state for of_one in found.values() for state, _, _ in of_one}
    assert done.returncode == ("trouble" in states) and answer["healthy"] == ("trouble" not in states), done.stderr
    return found
