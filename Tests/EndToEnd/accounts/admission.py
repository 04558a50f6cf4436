# SPDX-License-Identifier: Apache-2.0
"""Every way to create an account, and the policy with every rule."""

import csv
import io
import json
import subprocess

from applicants import birthday, statement, token, without_none
from people import PASSWORD, code_in, granted, mails_to
from supabase_entries import supabase_code, supabase_identity, supabase_sign_up
from worlds import BIN, KEYS, POLICY, id_token

POOL = "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_POOL"
DOMAIN_RULE = {"allowedDomains": ["ksu.edu"]}
STRICT = {
    "roles": {"inviter": "admin", "invitee": "client", "signUp": ["client"]}, "supabase": {},
    "providers": {
        **POLICY["providers"], "password": {}, "email": {},
        "firebase": {"projectID": "my-project", "jwks": KEYS}, "supabase": {"url": "https://x.supabase.co", "jwks": KEYS},
        "pool": {"issuer": POOL, "audiences": ["pool"], "jwks": KEYS},
    },
    "email": DOMAIN_RULE,
    "profile": {
        "displayName": "required", "phone": "required",
        "fields": {"classYear": {"type": "integer", "minimum": 1, "maximum": 4, "x-required": True}},
    },
    "consent": {"version": "2", "minimumAge": 13, "parentalUnder": 18},
    "limits": {name: {"max": 1000, "seconds": 900} for name in ("signUp", "signIn", "signInAccount", "inviteRecipient")},
}
OPEN = {**STRICT, "email": {}, "profile": {"displayName": "optional"}, "consent": {},
        "roles": {**STRICT["roles"], "signUp": ["client", "admin"]}}

SIGN_UP = ("email", "password", "displayName", "role", "phone", "profile", "birthDate", "consent", "device")
#: Data that break no rule.
GOOD = {
    "email": "kim@ksu.edu", "displayName": "Kim", "phone": "(555) 123-4567", "profile": {"classYear": 2},
    "birthDate": birthday(30), "consent": {"version": "2"},
}


# The entries. Each takes the data and returns the answer of the function.


def sign_up(world, facts):
    data = {**facts, "password": PASSWORD, "role": facts.get("role", "client")}
    return world.run("sign-up", without_none({k: v for k, v in data.items() if k in SIGN_UP}))


def sign_in(world, facts):
    identity = {"provider": facts.get("provider", "google"), "idToken": token(facts)}
    return world.run("sign-in", without_none({"identity": identity, "as": facts.get("role"), **statement(facts)}))


def sign_in_with_apple(world, facts):
    name = facts["displayName"] and {"given_name": facts["displayName"]}
    return world.run("sign-in-with-apple", without_none(
        {"identity_token": token(facts, "apple"), "full_name": name, "as": facts.get("role"), **statement(facts)}))


def invited(world, facts, deliver):
    """An invitation by another person."""
    email = facts.get("invited", "kim@ksu.edu")
    client = {"name": facts.get("clientName", "Kim"), "email": email}
    data = {"client": client, "deliver": deliver, "allowOtherEmail": facts.get("allowOtherEmail", False)}
    rules = json.loads((world.folder / "policy.json").read_text())
    # The trainer's account was created before the rules applied.
    world.policy(OPEN)
    answer = granted(world.run("send-invitation", data, world.trainer))
    world.policy(rules)
    return answer["link"].split("code=")[1] if deliver == "link" else code_in(mails_to(world, email)[-1])


def accept_with(credential):
    def accept(world, facts):
        code = invited(world, facts, facts.get("deliver", "mail"))
        return world.run("accept-invitation", {"code": code, **credential(facts), **statement(facts)})
    return accept


def accept_identity(facts):
    return {"identity": {"provider": facts.get("provider", "google"), "idToken": token(facts)}}


def accept_new_password(facts):
    return without_none({
        "newPassword": PASSWORD, "email": facts["email"] if "allowOtherEmail" in facts else None,
        "displayName": facts["displayName"]})


