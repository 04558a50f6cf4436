# SPDX-License-Identifier: Apache-2.0
"""Every state of every page, and what shows it."""

import atexit
import functools
import json
import pathlib
import shutil
import tempfile

from pages import CONSENT, STRICT, age_limits, birthday, child, guardian_code, mailed_invitation, page_policy
from database_engines import SQLiteDatabase
from people import address, code_for, code_in, granted, mails_to, sign_in, signed_up, verified
from worlds import code_of, id_token, person


def gallery(world, inviter="Ada Byron", client="Kim Lee", **sections):
    """Every state of every page: its name, and the function and data that lead to it. Each state has its own code.

    `sections` are those of the policy. On SQLite a world is filled once and then copied: it has a hundred passwords and mails."""
    if not isinstance(world.store, SQLiteDatabase):
        return filled(world, inviter, client, sections)
    wanted = json.dumps([inviter, client, sections])
    if wanted not in kept():
        folder = pathlib.Path(tempfile.mkdtemp(prefix="vestibule-gallery-"))
        atexit.register(shutil.rmtree, folder)
        kept()[wanted] = folder, filled(world, inviter, client, sections)
        for name in FILES:
            copied(world.folder / name, folder / name)
    folder, states = kept()[wanted]
    for name in FILES:
        copied(folder / name, world.folder / name)
    return {state: (function, dict(data)) for state, (function, data) in states.items()}


#: What a world has of its own: its database, its mails and its policy.
FILES = ("data", "mail", "policy.json")


@functools.cache
def kept():
    """The folders of filled worlds and their states, by what they were filled with."""
    return {}


def copied(source, target):
    if source.is_dir():
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target)
    else:
        shutil.copy(source, target)


def filled(world, inviter, client, sections):
    world.policy(page_policy(STRICT, **sections))
    token = id_token(sub="ada", email="ada@example.com", email_verified=True, name=inviter)
    admin = world.run("sign-in", {"identity": {"provider": "google", "idToken": token}, "as": "admin"}).json["session"]["accessToken"]
    password = "Correct-Horse-7"
    invitations, token = invite_states(world, admin, client)
    states = {**invitations, **code_states(world, password), **unsubscribe_states(token), **offer_states(world, admin, client)}
    states["sign-in-code.shown"] = ("sign-in-code-page", {"code": "k7qw2mz4"})
    states["sign-in-code.incomplete"] = ("sign-in-code-page", {"code": "K7QW-2M"})
    for status in (403, 404, 429, 500, 503):
        states[f"error.{status}"] = ("error-page", {"status": str(status)})
    states.update(restorations(world, password, sections))
    states.update(disownings(world, password))
    states.update(guardians(world, client, password, sections))
    return states


def invite_states(world, admin, client):
    """Every state of the page for invitations, and the token of an unsubscribe link."""
    states = {}

    def invited(state, invitee):
        invitation, code, token = mailed_invitation(world, admin, client, invitee)
        states[f"invite.{state}"] = ("invite-page", {"code": code})
        age_limits(world)
        return invitation["id"], code, token

    token = invited("pending", "pending@example.com")[2]
    expired = invited("expired", "expired@example.com")[0]
    world.age("invitations", "expires_at", 40 * 86_400, f"id = '{expired}'")
    code = invited("accepted", "kim@example.com")[1]
    assert world.accept(code).status == 0
    world.run("revoke-invitation", {"invitationId": invited("revoked", "revoked@example.com")[0]}, admin)
    world.run("resend-invitation", {"invitationId": invited("superseded", "superseded@example.com")[0]}, admin)
    assert world.run("decline-invitation", {"code": invited("declined", "declined@example.com")[1]}).status == 0
    states["invite.unknown"] = ("invite-page", {"code": "NONE"})
    states.update(join_states(world, admin))
    return states, token


def join_states(world, admin):
    """Every state of the page of a link by which people join."""
    def made(**data):
        return granted(world.run("create-join-link", {"name": "Morning course", **data}, admin))["joinLink"]

    def update(link, **data):
        return granted(world.run("update-join-link", {"joinLinkId": link["id"], **data}, admin))["joinLink"]

    links = {"open": made(), "approval": made(approval=True), "full": made(maxUses=1), "expired": made(), "closed": made(),
             "superseded": made()}
    world.rows("UPDATE join_links SET uses = 1 WHERE id = ?", (links["full"]["id"],))
    world.age("join_links", "expires_at", 40 * 86_400, f"id = '{links['expired']['id']}'")
    update(links["closed"], closed=True)
    update(links["superseded"], reset=True)
    states = {f"join.{state}": ("join-page", {"code": link["link"].split("code=")[1]}) for state, link in links.items()}
    return {**states, "join.unknown": ("join-page", {"code": "NONE"}), "join.asked": ("join-page", {})}


