# SPDX-License-Identifier: Apache-2.0
"""What mail programs do to a mail, as rules: the published limits of Gmail, Outlook (Word, and the web) and Apple Mail.

Sources: caniemail.com (properties, selectors and elements by program), Google's reference of supported CSS
(developers.google.com/workspace/gmail/design/css), Microsoft's reference of HTML and CSS in Word (Outlook 2007 and later),
RFC 2369 and RFC 8058 (unsubscribing), RFC 3676 (signatures).
"""

import re
from email import message_from_bytes, policy
from html.parser import HTMLParser

#: Gmail clips a message whose HTML is longer.
CLIPPED_FROM = 102 * 1024
#: Gmail ignores the style elements of a mail after this many characters.
STYLES = 8192
#: An invitation, as it is sent.
INVITATION = 12 * 1024
INVITATIONS = ("invitation", "resent-invitation", "reminder")
#: Elements that are removed, or for which a mail is called dangerous.
ELEMENTS = {"script", "link", "form", "input", "button", "iframe", "object", "embed", "svg", "video", "audio", "base", "canvas"}
#: Properties that a program removes, or that Word draws in another way.
PROPERTIES = {"position", "float", "clear", "z-index", "top", "left", "right", "bottom", "transform", "flex", "grid", "gap", "columns",
              "background", "background-image", "object-fit", "clip", "clip-path", "content", "animation", "transition"}
#: Fonts of systems, and generic names. Others would have to be fetched.
FONTS = {"system-ui", "-apple-system", "segoe ui", "roboto", "helvetica", "arial", "sans-serif", "ui-monospace", "menlo",
         "consolas", "monospace"}
WIDEST = 600
VOID = {"meta", "img", "br", "hr"}
#: What a link with an app's own scheme looks like in the text.
APP_ADDRESS = re.compile(r"^(?!https?:|mailto:)[a-z][a-z0-9+.-]*://\S+$", re.MULTILINE)


class Page(HTMLParser):
    """The elements of a mail, the texts of its paragraphs, and its style elements."""

    def __init__(self, html):
        super().__init__()
        self.elements, self.open, self.styles, self.paragraphs, self.comments = [], [], [], [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes), [name for name, _, _ in self.open]))
        if tag == "style":
            self.styles.append("")
        if tag in ("p", "li", "h1"):
            self.paragraphs.append([tag, dict(attributes), ""])
        if tag == "br" and self.paragraphs:
            self.paragraphs[-1][2] += " "
        if tag not in VOID:
            self.open.append((tag, dict(attributes), self.getpos()))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, text):
        names = [name for name, _, _ in self.open]
        if names and names[-1] == "style":
            self.styles[-1] += text
        elif any(name in ("p", "li", "h1") for name in names):
            self.paragraphs[-1][2] += text

    def handle_comment(self, text):
        self.comments.append(text)

    def all(self, *tags):
        return [(tag, attributes) for tag, attributes, _ in self.elements if tag in tags]


def declarations(style):
    for declaration in (style or "").split(";"):
        name, _, value = declaration.partition(":")
        if name.strip():
            yield name.strip().lower(), value.strip()


def plain(text):
    """Words that both parts have, whatever the line breaks, hyphens and quotes are."""
    return " ".join(re.sub("[\u2011\u2010]", "-", text).replace("\u00ad", "").split())


def links(page):
    for _, attributes in page.all("a"):
        if not re.match(r"(https://|mailto:)[^\s]+$", attributes.get("href") or ""):
            yield f"a link leads to {attributes.get('href')!r}; Gmail keeps only https and mailto"


