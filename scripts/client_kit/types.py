# SPDX-License-Identifier: Apache-2.0
"""Which Swift types the client kit has, by the schemas of openapi.json: their names, and the types of their members.

A type that functions.json defines has a name of its own. One that only another type uses is nested in that type:
`AppConfiguration.SignIn.Provider`. `x-type` of a schema is another name: for a type whose generated name says too little in an
app, is that of a type of the kit, or would be nested in a type of one function although several have it.
"""

import json
import re
from dataclasses import dataclass, replace

from deployment.catalogue import Catalogue, Function
from deployment.openapi import Document, is_for_apps, statuses_of_codes
from deployment.openapi_schemas import DOCUMENT, FORMS, IDENTITY, TYPE, VALUE_NAMES, camel_case, pascal_case
from deployment.openapi_schemas import NAMES as NAMES_OF_DEFINITIONS

from .alternatives import with_cases

#: The types of Swift, of Foundation and of the kit itself that members have.
KNOWN = {"String", "Int", "Double", "Bool", "Date", "JSONValue", "CalendarDay", "Change", "MissingField", "Role"}
#: The types of texts with a format. `x-type` of a schema is another one.
FORMATS = {"date": "CalendarDay", "date-time": "Date"}


@dataclass(frozen=True)
class Member:
    key: str
    #: As in a declaration without backticks.
    name: str
    #: Without the question mark.
    type: str
    is_optional: bool
    #: Whether null removes the value, and no member keeps it.
    is_change: bool
    schema: dict


@dataclass(frozen=True)
class Structure:
    #: With the names of the types in which it is nested: `AppConfiguration.SignIn`.
    path: str
    schema: dict
    members: tuple
    #: The function of a request, or the one that gives a result.
    function: Function | None
    is_request: bool
    #: Whether values can be compared by a hash, as the navigation of SwiftUI needs it.
    is_hashable: bool

    @property
    def is_made_by_forms(self):
        """Whether static functions make it, so it has the members of one form."""
        return FORMS in self.schema

    @property
    def identity(self):
        """The member by which values are told apart; None if there is none."""
        if self.is_request:
            return None
        names = [it.name for it in self.members if it.name == "id" and not it.is_optional]
        return names[0] if names else self.schema.get(IDENTITY)


@dataclass(frozen=True)
class ChoiceCase:
    name: str
    #: The member that says that it is this case; also the only member if the payload is not an object of its own.
    key: str
    #: Of the payload.
    type: str
    is_whole: bool
    schema: dict


@dataclass(frozen=True)
class Choice:
    """A value with one of several forms."""

    path: str
    schema: dict
    cases: tuple
    function: Function | None


@dataclass(frozen=True)
class Enumeration:
    path: str
    schema: dict
    #: Pairs of a name and a text.
    cases: tuple


