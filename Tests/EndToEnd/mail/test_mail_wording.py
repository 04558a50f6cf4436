# SPDX-License-Identifier: Apache-2.0
"""The words of mails, pages and text messages: neutral, and only about the sign-in methods that the policy has."""

import html
import json
import re

import pytest
from mail_commands import LETTERS, preview
from worlds import POLICY, ROOT

LANGUAGES = ("en", "de", "es")
POLICIES = {file.stem: json.loads(file.read_text()) for file in (ROOT / "templates/policies").glob("*.json")}
#: What only an app about training says.
TRAINING = r"fitness|trainer|entrenador|workout|training|entrenamiento"
#: Pages that show workouts, as the API calls them, or lead to them.
WITH_WORKOUTS = {"account", "account-data", "client", "clients", "next", "security", "workouts"}
#: The parts of these pages.
PARTS = {f"{name}.html" for name in WITH_WORKOUTS | {"menu", "workout-fields"}}
#: Who has installed the app has not accepted anything yet.
BACK = ", then come back to this email and open the invitation"
#: The second step where a mailed code suffices, which the page of the invitation says too.
WITHOUT_PASSWORD = ("Accept it in the browser or the app, no password needed", "Mach im Browser oder in der App mit, ganz ohne Passwort",
                    "Acéptala en el navegador o en la app, sin contraseña")
PASSWORDS = r"your password|dein(em)? passwort|tu contraseña|forgot password|choose a password"


def visible(content):
    return re.sub(r"<style>.*?</style>|<[^>]*>|https?://\S+", " ", content.decode(), flags=re.DOTALL)


def rendered(world, policy, kind="all"):
    world.policy(policy)
    done = preview(world, kind)
    assert done.status == 0, done.stderr
    subjects = {f"subject {line.split()[0]}": line.encode() for line in done.stdout.splitlines()[1:]}
    return {**{name: visible(content) for name, content in done.files.items() if not name.endswith(".eml")},
            **{name: visible(content) for name, content in subjects.items()}}


def found(mails, words):
    return {name: re.search(words, text, re.IGNORECASE)[0] for name, text in mails.items() if re.search(words, text, re.IGNORECASE)}


@pytest.mark.parametrize("app", ["ddride", "manajet", "psst", "statlocker", "no file"])
def test_no_mail_of_an_app_that_is_not_about_training_says_so(world, app):
    assert found(rendered(world, POLICIES.get(app, POLICY)), TRAINING) == {}


def test_the_mails_of_pfa_say_so(world):
    assert set(found(rendered(world, POLICIES["pfa"], "invitation"), "fitness ?programm?|programa de fitness")) >= {
        f"invitation.{language}.{ending}" for language in LANGUAGES for ending in ("txt", "html")}


@pytest.mark.parametrize("app, words", [
    ("ddride", "google|apple|app store"), ("psst", "google|apple|app store"), ("manajet", "google"),
    ("pfa", PASSWORDS), ("no file", PASSWORDS)])
def test_no_mail_names_a_way_to_sign_in_that_the_policy_does_not_have(world, app, words):
    mails = rendered(world, POLICIES.get(app, POLICY))
    # These mails are sent only about passwords.
    about_passwords = ("reset-password", "password-changed", "subject reset-password", "subject password-changed")
    assert found({name: text for name, text in mails.items() if not name.startswith(about_passwords)}, words) == {}


def test_no_template_has_words_of_one_app():
    words = re.compile(rf"{TRAINING}|google (?!play)|apple[ -]", re.IGNORECASE)
    templates = [file for folder in ("mail", "pages") for file in (ROOT / "templates" / folder).rglob("*.*")
                 if file.parent.name not in WITH_WORKOUTS and not (file.parent.name == "partials" and file.name in PARTS)]
    # The navigation of an account leads to its workouts.
    others = r"-apple-system|x-apple-|name=\"apple-|\"workouts\": \"[^\"]*\""
    assert [str(file) for file in templates if words.search(re.sub(others, "", file.read_text()))] == []


