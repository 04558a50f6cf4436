# SPDX-License-Identifier: Apache-2.0
"""A file of the service that cannot be read now, by a fault that strace injects: the trouble may pass, and nothing calls it a
wrong setting or a success."""

import json
import shutil
import subprocess

import pytest
from pages import page_policy
from people import PASSWORD
from worlds import BIN, ENGINE, ROOT

pytestmark = [
    pytest.mark.skipif(ENGINE != "sqlite", reason="the files are the same on every engine"),
    pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")]


def run(world, function, event, path, call, error, number):
    """Runs an event while one call about a file fails."""
    return subprocess.run(
        ["strace", "-f", "-qq", "-o", "/dev/null", "-P", path, "-e", f"inject={call}:error={error}:when={number}", BIN / function],
        env=world.env, cwd=world.folder, input=json.dumps(event), capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("call", ["access", "openat", "read"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_page_whose_words_cannot_be_read_is_no_success(world, call, number):
    words = ROOT / "templates/pages/join/words.en.json"
    done = run(world, "join-page", {"data": {}, "httpMethod": "GET"}, words, call, "EIO", number)
    page = json.loads(done.stdout)
    heading = page["html"].split("<h1>")[1].split("</h1>")[0]
    assert (done.returncode, page["status"], heading) in (
        (0, 200, "Enter the code of your invitation"), (75, 503, "Something isn’t right on our side"), (75, 503, "This isn’t available right now")), done.stderr


def test_a_library_that_cannot_be_loaded_now_may_be_loaded_later(world):
    library = next((line.split()[-1] for line in subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, check=True)
                    .stdout.splitlines() if "libargon2.so.1 " in line), None)
    if not library or b"libargon2.so.1" not in (BIN / "sign-up").read_bytes():
        pytest.skip("the library is part of these executables")
    world.policy(page_policy())
    event = {"data": {"email": "kim@example.com", "password": PASSWORD, "role": "client", "displayName": "Kim"}}
    done = run(world, "sign-up", event, library, "read", "EIO", 1)
    assert done.returncode == 75 and world.run("sign-up", event=event).status == 0, done.stderr
