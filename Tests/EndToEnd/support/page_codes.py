# SPDX-License-Identifier: Apache-2.0
"""Codes and events that lead to pages."""

from pages import age_limits, mailed_invitation
from people import code_for, signed_up
from worlds import id_token

NEW = "another good one"


def inviter(world, name="Ada Byron"):
    token = id_token(sub="ada", email="ada@example.com", email_verified=True, name=name)
    return world.run("sign-in", {"identity": {"provider": "google", "idToken": token}, "as": "admin"}).json["session"]["accessToken"]


def invited(world, **data):
    token = inviter(world)
    return token, *mailed_invitation(world, token, **data)


def code_of_account(world, function, name="kim"):
    signed_up(world, name)
    age_limits(world)
    return code_for(world, function, name)


def own(world, **files):
    folder = world.folder / "templates"
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return {"TEMPLATES_DIR": str(folder)}
