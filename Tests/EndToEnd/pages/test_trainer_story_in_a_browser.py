# SPDX-License-Identifier: Apache-2.0
"""A trainer and two clients from the sign-in at a provider to a deleted account that comes back: in Chromium, with the
keyboard only and without scripts, in three languages, light and dark, narrow and wide."""

import json
import pathlib
import re

import oidc_provider_mock
import pytest
from issuers import ask
from pages import page_policy
from people import UNLIMITED, age_limits, code_in, mails_to, verified
from runners import lighttpd

pytest.importorskip("playwright", reason="playwright is not installed: scripts/install --tests")
from keyboard import KeyboardPerson  # noqa: E402

#: As Excel saves it in Germany. Lines 3 and 6 are wrong.
CLIENTS = ["Name;E-Mail;Telefon", "Kim;kim@example.com;", "Bo;bo@@example.com;", "Lee;lee@example.com;+49 30 123456",
           "Max;max@example.com;", ";eve@example.com;", "Ann;ann@example.com;",
           *(f"Client {number};client{number}@example.com;" for number in range(1, 15))]


@pytest.fixture
def provider():
    with oidc_provider_mock.run_server_in_thread() as server:
        url = f"http://localhost:{server.server_port}"
        for name in ("ada", "kim"):
            claims = {"email": f"{name}@example.com", "email_verified": True, "name": name.capitalize()}
            ask(f"{url}/users/{name}", json.dumps(claims).encode(), "PUT", **{"Content-Type": "application/json"})
        yield url


@pytest.fixture
def url(world, provider):
    """The address of scripts/serve with the provider."""
    limits = {name: UNLIMITED for name in ("invite", "inviteRecipient", "verifyEmail", "signIn")}
    policy = page_policy(deletion={"graceDays": 30}, limits=limits)
    club = {"issuer": provider, "audiences": ["app"], "clientSecret": "secret"}
    world.policy({**policy, "providers": {"club": club, "password": {}, "email": {}}})
    with lighttpd(world, PUBLIC_URL=None) as web:
        at = f"http://127.0.0.1:{web.port}"
        world.env.update(PUBLIC_URL=at, ALLOW_INSECURE="1")
        yield at


def signs_in_at_the_provider(person, name, heading):
    person.tab.get_by_placeholder("sub").wait_for()
    person.reach(person.tab.get_by_placeholder("sub"))
    person.tab.keyboard.type(name)
    person.tab.keyboard.press("Enter")
    person.sees(heading)


def link_in_mail(world, name, path):
    world.run("deliver-mail")
    texts = [mail.get_body(("plain",)).get_content() for mail in mails_to(world, name)]
    return [found for text in texts for found in re.findall(rf"http://127\.0\.0\.1:\d+/{path}\?code=\S+", text)][-1]


def state_of(person, name):
    """The state of a client in the table."""
    texts = [" ".join(text.split()) for text in person.tab.get_by_role("row").all_inner_texts()]
    [shown] = [text for text in texts if text.startswith(f"{name} ")]
    return shown


def upload(ada, world, folder):
    file = folder / "clients.csv"
    file.write_bytes("\r\n".join(CLIENTS).encode("utf-8-sig"))
    ada.press("link", "Invite several", "Invite several clients")
    ada.choose_file("File", file)
    ada.press("button", "Check the list", "Check the list")
    assert "Lines with errors (2)" in ada.text and "Will be invited (18)" in ada.text
    assert "Line 3 Bo bo@@example.com" in ada.text and "Line 6 eve@example.com" in ada.text
    assert world.rows("SELECT id FROM clients") == []
    ada.press("button", "Invite 18 clients", "Invitations sent")
    assert "18 clients invited." in ada.text
    ada.press("link", "Back to your clients", "Your clients")
    assert all("Invitation sent" in state_of(ada, name) for name in ("Kim", "Lee", "Max", "Ann", "Client 14"))


def kim_accepts_at_the_provider(browser, world):
    kim = KeyboardPerson(browser, 320, locale="de-DE", color_scheme="dark")
    kim.open(link_in_mail(world, "kim", "invite"), "Ada hat dich eingeladen")
    kim.press("link", "Mit Passwort oder anderem Konto annehmen", "Einladung annehmen")
    kim.press("button", "Weiter mit Club")
    signs_in_at_the_provider(kim, "kim", "Du bist dabei!")
    return kim


def lee_accepts_with_a_mailed_code(browser, world):
    verified(world, "lee", displayName="Lee")
    lee = KeyboardPerson(browser, 390, locale="es-ES")
    lee.open(link_in_mail(world, "lee", "invite"), "Ada te ha invitado")
    lee.press("link", "Aceptar la invitación", "Acepta la invitación")
    lee.reach(lee.tab.locator("summary", has_text="¿Ya tienes una cuenta?"))
    lee.tab.keyboard.press("Enter")
    lee.press("link", re.compile("Iniciar sesión de otra forma"), "Iniciar sesión")
    signs_in_with_a_code(lee, world, "Acepta la invitación")
    lee.press("button", "Aceptar", "¡Todo listo!")
    return lee


