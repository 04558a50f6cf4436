# SPDX-License-Identifier: Apache-2.0
"""What a thief tries through the routes for clients of Supabase Auth."""

import base64
import hashlib
import re
import secrets
import urllib.parse
from concurrent.futures import ThreadPoolExecutor

import jwt
import pytest
from factors import confirm_totp
from operators import vestibule
from pages import see
from people import age_limits, mails_to, sign_in
from people import code_in as code_of_mail
from supabase_clients import PASSWORD, SUPABASE
from supabase_mails import code, code_in, link, newest, text
from worlds import id_token

pytestmark = [pytest.mark.postgresql, pytest.mark.policy(SUPABASE)]
ANOTHER = "another good password 9"


def ask(world, method, path, body=None, token=None, event=None, **query):
    """The status and the body of the answer."""
    data = {"method": method, "path": path, "query": query, "headers": {}, **({} if body is None else {"body": body})}
    answer = world.run("supabase-auth", event={
        **(event or {}), **({"authorization": f"Bearer {token}"} if token else {}), "data": data})
    assert answer.status == 0, answer.stderr
    return answer.json["status"], answer.json.get("body") or answer.json


def confirmed(world, name="kim"):
    """The access token of a new account with a proven address."""
    assert ask(world, "POST", "signup", {"email": f"{name}@example.com", "password": PASSWORD, "data": {"name": name}})[0] == 200
    token = code(world, name)
    return ask(world, "POST", "verify", {"type": "signup", "email": f"{name}@example.com", "token": token})[1]["access_token"]


def by_google(world, subject, email, proven):
    identity = id_token(sub=subject, email=email, email_verified=proven, name=subject)
    return ask(world, "POST", "token", {"provider": "google", "id_token": identity}, grant_type="id_token")[1]["access_token"]


def test_the_answer_to_somebody_is_nobody_elses_by_the_id_of_the_event(world):
    event = {"id": "1", "source": "http"}
    kim = confirmed(world)
    enroll = ("POST", "factors", {"factor_type": "totp", "friendly_name": "P"})
    assert ask(world, *enroll, kim, event)[0] == 200
    assert ask(world, *enroll, None, event)[0] == 401
    assert ask(world, *enroll, "vsk_x", event)[0] == 401
    eve = confirmed(world, "eve")
    event = {"id": "2", "source": "http"}
    assert ask(world, "GET", "user", None, kim, event)[1]["email"] == "kim@example.com"
    assert ask(world, "GET", "user", None, eve, event)[1]["email"] == "eve@example.com"


UNPAUSED = {"limits": {**SUPABASE["limits"], **{name: {"max": 100, "seconds": 60} for name in ("verifyEmail", "verifyEmailPause")}}}


def test_a_change_of_address_that_somebody_else_asks_for_too_spoils_nobodys_code(world):
    """Who types a code says only the address, so the code is that of who asked first. A link names its account."""
    world.policy({**SUPABASE, **UNPAUSED})
    kim, eve = confirmed(world), confirmed(world, "eve")
    mails = {}
    for name, token in (("kim", kim), ("eve", eve)):
        assert ask(world, "PUT", "user", {"email": "new@example.com"}, token)[0] == 200
        mails[name] = newest(world, "new")
    typed = {name: {"type": "email_change", "email": "new@example.com", "token": code_in(mail)} for name, mail in mails.items()}
    assert ask(world, "POST", "verify", typed["eve"])[1]["error_code"] == "otp_expired"
    changed = ask(world, "POST", "verify", typed["kim"])[1]
    assert (changed["user"]["email"], changed["user"]["user_metadata"]) == ("new@example.com", {"name": "kim"})
    status, refused = ask(world, "POST", "verify", typed["eve"])
    assert (status, "access_token" in refused) == (403, False)
    assert ask(world, "GET", "user", None, eve)[1]["email"] == "eve@example.com"


def test_the_link_of_the_later_change_to_one_address_is_that_of_its_account(world):
    world.policy({**SUPABASE, **UNPAUSED})
    tokens = {name: confirmed(world, name) for name in ("kim", "eve")}
    for token in tokens.values():
        assert ask(world, "PUT", "user", {"email": "new@example.com"}, token)[0] == 200
        fields = link(world, "new")[1]
    changed = ask(world, "POST", "verify", {"type": "email_change", "token_hash": fields["token_hash"]})[1]
    assert changed["user"]["user_metadata"] == {"name": "eve"}
    assert ask(world, "GET", "user", None, tokens["kim"])[1]["email"] == "kim@example.com"


