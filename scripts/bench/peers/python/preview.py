# SPDX-License-Identifier: Apache-2.0
from common import NOW, only, open_invitation, rfc3339, run, sql, text


def answer(event, data, policy):
    only(data, "code")
    code = text(data, "code", 128)
    run("BEGIN")
    invitation = open_invitation(code)
    run("COMMIT")
    if invitation["i_opened_at"] is None:
        run("PRAGMA synchronous = NORMAL")
        run("BEGIN IMMEDIATE")
        run(sql.MARK_OPENED, NOW, invitation["i_id"])
        run("COMMIT")
    return {
        "inviter": {"displayName": invitation["a_display_name"]}, "client": {"name": invitation["c_name"]},
        "app": {"name": "PFA", "urlScheme": "pfa"}, "expiresAt": rfc3339(invitation["i_expires_at"]),
        "providers": sorted(name for name, provider in policy["providers"].items() if provider.get("audiences"))}
