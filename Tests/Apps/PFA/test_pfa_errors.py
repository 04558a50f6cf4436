# SPDX-License-Identifier: Apache-2.0
"""PFA: error handling, email template, navigation and future considerations of "Authentication & Client Invitations". The tests
are in the order of the document and have its names."""

import re

import pytest
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import rsa
from pfa import POLICY, STORE, google_and_apple, html_of, text_of, user_message
from ports import free_port
from worlds import code_of

pytestmark = pytest.mark.postgresql


# Error Handling


def test_error_handling_invalid_invitation_codes(pfa):
    """Invalid invitation codes."""
    answer = pfa.accept_with("ABC123")
    assert user_message(answer) == "We couldn't find this invitation. Please check the link or code and try again."


def test_error_handling_expired_invitations(pfa, trainer):
    """Expired invitations."""
    code = pfa.invited(trainer)["code"]
    pfa.expire()
    answer = pfa.accept_with(code)
    assert user_message(answer) == "This invitation has expired. Please ask the person who invited you for a new one."


def test_error_handling_email_sending_failures_are_tried_again(pfa, trainer):
    """Email sending failures. (The mail server is unreachable: the mail waits, and the answer says so.)"""
    answer = pfa.save_client(trainer, env={"MAIL_URL": "smtp://127.0.0.1:1?tls=none"}).json
    assert answer["message"] == "Client added. The invitation to kim@example.com is on its way."
    assert pfa.invitation(trainer)["delivery"] == "queued"
    pfa.age("outbox", "due_at", 60)
    assert pfa.run("deliver-mail").json["sent"] == 1
    assert pfa.invitation(trainer)["delivery"] == "sent"
    assert pfa.accept_with(code_of(pfa.mails()[0])).json["isNewAccount"]


class NobodyHere:
    async def handle_RCPT(self, server, session, envelope, address, options):
        return "550 5.1.1 No such user"


def test_error_handling_email_sending_failures_end_visibly(pfa, trainer):
    """Email sending failures. (The mail server refuses the address: the trainer sees it.)"""
    port = free_port()
    server = Controller(NobodyHere(), hostname="127.0.0.1", port=port)
    server.start()
    try:
        answer = pfa.save_client(trainer, env={"MAIL_URL": f"smtp://127.0.0.1:{port}?tls=none"}).json
    finally:
        server.stop()
    message = "Client added, but the invitation to kim@example.com could not be delivered. Please check the address."
    assert answer["message"] == message and pfa.invitation(trainer)["delivery"] == "bounced"


STRANGER = rsa.generate_private_key(public_exponent=65537, key_size=2048)


@google_and_apple
@pytest.mark.parametrize("failure", [
    {"key": STRANGER}, {"exp": 1}, {"iss": "https://evil.example"}, {"aud": "another app"}, {"sub": None}],
    ids=["forged", "expired", "another issuer", "another app's", "nobody's"])
def test_error_handling_oauth_failures(pfa, trainer, provider, failure):
    """OAuth failures."""
    code = pfa.invited(trainer)["code"]
    answer = pfa.accept_with(code, provider=provider, **failure)
    assert user_message(answer) == "We couldn't confirm your sign-in. Please try again." and "session" not in answer.json
    assert user_message(pfa.open_admin_app(provider=provider, **failure)) == user_message(answer)
    assert pfa.invitation(trainer)["status"] == "pending" and pfa.accept_with(code, provider=provider).code is None


@google_and_apple
def test_error_handling_network_errors_during_sign_in(pfa, trainer, provider):
    """Network errors during sign-in. (The provider is out of reach: the same event may be sent again.)"""
    code = pfa.invited(trainer)["code"]
    unreachable = {**POLICY["providers"][provider], "jwksURL": "http://127.0.0.1:1/keys"}
    del unreachable["jwks"]
    pfa.policy({**POLICY, "providers": {provider: unreachable}})
    pfa.env["ALLOW_INSECURE"] = "1"
    answer = pfa.accept_with(code, provider=provider)
    assert answer.status == 75 and answer.json["error"]["retryable"]
    assert user_message(answer) == "We couldn't connect. Please try again in a moment."
    pfa.policy(POLICY)
    assert pfa.accept_with(code, provider=provider).json["isNewAccount"]


@google_and_apple
def test_error_handling_email_already_registered_with_different_role(pfa, trainer, provider):
    """Email already registered with different role."""
    pfa.open_admin_app("kim", provider)
    answer = pfa.accept_with(pfa.invited(trainer)["code"], provider=provider)
    assert user_message(answer) == "This account is registered as an admin" and "session" not in answer.json
    pfa.client(trainer, "lee", provider)
    assert user_message(pfa.open_admin_app("lee", provider)) == "This account is registered as a client"


# Email Template Example


