# SPDX-License-Identifier: Apache-2.0
"""Every way to get an account, and the policy with every rule."""

import csv
import datetime
import io
import json
import subprocess
import time

import pytest
from conftest import BIN, KEYS, POLICY, id_token
from people import PASSWORD, code_in, granted, mails_to

POOL = "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_POOL"
DOMAIN_RULE = {"allowedDomains": ["ksu.edu"]}
STRICT = {
    "roles": {"inviter": "admin", "invitee": "client", "signUp": ["client"]},
    "providers": {
        **POLICY["providers"], "password": {},
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


def birthday(years, days=0):
    day = datetime.datetime.fromtimestamp(time.time(), datetime.UTC).date() + datetime.timedelta(days=days)
    return day.replace(year=day.year - years, day=min(day.day, 28)).isoformat() if years else day.isoformat()


SIGN_UP = ("email", "password", "displayName", "role", "phone", "profile", "birthDate", "consent", "device")
#: Data that break no rule.
GOOD = {
    "email": "kim@ksu.edu", "displayName": "Kim", "phone": "(555) 123-4567", "profile": {"classYear": 2},
    "birthDate": birthday(30), "consent": {"version": "2"},
}


def without_none(data):
    return {name: value for name, value in data.items() if value is not None}


def token(said, provider="google"):
    claims = {"sub": "kim", "email": said["email"], "email_verified": said.get("emailVerified", True)}
    if provider == "apple":
        return id_token(iss="https://appleid.apple.com", aud="io.example.app", **claims)
    return id_token(name=said["displayName"], **claims)


def statement(said):
    return without_none({"birthDate": said["birthDate"], "consent": said["consent"]})


# The ways in. Each takes the data and returns the answer of the function.


def sign_up(world, said):
    data = {**said, "password": PASSWORD, "role": said.get("role", "client")}
    return world.run("sign-up", without_none({k: v for k, v in data.items() if k in SIGN_UP}))


def sign_in(world, said):
    identity = {"provider": said.get("provider", "google"), "idToken": token(said)}
    return world.run("sign-in", without_none({"identity": identity, "as": said.get("role"), **statement(said)}))


def sign_in_with_apple(world, said):
    name = said["displayName"] and {"given_name": said["displayName"]}
    return world.run("sign-in-with-apple", without_none(
        {"identity_token": token(said, "apple"), "full_name": name, "as": said.get("role"), **statement(said)}))


def invited(world, said, deliver):
    """An invitation by another person."""
    email = said.get("invited", "kim@ksu.edu")
    client = {"name": said.get("clientName", "Kim"), "email": email}
    data = {"client": client, "deliver": deliver, "allowOtherEmail": said.get("allowOtherEmail", False)}
    rules = json.loads((world.folder / "policy.json").read_text())
    # The trainer's account was created before the rules applied.
    world.policy(OPEN)
    answer = granted(world.run("send-invitation", data, world.trainer))
    world.policy(rules)
    return answer["link"].split("code=")[1] if deliver == "link" else code_in(mails_to(world, email)[-1])


def accept_with(credential):
    def accept(world, said):
        code = invited(world, said, said.get("deliver", "mail"))
        return world.run("accept-invitation", {"code": code, **credential(said), **statement(said)})
    return accept


def accept_identity(said):
    return {"identity": {"provider": said.get("provider", "google"), "idToken": token(said)}}


def accept_new_password(said):
    return without_none({
        "newPassword": PASSWORD, "email": said["email"] if "allowOtherEmail" in said else None,
        "displayName": said["displayName"]})


def accept_password(said):
    return {"email": said["email"], "password": PASSWORD}


def own_trigger(world, said):
    return world.run("on-user-create", without_none({
        "provider": said.get("provider", "google"), "subject": "kim", "email": said["email"], "emailVerified": True,
        "displayName": said["displayName"], "phone": said["phone"], "role": said.get("role")}))


def firebase(world, said):
    return world.run("on-user-create", event={"data": without_none({
        "uid": "kim", "email": said["email"], "emailVerified": True, "displayName": said["displayName"],
        "phoneNumber": said["phone"], "customClaims": said.get("role") and {"role": said["role"]}})})


def firebase_blocking(world, said):
    user = without_none({
        "uid": "kim", "email": said["email"], "email_verified": True, "display_name": said["displayName"],
        "phone_number": said["phone"], "custom_claims": said.get("role") and {"role": said["role"]}})
    return world.run("on-user-create", {"jwt": id_token(
        iss="https://securetoken.google.com/my-project", aud="x", event_type="beforeCreate", user_record=user)})


def supabase(world, said):
    metadata = without_none({"full_name": said["displayName"], "role": said.get("role"), "email_verified": True})
    return world.run("on-user-create", {"user": without_none({
        "id": "kim", "email": said["email"], "phone": said["phone"], "user_metadata": metadata,
        "app_metadata": {"provider": "google"}})})


def cognito(world, said, source="PostConfirmation_ConfirmSignUp"):
    attributes = without_none({
        "sub": "kim", "email": said["email"], "email_verified": "true", "name": said["displayName"],
        "phone_number": said["phone"], "custom:role": said.get("role")})
    return world.run("on-user-create", event={
        "version": "1", "triggerSource": source, "region": "us-east-1",
        "userPoolId": "us-east-1_POOL" if "provider" not in said else "us-east-1_OTHER", "userName": "kim",
        "request": {"userAttributes": attributes}, "response": {}})


def cognito_before(world, said):
    return cognito(world, said, "PreSignUp_SignUp")


def imported(world, said):
    columns = {"id": "1", "email": said["email"], "name": said["displayName"], "phone": said["phone"],
               "role": said.get("role", "client"), "google_id": "kim"}
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


WAYS = {
    "sign-up": sign_up, "sign-in": sign_in, "sign-in-with-apple": sign_in_with_apple,
    "accept identity": accept_with(accept_identity), "accept newPassword": accept_with(accept_new_password),
    "accept password": accept_with(accept_password), "trigger": own_trigger, "trigger firebase": firebase,
    "trigger firebase blocking": firebase_blocking, "trigger supabase": supabase, "trigger cognito": cognito,
    "trigger cognito before": cognito_before, "import": imported,
}
IDENTITIES = ["sign-in", "sign-in-with-apple", "accept identity"]
TRIGGERS = [name for name in WAYS if name.startswith("trigger")]
SAYING = ["sign-in", "sign-in-with-apple", "accept identity", "accept newPassword"]
#: What is missing after each way in if no rule is broken: the way in has no field for it.
OPENS = {
    "sign-up": [], "accept password": ["phone", "profile/classYear"],
    **{way: ["phone", "profile/classYear"] for way in SAYING},
    **{way: ["birthDate", "consent", "profile/classYear"] for way in [*TRIGGERS, "import"]},
}


def refused(code):
    return lambda way: {"refused": code}


def missing(name):
    """The account is created, and is incomplete without it."""
    order = ["displayName", "phone", "birthDate", "consent", "profile/classYear"]
    return lambda way: {"missing": sorted({*OPENS[way], name}, key=order.index)}


def kept(way):
    return {"missing": OPENS[way]}


#: By rule: the data, and the outcome at each way in that has a field for them.
CELLS = {
    "nothing is broken": ({}, {way: kept for way in WAYS}),
    "a role that nobody can sign up in": (
        {"role": "king"},
        {**{way: refused("auth/invalid-role") for way in ["sign-up", "sign-in", "sign-in-with-apple", *TRIGGERS]},
         "import": refused("role-unknown")}),
    "an account of another role": (
        {"isInviter": True},
        {way: refused("auth/role-mismatch") for way in ["accept identity", "accept password"]}),
    "a provider that is not enabled": (
        {"provider": "facebook"},
        {way: refused("auth/provider-not-enabled") for way in ["sign-in", "accept identity", "trigger", "trigger cognito",
                                                              "trigger cognito before"]}),
    "passwords that are not enabled": (
        {"noPasswords": True},
        {way: refused("auth/provider-not-enabled") for way in ["sign-up", "accept newPassword", "accept password"]}),
    "an address of another domain": (
        {"email": "kim@gmail.com", "allowOtherEmail": True},
        {**{way: refused("auth/email-domain-not-allowed") for way in WAYS}, "import": refused("domain-not-allowed")}),
    "no address": (
        {"email": None, "allowOtherEmail": True},
        {**{way: refused("auth/email-domain-not-allowed") for way in [*IDENTITIES, *TRIGGERS]},
         "import": refused("nothing-to-sign-in-with")}),
    "an address that nothing proves": (
        {"emailVerified": False, "deliver": "link"},
        {way: refused("invitation/email-mismatch") for way in ["accept identity", "accept newPassword", "accept password"]}),
    "an address that the mailed code proves": (
        {"emailVerified": False, "deliver": "mail"},
        {way: kept for way in ["accept identity", "accept newPassword", "accept password"]}),
    "no name": (
        {"displayName": None},
        {"sign-up": refused("auth/invalid-display-name"),
         **{way: missing("displayName") for way in ["sign-in", "sign-in-with-apple", *TRIGGERS, "import"]},
         "accept identity": kept, "accept newPassword": kept}),
    "a name that mail programs make a link of": (
        {"displayName": "Kim evil.com"},
        {"sign-up": refused("auth/invalid-display-name"), "accept newPassword": refused("event/invalid"),
         **{way: missing("displayName") for way in ["sign-in", "sign-in-with-apple", *TRIGGERS, "import"]},
         "accept identity": kept}),
    "no telephone number": (
        {"phone": None},
        {"sign-up": refused("auth/invalid-phone-number"),
         **{way: missing("phone") for way in [*TRIGGERS, "import"]}}),
    "a telephone number that is none": (
        {"phone": "555"},
        {"sign-up": refused("auth/invalid-phone-number"),
         **{way: missing("phone") for way in [*TRIGGERS, "import"]}}),
    "no field that the profile needs": ({"profile": None}, {"sign-up": refused("event/invalid")}),
    "a field of the profile that breaks its schema": ({"profile": {"classYear": 9}}, {"sign-up": refused("event/invalid")}),
    "no birth date": (
        {"birthDate": None}, {"sign-up": refused("event/invalid"), **{way: missing("birthDate") for way in SAYING}}),
    "a birth date in 1800": (
        {"birthDate": "1800-01-01"}, {way: refused("event/invalid") for way in ["sign-up", *SAYING, "accept password"]}),
    "a birth date that is yet to come": (
        {"birthDate": "2999-01-01"}, {way: refused("event/invalid") for way in ["sign-up", *SAYING, "accept password"]}),
    "an age below the least": (
        {"birthDate": birthday(12), "consent": {"version": "2", "guardianEmail": "mum@example.com"}},
        {way: refused("auth/underage-user") for way in ["sign-up", *SAYING, "accept password"]}),
    "no consent": (
        {"consent": None}, {"sign-up": refused("auth/consent-required"), **{way: missing("consent") for way in SAYING}}),
    "consent to other terms": (
        {"consent": {"version": "1"}}, {way: refused("auth/consent-required") for way in ["sign-up", *SAYING, "accept password"]}),
    "a child without a guardian": (
        {"birthDate": birthday(15)},
        {way: refused("auth/parental-consent-required") for way in ["sign-up", *SAYING, "accept password"]}),
    "a child who is their own guardian": (
        {"birthDate": birthday(15), "consent": {"version": "2", "guardianEmail": "Kim+mum@KSU.edu"}},
        {way: refused("auth/parental-consent-required") for way in ["sign-up", *SAYING, "accept password"]}),
    "a child with a guardian": (
        {"birthDate": birthday(15), "consent": {"version": "2", "guardianEmail": "mum@example.com"}},
        {way: kept for way in ["sign-up", *SAYING, "accept password"]}),
}


@pytest.fixture
def world(world):
    """A trainer with a verified address, created before the rules applied."""
    world.policy({**OPEN, "roles": {**OPEN["roles"], "signUp": ["admin"]}})
    world.trainer = world.inviter()
    return world


def accounts(world):
    return world.rows("SELECT * FROM accounts WHERE email <> 'ada@example.com'")


TABLE = [(rule, way) for rule, (_, ways) in CELLS.items() for way in ways]
