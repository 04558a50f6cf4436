# SPDX-License-Identifier: Apache-2.0
import json

import jwt
from common import (
    DAY, NOW, audit, new_id, only, open_invitation, rfc3339, row, run, seal, secret_key, sql, text, token_keys, tokens)


def verified(identity, policy):
    only(identity, "provider", "idToken", "nonce", "fullName")
    provider = policy["providers"][text(identity, "provider", 64)]
    run("BEGIN")
    cached = row(sql.KEY_SET, provider["jwksURL"])
    run("COMMIT")
    if cached["fresh_until"] <= NOW:
        raise ValueError("the keys are too old")
    token = text(identity, "idToken", 16384)
    key = jwt.PyJWKSet.from_dict(json.loads(cached["keys"]))[jwt.get_unverified_header(token)["kid"]]
    return jwt.decode(
        token, key, ["RS256"], audience=provider["audiences"], issuer=["https://accounts.google.com", "accounts.google.com"],
        leeway=60, options={"require": ["exp", "iat", "sub"]})


def workouts_of(account):
    """The workouts of each client of the account, oldest first."""
    found = []
    for client in run(sql.CLIENTS_OF_ACCOUNT, account, 1000):
        found += run(sql.WORKOUTS, client["id"], -1, "", 50)
    return sorted(found, key=lambda workout: (workout["created_at"], workout["id"]))[:50]


def queue_mail(invitation, client, inviter):
    """Queues the mail to the inviter."""
    mail = new_id()
    values = {
        "client": {"name": client["name"], "email": client["email"]}, "inviter": {"displayName": inviter["display_name"]}}
    sealed = seal(json.dumps(values, separators=(",", ":")), secret_key("mail values"), mail)
    run(
        sql.INSERT_MAIL, mail, "invitation-accepted", invitation["i_id"], inviter["id"], "en", inviter["email"], inviter["email"],
        sealed, "queued", 0, 0, NOW, NOW + 7 * DAY, NOW, None)


def answer(event, data, policy):
    only(data, "code", "identity", "device", "displayName", "birthDate", "consent")
    code = text(data, "code", 128)
    claims = verified(data["identity"], policy)
    subject, email, name = claims["sub"], claims["email"], claims["name"]
    if claims["email_verified"] is not True:
        raise ValueError("email_verified")

    run("BEGIN IMMEDIATE")
    invitation, client, inviter = open_invitation(code)
    if invitation["i_email"].lower() != email.lower():
        raise ValueError("email")
    if run(sql.ACCOUNT_BY_IDENTITY, "https://accounts.google.com", subject) or run(sql.ACCOUNT_BY_EMAIL, email):
        raise ValueError("the account is known")
    account = new_id()
    run(
        sql.INSERT_ACCOUNT, account, email, email, 1, name, None, None, "en", "client", "active", "{}", NOW, NOW, None, None,
        None, None, None, None, None, None, None, f"{name}\n{email}".lower())
    audit("accept-invitation", "account.created", account, None, None, "google")
    run(sql.DROP_PASSWORDS, email, account)
    run(sql.INSERT_IDENTITY, "https://accounts.google.com", subject, "google", account, NOW)
    run(sql.LINK_CLIENT, account, client["id"])
    run(sql.MARK_ACCEPTED, NOW, invitation["i_id"])
    run(sql.CANCEL_MAIL, NOW, invitation["i_id"])
    queue_mail(invitation, client, inviter)
    audit("accept-invitation", "invitation.accepted", account, inviter["id"], invitation["i_id"], "google")
    rules = policy.get("session", {})
    session, ends_at = new_id(), NOW + rules.get("absoluteDays", 90) * DAY
    run(sql.END_SESSIONS, NOW, "too-many-sessions", account, 4)
    run(
        sql.INSERT_SESSION, session, account, 0, NOW, None, None, None, None, None, NOW, NOW,
        NOW + rules.get("idleDays", 30) * DAY, ends_at, None, None)
    run(sql.RECORD_SIGN_IN, NOW, account)
    made = tokens(session, 0, account, "client", policy, ends_at, token_keys())
    workouts = workouts_of(account)
    run("COMMIT")
    timestamp = rfc3339(NOW)
    return {
        "account": {
            "id": account, "email": email, "emailVerified": True, "displayName": name, "locale": "en", "role": "client",
            "status": "active", "profile": {}, "consent": {"version": None, "agreedAt": None, "guardian": "none"},
            "ageVerified": False, "createdAt": timestamp, "lastSignInAt": timestamp,
            "addresses": [{"email": email, "primary": True, "provenAt": timestamp}]},
        "client": {
            "id": client["id"], "name": client["name"], "email": client["email"], "accountId": account,
            "createdAt": rfc3339(client["created_at"])},
        "workouts": [dict(workout) for workout in workouts], "session": made, "isNewAccount": True, "state": "signedIn",
        "missing": []}
