# SPDX-License-Identifier: Apache-2.0
"""The ways to create an account for clients of Supabase Auth."""

import re

from applicants import token, without_none
from people import PASSWORD, mails_to


def supabase_route(world, path, body, **query):
    """What a client of Supabase Auth sends."""
    data = {"method": "POST", "path": path, "query": query, "headers": {}, "body": body}
    return world.run("supabase-auth", event={"data": data})


def supabase_sign_up(world, facts):
    data = {name: facts.get(name) for name in ("phone", "profile", "birthDate", "consent", "role")}
    body = {"email": facts["email"], "password": PASSWORD, "data": without_none({**data, "full_name": facts["displayName"]})}
    return supabase_route(world, "signup", body)


def supabase_identity(world, facts):
    identity = {"provider": facts.get("provider", "google"), "id_token": token(facts)}
    return supabase_route(world, "token", identity, grant_type="id_token")


def supabase_code(world, facts):
    """The answer to the code; that to the request if no code was mailed."""
    asked = supabase_route(world, "otp", {"email": facts["email"]})
    world.run("deliver-mail")
    mails = mails_to(world, facts["email"])
    if not mails:
        return asked
    typed = re.search(r"^[0-9A-Z]{4}-[0-9A-Z]{4}$", mails[-1].get_body(("plain",)).get_content(), re.MULTILINE)[0]
    return supabase_route(world, "verify", {"type": "email", "email": facts["email"], "token": typed})
