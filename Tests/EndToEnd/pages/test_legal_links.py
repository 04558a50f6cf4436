# SPDX-License-Identifier: Apache-2.0
"""The terms and the privacy policy, which people can read before they agree."""

import pytest
from pages import APP, CONSENT, page_policy
from people import PASSWORD, mails_to, signed_up
from visitors import Visitor

TERMS, PRIVACY = "https://pfa.example/terms", "https://pfa.example/privacy"


def links(page):
    return [a["href"] for a in page.parsed.all("a") if a.get("href") in (TERMS, PRIVACY)]


@pytest.mark.parametrize("app, count", [({}, 0), ({"termsURL": TERMS}, 2), ({"termsURL": TERMS, "privacyURL": PRIVACY}, 4)])
def test_they_stand_beside_the_consent_and_below_each_page(world, app, count):
    world.policy(page_policy(app={**APP, **app}, consent=CONSENT))
    visitor = Visitor(world)
    page = visitor.get("/account/sign-up")
    assert len(links(page)) == count
    assert len(links(visitor.get("/account/sign-in"))) == count // 2, "once: the agreement is what stands below the page"
    assert ("By continuing, you agree to the Terms & Privacy." in visitor.page.text) == (count == 4), "only where there are both"


def test_they_stand_below_each_mail(world):
    world.policy(page_policy(app={**APP, "termsURL": TERMS, "privacyURL": PRIVACY}))
    signed_up(world, password=PASSWORD)
    [mail] = mails_to(world, "kim")
    for kind in ("plain", "html"):
        text = mail.get_body((kind,)).get_content()
        assert TERMS in text and PRIVACY in text and "Privacy policy" in text
