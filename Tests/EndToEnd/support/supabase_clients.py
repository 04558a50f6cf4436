# SPDX-License-Identifier: Apache-2.0
"""Supabase's own client library, unmodified, against the functions behind a web server."""

import contextlib

from runners import lighttpd
from supabase_auth import SyncGoTrueClient, SyncMemoryStorage
from worlds import POLICY

PASSWORD = "correct horse battery"
#: A policy for clients of Supabase Auth: everybody may sign up as a client.
SUPABASE = {
    **POLICY, "supabase": {}, "roles": {"inviter": "admin", "invitee": "client", "signUp": ["client"]},
    "providers": {**POLICY["providers"], "password": {}, "email": {}}, "factors": {"totp": True},
    "session": {"maxPerAccount": 20}, "limits": {"signUp": {"max": 1000, "seconds": 3600}},
}
#: What every client sends: its publishable key, also as `Authorization`.
PUBLISHABLE = {"apikey": "sb_publishable_x", "Authorization": "Bearer sb_publishable_x"}


def client_of(web, flow="implicit", **options):
    """A client with a storage of its own, as on a phone."""
    return SyncGoTrueClient(
        url=f"http://127.0.0.1:{web.port}/auth/v1", headers=dict(PUBLISHABLE), storage=SyncMemoryStorage(), auto_refresh_token=False,
        flow_type=flow, **options)


@contextlib.contextmanager
def served(world, policy=SUPABASE, **env):
    world.policy(policy)
    with lighttpd(world, **env) as web:
        yield web


def sign_up(client, name="kim", **options):
    credentials = {"email": f"{name}@example.com", "password": PASSWORD, "options": {"data": {"full_name": name.capitalize()}, **options}}
    return client.sign_up(credentials)


def through_supabase(world, method, path, body, token=None, **query):
    """Calls a route of Supabase Auth without a web server."""
    return world.run("supabase-auth", {"method": method, "path": path, "body": body, "query": query}, token).json
