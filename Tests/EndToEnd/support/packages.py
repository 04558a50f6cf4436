# SPDX-License-Identifier: Apache-2.0
"""A release that `scripts/package` makes."""

import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

from apache_servers import apache_serving
from deployment import executables, libraries
from deployment.catalogue import Catalogue
from ports import free_port
from runners import Web, nginx_serving, process, wait_for
from worlds import ROOT

#: The release that the tests of a process share.
RELEASES = {}
#: One invented function of each kind.
INVENTED = {
    "invented-call": {"access": "public", "trigger": {"type": "http", "method": "POST", "route": "/invented/call"}},
    "invented-hook": {"access": "trigger", "trigger": {"type": "trigger", "webhook": {"route": "/invented-hook", "secrets": ["WEBHOOK_SECRET"]}}},
    "invented-sweep": {"access": "schedule", "trigger": {"type": "schedule", "cron": "5-59/20 1,13 * * 1-5"}},
}
COMMON = {
    "summary": "Invented.", "area": "triggers", "timeoutSeconds": 12, "memoryMB": 256, "needs": [], "variables": ["every", "invented"],
    "example": {}, "event": {"type": "object", "properties": {}}, "result": {"type": "object"},
}


def executables_for(catalogue, folder):
    """Small executables and libraries with the names of a bundle. Each prints what `vestibule` tells the manual about itself."""
    folder.mkdir(parents=True)
    (folder.parent / "lib").mkdir()
    source = folder.parent / "executable.c"
    about = json.dumps({"command": {"abstract": "Invented.", "discussion": "Invented.", "subcommands": []}})
    source.write_text(f"#include <stdio.h>\nint main(void) {{ puts({json.dumps(about)}); return 0; }}\n")
    subprocess.run(["gcc", "-s", "-o", folder.parent / "executable", source], check=True)
    for name in ("libvestibule.so", libraries.NETWORK_LIBRARY):
        subprocess.run(["gcc", "-s", "-shared", "-Wl,-soname," + name, "-o", folder.parent / "lib" / name, source], check=True)
    for name in executables.names(catalogue):
        shutil.copy(folder.parent / "executable", folder / name)
    return folder


def package(folder, catalogue=ROOT / "functions.json", **replaced):
    """Runs the command; `replaced` are executables of another kind."""
    binaries = executables_for(Catalogue(catalogue), folder / "built/bin")
    for name, path in replaced.items():
        shutil.copy(path, binaries / name.replace("_", "-"))
    return subprocess.run(
        [ROOT / "scripts/package", "--functions", catalogue, "--bin", binaries, folder / "package"], capture_output=True, text=True)


def release(tmp_path_factory):
    folder = tmp_path_factory.mktemp("package")
    document = json.loads((ROOT / "functions.json").read_text())
    document["variables"]["INVENTED_TOKEN"] = "invented"
    document["secrets"]["INVENTED_TOKEN"] = True
    document["functions"] |= {name: {**COMMON, **entry} for name, entry in INVENTED.items()}
    (folder / "functions.json").write_text(json.dumps(document))
    done = package(folder, folder / "functions.json")
    assert done.returncode == 0, done.stderr
    return folder / "package"


@contextlib.contextmanager
def lighttpd_as_made(made, folder, environment, world):
    port = free_port()
    text = (made / "lighttpd/vestibule.conf").read_text().replace("/opt/vestibule", str(folder))
    # A test machine does not have the user.
    text = re.sub('server.(username|groupname) = "vestibule"\n', "", text.replace("8080", str(port)))
    for name, value in environment.items():
        text = re.sub(f'"{name}(_FILE)?" => ".*?"', f'"{name}" => "{value}"', text)
    (folder / "lighttpd.conf").write_text(text)
    subprocess.run(["/usr/sbin/lighttpd", "-tt", "-f", folder / "lighttpd.conf"], check=True)
    with open(folder / "server.log", "wb") as log:
        with process("/usr/sbin/lighttpd", "-D", "-f", folder / "lighttpd.conf", stdout=log, stderr=log) as server:
            wait_for(port, server)
            yield Web(world, port)


@contextlib.contextmanager
def apache_as_made(made, folder, environment, world):
    port = free_port()
    text = (made / "apache/vestibule.conf").read_text().replace("/opt/vestibule", str(folder))
    # A test machine does not have the user and the folder.
    text = re.sub("(User|Group) vestibule\n", "", text.replace("8080", str(port))).replace("/run/apache2", str(folder))
    text = text.replace("/var/log/apache2/error.log", str(folder / "server.log"))
    for name, value in environment.items():
        text = re.sub(f'SetEnv {name}(_FILE)? ".*?"', f'SetEnv {name} "{value}"', text)
    with apache_serving(text, folder, port):
        yield Web(world, port)


@contextlib.contextmanager
def nginx_as_made(made, folder, environment, world):
    port, socket = free_port(), folder / "fcgi.sock"
    function = (made / "nginx/vestibule-function.conf").read_text().replace("/opt/vestibule", str(folder))
    function = function.replace("/run/fcgiwrap.socket", str(socket))
    for name, value in environment.items():
        function = re.sub(f'{name}(_FILE)? ".*?"', f'{name} "{value}"', function)
    (folder / "function.conf").write_text(function)
    server = (made / "nginx/vestibule.conf").read_text().replace("/etc/nginx/vestibule-function.conf", str(folder / "function.conf"))
    server = server.replace("/opt/vestibule", str(folder))
    server = server.replace("/var/log/nginx", str(folder))
    with nginx_serving(server.replace("8080", str(port)), folder, socket) as running:
        subprocess.run(["/usr/sbin/nginx", "-t", "-q", "-c", folder / "nginx.conf", "-e", folder / "error.log"], check=True)
        wait_for(port, running)
        yield Web(world, port)


def tool(name, *arguments):
    """Runs a command of the tests' environment and returns its output."""
    done = subprocess.run([pathlib.Path(sys.executable).parent / name, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr
