# SPDX-License-Identifier: Apache-2.0
"""What a bundle was built from: its folder `build` has what scripts/verify-build needs to build it again."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

#: In a bundle.
FOLDER = "build"
#: The commit, and the variables of scripts/build that change the bundle.
ORIGIN = "origin.json"
VARIABLES = ("PLAIN", "WITHOUT", "SYSTEM_LIBRARIES")
#: Which functions run in an event, in the order that scripts/bench/run --order has found.
ORDER = "hot-functions.txt"
#: The versions of the Swift packages.
VERSIONS = "Package.resolved"


def commit(root):
    """The commit of a checkout without changes; None if there are changes, or if it is not a checkout."""
    git = ["git", "-C", root]
    try:
        changes = subprocess.run([*git, "status", "--porcelain"], capture_output=True, text=True, check=True).stdout
        return None if changes else subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    except (FileNotFoundError, subprocess.CalledProcessError):
        return None


def record(root, bundle):
    folder = bundle / FOLDER
    folder.mkdir(exist_ok=True)
    variables = {name: os.environ[name] for name in VARIABLES if os.environ.get(name)}
    (folder / ORIGIN).write_text(json.dumps({"commit": commit(root), "variables": variables}, indent=2) + "\n")
    for name in (root / VERSIONS, root / ".build" / ORDER):
        if name.exists():
            shutil.copyfile(name, folder / name.name)


if __name__ == "__main__":
    record(pathlib.Path.cwd(), pathlib.Path(sys.argv[1]))
