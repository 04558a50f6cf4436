# SPDX-License-Identifier: Apache-2.0
"""`vestibule mail preview`: every mail in every language, from the templates and the policy of a deployment."""

import email
import email.policy
import json

import pytest
from mail_commands import LETTERS, command, preview
from worlds import POLICY, ROOT, code_of

# preview


@pytest.mark.parametrize("variant", ["plain", "long", "rtl", "emoji"])
def test_every_mail_in_every_language(world, variant):
    world.without_tables()
    done = preview(world, "all", "--variant", variant)
    assert done.status == 0 and done.stderr == "", done.stderr
    expected = {f"{kind}.{locale}.{ending}" for kind in LETTERS for locale in ("en", "de", "es")
                for ending in ("txt", "html", "eml")}
    assert set(done.files) == expected | {f"invitation-sms.{locale}.txt" for locale in ("en", "de", "es")}
    for name, content in done.files.items():
        text = content.decode()
        assert "{{" not in text and "}}" not in text, name
        if name.endswith(".eml"):
            mail = email.message_from_bytes(content, policy=email.policy.default)
            assert mail["Date"] == "Sat, 21 Nov 2026 13:37:00 +0000" and mail["Subject"] and not mail.defects
            for kind, ending in (("plain", "txt"), ("html", "html")):
                part = mail.get_body((kind,)).get_content()
                assert part.split() == done.files[name[:-3] + ending].decode().split()
    assert not world.exists, "a preview needs no database"


def test_a_preview_is_the_same_each_time(world):
    first = preview(world, "all").files
    assert preview(world, "all").files == first


def test_the_variables_of_a_deployment_are_used(world):
    mail = email.message_from_bytes(preview(
        world, "invitation", "--locale", "en", MAIL_FROM="Coach <coach@pfa.example>",
        PUBLIC_URL="https://pfa.example").files["invitation.en.eml"], policy=email.policy.default)
    assert mail["From"] == "Coach <coach@pfa.example>" and code_of(mail)
    assert "https://pfa.example/invite?code=" in mail.get_body(("plain",)).get_content()


def test_the_policy_of_a_deployment_is_used(world):
    world.policy({**POLICY, "app": {"name": "Öpp \"X\" <y>", "supportEmail": "help@pfa.example", "locales": ["de"]}})
    done = preview(world, "verify-email")
    assert set(done.files) == {f"verify-email.de.{ending}" for ending in ("txt", "html", "eml")}
    mail = email.message_from_bytes(done.files["verify-email.de.eml"], policy=email.policy.default)
    assert mail["From"].addresses[0].display_name == "Öpp \"X\" <y>"
    assert mail["Reply-To"].addresses[0].addr_spec == "help@pfa.example"


def test_a_note_is_in_the_preview_if_the_policy_allows_notes(world):
    assert "Bring water" not in preview(world, "invitation").files["invitation.en.txt"].decode()
    world.policy({**POLICY, "invitation": {"allowNote": True}})
    assert "Bring water" in preview(world, "invitation").files["invitation.en.txt"].decode()


def test_a_wrong_variable_exits_with_78(world):
    assert preview(world, "all", MAIL_FROM="nobody").status == 78
    assert preview(world, "all", PUBLIC_URL="ftp://pfa.example").status == 78
    assert preview(world, "all", POLICY_FILE="nowhere.json").status == 78


def test_a_fixture_overrides_the_example(world):
    (world.folder / "fixture.json").write_text(json.dumps(
        {"inviter": {"displayName": "Bo <b>", "email": None}, "days": 1, "expiresAt": "2027-01-03T12:00:00Z"}))
    files = preview(world, "invitation", "--fixture", "fixture.json", "--locale", "en").files
    text = files["invitation.en.txt"].decode()
    assert "Hi Kim Lee," in text and "Bo <b> has invited you" in text and "expires in 1 day. After January 2, 2027, you can ask for a new one." in text
    assert "Reply to this email" not in text and b"Bo &lt;b&gt;" in files["invitation.en.html"]
    assert b"Reply-To" not in files["invitation.en.eml"]