def accept_mail(facts):
    return without_none({"byMail": True, "displayName": facts["displayName"]})


def join_with(credential):
    """A link by which people join, and that knows no address."""
    def join(world, facts):
        rules = json.loads((world.folder / "policy.json").read_text())
        world.policy(OPEN)
        link = granted(world.run("create-join-link", {}, world.trainer))["joinLink"]
        world.policy(rules)
        return world.run("accept-invitation", {"code": link["shortCode"], **credential(facts), **statement(facts)})
    return join


def join_new_password(facts):
    return without_none({"newPassword": PASSWORD, "email": facts["email"], "displayName": facts["displayName"]})


def accept_password(facts):
    return {"email": facts["email"], "password": PASSWORD}


def own_trigger(world, facts):
    return world.run("on-user-create", without_none({
        "provider": facts.get("provider", "google"), "subject": "kim", "email": facts["email"], "emailVerified": True,
        "displayName": facts["displayName"], "phone": facts["phone"], "role": facts.get("role")}))


def firebase(world, facts):
    return world.run("on-user-create", event={"data": without_none({
        "uid": "kim", "email": facts["email"], "emailVerified": True, "displayName": facts["displayName"],
        "phoneNumber": facts["phone"], "customClaims": facts.get("role") and {"role": facts["role"]}})})


def firebase_blocking(world, facts):
    user = without_none({
        "uid": "kim", "email": facts["email"], "email_verified": True, "display_name": facts["displayName"],
        "phone_number": facts["phone"], "custom_claims": facts.get("role") and {"role": facts["role"]}})
    return world.run("on-user-create", {"jwt": id_token(
        iss="https://securetoken.google.com/my-project", aud="x", event_type="beforeCreate", user_record=user)})


def supabase(world, facts):
    metadata = without_none({"full_name": facts["displayName"], "role": facts.get("role"), "email_verified": True})
    return world.run("on-user-create", {"user": without_none({
        "id": "kim", "email": facts["email"], "phone": facts["phone"], "user_metadata": metadata,
        "app_metadata": {"provider": "google"}})})


def cognito(world, facts, source="PostConfirmation_ConfirmSignUp"):
    attributes = without_none({
        "sub": "kim", "email": facts["email"], "email_verified": "true", "name": facts["displayName"],
        "phone_number": facts["phone"], "custom:role": facts.get("role")})
    return world.run("on-user-create", event={
        "version": "1", "triggerSource": source, "region": "us-east-1",
        "userPoolId": "us-east-1_POOL" if "provider" not in facts else "us-east-1_OTHER", "userName": "kim",
        "request": {"userAttributes": attributes}, "response": {}})


def cognito_before(world, facts):
    return cognito(world, facts, "PreSignUp_SignUp")


