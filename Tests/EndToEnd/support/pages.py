# SPDX-License-Identifier: Apache-2.0
"""Pages as a browser gets them: a web server on loopback in front of the built functions, and every state of every page."""

import contextlib
import json
import re
import threading
from datetime import datetime, timedelta, timezone
from html.parser import HTMLParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from deployment.catalogue import Catalogue
from people import PASSWORD, UNLIMITED, address, mails_to, policy, signed_up
from worlds import ROOT, code_of

FUNCTIONS = Catalogue(ROOT / "functions.json").entries
ROUTES = {(method, entry["trigger"]["route"]): name
          for name, entry in FUNCTIONS.items() if "route" in entry["trigger"]
          for method in entry["trigger"].get("methods") or [entry["trigger"]["method"]]}
#: The pages of a browser's session. They also take forms; `visitors.py` is a browser for them.
BROWSER_PAGES = {name for name, entry in FUNCTIONS.items() if "methods" in entry["trigger"] and "produces" in entry} - {
    # Their form needs only the code of the link.
    "decline-page", "not-me-page", "request-page", "resend-page", "reset-password-page", "restore-account-page", "unsubscribe-page",
    "verify-email-page"}
#: The pages behind links, and their forms.
PAGES = {name for name, entry in FUNCTIONS.items() if entry.get("produces") == "text/html"} - BROWSER_PAGES
LANGUAGES = ("en", "de", "es")
APP = {
    "name": "PFA", "tagline": "Personal Fitness App", "urlScheme": "pfa", "supportEmail": "support@pfa.example",
    "appStoreURL": "https://apps.apple.com/de/app/pfa/id123456789?l=en",
    "playStoreURL": "https://play.google.com/store/apps/details?id=com.example.pfa",
}
STRICT = {"minLength": 10, "require": ["upper", "lower", "digit", "symbol"]}


def page_policy(password=None, **sections):
    """A form that asks for a mail is shown in each language."""
    return policy(password, **{
        "app": APP, "roles": {"signUp": ["client", "admin"]}, "limits": {"resetPassword": UNLIMITED}, **sections})


class Site:
    """A minimal web server for the routes of functions.json."""

    def __init__(self, world):
        self.world, self.requests = world, []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                site.answer(self)

            do_HEAD = do_POST = do_GET

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        world.env.update(PUBLIC_URL=self.url, ALLOW_INSECURE="1")
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, request):
        url = urlsplit(request.path)
        method = "GET" if request.command == "HEAD" else request.command
        self.requests.append((request.command, url.path))
        fields = dict(parse_qsl(url.query, keep_blank_values=True))
        body = request.rfile.read(int(request.headers["Content-Length"] or 0)).decode()
        fields.update(json.loads(body) if "json" in request.headers.get("Content-Type", "") else dict(parse_qsl(body, True)))
        name = ROUTES.get((method, url.path))
        if name is None:
            name, fields = "error-page", {"status": "404"}
        language = {"acceptlanguage": request.headers["Accept-Language"]} if request.headers["Accept-Language"] else {}
        names = {"cookie": "Cookie", "origin": "Origin", "fetchsite": "Sec-Fetch-Site"} if name in BROWSER_PAGES else {}
        browser = {name: request.headers[header] for name, header in names.items() if request.headers[header]}
        answer = self.world.run(
            name, fields, clientip="192.0.2.7", useragent="test", httpmethod=method, **language, **browser).json
        headers = {"Content-Type": "application/json"}
        status, content = 200, json.dumps(answer)
        if name in PAGES | BROWSER_PAGES and "html" in answer:
            status, content = answer["status"], answer["html"]
            headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": answer.get("contentSecurityPolicy", "default-src 'none'"),
                       "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
                       **({"Location": answer["location"]} if "location" in answer else {}),
                       **({"Clear-Site-Data": '"cache"'} if answer.get("clearsCache") else {})}
            if file := answer.get("download"):
                content = file["text"]
                headers |= {"Content-Type": file["type"], "Content-Disposition": f'attachment; filename="{file["name"]}"'}
        elif "error" in answer:
            status = answer["error"]["status"]
        request.send_response(status)
        for line in answer.get("cookies", []):
            request.send_header("Set-Cookie", line)
        for header, value in {**headers, "Content-Length": str(len(content.encode()))}.items():
            request.send_header(header, value)
        request.end_headers()
        if request.command != "HEAD":
            request.wfile.write(content.encode())


@contextlib.contextmanager
def site(world):
    running = Site(world)
    try:
        yield running
    finally:
        running.server.shutdown()
        running.server.server_close()


