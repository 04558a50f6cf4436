# SPDX-License-Identifier: Apache-2.0
"""`vestibule mail` and its output."""

import json
import subprocess
from types import SimpleNamespace

from worlds import BIN, ROOT

KINDS = sorted(file.parent.name for file in (ROOT / "templates/mail").glob("*/structure.mustache"))
LETTERS = [kind for kind in KINDS if kind != "invitation-sms"]


def command(world, *arguments, **env):
    environment = {k: v for k, v in {**world.env, **env}.items() if v is not None}
    done = subprocess.run(
        [BIN / "vestibule", "mail", *arguments], env=environment, cwd=world.folder, capture_output=True, timeout=60)
    return SimpleNamespace(status=done.returncode, stdout=done.stdout.decode(), stderr=done.stderr.decode())


def listed(world, *arguments):
    done = command(world, "list", "--json", *arguments)
    assert done.status == 0 and done.stderr == "", done
    return [json.loads(line) for line in done.stdout.splitlines()]


def preview(world, *arguments, files=None, **env):
    """Previews with an own templates folder that contains these files and precedes the bundle's."""
    if files is not None:
        own = world.folder / "own"
        for path, text in files.items():
            (own / path).parent.mkdir(parents=True, exist_ok=True)
            (own / path).write_text(text)
        env["TEMPLATES_DIR"] = str(own)
    alone = {"DATABASE_URL": None, "MAIL_URL": None, "MAIL_FROM": None, "PUBLIC_URL": None, "TEMPLATES_DIR": None}
    done = command(world, "preview", *arguments, "--out", "out", **{**alone, **env})
    done.files = {file.name: file.read_bytes() for file in (world.folder / "out").glob("*")}
    return done
