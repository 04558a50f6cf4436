# SPDX-License-Identifier: Apache-2.0
"""An inviter with a link by which people join."""

from people import PASSWORD, granted


def create(world, token, **data):
    return granted(world.run("create-join-link", data, token))["joinLink"]


def code(link):
    return link["link"].split("?code=")[1]


def update(world, token, link, **data):
    return granted(world.run("update-join-link", {"joinLinkId": link["id"], **data}, token))["joinLink"]


def links(world, token):
    return granted(world.run("list-join-links", {}, token))["joinLinks"]


def join(world, link, name, **data):
    """A new person joins with a password."""
    event = {"code": code(link), "newPassword": PASSWORD, "email": f"{name}@example.com", "displayName": name.title()}
    return world.run("accept-invitation", {**event, **data})


def joins(world, link, token):
    """Somebody who is signed in joins."""
    return world.run("accept-invitation", {"code": code(link)}, token)


def clients(world, token):
    return granted(world.run("list-clients", {}, token))["clients"]


def requests(world, token):
    return granted(world.run("list-join-requests", {}, token))["joinRequests"]


def answer(world, token, request, approve):
    return world.run("answer-join-request", {"joinRequestId": request["id"], "approve": approve}, token)