def test_the_code_of_a_claim_of_an_address_stays_when_somebody_else_claims_it(world):
    world.policy({**SUPABASE, **UNPAUSED})
    by_google(world, "kim", "kim@example.com", proven=False)
    assert ask(world, "POST", "resend", {"type": "signup", "email": "kim@example.com"})[0] == 200
    first = code(world)
    assert ask(world, "POST", "signup", {"email": "kim@example.com", "password": PASSWORD, "data": {"name": "Eve"}})[0] == 200
    second = code(world)
    proof = {"type": "signup", "email": "kim@example.com", "token": first}
    assert ask(world, "POST", "verify", proof)[1]["user"]["app_metadata"]["providers"] == ["google"]
    assert ask(world, "POST", "verify", {**proof, "token": second})[1]["error_code"] == "otp_expired"


def test_a_new_password_ends_a_change_of_address_that_a_thief_has_asked_for(world):
    stolen = confirmed(world)
    assert ask(world, "PUT", "user", {"email": "thief@example.com"}, stolen)[0] == 200
    sent = code(world, "thief")
    ask(world, "POST", "recover", {"email": "kim@example.com"})
    recovery = {"type": "recovery", "email": "kim@example.com", "token": code(world)}
    kim = ask(world, "POST", "verify", recovery)[1]["access_token"]
    assert ask(world, "PUT", "user", {"password": ANOTHER}, kim)[0] == 200
    change = {"type": "email_change", "email": "thief@example.com", "token": sent}
    assert ask(world, "POST", "verify", change)[1]["error_code"] == "otp_expired"


@pytest.mark.parametrize("refused", [
    {"password": "short"}, {"email": "kim"}, {"data": {"x": "y" * 70_000}}, {"nonce": "AAAA-AAAA"}, {"email": "often@example.com"}])
def test_a_change_of_several_things_is_made_as_a_whole_or_not_at_all(world, refused):
    def stored():
        return [world.rows(f"SELECT {what}") for what in ("* FROM passwords", "* FROM account_codes", "user_metadata FROM accounts")]
    kim = confirmed(world)
    if refused == {"email": "often@example.com"}:
        world.policy({**SUPABASE, "limits": {"verifyEmail": {"max": 1, "seconds": 3600}}})
        assert ask(world, "PUT", "user", {"email": "often@example.com"}, kim)[0] == 200
    before = stored()
    change = {"password": ANOTHER, "email": "new@example.com", "data": {"plan": "gold"}, **refused}
    assert ask(world, "PUT", "user", change, kim)[0] >= 400
    assert stored() == before


def test_a_new_password_and_a_new_address_are_set_together(world):
    kim = confirmed(world)
    change = {"password": ANOTHER, "email": "new@example.com", "data": {"plan": "gold"}}
    status, user = ask(world, "PUT", "user", change, kim)
    assert (status, user["email"], user["user_metadata"]["plan"]) == (200, "kim@example.com", "gold")
    confirmation = {"type": "email_change", "email": "new@example.com", "token": code(world, "new")}
    assert ask(world, "POST", "verify", confirmation)[0] == 200
    credentials = {"email": "new@example.com", "password": ANOTHER}
    assert ask(world, "POST", "token", credentials, grant_type="password")[0] == 200


@pytest.mark.parametrize("has_password", [False, True])
def test_an_address_that_a_provider_only_claims_gets_no_password(world, has_password):
    kim = confirmed(world) if has_password else by_google(world, "kim", "kim@example.com", True)
    thief = by_google(world, "thief", "kim@example.com", False)
    assert ask(world, "PUT", "user", {"password": ANOTHER}, thief)[1]["error_code"] == "email_not_confirmed"
    credentials = {"email": "kim@example.com", "password": f"{PASSWORD} again"}
    assert ask(world, "PUT", "user", {"password": credentials["password"]}, kim)[0] == 200
    assert ask(world, "POST", "token", credentials, grant_type="password")[0] == 200


def begun(world):
    """The code and the verifier of PKCE after the link of a mail was pressed."""
    verifier = secrets.token_urlsafe(40)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    ask(world, "POST", "otp", {"email": "kim@example.com", "code_challenge": challenge, "code_challenge_method": "s256"})
    link = re.search(r"https://pfa\.example/auth/v1/verify\?(\S+)", text(newest(world)))[1]
    fields = dict(urllib.parse.parse_qsl(link))
    target = ask(world, "POST", "verify", {"page": "1", **fields})[1]["location"]
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(target).query))["code"], verifier


