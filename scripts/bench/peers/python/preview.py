# SPDX-License-Identifier: Apache-2.0
from common import only, open_invitation, rfc3339, run, text


def answer(event, data, policy):
    only(data, "code")
    code = text(data, "code", 128)
    run("BEGIN")
    invitation, client, inviter = open_invitation(code)
    run("COMMIT")
    return {
        "inviter": {"displayName": inviter["display_name"]}, "client": {"name": client["name"]},
        "app": {"name": "PFA", "urlScheme": "pfa"}, "expiresAt": rfc3339(invitation["i_expires_at"]),
        "providers": sorted(name for name, provider in policy["providers"].items() if provider.get("audiences"))}