class Types:
    """The types of all requests and results."""

    def __init__(self, root, *, for_swift=False):
        """for_swift: results with several forms are `Choice`s, and results that apps save as they are get no types, which would make
        the kit 0.2 MB larger"""
        self.catalogue = Catalogue(root / "functions.json")
        self.statuses = statuses_of_codes((root / "Sources/VestibuleRules/ErrorCode.swift").read_text())
        self.schemas = Document(self.catalogue, self.statuses, for_apps=True).components()
        if for_swift:
            self.schemas = with_cases(self.schemas)
        self.functions = [it for it in self.catalogue.served if is_for_apps(it) and not it.is_webhook]
        #: The schemas of whole requests and answers, whose types are not nested.
        self.whole = {f"{pascal_case(it.name)}{end}" for it in self.functions for end in ("Request", "Result", "Refusal")}
        self.keep_used({name for name, schema in self.schemas.items() if for_swift and schema.get(DOCUMENT)})
        self.definitions = {NAMES_OF_DEFINITIONS.get(name) or pascal_case(name) for name in self.catalogue.definitions}
        #: The schema that contains another one which is not a definition.
        self.parents = {inner: name for name, schema in self.schemas.items() for inner in references(schema)
                        if inner not in self.definitions}
        self.same = self.merged()
        self.paths = {name: self.path(name) for name in self.schemas}
        self.all = self.declared()

    def keep_used(self, documents):
        """Removes the schemas that only documents have."""
        roots = [name for name in self.schemas if name in self.whole and name not in documents]
        used = self.reach([*roots, "Problem"])
        self.schemas = {name: schema for name, schema in self.schemas.items() if name in used}

    # MARK: Names

    def merged(self):
        """The schema whose name each schema gets: schemas of the same form have the same type, except requests and results."""
        same = {name: name for name in self.schemas}
        while True:
            groups = {}
            for name, schema in self.schemas.items():
                groups.setdefault(name if name in self.whole else form(schema, same), []).append(name)
            found = {name: min(group, key=self.preference) for group in groups.values() for name in group}
            if found == same:
                return found
            same = found

    def preference(self, name):
        return TYPE not in self.schemas[name], name not in self.definitions, len(name), name

    def path(self, name):
        name = self.same[name]
        if TYPE in self.schemas[name]:
            return self.schemas[name][TYPE]
        if name in self.definitions or name in self.whole:
            return name
        parent = self.parents[name]
        while not name.startswith(parent):
            parent = self.parents[parent]
        return f"{self.path(parent)}.{name.removeprefix(parent)}"

    # MARK: Declarations

    def declared(self):
        """All types by their path."""
        found = {}
        for function in self.functions:
            stem = pascal_case(function.name)
            schema = self.schemas.get(f"{stem}Request") or self.query(function)
            found[f"{stem}Request"] = self.structure(f"{stem}Request", schema, function, is_request=True)
            for name in self.reach(references(schema) + [it for it in [f"{stem}Result"] if it in self.schemas]):
                found.setdefault(self.paths[name], self.declaration(name, function if name == f"{stem}Result" else None))
        for name in self.reach(["Problem"]):
            found.setdefault(self.paths[name], self.declaration(name, None))
        hashable = self.hashable(found)
        return {path: replace(it, is_hashable=True) if path in hashable else it for path, it in found.items()}

    def query(self, function):
        """The members of a request without a body."""
        properties = function.entry["event"].get("properties", {})
        return {"properties": {name: {**self.catalogue.definitions.get(schema.get("$ref", "").rpartition("/")[2], {}),
                                      **{key: item for key, item in schema.items() if key != "$ref"}}
                               for name, schema in properties.items()}}

    def declaration(self, name, function):
        name = self.same[name]
        schema = self.schemas[name]
        path = self.paths[name]
        if "x-cases" in schema:
            return Choice(path, schema, tuple(map(self.case, schema["x-cases"])), function)
        if "enum" not in schema:
            return self.structure(path, schema, function, is_request=False)
        names = schema.get("x-enum-varnames") or [camel_case(it) if re.search(r"\W", it) else it for it in schema["enum"]]
        others = schema.get(VALUE_NAMES, {})
        return Enumeration(path, schema, tuple((others.get(text, case), text) for case, text in zip(names, schema["enum"])))

    def case(self, it):
        return ChoiceCase(it["name"], it["key"], self.kind(it)[0], it.get("isWhole", False), it)

    def structure(self, path, schema, function, *, is_request):
        event = function.entry["event"].get("properties", {}) if is_request and function.name.startswith("update-") else {}
        # OpenAPI's schemas do not say that an object may be null.
        removable = {key for key, inner in event.items() if "null" in inner.get("type", ())}
        required = schema.get("required", [])
        members = [self.member(key, inner, key in required, key in removable) for key, inner in schema.get("properties", {}).items()]
        return Structure(path, schema, tuple(sorted(members, key=lambda it: it.is_optional)), function, is_request, False)

    def member(self, key, schema, is_required, is_change):
        kind, is_nullable = self.kind(schema)
        name = camel_case(key) if re.search(r"\W|_", key) else key
        return Member(key, name, f"Change<{kind}>" if is_change else kind, is_nullable or not is_required, is_change, schema)

    def kind(self, schema):
        """The Swift type of a value, and whether it may be null."""
        if schema.get("$ref"):
            return self.paths[schema["$ref"].rpartition("/")[2]], False
        if "oneOf" in schema:
            [other] = [it for it in schema["oneOf"] if it != {"type": "null"}]
            return self.kind(other)[0], True
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        is_nullable = "null" in kinds
        [kind] = [it for it in kinds if it != "null"] or ["any"]
        match kind:
            case "string": return schema.get(TYPE) or FORMATS.get(schema.get("format"), "String"), is_nullable
            case "integer": return "Int", is_nullable
            case "number": return "Double", is_nullable
            case "boolean": return "Bool", is_nullable
            case "array": return f"[{self.kind(schema['items'])[0]}]", is_nullable
            case "object":
                inner = schema.get("additionalProperties") or {}
                return (f"[String: {self.kind(inner)[0]}]" if inner else "[String: JSONValue]"), is_nullable
        return "JSONValue", is_nullable

    def hashable(self, found):
        """The structures with an id, and those in them."""
        rest = [path for path, it in found.items() if isinstance(it, Structure) and it.identity]
        reached = set()
        while rest:
            path = rest.pop()
            if path not in reached and isinstance(found.get(path), Structure):
                reached.add(path)
                rest += [name for it in found[path].members for name in re.findall(r"[\w.]+", it.type)]
        return reached

    # MARK: Relations

    def reach(self, roots):
        """The schemas that some refer to, and they themselves, in the order of the first mention."""
        found, rest = [], list(roots)
        while rest:
            name = rest.pop(0)
            if name not in found:
                found.append(name)
                rest += references(self.schemas[name])
        return found

    def children(self, path):
        """The types that are nested in another one."""
        return [it for name, it in self.all.items() if name.rpartition(".")[0] == path]

    def files(self):
        """The outermost types of each file, by its path: a file for each function, and one for each type that several have."""
        users = {}
        for function in self.functions:
            stem = pascal_case(function.name)
            for name in self.reach([it for it in (f"{stem}Request", f"{stem}Result") if it in self.schemas]):
                users.setdefault(self.paths[name].partition(".")[0], set()).add(function.name)
        for name in self.reach(["Problem"]):
            users.setdefault(self.paths[name], set()).add("every refusal")
        areas = {it.name: it.entry["area"] for it in self.functions}
        found = {}
        for path, declared in self.all.items():
            if "." in path:
                self.check(path, users)
                continue
            names = {declared.function.name} if not isinstance(declared, Enumeration) and declared.function else users.get(path, ())
            [name] = names if len(names) == 1 else [None]
            if name in areas:
                file = f"{pascal_case(areas[name])}/{pascal_case(name)}.swift"
            else:
                file = f"Types/{path}.swift"
            found.setdefault(file, []).append(declared)
        return found

    def check(self, path, users):
        """A type in the result of a function must not be that of another function too."""
        outer = self.all[path.partition(".")[0]]
        assert not outer.function or users[outer.path] == {outer.function.name}, f"{path} needs x-type in functions.json"

    def reference(self, kind, scope):
        """A type as it is written inside of the type `scope`."""
        return re.sub(r"[A-Z][\w.]*", lambda found: self.shortest(found[0], scope), kind)

    def shortest(self, path, scope):
        choices = [path.removeprefix(f"{outer}.") for outer in enclosing(scope) if path.startswith(f"{outer}.")]
        for choice in [*choices, path]:
            if self.looked_up(choice, scope) == path:
                return choice
        assert path not in KNOWN, f"{path} is hidden in {scope}"
        return f"VestibuleClient.{path}"

    def looked_up(self, name, scope):
        """What a name means inside of a type: the first of the enclosing types that contains it decides."""
        first, dot, rest = name.partition(".")
        for outer in enclosing(scope):
            if f"{outer}.{first}" in self.all:
                return f"{outer}.{first}{dot}{rest}"
        return name


