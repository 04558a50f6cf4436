# SPDX-License-Identifier: Apache-2.0
"""A browser without scripts for the pages of functions: it keeps cookies and sends the forms that it was shown."""

from http.cookies import SimpleCookie
from urllib.parse import parse_qsl, urlsplit

from pages import BROWSER_PAGES, FUNCTIONS, Parsed
from people import PASSWORD

#: The functions of the pages for a browser's session, by path.
PATHS = {FUNCTIONS[name]["trigger"]["route"]: name for name in BROWSER_PAGES}


class Shown:
    """A page, or the address of the next one."""

    def __init__(self, answer, path):
        assert "html" in answer.json, (answer.json, answer.stderr)
        self.json, self.status, self.path = answer.json, answer.json["status"], path
        self.html, self.csp = answer.json["html"], answer.json.get("contentSecurityPolicy")
        self.location = answer.json.get("location")
        self.cookies = answer.json.get("cookies", [])
        self.parsed = Parsed(self.html) if self.html else None

    @property
    def heading(self):
        return self.parsed.text("h1")

    @property
    def text(self):
        return self.parsed.text()


class Visitor:
    """A browser at the pages of a world."""

    def __init__(self, world, language="en"):
        self.world, self.language, self.cookies, self.page = world, language, {}, None
        self.base = world.env["PUBLIC_URL"]

    def send(self, method, path, data, **attributes):
        """Sends a request: an address without its origin, and the fields of its query or form."""
        sent = {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}
        answer = self.world.run(
            PATHS[path], data, acceptlanguage=self.language, httpmethod=method,
            **{"clientip": "192.0.2.7", "useragent": "test", **sent, **attributes})
        shown = Shown(answer, path)
        for line in shown.cookies:
            for name, morsel in SimpleCookie(line).items():
                if morsel["max-age"] == "0":
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.value
        return shown

    def get(self, address, **attributes):
        """Opens an address, and follows redirections to pages of this service."""
        url = urlsplit(address.removeprefix(self.base))
        self.page = self.send("GET", url.path, dict(parse_qsl(url.query)), **attributes)
        return self.follow()

    def follow(self):
        if self.page.location and self.page.location.startswith(self.base):
            url = urlsplit(self.page.location.removeprefix(self.base))
            if url.path in PATHS:
                return self.get(self.page.location)
        return self.page

    def fields(self, action=None):
        """The fields of the page's form: the one with this action, or the first one."""
        found, current, select = [], None, None
        for tag, attributes in self.page.parsed.elements:
            if tag == "form":
                current = {}
                found.append(current)
            elif tag == "select" and current is not None:
                select = attributes["name"]
            elif tag == "option":
                if select not in current or "selected" in attributes:
                    current[select] = attributes["value"]
            elif tag in ("input", "button") and current is not None and "name" in attributes:
                if attributes.get("type") in ("checkbox", "radio") and "checked" not in attributes:
                    continue
                if tag == "button" and attributes.get("value") != action:
                    continue
                assert attributes["name"] not in current, f"a field is repeated, which servers refuse: {attributes}"
                current[attributes["name"]] = attributes.get("value", "on" if attributes.get("type") == "checkbox" else "")
        forms = [form for form in found if action is None or form.get("action") == action]
        assert forms, f"no form {action} in {self.page.text}"
        return forms[0]

    def submit(self, action=None, follows=True, **fields):
        """Fills in a form of the page and sends it."""
        self.page = self.send("POST", self.page.path, {**self.fields(action), **fields})
        return self.follow() if follows else self.page

    def sign_in(self, name="kim", password=PASSWORD, to="/account/sign-out"):
        """Signs in with a password, and goes on to an address."""
        self.get(f"/account/sign-in?return={to}")
        return self.submit("password", email=f"{name}@example.com", password=password)
