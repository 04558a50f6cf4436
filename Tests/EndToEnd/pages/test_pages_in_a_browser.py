# SPDX-License-Identifier: Apache-2.0
"""Pages in a real browser: accessibility and layout checks, and whole flows by mouse and keyboard."""

import json
import re

import pytest
from page_codes import inviter, own
from page_gallery import gallery
from pages import STRICT, age_limits, child, page_policy, see, site
from people import sign_in, signed_up
from worlds import POLICY, ROOT

pytest.importorskip("playwright", reason="playwright is not installed: scripts/install --tests")
from browsers import faults  # noqa: E402
from playwright.sync_api import expect  # noqa: E402

NAMES = {"plain": ("Ada Byron", "Kim Lee"), "right to left": ("יעל בן־דוד", "نور الهدى (2)"),
         "long": ("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", "Ö" * 100)}


@pytest.mark.parametrize("language, people", [("en", "plain"), ("de", "long"), ("es", "right to left")])
def test_no_page_has_an_accessibility_or_layout_fault(world, browser, language, people):
    for state, (function, data) in gallery(world, *NAMES[people]).items():
        page = see(world, function, language, **data)
        tab = browser.write(page, 320)
        assert faults(tab, "light") == [], state
        if people == "plain":  # The others have the same colors.
            light = tab.evaluate("() => getComputedStyle(document.body).backgroundColor")
            assert faults(tab, "dark") == [], state
            assert light == "rgb(243, 245, 248)" and tab.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(15, 23, 32)"
        if people == "long":
            assert faults(browser.write(page, 1280)) == [], state


@pytest.mark.parametrize("page, fault", [
    ("<p style='color: red'>Hi</p>", "Content Security Policy"), ("<img src='https://example.com/x.png'>", "image-alt"),
    ("<script>document.title = 'x'</script>", "Content Security Policy"), ("<p><input></p>", "label"),
    ("<p><a href='/'>low</a></p>", "too low"), ("<svg width='900' aria-hidden='true'></svg>", "pixels wide")])
def test_faults_are_found(world, browser, page, fault):
    env = own(world, **{"pages/error/structure.html": "{{<layout}}{{$heading}}Hi{{/heading}}{{$content}}" + page + "{{/content}}{{/layout}}"})
    style = {"TEMPLATES_DIR": env["TEMPLATES_DIR"]}
    seen = see(world, "error-page", env=style)
    for tab in (browser.show(seen, 320), browser.write(seen, 320)):
        found = faults(tab)
        assert [one for one in found if fault in one], found
    assert faults(browser.write(see(world, "error-page"), 320)) == [], "of the page before"


def link_of(world, page):
    return re.findall(rf"http://127\.0\.0\.1:\d+/{page}\?[\w=-]+", "\n".join(
        mail.get_body(("plain",)).get_content() for mail in world.mails()))[-1]


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_person_opens_the_invitation_and_later_sets_a_new_password(world, browser, scripts):
    world.policy(page_policy(STRICT))
    with site(world) as server:
        token = inviter(world)
        world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, token)
        tab = browser.tab(390, java_script_enabled=scripts, locale="de-DE")
        tab.goto(link_of(world, "invite"))
        assert tab.get_by_role("heading", level=1).inner_text() == "Ada Byron hat dich eingeladen"
        assert "Gültig bis zum" in tab.get_by_role("main").inner_text()
        app = tab.get_by_role("link", name="In der App annehmen").get_attribute("href")
        assert app.startswith("pfa://invite?code=")

        made = world.run("accept-invitation", {"code": app.split("=")[1], "newPassword": "Correct-Horse-7", "displayName": "Kim"})
        assert made.json["isNewAccount"], made.json
        age_limits(world)
        world.run("reset-password", {"email": "kim@example.com"})
        world.run("deliver-mail")
        tab.goto(link_of(world, "reset-password"))
        tab.get_by_label("Neues Passwort").fill("kim")
        tab.get_by_role("button", name="Neues Passwort speichern").click()
        expect(tab).to_have_title(re.compile("^Fehler: Wähle ein neues Passwort"))
        assert tab.url == f"{server.url}/reset-password"
        assert tab.get_by_role("alert").inner_text() == "Das Passwort erfüllt mehrere dieser Regeln nicht.", "the list has them"
        # Chromium moves the focus there only when it draws the page, and complains if something else has it by then.
        expect(tab.get_by_label("Neues Passwort")).to_be_focused()
        tab.get_by_label("Neues Passwort").fill("Another-Good-1")
        tab.get_by_role("button", name="Neues Passwort speichern").click()
        assert tab.get_by_role("heading", level=1).inner_text() == "Passwort geändert"
        tab.reload()
        assert tab.get_by_role("heading", level=1).inner_text() == "Passwort geändert", "a form that is sent again"
        assert sign_in(world, password="Another-Good-1").json["account"]["email"] == "kim@example.com"
        # Chromium logs every answer with an error status, such as a form that is shown again.
        assert [text for text in tab.complaints if "422" not in text] == []
        assert {path for _, path in server.requests} == {"/invite", "/reset-password"}
        tab.context.close()


def test_every_form_can_be_used_with_the_keyboard(world, browser):
    world.policy(page_policy())
    with site(world):
        signed_up(world)
        tab = browser.tab(1280)
        tab.goto(link_of(world, "verify-email"))
        tab.keyboard.press("Tab")
        focused = tab.evaluate("() => [document.activeElement.textContent, getComputedStyle(document.activeElement).outlineStyle]")
        assert focused == ["Yes, verify my address", "solid"]
        tab.keyboard.press("Enter")
        tab.wait_for_url("**/verify-email")
        assert tab.get_by_role("heading", level=1).inner_text() == "Email address verified"
        assert world.rows("SELECT email_verified FROM accounts") == [{"email_verified": 1}]
        tab.context.close()


