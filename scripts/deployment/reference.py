# SPDX-License-Identifier: Apache-2.0
"""The reference: functions, types, errors, policy keys and variables, as one page of HTML and as manual pages."""

import html
import json
import re
import subprocess

from . import manual
from .schemas import Schemas

TITLE = "Vestibule reference"
STYLE = """
:root { color-scheme: light dark; }
body { max-width: 70rem; margin: 0 auto; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; }
th, td { border: 1px solid #8888; padding: .25rem .5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
pre { overflow-x: auto; border: 1px solid #8888; padding: .5rem; }
nav ul { columns: 14rem; padding-left: 1rem; }
"""
EXIT_STATUSES = [
    (0, "The event was answered: granted, or refused with error (65 for a refusal if EXIT_ON_ERROR=1)."),
    (70, "A bug."),
    (75, "The event was not answered. Nothing changed, or repeating it is safe: try again."),
    (78, "Misconfigured; error.detail names the variable."),
]


class Reference:
    """`statuses` and `messages`: the HTTP status and the English message of each error; `variables`: the meaning of each variable;
    `commands`: the operators' command."""

    def __init__(self, catalogue, version, statuses, messages, variables, commands):
        self.catalogue, self.version, self.statuses, self.messages, self.meanings = catalogue, version, statuses, messages, variables
        self.commands = commands
        self.schemas = Schemas(catalogue.definitions)

    @property
    def errors(self):
        """Each code with its status and its message."""
        return [(code, self.statuses.get(code), self.messages.get(code, "")) for code in
                self.catalogue.definitions.get("errorCode", {}).get("enum", [])]

    @property
    def policy_keys(self):
        policy = self.catalogue.definitions.get("policy", {})
        return self.schemas.fields(policy, expand=True)

    @property
    def variables(self):
        """Each variable with its meaning and the functions that read it."""
        readers = lambda name: [function.name for function in self.catalogue.functions if name in function.entry["variables"]]
        names = dict.fromkeys([*self.catalogue.variables, *self.meanings])
        return [(name, self.meanings.get(name, ""), readers(name)) for name in names]

    def definitions_in_use(self):
        """The named types that tables of functions refer to, and those that these refer to."""
        waiting = [field.definition for function in self.catalogue.functions for part in ("event", "result")
                   for field in self.schemas.fields(function.entry[part]) if field.definition]
        found = []
        while waiting:
            name = waiting.pop(0)
            if name not in found:
                found.append(name)
                waiting += [field.definition for field in self.schemas.fields(self.catalogue.definitions[name]) if field.definition]
        return sorted(found)

    def files(self):
        """Every text by its file name."""
        return {"reference.html": self.page(), **{f"man/{name}": text for name, text in manual.pages(self).items()}}

    # MARK: HTML

    def page(self):
        chapters = {
            "Functions": "".join(map(self.function_section, self.catalogue.functions)),
            "Types": "".join(map(self.type_section, self.definitions_in_use())),
            "Errors": table(("code", "status", "message"), [(code_cell(code, f"error-{code}"), status, text) for code, status, text in self.errors]),
            "Policy keys": self.field_table(self.policy_keys, "policy-"),
            "Variables": table(("variable", "meaning", "functions"), [
                (code_cell(name, f"variable-{name}"), meaning, "all" if len(readers) == len(self.catalogue.functions) else ", ".join(readers))
                for name, meaning, readers in self.variables]),
            "Exit status": table(("status", "meaning"), EXIT_STATUSES),
        }
        contents = "".join(f'<li><a href="#{anchor(name)}">{name}</a></li>' for name in chapters)
        functions = "".join(f'<li><a href="#{function.name}">{function.name}</a></li>' for function in self.catalogue.functions)
        body = "".join(f'<h2 id="{anchor(name)}">{name}</h2>\n{text}' for name, text in chapters.items())
        return (f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
                f'<meta name="viewport" content="width=device-width,initial-scale=1">\n<title>{TITLE}</title>\n<style>{STYLE}</style>\n</head>\n'
                f"<body>\n<h1>{TITLE} {html.escape(self.version)}</h1>\n<p>Generated from <code>functions.json</code>. Search with your browser.</p>\n"
                f"<nav><ul>{contents}</ul><ul>{functions}</ul></nav>\n{body}</body>\n</html>\n")

    def function_section(self, function):
        entry = function.entry
        rows = [("access", entry["access"]), *self.how_called(function), ("timeout", f"{function.timeout} s"), ("memory", f"{entry['memoryMB']} MB"),
                ("variables", ", ".join(entry["variables"]))]
        return (f'<h3 id="{function.name}">{function.name}</h3>\n<p>{html.escape(entry["summary"])}</p>\n{table((), rows)}'
                f'<h4>Event</h4>\n{self.field_table(self.schemas.fields(entry["event"]))}<pre>{html.escape(example(function))}</pre>\n'
                f'<h4>Result</h4>\n{self.field_table(self.schemas.fields(entry["result"]))}')

    @staticmethod
    def how_called(function):
        if function.cron:
            return [("schedule", function.cron)]
        return [("route", f"{' '.join(function.methods)} {function.route}")] if function.route else []

    def type_section(self, name):
        definition = self.catalogue.definitions[name]
        return (f'<h3 id="type-{name}">{name}</h3>\n<p>{html.escape(definition.get("description", ""))}</p>\n'
                f"{self.field_table(self.schemas.fields(definition))}")

    def field_table(self, fields, prefix=None):
        if not fields:
            return "<p>No fields.</p>\n"
        rows = []
        for field in fields:
            kind = html.escape(field.type)
            if field.definition:
                kind += f' (<a href="#type-{field.definition}">{field.definition}</a>)'
            rows.append((code_cell(field.name, prefix and prefix + field.name), Markup(kind), "yes" if field.required else "",
                         manual.sentences(*field.description_texts)))
        return table(("field", "type", "required", "meaning"), rows)


