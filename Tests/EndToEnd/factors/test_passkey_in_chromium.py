# SPDX-License-Identifier: Apache-2.0
"""A passkey of a real browser."""

import base64
import contextlib
import http.server
import json
import threading

import pytest
from factors import answer, challenged, with_factors
from passkeys import RULES, begun, confirm
from people import granted
from worlds import person

pytestmark = pytest.mark.policy(RULES)

PAGE = """<!doctype html><title>passkeys</title><script>
async function enroll(options) {
  const made = await navigator.credentials.create({publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options)});
  return JSON.stringify(made.toJSON());
}
async function use(options) {
  const used = await navigator.credentials.get({publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options)});
  return JSON.stringify(used.toJSON());
}
</script>"""


@contextlib.contextmanager
def page():
    """A server on loopback with the page; http://localhost is a secure context."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(PAGE.encode())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://localhost:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_browser_enrols_a_passkey_and_signs_in_with_it_alone_and_as_second_factor(world, ada):
    pytest.importorskip("playwright", reason="playwright is not installed: scripts/install --tests")
    from browsers import CHROMIUM, Browser
    if CHROMIUM is None:
        pytest.skip("there is no chromium-headless-shell: scripts/install --tests")
    with Browser() as browser, page() as origin:
        world.policy(with_factors(factors={"passkey": {"rpID": "localhost", "origins": [origin]}}))
        tab = browser.tab(800)
        tab.goto(origin)
        devtools = tab.context.new_cdp_session(tab)
        devtools.send("WebAuthn.enable")
        devtools.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": True, "automaticPresenceSimulation": True}})
        run = lambda function, options: json.loads(tab.evaluate(f"options => {function}(options)", options))

        started = begun(world, ada)
        confirmed = granted(confirm(world, ada, started, run("enroll", started["options"])))
        assert [factor["type"] for factor in confirmed["factors"]] == ["passkey"]

        options = granted(world.run("passkey-options"))
        credential = run("use", options["options"])
        event = {"passkey": {"challenge": options["challenge"], "credential": credential}}
        assert granted(world.run("sign-in", event))["account"]["email"] == "ada@example.com"
        assert base64.urlsafe_b64decode(credential["response"]["userHandle"] + "==").decode() == world.rows("SELECT id FROM accounts")[0]["id"]

        stopped = challenged(world.run("sign-in", {"identity": person("ada")}))
        result = granted(answer(world, stopped, credential=run("use", stopped["options"])))
        assert result["state"] == "signedIn"

        # The authenticator knows the account's passkey and makes no second one.
        again = begun(world, ada)
        with pytest.raises(Exception, match="InvalidStateError|credentials already registered"):
            run("enroll", again["options"])
        assert tab.complaints == []
