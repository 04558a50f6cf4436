# SPDX-License-Identifier: Apache-2.0
"""What a person reads in a mail: one button, a name, times of their place, how long something lasts."""

import json
import re

import pytest
from conftest import POLICY, ROOT
from mail_commands import LETTERS, preview
from people import PASSWORD, code_for, granted, mails_to, verified
from people import policy as people_policy
from rate_limits import guess

CODE = r"\b[A-Z2-7]{32}\b"
INVITATIONS = ("invitation", "resent-invitation", "reminder")
SECURITY = sorted(
    file.parent.name for file in (ROOT / "templates/mail").glob("*/structure.mustache") if "{{<security}}" in file.read_text())
LANGUAGES = ("en", "de", "es")


def made(world, kind, *arguments, fixture=None, policy=None):
    """The texts and the HTML of a mail in each language."""
    if policy is not None:
        world.policy(policy)
    if fixture is not None:
        (world.folder / "fixture.json").write_text(json.dumps(fixture))
        arguments += ("--fixture", "fixture.json")
    done = preview(world, kind, *arguments)
    assert done.status == 0, done.stderr
    return {name: content.decode() for name, content in done.files.items()}


def words(html):
    """What is seen: neither tags nor addresses."""
    seen = re.sub(r"<style>.*?</style>|<!--.*?-->|<title>.*?</title>|<[^>]*>", " ", html, flags=re.DOTALL)
    return " ".join(re.sub(r"https?://\S+", " ", seen.replace("&#8209;", "-")).split())


# Invitations


@pytest.mark.parametrize("kind", INVITATIONS)
def test_an_invitation_has_one_button_and_no_steps_and_no_long_code(world, kind):
    policy = json.loads((ROOT / "templates/policies/pfa.json").read_text())
    mails = made(world, kind, policy=policy)
    for language in LANGUAGES:
        html = mails[f"{kind}.{language}.html"]
        assert html.count('class="fill"') == 1 and "<ol" not in html
        assert re.findall(CODE, words(html)) == [], "the link has the code; nobody types 32 characters"
        assert "Ada Byron" in words(html) and re.search(r"https://example\.com/invite\?code=[A-Z2-7]{32}", html)
    assert "1. Download the PFA app" in mails[f"{kind}.en.txt"], "PFA's text has its steps"


@pytest.mark.parametrize("stores", [{}, {"playStoreURL": "https://play.google.com/store/apps/details?id=a"}])
def test_an_invitation_of_an_app_without_a_store_leaves_no_gap(world, stores):
    html = made(world, "invitation", policy={**POLICY, "app": {"name": "X", **stores}})["invitation.en.html"]
    assert html.count("play.google.com") == len(stores) and not re.search(r"<p[^>]*>\s*</p>", html[:html.index("foot")])


# The code for a sign-in


def test_the_code_is_large_and_says_for_which_app_and_how_long(world):
    mails = made(world, "sign-in-code")
    for language, app, term, button in (
            ("en", "signing in to PFA", "for 10 minutes", "Open PFA"), ("de", "bei PFA anmeldest", "10 Minuten lang", "PFA öffnen"),
            ("es", "sesión en PFA", "durante 10 minutos", "Abrir PFA")):
        html, text = (mails[f"sign-in-code.{language}.{ending}"] for ending in ("html", "txt"))
        [style] = re.findall(r'<td class="code[^"]*"[^>]*style="([^"]*)">K7QW-2MZ4</td>', html)
        assert "font-size:32px" in style and "user-select:all" in style
        assert app in words(html) and term in words(html) and app in text and term in text
        assert f">{button}</a>" in html and "\nK7QW-2MZ4\n" in text


def test_one_minute_is_singular(world):
    mails = made(world, "sign-in-code", fixture={"minutes": 1})
    for language, term in (("en", "for 1 minute."), ("de", "1 Minute lang"), ("es", "durante 1 minuto.")):
        assert term in words(mails[f"sign-in-code.{language}.html"]) and term in mails[f"sign-in-code.{language}.txt"]


# Names and times


@pytest.mark.parametrize("kind", [*SECURITY, "account-closed", "account-deletion", "reset-password", "sign-in-code", "verify-email"])
def test_a_mail_to_an_account_greets_by_name(world, kind):
    assert kind not in SECURITY or len(SECURITY) >= 12
    for account, greetings in (
            ({}, ("Hi Kim Lee,", "Hallo Kim Lee!", "Hola, Kim Lee:")), ({"displayName": None}, ("Hi,", "Hallo!", "Hola:"))):
        mails = made(world, kind, fixture={"account": account})
        for language, greeting in zip(LANGUAGES, greetings):
            assert mails[f"{kind}.{language}.txt"].startswith(greeting + "\n"), mails[f"{kind}.{language}.txt"]
            assert greeting in words(mails[f"{kind}.{language}.html"]).replace(" ,", ",").replace(" !", "!").replace(" :", ":")


@pytest.mark.parametrize("zone, time, day", [
    ("America/New_York", "21 November 2026, 08:37 EST", "20 December 2026"),
    ("Asia/Tokyo", "21 November 2026, 22:37 JST", "21 December 2026"),
    (None, "21 November 2026, 13:37 UTC", "21 December 2026"),
    ("Nowhere/Land", "21 November 2026, 13:37 UTC", "21 December 2026")])
