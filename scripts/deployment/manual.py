# SPDX-License-Identifier: Apache-2.0
"""Manual pages (man-pages(7), groff_man(7)): one for each function and each operators' command, and for errors, policy keys
and variables."""


def pages(reference):
    """Every page by its file name below the folder `man`."""
    made = {f"man1/{function.name}.1": function_page(function, reference) for function in reference.catalogue.functions}
    return {
        **made, **(command_pages(reference, reference.commands) if reference.commands else {}),
        "man7/vestibule-errors.7": page(reference, "vestibule-errors", 7, "errors of Vestibule", {
            "ERRORS": "".join(item(code, f"{status}. {message}") for code, status, message in reference.errors)}),
        "man5/vestibule-policy.5": page(reference, "vestibule-policy", 5, "the policy file of Vestibule", {
            "DESCRIPTION": text("One JSON file, named by POLICY_FILE. Every key has a default. Unknown keys are refused."),
            "KEYS": fields(reference.policy_keys)}),
        "man7/vestibule-variables.7": page(reference, "vestibule-variables", 7, "environment variables of Vestibule", {
            "DESCRIPTION": text("An empty variable counts as unset. NAME_FILE names a file with the value of NAME."),
            "ENVIRONMENT": "".join(item(name, meaning) for name, meaning, _ in reference.variables)}),
    }


def function_page(function, reference):
    from .reference import EXIT_STATUSES, example

    entry, schemas = function.entry, reference.schemas
    called = "".join(item(name, value) for name, value in [("access", entry["access"]), *reference.how_called(function)])
    example_lines = "\n".join(map(line, example(function).splitlines()))
    return page(reference, function.name, 1, entry["summary"].rstrip("."), {
        "SYNOPSIS": f".B {escaped(function.name)}\n[\\fB\\-\\-help\\fR | \\fB\\-\\-version\\fR | \\fB\\-\\-schema\\fR]\n",
        "DESCRIPTION": text("Reads one JSON event on stdin and writes one JSON result on stdout.") + called,
        "EVENT": fields(schemas.fields(entry["event"], expand=True)),
        "RESULT": fields(schemas.fields(entry["result"], expand=True)),
        "EXIT STATUS": "".join(item(str(status), meaning) for status, meaning in EXIT_STATUSES),
        "ENVIRONMENT": text(", ".join(entry["variables"]) + "."),
        "EXAMPLES": f".nf\n{example_lines}\n.fi\n",
        "SEE ALSO": "\\fBvestibule\\-errors\\fR(7), \\fBvestibule\\-policy\\fR(5), \\fBvestibule\\-variables\\fR(7)\n",
    })


def command_pages(reference, vestibule):
    """The pages of the operators' command and its subcommands. `vestibule`: the output of --experimental-dump-help."""
    commands = [command for command in vestibule["subcommands"] if command["commandName"] != "help"]
    overview = page(reference, "vestibule", 8, vestibule["abstract"].rstrip("."), {
        "SYNOPSIS": ".B vestibule\n.I command\n",
        "DESCRIPTION": text(vestibule["discussion"]),
        "COMMANDS": "".join(item(command["commandName"], command["abstract"]) for command in commands),
        "SEE ALSO": ", ".join(f"\\fBvestibule\\-{escaped(command['commandName'])}\\fR(8)" for command in commands) + "\n"})
    return {"man8/vestibule.8": overview, **{
        f"man8/vestibule-{command['commandName']}.8": command_page(command, reference) for command in commands}}


def command_page(command, reference):
    """A page with the command's own options, or with those of each of its subcommands."""
    parts = [it for it in command.get("subcommands", []) if it["commandName"] != "help"] or [command]
    described = text(command["discussion"]) if command.get("discussion") else text(command["abstract"])
    sections = {"SYNOPSIS": "\n.br\n".join(map(synopsis, parts)) + "\n", "DESCRIPTION": described}
    for part in parts:
        title = " ".join([*part["superCommands"][1:], part["commandName"]]) if part is not command else "options"
        about = [part["abstract"], part.get("discussion", "")] if part is not command else []
        options = "".join(item(usage(it), sentences(it.get("abstract", ""), it.get("discussion", ""), default_of(it))) for it in own(part))
        sections[escaped(title.upper())] = "".join(f".PP\n{text(words)}" for words in about if words) + options
    return page(reference, f"vestibule-{command['commandName']}", 8, command["abstract"].rstrip("."), {
        **sections, "SEE ALSO": "\\fBvestibule\\fR(8), \\fBvestibule\\-variables\\fR(7)\n"})


def own(command):
    return [it for it in command.get("arguments", []) if it["valueName"] not in ("version", "help") and it.get("shouldDisplay", True)]


def usage(argument):
    """How an argument is typed: `--limit count`, `--json`, `account`."""
    if argument["kind"] == "positional":
        return argument["valueName"]
    name = "--" + argument["preferredName"]["name"]
    return name if argument["kind"] == "flag" else f"{name} {argument['valueName']}"


def synopsis(command):
    words = " ".join([*command["superCommands"], command["commandName"]])
    arguments = (usage(it) if not it["isOptional"] else f"[{usage(it)}]" for it in own(command))
    return f"\\fB{escaped(words)}\\fR " + escaped(" ".join(arguments))


def default_of(argument):
    return f"Default: {argument['defaultValue']}" if argument.get("defaultValue") and argument["kind"] == "option" else ""


def page(reference, name, section, purpose, parts):
    head = f'.TH "{escaped(name.upper())}" {section} "" "Vestibule {escaped(reference.version)}"\n'
    parts = {"NAME": f"{escaped(name)} \\- {escaped(purpose)}\n", **parts}
    return head + "".join(f".SH {title}\n{body}" for title, body in parts.items())


def fields(found):
    if not found:
        return text("No fields.")
    made = ""
    for field in found:
        made += item(field.name, sentences(f"{field.type}, required" if field.required else field.type, *field.description_texts))
    return made


def sentences(*parts):
    return " ".join(part[0].upper() + part[1:].rstrip(".") + "." for part in parts if part)


def item(name, meaning):
    return f".TP\n.B {escaped(name)}\n{line(meaning or '-')}\n"


def text(words):
    return line(words) + "\n"


def line(words):
    """One line of text. A leading dot or apostrophe is escaped, because groff would read a request."""
    return ("\\&" if words[:1] in ".'" else "") + escaped(words)


def escaped(words):
    return words.replace("\\", "\\e").replace("-", "\\-").replace("\n", " ")
