# SPDX-License-Identifier: Apache-2.0
"""The packaged lighttpd, nginx and Apache behind the operator's own proxy: which client address limits use."""

import contextlib
import http.client
import json
import pathlib
import tempfile

import pytest
from deployment.release import Release
from packages import apache_as_made, lighttpd_as_made, nginx_as_made
from people import policy
from ports import free_port
from runners import CATALOGUE, nginx_serving, wait_for
from worlds import BIN, ROOT

WRONG, LIMITED = "auth/invalid-credential", "auth/too-many-requests"
#: Headers by which a client may claim another address.
SPOOFS = [
    "X-Forwarded-For", "X_Forwarded_For", "X_Forwarded-For", "X.Forwarded.For", "x~forwarded!for", "Forwarded", "X-Real-IP",
    "X_Real_IP", "Client-IP", "CF-Connecting-IP", "True-Client-IP", "X-Client-IP", "Remote-Addr",
]


@contextlib.contextmanager
def proxy(backend):
    """nginx with defaults, except that it forwards all headers of a client, as some proxies do."""
    with tempfile.TemporaryDirectory() as name:
        port, folder = free_port(), pathlib.Path(name)
        server = f"""
        underscores_in_headers on; ignore_invalid_headers off;
        server {{
          listen 127.0.0.1:{port};
          location / {{ proxy_pass http://127.0.0.1:{backend}; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; }}
        }}"""
        with nginx_serving(server, folder, folder / "unused.sock") as running:
            wait_for(port, running)
            yield port


def add_secret_key(made, key):
    """As operators with PostgreSQL must configure it."""
    for name, first, added in [
        ("lighttpd/vestibule.conf", '  "DATABASE_URL" =>', f'  "SECRET_KEY" => "{key}",\n'),
        ("nginx/vestibule-function.conf", "fastcgi_param DATABASE_URL", f'fastcgi_param SECRET_KEY "{key}";\n'),
        ("apache/vestibule.conf", "SetEnv DATABASE_URL", f'SetEnv SECRET_KEY "{key}"\n'),
    ]:
        text = (made / name).read_text()
        assert first in text
        (made / name).write_text(text.replace(first, added + first))


@pytest.fixture(params=[lighttpd_as_made, nginx_as_made, apache_as_made], ids=["lighttpd", "nginx", "Apache"])
def packaged(request, world):
    world.policy(policy(limits={"signIn": {"max": 2, "seconds": 900}}))
    (world.folder / "public").mkdir()
    for function in CATALOGUE.served:
        (world.folder / "public" / function.name).symlink_to(BIN / function.name)
    environment = {name: world.env[name] for name in ("DATABASE_URL", "MAIL_URL", "MAIL_FROM", "PUBLIC_URL", "POLICY_FILE")}
    made = world.folder / "package"
    Release(ROOT, CATALOGUE, BIN, made).write_configurations()
    if "SECRET_KEY" in world.env:
        add_secret_key(made, world.env["SECRET_KEY"])
    with request.param(made, world.folder, environment, world) as web:
        yield web


class Client:
    """A client with its own address on this machine."""

    tried = 0

    def __init__(self, port, address):
        self.port, self.address = port, address

    def guess(self, *headers):
        """The code of a wrong password, for another account each time."""
        Client.tried += 1
        body = json.dumps({"email": f"nobody{Client.tried}@example.com", "password": "wrong horse battery"}).encode()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(self.address, 0))
        connection.putrequest("POST", "/sign-in")
        for name, value in [("Content-Type", "application/json"), ("Content-Length", str(len(body))), *headers]:
            connection.putheader(name, value)
        connection.endheaders(body)
        answer = json.loads(connection.getresponse().read())
        connection.close()
        return answer["error"]["code"]


def addresses(world):
    return [row["address"] for row in world.rows("SELECT address FROM audit ORDER BY at, id")]


def test_clients_behind_a_proxy_have_separate_limits(packaged):
    with proxy(packaged.port) as port:
        one, other = Client(port, "127.0.0.2"), Client(port, "127.0.0.3")
        assert [one.guess() for _ in range(3)] == [WRONG, WRONG, LIMITED]
        assert [other.guess() for _ in range(3)] == [WRONG, WRONG, LIMITED]
        assert Client(port, "127.0.0.4").guess() == WRONG
    assert addresses(packaged.world) == ["127.0.0.2"] * 3 + ["127.0.0.3"] * 3 + ["127.0.0.4"]


