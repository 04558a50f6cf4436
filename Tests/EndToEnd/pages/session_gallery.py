# SPDX-License-Identifier: Apache-2.0
"""Every state of the pages of a browser's session."""

from account_gallery import account_states
from client_lists import RULES, every_state, invite, links
from pages import page_policy
from people import PASSWORD, code_in, granted, mails_to, verified
from visitors import Visitor
from worlds import person


def use(world, provider, **sections):
    policy = page_policy(**sections)
    world.env["ALLOW_INSECURE"] = "1"
    world.policy({**policy, "providers": {**policy["providers"], "company": provider.policy}})


def inviter(world):
    return granted(world.run("sign-in", {"identity": person("ada"), "as": "admin"}))["session"]["accessToken"]


def invitation(world):
    """The code of a mailed invitation."""
    granted(world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, inviter(world)))
    return code_in(mails_to(world, "kim")[-1])


def sign_in_states(world, provider, language):
    """States of the pages on which people sign in, sign up and accept, each with its name."""
    use(world, provider)
    code = invitation(world)
    verified(world, "lee")
    visitor = Visitor(world, language)
    yield "sign-in.asked", visitor.get("/account/sign-in?return=/clients")
    yield "sign-in.refused", visitor.submit("password", email="lee@", password="x")
    yield "sign-in.wrong-password", visitor.submit("password", email="lee@example.com", password="wrong horse")
    visitor.get("/account/sign-in")
    yield "sign-in.code", visitor.submit("code", email="lee@example.com")
    yield "sign-in.code-refused", visitor.submit("use-code", code="ABCD-EFGH")
    visitor.get("/account/sign-in")
    yield "leaving", visitor.submit("provider", provider="company")
    yield "oauth-callback.ended", visitor.send("GET", "/oauth/callback", {"code": "x", "state": "y"})
    yield "accept.asked", visitor.get(f"/invite/accept?code={code}")
    yield "accept.weak", visitor.submit("new", newPassword="kim", displayName="Kim")
    yield "accept.wrong-password", visitor.submit("password", email="kim@example.com", password="wrong horse")
    yield "sign-out.done", visitor.get("/account/sign-out")
    yield "next.ready", visitor.sign_in("lee", to="")
    yield "accept.signed-in", visitor.get(f"/invite/accept?code={code}")
    yield "accept.refused", visitor.submit("accept")
    yield "sign-out.asked", visitor.get("/account/sign-out")
    fields = {"year": {"type": "integer", "x-required": True}, "team": {"enum": ["red", "blue"]}, "news": {"type": "boolean"}}
    use(world, provider, profile={"username": "optional", "phone": "required", "fields": fields},
        consent={"version": "1", "minimumAge": 13, "parentalUnder": 16})
    yield "next.incomplete", visitor.get("/account/next")
    visitor.get("/account/sign-up")
    yield "sign-up.asked", visitor.page
    yield "sign-up.refused", visitor.submit("sign-up", email="x", password="x", displayName="", **{"profile.year": "x"})
    yield from accepting_states(world, provider, language, code)


def accepting_states(world, provider, language, code):
    """An invitation by link waits until the address is proven; one by mail is accepted at once."""
    use(world, provider)
    visitor = Visitor(world, language)
    visitor.get(f"/invite/accept?code={code}")
    yield "next.accepted", visitor.submit("new", newPassword=PASSWORD, displayName="Kim")
    visitor = Visitor(world, language)
    yield "accept.over", visitor.get(f"/invite/accept?code={code}")
    link = code_of_link(world)
    visitor.get(f"/invite/accept?code={link}")
    yield "accept.by-link", visitor.page
    yield "next.unverified", visitor.submit("new", newPassword=PASSWORD, email="max@example.com", displayName="Max")


def code_of_link(world):
    """The code of an invitation by link."""
    event = {"client": {"name": "Max", "email": "max@example.com"}, "deliver": "link"}
    return granted(world.run("send-invitation", event, inviter(world)))["link"].split("code=")[1]