@pytest.mark.parametrize("providers, sentences", [
    (["google"], ("Sign in with your Google account", "Melde dich mit deinem Google-Konto an", "Inicia sesión con tu cuenta de Google")),
    (["apple", "google"], ("Sign in with your Google or Apple account", "Melde dich mit deinem Google- oder Apple-Konto an",
                           "Inicia sesión con tu cuenta de Google o de Apple")),
    (["acme", "apple", "google"], ("Sign in with your Google, Apple or Acme account",
                                   "Melde dich mit deinem Google-, Apple- oder Acme-Konto an",
                                   "Inicia sesión con tu cuenta de Google, de Apple o de Acme")),
    (["apple", "password"], ("Sign in with your Apple account, or choose a password",
                             "Melde dich mit deinem Apple-Konto an oder wähle ein Passwort",
                             "Inicia sesión con tu cuenta de Apple, o elige una contraseña")),
    (["password"], ("Choose a password", "Wähle ein Passwort", "Elige una contraseña")),
    (["email"], WITHOUT_PASSWORD),
    # With a mailed code nobody needs a password, so none is asked for.
    (["email", "password"], WITHOUT_PASSWORD),
    (["google", "email", "password"], ("Sign in with your Google account, or accept without a password",
                                       "Melde dich mit deinem Google-Konto an oder mach ohne Passwort mit",
                                       "Inicia sesión con tu cuenta de Google, o acepta sin contraseña")),
    (["firebase"], ("Sign in", "Melde dich an", "Inicia sesión"))])
def test_the_second_step_names_the_ways_to_sign_in(world, providers, sentences):
    settings = {"acme": {"issuer": "https://id.acme.example"}, "firebase": {"projectID": "x"}}
    for kind in ("invitation", "resent-invitation"):
        mails = rendered(world, {"providers": {name: settings.get(name, {}) for name in providers}}, kind)
        for language, sentence in zip(LANGUAGES, sentences):
            assert f"\n2. {sentence}\n" in mails[f"{kind}.{language}.txt"]


@pytest.mark.parametrize("stores, words", [
    ({}, "Open the invitation"), ({"appStoreURL": "https://apps.apple.com/app/id1"}, "Download the X app from the App Store" + BACK),
    ({"playStoreURL": "https://play.google.com/store/apps/details?id=a"}, "Download the X app from Google Play" + BACK),
    ({"appStoreURL": "https://apps.apple.com/app/id1", "playStoreURL": "https://play.google.com/x"}, "Download the X app" + BACK)])
def test_the_first_step_is_one_that_can_be_taken_and_names_the_only_store(world, stores, words):
    world.policy({**POLICY, "app": {"name": "X", **stores}})
    text = preview(world, "invitation", "--locale", "en").files["invitation.en.txt"].decode()
    assert f"\n1. {words}\n" in text and all(f"\n{url}\n" in text for url in stores.values())


@pytest.mark.parametrize("kind", ["invitation", "resent-invitation", "reminder"])
def test_an_invitation_says_in_both_parts_what_happens_next_and_who_invites(world, kind):
    world.policy({**POLICY, "app": {"name": "X", "phrases": {"de": {"button": "Los geht's"}}}})
    mails = {name: content.decode() for name, content in preview(world, kind).files.items()}
    buttons = {"en": "Accept invitation", "de": "Los geht&#39;s", "es": "Aceptar la invitación"}
    for language in LANGUAGES:
        text, html = mails[f"{kind}.{language}.txt"], mails[f"{kind}.{language}.html"]
        steps = re.findall(r"^\d\. (.*)$", text, re.MULTILINE)
        shown = re.findall(r"<ol[^>]*>(.*?)</ol>", html, re.DOTALL)
        # The button has the app's own words, if it has any.
        [(place, words)] = [(found.start(), found[1]) for found in re.finditer(r'<td class="fill"[^>]*><a [^>]*>([^<]*)</a>', html)]
        assert words == buttons[language]
        if kind == "reminder":
            assert steps == shown == [], "they were in the invitation"
        else:
            # The button comes first. Who wants to know more reads on.
            assert len(steps) == 3 and re.findall(r"<li[^>]*>(.*)</li>", shown[0]) == steps and place < html.index("<ol")
        assert f"\n{words.replace('&#39;', chr(39))}:\nhttps://" in text
        assert "(ada@example.com)" in text and "(<bdi>ada@example.com</bdi>)" in html