class Markup(str):
    """Text that is already HTML."""


def code_cell(text, identifier=None):
    return Markup(f'<code{f""" id="{html.escape(identifier)}" """.rstrip() if identifier else ""}>{html.escape(text)}</code>')


def table(head, rows):
    cell = lambda value: value if isinstance(value, Markup) else html.escape("" if value is None else str(value))
    heading = "<tr>" + "".join(f"<th>{name}</th>" for name in head) + "</tr>\n" if head else ""
    return "<table>\n" + heading + "".join("<tr>" + "".join(f"<td>{cell(value)}</td>" for value in row) + "</tr>\n" for row in rows) + "</table>\n"


def anchor(name):
    return name.lower().replace(" ", "-")


def example(function):
    """The lines of a shell that try a function in a new folder, as its --help prints them (Sources/Configuration/Example.swift)."""
    entry, trial = function.entry, function.trial
    needs_variables = function.is_page or "MAIL_FROM" in entry["variables"] or "PUBLIC_URL" in entry["needs"]
    lines = [*trial["variables"]] if needs_variables else []
    text = json.dumps(entry["example"], ensure_ascii=False, separators=(",", ":")).replace("'", r"'\''")
    if entry["access"] in ("session", "inviter") and not function.is_page:
        lines += trial["token"]
        text = f'{{"authorization":"Bearer \'$token\'","data":{text}}}'
    lines += [*trial["functions"].get(function.name, []), f"echo '{text}' | {function.name}"]
    return "\n".join(lines)


def meanings_of_variables(document):
    """The meaning of each variable in scripts/deployment/README.md, without links."""
    found = {}
    for names, meaning in re.findall(r"^\| (`[A-Z_`, ]+`) \|.*?\| (.*) \|$", document.split("\n## Variables")[1].split("\n## ")[0], re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", meaning).replace("`", "")
        found |= {name: plain for name in re.findall(r"[A-Z_]+", names)}
    return found


def reference(root, catalogue, version, statuses, binaries):
    """`binaries`: the folder of the executables. Without `vestibule` there are no pages about its commands."""
    messages = json.loads((root / "templates/messages/en.json").read_text())["errors"]
    meanings = meanings_of_variables((root / "scripts/deployment/README.md").read_text())
    return Reference(catalogue, version, statuses, messages, meanings, commands(binaries / "vestibule"))


def commands(vestibule):
    """The operators' command and its subcommands, as swift-argument-parser describes them; None without the executable."""
    if not vestibule.exists():
        return None
    done = subprocess.run([vestibule, "--experimental-dump-help"], check=True, capture_output=True, env={"PATH": "/usr/bin:/bin"})
    return json.loads(done.stdout)["command"]
