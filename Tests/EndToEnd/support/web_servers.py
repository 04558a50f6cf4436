# SPDX-License-Identifier: Apache-2.0
"""Functions behind lighttpd, nginx, Apache and `vestibule serve`."""

import subprocess

from apache_servers import apache, apache_with_workers
from runners import lighttpd, lighttpd_with_workers, nginx, nginx_with_workers, route, vestibule_serve
from worlds import BIN

SERVERS = {
    "lighttpd": lighttpd, "nginx": nginx, "Apache": apache, "lighttpd with workers": lighttpd_with_workers,
    "nginx with workers": nginx_with_workers, "Apache with workers": apache_with_workers, "vestibule serve": vestibule_serve,
}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def cgi(function, method="POST", body=b"", **variables):
    named = {"CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": "application/json"} if body else {}
    return {
        "GATEWAY_INTERFACE": "CGI/1.1", "REQUEST_METHOD": method, "SCRIPT_NAME": route(function), "HTTP_HOST": "localhost",
        "REMOTE_ADDR": "192.0.2.1", **named, **variables,
    }


def run_cgi(world, function, body=b"", *arguments, **variables):
    return subprocess.run(
        [BIN / function, *arguments], env={**world.env, **variables}, cwd=world.folder, input=body, capture_output=True, timeout=60)
