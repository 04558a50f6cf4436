# SPDX-License-Identifier: Apache-2.0
"""Issuers of ID tokens on loopback: one with pages that a test writes, and oidc-provider-mock."""

import contextlib
import http.server
import json
import secrets
import threading
import urllib.error
import urllib.parse
import urllib.request

from worlds import KEYS


class Issuer(http.server.ThreadingHTTPServer):
    """A server of a few pages, including `/keys`. It records the requested paths."""

    # Same backlog as the SMTP server, for concurrent connections.
    request_queue_size = 128

    def __init__(self):
        self.requests, self.pages = [], {}
        super().__init__(("127.0.0.1", 0), Pages)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.put("/keys", KEYS, **{"Cache-Control": "public, max-age=3600"})
        self.thread = threading.Thread(target=self.serve_forever, args=(0.01,))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Unreachable from now on."""
        self.shutdown()
        self.server_close()
        self.thread.join()

    def put(self, path, body, status=200, **headers):
        self.pages[path] = (status, headers, body if isinstance(body, bytes) else json.dumps(body).encode())

    @property
    def paths(self):
        return [path for path, _ in self.requests]


class Pages(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.requests.append((self.path, self.headers))
        status, headers, body = self.server.pages.get(self.path, (404, {}, b""))
        self.send_response_only(status)
        headers = {"Date": self.date_time_string(), **headers}
        for name, value in {**headers, "Content-Length": len(body)}.items():
            self.send_header(name, str(value))
        self.end_headers()
        with contextlib.suppress(ConnectionError):
            self.wfile.write(body)

    def log_message(self, *_):
        pass


APP = {"client_id": "app", "redirect_uri": "https://pfa.example/callback"}


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirects, urllib.request.ProxyHandler({}))


def ask(url, form=None, method=None, **headers):
    """The headers and body of an answer with any status."""
    data = urllib.parse.urlencode(form).encode() if isinstance(form, dict) else form
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        answer = OPENER.open(request, timeout=10)
    except urllib.error.HTTPError as refused:
        answer = refused
    with answer:
        return answer.headers, answer.read()


class OpenIDProvider:
    """An oidc-provider-mock at a URL, with sign-ins by the authorization code flow."""

    def __init__(self, url):
        self.url = url
        self.endpoints = json.loads(ask(url + "/.well-known/openid-configuration")[1])

    def id_token(self, name, nonce):
        """The ID token that the app has after a sign-in in the browser."""
        claims = {"email": f"{name}@example.com", "email_verified": True, "name": name.capitalize()}
        ask(f"{self.url}/users/{name}", json.dumps(claims).encode(), "PUT", **{"Content-Type": "application/json"})
        state = secrets.token_urlsafe()
        query = {**APP, "response_type": "code", "scope": "openid email profile", "state": state, "nonce": nonce}
        page = self.endpoints["authorization_endpoint"] + "?" + urllib.parse.urlencode(query)
        headers, _ = ask(page, {"sub": name})
        back = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(headers["Location"]).query))
        assert back["state"] == state
        form = {**APP, "client_secret": "s", "grant_type": "authorization_code", "code": back["code"]}
        return json.loads(ask(self.endpoints["token_endpoint"], form)[1])["id_token"]
