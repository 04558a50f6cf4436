# SPDX-License-Identifier: Apache-2.0
import hmac

from common import DAY, NOW, only, refresh_token, row, run, sql, text, token_keys, tokens


def answer(event, data, policy):
    only(data, "refreshToken")
    token = text(data, "refreshToken", 512)
    session, generation, _ = token.split(".")
    generation = int(generation)
    run("BEGIN IMMEDIATE")
    keys = token_keys()
    if not hmac.compare_digest(refresh_token(session, generation, keys[1]), token):
        raise ValueError("refreshToken")
    found = row(sql.SESSION, session)
    owner = row(sql.ACCOUNT_OF_SESSION, session)
    ends_at = found["ends_at"]
    if found["revoked_at"] or min(found["idle_ends_at"], ends_at) <= NOW or found["generation"] != generation:
        raise ValueError("the session is over")
    if owner["status"] != "active":
        raise ValueError("the account is disabled")
    idle = min(NOW + policy.get("session", {}).get("idleDays", 30) * DAY, ends_at)
    run(sql.UPDATE_SESSION, generation + 1, NOW, None, None, NOW, idle, session)
    made = tokens(session, generation + 1, owner["id"], owner["role"], policy, ends_at, keys)
    run("COMMIT")
    return {"session": made}
