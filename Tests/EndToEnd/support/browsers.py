# SPDX-License-Identifier: Apache-2.0
"""Debian's headless Chromium, with axe-core, which checks most of WCAG. `chromium --headless` needs three times as long for a window."""

import pathlib
import shutil

import axe_playwright_python
from playwright.sync_api import sync_playwright

CHROMIUM = shutil.which("chromium-headless-shell")
AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
#: WCAG 2.2 at level AA, which includes 2.1, and axe's best practices.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Nothing is fetched, so that axe need not load style sheets first. What has passed is long, and only counted.
RUN = """async tags => {
  const options = {runOnly: {type: "tag", values: tags}, resultTypes: ["violations"], preload: false};
  const {violations, passes} = await axe.run(options);
  return [violations, passes.length];
}"""

# Not checked by axe: a page wider than its window, and links and buttons that are too small.
MEASURES = """width => {
  const found = [];
  const root = document.documentElement;
  // A phone shows a page that is too wide in a window as wide as the page: its own width counts.
  if (root.scrollWidth > width) found.push(`${root.scrollWidth} pixels wide in a window of ${width}`);
  for (const target of document.querySelectorAll("a, button:not([hidden]), input:not([type=hidden]):not([hidden])")) {
    if (!target.getClientRects().length) continue;  // for other widths
    // A link in a sentence is as high as its line (WCAG 2.2, 2.5.8).
    const line = target.matches("a") && target.closest("label, p");
    if (line && (line.matches("label") || line.textContent.trim().endsWith("."))) continue;
    const {height, left, right} = target.getBoundingClientRect();
    if (height < 44) found.push(`${height} pixels high, too low for a finger: ${target.textContent}`);
    // A row of tabs that is too long for a phone scrolls sideways, and the cut word shows that it does.
    if (target.closest(".tabs ul")?.scrollWidth > target.closest(".tabs ul")?.clientWidth) continue;
    if (left < 0 || right > width) found.push(`outside of the window: ${target.textContent}`);
  }
  return found;
}"""


class Browser:
    def __enter__(self):
        self.playwright = sync_playwright().start()
        self.chromium = self.playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        self.tabs = {}
        self.written = {}
        return self

    def __exit__(self, *_):
        self.chromium.close()
        self.playwright.stop()

    def tab(self, width=390, **options):
        """A tab of a fresh browser, with the messages of its console."""
        context = self.chromium.new_context(
            viewport={"width": width, "height": 800}, is_mobile=width < 500, has_touch=width < 500, **options)
        tab = context.new_page()
        tab.set_default_timeout(20_000)
        tab.complaints = []
        tab.on("console", lambda message: tab.complaints.append(message.text))
        tab.on("pageerror", lambda error: tab.complaints.append(str(error)))
        return tab

    def show(self, seen, width):
        """Shows a page as a server sends it."""
        if width not in self.tabs:
            self.tabs[width] = self.tab(width)
            # Less than half of the time of evaluating it in each page.
            self.tabs[width].add_init_script(AXE)
        tab = self.tabs[width]
        tab.complaints.clear()
        headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": seen.csp}
        tab.unroute_all()
        tab.route("**/*", lambda route: route.fulfill(status=200, headers=headers, body=seen.html))
        tab.goto("https://pfa.example/page")
        return tab


    def write(self, seen, width):
        """Shows a page in a document that an earlier one with the same policy has left, which takes a fifth of the time: axe is loaded
        already. Nothing that is done at the start of a page happens, such as moving the focus."""
        tab = self.written.get((width, seen.csp))
        if tab is None:
            tab = self.written[width, seen.csp] = self.tab(width)
            headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": seen.csp}
            tab.route("**/*", lambda route: route.fulfill(status=200, headers=headers, body="<!doctype html>"))
            tab.goto("https://pfa.example/page")
        tab.complaints.clear()
        tab.evaluate("html => { document.open(); document.write(html); document.close(); }", seen.html)
        return tab


def faults_of(browser, page, language):
    """The faults of a page in a phone and on a desk, and of its contrasts in dark colors. A translation is looked at where it
    has the least room, and has the same colors."""
    found = []
    for width in (320, 1280) if language == "en" else (320,):
        tab = browser.write(page, width)
        found += [f"{width}: {fault}" for fault in faults(tab)]
        if width == 320 and language == "en":
            found += [f"{width} dark: {fault}" for fault in contrast_faults(tab)]
    return found


def contrast_faults(tab):
    """What is hard to read in dark colors."""
    tab.emulate_media(color_scheme="dark")
    result = tab.evaluate("() => axe.run({runOnly: {type: 'rule', values: ['color-contrast']}})")
    assert result["passes"], "axe has not looked at any text"
    return [str([node["html"] for node in fault["nodes"]]) for fault in result["violations"]]


def faults(tab, scheme="light"):
    """The faults of the page in a tab."""
    tab.emulate_media(color_scheme=scheme)
    # Playwright runs scripts in an isolated world, to which the page's policy does not apply.
    if not tab.evaluate("() => 'axe' in window"):
        tab.evaluate(AXE)
    violations, passed = tab.evaluate(RUN, TAGS)
    assert passed > 10, "axe has not looked at much"
    found = [f"{fault['id']}: {fault['help']}: {[node['html'] for node in fault['nodes']]}" for fault in violations]
    return list(tab.complaints) + found + tab.evaluate(MEASURES, tab.viewport_size["width"])
