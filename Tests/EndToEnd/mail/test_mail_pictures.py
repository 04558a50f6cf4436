# SPDX-License-Identifier: Apache-2.0
"""scripts/pictures/mails: mails in Chromium, as on a phone and a desktop, with a logo and where it is blocked."""

import subprocess
import sys

import pytest
from worlds import BIN, ROOT

SCRIPT = ROOT / "scripts/pictures/mails"
browsers = pytest.importorskip("browsers", reason="playwright is not installed: scripts/install --tests")
pytestmark = pytest.mark.skipif(browsers.CHROMIUM is None, reason="chromium-headless-shell is not installed")


def pictures(folder, kind, templates=None):
    environment = {"PATH": "/usr/bin:/bin", "VESTIBULE_BIN": str(BIN), "HOME": str(folder)}
    if templates:
        environment["TEMPLATES_DIR"] = str(templates)
    return subprocess.run(
        [sys.executable, SCRIPT, "--out", folder / "out", "--variant", "plain", kind], env=environment, capture_output=True, text=True, timeout=120)


def test_an_invitation_has_no_fault_also_where_its_logo_is_blocked(tmp_path):
    done = pictures(tmp_path, "invitation")
    assert done.returncode == 0 and "15 pictures" in done.stdout and "0 faults" in done.stdout, done
    made = {file.name for file in (tmp_path / "out/plain").glob("*.png")}
    for language in ("en", "de", "es"):
        assert {f"invitation.{language}.blocked.png", f"invitation.{language}.390.dark.png", f"invitation.{language}.700.light.png"} <= made


def test_a_logo_that_leaves_a_box_is_found(tmp_path):
    """A layout with a plate behind the logo, which mail programs show without its picture."""
    own = tmp_path / "own/mail"
    own.mkdir(parents=True)
    layout = (ROOT / "templates/mail/layout.html").read_text()
    assert layout.count("max-width:200px;border:0;") == 1
    (own / "layout.html").write_text(layout.replace("max-width:200px;border:0;", "max-width:200px;border:0;background-color:#ffffff;"))
    done = pictures(tmp_path, "invitation", own.parent)
    assert done.returncode == 1 and "a blocked logo has a background" in done.stdout, done
