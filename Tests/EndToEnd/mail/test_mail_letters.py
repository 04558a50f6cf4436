# SPDX-License-Identifier: Apache-2.0
"""What a person reads in a mail: one button, a name, times of their place, how long something lasts."""

import json
import re

import pytest
from mail_commands import LETTERS, preview
from people import PASSWORD, code_for, granted, mails_to, verified
from people import policy as people_policy
from rate_limits import guess
from worlds import POLICY, ROOT

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
def test_an_invitation_has_one_button_three_steps_and_no_long_code(world, kind):
    policy = json.loads((ROOT / "templates/policies/pfa.json").read_text())
    mails = made(world, kind, policy=policy)
    for language in LANGUAGES:
        html = mails[f"{kind}.{language}.html"]
        assert html.count('class="fill"') == 1 and html.count("<ol") == (kind != "reminder")
        assert re.findall(CODE, words(html)) == [], "the link has the code; nobody types 32 characters"
        assert "Ada Byron" in words(html) and re.search(r"https://example\.com/invite\?code=[A-Z2-7]{32}", html)
    has_steps = "1. Download the PFA app from the App Store" in mails[f"{kind}.en.txt"]
    assert has_steps == (kind != "reminder"), "PFA's text has its steps"


@pytest.mark.parametrize("stores", [{}, {"playStoreURL": "https://play.google.com/store/apps/details?id=a"}])
def test_an_invitation_of_an_app_without_a_store_leaves_no_gap(world, stores):
    html = made(world, "invitation", policy={**POLICY, "app": {"name": "X", **stores}})["invitation.en.html"]
    assert html.count("play.google.com") == len(stores) and not re.search(r"<p[^>]*>\s*</p>", html[:html.index("foot")])


def test_an_invitation_says_first_who_invites_to_what_and_then_what_the_app_is(world):
    own = {"en": "{app} is a school of juggling.", "de": "{app} ist eine Jonglierschule."}
    policy = {**POLICY, "texts": {language: {"app": {"about": text}} for language, text in own.items()}}
    for kind in (*INVITATIONS, "guardian-request"):
        mails = made(world, kind, policy=policy)
        for language, about in (("en", "PFA is a school of juggling."), ("de", "PFA ist eine Jonglierschule."), ("es", "PFA is")):
            html, text = words(mails[f"{kind}.{language}.html"]), mails[f"{kind}.{language}.txt"]
            assert (html.count(about), text.count(about)) == ((0, 0) if language == "es" else (1, 1)), kind
    html = made(world, "invitation")["invitation.en.html"]
    assert words(re.search("<h1.*?</h1>", html, re.DOTALL)[0]) == "Ada Byron has invited you to join PFA!"
    assert html.index("</h1>") < html.index("PFA is a school of juggling.") < html.index('class="fill"')


def test_the_note_of_an_inviter_is_a_quotation_with_a_name(world):
    mails = made(world, "invitation", policy={**POLICY, "invitation": {"allowNote": True}})
    for language, said, note in (
            ("en", "Ada Byron writes:", "I look forward"), ("de", "Ada Byron schreibt dir:", "Ich freue mich"),
            ("es", "Ada Byron te escribe:", "¡Tengo muchas ganas")):
        html, text = mails[f"invitation.{language}.html"], mails[f"invitation.{language}.txt"]
        assert said in words(html).replace(" :", ":") and f"{said}\n\n{note}" in text
        assert '<p class="quote"' in html and html.index(note) < html.index('class="fill"')
    assert "writes:" not in made(world, "invitation", policy=POLICY)["invitation.en.txt"]


def test_an_invitation_says_one_day_once(world):
    for kind in ("invitation", "resent-invitation"):
        for text in (made(world, kind)[f"{kind}.{language}.txt"] for language in LANGUAGES):
            assert len(re.findall(r"(?:December 21|21\.? (?:de )?(?:Dezember|diciembre))", text)) == 1, text


# Parents and guardians


