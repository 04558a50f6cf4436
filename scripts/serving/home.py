# SPDX-License-Identifier: Apache-2.0
"""The overview: the pages, the mails, and the first calls of the API."""

import json
import os
import pathlib

from deployment.catalogue import Catalogue

from . import inbox
from .html import text

ROOT = pathlib.Path(__file__).resolve().parents[2]


def answer(known, query):
    policy = json.loads(pathlib.Path(os.environ["POLICY_FILE"]).read_text() or "{}")
    name = policy.get("app", {}).get("name", "PFA")
    catalogue = Catalogue(ROOT / "functions.json")
    return f"{name} on this machine", "".join([
        admin(known), first_steps(known), pages(catalogue), mails(), api(known, catalogue), "<h2>Further reading</h2>\n<p>README.md in "
        f"{text(str(ROOT))}, and <code>scripts/reference</code> for every function, field, error and key.</p>\n"])


def admin(known):
    if not known["admin"]:
        return ""
    return (
        f"<p>The first admin is <b>{text(known['admin'])}</b>. The password is in the terminal of <code>scripts/serve</code> and in "
        "<code>data/first-admin.json</code>.</p>\n")


def first_steps(known):
    if not known["admin"] or not inbox.folder():
        return ""
    return """\
<h2>Try it</h2>
<ol>
<li><a href="clients">Sign in</a> as the first admin, and invite yourself with any name and address.</li>
<li>Open the invitation in the <a href="inbox">inbox</a>, and click on its button.</li>
<li>Continue in the browser with another account, and choose a password.</li>
<li><a href="account/sign-out">Sign out</a>, and sign in as the first admin again, to see that you have accepted.</li>
</ol>
"""


def pages(catalogue):
    """The pages that show something without a query."""
    opened = [function for function in catalogue.served if is_opened_by_itself(function)]
    rows = "".join(
        f'<dt><a href="{text(function.route[1:])}">{text(function.route)}</a></dt><dd>{text(function.entry["summary"])}</dd>\n'
        for function in opened)
    behind = "<p>Other pages open with links in mails or on pages.</p>\n"
    return (f"<h2>Pages</h2>\n<dl>\n{rows}</dl>\n" if rows else "<h2>Pages</h2>\n") + behind


def is_opened_by_itself(function):
    """Whether it is a page of a browser's session that requires no field, is not about one record, and is not the end of a sign-in
    at a provider."""
    event = function.entry["event"]
    return (
        function.is_page and set(function.methods) == {"GET", "POST"} and not event.get("required")
        and not {"id", "state"} & set(function.entry["example"]))


def mails():
    if not inbox.folder():
        return ""
    return '<h2>Mails</h2>\n<p>Mails are not sent. They are in the <a href="inbox">inbox</a>.</p>\n'


def api(known, catalogue):
    count = len([function for function in catalogue.served if not function.is_page])
    address = known["admin"] or "sam@example.com"
    lines = f"""\
url={known["url"]}
curl $url/jwks
curl --json '{{"code":"A"}}' $url/preview-invitation
curl --json '{{"email":"{address}","password":"…"}}' $url/sign-in
curl -H "Authorization: Bearer $token" --json '{{"client":{{"name":"Kim","email":"kim@example.com"}}}}' $url/send-invitation
"""
    return (
        f'<h2>API</h2>\n<p>{count} functions, described in <a href="openapi.json">openapi.json</a>. <code>$token</code> is '
        f"<code>session.accessToken</code> of the answer of <code>sign-in</code>.</p>\n<pre>{text(lines)}</pre>\n")
