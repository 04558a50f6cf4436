# SPDX-License-Identifier: Apache-2.0
"""The text of the types of the client kit. `swift format` indents it."""

import json
import re
import textwrap

from deployment.openapi_schemas import FOR_KIT, MEANINGS

from . import prose
from .alternatives import forms, required_of_forms
from .types import Choice, Structure

KEYWORDS = {
    "as", "case", "class", "default", "enum", "extension", "in", "is", "operator", "private", "public", "repeat", "self", "static",
    "switch", "true"}
#: The member of an entry of functions.json that says that the function changes nothing that an app shows.
READS = "x-reads"
HEADER = "// SPDX-License-Identifier: Apache-2.0\n\n// Written by scripts/client-kit from functions.json.\n\n"


class Writer:
    def __init__(self, types, messages):
        self.types = types
        #: The English message of each error code.
        self.messages = messages

    def file(self, declared):
        text = "\n".join(self.declaration(it) for it in declared)
        imports = "public import Foundation\n\n" if re.search(r"\bDate\b", text) else ""
        return HEADER + imports + text

    def declaration(self, declared):
        match declared:
            case Structure(): lines = self.structure(declared)
            case Choice(): lines = self.choice(declared)
            case _: lines = self.enumeration(declared)
        return "\n".join(lines) + "\n"

    # MARK: Structures

    def structure(self, it):
        depth = it.path.count(".")
        members = it.members
        lines = prose.comment(self.description(it), depth)
        lines += [f"public struct {it.path.rpartition('.')[2]}: {self.conformances(it)} {{"]
        lines += self.call(it.function) if it.is_request else []
        # The static functions alone choose which of these a request has.
        chosen = {key for form in forms(it.schema) for key in form.members} if it.is_made_by_forms else ()
        for member in members:
            access = "public internal(set)" if member.key in chosen else "public"
            lines += ["", *prose.comment(prose.of_member(member, self.types.schemas, it), depth + 1),
                      f"{access} var {escaped(member.name)}: {self.written(member, it)}"]
        if it.identity and it.identity != "id":
            lines += ["", f"/// The `{it.identity}`, which no other value has: for `sheet(item:)`.", f"public var id: String {{ {it.identity} }}"]
        lines += ["", *self.initialiser(it), *self.factories(it), *self.coding(members), *self.paging(it)]
        for nested in self.types.children(it.path):
            lines += ["", *self.declaration(nested).splitlines()]
        return [*without_empty_start(lines), "}"]

    def description(self, it):
        if it.is_request:
            return prose.of_request(it)
        if it.function:
            return prose.of_result(it, f"{it.function.type_name}Request")
        return prose.of_schema(it.schema)

    def conformances(self, it):
        if it.is_request:
            return "PagedRequest" if self.page(it) else "ReadingRequest" if it.function.entry.get(READS) else "FunctionRequest"
        identifiable = ["Identifiable"] if it.identity else []
        return ", ".join(["Codable", "Hashable" if it.is_hashable else "Equatable", *identifiable, "Sendable"])

    def call(self, function):
        """How a request is sent."""
        access = {"session": "session", "inviter": "session"}.get(function.entry["access"])
        access = access or ("sessionIfAny" if function.entry.get("session") == "optional" else "anyone")
        is_get = function.methods == ["GET"]
        # A document has no type of its own.
        answer = self.types.paths.get(f"{function.type_name}Result", "JSONValue")
        return [
            f"/// What `{function.name}` answers.", f"public typealias Answer = {answer}", "",
            f"/// `{'GET' if is_get else 'POST'} {function.route}`. {prose.ACCESS[access]}",
            f'public static let function = FunctionCall("{function.name}", at: "{function.route}"'
            f'{", .get" if is_get else ""}, for: .{access})',
        ]

    def written(self, member, it):
        return self.types.reference(member.type, it.path) + ("?" if member.is_optional else "")

    def initialiser(self, it):
        """Members that need not be given have a default."""
        given = [f"{escaped(each.name)}: {self.written(each, it)}" + (" = nil" if each.is_optional else "") for each in it.members]
        assigned = [f"self.{each.name} = {escaped(each.name)}" for each in it.members]
        if it.is_made_by_forms:
            return ["/// One of the static functions makes a request.", f"init({', '.join(given)}) {{", *assigned, "}"]
        assert not (it.is_request and required_of_forms(it.schema)), f"{it.path} needs x-forms in functions.json"
        comment = "Creates a request." if it.is_request else "Creates a value, such as for a test or a preview."
        if it.is_request and any(each.is_optional for each in it.members):
            comment = "Creates a request. What is nil is not sent."
        if it.is_request and any(each.is_change for each in it.members):
            comment = "Creates a request. What is nil is not changed."
        return [f"/// {comment}", f"public init({', '.join(given)}) {{", *assigned, "}"] if given else [
            f"/// {comment}", "public init() {}"]

    def factories(self, it):
        """A static function for each form of a request."""
        if not it.is_made_by_forms:
            return []
        named, declared = forms(it.schema), required_of_forms(it.schema)
        for required in declared:
            assert any(set(required) <= set(form.members) for form in named), f"{it.path} needs a form with {required}"
        # The members that only the forms which name them have.
        reserved = {key for required in declared for key in required}
        return [line for form in named for line in self.factory(it, form, reserved)]

    def factory(self, it, form, reserved):
        """The static function of a form: it takes the form's members and what may be sent with them."""
        members = {member.key: member for member in it.members}
        given = [members[key] for key in form.members]
        if form.optional is None:
            possible = [member for member in it.members if member.is_optional and member.key not in reserved]
        else:
            possible = [members[key] for key in form.optional]
        optional = [member for member in possible if member not in given]
        flags = [member for member in given if member.type == "Bool"]

        parameters = self.required_parameters(it, form, [member for member in given if member not in flags])
        parameters += [f"{escaped(member.name)}: {self.written(member, it)} = nil" for member in optional]
        # A flag of a form is true. Arguments are in the order of the structure's members.
        arguments = [
            f"{member.name}: {'true' if member in flags else escaped(member.name)}"
            for member in it.members if member in given or member in optional]
        name, depth = it.path.rpartition(".")[2], it.path.count(".")
        return [
            "", *prose.comment(prose.for_swift(form.description), depth + 1),
            f"public static func {form.name}({', '.join(parameters)}) -> {name} {{", f"{name}({', '.join(arguments)})", "}"]

    def required_parameters(self, it, form, members):
        """The first one has no label if the name of the form says what it is."""
        parameters = [f"{escaped(member.name)}: {self.types.reference(member.type, it.path)}" for member in members]
        if members and says(form, members[0]):
            parameters[0] = f"_ {parameters[0]}"
        return parameters

    def page(self, it):
        """The result of a request whose answer is one page of a list; None for other requests."""
        result = self.types.all.get(f"{it.function.type_name}Result") if it.is_request else None
        names = {member.name for member in result.members} if isinstance(result, Structure) else set()
        return result if "nextCursor" in names and any(member.name == "cursor" for member in it.members) else None

    def paging(self, it):
        page = self.page(it)
        if not page:
            return []
        [entries] = [member for member in page.members if member.type.startswith("[") and ":" not in member.type]
        return [
            "", f"/// The `{entries.name}` of a page.",
            f"public static func entries(of page: {page.path}) -> {self.types.reference(entries.type, it.path)} {{ page.{entries.name} }}",
            "", "/// The `cursor` of the next page; nil after the last one.",
            f"public static func nextCursor(of page: {page.path}) -> String? {{ page.nextCursor }}"]

    # MARK: Choices

    def choice(self, it):
        """The payload of a case is an object with the members of the whole, or one of its members."""
        depth, name = it.path.count("."), it.path.rpartition(".")[2]
        text = prose.of_result(it, f"{it.function.type_name}Request") if it.function else [prose.for_swift(it.schema["description"])]
        lines = [*prose.comment(text, depth), f"public enum {name}: Codable, Equatable, Sendable {{"]
        written = {case.name: self.types.reference(case.type, it.path) for case in it.cases}
        for case in it.cases:
            described = prose.description(case.schema, self.types.schemas)
            lines += [*prose.comment(prose.for_swift(described), depth + 1), f"case {case.name}({written[case.name]})"]
        first, *others = it.cases
        lines += ["", "/// Reads the value from JSON.", "public init(from decoder: any Decoder) throws {",
                  "let container = try decoder.container(keyedBy: MemberName.self)"]
        for case in others:
            lines += [f'if container.contains("{case.key}") {{', f"self = .{case.name}({self.read(case, written[case.name])})", "return", "}"]
        lines += [f"self = .{first.name}({self.read(first, written[first.name])})", "}"]
        lines += ["", "/// Writes the value as JSON.", "public func encode(to encoder: any Encoder) throws {", "switch self {"]
        for case in it.cases:
            lines += [f"case .{case.name}(let value):"]
            lines += ["try value.encode(to: encoder)"] if case.is_whole else [
                "var container = encoder.container(keyedBy: MemberName.self)", f'try container.write(value, "{case.key}")']
        lines += ["}", "}"]
        for nested in self.types.children(it.path):
            lines += ["", *self.declaration(nested).splitlines()]
        return [*lines, "}"]

    def read(self, case, written):
        return f"try {written}(from: decoder)" if case.is_whole else f'try container.required("{case.key}")'

    def coding(self, members):
        """What Swift would synthesise, with one type of keys for all structures: an enumeration of each makes the kit 0.7 MB larger."""
        if not members:
            return []
        read = [f'self.{it.name} = try container.{"optional" if it.is_optional else "required"}("{it.key}")' for it in members]
        write = [f'try container.write{"IfPresent" if it.is_optional else ""}({escaped(it.name)}, "{it.key}")' for it in members]
        return [
            "", "/// Reads the value from JSON.", "public init(from decoder: any Decoder) throws {",
            "let container = try decoder.container(keyedBy: MemberName.self)", *read, "}",
            "", "/// Writes the value as JSON.", "public func encode(to encoder: any Encoder) throws {",
            "var container = encoder.container(keyedBy: MemberName.self)", *write, "}"]

    # MARK: Enumerations

    def enumeration(self, it):
        depth, name = it.path.count("."), it.path.rpartition(".")[2]
        lines = prose.comment([prose.for_swift(it.schema["description"])], depth)
        lines += [f"public struct {name}: OpenEnumeration {{"]
        for case, text in it.cases:
            lines += [*prose.comment(self.meaning(it, text), depth + 1), f'public static let {escaped(case)} = {name}(rawValue: "{text}")']
        return [*lines, "", "/// The value as the server writes it.", "public let rawValue: String", "",
                "/// The value with this text, also if this version of the kit does not know it.",
                "public init(rawValue: String) { self.rawValue = rawValue }", "}"]

    def meaning(self, it, text):
        """What a value means. Values of two words, such as audit actions, say it themselves, and error codes have their message."""
        message = self.messages.get(text) if it.path == "ErrorCode" else None
        status = self.types.statuses.get(text) if it.path == "ErrorCode" else None
        meanings = it.schema.get(MEANINGS, {})
        assert meanings.keys() <= set(it.schema["enum"]), f"{it.path} has no value for each of {MEANINGS}"
        if text in meanings:
            return f"`{text}`: {meanings[text]}."
        assert re.search(r"\w[/.]\w", text), f"{it.path} needs the meaning of {text} in {MEANINGS}"
        return f"`{text}`" + (f" ({status}): “{message}”" if message else "")