def elements(page):
    for tag, attributes, parents in page.elements:
        if tag in ELEMENTS:
            yield f"<{tag}> is removed or refused"
        if tag == "style" and "head" not in parents:
            yield "a style element is not in the head; Gmail ignores it"
        if tag == "table" and attributes.get("role") != "presentation":
            yield "a table for the layout is read out as a table"
        if "background" in attributes:
            yield "a picture in the background has no fallback"
        for name in [name for name in attributes if name.startswith("on")]:
            yield f"{name} is removed"
    for tag, attributes, _ in page.elements:
        if tag in ("p", "h1", "ol", "ul") and not attributes.get("dir"):
            yield f"<{tag}> has no dir: a name in Arabic would turn the sentence around"
    [html] = page.all("html")
    if not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]+)*", html[1].get("lang") or ""):
        yield "the mail has no language"
    metas = {attributes.get("name") for _, attributes in page.all("meta")}
    yield from (f"<meta name={name}> is missing" for name in ("viewport", "color-scheme", "supported-color-schemes") if name not in metas)


def images(page):
    for _, attributes in page.all("img"):
        style = dict(declarations(attributes.get("style")))
        if not attributes.get("alt"):
            yield "a picture that is blocked has no words"
        if not (attributes.get("src") or "").startswith("https://"):
            yield "a picture is not at https"
        if not attributes.get("height", "").isdigit():
            yield "a picture has no height, so that Word shows it in its own size"
        if any("background" in name for name in style):
            yield "a picture that is blocked leaves a box in its background's colour"
        if not {"font-size", "color", "font-weight"} <= set(style):
            yield "the words of a blocked picture look like another text"


def inline_styles(page):
    for tag, attributes, _ in page.elements:
        for name, value in declarations(attributes.get("style")):
            if name in PROPERTIES or re.search(r"url\(|var\(|calc\(|clamp\(|(inline-)?(flex|grid)\b", value):
                yield f"<{tag}> has {name}: {value}"
            if name.startswith("margin") and re.search(r"(^|\s)-\d", value):
                yield f"<{tag}> has a negative margin, which Gmail removes"
            if name == "font-family":
                fonts = [font.strip(" '\"").lower() for font in value.split(",")]
                if not set(fonts) <= FONTS or fonts[-1] not in ("sans-serif", "monospace"):
                    yield f"<{tag}> has a font that may have to be fetched: {value}"
            if name in ("width", "max-width") and value.endswith("px") and int(value[:-2]) > WIDEST:
                yield f"<{tag}> is wider than {WIDEST} pixels"
        if (attributes.get("width") or "").isdigit() and int(attributes["width"]) > WIDEST:
            yield f"<{tag}> is wider than {WIDEST} pixels"


def style_elements(page):
    if sum(map(len, page.styles)) > STYLES:
        yield f"the style elements have more than {STYLES} characters"
    for style in page.styles:
        if re.search(r"url\(|@import|@font-face|var\(|<!--", style):
            yield "a style element fetches something, or Gmail drops it"
        if re.search(r"@media[^{]*\{[^}]*@", style):
            yield "a style element has a rule with @ in another one; Gmail drops the whole element"
        if "max-width" in style and re.search(r"[\[:][\w-]+[^{};]*\{", re.sub(r"@media[^{]*\{", "", style)):
            yield "the style element for phones has a selector that Gmail does not know, and drops with it"
    everything = "".join(page.styles)
    for words in ("(max-width:", "(prefers-color-scheme: dark)", "[data-ogsc]", "[data-ogsb]"):
        if words not in everything:
            yield f"no style element has {words}"


def outlook(page):
    """Word has its own conditional comments, in which it needs a font, and a table because it knows no maximum width."""
    word = "".join(comment for comment in page.comments if comment.startswith("[if mso]"))
    if not re.search(r"font-family: 'Segoe UI', Arial", word) or "PixelsPerInch" not in word:
        yield "Word gets no font or no resolution"
    widths = [int(width) for width in re.findall(r'<table [^>]*width="(\d+)"', word)]
    if not widths or max(widths) > WIDEST:
        yield f"Word gets no table of at most {WIDEST} pixels"
    for index, (tag, attributes, _) in enumerate(page.elements):
        if tag == "td" and attributes.get("class") in ("fill", "line"):
            style = dict(declarations(attributes.get("style")))
            button = page.elements[index + 1][1]
            if not attributes.get("bgcolor") or "mso-padding-alt" not in style:
                yield "a button has no colour or no padding in Word, which draws only the cell"
            if "mso-border-alt" not in (button.get("style") or ""):
                yield "Word draws a border around the words of a button"


