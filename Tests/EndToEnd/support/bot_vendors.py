# SPDX-License-Identifier: Apache-2.0
"""The `siteverify` interfaces of Turnstile, hCaptcha and reCAPTCHA v3, as their vendors document them."""

import json
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from loopback_servers import RunningServer

SECRET = "0x4AAA secret&key"
PATHS = {
    "turnstile": "/turnstile/v0/siteverify", "hcaptcha": "/siteverify", "recaptcha": "/recaptcha/api/siteverify"}
VENDORS = list(PATHS)
#: The errors of a token that was used before.
DUPLICATE = {
    "turnstile": ["timeout-or-duplicate"], "hcaptcha": ["already-seen-response"], "recaptcha": ["timeout-or-duplicate"]}


class BotVendor(RunningServer, ThreadingHTTPServer):
    """Accepts each token of `tokens` once, with the members of its answer, and records the forms that it gets.

    `status` gives every answer another status, with a text instead of JSON; with `stall` it sends no answer."""

    daemon_threads = False

    def __init__(self, vendor, status=200, stall=False):
        super().__init__(("127.0.0.1", 0), Connection)
        self.vendor, self.status, self.stall = vendor, status, stall
        self.tokens, self.used, self.forms, self.headers = {}, set(), [], []

    @property
    def env(self):
        return {"BOT_CHECK_SECRET": SECRET, "BOT_CHECK_API_URL": f"http://127.0.0.1:{self.server_address[1]}"}

    def issue(self, token, **members):
        """A token of a person on the website of the tests, for `sign-up` unless another action is given."""
        usual = {"challenge_ts": "2026-11-23T07:00:00Z", "hostname": "pfa.example"}
        if self.vendor != "hcaptcha":
            usual["action"] = "sign_up" if self.vendor == "recaptcha" else "sign-up"
        if self.vendor == "recaptcha":
            usual["score"] = 0.9
        merged = {**usual, **members}
        self.tokens[token] = {name: value for name, value in merged.items() if value is not None}
        return token

    def answer(self, form):
        failed = lambda *errors: {"success": False, "error-codes": list(errors)}
        if form.get("secret") != SECRET:
            return failed("invalid-input-secret")
        token = form.get("response")
        if not token:
            return failed("missing-input-response")
        if token not in self.tokens:
            return failed("invalid-input-response")
        if token in self.used:
            return failed(*DUPLICATE[self.vendor])
        self.used.add(token)
        return {"success": True, **self.tokens[token]}

    def handle_error(self, *_):
        """Clients that give up are part of the tests."""


class Connection(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_POST(self):
        server = self.server
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        assert self.headers["Content-Type"] == "application/x-www-form-urlencoded"
        form = dict(urllib.parse.parse_qsl(body, strict_parsing=True))
        server.forms.append(form)
        server.headers.append(self.headers)
        if server.stall:
            server.over.wait(30)
            self.close_connection = True
            return
        found = self.path == PATHS[server.vendor]
        answer = json.dumps(server.answer(form)).encode() if server.status == 200 else b"<h1>Error</h1>"
        self.send_response(server.status if found else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        """Nothing is logged."""