def form_schemas_json(source):
    """The schemas with which forms check what people type. `source` is functions.json."""
    entries, known = source["functions"], source["$defs"]
    wanted = {"signUp": entries["sign-up"]["event"], "newClient": known["newClient"], "newPassword": known["newPassword"]}
    definitions, rest = {}, list(wanted.values())
    while rest:
        for name in re.findall(r'"#/\$defs/(\w+)"', json.dumps(rest.pop())):
            if name not in definitions:
                definitions[name] = known[name]
                rest.append(known[name])
    return without_descriptions({**wanted, "$defs": definitions})


def form_schemas(source):
    """The same as a Swift source."""
    text = json.dumps(form_schemas_json(source), separators=(",", ":"), sort_keys=True)
    lines = textwrap.wrap(text, 110, break_on_hyphens=False, drop_whitespace=False)
    body = "\\#\n".join(f"    {line}" for line in lines)
    return (
        HEADER + "/// The schemas of what people type, from functions.json.\n"
        "enum FormSchemas {\n/// JSON: each form's schema by its name, and the definitions to which they refer.\n"
        'static let text = #"""\n' + body + '\n    """#\n}\n')


def without_descriptions(schema):
    """The same without what only readers and the client kit need. A member can be called `description` too."""
    if isinstance(schema, dict):
        return {key: without_descriptions(inner) for key, inner in schema.items()
                if key not in FOR_KIT | {"$comment"} and not (key == "description" and isinstance(inner, str))}
    return [without_descriptions(it) for it in schema] if isinstance(schema, list) else schema


def without_empty_start(lines):
    """No empty line after an opening brace."""
    return [line for index, line in enumerate(lines) if line or index == 0 or not lines[index - 1].endswith("{")]


def says(form, member):
    """Whether the name of a form already says what the member is: `.mailedCode(code)`."""
    return form.name.lower().endswith(member.name.lower())


def escaped(name):
    return f"`{name}`" if name in KEYWORDS else name
