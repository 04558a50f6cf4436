# SPDX-License-Identifier: Apache-2.0
"""The list of clients on its page."""

import base64
import re
from urllib.parse import urljoin

from pages import page_policy
from people import UNLIMITED
from visitors import Visitor

#: The policy of these tests.
RULES = {**page_policy(), "limits": {"invite": UNLIMITED, "inviteRecipient": UNLIMITED}}


def invite(visitor, name="Kim", **fields):
    visitor.get("/clients?view=invite")
    return visitor.submit("invite", **{"name": name, "email": f"{name.lower()}@example.com", "deliver": "mail", **fields})


def check(visitor, text=None, file=None):
    visitor.get("/clients?view=many")
    fields = {"list": text or "", **({"file": base64.b64encode(file).decode()} if file is not None else {})}
    return visitor.submit("check", **fields)


def links(page):
    found = re.findall(r'<a [^>]*href="([^"]*)"[^>]*>(.*?)</a>', page.html, re.DOTALL)
    here = f"https://pfa.example{page.path}"
    return [(urljoin(here, link.replace("&amp;", "&")), re.sub("<[^>]*>", "", text)) for link, text in found]


def link(page, text):
    [found] = {href for href, shown in links(page) if shown == text}
    return found


def clients(world):
    return world.rows("SELECT name FROM clients ORDER BY name")


LIST = (
    "Name;E-Mail;Telefon\r\nKim Müller;kim@example.com;+49 30 123456\r\nLee;lee@@example.com;\r\n\"Bo\"b;bob@example.com;\r\n"
    ";max@example.com;\r\nAnn;ann@example.com;\r\nAnn again;ann@example.com;\r\n")


def every_state(world, language):
    """The pages of an inviter with clients, by name."""
    visitor = Visitor(world, language)
    visitor.sign_in("ada", to="/clients")
    pages = {"list.empty": visitor.page}
    pages["invite"] = visitor.get("/clients?view=invite")
    pages["invite.error"] = visitor.submit("invite", name="Kim", email="kim", deliver="mail", phone="x", locale="?", notes="n")
    pages["address-asked"] = visitor.submit("invite", name="Kim", email="kim@gmial.com", deliver="mail", phone="", locale="de", notes="n")
    pages["links.empty"] = visitor.get("/clients?view=links")
    pages["link"] = visitor.submit("create-link", linkName="Course")
    pages["links"] = visitor.get("/clients?view=links")
    pages["requests.empty"] = visitor.get("/clients?view=requests")
    pages["members.empty"] = visitor.get("/members")
    pages["invited"] = invite(visitor, "Kim", deliver="link")
    pages["many"] = visitor.get("/clients?view=many")
    pages["many.error"] = check(visitor, "")
    pages["looked-over"] = check(visitor, LIST + "Bo,bo@gmial.com,+1,4\n")
    pages["many.done"] = visitor.submit("invite-many")
    world.rows("UPDATE invitations SET delivery = 'bounced' WHERE email = 'ann@example.com'")
    pages["list.undelivered"] = visitor.get("/clients?sort=name")
    pages["list"] = visitor.get("/clients?query=k&status=pending")
    pages["report"] = visitor.get("/clients?view=report")
    pages["client"] = visitor.get([href for href, _ in links(visitor.get("/clients")) if "/client?id=" in href][0])
    address = shown_address(visitor)
    for view in ("edit", "revoke", "remove", "assign"):
        pages[f"client.{view}"] = visitor.get(f"{address}&view={view}")
    pages["client.workout-error"] = visitor.submit("assign", title="", day="2026-12-24", details="")
    visitor.get(f"{address}&view=assign")
    pages["client.assigned"] = visitor.submit("assign", title="Leg day", day="2026-12-24", details="5 × 5")
    pages["client.workout"] = visitor.get([href for href, _ in links(visitor.page) if "view=workout" in href][0])
    visitor.get(address)
    pages["client.resent"] = visitor.submit("resend", deliver="link")
    return pages


def shown_address(visitor):
    [address] = {re.sub("&view=.*", "", href) for href, _ in links(visitor.page) if "/client?id=" in href and "workout" not in href}
    return address
