# SPDX-License-Identifier: Apache-2.0
"""Push services on loopback: APNs over HTTP/2 with the library h2, and FCM with its token endpoint. Both check the tokens of
the requests with other implementations (PyJWT, google-auth)."""

import contextlib
import datetime
import http.server
import ipaddress
import json
import socket
import ssl
import threading
import time
import urllib.parse

import google.auth.jwt
import h2.config
import h2.connection
import h2.events
import h2.exceptions
import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID
from loopback_servers import LoopbackServer

APNS_KEY = ec.generate_private_key(ec.SECP256R1())
FCM_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
TEAM, KEY_ID, TOPIC, PROJECT = "TEAM123456", "KEY1234567", "io.example.app", "example-project"
ACCOUNT = "push@example-project.iam.gserviceaccount.com"


def pem(key):
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()


def public(key):
    return key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def certificate(name="127.0.0.1"):
    """A key and a certificate that it has signed itself."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1)).add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(name))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True).sign(key, hashes.SHA256()))
    return pem(key), made.public_bytes(serialization.Encoding.PEM).decode()


class APNs:
    """Accepts HTTP/2, without TLS unless `tls` is a file for the certificate to trust. `answers` has a status and a reason by device;
    `None` closes the connection without an answer."""

    def __init__(self, delay=0, tls=None):
        self.requests, self.tokens, self.connections, self.answers, self.refusals = [], set(), 0, {}, []
        self.retry_after, self.delay, self.lock = None, delay, threading.Lock()
        self.server = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.server.getsockname()[1]}"
        self.tls = None
        if tls:
            key, trusted = certificate()
            tls.write_text(trusted)
            tls.with_suffix(".both").write_text(key + trusted)
            self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.tls.load_cert_chain(tls.with_suffix(".both"))
            self.tls.set_alpn_protocols(["h2"])

    @property
    def env(self):
        return {"APNS_PRIVATE_KEY": pem(APNS_KEY), "APNS_API_URL": self.url}

    @property
    def policy(self):
        return {"apns": {"teamID": TEAM, "keyID": KEY_ID, "topic": TOPIC}}

    def __enter__(self):
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.close()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.server.accept()
                self.connections += 1
                threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.tls:
            try:
                connection = self.tls.wrap_socket(connection, server_side=True)
            except OSError:
                return
        http2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        http2.initiate_connection()
        streams = {}
        with contextlib.suppress(OSError, h2.exceptions.ProtocolError), connection:
            connection.sendall(http2.data_to_send())
            while data := connection.recv(65_536):
                for event in http2.receive_data(data):
                    if isinstance(event, h2.events.RequestReceived):
                        streams[event.stream_id] = (dict(event.headers), bytearray())
                    elif isinstance(event, h2.events.DataReceived):
                        streams[event.stream_id][1].extend(event.data)
                        http2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                    elif isinstance(event, h2.events.StreamEnded):
                        if not self.answer(http2, event.stream_id, *streams.pop(event.stream_id)):
                            return
                connection.sendall(http2.data_to_send())

    def answer(self, http2, stream, headers, body):
        time.sleep(self.delay)  # The delay is the slow server of the tests.
        device = headers[":path"].removeprefix("/3/device/")
        status, reason = self.refusal(headers) or self.scripted(device)
        with self.lock:
            self.requests.append((device, headers, json.loads(bytes(body))))
        if status is None:
            return False
        reply = [(":status", str(status)), ("apns-id", headers["apns-id"])]
        if self.retry_after:
            reply.append(("retry-after", str(self.retry_after)))
        http2.send_headers(stream, reply, end_stream=not reason)
        if reason:
            http2.send_data(stream, json.dumps({"reason": reason}).encode(), end_stream=True)
        return True

    def scripted(self, device):
        answers = self.answers.get(device, [(200, None)])
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def refusal(self, headers):
        """What Apple checks before it looks at the device."""
        if headers["apns-topic"] != TOPIC or headers["apns-push-type"] != "alert" or headers[":method"] != "POST":
            return 400, "TopicDisallowed"
        token = headers["authorization"].removeprefix("bearer ")
        try:
            claims = jwt.decode(token, APNS_KEY.public_key(), ["ES256"], issuer=TEAM, options={"require": ["iss", "iat"]})
            assert jwt.get_unverified_header(token) == {"alg": "ES256", "kid": KEY_ID, "typ": "JWT"}
            assert set(claims) == {"iss", "iat"}
        except (jwt.InvalidTokenError, AssertionError) as error:
            self.refusals.append(error)
            return 403, "InvalidProviderToken"
        if claims["iat"] < time.time() - 3600:
            return 403, "ExpiredProviderToken"
        self.tokens.add(token)
        # Apple allows a second token only after 20 minutes.
        return (429, "TooManyProviderTokenUpdates") if len(self.tokens) > 1 else None


class FCM(LoopbackServer):
    """`answers` has a status and a body by device."""

    def __init__(self):
        super().__init__(FCMPages)
        self.requests, self.assertions, self.answers, self.lock = [], [], {}, threading.Lock()
        self.token, self.token_status, self.headers_of_answers = "ya29.access", 200, {}

    @property
    def env(self):
        account = {
            "type": "service_account", "project_id": PROJECT, "private_key_id": "k1", "private_key": pem(FCM_KEY),
            "client_email": ACCOUNT, "token_uri": f"{self.url}/token"}
        return {"FCM_SERVICE_ACCOUNT": json.dumps(account), "FCM_API_URL": self.url}

    @property
    def policy(self):
        return {"fcm": {"projectID": PROJECT}}

    def exchange(self, form):
        """Google's token endpoint."""
        if form.get("grant_type") != "urn:ietf:params:oauth:grant-type:jwt-bearer":
            return 400, {"error": "unsupported_grant_type"}
        try:
            claims = google.auth.jwt.decode(form["assertion"], public(FCM_KEY).decode(), audience=f"{self.url}/token")
            assert claims["iss"] == ACCOUNT and claims["exp"] - claims["iat"] == 3600
            assert claims["scope"] == "https://www.googleapis.com/auth/firebase.messaging"
            assert jwt.get_unverified_header(form["assertion"])["kid"] == "k1"
        except (ValueError, AssertionError):
            return 400, {"error": "invalid_grant"}
        self.assertions.append(claims)
        if self.token_status != 200:
            return self.token_status, {"error": "temporarily_unavailable"}
        return 200, {"access_token": self.token, "expires_in": 3599, "token_type": "Bearer"}

    def message(self, headers, message):
        if headers["authorization"] != f"Bearer {self.token}":
            return 401, {"error": {"code": 401, "status": "UNAUTHENTICATED"}}
        answers = self.answers.get(message["token"], [(200, {"name": f"projects/{PROJECT}/messages/0:1"})])
        return answers.pop(0) if len(answers) > 1 else answers[0]


class FCMPages(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        if self.path == "/token":
            status, answer = self.server.exchange(dict(urllib.parse.parse_qsl(body.decode())))
        elif self.path == f"/v1/projects/{PROJECT}/messages:send":
            message = json.loads(body)["message"]
            with self.server.lock:
                self.server.requests.append((message["token"], headers, message))
            status, answer = self.server.message(headers, message)
        else:
            status, answer = 404, {}
        text = json.dumps(answer).encode()
        self.send_response(status)
        for name, value in {**self.server.headers_of_answers, "Content-Length": str(len(text))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


def fcm_error(code, status, detail=None):
    """An error in the form of Google's documentation."""
    details = [{"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": detail}] if detail else []
    return code, {"error": {"code": code, "message": "…", "status": status, "details": details}}
