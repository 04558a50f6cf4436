# SPDX-License-Identifier: Apache-2.0
"""Pages that an app owns: its template, style and language."""

import base64
import hashlib
import shutil

import pytest
from page_codes import invited, own
from pages import APP, page_policy, see
from worlds import ROOT

pytestmark = pytest.mark.policy(page_policy())


def test_an_app_replaces_one_word_and_uses_the_others_of_the_bundle(world):
    _, _, code, _ = invited(world)
    env = own(world, **{"pages/invite/words.en.json": '{"heading": "Come, {{client.name}}"}'})
    assert see(world, "invite-page", env=env, code=code).heading == "Come, Kim"
    assert see(world, "invite-page", "de", env=env, code=code).heading == "Ada Byron hat dich eingeladen"
    assert see(world, "error-page", env=env).heading == "This page doesn’t exist"


def test_an_app_replaces_one_structure_and_uses_its_words(world):
    _, _, code, _ = invited(world)
    env = own(world, **{"pages/invite/structure.html": "{{<layout}}{{$content}}<p>{{$greeting}}{{/greeting}}</p>{{/content}}{{/layout}}"})
    page = see(world, "invite-page", "de", env=env, code=code)
    assert page.heading == "Ada Byron hat dich eingeladen" and "<p>Hallo <bdi>Kim</bdi>!</p>" in page.html


def test_words_are_text_but_for_emphasis(world):
    word = '{"heading": "<b>You</b> & <strong>{{client.name}}</strong>"}'
    env = own(world, **{"pages/invite/words.en.json": word})
    page = see(world, "invite-page", env=env, code=invited(world)[2])
    assert "<h1>&lt;b&gt;You&lt;/b&gt; &amp; <strong>Kim</strong></h1>" in page.html


def test_only_the_apps_own_style_is_allowed(world):
    env = own(world, **{"pages/layout.html": "<!doctype html>\r\n<html lang=\"{{language}}\" dir=\"{{direction}}\"><head><style>\r\nh1 { color: red }\r\n"
                        "</style></head><body><h1>{{$heading}}{{/heading}}</h1></body></html>"})
    page = see(world, "error-page", env=env)
    digest = base64.b64encode(hashlib.sha256(b"\nh1 { color: red }\n").digest()).decode()
    assert f"style-src 'sha256-{digest}';" in page.csp and "\r" not in page.html


def test_an_apps_own_language_may_be_written_right_to_left(world):
    folder = world.folder / "templates"
    shutil.copytree(ROOT / "templates", folder)
    for place in ("", "error/"):
        shutil.copy(folder / f"pages/{place}words.en.json", folder / f"pages/{place}words.ar.json")
    world.policy(page_policy(app={**APP, "locales": ["en", "ar", "fr"]}))
    env = {"TEMPLATES_DIR": str(folder)}
    assert see(world, "error-page", "ar", env).parsed.all("html") == [{"lang": "ar", "dir": "rtl"}]
    # A page in a fallback language declares that language.
    assert see(world, "error-page", "fr", env).parsed.all("html") == [{"lang": "en", "dir": "ltr"}]
