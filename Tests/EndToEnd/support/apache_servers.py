# SPDX-License-Identifier: Apache-2.0
"""Apache from Debian, configured by scripts/package."""

import contextlib
import os
import pathlib
import subprocess
import tempfile

from deployment import webservers
from deployment.apache import apache as configuration
from ports import free_port
from runners import CATALOGUE, Web, process, wait_for, workers
from worlds import BIN


class ApacheWeb(Web):
    def __init__(self, world, port, server, supervisor=None):
        super().__init__(world, port, supervisor)
        self.server = server


@contextlib.contextmanager
def apache(world, **env):
    """Apache, which starts functions by mod_cgid."""
    with tempfile.TemporaryDirectory() as folder:
        port, folder = free_port(), pathlib.Path(folder)
        settings = {name: value for name, value in {**world.env, **env}.items() if value is not None and name != "PATH"}
        webservers.link_served(CATALOGUE, folder / "public", BIN)
        site = webservers.Site(folder / "public", folder, settings=settings, listen=f"127.0.0.1:{port}")
        text = configuration(CATALOGUE, site, **places(world, folder))
        with apache_serving(text, folder, port) as server:
            yield ApacheWeb(world, port, server)


@contextlib.contextmanager
def apache_with_workers(world, processes=4, **env):
    """Apache before `vestibule workers`."""
    port = free_port()
    with workers(world, processes, **env) as (sockets, supervisor):
        site = webservers.Site(sockets, sockets.parent, sockets=sockets, listen=f"127.0.0.1:{port}")
        text = configuration(CATALOGUE, site, **places(world, sockets.parent))
        with apache_serving(text, sockets.parent, port) as server:
            yield ApacheWeb(world, port, server, supervisor)


def places(world, folder):
    return {"run": folder, "errors": world.folder / "apache.log"}


@contextlib.contextmanager
def apache_serving(text, folder, port):
    """The server with this configuration, independent of the machine's. It refuses to run as root: a test of root runs it
    under another number, with root's files."""
    file = folder / "apache.conf"
    file.write_text(text)
    other = ["unshare", "--map-user=1000", "--map-group=1000"] if os.geteuid() == 0 else []
    log = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with process(*other, "/usr/sbin/apache2", "-D", "FOREGROUND", "-f", file, **log) as running:
        wait_for(port, running)
        yield running