#: Names as long as real ones, and what became of their invitations.
CLIENTS = {
    "Maximilian Schneider-Hoffmann": "accepted", "María Fernanda Castellanos": "bounced", "Christopher Montgomery": "pending",
    "Anna-Katharina Müller": "expired", "Kim Lee": "accepted", "Yusuf Öztürk": "declined", "Zoë van den Berg": "pending",
    "Jonas Weber": "revoked", "Priya Raman": "accepted", "Søren Kierkegaard": "pending", "Eva Novák": "left", "Ada Lovelace": "pending",
}


def list_states(world, language, clients=CLIENTS):
    """States of the list of a dozen clients, and of their team."""
    world.policy({**RULES, "teams": "on", "invitation": {"roles": ["client", "admin"]}})
    verified(world, "ada", role="admin", displayName="Ada Byron")
    visitor = Visitor(world, language)
    visitor.sign_in("ada", to="/clients")
    for number, (name, state) in enumerate(clients.items()):
        email = f"client{number}@example.com"
        invite(visitor, name, email=email)
        outcome = {"accepted": "status = 'accepted', accepted_at = sent_at", "bounced": "delivery = 'bounced'",
                   "declined": "status = 'declined'", "revoked": "status = 'revoked'", "left": "status = 'accepted', accepted_at = sent_at"}
        if state in outcome:
            world.rows(f"UPDATE invitations SET {outcome[state]} WHERE email = '{email}'")
        if state == "bounced":
            world.rows(f"UPDATE outbox SET outcome = 'bounced', outcome_reason = 'address' WHERE recipient = '{email}'")
        if state == "expired":
            world.age("invitations", "expires_at", 60 * 86_400, f"email = '{email}'")
    yield "clients.dozen", visitor.get("/clients")
    yield "clients.undelivered", visitor.get("/clients?undelivered=yes")
    yield "clients.not-found", visitor.get("/clients?query=nobody")
    yield "clients.report-of-a-dozen", visitor.get("/clients?view=report")
    yield "client.undelivered", visitor.get(client_url(visitor, "María Fernanda"))
    yield "clients.team", visitor.get("/clients?view=team")
    yield from states_with_others(world, visitor)


def client_url(visitor, name):
    [url] = {href for href, text in links(visitor.get("/clients")) if text.startswith(name)}
    return url


def states_with_others(world, visitor):
    """States in which other people have done something: accepted, joined the team, asked to join."""
    trainer = inviter(world)
    for name, more in (("Lea Vogt", {}), ("Bob Byron", {"role": "admin", "teamRole": "member"})):
        email = f"{name.split()[0].lower()}@example.com"
        event = {"client": {"name": name, "email": email}, "deliver": "link", **more}
        code = granted(world.run("send-invitation", event, trainer))["link"].split("code=")[1]
        granted(world.run("accept-invitation", {"code": code, "identity": person(email.split("@")[0])}))
    link = granted(world.run("create-join-link", {"name": "Course", "approval": True}, trainer))["joinLink"]
    for name in ("mia", "noah"):
        granted(world.run("accept-invitation", {"code": link["link"].split("code=")[1], "identity": person(name)}))
    yield "client.accepted", visitor.get(client_url(visitor, "Lea Vogt"))
    yield "members.shown", visitor.get("/members")
    yield "clients.requests", visitor.get("/clients?view=requests")
    yield "clients.team-of-two", visitor.get("/clients?view=team")


def inviter_states(world, language):
    """States of the pages of an inviter, who begins without clients."""
    world.policy(RULES)
    verified(world, "ada", role="admin", displayName="Ada Byron")
    for name, page in every_state(world, language).items():
        yield name if name.startswith(("client.", "members.")) or name == "client" else f"clients.{name}", page


def session_states(new_world, provider, language, text):
    """Every state of every page of a browser's session. Worlds do not share their people."""
    yield from sign_in_states(new_world(), provider, language)
    yield from account_states(new_world(), provider, language, text)
    yield from inviter_states(new_world(), language)
    yield from list_states(new_world(), language)
