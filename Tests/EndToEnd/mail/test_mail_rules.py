# SPDX-License-Identifier: Apache-2.0
"""Every mail, in each language and with each policy, by the limits of mail programs; and mails that break them."""

import email.policy
import json
import re
import sys

import pytest
from mail_commands import LETTERS, preview
from worlds import POLICY, ROOT

sys.path.append(str(ROOT / "scripts/pictures"))
from mail_rules import findings  # noqa: E402

POLICIES = {file.stem: json.loads(file.read_text()) for file in (ROOT / "templates/policies").glob("*.json")}
#: Everything that a mail can show.
FULL = {
    **POLICY, "invitation": {"allowNote": True, "branding": True},
    "app": {"name": "PFA", "tagline": "Personal Fitness App", "logoURL": "https://pfa.example/logo.png", "accentColor": "#7a1fa2",
            "supportEmail": "support@pfa.example", "appStoreURL": "https://apps.apple.com/app/id1",
            "playStoreURL": "https://play.google.com/store/apps/details?id=a", "termsURL": "https://pfa.example/terms",
            "privacyURL": "https://pfa.example/privacy"}}
POLICIES.update({"no file": POLICY, "everything": FULL})


def mails(world, policy, *arguments):
    world.policy(policy)
    done = preview(world, *(arguments or ["all"]))
    assert done.status == 0, done.stderr
    return {name: content for name, content in done.files.items() if name.endswith(".eml")}


@pytest.mark.parametrize("app", sorted(POLICIES))
def test_mail_programs_show_every_mail_as_it_is_meant(world, app):
    made = mails(world, POLICIES[app])
    assert {name.split(".")[0] for name in made} == set(LETTERS)
    wrong = {name: found for name, content in made.items() if (found := list(findings(content, name.split(".")[0])))}
    assert wrong == {}


@pytest.mark.parametrize("variant", ["long", "rtl", "emoji"])
def test_names_of_all_kinds_break_no_rule(world, variant):
    wrong = {}
    for name, content in mails(world, FULL, "all", "--variant", variant).items():
        # A note of 450 characters is an inviter's own.
        found = [one for one in findings(content, name.split(".")[0]) if "an invitation has" not in one]
        if found:
            wrong[name] = found
    assert wrong == {}


@pytest.mark.parametrize("change, words", [
    (('href="https://example.com/invite', 'href="pfa://invite'), "a link leads to 'pfa://invite"),
    (("</h1>", '</h1><p dir="auto" style="position:absolute;">x</p>'), "<p> has position: absolute"),
    (("</h1>", '</h1><div style="background-image:url(https://a.example/b.png)"></div>'), "<div> has background-image"),
    (("</h1>", '</h1><table width="700" role="presentation"></table>'), "<table> is wider than 600 pixels"),
    (("font-family:system-ui", "font-family:Lobster"), "a font that may have to be fetched"),
    (('alt="PFA"', 'alt=""'), "a picture that is blocked has no words"),
    (("max-width:200px;border:0;", "max-width:200px;border:0;background-color:#ffffff;"), "leaves a box"),
    (('<html lang="en"', "<html"), "the mail has no language"),
    (("<h1 dir=\"auto\"", "<h1"), "<h1> has no dir"),
    (("@media (max-width: 480px) {", "@media (max-width: 480px) { a:hover {color:red} "), "has a selector that Gmail does not know"),
    (("mso-padding-alt:12px 32px", "x:y"), "a button has no colour or no padding in Word"),
    (("</body>", "x" * 105_000 + "</body>"), "Gmail clips the mail"),
    (("</h1>", '</h1><p dir="auto">Only in HTML.</p>'), "the text does not say: Only in HTML."),
    (("</h1>", '</h1><table role="presentation"><tr><td class="fill"><a href="{{link}}">x</a></td></tr></table>'), "there are 2 buttons"),
    (("</h1>", '</h1><p dir="auto">K7QW2MZ4XPA3JD6VYH5TBNRLEGCS2OUF</p>'), "a code of 32 characters is shown"),
    (("</h1>", '</h1><form action="https://a.example"></form>'), "<form> is removed or refused")])
def test_a_mail_that_breaks_a_rule_is_found(world, change, words):
    """The rules themselves: each finds what it is about, in a layout that an app has changed."""
    world.policy({**FULL, "invitation": {}})
    layout = (ROOT / "templates/mail/layout.html").read_text()
    [content] = [mail for mail in mails(world, {**FULL, "invitation": {}}, "invitation", "--locale", "en").values()]
    assert list(findings(content, "invitation")) == []
    before, after = change
    if before in layout:
        files = {"mail/layout.html": layout.replace(before, after)}
        content = preview(world, "invitation", "--locale", "en", files=files).files["invitation.en.eml"]
    else:
        content = encoded(content, before, after)
    assert any(words in found for found in findings(content, "invitation")), list(findings(content, "invitation"))


def encoded(content, before, after):
    """The mail with another HTML part."""
    message = email.message_from_bytes(content, policy=email.policy.SMTP)
    part = message.get_body(("html",))
    html = part.get_content()
    assert before in html, before
    part.set_content(html.replace(before, after), subtype="html", cte="quoted-printable")
    return message.as_bytes()


def test_an_invitation_without_a_header_to_unsubscribe_is_found(world):
    [content] = mails(world, POLICY, "invitation", "--locale", "en").values()
    without = re.sub(rb"List-Unsubscribe-Post:[^\n]*\n", b"", content)
    assert "an invitation cannot be unsubscribed from with one click" in list(findings(without, "invitation"))
    assert "a mail that nobody can unsubscribe from says otherwise" in list(findings(content, "new-device"))
