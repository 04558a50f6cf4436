# SPDX-License-Identifier: Apache-2.0
"""An invitation through Postfix to the client's mailbox."""

import contextlib
import email
import email.policy
import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest
from ports import free_port
from smtp_servers import HEADER, mailbox, parsed, send, wait_until
from worlds import code_of

POSTFIX = shutil.which("postfix", path="/usr/sbin:/usr/bin:/sbin")
pytestmark = [
    pytest.mark.skipif(POSTFIX is None, reason="postfix is not installed"),
    pytest.mark.skipif(os.geteuid() != 0, reason="postfix is started by root only")]

MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = loopback-only
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
myhostname = mail.example.com
mydestination =
alias_maps =
smtputf8_enable = yes
# Nothing leaves this machine.
default_transport = error:no mail goes out
relay_transport = error:no mail goes out
virtual_mailbox_domains = example.com
virtual_mailbox_base = {folder}/boxes
virtual_mailbox_maps = static:kim/
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
"""

MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
"""


@pytest.fixture
def postfix():
    """A separate Postfix on loopback: its port and the new mail of its only mailbox. Its folder is not pytest's, which
    postfix's own users may not enter."""
    with tempfile.TemporaryDirectory(prefix="postfix-") as name:
        folder, port = pathlib.Path(name), free_port()
        folder.chmod(0o755)
        for part, owner in (("etc", 0), ("queue", 0), ("data", "postfix"), ("boxes", 65534)):
            (folder / part).mkdir(mode=0o755)
            shutil.chown(folder / part, owner)
        (folder / "etc/main.cf").write_text(MAIN.format(folder=folder))
        (folder / "etc/master.cf").write_text(MASTER.format(port=port))

        def command(verb):
            return subprocess.run([POSTFIX, "-c", folder / "etc", verb], capture_output=True, text=True, timeout=60)

        started = command("start")
        assert started.returncode == 0, started.stderr + log(folder)
        try:
            yield port, folder / "boxes/kim/new", lambda: log(folder)
        finally:
            stopped = command("stop")
            assert stopped.returncode == 0, stopped.stderr
            wait_until(lambda: not working_in(folder / "queue"), 20)


def working_in(folder):
    """The processes whose working directory that is: Postfix's own, shortly after its stop."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if os.readlink(process / "cwd").startswith(str(folder)):
                found.append(process.name)
    return found


def log(folder):
    return (folder / "log").read_text() if (folder / "log").exists() else ""


def test_an_invitation_arrives_through_postfix_and_its_code_is_accepted(world, postfix):
    port, box, postfix_log = postfix
    name = 'Kim "Lift" Müller, 🏋️'
    answer = send(world, world.inviter(), name=name, env={"MAIL_URL": f"smtp://127.0.0.1:{port}?tls=none"})
    assert answer.json["invitation"]["delivery"] == "sent", (answer, postfix_log())
    wait_until(lambda: box.exists() and list(box.iterdir()), 20)

    [file] = box.iterdir()
    mail = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
    assert not mail.defects and mail["Delivered-To"] == "kim@example.com"
    assert mail["Return-Path"] == "<hello@pfa.example>"
    assert set(mail.keys()) == HEADER | {"Return-Path", "X-Original-To", "Delivered-To", "Received"}
    assert mailbox(mail, "To") == (name, "kim@example.com") and mailbox(mail, "Reply-To") == ("Ada", "ada@example.com")
    assert mail.get_body(("plain",)).get_content().startswith(f"Hi {name},\n")
    assert parsed(file.read_bytes())["Message-ID"] == mail["Message-ID"]

    accepted = world.accept(code_of(mail)).json
    assert accepted["client"]["id"] == answer.json["client"]["id"] and accepted["isNewAccount"]
