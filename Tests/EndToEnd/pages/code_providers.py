# SPDX-License-Identifier: Apache-2.0
"""An OpenID provider on loopback that checks PKCE, the redirect URL and the client secret as RFC 6749 and 7636 say."""

import base64
import hashlib
import http.server
import json
import secrets
from urllib.parse import parse_qsl, urlencode, urlsplit

from loopback_servers import LoopbackServer
from worlds import KEYS, id_token

SECRET = "client-secret/+%"


class CodeProvider(LoopbackServer):
    """Signs in the person whom a test names. `requests` are the forms that its token endpoint got."""

    def __init__(self, methods=("client_secret_post",)):
        super().__init__(Endpoints)
        self.codes, self.requests, self.claims = {}, [], {}
        self.document = {
            "issuer": self.url, "authorization_endpoint": f"{self.url}/authorize", "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys", "token_endpoint_auth_methods_supported": list(methods)}
        self.answer = None

    @property
    def policy(self):
        return {"issuer": self.url, "audiences": ["app"], "clientSecret": SECRET}

    def authorize(self, address, name="kim", **claims):
        """What the person's browser is sent back with, after they have signed in at an address."""
        query = dict(parse_qsl(urlsplit(address).query))
        assert query["response_type"] == "code" and query["code_challenge_method"] == "S256", query
        assert query["client_id"] == "app" and "openid" in query["scope"].split(), query
        code = secrets.token_urlsafe()
        self.codes[code] = {**query, "claims": {
            "sub": name, "email": f"{name}@example.com", "email_verified": True, "name": name.capitalize(), **claims}}
        return {"code": code, "state": query["state"]}

    def token(self, form, authorization):
        """The answer of the token endpoint, and its status."""
        self.requests.append({**form, "authorization": authorization})
        begun = self.codes.pop(form.get("code"), None)
        given = form.get("client_secret")
        if "client_secret_post" not in self.document["token_endpoint_auth_methods_supported"]:
            pair = base64.b64decode(authorization.removeprefix("Basic ")).decode()
            given = dict(parse_qsl("s=" + pair.split(":")[1]))["s"]
        if given != SECRET:
            return {"error": "invalid_client"}, 401
        verifier = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(verifier).rstrip(b"=").decode()
        if not begun or begun["code_challenge"] != challenge or begun["redirect_uri"] != form["redirect_uri"]:
            return {"error": "invalid_grant"}, 400
        token = id_token(**{"iss": self.url, "nonce": begun["nonce"], **begun["claims"], **self.claims})
        return {"access_token": "x", "token_type": "Bearer", "id_token": token}, 200


class Endpoints(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        url = urlsplit(self.path)
        if url.path == "/authorize":
            # A browser is led back at once, as by a provider at which the person is signed in.
            query = dict(parse_qsl(url.query))
            self.send_response_only(302)
            self.send_header("Location", query["redirect_uri"] + "?" + urlencode(self.server.authorize(self.path)))
            self.send_header("Content-Length", "0")
            return self.end_headers()
        pages = {"/.well-known/openid-configuration": self.server.document, "/keys": KEYS}
        self.reply(pages.get(url.path, {}), 200 if url.path in pages else 404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        answer = self.server.answer or self.server.token(dict(parse_qsl(body)), self.headers["Authorization"] or "")
        self.reply(*answer)

    def reply(self, json_body, status):
        body = json.dumps(json_body).encode()
        self.send_response_only(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass
