# SPDX-License-Identifier: Apache-2.0
"""The schemas of functions.json in the form from which client generators make good types: every object and every enumeration
has a name, and a schema has no alternatives."""

import re

#: Definitions whose names would collide with types of generated clients or of the languages, or say too little in an
#: app.
NAMES = {
    "channel": "InvitationChannel", "client": "ClientRecord", "delivery": "InvitationDelivery", "refused": "Refusal",
    "state": "AccountState",
}
#: Definitions of any JSON, for which generators need a schema without types.
ANY = ("value", "offerData")
NULL = {"type": "null"}
#: Members of schemas for the client kit. The name of a type, such as of a text whose values only the policy knows
#: (`Role`), or of an object whose generated name says too little in an app:
TYPE = "x-type"
#: The member by which values of an object without an `id` are told apart:
IDENTITY = "x-id"
#: The names of the forms of `oneOf` (scripts/client_kit/alternatives.py):
FORMS = "x-forms"
#: What each value of an enumeration means, and names of values other than the values themselves:
MEANINGS, VALUE_NAMES = "x-enumDescriptions", "x-enumNames"
#: A result that apps save as it is:
DOCUMENT = "x-document"
FOR_KIT = {TYPE, IDENTITY, FORMS, MEANINGS, VALUE_NAMES, DOCUMENT}
#: The members that only the kit needs. The others are useful to readers of openapi.json too.
FOR_KIT_ONLY = FOR_KIT - {TYPE, MEANINGS}
#: How an object with alternatives is described: the member of its schema here with the members that each of them
#: requires, because client generators cannot express it, and the words about them in the documents.
ALTERNATIVES = {
    "oneOf": ("x-oneOf", "Exactly one of these is present:"),
    "anyOf": ("x-anyOf", "At least one of these is present:"),
}


class Schemas:
    """`components` has the named schemas so far, with alternatives as `x-oneOf` and `x-anyOf`."""

    def __init__(self, definitions):
        self.definitions = definitions
        self.components = {}
        self.enumerations = {
            tuple(schema["enum"]): name for name, schema in definitions.items() if is_enumeration(schema)}

    def body(self, name, schema):
        """A reference to the schema of a body or a result, which becomes a component with this name."""
        schema = self.resolved(schema)
        return self.added(name, self.converted(schema, name) if "properties" in self.merged(schema) else self.plain(schema, name))

    def value(self, schema, name):
        """The schema of a value. Objects with members and enumerations become components: those of functions.json have its
        names, others have the given one."""
        definition = schema.get("$ref", "").removeprefix("#/$defs/")
        if definition in ANY:
            return {key: text for key, text in schema.items() if key == "description"}
        if definition and is_named(self.definitions[definition]):
            return self.reference(definition, schema)
        schema = self.resolved(schema)
        alternatives = schema.get("oneOf", [])
        if NULL in alternatives:
            return self.nullable(schema, [it for it in alternatives if it != NULL], name)
        if is_enumeration(schema):
            known = self.enumerations.get(tuple(schema["enum"]))
            return self.reference(known, schema) if known else self.added(name, enumeration(schema, name))
        if "properties" in self.merged(schema):
            return self.added(name, self.converted(schema, name))
        return self.plain(schema, name)

    # MARK: Names

    def reference(self, definition, others):
        """A reference to a definition, with the description next to it."""
        name = NAMES.get(definition) or pascal_case(definition)
        if name not in self.components:
            schema = self.definitions[definition]
            self.components[name] = {}  # So that a definition may contain itself.
            self.components[name] = enumeration(schema, name) if is_enumeration(schema) else self.converted(schema, name)
        described = {"description": others["description"]} if "description" in others else {}
        return {"$ref": f"#/components/schemas/{name}", **described}

    def added(self, name, schema):
        assert self.components.get(name, schema) == schema, f"two schemas have the name {name}"
        self.components[name] = schema
        return {"$ref": f"#/components/schemas/{name}"}

    def resolved(self, schema):
        """The schema with those that it refers to; what is next to a reference is more specific."""
        while "$ref" in schema:
            own = {key: item for key, item in schema.items() if key != "$ref"}
            schema = {**self.definitions[schema["$ref"].removeprefix("#/$defs/")], **own}
        return schema

    # MARK: Forms

    def plain(self, schema, name):
        """A value without members of its own: a text, a number, a list, or an object of any members."""
        found = described(schema)
        if "const" in found:
            constant = found.pop("const")
            found = {**found, **({"type": "boolean"} if isinstance(constant, bool) else {"type": "string", "enum": [constant]})}
        kinds = found.get("type", [])
        if "object" in kinds:
            inner = schema.get("additionalProperties", {})
            known = isinstance(inner, dict) and inner and inner != {"$ref": "#/$defs/value"}
            found["additionalProperties"] = self.value(inner, f"{name}Value") if known else {}
        if "array" in kinds:
            found["items"] = self.value(schema.get("items", {}), singular(name))
        return found

    def nullable(self, schema, others, name):
        """`oneOf` of a value and null: a list of types, unless the value has a name."""
        own = {key: item for key, item in schema.items() if key != "oneOf"}
        [other] = others
        converted = self.value({**other, **own}, name)
        if "$ref" in converted:
            return {"oneOf": [converted, NULL]}
        return {**converted, "type": [converted["type"], "null"]}

    def converted(self, schema, name):
        """An object with members."""
        schema = self.merged(schema)
        found = described(schema)
        found.update(alternatives(schema))
        found["properties"] = {
            member: self.value(inner, name + pascal_case(member)) for member, inner in schema["properties"].items()}
        return found

    def merged(self, schema):
        """An object that has alternatives with different members: all members, and those required that all of them require."""
        alternatives = [self.resolved(it) for it in schema.get("oneOf", [])]
        if "properties" in schema or not alternatives or not all("properties" in it for it in alternatives):
            return schema
        members, required = {}, [set(it.get("required", [])) for it in alternatives]
        for alternative in alternatives:
            members.update(alternative["properties"])
        rest = {key: item for key, item in schema.items() if key != "oneOf"}
        always = [member for member in members if all(member in it for it in required)]
        return {
            **rest, "type": "object", "additionalProperties": False, **({"required": always} if always else {}),
            "properties": members, "oneOf": [{"required": it["required"]} for it in alternatives if it.get("required")],
        }