def resend_code(world, token, name="Eve", to="eve@example.com", **data):
    """The code of the mail that asks an inviter for a new invitation."""
    event = {"client": {"name": name, "email": to}, **data}
    invitation = world.run("send-invitation", event, token).json
    code = invitation["link"].split("code=")[1] if "link" in invitation else code_of(world.mails()[-1])
    age_limits(world)
    assert world.run("decline-invitation", {"code": code}).status == 0
    assert world.run("request-invitation", {"code": code}).status == 0
    world.run("deliver-mail")
    texts = [mail.get_body(("plain",)).get_content() for mail in world.mails()]
    return [text.split("/resend?code=")[1].split()[0] for text in texts if "/resend?code=" in text][-1]


def offer_states(world, admin, client):
    """Every state of the pages on which an invitation is declined, asked for anew, and sent again."""
    def code(state):
        found = mailed_invitation(world, admin, client, f"decline-{state}@example.com")[1]
        age_limits(world)
        return {"code": found}

    def resend(state, **data):
        return {"code": resend_code(world, admin, client, f"resend-{state}@example.com", **data)}

    over, used = code("over"), resend("used")
    assert world.accept(over["code"], "decline-over").status == 0
    states = {
        "decline.asked": ("decline-page", code("asked")),
        "decline.done": ("decline-form", {**code("done"), "reason": "No time."}),
        "decline.over": ("decline-page", over),
        "decline.unknown": ("decline-page", {"code": "NONE"}),
        "request.asked": ("request-page", {"code": "NONE"}),
        "request.done": ("request-form", {"code": "NONE"}),
        "request.unknown": ("request-page", {}),
        "resend.asked": ("resend-page", resend("asked")),
        "resend.asked-by-link": ("resend-page", resend("link", deliver="link")),
        "resend.done": ("resend-form", resend("done")),
        "resend.done-by-link": ("resend-form", resend("done-link", deliver="link")),
        "resend.used": ("resend-page", {"code": "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U"}),
        "resend.over": ("resend-page", used),
        "resend.incomplete": ("resend-page", {}),
    }
    world.rows("UPDATE invitations SET status = 'revoked' WHERE email = 'resend-used@example.com'")
    age_limits(world)
    return states


def code_states(world, password):
    """Every state of the pages for mailed codes."""
    states = {}

    def account(name):
        made = signed_up(world, name, password)
        age_limits(world)
        return made

    def code_of_a(function, name):
        account(name)
        code = code_for(world, function, name)
        age_limits(world)
        return code

    for function in ("verify-email", "reset-password"):
        short = function.split("-")[0]
        expired = code_of_a(function, f"{short}-expired")
        world.age("account_codes", "expires_at", 86_400, f"email = '{short}-expired@example.com'")
        data = {} if short == "verify" else {"newPassword": password + "8"}
        states[f"{function}.asked"] = (f"{function}-page", {"code": code_of_a(function, f"{short}-asked")})
        states[f"{function}.done"] = (f"{function}-form", {"code": code_of_a(function, f"{short}-done"), **data})
        states[f"{function}.expired"] = (f"{function}-page", {"code": expired})
        states[f"{function}.used"] = (f"{function}-page", {"code": "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U"})
        states[f"{function}.incomplete"] = (f"{function}-page", {} if short == "verify" else {"code": "K" * 200})
    states["reset-password.address-asked"] = ("reset-password-page", {})
    states["reset-password.sent"] = ("reset-password-form", {"email": "reset-asked@example.com"})
    states["reset-password.weak"] = (
        "reset-password-form", {**states["reset-password.asked"][1], "newPassword": "kim", "email": "reset-asked@example.com"})
    for state, new in (("new-address", "moved"), ("taken", "taken")):
        mover = account(f"{new}-from")
        world.run("update-account", {"email": address(new)}, mover["accessToken"])
        states[f"verify-email.{state}"] = ("verify-email-page", {"code": code_in(mails_to(world, new)[-1])})
        age_limits(world)
    assert world.run("sign-in", {"identity": person("taken"), "as": "client"}).code is None
    states["verify-email.deleted"] = (
        "verify-email-form", {"code": code_of_a("verify-email", "verify-refused"), "decision": "refuse"})
    world.run("update-account", {"email": address("not-mine")}, account("dropped-from")["accessToken"])
    states["verify-email.dropped"] = (
        "verify-email-form", {"code": code_in(mails_to(world, "not-mine")[-1]), "decision": "refuse"})
    age_limits(world)
    return states


