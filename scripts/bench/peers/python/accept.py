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


def queue_mail(invitation):
    """Queues the mail to the inviter."""
    mail = new_id()
    values = {
        "client": {"name": invitation["c_name"], "email": invitation["c_email"]}, "clientId": invitation["c_id"],
        "inviter": {"displayName": invitation["a_display_name"]}}
    sealed = seal(json.dumps(values, separators=(",", ":")), secret_key("mail values"), mail)
    run(
        sql.INSERT_MAIL, mail, "invitation-accepted", invitation["i_id"], invitation["a_id"], "en", invitation["a_email"],
        invitation["a_email"], sealed, "queued", 0, 0, NOW, NOW + 7 * DAY, NOW, None, None)


def answer(event, data, policy):
    only(data, "code", "identity", "device", "displayName", "birthDate", "consent")
    code = text(data, "code", 128)
    claims = verified(data["identity"], policy)
    subject, email, name = claims["sub"], claims["email"], claims["name"]
    if claims["email_verified"] is not True:
        raise ValueError("email_verified")

    run("BEGIN IMMEDIATE")
    invitation = open_invitation(code)
    if invitation["i_email"].lower() != email.lower():
        raise ValueError("email")
    if run(sql.IDENTITY, "https://accounts.google.com", subject) or run(sql.ACCOUNT_BY_EMAIL, email) or run(sql.CLAIMS, email, 100):
        raise ValueError("the account is known")
    account = new_id()
    run(
        sql.INSERT_ACCOUNT, account, email, email, 1, name, None, None, "en", "client", "active", "{}", NOW, NOW, None, None,
        None, None, None, None, None, None, None, f"{name}\n{email}".lower(), NOW, None, None)
    audit("accept-invitation", "account.created", account, None, None, "google")
    run(sql.INSERT_IDENTITY, "https://accounts.google.com", subject, "google", account, NOW, email, 1, name, None, None)
    run(sql.LINK_CLIENT, account, invitation["c_id"])
    run(sql.MARK_ACCEPTED, NOW, invitation["i_id"])
    run(sql.CANCEL_MAIL, NOW, invitation["i_id"])
    queue_mail(invitation)
    audit("accept-invitation", "invitation.accepted", account, invitation["i_team_id"], invitation["i_id"], "google")
    rules = policy.get("session", {})
    session, ends_at = new_id(), NOW + rules.get("absoluteDays", 90) * DAY
    run(
        sql.INSERT_SESSION, session, account, 0, NOW, None, None, None, None, None, NOW, NOW,
        NOW + rules.get("idleDays", 30) * DAY, ends_at, None, None, None, 0)
    run(sql.RECORD_SIGN_IN, NOW, account)
    made = tokens(session, 0, account, "client", policy, ends_at, token_keys())
    workouts = run(sql.WORKOUTS, invitation["c_id"], -1, "", 50)
    run("COMMIT")
    timestamp = rfc3339(NOW)
    return {
        "account": {
            "id": account, "email": email, "emailVerified": True, "displayName": name, "locale": "en", "role": "client",
            "status": "active", "profile": {}, "consent": {"version": None, "agreedAt": None, "guardian": "none"},
            "ageVerified": False, "createdAt": timestamp, "lastSignInAt": timestamp,
            "addresses": [{"email": email, "primary": True, "provenAt": timestamp}]},
        "client": {
            "id": invitation["c_id"], "name": invitation["c_name"], "email": invitation["c_email"], "accountId": account,
            "createdAt": rfc3339(invitation["c_created_at"])},
        "workouts": [dict(workout) for workout in workouts], "session": made, "isNewAccount": True, "state": "signedIn",
        "missing": []}
