# SPDX-License-Identifier: Apache-2.0
"""Reads functions.json with its defaults, for the generators of configurations, the reference and tests."""

import json
import re
from dataclasses import dataclass

from .settings import SECRETS


@dataclass(frozen=True)
class Function:
    """One function and its entry."""

    name: str
    entry: dict
    #: The lines of a shell that come before an example.
    trial: dict
    #: The groups of its variables.
    groups: tuple

    @property
    def route(self):
        """Its route over HTTP. None for schedules, and for triggers without webhooks."""
        return self.entry["trigger"].get("route") or self.entry["trigger"].get("webhook", {}).get("route")

    @property
    def methods(self):
        """Its HTTP methods, without HEAD and OPTIONS."""
        trigger = self.entry["trigger"]
        return trigger.get("methods") or self.entry.get("methods") or [trigger.get("method", "POST")]

    @property
    def is_webhook(self):
        return "webhook" in self.entry["trigger"]

    @property
    def takes_signed_json(self):
        """Whether the body of its webhook is the event itself, which a provider of the policy has signed."""
        return "provider" in self.entry["trigger"].get("webhook", {})

    @property
    def has_subpaths(self):
        """Whether it answers every path below its route."""
        return "request" in self.entry["trigger"]

    @property
    def answers_unknown_paths(self):
        """Whether it answers requests to paths that no function has."""
        return self.entry["trigger"].get("unknownPaths", False)

    @property
    def is_page(self):
        return self.entry.get("produces") == "text/html"

    @property
    def cron(self):
        """Its schedule in the five fields of crontab(5), or None."""
        return self.entry["trigger"].get("cron")

    @property
    def sends_mail(self):
        return "MAIL_URL" in self.entry["variables"]

    @property
    def knows_mail_vendors(self):
        """Whether it sends mail, or verifies events of mail vendors."""
        return self.sends_mail or "mailEvents" in self.groups

    @property
    def timeout(self):
        return self.entry["timeoutSeconds"]

    @property
    def deadline(self):
        """DEADLINE_SECONDS: less than the runner's timeout, so that the function exits first."""
        return self.timeout * 11 // 12

    @property
    def type_name(self):
        return pascal_case(self.name)


class Catalogue:
    """The areas with their descriptions, and the functions: each entry with the members of `defaults` that it lacks, the names of
    its variables, and a result that includes a refusal."""

    def __init__(self, path):
        document = json.loads(path.read_text())
        self.areas = document["areas"]
        self.secrets = document["secrets"]
        self.definitions = with_patterns(document["$defs"], document["patterns"])
        self.functions = [
            Function(name, complete(entry, document), document["trial"], tuple({**document["defaults"], **entry}["variables"]))
            for name, entry in document["functions"].items()
        ]

    @property
    def entries(self):
        return {function.name: function.entry for function in self.functions}

    @property
    def served(self):
        """The functions with a public route."""
        return [function for function in self.functions if function.route]

    @property
    def scheduled(self):
        return [function for function in self.functions if function.cron]

    @property
    def outbox_sender(self):
        """The function that sends what is due in the outbox."""
        return self.only_one_with("sendsOutbox")

    @property
    def of_unknown_paths(self):
        """The function that answers requests to paths that no function has."""
        return self.only_one_with("unknownPaths")

    def only_one_with(self, flag):
        """The function whose trigger has this flag. Only one has it."""
        [function] = [function for function in self.functions if function.entry["trigger"].get(flag)]
        return function

    @property
    def routes(self):
        """The served functions by route, sorted."""
        routes = {}
        for function in self.served:
            routes.setdefault(function.route, []).append(function)
        return dict(sorted(routes.items()))

    def is_secret(self, variable):
        """Whether a variable may only be stored where secrets are."""
        known = {**self.secrets, **SECRETS}
        if variable not in known:
            raise LookupError(f"functions.json does not say in `secrets` whether {variable} is one")
        return known[variable]

    @property
    def variables(self):
        """Every variable of every function, in the order of functions.json."""
        return list(dict.fromkeys(name for function in self.functions for name in function.entry["variables"]))


def complete(entry, document):
    entry = {**document["defaults"], **entry}
    variables = [name for name, group in document["variables"].items() if group in entry["variables"]]
    result, refusal = entry["result"], entry.pop("refusal")
    if refusal:
        is_choice = "oneOf" in result and "properties" not in result
        result = {**result, "oneOf": [*result["oneOf"], refusal]} if is_choice else {"oneOf": [result, refusal]}
    return with_patterns({**entry, "variables": variables, "result": result}, document["patterns"])


def with_patterns(value, patterns):
    """The same with the `pattern` that each `#/patterns/NAME` stands for."""
    if isinstance(value, list):
        return [with_patterns(item, patterns) for item in value]
    if not isinstance(value, dict):
        return value
    found = {}
    for name, item in value.items():
        if name == "$ref" and item.startswith("#/patterns/"):
            found["pattern"] = patterns[item.removeprefix("#/patterns/")]["pattern"]
        else:
            found[name] = with_patterns(item, patterns)
    return found


def version(root):
    """The version of the sources in the folder `root`."""
    return re.search('"(.+)"', (root / "Sources/Domain/Version.swift").read_text())[1]


def pascal_case(name):
    return "".join(part.capitalize() for part in re.split("[-_]", name))
