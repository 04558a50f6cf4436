# SPDX-License-Identifier: Apache-2.0
"""PFA beyond its document: a trainer who does not know the clients' addresses."""

from pfa import identity
from pictures import scanned


def test_joining_a_trainer_shows_a_qr_code(pfa, trainer):
    """The trainer shows a picture on the phone; whoever scans it signs in with Google or Apple and is a client."""
    link = pfa.run("create-join-link", {"name": "Open day", "days": 7}, trainer).json["joinLink"]
    assert scanned(link["qr"]) == link["link"]
    code = link["link"].split("?code=")[1]
    assert pfa.run("preview-invitation", {"code": code}).json["joinLink"]["name"] == "Open day"
    joined = [pfa.run("accept-invitation", {"code": code, "identity": identity(provider, name)}).json
              for provider, name in (("google", "kim"), ("apple", "lee"))]
    assert [answer["state"] for answer in joined] == ["signedIn"] * 2
    assert [client["email"] for client in pfa.clients(trainer)] == ["kim@example.com", "lee@example.com"]