def signs_in_with_a_code(lee, world, heading):
    lee.reach(lee.tab.locator("#email"))
    lee.tab.keyboard.type("lee@example.com")
    lee.press("button", "Recibir un código por correo", "Introduce el código")
    world.run("deliver-mail")
    lee.write("Código", code_in(mails_to(world, "lee")[-1]))
    lee.press("button", "Iniciar sesión", heading)


def open_client(ada, name):
    ada.press("link", re.compile(f"^{name}( |$)"), name)


def resends_and_withdraws(ada, world):
    old = link_in_mail(world, "max", "invite")
    open_client(ada, "Max")
    ada.press("button", "Resend invitation", "Invitation resent")
    assert link_in_mail(world, "max", "invite") != old
    assert world.run("preview-invitation", {"code": old.split("code=")[1]}).code is not None
    ada.press("link", "Back to your clients", "Your clients")
    open_client(ada, "Ann")
    ada.press("link", "Withdraw invitation", "Withdraw the invitation for Ann?")
    ada.press("button", "Withdraw invitation", "Ann")
    assert "The invitation was withdrawn." in ada.text
    ada.press("link", "Back to your clients", "Your clients")
    assert "Withdrawn" in state_of(ada, "Ann") and "Invitation sent" in state_of(ada, "Max")


def a_workout_is_assigned_and_completed(ada, kim):
    open_client(ada, "Kim")
    ada.press("link", "Assign a workout", "Assign a workout")
    ada.write("Title", "Legs")
    ada.write("Description (optional)", "5 × 5")
    ada.press("button", "Assign", "Kim")
    assert "The workout was assigned." in ada.text and "Not completed yet" in ada.text
    kim.press("link", "Dein Konto", "Dein Konto")
    kim.press("link", "Trainings", "Trainings")
    assert "Ada" in kim.text and "Legs" in kim.text
    kim.press("button", "Als erledigt markieren Legs", "Trainings")
    assert "Training erledigt." in kim.text
    ada.press("link", "Back to your clients", "Your clients")
    open_client(ada, "Kim")
    assert "Completed on" in ada.text


def exported(person, button):
    return json.loads(pathlib.Path(person.download(button).path()).read_text())


def lee_deletes_the_account_and_comes_back(lee, world):
    lee.press("link", "Eliminar la cuenta…", "¿Eliminar tu cuenta?")
    lee.press("button", "Eliminar mi cuenta", "Tu cuenta se eliminará")
    status = lambda: [row["status"] for row in world.rows("SELECT status FROM accounts WHERE email = 'lee@example.com'")]
    assert status() == ["deleting"] and [cookie["name"] for cookie in lee.tab.context.cookies()].count("session") == 0
    lee.open(link_in_mail(world, "lee", "restore-account"), "¿Conservar tu cuenta?")
    lee.press("button", "Sí, conservarla", "Tu cuenta no se eliminará")
    assert status() == ["active"]
    lee.open(world.env["PUBLIC_URL"] + "/account/workouts", "Iniciar sesión")
    age_limits(world)  # One code a minute.
    signs_in_with_a_code(lee, world, "Entrenamientos")
    assert "Ada" in lee.text, "the connection with the trainer is still there"


def test_a_trainer_and_two_clients_from_the_first_sign_in_to_a_restored_account(world, browser, url, tmp_path):
    ada = KeyboardPerson(browser, 1280, locale="en-US")
    ada.open(url + "/clients", "Sign in")
    ada.press("button", "Continue with Club")
    signs_in_at_the_provider(ada, "ada", "Your clients")
    upload(ada, world, tmp_path)
    world.run("deliver-mail")
    kim = kim_accepts_at_the_provider(browser, world)
    lee = lee_accepts_with_a_mailed_code(browser, world)
    ada.press("link", "Report", "Report")
    ada.press("link", "List", "Your clients", within="Clients")
    assert "Accepted" in state_of(ada, "Kim") and "Accepted" in state_of(ada, "Lee") and "Invitation sent" in state_of(ada, "Max")
    resends_and_withdraws(ada, world)
    a_workout_is_assigned_and_completed(ada, kim)

    ada.open(url + "/account/data", "Your data")
    of_ada = exported(ada, "Download")
    assert len(of_ada["ownClients"]) == 18 and of_ada["account"]["email"] == "ada@example.com"
    kim.press("link", "Konto", "Dein Konto")
    kim.press("link", "Deine Daten", "Deine Daten")
    of_kim = exported(kim, "Herunterladen")
    assert [workout["title"] for workout in of_kim["workouts"]] == ["Legs"] and "max@example.com" not in json.dumps(of_kim)
    lee.press("link", "Tu cuenta", "Tu cuenta")
    lee.press("link", "Tus datos", "Tus datos")
    lee_deletes_the_account_and_comes_back(lee, world)
    # Chromium has no secure origin here, and says so.
    known = ("Clear-Site-Data", "Failed to load resource")
    for person in (ada, kim, lee):
        assert [text for text in person.tab.complaints if not text.startswith(known)] == []