def test_a_parent_or_guardian_reads_who_it_is_and_what_happens_without_an_answer(world):
    app = {"name": "PFA", "urlScheme": "pfa", "termsURL": "https://pfa.example/terms", "privacyURL": "https://pfa.example/privacy"}
    mails = made(world, "guardian-request", policy={**POLICY, "app": app})
    for language, heading, nothing in (
            ("en", "Kim Lee needs your permission", "If you do nothing, the account stays blocked."),
            ("de", "Kim Lee braucht deine Zustimmung", "Wenn du nichts tust, bleibt das Konto gesperrt."),
            ("es", "Kim Lee necesita tu permiso", "Si no haces nada, la cuenta seguirá bloqueada.")):
        html, text = mails[f"guardian-request.{language}.html"], mails[f"guardian-request.{language}.txt"]
        assert heading in words(html) and nothing in words(html) and nothing in text
        for url in (app["termsURL"], app["privacyURL"]):
            assert html.count(f'href="{url}"') == 1 and text.count(url) == 1, "where the person decides, and not at the end too"
        line = re.search(rf'<p[^>]*>(?:(?!</p>).)*href="{app["termsURL"]}".*?</p>', html, re.DOTALL)[0]
        assert f'href="{app["privacyURL"]}"' in line, "on one line, where it is wide enough"
    mails = made(world, "guardian-request", policy=POLICY, fixture={"account": {"displayName": None}})
    assert "Do you give your permission?" in mails["guardian-request.en.html"] and "Read the" not in mails["guardian-request.en.txt"]


@pytest.mark.parametrize("email", ["help@pfa.example", None])
def test_who_is_too_young_can_write_to_the_support(world, email):
    app = {"name": "PFA", **({"supportEmail": email} if email else {})}
    mails = made(world, "account-closed", policy={**POLICY, "app": app})
    for language, action, reply in (
            ("en", "Contact support", "reply to this email"), ("de", "Support kontaktieren", "antworte bitte"),
            ("es", "Contactar con soporte", "responde a este correo")):
        html, text = mails[f"account-closed.{language}.html"], mails[f"account-closed.{language}.txt"]
        buttons = re.findall('class="fill".*?href="([^"]*)"[^>]*>([^<]*)<', html)
        assert buttons == ([(f"mailto:{email}", action)] if email else []) and (reply in words(html)) == (not email)
        assert (f"{action}:\n{email}\n" in text) == bool(email)


# Security


@pytest.mark.parametrize("kind", ["account-exported", "account-restored", "factor-added", "factor-removed", "new-country", "new-device",
                                  "provider-added", "provider-removed"])
def test_a_notice_says_when_on_which_device_and_where(world, kind):
    mails = made(world, kind, fixture={"device": {"name": "Kim's phone", "platform": "ios"}})
    for language, device, time in (("en", "Device", "2:37 PM"), ("de", "Gerät", "14:37"), ("es", "Dispositivo", "14:37")):
        html, text = mails[f"{kind}.{language}.html"], mails[f"{kind}.{language}.txt"]
        assert f"- {device}: Kim's phone (iOS)\n" in text and time in text and "2001:db8::7:31" in text
        assert re.search(rf'display:none[^>]*>.*Kim&#39;s phone.*{time[:-3]}', html), "the list of mails shows it too"
        facts = re.search(rf"<tr><td[^>]*>{device}</td>.*?</table>", html, re.DOTALL)[0]
        assert re.search(f"Kim&#39;s phone.*{time[:-3]}.*2001:db8::7:31", facts, re.DOTALL), "in two columns, the address last"
        assert text.index("Kim's phone") < text.index(time) < text.index("2001:db8::7:31")
    assert "- Device: Android\n" in made(world, kind, fixture={"device": {"name": None, "platform": "android"}})[f"{kind}.en.txt"]


def test_a_country_has_its_name(world):
    mails = made(world, "new-country")
    for language, country in (("en", "Country: Spain"), ("de", "Land: Spanien"), ("es", "País: España")):
        assert f"- {country}\n" in mails[f"new-country.{language}.txt"]
    assert "- Country: XX\n" in made(world, "new-country", fixture={"country": "XX"})["new-country.en.txt"]


@pytest.mark.parametrize("kind", SECURITY)
def test_a_mail_about_security_has_one_way_to_act_and_one_address_for_help(world, kind):
    mails = made(world, kind, policy={**POLICY, "app": {"name": "PFA", "supportEmail": "help@pfa.example"}})
    for language in LANGUAGES:
        html = mails[f"{kind}.{language}.html"]
        # Nobody has to press it who knows what happened, so it is not filled.
        assert (html.count('class="fill"'), html.count('class="line"')) == (0, 1) and "Need help?" not in html and html.count("mailto:help@pfa.example") == 1


# The code for a sign-in


