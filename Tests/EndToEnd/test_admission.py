# SPDX-License-Identifier: Apache-2.0
"""Every way in against every rule: a cell each, kept or broken, with what comes of it."""

import csv
import datetime
import io
import json
import re
import subprocess
import time

import pytest
from conftest import BIN, KEYS, POLICY, ROOT, id_token
from people import PASSWORD, calm, code_in, granted, mails_to, signed_up

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
#: What somebody says who breaks nothing.
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


# The ways in. Each takes what somebody says and gives the answer of the function.


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
    """An invitation of somebody else's, whoever accepts it."""
    email = said.get("invited", "kim@ksu.edu")
    client = {"name": said.get("clientName", "Kim"), "email": email}
    data = {"client": client, "deliver": deliver, "allowOtherEmail": said.get("allowOtherEmail", False)}
    rules = json.loads((world.folder / "policy.json").read_text())
    # The trainer has been in since before the rules.
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

#: What each way in leaves open where nothing is broken: it cannot ask for that.
OPENS = {
    "sign-up": [], "accept password": ["phone", "profile/classYear"],
    **{way: ["phone", "profile/classYear"] for way in SAYING},
    **{way: ["birthDate", "consent", "profile/classYear"] for way in [*TRIGGERS, "import"]},
}


def refused(code):
    return lambda way: {"refused": code}


def missing(name):
    """The way in lets them in, and the account is not let further without it."""
    order = ["displayName", "phone", "birthDate", "consent", "profile/classYear"]
    return lambda way: {"missing": sorted({*OPENS[way], name}, key=order.index)}


def kept(way):
    return {"missing": OPENS[way]}


#: By rule: what is said, and the outcome at each way in where it can be said.
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
    """A trainer whose address is verified, from before the rules."""
    world.policy({**OPEN, "roles": {**OPEN["roles"], "signUp": ["admin"]}})
    world.trainer = world.inviter()
    return world


def prepare(world, way, facts):
    """Whoever accepts with an account has one from before the rules."""
    world.policy(OPEN)
    role = "admin" if facts.get("isInviter") else "client"
    email = facts.get("email", GOOD["email"])
    if way == "accept password":
        made = signed_up(world, email, role=role, displayName="Kim")
        calm(world)
        if facts.get("emailVerified", True):
            granted(world.run("verify-email", {"code": code_in(mails_to(world, email)[-1])}))
        world.kim = made
    elif facts.get("isInviter"):
        granted(world.run("sign-in", {"identity": {"provider": "google", "idToken": token(GOOD)}, "as": role}))
    policy = STRICT
    if facts.get("noPasswords"):
        policy = {**STRICT, "providers": {k: v for k, v in STRICT["providers"].items() if k != "password"}}
    world.policy(policy)


def outcome(world, way, answer):
    """What came of it: `refused` with its code, or `missing`."""
    if way == "import":
        reasons = answer.get("reason", "")
        return {"refused": reasons} if answer["result"] == "skipped" else {"missing": standing(world)}
    error = answer.json.get("error")
    if way == "trigger supabase":
        codes = {403: "auth/email-domain-not-allowed", 422: "auth/invalid-role"}
        return {"refused": codes[error["http_code"]]} if error else {"missing": standing(world)}
    if way == "trigger firebase blocking":
        return {"refused": refusals(world)[-1]} if error else {"missing": standing(world)}
    if way.startswith("trigger cognito") and "errorType" in answer.json:
        return {"refused": answer.json["errorType"]}
    if error:
        return {"refused": error["code"]}
    if way == "trigger cognito before":
        return {"missing": OPENS[way] if not accounts(world) else "an account was made"}
    return {"missing": answer.json["missing"] if "missing" in answer.json else standing(world)}


def refusals(world):
    return [row["code"] for row in world.rows("SELECT code FROM audit WHERE action = 'refused' ORDER BY at, id")]


def accounts(world):
    return world.rows("SELECT * FROM accounts WHERE email <> 'ada@example.com'")


