# SPDX-License-Identifier: Apache-2.0
"""JSON Schemas as rows of a table for the reference."""

import json
from dataclasses import dataclass

#: The keywords of a schema in words.
LIMITS = {
    "minimum": "at least {}", "maximum": "at most {}", "minLength": "at least {} characters", "maxLength": "at most {} characters",
    "minItems": "at least {} items", "maxItems": "at most {} items", "x-maxBytes": "at most {} bytes", "format": "format {}",
}
#: Minimum lengths that the reference omits, because they only mean "not empty" or "one or more".
TRIVIAL = {("minLength", 1), ("minItems", 1)}


@dataclass(frozen=True)
class Field:
    """One field: `name` is its path (`client.name`, `clients[].email`), `definition` the named type that it has."""

    name: str
    type: str
    required: bool
    limits: str
    description: str
    default: object = None
    definition: str | None = None

    @property
    def description_texts(self):
        """The description, the limits and the default."""
        default = "" if self.default in (None, {}) else f"default: {json.dumps(self.default, ensure_ascii=False)}"
        return self.description, self.limits, default


class Schemas:
    def __init__(self, definitions):
        self.definitions = definitions

    def resolved(self, schema):
        """The referenced schema, with the description next to the reference if there is one."""
        if not isinstance(schema, dict) or "$ref" not in schema:
            return schema, None
        name = schema["$ref"].removeprefix("#/$defs/")
        return {**self.resolved(self.definitions[name])[0], **{key: value for key, value in schema.items() if key != "$ref"}}, name

    def is_object(self, schema):
        return bool({"properties", "oneOf", "anyOf"} & schema.keys()) or isinstance(schema.get("additionalProperties"), dict)

    def fields(self, schema, prefix="", expand=False, within=()):
        """The fields of an object in order. Objects that are named definitions are not opened unless `expand` is set, and never
        within themselves."""
        schema, _ = self.resolved(schema)
        found = []
        for name, inner in schema.get("properties", {}).items():
            found += self.field(prefix + name, inner, name in schema.get("required", []), expand, within)
        if isinstance(schema.get("additionalProperties"), dict) and prefix:
            found += self.field(prefix + "NAME", schema["additionalProperties"], False, expand, within)
        for variant in schema.get("oneOf", []):
            variant, name = self.resolved(variant)
            if name != "refused":
                known = {field.name for field in found}
                found += [field for field in self.fields(variant, prefix, expand, within) if field.name not in known]
        return found

    def field(self, name, schema, required, expand, within):
        schema, definition = self.resolved(schema)
        items, of_items = self.resolved(schema.get("items", {}))
        inner, suffix = (items, "[].") if schema.get("type") == "array" else (schema, ".")
        opened = self.is_object(inner)
        named = (of_items if suffix == "[]." else definition) if opened else None
        row = Field(
            name, self.type(schema), required, self.limits(schema), schema.get("description", ""), schema.get("default"),
            None if expand else named)
        if not opened or named in within or (named and not expand):
            return [row]
        return [row] + self.fields(inner, name + suffix, expand, (*within, named) if named else within)

    def type(self, schema):
        if "enum" in schema:
            return " or ".join("null" if value is None else f'"{value}"' if isinstance(value, str) else str(value) for value in schema["enum"])
        kind = schema.get("type", "object" if self.is_object(schema) else "any")
        kinds = [kind] if isinstance(kind, str) else kind
        if kinds == ["array"]:
            return f"array of {self.type(self.resolved(schema.get('items', {}))[0])}"
        return " or ".join(kinds)

    @staticmethod
    def limits(schema):
        return ", ".join(words.format(schema[key]) for key, words in LIMITS.items() if key in schema and (key, schema[key]) not in TRIVIAL)
