# SPDX-License-Identifier: Apache-2.0
"""An admission by an entry: what comes before it, and what became of the account."""

from admission import GOOD, MISSING_BY_DEFAULT, OPEN, POOL, STRICT, accounts, token
from people import age_limits, code_in, granted, mails_to, signed_up
from worlds import id_token


def prepare(world, entry, facts):
    """A person who accepts with an account created it before the rules applied."""
    world.policy(OPEN)
    role = "admin" if facts.get("isInviter") else "client"
    email = facts.get("email", GOOD["email"])
    if entry == "accept password":
        made = signed_up(world, email, role=role, displayName="Kim")
        age_limits(world)
        if facts.get("emailVerified", True):
            granted(world.run("verify-email", {"code": code_in(mails_to(world, email)[-1])}))
        world.kim = made
    elif facts.get("isInviter"):
        granted(world.run("sign-in", {"identity": {"provider": "google", "idToken": token(GOOD)}, "as": role}))
    policy = STRICT
    if facts.get("noPasswords"):
        policy = {**STRICT, "providers": {k: v for k, v in STRICT["providers"].items() if k != "password"}}
    if facts.get("noMailedCodes"):
        policy = {**STRICT, "providers": {k: v for k, v in STRICT["providers"].items() if k != "email"}}
    world.policy(policy)


def outcome(world, entry, answer):
    """The outcome: `refused` with its code, or `missing`."""
    if entry == "import":
        reasons = answer.get("reason", "")
        return {"refused": reasons} if answer["result"] == "skipped" else {"missing": standing(world)}
    if entry.startswith("supabase "):
        return outcome_for_supabase(world, answer.json)
    error = answer.json.get("error")
    if entry == "trigger supabase":
        codes = {403: "auth/email-domain-not-allowed", 422: "auth/invalid-role"}
        return {"refused": codes[error["http_code"]]} if error else {"missing": standing(world)}
    if entry == "trigger firebase blocking":
        return {"refused": refusals(world)[-1]} if error else {"missing": standing(world)}
    if entry.startswith("trigger cognito") and "errorType" in answer.json:
        return {"refused": answer.json["errorType"]}
    if error:
        return {"refused": error["code"]}
    if entry == "trigger cognito before":
        return {"missing": MISSING_BY_DEFAULT[entry] if not accounts(world) else "an account was made"}
    return {"missing": answer.json["missing"] if "missing" in answer.json else standing(world)}


#: Refusals of what the policy does not offer are not logged.
DISABLED = {"otp_disabled", "provider_disabled", "email_provider_disabled"}


def outcome_for_supabase(world, answer):
    """Their errors have Supabase's names; the audit log has ours."""
    if answer["status"] == 200 and "access_token" in answer["body"]:
        return {"missing": granted(world.run("get-account", {}, answer["body"]["access_token"]))["missing"]}
    assert answer["status"] == 200 and not accounts(world) or answer["body"]["error_code"], answer
    if answer["status"] == 200:
        return {"refused": "no mail"}
    return {"refused": "auth/provider-not-enabled" if answer["body"]["error_code"] in DISABLED else refusals(world)[-1]}


def refusals(world):
    return [row["code"] for row in world.rows("SELECT code FROM audit WHERE action = 'refused' ORDER BY at, id")]


def standing(world):
    """What the newest account is missing, as its first sign-in reports."""
    [account] = accounts(world)
    found = world.rows("SELECT provider, subject FROM identities WHERE account_id = ?", (account["id"],))
    provider, sub = found[0].values() if found else ("google", "kim")
    issuers = {
        "apple": ("https://appleid.apple.com", "io.example.app"), "google": ("https://accounts.google.com", "app"),
        "firebase": ("https://securetoken.google.com/my-project", "my-project"),
        "supabase": ("https://x.supabase.co/auth/v1", "authenticated"), "pool": (POOL, "pool")}
    iss, aud = issuers[provider]
    identity = {"provider": provider, "idToken": id_token(iss=iss, aud=aud, sub=sub, email=account["email"], email_verified=True)}
    return granted(world.run("sign-in", {"identity": identity}))["missing"]
