# SPDX-License-Identifier: Apache-2.0
"""Logos and colors of mails and pages in a real browser: what is loaded, and whether every text can be read."""

import struct
import zlib
from types import SimpleNamespace

import pytest
from mail_commands import preview
from page_codes import invited
from pages import APP, page_policy, see
from people import granted
from worlds import POLICY

pytest.importorskip("playwright", reason="playwright is not installed: scripts/install --tests")

from browsers import AXE, faults  # noqa: E402

LOGO = "https://ada.example/logo.png"
#: Too light, too dark, and unreadable with black and white text at first sight.
ACCENTS = ["#ffd400", "#ffffff", "#000000", "#777777", "#0b6e4f"]


def png(width, height, color):
    """An image of one color."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    rows = b"".join(b"\0" + bytes(color) * width for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def show(browser, seen, width):
    """Shows a page whose images all exist."""
    tab = browser.show(seen, width)
    tab.route("**/*.png*", lambda route: route.fulfill(
        status=200, headers={"Content-Type": "image/png"}, body=png(120, 40, (11, 110, 79))))
    tab.goto("https://pfa.example/page")
    return tab


@pytest.mark.parametrize("accent", ACCENTS)
def test_no_accent_color_makes_a_page_unreadable(world, browser, accent):
    token, _, code, _ = invited(world)
    world.policy(page_policy(app={**APP, "accentColor": "#1a4fc4"}, invitation={"branding": True}))
    granted(world.run("update-account", {"branding": {"name": "Byron " * 16, "color": accent, "logoURL": LOGO}}, token))
    for width, language in ((320, "de"), (1280, "es")):
        tab = show(browser, see(world, "invite-page", language, code=code), width)
        for scheme in ("light", "dark"):
            assert faults(tab, scheme) == [], (width, scheme)
        tab.hover("a.button")
        assert faults(tab, "dark") == faults(tab, "light") == []
        assert tab.evaluate("() => document.querySelector('img').naturalWidth") == 120


def test_a_page_loads_no_other_image(world, browser):
    _, _, code, _ = invited(world)
    world.policy(page_policy(app={**APP, "logoURL": LOGO}))
    page = see(world, "invite-page", code=code)
    page.html = page.html.replace(LOGO, "https://ada.example/other.png")
    tab = show(browser, page, 320)
    assert tab.evaluate("() => document.querySelector('img').naturalWidth") == 0
    assert [text for text in tab.complaints if "Content Security Policy" in text]


@pytest.mark.parametrize("accent", ACCENTS)
def test_no_accent_color_makes_a_mail_unreadable(world, browser, accent):
    stores = {"appStoreURL": "https://apps.apple.com/app/id1", "playStoreURL": "https://play.google.com/x"}
    world.policy({**POLICY, "app": {**stores, "accentColor": accent, "logoURL": LOGO, "supportEmail": "help@pfa.example"}})
    # Together they have every element that has a color.
    for kind in ("invitation", "sign-in-code", "new-device"):
        content = preview(world, kind, "--locale", "en").files[f"{kind}.en.html"].decode()
        for width in (320, 1280):
            tab = show(browser, SimpleNamespace(html=content, csp=""), width)
            for scheme in ("light", "dark"):
                tab.emulate_media(color_scheme=scheme)
                if not tab.evaluate("() => 'axe' in window"):
                    tab.evaluate(AXE)
                result = tab.evaluate("() => axe.run({runOnly: ['color-contrast']})")
                assert result["passes"] and result["violations"] == [], (kind, width, scheme)
                assert tab.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (kind, width)
