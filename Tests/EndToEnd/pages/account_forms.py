# SPDX-License-Identifier: Apache-2.0
"""The forms of account pages."""



FIELDS = {
    "classYear": {"type": "integer", "minimum": 1, "maximum": 4, "title": "Year", "description": "From 1 to 4."},
    "plan": {"enum": ["free", "team"]},
    "nickname": {"type": "string", "maxLength": 5},
    "privacy": {"type": "object", "additionalProperties": False, "properties": {"marketing": {"type": "boolean"}}},
    "tags": {"type": "array"},
    "chapterId": {"type": "string", "x-setBy": "inviter", "title": "Chapter"},
}


def field(page, **attributes):
    """The input or list with these attributes."""
    found = [own for tag, own in page.parsed.elements if tag in ("input", "select")
             and all(own.get(name) == value for name, value in attributes.items())]
    assert len(found) == 1, (attributes, found)
    return found[0]


def message_of(page, name):
    """The message to which a field refers, which stands before it."""
    own = field(page, name=name)
    assert own["aria-invalid"] == "true", own
    place = page.html.index(f'id="{own["aria-describedby"].split()[0]}"')
    assert place < page.html.index(f'id="{own["id"]}"')
    return page.html[page.html.index(">", place) + 1:page.html.index("</p>", place)]
