# SPDX-License-Identifier: Apache-2.0
"""The documentation comments of the client kit: the descriptions of functions.json, and what else a schema says."""

import re
import textwrap

from deployment.openapi_schemas import alternatives_in_words, with_sentences

#: What a request needs, by its access.
ACCESS = {
    "anyone": "It needs no session.",
    "sessionIfAny": "It needs no session; with one the answer may differ.",
    "session": "It needs a session.",
}


def of_request(structure):
    function = structure.function
    return [function.entry["summary"], *of_schema(structure.schema)]


def of_result(structure, request):
    return [f"What `{structure.function.name}` answers to ``{request}``.", *of_schema(structure.schema)]


def of_schema(schema):
    """The description of an object, and its alternatives as a list."""
    words, choices = alternatives_in_words(schema)
    text = " ".join(filter(None, [schema.get("description", ""), words]))
    return [for_swift(text), *(Item(choice) for choice in choices)]


class Item(str):
    """An item of a list in a comment."""


def of_member(member, schemas, structure):
    """The sentences about a member: its meaning, its bounds, and when it is nil."""
    described = description(member.schema, schemas)
    assert described, f"{structure.path}.{member.name} has no description in functions.json"
    if member.is_change:
        described = described.replace("; null removes it", "")
    if "JSONValue" in member.type:  # Any JSON: its null is a value, and nil is not sent.
        described = re.sub(r"\bnull removes\b", "`JSONValue.null` removes", described)
    text = for_swift(described)
    sentences = [text, bounds(member.schema, is_sent=not structure.function or structure.is_request)]
    if member.is_change:
        sentences.append("`.remove` removes it; nil keeps it.")
    elif member.is_optional and "nil" not in text:
        sentences.append(alternative(member, structure))
    return " ".join(filter(None, map(sentence, sentences)))


def description(schema, schemas):
    """That of a member, or else that of its type."""
    references = [schema, *schema.get("oneOf", [])]
    types = [schemas[it["$ref"].rpartition("/")[2]] for it in references if it.get("$ref")]
    return next((with_sentences(it)["description"] for it in [schema, *types] if it.get("description")), None)


def alternative(member, structure):
    """Of which other member an optional one takes the place, where a value has one of several forms."""
    forms = [] if structure.is_request else structure.schema.get("x-oneOf", [])
    own = [form for form in forms if member.key in form]
    others = [form for form in forms if member.key not in form]
    if not own or not others:
        return ""
    named = [key for key in others[0] if key not in own[0]]
    return f"nil if `{named[0]}` is present" if named else ""


def bounds(schema, *, is_sent):
    """The least and the most, in words. Of what the server sends, only the lengths of lists."""
    schema = next((it for it in schema.get("oneOf", []) if it != {"type": "null"}), schema)
    for least, most, unit in (("minLength", "maxLength", "characters"), ("minItems", "maxItems", "entries"), ("minimum", "maximum", "")):
        low, high = schema.get(least, 0), schema.get(most)
        if high is None or not is_sent and unit != "entries" or re.search(r"\d{4}-\d\d-\d\d`", schema.get("description", "")):
            continue
        text = f"{low} to {high}" if low > 1 or not unit else f"At most {high}"
        return f"{text} {unit}".strip()
    return ""


def for_swift(text):
    """A description of functions.json in the words of Swift, in which null and a member that is absent are nil."""
    return re.sub(r"\bAbsent\b", "Nil", re.sub(r"(?<!\.)\b(null|absent)\b", "nil", text))


def sentence(text):
    text = re.sub(r"\s+", " ", text).strip()
    text = text[:1].upper() + text[1:] if not text.startswith("nil") else f"N{text[1:]}"
    return text if not text or text.endswith((".", "!", "?", ":", "”")) else f"{text}."


def comment(paragraphs, depth):
    """A documentation comment, as wide as the project's, inside of `depth` types."""
    lines = []
    for text in filter(None, paragraphs if isinstance(paragraphs, list) else [paragraphs]):
        if isinstance(text, Item):
            lines += wrapped(f"- {text}", depth)
        else:
            lines += ["///"] if lines else []
            lines += wrapped(text if re.fullmatch("`[^`]+`", text) else sentence(text), depth)
    return lines


def wrapped(text, depth):
    indent = "  " if text.startswith("- ") else ""
    return [f"/// {line}" for line in textwrap.wrap(
        text, 114 - 2 * depth, break_long_words=False, break_on_hyphens=False, subsequent_indent=indent)]