def restorations(world, password, sections):
    """Every state of the page for a deleted account."""
    world.policy(page_policy(STRICT, deletion={"graceDays": 30}, **sections))

    def code_of_a(state):
        name = f"restore-{state}"
        made = verified(world, name, password)
        age_limits(world)
        assert "deletesAt" in world.run("delete-account", {}, made["accessToken"]).json
        return {"code": code_in(mails_to(world, name)[-1])}

    states = {
        "asked": ("restore-account-page", code_of_a("asked")),
        "in-app": ("restore-account-form", code_of_a("in-app")),
        "done": ("restore-account-form", code_of_a("done")),
        "expired": ("restore-account-page", code_of_a("expired")),
        "closed": ("restore-account-page", code_of_a("closed")),
        "used": ("restore-account-page", {"code": "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U"}),
        "incomplete": ("restore-account-page", {}),
    }
    world.rows("UPDATE accounts SET factors = 1 WHERE email = 'restore-in-app@example.com'")
    world.rows("UPDATE account_codes SET expires_at = 1 WHERE email = 'restore-expired@example.com'")
    world.rows("UPDATE accounts SET status = 'disabled' WHERE email = 'restore-closed@example.com'")
    return {f"restore-account.{state}": opened for state, opened in states.items()}


def disownings(world, password):
    """Every state of the page for a mail about an account's security."""
    def code_of_a(state):
        name = f"not-me-{state}"
        verified(world, name, password)
        age_limits(world)
        granted(sign_in(world, name, password, device={"id": "other"}))
        world.run("deliver-mail")
        return {"code": code_in(mails_to(world, name)[-1])}

    def code_without_password():
        for device in "ab":
            world.sign_in("not-me-no-password", device={"id": device}, **{"as": "client"})
        world.run("deliver-mail")
        return {"code": code_in(mails_to(world, "not-me-no-password")[-1])}

    states = {
        "asked": ("not-me-page", code_of_a("asked")),
        "done": ("not-me-form", code_of_a("done")),
        "done-without-password": ("not-me-form", code_without_password()),
        "done-unreachable": ("not-me-form", code_of_a("unreachable")),
        "expired": ("not-me-page", code_of_a("expired")),
        "closed": ("not-me-page", code_of_a("closed")),
        "used": ("not-me-page", {"code": "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U"}),
        "incomplete": ("not-me-page", {}),
    }
    world.rows("UPDATE account_codes SET email = 'gone@example.com' WHERE email = 'not-me-unreachable@example.com'")
    world.rows("UPDATE account_codes SET expires_at = 1 WHERE email = 'not-me-expired@example.com'")
    world.rows("UPDATE accounts SET status = 'disabled' WHERE email = 'not-me-closed@example.com'")
    return {f"not-me.{state}": opened for state, opened in states.items()}


def unsubscribe_states(token):
    return {
        "unsubscribe.asked": ("unsubscribe-page", {"token": token}),
        "unsubscribe.done": ("unsubscribe-form", {"token": token}),
        "unsubscribe.incomplete": ("unsubscribe-page", {"token": "AAAA"}),
    }


def guardians(world, name, password, sections):
    """Every state of the page for guardians. From here on the policy requires guardians."""
    world.policy(page_policy(STRICT, consent=CONSENT, **sections))

    def code_of_a(state, decision=None):
        child(world, f"guarded-{state}", f"guardian-{state}", password, displayName=name)
        age_limits(world)
        code = guardian_code(world, f"guardian-{state}")
        if decision:
            assert world.run("guardian-confirm", {"code": code, "decision": decision}).json["status"] == 200
        return {"code": code}

    states = {
        "pending": ("guardian-page", code_of_a("pending")),
        "agreed": ("guardian-confirm", {**code_of_a("agreed"), "decision": "agree"}),
        "refused": ("guardian-confirm", {**code_of_a("refused"), "decision": "refuse"}),
        "agreed-before": ("guardian-page", code_of_a("agreed-before", "agree")),
        "withdrawn": ("guardian-page", code_of_a("withdrawn", "agree")),
        "not-needed": ("guardian-page", code_of_a("not-needed")),
        "closed": ("guardian-page", code_of_a("closed")),
        "used": ("guardian-page", {"code": "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U"}),
        "incomplete": ("guardian-page", {}),
    }
    assert world.run("guardian-confirm", {**states["withdrawn"][1], "decision": "withdraw"}).json["status"] == 200
    world.rows("UPDATE accounts SET birth_date = ? WHERE email = 'guarded-not-needed@example.com'", (birthday(18),))
    world.rows("UPDATE accounts SET status = 'disabled' WHERE email = 'guarded-closed@example.com'")
    return {f"guardian.{state}": opened for state, opened in states.items()}