def test_email_template_subject(pfa, trainer):
    """Subject: You're invited to [Trainer Name]'s Fitness Program!"""
    pfa.save_client(trainer)
    assert pfa.mails()[0]["subject"] == "You're invited to Ada's Fitness Program!"


@pytest.mark.parametrize("line", [
    "Hi Kim,",
    "Ada has invited you to join their fitness program on PFA!",
    "Get started in 3 easy steps:",
    "1. Download the PFA app from the App Store",
    "2. Sign in with your Google or Apple account",
    "3. Start crushing your fitness goals!",
    "This invitation expires in 30 days.",
    "Questions? Reply to this email to contact your trainer.",
    "PFA - Personal Fitness App",
])
def test_email_template_says(pfa, trainer, line):
    """The lines of the example, in the text part."""
    pfa.save_client(trainer)
    assert line in text_of(pfa.mails()[0])


@pytest.mark.parametrize("button, target", [
    ("Download[^<]*App[^<]*", re.escape(STORE)), ("Get Started", r"https://pfa\.example/invite\?code=\w+")])
def test_email_template_button(pfa, trainer, button, target):
    """[Download App Button - Links to App Store], [Get Started Button - Deep link with invitation code]."""
    pfa.save_client(trainer)
    assert re.search(f'<a href="{target}"[^>]*>{button}</a>', html_of(pfa.mails()[0]), re.IGNORECASE)


def test_email_template_reply_reaches_the_trainer(pfa, trainer):
    """Questions? Reply to this email to contact your trainer."""
    pfa.save_client(trainer)
    assert str(pfa.mails()[0]["reply-to"]) == "Ada <ada@example.com>"


# Navigation Structure, Future Considerations


@pytest.fixture
def with_passwords(pfa):
    pfa.policy({**POLICY, "providers": {**POLICY["providers"], "password": {}}})
    return pfa


def test_navigation_optional_sign_in_with_email_and_password(with_passwords, trainer):
    """(Optional) Sign in with Email/Password."""
    credential = {"email": "kim@example.com", "password": "correct horse battery"}
    code = with_passwords.invited(trainer)["code"]
    accepted = with_passwords.run("accept-invitation", {"code": code, "newPassword": credential["password"]}).json
    assert accepted["account"]["role"] == "client"
    again = with_passwords.run("sign-in", {**credential, "as": "client"}).json
    assert again["account"]["id"] == accepted["account"]["id"]


def test_future_password_based_authentication_as_fallback(with_passwords, trainer):
    """Add password-based authentication as fallback. (For a person who signs in with Google.)"""
    kim = with_passwords.client(trainer)
    with_passwords.run("reset-password", {"email": "kim@example.com"})
    with_passwords.run("deliver-mail")
    [code] = re.findall(r"/reset-password\?code=(\w+)", "".join(text_of(mail) for mail in with_passwords.mails()))
    assert with_passwords.run("reset-password", {"code": code, "newPassword": "correct horse battery"}).code is None
    answer = with_passwords.run("sign-in", {"email": "kim@example.com", "password": "correct horse battery"})
    assert answer.json["account"]["id"] == kim["account"]["id"]


def two_trainers(pfa):
    """Kim, who is Ada's client and then Bob's as well."""
    ada, bob = pfa.trainer("ada"), pfa.trainer("bob")
    clients = [pfa.client(token) for token in (ada, bob)]
    for token, title, kim in zip((ada, bob), ("Ada's", "Bob's"), clients):
        pfa.run("assign-workout", {"clientId": kim["client"]["id"], "title": title}, token)
    return clients


def test_future_multiple_trainers_per_client(pfa):
    """Support for multiple trainers per client."""
    first, second = two_trainers(pfa)
    assert first["account"]["id"] == second["account"]["id"] and first["client"]["id"] != second["client"]["id"]
    workouts = pfa.run("list-workouts", {}, second["session"]["accessToken"]).json["workouts"]
    assert {workout["title"] for workout in workouts} == {"Ada's", "Bob's"}
    assert all(workout["title"] == f"{workout['inviter']['displayName']}'s" for workout in workouts)


def test_future_trainer_invitation_referral_system(pfa, trainer):
    """Trainer invitation/referral system: a trainer invites another one, who has clients of their own."""
    pfa.policy({**POLICY, "roles": {**POLICY["roles"], "signUp": []}, "invitation": {"roles": ["client", "admin"]}})
    bob = pfa.accept_with(pfa.invited(trainer, "bob", role="admin")["code"], "bob").json
    assert bob["account"]["role"] == "admin" and "client" not in bob
    assert pfa.open_admin_app("bob").json["account"]["id"] == bob["account"]["id"]
    kim = pfa.client(bob["session"]["accessToken"])
    assert [client["id"] for client in pfa.clients(bob["session"]["accessToken"])] == [kim["client"]["id"]]
    [listed] = pfa.clients(trainer)
    assert listed["invitation"]["role"] == "admin" and listed["invitation"]["status"] == "accepted"


