# SPDX-License-Identifier: Apache-2.0
import base64
import html
import json
import os
import re
import smtplib
import time
from email.message import EmailMessage
from email.policy import SMTP
from urllib.parse import urlsplit

import jwt
from common import (
    DAY, NOW, URL, audit, authentication_code, code_hash, derived, hash_keys, new_id, only, rfc3339, row, run, seal, secret_key,
    sql, text)

#: How long after its beginning in UTC a day ends everywhere.
LAST_DAY = 36 * 3_600_000


def bearer(event):
    kind, token = text(event, "authorization", 8192).split(" ")
    if kind != "Bearer":
        raise ValueError("authorization")
    key = row(sql.SIGNING_KEY, jwt.get_unverified_header(token)["kid"])
    claims = jwt.decode(token, jwt.PyJWK(json.loads(key["public_key"])), ["ES256"], audience="PFA", options={"require": ["exp"]})
    return claims["sub"], claims["sid"]


def look_up(account, session):
    found, owner = row(sql.SESSION, session), row(sql.ACCOUNT_OF_SESSION, session)
    if found["account_id"] != account or found["revoked_at"] or min(found["idle_ends_at"], found["ends_at"]) <= NOW:
        raise ValueError("the session is over")
    if owner["status"] != "active" or owner["role"] != "admin":
        raise ValueError("the caller may not")
    return owner


def allowed(policy, limit, subject, most, comparisons):
    """Computes the key of a limit and its window, and checks it."""
    rule = policy.get("limits", {}).get(limit, {})
    window = rule.get("seconds", 3600) * 1000
    key = authentication_code(f"limit\n{limit}\n{subject}", comparisons)
    if sum(hit["weight"] for hit in run(sql.LIMIT_HITS, NOW - window, NOW + window, key)) >= rule.get("max", most):
        raise ValueError("the limit is used up")
    return key, window


def filled(file, values, escape=str):
    with open(f"{os.environ['PEER_TEMPLATES']}/{file}") as template:
        return re.sub(r"\{\{(\w+)\}\}", lambda match: escape(values[match[1]]), template.read())


def message(mail, name, email, inviter, code, unsubscribe_token, days, expires_at):
    sender = os.environ["MAIL_FROM"]
    unsubscribe = f"{URL}/unsubscribe?token={unsubscribe_token}"
    end = time.gmtime((expires_at - LAST_DAY) // 1000)
    values = {
        "client": name, "inviter": inviter["display_name"], "days": str(days),
        "expiresOn": time.strftime(f"{end.tm_mday} %B %Y", end), "link": f"{URL}/invite?code={code}",
        "code": code, "appLink": f"pfa://invite?code={code}", "unsubscribeLink": unsubscribe}
    made = EmailMessage(policy=SMTP)
    made["Date"] = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(NOW // 1000))
    made["From"] = f"{inviter['display_name']} via {sender}"
    made["To"] = f"{name} <{email}>"
    made["Reply-To"] = f"{inviter['display_name']} <{inviter['email']}>"
    made["Message-ID"] = f"<{mail}@{sender.split('@')[1]}"
    made["Subject"] = filled("subject.txt", values)
    made["List-Unsubscribe"] = f"<{unsubscribe}>"
    made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made["Auto-Submitted"] = "auto-generated"
    made.set_content(filled("body.txt", values), cte="quoted-printable")
    made.add_alternative(filled("body.html", values, html.escape), subtype="html", cte="quoted-printable")
    return made


def answer(event, data, policy):
    only(data, "client", "days", "allowOtherEmail", "deliver", "note")
    client = data["client"]
    only(client, "name", "email", "phone", "notes", "locale")
    name, email = text(client, "name", 200), text(client, "email", 254)
    if "@" not in email:
        raise ValueError("email")
    run("BEGIN")
    account, session = bearer(event)
    look_up(account, session)
    run("COMMIT")
    days = policy.get("invitation", {}).get("days", 30)
    expires_at = NOW - NOW % DAY + days * DAY + LAST_DAY
    inviter, client_id, invitation, code, token, mail = store(account, session, policy, name, email, days, expires_at)
    send(mail, invitation, message(mail, name, email, inviter, code, token, days, expires_at), email)
    return {
        "client": {"id": client_id, "name": name, "email": email, "createdAt": rfc3339(NOW)},
        "invitation": {
            "id": invitation, "clientId": client_id, "email": email, "status": "pending", "channel": "mail",
            "delivery": "sent", "sentAt": rfc3339(NOW), "expiresAt": rfc3339(expires_at), "resendCount": 0},
        "message": f"Client added and invitation sent to {email}"}


def store(account, session, policy, name, email, days, expires_at):
    """Writes the client, the invitation and its leased mail in one transaction."""
    run("BEGIN IMMEDIATE")
    inviter = look_up(account, session)
    comparisons = hash_keys()["comparisons"]
    key, window = allowed(policy, "invite", account, 100, comparisons)
    if run(sql.CLIENT_BY_EMAIL, inviter["team_id"], email):
        raise ValueError("the client is there already")
    own_key, own_window = allowed(policy, "inviteRecipient", f"{inviter['team_id']}\n{email}", 5, comparisons)
    client_id, invitation, code = new_id(), new_id(), base64.b32encode(os.urandom(20)).decode()
    run(sql.INSERT_CLIENT, client_id, account, None, name, email, email, None, None, None, f"{name}\n{email}".lower(), NOW,
        None, None, inviter["team_id"], None)
    run(
        sql.INSERT_INVITATION, invitation, client_id, account, email, email, "pending", "queued", 0, NOW, expires_at, 0,
        None, "mail", None, None, None, inviter["team_id"], None)
    run(sql.SUPERSEDE_CODES, NOW, invitation)
    run(sql.INSERT_CODE, code_hash(code), invitation)
    for one, span in ((key, window), (own_key, own_window)):
        run(sql.FORGET_HITS, one, NOW)
        run(sql.INSERT_HIT, one, NOW, 1, NOW + span)
    audit("send-invitation", "invitation.sent", account, inviter["team_id"], invitation)
    mail, token = new_id(), seal(email, derived(comparisons, "unsubscribe"), "")
    values = {
        "code": code, "unsubscribeToken": token, "client": {"name": name},
        "inviter": {"displayName": inviter["display_name"], "email": inviter["email"], "id": account},
        "expiresAt": rfc3339(expires_at), "days": days}
    sealed = seal(json.dumps(values, separators=(",", ":")), secret_key("mail values"), mail)
    run(
        sql.INSERT_MAIL, mail, "invitation", invitation, None, "en", email, email, sealed, "leased", 1, 0, NOW + 15_000,
        expires_at, NOW, None, None)
    run("COMMIT")
    return inviter, client_id, invitation, code, token, mail


def send(mail, invitation, content, email):
    """Sends the mail and records that it is sent."""
    run("BEGIN")
    row(sql.MAIL, mail)
    row(sql.OPEN_INVITATION, invitation, NOW)
    if run(sql.SUPPRESSION, email, email):
        raise ValueError("the address wants no mail")
    run("COMMIT")
    relay = urlsplit(os.environ["MAIL_URL"])
    sender = os.environ["MAIL_FROM"].split("<")[1].rstrip(">")
    with smtplib.SMTP(relay.hostname, relay.port, local_hostname=sender.split("@")[1]) as smtp:
        smtp.send_message(content, sender, [email])
    run("BEGIN IMMEDIATE")
    run(sql.END_MAIL, "sent", NOW, None, None, None, mail)
    run(sql.MARK_SENT, mail, "sent", invitation)
    run("COMMIT")