def one_button(page):
    """People follow one button, and nobody types the code of a link."""
    buttons = [attributes for tag, attributes, _ in page.elements if tag == "td" and attributes.get("class") == "fill"]
    if len(buttons) > 1:
        yield f"there are {len(buttons)} buttons"
    if any(re.search(r"(?<!=)\b[A-Z2-7]{32}\b", text) for _, _, text in page.paragraphs):
        yield "a code of 32 characters is shown"


def parts(page, html, text):
    """The text part says the same. A heading is the subject, the links of a text stand alone, and none has the app's own scheme."""
    in_html = {attributes["href"] for _, attributes in page.all("a")}
    in_text = set(re.findall(r"https://\S+", text)) | {f"mailto:{address}" for address in re.findall(r"^\S+@\S+$", text, re.MULTILINE)}
    if in_html != in_text:
        yield f"the links differ: {sorted(in_html ^ in_text)}"
    if APP_ADDRESS.search(text):
        yield "the text has an address with the app's own scheme"
    if re.search(r"<[^>]*\b(?!https?:|mailto:)[a-z][a-z0-9+.-]*://", re.sub(r"<html[^>]*>", "", html)):
        yield "the HTML has an address with another scheme"
    words = plain(text)
    for tag, attributes, paragraph in page.paragraphs:
        own = plain(paragraph)
        is_of_layout = "muted" in (attributes.get("class") or "") or "http" in own or any(own in plain(label) for label in labels(page))
        if tag != "h1" and own and not is_of_layout and own not in words and not all(part in words for part in own.split(": ")):
            yield f"the text does not say: {own[:60]}"


def labels(page):
    """The words of links alone in their paragraph, which a text words otherwise."""
    return [text for tag, attributes, text in page.paragraphs if tag == "p" and attributes.get("style") == "margin:0;"]


def headers(message, raw, kind):
    for name in ("From", "To", "Date", "Message-ID", "Subject", "MIME-Version", "Auto-Submitted"):
        if len(message.get_all(name, [])) != 1:
            yield f"there is not one {name}"
    unsubscribes = [message["List-Unsubscribe"], message["List-Unsubscribe-Post"]]
    if kind in INVITATIONS:
        if not re.fullmatch(r"<https://\S+>", unsubscribes[0] or "") or unsubscribes[1] != "List-Unsubscribe=One-Click":
            yield "an invitation cannot be unsubscribed from with one click"
    elif any(unsubscribes):
        yield "a mail that nobody can unsubscribe from says otherwise"
    if message.get_content_type() != "multipart/alternative" or [part.get_content_type() for part in message.iter_parts()] != ["text/plain", "text/html"]:
        yield "the parts are not a text, and the same as HTML"
    if any(len(line) > 998 for line in raw.split(b"\r\n")) or not raw.isascii():
        yield "a line is longer than 998 characters, or not ASCII"


def findings(raw, kind):
    """What is wrong with a mail, given as it is sent.

    kind: the kind of the mail, such as `invitation`.
    """
    message = message_from_bytes(raw, policy=policy.default)
    text, html = (message.get_body((name,)).get_content().replace("\r\n", "\n") for name in ("plain", "html"))
    page = Page(html)
    yield from links(page)
    yield from elements(page)
    yield from images(page)
    yield from inline_styles(page)
    yield from style_elements(page)
    yield from outlook(page)
    yield from one_button(page)
    yield from parts(page, html, text)
    yield from headers(message, raw, kind)
    if len(html.encode()) > CLIPPED_FROM:
        yield "Gmail clips the mail"
    if kind in INVITATIONS and len(raw) > INVITATION:
        yield f"an invitation has {len(raw)} bytes, more than {INVITATION}"
    if "\n-- \n" not in text:
        yield "the signature of the text has no delimiter"
    hidden = re.search(r'<div dir="auto" style="display:none[^>]*>([^<]*(?:<bdi>[^<]*</bdi>[^<]*)*)</div>', html)
    if not hidden or not hidden[1].strip():
        yield "the list of mails shows no preheader"