def test_the_code_is_large_and_says_for_which_app_and_how_long(world):
    mails = made(world, "sign-in-code")
    for language, app, term, button in (
            ("en", "signing in to PFA", "expires after 10 minutes.", "Open PFA with the code"),
            ("de", "bei PFA anmeldest", "läuft nach 10 Minuten ab.", "PFA mit dem Code öffnen"),
            ("es", "sesión en PFA", "a los 10 minutos.", "Abrir PFA con el código")):
        html, text = (mails[f"sign-in-code.{language}.{ending}"] for ending in ("html", "txt"))
        [style] = re.findall(r'<td class="code[^"]*"[^>]*style="([^"]*)">K7QW-2MZ4</td>', html)
        assert "font-size:32px" in style and "user-select:all" in style
        assert app in words(html) and term in words(html) and app in text and term in text
        assert f">{button}</a>" in html and "\nK7QW-2MZ4\n" in text


def test_one_minute_is_singular(world):
    mails = made(world, "sign-in-code", fixture={"minutes": 1})
    for language, term in (("en", "after 1 minute."), ("de", "nach 1 Minute ab."), ("es", "al cabo de 1 minuto.")):
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
    ("America/New_York", "November 21, 2026 at 8:37 AM EST", "December 20, 2026"),
    ("Asia/Tokyo", "November 21, 2026 at 10:37 PM JST", "December 21, 2026"),
    (None, "November 21, 2026 at 1:37 PM UTC", "December 21, 2026"),
    ("Nowhere/Land", "November 21, 2026 at 1:37 PM UTC", "December 21, 2026")])
def test_a_mail_says_times_in_the_time_zone_of_the_account(world, zone, time, day):
    deleted = {"timeZone": zone, "deletesAt": "2026-12-21T03:00:00Z"}
    assert f"on {time}." in made(world, "password-changed", "--locale", "en", fixture={"timeZone": zone})["password-changed.en.txt"]
    text = made(world, "account-deletion", "--locale", "en", fixture=deleted)["account-deletion.en.txt"]
    assert f"on {time} to delete" in text and f"You can change your mind until {day}." in text


@pytest.mark.postgresql
def test_the_time_zone_of_an_account_reaches_its_mails(world):
    world.policy(people_policy())
    made = verified(world)
    granted(world.run("update-account", {"timeZone": "Asia/Tokyo"}, made["accessToken"]))
    granted(world.run("reset-password", {"code": code_for(world, "reset-password"), "newPassword": PASSWORD + "2"}))
    world.run("deliver-mail")
    text = mails_to(world, "kim", "was changed")[-1].get_body(("plain",)).get_content()
    assert re.search(r"was changed on \w+ \d+, \d{4} at \d+:\d\d [AP]M JST\.", text), text


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
            named |= set(re.findall({"de": "„([^“{]+)“", "es": "«([^»{]+)»"}.get(language, "“([^”{]+)”"), text))
    # A button may have another text in another case.
    texts = {text for button in buttons for text in re.split(r"{{[^{}]*}}", button)}
    assert named and named <= texts


# The end of a mail


@pytest.mark.parametrize("kind", LETTERS)
def test_the_app_is_named_once_around_a_mail(world, kind):
    """At the end of the text, and above the HTML, whose end does not repeat it."""
    mails = made(world, kind, policy={**POLICY, "app": {"name": "Zirkus", "supportEmail": "help@a.example"}})
    for language in LANGUAGES:
        text, html = mails[f"{kind}.{language}.txt"], mails[f"{kind}.{language}.html"]
        assert text.split("\n-- \n")[1].count("Zirkus") == 1
        assert "Zirkus" not in words(html[html.index('<td class="muted foot"'):])
        assert words(html[html.index('class="ink" dir="auto"'):html.index("<h1")]).count("Zirkus") == 1


@pytest.mark.parametrize("kind", INVITATIONS)
def test_an_invitation_with_the_branding_of_its_inviter_names_the_app_at_its_end(world, kind):
    policy = {**POLICY, "app": {"name": "Zirkus", "tagline": "Everybody juggles"}, "invitation": {"branding": True}}
    html = made(world, kind, policy=policy)[f"{kind}.en.html"]
    top, end = (words(html[html.index(start):html.index(stop)]) for start, stop in (
        ('class="ink" dir="auto"', "<h1"), ('<td class="muted foot"', "</body>")))
    assert "Everybody juggles" not in top and end.count("Zirkus - Everybody juggles") == 1


# Numbers


#: Words with a number whose form does not depend on it: in parentheses, or after a colon.
NEUTRAL = re.compile(r"\(\{\{\w+\}\}\)|:[ \u00a0]\{\{\w+\}\}|\{\{line\}\}|\{\{range\.\w+\}\}|\{\{under\}\}|\{\{password\.minLength\}\}")
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
