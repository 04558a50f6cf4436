# SPDX-License-Identifier: Apache-2.0
"""`vestibule serve` whose empty folder for sockets was removed, as systemd-tmpfiles does after ten days."""

import pathlib
import tempfile
import time

import pytest
from runners import process_ids_of, vestibule_serve


@pytest.fixture
def folder():
    """A socket's path has at most 107 bytes, so folders with long names are not used."""
    with tempfile.TemporaryDirectory(dir="/tmp") as path:
        yield pathlib.Path(path)


def test_requests_are_answered_after_the_empty_folder_was_removed(world, folder):
    with vestibule_serve(world, "--idle", "1", TMPDIR=str(folder)) as web:
        assert web.request("GET", "/jwks").status == 200
        [sockets] = folder.iterdir()
        while process_ids_of(web.supervisor, "jwks"):
            time.sleep(0.1)  # The interval of the polling.
        sockets.rmdir()
        assert web.request("GET", "/jwks").status == 200
        [again] = folder.iterdir()
        assert again.stat().st_mode & 0o777 == 0o700
        # A folder that others can enter is not used.
        while process_ids_of(web.supervisor, "jwks"):
            time.sleep(0.1)  # The interval of the polling.
        again.chmod(0o755)
        assert web.request("GET", "/jwks").status == 200
        assert len(list(folder.iterdir())) == 2