@pytest.mark.parametrize("content, words", [
    ("{", "is not JSON"), ("[]", "is not a JSON object"), ('{"client": {"nmae": "Kim"}}', "/client/nmae"), (None, "cannot be read")])
def test_an_invalid_fixture_exits_with_65(world, content, words):
    if content is not None:
        (world.folder / "fixture.json").write_text(content)
    done = preview(world, "all", "--fixture", "fixture.json")
    assert done.status == 65 and words in done.stderr and done.files == {}


def test_a_fixture_cannot_leave_a_gap_in_a_text(world):
    (world.folder / "fixture.json").write_text('{"client": {"name": null}}')
    done = preview(world, "all", "--fixture", "fixture.json")
    assert done.status == 65 and "the mail invitation needs /client/name" in done.stderr and done.files == {}


def test_a_missing_language_falls_back(world):
    files = preview(world, "password-changed", "--locale", "de-AT", "--locale", "fr").files
    assert "Passwort" in files["password-changed.de-AT.txt"].decode()
    assert "password" in files["password-changed.fr.txt"].decode()


def test_an_own_folder_replaces_one_word_only(world):
    bundled = preview(world, "invitation", "--locale", "en").files
    files = preview(
        world, "invitation", "--locale", "en",
        files={"mail/invitation/words.en.json": '{"subject": "Come, {{client.name}}"}'}).files
    mail = email.message_from_bytes(files["invitation.en.eml"], policy=email.policy.default)
    assert mail["Subject"] == "Come, Kim Lee"
    for ending in ("txt", "html"):
        assert files[f"invitation.en.{ending}"] == bundled[f"invitation.en.{ending}"]


def test_partials_are_shared_and_may_include_others(world):
    files = preview(world, "verify-email", "--locale", "en", files={
        "mail/verify-email/structure.mustache": "{{>hello}}{{link}}\n", "mail/partials/hello.html": "",
        "mail/partials/hello.txt": "Hello {{account.displayName}}!\n{{>bye}}",
        "mail/partials/bye.txt": "Bye from {{app.name}}.\n"}).files
    assert files["verify-email.en.txt"].decode().startswith(
        "Hello Kim Lee!\nBye from PFA.\nhttps://example.com/verify-email?code=")


@pytest.mark.parametrize("path, text, place", [
    ("mail/invitation/structure.mustache", "Hi\n{{clent.name}}\n", "mail/invitation/structure.mustache:2: {{clent.name}}"),
    ("mail/invitation/structure.mustache", "Hi\n\n{{#note}}\n{{note}}\n", "mail/invitation/structure.mustache:3: {{#note}} has no end"),
    ("mail/invitation/structure.mustache", "Hi\n{{#note}}\n{{/days}}\n", "mail/invitation/structure.mustache:3: {{/days}} should be {{/note}}"),
    ("mail/invitation/structure.mustache", "Hi\n{{/note}}\n", "mail/invitation/structure.mustache:2: {{/note}} ends nothing"),
    ("mail/invitation/structure.mustache", "Hi\n{{note\n", "mail/invitation/structure.mustache:2: {{note is not closed"),
    ("mail/layout.html", "<p>\n\n{{secret}}</p>", "mail/layout.html:3"),
    ("mail/layout.txt", "\n{{secret}}", "mail/layout.txt:2"),
    ("mail/invitation/structure.mustache", "{{>nothing}}", "mail/partials/nothing.txt")])
def test_a_broken_template_exits_with_78_naming_file_and_line(world, path, text, place):
    done = preview(world, "invitation", "--locale", "en", files={path: text})
    assert done.status == 78 and place in done.stderr, done.stderr
    assert done.files == {}


@pytest.mark.parametrize("words, place", [
    ('{"subject": "{{newEmail}}"}', "subject: {{newEmail}} is not a variable of this mail"),
    ('{"greeting": "Hi {{#note}}"}', "greeting: {{#note}} has no end"),
    ('{"greeting": "Hi {{{client.name}}}"}', "greeting: {{client.name}} should have two braces on each side"),
    ('{"greeting": "{{>note}}"}', "greeting: {{>note}} should be in the structure"),
    ('{"greting": "Hi"}', "greting: is in no template"), ('{"greeting": 1}', "greeting: should be a string"),
    ('["Hi"]', "is not a JSON object"), ('{"greeting": "Hi}', "is not JSON")])
