# SPDX-License-Identifier: Apache-2.0
"""Templates that an app owns, and an inviter's own words in a mail."""

import json
import shutil

import pytest
from worlds import POLICY, ROOT

CLIENT = {"name": "Kim", "email": "kim@example.com"}
NOTES = {**POLICY, "invitation": {"allowNote": True}}


def send(world, token, env=None, **data):
    return world.run("send-invitation", {"client": CLIENT, **data}, token, env=env)


def own(world, **files):
    """A templates folder that holds only these files, over the one of the bundle."""
    folder = world.folder / "templates"
    for path, text in files.items():
        file = folder / path.replace("__", "/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return {"TEMPLATES_DIR": str(folder)}


@pytest.mark.parametrize("is_file", [False, True])
def test_a_folder_of_templates_that_is_none_is_a_wrong_setting_when_templates_are_used(world, is_file):
    token = world.inviter()
    path = world.folder / "typo"
    if is_file:
        path.write_text("")
    env = {"TEMPLATES_DIR": str(path)}
    answer = send(world, token, env=env)
    assert (answer.status, answer.code) == (78, "service/misconfigured")
    assert answer.json["error"]["detail"] == f"TEMPLATES_DIR: {path} is not a folder that can be read"
    assert world.rows("SELECT id FROM clients") == []
    page = world.run("invite-page", {"code": "A"}, env=env)
    assert page.status == 78
    assert world.run("preview-invitation", {"code": "A"}, env=env).code == "invitation/not-found"


@pytest.mark.parametrize("function", ["send-invitation", "resend-invitation"])
def test_an_inviters_own_words_are_in_the_mail_as_text(world, function):
    world.policy(NOTES)
    token = world.inviter()
    note = "Bring <b>shoes</b> & {{water}}.\n\nSee you!"
    invitation = send(world, token, **({"note": note} if function == "send-invitation" else {})).json["invitation"]
    if function == "resend-invitation":
        world.run(function, {"invitationId": invitation["id"], "note": note}, token)
    mail = world.mails()[-1]
    text, html = (mail.get_body((kind,)).get_content() for kind in ("plain", "html"))
    assert "Bring <b>shoes</b> & {{water}}.\n\nSee you!" in text
    assert "Bring &lt;b&gt;shoes&lt;/b&gt; &amp; {{water}}." in html


def test_a_note_is_refused_unless_the_policy_allows_it(world):
    answer = send(world, world.inviter(), note="Hello")
    assert answer.code == "event/invalid" and answer.json["error"]["errors"][0]["pointer"] == "/note"
    assert world.mails() == []


def test_an_app_replaces_one_word_and_uses_the_others_of_the_bundle(world):
    env = own(world, **{"mail/invitation/words.en.json": '{"subject": "Come, {{client.name}}"}'})
    send(world, world.inviter(), env)
    mail = world.mails()[0]
    assert mail["Subject"] == "Come, Kim"
    assert "Accept invitation:\n" in mail.get_body(("plain",)).get_content()


def test_partials_are_shared_between_mails(world):
    env = own(world, **{
        "mail/invitation/structure.mustache": "{{>hello}}{{link}}\n", "mail/partials/hello.txt": "Hello {{client.name}}!\n{{>bye}}",
        "mail/partials/bye.txt": "Bye from {{app.name}}.\n", "mail/partials/hello.html": "<p>Hello</p>"})
    send(world, world.inviter(), env)
    text = world.mails()[0].get_body(("plain",)).get_content()
    assert text.startswith("Hello Kim!\nBye from PFA.\nhttps://pfa.example/invite?code=")


@pytest.mark.parametrize(
    "files, place",
    [({"mail/invitation/structure.mustache": "Hi\n{{clent.name}}\n"}, "mail/invitation/structure.mustache:2"),
     ({"mail/invitation/structure.mustache": "Hi\n\n{{#note}}\n{{note}}\n"}, "mail/invitation/structure.mustache:"),
     ({"mail/invitation/structure.mustache": "{{<layout}}{{$content}}{{code}}{{/content}}{{/layout}}"},
      "mail/invitation/structure.mustache:1"),
     ({"mail/layout.html": "<p>\n{{secret}}</p>"}, "mail/layout.html:2"),
     ({"mail/invitation/structure.mustache": "{{>nothing}}"}, "mail/partials/nothing.txt"),
     ({"mail/invitation/structure.mustache": "{{>paragraph nothing}}"}, "mail/invitation/words.en.json: nothing: is missing here"),
     ({"mail/invitation/words.en.json": '{"greeting": "{{clent.name}}"}'}, "mail/invitation/words.en.json: greeting: {{clent.name}}")])
def test_an_error_in_a_template_is_reported_before_anything_is_written(world, files, place):
    token = world.inviter()
    answer = send(world, token, own(world, **files))
    assert answer.status == 78 and place in answer.json["error"]["detail"], answer.json
    assert world.rows("SELECT count(*) AS n FROM clients") == [{"n": 0}]


def test_a_language_falls_back_to_its_parent_and_to_the_default(world):
    folder = world.folder / "templates"
    shutil.copytree(ROOT / "templates", folder)
    (folder / "mail/invitation/words.es.json").unlink()
    words = json.loads((folder / "mail/invitation/words.de.json").read_text())
    (folder / "mail/invitation/words.de.json").write_text(json.dumps({**words, "subject": "Willkommen"}))
    token = world.inviter()
    for number, (locale, subject) in enumerate([("de-AT", "Willkommen"), ("fr", "You're invited")]):
        client = {"name": "Kim", "email": f"kim{number}@example.com", "locale": locale}
        world.run("send-invitation", {"client": client}, token, env={"TEMPLATES_DIR": str(folder)})
        assert world.mails()[-1]["Subject"].startswith(subject)
