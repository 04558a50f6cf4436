# SPDX-License-Identifier: Apache-2.0
"""Pages for development, as answers of CGI programs (RFC 3875)."""

import html
import json
import os
import sys
import urllib.parse

STYLE = """
:root { color-scheme: light dark; --page: #ffffff; --ink: #1b2733; --line: #8898a9; --muted: #4b5a69; --link: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --page: #0f1720; --ink: #f2f5f8; --muted: #b4c0cc; --link: #9ec5ff; } }
* { box-sizing: border-box; }
body { max-width: 860px; margin: 0 auto; padding: 24px 16px; background: var(--page); color: var(--ink); overflow-wrap: anywhere;
  font: 16px/24px system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
h1 { font-size: 24px; line-height: 32px; } h2 { margin-top: 32px; font-size: 18px; }
a { color: var(--link); } :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
pre { padding: 12px; border: 1px solid var(--line); border-radius: 8px; white-space: pre-wrap; font: 14px/20px ui-monospace, Menlo, Consolas, monospace; }
dt { margin-top: 12px; font-weight: 600; } dd { margin: 0; }
.mails { padding: 0; list-style: none; } .mails li { border-top: 1px solid var(--line); }
.mails a { display: block; padding: 12px 0; } .mails span { display: block; color: var(--muted); font-size: 14px; line-height: 20px; }
iframe { width: 100%; height: 80vh; border: 1px solid var(--line); border-radius: 8px; background: #ffffff; }
"""

#: No scripts. Mails have inline styles and images, and a frame that is made of text has the policy of its page.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

text = html.escape


class Refused(Exception):
    """A request that is not answered: the status and the reason."""


def write(answer, known):
    """Writes the answer of a page.

    answer: makes the title and the content from `known` and the query
    known: what scripts/serve knows, as JSON
    """
    known = json.loads(known)
    query = dict(urllib.parse.parse_qsl(os.environ.get("QUERY_STRING", "")))
    status = "200 OK"
    try:
        if os.environ.get("REQUEST_METHOD") not in ("GET", "HEAD"):
            raise Refused("405 Method Not Allowed", "The method should be GET.")
        if not is_own(os.environ.get("HTTP_HOST", ""), known):
            raise Refused("403 Forbidden", "The page has another address.")
        title, content = answer(known, query)
    except Refused as refusal:
        status, reason = refusal.args
        title, content = status, f"<p>{text(reason)}</p>\n"
    page = f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{text(title)}</title>
<link rel="icon" href="data:,">
<style>{STYLE}</style>
</head>
<body>
<main>
<h1>{text(title)}</h1>
{content}</main>
</body>
</html>
""".encode()
    headers = [
        f"Status: {status}", "Content-Type: text/html; charset=utf-8", f"Content-Security-Policy: {POLICY}", "Referrer-Policy: no-referrer",
        "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY", "Cache-Control: no-store", f"Content-Length: {len(page)}"]
    sys.stdout.buffer.write("".join(f"{line}\n" for line in [*headers, ""]).encode())
    if os.environ.get("REQUEST_METHOD") != "HEAD":
        sys.stdout.buffer.write(page)


def is_own(host, known):
    """Whether a request names this server. Another name may be that of a page that has changed its address to read mails
    (DNS rebinding)."""
    names = {urllib.parse.urlsplit(url).netloc for url in (known["url"], os.environ.get("PUBLIC_URL", ""))}
    port = urllib.parse.urlsplit(known["url"]).port
    return host in names | {f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}
