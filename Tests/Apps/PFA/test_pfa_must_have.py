# SPDX-License-Identifier: Apache-2.0
"""PFA: acceptance criteria that the app must have, of "Authentication & Client Invitations". The tests are in the order of the document and have its names."""


import pytest
from deployment.catalogue import Catalogue
from pfa import STORE, google_and_apple, text_of, token
from worlds import ROOT, code_of

pytestmark = pytest.mark.postgresql
FUNCTIONS = Catalogue(ROOT / "functions.json").entries


# Must Have (MVP)


def test_must_have_admin_can_sign_in_with_google(pfa):
    """Admin can sign in with Google."""
    answer = pfa.open_admin_app(provider="google")
    assert answer.json["account"]["role"] == "admin" and pfa.clients(token(answer)) == []


def test_must_have_admin_can_sign_in_with_apple(pfa):
    """Admin can sign in with Apple."""
    answer = pfa.open_admin_app(provider="apple")
    assert answer.json["account"]["role"] == "admin" and pfa.clients(token(answer)) == []


def test_must_have_client_email_field_is_required(pfa, trainer):
    """Client email field is required when creating a client."""
    answer = pfa.save_client(trainer, form={"email": None})
    [error] = answer.json["error"]["errors"]
    assert (error["pointer"], error["userMessage"]) == ("/client/email", "Please enter an email address.")
    assert pfa.clients(trainer) == []


def test_must_have_system_automatically_sends_invitation_email(pfa, trainer):
    """System automatically sends invitation email when admin creates new client."""
    pfa.save_client(trainer)
    [mail] = pfa.mails()
    assert mail["to"].addresses[0].addr_spec == "kim@example.com"


def test_must_have_invitation_email_contains_app_download_link_and_unique_invitation_code(pfa, trainer):
    """Invitation email contains app download link and unique invitation code."""
    for name in ("kim", "lee"):
        pfa.save_client(trainer, name)
    kim, lee = pfa.mails()
    assert STORE in text_of(kim) and STORE in text_of(lee) and code_of(kim) != code_of(lee)


def test_must_have_client_can_sign_in_with_google_using_invitation_link(pfa, trainer):
    """Client can sign in with Google using invitation link."""
    assert pfa.client(trainer, provider="google")["account"]["role"] == "client"


def test_must_have_client_can_sign_in_with_apple_using_invitation_link(pfa, trainer):
    """Client can sign in with Apple using invitation link."""
    assert pfa.client(trainer, provider="apple")["account"]["role"] == "client"


@google_and_apple
def test_must_have_client_account_is_automatically_linked_to_client_profile(pfa, trainer, provider):
    """Client account is automatically linked to client profile upon first login."""
    accepted = pfa.client(trainer, provider=provider)
    [client] = pfa.clients(trainer)
    assert client["accountId"] == accepted["account"]["id"]
    [own] = pfa.run("get-account", {}, accepted["session"]["accessToken"]).json["clients"]
    assert own["id"] == client["id"]


def test_must_have_admin_can_see_invitation_status_for_each_client(pfa, trainer):
    """Admin can see invitation status for each client (Pending, Accepted)."""
    pfa.client(trainer, "kim")
    pfa.save_client(trainer, "lee")
    statuses = {client["name"]: client["invitation"]["status"] for client in pfa.clients(trainer)}
    assert statuses == {"Kim": "accepted", "Lee": "pending"}
    for status, name in (("accepted", "Kim"), ("pending", "Lee")):
        [client] = pfa.run("list-clients", {"status": status}, trainer).json["clients"]
        assert client["name"] == name


def test_must_have_client_sees_their_assigned_workouts_immediately_after_first_login(pfa, trainer):
    """Client sees their assigned workouts immediately after first login."""
    sent = pfa.invited(trainer)
    for title in ("Legs", "Arms"):
        pfa.run("assign-workout", {"clientId": sent["client"]["id"], "title": title}, trainer)
    lee = pfa.invited(trainer, "lee")
    pfa.run("assign-workout", {"clientId": lee["client"]["id"], "title": "Not Kim's"}, trainer)
    accepted = pfa.accept_with(sent["code"])
    assert {workout["title"] for workout in accepted.json["workouts"]} == {"Legs", "Arms"}


@pytest.mark.parametrize("function", [name for name, entry in FUNCTIONS.items() if entry["access"] == "inviter"])
def test_must_have_system_prevents_clients_from_accessing_admin_features(pfa, trainer, function):
    """System prevents clients from accessing admin features."""
    client = pfa.client(trainer)["session"]["accessToken"]
    event = {**FUNCTIONS[function]["example"], **({"profile": {}} if function == "update-member" else {})}
    if FUNCTIONS[function].get("produces") == "text/html":  # Pages take the session of a browser alone.
        assert pfa.run(function, event, client).json["status"] == 303
    else:
        assert pfa.run(function, event, client).code == "auth/permission-denied"


def test_must_have_system_prevents_clients_from_signing_in_to_the_admin_app(pfa, trainer):
    """System prevents clients from accessing admin features."""
    client = pfa.client(trainer)["session"]["accessToken"]
    assert pfa.open_admin_app("kim").code == "auth/role-mismatch"
    assert pfa.run("authorize", {"role": "admin"}, client).code == "auth/permission-denied"


def test_must_have_system_prevents_admins_from_accessing_client_features(pfa, trainer):
    """System prevents admins from accessing client features: the client's app, workouts as a client, and acceptance."""
    opened = pfa.open_client_app("ada")
    assert opened.code == "auth/role-mismatch" and "session" not in opened.json
    assert pfa.run("authorize", {"role": "client"}, trainer).code == "auth/permission-denied"
    bob = pfa.trainer("bob")
    sent = pfa.invited(bob, "ada")
    accepted = pfa.accept_with(sent["code"], "ada")
    assert accepted.code == "auth/role-mismatch" and "session" not in accepted.json
    [client] = pfa.clients(bob)
    assert client["invitation"]["status"] == "pending" and "accountId" not in client
    pfa.run("assign-workout", {"clientId": client["id"], "title": "Legs"}, bob)
    own = pfa.run("list-workouts", {}, trainer)
    assert [error["pointer"] for error in own.json["error"]["errors"]] == ["/clientId"]
    assert pfa.run("list-workouts", {"clientId": client["id"]}, trainer).code == "client/not-found"
    assert pfa.run("get-account", {}, trainer).json["clients"] == []
