# SPDX-License-Identifier: Apache-2.0
"""Invisible names, and names that mail programs turn into links: refused in events, and left out of
tokens, triggers and imports."""

import json

import pytest
from imports import APP, COLUMNS, results, row, run_import, table
from people import mails_to, policy, sign_up, verified
from smtp_servers import Recorder, inviter_named, mailbox, parsed, send
from worlds import POLICY, ROOT, id_token

LINKS = {
    "a scheme": "https://evil", "a scheme without slashes": "mailto:eve", "any scheme": "x-evil://go", "www": "www.evil",
    "an address": "eve@evil", "a full-width at sign": "eve＠evil", "a top-level domain": "evil.com", "capital letters": "EVIL.COM",
    "behind a word": "Kim evil.com!", "in brackets": "(evil.com)", "a path": "evil.com/x", "a port": "evil.com:80",
    "an ideographic stop": "evil。com", "a full-width stop": "evil．com", "a half-width stop": "evil｡com",
    "a one dot leader": "evil․com", "full-width letters": "evil.ｃｏｍ", "a U-label": "пример.рф", "an A-label": "evil.xn--p1ai",
    "an ignorable": "evil.c\u00adom", "a new domain": "evil.zip", "a second level": "evil.co.uk", "alone": "Kim .com"}
UNSEEN = {
    "Hangul fillers": "\u115f\u1160", "a Hangul letter that is a filler": "\u3164", "half-width": "\uffa0", "Braille": "\u2800",
    "zero width": "\u200b\u200d", "marks": "\u0301\u0302", "a joiner": "\u2060", "a soft hyphen and a space": "\u00ad \u00ad"}
FLAWED = {**{f"link: {kind}": (name, "link") for kind, name in LINKS.items()}, **{f"unseen: {kind}": (name, "unseen") for kind, name in UNSEEN.items()}}
#: Characters that change the direction of what follows.
TURNED = {"an override": "Kim\u202eeel", "an isolate": "Kim \u2067Lee", "LRM": "Kim\u200eLee", "RLM": "Kim\u200fLee", "ALM": "Kim\u061cLee"}
FLAWED |= {f"direction: {kind}": (name, "direction") for kind, name in TURNED.items()}
GOOD = ["J.Kim", "A.Li", "M.Wang", "Y.Ng", "K.St", "Kim J.Li", "St. John", "J.R. Smith", "Dr.Who", "Ann.Marie", "Kim (the best)", "山田。太郎",
        "می\u200cخواهم", "Zoë", "Kim: coach"]


def with_passwords(world, **sections):
    world.policy(policy(**{"roles": {"inviter": "admin", "invitee": "client", "signUp": ["admin", "client"]}, **sections}))


def message(kind, language="en"):
    return json.loads((ROOT / f"templates/messages/{language}.json").read_text())["errors"][f"auth/invalid-display-name/{kind}"]


def bad_field(answer, pointer, kind):
    [error] = answer.json["error"]["errors"]
    assert (error["pointer"], error["code"], error["userMessage"]) == (pointer, "auth/invalid-display-name", message(kind)), error


@pytest.mark.parametrize("kind", FLAWED)
def test_an_unsafe_name_is_refused_in_every_event(world, kind):
    name, flaw = FLAWED[kind]
    with_passwords(world)
    answer = sign_up(world, displayName=name)
    assert answer.code == "auth/invalid-display-name" and answer.json["error"]["userMessage"] == message(flaw)
    bad_field(answer, "/displayName", flaw)

    token = verified(world, "ada", role="admin")["accessToken"]
    answer = world.run("update-account", {"displayName": name}, token)
    assert answer.code == "auth/invalid-display-name"
    bad_field(answer, "/displayName", flaw)

    answer = send(world, token, name=name)
    assert answer.code == "event/invalid"
    bad_field(answer, "/client/name", flaw)

    invited = world.invite(token)
    answer = world.run("update-client", {"clientId": invited["client"]["id"], "name": name}, token)
    assert answer.code == "event/invalid"
    bad_field(answer, "/name", flaw)

    answer = world.run("accept-invitation", {"code": invited["code"], "newPassword": "correct horse battery", "displayName": name})
    named = [(error["pointer"], error["userMessage"]) for error in answer.json["error"]["errors"]]
    assert ("/displayName", message(flaw)) in named
    assert name not in world.dump()


@pytest.mark.parametrize("kind", FLAWED)
def test_an_unsafe_name_in_a_token_is_left_out(world, kind):
    name, _ = FLAWED[kind]
    world.run("sign-in", {"identity": {"provider": "google", "idToken": id_token(sub="a", email="a@example.com", email_verified=True, name=name)}})
    token = id_token(sub="b", iss="https://appleid.apple.com", aud="io.example.app", email="b@example.com", email_verified="true")
    answer = world.run("sign-in", {"identity": {"provider": "apple", "idToken": token, "fullName": {"givenName": name, "familyName": "Lee"}}})
    assert "session" in answer.json, answer.json
    names = {account["email"]: account["display_name"] for account in world.rows("SELECT email, display_name FROM accounts")}
    # The fallback (no name, or the local part of the address) is not part of this test.
    assert names["a@example.com"] in ("", "a")
    assert names["b@example.com"] in ("", "b") or kind.startswith("unseen"), names


