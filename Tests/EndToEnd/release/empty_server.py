# SPDX-License-Identifier: Apache-2.0
"""An empty server on which somebody follows scripts/deployment/server.md, with a relay, and browsers that reach it over HTTPS."""

import contextlib
import http.client
import json
import re
import shutil
import socket
import ssl
import time
from urllib.parse import urlencode, urlsplit

from booted_machine import BootedMachine
from deployment import archives
from deployment.release import checksums
from smtp_servers import Recorder, parsed
from visitors import Shown, Visitor
from worlds import ROOT

PAGE = (ROOT / "scripts/deployment/server.md").read_text()
#: What an operator types when install.sh asks for the relay.
RELAY = "smtp://operator:a%20secret@127.0.0.1:2525?tls=none"


def blocks(section):
    """The command blocks of a section of the page."""
    text = re.split(r"^## ", PAGE, flags=re.MULTILINE)
    [found] = [it for it in text if it.startswith(section + "\n")]
    return re.findall(r"^```sh\n(.*?)^```$", found, re.MULTILINE | re.DOTALL)


def option(name):
    """An option of install.sh that the text of the page names with its value."""
    return re.search(rf"`({name}[^`]*)`", PAGE)[1]


def archive(release):
    return release.with_name(release.name + ".tar.xz").read_bytes()


#: Instead of bin/vestibule: an upgrade of the schema that fails.
WITHOUT_MIGRATION = """#!/bin/sh
if [ "$1" = migrate ]; then echo "no, not today" >&2; exit 75; fi
exec "${0%/*}/other" "$@"
"""


def newer(release, folder, version="0.2.0", migrates=True):
    """The name and the content of an archive with another release."""
    copy = shutil.copytree(release, folder / release.name.replace("0.1.0", version), symlinks=True)
    (copy / "LICENSE").write_text((copy / "LICENSE").read_text() + "\n")
    if not migrates:
        (copy / "bin/vestibule").rename(copy / "bin/other")
        (copy / "bin/vestibule").write_text(WITHOUT_MIGRATION)
        (copy / "bin/vestibule").chmod(0o755)
    (copy / "SHA256SUMS").unlink()
    (copy / "SHA256SUMS").write_text(checksums(copy))
    archives.tar(copy, folder / "newer.tar.xz")
    return copy.name + ".tar.xz", (folder / "newer.tar.xz").read_bytes()


class Operator:
    """Types the blocks of the page, and measures them."""

    def __init__(self, machine, domain):
        self.machine, self.domain, self.cwd, self.seconds, self.printed = machine, domain, "/root", {}, ""

    def type(self, block, stdin="", replacing=()):
        for old, new in [("example.com", self.domain), *replacing]:
            block = block.replace(old, new)
        start = time.monotonic()
        self.printed = self.machine.run(f"{block}\npwd > /root/.folder", stdin, self.cwd)
        self.seconds[block] = time.monotonic() - start
        self.cwd = self.machine.run("cat /root/.folder").strip()
        if block.startswith("apt-get"):
            self.start_what_packages_start(block)
        return self.printed

    def start_what_packages_start(self, block):
        """apt has nothing to do here, because the packages are installed. On an empty server it starts their services."""
        for name in ("caddy", "nginx", "postgresql"):
            if re.search(rf"\b{name}\b", block):
                self.machine.run(f"systemctl enable --now --quiet {name}.service")


class Browser(Visitor):
    """A browser without scripts that trusts one authority, on a machine with another network."""

    def __init__(self, machine, base, authority):
        self.machine, self.base, self.language, self.cookies, self.page = machine, base, "en", {}, None
        self.context = ssl.create_default_context(cadata=authority)

    def request(self, method, path, body=None, headers=None):
        host = urlsplit(self.base).hostname
        with self.machine.network():
            plain = socket.create_connection(("127.0.0.1", 443), 30)
        connection = http.client.HTTPConnection(host)
        connection.sock = self.context.wrap_socket(plain, server_hostname=host)
        connection.request(method, path, body, {"Accept-Language": self.language, "Connection": "close", **(headers or {})})
        answer = connection.getresponse()
        answer.body = answer.read()
        connection.close()
        return answer

    def post(self, path, data):
        return json.loads(self.request("POST", path, json.dumps(data), {"Content-Type": "application/json"}).body)

    def send(self, method, path, data, **_):
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), "Origin": self.base}
        form = urlencode(data)
        if method == "POST":
            answer = self.request("POST", path, form, {**headers, "Content-Type": "application/x-www-form-urlencoded"})
        else:
            answer = self.request("GET", f"{path}?{form}" if form else path, None, headers)
        return self.keep(Shown(Page(answer), path))

    def keep(self, shown):
        for line in shown.cookies:
            name, value = line.split(";")[0].split("=", 1)
            self.cookies[name] = value
        return shown


class Page:
    """The answer to a browser, as a function gives it to the runner."""

    stderr = b""

    def __init__(self, answer):
        self.json = {
            "html": answer.body.decode(), "status": answer.status, "location": answer.headers["Location"],
            "cookies": answer.headers.get_all("Set-Cookie") or []}


@contextlib.contextmanager
def empty_server(tmp_path, release, domain):
    """A machine with the tarball, an operator, and the relay."""
    with BootedMachine(tmp_path) as machine:
        machine.write("/etc/hosts", f"127.0.0.1 localhost\n127.0.0.1 app.{domain}\n")
        # Without lists, apt finds that what is installed is the newest.
        machine.run("rm -rf /var/lib/apt/lists/*")
        machine.write(f"/root/{release.name}.tar.xz", archive(release))
        with machine.network():
            relay = Recorder(logins=["PLAIN"], granted=lambda login: login == ("PLAIN", "operator", "a secret"), port=2525)
        with relay:
            yield machine, Operator(machine, domain), relay


def mail_to(relay, name):
    """The newest mail to a person, which arrives within seconds."""
    deadline = time.monotonic() + 15
    while True:
        found = [mail for mail in map(parsed, list(relay.messages)) if mail["To"].addresses[0].username == name]
        if found:
            return found[-1]
        assert time.monotonic() < deadline, f"no mail to {name}"
        time.sleep(0.05)  # The interval of the polling.


def link_in(mail):
    return re.search(r"https://\S+", mail.get_body(("plain",)).get_content())[0]
