# SPDX-License-Identifier: Apache-2.0
"""The files that lighttpd needs: its configuration, links to the functions, openapi.json, and the pages for development."""

import json
import os
import sys

from deployment import openapi, settings, webservers
from deployment.catalogue import Catalogue, version

from . import address
from .requests import AGENT, FORMAT

#: The pages of this folder, by path. Each is a module with `answer`.
PAGES = {"/": "home", "/inbox": "inbox"}


def write(root, executables, folder, *, host, port, requests, admin):
    catalogue = Catalogue(root / "functions.json")
    at = f"http://{address.in_url(host)}:{port}"
    webservers.link_served(catalogue, folder / "functions", executables)
    for name in PAGES.values():
        write_page(folder / "functions" / name, name, root, at, host, admin)
    statuses = openapi.statuses_of_codes((root / "Sources/Rules/ErrorCode.swift").read_text())
    made = openapi.documents(catalogue, version(root), statuses, servers=[(at, "scripts/serve")])
    (folder / "openapi.json").write_text(made["openapi.json"])
    known = {*catalogue.variables, "ALLOW_INSECURE", *settings.OF_ALL}
    variables = [name for name in sorted(os.environ) if {name, name.removesuffix("_FILE")} & known]
    (folder / "lighttpd.conf").write_text(webservers.lighttpd(
        catalogue, folder=folder / "functions", document=folder, settings={name: f"env.{name}" for name in variables}, bind=host,
        port=port, uploads=folder, programs=PAGES, log=(f"/dev/fd/{requests}", FORMAT, AGENT)))


def write_page(file, name, root, at, host, admin):
    """A program that shows a page. It knows no password."""
    known = {"url": at, "host": host, "admin": admin and admin["email"]}
    file.write_text(f"""\
#!{sys.executable} -B
import sys
sys.path.insert(0, {str(root / "scripts")!r})
from serving import html, {name}
html.write({name}.answer, {json.dumps(known)!r})
""")
    file.chmod(0o700)
