# SPDX-License-Identifier: Apache-2.0
"""The release bundle in an empty root file system: glibc, the bundle, certificates and nothing else."""

import datetime
import ipaddress
import json
import os
import pathlib
import re
import shutil
import ssl
import subprocess
import sys
import uuid
from urllib.parse import quote

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from issuers import Issuer
from ports import free_port
from psycopg import sql
from runners import Web, process, wait_for
from worlds import ENGINE, POLICY, ROOT, World, code_of, person

#: BUNDLE names another one.
BUNDLE = pathlib.Path(os.environ.get("BUNDLE", ROOT / ".build/bundle"))
#: Where each distribution has the certificates of the authorities that it trusts.
CERTIFICATES = {
    "Debian": "/etc/ssl/certs/ca-certificates.crt", "Fedora and Amazon Linux": "/etc/pki/tls/certs/ca-bundle.crt",
    "openSUSE": "/etc/ssl/ca-bundle.pem", "Alpine": "/etc/ssl/cert.pem",
}

pytestmark = [
    pytest.mark.release, pytest.mark.postgresql,
    pytest.mark.skipif(not (BUNDLE / "lib/libvestibule-network.so").exists(), reason="scripts/build --release has not run"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may change the root of a process"),
]


class EmptyMachine(World):
    """A world whose functions run with a root file system of their own."""

    def __init__(self, folder):
        super().__init__(folder)
        self.root = folder / "root"
        shutil.copytree(BUNDLE, self.root / "opt/vestibule")
        for library in glibc():
            target = self.root / library.lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(library, target)
        (self.root / "data").mkdir()
        self.env |= {
            "MAIL_URL": "maildir:/data/mail", "TEMPLATES_DIR": "/opt/vestibule/templates", "POLICY_FILE": "/data/policy.json",
            **({"DATABASE_URL": "sqlite:/data/vestibule.db"} if ENGINE == "sqlite" else {}),
        }
        self.maildir = self.root / "data/mail"
        self.policy(POLICY)

    def policy(self, policy):
        if hasattr(self, "root"):
            (self.root / "data/policy.json").write_text(json.dumps(policy))

    def start(self, function, event, **env):
        environment = {**self.env, **env}
        process = subprocess.Popen(
            ["/usr/sbin/chroot", self.root, f"/opt/vestibule/bin/{function}"], env=environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.event = json.dumps(event).encode()
        return process

    def trust(self, path, certificate):
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True)
        file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))


def glibc():
    """The files of glibc that a process needs, with what finds names of hosts."""
    needed = subprocess.run(["ldd", "/bin/true"], capture_output=True, text=True, check=True).stdout
    loader = next(word for word in needed.split() if "ld-linux" in word)
    folder = os.path.dirname(next(word for word in needed.split() if word.endswith("/libc.so.6")))
    return [loader, *(f"{folder}/{name}" for name in ("libc.so.6", "libm.so.6"))]


@pytest.fixture
def machine(tmp_path):
    return EmptyMachine(tmp_path)