def exchange(world, once, verifier):
    return ask(world, "POST", "token", {"auth_code": once, "code_verifier": verifier}, grant_type="pkce")[0]


def test_a_code_of_pkce_is_used_once_however_it_is_written(world):
    confirmed(world)
    once, verifier = begun(world)
    written = [once, once, once + "=", once + "==", once.replace("-", "+"), once.replace("_", "/")]
    assert [exchange(world, text, verifier) == 200 for text in written] == [True] + 5 * [False]


def test_a_new_password_ends_a_code_of_pkce(world):
    kim = confirmed(world)
    once, verifier = begun(world)
    assert ask(world, "PUT", "user", {"password": ANOTHER}, kim)[0] == 200
    assert exchange(world, once, verifier) != 200


@pytest.mark.parametrize("change", [
    {"password": ANOTHER, "email": "not an address"}, {"password": 7}, {"password": ""}, {"password": ANOTHER, "email": 5},
    {"data": {"a": "\x00"}}, {"data": {"a": [{"\x00": 1}]}}])
def test_a_change_with_a_bad_part_changes_nothing(world, change):
    kim = confirmed(world)
    before = world.rows("SELECT hash FROM passwords")
    assert 400 <= ask(world, "PUT", "user", change, kim)[0] < 500
    assert world.rows("SELECT hash FROM passwords") == before
    assert ask(world, "GET", "user", None, kim)[1]["user_metadata"] == {"name": "kim"}


def test_a_mail_about_a_sign_up_or_a_recovery_works_without_codes_that_sign_in(world):
    providers = {name: value for name, value in SUPABASE["providers"].items() if name != "email"}
    world.policy({**SUPABASE, "providers": providers})
    confirmed(world)
    ask(world, "POST", "recover", {"email": "kim@example.com"})
    recovery = {"type": "recovery", "email": "kim@example.com", "token": code(world)}
    assert ask(world, "POST", "verify", recovery)[0] == 200


def test_a_password_alone_has_no_claims_of_the_policy(world):
    world.policy({**SUPABASE, "accessToken": {"claims": {"who": "$account.email"}}})
    kim = confirmed(world)
    assert jwt.decode(kim, options={"verify_signature": False})["who"] == "kim@example.com"
    confirm_totp(world, kim)
    alone = ask(world, "POST", "token", {"email": "kim@example.com", "password": PASSWORD}, grant_type="password")[1]["access_token"]
    claims = jwt.decode(alone, options={"verify_signature": False})
    assert claims["aal"] == "aal1" and "who" not in claims


def test_changes_of_the_metadata_at_the_same_time_are_all_kept(world):
    kim = confirmed(world)
    with ThreadPoolExecutor(6) as pool:
        changed = pool.map(lambda number: ask(world, "PUT", "user", {"data": {f"n{number}": number}}, kim)[0], range(6))
    assert set(changed) == {200}
    assert ask(world, "GET", "user", None, kim)[1]["user_metadata"] == {"name": "kim", **{f"n{number}": number for number in range(6)}}


@pytest.mark.parametrize("how", ["not-me", "everywhere", "operator"])
def test_a_code_of_pkce_starts_no_session_after_all_sessions_were_ended(world, how):
    kim = confirmed(world)
    if how == "not-me":
        assert sign_in(world, device={"id": "evil", "name": "Eve"}).code is None
        world.run("deliver-mail")
        not_me = code_of_mail(mails_to(world, "kim", "New sign-in")[-1])
    age_limits(world)
    verifier = secrets.token_urlsafe(48)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    begun = {"email": "kim@example.com", "create_user": False, "code_challenge": challenge, "code_challenge_method": "s256"}
    assert ask(world, "POST", "otp", begun)[0] == 200
    pressed = ask(world, "POST", "verify", {"page": "1", **link(world)[1]})[1]
    flow = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(pressed["location"]).query))["code"]
    if how == "not-me":
        see(world, "not-me-form", code=not_me)
    elif how == "everywhere":
        assert world.run("sign-out", {"everywhere": True}, kim).code is None
    else:
        assert vestibule(world, "account", "end-sessions", "kim@example.com").status == 0
    status, body = ask(world, "POST", "token", {"auth_code": flow, "code_verifier": verifier}, grant_type="pkce")
    assert status != 200 and "access_token" not in body, body
