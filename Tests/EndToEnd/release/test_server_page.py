# SPDX-License-Identifier: Apache-2.0
"""The page for operators (scripts/deployment/server.md): every command of it, as it stands, on machines that systemd has started
and that have nothing but Debian's packages and the tarball.

Replaced are: the domain, because Caddy signs the certificates of `.local` itself; certbot; and what apt would download. Not tried
are the names (DNS), and the downloads.
"""

import os
import pathlib
import pty
import re
import subprocess
import threading
import time

import booted_machine
import pytest
from deployment import archives
from deployment.catalogue import Catalogue
from deployment.release import Release
from empty_server import PAGE, RELAY, Browser, blocks, empty_server, link_in, mail_to, newer, option
from people import PASSWORD, code_in
from smtp_servers import parsed
from worlds import ROOT

#: Caddy's own authority, which signs names of `.local`, and the certificates that programs trust.
AUTHORITY = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
TRUSTED = "/etc/ssl/certs/ca-certificates.crt"
BUNDLE = pathlib.Path(os.environ.get("BUNDLE", ROOT / ".build/bundle"))

pytestmark = [
    pytest.mark.release,
    # One worker makes the release.
    pytest.mark.xdist_group("server_page"),
    pytest.mark.skipif(not (BUNDLE / "contents.json").exists(), reason="scripts/build --release has not run"),
    pytest.mark.skipif(bool(reason := booted_machine.forbidden()), reason=str(reason)),
]


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    """The tarball of the built bundle as scripts/package makes it, less compressed."""
    folder, preset, archives.PRESET = tmp_path_factory.mktemp("release"), archives.PRESET, 0
    made = Release(ROOT, Catalogue(ROOT / "functions.json"), BUNDLE / "bin", folder)
    made.write_configurations()
    made.write_bundle(ROOT / "functions.json")
    yield folder / made.name
    archives.PRESET = preset


def the_trainer_invites(machine, relay, domain, authority):
    """From the mail of the first trainer to an invitation that is accepted, all in browsers."""
    base = f"https://app.{domain}"
    ada, kim = Browser(machine, base, authority), Browser(machine, base, authority)
    ada.get(link_in(mail_to(relay, "ada")))
    ada.submit(newPassword=PASSWORD)
    ada.get("/account/sign-in?return=/clients")
    assert ada.submit("password", email=f"ada@{domain}", password=PASSWORD).heading == "Your clients"
    ada.get("/clients?view=invite")
    assert ada.submit("invite", name="Kim", email=f"kim@{domain}", deliver="mail").heading == "Invitation sent"
    mail = mail_to(relay, "kim")
    assert mail["From"].addresses[0].addr_spec == f"hello@{domain}" and link_in(mail).startswith(f"{base}/invite?code=")
    assert kim.get(f"/invite/accept?code={code_in(mail)}").heading == "Accept the invitation"
    assert kim.submit("new", newPassword=PASSWORD, displayName="Kim").heading == "You’re in!"
    assert f"Kim kim@{domain} Accepted" in ada.get("/clients").text
    return ada, kim


def test_an_empty_server_gets_a_trainer_and_her_client(tmp_path, release, capsys):
    domain = "example.local"
    with empty_server(tmp_path, release, domain) as (machine, operator, relay):
        packages, unpack, policy, install = blocks("2. Install")
        operator.type(packages)
        operator.type(unpack)
        operator.type(policy)
        trusting = machine.start(f"until cat {AUTHORITY} >> {TRUSTED}; do sleep 0.1; done 2> /dev/null")
        printed = operator.type(install, stdin=RELAY + "\n")
        assert trusting.wait(10) == 0 and "reached: https://app.example.local\n" in printed
        assert "started: vestibule-serve" in printed and "a secret" not in printed and "a%20secret" not in printed
        assert "warning  PUBLIC_URL" not in printed and "trouble" not in printed, printed
        what_the_service_owns_is_private(machine)

        try_mail, create, reset = blocks("3. The first trainer")
        assert "accepted" in operator.type(try_mail)
        assert "created ada@example.local as admin" in operator.type(create)
        operator.type(reset)
        ada, kim = the_trainer_invites(machine, relay, domain, machine.run(f"cat {AUTHORITY}"))

        back_up, key, restore = blocks("4. Backups")
        assert re.search(r"vestibule-\d{8}T\d{6}Z\.db$", operator.type(back_up), re.MULTILINE)
        assert len(operator.type(key).strip()) >= 44
        timers, ready = blocks("5. What to watch")
        assert {"vestibule-backup.timer", "vestibule-report.timer"} <= set(operator.type(timers).split())
        assert operator.type(ready) == "ready\n"
        the_report_is_for_others_too(machine)

        typed = [*operator.seconds]
        told = int(re.search(r"You type (\d+) commands", PAGE)[1])
        assert told == len(typed) <= 15, typed
        with capsys.disabled():
            print(f"\n{told} commands: {sum(operator.seconds.values()):.1f} s")

        the_upgrade_keeps_everything(machine, operator, ada, tmp_path, release)
        machine.run("sleep 1.1")  # The names of backups have seconds.
        operator.type(back_up)
        operator.type(restore)
        assert ada.get("/clients").heading == "Sign in", "a restored copy signs everybody out"
        ada.submit("password", email=f"ada@{domain}", password=PASSWORD)
        assert "Kim" in ada.get("/clients").text
        logs_have_no_codes(machine, relay)