class Parsed(HTMLParser):
    """A page's elements and text; a tag that does not match or an invalid entity is an error."""

    EMPTY = {"meta", "input", "path", "img"}

    def __init__(self, html):
        super().__init__()
        self.open, self.elements, self.texts = [], [], []
        #: The words of the buttons that are filled with the app's color.
        self.primary, self.depth = [], None
        self.of_ids, self.id = {}, (None, 0)
        self.feed(html)
        self.close()
        assert self.open == [], self.open

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        assert len(attributes) == len(dict(attributes)), "an attribute is repeated"
        if tag not in self.EMPTY:
            self.open.append(tag)
        kinds = set((dict(attributes).get("class") or "").split())
        if (tag == "button" or "button" in kinds) and not kinds & {"plain", "provider", "textual"}:
            self.primary.append("")
            self.depth = len(self.open)
        if dict(attributes).get("id") and tag == "p":
            self.id = (dict(attributes)["id"], len(self.open))
            self.of_ids[self.id[0]] = ""

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        if self.depth is not None and len(self.open) < self.depth:
            self.depth = None
        if len(self.open) < self.id[1]:
            self.id = (None, 0)

    def handle_data(self, data):
        if self.depth is not None:
            self.primary[-1] += data
        if self.id[0]:
            self.of_ids[self.id[0]] += data
        if not {"style", "script"} & set(self.open):
            self.texts.append((tuple(self.open), data))

    def element(self, name):
        """The text of an element with an id, which has no other elements of its kind inside."""
        return self.of_ids[name]

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]

    def text(self, tag="body"):
        return re.sub(r"\s+", " ", "".join(text for path, text in self.texts if tag in path)).strip()

    @property
    def links(self):
        return [link["href"] for link in self.all("a")]

    @property
    def fields(self):
        return {field["name"]: field.get("value") for field in self.all("input")}


class Seen:
    """A page that is the answer of a function."""

    def __init__(self, answer):
        assert set(answer.json) - {"cookies"} == {"status", "html", "contentSecurityPolicy"}, answer.json
        self.exit, self.stderr = answer.status, answer.stderr
        self.status, self.html, self.csp = (answer.json[name] for name in ("status", "html", "contentSecurityPolicy"))
        self.parsed = Parsed(self.html)

    @property
    def heading(self):
        return self.parsed.text("h1")

    @property
    def text(self):
        return self.parsed.text("main")


def see(world, function, language=None, env=None, useragent=None, **data):
    """What a browser sees. `verify-email-form` is the form of `verify-email-page`."""
    given = {"acceptlanguage": language, "useragent": useragent}
    attributes = {name: value for name, value in given.items() if value}
    if function.endswith("-form"):
        function, attributes["httpmethod"] = function.replace("-form", "-page"), "POST"
    return Seen(world.run(function, data, env=env, **attributes))


def unsubscribe_token(mail):
    return re.search(r"/unsubscribe\?token=([\w-]+)", mail["List-Unsubscribe"])[1]


def mailed_invitation(world, token, name="Kim", to="kim@example.com"):
    """Sends an invitation by mail: the invitation, its code and the token of its unsubscribe link."""
    answer = world.run("send-invitation", {"client": {"name": name, "email": to}}, token).json
    assert answer["invitation"]["delivery"] == "sent", answer
    return answer["invitation"], code_of(world.mails()[-1]), unsubscribe_token(world.mails()[-1])


#: The part of a policy that requires guardians.
CONSENT = {"version": "1", "minimumAge": 13, "parentalUnder": 18}


def birthday(age, days=0):
    """The birth date of a person who reaches that age in that many days."""
    day = datetime.now(timezone.utc).date() + timedelta(days)
    return (day - timedelta(days=1) if (day.month, day.day) == (2, 29) else day).replace(year=day.year - age).isoformat()


def child(world, name="kim", guardian="mum", password=PASSWORD, age=15, **data):
    """A person who needs a guardian's permission signs up: the session and the account."""
    consent = {"version": "1", "guardianEmail": address(guardian)}
    return signed_up(world, name, password, **{"birthDate": birthday(age), "consent": consent, **data})


def guardian_code(world, guardian="mum"):
    """The code of the newest mail to a guardian."""
    world.run("deliver-mail")
    mails = [mail.get_body(("plain",)).get_content() for mail in mails_to(world, guardian)]
    return [text.split("/guardian?code=")[1].split()[0] for text in mails if "/guardian?code=" in text][-1]


def age_limits(world):
    world.rows("DELETE FROM limit_hits")