def test_future_white_label_app_for_individual_trainers(pfa, trainer):
    """White-label app for individual trainers."""
    app = {"name": "Ada Fit", "urlScheme": "adafit", "appStoreURL": "https://apps.apple.com/app/ada-fit"}
    pfa.policy({**POLICY, "app": {**POLICY["app"], **app}})
    trainer = pfa.trainer()
    pfa.save_client(trainer, env={"MAIL_FROM": "Ada Fit <hello@ada.example>"})
    [mail] = pfa.mails()
    assert mail["from"].addresses[0].display_name.endswith(" via Ada Fit")
    for part in (text_of(mail), html_of(mail)):
        assert app["appStoreURL"] in part and "PFA" not in part
    assert pfa.deep_link(mail).startswith("adafit://invite?code=")


def test_future_white_label_name_color_and_logo_of_a_trainer_in_a_shared_app(pfa):
    """White-label app for individual trainers. (In an app that several share, each invitation shows its trainer's.)"""
    pfa.policy({**POLICY, "invitation": {**POLICY["invitation"], "branding": True}})
    studios = {
        name: {"name": f"{name.capitalize()} Fit", "color": color, "logoURL": f"https://{name}.example/logo.png"}
        for name, color in (("ada", "#0b6e4f"), ("bob", "#7a1fa2"))}
    for name, studio in studios.items():
        trainer = pfa.trainer(name)
        assert pfa.run("update-account", {"branding": studio}, trainer).json["account"]["branding"] == studio
        code = pfa.invited(trainer)["code"]
        text, html = text_of(pfa.mails()[-1]), html_of(pfa.mails()[-1])
        page = pfa.run("invite-page", {"code": code}).json["html"]
        assert f"{name.capitalize()} ({studio['name']}) has invited you to join their fitness program on PFA!" in text
        for shown in (html, page):
            assert studio["name"] in shown and studio["logoURL"] in shown and studio["color"] in shown
        assert pfa.run("preview-invitation", {"code": code}).json["inviter"]["branding"] == studio
        others = studios["bob" if name == "ada" else "ada"]
        assert not [value for value in others.values() if value in text + html + page]


def test_future_client_can_switch_between_multiple_trainers(pfa):
    """Client can switch between multiple trainers."""
    kim = two_trainers(pfa)[1]["session"]["accessToken"]
    own = pfa.run("get-account", {}, kim).json["clients"]
    titles = [
        [workout["title"] for workout in pfa.run("list-workouts", {"clientId": client["id"]}, kim).json["workouts"]]
        for client in own]
    assert sorted(titles) == [["Ada's"], ["Bob's"]]
    assert [client["inviter"]["displayName"] for client in own] == ["Ada", "Bob"]
    assert pfa.run("leave-inviter", {"clientId": own[0]["id"]}, kim).code is None
    assert [client["inviter"]["displayName"] for client in pfa.run("get-account", {}, kim).json["clients"]] == ["Bob"]


def test_navigation_admin_tabs_show_one_client_and_change_workouts(pfa, trainer):
    """Admin tabs: Clients, Workouts, Profile/Settings."""
    client = pfa.client(trainer)["client"]
    workout = pfa.run("assign-workout", {"clientId": client["id"], "title": "Legs"}, trainer).json["workout"]
    changed = pfa.run("update-workout", {"workoutId": workout["id"], "title": "Arms"}, trainer).json["workout"]
    shown = pfa.run("get-client", {"clientId": client["id"]}, trainer).json
    assert shown["workouts"] == [changed] and shown["client"]["name"] == "Kim"
    assert [delivery["status"] for delivery in shown["deliveries"]] == ["sent"]
    assert pfa.run("remove-workout", {"workoutId": workout["id"]}, trainer).code is None
    assert pfa.run("get-client", {"clientId": client["id"]}, trainer).json["workouts"] == []


def test_navigation_client_tabs_show_the_history(pfa, trainer):
    """Client tabs: My Workouts, History, Profile."""
    kim = pfa.client(trainer)
    access = kim["session"]["accessToken"]
    for title in ("Legs", "Arms"):
        pfa.run("assign-workout", {"clientId": kim["client"]["id"], "title": title}, trainer)
    legs, _ = pfa.run("list-workouts", {}, access).json["workouts"]
    done = pfa.run("complete-workout", {"workoutId": legs["id"]}, access).json["workout"]
    assert [workout.get("completedAt") for workout in pfa.run("list-workouts", {}, access).json["workouts"]] == [
        done["completedAt"], None]
