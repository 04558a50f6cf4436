# SPDX-License-Identifier: Apache-2.0
"""Every state of the pages of a person's account."""

import json

import pyotp
from account_forms import FIELDS
from factors import FACTORS, Authenticator, code, confirm_totp, wrong_code
from members import trainer
from pages import birthday, page_policy
from passkey_forms import enroll
from people import address, age_limits, code_in, granted, mails_to, sign_in, signed_up, verified
from visitors import Visitor
from workouts import assign

CONSENT = {"version": "1", "parentalUnder": 18}


def use(world, provider=None, **sections):
    policy = page_policy(factors=FACTORS, profile={"fields": FIELDS, "username": "optional"}, **sections)
    world.env["ALLOW_INSECURE"] = "1"
    providers = {**policy["providers"], **({"company": provider.policy} if provider else {})}
    world.policy({**policy, "providers": providers})


def profile_states(world, language, text):
    """States of `account-page`."""
    use(world, consent=CONSENT)
    minor = {"birthDate": birthday(15), "consent": {"version": "1", "guardianEmail": address("mum")}}
    signed_up(world, "sam", displayName=text[:60], **minor)
    age_limits(world)
    visitor = Visitor(world, language)
    yield "account.unverified", visitor.sign_in("sam", to="/account") and visitor.get("/account")
    yield "account.verification-sent", visitor.submit("verify")
    yield "account.code-refused", visitor.submit("code", code="x")
    use(world, consent={**CONSENT, "version": "2"})
    yield "account.new-terms", visitor.get("/account")
    yield "account.guardian-refused", visitor.submit("consent", guardianEmail="x")
    use(world)
    verified(world)
    world.rows("UPDATE accounts SET profile = ? WHERE email = 'kim@example.com'", (json.dumps({"chapterId": text}),))
    visitor = Visitor(world, language)
    yield "account.shown", visitor.sign_in(to="/account")
    yield "account.refused", visitor.submit("profile", **{
        "displayName": "", "phone": "1", "username": "a b", "profile.classYear": "x", "profile.plan": "x", "profile.nickname": "longer"})
    visitor.get("/account")
    yield "account.saved", visitor.submit("profile")
    yield "account.email-refused", visitor.submit("email", email="x")
    visitor.get("/account")
    yield "account.email-sent", visitor.submit("email", email="new@example.com")
    yield "account.email-changed", visitor.submit("code", code=code_in(mails_to(world, "new")[-1]))


def security_states(world, provider, language, text):
    """States of `security-page`."""
    use(world, provider)
    verified(world, "lee")
    visitor = Visitor(world, language)
    yield "security.plain", visitor.sign_in("lee", to="/account/security")
    yield "security.password", visitor.submit("password")
    fields = {**visitor.fields("password"), "action": "unlink", "provider": "password"}
    yield "security.sure", visitor.send("POST", "/account/security", fields)
    yield "security.last-way", visitor.send("POST", "/account/security", {**fields, "sure": "yes"})
    visitor.get("/account/security")
    yield "security.name-refused", visitor.submit("enroll", name="x" * 200)
    visitor.get("/account/security")
    yield "security.enrolling", visitor.submit("enroll", name=text)
    yield "security.wrong-code", visitor.submit("confirm", code="x")
    visitor.get("/account/security?done=added")
    yield "security.passkey", visitor.submit("enroll-passkey", name=text)
    yield "security.passkey-refused", visitor.submit("confirm-passkey", credential="{}")
    for number in range(2):
        granted(sign_in(world, "lee", device={"id": f"{number}", "name": text, "platform": "ios"}))
    yield "security.recovery", enroll(visitor, text)[1]
    yield "security.full", visitor.get("/account/security?done=linked")
    visitor.submit("renew")
    yield "security.renewed", visitor.submit("renew")
    visitor.get("/account/security")
    visitor.submit("end")
    yield "security.ended", visitor.submit("end")


def factor_states(world, language):
    """States of `sign-in-page` with passkeys and other factors, after those of `security-page`."""
    other = Visitor(world, language)
    yield "sign-in.passkeys", other.get("/account/sign-in")
    yield "sign-in.passkey", other.submit("passkey")
    yield "sign-in.passkey-refused", other.submit("use-passkey", credential="{}")
    yield "sign-in.factor", other.sign_in("lee", to="/account/security")
    yield "sign-in.factor-refused", other.submit("factor", code="x")
    token = verified(world, "max")["accessToken"]
    app = confirm_totp(world, token)[1]
    other = Visitor(world, language)
    other.sign_in("max", to="/account/security")
    other.submit("factor", code=code(world, app))
    enroll(other, "", Authenticator())
    other.get("/account/security")
    page = other.submit("enroll", name="Tablet")
    [uri] = [link for link in page.parsed.links if link.startswith("otpauth:")]
    other.submit("confirm", code=pyotp.parse_uri(uri).now())
    other = Visitor(world, language)
    yield "sign-in.factors", other.sign_in("max", to="/account/security")
    yield "sign-in.factors-refused", other.submit("factor", credential="", code=wrong_code(app), factorId="x")


def workout_states(world, language, text):
    """States of `workouts-page`."""
    use(world)
    tokens = [trainer(world), trainer(world, "bob")]
    for token in tokens:
        world.invite(token, "pat")
    verified(world, "pat")
    visitor = Visitor(world, language)
    yield "workouts.invited", visitor.sign_in("pat", to="/account/workouts")
    yield "workouts.accepted", visitor.submit("accept")
    visitor.submit("accept")
    client = granted(world.run("list-clients", {}, tokens[0]))["clients"][0]
    for number in range(51):
        assign(world, tokens[0], client, f"{text} {number}", scheduledFor="2026-12-01T06:00:00Z", details={text: "3", "sets": 3})
    yield "workouts.many", visitor.get("/account/workouts")
    yield "workouts.completed", visitor.submit("complete")
    [question] = [link for link in visitor.page.parsed.links if "step=leave" in link][:1]
    yield "workouts.asked", visitor.get(question)
    yield "workouts.left", visitor.submit("leave")
    verified(world, "nora")
    visitor = Visitor(world, language)
    yield "workouts.empty", visitor.sign_in("nora", to="/account/workouts")
    fields = {"formToken": visitor.get("/account") and visitor.fields("profile")["formToken"], "action": "complete"}
    yield "workouts.refused", visitor.send("POST", "/account/workouts", fields)


def data_states(world, language):
    """States of `account-data-page`."""
    for name, rules in {"ruth": {"graceDays": 30}, "rosa": {"clientRecords": "keep"}}.items():
        use(world, deletion=rules)
        verified(world, name)
        visitor = Visitor(world, language)
        yield "data.shown", visitor.sign_in(name, to="/account/data")
        yield "data.asked", visitor.get("/account/data?step=delete")
        yield "data.done", visitor.submit("delete")
        yield "sign-in.deleted", visitor.sign_in(name)
    use(world)
    verified(world, "ivan", role="admin")
    token = granted(sign_in(world, "ivan"))["session"]["accessToken"]
    world.invite(token, "zoe")
    visitor = Visitor(world, language)
    visitor.sign_in("ivan", to="/account/data")
    visitor.get("/account/data?step=delete")
    yield "data.clients", visitor.submit("delete")


def account_states(world, provider, language, text):
    """States of the pages of a person's account, each with its name. The text is the name of whatever has one."""
    yield from profile_states(world, language, text)
    yield from security_states(world, provider, language, text)
    yield from factor_states(world, language)
    yield from workout_states(world, language, text)
    yield from data_states(world, language)