def imported(world, facts):
    columns = {"id": "1", "email": facts["email"], "name": facts["displayName"], "phone": facts["phone"],
               "role": facts.get("role", "client"), "google_id": "kim"}
    text = io.StringIO()
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    writer.writerow({name: value or "" for name, value in columns.items()})
    (world.folder / "users.csv").write_text(text.getvalue())
    done = subprocess.run(
        [BIN / "vestibule", "import", "users.csv", "--emails-verified", "--report", "report.jsonl"], cwd=world.folder,
        env=world.env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads((world.folder / "report.jsonl").read_text())


ENTRIES = {
    "sign-up": sign_up, "sign-in": sign_in, "sign-in-with-apple": sign_in_with_apple,
    "accept identity": accept_with(accept_identity), "accept newPassword": accept_with(accept_new_password),
    "accept password": accept_with(accept_password), "accept byMail": accept_with(accept_mail),
    "join identity": join_with(accept_identity), "join newPassword": join_with(join_new_password), "trigger": own_trigger, "trigger firebase": firebase,
    "trigger firebase blocking": firebase_blocking, "trigger supabase": supabase, "trigger cognito": cognito,
    "trigger cognito before": cognito_before, "import": imported, "supabase sign-up": supabase_sign_up,
    "supabase identity": supabase_identity, "supabase code": supabase_code,
}
IDENTITIES = ["sign-in", "sign-in-with-apple", "accept identity"]
TRIGGERS = [name for name in ENTRIES if name.startswith("trigger")]
SUPABASE = [name for name in ENTRIES if name.startswith("supabase")]
STATING = [
    "sign-in", "sign-in-with-apple", "accept identity", "accept newPassword", "accept byMail", "join identity", "join newPassword"]
#: What is missing after each entry if no rule is broken: the entry has no field for it.
MISSING_BY_DEFAULT = {
    "sign-up": [], "accept password": ["phone", "profile/classYear"], "supabase sign-up": [],
    "supabase identity": ["phone", "birthDate", "consent", "profile/classYear"],
    "supabase code": ["displayName", "phone", "birthDate", "consent", "profile/classYear"],
    **{entry: ["phone", "profile/classYear"] for entry in STATING},
    **{entry: ["birthDate", "consent", "profile/classYear"] for entry in [*TRIGGERS, "import"]},
}


def refused(code):
    return lambda entry: {"refused": code}


def missing(name):
    """The account is created, and is incomplete without it."""
    order = ["displayName", "phone", "birthDate", "consent", "profile/classYear"]
    return lambda entry: {"missing": sorted({*MISSING_BY_DEFAULT[entry], name}, key=order.index)}


def kept(entry):
    return {"missing": MISSING_BY_DEFAULT[entry]}


#: By rule: the data, and the outcome at each entry that has a field for them.
CELLS = {
    "nothing is broken": ({}, {entry: kept for entry in ENTRIES}),
    "a role that nobody can sign up in": (
        {"role": "king"},
        {**{entry: refused("auth/invalid-role") for entry in ["sign-up", "sign-in", "sign-in-with-apple", *TRIGGERS]},
         **{entry: kept for entry in SUPABASE},  # It reads no role.
         "import": refused("role-unknown")}),
    "an account of another role": (
        {"isInviter": True},
        {entry: refused("auth/role-mismatch") for entry in ["accept identity", "accept password", "join identity"]}),
    "a provider that is not enabled": (
        {"provider": "facebook"},
        {entry: refused("auth/provider-not-enabled")
         for entry in [
             "sign-in", "accept identity", "join identity", "trigger", "trigger cognito", "trigger cognito before", "supabase identity"]}),
    "passwords that are not enabled": (
        {"noPasswords": True},
        {entry: refused("auth/provider-not-enabled")
         for entry in ["sign-up", "accept newPassword", "accept password", "join newPassword", "supabase sign-up"]}
        | {entry: kept for entry in ["supabase identity", "supabase code"]}),
    "mailed codes that are not enabled": (
        {"noMailedCodes": True},
        {entry: refused("auth/provider-not-enabled") for entry in ["accept byMail", "supabase code"]}),
    "an address of another domain": (
        {"email": "kim@gmail.com", "allowOtherEmail": True},
        {**{entry: refused("auth/email-domain-not-allowed") for entry in ENTRIES if entry != "accept byMail"},
         "import": refused("domain-not-allowed"), "supabase code": refused("no mail")}),
    "no address": (
        {"email": None, "allowOtherEmail": True},
        {**{entry: refused("auth/email-domain-not-allowed") for entry in ["sign-in", "sign-in-with-apple", "supabase identity", *TRIGGERS]},
         "import": refused("nothing-to-sign-in-with")}),
    "an address that nothing proves": (
        {"emailVerified": False, "deliver": "link"},
        {entry: kept for entry in ["accept identity", "accept newPassword", "accept password"]}),
    "an address that the mailed code proves": (
        {"emailVerified": False, "deliver": "mail"},
        {entry: kept for entry in ["accept identity", "accept newPassword", "accept password"]}),
    "no name": (
        {"displayName": None},
        {"sign-up": refused("auth/invalid-display-name"),
         **{entry: missing("displayName") for entry in [
             "sign-in", "sign-in-with-apple", "join identity", "join newPassword", *TRIGGERS, "import", "supabase sign-up",
             "supabase identity"]},
         "accept identity": kept, "accept newPassword": kept, "accept byMail": kept, "supabase code": kept}),
    "a name that mail programs make a link of": (
        {"displayName": "Kim evil.com"},
        {**{entry: refused("auth/invalid-display-name")
            for entry in ["sign-up", "accept newPassword", "accept byMail", "join newPassword"]},
         **{entry: missing("displayName")
            for entry in ["sign-in", "sign-in-with-apple", "join identity", *TRIGGERS, "import", "supabase sign-up", "supabase identity"]},
         "accept identity": kept}),
    "no telephone number": (
        {"phone": None},
        {"sign-up": refused("auth/invalid-phone-number"),
         **{entry: missing("phone") for entry in [*TRIGGERS, "import", "supabase sign-up"]}}),
    "an invalid telephone number": (
        {"phone": "555"},
        {"sign-up": refused("auth/invalid-phone-number"),
         **{entry: missing("phone") for entry in [*TRIGGERS, "import", "supabase sign-up"]}}),
    "no field that the profile needs": (
        {"profile": None}, {"sign-up": refused("event/invalid"), "supabase sign-up": missing("profile/classYear")}),
    "a field of the profile that breaks its schema": (
        {"profile": {"classYear": 9}}, {"sign-up": refused("event/invalid"), "supabase sign-up": missing("profile/classYear")}),
    "no birth date": (
        {"birthDate": None},
        {"sign-up": refused("event/invalid"), **{entry: missing("birthDate") for entry in [*STATING, "supabase sign-up"]}}),
    "a birth date in 1800": (
        {"birthDate": "1800-01-01"},
        {entry: refused("event/invalid") for entry in ["sign-up", *STATING, "accept password", "supabase sign-up"]}),
    "a birth date that is yet to come": (
        {"birthDate": "2999-01-01"},
        {entry: refused("event/invalid") for entry in ["sign-up", *STATING, "accept password", "supabase sign-up"]}),
    "an age below the minimum": (
        {"birthDate": birthday(12), "consent": {"version": "2", "guardianEmail": "mum@example.com"}},
        {entry: refused("auth/underage-user") for entry in ["sign-up", *STATING, "accept password", "supabase sign-up"]}),
    "no consent": (
        {"consent": None},
        {"sign-up": refused("auth/consent-required"), **{entry: missing("consent") for entry in [*STATING, "supabase sign-up"]}}),
    "consent to other terms": (
        {"consent": {"version": "1"}},
        {entry: refused("auth/consent-required") for entry in ["sign-up", *STATING, "accept password", "supabase sign-up"]}),
    "a child without a guardian": (
        {"birthDate": birthday(15)},
        {entry: refused("auth/parental-consent-required") for entry in ["sign-up", *STATING, "accept password", "supabase sign-up"]}),
    "a child who is their own guardian": (
        {"birthDate": birthday(15), "consent": {"version": "2", "guardianEmail": "Kim+mum@KSU.edu"}},
        {entry: refused("auth/parental-consent-required") for entry in ["sign-up", *STATING, "accept password", "supabase sign-up"]}),
    "a child with a guardian": (
        {"birthDate": birthday(15), "consent": {"version": "2", "guardianEmail": "mum@example.com"}},
        {entry: kept for entry in ["sign-up", *STATING, "accept password", "supabase sign-up"]}),
}


#: `OPEN`, in which trainers may sign up, too.
WITH_TRAINERS = {**OPEN, "roles": {**OPEN["roles"], "signUp": ["admin"]}}


def accounts(world):
    return world.rows("SELECT * FROM accounts WHERE email <> 'ada@example.com'")


TABLE = [(rule, entry) for rule, (_, entries) in CELLS.items() for entry in entries]