def enclosing(path):
    """A type, and the types in which it is nested, the innermost first."""
    parts = path.split(".")
    return [".".join(parts[:count]) for count in range(len(parts), 0, -1)]


def form(schema, same):
    """What two schemas of one Swift type have in common, as text."""
    if "enum" in schema:
        return json.dumps(schema["enum"])
    if "x-cases" in schema:
        return json.dumps([[it["name"], without_texts(it, same)] for it in schema["x-cases"]])
    properties, required = schema.get("properties", {}), schema.get("required", [])
    members = {}
    for key, inner in properties.items():
        value, is_nullable = without_texts(inner, same)
        members[key] = [value, is_nullable or key not in required]
    return json.dumps(members, sort_keys=True)


def without_texts(schema, same):
    """A value's schema without descriptions and bounds, and whether it may be null. A reference has the name of the type."""
    if schema.get("$ref"):
        return same[schema["$ref"].rpartition("/")[2]], False
    if "oneOf" in schema:
        [other] = [it for it in schema["oneOf"] if it != {"type": "null"}]
        return without_texts(other, same)[0], True
    kinds = [schema["type"]] if isinstance(schema.get("type"), str) else schema.get("type", [])
    found = {"type": [it for it in kinds if it != "null"]}
    if schema.get("format") in FORMATS:
        found["format"] = schema["format"]
    if TYPE in schema:
        found[TYPE] = schema[TYPE]
    for key in ("items", "additionalProperties"):
        if schema.get(key):
            found[key] = without_texts(schema[key], same)
    return found, "null" in kinds


def references(schema):
    """The names of the schemas to which a schema refers, in their order."""
    if isinstance(schema, list):
        return [name for inner in schema for name in references(inner)]
    if not isinstance(schema, dict):
        return []
    if "$ref" in schema:
        return [schema["$ref"].rpartition("/")[2]]
    return [name for key, inner in schema.items() if key not in ("examples", "required") for name in references(inner)]