def what_the_service_owns_is_private(machine):
    machine.run("systemctl is-enabled vestibule-serve vestibule-backup.timer vestibule-report.timer caddy")
    modes = machine.run("stat -c '%a %U %G %n' /etc/vestibule /etc/vestibule/* /var/lib/vestibule/* /var/backups/vestibule")
    assert [line.split()[:3] for line in modes.splitlines() if "/etc/vestibule/" in line] == [["640", "root", "vestibule"]] * 3, modes
    assert "600 vestibule vestibule /var/lib/vestibule/vestibule.db\n" in modes and "700 vestibule vestibule /var/backups" in modes
    assert "PUBLIC_URL=https://app.example.local\n" in machine.run("cat /etc/vestibule/env")
    assert machine.run("ls /opt/vestibule").split().count("policy.json") == 0, "the operator's own files are not part of the release"
    assert machine.run("su nobody -s /bin/sh -c 'cat /etc/vestibule/mail-url' || echo refused").endswith("refused\n")
    machine.run("test -e /usr/share/bash-completion/completions/vestibule && man -w vestibule-doctor accept-invitation")


def the_report_is_for_others_too(machine):
    machine.run("systemctl start vestibule-report.service")
    assert "vestibule_queue_waiting" in machine.run("runuser -u nobody -- cat /run/vestibule-report/vestibule.prom")
    assert machine.run("systemctl --failed --plain --no-legend | grep vestibule || true") == ""


def the_upgrade_keeps_everything(machine, operator, ada, folder, release):
    """Requests that arrive meanwhile are answered. The operator's files stay, and the same release again changes nothing."""
    name, content = newer(release, folder)
    machine.write(f"/root/{name}", content)
    machine.run("echo LOG_LEVEL=info >> /etc/vestibule/env; echo '# mine' >> /etc/caddy/Caddyfile")
    before = machine.run("cat /etc/vestibule/* /etc/caddy/Caddyfile | sha256sum")
    [upgrade] = blocks("6. Upgrade")
    operator.cwd = "/root"
    asked, over = [], threading.Event()

    def ask():
        while not over.is_set():
            asked.append(ada.request("GET", "/jwks").status)
            time.sleep(0.02)  # Leaves the processors to the upgrade.

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        printed = operator.type(upgrade)
    finally:
        over.set()
        asking.join()
    assert set(asked) == {200} and len(asked) > 20, asked
    saved = re.search(r"^saved: (\S+)$", printed, re.MULTILINE)[1]
    machine.run(f"test -s {saved}")
    assert "replaced: /opt/vestibule had 0.1.0" in printed and "kept: the settings" in printed
    assert machine.run("cat /etc/vestibule/* /etc/caddy/Caddyfile | sha256sum") == before
    assert ada.get("/clients").heading == "Your clients", "she is still signed in"
    again = operator.type("./" + name.removesuffix(".tar.xz") + "/install.sh")
    assert "kept: /opt/vestibule has this release" in again and "saved:" not in again