def test_after_a_mistake_the_field_has_focus_and_its_error_is_announced(world, browser):
    world.policy(page_policy(STRICT))
    with site(world):
        signed_up(world, password="Correct-Horse-7")
        age_limits(world)
        world.run("reset-password", {"email": "kim@example.com"})
        world.run("deliver-mail")
        tab = browser.tab(1280)
        tab.goto(link_of(world, "reset-password"))
        tab.keyboard.press("Tab")
        tab.keyboard.type("kim")
        tab.keyboard.press("Enter")
        tab.wait_for_url("**/reset-password")
        field = tab.evaluate("""() => {
          const field = document.activeElement;
          const words = field.getAttribute("aria-describedby").split(" ").map(id => document.getElementById(id).textContent);
          return [field.name, field.getAttribute("aria-invalid"), field.value, words.join(" ")];
        }""")
        assert field[:3] == ["newPassword", "true", ""] and "Password needs at least 10 characters." in field[3]
        tab.keyboard.type("Another-Good-1")
        tab.keyboard.press("Enter")
        tab.get_by_role("heading", name="Password changed").wait_for()
        tab.context.close()


def test_a_person_unsubscribes(world, browser):
    world.policy(page_policy())
    with site(world) as server:
        world.run("send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, inviter(world))
        tab = browser.tab(320, locale="es-ES")
        tab.goto(link_of(world, "unsubscribe"))
        assert world.rows("SELECT * FROM suppressions") == []
        tab.get_by_role("button", name="Darme de baja").dblclick()
        tab.get_by_role("heading", name="Te has dado de baja").wait_for()
        assert len(world.rows("SELECT * FROM suppressions")) == 1
        tab.goto(f"{server.url}/nothing/here")
        assert tab.get_by_role("heading", level=1).inner_text() == "Esta página no existe"
        tab.context.close()


def statlocker():
    """The preset, with keys for signing test identities."""
    preset = json.loads((ROOT / "templates/policies/statlocker.json").read_text())
    return {**preset, "providers": {**preset["providers"], **POLICY["providers"]}}


def asks(world, browser, **options):
    """A 15-year-old signs up with StatLocker, and the guardian opens the link in the mail."""
    made = child(world, password="Locker2026", role="athlete")
    code = mails_of(world, "kim@example.com")[-1].split("/verify-email?code=")[1].split()[0]
    assert world.run("verify-email", {"code": code}).json["state"] == "guardianPending"
    world.run("deliver-mail")
    tab = browser.tab(**options)
    tab.goto(link_of(world, "guardian"))
    return made["accessToken"], tab


def mails_of(world, to):
    world.run("deliver-mail")
    return [mail.get_body(("plain",)).get_content() for mail in world.mails() if mail["To"].addresses[0].addr_spec == to]


def state(world, token):
    answer = world.run("get-account", token=token)
    return answer.code or answer.json["state"], world.run("authorize", token=token).code


def press(tab, button, heading):
    tab.get_by_role("button", name=button).click()
    tab.get_by_role("heading", name=heading, level=1).wait_for()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_guardian_agrees_and_later_withdraws(world, browser, scripts):
    world.policy(statlocker())
    with site(world) as server:
        token, tab = asks(world, browser, locale="de-DE", java_script_enabled=scripts)
        assert tab.get_by_role("heading", level=1).inner_text() == "Stimmst du zu?"
        assert "Kim (kim@example.com) möchte StatLocker nutzen" in tab.get_by_role("main").inner_text()
        assert state(world, token) == ("guardianPending", "auth/guardian-pending")
        press(tab, "Ja, ich stimme zu", "Du hast zugestimmt")
        assert tab.url == f"{server.url}/guardian/confirm" and state(world, token) == ("signedIn", None)
        if scripts:  # axe is one
            assert faults(tab, "light") == [] and faults(tab, "dark") == []

        tab.goto(link_of(world, "guardian"))
        assert tab.get_by_role("heading", level=1).inner_text() == "Du hast zugestimmt"
        tab.get_by_text("Doch anders entschieden?").click()
        press(tab, "Zustimmung zurückziehen", "Du hast deine Zustimmung zurückgezogen")
        assert state(world, token) == ("auth/user-disabled", "auth/user-disabled")
        assert "wird am" in tab.get_by_role("main").inner_text() and tab.get_by_role("button").count() == 0
        assert tab.complaints == []
        tab.context.close()


def test_a_guardian_refuses(world, browser):
    world.policy(statlocker())
    with site(world):
        token, tab = asks(world, browser, width=320, locale="en-US")
        assert faults(tab, "light") == [] and faults(tab, "dark") == []
        press(tab, "No, close the account", "You’ve declined")
        assert state(world, token) == ("auth/user-disabled", "auth/user-disabled")
        tab.goto(link_of(world, "guardian"))
        assert tab.get_by_role("heading", level=1).inner_text() == "You’ve declined"
        tab.context.close()


def test_a_person_declines_a_sign_up(world, browser):
    world.policy(page_policy())
    with site(world):
        signed_up(world)
        tab = browser.tab(320, locale="es-ES")
        tab.goto(link_of(world, "verify-email"))
        press(tab, "No, eliminar la cuenta", "Cuenta eliminada")
        assert world.rows("SELECT * FROM accounts") == []
        tab.context.close()
