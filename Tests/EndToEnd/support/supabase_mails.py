# SPDX-License-Identifier: Apache-2.0
"""What a person finds in a mail for a client of Supabase Auth."""

import re
import urllib.parse


def newest(world, name="kim"):
    """The newest mail to an address."""
    world.run("deliver-mail")
    return [mail for mail in world.mails() if f"{name}@example.com" in mail["To"]][-1]


def text(mail):
    return mail.get_body(("plain",)).get_content()


def code_in(mail):
    """The code that a person types."""
    return re.search(r"^[0-9A-Z]{4}-[0-9A-Z]{4}$", text(mail), re.MULTILINE)[0]


def code(world, name="kim"):
    return code_in(newest(world, name))


def link(world, name="kim"):
    """The path and the query of the link."""
    url = re.search(r"https://pfa\.example(/auth/v1/verify\?\S+)", text(newest(world, name)))[1]
    return url, dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))


def press(web, link, fields):
    """What the page of a link does when its button is pressed: the answer, and where it leads with which query."""
    page = web.request("GET", link)
    assert page.status == 200 and b"<button" in page.body, page.body
    shown = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page.body.decode()))
    assert shown["token_hash"] == fields["token_hash"]
    shown = {name: value.replace("&amp;", "&") for name, value in shown.items()}
    form = urllib.parse.urlencode(shown)
    answer = web.request("POST", "/auth/v1/verify", form, {"Content-Type": "application/x-www-form-urlencoded"})
    assert answer.status == 303, answer.body
    location = urllib.parse.urlsplit(answer.headers["Location"])
    return location._replace(query="").geturl(), dict(urllib.parse.parse_qsl(location.query))
