# SPDX-License-Identifier: Apache-2.0
"""The TypeScript client: the types of requests and results, the functions, and the schemas and patterns of forms.

The types are those of the client kit in Swift, without nesting: `AppConfiguration.SignIn.Provider` is
`AppConfigurationSignInProvider`. They are what JSON has: dates are texts, and there is no code that reads or writes them.
"""

import json
import re
import textwrap

from . import prose
from .swift import form_schemas_json
from .types import Structure

HEADER = "// SPDX-License-Identifier: Apache-2.0\n\n// Written by scripts/client-kit from functions.json.\n"
VALUES = {
    "String": "string", "Date": "string", "CalendarDay": "string", "MissingField": "string", "Role": "string", "Int": "number", "Double": "number",
    "Bool": "boolean", "JSONValue": "unknown"}
#: Who may call a function, by its access.
ACCESS = {"session": "session", "inviter": "session"}


class TypeScriptWriter:
    def __init__(self, types):
        self.types = types
        #: The file of each outermost type.
        self.places = {it.path: file_of(name) for name, declared in types.files().items() for it in declared}

    def files(self, source):
        """The text of each file by its name. `source` is functions.json."""
        groups = {}
        for path, declared in self.types.all.items():
            groups.setdefault(self.places[path.partition(".")[0]], []).append(declared)
        found = {name: self.file(name, declared) for name, declared in sorted(groups.items())}
        return {**found, "functions.ts": self.functions(), "formSchemas.ts": form_schemas(source)}

    def file(self, name, declared):
        text = "\n".join(self.declaration(it) for it in sorted(declared, key=lambda it: flat(it.path)))
        own = {flat(it.path) for it in declared}
        used = set(re.findall(r"\b[A-Z]\w+", re.sub(r"/\*\*.*?\*/", "", text, flags=re.DOTALL))) - own
        shared = sorted(used & {flat(path) for path in self.types.all})
        imported = "import type {\n" + wrapped(", ".join(shared)) + '\n} from "./types";\n\n' if shared else ""
        return f"{HEADER}\n{imported}{text}"

    # MARK: Types

    def declaration(self, it):
        if isinstance(it, Structure):
            return self.structure(it)
        values = " | ".join(json.dumps(text) for _, text in it.cases)
        lines = textwrap.wrap(f"{values} | (string & {{}});", 116, break_long_words=False, break_on_hyphens=False)
        return comment(prose.for_swift(it.schema["description"])) + f"export type {flat(it.path)} =\n" + "".join(
            f"  {line}\n" for line in lines)

    def structure(self, it):
        required = it.schema.get("required", [])
        # A request may be made without members.
        if not it.members:
            return f"{comment(self.description(it))}export type {flat(it.path)} = Record<string, never>;\n"
        lines = [f"{comment(self.description(it))}export interface {flat(it.path)} {{\n"]
        for member in it.members:
            is_nullable = member.is_change or self.types.kind(member.schema)[1]
            kind = written(member.type) + (" | null" if is_nullable else "")
            name = member.key if re.fullmatch(r"[A-Za-z_]\w*", member.key) else json.dumps(member.key)
            described = comment(prose.of_member(member, self.types.schemas, it), "  ")
            if is_nullable and member.key in required:
                described = described.replace("absent", "null").replace("Absent", "Null")
            lines += [described, f"  {name}{'' if member.key in required else '?'}: {kind};\n"]
        return "".join(lines) + "}\n"

    def description(self, it):
        if it.is_request:
            return prose.of_request(it)
        if it.function:
            return prose.of_result(it, f"{it.function.type_name}Request")
        return prose.of_schema(it.schema)

    # MARK: Functions

    def functions(self):
        results, calls, imports = [], [], {}
        for function in self.types.functions:
            name = f"{function.type_name}Request"
            request = flat(name[:1].upper() + name[1:])
            result = flat(self.types.paths[f"{request.removesuffix('Request')}Result"])
            for each in (request, result):
                place = next(self.places[path] for path in self.types.all if flat(path) == each)
                imports.setdefault(place, set()).add(each)
            results.append(
                comment(function.entry["summary"], "  ") + f'  "{function.name}": {{ request: {request}; result: {result} }};\n')
            calls.append(f'  "{function.name}": {call(function)},\n')
        imported = "".join(f"import type {{\n{wrapped(', '.join(sorted(names)))}\n}} from \"./{place[:-3]}\";\n"
                           for place, names in sorted(imports.items()))
        return (
            f"{HEADER}\n{imported}\n"
            "/** How a function is called over HTTP. */\nexport interface FunctionCall {\n"
            '  readonly method: "GET" | "POST";\n  readonly path: string;\n'
            "  /** Who may call it: anybody, anybody with another answer for a session, or only a session. */\n"
            '  readonly access: "anyone" | "sessionIfAny" | "session";\n}\n\n'
            "/** The functions that an app calls, each with its request and its result. */\n"
            f"export interface Functions {{\n{''.join(results)}}}\n\n"
            "/** The name of a function. */\nexport type FunctionName = keyof Functions;\n\n"
            "/** How each function is called. */\n"
            f"export const functions: {{ readonly [Name in FunctionName]: FunctionCall }} = {{\n{''.join(calls)}}};\n")


def call(function):
    """How a function is called over HTTP."""
    access = ACCESS.get(function.entry["access"])
    access = access or ("sessionIfAny" if function.entry.get("session") == "optional" else "anyone")
    method = "GET" if function.methods == ["GET"] else "POST"
    return f'{{ method: "{method}", path: "{function.route}", access: "{access}" }}'


def form_schemas(source):
    """The schemas with which forms check what people type, and the patterns to which they refer."""
    schemas = form_schemas_json(source)
    names = sorted(set(re.findall(r'"#/patterns/(\w+)"', json.dumps(schemas))))
    patterns = "".join(f"  {name}: {json.dumps(source['patterns'][name]['pattern'])},\n" for name in names)
    return (
        f"{HEADER}\n/** The regular expressions of texts, by their names in the schemas. */\n"
        f"export const patterns: {{ readonly [name: string]: string }} = {{\n{patterns}}};\n\n"
        "/** The schema of each form, and the definitions to which they refer. */\n"
        "export const schemas: { readonly [name: string]: unknown } = "
        f"{json.dumps(schemas, indent=2, sort_keys=True)};\n")


def file_of(name):
    folder = name.partition("/")[0]
    return f"{folder[:1].lower()}{folder[1:]}.ts"


def flat(path):
    return path.replace(".", "")


def written(kind):
    """A type of the kit in Swift, in TypeScript."""
    if found := re.fullmatch(r"Change<(.*)>", kind):
        return written(found[1])
    if found := re.fullmatch(r"\[String: (.*)\]", kind):
        return f"Record<string, {written(found[1])}>"
    if found := re.fullmatch(r"\[(.*)\]", kind):
        return f"{written(found[1])}[]"
    return VALUES.get(kind) or flat(kind)


def comment(paragraphs, indent=""):
    """A documentation comment in the words of TypeScript."""
    lines = [line.removeprefix("/// ").removeprefix("///") for line in prose.comment(paragraphs, 0)]
    lines = [in_typescript(line) for line in lines]
    if not lines:
        return ""
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"


def in_typescript(text):
    text = text.replace("`JSONValue.null`", "null").replace("`.remove` removes it", "null removes it").replace("``", "`")
    text = text.replace("*/", "* /")
    return re.sub(r"\bNil\b", "Absent", re.sub(r"\bnil\b", "absent", text))


def wrapped(text):
    return "\n".join(f"  {line}" for line in textwrap.wrap(text, 116, break_long_words=False))