def test_a_wrong_word_exits_with_78_naming_file_and_word(world, words, place):
    done = preview(world, "invitation", "--locale", "en", files={"mail/invitation/words.en.json": words})
    assert done.status == 78 and "mail/invitation/words.en.json" in done.stderr and place in done.stderr, done.stderr
    assert done.files == {}


def test_a_missing_word_exits_with_78_naming_file_and_word(world):
    words = {"mail/invitation/words.fr.json": json.dumps({"subject": "Salut"})}
    done = preview(world, "invitation", "--locale", "fr", files=words)
    assert done.status == 78 and "mail/invitation/words.fr.json: " in done.stderr and ": is missing here" in done.stderr


def test_a_file_in_the_earlier_form_exits_with_78_and_says_what_replaces_it(world):
    for path, replacement in [("invitation/en/subject.txt", "invitation/words.en.json"), ("partials/steps-en.txt", "words.en.json")]:
        done = preview(world, "invitation", "--locale", "en", files={f"mail/{path}": "Hi"})
        assert done.status == 78 and f"write the changed words to mail/{replacement}" in done.stderr, done.stderr
        (world.folder / "own/mail" / path).unlink()
        (world.folder / "own/mail" / path).parent.rmdir()


def test_an_own_folder_adds_a_language(world):
    folder = ROOT / "templates/mail"
    words = {f"mail/{file.relative_to(folder).parent}/words.fr.json": file.read_text().replace("Hi", "Salut")
             for file in folder.rglob("words.en.json")}
    done = preview(world, "all", "--locale", "fr-CA", "--locale", "en", files=words)
    assert done.status == 0 and "Salut Kim Lee," in done.files["invitation.fr-CA.txt"].decode(), done.stderr
    assert "Hi Kim Lee," in done.files["invitation.en.txt"].decode()


def test_words_of_a_region_contain_only_what_differs(world):
    files = preview(world, "invitation", "--locale", "de-AT", "--locale", "de", files={
        "mail/invitation/words.de-AT.json": '{"greeting": "Servus {{client.name}}!"}'}).files
    assert "Servus Kim Lee!" in files["invitation.de-AT.txt"].decode()
    assert files["invitation.de-AT.txt"].decode().replace("Servus", "Hallo") == files["invitation.de.txt"].decode()


def test_a_word_is_plain_text(world):
    world.policy({**POLICY, "app": {"name": "<X>"}})
    files = preview(world, "invitation", "--locale", "en", files={
        "mail/invitation/words.en.json": json.dumps({"greeting": "A < B & C\u2011D, {{client.name}} {{app.name}}"})}).files
    assert files["invitation.en.txt"].decode().startswith("A < B & C-D, Kim Lee <X>\n\n")
    assert ">A &lt; B &amp; C&#8209;D, <bdi>Kim Lee</bdi> &lt;X&gt;</p>" in files["invitation.en.html"].decode()


def test_a_template_comment_may_have_several_lines(world):
    text = "{{! one\ntwo\n}}Hi {{client.name}}{{! three }}\n"
    done = preview(world, "invitation", "--locale", "en", files={"mail/invitation/structure.mustache": text})
    assert done.status == 0 and done.files["invitation.en.txt"].decode().strip() == "Hi Kim Lee", done.stderr


def test_all_broken_templates_are_reported_and_the_rest_is_rendered(world):
    done = preview(world, "all", files={
        "mail/invitation/words.en.json": '{"greeting": "{{a}}"}', "mail/new-device/words.de.json": '{"notYou": "{{b}}"}'})
    assert done.status == 78
    assert "invitation/words.en.json: greeting" in done.stderr and "new-device/words.de.json: notYou" in done.stderr
    assert "invitation.de.html" in done.files and "invitation.en.html" not in done.files


def test_a_folder_that_cannot_be_written_exits_with_64(world):
    (world.folder / "file").write_text("")
    done = command(world, "preview", "all", "--out", "file/out")
    assert done.status == 64 and "file/out" in done.stderr
