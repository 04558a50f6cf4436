# SPDX-License-Identifier: Apache-2.0
"""Every spelling of a domain is one address: compared, counted, suppressed and mailed as it is in ASCII (UTS 46)."""

import random
import subprocess
import unicodedata

import idna
import pytest
from doctor import findings
from imports import APP, row, run_import, table
from mail_commands import listed
from operators import lines
from people import PASSWORD, policy, sign_in, sign_up, signed_up, verified
from smtp_servers import Recorder, delivery, parsed, send
from unsubscribing import suppressions, token_of
from worlds import BIN, ENGINE, POLICY, id_token

FULL_WIDTH = "victim@ｅxample.com"
SPELLINGS = [
    FULL_WIDTH, "Victim@ＥＸＡＭＰＬＥ．ＣＯＭ", "victim@example。com", "victim@example｡com", "victim@exam\u00adple.com",
    "victim@exam\u200bple.com", "victim@\u2060example.com", "victim@example.com\ufe0f"]


def with_passwords(world, **sections):
    world.policy(policy(**{"roles": {"signUp": ["admin", "client"]}, **sections}))


# Mails


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_an_unsubscribed_address_gets_no_invitation_at_another_spelling(world, spelling):
    ada, bob = world.inviter("ada"), world.inviter("bob")
    send(world, ada, address="victim@example.com")
    assert "message" in world.run("unsubscribe", {"token": token_of(world.mails()[-1])}).json
    answer = send(world, bob, address=spelling)
    assert answer.json["invitation"]["delivery"] == "failed" and delivery(world, bob) == ["failed"], answer.json
    assert len(world.mails()) == 1


def test_unsubscribing_at_one_spelling_applies_to_the_usual_one(world):
    send(world, world.inviter("ada"), address=FULL_WIDTH)
    world.run("unsubscribe", {"token": token_of(world.mails()[-1])})
    assert suppressions(world) == {"victim@example.com": "unsubscribed"}
    assert send(world, world.inviter("bob"), address="victim@example.com").json["invitation"]["delivery"] == "failed"


@pytest.mark.parametrize("spelling, mailed", [
    (FULL_WIDTH, "victim@example.com"), ("victim@example。com", "victim@example.com"),
    ("kim@EXÄMPLE.de", "kim@xn--exmple-cua.de"), ("kim@xn--exmple-cua.de", "kim@xn--exmple-cua.de")])
def test_a_mail_goes_to_the_domain_in_ascii(world, spelling, mailed):
    with Recorder() as server:
        answer = send(world, world.inviter(), address=spelling, env=server.env)
    assert answer.json["invitation"]["delivery"] == "sent", answer.json
    assert server.said("RCPT") == [f"RCPT TO:<{mailed}>\r\n".encode()]
    assert parsed(server.messages[0])["To"].addresses[0].addr_spec == mailed


def test_mails_are_found_by_every_spelling(world):
    send(world, world.inviter(), address=FULL_WIDTH)
    send(world, world.inviter("bob"), address="victim@example.com")
    for spelling in ["victim@example.com", *SPELLINGS]:
        assert len(listed(world, "--to", spelling)) == 2, spelling
    assert listed(world, "--to", "victim@example.org") == []


# Clients and limits


def test_a_client_at_another_spelling_is_the_same_client(world):
    token = world.inviter()
    send(world, token, address="victim@example.com")
    for spelling in SPELLINGS:
        assert send(world, token, address=spelling).code == "client/duplicate"
    answer = world.run("send-invitation", {"deliver": "link", "clients": [
        {"name": "Kim", "email": "kim@exämple.de"}, {"name": "Kim", "email": "kim@xn--exmple-cua.de"}]}, token)
    assert [result.get("error", {}).get("code") for result in answer.json["results"]] == [None, "client/duplicate"]


def test_spellings_count_towards_one_limit(world):
    with_passwords(world, limits={"resetPassword": {"max": 2, "seconds": 900}, "verifyEmail": {"max": 2, "seconds": 900}})
    for function in ("reset-password", "verify-email"):
        answers = [world.run(function, {"email": spelling}).code for spelling in ("victim@example.com", *SPELLINGS[:2])]
        assert answers[-1] == "auth/too-many-requests", (function, answers)


def test_guesses_at_every_spelling_count_for_one_account(world):
    with_passwords(world, limits={"signInAccount": {"max": 3, "seconds": 900}})
    signed_up(world, "victim")
    for spelling in ("victim@example.com", *SPELLINGS[:2]):
        assert sign_in(world, spelling, "a wrong one").code in ("auth/invalid-credential", "auth/wrong-password")
    assert sign_in(world, "victim@example.com", PASSWORD).code == "auth/too-many-requests"