@pytest.mark.parametrize("kind", LETTERS)
def test_the_button_that_matters_is_the_first_link(world, kind):
    stores = {"appStoreURL": "https://apps.apple.com/app/id1", "playStoreURL": "https://play.google.com/x"}
    world.policy({**POLICY, "app": {**stores, "supportEmail": "help@pfa.example", "logoURL": "https://pfa.example/l.png"}})
    files = preview(world, kind).files
    for language in LANGUAGES:
        text, html = (files[f"{kind}.{language}.{ending}"].decode() for ending in ("txt", "html"))
        links, addresses = re.findall(r'<a [^>]*href="([^"]*)"', html), re.findall(r"\b[a-z]+://\S+", text)
        if not addresses:
            # A closed account has no link: the button writes to the support, like the line below all mails.
            assert links == ["mailto:help@pfa.example"] * (1 + ("fill" in re.findall('<td class="([a-z]*)"', html)))
            assert (kind == "account-closed") == (len(links) == 2)
            continue
        assert links[0] == addresses[0] and links[0].startswith("https://example.com/")
        # A code that is typed is larger than any button.
        if kind != "sign-in-code":
            assert re.search(r'<td class="(?:fill|line)"[^>]*><a href="' + re.escape(links[0]), html)
        if kind in ("invitation", "resent-invitation", "reminder"):
            assert links.index(stores["appStoreURL"]) < links.index(stores["playStoreURL"])


def test_the_signature_of_the_text_begins_with_its_delimiter(world):
    """Two hyphens and a space (RFC 3676, section 4.3), by which mail programs know a signature."""
    texts = {name: text for name, text in rendered(world, POLICIES["pfa"]).items() if name.endswith(".txt")}
    without = {name for name, text in texts.items() if "\n-- \nPFA - Personal Fitness App\n" not in text}
    assert texts and without == {name for name in texts if name.startswith("invitation-sms.")}


@pytest.mark.parametrize("language, words", [
    ("de", r"\b(Button|Knopf|Vormund|Elternteil|freiwillig|nimm)\b| auf \{\{app\.name|Hallo[^\"!]*,\""),
    ("es", r"aplicaci[oó]n\b|\bqueréis\b|\b(eliminar|ver) el cliente\b|\bconsentimiento\b")])
def test_a_language_has_one_word_for_one_thing(language, words):
    files = [*(ROOT / "templates").rglob(f"words.{language}.json"), ROOT / f"templates/messages/{language}.json"]
    # The name of an app is looked for; other tags have names of variables.
    texts = {str(file): re.sub(r"\{\{[#^/](?!app\.name)[^}]*\}\}|\{\{(?!app\.name)[\w.]+\}\}", "", file.read_text()) for file in files}
    assert found(texts, words) == {}


@pytest.mark.parametrize("language, words", [
    ("en", r"\b(log[ -]?in|log[ -]?out|e-mail|second factor|MFA|2FA|confirm(ed)? (your|the|this|that|new)[^.]*(address|email)|send\w* (it |them )?again)\b"),
    ("de", r"\b(erneut (senden|schicken|verschickt|gesendet)|Kennwort|Account|einlogg\w*|Login|Email|2FA|Sie haben|Ihre?[nm]? Konto)\b"),
    ("es", r"\b([Vv](olver|uelve|uelto) a enviar|[Ss]alir|login|e-?mail|usted|loguea\w*|2FA|ordenador|vosotros)\b")])
def test_the_terms_are_those_of_the_list(language, words):
    """templates/README.md, "One word for one thing"."""
    messages = json.loads((ROOT / f"templates/messages/{language}.json").read_text())
    own = {f"messages {name}": re.sub(r"\{\w+\}", "", text)
           for part in ("errors", "results", "push") for name, text in messages[part].items()}
    for file in (ROOT / "templates").rglob(f"words.{language}.json"):
        own |= {f"{file.parent.name} {name}": re.sub(r"\{\{[^}]*\}\}", "", text) for name, text in json.loads(file.read_text()).items()}
    assert len(own) > 400 and found(own, words) == {}


