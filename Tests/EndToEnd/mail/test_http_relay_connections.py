# SPDX-License-Identifier: Apache-2.0
"""Connections to a mail vendor that cannot be made, break off or hang."""

import datetime
import socket
import threading
import time

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from http_vendors import KEYS, NOTHING, VENDORS, Vendor, tried
from smtp_servers import UNREACHABLE, deliver, delivery, outbox, send

# Broken connections


@pytest.mark.parametrize("vendor", VENDORS)
def test_an_unreachable_vendor_is_retried_later(world, vendor):
    listener = socket.create_server(("127.0.0.1", 0))
    closed = f"http://127.0.0.1:{listener.getsockname()[1]}"
    listener.close()
    for number, url in enumerate((closed, "https://nowhere.invalid")):
        address = f"kim{number}@example.com"
        env = {"MAIL_URL": vendor, "MAIL_API_URL": url, **KEYS}
        assert send(world, world.inviter(), address=address, env=env).json["invitation"]["delivery"] == "queued"
        [row] = world.rows(f"SELECT * FROM outbox WHERE recipient = '{address}'")
        assert (row["state"], row["attempts"], row["doubts"]) == ("queued", 0, 0) and "curl" in row["trouble"]
    assert deliver(world)["sent"] == 2


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_connection_that_breaks_before_the_request_is_retried(world, vendor):
    """Nothing is sent before TLS is established."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def hang_up():
            while True:
                try:
                    listener.accept()[0].close()
                except OSError:
                    return

        thread = threading.Thread(target=hang_up, daemon=True)
        thread.start()
        url = f"https://127.0.0.1:{listener.getsockname()[1]}"
        send(world, world.inviter(), env={"MAIL_URL": vendor, "MAIL_API_URL": url, **KEYS})
    [row] = outbox(world)
    assert (row["state"], row["attempts"], row["doubts"]) == ("queued", 0, 0), row
    assert deliver(world)["sent"] == 1


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("end", ["drop", "reset"])
def test_a_connection_that_breaks_after_the_request_makes_the_mail_unknown_unless_the_vendor_deduplicates(world, vendor, end):
    token = world.inviter()
    with Vendor(lambda *_: end) as server:
        assert send(world, token, env=server.env(vendor)).json["invitation"]["delivery"] == "queued"
        [row] = outbox(world)
        assert (row["state"], row["attempts"], row["doubts"]) == ("queued", 1, 0 if vendor == "resend:" else 1), row
        again = deliver(world, server.env(vendor))
        assert len(server.requests) == 2
    if vendor == "resend:":
        assert again == {**NOTHING, "retried": 1}
        one, two = server.requests
        assert one.headers["Idempotency-Key"] == two.headers["Idempotency-Key"] == row["id"]
    else:
        assert again == {**NOTHING, "unknown": 1} and delivery(world, token) == ["unknown"]


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_silent_vendor_does_not_cost_the_inviter_the_answer(world, vendor):
    start = time.monotonic()
    with Vendor(lambda *_: "stall") as server:
        answer = send(world, world.inviter(), env=server.env(vendor, DEADLINE_SECONDS="2"))
        assert answer.status == 0 and answer.json["invitation"]["delivery"] == "queued"
        assert time.monotonic() - start < 4
    [row] = outbox(world)
    assert "curl 28" in row["trouble"] and row["doubts"] == (0 if vendor == "resend:" else 1)


def test_a_vendor_that_accepts_no_connection_costs_half_of_the_time(world):
    """The listener's backlog is full: connecting never completes, and another relay is tried."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listener:
        fillers = []
        for _ in range(4):
            filler = socket.socket()
            filler.setblocking(False)
            filler.connect_ex(listener.getsockname())
            fillers.append(filler)
        env = {"MAIL_URL": f"resend: maildir:{world.maildir}", **KEYS, "DEADLINE_SECONDS": "4",
               "MAIL_API_URL": f"http://127.0.0.1:{listener.getsockname()[1]}"}
        token, start = world.inviter(), time.monotonic()
        answer = send(world, token, env=env)
        assert 0.5 < time.monotonic() - start < 3.5
        for filler in fillers:
            filler.close()
    assert answer.json["invitation"]["delivery"] == "sent" and len(world.mails()) == 1


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_success_with_a_lost_body_is_a_success(world, vendor):
    row = tried(world, vendor, lambda *_: "cut")
    assert row["state"] == "sent" and len(world.mails()) == 0


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_broken_kept_connection_causes_no_unrecorded_second_send(world, vendor):
    clients = [{"name": "Kim", "email": f"kim{number}@example.com"} for number in range(2)]
    world.run("send-invitation", {"clients": clients}, world.inviter(), env=UNREACHABLE)
    with Vendor(lambda _, count: "drop" if count == 2 else None) as server:
        counts = deliver(world, server.env(vendor, MAIL_CONNECTIONS="1"))
    if vendor == "resend:":
        assert counts["sent"] == 2 and len(server.requests) == 3
    else:
        assert counts == {**NOTHING, "sent": 1, "retried": 1} and len(server.requests) == 2
        assert sorted(row["doubts"] for row in outbox(world)) == [0, 1]


@pytest.fixture(scope="module")
def self_signed(tmp_path_factory):
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1)).sign(key, hashes.SHA256()))
    file = tmp_path_factory.mktemp("tls") / "both.pem"
    file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + certificate.public_bytes(serialization.Encoding.PEM))
    return file


@pytest.mark.parametrize("vendor", VENDORS)
def test_nothing_is_sent_to_a_server_with_an_untrusted_certificate(world, vendor, self_signed):
    with Vendor(certificate=self_signed) as server:
        send(world, world.inviter(), env=server.env(vendor))
    [row] = outbox(world)
    assert server.requests == [] and (row["state"], row["attempts"]) == ("queued", 0) and "curl 60" in row["trouble"]