def is_enumeration(schema):
    return "enum" in schema and "properties" not in schema


def is_named(schema):
    return is_enumeration(schema) or "properties" in schema


def described(schema):
    """The keywords that are the same in OpenAPI."""
    left_out = ("$comment", "$ref", "additionalProperties", "anyOf", "enum", "items", "oneOf", "properties")
    kept = {key: item for key, item in schema.items() if key not in left_out and (key in FOR_KIT or not key.startswith("x-"))}
    if "properties" in schema:
        kept["type"] = "object"
        if schema.get("additionalProperties") is False:
            kept["additionalProperties"] = False
    return kept


def enumeration(schema, name):
    """Values of an enumeration, each once. Values that are not one small word get a name: `auth/weak-password` is
    `authWeakPassword`, and `signedIn` stays so, which Swift's generator would call `signedin`."""
    values = list(dict.fromkeys(schema["enum"]))
    found = {"type": "string", **described(schema), "enum": values}
    if not all(re.fullmatch("[a-z]+", value) for value in values):
        found["x-enum-varnames"] = [camel_case(value) for value in values]
    return found


def alternatives(schema):
    """The members of which an object needs some: a list for each alternative, under the name in `ALTERNATIVES`."""
    for keyword, (name, _) in ALTERNATIVES.items():
        found = [it["required"] for it in schema.get(keyword, []) if it.keys() == {"required"}]
        if len(found) > 1:
            return {name: found}
    return {}


def alternatives_in_words(schema):
    """The same in words: what is present, and the choices."""
    for name, words in ALTERNATIVES.values():
        if name in schema:
            return words, [" and ".join(f"`{member}`" for member in it) for it in schema[name]]
    return "", []


def with_sentences(schema):
    """A component in which a sentence of the description says what the alternatives are."""
    words, choices = alternatives_in_words(schema)
    if not words:
        return schema
    found = {}
    for key, item in schema.items():
        if key in [name for name, _ in ALTERNATIVES.values()]:
            found["description"] = " ".join(filter(None, [schema.get("description"), f"{words} {'; '.join(choices)}."]))
        else:
            found[key] = item
    return found


def for_readers(schema):
    """The same without what only the client kit needs."""
    if isinstance(schema, dict):
        return {key: for_readers(inner) for key, inner in schema.items() if key not in FOR_KIT_ONLY}
    return [for_readers(it) for it in schema] if isinstance(schema, list) else schema


def pascal_case(name):
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"\W|_", name))


def camel_case(name):
    pascal = pascal_case(name)
    return pascal[:1].lower() + pascal[1:]


def singular(name):
    """The name of an item of a list with this name; `Result` is only what an operation returns."""
    if name.endswith("Results"):
        return f"{name.removesuffix('Results')}Entry"
    for ending, replacement in (("sses", "ss"), ("ies", "y"), ("ss", "ssItem"), ("s", "")):
        if name.endswith(ending):
            return name.removesuffix(ending) + replacement
    return f"{name}Item"