@pytest.mark.parametrize("language, wrong", [("en", "[\"'«„]"), ("de", "[\"'«”]"), ("es", "[\"'„“]")])
def test_words_have_the_apostrophes_and_quotation_marks_of_print(language, wrong):
    """A subject, a sender, a text part's own words and a text message have a plain apostrophe, as they have a plain hyphen. So have
    messages of results, which apps compare and log, and two sentences that the document of an app fixes."""
    for file in (ROOT / "templates").rglob(f"words.{language}.json"):
        for name, text in json.loads(file.read_text()).items():
            text = text.replace("Confirm it's you", "").replace("Enter your email and we'll send a link.", "")
            is_plain = "mail" in file.parts and (name in ("subject", "sender", "text") or name.endswith("Text"))
            assert not re.search("’" if is_plain else wrong, text), f"{file.parent.name} {name}: {text}"


def test_a_phrase_is_used_in_its_language_only(world):
    phrases = {"de": {"program": "beim Chor", "title": "zum Chor", "start": "Sing mit"}, "en": {"inviter": "your coach & guide"}}
    mails = rendered(world, {**POLICY, "app": {"name": "Chor", "phrases": phrases}}, "invitation")
    assert "hat dich zum Chor bei Chor eingeladen!" in mails["invitation.de.txt"]
    assert "3. Sing mit\n" in mails["invitation.de.txt"] and "Ada Byron lädt dich zum Chor ein" in mails["subject invitation.de"]
    assert "has invited you to join Chor!" in mails["invitation.en.txt"] and "contact your coach & guide." in mails["invitation.en.txt"]
    assert "contact your coach &amp; guide." in mails["invitation.en.html"]
    assert "te ha invitado a unirte a Chor!" in mails["invitation.es.txt"] and "3. Empieza a usar Chor\n" in mails["invitation.es.txt"]


def test_own_templates_with_the_variables_of_earlier_releases_still_work(world):
    done = preview(world, "invitation", "--locale", "en", files={
        "mail/layout.html": "<h1>{{$heading}}{{/heading}}</h1>{{$content}}{{/content}}{{#offersApp}}{{#app.appStoreURL}}"
                            "{{$appStore}}{{/appStore}}{{/app.appStoreURL}}{{/offersApp}}<a href='{{link}}'>{{$action}}{{/action}}</a>"})
    assert done.status == 0 and "Accept invitation" in done.files["invitation.en.html"].decode(), done.stderr


def test_a_mail_says_more_than_its_subject(world):
    """The heading is not the subject again."""
    world.policy(POLICIES["pfa"])
    done = preview(world, "all")
    files, seen = done.files, 0
    for line in done.stdout.splitlines()[1:]:
        name, subject = line.split(None, 1)
        if f"{name}.html" in files:
            [heading] = re.findall(r"<h1[^>]*>(.*?)</h1>", files[f"{name}.html"].decode(), re.DOTALL)
            plain = html.unescape(re.sub("<[^>]*>", "", heading)).replace("\u2011", "-")
            assert plain.strip("!?. ") != subject.strip().strip("!?. "), name
            seen += 1
    assert seen > 60


def test_german_mails_do_not_break_the_word_for_email():
    """U+2011 keeps "E-Mail" on one line. A subject, a text part's own words and a text message have the plain hyphen."""
    for file in (ROOT / "templates/mail").rglob("words.de.json"):
        for name, text in json.loads(file.read_text()).items():
            text = text.replace("Confirm it's you", "").replace("Enter your email and we'll send a link.", "")
            is_plain = name in ("subject", "sender") or name.endswith("Text") or file.parent.name == "invitation-sms"
            assert ("E\u2011Mail" if is_plain else "E-Mail") not in text, f"{file.parent.name} {name}"
