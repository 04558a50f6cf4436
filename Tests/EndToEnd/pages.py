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

from conftest import ROOT, code_of, id_token, person
from deployment.catalogue import Catalogue
from people import granted, PASSWORD, address, code_for, code_in, mails_to, policy, signed_up, verified

FUNCTIONS = Catalogue(ROOT / "functions.json").entries
ROUTES = {(method, entry["trigger"]["route"]): name
          for name, entry in FUNCTIONS.items() if "route" in entry["trigger"]
          for method in entry["trigger"].get("methods") or [entry["trigger"]["method"]]}
#: The pages of a browser's session. They also take forms; `visitors.py` is a browser for them.
BROWSER_PAGES = {name for name, entry in FUNCTIONS.items() if "methods" in entry["trigger"] and "produces" in entry} - {
    # Their form needs only the code of the link.
    "decline-page", "request-page", "resend-page", "reset-password-page", "restore-account-page", "unsubscribe-page",
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
    return policy(password, **{"app": APP, "roles": {"signUp": ["client", "admin"]}, **sections})


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
        self.feed(html)
        self.close()
        assert self.open == [], self.open

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        assert len(attributes) == len(dict(attributes)), "an attribute is repeated"
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not {"style", "script"} & set(self.open):
            self.texts.append((tuple(self.open), data))

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


def see(world, function, language=None, env=None, **data):
    """What a browser sees. `verify-email-form` is the form of `verify-email-page`."""
    attributes = {"acceptlanguage": language} if language else {}
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


def gallery(world, inviter="Ada Byron", client="Kim Lee"):
    """Every state of every page: its name, and the function and data that lead to it. Each state has its own code."""
    world.policy(page_policy(STRICT))
    token = id_token(sub="ada", email="ada@example.com", email_verified=True, name=inviter)
    admin = world.run("sign-in", {"identity": {"provider": "google", "idToken": token}, "as": "admin"}).json["session"]["accessToken"]
    password = "Correct-Horse-7"
    invitations, token = invite_states(world, admin, client)
    states = {**invitations, **code_states(world, password), **unsubscribe_states(token), **offer_states(world, admin, client)}
    states["sign-in-code.shown"] = ("sign-in-code-page", {"code": "k7qw2mz4"})
    states["sign-in-code.incomplete"] = ("sign-in-code-page", {"code": "K7QW-2M"})
    for status in (404, 429, 500, 503):
        states[f"error.{status}"] = ("error-page", {"status": str(status)})
    states.update(restorations(world, password))
    states.update(guardians(world, client, password))
    return states


def invite_states(world, admin, client):
    """Every state of the page for invitations, and the token of an unsubscribe link."""
    states = {}

    def invited(state, invitee):
        invitation, code, token = mailed_invitation(world, admin, client, invitee)
        states[f"invite.{state}"] = ("invite-page", {"code": code})
        age_limits(world)
        return invitation["id"], code, token

    token = invited("pending", "pending@example.com")[2]
    expired = invited("expired", "expired@example.com")[0]
    world.age("invitations", "expires_at", 40 * 86_400, f"id = '{expired}'")
    code = invited("accepted", "kim@example.com")[1]
    assert world.accept(code).status == 0
    world.run("revoke-invitation", {"invitationId": invited("revoked", "revoked@example.com")[0]}, admin)
    world.run("resend-invitation", {"invitationId": invited("superseded", "superseded@example.com")[0]}, admin)
    assert world.run("decline-invitation", {"code": invited("declined", "declined@example.com")[1]}).status == 0
    states["invite.unknown"] = ("invite-page", {"code": "NONE"})
    states.update(join_states(world, admin))
    return states, token


def join_states(world, admin):
    """Every state of the page of a link by which people join."""
    def made(**data):
        return granted(world.run("create-join-link", {"name": "Morning course", **data}, admin))["joinLink"]

    def update(link, **data):
        return granted(world.run("update-join-link", {"joinLinkId": link["id"], **data}, admin))["joinLink"]

    links = {"open": made(), "approval": made(approval=True), "full": made(maxUses=1), "expired": made(), "closed": made(),
             "superseded": made()}
    world.rows("UPDATE join_links SET uses = 1 WHERE id = ?", (links["full"]["id"],))
    world.age("join_links", "expires_at", 40 * 86_400, f"id = '{links['expired']['id']}'")
    update(links["closed"], closed=True)
    update(links["superseded"], reset=True)
    states = {f"join.{state}": ("join-page", {"code": link["link"].split("code=")[1]}) for state, link in links.items()}
    return {**states, "join.unknown": ("join-page", {"code": "NONE"}), "join.asked": ("join-page", {})}


def resend_code(world, token, name="Eve", to="eve@example.com", **data):
    """The code of the mail that asks an inviter for a new invitation."""
    event = {"client": {"name": name, "email": to}, **data}
    invitation = world.run("send-invitation", event, token).json
    code = invitation["link"].split("code=")[1] if "link" in invitation else code_of(world.mails()[-1])
    age_limits(world)
    assert world.run("decline-invitation", {"code": code}).status == 0
    assert world.run("request-invitation", {"code": code}).status == 0
    world.run("deliver-mail")
    texts = [mail.get_body(("plain",)).get_content() for mail in world.mails()]
    return [text.split("/resend?code=")[1].split()[0] for text in texts if "/resend?code=" in text][-1]


def offer_states(world, admin, client):
    """Every state of the pages on which an invitation is declined, asked for anew, and sent again."""
    def code(state):
        found = mailed_invitation(world, admin, client, f"decline-{state}@example.com")[1]
        age_limits(world)
        return {"code": found}

    def resend(state, **data):
        return {"code": resend_code(world, admin, client, f"resend-{state}@example.com", **data)}

    over, used = code("over"), resend("used")
    assert world.accept(over["code"], "decline-over").status == 0
    states = {
        "decline.asked": ("decline-page", code("asked")),
        "decline.done": ("decline-form", {**code("done"), "reason": "No time."}),
        "decline.over": ("decline-page", over),
        "decline.unknown": ("decline-page", {"code": "NONE"}),
        "request.asked": ("request-page", {"code": "NONE"}),
        "request.done": ("request-form", {"code": "NONE"}),
        "request.unknown": ("request-page", {}),
        "resend.asked": ("resend-page", resend("asked")),
        "resend.asked-by-link": ("resend-page", resend("link", deliver="link")),
        "resend.done": ("resend-form", resend("done")),
        "resend.done-by-link": ("resend-form", resend("done-link", deliver="link")),
        "resend.used": ("resend-page", {"code": "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U"}),
        "resend.over": ("resend-page", used),
        "resend.incomplete": ("resend-page", {}),
    }
    world.rows("UPDATE invitations SET status = 'revoked' WHERE email = 'resend-used@example.com'")
    age_limits(world)
    return states


def code_states(world, password):
    """Every state of the pages for mailed codes."""
    states = {}

    def account(name):
        made = signed_up(world, name, password)
        age_limits(world)
        return made

    def code_of_a(function, name):
        account(name)
        code = code_for(world, function, name)
        age_limits(world)
        return code

    for function in ("verify-email", "reset-password"):
        short = function.split("-")[0]
        expired = code_of_a(function, f"{short}-expired")
        world.age("account_codes", "expires_at", 86_400, f"email = '{short}-expired@example.com'")
        data = {} if short == "verify" else {"newPassword": password + "8"}
        states[f"{function}.asked"] = (f"{function}-page", {"code": code_of_a(function, f"{short}-asked")})
        states[f"{function}.done"] = (f"{function}-form", {"code": code_of_a(function, f"{short}-done"), **data})
        states[f"{function}.expired"] = (f"{function}-page", {"code": expired})
        states[f"{function}.used"] = (f"{function}-page", {"code": "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U"})
        states[f"{function}.incomplete"] = (f"{function}-page", {})
    states["reset-password.weak"] = (
        "reset-password-form", {**states["reset-password.asked"][1], "newPassword": "kim", "email": "reset-asked@example.com"})
    for state, new in (("new-address", "moved"), ("taken", "taken")):
        mover = account(f"{new}-from")
        world.run("update-account", {"email": address(new)}, mover["accessToken"])
        states[f"verify-email.{state}"] = ("verify-email-page", {"code": code_in(mails_to(world, new)[-1])})
        age_limits(world)
    assert world.run("sign-in", {"identity": person("taken"), "as": "client"}).code is None
    states["verify-email.deleted"] = (
        "verify-email-form", {"code": code_of_a("verify-email", "verify-refused"), "decision": "refuse"})
    world.run("update-account", {"email": address("not-mine")}, account("dropped-from")["accessToken"])
    states["verify-email.dropped"] = (
        "verify-email-form", {"code": code_in(mails_to(world, "not-mine")[-1]), "decision": "refuse"})
    age_limits(world)
    return states


def restorations(world, password):
    """Every state of the page for a deleted account."""
    world.policy(page_policy(STRICT, deletion={"graceDays": 30}))

    def code_of_a(state):
        name = f"restore-{state}"
        made = verified(world, name, password)
        age_limits(world)
        assert "deletesAt" in world.run("delete-account", {}, made["accessToken"]).json
        return {"code": code_in(mails_to(world, name)[-1])}

    states = {
        "asked": ("restore-account-page", code_of_a("asked")),
        "in-app": ("restore-account-form", code_of_a("in-app")),
        "done": ("restore-account-form", code_of_a("done")),
        "expired": ("restore-account-page", code_of_a("expired")),
        "closed": ("restore-account-page", code_of_a("closed")),
        "used": ("restore-account-page", {"code": "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U"}),
        "incomplete": ("restore-account-page", {}),
    }
    world.rows("UPDATE accounts SET factors = 1 WHERE email = 'restore-in-app@example.com'")
    world.rows("UPDATE account_codes SET expires_at = 1 WHERE email = 'restore-expired@example.com'")
    world.rows("UPDATE accounts SET status = 'disabled' WHERE email = 'restore-closed@example.com'")
    return {f"restore-account.{state}": opened for state, opened in states.items()}


def unsubscribe_states(token):
    return {
        "unsubscribe.asked": ("unsubscribe-page", {"token": token}),
        "unsubscribe.done": ("unsubscribe-form", {"token": token}),
        "unsubscribe.incomplete": ("unsubscribe-page", {"token": "AAAA"}),
    }


def guardians(world, name, password):
    """Every state of the page for guardians. From here on the policy requires guardians."""
    world.policy(page_policy(STRICT, consent=CONSENT))

    def code_of_a(state, decision=None):
        child(world, f"guarded-{state}", f"guardian-{state}", password, displayName=name)
        age_limits(world)
        code = guardian_code(world, f"guardian-{state}")
        if decision:
            assert world.run("guardian-confirm", {"code": code, "decision": decision}).json["status"] == 200
        return {"code": code}

    states = {
        "pending": ("guardian-page", code_of_a("pending")),
        "agreed": ("guardian-confirm", {**code_of_a("agreed"), "decision": "agree"}),
        "refused": ("guardian-confirm", {**code_of_a("refused"), "decision": "refuse"}),
        "agreed-before": ("guardian-page", code_of_a("agreed-before", "agree")),
        "withdrawn": ("guardian-page", code_of_a("withdrawn", "agree")),
        "not-needed": ("guardian-page", code_of_a("not-needed")),
        "closed": ("guardian-page", code_of_a("closed")),
        "used": ("guardian-page", {"code": "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U"}),
        "incomplete": ("guardian-page", {}),
    }
    assert world.run("guardian-confirm", {**states["withdrawn"][1], "decision": "withdraw"}).json["status"] == 200
    world.rows("UPDATE accounts SET birth_date = ? WHERE email = 'guarded-not-needed@example.com'", (birthday(18),))
    world.rows("UPDATE accounts SET status = 'disabled' WHERE email = 'guarded-closed@example.com'")
    return {f"guardian.{state}": opened for state, opened in states.items()}