def standing(world):
    """What the newest account is missing, as it learns at its first sign-in."""
    [account] = accounts(world)
    found = world.rows("SELECT provider, subject FROM identities WHERE account_id = ?", (account["id"],))
    provider, sub = found[0].values() if found else ("google", "kim")
    issuers = {
        "apple": ("https://appleid.apple.com", "io.example.app"), "google": ("https://accounts.google.com", "app"), "firebase": ("https://securetoken.google.com/my-project", "my-project"),
        "supabase": ("https://x.supabase.co/auth/v1", "authenticated"), "pool": (POOL, "pool")}
    iss, aud = issuers[provider]
    identity = {"provider": provider, "idToken": id_token(iss=iss, aud=aud, sub=sub, email=account["email"], email_verified=True)}
    return granted(world.run("sign-in", {"identity": identity}))["missing"]


TABLE = [(rule, way) for rule, (_, ways) in CELLS.items() for way in ways]


@pytest.mark.parametrize("rule, way", TABLE, ids=[f"{way}: {rule}" for rule, way in TABLE])
def test_each_rule_holds_at_each_way_in(world, rule, way):
    facts, expected = CELLS[rule][0], CELLS[rule][1][way](way)
    prepare(world, way, facts)
    if way == "trigger cognito before" and "missing" in expected:
        expected = {"missing": OPENS[way]}
    answer = WAYS[way](world, {**GOOD, **facts})
    assert outcome(world, way, answer) == expected, answer
    if "refused" in expected:
        known = [] if way != "accept password" and not facts.get("isInviter") else accounts(world)[:1]
        assert accounts(world) == known
        assert all(row["status"] == "pending" for row in world.rows("SELECT status FROM invitations"))


def test_every_way_in_has_its_row():
    """Whoever makes accounts goes through the admission, and stands in the table."""
    sources = {path: path.read_text() for path in (ROOT / "Sources").rglob("*.swift")}
    admitting = {path.stem for path, text in sources.items() if re.search(r"\.admission\(\s*of:", text)}
    assert admitting == {"SignUp", "SignIn", "InvitedAccount", "OnUserCreate", "Decision"}
    writing = {path.stem for path, text in sources.items() if re.search(r"INSERT INTO accounts|rows\.insert\(account\)", text)}
    assert writing == {"AccountRows", "Admission", "Decision"}
    triggers = {path.stem for path in (ROOT / "Sources/Functions/Triggers").glob("*.swift")} - {"Trigger"}
    assert triggers == {"CognitoTrigger", "FirebaseTrigger", "SupabaseHook"}
    every = {way for _, ways in CELLS.values() for way in ways}
    assert every == set(WAYS) and all(len([1 for _, ways in CELLS.values() if way in ways]) >= 6 for way in WAYS)


def test_a_broken_rule_is_named_where_the_event_has_it(world):
    world.policy(STRICT)
    said = {**GOOD, "email": "kim@gmail.com"}
    for function, place in ((sign_in, "/identity/idToken"), (sign_in_with_apple, "/identity_token"), (sign_up, "/email")):
        assert [error["pointer"] for error in function(world, said).json["error"]["errors"]] == [place]


def test_the_first_rule_that_is_broken_gives_the_code_and_each_has_its_field(world):
    world.policy(STRICT)
    answer = sign_up(world, {
        "email": "kim@gmail.com", "displayName": None, "phone": "555", "profile": {"classYear": 9}, "role": "king",
        "birthDate": birthday(12), "consent": {"version": "1"}})
    assert answer.code == "auth/invalid-role"
    assert [(error["pointer"], error["code"]) for error in answer.json["error"]["errors"]] == [
        ("/role", "auth/invalid-role"), ("/email", "auth/email-domain-not-allowed"),
        ("/displayName", "auth/invalid-display-name"), ("/phone", "auth/invalid-phone-number"),
        ("/profile/classYear", "event/invalid"), ("/birthDate", "auth/underage-user"),
        ("/consent/version", "auth/consent-required")]


# Too young, and another date