def spoofing(name, number):
    """Headers with another address each time."""
    address = f"198.51.100.{number}"
    return [(name, f"for={address};by={address}" if name == "Forwarded" else address)]


def test_a_client_cannot_choose_its_address_by_a_header(packaged):
    with proxy(packaged.port) as port:
        for place, name in enumerate(SPOOFS):
            client = Client(port, f"127.0.1.{place + 1}")
            assert [client.guess(*spoofing(name, number)) for number in range(3)] == [WRONG, WRONG, LIMITED], name
        doubled, together = Client(port, "127.0.2.1"), Client(port, "127.0.2.2")
        assert [doubled.guess(*spoofing(SPOOFS[0], number) * 2) for number in range(3)] == [WRONG, WRONG, LIMITED]
        everything = [[header for name in SPOOFS for header in spoofing(name, number)] for number in range(3)]
        assert [together.guess(*headers) for headers in everything] == [WRONG, WRONG, LIMITED]
        chain = Client(port, "127.0.2.3")
        trusted = [("X-Forwarded-For", "198.51.100.1, 127.0.0.1, ::1")]
        assert [chain.guess(*trusted) for _ in range(3)] == [WRONG, WRONG, LIMITED]
        # The claimed addresses are not limited.
        assert Client(port, "127.0.3.1").guess() == WRONG
    seen = [address for place in range(len(SPOOFS)) for address in [f"127.0.1.{place + 1}"] * 3]
    seen += [f"127.0.2.{number}" for number in (1, 2, 3) for _ in range(3)] + ["127.0.3.1"]
    assert addresses(packaged.world) == seen


def test_a_proxy_that_adds_a_second_header_line_names_its_client_too(packaged):
    """Like HAProxy: the client's line comes first."""
    client = Client(packaged.port, "127.0.0.1")
    lines = [("X-Forwarded-For", "198.51.100.1"), ("X-Forwarded-For", "203.0.113.7")]
    assert [client.guess(*lines) for _ in range(3)] == [WRONG, WRONG, LIMITED]
    assert client.guess(("X-Forwarded-For", "198.51.100.1")) == WRONG
    # lighttpd and Apache join both headers. nginx passes on two, so the proxy counts.
    assert addresses(packaged.world)[0] in ("203.0.113.7", "127.0.0.1")


def test_without_a_proxy_the_connecting_address_counts(packaged):
    """The server listens on all addresses: only loopback is a proxy."""
    for place, name in enumerate(SPOOFS):
        client = Client(packaged.port, f"127.0.1.{place + 1}")
        assert [client.guess(*spoofing(name, number)) for number in range(3)] == [WRONG, WRONG, LIMITED], name
    assert Client(packaged.port, "127.0.3.1").guess() == WRONG


def test_no_log_contains_the_code_of_a_link(packaged):
    """Neither for answered nor for failed requests."""
    for headers in ({}, {"Referer": "https://pfa.example/invite?code=CODE-OF-A-LINK"}):
        packaged.request("GET", "/invite?code=CODE-OF-A-LINK", headers=headers)
        packaged.request("GET", "/invite/?code=CODE-OF-A-LINK", headers=headers)
        packaged.request("GET", "/nowhere?code=CODE-OF-A-LINK", headers=headers)
    packaged.request("POST", "/unsubscribe?token=CODE-OF-A-LINK", b"x=y", {"Content-Type": "application/x-www-form-urlencoded"})
    packaged.world.policy({"providers": "none"})
    assert packaged.request("GET", "/invite?code=CODE-OF-A-LINK").status == 500
    logs = {file.name: file.read_text() for file in packaged.world.folder.glob("*.log")}
    assert not [name for name, text in logs.items() if "CODE-OF-A-LINK" in text], logs
    if "access.log" in logs:
        assert '"GET /invite HTTP/1.1" 404 ' in logs["access.log"] and "127.0.0.1" in logs["access.log"]
