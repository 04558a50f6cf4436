# SPDX-License-Identifier: Apache-2.0
"""python3 -m serving ROOT BIN HOST PORT: starts lighttpd, and ends with it."""

import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

from . import address, configuration, first_admin, inbox, requests, schedules, signals

#: The path of the request that tells whether functions answer. No function has it, so that no database is needed.
PROBED = "/no-such-path"


def main(root, executables, host, port):
    port = address.usable_port(host, port)
    at = f"{address.in_url(host)}:{port}"
    own = pathlib.Path("data/vestibule.db") if not os.environ.get("DATABASE_URL") else None
    is_new = own is not None and not own.exists()
    set_variables(at)
    received = signals.received()
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="vestibule-serve.", dir=os.environ.get("TMPDIR"))))
        admin = first_admin.create(executables, folder, own.parent) if is_new else first_admin.known(own.parent) if own else None
        shown = stack.enter_context(requests.shown())
        configuration.write(root, executables, folder, host=host, port=port, requests=shown, admin=admin)
        server = stack.enter_context(running(folder / "lighttpd.conf", shown))
        status = probe(f"http://{at}", server, received)
        if status is None:
            # lighttpd exits with 0 if the signal was for it too.
            return 69 if server.returncode else 0
        if own:
            stack.enter_context(schedules.running(executables))
        tell(at, host, executables, status, admin)
        wait_for_the_end(server, received)
        return server.returncode or 0


def set_variables(at):
    """Defaults of variables. Paths become absolute, because the server starts functions in another folder."""
    for name, value in {
        "PUBLIC_URL": f"http://{at}", "ALLOW_INSECURE": "1", "DATABASE_URL": "sqlite:data/vestibule.db", "MAIL_URL": "maildir:data/mail",
    }.items():
        os.environ[name] = os.environ.get(name) or value
    for name in ("DATABASE_URL", "MAIL_URL"):
        kind, _, path = os.environ[name].partition(":")
        if kind in ("sqlite", "maildir"):
            os.environ[name] = f"{kind}:{os.path.abspath(path)}"
    for name in ("POLICY_FILE", "TEMPLATES_DIR"):
        if os.environ.get(name):
            os.environ[name] = os.path.realpath(os.environ[name])


@contextlib.contextmanager
def running(file, shown):
    path = os.environ.get("PATH", "") + ":/usr/sbin"
    server = subprocess.Popen(["lighttpd", "-D", "-f", file], env={**os.environ, "PATH": path}, pass_fds=[shown])
    try:
        yield server
    finally:
        server.terminate()
        server.wait()


def probe(url, server, received):
    """The status of the first answer of a function. None if the server has ended, or if a signal asks to end."""
    request = urllib.request.Request(f"{url}{PROBED}", headers={"User-Agent": requests.AGENT})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while server.poll() is None:
        try:
            with opener.open(request, timeout=5) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            if signals.ask_to_end(received, 0.05):  # The interval of the polling.
                return None
    return None


def wait_for_the_end(server, received):
    """Until the server has ended, or a signal asks to end."""
    while server.poll() is None and not signals.ask_to_end(received):
        pass


def tell(at, host, executables, status, admin):
    lines = [f"http://{at} serves the functions of {executables}."]
    if status >= 500:
        lines = [f"http://{at} answers with status {status}. The line above says why."]
    lines += ["Database, mails and policy are in ./data, unless their variables are set. Ctrl-C ends it.", "", f"  overview       http://{at}/"]
    if inbox.folder():
        lines.append(f"  mails          http://{at}/inbox")
    if admin:
        lines.append(f"  first admin    {admin['email']}, password {admin['password']}")
    if inbox.folder() and not address.is_loopback(host):
        lines += ["", "Warning: everybody in the network can read the mails, with the codes in them, and sign in with them."]
    print("\n".join([*lines, ""]), flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), *sys.argv[3:5]))
    except address.Unusable as error:
        print(f"scripts/serve: {error}", file=sys.stderr)
        sys.exit(69)
