# SPDX-License-Identifier: Apache-2.0
"""Reads functions.json for the generators of configurations."""

import json
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Function:
    """One function and its entry."""

    name: str
    entry: dict

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
    def timeout(self):
        return self.entry["timeoutSeconds"]

    @property
    def deadline(self):
        """DEADLINE_SECONDS: less than the runner's timeout, so that the function exits first."""
        return self.timeout * 11 // 12

    @property
    def camel_case(self):
        return camel_case(self.name)


class Catalogue:
    def __init__(self, path):
        document = json.loads(path.read_text())
        self.definitions = document.get("$defs", {})
        self.functions = [Function(name, entry) for name, entry in document["functions"].items()]

    @property
    def served(self):
        """The functions with a public route."""
        return [function for function in self.functions if function.route]

    @property
    def scheduled(self):
        return [function for function in self.functions if function.cron]

    @property
    def routes(self):
        """The served functions by route, sorted."""
        routes = {}
        for function in self.served:
            routes.setdefault(function.route, []).append(function)
        return dict(sorted(routes.items()))

    @property
    def variables(self):
        """Every variable of every function, in the order of functions.json."""
        return list(dict.fromkeys(name for function in self.functions for name in function.entry["variables"]))


def camel_case(name):
    return "".join(part.capitalize() for part in re.split("[-_]", name))