@pytest.mark.parametrize("second", ["sign-up", "sign-in", "sign-in-with-apple", "accept newPassword", "accept identity", "trigger"])
def test_another_birth_date_does_not_get_in_for_a_day(world, second):
    world.policy(STRICT)
    assert sign_up(world, {**GOOD, "birthDate": birthday(12)}).code == "auth/underage-user"
    assert WAYS[second](world, GOOD).code == "auth/underage-user"
    world.age("underage_refusals", "expires_at", 24 * 3600 + 60)
    if not second.startswith("accept"):
        assert WAYS[second](world, GOOD).code is None


def test_the_day_counts_from_the_first_refusal_and_ends_when_the_policys_age_falls(world):
    world.policy(STRICT)
    sign_up(world, {**GOOD, "birthDate": birthday(12)})
    first = world.rows("SELECT * FROM underage_refusals")
    sign_up(world, {**GOOD, "birthDate": birthday(11)})
    assert world.rows("SELECT * FROM underage_refusals") == first
    world.policy({**STRICT, "consent": {**STRICT["consent"], "minimumAge": 10}})
    assert sign_up(world, {**GOOD, "birthDate": birthday(12), "consent": {"version": "2", "guardianEmail": "mum@example.com"}}).code is None


def test_a_device_and_an_identity_are_known_again(world):
    world.policy(STRICT)
    device = {"device": {"id": "phone-1"}}
    assert sign_up(world, {**GOOD, "birthDate": birthday(12), **device}).code == "auth/underage-user"
    other = {**GOOD, "email": "lee@ksu.edu"}
    assert sign_up(world, {**other, **device}).code == "auth/underage-user"
    assert sign_up(world, other).code is None
    assert sign_in(world, {**GOOD, "email": "new@ksu.edu", "birthDate": birthday(12)}).code == "auth/underage-user"
    assert sign_in(world, {**GOOD, "email": "newer@ksu.edu"}).code == "auth/underage-user"


def test_what_is_remembered_of_the_young_names_nobody(world):
    world.policy(STRICT)
    sign_up(world, {**GOOD, "birthDate": birthday(12), "device": {"id": "phone-1"}})
    assert len(world.rows("SELECT * FROM underage_refusals")) == 2
    assert "kim@ksu.edu" not in str(world.rows("SELECT * FROM underage_refusals")) and "phone-1" not in world.dump()


def test_an_account_that_turns_out_to_be_too_young_is_deleted_with_its_ties(world):
    world.policy(STRICT)
    accepted = granted(WAYS["accept newPassword"](world, {**GOOD, "birthDate": None}))
    token = accepted["session"]["accessToken"]
    assert world.run("complete-account", {"birthDate": birthday(12)}, token).code == "auth/underage-user"
    assert accounts(world) == [] and world.rows("SELECT account_id FROM clients") == [{"account_id": None}]
    assert world.run("get-account", {}, token).code == "auth/session-revoked"
    assert sign_up(world, GOOD).code == "auth/underage-user"


def test_a_trigger_names_its_own_field_where_there_is_no_address(world):
    world.policy({**OPEN, "email": DOMAIN_RULE})
    answer = world.run("on-user-create", {"provider": "google", "subject": "kim", "role": "client"})
    assert [error["pointer"] for error in answer.json["error"]["errors"]] == ["/email"]


def test_whoever_may_accept_with_any_address_does_not_find_out_in_numbers_which_have_an_account(world):
    world.policy({**OPEN, "limits": {"signIn": {"max": 3, "seconds": 900}}})
    signed_up(world, "lee@ksu.edu")
    code = invited(world, {"allowOtherEmail": True}, "link")
    world.policy({**OPEN, "limits": {"signIn": {"max": 3, "seconds": 900}}})
    ask = lambda address, ip: world.run(
        "accept-invitation", {"code": code, "newPassword": PASSWORD, "email": address}, clientip=ip).code
    assert [ask("lee@ksu.edu", "192.0.2.1") for _ in range(4)] == 3 * ["auth/email-already-in-use"] + ["auth/too-many-requests"]
    assert ask("other@ksu.edu", "192.0.2.1") == "auth/too-many-requests"
    assert ask("other@ksu.edu", "192.0.2.2") is None