def logs_have_no_codes(machine, relay):
    logs = machine.run("journalctl --no-pager; cat /var/log/nginx/*.log 2> /dev/null || true")
    codes = [code for mail in map(parsed, relay.messages) for code in re.findall(r"[?&]code=([\w-]{16,})", mail.get_body(("plain",)).get_content())]
    assert codes and not [code for code in codes if code in logs]
    assert "a%20secret" not in logs and "a secret" not in logs


#: certbot gets a certificate that is signed by itself, at the place where the real one puts it.
CERTBOT = r"""#!/bin/sh
set -e
while [ $# -gt 0 ]; do case $1 in -d) host=$2 ;; -w) root=$2 ;; esac; shift; done
mkdir -p $root/.well-known/acme-challenge /etc/letsencrypt/live/$host
echo proof > $root/.well-known/acme-challenge/token
[ "$(curl -fsS http://$host/.well-known/acme-challenge/token)" = proof ]
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=$host -addext subjectAltName=DNS:$host \
  -keyout /etc/letsencrypt/live/$host/privkey.pem -out /etc/letsencrypt/live/$host/fullchain.pem
"""
INSTALLED = "\nPackage: certbot\nStatus: install ok installed\nArchitecture: all\nVersion: 9\nMaintainer: -\nDescription: a stand-in\n"


def test_nginx_and_postgresql_do_too(tmp_path, release):
    domain = "example.com"
    with empty_server(tmp_path, release, domain) as (machine, operator, relay):
        machine.write("/usr/local/bin/certbot", CERTBOT, 0o755)
        machine.run(f"cat >> /var/lib/dpkg/status <<'END'\n{INSTALLED}\nEND")
        _, unpack, policy, install = blocks("2. Install")
        operator.type(unpack)
        operator.type(policy)
        create_database, restore = blocks("PostgreSQL instead of SQLite")
        for block in (*blocks("nginx instead of Caddy"), create_database):
            for command in block.splitlines():
                operator.type(command)
        machine.run(f"cat /etc/letsencrypt/live/app.example.com/fullchain.pem >> {TRUSTED}")
        options = f"{option('--proxy nginx')} {option('--database .postgresql')}"
        printed = operator.type(install, RELAY + "\n", [("--proxy caddy", options)])
        assert "written: /etc/nginx/sites-available/vestibule for app.example.com" in printed
        for block in blocks("3. The first trainer"):
            operator.type(block)
        ada, _ = the_trainer_invites(machine, relay, domain, machine.run("cat /etc/letsencrypt/live/app.example.com/fullchain.pem"))
        back_up, _, _ = blocks("4. Backups")
        [dump] = re.findall(r"\S+\.dump$", operator.type(back_up), re.MULTILINE)
        listed = machine.run(f"runuser -u vestibule -- pg_restore --list /var/backups/vestibule/{dump}")
        assert "TABLE DATA public invitations vestibule" in listed
        machine.run("runuser -u vestibule -- psql -q vestibule -c 'DROP TABLE invitations CASCADE'")
        operator.type(restore)
        machine.run("until curl -fs http://127.0.0.1:8080/readyz; do sleep 0.1; done")
        assert ada.get("/clients").heading == "Sign in", "a restored copy signs everybody out"
        ada.submit("password", email=f"ada@{domain}", password=PASSWORD)
        assert "Kim kim@example.com Accepted" in ada.get("/clients").text
        for block in blocks("5. What to watch"):
            operator.type(block)
        assert "301" in machine.run("curl -s -o /dev/null -w %{http_code} http://app.example.com/invite?code=A")
        an_upgrade_that_fails_keeps_the_old_release(machine, tmp_path, release)
        logs_have_no_codes(machine, relay)


def an_upgrade_that_fails_keeps_the_old_release(machine, folder, release):
    name, content = newer(release, folder, "0.3.0", migrates=False)
    machine.write(f"/root/{name}", content)
    machine.run(f"tar -xf {name}")
    install = f"./{name.removesuffix('.tar.xz')}/install.sh"
    before = machine.run("sha256sum /opt/vestibule/SHA256SUMS")
    machine.run("systemctl stop postgresql@15-main.service || systemctl stop 'postgresql@*.service'")
    assert "the backup has failed, and nothing was replaced" in machine.run(install, status=1)
    assert machine.run("sha256sum /opt/vestibule/SHA256SUMS") == before
    machine.run("systemctl start postgresql.service 'postgresql@15-main.service'")
    printed = machine.run(install, status=1)
    assert "saved: /var/backups/vestibule/" in printed and "/opt/vestibule has 0.1.0 again: no, not today" in printed
    assert machine.run("sha256sum /opt/vestibule/SHA256SUMS") == before
    machine.run("vestibule ready && systemctl is-active vestibule-serve && curl -fsS https://app.example.com/readyz")