def test_a_mail_says_times_in_the_time_zone_of_the_account(world, zone, time, day):
    deleted = {"timeZone": zone, "deletesAt": "2026-12-21T03:00:00Z"}
    assert f"on {time}." in made(world, "password-changed", "--locale", "en", fixture={"timeZone": zone})["password-changed.en.txt"]
    text = made(world, "account-deletion", "--locale", "en", fixture=deleted)["account-deletion.en.txt"]
    assert f"on {time}." in text and f"On {day}, it will be permanently deleted" in text


@pytest.mark.postgresql
def test_the_time_zone_of_an_account_reaches_its_mails(world):
    world.policy(people_policy())
    made = verified(world)
    granted(world.run("update-account", {"timeZone": "Asia/Tokyo"}, made["accessToken"]))
    granted(world.run("reset-password", {"code": code_for(world, "reset-password"), "newPassword": PASSWORD + "2"}))
    world.run("deliver-mail")
    text = mails_to(world, "kim", "was changed")[-1].get_body(("plain",)).get_content()
    assert re.search(r"was changed on \d+ \w+ \d{4}, \d\d:\d\d JST\.", text), text


# Locked accounts


@pytest.mark.postgresql
@pytest.mark.parametrize("limit, wait", [
    ({"max": 3, "seconds": 600}, "10 minutes"), ({"max": 3, "seconds": 60}, "1 minute"),
    ({"max": 3, "seconds": 60, "blockSeconds": 1800}, "30 minutes")])
def test_the_mail_of_a_locked_account_says_for_how_long_and_leads_to_a_new_password(world, limit, wait):
    world.policy(people_policy(limits={"signInAccount": limit}))
    verified(world)
    for number in range(3):
        guess(world, address=number)
    world.run("deliver-mail")
    text = mails_to(world, "kim", "Too many failed sign-ins")[-1].get_body(("plain",)).get_content()
    assert f"Signing in is blocked for up to {wait}." in text
    assert "Need a new password? Reset your password:\nhttps://pfa.example/reset-password\n" in text


@pytest.mark.parametrize("kind", ["account-locked", "address-proven"])
def test_only_an_app_with_passwords_leads_to_a_new_one(world, kind):
    for providers, count in (({"password": {}}, 1), ({"google": {}}, 0)):
        mails = made(world, kind, policy={**POLICY, "providers": providers})
        for language in LANGUAGES:
            assert mails[f"{kind}.{language}.html"].count('href="https://example.com/reset-password"') == count
            assert mails[f"{kind}.{language}.txt"].count("https://example.com/reset-password\n") == count


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_button_that_a_mail_names_is_on_a_page(language):
    templates, named = ROOT / "templates", set()
    buttons = {text for file in (templates / "pages").rglob(f"words.{language}.json") for text in json.loads(file.read_text()).values()}
    for file in (templates / "mail").rglob(f"words.{language}.json"):
        for text in json.loads(file.read_text()).values():
            named |= set(re.findall({"de": "„([^“{]+)“", "es": "«([^»{]+)»"}.get(language, '"([^"{]+)"'), text))
    assert len(named) == 2 and named <= buttons


# The end of a mail


@pytest.mark.parametrize("kind", LETTERS)
def test_the_end_of_a_mail_says_the_name_of_the_app_once(world, kind):
    mails = made(world, kind, policy={**POLICY, "app": {"name": "Zirkus", "supportEmail": "help@a.example"}})
    for language in LANGUAGES:
        text, html = mails[f"{kind}.{language}.txt"], mails[f"{kind}.{language}.html"]
        assert text.split("\n-- \n")[1].count("Zirkus") == 1
        assert words(html[html.index('<td class="muted foot"'):]).count("Zirkus") == 1


# Numbers


#: Words with a number whose form does not depend on it: in parentheses, or after a colon.
NEUTRAL = re.compile(r"\(\{\{\w+\}\}\)|: \{\{\w+\}\}|\{\{line\}\}|\{\{range\.\w+\}\}|\{\{under\}\}|\{\{password\.minLength\}\}")
NUMBERS = ("waitingCount", "undeliveredCount", "sentCount", "goodCount", "wrongCount", "refusedCount", "graceDays", "days", "hours",
           "minutes", "recoveryCodesLeft")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_in_words_has_a_singular(language):
    """German says "1 Kunden einladen" as it says "3 Kunden einladen"; the mails about terms have a word for one day and one hour."""
    own = {"inviteTheseClients"} if language == "de" else set()
    own |= {"expiresInOneDay", "expiresInDays", "worksOneHour", "worksHours"}
    wrong = []
    for file in (ROOT / "templates").rglob(f"words.{language}.json"):
        for name, text in json.loads(file.read_text()).items():
            rest = NEUTRAL.sub("", text)
            wrong += [f"{file.parent.name}: {name}" for number in NUMBERS
                      if f"{{{{{number}}}}}" in rest and f"{number}.isOne" not in rest and name not in own]
    assert wrong == []