# Accounts


def test_every_spelling_signs_in_to_the_same_account(world):
    with_passwords(world)
    verified(world, "victim")
    for spelling in SPELLINGS:
        assert sign_up(world, spelling).code == "auth/email-already-in-use"
        assert sign_in(world, spelling).json["account"]["email"] == "victim@example.com"


def test_an_address_is_displayed_as_it_was_typed(world):
    with_passwords(world)
    assert signed_up(world, FULL_WIDTH)["account"]["email"] == FULL_WIDTH
    assert send(world, world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"], address="kim@exämple.de").json["client"]["email"] == "kim@exämple.de"


def test_an_invitation_is_accepted_with_another_spelling_of_its_address(world):
    code = world.invite(world.inviter(), client={"name": "Kim", "email": FULL_WIDTH})["code"]
    assert "session" in world.accept(code, "victim").json


def test_an_identity_at_another_spelling_is_linked_to_the_account(world):
    token = id_token(sub="a", email="kim@exämple.de", email_verified=True, name="Kim")
    one = world.run("sign-in", {"identity": {"provider": "google", "idToken": token}}).json["account"]
    token = id_token(iss="https://appleid.apple.com", aud="io.example.app", sub="b", email="kim@xn--exmple-cua.de", email_verified=True)
    assert world.run("sign-in", {"identity": {"provider": "apple", "idToken": token}}).json["account"]["id"] == one["id"]


def test_a_domain_in_the_policy_matches_every_spelling(world):
    with_passwords(world, email={"allowedDomains": ["KSU.edu", "münchen.de"]})
    for good in ("a@ksu.edu", "b@ｋsu。edu", "c@xn--mnchen-3ya.de", "d@MÜNCHEN.de"):
        assert "session" in sign_up(world, good).json, good
    for bad in ("a@ksu.edu.example.com", "b@kksu.edu", "c@munchen.de"):
        assert sign_up(world, bad).code == "auth/email-domain-not-allowed"


@pytest.mark.parametrize("bad", [
    "kim@xn--a.de", "kim@a\u200db.de", "kim@a_ü.de", "kim@℀.de", "kim@אa.de", "kim@ü..de", f"kim@{'ü' * 60}.de", "kim@ü\u202e.de",
    "kim@😀.de", "kim@xn--zzzzz99999999.de"])
def test_an_address_whose_domain_cannot_be_mapped_is_invalid(world, bad):
    with_passwords(world)
    answer = sign_up(world, bad)
    assert answer.code == "auth/invalid-email" and answer.json["error"]["errors"][0]["pointer"] == "/email"
    token = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
    answer = send(world, token, address=bad)
    [error] = answer.json["error"]["errors"]
    assert (error["pointer"], error["code"]) == ("/client/email", "auth/invalid-email")


# The mapping


def expected(domain):
    try:
        mapped = idna.encode(domain, uts46=True, transitional=False).decode()
    except (idna.IDNAError, UnicodeError):
        return None
    return None if mapped.endswith(".") or "." not in mapped else mapped


def domains():
    chosen = random.Random(5)
    points = [chr(point) for point in range(0xA1, 0x30000) if unicodedata.category(chr(point)) not in ("Cn", "Cs", "Cc", "Co", "Zl", "Zp")]
    for point in chosen.sample(points, 1500):
        yield f"a{point}b.de"
        yield f"{point}.de"
    for _ in range(1000):
        script = chosen.choice(["äöüßÄÖÜẞ-", "абвгдАБ", "אבג1", "ابتی\u200c٣", "ａｂＣ。．", "कखग\u094d\u200d", "例え・カタ", "βόλοςΣ",
            "a\u00ad\u200b\u2060", "l·ŀ"])
        yield "".join(chosen.choice(script) for _ in range(chosen.randint(1, 7))) + ".de"
    for text in ("münchen", "例え", "faß", "лена", "دانش"):
        yield f"xn--{text.encode('punycode').decode()}.de"
        yield f"XN--{text.encode('punycode').decode().upper()}.de"
        yield f"xn--{text.encode('punycode').decode()}x.de"


def test_domains_are_mapped_as_python_idna_maps_them(world):
    """PyPI's idna has a newer Unicode version than libidn2: a character that libidn2 does not know is refused, never mapped differently."""
    world.policy(APP)
    everything = list(dict.fromkeys(domains()))
    done = run_import(world, table([row(n, email=f"k{n}@{domain}") for n, domain in enumerate(everything)]))
    assert done.status == 0, done.stderr
    keys = dict(found["email_key"].split("@") for found in world.rows("SELECT email_key FROM passwords"))
    refused = 0
    for number, domain in enumerate(everything):
        ours, foreign = keys.get(f"k{number}"), expected(domain)
        assert ours == foreign or ours is None, (domain.encode("unicode_escape"), ours, foreign)
        refused += ours != foreign
    assert refused < len(everything) / 100 and len(keys) > 1500, (refused, len(keys))


@pytest.mark.skipif(ENGINE != "sqlite", reason="libpq brings it along")
def test_ascii_domains_do_not_load_the_library(world):
    """libidn2 is loaded with dlopen at first use."""
    trace = world.folder / "trace"
    event = b'{"data": {"email": "kim@example.com", "password": "correct horse battery"}}'
    with_passwords(world)
    subprocess.run([BIN / "sign-in"], input=event, env={**world.env, "LD_DEBUG": "files", "LD_DEBUG_OUTPUT": str(trace)}, capture_output=True, cwd=world.folder)
    seen = "".join(file.read_text(errors="replace") for file in world.folder.glob("trace*"))
    assert "libc.so.6" in seen and "libidn2" not in seen


# Upgrading


def test_doctor_lists_rows_whose_addresses_became_equal(world):
    with_passwords(world)
    one, other = [verified(world, f"{name}@example.com")["account"]["id"] for name in ("kim", "lee")]
    assert "addresses" not in findings(world)
    # As an earlier release kept them.
    world.rows("UPDATE accounts SET email = 'kim@exämple.de', email_key = 'kim@exämple.de' WHERE id = ?", (one,))
    world.rows("UPDATE accounts SET email = 'kim@xn--exmple-cua.de', email_key = 'kim@xn--exmple-cua.de' WHERE id = ?", (other,))
    [(state, message, advice)] = findings(world)["addresses"]
    assert state == "trouble" and one in message and "kim@exämple.de" in message and "1 of accounts" in message
    assert "vestibule migrate" in advice


# Gmail: dots, a part after a plus sign and the domain's other name make no other mailbox


MAILBOX = ["kim.lee@gmail.com", "KimLee+pfa@gmail.com", "k.imlee@googlemail.com"]


@pytest.mark.parametrize("address", MAILBOX)
def test_an_invitation_to_a_gmail_address_is_accepted_with_another_spelling_of_it(world, address):
    code = world.invite(world.inviter(), client={"name": "Kim", "email": "kimlee@gmail.com"})["code"]
    token = id_token(sub="kim", email=address, email_verified=True, name="Kim")
    answer = world.run("accept-invitation", {"code": code, "identity": {"provider": "google", "idToken": token}})
    assert answer.json["account"]["email"] == address
    assert answer.json["client"]["email"] == "kimlee@gmail.com"


def test_an_invitation_to_another_mailbox_at_gmail_is_not_accepted(world):
    code = world.invite(world.inviter(), client={"name": "Kim", "email": "kimlee@gmail.com"})["code"]
    for address in ("kimleee@gmail.com", "kim-lee@gmail.com", "kimlee@gmail.example"):
        token = id_token(sub=address, email=address, email_verified=True, name="Kim")
        answer = world.run("accept-invitation", {"code": code, "identity": {"provider": "google", "idToken": token}})
        assert answer.code == "invitation/email-mismatch", address


def test_an_invitation_waits_for_every_spelling_of_a_gmail_address(world):
    world.invite(world.inviter(), client={"name": "Kim", "email": "Kim.Lee@googlemail.com"})
    token = id_token(sub="kim", email="kimlee+a@gmail.com", email_verified=True, name="Kim")
    signed_in = world.run("sign-in", {"identity": {"provider": "google", "idToken": token}}).json
    assert signed_in["account"]["role"] == "client"
    [waiting] = signed_in["invitations"]
    access = signed_in["session"]["accessToken"]
    assert "client" in world.run("accept-invitation", {"invitationId": waiting["id"]}, access).json


def test_a_client_at_another_spelling_of_a_gmail_address_is_the_same_client(world):
    token = world.inviter()
    send(world, token, address="kimlee@gmail.com")
    for address in MAILBOX:
        assert send(world, token, address=address).code == "client/duplicate"
    answer = world.run("send-invitation", {"deliver": "link", "clients": [
        {"name": "Lee", "email": "l.ee@gmail.com"}, {"name": "Lee", "email": "lee@googlemail.com"}]}, token)
    assert [result.get("error", {}).get("code") for result in answer.json["results"]] == [None, "client/duplicate"]


def test_an_unsubscribed_gmail_address_gets_no_invitation_at_another_spelling(world):
    send(world, world.inviter("ada"), address="kim.lee+x@gmail.com")
    world.run("unsubscribe", {"token": token_of(world.mails()[-1])})
    assert suppressions(world) == {"kimlee@gmail.com": "unsubscribed"}
    assert send(world, world.inviter("bob"), address="kimlee@googlemail.com").json["invitation"]["delivery"] == "failed"


def test_spellings_of_a_gmail_address_count_towards_one_limit(world):
    with_passwords(world, limits={
        "resetPassword": {"max": 2, "seconds": 900}, "verifyEmail": {"max": 2, "seconds": 900},
        "inviteRecipient": {"max": 1, "seconds": 900}, "verifyEmailPause": {"max": 9, "seconds": 900}})
    for function in ("reset-password", "verify-email"):
        answers = [world.run(function, {"email": address}).code for address in MAILBOX]
        assert answers == [None, None, "auth/too-many-requests"], function
    token = world.sign_in("ada", **{"as": "admin"})["session"]["accessToken"]
    invitation = send(world, token, address=MAILBOX[0]).json["invitation"]
    world.run("revoke-invitation", {"invitationId": invitation["id"]}, token)
    assert send(world, token, address=MAILBOX[1]).code == "auth/too-many-requests"


def test_accounts_at_two_spellings_of_a_gmail_address_are_two_accounts(world):
    with_passwords(world)
    for address in MAILBOX:
        assert "account" in sign_up(world, address).json
        assert sign_in(world, address).json["account"]["email"].lower() == address.lower()
    assert sign_in(world, "kimlee@gmail.com").code == "auth/invalid-credential"
    assert sign_up(world, "kim.lee@gmail.com").code == "auth/email-already-in-use"
    assert "account" in sign_up(world, "kimlee@gmail.com").json


def test_an_invitation_to_a_gmail_account_that_is_being_deleted_is_not_offered(world):
    world.policy({**POLICY, "deletion": {"graceDays": 7}})
    code = world.invite(world.inviter(), client={"name": "Kim", "email": "kimlee@gmail.com"})["code"]
    token = id_token(sub="kim", email="kim.lee@gmail.com", email_verified=True, name="Kim")
    kim = world.run("sign-in", {"identity": {"provider": "google", "idToken": token}}).json["session"]["accessToken"]
    assert "deletesAt" in world.run("delete-account", {}, kim).json
    assert world.run("preview-invitation", {"code": code}).code == "invitation/not-found"
    lines(world, "account", "restore", "kim.lee@gmail.com")
    assert "inviter" in world.run("preview-invitation", {"code": code}).json


def test_an_erased_gmail_address_that_an_earlier_release_hashed_stays_suppressed(world):
    kim = id_token(sub="kim", email="kim.lee@gmail.com", email_verified=True, name="Kim")
    world.run("sign-in", {"identity": {"provider": "google", "idToken": kim}})
    ada = world.inviter("ada")
    send(world, ada, address="kim.lee@gmail.com")
    world.run("unsubscribe", {"token": token_of(world.mails()[-1])})
    # Earlier releases hashed the key of the address, which `erase` gets from the row.
    world.rows("UPDATE suppressions SET address_key = 'kim.lee@gmail.com'")
    world.rows("UPDATE clients SET email_key = 'kim.lee@gmail.com', account_id = (SELECT id FROM accounts WHERE email = 'kim.lee@gmail.com')")
    lines(world, "account", "delete", "kim.lee@gmail.com", "--now")
    [key] = suppressions(world)
    assert key.startswith("erased:")
    assert send(world, world.inviter("bob"), address="kim.lee@gmail.com").json["invitation"]["delivery"] == "failed"
    assert lines(world, "suppression", "remove", "kim.lee@gmail.com")[0]["address"] == "kimlee@gmail.com"
    assert suppressions(world) == {}


def test_mails_to_a_gmail_address_are_found_by_every_spelling(world):
    send(world, world.inviter(), address="kim.lee@gmail.com")
    assert [len(listed(world, "--to", address)) for address in MAILBOX] == [1, 1, 1]
