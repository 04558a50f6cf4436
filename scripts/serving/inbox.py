# SPDX-License-Identifier: Apache-2.0
"""The mails in the folder of MAIL_URL, as people see them. For development only."""

import email
import email.policy
import email.utils
import os
import pathlib
import re
import urllib.parse

from .html import Refused, text

#: How many mails the list shows.
LIMIT = 200
HEADERS = ("From", "To", "Reply-To", "Subject", "Date")


def answer(known, query):
    require_development()
    files = {file.name: file for box in ("new", "cur") for file in folder().glob(f"{box}/*")}
    if "mail" not in query:
        return "Inbox", listed(sorted(files.values(), key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True))
    if query["mail"] not in files:
        raise Refused("404 Not Found", "There is no such mail.")
    return shown(read(files[query["mail"]]))


def folder():
    """The folder of MAIL_URL; None if mails are sent elsewhere."""
    kind, _, path = os.environ.get("MAIL_URL", "").partition(":")
    return pathlib.Path(path) if kind == "maildir" else None


def require_development():
    host = urllib.parse.urlsplit(os.environ.get("PUBLIC_URL", "")).hostname
    if host not in ("127.0.0.1", "localhost", "::1") and os.environ.get("ALLOW_INSECURE") != "1":
        raise Refused("403 Forbidden", "Mails are shown only on this machine, or with ALLOW_INSECURE=1.")
    if not folder():
        raise Refused("403 Forbidden", "Mails are shown only if MAIL_URL is a maildir:.")


def read(file):
    return email.message_from_bytes(file.read_bytes(), policy=email.policy.default)


def listed(files):
    rows = []
    for file in files[:LIMIT]:
        mail = read(file)
        about = f"To {mail['To']} · {mail['Date']}"
        rows.append(
            f'<li><a href="?{text(urllib.parse.urlencode({"mail": file.name}))}">{text(str(mail["Subject"]))}<span>{text(about)}</span></a></li>\n')
    again = '<p><a href="inbox">Look again</a> · <a href="./">Overview</a></p>\n'
    if not rows:
        return again + "<p>There is no mail yet.</p>\n"
    return again + f'<ul class="mails">\n{"".join(rows)}</ul>\n'


def shown(mail):
    rows = "".join(f"<dt>{name}</dt><dd>{text(str(mail[name]))}</dd>\n" for name in HEADERS if mail[name])
    content = f'<p><a href="inbox">All mails</a></p>\n<dl>\n{rows}</dl>\n'
    html, plain = mail.get_body(("html",)), mail.get_body(("plain",))
    if html:
        content += f'<h2>As HTML</h2>\n{framed(html.get_content())}\n'
    if plain:
        content += f"<h2>As plain text</h2>\n<pre>{linked(plain.get_content())}</pre>\n"
    return str(mail["Subject"]), content


def framed(html):
    """The HTML in a frame without scripts, whose links open in a new tab."""
    html = re.sub("(?i)<head[^>]*>", r'\g<0><base target="_blank">', html, count=1)
    return f'<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="{text(html)}"></iframe>'


def linked(plain):
    """The text with links."""
    parts = re.split(r"(https?://\S+)", plain)
    return "".join(
        f'<a href="{text(part)}" target="_blank" rel="noreferrer">{text(part)}</a>' if index % 2 else text(part) for index, part in enumerate(parts))