@pytest.mark.parametrize("given, family", [("evil", ".com"), ("www", "x www.y"), ("Kim", "evil.com"), ("evil.com", "Lee"), ("https:", "//evil")])
def test_the_parts_of_a_name_are_checked_together(world, given, family):
    token = id_token(sub="b", iss="https://appleid.apple.com", aud="io.example.app", email="b@example.com", email_verified="true")
    world.run("sign-in", {"identity": {"provider": "apple", "idToken": token, "fullName": {"givenName": given, "familyName": family}}})
    [account] = world.rows("SELECT display_name FROM accounts")
    assert account["display_name"] in ("", "b")


def test_a_local_part_that_is_a_link_becomes_no_name(world):
    token = id_token(sub="b", email="www.evil.com@example.com", email_verified=True)
    world.run("sign-in", {"identity": {"provider": "google", "idToken": token}})
    assert world.rows("SELECT display_name FROM accounts") == [{"display_name": ""}]


@pytest.mark.parametrize("kind", FLAWED)
def test_an_unsafe_name_in_a_trigger_is_left_out(world, kind):
    name, _ = FLAWED[kind]
    with_passwords(world)
    answer = world.run("on-user-create", {"provider": "google", "subject": "s", "email": "kim@example.com", "displayName": name, "role": "client"})
    assert answer.code is None, answer.json
    assert answer.json["account"]["displayName"] in ("", "kim")


def test_an_unsafe_name_in_an_import_is_left_out_and_reported(world):
    world.policy(APP)
    names = [name for name, _ in FLAWED.values()]
    rows = [row(number, display_name=name, username="evil.com") for number, name in enumerate(names)]
    done = run_import(world, table(rows, [*COLUMNS, "display_name"]))
    # Of some unseen names nothing is left: the row has none.
    allowed = [("created", "display-name-invalid"), ("created", None)]
    assert all(found in (allowed if flaw == "unseen" else allowed[:1]) for found, (_, flaw) in zip(results(done), FLAWED.values(), strict=True))
    made = {account["display_name"] for account in world.rows("SELECT display_name FROM accounts")}
    assert not made & {*names, "evil.com"}


@pytest.mark.parametrize("name", GOOD)
def test_a_safe_name_is_kept(world, name):
    token = inviter_named(world, name)
    assert send(world, token, name=name).json["client"]["name"] == name
    assert world.run("get-account", {}, token).json["account"]["displayName"] == name


def test_an_app_may_be_named_like_a_domain(world):
    world.policy({**POLICY, "app": {"name": "Booking.com"}})
    answer = send(world, world.inviter())
    assert answer.json["invitation"]["delivery"] == "sent" and "Booking.com" in world.mails()[0].get_body(("plain",)).get_content()


@pytest.mark.parametrize("language, word", [("de", "Links"), ("es", "enlaces")])
def test_the_message_is_in_the_persons_language(world, language, word):
    with_passwords(world)
    answer = sign_up(world, displayName="evil.com", event={"acceptlanguage": language})
    assert answer.json["error"]["userMessage"] == message("link", language) and word in message("link", language)


# Mails


def test_names_that_were_stored_before_make_no_links_in_mails(world):
    token = world.inviter()
    sent = send(world, token).json
    for file in (world.maildir / "new").iterdir():
        file.unlink()
    world.rows("UPDATE accounts SET display_name = 'ada at evil.com'")
    world.rows("UPDATE clients SET name = 'https://evil.example/x'")
    world.run("resend-invitation", {"invitationId": sent["invitation"]["id"]}, token)
    [mail] = world.mails()
    parts = [mail["subject"], mail["to"], mail["reply-to"], *[mail.get_body((part,)).get_content() for part in ("plain", "html")]]
    assert "evil" not in "".join(str(part) for part in parts)


def test_the_name_of_a_device_makes_no_link_in_the_mail_about_it(world):
    with_passwords(world)
    verified(world, "kim")
    world.run("sign-in", {"email": "kim@example.com", "password": "correct horse battery", "device": {"id": "1", "name": "Pixel"}})
    device = {"id": "2", "name": "Call us: evil.com", "platform": "www.evil"}
    world.run("sign-in", {"email": "kim@example.com", "password": "correct horse battery", "device": device})
    world.run("deliver-mail")
    texts = [mail.get_body(("plain",)).get_content() for mail in mails_to(world, "kim")]
    assert any("Pixel" in text for text in texts) and not any("evil" in text for text in texts)


def test_reply_to_is_the_inviters_address_where_it_is_verified(world):
    token = world.inviter()
    with Recorder() as server:
        send(world, token, env=server.env)
        assert mailbox(parsed(server.messages[-1]), "Reply-To") == ("Ada", "ada@example.com")
    world.rows("UPDATE accounts SET email_verified = 0")
    with Recorder() as server:
        answer = send(world, token, address="lee@example.com", env=server.env)
    # A person with an unverified address may not be allowed to send; otherwise the mail has no Reply-To.
    for content in server.messages:
        mail = parsed(content)
        assert mail["Reply-To"] is None and "ada@example.com" not in mail.as_string()
    assert server.messages or answer.code == "auth/email-not-verified", answer.json
