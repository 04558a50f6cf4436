# SPDX-License-Identifier: Apache-2.0
"""Writes readable YAML without a library: maps, lists and scalars. A text that YAML could read as another type is quoted as
in JSON, which is also valid YAML."""

import json
import re

PLAIN = re.compile(r"[A-Za-z/][A-Za-z0-9_/.-]*")
#: The words that YAML 1.1 does not read as texts.
WORDS = {"true", "false", "yes", "no", "on", "off", "y", "n", "null"}
#: Characters that JSON allows in a text, and that YAML reads as a line end or ignores.
UNSEEN = re.compile("[\x7f-\x9f\u2028\u2029\ufeff]")


def yaml_text(value):
    return "\n".join(lines(value)) + "\n"


def documents(values):
    return "---\n".join(map(yaml_text, values))


def lines(value):
    if isinstance(value, dict) and value:
        for name, item in value.items():
            yield from below(f"{scalar(name)}:", item, indent="  ")
    elif isinstance(value, list) and value:
        for item in value:
            first, *rest = lines(item)
            yield f"- {first}"
            yield from (f"  {line}" for line in rest)
    else:
        yield scalar(value)


def below(head, item, indent):
    if isinstance(item, (dict, list)) and item:
        yield head
        yield from (indent + line for line in lines(item))
    else:
        yield f"{head} {scalar(item)}"


def scalar(value):
    is_plain = isinstance(value, str) and PLAIN.fullmatch(value) and value.lower() not in WORDS
    return value if is_plain else UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))