def certificate_for_loopback(folder):
    """A server's certificate for 127.0.0.1, signed by itself, and the context of a server that has it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "loopback")])
    start = datetime.datetime(2020, 1, 1)
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), start, start.replace(year=2100))
        .add_extension(names, critical=False).sign(key, hashes.SHA256()))
    (folder / "certificate.pem").write_bytes(
        certificate.public_bytes(serialization.Encoding.PEM) + key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem")
    return certificate, context


def test_an_invitation_is_sent_and_accepted(machine):
    token = machine.inviter()
    sent = machine.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token)
    assert sent.json["invitation"]["delivery"] == "sent", sent.json
    accepted = machine.accept(code_of(machine.mails()[0]))
    assert accepted.json["state"] == "signedIn"


def test_everything_can_be_tried_with_an_empty_environment(machine):
    """What README.md shows. It needs neither a shell nor another program."""
    (machine.root / "proc").mkdir()
    os.symlink("bin/vestibule", machine.root / "opt/vestibule/vestibule")
    port = free_port()
    serve = 'mount -t proc proc "$0/proc" && exec env -i /usr/sbin/chroot "$0" /opt/vestibule/vestibule serve --inbox --data /try --port "$1"'
    with process(
        "/usr/bin/unshare", "--mount", "/bin/sh", "-c", serve, machine.root, str(port), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    ) as server:
        wait_for(port, server)
        web = Web(machine, port)
        assert web.request("GET", "/readyz").status == 200 == web.request("GET", "/").status
        token = web.run("sign-in", json.loads((machine.root / "try/first-admin.json").read_text()))["session"]["accessToken"]
        invited = web.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token)
        assert invited["invitation"]["delivery"] == "sent" and len(os.listdir(machine.root / "try/mail/new")) == 1
    assert server.returncode == 0


def test_an_executable_finds_its_core_and_its_arguments_without_proc(machine):
    assert not (machine.root / "proc").exists()
    process = machine.start("preview-invitation", {})
    assert process.communicate(process.event)[0].startswith(b'{"error"')
    done = subprocess.run(
        ["/usr/sbin/chroot", machine.root, "/opt/vestibule/bin/preview-invitation", "--version"], capture_output=True, text=True)
    assert done.stdout.startswith("preview-invitation ")


def test_passwords_and_addresses_of_other_alphabets_need_no_other_library(machine):
    machine.policy({"providers": {"password": {}}})
    password = {"email": "kim@exämple.com", "password": "a long enough one", "displayName": "Kim", "role": "admin"}
    assert "account" in machine.run("sign-up", password).json
    del password["displayName"], password["role"]
    assert machine.run("sign-in", {**password, "email": "KIM@xn--exmple-cua.com"}).json["state"] == "signedIn"


#: Short, longer than a block of SHA-256, and not in ASCII. The bundle links libpq itself.
SCRAM_PASSWORDS = ["a", "a password that HMAC hashes before it uses it: longer than 64 bytes", "p\u00e4ss \u5bc6\u7801"]


@pytest.mark.unpooled
@pytest.mark.skipif(ENGINE != "postgresql", reason="needs a server: scripts/with-postgresql runs one, and a pooler does not know the roles")
@pytest.mark.parametrize("password", SCRAM_PASSWORDS)
def test_the_server_accepts_the_proof_of_a_right_password_only(machine, password):
    connection, role = machine.store.connection, f"role_{uuid.uuid4().hex}"
    connection.execute(sql.SQL("CREATE ROLE {} LOGIN SUPERUSER PASSWORD {}").format(sql.Identifier(role), sql.Literal(password)))
    try:
        place = machine.env["DATABASE_URL"].split("@")[1]
        urls = [f"postgres://{role}:{quote(it, safe='')}@{place}" for it in (password, password + "a")]
        right, wrong = (machine.run("sign-in", {"identity": person("ada")}, env={"DATABASE_URL": url}) for url in urls)
        assert (right.status, right.json["state"]) == (0, "signedIn")
        assert (wrong.status, wrong.code) == (78, "service/misconfigured")
    finally:
        connection.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(role)))


@pytest.fixture
def issuer(machine):
    """An issuer with TLS, and its certificate."""
    certificate, context = certificate_for_loopback(machine.folder)
    with Issuer() as issuer:
        issuer.socket = context.wrap_socket(issuer.socket, server_side=True)
        url = issuer.url.replace("http://", "https://")
        machine.policy({"providers": {"google": {"audiences": ["app"], "jwksURL": f"{url}/keys"}}})
        issuer.certificate = certificate
        yield issuer


def test_an_issuer_is_not_trusted_without_certificates(machine, issuer):
    assert machine.run("sign-in", {"identity": person("ada")}).code == "service/unavailable" and issuer.requests == []


@pytest.mark.parametrize("distribution", CERTIFICATES)
def test_an_issuer_is_trusted_by_the_certificates_of_the_distribution(machine, issuer, distribution):
    machine.trust(CERTIFICATES[distribution], issuer.certificate)
    assert machine.run("sign-in", {"identity": person("ada")}).json["state"] == "signedIn"


def test_doctor_names_the_libraries_of_the_bundle(world):
    done = subprocess.run([BUNDLE / "bin/vestibule", "doctor", "--json"], env=world.env, cwd=world.folder, capture_output=True, text=True)
    [finding] = [it for it in json.loads(done.stdout)["findings"] if it["subject"] == "libraries"]
    assert finding["state"] == "ok" and "of the bundle" in finding["message"], finding
    assert all(name in finding["message"] for name in ("libcurl", "OpenSSL", "libpq"))


@pytest.mark.parametrize("library", ["libvestibule.so", "libvestibule-network.so"])
def test_pointers_of_a_library_are_read_only_after_relocation(library):
    path = str(BUNDLE / "lib" / library)
    program = "import ctypes, sys; ctypes.CDLL(sys.argv[1]); print(open('/proc/self/maps').read())"
    maps = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True).stdout
    mapped = [(*(int(end, 16) for end in line.split()[0].split("-")), line.split()[1]) for line in maps.splitlines() if path in line]
    headers = subprocess.run(["readelf", "-lW", path], capture_output=True, text=True, check=True).stdout
    address, size = (int(text, 16) for text in re.search(r"GNU_RELRO +\S+ (\S+) \S+ \S+ (\S+)", headers).groups())
    first = mapped[0][0] + address
    pages = range(first & -4096, (first + size) & -4096, 4096)
    assert len(pages) > 90
    assert {rights for page in pages for start, end, rights in mapped if start <= page < end} == {"r--p"}