def test_wrong_options_change_nothing(tmp_path, release):
    with empty_server(tmp_path, release, "example.com") as (machine, operator, _):
        operator.type(blocks("2. Install")[1])
        operator.type(blocks("2. Install")[2])
        machine.run("""echo '{"app":{"nam":"X"}}' > /root/wrong.json""")
        before = machine.run("ls /etc /opt /var/lib; getent passwd")
        for arguments, status, told in [
            ("", 64, "--url and --from are missing"), ("--verbose", 64, "--verbose is unknown"), ("--url", 64, "--url has no value"),
            ("--url http://app.example.com --from x@example.com --policy policy.json", 64, "not an https URL"),
            ("--url 'https://a.example.com/$(id)' --from x@example.com --policy policy.json", 64, "not an https URL"),
            ("--url https://app.example.com --from 'A \"B\" <a@example.com>' --policy policy.json", 64, "one of the characters"),
            ("--url https://app.example.com --from x@example.com --policy nobody", 64, "neither a file nor the name"),
            ("--url https://app.example.com --from x@example.com --policy /root/wrong.json", 78, "/app/nam"),
            ("--url https://app.example.com --from nobody --policy policy.json", 78, "MAIL_FROM"),
            ("--url https://app.example.com --from x@example.com --policy policy.json --proxy nginx", 69, "no certificate"),
            ("--url https://app.example.com --from x@example.com --policy policy.json --database mysql://x", 64, "not a postgresql"),
        ]:
            printed = machine.run(f"./install.sh {arguments}", RELAY + "\n", operator.cwd, status)
            assert told in printed, (arguments, printed)
        a_terminal_does_not_show_the_relay(machine, operator.cwd)
        machine.run("echo x >> LICENSE", cwd=operator.cwd)
        arguments = "--url https://app.example.com --from x@example.com --policy policy.json"
        assert "damaged" in machine.run(f"./install.sh {arguments}", RELAY + "\n", operator.cwd, 69)
        assert machine.run("ls /etc /opt /var/lib; getent passwd") == before
        machine.run("sed -i '$d' LICENSE", cwd=operator.cwd)
        a_vendors_key_has_a_file_of_its_own(machine, f"./install.sh {arguments} --relay resend:", operator.cwd)


def a_vendors_key_has_a_file_of_its_own(machine, install, cwd):
    """Without a network the vendor is out of reach, which doctor says."""
    printed = machine.run(install, "re_secret\n", cwd, status=1)
    assert "trouble  relay" in printed and "re_secret" not in printed, printed
    assert machine.run("cat /etc/vestibule/mail-url /etc/vestibule/mail-api-key") == "resend:\nre_secret\n"
    assert "\nMAIL_API_KEY_FILE=/etc/vestibule/mail-api-key\n" in machine.run("cat /etc/vestibule/env")
    assert "kept: the settings" in machine.run(install, "another\n", cwd, status=1), "it can be repeated with the same options"
    assert machine.run("cat /etc/vestibule/mail-api-key") == "re_secret\n"


def a_terminal_does_not_show_the_relay(machine, cwd):
    terminal, its = pty.openpty()
    command = f"cd {cwd} && ./install.sh --url https://app.example.com --from x@example.com --policy /root/wrong.json"
    running = subprocess.Popen([*machine.entering, "/bin/sh", "-c", command], stdin=its, stdout=its, stderr=its, cwd="/", env=booted_machine.ENVIRONMENT)
    os.close(its)
    shown = b""
    while b"The relay" not in shown:
        shown += os.read(terminal, 4096)
    os.write(terminal, RELAY.encode() + b"\n")
    status = running.wait(30)
    shown += os.read(terminal, 4096)
    assert status == 78 and b"/app/nam" in shown and b"a%20secret" not in shown, shown
    os.close(terminal)
